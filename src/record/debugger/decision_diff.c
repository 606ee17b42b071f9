// What changed between two decisions of an agent, and which changes mattered: the smallest sets of changes that, when
// reverted, make the later decision equal to the earlier one. Single changes, pairs and triples are tried. When none of
// them works, all changes are reverted, and then as many as possible are restored one by one.

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "plan/domain/domain.h"
#include "record/debugger/debugger.h"

enum
{
    MAX_SIZE = 3,
};

typedef enum diff_item_kind
{
    ITEM_SYMBOL,
    ITEM_GOAL,         // what only the game knows about it
    ITEM_COST,         // of a grounded action
    ITEM_AVAILABILITY, // whether a grounded action is available
    ITEM_CONTEXT,      // the agent's goal and the options of the search
    ITEM_DOMAIN,       // objects, tables and clauses, as a whole
} diff_item_kind;

typedef struct diff_item
{
    diff_item_kind kind;
    uint32_t index;
} diff_item;

typedef struct kept_choice
{
    uint32_t goal;
    bool keeps;
    ploy_step* steps;
    uint32_t step_count;
} kept_choice;

typedef struct diff
{
    pl_debug_run* run;
    const pl_decision *before_decision, *after_decision;
    pl_replay* earlier; // with the domain before, if it has changed; otherwise the run's
    pl_scene before, after, mixed;
    kept_choice old;
    PL_ARRAY(diff_item) items;
    bool* reverted; // an item is reverted
    uint64_t tries;
    uint32_t set[MAX_SIZE];
    uint32_t size;
    uint32_t found;
} diff;

// What differs.

static bool goal_differs(const pl_scene_goal* x, const pl_scene_goal* y)
{
    bool has_other_priority = x->is_call && x->priority != y->priority;
    return x->is_listed != y->is_listed || has_other_priority || x->is_denied != y->is_denied ||
           x->is_settled != y->is_settled || x->is_waiting != y->is_waiting;
}

static bool context_differs(const pl_replay* s, const pl_scene_context* x, const pl_scene_context* y)
{
    size_t bytes = s->action_words * sizeof(uint64_t);
    return x->current_goal != y->current_goal || x->is_pushed != y->is_pushed || x->last != y->last ||
           x->without != y->without || memcmp(x->disabled, y->disabled, bytes) != 0 ||
           memcmp(x->agent_disabled, y->agent_disabled, bytes) != 0;
}

static bool add(diff* d, diff_item_kind kind, uint32_t index)
{
    return PL_ARRAY_PUSH(&d->items, &d->run->debugger->allocator, (diff_item){kind, index});
}

static bool list_items(diff* d)
{
    const pl_replay* s = d->run->replay;
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
        if (is_good && d->before.vetoes[g] != d->after.vetoes[g]) is_good = add(d, ITEM_AVAILABILITY, g);
    }
    if (is_good && context_differs(s, &d->before.context, &d->after.context)) is_good = add(d, ITEM_CONTEXT, 0);
    if (is_good && d->earlier != s) is_good = add(d, ITEM_DOMAIN, 0);
    return is_good;
}

// Reverting.

static void revert(diff* d, const diff_item* it)
{
    const ploy_domain* domain = d->run->replay->domain;
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
    case ITEM_AVAILABILITY:
        d->mixed.vetoes[it->index] = d->before.vetoes[it->index];
        break;
    case ITEM_CONTEXT:
        d->mixed.context = d->before.context;
        break;
    default: // the replay is another one
        break;
    }
}

static bool is_as_before(diff* d)
{
    uint64_t *disabled = d->mixed.context.disabled, *agent_disabled = d->mixed.context.agent_disabled;
    pl_replay* replay = d->run->replay;
    pl_scene_assign(replay, &d->after, &d->mixed);
    for (uint32_t i = 0; i < d->items.count; ++i) {
        if (!d->reverted[i]) continue;
        revert(d, &d->items.data[i]);
        if (d->items.data[i].kind == ITEM_DOMAIN) replay = d->earlier;
    }
    ++d->tries;
    pl_scene_choice o = pl_scene_choose(replay, &d->mixed);
    d->mixed.context.disabled = disabled;
    d->mixed.context.agent_disabled = agent_disabled;
    uint32_t count = o.plan ? o.plan->step_count : 0;
    if (o.goal != d->old.goal || o.keeps != d->old.keeps || count != d->old.step_count) return false;
    for (uint32_t i = 0; i < count; ++i) {
        bool is_same = o.plan->steps[i].action == d->old.steps[i].action &&
                       memcmp(o.plan->steps[i].args, d->old.steps[i].args, sizeof o.plan->steps[i].args) == 0;
        if (!is_same) return false;
    }
    return true;
}

// Reporting.

static void report_context(diff* d, pl_text* to)
{
    char name[512];
    uint32_t was = d->before.context.current_goal, is = d->after.context.current_goal;
    if (was == is) {
        pl_text_add(to, "the action before and the actions it may use");
        return;
    }
    pl_text_add(to, "its current goal (");
    pl_text_add(to, "%s, then ", was == PLOY_NONE ? "nothing" : pl_print_goal(d->run, was, name, sizeof name));
    pl_text_add(to, "%s)", is == PLOY_NONE ? "nothing" : pl_print_goal(d->run, is, name, sizeof name));
}

static void report_goal(diff* d, uint32_t goal, pl_text* to)
{
    const pl_scene_goal *x = &d->before.goals[goal], *y = &d->after.goals[goal];
    pl_text_add(to, "the priority of %s, ", ploy_domain_goal(d->run->replay->domain, goal).name);
    pl_text_add_decimal(to, x->priority);
    pl_text_add(to, ", then ");
    pl_text_add_decimal(to, y->priority);
    if (x->is_waiting != y->is_waiting) pl_text_add(to, y->is_waiting ? ", and it waits" : ", and it no longer waits");
}

static void report_ground(diff* d, const diff_item* it, pl_text* to)
{
    char name[512];
    ploy_step step = pl_scene_step(d->run->replay, it->index);
    pl_print_step(d->run->replay->domain, &step, name, sizeof name);
    if (it->kind == ITEM_AVAILABILITY) {
        pl_text_add(to, "%s, which the game %s then %s", name,
                    d->before.vetoes[it->index] ? "forbade and" : "allowed and",
                    d->after.vetoes[it->index] ? "forbade" : "allowed");
        return;
    }
    pl_text_add(to, "the cost of %s, ", name);
    pl_text_add_decimal(to, d->before.costs[it->index]);
    pl_text_add(to, ", then ");
    pl_text_add_decimal(to, d->after.costs[it->index]);
}

static void report_item(diff* d, const diff_item* it, pl_text* to)
{
    const ploy_domain* domain = d->run->replay->domain;
    switch (it->kind) {
    case ITEM_SYMBOL:
        pl_add_variable(to, domain, it->index, ploy_state_get(domain, d->before.state, it->index));
        pl_text_add(to, ", then ");
        pl_add_variable(to, domain, it->index, ploy_state_get(domain, d->after.state, it->index));
        break;
    case ITEM_GOAL:
        report_goal(d, it->index, to);
        break;
    case ITEM_CONTEXT:
        report_context(d, to);
        break;
    case ITEM_DOMAIN:
        pl_add_domain_changes(to, d->earlier->domain, domain);
        break;
    default:
        report_ground(d, it, to);
        break;
    }
}

static bool json_item(diff* d, const diff_item* it)
{
    pl_text one;
    pl_text_init(&one, &d->run->debugger->allocator);
    report_item(d, it, &one);
    pl_json_string(&d->run->json, NULL, pl_text_string(&one));
    bool is_good = !one.failed;
    pl_text_destroy(&one);
    return is_good;
}

static bool report_set(diff* d)
{
    bool is_good = true;
    if (d->found++ == 0) {
        pl_text_add(&d->run->text, "Without %s it would have decided as before:\n",
                    d->size == 1 ? "any one of these changes" : "these changes together");
    }
    pl_json_open(&d->run->json, NULL, '[');
    for (uint32_t i = 0; i < d->items.count && is_good; ++i) {
        if (!d->reverted[i]) continue;
        pl_text_add(&d->run->text, "  - ");
        report_item(d, &d->items.data[i], &d->run->text);
        pl_text_add(&d->run->text, "\n");
        is_good = json_item(d, &d->items.data[i]);
    }
    pl_json_close(&d->run->json, ']');
    return is_good;
}

// The smallest sets.

static bool may_try(const diff* d)
{
    uint64_t nodes = d->run->replay->nodes + (d->earlier != d->run->replay ? d->earlier->nodes : 0);
    return d->tries < d->run->query->max_tries && nodes < PL_MAX_QUERY_NODES;
}

static bool try_from(diff* d, uint32_t chosen, uint32_t first)
{
    if (chosen == d->size) return !is_as_before(d) || report_set(d);
    bool is_good = true;
    for (uint32_t i = first; i < d->items.count && is_good && may_try(d); ++i) {
        d->reverted[i] = true;
        is_good = try_from(d, chosen + 1, i + 1);
        d->reverted[i] = false;
    }
    return is_good;
}

// Reverts everything, then restores what is not needed, one by one.
static bool try_all(diff* d)
{
    for (uint32_t i = 0; i < d->items.count; ++i) d->reverted[i] = true;
    if (!is_as_before(d)) {
        pl_text_add(&d->run->text, "Even without all of these changes it would not have decided as before.\n");
        return true;
    }
    for (uint32_t i = 0; i < d->items.count && may_try(d); ++i) {
        d->reverted[i] = false;
        if (!is_as_before(d)) d->reverted[i] = true;
    }
    d->size = d->items.count;
    return report_set(d);
}

static bool find_causes(diff* d)
{
    bool is_good = true;
    uint32_t max = d->run->query->max_set < MAX_SIZE ? d->run->query->max_set : MAX_SIZE;
    pl_json_open(&d->run->json, "matters", '[');
    for (d->size = 1; d->size <= max && d->size <= d->items.count && d->found == 0 && is_good; ++d->size) {
        is_good = try_from(d, 0, 0);
        if (d->found > 0) break;
    }
    if (is_good && d->found == 0 && d->items.count > 0) is_good = try_all(d);
    pl_json_close(&d->run->json, ']');
    return is_good;
}

// The comparison.

static bool keep(diff* d, const pl_scene_choice* o)
{
    d->old = (kept_choice){.goal = o->goal, .keeps = o->keeps, .step_count = o->plan ? o->plan->step_count : 0};
    d->old.steps = PL_ARENA_ARRAY(&d->run->debugger->scratch, ploy_step, d->old.step_count + 1);
    if (!d->old.steps) return false;
    if (o->plan) memcpy(d->old.steps, o->plan->steps, d->old.step_count * sizeof *d->old.steps);
    return true;
}

static void report_outcome(diff* d, const char* when, const char* key, const pl_decision* at, const pl_scene_choice* o)
{
    pl_debug_run* run = d->run;
    pl_text_add(&run->text, "%s (tick %" PRIu64 ") it decided to ", when, at->tick);
    pl_add_choice(run, o);
    pl_text_add(&run->text, ".\n");
    pl_json_open(&run->json, key, '{');
    pl_json_count(&run->json, "decided", at->tick);
    pl_json_choice(run, o);
    pl_json_close(&run->json, '}');
}

static bool report_changes(diff* d)
{
    bool is_good = true;
    pl_text_add(&d->run->text, d->items.count ? "What changed:\n" : "Nothing changed.\n");
    pl_json_open(&d->run->json, "changes", '[');
    for (uint32_t i = 0; i < d->items.count && is_good; ++i) {
        pl_text_add(&d->run->text, "  - ");
        report_item(d, &d->items.data[i], &d->run->text);
        pl_text_add(&d->run->text, "\n");
        is_good = json_item(d, &d->items.data[i]);
    }
    pl_json_close(&d->run->json, ']');
    return is_good;
}

static bool compare(diff* d)
{
    pl_debug_run* run = d->run;
    pl_scene_choice o = pl_scene_choose(d->earlier, &d->before);
    if (!keep(d, &o)) return false;
    report_outcome(d, "Earlier", "before", d->before_decision, &o);
    o = pl_scene_choose(run->replay, &d->after);
    report_outcome(d, "Later", "after", d->after_decision, &o);
    if (!list_items(d) || !report_changes(d)) return false;
    d->reverted = PL_ARENA_ARRAY(&run->debugger->scratch, bool, d->items.count + 1);
    if (!d->reverted || !pl_scene_copy(run->replay, &d->after, &run->debugger->scratch, &d->mixed)) return false;
    bool is_same = is_as_before(d);
    pl_json_flag(&run->json, "same", is_same);
    if (!is_same) return find_causes(d);
    pl_text_add(&run->text, "None of these changes affected the decision.\n");
    return true;
}

static ploy_status compare_scenes(diff* d)
{
    pl_debug_run* run = d->run;
    pl_arena* arena = &run->debugger->scratch;
    ploy_status status = pl_scene_make(d->earlier, d->before_decision, arena, &d->before);
    if (status == PLOY_OK) status = pl_scene_make(run->replay, d->after_decision, arena, &d->after);
    if (status == PLOY_OK && !compare(d)) status = PLOY_OUT_OF_MEMORY;
    run->replay->failed |= d->earlier->failed;
    return status;
}

// The domain of the decision before is kept as a copy, since the debugger has each domain once.
static ploy_status copy_earlier(diff* d, pl_replay* made)
{
    pl_debug_run* run = d->run;
    pl_replay* recorded;
    ploy_status status = pl_debugger_replay_of(run->debugger, d->before_decision, &recorded, run->error);
    if (status != PLOY_OK) return status;
    ploy_domain* copy = pl_domain_clone(recorded->domain, &run->debugger->allocator);
    if (!copy) return PLOY_OUT_OF_MEMORY;
    if (pl_replay_init(made, copy, &run->debugger->allocator)) {
        made->max_nodes = run->query->max_nodes;
        return PLOY_OK;
    }
    ploy_domain_destroy(copy);
    return PLOY_OUT_OF_MEMORY;
}

static ploy_status compare_domains(diff* d, pl_replay* copy)
{
    pl_debug_run* run = d->run;
    pl_text changes;
    if (!pl_domains_are_alike(copy->domain, run->replay->domain)) {
        pl_error_set(run->error, 0, 0, "between the two decisions the mind got another domain");
        pl_error_hint(run->error, "compare decisions that were made with the same symbols, actions and goals");
        return PLOY_INVALID;
    }
    pl_text_init(&changes, &run->debugger->allocator);
    uint32_t count = pl_add_domain_changes(&changes, copy->domain, run->replay->domain);
    d->earlier = count > 0 ? copy : run->replay;
    pl_text_destroy(&changes);
    return compare_scenes(d);
}

// Leaves the run as it was, for the parts of the answer that follow.
static ploy_status compare_with(pl_debug_run* run, const pl_decision* other)
{
    bool is_later = other->tick > run->decision->tick;
    pl_replay* replay = run->replay;
    pl_replay copy;
    diff d = {.run = run};
    d.before_decision = is_later ? run->decision : other;
    d.after_decision = is_later ? other : run->decision;
    ploy_status status = other->is_begun ? copy_earlier(&d, &copy) : PLOY_NOT_FOUND;
    if (status != PLOY_OK) return status;
    status = pl_debugger_replay_of(run->debugger, d.after_decision, &run->replay, run->error);
    run->replay->max_nodes = run->query->max_nodes;
    if (status == PLOY_OK) status = compare_domains(&d, &copy);
    if (run->replay->failed) status = PLOY_OUT_OF_MEMORY;
    if (status == PLOY_OK) status = pl_debugger_replay_of(run->debugger, run->decision, &run->replay, run->error);
    if (status != PLOY_OK) run->replay = replay;
    pl_replay_destroy(&copy);
    PL_ARRAY_FREE(&d.items, &run->debugger->allocator);
    return status;
}

ploy_status pl_report_diff(pl_debug_run* run)
{
    pl_decision* other;
    ploy_status status = pl_decision_read(&run->debugger->allocator, &run->debugger->kinds, run->debugger->recording,
                                          run->agent->number, run->query->other_tick, 0, &other);
    if (status == PLOY_NOT_FOUND) {
        pl_error_set(run->error, 0, 0, "%.80s has made no decision up to tick %" PRIu64, run->agent->name,
                     run->query->other_tick);
    }
    if (status != PLOY_OK) return status;
    pl_text_add(&run->text, "\nThe decisions at ticks %" PRIu64 " and %" PRIu64 ":\n", run->query->tick,
                run->query->other_tick);
    pl_json_open(&run->json, "diff", '{');
    status = compare_with(run, other);
    pl_json_close(&run->json, '}');
    pl_decision_destroy(other);
    return status;
}
