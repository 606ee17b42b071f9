// What cannot be done is answered with the name of the function and the condition that its arguments do not meet.

#include <ploy/io.h>
#include <ploy/ploy.h>

#include <stdio.h>
#include <string.h>

#include "base/threads.h"
#include "support/base/asserts.h"
#include "support/base/test.h"

static void the_wrong_mind_is_named(void** state)
{
    (void)state;
    ploy_world* world = ploy_world_create(NULL);
    ploy_agent* agent = ploy_world_agent(world, ploy_agent_create(world, NULL));
    EXPECT_API_MISUSE(ploy_goap_push(agent, 0, NULL));
    EXPECT_API_MISUSE(ploy_goap_goal(agent, NULL));
    EXPECT_API_MISUSE(ploy_bt_outcome(agent));
    EXPECT_API_MISUSE(ploy_fsm_current(agent));
    EXPECT_API_MISUSE(ploy_utility_running(agent));
    EXPECT_API_MISUSE(ploy_fuzzy_weight(agent, 0));
    ploy_world_destroy(world);
}

static void a_key_that_is_not_there_is_named(void** state)
{
    (void)state;
    ploy_world* world = ploy_world_create(NULL);
    ploy_blackboard_keys_add(ploy_world_keys(world), &(ploy_key_def){.name = "ammo", .type = PLOY_VALUE_INT}, NULL);
    ploy_agent* agent = ploy_world_agent(world, ploy_agent_create(world, NULL));
    EXPECT_API_MISUSE(ploy_agent_set(agent, "amo", 1));
    EXPECT_API_MISUSE(ploy_agent_get(agent, "amo"));
    EXPECT_API_MISUSE(ploy_blackboard_get(agent->blackboard, 1));
    ploy_world_destroy(world);
}

static void an_index_out_of_range_is_named(void** state)
{
    (void)state;
    ploy_domain* domain = ploy_domain_create(NULL);
    uint64_t words[1] = {0};
    EXPECT_API_MISUSE(ploy_state_init(domain, words));
    EXPECT_API_MISUSE(ploy_planner_create(&(ploy_planner_def){.domain = domain}));
    ploy_domain_add_symbol(domain, &(ploy_symbol_def){.name = "armed", .type = PLOY_VALUE_BOOL}, NULL, NULL);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    EXPECT_API_MISUSE(ploy_state_get(domain, words, 1));
    EXPECT_API_MISUSE(ploy_state_set(domain, words, 7, 0));
    EXPECT_API_MISUSE(ploy_domain_action(domain, 0));
    ploy_domain_destroy(domain);
}

// Calls at the wrong time: they are refused, and the log has the function and the reason.

static char logged[512];

static void note_log(const char* message, void* user)
{
    (void)user;
    snprintf(logged, sizeof logged, "%s", message);
}

#define EXPECT_REFUSED(call, reason)                                                                                   \
    do {                                                                                                               \
        logged[0] = 0;                                                                                                 \
        call;                                                                                                          \
        assert_string_equal(logged, reason);                                                                           \
    } while (0)

typedef struct bad_callbacks
{
    ploy_world* world;
    ploy_agent_id other;
    uint32_t calls;
} bad_callbacks;

static ploy_outcome do_all_that_a_tick_forbids(ploy_agent* agent, const ploy_call* call)
{
    bad_callbacks* bad = call->user;
    ploy_world* world = bad->world;
    ploy_writer writer = {0};
    ploy_reader reader = {0};
    ploy_squad_id squad = {1, 1};
    (void)agent;
    EXPECT_REFUSED(ploy_world_destroy(world), "ploy_world_destroy: not inside a tick of the world");
    EXPECT_REFUSED(ploy_world_tick(world, 1), "ploy_world_tick: not inside a tick of the world");
    EXPECT_REFUSED(assert_int_equal(ploy_world_hash(world), 0), "ploy_world_hash: not inside a tick of the world");
    EXPECT_REFUSED(assert_int_equal(ploy_world_save(world, NULL, &writer), PLOY_NOT_SUPPORTED),
                   "ploy_world_save: not inside a tick of the world");
    EXPECT_REFUSED(assert_int_equal(ploy_world_load(world, NULL, &reader, NULL), PLOY_NOT_SUPPORTED),
                   "ploy_world_load: not inside a tick of the world");
    EXPECT_REFUSED(assert_int_equal(ploy_squad_destroy(ploy_world_squads(world), squad), PLOY_NOT_SUPPORTED),
                   "ploy_squad_destroy: not inside a tick of the world");
    ++bad->calls;
    return PLOY_RUNNING;
}

static int64_t do_all_that_thinking_forbids(ploy_agent* agent, const ploy_call* call)
{
    bad_callbacks* bad = call->user;
    ploy_world* world = bad->world;
    static const char reasons[][80] = {
        "ploy_agent_create: not while minds think: in callbacks that only read",
        "ploy_agent_destroy: not while minds think: in callbacks that only read",
        "ploy_agent_set_mind: not while minds think: in callbacks that only read",
        "ploy_world_add_mind: not while minds think: in callbacks that only read",
        "ploy_world_load_text: not while minds think: in callbacks that only read",
    };
    static const char file[] = "<ploy version=\"1\"/>";
    EXPECT_REFUSED(assert_int_equal(ploy_agent_create(world, NULL).index1, 0), reasons[0]);
    EXPECT_REFUSED(assert_int_equal(ploy_agent_destroy(world, bad->other), PLOY_NOT_SUPPORTED), reasons[1]);
    EXPECT_REFUSED(assert_int_equal(ploy_agent_set_mind(world, bad->other, NULL), PLOY_NOT_SUPPORTED), reasons[2]);
    EXPECT_REFUSED(assert_int_equal(ploy_world_add_mind(world, "x", agent->mind), PLOY_NOT_SUPPORTED), reasons[3]);
    EXPECT_REFUSED(assert_int_equal(ploy_world_load_text(world, "x", file, strlen(file), NULL), PLOY_NOT_SUPPORTED),
                   reasons[4]);
    ++bad->calls;
    return 500;
}

static ploy_world* world_with(bad_callbacks* bad, ploy_activity_fn* update, ploy_scorer_fn* score)
{
    ploy_world* world = ploy_world_create(NULL);
    ploy_bindings* bindings = ploy_world_bindings(world);
    *bad = (bad_callbacks){.world = world};
    ploy_activity_def activity = {.name = "Work", .update = update, .user = bad};
    ploy_scorer_def scorer = {.name = "worth", .score = score, .user = bad};
    assert_int_equal(ploy_bindings_add_activity(bindings, &activity, NULL), PLOY_OK);
    if (score) assert_int_equal(ploy_bindings_add_scorer(bindings, &scorer, NULL), PLOY_OK);
    ploy_consideration worth = ploy_consider(PLOY_INPUT_SCORER, "worth", 0, 1000, (ploy_curve){0});
    ploy_option option = {.name = "Work", .considerations = &worth, .consideration_count = score != NULL};
    ploy_utility_def utility = {.options = &option, .option_count = 1};
    ploy_utility_mind_def def = {.parts = ploy_world_parts(world), .utility = &utility};
    ploy_mind* mind = NULL;
    assert_int_equal(ploy_utility_mind_create(&def, &mind, NULL), PLOY_OK);
    assert_int_equal(ploy_world_add_mind(world, "worker", mind), PLOY_OK);
    ploy_agent_create(world, &(ploy_agent_def){.type = "worker"});
    bad->other = ploy_agent_create(world, NULL);
    return world;
}

static void what_a_tick_forbids_is_refused_in_its_callbacks(void** state)
{
    (void)state;
    bad_callbacks bad;
    ploy_world* world = world_with(&bad, do_all_that_a_tick_forbids, NULL);
    ploy_set_log_handler(note_log, NULL);
    for (int i = 0; i < 3; ++i) ploy_world_tick(world, 1000);
    assert_int_equal(bad.calls, 2);
    assert_int_equal(ploy_world_ticks(world), 3);
    assert_true(ploy_world_hash(world) != 0);
    ploy_set_log_handler(NULL, NULL);
    ploy_world_destroy(world);
}

static void what_thinking_forbids_is_refused_in_its_callbacks(void** state)
{
    (void)state;
    bad_callbacks bad;
    ploy_world* world = world_with(&bad, NULL, do_all_that_thinking_forbids);
    ploy_set_log_handler(note_log, NULL);
    ploy_world_tick(world, 1000);
    assert_true(bad.calls > 0);
    assert_int_equal(ploy_world_get_stats(world).agents, 2);
    ploy_set_log_handler(NULL, NULL);
    ploy_world_destroy(world);
}

static void use_from_another_thread(void* context)
{
    bad_callbacks* bad = context;
    EXPECT_REFUSED(ploy_world_tick(bad->world, 1), "ploy_world_tick: another thread is in a tick of the world");
    EXPECT_REFUSED(ploy_world_destroy(bad->world), "ploy_world_destroy: another thread is in a tick of the world");
    EXPECT_REFUSED(ploy_agent_create(bad->world, NULL), "ploy_agent_create: another thread is in a tick of the world");
    EXPECT_REFUSED(ploy_agent_destroy(bad->world, bad->other),
                   "ploy_agent_destroy: another thread is in a tick of the world");
    ++bad->calls;
}

static ploy_outcome start_a_thread(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    pl_os_thread thread;
    if (pl_os_thread_start(&thread, use_from_another_thread, call->user)) pl_os_thread_join(thread);
    return PLOY_RUNNING;
}

static void another_thread_is_refused_while_a_tick_is_in_progress(void** state)
{
    (void)state;
    bad_callbacks bad;
    ploy_world* world = world_with(&bad, start_a_thread, NULL);
    ploy_set_log_handler(note_log, NULL);
    for (int i = 0; i < 2; ++i) ploy_world_tick(world, 1000);
    assert_int_equal(ploy_world_get_stats(world).agents, 2);
    ploy_set_log_handler(NULL, NULL);
    bool has_threads = !pl_os_thread_is_same(pl_os_thread_self(), (pl_thread_id){0});
    assert_int_equal(bad.calls, has_threads);
    ploy_world_destroy(world);
}

TEST_MAIN(TEST(the_wrong_mind_is_named), TEST(a_key_that_is_not_there_is_named), TEST(an_index_out_of_range_is_named),
          TEST(what_a_tick_forbids_is_refused_in_its_callbacks),
          TEST(what_thinking_forbids_is_refused_in_its_callbacks),
          TEST(another_thread_is_refused_while_a_tick_is_in_progress))
