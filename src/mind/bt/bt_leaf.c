// Leaves: activities, writes to the blackboard, and <Plan>.
//
// The planner of a <Plan> is a GOAP mind with a ploy_agent and mind data of its own inside the agent's mind data. The
// node pushes its goals; the planner thinks when the tree thinks and acts when the tree runs the node. <Plan> nodes
// that never run at the same time share a planner.
//
// A <Plan> tries its goals one after the other, best first. Its word: the goals tried, one bit each; the current goal
// plus one; and the goal that ended last plus one, whose score is reduced at the next choice.

#include <string.h>

#include "base/check.h"
#include "knowledge/blackboard.h"
#include "mind/bt/bt_run.h"
#include "mind/common/activity.h"
#include "mind/common/bindings.h"
#include "mind/common/mind.h"
#include "mind/goap/goap.h"

enum
{
    NODE = 0xFFFF,
    ENDED_SHIFT = 16, ///< how the goal ended: a ploy_outcome
    TRIED = 0xFFFF,
    GOAL_SHIFT = 16,
    LAST_SHIFT = 24,
};

_Static_assert(PL_BT_GOALS <= 16, "one bit per goal in half a word");

static const pl_bt_mind* mind_of(const ploy_agent* agent)
{
    return (const pl_bt_mind*)agent->mind;
}

static uint32_t* word_of(const ploy_agent* agent, uint32_t planner)
{
    return (uint32_t*)agent->mind_data + PL_BT_HEADER + planner;
}

// Planners.

static void on_event(void* user, ploy_agent* inner, const ploy_goap_event* event)
{
    const pl_bt_mind* m = user;
    const char* first = (const char*)inner->outer->mind_data + m->planner_at;
    uint32_t* word = word_of(inner->outer, (uint32_t)((const char*)inner - first) / m->planner_bytes);
    bool is_end = event->kind == PLOY_GOAP_GOAL_FINISHED || event->kind == PLOY_GOAP_GOAL_ABORTED;
    uint32_t outcome = event->kind == PLOY_GOAP_GOAL_FINISHED ? PLOY_SUCCESS : PLOY_FAILURE;
    if (is_end) *word = (*word & NODE) | outcome << ENDED_SHIFT;
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
    own.manual = false; // a broken plan is replaced
    own.event = on_event;
    own.event_user = m;
    return ploy_goap_mind_create(&own, &m->planner, error);
}

ploy_agent* pl_bt_planner_agent(const ploy_agent* agent, uint32_t planner)
{
    const pl_bt_mind* m = mind_of(agent);
    ploy_agent* inner = (ploy_agent*)(void*)((char*)agent->mind_data + m->planner_at + planner * m->planner_bytes);
    *inner = *agent;
    inner->outer = (ploy_agent*)agent;
    inner->mind = m->planner;
    inner->mind_data = inner + 1;
    return inner;
}

static bool is_active(const ploy_agent* agent, uint32_t planner)
{
    return (*word_of(agent, planner) & NODE) != 0;
}

const ploy_agent* ploy_bt_planner(const ploy_agent* agent)
{
    PL_NEED(agent, NULL);
    const pl_bt_mind* m = mind_of(agent);
    uint32_t planner = 0;
    while (planner < m->planner_count && !is_active(agent, planner)) ++planner;
    return m->planner ? pl_bt_planner_agent(agent, planner < m->planner_count ? planner : 0) : NULL;
}

// Removes the first `count` planners from the plan service.
static void leave(const ploy_agent* agent, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        ploy_agent* inner = pl_bt_planner_agent(agent, i);
        pl_goap_drop_beliefs(inner);
        pl_plan_service_leave(pl_goap_of(inner)->planning, pl_goap_data_of(inner)->client);
    }
}

ploy_status pl_planner_begin(ploy_agent* agent)
{
    const pl_bt_mind* m = mind_of(agent);
    for (uint32_t i = 0; i < m->planner_count; ++i) {
        ploy_status status = m->planner->kind->begin(pl_bt_planner_agent(agent, i));
        if (status == PLOY_OK) continue;
        leave(agent, i);
        return status;
    }
    return PLOY_OK;
}

void pl_planner_end(ploy_agent* agent)
{
    const pl_bt_mind* m = mind_of(agent);
    for (uint32_t i = 0; i < m->planner_count; ++i) m->planner->kind->end(pl_bt_planner_agent(agent, i));
}

ploy_status pl_planner_load(ploy_agent* agent, ploy_reader* reader)
{
    const pl_bt_mind* m = mind_of(agent);
    for (uint32_t i = 0; i < m->planner_count; ++i) {
        ploy_status status = m->planner->kind->load(pl_bt_planner_agent(agent, i), reader);
        if (status == PLOY_OK) continue;
        leave(agent, i);
        return status;
    }
    return PLOY_OK;
}

// Reserves room for all first, so that none can fail after one has migrated.
ploy_status pl_planner_restore(ploy_agent* agent, ploy_agent* old)
{
    const pl_bt_mind* m = mind_of(agent);
    if (m->planner_count == 0) return PLOY_OK;
    ploy_plan_service* planning = ((const pl_goap*)m->planner)->planning;
    if (!pl_plan_service_reserve(planning, planning->clients.count + m->planner_count)) return PLOY_OUT_OF_MEMORY;
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; status == PLOY_OK && i < m->planner_count; ++i) {
        status = m->planner->kind->migrate(pl_bt_planner_agent(agent, i), pl_bt_planner_agent(old, i));
    }
    return status;
}

// Copies back what the planner's agent may have changed.
static void take_back(ploy_agent* agent, const ploy_agent* inner)
{
    agent->random = inner->random;
    agent->reason = inner->reason;
}

void pl_planner_think(ploy_agent* agent)
{
    const pl_bt_mind* m = mind_of(agent);
    for (uint32_t i = 0; i < m->planner_count; ++i) {
        if (!is_active(agent, i)) continue;
        ploy_agent* inner = pl_bt_planner_agent(agent, i);
        m->planner->kind->think(inner);
        take_back(agent, inner);
    }
}

// Goals.

static int64_t score_of(const pl_bt_run* r, const pl_bt_plan* plan, uint32_t index, uint32_t last)
{
    if (!plan->utility) return plan->count - index;
    uint32_t option = r->mind->goals.data[plan->first + index].option;
    int64_t score = ploy_utility_score(plan->utility, r->agent, option);
    return index + 1 == last && score > 0 ? score * plan->utility->repeat_penalty / PLOY_UNIT : score;
}

// The best goal that was not tried; count: none has a score above 0.
static uint32_t best_goal(const pl_bt_run* r, const pl_bt_plan* plan, uint32_t word)
{
    uint32_t best = plan->count;
    int64_t max = 0;
    for (uint32_t i = 0; i < plan->count; ++i) {
        if (word >> i & 1) continue;
        int64_t score = score_of(r, plan, i, word >> LAST_SHIFT);
        if (score <= max) continue;
        max = score;
        best = i;
    }
    return best;
}

// Pushes the next goal; false: there is none left.
static bool push_next(pl_bt_run* r, uint32_t op)
{
    const pl_bt_plan* plan = &r->mind->plans.data[r->ops[op].arg];
    uint32_t* word = r->words + r->ops[op].cell;
    uint32_t index = best_goal(r, plan, *word);
    if (index == plan->count) return false;
    const pl_bt_goal* goal = &r->mind->goals.data[plan->first + index];
    *word = (*word & ~(0xFFu << GOAL_SHIFT)) | 1u << index | (index + 1) << GOAL_SHIFT;
    ploy_goap_push(pl_bt_planner_agent(r->agent, plan->planner), goal->goal, goal->args);
    *word_of(r->agent, plan->planner) = op + 1;
    return true;
}

// last: the goal that ended, plus one; 0: it was halted.
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

// The <Plan> node.

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
    ploy_agent* inner = pl_bt_planner_agent(r->agent, planner);
    act(r, inner);
    if (!is_idle(inner)) return PLOY_RUNNING;
    uint32_t ended = *word_of(r->agent, planner) >> ENDED_SHIFT;
    bool is_already_met = ended == 0 && pl_goap_data_of(inner)->status == PLOY_ALREADY;
    if (ended == PLOY_SUCCESS || is_already_met) {
        let_go(r, op, r->words[r->ops[op].cell] >> GOAL_SHIFT & 0xFF);
        return PLOY_SUCCESS;
    }
    uint32_t reason = r->agent->reason;
    return push_next(r, op) ? PLOY_RUNNING : fail(r, op, reason);
}

// Once the activity is halted the planner still has to end the goal, in the same tick.
bool pl_plan_halt(pl_bt_run* r, uint32_t op)
{
    ploy_agent* inner = pl_bt_planner_agent(r->agent, r->mind->plans.data[r->ops[op].arg].planner);
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
    return (words[PL_BT_HEADER + m->plans.data[m->ops.data[op].arg].planner] & NODE) == op + 1;
}

// Activities and writes to the blackboard.

static inline pl_activity_plan plan_of(const pl_bt_run* r, uint32_t op)
{
    const pl_bt_mind* m = r->mind;
    const pl_bt_leaf* leaf = &m->leaves.data[r->ops[op].arg];
    return (pl_activity_plan){
        .def = leaf->activity,
        .ports = m->ports.data + leaf->ports,
        .activity = leaf->binding,
        .duration = leaf->duration,
        .memory = r->words + r->ops[op].thread + PL_THREAD_DATA,
    };
}

static pl_activity activity_of(const pl_bt_run* r, uint32_t op)
{
    const uint32_t* thread = r->words + r->ops[op].thread;
    return (pl_activity){.since = pl_words_get(thread + PL_THREAD_SINCE), .phase = thread[PL_THREAD_PHASE]};
}

static void keep_activity(const pl_bt_run* r, uint32_t op, const pl_activity* activity)
{
    uint32_t* thread = r->words + r->ops[op].thread;
    thread[PL_THREAD_PHASE] = activity->phase;
    pl_words_set(thread + PL_THREAD_SINCE, activity->since);
}

static uint32_t leaf_ended(pl_bt_run* r, uint32_t op, ploy_outcome outcome)
{
    return outcome == PLOY_FAILURE ? pl_bt_fails(r, op, r->agent->reason) : (uint32_t)outcome;
}

uint32_t pl_leaf_start(pl_bt_run* r, uint32_t op)
{
    pl_activity_plan plan = plan_of(r, op);
    pl_activity activity = {0};
    ploy_outcome outcome = pl_activity_start(&activity, &plan, r->agent);
    keep_activity(r, op, &activity);
    return leaf_ended(r, op, outcome);
}

uint32_t pl_leaf_perform(pl_bt_run* r, uint32_t op)
{
    pl_activity_plan plan = plan_of(r, op);
    pl_activity activity = activity_of(r, op);
    ploy_outcome outcome = pl_activity_perform(&activity, &plan, r->agent);
    r->words[r->ops[op].thread + PL_THREAD_PHASE] = activity.phase;
    return leaf_ended(r, op, outcome);
}

bool pl_leaf_halt(pl_bt_run* r, uint32_t op)
{
    pl_activity_plan plan = plan_of(r, op);
    pl_activity activity = activity_of(r, op);
    bool is_done = pl_activity_halt(&activity, &plan, r->agent);
    keep_activity(r, op, &activity);
    return is_done;
}

uint32_t pl_leaf_lacks(pl_bt_run* r, uint32_t op)
{
    pl_bt_lack* lack = &r->mind->lacks.data[r->ops[op].arg];
    if (!lack->is_logged) {
        pl_log("line %u: <%s> lacks the attribute '%s': it fails whenever it is ticked",
               (unsigned)r->mind->sources.data[op].line, pl_bt_kind_element((pl_bt_kind)lack->kind), lack->attribute);
    }
    lack->is_logged = true;
    return pl_bt_fails(r, op, 0);
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
    pl_value_kind kind = pl_key_kind(blackboard->keys, key);
    uint64_t room[PLOY_STRUCT_TEXT / 8];
    bool fits = pl_value_convert(&blackboard->keys->structs, from->key_type, value, kind, room, &value);
    ploy_status status = fits ? ploy_blackboard_set(blackboard, key, value) : PLOY_INVALID;
    return status == PLOY_OK || status == PLOY_ALREADY ? PLOY_SUCCESS : pl_bt_fails(r, op, 0);
}
