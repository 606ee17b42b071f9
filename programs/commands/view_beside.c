// `ploy view FILE --beside OTHER`: two futures of one game, side by side, in one page: two inspectors that follow each
// other, what was changed, when the first decision differs, and what each came to.

#include "programs/commands/view_beside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/markup.h"
#include "programs/cli/memory.h"
#include "programs/cli/output_file.h"
#include "programs/cli/whole_file.h"
#include "programs/commands/inspector_page.h"

static const char head[] =
    "<!doctype html>\n"
    "<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n"
    "<title>Two futures</title><style>\n"
    ":root { color-scheme: light dark; }\n"
    "html, body { height: 100%; margin: 0; }\n"
    "body { display: flex; flex-direction: column; font: 14px/1.4 system-ui, sans-serif;\n"
    "  background: light-dark(#fbfaf8, #16181c); color: light-dark(#1c1e21, #e6e6e3); }\n"
    "header { padding: 6px 12px; display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: baseline; }\n"
    "h1 { font-size: 16px; margin: 0; } p { margin: 0; }\n"
    "table { border-collapse: collapse; } th, td { padding: 0 10px 0 0; text-align: left; font-weight: normal; }\n"
    "td { font-variant-numeric: tabular-nums; }\n"
    "code { font: 12px ui-monospace, monospace; }\n"
    "main { flex: 1; min-height: 0; display: grid; grid-template-columns: 1fr 1fr; gap: 2px; }\n"
    "figure { margin: 0; display: flex; flex-direction: column; min-height: 0; min-width: 0; }\n"
    "figcaption { padding: 2px 12px; font-weight: 600; } iframe { flex: 1; border: 0; width: 100%; }\n"
    "@media (max-width: 700px) { main { grid-template-columns: 1fr; grid-template-rows: 1fr 1fr; } }\n"
    "</style></head><body>\n";

// The page is there once, and each frame gets it with its own recording.
static const char tail[] =
    "<script>\n"
    "const text = (id) => document.getElementById(id).textContent.trim();\n"
    "const bytes = Uint8Array.from(atob(text('page')), (letter) => letter.charCodeAt(0));\n"
    "const page = new TextDecoder().decode(bytes);\n"
    "const frames = ['one', 'two'].map((id) => {\n"
    "  const frame = document.getElementById(id);\n"
    "  frame.srcdoc = page.replace('" INSPECTOR_PAGE_MARK "', () => text(id + '-recording'));\n"
    "  return frame;\n"
    "});\n"
    "addEventListener('message', ({ source, data }) => {\n"
    "  for (const frame of frames) if (frame.contentWindow !== source) frame.contentWindow.postMessage(data, '*');\n"
    "});\n"
    "</script></body></html>\n";

// What futures come to, by the names of events.
static const struct
{
    const char* event;
    const char* shown;
} outcomes[] = {
    {"goal-finished", "goals reached"},       {"goal-aborted", "goals aborted"},   {"action-finished", "actions done"},
    {"action-aborted", "actions aborted"},    {"state-changed", "changes of state"}, {"utility-chosen", "choices"},
    {"activity-ended", "activities that ended"}, {"agent-gone", "agents gone"},
};

enum
{
    OUTCOMES = sizeof outcomes / sizeof *outcomes,
};

typedef struct future
{
    const char* path;
    whole_file file;
    ploy_recording* recording;
    uint64_t counts[OUTCOMES];
    char* commands; // of its debugger, a line each; with their ticks
    size_t command_bytes;
} future;

static bool open_future(future* f, const char* path)
{
    ploy_error error = {0};
    f->path = path;
    if (!whole_file_open(&f->file, "view", path)) return false;
    ploy_recording_def def = {.bytes = f->file.bytes, .count = f->file.count};
    ploy_status status = ploy_recording_create(&def, &f->recording, &error);
    if (status != PLOY_OK)
        complain("view", "%s: %s", path, error.message[0] ? error.message : ploy_status_text(status));
    return status == PLOY_OK;
}

static void close_future(future* f)
{
    ploy_recording_destroy(f->recording);
    whole_file_close(&f->file);
    free(f->commands);
}

static void add_bytes(future* f, const char* bytes, size_t count)
{
    f->commands = have_memory(realloc(f->commands, f->command_bytes + count + 1));
    memcpy(f->commands + f->command_bytes, bytes, count);
    f->command_bytes += count;
    f->commands[f->command_bytes] = '\0';
}

static void add_command_part(future* f, const ploy_trace_event* event, uint64_t tick)
{
    char text[48];
    size_t count = 0;
    if (event->args[0] == 0) count = (size_t)snprintf(text, sizeof text, "tick %" PRIu64 ": ", tick);
    for (uint32_t i = 1; i < 4; i++)
        for (uint64_t word = event->args[i]; word > 0; word >>= 8) text[count++] = (char)word;
    add_bytes(f, text, count);
}

static void count_events(future* f)
{
    ploy_trace_event event;
    uint64_t tick;
    ploy_recording_seek(f->recording, 0);
    while (ploy_recording_next(f->recording, &event, &tick) == PLOY_FOUND) {
        const char* name = ploy_recording_kind(f->recording, event.kind).name;
        for (uint32_t i = 0; i < OUTCOMES; i++) f->counts[i] += strcmp(name, outcomes[i].event) == 0;
        if (strcmp(name, "command-text") == 0) add_command_part(f, &event, tick);
        if (strcmp(name, "command") == 0) add_bytes(f, "\n", 1);
    }
}

static bool is_decision(const char* name)
{
    static const char* const decisions[] = {"goal-started",   "action-started",   "state-changed",
                                            "utility-chosen", "activity-started", "goal-aborted"};
    for (size_t i = 0; i < sizeof decisions / sizeof *decisions; i++)
        if (strcmp(name, decisions[i]) == 0) return true;
    return false;
}

static bool next_decision(future* f, ploy_trace_event* event, uint64_t* tick, const char** name)
{
    while (ploy_recording_next(f->recording, event, tick) == PLOY_FOUND) {
        *name = ploy_recording_kind(f->recording, event->kind).name;
        if (is_decision(*name)) return true;
    }
    return false;
}

// The tick of the first decision that only one of them has; UINT64_MAX: none.
static uint64_t first_difference(future* a, future* b)
{
    ploy_recording_seek(a->recording, 0);
    ploy_recording_seek(b->recording, 0);
    for (;;) {
        ploy_trace_event one, two;
        uint64_t tick = UINT64_MAX, other = UINT64_MAX;
        const char *name = "", *other_name = "";
        bool has_one = next_decision(a, &one, &tick, &name), has_two = next_decision(b, &two, &other, &other_name);
        if (!has_one && !has_two) return UINT64_MAX;
        bool is_same = has_one && has_two && tick == other && strcmp(name, other_name) == 0 && one.agent == two.agent &&
                       memcmp(one.args, two.args, sizeof one.args) == 0;
        if (!is_same) return tick < other ? tick : other;
    }
}

// Long texts, such as files, are cut.
static void print_commands(FILE* out, const future* f)
{
    if (!f->commands) return;
    for (const char* line = f->commands; *line;) {
        size_t length = strcspn(line, "\n");
        char text[160];
        snprintf(text, sizeof text, "%.*s%s", (int)(length < 120 ? length : 120), line, length > 120 ? "…" : "");
        fputs("<p><code>", out);
        markup_text(out, text);
        fputs("</code></p>", out);
        line += length + (line[length] == '\n');
    }
}

// A row; what neither has is left out.
static void print_counts(FILE* out, const char* title, const future* a, const future* b, const uint64_t* counts)
{
    fprintf(out, "</tr><tr><th>%s</th>", title);
    for (uint32_t i = 0; i < OUTCOMES; i++)
        if (a->counts[i] + b->counts[i] > 0) fprintf(out, "<td>%" PRIu64 "</td>", counts[i]);
}

static void print_header(FILE* out, const future* a, const future* b, uint64_t difference)
{
    fputs("<header><h1>Two futures</h1><div id=\"changes\">", out);
    print_commands(out, b->commands ? b : a);
    fputs("</div><p id=\"difference\">", out);
    if (difference == UINT64_MAX)
        fputs("All decisions are the same.", out);
    else
        fprintf(out, "Decisions are the same before tick %" PRIu64 ".", difference);
    fputs("</p><table id=\"outcomes\"><tr><th></th>", out);
    for (uint32_t i = 0; i < OUTCOMES; i++)
        if (a->counts[i] + b->counts[i] > 0) fprintf(out, "<th>%s</th>", outcomes[i].shown);
    print_counts(out, "left", a, b, a->counts);
    print_counts(out, "right", a, b, b->counts);
    fputs("</tr></table></header>\n<main>", out);
}

static void print_frame(FILE* out, const char* id, const char* title, const future* f)
{
    fprintf(out, "<figure><figcaption>%s: ", title);
    markup_text(out, f->path);
    fprintf(out, "</figcaption><iframe id=\"%s\" title=\"%s\"></iframe></figure>\n", id, title);
}

static bool print_data(FILE* out, const char* id, const uint8_t* bytes, size_t count)
{
    fprintf(out, "<script type=\"text/plain\" id=\"%s\">", id);
    bool is_whole = view_write_base64(out, bytes, count);
    fputs("</script>\n", out);
    return is_whole;
}

static int write_page(const char* path, const future* a, const future* b, uint64_t difference, long* bytes)
{
    output_file output;
    FILE* out = output_open(&output, "view", path);
    if (!out) return ANSWER_BAD;
    fputs(head, out);
    print_header(out, a, b, difference);
    print_frame(out, "one", "As it was", a);
    print_frame(out, "two", "As it would have been", b);
    fputs("</main>\n", out);
    print_data(out, "page", inspector_page, inspector_page_bytes);
    print_data(out, "one-recording", a->file.bytes, a->file.count);
    print_data(out, "two-recording", b->file.bytes, b->file.count);
    fputs(tail, out);
    *bytes = ftell(out);
    return output_close(&output);
}

static void print_json(const char* path, const future* a, const future* b, uint64_t difference, long bytes)
{
    json j = json_begin(stdout);
    json_text(&j, "page", path);
    json_count(&j, "bytes", (uint64_t)bytes);
    if (difference == UINT64_MAX)
        json_null(&j, "first_difference");
    else
        json_count(&j, "first_difference", difference);
    json_object(&j, "outcomes");
    for (uint32_t i = 0; i < OUTCOMES; i++) {
        json_array(&j, outcomes[i].event);
        json_count(&j, NULL, a->counts[i]);
        json_count(&j, NULL, b->counts[i]);
        json_close(&j);
    }
    json_close(&j);
    json_end(&j);
}

int view_beside(const char* path, const char* other, const char* out, bool as_json)
{
    future a = {0}, b = {0};
    int answer = ANSWER_BAD;
    if (open_future(&a, path) && open_future(&b, other)) {
        long bytes = 0;
        count_events(&a);
        count_events(&b);
        uint64_t difference = first_difference(&a, &b);
        answer = write_page(out, &a, &b, difference, &bytes);
        if (answer == ANSWER_DONE && as_json) print_json(out, &a, &b, difference, bytes);
        if (answer == ANSWER_DONE && !as_json && difference == UINT64_MAX) printf("%s: all decisions are the same\n", out);
        if (answer == ANSWER_DONE && !as_json && difference != UINT64_MAX)
            printf("%s: decisions are the same before tick %" PRIu64 "\n", out, difference);
    }
    close_future(&a);
    close_future(&b);
    return answer;
}
