// The program's end of a connection to a game that a debugger can attach to (ploy_world_attach): lines of text over
// 127.0.0.1, each way.

#ifndef ATTACH_CONNECTION_H
#define ATTACH_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct connection
{
    int64_t socket; // -1: closed
    char* in;       // what was received and not read
    size_t count, room;
    size_t taken; // bytes of the line that was read last
} connection;

/// "127.0.0.1:40123/TOKEN", as the game prints it: connects and says the token. NULL, or what went wrong.
const char* connection_open(connection* c, const char* address);
void connection_close(connection* c);

/// One line, whose end is added. false: the game is gone.
bool connection_send(connection* c, const char* line, size_t bytes);

typedef enum connection_answer
{
    CONNECTION_LINE,
    CONNECTION_NOTHING, // within that time
    CONNECTION_GONE,
} connection_answer;

/// The next line, without its end; valid until the next call.
connection_answer connection_read(connection* c, double seconds, const char** line);

#endif
