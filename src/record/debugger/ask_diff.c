// What changed between two decisions of an agent, and which of it made the difference: the smallest sets of changes
// that, taken back, would have made the later decision come out as the earlier one did. Single changes, pairs and
// triples are tried; when none will do, changes are taken back all together and given up one by one.

#include <inttypes.h>
#include <string.h>

#include "base/index.h"
#include "record/debugger/debugger_query.h"

enum
{
    MAX_SIZE = 3,
};

typedef enum item_kind
{
    ITEM_SYMBOL,
    ITEM_GOAL,   // what the game says about it
    ITEM_COST,   // of a ground action
    ITEM_ANSWER, // yes or no for a ground action
    ITEM_DOING,  // what the agent was about
} item_kind;

typedef struct item
{
    item_kind kind;
    uint32_t index;
} item;

typedef struct kept_outcome
{
    uint32_t goal;
    bool keeps;
    ploy_step* steps;
    uint32_t step_count;
} kept_outcome;

typedef struct diff
{
    pl_debug_query* a;
    const pl_decision *before_decision, *after_decision;
    pl_scene before, after, mixed;
    kept_outcome old;
    PL_ARRAY(item) items;
    bool* taken; // an item is taken back
    uint64_t tries;
    uint32_t set[MAX_SIZE];
    uint32_t size;
    uint32_t found;
} diff;

// What differs.

static bool goal_differs(const pl_scene_goal* x, const pl_scene_goal* y)
{
    bool is_asked_otherwise = x->is_call && x->priority != y->priority;
    return x->is_listed != y->is_listed || is_asked_otherwise || x->is_denied != y->is_denied ||
           x->is_settled != y->is_settled || x->is_waiting != y->is_waiting;
}

static bool doing_differs(const pl_stage* s, const pl_scene_doing* x, const pl_scene_doing* y)
{
    size_t bytes = s->action_words * sizeof(uint64_t);
    return x->current_goal != y->current_goal || x->is_pushed != y->is_pushed || x->last != y->last ||
           x->without != y->without || memcmp(x->disabled, y->disabled, bytes) != 0 ||
           memcmp(x->agent_disabled, y->agent_disabled, bytes) != 0;
}

static bool add(diff* d, item_kind kind, uint32_t index)
{
    return PL_ARRAY_PUSH(&d->items, &d->a->debugger->allocator, (item){kind, index});
}

static bool list_items(diff* d)
{
    const pl_stage* s = d->a->stage;
    bool is_good = true;
    for (uint32_t v = 0; is_good && v < ploy_domain_variable_count(s->domain); ++v) {
        if (ploy_state_get(s->domain, d->before.state, v) != ploy_state_get(s->domain, d->after.state, v)) {
            is_good = add(d, ITEM_SYMBOL, v);
        }
    }
    for (uint32_t g = 0; is_good && g < s->goal_count; ++g) {
        if (goal_differs(&d->before.goals[g], &d->after.goals[g])) is_good = add(d, ITEM_GOAL, g);
    }
    for (uint32_t g = 0; is_good && g < s->ground_count; ++g) {
        if (d->before.costs[g] != d->after.costs[g]) is_good = add(d, ITEM_COST, g);
        if (is_good && d->before.noes[g] != d->after.noes[g]) is_good = add(d, ITEM_ANSWER, g);
    }
    if (is_good && doing_differs(s, &d->before.doing, &d->after.doing)) is_good = add(d, ITEM_DOING, 0);
    return is_good;
}

// Taking back.

static void take_back(diff* d, const item* it)
{
    const ploy_domain* domain = d->a->stage->domain;
    switch (it->kind) {
    case ITEM_SYMBOL:
        ploy_state_set(domain, d->mixed.state, it->index, ploy_state_get(domain, d->before.state, it->index));
        break;
    case ITEM_GOAL:
        d->mixed.goals[it->index] = d->before.goals[it->index];
        break;
    case ITEM_COST:
        d->mixed.costs[it->index] = d->before.costs[it->index];
        break;
    case ITEM_ANSWER:
        d->mixed.noes[it->index] = d->before.noes[it->index];
        break;
    default:
        d->mixed.doing = d->before.doing;
        break;
    }
}

static bool reverts(diff* d)
{
    uint64_t *disabled = d->mixed.doing.disabled, *agent_disabled = d->mixed.doing.agent_disabled;
    pl_scene_assign(d->a->stage, &d->after, &d->mixed);
    for (uint32_t i = 0; i < d->items.count; ++i) {
        if (d->taken[i]) take_back(d, &d->items.data[i]);
    }
    ++d->tries;
    pl_outcome o = pl_scene_choose(d->a->stage, &d->mixed);
    d->mixed.doing.disabled = disabled;
    d->mixed.doing.agent_disabled = agent_disabled;
    uint32_t count = o.plan ? o.plan->step_count : 0;
    if (o.goal != d->old.goal || o.keeps != d->old.keeps || count != d->old.step_count) return false;
    for (uint32_t i = 0; i < count; ++i) {
        bool is_same = o.plan->steps[i].action == d->old.steps[i].action &&
                       memcmp(o.plan->steps[i].args, d->old.steps[i].args, sizeof o.plan->steps[i].args) == 0;
        if (!is_same) return false;
    }
    return true;
}

// Telling.

static void tell_doing(diff* d, pl_text* to)
{
    char name[512];
    uint32_t was = d->before.doing.current_goal, is = d->after.doing.current_goal;
    if (was == is) {
        pl_text_add(to, "what it had just done and may use for it");
        return;
    }
    pl_text_add(to, "what it was about (");
    pl_text_add(to, "%s, then ", was == PLOY_NONE ? "nothing" : pl_ask_goal(d->a, was, name, sizeof name));
    pl_text_add(to, "%s)", is == PLOY_NONE ? "nothing" : pl_ask_goal(d->a, is, name, sizeof name));
}

static void tell_goal(diff* d, uint32_t goal, pl_text* to)
{
    const pl_scene_goal *x = &d->before.goals[goal], *y = &d->after.goals[goal];
    pl_text_add(to, "the priority of %s, ", ploy_domain_goal(d->a->stage->domain, goal).name);
    pl_text_add_decimal(to, x->priority);
    pl_text_add(to, ", then ");
    pl_text_add_decimal(to, y->priority);
    if (x->is_waiting != y->is_waiting) pl_text_add(to, y->is_waiting ? ", and it waits" : ", and it waits no more");
}

static void tell_ground(diff* d, const item* it, pl_text* to)
{
    char name[512];
    ploy_step step = pl_scene_step(d->a->stage, it->index);
    pl_ask_step(d->a->stage->domain, &step, name, sizeof name);
    if (it->kind == ITEM_ANSWER) {
        pl_text_add(to, "%s, which the game %s then %s", name,
                    d->before.noes[it->index] ? "forbade and" : "allowed and",
                    d->after.noes[it->index] ? "forbade" : "allowed");
        return;
    }
    pl_text_add(to, "the cost of %s, ", name);
    pl_text_add_decimal(to, d->before.costs[it->index]);
    pl_text_add(to, ", then ");
    pl_text_add_decimal(to, d->after.costs[it->index]);
}

static void tell_item(diff* d, const item* it, pl_text* to)
{
    const ploy_domain* domain = d->a->stage->domain;
    switch (it->kind) {
    case ITEM_SYMBOL:
        pl_ask_variable(to, domain, it->index, ploy_state_get(domain, d->before.state, it->index));
        pl_text_add(to, ", then ");
        pl_ask_variable(to, domain, it->index, ploy_state_get(domain, d->after.state, it->index));
        break;
    case ITEM_GOAL:
        tell_goal(d, it->index, to);
        break;
    case ITEM_DOING:
        tell_doing(d, to);
        break;
    default:
        tell_ground(d, it, to);
        break;
    }
}

static bool json_item(diff* d, const item* it)
{
    pl_text one;
    pl_text_init(&one, &d->a->debugger->allocator);
    tell_item(d, it, &one);
    pl_json_string(&d->a->json, NULL, pl_text_string(&one));
    bool is_good = !one.failed;
    pl_text_destroy(&one);
    return is_good;
}

static bool tell_set(diff* d)
{
    bool is_good = true;
    if (d->found++ == 0) {
        pl_text_add(&d->a->text, "Taken back, %s would have made it decide as before:\n",
                    d->size == 1 ? "any one of these" : "these together");
    }
    pl_json_open(&d->a->json, NULL, '[');
    for (uint32_t i = 0; i < d->items.count && is_good; ++i) {
        if (!d->taken[i]) continue;
        pl_text_add(&d->a->text, "  - ");
        tell_item(d, &d->items.data[i], &d->a->text);
        pl_text_add(&d->a->text, "\n");
        is_good = json_item(d, &d->items.data[i]);
    }
    pl_json_close(&d->a->json, ']');
    return is_good;
}

// The smallest sets.

static bool may_try(const diff* d)
{
    return d->tries < d->a->question->max_tries;
}

static bool try_from(diff* d, uint32_t chosen, uint32_t first)
{
    if (chosen == d->size) return !reverts(d) || tell_set(d);
    bool is_good = true;
    for (uint32_t i = first; i < d->items.count && is_good && may_try(d); ++i) {
        d->taken[i] = true;
        is_good = try_from(d, chosen + 1, i + 1);
        d->taken[i] = false;
    }
    return is_good;
}

// All taken back, then as few as will do, one by one.
static bool try_all(diff* d)
{
    for (uint32_t i = 0; i < d->items.count; ++i) d->taken[i] = true;
    if (!reverts(d)) {
        pl_text_add(&d->a->text, "Not even all of this, taken back, would have made it decide as before.\n");
        return true;
    }
    for (uint32_t i = 0; i < d->items.count && may_try(d); ++i) {
        d->taken[i] = false;
        if (!reverts(d)) d->taken[i] = true;
    }
    d->size = d->items.count;
    return tell_set(d);
}

static bool find_causes(diff* d)
{
    bool is_good = true;
    uint32_t max = d->a->question->max_set < MAX_SIZE ? d->a->question->max_set : MAX_SIZE;
    pl_json_open(&d->a->json, "matters", '[');
    for (d->size = 1; d->size <= max && d->size <= d->items.count && d->found == 0 && is_good; ++d->size) {
        is_good = try_from(d, 0, 0);
        if (d->found > 0) break;
    }
    if (is_good && d->found == 0 && d->items.count > 0) is_good = try_all(d);
    pl_json_close(&d->a->json, ']');
    return is_good;
}

// The whole.

static bool keep(diff* d, const pl_outcome* o)
{
    d->old = (kept_outcome){.goal = o->goal, .keeps = o->keeps, .step_count = o->plan ? o->plan->step_count : 0};
    d->old.steps = PL_ARENA_ARRAY(&d->a->debugger->scratch, ploy_step, d->old.step_count + 1);
    if (!d->old.steps) return false;
    if (o->plan) memcpy(d->old.steps, o->plan->steps, d->old.step_count * sizeof *d->old.steps);
    return true;
}

static void tell_outcome(diff* d, const char* when, const char* key, const pl_decision* at, const pl_outcome* o)
{
    pl_debug_query* a = d->a;
    pl_text_add(&a->text, "%s (tick %" PRIu64 ") it decided to ", when, at->tick);
    pl_ask_outcome(a, o);
    pl_text_add(&a->text, ".\n");
    pl_json_open(&a->json, key, '{');
    pl_json_count(&a->json, "decided", at->tick);
    pl_ask_json_outcome(a, o);
    pl_json_close(&a->json, '}');
}

static bool tell_changes(diff* d)
{
    bool is_good = true;
    pl_text_add(&d->a->text, d->items.count ? "What changed:\n" : "Nothing changed.\n");
    pl_json_open(&d->a->json, "changes", '[');
    for (uint32_t i = 0; i < d->items.count && is_good; ++i) {
        pl_text_add(&d->a->text, "  - ");
        tell_item(d, &d->items.data[i], &d->a->text);
        pl_text_add(&d->a->text, "\n");
        is_good = json_item(d, &d->items.data[i]);
    }
    pl_json_close(&d->a->json, ']');
    return is_good;
}

static bool compare(diff* d)
{
    pl_debug_query* a = d->a;
    pl_outcome o = pl_scene_choose(a->stage, &d->before);
    if (!keep(d, &o)) return false;
    tell_outcome(d, "Earlier", "before", d->before_decision, &o);
    o = pl_scene_choose(a->stage, &d->after);
    tell_outcome(d, "Later", "after", d->after_decision, &o);
    if (!list_items(d) || !tell_changes(d)) return false;
    d->taken = PL_ARENA_ARRAY(&a->debugger->scratch, bool, d->items.count + 1);
    if (!d->taken || !pl_scene_copy(a->stage, &d->after, &a->debugger->scratch, &d->mixed)) return false;
    bool is_same = reverts(d);
    pl_json_flag(&a->json, "same", is_same);
    if (!is_same) return find_causes(d);
    pl_text_add(&a->text, "None of it changed the decision.\n");
    return true;
}

static ploy_status compare_with(pl_debug_query* a, const pl_decision* other)
{
    bool is_later = other->tick > a->decision->tick;
    diff d = {.a = a};
    d.before_decision = is_later ? a->decision : other;
    d.after_decision = is_later ? other : a->decision;
    ploy_status status = other->is_begun ? PLOY_OK : PLOY_NOT_FOUND;
    if (status == PLOY_OK) status = pl_scene_make(a->stage, d.before_decision, &a->debugger->scratch, &d.before);
    if (status == PLOY_OK) status = pl_scene_make(a->stage, d.after_decision, &a->debugger->scratch, &d.after);
    if (status == PLOY_OK && !compare(&d)) status = PLOY_OUT_OF_MEMORY;
    PL_ARRAY_FREE(&d.items, &a->debugger->allocator);
    return status;
}

ploy_status pl_ask_diff(pl_debug_query* a)
{
    pl_decision* other;
    ploy_status status = pl_decision_read(&a->debugger->allocator, &a->debugger->kinds, a->debugger->recording,
                                          a->agent->number, a->question->other_tick, 0, &other);
    if (status == PLOY_NOT_FOUND) {
        pl_error_set(a->error, 0, 0, "%.80s has decided nothing up to tick %" PRIu64, a->agent->name,
                     a->question->other_tick);
    }
    if (status != PLOY_OK) return status;
    pl_text_add(&a->text, "\nThe decisions at ticks %" PRIu64 " and %" PRIu64 ":\n", a->question->tick,
                a->question->other_tick);
    pl_json_open(&a->json, "diff", '{');
    status = compare_with(a, other);
    pl_json_close(&a->json, '}');
    pl_decision_destroy(other);
    return status;
}
