// Itineraries: the order of a plan's errands. The oracle executes every plan, and every order that differs in one errand.

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "plan/domain/domain.h"
#include "plan/search/itinerary.h"
#include "support/base/test.h"

enum
{
    MAX_MOVES = 256,
    WORDS = 4,
    PLACES = 6,
    GOODS = 3,
    COLONIES = 60,
};

typedef struct errand_stage
{
    ploy_domain* domain;
    ploy_allocator allocator;
    pl_arena scratch;
    pl_heuristic* heuristic;
    pl_rules rules;
    pl_rules_room room;
    pl_regression regression;
    uint64_t start[WORDS];
} errand_stage;

static void stage_begin(errand_stage* s, ploy_domain* domain)
{
    *s = (errand_stage){.domain = domain, .allocator = pl_allocator_choose(NULL)};
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    assert_true(pl_domain_compiled(domain)->words <= WORDS);
    pl_arena_init(&s->scratch, &s->allocator, 0);
    s->heuristic = pl_heuristic_create(&s->allocator, &s->scratch, &(pl_heuristic_request){.domain = domain});
    ploy_state_init(domain, s->start);
    pl_cost_change change;
    pl_rules_room_init(&s->room, &s->allocator);
    ploy_plan_query query = {.start = s->start};
    assert_true(pl_rules_settle(&s->rules, &s->room, domain, &query, s->heuristic, &change));
    assert_true(pl_regression_init(&s->regression, &s->scratch, s->rules.c, s->heuristic));
}

static void stage_end(errand_stage* s)
{
    pl_rules_room_destroy(&s->room);
    pl_heuristic_destroy(s->heuristic);
    pl_arena_destroy(&s->scratch);
    ploy_domain_destroy(s->domain);
}

static const pl_operator* operator_of(const errand_stage* s, uint32_t m)
{
    return &s->rules.c->operators[s->heuristic->moves[m].op];
}

// The cost of moves that lead to the goal; UINT32_MAX: they do not.
static uint32_t cost_of(const errand_stage* s, const uint32_t* moves, uint32_t count)
{
    uint64_t state[WORDS];
    uint32_t cost = 0;
    memcpy(state, s->start, sizeof state);
    for (uint32_t i = 0; i < count; i++) {
        const pl_operator* op = operator_of(s, moves[i]);
        if (!pl_partial_state_holds(s->rules.c, &op->pre, state)) return UINT32_MAX;
        pl_operator_apply(s->rules.c, op, state, state);
        cost += s->rules.costs[moves[i]];
    }
    return pl_target_holds(s->rules.c, s->heuristic->target, state) ? cost : UINT32_MAX;
}

// Random colonies: one worker with a limit of load, roads, two sources of each good, a workshop.

static ploy_domain* make_colony(ploy_random* random)
{
    char name[32], text[64], effect[64], cost[16];
    ploy_domain* domain = ploy_domain_create(&(ploy_domain_def){.name = "colony"});
    ploy_symbol_def at = {.name = "at", .type = PLOY_VALUE_INT, .max = PLACES - 1};
    ploy_symbol_def load = {.name = "load", .type = PLOY_VALUE_INT, .max = 3 + (int)ploy_random_below(random, 4)};
    ploy_symbol_def made = {.name = "made", .type = PLOY_VALUE_INT, .max = 4};
    assert_int_equal(ploy_domain_add_symbol(domain, &at, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_add_symbol(domain, &load, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_add_symbol(domain, &made, NULL, NULL), PLOY_OK);
    for (int g = 0; g < GOODS; g++) {
        snprintf(name, sizeof name, "g%d", g);
        ploy_symbol_def good = {.name = name, .type = PLOY_VALUE_INT, .max = 4};
        assert_int_equal(ploy_domain_add_symbol(domain, &good, NULL, NULL), PLOY_OK);
        for (int source = 0; source < 2; source++) {
            snprintf(name, sizeof name, "Gather%d_%d", g, source);
            snprintf(text, sizeof text, "at = %u", (unsigned)ploy_random_below(random, PLACES));
            snprintf(effect, sizeof effect, "g%d += 1, load += 1", g);
            snprintf(cost, sizeof cost, "%u", 1 + (unsigned)ploy_random_below(random, 3));
            ploy_action_def gather = {.name = name, .pre = text, .effect = effect, .cost = cost};
            assert_int_equal(ploy_domain_add_action(domain, &gather, NULL, NULL), PLOY_OK);
        }
    }
    for (int a = 0; a < PLACES; a++) {
        for (int b = 0; b < PLACES; b++) {
            if (a == b || (b != (a + 1) % PLACES && ploy_random_below(random, 3))) continue;
            snprintf(name, sizeof name, "Go%d_%d", a, b);
            snprintf(text, sizeof text, "at = %d", a);
            snprintf(effect, sizeof effect, "at = %d", b);
            snprintf(cost, sizeof cost, "%u", 1 + (unsigned)ploy_random_below(random, 5));
            ploy_action_def go = {.name = name, .pre = text, .effect = effect, .cost = cost};
            assert_int_equal(ploy_domain_add_action(domain, &go, NULL, NULL), PLOY_OK);
        }
    }
    snprintf(text, sizeof text, "at = %u and g0 ge 1 and g1 ge 1", (unsigned)ploy_random_below(random, PLACES));
    ploy_action_def make = {
        .name = "Make", .pre = text, .effect = "made += 1, g0 -= 1, g1 -= 1, load -= 2", .cost = "2"};
    assert_int_equal(ploy_domain_add_action(domain, &make, NULL, NULL), PLOY_OK);
    const char* goal = ploy_random_below(random, 2) ? "made ge 3 and g2 ge 1 and at = 2" : "made ge 2 and g2 ge 2";
    assert_int_equal(ploy_domain_add_goal(domain, &(ploy_goal_def){.name = "Goal", .condition = goal}, NULL, NULL),
                     PLOY_OK);
    return domain;
}

// A plan of a worker who wanders about: it gathers and makes what the goal wants, one after the other. 0: it got lost.
static uint32_t wander(const errand_stage* s, ploy_random* random, uint32_t* moves)
{
    uint64_t state[WORDS];
    memcpy(state, s->start, sizeof state);
    for (uint32_t count = 0; count < MAX_MOVES;) {
        uint32_t m = ploy_random_below(random, s->heuristic->move_count);
        const pl_operator* op = operator_of(s, m);
        if (!pl_partial_state_holds(s->rules.c, &op->pre, state)) continue;
        pl_operator_apply(s->rules.c, op, state, state);
        moves[count++] = m;
        if (pl_target_holds(s->rules.c, s->heuristic->target, state)) return count;
    }
    return 0;
}

static pl_itinerary improve(errand_stage* s, const uint32_t* moves, uint32_t count, uint32_t slice)
{
    pl_itinerary t;
    pl_itinerary_init(&t, &s->allocator);
    assert_true(pl_itinerary_prepare(&t, &s->rules, &s->regression));
    ploy_status status = pl_itinerary_begin(&t, s->start, s->regression.goals, moves, count);
    while (status == PLOY_IN_PROGRESS) {
        status = pl_itinerary_update(&t, slice);
        assert_int_equal(cost_of(s, t.moves.data, t.moves.count), t.cost);
    }
    assert_int_equal(status, PLOY_OUT_OF_NODES);
    return t;
}

// Routes by trying all: the cheapest cost from place to place.
typedef struct routes
{
    uint32_t cost[PLACES][PLACES];
} routes;

static bool is_trip(const errand_stage* s, uint32_t m)
{
    const pl_operator* op = operator_of(s, m);
    return op->effect_count == 1 && s->rules.c->effects[op->first_effect].variable == 0;
}

static routes measure(const errand_stage* s)
{
    routes r;
    for (uint32_t a = 0; a < PLACES; a++)
        for (uint32_t b = 0; b < PLACES; b++) r.cost[a][b] = a == b ? 0 : 100000;
    for (uint32_t m = 0; m < s->heuristic->move_count; m++) {
        for (uint32_t a = 0; a < PLACES && is_trip(s, m); a++) {
            uint64_t state[WORDS], to[WORDS];
            const pl_variable* at = &s->rules.c->variables[0];
            memcpy(state, s->start, sizeof state);
            state[at->word] = (state[at->word] & ~(((1ull << at->bits) - 1) << at->shift)) | (uint64_t)a << at->shift;
            if (!pl_partial_state_holds(s->rules.c, &operator_of(s, m)->pre, state)) continue;
            pl_operator_apply(s->rules.c, operator_of(s, m), state, to);
            uint32_t b = pl_variable_value(at, to), cost = s->rules.costs[m];
            if (cost < r.cost[a][b]) r.cost[a][b] = cost;
        }
    }
    for (uint32_t k = 0; k < PLACES; k++)
        for (uint32_t a = 0; a < PLACES; a++)
            for (uint32_t b = 0; b < PLACES; b++)
                if (r.cost[a][k] + r.cost[k][b] < r.cost[a][b]) r.cost[a][b] = r.cost[a][k] + r.cost[k][b];
    return r;
}

// What errands in this order cost with the cheapest trips; UINT32_MAX: they do not lead to the goal.
static uint32_t cost_of_errands(const errand_stage* s, const routes* r, const uint32_t* errands, uint32_t count)
{
    const pl_variable* at = &s->rules.c->variables[0];
    uint64_t state[WORDS], field = ((1ull << at->bits) - 1) << at->shift;
    uint32_t cost = 0, best = UINT32_MAX;
    memcpy(state, s->start, sizeof state);
    for (uint32_t i = 0; i < count; i++) {
        const pl_operator* op = operator_of(s, errands[i]);
        uint32_t here = pl_variable_value(at, state), to = 0;
        for (; to < PLACES; to++) {
            state[at->word] = (state[at->word] & ~field) | (uint64_t)to << at->shift;
            if (pl_partial_state_holds(s->rules.c, &op->pre, state)) break;
        }
        if (to == PLACES) return UINT32_MAX;
        pl_operator_apply(s->rules.c, op, state, state);
        cost += r->cost[here][to] + s->rules.costs[errands[i]];
    }
    uint32_t here = pl_variable_value(at, state);
    for (uint32_t to = 0; to < PLACES; to++) {
        state[at->word] = (state[at->word] & ~field) | (uint64_t)to << at->shift;
        if (!pl_target_holds(s->rules.c, s->heuristic->target, state)) continue;
        if (cost + r->cost[here][to] < best) best = cost + r->cost[here][to];
    }
    return best;
}

// Every order that differs in one errand, and every plan with one errand less or another one: none is cheaper.
static void assert_no_change_helps(const errand_stage* s, const pl_itinerary* t)
{
    routes r = measure(s);
    uint32_t order[MAX_MOVES], n = t->errands.count;
    assert_int_equal(cost_of_errands(s, &r, t->errands.data, n), t->cost);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t rest[MAX_MOVES];
        memcpy(rest, t->errands.data, i * sizeof *rest);
        memcpy(rest + i, t->errands.data + i + 1, (n - i - 1) * sizeof *rest);
        assert_true(cost_of_errands(s, &r, rest, n - 1) >= t->cost);
        for (uint32_t m = 0; m < s->heuristic->move_count; m++) {
            const char* name =
                ploy_domain_action(s->domain, s->rules.c->grounds[s->heuristic->moves[m].ground].action).name;
            const char* own = ploy_domain_action(
                                  s->domain, s->rules.c->grounds[s->heuristic->moves[t->errands.data[i]].ground].action)
                                  .name;
            if (is_trip(s, m) || strncmp(name, own, 7)) continue; // "Gather0_1": another source of the same good
            for (uint32_t at = 0; at < n; at++) {
                memcpy(order, rest, at * sizeof *order);
                order[at] = m;
                memcpy(order + at + 1, rest + at, (n - 1 - at) * sizeof *order);
                assert_true(cost_of_errands(s, &r, order, n) >= t->cost);
            }
        }
    }
}

static void no_change_of_one_errand_makes_the_result_cheaper(void** unused)
{
    (void)unused;
    uint32_t improved = 0;
    for (uint64_t seed = 1; seed <= COLONIES; seed++) {
        ploy_random random = {.seed = seed, .stream = 5};
        errand_stage s;
        uint32_t moves[MAX_MOVES], count = 0;
        stage_begin(&s, make_colony(&random));
        for (int tries = 0; tries < 200 && !count; tries++) count = wander(&s, &random, moves);
        if (count) {
            uint32_t before = cost_of(&s, moves, count);
            pl_itinerary t = improve(&s, moves, count, 1000000);
            assert_true(t.cost <= before);
            improved += t.cost < before;
            assert_no_change_helps(&s, &t);
            pl_itinerary_destroy(&t);
        }
        stage_end(&s);
    }
    assert_true(improved > COLONIES / 2);
}

static void one_node_at_a_time_improves_the_same(void** unused)
{
    (void)unused;
    for (uint64_t seed = 100; seed < 110; seed++) {
        ploy_random random = {.seed = seed, .stream = 5};
        errand_stage s;
        uint32_t moves[MAX_MOVES], count = 0;
        stage_begin(&s, make_colony(&random));
        for (int tries = 0; tries < 200 && !count; tries++) count = wander(&s, &random, moves);
        pl_itinerary a = improve(&s, moves, count, 1), b = improve(&s, moves, count, 1000000);
        assert_int_equal(a.evaluated, b.evaluated);
        assert_int_equal(a.moves.count, b.moves.count);
        if (a.moves.count) assert_memory_equal(a.moves.data, b.moves.data, a.moves.count * sizeof(uint32_t));
        pl_itinerary_destroy(&a);
        pl_itinerary_destroy(&b);
        stage_end(&s);
    }
}

// No slice works for more than its nodes and one piece, and what a piece takes more the next slices pay for.
static void no_slice_does_more_than_its_nodes_and_one_piece(void** state)
{
    (void)state;
    static const uint32_t slices[] = {1, 3, 20};
    for (uint64_t seed = 0; seed < COLONIES; ++seed) {
        errand_stage s;
        uint32_t moves[MAX_MOVES], slice = slices[seed % 3];
        ploy_random random = {.seed = seed, .stream = 5};
        uint32_t count = 0;
        stage_begin(&s, make_colony(&random));
        for (int tries = 0; tries < 200 && !count; tries++) count = wander(&s, &random, moves);
        pl_itinerary t;
        pl_itinerary_init(&t, &s.allocator);
        assert_true(pl_itinerary_prepare(&t, &s.rules, &s.regression));
        ploy_status status = pl_itinerary_begin(&t, s.start, s.regression.goals, moves, count);
        uint64_t route_work = (uint64_t)PLACES * PLACES * (PLACES + s.heuristic->move_count) / 16, begun = t.work;
        uint64_t piece = 2 * count + s.heuristic->move_count + route_work + begun + 4, nodes = 0;
        while (status == PLOY_IN_PROGRESS) {
            uint32_t before = t.evaluated;
            status = pl_itinerary_update(&t, slice);
            assert_true(t.evaluated - before <= slice);
            nodes += t.evaluated - before;
            if (t.work > nodes * PL_ITINERARY_NODE + piece) fail_msg("seed %u: too much work", (unsigned)seed);
        }
        assert_true(nodes * PL_ITINERARY_NODE >= t.work);
        pl_itinerary_destroy(&t);
        stage_end(&s);
    }
}

TEST_MAIN(TEST(no_change_of_one_errand_makes_the_result_cheaper), TEST(one_node_at_a_time_improves_the_same),
          TEST(no_slice_does_more_than_its_nodes_and_one_piece))
