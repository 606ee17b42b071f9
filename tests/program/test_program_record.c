// `ploy play … --record`: what the file holds, and that games continue from its key frames to the same end.

#include <ploy/recording.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "games/arena/rules/save.h"
#include "games/arena/setup/data_files.h"
#include "games/battleground/save.h"
#include "support/program/json_reader.h"
#include "support/program/run_program.h"
#include "support/base/test.h"

typedef struct played
{
    uint8_t* bytes;
    ploy_recording* recording;
    ploy_recording_info info;
    uint64_t hash;
} played;

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

static bool play(const char* arguments, played* p)
{
    if (!ploy_is_built()) return false;
    char path[512], line[1024], value[64];
    snprintf(path, sizeof path, "%s", write_temporary("game.rec", ""));
    snprintf(line, sizeof line, "play %s --json --record %s", arguments, path);
    run_result r = run_ploy(line);
    assert_int_equal(r.status, 0);
    assert_true(json_at(r.out, "hash", value, sizeof value));
    p->hash = strtoull(value, NULL, 16);
    run_free(&r);
    size_t count;
    p->bytes = read_whole(path, &count);
    assert_int_equal(
        ploy_recording_create(&(ploy_recording_def){.bytes = p->bytes, .count = count}, &p->recording, NULL), PLOY_OK);
    p->info = ploy_recording_get_info(p->recording);
    assert_true(p->info.closed && !p->info.damaged);
    return true;
}

static void forget(played* p)
{
    ploy_recording_destroy(p->recording);
    free(p->bytes);
}

static void has_notes(const played* p, const char* const* names)
{
    const void* bytes;
    size_t count;
    for (; *names; names++) {
        if (ploy_recording_note(p->recording, *names, &bytes, &count) != PLOY_OK) fail_msg("no note %s", *names);
        assert_true(count > 0);
    }
}

static uint32_t kind_of(const played* p, const char* name)
{
    for (uint32_t kind = 0; kind < ploy_recording_kind_count(p->recording); kind++)
        if (strcmp(ploy_recording_kind(p->recording, kind).name, name) == 0) return kind;
    fail_msg("no kind %s", name);
    return PLOY_NONE;
}

static uint32_t count_events(const played* p, const char* name)
{
    uint32_t kind = kind_of(p, name), found = 0;
    ploy_trace_event event;
    uint64_t tick;
    ploy_recording_seek(p->recording, 0);
    while (ploy_recording_next(p->recording, &event, &tick) == PLOY_FOUND) found += event.kind == kind;
    return found;
}

static ploy_reader frame_at(const played* p, uint64_t tick, uint64_t* frame_tick)
{
    const void* bytes;
    size_t count;
    assert_int_equal(ploy_recording_frame(p->recording, tick, frame_tick, &bytes, &count), PLOY_OK);
    return (ploy_reader){bytes, count, 0, false};
}

static void a_recorded_battle_continues_from_its_key_frames(void** state)
{
    (void)state;
    played p;
    if (!play("battleground --agents 30 --nodes 500 --respawn 2 --minutes 3 --seed 5", &p)) skip();
    static const char* const notes[] = {"game", "seed",    "options",    "file:battleground.xml",
                                        "map",  "world:0", "activities", NULL};
    has_notes(&p, notes);
    uint32_t positions = count_events(&p, "position");
    assert_true(positions > 1000 && positions <= 30 * 5 * 181);
    assert_true(count_events(&p, "path") > 0 && count_events(&p, "fight") > 0 && count_events(&p, "shot") > 0);
    assert_int_equal(p.info.frames, 2);
    battle_def def = battle_def_default();
    def.fighters = 30;
    def.nodes = 500;
    def.respawn = 2 * BATTLE_TICKS;
    def.seed = 5;
    for (uint64_t tick = 0, frame_tick; tick < p.info.ticks; tick += 1800) {
        battle* b = battle_create_empty(&def, NULL);
        ploy_reader reader = frame_at(&p, tick, &frame_tick);
        assert_int_equal(battle_load(b, &reader, NULL), PLOY_OK);
        assert_int_equal(b->ticks, frame_tick);
        while (b->ticks < p.info.ticks) battle_tick(b);
        assert_int_equal(battle_hash(b), p.hash);
        battle_destroy(b);
    }
    forget(&p);
}

static uint64_t finish_match(const played* p, uint64_t tick)
{
    arena_controllers_def def = arena_controllers_def_default();
    arena_setup setup = arena_setup_default();
    arena_stage* stage;
    arena_game game;
    uint64_t frame_tick;
    setup.mode = "ctf";
    setup.map = "2";
    setup.sides[1] = "bt+squad";
    setup.seed = 3;
    setup.empty = true;
    assert_int_equal(arena_stage_create(&def, &stage, NULL), PLOY_OK);
    assert_int_equal(arena_game_begin(stage, &setup, &game, NULL), PLOY_OK);
    ploy_reader reader = frame_at(p, tick, &frame_tick);
    assert_int_equal(arena_game_load(&game, &reader, NULL), PLOY_OK);
    assert_int_equal(game.match->step, frame_tick);
    while (game.match->step < p->info.ticks) arena_game_step(&game);
    uint64_t hash = arena_match_hash(game.match);
    arena_game_end(&game);
    arena_stage_destroy(stage);
    return hash;
}

static void a_recorded_match_continues_from_its_key_frames(void** state)
{
    (void)state;
    played p;
    if (!play("arena --mode ctf --map 2 --blue bt+squad --minutes 3 --seed 3", &p)) skip();
    static const char* const notes[] = {"game",    "seed",       "options",  "file:goap.xml", "file:bt.xml", "map",
                                        "world:0", "activities", "domain:0", "keys",          "sensors",     NULL};
    has_notes(&p, notes);
    uint32_t positions = count_events(&p, "position");
    assert_true(positions > 1000 && positions <= 10 * 5 * 181);
    assert_true(count_events(&p, "path") > 0 && count_events(&p, "sight") > 0 && count_events(&p, "shot") > 0);
    assert_int_equal(p.info.frames, 2);
    for (uint64_t tick = 0; tick < p.info.ticks; tick += 1700) assert_int_equal(finish_match(&p, tick), p.hash);
    forget(&p);
}

// A file of the game with a long comment.
static char* long_file(const char* name, size_t comment)
{
    char path[512];
    size_t count;
    snprintf(path, sizeof path, PLOY_SOURCE_DIR "/games/arena/data/%s", name);
    char* text = (char*)read_whole(path, &count);
    char* longer = malloc(count + comment + 10);
    int used = sprintf(longer, "%.*s\n<!--", (int)count, text);
    memset(longer + used, '=', comment);
    strcpy(longer + used + comment, "-->\n");
    free(text);
    return longer;
}

static void a_recording_has_all_of_a_long_data_file(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    char* text = long_file("goap.xml", 200000);
    char folder[512], arguments[700];
    snprintf(folder, sizeof folder, "%s", write_temporary("data", ""));
    assert_true(remove(folder) == 0 && mkdir(folder, 0700) == 0);
    write_temporary("data/goap.xml", text);
    played p;
    snprintf(arguments, sizeof arguments, "arena --agents 2 --minutes 1 --data '%s'", folder);
    assert_true(play(arguments, &p));
    const void* bytes;
    size_t count;
    assert_int_equal(ploy_recording_note(p.recording, "file:goap.xml", &bytes, &count), PLOY_OK);
    assert_int_equal(count, strlen(text));
    assert_memory_equal(bytes, text, count);
    forget(&p);
    free(text);
}

// What the folder has of the game, and nothing that is built in.
static void a_recording_has_the_files_of_its_folder(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    static const char* const names[] = {"squads.xml", "tactics.txt", "weapons.txt", "ctf.mode",
                                        "yard.map",   "yard.places", "all.type"};
    static const char* const others[] = {"file:long.squads.xml", "file:domination.mode", "file:halls.map"};
    char folder[512], arguments[700], name[64];
    snprintf(folder, sizeof folder, "%s", write_temporary("own", ""));
    assert_true(remove(folder) == 0 && mkdir(folder, 0700) == 0);
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(name, sizeof name, "own/%s", names[i]);
        write_temporary(name, arena_data_find(names[i])->text);
    }
    played p;
    snprintf(arguments, sizeof arguments, "arena --agents 2 --minutes 1 --mode ctf --map 2 --data '%s'", folder);
    assert_true(play(arguments, &p));
    const void* bytes;
    size_t count;
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(name, sizeof name, "file:%s", names[i]);
        if (ploy_recording_note(p.recording, name, &bytes, &count) != PLOY_OK) fail_msg("no %s", name);
        assert_int_equal(count, arena_data_find(names[i])->bytes);
        assert_memory_equal(bytes, arena_data_find(names[i])->text, count);
    }
    for (uint32_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(ploy_recording_note(p.recording, others[i], &bytes, &count), PLOY_NOT_FOUND);
    forget(&p);
}

static void a_game_that_is_killed_leaves_what_was_written(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    char path[512], line[2048];
    snprintf(path, sizeof path, "%s", write_temporary("killed.rec", ""));
    snprintf(line, sizeof line,
             "\"$PLOY\" play arena --minutes 1000 --record '%s' >/dev/null 2>&1 & game=$!; "
             "while [ \"$(wc -c <'%s')\" -lt 200000 ] && kill -0 $game; do sleep 0.1; done; kill -9 $game",
             path, path);
    assert_int_equal(system(line), 0);
    size_t count;
    played p;
    p.bytes = read_whole(path, &count);
    assert_int_equal(ploy_recording_create(&(ploy_recording_def){.bytes = p.bytes, .count = count}, &p.recording, NULL),
                     PLOY_OK);
    p.info = ploy_recording_get_info(p.recording);
    assert_true(p.info.ticks > 0 && p.info.frames > 0 && !p.info.closed);
    assert_true(count_events(&p, "tick-begun") >= p.info.ticks);
    forget(&p);
}

// How many steps a viewer sees that follows the file while it grows.
static uint32_t count_steps(const char* options)
{
    char path[512], line[1024];
    snprintf(path, sizeof path, "%s", write_temporary("followed.rec", ""));
    snprintf(line, sizeof line, "play smithy --minutes 1 %s --record '%s'", options, path);
    run_result r = run_ploy(line);
    assert_int_equal(r.status, 0);
    run_free(&r);
    size_t count;
    uint8_t* bytes = read_whole(path, &count);
    uint32_t steps = 0;
    uint64_t ticks = 0;
    for (size_t part = 16; part <= count; part += 16) {
        ploy_recording* recording;
        ploy_recording_def def = {.bytes = bytes, .count = part};
        if (ploy_recording_create(&def, &recording, NULL) != PLOY_OK) continue;
        uint64_t now = ploy_recording_get_info(recording).ticks;
        steps += now > ticks;
        ticks = now > ticks ? now : ticks;
        ploy_recording_destroy(recording);
    }
    free(bytes);
    return steps;
}

// A game at its pace fills a block in half a minute: what it has is written ten times a second. These are three
// seconds; a machine that stands still makes them longer, and the steps not fewer.
static void a_game_that_can_be_attached_to_is_written_as_it_goes(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    uint32_t blocks = count_steps(""), steps = count_steps("--attach --speed 20");
    print_message("%u blocks alone, %u steps at a pace\n", blocks, steps);
    assert_true(blocks > 0 && steps >= blocks + 8);
}

static void a_game_ends_with_its_page(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    char recording[512], line[1200], page[512], address[600]; // on Windows there is a drive before it
    snprintf(recording, sizeof recording, "%s", write_temporary("a game.rec", ""));
    snprintf(page, sizeof page, "%.*s.html", (int)strlen(recording) - 4, recording);
    snprintf(address, sizeof address, "%.*sa%%20game.html\n", (int)(strrchr(page, '/') + 1 - page), page);
    snprintf(line, sizeof line, "play smithy --minutes 1 --view --record '%s'", recording);
    run_result r = run_ploy(line);
    bool has_page = !strstr(r.err, "built without the page");
    assert_int_equal(r.status, has_page ? 0 : 2);
    if (has_page) {
        if (!strstr(r.out, "file://") || !strstr(r.out, address)) fail_msg("no %s in %s", address, r.out);
        size_t page_bytes, recording_bytes;
        free(read_whole(page, &page_bytes));
        free(read_whole(recording, &recording_bytes));
        assert_true(recording_bytes > 1000 && page_bytes > recording_bytes * 4 / 3);
    }
    run_free(&r);
}

// Times are measured and recorded, and decide nothing.
static void a_profile_is_recorded_and_changes_nothing(void** state)
{
    (void)state;
    static const char* const games[] = {
        "smithy --minutes 1", "battleground --agents 12 --nodes 400 --minutes 1", "arena --minutes 1 --red bt",
        "file " PLOY_SOURCE_DIR "/examples/village_smith.xml --seconds 10"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char line[256];
        played plain, timed;
        if (!play(games[i], &plain)) skip();
        snprintf(line, sizeof line, "%s --profile", games[i]);
        play(line, &timed);
        assert_int_equal(plain.hash, timed.hash);
        const void* bytes;
        size_t count;
        assert_int_equal(ploy_recording_note(plain.recording, "profile", &bytes, &count), PLOY_NOT_FOUND);
        assert_int_equal(ploy_recording_note(timed.recording, "profile", &bytes, &count), PLOY_OK);
        unsigned long long ticks, time;
        char text[64] = "";
        memcpy(text, bytes, count < sizeof text ? count : sizeof text - 1);
        assert_int_equal(sscanf(text, "all %llu %llu ticks", &ticks, &time), 2);
        assert_true(ticks > 0 && time > 0);
        ploy_trace_event event;
        uint64_t tick, sum = 0, kind = kind_of(&timed, "tick-time");
        ploy_recording_seek(timed.recording, 0);
        while (ploy_recording_next(timed.recording, &event, &tick) == PLOY_FOUND)
            if (event.kind == kind) sum += event.args[0];
        assert_int_equal(sum, time); // every tick is in it
        forget(&plain);
        forget(&timed);
    }
    run_result r = run_ploy("play smithy --minutes 1 --profile");
    assert_int_equal(r.status, 2);
    assert_non_null(strstr(r.err, "--profile needs --record"));
    run_free(&r);
}

TEST_MAIN(TEST(a_recorded_battle_continues_from_its_key_frames), TEST(a_recorded_match_continues_from_its_key_frames),
          TEST(a_recording_has_all_of_a_long_data_file), TEST(a_recording_has_the_files_of_its_folder),
          TEST(a_game_that_is_killed_leaves_what_was_written),
          TEST(a_game_that_can_be_attached_to_is_written_as_it_goes), TEST(a_game_ends_with_its_page),
          TEST(a_profile_is_recorded_and_changes_nothing))
