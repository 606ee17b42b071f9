/// Planning: domains of symbols, actions and goals; states; planners that find the plan with the lowest cost.
///
/// A domain is described with names and text ("ammo >= 1 and not armed"), then compiled: symbols indexed by objects
/// become variables, actions with parameters become grounded actions. Planners only read the compiled form, so any
/// number of planners, one per thread, may share a domain. Change a domain only while no search on it is in progress.

#ifndef PLOY_PLAN_H
#define PLOY_PLAN_H

#include <ploy/base.h>
#include <ploy/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Parameters of an action or a goal, and types that index a symbol, at most.
#define PLOY_MAX_ARGS 4

/// Costs, priorities and decimals are integers in fixed point: 1/1000 of the unit that files use.
#define PLOY_UNIT 1000

typedef struct ploy_domain ploy_domain;
typedef struct ploy_planner ploy_planner;
typedef struct ploy_cache ploy_cache;

// Domains: the description.

/// What a domain may grow to. A domain beyond a limit is refused with an error. 0: the default.
typedef struct ploy_limits
{
    uint32_t variables;    ///< variables of all symbols together, default 4,096
    uint32_t values;       ///< values of one symbol, default 65,536
    uint32_t operators;    ///< grounded actions, one for each alternative of their preconditions, default 65,536
    uint32_t alternatives; ///< of one condition in disjunctive normal form, default 1,024
    uint32_t depth;        ///< of nested parentheses and operators in one expression, default 64, at most 250
} ploy_limits;

typedef struct ploy_domain_def
{
    const char* name; ///< default ""
    ploy_allocator allocator;
    ploy_limits limits;
} ploy_domain_def;

/// An empty domain, or NULL when out of memory. `def` may be NULL.
PLOY_API ploy_domain* ploy_domain_create(const ploy_domain_def* def);
/// NULL is allowed.
PLOY_API void ploy_domain_destroy(ploy_domain* domain);

/// Adds a set of named objects. An enumeration is a type. `objects` NULL: they are spawned and despawned while the game
/// runs, as trees, enemies and corpses are; there is room for `object_count` of them, named after the type ("tree.1",
/// "tree.2", …), and none exists yet.
PLOY_API ploy_status ploy_domain_add_type(ploy_domain* domain, const char* name, const char* const* objects,
                                          uint32_t object_count, uint32_t* type, ploy_error* error);

typedef struct ploy_symbol_def
{
    const char* name;
    ploy_value_type type;          ///< default bool
    const char* object_type;       ///< PLOY_VALUE_OBJECT: the type whose objects are its values
    int64_t min, max;              ///< int: the number itself; decimal: fixed point (1/1000)
    int64_t step;                  ///< decimal: fixed point (1/1000) between two values, default 1
    const char* initial;           ///< as text: "true", "3", "0.5", an object's name; NULL: false, min, first object
    const char* of[PLOY_MAX_ARGS]; ///< types that index it
    uint32_t of_count;
    bool planned; ///< plan-only: never sensed
    bool clamp;   ///< int, decimal: += and -= stop at its range; false: an action that would leave it cannot be applied
} ploy_symbol_def;

PLOY_API ploy_status ploy_domain_add_symbol(ploy_domain* domain, const ploy_symbol_def* def, uint32_t* symbol,
                                            ploy_error* error);

/// A table: values that depend on objects and not on the state, such as the distance between two places. Actions cannot
/// change it; the game can, at any time. Texts read it like a function: "distance(at, p)".
typedef struct ploy_table_def
{
    const char* name;
    ploy_value_type type;          ///< default bool
    const char* object_type;       ///< PLOY_VALUE_OBJECT: the type whose objects are its values
    int64_t min, max;              ///< int: the number itself; decimal: fixed point (1/1000). Both 0: 0 to 1,000,000
    ploy_value initial;            ///< of every cell; default 0: false, 0, the first object
    const char* of[PLOY_MAX_ARGS]; ///< types that index it, 1 or more
    uint32_t of_count;
    bool symmetric; ///< two equal types index it, and (a, b) is always (b, a): setting one sets both
} ploy_table_def;

PLOY_API ploy_status ploy_domain_add_table(ploy_domain* domain, const ploy_table_def* def, uint32_t* table,
                                           ploy_error* error);

/// A parameter: a name and the type it ranges over.
typedef struct ploy_param
{
    const char* name;
    const char* type;
} ploy_param;

typedef struct ploy_action_def
{
    const char* name;
    ploy_param params[PLOY_MAX_ARGS];
    uint32_t param_count;
    const char* pre;     ///< condition; NULL or "": always
    const char* effect;  ///< effects, separated by commas; NULL or "": none
    const char* cost;    ///< 0 to 1,000,000,000: a number, an expression over symbols, or "call:NAME"; NULL: "1"
    const char* context; ///< name of a context precondition, or NULL
    const char* base;    ///< an action added before: its parameters come first, and its preconditions, effects and
                         ///< context apply besides the action's own; NULL: none
    int64_t duration;    ///< microseconds, 0 to 10^15
    int64_t limit;       ///< microseconds after which it has failed; 0: none (default)
    int32_t precedence;  ///< higher goes first among plans of equal cost
    bool move;           ///< see ploy_plan_options.no_two_moves
} ploy_action_def;

PLOY_API ploy_status ploy_domain_add_action(ploy_domain* domain, const ploy_action_def* def, uint32_t* action,
                                            ploy_error* error);

typedef struct ploy_goal_def
{
    const char* name;
    ploy_param params[PLOY_MAX_ARGS];
    uint32_t param_count;
    const char* condition; ///< what must hold at the end of a plan
    const char*
        priority; ///< a number, an expression over symbols, or "call:NAME"; NULL: "1"; 0 or less: not considered
    const char* relevant; ///< condition, or NULL: always
    bool hold; ///< an agent stays with the goal while it is relevant, also when it is met; default: it is then finished
} ploy_goal_def;

PLOY_API ploy_status ploy_domain_add_goal(ploy_domain* domain, const ploy_goal_def* def, uint32_t* goal,
                                          ploy_error* error);

/// A text of an action or a goal.
typedef enum ploy_part
{
    PLOY_PART_PRE,       ///< an action's precondition: clauses that must all hold
    PLOY_PART_EFFECT,    ///< an action's effects
    PLOY_PART_COST,      ///< an action's cost: one clause
    PLOY_PART_CONDITION, ///< a goal's condition: clauses that must all hold
    PLOY_PART_PRIORITY,  ///< a goal's priority: one clause
    PLOY_PART_RELEVANT,  ///< a goal's relevance: clauses that must all hold
} ploy_part;

/// Turns the description into what planners read. Call it after the last add; changes of clauses call it themselves.
/// On an error the previous compiled form stays in use. Error positions are within the text that the message names.
PLOY_API ploy_status ploy_domain_compile(ploy_domain* domain, ploy_error* error);

// Domains: changes at run time.
// Each takes effect at once or, on an error, not at all. States stay valid: their layout depends on symbols alone.

/// Clauses are numbered from 0 in the order they were added; removing one moves the later ones down.
/// `owner` is the action or goal. The text given at creation is clause 0 (if it was not empty).
PLOY_API uint32_t ploy_domain_clause_count(const ploy_domain* domain, ploy_part part, uint32_t owner);
PLOY_API const char* ploy_domain_clause(const ploy_domain* domain, ploy_part part, uint32_t owner, uint32_t clause);
PLOY_API ploy_status ploy_domain_add_clause(ploy_domain* domain, ploy_part part, uint32_t owner, const char* text,
                                            ploy_error* error);
/// `text` NULL: removes the clause.
PLOY_API ploy_status ploy_domain_change_clause(ploy_domain* domain, ploy_part part, uint32_t owner, uint32_t clause,
                                               const char* text, ploy_error* error);

/// An object of a spawned type begins or ends to exist. Actions and goals are grounded for those that exist when the
/// domain is next compiled: change all that has changed in a frame, then call ploy_domain_compile once. Spawning takes
/// the free object of the lowest index, and gives its table cells their initial values. Its variables in states are the
/// caller's. PLOY_FULL: all exist already.
PLOY_API ploy_status ploy_domain_spawn(ploy_domain* domain, uint32_t type, uint32_t* object);
/// An agent whose plan needs the object plans again. PLOY_NOT_FOUND: it does not exist.
PLOY_API ploy_status ploy_domain_despawn(ploy_domain* domain, uint32_t type, uint32_t object);
/// Always true for an object of a type that is not spawned.
PLOY_API bool ploy_domain_object_exists(const ploy_domain* domain, uint32_t type, uint32_t object);

/// A cell of a table; `objects`: one per index. Where only costs and priorities read the table, a change takes effect at
/// once and costs nothing until the next search. Where a condition or an effect reads it, it takes effect with the next
/// ploy_domain_compile. PLOY_INVALID (and no change): the value is outside the table's range.
PLOY_API ploy_status ploy_domain_table_set(ploy_domain* domain, uint32_t table, const uint32_t* objects,
                                           ploy_value value);
/// Sets cells by text: "camp hill = 12, camp lake = 5.5". On an error nothing changes.
PLOY_API ploy_status ploy_domain_table_parse(ploy_domain* domain, uint32_t table, const char* text, ploy_error* error);
PLOY_API ploy_value ploy_domain_table_get(const ploy_domain* domain, uint32_t table, const uint32_t* objects);

/// Takes over what the game has made of an older version of the domain: its spawned objects, and the table cells that it
/// changed after the first compile. Types, objects and tables are matched by name; what has no match stays as described.
/// Compiles the domain. Reloading a file does this by itself.
PLOY_API ploy_status ploy_domain_adopt(ploy_domain* domain, const ploy_domain* from);

// Domains: callbacks bound by name.

/// What a callback is called for. A query calls it once for each grounded action (cost, context) or goal (priority),
/// before the search begins, so its result holds for the whole search.
typedef struct ploy_evaluation
{
    const ploy_domain* domain;
    uint32_t owner;       ///< action or goal
    const uint32_t* args; ///< object indices, one per parameter
    uint32_t arg_count;
    const uint64_t* start; ///< the state planned from
    void* agent;           ///< ploy_plan_query.agent
    bool is_goal;          ///< the owner is a goal: the number is its priority
} ploy_evaluation;

typedef bool ploy_context_fn(void* user, const ploy_evaluation* call);
/// Fixed point (1/1000). A cost below 0 counts as 0, and above 1,000,000,000 as that.
typedef int64_t ploy_number_fn(void* user, const ploy_evaluation* call);

/// Binds (or rebinds) a name that `context` or "call:" uses. PLOY_NOT_FOUND when the domain uses no such name.
PLOY_API ploy_status ploy_domain_bind_context(ploy_domain* domain, const char* name, ploy_context_fn* fn, void* user);
PLOY_API ploy_status ploy_domain_bind_number(ploy_domain* domain, const char* name, ploy_number_fn* fn, void* user);

/// The first name that is used and not bound, or NULL. A query on a domain with an unbound name is PLOY_INVALID.
PLOY_API const char* ploy_domain_find_unbound(const ploy_domain* domain);

// Domains: what they contain. Indices follow the order of adding and never change.

typedef struct ploy_type_info
{
    const char* name;
    uint32_t object_count; ///< of a spawned type: its capacity
    bool is_spawned;
} ploy_type_info;

typedef struct ploy_symbol_info
{
    const char* name;
    ploy_value_type type;
    uint32_t object_type;       ///< objects: their type, else PLOY_NONE
    int64_t min, max, step;     ///< int: the number itself; decimal: fixed point (1/1000)
    ploy_value initial;         ///< as ploy_state_get returns it
    uint32_t of[PLOY_MAX_ARGS]; ///< types that index it
    uint32_t of_count;
    uint32_t first_variable; ///< its variables are numbered from here, the last index fastest
    uint32_t variable_count;
    bool planned;
    bool clamp;
} ploy_symbol_info;

typedef struct ploy_table_info
{
    const char* name;
    ploy_value_type type;
    uint32_t object_type; ///< objects: their type, else PLOY_NONE
    int64_t min, max;     ///< int: the number itself; decimal: fixed point (1/1000)
    ploy_value initial;
    uint32_t of[PLOY_MAX_ARGS]; ///< types that index it
    uint32_t of_count;
    uint32_t cell_count;
    bool symmetric;
} ploy_table_info;

typedef struct ploy_action_info
{
    const char* name;
    const char* param_names[PLOY_MAX_ARGS];
    uint32_t param_types[PLOY_MAX_ARGS];
    uint32_t param_count;
    const char* context; ///< its own, or NULL
    uint32_t base;       ///< the action it is built on, or PLOY_NONE
    int64_t duration;    ///< microseconds
    int64_t limit;       ///< microseconds; 0: none
    int32_t precedence;
    bool move;
} ploy_action_info;

typedef struct ploy_goal_info
{
    const char* name;
    const char* param_names[PLOY_MAX_ARGS];
    uint32_t param_types[PLOY_MAX_ARGS];
    uint32_t param_count;
    bool hold;
} ploy_goal_info;

PLOY_API const char* ploy_domain_name(const ploy_domain* domain);
PLOY_API uint32_t ploy_domain_type_count(const ploy_domain* domain);
PLOY_API uint32_t ploy_domain_symbol_count(const ploy_domain* domain);
PLOY_API uint32_t ploy_domain_action_count(const ploy_domain* domain);
PLOY_API uint32_t ploy_domain_goal_count(const ploy_domain* domain);
PLOY_API uint32_t ploy_domain_variable_count(const ploy_domain* domain);

PLOY_API ploy_type_info ploy_domain_type(const ploy_domain* domain, uint32_t type);
PLOY_API ploy_symbol_info ploy_domain_symbol(const ploy_domain* domain, uint32_t symbol);
/// Beyond the last table: zeroed, its name is NULL.
PLOY_API ploy_table_info ploy_domain_table(const ploy_domain* domain, uint32_t table);
PLOY_API ploy_action_info ploy_domain_action(const ploy_domain* domain, uint32_t action);
PLOY_API ploy_goal_info ploy_domain_goal(const ploy_domain* domain, uint32_t goal);
PLOY_API const char* ploy_domain_object_name(const ploy_domain* domain, uint32_t type, uint32_t object);

/// By name; PLOY_NONE when there is none.
PLOY_API uint32_t ploy_domain_find_object(const ploy_domain* domain, uint32_t type, const char* name);
PLOY_API uint32_t ploy_domain_find_symbol(const ploy_domain* domain, const char* name);
PLOY_API uint32_t ploy_domain_find_table(const ploy_domain* domain, const char* name);
PLOY_API uint32_t ploy_domain_find_action(const ploy_domain* domain, const char* name);
PLOY_API uint32_t ploy_domain_find_goal(const ploy_domain* domain, const char* name);

/// The variable of a symbol, e.g. safe(bunker). `objects` may be NULL for a symbol without an index.
PLOY_API uint32_t ploy_domain_variable(const ploy_domain* domain, uint32_t symbol, const uint32_t* objects);
/// "ammo" or "safe(bunker)" into `text`; returns the length it needs, as snprintf does.
PLOY_API size_t ploy_domain_variable_print(const ploy_domain* domain, uint32_t variable, char* text, size_t size);

/// The actions with an effect on a symbol, ascending: a table made when the domain is compiled.
PLOY_API uint32_t ploy_domain_actions_affecting(const ploy_domain* domain, uint32_t symbol, const uint32_t** actions);

/// Memory of the domain in bytes, description and compiled form together.
PLOY_API size_t ploy_domain_bytes(const ploy_domain* domain);

// States.
// A state is `ploy_domain_state_words` 64-bit words that the caller owns. Values are: bool 0 or 1, int the number
// itself, decimal in fixed point (1/1000), object its index.

PLOY_API uint32_t ploy_domain_state_words(const ploy_domain* domain);
/// Every variable gets its initial value.
PLOY_API void ploy_state_init(const ploy_domain* domain, uint64_t* state);
PLOY_API ploy_value ploy_state_get(const ploy_domain* domain, const uint64_t* state, uint32_t variable);
/// PLOY_INVALID (and no change) when the value is outside the symbol's range.
PLOY_API ploy_status ploy_state_set(const ploy_domain* domain, uint64_t* state, uint32_t variable, ploy_value value);
/// Applies "ammo = 2, safe(bunker), not armed" to a state; on an error nothing changes.
PLOY_API ploy_status ploy_state_parse(const ploy_domain* domain, uint64_t* state, const char* text, ploy_error* error);
/// "ammo = 2, safe(bunker)": what differs from the initial state; returns the length it needs.
PLOY_API size_t ploy_state_print(const ploy_domain* domain, const uint64_t* state, char* text, size_t size);
/// "2", "true", "bunker", "0.5".
PLOY_API size_t ploy_value_print(const ploy_domain* domain, uint32_t variable, ploy_value value, char* text,
                                 size_t size);

/// A state in which some variables are set and the others unset: two buffers of state words, owned by the caller.
/// Zeroed buffers: all variables are unset.
typedef struct ploy_partial
{
    uint64_t* value;
    uint64_t* set; ///< all bits of a set variable
} ploy_partial;

typedef struct ploy_partial_comparison
{
    uint32_t differing;   ///< variables set in one and not in the other, or set in both to different values
    uint32_t unsatisfied; ///< variables set in `want` that `have` does not set to that value
} ploy_partial_comparison;

/// `value` NULL: unsets the variable. PLOY_INVALID (and no change) when the value is outside the symbol's range.
PLOY_API ploy_status ploy_partial_set(const ploy_domain* domain, ploy_partial partial, uint32_t variable,
                                      const ploy_value* value);
/// Is the variable set? Then its value goes to `value` (may be NULL).
PLOY_API bool ploy_partial_get(const ploy_domain* domain, ploy_partial partial, uint32_t variable, ploy_value* value);
PLOY_API ploy_partial_comparison ploy_partial_compare(const ploy_domain* domain, ploy_partial want, ploy_partial have);

// Actions and goals in a state. `args` are object indices, one per parameter; NULL where there are none.

/// A grounded action: an action with its arguments.
typedef struct ploy_step
{
    uint32_t id; ///< of the grounded action
    uint32_t action;
    uint32_t args[PLOY_MAX_ARGS];
    int64_t cost; ///< fixed point (1/1000), in the plan it is part of
} ploy_step;

/// A grounded action by its id, as events of the trace have it; cost 0. `action` is PLOY_NONE: there is no such id.
PLOY_API ploy_step ploy_domain_grounded(const ploy_domain* domain, uint32_t id);

/// Checks preconditions, and that effects stay within the range of symbols that do not clamp; not context and availability, which
/// belong to a query.
PLOY_API bool ploy_action_applicable(const ploy_domain* domain, uint32_t action, const uint32_t* args,
                                     const uint64_t* state);
/// Changes `state`. The action must be applicable.
PLOY_API void ploy_action_apply(const ploy_domain* domain, uint32_t action, const uint32_t* args, uint64_t* state);
/// The cost of the action in a state, fixed point (1/1000). Calls the callback if the cost is one.
PLOY_API int64_t ploy_action_cost(const ploy_domain* domain, uint32_t action, const uint32_t* args,
                                  const uint64_t* state, void* agent);
PLOY_API bool ploy_goal_met(const ploy_domain* domain, uint32_t goal, const uint32_t* args, const uint64_t* state);

// Reachability: which actions can ever be applied, which goals can ever hold.
// An over-estimate for checks of a domain: effects only add values and never take one away. What is unreachable here is
// unreachable; what is reachable here may still not be.

typedef struct ploy_reachability ploy_reachability;

typedef struct ploy_reachability_def
{
    const ploy_domain* domain; ///< compiled; must not change or be destroyed while the reachability lives
    ploy_allocator allocator;
    const uint64_t* start;    ///< read by create alone
    const uint64_t* disabled; ///< one bit per action, read by create alone; NULL: all are available
} ploy_reachability_def;

/// Contexts are taken to hold. NULL when out of memory.
PLOY_API ploy_reachability* ploy_reachability_create(const ploy_reachability_def* def);
/// NULL is allowed.
PLOY_API void ploy_reachability_destroy(ploy_reachability* reach);
/// Can the action ever be applied? `args` NULL: with any arguments.
PLOY_API bool ploy_reachability_action(const ploy_reachability* reach, uint32_t action, const uint32_t* args);
/// Can the goal ever hold? `args` NULL: with any arguments.
PLOY_API bool ploy_reachability_goal(const ploy_reachability* reach, uint32_t goal, const uint32_t* args);

// Planning.

/// The searches: enum name, name in files and on the command line, what it promises.
#define PLOY_SEARCH_LIST(X)                                                                                            \
    X(AUTO, "auto", "A* forward and backward in turns: the cheapest plan")                                             \
    X(ASTAR, "astar", "A* forward, with pattern databases: the cheapest plan")                                         \
    X(REGRESSIVE, "regressive", "A* from the goal backwards: the cheapest plan")                                       \
    X(BNB, "bnb", "depth-first branch and bound: the cheapest plan")                                                   \
    X(GREEDY, "greedy", "best first: an executable plan, fast, perhaps not the cheapest")                              \
    X(UTILITY, "utility", "forward chaining by score: an executable plan, perhaps not the cheapest; may miss one")     \
    X(ANYTIME, "anytime", "a plan as greedy finds it, then better ones until the best is proved or the budget ends")   \
    X(BLIND, "blind", "uniform-cost search forward: the cheapest plan")                                                \
    X(HMAX, "hmax", "A* forward with the estimate hmax: the cheapest plan")                                            \
    X(LMCUT, "lmcut", "A* forward with the estimate LM-cut: the cheapest plan")

typedef enum ploy_search
{
#define X(name, text, about) PLOY_SEARCH_##name,
    PLOY_SEARCH_LIST(X)
#undef X
} ploy_search;

PLOY_API const char* ploy_search_name(ploy_search search);
/// A ploy_search, or PLOY_NONE when no search has that name.
PLOY_API uint32_t ploy_search_find(const char* name);

/// The score of an action in a state, for PLOY_SEARCH_UTILITY: any scale, higher is better, below 0: never.
typedef int64_t ploy_score_fn(void* user, const ploy_domain* domain, const ploy_step* step, const uint64_t* state);

/// May this grounded action be considered now? A query calls it once for each one that matters to the goal, like a
/// context.
typedef bool ploy_viable_fn(void* agent, uint32_t action, const uint32_t* args);

/// How to search. Queries, GOAP minds and recorded decisions embed it. Zeroed: the cheapest plan, within the planner's
/// own limit.
typedef struct ploy_plan_options
{
    ploy_search search;
    uint32_t max_nodes;   ///< states expanded; 0: the planner's own limit
    uint32_t max_depth;   ///< steps; 0: no limit
    uint32_t repeat_cost; ///< the same grounded action twice in a row costs this many 1/1000 of its cost; 0: off
    bool no_two_moves;    ///< never two moves in a row
} ploy_plan_options;

typedef struct ploy_plan_query
{
    const uint64_t* start; ///< read by begin alone
    uint32_t goal;
    uint32_t goal_args[PLOY_MAX_ARGS];
    ploy_plan_options options;
    const uint64_t* disabled; ///< one bit per action; NULL: all are available
    void* agent;              ///< passed to callbacks
    ploy_viable_fn* viable;   ///< NULL: all are
    uint32_t last1; ///< the step done just before (ploy_step.id) plus one, for no_two_moves and repeat_cost; 0: none
    uint32_t must_use1;   ///< an action that the plan has to contain, plus one; 0: none
    ploy_score_fn* score; ///< required by PLOY_SEARCH_UTILITY
    void* score_user;
    const ploy_trace* trace; ///< or NULL
    uint32_t trace_agent;    ///< goes into every event
} ploy_plan_query;

/// A plan, or the reason why there is none. It belongs to the planner until its next begin.
typedef struct ploy_plan
{
    ploy_status status; ///< FOUND, ALREADY, NOT_FOUND, OUT_OF_NODES, OUT_OF_DEPTH, OUT_OF_MEMORY, CANCELLED, INVALID
    uint32_t goal;
    int64_t cost; ///< fixed point (1/1000)
    const ploy_step* steps;
    uint32_t step_count;
    uint32_t expanded, generated;
    bool proved; ///< no plan that the query allows costs less
    /// No plan that the query allows costs less than this, fixed point (1/1000): with `proved` the cost itself, else what
    /// the search could prove. 0: nothing.
    int64_t bound;
    int64_t first_cost; ///< of the first plan that an anytime search found, fixed point (1/1000); else `cost`
    ploy_search search; ///< that found the plan: which one `auto` and `anytime` ended with
    /// Of ploy_planner_plan_best: how the search for a goal of higher priority ran out, so that the goal was passed over
    /// although it may have a plan: PLOY_OUT_OF_NODES or PLOY_OUT_OF_DEPTH; PLOY_OK: there is no such goal.
    ploy_status passed_status;
    uint32_t passed_goal; ///< that goal; if there are several, the one of the highest priority
    uint32_t tables;      ///< pattern tables that were prepared for the goal; their estimates add up. 0: none
    uint32_t alike;       ///< objects that the search saw once with others, since they are interchangeable
    bool from_policy;     ///< the plan was looked up: the goal's policy has one for every state
} ploy_plan;

typedef struct ploy_planner_def
{
    const ploy_domain* domain;
    ploy_allocator allocator;
    uint32_t reserve_nodes; ///< room made at creation; more is allocated when a search needs it
    uint32_t max_nodes;     ///< states that a search holds, or as many as its options allow. 0: 1,000,000, and a search
                            ///< without max_nodes of its own ends in PLOY_OUT_OF_NODES within about a second
    ploy_cache* cache;      ///< shared: only read while planning, learns in ploy_plan_batch
    size_t cache_bytes;     ///< without a shared cache: of its own cache, which learns at once; default 1 MB
    bool no_cache;          ///< keep only what was prepared for the last goal
} ploy_planner_def;

/// NULL when out of memory.
PLOY_API ploy_planner* ploy_planner_create(const ploy_planner_def* def);
/// NULL is allowed.
PLOY_API void ploy_planner_destroy(ploy_planner* planner);

/// A search in slices: begin, update until the status is no longer PLOY_IN_PROGRESS, end. A budget counts nodes, so the
/// same slices give the same plan on every machine, and any slicing gives the same plan as one call.
PLOY_API ploy_status ploy_planner_begin(ploy_planner* planner, const ploy_plan_query* query);
PLOY_API ploy_status ploy_planner_update(ploy_planner* planner, uint32_t max_nodes);
/// Cancels a search that is still in progress: its status is then PLOY_CANCELLED.
PLOY_API const ploy_plan* ploy_planner_end(ploy_planner* planner);

/// The best plan so far of a search in progress, for PLOY_SEARCH_ANYTIME; NULL: there is none yet. The search goes on;
/// the plan is valid until the planner's next call.
PLOY_API const ploy_plan* ploy_planner_best(ploy_planner* planner);

/// begin, update and end in one call.
PLOY_API const ploy_plan* ploy_planner_plan(ploy_planner* planner, const ploy_plan_query* query);

/// Plans for the relevant goal of the highest priority that has a plan: tries goals in that order (ties: the first in
/// `goals`); `query->goal` is ignored. A goal that holds already, or has no plan, is passed over; the plan's goal is the
/// one chosen. When none is left: PLOY_ALREADY if one held, else the status of the first that failed, where running out
/// of nodes or depth goes before "no plan". Running out of memory ends it: no other goal is chosen for lack of memory.
/// `goals` may be NULL: all. Goals with parameters are passed over.
PLOY_API const ploy_plan* ploy_planner_plan_best(ploy_planner* planner, const ploy_plan_query* query,
                                                 const uint32_t* goals, uint32_t goal_count);

/// Memory of the planner in bytes, without its cache.
PLOY_API size_t ploy_planner_bytes(const ploy_planner* planner);

// Caches.
// A cache keeps what was computed for goals: heuristics and, where it is small enough, the plan for every start. An
// entry depends on the domain and the goal, never on a start; it is dropped when what it was made from has changed. A
// cache never changes the cost of a plan.

typedef struct ploy_cache_def
{
    const ploy_domain* domain;
    ploy_allocator allocator;
    size_t bytes;       ///< in all, default 4 MB
    size_t goal_bytes;  ///< for a goal that is queried often, default 64 KB
    size_t first_bytes; ///< for a goal queried the first time, default 16 KB
} ploy_cache_def;

/// NULL when out of memory.
PLOY_API ploy_cache* ploy_cache_create(const ploy_cache_def* def);
/// NULL is allowed.
PLOY_API void ploy_cache_destroy(ploy_cache* cache);
PLOY_API size_t ploy_cache_bytes(const ploy_cache* cache);

/// Computes the entry for the goal of a query now. PLOY_FULL when there is no room left.
PLOY_API ploy_status ploy_cache_prepare(ploy_cache* cache, const ploy_plan_query* query);

/// Plans many queries on the workers of a task hook; the shared cache learns from them. `planners`: one per worker, all
/// with this cache. Calls `done` for each query in order of its index, on the calling thread, after all have ended.
/// Plans do not depend on the number of workers.
typedef void ploy_batch_fn(void* user, uint32_t index, const ploy_plan* plan);
PLOY_API ploy_status ploy_plan_batch(ploy_cache* cache, ploy_planner* const* planners, const ploy_tasks* tasks,
                                     const ploy_plan_query* queries, uint32_t query_count, ploy_batch_fn* done,
                                     void* user);

#ifdef __cplusplus
}
#endif

#endif
