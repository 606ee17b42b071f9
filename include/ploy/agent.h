/// Agents and the world that ticks them.
///
/// A world holds agents as ids, hundreds of thousands if need be, each with a self (<ploy/mind.h>): a mind that decides
/// for it, a board, facts, sensors, a stream of random numbers. A tick senses, thinks, works and acts, in this order
/// and each for all agents whose turn it is before the next, so the result does not depend on the number of threads.

#ifndef PLOY_AGENT_H
#define PLOY_AGENT_H

#include <ploy/know.h>
#include <ploy/mind.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ploy_world ploy_world;

/// Zero is no agent. The id of an agent that is gone does not come back.
typedef struct ploy_agent_id
{
    uint32_t index1;
    uint32_t generation;
} ploy_agent_id;

typedef struct ploy_world_def
{
    uint32_t cookie;
    ploy_allocator allocator;
    ploy_tasks tasks;          ///< zeroed: everything on the calling thread
    ploy_board_keys* keys;     ///< of the world's board, the squads' and the agents'; NULL: no boards
    ploy_fact_kinds* kinds;    ///< of the agents' facts; NULL: no facts
    ploy_abilities* abilities; ///< or NULL; for texts of reasons
    uint32_t groups;           ///< agents are ticked in so many groups, one a tick; default 1
    uint32_t max_nodes;        ///< nodes searched a tick, all agents together; 0: no limit (default)
    uint32_t max_sensings;     ///< sensor readings a tick, all agents together; 0: no limit (default)
    uint64_t seed;             ///< of the agents' random numbers
    uint32_t capacity;         ///< agents that need no more memory; default 64
    const ploy_trace* trace;   ///< or NULL; must outlive the world
    void* user;
} ploy_world_def;

PLOY_API ploy_world_def ploy_world_def_default(void);
/// NULL when out of memory.
PLOY_API ploy_world* ploy_world_create(const ploy_world_def* def);
/// Ends all agents. Not inside a tick. NULL is allowed.
PLOY_API void ploy_world_destroy(ploy_world* world);

/// Time goes on by dt microseconds, at least 0. Agents of this tick's group are told the time since their last one.
PLOY_API void ploy_world_tick(ploy_world* world, int64_t dt);
PLOY_API int64_t ploy_world_now(const ploy_world* world);
PLOY_API uint64_t ploy_world_ticks(const ploy_world* world);
/// NULL when the world has no keys.
PLOY_API ploy_board* ploy_world_board(const ploy_world* world);
PLOY_API void* ploy_world_user(const ploy_world* world);

typedef struct ploy_agent_def
{
    uint32_t cookie;
    ploy_mind* mind;      ///< must outlive the agent; NULL: nobody decides
    void* user;           ///< goes into self
    ploy_board* parent;   ///< of its board, a squad's, say; NULL: the world's
    uint64_t sensors;     ///< bit s: it has sensor s of the world; default all
    bool no_board;        ///< though the world has keys
    bool no_facts;        ///< though the world has kinds
    uint32_t trace_level; ///< a ploy_trace_level, at most the world's; default everything
} ploy_agent_def;

PLOY_API ploy_agent_def ploy_agent_def_default(void);

/// Also inside callbacks of act and of sensors that are not parallel: it is ticked from the next tick of its group on.
/// The zero id when out of memory.
PLOY_API ploy_agent_id ploy_agent_create(ploy_world* world, const ploy_agent_def* def);
/// Also inside such callbacks, even its own: it is not ticked any more, and gone when the tick ends. PLOY_NOT_FOUND: it
/// was gone already.
PLOY_API ploy_status ploy_agent_destroy(ploy_world* world, ploy_agent_id agent);
/// NULL: it is gone.
PLOY_API ploy_self* ploy_agent_self(const ploy_world* world, ploy_agent_id agent);
/// The agent's world.
PLOY_API ploy_world* ploy_self_world(const ploy_self* self);
PLOY_API ploy_agent_id ploy_self_id(const ploy_self* self);
/// Ends the old mind, begins the new (NULL: none), at once or, inside a tick, when it ends.
PLOY_API ploy_status ploy_agent_set_mind(ploy_world* world, ploy_agent_id agent, ploy_mind* mind);
PLOY_API uint32_t ploy_world_agent_count(const ploy_world* world);
/// In order of index: the first after this one (zero: of all). Zero: no more.
PLOY_API ploy_agent_id ploy_world_next_agent(const ploy_world* world, ploy_agent_id after);

/// A newer edition of a mind's data takes over for all its agents when the tick ends (at once outside one): what still
/// fits is carried over. The old mind may be destroyed after that.
PLOY_API ploy_status ploy_world_replace_mind(ploy_world* world, ploy_mind* old, ploy_mind* fresh);

#ifdef __cplusplus
}
#endif

#endif
