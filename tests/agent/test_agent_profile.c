// Where time goes, with a clock that the test turns: each reading takes 1, each callback what it says.

#include <ploy/io.h>
#include <ploy/profile.h>
#include <ploy/save.h>

#include <string.h>

#include "support/base/test.h"

enum
{
    AGENTS = 5,
    TICKS = 10,
    SLOW = 2, // agent
};

static uint64_t clock_now;

static uint64_t read_clock(void* user)
{
    (void)user;
    return clock_now++;
}

static ploy_outcome dig(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    clock_now += agent->id.index1 == SLOW + 1 ? 100 : 10;
    return PLOY_RUNNING;
}

static ploy_outcome sing(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    (void)call;
    clock_now += 3;
    return PLOY_RUNNING;
}

static void listen(ploy_agent* agent, void* user)
{
    (void)agent;
    (void)user;
    clock_now += 7;
}

static ploy_world* make_world(ploy_clock_fn* clock, bool parallel)
{
    static const char file[] = "<ploy version='1'><BehaviorTree ID='Dwarf'><Parallel><Dig/><Sing/></Parallel></BehaviorTree></ploy>";
    ploy_error error;
    ploy_world* world = ploy_world_create(&(ploy_world_def){.clock = clock});
    ploy_bindings* bindings = ploy_world_bindings(world);
    ploy_activity_def digs = {.name = "Dig", .update = dig, .parallel = parallel};
    ploy_activity_def sings = {.name = "Sing", .update = sing, .parallel = parallel};
    ploy_sensor_def ears = {.name = "ears", .sense = listen};
    assert_int_equal(ploy_bindings_add_activity(bindings, &digs, NULL), PLOY_OK);
    assert_int_equal(ploy_bindings_add_activity(bindings, &sings, NULL), PLOY_OK);
    assert_int_equal(ploy_bindings_add_sensor(bindings, &ears, NULL), PLOY_OK);
    assert_int_equal(ploy_world_load_text(world, "dwarf.xml", file, sizeof file - 1, &error), PLOY_OK);
    for (int i = 0; i < AGENTS; ++i) {
        assert_int_not_equal(ploy_agent_create(world, &(ploy_agent_def){.type = "Dwarf"}).index1, 0);
    }
    ploy_world_tick(world, PLOY_SECOND); // starts them, without a callback
    for (int i = 0; i < TICKS; ++i) ploy_world_tick(world, PLOY_SECOND);
    return world;
}

static void check(bool parallel)
{
    ploy_world* world = make_world(read_clock, parallel);
    ploy_profile profile = ploy_world_get_profile(world);
    assert_int_equal(profile.ticks, TICKS + 1);
    assert_int_equal(profile.activity_count, 2);
    assert_string_equal(profile.activities[0].name, "Dig");
    assert_int_equal(profile.activities[0].calls, AGENTS * TICKS);
    assert_int_equal(profile.activities[0].time, TICKS * (100 + 10 * (AGENTS - 1)));
    assert_int_equal(profile.activities[1].time, TICKS * 3 * AGENTS);
    assert_int_equal(profile.sensor_count, 1);
    assert_int_equal(profile.sensors[0].calls, AGENTS * (TICKS + 1));
    assert_int_equal(profile.sensors[0].time, 7 * AGENTS * (TICKS + 1));
    assert_int_equal(profile.mind_count, 1);
    assert_string_equal(profile.minds[0].kind, "bt");
    assert_int_equal(profile.minds[0].act, profile.activities[0].time + profile.activities[1].time);
    assert_int_equal(profile.worst_agent.index1, SLOW + 1);
    assert_int_equal(profile.worst_time, 103);
    assert_int_equal(ploy_agent_get_time(world, (ploy_agent_id){1, 1}), 13);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < PLOY_PHASE_COUNT; ++i) sum += profile.phases[i];
    assert_int_equal(sum, profile.time);
    assert_true(profile.longest_tick > 103 && profile.longest_tick < profile.time);
    assert_true(profile.phases[parallel ? PLOY_PHASE_ACT : PLOY_PHASE_APPLY] > profile.time / 3);
    ploy_world_destroy(world);
}

static void each_callback_has_its_time(void** state)
{
    (void)state;
    check(false);
    check(true);
}

static void without_a_clock_all_is_zero(void** state)
{
    (void)state;
    ploy_world* world = make_world(NULL, true);
    ploy_profile profile = ploy_world_get_profile(world), zero = {0};
    assert_memory_equal(&profile, &zero, sizeof zero);
    assert_int_equal(ploy_agent_get_time(world, (ploy_agent_id){1, 1}), 0);
    ploy_world_destroy(world);
}

static void a_clock_changes_nothing(void** state)
{
    (void)state;
    ploy_world *timed = make_world(read_clock, true), *plain = make_world(NULL, true);
    assert_true(ploy_world_hash(timed) == ploy_world_hash(plain));
    ploy_world_destroy(timed);
    ploy_world_destroy(plain);
}

static bool is_clock_off;

static uint64_t read_clock_or_not(void* user)
{
    return is_clock_off ? UINT64_MAX : read_clock(user);
}

static void a_tick_for_which_the_clock_is_off_is_not_counted(void** state)
{
    (void)state;
    ploy_world* world = make_world(read_clock_or_not, true);
    ploy_profile before = ploy_world_get_profile(world);
    uint64_t digs = before.activities[0].calls;
    is_clock_off = true;
    ploy_world_tick(world, PLOY_SECOND);
    ploy_profile after = ploy_world_get_profile(world);
    assert_int_equal(after.ticks, before.ticks);
    assert_int_equal(after.time, before.time);
    assert_int_equal(after.activities[0].calls, digs);
    assert_int_equal(after.worst_agent.index1, 0);
    assert_int_equal(ploy_agent_get_time(world, (ploy_agent_id){1, 1}), 0);
    is_clock_off = false;
    ploy_world_tick(world, PLOY_SECOND);
    after = ploy_world_get_profile(world);
    assert_int_equal(after.ticks, before.ticks + 1);
    assert_int_equal(after.activities[0].calls, digs + AGENTS);
    assert_int_equal(ploy_agent_get_time(world, (ploy_agent_id){1, 1}), 13);
    ploy_world_destroy(world);
}

static void every_phase_has_a_name(void** state)
{
    (void)state;
    for (uint32_t i = 0; i < PLOY_PHASE_COUNT; ++i) {
        assert_string_not_equal(ploy_phase_name((ploy_phase)i), "unknown");
        for (uint32_t k = 0; k < i; ++k) {
            assert_string_not_equal(ploy_phase_name((ploy_phase)i), ploy_phase_name((ploy_phase)k));
        }
    }
    assert_string_equal(ploy_phase_name(PLOY_PHASE_COUNT), "unknown");
}

TEST_MAIN(TEST(each_callback_has_its_time), TEST(without_a_clock_all_is_zero), TEST(a_clock_changes_nothing),
          TEST(a_tick_for_which_the_clock_is_off_is_not_counted),
          TEST(every_phase_has_a_name))
