// A fighter: its body on the ground, its path, its strength. Its mind decides what it does.
//
//   from *----------gone------>f . . . . . . . . * to      it stands on a node when from is to
//
// A fighter always finishes the edge it is on before it takes another path, so nobody leaves the edges of the graph.

#ifndef BATTLEGROUND_FIGHTER_H
#define BATTLEGROUND_FIGHTER_H

#include <ploy/world.h>
#include <ploy/path_service.h>

#include "games/battleground/ground.h"

typedef struct battle battle;

typedef enum route_state
{
    ROUTE_NONE,
    ROUTE_REQUESTED,
    ROUTE_READY,
} route_state;

/// Two lines of a cache: what its own activities read and write in every tick, on any worker, and what the rules do with
/// it, on the thread that ticks.
typedef struct fighter
{
    battle* battle;
    uint32_t number; ///< from 0
    uint32_t speed;  ///< units per tick
    uint32_t from, to;
    uint32_t gone, length; ///< units along the edge
    ploy_point position;   ///< of all these; fighter_stand and fighter_walk change it
    route_state route_state;
    uint32_t route_at; ///< index of the next node
    uint32_t route_count, route_capacity;
    uint32_t* route; ///< nodes

    ploy_agent_id agent; ///< zero: not on the ground
    uint32_t life;       ///< how often it has appeared
    int32_t health;
    uint32_t attack, defense;
    uint32_t fights; ///< number of fights it is in
    uint32_t wins;
    uint64_t back_at; ///< tick at which it appears again
    ploy_path_request_id request;
    uint32_t opponent1;     ///< number plus one of the fighter that it attacks and watches (vitals.h); 0: none
    bool opponent_fell;     ///< and so its attack is over
    ploy_observer_id watch; ///< of the opponent's vitals
} fighter;

enum
{
    FIGHTER_LINE = 64, ///< bytes of a line of the cache, at which the fighters are aligned
};

static inline bool fighter_is_in(const fighter* f)
{
    return f->agent.index1 != 0;
}

/// Identifies a fighter in one of its lives; never 0.
uint64_t fighter_handle(const fighter* f);

/// Draws health and strength from the seed: the same in every life.
void fighter_draw(fighter* f, uint64_t seed);
/// Starts a new life on a node.
void fighter_place(fighter* f, uint32_t node);
/// Puts it on a node.
void fighter_stand(fighter* f, uint32_t node);
/// After from, to, gone or length were set.
void fighter_update_position(fighter* f);

/// What can be seen of a fighter. A quarter of a line of the cache: whether a target is still there and where it is are
/// read together.
typedef struct fighter_view
{
    ploy_point position;
    uint32_t node; ///< fighter_node
    uint32_t life; ///< 0: not on the ground
} fighter_view;

/// What the others see of a fighter during a tick: where it was when the tick began.
const fighter_view* fighter_seen(const fighter* f);

static inline ploy_point fighter_position(const fighter* f)
{
    return f->position;
}

/// The nearer node of its edge.
uint32_t fighter_node(const fighter* f);

/// Reserves memory for a path of so many nodes. False: out of memory.
bool fighter_make_room(fighter* f, uint32_t count);
void fighter_free_route(fighter* f);
/// Sets a path that starts where the fighter's edge ends. False: out of memory, or the path starts elsewhere.
bool fighter_set_route(fighter* f, const uint32_t* nodes, uint32_t count);
/// Walks for one tick. True: it has arrived.
bool fighter_walk(fighter* f);

#endif
