// Groups of boolean variables of which a state has at most one true: "at the forge, at the mine, at the market". A
// group is sound if every move that touches it leaves it with one known member true, or none, whatever it found, given
// that at most one was true before. So a state with at most one true never leads to one with two, and a condition that
// wants two of them cannot be met from there.

#ifndef PL_PLAN_SEARCH_MUTEX_GROUPS_H
#define PL_PLAN_SEARCH_MUTEX_GROUPS_H

#include "base/containers/arena.h"
#include "plan/domain/compiled.h"

struct pl_heuristic;

typedef struct pl_groups
{
    uint32_t count;
    uint32_t words;
    uint64_t* masks; ///< state words a group
} pl_groups;

/// What a move does to a group: nothing, or leaves it at a value: 0 none true, k + 1: its k-th member.
#define PL_GROUP_UNTOUCHED UINT32_MAX
#define PL_GROUP_UNSOUND (UINT32_MAX - 1)

/// Disjoint groups of two or more members among the heuristic's variables, in `scratch`; false when out of memory.
bool pl_groups_find(pl_groups* groups, pl_arena* scratch, const struct pl_heuristic* heuristic, const pl_compiled* c);

uint32_t pl_group_result(const struct pl_heuristic* heuristic, const uint64_t* group, uint32_t move);

/// Members true in a state: the value as above, or PL_GROUP_UNSOUND when more than one is.
uint32_t pl_group_value(const uint64_t* group, uint32_t words, const uint64_t* state);

/// The member's value: bits of the group below it, plus one.
uint32_t pl_group_rank(const uint64_t* group, uint32_t word, uint32_t bit);

#endif
