// A fixture for one agent that chooses by utility: its blackboard has a squad's blackboard as parent, it has facts, and
// its activities keep a log and end when the test says so.

#ifndef TEST_SUPPORT_MIND_UTILITY_STAGE_H
#define TEST_SUPPORT_MIND_UTILITY_STAGE_H

#include <ploy/utility.h>

enum
{
    ONE = 1000,
    TICK = 100000,
    MOST_OPTIONS = 6,
    KEY_COUNT = 6,
};

/// The keys of its blackboards.
enum
{
    HEALTH,
    DISTANCE,
    ARMED,
    AMMO,
    MOOD,
    WEIGHT,
};

typedef struct utility_stage
{
    ploy_allocator allocator;
    ploy_blackboard_keys* keys;
    ploy_fact_types* kinds;
    ploy_bindings* bindings;
    ploy_blackboard* squads[2];
    ploy_agent agent;
    uint64_t draft[256]; // the agent's memory
    int64_t outside;     // what the scorers without ports read
    uint32_t evaluated;  // how often the scorer with a port was called
    ploy_outcome next;   // the outcome of the activity that runs
    uint32_t halt_ticks; // ticks that a halt takes
    uint32_t halting;
    char log[512]; // calls of the activities: "+Attack" started, "-Attack" halted, ".Attack" finished
    bool not_viable;
} utility_stage;

extern const char* const utility_stage_keys[KEY_COUNT];
extern const char* const utility_stage_options[MOST_OPTIONS];

/// false when out of memory; end it then too. allocator NULL: the default.
bool utility_stage_begin(utility_stage* s, const ploy_allocator* allocator);
void utility_stage_end(utility_stage* s);

ploy_utility_def utility_stage_def(const utility_stage* s, const ploy_option* options, uint32_t count);
/// Fails the test when creation fails.
ploy_utility* utility_stage_make(const ploy_utility_def* def);
/// Restarts the mind with zeroed memory.
void utility_stage_adopt(utility_stage* s, ploy_utility* utility);
ploy_consideration utility_stage_over_key(uint32_t key);
/// The score of option i is the value of the decimal key `keys[i]`.
ploy_utility* utility_stage_simple(const utility_stage* s, const uint32_t* keys, uint32_t count, ploy_utility_def* def);

void utility_stage_set(utility_stage* s, uint32_t key, int64_t value);
void utility_stage_tick(utility_stage* s);

#endif
