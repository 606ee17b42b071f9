#include "programs/commands/plan_request.h"

#include "programs/cli/load_file.h"
#include "programs/cli/memory.h"
#include "programs/cli/suggest.h"
#include "programs/commands/pddl_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void* zeroed(size_t count, size_t bytes)
{
    return have_memory(calloc(count ? count : 1, bytes));
}

static const char* goal_name(const void* domain, uint32_t index)
{
    return ploy_domain_goal(domain, index).name;
}

static const char* action_name(const void* domain, uint32_t index)
{
    return ploy_domain_action(domain, index).name;
}

static const char* agent_name(const void* file, uint32_t index)
{
    return ploy_file_agent(file, index).name;
}

static const char* search_name(const void* list, uint32_t index)
{
    (void)list;
    return ploy_search_name((ploy_search)index);
}

typedef struct type_objects
{
    const ploy_domain* domain;
    uint32_t type;
} type_objects;

static const char* object_name(const void* list, uint32_t index)
{
    const type_objects* objects = list;
    return ploy_domain_object_name(objects->domain, objects->type, index);
}

static bool choose_agent(plan_request* q, const char* who, const char* name, ploy_agent_info* agent)
{
    uint32_t count = ploy_file_agent_count(q->file);
    if (!name && count == 0) return true;
    uint32_t index = name ? ploy_file_find_agent(q->file, name) : 0;
    if (index == PLOY_NONE) {
        char tail[128];
        suggest_tail(name, agent_name, q->file, count, tail, sizeof tail);
        complain(who, "%s has no agent '%s'%s", q->path, name, tail);
        return false;
    }
    *agent = ploy_file_agent(q->file, index);
    q->agent_name = agent->name;
    return true;
}

static void add_goal(plan_request* q, uint32_t goal)
{
    if (ploy_domain_goal(q->domain, goal).param_count == 0) q->goals[q->goal_count++] = goal;
}

static void take_goals(plan_request* q, const ploy_agent_info* agent)
{
    uint32_t count = q->agent_name ? agent->goap.goal_count : ploy_domain_goal_count(q->domain);
    q->goals = zeroed(count, sizeof *q->goals);
    for (uint32_t k = 0; k < count; k++) add_goal(q, q->agent_name ? agent->goap.goals[k] : k);
}

static void take_start(plan_request* q, const ploy_agent_info* agent)
{
    uint32_t words = ploy_domain_state_words(q->domain);
    uint32_t action_words = (ploy_domain_action_count(q->domain) + 63) / 64;
    q->start = zeroed(words, sizeof *q->start);
    q->disabled = zeroed(action_words, sizeof *q->disabled);
    if (!q->agent_name) {
        ploy_state_init(q->domain, q->start);
        return;
    }
    memcpy(q->start, agent->state, words * sizeof *q->start);
    if (agent->goap.disabled) memcpy(q->disabled, agent->goap.disabled, action_words * sizeof *q->disabled);
}

// The next word of a list separated by commas or spaces, into `word`; NULL at the end.
static const char* next_word(const char* text, char* word, size_t size)
{
    text += strspn(text, ", \t");
    size_t length = strcspn(text, ", \t");
    if (length == 0) return NULL;
    snprintf(word, size, "%.*s", (int)length, text);
    return text + length;
}

static bool disable_actions(plan_request* q, const char* who, const char* list)
{
    char word[256];
    for (const char* at = list; at && (at = next_word(at, word, sizeof word));) {
        uint32_t action = ploy_domain_find_action(q->domain, word);
        if (action == PLOY_NONE) {
            char tail[128];
            suggest_tail(word, action_name, q->domain, ploy_domain_action_count(q->domain), tail, sizeof tail);
            complain(who, "--disable: there is no action '%s'%s", word, tail);
            return false;
        }
        q->disabled[action / 64] |= UINT64_C(1) << (action % 64);
    }
    return true;
}

static bool change_start(plan_request* q, const char* who, const char* text)
{
    ploy_error error = {0};
    if (!text || ploy_state_parse(q->domain, q->start, text, &error) == PLOY_OK) return true;
    char place[32] = "";
    if (error.column) snprintf(place, sizeof place, " at column %u", error.column);
    complain(who, "--set%s: %s%s%s%s", place, error.message, error.hint[0] ? " (" : "", error.hint,
             error.hint[0] ? ")" : "");
    return false;
}

static bool parse_goal_args(plan_request* q, const char* who, const ploy_goal_info* goal, const char* list)
{
    char word[256];
    uint32_t count = 0;
    for (const char* at = list; (at = next_word(at, word, sizeof word)); count++) {
        if (count >= goal->param_count) continue;
        type_objects objects = {q->domain, goal->param_types[count]};
        uint32_t object = ploy_domain_find_object(q->domain, objects.type, word);
        if (object == PLOY_NONE) {
            char tail[128];
            suggest_tail(word, object_name, &objects, ploy_domain_type(q->domain, objects.type).object_count, tail,
                         sizeof tail);
            complain(who, "--goal: '%s' is no object of type '%s'%s", word,
                     ploy_domain_type(q->domain, objects.type).name, tail);
            return false;
        }
        q->query.goal_args[count] = object;
    }
    if (count == goal->param_count) return true;
    complain(who, "--goal: '%s' takes %u argument%s", goal->name, goal->param_count, goal->param_count == 1 ? "" : "s");
    return false;
}

static bool choose_goal(plan_request* q, const char* who, const char* text)
{
    char name[256], args[256] = "";
    size_t length = strcspn(text, "( ");
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    const char* rest = text + length + strspn(text + length, " ");
    if (*rest == '(') {
        size_t inside = strcspn(rest + 1, ")");
        snprintf(args, sizeof args, "%.*s", (int)inside, rest + 1);
        rest += 1 + inside;
        rest += *rest == ')';
        rest += strspn(rest, " ");
    }
    if (*rest) {
        complain(who, "--goal: '%s' is left over after '%.*s'; a goal is NAME or NAME(OBJECT, …)", rest,
                 (int)(rest - text), text);
        return false;
    }
    q->query.goal = ploy_domain_find_goal(q->domain, name);
    if (q->query.goal == PLOY_NONE) {
        char tail[128];
        suggest_tail(name, goal_name, q->domain, ploy_domain_goal_count(q->domain), tail, sizeof tail);
        complain(who, "--goal: there is no goal '%s'%s", name, tail);
        return false;
    }
    ploy_goal_info goal = ploy_domain_goal(q->domain, q->query.goal);
    q->goal_named = true;
    return parse_goal_args(q, who, &goal, args);
}

static bool choose_search(plan_request* q, const char* who, const char* name)
{
    uint32_t found = name ? ploy_search_find(name) : q->query.options.search;
    if (found != PLOY_NONE) return q->query.options.search = (ploy_search)found, true;
    enum
    {
#define COUNT_ONE(enum_name, text, about) COUNT_##enum_name,
        PLOY_SEARCH_LIST(COUNT_ONE)
#undef COUNT_ONE
            SEARCH_COUNT
    };
    char tail[128];
    suggest_tail(name, search_name, NULL, SEARCH_COUNT, tail, sizeof tail);
    complain(who, "--search: there is no search '%s'%s", name, tail);
    return false;
}

// 0 is what the planner takes for none at all.
static bool set_repeat_cost(plan_request* q, const char* who, const char* text)
{
    int64_t factor = 0;
    if (!text) return true;
    if (!parse_fixed(text, &factor) || factor <= 0 || factor > UINT32_MAX) {
        complain(who, "--repeat-cost takes a number above 0 with at most three decimals, not '%s'", text);
        return false;
    }
    q->query.options.repeat_cost = (uint32_t)factor;
    return true;
}

static void set_options(plan_request* q, const plan_request_options* o)
{
    q->query.options.max_nodes = o->max_nodes;
    q->query.options.max_depth = o->max_depth;
    q->query.options.no_two_moves = o->no_two_moves;
    q->query.score = score_step;
    q->query.score_user = &q->query;
}

static bool has_goals(const plan_request* q, const char* who)
{
    if (q->goal_named || q->goal_count) return true;
    if (ploy_domain_goal_count(q->domain) == 0)
        complain(who, "%s has no goals", q->path);
    else
        complain(who, "every goal here has parameters: name one, as in --goal '%s(…)'",
                 ploy_domain_goal(q->domain, 0).name);
    return false;
}

static bool open_pddl(plan_request* q, const char* who, const text_list* files)
{
    ploy_error error = {0};
    if (!pddl_files_fit(who, files)) return false;
    q->path = files->items[files->count - 1];
    q->pddl = pddl_files_load(who, files->items, files->count);
    if (!q->pddl) return false;
    if (ploy_pddl_ground(q->pddl, &q->domain, &error) == PLOY_OK) return q->goal_named = true; // the problem's
    print_error(error.line ? files->items[0] : q->path, &error); // a place is one of an action's
    return false;
}

static bool open_ploy(plan_request* q, const char* who, const text_list* files, const char* agent_wanted,
                      ploy_agent_info* agent)
{
    if (files->count != 1) {
        complain(who, "one file at a time, please");
        return false;
    }
    q->file = load_file(q->path);
    if (!q->file || !choose_agent(q, who, agent_wanted, agent)) return false;
    if (ploy_file_domain_count(q->file) == 0) {
        complain(who, "%s has no domain to plan in", q->path);
        return false;
    }
    if (q->agent_name && agent->domain == PLOY_NONE) {
        complain(who, "%s: the agent '%s' has no domain to plan in", q->path, q->agent_name);
        return false;
    }
    q->domain = ploy_file_domain(q->file, q->agent_name ? agent->domain : 0);
    return true;
}

bool plan_request_open(plan_request* q, const char* who, const text_list* files, const plan_request_options* options)
{
    *q = (plan_request){.path = files->items[0], .query = (ploy_plan_query){0}};
    if (!set_repeat_cost(q, who, options->repeat_cost)) return false;
    set_options(q, options);
    ploy_agent_info agent = {0};
    if (is_pddl(q->path) ? !open_pddl(q, who, files) : !open_ploy(q, who, files, options->agent, &agent)) return false;
    take_start(q, &agent);
    take_goals(q, &agent);
    q->query.start = q->start;
    q->query.disabled = q->disabled;
    return change_start(q, who, options->set) && disable_actions(q, who, options->disable) &&
           (!options->goal || choose_goal(q, who, options->goal)) && has_goals(q, who) &&
           choose_search(q, who, options->search) && bind_given(q->domain, &options->calls, &q->answers, who) &&
           bind_rest(q->domain, q->disabled, who);
}

void plan_request_close(plan_request* q)
{
    if (q->pddl) ploy_domain_destroy(q->domain);
    ploy_pddl_destroy(q->pddl);
    ploy_file_destroy(q->file);
    free(q->start);
    free(q->disabled);
    free(q->goals);
    canned_answers_free(q->answers);
    *q = (plan_request){0};
}

static const char* print_call(const ploy_domain* domain, const char* name, const uint32_t* types, const uint32_t* args,
                              uint32_t count, char* text, size_t size)
{
    int length = snprintf(text, size, "%s", name);
    for (uint32_t k = 0; k < count && (size_t)length < size; k++)
        length += snprintf(text + length, size - (size_t)length, "%s%s", k ? ", " : "(",
                           ploy_domain_object_name(domain, types[k], args[k]));
    if (count && (size_t)length < size) snprintf(text + length, size - (size_t)length, ")");
    return text;
}

const char* print_step(const ploy_domain* domain, const ploy_step* step, char* text, size_t size)
{
    ploy_action_info action = ploy_domain_action(domain, step->action);
    return print_call(domain, action.name, action.param_types, step->args, action.param_count, text, size);
}

const char* print_goal(const ploy_domain* domain, uint32_t goal, const uint32_t* args, char* text, size_t size)
{
    ploy_goal_info info = ploy_domain_goal(domain, goal);
    return print_call(domain, info.name, info.param_types, args, info.param_count, text, size);
}

int64_t score_step(void* user, const ploy_domain* domain, const ploy_step* step, const uint64_t* state)
{
    const ploy_plan_query* query = user;
    uint32_t words = ploy_domain_state_words(domain);
    uint64_t* after = have_memory(malloc(words * sizeof *after));
    memcpy(after, state, words * sizeof *after);
    ploy_action_apply(domain, step->action, step->args, after);
    bool met =
        query->goal < ploy_domain_goal_count(domain) && ploy_goal_met(domain, query->goal, query->goal_args, after);
    free(after);
    int64_t cheap = INT64_C(1) << 40;
    return met ? 2 * cheap : step->cost < cheap ? cheap - step->cost : 0;
}
