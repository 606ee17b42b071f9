// Planners within a tree: GOAP minds, each with a self and memory of its own inside the agent's memory, are told the
// goals of the <Plan>s that are under way, think when the tree thinks and act when the tree comes to those nodes. Nodes
// that are never under way together share a planner.
//
// A node tries its goals one after the other, best first. Its word: goals tried, a bit each; the one under way plus
// one; and the one that ended last plus one, which counts less at the next choice.

#include <string.h>

#include "mind/common/mind.h"
#include "mind/goap/goap.h"
#include "mind/bt/bt_run.h"

enum
{
    PLACE = 0xFFFF,
    ENDED_SHIFT = 16, ///< how the goal ended: a ploy_outcome
    TRIED = 0xFFFF,
    GOAL_SHIFT = 16,
    LAST_SHIFT = 24,
};

_Static_assert(PL_BT_GOALS <= 16, "a bit a goal in half a word");

static const pl_bt_mind* mind_of(const ploy_agent* agent)
{
    return (const pl_bt_mind*)agent->mind;
}

static uint32_t* word_of(const ploy_agent* agent, uint32_t planner)
{
    return (uint32_t*)agent->mind_data + PL_BT_HEADER + planner;
}

// Making.

static void on_event(void* user, ploy_agent* inner, const ploy_goap_event* event)
{
    const pl_bt_mind* m = user;
    const char* first = (const char*)inner->outer->mind_data + m->planner_at;
    uint32_t* word = word_of(inner->outer, (uint32_t)((const char*)inner - first) / m->planner_bytes);
    bool is_end = event->kind == PLOY_GOAP_GOAL_FINISHED || event->kind == PLOY_GOAP_GOAL_ABORTED;
    uint32_t outcome = event->kind == PLOY_GOAP_GOAL_FINISHED ? PLOY_SUCCESS : PLOY_FAILURE;
    if (is_end) *word = (*word & PLACE) | outcome << ENDED_SHIFT;
    if (m->event) m->event(m->event_user, inner, event);
}

ploy_status pl_bt_make_planner(pl_bt_mind* m, const ploy_goap_mind_def* def, const ploy_mind_parts* parts,
                               ploy_error* error)
{
    static const uint32_t none;
    ploy_goap_mind_def own = *def;
    m->event = def->event;
    m->event_user = def->event_user;
    own.parts = pl_mind_parts_within(&def->parts, parts);
    own.goals = &none;
    own.goal_count = 0;
    own.manual = false; // a plan that breaks is made anew
    own.event = on_event;
    own.event_user = m;
    return ploy_goap_mind_create(&own, &m->planner, error);
}

// An agent.

ploy_agent* pl_bt_planner(const ploy_agent* agent, uint32_t planner)
{
    const pl_bt_mind* m = mind_of(agent);
    ploy_agent* inner = (ploy_agent*)(void*)((char*)agent->mind_data + m->planner_at + planner * m->planner_bytes);
    *inner = *agent;
    inner->outer = (ploy_agent*)agent;
    inner->mind = m->planner;
    inner->mind_data = inner + 1;
    return inner;
}

static bool is_under_way(const ploy_agent* agent, uint32_t planner)
{
    return (*word_of(agent, planner) & PLACE) != 0;
}

const ploy_agent* ploy_bt_planner(const ploy_agent* agent)
{
    const pl_bt_mind* m = mind_of(agent);
    uint32_t planner = 0;
    while (planner < m->planner_count && !is_under_way(agent, planner)) ++planner;
    return m->planner ? pl_bt_planner(agent, planner < m->planner_count ? planner : 0) : NULL;
}

// None of the first `count` is known to the planning service any more.
static void leave(const ploy_agent* agent, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        const ploy_agent* inner = pl_bt_planner(agent, i);
        pl_plan_service_leave(pl_goap_of(inner)->planning, pl_goap_data_of(inner)->client);
    }
}

ploy_status pl_planner_begin(ploy_agent* agent)
{
    const pl_bt_mind* m = mind_of(agent);
    for (uint32_t i = 0; i < m->planner_count; ++i) {
        ploy_status status = m->planner->kind->begin(pl_bt_planner(agent, i));
        if (status == PLOY_OK) continue;
        leave(agent, i);
        return status;
    }
    return PLOY_OK;
}

void pl_planner_end(ploy_agent* agent)
{
    const pl_bt_mind* m = mind_of(agent);
    for (uint32_t i = 0; i < m->planner_count; ++i) m->planner->kind->end(pl_bt_planner(agent, i));
}

ploy_status pl_planner_load(ploy_agent* agent, ploy_reader* reader)
{
    const pl_bt_mind* m = mind_of(agent);
    for (uint32_t i = 0; i < m->planner_count; ++i) {
        ploy_status status = m->planner->kind->load(pl_bt_planner(agent, i), reader);
        if (status == PLOY_OK) continue;
        leave(agent, i);
        return status;
    }
    return PLOY_OK;
}

// There is room for all, so that none can fail once one was carried over.
ploy_status pl_planner_restore(ploy_agent* agent, ploy_agent* old)
{
    const pl_bt_mind* m = mind_of(agent);
    if (m->planner_count == 0) return PLOY_OK;
    ploy_plan_service* planning = ((const pl_goap*)m->planner)->planning;
    if (!pl_plan_service_reserve(planning, planning->clients.count + m->planner_count)) return PLOY_OUT_OF_MEMORY;
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; status == PLOY_OK && i < m->planner_count; ++i) {
        status = m->planner->kind->migrate(pl_bt_planner(agent, i), pl_bt_planner(old, i));
    }
    return status;
}

// What the two selves share and the planner may have changed.
static void take_back(ploy_agent* agent, const ploy_agent* inner)
{
    agent->random = inner->random;
    agent->reason = inner->reason;
}

void pl_planner_think(ploy_agent* agent)
{
    const pl_bt_mind* m = mind_of(agent);
    for (uint32_t i = 0; i < m->planner_count; ++i) {
        if (!is_under_way(agent, i)) continue;
        ploy_agent* inner = pl_bt_planner(agent, i);
        m->planner->kind->think(inner);
        take_back(agent, inner);
    }
}

// Goals.

static int64_t worth_of(const pl_bt_run* r, const pl_bt_plan* plan, uint32_t index, uint32_t last)
{
    if (!plan->utility) return plan->count - index;
    uint32_t option = r->mind->goals.data[plan->first + index].option;
    int64_t score = ploy_utility_score(plan->utility, r->agent, option);
    return index + 1 == last && score > 0 ? score * plan->utility->repeat_penalty / PLOY_UNIT : score;
}

// The best of those that were not tried; count: none is worth anything.
static uint32_t best_goal(const pl_bt_run* r, const pl_bt_plan* plan, uint32_t word)
{
    uint32_t best = plan->count;
    int64_t max = 0;
    for (uint32_t i = 0; i < plan->count; ++i) {
        if (word >> i & 1) continue;
        int64_t worth = worth_of(r, plan, i, word >> LAST_SHIFT);
        if (worth <= max) continue;
        max = worth;
        best = i;
    }
    return best;
}

// Plans for the next goal; false: there is none left.
static bool push_next(pl_bt_run* r, uint32_t op)
{
    const pl_bt_plan* plan = &r->mind->plans.data[r->ops[op].arg];
    uint32_t* word = r->words + r->ops[op].cell;
    uint32_t index = best_goal(r, plan, *word);
    if (index == plan->count) return false;
    const pl_bt_goal* goal = &r->mind->goals.data[plan->first + index];
    *word = (*word & ~(0xFFu << GOAL_SHIFT)) | 1u << index | (index + 1) << GOAL_SHIFT;
    ploy_goap_push(pl_bt_planner(r->agent, plan->planner), goal->goal, goal->args);
    *word_of(r->agent, plan->planner) = op + 1;
    return true;
}

// Which goal ended, or 0: none did by itself.
static void let_go(pl_bt_run* r, uint32_t op, uint32_t last)
{
    r->words[r->ops[op].cell] = last << LAST_SHIFT;
    *word_of(r->agent, r->mind->plans.data[r->ops[op].arg].planner) = 0;
}

static uint32_t fail(pl_bt_run* r, uint32_t op, uint32_t reason)
{
    let_go(r, op, r->words[r->ops[op].cell] >> GOAL_SHIFT & 0xFF);
    return pl_bt_fails(r, op, reason);
}

// The node.

uint32_t pl_plan_start(pl_bt_run* r, uint32_t op)
{
    return push_next(r, op) ? PLOY_RUNNING : fail(r, op, 0);
}

static bool is_idle(const ploy_agent* inner)
{
    const pl_goap_data* m = pl_goap_data_of(inner);
    return m->goal == PLOY_NONE && m->pushed == PLOY_NONE && m->planned == PLOY_NONE && m->action_state == PL_GOAP_IDLE;
}

static void act(pl_bt_run* r, ploy_agent* inner)
{
    inner->reason = 0;
    r->mind->planner->kind->act(inner);
    take_back(r->agent, inner);
}

uint32_t pl_plan_perform(pl_bt_run* r, uint32_t op)
{
    uint32_t planner = r->mind->plans.data[r->ops[op].arg].planner;
    ploy_agent* inner = pl_bt_planner(r->agent, planner);
    act(r, inner);
    if (!is_idle(inner)) return PLOY_RUNNING;
    uint32_t ended = *word_of(r->agent, planner) >> ENDED_SHIFT;
    bool holds_already = ended == 0 && pl_goap_data_of(inner)->status == PLOY_ALREADY;
    if (ended == PLOY_SUCCESS || holds_already) {
        let_go(r, op, r->words[r->ops[op].cell] >> GOAL_SHIFT & 0xFF);
        return PLOY_SUCCESS;
    }
    uint32_t reason = r->agent->reason;
    return push_next(r, op) ? PLOY_RUNNING : fail(r, op, reason);
}

// Once the activity is halted the planner still has to let go of the goal, which takes no time.
bool pl_plan_halt(pl_bt_run* r, uint32_t op)
{
    ploy_agent* inner = pl_bt_planner(r->agent, r->mind->plans.data[r->ops[op].arg].planner);
    ploy_goap_abort(inner);
    act(r, inner);
    if (pl_goap_data_of(inner)->action_state == PL_GOAP_IDLE && !is_idle(inner)) act(r, inner);
    if (!is_idle(inner)) return false;
    let_go(r, op, 0);
    return true;
}

// Saves.

bool pl_plan_is_good(const pl_bt_mind* m, uint32_t op, const uint32_t* words)
{
    const pl_bt_plan* plan = &m->plans.data[m->ops.data[op].arg];
    uint32_t word = words[m->ops.data[op].cell];
    return (word & TRIED) >> plan->count == 0 && (word >> GOAL_SHIFT & 0xFF) <= plan->count &&
           word >> LAST_SHIFT <= plan->count;
}

bool pl_plan_is_active(const pl_bt_mind* m, uint32_t op, const uint32_t* words)
{
    return (words[PL_BT_HEADER + m->plans.data[m->ops.data[op].arg].planner] & PLACE) == op + 1;
}
