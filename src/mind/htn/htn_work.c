// Searches for the agents of a mind, in order of their indices. Without a node budget the workers share them; with one
// they run in turn, from where the last tick stopped.

#include <string.h>

#include "base/tasks.h"
#include "mind/htn/htn_mind.h"
#include "mind/htn/htn_search.h"
#include "plan/domain/compiled.h"
#include "trace/emit.h"

// The list of agents.

static uint32_t place_of(const pl_htn_mind* mind, uint32_t agent)
{
    uint32_t low = 0, high = mind->agents.count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (mind->agents.data[middle]->id.index1 <= agent) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

ploy_status pl_htn_add_agent(ploy_agent* agent)
{
    pl_htn_mind* mind = pl_htn_mind_of(agent);
    if (!PL_ARRAY_RESERVE(&mind->agents, &mind->allocator, mind->agents.count + 1)) return PLOY_OUT_OF_MEMORY;
    uint32_t at = place_of(mind, agent->id.index1);
    ploy_agent** list = mind->agents.data;
    memmove(list + at + 1, list + at, (mind->agents.count - at) * sizeof *list);
    list[at] = agent;
    ++mind->agents.count;
    return PLOY_OK;
}

void pl_htn_remove_agent(ploy_agent* agent)
{
    pl_htn_mind* mind = pl_htn_mind_of(agent);
    ploy_agent** list = mind->agents.data;
    uint32_t at = place_of(mind, agent->id.index1);
    while (at > 0 && list[at - 1] != agent) --at;
    if (at == 0) return;
    --mind->agents.count;
    memmove(list + at - 1, list + at, (mind->agents.count - (at - 1)) * sizeof *list);
}

// Results.

static bool is_plan(const ploy_htn_plan* plan)
{
    return plan->status == PLOY_FOUND || plan->status == PLOY_PARTIAL ||
           (plan->status == PLOY_OUT_OF_NODES && plan->step_count > 0);
}

uint32_t pl_htn_method1(const pl_htn_mind* mind, const uint32_t* rank, uint32_t rank_count)
{
    const pl_htn_compiled_task* task = &mind->htn->tasks.data[mind->task];
    for (uint32_t i = 0; rank_count > 0 && i < task->method_count; ++i) {
        const pl_htn_compiled_method* method = &mind->htn->methods.data[task->first_method + i];
        if (rank[0] >= method->first_alternative && rank[0] - method->first_alternative < method->alternatives)
            return i + 1;
    }
    return 0;
}

static void trace_plan(const ploy_agent* agent, const ploy_htn_plan* plan)
{
    uint32_t task = pl_htn_mind_of(agent)->task;
    if (plan->status == PLOY_ALREADY) return;
    if (!is_plan(plan)) {
        PL_TRACE(agent->trace, PLAN_FAILED, agent->id.index1, task, (uint64_t)plan->status);
        return;
    }
    PL_TRACE(agent->trace, PLAN_FOUND, agent->id.index1, task, (uint64_t)plan->cost, plan->step_count);
    for (uint32_t i = 0; i < plan->step_count; ++i) {
        PL_TRACE(agent->trace, PLAN_STEP, agent->id.index1, i, plan->steps[i].action, (uint64_t)plan->steps[i].cost,
                 plan->steps[i].id);
    }
    if (plan->step_count > 0)
        PL_TRACE(agent->trace, PLAN_TAKEN, agent->id.index1, task, plan->step_count, plan->steps[0].id,
                 pl_htn_method1(pl_htn_mind_of(agent), plan->rank, plan->rank_count));
}

static bool is_same(const pl_htn_step* a, const pl_htn_step* b, uint32_t arg_count)
{
    return a->action == b->action && memcmp(a->args, b->args, arg_count * sizeof *a->args) == 0;
}

static void note_rank(ploy_agent* agent, const ploy_htn_plan* plan, uint32_t from)
{
    pl_htn_data* m = pl_htn_data_of(agent);
    m->rank_count = from;
    for (uint32_t i = 0; i < plan->rank_count && m->rank_count < PL_HTN_RANK; ++i) {
        pl_htn_rank(agent)[m->rank_count++] = plan->rank[i];
    }
}

// The running step continues if the new plan begins with it.
static void take(ploy_agent* agent, const ploy_htn_plan* plan, bool goes_on)
{
    const pl_htn_mind* mind = pl_htn_mind_of(agent);
    pl_htn_data* m = pl_htn_data_of(agent);
    pl_htn_step* steps = pl_htn_steps(agent);
    for (uint32_t i = 0; i < plan->step_count; ++i) {
        steps[i] = (pl_htn_step){.action = plan->steps[i].action};
        uint32_t count = ploy_domain_action(mind->htn->domain, steps[i].action).param_count;
        memcpy(steps[i].args, plan->steps[i].args, count * sizeof *steps[i].args);
    }
    m->at = 0;
    m->count = (uint16_t)plan->step_count;
    m->cost = plan->cost;
    m->rest_count = (uint16_t)plan->rest_count;
    if (plan->rest_count > 0) memcpy(pl_htn_rest_of(agent), plan->rest, plan->rest_count * sizeof *plan->rest);
    note_rank(agent, plan, goes_on ? m->rank_count : 0);
    bool stays = m->is_doing && m->count > 0 && is_same(&steps[0], &m->doing, PLOY_MAX_ARGS);
    m->is_leaving = m->is_leaving || (m->is_doing && !stays);
}

void pl_htn_drop(ploy_agent* agent)
{
    pl_htn_data* m = pl_htn_data_of(agent);
    m->at = m->count = 0;
    m->rank_count = 0;
    m->rest_count = 0;
    m->is_leaving = m->is_doing;
}

static void answer(ploy_agent* agent, const ploy_htn_plan* plan, pl_htn_want wanted)
{
    pl_htn_data* m = pl_htn_data_of(agent);
    m->status = (uint8_t)plan->status;
    if (is_plan(plan) || wanted != PL_HTN_WANTS_BETTER) trace_plan(agent, plan);
    if (is_plan(plan)) {
        take(agent, plan, wanted == PL_HTN_WANTS_REST);
    } else if (wanted != PL_HTN_WANTS_BETTER) {
        pl_htn_drop(agent);
    }
    // Nothing to do, or no plan: the next search waits for a change or for the retry time.
    if (m->count == 0) m->retry_at = agent->now + pl_htn_mind_of(agent)->retry;
}

// Searching.

static uint32_t plan_for(pl_htn_mind* mind, ploy_agent* agent, ploy_htn_planner* planner)
{
    pl_htn_data* m = pl_htn_data_of(agent);
    pl_htn_want wanted = (pl_htn_want)m->wants;
    ploy_htn_query query = {0};
    query.start = pl_htn_state(agent);
    query.task = mind->task;
    query.agent = agent;
    query.disabled = mind->disabled;
    if (wanted == PL_HTN_WANTS_REST) {
        query.rest = pl_htn_rest_of(agent);
        query.rest_count = m->rest_count;
    } else if (wanted == PL_HTN_WANTS_BETTER) {
        query.rank = pl_htn_rank(agent);
        query.rank_count = m->rank_count;
        query.cost = m->cost;
    }
    m->wants = PL_HTN_WANTS_NOTHING;
    PL_TRACE(agent->trace, PLAN_REQUESTED, agent->id.index1, mind->task);
    const ploy_htn_plan* plan = ploy_htn_planner_plan(planner, &query);
    answer(agent, plan, wanted);
    if (wanted != PL_HTN_WANTS_REST || is_plan(plan)) return plan->nodes;
    m->wants = PL_HTN_WANTS_PLAN; // the rest has no plan: plan from the top
    uint32_t nodes = plan->nodes;
    return nodes + plan_for(mind, agent, planner);
}

static void plan_share(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    pl_htn_mind* mind = context;
    ploy_htn_planner* planner = mind->planners.data[worker];
    for (uint32_t i = begin; i < end; ++i) {
        ploy_agent* agent = mind->agents.data[i];
        if (pl_htn_data_of(agent)->wants) planner->spent += plan_for(mind, agent, planner);
    }
}

static bool make_planners(pl_htn_mind* mind, uint32_t count)
{
    while (mind->planners.count < count) {
        ploy_htn_planner* made = ploy_htn_planner_create(&(ploy_htn_planner_def){mind->allocator, mind->htn});
        if (!made || !PL_ARRAY_PUSH(&mind->planners, &mind->allocator, made)) {
            ploy_htn_planner_destroy(made);
            return false;
        }
    }
    return true;
}

static uint32_t work_within(pl_htn_mind* mind, uint32_t max_nodes)
{
    uint32_t spent = 0;
    uint32_t first = mind->next == 0 ? 0 : place_of(mind, mind->next - 1);
    for (uint32_t i = 0; i < mind->agents.count; ++i) {
        ploy_agent* agent = mind->agents.data[(first + i) % mind->agents.count];
        if (!pl_htn_data_of(agent)->wants) continue;
        if (spent >= max_nodes) {
            mind->next = agent->id.index1;
            break;
        }
        spent += plan_for(mind, agent, mind->planners.data[0]);
    }
    return spent;
}

uint32_t pl_htn_work(ploy_mind* base, const ploy_tasks* tasks, uint32_t max_nodes)
{
    pl_htn_mind* mind = (pl_htn_mind*)base;
    if (!make_planners(mind, max_nodes > 0 ? 1 : pl_tasks_worker_count(tasks))) return 0;
    if (max_nodes > 0) return work_within(mind, max_nodes);
    uint32_t spent = 0;
    pl_parallel_for(tasks, mind->agents.count, 16, plan_share, mind);
    for (uint32_t i = 0; i < mind->planners.count; ++i) {
        spent += mind->planners.data[i]->spent;
        mind->planners.data[i]->spent = 0;
    }
    return spent;
}
