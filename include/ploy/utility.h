/// Utility AI: every option gets a score from what the agent knows, and the mind runs the option with the highest
/// score.
///
///   ploy_consideration hunger = ploy_consider(PLOY_INPUT_KEY, "hunger", 0, 1000, ploy_curve_of(PLOY_CURVE_LINEAR));
///   ploy_option options[] = {
///       {.name = "Eat", .considerations = &hunger, .consideration_count = 1},
///       {.name = "Wander", .weight = 200},
///   };
///   ploy_utility_def def = {.name = "sheep", .options = options, .option_count = 2};
///   ploy_utility_mind_create(&(ploy_utility_mind_def){.parts = ploy_world_parts(world), .utility = &def}, &mind, NULL);
///   ploy_world_add_mind(world, "sheep", mind);                                  // the world owns it
///   ploy_agent_create(world, &(ploy_agent_def){.type = "sheep"});
///
/// A file says the same with <utility> and <option>; ploy_world_load_file makes the mind by itself.
///
/// A consideration maps one number (a blackboard key, a scorer of the game, facts of the working memory) by a range and
/// a response curve to 0 .. 1,000. Sums, products, minima and maxima combine considerations and may nest. The score of
/// an option is its weight times the combined value.
///
/// All numbers are fixed point (1/1000) of their unit: an int of 3 counts as 3,000, a bool as 0 or 1,000, an object as
/// 0 (none) or 1,000, an age of one second as 1,000.

#ifndef PLOY_UTILITY_H
#define PLOY_UTILITY_H

#include <ploy/blackboard.h>
#include <ploy/memory.h>
#include <ploy/mind.h>
#include <ploy/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

// Response curves: functions from 0 .. 1,000 to 0 .. 1,000. Results beyond are clamped.

/// Every curve: enum name, name in files, formula. In the formula x and all parameters are fractions.
#define PLOY_CURVE_LIST(X)                                                                                             \
    X(LINEAR, "linear", "y_shift + slope (x - x_shift)")                                                               \
    X(POLYNOMIAL, "polynomial", "y_shift + slope (x - x_shift)^exponent")                                              \
    X(LOGISTIC, "logistic", "y_shift + 1 / (1 + e^(-slope (x - x_shift)))")                                            \
    X(LOGIT, "logit", "y_shift + slope ln(x / (1 - x))")                                                               \
    X(STEP, "step", "y_shift; from x = x_shift on, y_shift + slope")                                                   \
    X(PIECEWISE, "piecewise", "straight lines between points, level before the first and after the last")

typedef enum ploy_curve_kind
{
#define PLOY_CURVE_ENUM(NAME, text, formula) PLOY_CURVE_##NAME,
    PLOY_CURVE_LIST(PLOY_CURVE_ENUM)
#undef PLOY_CURVE_ENUM
        PLOY_CURVE_COUNT
} ploy_curve_kind;

/// Points per piecewise curve, at most.
#define PLOY_CURVE_POINTS 8

typedef struct ploy_curve_point
{
    int32_t x; ///< 0 .. 1,000, greater than that of the previous point
    int32_t y; ///< 0 .. 1,000
} ploy_curve_point;

/// Parameters that the kind does not use are not read. Get one with ploy_curve_of and change what differs.
typedef struct ploy_curve
{
    ploy_curve_kind kind;
    int32_t slope;    ///< -1,000,000 .. 1,000,000
    int32_t x_shift;  ///< 0 .. 1,000
    int32_t y_shift;  ///< -1,000,000 .. 1,000,000
    int32_t exponent; ///< 0 .. 16,000; unless it is a multiple of 1,000, x below x_shift counts as x_shift
    ploy_curve_point points[PLOY_CURVE_POINTS];
    uint32_t point_count; ///< 1 .. PLOY_CURVE_POINTS
} ploy_curve;

/// The curve with its defaults: slope 1, x_shift 0, y_shift 0, except: polynomial: exponent 2; logistic: slope 10,
/// x_shift 0.5; logit: slope 0.1, y_shift 0.5; step: x_shift 0.5; piecewise: the points (0, 0) and (1, 1).
PLOY_API ploy_curve ploy_curve_of(ploy_curve_kind kind);
/// True if every parameter is in its range.
PLOY_API bool ploy_curve_is_valid(const ploy_curve* curve);
/// y at x, which is clamped to 0 .. 1,000. The curve must be valid. Integer arithmetic only: the result is the same on
/// every machine and within 1 of the formula.
PLOY_API int32_t ploy_curve_at(const ploy_curve* curve, int32_t x);

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

/// The value of a fact's attribute must lie in this range, in the attribute's own unit.
typedef struct ploy_fact_range
{
    const char* attribute;
    int64_t min, max;
} ploy_fact_range;

/// Connects a port of an activity or a scorer to a key or a constant.
typedef struct ploy_port_binding
{
    const char* port;
    const char* key;  ///< of the blackboard; NULL: the constant
    const char* text; ///< the constant, which is parsed by the port's type; NULL: the value
    ploy_value value; ///< the constant in the port's type
} ploy_port_binding;

typedef struct ploy_input
{
    ploy_input_kind kind;
    const char* name; ///< a key, scorer or fact type, or the text of the expression; not read for constants
    int64_t value;    ///< the constant
    int64_t min, max; ///< map to 0 and 1,000; values beyond are clamped. min < max, at most 2^53 apart
    const ploy_port_binding* ports; ///< scorers; a port that is left out is a constant 0
    uint32_t port_count;
    const ploy_fact_range* ranges; ///< facts: only those within all ranges count
    uint32_t range_count;
    uint32_t min_belief; ///< facts: at least this belief, 0 .. 1,000; 0: any
    int64_t max_age;     ///< facts: at most this age in microseconds; INT64_MAX: any
} ploy_input;

/// How a composite combines its parts: enum name, name in files, formula. u is the value of a part, w its weight, n the
/// number of parts. The compensation of a product keeps options with many considerations from losing to those with few.
#define PLOY_COMBINE_LIST(X)                                                                                           \
    X(PRODUCT, "product", "p + p (1 - p) (1 - 1 / n), where p is the product of all 1 - w (1 - u)")                    \
    X(SUM, "sum", "the mean of all u, weighted by w")                                                                  \
    X(PLAIN, "plain", "the product of all 1 - w (1 - u)")                                                              \
    X(MIN, "min", "the lowest 1 - w (1 - u)")                                                                          \
    X(MAX, "max", "the highest w u, at most 1")

typedef enum ploy_combine
{
#define PLOY_COMBINE_ENUM(NAME, text, rule) PLOY_COMBINE_##NAME,
    PLOY_COMBINE_LIST(PLOY_COMBINE_ENUM)
#undef PLOY_COMBINE_ENUM
        PLOY_COMBINE_COUNT
} ploy_combine;

/// Levels of nested composites, at most.
#define PLOY_CONSIDERATION_DEPTH 16

/// A node of a tree in a list: a composite stands before its parts, and each part is followed by its own parts. A
/// composite is written as {.combine = PLOY_COMBINE_SUM, .parts = 2}; ploy_consider makes the others.
typedef struct ploy_consideration
{
    const char* name; ///< for people; NULL: the name of the input, or "sum", "product", …
    int64_t weight;   ///< up to 1,000,000; default 1,000; PLOY_OFF: 0. In product, plain and min at most 1,000 count
    uint32_t parts;   ///< a composite: the number of its parts; 0: this node reads an input
    ploy_combine combine; ///< composites
    ploy_input input;     ///< others
    ploy_curve curve;     ///< others
    uint32_t line;        ///< in a file, for errors; 0: unknown (default)
    uint32_t column;
} ploy_consideration;

/// Reads a key, scorer, expression or fact type, maps min .. max to 0 .. 1,000 and applies the curve. Facts of any
/// belief and age count.
PLOY_API ploy_consideration ploy_consider(ploy_input_kind kind, const char* name, int64_t min, int64_t max,
                                          ploy_curve curve);

// Options.

/// Options per utility, at most.
#define PLOY_UTILITY_OPTIONS 64

typedef struct ploy_option
{
    const char* name;     ///< unique within the utility
    const char* activity; ///< that the mind runs; NULL: the activity of the option's name
    const char* when;     ///< a condition over keys; while it is false the option is not available. NULL or "": always
    int64_t weight;       ///< up to 1,000,000; default 1,000; PLOY_OFF: 0
    ploy_combine combine; ///< of its considerations; default product
    const ploy_consideration* considerations;
    uint32_t consideration_count;   ///< of the list; 0: the score is the weight
    const ploy_port_binding* ports; ///< of the activity; a port that is left out is a constant 0
    uint32_t port_count;
    int64_t duration; ///< of the activity, microseconds; 0: none
    int64_t limit;    ///< microseconds after which the activity is halted and fails; 0: none
    uint32_t line;    ///< in a file, for errors; 0: unknown (default)
    uint32_t column;
} ploy_option;

typedef enum ploy_choice
{
    PLOY_CHOICE_BEST,   ///< the highest score, the first of equals
    PLOY_CHOICE_RANDOM, ///< at random, weighted by score, from the agent's own random numbers
} ploy_choice;

typedef struct ploy_utility_def
{
    ploy_mind_parts parts;
    const char* name;           ///< may be NULL
    const ploy_option* options; ///< like all texts and lists, only read during create
    uint32_t option_count;
    ploy_choice choice; ///< default best
    /// The bonus of the running option, fixed point (1/1000), default 250, PLOY_OFF: none. It counts as its own score
    /// or the highest score at the time it was chosen, whichever is more, plus this fraction of that. So it goes on
    /// even when its own score falls.
    int32_t commitment;
    /// Microseconds in which what it counts above its present score fades to 0; 0: it does not fade (default).
    int64_t momentum;
    /// The option that ended last counts this fraction of its score in the next choice only; fixed point (1/1000),
    /// default 550, PLOY_OFF: 0.
    int32_t repeat_penalty;
} ploy_utility_def;

/// Options with their considerations: never changed once created, so any number of agents and threads may share it.
typedef struct ploy_utility ploy_utility;

/// For scores without a mind. PLOY_INVALID: a name is unknown or taken, a number is out of its range, a composite does
/// not have all its parts; error (may be NULL) says what, and where in the file. PLOY_OUT_OF_MEMORY. On failure
/// *utility is NULL.
PLOY_API ploy_status ploy_utility_create(const ploy_utility_def* def, ploy_utility** utility, ploy_error* error);
/// NULL is allowed.
PLOY_API void ploy_utility_destroy(ploy_utility* utility);

/// PLOY_NONE when there is no such option.
PLOY_API uint32_t ploy_utility_find_option(const ploy_utility* utility, const char* name);

/// The score of the option for this agent now, at most its weight; negative: its condition does not hold. Only reads,
/// and allocates nothing. An agent without a blackboard reads the keys' initial values; one without a memory knows no
/// facts.
PLOY_API int64_t ploy_utility_score(const ploy_utility* utility, ploy_agent* agent, uint32_t option);
/// Chooses among all options with a score above 0; the repeat penalty applies to `last` (PLOY_NONE: to none).
/// PLOY_NONE: there is no such option. A random choice draws one random number of the agent, if there is an option.
PLOY_API uint32_t ploy_utility_choose(const ploy_utility* utility, ploy_agent* agent, uint32_t last);

// The mind.

typedef struct ploy_utility_mind_def
{
    ploy_mind_parts parts;
    const ploy_utility_def* utility; ///< only read during create; where it has no parts, those above are used
} ploy_utility_mind_def;

/// The mind runs the activity of the option it has chosen and chooses again when the activity ends. While it runs,
/// another option takes over only if its score is higher than what the running one counts as, commitment included; the
/// running one is halted, too, when its condition no longer holds.
///
/// Scores are kept until something that they read has changed. A scorer with a port bound to a key is assumed to read
/// its ports only; any other scorer is called in every tick.
///
/// As ploy_utility_create, and PLOY_INVALID also when an option has no activity. ploy_mind_destroy destroys the mind
/// and its utility.
PLOY_API ploy_status ploy_utility_mind_create(const ploy_utility_mind_def* def, ploy_mind** mind, ploy_error* error);
/// The utility of such a mind, for scores and names. The mind owns it.
PLOY_API const ploy_utility* ploy_utility_mind_utility(const ploy_mind* mind);

/// The option that an agent with such a mind runs; PLOY_NONE: none.
PLOY_API uint32_t ploy_utility_running(const ploy_agent* agent);

#ifdef __cplusplus
}
#endif

#endif
