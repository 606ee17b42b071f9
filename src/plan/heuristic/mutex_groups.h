// Mutex groups: groups of boolean variables of which a state has at most one true, for example "at the forge, at the
// mine, at the market".
//
// A group is sound if every move that touches it leaves a known member true, or none, given that at most one was true
// before. A state with at most one true member therefore never leads to one with two, and a condition that requires two
// cannot be met from there.

#ifndef PL_PLAN_HEURISTIC_MUTEX_GROUPS_H
#define PL_PLAN_HEURISTIC_MUTEX_GROUPS_H

#include "base/containers/arena.h"
#include "plan/domain/compiled.h"

struct pl_heuristic;

typedef struct pl_groups
{
    uint32_t count;
    uint32_t words;
    uint64_t* masks; ///< state words, one set per group
    uint32_t partial_words;
    uint64_t* falses; ///< partial_words per group: the bit of each member's value false
} pl_groups;

/// The value of a group after a move: 0: no member is true; k + 1: member k is true; or one of these.
#define PL_GROUP_UNTOUCHED UINT32_MAX
#define PL_GROUP_UNSOUND (UINT32_MAX - 1)

/// Disjoint groups of two or more members among the heuristic's variables, in `scratch`; false when out of memory.
bool pl_groups_find(pl_groups* groups, pl_arena* scratch, const struct pl_heuristic* heuristic, const pl_compiled* c);

uint32_t pl_group_result(const struct pl_heuristic* heuristic, const uint64_t* group, uint32_t move);

/// The value of a group in a state, as above; PL_GROUP_UNSOUND when more than one member is true.
uint32_t pl_group_value(const uint64_t* group, uint32_t words, const uint64_t* state);

/// Does a partial state require two members of one group?
bool pl_groups_forbid(const pl_groups* groups, const uint64_t* partial);

/// The value of a member: the number of members below it, plus one.
uint32_t pl_group_rank(const uint64_t* group, uint32_t word, uint32_t bit);

#endif
