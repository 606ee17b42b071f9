#include <ploy/world.h>

#include <stdlib.h>
#include <string.h>

#include "mind/common/bindings.h"
#include "agent/world.h"
#include "support/base/allocators.h"
#include "support/base/asserts.h"
#include "support/base/test.h"

#define MOST 64

// Who was read when, in the order it happened.
typedef struct reading
{
    int64_t at;
    uint32_t agent, sensor;
} reading;

typedef struct journal
{
    reading* list;
    uint32_t count, capacity;
} journal;

static void write_down(ploy_agent* agent, void* user, uint32_t sensor)
{
    journal* j = user;
    if (j->count == j->capacity) {
        j->capacity = j->capacity ? 2 * j->capacity : 256;
        j->list = realloc(j->list, j->capacity * sizeof *j->list);
    }
    j->list[j->count++] = (reading){agent->now, agent->id.index1 - 1, sensor};
}

static void first(ploy_agent* agent, void* user)
{
    write_down(agent, user, 0);
}

static void second(ploy_agent* agent, void* user)
{
    write_down(agent, user, 1);
}

static ploy_sensor_def sensor(const char* name, ploy_sense_fn* sense, int64_t interval, int64_t offset, void* user)
{
    ploy_sensor_def def = {0};
    def.name = name;
    def.sense = sense;
    def.interval = interval;
    def.offset = offset ? offset : PLOY_OFF;
    def.user = user;
    return def;
}

static ploy_world* make_world(uint32_t groups, uint32_t budget)
{
    ploy_world_def def = {0};
    def.groups = groups;
    def.max_sensor_updates = budget;
    ploy_world* world = ploy_world_create(&def);
    assert_non_null(world);
    return world;
}

static void add(ploy_world* world, ploy_sensor_def def)
{
    assert_int_equal(ploy_bindings_add_sensor(ploy_world_bindings(world), &def, NULL), PLOY_OK);
}

static ploy_agent_id make_agent(ploy_world* world)
{
    ploy_agent_def def = {0};
    return ploy_agent_create(world, &def);
}

static void a_sensor_reads_at_its_interval_from_its_offset_on(void** state)
{
    (void)state;
    journal j = {0};
    ploy_world* world = make_world(1, 0);
    add(world, sensor("eyes", first, 100, 30, &j));
    for (int i = 0; i < 5; ++i) make_agent(world);
    for (int t = 0; t < 1000; t += 10) ploy_world_tick(world, 10);
    for (uint32_t agent = 0; agent < 5; ++agent) {
        int64_t due = agent * 30 % 100;
        if (due == 0) due = 10;
        for (uint32_t i = 0; i < j.count; ++i) {
            if (j.list[i].agent != agent) continue;
            assert_int_equal(j.list[i].at, due);
            due = due == 10 && agent == 0 ? 100 : due + 100;
        }
        assert_true(due > 1000);
    }
    free(j.list);
    ploy_world_destroy(world);
}

static void readings_that_were_missed_are_not_made_up_for(void** state)
{
    (void)state;
    journal j = {0};
    ploy_world* world = make_world(1, 0);
    add(world, sensor("eyes", first, 100, 0, &j));
    make_agent(world);
    ploy_world_tick(world, 1050);
    ploy_world_tick(world, 40);
    assert_int_equal(j.count, 1);
    ploy_world_tick(world, 10);
    assert_int_equal(j.count, 2);
    assert_int_equal(j.list[1].at, 1100);
    free(j.list);
    ploy_world_destroy(world);
}

static bool has_sensor(const ploy_world* world, ploy_agent_id id, uint32_t sensor)
{
    if (!pl_world_has(world, id)) return false;
    pl_place at = pl_world_place(world, id.index1 - 1);
    return at.chunk->sensors[at.k] >> sensor & 1;
}

static void a_sensor_can_be_switched_off_and_on_for_one_agent(void** state)
{
    (void)state;
    journal j = {0};
    ploy_world* world = make_world(1, 0);
    add(world, sensor("eyes", first, 0, 0, &j));
    add(world, sensor("ears", second, 0, 0, &j));
    ploy_agent_def def = {0};
    def.sensors_off = ~UINT64_C(2);
    ploy_agent_id id = ploy_agent_create(world, &def);
    ploy_world_tick(world, 1);
    assert_int_equal(j.count, 1);
    assert_int_equal(j.list[0].sensor, 1);
    assert_false(has_sensor(world, id, 0));
    assert_int_equal(ploy_agent_set_sensor(world, id, 0, true), PLOY_OK);
    assert_int_equal(ploy_agent_set_sensor(world, id, 1, false), PLOY_OK);
    assert_true(has_sensor(world, id, 0));
    ploy_world_tick(world, 1);
    assert_int_equal(j.count, 2);
    assert_int_equal(j.list[1].sensor, 0);
    ploy_agent_destroy(world, id);
    assert_int_equal(ploy_agent_set_sensor(world, id, 0, true), PLOY_NOT_FOUND);
    assert_false(has_sensor(world, id, 0));
    EXPECT_API_MISUSE(ploy_agent_set_sensor(world, id, 2, true));
    free(j.list);
    ploy_world_destroy(world);
}

static void sensors_that_cannot_be_are_refused(void** state)
{
    (void)state;
    ploy_world* world = make_world(1, 0);
    ploy_sensor_def bad[] = {sensor(NULL, first, 0, 0, NULL), sensor("", first, 0, 0, NULL),
                             sensor("x", NULL, 0, 0, NULL), sensor("x", first, -1, 0, NULL),
                             sensor("x", first, 0, -2, NULL)};
    for (int i = 0; i < 5; ++i)
        assert_int_equal(ploy_bindings_add_sensor(ploy_world_bindings(world), &bad[i], NULL), PLOY_INVALID);
    char name[8] = "s00";
    for (uint32_t i = 0; i < PLOY_MAX_SENSORS; ++i) {
        uint32_t index = 99;
        name[1] = (char)('0' + i / 10);
        name[2] = (char)('0' + i % 10);
        ploy_sensor_def def = sensor(name, first, 0, 0, NULL);
        assert_int_equal(ploy_bindings_add_sensor(ploy_world_bindings(world), &def, &index), PLOY_OK);
        assert_int_equal(index, i);
        assert_int_equal(ploy_bindings_add_sensor(ploy_world_bindings(world), &def, &index), PLOY_OK);
        assert_int_equal(index, i);
        assert_int_equal(pl_bindings_find_sensor(ploy_world_bindings(world), name), i);
    }
    ploy_sensor_def more = sensor("more", first, 0, 0, NULL);
    assert_int_equal(ploy_bindings_add_sensor(ploy_world_bindings(world), &more, NULL), PLOY_FULL);
    assert_int_equal(pl_bindings_sensor_count(ploy_world_bindings(world)), PLOY_MAX_SENSORS);
    assert_string_equal(pl_bindings_sensor(ploy_world_bindings(world), 63)->name, "s63");
    assert_int_equal(pl_bindings_find_sensor(ploy_world_bindings(world), "nose"), PLOY_NONE);
    ploy_world_destroy(world);
}

static void a_sensor_bound_after_the_first_agent_is_not_of_this_world(void** state)
{
    (void)state;
    journal j = {0};
    ploy_world* world = make_world(1, 0);
    make_agent(world);
    ploy_sensor_def late = sensor("late", first, 0, 0, &j);
    assert_int_equal(ploy_bindings_add_sensor(ploy_world_bindings(world), &late, NULL), PLOY_OK);
    ploy_world_tick(world, 1);
    assert_int_equal(j.count, 0);
    ploy_world_destroy(world);
}

static void a_sensor_bound_again_has_the_new_callback(void** state)
{
    (void)state;
    journal j = {0};
    ploy_world* world = make_world(1, 0);
    add(world, sensor("eyes", first, 0, 0, &j));
    make_agent(world);
    ploy_world_tick(world, 1);
    add(world, sensor("eyes", second, 0, 0, &j));
    ploy_world_tick(world, 1);
    assert_int_equal(j.count, 2);
    assert_int_equal(j.list[0].sensor, 0);
    assert_int_equal(j.list[1].sensor, 1);
    free(j.list);
    ploy_world_destroy(world);
}

// All sixty-four at once: the mask has no bit to spare.
static void every_sensor_of_a_full_world_reads(void** state)
{
    (void)state;
    journal j = {0};
    ploy_world* world = make_world(1, 0);
    char name[8] = "s00";
    for (int i = 0; i < PLOY_MAX_SENSORS; ++i) {
        name[1] = (char)('0' + i / 10);
        name[2] = (char)('0' + i % 10);
        add(world, sensor(name, first, 0, 0, &j));
    }
    make_agent(world);
    ploy_world_tick(world, 1);
    assert_int_equal(j.count, PLOY_MAX_SENSORS);
    assert_int_equal(ploy_world_get_stats(world).sensor_updates, PLOY_MAX_SENSORS);
    free(j.list);
    ploy_world_destroy(world);
}

static void the_budget_is_kept_and_who_waits_longest_goes_first(void** state)
{
    (void)state;
    journal j = {0};
    ploy_world* world = make_world(1, 3);
    add(world, sensor("eyes", first, 0, 0, &j));
    for (int i = 0; i < 10; ++i) make_agent(world);
    for (int t = 0; t < 50; ++t) {
        ploy_world_tick(world, 10);
        assert_int_equal(ploy_world_get_stats(world).sensor_updates, 3);
        assert_int_equal(ploy_world_get_stats(world).sensor_updates_late, 7);
    }
    uint32_t times[10] = {0};
    int64_t last[10] = {0};
    for (uint32_t i = 0; i < j.count; ++i) {
        uint32_t agent = j.list[i].agent;
        assert_true(j.list[i].at - last[agent] <= 4 * 10);
        last[agent] = j.list[i].at;
        ++times[agent];
    }
    for (int i = 0; i < 10; ++i) assert_true(times[i] >= 12 && times[i] <= 17);
    free(j.list);
    ploy_world_destroy(world);
}

// The model: due times in a table, all pairs that are due sorted by how long they have waited.

typedef struct model_pair
{
    int64_t due;
    uint32_t agent, sensor;
} model_pair;

static int by_wait(const void* a, const void* b)
{
    const model_pair *x = a, *y = b;
    if (x->due != y->due) return x->due < y->due ? -1 : 1;
    return x->agent != y->agent ? (x->agent < y->agent ? -1 : 1) : (int)x->sensor - (int)y->sensor;
}

static int by_place(const void* a, const void* b)
{
    const model_pair *x = a, *y = b;
    return x->agent != y->agent ? (x->agent < y->agent ? -1 : 1) : (int)x->sensor - (int)y->sensor;
}

static void sensors_read_when_a_plain_table_says(void** state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; ++seed) {
        ploy_random random = {.seed = seed};
        uint32_t groups = 1 + ploy_random_below(&random, 3), budget = ploy_random_below(&random, 12);
        uint32_t agents = 1 + ploy_random_below(&random, MOST);
        int64_t interval[2] = {ploy_random_below(&random, 500), ploy_random_below(&random, 90)}, offset[2],
                due[MOST][2];
        journal j = {0};
        ploy_world* world = make_world(groups, budget);
        for (int s = 0; s < 2; ++s) {
            offset[s] = ploy_random_below(&random, 1000);
            add(world, sensor(s ? "ears" : "eyes", s ? second : first, interval[s], offset[s], &j));
        }
        for (uint32_t i = 0; i < agents; ++i) {
            make_agent(world);
            for (int s = 0; s < 2; ++s) due[i][s] = interval[s] ? i * offset[s] % interval[s] : 0;
        }
        uint32_t told = 0;
        for (uint64_t t = 0; t < 100; ++t) {
            ploy_world_tick(world, ploy_random_below(&random, 200));
            int64_t now = ploy_world_now(world);
            model_pair pairs[2 * MOST];
            uint32_t count = 0;
            for (uint32_t i = (uint32_t)(t % groups); i < agents; i += groups) {
                for (uint32_t s = 0; s < 2; ++s) {
                    if (due[i][s] <= now) pairs[count++] = (model_pair){due[i][s], i, s};
                }
            }
            qsort(pairs, count, sizeof *pairs, by_wait);
            if (budget && count > budget) count = budget;
            qsort(pairs, count, sizeof *pairs, by_place);
            assert_int_equal(j.count - told, count);
            for (uint32_t k = 0; k < count; ++k, ++told) {
                int64_t* d = &due[pairs[k].agent][pairs[k].sensor];
                int64_t every = interval[pairs[k].sensor];
                assert_int_equal(j.list[told].agent, pairs[k].agent);
                assert_int_equal(j.list[told].sensor, pairs[k].sensor);
                if (every == 0) *d = now;
                while (every > 0 && *d <= now) *d += every;
            }
        }
        free(j.list);
        ploy_world_destroy(world);
    }
}

// A sensor that is not parallel may do anything, also end the agent whose other sensors are still to be read.
static void kill(ploy_agent* agent, void* user)
{
    write_down(agent, user, 7);
    ploy_agent_destroy(ploy_agent_world(agent), agent->id);
    make_agent(ploy_agent_world(agent));
}

static void an_agent_that_a_sensor_ended_reads_no_more(void** state)
{
    (void)state;
    journal j = {0};
    ploy_world* world = make_world(1, 0);
    add(world, sensor("death", kill, 0, 0, &j));
    add(world, sensor("eyes", first, 0, 0, &j));
    for (int i = 0; i < 3; ++i) make_agent(world);
    ploy_world_tick(world, 1);
    assert_int_equal(j.count, 3);
    assert_int_equal(ploy_world_get_stats(world).sensor_updates, 3);
    assert_int_equal(ploy_world_get_stats(world).agents, 3);
    free(j.list);
    ploy_world_destroy(world);
}

static void make_one(ploy_agent* agent, void* user)
{
    (void)user;
    assert_int_equal(make_agent(ploy_agent_world(agent)).index1, 0);
    assert_int_equal(ploy_agent_destroy(ploy_agent_world(agent), agent->id), PLOY_NOT_SUPPORTED);
    assert_int_equal(ploy_agent_set_mind(ploy_agent_world(agent), agent->id, NULL), PLOY_NOT_SUPPORTED);
}

static void a_parallel_sensor_makes_and_ends_nobody(void** state)
{
    (void)state;
    ploy_world* world = make_world(1, 0);
    ploy_sensor_def def = sensor("eyes", make_one, 0, 0, NULL);
    def.parallel = true;
    add(world, def);
    make_agent(world);
    ploy_world_tick(world, 1);
    ploy_world_destroy(world);
}

static bool add_many(const ploy_allocator* allocator)
{
    journal j = {0};
    ploy_world_def def = {0};
    def.allocator = *allocator;
    def.max_sensor_updates = 5;
    ploy_world* world = ploy_world_create(&def);
    bool ok = world != NULL;
    char name[8] = "s0";
    for (int i = 0; i < 20 && ok; ++i) {
        name[1] = (char)('0' + i);
        ploy_sensor_def s = sensor(name, first, 10, 1, &j);
        ok = ploy_bindings_add_sensor(ploy_world_bindings(world), &s, NULL) == PLOY_OK;
    }
    for (int i = 0; i < 20 && ok; ++i) ok = make_agent(world).index1 > 0;
    if (ok) ploy_world_tick(world, 100);
    ploy_world_destroy(world);
    free(j.list);
    return ok;
}

static void every_failing_allocation_is_survived(void** state)
{
    (void)state;
    test_fail_every_allocation(add_many);
}

static void an_agent_of_a_slower_pace_senses_in_its_turn(void** state)
{
    (void)state;
    journal j = {0};
    ploy_world* world = make_world(1, 0);
    add(world, sensor("eyes", first, 0, 0, &j));
    for (uint32_t i = 0; i < 6; ++i) make_agent(world);
    for (uint32_t i = 2; i < 6; ++i) {
        assert_int_equal(ploy_agent_set_pace(world, (ploy_agent_id){i + 1, 1}, 4), PLOY_OK);
    }
    assert_int_equal(ploy_agent_set_pace(world, (ploy_agent_id){77, 1}, 4), PLOY_NOT_FOUND);
    for (uint32_t t = 0; t < 8; ++t) ploy_world_tick(world, 1000);
    uint32_t counts[6] = {0}, in_tick[9] = {0};
    for (uint32_t i = 0; i < j.count; ++i) {
        ++counts[j.list[i].agent];
        ++in_tick[j.list[i].at / 1000];
    }
    for (uint32_t i = 0; i < 6; ++i) assert_int_equal(counts[i], i < 2 ? 8 : 2);
    for (uint32_t t = 1; t <= 8; ++t) assert_int_equal(in_tick[t], 3); // two that always do, and one of four
    assert_int_equal(ploy_agent_set_pace(world, (ploy_agent_id){3, 1}, 1), PLOY_OK);
    j.count = 0;
    ploy_world_tick(world, 1000);
    assert_true(j.count >= 3 && j.list[2].agent == 2);
    ploy_world_destroy(world);
    free(j.list);
}

TEST_MAIN(TEST(an_agent_of_a_slower_pace_senses_in_its_turn), TEST(a_sensor_reads_at_its_interval_from_its_offset_on), TEST(readings_that_were_missed_are_not_made_up_for),
          TEST(a_sensor_can_be_switched_off_and_on_for_one_agent), TEST(sensors_that_cannot_be_are_refused),
          TEST(a_sensor_bound_again_has_the_new_callback),
          TEST(a_sensor_bound_after_the_first_agent_is_not_of_this_world), TEST(every_sensor_of_a_full_world_reads),
          TEST(the_budget_is_kept_and_who_waits_longest_goes_first), TEST(sensors_read_when_a_plain_table_says),
          TEST(an_agent_that_a_sensor_ended_reads_no_more), TEST(a_parallel_sensor_makes_and_ends_nobody),
          TEST(every_failing_allocation_is_survived))
