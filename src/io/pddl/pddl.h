// A PDDL domain and problem as they were read: names resolved, nothing expanded. The validator interprets this, the
// grounding instantiates it.
//
//   name      interned in lower case
//   set       what a variable or an object is declared as: one or more types; its members are objects
//   term      an object, or a variable as PL_PDDL_SLOT(slot): parameters come first, quantified ones after those around
//   node      a formula, an effect or an expression, all of one kind of tree
//   atom      a predicate or function with objects: interned, so that it is a dense id

#ifndef PL_IO_PDDL_PDDL_H
#define PL_IO_PDDL_PDDL_H

#include <ploy/pddl.h>

#include "base/containers/arena.h"
#include "base/containers/array.h"
#include "base/containers/names.h"

/// Every kind of tree node.
typedef enum pl_pddl_kind
{
    PL_PDDL_AND, // without children: true
    PL_PDDL_OR,  // without children: false
    PL_PDDL_NOT,
    PL_PDDL_IMPLY,
    PL_PDDL_FORALL, // a condition or an effect
    PL_PDDL_EXISTS,
    PL_PDDL_ATOM,    // symbol: predicate
    PL_PDDL_SAME,    // two terms
    PL_PDDL_IS_TYPE, // symbol: set; one term
    PL_PDDL_LESS,    // two expressions, as the next four
    PL_PDDL_AT_MOST,
    PL_PDDL_GREATER,
    PL_PDDL_AT_LEAST,
    PL_PDDL_EQUAL,
    PL_PDDL_WHEN,   // a condition and an effect
    PL_PDDL_ASSIGN, // a value and an expression, as the next four
    PL_PDDL_INCREASE,
    PL_PDDL_DECREASE,
    PL_PDDL_SCALE_UP,
    PL_PDDL_SCALE_DOWN,
    PL_PDDL_NUMBER,
    PL_PDDL_VALUE, // symbol: function
    PL_PDDL_PLUS,
    PL_PDDL_MINUS, // of one: its negative
    PL_PDDL_TIMES,
    PL_PDDL_DIVIDE,
} pl_pddl_kind;

typedef struct pl_pddl_node
{
    uint8_t kind;
    uint32_t symbol;       // predicate, function or set
    uint32_t first, count; // terms; of a quantifier: variables
    uint32_t slot;         // of a quantifier's first variable
    uint32_t child, next;  // or PLOY_NONE
    int64_t number;        // fixed point (1/1000)
    uint32_t line, column;
} pl_pddl_node;

/// Variables of one quantifier, at most.
#define PL_PDDL_MAX_QUANTIFIED 16

/// A term that is a variable. Objects are their index.
#define PL_PDDL_SLOT(slot) (UINT32_C(0x80000000) | (slot))
#define PL_PDDL_IS_SLOT(term) ((term) >= UINT32_C(0x80000000))
#define PL_PDDL_SLOT_OF(term) ((term) & UINT32_C(0x7FFFFFFF))

typedef struct pl_pddl_type
{
    uint32_t name;
    uint32_t parents; // a set, or PLOY_NONE
} pl_pddl_type;

/// Types, then the objects that are of one of them (filled when a problem has been read).
typedef struct pl_pddl_set
{
    uint32_t first_type, type_count;     // into set_types
    uint32_t first_object, object_count; // into set_objects, ascending
} pl_pddl_set;

typedef struct pl_pddl_variable
{
    uint32_t name;
    uint32_t set;
} pl_pddl_variable;

typedef struct pl_pddl_object
{
    uint32_t name;
    uint32_t set;
} pl_pddl_object;

/// A predicate or a function.
typedef struct pl_pddl_symbol
{
    uint32_t name;
    uint32_t arity;
    uint32_t first_variable; // its parameters' sets, into variables
    bool is_function;
    bool is_changed; // by an effect
    bool is_read;    // of a function: a condition or an expression needs it
} pl_pddl_symbol;

typedef struct pl_pddl_action
{
    uint32_t name;
    uint32_t first_variable, param_count;
    uint32_t pre;    // node, or PLOY_NONE
    uint32_t effect; // node, or PLOY_NONE
} pl_pddl_action;

/// Interned tuples of numbers: dense ids in the order of their first use. An atom is its symbol and then its objects.
typedef struct pl_tuple_names
{
    pl_names names;
} pl_tuple_names;

/// A function without arguments that is minimized, and what 1 of it costs (fixed point, more than 0).
typedef struct pl_pddl_price
{
    uint32_t symbol;
    int64_t price;
} pl_pddl_price;

/// What a step of the grounded domain is.
typedef struct pl_pddl_step
{
    uint32_t action; // PLOY_NONE: it only helps another one
    uint32_t first;  // arguments, into step_args
} pl_pddl_step;

struct ploy_pddl
{
    ploy_allocator allocator;
    ploy_pddl_def def;
    pl_names names;
    uint32_t domain_name;  // PLOY_NONE: no domain yet
    uint32_t problem_name; // PLOY_NONE: no problem yet
    PL_ARRAY(pl_pddl_type) types;
    PL_ARRAY(pl_pddl_set) sets;
    PL_ARRAY(uint32_t) set_types;
    PL_ARRAY(uint32_t) set_objects;
    PL_ARRAY(pl_pddl_variable) variables;
    PL_ARRAY(pl_pddl_object) objects;
    PL_ARRAY(uint32_t) name_objects1; // per name: its object plus one, or 0
    PL_ARRAY(pl_pddl_symbol) symbols;
    PL_ARRAY(pl_pddl_action) actions;
    PL_ARRAY(pl_pddl_node) nodes;
    PL_ARRAY(uint32_t) terms;
    pl_tuple_names atoms;           // of the initial state
    PL_ARRAY(int64_t) values;       // one per atom of it: fixed point (1/1000) of a function, 1 of a predicate
    uint32_t goal;                  // node, or PLOY_NONE
    PL_ARRAY(pl_pddl_price) prices; // of the metric
    int64_t step_cost;              // what every step costs besides: 1 without a metric
    uint32_t max_slots;             // of one action or the goal
    uint32_t max_arity;             // of predicates and functions
    PL_ARRAY(pl_pddl_step) steps;   // of the domain grounded last, by action
    PL_ARRAY(uint32_t) step_args;
};

void pl_tuple_names_init(pl_tuple_names* tuples, const ploy_allocator* allocator);
void pl_tuple_names_destroy(pl_tuple_names* tuples);
/// PLOY_NONE when out of memory.
uint32_t pl_tuple_intern(pl_tuple_names* tuples, const uint32_t* numbers, uint32_t count);
uint32_t pl_tuple_find(const pl_tuple_names* tuples, const uint32_t* numbers, uint32_t count);
static inline const uint32_t* pl_tuple_at(const pl_tuple_names* tuples, uint32_t id)
{
    return (const uint32_t*)(const void*)tuples->names.list.data[id].text;
}
static inline uint32_t pl_tuple_count(const pl_tuple_names* tuples)
{
    return tuples->names.list.count;
}

static inline bool pl_pddl_has_problem(const ploy_pddl* pddl)
{
    return pddl->problem_name != PLOY_NONE;
}

static inline const char* pl_pddl_name(const ploy_pddl* pddl, uint32_t name)
{
    return pl_names_text(&pddl->names, name);
}

/// The object of a name, or PLOY_NONE.
uint32_t pl_pddl_find_object(const ploy_pddl* pddl, uint32_t name);
/// Arithmetic in fixed point: PLUS, MINUS, TIMES, DIVIDE. `*is_good` becomes false when it divides by 0 or leaves 10^15.
int64_t pl_pddl_compute(pl_pddl_kind kind, int64_t a, int64_t b, bool* is_good);
bool pl_pddl_compare(pl_pddl_kind kind, int64_t a, int64_t b);

/// What 1 of a function costs; 0: it is not minimized.
int64_t pl_pddl_price_of(const ploy_pddl* pddl, uint32_t symbol);

/// Is the object a member of the set?
bool pl_pddl_is_member(const ploy_pddl* pddl, uint32_t object, uint32_t set);
/// Lists the members of every set. Once, after the last object is known.
bool pl_pddl_list_members(ploy_pddl* pddl);

/// The text of an atom, "at truck1 depot", into a buffer, cut to its size.
void pl_pddl_print_atom(const ploy_pddl* pddl, const uint32_t* atom, char* text, size_t size);

#endif
