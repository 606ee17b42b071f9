/// Where the time of a world goes: phases of a tick, minds, sensors, activities, single agents.
///
///   static uint64_t read_clock(void* user) { return my_nanoseconds(); }
///   ploy_world* world = ploy_world_create(&(ploy_world_def){.clock = read_clock});
///   ...
///   ploy_profile profile = ploy_world_get_profile(world);
///   printf("acting took %llu ns in %llu ticks\n", profile.phases[PLOY_PHASE_ACT], profile.ticks);
///
/// The library reads no clock of its own: ploy_world_def.clock is the game's, in any unit, and may be called on any
/// thread. Times are in its unit, less what the readings cost. It changes nothing but the time a tick takes: two readings per agent for thinking and
/// for acting, per sensor update and per callback of an activity. Without a clock nothing is measured and nothing is
/// lost, nor in a tick at whose begin the clock says UINT64_MAX.

#ifndef PLOY_PROFILE_H
#define PLOY_PROFILE_H

#include <ploy/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The parts of a tick, in order.
typedef enum ploy_phase
{
    PLOY_PHASE_SQUADS, ///< reservations and squads
    PLOY_PHASE_SENSE,  ///< agents get the time, sensors update
    PLOY_PHASE_THINK,  ///< with the former in one, when there are no sensors
    PLOY_PHASE_WORK,   ///< searches
    PLOY_PHASE_ACT,    ///< minds that act on the workers
    PLOY_PHASE_APPLY,  ///< minds that act on one thread, and deferred calls
    PLOY_PHASE_SETTLE, ///< agents come and go, minds change
    PLOY_PHASE_COUNT
} ploy_phase;

/// "squads", "sense" and so on.
PLOY_API const char* ploy_phase_name(ploy_phase phase);

/// All calls of one sensor or activity.
typedef struct ploy_profile_row
{
    const char* name;
    uint64_t calls;
    uint64_t time; ///< on all workers together
} ploy_profile_row;

/// All calls of one mind.
typedef struct ploy_profile_mind
{
    const ploy_mind* mind;     ///< may be gone
    const char* kind;          ///< of the mind: "goap", "bt" and so on
    uint64_t calls;            ///< of think and act
    uint64_t think, work, act; ///< think and act: on all workers together; work: of the calling thread
} ploy_profile_mind;

/// Sums since the world was created. The lists are valid until the next tick.
typedef struct ploy_profile
{
    uint64_t ticks;                    ///< that were timed
    uint64_t time;                     ///< of all phases
    uint64_t longest_tick;             ///< time of one tick
    uint64_t phases[PLOY_PHASE_COUNT]; ///< as the calling thread sees them, from the begin to the end of each
    const ploy_profile_mind* minds;    ///< in the order in which they first had agents
    uint32_t mind_count;
    const ploy_profile_row* sensors; ///< by index in the bindings
    uint32_t sensor_count;
    const ploy_profile_row* activities; ///< likewise
    uint32_t activity_count;
    ploy_agent_id worst_agent; ///< of the last tick: the one that took longest to think and act; zero: none
    uint64_t worst_time;       ///< its time
} ploy_profile;

/// Zeroed without a clock. Not inside a tick.
PLOY_API ploy_profile ploy_world_get_profile(const ploy_world* world);
/// Time that the agent took to think and act in the last tick. 0: it was not its turn, it is gone, or the tick was not
/// timed.
PLOY_API uint64_t ploy_agent_get_time(const ploy_world* world, ploy_agent_id id);

#ifdef __cplusplus
}
#endif

#endif
