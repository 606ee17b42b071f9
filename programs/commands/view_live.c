// `ploy view --live`: serves the page on 127.0.0.1 only, under an address with a secret token, and a websocket that sends
// the recording as it grows.
//
// The server's threads handle requests and keep the list of clients. The thread of the command reads the file and sends
// it. A client that does not read in time is disconnected.
//
// A connection has a thread of the server from its first byte to its end, and one that sends no request has it until the
// timeout. So there are many more threads than clients, and the timeout is short: all requests come from this machine.

#define _POSIX_C_SOURCE 200809L

#include "programs/commands/view.h"

#ifdef PLOY_CIVETWEB

#include <civetweb.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "programs/cli/clock.h"
#include "programs/cli/system.h"
#include "programs/commands/followed_file.h"
#include "programs/commands/view_futures.h"
#include "programs/commands/view_hand.h"

enum
{
    MAX_CLIENTS = 60,
    TOKEN_BYTES = 16,
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
    struct mg_context* context;
    followed_file file;
    view_hand* hand; // of --attach, or NULL
    view_futures* futures;
    struct mg_connection* requester; // of the future that is played; NULL: it has left
    char token[2 * TOKEN_BYTES + 1];
    char hosts[2][32];
    char* page;
    size_t page_bytes;
    pthread_mutex_t lock; // of clients
    live_client clients[MAX_CLIENTS];
} server;

static volatile sig_atomic_t is_stopped;

static void stop(int number)
{
    (void)number;
    is_stopped = 1;
}

static bool make_token(server* s)
{
    unsigned char bytes[TOKEN_BYTES];
    bool whole = system_random(bytes, sizeof bytes);
    for (int i = 0; i < TOKEN_BYTES; i++) snprintf(s->token + 2 * i, 3, "%02x", bytes[i]);
    return whole;
}

// A foreign page can reach this server under another host name (DNS rebinding); Host then has that name.
static bool is_from_here(const server* s, const struct mg_connection* connection, bool needs_origin)
{
    const char* host = mg_get_header(connection, "Host");
    const char* origin = mg_get_header(connection, "Origin");
    const char* scheme = "http://";
    for (int i = 0; i < 2; i++) {
        if (!host || strcmp(host, s->hosts[i]) != 0) continue;
        if (!origin) return !needs_origin;
        return strncmp(origin, scheme, strlen(scheme)) == 0 && strcmp(origin + strlen(scheme), host) == 0;
    }
    return false;
}

static int refuse(struct mg_connection* connection, int status, const char* text)
{
    mg_printf(connection,
              "HTTP/1.1 %d %s\r\nContent-Type: text/plain\r\nContent-Length: %lu\r\nConnection: close\r\n\r\n%s",
              status, text, (unsigned long)strlen(text), text);
    return status;
}

static void send_page(void* user, const char* page, size_t bytes)
{
    mg_printf(user,
              "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %lu\r\n"
              "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
              "Connection: close\r\n\r\n",
              (unsigned long)bytes);
    mg_write(user, page, bytes);
}

static bool is_futures(const server* s, const char* path)
{
    char wanted[2 * TOKEN_BYTES + 16];
    snprintf(wanted, sizeof wanted, "/%s/futures", s->token);
    return path && strcmp(path, wanted) == 0;
}

static int answer_request(struct mg_connection* connection, void* user)
{
    const server* s = user;
    const struct mg_request_info* request = mg_get_request_info(connection);
    char path[2 * TOKEN_BYTES + 3];
    snprintf(path, sizeof path, "/%s/", s->token);
    if (!is_from_here(s, connection, false)) return refuse(connection, 403, "Forbidden");
    if (is_futures(s, request->local_uri) && view_futures_page(s->futures, send_page, connection)) return 200;
    if (!request->local_uri || strcmp(request->local_uri, path) != 0) return refuse(connection, 404, "Not Found");
    if (strcmp(request->request_method, "GET") != 0) return refuse(connection, 405, "Method Not Allowed");
    send_page(connection, s->page, s->page_bytes);
    return 200;
}

// Clients.

// The library only closes the connection; this sends the reason first.
static int reject(const struct mg_connection* connection, void* user)
{
    (void)user;
    refuse((struct mg_connection*)connection, 403, "Forbidden");
    return 1;
}

static int accept_client(const struct mg_connection* connection, void* user)
{
    return is_from_here(user, connection, true) ? 0 : reject(connection, user);
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

static int ignore_log(const struct mg_connection* connection, const char* message)
{
    (void)connection, (void)message;
    return 1;
}

static bool start(server* s, uint32_t port)
{
    char ports[32];
    snprintf(ports, sizeof ports, "127.0.0.1:%u", port);
    const char* options[] = {"listening_ports",
                             ports,
                             "num_threads",
                             "256",
                             "request_timeout_ms",
                             "2000",
                             "websocket_timeout_ms",
                             "3600000",
                             "enable_directory_listing",
                             "no",
                             NULL};
    struct mg_callbacks callbacks = {.log_message = ignore_log};
    s->context = mg_start(&callbacks, s, options);
    if (!s->context) return false;
    struct mg_server_port bound[1];
    if (mg_get_server_ports(s->context, 1, bound) != 1) return false;
    snprintf(s->hosts[0], sizeof s->hosts[0], "127.0.0.1:%d", bound[0].port);
    snprintf(s->hosts[1], sizeof s->hosts[1], "localhost:%d", bound[0].port);
    char path[2 * TOKEN_BYTES + 16];
    snprintf(path, sizeof path, "/%s/follow$", s->token);
    mg_set_websocket_handler(s->context, path, accept_client, add_client, on_client_data, remove_client, s);
    snprintf(path, sizeof path, "/%s/debug$", s->token);
    if (s->hand) mg_set_websocket_handler(s->context, path, accept_client, add_page, take_command, remove_page, s);
    snprintf(path, sizeof path, "/%s/replay$", s->token);
    mg_set_websocket_handler(s->context, path, accept_client, add_requester, take_question, remove_requester, s);
    mg_set_websocket_handler(s->context, "**", reject, NULL, NULL, NULL, s);
    mg_set_request_handler(s->context, "**", answer_request, s);
    return true;
}

static void serve(server* s)
{
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
#if defined(SIGPIPE)
    signal(SIGPIPE, SIG_IGN);
#endif
    for (bool has_warned = false; !is_stopped;) {
        file_change change = followed_file_read(&s->file);
        if (s->file.is_too_large && !has_warned) {
            complain("view", "%s: larger than 2048 MB, the limit for a file; only its beginning is served",
                     s->file.path);
            has_warned = true;
        }
        send_all(s, change == FILE_RESTARTED);
        answer_question(s);
        double until = wall_ns() + POLL_NS;
        while (s->hand && !is_stopped && wall_ns() < until) view_hand_pass(s->hand, (until - wall_ns()) / 1e9);
        nanosleep(&(struct timespec){.tv_nsec = s->hand ? POLL_NS / 20 : POLL_NS}, NULL);
    }
}

int view_live(const char* path, uint32_t port, const char* attach)
{
    static server s;
    s.file.path = path;
    if (attach && !(s.hand = view_hand_open(attach))) return ANSWER_BAD;
    if (!make_token(&s) || !make_page(&s)) return complain("view", "cannot prepare the page");
    pthread_mutex_init(&s.lock, NULL);
    s.futures = view_futures_open(path);
    mg_init_library(0);
    int answer = ANSWER_DONE;
    if (start(&s, port)) {
        if (system_kind_of(path) == SYSTEM_NOTHING)
            fprintf(stderr, "ploy view: %s does not exist yet; waiting for it\n", path);
        printf("http://%s/%s/%s\n", s.hosts[0], s.token, s.hand ? "?debug" : "");
        fflush(stdout);
        serve(&s);
    } else {
        answer = complain("view", "cannot serve on 127.0.0.1 port %u", port);
    }
    if (s.context) mg_stop(s.context);
    mg_exit_library();
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
