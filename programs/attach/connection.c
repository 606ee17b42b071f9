#define _POSIX_C_SOURCE 200809L

#include "programs/attach/connection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/clock.h"
#include "programs/cli/memory.h"

#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <winsock2.h>
#include <ws2tcpip.h>
#define NO_SIGNAL 0

typedef SOCKET system_socket;
typedef int system_size;

static bool begin(void)
{
    WSADATA data;
    return WSAStartup(MAKEWORD(2, 2), &data) == 0;
}

static void close_socket(int64_t socket)
{
    closesocket((SOCKET)socket);
}

static bool has_input(int64_t socket, double seconds)
{
    WSAPOLLFD poll = {.fd = (SOCKET)socket, .events = POLLIN};
    return WSAPoll(&poll, 1, (int)(seconds * 1000)) > 0;
}

#else

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#if defined(MSG_NOSIGNAL)
#define NO_SIGNAL MSG_NOSIGNAL
#else
#define NO_SIGNAL 0
#endif

typedef int system_socket;
typedef size_t system_size;

static bool begin(void)
{
    return true;
}

static void close_socket(int64_t socket)
{
    close((int)socket);
}

static bool has_input(int64_t socket, double seconds)
{
    struct pollfd poll_one = {.fd = (int)socket, .events = POLLIN};
    return poll(&poll_one, 1, (int)(seconds * 1000)) > 0;
}

#endif

static bool send_all(const connection* c, const char* bytes, size_t count)
{
    while (count > 0) {
        size_t part = count < 1 << 20 ? count : 1 << 20;
        int64_t sent = send((system_socket)c->socket, bytes, (system_size)part, NO_SIGNAL);
        if (sent <= 0) return false;
        bytes += sent;
        count -= (size_t)sent;
    }
    return true;
}

bool connection_send(connection* c, const char* line, size_t bytes)
{
    return c->socket >= 0 && send_all(c, line, bytes) && send_all(c, "\n", 1);
}

static bool receive(connection* c)
{
    if (c->room - c->count < 65536) {
        c->room = 2 * c->room + 65536;
        c->in = have_memory(realloc(c->in, c->room));
    }
    int64_t count = recv((system_socket)c->socket, c->in + c->count, 65535, 0);
    if (count <= 0) return false;
    c->count += (size_t)count;
    return true;
}

static bool take_line(connection* c, const char** line)
{
    char* end = c->count > 0 ? memchr(c->in, '\n', c->count) : NULL;
    if (!end) return false;
    *end = '\0';
    *line = c->in;
    c->taken = (size_t)(end - c->in) + 1;
    return true;
}

connection_answer connection_read(connection* c, double seconds, const char** line)
{
    if (c->taken > 0) {
        memmove(c->in, c->in + c->taken, c->count - c->taken);
        c->count -= c->taken;
        c->taken = 0;
    }
    for (double until = wall_ns() + 1e9 * seconds; !take_line(c, line);) {
        double left = (until - wall_ns()) / 1e9;
        if (c->socket < 0) return CONNECTION_GONE;
        if (!has_input(c->socket, left > 0 ? left : 0)) return CONNECTION_NOTHING;
        if (!receive(c)) return CONNECTION_GONE;
    }
    return CONNECTION_LINE;
}

// "127.0.0.1:40123/TOKEN", also with http:// before it and a slash behind it.
static bool parse_address(const char* text, uint16_t* port, char token[64])
{
    unsigned number;
    int used = 0;
    if (strncmp(text, "http://", 7) == 0) text += 7;
    if (sscanf(text, "127.0.0.1:%5u/%63[0-9a-f]%n", &number, token, &used) != 2 || number > 65535) return false;
    *port = (uint16_t)number;
    return text[used] == '\0' || strcmp(text + used, "/") == 0;
}

const char* connection_open(connection* c, const char* address)
{
    static char wrong[256];
    char token[64], hello[80];
    uint16_t port;
    *c = (connection){.socket = -1};
    if (!parse_address(address, &port, token)) return "the address is 127.0.0.1:PORT/TOKEN, as the game prints it";
    if (!begin()) return "the system has no sockets";
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    c->socket = (int64_t)socket(AF_INET, SOCK_STREAM, 0);
    if (c->socket < 0) return "no socket is available";
    const char* line = "";
    int length = snprintf(hello, sizeof hello, "attach %s", token);
    bool is_there = connect((system_socket)c->socket, (const struct sockaddr*)&to, sizeof to) == 0;
    if (!is_there) {
        connection_close(c);
        return "no game listens there";
    }
    bool is_answered = connection_send(c, hello, (size_t)length) && connection_read(c, 10, &line) == CONNECTION_LINE;
    if (is_answered && strncmp(line, "{\"ok\": true", 11) == 0) return NULL;
    const char* error = strstr(line, "\"error\": \"");
    snprintf(wrong, sizeof wrong, "%s", error ? error + strlen("\"error\": \"") : "the game does not answer");
    wrong[strcspn(wrong, "\"")] = '\0';
    connection_close(c);
    return wrong;
}

void connection_close(connection* c)
{
    if (c->socket >= 0) close_socket(c->socket);
    free(c->in);
    *c = (connection){.socket = -1};
}
