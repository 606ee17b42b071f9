#include <ploy/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/allocators.h"
#include "support/base/test.h"

static ploy_outcome go_on(ploy_agent* agent, const ploy_call* call)
{
    (void)agent, (void)call;
    return PLOY_RUNNING;
}

static ploy_outcome at_once(ploy_agent* agent, const ploy_call* call)
{
    (void)agent, (void)call;
    return PLOY_SUCCESS;
}

// What examples/sentry.xml speaks of.
typedef struct game
{
    ploy_blackboard_keys* keys;
    ploy_bindings* bindings;
    ploy_file* file;
    ploy_agent agent;
} game;

static void add_key(game* g, const char* name, ploy_value_type type, int64_t initial)
{
    ploy_key_def def = {0};
    def.name = name, def.type = type, def.initial = initial;
    assert_int_equal(ploy_blackboard_keys_add(g->keys, &def, NULL), PLOY_OK);
}

static void set(game* g, const char* key, int64_t value)
{
    ploy_blackboard_set(g->agent.blackboard, ploy_blackboard_keys_find(g->keys, key), value);
}

static void setup(game* g)
{
    *g = (game){0};
    ploy_blackboard_keys_def keys = {0};
    g->keys = ploy_blackboard_keys_create(&keys);
    add_key(g, "enemies", PLOY_VALUE_INT, 0);
    add_key(g, "health", PLOY_VALUE_DECIMAL, 1000);
    add_key(g, "far", PLOY_VALUE_BOOL, 0);
    add_key(g, "post", PLOY_VALUE_OBJECT, 0);
    add_key(g, "enemy", PLOY_VALUE_OBJECT, 0);
    add_key(g, "pace", PLOY_VALUE_DECIMAL, 0);
    add_key(g, "courage", PLOY_VALUE_DECIMAL, 0);
    g->bindings = ploy_bindings_create(NULL);
    static const char* const names[] = {"GoTo", "Run", "LookAround", "Shoot", "Hide", "DrawWeapon", "SheatheWeapon"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        ploy_activity_def def = {0};
        def.name = names[i], def.start = i < 5 ? go_on : at_once, def.update = go_on;
        if (i < 2) def.ports = i == 0 ? "to" : "pace:decimal";
        assert_int_equal(ploy_bindings_add_activity(g->bindings, &def, NULL), PLOY_OK);
    }
    ploy_blackboard_def blackboard = {0};
    blackboard.keys = g->keys;
    g->agent.blackboard = ploy_blackboard_create(&blackboard);
    ploy_file_def def = {0};
    ploy_error error;
    ploy_status status = ploy_file_load(&def, PLOY_SOURCE_DIR "/examples/sentry.xml", &g->file, &error);
    if (status != PLOY_OK) fail_msg("%u:%u: %s", (unsigned)error.line, (unsigned)error.column, error.message);
}

static void begin(game* g, ploy_mind* mind)
{
    g->agent.mind = mind;
    g->agent.mind_data = calloc(1, mind->data_bytes);
    mind->kind->begin(&g->agent);
}

static void teardown(game* g)
{
    g->agent.mind->kind->end(&g->agent);
    free(g->agent.mind_data);
    ploy_mind_destroy(g->agent.mind);
    ploy_blackboard_destroy(g->agent.blackboard);
    ploy_blackboard_keys_destroy(g->keys);
    ploy_bindings_destroy(g->bindings);
    ploy_file_destroy(g->file);
}

static const char* tick(game* g)
{
    ploy_mind_tick(&g->agent, PLOY_SECOND);
    return ploy_fsm_mind_state_name(g->agent.mind, ploy_fsm_current(&g->agent));
}

static void the_sentry_stands_guard(void** state)
{
    (void)state;
    game g;
    setup(&g);
    assert_int_equal(ploy_file_fsm_count(g.file), 1);
    const ploy_fsm* machine = ploy_file_fsm(g.file, ploy_file_find_fsm(g.file, "sentry"));
    ploy_mind* mind;
    ploy_error error;
    if (ploy_fsm_mind_create(&(ploy_fsm_mind_def){{.keys = g.keys, .bindings = g.bindings}, machine}, &mind, &error) !=
        PLOY_OK)
        fail_msg("%s", error.message);
    begin(&g, mind);
    assert_string_equal(tick(&g), "Walk");
    set(&g, "enemies", 2), set(&g, "far", 1);
    assert_string_equal(tick(&g), "Snipe"); // through Attack
    set(&g, "health", 200);
    assert_string_equal(tick(&g), "Cover");
    set(&g, "health", 600);
    assert_string_equal(tick(&g), "Snipe");
    set(&g, "enemies", 0);
    assert_string_equal(tick(&g), "Walk");
    set(&g, "health", 0);
    assert_string_equal(tick(&g), "Dead");
    teardown(&g);
}

static void the_sentry_has_nerves(void** state)
{
    (void)state;
    game g;
    setup(&g);
    const ploy_fuzzy* fuzzy = ploy_file_fuzzy(g.file, ploy_file_find_fuzzy(g.file, "nerves"));
    assert_int_equal(ploy_fuzzy_rule_count(fuzzy), 3);
    ploy_mind* mind;
    ploy_error error;
    if (ploy_fuzzy_mind_create(&(ploy_fuzzy_mind_def){{.keys = g.keys, .bindings = g.bindings}, fuzzy}, &mind,
                               &error) != PLOY_OK)
        fail_msg("%s", error.message);
    begin(&g, mind);
    set(&g, "health", 700), set(&g, "enemies", 4);
    ploy_mind_tick(&g.agent, PLOY_SECOND);
    assert_int_equal(ploy_fuzzy_weight(&g.agent, 0), 666);
    assert_int_equal(ploy_fuzzy_weight(&g.agent, 1), 375);
    assert_true(ploy_fuzzy_is_active(&g.agent, 0) && ploy_fuzzy_is_active(&g.agent, 1));
    assert_int_equal(ploy_blackboard_get(g.agent.blackboard, ploy_blackboard_keys_find(g.keys, "courage")), 375);
    teardown(&g);
}

static void errors_are_reported_with_their_position(void** state)
{
    (void)state;
    static const struct
    {
        const char* text; // inside <ploy>
        uint32_t line, column;
        const char* message;
        const char* hint;
    } rows[] = {
        {"<fsm/>", 2, 1, "needs the attribute 'name'", ""},
        {"<fsm name='m'/>", 2, 1, "has no state", ""},
        {"<fsm name='m'><stat name='a'/></fsm>", 2, 15, "unknown element <stat>", "'state'"},
        {"<fsm name='m'><state name='a' dos='x'/></fsm>", 2, 31, "no attribute 'dos'", "'does'"},
        {"<fsm name='m'><state name='a' history='long'/></fsm>", 2, 40, "'long' is no history", "deep"},
        {"<fsm name='m'><state name='a'/>\n <state name='a'/></fsm>", 3, 2, "named twice", ""},
        {"<fsm name='m'><state name='a'/>\n <transition to='b'/></fsm>", 3, 2, "no state 'b'", ""},
        {"<fsm name='m'><state name='a'><transition to='a' after='x'/></state></fsm>", 2, 57, "", ""},
        {"<fsm name='m'><state name='a'><transition to='a' on='x'/></state></fsm>", 2, 54, "'x' is no on", ""},
        {"<fsm name='m'><state name='a'/></fsm>\n<fsm name='m'/>", 3, 12, "named twice", ""},
        {"<fuzzy name='f'><variable name='v'><set name='s'/></variable></fuzzy>", 2, 36, "needs one of", "falls"},
        {"<fuzzy name='f'><variable name='v'><set name='s' falls='1'/></variable></fuzzy>", 2, 57, "two numbers", ""},
        {"<fuzzy name='f'><variable name='v'><set name='s' points='3 2 1'/></variable></fuzzy>", 2, 36, "not decrease",
         ""},
        {"<fuzzy name='f'>\n<rule>if v is s then A</rule></fuzzy>", 3, 1, "'v' is no variable", ""},
        {"<fuzzy name='f'><output name='o' by='luck'/></fuzzy>", 2, 38, "'luck'", "centroid"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char text[512];
        int bytes = snprintf(text, sizeof text, "<ploy version='1'>\n%s</ploy>", rows[i].text);
        ploy_file_def def = {0};
        ploy_file* file;
        ploy_error error;
        assert_int_equal(ploy_file_parse(&def, text, (size_t)bytes, &file, &error), PLOY_INVALID);
        if (error.line != rows[i].line || error.column != rows[i].column || !strstr(error.message, rows[i].message) ||
            !strstr(error.hint, rows[i].hint)) {
            fail_msg("%s: %u:%u: %s (%s)", rows[i].text, (unsigned)error.line, (unsigned)error.column, error.message,
                     error.hint);
        }
    }
}

static bool load_example(const ploy_allocator* allocator)
{
    ploy_file_def def = {0};
    def.allocator = *allocator;
    ploy_file* file = NULL;
    ploy_status status = ploy_file_load(&def, PLOY_SOURCE_DIR "/examples/sentry.xml", &file, NULL);
    ploy_file_destroy(file);
    return status == PLOY_OK;
}

static void a_failing_allocator_gives_a_status(void** state)
{
    (void)state;
    test_fail_every_allocation(load_example);
}

TEST_MAIN(TEST(the_sentry_stands_guard), TEST(the_sentry_has_nerves), TEST(errors_are_reported_with_their_position),
          TEST(a_failing_allocator_gives_a_status))
