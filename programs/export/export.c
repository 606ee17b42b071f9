// `ploy export`: the events of a recording for other programs.

#include "programs/export/export.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"
#include "programs/cli/options.h"
#include "programs/cli/output_file.h"
#include "programs/cli/suggest.h"
#include "programs/cli/whole_file.h"
#include "programs/commands/recorded_agent.h"
#include "programs/commands/view.h"

static const char page[] =
    "NAME\n"
    "  ploy export - write the events of a recording for other programs\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy export RECORDING [--agent A] [--events K,...] [--from T] [--to T]\n"
    "              [--format jsonl|csv|chrome] [--out FILE]\n"
    "\n"
    "DESCRIPTION\n"
    "  Writes every event with names in place of numbers: goals, actions with their arguments,\n"
    "  states, nodes, options, activities, blackboard keys, squads, statuses.\n"
    "\n"
    "  jsonl   one JSON object per line: tick, agent (its number) and name, both null for events of\n"
    "          no agent, event, then the event's arguments by name. An argument that is called like\n"
    "          one of the four has an underscore behind it\n"
    "  csv     a table with the same columns: tick, agent, name, event, then one column per argument\n"
    "          name of the exported events\n"
    "  chrome  a trace that Perfetto (ui.perfetto.dev) and chrome://tracing open: one process per\n"
    "          agent with its goals, actions, activities, states and options as bands, everything\n"
    "          else as marks. Times are those of the game\n"
    "\n"
    "OPTIONS\n"
    "  --agent A       number or name: only events of this agent\n"
    "  --events K,...  only these events; `--events help` lists them\n"
    "  --from T        the first tick (default 0)\n"
    "  --to T          the last tick (default: the last of the recording)\n"
    "  --format F      jsonl (default), csv or chrome\n"
    "  --out FILE      the file to write (default: standard output)\n"
    "\n"
    "EXAMPLES\n"
    "  ploy export smithy.rec --agent 'smith 1' --events goal-started,goal-finished\n"
    "  ploy export match.rec --format csv --out match.csv\n"
    "  ploy export match.rec --format chrome --out match.json\n"
    "\n"
    "SEE ALSO\n"
    "  ploy view: the same recording as a page; docs/learn/recording_and_debugging.md\n";

typedef struct export_options
{
    const char *agent, *events, *from, *to, *format, *out;
} export_options;

static int run(int argc, char** argv);
const command command_export = {"export", "write the events of a recording for other programs", page, run};

bool export_next(export_source* s, ploy_trace_event* event, uint64_t* tick)
{
    while (ploy_recording_next(s->recording, event, tick) == PLOY_FOUND && *tick <= s->filter.to) {
        event_names_at(s->names, *tick);
        if (event->kind == PLOY_TRACE_TICK_BEGUN) s->now = event->args[1];
        if (event_names_take_text(s->names, event)) continue;
        bool wanted = s->filter.kinds[event->kind] && (s->filter.agent == 0 || s->filter.agent == event->agent);
        if (wanted) return true;
    }
    return false;
}

static const char* kind_name(const void* recording, uint32_t index)
{
    return ploy_recording_kind(recording, index).name;
}

static int list_kinds(const ploy_recording* recording)
{
    for (uint32_t k = 0; k < ploy_recording_kind_count(recording); k++)
        if (*kind_name(recording, k)) puts(kind_name(recording, k));
    return ANSWER_DONE;
}

static int choose_kind(const export_source* s, const char* name, size_t length)
{
    char word[128], tail[128];
    uint32_t count = ploy_recording_kind_count(s->recording);
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    for (uint32_t k = 0; k < count; k++) {
        if (*word == '\0' || strcmp(kind_name(s->recording, k), word) != 0) continue;
        s->filter.kinds[k] = true;
        return ANSWER_DONE;
    }
    suggest_tail(word, kind_name, s->recording, count, tail, sizeof tail);
    return complain("export", "--events: the recording has no event '%s'%s%s", word, tail,
                    *tail ? "" : " ('--events help' lists them)");
}

static int choose_kinds(const export_source* s, const char* names)
{
    for (uint32_t k = 0; !names && k < ploy_recording_kind_count(s->recording); k++) s->filter.kinds[k] = true;
    while (names && *names) {
        size_t length = strcspn(names, ",");
        if (choose_kind(s, names, length) != ANSWER_DONE) return ANSWER_BAD;
        names += length + (names[length] == ',');
    }
    return ANSWER_DONE;
}

static int parse_tick(const char* name, const char* text, uint64_t* tick)
{
    return !text || recorded_tick_parse(text, tick) ? ANSWER_DONE : complain("export", "%s is a tick, from 0", name);
}

typedef void export_write_fn(export_source* source, FILE* out);

static export_write_fn* find_format(const char* name)
{
    if (!name || strcmp(name, "jsonl") == 0) return export_write_jsonl;
    if (strcmp(name, "csv") == 0) return export_write_csv;
    if (strcmp(name, "chrome") == 0) return export_write_chrome;
    complain("export", "--format is jsonl, csv or chrome, not '%s'", name);
    return NULL;
}

static int write_events(export_source* s, const export_options* o, export_write_fn* write)
{
    if (ploy_recording_seek(s->recording, s->filter.from) != PLOY_OK)
        return complain("export", "--from: the recording has ticks 0 to %" PRIu64,
                        ploy_recording_get_info(s->recording).ticks - 1);
    if (!o->out) {
        write(s, stdout);
        return ANSWER_DONE;
    }
    output_file output;
    FILE* out = output_open(&output, "export", o->out);
    if (!out) return ANSWER_BAD;
    write(s, out);
    return output_close(&output);
}

static int export_events(export_source* s, const ploy_debugger* debugger, const char* path, const export_options* o)
{
    ploy_recording_info info = ploy_recording_get_info(s->recording);
    export_write_fn* write = find_format(o->format);
    if (!write) return ANSWER_BAD;
    if (o->events && strcmp(o->events, "help") == 0) return list_kinds(s->recording);
    s->filter.to = UINT64_MAX;
    if (parse_tick("--from", o->from, &s->filter.from) != ANSWER_DONE) return ANSWER_BAD;
    if (parse_tick("--to", o->to, &s->filter.to) != ANSWER_DONE) return ANSWER_BAD;
    if (o->agent) s->filter.agent = recorded_agent_find("export", path, debugger, o->agent);
    if (o->agent && s->filter.agent == 0) return ANSWER_BAD;
    if (choose_kinds(s, o->events) != ANSWER_DONE) return ANSWER_BAD;
    if (info.ticks == 0) return complain("export", "%s: the recording has no whole tick", path);
    view_warn_incomplete("export", path, &info, "these are");
    return write_events(s, o, write);
}

// The debugger has a recording of its own: it moves the reading position.
static int export_file(const char* path, const export_options* o)
{
    whole_file file;
    ploy_error error = {0};
    ploy_recording* asked = NULL;
    ploy_debugger* debugger = NULL;
    export_source source = {0};
    if (output_check("export", o->out, path) != ANSWER_DONE) return ANSWER_BAD;
    if (!whole_file_open(&file, "export", path)) return ANSWER_BAD;
    ploy_recording_def def = {.bytes = file.bytes, .count = file.count};
    ploy_status status = ploy_recording_create(&def, &source.recording, &error);
    if (status == PLOY_OK) status = ploy_recording_create(&def, &asked, &error);
    if (status == PLOY_OK) status = ploy_debugger_create(&(ploy_debugger_def){.recording = asked}, &debugger, &error);
    int answer = ANSWER_BAD;
    if (status == PLOY_OK) {
        source.names = event_names_create(asked, debugger);
        source.filter.kinds = have_memory(calloc(ploy_recording_kind_count(asked) + 1, sizeof(bool)));
        answer = export_events(&source, debugger, path, o);
    } else {
        complain("export", "%s: %s", path, error.message[0] ? error.message : ploy_status_text(status));
    }
    free(source.filter.kinds);
    event_names_destroy(source.names);
    ploy_debugger_destroy(debugger);
    ploy_recording_destroy(asked);
    ploy_recording_destroy(source.recording);
    whole_file_close(&file);
    return answer;
}

static int run(int argc, char** argv)
{
    export_options o = {0};
    text_list files = {0};
    const option options[] = {
        {"--agent", OPTION_TEXT, &o.agent}, {"--events", OPTION_TEXT, &o.events}, {"--from", OPTION_TEXT, &o.from},
        {"--to", OPTION_TEXT, &o.to},       {"--format", OPTION_TEXT, &o.format}, {"--out", OPTION_TEXT, &o.out},
    };
    int answer = options_parse(&command_export, options, sizeof options / sizeof options[0], &files, argc, argv);
    if (answer == OPTIONS_GO_ON && files.count != 1)
        answer = complain("export", "which recording? it takes one (see 'ploy export --help')");
    if (answer == OPTIONS_GO_ON) answer = export_file(files.items[0], &o);
    text_list_free(&files);
    return answer;
}
