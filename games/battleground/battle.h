// The battleground: fighters on one ground, one behaviour tree that decides for all of them, until one is left.
// The tree is data (data/battleground.xml); the files here say what its leaves do:
//
//   ground    places, ways, hills, trees         fights    who hits whom, and what it costs
//   fighter   a body that walks along ways       deeds     the leaves of the tree
//   crowd     who is near                        battle    all of it, tick by tick
//   save      all of it as bytes

#ifndef BATTLEGROUND_BATTLE_H
#define BATTLEGROUND_BATTLE_H

#include <ploy/io.h>

#include "games/battleground/neighbors.h"
#include "games/battleground/fighter.h"
#include "games/battleground/fights.h"

enum
{
    BATTLE_TICKS = 60,                               ///< a second
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
    uint32_t batch;    ///< paths answered a tick; 0: all; default 8
    uint32_t respawn;  ///< ticks after which a loser comes back; 0: never (default)
    uint64_t seed;
    ploy_tasks tasks;
    const ploy_trace* trace; ///< or NULL
} battle_def;

typedef struct battle_counts
{
    uint64_t fights, blows;
    uint64_t requests, answers;
    uint64_t waited;       ///< ticks, all answers together
    uint32_t longest_wait; ///< ticks
    uint64_t strayed;      ///< ways given up since they no longer led nearer to the target
} battle_counts;

struct battle
{
    battle_ground ground;
    fighter* fighters;
    uint32_t fighter_count;
    uint32_t left; ///< of them, on the ground
    battle_crowd crowd;
    fight* fights;
    uint32_t fight_count;
    uint64_t ticks;
    uint32_t respawn;
    ploy_random random; ///< where fighters appear
    battle_counts counts;
    ploy_world* world;
    ploy_path_service* paths;
};

battle_def battle_def_default(void);

/// NULL: the error says what is wrong with the data, or that memory ran out.
battle* battle_create(const battle_def* def, ploy_error* error);
/// The same with nobody on the ground, for battle_load.
battle* battle_create_empty(const battle_def* def, ploy_error* error);
/// NULL is allowed.
void battle_destroy(battle* b);

/// A sixtieth of a second: first paths are answered, then all act, then blows fall.
void battle_tick(battle* b);
/// Its two halves, for whoever wants to time them.
void battle_answer_paths(battle* b);
void battle_act(battle* b);

/// The one that is left, if there is only one and nobody comes back.
const fighter* battle_winner(const battle* b);

/// Over all that matters: two battles with one hash went alike.
uint64_t battle_hash(const battle* b);

/// By handle; NULL: out, or in another life.
fighter* battle_find(const battle* b, uint64_t handle);

/// Asks for a way to a node; the answer comes with a later tick.
bool battle_request(battle* b, fighter* f, uint32_t node);
/// Forgets the request.
void battle_cancel(battle* b, fighter* f);

/// A fighter has lost: it leaves, for good or for a while.
void battle_retire(battle* b, fighter* f);

#endif
