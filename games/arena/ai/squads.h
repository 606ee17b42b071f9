// Squads of the arena: who belongs together, and what they are told to do.
//
// Domination: a squad for each point, which attacks it, in ways that change, and patrols there while it is held.
// Capture the Flag: attackers, who go for the flag and follow who carries it, and defenders at the base. Against all
// others there are none. Orders are keys and facts of the agents; they raise goals and may be overruled.

#ifndef ARENA_AI_SQUADS_H
#define ARENA_AI_SQUADS_H

#include <ploy/squad.h>

#include "games/arena/rules/match.h"

typedef struct arena_squads arena_squads;

/// For the sides that have squads. trace may be NULL. NULL when out of memory.
arena_squads* arena_squads_create(arena_match* match, const bool has_squads[ARENA_SIDES]);
/// Before its match. NULL is allowed.
void arena_squads_destroy(arena_squads* squads);
/// Before a step of the match: the living are enlisted, the dead leave, tasks are given.
void arena_squads_step(arena_squads* squads);

/// What they have in mind; the squads themselves go with the world. For arena_game_save.
void arena_squads_save(const arena_squads* squads, ploy_writer* writer);
/// False: not such a save.
bool arena_squads_load(arena_squads* squads, ploy_reader* reader);

/// What an agent's squad does and what it is told: "attack:move". "" without a squad. As snprintf does.
size_t arena_squads_command(const arena_squads* squads, const arena_agent* agent, char* text, size_t size);
/// Are both in one squad?
bool arena_squads_are_together(const arena_squads* squads, const arena_agent* a, const arena_agent* b);
/// Tasks of a kind that a side's squads have begun.
uint32_t arena_squads_tasks(const arena_squads* squads, uint32_t side, ploy_squad_task_kind kind);

#endif
