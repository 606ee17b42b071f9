// A match: a map, rules, agents, and what flies and lies around. A step is a sixtieth of a second.
//
//   the dead come back -> who is where -> the world's tick: sensors, targets, boards, minds -> arms, ways, moves
//   -> shots -> pickups -> the mode's rules -> measures
//
// Everything is whole numbers; a step allocates nothing once the path service is warm; two matches do not know of each
// other.

#ifndef ARENA_RULES_MATCH_H
#define ARENA_RULES_MATCH_H

#include "games/arena/rules/agent.h"
#include "games/arena/map/map.h"
#include "games/arena/setup/mode_rules.h"

#define ARENA_STEPS_A_SECOND 60
/// Microseconds of a step, as minds see it.
#define ARENA_STEP_TIME 16667
#define ARENA_SIDES 2

typedef struct arena_shot
{
    arena_vec at;
    arena_vec way; ///< direction
    int32_t left;  ///< units it still flies
    uint16_t owner;
    uint16_t weapon;
} arena_shot;

typedef struct arena_point
{
    uint32_t node;
    arena_vec at;
    uint32_t owner1; ///< team plus one; 0: nobody's
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
    uint32_t carrier;   ///< agent's index, while it is carried
    uint32_t return_at; ///< step, while it lies dropped
} arena_flag;

/// Who is where: agents by squares of the map, in lists.
typedef struct arena_crowd
{
    uint32_t* first; ///< of each square: an agent, or PLOY_NONE
    uint32_t* next;
    uint32_t* found; ///< the answer to a question
    uint32_t width, height;
} arena_crowd;

/// What boards, facts and minds are made with. Minds that play several matches and those matches share one.
typedef struct arena_kit
{
    ploy_blackboard_keys* keys;
    ploy_fact_types* kinds;
    ploy_bindings* bindings;
} arena_kit;

/// False: out of memory; what was made goes with arena_kit_free. trace may be NULL.
bool arena_kit_make(arena_kit* kit, const ploy_allocator* allocator, const ploy_trace* trace);
void arena_kit_free(arena_kit* kit);

/// The parts of a step, in order: enum name, name.
#define ARENA_PHASE_LIST(X)                                                                                            \
    X(BEGIN, "begin") /* who comes back, who is near whom */                                                           \
    X(WORLD, "world") /* sensing and deciding */                                                                       \
    X(WEAPONS, "weapons")                                                                                              \
    X(MOVING, "moving")                                                                                                \
    X(PATHS, "paths")                                                                                                  \
    X(CROWDING, "crowding") /* bodies that touch part */                                                               \
    X(PROJECTILES, "projectiles")                                                                                      \
    X(RULES, "rules") /* pickups, points, flags, rounds, scores */

typedef enum arena_phase
{
#define ARENA_PHASE_ENUM(NAME, text) ARENA_PHASE_##NAME,
    ARENA_PHASE_LIST(ARENA_PHASE_ENUM)
#undef ARENA_PHASE_ENUM
        ARENA_PHASE_COUNT
} arena_phase;

/// A part of a step has ended.
typedef void arena_mark_fn(void* user, arena_phase phase);

struct arena_match
{
    ploy_allocator allocator;
    const arena_map* map;
    arena_rules rules;
    arena_weapon weapons[ARENA_WEAPONS];
    uint64_t seed;
    uint32_t step;
    arena_agent* agents;
    uint32_t agent_count;
    arena_shot* shots;
    uint32_t shot_count, shot_capacity;
    uint32_t* pickup_back; ///< of each place: the step it is there again
    arena_point points[2];
    uint32_t held_by1, held_since; ///< all points, by one team
    arena_flag flags[ARENA_SIDES];
    int32_t side_score[ARENA_SIDES];
    uint32_t round, round_began, round_next; ///< round_next: the step the next one begins; 0: one is on
    uint32_t rounds_drawn;
    arena_crowd crowd;
    arena_kit own; ///< zeroed: it was given one
    ploy_bindings* bindings;
    ploy_world* world;
    ploy_path_service* paths;
    uint32_t* way; ///< room for one path
    uint32_t way_capacity;
    ploy_random random;
    arena_mark_fn* mark; ///< NULL: nobody wants to know
    void* mark_user;
};

typedef struct arena_match_def
{
    ploy_allocator allocator;
    const arena_map* map; ///< must outlive the match
    arena_rules rules;
    arena_weapon weapons[ARENA_WEAPONS];
    uint32_t agent_count;    ///< default 10; even ones are on side 0
    uint64_t seed;           ///< default 1
    ploy_tasks tasks;        ///< that think; zeroed: the calling thread
    const ploy_trace* trace; ///< of the world, boards and facts; NULL: none. Must outlive the match
    const arena_kit* kit;    ///< NULL: one of its own; else it must outlive the match
    bool empty;              ///< its agents come out of a save
} arena_match_def;

/// With the weapons that are built in.
arena_match_def arena_match_def_default(void);
/// A mode that is built in, by name: "domination", "ctf", "deathmatch", "lms". PLOY_INVALID: none such.
ploy_status arena_mode_load(const char* name, arena_rules* rules, ploy_error* error);
/// NULL when out of memory.
arena_match* arena_match_create(const arena_match_def* def);
void arena_match_destroy(arena_match* match);

/// Gives an agent a mind; the old one ends. The mind must outlive the match. PLOY_OUT_OF_MEMORY: it has none then.
ploy_status arena_match_set_mind(arena_match* match, uint32_t agent, ploy_mind* mind);
/// From its next spawning on.
void arena_match_set_type(arena_match* match, uint32_t agent, const arena_type* type);
void arena_match_step(arena_match* match);
/// Over everything that decides how the match goes on, boards and facts excepted.
uint64_t arena_match_hash(const arena_match* match);

static inline bool arena_are_hostile(const arena_match* match, const arena_agent* a, const arena_agent* b)
{
    (void)match;
    return a->team != b->team;
}

/// A bit of chance that belongs to the match.
uint32_t arena_match_draw(arena_match* match, uint32_t bound);
/// Puts an agent on a spawn point drawn at random, whole and with empty hands.
void arena_agent_spawn(arena_agent* agent);
/// Its parts forget all, and it has no mind until it is back.
void arena_agent_reset(arena_agent* agent);

#endif
