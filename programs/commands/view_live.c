// `ploy view --live`: serves the page on 127.0.0.1 only, under an address with a secret token, and a websocket that sends
// the recording as it grows.
//
// The server's threads handle requests and keep the list of clients. The thread of the command reads the file and sends
// it. A client that does not read in time is disconnected.

#define _POSIX_C_SOURCE 200809L

#include "programs/commands/view.h"

#ifdef PLOY_CIVETWEB

#include <civetweb.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/clock.h"
#include "programs/cli/system.h"
#include "programs/commands/followed_file.h"
#include "programs/commands/view_futures.h"
#include "programs/commands/view_hand.h"
#include "programs/serve/loopback.h"

enum
{
    MAX_CLIENTS = 60,
    POLL_NS = 100000000,
    MESSAGE_BYTES = 1 << 20,
};

typedef struct live_client
{
    struct mg_connection* connection; // NULL: free
    size_t sent;
    bool is_closing;
} live_client;

typedef struct server
{
    loopback l;
    followed_file file;
    view_hand* hand; // of --attach, or NULL
    view_futures* futures;
    struct mg_connection* requester; // of the future that is played; NULL: it has left
    char* page;
    size_t page_bytes;
    pthread_mutex_t lock; // of clients
    live_client clients[MAX_CLIENTS];
    bool has_warned; // that the file is too large
} server;

static void send_page(void* user, const char* page, size_t bytes)
{
    loopback_answer(user, 200, "text/html; charset=utf-8", "", page, (unsigned long)bytes);
}

static int answer_request(struct mg_connection* connection, void* user)
{
    const server* s = user;
    const char* path = loopback_path(&s->l, connection);
    if (!loopback_is_from_here(&s->l, connection, false)) return loopback_refuse(connection, 403, "Forbidden");
    if (path && strcmp(path, "futures") == 0 && view_futures_page(s->futures, send_page, connection)) return 200;
    if (!path || *path) return loopback_refuse(connection, 404, "Not Found");
    if (strcmp(mg_get_request_info(connection)->request_method, "GET") != 0)
        return loopback_refuse(connection, 405, "Method Not Allowed");
    send_page(connection, s->page, s->page_bytes);
    return 200;
}

// Clients.

// The library only closes the connection; this sends the reason first.
static int reject(const struct mg_connection* connection, void* user)
{
    (void)user;
    loopback_refuse((struct mg_connection*)connection, 403, "Forbidden");
    return 1;
}

static int accept_client(const struct mg_connection* connection, void* user)
{
    return loopback_is_from_here(&((const server*)user)->l, connection, true) ? 0 : reject(connection, user);
}

static void add_client(struct mg_connection* connection, void* user)
{
    server* s = user;
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < MAX_CLIENTS; i++) {
        if (s->clients[i].connection) continue;
        s->clients[i] = (live_client){.connection = connection};
        break;
    }
    pthread_mutex_unlock(&s->lock);
}

// Clients send nothing but the request to close.
static int on_client_data(struct mg_connection* connection, int bits, char* data, size_t count, void* user)
{
    (void)connection, (void)data, (void)count, (void)user;
    return (bits & 0xf) != MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE;
}

static void remove_client(const struct mg_connection* connection, void* user)
{
    server* s = user;
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < MAX_CLIENTS; i++)
        if (s->clients[i].connection == connection) s->clients[i] = (live_client){0};
    pthread_mutex_unlock(&s->lock);
}

// Pages with a debugger.

static void add_page(struct mg_connection* connection, void* user)
{
    view_hand_add(((server*)user)->hand, connection);
}

static int take_command(struct mg_connection* connection, int bits, char* data, size_t count, void* user)
{
    (void)connection;
    int operation = bits & 0xf;
    if (operation == MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE) return 0;
    bool is_text = operation == MG_WEBSOCKET_OPCODE_TEXT || operation == MG_WEBSOCKET_OPCODE_CONTINUATION;
    return !is_text || view_hand_take(((server*)user)->hand, data, (unsigned long)count);
}

static void remove_page(const struct mg_connection* connection, void* user)
{
    view_hand_remove(((server*)user)->hand, connection);
}

// Pages that ask what would have happened: one at a time.

static void add_requester(struct mg_connection* connection, void* user)
{
    (void)connection, (void)user;
}

static int take_question(struct mg_connection* connection, int bits, char* data, size_t count, void* user)
{
    server* s = user;
    int operation = bits & 0xf;
    if (operation == MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE) return 0;
    bool is_text = operation == MG_WEBSOCKET_OPCODE_TEXT || operation == MG_WEBSOCKET_OPCODE_CONTINUATION;
    if (!is_text) return 1;
    pthread_mutex_lock(&s->lock);
    bool is_mine = !s->requester || s->requester == connection;
    if (is_mine) s->requester = connection;
    pthread_mutex_unlock(&s->lock);
    return is_mine && view_futures_take(s->futures, data, count);
}

static void remove_requester(const struct mg_connection* connection, void* user)
{
    server* s = user;
    pthread_mutex_lock(&s->lock);
    if (s->requester == connection) s->requester = NULL;
    pthread_mutex_unlock(&s->lock);
}

static void answer_question(server* s)
{
    char* answer = view_futures_work(s->futures);
    if (!answer) return;
    pthread_mutex_lock(&s->lock);
    if (s->requester) mg_websocket_write(s->requester, MG_WEBSOCKET_OPCODE_TEXT, answer, strlen(answer));
    s->requester = NULL;
    pthread_mutex_unlock(&s->lock);
    free(answer);
}

static void send_on(const server* s, live_client* c)
{
    while (!c->is_closing && c->sent < s->file.count) {
        size_t count = s->file.count - c->sent;
        if (count > MESSAGE_BYTES) count = MESSAGE_BYTES;
        const char* bytes = (const char*)s->file.bytes + c->sent;
        int wrote = mg_websocket_write(c->connection, MG_WEBSOCKET_OPCODE_BINARY, bytes, count);
        if (wrote <= 0) c->is_closing = true;
        c->sent += count;
    }
}

static void send_all(server* s, bool restarted)
{
    static const char message[] = "restarted";
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < MAX_CLIENTS; i++) {
        live_client* c = &s->clients[i];
        if (!c->connection) continue;
        if (restarted && c->sent > 0) {
            mg_websocket_write(c->connection, MG_WEBSOCKET_OPCODE_TEXT, message, sizeof message - 1);
            c->sent = 0;
        }
        send_on(s, c);
    }
    pthread_mutex_unlock(&s->lock);
}

// Serving.

static bool make_page(server* s)
{
    FILE* file = system_temporary();
    if (!file) return false;
    long bytes = view_write_page(file, NULL, 0) ? ftell(file) : -1;
    s->page = bytes > 0 ? malloc((size_t)bytes) : NULL;
    rewind(file);
    s->page_bytes = s->page ? fread(s->page, 1, (size_t)bytes, file) : 0;
    fclose(file);
    return s->page && s->page_bytes == (size_t)bytes;
}

static bool start(server* s, uint32_t port)
{
    if (!loopback_start(&s->l, port, answer_request, s)) return false;
    char path[2 * LOOPBACK_TOKEN_BYTES + 16];
    snprintf(path, sizeof path, "/%s/follow$", s->l.token);
    mg_set_websocket_handler(s->l.context, path, accept_client, add_client, on_client_data, remove_client, s);
    snprintf(path, sizeof path, "/%s/debug$", s->l.token);
    if (s->hand) mg_set_websocket_handler(s->l.context, path, accept_client, add_page, take_command, remove_page, s);
    snprintf(path, sizeof path, "/%s/replay$", s->l.token);
    mg_set_websocket_handler(s->l.context, path, accept_client, add_requester, take_question, remove_requester, s);
    mg_set_websocket_handler(s->l.context, "**", reject, NULL, NULL, NULL, s);
    return true;
}

static void pass_on(void* user)
{
    server* s = user;
    file_change change = followed_file_read(&s->file);
    if (s->file.is_too_large && !s->has_warned) {
        complain("view", "%s: larger than 2048 MB, the limit for a file; only its beginning is served", s->file.path);
        s->has_warned = true;
    }
    send_all(s, change == FILE_RESTARTED);
    answer_question(s);
    double until = wall_ns() + POLL_NS;
    while (s->hand && wall_ns() < until) view_hand_pass(s->hand, (until - wall_ns()) / 1e9);
}

int view_live(const char* path, uint32_t port, const char* attach)
{
    static server s;
    s.file.path = path;
    if (attach && !(s.hand = view_hand_open(attach))) return ANSWER_BAD;
    if (!make_page(&s)) return complain("view", "cannot prepare the page");
    pthread_mutex_init(&s.lock, NULL);
    s.futures = view_futures_open(path);
    int answer = ANSWER_DONE;
    if (start(&s, port)) {
        if (system_kind_of(path) == SYSTEM_NOTHING)
            fprintf(stderr, "ploy view: %s does not exist yet; waiting for it\n", path);
        printf("http://%s/%s/%s\n", s.l.hosts[0], s.l.token, s.hand ? "?debug" : "");
        fflush(stdout);
        loopback_wait(pass_on, &s, s.hand ? POLL_NS / 20 : POLL_NS);
    } else {
        answer = complain("view", "cannot serve on 127.0.0.1 port %u", port);
    }
    loopback_stop(&s.l);
    pthread_mutex_destroy(&s.lock);
    followed_file_close(&s.file);
    view_hand_close(s.hand);
    view_futures_close(s.futures);
    free(s.page);
    return answer;
}

#else

int view_live(const char* path, uint32_t port, const char* attach)
{
    (void)port, (void)attach;
    return complain("view", "%s: this program was built without --live: install libcivetweb-dev and build again", path);
}

#endif
