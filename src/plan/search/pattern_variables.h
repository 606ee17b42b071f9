// What patterns are made of. An atom is a variable that matters, or a group of booleans of which at most one is true,
// taken as one variable with a value a member and one for none. For each move: which of an atom's values it allows, and
// what it does to the atom.

#ifndef PL_PLAN_SEARCH_PATTERN_VARIABLES_H
#define PL_PLAN_SEARCH_PATTERN_VARIABLES_H

#include "plan/search/mutex_groups.h"
#include "plan/search/regress.h"

typedef struct pl_atom
{
    uint32_t size;
    uint32_t bits;
    uint32_t variable; ///< index into the guide's variables; PL_NONE: a group
    uint32_t group;    ///< index into groups
    uint32_t weight;   ///< what its dearest needed value costs to bring about, in units: how much is lost without it
    bool is_goal;      ///< the goal restricts it
} pl_atom;

typedef enum pl_touch_kind
{
    PL_TOUCH_NOT,
    PL_TOUCH_SET,
    PL_TOUCH_ADD
} pl_touch_kind;

/// What a move asks of an atom and does to it.
typedef struct pl_touch
{
    pl_touch_kind kind;
    int32_t amount;          ///< SET: value; ADD: difference
    const uint64_t* allowed; ///< values; NULL: all
} pl_touch;

typedef struct pl_atoms
{
    const pl_regression* regression;
    pl_groups groups;
    pl_atom* list;
    uint32_t count;
    pl_touch* touches;      ///< count a move
    const uint64_t** goals; ///< count an alternative of the goal: values allowed; NULL: all
} pl_atoms;

/// Everything in `scratch`; false when out of memory.
bool pl_atoms_init(pl_atoms* atoms, pl_arena* scratch, const pl_regression* regression);

static inline const pl_touch* pl_atoms_touch(const pl_atoms* atoms, uint32_t move, uint32_t atom)
{
    return &atoms->touches[(size_t)move * atoms->count + atom];
}

static inline const uint64_t* pl_atoms_goal(const pl_atoms* atoms, uint32_t alternative, uint32_t atom)
{
    return atoms->goals[(size_t)alternative * atoms->count + atom];
}

#endif
