// The search on explicit graphs, against two references: Bellman-Ford for the cost of the cheapest path, and a simple
// A* that scans all nodes for the next one. Both searches must expand and reach the same nodes in the same order.

#include "search/search.h"

#include <string.h>

#include "support/base/allocators.h"
#include "support/base/test.h"

enum
{
    MAX_NODES = 64,
    MAX_EDGES = 512,
    MAX_EVENTS = 1 << 16,
    GRAPHS = 3000,
};

#define FAR UINT64_MAX

typedef struct graph
{
    uint32_t node_count, edge_count, start;
    uint32_t from[MAX_EDGES];
    pl_edge edges[MAX_EDGES]; // sorted by their start node; the label is the index here
    uint32_t first[MAX_NODES + 1];
    bool is_goal[MAX_NODES];
    uint32_t estimates[MAX_NODES];
    uint64_t distances[MAX_NODES]; // to the nearest goal
    uint32_t expansions;           // how many there were
    uint32_t fail_at;              // the expansion that returns fail_with; 0: none
    uint32_t fail_with;
} graph;

typedef struct record
{
    uint32_t count;
    ploy_trace_event events[MAX_EVENTS];
} record;

// The graph as a search space.

static uint32_t expand(void* context, uint32_t node, const pl_edge** edges)
{
    graph* g = context;
    if (++g->expansions == g->fail_at) return g->fail_with;
    *edges = g->edges + g->first[node];
    return g->first[node + 1] - g->first[node];
}

static bool is_goal(void* context, uint32_t node)
{
    return ((graph*)context)->is_goal[node];
}

static pl_space space_of(graph* g)
{
    return (pl_space){.context = g, .expand = expand, .is_goal = is_goal};
}

// Random graphs.

static void add_edge(graph* g, uint32_t from, uint32_t to, uint32_t cost)
{
    assert_true(g->edge_count < MAX_EDGES);
    uint32_t at = g->edge_count++;
    for (; at > 0 && g->from[at - 1] > from; --at) {
        g->from[at] = g->from[at - 1];
        g->edges[at] = g->edges[at - 1];
    }
    g->from[at] = from;
    g->edges[at] = (pl_edge){to, cost, 0, 0};
}

// Dead edges lead nowhere from the start.
static void measure(graph* g)
{
    for (uint32_t n = 0; n < g->node_count; ++n) g->distances[n] = g->is_goal[n] ? 0 : FAR;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t e = 0; e < g->edge_count; ++e) {
            uint64_t beyond = g->distances[g->edges[e].to];
            if (beyond == FAR || g->edges[e].estimate == PL_DEAD ||
                beyond + g->edges[e].cost >= g->distances[g->from[e]])
                continue;
            g->distances[g->from[e]] = beyond + g->edges[e].cost;
            changed = true;
        }
    }
}

static void set_estimates(graph* g)
{
    for (uint32_t e = 0; e < g->edge_count; ++e) g->edges[e].estimate = g->estimates[g->edges[e].to];
}

static void finish(graph* g)
{
    for (uint32_t e = 0; e < g->edge_count; ++e) {
        g->edges[e].label = e;
        ++g->first[g->from[e] + 1];
    }
    for (uint32_t n = 0; n < g->node_count; ++n) g->first[n + 1] += g->first[n];
    measure(g);
}

static void draw_graph(graph* g, ploy_random* random)
{
    *g = (graph){.node_count = 1 + ploy_random_below(random, 40)};
    uint32_t edges = ploy_random_below(random, 4 * g->node_count), costs = ploy_random_below(random, 2) ? 3 : 100;
    g->start = ploy_random_below(random, g->node_count);
    for (uint32_t i = 0; i < edges; ++i) {
        uint32_t from = ploy_random_below(random, g->node_count);
        add_edge(g, from, ploy_random_below(random, g->node_count), ploy_random_below(random, costs));
    }
    for (uint32_t i = ploy_random_below(random, 4); i > 0; --i)
        g->is_goal[ploy_random_below(random, g->node_count)] = true;
    finish(g);
}

typedef enum estimating
{
    BLIND,
    PERFECT,
    UNEVEN, // never too high, otherwise random
    ESTIMATINGS
} estimating;

static uint32_t draw_estimate(uint64_t distance, ploy_random* random)
{
    if (distance != FAR) return ploy_random_below(random, (uint32_t)distance + 1);
    return ploy_random_below(random, 2) ? PL_DEAD : ploy_random_below(random, 200);
}

static void estimate(graph* g, estimating how, ploy_random* random)
{
    for (uint32_t n = 0; n < g->node_count; ++n) {
        uint64_t distance = g->distances[n];
        if (how == BLIND) g->estimates[n] = 0;
        if (how == PERFECT) g->estimates[n] = distance == FAR ? PL_DEAD : (uint32_t)distance;
        if (how == UNEVEN) g->estimates[n] = draw_estimate(distance, random);
    }
    set_estimates(g);
}

// The simple A*.

static void note(record* r, uint32_t kind, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    assert_true(r->count < MAX_EVENTS);
    r->events[r->count++] = (ploy_trace_event){kind, 7, {a, b, c, d}};
}

typedef struct simple_search
{
    uint64_t costs[MAX_NODES];
    bool is_open[MAX_NODES];
} simple_search;

static bool is_better(const graph* g, const simple_search* s, uint32_t a, uint32_t b)
{
    uint64_t f_a = s->costs[a] + g->estimates[a], f_b = s->costs[b] + g->estimates[b];
    if (f_a != f_b) return f_a < f_b;
    return g->estimates[a] != g->estimates[b] ? g->estimates[a] < g->estimates[b] : a < b;
}

static uint32_t best_open(const graph* g, const simple_search* s)
{
    uint32_t best = PLOY_NONE;
    for (uint32_t n = 0; n < g->node_count; ++n) {
        if (s->is_open[n] && (best == PLOY_NONE || is_better(g, s, n, best))) best = n;
    }
    return best;
}

static uint32_t search_dumbly(const graph* g, record* r)
{
    simple_search s = {.is_open = {false}};
    for (uint32_t n = 0; n < g->node_count; ++n) s.costs[n] = FAR;
    s.costs[g->start] = 0;
    s.is_open[g->start] = g->estimates[g->start] != PL_DEAD;
    r->count = 0;
    for (uint32_t n; (n = best_open(g, &s)) != PLOY_NONE;) {
        if (g->is_goal[n]) return n;
        s.is_open[n] = false;
        note(r, PLOY_TRACE_NODE_EXPANDED, n, s.costs[n], g->estimates[n], 0);
        for (uint32_t e = g->first[n]; e < g->first[n + 1]; ++e) {
            uint32_t to = g->edges[e].to;
            uint64_t cost = s.costs[n] + g->edges[e].cost;
            if (g->edges[e].estimate == PL_DEAD || s.costs[to] <= cost) continue;
            s.costs[to] = cost;
            s.is_open[to] = true;
            note(r, PLOY_TRACE_NODE_REACHED, to, n, e, cost);
        }
    }
    return PLOY_NONE;
}

// Running the search.

static void keep_event(void* user, const ploy_trace_event* event)
{
    record* r = user;
    assert_true(r->count < MAX_EVENTS);
    r->events[r->count++] = *event;
}

typedef struct search_fixture
{
    graph g;
    record expected, actual;
    ploy_trace trace;
    pl_astar search;
} search_fixture;

static void search_fixture_init(search_fixture* b, const ploy_allocator* allocator)
{
    memset(b, 0, sizeof *b);
    pl_search_init(&b->search, allocator);
    b->trace = (ploy_trace){keep_event, &b->actual, PLOY_TRACE_EVERYTHING, true};
    b->search.trace = &b->trace;
    b->search.trace_agent = 7;
}

static ploy_status begin(search_fixture* b, pl_search_order order, uint32_t max_nodes)
{
    pl_space space = space_of(&b->g);
    b->actual.count = 0;
    b->g.expansions = 0;
    return pl_search_begin(&b->search, &space, b->g.start, b->g.estimates[b->g.start], order, max_nodes);
}

static ploy_status run(search_fixture* b, pl_search_order order, uint32_t max_nodes, uint32_t slice)
{
    ploy_status status = begin(b, order, max_nodes);
    while (status == PLOY_IN_PROGRESS) status = pl_search_update(&b->search, slice);
    assert_int_equal(status, b->search.status);
    return status;
}

static uint32_t count_kind(const record* r, uint32_t kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->count; ++i) count += r->events[i].kind == kind;
    return count;
}

static uint64_t path_cost(const search_fixture* b)
{
    uint64_t sum = 0;
    uint32_t node = b->search.goal;
    for (uint32_t steps = 0; pl_search_at(&b->search, node)->parent != PLOY_NONE; ++steps) {
        assert_true(steps < b->g.node_count);
        const pl_search_node* at = pl_search_at(&b->search, node);
        assert_true(at->label < b->g.edge_count);
        assert_int_equal(b->g.edges[at->label].to, node);
        assert_int_equal(b->g.from[at->label], at->parent);
        sum += b->g.edges[at->label].cost;
        node = at->parent;
    }
    assert_int_equal(node, b->g.start);
    return sum;
}

static void check_cheapest(search_fixture* b, uint32_t slice)
{
    ploy_status status = run(b, PL_SEARCH_CHEAPEST, 0, slice);
    uint64_t distance = b->g.distances[b->g.start];
    assert_int_equal(status, distance == FAR ? PLOY_NOT_FOUND : PLOY_FOUND);
    if (status != PLOY_FOUND) {
        assert_int_equal(b->search.goal, PLOY_NONE);
        return;
    }
    assert_true(b->g.is_goal[b->search.goal]);
    assert_int_equal(pl_search_at(&b->search, b->search.goal)->g, distance);
    assert_int_equal(path_cost(b), distance);
}

static void check_events(const search_fixture* b)
{
    assert_int_equal(b->actual.count, b->expected.count);
    assert_memory_equal(b->actual.events, b->expected.events, b->actual.count * sizeof *b->actual.events);
}

// Tests. The fixtures are large, so they are static.

static void the_path_found_is_the_cheapest_with_any_estimates(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    uint32_t found = 0, none = 0, opened_again = 0;
    for (uint64_t seed = 1; seed <= GRAPHS; ++seed) {
        ploy_random random = {.seed = seed};
        draw_graph(&b.g, &random);
        for (uint32_t how = 0; how < ESTIMATINGS; ++how) {
            estimate(&b.g, how, &random);
            check_cheapest(&b, UINT32_MAX);
            bool seen[MAX_NODES] = {false};
            for (uint32_t i = 0; i < b.actual.count; ++i) {
                if (b.actual.events[i].kind != PLOY_TRACE_NODE_EXPANDED) continue;
                uint64_t node = b.actual.events[i].args[0];
                assert_true(!seen[node] || how == UNEVEN);
                opened_again += seen[node];
                seen[node] = true;
            }
        }
        found += b.search.status == PLOY_FOUND;
        none += b.search.status == PLOY_NOT_FOUND;
    }
    assert_true(found > GRAPHS / 4 && none > GRAPHS / 4 && opened_again > 50);
    pl_search_destroy(&b.search);
}

static void nodes_are_expanded_and_reached_in_the_documented_order_and_all_are_traced(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    for (uint64_t seed = 1; seed <= GRAPHS; ++seed) {
        ploy_random random = {.seed = seed, .stream = 1};
        draw_graph(&b.g, &random);
        estimate(&b.g, seed % ESTIMATINGS, &random);
        uint32_t goal = search_dumbly(&b.g, &b.expected);
        run(&b, PL_SEARCH_CHEAPEST, 0, UINT32_MAX);
        assert_int_equal(b.search.goal, goal);
        check_events(&b);
        assert_int_equal(count_kind(&b.actual, PLOY_TRACE_NODE_EXPANDED), b.g.expansions);
        assert_int_equal(b.search.expanded, b.g.expansions);
    }
    pl_search_destroy(&b.search);
}

static void the_known_nodes_are_the_start_and_those_reached(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    for (uint64_t seed = 1; seed <= GRAPHS / 4; ++seed) {
        ploy_random random = {.seed = seed, .stream = 2};
        draw_graph(&b.g, &random);
        estimate(&b.g, BLIND, &random);
        run(&b, PL_SEARCH_CHEAPEST, 0, UINT32_MAX);
        bool is_met[MAX_NODES] = {false};
        is_met[b.g.start] = true;
        for (uint32_t i = 0; i < b.actual.count; ++i) is_met[b.actual.events[i].args[0]] = true;
        for (uint32_t n = 0; n < MAX_NODES; ++n) assert_int_equal(pl_search_reached(&b.search, n), is_met[n]);
    }
    pl_search_destroy(&b.search);
}

static void the_open_nodes_are_those_reached_since_they_were_last_expanded(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    for (uint64_t seed = 1; seed <= GRAPHS / 4; ++seed) {
        ploy_random random = {.seed = seed, .stream = 10};
        draw_graph(&b.g, &random);
        estimate(&b.g, seed % ESTIMATINGS, &random);
        if (begin(&b, PL_SEARCH_CHEAPEST, 0) != PLOY_IN_PROGRESS) continue;
        pl_search_update(&b.search, ploy_random_below(&random, 12));
        bool is_open[MAX_NODES] = {false};
        is_open[b.g.start] = true;
        for (uint32_t i = 0; i < b.actual.count; ++i) {
            is_open[b.actual.events[i].args[0]] = b.actual.events[i].kind == PLOY_TRACE_NODE_REACHED;
        }
        for (uint32_t n = 0; n < MAX_NODES; ++n) assert_int_equal(pl_search_is_open(&b.search, n), is_open[n]);
    }
    pl_search_destroy(&b.search);
}

static void slices_change_nothing(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    for (uint64_t seed = 1; seed <= GRAPHS; ++seed) {
        ploy_random random = {.seed = seed, .stream = 3};
        draw_graph(&b.g, &random);
        estimate(&b.g, seed % ESTIMATINGS, &random);
        pl_search_order order = seed % 2 ? PL_SEARCH_CHEAPEST : PL_SEARCH_NEAREST;
        ploy_status status = run(&b, order, 0, UINT32_MAX);
        uint32_t goal = b.search.goal, expanded = b.search.expanded, generated = b.search.generated;
        b.expected = b.actual;
        assert_int_equal(run(&b, order, 0, 1 + (uint32_t)seed % 5 / 2), status);
        check_events(&b);
        assert_true(b.search.goal == goal && b.search.expanded == expanded && b.search.generated == generated);
    }
    pl_search_destroy(&b.search);
}

static void an_update_expands_no_more_than_its_limit(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    b.g = (graph){.node_count = 20};
    for (uint32_t n = 0; n + 1 < b.g.node_count; ++n) add_edge(&b.g, n, n + 1, 1);
    b.g.is_goal[19] = true;
    finish(&b.g);
    assert_int_equal(begin(&b, PL_SEARCH_CHEAPEST, 0), PLOY_IN_PROGRESS);
    assert_int_equal(pl_search_update(&b.search, 0), PLOY_IN_PROGRESS);
    assert_int_equal(b.search.expanded, 0);
    for (uint32_t n = 1; n <= 19; ++n) {
        assert_int_equal(pl_search_update(&b.search, 1), PLOY_IN_PROGRESS);
        assert_int_equal(b.search.expanded, n);
    }
    assert_int_equal(pl_search_update(&b.search, 1), PLOY_FOUND);
    assert_int_equal(pl_search_update(&b.search, 100), PLOY_FOUND);
    assert_int_equal(b.search.expanded, 19);
    pl_search_destroy(&b.search);
}

static void check_order(search_fixture* b, const uint32_t* order, uint32_t count)
{
    finish(&b->g);
    set_estimates(&b->g);
    run(b, PL_SEARCH_CHEAPEST, 0, UINT32_MAX);
    uint32_t at = 0;
    for (uint32_t i = 0; i < b->actual.count; ++i) {
        if (b->actual.events[i].kind != PLOY_TRACE_NODE_EXPANDED) continue;
        assert_true(at < count);
        assert_int_equal(b->actual.events[i].args[0], order[at++]);
    }
    assert_int_equal(at, count);
}

static void the_lowest_sum_of_cost_and_estimate_goes_first(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    b.g = (graph){.node_count = 5, .estimates = {0, 5, 1, 0, 9}};
    add_edge(&b.g, 0, 1, 1); // 6
    add_edge(&b.g, 0, 2, 4); // 5
    add_edge(&b.g, 0, 3, 7); // 7
    add_edge(&b.g, 0, 4, 0); // 9
    check_order(&b, (uint32_t[]){0, 2, 1, 3, 4}, 5);
    pl_search_destroy(&b.search);
}

static void among_equal_sums_the_smaller_estimate_goes_first(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    b.g = (graph){.node_count = 5, .estimates = {0, 6, 2, 4, 0}};
    add_edge(&b.g, 0, 1, 0);
    add_edge(&b.g, 0, 2, 4);
    add_edge(&b.g, 0, 3, 2);
    add_edge(&b.g, 0, 4, 6);
    check_order(&b, (uint32_t[]){0, 4, 2, 3, 1}, 5);
    pl_search_destroy(&b.search);
}

static void among_equal_sums_and_estimates_the_lower_id_goes_first(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    b.g = (graph){.node_count = 6, .start = 3};
    static const uint32_t others[] = {4, 1, 5, 0, 2};
    for (uint32_t i = 0; i < 5; ++i) add_edge(&b.g, 3, others[i], 2);
    check_order(&b, (uint32_t[]){3, 0, 1, 2, 4, 5}, 6);
    pl_search_destroy(&b.search);
}

static void among_equal_paths_the_first_reached_stays(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    b.g = (graph){.node_count = 4};
    add_edge(&b.g, 0, 2, 1);
    add_edge(&b.g, 0, 1, 1);
    add_edge(&b.g, 1, 3, 1);
    add_edge(&b.g, 1, 3, 1);
    add_edge(&b.g, 2, 3, 1);
    b.g.is_goal[3] = true;
    check_order(&b, (uint32_t[]){0, 1, 2}, 3);
    assert_int_equal(pl_search_at(&b.search, 3)->parent, 1);
    assert_int_equal(pl_search_at(&b.search, 3)->label, 2);
    pl_search_destroy(&b.search);
}

static void a_closed_node_is_opened_again_when_a_cheaper_path_is_found(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    b.g = (graph){.node_count = 4, .estimates = {0, 8, 0, 0}};
    add_edge(&b.g, 0, 1, 1);
    add_edge(&b.g, 0, 2, 5);
    add_edge(&b.g, 1, 2, 1);
    add_edge(&b.g, 2, 3, 10);
    b.g.is_goal[3] = true;
    check_order(&b, (uint32_t[]){0, 2, 1, 2}, 4);
    assert_int_equal(pl_search_at(&b.search, 3)->g, 12);
    pl_search_destroy(&b.search);
}

static void a_start_that_is_a_goal_is_found_without_expanding(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    b.g = (graph){.node_count = 1, .is_goal = {true}};
    add_edge(&b.g, 0, 0, 0);
    check_order(&b, NULL, 0);
    assert_int_equal(b.search.status, PLOY_FOUND);
    assert_int_equal(pl_search_at(&b.search, 0)->g, 0);
    pl_search_destroy(&b.search);
}

static void a_node_limit_is_never_reported_as_not_found(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    uint32_t ran_out = 0;
    for (uint64_t seed = 1; seed <= GRAPHS / 4; ++seed) {
        ploy_random random = {.seed = seed, .stream = 4};
        draw_graph(&b.g, &random);
        estimate(&b.g, seed % ESTIMATINGS, &random);
        ploy_status status = run(&b, PL_SEARCH_CHEAPEST, 0, UINT32_MAX);
        uint32_t needed = b.search.expanded;
        for (uint32_t max = 1; max <= needed + 2; ++max) {
            assert_int_equal(run(&b, PL_SEARCH_CHEAPEST, max, 3), max < needed ? PLOY_OUT_OF_NODES : status);
            assert_int_equal(b.search.expanded, max < needed ? max : needed);
            ran_out += max < needed;
        }
    }
    assert_true(ran_out > 1000);
    pl_search_destroy(&b.search);
}

static void dead_edges_are_dropped(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    uint32_t cut = 0;
    for (uint64_t seed = 1; seed <= GRAPHS; ++seed) {
        ploy_random random = {.seed = seed, .stream = 5};
        draw_graph(&b.g, &random);
        bool could = b.g.distances[b.g.start] != FAR;
        for (uint32_t e = 0; e < b.g.edge_count; ++e)
            b.g.edges[e].estimate = ploy_random_below(&random, 4) ? 0 : PL_DEAD;
        measure(&b.g);
        check_cheapest(&b, UINT32_MAX);
        for (uint32_t i = 0; i < b.actual.count; ++i) {
            const ploy_trace_event* event = &b.actual.events[i];
            if (event->kind == PLOY_TRACE_NODE_REACHED) assert_true(b.g.edges[event->args[2]].estimate == 0);
        }
        cut += could && b.search.status == PLOY_NOT_FOUND;
    }
    assert_true(cut > 20);
    pl_search_destroy(&b.search);
}

static void a_dead_start_is_not_found_at_once(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    b.g = (graph){.node_count = 1, .estimates = {PL_DEAD}};
    assert_int_equal(begin(&b, PL_SEARCH_CHEAPEST, 0), PLOY_NOT_FOUND);
    assert_int_equal(pl_search_update(&b.search, 10), PLOY_NOT_FOUND);
    assert_int_equal(b.g.expansions, 0);
    pl_search_destroy(&b.search);
}

static void a_canceled_search_stops_and_leaves_nothing_behind(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    uint32_t cancelled = 0;
    for (uint64_t seed = 1; seed <= GRAPHS / 4; ++seed) {
        ploy_random random = {.seed = seed, .stream = 6};
        draw_graph(&b.g, &random);
        estimate(&b.g, UNEVEN, &random);
        ploy_status begun = begin(&b, PL_SEARCH_CHEAPEST, 0);
        ploy_status before =
            begun == PLOY_IN_PROGRESS ? pl_search_update(&b.search, ploy_random_below(&random, 8)) : begun;
        uint32_t expansions = b.g.expansions;
        pl_search_cancel(&b.search);
        assert_int_equal(pl_search_update(&b.search, 100), before == PLOY_IN_PROGRESS ? PLOY_CANCELLED : before);
        assert_int_equal(b.g.expansions, expansions);
        cancelled += before == PLOY_IN_PROGRESS;
        search_dumbly(&b.g, &b.expected);
        check_cheapest(&b, UINT32_MAX);
        check_events(&b);
    }
    assert_true(cancelled > 100);
    pl_search_destroy(&b.search);
}

static ploy_status run_two_steps(search_fixture* b, uint32_t first, uint32_t second, uint32_t direct)
{
    b->g = (graph){.node_count = 3, .is_goal = {false, false, true}};
    add_edge(&b->g, 0, 1, first);
    add_edge(&b->g, 1, 2, second);
    if (direct) add_edge(&b->g, 0, 2, direct);
    finish(&b->g);
    return run(b, PL_SEARCH_CHEAPEST, 0, UINT32_MAX);
}

static void costs_beyond_32_bits_are_not_supported_and_never_wrap(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    assert_int_equal(run_two_steps(&b, 1u << 31, 1u << 31, 0), PLOY_NOT_SUPPORTED);
    assert_int_equal(run_two_steps(&b, UINT32_MAX - 5, 5, 0), PLOY_NOT_SUPPORTED);
    assert_int_equal(run_two_steps(&b, UINT32_MAX, UINT32_MAX, 0), PLOY_NOT_SUPPORTED);
    assert_int_equal(run_two_steps(&b, UINT32_MAX - 5, 4, 0), PLOY_FOUND);
    assert_int_equal(pl_search_at(&b.search, 2)->g, UINT32_MAX - 1);
    assert_int_equal(run_two_steps(&b, 1u << 31, 1u << 31, UINT32_MAX - 1), PLOY_FOUND);
    assert_int_equal(pl_search_at(&b.search, 2)->g, UINT32_MAX - 1);
    assert_int_equal(run_two_steps(&b, 1, 1, 0), PLOY_FOUND);
    pl_search_destroy(&b.search);
}

static void estimates_near_the_end_of_32_bits_keep_the_cheapest(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    b.g = (graph){.node_count = 4, .is_goal = {false, false, false, true}};
    add_edge(&b.g, 0, 1, 1u << 31);
    add_edge(&b.g, 0, 2, 7);
    add_edge(&b.g, 1, 3, (1u << 31) - 2);
    add_edge(&b.g, 2, 3, UINT32_MAX - 9);
    finish(&b.g);
    estimate(&b.g, PERFECT, NULL);
    check_cheapest(&b, UINT32_MAX);
    assert_int_equal(pl_search_at(&b.search, 3)->g, UINT32_MAX - 2);
    pl_search_destroy(&b.search);
}

static void an_expansion_that_fails_ends_the_search(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    run_two_steps(&b, 1, 1, 0);
    b.g.fail_at = 2;
    b.g.fail_with = PL_EXPAND_NO_MEMORY;
    assert_int_equal(run(&b, PL_SEARCH_CHEAPEST, 0, 1), PLOY_OUT_OF_MEMORY);
    b.g.fail_with = PL_EXPAND_NO_NODES;
    assert_int_equal(run(&b, PL_SEARCH_CHEAPEST, 0, 1), PLOY_OUT_OF_NODES);
    b.g.fail_at = 0;
    assert_int_equal(run(&b, PL_SEARCH_CHEAPEST, 0, 1), PLOY_FOUND);
    pl_search_destroy(&b.search);
}

static void check_many(search_fixture* b, uint64_t stream)
{
    for (uint64_t seed = 1; seed <= GRAPHS / 2; ++seed) {
        ploy_random random = {.seed = seed, .stream = stream};
        draw_graph(&b->g, &random);
        estimate(&b->g, seed % ESTIMATINGS, &random);
        check_cheapest(b, UINT32_MAX);
    }
}

static void a_warm_search_does_not_allocate(void** unused)
{
    (void)unused;
    static search_fixture b;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    search_fixture_init(&b, &allocator);
    check_many(&b, 7);
    uint64_t calls = counters.calls;
    assert_true(calls > 0);
    check_many(&b, 7);
    assert_int_equal(counters.calls, calls);
    pl_search_destroy(&b.search);
    assert_int_equal(counters.live_blocks, 0);
}

static void a_search_with_reserved_room_does_not_allocate(void** unused)
{
    (void)unused;
    static search_fixture b;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    search_fixture_init(&b, &allocator);
    assert_true(pl_search_reserve(&b.search, MAX_NODES));
    uint64_t calls = counters.calls;
    check_many(&b, 8);
    assert_int_equal(counters.calls, calls);
    pl_search_destroy(&b.search);
}

// Every expansion finds a cheaper path to all remaining nodes, so that the open list fills with outdated entries.
static void draw_ever_cheaper(graph* g)
{
    *g = (graph){.node_count = 32};
    for (uint32_t from = 0; from < 32; ++from) {
        for (uint32_t to = from + 1; to < 32; ++to) add_edge(g, from, to, (to - from) * (to - from));
    }
    g->is_goal[31] = true;
    finish(g);
}

static void an_open_list_full_of_old_entries_is_compacted_instead_of_growing(void** unused)
{
    (void)unused;
    static search_fixture b;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    search_fixture_init(&b, &allocator);
    assert_true(pl_search_reserve(&b.search, 32));
    uint64_t calls = counters.calls;
    draw_ever_cheaper(&b.g);
    check_cheapest(&b, UINT32_MAX);
    assert_int_equal(pl_search_at(&b.search, 31)->g, 31);
    search_dumbly(&b.g, &b.expected);
    check_events(&b);
    assert_true(count_kind(&b.actual, PLOY_TRACE_NODE_REACHED) > 300);
    assert_int_equal(counters.calls, calls);
    pl_search_destroy(&b.search);
}

static void a_node_takes_16_bytes_besides_the_open_list(void** unused)
{
    (void)unused;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    pl_astar search;
    pl_search_init(&search, &allocator);
    assert_int_equal(pl_search_bytes(&search), 0);
    assert_true(pl_search_cover(&search, 10000));
    assert_int_equal(pl_search_bytes(&search), 16 * 10000);
    assert_int_equal(pl_search_bytes(&search), counters.live_bytes);
    assert_true(pl_search_reserve(&search, 10000));
    size_t entries = search.open.keys.capacity * sizeof(uint64_t) + search.open.nodes.capacity * sizeof(uint32_t) +
                     search.open.waiting.capacity * sizeof(pl_open_waiting);
    assert_int_equal(pl_search_bytes(&search) - entries, 16 * 10000);
    assert_int_equal(pl_search_bytes(&search), counters.live_bytes);
    pl_search_destroy(&search);
    assert_int_equal(counters.live_bytes, 0);
}

// Many nodes are open at once and ids increase, so that every array grows more than once.
static void draw_fan(graph* g)
{
    *g = (graph){.node_count = MAX_NODES};
    for (uint32_t n = 1; n < MAX_NODES; ++n) {
        add_edge(g, 0, n, 100 + n);
        add_edge(g, n - 1, n, 1);
    }
    g->is_goal[MAX_NODES - 1] = true;
    finish(g);
}

static bool search_fan(const ploy_allocator* allocator)
{
    static search_fixture b;
    search_fixture_init(&b, allocator);
    draw_fan(&b.g);
    ploy_status status = run(&b, PL_SEARCH_CHEAPEST, 0, 2);
    assert_true(status == PLOY_FOUND || status == PLOY_OUT_OF_MEMORY);
    pl_search_destroy(&b.search);
    return status == PLOY_FOUND;
}

static bool reserve_room(const ploy_allocator* allocator)
{
    pl_astar search;
    pl_search_init(&search, allocator);
    bool is_reserved = pl_search_reserve(&search, 1000);
    pl_search_destroy(&search);
    return is_reserved;
}

static void out_of_memory_is_a_status_at_every_allocation(void** unused)
{
    (void)unused;
    test_fail_every_allocation(search_fan);
    test_fail_every_allocation(reserve_room);
}

static void a_search_that_ran_out_of_memory_can_be_used_again(void** unused)
{
    (void)unused;
    static search_fixture b;
    uint32_t failures = 0;
    for (uint64_t n = 1;; ++n, ++failures) {
        test_allocator counters = {.fail_at = n};
        ploy_allocator allocator = test_allocator_of(&counters);
        search_fixture_init(&b, &allocator);
        draw_fan(&b.g);
        ploy_status status = run(&b, PL_SEARCH_CHEAPEST, 0, 2);
        counters.fail_at = 0;
        check_cheapest(&b, UINT32_MAX);
        search_dumbly(&b.g, &b.expected);
        check_events(&b);
        pl_search_destroy(&b.search);
        if (status == PLOY_FOUND) break;
    }
    assert_true(failures > 3);
}

static void the_nearest_order_finds_some_goal_if_there_is_one(void** unused)
{
    (void)unused;
    static search_fixture b;
    search_fixture_init(&b, NULL);
    uint32_t extra_cost = 0;
    for (uint64_t seed = 1; seed <= GRAPHS; ++seed) {
        ploy_random random = {.seed = seed, .stream = 9};
        draw_graph(&b.g, &random);
        estimate(&b.g, seed % ESTIMATINGS, &random);
        ploy_status status = run(&b, PL_SEARCH_NEAREST, 0, UINT32_MAX);
        uint64_t distance = b.g.distances[b.g.start];
        assert_int_equal(status, distance == FAR ? PLOY_NOT_FOUND : PLOY_FOUND);
        assert_true(b.search.expanded <= b.g.node_count);
        if (status != PLOY_FOUND) continue;
        assert_true(b.g.is_goal[b.search.goal]);
        uint64_t cost = path_cost(&b);
        assert_true(cost >= distance && cost <= pl_search_at(&b.search, b.search.goal)->g);
        extra_cost += cost > distance;
    }
    assert_true(extra_cost > 20);
    pl_search_destroy(&b.search);
}

TEST_MAIN(TEST(the_path_found_is_the_cheapest_with_any_estimates),
          TEST(nodes_are_expanded_and_reached_in_the_documented_order_and_all_are_traced),
          TEST(the_known_nodes_are_the_start_and_those_reached),
          TEST(the_open_nodes_are_those_reached_since_they_were_last_expanded), TEST(slices_change_nothing),
          TEST(an_update_expands_no_more_than_its_limit), TEST(the_lowest_sum_of_cost_and_estimate_goes_first),
          TEST(among_equal_sums_the_smaller_estimate_goes_first),
          TEST(among_equal_sums_and_estimates_the_lower_id_goes_first), TEST(among_equal_paths_the_first_reached_stays),
          TEST(a_closed_node_is_opened_again_when_a_cheaper_path_is_found),
          TEST(a_start_that_is_a_goal_is_found_without_expanding), TEST(a_node_limit_is_never_reported_as_not_found),
          TEST(dead_edges_are_dropped), TEST(a_dead_start_is_not_found_at_once),
          TEST(a_canceled_search_stops_and_leaves_nothing_behind),
          TEST(costs_beyond_32_bits_are_not_supported_and_never_wrap),
          TEST(estimates_near_the_end_of_32_bits_keep_the_cheapest), TEST(an_expansion_that_fails_ends_the_search),
          TEST(a_warm_search_does_not_allocate), TEST(a_search_with_reserved_room_does_not_allocate),
          TEST(an_open_list_full_of_old_entries_is_compacted_instead_of_growing),
          TEST(a_node_takes_16_bytes_besides_the_open_list), TEST(out_of_memory_is_a_status_at_every_allocation),
          TEST(a_search_that_ran_out_of_memory_can_be_used_again),
          TEST(the_nearest_order_finds_some_goal_if_there_is_one))
