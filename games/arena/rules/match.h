// A match: a map, rules, agents, projectiles and pickups. A step is 1/60 second:
//
//   respawn -> sort agents into squares -> the world's tick: sensors, targets, blackboards, minds -> weapons, paths,
//   moves -> projectiles -> pickups -> the mode's rules -> scores
//
// All numbers are integers. A step allocates nothing once the path service is warm. Matches share no mutable state.

#ifndef ARENA_RULES_MATCH_H
#define ARENA_RULES_MATCH_H

#include <ploy/spatial.h>
#include <string.h>

#include "games/arena/rules/agent.h"
#include "games/arena/map/map.h"
#include "games/arena/setup/mode_rules.h"
#include "games/arena/setup/tactics.h"

#define ARENA_STEPS_PER_SECOND 60
/// Microseconds per step for the minds.
#define ARENA_STEP_TIME 16667
#define ARENA_SIDES 2
#define ARENA_MAX_AGENTS 1000 ///< of a match

typedef struct arena_shot
{
    arena_vec at;
    arena_vec direction; ///< of length ARENA_ONE
    int32_t left;        ///< units it can still fly
    uint16_t owner;
    uint16_t weapon;
} arena_shot;

typedef struct arena_point
{
    uint32_t node;
    arena_vec at;
    uint32_t owner1; ///< team plus 1; 0: nobody's
} arena_point;

typedef enum arena_flag_state
{
    ARENA_FLAG_HOME,
    ARENA_FLAG_CARRIED,
    ARENA_FLAG_DROPPED,
} arena_flag_state;

typedef struct arena_flag
{
    arena_flag_state state;
    uint32_t base; ///< node
    arena_vec home, at;
    uint32_t carrier;   ///< agent's index, while carried
    uint32_t return_at; ///< step, while dropped
} arena_flag;

/// What a pass over all agents on all workers finds of an agent, for what follows in order on one thread.
enum
{
    ARENA_MARK_DUE = 1,       ///< dead, and its time has come
    ARENA_MARK_IN_ORDER = 2,  ///< its weapons wait for others'
    ARENA_MARK_FIRES = 4,     ///< in the direction that it aims at
    ARENA_MARK_ASKS = 8,      ///< it requests a path
    ARENA_MARK_TOUCHES = 32,  ///< a pickup
    ARENA_MARK_CALM = 64,     ///< nothing that matters is near any more: it slows down
    ARENA_MARK_ALERT = 128,   ///< something is, now
    ARENA_MARK_WATCHFUL = 16, ///< likewise: something is, but not close
    ARENA_MARK_CHANGED = 1,   ///< its controller sees another state
};

/// Where the projectiles of a shot go.
typedef struct arena_volley
{
    arena_vec directions[ARENA_MAX_PELLETS];
} arena_volley;

/// One entry per agent, of the current step. Bytes of their own, because what one worker writes and another reads costs
/// time by the cache line.
typedef struct arena_notes
{
    uint8_t* marks;        ///< of the last passes: what each adds or replaces
    uint8_t* reaches;      ///< 1: it could strike its target; noted when it chooses a target or knows another distance
    uint8_t* strikes;      ///< 1: and it will
    uint8_t* exposed;      ///< 1: somebody will strike it
    uint8_t* news;         ///< 1: it has fired or died since its behavior was counted
    uint8_t* pushes;       ///< how often it was pushed
    arena_vec* aims;       ///< of those that fire
    arena_volley* volleys; ///< likewise
    uint16_t* paces;       ///< in a crowd: the pace that the world knows; 0: none was set
    uint32_t* awake_at;    ///< in a crowd: the last step in which it sensed
} arena_notes;

/// Agents by their place when the step began.
typedef struct arena_neighbors
{
    ploy_spatial* index;      ///< of living agents
    ploy_spatial_item* items; ///< one per agent
    arena_vec* moved;         ///< likewise: by how much it moved in the step before
    uint32_t* found;          ///< result of arena_neighbors_find
    uint32_t* blocks;         ///< one per agent: the block of the map where it stands after its walk; PLOY_NONE: dead
    uint8_t* block_bodies;    ///< one per block: how many stand there, up to 255; zeroed between steps
    bool has_strayed;         ///< somebody was pushed so often that it may have left its block by far
    uint32_t block_width, block_count;
} arena_neighbors;

/// The parts that blackboards, working memories and minds are made from. Minds that play several matches share one kit
/// with those matches.
typedef struct arena_kit
{
    ploy_blackboard_keys* keys;
    ploy_fact_types* fact_types;
    ploy_bindings* bindings;
} arena_kit;

/// False: out of memory; arena_kit_free frees what was made. trace may be NULL.
bool arena_kit_make(arena_kit* kit, const arena_tactics* tactics, const ploy_allocator* allocator,
                    const ploy_trace* trace);
void arena_kit_free(arena_kit* kit);

/// The parts of a step, about in order: enum name, name.
#define ARENA_PHASE_LIST(X)                                                                                            \
    X(BEGIN, "begin") /* respawn, neighbors */                                                                         \
    X(WORLD, "world") /* sensing and deciding */                                                                       \
    X(WEAPONS, "weapons")                                                                                              \
    X(MOVING, "moving") /* and aiming, where agents walk right after it */                                             \
    X(PATHS, "paths")                                                                                                  \
    X(CROWDING, "crowding") /* overlapping bodies move apart */                                                        \
    X(PROJECTILES, "projectiles")                                                                                      \
    X(RULES, "rules") /* pickups, points, flags, rounds, scores */

typedef enum arena_phase
{
#define ARENA_PHASE_ENUM(NAME, text) ARENA_PHASE_##NAME,
    ARENA_PHASE_LIST(ARENA_PHASE_ENUM)
#undef ARENA_PHASE_ENUM
        ARENA_PHASE_COUNT
} arena_phase;

/// Called at the end of each part of a step that is timed; a part may have several stretches.
typedef void arena_phase_fn(void* user, arena_phase phase);

/// Does a controller see another state of the agent than before? On any worker.
typedef bool arena_change_fn(void* user, const arena_agent* agent);

/// Nanoseconds since an arbitrary moment.
typedef uint64_t arena_clock_fn(void);

struct arena_match
{
    ploy_allocator allocator;
    const arena_map* map;
    arena_rules rules;
    arena_weapon weapons[ARENA_WEAPONS];
    arena_tactics tactics;
    uint64_t seed;
    uint32_t step;
    arena_agent* agents;
    arena_notes notes;
    uint32_t agent_count;
    arena_shot* shots;
    uint32_t shot_count, shot_capacity;
    struct arena_flight* flights; ///< what each projectile meets in this step
    uint32_t* pickup_back;        ///< step at which the pickup of each place is back
    arena_point points[2];
    uint32_t held_by1, held_since; ///< the team that holds all points, plus 1, and since which step
    arena_flag flags[ARENA_SIDES];
    int32_t side_score[ARENA_SIDES];
    uint32_t round, round_began, round_next; ///< round_next: step at which the next round starts; 0: a round is running
    uint32_t rounds_drawn;
    arena_neighbors neighbors;
    arena_kit own; ///< zeroed: the def had a kit
    ploy_bindings* bindings;
    ploy_world* world;
    ploy_path_service* paths;
    uint32_t* path; ///< buffer for one path
    uint32_t path_capacity;
    ploy_random random;
    ploy_tasks tasks;      ///< for what the rules do for many agents at once; zeroed: with a trace
    uint32_t prepared_at;  ///< step for which sensors have prepared all agents whose turn it is
    bool is_traced;        ///< all happens in order of agents
    bool is_spread;        ///< agents move on all workers: their requests for paths wait until all have moved
    arena_clock_fn* clock; ///< NULL: none
    uint32_t timed_every;  ///< one step in so many is timed
    bool is_timed;         ///< this one is
    arena_phase_fn* mark;  ///< NULL: none
    void* mark_user;
    arena_change_fn* sees_change; ///< called for each living agent after its walk, for ARENA_MARK_CHANGED; NULL: none
    void* change_user;
    struct arena_behavior* behavior; ///< NULL: behavior is not counted
};

typedef struct arena_match_def
{
    ploy_allocator allocator;
    const arena_map* map; ///< must outlive the match
    arena_rules rules;
    arena_weapon weapons[ARENA_WEAPONS];
    arena_tactics tactics;
    uint32_t agent_count;    ///< default 10; even indices are on side 0
    uint64_t seed;           ///< default 1
    ploy_tasks tasks;        ///< threads for sensors and minds; zeroed: the calling thread
    const ploy_trace* trace; ///< for the world, blackboards and working memories; NULL: none; must outlive the match
    const arena_kit* kit;    ///< NULL: the match makes its own; else it must outlive the match
    bool empty;              ///< the agents come from a save
    arena_clock_fn* clock;   ///< times the world, for controllers/profile.h; NULL: no times
} arena_match_def;

/// With the built-in weapons and tactics.
arena_match_def arena_match_def_default(void);
/// Loads a built-in mode: "domination", "ctf", "deathmatch" or "lms". PLOY_INVALID: there is no such mode.
ploy_status arena_mode_load(const char* name, arena_rules* rules, ploy_error* error);
/// NULL when out of memory.
arena_match* arena_match_create(const arena_match_def* def);
void arena_match_destroy(arena_match* match);

/// Gives an agent a mind; its old mind ends. The mind must outlive the match. PLOY_OUT_OF_MEMORY: the agent has no
/// mind.
ploy_status arena_match_set_mind(arena_match* match, uint32_t agent, ploy_mind* mind);
/// Takes effect at the agent's next spawn.
void arena_match_set_type(arena_match* match, uint32_t agent, const arena_type* type);
void arena_match_step(arena_match* match);
/// Will the next step be timed? With more than a hundred agents and no trace one in 31 is, since reading the clock
/// for each of them takes its share of a step.
bool arena_match_times_next(const arena_match* match);
/// Hash of everything that decides how the match continues, except blackboards and working memories.
uint64_t arena_match_hash(const arena_match* match);

static inline bool arena_are_hostile(const arena_match* match, const arena_agent* a, const arena_agent* b)
{
    (void)match;
    return a->team != b->team;
}

/// The first byte from there on that has one of the bits; `count`: none has. Few have, so eight are checked at a time.
static inline uint32_t arena_next_marked(const uint8_t* bytes, uint32_t count, uint32_t from, uint8_t bits)
{
    for (uint64_t word; from < count; from++) {
        for (; count - from >= sizeof word; from += sizeof word) {
            memcpy(&word, bytes + from, sizeof word);
            if (word & (UINT64_MAX / UINT8_MAX * bits)) break;
        }
        if (from < count && bytes[from] & bits) return from;
    }
    return count;
}

/// The time of so many steps, for activities.
static inline int64_t arena_microseconds(int32_t steps)
{
    return (int64_t)steps * ARENA_STEP_TIME;
}

/// A random number below the bound, from the match's own stream.
uint32_t arena_match_draw(arena_match* match, uint32_t bound);
/// Puts an agent on a random spawn point with full health and no ammunition.
void arena_agent_spawn(arena_agent* agent);
/// Clears the state of an agent's managers and takes its mind away until it respawns.
void arena_agent_reset(arena_agent* agent);

#endif
