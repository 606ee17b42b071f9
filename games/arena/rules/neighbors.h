// Which agents are near a point: the library's spatial index, built once per step. Also how bodies move: they slide
// along walls and push each other apart.

#ifndef ARENA_RULES_NEIGHBORS_H
#define ARENA_RULES_NEIGHBORS_H

#include "games/arena/rules/match.h"

/// Agents of a side in queries of the index.
static inline uint32_t arena_side_mask(uint32_t side)
{
    return 1u << side;
}

/// Where an agent was when the step began, until somebody moves: these lie together, agents do not.
static inline arena_vec arena_neighbors_at(const arena_match* match, uint32_t index)
{
    ploy_point at = match->neighbors.items[index].position;
    return (arena_vec){at.x, at.y};
}

/// How far it had moved in the step before; not at all if it has died since.
static inline arena_vec arena_neighbors_moved(const arena_match* match, uint32_t index)
{
    return match->neighbors.moved[index];
}

/// Whether it was alive then.
static inline bool arena_neighbors_lived(const arena_match* match, uint32_t index)
{
    return match->neighbors.items[index].mask != 0;
}

bool arena_neighbors_make(arena_match* match, const ploy_tasks* tasks);
void arena_neighbors_free(arena_match* match);
/// Notes where an agent is, on any worker; then, with all agents noted, builds the index.
void arena_neighbors_place(arena_match* match, const arena_agent* agent);
void arena_neighbors_sort(arena_match* match);
/// Writes living agents within reach, and some that are a little farther, to neighbors.found. Returns how many. For
/// rules, which run on one thread; sensors query neighbors.index with a buffer of their own.
uint32_t arena_neighbors_find(arena_match* match, arena_vec at, int32_t reach);
/// The same into a list with room for all agents, on any worker.
uint32_t arena_neighbors_list(const arena_match* match, arena_vec at, int32_t reach, uint32_t* list);

/// Moves as far as walls allow. Where both axes together are blocked, each axis is tried alone. Returns where it is then.
arena_vec arena_body_move(arena_agent* agent, arena_vec by);
/// Notes where the agent stands after its walk and whether it touches a pickup there, on any worker.
void arena_bodies_note(arena_agent* agent);
/// Pushes overlapping bodies apart a little, once all are noted.
void arena_bodies_part(arena_match* match);
/// After that and until arena_bodies_clear: may somebody but that agent be within reach of the line? On any worker.
bool arena_bodies_near(const arena_match* match, arena_vec from, arena_vec to, int32_t reach, uint32_t without);
void arena_bodies_clear(arena_match* match);

#endif
