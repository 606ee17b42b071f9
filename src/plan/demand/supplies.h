// Supplies: goods that cannot be made without end, because what they are made of runs out. Each supply gives every
// variable a weight such that no move raises the weighted sum of the values. So a condition whose weighted sum is above
// the start's can never hold: five logs are worth five planks, and no plan has six.
//
// A good is free if some move makes it of nothing but free goods. For a good that is not, each move that makes it is paid
// for with one that is not free either; weights grow from the good to what pays for it. Where goods make more of
// themselves in a circle, there are no such weights, and no supply.

#ifndef PL_PLAN_DEMAND_SUPPLIES_H
#define PL_PLAN_DEMAND_SUPPLIES_H

#include "plan/demand/prices.h"

#define PL_MAX_SUPPLIES 4

typedef struct pl_supplies
{
    ploy_allocator allocator;
    uint32_t count;
    uint32_t variable_count;
    int64_t stocks[PL_MAX_SUPPLIES]; ///< the start's weighted sums
    PL_ARRAY(int64_t) weights;       ///< per supply and variable
    PL_ARRAY(uint8_t) is_free;       ///< per variable
} pl_supplies;

void pl_supplies_init(pl_supplies* supplies, const ploy_allocator* allocator);
void pl_supplies_destroy(pl_supplies* supplies);
size_t pl_supplies_bytes(const pl_supplies* supplies);

/// Supplies of goods that the goal asks for. `prices` has the moves that can be reached. False when out of memory.
bool pl_supplies_find(pl_supplies* supplies, const pl_relaxation* relaxation, const pl_prices* prices,
                      const uint64_t* start);

/// Does a partial state ask for more than the start can ever give?
bool pl_supplies_lack(const pl_supplies* supplies, const pl_heuristic* heuristic, const uint64_t* partial);

#endif
