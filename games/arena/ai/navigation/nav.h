// The navigation manager: turns what the board asks for (go there, chase, keep your distance, hide, dodge …) into a
// node to be at, and walks there. Its status on the board is a machine:
//
//   UNSET --a mode is asked for--> INCOMPLETE --there--> COMPLETE
//     ^                               |
//     '---- nowhere to go, no way ----'   (and the mode is STAY again)

#ifndef ARENA_AI_NAVIGATION_NAV_H
#define ARENA_AI_NAVIGATION_NAV_H

#include "games/arena/rules/match.h"

void arena_nav_step(arena_agent* agent);
/// All that was asked for in this step is looked for now.
void arena_nav_search(arena_match* match);

/// Choosing nodes: PLOY_NONE when there is none.
uint32_t arena_pick_anywhere(arena_agent* agent);
uint32_t arena_pick_around(arena_agent* agent, uint32_t node);
/// The best known position of the role, from which an attack is at about that distance.
uint32_t arena_pick_position(const arena_agent* agent, arena_role role, int32_t distance);
/// A few cells to the side of whom it faces, or away from it.
uint32_t arena_pick_sidestep(arena_agent* agent, int32_t cells);
uint32_t arena_pick_retreat(const arena_agent* agent, int32_t cells);

/// Ways: to a node straight or by a search.
void arena_way_seek(arena_agent* agent, uint32_t goal);
/// A step on the way; true when it ends there.
bool arena_way_walk(arena_agent* agent);
void arena_way_clear(arena_agent* agent);
/// In a squad: the direction bent towards staying together.
arena_vec arena_flock(arena_agent* agent, arena_vec way);

#endif
