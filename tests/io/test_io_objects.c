// Types with a capacity and tables in files: what they say, what a game makes of them, and what reloading, saving and
// writing keep.

#include <ploy/io.h>
#include <ploy/save.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/test.h"

// A woodcutter who walks to a tree and fells it. Walking takes a second; %s is the distance from camp to the hill.
static const char woods[] =
    "<ploy version='1'>\n"
    "  <domain name='woods'>\n"
    "    <type name='place' objects='camp glade hill'/>\n"
    "    <type name='tree' capacity='4' count='2'/>\n"
    "    <symbol name='at' type='place'/>\n"
    "    <symbol name='wood' type='bool'/>\n"
    "    <symbol name='felled' type='bool' of='tree' planned='true'/>\n"
    "    <table name='distance' of='place place' symmetric='true'>\n"
    "      camp glade = 2, camp hill = %s, glade hill = 9\n"
    "    </table>\n"
    "    <table name='spot' of='tree' type='place' initial='hill'>tree.1 = glade</table>\n"
    "    <action name='Go' cost='distance(at, p)' duration='1'><param name='p' type='place'/>"
    "<effect>at = p</effect></action>\n"
    "    <action name='Fell' duration='1'><param name='t' type='tree'/>"
    "<pre>at = spot(t) and not felled(t)</pre><effect>felled(t), wood</effect></action>\n"
    "    <goal name='Warm'>wood</goal>\n"
    "  </domain>\n"
    "  <agent name='cutter' domain='woods'/>\n"
    "</ploy>\n";

typedef struct grove
{
    ploy_world* world;
    ploy_agent_id cutter;
    char log[512];
} grove;

static void on_event(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    grove* g = user;
    const ploy_domain* domain = ploy_file_domain(ploy_world_file(g->world, "woods"), 0);
    size_t used = strlen(g->log);
    if (event->kind > PLOY_GOAP_ACTION_ABORTED) return;
    ploy_action_info action = ploy_domain_action(domain, event->index);
    snprintf(g->log + used, sizeof g->log - used, "%s %s(%s)%s%s; ", ploy_goap_event_name(event->kind), action.name,
             ploy_domain_object_name(domain, action.param_types[0], event->args[0]), event->reason ? ": " : "",
             event->reason ? ploy_goap_reason_text(event->reason) : "");
    if (event->kind != PLOY_GOAP_ACTION_FINISHED) return;
    if (strcmp(action.name, "Go") == 0) ploy_agent_set(agent, "at", event->args[0]);
    if (strcmp(action.name, "Fell") == 0) ploy_agent_set(agent, "wood", true);
}

static void load(grove* g, const char* distance)
{
    char text[2048];
    ploy_error error = {0};
    int length = snprintf(text, sizeof text, woods, distance);
    assert_true(length > 0 && (size_t)length < sizeof text);
    if (ploy_world_load_text(g->world, "woods", text, (size_t)length, &error) != PLOY_OK)
        fail_msg("%s:%u:%u", error.message, (unsigned)error.line, (unsigned)error.column);
}

static void begin(grove* g)
{
    *g = (grove){.world = NULL};
    g->world = ploy_world_create(&(ploy_world_def){.on_event = on_event, .user = g});
    assert_non_null(g->world);
    load(g, "5");
    g->cutter = ploy_agent_create(g->world, &(ploy_agent_def){.type = "cutter"});
}

static ploy_domain* domain_of(const grove* g)
{
    return ploy_file_domain(ploy_world_file(g->world, "woods"), 0);
}

static void tick(grove* g, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) ploy_world_tick(g->world, PLOY_SECOND / 4);
}

static void expect_log(grove* g, const char* log)
{
    assert_string_equal(g->log, log);
    g->log[0] = 0;
}

static void an_agent_fells_the_nearest_tree(void** unused)
{
    (void)unused;
    grove g;
    begin(&g);
    tick(&g, 12);
    expect_log(&g, "action-started Go(glade); action-finished Go(glade); action-started Fell(tree.1); "
                   "action-finished Fell(tree.1); ");
    ploy_world_destroy(g.world);
}

static void a_plan_whose_tree_is_gone_is_made_again_and_says_so(void** unused)
{
    (void)unused;
    grove g;
    begin(&g);
    tick(&g, 2);
    expect_log(&g, "action-started Go(glade); ");
    assert_int_equal(ploy_domain_despawn(domain_of(&g), 1, 0), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain_of(&g), NULL), PLOY_OK);
    tick(&g, 14);
    expect_log(&g, "action-aborted Go(glade): an object of the plan is gone; action-started Go(hill); "
                   "action-finished Go(hill); action-started Fell(tree.2); action-finished Fell(tree.2); ");
    ploy_world_destroy(g.world);
}

// Another tree grows in the place of the first, elsewhere.
static void a_tree_that_took_the_place_of_another_is_another(void** unused)
{
    (void)unused;
    grove g;
    begin(&g);
    tick(&g, 2);
    ploy_domain* domain = domain_of(&g);
    uint32_t tree;
    assert_int_equal(ploy_domain_despawn(domain, 1, 0), PLOY_OK);
    assert_int_equal(ploy_domain_spawn(domain, 1, &tree), PLOY_OK);
    assert_int_equal(tree, 0);
    assert_int_equal(ploy_domain_table_get(domain, 1, &tree), 2);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    g.log[0] = 0;
    tick(&g, 2);
    expect_log(&g, "action-aborted Go(glade): an object of the plan is gone; action-started Go(hill); ");
    ploy_world_destroy(g.world);
}

static void a_new_tree_next_door_does_not_disturb_a_plan(void** unused)
{
    (void)unused;
    grove g;
    begin(&g);
    tick(&g, 2);
    uint32_t tree;
    assert_int_equal(ploy_domain_spawn(domain_of(&g), 1, &tree), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain_of(&g), NULL), PLOY_OK);
    g.log[0] = 0;
    tick(&g, 10);
    expect_log(&g, "action-finished Go(glade); action-started Fell(tree.1); action-finished Fell(tree.1); ");
    ploy_world_destroy(g.world);
}

static void reloading_keeps_the_trees_and_what_the_game_changed(void** unused)
{
    (void)unused;
    grove g;
    begin(&g);
    uint32_t tree;
    assert_int_equal(ploy_domain_despawn(domain_of(&g), 1, 0), PLOY_OK);
    assert_int_equal(ploy_domain_despawn(domain_of(&g), 1, 1), PLOY_OK);
    assert_int_equal(ploy_domain_spawn(domain_of(&g), 1, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_spawn(domain_of(&g), 1, &tree), PLOY_OK);
    assert_int_equal(ploy_domain_despawn(domain_of(&g), 1, 0), PLOY_OK);
    assert_int_equal(ploy_domain_table_set(domain_of(&g), 1, &tree, 1), PLOY_OK);
    assert_int_equal(ploy_domain_table_set(domain_of(&g), 0, (uint32_t[]){0, 1}, 700), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain_of(&g), NULL), PLOY_OK);
    const ploy_domain* before = domain_of(&g);
    load(&g, "6");
    ploy_domain* after = domain_of(&g);
    assert_ptr_not_equal(before, after);
    assert_false(ploy_domain_object_exists(after, 1, 0));
    assert_true(ploy_domain_object_exists(after, 1, tree));
    assert_int_equal(ploy_domain_table_get(after, 1, &tree), 1);
    assert_int_equal(ploy_domain_table_get(after, 0, (uint32_t[]){1, 0}), 700);
    assert_int_equal(ploy_domain_table_get(after, 0, (uint32_t[]){0, 2}), 6000);
    tick(&g, 12);
    expect_log(&g, "action-started Go(glade); action-finished Go(glade); action-started Fell(tree.2); "
                   "action-finished Fell(tree.2); ");
    ploy_world_destroy(g.world);
}

// Saved in the middle of a plan, loaded into another world: both go on alike.
static void a_saved_world_has_its_trees_and_distances(void** unused)
{
    (void)unused;
    grove g, h;
    begin(&g);
    assert_int_equal(ploy_domain_despawn(domain_of(&g), 1, 0), PLOY_OK);
    assert_int_equal(ploy_domain_table_set(domain_of(&g), 0, (uint32_t[]){0, 2}, 700), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain_of(&g), NULL), PLOY_OK);
    tick(&g, 2);
    ploy_writer counter = {0};
    assert_int_equal(ploy_world_save(g.world, NULL, &counter), PLOY_OK);
    uint8_t* bytes = malloc(counter.count);
    assert_non_null(bytes);
    ploy_writer writer = {bytes, counter.count, 0};
    assert_int_equal(ploy_world_save(g.world, NULL, &writer), PLOY_OK);
    h = (grove){.world = NULL};
    h.world = ploy_world_create(&(ploy_world_def){.on_event = on_event, .user = &h});
    load(&h, "5");
    ploy_reader reader = {bytes, writer.count, 0, false};
    assert_int_equal(ploy_world_load(h.world, NULL, &reader, NULL), PLOY_OK);
    assert_false(ploy_domain_object_exists(domain_of(&h), 1, 0));
    assert_int_equal(ploy_domain_table_get(domain_of(&h), 0, (uint32_t[]){2, 0}), 700);
    g.log[0] = 0;
    tick(&g, 12);
    tick(&h, 12);
    expect_log(&h, g.log);
    assert_non_null(strstr(g.log, "action-finished Fell(tree.2)"));
    free(bytes);
    ploy_world_destroy(h.world);
    ploy_world_destroy(g.world);
}

// Files.

static bool collect(void* user, const char* bytes, size_t count)
{
    char* text = user;
    size_t used = strlen(text);
    assert_true(used + count < 8192);
    memcpy(text + used, bytes, count);
    text[used + count] = 0;
    return true;
}

static ploy_file* parse(const char* text, ploy_error* error)
{
    ploy_file* file = NULL;
    ploy_file_def def = {0};
    return ploy_file_parse(&def, text, strlen(text), &file, error) == PLOY_OK ? file : NULL;
}

static void what_is_written_is_read_as_the_same(void** unused)
{
    (void)unused;
    char text[2048], first[8192] = "", second[8192] = "";
    ploy_error error = {0};
    snprintf(text, sizeof text, woods, "5");
    ploy_file* file = parse(text, &error);
    assert_non_null(file);
    assert_int_equal(ploy_file_write(file, collect, first), PLOY_OK);
    assert_non_null(strstr(first, "<type name=\"tree\" capacity=\"4\" count=\"2\"/>"));
    assert_non_null(strstr(first, "camp hill = 5"));
    ploy_file* again = parse(first, &error);
    if (!again) fail_msg("%s at %u:%u of\n%s", error.message, (unsigned)error.line, (unsigned)error.column, first);
    assert_int_equal(ploy_file_write(again, collect, second), PLOY_OK);
    assert_string_equal(first, second);
    ploy_file_destroy(again);
    ploy_file_destroy(file);
}

static void faults_are_reported_with_their_place(void** unused)
{
    (void)unused;
    static const struct
    {
        const char* items;
        const char* message;
        uint32_t column;
    } faults[] = {
        {"<type name='tree'/>", "<type> needs the attribute 'objects'", 1},
        {"<type name='tree' capacity='0'/>", NULL, 29},
        {"<type name='tree' capacity='3' count='4'/>", NULL, 39},
        {"<type name='tree' capacity='3' objects='oak'/>", "a type has 'objects' or a 'capacity', not both", 32},
        {"<type name='tree' objects='oak' count='1'/>", "only a type with a 'capacity' has a 'count'", 33},
        {"<type name='p' objects='a b'/><table name='t' of='q'/>", "unknown type 'q'", 51},
        {"<type name='p' objects='a b'/><table name='t' of='p'>a = 1, c = 2</table>",
         "table: 'c' is no object of type p", 61},
        {"<type name='p' objects='a b'/><table name='t' of='p' type='p' min='1'/>", "a table of type 'p' has no 'min'",
         63},
        {"<type name='p' objects='a b'/><table name='t' of='p' initial='x'/>", NULL, 63},
        {"<type name='p' objects='a b'/><table name='a' of='p'/>", "table 'a' is an object's name too", 44},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i) {
        char text[512];
        ploy_error error = {0};
        snprintf(text, sizeof text, "<ploy version='1'><domain name='d'>\n%s\n</domain></ploy>", faults[i].items);
        ploy_file* file = parse(text, &error);
        if (file) fail_msg("accepted: %s", faults[i].items);
        if (faults[i].message) assert_string_equal(error.message, faults[i].message);
        assert_int_equal(error.line, 2);
        if (error.column != faults[i].column)
            fail_msg("%s: %s at column %u", faults[i].items, error.message, (unsigned)error.column);
    }
}

TEST_MAIN(TEST(an_agent_fells_the_nearest_tree), TEST(a_plan_whose_tree_is_gone_is_made_again_and_says_so),
          TEST(a_tree_that_took_the_place_of_another_is_another), TEST(a_new_tree_next_door_does_not_disturb_a_plan),
          TEST(reloading_keeps_the_trees_and_what_the_game_changed), TEST(a_saved_world_has_its_trees_and_distances),
          TEST(what_is_written_is_read_as_the_same), TEST(faults_are_reported_with_their_place))
