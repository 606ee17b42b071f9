#if !defined(_POSIX_C_SOURCE) && !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#if defined(_WIN32) && !defined(_CRT_RAND_S)
#define _CRT_RAND_S
#endif

#include "io/attach/socket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__wasi__) || defined(__wasm__)

const char* pl_socket_listen(uint16_t* port, pl_socket* listener)
{
    *port = 0;
    *listener = (pl_socket){0};
    return "this system has no sockets";
}

pl_socket pl_socket_accept(pl_socket listener)
{
    (void)listener;
    return (pl_socket){0};
}

int64_t pl_socket_receive(pl_socket socket, void* bytes, size_t room)
{
    (void)socket, (void)bytes, (void)room;
    return PL_SOCKET_CLOSED;
}

int64_t pl_socket_send(pl_socket socket, const void* bytes, size_t count)
{
    (void)socket, (void)bytes, (void)count;
    return PL_SOCKET_CLOSED;
}

void pl_socket_close(pl_socket* socket)
{
    *socket = (pl_socket){0};
}

bool pl_random_bytes(void* bytes, size_t count)
{
    (void)bytes, (void)count;
    return false;
}

#else

#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <winsock2.h>
#include <ws2tcpip.h>

typedef SOCKET system_socket;
typedef int system_size; // of one send or receive
#define NO_SOCKET INVALID_SOCKET
#define SEND_FLAGS 0

static bool begin(void)
{
    WSADATA data;
    return WSAStartup(MAKEWORD(2, 2), &data) == 0; // Windows counts; it ends with the process
}

static bool make_nonblocking(system_socket socket)
{
    u_long is_on = 1;
    return ioctlsocket(socket, FIONBIO, &is_on) == 0;
}

static bool must_wait(void)
{
    return WSAGetLastError() == WSAEWOULDBLOCK;
}

static void close_socket(system_socket socket)
{
    closesocket(socket);
}

bool pl_random_bytes(void* bytes, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        unsigned number;
        if (rand_s(&number) != 0) return false;
        ((unsigned char*)bytes)[i] = (unsigned char)(number >> 8);
    }
    return true;
}

#else

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

typedef int system_socket;
typedef size_t system_size;
#define NO_SOCKET (-1)
#if defined(MSG_NOSIGNAL)
#define SEND_FLAGS MSG_NOSIGNAL
#else
#define SEND_FLAGS 0
#endif

static bool begin(void)
{
    return true;
}

// Programs that the game starts do not get it.
static bool make_nonblocking(system_socket socket)
{
#if defined(SO_NOSIGPIPE)
    int is_on = 1;
    setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &is_on, sizeof is_on);
#endif
    int flags = fcntl(socket, F_GETFL);
    return flags >= 0 && fcntl(socket, F_SETFL, flags | O_NONBLOCK) == 0 && fcntl(socket, F_SETFD, FD_CLOEXEC) == 0;
}

static bool must_wait(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

static void close_socket(system_socket socket)
{
    close(socket);
}

bool pl_random_bytes(void* bytes, size_t count)
{
    FILE* random = fopen("/dev/urandom", "rb");
    bool is_whole = random && fread(bytes, 1, count, random) == count;
    if (random) fclose(random);
    return is_whole;
}

#endif

enum
{
    MAX_AT_ONCE = 1 << 30,
};

static system_size at_once(size_t count)
{
    return (system_size)(count < MAX_AT_ONCE ? count : MAX_AT_ONCE);
}

static system_socket handle_of(pl_socket socket)
{
    return (system_socket)(socket.handle1 - 1);
}

static pl_socket wrap(system_socket handle)
{
    if (handle == NO_SOCKET) return (pl_socket){0};
    pl_socket made = {(uint64_t)handle + 1};
    if (!make_nonblocking(handle)) pl_socket_close(&made);
    return made;
}

const char* pl_socket_listen(uint16_t* port, pl_socket* listener)
{
    *listener = (pl_socket){0};
    if (!begin()) return "the system has no sockets";
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(*port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t bytes = sizeof address;
    *listener = wrap(socket(AF_INET, SOCK_STREAM, 0));
    if (!pl_socket_is_open(*listener)) return "no socket is available";
    bool is_bound = bind(handle_of(*listener), (const struct sockaddr*)&address, sizeof address) == 0 &&
                    listen(handle_of(*listener), 8) == 0 &&
                    getsockname(handle_of(*listener), (struct sockaddr*)&address, &bytes) == 0;
    if (is_bound) *port = ntohs(address.sin_port);
    if (!is_bound) pl_socket_close(listener);
    return is_bound ? NULL : "the port is in use";
}

pl_socket pl_socket_accept(pl_socket listener)
{
    return wrap(accept(handle_of(listener), NULL, NULL));
}

int64_t pl_socket_receive(pl_socket socket, void* bytes, size_t room)
{
    int64_t count = recv(handle_of(socket), bytes, at_once(room), 0);
    if (count > 0) return count;
    return count < 0 && must_wait() ? PL_SOCKET_NOTHING : PL_SOCKET_CLOSED;
}

int64_t pl_socket_send(pl_socket socket, const void* bytes, size_t count)
{
    int64_t sent = send(handle_of(socket), bytes, at_once(count), SEND_FLAGS);
    if (sent > 0) return sent;
    return sent < 0 && must_wait() ? PL_SOCKET_NOTHING : PL_SOCKET_CLOSED;
}

void pl_socket_close(pl_socket* socket)
{
    if (pl_socket_is_open(*socket)) close_socket(handle_of(*socket));
    *socket = (pl_socket){0};
}

#endif
