// An interpreter of PDDL as it was read: a state, whether a condition holds in it, what a step makes of it. It knows
// nothing of grounding, finite-domain variables or the planner, so it can judge them. Slow is good enough here.
//
// All parts of an effect read the state before the step; what is added wins over what is deleted.

#ifndef PL_IO_PDDL_PDDL_MACHINE_H
#define PL_IO_PDDL_PDDL_MACHINE_H

#include "io/pddl/pddl.h"

typedef struct pl_atom_change
{
    uint32_t atom;
    int64_t value; // of a predicate: 0 or 1
} pl_atom_change;

typedef struct pl_pddl_machine
{
    const ploy_pddl* d;
    pl_tuple_names atoms;     // all that were ever read
    PL_ARRAY(int64_t) values; // the state: one per atom
    PL_ARRAY(bool) known;     // has the function a value? true for predicates
    PL_ARRAY(pl_atom_change) changes;
    uint32_t* slots; // objects of the variables: parameters first
    uint32_t* key;
    bool undefined; // a value was read that no one has set, or a division by 0
    bool out_of_memory;
} pl_pddl_machine;

/// In the initial state of the problem; false when out of memory. End it in any case.
bool pl_pddl_machine_begin(pl_pddl_machine* m, const ploy_pddl* pddl);
void pl_pddl_machine_end(pl_pddl_machine* m);

/// A condition for what is in the slots.
bool pl_pddl_machine_holds(pl_pddl_machine* m, uint32_t node);
/// Takes a step whose arguments are in the slots and whose precondition holds; false (and no change): it needs a value
/// that is not set, or divides by 0; or memory ran out.
bool pl_pddl_machine_take(pl_pddl_machine* m, const pl_pddl_action* action);
/// What is minimized, fixed point (1/1000); 0 if that is the number of steps.
int64_t pl_pddl_machine_metric(const pl_pddl_machine* m);
/// The atom of a node in the present binding; PLOY_NONE when out of memory.
uint32_t pl_pddl_machine_atom(pl_pddl_machine* m, const pl_pddl_node* node);

#endif
