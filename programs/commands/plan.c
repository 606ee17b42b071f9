// `ploy plan`: a plan for an agent of a file.

#include "programs/cli/clock.h"
#include "programs/cli/command.h"
#include "programs/cli/json.h"
#include "programs/cli/memory.h"
#include "programs/cli/plan_status.h"
#include "programs/commands/pddl_files.h"
#include "programs/commands/plan_request.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char page[] =
    "NAME\n"
    "  ploy plan - find the cheapest plan\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy plan FILE [--agent A] [--goal G] [--set 'x=v, y=w'] [--search NAME]\n"
    "            [--max-nodes N] [--max-depth N] [--no-two-moves] [--repeat-cost X]\n"
    "            [--disable A,B] [--call NAME=VALUE] [--repeat N] [--json]\n"
    "  ploy plan DOMAIN.pddl PROBLEM.pddl [--search NAME] [--seconds N] [--format plan] …\n"
    "  ploy plan DOMAIN.pddl PROBLEM.pddl --validate PLAN [--json]\n"
    "\n"
    "DESCRIPTION\n"
    "  Reads a file of domains and agents and plans for one agent. Without --goal, the\n"
    "  relevant goal of the highest priority that can be planned for is taken.\n"
    "\n"
    "  Of a domain and a problem in PDDL it finds a plan for the problem's goal. The validator, which\n"
    "  knows nothing of the planner, checks every such plan.\n"
    "\n"
    "OPTIONS\n" PLAN_REQUEST_PAGE "  --repeat N         plan N times and give the mean time; default 1\n"
    "  --seconds N        of PDDL: stop after N seconds of CPU time; default 10, without --max-nodes\n"
    "  --format plan      print nothing but the steps, as the validators of PDDL read them:\n"
    "                     (drive truck1 depot market), then the cost as a comment\n"
    "  --validate PLAN    check the plan in a file instead: every step and the goal. JSON: valid,\n"
    "                     steps, cost, line, reason\n"
    "  --json             one JSON object: status (\"plan\", \"already\", \"no-plan\",\n"
    "                     \"out-of-nodes\", \"out-of-depth\", \"out-of-memory\", \"cancelled\"),\n"
    "                     goal, cost (null without a plan), steps (each action, args,\n"
    "                     cost), passed_over (a goal of higher priority whose search ran out:\n"
    "                     goal, status), expanded, generated, ns, domain_bytes, planner_bytes;\n"
    "                     of PDDL also load_ns: reading and grounding\n"
    "\n"
    "                     Always: proved (no plan costs less), bound (none costs less than\n"
    "                     this), search (the one that found the plan), tables (pattern tables\n"
    "                     that were prepared for the goal), interchangeable (objects that were\n"
    "                     seen once with others), from_policy (the plan was looked up).\n"
    "                     --search anytime: also first_ns and first_cost, of the first plan,\n"
    "                     and plans (the first and each better one: cost, bound, expanded, ns)\n"
    "\n"
    "  Searches: auto runs astar and regressive in turns; these, bnb, blind, hmax and lmcut find\n"
    "  the cheapest plan; greedy finds one fast; anytime does, and then improves it;\n"
    "  utility chains forward the cheapest action, but first of all one that meets the goal.\n"
    "\n"
    "EXIT STATUS\n"
    "  0  a plan was found, or the goal holds already\n"
    "  1  no plan (the status says why)\n"
    "  2  the file or the usage is wrong; the message names the place\n"
    "\n"
    "EXAMPLES\n"
    "  ploy plan examples/warrior.xml\n"
    "  ploy plan examples/warrior.xml --agent far --json\n"
    "  ploy plan soldier.xml --goal 'Visit(bunker)' --set 'ammo = 0' --disable Reload\n"
    "  ploy plan examples/pddl/delivery.pddl examples/pddl/delivery_problem.pddl --format plan\n"
    "\n"
    "SEE ALSO\n"
    "  ploy explain: why this plan, why not that action, why no plan\n";

#define NOT_GIVEN INT64_MIN

typedef struct plan_options
{
    plan_request_options request;
    uint32_t repeat;
    int64_t seconds; // fixed point; NOT_GIVEN
    const char* format;
    const char* validate;
    bool json;
    double load_ns;
} plan_options;

static ploy_planner* make_planner(const plan_request* q)
{
    ploy_planner_def def = {0};
    def.domain = q->domain;
    def.reserve_nodes = 10000;
    return ploy_planner_create(&def);
}

enum
{
    DEFAULT_SECONDS = 10, // of PDDL, whose problems are larger than a game's
    FIRST_SLICE = 8,      // nodes of an anytime search between two readings of the clock until there is a plan
    NEXT_SLICE = 256,     // and between two questions for a better one
    SLICE = 64,           // nodes of any other search between two readings
    SLOW_SLICE = 100000000 // ns: a slice that takes longer is followed by one of half the nodes
};

// A plan that an anytime search had on the way, and the last one.
typedef struct anytime_plan
{
    int64_t cost, bound;
    uint32_t expanded;
    double ns;
} anytime_plan;

typedef struct anytime_plans
{
    anytime_plan* items;
    uint32_t count, capacity;
} anytime_plans;

static void note_plan(anytime_plans* found, const ploy_plan* plan, double ns)
{
    bool is_better = found->count == 0 || plan->cost < found->items[found->count - 1].cost;
    if (plan->status != PLOY_FOUND || !is_better) return;
    if (found->count == found->capacity) {
        found->capacity = found->capacity ? 2 * found->capacity : 16;
        found->items = have_memory(realloc(found->items, found->capacity * sizeof *found->items));
    }
    found->items[found->count++] = (anytime_plan){plan->cost, plan->bound, plan->expanded, ns};
}

// The goal of an anytime search: the one that a first search, with a planner of its own, finds a plan for.
static void choose_goal(plan_request* q)
{
    if (q->goal_named) return;
    ploy_planner* planner = make_planner(q);
    const ploy_plan* plan = planner ? ploy_planner_plan_best(planner, &q->query, q->goals, q->goal_count) : NULL;
    q->goal_named = plan && plan->status == PLOY_FOUND && plan->passed_status == PLOY_OK;
    if (q->goal_named) q->query.goal = plan->goal;
    ploy_planner_destroy(planner);
}

// Nodes of the next slice. The first is one node: of a large problem with numbers a node may take a second.
static uint32_t slice(bool is_anytime, bool has_plan, uint32_t last, double last_ns)
{
    uint32_t most = !is_anytime ? SLICE : has_plan ? NEXT_SLICE : FIRST_SLICE;
    uint32_t next = last == 0 ? 1 : last_ns > SLOW_SLICE ? last / 2 : 2 * last;
    return next < 1 ? 1 : next < most ? next : most;
}

// A search for a named goal that ends when the time is up. Of an anytime search, with the plans that it found on the way.
static const ploy_plan* plan_in_time(const plan_request* q, ploy_planner* planner, double max_ns, anytime_plans* found)
{
    bool is_anytime = q->query.options.search == PLOY_SEARCH_ANYTIME;
    double start = cpu_ns(), ns = 0, last_ns = 0;
    uint32_t nodes = 0;
    found->count = 0;
    ploy_status status = ploy_planner_begin(planner, &q->query);
    while (status == PLOY_IN_PROGRESS && ns <= max_ns) {
        nodes = slice(is_anytime, found->count > 0, nodes, last_ns);
        status = ploy_planner_update(planner, nodes);
        last_ns = cpu_ns() - start - ns;
        ns += last_ns;
        const ploy_plan* best = is_anytime ? ploy_planner_best(planner) : NULL;
        if (best) note_plan(found, best, ns);
    }
    const ploy_plan* plan = status == PLOY_IN_PROGRESS && is_anytime ? ploy_planner_best(planner) : NULL;
    if (!plan) plan = ploy_planner_end(planner);
    if (is_anytime) note_plan(found, plan, cpu_ns() - start);
    return plan;
}

// In a file of domains and agents a search ends after so much work, which is the same on every machine.
static const ploy_plan* plan_once(const plan_request* q, ploy_planner* planner, double max_ns, anytime_plans* found)
{
    if (!q->goal_named) return ploy_planner_plan_best(planner, &q->query, q->goals, q->goal_count);
    bool is_timed = q->pddl || q->query.options.search == PLOY_SEARCH_ANYTIME;
    return is_timed ? plan_in_time(q, planner, max_ns, found) : ploy_planner_plan(planner, &q->query);
}

// "drive" and its arguments, out of "(drive truck1 depot)".
static void json_pddl_step(json* j, const ploy_pddl* pddl, const ploy_step* step)
{
    char text[1024];
    bool is_action = true;
    if (ploy_pddl_step_print(pddl, step, text, sizeof text) == 0) return;
    json_object(j, NULL);
    for (char* word = strtok(text, "() "); word; word = strtok(NULL, "() "), is_action = false) {
        json_text(j, is_action ? "action" : NULL, word);
        if (is_action) json_array(j, "args");
    }
    json_close(j);
    json_fixed(j, "cost", step->cost);
    json_close(j);
}

static void json_any_step(json* j, const plan_request* q, const ploy_step* step)
{
    if (q->pddl)
        json_pddl_step(j, q->pddl, step);
    else
        json_step(j, q->domain, step);
}

static const char* print_any_step(const plan_request* q, const ploy_step* step, char* text, size_t size)
{
    if (!q->pddl) return print_step(q->domain, step, text, size);
    ploy_pddl_step_print(q->pddl, step, text, size);
    return text;
}

static void json_found(json* j, const anytime_plans* found)
{
    json_array(j, "plans");
    for (uint32_t k = 0; k < found->count; k++) {
        json_object(j, NULL);
        json_fixed(j, "cost", found->items[k].cost);
        json_fixed(j, "bound", found->items[k].bound);
        json_count(j, "expanded", found->items[k].expanded);
        json_real(j, "ns", found->items[k].ns);
        json_close(j);
    }
    json_close(j);
}

static void print_json(const plan_request* q, const ploy_plan* plan, double ns, const anytime_plans* found,
                       size_t planner_bytes, double load_ns)
{
    char text[1024];
    json j = json_begin(stdout);
    json_text(&j, "status", plan_status_name(plan->status));
    bool known = plan->goal < ploy_domain_goal_count(q->domain);
    json_text(&j, "goal", known ? print_goal(q->domain, plan->goal, q->query.goal_args, text, sizeof text) : NULL);
    if (plan_status_is_yes(plan->status))
        json_fixed(&j, "cost", plan->cost);
    else
        json_null(&j, "cost");
    json_array(&j, "steps");
    for (uint32_t k = 0; k < plan->step_count; k++) json_any_step(&j, q, &plan->steps[k]);
    json_close(&j);
    if (plan->passed_status != PLOY_OK) {
        json_object(&j, "passed_over");
        json_text(&j, "goal", ploy_domain_goal(q->domain, plan->passed_goal).name);
        json_text(&j, "status", plan_status_name(plan->passed_status));
        json_close(&j);
    }
    json_flag(&j, "proved", plan->proved);
    json_fixed(&j, "bound", plan->bound);
    json_text(&j, "search", ploy_search_name(plan->search));
    if (found->count > 0) {
        json_real(&j, "first_ns", found->items[0].ns);
        json_fixed(&j, "first_cost", plan->first_cost);
        json_found(&j, found);
    }
    json_count(&j, "tables", plan->tables);
    json_count(&j, "interchangeable", plan->alike);
    json_flag(&j, "from_policy", plan->from_policy);
    json_count(&j, "expanded", plan->expanded);
    json_count(&j, "generated", plan->generated);
    json_real(&j, "ns", ns);
    json_count(&j, "domain_bytes", ploy_domain_bytes(q->domain));
    json_count(&j, "planner_bytes", planner_bytes);
    if (q->pddl) json_real(&j, "load_ns", load_ns);
    json_end(&j);
}

// Without those that only settle the conditional effects of the one before.
static uint32_t count_steps(const plan_request* q, const ploy_plan* plan)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < plan->step_count; k++)
        count += !q->pddl || ploy_pddl_step_print(q->pddl, &plan->steps[k], NULL, 0) > 0;
    return count;
}

static void print_heading(const plan_request* q, const ploy_plan* plan)
{
    char text[1024], cost[32];
    uint32_t steps = count_steps(q, plan);
    if (plan->goal < ploy_domain_goal_count(q->domain))
        printf("%s", print_goal(q->domain, plan->goal, q->query.goal_args, text, sizeof text));
    else
        printf("no goal");
    if (q->agent_name) printf(" for %s", q->agent_name);
    if (plan->status == PLOY_FOUND)
        printf(": %u step%s, cost %s\n", steps, steps == 1 ? "" : "s", print_fixed(plan->cost, cost));
    else if (plan->status == PLOY_ALREADY)
        printf(": holds already\n");
    else
        printf(": %s\n", plan->status == PLOY_CANCELLED ? "the time is up" : plan_status_text(plan->status));
}

static void print_time(const ploy_plan* plan, double ns)
{
    printf("%u states expanded, %u generated, ", plan->expanded, plan->generated);
    if (ns < 1e3)
        printf("%.0f ns\n", ns);
    else if (ns < 1e6)
        printf("%.1f µs\n", ns / 1e3);
    else
        printf("%.1f ms\n", ns / 1e6);
}

// What was chosen for this goal.
static void print_choice(const ploy_plan* plan)
{
    if (plan->from_policy) {
        printf("looked up in the policy of the goal\n");
        return;
    }
    printf("found by %s", ploy_search_name(plan->search));
    if (plan->tables) printf(", %u pattern table%s", plan->tables, plan->tables == 1 ? "" : "s");
    if (plan->alike) printf(", %u interchangeable objects", plan->alike);
    printf("\n");
}

static void print_found(const anytime_plans* found)
{
    char cost[32], bound[32];
    for (uint32_t k = 0; k < found->count; k++)
        printf("plan %u: cost %s after %u states, at least %s\n", k + 1, print_fixed(found->items[k].cost, cost),
               found->items[k].expanded, print_fixed(found->items[k].bound, bound));
}

static void print_text(const plan_request* q, const ploy_plan* plan, double ns, const anytime_plans* found)
{
    char text[1024], cost[32];
    int width = 0;
    print_heading(q, plan);
    for (uint32_t k = 0; k < plan->step_count; k++) {
        int length = (int)strlen(print_any_step(q, &plan->steps[k], text, sizeof text));
        if (length > width) width = length;
    }
    for (uint32_t k = 0, number = 1; k < plan->step_count; k++)
        if (*print_any_step(q, &plan->steps[k], text, sizeof text))
            printf("%4u  %-*s  %s\n", number++, width, text, print_fixed(plan->steps[k].cost, cost));
    if (plan->passed_status != PLOY_OK)
        printf("passed over: %s: %s\n", ploy_domain_goal(q->domain, plan->passed_goal).name,
               plan_status_text(plan->passed_status));
    print_found(found);
    print_time(plan, ns);
    if (plan->status == PLOY_FOUND) print_choice(plan);
    if (!plan_status_is_yes(plan->status)) printf("%s\n", plan_status_advice(plan->status));
}

// The plan as the validators of PDDL read it.
static void write_plan(const plan_request* q, const ploy_plan* plan, FILE* out)
{
    char text[1024], cost[32];
    for (uint32_t k = 0; k < plan->step_count; k++) {
        if (*print_any_step(q, &plan->steps[k], text, sizeof text)) fprintf(out, "%s\n", text);
    }
    fprintf(out, "; cost = %s\n", print_fixed(plan->cost, cost));
}

// Executes the plan in the problem as it was read. Only a mistake of the planner makes it fail.
static bool is_valid(const plan_request* q, const ploy_plan* plan)
{
    ploy_pddl_verdict verdict = {0};
    ploy_error error = {0};
    size_t size = 1, used = 0;
    if (!q->pddl || !plan_status_is_yes(plan->status)) return true;
    for (uint32_t k = 0; k < plan->step_count; k++) size += ploy_pddl_step_print(q->pddl, &plan->steps[k], NULL, 0) + 1;
    char* text = have_memory(malloc(size));
    for (uint32_t k = 0; k < plan->step_count; k++) {
        used += ploy_pddl_step_print(q->pddl, &plan->steps[k], text + used, size - used);
        text[used++] = '\n';
    }
    ploy_status status = ploy_pddl_check_plan(q->pddl, text, used, &verdict, &error);
    free(text);
    bool is_changed = q->query.options.repeat_cost != 0; // costs are then not those of the problem
    if (status == PLOY_OK && verdict.valid && (is_changed || verdict.cost == plan->cost)) return true;
    complain("plan", "the validator refuses this plan, which is a mistake of ploy: %s",
             status != PLOY_OK ? error.message
             : verdict.valid   ? "its cost is not what it says"
                               : verdict.reason);
    return false;
}

// The time of one search. It takes the place of the planner's own limit, which is that of games.
static double take_seconds(plan_request* q, const plan_options* options)
{
    uint32_t* max_nodes = &q->query.options.max_nodes;
    if (!q->pddl || (*max_nodes && options->seconds == NOT_GIVEN)) return INFINITY;
    if (!*max_nodes) *max_nodes = UINT32_MAX;
    return options->seconds == NOT_GIVEN ? DEFAULT_SECONDS * 1e9 : (double)options->seconds * 1e6;
}

static int answer_request(plan_request* q, const plan_options* options)
{
    ploy_planner* planner = make_planner(q);
    if (!planner) return complain("plan", "no memory for a planner");
    size_t planner_bytes = ploy_planner_bytes(planner);
    if (q->query.options.search == PLOY_SEARCH_ANYTIME) choose_goal(q);
    double max_ns = take_seconds(q, options);
    uint32_t repeats = options->repeat ? options->repeat : 1;
    const ploy_plan* plan = NULL;
    anytime_plans found = {0};
    double start = cpu_ns();
    for (uint32_t k = 0; k < repeats; k++) plan = plan_once(q, planner, max_ns, &found);
    double ns = (cpu_ns() - start) / repeats;
    int answer = plan_status_is_yes(plan->status) ? ANSWER_DONE : ANSWER_NO;
    if (plan->status == PLOY_INVALID)
        answer = complain("plan", "this cannot be planned: %s", ploy_status_text(plan->status));
    else if (!is_valid(q, plan))
        answer = ANSWER_BAD;
    else if (options->json)
        print_json(q, plan, ns, &found, planner_bytes, options->load_ns);
    else if (options->format && plan_status_is_yes(plan->status))
        write_plan(q, plan, stdout);
    else
        print_text(q, plan, ns, &found);
    free(found.items);
    ploy_planner_destroy(planner);
    return answer;
}

static int run(int argc, char** argv);

const command command_plan = {"plan", "find the cheapest plan for an agent and a goal", page, run};

static int run(int argc, char** argv)
{
    plan_options o = {.seconds = NOT_GIVEN};
    const option options[] = {
        PLAN_REQUEST_OPTIONS(o.request),         {"--repeat", OPTION_COUNT, &o.repeat},
        {"--format", OPTION_TEXT, &o.format},    {"--validate", OPTION_TEXT, &o.validate},
        {"--seconds", OPTION_FIXED, &o.seconds}, {"--json", OPTION_FLAG, &o.json},
    };
    text_list files = {0};
    int answer = options_parse(&command_plan, options, sizeof options / sizeof options[0], &files, argc, argv);
    if (answer == OPTIONS_GO_ON && files.count == 0) answer = complain("plan", "which file? (see 'ploy plan --help')");
    if (answer == OPTIONS_GO_ON && o.format && strcmp(o.format, "plan") != 0)
        answer = complain("plan", "--format is 'plan', not '%s'", o.format);
    if (answer == OPTIONS_GO_ON && o.seconds != NOT_GIVEN && !is_pddl(files.items[0]))
        answer = complain("plan", "--seconds is for PDDL; in a Ploy file --max-nodes limits a search");
    if (answer == OPTIONS_GO_ON && o.seconds != NOT_GIVEN && o.seconds <= 0)
        answer = complain("plan", "--seconds takes a number above 0");
    if (answer == OPTIONS_GO_ON && o.validate) answer = pddl_files_validate(o.validate, &files, o.json);
    if (answer == OPTIONS_GO_ON) {
        plan_request q;
        double start = cpu_ns();
        bool good = plan_request_open(&q, "plan", &files, &o.request);
        o.load_ns = cpu_ns() - start;
        answer = good ? answer_request(&q, &o) : ANSWER_BAD;
        plan_request_close(&q);
    }
    text_list_free(&o.request.calls);
    text_list_free(&files);
    return answer;
}
