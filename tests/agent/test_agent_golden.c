// The hash of a world after 10,000 ticks. It does not depend on the number of workers, the compiler, its optimization
// level (check_golden.sh), or on a save and load in between. It changes only when a deliberate change affects what
// minds decide or save; the test prints the new number.

#include <stdio.h>
#include <stdlib.h>

#include "support/world/golden_world.h"
#include "support/base/test.h"

#define GOLDEN 0x2daccf675f583aba
#define AGENTS 210
#define TICKS 10000

static uint64_t run(uint32_t workers)
{
    ploy_scheduler* scheduler = workers > 1 ? ploy_scheduler_create(&(ploy_scheduler_def){.workers = workers}) : NULL;
    ploy_tasks tasks = scheduler ? ploy_scheduler_tasks(scheduler) : (ploy_tasks){0};
    golden_world g;
    assert_true(golden_world_create(&g, NULL, &tasks));
    assert_int_equal(golden_world_populate(&g, AGENTS), AGENTS);
    golden_world_tick(&g, TICKS);
    uint64_t hash = ploy_world_hash(g.world);
    assert_true(g.born > 2 * AGENTS && g.baked > 1000);
    golden_world_destroy(&g);
    ploy_scheduler_destroy(scheduler);
    return hash;
}

static void the_hash_after_ten_thousand_ticks_is_one_number(void** state)
{
    (void)state;
    uint64_t hash = run(1);
    printf("golden 0x%016llx\n", (unsigned long long)hash);
    assert_true(hash == GOLDEN);
}

static void the_number_of_workers_does_not_matter(void** state)
{
    (void)state;
    const uint32_t workers[] = {2, 3, 8};
    for (int i = 0; i < 3; ++i) assert_true(run(workers[i]) == GOLDEN);
}

static void move(golden_world* from, golden_world* to)
{
    ploy_writer count = {0};
    assert_int_equal(ploy_world_save(from->world, &from->save, &count), PLOY_OK);
    uint8_t* bytes = malloc(count.count);
    ploy_writer writer = {.bytes = bytes, .capacity = count.count};
    assert_int_equal(ploy_world_save(from->world, &from->save, &writer), PLOY_OK);
    assert_true(ploy_writer_fits(&writer));
    assert_true(golden_world_create(to, NULL, NULL));
    to->born = from->born;
    to->baked = from->baked;
    ploy_reader reader = {.bytes = bytes, .count = writer.count};
    ploy_error error = {0};
    assert_int_equal(ploy_world_load(to->world, &to->save, &reader, &error), PLOY_OK);
    assert_int_equal(reader.at, reader.count);
    assert_true(ploy_world_hash(from->world) == ploy_world_hash(to->world));
    free(bytes);
}

static void saving_loading_and_going_on_does_not_matter(void** state)
{
    (void)state;
    golden_world g[2];
    int now = 0;
    assert_true(golden_world_create(&g[0], NULL, NULL));
    assert_int_equal(golden_world_populate(&g[0], AGENTS), AGENTS);
    for (uint32_t done = 0; done < TICKS; done += 1250) {
        golden_world_tick(&g[now], 1250);
        move(&g[now], &g[1 - now]);
        golden_world_destroy(&g[now]);
        now = 1 - now;
    }
    assert_true(ploy_world_hash(g[now].world) == GOLDEN);
    golden_world_destroy(&g[now]);
}

TEST_MAIN(TEST(the_hash_after_ten_thousand_ticks_is_one_number), TEST(the_number_of_workers_does_not_matter),
          TEST(saving_loading_and_going_on_does_not_matter))
