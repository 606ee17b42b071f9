// Why no plan: which conditions of the goal cannot be achieved together, and which obstacles prevent a plan.
//
// Sets of obstacles are searched by increasing size. Removing more obstacles never makes a plan impossible, so a set is
// smallest once all smaller sets are ruled out.
//
// The goal's conditions are the last obstacles in the list. Sets that leave the goal unchanged therefore come first,
// and the first part of the list is what may be removed when the goal must stay unchanged.

#include <string.h>

#include "base/containers/bitset.h"
#include "plan/explain/conjunct.h"
#include "plan/explain/explain.h"

/// A search through the sets of one size in lexicographic order, and its results.
typedef struct set_search
{
    pl_explainer* e;
    uint32_t first, count;
    uint32_t size;
    uint32_t* at;    // the current set: ascending, each in [0, count)
    uint32_t* found; // max_sets times `size` members
    int64_t* costs;
    uint32_t found_count;
    bool unsettled; // some search settled nothing
    bool stopped;   // no searches left
    bool more;
} set_search;

static void first_set(set_search* h)
{
    for (uint32_t i = 0; i < h->size; i++) h->at[i] = i;
}

static bool next_set(set_search* h)
{
    uint32_t i = h->size;
    while (i > 0 && h->at[i - 1] == h->count - h->size + i - 1) i--;
    if (i == 0) return false;
    h->at[i - 1]++;
    for (; i < h->size; i++) h->at[i] = h->at[i - 1] + 1;
    return true;
}

/// Sets `removed` of the current set's obstacles to `members`, and of all others to the opposite.
static void mark_set(set_search* h, bool members)
{
    if (h->count == 0) return;
    pl_what_if_obstacle* obstacles = h->e->what_if.obstacles.data + h->first;
    for (uint32_t i = 0; i < h->count; i++) obstacles[i].removed = !members;
    for (uint32_t i = 0; i < h->size; i++) obstacles[h->at[i]].removed = members;
}

static bool begin_size(set_search* h, uint32_t size, uint32_t room)
{
    h->size = size;
    h->found_count = 0;
    h->at = PL_ARENA_ARRAY(&h->e->scratch, uint32_t, size);
    h->found = PL_ARENA_ARRAY(&h->e->scratch, uint32_t, (size_t)size * room);
    h->costs = PL_ARENA_ARRAY(&h->e->scratch, int64_t, room);
    if (!h->at || !h->found || !h->costs) return false;
    first_set(h);
    return true;
}

static void record(set_search* h, int64_t cost)
{
    memcpy(h->found + (size_t)h->found_count * h->size, h->at, h->size * sizeof *h->at);
    h->costs[h->found_count++] = cost;
}

/// Records the sets of this size whose search gives `wanted`, at most max_found.
static ploy_status walk(set_search* h, bool remove_members, ploy_status wanted, uint32_t max_found)
{
    do {
        if (h->found_count == max_found) {
            h->more = true;
            return PLOY_OK;
        }
        pl_answer answer;
        mark_set(h, remove_members);
        if (pl_what_if_search(&h->e->what_if, &answer) != PLOY_OK) return PLOY_OUT_OF_MEMORY;
        if (answer.status == wanted) record(h, answer.cost);
        if (answer.status != PLOY_FOUND && answer.status != PLOY_NOT_FOUND) h->unsettled = true;
        if (answer.status == PLOY_FULL) h->stopped = true;
    } while (!h->stopped && next_set(h));
    return PLOY_OK;
}

// Descriptions of obstacles.

/// Does the obstacle belong to the owner, or to an action that the owner is built on?
static bool is_of(const ploy_domain* copy, const pl_what_if_obstacle* obstacle, uint32_t owner)
{
    if (obstacle->owner == owner) return true;
    if (obstacle->kind != PLOY_BLOCKER_PRE) return false;
    while (owner != PLOY_NONE && owner != obstacle->conjunct.owner) owner = pl_part_base(copy, PLOY_PART_PRE, owner);
    return owner != PLOY_NONE;
}

/// Can it be achieved when its owner requires nothing else?
static ploy_status search_alone(pl_explainer* e, uint32_t index, ploy_status* alone)
{
    pl_what_if* w = &e->what_if;
    const pl_what_if_obstacle* it = &w->obstacles.data[index];
    pl_answer answer;
    for (uint32_t i = 0; i < w->obstacles.count; i++) {
        pl_what_if_obstacle* other = &w->obstacles.data[i];
        bool same_side = (other->kind == PLOY_BLOCKER_GOAL) == (it->kind == PLOY_BLOCKER_GOAL);
        other->removed = i != index && same_side && is_of(w->copy, other, it->owner);
    }
    ploy_status status =
        it->kind == PLOY_BLOCKER_GOAL ? pl_what_if_search(w, &answer) : pl_what_if_search_use(w, it->owner, &answer);
    pl_what_if_remove_all(w, false);
    *alone = answer.status;
    return status;
}

static ploy_status describe(pl_explainer* e, uint32_t index, ploy_blocker* out)
{
    pl_what_if* w = &e->what_if;
    const pl_what_if_obstacle* it = &w->obstacles.data[index];
    bool is_goal = it->kind == PLOY_BLOCKER_GOAL;
    *out = (ploy_blocker){
        .kind = it->kind, .owner = is_goal ? it->owner : pl_what_if_original(w, it->owner), .alone = PLOY_OK};
    if (!is_goal && it->kind != PLOY_BLOCKER_PRE && it->kind != PLOY_BLOCKER_RANGE) return PLOY_OK;
    const uint32_t* args = is_goal ? w->query.goal_args : NULL;
    if (!pl_explain_conjunct(e, &it->conjunct, args, &out->conjunct)) return PLOY_OUT_OF_MEMORY;
    out->conjunct.owner = pl_what_if_source(w, &it->conjunct);
    if (!pl_conjunct_changers(e->def->domain, out->conjunct.text, e->def->query.disabled, e->keep, &out->changers,
                              &out->changer_count))
        return PLOY_OUT_OF_MEMORY;
    return search_alone(e, index, &out->alone);
}

static ploy_status describe_set(set_search* h, uint32_t number, ploy_blocker_set* out)
{
    ploy_blocker* obstacles = PL_ARENA_ARRAY(h->e->keep, ploy_blocker, h->size);
    if (!obstacles) return PLOY_OUT_OF_MEMORY;
    *out = (ploy_blocker_set){obstacles, h->size, h->costs[number]};
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < h->size && status == PLOY_OK; i++)
        status = describe(h->e, h->first + h->found[(size_t)number * h->size + i], &obstacles[i]);
    return status;
}

static ploy_status describe_sets(set_search* h, ploy_blocker_sets* out)
{
    ploy_blocker_set* sets = PL_ARENA_ARRAY(h->e->keep, ploy_blocker_set, h->found_count);
    if (!sets) return PLOY_OUT_OF_MEMORY;
    out->sets = sets;
    out->set_count = h->found_count;
    out->size = h->size;
    out->more = h->more || h->unsettled;
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < h->found_count && status == PLOY_OK; i++) status = describe_set(h, i, &sets[i]);
    return status;
}

// Blockers and conflict.

/// Is there a plan when every obstacle is removed?
static ploy_status search_all(set_search* h, ploy_status* answer_status)
{
    pl_answer answer;
    h->size = 0;
    mark_set(h, false);
    ploy_status status = pl_what_if_search(&h->e->what_if, &answer);
    *answer_status = answer.status;
    return status;
}

/// Searches size by size, until one gives sets.
static ploy_status walk_sizes(set_search* h, uint32_t size, uint32_t max_size, ploy_blocker_sets* out)
{
    uint32_t max_sets = h->e->def->max_sets > 0 ? h->e->def->max_sets : 1;
    out->at_least = size;
    for (; size <= max_size && size <= h->count && !h->stopped; size++) {
        bool ruled_out = !h->unsettled;
        if (!begin_size(h, size, max_sets)) return PLOY_OUT_OF_MEMORY;
        if (walk(h, true, PLOY_FOUND, max_sets) != PLOY_OK) return PLOY_OUT_OF_MEMORY;
        if (ruled_out) out->at_least = size;
        if (h->found_count > 0) return PLOY_OK;
        if (!h->unsettled) out->at_least = size + 1;
    }
    return PLOY_OK;
}

ploy_status pl_minimal_blockers(pl_explainer* e, uint32_t first, uint32_t count, uint32_t size, ploy_blocker_sets* out)
{
    set_search h = {.e = e, .first = first, .count = count};
    *out = (ploy_blocker_sets){.at_least = size, .status = PLOY_PARTIAL};
    pl_what_if_remove_all(&e->what_if, false);
    ploy_status all = PLOY_OK;
    ploy_status status = search_all(&h, &all);
    if (status == PLOY_OK && all == PLOY_NOT_FOUND) out->status = PLOY_NOT_FOUND;
    if (status == PLOY_OK && all != PLOY_NOT_FOUND) status = walk_sizes(&h, size, e->def->max_set, out);
    pl_what_if_remove_all(&e->what_if, false);
    if (status != PLOY_OK || h.found_count == 0) return status;
    if (out->at_least == h.size) out->status = PLOY_FOUND;
    return describe_sets(&h, out);
}

static ploy_status keep_conflict(set_search* h, const uint32_t* at, uint32_t count, ploy_conflict* out)
{
    ploy_conjunct* conjuncts = PL_ARENA_ARRAY(h->e->keep, ploy_conjunct, count);
    if (!conjuncts) return PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        const pl_what_if_obstacle* it = &h->e->what_if.obstacles.data[h->first + (at ? at[i] : i)];
        if (!pl_explain_conjunct(h->e, &it->conjunct, h->e->what_if.query.goal_args, &conjuncts[i]))
            return PLOY_OUT_OF_MEMORY;
    }
    out->conjuncts = conjuncts;
    out->conjunct_count = count;
    return PLOY_OK;
}

ploy_status pl_minimal_conflict(pl_explainer* e, uint32_t first, uint32_t count, ploy_conflict* out)
{
    set_search h = {.e = e, .first = first, .count = count};
    ploy_status status = PLOY_OK;
    *out = (ploy_conflict){.at_least = 1, .status = PLOY_PARTIAL};
    pl_what_if_remove_all(&e->what_if, false);
    for (uint32_t size = 1; size < count && h.found_count == 0 && !h.stopped; size++) {
        if (!h.unsettled) out->at_least = size;
        if (!begin_size(&h, size, 1)) return PLOY_OUT_OF_MEMORY;
        status = walk(&h, false, PLOY_NOT_FOUND, 1);
        if (status != PLOY_OK) return status;
    }
    pl_what_if_remove_all(&e->what_if, false);
    if (h.found_count == 0 && !h.unsettled) out->at_least = count;
    if (h.found_count > 0)
        status = keep_conflict(&h, h.found, h.size, out);
    else
        status = keep_conflict(&h, NULL, count, out);
    if (out->at_least == out->conjunct_count) out->status = PLOY_FOUND;
    return status;
}

/// Adds the conditions, contexts and availability of actions that could matter. An action that changes nothing needed
/// is not an obstacle, unless it may separate two moves.
static ploy_status add_action_obstacles(pl_explainer* e)
{
    pl_what_if* w = &e->what_if;
    const ploy_domain* domain = e->def->domain;
    uint64_t* needed;
    if (!pl_relevant_actions(domain, w->query.goal, &e->scratch, &needed)) return PLOY_OUT_OF_MEMORY;
    ploy_status status = PLOY_OK;
    for (uint32_t a = 0; a < ploy_domain_action_count(domain) && status == PLOY_OK; a++) {
        if (!w->query.options.no_two_moves && !pl_bits_test(needed, a)) continue;
        status = pl_what_if_add_action(w, a);
    }
    return status;
}

static bool leaves_goal_whole(const ploy_blocker_set* set)
{
    for (uint32_t i = 0; i < set->obstacle_count; i++)
        if (set->obstacles[i].kind == PLOY_BLOCKER_GOAL) return false;
    return true;
}

/// Copies those of the smallest sets that leave the goal unchanged.
static bool copy_whole(pl_explainer* e)
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

ploy_status pl_explain_no_plan(pl_explainer* e)
{
    pl_what_if* w = &e->what_if;
    ploy_status status = add_action_obstacles(e);
    if (status != PLOY_OK) return status;
    uint32_t gates = w->obstacles.count;
    if (!pl_what_if_add_conjuncts(w, PLOY_PART_CONDITION, w->query.goal)) return PLOY_OUT_OF_MEMORY;
    ploy_explanation* out = e->out;
    status = pl_minimal_conflict(e, gates, w->obstacles.count - gates, &out->conflict);
    if (status == PLOY_OK) status = pl_minimal_blockers(e, 0, w->obstacles.count, 1, &out->obstacles);
    if (status != PLOY_OK) return status;
    if (!copy_whole(e)) return PLOY_OUT_OF_MEMORY;
    if (out->deeper.set_count > 0) return PLOY_OK;
    return pl_minimal_blockers(e, 0, gates, out->obstacles.at_least, &out->deeper);
}
