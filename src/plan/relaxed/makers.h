// Makers: the moves that make each good, and what a unit of it costs when it is made the cheapest way. Where a good can
// be gathered, bought and made of several others, the fact that is reached cheapest does not say which of them is cheap
// for so many: a coin may be had next door, and ten of them at the market.
//
// Prices are found once per search, from what its start reaches: cheapest good first, each made of goods whose prices are
// known. So no good is made of itself, and a plan that follows them can begin. What there is already has no price here: it is
// the plan that knows what is left of it (requirements.h).

#ifndef PL_PLAN_RELAXED_MAKERS_H
#define PL_PLAN_RELAXED_MAKERS_H

#include "plan/relaxed/exploration.h"

#define PL_MAKER_BITS 8 ///< prices are in 1/256 units

/// How prices are found. No one style is best for all.
typedef struct pl_maker_style
{
    uint32_t travel_bits;  ///< the way to a maker counts 1 / (1 << travel_bits) for each execution
    const int64_t* prices; ///< per variable of the heuristic: take these; NULL: find them
} pl_maker_style;

/// A move and a good that it makes. Its operators stand in a row.
typedef struct pl_maker
{
    uint32_t variable, move;
    int64_t amount; ///< of one execution
    bool fills;     ///< sets the good to its most
    uint32_t first_op, op_count;
    uint32_t next;  ///< of the same good; PLOY_NONE: the last
    uint32_t lacks; ///< scratch: goods that it takes and that have no price yet
    int64_t price;  ///< scratch: of a unit, as far as its goods have prices
} pl_maker;

typedef struct pl_makers
{
    ploy_allocator allocator;
    const pl_relaxation* relaxation;
    PL_ARRAY(pl_maker) list;
    PL_ARRAY(uint32_t) first;       ///< per variable: its first maker, or PLOY_NONE
    PL_ARRAY(uint32_t) first_taker; ///< per variable: who takes it, or PLOY_NONE
    PL_ARRAY(uint64_t) takers;      ///< maker above, next one below
    PL_ARRAY(int64_t) prices;       ///< per variable; INT64_MAX: it cannot be made
    PL_ARRAY(uint8_t) is_done;      ///< scratch, per variable
    bool has_choice;                ///< some good has two makers, so prices are wanted
    bool has_prices;
    pl_maker_style style;
} pl_makers;

void pl_makers_init(pl_makers* makers, const ploy_allocator* allocator);
void pl_makers_destroy(pl_makers* makers);
size_t pl_makers_bytes(const pl_makers* makers);

/// owners: per value its variable, plus one if that is a good. False when out of memory.
bool pl_makers_begin(pl_makers* makers, const pl_relaxation* relaxation, const uint32_t* owners, pl_maker_style style);
/// Finds prices after an exploration by sums up to the goal: a maker that costs more than that to reach is none.
void pl_makers_price(pl_makers* makers, const pl_exploration* explored, const uint32_t* owners);
/// An operator of a maker that can be executed where the good has this value, or where it has been lowered to what
/// leaves room; PLOY_NONE: there is none that the exploration reached.
uint32_t pl_maker_op(const pl_makers* makers, const pl_maker* maker, const pl_exploration* explored, uint32_t value);
/// What the preconditions of an operator cost, but for goods.
int64_t pl_makers_travel(const pl_makers* makers, const pl_exploration* explored, const uint32_t* owners, uint32_t op);

#endif
