// Saved and recorded battles: from any tick and from every key frame they continue to the same end.

#include <stdlib.h>

#include "games/battleground/save.h"
#include "support/world/memory_recording.h"
#include "support/base/test.h"

static battle_def def_of(uint64_t seed)
{
    battle_def def = battle_def_default();
    def.fighters = 20 + (uint32_t)seed % 3 * 14;
    def.nodes = 600;
    def.batch = (uint32_t)seed % 3;
    def.respawn = seed % 2 ? 0 : 200;
    def.seed = seed;
    return def;
}

static battle* load(const battle_def* def, const void* bytes, size_t count)
{
    battle* b = battle_create_empty(def, NULL);
    ploy_reader reader = {bytes, count, 0, false};
    ploy_error error = {0};
    assert_int_equal(battle_load(b, &reader, &error), PLOY_OK);
    assert_int_equal(reader.at, count);
    return b;
}

static uint8_t* save(const battle* b, size_t* count)
{
    ploy_writer writer = {0};
    assert_int_equal(battle_save(b, &writer), PLOY_OK);
    *count = writer.count;
    uint8_t* bytes = malloc(writer.count);
    writer = (ploy_writer){bytes, writer.count, 0};
    assert_int_equal(battle_save(b, &writer), PLOY_OK);
    assert_true(ploy_writer_fits(&writer));
    return bytes;
}

static battle* copy_of(const battle* b, const battle_def* def)
{
    size_t count, again_count;
    uint8_t* bytes = save(b, &count);
    battle* copy = load(def, bytes, count);
    uint8_t* again = save(copy, &again_count);
    assert_int_equal(again_count, count);
    assert_memory_equal(again, bytes, count);
    free(again);
    free(bytes);
    return copy;
}

static void a_loaded_battle_continues_bit_for_bit(void** state)
{
    (void)state;
    ploy_random random = {.seed = 77};
    for (uint64_t seed = 1; seed <= 8; ++seed) {
        battle_def def = def_of(seed);
        battle* b = battle_create(&def, NULL);
        for (uint32_t round = 0; round < 4; ++round) {
            for (uint32_t i = ploy_random_below(&random, 400); i > 0; --i) battle_tick(b);
            battle* copy = copy_of(b, &def);
            assert_int_equal(battle_hash(copy), battle_hash(b));
            for (uint32_t i = 0; i < 250; ++i) {
                battle_tick(b);
                battle_tick(copy);
                if (i % 10 == 0) assert_int_equal(battle_hash(copy), battle_hash(b));
            }
            battle_destroy(copy);
        }
        assert_true(b->counts.fights > 0);
        battle_destroy(b);
    }
}

static void any_number_of_workers_continues_alike(void** state)
{
    (void)state;
    battle_def def = def_of(2);
    battle* b = battle_create(&def, NULL);
    for (uint32_t i = 0; i < 100; ++i) battle_tick(b);
    ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = 4});
    def.tasks = ploy_scheduler_tasks(scheduler);
    battle* copy = copy_of(b, &def);
    for (uint32_t i = 0; i < 300; ++i) {
        battle_tick(b);
        battle_tick(copy);
    }
    assert_int_equal(battle_hash(copy), battle_hash(b));
    battle_destroy(copy);
    battle_destroy(b);
    ploy_scheduler_destroy(scheduler);
}

enum
{
    TICKS = 1500,
    FRAME_TICKS = 300,
};

static ploy_status save_frame(const void* game, ploy_writer* writer)
{
    return battle_save(game, writer);
}

static uint64_t record(test_recorded* r, battle_def* def)
{
    test_recorded_begin(r);
    def->trace = ploy_recorder_trace(r->recorder);
    battle* b = battle_create(def, NULL);
    for (uint32_t i = 0; i < TICKS; ++i) {
        if (i % FRAME_TICKS == 0) test_recorded_frame(r, save_frame, b);
        battle_tick(b);
        ploy_recorder_tick(r->recorder);
    }
    uint64_t hash = battle_hash(b);
    battle_destroy(b);
    test_recorded_end(r);
    def->trace = NULL;
    return hash;
}

static uint64_t end_from(ploy_recording* recording, const battle_def* def, uint64_t tick, uint64_t* frame_tick)
{
    const void* bytes;
    size_t count;
    assert_int_equal(ploy_recording_frame(recording, tick, frame_tick, &bytes, &count), PLOY_OK);
    battle* b = load(def, bytes, count);
    assert_int_equal(b->ticks, *frame_tick);
    while (b->ticks < TICKS) battle_tick(b);
    uint64_t hash = battle_hash(b);
    battle_destroy(b);
    return hash;
}

static void every_key_frame_leads_to_the_same_end(void** state)
{
    (void)state;
    battle_def def = def_of(4);
    test_recorded r;
    uint64_t hash = record(&r, &def), frame_tick;
    ploy_recording* recording;
    assert_int_equal(ploy_recording_create(&(ploy_recording_def){.bytes = r.bytes, .count = r.count}, &recording, NULL),
                     PLOY_OK);
    assert_int_equal(ploy_recording_get_info(recording).frames, TICKS / FRAME_TICKS);
    for (uint32_t tick = 0; tick < TICKS; tick += FRAME_TICKS) {
        assert_int_equal(end_from(recording, &def, tick + FRAME_TICKS / 2, &frame_tick), hash);
        assert_int_equal(frame_tick, tick);
    }
    ploy_recording_destroy(recording);
    test_recorded_free(&r);
}

static void so_does_the_last_one_of_a_recording_that_was_cut(void** state)
{
    (void)state;
    battle_def def = def_of(6);
    test_recorded r;
    uint64_t hash = record(&r, &def), frame_tick;
    for (uint32_t skipped = 1; skipped <= 8; ++skipped) {
        ploy_recording* recording;
        size_t count = test_recorded_cut(&r, skipped);
        assert_int_equal(
            ploy_recording_create(&(ploy_recording_def){.bytes = r.bytes, .count = count}, &recording, NULL), PLOY_OK);
        ploy_recording_info info = ploy_recording_get_info(recording);
        assert_false(info.closed || info.damaged);
        assert_int_equal(end_from(recording, &def, info.ticks, &frame_tick), hash);
        assert_true(info.ticks - frame_tick <= FRAME_TICKS);
        ploy_recording_destroy(recording);
    }
    test_recorded_free(&r);
}

static void damaged_saves_are_refused_or_do_no_harm(void** state)
{
    (void)state;
    battle_def def = def_of(2);
    def.nodes = 200;
    battle* b = battle_create(&def, NULL);
    for (uint32_t i = 0; i < 150; ++i) battle_tick(b);
    size_t count;
    uint8_t* bytes = save(b, &count);
    ploy_random random = {.seed = 3};
    for (uint32_t i = 0; i < 150; ++i) {
        uint32_t at = ploy_random_below(&random, (uint32_t)count);
        uint8_t was = bytes[at];
        bytes[at] = (uint8_t)ploy_random_below(&random, 256);
        battle* copy = battle_create_empty(&def, NULL);
        ploy_reader reader = {bytes, i % 2 ? at : count, 0, false};
        ploy_status status = battle_load(copy, &reader, NULL);
        if (i % 2) assert_int_equal(status, PLOY_INVALID);
        for (uint32_t k = 0; k < 20 && status == PLOY_OK; ++k) battle_tick(copy);
        battle_destroy(copy);
        bytes[at] = was;
    }
    free(bytes);
    battle_destroy(b);
}

TEST_MAIN(TEST(a_loaded_battle_continues_bit_for_bit), TEST(any_number_of_workers_continues_alike),
          TEST(every_key_frame_leads_to_the_same_end), TEST(so_does_the_last_one_of_a_recording_that_was_cut),
          TEST(damaged_saves_are_refused_or_do_no_harm))
