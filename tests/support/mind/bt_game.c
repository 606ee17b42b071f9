#include "support/mind/bt_game.h"

#include <stdio.h>
#include <string.h>

void bt_game_note(bt_game* game, char what, int64_t id)
{
    size_t length = strlen(game->log);
    snprintf(game->log + length, sizeof game->log - length, "%c%d ", what, (int)id);
}

ploy_outcome bt_game_scripted(const bt_game* game, char what, int64_t id)
{
    const char* script = game->script[id];
    if (what == 'H' || !script) return PLOY_SUCCESS;
    uint32_t call = game->calls[id];
    uint32_t last = (uint32_t)strlen(script) - 1;
    char letter = script[call < last ? call : last];
    return letter == 'b' ? PLOY_RUNNING : letter == 's' ? PLOY_SUCCESS : PLOY_FAILURE;
}

static ploy_outcome ask(ploy_agent* agent, const ploy_call* call, char what)
{
    bt_game* game = call->user;
    int64_t id = ploy_call_get(call, agent, 0);
    bt_game_note(game, what, id);
    ploy_outcome outcome = game->answer(game, what, id);
    if (what != 'H' && id >= 0 && id < 16) ++game->calls[id];
    return outcome;
}

static ploy_outcome start(ploy_agent* agent, const ploy_call* call)
{
    return ask(agent, call, 'S');
}

static ploy_outcome perform(ploy_agent* agent, const ploy_call* call)
{
    return ask(agent, call, 'P');
}

static ploy_outcome halt(ploy_agent* agent, const ploy_call* call)
{
    return ask(agent, call, 'H');
}

static void finished(ploy_agent* agent, const ploy_call* call)
{
    bt_game_note(call->user, 'F', ploy_call_get(call, agent, 0));
}

static bool test(ploy_agent* agent, const ploy_call* call)
{
    return ask(agent, call, 'C') == PLOY_SUCCESS;
}

static bool is(ploy_agent* agent, const ploy_call* call)
{
    ++((bt_game*)call->user)->evaluated_pure;
    return ploy_call_get(call, agent, 0) != 0;
}

static bool min(ploy_agent* agent, const ploy_call* call)
{
    ++((bt_game*)call->user)->evaluated_pure;
    return ploy_call_get(call, agent, 0) >= ploy_call_get(call, agent, 1);
}

static bool same(ploy_agent* agent, const ploy_call* call)
{
    const char* value = ploy_value_string(ploy_call_get(call, agent, 0));
    return strcmp(value, ploy_value_string(ploy_call_get(call, agent, 1))) == 0;
}

// Runs for three ticks, counted in the memory of the run.
static ploy_outcome work(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    uint64_t* done = call->data;
    return ++done[2] == 3 ? PLOY_SUCCESS : PLOY_RUNNING;
}

static int64_t always_half(ploy_agent* agent, const ploy_call* call)
{
    (void)agent, (void)call;
    return 500;
}

static bool add_activities(bt_game* game)
{
    ploy_activity_def def = {0};
    def.name = "Do";
    def.ports = "id key";
    def.start = start;
    def.update = perform;
    def.halt = halt;
    def.finished = finished;
    def.user = game;
    if (ploy_bindings_add_activity(game->bindings, &def, NULL) != PLOY_OK) return false;
    def = (ploy_activity_def){0};
    def.name = "Work";
    def.data_bytes = 24;
    def.update = work;
    return ploy_bindings_add_activity(game->bindings, &def, NULL) == PLOY_OK;
}

static bool add_condition(bt_game* game, const char* name, ploy_condition_fn* fn, const char* ports)
{
    ploy_condition_def def = {0};
    def.name = name;
    def.ports = ports;
    def.test = fn;
    def.pure = fn != test;
    def.user = game;
    return ploy_bindings_add_condition(game->bindings, &def, NULL) == PLOY_OK;
}

// Runs the second child when the first fails, then the first again, `tries` times.
static ploy_outcome recover(ploy_agent* agent, const ploy_call* call, const ploy_children* children)
{
    uint32_t* data = call->data; // attempts so far, 1: recovering
    if (children->is_start) data[0] = data[1] = 0;
    for (;;) {
        ploy_outcome outcome = ploy_children_tick(children, data[1] != 0);
        if (outcome == PLOY_RUNNING || outcome == PLOY_SKIPPED) return outcome;
        if (data[1]) {
            if (outcome == PLOY_FAILURE) return PLOY_FAILURE;
            data[1] = 0;
        } else {
            if (outcome == PLOY_SUCCESS || data[0]++ >= ploy_call_get(call, agent, 0)) return outcome;
            data[1] = 1;
        }
    }
}

// Ticks all children until the first of them has ended, and halts each of the others that runs with it twice.
static ploy_outcome race(ploy_agent* agent, const ploy_call* call, const ploy_children* children)
{
    (void)agent, (void)call;
    for (uint32_t i = 1; i < children->count; ++i) {
        if (ploy_children_is_running(children, i)) {
            ploy_children_halt(children, i);
        } else {
            ploy_children_tick(children, i);
        }
    }
    return ploy_children_tick(children, 0);
}

static bool add_nodes(bt_game* game)
{
    ploy_node_def def = {.name = "Recover", .ports = "tries", .data_bytes = 8, .tick = recover};
    def.min_children = def.max_children = 2;
    if (ploy_bindings_add_node(game->bindings, &def, NULL) != PLOY_OK) return false;
    return ploy_bindings_add_node(game->bindings, &(ploy_node_def){.name = "Race", .tick = race}, NULL) == PLOY_OK;
}

static bool add_bindings(bt_game* game)
{
    if (!add_nodes(game)) return false;
    ploy_scorer_def def = {0};
    def.name = "Half";
    def.score = always_half;
    return add_activities(game) && add_condition(game, "Ask", test, "id") && add_condition(game, "Is", is, "value") &&
           add_condition(game, "Least", min, "value least") &&
           add_condition(game, "Same", same, "value:string text:string") &&
           ploy_bindings_add_scorer(game->bindings, &def, NULL) == PLOY_OK;
}

static bool add_keys(bt_game* game)
{
    static const ploy_value_type types[] = {PLOY_VALUE_INT, PLOY_VALUE_BOOL, PLOY_VALUE_STRING, PLOY_VALUE_DECIMAL};
    for (uint32_t i = 0; i < BT_GAME_ALL_KEYS; ++i) {
        char name[16];
        bool is_private = i >= BT_GAME_PRIVATE;
        snprintf(name, sizeof name, "%c%u", "kbsd"[i / BT_GAME_KEYS & 3], (unsigned)(i % BT_GAME_KEYS));
        if (is_private) snprintf(name, sizeof name, "tree%u._p", (unsigned)(i - BT_GAME_PRIVATE));
        ploy_key_def def = {.name = name, .type = is_private ? PLOY_VALUE_STRING : types[i / BT_GAME_KEYS]};
        if (def.type == PLOY_VALUE_STRING) def.initial = ploy_value_of("v0");
        if (ploy_blackboard_keys_add(game->keys, &def, NULL) != PLOY_OK) return false;
    }
    return true;
}

static bool add_board(bt_game* game)
{
    ploy_blackboard_def def = {0};
    def.keys = game->keys;
    game->blackboard = ploy_blackboard_create(&def);
    return game->blackboard != NULL;
}

bool bt_game_create(bt_game* game, const ploy_allocator* allocator)
{
    ploy_blackboard_keys_def def = {0};
    if (allocator) def.allocator = *allocator;
    *game = (bt_game){.answer = bt_game_scripted};
    game->bindings = ploy_bindings_create(&(ploy_bindings_def){def.allocator});
    game->keys = ploy_blackboard_keys_create(&def);
    if (game->bindings && game->keys && add_bindings(game) && add_keys(game) && add_board(game)) return true;
    bt_game_destroy(game);
    return false;
}

void bt_game_destroy(bt_game* game)
{
    ploy_blackboard_destroy(game->blackboard);
    ploy_blackboard_keys_destroy(game->keys);
    ploy_bindings_destroy(game->bindings);
}
