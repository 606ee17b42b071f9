// A connection has a thread of the server from its first byte to its end, and one that sends no request has it until the
// timeout. So there are many threads, and the timeout is short: all requests come from this machine.

#define _POSIX_C_SOURCE 200809L

#ifdef PLOY_CIVETWEB

#include "programs/serve/loopback.h"

#include <civetweb.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "programs/cli/system.h"

static volatile sig_atomic_t is_stopped;

static void stop(int number)
{
    (void)number;
    is_stopped = 1;
}

static bool make_token(loopback* l)
{
    unsigned char bytes[LOOPBACK_TOKEN_BYTES];
    bool whole = system_random(bytes, sizeof bytes);
    for (int i = 0; i < LOOPBACK_TOKEN_BYTES; i++) snprintf(l->token + 2 * i, 3, "%02x", bytes[i]);
    return whole;
}

static int ignore_log(const struct mg_connection* connection, const char* message)
{
    (void)connection, (void)message;
    return 1;
}

bool loopback_start(loopback* l, uint32_t port, int (*answer)(struct mg_connection*, void*), void* user)
{
    char ports[32];
    snprintf(ports, sizeof ports, "127.0.0.1:%u", (unsigned)port);
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
    struct mg_server_port bound[1];
    *l = (loopback){0};
    mg_init_library(0);
    if (!make_token(l)) return false;
    l->context = mg_start(&callbacks, user, options);
    if (!l->context || mg_get_server_ports(l->context, 1, bound) != 1) return false;
    snprintf(l->hosts[0], sizeof l->hosts[0], "127.0.0.1:%d", bound[0].port);
    snprintf(l->hosts[1], sizeof l->hosts[1], "localhost:%d", bound[0].port);
    mg_set_request_handler(l->context, "**", answer, user);
    return true;
}

void loopback_wait(void (*poll)(void* user), void* user, long pause_ns)
{
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
#if defined(SIGPIPE)
    signal(SIGPIPE, SIG_IGN);
#endif
    while (!is_stopped) {
        if (poll) poll(user);
        nanosleep(&(struct timespec){.tv_nsec = pause_ns}, NULL);
    }
}

void loopback_stop(loopback* l)
{
    if (l->context) mg_stop(l->context);
    l->context = NULL;
    mg_exit_library();
}

// A foreign page can reach this server under another host name (DNS rebinding); Host then has that name.
bool loopback_is_from_here(const loopback* l, const struct mg_connection* connection, bool needs_origin)
{
    const char* host = mg_get_header(connection, "Host");
    const char* origin = mg_get_header(connection, "Origin");
    const char* scheme = "http://";
    for (int i = 0; i < 2; i++) {
        if (!host || strcmp(host, l->hosts[i]) != 0) continue;
        if (!origin) return !needs_origin;
        return strncmp(origin, scheme, strlen(scheme)) == 0 && strcmp(origin + strlen(scheme), host) == 0;
    }
    return false;
}

const char* loopback_path(const loopback* l, const struct mg_connection* connection)
{
    const char* path = mg_get_request_info(connection)->local_uri;
    size_t count = strlen(l->token);
    if (!path || path[0] != '/' || strncmp(path + 1, l->token, count) != 0 || path[1 + count] != '/') return NULL;
    return path + count + 2;
}

static const char* reason(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 409:
        return "Conflict";
    case 411:
        return "Length Required";
    case 413:
        return "Content Too Large";
    case 428:
        return "Precondition Required";
    case 507:
        return "Insufficient Storage";
    default:
        return "Bad Request";
    }
}

int loopback_answer(struct mg_connection* connection, int status, const char* type, const char* extra,
                    const void* bytes, unsigned long count)
{
    mg_printf(connection,
              "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %lu\r\n%s"
              "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
              "Connection: close\r\n\r\n",
              status, reason(status), type, count, extra);
    mg_write(connection, bytes, count);
    return status;
}

int loopback_refuse(struct mg_connection* connection, int status, const char* text)
{
    return loopback_answer(connection, status, "text/plain; charset=utf-8", "", text, (unsigned long)strlen(text));
}

#else

typedef int loopback_is_not_built;

#endif
