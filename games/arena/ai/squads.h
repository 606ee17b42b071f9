// Squads of the arena: who is in which squad, and the squads' tasks.
//
// Domination: one squad per point. Capture the Flag: attackers and defenders. Modes without teams have no squads. What a
// squad does is a plan of a task network (squad_plan.h). Orders are keys and facts of the agents; they raise priorities,
// and an agent may still do something else.

#ifndef ARENA_AI_SQUADS_H
#define ARENA_AI_SQUADS_H

#include <ploy/io.h>
#include <ploy/squad.h>

#include "games/arena/rules/match.h"

typedef struct arena_squads arena_squads;

/// For the sides that have squads, with the network of a file that arena_squad_network_check accepts and that outlives
/// them. NULL when out of memory.
arena_squads* arena_squads_create(arena_match* match, const ploy_file* const tactics[ARENA_SIDES]);
/// Before its match. NULL is allowed.
void arena_squads_destroy(arena_squads* squads);
/// Call it before each step of the match: living agents join, dead ones leave, squads get tasks.
void arena_squads_step(arena_squads* squads);

/// Saves the squads' plans; the world saves the squads themselves. For arena_game_save.
void arena_squads_save(const arena_squads* squads, ploy_writer* writer);
/// False: not such a save.
bool arena_squads_load(arena_squads* squads, ploy_reader* reader);

/// Writes what an agent's squad does and the agent's order: "attack:move"; "" without a squad. Returns as snprintf
/// does.
size_t arena_squads_command(const arena_squads* squads, const arena_agent* agent, char* text, size_t size);
/// Are both in one squad?
bool arena_squads_are_together(const arena_squads* squads, const arena_agent* a, const arena_agent* b);
/// How many tasks of a kind the squads of a side have started.
uint32_t arena_squads_tasks(const arena_squads* squads, uint32_t side, ploy_squad_task_kind kind);

#endif
