// An agent of the arena: its body, what it carries, and what its managers keep. Minds see it only through its board,
// facts and abilities.

#ifndef ARENA_RULES_AGENT_H
#define ARENA_RULES_AGENT_H

#include <ploy/world.h>
#include <ploy/path_service.h>

#include "games/arena/ai/knowledge.h"
#include "games/arena/setup/agent_types.h"
#include "games/arena/map/vec.h"
#include "games/arena/setup/weapons.h"

typedef struct arena_match arena_match;
typedef struct arena_agent arena_agent;

#define ARENA_FULL_HEALTH 100
#define ARENA_LOW_HEALTH 40
/// Units a step: 12 cells a second.
#define ARENA_SPEED_RUN 205
/// How near a projectile must pass to hit.
#define ARENA_BODY 700
/// Corners of a way that are kept; a longer one is asked for again at the last of them.
#define ARENA_WAY 48

/// What to do with the weapons. Moving is another matter: both at once are the rule.
typedef enum arena_fire_mode
{
    ARENA_FIRE_NOT,
    ARENA_FIRE_AT_TARGET, ///< whenever it is seen, in range, and the weapon loaded
    ARENA_FIRE_MELEE,     ///< whenever it is in reach
    ARENA_FIRE_BLIND,     ///< anywhere
} arena_fire_mode;

typedef enum arena_arms_request
{
    ARENA_ARMS_NOTHING,
    ARENA_ARMS_RELOAD,
    ARENA_ARMS_CHANGE, ///< to the best other weapon with rounds
} arena_arms_request;

/// Where to go. Each but the first is a way of choosing a node.
typedef enum arena_nav_mode
{
    ARENA_NAV_STAY,
    ARENA_NAV_GO,         ///< to NAV_NODE
    ARENA_NAV_ROAM,       ///< anywhere, for ever
    ARENA_NAV_PATROL,     ///< around NAV_NODE, for ever
    ARENA_NAV_CHASE,      ///< after the target
    ARENA_NAV_KEEP_LONG,  ///< an attack position at the weapon's best distance, and sideways there
    ARENA_NAV_KEEP_SHORT, ///< the same, nearer
    ARENA_NAV_COVER,      ///< where the target does not see it
    ARENA_NAV_DODGE,      ///< a few cells sideways, out of the line of fire
    ARENA_NAV_RETREAT,    ///< a few cells away from the target
    ARENA_NAV_FOLLOW,     ///< the agent NAV_NODE names, by index
} arena_nav_mode;

typedef struct arena_arms
{
    uint32_t weapon; ///< in hand
    int32_t loaded[ARENA_GUNS], reserve[ARENA_GUNS];
    uint32_t ready_at;    ///< the step of the next shot at the earliest
    uint32_t reloaded_at; ///< 0: not reloading
    arena_vec blind;      ///< where it fires blindly
} arena_arms;

/// What the board says of an agent's arms.
typedef struct arena_shown
{
    bool is_set; ///< false: whatever it says is not of this life
    uint32_t weapon;
    int32_t loaded[ARENA_GUNS], reserve[ARENA_GUNS];
} arena_shown;

typedef struct arena_target
{
    uint32_t agent1; ///< index plus one; 0: none
    bool visible, aims;
    arena_vec at; ///< where it is, or was last seen
    int32_t distance;
} arena_target;

typedef struct arena_nav
{
    uint32_t mode;     ///< arena_nav_mode under way
    uint32_t goal;     ///< node; PLOY_NONE: none
    uint32_t renew_at; ///< step at which the goal is thought over
    uint32_t way[ARENA_WAY];
    uint32_t way_count, way_at;
    bool way_cut;        ///< the goal lies beyond the way
    bool asked;          ///< an answer is awaited
    bool wants;          ///< it wants to move now
    bool pausing;        ///< it is where it should be for the moment
    bool side;           ///< strafing to the left or to the right
    arena_vec heading;   ///< direction of its last step
    int64_t nearest;     ///< to the next corner so far: distance
    uint32_t nearest_at; ///< the step of that
    arena_vec mark;      ///< where it was when it last had gone a cell
    uint32_t mark_at;
} arena_nav;

typedef struct arena_score
{
    int32_t score;
    uint32_t kills, deaths, rounds_won;
    uint32_t shots, hits;          ///< projectiles and blows
    uint32_t fired[ARENA_WEAPONS]; ///< shots and blows of each weapon
    int64_t mate_cells;            ///< summed distance to team mates
    uint32_t mate_count;
    int64_t near_cells; ///< summed distance to the nearest of them
    uint32_t near_count;
    int64_t squad_cells; ///< summed distance to those of its squad
    uint32_t squad_count;
    uint32_t stuck; ///< times it wanted to move and did not for five seconds
    uint32_t plans, state_changes;
} arena_score;

struct arena_agent
{
    arena_match* match;
    uint32_t index;
    uint32_t team; ///< against all others: its own
    uint32_t side; ///< 0 or 1: whose results it counts for
    arena_type type;
    arena_vec at, moved, facing;
    int32_t health; ///< 0: dead
    uint32_t back_at;
    uint32_t hurt_at; ///< step; 0: never
    uint32_t hurt_by1;
    bool carries;       ///< the other team's flag
    uint32_t pickup[2]; ///< the place of ammunition and of health to go to; PLOY_NONE: none
    uint32_t squad1;    ///< its squad as of this step, plus one; 0: none
    arena_arms arms;
    arena_shown shown;
    arena_target target;
    arena_nav nav;
    arena_score score;
    uint32_t activities;  ///< activities begun
    uint32_t activity;    ///< the number of the one that decides just now
    uint32_t legs, hands; ///< the numbers of those whose orders they carry out
    bool looked;          ///< the enemy sensor has read since the target was chosen
    ploy_agent_id id;
    ploy_agent* agent; ///< in the match's world
    ploy_mind* mind;   ///< whose it is while it lives
    const char* doing; ///< the activity begun last; NULL: none since it is alive
    uint32_t state1;   ///< what its controller last saw it at, plus one
};

static inline int64_t arena_get(const arena_agent* agent, arena_key key)
{
    return ploy_blackboard_get(agent->agent->blackboard, key);
}

static inline void arena_put(arena_agent* agent, arena_key key, int64_t value)
{
    ploy_blackboard_set(agent->agent->blackboard, key, value);
}

static inline bool arena_is_alive(const arena_agent* agent)
{
    return agent->health > 0;
}

#endif
