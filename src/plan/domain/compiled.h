// The compiled form of a domain. Planners, heuristics and explanations read it; nothing changes it after the compile.
//
// Every symbol has finitely many values, numbered from 0. A ground symbol is therefore a variable with a field of bits
// in a packed state, and a set of allowed values is a set of bits ("facts": value k of variable v is fact
// v.first_fact + k).
//
// A condition becomes alternatives (one must hold). Each is a partial state: allowed values per variable (all must
// hold). An action becomes one operator per ground instance, per alternative of its precondition and, where there are
// few, per cost that its cost expression can take there. Where there are many, or the expression reads a table, the
// ground action is priced: its operators have no cost of their own, a search evaluates the expression in each state,
// and a heuristic takes its lower bound (pl_domain_cost_bounds). An addition to a symbol that clamps becomes two operators: one adds where the result
// stays in range, the other sets the bound where it does not. A search therefore handles only: one partial state, one
// effect, one cost or price.
//
//   state word:    | field | field | field | … unused |     no field crosses a word
//   partial state: (state & mask) == value in every word, then `tests` for fields with more than one allowed value
//   effect:        state = ((state & keep) | set) + add in every word; the partial state keeps `add` inside the field
//
// The struct and all its arrays are one block of memory, exactly as large as needed.

#ifndef PL_PLAN_DOMAIN_COMPILED_H
#define PL_PLAN_DOMAIN_COMPILED_H

#include <ploy/plan.h>

typedef struct pl_variable
{
    uint32_t symbol;
    uint32_t size;    // number of values
    uint32_t initial; // value index
    uint32_t first_fact;
    uint16_t word;
    uint8_t shift;
    uint8_t bits; // 1 or more
} pl_variable;

/// A field with several allowed values, but not all: value k is allowed if bit k of the words at `allowed` is set.
typedef struct pl_test
{
    uint32_t variable;
    uint32_t allowed; // index into pl_compiled.allowed; (size + 63) / 64 words
} pl_test;

/// Its words in pl_compiled.masks: [at, at + words) mask, [at + words, at + 2 * words) value.
typedef struct pl_partial_state
{
    uint32_t at;
    uint32_t first_test;
    uint32_t test_count;
} pl_partial_state;

typedef enum pl_effect_kind
{
    PL_EFFECT_SET,
    PL_EFFECT_ADD
} pl_effect_kind;

typedef struct pl_effect
{
    uint32_t variable;
    int32_t amount; // SET: value index; ADD: difference of value indices, not 0
    pl_effect_kind kind;
} pl_effect;

/// Ordered by precedence (higher first), then action index, arguments and alternative. Ties are broken in this order.
typedef struct pl_operator
{
    pl_partial_state pre; // the ranges of its additions included
    uint32_t ground;      // index into grounds
    int64_t cost;         // fixed point (1/1000); 0 when the cost is a callback's or the ground action is priced
    uint32_t at;          // masks: keep words, set words, add words, `words` each
    uint32_t first_effect;
    uint32_t effect_count;
} pl_operator;

/// A ground action: action and arguments. Its operators need not be adjacent.
typedef struct pl_ground
{
    uint32_t action;
    uint32_t args[PLOY_MAX_ARGS];
    uint32_t first_operator; // index into ground_operators
    uint32_t operator_count;
    uint32_t first_effect; // as the action declares them: additions to symbols that clamp are additions here
    uint32_t effect_count; // 0 without operators
    uint32_t first_read;   // priced: the variables that its cost depends on, in pl_compiled.reads
    uint32_t read_count;
    uint32_t direct1; // priced: it does nothing but set a variable, at a cost that grows with a table's value from the
                      // old to the new object; that table plus one, else 0
    int64_t direct_slack; // by how much a detour in the table may be shorter, so that it still costs no less
    bool is_priced;       // its cost is an expression that is evaluated in each state
} pl_ground;

/// A target: a ground goal. Its alternatives are partial states [first_partial, first_partial + partial_count); without
/// any, it can never hold.
typedef struct pl_target
{
    uint32_t goal;
    uint32_t args[PLOY_MAX_ARGS];
    uint32_t first_partial;
    uint32_t partial_count;
    uint32_t first_relevant; // partial states: one of these must hold for the goal to be considered
    uint32_t relevant_count;
    bool is_always_relevant; // one of them requires nothing
} pl_target;

/// A cost or a priority: a constant, an expression or a callback.
typedef struct pl_number
{
    int64_t value; // fixed point (1/1000), of a constant
    uint32_t root; // expression: into nodes, else PLOY_NONE
    uint32_t call; // callback: its binding, else PLOY_NONE
} pl_number;

struct pl_node;

typedef struct pl_compiled
{
    uint32_t words;
    uint32_t variable_count, fact_count, ground_count, operator_count, target_count;
    pl_variable* variables;
    pl_ground* grounds;
    pl_operator* operators;
    uint32_t* ground_operators; // operator indices grouped by ground, ascending
    uint32_t*
        action_first_ground;     // action count + 1 entries: the ground actions of an action are adjacent, in order of
                                 // their arguments' rank
    uint32_t* goal_first_target; // goal count + 1 entries, in the same order
    pl_target* targets;
    pl_partial_state* partials; // of targets
    pl_test* tests;
    pl_effect* effects;
    uint64_t* masks;
    uint64_t* allowed;
    uint32_t* reads; // of priced ground actions
    uint32_t partial_count, test_count, effect_count, mask_count, allowed_count, read_count;
    bool any_context, any_call_cost; // some action calls a callback
    uint32_t symbol_count, action_count, goal_count, affecting_count, node_count;
    uint32_t* symbol_first_affecting; // symbol count + 1 entries
    uint32_t* affecting;              // actions with an effect on a symbol, ascending
    uint32_t* contexts;               // per action: its binding, or PLOY_NONE
    pl_number* costs;                 // one per action
    pl_number* priorities;            // one per goal
    struct pl_node* nodes;            // of costs and priorities that are expressions
    size_t bytes;                     // of this block, all arrays included
} pl_compiled;

/// The compiled form in force; NULL before the first compile.
const pl_compiled* pl_domain_compiled(const ploy_domain* domain);

/// Call the context and cost callbacks of one ground action. Costs are fixed point (1/1000), at least 0.
bool pl_domain_evaluate_context(const ploy_domain* domain, uint32_t ground, const uint64_t* start, void* agent);
/// Does the action, or an action it is built on, have a context precondition?
bool pl_domain_has_context(const ploy_domain* domain, uint32_t action);
bool pl_domain_cost_is_call(const ploy_domain* domain, uint32_t action);
int64_t pl_domain_evaluate_cost(const ploy_domain* domain, uint32_t ground, const uint64_t* start, void* agent);

/// The cost of a priced ground action in a state. Only the fields that it reads need to be set.
int64_t pl_domain_price(const ploy_domain* domain, uint32_t ground, const uint64_t* state);
struct pl_number_bounds;
/// The bounds of an operator's cost in all states in which it can be applied; skips_idle: and changes something. Not for
/// callbacks.
struct pl_number_bounds pl_domain_cost_bounds(const ploy_domain* domain, uint32_t op, bool skips_idle);

/// A ground action in a state. Apply returns false and changes nothing when the precondition does not hold.
bool pl_domain_ground_applicable(const ploy_domain* domain, uint32_t ground, const uint64_t* state);
bool pl_domain_ground_apply(const ploy_domain* domain, uint32_t ground, uint64_t* state);
/// A target (a goal with its arguments) in a state.
bool pl_domain_target_met(const ploy_domain* domain, uint32_t target, const uint64_t* state);

uint32_t pl_domain_ground_index(const ploy_domain* domain, uint32_t action, const uint32_t* args);

/// The step of a ground action: the inverse of pl_domain_ground_index. Constant time.
static inline ploy_step pl_compiled_step(const pl_compiled* c, uint32_t ground)
{
    const pl_ground* g = &c->grounds[ground];
    return (ploy_step){ground, g->action, {g->args[0], g->args[1], g->args[2], g->args[3]}, 0};
}
uint32_t pl_domain_target_index(const ploy_domain* domain, uint32_t goal, const uint32_t* args);

static inline uint32_t pl_variable_value(const pl_variable* v, const uint64_t* state)
{
    return (uint32_t)((state[v->word] >> v->shift) & (v->bits == 64 ? ~0ull : (1ull << v->bits) - 1));
}

static inline bool pl_partial_state_holds(const pl_compiled* c, const pl_partial_state* partial, const uint64_t* state)
{
    const uint64_t* mask = c->masks + partial->at;
    const uint64_t* value = mask + c->words;
    for (uint32_t w = 0; w < c->words; w++)
        if ((state[w] & mask[w]) != value[w]) return false;
    for (uint32_t t = 0; t < partial->test_count; t++) {
        const pl_test* test = &c->tests[partial->first_test + t];
        uint32_t k = pl_variable_value(&c->variables[test->variable], state);
        if (!(c->allowed[test->allowed + k / 64] >> (k % 64) & 1)) return false;
    }
    return true;
}

/// Does one of the partial states hold that make the goal relevant?
bool pl_target_relevance_holds(const pl_compiled* c, const pl_target* target, const uint64_t* state);

/// Is the goal to be considered in the state?
static inline bool pl_target_is_relevant(const pl_compiled* c, const pl_target* target, const uint64_t* state)
{
    return target->is_always_relevant || pl_target_relevance_holds(c, target, state);
}

static inline void pl_operator_apply(const pl_compiled* c, const pl_operator* op, const uint64_t* from, uint64_t* to)
{
    const uint64_t* keep = c->masks + op->at;
    const uint64_t* set = keep + c->words;
    const uint64_t* add = set + c->words;
    for (uint32_t w = 0; w < c->words; w++) to[w] = ((from[w] & keep[w]) | set[w]) + add[w];
}

/// Every array of pl_compiled: type, field, number of items (c is the pl_compiled). Items of 8 bytes come first, so
/// that all are aligned.
#define PL_COMPILED_ARRAYS(X)                                                                                          \
    X(uint64_t, masks, c->mask_count)                                                                                  \
    X(uint64_t, allowed, c->allowed_count)                                                                             \
    X(pl_operator, operators, c->operator_count)                                                                       \
    X(pl_number, costs, c->action_count)                                                                               \
    X(pl_number, priorities, c->goal_count)                                                                            \
    X(struct pl_node, nodes, c->node_count)                                                                            \
    X(pl_variable, variables, c->variable_count)                                                                       \
    X(pl_ground, grounds, c->ground_count)                                                                             \
    X(uint32_t, ground_operators, c->operator_count)                                                                   \
    X(uint32_t, action_first_ground, c->action_count + 1)                                                              \
    X(uint32_t, goal_first_target, c->goal_count + 1)                                                                  \
    X(pl_target, targets, c->target_count)                                                                             \
    X(pl_partial_state, partials, c->partial_count)                                                                    \
    X(pl_test, tests, c->test_count)                                                                                   \
    X(pl_effect, effects, c->effect_count)                                                                             \
    X(uint32_t, reads, c->read_count)                                                                                  \
    X(uint32_t, symbol_first_affecting, c->symbol_count + 1)                                                           \
    X(uint32_t, affecting, c->affecting_count)                                                                         \
    X(uint32_t, contexts, c->action_count)

/// A copy in one block; NULL when out of memory.
pl_compiled* pl_compiled_pack(const pl_compiled* from, const ploy_allocator* allocator);
void pl_compiled_free(pl_compiled* compiled, const ploy_allocator* allocator);

#endif
