// The search for a plan: depth first, with an explicit stack of choices.
//
// The search keeps an agenda, a chain of cells: what is left of a method, then what is left of the method around it.
// Cells and frames never change once made, so backtracking to a choice truncates five lists and copies one state.
//
//   agenda --> [frame 2, left b] --> [frame 0, left c d] --> end        a is done: it is a step of the plan
//
// Ranks: each choice notes the number of the alternative taken. Alternatives are tried in order, so plans come in
// lexicographic order of their notes. A search that knows the rank of the plan in progress stops where it can only fall
// behind it.
//
// Unordered methods: several of their subtasks may be in progress at once, and the plan interleaves their steps. The
// agenda is the branch that the search works on. The branches that wait hang on the cell of their method. Each is a
// chain of its own that ends above that cell:
//
//   agenda --> [a: left 3 4] --> [method: left c] --> [around: left y z] --> end
//                                       '--> b waits: [b: left 2] --> [b's own: left 5] (2 cells)
//
// After a step the search may continue where it is, or at any opening of a cell of the agenda: at a subtask that is not
// begun or a branch that waits, in order of the subtasks, the innermost cell first. It may leave a method only after
// its first step, so that the method's condition holds when that step is taken; and it may not leave a branch that it
// has just resumed.
//
// Dead ends: unordered subtasks reach the same position by many routes: the same state after the same number of steps,
// with the same subtasks left. A position from which every alternative has failed is recorded and not expanded again.
// Positions are compared word by word. Only positions right after a step are recorded, where no alternative is barred;
// only when the search gives up on them, so that a search without backtracking does not pay; and only a limited number.
// With ranking by cost, a recorded position counts only if it was reached at the same cost or less.

#ifndef PL_MIND_HTN_HTN_SEARCH_H
#define PL_MIND_HTN_HTN_SEARCH_H

#include "base/containers/table.h"
#include "mind/htn/htn.h"

typedef struct pl_htn_frame
{
    uint32_t method;
    uint32_t depth;
    uint32_t args[PL_HTN_ARGS]; ///< the task's, then the free ones
} pl_htn_frame;

typedef struct pl_htn_cell
{
    uint32_t frame;
    uint32_t left;     ///< one bit per subtask that is not begun
    uint32_t next;     ///< PLOY_NONE: the end
    uint32_t branches; ///< subtasks that are in progress and wait; PLOY_NONE: none
    uint32_t subtask;  ///< that contains the cells before it
    bool interleaves;  ///< it or a cell after it belongs to an unordered method
} pl_htn_cell;

/// A subtask of an unordered method that is in progress and waits.
typedef struct pl_htn_branch
{
    uint32_t top;   ///< its first cell
    uint32_t count; ///< number of its cells
    uint32_t subtask;
    uint32_t next; ///< PLOY_NONE: the last
} pl_htn_branch;

/// A choice between alternatives: the lengths of all lists, to which they are truncated for the next alternative.
typedef struct pl_htn_choice
{
    bool is_order;    ///< between openings, not between methods of a task
    bool is_tight;    ///< all notes so far equal those of the plan in progress
    uint32_t opening; ///< to try next
    uint32_t task;
    uint32_t method;      ///< to try next, within the task
    uint32_t alternative; ///< of that method
    uint32_t agenda;
    uint32_t args[PLOY_MAX_ARGS];
    uint32_t depth;
    uint32_t cells, branches, frames, steps, rank;
    uint32_t settled, held;
    int64_t cost;
} pl_htn_choice;

/// A position from which every alternative has failed.
typedef struct pl_htn_dead_end
{
    uint32_t at; ///< its words in dead_end_words
    uint32_t count;
    int64_t cost; ///< of reaching it
} pl_htn_dead_end;

struct ploy_htn_planner
{
    ploy_allocator allocator;
    const ploy_htn* htn;
    PL_ARRAY(pl_htn_frame) frames;
    PL_ARRAY(pl_htn_cell) cells;
    PL_ARRAY(pl_htn_branch) branches;
    PL_ARRAY(pl_htn_choice) choices;
    PL_ARRAY(uint64_t) states; ///< one per choice
    PL_ARRAY(uint64_t) state;  ///< the current one
    PL_ARRAY(ploy_step) steps;
    PL_ARRAY(uint32_t) rank;
    PL_ARRAY(ploy_step) best_steps; ///< ranking by cost: the best plan so far
    PL_ARRAY(uint32_t) best_rank;
    PL_ARRAY(ploy_htn_remainder) rest;
    PL_ARRAY(uint32_t) rest_cells; ///< one per entry of rest; scratch
    PL_ARRAY(pl_htn_dead_end) dead_ends;
    PL_ARRAY(uint32_t) dead_end_words;
    pl_table dead_end_table;
    PL_ARRAY(uint32_t) code; ///< of a position; scratch
    ploy_htn_plan plan;
    const ploy_htn_query* query;
    uint32_t agenda;
    uint32_t settled; ///< number of frames at the last step: the search may leave only methods below it
    uint32_t held;    ///< frame of a branch that was just resumed: not to be left either; PLOY_NONE: none
    uint32_t nodes;
    uint32_t spent; ///< nodes of searches that were not reported yet
    int64_t cost;
    int64_t bound; ///< ranking by cost: plans must cost less; -1: no bound
    bool is_tight;
    bool is_cut;      ///< max_depth or max_steps has pruned something
    bool is_behind;   ///< every further plan ranks below the plan in progress
    bool is_costlier; ///< something was pruned because it costs at least the bound
    bool is_full;     ///< out of memory
};

/// Appends to a list. A failure sets is_full, which ends the search.
#define PL_HTN_PUSH(p, list, ...)                                                                                      \
    ((p)->is_full = !PL_ARRAY_PUSH(&(p)->list, &(p)->allocator, __VA_ARGS__) || (p)->is_full)

/// A place where the search can continue.
typedef struct pl_htn_opening
{
    uint32_t cell;  ///< of the agenda
    uint32_t above; ///< cells of the agenda before it, which wait if it is taken
    uint32_t subtask;
    uint32_t branch; ///< PLOY_NONE: the subtask is not begun
} pl_htn_opening;

/// The opening of this number; false when there are fewer.
bool pl_htn_find_opening(const ploy_htn_planner* p, uint32_t number, pl_htn_opening* opening);
/// Removes the opening from what is left. A resumed branch becomes the agenda; else the agenda is what follows.
void pl_htn_take_opening(ploy_htn_planner* p, const pl_htn_opening* opening);

static inline const pl_htn_compiled_method* pl_htn_method_of(const ploy_htn_planner* p, const pl_htn_cell* cell)
{
    return &p->htn->methods.data[p->frames.data[cell->frame].method];
}

/// Puts the cell before `next`; sets the fields that depend on the cells after it.
static inline void pl_htn_push_cell(ploy_htn_planner* p, pl_htn_cell cell, uint32_t next)
{
    cell.next = next;
    cell.interleaves = p->htn->has_unordered && (pl_htn_method_of(p, &cell)->unordered ||
                                                 (next != PLOY_NONE && p->cells.data[next].interleaves));
    PL_HTN_PUSH(p, cells, cell);
}

/// Stores the agenda and all that waits as the remainder from which a later search can continue.
void pl_htn_keep_rest(ploy_htn_planner* p);
/// The number of its entries.
uint32_t pl_htn_count_rest(const ploy_htn_planner* p);
/// The reverse: makes the agenda from a remainder.
void pl_htn_begin_rest(ploy_htn_planner* p, const ploy_htn_remainder* rest, uint32_t count);
/// True if a search could have produced these entries.
bool pl_htn_rest_is_good(const ploy_htn* htn, const ploy_htn_remainder* rest, uint32_t count);

// Dead ends, of the position where the search is.

bool pl_htn_is_dead_end(ploy_htn_planner* p);
void pl_htn_add_dead_end(ploy_htn_planner* p);
void pl_htn_clear_dead_ends(ploy_htn_planner* p);

#endif
