// Planners within a tree: GOAP minds, each with a self and memory of its own inside the agent's memory, are told the
// goals of the <Plan>s that are under way, think when the tree thinks and act when the tree comes to those nodes. Nodes
// that are never under way together share a planner.
//
// A node tries its goals one after the other, best first. Its word: goals tried, a bit each; the one under way plus
// one; and the one that ended last plus one, which counts less at the next choice.

#include <string.h>

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

_Static_assert(PL_TREE_GOALS <= 16, "a bit a goal in half a word");

static const pl_tree_mind* mind_of(const ploy_self* self)
{
    return (const pl_tree_mind*)self->mind;
}

static uint32_t* word_of(const ploy_self* self, uint32_t planner)
{
    return (uint32_t*)self->memory + PL_TREE_HEAD + planner;
}

// Making.

static void on_event(void* user, ploy_self* inner, const ploy_goap_event* event)
{
    const pl_tree_mind* m = user;
    const char* first = (const char*)inner->whole->memory + m->planner_at;
    uint32_t* word = word_of(inner->whole, (uint32_t)((const char*)inner - first) / m->planner_bytes);
    bool is_end = event->kind == PLOY_GOAP_GOAL_FINISHED || event->kind == PLOY_GOAP_GOAL_ABORTED;
    uint32_t outcome = event->kind == PLOY_GOAP_GOAL_FINISHED ? PLOY_SUCCESS : PLOY_FAILURE;
    if (is_end) *word = (*word & PLACE) | outcome << ENDED_SHIFT;
    if (m->event) m->event(m->event_user, inner, event);
}

ploy_status pl_tree_make_planner(pl_tree_mind* m, const ploy_goap_def* def, ploy_error* error)
{
    static const uint32_t none;
    ploy_goap_def own = *def;
    m->event = def->event;
    m->event_user = def->event_user;
    own.allocator = m->allocator;
    own.goals = &none;
    own.goal_count = 0;
    own.automatic = true; // a plan that breaks is made anew
    own.event = on_event;
    own.event_user = m;
    return ploy_goap_create(&own, &m->planner, error);
}

// An agent.

ploy_self* pl_tree_planner(const ploy_self* self, uint32_t planner)
{
    const pl_tree_mind* m = mind_of(self);
    ploy_self* inner = (ploy_self*)(void*)((char*)self->memory + m->planner_at + planner * m->planner_bytes);
    *inner = *self;
    inner->whole = (ploy_self*)self;
    inner->mind = m->planner;
    inner->memory = inner + 1;
    return inner;
}

static bool is_under_way(const ploy_self* self, uint32_t planner)
{
    return (*word_of(self, planner) & PLACE) != 0;
}

const ploy_self* ploy_tree_planner(const ploy_self* self)
{
    const pl_tree_mind* m = mind_of(self);
    uint32_t planner = 0;
    while (planner < m->planner_count && !is_under_way(self, planner)) ++planner;
    return m->planner ? pl_tree_planner(self, planner < m->planner_count ? planner : 0) : NULL;
}

// None of the first `count` is known to the planning service any more.
static void leave(const ploy_self* self, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        const ploy_self* inner = pl_tree_planner(self, i);
        pl_planning_leave(pl_goap_of(inner)->planning, pl_goap_memory_of(inner)->client);
    }
}

ploy_status pl_planner_begin(ploy_self* self)
{
    const pl_tree_mind* m = mind_of(self);
    for (uint32_t i = 0; i < m->planner_count; ++i) {
        ploy_status status = m->planner->kind->begin(pl_tree_planner(self, i));
        if (status == PLOY_OK) continue;
        leave(self, i);
        return status;
    }
    return PLOY_OK;
}

void pl_planner_end(ploy_self* self)
{
    const pl_tree_mind* m = mind_of(self);
    for (uint32_t i = 0; i < m->planner_count; ++i) m->planner->kind->end(pl_tree_planner(self, i));
}

ploy_status pl_planner_load(ploy_self* self, ploy_reader* reader)
{
    const pl_tree_mind* m = mind_of(self);
    for (uint32_t i = 0; i < m->planner_count; ++i) {
        ploy_status status = m->planner->kind->load(pl_tree_planner(self, i), reader);
        if (status == PLOY_OK) continue;
        leave(self, i);
        return status;
    }
    return PLOY_OK;
}

// There is room for all, so that none can fail once one was carried over.
ploy_status pl_planner_adopt(ploy_self* self, ploy_self* old)
{
    const pl_tree_mind* m = mind_of(self);
    if (m->planner_count == 0) return PLOY_OK;
    ploy_planning* planning = ((const pl_goap*)m->planner)->planning;
    if (!pl_planning_reserve(planning, planning->clients.count + m->planner_count)) return PLOY_OUT_OF_MEMORY;
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; status == PLOY_OK && i < m->planner_count; ++i) {
        status = m->planner->kind->adopt(pl_tree_planner(self, i), pl_tree_planner(old, i));
    }
    return status;
}

// What the two selves share and the planner may have changed.
static void take_back(ploy_self* self, const ploy_self* inner)
{
    self->random = inner->random;
    self->reason = inner->reason;
}

void pl_planner_think(ploy_self* self)
{
    const pl_tree_mind* m = mind_of(self);
    for (uint32_t i = 0; i < m->planner_count; ++i) {
        if (!is_under_way(self, i)) continue;
        ploy_self* inner = pl_tree_planner(self, i);
        m->planner->kind->think(inner);
        take_back(self, inner);
    }
}

// Goals.

static int64_t worth_of(const pl_tree_run* r, const pl_tree_plan* plan, uint32_t index, uint32_t last)
{
    if (!plan->utility) return plan->count - index;
    uint32_t option = r->mind->goals.data[plan->first + index].option;
    int64_t score = ploy_utility_score(plan->utility, r->self, option);
    return index + 1 == last && score > 0 ? score * plan->utility->repeat / PLOY_UNIT : score;
}

// The best of those that were not tried; count: none is worth anything.
static uint32_t best_goal(const pl_tree_run* r, const pl_tree_plan* plan, uint32_t word)
{
    uint32_t best = plan->count;
    int64_t most = 0;
    for (uint32_t i = 0; i < plan->count; ++i) {
        if (word >> i & 1) continue;
        int64_t worth = worth_of(r, plan, i, word >> LAST_SHIFT);
        if (worth <= most) continue;
        most = worth;
        best = i;
    }
    return best;
}

// Plans for the next goal; false: there is none left.
static bool push_next(pl_tree_run* r, uint32_t op)
{
    const pl_tree_plan* plan = &r->mind->plans.data[r->ops[op].arg];
    uint32_t* word = r->words + r->ops[op].cell;
    uint32_t index = best_goal(r, plan, *word);
    if (index == plan->count) return false;
    const pl_tree_goal* goal = &r->mind->goals.data[plan->first + index];
    *word = (*word & ~(0xFFu << GOAL_SHIFT)) | 1u << index | (index + 1) << GOAL_SHIFT;
    ploy_goap_push(pl_tree_planner(r->self, plan->planner), goal->goal, goal->args);
    *word_of(r->self, plan->planner) = op + 1;
    return true;
}

// Which goal ended, or 0: none did by itself.
static void let_go(pl_tree_run* r, uint32_t op, uint32_t last)
{
    r->words[r->ops[op].cell] = last << LAST_SHIFT;
    *word_of(r->self, r->mind->plans.data[r->ops[op].arg].planner) = 0;
}

static uint32_t fail(pl_tree_run* r, uint32_t op, uint32_t reason)
{
    let_go(r, op, r->words[r->ops[op].cell] >> GOAL_SHIFT & 0xFF);
    return pl_tree_fails(r, op, reason);
}

// The node.

uint32_t pl_plan_start(pl_tree_run* r, uint32_t op)
{
    return push_next(r, op) ? PLOY_BUSY : fail(r, op, 0);
}

static bool is_idle(const ploy_self* inner)
{
    const pl_goap_memory* m = pl_goap_memory_of(inner);
    return m->goal == PL_NONE && m->pushed == PL_NONE && m->planned == PL_NONE && m->phase == PL_GOAP_IDLE;
}

static void act(pl_tree_run* r, ploy_self* inner)
{
    inner->reason = 0;
    r->mind->planner->kind->act(inner);
    take_back(r->self, inner);
}

uint32_t pl_plan_perform(pl_tree_run* r, uint32_t op)
{
    uint32_t planner = r->mind->plans.data[r->ops[op].arg].planner;
    ploy_self* inner = pl_tree_planner(r->self, planner);
    act(r, inner);
    if (!is_idle(inner)) return PLOY_BUSY;
    uint32_t ended = *word_of(r->self, planner) >> ENDED_SHIFT;
    bool holds_already = ended == 0 && pl_goap_memory_of(inner)->status == PLOY_ALREADY;
    if (ended == PLOY_SUCCESS || holds_already) {
        let_go(r, op, r->words[r->ops[op].cell] >> GOAL_SHIFT & 0xFF);
        return PLOY_SUCCESS;
    }
    uint32_t reason = r->self->reason;
    return push_next(r, op) ? PLOY_BUSY : fail(r, op, reason);
}

// Once the activity is halted the planner still has to let go of the goal, which takes no time.
bool pl_plan_halt(pl_tree_run* r, uint32_t op)
{
    ploy_self* inner = pl_tree_planner(r->self, r->mind->plans.data[r->ops[op].arg].planner);
    ploy_goap_abort(inner);
    act(r, inner);
    if (pl_goap_memory_of(inner)->phase == PL_GOAP_IDLE && !is_idle(inner)) act(r, inner);
    if (!is_idle(inner)) return false;
    let_go(r, op, 0);
    return true;
}

// Saves.

bool pl_plan_is_good(const pl_tree_mind* m, uint32_t op, const uint32_t* words)
{
    const pl_tree_plan* plan = &m->plans.data[m->ops.data[op].arg];
    uint32_t word = words[m->ops.data[op].cell];
    return (word & TRIED) >> plan->count == 0 && (word >> GOAL_SHIFT & 0xFF) <= plan->count &&
           word >> LAST_SHIFT <= plan->count;
}

bool pl_plan_is_under_way(const pl_tree_mind* m, uint32_t op, const uint32_t* words)
{
    return (words[PL_TREE_HEAD + m->plans.data[m->ops.data[op].arg].planner] & PLACE) == op + 1;
}
