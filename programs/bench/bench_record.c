// `ploy bench record`: what recording a match of the arena costs, and how long it takes to open the recording. The same
// match is played twice, with and without a recording, one second of each in turn. A second of the match is the same
// work in every round, so its lowest time over all rounds is its undisturbed time.

#define _POSIX_C_SOURCE 200809L

#include "programs/bench/bench.h"

#include <stdlib.h>
#include <unistd.h>

#include "programs/play/arena_record.h"
#include "programs/cli/clock.h"
#include "programs/cli/whole_file.h"

extern const command play_arena;

enum
{
    SECONDS = 20 * 60,
    SMALL_SECONDS = 30,
    ROUNDS = 10,
};

typedef struct recorded_match
{
    play_session play;
    arena_setup setup;
    arena_stage* stage;
    arena_game game;
    arena_record record;
    uint32_t seconds;
    double times[SECONDS]; // the least of all rounds
} recorded_match;

static bool begin(recorded_match* m, const char* path)
{
    ploy_error error = {0};
    arena_controllers_def def = arena_controllers_def_default();
    m->play = (play_session){.seed = 1, .workers = 1, .speed = 1, .record = path};
    if (play_begin(&m->play, &play_arena) != ANSWER_DONE) return false;
    def.trace = play_trace(&m->play);
    m->setup = arena_setup_default();
    m->setup.trace = def.trace;
    m->stage = NULL;
    m->game = (arena_game){0};
    if (arena_stage_create(&def, &m->stage, &error) != PLOY_OK) return false;
    if (arena_game_begin(m->stage, &m->setup, &m->game, &error) != PLOY_OK) return false;
    if (play_start(&m->play) != ANSWER_DONE) return false;
    arena_record_begin(&m->record, &m->play, &m->game, &m->setup, NULL);
    return true;
}

static bool end(recorded_match* m)
{
    arena_record_end(&m->record);
    arena_game_end(&m->game);
    arena_stage_destroy(m->stage);
    return play_end(&m->play) == ANSWER_DONE;
}

static void play_second(recorded_match* m, uint32_t second, bool is_first_round)
{
    double began = cpu_ns();
    for (uint32_t i = 0; i < ARENA_STEPS_PER_SECOND; i++) {
        arena_record_before(&m->record);
        arena_game_step(&m->game);
        arena_record_after(&m->record);
    }
    double took = cpu_ns() - began;
    if (is_first_round || took < m->times[second]) m->times[second] = took;
}

static bool play_round(recorded_match* matches, uint32_t round, const char* path)
{
    bool ok = begin(&matches[0], NULL);
    ok = begin(&matches[1], path) && ok;
    for (uint32_t second = 0; ok && second < matches[0].seconds; second++) {
        uint32_t first = (round + second) % 2;
        play_second(&matches[first], second, round == 0);
        play_second(&matches[1 - first], second, round == 0);
    }
    bool same = ok && arena_match_hash(matches[0].game.match) == arena_match_hash(matches[1].game.match);
    bool plain = end(&matches[0]), recorded = end(&matches[1]);
    return same && plain && recorded;
}

static double sum(const recorded_match* m)
{
    double all = 0;
    for (uint32_t i = 0; i < m->seconds; i++) all += m->times[i];
    return all;
}

static void report_match(bench_report* report, const recorded_match* matches, size_t bytes)
{
    double plain = sum(&matches[0]), recorded = sum(&matches[1]);
    bench_report_row(report, "arena.slowdown", recorded / plain - 1, "share");
    bench_report_row(report, "arena.step_us", plain / matches[0].seconds / ARENA_STEPS_PER_SECOND / 1e3, "us");
    bench_report_row(report, "arena.megabytes_20_minutes", (double)bytes / 1e6, "MB");
}

// Reading.

typedef struct reading_times
{
    double open, frame, all; // ns
} reading_times;

static double slowest_frame(ploy_recording* recording, uint64_t ticks)
{
    double worst = 0;
    for (uint64_t tick = 0, at; tick < ticks; tick += PLAY_FRAME_SECONDS * ARENA_STEPS_PER_SECOND) {
        const void* bytes;
        size_t count;
        double began = cpu_ns();
        if (ploy_recording_frame(recording, tick, &at, &bytes, &count) != PLOY_OK) continue;
        double took = cpu_ns() - began;
        if (took > worst) worst = took;
    }
    return worst;
}

static bool read_once(const whole_file* file, reading_times* times)
{
    ploy_recording* recording;
    ploy_trace_event event;
    uint64_t tick;
    double began = cpu_ns();
    if (ploy_recording_create(&(ploy_recording_def){.bytes = file->bytes, .count = file->count}, &recording, NULL) !=
        PLOY_OK)
        return false;
    times->open = cpu_ns() - began;
    times->frame = slowest_frame(recording, ploy_recording_get_info(recording).ticks);
    began = cpu_ns();
    ploy_recording_seek(recording, 0);
    while (ploy_recording_next(recording, &event, &tick) == PLOY_FOUND) {
    }
    times->all = cpu_ns() - began;
    ploy_recording_destroy(recording);
    return true;
}

static bool report_reader(bench_report* report, const whole_file* file)
{
    double open[ROUNDS], frame[ROUNDS], all[ROUNDS];
    for (uint32_t i = 0; i < ROUNDS; i++) {
        reading_times times;
        if (!read_once(file, &times)) return false;
        open[i] = times.open;
        frame[i] = times.frame;
        all[i] = times.all;
    }
    bench_report_row(report, "reader.open_ms", min(open, ROUNDS) / 1e6, "ms");
    bench_report_row(report, "reader.frame_worst_ms", min(frame, ROUNDS) / 1e6, "ms");
    bench_report_row(report, "reader.all_events_ms", min(all, ROUNDS) / 1e6, "ms");
    return true;
}

static bool run_benchmark(bench_report* report, recorded_match* matches, const char* path, bool small)
{
    matches[0].seconds = matches[1].seconds = small ? SMALL_SECONDS : SECONDS;
    for (uint32_t round = 0; round < (small ? 1u : ROUNDS); round++)
        if (!play_round(matches, round, path)) return false;
    whole_file file;
    if (!whole_file_open(&file, "bench", path)) return false;
    report_match(report, matches, file.count);
    bool ok = report_reader(report, &file);
    whole_file_close(&file);
    return ok;
}

int bench_record(const bench_options* options)
{
    char path[64] = "/tmp/ploy-bench-XXXXXX";
    int handle = mkstemp(path);
    recorded_match* matches = calloc(2, sizeof *matches);
    if (handle < 0 || !matches) return complain("bench", "cannot create a temporary file for the recording");
    close(handle);
    bench_report report = bench_report_begin(options);
    bool ok = run_benchmark(&report, matches, path, options->small);
    bench_report_end(&report);
    unlink(path);
    free(matches);
    return ok ? ANSWER_DONE : complain("bench", "the match could not be recorded and read");
}
