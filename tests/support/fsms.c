#include "support/fsms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "support/test.h"

static const char* const activity_names[MACHINE_ACTIVITIES] = {"A0", "A1", "A2", "A3", "A4"};

void machine_write_down(char* log, size_t* length, const char* what, uint32_t activity)
{
    *length += (size_t)snprintf(log + *length, MACHINE_LOG - *length, "%s A%u ", what, (unsigned)activity);
    assert_true(*length < MACHINE_LOG);
}

// kind: 's'tart, 'p'erform, 'h'alt.
ploy_outcome machine_scripted(uint64_t seed, uint32_t tick, uint32_t activity, char kind)
{
    uint64_t roll = pl_hash_join(pl_hash_join(seed, tick), activity * 256 + (uint32_t)kind) % 8;
    if (kind == 'h') return roll < 3 ? PLOY_BUSY : PLOY_SUCCESS;
    return roll < 5 ? PLOY_BUSY : roll < 7 ? PLOY_SUCCESS : PLOY_FAILURE;
}

static ploy_outcome answer(const ploy_run* run, char kind, const char* what)
{
    machine_fixture* f = run->user;
    machine_write_down(f->log, &f->length, what, run->ability);
    if (f->seed) return machine_scripted(f->seed, f->tick, run->ability, kind);
    if (kind == 's') return run->ability < 3 ? PLOY_BUSY : PLOY_SUCCESS; // A3 and A4 are notices
    if (kind == 'p') return f->next[run->ability];
    return f->next[run->ability] == PLOY_BUSY ? PLOY_SUCCESS : f->next[run->ability];
}

static ploy_outcome start(ploy_self* self, const ploy_run* run)
{
    (void)self;
    return answer(run, 's', "start");
}

static ploy_outcome perform(ploy_self* self, const ploy_run* run)
{
    (void)self;
    return answer(run, 'p', "perform");
}

static ploy_outcome halt(ploy_self* self, const ploy_run* run)
{
    (void)self;
    return answer(run, 'h', "halt");
}

static void finished(ploy_self* self, const ploy_run* run)
{
    (void)self;
    machine_fixture* f = run->user;
    machine_write_down(f->log, &f->length, "finished", run->ability);
}

bool machine_setup(machine_fixture* f, const ploy_allocator* allocator)
{
    *f = (machine_fixture){0};
    ploy_board_keys_def def = ploy_board_keys_def_default();
    if (allocator) def.allocator = *allocator;
    f->keys = ploy_board_keys_create(&def);
    f->abilities = ploy_abilities_create(allocator);
    f->machine = ploy_machine_create("test", allocator);
    if (!f->keys || !f->abilities || !f->machine) return false;
    static const ploy_key_def keys[] = {
        {PL_COOKIE, "a", PLOY_VALUE_BOOL, 0, 0xFF, false},    {PL_COOKIE, "b", PLOY_VALUE_BOOL, 0, 0xFF, false},
        {PL_COOKIE, "n", PLOY_VALUE_INT, 0, 0xFF, false},     {PL_COOKIE, "x", PLOY_VALUE_DECIMAL, 0, 0xFF, false},
        {PL_COOKIE, "y", PLOY_VALUE_DECIMAL, 0, 0xFF, false}, {PL_COOKIE, "out", PLOY_VALUE_DECIMAL, 0, 0xFF, false},
    };
    for (uint32_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        if (ploy_board_keys_add(f->keys, &keys[i], NULL) != PLOY_OK) return false;
    }
    for (uint32_t i = 0; i < MACHINE_ACTIVITIES; ++i) {
        ploy_activity_def activity = ploy_activity_def_default();
        activity.name = activity_names[i], activity.user = f, activity.memory = i * 4;
        activity.ports[0] = "to", activity.port_count = 1;
        activity.start = start, activity.perform = perform, activity.halt = halt, activity.finished = finished;
        if (ploy_abilities_add_activity(f->abilities, &activity, NULL) != PLOY_OK) return false;
    }
    ploy_board_def board = ploy_board_def_default();
    board.keys = f->keys;
    f->self.board = ploy_board_create(&board);
    return f->self.board != NULL;
}

void machine_teardown(machine_fixture* f)
{
    if (f->self.memory && f->self.mind) f->self.mind->kind->end(&f->self);
    free(f->self.memory);
    ploy_mind_destroy(f->mind);
    ploy_machine_destroy(f->machine);
    ploy_board_destroy(f->self.board);
    ploy_board_keys_destroy(f->keys);
    ploy_abilities_destroy(f->abilities);
}

// name, parent, does, and what else the caller sets.
ploy_state_def machine_state(const char* name, const char* parent, const char* does)
{
    ploy_state_def def = ploy_state_def_default();
    def.name = name, def.parent = parent, def.does = does;
    return def;
}

void machine_add_state(machine_fixture* f, ploy_state_def def)
{
    ploy_error error;
    if (ploy_machine_add_state(f->machine, &def, &error) != PLOY_OK) fail_msg("%s", error.message);
}

ploy_transition_def machine_way(const char* from, const char* to, const char* when)
{
    ploy_transition_def def = ploy_transition_def_default();
    def.from = from, def.to = to, def.when = when;
    return def;
}

void machine_add_way(machine_fixture* f, ploy_transition_def def)
{
    ploy_error error;
    if (ploy_machine_add_transition(f->machine, &def, &error) != PLOY_OK) fail_msg("%s", error.message);
}

ploy_status machine_compile(machine_fixture* f, const ploy_allocator* allocator, ploy_error* error)
{
    return ploy_machine_compile(f->machine, f->abilities, f->keys, allocator, &f->mind, error);
}

void machine_begin(machine_fixture* f)
{
    ploy_error error;
    if (machine_compile(f, NULL, &error) != PLOY_OK) fail_msg("%s", error.message);
    f->self.mind = f->mind;
    f->self.memory = calloc(1, f->mind->memory_bytes);
    assert_int_equal(f->mind->kind->begin(&f->self), PLOY_OK);
}

const char* machine_state_name(const machine_fixture* f)
{
    return ploy_machine_mind_state_name(f->self.mind, ploy_machine_current(&f->self));
}

// One tick; what was called.
const char* machine_tick(machine_fixture* f)
{
    f->length = 0, f->log[0] = '\0';
    ++f->tick;
    ploy_mind_tick(&f->self, MACHINE_TICK);
    return f->log;
}

void machine_set(machine_fixture* f, const char* key, int64_t value)
{
    ploy_board_set(f->self.board, ploy_board_keys_find(f->keys, key), value);
}
