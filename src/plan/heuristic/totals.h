// Totals: a variable that is the sum of others, such as a load that every good adds to and every use takes from. Nobody
// declares it; it shows in the effects: whatever a move adds to the members together, it adds to the total.
//
// In every state that can be reached, the total differs from the sum by what it differs by in the start. Variables that
// do not matter may be members too; they are left out here, so the total is at least the sum of the rest.

#ifndef PL_PLAN_HEURISTIC_TOTALS_H
#define PL_PLAN_HEURISTIC_TOTALS_H

#include "base/containers/arena.h"
#include "plan/domain/compiled.h"

struct pl_heuristic;

typedef struct pl_total
{
    uint32_t variable; ///< index into the heuristic's variables
    uint32_t first_member, member_count;
} pl_total;

typedef struct pl_totals
{
    uint32_t count;
    pl_total* list;
    uint32_t* members; ///< indices into the heuristic's variables, ascending per total
    uint32_t* others;  ///< members that do not matter: variables of the domain; per total as many as other_counts says
    uint32_t* first_other; ///< count + 1 entries
} pl_totals;

/// In `scratch`; false when out of memory.
bool pl_totals_find(pl_totals* totals, pl_arena* scratch, const struct pl_heuristic* heuristic, const pl_compiled* c);

bool pl_totals_has(const pl_totals* totals, uint32_t variable);

/// By how much a total exceeds the sum of its members in a state, those that do not matter left out of the sum's lower
/// bound: total - sum of all members.
int64_t pl_totals_rest(const pl_totals* totals, uint32_t index, const struct pl_heuristic* heuristic,
                       const pl_compiled* c, const uint64_t* state);

#endif
