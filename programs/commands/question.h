// The question that `plan` and `explain` share: a file, an agent of it, a goal, and what to change about them.

#ifndef COMMANDS_QUESTION_H
#define COMMANDS_QUESTION_H

#include "programs/cli/stub_callbacks.h"
#include "programs/cli/options.h"

#include <ploy/io.h>

/// What the command line says. Zeroed: nothing was said.
typedef struct question_options
{
    const char* agent;
    const char* goal;
    const char* set;
    const char* search;
    const char* disable;
    text_list calls;
    int64_t repeat_cost;
    uint32_t max_nodes;
    uint32_t max_depth;
    bool no_two_moves;
} question_options;

/// The rows of these options in a command's table; `o` is a question_options.
#define QUESTION_OPTIONS(o)                                                                                            \
    {"--agent", OPTION_TEXT, &(o).agent}, {"--goal", OPTION_TEXT, &(o).goal}, {"--set", OPTION_TEXT, &(o).set},        \
        {"--search", OPTION_TEXT, &(o).search}, {"--disable", OPTION_TEXT, &(o).disable},                              \
        {"--call", OPTION_TEXTS, &(o).calls}, {"--sticky", OPTION_FIXED, &(o).repeat_cost},                            \
        {"--max-nodes", OPTION_COUNT, &(o).max_nodes}, {"--max-depth", OPTION_COUNT, &(o).max_depth},                  \
    {                                                                                                                  \
        "--no-two-moves", OPTION_FLAG, &(o).no_two_moves                                                               \
    }

/// Their lines in a command's page.
#define QUESTION_OPTIONS_PAGE                                                                                          \
    "  --agent A          the agent that asks; left out: the first of the file. A file\n"                              \
    "                     without agents is asked from its domain's initial state.\n"                                  \
    "  --goal G           the goal, with its arguments if it has parameters:\n"                                        \
    "                     --goal 'Visit(bunker)'; left out: the agent's goals by priority\n"                           \
    "  --set 'x=v, y=w'   change the state planned from, e.g. 'ammo = 2, not armed'\n"                                 \
    "  --search NAME      astar (default), regressive, bnb, greedy or utility\n"                                       \
    "  --max-nodes N      give up after looking at N states\n"                                                         \
    "  --max-depth N      no plan longer than N steps\n"                                                               \
    "  --no-two-moves     never two actions with move=\"true\" in a row\n"                                             \
    "  --sticky X         an action done again at once costs X times its cost (0.5: half)\n"                           \
    "  --disable A,B      actions that may not be used\n"                                                              \
    "  --call NAME=VALUE  what the game would answer for context=\"NAME\" (yes or no) or\n"                            \
    "                     call:NAME (a number); left out: yes and 1\n"

/// The question, resolved. `query` is ready for a planner; its goal is set only when one was named.
typedef struct question
{
    const char* path;
    ploy_file* file;
    ploy_domain* domain;
    const char* agent_name; // NULL: a file without agents
    uint64_t* start;
    uint64_t* disabled;
    uint32_t* goals; // without parameters, in the order of the file
    uint32_t goal_count;
    bool goal_named;
    ploy_plan_query query;
    canned_answer* answers; // to callbacks
} question;

/// False when the file or an option is bad; the reason has been printed. Close it in either case.
bool question_open(question* q, const char* who, const char* path, const question_options* options);
void question_close(question* q);

/// "GoTo(bunker)" into a buffer; returns the buffer.
const char* print_step(const ploy_domain* domain, const ploy_step* step, char* text, size_t size);
/// "Visit(bunker)", likewise.
const char* print_goal(const ploy_domain* domain, uint32_t goal, const uint32_t* args, char* text, size_t size);

/// A score for PLOY_SEARCH_UTILITY, `user` the query: what meets the goal first, then what is cheap.
ploy_score_fn score_step;

#endif
