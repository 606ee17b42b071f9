#include "games/battleground/battle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ploy/save.h>

#include "games/battleground/activities.h"
#include "games/battleground/vitals.h"
#include "games/data.h"
#include "games/tasks.h"

extern const game_file battleground_files[];

#define BATTLE_FILE "battleground.xml"

battle_def battle_def_default(void)
{
    return (battle_def){.fighters = 48, .nodes = 2000, .batch = 8};
}

// Data.

static ploy_status refuse(ploy_error* error, uint32_t line, uint32_t column, const char* message, const char* hint)
{
    if (!error) return PLOY_INVALID;
    *error = (ploy_error){.line = line, .column = column};
    snprintf(error->message, sizeof error->message, "%s", message);
    snprintf(error->hint, sizeof error->hint, "%s", hint);
    return PLOY_INVALID;
}

// The first agent type; in a file without <agent>, its tree. NULL: there is neither.
static const char* fighter_type(const ploy_file* file)
{
    if (ploy_file_agent_count(file) > 0) return ploy_file_agent(file, 0).name;
    if (ploy_file_main_bt(file)) return ploy_file_main_bt(file);
    return ploy_file_bt_count(file) == 1 ? ploy_bt_name(ploy_file_bt(file, 0)) : NULL;
}

// The activities keep the handle of a fighter in their target: a key of another type cannot hold it.
static ploy_status check_target(const battle* b, const ploy_bt* bt, uint32_t node, ploy_error* error)
{
    const ploy_blackboard_keys* keys = ploy_world_keys(b->world);
    const char* target = ploy_bt_get(bt, node, "target");
    char name[256];
    if (!target || target[0] != '{') return PLOY_OK;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(target + 1, "}"), target + 1);
    uint32_t key = ploy_blackboard_keys_find(keys, name);
    if (key == PLOY_NONE || ploy_blackboard_keys_type(keys, key) == PLOY_VALUE_OBJECT) return PLOY_OK;
    ploy_bt_node at = ploy_bt_get_node(bt, node);
    return refuse(error, at.line, at.column, "a target is a fighter, and the key has another type",
                  "<key name=\"target\" type=\"object\"/>");
}

static ploy_status check_data(battle* b, ploy_error* error)
{
    const ploy_file* file = ploy_world_file(b->world, BATTLE_FILE);
    b->type = fighter_type(file);
    if (!b->type)
        return refuse(error, 1, 1, "there is no tree for the fighters",
                      "<ploy version=\"1\" main_tree_to_execute=\"Fighter\"> and <BehaviorTree ID=\"Fighter\">");
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < ploy_file_bt_count(file); ++i) {
        const ploy_bt* bt = ploy_file_bt(file, i);
        for (uint32_t k = 0; k < ploy_bt_node_count(bt) && status == PLOY_OK; ++k)
            status = check_target(b, bt, k, error);
    }
    return status;
}

// Creation.

static ploy_status make_world(battle* b, const battle_def* def, ploy_error* error)
{
    const char* text = def->data ? def->data : battleground_files[0].text;
    size_t bytes = def->data ? def->data_bytes : battleground_files[0].bytes;
    ploy_world_def world_def = {0};
    world_def.tasks = def->tasks;
    world_def.seed = def->seed;
    world_def.capacity = def->fighters;
    world_def.trace = def->trace;
    world_def.clock = def->clock;
    b->world = ploy_world_create(&world_def);
    if (!b->world) return PLOY_OUT_OF_MEMORY;
    ploy_status status = battle_bind_activities(ploy_world_bindings(b->world));
    if (status == PLOY_OK) status = ploy_world_load_text(b->world, BATTLE_FILE, text, bytes, error);
    return status == PLOY_OK ? check_data(b, error) : status;
}

static ploy_status make_paths(battle* b, const battle_def* def)
{
    ploy_path_service_def paths_def = {0};
    paths_def.map = ploy_graph_map(b->ground.graph);
    paths_def.tasks = def->tasks;
    paths_def.max_answers = def->batch;
    paths_def.capacity = def->fighters;
    paths_def.trace = def->trace;
    b->paths = ploy_path_service_create(&paths_def);
    return b->paths ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

// From the next tick on.
static void show(battle* b, fighter* f)
{
    b->agents[f->number] = f->agent.index1 - 1;
    b->seen[f->number].life = f->life;
    b->items[f->number].mask = 1;
    fighter_update_position(f);
}

static bool enter(battle* b, fighter* f)
{
    ploy_agent_def def = {0};
    def.type = b->type;
    def.user = f;
    fighter_draw(f, b->random.seed);
    fighter_place(f, b->ground.spots[ploy_random_below(&b->random, b->ground.spot_count)]);
    f->agent = ploy_agent_create(b->world, &def);
    if (!fighter_is_in(f)) return false;
    show(b, f);
    vitals_set_alive(f, true);
    return true;
}

// About one fighter per cell.
static int32_t cell_side(int32_t side, uint32_t fighters)
{
    int32_t cells = 1;
    while ((uint32_t)(cells * cells) < fighters) ++cells;
    return side / cells + 1;
}

static fighter* align(void* block)
{
    uintptr_t at = (uintptr_t)block;
    return (fighter*)(block ? at + (FIGHTER_LINE - at % FIGHTER_LINE) % FIGHTER_LINE : 0);
}

static ploy_status make_fighters(battle* b, const battle_def* def)
{
    b->random = (ploy_random){.seed = def->seed};
    b->fighter_block = calloc(1, def->fighters * sizeof *b->fighters + FIGHTER_LINE);
    b->fighters = align(b->fighter_block);
    b->agents = calloc(def->fighters, sizeof *b->agents);
    b->out = calloc(def->fighters, sizeof *b->out);
    // An attacker has one fight at a time, so there are at most as many fights as fighters.
    b->fights = calloc(def->fighters, sizeof *b->fights);
    b->attacks = calloc(def->fighters, sizeof *b->attacks);
    b->now = calloc(def->fighters, sizeof *b->now);
    b->seen = calloc(def->fighters, sizeof *b->seen);
    b->items = calloc(def->fighters, sizeof *b->items);
    ploy_spatial_def near = {0};
    near.tasks = b->tasks;
    near.capacity = def->fighters;
    near.cell = cell_side(b->ground.side, def->fighters);
    b->near = ploy_spatial_create(&near);
    if (!b->near || !b->seen || !b->items || !b->fighters || !b->fights) return PLOY_OUT_OF_MEMORY;
    if (!b->attacks || !b->now || !b->agents || !b->out) return PLOY_OUT_OF_MEMORY;
    b->fighter_count = def->fighters;
    for (uint32_t i = 0; i < def->fighters; ++i) b->fighters[i] = (fighter){.battle = b, .number = i};
    return vitals_create(b) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status set_up(battle* b, const battle_def* def, ploy_error* error)
{
    b->respawn = def->respawn;
    b->tasks = def->trace ? (ploy_tasks){0} : def->tasks;
    ploy_status status = make_world(b, def, error);
    if (status == PLOY_OK) status = battle_ground_init(&b->ground, def->nodes, def->seed, error);
    if (status == PLOY_OK) status = make_paths(b, def);
    return status == PLOY_OK ? make_fighters(b, def) : status;
}

static ploy_status enter_all(battle* b)
{
    bool whole = true;
    for (uint32_t i = 0; i < b->fighter_count && whole; ++i) whole = enter(b, &b->fighters[i]);
    return whole ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static battle* made(battle* b, ploy_status status, ploy_error* error)
{
    if (status == PLOY_OK) return b;
    if (status == PLOY_OUT_OF_MEMORY && error) snprintf(error->message, sizeof error->message, "out of memory");
    battle_destroy(b);
    return NULL;
}

battle* battle_create_empty(const battle_def* def, ploy_error* error)
{
    battle* b = calloc(1, sizeof *b);
    return b ? made(b, set_up(b, def, error), error) : NULL;
}

battle* battle_create(const battle_def* def, ploy_error* error)
{
    battle* b = battle_create_empty(def, error);
    return b ? made(b, enter_all(b), error) : NULL;
}

void battle_destroy(battle* b)
{
    if (!b) return;
    ploy_world_destroy(b->world);
    ploy_path_service_destroy(b->paths);
    battle_ground_clear(&b->ground);
    ploy_spatial_destroy(b->near);
    for (uint32_t i = 0; i < b->fighter_count; ++i) fighter_free_route(&b->fighters[i]);
    vitals_destroy(b);
    free(b->fighter_block);
    free(b->now);
    free(b->agents);
    free(b->out);
    free(b->fights);
    free(b->attacks);
    free(b->seen);
    free(b->items);
    free(b);
}

// Paths.

void battle_request(battle* b, fighter* f, uint32_t node)
{
    ploy_path_request request = {0};
    request.query.from = f->to;
    request.query.to = node;
    request.query.obstacles = b->ground.trees;
    request.owner = f->number + 1;
    request.trace_agent = f->agent.index1;
    f->request = ploy_path_service_request(b->paths, &request);
    f->route_state = f->request.index1 ? ROUTE_REQUESTED : ROUTE_NONE;
    b->counts.requests += f->request.index1 != 0;
}

void battle_cancel(battle* b, fighter* f)
{
    if (f->route_state != ROUTE_REQUESTED) return;
    ploy_path_service_cancel(b->paths, f->request);
    f->route_state = ROUTE_NONE;
}

static void take_answer(void* user, const ploy_path_answer* answer)
{
    battle* b = user;
    fighter* f = &b->fighters[answer->owner - 1];
    ++b->counts.answers;
    b->counts.waited += answer->waited;
    if (answer->waited > b->counts.longest_wait) b->counts.longest_wait = answer->waited;
    f->route_state = ROUTE_NONE;
    if (answer->path.status == PLOY_FOUND) fighter_set_route(f, answer->path.nodes, answer->path.count);
}

// A tick.

void battle_retire(battle* b, fighter* f)
{
    battle_cancel(b, f);
    ploy_agent_destroy(b->world, f->agent);
    b->seen[f->number].life = b->items[f->number].mask = 0;
    f->agent = (ploy_agent_id){0};
    f->back_at = b->ticks + b->respawn;
    vitals_unwatch(f);
    vitals_set_alive(f, false);
    if (b->respawn > 0) b->out[(b->out_first + b->out_count++) % b->fighter_count] = f->number;
}

static uint32_t* out_at(battle* b, uint32_t i)
{
    return &b->out[(b->out_first + i) % b->fighter_count];
}

static bool is_later(const battle* b, uint32_t one, uint32_t other)
{
    const fighter *a = &b->fighters[one], *c = &b->fighters[other];
    return a->back_at > c->back_at || (a->back_at == c->back_at && one > other);
}

// Into its place among the first i, which are in order.
static void sort_in(battle* b, uint32_t i)
{
    uint32_t number = *out_at(b, i);
    for (; i > 0 && is_later(b, *out_at(b, i - 1), number); --i) *out_at(b, i) = *out_at(b, i - 1);
    *out_at(b, i) = number;
}

// Those that are due come back in order of their numbers. Without memory for one it waits, and all behind it.
static void bring_back(battle* b)
{
    for (uint32_t i = 1; i < b->out_count && b->fighters[*out_at(b, i)].back_at <= b->ticks; ++i) sort_in(b, i);
    while (b->out_count > 0) {
        fighter* f = &b->fighters[*out_at(b, 0)];
        if (f->back_at > b->ticks || !enter(b, f)) return;
        b->out_first = (b->out_first + 1) % b->fighter_count;
        --b->out_count;
    }
}

void battle_list_fighters(battle* b)
{
    b->out_first = b->out_count = 0;
    for (uint32_t i = 0; i < b->fighter_count; ++i) {
        fighter* f = &b->fighters[i];
        if (fighter_is_in(f)) show(b, f);
        if (fighter_is_in(f) || b->respawn == 0) continue;
        b->out[b->out_count] = i;
        sort_in(b, b->out_count++);
    }
}

void battle_answer_paths(battle* b)
{
    ploy_path_service_update(b->paths, take_answer, b);
}

// Copies what activities see of other fighters. Most stand still, and what does not change stays in all caches.
static void look(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    const battle* b = context;
    for (uint32_t i = begin; i < end; ++i) {
        fighter_view* seen = &b->seen[i];
        if (seen->life == 0) continue;
        fighter_view now = b->now[b->agents[i]];
        if (seen->position.x == now.position.x && seen->position.y == now.position.y && seen->node == now.node)
            continue;
        *seen = now;
        b->items[i].position = now.position;
    }
}

void battle_look_around(battle* b)
{
    game_run(&b->tasks, b->fighter_count, 256, look, b);
    (void)ploy_spatial_build(b->near, b->items, b->fighter_count); // without memory nobody sees anybody
}

void battle_act(battle* b)
{
    battle_look_around(b);
    ploy_world_tick(b->world, BATTLE_TICK);
    fights_tick(b);
    ++b->ticks;
    if (b->respawn > 0 && b->left < b->fighter_count) bring_back(b);
}

void battle_tick(battle* b)
{
    battle_answer_paths(b);
    battle_act(b);
}

// Queries.

const fighter* battle_nearest(const battle* b, const fighter* to)
{
    ploy_spatial_query query = ploy_spatial_query_around(fighter_position(to), INT32_MAX);
    query.without = to->number;
    uint32_t number = ploy_spatial_nearest(b->near, &query);
    return number == PLOY_NONE ? NULL : &b->fighters[number];
}

fighter* battle_find(const battle* b, uint64_t handle)
{
    uint32_t number1 = (uint32_t)handle;
    if (number1 == 0 || number1 > b->fighter_count) return NULL;
    uint32_t life = b->seen[number1 - 1].life;
    return life != 0 && life == handle >> 32 ? &b->fighters[number1 - 1] : NULL;
}

const fighter* battle_winner(const battle* b)
{
    if (b->left != 1 || b->respawn > 0) return NULL;
    const fighter* f = b->fighters;
    while (!fighter_is_in(f)) ++f;
    return f;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return ploy_random_at(hash, value, 0);
}

uint64_t battle_hash(const battle* b)
{
    uint64_t hash = mix(ploy_world_hash(b->world), b->ticks);
    for (uint32_t i = 0; i < b->fighter_count; ++i) {
        const fighter* f = &b->fighters[i];
        hash = mix(hash, (uint64_t)f->life << 32 | (uint32_t)f->health);
        hash = mix(hash, (uint64_t)f->from << 32 | f->to);
        hash = mix(hash, (uint64_t)f->gone << 32 | f->wins);
        hash = mix(hash, fighter_is_in(f));
    }
    hash = mix(hash, b->counts.fights);
    return mix(hash, b->counts.requests << 32 ^ b->counts.waited);
}
