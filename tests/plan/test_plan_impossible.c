// Goals that no order of moves can reach, because there is not enough of something: what is refuted has no plan by brute
// force, and every search stops early.

#include <ploy/plan.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "plan/domain/domain.h"
#include "plan/heuristic/state_equation.h"
#include "support/base/test.h"
#include "support/plan/brute_force.h"

enum
{
    SEEDS = 1500,
    GOODS = 4,
    SIZE = 5, // values of a good
    SOURCES = 2,
    MAX_RECIPES = 6,
    STATES = SIZE * SIZE * SIZE * SIZE << SOURCES,
};

static bool is_refuted(const ploy_domain* domain, uint32_t goal, const uint32_t* args, const uint64_t* start,
                       const uint64_t* available)
{
    ploy_allocator allocator = ploy_allocator_default();
    pl_arena scratch;
    pl_arena_init(&scratch, &allocator, 0);
    pl_heuristic_request request = {.domain = domain, .target = pl_domain_target_index(domain, goal, args)};
    pl_heuristic* h = pl_heuristic_create(&allocator, &scratch, &request);
    pl_refutation refutation = pl_state_equation_refute(h, pl_domain_compiled(domain), start, available, &scratch);
    assert_int_not_equal(refutation, PL_REFUTATION_NO_MEMORY);
    pl_heuristic_destroy(h);
    pl_arena_destroy(&scratch);
    return refutation == PL_REFUTED;
}

static void what_is_refuted_in_a_random_domain_has_no_plan(void** state)
{
    (void)state;
    uint32_t impossible = 0, refuted = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        random_knobs knobs = seed % 2 ? random_knobs_small() : random_knobs_tables();
        random_domain* d = random_domain_create(seed, &knobs);
        ploy_random random = {seed, 5, 0};
        int64_t values[RANDOM_MAX_VARIABLES];
        uint64_t start[RANDOM_MAX_WORDS];
        random_domain_start(d, &random, values);
        random_domain_pack(d, values, start);
        for (uint32_t goal = 0; goal < d->goal_count; goal++) {
            uint32_t args[PLOY_MAX_ARGS] = {0};
            random_domain_goal_args(d, &random, goal, args);
            brute_query query = brute_query_default(values, goal, args);
            brute_answer answer = brute_solve(d, &query);
            bool no = is_refuted(d->domain, goal, args, start, NULL);
            if (answer.found && no) random_domain_print(d, values, stderr);
            assert_false(answer.found && no);
            impossible += !answer.found && !answer.too_big;
            refuted += no;
        }
        random_domain_destroy(d);
    }
    assert_true(impossible > 100 && refuted > impossible / 4);
}

// Workshops: goods that are made of goods, and sources that give once. No recipe needs what it does not take.

typedef struct goods_recipe
{
    int change[GOODS];
    int source; // that it empties; -1: none
} goods_recipe;

typedef struct random_workshop
{
    int start[GOODS], wanted[GOODS];
    goods_recipe recipes[MAX_RECIPES];
    uint32_t recipe_count;
} random_workshop;

static random_workshop draw_workshop(ploy_random* random)
{
    random_workshop w = {.recipe_count = 2 + ploy_random_below(random, MAX_RECIPES - 1)};
    for (uint32_t g = 0; g < GOODS; g++) {
        w.start[g] = (int)ploy_random_below(random, 3);
        w.wanted[g] = ploy_random_below(random, 2) ? (int)ploy_random_below(random, SIZE) : 0;
    }
    for (uint32_t r = 0; r < w.recipe_count; r++) {
        goods_recipe* it = &w.recipes[r];
        it->source = ploy_random_below(random, 3) ? -1 : (int)ploy_random_below(random, SOURCES);
        it->change[ploy_random_below(random, GOODS)] += 1 + (int)ploy_random_below(random, 2);
        if (it->source >= 0) continue;
        for (uint32_t k = 1 + ploy_random_below(random, 2); k > 0; k--)
            it->change[ploy_random_below(random, GOODS)] -= 1 + (int)ploy_random_below(random, 2);
    }
    return w;
}

static uint32_t number_of(const int* goods, uint32_t sources)
{
    uint32_t number = 0;
    for (uint32_t g = 0; g < GOODS; g++) number = number * SIZE + (uint32_t)goods[g];
    return number << SOURCES | sources;
}

static bool apply_recipe(const goods_recipe* it, int* goods, uint32_t* sources)
{
    if (it->source >= 0 && !(*sources >> it->source & 1)) return false;
    for (uint32_t g = 0; g < GOODS; g++) {
        goods[g] += it->change[g];
        if (goods[g] < 0 || goods[g] >= SIZE) return false;
    }
    if (it->source >= 0) *sources &= ~(1u << it->source);
    return true;
}

// Every state that can be reached; is the goal among them?
static bool has_plan(const random_workshop* w)
{
    static uint32_t queue[STATES];
    static bool is_seen[STATES];
    memset(is_seen, 0, sizeof is_seen);
    uint32_t count = 0;
    queue[count++] = number_of(w->start, (1 << SOURCES) - 1);
    is_seen[queue[0]] = true;
    for (uint32_t at = 0; at < count; at++) {
        int goods[GOODS];
        uint32_t number = queue[at] >> SOURCES, sources = queue[at] & ((1 << SOURCES) - 1);
        bool is_met = true;
        for (uint32_t g = GOODS; g-- > 0; number /= SIZE) {
            goods[g] = (int)(number % SIZE);
            is_met = is_met && goods[g] >= w->wanted[g];
        }
        if (is_met) return true;
        for (uint32_t r = 0; r < w->recipe_count; r++) {
            int next[GOODS];
            uint32_t rest = sources;
            memcpy(next, goods, sizeof next);
            if (!apply_recipe(&w->recipes[r], next, &rest) || is_seen[number_of(next, rest)]) continue;
            is_seen[number_of(next, rest)] = true;
            queue[count++] = number_of(next, rest);
        }
    }
    return false;
}

static ploy_domain* make_workshop(const random_workshop* w)
{
    ploy_domain* domain = ploy_domain_create(&(ploy_domain_def){.name = "workshop"});
    char name[16], pre[32], effect[128], condition[128] = "true";
    for (uint32_t g = 0; g < GOODS; g++) {
        snprintf(name, sizeof name, "g%u", g);
        char initial[4];
        snprintf(initial, sizeof initial, "%d", w->start[g] % 10);
        ploy_symbol_def def = {.name = name, .type = PLOY_VALUE_INT, .max = SIZE - 1, .initial = initial};
        assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, NULL), PLOY_OK);
        size_t used = strlen(condition);
        snprintf(condition + used, sizeof condition - used, " and g%u >= %d", g, w->wanted[g]);
    }
    for (uint32_t s = 0; s < SOURCES; s++) {
        snprintf(name, sizeof name, "s%u", s);
        ploy_symbol_def def = {.name = name, .initial = "true"};
        assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, NULL), PLOY_OK);
    }
    for (uint32_t r = 0; r < w->recipe_count; r++) {
        const goods_recipe* it = &w->recipes[r];
        int used = 0;
        pre[0] = effect[0] = '\0';
        snprintf(name, sizeof name, "R%u", r);
        if (it->source >= 0) {
            snprintf(pre, sizeof pre, "s%d", it->source);
            used = snprintf(effect, sizeof effect, "not s%d", it->source);
        }
        for (uint32_t g = 0; g < GOODS; g++) {
            int change = it->change[g];
            if (!change) continue;
            used += snprintf(effect + used, sizeof effect - (size_t)used, "%sg%u %s %d", used ? ", " : "", g,
                             change > 0 ? "+=" : "-=", change > 0 ? change : -change);
        }
        ploy_action_def def = {.name = name, .pre = pre, .effect = effect};
        assert_int_equal(ploy_domain_add_action(domain, &def, NULL, NULL), PLOY_OK);
    }
    ploy_goal_def goal = {.name = "Stock", .condition = condition};
    assert_int_equal(ploy_domain_add_goal(domain, &goal, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    return domain;
}

static void what_is_refuted_in_a_workshop_has_no_plan(void** state)
{
    (void)state;
    uint32_t impossible = 0, refuted = 0, possible = 0;
    for (uint64_t seed = 0; seed < 4 * SEEDS; seed++) {
        ploy_random random = {seed, 9, 0};
        static const uint32_t none[PLOY_MAX_ARGS];
        random_workshop w = draw_workshop(&random);
        ploy_domain* domain = make_workshop(&w);
        uint64_t start[2];
        ploy_state_init(domain, start);
        bool can = has_plan(&w), no = is_refuted(domain, 0, none, start, NULL);
        if (can && no) fail_msg("workshop %u has a plan and was refuted", (unsigned)seed);
        possible += can;
        impossible += !can;
        refuted += no;
        ploy_domain_destroy(domain);
    }
    // What stays open is a matter of whole numbers, of the order of steps, or of room.
    assert_true(possible > SEEDS / 2 && impossible > SEEDS / 2);
    if (refuted < impossible * 3 / 4) fail_msg("%u of %u impossible goals refuted", refuted, impossible);
}

// Six ores, and seven nails wanted; beside them wood and grain without end, which a search can shuffle for long.
static ploy_domain* make_smithy(void)
{
    static const ploy_symbol_def symbols[] = {{.name = "wood", .type = PLOY_VALUE_INT, .max = 40},
                                              {.name = "ore", .type = PLOY_VALUE_INT, .max = 40, .initial = "6"},
                                              {.name = "nails", .type = PLOY_VALUE_INT, .max = 40},
                                              {.name = "grain", .type = PLOY_VALUE_INT, .max = 40},
                                              {.name = "flour", .type = PLOY_VALUE_INT, .max = 40}};
    static const ploy_action_def actions[] = {
        {.name = "Fell", .effect = "wood += 1"},
        {.name = "Reap", .effect = "grain += 1"},
        {.name = "Grind", .effect = "grain -= 2, flour += 1"},
        {.name = "Forge", .pre = "flour >= 1", .effect = "wood -= 1, ore -= 1, nails += 1, flour -= 1"},
        {.name = "Melt", .effect = "nails -= 1, ore += 1"},
        {.name = "Trade", .effect = "flour -= 1, wood += 2"},
    };
    static const ploy_goal_def goals[] = {{.name = "Seven", .condition = "nails >= 7 and flour >= 4"},
                                          {.name = "Either", .condition = "nails >= 7 or ore >= 7"},
                                          {.name = "Six", .condition = "nails >= 6 and flour >= 4"}};
    ploy_domain* domain = ploy_domain_create(&(ploy_domain_def){.name = "smithy"});
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        assert_int_equal(ploy_domain_add_symbol(domain, &symbols[i], NULL, NULL), PLOY_OK);
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        assert_int_equal(ploy_domain_add_action(domain, &actions[i], NULL, NULL), PLOY_OK);
    for (size_t i = 0; i < sizeof goals / sizeof *goals; i++)
        assert_int_equal(ploy_domain_add_goal(domain, &goals[i], NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    return domain;
}

static void every_search_stops_early_when_there_is_too_little(void** state)
{
    (void)state;
    static const ploy_search searches[] = {PLOY_SEARCH_AUTO,    PLOY_SEARCH_ASTAR, PLOY_SEARCH_REGRESSIVE,
                                           PLOY_SEARCH_BNB,     PLOY_SEARCH_BLIND, PLOY_SEARCH_HMAX,
                                           PLOY_SEARCH_ANYTIME, PLOY_SEARCH_GREEDY};
    ploy_domain* domain = make_smithy();
    uint64_t start[2];
    ploy_state_init(domain, start);
    for (uint32_t goal = 0; goal < 2; goal++) {
        for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
            ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = domain});
            ploy_plan_query query = {.start = start, .goal = goal, .options.search = searches[i]};
            const ploy_plan* plan = ploy_planner_plan(planner, &query);
            uint32_t expanded = plan->expanded;
            if (plan->status != PLOY_NOT_FOUND || expanded > 2000)
                fail_msg("%s: %s after %u", ploy_search_name(searches[i]), ploy_status_name(plan->status), expanded);
            ploy_status status = ploy_planner_begin(planner, &query);
            while (status == PLOY_IN_PROGRESS) status = ploy_planner_update(planner, 37);
            plan = ploy_planner_end(planner);
            assert_int_equal(plan->status, PLOY_NOT_FOUND);
            assert_int_equal(plan->expanded, expanded);
            ploy_planner_destroy(planner);
        }
    }
    ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = domain});
    ploy_plan_query query = {.start = start, .goal = 2, .options.search = PLOY_SEARCH_ASTAR};
    assert_int_equal(ploy_planner_plan(planner, &query)->status, PLOY_FOUND);
    ploy_planner_destroy(planner);
    ploy_domain_destroy(domain);
}

static void actions_that_are_not_available_give_nothing(void** state)
{
    (void)state;
    ploy_domain* domain = make_smithy();
    static const uint32_t none[PLOY_MAX_ARGS];
    uint64_t start[2], without_forge[1] = {~(1ull << 3)};
    ploy_state_init(domain, start);
    assert_false(is_refuted(domain, 2, none, start, NULL));
    assert_true(is_refuted(domain, 2, none, start, without_forge));
    ploy_domain_destroy(domain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_refuted_in_a_random_domain_has_no_plan),
        cmocka_unit_test(what_is_refuted_in_a_workshop_has_no_plan),
        cmocka_unit_test(every_search_stops_early_when_there_is_too_little),
        cmocka_unit_test(actions_that_are_not_available_give_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
