// Lazy greedy search, forward, led by relaxed plans. A state is evaluated when it is taken from the open list, not when
// it is found; it waits there with the estimate of the state before it. Moves that a relaxed plan would begin with wait
// in a second list, which is preferred, and more so after each step closer to the goal.
//
// From every state it looks ahead: it goes on to the nearest step of the relaxed plan whose goods are there, and
// executes it as often as it is required (requirements.h). Without goods it executes what it can of the relaxed plan, in
// order of cost; for a step that cannot be executed, another one with the same effect may do; of those it tries no more
// than there are operators, so looking takes no longer than exploring. Where that leads is evaluated next.
//
// Where a total limits the goods, a search that takes longer than most begins once more, with care: it goes on to what
// needs little room, and a relaxed plan does without steps for which there is no room. Where goods can be made in several
// ways, it begins again with the nearest of them in place of the cheapest, and later the other way round.
//
// A search that takes longer than finding landmarks does begins once more, and counts landmarks (landmark_count.h): each
// list has a second order, by the landmarks ahead, and moves that reach a new one are preferred, too. A fifth list has what
// is new: states with a value that no state with as many landmarks ahead had before. Where both estimates are stuck, it
// goes elsewhere instead of through all combinations of what is known.
//
// It finds a plan fast and promises nothing about its cost.

#ifndef PL_PLAN_SEARCH_LAZY_H
#define PL_PLAN_SEARCH_LAZY_H

#include "plan/relaxed/landmark_count.h"
#include "plan/relaxed/requirements.h"
#include "plan/search/forward.h"

/// A state to evaluate: where a move leads.
typedef struct pl_lazy_edge
{
    uint32_t from, to, move;
    uint32_t g; ///< cost from the start, in units
} pl_lazy_edge;

/// A heap: estimate above, number of the edge below, so that of equals the first one found comes first.
typedef PL_ARRAY(uint64_t) pl_lazy_queue;

enum
{
    PL_LAZY_QUEUES = 5,
};

typedef struct pl_lazy
{
    ploy_allocator allocator;
    pl_forward* forward;
    const pl_relaxation* relaxation;
    pl_exploration explored;
    pl_requirements requirements;
    pl_landmark_count landmarks;
    bool is_careful;       ///< with a limit of goods
    uint32_t again_at;     ///< expansions after which it begins again in another manner
    uint32_t landmarks_at; ///< expansions after which they are found
    PL_ARRAY(uint64_t) reached; ///< per node: the landmarks that its path has reached; a last set is for edges
    PL_ARRAY(uint64_t) seen; ///< per number of landmarks ahead: the values that its states have had
    PL_ARRAY(uint64_t) values; ///< of the state that is expanded: one bit per value
    PL_ARRAY(pl_lazy_edge) edges;
    PL_ARRAY(pl_lazy_edge) parents; ///< per node: the edge that led there; `to` PLOY_NONE: none yet
    PL_ARRAY(uint8_t) evaluated;    ///< per node
    pl_lazy_queue queues[PL_LAZY_QUEUES]; ///< all edges and those of helpful moves; the same by landmarks; new ones
    PL_ARRAY(uint64_t) ahead;       ///< operators of the relaxed plan: cost above, number below
    uint32_t turns[PL_LAZY_QUEUES]; ///< the queue with the fewest is next
    uint32_t tries;                 ///< other operators that a look ahead may still try
    uint32_t lowest;                ///< estimate so far
    uint32_t fewest;                ///< landmarks ahead so far
    uint32_t expanded, generated;
    uint32_t max_nodes;
    uint32_t bound;      ///< a plan must cost less; set after begin
    pl_search_work work; ///< set after begin
    uint32_t goal; ///< node; PLOY_NONE until found
    ploy_status status;
} pl_lazy;

void pl_lazy_init(pl_lazy* lazy, const ploy_allocator* allocator);
void pl_lazy_destroy(pl_lazy* lazy);
size_t pl_lazy_bytes(const pl_lazy* lazy);

/// `forward` must have begun, with its start as node 0; the relaxation and the totals are those of its rules.
/// style: of prices (makers.h). max_nodes: the most expansions; 0: no limit.
ploy_status pl_lazy_begin(pl_lazy* lazy, pl_forward* forward, const pl_relaxation* relaxation, const pl_totals* totals,
                          pl_maker_style style, uint32_t max_nodes);
/// Evaluates and expands at most max_nodes states. PLOY_IN_PROGRESS, FOUND, NOT_FOUND, OUT_OF_NODES,
/// OUT_OF_MEMORY or NOT_SUPPORTED (costs beyond 32 bits).
ploy_status pl_lazy_update(pl_lazy* lazy, uint32_t max_nodes);

#endif
