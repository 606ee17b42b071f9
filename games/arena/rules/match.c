#include "games/arena/rules/match.h"

#include <stdio.h>

#include "games/arena/ai/bindings.h"
#include "games/arena/ai/arms.h"
#include "games/arena/ai/crowd.h"
#include "games/arena/rules/neighbors.h"
#include "games/arena/setup/data_files.h"
#include "games/arena/setup/allocation.h"
#include "games/arena/rules/modes.h"
#include "games/arena/ai/navigation/nav.h"
#include "games/arena/rules/pickups.h"
#include "games/arena/rules/score.h"
#include "games/arena/ai/sensors/sensors.h"
#include "games/arena/rules/shots.h"
#include "games/tasks.h"

#define MAX_PATH 4096  ///< cells
#define MAX_ANSWERS 32 ///< paths found per step
#define WARM_PATHS 128
#define TIMED_ALWAYS 100 ///< agents
#define TIMED_EVERY 31   ///< steps, with more agents; agents that take turns in deciding each have theirs
#define SHARE 32         ///< agents that a worker takes at least

arena_match_def arena_match_def_default(void)
{
    arena_match_def def = {.allocator = ploy_allocator_default(), .agent_count = 10, .seed = 1};
    const game_file* file = arena_data_find("weapons.txt");
    arena_weapons_read(def.weapons, file->text, file->bytes, NULL);
    def.tactics = arena_tactics_default();
    return def;
}

ploy_status arena_mode_load(const char* name, arena_rules* rules, ploy_error* error)
{
    char file_name[64];
    snprintf(file_name, sizeof file_name, "%s.mode", name);
    const game_file* file = arena_data_find(file_name);
    if (file) return arena_rules_read(rules, file->text, file->bytes, error);
    if (error) *error = (ploy_error){.message = "no such mode", .hint = "domination, ctf, deathmatch, lms"};
    return PLOY_INVALID;
}

uint32_t arena_match_draw(arena_match* match, uint32_t bound)
{
    return ploy_random_below(&match->random, bound);
}

bool arena_kit_make(arena_kit* kit, const arena_tactics* tactics, const ploy_allocator* allocator,
                    const ploy_trace* trace)
{
    kit->keys = arena_keys_create(allocator, trace);
    kit->fact_types = arena_fact_types_create(tactics, allocator, trace);
    kit->bindings = arena_bindings_create(tactics, !trace, allocator); // a trace has everything in order of agents
    return kit->keys && kit->fact_types && kit->bindings;
}

void arena_kit_free(arena_kit* kit)
{
    ploy_bindings_destroy(kit->bindings);
    ploy_fact_types_destroy(kit->fact_types);
    ploy_blackboard_keys_destroy(kit->keys);
    *kit = (arena_kit){0};
}

static uint64_t read_clock(void* user)
{
    const arena_match* match = user;
    return match->is_timed ? match->clock() : UINT64_MAX;
}

bool arena_match_times_next(const arena_match* match)
{
    return match->clock && match->step % match->timed_every == 0;
}

static bool make_world(arena_match* match, const arena_match_def* match_def)
{
    const arena_kit* kit = match_def->kit ? match_def->kit : &match->own;
    if (!match_def->kit && !arena_kit_make(&match->own, &match->tactics, &match->allocator, match_def->trace))
        return false;
    match->bindings = kit->bindings;
    ploy_world_def def = {0};
    def.allocator = match->allocator;
    def.keys = kit->keys;
    def.fact_types = kit->fact_types;
    def.bindings = kit->bindings;
    def.seed = match->seed;
    def.capacity = match->agent_count;
    def.groups = (uint32_t)match->tactics.groups;
    def.row = ARENA_SIDES; // one agent of each side
    def.max_nodes = (uint32_t)match->tactics.budget;
    def.user = match;
    def.tasks = match_def->tasks;
    def.trace = match_def->trace;
    match->clock = match_def->clock;
    match->timed_every = match->agent_count > TIMED_ALWAYS && !match_def->trace ? TIMED_EVERY : 1;
    if (match->clock) def.clock = read_clock;
    match->world = ploy_world_create(&def);
    return match->world != NULL;
}

static void check_answer(void* user, const ploy_path_answer* answer)
{
    if (answer->path.status == PLOY_OUT_OF_MEMORY) *(bool*)user = false;
}

// The path service grows to a peak. Long paths between places all over the map take it there now, as many at once as
// one step can answer.
static bool warm_paths(arena_match* match)
{
    const arena_map* map = match->map;
    bool ok = true;
    for (uint32_t i = 0; ok && i < WARM_PATHS; i++) {
        ploy_path_request request = {0};
        request.query.from = map->places[i * 7 % map->place_count].node;
        request.query.to = map->places[(i * 31 + map->place_count / 2) % map->place_count].node;
        request.query.agent_size = ARENA_AGENT_SIZE;
        ok = ploy_path_service_request(match->paths, &request).index1;
        if (i % MAX_ANSWERS == MAX_ANSWERS - 1) ploy_path_service_update(match->paths, check_answer, &ok);
    }
    return ok;
}

static bool make_paths(arena_match* match, const arena_match_def* match_def)
{
    ploy_path_service_def def = {0};
    def.map = ploy_grid_map(match->map->grid);
    def.allocator = match->allocator;
    def.capacity = match->agent_count + MAX_ANSWERS;
    def.max_answers = MAX_ANSWERS;
    def.tasks = match_def->tasks;
    def.trace = match_def->trace;
    def.share_from = PLOY_OFF; // jump point search is faster than one distance field per team
    match->paths = ploy_path_service_create(&def);
    match->path_capacity = MAX_PATH;
    match->path = arena_take(&match->allocator, MAX_PATH, sizeof *match->path);
    return match->paths && match->path && warm_paths(match);
}

static bool make_agent(arena_match* match, const arena_match_def* match_def, uint32_t index)
{
    arena_agent* agent = &match->agents[index];
    agent->match = match;
    agent->index = index;
    agent->side = index % ARENA_SIDES;
    agent->turn = match->tactics.groups > 0 ? index / ARENA_SIDES % (uint32_t)match->tactics.groups : 0;
    agent->team = match->rules.teams ? agent->side : index;
    agent->type = arena_type_all;
    if (match_def->empty) return true;
    ploy_agent_def def = {0};
    def.user = agent;
    def.sensors_off = arena_sensors_off(match, match_def->trace);
    agent->id = ploy_agent_create(match->world, &def);
    if (!agent->id.index1) return false;
    agent->agent = ploy_world_agent(match->world, agent->id);
    return arena_facts_reserve(agent->agent->memory);
}

static bool make_notes(arena_match* match)
{
    arena_notes* notes = &match->notes;
    notes->marks = arena_take(&match->allocator, match->agent_count, sizeof *notes->marks);
    notes->reaches = arena_take(&match->allocator, match->agent_count, sizeof *notes->reaches);
    notes->strikes = arena_take(&match->allocator, match->agent_count, sizeof *notes->strikes);
    notes->exposed = arena_take(&match->allocator, match->agent_count, sizeof *notes->exposed);
    notes->news = arena_take(&match->allocator, match->agent_count, sizeof *notes->news);
    notes->pushes = arena_take(&match->allocator, match->agent_count, sizeof *notes->pushes);
    notes->aims = arena_take(&match->allocator, match->agent_count, sizeof *notes->aims);
    notes->volleys = arena_take(&match->allocator, match->agent_count, sizeof *notes->volleys);
    notes->paces = arena_take(&match->allocator, match->agent_count, sizeof *notes->paces);
    notes->awake_at = arena_take(&match->allocator, match->agent_count, sizeof *notes->awake_at);
    return notes->marks && notes->reaches && notes->strikes && notes->exposed && notes->news && notes->pushes &&
           notes->aims && notes->volleys && notes->paces && notes->awake_at;
}

static void free_notes(arena_match* match)
{
    arena_notes* notes = &match->notes;
    arena_give(&match->allocator, notes->marks, match->agent_count, sizeof *notes->marks);
    arena_give(&match->allocator, notes->reaches, match->agent_count, sizeof *notes->reaches);
    arena_give(&match->allocator, notes->strikes, match->agent_count, sizeof *notes->strikes);
    arena_give(&match->allocator, notes->exposed, match->agent_count, sizeof *notes->exposed);
    arena_give(&match->allocator, notes->news, match->agent_count, sizeof *notes->news);
    arena_give(&match->allocator, notes->pushes, match->agent_count, sizeof *notes->pushes);
    arena_give(&match->allocator, notes->aims, match->agent_count, sizeof *notes->aims);
    arena_give(&match->allocator, notes->volleys, match->agent_count, sizeof *notes->volleys);
    arena_give(&match->allocator, notes->paces, match->agent_count, sizeof *notes->paces);
    arena_give(&match->allocator, notes->awake_at, match->agent_count, sizeof *notes->awake_at);
}

static bool make(arena_match* match, const arena_match_def* def)
{
    match->agents = arena_take(&match->allocator, match->agent_count, sizeof *match->agents);
    match->pickup_back = arena_take(&match->allocator, match->map->place_count, sizeof *match->pickup_back);
    if (!match->agents || !make_notes(match) || !match->pickup_back || !make_world(match, def) ||
        !make_paths(match, def))
        return false;
    if (!arena_neighbors_make(match, &def->tasks) || !arena_shots_make(match)) return false;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        if (!make_agent(match, def, i)) return false;
    }
    return true;
}

arena_match* arena_match_create(const arena_match_def* def)
{
    arena_match* match = arena_take(&def->allocator, 1, sizeof *match);
    if (!match) return NULL;
    match->allocator = def->allocator;
    match->map = def->map;
    match->rules = def->rules;
    match->tactics = def->tactics;
    match->seed = def->seed;
    match->is_traced = def->trace;
    if (!def->trace) match->tasks = def->tasks;
    match->agent_count = def->agent_count;
    match->random = (ploy_random){.seed = def->seed, .stream = UINT64_MAX};
    for (uint32_t i = 0; i < ARENA_WEAPONS; i++) match->weapons[i] = def->weapons[i];
    if (!make(match, def)) {
        arena_match_destroy(match);
        return NULL;
    }
    arena_modes_begin(match);
    for (uint32_t i = 0; i < match->agent_count && !def->empty; i++) arena_agent_spawn(&match->agents[i]);
    return match;
}

void arena_match_destroy(arena_match* match)
{
    if (!match) return;
    ploy_allocator allocator = match->allocator;
    ploy_world_destroy(match->world);
    ploy_path_service_destroy(match->paths);
    arena_kit_free(&match->own);
    arena_shots_free(match);
    arena_neighbors_free(match);
    arena_give(&allocator, match->path, match->path_capacity, sizeof *match->path);
    arena_give(&allocator, match->pickup_back, match->map->place_count, sizeof *match->pickup_back);
    free_notes(match);
    arena_give(&allocator, match->agents, match->agent_count, sizeof *match->agents);
    arena_give(&allocator, match, 1, sizeof *match);
}

ploy_status arena_match_set_mind(arena_match* match, uint32_t index, ploy_mind* mind)
{
    arena_agent* agent = &match->agents[index];
    agent->mind = mind;
    return arena_is_alive(agent) ? ploy_agent_set_mind(match->world, agent->id, mind) : PLOY_OK;
}

void arena_match_set_type(arena_match* match, uint32_t agent, const arena_type* type)
{
    match->agents[agent].type = *type;
}

static void find_due(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    arena_match* match = context;
    for (uint32_t i = begin; i < end; i++) {
        const arena_agent* agent = &match->agents[i];
        match->notes.marks[i] = !arena_is_alive(agent) && match->step >= agent->back_at ? ARENA_MARK_DUE : 0;
        arena_neighbors_place(match, agent);
    }
}

// Respawns those whose time has come, sorts all living agents into squares, and sets the pace of a crowd.
static void begin_step(arena_match* match)
{
    bool can_return = arena_modes_let_back(match);
    game_run(&match->tasks, match->agent_count, SHARE, find_due, match);
    uint32_t count = can_return ? match->agent_count : 0, i = 0;
    for (; (i = arena_next_marked(match->notes.marks, count, i, ARENA_MARK_DUE)) < count; i++) {
        arena_agent_spawn(&match->agents[i]);
        arena_neighbors_place(match, &match->agents[i]);
    }
    arena_neighbors_sort(match);
    arena_crowd_step(match);
}

static void mark(const arena_match* match, arena_phase phase)
{
    if (match->mark && match->is_timed) match->mark(match->mark_user, phase);
}

static void walk(arena_agent* agent)
{
    arena_match* match = agent->match;
    if (arena_is_alive(agent)) {
        arena_nav_step(agent);
        bool has_changed = match->sees_change && match->sees_change(match->change_user, agent);
        if (has_changed) match->notes.marks[agent->index] |= ARENA_MARK_CHANGED;
    }
    arena_bodies_note(agent);
}

static void walk_all(arena_match* match)
{
    memset(match->notes.marks, 0, match->agent_count);
    for (uint32_t i = 0; i < match->agent_count; i++) walk(&match->agents[i]);
}

static void aim_and_walk(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    arena_match* match = context;
    for (uint32_t i = begin; i < end; i++) {
        arena_agent* agent = &match->agents[i];
        uint8_t aimed = arena_is_alive(agent) ? arena_arms_aim(agent) : 0;
        match->notes.marks[i] = aimed;
        if (match->is_spread && aimed != ARENA_MARK_IN_ORDER) walk(agent);
    }
}

// Those whose weapons had their turns in order.
static void walk_late(arena_match* match)
{
    uint32_t count = match->agent_count;
    for (uint32_t i = 0; (i = arena_next_marked(match->notes.marks, count, i, ARENA_MARK_IN_ORDER)) < count; i++) {
        walk(&match->agents[i]);
    }
    match->is_spread = false;
    arena_nav_send_requests(match);
}

// Without teams nobody follows anybody.
static bool does_any_follow(const arena_match* match)
{
    for (uint32_t i = 0; match->rules.teams && i < match->agent_count; i++) {
        if (arena_is_alive(&match->agents[i]) && arena_nav_needs_others(&match->agents[i])) return true;
    }
    return false;
}

// Agents walk right after they have aimed, while they are in the cache, unless somebody follows others.
static void aim_and_walk_all(arena_match* match)
{
    match->is_spread = !does_any_follow(match);
    arena_arms_foresee(match);
    game_run(&match->tasks, match->agent_count, SHARE, aim_and_walk, match);
    mark(match, match->is_spread ? ARENA_PHASE_MOVING : ARENA_PHASE_WEAPONS);
    arena_arms_fire(match);
    mark(match, ARENA_PHASE_WEAPONS);
    if (match->is_spread)
        walk_late(match);
    else
        walk_all(match);
    mark(match, ARENA_PHASE_MOVING);
}

static void move_agents(arena_match* match)
{
    if (!match->is_traced && arena_shots_have_room(match)) {
        aim_and_walk_all(match);
    } else { // a trace has all events in order of agents
        arena_arms_step_all(match);
        mark(match, ARENA_PHASE_WEAPONS);
        walk_all(match);
        mark(match, ARENA_PHASE_MOVING);
    }
    arena_nav_search(match);
    mark(match, ARENA_PHASE_PATHS);
    arena_bodies_part(match);
    mark(match, ARENA_PHASE_CROWDING);
}

void arena_match_step(arena_match* match)
{
    match->is_timed = arena_match_times_next(match);
    match->step++;
    begin_step(match);
    mark(match, ARENA_PHASE_BEGIN);
    ploy_world_tick(match->world, ARENA_STEP_TIME);
    mark(match, ARENA_PHASE_WORLD);
    move_agents(match);
    arena_shots_step(match);
    arena_bodies_clear(match);
    mark(match, ARENA_PHASE_PROJECTILES);
    arena_pickups_step(match);
    arena_modes_step(match);
    arena_score_step(match);
    mark(match, ARENA_PHASE_RULES);
}
