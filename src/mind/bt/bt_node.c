// The game's own nodes with children. Each child is a thread, as below every fork. The cell of a node is
//
//   word 0: flags | words 1, 2: when it was entered | words 3, 4: children that are being halted, one bit each
//
// and its data lies among the words that outlast a run.

#include "mind/bt/bt_run.h"

typedef struct ploy_children_run
{
    pl_bt_run* run;
    uint32_t op;
} ploy_children_run;

static uint32_t nth_child(const pl_bt_run* r, uint32_t op, uint32_t index)
{
    uint32_t child = op + 1;
    for (; index > 0; --index) child = r->ops[child].next;
    return child;
}

static uint32_t child_count(const pl_bt_run* r, uint32_t op)
{
    uint32_t count = 0;
    for (uint32_t child = op + 1; child < r->ops[op].next; child = r->ops[child].next) ++count;
    return count;
}

static uint32_t* halting_of(const ploy_children_run* in)
{
    return in->run->words + in->run->ops[in->op].cell + 3;
}

static bool halt(const ploy_children_run* in, uint32_t index)
{
    uint32_t* words = halting_of(in);
    uint64_t bit = UINT64_C(1) << index, halting = (uint64_t)pl_words_get(words);
    bool is_idle = pl_thread_halt(in->run, nth_child(in->run, in->op, index));
    pl_words_set(words, (int64_t)(is_idle ? halting & ~bit : halting | bit));
    return is_idle;
}

ploy_outcome ploy_children_tick(const ploy_children* children, uint32_t index)
{
    PL_NEED(children, PLOY_FAILURE);
    PL_ASSERT(index < children->count);
    const ploy_children_run* in = children->run;
    pl_bt_run* r = in->run;
    uint32_t child = nth_child(r, in->op, index);
    bool is_halting = (uint64_t)pl_words_get(halting_of(in)) >> index & 1;
    if (is_halting && !halt(in, index)) return PLOY_RUNNING;
    return (ploy_outcome)(pl_thread_is_idle(r, child) ? pl_thread_start(r, child) : pl_thread_resume(r, child));
}

bool ploy_children_halt(const ploy_children* children, uint32_t index)
{
    PL_NEED(children, true);
    PL_ASSERT(index < children->count);
    return halt(children->run, index);
}

bool ploy_children_is_running(const ploy_children* children, uint32_t index)
{
    PL_NEED(children, false);
    PL_ASSERT(index < children->count);
    return !pl_thread_is_idle(children->run->run, nth_child(children->run->run, children->run->op, index));
}

uint32_t pl_node_run(pl_bt_run* r, uint32_t op, bool is_start)
{
    const pl_bt_leaf* leaf = &r->mind->leaves.data[r->ops[op].arg];
    const ploy_node_def* def = leaf->node;
    ploy_children_run in = {r, op};
    ploy_children children = {.count = child_count(r, op), .is_start = is_start, .run = &in};
    ploy_call call = {
        .user = def->user,
        .ports = r->mind->ports.data + leaf->ports,
        .port_count = def->port_count,
        .binding = leaf->binding,
        .elapsed = r->agent->now - pl_words_get(r->words + r->ops[op].cell + 1),
        .data = def->data_bytes > 0 ? r->words + r->ops[op].value : NULL,
    };
    // A node that fails although no child failed in this tick is itself the cause.
    uint32_t cause = r->words[PL_BT_CAUSE], reason = r->words[PL_BT_REASON];
    r->words[PL_BT_CAUSE] = 0;
    r->agent->reason = 0;
    ploy_outcome outcome = def->tick(r->agent, &call, &children);
    if (r->words[PL_BT_CAUSE] != 0) return outcome;
    if (outcome == PLOY_FAILURE) return pl_bt_fails(r, op, r->agent->reason);
    r->words[PL_BT_CAUSE] = cause;
    r->words[PL_BT_REASON] = reason;
    return outcome;
}
