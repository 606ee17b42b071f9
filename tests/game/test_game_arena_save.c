// Saved and recorded matches: from any step and from every key frame they continue to the same end.

#include <stdlib.h>

#include "games/arena/rules/save.h"
#include "support/world/memory_recording.h"
#include "support/base/test.h"

typedef struct saved_game
{
    arena_stage* stage;
    arena_game game;
} saved_game;

static saved_game begin(const arena_setup* setup)
{
    saved_game t;
    arena_controllers_def def = arena_controllers_def_default();
    def.trace = setup->trace;
    ploy_error error = {0};
    assert_int_equal(arena_stage_create(&def, &t.stage, &error), PLOY_OK);
    assert_int_equal(arena_game_begin(t.stage, setup, &t.game, &error), PLOY_OK);
    return t;
}

static void end(saved_game* t)
{
    arena_game_end(&t->game);
    arena_stage_destroy(t->stage);
}

static saved_game load(arena_setup setup, const void* bytes, size_t count)
{
    setup.empty = true;
    setup.trace = NULL;
    saved_game t = begin(&setup);
    ploy_reader reader = {bytes, count, 0, false};
    ploy_error error = {0};
    assert_int_equal(arena_game_load(&t.game, &reader, &error), PLOY_OK);
    assert_int_equal(reader.at, count);
    return t;
}

// NULL: it cannot be saved now.
static uint8_t* save(const arena_game* game, size_t* count)
{
    ploy_writer writer = {0};
    ploy_status status = arena_game_save(game, &writer);
    if (status == PLOY_NOT_SUPPORTED) return NULL;
    assert_int_equal(status, PLOY_OK);
    *count = writer.count;
    uint8_t* bytes = malloc(writer.count);
    writer = (ploy_writer){bytes, writer.count, 0};
    assert_int_equal(arena_game_save(game, &writer), PLOY_OK);
    assert_true(ploy_writer_fits(&writer));
    return bytes;
}

// Steps until the match can be saved.
static uint8_t* save_soon(arena_game* game, size_t* count)
{
    uint8_t* bytes;
    for (uint32_t i = 0; !(bytes = save(game, count)); ++i) {
        assert_true(i < 60 * ARENA_STEPS_PER_SECOND);
        arena_game_step(game);
    }
    return bytes;
}

static void compare(const arena_game* a, const arena_game* b)
{
    size_t count, other_count;
    uint8_t *one = save(a, &count), *other = save(b, &other_count);
    assert_int_equal(one != NULL, other != NULL);
    if (one) assert_int_equal(count, other_count);
    if (one) assert_memory_equal(one, other, count);
    free(one);
    free(other);
}

static void go_on_beside_a_copy(const arena_setup* setup, uint32_t rounds)
{
    saved_game t = begin(setup);
    ploy_random random = {.seed = setup->seed};
    for (uint32_t round = 0; round < rounds; ++round) {
        for (uint32_t i = ploy_random_below(&random, 1200); i > 0; --i) arena_game_step(&t.game);
        size_t count;
        uint8_t* bytes = save_soon(&t.game, &count);
        saved_game copy = load(*setup, bytes, count);
        free(bytes);
        compare(&t.game, &copy.game);
        for (uint32_t i = 0; i < 400; ++i) {
            arena_game_step(&t.game);
            arena_game_step(&copy.game);
            if (i % 50 == 0) assert_int_equal(arena_match_hash(copy.game.match), arena_match_hash(t.game.match));
        }
        compare(&t.game, &copy.game);
        end(&copy);
    }
    end(&t);
}

static void a_loaded_match_continues_bit_for_bit(void** state)
{
    (void)state;
    static const char* const matches[][4] = {
        {"domination", "halls", "goap+squad", "fsm+squad"}, {"ctf", "yard", "bt+squad", "utility+squad"},
        {"deathmatch", "halls", "gobt", "random"},          {"lms", "yard", "htn", "fuzzy"},
        {"ctf", "halls", "goap+squad", "htn+squad"},        {"domination", "yard", "gobt+squad", "goap"},
    };
    for (uint32_t i = 0; i < sizeof matches / sizeof matches[0]; ++i) {
        arena_setup setup = arena_setup_default();
        setup.mode = matches[i][0];
        setup.map = matches[i][1];
        setup.sides[0] = matches[i][2];
        setup.sides[1] = matches[i][3];
        setup.seed = i + 1;
        if (i == 4) setup.types[1] = "melee_only";
        go_on_beside_a_copy(&setup, 2);
    }
}

static void a_loaded_crowd_keeps_its_paces(void** state)
{
    (void)state;
    arena_setup setup = arena_setup_default();
    setup.mode = "deathmatch";
    setup.sides[0] = "goap";
    setup.sides[1] = "fsm";
    setup.agent_count = 120;
    setup.tiles = 2;
    setup.seed = 7;
    go_on_beside_a_copy(&setup, 1);
}

enum
{
    STEPS = 3000,
    FRAME_STEPS = 600,
};

static ploy_status save_frame(const void* game, ploy_writer* writer)
{
    return arena_game_save(game, writer);
}

static uint64_t record(test_recorded* r, arena_setup setup)
{
    test_recorded_begin(r);
    setup.trace = ploy_recorder_trace(r->recorder);
    saved_game t = begin(&setup);
    for (uint32_t i = 0; i < STEPS; ++i) {
        if (i % FRAME_STEPS == 0) test_recorded_frame(r, save_frame, &t.game);
        arena_game_step(&t.game);
        ploy_recorder_tick(r->recorder);
    }
    uint64_t hash = arena_match_hash(t.game.match);
    end(&t);
    test_recorded_end(r);
    return hash;
}

static uint64_t end_from(ploy_recording* recording, const arena_setup* setup, uint64_t tick, uint64_t* frame_tick)
{
    const void* bytes;
    size_t count;
    assert_int_equal(ploy_recording_frame(recording, tick, frame_tick, &bytes, &count), PLOY_OK);
    saved_game t = load(*setup, bytes, count);
    assert_int_equal(t.game.match->step, *frame_tick);
    while (t.game.match->step < STEPS) arena_game_step(&t.game);
    uint64_t hash = arena_match_hash(t.game.match);
    end(&t);
    return hash;
}

static void every_key_frame_leads_to_the_same_end(void** state)
{
    (void)state;
    arena_setup setup = arena_setup_default();
    test_recorded r;
    uint64_t hash = record(&r, setup), frame_tick;
    ploy_recording* recording;
    assert_int_equal(ploy_recording_create(&(ploy_recording_def){.bytes = r.bytes, .count = r.count}, &recording, NULL),
                     PLOY_OK);
    assert_int_equal(ploy_recording_get_info(recording).frames, STEPS / FRAME_STEPS);
    for (uint32_t tick = 0; tick < STEPS; tick += FRAME_STEPS) {
        assert_int_equal(end_from(recording, &setup, tick + FRAME_STEPS / 2, &frame_tick), hash);
        assert_int_equal(frame_tick, tick);
    }
    ploy_recording_destroy(recording);
    for (uint32_t skipped = 1; skipped <= 9; skipped += 4) {
        size_t count = test_recorded_cut(&r, skipped);
        assert_int_equal(
            ploy_recording_create(&(ploy_recording_def){.bytes = r.bytes, .count = count}, &recording, NULL), PLOY_OK);
        ploy_recording_info info = ploy_recording_get_info(recording);
        assert_false(info.closed || info.damaged);
        assert_int_equal(end_from(recording, &setup, info.ticks, &frame_tick), hash);
        ploy_recording_destroy(recording);
    }
    test_recorded_free(&r);
}

static void damaged_saves_are_refused_or_do_no_harm(void** state)
{
    (void)state;
    arena_setup setup = arena_setup_default();
    saved_game t = begin(&setup);
    for (uint32_t i = 0; i < 900; ++i) arena_game_step(&t.game);
    size_t count;
    uint8_t* bytes = save_soon(&t.game, &count);
    ploy_random random = {.seed = 3};
    setup.empty = true;
    for (uint32_t i = 0; i < 30; ++i) {
        uint32_t at = ploy_random_below(&random, i % 4 ? 4000 : (uint32_t)count);
        uint8_t was = bytes[at];
        bytes[at] = (uint8_t)ploy_random_below(&random, 256);
        saved_game copy = begin(&setup);
        ploy_reader reader = {bytes, i % 2 ? at : count, 0, false};
        ploy_status status = arena_game_load(&copy.game, &reader, NULL);
        if (i % 2) assert_int_equal(status, PLOY_INVALID);
        for (uint32_t k = 0; k < 60 && status == PLOY_OK; ++k) arena_game_step(&copy.game);
        end(&copy);
        bytes[at] = was;
    }
    free(bytes);
    end(&t);
}

static ploy_status save_and_load(const arena_game* game, const arena_setup* setup)
{
    size_t count;
    uint8_t* bytes = save(game, &count);
    saved_game copy = begin(setup);
    ploy_reader reader = {bytes, count, 0, false};
    ploy_status status = arena_game_load(&copy.game, &reader, NULL);
    end(&copy);
    free(bytes);
    return status;
}

// A checksum says that a save is whole, not that its numbers go together.
static void a_save_of_an_agent_that_cannot_be_is_refused(void** state)
{
    (void)state;
    arena_setup setup = arena_setup_default();
    saved_game t = begin(&setup);
    setup.empty = true;
    arena_agent* agent = &t.game.match->agents[0];
    assert_int_equal(save_and_load(&t.game, &setup), PLOY_OK);
    agent->target = (arena_target){.visible = true};
    assert_int_equal(save_and_load(&t.game, &setup), PLOY_INVALID);
    agent->target = (arena_target){0};
    agent->arms.weapon = ARENA_MELEE;
    assert_int_equal(save_and_load(&t.game, &setup), PLOY_INVALID);
    end(&t);
}

TEST_MAIN(TEST(a_loaded_match_continues_bit_for_bit), TEST(a_loaded_crowd_keeps_its_paces),
          TEST(every_key_frame_leads_to_the_same_end), TEST(damaged_saves_are_refused_or_do_no_harm),
          TEST(a_save_of_an_agent_that_cannot_be_is_refused))
