// `ploy edit`: the editor as a page, served with a file or written.

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/json.h"
#include "programs/cli/options.h"
#include "programs/cli/output_file.h"
#include "programs/cli/system.h"
#include "programs/edit/edit_page.h"
#include "programs/edit/edit_server.h"

static const char page[] =
    "NAME\n"
    "  ploy edit - edit, try and run a file in the browser\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy edit FILE [--attach ADDRESS] [--port N] [--open]\n"
    "  ploy edit --out PAGE [--json]\n"
    "\n"
    "DESCRIPTION\n"
    "  Serves the editor to this machine only, under an address with a secret, and prints the\n"
    "  address; control-C stops it. The page shows the text beside behavior trees, state machines,\n"
    "  task networks, utilities and domains, checks it as 'ploy check' does while you type, plans\n"
    "  and explains as 'ploy plan' and 'ploy explain' do, and runs its agents as 'ploy play file'\n"
    "  does. It writes only FILE and the files of the same folder that FILE includes, and refuses\n"
    "  to when they have changed on the disk.\n"
    "\n"
    "  With --out it writes the same editor as one page, which opens and saves files by itself and\n"
    "  needs neither a server nor a network.\n"
    "\n"
    "OPTIONS\n"
    "  --out PAGE        the page to write\n"
    "  --attach ADDRESS  a running game (ploy play GAME --attach): it loads the file whenever it is\n"
    "                    saved, and the page shows its answer\n"
    "  --port N          the port to serve on (default: a free one)\n"
    "  --open            open the page in the browser, if there is a display\n"
    "  --json            with --out, one JSON object: page, bytes\n"
    "\n"
    "EXAMPLES\n"
    "  ploy edit examples/village_smith.xml\n"
    "  ploy edit --out workshop.html\n";

static int run(int argc, char** argv);
const command command_edit = {"edit", "edit, try and run a file in the browser", page, run};

typedef struct edit_options
{
    const char* out;
    const char* attach;
    uint32_t port;
    bool open, json;
} edit_options;

static int check_page(void)
{
    if (editor_page_bytes > 0) return ANSWER_DONE;
    return complain("edit", "this program was built without the editor: install nodejs, npm, clang, lld, wasi-libc and "
                            "the source of expat, then build again (./run build does)");
}

static int write_page(const edit_options* w)
{
    output_file output;
    FILE* to = output_open(&output, "edit", w->out);
    if (!to) return ANSWER_BAD;
    fwrite(editor_page, 1, editor_page_bytes, to);
    int answer = output_close(&output);
    if (answer != ANSWER_DONE) return answer;
    if (!w->json) {
        printf("%s: %.1f MB\n", w->out, (double)editor_page_bytes / 1e6);
        return ANSWER_DONE;
    }
    json j = json_begin(stdout);
    json_text(&j, "page", w->out);
    json_count(&j, "bytes", editor_page_bytes);
    json_end(&j);
    return ANSWER_DONE;
}

static int serve(const edit_options* w, const char* path)
{
    FILE* file = system_open(path, "rb");
    if (!file) return complain("edit", "%s: cannot be opened: %s", path, strerror(errno));
    fclose(file);
    if (system_kind_of(path) != SYSTEM_FILE) return complain("edit", "%s: not a file", path);
    return edit_serve(&(edit_serve_def){path, w->attach, w->port, w->open});
}

static int run(int argc, char** argv)
{
    edit_options w = {0};
    text_list files = {0};
    option options[] = {
        {"--out", OPTION_TEXT, &w.out},
        {"--attach", OPTION_TEXT, &w.attach},
        {"--port", OPTION_COUNT, &w.port},
        {"--open", OPTION_FLAG, &w.open},
        {"--json", OPTION_FLAG, &w.json},
    };
    int answer = options_parse(&command_edit, options, 5, &files, argc, argv);
    if (answer == OPTIONS_GO_ON && files.count != (w.out ? 0 : 1))
        answer = complain("edit", w.out ? "--out takes no file: the page opens files by itself"
                                        : "which file? it takes one, or --out PAGE (see 'ploy edit --help')");
    if (answer == OPTIONS_GO_ON && w.json && !w.out) answer = complain("edit", "--json is for --out");
    if (answer == OPTIONS_GO_ON && w.attach && w.out) answer = complain("edit", "either --attach or --out");
    if (answer == OPTIONS_GO_ON && w.port > 65535) answer = complain("edit", "--port is 1 to 65535");
    if (answer == OPTIONS_GO_ON) answer = check_page();
    if (answer == ANSWER_DONE) answer = w.out ? write_page(&w) : serve(&w, files.items[0]);
    text_list_free(&files);
    return answer;
}
