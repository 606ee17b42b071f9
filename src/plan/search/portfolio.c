#include "plan/search/portfolio.h"

#include <string.h>

#include "base/defaults.h"
#include "plan/search/planner.h"
#include "trace/emit.h"

// Nodes of the first turns. A node backward takes about as long as ten forward. With few moves, a node forward takes
// little time, so the first turn has more of them: as many as test FORWARD_TESTS moves.
enum
{
    FORWARD_TURN = 4000,
    FORWARD_TESTS = 264000,
    BACKWARD_TURN = 250,
    LAZY_TURN = 128,
    FEW_MOVES_LAZY_TURN = 64, // nearly all plans that it finds soon, it finds with fewer nodes
    FEW_MOVES = 512,          // with them, a node of the search from the goal takes a third of a lazy one, or less
    NEAR_TURN = 64,
    WINDOWS_TURN = 1000,
    LAZY_AGAIN = 16,   // nodes of a search at other prices: so many more than of the first one, in all at most twice this
    PREPARE_AGAIN = 8, // nodes that preparing it counts as
    PROOF_TURN = 1000, // after the first plan: most proofs are as short
};

// Prices by which the search that is led by relaxed plans chooses makers of goods, in this order.
typedef enum price_style
{
    STYLE_NEAR,    // with half of the way to a maker for each execution
    STYLE_PROGRAM, // of the linear program (demand/prices.h): what there is too much of costs nothing
    STYLE_PLAIN,   // without ways
    STYLES,
} price_style;

// Limits.

uint32_t pl_planner_node_limit(const ploy_planner* p)
{
    uint32_t max_nodes = p->query.options.max_nodes;
    max_nodes = max_nodes > p->def.max_nodes ? max_nodes : p->def.max_nodes;
    return max_nodes < UINT32_MAX - 2 ? max_nodes : UINT32_MAX - 2;
}

// A unit of work is about 100 ns. Forward that is an edge, or 64 moves that do not apply; backward it is a third of an
// edge, or 8 moves.
pl_search_work pl_planner_work_limit(const ploy_planner* p, bool is_backward)
{
    uint32_t moves = p->rules.heuristic->move_count;
    bool is_limited = !p->has_own_limit && !p->query.options.max_nodes;
    uint32_t shares = p->portfolio.count > 1 ? p->portfolio.count : 1;
    uint64_t max = p->max_work ? p->max_work : PLOY_DEFAULT_PLANNER_MAX_WORK;
    return (pl_search_work){is_limited ? max / shares : 0, is_backward ? moves / 8 : moves / 64, is_backward ? 3 : 1};
}

// What one estimate on a relaxation takes, in units of work.
static uint32_t estimate_work(const pl_relaxation* x, pl_estimate_kind kind)
{
    uint32_t explored = (x->pres.count + x->effects.count) / 16 + 1;
    return kind == PL_ESTIMATE_LMCUT ? 8 * explored : explored;
}

// With one engine, the engine itself ends at the limit; with several, their sum counts.
static uint32_t engine_limit(const ploy_planner* p)
{
    return p->portfolio.count == 1 && !p->portfolio.goes_on ? p->query.options.max_nodes : 0;
}

// Spaces that drop what cannot lead to a cheaper plan.

// Nodes come in order of what a plan through them costs at least: after the first that costs too much, none is left.
static bool is_exhausted(ploy_planner* p, const pl_astar* search, uint32_t node, uint32_t estimate)
{
    return p->portfolio.is_exhausted = (uint64_t)pl_search_at(search, node)->g + estimate >= p->portfolio.best_cost;
}

static uint32_t drop_expensive(const ploy_planner* p, const pl_astar* search, uint32_t node, pl_edge* edges,
                               uint32_t count)
{
    uint32_t kept = 0;
    uint64_t g = pl_search_at(search, node)->g;
    for (uint32_t i = 0; i < count; ++i) {
        if (g + edges[i].cost + edges[i].estimate < p->portfolio.best_cost) edges[kept++] = edges[i];
    }
    return kept;
}

static uint32_t expand_forward(void* planner, uint32_t node, const pl_edge** edges)
{
    ploy_planner* p = planner;
    if (is_exhausted(p, &p->search, node, pl_forward_estimate(&p->forward, node))) return PL_EXPAND_NO_NODES;
    uint32_t count = pl_forward_expand(&p->forward, node, edges);
    return count >= PL_EXPAND_NO_NODES ? count : drop_expensive(p, &p->search, node, p->forward.edges.data, count);
}

static bool is_goal_forward(void* planner, uint32_t node)
{
    return pl_forward_is_goal(&((ploy_planner*)planner)->forward, node);
}

static uint32_t expand_backward(void* planner, uint32_t node, const pl_edge** edges)
{
    ploy_planner* p = planner;
    pl_space space = pl_backward_space(&p->backward);
    if (is_exhausted(p, &p->back, node, pl_backward_estimate(&p->backward, node))) return PL_EXPAND_NO_NODES;
    uint32_t count = space.expand(space.context, node, edges);
    return count >= PL_EXPAND_NO_NODES ? count : drop_expensive(p, &p->back, node, p->backward.edges.data, count);
}

static bool is_goal_backward(void* planner, uint32_t node)
{
    pl_space space = pl_backward_space(&((ploy_planner*)planner)->backward);
    return space.is_goal(space.context, node);
}

// Engines.

static bool prepare_backward(ploy_planner* p, bool has_estimates)
{
    if (p->is_backward_ready && (!has_estimates || p->backward.demand.is_complete)) return true;
    p->is_backward_ready =
        pl_backward_begin(&p->backward, &p->rules, &p->back, p->start, pl_planner_node_limit(p), has_estimates);
    return p->is_backward_ready;
}

static ploy_status begin_backward(ploy_planner* p, pl_search_order order)
{
    if (!prepare_backward(p, true) || !pl_backward_restart(&p->backward)) return PLOY_OUT_OF_MEMORY;
    pl_space space = pl_backward_space(&p->backward);
    if (p->portfolio.has_plan) space = (pl_space){.context = p, .expand = expand_backward, .is_goal = is_goal_backward};
    p->portfolio.expanded += p->back.expanded;
    p->portfolio.generated += p->back.generated;
    ploy_status status = pl_search_begin(&p->back, &space, 0, 0, order, engine_limit(p));
    p->back.work = pl_planner_work_limit(p, true);
    return status;
}

static pl_estimate_kind estimate_kind(ploy_search search)
{
    switch (search) {
    case PLOY_SEARCH_BLIND:
        return PL_ESTIMATE_LEAST;
    case PLOY_SEARCH_HMAX:
        return PL_ESTIMATE_HMAX;
    case PLOY_SEARCH_LMCUT:
        return PL_ESTIMATE_LMCUT;
    case PLOY_SEARCH_GREEDY:
        return PL_ESTIMATE_NONE;
    default:
        return PL_ESTIMATE_TABLES;
    }
}

// A search for a cheaper plan at other prices is given up when it takes longer than the first one.
static uint32_t lazy_limit(const ploy_planner* p)
{
    const pl_portfolio* o = &p->portfolio;
    uint32_t again = o->first_nodes + LAZY_AGAIN < 2 * LAZY_AGAIN ? o->first_nodes + LAZY_AGAIN : 2 * LAZY_AGAIN;
    return o->style == STYLE_NEAR ? engine_limit(p) : again;
}

static pl_maker_style maker_style(const ploy_planner* p)
{
    const pl_demand* d = &p->backward.demand;
    bool has_prices = p->portfolio.style == STYLE_PROGRAM && d->is_complete && d->has_landmarks;
    return (pl_maker_style){p->portfolio.style == STYLE_PLAIN ? 31 : 1, has_prices ? d->prices.prices.data : NULL};
}

static ploy_status begin_lazy(ploy_planner* p)
{
    const pl_portfolio* o = &p->portfolio;
    pl_forward* f = &p->forward;
    ploy_status status = pl_lazy_begin(&p->lazy, f, f->relaxation, &p->backward.totals, maker_style(p), lazy_limit(p));
    if (o->has_plan) p->lazy.bound = o->best_cost;
    return status;
}

static ploy_status begin_forward(ploy_planner* p, bool is_lazy)
{
    pl_forward* f = &p->forward;
    f->kind = is_lazy ? PL_ESTIMATE_NONE : estimate_kind(p->query.options.search);
    f->search = is_lazy ? NULL : &p->search;
    if (f->kind == PL_ESTIMATE_TABLES && !pl_planner_add_tables(p)) return PLOY_OUT_OF_MEMORY;
    f->relaxation = NULL;
    if (is_lazy || f->kind == PL_ESTIMATE_HMAX || f->kind == PL_ESTIMATE_LMCUT) {
        bool needs_prices = is_lazy && p->portfolio.style == STYLE_PROGRAM && !p->rules.heuristic->priced_count;
        if (!prepare_backward(p, needs_prices)) return PLOY_OUT_OF_MEMORY;
        f->relaxation = &p->backward.demand.relaxation;
    }
    if (pl_forward_begin(f, &p->rules, p->start, pl_planner_node_limit(p)) == PLOY_NONE) return PLOY_OUT_OF_MEMORY;
    if (is_lazy) {
        ploy_status status = begin_lazy(p);
        p->lazy.work = pl_planner_work_limit(p, false);
        p->lazy.work.node += estimate_work(f->relaxation, PL_ESTIMATE_HMAX);
        return status;
    }
    pl_space space = pl_forward_space(f);
    if (p->portfolio.has_plan) space = (pl_space){.context = p, .expand = expand_forward, .is_goal = is_goal_forward};
    ploy_status status =
        pl_search_begin(&p->search, &space, 0, pl_forward_estimate(f, 0), PL_SEARCH_CHEAPEST, engine_limit(p));
    p->search.work = pl_planner_work_limit(p, false);
    if (f->relaxation) p->search.work.edge += estimate_work(f->relaxation, f->kind);
    return status;
}

static ploy_status begin_engine(ploy_planner* p, pl_engine engine)
{
    switch (engine) {
    case PL_ENGINE_FORWARD:
        return begin_forward(p, false);
    case PL_ENGINE_LAZY:
        return begin_forward(p, true);
    case PL_ENGINE_BACKWARD:
        return begin_backward(p, PL_SEARCH_CHEAPEST);
    case PL_ENGINE_WINDOWS:
        return pl_windows_begin(&p->windows, &p->rules, p->start, pl_planner_node_limit(p), p->portfolio.best.data,
                                p->portfolio.best.count);
    case PL_ENGINE_NEAR:
    default:
        return begin_backward(p, PL_SEARCH_WEIGHTED);
    }
}

static ploy_status update_engine(ploy_planner* p, pl_engine engine, uint32_t nodes)
{
    switch (engine) {
    case PL_ENGINE_FORWARD:
        return pl_search_update(&p->search, nodes);
    case PL_ENGINE_LAZY:
        return pl_lazy_update(&p->lazy, nodes);
    case PL_ENGINE_WINDOWS:
        return pl_windows_update(&p->windows, nodes);
    default:
        return pl_search_update(&p->back, nodes);
    }
}

// Turns.

static bool has_few_moves(const ploy_planner* p)
{
    return p->rules.heuristic->move_count <= FEW_MOVES;
}

static uint32_t first_turn(const ploy_planner* p, pl_engine engine)
{
    static const uint32_t nodes[] = {FORWARD_TURN, BACKWARD_TURN, LAZY_TURN, NEAR_TURN, WINDOWS_TURN};
    uint32_t moves = p->rules.heuristic->move_count;
    bool is_quick = engine == PL_ENGINE_FORWARD && moves && FORWARD_TESTS / moves > FORWARD_TURN;
    if (engine == PL_ENGINE_LAZY && has_few_moves(p)) return FEW_MOVES_LAZY_TURN;
    return is_quick ? FORWARD_TESTS / moves : nodes[engine];
}

static void add_turn_of(ploy_planner* p, pl_engine engine, uint32_t nodes)
{
    pl_portfolio* o = &p->portfolio;
    o->turns[o->count++] = (pl_engine_turn){.engine = engine, .nodes = nodes, .status = PLOY_IN_PROGRESS};
}

static void add_turn(ploy_planner* p, pl_engine engine)
{
    add_turn_of(p, engine, first_turn(p, engine));
}

static pl_astar* proving_search(ploy_planner* p, const pl_engine_turn* turn)
{
    return turn->engine == PL_ENGINE_FORWARD ? &p->search : turn->engine == PL_ENGINE_BACKWARD ? &p->back : NULL;
}

// Of two engines that prove that no plan is cheaper, the one with the lower bound is behind.
static bool is_behind(ploy_planner* p, const pl_engine_turn* turn)
{
    pl_portfolio* o = &p->portfolio;
    pl_astar* search = proving_search(p, turn);
    if (!o->has_plan || !turn->has_begun || !search) return false;
    for (uint32_t i = 0; i < o->count; ++i) {
        const pl_engine_turn* other = &o->turns[i];
        if (other == turn || !other->has_begun || other->has_ended || !proving_search(p, other)) continue;
        if (pl_search_lowest(search) < pl_search_lowest(proving_search(p, other))) return true;
    }
    return false;
}

// What the search from the goal finds at all, it mostly finds soon, and where moves are many, one of its nodes takes as
// long as a hundred forward, longer than its work says. Of the work that a game's search may do it has a fifth there, and
// half with few moves; of what a longer search does beyond that, a sixteenth, which is up to a fifth of the time.
static bool has_its_share(const ploy_planner* p)
{
    const uint64_t soon = PLOY_DEFAULT_PLANNER_MAX_WORK / 2;
    uint64_t lazy = pl_search_work_done(&p->lazy.work, p->lazy.expanded, p->lazy.generated);
    uint64_t early = lazy < soon ? lazy : soon, share = early / (has_few_moves(p) ? 1 : 4) + (lazy - early) / 16;
    return pl_search_work_done(&p->back.work, p->back.expanded, p->back.generated) >= share;
}

// How many times as long the next turn is. Turns double, but not those of an engine that is behind, nor those of the
// search from the goal once it has its share. Until then they grow faster with few moves: its nodes take less time there.
static uint32_t turn_growth(ploy_planner* p, const pl_engine_turn* turn)
{
    if (turn->engine == PL_ENGINE_NEAR) return has_its_share(p) ? 1 : has_few_moves(p) ? 8 : 2;
    return is_behind(p, turn) ? 1 : 2;
}

// Hands over to the next engine that has not ended; false: there is none.
static bool next_turn(ploy_planner* p)
{
    pl_portfolio* o = &p->portfolio;
    for (uint32_t i = 1; i <= o->count; ++i) {
        uint32_t next = (o->current + i) % o->count;
        pl_engine_turn* turn = &o->turns[next];
        if (turn->has_ended) continue;
        o->current = next;
        o->left = turn->nodes;
        uint32_t growth = turn_growth(p, turn);
        turn->nodes = turn->nodes < UINT32_MAX / growth ? growth * turn->nodes : UINT32_MAX;
        return true;
    }
    return false;
}

static void begin_turns(ploy_planner* p)
{
    p->portfolio.current = p->portfolio.count - 1;
    next_turn(p);
}

ploy_status pl_portfolio_begin(ploy_planner* p)
{
    pl_portfolio* o = &p->portfolio;
    ploy_search search = p->query.options.search;
    bool can_regress = !p->rules.heuristic->priced_count;
    o->count = 0;
    o->is_first = search == PLOY_SEARCH_GREEDY || search == PLOY_SEARCH_ANYTIME;
    o->goes_on = search == PLOY_SEARCH_ANYTIME;
    o->style = STYLE_NEAR;
    o->owed = 0;
    if (o->is_first) {
        add_turn(p, PL_ENGINE_LAZY);
        if (can_regress) add_turn(p, PL_ENGINE_NEAR);
    } else if (search == PLOY_SEARCH_REGRESSIVE && can_regress) {
        add_turn(p, PL_ENGINE_BACKWARD);
    } else {
        add_turn(p, PL_ENGINE_FORWARD);
        if (search == PLOY_SEARCH_AUTO && can_regress) add_turn(p, PL_ENGINE_BACKWARD);
    }
    begin_turns(p);
    PL_TRACE(p->query.trace, SEARCH_BEGUN, p->query.trace_agent, (uint64_t)search, 0);
    if (o->count > 1) return PLOY_IN_PROGRESS;
    o->turns[0].has_begun = true;
    return begin_engine(p, o->turns[0].engine);
}

// Plans.

static bool collect_lazy(ploy_planner* p, uint32_t* cost)
{
    const pl_lazy* z = &p->lazy;
    PL_ARRAY_CLEAR(&p->moves);
    for (uint32_t id = z->goal; z->parents.data[id].from != PLOY_NONE; id = z->parents.data[id].from) {
        if (!PL_ARRAY_PUSH(&p->moves, &p->allocator, z->parents.data[id].move)) return false;
    }
    pl_planner_reverse_moves(p);
    *cost = z->parents.data[z->goal].g;
    return true;
}

static bool collect_path(ploy_planner* p, const pl_astar* search, bool is_backward, uint32_t* cost)
{
    PL_ARRAY_CLEAR(&p->moves);
    *cost = pl_search_at(search, search->goal)->g;
    for (uint32_t id = search->goal; id != PLOY_NONE; id = pl_search_at(search, id)->parent) {
        uint32_t label = pl_search_at(search, id)->label;
        if (label != PLOY_NONE && !PL_ARRAY_PUSH(&p->moves, &p->allocator, label)) return false;
    }
    // In a backward search, the path from node to parent is already in plan order.
    if (!is_backward) pl_planner_reverse_moves(p);
    return true;
}

static bool keep_moves(ploy_planner* p, const uint32_t* moves, uint32_t count, uint32_t cost)
{
    pl_portfolio* o = &p->portfolio;
    if (!PL_ARRAY_RESERVE(&o->best, &p->allocator, count + 1)) return false;
    if (count) memcpy(o->best.data, moves, count * sizeof *moves);
    o->best.count = count;
    o->best_cost = cost;
    return true;
}

// Windows may have improved the plan, and other engines too, meanwhile.
static bool keep_improved(ploy_planner* p)
{
    pl_portfolio* o = &p->portfolio;
    if (p->windows.cost >= o->best_cost) return true;
    o->found_by = PLOY_SEARCH_ANYTIME;
    return keep_moves(p, p->windows.moves.data, p->windows.moves.count, p->windows.cost);
}

static bool keep_plan(ploy_planner* p, pl_engine engine)
{
    pl_portfolio* o = &p->portfolio;
    uint32_t cost = 0;
    bool is_backward = engine == PL_ENGINE_BACKWARD || engine == PL_ENGINE_NEAR;
    bool is_collected = engine == PL_ENGINE_LAZY
                            ? collect_lazy(p, &cost)
                            : collect_path(p, is_backward ? &p->back : &p->search, is_backward, &cost);
    if (!is_collected) return false;
    if (o->has_plan && cost >= o->best_cost) return true;
    if (!keep_moves(p, p->moves.data, p->moves.count, cost)) return false;
    if (!o->has_plan) o->first_cost = cost;
    if (!o->has_plan) o->first_nodes = p->lazy.expanded;
    o->has_plan = true;
    o->found_by = o->is_first                    ? PLOY_SEARCH_GREEDY
                  : engine == PL_ENGINE_BACKWARD ? PLOY_SEARCH_REGRESSIVE
                  : p->query.options.search == PLOY_SEARCH_AUTO || p->query.options.search == PLOY_SEARCH_ANYTIME
                      ? PLOY_SEARCH_ASTAR
                      : p->query.options.search;
    return true;
}

bool pl_portfolio_collect(ploy_planner* p)
{
    const pl_portfolio* o = &p->portfolio;
    PL_ARRAY_CLEAR(&p->moves);
    if (!PL_ARRAY_RESERVE(&p->moves, &p->allocator, o->best.count + 1)) return false;
    if (o->best.count) memcpy(p->moves.data, o->best.data, o->best.count * sizeof(uint32_t));
    p->moves.count = o->best.count;
    return true;
}

static void end_lazy(ploy_planner* p)
{
    p->portfolio.expanded += p->lazy.expanded;
    p->portfolio.generated += p->lazy.generated;
    p->lazy.expanded = p->lazy.generated = 0;
}

// Another search that is led by relaxed plans, at other prices.
static ploy_status try_again(ploy_planner* p)
{
    pl_portfolio* o = &p->portfolio;
    end_lazy(p);
    ++o->style;
    o->owed = PREPARE_AGAIN;
    o->count = 0;
    add_turn(p, PL_ENGINE_LAZY);
    begin_turns(p);
    return PLOY_IN_PROGRESS;
}

static bool may_try_again(const ploy_planner* p)
{
    const pl_requirements* q = &p->lazy.requirements;
    return q->good_count && q->makers.has_choice && p->portfolio.style + 1 < STYLES && p->portfolio.best_cost > 0;
}

// From the first plan to the best one.
static ploy_status go_on(ploy_planner* p)
{
    pl_portfolio* o = &p->portfolio;
    o->is_first = false;
    o->count = 0;
    end_lazy(p);
    if (pl_windows_apply(&p->rules)) add_turn(p, PL_ENGINE_WINDOWS);
    if (!p->rules.heuristic->priced_count) add_turn_of(p, PL_ENGINE_BACKWARD, PROOF_TURN);
    add_turn_of(p, PL_ENGINE_FORWARD, PROOF_TURN);
    begin_turns(p);
    return o->best_cost == 0 ? (o->is_proved = true, PLOY_FOUND) : PLOY_IN_PROGRESS;
}

// What it means that an engine has ended; PLOY_IN_PROGRESS: another one goes on.
static ploy_status conclude(ploy_planner* p, pl_engine_turn* turn)
{
    pl_portfolio* o = &p->portfolio;
    turn->has_ended = true;
    if (o->is_exhausted) turn->status = PLOY_NOT_FOUND;
    if (turn->status == PLOY_FOUND) {
        if (!keep_plan(p, turn->engine)) return PLOY_OUT_OF_MEMORY;
        o->is_proved = !o->is_first;
        if (!o->is_first || !o->goes_on) return PLOY_FOUND;
        return may_try_again(p) ? try_again(p) : go_on(p);
    }
    if (o->is_first && o->has_plan && turn->status != PLOY_OUT_OF_MEMORY)
        return may_try_again(p) ? try_again(p) : go_on(p);
    if (turn->status == PLOY_NOT_FOUND) {
        o->is_proved = o->has_plan;
        return o->has_plan ? PLOY_FOUND : PLOY_NOT_FOUND;
    }
    if (next_turn(p)) return PLOY_IN_PROGRESS;
    if (o->has_plan) return PLOY_FOUND;
    return o->turns[0].status;
}

static bool has_run_out(const ploy_planner* p)
{
    uint32_t max_nodes = p->query.options.max_nodes;
    return max_nodes && !engine_limit(p) && pl_portfolio_expanded(p) >= max_nodes;
}

// Preparing another search takes nodes, too, so a caller that reads the clock between slices sees the first plan before.
static uint32_t pay(pl_portfolio* o, uint32_t max_nodes)
{
    uint32_t nodes = o->owed < max_nodes ? o->owed : max_nodes;
    o->owed -= nodes;
    o->expanded += nodes;
    return nodes;
}

ploy_status pl_portfolio_update(ploy_planner* p, uint32_t max_nodes)
{
    pl_portfolio* o = &p->portfolio;
    ploy_status status = PLOY_IN_PROGRESS;
    while (max_nodes > 0 && status == PLOY_IN_PROGRESS) {
        pl_engine_turn* turn = &o->turns[o->current];
        if (has_run_out(p)) return o->has_plan ? PLOY_FOUND : PLOY_OUT_OF_NODES;
        uint32_t limit = p->query.options.max_nodes && !engine_limit(p)
                             ? p->query.options.max_nodes - pl_portfolio_expanded(p)
                             : UINT32_MAX;
        if (o->owed) {
            max_nodes -= pay(o, max_nodes < limit ? max_nodes : limit);
            continue;
        }
        uint32_t nodes = max_nodes < o->left ? max_nodes : o->left;
        if (o->count == 1) nodes = max_nodes;
        nodes = nodes < limit ? nodes : limit;
        turn->status = turn->has_begun ? PLOY_IN_PROGRESS : begin_engine(p, turn->engine);
        turn->has_begun = true;
        uint32_t before = pl_portfolio_expanded(p);
        if (turn->status == PLOY_IN_PROGRESS) turn->status = update_engine(p, turn->engine, nodes);
        if (turn->engine == PL_ENGINE_WINDOWS && turn->status != PLOY_OUT_OF_MEMORY && !keep_improved(p))
            turn->status = PLOY_OUT_OF_MEMORY;
        // What an engine that ends leaves over, the next one has: a search is as far after so many nodes in any slices.
        max_nodes -= turn->status == PLOY_IN_PROGRESS ? nodes : pl_portfolio_expanded(p) - before;
        if (turn->status != PLOY_IN_PROGRESS)
            status = conclude(p, turn);
        else if (o->count > 1 && (o->left -= nodes) == 0)
            next_turn(p);
    }
    return status;
}

uint32_t pl_portfolio_expanded(const ploy_planner* p)
{
    return p->portfolio.expanded + p->search.expanded + p->back.expanded + p->lazy.expanded +
           pl_windows_expanded(&p->windows);
}

uint32_t pl_portfolio_generated(const ploy_planner* p)
{
    return p->portfolio.generated + p->search.generated + p->back.generated + p->lazy.generated +
           pl_windows_generated(&p->windows);
}

uint32_t pl_portfolio_bound(ploy_planner* p)
{
    pl_portfolio* o = &p->portfolio;
    if (o->is_proved) return o->best_cost;
    for (uint32_t i = 0; i < o->count; ++i) {
        const pl_engine_turn* turn = &o->turns[i];
        if (!turn->has_begun || !proving_search(p, turn)) continue;
        uint32_t lowest = pl_search_lowest(proving_search(p, turn));
        if (lowest != UINT32_MAX && lowest > o->bound) o->bound = lowest;
    }
    return o->has_plan && o->bound > o->best_cost ? o->best_cost : o->bound;
}
