// Grounding: which atoms and actions of a problem can ever be reached, and what the actions then are.
//
//   pddl_reach.c      relaxed reachability (nothing is ever deleted): reached atoms, instances of actions
//   pddl_ground.c     each instance as literals and formulas over atoms, simplified by what never changes
//   pddl_invariants.c groups of atoms of which exactly or at most one holds
//   pddl_bounds.c     the range of each numeric value
//   pddl_lift.c       or, after these, a file with parameters
//   pddl_domain.c     all of it as a ploy_domain; pddl_actions.c its actions, pddl_domain_text.c its texts
//
// Everything is numbered in the order of its discovery, which depends on the texts alone.

#ifndef PL_IO_PDDL_PDDL_GROUND_H
#define PL_IO_PDDL_PDDL_GROUND_H

#include "base/hints.h"
#include "io/pddl/pddl.h"

/// What is known of an atom.
typedef struct pl_pddl_atom
{
    bool is_initial;
    bool is_reached;
    bool is_deleted; // by some instance
    bool is_value;   // of a function
    int64_t value;   // of a function at the start, fixed point (1/1000)
    bool is_known;   // has a value at the start
} pl_pddl_atom;

/// A literal: an atom that must hold or must not, or is added or deleted.
#define PL_LITERAL(atom, is_negative) ((atom) << 1 | ((is_negative) ? 1u : 0u))
#define PL_LITERAL_ATOM(literal) ((literal) >> 1)
#define PL_LITERAL_IS_NEGATIVE(literal) (((literal) & 1) != 0)

typedef enum pl_formula_kind
{
    PL_FORMULA_AND, // without children: true
    PL_FORMULA_OR,  // without children: false
    PL_FORMULA_LITERAL,
    PL_FORMULA_COMPARE, // two expressions
    PL_FORMULA_NUMBER,
    PL_FORMULA_VALUE,  // an atom
    PL_FORMULA_COMPUTE // expressions
} pl_formula_kind;

/// A ground formula or expression, without negations: they stand in its literals and comparisons.
typedef struct pl_formula
{
    uint8_t kind;
    uint8_t op;       // of COMPARE and COMPUTE: a pl_pddl_kind
    uint32_t literal; // of VALUE: the atom
    uint32_t child, next;
    int64_t number;
} pl_formula;

/// A change of a number.
typedef struct pl_number_change
{
    uint32_t atom;
    uint8_t op;         // a pl_pddl_kind: ASSIGN, INCREASE, DECREASE
    uint32_t amount;    // formula
    uint32_t line, column;
} pl_number_change;

/// What an instance does under a condition.
typedef struct pl_pddl_outcome
{
    uint32_t condition; // formula; PLOY_NONE: always
    uint32_t first_literal, literal_count;
    uint32_t first_change, change_count;
} pl_pddl_outcome;

/// An action with its arguments.
typedef struct pl_pddl_instance
{
    uint32_t pre; // formula: an AND
    uint32_t first_outcome, outcome_count; // the first one is unconditional
    uint32_t cost;                         // formula; PLOY_NONE: 1
    bool is_possible;
} pl_pddl_instance;

/// A variable of several atoms of which at most one holds at a time.
typedef struct pl_pddl_group
{
    uint32_t first_atom, atom_count; // into group_atoms
    bool has_none;                   // it may be that none of them holds
    uint32_t label;                  // its name, in labels
} pl_pddl_group;

/// The values that a number takes, in fixed point.
typedef struct pl_pddl_range
{
    int64_t min, max, step;
} pl_pddl_range;

typedef struct pl_grounding
{
    ploy_pddl* d;
    ploy_allocator allocator;
    ploy_error* error;
    pl_tuple_names atoms;
    PL_ARRAY(pl_pddl_atom) infos;
    pl_tuple_names keys; // of instances: action, arguments
    PL_ARRAY(pl_pddl_instance) instances;
    PL_ARRAY(pl_formula) formulas;
    PL_ARRAY(pl_pddl_outcome) outcomes;
    PL_ARRAY(uint32_t) literals;
    PL_ARRAY(pl_number_change) changes;
    PL_ARRAY(pl_pddl_group) groups;
    PL_ARRAY(uint32_t) group_atoms;
    pl_names labels;
    PL_ARRAY(uint32_t) atom_groups; // per atom: its group, or PLOY_NONE
    PL_ARRAY(pl_pddl_range) ranges; // per atom; of values only
    uint32_t goal;                  // formula
    uint32_t* slots;
    uint32_t* key;
    bool* members; // sets x objects
    uint64_t work; // combinations of objects tried
    bool out_of_memory;
    bool failed;
} pl_grounding;

static inline bool pl_grounding_is_member(const pl_grounding* g, uint32_t object, uint32_t set)
{
    return g->members[(size_t)set * g->d->objects.count + object];
}

static inline uint32_t pl_grounding_object(const pl_grounding* g, uint32_t term)
{
    return PL_PDDL_IS_SLOT(term) ? g->slots[PL_PDDL_SLOT_OF(term)] : term;
}

/// The atom of a node in the present binding. PLOY_NONE: never seen (find), or out of memory (intern).
uint32_t pl_grounding_find(pl_grounding* g, const pl_pddl_node* node);
uint32_t pl_grounding_intern(pl_grounding* g, const pl_pddl_node* node);

/// Does it never change: an atom of a predicate, or a function, that no effect names?
static inline bool pl_grounding_is_static(const pl_grounding* g, uint32_t symbol)
{
    return !g->d->symbols.data[symbol].is_changed;
}

/// Calls fn for each combination of a quantifier's objects, in g->slots, until it returns false. false: it did.
typedef bool pl_binding_fn(pl_grounding* g, void* user);
bool pl_grounding_each(pl_grounding* g, const pl_pddl_node* node, pl_binding_fn* fn, void* user);

/// The first literal of a conjunction's children, and the next one; PLOY_NONE: no more. A formula that is a literal counts
/// as a conjunction of one.
uint32_t pl_formula_first_literal(const pl_grounding* g, uint32_t formula);
uint32_t pl_formula_next_literal(const pl_grounding* g, uint32_t child);

/// All stages but the last. PLOY_OK, PLOY_INVALID with an error, or PLOY_OUT_OF_MEMORY; ended in any case.
ploy_status pl_grounding_begin(pl_grounding* g, ploy_pddl* pddl, ploy_error* error);
void pl_grounding_end(pl_grounding* g);
/// Frees what nothing needs any more once the domain has its actions.
void pl_grounding_drop_instances(pl_grounding* g);

/// The stages, in this order. On an error g->failed or g->out_of_memory is set.
void pl_grounding_reach(pl_grounding* g);
void pl_grounding_instantiate(pl_grounding* g);
void pl_grounding_group(pl_grounding* g);
void pl_grounding_bound(pl_grounding* g);
ploy_status pl_grounding_domain(pl_grounding* g, ploy_domain** domain);

/// After an error: nothing more is worth doing.
static inline bool pl_grounding_is_over(const pl_grounding* g)
{
    return g->out_of_memory || g->failed;
}
static inline uint32_t pl_grounding_max_operators(const pl_grounding* g)
{
    return g->d->def.limits.operators ? g->d->def.limits.operators : 1000000;
}

/// Counts one more combination of objects. Too many: the problem is refused instead of running for hours.
void pl_grounding_count(pl_grounding* g);

/// Reports an error at a node of the text.
void pl_grounding_fail(pl_grounding* g, uint32_t line, uint32_t column, const char* format, ...) PL_PRINTF(4, 5);

#endif
