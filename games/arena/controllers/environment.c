#include "games/arena/controllers/environment.h"

#include <stdio.h>
#include <string.h>

#include <ploy/io.h>

#include "games/arena/ai/bindings.h"
#include "games/arena/controllers/environment_recording.h"
#include "games/arena/controllers/play.h"
#include "games/arena/controllers/simple_mind.h"
#include "games/arena/rules/score.h"
#include "games/arena/setup/allocation.h"

/// The observed keys of the blackboard: up to those by which activities instruct the managers.
#define KEYS ((uint32_t)ARENA_KEY_NAV_MODE)

static const char* const own_values[] = {"alive", "x", "y", "facing_x", "facing_y"};
#define OWN_VALUES ((uint32_t)(sizeof own_values / sizeof *own_values))

struct arena_environment
{
    ploy_allocator allocator;
    arena_setup setup;
    char texts[4][64]; ///< mode, map, sides
    bool is_external[ARENA_SIDES];
    arena_stage* stage;
    arena_game game; ///< zeroed: there is none
    ploy_mind* mind; ///< of all external agents
    uint32_t* wanted;
    arena_environment_recording recording;
};

static const char* keep(arena_environment* environment, uint32_t index, const char* text)
{
    snprintf(environment->texts[index], sizeof environment->texts[index], "%s", text);
    return environment->texts[index];
}

static void take_setup(arena_environment* environment, const arena_environment_def* def)
{
    arena_setup* setup = &environment->setup;
    *setup = arena_setup_default();
    setup->mode = keep(environment, 0, def->mode ? def->mode : setup->mode);
    setup->map = keep(environment, 1, def->map ? def->map : setup->map);
    if (def->agents > 0) setup->agent_count = def->agents;
    for (uint32_t side = 0; side < ARENA_SIDES; ++side) {
        environment->is_external[side] = !def->sides[side];
        setup->sides[side] = keep(environment, 2 + side, def->sides[side] ? def->sides[side] : "random");
    }
}

static bool is_external(const arena_environment* environment, uint32_t agent)
{
    return agent < environment->setup.agent_count && environment->is_external[agent % ARENA_SIDES];
}

static ploy_status make_parts(arena_environment* environment, ploy_error* error)
{
    arena_controllers_def def = arena_controllers_def_default();
    if (environment->recording.path[0]) def.trace = environment->setup.trace = &environment->recording.trace;
    ploy_status status = arena_stage_create(&def, &environment->stage, error);
    if (status != PLOY_OK) return status;
    const arena_kit* kit = arena_controllers_kit(arena_stage_controllers(environment->stage));
    environment->wanted =
        arena_take(&environment->allocator, environment->setup.agent_count, sizeof *environment->wanted);
    if (!environment->wanted) return PLOY_OUT_OF_MEMORY;
    environment->mind = arena_external_mind_create(&environment->allocator, kit->bindings, environment->wanted);
    return environment->mind ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static void end(arena_environment* environment)
{
    arena_game_end(&environment->game);
    arena_environment_recording_end(&environment->recording);
}

static ploy_status begin(arena_environment* environment, uint64_t seed, ploy_error* error)
{
    environment->setup.seed = seed;
    ploy_status status = arena_game_begin(environment->stage, &environment->setup, &environment->game, error);
    for (uint32_t i = 0; i < environment->setup.agent_count; ++i) environment->wanted[i] = PLOY_NONE;
    for (uint32_t i = 0; status == PLOY_OK && i < environment->setup.agent_count; ++i) {
        if (is_external(environment, i)) status = arena_match_set_mind(environment->game.match, i, environment->mind);
    }
    if (status != PLOY_OK) arena_game_end(&environment->game);
    return status;
}

arena_environment* arena_environment_create(const arena_environment_def* def, char* message, size_t size)
{
    ploy_allocator allocator = ploy_allocator_default();
    arena_environment* environment = arena_take(&allocator, 1, sizeof *environment);
    ploy_error error = {0};
    snprintf(message, size, "out of memory");
    if (!environment) return NULL;
    environment->allocator = allocator;
    take_setup(environment, def);
    if (def->record) arena_environment_recording_init(&environment->recording, def->record);
    ploy_status status = make_parts(environment, &error);
    if (status == PLOY_OK) status = begin(environment, 1, &error); // finds what is wrong with the def
    if (status == PLOY_OK) {
        snprintf(message, size, "%s", "");
        return environment;
    }
    if (error.message[0]) snprintf(message, size, "%s; %s", error.message, error.hint);
    arena_environment_destroy(environment);
    return NULL;
}

void arena_environment_destroy(arena_environment* environment)
{
    if (!environment) return;
    ploy_allocator allocator = environment->allocator;
    end(environment);
    ploy_mind_destroy(environment->mind);
    arena_give(&allocator, environment->wanted, environment->setup.agent_count, sizeof *environment->wanted);
    arena_stage_destroy(environment->stage);
    arena_give(&allocator, environment, 1, sizeof *environment);
}

bool arena_environment_reset(arena_environment* environment, uint64_t seed)
{
    ploy_error error = {0};
    end(environment);
    if (!arena_environment_recording_begin(&environment->recording)) return false;
    if (begin(environment, seed, &error) != PLOY_OK) return false;
    arena_environment_recording_step(&environment->recording, environment->game.match);
    return true;
}

uint32_t arena_environment_step(arena_environment* environment, uint32_t steps)
{
    arena_match* match = environment->game.match;
    uint32_t made = 0;
    for (; match && made < steps && ploy_world_may_tick(match->world); ++made) {
        arena_game_step(&environment->game);
        arena_environment_recording_step(&environment->recording, match);
    }
    if (made < steps) arena_environment_recording_flush(&environment->recording);
    return made;
}

const char* arena_environment_attach(arena_environment* environment, bool is_paused, char* message, size_t size)
{
    ploy_error error = {.message = "there is no match: reset it"};
    ploy_attach_def def = {.name = arena_environment_name, .is_paused = is_paused};
    ploy_world* world = environment->game.match ? environment->game.match->world : NULL;
    if (world && ploy_world_attach(world, &def, &error) == PLOY_OK) return ploy_world_attach_address(world);
    snprintf(message, size, "%s", error.message[0] ? error.message : "out of memory");
    return NULL;
}

// Acts.

static const ploy_bindings* bindings_of(const arena_environment* environment)
{
    return arena_controllers_kit(arena_stage_controllers(environment->stage))->bindings;
}

uint32_t arena_environment_action_count(const arena_environment* environment)
{
    return ploy_bindings_activity_count(bindings_of(environment));
}

const char* arena_environment_action_name(const arena_environment* environment, uint32_t action)
{
    bool is_known = action < arena_environment_action_count(environment);
    return is_known ? ploy_bindings_activity(bindings_of(environment), action)->name : "";
}

bool arena_environment_act(arena_environment* environment, uint32_t agent, uint32_t action)
{
    bool is_known = action == PLOY_NONE || action < arena_environment_action_count(environment);
    if (!is_known || !is_external(environment, agent)) return false;
    environment->wanted[agent] = action;
    return true;
}

static arena_agent* agent_of(const arena_environment* environment, uint32_t agent)
{
    bool is_known = environment->game.match && agent < environment->setup.agent_count;
    return is_known ? &environment->game.match->agents[agent] : NULL;
}

void arena_environment_mask(const arena_environment* environment, uint32_t agent, uint8_t* mask)
{
    uint32_t count = arena_environment_action_count(environment);
    const arena_agent* bot = agent_of(environment, agent);
    memset(mask, 0, count);
    if (!bot || !arena_is_alive(bot) || bot->agent->mind != environment->mind) return;
    for (uint32_t i = 0; i < count; ++i) mask[i] = arena_simple_mind_may(bot->agent, i);
}

// Observations.

uint32_t arena_environment_value_count(void)
{
    return OWN_VALUES + KEYS;
}

const char* arena_environment_value_name(uint32_t value)
{
    if (value < OWN_VALUES) return own_values[value];
    return value < OWN_VALUES + KEYS ? arena_key_name(value - OWN_VALUES) : "";
}

static bool is_decimal(const arena_environment* environment, uint32_t key)
{
    const arena_kit* kit = arena_controllers_kit(arena_stage_controllers(environment->stage));
    return ploy_blackboard_keys_type(kit->keys, key) == PLOY_VALUE_DECIMAL;
}

void arena_environment_observe(const arena_environment* environment, uint32_t agent, float* values)
{
    const arena_agent* bot = agent_of(environment, agent);
    memset(values, 0, arena_environment_value_count() * sizeof *values);
    if (!bot) return;
    values[0] = arena_is_alive(bot);
    values[1] = (float)bot->at.x / ARENA_CELL;
    values[2] = (float)bot->at.y / ARENA_CELL;
    values[3] = (float)bot->facing.x / ARENA_ONE;
    values[4] = (float)bot->facing.y / ARENA_ONE;
    for (uint32_t key = 0; key < KEYS; ++key) {
        values[OWN_VALUES + key] = (float)arena_get(bot, (arena_key)key) / (is_decimal(environment, key) ? 1000 : 1);
    }
}

// Standings.

static arena_standing standing_of(const arena_score* score)
{
    return (arena_standing){score->score, score->kills, score->deaths};
}

arena_standing arena_environment_side(const arena_environment* environment, uint32_t side)
{
    if (!environment->game.match || side >= ARENA_SIDES) return (arena_standing){0};
    arena_score score = arena_side_score(environment->game.match, side);
    return standing_of(&score);
}

arena_standing arena_environment_agent(const arena_environment* environment, uint32_t agent)
{
    const arena_agent* bot = agent_of(environment, agent);
    return bot ? standing_of(&bot->score) : (arena_standing){0};
}

bool arena_environment_has_teams(const arena_environment* environment)
{
    return environment->game.match && environment->game.match->rules.teams;
}

uint64_t arena_environment_hash(const arena_environment* environment)
{
    return environment->game.match ? arena_match_hash(environment->game.match) : 0;
}

// To draw it.

const uint8_t* arena_environment_cells(const arena_environment* environment, uint32_t* width, uint32_t* height)
{
    const arena_map* map = environment->game.match ? environment->game.match->map : NULL;
    *width = map ? map->width : 0;
    *height = map ? map->height : 0;
    return map ? map->cells : NULL;
}

uint32_t arena_environment_agent_count(const arena_environment* environment)
{
    return environment->setup.agent_count;
}

arena_body arena_environment_body(const arena_environment* environment, uint32_t agent)
{
    const arena_agent* bot = agent_of(environment, agent);
    if (!bot) return (arena_body){.doing = ""};
    return (arena_body){.x = bot->at.x,
                        .y = bot->at.y,
                        .facing_x = bot->facing.x,
                        .facing_y = bot->facing.y,
                        .health = bot->health,
                        .side = bot->side,
                        .doing = bot->doing && arena_is_alive(bot) ? bot->doing : ""};
}

typedef struct thing_list
{
    arena_thing* things;
    uint32_t capacity, count;
} thing_list;

static void add_thing(thing_list* list, arena_thing_kind kind, arena_vec at, uint32_t side1)
{
    if (list->count < list->capacity) list->things[list->count] = (arena_thing){kind, at.x, at.y, side1};
    ++list->count;
}

static void add_pickups(const arena_match* match, thing_list* list)
{
    for (uint32_t i = 0; i < match->map->place_count; ++i) {
        const arena_place* place = &match->map->places[i];
        bool is_pickup = place->kind == ARENA_HEALTH || place->kind == ARENA_AMMO;
        if (!is_pickup || match->step < match->pickup_back[i]) continue;
        add_thing(list, place->kind == ARENA_HEALTH ? ARENA_THING_HEALTH : ARENA_THING_AMMO, place->middle, 0);
    }
}

uint32_t arena_environment_things(const arena_environment* environment, arena_thing* things, uint32_t capacity)
{
    const arena_match* match = environment->game.match;
    thing_list list = {things, capacity, 0};
    if (!match) return 0;
    for (uint32_t i = 0; i < match->shot_count; ++i) {
        add_thing(&list, ARENA_THING_SHOT, match->shots[i].at, match->shots[i].owner % ARENA_SIDES + 1);
    }
    add_pickups(match, &list);
    for (int32_t i = 0; i < match->rules.points && i < 2; ++i) {
        add_thing(&list, ARENA_THING_POINT, match->points[i].at, match->points[i].owner1);
    }
    for (uint32_t side = 0; match->rules.flags && side < ARENA_SIDES; ++side) {
        const arena_flag* flag = &match->flags[side];
        bool is_carried = flag->state == ARENA_FLAG_CARRIED;
        add_thing(&list, ARENA_THING_FLAG, is_carried ? match->agents[flag->carrier].at : flag->at, side + 1);
    }
    return list.count;
}
