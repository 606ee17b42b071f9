#define _POSIX_C_SOURCE 200809L

#include "programs/commands/view_futures.h"

#ifdef PLOY_CIVETWEB

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"
#include "programs/cli/whole_file.h"
#include "programs/commands/view_beside.h"
#include "programs/play/play.h"

enum
{
    MAX_REQUEST = 40 << 20, // a whole file may be in it
};

struct view_futures
{
    const char* recording;
    pthread_mutex_t lock; // of what follows
    char* request;
    size_t count;
    bool is_whole;
    whole_file page;
};

view_futures* view_futures_open(const char* recording)
{
    view_futures* f = have_memory(calloc(1, sizeof *f));
    f->recording = recording;
    pthread_mutex_init(&f->lock, NULL);
    return f;
}

void view_futures_close(view_futures* f)
{
    if (!f) return;
    pthread_mutex_destroy(&f->lock);
    whole_file_close(&f->page);
    free(f->request);
    free(f);
}

bool view_futures_take(view_futures* f, const char* text, size_t count)
{
    pthread_mutex_lock(&f->lock);
    bool fits = !f->is_whole && f->count + count < MAX_REQUEST;
    if (fits) {
        f->request = have_memory(realloc(f->request, f->count + count + 1));
        memcpy(f->request + f->count, text, count);
        f->count += count;
        f->request[f->count] = '\0';
        f->is_whole = f->count >= 2 && memcmp(f->request + f->count - 2, "\n\n", 2) == 0;
    }
    pthread_mutex_unlock(&f->lock);
    return fits;
}

bool view_futures_page(view_futures* f, void (*send)(void* user, const char* page, size_t bytes), void* user)
{
    pthread_mutex_lock(&f->lock);
    bool is_there = f->page.count > 0;
    if (is_there) send(user, (const char*)f->page.bytes, f->page.count);
    pthread_mutex_unlock(&f->lock);
    return is_there;
}

// A folder for the other recording and the page.
static bool make_folder(char path[256])
{
    const char* parent = getenv("TMPDIR");
    if (!parent) parent = getenv("TEMP");
    snprintf(path, 256, "%.200s/ploy-XXXXXX", parent ? parent : "/tmp");
    return system_make_temporary_folder(path);
}

static char* answer_text(const char* format, const char* text)
{
    size_t size = strlen(format) + strlen(text) + 1;
    char* made = have_memory(malloc(size));
    snprintf(made, size, format, text);
    return made;
}

static char* play(view_futures* f, const char* tick, const text_list* commands, const char* folder)
{
    char other[300], page[300], answer[PLAY_ANSWER] = "";
    snprintf(other, sizeof other, "%s/other.rec", folder);
    snprintf(page, sizeof page, "%s/both.html", folder);
    int result = play_other_future(f->recording, tick, commands, other, answer);
    whole_file made = {0};
    bool is_made = result == ANSWER_DONE && view_beside(f->recording, other, page, false) == ANSWER_DONE &&
                   whole_file_open(&made, "view", page);
    system_remove(other);
    system_remove(page);
    if (!is_made) return answer[0] ? answer_text("%s", answer) : answer_text("{\"ok\": false, \"error\": \"%s\"}", "this game cannot be played again; the terminal says why");
    pthread_mutex_lock(&f->lock);
    whole_file_close(&f->page);
    f->page = made;
    pthread_mutex_unlock(&f->lock);
    return answer_text("%s", "{\"ok\": true, \"command\": \"futures\"}");
}

// A page may not make the program read files.
static bool reads_file(const char* line)
{
    return strncmp(line, "load ", 5) == 0 && !strchr(line, '"');
}

char* view_futures_work(view_futures* f)
{
    pthread_mutex_lock(&f->lock);
    char* request = f->is_whole ? f->request : NULL;
    if (request) f->request = NULL;
    pthread_mutex_unlock(&f->lock);
    if (!request) return NULL;
    text_list commands = {0};
    char folder[256], *rest = request, *line;
    const char* tick = "0";
    char* answer = NULL;
    for (bool is_first = true; (line = rest) && *line; is_first = false) {
        rest = line + strcspn(line, "\n");
        if (*rest) *rest++ = '\0';
        if (is_first)
            tick = line;
        else if (*line && reads_file(line))
            answer = answer ? answer : answer_text("%s", "{\"ok\": false, \"error\": \"load takes the text of the file here\"}");
        else if (*line)
            text_list_add(&commands, line);
    }
    if (!answer && commands.count == 0) answer = answer_text("%s", "{\"ok\": false, \"error\": \"nothing is to be changed\"}");
    if (!answer && !make_folder(folder)) answer = answer_text("%s", "{\"ok\": false, \"error\": \"there is no room for a file\"}");
    if (!answer) {
        answer = play(f, tick, &commands, folder);
        system_remove(folder);
    }
    text_list_free(&commands);
    free(request);
    pthread_mutex_lock(&f->lock);
    f->count = 0;
    f->is_whole = false;
    pthread_mutex_unlock(&f->lock);
    return answer;
}

#endif
