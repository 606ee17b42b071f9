// The `behavior` object of `ploy play arena --json`, counted again from the recording of the same match.

#include <ploy/recording.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/arena/ai/knowledge.h"
#include "support/program/json_reader.h"
#include "support/program/run_program.h"
#include "support/base/test.h"

enum
{
    AGENTS = 10,
    SECOND = 60,    // ticks
    SAMPLE = 12,    // ticks between two samples
    STANDING = 500, // 1/1000 cell between two samples
    LONGEST = 3600, // ticks
};

typedef struct witness
{
    int64_t goal, since;
    int64_t last, before, before_ended, last_ended;
    int64_t x, y, old_x, old_y;
    bool is_alive, was_alive, is_in_view;
    bool has_target, is_under_fire;
} witness;

typedef struct head_count
{
    uint32_t goals, finished, under_second, returns, samples, still, plans, one_step;
    uint32_t lasted[LONGEST + 1];
} head_count;

typedef struct recount
{
    ploy_recording* recording;
    witness agents[AGENTS + 1]; // by number
    head_count sides[2];
} recount;

static head_count* side_of(recount* r, uint32_t agent)
{
    return &r->sides[(agent - 1) % 2];
}

static void start_goal(recount* r, uint32_t agent, int64_t goal, int64_t tick)
{
    witness* w = &r->agents[agent];
    side_of(r, agent)->returns += w->before == goal && w->last != goal && tick - w->before_ended <= 2 * SECOND;
    w->goal = goal;
    w->since = tick;
}

static void end_goal(recount* r, uint32_t agent, bool is_finished, int64_t tick)
{
    witness* w = &r->agents[agent];
    head_count* t = side_of(r, agent);
    int64_t lasted = tick - w->since;
    t->goals++;
    t->finished += is_finished;
    t->under_second += lasted < SECOND;
    t->lasted[lasted < LONGEST ? lasted : LONGEST]++;
    w->before = w->last;
    w->before_ended = w->last_ended;
    w->last = w->goal;
    w->last_ended = tick;
    w->goal = -1;
}

static void write_key(witness* w, uint64_t key, bool value)
{
    if (key == ARENA_KEY_TARGET_VISIBLE) w->is_in_view = value;
    if (key == ARENA_KEY_HAS_TARGET) w->has_target = value;
    if (key == ARENA_KEY_UNDER_FIRE) w->is_under_fire = value;
}

static void set_health(witness* w, int64_t health)
{
    w->is_alive = health > 0;
    if (!w->is_alive) w->was_alive = false;
}

static void take_game_event(recount* r, const ploy_trace_event* e)
{
    const char* name = ploy_recording_kind(r->recording, e->kind).name;
    witness* w = &r->agents[e->agent];
    if (strcmp(name, "position") == 0) w->x = (int64_t)e->args[0], w->y = (int64_t)e->args[1];
    if (strcmp(name, "health") == 0) set_health(w, (int64_t)e->args[0]);
}

static void take_event(recount* r, const ploy_trace_event* e, int64_t tick)
{
    if (e->agent == 0 || e->agent > AGENTS) return;
    witness* w = &r->agents[e->agent];
    switch (e->kind) {
    case PLOY_TRACE_GOAL_STARTED:
        start_goal(r, e->agent, (int64_t)e->args[0], tick);
        break;
    case PLOY_TRACE_GOAL_FINISHED:
    case PLOY_TRACE_GOAL_ABORTED:
        end_goal(r, e->agent, e->kind == PLOY_TRACE_GOAL_FINISHED, tick);
        break;
    case PLOY_TRACE_PLAN_FOUND: {
        bool is_fight = w->has_target || w->is_under_fire;
        side_of(r, e->agent)->plans += is_fight && e->args[2] > 0;
        side_of(r, e->agent)->one_step += is_fight && e->args[2] == 1;
        break;
    }
    case PLOY_TRACE_BLACKBOARD_WRITTEN:
        write_key(w, e->args[1], e->args[2] != 0);
        break;
    default:
        take_game_event(r, e);
        break;
    }
}

static void sample(recount* r, uint32_t agent)
{
    witness* w = &r->agents[agent];
    if (!w->is_alive) return;
    int64_t dx = w->x - w->old_x, dy = w->y - w->old_y;
    bool is_still = w->was_alive && dx * dx + dy * dy <= STANDING * STANDING;
    side_of(r, agent)->samples++;
    side_of(r, agent)->still += is_still && w->is_in_view;
    w->old_x = w->x;
    w->old_y = w->y;
    w->was_alive = true;
}

static void count_again(recount* r)
{
    ploy_trace_event event;
    uint64_t tick, now = 0, end = ploy_recording_get_info(r->recording).ticks;
    for (uint32_t i = 0; i <= AGENTS; i++) r->agents[i].last = r->agents[i].before = r->agents[i].goal = -1;
    // What is running when the match is over ends after the last tick.
    while (ploy_recording_next(r->recording, &event, &tick) == PLOY_FOUND && tick < end) {
        for (; now < tick; now++) {
            for (uint32_t i = 1; i <= AGENTS && (now + 1) % SAMPLE == 0; i++) sample(r, i);
        }
        take_event(r, &event, (int64_t)tick);
    }
    for (uint32_t i = 1; i <= AGENTS && (now + 1) % SAMPLE == 0; i++) sample(r, i);
}

static double median_of(const head_count* t)
{
    uint32_t seen = 0, ticks = 0;
    while (ticks < LONGEST && (seen += t->lasted[ticks]) * 2 < t->goals) ticks++;
    return (double)ticks / SECOND;
}

static double printed(const char* out, const char* side, const char* name)
{
    char path[80], value[40];
    snprintf(path, sizeof path, "behavior.%s.%s", side, name);
    if (!json_at(out, path, value, sizeof value)) fail_msg("no %s", path);
    return atof(value);
}

static void expect(const char* out, const char* side, const char* name, double counted, double within)
{
    double said = printed(out, side, name), off = said > counted ? said - counted : counted - said;
    if (off > within) fail_msg("%s of %s: the program says %.4f, the recording %.4f", name, side, said, counted);
}

static void expect_side(const char* out, const char* side, const head_count* t)
{
    assert_true(t->goals > 20 && t->samples > 100);
    expect(out, side, "goals", t->goals, 0);
    expect(out, side, "goal_median_s", median_of(t), 0.002);
    expect(out, side, "goals_under_1s", (double)t->under_second / t->goals, 0.002);
    expect(out, side, "finished_share", (double)t->finished / t->goals, 0.002);
    expect(out, side, "aba_per_minute", t->returns / ((double)t->samples * SAMPLE / SECOND / 60), 0.002);
    expect(out, side, "still_in_view_share", (double)t->still / t->samples, 0.003);
    expect(out, side, "one_step_share", (double)t->one_step / t->plans, 0.02);
}

static uint8_t* read_whole(const char* path, size_t* count)
{
    FILE* file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *count = (size_t)ftell(file);
    rewind(file);
    uint8_t* bytes = malloc(*count);
    assert_int_equal(fread(bytes, 1, *count, file), *count);
    fclose(file);
    return bytes;
}

static void expect_same(const char* arguments)
{
    char path[512], line[1024];
    snprintf(path, sizeof path, "%s", write_temporary("game.rec", ""));
    snprintf(line, sizeof line, "play arena %s --json --record %s", arguments, path);
    run_result r = run_ploy(line);
    assert_int_equal(r.status, 0);
    size_t count;
    uint8_t* bytes = read_whole(path, &count);
    recount* again = calloc(1, sizeof *again);
    assert_int_equal(
        ploy_recording_create(&(ploy_recording_def){.bytes = bytes, .count = count}, &again->recording, NULL), PLOY_OK);
    count_again(again);
    expect_side(r.out, "red", &again->sides[0]);
    expect_side(r.out, "blue", &again->sides[1]);
    ploy_recording_destroy(again->recording);
    free(again);
    free(bytes);
    run_free(&r);
}

static void the_behavior_of_a_match_is_that_of_its_recording(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    expect_same("--mode domination --red goap+squad --blue long.goap+squad --minutes 3 --seed 7");
    expect_same("--mode ctf --map 2 --red long.goap --blue goap --minutes 3 --seed 8");
    expect_same("--mode lms --red goap --blue long.goap --minutes 3 --seed 9");
}

static void health_ammunition_scores_points_and_flags_are_recorded(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    static const char* const kinds[2][5] = {{"team", "health", "ammo", "score", "owner"},
                                            {"team", "health", "ammo", "score", "flag"}};
    for (uint32_t mode = 0; mode < 2; mode++) {
        char path[512], line[1024];
        snprintf(path, sizeof path, "%s", write_temporary("game.rec", ""));
        snprintf(line, sizeof line, "play arena --mode %s --minutes 4 --seed 5 --json --record %s",
                 mode ? "ctf" : "domination", path);
        run_result run = run_ploy(line);
        size_t count;
        uint8_t* bytes = read_whole(path, &count);
        ploy_recording* recording;
        assert_int_equal(ploy_recording_create(&(ploy_recording_def){.bytes = bytes, .count = count}, &recording, NULL),
                         PLOY_OK);
        uint32_t found[5] = {0};
        int64_t score[3] = {0};
        ploy_trace_event event;
        uint64_t tick;
        while (ploy_recording_next(recording, &event, &tick) == PLOY_FOUND) {
            const char* name = ploy_recording_kind(recording, event.kind).name;
            for (uint32_t i = 0; i < 5; i++) found[i] += strcmp(name, kinds[mode][i]) == 0;
            if (strcmp(name, "score") == 0 && event.agent == 0) score[event.args[0]] = (int64_t)event.args[1];
        }
        for (uint32_t i = 0; i < 5; i++) assert_true(found[i] > 1);
        char value[40];
        for (uint32_t side = 0; side < 2; side++) {
            assert_true(json_at(run.out, side ? "teams.1.score" : "teams.0.score", value, sizeof value));
            assert_int_equal(atol(value), score[side + 1]);
        }
        ploy_recording_destroy(recording);
        free(bytes);
        run_free(&run);
    }
}

TEST_MAIN(TEST(the_behavior_of_a_match_is_that_of_its_recording),
          TEST(health_ammunition_scores_points_and_flags_are_recorded))
