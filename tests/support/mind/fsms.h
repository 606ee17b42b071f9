// One agent whose mind is a state machine, with the keys a, b (bool) and n (int), and five activities A0 .. A4 that log
// their calls.

#ifndef TEST_SUPPORT_MIND_FSMS_H
#define TEST_SUPPORT_MIND_FSMS_H

#include <ploy/fsm.h>

enum
{
    FSM_ACTIVITIES = 5,
    FSM_TICK = 100000,
    FSM_LOG = 4096,
};

typedef struct fsm_fixture
{
    ploy_blackboard_keys* keys;
    ploy_bindings* bindings;
    ploy_fsm* machine;
    ploy_mind* mind;
    ploy_agent agent;
    uint64_t seed; ///< of the activities' results; 0: they run until `next` is set, and A3 and A4 succeed
    uint32_t tick;
    ploy_outcome next[FSM_ACTIVITIES];
    char log[FSM_LOG]; ///< "start A0 perform A1 …" since the tick began
    size_t length;
} fsm_fixture;

/// false when out of memory; tear it down then too.
bool fsm_setup(fsm_fixture* f, const ploy_allocator* allocator);
void fsm_teardown(fsm_fixture* f);

ploy_fsm_state_def fsm_state(const char* name, const char* parent, const char* does);
ploy_fsm_transition_def fsm_transition(const char* from, const char* to, const char* when);
void fsm_add_state(fsm_fixture* f, ploy_fsm_state_def def);
void fsm_add_transition(fsm_fixture* f, ploy_fsm_transition_def def);

ploy_status fsm_compile(fsm_fixture* f, const ploy_allocator* allocator, ploy_error* error);
/// Compiles and begins.
void fsm_begin(fsm_fixture* f);
/// Runs one tick and returns the log of its calls.
const char* fsm_tick(fsm_fixture* f);
void fsm_set(fsm_fixture* f, const char* key, int64_t value);
const char* fsm_state_name(const fsm_fixture* f);

/// What an activity returns from 's'tart, 'p'erform and 'h'alt when the fixture has a seed.
ploy_outcome fsm_scripted(uint64_t seed, uint32_t tick, uint32_t activity, char kind);
void fsm_log(char* log, size_t* length, const char* what, uint32_t activity);

#endif
