// Five sensors, each on its own interval: enemies, friends, health, ammunition, nodes. What they find are facts.

#ifndef ARENA_AI_SENSORS_SENSORS_H
#define ARENA_AI_SENSORS_SENSORS_H

#include "games/arena/rules/match.h"

/// Sources of facts.
typedef enum arena_sensor
{
    ARENA_SENSE_ENEMIES,
    ARENA_SENSE_FRIENDS,
    ARENA_SENSE_HEALTH,
    ARENA_SENSE_AMMO,
    ARENA_SENSE_NODES,
    ARENA_SENSORS,
} arena_sensor;

/// How far an agent sees, and how far it notices what is behind it.
#define ARENA_SIGHT (56 * ARENA_CELL)
#define ARENA_NOTICE (5 * ARENA_CELL)

/// Binds them, and behind them what prepares each tick of a mind: the target manager and the blackboard. False: out of
/// memory.
bool arena_sensors_bind(ploy_bindings* bindings);

/// One reading of each.
void arena_sense_agents(arena_agent* agent, bool enemies);
void arena_sense_pickups(arena_agent* agent, bool health);
void arena_sense_nodes(arena_agent* agent);

/// Is the place in the field of view, near enough, and no wall between?
bool arena_can_see(const arena_agent* agent, arena_vec at);
/// Felt, not seen.
void arena_note_event(arena_agent* agent, arena_event event, int64_t amount);

#endif
