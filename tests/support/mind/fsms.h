// One agent whose mind is a machine, with the keys a, b (bool) and n (int), and five activities A0 .. A4 that write
// down what is called.

#ifndef TEST_SUPPORT_MIND_FSMS_H
#define TEST_SUPPORT_MIND_FSMS_H

#include <ploy/fsm.h>

enum
{
    MACHINE_ACTIVITIES = 5,
    MACHINE_TICK = 100000,
    MACHINE_LOG = 4096,
};

typedef struct machine_fixture
{
    ploy_blackboard_keys* keys;
    ploy_bindings* bindings;
    ploy_fsm* machine;
    ploy_mind* mind;
    ploy_agent agent;
    uint64_t seed; ///< of what activities answer; 0: they stay busy until `next` says otherwise, and A3 and A4 succeed
    uint32_t tick;
    ploy_outcome next[MACHINE_ACTIVITIES];
    char log[MACHINE_LOG]; ///< "start A0 perform A1 …" since the tick began
    size_t length;
} machine_fixture;

/// False: out of memory; tear it down all the same.
bool machine_setup(machine_fixture* f, const ploy_allocator* allocator);
void machine_teardown(machine_fixture* f);

ploy_fsm_state_def machine_state(const char* name, const char* parent, const char* does);
ploy_fsm_transition_def machine_way(const char* from, const char* to, const char* when);
void machine_add_state(machine_fixture* f, ploy_fsm_state_def def);
void machine_add_way(machine_fixture* f, ploy_fsm_transition_def def);

ploy_status machine_compile(machine_fixture* f, const ploy_allocator* allocator, ploy_error* error);
/// Compiles and begins.
void machine_begin(machine_fixture* f);
/// One tick; what was called.
const char* machine_tick(machine_fixture* f);
void machine_set(machine_fixture* f, const char* key, int64_t value);
const char* machine_state_name(const machine_fixture* f);

/// What an activity answers to 's'tart, 'p'erform and 'h'alt when the fixture has a seed.
ploy_outcome machine_scripted(uint64_t seed, uint32_t tick, uint32_t activity, char kind);
void machine_write_down(char* log, size_t* length, const char* what, uint32_t activity);

#endif
