// A small stage for GOAP minds: a domain from text, boards, an agent whose activities do what the test says, and a log
// of everything that happens as words.

#ifndef TEST_SUPPORT_MIND_GOAP_STAGE_H
#define TEST_SUPPORT_MIND_GOAP_STAGE_H

#include <ploy/goap.h>

typedef struct stage_activity
{
    char name[32];
    struct stage* stage;
    uint32_t ticks;     ///< performs until it ends; 0: ends in start
    ploy_outcome end;   ///< how
    uint32_t halts;     ///< times its halt is busy
    bool is_valid;      ///< what valid answers
    bool is_viable;     ///< what viable answers
    const char* writes; ///< set on the board when it succeeds: "key=value,…"; NULL: nothing
    uint32_t performed;
    uint32_t halted;
    int64_t port;
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
    bool logs_calls;     ///< activities' calls too, not only what actions and goals tell
    uint32_t plans;      ///< that were taken
    uint32_t plan_steps; ///< of the last of them
    char log[STAGE_LOG];
} stage;

/// Describe the domain after this, with stage_type, …; then stage_ready; then, if need be, change def; then stage_open.
void stage_begin(stage* s);
void stage_symbol(stage* s, const char* name, const char* more);
void stage_action(stage* s, const char* name, const char* pre, const char* effect, const char* cost);
void stage_goal(stage* s, const char* name, const char* condition, const char* priority);
/// Compiles, makes keys, boards, and an activity for each action that takes one tick and writes its effects.
void stage_ready(stage* s);
void stage_open(stage* s);
void stage_close(stage* s);

stage_activity* stage_activity_of(stage* s, const char* name);
/// Before stage_open: an activity that no action is named after.
stage_activity* stage_add_activity(stage* s, const char* name);
void stage_set(stage* s, const char* key, int64_t value);
int64_t stage_get(const stage* s, const char* key);
/// Ticks of 0.1 s.
void stage_tick(stage* s, uint32_t count);
/// Compares the log since the last call, and clears it.
void stage_expect(stage* s, const char* log);

#endif
