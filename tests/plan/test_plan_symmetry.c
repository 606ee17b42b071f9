// Interchangeable objects, goods and places: small colonies drawn at random, where every search that proves its plan the
// cheapest is compared with one that has no estimate and sees every object.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/domain/domain.h"
#include "plan/search/planner.h"
#include "support/base/test.h"

enum
{
    PLACES = 3,
    TREES = 4,
    COLONIES = 1500,
    TEXT = 200,
};

static const char* const place_names[PLACES] = {"camp", "glade", "hill"};
static const char* const tree_names[TREES] = {"oak", "elm", "fir", "yew"};

static void add_symbol(ploy_domain* d, const char* name, const char* of, int64_t max)
{
    ploy_symbol_def def = {.name = name, .type = max > 1 ? PLOY_VALUE_INT : PLOY_VALUE_BOOL};
    if (max > 1) def.max = max;
    if (of) def.of[0] = of, def.of_count = 1;
    assert_int_equal(ploy_domain_add_symbol(d, &def, NULL, NULL), PLOY_OK);
}

static void add_action(ploy_domain* d, const char* name, const char* param, int cost, const char* pre, const char* effect)
{
    char text[TEXT];
    snprintf(text, sizeof text, "%d", cost);
    ploy_action_def def = {.name = name, .pre = pre, .effect = effect, .cost = text};
    if (param) def.params[0] = (ploy_param){"o", param}, def.param_count = 1;
    ploy_error error = {0};
    if (ploy_domain_add_action(d, &def, NULL, &error) != PLOY_OK) fail_msg("%s: %s", name, error.message);
}

static ploy_domain* begin_colony(void)
{
    ploy_domain* d = ploy_domain_create(&(ploy_domain_def){.name = "colony"});
    assert_non_null(d);
    assert_int_equal(ploy_domain_add_type(d, "place", place_names, PLACES, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_add_type(d, "tree", tree_names, TREES, NULL, NULL), PLOY_OK);
    ploy_symbol_def at = {.name = "at", .type = PLOY_VALUE_OBJECT, .object_type = "place"};
    assert_int_equal(ploy_domain_add_symbol(d, &at, NULL, NULL), PLOY_OK);
    add_symbol(d, "gone", "tree", 1);
    add_symbol(d, "grown", "tree", 1);
    add_symbol(d, "wood", NULL, 3);
    add_symbol(d, "plank", NULL, 3);
    add_symbol(d, "load", NULL, 4);
    ploy_table_def spot = {
        .name = "spot", .type = PLOY_VALUE_OBJECT, .object_type = "place", .of = {"tree"}, .of_count = 1};
    assert_int_equal(ploy_domain_add_table(d, &spot, NULL, NULL), PLOY_OK);
    return d;
}

static void add_travel(ploy_domain* d, ploy_random* random)
{
    char name[TEXT], pre[TEXT], effect[TEXT];
    if (ploy_random_below(random, 2)) {
        add_action(d, "Go", "place", 1 + (int)ploy_random_below(random, 4), "at != o", "at = o");
        return;
    }
    for (int i = 0; i < PLACES; i++) {
        int to = (i + 1) % PLACES;
        snprintf(name, sizeof name, "Go%d", i);
        snprintf(pre, sizeof pre, "at = %s", place_names[i]);
        snprintf(effect, sizeof effect, "at = %s", place_names[to]);
        add_action(d, name, NULL, 1 + (int)ploy_random_below(random, 4), pre, effect);
    }
}

static void add_work(ploy_domain* d, ploy_random* random)
{
    char pre[TEXT], effect[TEXT];
    bool has_load = ploy_random_below(random, 2), grows = ploy_random_below(random, 2);
    const char* workshop = place_names[ploy_random_below(random, PLACES)];
    uint32_t used = 1 + ploy_random_below(random, 2);
    snprintf(pre, sizeof pre, "at = spot(o) and not gone(o)%s", grows ? " and grown(o)" : "");
    snprintf(effect, sizeof effect, "gone(o), wood += 1%s", has_load ? ", load += 1" : "");
    add_action(d, "Fell", "tree", 1 + (int)ploy_random_below(random, 3), pre, effect);
    if (grows) add_action(d, "Water", "tree", 1, "at = spot(o)", "grown(o)");
    if (ploy_random_below(random, 3) == 0) add_action(d, "Plant", "tree", 3, "at = spot(o) and gone(o)", "not gone(o)");
    snprintf(pre, sizeof pre, "at = %s and wood >= %u", workshop, (unsigned)used);
    snprintf(effect, sizeof effect, "wood -= %u, plank += 1", (unsigned)used);
    if (has_load && used > 1) strcat(effect, ", load -= 1");
    add_action(d, "Saw", NULL, 1 + (int)ploy_random_below(random, 4), pre, effect);
    snprintf(pre, sizeof pre, "at = %s", place_names[ploy_random_below(random, PLACES)]);
    snprintf(effect, sizeof effect, "wood += 1%s", has_load ? ", load += 1" : "");
    add_action(d, "Gather", NULL, 3 + (int)ploy_random_below(random, 6), pre, effect);
    if (ploy_random_below(random, 2)) add_action(d, "Trade", NULL, 2, "at = camp and plank >= 1", "plank -= 1, wood += 1");
}

static void add_goal(ploy_domain* d, ploy_random* random)
{
    char text[TEXT];
    int length = snprintf(text, sizeof text, "plank >= %u", 1 + (unsigned)ploy_random_below(random, 3));
    if (ploy_random_below(random, 2)) length += snprintf(text + length, sizeof text - (size_t)length, " and at = camp");
    if (ploy_random_below(random, 3) == 0)
        length += snprintf(text + length, sizeof text - (size_t)length, " and gone(%s)", tree_names[ploy_random_below(random, TREES)]);
    if (ploy_random_below(random, 4) == 0) snprintf(text + length, sizeof text - (size_t)length, " or wood >= 3");
    ploy_goal_def def = {.name = "Stock", .condition = text};
    assert_int_equal(ploy_domain_add_goal(d, &def, NULL, NULL), PLOY_OK);
}

static ploy_domain* draw_colony(ploy_random* random)
{
    ploy_domain* d = begin_colony();
    for (uint32_t i = 0; i < TREES; i++) {
        uint32_t args[PLOY_MAX_ARGS] = {i};
        assert_int_equal(ploy_domain_table_set(d, 0, args, ploy_random_below(random, PLACES)), PLOY_OK);
    }
    add_travel(d, random);
    add_work(d, random);
    add_goal(d, random);
    ploy_error error = {0};
    if (ploy_domain_compile(d, &error) != PLOY_OK) fail_msg("%s", error.message);
    return d;
}

static void draw_start(const ploy_domain* d, ploy_random* random, uint64_t* state)
{
    char text[TEXT];
    ploy_state_init(d, state);
    int length = snprintf(text, sizeof text, "at = %s, wood = %u, plank = %u", place_names[ploy_random_below(random, PLACES)],
                          (unsigned)ploy_random_below(random, 2), (unsigned)ploy_random_below(random, 2));
    for (int i = 0; i < TREES; i++) {
        if (ploy_random_below(random, 4) == 0)
            length += snprintf(text + length, sizeof text - (size_t)length, ", gone(%s)", tree_names[i]);
        if (ploy_random_below(random, 4) == 0)
            length += snprintf(text + length, sizeof text - (size_t)length, ", grown(%s)", tree_names[i]);
    }
    ploy_error error = {0};
    if (ploy_state_parse(d, state, text, &error) != PLOY_OK) fail_msg("%s", error.message);
}

static ploy_plan plan_with(ploy_planner* planner, const uint64_t* start, ploy_search search, const uint64_t* disabled)
{
    ploy_plan_query query = {.start = start, .disabled = disabled, .options.search = search};
    return *ploy_planner_plan(planner, &query);
}

static void every_search_finds_the_cheapest_plan_among_interchangeable_objects(void** state)
{
    (void)state;
    static const ploy_search searches[] = {PLOY_SEARCH_ASTAR, PLOY_SEARCH_REGRESSIVE, PLOY_SEARCH_AUTO, PLOY_SEARCH_ANYTIME,
                                           PLOY_SEARCH_BNB};
    ploy_random random = {.seed = 22};
    uint32_t with_symmetry = 0;
    for (int i = 0; i < COLONIES; i++) {
        ploy_domain* d = draw_colony(&random);
        ploy_planner_def def = {.domain = d, .no_cache = true};
        ploy_planner* planner = ploy_planner_create(&def);
        uint64_t start[4], disabled[4] = {ploy_random_below(&random, 3) == 0 ? 1ull << ploy_random_below(&random, 6) : 0};
        assert_true(ploy_domain_state_words(d) <= 4);
        draw_start(d, &random, start);
        planner->always_searches = true;
        ploy_plan best = plan_with(planner, start, PLOY_SEARCH_BLIND, disabled);
        for (size_t k = 0; k < sizeof searches / sizeof *searches; k++) {
            ploy_plan plan = plan_with(planner, start, searches[k], disabled);
            bool same = plan.status == best.status && (plan.status != PLOY_FOUND || (plan.cost == best.cost && plan.proved));
            if (!same) fail_msg("colony %d, %s: %s, cost %lld in place of %lld", i, ploy_search_name(searches[k]),
                                ploy_status_name(plan.status), (long long)plan.cost, (long long)best.cost);
            with_symmetry += planner->rules.has_symmetry;
        }
        ploy_planner_destroy(planner);
        ploy_domain_destroy(d);
    }
    assert_true(with_symmetry > COLONIES); // of five searches each
}

// How many trees are interchangeable with another one where they stand like this.
static uint32_t count_members(const char* spots, const char* goal, uint32_t* goal_likes)
{
    ploy_domain* d = begin_colony();
    assert_int_equal(ploy_domain_table_parse(d, 0, spots, NULL), PLOY_OK);
    add_action(d, "Fell", "tree", 1, "at = spot(o) and not gone(o)", "gone(o), wood += 1");
    add_action(d, "Go", "place", 1, "at != o", "at = o");
    ploy_goal_def def = {.name = "Stock", .condition = goal};
    assert_int_equal(ploy_domain_add_goal(d, &def, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(d, NULL), PLOY_OK);
    ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = d, .no_cache = true});
    uint64_t start[4];
    ploy_state_init(d, start);
    assert_int_equal(plan_with(planner, start, PLOY_SEARCH_REGRESSIVE, NULL).status, PLOY_FOUND);
    const pl_symmetry* symmetry = &planner->rules.heuristic->symmetry;
    uint32_t count = symmetry->count;
    *goal_likes = 0;
    for (uint32_t i = 0; i < count; i++) *goal_likes += symmetry->members[i].goal_like != i;
    ploy_planner_destroy(planner);
    ploy_domain_destroy(d);
    return count;
}

static void trees_at_one_place_are_interchangeable(void** state)
{
    (void)state;
    uint32_t likes;
    assert_int_equal(count_members("oak = camp, elm = camp, fir = camp, yew = camp", "wood >= 3", &likes), 4);
    assert_int_equal(likes, 3);
    assert_int_equal(count_members("oak = camp, elm = glade, fir = hill, yew = camp", "wood >= 3", &likes), 2);
    assert_int_equal(likes, 1);
    assert_int_equal(count_members("oak = camp, elm = glade, fir = hill, yew = hill", "wood >= 3 and gone(yew)", &likes), 2);
    assert_int_equal(likes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_search_finds_the_cheapest_plan_among_interchangeable_objects),
        cmocka_unit_test(trees_at_one_place_are_interchangeable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
