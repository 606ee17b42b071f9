// Scenes of the arena for tests: its maps, a match of four agents, a duel, one agent alone.

#ifndef TEST_GAME_ARENA_SCENE_H
#define TEST_GAME_ARENA_SCENE_H

#include <stdio.h>
#include <string.h>

#include "games/arena/rules/damage.h"
#include "games/arena/rules/match.h"
#include "games/arena/rules/modes.h"
#include "games/arena/setup/data_files.h"
#include "support/base/test.h"

#define SECONDS(n) ((n)*ARENA_STEPS_PER_SECOND)

// Maps are created once: they never change.

static inline arena_map* load_map(const char* name, uint32_t tiles)
{
    char file[64];
    arena_map* map;
    arena_map_def def = arena_map_def_default();
    snprintf(file, sizeof file, "%s.map", name);
    const game_file* cells = arena_data_find(file);
    snprintf(file, sizeof file, "%s.places", name);
    const game_file* places = arena_data_find(file);
    def.map = cells->text;
    def.map_bytes = cells->bytes;
    def.places = places->text;
    def.places_bytes = places->bytes;
    def.tiles = tiles;
    assert_int_equal(arena_map_create(&def, &map, NULL), PLOY_OK);
    return map;
}

static inline arena_map* map_of(const char* name)
{
    static arena_map* maps[2];
    uint32_t i = strcmp(name, "halls") != 0;
    if (!maps[i]) maps[i] = load_map(name, 1);
    return maps[i];
}

static inline arena_match_def def_of(const char* mode, const char* map, uint64_t seed)
{
    arena_match_def def = arena_match_def_default();
    ploy_error error = {0};
    if (arena_mode_load(mode, &def.rules, &error) != PLOY_OK) fail_msg("%s: %s", mode, error.message);
    def.map = map_of(map);
    def.seed = seed;
    return def;
}

static inline arena_match* match_of(const char* mode)
{
    arena_match_def def = def_of(mode, "halls", 3);
    def.agent_count = 4;
    arena_match* match = arena_match_create(&def);
    assert_non_null(match);
    return match;
}

static inline void run_steps(arena_match* match, uint32_t steps)
{
    for (uint32_t i = 0; i < steps; i++) arena_match_step(match);
}

/// Puts agents far apart.
static inline void scatter(arena_match* match)
{
    const arena_map* map = match->map;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        uint32_t at = 0;
        for (uint32_t place = 0; place < map->kind_count[ARENA_SPAWN]; place++) {
            arena_vec middle = map->places[map->of_kind[ARENA_SPAWN][place]].middle;
            bool is_apart = !arena_is_near(middle, match->points[0].at, 12 * ARENA_CELL) &&
                            !arena_is_near(middle, match->points[1].at, 12 * ARENA_CELL);
            if (is_apart && at++ == i) match->agents[i].at = middle;
        }
    }
}

static inline void kill(arena_agent* victim, arena_agent* by)
{
    arena_hurt(victim, by, ARENA_FULL_HEALTH * 2);
}

/// Two agents face each other, eight cells apart, with or without a wall between them.
static inline arena_match* duel(bool wall, uint32_t weapon)
{
    arena_match* match = match_of("deathmatch");
    const arena_map* map = match->map;
    for (uint32_t node = 0; node < map->width * map->height - 12; node++) {
        arena_vec left = arena_map_middle(map, node), right = {left.x + 8 * ARENA_CELL, left.y};
        if (!(map->cells[node] & ARENA_CELL_STAND) || node % map->width > map->width - 14) continue;
        if (!(map->cells[node + 8] & ARENA_CELL_STAND) || arena_map_sees(map, left, right) == wall) continue;
        match->agents[0].at = left;
        match->agents[1].at = right;
        match->agents[0].facing = (arena_vec){ARENA_ONE, 0};
        match->agents[1].facing = (arena_vec){-ARENA_ONE, 0};
        break;
    }
    match->agents[2].health = match->agents[3].health = 0;
    match->agents[2].back_at = match->agents[3].back_at = UINT32_MAX;
    match->agents[0].arms.weapon = weapon;
    match->agents[0].arms.loaded[weapon] = match->weapons[weapon].magazine;
    return match;
}

/// A match with one agent that matters; the others are dead and stay dead.
static inline arena_match* alone(const char* mode)
{
    arena_match* match = match_of(mode);
    for (uint32_t i = 1; i < match->agent_count; i++) {
        match->agents[i].health = 0;
        match->agents[i].back_at = UINT32_MAX;
    }
    return match;
}

static inline void free_maps(void)
{
    arena_map_destroy(map_of("halls"));
    arena_map_destroy(map_of("yard"));
}

static inline void the_maps_are_destroyed_last(void** state)
{
    (void)state;
    free_maps();
}

#endif
