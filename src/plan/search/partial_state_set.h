// A growing list of partial states that can say at once whether one of them contains another partial state, or holds in
// a state. Cubes stand in blocks of 64, turned on their side: a word for each value of each variable, bit i of it set
// if the block's partial state i does not allow that value, and a word for each variable, bit i set if partial state i
// restricts it. A partial state contains another if it allows all that the other allows: an OR a value and block.
//
//   block: | word a=0 | word a=1 | word b=0 | word b=1 | … | word a | word b | …      64 partial states

#ifndef PL_PLAN_SEARCH_PARTIAL_STATE_SET_H
#define PL_PLAN_SEARCH_PARTIAL_STATE_SET_H

#include "base/containers/array.h"
#include "plan/search/regress.h"

typedef struct pl_partial_state_set
{
    ploy_allocator allocator;
    const struct pl_heuristic* heuristic;
    uint32_t stride; ///< words a block
    uint32_t count;
    PL_ARRAY(uint64_t) blocks;
    PL_ARRAY(uint32_t) costs; ///< a partial state
    PL_ARRAY(uint32_t) rows;  ///< scratch: words to check for the current partial state
} pl_partial_state_set;

void pl_partial_state_set_init(pl_partial_state_set* set, const ploy_allocator* allocator);
void pl_partial_state_set_destroy(pl_partial_state_set* set);

/// Empty, for partial states of this heuristic; false when out of memory.
bool pl_partial_state_set_begin(pl_partial_state_set* set, const struct pl_heuristic* heuristic);

/// False when out of memory.
bool pl_partial_state_set_add(pl_partial_state_set* set, const uint64_t* partial, uint32_t cost);

/// Is there one that costs no more and contains this partial state?
bool pl_partial_state_set_covers(pl_partial_state_set* set, const uint64_t* partial, uint32_t cost);

#endif
