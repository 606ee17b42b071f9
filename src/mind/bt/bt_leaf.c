#include "mind/common/bindings.h"
#include "mind/common/activity.h"
#include "mind/bt/bt_run.h"

static inline pl_deed_plan plan_of(const pl_tree_run* r, uint32_t op)
{
    const pl_tree_mind* m = r->mind;
    const pl_tree_leaf* leaf = &m->leaves.data[r->ops[op].arg];
    return (pl_deed_plan){
        .def = leaf->activity,
        .ports = m->ports.data + leaf->ports,
        .activity = leaf->ability,
        .duration = leaf->duration,
        .memory = r->words + r->ops[op].thread + PL_THREAD_MEMORY,
    };
}

static pl_deed deed_of(const pl_tree_run* r, uint32_t op)
{
    const uint32_t* thread = r->words + r->ops[op].thread;
    return (pl_deed){.since = pl_words_get(thread + PL_THREAD_SINCE), .phase = thread[PL_THREAD_PHASE]};
}

static void keep_deed(const pl_tree_run* r, uint32_t op, const pl_deed* deed)
{
    uint32_t* thread = r->words + r->ops[op].thread;
    thread[PL_THREAD_PHASE] = deed->phase;
    pl_words_set(thread + PL_THREAD_SINCE, deed->since);
}

static uint32_t ended(pl_tree_run* r, uint32_t op, ploy_outcome outcome)
{
    return outcome == PLOY_FAILURE ? pl_tree_fails(r, op, r->self->reason) : (uint32_t)outcome;
}

uint32_t pl_leaf_start(pl_tree_run* r, uint32_t op)
{
    pl_deed_plan plan = plan_of(r, op);
    pl_deed deed = {0};
    ploy_outcome outcome = pl_deed_start(&deed, &plan, r->self);
    keep_deed(r, op, &deed);
    return ended(r, op, outcome);
}

uint32_t pl_leaf_perform(pl_tree_run* r, uint32_t op)
{
    pl_deed_plan plan = plan_of(r, op);
    pl_deed deed = deed_of(r, op);
    ploy_outcome outcome = pl_deed_perform(&deed, &plan, r->self);
    r->words[r->ops[op].thread + PL_THREAD_PHASE] = deed.phase;
    return ended(r, op, outcome);
}

bool pl_leaf_halt(pl_tree_run* r, uint32_t op)
{
    pl_deed_plan plan = plan_of(r, op);
    pl_deed deed = deed_of(r, op);
    bool is_done = pl_deed_halt(&deed, &plan, r->self);
    keep_deed(r, op, &deed);
    return is_done;
}

uint32_t pl_leaf_set(pl_tree_run* r, uint32_t op)
{
    ploy_board* board = r->self->board;
    const pl_op* of = &r->ops[op];
    uint32_t key = (uint32_t)of->value;
    r->self->reason = 0;
    if (!board) return pl_tree_fails(r, op, 0);
    if (of->kind == PL_TREE_UNSET) {
        return ploy_board_unset(board, key) == PLOY_NOT_SUPPORTED ? pl_tree_fails(r, op, 0) : PLOY_SUCCESS;
    }
    const ploy_port* from = &r->mind->ports.data[of->arg];
    int64_t value = from->key == PLOY_NONE ? from->value : ploy_board_get(board, from->key);
    return ploy_board_set(board, key, value) == PLOY_NOT_SUPPORTED ? pl_tree_fails(r, op, 0) : PLOY_SUCCESS;
}
