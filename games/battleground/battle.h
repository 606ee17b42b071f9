// The battleground: fighters on one terrain, one behavior tree that decides for all of them, until one fighter is left.
// The tree is data (data/battleground.xml). The files here hold the rest:
//
//   ground      nodes, edges, hills, trees       fights      who hits whom, and the damage
//   fighter     a body that walks along edges    activities  the leaves of the tree
//   vitals      who is notified of a fall        save        a battle as bytes
//   battle      the whole game, tick by tick

#ifndef BATTLEGROUND_BATTLE_H
#define BATTLEGROUND_BATTLE_H

#include <ploy/io.h>
#include <ploy/spatial.h>

#include "games/battleground/fighter.h"
#include "games/battleground/fights.h"

enum
{
    BATTLE_TICKS = 60,                               ///< per second
    BATTLE_TICK = (PLOY_SECOND + 59) / BATTLE_TICKS, ///< microseconds
    BATTLE_MAX_FIGHTERS = 20000,
    BATTLE_MAX_NODES = 200000,
};

typedef struct battle_def
{
    const char* data; ///< the text of a file like data/battleground.xml; NULL: that file
    size_t data_bytes;
    uint32_t fighters; ///< 2 .. BATTLE_MAX_FIGHTERS, default 48
    uint32_t nodes;    ///< about; 16 .. BATTLE_MAX_NODES, default 2000
    uint32_t batch;    ///< paths answered per tick; 0: all; default 8
    uint32_t respawn;  ///< ticks until a loser returns; 0: never (default)
    uint64_t seed;
    ploy_tasks tasks;
    const ploy_trace* trace; ///< or NULL
    ploy_clock_fn* clock;    ///< of the world; NULL: nothing is measured
} battle_def;

typedef struct battle_counts
{
    uint64_t fights, blows;
    uint64_t requests, answers;
    uint64_t waited;       ///< ticks, summed over all answers
    uint32_t longest_wait; ///< ticks
    uint64_t strayed;      ///< paths dropped because they no longer led toward the target
} battle_counts;

struct battle
{
    battle_ground ground;
    void* fighter_block; ///< the fighters, before they are aligned
    fighter* fighters;
    uint32_t fighter_count;
    uint32_t left;      ///< fighters on the ground
    ploy_spatial* near; ///< who is where, as of the begin of the tick
    fighter_view* now;  ///< where each is, by index of agent, so that a worker writes those of its own agents
    uint32_t* agents;   ///< index of the agent, by fighter; of one that is not there: its last
    fighter_view* seen; ///< by fighter, as of the begin of the tick; its life as it is. Few change, so they stay in
                        ///< all caches
    ploy_spatial_item* items; ///< for the index, likewise
    uint32_t* out;            ///< fighters that come back, in the order in which they left: a ring
    uint32_t out_first, out_count;
    ploy_blackboard_keys* vitals_keys;
    ploy_blackboard** vitals; ///< of each fighter: whether it is alive (vitals.h)
    fight* fights;
    uint32_t fight_count;
    uint32_t* attacks; ///< by fighter: a fight that it started, plus one
    uint64_t ticks;
    uint32_t respawn;
    ploy_tasks tasks;
    ploy_random random; ///< draws where fighters appear
    battle_counts counts;
    ploy_world* world;
    const char* type; ///< of the fighters' agents
    ploy_path_service* paths;
};

battle_def battle_def_default(void);

/// NULL: the error says what is wrong with the data, or that memory ran out.
battle* battle_create(const battle_def* def, ploy_error* error);
/// The same without fighters on the ground, for battle_load.
battle* battle_create_empty(const battle_def* def, ploy_error* error);
/// NULL is allowed.
void battle_destroy(battle* b);

/// One tick (1/60 second): answers paths, then all fighters act, then blows fall.
void battle_tick(battle* b);
/// The two halves of a tick, for timing them.
void battle_answer_paths(battle* b);
void battle_act(battle* b);
/// Part of battle_act: what activities see of other fighters from now on.
void battle_look_around(battle* b);
/// Of loaded fighters: which agent is whose, and who comes back when.
void battle_list_fighters(battle* b);

/// The winner: the only fighter left, if losers never return. NULL: none yet.
const fighter* battle_winner(const battle* b);

/// Hash of the whole state: equal battles have equal hashes.
uint64_t battle_hash(const battle* b);

/// The nearest other fighter in a straight line, as of the begin of the tick; ties go to the lower number. NULL: none.
const fighter* battle_nearest(const battle* b, const fighter* to);
/// Finds a fighter by its handle. NULL: it has left, or this is another life.
fighter* battle_find(const battle* b, uint64_t handle);

/// Requests a path to a node; the answer arrives in a later tick. Out of memory: the fighter has no route.
void battle_request(battle* b, fighter* f, uint32_t node);
/// Cancels the request.
void battle_cancel(battle* b, fighter* f);

/// A fighter has lost and leaves the ground.
void battle_retire(battle* b, fighter* f);

#endif
