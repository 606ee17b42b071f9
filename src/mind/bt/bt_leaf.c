#include "mind/common/bindings.h"
#include "mind/common/activity.h"
#include "mind/bt/bt_run.h"

static inline pl_activity_plan plan_of(const pl_bt_run* r, uint32_t op)
{
    const pl_bt_mind* m = r->mind;
    const pl_bt_leaf* leaf = &m->leaves.data[r->ops[op].arg];
    return (pl_activity_plan){
        .def = leaf->activity,
        .ports = m->ports.data + leaf->ports,
        .activity = leaf->binding,
        .duration = leaf->duration,
        .memory = r->words + r->ops[op].thread + PL_THREAD_MEMORY,
    };
}

static pl_activity deed_of(const pl_bt_run* r, uint32_t op)
{
    const uint32_t* thread = r->words + r->ops[op].thread;
    return (pl_activity){.since = pl_words_get(thread + PL_THREAD_SINCE), .phase = thread[PL_THREAD_PHASE]};
}

static void keep_deed(const pl_bt_run* r, uint32_t op, const pl_activity* activity)
{
    uint32_t* thread = r->words + r->ops[op].thread;
    thread[PL_THREAD_PHASE] = activity->phase;
    pl_words_set(thread + PL_THREAD_SINCE, activity->since);
}

static uint32_t ended(pl_bt_run* r, uint32_t op, ploy_outcome outcome)
{
    return outcome == PLOY_FAILURE ? pl_bt_fails(r, op, r->agent->reason) : (uint32_t)outcome;
}

uint32_t pl_leaf_start(pl_bt_run* r, uint32_t op)
{
    pl_activity_plan plan = plan_of(r, op);
    pl_activity activity = {0};
    ploy_outcome outcome = pl_activity_start(&activity, &plan, r->agent);
    keep_deed(r, op, &activity);
    return ended(r, op, outcome);
}

uint32_t pl_leaf_perform(pl_bt_run* r, uint32_t op)
{
    pl_activity_plan plan = plan_of(r, op);
    pl_activity activity = deed_of(r, op);
    ploy_outcome outcome = pl_activity_perform(&activity, &plan, r->agent);
    r->words[r->ops[op].thread + PL_THREAD_PHASE] = activity.phase;
    return ended(r, op, outcome);
}

bool pl_leaf_halt(pl_bt_run* r, uint32_t op)
{
    pl_activity_plan plan = plan_of(r, op);
    pl_activity activity = deed_of(r, op);
    bool is_done = pl_activity_halt(&activity, &plan, r->agent);
    keep_deed(r, op, &activity);
    return is_done;
}

uint32_t pl_leaf_set(pl_bt_run* r, uint32_t op)
{
    ploy_blackboard* blackboard = r->agent->blackboard;
    const pl_op* of = &r->ops[op];
    uint32_t key = (uint32_t)of->value;
    r->agent->reason = 0;
    if (!blackboard) return pl_bt_fails(r, op, 0);
    if (of->kind == PL_BT_UNSET) {
        return ploy_blackboard_unset(blackboard, key) == PLOY_NOT_SUPPORTED ? pl_bt_fails(r, op, 0) : PLOY_SUCCESS;
    }
    const ploy_port* from = &r->mind->ports.data[of->arg];
    int64_t value = from->key == PLOY_NONE ? from->value : ploy_blackboard_get(blackboard, from->key);
    return ploy_blackboard_set(blackboard, key, value) == PLOY_NOT_SUPPORTED ? pl_bt_fails(r, op, 0) : PLOY_SUCCESS;
}
