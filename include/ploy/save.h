/// Saves of running worlds: all that decides what happens next, as bytes, so that a loaded world goes on bit for bit.
///
/// A save holds the world's time, its blackboard, its agents with their ids, blackboards, memories, random numbers and
/// sensor timers, the state of their minds, its squads and reservations. It does not hold what the game made the world
/// from (bindings, files, keys, fact types) or what belongs to the game: load takes a fresh world that was made in the
/// same way, with the same files.

#ifndef PLOY_SAVE_H
#define PLOY_SAVE_H

#include <ploy/world.h>
#include <ploy/stream.h>
#include <ploy/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a save cannot hold: the same lists in the same order for save and load.
typedef struct ploy_save_def
{
    ploy_mind* const* minds; ///< those that agents have and the world does not own; for load fresh ones, without agents
    uint32_t mind_count;
    /// Every blackboard that is the parent of an agent's, but for the world's and the squads'; saved too. Default none.
    ploy_blackboard* const* blackboards;
    uint32_t blackboard_count;
    void* (*user_of)(ploy_agent_id agent, void* context); ///< load: what goes into ploy_agent.user; NULL: NULL
    void* context;
} ploy_save_def;

/// def may be NULL. Not inside a tick. A writer without memory counts the bytes. PLOY_OK, also when it did not fit (check
/// with ploy_writer_fits); PLOY_NOT_FOUND: a mind or a blackboard is not in the lists; PLOY_OUT_OF_MEMORY: of the world's
/// allocator.
PLOY_API ploy_status ploy_world_save(ploy_world* world, const ploy_save_def* def, ploy_writer* writer);

/// Into a world that never had an agent or a tick. def may be NULL. Reads as much as was written, so a game's own data
/// may follow. No observer and no begin is called. PLOY_INVALID: not a save, cut, damaged, or of a world with other keys,
/// fact types, sensors or groups; PLOY_NOT_SUPPORTED: of another version, or the world is not fresh; PLOY_OUT_OF_MEMORY.
/// error (may be NULL) says more. After a failure the world and the blackboards are as they were; minds whose agents had
/// been loaded have ended them: destroy those minds.
PLOY_API ploy_status ploy_world_load(ploy_world* world, const ploy_save_def* def, ploy_reader* reader,
                                     ploy_error* error);

/// Of all that a save holds: worlds with equal hashes go on in the same way. Not inside a tick. 0: out of memory.
PLOY_API uint64_t ploy_world_hash(ploy_world* world);

#ifdef __cplusplus
}
#endif

#endif
