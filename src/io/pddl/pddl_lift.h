// A problem as a file of Ploy that people can read and edit: types, symbols indexed by objects, actions with parameters.
//
//   class      objects that are of the same types and of which the same unary facts hold for ever: a type of Ploy, whose
//              types have no objects in common. A predicate, function or action over several classes is one per choice
//   static     predicates and functions that no effect changes are tables
//   function   a predicate of which exactly one atom holds for each choice of all but the last argument is a symbol
//              whose values are objects: at(truck) = depot. Any other one is a bool: in(package, truck)
//   quantifier a conjunction or disjunction over the objects
//   when       one action per way in which the conditions can hold, up to five conditions
//   two effects that meet when two parameters are the same object: the parameters differ, and what can be reached
//              otherwise is written as actions without parameters. So is an action with more than four parameters
//
// What can never be reached is left out, by the grounding. What cannot be written so makes the whole fail: numbers that change
// or are compared, predicates of more than four arguments, more cases.

#ifndef PL_IO_PDDL_LIFT_H
#define PL_IO_PDDL_LIFT_H

#include "io/pddl/pddl_domain.h"

enum
{
    PL_LIFT_TERMS = PLOY_MAX_ARGS + 1,
};

/// A text that may turn out to be constant.
typedef enum pl_lift_truth
{
    PL_LIFT_FALSE,
    PL_LIFT_TRUE,
    PL_LIFT_TEXT
} pl_lift_truth;

/// A predicate or function over a choice of classes.
typedef struct pl_lift_symbol
{
    uint32_t name;
    uint32_t known; // atoms that hold at the start, or have a value
} pl_lift_symbol;

typedef struct pl_lift_effect
{
    uint32_t symbol; // PLOY_NONE: the metric
    bool is_negative;
    uint32_t node;
    uint32_t terms[PL_LIFT_TERMS]; // objects or slots
} pl_lift_effect;

typedef struct pl_lift_case
{
    uint32_t node;         // of the `when`
    uint32_t* slots;       // of its quantifiers
    uint32_t first, count; // effects
} pl_lift_case;

typedef struct pl_lifting
{
    pl_grounding* g;
    pl_pddl_writer w;  // text and names
    uint32_t* classes; // per object
    uint32_t class_count;
    uint32_t* class_first; // an object of each
    uint32_t* class_sizes;
    uint32_t* class_names;
    bool* is_function;   // per symbol
    uint32_t* values;    // per symbol that is a function: the class of its values
    pl_tuple_names keys; // of symbols over classes: symbol, classes
    PL_ARRAY(pl_lift_symbol) symbols;
    uint32_t slot_count;
    uint32_t* slots;      // per slot: an object, or PL_PDDL_SLOT: a parameter
    uint32_t* slot_class; // of parameters
    uint32_t* param_names;
    uint32_t* named_params; // per name of PDDL: the parameter's name plus one
    PL_ARRAY(pl_lift_effect) effects;
    PL_ARRAY(pl_lift_case) cases;
    pl_arena scratch;
    const char* refused; // why it cannot be written so
} pl_lifting;

static inline bool pl_lift_is_over(const pl_lifting* l)
{
    return l->refused || pl_pddl_writer_is_over(&l->w);
}

static inline void pl_lift_refuse(pl_lifting* l, const char* why)
{
    if (!l->refused) l->refused = why;
}

static inline const ploy_pddl* pl_lift_pddl_of(const pl_lifting* l)
{
    return l->g->d;
}

/// In functions whose pl_lifting is `l`.
#define PL_LIFT_PUT(...) pl_pddl_put(&l->w, __VA_ARGS__)

// pddl_lift.c.
const char* pl_lift_object_name(const pl_lifting* l, uint32_t object);

// pddl_lift_symbols.c: predicates and functions over classes, as symbols and tables.
uint32_t pl_lift_class_of(const pl_lifting* l, uint32_t term);
uint32_t pl_lift_index_count(const pl_lifting* l, uint32_t symbol);
uint32_t pl_lift_find_symbol(const pl_lifting* l, uint32_t symbol, const uint32_t* terms);
uint64_t pl_lift_cell_count(const pl_lifting* l, const uint32_t* key, uint32_t count);
bool pl_lift_is_functional(pl_lifting* l, uint32_t symbol);
void pl_lift_name_symbols(pl_lifting* l);
void pl_lift_put_symbols(pl_lifting* l);

// pddl_lift_conditions.c: conditions as text. A list is a conjunction or a disjunction whose constant parts are left out.
typedef struct pl_lift_list
{
    uint32_t start, mark, count;
    bool is_or, is_decided;
} pl_lift_list;

uint32_t pl_lift_resolve(const pl_lifting* l, uint32_t term);
void pl_lift_put_term(pl_lifting* l, uint32_t term);
void pl_lift_put_indexed(pl_lifting* l, uint32_t id, const uint32_t* terms, uint32_t count);
pl_lift_truth pl_lift_put_same(pl_lifting* l, uint32_t a, uint32_t b, bool is_negative);
pl_lift_list pl_lift_begin_list(pl_lifting* l, bool is_or);
void pl_lift_begin_part(pl_lifting* l, pl_lift_list* list);
void pl_lift_end_part(pl_lifting* l, pl_lift_list* list, pl_lift_truth part);
pl_lift_truth pl_lift_end_list(pl_lifting* l, const pl_lift_list* list);
void pl_lift_strip_parentheses(pl_lifting* l, uint32_t start);
pl_lift_truth pl_lift_put_condition(pl_lifting* l, uint32_t node, bool is_negative);

// pddl_lift_actions.c: actions with parameters, one per choice of classes, and instances without.
void pl_lift_put_actions(pl_lifting* l);

#endif
