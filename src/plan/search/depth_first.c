#include "plan/search/depth_first.h"

#include <string.h>

#include "base/memory.h"

void pl_depth_first_init(pl_depth_first* d, const ploy_allocator* allocator)
{
    *d = (pl_depth_first){.allocator = pl_allocator_choose(allocator)};
}

void pl_depth_first_destroy(pl_depth_first* d)
{
    PL_ARRAY_FREE(&d->branches, &d->allocator);
    PL_ARRAY_FREE(&d->frames, &d->allocator);
    PL_ARRAY_FREE(&d->costs, &d->allocator);
    PL_ARRAY_FREE(&d->best, &d->allocator);
}

size_t pl_depth_first_bytes(const pl_depth_first* d)
{
    return pl_array_bytes(d->branches.capacity, sizeof(pl_branch)) +
           pl_array_bytes(d->frames.capacity, sizeof(pl_depth_frame)) +
           pl_array_bytes(d->costs.capacity, sizeof(uint32_t)) + pl_array_bytes(d->best.capacity, sizeof(uint32_t));
}

static bool cover(pl_depth_first* d, uint32_t nodes)
{
    if (!PL_ARRAY_RESERVE(&d->costs, &d->allocator, nodes)) return false;
    while (d->costs.count < nodes) d->costs.data[d->costs.count++] = UINT32_MAX;
    return true;
}

static bool is_before(const pl_branch* a, const pl_branch* b)
{
    if (a->score != b->score) return a->score > b->score;
    uint64_t fa = (uint64_t)a->edge.cost + a->edge.estimate, fb = (uint64_t)b->edge.cost + b->edge.estimate;
    return fa != fb ? fa < fb : a->edge.estimate < b->edge.estimate;
}

// Stable: equal branches stay in order of precedence.
static void sort(pl_branch* branches, uint32_t count)
{
    for (uint32_t i = 1; i < count; ++i) {
        pl_branch moved = branches[i];
        uint32_t at = i;
        for (; at > 0 && is_before(&moved, &branches[at - 1]); --at) branches[at] = branches[at - 1];
        branches[at] = moved;
    }
}

static int64_t score_of(const pl_depth_first* d, uint32_t node, uint32_t move)
{
    if (!d->score) return 0;
    const pl_rules* rules = d->forward->rules;
    const pl_move* m = &rules->heuristic->moves[move];
    ploy_step step = pl_compiled_step(rules->c, m->ground);
    const uint64_t* state = pl_tuples_at(d->forward->states, node);
    step.cost = m->is_priced ? pl_domain_price(d->domain, m->ground, state) : m->cost;
    return d->score(d->score_user, d->domain, &step, state);
}

static ploy_status collect(pl_depth_first* d, uint32_t node, uint32_t* end)
{
    const pl_edge* edges = NULL;
    uint32_t count = pl_forward_expand(d->forward, node, &edges);
    if (count == PL_EXPAND_NO_MEMORY) return PLOY_OUT_OF_MEMORY;
    if (count == PL_EXPAND_NO_NODES) return PLOY_OUT_OF_NODES;
    uint32_t first = d->branches.count;
    d->generated += count;
    for (uint32_t i = 0; i < count; ++i) {
        pl_branch branch = {edges[i], score_of(d, node, edges[i].label)};
        if (edges[i].estimate == PL_DEAD || branch.score < 0) continue;
        if (!PL_ARRAY_PUSH(&d->branches, &d->allocator, branch)) return PLOY_OUT_OF_MEMORY;
    }
    *end = d->branches.count;
    if (*end > first) sort(d->branches.data + first, *end - first);
    return PLOY_IN_PROGRESS;
}

static bool keep_plan(pl_depth_first* d, uint32_t cost)
{
    PL_ARRAY_CLEAR(&d->best);
    for (uint32_t i = 1; i < d->frames.count; ++i) {
        if (!PL_ARRAY_PUSH(&d->best, &d->allocator, d->frames.data[i].move)) return false;
    }
    d->best_cost = cost;
    return true;
}

// Enters a node: takes the plan if it is a goal, else expands it.
static ploy_status enter(pl_depth_first* d, uint32_t node, uint32_t move, uint32_t g)
{
    if (!cover(d, node + 1)) return PLOY_OUT_OF_MEMORY;
    d->costs.data[node] = g;
    pl_depth_frame frame = {d->branches.count, d->branches.count, d->branches.count, move, g};
    if (!PL_ARRAY_PUSH(&d->frames, &d->allocator, frame)) return PLOY_OUT_OF_MEMORY;
    if (pl_forward_is_goal(d->forward, node)) {
        if (!keep_plan(d, g)) return PLOY_OUT_OF_MEMORY;
        return d->score ? PLOY_FOUND : PLOY_IN_PROGRESS;
    }
    if (d->expanded == d->max_nodes || pl_search_work_is_done(&d->work, d->expanded, d->generated))
        return PLOY_OUT_OF_NODES;
    ++d->expanded;
    return collect(d, node, &d->frames.data[d->frames.count - 1].end_branch);
}

// Until there is a plan, no state is entered twice: every plan from a state that was left leads through one on the stack,
// which is not entered at a lower cost this way. (Unless a cost was too high to go on: at a lower cost it may not be.)
static bool is_worth(pl_depth_first* d, const pl_edge* edge, uint32_t from, uint32_t* g)
{
    uint64_t cost = (uint64_t)from + edge->cost;
    uint32_t known = edge->to < d->costs.count ? d->costs.data[edge->to] : UINT32_MAX;
    *g = cost < PL_COST_TOO_HIGH ? (uint32_t)cost : PL_COST_TOO_HIGH - 1;
    if (d->score) return known == UINT32_MAX;
    if (cost + edge->estimate >= PL_COST_TOO_HIGH) return d->overflowed = true, false;
    bool may_enter_again = d->best_cost != UINT32_MAX || d->overflowed;
    return *g < known && (known == UINT32_MAX || may_enter_again) && cost + edge->estimate < d->best_cost;
}

ploy_status pl_depth_first_begin(pl_depth_first* d, pl_forward* forward, uint32_t max_nodes)
{
    d->forward = forward;
    d->max_nodes = max_nodes ? max_nodes : UINT32_MAX;
    d->expanded = d->generated = 0;
    d->best_cost = UINT32_MAX;
    d->overflowed = false;
    d->work = (pl_search_work){0};
    PL_ARRAY_CLEAR(&d->branches);
    PL_ARRAY_CLEAR(&d->frames);
    PL_ARRAY_CLEAR(&d->costs);
    PL_ARRAY_CLEAR(&d->best);
    if (pl_forward_estimate(forward, 0) == PL_DEAD) return d->status = PLOY_NOT_FOUND;
    return d->status = PLOY_IN_PROGRESS;
}

static ploy_status finish(const pl_depth_first* d)
{
    if (d->best_cost != UINT32_MAX) return PLOY_FOUND;
    return d->overflowed ? PLOY_NOT_SUPPORTED : PLOY_NOT_FOUND;
}

static ploy_status step(pl_depth_first* d)
{
    if (d->frames.count == 0) return enter(d, 0, PLOY_NONE, 0);
    for (;;) {
        pl_depth_frame* top = &d->frames.data[d->frames.count - 1];
        while (top->next_branch < top->end_branch) {
            pl_edge edge = d->branches.data[top->next_branch++].edge;
            uint32_t g;
            if (is_worth(d, &edge, top->g, &g)) return enter(d, edge.to, edge.label, g);
        }
        d->branches.count = top->first_branch;
        if (--d->frames.count == 0) return finish(d);
    }
}

ploy_status pl_depth_first_update(pl_depth_first* d, uint32_t max_nodes)
{
    for (uint32_t i = 0; i < max_nodes && d->status == PLOY_IN_PROGRESS; ++i) d->status = step(d);
    return d->status;
}
