// What is computed for a goal before any search, against brute force on small random domains: every state where there
// are few, random samples where there are many. Costs from callbacks are evaluated once, with one start state, and used
// for all.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/containers/bitset.h"
#include "base/hints.h"
#include "plan/search/cache.h"
#include "plan/heuristic/regression.h"
#include "plan/heuristic/mutex_groups.h"
#include "plan/heuristic/heuristic.h"
#include "support/base/allocators.h"
#include "support/plan/random_queries.h"
#include "support/base/test.h"

enum
{
    MAX_STATES = 4000, // of a domain whose states are all checked
    SAMPLES = 40,      // states of any larger domain
    TABLE_BYTES = 1 << 16,
    MAX_CUBE_WORDS = 4096,
};

#define NO_PLAN INT64_MAX

typedef struct world
{
    random_domain* d; // NULL: the domain is no random one
    ploy_domain* domain;
    const pl_compiled* c;
    ploy_random random;
    uint32_t goal, args[PLOY_MAX_ARGS], target;
    int64_t callback_start[RANDOM_MAX_VARIABLES]; // the start state that callbacks got
    int64_t call_costs[RANDOM_MAX_GROUNDS];
    uint32_t count;
    bool is_all;        // the states are all there are, in order of their numbers
    uint64_t* states;   // c->words each
    int64_t* distances; // the cheapest plan's cost in fixed point (1/1000)
    pl_arena scratch;
} world;

static _Noreturn void wrong(const world* w, const uint64_t* state, const char* what)
{
    int64_t values[RANDOM_MAX_VARIABLES];
    if (w->d && state) random_domain_unpack(w->d, state, values);
    if (w->d) random_domain_print(w->d, state ? values : NULL, stderr);
    fail_msg("seed %llu, goal %u: %s", (unsigned long long)w->random.seed, (unsigned)w->goal, what);
    abort();
}

static void expect(const world* w, const uint64_t* state, bool holds, const char* what)
{
    if (!holds) wrong(w, state, what);
}

// States and their numbers.

static uint64_t count_states(const pl_compiled* c)
{
    uint64_t product = 1;
    for (uint32_t v = 0; v < c->variable_count && product <= MAX_STATES; ++v) product *= c->variables[v].size;
    return product;
}

static void state_at(const pl_compiled* c, uint32_t number, uint64_t* state)
{
    memset(state, 0, c->words * sizeof *state);
    for (uint32_t v = 0; v < c->variable_count; ++v) {
        state[c->variables[v].word] |= (uint64_t)(number % c->variables[v].size) << c->variables[v].shift;
        number /= c->variables[v].size;
    }
}

static uint32_t number_of(const pl_compiled* c, const uint64_t* state)
{
    uint32_t number = 0;
    for (uint32_t v = c->variable_count; v-- > 0;)
        number = number * c->variables[v].size + pl_variable_value(&c->variables[v], state);
    return number;
}

static const uint64_t* state_of(const world* w, uint32_t i)
{
    return w->states + (size_t)i * w->c->words;
}

// Distances of all states: Bellman-Ford.

typedef struct link
{
    uint32_t from, to;
    int64_t cost;
} link;

typedef struct links
{
    link* list;
    size_t count, capacity;
} links;

static void add_link(links* all, link one)
{
    if (all->count == all->capacity) {
        all->capacity = all->capacity ? 2 * all->capacity : 1024;
        all->list = realloc(all->list, all->capacity * sizeof *all->list);
        assert_non_null(all->list);
    }
    all->list[all->count++] = one;
}

static bool is_goal(const world* w, const uint64_t* state)
{
    if (!w->d) return pl_target_holds(w->c, w->target, state);
    int64_t values[RANDOM_MAX_VARIABLES];
    random_domain_unpack(w->d, state, values);
    return random_model_goal(w->d, w->goal, w->args, values);
}

static void measure(const world* w, const links* all, int64_t* distances)
{
    for (uint32_t i = 0; i < w->count; ++i) distances[i] = is_goal(w, state_of(w, i)) ? 0 : NO_PLAN;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < all->count; ++i) {
            const link* l = &all->list[i];
            if (distances[l->to] == NO_PLAN || distances[l->to] + l->cost >= distances[l->from]) continue;
            distances[l->from] = distances[l->to] + l->cost;
            changed = true;
        }
    }
}

static void link_model(const world* w, uint32_t from, links* all)
{
    int64_t values[RANDOM_MAX_VARIABLES], after[RANDOM_MAX_VARIABLES];
    uint64_t state[RANDOM_MAX_WORDS];
    random_domain_unpack(w->d, state_of(w, from), values);
    for (uint32_t g = 0; g < w->d->ground_count; ++g) {
        if (!random_model_applicable(w->d, g, values)) continue;
        memcpy(after, values, sizeof after);
        random_model_apply(w->d, g, after);
        random_domain_pack(w->d, after, state);
        add_link(all, (link){from, number_of(w->c, state), random_model_cost(w->d, g, values, w->callback_start)});
    }
}

static void link_operators(const world* w, uint32_t from, links* all)
{
    uint64_t state[RANDOM_MAX_WORDS];
    for (uint32_t o = 0; o < w->c->operator_count; ++o) {
        const pl_operator* op = &w->c->operators[o];
        if (!pl_partial_state_holds(w->c, &op->pre, state_of(w, from))) continue;
        pl_operator_apply(w->c, op, state_of(w, from), state);
        add_link(all, (link){from, number_of(w->c, state), op->cost});
    }
}

static void measure_all(world* w)
{
    links all = {0};
    for (uint32_t i = 0; i < w->count; ++i) state_at(w->c, i, w->states + (size_t)i * w->c->words);
    for (uint32_t i = 0; i < w->count; ++i) (w->d ? link_model : link_operators)(w, i, &all);
    measure(w, &all, w->distances);
    free(all.list);
}

static void measure_samples(world* w)
{
    int64_t values[RANDOM_MAX_VARIABLES];
    for (uint32_t i = 0; i < w->count; ++i) {
        (i % 2 ? random_domain_start : random_domain_start_near)(w->d, &w->random, values);
        random_domain_pack(w->d, values, w->states + (size_t)i * w->c->words);
        brute_query query = brute_query_default(values, w->goal, w->args);
        brute_answer answer = brute_solve(w->d, &query);
        assert_false(answer.too_big);
        w->distances[i] = answer.found ? answer.cost : NO_PLAN;
    }
}

// Most are tiny; some have numbers of more than 64 values, some have more than one word of state. Brute force on
// samples calls callbacks again for each start, so wide domains have none.
static random_knobs knobs_of(uint64_t seed)
{
    random_knobs knobs = random_knobs_tiny();
    if (seed % 8 == 3) knobs = random_knobs_small();
    if (seed % 8 == 5) {
        knobs.int_values = 140;
        knobs.states = 2000;
    }
    if (seed % 8 != 7) return knobs;
    knobs = random_knobs_wide();
    knobs.calls = knobs.contexts = false;
    return knobs;
}

static void finish(world* w)
{
    uint64_t states = count_states(w->c);
    w->is_all = states <= MAX_STATES;
    assert_true(w->is_all || w->random.seed % 8 == 7);
    w->count = w->is_all ? (uint32_t)states : SAMPLES;
    w->states = calloc((size_t)w->count * w->c->words + 1, sizeof *w->states);
    w->distances = calloc(w->count, sizeof *w->distances);
    assert_true(w->states && w->distances);
    if (w->is_all)
        measure_all(w);
    else
        measure_samples(w);
    ploy_allocator allocator = ploy_allocator_default();
    pl_arena_init(&w->scratch, &allocator, 0);
}

static void world_create(world* w, uint64_t seed)
{
    random_knobs knobs = knobs_of(seed);
    memset(w, 0, sizeof *w);
    w->d = random_domain_create(seed, &knobs);
    w->domain = w->d->domain;
    w->c = pl_domain_compiled(w->domain);
    w->random = (ploy_random){.seed = seed, .stream = 11};
    w->goal = ploy_random_below(&w->random, w->d->goal_count);
    random_domain_goal_args(w->d, &w->random, w->goal, w->args);
    w->target = pl_domain_target_index(w->domain, w->goal, w->args);
    uint64_t state[RANDOM_MAX_WORDS];
    random_domain_start(w->d, &w->random, w->callback_start);
    random_domain_pack(w->d, w->callback_start, state);
    pl_evaluate_costs(w->domain, state, NULL, w->call_costs);
    finish(w);
}

static void world_destroy(world* w)
{
    pl_arena_destroy(&w->scratch);
    free(w->states);
    free(w->distances);
    if (w->d)
        random_domain_destroy(w->d);
    else
        ploy_domain_destroy(w->domain);
}

// Groups are rare in random domains, so some are made of little else: two sets of booleans, and most actions make one
// of a set true and others of it false.

enum
{
    SET = 4
};

static void write_mover(ploy_random* random, char* pre, char* effect)
{
    uint32_t first = SET * ploy_random_below(random, 2), shape = ploy_random_below(random, 24);
    uint32_t from = first + ploy_random_below(random, SET),
             to = first + (from + 1 + ploy_random_below(random, SET - 1)) % SET;
    if (ploy_random_below(random, 2) || shape > 8) sprintf(pre, "b%u", (unsigned)from);
    if (shape == 0)
        sprintf(effect, "b%u", (unsigned)to); // breaks any group
    else if (shape < 4)
        sprintf(effect, "not b%u", (unsigned)from);
    else if (shape > 8)
        sprintf(effect, "not b%u, b%u", (unsigned)from, (unsigned)to);
    for (uint32_t i = 0; shape >= 4 && shape <= 8 && i < SET; ++i) {
        effect += sprintf(effect, "%s%sb%u", i ? ", " : "", first + i == to ? "" : "not ", (unsigned)(first + i));
    }
}

static void add_mover(ploy_domain* domain, ploy_random* random, uint32_t index)
{
    char name[16], pre[64] = "", effect[128] = "", cost[16];
    sprintf(name, "A%u", (unsigned)index);
    sprintf(cost, "%u", (unsigned)ploy_random_below(random, 5));
    write_mover(random, pre, effect);
    ploy_action_def def = {0};
    def.name = name;
    def.pre = pre;
    def.effect = effect;
    def.cost = cost;
    assert_int_equal(ploy_domain_add_action(domain, &def, NULL, NULL), PLOY_OK);
}

static void add_boolean(ploy_domain* domain, uint32_t index)
{
    char name[16];
    sprintf(name, "b%u", (unsigned)index);
    ploy_symbol_def def = {0};
    def.name = name;
    def.type = PLOY_VALUE_BOOL;
    assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, NULL), PLOY_OK);
}

static void movers_create(world* w, uint64_t seed)
{
    memset(w, 0, sizeof *w);
    w->random = (ploy_random){.seed = seed, .stream = 12};
    ploy_domain_def domain = {0};
    domain.name = "movers";
    w->domain = ploy_domain_create(&domain);
    assert_non_null(w->domain);
    for (uint32_t i = 0; i < 2 * SET; ++i) add_boolean(w->domain, i);
    for (uint32_t i = 4 + ploy_random_below(&w->random, 10); i > 0; --i) add_mover(w->domain, &w->random, i);
    char condition[32];
    uint32_t one = ploy_random_below(&w->random, 2 * SET), two = ploy_random_below(&w->random, 2 * SET);
    sprintf(condition, "b%u and b%u", (unsigned)one, (unsigned)two);
    ploy_goal_def goal = {0};
    goal.name = "Both";
    goal.condition = condition;
    assert_int_equal(ploy_domain_add_goal(w->domain, &goal, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(w->domain, NULL), PLOY_OK);
    w->c = pl_domain_compiled(w->domain);
    finish(w);
}

static pl_heuristic* guide_of(world* w, size_t table_bytes, bool is_whole)
{
    ploy_allocator allocator = ploy_allocator_default();
    pl_heuristic_request request = {w->domain, w->target, w->call_costs, table_bytes, 1, is_whole};
    pl_heuristic* heuristic = pl_heuristic_create(&allocator, &w->scratch, &request);
    assert_non_null(heuristic);
    assert_true(heuristic->partial_words <= MAX_CUBE_WORDS);
    return heuristic;
}

// Calls a check for a range of seeds; it returns how often it saw what it is about, and must have seen it often.
typedef uint32_t check_fn(world* w);

static void check_worlds(void (*create)(world*, uint64_t), uint64_t first, uint64_t count, check_fn* check,
                         uint32_t min)
{
    static world w;
    uint32_t seen = 0;
    seed_range seeds = question_seeds(first, count);
    for (uint64_t seed = seeds.first; seed < seeds.end; ++seed) {
        create(&w, seed);
        seen += check(&w);
        world_destroy(&w);
    }
    if (seeds.end - seeds.first > 1 && seen < min) fail_msg("seen %u times only", (unsigned)seen);
}

static void check_seeds(uint64_t first, uint64_t count, check_fn* check, uint32_t min)
{
    check_worlds(world_create, first, count, check, min);
}

// Policies.

static void follow(const world* w, const pl_heuristic* g, uint32_t entry, const uint64_t* state, int64_t cost)
{
    int64_t values[RANDOM_MAX_VARIABLES], sum = 0;
    random_domain_unpack(w->d, state, values);
    const pl_policy_entry* at = &g->policy.entries[entry];
    for (; at->next != PL_POLICY_END; at = &g->policy.entries[at->next]) {
        expect(w, state, at->next < g->policy.count && at->move < g->move_count, "an entry leads out of the policy");
        const pl_ground* ground = &w->c->grounds[g->moves[at->move].ground];
        uint32_t step = random_domain_ground(w->d, ground->action, ground->args);
        expect(w, state, random_model_applicable(w->d, step, values), "a policy's move does not apply");
        sum += random_model_cost(w->d, step, values, w->callback_start);
        random_model_apply(w->d, step, values);
    }
    expect(w, state, random_model_goal(w->d, w->goal, w->args, values), "a policy's moves do not reach the goal");
    expect(w, state, sum == cost, "a policy's moves cost something else");
}

static uint32_t check_entries(const world* w, const pl_heuristic* g)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < w->count; ++i) {
        const uint64_t* state = state_of(w, i);
        if (!pl_policy_knows(&g->policy, state)) continue;
        uint32_t entry = pl_policy_find(&g->policy, state);
        expect(w, state, (entry == PLOY_NONE) == (w->distances[i] == NO_PLAN),
               "the policy is wrong about whether there is a plan");
        if (entry == PLOY_NONE) continue;
        expect(w, state, pl_policy_cost(&g->policy, g, entry) * g->unit == w->distances[i],
               "the policy's cost is not the cheapest");
        follow(w, g, entry, state, w->distances[i]);
        seen += w->distances[i] > 0;
    }
    return seen;
}

static uint32_t check_policy(world* w)
{
    pl_heuristic* g = guide_of(w, TABLE_BYTES, false);
    uint32_t seen = g->policy.complete ? check_entries(w, g) : 0;
    pl_heuristic_destroy(g);
    return seen;
}

static void a_policy_knows_the_cheapest_plan_from_every_state(void** unused)
{
    (void)unused;
    check_seeds(100001, 400, check_policy, 10000);
}

static uint32_t check_is_complete(world* w)
{
    pl_heuristic* g = guide_of(w, TABLE_BYTES, false);
    uint32_t seen = g->policy.complete;
    assert_true(g->policy.complete || g->policy.count == 0);
    pl_heuristic_destroy(g);
    return seen;
}

static void most_small_goals_get_a_policy(void** unused)
{
    (void)unused;
    check_seeds(110001, 100, check_is_complete, 60);
}

static void add_dear_step(ploy_domain* domain, const char* name, const char* pre, const char* effect, const char* cost)
{
    ploy_action_def def = {0};
    def.name = name;
    def.pre = pre;
    def.effect = effect;
    def.cost = cost;
    assert_int_equal(ploy_domain_add_action(domain, &def, NULL, NULL), PLOY_OK);
}

static ploy_domain* dear_domain(const char* first, const char* second)
{
    ploy_domain_def def = {0};
    def.name = "dear";
    ploy_domain* domain = ploy_domain_create(&def);
    assert_non_null(domain);
    ploy_symbol_def n = {0};
    n.name = "n";
    n.type = PLOY_VALUE_INT;
    n.max = 2;
    assert_int_equal(ploy_domain_add_symbol(domain, &n, NULL, NULL), PLOY_OK);
    add_dear_step(domain, "First", "n = 0", "n = 1", first);
    add_dear_step(domain, "Second", "n = 1", "n = 2", second);
    ploy_goal_def goal = {0};
    goal.name = "Two";
    goal.condition = "n = 2";
    assert_int_equal(ploy_domain_add_goal(domain, &goal, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    return domain;
}

static bool has_policy(const char* first, const char* second)
{
    world w = {.domain = dear_domain(first, second)};
    ploy_allocator allocator = ploy_allocator_default();
    pl_arena_init(&w.scratch, &allocator, 0);
    pl_heuristic* g = guide_of(&w, TABLE_BYTES, false);
    bool is_complete = g->policy.complete;
    assert_int_equal(g->policy.count, is_complete ? 3 : 0);
    pl_heuristic_destroy(g);
    world_destroy(&w);
    return is_complete;
}

static void a_policy_whose_costs_pass_32_bits_is_none(void** unused)
{
    (void)unused;
    assert_true(has_policy("2147483.646", "2147483.647"));
    assert_false(has_policy("2147483.647", "2147483.648"));
    assert_false(has_policy("4294967.295", "0.001"));
}

// Patterns.

static bool applies(const world* w, const pl_heuristic* g, uint32_t move, const uint64_t* state)
{
    return pl_partial_state_holds(w->c, &w->c->operators[g->moves[move].op].pre, state);
}

// By the guide's own words, which leave alone what does not matter.
static void apply(const pl_heuristic* g, uint32_t move, const uint64_t* from, uint64_t* to)
{
    const uint64_t *keep = pl_heuristic_move_words(g, move) + 2 * g->words, *set = keep + g->words,
                   *add = set + g->words;
    for (uint32_t i = 0; i < g->words; ++i) to[i] = ((from[i] & keep[i]) | set[i]) + add[i];
}

static void check_steps(const world* w, const pl_heuristic* g, const pl_patterns* p, const uint64_t* state,
                        const uint32_t* places)
{
    uint64_t after[RANDOM_MAX_WORDS];
    uint32_t there[PL_MAX_PATTERNS];
    for (uint32_t m = 0; m < g->move_count; ++m) {
        if (!applies(w, g, m, state)) continue;
        apply(g, m, state, after);
        expect(w, state, pl_patterns_places(p, g, after, there),
               "a move leads from a state with places to one without");
        for (uint32_t i = 0; i < p->count; ++i) {
            const pl_pattern_step* step = &p->steps[(size_t)m * p->count + i];
            uint32_t place = ((places[i] & step->keep) | step->set) + step->add;
            expect(w, state, place == there[i], "a step leads to another place");
        }
    }
}

static uint32_t check_estimates(const world* w, const pl_heuristic* g, const pl_patterns* p)
{
    uint32_t seen = 0;
    uint32_t places[PL_MAX_PATTERNS];
    for (uint32_t i = 0; i < w->count && p->count; ++i) {
        const uint64_t* state = state_of(w, i);
        if (!pl_patterns_places(p, g, state, places)) continue;
        for (uint32_t k = 0; k < p->count; ++k)
            expect(w, state, places[k] < p->list[k].size, "a place beyond the table");
        uint32_t estimate = pl_patterns_estimate(p, places);
        if (estimate == UINT32_MAX)
            expect(w, state, w->distances[i] == NO_PLAN, "dead, and there is a plan");
        else
            expect(w, state, w->distances[i] == NO_PLAN || estimate * g->unit <= w->distances[i],
                   "an estimate is too high");
        check_steps(w, g, p, state, places);
        seen += estimate > 0;
    }
    return seen;
}

static uint32_t check_patterns_of(world* w, bool is_whole)
{
    static const size_t rooms[] = {300, 600, 1200, 5000, TABLE_BYTES};
    pl_heuristic* g = guide_of(w, 0, is_whole);
    ploy_allocator allocator = ploy_allocator_default();
    uint32_t seen = 0;
    for (uint32_t i = 0; i < sizeof rooms / sizeof *rooms; ++i) {
        pl_arena_place place = pl_arena_mark(&w->scratch);
        pl_regression regression;
        pl_patterns patterns;
        assert_true(pl_regression_init(&regression, &w->scratch, w->c, g));
        assert_true(pl_patterns_build(&patterns, &allocator, &w->scratch, &regression, rooms[i]));
        expect(w, NULL, patterns.bytes <= rooms[i], "patterns take more room than they were given");
        seen += check_estimates(w, g, &patterns);
        pl_patterns_destroy(&patterns, &allocator);
        pl_arena_rewind(&w->scratch, place);
    }
    pl_heuristic_destroy(g);
    return seen;
}

static uint32_t check_patterns(world* w)
{
    return check_patterns_of(w, false) + check_patterns_of(w, true);
}

static void a_pattern_never_promises_too_much(void** unused)
{
    (void)unused;
    check_seeds(120001, 300, check_patterns, 10000);
}

static uint32_t check_whole_guide(world* w)
{
    pl_heuristic* g = guide_of(w, TABLE_BYTES, true);
    expect(w, NULL, g->variable_count == w->c->variable_count && g->move_count == w->c->operator_count,
           "a whole guide leaves something out");
    expect(w, NULL, !g->policy.complete, "a whole guide has a policy");
    uint32_t seen = check_estimates(w, g, &g->patterns);
    pl_heuristic_destroy(g);
    return seen;
}

static void a_whole_guide_leaves_nothing_out_and_estimates_with_patterns(void** unused)
{
    (void)unused;
    check_seeds(130001, 100, check_whole_guide, 1000);
}

// What matters.

static uint32_t check_relevance(world* w)
{
    if (!w->is_all) return 0;
    pl_heuristic* g = guide_of(w, 0, false);
    links all = {0};
    uint64_t after[RANDOM_MAX_WORDS];
    for (uint32_t i = 0; i < w->count; ++i) {
        for (uint32_t m = 0; m < g->move_count; ++m) {
            if (!applies(w, g, m, state_of(w, i))) continue;
            apply(g, m, state_of(w, i), after);
            add_link(&all, (link){i, number_of(w->c, after), g->moves[m].cost});
        }
    }
    int64_t* distances = calloc(w->count, sizeof *distances);
    assert_non_null(distances);
    measure(w, &all, distances);
    for (uint32_t i = 0; i < w->count; ++i) {
        expect(w, state_of(w, i), distances[i] == w->distances[i], "with what matters alone another cost");
        expect(w, state_of(w, i), pl_target_holds(w->c, w->target, state_of(w, i)) == is_goal(w, state_of(w, i)),
               "another goal");
    }
    uint32_t seen = g->move_count < w->c->operator_count;
    free(distances);
    free(all.list);
    pl_heuristic_destroy(g);
    return seen;
}

static void what_does_not_matter_makes_no_plan_cheaper(void** unused)
{
    (void)unused;
    check_seeds(140001, 300, check_relevance, 100);
}

static void check_idle_pair(const world* w, const pl_heuristic* g, uint32_t first, uint32_t second)
{
    uint64_t middle[RANDOM_MAX_WORDS], after[RANDOM_MAX_WORDS], straight[RANDOM_MAX_WORDS];
    for (uint32_t i = 0; i < w->count; ++i) {
        const uint64_t* state = state_of(w, i);
        if (!applies(w, g, first, state)) continue;
        apply(g, first, state, middle);
        if (!applies(w, g, second, middle)) continue;
        expect(w, state, applies(w, g, second, state), "an idle move was needed");
        apply(g, second, middle, after);
        apply(g, second, state, straight);
        expect(w, state, memcmp(after, straight, w->c->words * sizeof *after) == 0, "an idle move made a difference");
    }
}

static uint32_t check_idle(world* w)
{
    pl_heuristic* g = guide_of(w, 0, w->random.seed % 2);
    uint32_t seen = 0;
    for (uint32_t first = 0; g->idle && first < g->move_count; ++first) {
        for (uint32_t second = 0; second < g->move_count; ++second) {
            if (!pl_bits_test(g->idle + (size_t)first * g->idle_words, second)) continue;
            check_idle_pair(w, g, first, second);
            ++seen;
        }
    }
    pl_heuristic_destroy(g);
    return seen;
}

static void a_move_right_before_one_that_undoes_it_unseen_is_pointless(void** unused)
{
    (void)unused;
    check_seeds(150001, 150, check_idle, 500);
}

// Groups.

static void check_group(const world* w, const pl_heuristic* g, const uint64_t* group)
{
    uint64_t after[RANDOM_MAX_WORDS];
    for (uint32_t i = 0; i < w->count; ++i) {
        const uint64_t* state = state_of(w, i);
        uint32_t value = pl_group_value(group, g->words, state), members = 0;
        for (uint32_t n = 0; n < g->words; ++n) members += pl_count_ones(group[n] & state[n]);
        expect(w, state, (value == PL_GROUP_UNSOUND) == (members > 1),
               "a group's value hides how many members are true");
        expect(w, state, (value == 0) == (members == 0), "a group's value is not none");
        for (uint32_t m = 0; members <= 1 && m < g->move_count; ++m) {
            if (!applies(w, g, m, state)) continue;
            apply(g, m, state, after);
            uint32_t result = pl_group_result(g, group, m);
            uint32_t expected = result == PL_GROUP_UNTOUCHED ? value : result;
            expect(w, state, pl_group_value(group, g->words, after) == expected,
                   "a move leaves a group with another value than it says");
            expect(w, state, expected != PL_GROUP_UNSOUND, "a move leaves a group with two members true");
        }
    }
}

static uint32_t check_groups(world* w)
{
    pl_heuristic* g = guide_of(w, 0, w->random.seed % 2);
    pl_arena_place place = pl_arena_mark(&w->scratch);
    pl_groups groups;
    assert_true(pl_groups_find(&groups, &w->scratch, g, w->c));
    uint64_t taken[RANDOM_MAX_WORDS] = {0};
    for (uint32_t i = 0; i < groups.count; ++i) {
        const uint64_t* group = groups.masks + (size_t)i * groups.words;
        expect(w, NULL, pl_bits_count(group, groups.words) >= 2, "a group of less than two");
        expect(w, NULL, !pl_bits_intersect(taken, group, groups.words), "groups overlap");
        pl_bits_or(taken, group, groups.words);
        check_group(w, g, group);
    }
    pl_arena_rewind(&w->scratch, place);
    pl_heuristic_destroy(g);
    return groups.count;
}

static void at_most_one_of_a_group_stays_at_most_one(void** unused)
{
    (void)unused;
    check_seeds(160001, 300, check_groups, 5);
    check_worlds(movers_create, 161001, 300, check_groups, 100);
}

// Of a pattern over a group: states with two members true have no place in it.
static uint32_t check_group_patterns(world* w)
{
    pl_heuristic* g = guide_of(w, TABLE_BYTES, true);
    uint32_t groups = 0;
    uint32_t places[PL_MAX_PATTERNS];
    for (uint32_t i = 0; i < w->count; ++i) groups += !pl_patterns_places(&g->patterns, g, state_of(w, i), places);
    pl_heuristic_destroy(g);
    check_patterns(w);
    return groups > 0;
}

// Of a policy: it does not know states with two members true, and a planner searches from those.
static uint32_t check_group_policy(world* w)
{
    pl_heuristic* g = guide_of(w, TABLE_BYTES, false);
    ploy_planner_def def = {0};
    def.domain = w->domain;
    ploy_planner* planner = ploy_planner_create(&def);
    assert_non_null(planner);
    uint32_t unknown = 0;
    for (uint32_t i = 0; i < w->count && g->policy.complete; ++i) {
        const uint64_t* state = state_of(w, i);
        bool is_known = pl_policy_knows(&g->policy, state), has_plan = w->distances[i] != NO_PLAN;
        uint32_t entry = is_known ? pl_policy_find(&g->policy, state) : PLOY_NONE;
        expect(w, state, !is_known || (entry != PLOY_NONE) == has_plan, "the policy is wrong about whether there is a plan");
        if (entry != PLOY_NONE)
            expect(w, state, pl_policy_cost(&g->policy, g, entry) * g->unit == w->distances[i], "a plan costs less");
        ploy_plan_query query = {.start = state};
        const ploy_plan* plan = ploy_planner_plan(planner, &query);
        bool is_found = plan->status == PLOY_FOUND || plan->status == PLOY_ALREADY;
        expect(w, state, is_found == has_plan, "the planner is wrong about whether there is a plan");
        expect(w, state, !is_found || plan->cost == w->distances[i], "the planner's plan is not the cheapest");
        unknown += !is_known && has_plan && w->distances[i] > 0;
    }
    ploy_planner_destroy(planner);
    pl_heuristic_destroy(g);
    return unknown;
}

static void a_policy_leaves_out_states_with_two_of_a_group_and_the_planner_searches_from_them(void** unused)
{
    (void)unused;
    check_worlds(movers_create, 163001, 300, check_group_policy, 1000);
}

static void a_pattern_over_a_group_never_promises_too_much(void** unused)
{
    (void)unused;
    check_worlds(movers_create, 162001, 300, check_group_patterns, 50);
}

// Cubes.

static bool is_in(const pl_heuristic* g, const uint64_t* partial, const uint64_t* state)
{
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        if (!pl_bits_test(partial, g->variables[i].first + pl_heuristic_value(&g->variables[i], state))) return false;
    }
    return true;
}

// Allows some values of `within` (NULL: of all) for each variable, at least one.
static void draw_cube(const pl_heuristic* g, ploy_random* random, const uint64_t* within, uint64_t* partial)
{
    memset(partial, 0, g->partial_words * sizeof *partial);
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        const pl_heuristic_variable* v = &g->variables[i];
        uint32_t part = ploy_random_below(random, 3) ? 100 : ploy_random_below(random, 100), kept = 0, last = 0;
        for (uint32_t k = 0; k < v->size; ++k) {
            if (within && !pl_bits_test(within, v->first + k)) continue;
            last = k;
            if (ploy_random_below(random, 100) >= part) continue;
            pl_bits_set(partial, v->first + k);
            ++kept;
        }
        if (!kept) pl_bits_set(partial, v->first + last);
    }
}

enum
{
    MAX_CUBES = 200
};

typedef struct cube_list
{
    uint64_t words[MAX_CUBES][MAX_CUBE_WORDS];
    uint32_t costs[MAX_CUBES];
    uint32_t count;
} cube_list;

static bool covers(const cube_list* list, const pl_heuristic* g, const uint64_t* partial, uint32_t cost)
{
    for (uint32_t i = 0; i < list->count; ++i) {
        if (list->costs[i] <= cost && pl_partial_state_contains(list->words[i], partial, g->partial_words)) return true;
    }
    return false;
}

// One cube more, after a look whether it is covered; often drawn from within one that is there.
static uint32_t check_and_add(world* w, const pl_heuristic* g, pl_partial_state_set* set, cube_list* list)
{
    uint32_t at = list->count;
    const uint64_t* within =
        at && ploy_random_below(&w->random, 2) ? list->words[ploy_random_below(&w->random, at)] : NULL;
    draw_cube(g, &w->random, within, list->words[at]);
    list->costs[at] = ploy_random_below(&w->random, 10);
    bool is_covered = covers(list, g, list->words[at], list->costs[at]);
    expect(w, NULL, pl_partial_state_set_covers(set, list->words[at], list->costs[at]) == is_covered,
           "a set of cubes covers something else");
    assert_true(pl_partial_state_set_add(set, list->words[at], list->costs[at]));
    ++list->count;
    return is_covered;
}

static uint32_t check_cube_set(world* w)
{
    static cube_list list;
    pl_heuristic* g = guide_of(w, 0, true);
    ploy_allocator allocator = ploy_allocator_default();
    pl_arena_place place = pl_arena_mark(&w->scratch);
    pl_regression regression;
    assert_true(pl_regression_init(&regression, &w->scratch, w->c, g));
    pl_partial_state_set set;
    pl_partial_state_set_init(&set, &allocator);
    uint32_t seen = 0;
    for (uint32_t round = 0; round < 2; ++round) {
        assert_true(pl_partial_state_set_begin(&set, &regression));
        for (list.count = 0; list.count < MAX_CUBES;) seen += check_and_add(w, g, &set, &list);
    }
    pl_partial_state_set_destroy(&set);
    pl_arena_rewind(&w->scratch, place);
    pl_heuristic_destroy(g);
    return seen;
}

static void a_set_of_cubes_covers_what_one_of_them_contains_for_no_more(void** unused)
{
    (void)unused;
    check_seeds(170001, 150, check_cube_set, 1000);
}

// Regression.

static void check_before(const world* w, const pl_heuristic* g, uint32_t m, const uint64_t* partial,
                         const uint64_t* before)
{
    uint64_t after[RANDOM_MAX_WORDS];
    for (uint32_t i = 0; i < w->count; ++i) {
        const uint64_t* state = state_of(w, i);
        bool leads = applies(w, g, m, state);
        if (leads) {
            apply(g, m, state, after);
            leads = is_in(g, partial, after);
        }
        if (before)
            expect(w, state, is_in(g, before, state) == leads, "regressing gives other states");
        else
            expect(w, state, !leads || (!g->is_whole && is_in(g, partial, state)), "regressing overlooks states");
    }
}

// From the goal, or any cube, backwards by moves at random.
static uint32_t check_way_back(world* w, const pl_heuristic* g, const pl_regression* r)
{
    uint64_t partial[MAX_CUBE_WORDS], before[MAX_CUBE_WORDS];
    bool from_goal = r->goal_count && ploy_random_below(&w->random, 2);
    if (from_goal)
        memcpy(partial, r->goals + (size_t)ploy_random_below(&w->random, r->goal_count) * r->partial_words,
               r->partial_words * sizeof *partial);
    else
        draw_cube(g, &w->random, NULL, partial);
    uint32_t seen = 0;
    for (uint32_t i = 0; i < 12 && g->move_count; ++i) {
        uint32_t m = ploy_random_below(&w->random, g->move_count);
        bool leads = pl_regress(r, m, partial, before);
        check_before(w, g, m, partial, leads ? before : NULL);
        if (leads) memcpy(partial, before, r->partial_words * sizeof *partial);
        seen += leads;
    }
    return seen;
}

static uint32_t check_regression(world* w)
{
    uint32_t seen = 0;
    for (uint32_t is_whole = 0; is_whole < 2; ++is_whole) {
        pl_heuristic* g = guide_of(w, 0, is_whole);
        pl_arena_place place = pl_arena_mark(&w->scratch);
        pl_regression regression;
        assert_true(pl_regression_init(&regression, &w->scratch, w->c, g));
        for (uint32_t i = 0; i < 10; ++i) seen += check_way_back(w, g, &regression);
        pl_arena_rewind(&w->scratch, place);
        pl_heuristic_destroy(g);
    }
    return seen;
}

static void regressing_a_cube_gives_the_states_from_which_the_move_leads_into_it(void** unused)
{
    (void)unused;
    check_seeds(180001, 250, check_regression, 2000);
}

// Memory.

static pl_heuristic_request tight_request;

static bool make_guide(const ploy_allocator* allocator)
{
    pl_arena scratch;
    pl_arena_init(&scratch, allocator, 0);
    pl_heuristic* heuristic = pl_heuristic_create(allocator, &scratch, &tight_request);
    pl_arena_destroy(&scratch);
    bool is_made = heuristic != NULL;
    if (is_made) assert_int_equal(heuristic->bytes, ((test_allocator*)allocator->user)->live_bytes);
    pl_heuristic_destroy(heuristic);
    return is_made;
}

static uint32_t check_memory(world* w)
{
    for (uint32_t is_whole = 0; is_whole < 2; ++is_whole) {
        tight_request = (pl_heuristic_request){w->domain, w->target, w->call_costs, TABLE_BYTES, 1, is_whole};
        test_fail_every_allocation(make_guide);
    }
    return 1;
}

static void a_guide_without_memory_is_none_and_leaves_nothing_behind(void** unused)
{
    (void)unused;
    check_seeds(190001, 24, check_memory, 24);
}

static uint32_t check_room(world* w)
{
    pl_heuristic* bare = guide_of(w, 0, false);
    size_t min = bare->bytes;
    pl_heuristic_destroy(bare);
    uint32_t seen = 0;
    for (size_t bytes = min / 2; bytes < 8 * min; bytes += 1 + bytes / 5) {
        pl_heuristic* g = guide_of(w, bytes, false);
        expect(w, NULL, g->bytes <= (bytes > min ? bytes : min), "a guide takes more room than it was given");
        expect(w, NULL, g->policy.complete || (!g->policy.count && !g->policy.bytes),
               "a policy that did not fit was kept in part");
        if (g->policy.complete) check_entries(w, g);
        seen += !g->policy.complete;
        pl_heuristic_destroy(g);
    }
    return seen;
}

static void a_guide_keeps_within_its_room_and_a_policy_that_does_not_fit_is_none(void** unused)
{
    (void)unused;
    check_seeds(200001, 100, check_room, 300);
}

TEST_MAIN(TEST(a_policy_knows_the_cheapest_plan_from_every_state), TEST(most_small_goals_get_a_policy),
          TEST(a_policy_whose_costs_pass_32_bits_is_none), TEST(a_pattern_never_promises_too_much),
          TEST(a_whole_guide_leaves_nothing_out_and_estimates_with_patterns),
          TEST(what_does_not_matter_makes_no_plan_cheaper),
          TEST(a_move_right_before_one_that_undoes_it_unseen_is_pointless),
          TEST(at_most_one_of_a_group_stays_at_most_one), TEST(a_pattern_over_a_group_never_promises_too_much),
          TEST(a_policy_leaves_out_states_with_two_of_a_group_and_the_planner_searches_from_them),
          TEST(a_set_of_cubes_covers_what_one_of_them_contains_for_no_more),
          TEST(regressing_a_cube_gives_the_states_from_which_the_move_leads_into_it),
          TEST(a_guide_without_memory_is_none_and_leaves_nothing_behind),
          TEST(a_guide_keeps_within_its_room_and_a_policy_that_does_not_fit_is_none))
