// `ploy explain`: why `ploy plan` finds the plan it finds, or none.

#include "programs/cli/command.h"
#include "programs/cli/memory.h"
#include "programs/commands/explain_json.h"
#include "programs/cli/plan_status.h"
#include "programs/commands/plan_request.h"
#include "programs/cli/suggest.h"

#include <ploy/explain.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char page[] = "NAME\n"
                           "  ploy explain - why this plan, why not that action, why no plan\n"
                           "\n"
                           "SYNOPSIS\n"
                           "  ploy explain FILE... [--agent A] [--goal G] [--set 'x=v, y=w'] [--why-not ACTION]\n"
                           "               [--max-set N] [--max-searches N] [the options of plan] [--json]\n"
                           "\n"
                           "DESCRIPTION\n"
                           "  Plans as `ploy plan` does and explains the answer.\n"
                           "\n"
                           "  With a plan: what each step is for (the condition it achieves, and the step or the\n"
                           "  goal that needs it), and what the best plan without that action costs.\n"
                           "\n"
                           "  Without one: the smallest set of the goal's conditions that cannot hold together,\n"
                           "  and the smallest sets of obstacles whose removal would make the goal possible.\n"
                           "  Obstacles are conditions of the goal, conditions of actions, contexts that say no, and\n"
                           "  actions that are disabled or not in the agent's list. When the search ran out of nodes\n"
                           "  or depth, that is the answer, and after how many.\n"
                           "\n"
                           "  Without --goal, first: the agent's goals by priority, and why those before the chosen\n"
                           "  one were passed over.\n"
                           "\n"
                           "  Every statement was proved by a search. What a limit left open is called not settled.\n"
                           "\n"
                           "OPTIONS\n"
                           "  --why-not ACTION   why the action is not in the plan: 'GoTo', or 'GoTo(bunker)'\n"
                           "  --max-set N        largest set of obstacles to search for; default 3\n"
                           "  --max-searches N   searches to spend on the answer; default 2000\n" PLAN_REQUEST_PAGE
                           "  --json             one JSON object: status, goal, cost, expanded, proved, steps (as\n"
                           "                     `ploy plan` has them), links (each step, needed_by: a step or null\n"
                           "                     for the goal, condition, turns, counts), without (each action,\n"
                           "                     status, cost, extra_cost), goals (each goal, priority, outcome),\n"
                           "                     no_plan (conflict, obstacles, obstacles_keeping_the_goal), why_not\n"
                           "                     (reason, cost, extra_cost, obstacles, applicable_now, unmet),\n"
                           "                     searches. Steps are numbered from 0; `turns`: the step achieves the\n"
                           "                     condition; `counts`: without the step it would not hold when needed\n"
                           "\n"
                           "EXIT STATUS\n"
                           "  0  there is a plan, or the goal holds already; explained\n"
                           "  1  no plan; explained\n"
                           "  2  the file or the usage is wrong; the message names the place\n"
                           "\n"
                           "EXAMPLES\n"
                           "  ploy explain examples/warrior.xml\n"
                           "  ploy explain examples/warrior.xml --agent far --why-not Shoot\n"
                           "  ploy explain soldier.xml --goal 'Visit(bunker)' --set 'ammo = 0' --json\n"
                           "\n"
                           "SEE ALSO\n"
                           "  ploy plan: the plan alone; ploy check: what no start can change\n";

typedef struct explain_options
{
    plan_request_options request;
    const char* why_not;
    uint32_t max_set;
    uint32_t max_searches;
    bool json;
} explain_options;

/// The action that --why-not names.
typedef struct queried_action
{
    uint32_t action;
    uint32_t args[PLOY_MAX_ARGS];
    bool ground;
} queried_action;

typedef struct explain_objects
{
    const ploy_domain* domain;
    uint32_t type;
} explain_objects;

static const char* action_name(const void* domain, uint32_t index)
{
    return ploy_domain_action(domain, index).name;
}

static const char* object_name(const void* list, uint32_t index)
{
    const explain_objects* objects = list;
    return ploy_domain_object_name(objects->domain, objects->type, index);
}

static bool parse_argument(const ploy_domain* domain, uint32_t type, const char* word, uint32_t* object)
{
    char tail[128];
    explain_objects objects = {domain, type};
    *object = ploy_domain_find_object(domain, type, word);
    if (*object != PLOY_NONE) return true;
    suggest_tail(word, object_name, &objects, ploy_domain_type(domain, type).object_count, tail, sizeof tail);
    complain("explain", "--why-not: '%s' is no object of type '%s'%s", word, ploy_domain_type(domain, type).name, tail);
    return false;
}

static bool parse_arguments(const ploy_domain* domain, const char* list, queried_action* queried)
{
    ploy_action_info info = ploy_domain_action(domain, queried->action);
    uint32_t count = 0;
    for (const char* at = list + strspn(list, "(, "); *at && *at != ')'; count++) {
        char word[256];
        size_t length = strcspn(at, ", )");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (count < info.param_count && !parse_argument(domain, info.param_types[count], word, &queried->args[count]))
            return false;
        at += length;
        at += strspn(at, ", ");
    }
    queried->ground = info.param_count > 0;
    if (count == info.param_count) return true;
    complain("explain", "--why-not: '%s' takes %u argument%s, or none at all to ask about every one", info.name,
             info.param_count, info.param_count == 1 ? "" : "s");
    return false;
}

static bool parse_action(const ploy_domain* domain, const char* text, queried_action* queried)
{
    char name[256], tail[128];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "( "), text);
    queried->action = ploy_domain_find_action(domain, name);
    if (queried->action == PLOY_NONE) {
        suggest_tail(name, action_name, domain, ploy_domain_action_count(domain), tail, sizeof tail);
        complain("explain", "--why-not: there is no action '%s'%s", name, tail);
        return false;
    }
    const char* open = strchr(text, '(');
    return !open || parse_arguments(domain, open, queried);
}

static ploy_explain_def make_def(const plan_request* q, const explain_options* o)
{
    ploy_explain_def def = {0};
    def.domain = q->domain;
    def.query = q->query;
    uint32_t agent = q->agent_name ? ploy_file_find_agent(q->file, q->agent_name) : PLOY_NONE;
    if (agent != PLOY_NONE) def.unlisted = ploy_file_agent(q->file, agent).goap.disabled;
    if (o->max_set > 0) def.max_set = o->max_set;
    if (o->max_searches > 0) def.max_searches = o->max_searches;
    return def;
}

/// Without --goal, --why-not is about the plan for the goal that is chosen. Where there is only one, it is chosen if it is
/// considered at all: no plan is looked for, which could take longer than the answer.
static ploy_status explain_queried(const plan_request* q, ploy_explain_def* def, const queried_action* queried,
                                   ploy_explanation** x)
{
    if (!q->goal_named) {
        uint32_t max_nodes = def->query.options.max_nodes;
        if (q->goal_count == 1) def->query.options.max_nodes = 1;
        ploy_status status = ploy_explain_goals(def, q->goals, q->goal_count, x);
        def->query.options.max_nodes = max_nodes;
        if (status != PLOY_OK || (*x)->goal == PLOY_NONE) return status;
        def->query.goal = (*x)->goal;
        ploy_explanation_destroy(*x);
    }
    return ploy_explain_action(def, queried->action, queried->ground ? queried->args : NULL, x);
}

static ploy_status explain(const plan_request* q, const explain_options* o, const queried_action* queried,
                           ploy_explanation** x)
{
    ploy_explain_def def = make_def(q, o);
    *x = NULL;
    if (o->why_not) return explain_queried(q, &def, queried, x);
    if (q->goal_named) return ploy_explain_plan(&def, x);
    return ploy_explain_goals(&def, q->goals, q->goal_count, x);
}

static void print_text(const ploy_explanation* x)
{
    size_t size = ploy_explanation_print(x, NULL, 0) + 1;
    char* text = have_memory(malloc(size));
    ploy_explanation_print(x, text, size);
    fputs(text, stdout);
    free(text);
}

static void print_json(const ploy_explanation* x)
{
    json j = json_begin(stdout);
    json_explanation(&j, x);
    json_end(&j);
}

static int answer_request(const plan_request* q, const explain_options* o)
{
    queried_action queried = {0};
    ploy_explanation* x;
    if (o->why_not && !parse_action(q->domain, o->why_not, &queried)) return ANSWER_BAD;
    ploy_status status = explain(q, o, &queried, &x);
    if (status != PLOY_OK) return complain("explain", "this cannot be explained: %s", ploy_status_text(status));
    if (o->json)
        print_json(x);
    else
        print_text(x);
    int answer = plan_status_is_yes(x->status) ? ANSWER_DONE : ANSWER_NO;
    ploy_explanation_destroy(x);
    return answer;
}

static int run(int argc, char** argv);

const command command_explain = {"explain", "why this plan, why not that action, why no plan", page, run};

static int run(int argc, char** argv)
{
    explain_options o = {0};
    const option options[] = {
        PLAN_REQUEST_OPTIONS(o.request),         {"--why-not", OPTION_TEXT, &o.why_not},
        {"--max-set", OPTION_COUNT, &o.max_set}, {"--max-searches", OPTION_COUNT, &o.max_searches},
        {"--json", OPTION_FLAG, &o.json},
    };
    text_list files = {0};
    int answer = options_parse(&command_explain, options, sizeof options / sizeof options[0], &files, argc, argv);
    if (answer == OPTIONS_GO_ON && files.count == 0)
        answer = complain("explain", "which file? (see 'ploy explain --help')");
    if (answer == OPTIONS_GO_ON) {
        plan_request q;
        bool good = plan_request_open(&q, "explain", &files, &o.request);
        answer = good ? answer_request(&q, &o) : ANSWER_BAD;
        plan_request_close(&q);
    }
    text_list_free(&o.request.calls);
    text_list_free(&files);
    return answer;
}
