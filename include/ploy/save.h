/// Saves of running worlds: all that decides what happens next, as bytes, so that a loaded world goes on bit for bit.
///
/// A save holds the world's time, its blackboard, its agents with their ids, boards, facts, random numbers and sensors'
/// timers, what their minds remember, and its squads. It does not hold what the game made the world from (keys, kinds,
/// sensors, minds, callbacks) or what belongs to the game: load takes a fresh world that was made in the same way.

#ifndef PLOY_RECORD_H
#define PLOY_RECORD_H

#include <ploy/world.h>
#include <ploy/stream.h>
#include <ploy/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a save cannot hold, by the numbers that stand for it: the same lists in the same order for save and load.
typedef struct ploy_save_def
{
    ploy_mind* const* minds; ///< every mind that an agent of the world has; for load fresh ones, without agents
    uint32_t mind_count;
    /// Every blackboard that an agent's hangs below, but for the world's and the squads'; saved too. Default none.
    ploy_blackboard* const* blackboards;
    uint32_t board_count;
    void* (*user_of)(ploy_agent_id agent, void* context); ///< load: what goes into the agent's agent; NULL: NULL
    void* context;
} ploy_save_def;

/// Not inside a tick. Writers that only count are welcome. PLOY_OK, also when it did not fit (ask ploy_writer_fits);
/// PLOY_NOT_FOUND: a mind or a blackboard is not in the lists; PLOY_OUT_OF_MEMORY: of the world's allocator.
PLOY_API ploy_status ploy_world_save(const ploy_world* world, const ploy_save_def* def, ploy_writer* writer);

/// Into a world that never had an agent or a tick, made with the same keys, kinds, sensors and groups. Reads as much as
/// was written, so a game's own data may follow. No observer and no begin is called. PLOY_INVALID: not a save, cut,
/// damaged, or of a world of another shape; PLOY_NOT_SUPPORTED: of another version, or the world is not fresh;
/// PLOY_OUT_OF_MEMORY. error (may be NULL) says more. After a failure the world and the boards are as they were, and
/// minds whose agents had been loaded were told the end of them; destroy those minds.
PLOY_API ploy_status ploy_world_load(ploy_world* world, const ploy_save_def* def, ploy_reader* reader,
                                     ploy_error* error);

/// Of all that a save holds: worlds with equal hashes go on in the same way. Not inside a tick. 0: out of memory.
PLOY_API uint64_t ploy_world_hash(const ploy_world* world);

// Domains as bytes, for a recording that is to be asked about without the game's files.

/// The description of a compiled domain, without its bindings. A writer that only counts is welcome.
PLOY_API void ploy_domain_save(const ploy_domain* domain, ploy_writer* writer);

/// A domain with the same indices, compiled; its callbacks are not bound. allocator NULL: the default. PLOY_INVALID:
/// not a domain, cut or damaged; error (may be NULL) says more. PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_domain_load(const ploy_allocator* allocator, ploy_reader* reader, ploy_domain** domain,
                                      ploy_error* error);

#ifdef __cplusplus
}
#endif

#endif
