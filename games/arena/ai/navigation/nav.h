// The navigation manager turns the mode on the blackboard (go, chase, keep a distance, hide, dodge …) into a goal node
// and walks there. Its status on the blackboard:
//
//   UNSET --a mode is set--> INCOMPLETE --arrived--> COMPLETE
//     ^                          |
//     '------ no path -----------'   (the mode is STAY again)

#ifndef ARENA_AI_NAVIGATION_NAV_H
#define ARENA_AI_NAVIGATION_NAV_H

#include "games/arena/rules/match.h"

void arena_nav_step(arena_agent* agent);
/// Does its step depend on where other agents have got to in theirs?
bool arena_nav_needs_others(const arena_agent* agent);
/// While the match is spread over workers, requests wait; this sends them, in order of agents.
void arena_nav_send_requests(arena_match* match);
/// Answers the path requests of this step.
void arena_nav_search(arena_match* match);

/// Choose nodes. PLOY_NONE: there is none.
uint32_t arena_pick_anywhere(arena_agent* agent);
uint32_t arena_pick_around(arena_agent* agent, uint32_t node);
/// The best known position of the role, at about that distance from the target.
uint32_t arena_pick_position(const arena_agent* agent, arena_role role, int32_t distance);
/// A few cells to the side of the target's direction, or away from the target.
uint32_t arena_pick_sidestep(arena_agent* agent, int32_t cells);
uint32_t arena_pick_retreat(const arena_agent* agent, int32_t cells);

/// A step aside, and toward the target (1), away from it (-1) or neither (0).
uint32_t arena_pick_step(arena_agent* agent, int32_t ahead, int32_t cells);
/// A known position that sees the target at about that distance, from another side than a teammate does.
uint32_t arena_pick_flank(const arena_agent* agent, int32_t distance);

/// Moves to a node, straight or along a path.
void arena_path_seek(arena_agent* agent, uint32_t goal);
/// One step along the path. True: it has arrived.
bool arena_path_walk(arena_agent* agent);
void arena_path_clear(arena_agent* agent);
/// Bends the direction of a squad member toward its squad.
arena_vec arena_flock(arena_agent* agent, arena_vec direction);

#endif
