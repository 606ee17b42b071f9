/// Explanations: why this plan, why not that action, why no plan, why this goal. As data, and as lines of text.
///
/// Every claim is backed by a search that ended by itself: what a limit cut short is reported as not settled, never
/// guessed. Do not call these functions in the inner loop of a game: an explanation runs from a few to a few thousand
/// searches.

#ifndef PLOY_EXPLAIN_H
#define PLOY_EXPLAIN_H

#include <ploy/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What to explain, and the limits of the effort. The domain must be compiled; it is not changed.
typedef struct ploy_explain_def
{
    const ploy_domain* domain;
    ploy_allocator allocator;
    ploy_plan_query query;    ///< start, goal, options; options.search finds the plan itself; must_use1 is ignored
    const uint64_t* unlisted; ///< bits of query.disabled that mean "not in the agent's list", for the text; or NULL
    uint32_t max_set;         ///< obstacles in one set, default 3
    uint32_t max_sets;        ///< sets of the smallest size that are reported, default 8
    uint32_t max_searches;    ///< in one call, default 2,000
    uint32_t max_nodes;       ///< per search, where the query sets no limit. 0: 100,000; of a why-not, all searches
                              ///< together do what takes less than 100 ms (default)
} ploy_explain_def;

/// One of the conditions joined by "and" in a goal or a precondition.
typedef struct ploy_conjunct
{
    ploy_part part;     ///< PLOY_PART_PRE or PLOY_PART_CONDITION; PLOY_PART_EFFECT: the range of what an effect changes
    uint32_t owner;     ///< action or goal whose text it is; of an inherited condition: the base action
    uint32_t clause;    ///< as in ploy_domain_clause
    uint32_t index;     ///< within the clause, from 0; PLOY_PART_EFFECT: the effect
    const char* text;   ///< with arguments in place of parameters where they are known: "at != camp"
    const char* values; ///< the values of its symbols in the start: "at = camp"; empty when they are not known
} ploy_conjunct;

/// A reason for a step: it serves a condition of a later step or of the goal.
typedef struct ploy_link
{
    uint32_t step; ///< the step that serves
    uint32_t need; ///< the later step whose precondition it is; the number of steps: the goal
    ploy_conjunct conjunct;
    bool turns;  ///< the condition is false before the step, and true from there until it is needed
    bool counts; ///< without the step, and with all steps after it, the condition would not hold
} ploy_link;

/// The best plan without an action.
typedef struct ploy_without
{
    uint32_t action;
    ploy_status status; ///< FOUND, ALREADY, NOT_FOUND, or what cut the search short
    int64_t cost;       ///< of that plan, fixed point (1/1000)
    int64_t extra_cost; ///< that, less the cost of the plan
} ploy_without;

typedef enum ploy_blocker_kind
{
    PLOY_BLOCKER_GOAL,    ///< a condition of the goal; removed: not required
    PLOY_BLOCKER_PRE,     ///< a condition of an action; removed: not required, and effects that it keeps in range clamp
    PLOY_BLOCKER_CONTEXT, ///< an action's context does not hold; removed: it holds for all arguments
    PLOY_BLOCKER_DISABLED, ///< the action is disabled in the query; removed: it is not
    PLOY_BLOCKER_UNLISTED, ///< likewise, because the agent does not have the action
    PLOY_BLOCKER_RANGE,    ///< an effect would leave the range of its symbol; removed: it clamps
} ploy_blocker_kind;

typedef struct ploy_blocker
{
    ploy_blocker_kind kind;
    uint32_t owner;         ///< the action; PLOY_BLOCKER_GOAL: the goal
    ploy_conjunct conjunct; ///< GOAL, PRE and RANGE
    ploy_status alone;      ///< likewise: can it be achieved (for some arguments) without the owner's other conditions?
    const uint32_t* changers; ///< likewise: the available actions that change one of its symbols
    uint32_t changer_count;
} ploy_blocker;

/// With all of them removed, the goal has a plan (or the action can be applied).
typedef struct ploy_blocker_set
{
    const ploy_blocker* obstacles;
    uint32_t obstacle_count;
    int64_t cost; ///< of the plan that is then possible, fixed point (1/1000)
} ploy_blocker_set;

/// The smallest sets of obstacles.
typedef struct ploy_blocker_sets
{
    const ploy_blocker_set* sets; ///< at most max_sets, all of one size
    uint32_t set_count;           ///< 0: none found; see status
    uint32_t size;                ///< of each
    uint32_t at_least;            ///< every smaller set was ruled out
    ploy_status
        status; ///< FOUND: size is at_least; NOT_FOUND: removing all does not help; PARTIAL: a limit was reached
    bool more;  ///< there may be more sets of this size
} ploy_blocker_sets;

/// The smallest set of conditions of the goal that cannot be achieved together.
typedef struct ploy_conflict
{
    const ploy_conjunct* conjuncts;
    uint32_t conjunct_count;
    uint32_t at_least;  ///< any fewer can be achieved together
    ploy_status status; ///< FOUND: at_least is the count; PARTIAL: a limit was reached, a smaller set may exist
} ploy_conflict;

/// Why an action is not in the plan: enum name, identifier.
#define PLOY_WHY_NOT_LIST(X)                                                                                           \
    X(IN_PLAN, "in-plan")         /* it is in the plan */                                                              \
    X(BLOCKED, "blocked")         /* it can never be applied: see obstacles */                                         \
    X(COSTS_MORE, "costs-more")   /* the best plan with it costs more */                                               \
    X(TIE, "tie")                 /* a plan with it costs the same; precedence, then index, decided */                 \
    X(NO_USE, "no-use")           /* nothing it changes is needed for the goal; a plan with it costs no less */        \
    X(DEAD_END, "dead-end")       /* it can be applied, but no plan for the goal has it */                             \
    X(NO_PLAN, "no-plan")         /* it can be applied, but the goal cannot be reached with or without it */           \
    X(ALREADY, "already")         /* the goal holds without any action */                                              \
    X(NOT_SETTLED, "not-settled") /* a limit was reached first */

typedef enum ploy_why_not_reason
{
#define PLOY_WHY_NOT_ENUM(NAME, wire) PLOY_WHY_NOT_##NAME,
    PLOY_WHY_NOT_LIST(PLOY_WHY_NOT_ENUM)
#undef PLOY_WHY_NOT_ENUM
} ploy_why_not_reason;

PLOY_API const char* ploy_why_not_name(ploy_why_not_reason reason);

typedef struct ploy_why_not
{
    uint32_t action;
    bool ground;                  ///< the query has arguments
    uint32_t args[PLOY_MAX_ARGS]; ///< the query's; else those closest to being applicable now
    ploy_why_not_reason reason;
    ploy_status with_status;     ///< the best plan that has the action: FOUND, NOT_FOUND, or what cut the search short
    int64_t with_cost;           ///< fixed point (1/1000)
    int64_t extra_cost;          ///< with_cost less the cost of the plan
    ploy_blocker_sets obstacles; ///< BLOCKED: why it can never be applied
    bool applicable_now;         ///< in the start: preconditions, ranges, context and availability
    bool available;              ///< not disabled
    bool context;                ///< its context holds
    const ploy_conjunct*
        unmet; ///< preconditions that do not hold in the start, for `args`; then the ranges that effects
               ///< would leave, unless a precondition requires the same
    uint32_t unmet_count;
} ploy_why_not;

/// The outcome of a goal in a choice: enum name, identifier.
#define PLOY_GOAL_OUTCOME_LIST(X)                                                                                      \
    X(CHOSEN, "chosen")                                                                                                \
    X(LOWER, "lower-priority") /* another was chosen before it came up */                                              \
    X(PRIORITY, "no-priority") /* priority 0 or less */                                                                \
    X(IRRELEVANT, "not-relevant")                                                                                      \
    X(MET, "already-met")                                                                                              \
    X(NO_PLAN, "no-plan")                                                                                              \
    X(CUT_SHORT, "cut-short") /* the search ran out: see status */                                                     \
    X(HELD, "held")           /* met, and to be held: it is chosen, and there is nothing to do */

typedef enum ploy_goal_outcome
{
#define PLOY_GOAL_OUTCOME_ENUM(NAME, wire) PLOY_GOAL_OUTCOME_##NAME,
    PLOY_GOAL_OUTCOME_LIST(PLOY_GOAL_OUTCOME_ENUM)
#undef PLOY_GOAL_OUTCOME_ENUM
} ploy_goal_outcome;

PLOY_API const char* ploy_goal_outcome_name(ploy_goal_outcome outcome);

typedef struct ploy_goal_choice
{
    uint32_t goal;
    int64_t priority; ///< fixed point (1/1000)
    ploy_goal_outcome outcome;
    ploy_status status; ///< of the search, where there was one, else OK
} ploy_goal_choice;

/// Parts that were not requested or do not apply are empty. All memory belongs to the explanation.
typedef struct ploy_explanation
{
    const ploy_domain* domain;
    uint32_t goal; ///< PLOY_NONE: none was chosen
    uint32_t goal_args[PLOY_MAX_ARGS];
    ploy_status status; ///< of the plan: FOUND, ALREADY, NOT_FOUND, OUT_OF_NODES, OUT_OF_DEPTH, …
    int64_t cost;
    uint32_t expanded; ///< nodes that the plan's own search expanded
    uint32_t nodes;    ///< of a why-not: nodes that all searches expanded
    bool proved;       ///< the plan is the cheapest, or none exists: no limit was reached
    const ploy_step* steps;
    uint32_t step_count;

    const ploy_link* links; ///< by step, then by need
    uint32_t link_count;
    const ploy_without* without; ///< one per action of the plan, in the order of their first steps
    uint32_t without_count;

    ploy_conflict conflict;      ///< no plan: which conditions of the goal
    ploy_blocker_sets obstacles; ///< no plan: goal conditions, preconditions, context and availability
    ploy_blocker_sets deeper;    ///< likewise, but the goal keeps all its conditions; the same sets when those above do

    const ploy_why_not* why_not;   ///< or NULL
    const ploy_goal_choice* goals; ///< by priority
    uint32_t goal_count;

    uint32_t searches; ///< how many were run
} ploy_explanation;

/// Why this plan, or why none. PLOY_OK when explained, PLOY_OUT_OF_MEMORY, or PLOY_INVALID when the query is.
/// `*explanation` is NULL unless it is PLOY_OK.
PLOY_API ploy_status ploy_explain_plan(const ploy_explain_def* def, ploy_explanation** explanation);

/// Why the action is not in the plan. `args` NULL: with any arguments. All other parts except the plan stay empty.
PLOY_API ploy_status ploy_explain_action(const ploy_explain_def* def, uint32_t action, const uint32_t* args,
                                         ploy_explanation** explanation);

/// Which goal ploy_planner_plan_best chooses (`goals` NULL: all without parameters), and why not the others; then all
/// that ploy_explain_plan says about the chosen one; without one, about the goal that ploy_planner_plan_best reports.
PLOY_API ploy_status ploy_explain_goals(const ploy_explain_def* def, const uint32_t* goals, uint32_t goal_count,
                                        ploy_explanation** explanation);

/// NULL is allowed.
PLOY_API void ploy_explanation_destroy(ploy_explanation* explanation);

/// Lines of English, each with its line end, into `text`; returns the length it needs, as snprintf does.
PLOY_API size_t ploy_explanation_print(const ploy_explanation* explanation, char* text, size_t size);

/// "GoTo(bunker)"; returns the length it needs.
PLOY_API size_t ploy_action_print(const ploy_domain* domain, uint32_t action, const uint32_t* args, char* text,
                                  size_t size);

/// "Reload needs ammo >= 1", "Eat needs hunger >= 3: it would go below 0"; returns the length it needs.
PLOY_API size_t ploy_blocker_print(const ploy_domain* domain, const ploy_blocker* obstacle, char* text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
