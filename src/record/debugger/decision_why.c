// Why not an action, and why no plan: the explanations of <ploy/explain.h> for the recorded search.

#include <string.h>

#include "base/error.h"
#include "record/debugger/debugger.h"

enum
{
    MAX_CHAIN = 16, // causes in a chain, and actions in a cause
    MAX_SEARCHES = 2000,
    MAX_NODES = 100000, // per search, when the recorded search had no limit
};

// Actions by name.

static ploy_status complain_action(const pl_debug_run* run, const char* name)
{
    const ploy_domain* domain = run->replay->domain;
    pl_error_set(run->error, 0, 0, "there is no action '%.80s' in domain '%.80s'", name, ploy_domain_name(domain));
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < ploy_domain_action_count(domain); ++i) {
        pl_similar_offer(&similar, ploy_domain_action(domain, i).name);
    }
    pl_similar_hint(&similar, run->error);
    return PLOY_INVALID;
}

static ploy_status complain_object(const pl_debug_run* run, const char* word, uint32_t type)
{
    const ploy_domain* domain = run->replay->domain;
    pl_error_set(run->error, 0, 0, "'%.80s' is no object of type '%.80s'", word, ploy_domain_type(domain, type).name);
    pl_similar similar = pl_similar_begin(word);
    for (uint32_t i = 0; i < ploy_domain_type(domain, type).object_count; ++i) {
        pl_similar_offer(&similar, ploy_domain_object_name(domain, type, i));
    }
    pl_similar_hint(&similar, run->error);
    return PLOY_INVALID;
}

static ploy_status parse_args(pl_debug_run* run, const char* at, const ploy_action_info* info)
{
    char word[128];
    uint32_t count = 0;
    for (at += strspn(at, "(, "); *at && *at != ')'; at += strspn(at, ", "), ++count) {
        size_t length = strcspn(at, ", )");
        size_t kept = length < sizeof word ? length : sizeof word - 1;
        memcpy(word, at, kept);
        word[kept] = '\0';
        at += length;
        if (count >= info->param_count) continue;
        run->action_args[count] = ploy_domain_find_object(run->replay->domain, info->param_types[count], word);
        if (run->action_args[count] == PLOY_NONE) return complain_object(run, word, info->param_types[count]);
    }
    run->has_args = info->param_count > 0;
    if (count == info->param_count) return PLOY_OK;
    pl_error_set(run->error, 0, 0, "'%.80s' takes %u argument%s; without any, the answer is about all of them",
                 info->name, info->param_count, info->param_count == 1 ? "" : "s");
    return PLOY_INVALID;
}

ploy_status pl_debug_run_parse_action(pl_debug_run* run, const char* text)
{
    char name[128];
    size_t length = strcspn(text, "( ");
    size_t kept = length < sizeof name ? length : sizeof name - 1;
    memcpy(name, text, kept);
    name[kept] = '\0';
    run->action = ploy_domain_find_action(run->replay->domain, name);
    run->has_args = false;
    if (run->action == PLOY_NONE) return complain_action(run, name);
    ploy_action_info info = ploy_domain_action(run->replay->domain, run->action);
    const char* open = strchr(text, '(');
    return open ? parse_args(run, open, &info) : PLOY_OK;
}

bool pl_debug_run_matches(const pl_debug_run* run, const ploy_step* step)
{
    if (step->action != run->action) return false;
    uint32_t count = ploy_domain_action(run->replay->domain, run->action).param_count;
    return !run->has_args || memcmp(step->args, run->action_args, count * sizeof *step->args) == 0;
}

// Explanations.

static ploy_explain_def explain_def(pl_debug_run* run, uint32_t goal)
{
    ploy_explain_def def = {0};
    def.domain = run->replay->domain;
    def.allocator = run->debugger->allocator;
    def.query = pl_scene_query(run->replay, run->scene, goal);
    def.query.disabled = goal == run->scene->context.goal && run->scene->context.mode >= PL_DECISION_ALL
                             ? run->scene->context.disabled
                             : run->scene->context.agent_disabled;
    def.unlisted = run->scene->context.agent_disabled;
    uint32_t max_nodes = def.query.options.max_nodes;
    if (run->decision->options.max_nodes == 0 && (max_nodes == 0 || max_nodes > MAX_NODES))
        def.query.options.max_nodes = MAX_NODES; // there are many searches
    def.max_searches = run->query->max_tries < MAX_SEARCHES ? run->query->max_tries : MAX_SEARCHES;
    return def;
}

static ploy_status print_explanation(pl_debug_run* run, const ploy_explanation* x, pl_text* to)
{
    size_t size = ploy_explanation_print(x, NULL, 0) + 1;
    char* text = pl_arena_alloc(&run->debugger->scratch, size);
    if (!text) return PLOY_OUT_OF_MEMORY;
    ploy_explanation_print(x, text, size);
    pl_text_add(to, "%s", text);
    return PLOY_OK;
}

// The goal that why-not is about: the chosen one, else the one with the highest priority that has no plan.
static uint32_t goal_of_why_not(const pl_debug_run* run)
{
    uint32_t best = run->decision->goal;
    int64_t priority = 0;
    for (uint32_t i = 0; run->decision->goal == PLOY_NONE && i < run->decision->goal_count; ++i) {
        const pl_decision_goal* goal = &run->decision->goals[i];
        if (goal->status != PLOY_GOAL_STATUS_NO_PLAN || goal->priority <= priority) continue;
        best = goal->goal;
        priority = goal->priority;
    }
    return best;
}

static void report_vetoes(pl_debug_run* run)
{
    const pl_decision* d = run->decision;
    for (uint32_t i = 0; i < d->reply_count; ++i) {
        const pl_scene* scene = run->scene;
        uint32_t ground = d->replies[i].ground;
        if (d->replies[i].is_cost || scene->vetoes[ground] != PL_VETO_ACTIVITY) continue;
        ploy_step step = pl_scene_step(run->replay, ground);
        char name[512];
        if (!pl_debug_run_matches(run, &step)) continue;
        pl_text_add(&run->text, "The game reported that %s was not viable.\n",
                    pl_print_step(run->replay->domain, &step, name, sizeof name));
    }
}

ploy_status pl_report_why_not(pl_debug_run* run)
{
    ploy_status status = pl_debug_run_parse_action(run, run->query->why_not);
    uint32_t goal = goal_of_why_not(run);
    if (status != PLOY_OK) return status;
    pl_text_add(&run->text, "\nWhy not %s:\n", run->query->why_not);
    pl_json_open(&run->json, "why_not", '{');
    pl_json_string(&run->json, "action", run->query->why_not);
    uint32_t from = run->text.chars.count;
    if (goal == PLOY_NONE) {
        pl_text_add(&run->text, "There was no goal to plan for.\n");
        pl_json_string(&run->json, "reason", "no-goal");
    } else {
        ploy_explanation* x;
        ploy_explain_def def = explain_def(run, goal);
        status = ploy_explain_action(&def, run->action, run->has_args ? run->action_args : NULL, &x);
        if (status != PLOY_OK) return status;
        pl_json_string(&run->json, "reason", ploy_why_not_name(x->why_not->reason));
        if (x->why_not->with_status == PLOY_FOUND) pl_json_decimal(&run->json, "extra_cost", x->why_not->extra_cost);
        status = print_explanation(run, x, &run->text);
        ploy_explanation_destroy(x);
        report_vetoes(run);
    }
    pl_json_string(&run->json, "text", pl_text_string(&run->text) + from);
    pl_json_close(&run->json, '}');
    return status;
}

// Chains of causes.

// A chain of causes, from the goal down: each is a condition that only the action of the next one can achieve.
typedef struct cause_chain
{
    const ploy_explanation* x;
    const ploy_domain* domain;
    pl_text* to;
    uint32_t actions[MAX_CHAIN]; // already in the chain
    uint32_t count;
} cause_chain;

static bool is_listed_in(const cause_chain* c, uint32_t action)
{
    for (uint32_t i = 0; i < c->count; ++i) {
        if (c->actions[i] == action) return true;
    }
    return false;
}

// Actions that could achieve it, without those already in the chain: they need it themselves.
static uint32_t changers(const cause_chain* c, const ploy_blocker* o, uint32_t* list, uint32_t room)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < o->changer_count && count < room; ++i) {
        if (!is_listed_in(c, o->changers[i])) list[count++] = o->changers[i];
    }
    return count;
}

static void report_changers(cause_chain* c, const ploy_blocker* o)
{
    uint32_t list[MAX_CHAIN], count = changers(c, o, list, MAX_CHAIN);
    if (count == 0) {
        pl_text_add(c->to, ", which no available action achieves");
        return;
    }
    pl_text_add(c->to, ", which %s", count == 1 ? "only " : "");
    for (uint32_t i = 0; i < count; ++i) {
        pl_text_add(c->to, "%s%s",
                    i == 0           ? ""
                    : i + 1 == count ? " or "
                                     : ", ",
                    ploy_domain_action(c->domain, list[i]).name);
    }
    pl_text_add(c->to, " could achieve");
}

static void report_cause(cause_chain* c, const ploy_blocker* o)
{
    bool is_goal = o->kind == PLOY_BLOCKER_GOAL;
    const char* owner =
        is_goal ? ploy_domain_goal(c->domain, o->owner).name : ploy_domain_action(c->domain, o->owner).name;
    if (!is_goal) c->actions[c->count++] = o->owner;
    switch (o->kind) {
    case PLOY_BLOCKER_GOAL:
    case PLOY_BLOCKER_PRE:
    case PLOY_BLOCKER_RANGE:
        pl_text_add(c->to, "%s%s %s %s", is_goal ? "" : "; ", owner, is_goal ? "requires" : "needs", o->conjunct.text);
        if (!is_goal && o->conjunct.owner != o->owner)
            pl_text_add(c->to, " (from %s)", ploy_domain_action(c->domain, o->conjunct.owner).name);
        report_changers(c, o);
        break;
    case PLOY_BLOCKER_CONTEXT:
        pl_text_add(c->to, "; the context of %s does not hold", owner);
        break;
    default:
        pl_text_add(c->to, "; %s is disabled for this agent", owner);
        break;
    }
}

static bool can_change(const cause_chain* c, const ploy_blocker* o, uint32_t action)
{
    uint32_t list[MAX_CHAIN], count = changers(c, o, list, MAX_CHAIN);
    for (uint32_t i = 0; i < count; ++i) {
        if (list[i] == action) return true;
    }
    return false;
}

// Of the single blockers, the one that disables an action which could achieve the last one; first the goal's own.
static const ploy_blocker* next_cause(const cause_chain* c, const ploy_blocker* last)
{
    const ploy_blocker_sets* sets = &c->x->obstacles;
    for (uint32_t i = 0; sets->size == 1 && i < sets->set_count; ++i) {
        const ploy_blocker* o = &sets->sets[i].obstacles[0];
        bool is_goal = o->kind == PLOY_BLOCKER_GOAL;
        if (last ? !is_goal && can_change(c, last, o->owner) : is_goal) return o;
    }
    return NULL;
}

ploy_status pl_add_causes(pl_debug_run* run, uint32_t goal, pl_text* to, bool* is_added)
{
    ploy_explanation* x;
    ploy_explain_def def = explain_def(run, goal);
    def.max_set = 1;
    def.max_sets = 2 * MAX_CHAIN;
    *is_added = false;
    ploy_status status = ploy_explain_plan(&def, &x);
    if (status != PLOY_OK) return status;
    cause_chain c = {.x = x, .domain = run->replay->domain, .to = to};
    const ploy_blocker* o = x->status == PLOY_NOT_FOUND ? next_cause(&c, NULL) : NULL;
    while (o && c.count < MAX_CHAIN) {
        *is_added = true;
        report_cause(&c, o);
        o = next_cause(&c, o);
    }
    ploy_explanation_destroy(x);
    return PLOY_OK;
}

ploy_status pl_report_why(pl_debug_run* run, uint32_t goal)
{
    ploy_explanation* x;
    ploy_explain_def def = explain_def(run, goal);
    ploy_status status = ploy_explain_plan(&def, &x);
    if (status != PLOY_OK) return status;
    status = print_explanation(run, x, &run->text);
    ploy_explanation_destroy(x);
    return status;
}
