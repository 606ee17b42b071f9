// A compiled behavior tree: operations in preorder, subtrees expanded in place. A node's first child follows it, and
// `next` is the operation after its last descendant.
//
//   op      0 Sequence   1 Condition   2 Fallback   3 Action   4 Action   5 Action
//   next    6            2             5            4          5          6
//
// An agent has a position in the tree: its running leaf, 16 bits. The position implies which child of every node above
// is running, so composites need no data of their own. A node whose children may run side by side (a fork: Parallel,
// the reactive nodes, WhileDoElse, Service) has a thread for each child, with a position of its own, and is itself the
// position of the thread around it. A tick goes straight to the position; on its path it checks only those nodes that
// can stop it (watches: Timeout, _while, Switch), which are linked upwards from each operation.
//
// An agent's mind data is words of 32 bits:
//
//   header | lasting (SequenceWithMemory, RunOnce, Cooldown, updates, Plan, own nodes) | thread of the root | cells of running nodes
//
// Cells of nodes that never run at the same time share words. A thread is its position; if it can run an activity, also
// the activity's phase, start and data.

#ifndef PL_MIND_BT_BT_CODE_H
#define PL_MIND_BT_BT_CODE_H

#include <ploy/goap.h>
#include <ploy/bt.h>

#include "base/containers/arena.h"
#include "base/containers/array.h"
#include "mind/common/guard.h"
#include "mind/bt/bt.h"
#include "mind/common/held.h"
#include "mind/utility/utility.h"

#define PL_OP_NONE 0xFFFFu

#define PL_BT_GOALS 16 // maximum of one <Plan>

enum
{
    PL_OP_IMPURE = 1,         ///< its outcome depends on more than the keys it reads, or it has side effects
    PL_OP_SKIPS = 2,          ///< its cell holds whether a child was not skipped
    PL_OP_COUNTS_SKIPPED = 4, ///< a Parallel that counts a skipped child as a success
    PL_OP_CALLS = 8,          ///< a utility selector with scores that can change although the blackboard does not
    PL_OP_READS = 32,         ///< its number is that of the key `arg`, times `value`; of a Switch: some case is a key
    PL_OP_TEXT = 64,          ///< a Switch whose variable and cases are strings
    PL_OP_YIELDS = 16,        ///< AsyncSequence, AsyncFallback: the high half of its cell is the next child
};

typedef struct pl_op
{
    uint8_t kind;
    uint8_t flags;
    uint16_t parent; ///< PL_OP_NONE: the root
    uint16_t next;
    uint16_t watch;  ///< the nearest watch above it in its thread, or PL_OP_NONE
    uint16_t thread; ///< word of its thread
    uint16_t cell;   ///< word of its own data, or PL_OP_NONE
    uint32_t arg;    ///< index into a list that depends on the kind
    int64_t value;   ///< time, count, choice
} pl_op;

_Static_assert(sizeof(pl_op) == 24, "two ops and more in a cache line");

/// A use of an activity, a condition or a node of the game's own.
typedef struct pl_bt_leaf
{
    uint32_t binding;
    uint32_t ports; ///< first of its ports
    int64_t duration;
    bool is_pure;
    const ploy_condition_def* condition; ///< or NULL, as the next two
    const ploy_activity_def* activity;
    const ploy_node_def* node;
    ploy_call call; ///< of a condition
} pl_bt_leaf;

/// The conditions of a node; NULL: none.
typedef struct pl_op_guard
{
    pl_guard* fails;
    pl_guard* succeeds;
    pl_guard* skips;
    pl_guard* holds; ///< while it runs
} pl_op_guard;

/// What a node runs when it has ended; NULL: nothing.
typedef struct pl_op_post
{
    pl_guard* succeeded;
    pl_guard* failed;
    pl_guard* halted;
    pl_guard* ended; ///< with success or failure, after one of the others
} pl_op_post;

/// The score of a child of a utility selector: an expression, or a score of a utility.
typedef struct pl_score
{
    pl_guard* guard;             ///< or NULL
    const ploy_utility* utility; ///< or NULL
    uint32_t option;             ///< PLOY_NONE: the best option
} pl_score;

/// A <Plan>: its goals and their scores.
typedef struct pl_bt_plan
{
    uint32_t first; ///< in the list of goals
    uint32_t count;
    const ploy_utility* utility; ///< NULL: the goals are tried in the order of the file
    uint32_t planner; ///< index of the agent's planner: nodes that can run at the same time have different ones
} pl_bt_plan;

typedef struct pl_bt_goal
{
    uint32_t goal;
    uint32_t args[PLOY_MAX_ARGS];
    uint32_t option; ///< of the plan's utility
} pl_bt_goal;

/// A LoopInt and so on.
typedef struct pl_bt_loop
{
    uint32_t queue;   ///< the key of its items; PLOY_NONE: text
    const char* text; ///< the items, or NULL
    uint32_t value;   ///< the key that an item is written to, or PLOY_NONE
    int64_t if_empty; ///< an outcome, or pl_bt_outcome_in_key
} pl_bt_loop;

/// The keys that a reactive node watches.
typedef struct pl_op_keys
{
    uint32_t first; ///< in the list of keys
    uint32_t count;
} pl_op_keys;

typedef struct pl_op_source
{
    const char* name; ///< for traces and messages
    uint32_t line;
} pl_op_source;

/// An attribute that a node needs and does not have.
typedef struct pl_bt_lack
{
    const char* attribute;
    uint8_t kind;   ///< pl_bt_kind of its element
    bool is_logged; ///< only act touches it
} pl_bt_lack;

typedef struct pl_bt_mind
{
    ploy_mind base;
    ploy_allocator allocator;
    pl_held held;
    const ploy_bindings* bindings;
    pl_arena arena; ///< names
    PL_ARRAY(pl_op) ops;
    PL_ARRAY(pl_op_source) sources; ///< one per operation
    PL_ARRAY(pl_bt_leaf) leaves;
    PL_ARRAY(ploy_port) ports;
    PL_ARRAY(pl_op_guard) guards;
    PL_ARRAY(pl_op_post) posts;
    PL_ARRAY(pl_guard*) scripts; ///< of Script, ScriptCondition and Precondition
    PL_ARRAY(pl_score) scores;   ///< one per child of a utility selector
    PL_ARRAY(pl_bt_plan) plans;
    PL_ARRAY(pl_bt_loop) loops;
    PL_ARRAY(pl_bt_lack) lacks;
    PL_ARRAY(pl_bt_goal) goals;
    PL_ARRAY(ploy_utility*) utilities;
    PL_ARRAY(int64_t) numbers; ///< weights, cases
    PL_ARRAY(uint32_t) keys;
    PL_ARRAY(pl_op_keys) watched; ///< by reactive nodes
    uint64_t layout_hash;         ///< hash of what the layout of an agent's mind data depends on
    uint32_t word_count;
    uint32_t max_loops;
    bool catches_halts;        ///< it has a TryCatch with catch_on_halt
    ploy_mind* planner;        ///< or NULL
    uint32_t planner_count;    ///< per agent: the largest number of <Plan> nodes that can run at the same time
    uint32_t planner_at;       ///< byte of the first planner's ploy_agent in the mind data; its own mind data follows.
                               ///< Behind the last planner are rooms of ports, which hold nothing between two ticks
    uint32_t planner_bytes;    ///< of one planner, with its ploy_agent
    ploy_goap_event_fn* event; ///< the game's
    void* event_user;
} pl_bt_mind;

/// Words of the header.
enum
{
    PL_BT_SEEN = 0,  ///< two words: stamp of the blackboard at the last tick
    PL_BT_CAUSE = 2, ///< the operation that failed last, plus one
    PL_BT_REASON = 3,
    PL_BT_END = 4, ///< low half: how the tree last ended, 0: it has not; high half: the cause
    PL_BT_END_REASON = 5,
    PL_BT_HEADER =
        6, ///< then one word per planner. Low half: the running <Plan> plus one; high half: how its goal ended
};

/// Words of a thread.
enum
{
    PL_THREAD_POSITION = 0, ///< low half: operation plus one, 0: idle; high half: the watch that stopped it, plus one
    PL_THREAD_PHASE = 1,
    PL_THREAD_SINCE = 2, ///< two words
    PL_THREAD_DATA = 4,
};

/// In place of the key of a case: there is no such case.
#define PL_BT_NO_CASE (PLOY_NONE - 1)

enum
{
    PL_BT_CASES = 6, ///< of a Switch, at most
};

/// An outcome that is read from a key, in the place of one that is known.
static inline int64_t pl_bt_outcome_in_key(uint32_t key)
{
    return -1 - (int64_t)key;
}

/// RUNNING, SUCCESS, FAILURE or SKIPPED; -1: none of them. In bt_loop.c.
int pl_bt_find_outcome(const char* name);

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
    case PL_BT_NODE:
        return true;
    default:
        return false;
    }
}

// bt_leaf.c: the planners of <Plan> nodes.
ploy_status pl_bt_make_planner(pl_bt_mind* mind, const ploy_goap_mind_def* def, const ploy_mind_parts* parts,
                               ploy_error* error);
ploy_agent* pl_bt_planner_agent(const ploy_agent* agent, uint32_t planner);
ploy_status pl_planner_begin(ploy_agent* agent);
void pl_planner_think(ploy_agent* agent);
void pl_planner_end(ploy_agent* agent);
ploy_status pl_planner_load(ploy_agent* agent, ploy_reader* reader);
ploy_status pl_planner_restore(ploy_agent* agent, ploy_agent* old);
/// Checks of loaded mind data: is the word of a <Plan> possible, and is that <Plan> running?
bool pl_plan_is_good(const pl_bt_mind* mind, uint32_t op, const uint32_t* words);
bool pl_plan_is_active(const pl_bt_mind* mind, uint32_t op, const uint32_t* words);

/// Makes the operations and all they refer to, without their words.
ploy_status pl_bt_compile(pl_bt_mind* mind, const ploy_bt_mind_def* def, pl_reports* reports);
/// Gives every operation its thread, cell and watch. false: an agent's mind data would be too large.
bool pl_bt_lay_out(pl_bt_mind* mind);
/// Finds the keys that reactive nodes watch.
ploy_status pl_bt_find_watched(pl_bt_mind* mind);

#endif
