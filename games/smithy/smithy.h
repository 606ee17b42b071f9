// The smithy: one shop, some smiths, one GOAP mind that decides for all of them. The data (data/smithy.xml) has the
// actions and goals. The files here hold the rest:
//
//   shop      places, storages, stations        work        what a smith does at a place
//   smith     walking and working               claims      who takes what, so that two smiths do not want one piece
//   senses    blackboards follow the game       priorities  how important the goals are now
//   save      a smithy as bytes

#ifndef SMITHY_SMITHY_H
#define SMITHY_SMITHY_H

#include <ploy/world.h>
#include <ploy/goap.h>
#include <ploy/io.h>
#include <ploy/squad.h>

#include "games/smithy/shop.h"
#include "games/smithy/work.h"

enum
{
    SMITHY_TICK = 100000, ///< microseconds
    SMITHY_MAX_SMITHS = 64,
    SMITHY_MAX_ACTIONS = 64,
    SMITHY_MAX_GOALS = 16,
    SMITHY_FLAGS = 7, ///< symbols that storages set
};

typedef struct smithy smithy;

typedef struct smith
{
    smithy* shop;
    ploy_agent_id id;
    shop_point position;
    shop_place at;    ///< SHOP_NOWHERE while it walks
    uint32_t hands;   ///< bits of items
    uint32_t stocked; ///< the items that came from a stock
    uint32_t claims;  ///< bits of claims.h
    bool could_work;  ///< it was idle when the tick started, though there was a plan for a goal
    uint64_t working; ///< ticks that ended with a running action
    uint64_t idle;    ///< ticks that it was idle though there was a plan for a goal before and after
    uint64_t goals_reached;
} smith;

typedef struct smithy_keys
{
    uint32_t at;
    uint32_t items[ITEM_COUNT];
    uint32_t flags[SMITHY_FLAGS];
} smithy_keys;

typedef struct smithy_def
{
    const char* data; ///< the text of a file like data/smithy.xml; NULL: that file
    size_t data_bytes;
    uint32_t smiths; ///< 1 .. SMITHY_MAX_SMITHS, default 3
    uint64_t seed;
    ploy_tasks tasks;
    const ploy_trace* trace; ///< or NULL
    ploy_clock_fn* clock;    ///< of the world; NULL: nothing is measured
} smithy_def;

struct smithy
{
    shop stock;
    smith smiths[SMITHY_MAX_SMITHS];
    uint32_t smith_count;
    uint64_t ticks;
    uint64_t goals_reached[SMITHY_MAX_GOALS];
    uint64_t actions_done[SMITHY_MAX_ACTIONS];
    ploy_file* file;
    ploy_domain* domain;
    ploy_world* world; ///< owns the blackboard keys, the bindings and the mind
    ploy_reservations* reservations;
    ploy_planner* judge; ///< finds out whether an idle smith could work
    ploy_view* view;     ///< reads the blackboards as the mind does
    uint64_t* state;     ///< buffer for a start state
    smithy_keys keys;
    int64_t worth[STORE_COUNT]; ///< priority of filling a storage when it is empty, 1/1000
};

smithy_def smithy_def_default(void);

/// NULL: the error says what is wrong with the data, or that memory ran out.
smithy* smithy_create(const smithy_def* def, ploy_error* error);
/// The same without smiths, for smithy_load.
smithy* smithy_create_empty(const smithy_def* def, ploy_error* error);
/// NULL is allowed.
void smithy_destroy(smithy* game);

/// Hot reload: the text of a file like data/smithy.xml takes effect, and smiths keep what still fits. On an error the old
/// one stays. A ploy_remote_load_fn: user is the smithy.
ploy_status smithy_reload(void* user, const char* name, const char* text, size_t bytes, ploy_error* error);

/// One tick: 0.1 seconds.
void smithy_tick(smithy* game);

/// Hash of the whole state: equal runs have equal hashes.
uint64_t smithy_hash(const smithy* game);

/// The world state that a smith's blackboards give now; valid until the next call.
const uint64_t* smithy_state(smithy* game, const smith* who);
/// Is there a plan for one of this smith's goals now?
bool smithy_could_work(smithy* game, const smith* who);

#endif
