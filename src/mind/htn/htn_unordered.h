// Unordered methods: several of their subtasks may be under way at once, and a plan weaves their steps.
//
// The agenda is the branch being worked on. The branches that wait hang on the cell of their method, each a chain of
// its own that ends above that cell:
//
//   agenda --> [a: left 3 4] --> [method: left c] --> [around: left y z] --> end
//                                       '--> b waits: [b: left 2] --> [b's own: left 5] (of 2 cells)
//
// After a step the search may go on where it is, or anywhere that a cell of the agenda opens: at its own subtasks that
// are not begun and its branches that wait, in the order of the subtasks, the innermost cell first. It may not leave a
// method before the first step of it, so that its condition holds when that is done; nor a branch that it has just gone
// on with.

#ifndef PL_MIND_HTN_HTN_UNORDERED_H
#define PL_MIND_HTN_HTN_UNORDERED_H

#include "mind/htn/htn.h"

/// A place to go on at.
typedef struct pl_htn_opening
{
    uint32_t cell;  ///< of the agenda
    uint32_t above; ///< cells of the agenda before it, which wait then
    uint32_t subtask;
    uint32_t branch; ///< PLOY_NONE: it is not begun
} pl_htn_opening;

/// The so-manieth; false: there are not so many.
bool pl_htn_find_opening(const ploy_htn_planner* p, uint32_t number, pl_htn_opening* opening);
/// Takes it out of what is left. If it was under way, it is the agenda now; else the agenda is what comes after it.
void pl_htn_take_opening(ploy_htn_planner* p, const pl_htn_opening* opening);

static inline const pl_htn_method* pl_htn_method_of(const ploy_htn_planner* p, const pl_htn_cell* cell)
{
    return &p->network->methods.data[p->frames.data[cell->frame].method];
}

/// Before the agenda. Sets next, and what a cell knows of those after it.
static inline void pl_htn_push_cell(ploy_htn_planner* p, pl_htn_cell cell, uint32_t next)
{
    cell.next = next;
    cell.weaves = p->network->has_unordered &&
                  (pl_htn_method_of(p, &cell)->unordered || (next != PLOY_NONE && p->cells.data[next].weaves));
    PL_HTN_PUSH(p, cells, cell);
}

/// The agenda, with all that waits, as entries that a later search can go on from, and back.
void pl_htn_keep_rest(ploy_htn_planner* p);
/// Entries of that.
uint32_t pl_htn_count_rest(const ploy_htn_planner* p);
void pl_htn_begin_rest(ploy_htn_planner* p, const ploy_htn_remainder* rest, uint32_t count);
/// Could a search have made them?
bool pl_htn_rest_is_good(const ploy_htn* network, const ploy_htn_remainder* rest, uint32_t count);

#endif
