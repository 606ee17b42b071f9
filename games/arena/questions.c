// What minds can ask: each key of the board by its name, and how far it is on foot to what matters.

#include "games/arena/abilities.h"
#include "games/arena/match.h"

typedef struct key
{
    const char* name;
    ploy_value_type type;
    uint32_t number;
} key;

static const key keys[] = {
#define KEY(NAME, text, type) {text, PLOY_VALUE_##type, ARENA_KEY_##NAME},
    ARENA_KEY_LIST(KEY)
#undef KEY
};

static bool read_bool(ploy_self* self, const ploy_run* run)
{
    return ploy_board_get(self->board, ((const key*)run->user)->number) != 0;
}

static int64_t read_number(ploy_self* self, const ploy_run* run)
{
    const key* k = run->user;
    int64_t value = ploy_board_get(self->board, k->number);
    return k->type == PLOY_VALUE_DECIMAL ? value : value * 1000;
}

static bool add_key(ploy_abilities* abilities, const key* k)
{
    if (k->type == PLOY_VALUE_BOOL) {
        ploy_condition_def def = ploy_condition_def_default();
        def.name = k->name;
        def.test = read_bool;
        def.user = (void*)k;
        return ploy_abilities_add_condition(abilities, &def, NULL) == PLOY_OK;
    }
    ploy_measure_def def = ploy_measure_def_default();
    def.name = k->name;
    def.measure = read_number;
    def.user = (void*)k;
    return ploy_abilities_add_measure(abilities, &def, NULL) == PLOY_OK;
}

static int64_t way_to(const arena_agent* agent, arena_vec at)
{
    const arena_map* map = agent->match->map;
    int64_t way = arena_map_way(map, agent->at, arena_map_spot(map, agent->at), at, arena_map_spot(map, at));
    return way * 1000 / ARENA_CELL;
}

static int64_t way_to_pickup(const arena_agent* agent, bool health)
{
    uint32_t place = agent->pickup[health];
    return place == PLOY_NONE ? INT32_MAX : way_to(agent, agent->match->map->places[place].middle);
}

static int64_t way_to_ammo(ploy_self* self, const ploy_run* run)
{
    (void)run;
    return way_to_pickup(self->user, false);
}

static int64_t way_to_health(ploy_self* self, const ploy_run* run)
{
    (void)run;
    return way_to_pickup(self->user, true);
}

static int64_t way_to_point_one(ploy_self* self, const ploy_run* run)
{
    (void)run;
    return way_to(self->user, arena_self(self)->match->points[0].at);
}

static int64_t way_to_point_two(ploy_self* self, const ploy_run* run)
{
    (void)run;
    return way_to(self->user, arena_self(self)->match->points[1].at);
}

static int64_t way_to_our_flag(ploy_self* self, const ploy_run* run)
{
    (void)run;
    const arena_agent* agent = self->user;
    return way_to(agent, agent->match->flags[agent->team % ARENA_SIDES].at);
}

static int64_t way_to_their_flag(ploy_self* self, const ploy_run* run)
{
    (void)run;
    const arena_agent* agent = self->user;
    return way_to(agent, agent->match->flags[1 - agent->team % ARENA_SIDES].at);
}

typedef struct way
{
    const char* name;
    ploy_measure_fn* measure;
} way;

static const way ways[] = {
    {"way_to_ammo", way_to_ammo},           {"way_to_health", way_to_health},
    {"way_to_point_one", way_to_point_one}, {"way_to_point_two", way_to_point_two},
    {"way_to_our_flag", way_to_our_flag},   {"way_to_their_flag", way_to_their_flag},
};

bool arena_add_questions(ploy_abilities* abilities)
{
    for (uint32_t i = 0; i < ARENA_KEY_COUNT; i++) {
        if (!add_key(abilities, &keys[i])) return false;
    }
    for (uint32_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        ploy_measure_def def = ploy_measure_def_default();
        def.name = ways[i].name;
        def.measure = ways[i].measure;
        if (ploy_abilities_add_measure(abilities, &def, NULL) != PLOY_OK) return false;
    }
    return true;
}
