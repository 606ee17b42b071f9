#include "programs/play/arena_beliefs.h"

#include <stdlib.h>
#include <string.h>

#include "games/arena/rules/pickups.h"
#include "programs/cli/memory.h"

enum
{
    MAX_BELIEFS = 32, // of one type per agent: the capacity of the fact types
};

// What an agent knows of another, or of a pickup.
typedef enum belief_state
{
    FORGOTTEN,
    CERTAIN,    // an enemy in view; a pickup that is there
    REMEMBERED, // an enemy where it was last seen; a pickup that is gone
} belief_state;

typedef struct belief
{
    uint32_t of; // number of an agent or a pickup
    belief_state state;
    int64_t x, y; // of a remembered enemy
} belief;

typedef struct belief_list
{
    belief items[MAX_BELIEFS];
    uint32_t count;
} belief_list;

struct arena_believed
{
    belief_list enemies, pickups;
};

void arena_beliefs_begin(arena_beliefs* b, play_session* p, const arena_match* match)
{
    const arena_map* map = match->map;
    *b = (arena_beliefs){.play = p, .match = match};
    b->agents = have_memory(calloc(match->agent_count, sizeof *b->agents));
    b->numbers = have_memory(calloc(map->place_count + 1, sizeof *b->numbers));
    b->is_there = have_memory(calloc(map->place_count + 1, sizeof *b->is_there));
    b->enemy = play_record_kind(p, "belief", 4, (const char*[]){"of", "state", "x", "y"});
    b->pickup = play_record_kind(p, "pickup", 2, (const char*[]){"pickup", "state"});
    for (uint32_t i = 0, number = 0; i < map->place_count; i++) {
        bool is_pickup = map->places[i].kind == ARENA_HEALTH || map->places[i].kind == ARENA_AMMO;
        if (is_pickup) b->numbers[i] = ++number;
    }
}

void arena_beliefs_end(arena_beliefs* b)
{
    free(b->agents);
    free(b->numbers);
    free(b->is_there);
    *b = (arena_beliefs){0};
}

static int64_t fixed(int64_t units)
{
    return units * 1000 / ARENA_CELL;
}

size_t arena_beliefs_map(const arena_beliefs* b, char* text, size_t size)
{
    const arena_map* map = b->match->map;
    size_t used = 0;
    for (uint32_t i = 0; i < map->place_count && used < size; i++) {
        const arena_place* place = &map->places[i];
        if (b->numbers[i] == 0) continue;
        const char* weapon = place->kind == ARENA_AMMO ? arena_weapon_name(place->weapon) : "";
        used += (size_t)snprintf(text + used, size - used, "pickup %d %d %s%s\n", (int)fixed(place->middle.x),
                                 (int)fixed(place->middle.y), place->kind == ARENA_HEALTH ? "health" : "ammo for ",
                                 weapon);
    }
    return used;
}

// What an agent believes now.

static void read_enemies(const arena_beliefs* b, const arena_agent* agent, belief_list* list)
{
    ploy_fact_query query;
    ploy_fact_query_init(&query, ARENA_FACT_ENEMY);
    ploy_fact_id id = {0, 0};
    while ((id = ploy_memory_next(agent->agent->memory, &query, id)).index1 && list->count < MAX_BELIEFS) {
        ploy_fact fact;
        ploy_memory_get(agent->agent->memory, id, &fact);
        bool is_seen = fact.values[ARENA_WHO_VISIBLE] != 0;
        belief* known = &list->items[list->count++];
        *known = (belief){b->match->agents[fact.values[ARENA_WHO]].id.index1, is_seen ? CERTAIN : REMEMBERED,
                          0, 0};
        if (is_seen) continue;
        known->x = fixed((int64_t)fact.values[ARENA_WHO_X]);
        known->y = fixed((int64_t)fact.values[ARENA_WHO_Y]);
    }
}

static void read_pickups(const arena_beliefs* b, const arena_agent* agent, belief_list* list)
{
    ploy_fact_query query;
    ploy_fact_query_init(&query, ARENA_FACT_PICKUP);
    ploy_fact_id id = {0, 0};
    while ((id = ploy_memory_next(agent->agent->memory, &query, id)).index1 && list->count < MAX_BELIEFS) {
        ploy_fact fact;
        ploy_memory_get(agent->agent->memory, id, &fact);
        bool is_there = fact.values[ARENA_PICKUP_THERE] != 0;
        list->items[list->count++] =
            (belief){b->numbers[fact.values[ARENA_PICKUP]], is_there ? CERTAIN : REMEMBERED, 0, 0};
    }
}

// Events.

static const belief* find(const belief_list* list, uint32_t of)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i].of == of) return &list->items[i];
    return NULL;
}

static bool is_same(const belief* a, const belief* b)
{
    return a && a->state == b->state && a->x == b->x && a->y == b->y;
}

static void record_changes(arena_beliefs* b, uint32_t kind, uint32_t agent, belief_list* last, const belief_list* now,
                           bool is_all)
{
    for (uint32_t i = 0; i < last->count; i++) {
        if (find(now, last->items[i].of)) continue;
        play_record_event(b->play, kind, agent, (int64_t[4]){last->items[i].of, FORGOTTEN});
    }
    for (uint32_t i = 0; i < now->count; i++) {
        const belief* known = &now->items[i];
        if (!is_all && is_same(find(last, known->of), known)) continue;
        play_record_event(b->play, kind, agent, (int64_t[4]){known->of, known->state, known->x, known->y});
    }
    *last = *now;
}

static void record_pickups(arena_beliefs* b, bool is_all)
{
    for (uint32_t i = 0; i < b->match->map->place_count; i++) {
        if (b->numbers[i] == 0) continue;
        bool is_there = arena_pickup_is_there(b->match, i);
        if (!is_all && is_there == b->is_there[i]) continue;
        b->is_there[i] = is_there;
        play_record_event(b->play, b->pickup, 0, (int64_t[4]){b->numbers[i], is_there ? CERTAIN : REMEMBERED});
    }
}

void arena_beliefs_record(arena_beliefs* b, bool is_all)
{
    record_pickups(b, is_all);
    for (uint32_t i = 0; i < b->match->agent_count; i++) {
        const arena_agent* agent = &b->match->agents[i];
        belief_list enemies = {.count = 0}, pickups = {.count = 0};
        if (arena_is_alive(agent)) read_enemies(b, agent, &enemies);
        if (arena_is_alive(agent)) read_pickups(b, agent, &pickups);
        record_changes(b, b->enemy, agent->id.index1, &b->agents[i].enemies, &enemies, is_all);
        record_changes(b, b->pickup, agent->id.index1, &b->agents[i].pickups, &pickups, is_all);
    }
}
