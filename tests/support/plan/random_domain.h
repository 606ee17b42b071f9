// Small random domains from a seed. Each has a model of its own besides the text it prints.
//
// The brute-force planner reads only the model (trees of expressions, plain arrays of values), so it shares no parser,
// evaluator or packed state with the library. The library reads only the text, through the public interface. The same
// seed and limits give the same domain on every platform.

#ifndef TEST_SUPPORT_PLAN_RANDOM_DOMAIN_H
#define TEST_SUPPORT_PLAN_RANDOM_DOMAIN_H

#include <ploy/plan.h>
#include <stdio.h>

enum
{
    RANDOM_MAX_TYPES = 3,
    RANDOM_MAX_OBJECTS = 5,
    RANDOM_MAX_SYMBOLS = 48,
    RANDOM_MAX_VARIABLES = 96,
    RANDOM_MAX_ACTIONS = 24,
    RANDOM_MAX_GOALS = 6,
    RANDOM_MAX_CLAUSES = 4,
    RANDOM_MAX_EFFECTS = 4,
    RANDOM_MAX_GROUNDS = 256,
    RANDOM_MAX_WORDS = 64,
    RANDOM_MAX_TABLES = 3,
    RANDOM_MAX_CELLS = RANDOM_MAX_OBJECTS * RANDOM_MAX_OBJECTS,
};

/// How large a domain is and what may occur in it. Numbers are upper bounds.
typedef struct random_knobs
{
    uint32_t types, objects;
    uint32_t bools, ints, decimals, places; ///< places: symbols whose value is an object
    uint32_t indexed;                       ///< additional symbols that are indexed by objects
    uint32_t ballast;    ///< symbols that widen the state; conditions read them, few actions change them
    uint32_t int_values; ///< of one int or decimal, at least 2
    uint32_t states;     ///< product of the values of all symbols but the ballast
    uint32_t actions, goals;
    uint32_t depth; ///< of a condition
    bool chained;   ///< most actions start where earlier ones lead: longer plans
    bool calls, contexts, cost_expressions, arithmetic, params;
    bool clamps;     ///< some numbers clamp
    bool choices;    ///< quotients, min, max and `condition ? a : b` in costs and priorities
    bool holds;      ///< every other goal is one to hold
    bool huge_costs; ///< most costs need more than 32 bits
    bool tables;     ///< costs and conditions read tables; some costs read many symbols
} random_knobs;

random_knobs random_knobs_small(void);
/// More states, longer plans.
random_knobs random_knobs_large(void);
/// More than 64 bits of state.
random_knobs random_knobs_wide(void);
/// Few states, for searches whose nodes hold the last action too.
random_knobs random_knobs_tiny(void);
/// Tables and costs that depend on the state in many ways.
random_knobs random_knobs_tables(void);

typedef enum random_op
{
    RANDOM_NUMBER,
    RANDOM_TRUTH,
    RANDOM_OBJECT,
    RANDOM_PARAM,
    RANDOM_TABLE,
    RANDOM_SYMBOL,
    RANDOM_ADD,
    RANDOM_SUB,
    RANDOM_MUL,
    RANDOM_DIV,
    RANDOM_MIN,
    RANDOM_MAX,
    RANDOM_CHOICE,
    RANDOM_EQ,
    RANDOM_NE,
    RANDOM_LT,
    RANDOM_LE,
    RANDOM_GT,
    RANDOM_GE,
    RANDOM_NOT,
    RANDOM_AND,
    RANDOM_NAND,
    RANDOM_XOR,
    RANDOM_OR,
} random_op;

/// An object (of the type that its position requires), a parameter or, of a table, a symbol without an index.
typedef struct random_arg
{
    uint32_t index;
    bool is_param;
    bool is_symbol;
} random_arg;

typedef struct random_expr
{
    random_op op;
    uint32_t a, b; ///< operands: indices into the domain's exprs
    uint32_t test; ///< RANDOM_CHOICE: a if it holds, else b
    int64_t value; ///< number in fixed point (1/1000), truth, object, parameter
    uint32_t type; ///< of an object
    uint32_t symbol; ///< or the table
    random_arg args[PLOY_MAX_ARGS];
    uint32_t spelling; ///< which of several spellings
} random_expr;

typedef struct random_table
{
    char name[8];
    uint32_t type; ///< its values are objects of this type; PLOY_NONE: decimals
    uint32_t of[PLOY_MAX_ARGS], of_count;
    uint32_t cell_count;
    int64_t values[RANDOM_MAX_CELLS]; ///< fixed point (1/1000), or objects
} random_table;

typedef struct random_symbol
{
    char name[8];
    ploy_value_type kind;
    uint32_t type;
    int64_t min, max, step; ///< int: the number itself; decimal: fixed point (1/1000)
    int64_t initial;
    bool initial_given;
    uint32_t of[PLOY_MAX_ARGS], of_count;
    uint32_t first_variable, variable_count;
    bool planned;
    bool clamp;
    bool ballast;
} random_symbol;

typedef struct random_effect
{
    uint32_t symbol;
    random_arg args[PLOY_MAX_ARGS];
    enum
    {
        RANDOM_EFFECT_SET,
        RANDOM_EFFECT_ADD,
        RANDOM_EFFECT_SUBTRACT
    } kind;
    int64_t value; ///< in the symbol's own scale
    bool value_is_param;
    bool bare;  ///< `x` or `not x` instead of `x = true`
    bool clamp; ///< it clamps although its symbol does not: an obstacle that was removed
} random_effect;

typedef struct random_effect_clause
{
    random_effect effects[RANDOM_MAX_EFFECTS];
    uint32_t count;
} random_effect_clause;

/// An expression or the result of a callback.
typedef struct random_number
{
    bool is_call;
    uint32_t expr;
} random_number;

typedef struct random_action
{
    char name[8];
    uint32_t params[PLOY_MAX_ARGS], param_count; ///< types
    uint32_t pre[RANDOM_MAX_CLAUSES], pre_count;
    random_effect_clause effects[RANDOM_MAX_CLAUSES];
    uint32_t effect_count;
    random_number cost;
    bool has_context;
    int32_t precedence;
    bool move;
    bool is_twin; ///< of a ground action: its parameters have arguments
    uint32_t first_ground;
} random_action;

typedef struct random_goal
{
    char name[8];
    uint32_t params[PLOY_MAX_ARGS], param_count;
    uint32_t condition[RANDOM_MAX_CLAUSES], condition_count;
    random_number priority;
    uint32_t relevant; ///< PLOY_NONE: always
    bool hold;
} random_goal;

typedef struct random_ground
{
    uint32_t action;
    uint32_t args[PLOY_MAX_ARGS];
} random_ground;

/// What the callbacks return. `watched` is a variable of the start state on which the result depends, or PLOY_NONE.
typedef struct random_answers
{
    int64_t cost[RANDOM_MAX_GROUNDS];
    bool context[RANDOM_MAX_GROUNDS];
    uint32_t watched[RANDOM_MAX_GROUNDS];
    int64_t priority[RANDOM_MAX_GOALS];
} random_answers;

typedef struct random_domain
{
    uint64_t seed;
    random_knobs knobs;
    uint32_t type_objects[RANDOM_MAX_TYPES], type_count;
    random_symbol symbols[RANDOM_MAX_SYMBOLS];
    uint32_t symbol_count, variable_count;
    random_table tables[RANDOM_MAX_TABLES];
    uint32_t table_count;
    random_action actions[RANDOM_MAX_ACTIONS];
    uint32_t action_count;
    random_goal goals[RANDOM_MAX_GOALS];
    uint32_t goal_count;
    random_ground grounds[RANDOM_MAX_GROUNDS];
    uint32_t ground_count;
    random_answers answers;
    random_expr* exprs;
    uint32_t expr_count, expr_capacity;
    ploy_domain* domain;                      ///< created by random_domain_create, destroyed with this
    uint32_t variables[RANDOM_MAX_VARIABLES]; ///< the library's index of each variable
} random_domain;

/// Exits with a message when the library rejects what the format allows, which is a failure too.
random_domain* random_domain_create(uint64_t seed, const random_knobs* knobs);
/// Small, large, tiny or wide, depending on the seed.
random_domain* random_domain_of_seed(uint64_t seed);
/// The same without clamps and choices. The golden number is made of these, so that a new feature leaves it as it is.
random_domain* random_domain_plain_of_seed(uint64_t seed);
void random_domain_destroy(random_domain* d);

/// Another ploy_domain of the model as it is now, with callbacks bound; NULL when out of memory.
ploy_domain* random_domain_build(random_domain* d, const ploy_allocator* allocator);

/// Draws the value of every variable, or of some of them; the others keep their initial values.
void random_domain_start(const random_domain* d, ploy_random* random, int64_t* values);
void random_domain_start_near(const random_domain* d, ploy_random* random, int64_t* values);
void random_domain_initial(const random_domain* d, int64_t* values);
void random_domain_goal_args(const random_domain* d, ploy_random* random, uint32_t goal, uint32_t* args);

/// Converts between the model's values and a packed state of the library.
void random_domain_pack(const random_domain* d, const int64_t* values, uint64_t* state);
void random_domain_unpack(const random_domain* d, const uint64_t* state, int64_t* values);

/// Makes one random change in the model and in the library: a cost, a callback's result, or a precondition, effect or
/// goal clause that is added, changed or removed. `what` gets a line that describes it.
void random_domain_change(random_domain* d, ploy_random* random, char* what, size_t size);

/// Draws one cell of a table again, in the model and in the library.
void random_domain_change_table(random_domain* d, ploy_random* random);

/// The model itself.
uint32_t random_domain_ground(const random_domain* d, uint32_t action, const uint32_t* args);
/// Would the effect leave the range of its symbol?
bool random_model_leaves_range(const random_domain* d, const random_effect* effect, const uint32_t* args,
                               const int64_t* values);
bool random_model_applicable(const random_domain* d, uint32_t ground, const int64_t* values);
void random_model_apply(const random_domain* d, uint32_t ground, int64_t* values);
/// `start`: the state that callbacks get.
int64_t random_model_cost(const random_domain* d, uint32_t ground, const int64_t* values, const int64_t* start);
bool random_model_context(const random_domain* d, uint32_t ground, const int64_t* start);
bool random_model_goal(const random_domain* d, uint32_t goal, const uint32_t* args, const int64_t* values);
bool random_model_relevant(const random_domain* d, uint32_t goal, const uint32_t* args, const int64_t* values);
int64_t random_model_priority(const random_domain* d, uint32_t goal, const uint32_t* args, const int64_t* values);

/// Prints a file that `ploy plan` reads, with the results of callbacks in comments. `start` NULL: without an agent.
void random_domain_print(const random_domain* d, const int64_t* start, FILE* to);

#endif
