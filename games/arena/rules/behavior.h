// How agents behave, in numbers that a spectator would agree with: how long goals last, how many are finished, how often
// an agent dithers, stands in view of an enemy, reloads without shelter. Minds report goals and plans, the weapons
// manager reloads and shots, a step counts the rest. Counting changes nothing in the match.
//
//   goals     started -> finished or aborted, in steps. Whoever has no goals reports states, leaves or options.
//   samples   five times per second, as often as positions are recorded: who is alive, who stands in view of an enemy, which squad fights

#ifndef ARENA_RULES_BEHAVIOR_H
#define ARENA_RULES_BEHAVIOR_H

#include "games/arena/rules/match.h"

/// Steps between two samples.
#define ARENA_SAMPLE 12
/// Goals that last longer count as this many steps.
#define ARENA_LONGEST_GOAL 3600

/// Of a side.
typedef struct arena_conduct
{
    uint32_t goals, finished;                ///< that ended, in any way; that were finished
    uint32_t under_second;                   ///< goals that lasted less than a second
    uint32_t returns;                        ///< A, B, then A again within two seconds
    uint32_t fight_plans, fight_one_step;    ///< plans made with a known enemy or under fire; of one step
    uint32_t plans, one_step;                ///< all plans; of one step
    uint32_t samples, still;                 ///< of living agents; standing with an enemy in view
    uint32_t reloads, sheltered_reloads;     ///< whole; mostly in motion or out of every enemy's sight
    uint32_t blind_shots, blind_near;        ///< fired blindly; within 30 degrees of the attacker
    uint32_t squad_fights, flanked_fights;   ///< of two members or more; from two lines more than 60 degrees apart
    bool has_outcomes;                       ///< its goals can be finished; false: only their length is known
    uint32_t lasted[ARENA_LONGEST_GOAL + 1]; ///< goals by length
} arena_conduct;

typedef struct arena_behavior arena_behavior;

/// Counts from now on. NULL: out of memory.
arena_behavior* arena_behavior_create(arena_match* match);
/// NULL is allowed.
void arena_behavior_destroy(arena_behavior* behavior);
const arena_conduct* arena_behavior_of(const arena_behavior* behavior, uint32_t side);
/// The median length of goals in steps; 0: there are none.
uint32_t arena_conduct_median(const arena_conduct* conduct);

// Reports. All of them do nothing in a match without behavior.

void arena_behavior_start_goal(const arena_agent* agent, uint32_t goal);
void arena_behavior_end_goal(const arena_agent* agent, bool is_finished);
/// For minds without goals: the state that the agent is in.
void arena_behavior_state(const arena_agent* agent, uint32_t state);
void arena_behavior_plan(const arena_agent* agent, uint32_t steps);
void arena_behavior_blind_shot(const arena_agent* agent, arena_vec direction);
/// The agent has fired or died: the next arena_behavior_step checks it.
static inline void arena_behavior_note(const arena_agent* agent)
{
    agent->match->notes.news[agent->index] = 1;
}

/// Call it after each step of the match.
void arena_behavior_step(arena_behavior* behavior);

#endif
