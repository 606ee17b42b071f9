// Sensors: when each agent updates which. Updates that are due when the agent is ticked are ready; with a budget only the
// longest overdue are, so an update that had to wait goes before all that were made meanwhile, and none starves.

#ifndef PL_AGENT_SENSOR_H
#define PL_AGENT_SENSOR_H

#include <ploy/world.h>

typedef struct pl_sensor
{
    const ploy_sensor_def* def; ///< of the bindings: its callback may be bound again
    int64_t interval;
    int64_t offset;
    bool has_times; ///< set by a file, not by the binding
} pl_sensor;

/// A sensor update that is due.
typedef struct pl_sensor_update
{
    int64_t due;
    uint32_t agent; ///< index
    uint32_t sensor;
} pl_sensor_update;

typedef struct pl_sensors
{
    pl_sensor list[PLOY_MAX_SENSORS]; ///< by index in the bindings
    uint32_t count;                   ///< 0 until the world is sealed
    uint64_t parallel;                ///< bit s: sensor s may update on any thread
    pl_sensor_update* chosen;         ///< a heap with the least overdue on top; room for the budget
    uint32_t chosen_count;
    uint32_t taken; ///< in the last tick
    uint32_t late;
} pl_sensors;

/// The agents of a tick: rows of them, the first row and then every `groups` rows one more.
typedef struct pl_turn
{
    ploy_world* world;
    uint32_t first; ///< row
    uint32_t groups;
    uint32_t row; ///< agents of a row
    uint32_t count;
} pl_turn;

/// The index of its agent i < count; it grows with i.
static inline uint32_t pl_turn_index(const pl_turn* turn, uint32_t i)
{
    if (turn->groups == 1) return i; // most worlds: no division
    return (i / turn->row * turn->groups + turn->first) * turn->row + i % turn->row;
}

/// A walk over agents of a turn, without a division for each.
typedef struct pl_turn_walk
{
    uint32_t index; ///< of the agent
    uint32_t left;  ///< agents of its row from it on
} pl_turn_walk;

static inline pl_turn_walk pl_turn_walk_from(const pl_turn* turn, uint32_t i)
{
    return (pl_turn_walk){pl_turn_index(turn, i), turn->row - i % turn->row};
}

static inline void pl_turn_walk_on(const pl_turn* turn, pl_turn_walk* walk)
{
    ++walk->index;
    if (--walk->left > 0) return;
    walk->index += (turn->groups - 1) * turn->row;
    walk->left = turn->row;
}

/// budget 0: no limit. false when out of memory.
bool pl_sensors_init(pl_sensors* sensors, const ploy_allocator* allocator, uint32_t budget);
void pl_sensors_destroy(pl_sensors* sensors, const ploy_allocator* allocator, uint32_t budget);

/// The sensors of the bindings, from now on.
void pl_sensors_seal(pl_sensors* sensors, const ploy_bindings* bindings);

/// When the agent at an index that is created now updates each sensor for the first time.
void pl_sensors_begin(const pl_sensors* sensors, uint32_t index, int64_t now, int64_t* due);

/// Advances the time of the agents of this turn and makes the updates that are ready.
void pl_sense(pl_turn* turn);

#endif
