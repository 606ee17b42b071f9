#include "games/arena/controllers/play.h"

#include <stdio.h>
#include <string.h>

#include "games/arena/setup/allocation.h"
#include "games/arena/rules/score.h"

#define MAPS 4

typedef struct shared_map
{
    char name[32];
    uint32_t tiles;
    arena_map* map;
} shared_map;

struct arena_stage
{
    ploy_allocator allocator;
    char folder[512];
    const ploy_trace* trace;
    arena_controllers* controllers;
    shared_map maps[MAPS];
    uint32_t map_count;
};

ploy_status arena_stage_create(const arena_controllers_def* def, arena_stage** stage, ploy_error* error)
{
    arena_stage* made = arena_take(&def->allocator, 1, sizeof *made);
    *stage = NULL;
    if (!made) return PLOY_OUT_OF_MEMORY;
    made->allocator = def->allocator;
    made->trace = def->trace;
    if (def->folder) snprintf(made->folder, sizeof made->folder, "%s", def->folder);
    ploy_status status = arena_controllers_create(def, &made->controllers, error);
    if (status == PLOY_OK)
        *stage = made;
    else
        arena_stage_destroy(made);
    return status;
}

ploy_status arena_stage_renew(arena_stage* stage, ploy_error* error)
{
    arena_controllers_def def = {.allocator = stage->allocator, .folder = stage->folder[0] ? stage->folder : NULL};
    def.trace = stage->trace;
    arena_controllers_destroy(stage->controllers);
    stage->controllers = NULL;
    return arena_controllers_create(&def, &stage->controllers, error);
}

void arena_stage_destroy(arena_stage* stage)
{
    if (!stage) return;
    ploy_allocator allocator = stage->allocator;
    arena_controllers_destroy(stage->controllers);
    for (uint32_t i = 0; i < stage->map_count; i++) arena_map_destroy(stage->maps[i].map);
    arena_give(&allocator, stage, 1, sizeof *stage);
}

arena_controllers* arena_stage_controllers(const arena_stage* stage)
{
    return stage->controllers;
}

arena_setup arena_setup_default(void)
{
    return (arena_setup){.mode = "domination",
                         .map = "halls",
                         .sides = {"goap+squad", "fsm+squad"},
                         .types = {"all"},
                         .agent_count = 10,
                         .tiles = 1,
                         .seed = 1,
                         .steps = 20 * 60 * ARENA_STEPS_PER_SECOND};
}

static ploy_status wrong(ploy_error* error, const char* what, const char* name, const char* hint)
{
    *error = (ploy_error){0};
    snprintf(error->message, sizeof error->message, "there is no %s '%.40s'", what, name);
    snprintf(error->hint, sizeof error->hint, "%s", hint);
    return PLOY_INVALID;
}

// Maps and modes.

/// Each of the two files may be in the folder or built in. After an error the last file searched is the wrong one.
static ploy_status load_map(arena_stage* stage, const char* name, uint32_t tiles, arena_map** map, ploy_error* error)
{
    char file[64];
    arena_file_text cells, places;
    arena_map_def def = arena_map_def_default();
    snprintf(file, sizeof file, "%.50s.places", name);
    ploy_status status = arena_controllers_read(stage->controllers, file, &places, error);
    if (status != PLOY_OK) return status;
    snprintf(file, sizeof file, "%.50s.map", name);
    status = arena_controllers_read(stage->controllers, file, &cells, error);
    if (status == PLOY_OK) {
        bool is_places = false;
        def.allocator = stage->allocator;
        def.map = cells.text;
        def.map_bytes = cells.bytes;
        def.places = places.text;
        def.places_bytes = places.bytes;
        def.tiles = tiles;
        def.wrong_places = &is_places;
        status = arena_map_create(&def, map, error);
        arena_controllers_release(stage->controllers, &cells);
        snprintf(file, sizeof file, "%.50s.places", name);
        if (status == PLOY_INVALID && is_places) arena_controllers_seek(stage->controllers, file);
    }
    arena_controllers_release(stage->controllers, &places);
    return status;
}

const char* arena_map_name(const arena_setup* setup)
{
    return strcmp(setup->map, "1") == 0 ? "halls" : strcmp(setup->map, "2") == 0 ? "yard" : setup->map;
}

static ploy_status find_map(arena_stage* stage, const arena_setup* setup, arena_map** map, ploy_error* error)
{
    const char* name = arena_map_name(setup);
    for (uint32_t i = 0; i < stage->map_count; i++) {
        *map = stage->maps[i].map;
        if (stage->maps[i].tiles == setup->tiles && strcmp(stage->maps[i].name, name) == 0) return PLOY_OK;
    }
    if (stage->map_count == MAPS) return PLOY_OUT_OF_MEMORY;
    shared_map* added = &stage->maps[stage->map_count];
    ploy_status status = load_map(stage, name, setup->tiles, map, error);
    if (status == PLOY_NOT_FOUND)
        return wrong(error, "map", name, "1 (halls), 2 (yard), or a NAME.map with a NAME.places");
    if (status != PLOY_OK) return status;
    *added = (shared_map){.tiles = setup->tiles, .map = *map};
    snprintf(added->name, sizeof added->name, "%s", name);
    stage->map_count++;
    return PLOY_OK;
}

static ploy_status find_mode(const arena_stage* stage, const char* name, arena_rules* rules, ploy_error* error)
{
    char file[64];
    arena_file_text text;
    snprintf(file, sizeof file, "%.50s.mode", name);
    ploy_status status = arena_controllers_read(stage->controllers, file, &text, error);
    if (status == PLOY_NOT_FOUND) return wrong(error, "mode", name, "domination, ctf, deathmatch, lms");
    if (status == PLOY_OK) status = arena_rules_read(rules, text.text, text.bytes, error);
    arena_controllers_release(stage->controllers, &text);
    return status;
}

static ploy_status find_weapons(const arena_stage* stage, arena_weapon weapons[ARENA_WEAPONS], ploy_error* error)
{
    arena_file_text text;
    ploy_status status = arena_controllers_read(stage->controllers, "weapons.txt", &text, error);
    if (status == PLOY_OK) status = arena_weapons_read(weapons, text.text, text.bytes, error);
    arena_controllers_release(stage->controllers, &text);
    return status;
}

// Controllers and minds.

static ploy_status find_controller(arena_game* game, uint32_t side, const char* name, ploy_error* error)
{
    char plain[32];
    snprintf(plain, sizeof plain, "%s", name);
    char* plus = strchr(plain, '+');
    if (plus && strcmp(plus, "+squad") != 0) return wrong(error, "controller", name, "NAME or NAME+squad");
    if (plus) *plus = '\0';
    game->has_squads[side] = plus != NULL;
    return arena_controllers_get(game->stage->controllers, plain, side, &game->controllers[side], error);
}

static ploy_status set_mind(arena_game* game, const arena_setup* setup, uint32_t index, ploy_error* error)
{
    uint32_t count = 0;
    while (count < ARENA_SETUP_TYPES && setup->types[count]) count++;
    const char* name = count ? setup->types[index / ARENA_SIDES % count] : "all";
    const arena_type* type;
    ploy_mind* mind;
    ploy_status status = arena_controllers_find_type(game->stage->controllers, name, &type, error);
    if (status == PLOY_NOT_FOUND)
        return wrong(error, "type of agents", name, "all, no_melee, melee_only, or a file NAME.type");
    if (status == PLOY_OK)
        status = arena_controller_mind(game->controllers[index % ARENA_SIDES], type, setup->mode, &mind, error);
    if (status != PLOY_OK) return status;
    arena_match_set_type(game->match, index, type);
    return arena_match_set_mind(game->match, index, mind);
}

static ploy_status begin(arena_game* game, const arena_setup* setup, ploy_error* error)
{
    arena_match_def def = arena_match_def_default();
    arena_map* map;
    def.allocator = game->stage->allocator;
    ploy_status status = find_mode(game->stage, setup->mode, &def.rules, error);
    if (status == PLOY_OK) status = find_weapons(game->stage, def.weapons, error);
    if (status == PLOY_OK) status = find_map(game->stage, setup, &map, error);
    for (uint32_t i = 0; status == PLOY_OK && i < ARENA_SIDES; i++) {
        status = find_controller(game, i, setup->sides[i], error);
    }
    if (status != PLOY_OK) return status;
    def.map = map;
    def.tactics = *arena_controllers_tactics(game->stage->controllers);
    def.agent_count = setup->agent_count;
    def.seed = setup->seed;
    def.tasks = setup->tasks;
    def.trace = setup->trace;
    def.empty = setup->empty;
    def.kit = arena_controllers_kit(game->stage->controllers);
    def.clock = setup->clock;
    game->match = arena_match_create(&def);
    if (!game->match) return PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; status == PLOY_OK && i < setup->agent_count; i++) status = set_mind(game, setup, i, error);
    return status;
}

static ploy_status begin_squads(arena_game* game, ploy_error* error)
{
    const ploy_file* tactics[ARENA_SIDES] = {0};
    if (!game->match->rules.teams || (!game->has_squads[0] && !game->has_squads[1])) return PLOY_OK;
    for (uint32_t i = 0; i < ARENA_SIDES; i++) {
        if (!game->has_squads[i]) continue;
        ploy_status status = arena_controller_squads(game->controllers[i], &tactics[i], error);
        if (status != PLOY_OK) return status;
    }
    game->squads = arena_squads_create(game->match, tactics);
    return game->squads ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static bool begin_parts(arena_game* game, const arena_setup* setup)
{
    if (setup->clock) game->times = arena_times_create(game->match, setup->interruptions);
    if (setup->behavior) game->behavior = arena_behavior_create(game->match);
    return (!setup->clock || game->times) && (!setup->behavior || game->behavior);
}

ploy_status arena_game_begin(arena_stage* stage, const arena_setup* setup, arena_game* game, ploy_error* error)
{
    ploy_error ignored;
    *game = (arena_game){.stage = stage};
    ploy_status status = begin(game, setup, error ? error : &ignored);
    if (status == PLOY_OK) status = begin_squads(game, error ? error : &ignored);
    if (status == PLOY_OK && !begin_parts(game, setup)) status = PLOY_OUT_OF_MEMORY;
    if (status != PLOY_OK) arena_game_end(game);
    return status;
}

// Agents change their state in their turns, and get one when they come to life.
static bool sees_change(void* user, const arena_agent* agent)
{
    const arena_game* game = user;
    bool can_change = agent->state1 == 0 || agent->turn == game->turn;
    return can_change && arena_controller_sees_change(game->controllers[agent->side], agent);
}

void arena_game_step(arena_game* game)
{
    arena_match* match = game->match;
    if (game->squads) arena_squads_step(game->squads);
    if (game->times) arena_times_begin(game->times);
    uint32_t groups = match->tactics.groups > 0 ? (uint32_t)match->tactics.groups : 1;
    game->turn = (uint32_t)(ploy_world_ticks(match->world) % groups);
    match->sees_change = sees_change;
    match->change_user = game;
    arena_match_step(match);
    match->sees_change = NULL;
    if (game->times) arena_times_end(game->times);
    uint32_t count = match->agent_count;
    for (uint32_t i = 0; (i = arena_next_marked(match->notes.marks, count, i, ARENA_MARK_CHANGED)) < count; i++) {
        arena_controller_observe(game->controllers[match->agents[i].side], &match->agents[i]);
    }
    if (game->behavior) arena_behavior_step(game->behavior);
}

void arena_game_end(arena_game* game)
{
    arena_times_destroy(game->times);
    arena_behavior_destroy(game->behavior);
    arena_squads_destroy(game->squads);
    arena_match_destroy(game->match);
    *game = (arena_game){0};
}

// Results.

static size_t memory_of(const arena_agent* agent)
{
    return agent->mind ? agent->mind->data_bytes : 0;
}

static arena_figures figures_of(const arena_score* score)
{
    return (arena_figures){.score = *score,
                           .mate_distance = arena_mate_distance(score),
                           .squad_distance = arena_squad_distance(score),
                           .nearest_mate = arena_nearest_mate(score)};
}

arena_figures arena_game_agent(const arena_game* game, uint32_t index)
{
    const arena_agent* agent = &game->match->agents[index];
    arena_figures figures = figures_of(&agent->score);
    if (game->times) figures.time = arena_times_agent(game->times, index);
    figures.bytes = memory_of(agent);
    return figures;
}

arena_figures arena_game_side(const arena_game* game, uint32_t side)
{
    const arena_match* match = game->match;
    arena_score score = arena_side_score(match, side);
    arena_figures figures = figures_of(&score);
    if (game->times) figures.time = arena_times_side(game->times, side);
    figures.bytes = arena_controller_bytes(game->controllers[side]);
    for (uint32_t i = 0; i < match->agent_count; i++) {
        if (match->agents[i].side == side) figures.bytes += memory_of(&match->agents[i]);
    }
    return figures;
}

ploy_status arena_play(arena_stage* stage, const arena_setup* setup, arena_result* result, ploy_error* error)
{
    arena_game game;
    ploy_status status = arena_game_begin(stage, setup, &game, error);
    if (status != PLOY_OK) return status;
    for (uint32_t i = 0; i < setup->steps; i++) arena_game_step(&game);
    *result = (arena_result){
        .hash = arena_match_hash(game.match), .steps = game.match->step, .rounds_drawn = game.match->rounds_drawn};
    for (uint32_t side = 0; side < ARENA_SIDES; side++) result->sides[side] = arena_game_side(&game, side);
    for (uint32_t kind = 0; kind < PLOY_SQUAD_TASK_KIND_COUNT; kind++) {
        for (uint32_t side = 0; side < ARENA_SIDES; side++) {
            result->tasks[kind] += arena_squads_tasks(game.squads, side, (ploy_squad_task_kind)kind);
        }
    }
    arena_game_end(&game);
    return PLOY_OK;
}
