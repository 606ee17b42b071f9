// Five sensors, each with its own interval: enemies, friends, health, ammunition, nodes. They write facts.

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
    // No sources:
    ARENA_SENSE_PREPARE = ARENA_SENSORS, ///< prepares the minds of all agents, once all have sensed
    ARENA_SENSE_AWAKE,                   ///< in a crowd, notes who senses
    ARENA_SENSE_PREPARE_ALONE,           ///< in place of the first where nobody depends on others: on any worker
} arena_sensor;

/// Binds them, and behind them what prepares each tick of a mind: the target manager and the blackboard. False: out of
/// memory.
bool arena_sensors_bind(ploy_bindings* bindings, const arena_tactics* tactics);
/// One bit per sensor that the agents of a match do not have.
uint64_t arena_sensors_off(const arena_match* match, bool is_traced);

/// One update of each.
void arena_sense_agents(arena_agent* agent, bool enemies);
void arena_sense_pickups(arena_agent* agent, bool health);
void arena_sense_nodes(arena_agent* agent);

/// Is the point in the field of view, near enough, and without a wall in between?
bool arena_can_see(const arena_agent* agent, arena_vec at);
/// Remembers an event that the agent felt, and where it came from.
void arena_note_event(arena_agent* agent, arena_event event, int64_t amount, arena_vec from);
/// A wound tells where the shot came from, not how far away the attacker is: remembers an enemy that it did not see.
void arena_sense_shot(arena_agent* agent, const arena_agent* by, int32_t amount, arena_vec from);
/// Where it believes that a shot from there came from: the farthest place in that direction, up to the believed
/// distance, that it can walk to. On any worker.
arena_vec arena_believed_origin(const arena_agent* agent, arena_vec by);
/// Where the last shot that hurt the agent came from. False: it does not remember one.
bool arena_recall_shot(const arena_agent* agent, arena_vec* from);

#endif
