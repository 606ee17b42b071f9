// A mind for tests of worlds. Each tick it draws a random number and sometimes requests a search of some nodes. It
// counts every callback. The test supplies what it does in act.

#ifndef TEST_SUPPORT_MIND_PLAIN_MIND_H
#define TEST_SUPPORT_MIND_PLAIN_MIND_H

#include <ploy/world.h>

typedef struct plain_memory
{
    uint64_t thoughts;
    uint64_t acts;
    uint64_t last_draw;
    uint64_t answers;  ///< searches that were finished
    int64_t time;      ///< sum of all dt
    uint32_t wanted;   ///< nodes still to be searched
    uint32_t migrated; ///< migrations to a newer version
} plain_memory;

typedef struct plain_mind
{
    ploy_mind base;
    ploy_allocator allocator;
    void (*act)(ploy_agent* agent, void* user); ///< or NULL
    void (*end)(ploy_agent* agent, void* user); ///< or NULL
    void* user;
    uint32_t want;       ///< nodes that a search takes at most; 0: it never searches
    ploy_agent** agents; ///< its agents, by index
    uint32_t self_count, self_capacity;
    uint32_t next; ///< the agent that is searched for first: index plus one
    uint32_t begun, ended;
    uint32_t most_nodes; ///< the largest node budget it was given
    ploy_status begin_status;
} plain_mind;

/// NULL when out of memory.
plain_mind* plain_mind_create(const ploy_allocator* allocator);

static inline plain_memory* plain_memory_of(const ploy_agent* agent)
{
    return (plain_memory*)agent->mind_data;
}

#endif
