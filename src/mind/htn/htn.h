// A network as searches read it: tasks, methods and subtasks in three lists, each range of one belonging to an item of
// the one before; conditions are syntax trees of the domain's language.
//
// A search keeps an agenda, a chain of cells: what is left of a method, then what is left of the one it is part of.
// Cells and frames are never changed once made, so going back to a choice is cutting five lists to the length they had
// and copying one state. What unordered methods add to that stands in network_weave.h.
//
//   agenda --> [frame 2, left b] --> [frame 0, left c d] --> end        a done already: a step of the plan
//
// Ranks: at each choice the number of the way taken is noted. Ways are tried in order, so plans come in lexical order
// of their notes, and a search that is told the notes of a plan under way stops where it can only fall behind them.

#ifndef PL_MIND_HTN_HTN_H
#define PL_MIND_HTN_HTN_H

#include <ploy/htn.h>

#include "base/containers/arena.h"
#include "base/containers/array.h"
#include "base/containers/table.h"
#include "plan/language/expression.h"

enum
{
    PL_HTN_ARGS = 2 * PLOY_MAX_ARGS,
};

typedef struct pl_htn_subtask
{
    uint8_t kind;
    uint8_t arg_count;
    uint32_t index;
    int32_t args[PLOY_MAX_ARGS]; ///< parameter; below 0: ~object
} pl_htn_subtask;

typedef struct pl_htn_method
{
    const char* name;
    const char* when; ///< the text of its condition
    uint32_t task;
    uint32_t condition; ///< into nodes; PLOY_NONE: always
    uint32_t first_subtask;
    uint32_t subtask_count;
    uint32_t first_way; ///< its ways are numbered from here, one for each choice of its free parameters
    uint32_t ways;
    uint32_t free_sizes[PLOY_MAX_ARGS]; ///< objects of each free parameter
    uint32_t free_count;
    bool unordered;
} pl_htn_method;

typedef struct pl_htn_task
{
    const char* name;
    uint32_t param_types[PLOY_MAX_ARGS];
    uint32_t param_count;
    uint32_t first_method;
    uint32_t method_count;
} pl_htn_task;

struct ploy_htn
{
    ploy_allocator allocator;
    pl_arena arena; ///< names
    const ploy_domain* domain;
    const char* name;
    PL_ARRAY(pl_htn_task) tasks;
    PL_ARRAY(pl_htn_method) methods;
    PL_ARRAY(pl_htn_subtask) subtasks;
    pl_expression conditions;
    ploy_htn_ranking ranking;
    uint32_t max_depth;
    uint32_t max_steps;
    uint32_t max_nodes;
    uint32_t max_rest; ///< entries of what is left at a pause
    bool has_pauses;
    bool has_unordered; ///< methods
};

typedef struct pl_htn_frame
{
    uint32_t method;
    uint32_t depth;
    uint32_t args[PL_HTN_ARGS]; ///< the task's, then the free ones
} pl_htn_frame;

typedef struct pl_htn_cell
{
    uint32_t frame;
    uint32_t left;     ///< a bit a subtask that is not begun
    uint32_t next;     ///< PLOY_NONE: the end
    uint32_t branches; ///< subtasks that are under way and wait; PLOY_NONE: none
    uint32_t subtask;  ///< that the cells before it are part of
    bool weaves;       ///< it or a cell after it is of an unordered method
} pl_htn_cell;

/// A subtask of an unordered method that is under way and waits: network_weave.h.
typedef struct pl_htn_branch
{
    uint32_t top;   ///< its first cell
    uint32_t count; ///< of its cells
    uint32_t subtask;
    uint32_t next; ///< PLOY_NONE: the last
} pl_htn_branch;

/// Between several ways; all that was longer than this is cut off when the next is tried.
typedef struct pl_htn_choice
{
    bool is_order;    ///< between openings, not between methods of a task
    bool is_tight;    ///< all notes so far are those of the plan under way
    uint32_t opening; ///< to be tried next
    uint32_t task;
    uint32_t method; ///< to be tried next, within the task
    uint32_t way;    ///< of that method
    uint32_t agenda;
    uint32_t args[PLOY_MAX_ARGS];
    uint32_t depth;
    uint32_t cells, branches, frames, steps, rank;
    uint32_t settled, held;
    int64_t cost;
} pl_htn_choice;

/// A place that led nowhere: network_seen.h.
typedef struct pl_htn_seen
{
    uint32_t at; ///< its words
    uint32_t count;
    int64_t cost; ///< of getting there
} pl_htn_seen;

struct ploy_htn_planner
{
    ploy_allocator allocator;
    const ploy_htn* network;
    PL_ARRAY(pl_htn_frame) frames;
    PL_ARRAY(pl_htn_cell) cells;
    PL_ARRAY(pl_htn_branch) branches;
    PL_ARRAY(pl_htn_choice) choices;
    PL_ARRAY(uint64_t) states; ///< one for each choice
    PL_ARRAY(uint64_t) state;  ///< the present one
    PL_ARRAY(ploy_step) steps;
    PL_ARRAY(uint32_t) rank;
    PL_ARRAY(ploy_step) best_steps; ///< by cost: the best so far
    PL_ARRAY(uint32_t) best_rank;
    PL_ARRAY(ploy_htn_remainder) rest;
    PL_ARRAY(uint32_t) rest_cells; ///< of each entry of rest; scratch
    PL_ARRAY(pl_htn_seen) seen;
    PL_ARRAY(uint32_t) seen_words;
    pl_table seen_table;
    PL_ARRAY(uint32_t) code; ///< of a place; scratch
    ploy_htn_plan plan;
    const ploy_htn_query* query;
    uint32_t agenda;
    uint32_t settled; ///< frames that there were at the last step: only methods before them may be left for another
    uint32_t held;    ///< nor this frame, of a branch that has just gone on; PLOY_NONE: none
    uint32_t nodes;
    uint32_t spent; ///< nodes of all searches that were not yet reported
    int64_t cost;
    int64_t bound; ///< by cost: plans must be cheaper; -1: none yet
    bool is_tight;
    bool is_cut;    ///< the depth or the number of steps cut something off
    bool is_behind; ///< whatever comes now ranks below the plan under way
    bool is_dearer; ///< something was cut off since it is not cheaper than the plan under way, or the best so far
    bool is_full;   ///< out of memory
};

/// What a list could not take in is remembered, and ends the search.
#define PL_HTN_PUSH(p, list, ...)                                                                                      \
    ((p)->is_full = !PL_ARRAY_PUSH(&(p)->list, &(p)->allocator, __VA_ARGS__) || (p)->is_full)

/// How many arguments the task takes. Exported: libploy-io calls it.
PLOY_API uint32_t pl_htn_task_param_count(const ploy_htn* htn, uint32_t task);

/// false, and nothing changes: the step cannot be applied.
bool pl_htn_apply(const ploy_htn* network, uint64_t* state, const ploy_step* step);

#endif
