// `ploy play`: the table of games, and what they share.

#define _DEFAULT_SOURCE // flock
#define _POSIX_C_SOURCE 200809L

#include "programs/play/play.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/clock.h"
#include "programs/cli/memory.h"
#include "programs/cli/output_file.h"
#include "programs/cli/suggest.h"
#include "programs/cli/system.h"

extern const command play_arena;
extern const command play_battleground;
extern const command play_smithy;
extern const command play_file;

#if defined(__wasi__) // the editor's page
const command* const play_games[] = {&play_file};
#else
const command* const play_games[] = {&play_arena, &play_battleground, &play_smithy, &play_file};
#endif
const uint32_t play_game_count = sizeof play_games / sizeof *play_games;

static const char page[] = "NAME\n"
                           "  ploy play - run a game\n"
                           "\n"
                           "SYNOPSIS\n"
                           "  ploy play GAME [--seed N] [--workers N] [--record FILE] [--view] [--watch] [--json] ...\n"
                           "  ploy play FILE [--seconds S] ...\n"
                           "  ploy play GAME --help\n"
                           "\n"
                           "GAMES\n";

// "play smithy" is "smithy", "run" is itself.
static const char* game_name(const command* game)
{
    const char* space = strchr(game->name, ' ');
    return space ? space + 1 : game->name;
}

static const char* nth_game_name(const void* list, uint32_t index)
{
    (void)list;
    return game_name(play_games[index]);
}

static void print_page(FILE* out)
{
    fputs(page, out);
    for (uint32_t i = 0; i < play_game_count; i++)
        fprintf(out, "  %-14s %s\n", game_name(play_games[i]), play_games[i]->summary);
}

// What the next game is started with.
static int game_argc;
static char** game_argv;
static play_script* game_script;

void play_use_script(play_script* script)
{
    game_script = script;
}

int play_run(int argc, char** argv)
{
    game_argc = argc;
    game_argv = argv;
    for (uint32_t i = 0; i < play_game_count; i++)
        if (strcmp(game_name(play_games[i]), argv[0]) == 0) return play_games[i]->run(argc, argv);
    if (strpbrk(argv[0], "./\\")) {
        char* words[64] = {"file"};
        if (argc > 62) return complain("play", "too many arguments");
        memcpy(words + 1, argv, (size_t)argc * sizeof *argv);
        return play_file.run(argc + 1, words);
    }
    char tail[128];
    suggest_tail(argv[0], nth_game_name, NULL, play_game_count, tail, sizeof tail);
    return complain("play", "unknown game '%s'%s (see 'ploy play --help')", argv[0], tail);
}

static int run(int argc, char** argv)
{
    if (argc < 2) {
        print_page(stderr);
        return ANSWER_BAD;
    }
    if (strcmp(argv[1], "--help") == 0) {
        print_page(stdout);
        return ANSWER_DONE;
    }
    return play_run(argc - 1, argv + 1);
}

const command command_play = {"play", "run a game", page, run};

void play_list_options(play_session* p, option* rows)
{
    *p = (play_session){.seed = 1, .workers = 1, .speed = 1, .script = game_script};
    rows[0] = (option){"--seed", OPTION_COUNT, &p->seed};
    rows[1] = (option){"--workers", OPTION_COUNT, &p->workers};
    rows[2] = (option){"--record", OPTION_TEXT, &p->record};
    rows[3] = (option){"--watch", OPTION_FLAG, &p->watch};
    rows[4] = (option){"--json", OPTION_FLAG, &p->json};
    rows[5] = (option){"--everything", OPTION_FLAG, &p->everything};
    rows[6] = (option){"--view", OPTION_FLAG, &p->view};
    rows[7] = (option){"--attach", OPTION_FLAG, &p->attach};
    rows[8] = (option){"--wait", OPTION_FLAG, &p->wait};
    rows[9] = (option){"--speed", OPTION_COUNT, &p->speed};
    rows[10] = (option){"--profile", OPTION_FLAG, &p->profile};
}

// Until the file is opened, which happens when everything else has gone well.
static bool keep_beginning(play_session* p, const void* bytes, size_t count)
{
    p->beginning = have_memory(realloc(p->beginning, p->beginning_bytes + count));
    memcpy(p->beginning + p->beginning_bytes, bytes, count);
    p->beginning_bytes += count;
    return true;
}

// Blocks are collected while they arrive quickly, and written at once if the last write was a tenth of a second ago:
// viewers can follow, and a crash loses little.
static bool write_record(void* user, const void* bytes, size_t count)
{
    play_session* p = user;
    if (!p->is_started) return keep_beginning(p, bytes, count);
    if (fwrite(bytes, 1, count, p->file) != count) return false;
    if (wall_ns() - p->written < PLAY_WRITE_NS) return true;
    p->written = wall_ns();
    return fflush(p->file) == 0;
}

// Options that are about the screen and the recording, not about the game.
static bool is_about_output(const char* word, bool* takes_value)
{
    static const struct
    {
        const char* name;
        bool takes_value;
    } options[] = {{"--record", true},      {"--view", false},   {"--watch", false}, {"--json", false},
                   {"--everything", false}, {"--attach", false}, {"--wait", false},  {"--speed", true},
                   {"--profile", false}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        size_t length = strlen(options[i].name);
        if (strncmp(word, options[i].name, length) != 0 || (word[length] && word[length] != '=')) continue;
        *takes_value = options[i].takes_value && !word[length];
        return true;
    }
    return false;
}

// With zero bytes between, for `ploy replay`.
static void note_arguments(play_session* p)
{
    size_t count = 0;
    for (int i = 0; i < game_argc; i++) count += strlen(game_argv[i]) + 1;
    char* text = have_memory(malloc(count + 1));
    char* to = text;
    for (int i = 0; i < game_argc; i++) {
        bool takes_value = false;
        if (!is_about_output(game_argv[i], &takes_value))
            to = strcpy(to, game_argv[i]) + strlen(game_argv[i]) + 1;
        else if (takes_value)
            ++i;
    }
    if (to > text) ploy_recorder_note(p->recorder, "arguments", text, (size_t)(to - text) - 1);
    free(text);
}

static int begin_record(play_session* p)
{
    ploy_recorder_def def = {0};
    def.write = write_record;
    def.user = p;
    if (p->everything) def.level = PLOY_TRACE_EVERYTHING;
    def.pack = p->everything;
    if (play_has_frame(p)) def.continues = p->script->recording;
    def.continues_at = play_first_tick(p);
    p->recorder = ploy_recorder_create(&def);
    if (!p->recorder) return complain(p->game->name, "%s: cannot be written", p->record);
    const char* name = game_name(p->game);
    ploy_recorder_note(p->recorder, "game", name, strlen(name));
    char seed[16];
    ploy_recorder_note(p->recorder, "seed", seed, (size_t)snprintf(seed, sizeof seed, "%" PRIu32, p->seed));
    note_arguments(p);
    return ANSWER_DONE;
}

static FILE* open_record(const play_session* p)
{
    FILE* stream = system_open_locked(p->record);
    if (!stream && errno == EWOULDBLOCK)
        complain(p->game->name, "%s: another process writes it", p->record);
    else if (!stream)
        complain(p->game->name, "%s: cannot be written: %s", p->record, strerror(errno));
    return stream;
}

int play_start(play_session* p)
{
    if (!p->record) return ANSWER_DONE;
    FILE* file = open_record(p);
    if (!file) return ANSWER_BAD;
    p->file = file;
    setvbuf(p->file, p->buffer, _IOFBF, sizeof p->buffer);
    bool whole = fwrite(p->beginning, 1, p->beginning_bytes, p->file) == p->beginning_bytes;
    free(p->beginning);
    p->beginning = NULL;
    p->is_started = true;
    return whole ? ANSWER_DONE : complain(p->game->name, "%s: cannot be written", p->record);
}

int play_check_input(const play_session* p, const char* path)
{
    int answer = output_check(p->game->name, p->record, path);
    return answer == ANSWER_DONE ? output_check(p->game->name, p->page, path) : answer;
}

int play_begin(play_session* p, const command* game)
{
    p->game = game;
    if (p->workers < 1 || p->workers > 64) return complain(game->name, "--workers is 1 to 64");
    if ((p->wait || p->speed != 1) && !p->attach) return complain(game->name, "--wait and --speed need --attach");
    if (p->profile && !p->record && !p->view) return complain(game->name, "--profile needs --record FILE");
    if (p->json && p->watch) return complain(game->name, "either --watch or --json");
    if (play_view_begin(p, game_name(game)) != ANSWER_DONE) return ANSWER_BAD;
    if (p->workers > 1) {
        p->scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = p->workers});
        if (!p->scheduler) return complain(game->name, "cannot start %" PRIu32 " threads", p->workers);
    }
    p->is_terminal = system_is_terminal(stdout);
    p->has_colors = p->is_terminal && !getenv("NO_COLOR");
    play_watch_begin(p);
    p->began = cpu_ns();
    return p->record ? begin_record(p) : ANSWER_DONE;
}

const ploy_trace* play_trace(const play_session* p)
{
    return p->recorder ? ploy_recorder_trace(p->recorder) : NULL;
}

static uint64_t read_clock(void* user)
{
    (void)user;
    return (uint64_t)wall_ns();
}

ploy_clock_fn* play_clock(const play_session* p)
{
    return p->profile ? read_clock : NULL;
}

ploy_tasks play_tasks(const play_session* p)
{
    return p->scheduler ? ploy_scheduler_tasks(p->scheduler) : (ploy_tasks){0};
}

int play_read_data(const play_session* p, const char* path, char** text, size_t* bytes)
{
    const size_t max = 16u << 20;
    if (play_check_input(p, path) != ANSWER_DONE) return ANSWER_BAD;
    FILE* file = system_open(path, "rb");
    if (!file) return complain(p->game->name, "%s: cannot be opened: %s", path, strerror(errno));
    *text = malloc(max + 1);
    *bytes = *text ? fread(*text, 1, max, file) : 0;
    bool whole = *text && feof(file) && !ferror(file);
    fclose(file);
    return whole ? ANSWER_DONE : complain(p->game->name, "%s: cannot be read, or larger than 16 MB", path);
}

int play_complain_data(const play_session* p, const char* path, const ploy_error* error)
{
    const char* file = path ? path : "built-in data";
    const char* hint_mark = error->hint[0] ? "; " : "";
    if (error->line == 0) return complain(p->game->name, "%s: %s%s%s", file, error->message, hint_mark, error->hint);
    return complain(p->game->name, "%s:%u:%u: %s%s%s", file, error->line, error->column, error->message, hint_mark,
                    error->hint);
}

double play_cpu_ns(const play_session* p)
{
    return cpu_ns() - p->began;
}

json play_json(const play_session* p, uint64_t ticks, uint64_t hash)
{
    json j = json_begin(stdout);
    char text[24];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    json_text(&j, "game", game_name(p->game));
    json_count(&j, "seed", p->seed);
    json_count(&j, "ticks", ticks);
    json_text(&j, "hash", text);
    json_count(&j, "cpu_ns", (uint64_t)play_cpu_ns(p));
    if (p->script) {
        json_text(&j, "recorded_hash", p->script->recorded_hash[0] ? p->script->recorded_hash : NULL);
        json_flag(&j, "same", strcmp(text, p->script->recorded_hash) == 0);
        json_count(&j, "first_tick", play_first_tick(p));
    }
    return j;
}

int play_end(play_session* p)
{
    int answer = ANSWER_DONE;
    play_watch_end(p);
    if (p->recorder) {
        bool whole = ploy_recorder_close(p->recorder) == PLOY_OK;
        play_record_end(p);
        ploy_recorder_destroy(p->recorder);
        whole &= !p->file || fclose(p->file) == 0;
        free(p->beginning);
        if (!whole && p->is_started) answer = complain(p->game->name, "%s: not all of it could be written", p->record);
    }
    if (answer == ANSWER_DONE) answer = play_view_end(p);
    ploy_scheduler_destroy(p->scheduler);
    return answer;
}
