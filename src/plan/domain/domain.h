// The description of a domain: names, symbols and the texts of its clauses, as small as it can be kept. Everything that
// is derived from the texts (syntax trees, alternatives, ground actions) lives while compiling only, or in pl_compiled.
//
//   names   one hash table for types, objects, symbols, actions and goals; the key is the kind and the text
//   texts   the clauses of one part, one behind the other, each with its zero byte, in memory of exactly that size
//
// Indices are handed out in the order of adding and never change.

#ifndef PL_PLAN_DOMAIN_DOMAIN_H
#define PL_PLAN_DOMAIN_DOMAIN_H

#include <ploy/plan.h>

#include "base/containers/array.h"
#include "base/containers/table.h"
#include "plan/domain/compiled.h"

/// Numbers in texts and ranges of symbols, in fixed point (1/1000), reach from minus this to this.
#define PL_MAX_NUMBER INT64_C(1000000000000000)

/// A cost, in fixed point (1/1000), at most.
#define PL_MAX_COST (INT64_C(1000000000) * PLOY_UNIT)

/// A duration or a limit, in microseconds, at most.
#define PL_MAX_TIME (INT64_C(1000000000) * PLOY_SECOND)

/// Values of all variables together, at most.
#define PL_MAX_FACTS (1u << 22)

/// The deepest nesting that limits may allow: the parser recurses.
#define PL_MAX_DEPTH 250

typedef enum pl_name_kind
{
    PL_NAME_TYPE,
    PL_NAME_OBJECT,
    PL_NAME_SYMBOL,
    PL_NAME_ACTION,
    PL_NAME_GOAL,
} pl_name_kind;

typedef struct pl_type
{
    char* name;
    uint32_t first_object; // into ploy_domain.objects
    uint32_t object_count;
} pl_type;

typedef struct pl_object
{
    char* name;
    uint32_t type;
} pl_object;

typedef struct pl_symbol
{
    char* name;
    int64_t min;
    int64_t step;
    uint32_t size;    // number of values: min, min + step, …
    uint32_t initial; // value index
    uint32_t type;    // objects: their type, else PLOY_NONE
    uint32_t of[PLOY_MAX_ARGS];
    uint32_t first_variable;
    uint8_t of_count;
    uint8_t kind;
    bool planned;
} pl_symbol;

/// A parameter of an action or a goal.
typedef struct pl_param
{
    char* name;
    uint32_t type;
} pl_param;

typedef struct pl_texts
{
    char* text;
    uint32_t bytes;
    uint32_t count;
} pl_texts;

/// What actions and goals have in common. texts: pre, effect, cost, or condition, priority, relevant.
typedef struct pl_declaration
{
    char* name;
    pl_param* params;
    uint32_t param_count;
    pl_texts texts[3];
} pl_declaration;

typedef struct pl_action
{
    pl_declaration head;
    char* context;
    uint32_t base; // or PLOY_NONE; always a lower index
    int64_t duration;
    int64_t limit;
    int32_t precedence;
    bool move;
} pl_action;

/// A callback by name. Names that are no longer used stay, so that a change that brings one back finds it bound.
typedef struct pl_binding
{
    char* name;
    ploy_context_fn* context;
    ploy_number_fn* number;
    void* user;
    bool is_context;
    bool used;
} pl_binding;

/// The text that the last failure speaks of.
typedef struct pl_failure
{
    bool known;
    ploy_part part;
    uint32_t owner;
    uint32_t clause;
} pl_failure;

struct ploy_domain
{
    ploy_allocator allocator;
    ploy_limits limits;
    char* name;
    pl_table names;
    PL_ARRAY(pl_type) types;
    PL_ARRAY(pl_object) objects;
    PL_ARRAY(pl_symbol) symbols;
    PL_ARRAY(pl_action) actions;
    PL_ARRAY(pl_declaration) goals;
    PL_ARRAY(pl_binding) bindings;
    uint32_t variable_count;
    uint32_t fact_count;
    uint32_t version;
    pl_failure failure;
    pl_compiled* compiled; // or NULL
};

/// A domain of its own that starts as an exact copy, bindings too; NULL when out of memory.
ploy_domain* pl_domain_clone(const ploy_domain* domain, const ploy_allocator* allocator);

/// Counts changes: compile, clause changes, bindings. What was computed for another version is stale.
static inline uint32_t pl_domain_version(const ploy_domain* domain)
{
    return domain->version;
}

// Exported: libploy-io reads files with them.

/// The clause that the last failed compile or change of a clause is about; false: none in particular, or none failed.
PLOY_API bool pl_domain_failure(const ploy_domain* domain, ploy_part* part, uint32_t* owner, uint32_t* clause);
/// The index of a type, or PLOY_NONE.
PLOY_API uint32_t pl_domain_find_type(const ploy_domain* domain, const char* name);

/// Does the context precondition of an action hold? true when it has none.
bool pl_action_context(const ploy_domain* domain, uint32_t action, const uint32_t* args, const uint64_t* state,
                       void* agent);
bool pl_goal_relevant(const ploy_domain* domain, uint32_t goal, const uint32_t* args, const uint64_t* state);
/// Fixed point (1/1000). Calls the callback if the priority is one.
int64_t pl_goal_priority(const ploy_domain* domain, uint32_t goal, const uint32_t* args, const uint64_t* state,
                         void* agent);

/// Does a condition hold, given as text? PLOY_FOUND: yes, PLOY_NOT_FOUND: no, PLOY_INVALID.
ploy_status pl_state_test(const ploy_domain* domain, const uint64_t* state, const char* condition, ploy_error* error);

/// Applies a plan to `state`, step by step: PLOY_OK, or PLOY_INVALID when a step cannot be applied or the goal is not
/// met. `state` is left where that was found out.
ploy_status pl_plan_check(const ploy_domain* domain, uint64_t* state, uint32_t goal, const uint32_t* goal_args,
                          const ploy_step* steps, uint32_t step_count);

/// The index of a name of that kind, or PLOY_NONE. Objects: into ploy_domain.objects.
uint32_t pl_domain_find(const ploy_domain* domain, pl_name_kind kind, const char* text, size_t length);

/// Enters the name of what is about to be pushed at index; false when out of memory.
bool pl_domain_enter(ploy_domain* domain, pl_name_kind kind, const char* text, uint32_t index);
void pl_domain_leave(ploy_domain* domain, pl_name_kind kind, const char* text, uint32_t index);

/// PLOY_OK, or PLOY_INVALID with an error: not an identifier, a keyword, taken by another of its kind.
ploy_status pl_domain_check_name(const ploy_domain* domain, pl_name_kind kind, const char* text, ploy_error* error);

const pl_declaration* pl_domain_declaration(const ploy_domain* domain, ploy_part part, uint32_t owner);

static inline const pl_texts* pl_declaration_texts(const pl_declaration* head, ploy_part part)
{
    return &head->texts[part % 3];
}

/// Clause number clause of texts.
const char* pl_texts_at(const pl_texts* texts, uint32_t clause);

/// The symbol that a variable is one of.
PLOY_API uint32_t pl_domain_symbol_of(const ploy_domain* domain, uint32_t variable);

static inline int64_t pl_symbol_max(const pl_symbol* symbol)
{
    return symbol->min + (int64_t)(symbol->size - 1) * symbol->step;
}

/// The number of variables that index combinations give.
uint32_t pl_symbol_variables(const ploy_domain* domain, const pl_symbol* symbol);

/// The value index of a value as ploy_state_get gives it, or PLOY_NONE when it is outside the range or off its steps.
uint32_t pl_symbol_index(const pl_symbol* symbol, int64_t value);

static inline int64_t pl_symbol_value(const pl_symbol* symbol, uint32_t index)
{
    return symbol->min + (int64_t)index * symbol->step;
}

/// The number of argument combinations of an action or a goal; UINT64_MAX when it is beyond counting.
uint64_t pl_declaration_grounds(const ploy_domain* domain, const pl_declaration* head);

/// The rank of args among the argument combinations, the last fastest; and back.
uint32_t pl_declaration_rank(const ploy_domain* domain, const pl_declaration* head, const uint32_t* args);
void pl_declaration_unrank(const ploy_domain* domain, const pl_declaration* head, uint32_t rank,
                           uint32_t args[PLOY_MAX_ARGS]);

/// A copy in which text (NULL: nothing) stands in the place of removed clauses from clause on.
ploy_status pl_texts_splice(const pl_texts* texts, const ploy_allocator* allocator, uint32_t clause, uint32_t removed,
                            const char* text, pl_texts* made);
void pl_texts_free(pl_texts* texts, const ploy_allocator* allocator);

void pl_declaration_free(pl_declaration* head, const ploy_allocator* allocator);

#endif
