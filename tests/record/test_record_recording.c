// Recordings: the events read are those written, for any size of blocks; a cut or damaged file is read up to the last
// whole block.

#include <ploy/recording.h>

#include <stdlib.h>
#include <string.h>

#include "support/base/allocators.h"
#include "support/base/test.h"

typedef struct recorded_file
{
    uint8_t* bytes;
    size_t count, capacity;
    size_t room; // 0: no limit
} recorded_file;

static bool append(void* user, const void* bytes, size_t count)
{
    recorded_file* f = user;
    if (f->room > 0 && f->count + count > f->room) return false;
    if (f->count + count > f->capacity) {
        f->capacity = 2 * (f->count + count);
        f->bytes = realloc(f->bytes, f->capacity);
    }
    memcpy(f->bytes + f->count, bytes, count);
    f->count += count;
    return true;
}

enum
{
    EVENTS = 4000,
};

typedef struct tick_event
{
    ploy_trace_event event;
    uint64_t tick;
} tick_event;

typedef struct random_run
{
    tick_event events[EVENTS];
    uint32_t count;
    uint64_t ticks;
    uint64_t frames[64];
    uint32_t frame_events[64]; // events before it
    uint32_t frame_count;
    recorded_file file;
} random_run;

static const ploy_event_kind position_kind = {"position", 2, {"x", "y"}};

static ploy_recorder* start(recorded_file* f, uint32_t block_bytes, uint32_t block_ticks, bool pack)
{
    ploy_recorder_def def = {0};
    def.write = append;
    def.user = f;
    def.level = PLOY_TRACE_EVERYTHING;
    def.block_bytes = block_bytes;
    def.block_ticks = block_ticks;
    def.pack = pack;
    return ploy_recorder_create(&def);
}

static ploy_trace_event random_event(ploy_random* random, uint32_t position)
{
    bool own = ploy_random_below(random, 3) == 0;
    ploy_trace_event event = {own ? position : ploy_random_below(random, PLOY_TRACE_KIND_COUNT), 0, {0}};
    event.agent = ploy_random_below(random, ploy_random_below(random, 4) == 0 ? UINT32_MAX : 12);
    uint32_t count = own ? 2 : ploy_trace_arg_count(event.kind);
    for (uint32_t i = 0; i < count; ++i) event.args[i] = ploy_random_next(random) >> ploy_random_below(random, 64);
    return event;
}

static void emit(ploy_recorder* recorder, const ploy_trace_event* event)
{
    const ploy_trace* trace = ploy_recorder_trace(recorder);
    trace->emit(trace->user, event);
}

static random_run* record_at_random(uint64_t seed)
{
    ploy_random random = {seed, 1, 0};
    random_run* r = calloc(1, sizeof *r);
    // large blocks have events of many kinds and agents, small ones clear the table often
    bool is_large = seed % 8 == 0;
    uint32_t bytes = is_large ? 65536 : 64 + ploy_random_below(&random, 2000);
    uint32_t ticks = is_large ? 3000 : 1 + ploy_random_below(&random, 40);
    ploy_recorder* recorder = start(&r->file, bytes, ticks, seed % 2);
    assert_non_null(recorder);
    uint32_t position;
    assert_int_equal(ploy_recorder_add_kind(recorder, &position_kind, &position), PLOY_OK);
    assert_int_equal(ploy_recorder_note(recorder, "game", "old", 3), PLOY_OK);
    uint32_t total = ploy_random_below(&random, EVENTS);
    while (r->count < total) {
        uint32_t what = ploy_random_below(&random, 100);
        if (what == 0 && r->frame_count < (is_large ? 2 : 64)) {
            r->frame_events[r->frame_count] = r->count;
            r->frames[r->frame_count++] = r->ticks;
            assert_int_equal(ploy_recorder_frame(recorder, &r->ticks, sizeof r->ticks), PLOY_OK);
        } else if (what < 30) {
            ploy_recorder_tick(recorder);
            ++r->ticks;
        } else {
            r->events[r->count] = (tick_event){random_event(&random, position), r->ticks};
            emit(recorder, &r->events[r->count++].event);
        }
    }
    ploy_recorder_tick(recorder);
    ++r->ticks;
    assert_int_equal(ploy_recorder_note(recorder, "game", "smithy", 6), PLOY_OK);
    assert_int_equal(ploy_recorder_close(recorder), PLOY_OK);
    ploy_recorder_destroy(recorder);
    return r;
}

static void forget(random_run* r)
{
    free(r->file.bytes);
    free(r);
}

static ploy_recording* open_bytes(const void* bytes, size_t count)
{
    ploy_recording* recording;
    ploy_error error = {0};
    assert_int_equal(ploy_recording_create(&(ploy_recording_def){.bytes = bytes, .count = count}, &recording, &error),
                     PLOY_OK);
    return recording;
}

static void same_event(const tick_event* want, const ploy_trace_event* got, uint64_t tick)
{
    assert_int_equal(want->tick, tick);
    assert_memory_equal(&want->event, got, sizeof *got);
}

// Checks all events from `first` to the end of the recording.
static uint32_t read_on(const random_run* r, ploy_recording* recording, uint32_t first)
{
    ploy_trace_event event;
    uint64_t tick;
    while (ploy_recording_next(recording, &event, &tick) == PLOY_FOUND) {
        assert_true(first < r->count);
        same_event(&r->events[first++], &event, tick);
    }
    return first;
}

static void what_was_recorded_is_read(void** state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; ++seed) {
        random_run* r = record_at_random(seed);
        ploy_recording* recording = open_bytes(r->file.bytes, r->file.count);
        ploy_recording_info info = ploy_recording_get_info(recording);
        assert_int_equal(info.ticks, r->ticks);
        assert_int_equal(info.frames, r->frame_count);
        assert_int_equal(info.good_bytes, r->file.count);
        assert_true(info.closed && !info.damaged);
        assert_int_equal(read_on(r, recording, 0), r->count);
        const void* note;
        size_t length;
        assert_int_equal(ploy_recording_note(recording, "game", &note, &length), PLOY_OK);
        assert_int_equal(length, 6);
        assert_memory_equal(note, "smithy", 6);
        assert_int_equal(ploy_recording_note(recording, "nothing", &note, &length), PLOY_NOT_FOUND);
        ploy_recording_destroy(recording);
        forget(r);
    }
}

static void any_tick_is_found(void** state)
{
    (void)state;
    random_run* r = record_at_random(7);
    ploy_recording* recording = open_bytes(r->file.bytes, r->file.count);
    for (uint64_t tick = 0; tick < r->ticks; ++tick) {
        uint32_t first = 0;
        while (first < r->count && r->events[first].tick < tick) ++first;
        assert_int_equal(ploy_recording_seek(recording, tick), PLOY_OK);
        ploy_trace_event event;
        uint64_t at;
        if (first == r->count) {
            assert_int_equal(ploy_recording_next(recording, &event, &at), PLOY_NOT_FOUND);
            continue;
        }
        assert_int_equal(ploy_recording_next(recording, &event, &at), PLOY_FOUND);
        same_event(&r->events[first], &event, at);
    }
    assert_int_equal(ploy_recording_seek(recording, r->ticks), PLOY_NOT_FOUND);
    ploy_recording_destroy(recording);
    forget(r);
}

static void the_frame_before_a_tick_is_found(void** state)
{
    (void)state;
    random_run* r = record_at_random(9);
    assert_true(r->frame_count > 3);
    ploy_recording* recording = open_bytes(r->file.bytes, r->file.count);
    for (uint64_t tick = 0; tick <= r->ticks; ++tick) {
        uint32_t before = 0;
        while (before < r->frame_count && r->frames[before] <= tick) ++before;
        uint64_t at;
        const void* bytes;
        size_t count;
        ploy_status status = ploy_recording_frame(recording, tick, &at, &bytes, &count);
        assert_int_equal(status, before > 0 ? PLOY_OK : PLOY_NOT_FOUND);
        if (before == 0) continue;
        assert_int_equal(at, r->frames[before - 1]);
        assert_int_equal(count, sizeof at);
        assert_memory_equal(bytes, &at, sizeof at);
    }
    ploy_recording_destroy(recording);
    forget(r);
}

// The recorder that continues writes a few ticks more.
static void go_on(random_run* r, uint32_t frame, ploy_recorder* recorder)
{
    uint32_t position, other;
    emit(recorder, &(ploy_trace_event){PLOY_TRACE_AGENT_CREATED, 1, {1}}); // while the game loads
    assert_int_equal(ploy_recorder_add_kind(recorder, &(ploy_event_kind){"position", 3, {"x", "y", "z"}}, NULL), PLOY_INVALID);
    assert_int_equal(ploy_recorder_add_kind(recorder, &(ploy_event_kind){"goal-chosen", 0, {0}}, NULL), PLOY_INVALID);
    assert_int_equal(ploy_recorder_add_kind(recorder, &(ploy_event_kind){"other", 1, {"n"}}, &other), PLOY_OK);
    assert_int_equal(ploy_recorder_add_kind(recorder, &position_kind, &position), PLOY_OK);
    assert_int_equal(position, PLOY_TRACE_KIND_COUNT);
    assert_int_equal(other, PLOY_TRACE_KIND_COUNT + 1);
    assert_int_equal(ploy_recorder_note(recorder, "game", "another", 7), PLOY_OK);
    r->count = r->frame_events[frame];
    r->ticks = r->frames[frame];
    assert_int_equal(ploy_recorder_frame(recorder, &r->ticks, sizeof r->ticks), PLOY_OK);
    for (uint32_t i = 0; i < 20 && r->count + 2 < EVENTS; ++i, ++r->ticks) {
        r->events[r->count] = (tick_event){{position, 2, {i, 2 * i}}, r->ticks};
        emit(recorder, &r->events[r->count++].event);
        r->events[r->count] = (tick_event){{other, i, {7 * i}}, r->ticks};
        emit(recorder, &r->events[r->count++].event);
        ploy_recorder_tick(recorder);
    }
    assert_int_equal(ploy_recorder_close(recorder), PLOY_OK);
}

static void a_recording_is_continued_from_a_key_frame(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        random_run* r = record_at_random(seed);
        ploy_recording* recording = open_bytes(r->file.bytes, r->file.count);
        recorded_file file = {0};
        uint32_t frame = r->frame_count ? (uint32_t)seed % r->frame_count : 0;
        while (frame + 1 < r->frame_count && r->frames[frame + 1] == r->frames[frame]) ++frame; // the last of a tick
        uint64_t first = r->frame_count ? r->frames[0] : UINT64_MAX;
        ploy_recorder_def def = {.write = append, .user = &file, .level = PLOY_TRACE_EVERYTHING, .pack = seed % 3 == 0};
        def.continues = recording;
        if (first > 0) assert_null(ploy_recorder_create(&def)); // no key frame yet
        def.continues_at = r->frame_count ? r->frames[frame] : 0;
        ploy_recorder* recorder = r->frame_count ? ploy_recorder_create(&def) : NULL;
        if (recorder) {
            go_on(r, frame, recorder);
            ploy_recording* continued = open_bytes(file.bytes, file.count);
            assert_int_equal(read_on(r, continued, 0), r->count);
            assert_int_equal(ploy_recording_get_info(continued).ticks, r->ticks);
            assert_true(ploy_recording_get_info(continued).closed);
            const void* bytes;
            size_t count;
            assert_int_equal(ploy_recording_note(continued, "game", &bytes, &count), PLOY_OK);
            assert_int_equal(count, 7);
            assert_string_equal(ploy_recording_kind(continued, PLOY_TRACE_KIND_COUNT + 1).name, "other");
            ploy_recording_destroy(continued);
        }
        assert_int_equal(recorder != NULL, r->frame_count > 0);
        ploy_recorder_destroy(recorder);
        ploy_recording_destroy(recording);
        free(file.bytes);
        forget(r);
    }
}

static void a_recording_cut_anywhere_is_read_up_to_the_last_whole_block(void** state)
{
    (void)state;
    random_run* r = record_at_random(3);
    size_t good = 0;
    for (size_t cut = 12; cut < r->file.count; cut += 1 + cut % 397) {
        uint8_t* bytes = malloc(cut); // so that a sanitizer sees a read beyond it
        memcpy(bytes, r->file.bytes, cut);
        ploy_recording* recording = open_bytes(bytes, cut);
        ploy_recording_info info = ploy_recording_get_info(recording);
        assert_true(info.good_bytes <= cut && info.good_bytes >= good && !info.closed && !info.damaged);
        good = info.good_bytes;
        read_on(r, recording, 0);
        ploy_recording_destroy(recording);
        free(bytes);
    }
    forget(r);
}

static void a_flipped_bit_ends_the_recording_before_its_block(void** state)
{
    (void)state;
    random_run* r = record_at_random(4);
    ploy_random random = {4, 4, 0};
    for (uint32_t i = 0; i < 300; ++i) {
        size_t at = 12 + ploy_random_below(&random, (uint32_t)r->file.count - 12);
        uint8_t flip = (uint8_t)(1 << ploy_random_below(&random, 8));
        r->file.bytes[at] ^= flip;
        ploy_recording* recording = open_bytes(r->file.bytes, r->file.count);
        ploy_recording_info info = ploy_recording_get_info(recording);
        assert_true(info.good_bytes <= at && !info.closed);
        read_on(r, recording, 0);
        ploy_recording_destroy(recording);
        r->file.bytes[at] ^= flip;
    }
    forget(r);
}

static void a_recording_that_grows_is_followed(void** state)
{
    (void)state;
    random_run* r = record_at_random(5);
    size_t count = 12 + r->file.count / 10;
    ploy_recording* recording = open_bytes(r->file.bytes, count);
    uint32_t first = 0;
    while (count < r->file.count) {
        first = read_on(r, recording, first);
        count += r->file.count / 37;
        if (count > r->file.count) count = r->file.count;
        uint8_t* elsewhere = malloc(count);
        memcpy(elsewhere, r->file.bytes, count);
        assert_int_equal(ploy_recording_extend(recording, elsewhere, count), PLOY_OK);
        first = read_on(r, recording, first);
        assert_int_equal(ploy_recording_extend(recording, r->file.bytes, count), PLOY_OK);
        free(elsewhere);
    }
    assert_int_equal(first, r->count);
    assert_true(ploy_recording_get_info(recording).closed);
    ploy_recording_destroy(recording);
    forget(r);
}

static void what_is_no_recording_is_refused(void** state)
{
    (void)state;
    ploy_recording* recording;
    ploy_error error = {0};
    assert_int_equal(ploy_recording_create(&(ploy_recording_def){.bytes = "PLOYREC", .count = 7}, &recording, &error),
                     PLOY_INVALID);
    assert_string_equal(error.message, "not a recording");
    assert_int_equal(
        ploy_recording_create(&(ploy_recording_def){.bytes = "<ploy version='1'/>", .count = 19}, &recording, &error),
        PLOY_INVALID);
    const uint8_t later[] = {'P', 'L', 'O', 'Y', 'R', 'E', 'C', '\n', 9, 0, 0, 0};
    assert_int_equal(
        ploy_recording_create(&(ploy_recording_def){.bytes = later, .count = sizeof later}, &recording, &error),
        PLOY_NOT_SUPPORTED);
    assert_string_equal(error.message, "a recording of version 9; this program reads version 2");
    assert_null(recording);
}

static void a_full_disk_is_reported_and_what_was_written_is_good(void** state)
{
    (void)state;
    recorded_file f = {0};
    ploy_recorder* recorder = start(&f, 64, 10, false);
    assert_non_null(recorder);
    f.room = f.count + 2000;
    ploy_trace_event event = {PLOY_TRACE_PLAN_REQUESTED, 1, {0}};
    for (uint32_t i = 0; i < 2000; ++i) {
        event.args[0] = i * 1000;
        emit(recorder, &event);
        ploy_recorder_tick(recorder);
    }
    assert_int_equal(ploy_recorder_close(recorder), PLOY_CANCELLED);
    ploy_recorder_destroy(recorder);
    ploy_recording* recording = open_bytes(f.bytes, f.count);
    assert_true(ploy_recording_get_info(recording).ticks > 10);
    ploy_recording_destroy(recording);
    free(f.bytes);
}

static void kinds_are_read_as_they_were_written(void** state)
{
    (void)state;
    recorded_file f = {0};
    ploy_recorder* recorder = start(&f, 64, 10, false);
    const ploy_event_kind taken = {.name = "plan-requested"};
    uint32_t position, none;
    assert_int_equal(ploy_recorder_add_kind(recorder, &position_kind, &position), PLOY_OK);
    assert_int_equal(ploy_recorder_add_kind(recorder, &position_kind, &none), PLOY_INVALID);
    assert_int_equal(none, PLOY_NONE);
    assert_int_equal(ploy_recorder_add_kind(recorder, &taken, NULL), PLOY_INVALID);
    ploy_recorder_close(recorder);
    ploy_recorder_destroy(recorder);
    ploy_recording* recording = open_bytes(f.bytes, f.count);
    assert_int_equal(ploy_recording_kind_count(recording), PLOY_TRACE_KIND_COUNT + 1);
    assert_string_equal(ploy_recording_kind(recording, position).name, "position");
    assert_int_equal(ploy_recording_kind(recording, position).arg_count, 2);
    assert_string_equal(ploy_recording_kind(recording, position).arg_names[1], "y");
    assert_string_equal(ploy_recording_kind(recording, position).arg_names[2], "");
    assert_string_equal(ploy_recording_kind(recording, PLOY_TRACE_PLAN_REQUESTED).name, "plan-requested");
    assert_string_equal(ploy_recording_kind(recording, position + 1).name, "");
    ploy_recording_destroy(recording);
    free(f.bytes);
}

static bool record_and_read(const ploy_allocator* allocator, recorded_file* f)
{
    ploy_recorder_def def = {0};
    def.allocator = *allocator;
    def.write = append;
    def.user = f;
    def.block_bytes = 64;
    ploy_recorder* recorder = ploy_recorder_create(&def);
    if (!recorder) return false;
    bool whole = ploy_recorder_add_kind(recorder, &position_kind, NULL) == PLOY_OK;
    whole &= ploy_recorder_note(recorder, "game", "x", 1) == PLOY_OK;
    for (uint32_t i = 0; i < 40; ++i) {
        emit(recorder, &(ploy_trace_event){PLOY_TRACE_PLAN_REQUESTED, i, {i}});
        ploy_recorder_tick(recorder);
    }
    whole &= ploy_recorder_close(recorder) == PLOY_OK;
    ploy_recorder_destroy(recorder);
    ploy_recording* recording;
    if (ploy_recording_create(&(ploy_recording_def){.allocator = *allocator, .bytes = f->bytes, .count = f->count},
                              &recording, NULL) != PLOY_OK)
        return false;
    ploy_trace_event event;
    uint64_t tick;
    ploy_status status = PLOY_FOUND;
    while (status == PLOY_FOUND) status = ploy_recording_next(recording, &event, &tick);
    ploy_recording_destroy(recording);
    return whole && status == PLOY_NOT_FOUND;
}

static bool record_and_read_once(const ploy_allocator* allocator)
{
    recorded_file f = {0};
    bool whole = record_and_read(allocator, &f);
    free(f.bytes);
    return whole;
}

static void every_failed_allocation_is_reported(void** state)
{
    (void)state;
    test_fail_every_allocation(record_and_read_once);
}

static void emit_node(ploy_recorder* recorder, uint64_t node, uint64_t status)
{
    const ploy_trace* trace = ploy_recorder_trace(recorder);
    trace->emit(trace->user, &(ploy_trace_event){PLOY_TRACE_BT_NODE, 1, {node, status}});
}

// A tree that is ticked ten times: its nodes begin and end in each tick. One of them changes once.
static void values_that_hold_are_written_when_they_change(void** state)
{
    (void)state;
    recorded_file f = {0};
    ploy_recorder* recorder = ploy_recorder_create(&(ploy_recorder_def){.write = append, .user = &f});
    const ploy_trace* trace = ploy_recorder_trace(recorder);
    assert_true(trace->wants_values);
    for (uint64_t tick = 0; tick < 10; ++tick) {
        for (uint64_t node = 0; node < 3; ++node) emit_node(recorder, node, 0);
        emit_node(recorder, 1, tick < 5 ? 1 : 2);
        emit_node(recorder, 2, 1);
        if (tick == 7) trace->emit(trace->user, &(ploy_trace_event){PLOY_TRACE_MIND_GIVEN, 1, {1, 0}});
        ploy_recorder_tick(recorder);
    }
    assert_int_equal(ploy_recorder_close(recorder), PLOY_OK);
    ploy_recorder_destroy(recorder);
    ploy_recording* recording;
    assert_int_equal(ploy_recording_create(&(ploy_recording_def){.bytes = f.bytes, .count = f.count}, &recording, NULL),
                     PLOY_OK);
    // all at first, one when it changes, all again with another mind
    static const uint64_t wanted[][3] = {{0, 0, 0}, {0, 1, 1}, {0, 2, 1}, {5, 1, 2}, {7, 0, 0}, {7, 1, 2}, {7, 2, 1}};
    ploy_trace_event event;
    uint64_t tick;
    uint32_t count = 0;
    while (ploy_recording_next(recording, &event, &tick) == PLOY_FOUND) {
        if (event.kind != PLOY_TRACE_BT_NODE) continue;
        assert_true(count < sizeof wanted / sizeof *wanted);
        assert_int_equal(tick, wanted[count][0]);
        assert_int_equal(event.args[0], wanted[count][1]);
        assert_int_equal(event.args[1], wanted[count][2]);
        ++count;
    }
    assert_int_equal(count, sizeof wanted / sizeof *wanted);
    ploy_recording_destroy(recording);
    free(f.bytes);
}

TEST_MAIN(TEST(what_was_recorded_is_read), TEST(any_tick_is_found), TEST(the_frame_before_a_tick_is_found),
          TEST(a_recording_is_continued_from_a_key_frame),
          TEST(a_recording_cut_anywhere_is_read_up_to_the_last_whole_block),
          TEST(a_flipped_bit_ends_the_recording_before_its_block), TEST(a_recording_that_grows_is_followed),
          TEST(what_is_no_recording_is_refused), TEST(a_full_disk_is_reported_and_what_was_written_is_good),
          TEST(kinds_are_read_as_they_were_written), TEST(values_that_hold_are_written_when_they_change),
          TEST(every_failed_allocation_is_reported))
