// The rules of one query: which moves a search may use, what they cost now, and further limits.
//
// Some rules make a plan depend on more than the state: no two moves in a row, another cost for repeating an action, a
// limit on the number of steps, an action that the plan must contain. A node of the search is then the state and a
// tail, one more word:
//
//   | used : 1 | steps so far : 31 | last action : 32 |       fields that no rule needs are 0

#ifndef PL_PLAN_SEARCH_RULES_H
#define PL_PLAN_SEARCH_RULES_H

#include "base/containers/array.h"
#include "plan/heuristic/heuristic.h"

typedef struct pl_rules
{
    const ploy_domain* domain;
    const pl_compiled* c;
    const pl_heuristic* heuristic;
    int64_t unit;                 ///< fixed point (1/1000)
    uint32_t scale;               ///< units per unit of the heuristic
    const uint32_t* costs;        ///< of moves, in units; of priced moves, the lowest
    const uint32_t* repeat_costs; ///< of moves that repeat the last ground action; NULL: no difference
    const uint64_t* available;    ///< one bit per move; NULL: all
    uint32_t repeat_cost;         ///< 1/1000 of the cost, if there are repeat_costs
    uint32_t max_depth;           ///< 0: no limit
    uint32_t must_use;            ///< action; PLOY_NONE: none
    uint32_t last_ground;         ///< executed before the plan; PLOY_NONE: none
    bool last_is_move;
    bool no_two_moves;
    bool has_tail;
    bool has_symmetry; ///< interchangeable objects are seen once
    bool tables_hold; ///< the heuristic's estimates are valid for these costs
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

/// What the tail stores about the last action: with repeat_costs its ground action, else only whether it was a move.
static inline uint32_t pl_rules_mark(const pl_rules* rules, uint32_t ground, bool is_move)
{
    if (rules->repeat_costs) return ground + 1;
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

/// The cost of a priced move in a state, in units.
uint32_t pl_rules_priced_cost(const pl_rules* rules, uint32_t move, const uint64_t* state, bool is_repeat);

/// The cost of a move in a state, in units.
static inline uint32_t pl_rules_cost(const pl_rules* rules, uint32_t move, const uint64_t* state)
{
    return rules->heuristic->moves[move].is_priced ? pl_rules_priced_cost(rules, move, state, false)
                                                   : rules->costs[move];
}

/// Was the action that the mark stands for a move?
bool pl_rules_mark_is_move(const pl_rules* rules, uint32_t mark);

/// Memory for everything in which rules differ from the heuristic; reused from query to query.
typedef struct pl_rules_room
{
    ploy_allocator allocator;
    PL_ARRAY(uint32_t) costs;
    PL_ARRAY(uint32_t) repeat_costs;
    PL_ARRAY(uint64_t) available;
    PL_ARRAY(int64_t) prices; ///< current costs of moves, fixed point (1/1000)
} pl_rules_room;

/// How the current costs compare with those that the heuristic was made with.
typedef enum pl_cost_change
{
    PL_COSTS_SAME,
    PL_COSTS_HIGHER,
    PL_COSTS_LOWER
} pl_cost_change;

void pl_rules_room_init(pl_rules_room* room, const ploy_allocator* allocator);
void pl_rules_room_destroy(pl_rules_room* room);
size_t pl_rules_room_bytes(const pl_rules_room* room);

/// The rules of a query for its goal's heuristic. Calls each callback once per ground action that matters. False when
/// out of memory.
bool pl_rules_settle(pl_rules* rules, pl_rules_room* room, const ploy_domain* domain, const ploy_plan_query* query,
                     const pl_heuristic* heuristic, pl_cost_change* change);

/// The cost of a move in a state, in fixed point (1/1000). is_repeat: the step before is the same ground action.
int64_t pl_rules_price(const pl_rules* rules, const pl_rules_room* room, uint32_t move, const uint64_t* state,
                       bool is_repeat);

#endif
