// One file, one world, one agent of each kind of mind. A save, a load or a hot reload during the run does not change
// what they do.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/allocators.h"
#include "support/world/file_world.h"
#include "support/base/test.h"

#define GOLDEN UINT64_C(0x1f5a0ebe57d81d47)

enum
{
    TICKS = 120,
    AGENTS = 7,
};

static const char* const idle[] = {"Watch", "Walk", NULL};
static char text[8192];

static file_world_def def_of(uint32_t workers)
{
    FILE* stream = fopen(PLOY_SOURCE_DIR "/examples/watch.xml", "rb");
    assert_non_null(stream);
    size_t bytes = fread(text, 1, sizeof text, stream);
    fclose(stream);
    assert_true(bytes < sizeof text);
    return (file_world_def){.text = text, .bytes = bytes, .idle = idle, .workers = workers, .max_nodes = 4};
}

static void set(file_world* w, uint32_t agent, const char* key, int64_t value)
{
    ploy_blackboard_set(file_world_agent(w, agent)->blackboard, ploy_blackboard_keys_find(w->keys, key), value);
}

// The night, the same for all worlds: what happens depends on the tick alone.
static void play(file_world* w, uint32_t from, uint32_t to)
{
    for (uint32_t t = from; t < to; ++t) {
        for (uint32_t i = 0; i < AGENTS; ++i) {
            if ((t + i) % 13 == 0) set(w, i, "fed", 0);
            if ((t + i) % 17 == 0) set(w, i, "tired", 1);
            if ((t + i) % 5 == 0) set(w, i, "noise", (t / 5 + i) % 6);
            if ((t + i) % 9 == 0) set(w, i, "health", (t * 37 + i * 211) % 1000);
        }
        file_world_tick(w, 1);
    }
}

static void each_kind_of_mind_runs_from_one_file(void** state)
{
    (void)state;
    static const char* const kinds[AGENTS] = {"goap", "bt", "bt", "fsm", "fuzzy", "utility", "htn"};
    static const char* const signs[] = {
        "planner+Hunt ", "planner+Fetch ", "planner+Eat ", "planner+Rest ", "guard+Watch ", "guard+Rest ",
        "guard-Watch ",  "cook+Eat ",      "cook+Rest ",   "cook+Watch ",   "sentry+Walk ", "sentry+Watch ",
        "coward+Walk ",  "coward+Watch ",  "loafer+Rest ", "loafer+Fetch ", "servant+Eat ", "servant+Rest "};
    static file_world w;
    file_world_def def = def_of(0);
    assert_true(file_world_open(&w, &def));
    assert_int_equal(w.mind_count, AGENTS);
    for (uint32_t i = 0; i < AGENTS; ++i) assert_string_equal(w.minds[i]->kind->name, kinds[i]);
    play(&w, 0, TICKS);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; ++i) {
        if (!strstr(w.log, signs[i])) fail_msg("no %s in %s", signs[i], w.log);
    }
    file_world_close(&w);
}

static void saved_and_loaded_in_mid_run_it_goes_on_bit_for_bit(void** state)
{
    (void)state;
    static file_world w, other;
    file_world_def def = def_of(0);
    for (uint32_t at = 1; at < 60; at += 7) {
        assert_true(file_world_open(&w, &def));
        play(&w, 0, at);
        file_world_def empty = def;
        empty.empty = true;
        assert_true(file_world_open(&other, &empty));
        file_world_move(&w, &other);
        w.log[0] = '\0';
        for (uint32_t t = at; t < at + 40; ++t) {
            play(&w, t, t + 1);
            play(&other, t, t + 1);
            if (ploy_world_hash(w.world) != ploy_world_hash(other.world)) fail_msg("saved at %u, other at %u", at, t);
        }
        assert_string_equal(w.log, other.log);
        file_world_close(&w);
        file_world_close(&other);
    }
}

static void reloaded_in_mid_run_it_goes_on(void** state)
{
    (void)state;
    static file_world w, other;
    file_world_def def = def_of(0);
    for (uint32_t at = 1; at < 60; at += 7) {
        assert_true(file_world_open(&w, &def) && file_world_open(&other, &def));
        play(&w, 0, at);
        play(&other, 0, at);
        file_world_reload(&other, &def);
        size_t before = strlen(w.log);
        assert_string_equal(w.log, other.log);
        file_world_tick(&w, 1);
        file_world_tick(&other, 1);
        // What was running continues. Only searches that were not finished are repeated.
        bool is_cut = strchr(other.log + before, '-') && !strchr(w.log + before, '-');
        if (is_cut) fail_msg("reloaded at %u: %s, not %s", at, other.log + before, w.log + before);
        play(&other, at, at + 60);
        for (uint32_t i = 0; i < AGENTS; ++i) {
            char sign[32];
            snprintf(sign, sizeof sign, "%s+", ploy_file_agent(other.file, i).name);
            if (!strstr(other.log + before, sign)) fail_msg("reloaded at %u, no %s in %s", at, sign, other.log);
        }
        file_world_close(&w);
        file_world_close(&other);
    }
}

static uint64_t hash_with(uint32_t workers)
{
    static file_world w;
    file_world_def def = def_of(workers);
    assert_true(file_world_open(&w, &def));
    play(&w, 0, TICKS);
    uint64_t hash = ploy_world_hash(w.world);
    file_world_close(&w);
    return hash;
}

static void the_number_of_workers_does_not_matter(void** state)
{
    (void)state;
    static const uint32_t workers[] = {0, 1, 2, 8};
    for (size_t i = 0; i < sizeof workers / sizeof *workers; ++i) {
        uint64_t hash = hash_with(workers[i]);
        if (hash != GOLDEN) fail_msg("%u workers: 0x%016llx", workers[i], (unsigned long long)hash);
    }
}

// Golden saves: tests/io/saves/NAME.hex, the same bytes on every machine. Where a change of a save is meant, run this
// test with PLOY_WRITE_GOLDEN=1.

enum
{
    SAVED_AT = 21, // every agent runs an activity then
    SAVE_BYTES = 8192,
};

static const char* const saved_names[AGENTS + 1] = {"goap", "bt", "bt_plan", "fsm", "fuzzy", "utility", "htn", "world"};

static size_t save_of(file_world* w, uint32_t which, uint8_t* bytes)
{
    ploy_writer writer = {.bytes = bytes, .capacity = SAVE_BYTES};
    if (which < AGENTS) {
        w->minds[which]->kind->save(file_world_agent(w, which), &writer);
    } else {
        assert_int_equal(ploy_world_save(w->world, NULL, &writer), PLOY_OK);
    }
    assert_true(ploy_writer_fits(&writer));
    return writer.count;
}

static FILE* open_save(uint32_t which, const char* mode)
{
    char path[512];
    snprintf(path, sizeof path, "%s/tests/io/saves/%s.hex", PLOY_SOURCE_DIR, saved_names[which]);
    FILE* stream = fopen(path, mode);
    if (!stream) fail_msg("cannot open %s", path);
    return stream;
}

static void write_golden(uint32_t which, const uint8_t* bytes, size_t count)
{
    FILE* stream = open_save(which, "wb");
    for (size_t i = 0; i < count; ++i) fprintf(stream, "%02x%s", bytes[i], i % 32 == 31 || i + 1 == count ? "\n" : "");
    fclose(stream);
}

static size_t read_golden(uint32_t which, uint8_t* bytes)
{
    FILE* stream = open_save(which, "rb");
    size_t count = 0;
    unsigned byte;
    while (fscanf(stream, "%2x", &byte) == 1) {
        assert_true(count < SAVE_BYTES);
        bytes[count++] = (uint8_t)byte;
    }
    fclose(stream);
    return count;
}

static bool has_mark(const uint8_t* bytes, size_t count)
{
    for (size_t i = 0; i + 4 <= count; ++i) {
        if (memcmp(bytes + i, "\4\3\2\1", 4) == 0) return true;
    }
    return false;
}

static void the_save_of_each_mind_has_the_same_bytes_on_every_machine(void** state)
{
    (void)state;
    static file_world w;
    static uint8_t saved[SAVE_BYTES], golden[SAVE_BYTES];
    file_world_def def = def_of(0);
    assert_true(file_world_open(&w, &def));
    play(&w, 0, SAVED_AT);
    for (uint32_t i = 0; i <= AGENTS; ++i) {
        size_t count = save_of(&w, i, saved);
        if (!has_mark(saved, count)) fail_msg("%s: the data of its activity is not saved", saved_names[i]);
        if (getenv("PLOY_WRITE_GOLDEN")) write_golden(i, saved, count);
        size_t expected = read_golden(i, golden);
        size_t at = 0;
        while (at < count && at < expected && saved[at] == golden[at]) ++at;
        if (at < count || at < expected) {
            fail_msg("%s: %zu bytes, golden %zu, byte %zu differs", saved_names[i], count, expected, at);
        }
    }
    file_world_close(&w);
}

static void a_save_from_another_machine_goes_on_to_the_same_hash(void** state)
{
    (void)state;
    static file_world w;
    static uint8_t golden[SAVE_BYTES];
    file_world_def def = def_of(0);
    def.empty = true;
    assert_true(file_world_open(&w, &def));
    ploy_reader reader = {.bytes = golden, .count = read_golden(AGENTS, golden)};
    ploy_error error = {0};
    if (ploy_world_load(w.world, NULL, &reader, &error) != PLOY_OK) fail_msg("%s", error.message);
    for (uint32_t i = 0; i < AGENTS; ++i) w.agents[i] = (ploy_agent_id){i + 1, 1};
    play(&w, SAVED_AT, TICKS);
    uint64_t hash = ploy_world_hash(w.world);
    if (hash != GOLDEN) fail_msg("0x%016llx", (unsigned long long)hash);
    file_world_close(&w);
}

typedef struct call_counts
{
    uint32_t started[AGENTS], ended[AGENTS], halted[AGENTS], changed, nodes, chosen;
} call_counts;

static void count_event(void* user, const ploy_trace_event* event)
{
    call_counts* c = user;
    uint32_t agent = event->agent % AGENTS;
    c->started[agent] += event->kind == PLOY_TRACE_ACTIVITY_STARTED;
    c->ended[agent] += event->kind == PLOY_TRACE_ACTIVITY_ENDED;
    c->halted[agent] += event->kind == PLOY_TRACE_ACTIVITY_HALTED;
    c->changed += event->kind == PLOY_TRACE_STATE_CHANGED;
    c->nodes += event->kind == PLOY_TRACE_BT_NODE;
    c->chosen += event->kind == PLOY_TRACE_GOAL_CHOSEN;
}

// Whatever a mind is, an activity that was started ends or is halted, and the trace says so.
static void all_are_traced_through_the_same_events(void** state)
{
    (void)state;
    static file_world w;
    call_counts c = {0};
    ploy_trace trace = {count_event, &c, PLOY_TRACE_EVERYTHING, false};
    file_world_def def = def_of(0);
    def.trace = &trace;
    assert_true(file_world_open(&w, &def));
    play(&w, 0, TICKS);
    file_world_close(&w);
    for (uint32_t i = 0; i < AGENTS; ++i) {
        assert_true(c.started[i] > 0);
        assert_int_equal(c.started[i], c.ended[i] + c.halted[i]);
    }
    assert_true(c.changed > 0 && c.nodes > 0 && c.chosen > 0);
}

static bool open_and_close(const ploy_allocator* allocator)
{
    static file_world w;
    file_world_def def = def_of(0);
    def.allocator = allocator;
    bool good = file_world_open(&w, &def);
    file_world_close(&w);
    return good;
}

static void a_failing_allocator_leaves_nothing_behind(void** state)
{
    (void)state;
    test_fail_every_allocation(open_and_close);
}

static void a_mind_that_is_not_there_is_named(void** state)
{
    (void)state;
    static const char bad[] = "<ploy version='1'><domain name='d'/><fsm name='guard'><state name='A'/></fsm>\n"
                              "<agent name='one' domain='d' mind='gard'/></ploy>";
    ploy_world* world = ploy_world_create(NULL);
    ploy_error error;
    assert_int_equal(ploy_world_load_text(world, "bad", bad, sizeof bad - 1, &error), PLOY_INVALID);
    assert_string_equal(error.message, "the file has no behavior tree, state machine, task network or utility 'gard'");
    assert_string_equal(error.hint, "did you mean 'guard'?");
    assert_int_equal(error.line, 2);
    ploy_world_destroy(world);
}

TEST_MAIN(TEST(each_kind_of_mind_runs_from_one_file), TEST(saved_and_loaded_in_mid_run_it_goes_on_bit_for_bit),
          TEST(reloaded_in_mid_run_it_goes_on), TEST(the_number_of_workers_does_not_matter),
          TEST(the_save_of_each_mind_has_the_same_bytes_on_every_machine),
          TEST(a_save_from_another_machine_goes_on_to_the_same_hash), TEST(all_are_traced_through_the_same_events),
          TEST(a_failing_allocator_leaves_nothing_behind), TEST(a_mind_that_is_not_there_is_named))
