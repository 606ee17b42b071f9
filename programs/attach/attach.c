// `ploy attach`: commands for a running game, and its answers.

#include <stdlib.h>
#include <string.h>

#include "programs/attach/connection.h"
#include "programs/cli/json.h"
#include "programs/cli/memory.h"
#include "programs/cli/options.h"
#include "programs/play/play.h"

static const char page[] =
    "NAME\n"
    "  ploy attach - debug a running game\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy attach ADDRESS [COMMAND...] [--json]\n"
    "\n"
    "DESCRIPTION\n"
    "  Attaches to a game that called ploy_world_attach, such as 'ploy play smithy --attach', gives it\n"
    "  the commands one after the other, and prints its answers, a JSON object per line. Without\n"
    "  COMMAND, reads commands from the standard input. When it ends, the game goes on. 'ploy view\n"
    "  RECORDING --live --attach ADDRESS' has all of this in the inspector.\n"
    "\n"
    "COMMANDS\n"
    "  One argument each, so with quotes: 'set \"smith 1\" hungry true'. An agent is its name or #number.\n"
    "\n"
    "  help, status, agents, agent AGENT\n"
    "  pause, resume, step [TICKS]\n"
    "  wait [SECONDS]              until the game pauses: a step is done or a breakpoint met (default 60)\n"
    "  break goal|action|state|node NAME [AGENT], break condition EXPRESSION [AGENT],\n"
    "  break dither [AGENT], clear [NUMBER]\n"
    "  set AGENT KEY VALUE, unset AGENT KEY; AGENT may be world\n"
    "  hold AGENT KEY VALUE        the key keeps its value until: release AGENT KEY\n"
    "  disable ACTION, enable ACTION\n"
    "  goal AGENT GOAL [OBJECT...], abort AGENT\n"
    "  cost ACTION EXPRESSION, priority GOAL EXPRESSION\n"
    "  load FILE                   the game loads the file as it is now (hot reload)\n"
    "\n"
    "OPTIONS\n"
    "  --json      one JSON object: answers (in order, with events)\n"
    "\n"
    "EXIT STATUS\n"
    "  0 done, 1 the game refused a command, 2 no game, or bad usage\n"
    "\n"
    "EXAMPLES\n"
    "  ploy play smithy --attach --wait\n"
    "  ploy attach ADDRESS 'break goal FillCutter' resume wait 'agent \"smith 1\"'\n";

static int run(int argc, char** argv);
const command command_attach = {"attach", "debug a running game", page, run};

enum
{
    ANSWER_SECONDS = 60, // the longest tick of a game that is not stuck
};

typedef struct attach_session
{
    connection game;
    text_list events; // that came while an answer was expected; owned
    char** answers;   // of --json; owned
    uint32_t answer_count;
    bool json;
    bool is_refused;
} attach_session;

static void print_answer(attach_session* s, const char* line)
{
    if (strncmp(line, "{\"ok\": false", 12) == 0) s->is_refused = true;
    if (!s->json) {
        puts(line);
        fflush(stdout);
        return;
    }
    s->answers = have_memory(realloc(s->answers, (s->answer_count + 1) * sizeof *s->answers));
    char* copy = have_memory(malloc(strlen(line) + 1));
    strcpy(copy, line);
    s->answers[s->answer_count++] = copy;
}

static bool is_event(const char* line)
{
    return strncmp(line, "{\"event\"", 8) == 0;
}

static int gone(const connection_answer answer)
{
    return complain("attach", answer == CONNECTION_GONE ? "the game is gone" : "the game does not answer");
}

static int take_answer(attach_session* s)
{
    const char* line;
    for (;;) {
        connection_answer answer = connection_read(&s->game, ANSWER_SECONDS, &line);
        if (answer != CONNECTION_LINE) return gone(answer);
        if (!is_event(line)) break;
        char* copy = have_memory(malloc(strlen(line) + 1));
        strcpy(copy, line);
        text_list_add(&s->events, copy);
    }
    print_answer(s, line);
    return ANSWER_DONE;
}

static int wait_for_event(attach_session* s, const char* text)
{
    int64_t time = 60000;
    if (*text && (!parse_fixed(text, &time) || time < 0)) return complain("attach", "wait takes seconds, not '%s'", text);
    if (s->events.count > 0) {
        char* line = (char*)s->events.items[0];
        print_answer(s, line);
        free(line);
        memmove(s->events.items, s->events.items + 1, --s->events.count * sizeof *s->events.items);
        return ANSWER_DONE;
    }
    const char* line;
    connection_answer answer = connection_read(&s->game, (double)time / 1000, &line);
    if (answer == CONNECTION_GONE) return gone(answer);
    print_answer(s, answer == CONNECTION_LINE ? line : "{\"ok\": false, \"error\": \"the game has not paused\"}");
    return ANSWER_DONE;
}

static bool is_command(const char* line, const char* name, const char** rest)
{
    size_t length = strlen(name);
    if (strncmp(line, name, length) != 0 || (line[length] && line[length] != ' ')) return false;
    *rest = line + length + strspn(line + length, " ");
    return true;
}

static int give(attach_session* s, const char* line)
{
    const char* rest;
    if (is_command(line, "wait", &rest)) return wait_for_event(s, rest);
    char* whole = play_script_line("attach", line);
    if (!whole) return ANSWER_BAD;
    bool is_sent = connection_send(&s->game, whole, strlen(whole));
    free(whole);
    return is_sent ? take_answer(s) : gone(CONNECTION_GONE);
}

static int give_lines(attach_session* s)
{
    static char line[1 << 16];
    int answer = ANSWER_DONE;
    while (answer == ANSWER_DONE && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (*line) answer = give(s, line);
    }
    return answer;
}

static void print_json(const attach_session* s)
{
    fputs("{\"answers\": [", stdout);
    for (uint32_t i = 0; i < s->answer_count; i++) printf("%s%s", i ? ",\n " : "", s->answers[i]);
    puts("]}");
}

static int attach(attach_session* s, const text_list* words)
{
    const char* wrong = connection_open(&s->game, words->items[0]);
    if (wrong) return complain("attach", "%s", wrong);
    int answer = ANSWER_DONE;
    for (uint32_t i = 1; i < words->count && answer == ANSWER_DONE; i++) answer = give(s, words->items[i]);
    if (words->count == 1) answer = give_lines(s);
    connection_close(&s->game);
    if (s->json && answer == ANSWER_DONE) print_json(s);
    return answer == ANSWER_DONE && s->is_refused ? ANSWER_NO : answer;
}

static int run(int argc, char** argv)
{
    attach_session s = {.game.socket = -1};
    text_list words = {0};
    option options[] = {{"--json", OPTION_FLAG, &s.json}};
    int answer = options_parse(&command_attach, options, 1, &words, argc, argv);
    if (answer == OPTIONS_GO_ON && words.count < 1)
        answer = complain("attach", "which game? its address (see 'ploy attach --help')");
    if (answer == OPTIONS_GO_ON) answer = attach(&s, &words);
    for (uint32_t i = 0; i < s.answer_count; i++) free(s.answers[i]);
    for (uint32_t i = 0; i < s.events.count; i++) free((char*)s.events.items[i]);
    free(s.answers);
    text_list_free(&s.events);
    text_list_free(&words);
    return answer;
}
