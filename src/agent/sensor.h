// Sensors: when each agent reads which. Readings that are due when the agent is ticked are ready; with a budget only
// the longest overdue are, so whoever had to wait goes before all who were read meanwhile, and nobody starves.

#ifndef PL_AGENT_SENSOR_H
#define PL_AGENT_SENSOR_H

#include <ploy/world.h>

#include "base/containers/names.h"

typedef struct pl_sensor
{
    ploy_sense_fn* sense;
    void* user;
    int64_t interval;
    int64_t offset;
} pl_sensor;

/// A reading that is due.
typedef struct pl_reading
{
    int64_t due;
    uint32_t agent; ///< index
    uint32_t sensor;
} pl_reading;

typedef struct pl_sensors
{
    pl_sensor list[PLOY_MAX_SENSORS];
    uint32_t count;
    uint64_t parallel; ///< bit s: sensor s may read on any thread
    pl_names names;
    pl_reading* chosen; ///< a heap with the least overdue on top; room for the budget
    uint32_t chosen_count;
    uint32_t taken; ///< in the last tick
    uint32_t late;
} pl_sensors;

/// The agents of a tick: rows of them, the first row and then each so many on.
typedef struct pl_turn
{
    ploy_world* world;
    uint32_t first; ///< row
    uint32_t groups;
    uint32_t row; ///< agents of one
    uint32_t count;
} pl_turn;

/// The index of its agent i < count.
static inline uint32_t pl_turn_index(const pl_turn* turn, uint32_t i)
{
    return (i / turn->row * turn->groups + turn->first) * turn->row + i % turn->row;
}

/// budget 0: no limit. false when out of memory.
bool pl_sensors_init(pl_sensors* sensors, const ploy_allocator* allocator, uint32_t budget);
void pl_sensors_destroy(pl_sensors* sensors, const ploy_allocator* allocator, uint32_t budget);

/// When the agent at an index that is made now reads each sensor for the first time.
void pl_sensors_begin(const pl_sensors* sensors, uint32_t index, int64_t now, int64_t* due);

/// Reads what is ready for the agents of this turn, whose time has been set.
void pl_sense(pl_turn* turn);

#endif
