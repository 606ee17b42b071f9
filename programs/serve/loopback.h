// What the servers of the program share: they answer this machine only, under an address with a secret token, and no
// page of another site.

#ifndef SERVE_LOOPBACK_H
#define SERVE_LOOPBACK_H

#include <stdbool.h>
#include <stdint.h>

struct mg_connection;
struct mg_context;

enum
{
    LOOPBACK_TOKEN_BYTES = 16
};

typedef struct loopback
{
    struct mg_context* context;
    char token[2 * LOOPBACK_TOKEN_BYTES + 1];
    char hosts[2][32]; // "127.0.0.1:8080", "localhost:8080"
} loopback;

/// Serves on 127.0.0.1; port 0: a free one. Every request goes to `answer` with `user`. False: it cannot.
bool loopback_start(loopback* l, uint32_t port, int (*answer)(struct mg_connection*, void*), void* user);
/// Waits until the program is interrupted, calling `poll` (may be NULL) again and again, with pauses.
void loopback_wait(void (*poll)(void* user), void* user, long pause_ns);
/// Joins the threads of the server.
void loopback_stop(loopback* l);

/// The request names this host, and the page that sent it, if any, is of this server. needs_origin: it must name it.
bool loopback_is_from_here(const loopback* l, const struct mg_connection* connection, bool needs_origin);
/// What follows the token in the path: "" for "/TOKEN/", "files" for "/TOKEN/files". NULL: another path.
const char* loopback_path(const loopback* l, const struct mg_connection* connection);
/// Sends a whole answer; extra is headers, each with its line end, or "". Returns the status.
int loopback_answer(struct mg_connection* connection, int status, const char* type, const char* extra,
                    const void* bytes, unsigned long count);
/// The same with a line of text.
int loopback_refuse(struct mg_connection* connection, int status, const char* text);

#endif
