// An agent of the arena: its body, what it carries, and the state of its managers. Minds see it only through its
// blackboard, its working memory and the bindings.

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
/// Units per step: 12 cells per second.
#define ARENA_SPEED_RUN 205
/// A projectile that passes within this distance hits, in units.
#define ARENA_BODY 700
/// Corners of a path that an agent keeps. It requests the rest of a longer path at the last corner.
#define ARENA_PATH_CORNERS 48

/// What to do with the weapons. Firing and moving are independent: an agent usually does both.
typedef enum arena_fire_mode
{
    ARENA_FIRE_NOT,
    ARENA_FIRE_AT_TARGET, ///< whenever the target is visible and in range, and the weapon is loaded
    ARENA_FIRE_MELEE,     ///< whenever the target is within reach
    ARENA_FIRE_BLIND,     ///< to where the last shot came from
} arena_fire_mode;

typedef enum arena_arms_request
{
    ARENA_ARMS_NOTHING,
    ARENA_ARMS_RELOAD,
    ARENA_ARMS_CHANGE, ///< to the best other weapon with rounds
} arena_arms_request;

/// Where to go. Each mode except the first chooses a node.
typedef enum arena_nav_mode
{
    ARENA_NAV_STAY,
    ARENA_NAV_GO,         ///< to NAV_NODE
    ARENA_NAV_ROAM,       ///< anywhere, without end
    ARENA_NAV_PATROL,     ///< around NAV_NODE, without end
    ARENA_NAV_CHASE,      ///< toward the target
    ARENA_NAV_KEEP_LONG,  ///< to an attack position at the weapon's best distance, then sideways
    ARENA_NAV_KEEP_SHORT, ///< the same, at a shorter distance
    ARENA_NAV_COVER,      ///< where the target cannot see it
    ARENA_NAV_DODGE,      ///< a few cells sideways, out of the line of fire
    ARENA_NAV_RETREAT,    ///< a few cells away from the target
    ARENA_NAV_FOLLOW,     ///< the agent whose index is NAV_NODE
    ARENA_NAV_SKIRMISH,   ///< from side to side at the weapon's best distance, never in a straight line for long
    ARENA_NAV_FLANK,      ///< to a position that sees the target from another side than a teammate does
} arena_nav_mode;

typedef struct arena_arms
{
    uint32_t weapon; ///< in hand
    int32_t loaded[ARENA_GUNS], reserve[ARENA_GUNS];
    uint32_t ready_at;    ///< step of the earliest next shot
    uint32_t reloaded_at; ///< 0: not reloading
    arena_vec blind;      ///< direction of blind fire
} arena_arms;

typedef struct arena_target
{
    uint32_t agent1; ///< index plus 1; 0: none
    bool visible, aims;
    arena_vec at; ///< its position, or where it was last seen
    int32_t distance;
} arena_target;

typedef struct arena_nav
{
    uint32_t mode;     ///< the active arena_nav_mode
    uint32_t goal;     ///< node; PLOY_NONE: none
    uint32_t renew_at; ///< step at which to choose the goal again
    uint32_t path_count, path_at;
    bool path_cut;         ///< the goal lies beyond the last corner
    bool requested;        ///< a path request is pending
    uint32_t ask_from;     ///< first node of a request that waits until all have moved
    bool wants;            ///< it wants to move in this step
    bool pausing;          ///< it has reached its place and waits
    bool side;             ///< strafes to the left or to the right
    arena_vec heading;     ///< direction of its last step
    int64_t nearest;       ///< smallest distance to the next corner so far
    uint32_t nearest_at;   ///< step of that distance
    int64_t corner_square; ///< the square of a distance to a corner that was computed, and the distance; not saved
    uint32_t corner_distance;
    arena_vec mark; ///< its position when it last had moved by a cell
    uint32_t mark_at;
    uint32_t path[ARENA_PATH_CORNERS]; ///< last, since a step reads all of the others and one corner
} arena_nav;

typedef struct arena_score
{
    int32_t score;
    uint32_t kills, deaths, rounds_won;
    uint32_t shots, hits;          ///< projectiles and melee blows
    uint32_t fired[ARENA_WEAPONS]; ///< shots or blows per weapon
    int64_t mate_cells;            ///< sum of distances to teammates
    uint32_t mate_count;
    int64_t near_cells; ///< sum of distances to the nearest teammate
    uint32_t near_count;
    int64_t squad_cells; ///< sum of distances to members of its squad
    uint32_t squad_count;
    uint32_t stuck; ///< how often it wanted to move and could not for five seconds
    uint32_t plans, state_changes;
} arena_score;

/// First what other agents read, then what rarely changes, then its own, and what rarely changes again: what an agent
/// writes in every step lies in no cache line that other workers read.
struct arena_agent
{
    arena_match* match;
    uint32_t index;
    uint32_t team;  ///< without teams: a team of its own
    uint32_t side;  ///< 0 or 1: the side its results count for
    uint32_t turn;  ///< it decides in ticks of this number, modulo the groups
    int32_t health; ///< 0: dead
    arena_vec at, moved, facing;
    ploy_agent* agent; ///< the agent in the match's world
    ploy_mind* mind;   ///< the mind it has while it is alive
    ploy_agent_id id;
    arena_type type;
    uint32_t squad1; ///< its squad in this step, plus 1; 0: none
    uint32_t back_at;
    bool carries; ///< it carries the other team's flag
    arena_target target;
    uint32_t targeted_at;    ///< step of its last choice of a target
    uint32_t before1;        ///< its target before that: the visible agent's index plus 1; 0: none that it saw
    bool has_sensed_enemies; ///< the enemy sensor has run since the target was chosen
    uint32_t hurt_at;        ///< step; 0: never
    uint32_t hurt_by1;
    uint32_t engaged_until; ///< step
    uint32_t pickup[2];     ///< nearest useful ammunition and health: places; PLOY_NONE: none
    arena_arms arms;
    arena_nav nav;
    uint32_t stands1; ///< node plus 1 on which it is known to be able to stand: it checks the map when it leaves that
    uint32_t bare1;   ///< likewise one from which it can touch no pickup
    uint32_t activities;  ///< number of activities started so far
    uint32_t activity;    ///< number of the activity that is being updated
    uint32_t legs, hands; ///< numbers of the activities that control them
    const char* doing;    ///< the activity that started last; NULL: none in this life
    uint32_t state1;      ///< the state that its controller saw last, plus 1
    arena_score score;
    bool shows_all;                 ///< the next update writes the whole blackboard, not only what has changed
    int32_t shown[ARENA_KEY_COUNT]; ///< what the game last wrote to the blackboard
    arena_arms shown_arms;          ///< the arms that it shows; not saved
};

static inline int64_t arena_get(const arena_agent* agent, arena_key key)
{
    return ploy_blackboard_get(agent->agent->blackboard, key);
}

static inline void arena_put(arena_agent* agent, arena_key key, int64_t value)
{
    agent->shown[key] = (int32_t)value;
    ploy_blackboard_set(agent->agent->blackboard, key, value);
}

/// What the game last wrote there, which lies beside the body: managers read their orders in every step. What somebody
/// else writes on the blackboard counts from the next update of the whole blackboard on.
static inline int64_t arena_shown(const arena_agent* agent, arena_key key)
{
    return agent->shown[key];
}

static inline bool arena_is_alive(const arena_agent* agent)
{
    return agent->health > 0;
}

#endif
