// --view: the page of a game beside its recording.

#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"
#include "programs/cli/output_file.h"
#include "programs/commands/view.h"
#include "programs/play/play.h"

// "dir/match.rec" is "dir/match.html".
static char* page_beside(const char* recording)
{
    const char* slash = strrchr(recording, '/');
    const char* dot = strrchr(recording, '.');
    bool has_ending = dot && dot > recording && (!slash || dot > slash + 1);
    size_t stem = has_ending ? (size_t)(dot - recording) : strlen(recording);
    char* page = have_memory(malloc(stem + sizeof ".html"));
    memcpy(page, recording, stem);
    strcpy(page + stem, ".html");
    return page;
}

int play_view_begin(play_session* p, const char* game)
{
    if (!p->view) return ANSWER_DONE;
    if (view_check_page(p->game->name) != ANSWER_DONE) return ANSWER_BAD;
    if (!p->record) {
        snprintf(p->record_name, sizeof p->record_name, "%s.rec", game);
        p->record = p->record_name;
    }
    p->page = page_beside(p->record);
    return output_check(p->game->name, p->page, p->record);
}

// As a browser takes it: absolute, with spaces and the like escaped.
static void print_address(FILE* out, const char* path)
{
    fputs("file://", out);
    if (*path != '/') fputc('/', out); // C:/match.html
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        if (c == '\\')
            fputc('/', out);
        else if (c <= ' ' || c >= 127 || strchr("\"#%<>?[]^`{|}", c))
            fprintf(out, "%%%02X", c);
        else
            fputc(c, out);
    }
}

int play_view_end(play_session* p)
{
    int answer = ANSWER_DONE;
    if (p->page && p->is_started) answer = view_write_file(p->game->name, p->record, p->page);
    if (p->page && p->is_started && answer == ANSWER_DONE) {
        char* whole = system_real_path(p->page);
        FILE* out = p->json ? stderr : stdout;
        print_address(out, whole ? whole : p->page);
        fputc('\n', out);
        if (p->is_terminal) system_open_page(whole ? whole : p->page);
        free(whole);
    }
    free(p->page);
    p->page = NULL;
    return answer;
}
