#include <ploy/goap.h>
#include <stdio.h>
#include <string.h>

#include "support/base/allocators.h"
#include "support/plan/random_domain.h"
#include "support/base/test.h"

typedef struct sight
{
    ploy_domain* domain;
    ploy_blackboard_keys* keys;
    ploy_view* view;
} sight;

static void add_symbol(ploy_domain* domain, const char* name, ploy_value_type kind, int64_t min, int64_t max,
                       int64_t step)
{
    ploy_symbol_def def = {0};
    def.name = name;
    def.type = kind;
    def.object_type = kind == PLOY_VALUE_OBJECT ? "place" : NULL;
    def.min = min;
    def.max = max;
    def.step = step;
    def.planned = strcmp(name, "meant") == 0;
    assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, NULL), PLOY_OK);
}

static ploy_domain* make_domain(void)
{
    ploy_domain_def def = {0};
    ploy_domain* domain = ploy_domain_create(&def);
    const char* const places[] = {"camp", "mill", "mine"};
    assert_int_equal(ploy_domain_add_type(domain, "place", places, 3, NULL, NULL), PLOY_OK);
    add_symbol(domain, "armed", PLOY_VALUE_BOOL, 0, 0, 1);
    add_symbol(domain, "ammo", PLOY_VALUE_INT, -2, 12, 1);
    add_symbol(domain, "health", PLOY_VALUE_DECIMAL, 0, 1000, 250);
    add_symbol(domain, "at", PLOY_VALUE_OBJECT, 0, 0, 1);
    add_symbol(domain, "meant", PLOY_VALUE_BOOL, 0, 0, 1);
    ploy_symbol_def safe = {0};
    safe.name = "safe";
    safe.of[0] = "place";
    safe.of_count = 1;
    assert_int_equal(ploy_domain_add_symbol(domain, &safe, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    return domain;
}

static sight open_sight(void)
{
    sight s = {.domain = make_domain()};
    ploy_blackboard_keys_def keys = {0};
    s.keys = ploy_blackboard_keys_create(&keys);
    assert_int_equal(ploy_view_add_keys(s.domain, s.keys, 0), PLOY_OK);
    assert_int_equal(ploy_view_create(&(ploy_view_def){.domain = s.domain, .keys = s.keys}, &s.view, NULL), PLOY_OK);
    return s;
}

static void close_sight(sight* s)
{
    ploy_view_destroy(s->view);
    ploy_blackboard_keys_destroy(s->keys);
    ploy_domain_destroy(s->domain);
}

static ploy_blackboard* make_blackboard(const sight* s, uint32_t scope, ploy_blackboard* parent)
{
    ploy_blackboard_def def = {0};
    def.keys = s->keys;
    def.scope = scope;
    def.parent = parent;
    return ploy_blackboard_create(&def);
}

static void set(const sight* s, ploy_blackboard* blackboard, const char* key, int64_t value)
{
    (void)ploy_blackboard_set(blackboard, ploy_blackboard_keys_find(s->keys, key), value);
}

static void expect_seen(const sight* s, const ploy_blackboard* blackboard, const char* text)
{
    uint64_t state[4];
    char seen[256];
    ploy_state_init(s->domain, state);
    ploy_view_read(s->view, blackboard, state);
    ploy_state_print(s->domain, state, seen, sizeof seen);
    assert_string_equal(seen, text);
}

static void every_sensed_symbol_gets_a_key_of_its_name_and_type(void** state)
{
    (void)state;
    sight s = open_sight();
    assert_int_equal(ploy_blackboard_keys_count(s.keys), 7);
    assert_int_equal(ploy_blackboard_keys_type(s.keys, ploy_blackboard_keys_find(s.keys, "health")),
                     PLOY_VALUE_DECIMAL);
    assert_int_equal(ploy_blackboard_keys_type(s.keys, ploy_blackboard_keys_find(s.keys, "safe(mill)")),
                     PLOY_VALUE_BOOL);
    assert_int_equal(ploy_blackboard_keys_find(s.keys, "meant"), PLOY_NONE);
    assert_true(ploy_view_senses(s.view, 0));
    assert_false(ploy_view_senses(s.view, 4));
    // Those that are there already stay.
    assert_int_equal(ploy_view_add_keys(s.domain, s.keys, 0), PLOY_OK);
    assert_int_equal(ploy_blackboard_keys_count(s.keys), 7);
    close_sight(&s);
}

static void world_squad_and_agent_are_seen_as_one_state(void** state)
{
    (void)state;
    sight s = open_sight();
    ploy_blackboard* world = make_blackboard(&s, PLOY_SCOPE_WORLD, NULL);
    ploy_blackboard* squad = make_blackboard(&s, PLOY_SCOPE_SQUAD, world);
    ploy_blackboard* agent = make_blackboard(&s, PLOY_SCOPE_AGENT, squad);
    expect_seen(&s, agent, "");
    set(&s, world, "safe(mill)", 1);
    set(&s, squad, "at", 2);
    set(&s, agent, "ammo", 3);
    expect_seen(&s, agent, "ammo = 3, at = mine, safe(mill)");
    set(&s, agent, "at", 1);
    expect_seen(&s, agent, "ammo = 3, at = mill, safe(mill)");
    expect_seen(&s, squad, "at = mine, safe(mill)");
    ploy_blackboard_destroy(agent);
    ploy_blackboard_destroy(squad);
    ploy_blackboard_destroy(world);
    close_sight(&s);
}

static void values_are_rounded_down_and_kept_in_range(void** state)
{
    (void)state;
    sight s = open_sight();
    ploy_blackboard* blackboard = make_blackboard(&s, PLOY_SCOPE_AGENT, NULL);
    set(&s, blackboard, "ammo", 99);
    set(&s, blackboard, "health", 749);
    set(&s, blackboard, "at", 7);
    expect_seen(&s, blackboard, "ammo = 12, health = 0.5");
    set(&s, blackboard, "ammo", -99);
    set(&s, blackboard, "health", -1);
    expect_seen(&s, blackboard, "");
    set(&s, blackboard, "ammo", INT64_MAX);
    set(&s, blackboard, "health", INT64_MAX);
    expect_seen(&s, blackboard, "ammo = 12, health = 1");
    set(&s, blackboard, "ammo", INT64_MIN);
    set(&s, blackboard, "health", INT64_MIN);
    expect_seen(&s, blackboard, "");
    ploy_blackboard_destroy(blackboard);
    close_sight(&s);
}

static void what_is_not_sensed_keeps_its_value(void** state)
{
    (void)state;
    sight s = open_sight();
    ploy_blackboard* blackboard = make_blackboard(&s, PLOY_SCOPE_AGENT, NULL);
    uint64_t words[4];
    ploy_state_init(s.domain, words);
    assert_int_equal(ploy_state_parse(s.domain, words, "meant, armed, ammo = 5", NULL), PLOY_OK);
    ploy_view_read(s.view, blackboard, words);
    char text[64];
    ploy_state_print(s.domain, words, text, sizeof text);
    assert_string_equal(text, "meant");
    ploy_blackboard_destroy(blackboard);
    close_sight(&s);
}

static void a_key_of_another_type_is_refused_by_name(void** state)
{
    (void)state;
    sight s = {.domain = make_domain()};
    ploy_blackboard_keys_def keys = {0};
    s.keys = ploy_blackboard_keys_create(&keys);
    ploy_key_def key = {0};
    key.name = "ammo";
    assert_int_equal(ploy_blackboard_keys_add(s.keys, &key, NULL), PLOY_OK);
    ploy_error error;
    assert_int_equal(ploy_view_create(&(ploy_view_def){.domain = s.domain, .keys = s.keys}, &s.view, &error),
                     PLOY_INVALID);
    assert_string_equal(error.message, "symbol 'ammo' is int, but the key of that name is bool");
    assert_null(s.view);
    close_sight(&s);
}

// Any state written key by key is read back, in random domains.
static void what_was_written_key_by_key_is_read_as_one_state(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        random_domain* d = random_domain_of_seed(seed);
        sight s = {.domain = d->domain};
        ploy_blackboard_keys_def keys = {0};
        s.keys = ploy_blackboard_keys_create(&keys);
        assert_int_equal(ploy_view_add_keys(s.domain, s.keys, 0), PLOY_OK);
        assert_int_equal(ploy_view_create(&(ploy_view_def){.domain = s.domain, .keys = s.keys}, &s.view, NULL),
                         PLOY_OK);
        ploy_blackboard* blackboard = make_blackboard(&s, PLOY_SCOPE_AGENT, NULL);
        ploy_random random = {.seed = seed};
        int64_t values[RANDOM_MAX_VARIABLES], initial[RANDOM_MAX_VARIABLES];
        random_domain_start(d, &random, values);
        random_domain_initial(d, initial);
        for (uint32_t v = 0; v < d->variable_count; ++v) {
            char name[64];
            ploy_domain_variable_print(d->domain, d->variables[v], name, sizeof name);
            if (ploy_view_senses(s.view, d->variables[v])) {
                set(&s, blackboard, name, values[v]);
            } else {
                values[v] = initial[v];
            }
        }
        uint64_t seen[RANDOM_MAX_WORDS], meant[RANDOM_MAX_WORDS];
        ploy_state_init(d->domain, seen);
        ploy_view_read(s.view, blackboard, seen);
        random_domain_pack(d, values, meant);
        assert_memory_equal(seen, meant, ploy_domain_state_words(d->domain) * sizeof *seen);
        ploy_blackboard_destroy(blackboard);
        ploy_view_destroy(s.view);
        ploy_blackboard_keys_destroy(s.keys);
        random_domain_destroy(d);
    }
}

static bool make_view(const ploy_allocator* allocator)
{
    sight s = open_sight();
    ploy_view* view;
    ploy_status status = ploy_view_create(&(ploy_view_def){*allocator, s.domain, s.keys}, &view, NULL);
    assert_true(status == PLOY_OK || status == PLOY_OUT_OF_MEMORY);
    ploy_view_destroy(view);
    close_sight(&s);
    return status == PLOY_OK;
}

static void every_allocation_of_a_view_may_fail(void** state)
{
    (void)state;
    test_fail_every_allocation(make_view);
}

TEST_MAIN(TEST(every_sensed_symbol_gets_a_key_of_its_name_and_type), TEST(world_squad_and_agent_are_seen_as_one_state),
          TEST(values_are_rounded_down_and_kept_in_range), TEST(what_is_not_sensed_keeps_its_value),
          TEST(a_key_of_another_type_is_refused_by_name), TEST(what_was_written_key_by_key_is_read_as_one_state),
          TEST(every_allocation_of_a_view_may_fail))
