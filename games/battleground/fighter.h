// A fighter: its body on the ground, the way it walks, its strength. What it does is up to its mind.
//
//   from *----------gone------>f . . . . . . . . * to      it stands on a node when from is to
//
// Whoever begins a way always goes on to the next node first, so nobody leaves the ways of the graph.

#ifndef BATTLEGROUND_FIGHTER_H
#define BATTLEGROUND_FIGHTER_H

#include <ploy/world.h>
#include <ploy/path_service.h>

#include "games/battleground/ground.h"

typedef struct battle battle;

typedef enum route_state
{
    ROUTE_NONE,
    ROUTE_ASKED,
    ROUTE_THERE,
} route_state;

typedef struct fighter
{
    battle* battle;
    ploy_agent_id agent; ///< zero: it is out
    uint32_t number;     ///< from 0
    uint32_t life;       ///< how often it has appeared

    int32_t health;
    uint32_t attack, defence;
    uint32_t speed;  ///< units a tick
    uint32_t fights; ///< that it is in
    uint32_t wins;
    uint64_t back_at; ///< out: the tick at which it appears again

    uint32_t from, to;
    uint32_t gone, length; ///< units of the way between

    route_state route_state;
    ploy_path_request_id request;
    uint32_t* route; ///< nodes
    uint32_t route_count, route_capacity;
    uint32_t route_at; ///< the next one to go to
} fighter;

static inline bool fighter_is_in(const fighter* f)
{
    return f->agent.index1 != 0;
}

/// Names a fighter in one of its lives; never 0.
uint64_t fighter_handle(const fighter* f);

/// Health and strength, out of the seed: the same in every life.
void fighter_draw(fighter* f, uint64_t seed);
/// A new life on a node.
void fighter_place(fighter* f, uint32_t node);

ploy_point fighter_position(const fighter* f);
/// The node it is nearest to, of the two it is between.
uint32_t fighter_node(const fighter* f);

/// For a way of so many nodes. False: out of memory.
bool fighter_make_room(fighter* f, uint32_t count);
/// Takes a way that begins where the fighter goes now. False: out of memory, or it begins elsewhere.
bool fighter_set_route(fighter* f, const uint32_t* nodes, uint32_t count);
/// One tick along the way. True: it has arrived.
bool fighter_walk(fighter* f);

#endif
