/// Squads: agents that work on one task together, the orders they get, and reservations: which agent may use what.
///
/// A world has its squads (ploy_world_squads). A squad does not decide for its members. It gives orders: an order is a
/// fact in a member's working memory (and, if the game wants it, a value on its blackboard) that raises a goal there; the
/// member may have something better to do and overrule it. The blackboard of a squad is the parent of its members':
/// what is set there all of them read.
///
/// Squads know nothing of maps: places are numbers of the game's, distances come from its callbacks. They tick with
/// their world, on the calling thread and before anything else of the tick: dead members leave, tasks go on, and orders
/// are there when the members think.

#ifndef PLOY_SQUAD_H
#define PLOY_SQUAD_H

#include <ploy/world.h>
#include <ploy/stream.h>

#ifdef __cplusplus
extern "C" {
#endif

// Reservations: claims on resources, so that two agents do not walk to one ingot. A world has them
// (ploy_world_reservations), with or without squads. The claims of an agent go when it goes; they are saved with the world.

/// The agent gets the resource, one of `slots`, until the world's time passes `until` (INT64_MAX: until it is released).
/// All callers should give the same number of slots. PLOY_OK; PLOY_ALREADY: it had it, `until` is new; PLOY_FULL: others
/// have all slots; PLOY_OUT_OF_MEMORY. First come, first served: claim where agents are ticked in order, in act, not in
/// think.
PLOY_API ploy_status ploy_reservations_claim(ploy_reservations* reservations, uint64_t resource, ploy_agent_id agent,
                                             uint32_t slots, int64_t until);
/// PLOY_NOT_FOUND: the agent had no claim on it.
PLOY_API ploy_status ploy_reservations_release(ploy_reservations* reservations, uint64_t resource, ploy_agent_id agent);
/// Agents that have the resource.
PLOY_API uint32_t ploy_reservations_count(const ploy_reservations* reservations, uint64_t resource);
/// Could the agent claim it: it has it already, or fewer than `slots` agents have it. Reads only: also in think.
PLOY_API bool ploy_reservations_is_free(const ploy_reservations* reservations, uint64_t resource, ploy_agent_id agent,
                                        uint32_t slots);

// Tasks.

/// Members of one squad, at most.
#define PLOY_SQUAD_MAX 32
/// Places of one task, at most.
#define PLOY_SQUAD_PLACES 8
/// Tasks that wait in one squad, at most.
#define PLOY_SQUAD_QUEUE 8

/// Zero is no squad.
typedef struct ploy_squad_id
{
    uint32_t index1;
    uint32_t generation;
} ploy_squad_id;

/// Every task: enum name, name in files, lowest number of places.
#define PLOY_SQUAD_TASK_LIST(X)                                                                                        \
    X(NONE, "none", 0)                                                                                                 \
    X(PATROL, "patrol", 1)                                                                                             \
    X(ATTACK, "attack", 1)                                                                                             \
    X(FLANK, "flank", 2)                                                                                               \
    X(GO_TO, "go-to", 1)                                                                                               \
    X(FORMATION, "formation", 1)                                                                                       \
    X(RENDEZVOUS, "rendezvous", 0)                                                                                     \
    X(ADVANCE, "advance", 1)                                                                                           \
    X(FOLLOW, "follow", 0)

/// What a squad can do. No task waits for a member that died, failed or overruled its order.
typedef enum ploy_squad_task_kind
{
#define PLOY_SQUAD_TASK_ENUM(NAME, text, places) PLOY_SQUAD_TASK_##NAME,
    PLOY_SQUAD_TASK_LIST(PLOY_SQUAD_TASK_ENUM)
#undef PLOY_SQUAD_TASK_ENUM
        PLOY_SQUAD_TASK_KIND_COUNT
} ploy_squad_task_kind;

/// "patrol" and so on; "unknown".
PLOY_API const char* ploy_squad_task_name(uint32_t kind);

/// What the places of a task mean:
///
///   patrol      the stations of a round: members are spread over them, and all go on when all are there
///   attack      what is attacked
///   flank       what is attacked, then one or two places to come from: some cover while others go there, then all attack
///   go-to       where to
///   formation   where to, one after the other: each member has a spot in the formation and waits there for the rest
///   rendezvous  where to meet and wait until all are there; none: where the member nearest to all others is
///   advance     where to, one after the other: half the squad covers while the other half moves up
///   follow      none: all follow the target or, when it is 0, the first member, whose order is to lead
typedef struct ploy_squad_task_def
{
    ploy_squad_task_kind kind;
    int64_t places[PLOY_SQUAD_PLACES];
    uint32_t place_count;
    uint64_t target;  ///< goes into all its orders: a handle of the game's
    uint32_t rounds;  ///< patrol: how many; default 0: until it is aborted or out of time
    uint32_t min;     ///< members it needs: it begins with no fewer and fails with fewer; default 1
    int64_t limit;    ///< microseconds: after that a patrol without rounds and a follow are done, all others failed.
                      ///< Default 0: none
    int64_t patience; ///< microseconds that an order may take until it counts as failed. Default 0: for ever
} ploy_squad_task_def;

/// How a task ended, for the trace and the callback.
#define PLOY_SQUAD_TASK_END_LIST(X)                                                                                    \
    X(DONE, "done")                                                                                                    \
    X(FAILED, "failed")   /* no order was done, or out of time */                                                      \
    X(LOST, "lost")       /* too few members are left */                                                               \
    X(ABORTED, "aborted") /* the game said so */

typedef enum ploy_squad_task_end
{
#define PLOY_SQUAD_TASK_END_ENUM(NAME, text) PLOY_SQUAD_TASK_END_##NAME,
    PLOY_SQUAD_TASK_END_LIST(PLOY_SQUAD_TASK_END_ENUM)
#undef PLOY_SQUAD_TASK_END_ENUM
        PLOY_SQUAD_TASK_END_COUNT
} ploy_squad_task_end;

PLOY_API const char* ploy_squad_task_end_name(uint32_t end);

// Orders.

/// Every order: enum name, name in files and pages.
#define PLOY_ORDER_LIST(X)                                                                                             \
    X(NONE, "none")                                                                                                    \
    X(MOVE, "move")     /* go to the place */                                                                          \
    X(HOLD, "hold")     /* stay at the place; others are waited for */                                                 \
    X(ATTACK, "attack") /* the place, or the target if there is one */                                                 \
    X(COVER, "cover")   /* keep the enemy at the place occupied, from where you are */                                 \
    X(FOLLOW, "follow") /* the target */                                                                               \
    X(LEAD, "lead")     /* the others follow you */

typedef enum ploy_order_kind
{
#define PLOY_ORDER_ENUM(NAME, text) PLOY_ORDER_##NAME,
    PLOY_ORDER_LIST(PLOY_ORDER_ENUM)
#undef PLOY_ORDER_ENUM
        PLOY_ORDER_KIND_COUNT
} ploy_order_kind;

/// "unknown" for one that is not in the list.
PLOY_API const char* ploy_order_name(uint32_t kind);

/// How an order stands or ended.
#define PLOY_ORDER_STATE_LIST(X)                                                                                       \
    X(OPEN, "open")                                                                                                    \
    X(DONE, "done")                                                                                                    \
    X(FAILED, "failed")                                                                                                \
    X(OVERRULED, "overruled") /* the member has something better to do */                                              \
    X(LATE, "late")           /* the task's patience is over */                                                        \
    X(WITHDRAWN, "withdrawn") /* another order follows, or the task ended */

typedef enum ploy_order_state
{
#define PLOY_ORDER_STATE_ENUM(NAME, text) PLOY_ORDER_##NAME,
    PLOY_ORDER_STATE_LIST(PLOY_ORDER_STATE_ENUM)
#undef PLOY_ORDER_STATE_ENUM
        PLOY_ORDER_STATE_COUNT
} ploy_order_state;

PLOY_API const char* ploy_order_state_name(uint32_t state);

typedef struct ploy_order
{
    uint32_t number; ///< of all orders of the squads, from 1
    uint32_t task;   ///< the task's number
    ploy_order_kind kind;
    uint32_t role; ///< a ploy_role
    int64_t place;
    uint64_t target;
    int64_t issued;
    int64_t deadline; ///< INT64_MAX: none
    ploy_order_state state;
} ploy_order;

/// What a member is in its task.
#define PLOY_ROLE_LIST(X)                                                                                              \
    X(MEMBER, "member")                                                                                                \
    X(LEADER, "leader")   /* follow: whom the others follow */                                                         \
    X(FLANKER, "flanker") /* flank: who goes round */                                                                  \
    X(BASE, "base")       /* flank: who covers */                                                                      \
    X(FIRST, "first")     /* advance: the half that moves first */                                                     \
    X(SECOND, "second")   /* advance: the other half */

typedef enum ploy_role
{
#define PLOY_ROLE_ENUM(NAME, text) PLOY_ROLE_##NAME,
    PLOY_ROLE_LIST(PLOY_ROLE_ENUM)
#undef PLOY_ROLE_ENUM
        PLOY_ROLE_COUNT
} ploy_role;

PLOY_API const char* ploy_role_name(uint32_t role);

/// The attributes of the fact that an order is. A member has one such fact per squad: a new order replaces the old one,
/// and it is forgotten when the order ends.
typedef enum ploy_order_attribute
{
    PLOY_ORDER_FACT_SQUAD, ///< identifies; an object: generation << 32 | index1
    PLOY_ORDER_FACT_NUMBER,
    PLOY_ORDER_FACT_TASK, ///< a ploy_squad_task_kind
    PLOY_ORDER_FACT_TYPE, ///< a ploy_order_kind
    PLOY_ORDER_FACT_ROLE,
    PLOY_ORDER_FACT_PLACE,
    PLOY_ORDER_FACT_TARGET,
    PLOY_ORDER_FACT_ISSUED,
    PLOY_ORDER_FACT_DEADLINE,
} ploy_order_attribute;

/// Adds the fact type "order" with these attributes; it does not decay. As ploy_fact_types_add. ploy_world_squads does
/// this for a world that owns its fact types and has no agent yet; only shared ones need the call.
PLOY_API ploy_status ploy_squads_add_order_type(ploy_fact_types* types, uint32_t* type);

// Squads.

/// What the game answers. All may be NULL. None of them may change squads, and each must give the same answer however
/// often it is called in one tick.
typedef struct ploy_squad_callbacks
{
    /// From an agent to a place, in the game's own unit; below 0: there is no path. NULL: every place is 0 away.
    int64_t (*distance)(void* user, ploy_agent_id agent, int64_t place);
    /// The place where an agent is. Needed by a rendezvous without a place. NULL: it fails.
    int64_t (*where)(void* user, ploy_agent_id agent);
    /// The spot of a slot of a task at one of its places: in a formation, around a point. NULL: the place itself.
    int64_t (*spot)(void* user, ploy_squad_id squad, ploy_squad_task_kind task, ploy_role role, uint32_t slot,
                    int64_t place);
    /// The state of an open order: open, done, failed or overruled. NULL: a move is done within `arrive_within` of the place and
    /// fails where there is no path (it stays open without `distance`); all others stay open until the agent reports.
    ploy_order_state (*check)(void* user, ploy_agent_id agent, const ploy_order* order);
    /// A task ended. May queue and abort tasks.
    void (*ended)(void* user, ploy_squad_id squad, uint32_t task, ploy_squad_task_end end);
    /// The number of a place that a file names: <squad home="mill">; false: there is none. NULL: places in files are
    /// whole numbers.
    bool (*find_place)(void* user, const char* name, int64_t* place);
    void* user;
} ploy_squad_callbacks;

typedef struct ploy_squads_def
{
    ploy_squad_callbacks calls;
    int64_t arrive_within;  ///< a move is done at this distance from its place; default 0
    const char* order_key;  ///< an int key on a member's blackboard that gets the ploy_order_kind; NULL: none
    const char* place_key;  ///< an int key that gets the order's place; NULL: none
    const char* target_key; ///< an object key that gets the order's target; NULL: none
    int64_t pause;          ///< microseconds between a standing task's end and its next beginning; default 1 s
} ploy_squads_def;

/// Before the first squad is created or loaded. Texts must outlive the world. Squads need no more than
/// ploy_world_squads(world) where nobody moves: then orders end by report alone.
PLOY_API void ploy_squads_configure(ploy_squads* squads, const ploy_squads_def* def);

typedef struct ploy_squad_def
{
    const char* name;             ///< for people, copied up to 31 bytes; NULL: ""
    uint32_t size;                ///< members at most, 1 .. PLOY_SQUAD_MAX, default 4
    int64_t home;                 ///< the place whose distance decides who joins; default 0
    bool closed;                  ///< no agent joins from the pool
    ploy_squad_task_def standing; ///< begun whenever there is nothing else to do; kind none (default): nothing
} ploy_squad_def;

/// PLOY_INVALID: a size or task that cannot be; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_squad_create(ploy_squads* squads, const ploy_squad_def* def, ploy_squad_id* squad);
/// Its task is aborted, its members go to the pool. Not inside a tick. PLOY_NOT_FOUND: it was gone.
PLOY_API ploy_status ploy_squad_destroy(ploy_squads* squads, ploy_squad_id squad);

// Members. In ticks, agents may come and go in callbacks of act.

/// Into the pool: at the squads' next tick the agent joins the nearest squad that is neither full nor closed and that it
/// can reach, or stays in the pool. PLOY_ALREADY: it is in the pool or a squad; PLOY_NOT_FOUND: no such agent;
/// PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_squads_enlist(ploy_squads* squads, ploy_agent_id agent);
/// Into this squad, from the pool, another squad or nowhere. PLOY_ALREADY; PLOY_FULL; PLOY_NOT_FOUND: no such squad or
/// agent; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_squad_join(ploy_squads* squads, ploy_squad_id squad, ploy_agent_id agent);
/// Out of its squad or the pool, and its reservations go: for an agent that died and is not destroyed. One that is
/// destroyed leaves by itself.
/// PLOY_NOT_FOUND: it was in neither.
PLOY_API ploy_status ploy_squads_leave(ploy_squads* squads, ploy_agent_id agent);

/// Zero: in none.
PLOY_API ploy_squad_id ploy_squads_of(const ploy_squads* squads, ploy_agent_id agent);
/// 0 when the squad is gone.
PLOY_API uint32_t ploy_squad_member_count(const ploy_squads* squads, ploy_squad_id squad);
/// In the order they joined; zero beyond the count.
PLOY_API ploy_agent_id ploy_squad_member(const ploy_squads* squads, ploy_squad_id squad, uint32_t index);
/// The parent of its members' blackboards, of scope PLOY_SCOPE_SQUAD; NULL: the world has no keys, or there is no squad.
PLOY_API ploy_blackboard* ploy_squad_blackboard(ploy_squads* squads, ploy_squad_id squad);
PLOY_API ploy_squad_id ploy_squads_find(const ploy_squads* squads, const char* name);

// Tasks and orders.

/// Behind those that wait. The number goes to `task` (may be NULL). A standing task gives way. PLOY_INVALID: too few or
/// too many places, or a negative time; PLOY_FULL; PLOY_NOT_FOUND.
PLOY_API ploy_status ploy_squad_queue(ploy_squads* squads, ploy_squad_id squad, const ploy_squad_task_def* def,
                                      uint32_t* task);
/// The task, running or waiting; 0: all of them. It ends at the squads' next tick. PLOY_NOT_FOUND: no such task (any
/// more).
PLOY_API ploy_status ploy_squad_abort(ploy_squads* squads, ploy_squad_id squad, uint32_t task);

typedef struct ploy_squad_task_info
{
    uint32_t number; ///< 0: no task is running
    ploy_squad_task_kind kind;
    uint32_t phase;   ///< from 0
    uint32_t waiting; ///< tasks in the queue
    int64_t begun;
} ploy_squad_task_info;

/// Zeroed when the squad is gone.
PLOY_API ploy_squad_task_info ploy_squad_task(const ploy_squads* squads, ploy_squad_id squad);
/// The agent's open order. PLOY_NOT_FOUND: it has none.
PLOY_API ploy_status ploy_squads_order(const ploy_squads* squads, ploy_agent_id agent, ploy_order* order);
/// The agent reports how its order ended: done, failed or overruled; the squad reads it at its next tick. The first
/// report counts. PLOY_NOT_FOUND: that order is not open any more.
PLOY_API ploy_status ploy_squads_report(ploy_squads* squads, ploy_agent_id agent, uint32_t order,
                                        ploy_order_state state);
/// What the squad does and which members it waits for: English for people, as snprintf does.
PLOY_API size_t ploy_squad_why(const ploy_squads* squads, ploy_squad_id squad, char* text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
