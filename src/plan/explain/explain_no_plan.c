// Why no plan: which conditions of the goal cannot be achieved together, and what stands in the way.
//
// Hurdles are numbered with the goal's conditions last, so that sets which leave the goal whole come first, and the
// first part of the list is what may be removed when the goal must stay whole.

#include "base/containers/bitset.h"
#include "plan/explain/relevance.h"
#include "plan/explain/minimal_sets.h"

/// The conditions, contexts and availability of actions that could matter: an action that changes nothing needed is no
/// obstacle, unless it may stand between two moves.
static bool add_action_hurdles(pl_explaining* e)
{
    pl_what_if* w = &e->what_if;
    const ploy_domain* domain = e->def->domain;
    uint64_t* needed;
    if (!pl_relevant_actions(domain, w->query.goal, &e->scratch, &needed)) return false;
    for (uint32_t a = 0; a < ploy_domain_action_count(domain); a++) {
        if (!w->query.options.no_two_moves && !pl_bits_test(needed, a)) continue;
        if (!pl_what_if_add_gates(w, a) || !pl_what_if_add_conjuncts(w, PLOY_PART_PRE, a)) return false;
    }
    return true;
}

static bool leaves_goal_whole(const ploy_blocker_set* set)
{
    for (uint32_t i = 0; i < set->obstacle_count; i++)
        if (set->obstacles[i].kind == PLOY_BLOCKER_GOAL) return false;
    return true;
}

/// Those of the smallest sets that leave the goal whole, if any.
static bool copy_whole(pl_explaining* e)
{
    const ploy_blocker_sets* all = &e->out->obstacles;
    ploy_blocker_set* sets = PL_ARENA_ARRAY(e->keep, ploy_blocker_set, all->set_count);
    if (!sets) return false;
    e->out->deeper = *all;
    e->out->deeper.sets = sets;
    e->out->deeper.set_count = 0;
    for (uint32_t i = 0; i < all->set_count; i++)
        if (leaves_goal_whole(&all->sets[i])) sets[e->out->deeper.set_count++] = all->sets[i];
    return true;
}

ploy_status pl_explain_no_plan(pl_explaining* e)
{
    pl_what_if* w = &e->what_if;
    if (!add_action_hurdles(e)) return PLOY_OUT_OF_MEMORY;
    uint32_t gates = w->hurdles.count;
    if (!pl_what_if_add_conjuncts(w, PLOY_PART_CONDITION, w->query.goal)) return PLOY_OUT_OF_MEMORY;
    ploy_explanation* out = e->out;
    ploy_status status = pl_minimal_conflict(e, gates, w->hurdles.count - gates, &out->conflict);
    if (status == PLOY_OK) status = pl_minimal_blockers(e, 0, w->hurdles.count, 1, &out->obstacles);
    if (status != PLOY_OK) return status;
    if (!copy_whole(e)) return PLOY_OUT_OF_MEMORY;
    if (out->deeper.set_count > 0) return PLOY_OK;
    return pl_minimal_blockers(e, 0, gates, out->obstacles.at_least, &out->deeper);
}
