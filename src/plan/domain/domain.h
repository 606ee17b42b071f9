// The description of a domain: names, symbols and the texts of its clauses, in as little memory as possible. What is
// derived from the texts (syntax trees, alternatives, ground actions) exists only during a compile or in pl_compiled.
//
//   names   one hash table for types, objects, symbols, actions and goals; the key is kind and text
//   texts   the clauses of one part, one after the other, each with its zero byte, in a block of exactly that size
//
// Indices are assigned in the order of addition and never change.

#ifndef PL_PLAN_DOMAIN_DOMAIN_H
#define PL_PLAN_DOMAIN_DOMAIN_H

#include <ploy/plan.h>
#include <ploy/stream.h>

#include "base/containers/array.h"
#include "base/containers/names.h"
#include "base/containers/table.h"
#include "base/shared.h"
#include "plan/domain/compiled.h"

/// The largest magnitude of numbers in texts and of symbol ranges, in fixed point (1/1000).
#define PL_MAX_NUMBER INT64_C(1000000000000000)

/// The highest cost, in fixed point (1/1000).
#define PL_MAX_COST (INT64_C(1000000000) * PLOY_UNIT)

/// The longest duration or limit, in microseconds.
#define PL_MAX_TIME (INT64_C(1000000000) * PLOY_SECOND)

/// The most values of all variables together.
#define PL_MAX_FACTS (1u << 22)

/// The deepest nesting that limits may allow. It bounds the parser's recursion.
#define PL_MAX_DEPTH 250

typedef enum pl_name_kind
{
    PL_NAME_TYPE,
    PL_NAME_OBJECT,
    PL_NAME_SYMBOL,
    PL_NAME_ACTION,
    PL_NAME_GOAL,
    PL_NAME_TABLE,
} pl_name_kind;

typedef struct pl_type
{
    char* name;
    uint32_t first_object; // into ploy_domain.objects
    uint32_t object_count; // capacity, if its objects are spawned
    uint32_t lowest_free;  // no object below it is free
    bool is_spawned;
} pl_type;

typedef struct pl_object
{
    char* name;
    uint32_t type;
    uint32_t born; // of a spawned type: the domain's object_stamp when it was spawned; 0: it does not exist
    bool is_grounded; // of a spawned type: it existed when the domain was last compiled, so planners know it
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
    bool clamp;
} pl_symbol;

/// Values that depend on objects alone. They are not part of a state: actions read them, the game changes them.
typedef struct pl_value_table
{
    char* name;
    int64_t* values;   // one per combination of objects, the last index fastest
    int64_t* grounded; // the values that the last compile put into conditions and effects; NULL: none are
    uint64_t* changed; // one bit per cell that was changed after the first compile
    int64_t min;     // numbers
    int64_t max;
    int64_t initial;
    uint32_t type; // objects: their type, else PLOY_NONE
    uint32_t of[PLOY_MAX_ARGS];
    uint32_t cell_count;
    uint8_t of_count;
    uint8_t kind;
    bool is_symmetric;
    bool is_compiled; // some condition or effect has its values compiled in
    bool is_travel;   // some ground action is direct by it: pl_ground.direct1
    int64_t detour;   // the most by which a detour is shorter: (a, c) - (a, b) - (b, c), fixed point (1/1000), at least 0.
                      // Measured by a compile, if it is_travel
} pl_value_table;

/// A parameter of an action or a goal.
typedef struct pl_parameter
{
    char* name;
    uint32_t type;
    bool is_vague; // its own type is lost, and this is another
} pl_parameter;

typedef struct pl_texts
{
    char* text;
    uint32_t bytes;
    uint32_t count;
} pl_texts;

/// The common part of actions and goals. texts: pre, effect, cost; or condition, priority, relevant.
typedef struct pl_declaration
{
    char* name;
    pl_parameter* params;
    uint32_t param_count;
    pl_texts texts[3];
    bool is_held;  // of a goal
    bool is_vague; // parameters are lost: a name that is not known may be one
} pl_declaration;

typedef struct pl_action
{
    pl_declaration declaration;
    char* context;
    uint32_t base; // or PLOY_NONE; always a lower index
    int64_t duration;
    int64_t limit;
    int32_t precedence;
    bool move;
} pl_action;

/// A callback by name. Unused names are kept: if a later change uses the name again, it is still bound.
typedef struct pl_binding
{
    char* name;
    ploy_context_fn* context;
    ploy_number_fn* number;
    void* user;
    bool is_context;
    bool used;
} pl_binding;

/// The clause of the last failure.
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
    PL_ARRAY(pl_value_table) tables;
    PL_ARRAY(pl_action) actions;
    PL_ARRAY(pl_declaration) goals;
    PL_ARRAY(pl_binding) bindings;
    PL_ARRAY(uint64_t) clamped; // effects that clamp although their symbol does not: pl_effect_key
    uint32_t variable_count;
    uint32_t fact_count;
    uint32_t version;
    uint32_t object_stamp; // increases when an object is spawned or despawned
    uint32_t clause_stamp; // increases with every change of a clause after the first compile
    bool is_stale;         // objects, or a table that is compiled in, have changed since the last compile
    pl_failure failure;
    const pl_names* lost; // names that a file declares wrongly, while it is checked: no text is blamed for them; or NULL
    pl_compiled* compiled; // or NULL
    pl_shared shared;      // by planners, caches, views and minds
};

/// One more user: it calls ploy_domain_destroy when done.
static inline const ploy_domain* pl_domain_take(const ploy_domain* domain)
{
    pl_shared_take(&((ploy_domain*)domain)->shared);
    return domain;
}

static inline void pl_domain_drop(const ploy_domain* domain)
{
    ploy_domain_destroy((ploy_domain*)domain);
}

/// An independent copy, bindings included; NULL when out of memory.
ploy_domain* pl_domain_clone(const ploy_domain* domain, const ploy_allocator* allocator);

/// An effect by its number among all effects of an action, those of its bases after its own.
static inline uint64_t pl_effect_key(uint32_t action, uint32_t number)
{
    return (uint64_t)action << 32 | number;
}

/// Makes these effects, and no others, clamp although their symbols do not; compiles the domain. Not part of
/// the description: a clone does not have it.
ploy_status pl_domain_clamp(ploy_domain* domain, const uint64_t* effects, uint32_t count);
bool pl_domain_is_clamped(const ploy_domain* domain, uint32_t action, uint32_t number);

/// Increases with every compile, clause change and binding. Anything computed for another version is stale.
static inline uint32_t pl_domain_version(const ploy_domain* domain)
{
    return domain->version;
}

// Exported for libploy-io.

/// The clause that the last failed compile or clause change is about. false: nothing failed, or no single clause is at
/// fault.
bool pl_domain_failure(const ploy_domain* domain, ploy_part* part, uint32_t* owner, uint32_t* clause);
/// Walks through the names that nothing is bound to, from *next = 0 on; NULL at the end.
const char* pl_domain_next_unbound(const ploy_domain* domain, uint32_t* next);
/// As it was before the first compile: clauses can be changed although others are wrong.
void pl_domain_uncompile(ploy_domain* domain);
/// The index of a type, or PLOY_NONE.
uint32_t pl_domain_find_type(const ploy_domain* domain, const char* name);

/// Does the context precondition of an action hold? true if it has none.
bool pl_action_context(const ploy_domain* domain, uint32_t action, const uint32_t* args, const uint64_t* state,
                       void* agent);
bool pl_goal_relevant(const ploy_domain* domain, uint32_t goal, const uint32_t* args, const uint64_t* state);
/// Fixed point (1/1000). Calls the callback if the priority is a callback.
int64_t pl_goal_priority(const ploy_domain* domain, uint32_t goal, const uint32_t* args, const uint64_t* state,
                         void* agent);

/// Does a condition, given as text, hold? PLOY_FOUND: yes; PLOY_NOT_FOUND: no; PLOY_INVALID: not a condition.
ploy_status pl_state_test(const ploy_domain* domain, const uint64_t* state, const char* condition, ploy_error* error);

/// How many searches there are.
#define PL_COUNT_SEARCH(name, text, about) +1
#define PL_SEARCH_COUNT (0 PLOY_SEARCH_LIST(PL_COUNT_SEARCH))

/// Does the search promise the cheapest plan?
static inline bool pl_search_is_cheapest(ploy_search search)
{
    return search != PLOY_SEARCH_GREEDY && search != PLOY_SEARCH_UTILITY && search != PLOY_SEARCH_ANYTIME;
}

/// Applies a plan to `state`, step by step. PLOY_INVALID: a step cannot be applied, or the goal is not met at the end.
/// `state` is then the state at that point.
ploy_status pl_plan_check(const ploy_domain* domain, uint64_t* state, uint32_t goal, const uint32_t* goal_args,
                          const ploy_step* steps, uint32_t step_count);

/// The index of a name of this kind, or PLOY_NONE. For objects: an index into ploy_domain.objects.
uint32_t pl_domain_find(const ploy_domain* domain, pl_name_kind kind, const char* text, size_t length);

/// Adds the name of the item that will be pushed at `index`; false when out of memory.
bool pl_domain_add_name(ploy_domain* domain, pl_name_kind kind, const char* text, uint32_t index);
void pl_domain_remove_name(ploy_domain* domain, pl_name_kind kind, const char* text, uint32_t index);

/// PLOY_OK, or PLOY_INVALID with an error: not an identifier, a keyword, or already taken.
ploy_status pl_domain_check_name(const ploy_domain* domain, pl_name_kind kind, const char* text, ploy_error* error);

const pl_declaration* pl_domain_declaration(const ploy_domain* domain, ploy_part part, uint32_t owner);

static inline const pl_texts* pl_declaration_texts(const pl_declaration* declaration, ploy_part part)
{
    return &declaration->texts[part % 3];
}

/// The text of a clause.
const char* pl_texts_at(const pl_texts* texts, uint32_t clause);

/// The symbol that a variable belongs to. O(log symbols).
uint32_t pl_domain_symbol_of(const ploy_domain* domain, uint32_t variable);

static inline int64_t pl_symbol_max(const pl_symbol* symbol)
{
    return symbol->min + (int64_t)(symbol->size - 1) * symbol->step;
}

/// The number of variables of a symbol: one per combination of indices.
uint32_t pl_symbol_variables(const ploy_domain* domain, const pl_symbol* symbol);

/// The index of a value as ploy_state_get returns it, or PLOY_NONE when it is out of range or between two steps.
uint32_t pl_symbol_index(const pl_symbol* symbol, int64_t value);

/// Does the object exist? Always true where objects are not spawned.
static inline bool pl_domain_exists(const ploy_domain* domain, uint32_t type, uint32_t object)
{
    const pl_type* t = &domain->types.data[type];
    return !t->is_spawned || domain->objects.data[t->first_object + object].born != 0;
}

/// Do all arguments of an action or a goal exist? stamp: and were spawned no later than that.
bool pl_domain_args_exist(const ploy_domain* domain, const pl_declaration* declaration, const uint32_t* args,
                          uint32_t stamp);

/// All cells of an object get their initial values.
void pl_domain_reset_cells(ploy_domain* domain, uint32_t type, uint32_t object);

/// Has the domain anything that a game changes while it runs, besides clauses: spawned types or tables?
bool pl_domain_can_change(const ploy_domain* domain);

/// Objects and tables as they are now, and back; the domain has the same types and tables. Loading compiles the domain.
void pl_domain_save_objects(const ploy_domain* domain, ploy_writer* writer);
ploy_status pl_domain_load_objects(ploy_domain* domain, ploy_reader* reader);

/// Objects and cells by index, as a recording has them; false: there is no such object, cell or value. They take effect
/// with the next compile. Of a symmetric table one cell of two that are equal sets both.
bool pl_domain_restore_object(ploy_domain* domain, uint64_t type, uint64_t object, bool exists);
bool pl_domain_restore_cell(ploy_domain* domain, uint64_t table, uint64_t cell, int64_t value);
/// Of a symmetric table: is this the second of two cells that are always equal?
bool pl_value_table_is_mirrored(const ploy_domain* domain, const pl_value_table* table, uint32_t cell);
/// The objects that a cell belongs to, one per index of the table.
void pl_value_table_objects(const ploy_domain* domain, const pl_value_table* table, uint32_t cell,
                            uint32_t objects[PLOY_MAX_ARGS]);

/// Adds the tables of another domain with the same types; false when out of memory.
bool pl_domain_copy_tables(const ploy_domain* from, ploy_domain* to);
/// Measures `detour`.
void pl_value_table_measure(const ploy_domain* domain, pl_value_table* table);
void pl_value_table_free(pl_value_table* table, const ploy_allocator* allocator);

static inline int64_t pl_symbol_value(const pl_symbol* symbol, uint32_t index)
{
    return symbol->min + (int64_t)index * symbol->step;
}

/// The number of argument combinations of an action or a goal; UINT64_MAX when it overflows.
uint64_t pl_declaration_ground_count(const ploy_domain* domain, const pl_declaration* declaration);

/// The rank of `args` among the argument combinations, where the last argument varies fastest; and the inverse.
uint32_t pl_declaration_rank(const ploy_domain* domain, const pl_declaration* declaration, const uint32_t* args);
void pl_declaration_unrank(const ploy_domain* domain, const pl_declaration* declaration, uint32_t rank,
                           uint32_t args[PLOY_MAX_ARGS]);

/// A copy in which `text` (NULL: nothing) replaces `removed` clauses from `clause` on.
ploy_status pl_texts_splice(const pl_texts* texts, const ploy_allocator* allocator, uint32_t clause, uint32_t removed,
                            const char* text, pl_texts* made);
void pl_texts_free(pl_texts* texts, const ploy_allocator* allocator);

void pl_declaration_free(pl_declaration* declaration, const ploy_allocator* allocator);

#endif
