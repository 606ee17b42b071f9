// `ploy view`: a recording as a page, written or served.

#include "programs/commands/view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "programs/commands/inspector_page.h"
#include "programs/commands/view_beside.h"
#include "programs/cli/memory.h"
#include "programs/cli/options.h"
#include "programs/cli/output_file.h"
#include "programs/cli/whole_file.h"

static const char page[] =
    "NAME\n"
    "  ploy view - show a recording in the browser\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy view FILE [--out PAGE] [--json]\n"
    "  ploy view FILE --beside OTHER [--out PAGE] [--json]\n"
    "  ploy view FILE --live [--port N] [--attach ADDRESS]\n"
    "\n"
    "DESCRIPTION\n"
    "  Writes one page that holds the recording, the inspector, and the library with its decision\n"
    "  debugger. The page needs no network and no server: open the file.\n"
    "\n"
    "OPTIONS\n"
    "  --out PAGE  the file to write (default: FILE's name with .html, in the current folder)\n"
    "  --beside F  another future of the same game ('ploy replay --do' records one): both side by side, in\n"
    "              step, with the first decision that differs and what each came to\n"
    "  --live      serve the page to this machine only, and follow a recording while a game writes\n"
    "              it; prints the address; control-C stops it\n"
    "  --attach A  with --live: debug the game that writes it; A is the address that 'ploy play --attach' prints\n"
    "  --port N    the port to serve on (default: a free one)\n"
    "  --json      one JSON object: page, bytes, ticks, closed (the game ended the recording), damaged\n"
    "              (bytes after those ticks are wrong)\n"
    "\n"
    "EXAMPLES\n"
    "  ploy play smithy --record smithy.rec && ploy view smithy.rec\n"
    "  ploy play arena --record match.rec & ploy view match.rec --live\n"
    "  ploy play smithy --attach --record smithy.rec & ploy view smithy.rec --live --attach ADDRESS\n";

static int run(int argc, char** argv);
const command command_view = {"view", "show a recording in the browser", page, run};

bool view_write_base64(FILE* out, const uint8_t* bytes, size_t count)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t at = 0; at < count; at += 3) {
        size_t left = count - at;
        uint32_t word = (uint32_t)bytes[at] << 16;
        if (left > 1) word |= (uint32_t)bytes[at + 1] << 8;
        if (left > 2) word |= bytes[at + 2];
        char four[4] = {digits[word >> 18], digits[word >> 12 & 63], left > 1 ? digits[word >> 6 & 63] : '=',
                        left > 2 ? digits[word & 63] : '='};
        if (fwrite(four, 1, 4, out) != 4) return false;
    }
    return true;
}

bool view_write_page(FILE* out, const uint8_t* recording, size_t count)
{
    const char* whole = (const char*)inspector_page;
    const char* end = whole + inspector_page_bytes;
    const size_t mark = strlen(INSPECTOR_PAGE_MARK);
    const char* at = whole;
    while (at + mark < end && memcmp(at, INSPECTOR_PAGE_MARK, mark) != 0) at++;
    size_t before = (size_t)(at - whole), after = (size_t)(end - at) - mark;
    return fwrite(whole, 1, before, out) == before && view_write_base64(out, recording, count) &&
           fwrite(at + mark, 1, after, out) == after;
}

// "dir/match.rec" is "match.html".
static char* page_name(const char* file)
{
    const char* slash = strrchr(file, '/');
    const char* base = slash ? slash + 1 : file;
    const char* dot = strrchr(base, '.');
    size_t stem = dot && dot != base ? (size_t)(dot - base) : strlen(base);
    char* name = have_memory(malloc(stem + sizeof ".html"));
    sprintf(name, "%.*s.html", (int)stem, base);
    return name;
}

static void report(const char* out, const ploy_recording_info* info, long bytes, bool as_json)
{
    if (as_json) {
        json j = json_begin(stdout);
        json_text(&j, "page", out);
        json_count(&j, "bytes", (uint64_t)bytes);
        json_count(&j, "ticks", info->ticks);
        json_flag(&j, "closed", info->closed);
        json_flag(&j, "damaged", info->damaged);
        json_end(&j);
        return;
    }
    printf("%s: %lu ticks, %.1f MB\n", out, (unsigned long)info->ticks, (double)bytes / 1e6);
}

void view_warn_incomplete(const char* who, const char* path, const ploy_recording_info* info, const char* shown)
{
    if (info->closed && !info->damaged) return;
    complain(who, "%s: the recording is %s; %s its first %" PRIu64 " tick%s", path,
             info->damaged ? "damaged" : "not complete: its game is running or ended early, or the file was cut", shown,
             info->ticks, info->ticks == 1 ? "" : "s");
}

int view_check_page(const char* who)
{
    if (inspector_page_bytes > 0) return ANSWER_DONE;
    return complain(who, "this program was built without the page: install nodejs, npm, clang, lld and wasi-libc, then "
                         "build again (./run build does)");
}

// *bytes of the page.
static int write_page(const char* who, const char* out, const whole_file* file, long* bytes)
{
    output_file output;
    FILE* to = output_open(&output, who, out);
    if (!to) return ANSWER_BAD;
    view_write_page(to, file->bytes, file->count);
    *bytes = ftell(to);
    return output_close(&output);
}

int view_write_file(const char* who, const char* path, const char* out)
{
    whole_file file;
    long bytes;
    if (!whole_file_open(&file, who, path)) return ANSWER_BAD;
    int answer = write_page(who, out, &file, &bytes);
    whole_file_close(&file);
    return answer;
}

typedef struct view_options
{
    const char* out;
    const char* attach;
    const char* beside;
    uint32_t port;
    bool live, json;
} view_options;

// false: it is not a recording.
static bool read_info(const char* path, const whole_file* file, ploy_recording_info* info)
{
    ploy_error error = {0};
    ploy_recording* recording = NULL;
    ploy_recording_def def = {.bytes = file->bytes, .count = file->count};
    ploy_status status = ploy_recording_create(&def, &recording, &error);
    if (status != PLOY_OK)
        complain("view", "%s: %s", path, error.message[0] ? error.message : ploy_status_text(status));
    else
        *info = ploy_recording_get_info(recording);
    ploy_recording_destroy(recording);
    return status == PLOY_OK;
}

static int view_both(const view_options* w, const char* path)
{
    char* name = page_name(path);
    const char* out = w->out ? w->out : name;
    bool is_free = output_check("view", out, path) == ANSWER_DONE && output_check("view", out, w->beside) == ANSWER_DONE;
    int answer = is_free ? view_beside(path, w->beside, out, w->json) : ANSWER_BAD;
    free(name);
    return answer;
}

static int view_file(const view_options* w, const char* path)
{
    if (output_check("view", w->out, path) != ANSWER_DONE) return ANSWER_BAD;
    if (view_check_page("view") != ANSWER_DONE) return ANSWER_BAD;
    if (w->beside) return view_both(w, path);
    if (w->live) return view_live(path, w->port, w->attach);
    whole_file file;
    ploy_recording_info info;
    if (!whole_file_open(&file, "view", path)) return ANSWER_BAD;
    char* name = page_name(path);
    const char* out = w->out ? w->out : name;
    long bytes;
    int answer = ANSWER_BAD;
    if (output_check("view", out, path) == ANSWER_DONE && read_info(path, &file, &info))
        answer = write_page("view", out, &file, &bytes);
    if (answer == ANSWER_DONE) report(out, &info, bytes, w->json);
    if (answer == ANSWER_DONE) view_warn_incomplete("view", path, &info, "the page shows");
    free(name);
    whole_file_close(&file);
    return answer;
}

static int run(int argc, char** argv)
{
    view_options w = {0};
    text_list files = {0};
    option options[] = {
        {"--out", OPTION_TEXT, &w.out},
        {"--live", OPTION_FLAG, &w.live},
        {"--port", OPTION_COUNT, &w.port},
        {"--attach", OPTION_TEXT, &w.attach},
        {"--beside", OPTION_TEXT, &w.beside},
        {"--json", OPTION_FLAG, &w.json},
    };
    int answer = options_parse(&command_view, options, 6, &files, argc, argv);
    if (answer == OPTIONS_GO_ON && files.count != 1)
        answer = complain("view", "which recording? it takes one (see 'ploy view --help')");
    if (answer == OPTIONS_GO_ON && w.port > 65535) answer = complain("view", "--port is 1 to 65535");
    if (answer == OPTIONS_GO_ON && w.beside && w.live) answer = complain("view", "either --beside or --live");
    if (answer == OPTIONS_GO_ON && w.attach && !w.live) answer = complain("view", "--attach needs --live");
    if (answer == OPTIONS_GO_ON) answer = view_file(&w, files.items[0]);
    text_list_free(&files);
    return answer;
}
