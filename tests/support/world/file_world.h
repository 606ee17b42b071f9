// A world from one file: one agent of each of its types, and for each action of its domains an activity that writes the
// action's effects to the blackboard within two ticks. A log lists the activities that start, finish and halt, in
// order.

#ifndef TEST_SUPPORT_WORLD_FILE_WORLD_H
#define TEST_SUPPORT_WORLD_FILE_WORLD_H

#include <ploy/io.h>
#include <ploy/save.h>

enum
{
    FILE_WORLD_AGENTS = 16,
    FILE_WORLD_DOINGS = 64,
};

/// What an activity does.
typedef struct file_doing
{
    struct file_world* in;
    const char* name;
    const ploy_domain* domain; ///< NULL: it has no effect and never ends
    uint32_t action;
    ploy_view* view;
} file_doing;

typedef struct file_world
{
    ploy_allocator allocator;
    ploy_file* file;
    ploy_blackboard_keys* keys; ///< the world's
    ploy_bindings* bindings;    ///< the world's
    file_doing doings[FILE_WORLD_DOINGS];
    uint32_t doing_count;
    ploy_mind* minds[FILE_WORLD_AGENTS]; ///< in the order of the agent types
    uint32_t mind_count;
    ploy_scheduler* scheduler;
    ploy_world* world;
    ploy_agent_id agents[FILE_WORLD_AGENTS];
    uint32_t halts_left; ///< ticks that the next halt still takes
    char log[4096];
} file_world;

typedef struct file_world_def
{
    const ploy_allocator* allocator; ///< NULL: the default
    const char* text;
    size_t bytes;
    const char* const* idle; ///< activities that never end, terminated by NULL; may be NULL
    uint32_t workers;        ///< 0: none
    uint32_t max_nodes;      ///< per tick; 0: no limit
    bool empty;              ///< without agents, as load requires
    const ploy_trace* trace; ///< or NULL
} file_world_def;

/// false when out of memory; close it then too. Fails the test when the file is invalid.
bool file_world_open(file_world* w, const file_world_def* def);
void file_world_close(file_world* w);
void file_world_tick(file_world* w, uint32_t times);
/// A key of the first agent's blackboard.
void file_world_set(file_world* w, const char* key, int64_t value);
int64_t file_world_get(file_world* w, const char* key);
ploy_agent* file_world_agent(file_world* w, uint32_t agent);
/// Loads the text again: a hot reload while the world runs.
void file_world_reload(file_world* w, const file_world_def* def);
/// Saves the world and loads it into `to`, which is empty.
void file_world_move(file_world* from, file_world* to);

#endif
