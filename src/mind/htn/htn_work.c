// Searches for all agents of a mind: those that ask, in order of their indices. Without a limit they are shared out to
// the workers; with one they are done in turn, from where the last tick stopped.

#include <string.h>

#include "base/index.h"
#include "base/tasks.h"
#include "mind/htn/htn_mind.h"
#include "plan/domain/compiled.h"
#include "trace/emit.h"

// The list of agents.

static uint32_t place_of(const pl_network_mind* mind, uint32_t agent)
{
    uint32_t low = 0, high = mind->selves.count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (mind->selves.data[middle]->agent <= agent) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

ploy_status pl_network_enlist(ploy_self* self)
{
    pl_network_mind* mind = pl_network_mind_of(self);
    if (!PL_ARRAY_RESERVE(&mind->selves, &mind->allocator, mind->selves.count + 1)) return PLOY_OUT_OF_MEMORY;
    uint32_t at = place_of(mind, self->agent);
    ploy_self** list = mind->selves.data;
    memmove(list + at + 1, list + at, (mind->selves.count - at) * sizeof *list);
    list[at] = self;
    ++mind->selves.count;
    return PLOY_OK;
}

void pl_network_dismiss(ploy_self* self)
{
    pl_network_mind* mind = pl_network_mind_of(self);
    ploy_self** list = mind->selves.data;
    uint32_t at = place_of(mind, self->agent);
    while (at > 0 && list[at - 1] != self) --at;
    if (at == 0) return;
    --mind->selves.count;
    memmove(list + at - 1, list + at, (mind->selves.count - (at - 1)) * sizeof *list);
}

// What was found.

static bool is_plan(const ploy_network_plan* plan)
{
    return plan->status == PLOY_FOUND || plan->status == PLOY_PARTIAL ||
           (plan->status == PLOY_OUT_OF_NODES && plan->step_count > 0);
}

static void trace_plan(const ploy_self* self, const ploy_network_plan* plan)
{
    uint32_t task = pl_network_mind_of(self)->task;
    if (plan->status == PLOY_ALREADY) return;
    if (!is_plan(plan)) {
        PL_TRACE(self->trace, PLAN_FAILED, self->agent, task, (uint64_t)plan->status);
        return;
    }
    PL_TRACE(self->trace, PLAN_FOUND, self->agent, task, (uint64_t)plan->cost, plan->step_count);
    for (uint32_t i = 0; i < plan->step_count; ++i) {
        PL_TRACE(self->trace, PLAN_STEP, self->agent, i, plan->steps[i].action, (uint64_t)plan->steps[i].cost);
    }
}

static bool is_same(const pl_network_step* a, const pl_network_step* b, uint32_t arg_count)
{
    return a->action == b->action && memcmp(a->args, b->args, arg_count * sizeof *a->args) == 0;
}

static void note_rank(ploy_self* self, const ploy_network_plan* plan, uint32_t from)
{
    pl_network_memory* m = pl_network_memory_of(self);
    m->rank_count = from;
    for (uint32_t i = 0; i < plan->rank_count && m->rank_count < PL_NETWORK_RANK; ++i) {
        pl_network_rank(self)[m->rank_count++] = plan->rank[i];
    }
}

// The step under way goes on if the new plan begins with it.
static void take(ploy_self* self, const ploy_network_plan* plan, bool goes_on)
{
    const pl_network_mind* mind = pl_network_mind_of(self);
    pl_network_memory* m = pl_network_memory_of(self);
    pl_network_step* steps = pl_network_steps(self);
    for (uint32_t i = 0; i < plan->step_count; ++i) {
        steps[i] = (pl_network_step){.action = plan->steps[i].action};
        uint32_t count = ploy_domain_action(mind->network->domain, steps[i].action).param_count;
        memcpy(steps[i].args, plan->steps[i].args, count * sizeof *steps[i].args);
    }
    m->at = 0;
    m->count = (uint16_t)plan->step_count;
    m->cost = plan->cost;
    m->rest_count = (uint16_t)plan->rest_count;
    if (plan->rest_count > 0) memcpy(pl_network_rest_of(self), plan->rest, plan->rest_count * sizeof *plan->rest);
    note_rank(self, plan, goes_on ? m->rank_count : 0);
    bool stays = m->is_doing && m->count > 0 && is_same(&steps[0], &m->doing, PLOY_MAX_ARGS);
    m->is_leaving = m->is_leaving || (m->is_doing && !stays);
}

void pl_network_drop(ploy_self* self)
{
    pl_network_memory* m = pl_network_memory_of(self);
    m->at = m->count = 0;
    m->rank_count = 0;
    m->rest_count = 0;
    m->is_leaving = m->is_doing;
}

static void answer(ploy_self* self, const ploy_network_plan* plan, pl_network_want wanted)
{
    pl_network_memory* m = pl_network_memory_of(self);
    m->status = (uint8_t)plan->status;
    trace_plan(self, plan);
    if (is_plan(plan)) {
        take(self, plan, wanted == PL_NETWORK_WANTS_REST);
    } else if (wanted != PL_NETWORK_WANTS_BETTER) {
        pl_network_drop(self);
    }
    // nothing to do, or no way to do it: the same again only after a while, or when something changes
    if (m->count == 0) m->retry_at = self->now + pl_network_mind_of(self)->retry;
}

// Searching.

static uint32_t plan_for(pl_network_mind* mind, ploy_self* self, ploy_network_planner* planner)
{
    pl_network_memory* m = pl_network_memory_of(self);
    pl_network_want wanted = (pl_network_want)m->wants;
    ploy_network_query query = ploy_network_query_default();
    query.start = pl_network_state(self);
    query.task = mind->task;
    query.agent = self;
    query.disabled = mind->disabled;
    if (wanted == PL_NETWORK_WANTS_REST) {
        query.rest = pl_network_rest_of(self);
        query.rest_count = m->rest_count;
    } else if (wanted == PL_NETWORK_WANTS_BETTER) {
        query.rank = pl_network_rank(self);
        query.rank_count = m->rank_count;
        query.cost = m->cost;
    }
    m->wants = PL_NETWORK_WANTS_NOTHING;
    PL_TRACE(self->trace, PLAN_ASKED, self->agent, mind->task);
    const ploy_network_plan* plan = ploy_network_planner_plan(planner, &query);
    answer(self, plan, wanted);
    if (wanted != PL_NETWORK_WANTS_REST || is_plan(plan)) return plan->nodes;
    m->wants = PL_NETWORK_WANTS_PLAN; // what was begun leads nowhere: from the top again
    uint32_t nodes = plan->nodes;
    return nodes + plan_for(mind, self, planner);
}

static void plan_share(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    pl_network_mind* mind = context;
    ploy_network_planner* planner = mind->planners.data[worker];
    for (uint32_t i = begin; i < end; ++i) {
        ploy_self* self = mind->selves.data[i];
        if (pl_network_memory_of(self)->wants) planner->spent += plan_for(mind, self, planner);
    }
}

static bool make_planners(pl_network_mind* mind, uint32_t count)
{
    while (mind->planners.count < count) {
        ploy_network_planner* made = ploy_network_planner_create(mind->network, &mind->allocator);
        if (!made || !PL_ARRAY_PUSH(&mind->planners, &mind->allocator, made)) {
            ploy_network_planner_destroy(made);
            return false;
        }
    }
    return true;
}

static uint32_t work_within(pl_network_mind* mind, uint32_t max_nodes)
{
    uint32_t spent = 0;
    uint32_t first = mind->next == 0 ? 0 : place_of(mind, mind->next - 1);
    for (uint32_t i = 0; i < mind->selves.count; ++i) {
        ploy_self* self = mind->selves.data[(first + i) % mind->selves.count];
        if (!pl_network_memory_of(self)->wants) continue;
        if (spent >= max_nodes) {
            mind->next = self->agent;
            break;
        }
        spent += plan_for(mind, self, mind->planners.data[0]);
    }
    return spent;
}

uint32_t pl_network_work(ploy_mind* base, const ploy_tasks* tasks, uint32_t max_nodes)
{
    pl_network_mind* mind = (pl_network_mind*)base;
    if (!make_planners(mind, max_nodes > 0 ? 1 : pl_tasks_worker_count(tasks))) return 0;
    if (max_nodes > 0) return work_within(mind, max_nodes);
    uint32_t spent = 0;
    pl_parallel_for(tasks, mind->selves.count, 16, plan_share, mind);
    for (uint32_t i = 0; i < mind->planners.count; ++i) {
        spent += mind->planners.data[i]->spent;
        mind->planners.data[i]->spent = 0;
    }
    return spent;
}
