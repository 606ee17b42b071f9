#include "support/mind/fsms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "support/base/test.h"

static const char* const activity_names[FSM_ACTIVITIES] = {"A0", "A1", "A2", "A3", "A4"};

void fsm_log(char* log, size_t* length, const char* what, uint32_t activity)
{
    *length += (size_t)snprintf(log + *length, FSM_LOG - *length, "%s A%u ", what, (unsigned)activity);
    assert_true(*length < FSM_LOG);
}

// kind: 's'tart, 'p'erform, 'h'alt.
ploy_outcome fsm_scripted(uint64_t seed, uint32_t tick, uint32_t activity, char kind)
{
    uint64_t roll = pl_hash_join(pl_hash_join(seed, tick), activity * 256 + (uint32_t)kind) % 8;
    if (kind == 'h') return roll < 3 ? PLOY_RUNNING : PLOY_SUCCESS;
    return roll < 5 ? PLOY_RUNNING : roll < 7 ? PLOY_SUCCESS : PLOY_FAILURE;
}

static ploy_outcome answer(const ploy_call* call, char kind, const char* what)
{
    fsm_fixture* f = call->user;
    fsm_log(f->log, &f->length, what, call->binding);
    if (f->seed) return fsm_scripted(f->seed, f->tick, call->binding, kind);
    if (kind == 's') return call->binding < 3 ? PLOY_RUNNING : PLOY_SUCCESS; // A3 and A4 succeed in start
    if (kind == 'p') return f->next[call->binding];
    return f->next[call->binding] == PLOY_RUNNING ? PLOY_SUCCESS : f->next[call->binding];
}

static ploy_outcome start(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return answer(call, 's', "start");
}

static ploy_outcome perform(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return answer(call, 'p', "perform");
}

static ploy_outcome halt(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return answer(call, 'h', "halt");
}

static void finished(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    fsm_fixture* f = call->user;
    fsm_log(f->log, &f->length, "finished", call->binding);
}

bool fsm_setup(fsm_fixture* f, const ploy_allocator* allocator)
{
    *f = (fsm_fixture){0};
    ploy_blackboard_keys_def def = {0};
    if (allocator) def.allocator = *allocator;
    f->keys = ploy_blackboard_keys_create(&def);
    f->bindings = ploy_bindings_create(&(ploy_bindings_def){def.allocator});
    f->machine = ploy_fsm_create(&(ploy_fsm_def){"test", def.allocator});
    if (!f->keys || !f->bindings || !f->machine) return false;
    static const ploy_key_def keys[] = {
        {"a", PLOY_VALUE_BOOL, 0, 0xFF, false, NULL, NULL, NULL},
        {"b", PLOY_VALUE_BOOL, 0, 0xFF, false, NULL, NULL, NULL},
        {"n", PLOY_VALUE_INT, 0, 0xFF, false, NULL, NULL, NULL},
        {"x", PLOY_VALUE_DECIMAL, 0, 0xFF, false, NULL, NULL, NULL},
        {"y", PLOY_VALUE_DECIMAL, 0, 0xFF, false, NULL, NULL, NULL},
        {"out", PLOY_VALUE_DECIMAL, 0, 0xFF, false, NULL, NULL, NULL},
    };
    for (uint32_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        if (ploy_blackboard_keys_add(f->keys, &keys[i], NULL) != PLOY_OK) return false;
    }
    for (uint32_t i = 0; i < FSM_ACTIVITIES; ++i) {
        ploy_activity_def activity = {0};
        activity.name = activity_names[i], activity.user = f, activity.data_bytes = i * 4;
        activity.ports = "to";
        activity.start = start, activity.update = perform, activity.halt = halt, activity.finished = finished;
        if (ploy_bindings_add_activity(f->bindings, &activity, NULL) != PLOY_OK) return false;
    }
    ploy_blackboard_def blackboard = {0};
    blackboard.keys = f->keys;
    f->agent.blackboard = ploy_blackboard_create(&blackboard);
    return f->agent.blackboard != NULL;
}

void fsm_teardown(fsm_fixture* f)
{
    if (f->agent.mind_data && f->agent.mind) f->agent.mind->kind->end(&f->agent);
    free(f->agent.mind_data);
    ploy_mind_destroy(f->mind);
    ploy_fsm_destroy(f->machine);
    ploy_blackboard_destroy(f->agent.blackboard);
    ploy_blackboard_keys_destroy(f->keys);
    ploy_bindings_destroy(f->bindings);
}

// name, parent, does; the caller sets the rest.
ploy_fsm_state_def fsm_state(const char* name, const char* parent, const char* does)
{
    ploy_fsm_state_def def = {0};
    def.name = name, def.parent = parent, def.does = does;
    return def;
}

void fsm_add_state(fsm_fixture* f, ploy_fsm_state_def def)
{
    ploy_error error;
    if (ploy_fsm_add_state(f->machine, &def, NULL, &error) != PLOY_OK) fail_msg("%s", error.message);
}

ploy_fsm_transition_def fsm_transition(const char* from, const char* to, const char* when)
{
    ploy_fsm_transition_def def = {0};
    def.from = from, def.to = to, def.when = when;
    return def;
}

void fsm_add_transition(fsm_fixture* f, ploy_fsm_transition_def def)
{
    ploy_error error;
    if (ploy_fsm_add_transition(f->machine, &def, NULL, &error) != PLOY_OK) fail_msg("%s", error.message);
}

ploy_status fsm_compile(fsm_fixture* f, const ploy_allocator* allocator, ploy_error* error)
{
    ploy_fsm_mind_def def = {{.keys = f->keys, .bindings = f->bindings}, f->machine};
    if (allocator) def.parts.allocator = *allocator;
    return ploy_fsm_mind_create(&def, &f->mind, error);
}

void fsm_begin(fsm_fixture* f)
{
    ploy_error error;
    if (fsm_compile(f, NULL, &error) != PLOY_OK) fail_msg("%s", error.message);
    f->agent.mind = f->mind;
    f->agent.mind_data = calloc(1, f->mind->data_bytes);
    assert_int_equal(f->mind->kind->begin(&f->agent), PLOY_OK);
}

const char* fsm_state_name(const fsm_fixture* f)
{
    return ploy_fsm_mind_state_name(f->agent.mind, ploy_fsm_current(&f->agent));
}

// Runs one tick and returns the log of its calls.
const char* fsm_tick(fsm_fixture* f)
{
    f->length = 0, f->log[0] = '\0';
    ++f->tick;
    ploy_mind_tick(&f->agent, FSM_TICK);
    return f->log;
}

void fsm_set(fsm_fixture* f, const char* key, int64_t value)
{
    ploy_blackboard_set(f->agent.blackboard, ploy_blackboard_keys_find(f->keys, key), value);
}
