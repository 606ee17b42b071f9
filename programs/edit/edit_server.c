// Requests, below the token:
//   GET  ""              the page
//   GET  files           the names, versions and rights of the files, as JSON
//   GET  file?name=N     the content of a file, with its version as ETag
//   PUT  file?name=N     its new content; If-Match has the version that it replaces, "none" for a file that has vanished

#define _POSIX_C_SOURCE 200809L

#include "programs/edit/edit_server.h"

#include "programs/cli/command.h"

#ifdef PLOY_CIVETWEB

#include <civetweb.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/json.h"
#include "programs/serve/loopback.h"
#include "programs/cli/memory.h"
#include "programs/cli/system.h"
#include "programs/edit/edit_files.h"
#include "programs/edit/edit_game.h"
#include "programs/edit/edit_page.h"

typedef struct edit_server
{
    loopback loopback;
    const char* path;
    const char* game;     // NULL: none
    pthread_mutex_t lock; // of writing
} edit_server;

static int send_page(struct mg_connection* connection)
{
    return loopback_answer(connection, 200, "text/html; charset=utf-8", "", editor_page,
                           (unsigned long)editor_page_bytes);
}

static int send_stream(struct mg_connection* connection, FILE* stream)
{
    long count = ftell(stream);
    char* text = have_memory(malloc((size_t)count + 1));
    rewind(stream);
    count = (long)fread(text, 1, (size_t)count, stream);
    int status = loopback_answer(connection, 200, "application/json", "", text, (unsigned long)count);
    free(text);
    return status;
}

static int send_files(edit_server* s, struct mg_connection* connection)
{
    FILE* stream = system_temporary();
    if (!stream) return loopback_refuse(connection, 507, "there is no room for the answer");
    edit_files* files = have_memory(malloc(sizeof *files));
    edit_files_find(files, s->path);
    json j = json_begin(stream);
    json_array(&j, "files");
    for (uint32_t i = 0; i < files->count; i++) {
        json_object(&j, NULL);
        json_text(&j, "name", files->items[i].name);
        json_text(&j, "version", files->items[i].version);
        json_flag(&j, "writable", files->items[i].is_writable);
        json_close(&j);
    }
    json_close(&j);
    json_end(&j);
    free(files);
    int status = send_stream(connection, stream);
    fclose(stream);
    return status;
}

// The file that the query names; false: it is none that this server has.
static bool find_file(edit_server* s, const struct mg_request_info* request, edit_file* found)
{
    char name[EDIT_MAX_NAME];
    const char* query = request->query_string ? request->query_string : "";
    int length = mg_get_var(query, strlen(query), "name", name, sizeof name);
    if (length < 1 || strlen(name) != (size_t)length) return false;
    edit_files* files = have_memory(malloc(sizeof *files));
    edit_files_find(files, s->path);
    const edit_file* file = edit_files_get(files, name);
    if (file) *found = *file;
    free(files);
    return file;
}

static int send_file(edit_server* s, struct mg_connection* connection, const edit_file* file)
{
    size_t count;
    char tag[64];
    unsigned char* bytes = edit_read(s->path, file->name, &count);
    if (!bytes) return loopback_refuse(connection, 404, strerror(errno));
    snprintf(tag, sizeof tag, "ETag: \"%s\"\r\n", file->version);
    int status = loopback_answer(connection, 200, "application/octet-stream", tag, bytes, (unsigned long)count);
    free(bytes);
    return status;
}

// "none" is "". False: it is no version.
static bool read_version(const struct mg_connection* connection, char version[17])
{
    const char* text = mg_get_header(connection, "If-Match");
    version[0] = '\0';
    if (!text) return false;
    if (strcmp(text, "\"none\"") == 0) return true;
    if (strlen(text) != 18 || text[0] != '"' || text[17] != '"') return false;
    memcpy(version, text + 1, 16);
    version[16] = '\0';
    return true;
}

// The whole body, to be freed; NULL: it was cut.
static char* read_body(struct mg_connection* connection, size_t count)
{
    char* bytes = have_memory(malloc(count + 1));
    size_t got = 0;
    for (int part; got < count && (part = mg_read(connection, bytes + got, count - got)) > 0;) got += (size_t)part;
    if (got == count) return bytes;
    free(bytes);
    return NULL;
}

static int report_failure(struct mg_connection* connection, const char* name, int reason)
{
    char text[512];
    snprintf(text, sizeof text, "%s cannot be written: %s; what was there is still there", name, strerror(reason));
    return loopback_refuse(connection, 507, text);
}

static int answer_with_game(const edit_server* s, struct mg_connection* connection, const char* version)
{
    char text[2048];
    edit_load_into_game(s->game, s->path, text, sizeof text);
    FILE* stream = system_temporary();
    if (!stream) return loopback_refuse(connection, 507, "saved, but there is no room for the answer");
    json j = json_begin(stream);
    json_text(&j, "version", version);
    json_text(&j, "game", text);
    json_end(&j);
    int status = send_stream(connection, stream);
    fclose(stream);
    return status;
}

static int write_body(edit_server* s, struct mg_connection* connection, const edit_file* file, const char* bytes,
                      size_t count, char version[17])
{
    char answer[64];
    pthread_mutex_lock(&s->lock);
    edit_result result = edit_write(s->path, file->name, bytes, count, version);
    int reason = errno;
    pthread_mutex_unlock(&s->lock);
    switch (result) {
        case EDIT_CHANGED: return loopback_refuse(connection, 409, "the file has changed on the disk");
        case EDIT_VANISHED: return loopback_refuse(connection, 404, "the file is gone from the disk");
        case EDIT_FAILED: return report_failure(connection, file->name, reason);
        case EDIT_DONE: break;
    }
    if (s->game) return answer_with_game(s, connection, version);
    int length = snprintf(answer, sizeof answer, "{\"version\": \"%s\"}\n", version);
    return loopback_answer(connection, 200, "application/json", "", answer, (unsigned long)length);
}

static int take_file(edit_server* s, struct mg_connection* connection, const edit_file* file)
{
    const struct mg_request_info* request = mg_get_request_info(connection);
    char version[17];
    if (!file->is_writable)
        return loopback_refuse(connection, 403, "only the file and those it includes from its folder are written");
    if (!read_version(connection, version)) return loopback_refuse(connection, 428, "If-Match has no version");
    if (request->content_length < 0) return loopback_refuse(connection, 411, "how long is it?");
    if (request->content_length > EDIT_MAX_BYTES) return loopback_refuse(connection, 413, "larger than 16 MB");
    size_t count = (size_t)request->content_length;
    char* bytes = read_body(connection, count);
    if (!bytes) return loopback_refuse(connection, 400, "the content was cut");
    int status = write_body(s, connection, file, bytes, count, version);
    free(bytes);
    return status;
}

static int answer_request(struct mg_connection* connection, void* user)
{
    edit_server* s = user;
    const struct mg_request_info* request = mg_get_request_info(connection);
    const char* path = loopback_path(&s->loopback, connection);
    bool gets = strcmp(request->request_method, "GET") == 0, writes = strcmp(request->request_method, "PUT") == 0;
    edit_file file;
    if (!loopback_is_from_here(&s->loopback, connection, !gets))
        return loopback_refuse(connection, 403, "only for pages of this server");
    if (!path) return loopback_refuse(connection, 404, "Not Found");
    bool is_file = strcmp(path, "file") == 0;
    if (!is_file && path[0] && strcmp(path, "files") != 0) return loopback_refuse(connection, 404, "Not Found");
    if (!gets && !(is_file && writes)) return loopback_refuse(connection, 405, "Method Not Allowed");
    if (!path[0]) return send_page(connection);
    if (!is_file) return send_files(s, connection);
    if (!find_file(s, request, &file)) return loopback_refuse(connection, 404, "no such file here");
    return gets ? send_file(s, connection, &file) : take_file(s, connection, &file);
}

int edit_serve(const edit_serve_def* def)
{
    static edit_server s;
    s.path = def->path;
    s.game = def->game;
    pthread_mutex_init(&s.lock, NULL);
    int answer = ANSWER_DONE;
    if (loopback_start(&s.loopback, def->port, answer_request, &s)) {
        char address[128];
        snprintf(address, sizeof address, "http://%s/%s/", s.loopback.hosts[0], s.loopback.token);
        printf("%s\n", address);
        fflush(stdout);
        if (def->opens_browser) system_open_page(address);
        loopback_wait(NULL, NULL, 100000000);
    } else {
        answer = complain("edit", "cannot serve on 127.0.0.1 port %u", (unsigned)def->port);
    }
    loopback_stop(&s.loopback);
    pthread_mutex_destroy(&s.lock);
    return answer;
}

#else

int edit_serve(const edit_serve_def* def)
{
    return complain("edit", "%s: this program was built without its server: install libcivetweb-dev and build again; "
                            "ploy edit --out PAGE works without", def->path);
}

#endif
