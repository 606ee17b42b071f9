// The rules of one query: what a search may use, what that costs today, and what else it has to keep to.
//
// Some rules make a plan depend on more than the state: never two moves in a row, the same action twice running costs more, at most so many
// steps, an action that must be in it. Then a node of the search is the state and a tail, one more word:
//
//   | used : 1 | steps so far : 31 | last action : 32 |       what no rule asks about is 0

#ifndef PL_PLAN_RULES_H
#define PL_PLAN_RULES_H

#include "plan/guide.h"

typedef struct pl_rules
{
    const pl_compiled* c;
    const pl_guide* guide;
    int64_t unit;              ///< thousandths
    uint32_t scale;            ///< a unit of the guide in units
    const uint32_t* costs;     ///< of moves, in units
    const uint32_t* again;     ///< of moves that follow the same ground action; NULL: as always
    const uint64_t* available; ///< a bit a move; NULL: all
    uint32_t max_depth;        ///< 0: no limit
    uint32_t must_use;         ///< action; PL_NONE: none
    uint32_t last_ground;      ///< done before the plan; PL_NONE: nothing
    bool last_is_move;
    bool no_two_moves;
    bool has_tail;
    bool tables_hold;          ///< the guide's estimates are right for these costs
} pl_rules;

#define PL_TAIL_USED (1ull << 63)

static inline uint32_t pl_tail_last(uint64_t tail)
{
    return (uint32_t)tail;
}

static inline uint32_t pl_tail_depth(uint64_t tail)
{
    return (uint32_t)(tail >> 32) & 0x7FFFFFFF;
}

/// What the tail remembers of an action just done: with `again` which one it was, else only whether it was a move.
static inline uint32_t pl_rules_mark(const pl_rules* rules, uint32_t ground, bool is_move)
{
    if (rules->again) return ground + 1;
    return rules->no_two_moves && is_move;
}

static inline bool pl_rules_available(const pl_rules* rules, uint32_t move)
{
    return !rules->available || (rules->available[move / 64] >> (move % 64) & 1);
}

static inline bool pl_rules_uses(const pl_rules* rules, uint32_t ground)
{
    return rules->must_use != UINT32_MAX && rules->c->grounds[ground].action == rules->must_use;
}

/// Was the action that the mark remembers a move?
bool pl_rules_mark_is_move(const pl_rules* rules, uint32_t mark);

#endif
