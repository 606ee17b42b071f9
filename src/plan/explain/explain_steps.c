// Why this plan: which need each step serves, and what a plan without its action costs.
//
// A need is a condition of a later step or of the goal. A step serves a need in one of two cases:
//   - it is the last step that makes the condition true before it is needed;
//   - without the step, and with the effects of all others, the condition would not hold.
// The second case finds all three of the `+= 3` steps that make `ammo >= 8`. The first finds a step even where
// two steps do the same.

#include <string.h>

#include "base/containers/array.h"
#include "base/containers/bitset.h"
#include "plan/domain/compiled.h"
#include "plan/explain/conjunct.h"
#include "plan/explain/explain.h"

typedef struct plan_run
{
    pl_explainer* e;
    const ploy_domain* domain;
    const pl_compiled* c;
    uint64_t* states; // step_count + 1 states
    uint64_t* other;  // scratch: a counterfactual state
    PL_ARRAY(ploy_link) links;
} plan_run;

/// A condition of a later step or of the goal.
typedef struct need
{
    uint32_t at; // the step; step_count: the goal
    const uint32_t* args;
    const ploy_conjunct* written;
    ploy_conjunct shown; // with its parameters replaced
} need;

static const uint64_t* state_at(const plan_run* s, uint32_t i)
{
    return s->states + (size_t)i * s->c->words;
}

static void set_value(const pl_compiled* c, uint32_t variable, uint32_t value, uint64_t* state)
{
    const pl_variable* v = &c->variables[variable];
    uint64_t field = (v->bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << v->bits) - 1) << v->shift;
    state[v->word] = (state[v->word] & ~field) | (uint64_t)value << v->shift;
}

/// Applies the effects of a step even if it is not applicable. Additions stop at the ends of the range.
static void force_step(const plan_run* s, const ploy_step* step, uint64_t* state)
{
    const pl_compiled* c = s->c;
    const pl_ground* ground = &c->grounds[step->id];
    for (uint32_t i = 0; i < ground->effect_count; i++) {
        const pl_effect* effect = &c->effects[ground->first_effect + i];
        const pl_variable* v = &c->variables[effect->variable];
        int64_t value = effect->amount;
        if (effect->kind == PL_EFFECT_ADD) value += pl_variable_value(v, state);
        if (value < 0) value = 0;
        if (value >= v->size) value = (int64_t)v->size - 1;
        set_value(c, effect->variable, (uint32_t)value, state);
    }
}

static bool make_states(plan_run* s)
{
    const ploy_explanation* out = s->e->out;
    uint32_t words = s->c->words;
    s->states = PL_ARENA_ARRAY(&s->e->scratch, uint64_t, (size_t)words * (out->step_count + 1));
    s->other = PL_ARENA_ARRAY(&s->e->scratch, uint64_t, words);
    if (!s->states || !s->other) return false;
    memcpy(s->states, s->e->def->query.start, words * sizeof(uint64_t));
    for (uint32_t i = 0; i < out->step_count; i++) {
        uint64_t* next = s->states + (size_t)(i + 1) * words;
        memcpy(next, state_at(s, i), words * sizeof(uint64_t));
        ploy_action_apply(s->domain, out->steps[i].action, out->steps[i].args, next);
    }
    return true;
}

/// Would the need hold without the step? PLOY_FOUND, PLOY_NOT_FOUND, or an error.
static ploy_status test_without(const plan_run* s, uint32_t step, const need* n)
{
    size_t bytes = s->c->words * sizeof(uint64_t);
    memcpy(s->other, state_at(s, step), bytes);
    for (uint32_t i = step + 1; i < n->at; i++) force_step(s, &s->e->out->steps[i], s->other);
    if (memcmp(s->other, state_at(s, n->at), bytes) == 0) return PLOY_FOUND;
    return pl_conjunct_test(s->domain, n->written, n->args, s->other);
}

static ploy_status add_links(plan_run* s, const need* n)
{
    bool turned_later = false;
    ploy_status after = PLOY_FOUND;
    for (uint32_t step = n->at; step-- > 0;) {
        ploy_status before = pl_conjunct_test(s->domain, n->written, n->args, state_at(s, step));
        ploy_status without = test_without(s, step, n);
        if (before == PLOY_OUT_OF_MEMORY || without == PLOY_OUT_OF_MEMORY) return PLOY_OUT_OF_MEMORY;
        bool turns = !turned_later && before == PLOY_NOT_FOUND && after == PLOY_FOUND;
        bool counts = without == PLOY_NOT_FOUND;
        ploy_link link = {.step = step, .need = n->at, .conjunct = n->shown, .turns = turns, .counts = counts};
        if ((turns || counts) && !PL_ARRAY_PUSH(&s->links, &s->e->def->allocator, link)) return PLOY_OUT_OF_MEMORY;
        turned_later = turned_later || turns;
        after = before;
    }
    return PLOY_OK;
}

/// The needs of a step, or of the goal after the last.
static ploy_status add_needs(plan_run* s, uint32_t at)
{
    const ploy_explanation* out = s->e->out;
    bool is_goal = at == out->step_count;
    uint32_t owner = is_goal ? out->goal : out->steps[at].action;
    pl_conjuncts all;
    if (!pl_conjuncts_collect(s->domain, is_goal ? PLOY_PART_CONDITION : PLOY_PART_PRE, owner, &s->e->scratch, &all))
        return PLOY_OUT_OF_MEMORY;
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < all.count && status == PLOY_OK; i++) {
        need n = {.at = at, .args = is_goal ? out->goal_args : out->steps[at].args, .written = &all.list[i]};
        status = pl_explain_conjunct(s->e, n.written, n.args, &n.shown) ? add_links(s, &n) : PLOY_OUT_OF_MEMORY;
    }
    return status;
}

/// Sorted by step; stable.
static bool keep_links(plan_run* s)
{
    ploy_link* kept = PL_ARENA_ARRAY(s->e->keep, ploy_link, s->links.count);
    if (!kept) return false;
    uint32_t count = 0;
    for (uint32_t step = 0; step < s->e->out->step_count; step++)
        for (uint32_t i = 0; i < s->links.count; i++)
            if (s->links.data[i].step == step) kept[count++] = s->links.data[i];
    s->e->out->links = kept;
    s->e->out->link_count = count;
    return true;
}

static ploy_status find_links(plan_run* s)
{
    if (!make_states(s)) return PLOY_OUT_OF_MEMORY;
    ploy_status status = PLOY_OK;
    for (uint32_t at = 1; at <= s->e->out->step_count && status == PLOY_OK; at++) status = add_needs(s, at);
    if (status == PLOY_OK && !keep_links(s)) status = PLOY_OUT_OF_MEMORY;
    return status;
}

static bool is_first_of_action(const ploy_explanation* out, uint32_t step)
{
    for (uint32_t i = 0; i < step; i++)
        if (out->steps[i].action == out->steps[step].action) return false;
    return true;
}

static ploy_status search_without(pl_explainer* e, uint32_t action, ploy_without* out)
{
    pl_answer answer;
    pl_bits_set(e->what_if.disabled, action);
    ploy_status status = pl_what_if_search(&e->what_if, &answer);
    pl_bits_clear(e->what_if.disabled, action);
    *out = (ploy_without){.action = action, .status = answer.status};
    if (answer.status != PLOY_FOUND) return status;
    out->cost = answer.cost;
    out->extra_cost = answer.cost - e->out->cost;
    return status;
}

static ploy_status find_without(pl_explainer* e)
{
    ploy_explanation* out = e->out;
    ploy_without* without = PL_ARENA_ARRAY(e->keep, ploy_without, out->step_count);
    if (!without) return PLOY_OUT_OF_MEMORY;
    out->without = without;
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < out->step_count && status == PLOY_OK; i++)
        if (is_first_of_action(out, i))
            status = search_without(e, out->steps[i].action, &without[out->without_count++]);
    return status;
}

ploy_status pl_explain_steps(pl_explainer* e)
{
    plan_run s = {.e = e, .domain = e->def->domain, .c = pl_domain_compiled(e->def->domain)};
    ploy_status status = find_links(&s);
    PL_ARRAY_FREE(&s.links, &e->def->allocator);
    return status == PLOY_OK ? find_without(e) : status;
}
