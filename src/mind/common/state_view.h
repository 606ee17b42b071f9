// A view reads a blackboard as a state of a domain. It is a table with a row per variable that has a key, in the order
// of the variables, so that a read visits each word of the state once.

#ifndef PL_MIND_COMMON_STATE_VIEW_H
#define PL_MIND_COMMON_STATE_VIEW_H

#include <ploy/goap.h>

#include "base/containers/array.h"
#include "base/hints.h"

typedef struct pl_view_row
{
    int64_t min;
    int64_t step;
    uint32_t last; ///< largest value index
    uint32_t key;
    uint16_t word;
    uint8_t shift;
    uint8_t bits;
    bool is_object;
    bool is_bool;       ///< both values
    pl_counter outside; ///< how often the key held a number that is no object
} pl_view_row;

struct ploy_view
{
    ploy_allocator allocator;
    const ploy_domain* domain;
    PL_ARRAY(pl_view_row) rows;
    uint64_t* sensed; ///< the bits of all variables with a row; one word per state word
    uint32_t words;
};

/// The row of a variable; PLOY_NONE: it has no key.
uint32_t pl_view_find(const ploy_view* view, uint32_t variable);
/// The index of a key's value in the range of the row's variable, as ploy_view_read gives it.
uint64_t pl_view_index(const pl_view_row* row, ploy_value value);

/// Writes the value at an index of a variable's range to its key; nothing if it has none.
void pl_view_write(const ploy_view* view, ploy_blackboard* blackboard, uint32_t variable, int64_t index);

#endif
