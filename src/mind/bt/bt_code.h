// A compiled tree: operations in preorder, subtrees expanded in place, so a node's first child follows it and `next`
// leads past all that is below it.
//
//   op      0 Sequence   1 Condition   2 Fallback   3 Action   4 Action   5 Action
//   next    6            2             5            4          5          6
//
// An agent is somewhere in the tree: at the leaf it is busy with. That place, 16 bits, says which child of every node
// above is running, so composites need no memory of their own. A node whose children may be under way side by side (a
// fork: Parallel, the reactive kinds, WhileDoElse, Service) has a thread for each child, with a place of its own, and
// is itself the place of the thread around it. Going on is going straight to the place; on the way lie only those nodes
// that may have something against it (watches: Timeout, _while, Switch), linked upwards from each op.
//
// An agent's memory is words of 32 bits:
//
//   head | what lasts (SequenceWithMemory, RunOnce, Cooldown, Plan) | thread of the root | cells of what is under way
//
// Cells of nodes that are never under way together share words. A thread is: place, and where it may hold an activity
// also its phase, start and memory.

#ifndef PL_MIND_BT_BT_CODE_H
#define PL_MIND_BT_BT_CODE_H

#include <ploy/goap.h>
#include <ploy/bt.h>

#include "base/containers/arena.h"
#include "base/containers/array.h"
#include "mind/common/guard.h"
#include "mind/bt/bt_node_kinds.h"
#include "mind/utility/utility.h"

#define PL_OP_NONE 0xFFFFu

#define PL_BT_GOALS 16 // of one <Plan>, at most

enum
{
    PL_OP_IMPURE = 1,         ///< how it ends does not follow from the keys that it reads, or it does something
    PL_OP_SKIPS = 2,          ///< its cell remembers whether any child was not skipped
    PL_OP_COUNTS_SKIPPED = 4, ///< a Parallel for which a child that was skipped is as good as one that succeeded
    PL_OP_CALLS = 8,          ///< a utility selector whose scores may change though the board does not
};

typedef struct pl_op
{
    uint8_t kind;
    uint8_t flags;
    uint16_t parent; ///< PL_OP_NONE: the root
    uint16_t next;
    uint16_t watch;  ///< the nearest above it in its thread, or PL_OP_NONE
    uint16_t thread; ///< word of the thread that it runs in
    uint16_t cell;   ///< word of its own memory, or PL_OP_NONE
    uint32_t arg;    ///< into a list that depends on the kind
    int64_t value;   ///< time, count, choice
} pl_op;

_Static_assert(sizeof(pl_op) == 24, "two ops and more in a cache line");

/// What an activity or a condition is used with.
typedef struct pl_bt_leaf
{
    uint32_t binding;
    uint32_t ports; ///< first of its ports
    int64_t duration;
    bool is_pure;
    const ploy_condition_def* condition; ///< NULL: an activity
    const ploy_activity_def* activity;   ///< NULL: a condition
    ploy_call call;                      ///< of a condition
} pl_bt_leaf;

/// Preconditions of a node; NULL: none.
typedef struct pl_op_guard
{
    pl_guard* fails;
    pl_guard* succeeds;
    pl_guard* skips;
    pl_guard* holds; ///< while it runs
} pl_op_guard;

/// What a child of a utility selector is worth: a number, or a score of a utility.
typedef struct pl_score
{
    pl_guard* guard;             ///< or NULL
    const ploy_utility* utility; ///< or NULL
    uint32_t option;             ///< PLOY_NONE: the best of all
} pl_score;

/// A <Plan>: which goals, and what they are worth.
typedef struct pl_bt_plan
{
    uint32_t first; ///< in the list of goals
    uint32_t count;
    const ploy_utility* utility; ///< NULL: in the order they are written in
    uint32_t planner;            ///< which of the agent's: those that may be under way at once have different ones
} pl_bt_plan;

typedef struct pl_bt_goal
{
    uint32_t goal;
    uint32_t args[PLOY_MAX_ARGS];
    uint32_t option; ///< of the plan's utility
} pl_bt_goal;

/// The keys that a reactive node watches.
typedef struct pl_op_keys
{
    uint32_t first; ///< in the list of keys
    uint32_t count;
} pl_op_keys;

typedef struct pl_op_source
{
    const char* name; ///< for people
    uint32_t line;
} pl_op_source;

typedef struct pl_bt_mind
{
    ploy_mind base;
    ploy_allocator allocator;
    const ploy_bindings* bindings;
    pl_arena arena; ///< names
    PL_ARRAY(pl_op) ops;
    PL_ARRAY(pl_op_source) sources; ///< one an op
    PL_ARRAY(pl_bt_leaf) leaves;
    PL_ARRAY(ploy_port) ports;
    PL_ARRAY(pl_op_guard) guards;
    PL_ARRAY(pl_score) scores; ///< one a child of a utility selector
    PL_ARRAY(pl_bt_plan) plans;
    PL_ARRAY(pl_bt_goal) goals;
    PL_ARRAY(ploy_utility*) utilities;
    PL_ARRAY(int64_t) numbers; ///< weights, cases
    PL_ARRAY(uint32_t) keys;
    PL_ARRAY(pl_op_keys) watched; ///< by reactive nodes
    uint64_t shape;               ///< hash of what the memory of an agent depends on
    uint32_t word_count;
    uint32_t max_loops;
    ploy_mind* planner;        ///< or NULL
    uint32_t planner_count;    ///< that an agent has, since so many <Plan>s may be under way at once
    uint32_t planner_at;       ///< byte of the first one's self in an agent's memory; the planner's memory follows
    uint32_t planner_bytes;    ///< of one, its self included
    ploy_goap_event_fn* event; ///< the game's
    void* event_user;
} pl_bt_mind;

/// Words of the head.
enum
{
    PL_BT_SEEN = 0,  ///< two words: stamp of the board at the last tick
    PL_BT_CAUSE = 2, ///< op plus one that failed last
    PL_BT_REASON = 3,
    PL_BT_END = 4, ///< how the tree last ended, 0: it never has; above: the cause then
    PL_BT_END_REASON = 5,
    PL_BT_HEADER = 6, ///< after it one a planner: the <Plan> under way plus one; above: how its goal ended
};

/// Words of a thread.
enum
{
    PL_THREAD_PLACE = 0, ///< op plus one (0: idle), and the watch plus one that has stopped it above
    PL_THREAD_PHASE = 1,
    PL_THREAD_SINCE = 2, ///< two words
    PL_THREAD_MEMORY = 4,
};

static inline int64_t pl_words_get(const uint32_t* words)
{
    return (int64_t)(words[0] | (uint64_t)words[1] << 32);
}

static inline void pl_words_set(uint32_t* words, int64_t value)
{
    words[0] = (uint32_t)value;
    words[1] = (uint32_t)((uint64_t)value >> 32);
}

static inline bool pl_op_is_fork(pl_bt_kind kind)
{
    switch (kind) {
    case PL_BT_PARALLEL:
    case PL_BT_PARALLEL_ALL:
    case PL_BT_REACTIVE_SEQUENCE:
    case PL_BT_REACTIVE_FALLBACK:
    case PL_BT_WHILE_DO_ELSE:
    case PL_BT_SERVICE:
        return true;
    default:
        return false;
    }
}

/// Planners within trees: tree_plan.c.
ploy_status pl_bt_make_planner(pl_bt_mind* mind, const ploy_goap_mind_def* def, const ploy_mind_parts* parts,
                               ploy_error* error);
ploy_agent* pl_bt_planner(const ploy_agent* agent, uint32_t planner);
ploy_status pl_planner_begin(ploy_agent* agent);
void pl_planner_think(ploy_agent* agent);
void pl_planner_end(ploy_agent* agent);
ploy_status pl_planner_load(ploy_agent* agent, ploy_reader* reader);
ploy_status pl_planner_restore(ploy_agent* agent, ploy_agent* old);
/// Of memory that was loaded: is what it holds of a <Plan> possible, and is it the one under way?
bool pl_plan_is_good(const pl_bt_mind* mind, uint32_t op, const uint32_t* words);
bool pl_plan_is_active(const pl_bt_mind* mind, uint32_t op, const uint32_t* words);

/// Ops and all they refer to, without places in memory. error must not be NULL.
ploy_status pl_bt_compile(pl_bt_mind* mind, const ploy_bt_mind_def* def, ploy_error* error);
/// Gives every op its thread, cell and watch. false: an agent's memory would be too large.
bool pl_bt_lay_out(pl_bt_mind* mind);
/// Finds out what reactive nodes have to watch.
ploy_status pl_bt_find_watched(pl_bt_mind* mind);

#endif
