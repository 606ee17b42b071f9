/// Utility: options that are scored by what is known, and a mind that does the best of them.
///
/// A consideration turns one number (a key of the blackboard, a measure of the game's, what facts say) into 0 .. 1,000 by a
/// range and a response curve. Considerations are put together by sums, products, min and greatest, nested at will.
/// An option's score is its weight times what its considerations come to; the winner is the greatest.
///
/// All numbers are thousandths of the unit: an int of 3 counts as 3,000, a bool as 0 or 1,000, an age in facts' time
/// (thousandths of a second) as it is.

#ifndef PLOY_UTILITY_H
#define PLOY_UTILITY_H

#include <ploy/blackboard.h>
#include <ploy/memory.h>
#include <ploy/mind.h>
#include <ploy/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

// Response curves: from 0 .. 1,000 to 0 .. 1,000. What a formula gives beyond is cut off.

/// Every curve: enum name, name in files, formula, in which x, y and the parameters are fractions.
#define PLOY_CURVE_LIST(X)                                                                                             \
    X(LINEAR, "linear", "lift + slope (x - shift)")                                                                    \
    X(POLYNOMIAL, "polynomial", "lift + slope (x - shift)^exponent")                                                   \
    X(LOGISTIC, "logistic", "lift + 1 / (1 + e^(-slope (x - shift)))")                                                 \
    X(LOGIT, "logit", "lift + slope ln(x / (1 - x))")                                                                  \
    X(STEP, "step", "lift, from x = shift on lift + slope")                                                            \
    X(PIECEWISE, "piecewise", "straight lines between points, level before the first and after the last")

typedef enum ploy_curve_kind
{
#define PLOY_CURVE_ENUM(NAME, text, formula) PLOY_CURVE_##NAME,
    PLOY_CURVE_LIST(PLOY_CURVE_ENUM)
#undef PLOY_CURVE_ENUM
        PLOY_CURVE_COUNT
} ploy_curve_kind;

/// Points of one piecewise curve, at max.
#define PLOY_CURVE_POINTS 8

typedef struct ploy_curve_point
{
    int32_t x; ///< 0 .. 1,000, each greater than the one before
    int32_t y; ///< 0 .. 1,000
} ploy_curve_point;

/// Thousandths. What a kind does not use is not read.
typedef struct ploy_curve
{
    ploy_curve_kind kind;
    int32_t slope;    ///< -1,000,000 .. 1,000,000
    int32_t shift;    ///< 0 .. 1,000
    int32_t lift;     ///< -1,000,000 .. 1,000,000
    int32_t exponent; ///< 0 .. 16,000; unless it is whole, what lies below shift counts as shift
    ploy_curve_point points[PLOY_CURVE_POINTS];
    uint32_t point_count; ///< at min 1
} ploy_curve;

/// slope 1, shift 0, lift 0, except: polynomial, exponent 2; logistic, slope 10, shift 0.5; logit, slope 0.1, lift 0.5;
/// step, shift 0.5; piecewise, the points (0, 0) and (1, 1).
PLOY_API ploy_curve ploy_curve_of(ploy_curve_kind kind);
/// Is every number in its range?
PLOY_API bool ploy_curve_is_valid(const ploy_curve* curve);
/// x is cut to 0 .. 1,000. Computed with whole numbers alone; within 1 of the formula's value, cut to 0 .. 1,000.
PLOY_API int32_t ploy_curve_at(const ploy_curve* curve, int32_t x);
/// PLOY_NOT_FOUND when no curve has that name.
PLOY_API ploy_status ploy_curve_find(const char* name, ploy_curve_kind* kind);

// Considerations.

/// What a consideration reads: enum name, name in files.
#define PLOY_INPUT_LIST(X)                                                                                             \
    X(CONSTANT, "constant")                                                                                            \
    X(KEY, "key")                                                                                                      \
    X(SCORER, "scorer")                                                                                                \
    X(EXPRESSION, "expression")                                                                                        \
    X(FACT_COUNT, "count")                                                                                             \
    X(FACT_BELIEF, "belief")                                                                                           \
    X(FACT_AGE, "age")

typedef enum ploy_input_kind
{
#define PLOY_INPUT_ENUM(NAME, text) PLOY_INPUT_##NAME,
    PLOY_INPUT_LIST(PLOY_INPUT_ENUM)
#undef PLOY_INPUT_ENUM
        PLOY_INPUT_COUNT
} ploy_input_kind;

/// An attribute of a fact must have a value in a range: in the attribute's own unit, as facts hold it.
typedef struct ploy_fact_range
{
    const char* attribute;
    int64_t min, max;
} ploy_fact_range;

/// A port of an activity or a measure, and what it is bound to.
typedef struct ploy_port_binding
{
    const char* port;
    const char* key; ///< of the blackboard; NULL: the value
    int64_t value;
} ploy_port_binding;

typedef struct ploy_input
{
    ploy_input_kind kind;
    const char* name; ///< key, measure, kind of fact, or text of the expression; not for constants
    int64_t value;    ///< constant
    int64_t min, max; ///< become 0 and 1,000, and what lies beyond with them; min < max, at max 2^53 apart
    const ploy_port_binding* ports; ///< measures: of ports; one left out is a constant 0
    uint32_t port_count;
    const ploy_fact_range* ranges; ///< facts: only those in all ranges count
    uint32_t range_count;
    uint32_t min_belief; ///< facts: at min so much; 0: any
    int64_t max_age;     ///< facts: the highest age in microseconds; INT64_MAX: any
} ploy_input;

/// How several become one: enum name, name in files, rule. u is what a part comes to, w its weight.
#define PLOY_COMBINE_LIST(X)                                                                                           \
    X(PRODUCT, "product", "all 1 - w (1 - u) multiplied, made up for their number n: p + p (1 - p) (1 - 1 / n)")       \
    X(SUM, "sum", "the mean, each counting w")                                                                         \
    X(PLAIN, "plain", "all 1 - w (1 - u) multiplied")                                                                  \
    X(MIN, "min", "the min 1 - w (1 - u)")                                                                             \
    X(MAX, "max", "the greatest w u")

typedef enum ploy_combine
{
#define PLOY_COMBINE_ENUM(NAME, text, rule) PLOY_COMBINE_##NAME,
    PLOY_COMBINE_LIST(PLOY_COMBINE_ENUM)
#undef PLOY_COMBINE_ENUM
        PLOY_COMBINE_COUNT
} ploy_combine;

/// PLOY_NOT_FOUND when none has that name.
PLOY_API ploy_status ploy_combine_find(const char* name, ploy_combine* combine);

/// Parts nested in each other, at max.
#define PLOY_CONSIDERATION_DEPTH 16

/// One of a list that holds a tree: a composite stands before its parts, each followed by its own.
typedef struct ploy_consideration
{
    const char* name;     ///< for people; NULL: its input's, or "sum", "product", …
    int64_t weight;       ///< 0 .. 1,000,000, default 1,000; in products and min more than 1,000 counts as 1,000
    uint32_t parts;       ///< above 0: a composite of so many
    ploy_combine combine; ///< composites
    ploy_input input;     ///< the others
    ploy_curve curve;
    uint32_t line; ///< of the file it stands in, for errors; 0: none
} ploy_consideration;

/// A key, measure, expression or kind of fact from min to max through a curve.
PLOY_API ploy_consideration ploy_consider(ploy_input_kind kind, const char* name, int64_t min, int64_t max,
                                          ploy_curve curve);
/// The next `parts` of the list as one.
PLOY_API ploy_consideration ploy_consider_all(ploy_combine combine, uint32_t parts);

// Options.

/// Options of one utility, at max.
#define PLOY_UTILITY_OPTIONS 64

typedef struct ploy_option
{
    const char* name;
    const char* activity; ///< that the mind runs; NULL: the one called like the option
    const char* when;     ///< a condition over keys; the option counts only while it holds. NULL or "": always
    int64_t weight;       ///< 0 .. 1,000,000, default 1,000
    ploy_combine combine; ///< of its considerations; default product
    const ploy_consideration* considerations;
    uint32_t consideration_count;   ///< of the list; 0: the score is the weight
    const ploy_port_binding* ports; ///< of the activity's ports
    uint32_t port_count;
    int64_t duration; ///< of the activity, microseconds; 0: none
    int64_t limit;    ///< after which it is halted; 0: none
    uint32_t line;    ///< of the file it stands in, for errors; 0: none
} ploy_option;

typedef enum ploy_choice
{
    PLOY_CHOICE_BEST,   ///< the greatest score, of equals the first
    PLOY_CHOICE_RANDOM, ///< as likely as its score, by the agent's own random numbers
} ploy_choice;

typedef struct ploy_utility_def
{
    ploy_mind_parts parts;
    const char* name;           ///< or NULL
    const ploy_option* options; ///< read by create alone, as are all texts and lists
    uint32_t option_count;
    ploy_choice choice; ///< default best
    /// While an option runs it counts as its score or as the greatest score that there was when it was chosen,
    /// whichever is more, and so many thousandths of that more; default 250. So its own score may fall without ending
    /// it.
    int32_t commitment;
    /// What it counts more than its present score fades away in so many microseconds; 0, the default: it does not.
    int64_t momentum;
    /// The option that ended last counts so many thousandths of its score, at the next choice alone; default 550.
    int32_t repeat_penalty;
} ploy_utility_def;

/// Options with their considerations: never changed once made, so shared by any number of agents and threads.
typedef struct ploy_utility ploy_utility;

/// PLOY_INVALID: a name is not known or taken twice, a number out of its range, a tree not closed; error (may be NULL)
/// says what, and on which line of its file. PLOY_OUT_OF_MEMORY. *utility is NULL then.
PLOY_API ploy_status ploy_utility_create(const ploy_utility_def* def, ploy_utility** utility, ploy_error* error);
/// No agent may have its mind any more. NULL is allowed.
PLOY_API void ploy_utility_destroy(ploy_utility* utility);

/// PLOY_NONE: no such option.
PLOY_API uint32_t ploy_utility_find(const ploy_utility* utility, const char* name);

/// What the option is worth to this agent now: thousandths, at max its weight; below 0: its condition does not hold.
/// Reads alone, keeps nothing, allocates nothing. An agent without a blackboard reads initial values, one without facts
/// knows none.
PLOY_API int64_t ploy_utility_score(const ploy_utility* utility, ploy_agent* agent, uint32_t option);
/// The choice among all options that score above 0, as if `last` had ended just now (PLOY_NONE: nothing). PLOY_NONE:
/// there is none. Takes a random number only if the choice is random and there is one.
PLOY_API uint32_t ploy_utility_choose(const ploy_utility* utility, ploy_agent* agent, uint32_t last);

/// A ploy_score_fn for PLOY_SEARCH_UTILITY, to be handed a ploy_utility_scorer: a step is worth what the option called
/// like its action is worth, 0 if there is none. Keys that are called like a symbol of the domain without indices are
/// read from the state that the search is at, all else from the agent.
typedef struct ploy_utility_scorer
{
    const ploy_utility* utility;
    ploy_agent* agent;
} ploy_utility_scorer;

PLOY_API int64_t ploy_utility_score_step(void* scorer, const ploy_domain* domain, const ploy_step* step,
                                         const uint64_t* state);

typedef struct ploy_utility_mind_def
{
    ploy_mind_parts parts;
    const ploy_utility_def* utility; ///< read by create alone; its parts are those above where it has none
} ploy_utility_mind_def;

/// The mind owns its utility. It runs the option it chooses as an activity, chooses anew when that has ended, and while it runs changes
/// over only to an option that beats it, inertia included, or when its condition holds no more. Scores are kept until
/// something they read has changed; a measure that has a port bound to a key is taken to read its ports alone, any
/// other is asked each time. As ploy_utility_create, and PLOY_INVALID: an option has no activity; error says which.
/// Destroyed by ploy_mind_destroy.
PLOY_API ploy_status ploy_utility_mind_create(const ploy_utility_mind_def* def, ploy_mind** mind, ploy_error* error);
/// The utility that the mind decides with, for scores and names.
PLOY_API const ploy_utility* ploy_utility_mind_utility(const ploy_mind* mind);

/// What an agent with this mind does: the option that runs, or PLOY_NONE.
PLOY_API uint32_t ploy_utility_running(const ploy_agent* agent);

#ifdef __cplusplus
}
#endif

#endif
