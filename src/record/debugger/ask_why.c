// Why not an action, and why no plan, in the words of <ploy/explain.h>.

#include <string.h>

#include "base/error.h"
#include "base/suggest.h"
#include "record/debugger/debugger_query.h"

enum
{
    MAX_CHAIN = 16, // causes, and actions named in one
};

// Actions by name.

static ploy_status complain_action(const pl_debug_query* a, const char* name)
{
    const ploy_domain* domain = a->stage->domain;
    pl_error_set(a->error, 0, 0, "there is no action '%.80s' in domain '%.80s'", name, ploy_domain_name(domain));
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < ploy_domain_action_count(domain); ++i) {
        pl_similar_offer(&similar, ploy_domain_action(domain, i).name);
    }
    pl_similar_hint(&similar, a->error);
    return PLOY_INVALID;
}

static ploy_status complain_object(const pl_debug_query* a, const char* word, uint32_t type)
{
    const ploy_domain* domain = a->stage->domain;
    pl_error_set(a->error, 0, 0, "'%.80s' is no object of type '%.80s'", word, ploy_domain_type_name(domain, type));
    pl_similar similar = pl_similar_begin(word);
    for (uint32_t i = 0; i < ploy_domain_object_count(domain, type); ++i) {
        pl_similar_offer(&similar, ploy_domain_object_name(domain, type, i));
    }
    pl_similar_hint(&similar, a->error);
    return PLOY_INVALID;
}

static ploy_status parse_args(pl_debug_query* a, const char* at, const ploy_action_info* info)
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
        a->asked_args[count] = ploy_domain_find_object(a->stage->domain, info->param_types[count], word);
        if (a->asked_args[count] == PLOY_NONE) return complain_object(a, word, info->param_types[count]);
    }
    a->asked_ground = info->param_count > 0;
    if (count == info->param_count) return PLOY_OK;
    pl_error_set(a->error, 0, 0, "'%.80s' takes %u argument%s, or none at all to ask about every one", info->name,
                 info->param_count, info->param_count == 1 ? "" : "s");
    return PLOY_INVALID;
}

ploy_status pl_debug_query_parse_action(pl_debug_query* a, const char* text)
{
    char name[128];
    size_t length = strcspn(text, "( ");
    size_t kept = length < sizeof name ? length : sizeof name - 1;
    memcpy(name, text, kept);
    name[kept] = '\0';
    a->asked = ploy_domain_find_action(a->stage->domain, name);
    a->asked_ground = false;
    if (a->asked == PLOY_NONE) return complain_action(a, name);
    ploy_action_info info = ploy_domain_action(a->stage->domain, a->asked);
    const char* open = strchr(text, '(');
    return open ? parse_args(a, open, &info) : PLOY_OK;
}

bool pl_debug_query_is_asked(const pl_debug_query* a, const ploy_step* step)
{
    if (step->action != a->asked) return false;
    uint32_t count = ploy_domain_action(a->stage->domain, a->asked).param_count;
    return !a->asked_ground || memcmp(step->args, a->asked_args, count * sizeof *step->args) == 0;
}

// Explanations.

static ploy_explain_def explain_def(pl_debug_query* a, uint32_t goal)
{
    ploy_explain_def def = {0};
    def.domain = a->stage->domain;
    def.allocator = a->debugger->allocator;
    def.query = pl_scene_query(a->stage, a->scene, goal);
    def.query.disabled = goal == a->scene->doing.goal && a->scene->doing.mode == 2 ? a->scene->doing.disabled
                                                                                   : a->scene->doing.agent_disabled;
    def.unlisted = a->scene->doing.agent_disabled;
    return def;
}

static ploy_status print_explanation(pl_debug_query* a, const ploy_explanation* x, pl_text* to)
{
    size_t size = ploy_explanation_print(x, NULL, 0) + 1;
    char* text = pl_arena_alloc(&a->debugger->scratch, size);
    if (!text) return PLOY_OUT_OF_MEMORY;
    ploy_explanation_print(x, text, size);
    pl_text_add(to, "%s", text);
    return PLOY_OK;
}

// The goal that a why-not is about: the one chosen, else the first that wanted a plan and got none.
static uint32_t goal_in_question(const pl_debug_query* a)
{
    uint32_t best = a->decision->goal;
    int64_t priority = 0;
    for (uint32_t i = 0; a->decision->goal == PLOY_NONE && i < a->decision->goal_count; ++i) {
        const pl_decision_goal* goal = &a->decision->goals[i];
        if (goal->status != PLOY_GOAL_STATUS_NO_PLAN || goal->priority <= priority) continue;
        best = goal->goal;
        priority = goal->priority;
    }
    return best;
}

static void tell_answers(pl_debug_query* a)
{
    const pl_decision* d = a->decision;
    for (uint32_t i = 0; i < d->reply_count; ++i) {
        const pl_scene* scene = a->scene;
        uint32_t ground = d->replies[i].ground;
        if (d->replies[i].is_cost || scene->noes[ground] != PL_SCENE_NOT_VIABLE) continue;
        ploy_step step = pl_scene_step(a->stage, ground);
        char name[512];
        if (!pl_debug_query_is_asked(a, &step)) continue;
        pl_text_add(&a->text, "The game said then that %s could not be done.\n",
                    pl_ask_step(a->stage->domain, &step, name, sizeof name));
    }
}

ploy_status pl_ask_why_not(pl_debug_query* a)
{
    ploy_status status = pl_debug_query_parse_action(a, a->question->why_not);
    uint32_t goal = goal_in_question(a);
    if (status != PLOY_OK) return status;
    pl_text_add(&a->text, "\nWhy not %s:\n", a->question->why_not);
    pl_json_open(&a->json, "why_not", '{');
    pl_json_string(&a->json, "action", a->question->why_not);
    uint32_t from = a->text.chars.count;
    if (goal == PLOY_NONE) {
        pl_text_add(&a->text, "There was no goal to plan for.\n");
        pl_json_string(&a->json, "reason", "no-goal");
    } else {
        ploy_explanation* x;
        ploy_explain_def def = explain_def(a, goal);
        status = ploy_explain_action(&def, a->asked, a->asked_ground ? a->asked_args : NULL, &x);
        if (status != PLOY_OK) return status;
        pl_json_string(&a->json, "reason", ploy_why_not_name(x->why_not->reason));
        if (x->why_not->with_status == PLOY_FOUND) pl_json_decimal(&a->json, "dearer", x->why_not->extra_cost);
        status = print_explanation(a, x, &a->text);
        ploy_explanation_destroy(x);
        tell_answers(a);
    }
    pl_json_string(&a->json, "text", pl_text_string(&a->text) + from);
    pl_json_close(&a->json, '}');
    return status;
}

// Chains of causes.

// A chain of causes, from the goal down: each an action, and a condition of it that only the next could bring about.
typedef struct chain
{
    const ploy_explanation* x;
    const ploy_domain* domain;
    pl_text* to;
    uint32_t told[MAX_CHAIN]; // actions
    uint32_t count;
} chain;

static bool is_told_of(const chain* c, uint32_t action)
{
    for (uint32_t i = 0; i < c->count; ++i) {
        if (c->told[i] == action) return true;
    }
    return false;
}

// Actions that could bring it about: not those that need it themselves, to use it up.
static uint32_t changers(const chain* c, const ploy_blocker* o, uint32_t* list, uint32_t room)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < o->changer_count && count < room; ++i) {
        if (!is_told_of(c, o->changers[i])) list[count++] = o->changers[i];
    }
    return count;
}

static void tell_changers(chain* c, const ploy_blocker* o)
{
    uint32_t list[MAX_CHAIN], count = changers(c, o, list, MAX_CHAIN);
    if (count == 0) {
        pl_text_add(c->to, ", which no action at hand brings about");
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
    pl_text_add(c->to, " could bring about");
}

static void tell_cause(chain* c, const ploy_blocker* o)
{
    bool is_goal = o->kind == PLOY_BLOCKER_GOAL;
    const char* owner =
        is_goal ? ploy_domain_goal(c->domain, o->owner).name : ploy_domain_action(c->domain, o->owner).name;
    if (!is_goal) c->told[c->count++] = o->owner;
    switch (o->kind) {
    case PLOY_BLOCKER_GOAL:
    case PLOY_BLOCKER_PRE:
        pl_text_add(c->to, "%s%s %s %s", is_goal ? "" : "; ", owner, is_goal ? "asks for" : "needs", o->conjunct.text);
        if (!is_goal && o->conjunct.owner != o->owner)
            pl_text_add(c->to, " (from %s)", ploy_domain_action(c->domain, o->conjunct.owner).name);
        tell_changers(c, o);
        break;
    case PLOY_BLOCKER_CONTEXT:
        pl_text_add(c->to, "; the context of %s says no", owner);
        break;
    default:
        pl_text_add(c->to, "; %s is not to be used by this agent", owner);
        break;
    }
}

static bool can_change(const chain* c, const ploy_blocker* o, uint32_t action)
{
    uint32_t list[MAX_CHAIN], count = changers(c, o, list, MAX_CHAIN);
    for (uint32_t i = 0; i < count; ++i) {
        if (list[i] == action) return true;
    }
    return false;
}

// Of the single obstacles, the one that keeps a changer of the last from being used; at first the goal's own.
static const ploy_blocker* next_cause(const chain* c, const ploy_blocker* last)
{
    const ploy_blocker_sets* sets = &c->x->obstacles;
    for (uint32_t i = 0; sets->size == 1 && i < sets->set_count; ++i) {
        const ploy_blocker* o = &sets->sets[i].obstacles[0];
        bool is_goal = o->kind == PLOY_BLOCKER_GOAL;
        if (last ? !is_goal && can_change(c, last, o->owner) : is_goal) return o;
    }
    return NULL;
}

ploy_status pl_ask_chain(pl_debug_query* a, uint32_t goal, pl_text* to, bool* is_told)
{
    ploy_explanation* x;
    ploy_explain_def def = explain_def(a, goal);
    def.max_set = 1;
    def.max_sets = 2 * MAX_CHAIN;
    *is_told = false;
    ploy_status status = ploy_explain_plan(&def, &x);
    if (status != PLOY_OK) return status;
    chain c = {.x = x, .domain = a->stage->domain, .to = to};
    const ploy_blocker* o = x->status == PLOY_NOT_FOUND ? next_cause(&c, NULL) : NULL;
    while (o && c.count < MAX_CHAIN) {
        *is_told = true;
        tell_cause(&c, o);
        o = next_cause(&c, o);
    }
    ploy_explanation_destroy(x);
    return PLOY_OK;
}

ploy_status pl_ask_why(pl_debug_query* a, uint32_t goal)
{
    ploy_explanation* x;
    ploy_explain_def def = explain_def(a, goal);
    ploy_status status = ploy_explain_plan(&def, &x);
    if (status != PLOY_OK) return status;
    status = print_explanation(a, x, &a->text);
    ploy_explanation_destroy(x);
    return status;
}
