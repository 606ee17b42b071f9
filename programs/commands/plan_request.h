// What `ploy plan` and `ploy explain` plan for: a file, an agent, a goal, and changes to them.

#ifndef COMMANDS_PLAN_REQUEST_H
#define COMMANDS_PLAN_REQUEST_H

#include "programs/cli/stub_callbacks.h"
#include "programs/cli/options.h"

#include <ploy/pddl.h>

/// The options on the command line. Zeroed: none.
typedef struct plan_request_options
{
    const char* agent;
    const char* goal;
    const char* set;
    const char* search;
    const char* disable;
    text_list calls;
    const char* repeat_cost;
    uint32_t max_nodes;
    uint32_t max_depth;
    bool no_two_moves;
} plan_request_options;

/// The rows of these options in a command's table; `o` is a plan_request_options.
#define PLAN_REQUEST_OPTIONS(o)                                                                                        \
    {"--agent", OPTION_TEXT, &(o).agent}, {"--goal", OPTION_TEXT, &(o).goal}, {"--set", OPTION_TEXT, &(o).set},        \
        {"--search", OPTION_TEXT, &(o).search}, {"--disable", OPTION_TEXT, &(o).disable},                              \
        {"--call", OPTION_TEXTS, &(o).calls}, {"--repeat-cost", OPTION_TEXT, &(o).repeat_cost},                        \
        {"--max-nodes", OPTION_COUNT, &(o).max_nodes}, {"--max-depth", OPTION_COUNT, &(o).max_depth},                  \
    {                                                                                                                  \
        "--no-two-moves", OPTION_FLAG, &(o).no_two_moves                                                               \
    }

/// Their lines in a command's page.
#define PLAN_REQUEST_PAGE                                                                                              \
    "  --agent A          the agent that plans (default: the first of the file). A file without\n"                     \
    "                     agents starts from its domain's initial state\n"                                             \
    "  --goal G           the goal, with arguments if it has parameters: --goal 'Visit(bunker)'\n"                     \
    "                     (default: the agent's goals by priority)\n"                                                  \
    "  --set 'x=v, y=w'   change the initial state, e.g. 'ammo = 2, not armed'\n"                                      \
    "  --search NAME      auto (default), astar, regressive, bnb, greedy, anytime, blind, hmax,\n"                     \
    "                     lmcut or utility\n"                                                                         \
    "  --max-nodes N      stop after expanding N states; default: after about a second\n"                              \
    "  --max-depth N      no plan longer than N steps\n"                                                               \
    "  --no-two-moves     never two actions with move=\"true\" in a row\n"                                             \
    "  --repeat-cost X    repeating an action at once costs X times its cost (0.5: half)\n"                            \
    "  --disable A,B      actions that may not be used\n"                                                              \
    "  --call NAME=VALUE  the game's result for context=\"NAME\" (yes or no) or call:NAME (a\n"                        \
    "                     number); default: yes and 1\n"

/// The resolved request. `query` is ready for a planner; its goal is set only when one was named.
typedef struct plan_request
{
    const char* path;
    ploy_file* file;   // NULL: PDDL
    ploy_pddl* pddl;   // NULL: a Ploy file
    ploy_domain* domain;
    const char* agent_name; // NULL: a file without agents
    uint64_t* start;
    uint64_t* disabled;
    uint32_t* goals; // without parameters, in the order of the file
    uint32_t goal_count;
    bool goal_named;
    ploy_plan_query query;
    canned_answer* answers; // of callbacks
} plan_request;

/// False when the file or an option is wrong, after printing the reason. Close it in either case.
/// `files` is one file, or a domain and a problem in PDDL.
bool plan_request_open(plan_request* q, const char* who, const text_list* files, const plan_request_options* options);
void plan_request_close(plan_request* q);

/// "GoTo(bunker)" into a buffer; returns the buffer.
const char* print_step(const ploy_domain* domain, const ploy_step* step, char* text, size_t size);
/// "Visit(bunker)", likewise.
const char* print_goal(const ploy_domain* domain, uint32_t goal, const uint32_t* args, char* text, size_t size);

/// A scorer for PLOY_SEARCH_UTILITY, `user` is the query: prefers actions that meet the goal, then low cost.
ploy_score_fn score_step;

#endif
