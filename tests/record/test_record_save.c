#include <stdlib.h>
#include <string.h>

#include "knowledge/blackboard.h"
#include "knowledge/memory.h"
#include "base/hash.h"
#include "support/base/allocators.h"
#include "support/base/asserts.h"
#include "support/world/golden_world.h"
#include "support/base/test.h"

typedef struct saved
{
    uint8_t* bytes;
    size_t count;
} saved;

static saved save(const golden_world* g)
{
    ploy_writer count = {0};
    assert_int_equal(ploy_world_save(g->world, &g->save, &count), PLOY_OK);
    saved s = {malloc(count.count), count.count};
    ploy_writer writer = {.bytes = s.bytes, .capacity = s.count};
    assert_int_equal(ploy_world_save(g->world, &g->save, &writer), PLOY_OK);
    assert_true(ploy_writer_fits(&writer));
    return s;
}

static saved save_of_a_young_world(uint32_t agents)
{
    golden_world g;
    assert_true(golden_world_create(&g, NULL, NULL));
    assert_int_equal(golden_world_populate(&g, agents), agents);
    golden_world_tick(&g, 60);
    saved s = save(&g);
    golden_world_destroy(&g);
    return s;
}

static ploy_status load(golden_world* g, const uint8_t* bytes, size_t count, ploy_error* error)
{
    ploy_reader reader = {.bytes = bytes, .count = count};
    return ploy_world_load(g->world, &g->save, &reader, error);
}

// A world that nothing was loaded into, and one that something was loaded into in vain, are the same.
static void expect_untouched(golden_world* g)
{
    golden_world fresh;
    assert_true(golden_world_create(&fresh, NULL, NULL));
    assert_true(ploy_world_hash(g->world) == ploy_world_hash(fresh.world));
    assert_int_equal(ploy_world_get_stats(g->world).agents, 0);
    assert_int_equal(ploy_world_now(g->world), 0);
    assert_int_equal(g->squad->version, 0);
    golden_world_destroy(&fresh);
}

static void* user_of(ploy_agent_id agent, void* context)
{
    return (char*)context + agent.index1;
}

static void a_loaded_world_has_what_was_saved(void** state)
{
    (void)state;
    golden_world from, to;
    char users[1000];
    assert_true(golden_world_create(&from, NULL, NULL) && golden_world_create(&to, NULL, NULL));
    golden_world_populate(&from, 40);
    golden_world_tick(&from, 100);
    saved s = save(&from);
    to.save.user_of = user_of;
    to.save.context = users;
    ploy_error error;
    assert_int_equal(load(&to, s.bytes, s.count, &error), PLOY_OK);
    assert_int_equal(ploy_world_get_stats(to.world).agents, ploy_world_get_stats(from.world).agents);
    assert_int_equal(ploy_world_now(to.world), ploy_world_now(from.world));
    ploy_agent_id at = {0};
    while ((at = ploy_world_next_agent(from.world, at)).index1) {
        const ploy_agent *a = ploy_world_agent(from.world, at), *b = ploy_world_agent(to.world, at);
        assert_non_null(b);
        assert_ptr_equal(b->user, users + at.index1);
        if (a->mind != from.baker) assert_memory_equal(a->mind_data, b->mind_data, sizeof(plain_memory));
        assert_int_equal(ploy_blackboard_get(a->blackboard, 1), ploy_blackboard_get(b->blackboard, 1));
        assert_int_equal(a->memory->total, b->memory->total);
        bool in_squad = a->blackboard->parent == from.squad;
        assert_ptr_equal(b->blackboard->parent, in_squad ? to.squad : ploy_world_blackboard(to.world));
    }
    golden_world_tick(&from, 50);
    golden_world_tick(&to, 50);
    assert_true(ploy_world_hash(from.world) == ploy_world_hash(to.world));
    free(s.bytes);
    golden_world_destroy(&from);
    golden_world_destroy(&to);
}

static uint64_t all_thoughts(const golden_world* g)
{
    uint64_t thoughts = 0;
    for (ploy_agent_id at = {0}; (at = ploy_world_next_agent(g->world, at)).index1;) {
        const ploy_agent* agent = ploy_world_agent(g->world, at);
        if (agent->mind != g->baker) thoughts += plain_memory_of(agent)->thoughts;
    }
    return thoughts;
}

// Both continue alike, and the paces make a difference to what a world without them does.
static void a_loaded_world_keeps_the_paces_of_its_agents(void** state)
{
    (void)state;
    golden_world worlds[3]; // the saved one, the loaded one, and one whose agents have no pace
    for (uint32_t i = 0; i < 3; ++i) assert_true(golden_world_create(&worlds[i], NULL, NULL));
    golden_world_populate(&worlds[0], 40);
    golden_world_tick(&worlds[0], 20);
    saved plain = save(&worlds[0]);
    for (ploy_agent_id at = {0}; (at = ploy_world_next_agent(worlds[0].world, at)).index1;) {
        assert_int_equal(ploy_agent_set_pace(worlds[0].world, at, 1 + at.index1 % 3 * 100), PLOY_OK);
    }
    saved paced = save(&worlds[0]);
    assert_int_equal(load(&worlds[1], paced.bytes, paced.count, NULL), PLOY_OK);
    assert_int_equal(load(&worlds[2], plain.bytes, plain.count, NULL), PLOY_OK);
    for (uint32_t i = 0; i < 3; ++i) golden_world_tick(&worlds[i], 50);
    assert_true(ploy_world_hash(worlds[0].world) == ploy_world_hash(worlds[1].world));
    assert_int_equal(all_thoughts(&worlds[0]), all_thoughts(&worlds[1]));
    assert_true(all_thoughts(&worlds[1]) < all_thoughts(&worlds[2]));
    saved again = save(&worlds[1]), first = save(&worlds[0]);
    assert_int_equal(again.count, first.count);
    assert_memory_equal(again.bytes, first.bytes, first.count);
    saved* all[] = {&plain, &paced, &again, &first};
    for (uint32_t i = 0; i < 4; ++i) free(all[i]->bytes);
    for (uint32_t i = 0; i < 3; ++i) golden_world_destroy(&worlds[i]);
}

static void an_empty_world_is_saved_and_loaded_and_what_follows_is_left(void** state)
{
    (void)state;
    golden_world g;
    assert_true(golden_world_create(&g, NULL, NULL));
    uint8_t bytes[1024];
    ploy_writer writer = {.bytes = bytes, .capacity = sizeof bytes};
    assert_int_equal(ploy_world_save(g.world, &g.save, &writer), PLOY_OK);
    ploy_write_u8(&writer, 77);
    ploy_reader reader = {.bytes = bytes, .count = writer.count};
    assert_int_equal(ploy_world_load(g.world, &g.save, &reader, NULL), PLOY_OK);
    assert_int_equal(ploy_read_u8(&reader), 77);
    golden_world_destroy(&g);
}

static void a_save_that_is_cut_anywhere_is_refused_and_nothing_is_loaded(void** state)
{
    (void)state;
    saved s = save_of_a_young_world(6);
    golden_world g;
    assert_true(golden_world_create(&g, NULL, NULL));
    for (size_t cut = 0; cut < s.count; ++cut) {
        ploy_error error = {0};
        uint8_t* exact = malloc(cut ? cut : 1);
        memcpy(exact, s.bytes, cut);
        assert_int_equal(load(&g, exact, cut, &error), cut >= 8 && cut < 12 ? PLOY_NOT_SUPPORTED : PLOY_INVALID);
        assert_true(error.message[0]);
        free(exact);
    }
    expect_untouched(&g);
    assert_int_equal(load(&g, s.bytes, s.count, NULL), PLOY_OK);
    golden_world_destroy(&g);
    free(s.bytes);
}

static void a_save_with_any_byte_changed_is_refused(void** state)
{
    (void)state;
    saved s = save_of_a_young_world(3);
    golden_world g;
    assert_true(golden_world_create(&g, NULL, NULL));
    for (size_t i = 0; i < s.count; ++i) {
        s.bytes[i] ^= 0x10;
        ploy_status status = load(&g, s.bytes, s.count, NULL);
        assert_true(status == PLOY_INVALID || (status == PLOY_NOT_SUPPORTED && i >= 8 && i < 12));
        s.bytes[i] ^= 0x10;
    }
    expect_untouched(&g);
    golden_world_destroy(&g);
    free(s.bytes);
}

static void other_worlds_and_used_ones_are_refused(void** state)
{
    (void)state;
    saved s = save_of_a_young_world(3);
    ploy_error error = {0};
    ploy_world_def def = {0};
    ploy_world* other = ploy_world_create(&def);
    ploy_save_def lists = {0};
    ploy_reader reader = {.bytes = s.bytes, .count = s.count};
    assert_int_equal(ploy_world_load(other, &lists, &reader, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "sensors"));
    assert_true(reader.failed);
    ploy_world_destroy(other);
    golden_world g;
    assert_true(golden_world_create(&g, NULL, NULL));
    golden_world_tick(&g, 1);
    assert_int_equal(load(&g, s.bytes, s.count, &error), PLOY_NOT_SUPPORTED);
    golden_world_destroy(&g);
    free(s.bytes);
}

static void minds_and_boards_must_be_in_the_lists(void** state)
{
    (void)state;
    golden_world g;
    assert_true(golden_world_create(&g, NULL, NULL));
    golden_world_populate(&g, 6);
    ploy_writer count = {0};
    g.save.mind_count = 1;
    assert_int_equal(ploy_world_save(g.world, &g.save, &count), PLOY_NOT_FOUND);
    g.save.mind_count = 3;
    g.save.blackboard_count = 0;
    assert_int_equal(ploy_world_save(g.world, &g.save, &count), PLOY_NOT_FOUND);
    g.save.blackboard_count = 1;
    saved s = save(&g);
    golden_world_destroy(&g);
    assert_true(golden_world_create(&g, NULL, NULL));
    g.save.mind_count = 1;
    assert_int_equal(load(&g, s.bytes, s.count, NULL), PLOY_INVALID);
    g.save.mind_count = 3;
    g.save.blackboard_count = 0;
    assert_int_equal(load(&g, s.bytes, s.count, NULL), PLOY_INVALID);
    expect_untouched(&g);
    golden_world_destroy(&g);
    free(s.bytes);
}

// The digest holds, but what it covers was never written by a world.
static void seal(saved* s)
{
    pl_digest digest = {0};
    ploy_reader reader = {.bytes = s->bytes, .count = s->count, .at = 20};
    for (uint32_t length; (length = ploy_read_u32(&reader)) != UINT32_MAX; reader.at += length) {
        if ((uint64_t)reader.at + length + 12 > s->count) return;
        pl_digest_add_bytes(&digest, s->bytes + reader.at, length);
    }
    ploy_writer writer = {.bytes = s->bytes, .capacity = s->count, .count = s->count - 8};
    ploy_write_u64(&writer, digest.value);
}

static void rubbish_under_a_good_digest_is_loaded_whole_or_not_at_all(void** state)
{
    (void)state;
    saved good = save_of_a_young_world(4);
    ploy_random random = {.seed = 5};
    uint32_t refused = 0;
    for (int i = 0; i < 1500; ++i) {
        saved bad = {malloc(good.count), good.count};
        memcpy(bad.bytes, good.bytes, good.count);
        for (int k = 0; k < 3; ++k) {
            bad.bytes[24 + ploy_random_below(&random, (uint32_t)good.count - 36)] = (uint8_t)ploy_random_next(&random);
        }
        seal(&bad);
        golden_world g;
        assert_true(golden_world_create(&g, NULL, NULL));
        if (load(&g, bad.bytes, bad.count, NULL) == PLOY_OK) {
            golden_world_tick(&g, 3);
        } else {
            assert_int_equal(ploy_world_get_stats(g.world).agents, 0);
            ++refused;
        }
        golden_world_destroy(&g);
        free(bad.bytes);
    }
    assert_true(refused > 100);
    free(good.bytes);
}

static void the_hash_tells_worlds_apart(void** state)
{
    (void)state;
    golden_world g;
    assert_true(golden_world_create(&g, NULL, NULL));
    golden_world_populate(&g, 9);
    uint64_t before = ploy_world_hash(g.world);
    assert_true(ploy_world_hash(g.world) == before);
    ploy_agent* agent = ploy_world_agent(g.world, ploy_world_next_agent(g.world, (ploy_agent_id){0}));
    ploy_random_next(&agent->random);
    uint64_t drawn = ploy_world_hash(g.world);
    assert_true(drawn != before);
    ploy_blackboard_set(ploy_world_blackboard(g.world), 0, 5);
    uint64_t written = ploy_world_hash(g.world);
    assert_true(written != drawn);
    ploy_agent_set_sensor(g.world, agent->id, 1, false);
    assert_true(ploy_world_hash(g.world) != written);
    golden_world_destroy(&g);
}

static saved shared_save;

static bool make_and_save(const ploy_allocator* allocator)
{
    golden_world g;
    ploy_writer count = {0};
    bool ok = golden_world_create(&g, allocator, NULL) && golden_world_populate(&g, 5) == 5 &&
              ploy_world_save(g.world, &g.save, &count) == PLOY_OK && ploy_world_hash(g.world) != 0;
    golden_world_destroy(&g);
    return ok;
}

static bool make_and_load(const ploy_allocator* allocator)
{
    golden_world g;
    ploy_status status = PLOY_OUT_OF_MEMORY;
    if (golden_world_create(&g, allocator, NULL)) status = load(&g, shared_save.bytes, shared_save.count, NULL);
    assert_true(status == PLOY_OK || status == PLOY_OUT_OF_MEMORY);
    golden_world_destroy(&g);
    return status == PLOY_OK;
}

static void every_failing_allocation_is_survived(void** state)
{
    (void)state;
    shared_save = save_of_a_young_world(12);
    test_fail_every_allocation(make_and_save);
    test_fail_every_allocation(make_and_load);
    free(shared_save.bytes);
}

TEST_MAIN(TEST(a_loaded_world_has_what_was_saved), TEST(a_loaded_world_keeps_the_paces_of_its_agents),
          TEST(an_empty_world_is_saved_and_loaded_and_what_follows_is_left),
          TEST(a_save_that_is_cut_anywhere_is_refused_and_nothing_is_loaded),
          TEST(a_save_with_any_byte_changed_is_refused), TEST(other_worlds_and_used_ones_are_refused),
          TEST(minds_and_boards_must_be_in_the_lists), TEST(rubbish_under_a_good_digest_is_loaded_whole_or_not_at_all),
          TEST(the_hash_tells_worlds_apart), TEST(every_failing_allocation_is_survived))
