// `ploy replay`: a recorded game again, with what its debugger did, and with other commands: what would have happened.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"
#include "programs/cli/whole_file.h"
#include "programs/commands/recorded_agent.h"
#include "programs/play/play.h"

static const char page[] =
    "NAME\n"
    "  ploy replay - play a recorded game again, or what would have happened\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy replay RECORDING [--tick T --do COMMAND... [--frame]] [--ticks N] [--record FILE] [--view]\n"
    "              [--json]\n"
    "\n"
    "DESCRIPTION\n"
    "  Plays the game of a recording again with its options and its seed, and gives it the commands that\n"
    "  a debugger gave it (see 'ploy attach'), before the same ticks. The hash at the end is the\n"
    "  recorded one; if it is not, something that the recording does not hold has changed, such as the\n"
    "  program or a data file.\n"
    "\n"
    "  With --do, the game goes another way from tick T on: with another value on a blackboard, another\n"
    "  cost, priority, goal, or file. 'ploy view RECORDING --beside FILE' shows both.\n"
    "\n"
    "OPTIONS\n"
    "  --tick T           before this tick (default 0)\n"
    "  --do COMMAND       a command of 'ploy attach', such as 'set \"smith 1\" hasOre true', 'cost Mine 9',\n"
    "                     'load FILE'; may be repeated\n"
    "  --frame            start from the last key frame before T, not from tick 0: it takes less time, and\n"
    "                     the future is the same. A recording has the past as it was; the result that is\n"
    "                     printed counts plans and the like from the key frame on\n"
    "  --ticks N          play so many ticks (default: as long as the game)\n"
    "  --record FILE      record it\n"
    "  --view             write the page of the recording, too\n"
    "  --json             the JSON object of 'ploy play GAME', with recorded_hash, same and\n"
    "                     first_tick (of --frame)\n"
    "\n"
    "EXIT STATUS\n"
    "  0 done, 1 the hash is another, though nothing was changed, 2 bad input or usage\n"
    "\n"
    "EXAMPLES\n"
    "  ploy replay smithy.rec\n"
    "  ploy replay smithy.rec --tick 600 --do 'disable TakeOre' --record other.rec\n";

static int run(int argc, char** argv);
const command command_replay = {"replay", "play a recorded game again, or what would have happened", page, run};

typedef struct replay_session
{
    const char* path;
    const char* record;
    const char* tick_text;
    text_list changes;
    uint32_t ticks;
    bool view, json, from_frame;
    whole_file file;
    ploy_recording* recording;
    play_script script;
    char* arguments; // of the game, with zero bytes between
    char** argv;
    int argc;
} replay_session;

static void add_command(play_script* s, uint64_t tick, char* line)
{
    s->commands = have_memory(realloc(s->commands, (s->count + 1) * sizeof *s->commands));
    s->commands[s->count++] = (play_command){tick, line};
}

// The commands of the debugger, with their ticks.
static void read_commands(replay_session* r)
{
    ploy_trace_event event;
    uint64_t tick;
    char* text = NULL;
    size_t count = 0;
    ploy_recording_seek(r->recording, 0);
    while (ploy_recording_next(r->recording, &event, &tick) == PLOY_FOUND) {
        const char* name = ploy_recording_kind(r->recording, event.kind).name;
        if (strcmp(name, "command-text") == 0) {
            if (event.args[0] == 0) count = 0;
            text = have_memory(realloc(text, count + 24));
            for (uint32_t i = 1; i < 4; i++)
                for (uint64_t word = event.args[i]; word > 0; word >>= 8) text[count++] = (char)word;
        } else if (strcmp(name, "command") == 0 && text) {
            text[count] = '\0';
            add_command(&r->script, tick, text);
            text = NULL;
            count = 0;
        }
    }
    free(text);
}

static void add_argument(replay_session* r, char* word)
{
    r->argv = have_memory(realloc(r->argv, ((size_t)r->argc + 2) * sizeof *r->argv));
    r->argv[r->argc++] = word;
    r->argv[r->argc] = NULL;
}

static int read_arguments(replay_session* r)
{
    const void* bytes;
    size_t count;
    if (ploy_recording_note(r->recording, "arguments", &bytes, &count) != PLOY_OK || count == 0)
        return complain("replay", "%s: it does not say how its game was started; 'ploy play --record' writes that", r->path);
    r->arguments = have_memory(malloc(count + 1));
    memcpy(r->arguments, bytes, count);
    r->arguments[count] = '\0';
    for (size_t at = 0; at < count; at += strlen(r->arguments + at) + 1) add_argument(r, r->arguments + at);
    return ANSWER_DONE;
}

// A key frame has the whole game, but not what these commands change: files, actions, costs, and who holds a key.
static bool is_in_frames(const char* line)
{
    static const char* const kept[] = {"set ", "unset ", "goal ", "abort "};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (strncmp(line, kept[i], strlen(kept[i])) == 0) return true;
    return false;
}

// The last one before the change, and before anything that it does not have.
static void find_frame(replay_session* r, uint64_t tick)
{
    play_script* s = &r->script;
    for (uint32_t i = 0; i < s->count && s->commands[i].tick < tick; i++)
        if (!is_in_frames(s->commands[i].line)) tick = s->commands[i].tick;
    s->recording = r->recording;
    bool is_found =
        ploy_recording_frame(r->recording, tick, &s->frame_tick, &s->frame, &s->frame_bytes) == PLOY_OK && s->frame_tick > 0;
    if (!is_found) s->frame = NULL;
}

// A file of a load command is read now.
static int add_changes(replay_session* r)
{
    uint64_t tick = 0;
    if (r->tick_text && !recorded_tick_parse(r->tick_text, &tick))
        return complain("replay", "--tick is a number of a tick, not '%s'", r->tick_text);
    if (tick > ploy_recording_get_info(r->recording).ticks)
        return complain("replay", "--tick: the recording has %" PRIu64 " ticks", ploy_recording_get_info(r->recording).ticks);
    uint32_t kept = 0; // what the debugger did later belongs to the other future
    while (kept < r->script.count && r->script.commands[kept].tick <= tick) kept++;
    for (uint32_t i = kept; r->changes.count > 0 && i < r->script.count; i++) free(r->script.commands[i].line);
    if (r->changes.count > 0) r->script.count = kept;
    for (uint32_t i = 0; i < r->changes.count; i++) {
        char* line = play_script_line("replay", r->changes.items[i]);
        if (!line) return ANSWER_BAD;
        add_command(&r->script, tick, line);
    }
    if (r->from_frame) find_frame(r, tick);
    return ANSWER_DONE;
}

static void read_hash(replay_session* r)
{
    const void* bytes;
    size_t count;
    if (ploy_recording_note(r->recording, "hash", &bytes, &count) != PLOY_OK || count != 16) return;
    memcpy(r->script.recorded_hash, bytes, 16);
    if (r->ticks == 0 && r->changes.count == 0) r->script.is_compared = true;
}

static int play_again(replay_session* r)
{
    add_argument(r, "--record");
    if (r->record)
        add_argument(r, (char*)r->record);
    else
        r->argv[--r->argc] = NULL;
    if (r->view) add_argument(r, "--view");
    if (r->json) add_argument(r, "--json");
    r->script.last_tick = r->ticks;
    bool is_cut = !ploy_recording_get_info(r->recording).closed;
    if (is_cut && r->ticks == 0 && r->changes.count == 0) r->script.last_tick = ploy_recording_get_info(r->recording).ticks;
    play_use_script(&r->script);
    int answer = play_run(r->argc, r->argv);
    if (r->script.frame_failed) {
        r->script.frame = NULL; // say, of another version: from the beginning, then
        r->script.frame_failed = false;
        answer = play_run(r->argc, r->argv);
    }
    play_use_script(NULL);
    if (answer != ANSWER_DONE) return answer;
    if (r->script.refused > 0) return ANSWER_BAD;
    char hash[24];
    snprintf(hash, sizeof hash, "%016" PRIx64, r->script.hash);
    if (!r->script.is_compared) {
        if (!r->json && !r->script.is_quiet && r->changes.count == 0) printf("hash %s; the recording has no end to compare it with\n", hash);
        return ANSWER_DONE;
    }
    bool is_same = strcmp(hash, r->script.recorded_hash) == 0;
    if (!r->json && !r->script.is_quiet) printf("hash %s, %s\n", hash, is_same ? "as recorded" : "but recorded was another");
    return is_same ? ANSWER_DONE : ANSWER_NO;
}

static int replay(replay_session* r)
{
    ploy_error error = {0};
    if (!whole_file_open(&r->file, "replay", r->path)) return ANSWER_BAD;
    ploy_recording_def def = {.bytes = r->file.bytes, .count = r->file.count};
    ploy_status status = ploy_recording_create(&def, &r->recording, &error);
    if (status != PLOY_OK)
        return complain("replay", "%s: %s", r->path, error.message[0] ? error.message : ploy_status_text(status));
    int answer = read_arguments(r);
    if (answer == ANSWER_DONE) read_commands(r);
    if (answer == ANSWER_DONE) answer = add_changes(r);
    if (answer == ANSWER_DONE) read_hash(r);
    return answer == ANSWER_DONE ? play_again(r) : answer;
}

static void free_session(replay_session* r)
{
    for (uint32_t i = 0; i < r->script.count; i++) free(r->script.commands[i].line);
    free(r->script.commands);
    free(r->arguments);
    free(r->argv);
    ploy_recording_destroy(r->recording);
    whole_file_close(&r->file);
    text_list_free(&r->changes);
}

int play_other_future(const char* path, const char* tick, const text_list* commands, const char* record,
                      char answer[PLAY_ANSWER])
{
    replay_session r = {.path = path, .tick_text = tick, .record = record, .from_frame = true, .script.is_quiet = true};
    for (uint32_t i = 0; i < commands->count; i++) text_list_add(&r.changes, commands->items[i]);
    int result = replay(&r);
    snprintf(answer, PLAY_ANSWER, "%s", r.script.answer);
    free_session(&r);
    return result;
}

static int run(int argc, char** argv)
{
    replay_session r = {0};
    text_list files = {0};
    option options[] = {
        {"--tick", OPTION_TEXT, &r.tick_text}, {"--do", OPTION_TEXTS, &r.changes}, {"--ticks", OPTION_COUNT, &r.ticks},
        {"--record", OPTION_TEXT, &r.record},  {"--view", OPTION_FLAG, &r.view},   {"--json", OPTION_FLAG, &r.json},
        {"--frame", OPTION_FLAG, &r.from_frame},
    };
    int answer = options_parse(&command_replay, options, 7, &files, argc, argv);
    if (answer == OPTIONS_GO_ON && files.count != 1)
        answer = complain("replay", "which recording? it takes one (see 'ploy replay --help')");
    if (answer == OPTIONS_GO_ON && r.tick_text && r.changes.count == 0)
        answer = complain("replay", "--tick needs --do COMMAND");
    if (answer == OPTIONS_GO_ON && r.from_frame && r.changes.count == 0)
        answer = complain("replay", "--frame needs --do COMMAND: the hash of the whole game is compared otherwise");
    r.path = files.count ? files.items[0] : NULL;
    if (answer == OPTIONS_GO_ON) answer = replay(&r);
    free_session(&r);
    text_list_free(&files);
    return answer;
}
