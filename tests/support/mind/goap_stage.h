// A fixture for GOAP minds: a domain from text, blackboards, an agent whose activities are set by the test, and a log
// of everything that happens, one word per event.

#ifndef TEST_SUPPORT_MIND_GOAP_STAGE_H
#define TEST_SUPPORT_MIND_GOAP_STAGE_H

#include <ploy/goap.h>

typedef struct stage_activity
{
    char name[32];
    struct stage* stage;
    uint32_t ticks;     ///< calls of perform until it ends; 0: it ends in start
    ploy_outcome end;   ///< its outcome
    uint32_t halts;     ///< ticks that its halt takes
    bool is_valid;      ///< the result of valid
    bool is_viable;     ///< the result of viable
    const char* writes; ///< written to the blackboard when it succeeds: "key=value,…"; NULL: nothing
    uint32_t performed;
    uint32_t halted;
    int64_t port;
    uint32_t port_type; // key_type of the first port
} stage_activity;

enum
{
    STAGE_ACTIVITIES = 12,
    STAGE_LOG = 8192,
};

typedef struct stage
{
    ploy_domain* domain;
    ploy_blackboard_keys* keys;
    ploy_blackboard* world;
    ploy_blackboard* blackboard;
    ploy_bindings* bindings;
    ploy_goap_mind_def def; ///< change it before stage_open
    ploy_mind* mind;
    ploy_agent agent;
    stage_activity activities[STAGE_ACTIVITIES];
    uint32_t activity_count;
    bool logs_calls;     ///< log calls of activities too, not only events of actions and goals
    uint32_t plans;      ///< plans that were started
    uint32_t plan_steps; ///< steps of the last one
    char log[STAGE_LOG];
} stage;

/// Then describe the domain with stage_type, …; call stage_ready; change def if needed; call stage_open.
void stage_begin(stage* s);
void stage_symbol(stage* s, const char* name, const char* more);
void stage_action(stage* s, const char* name, const char* pre, const char* effect, const char* cost);
void stage_goal(stage* s, const char* name, const char* condition, const char* priority);
void stage_held_goal(stage* s, const char* name, const char* condition, const char* priority, const char* relevant);
/// Compiles the domain and makes keys, blackboards and one activity per action, which takes one tick and writes the
/// action's effects.
void stage_ready(stage* s);
void stage_open(stage* s);
void stage_close(stage* s);

stage_activity* stage_activity_of(stage* s, const char* name);
/// Before stage_open: adds an activity that has no action of its name.
stage_activity* stage_add_activity(stage* s, const char* name);
void stage_set(stage* s, const char* key, int64_t value);
int64_t stage_get(const stage* s, const char* key);
/// Runs ticks of 0.1 s.
void stage_tick(stage* s, uint32_t count);
/// Compares the log since the last call with the expected one, and clears it.
void stage_expect(stage* s, const char* log);

#endif
