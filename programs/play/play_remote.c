// Commands of a debugger in the games: from outside with --attach, from a recording with `ploy replay`.

#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ploy/io.h>

#include "programs/cli/clock.h"
#include "programs/cli/memory.h"
#include "programs/cli/whole_file.h"
#include "programs/play/play.h"

enum
{
    PAUSE_NS = 2000000,     // between two polls of the debugger while the game is paused
    MAX_LATE_NS = 250000000 // the game does not hurry to make up for more
};

static void rest(double ns)
{
    if (ns <= 0) return;
    struct timespec time = {(time_t)(ns / 1e9), (long)(ns - 1e9 * (double)(time_t)(ns / 1e9))};
    nanosleep(&time, NULL);
}

int play_remote_begin(play_session* p, const play_remote_def* def)
{
    ploy_error error = {0};
    if (p->script) {
        ploy_remote_def remote = {.world = def->world, .name = def->name, .load = def->load, .load_user = def->load_user};
        if (ploy_remote_create(&remote, &p->remote) != PLOY_OK) return complain(p->game->name, "out of memory");
    }
    if (!p->attach) return ANSWER_DONE;
    ploy_attach_def attach = {
        .name = def->name, .load = def->load, .load_user = def->load_user, .is_paused = p->wait};
    if (ploy_world_attach(def->world, &attach, &error) != PLOY_OK)
        return complain(p->game->name, "--attach: %s", error.message);
    fprintf(stderr, "attach: %s\n", ploy_world_attach_address(def->world));
    fflush(stderr);
    return ANSWER_DONE;
}

bool play_has_frame(const play_session* p)
{
    return p->script && p->script->frame;
}

uint64_t play_first_tick(const play_session* p)
{
    return play_has_frame(p) ? p->script->frame_tick : 0;
}

// What the debugger did before is in the key frame: `ploy replay` chooses one of which that is true.
int play_load_frame(play_session* p, play_load_fn* load, void* game)
{
    if (!play_has_frame(p)) return ANSWER_DONE;
    play_script* s = p->script;
    ploy_reader reader = {.bytes = s->frame, .count = s->frame_bytes};
    s->frame_failed = load(game, &reader, NULL) != PLOY_OK;
    if (s->frame_failed) return ANSWER_BAD;
    p->ticks_begun = s->frame_tick;
    while (s->next < s->count && s->commands[s->next].tick < s->frame_tick) s->next++;
    return ANSWER_DONE;
}

static void run_script(play_session* p)
{
    play_script* s = p->script;
    for (; s->next < s->count && s->commands[s->next].tick <= p->ticks_begun; s->next++) {
        const char* line = s->commands[s->next].line;
        const char* answer = ploy_remote_request(p->remote, line, strlen(line));
        if (strncmp(answer, "{\"ok\": true", 11) == 0) continue;
        s->refused++;
        if (s->is_quiet && s->refused == 1) snprintf(s->answer, sizeof s->answer, "%s", answer);
        if (s->is_quiet) continue;
        complain(p->game->name, "tick %" PRIu64 ": %.200s: %s", p->ticks_begun, line, answer);
    }
}

// In the time of the game, times --speed.
static void keep_pace(play_session* p, double seconds)
{
    if (p->speed == 0 || (p->watch && p->is_terminal)) return;
    double now = wall_ns();
    if (p->due < now - MAX_LATE_NS) p->due = now;
    rest(p->due - now);
    p->due += 1e9 * seconds / p->speed;
}

bool play_before_tick(play_session* p, ploy_world* world, double seconds)
{
    if (p->script) run_script(p);
    if (p->attach) {
        for (bool is_written = false; !ploy_world_may_tick(world); is_written = true) {
            if (!is_written) play_record_flush(p);
            rest(PAUSE_NS);
        }
        keep_pace(p, seconds);
    }
    bool goes_on = !p->script || p->script->last_tick == 0 || p->ticks_begun < p->script->last_tick;
    goes_on = goes_on && !p->watching.is_left;
    p->ticks_begun++;
    return goes_on;
}

void play_remote_end(play_session* p, uint64_t hash)
{
    char text[24];
    int length = snprintf(text, sizeof text, "%016" PRIx64, hash);
    if (p->is_started) play_record_note(p, "hash", text, (size_t)length);
    if (p->is_started && p->profile) play_record_note_profile(p);
    if (p->script) p->script->hash = hash;
    ploy_remote_destroy(p->remote);
    p->remote = NULL;
}

// Commands that name a file.

static char* quote(const char* bytes, size_t count, char* to)
{
    *to++ = '"';
    for (size_t i = 0; i < count; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '"' || c == '\\') *to++ = '\\';
        if (c >= ' ')
            *to++ = (char)c;
        else
            to += sprintf(to, "\\u%04x", c);
    }
    *to++ = '"';
    return to;
}

static char* load_line(const char* who, const char* path)
{
    whole_file file;
    if (!whole_file_open(&file, who, path)) return NULL;
    char* line = NULL;
    if (file.count > 16u << 20 || memchr(file.bytes, 0, file.count)) {
        complain(who, "%s: not a text, or larger than 16 MB", path);
    } else {
        line = have_memory(malloc(6 * (file.count + strlen(path)) + 32));
        char* end = quote(path, strlen(path), line + sprintf(line, "load "));
        *end++ = ' ';
        *quote((const char*)file.bytes, file.count, end) = '\0';
    }
    whole_file_close(&file);
    return line;
}

char* play_script_line(const char* who, const char* text)
{
    static const char load[] = "load ";
    bool is_file = strncmp(text, load, sizeof load - 1) == 0 && !strchr(text, '"');
    if (is_file) return load_line(who, text + sizeof load - 1);
    if (strpbrk(text, "\n\r")) {
        complain(who, "a command has no line ends");
        return NULL;
    }
    return strcpy(have_memory(malloc(strlen(text) + 1)), text);
}
