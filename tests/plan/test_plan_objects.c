// Tables and objects that are spawned while the game runs.

#include <stdio.h>
#include <string.h>

#include <ploy/save.h>

#include "plan/domain/domain.h"
#include "plan/search/planner.h"
#include "record/save/domain_save.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

enum
{
    TREES = 5
};

static const char* const places[] = {"camp", "glade", "hill"};

// A woodcutter: walks, fells trees that stand somewhere, and wants wood.
static ploy_domain* make_woods(const ploy_allocator* allocator)
{
    ploy_domain_def def = {.name = "woods"};
    if (allocator) def.allocator = *allocator;
    ploy_domain* d = ploy_domain_create(&def);
    if (!d) return NULL;
    ploy_error error;
    bool ok = ploy_domain_add_type(d, "place", places, 3, NULL, &error) == PLOY_OK &&
              ploy_domain_add_type(d, "tree", NULL, TREES, NULL, &error) == PLOY_OK;
    ploy_symbol_def at = {.name = "at", .type = PLOY_VALUE_OBJECT, .object_type = "place"};
    ploy_symbol_def wood = {.name = "wood", .type = PLOY_VALUE_INT, .max = 4};
    ploy_symbol_def felled = {.name = "felled", .of = {"tree"}, .of_count = 1, .planned = true};
    ok = ok && ploy_domain_add_symbol(d, &at, NULL, &error) == PLOY_OK &&
         ploy_domain_add_symbol(d, &wood, NULL, &error) == PLOY_OK &&
         ploy_domain_add_symbol(d, &felled, NULL, &error) == PLOY_OK;
    ploy_table_def distance = {
        .name = "distance", .type = PLOY_VALUE_DECIMAL, .of = {"place", "place"}, .of_count = 2, .symmetric = true};
    ploy_table_def spot = {
        .name = "spot", .type = PLOY_VALUE_OBJECT, .object_type = "place", .of = {"tree"}, .of_count = 1};
    ok = ok && ploy_domain_add_table(d, &distance, NULL, &error) == PLOY_OK &&
         ploy_domain_add_table(d, &spot, NULL, &error) == PLOY_OK &&
         ploy_domain_table_parse(d, 0, "camp glade = 2, camp hill = 5, glade hill = 1.5", &error) == PLOY_OK;
    ploy_action_def go = {.name = "Go",
                          .params = {{"p", "place"}},
                          .param_count = 1,
                          .effect = "at = p",
                          .cost = "distance(at, p)",
                          .move = true};
    ploy_action_def fell = {.name = "Fell",
                            .params = {{"t", "tree"}},
                            .param_count = 1,
                            .pre = "at = spot(t) and not felled(t)",
                            .effect = "felled(t), wood += 1"};
    ploy_goal_def warm = {.name = "Warm", .condition = "wood >= 2"};
    ploy_goal_def clear = {.name = "Clear", .params = {{"t", "tree"}}, .param_count = 1, .condition = "felled(t)"};
    ok = ok && ploy_domain_add_action(d, &go, NULL, &error) == PLOY_OK &&
         ploy_domain_add_action(d, &fell, NULL, &error) == PLOY_OK &&
         ploy_domain_add_goal(d, &warm, NULL, &error) == PLOY_OK &&
         ploy_domain_add_goal(d, &clear, NULL, &error) == PLOY_OK && ploy_domain_compile(d, &error) == PLOY_OK;
    if (!ok) {
        ploy_domain_destroy(d);
        return NULL;
    }
    return d;
}

static ploy_domain* woods(void)
{
    ploy_domain* d = make_woods(NULL);
    assert_non_null(d);
    return d;
}

static uint32_t tree_at(ploy_domain* d, const char* place)
{
    uint32_t tree = PLOY_NONE;
    assert_int_equal(ploy_domain_spawn(d, 1, &tree), PLOY_OK);
    assert_int_equal(ploy_domain_table_set(d, 1, &tree, ploy_domain_find_object(d, 0, place)), PLOY_OK);
    return tree;
}

static void refresh(ploy_domain* d)
{
    ploy_error error = {0};
    if (ploy_domain_compile(d, &error) != PLOY_OK) fail_msg("%s", error.message);
}

// The plan as text: "Go(hill) Fell(tree.1)", and its cost.
static int64_t plan_text(const ploy_domain* d, uint32_t goal, uint32_t arg, ploy_search search, char* text, size_t size)
{
    uint64_t state[8];
    ploy_state_init(d, state);
    ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = d});
    assert_non_null(planner);
    const ploy_plan* plan = ploy_planner_plan(
        planner, &(ploy_plan_query){.start = state, .goal = goal, .goal_args = {arg}, .options = {.search = search}});
    size_t length = 0;
    text[0] = 0;
    for (uint32_t i = 0; i < plan->step_count; ++i) {
        const ploy_step* step = &plan->steps[i];
        length += (size_t)snprintf(
            text + length, size - length, "%s%s(%s)", i ? " " : "", ploy_domain_action(d, step->action).name,
            ploy_domain_object_name(d, ploy_domain_action(d, step->action).param_types[0], step->args[0]));
    }
    int64_t cost = plan->status == PLOY_FOUND ? plan->cost : -(int64_t)plan->status;
    ploy_planner_destroy(planner);
    return cost;
}

// steps: how the plan begins.
static void expect_plan(const ploy_domain* d, uint32_t goal, uint32_t arg, const char* steps, int64_t cost)
{
    static const ploy_search searches[] = {PLOY_SEARCH_ASTAR, PLOY_SEARCH_REGRESSIVE, PLOY_SEARCH_BNB};
    for (uint32_t i = 0; i < 3; ++i) {
        char text[256];
        assert_int_equal(plan_text(d, goal, arg, searches[i], text, sizeof text), cost);
        text[strlen(text) < strlen(steps) ? strlen(text) : strlen(steps)] = 0;
        assert_string_equal(text, steps);
    }
}

static void a_move_costs_what_the_table_says(void** unused)
{
    (void)unused;
    ploy_domain* d = woods();
    tree_at(d, "hill");
    tree_at(d, "hill");
    refresh(d);
    expect_plan(d, 0, 0, "Go(glade) Go(hill) Fell(", 5500);
    assert_int_equal(ploy_domain_table_parse(d, 0, "hill camp = 1", NULL), PLOY_OK);
    assert_int_equal(ploy_domain_table_get(d, 0, (uint32_t[]){0, 2}), 1000);
    expect_plan(d, 0, 0, "Go(hill) Fell(", 3000);
    ploy_domain_destroy(d);
}

// A goal's moves are split by the place that the price reads: then nothing depends on the state.
static void a_price_that_reads_one_symbol_is_searched_backward_and_has_a_policy(void** unused)
{
    (void)unused;
    ploy_domain* d = woods();
    tree_at(d, "hill");
    tree_at(d, "hill");
    refresh(d);
    uint64_t state[8];
    ploy_state_init(d, state);
    ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = d});
    assert_non_null(planner);
    static const int64_t costs[] = {5500, 3000};
    for (uint32_t i = 0; i < 2; ++i) {
        ploy_plan_query query = {.start = state, .options = {.search = PLOY_SEARCH_REGRESSIVE}};
        const ploy_plan* plan = ploy_planner_plan(planner, &query);
        assert_int_equal(plan->cost, costs[i]);
        assert_int_equal(plan->search, PLOY_SEARCH_REGRESSIVE);
        query.options.search = PLOY_SEARCH_AUTO;
        plan = ploy_planner_plan(planner, &query);
        assert_int_equal(plan->cost, costs[i]);
        assert_int_equal(plan->expanded, 0);
        assert_int_equal(ploy_domain_table_parse(d, 0, "hill camp = 1", NULL), PLOY_OK);
    }
    ploy_planner_destroy(planner);
    ploy_domain_destroy(d);
}

// Places in a row: 40 of 60 have berries, so 40 walks start from up to 60 places.
static ploy_domain* berries(void)
{
    enum
    {
        PLACES = 60,
        WITH_BERRIES = 40
    };
    char names[PLACES][8];
    const char* objects[PLACES];
    for (uint32_t i = 0; i < PLACES; ++i)
        snprintf(names[i], sizeof names[i], "p%u", (unsigned)i), objects[i] = names[i];
    ploy_domain* d = ploy_domain_create(&(ploy_domain_def){.name = "berries"});
    ploy_domain_add_type(d, "place", objects, PLACES, NULL, NULL);
    ploy_domain_add_symbol(d, &(ploy_symbol_def){.name = "at", .type = PLOY_VALUE_OBJECT, .object_type = "place"}, NULL,
                           NULL);
    ploy_domain_add_symbol(
        d, &(ploy_symbol_def){.name = "picked", .type = PLOY_VALUE_BOOL, .of = {"place"}, .of_count = 1}, NULL, NULL);
    ploy_domain_add_symbol(d, &(ploy_symbol_def){.name = "berries", .type = PLOY_VALUE_INT, .max = 3}, NULL, NULL);
    ploy_domain_add_table(
        d, &(ploy_table_def){.name = "distance", .type = PLOY_VALUE_DECIMAL, .of = {"place", "place"}, .of_count = 2},
        NULL, NULL);
    for (uint32_t a = 0; a < PLACES; ++a) {
        for (uint32_t b = 0; b < PLACES; ++b)
            ploy_domain_table_set(d, 0, (uint32_t[]){a, b}, (a > b ? a - b : b - a) * PLOY_UNIT);
    }
    ploy_domain_add_action(d,
                           &(ploy_action_def){.name = "Go",
                                              .cost = "distance(at, p)",
                                              .pre = "at != p",
                                              .effect = "at = p",
                                              .params = {{"p", "place"}},
                                              .param_count = 1},
                           NULL, NULL);
    for (uint32_t i = PLACES - WITH_BERRIES; i < PLACES; ++i) {
        char name[16], pre[64], effect[64];
        snprintf(name, sizeof name, "Pick%u", (unsigned)i);
        snprintf(pre, sizeof pre, "at = p%u and not picked(p%u)", (unsigned)i, (unsigned)i);
        snprintf(effect, sizeof effect, "berries += 1, picked(p%u)", (unsigned)i);
        ploy_domain_add_action(d, &(ploy_action_def){.name = name, .pre = pre, .effect = effect}, NULL, NULL);
    }
    ploy_domain_add_goal(d, &(ploy_goal_def){.name = "Three", .condition = "berries = 3"}, NULL, NULL);
    return d;
}

// Wherever the walk begins: 20 - start to the first berries, or at once; two more beside it; three picks.
static void prices_of_thousands_of_pairs_are_searched_backward(void** unused)
{
    (void)unused;
    ploy_domain* d = berries();
    refresh(d);
    ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = d});
    assert_non_null(planner);
    for (uint32_t at = 0; at < 60; at += 7) {
        uint64_t state[8];
        ploy_state_init(d, state);
        ploy_state_set(d, state, 0, (ploy_value)at);
        const ploy_plan* plan = ploy_planner_plan(
            planner, &(ploy_plan_query){.start = state, .options = {.search = PLOY_SEARCH_REGRESSIVE}});
        int64_t cost = (at < 20 ? 20 - at : 0) + 2 + 3;
        assert_int_equal(plan->cost, cost * PLOY_UNIT);
        assert_int_equal(planner->rules.heuristic->priced_count, 0); // else the search is forward
    }
    ploy_planner_destroy(planner);
    ploy_domain_destroy(d);
}

// One operator per place and one per tree that exists, not one per pair.
static void a_table_makes_no_operator_per_pair(void** unused)
{
    (void)unused;
    ploy_domain* d = woods();
    tree_at(d, "glade");
    refresh(d);
    assert_int_equal(pl_domain_compiled(d)->operator_count, 3 + 1);
    assert_int_equal(pl_domain_compiled(d)->ground_count, 3 + TREES);
    ploy_domain_destroy(d);
}

static void only_objects_that_exist_are_planned_with(void** unused)
{
    (void)unused;
    ploy_domain* d = woods();
    char text[256];
    assert_int_equal(plan_text(d, 0, 0, PLOY_SEARCH_ASTAR, text, sizeof text), -(int64_t)PLOY_NOT_FOUND);
    uint32_t first = tree_at(d, "camp"), second = tree_at(d, "glade");
    refresh(d);
    expect_plan(d, 0, 0, "Fell(tree.1) Go(glade) Fell(tree.2)", 4000);
    assert_int_equal(ploy_domain_despawn(d, 1, first), PLOY_OK);
    assert_int_equal(ploy_domain_despawn(d, 1, first), PLOY_NOT_FOUND);
    refresh(d);
    assert_false(ploy_domain_object_exists(d, 1, first));
    assert_int_equal(plan_text(d, 0, 0, PLOY_SEARCH_ASTAR, text, sizeof text), -(int64_t)PLOY_NOT_FOUND);
    assert_int_equal(plan_text(d, 1, first, PLOY_SEARCH_ASTAR, text, sizeof text), -(int64_t)PLOY_NOT_FOUND);
    expect_plan(d, 1, second, "Go(glade) Fell(tree.2)", 3000);
    ploy_domain_destroy(d);
}

static void a_spawned_object_takes_the_lowest_place_and_forgets_what_was_there(void** unused)
{
    (void)unused;
    ploy_domain* d = woods();
    for (uint32_t i = 0; i < TREES; ++i) assert_int_equal(tree_at(d, "hill"), i);
    assert_int_equal(ploy_domain_spawn(d, 1, NULL), PLOY_FULL);
    assert_int_equal(ploy_domain_despawn(d, 1, 3), PLOY_OK);
    assert_int_equal(ploy_domain_despawn(d, 1, 1), PLOY_OK);
    uint32_t tree;
    assert_int_equal(ploy_domain_spawn(d, 1, &tree), PLOY_OK);
    assert_int_equal(tree, 1);
    assert_int_equal(ploy_domain_table_get(d, 1, &tree), 0);
    assert_string_equal(ploy_domain_object_name(d, 1, tree), "tree.2");
    assert_int_equal(ploy_domain_find_object(d, 1, "tree.2"), 1);
    ploy_domain_destroy(d);
}

// Saving.

static void objects_and_tables_are_saved_and_loaded(void** unused)
{
    (void)unused;
    uint8_t bytes[4096];
    ploy_domain *d = woods(), *other = woods();
    tree_at(d, "glade");
    tree_at(d, "hill");
    ploy_domain_despawn(d, 1, 0);
    assert_int_equal(ploy_domain_table_set(d, 0, (uint32_t[]){0, 2}, 250), PLOY_OK);
    refresh(d);
    ploy_writer writer = {bytes, sizeof bytes, 0};
    pl_domain_save_objects(d, &writer);
    for (size_t cut = 0; cut < writer.count; ++cut) {
        ploy_reader short_reader = {bytes, cut, 0, false};
        assert_int_equal(pl_domain_load_objects(other, &short_reader), PLOY_INVALID);
        assert_false(ploy_domain_object_exists(other, 1, 1));
    }
    ploy_reader reader = {bytes, writer.count, 0, false};
    assert_int_equal(pl_domain_load_objects(other, &reader), PLOY_OK);
    assert_false(ploy_domain_object_exists(other, 1, 0));
    assert_true(ploy_domain_object_exists(other, 1, 1));
    expect_plan(other, 1, 1, "Go(hill) Fell(tree.2)", 1250);
    ploy_domain_destroy(other);
    ploy_domain_destroy(d);
}

static void a_domain_as_bytes_has_its_objects_and_tables(void** unused)
{
    (void)unused;
    uint8_t bytes[8192];
    ploy_domain *d = woods(), *read;
    tree_at(d, "glade");
    tree_at(d, "hill");
    ploy_domain_despawn(d, 1, 0);
    refresh(d);
    ploy_writer writer = {bytes, sizeof bytes, 0};
    pl_domain_save(d, &writer);
    assert_true(writer.count < sizeof bytes);
    ploy_error error;
    for (size_t cut = 0; cut < writer.count; ++cut) {
        ploy_reader short_reader = {bytes, cut, 0, false};
        assert_int_equal(pl_domain_load(NULL, &short_reader, &read, &error), PLOY_INVALID);
    }
    ploy_reader reader = {bytes, writer.count, 0, false};
    assert_int_equal(pl_domain_load(NULL, &reader, &read, &error), PLOY_OK);
    expect_plan(read, 1, 1, "Go(glade) Go(hill) Fell(tree.2)", 4500);
    assert_true(ploy_domain_table(read, 0).symmetric);
    ploy_domain_destroy(read);
    ploy_domain_destroy(d);
}

static void a_new_version_takes_over_objects_and_what_the_game_changed(void** unused)
{
    (void)unused;
    ploy_domain *d = woods(), *fresh = woods();
    tree_at(d, "hill");
    assert_int_equal(ploy_domain_table_set(d, 0, (uint32_t[]){0, 2}, 250), PLOY_OK);
    // The file has another distance now, which the game has not touched.
    assert_int_equal(ploy_domain_table_parse(fresh, 0, "camp glade = 0.5", NULL), PLOY_OK);
    assert_int_equal(ploy_domain_adopt(fresh, d), PLOY_OK);
    assert_int_equal(ploy_domain_table_get(fresh, 0, (uint32_t[]){0, 1}), 500);
    expect_plan(fresh, 1, 0, "Go(hill) Fell(tree.1)", 1250);
    ploy_domain_destroy(fresh);
    ploy_domain_destroy(d);
}

static void a_copy_has_the_same_objects_and_tables(void** unused)
{
    (void)unused;
    ploy_domain* d = woods();
    tree_at(d, "glade");
    refresh(d);
    ploy_domain* copy = pl_domain_clone(d, NULL);
    assert_non_null(copy);
    ploy_domain_destroy(d);
    expect_plan(copy, 1, 0, "Go(glade) Fell(tree.1)", 3000);
    ploy_domain_destroy(copy);
}

// Errors.

static void expect_error(ploy_status status, const ploy_error* error, const char* message)
{
    assert_int_equal(status, PLOY_INVALID);
    assert_string_equal(error->message, message);
}

static void faults_in_tables_say_what_is_wrong(void** unused)
{
    (void)unused;
    ploy_domain* d = woods();
    ploy_error error;
    static const struct
    {
        const char* text;
        const char* message;
    } texts[] = {
        {"camp glad = 2", "table: 'glad' is no object of type place"},
        {"camp = 2", "table: an object of type place expected, not '='"},
        {"camp hill 2", "table: '=' expected, not '2'"},
        {"camp hill = far", "table: a number expected, not 'far'"},
        {"camp hill = -1", "table: 1 is outside the range of the table"},
        {"camp hill = 1 camp glade = 2", "table: ',' expected, not 'camp'"},
        {"camp hill =", "table: a number expected, but the text ends"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        expect_error(ploy_domain_table_parse(d, 0, texts[i].text, &error), &error, texts[i].message);
        assert_int_equal(ploy_domain_table_get(d, 0, (uint32_t[]){0, 2}), 5000);
    }
    static const struct
    {
        const char* pre;
        const char* message;
    } conditions[] = {
        {"distance(at) < 2", "action 'A', precondition: 'distance' has 2 indices"},
        {"distance(at, wood) < 2",
         "action 'A', precondition: 'distance' is indexed by type place, 'wood' is of type int"},
        {"felled(at)", "action 'A', precondition: an object or a parameter expected, 'at' is a symbol"},
        {"spot(tree.1) = tree.1",
         "action 'A', precondition: cannot compare 'spot(tree.1)' of type place with 'tree.1' of type tree"},
    };
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; ++i) {
        ploy_domain* broken = woods();
        ploy_action_def a = {.name = "A", .pre = conditions[i].pre};
        assert_int_equal(ploy_domain_add_action(broken, &a, NULL, &error), PLOY_OK);
        expect_error(ploy_domain_compile(broken, &error), &error, conditions[i].message);
        ploy_domain_destroy(broken);
    }
    ploy_table_def twice = {.name = "at", .of = {"place"}, .of_count = 1};
    expect_error(ploy_domain_add_table(d, &twice, NULL, &error), &error, "table 'at' is a symbol's name too");
    ploy_table_def bare = {.name = "bare"};
    expect_error(ploy_domain_add_table(d, &bare, NULL, &error), &error,
                 "table 'bare' needs 1 to 4 types that index it");
    ploy_table_def uneven = {.name = "uneven", .of = {"place", "tree"}, .of_count = 2, .symmetric = true};
    expect_error(ploy_domain_add_table(d, &uneven, NULL, &error), &error,
                 "table 'uneven': only a table of two equal types is symmetric");
    ploy_domain_destroy(d);
}

// A cost that depends on more values than operators are made for.
static void a_cost_of_many_values_is_one_operator(void** unused)
{
    (void)unused;
    ploy_domain* d = ploy_domain_create(NULL);
    ploy_error error;
    ploy_symbol_def weight = {.name = "weight", .type = PLOY_VALUE_INT, .max = 400, .initial = "400"};
    ploy_symbol_def away = {.name = "away"};
    assert_int_equal(ploy_domain_add_symbol(d, &weight, NULL, &error), PLOY_OK);
    assert_int_equal(ploy_domain_add_symbol(d, &away, NULL, &error), PLOY_OK);
    ploy_action_def walk = {.name = "Walk", .effect = "away", .cost = "1 + weight * 0.5"};
    ploy_action_def drop = {.name = "Drop", .pre = "weight >= 100", .effect = "weight -= 100", .cost = "20"};
    ploy_goal_def leave = {.name = "Leave", .condition = "away"};
    assert_int_equal(ploy_domain_add_action(d, &walk, NULL, &error), PLOY_OK);
    assert_int_equal(ploy_domain_add_action(d, &drop, NULL, &error), PLOY_OK);
    assert_int_equal(ploy_domain_add_goal(d, &leave, NULL, &error), PLOY_OK);
    refresh(d);
    assert_int_equal(pl_domain_compiled(d)->operator_count, 2);
    uint64_t state[4];
    ploy_state_init(d, state);
    ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = d});
    const ploy_plan* plan = ploy_planner_plan(planner, &(ploy_plan_query){.start = state});
    assert_int_equal(plan->status, PLOY_FOUND);
    assert_int_equal(plan->step_count, 5);
    assert_int_equal(plan->cost, 81 * PLOY_UNIT);
    assert_int_equal(plan->steps[4].cost, PLOY_UNIT);
    ploy_planner_destroy(planner);
    assert_int_equal(ploy_domain_change_clause(d, PLOY_PART_COST, 0, 0, "weight - 1", &error), PLOY_INVALID);
    assert_string_equal(error.message, "action 'Walk', cost: a cost is 0 to 1000000000, this is -1 where weight = 0");
    ploy_domain_destroy(d);
}

// Against brute force: a traveler who does jobs that come and go, in places whose distances change.

enum
{
    MAX_PLACES = 6,
    MAX_JOBS = 5
};

typedef struct travel_model
{
    uint32_t places;
    int64_t distance[MAX_PLACES][MAX_PLACES];
    int64_t base; // of every step
    uint32_t spot[MAX_JOBS];
    int64_t effort[MAX_JOBS];
    bool exists[MAX_JOBS];
    uint32_t port_from, port_to; // a way of its own
    int64_t port_cost;
    bool must_leave; // Go has the precondition at != p
} travel_model;

static int64_t draw(ploy_random* random, uint32_t bound)
{
    return (int64_t)ploy_random_below(random, bound) * 250;
}

// Half of the tables have no shorter detour.
static void draw_distances(travel_model* m, ploy_random* random)
{
    bool is_metric = ploy_random_below(random, 2);
    for (uint32_t a = 0; a < m->places; ++a)
        for (uint32_t b = 0; b < m->places; ++b) m->distance[a][b] = a == b ? 0 : draw(random, 40);
    for (uint32_t via = 0; via < m->places && is_metric; ++via)
        for (uint32_t a = 0; a < m->places; ++a)
            for (uint32_t b = 0; b < m->places; ++b) {
                int64_t sum = m->distance[a][via] + m->distance[via][b];
                if (sum < m->distance[a][b]) m->distance[a][b] = sum;
            }
}

static ploy_domain* build_travel(const travel_model* m)
{
    static const char* const names[] = {"a", "b", "c", "d", "e", "f"};
    ploy_domain* d = ploy_domain_create(NULL);
    char cost[64], pre[64], effect[64], port[64];
    snprintf(cost, sizeof cost, "%g + distance(at, p)", (double)m->base / 1000);
    snprintf(pre, sizeof pre, "at = %s", names[m->port_from]);
    snprintf(effect, sizeof effect, "at = %s", names[m->port_to]);
    snprintf(port, sizeof port, "%g", (double)m->port_cost / 1000);
    ploy_symbol_def at = {.name = "at", .type = PLOY_VALUE_OBJECT, .object_type = "place"};
    ploy_symbol_def done = {.name = "done", .of = {"job"}, .of_count = 1};
    ploy_symbol_def count = {.name = "n", .type = PLOY_VALUE_INT, .max = MAX_JOBS};
    ploy_table_def distance = {.name = "distance", .type = PLOY_VALUE_DECIMAL, .of = {"place", "place"}, .of_count = 2};
    ploy_table_def spot = {
        .name = "spot", .type = PLOY_VALUE_OBJECT, .object_type = "place", .of = {"job"}, .of_count = 1};
    ploy_table_def effort = {.name = "effort", .type = PLOY_VALUE_DECIMAL, .of = {"job"}, .of_count = 1};
    ploy_action_def go = {.name = "Go",
                          .params = {{"p", "place"}},
                          .param_count = 1,
                          .pre = m->must_leave ? "at != p" : NULL,
                          .effect = "at = p",
                          .cost = cost};
    ploy_action_def work = {.name = "Work",
                            .params = {{"j", "job"}},
                            .param_count = 1,
                            .pre = "at = spot(j) and not done(j)",
                            .effect = "done(j), n += 1",
                            .cost = "effort(j)"};
    ploy_action_def portal = {.name = "Port", .pre = pre, .effect = effect, .cost = port};
    ploy_error error = {0};
    bool ok = ploy_domain_add_type(d, "place", names, m->places, NULL, &error) == PLOY_OK &&
              ploy_domain_add_type(d, "job", NULL, MAX_JOBS, NULL, &error) == PLOY_OK &&
              ploy_domain_add_symbol(d, &at, NULL, &error) == PLOY_OK &&
              ploy_domain_add_symbol(d, &done, NULL, &error) == PLOY_OK &&
              ploy_domain_add_symbol(d, &count, NULL, &error) == PLOY_OK &&
              ploy_domain_add_table(d, &distance, NULL, &error) == PLOY_OK &&
              ploy_domain_add_table(d, &spot, NULL, &error) == PLOY_OK &&
              ploy_domain_add_table(d, &effort, NULL, &error) == PLOY_OK &&
              ploy_domain_add_action(d, &go, NULL, &error) == PLOY_OK &&
              ploy_domain_add_action(d, &work, NULL, &error) == PLOY_OK &&
              ploy_domain_add_action(d, &portal, NULL, &error) == PLOY_OK;
    for (uint32_t i = 1; i <= MAX_JOBS && ok; ++i) {
        char name[16], condition[16];
        snprintf(name, sizeof name, "Do%u", (unsigned)i);
        snprintf(condition, sizeof condition, "n >= %u", (unsigned)i);
        ploy_goal_def goal = {.name = name, .condition = condition};
        ok = ploy_domain_add_goal(d, &goal, NULL, &error) == PLOY_OK;
    }
    if (!ok || ploy_domain_compile(d, &error) != PLOY_OK) fail_msg("%s", error.message);
    return d;
}

static void put_distances(const travel_model* m, ploy_domain* d)
{
    for (uint32_t a = 0; a < m->places; ++a)
        for (uint32_t b = 0; b < m->places; ++b)
            assert_int_equal(ploy_domain_table_set(d, 0, (uint32_t[]){a, b}, m->distance[a][b]), PLOY_OK);
}

// Jobs come and go; the domain takes the lowest place that is free.
static void change_jobs(travel_model* m, ploy_domain* d, ploy_random* random)
{
    for (uint32_t j = 0; j < MAX_JOBS; ++j) {
        if (!m->exists[j] || ploy_random_below(random, 2)) continue;
        m->exists[j] = false;
        assert_int_equal(ploy_domain_despawn(d, 1, j), PLOY_OK);
    }
    for (uint32_t i = ploy_random_below(random, MAX_JOBS); i > 0; --i) {
        uint32_t j;
        if (ploy_domain_spawn(d, 1, &j) == PLOY_FULL) break;
        assert_false(m->exists[j]);
        m->exists[j] = true;
        m->spot[j] = ploy_random_below(random, m->places);
        m->effort[j] = draw(random, 20);
        assert_int_equal(ploy_domain_table_set(d, 1, &j, m->spot[j]), PLOY_OK);
        assert_int_equal(ploy_domain_table_set(d, 2, &j, m->effort[j]), PLOY_OK);
    }
}

static bool relax(int64_t* costs, uint32_t to, int64_t cost)
{
    if (costs[to] <= cost) return false;
    costs[to] = cost;
    return true;
}

// Bellman and Ford over place and set of jobs done: the lowest cost of `wanted` jobs, or INT64_MAX.
static int64_t brute_force(const travel_model* m, uint32_t wanted)
{
    static int64_t costs[MAX_PLACES << MAX_JOBS];
    for (uint32_t i = 0; i < MAX_PLACES << MAX_JOBS; ++i) costs[i] = INT64_MAX;
    costs[0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < m->places << MAX_JOBS; ++i) {
            uint32_t at = i >> MAX_JOBS, done = i & ((1u << MAX_JOBS) - 1);
            if (costs[i] == INT64_MAX) continue;
            for (uint32_t p = 0; p < m->places; ++p)
                changed |= relax(costs, p << MAX_JOBS | done, costs[i] + m->base + m->distance[at][p]);
            if (at == m->port_from) changed |= relax(costs, m->port_to << MAX_JOBS | done, costs[i] + m->port_cost);
            for (uint32_t j = 0; j < MAX_JOBS; ++j)
                if (m->exists[j] && m->spot[j] == at && !(done >> j & 1))
                    changed |= relax(costs, i | 1u << j, costs[i] + m->effort[j]);
        }
    }
    int64_t best = INT64_MAX;
    for (uint32_t i = 0; i < m->places << MAX_JOBS; ++i) {
        uint32_t count = 0;
        for (uint32_t j = 0; j < MAX_JOBS; ++j) count += i >> j & 1;
        if (count >= wanted && costs[i] < best) best = costs[i];
    }
    return best;
}

static void travelers_plan_as_brute_force_does_while_jobs_and_distances_change(void** unused)
{
    (void)unused;
    static const ploy_search searches[] = {PLOY_SEARCH_AUTO,    PLOY_SEARCH_ASTAR,     PLOY_SEARCH_BNB,
                                           PLOY_SEARCH_ANYTIME, PLOY_SEARCH_LMCUT,     PLOY_SEARCH_HMAX,
                                           PLOY_SEARCH_BLIND,   PLOY_SEARCH_REGRESSIVE};
    uint32_t found = 0, direct = 0;
    for (uint64_t seed = 1; seed <= 250; ++seed) {
        ploy_random random = {.seed = seed, .stream = 9};
        travel_model m = {.places = 3 + ploy_random_below(&random, MAX_PLACES - 2)};
        m.base = ploy_random_below(&random, 2) ? draw(&random, 8) : 0;
        m.port_from = ploy_random_below(&random, m.places);
        m.port_to = ploy_random_below(&random, m.places);
        m.port_cost = draw(&random, 12);
        m.must_leave = ploy_random_below(&random, 2);
        ploy_domain* d = build_travel(&m);
        ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = d});
        for (uint32_t round = 0; round < 5; ++round) {
            draw_distances(&m, &random);
            put_distances(&m, d);
            change_jobs(&m, d, &random);
            refresh(d);
            direct += d->tables.data[0].detour <= m.base;
            for (uint32_t wanted = 1; wanted <= MAX_JOBS; ++wanted) {
                uint64_t state[4];
                ploy_state_init(d, state);
                int64_t best = brute_force(&m, wanted);
                ploy_plan_query query = {.start = state, .goal = wanted - 1};
                query.options.search = searches[(seed + round + wanted) % 8];
                const ploy_plan* plan = ploy_planner_plan(planner, &query);
                assert_int_equal(plan->status, best == INT64_MAX ? PLOY_NOT_FOUND : PLOY_FOUND);
                if (plan->status == PLOY_FOUND && (plan->cost != best || !plan->proved))
                    fail_msg("seed %u, round %u, %u jobs, %s: %lld instead of %lld", (unsigned)seed, (unsigned)round,
                             (unsigned)wanted, ploy_search_name(query.options.search), (long long)plan->cost,
                             (long long)best);
                found += plan->status == PLOY_FOUND;
            }
        }
        ploy_planner_destroy(planner);
        ploy_domain_destroy(d);
    }
    assert_true(found > 1000 && direct > 300 && direct < 1000);
}

// Memory.

static bool make_and_change(const ploy_allocator* allocator)
{
    ploy_domain *d = make_woods(allocator), *copy = NULL;
    bool made = d && ploy_domain_spawn(d, 1, NULL) == PLOY_OK && ploy_domain_compile(d, NULL) == PLOY_OK &&
                (copy = pl_domain_clone(d, allocator)) && ploy_domain_adopt(copy, d) == PLOY_OK;
    ploy_domain_destroy(copy);
    ploy_domain_destroy(d);
    return made;
}

static void every_failing_allocation_is_survived(void** unused)
{
    (void)unused;
    test_fail_every_allocation(make_and_change);
}

TEST_MAIN(TEST(a_move_costs_what_the_table_says),
          TEST(a_price_that_reads_one_symbol_is_searched_backward_and_has_a_policy),
          TEST(prices_of_thousands_of_pairs_are_searched_backward), TEST(a_table_makes_no_operator_per_pair),
          TEST(only_objects_that_exist_are_planned_with),
          TEST(a_spawned_object_takes_the_lowest_place_and_forgets_what_was_there),
          TEST(objects_and_tables_are_saved_and_loaded), TEST(a_domain_as_bytes_has_its_objects_and_tables),
          TEST(a_new_version_takes_over_objects_and_what_the_game_changed),
          TEST(a_copy_has_the_same_objects_and_tables), TEST(faults_in_tables_say_what_is_wrong),
          TEST(a_cost_of_many_values_is_one_operator),
          TEST(travelers_plan_as_brute_force_does_while_jobs_and_distances_change),
          TEST(every_failing_allocation_is_survived))
