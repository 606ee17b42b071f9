// A planner within a tree: the GOAP mind, with a self and memory of its own inside the agent's memory, is told the goal
// of the <Plan> that is under way, thinks when the tree thinks and acts when the tree comes to that node. One goal at a
// time: a second <Plan> beside it fails.

#include <string.h>

#include "base/error.h"
#include "base/similar.h"
#include "mind/goap.h"
#include "mind/tree_build.h"
#include "mind/tree_run.h"

enum
{
    ENDED_SHIFT = 16, ///< how the goal ended: a ploy_outcome
};

// Making.

static void on_event(void* user, ploy_self* inner, const ploy_goap_event* event)
{
    const pl_tree_mind* m = user;
    uint32_t* word = (uint32_t*)inner->whole->memory + PL_TREE_GOAL;
    bool is_end = event->kind == PLOY_GOAP_GOAL_FINISHED || event->kind == PLOY_GOAP_GOAL_ABORTED;
    uint32_t outcome = event->kind == PLOY_GOAP_GOAL_FINISHED ? PLOY_SUCCESS : PLOY_FAILURE;
    if (is_end) *word = (*word & 0xFFFFu) | outcome << ENDED_SHIFT;
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

static ploy_status fail_goal(const pl_tree_build* b, const pl_tree_attribute* from, const ploy_domain* domain)
{
    pl_tree_fail_value(b, from, "unknown goal '%.100s'", from->value);
    pl_similar similar = pl_similar_begin(from->value);
    for (uint32_t i = 0; i < ploy_domain_goal_count(domain); ++i) {
        pl_similar_offer(&similar, ploy_domain_goal(domain, i).name);
    }
    pl_similar_hint(&similar, b->error);
    return PLOY_INVALID;
}

static ploy_status read_args(const pl_tree_build* b, const pl_tree_scope* scope, uint32_t node, uint32_t goal)
{
    const ploy_domain* domain = b->def->planner->domain;
    ploy_goal_info info = ploy_domain_goal(domain, goal);
    for (uint32_t i = 0; i < info.param_count; ++i) {
        const pl_tree_attribute* from = pl_tree_find(scope->tree, node, info.param_names[i]);
        const pl_tree_node* of = &scope->tree->nodes.data[node];
        if (!from) return pl_tree_fail(b, of, "goal '%s' needs the attribute '%s'", info.name, info.param_names[i]);
        uint32_t object = ploy_domain_find_object(domain, info.param_types[i], from->value);
        if (object == PLOY_NONE) {
            return pl_tree_fail_value(b, from, "'%.100s' is no %s", from->value,
                                      ploy_domain_type_name(domain, info.param_types[i]));
        }
        if (!PL_ARRAY_PUSH(&b->mind->numbers, &b->mind->allocator, (int64_t)object)) return PLOY_OUT_OF_MEMORY;
    }
    return PLOY_OK;
}

ploy_status pl_tree_read_plan(const pl_tree_build* b, const pl_tree_scope* scope, uint32_t node, uint32_t* numbers)
{
    const pl_tree_attribute* from = pl_tree_find(scope->tree, node, "goal");
    if (!b->def->planner) return pl_tree_fail(b, &scope->tree->nodes.data[node], "<Plan> needs a planner");
    uint32_t goal = ploy_domain_find_goal(b->def->planner->domain, from->value);
    if (goal == PLOY_NONE) return fail_goal(b, from, b->def->planner->domain);
    *numbers = b->mind->numbers.count;
    if (!PL_ARRAY_PUSH(&b->mind->numbers, &b->mind->allocator, (int64_t)goal)) return PLOY_OUT_OF_MEMORY;
    return read_args(b, scope, node, goal);
}

// An agent.

ploy_self* pl_tree_planner(const ploy_self* self)
{
    const pl_tree_mind* m = (const pl_tree_mind*)self->mind;
    ploy_self* inner = (ploy_self*)(void*)((char*)self->memory + m->planner_at);
    *inner = *self;
    inner->whole = (ploy_self*)self;
    inner->mind = m->planner;
    inner->memory = inner + 1;
    return inner;
}

const ploy_self* ploy_tree_planner(const ploy_self* self)
{
    return ((const pl_tree_mind*)self->mind)->planner ? pl_tree_planner(self) : NULL;
}

ploy_status pl_planner_begin(ploy_self* self)
{
    const pl_tree_mind* m = (const pl_tree_mind*)self->mind;
    return m->planner ? m->planner->kind->begin(pl_tree_planner(self)) : PLOY_OK;
}

void pl_planner_end(ploy_self* self)
{
    const pl_tree_mind* m = (const pl_tree_mind*)self->mind;
    if (m->planner) m->planner->kind->end(pl_tree_planner(self));
}

// What the two selves share and the planner may have changed.
static void take_back(ploy_self* self, const ploy_self* inner)
{
    self->random = inner->random;
    self->reason = inner->reason;
}

static bool is_under_way(const uint32_t* words)
{
    return (words[PL_TREE_GOAL] & 0xFFFFu) != 0;
}

void pl_planner_think(ploy_self* self)
{
    const pl_tree_mind* m = (const pl_tree_mind*)self->mind;
    if (!m->planner || !is_under_way(self->memory)) return;
    ploy_self* inner = pl_tree_planner(self);
    m->planner->kind->think(inner);
    take_back(self, inner);
}

// The node.

uint32_t pl_plan_start(pl_tree_run* r, uint32_t op)
{
    const int64_t* numbers = r->mind->numbers.data + r->ops[op].arg;
    uint32_t args[PLOY_MAX_ARGS] = {0};
    if (is_under_way(r->words)) return pl_tree_fails(r, op, 0);
    uint32_t count = ploy_domain_goal(pl_goap_of(pl_tree_planner(r->self))->domain, (uint32_t)numbers[0]).param_count;
    for (uint32_t i = 0; i < count; ++i) args[i] = (uint32_t)numbers[1 + i];
    ploy_goap_push(pl_tree_planner(r->self), (uint32_t)numbers[0], args);
    r->words[PL_TREE_GOAL] = op + 1;
    return PLOY_BUSY;
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
    ploy_self* inner = pl_tree_planner(r->self);
    act(r, inner);
    if (!is_idle(inner)) return PLOY_BUSY;
    uint32_t ended = r->words[PL_TREE_GOAL] >> ENDED_SHIFT;
    bool holds_already = ended == 0 && pl_goap_memory_of(inner)->status == PLOY_ALREADY;
    r->words[PL_TREE_GOAL] = 0;
    return ended == PLOY_SUCCESS || holds_already ? PLOY_SUCCESS : pl_tree_fails(r, op, r->self->reason);
}

// Once the activity is halted the planner still has to let go of the goal, which takes no time.
bool pl_plan_halt(pl_tree_run* r, uint32_t op)
{
    (void)op;
    ploy_self* inner = pl_tree_planner(r->self);
    ploy_goap_abort(inner);
    act(r, inner);
    if (pl_goap_memory_of(inner)->phase == PL_GOAP_IDLE && !is_idle(inner)) act(r, inner);
    if (!is_idle(inner)) return false;
    r->words[PL_TREE_GOAL] = 0;
    return true;
}
