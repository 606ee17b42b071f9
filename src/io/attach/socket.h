// Stream sockets on 127.0.0.1 that never block: what differs between POSIX systems and Windows. Systems without sockets
// (WebAssembly) have none of it: pl_socket_listen fails.

#ifndef PL_IO_ATTACH_SOCKET_H
#define PL_IO_ATTACH_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Zero is none.
typedef struct pl_socket
{
    uint64_t handle1; ///< of the system, plus one
} pl_socket;

static inline bool pl_socket_is_open(pl_socket socket)
{
    return socket.handle1 != 0;
}

/// Listens on a port of 127.0.0.1; 0: a free one. *port becomes what it is. NULL, or what went wrong.
const char* pl_socket_listen(uint16_t* port, pl_socket* listener);
/// The next connection; none: nobody waits.
pl_socket pl_socket_accept(pl_socket listener);

enum
{
    PL_SOCKET_NOTHING = 0, ///< now
    PL_SOCKET_CLOSED = -1,
};

/// How many bytes went through; PL_SOCKET_NOTHING; PL_SOCKET_CLOSED: the other side is gone.
int64_t pl_socket_receive(pl_socket socket, void* bytes, size_t room);
int64_t pl_socket_send(pl_socket socket, const void* bytes, size_t count);
/// None is allowed.
void pl_socket_close(pl_socket* socket);

/// Bytes that nobody can guess; false: the system has none.
bool pl_random_bytes(void* bytes, size_t count);

#endif
