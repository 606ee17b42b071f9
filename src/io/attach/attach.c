// A debugger that is attached to a world over a socket of this machine.
//
// Nothing here blocks and nothing runs by itself: ploy_world_may_tick accepts, reads, executes and writes what is there
// now, within limits, and returns. A connection is a guest until its first line has the token; guests wait in a few
// places, and the oldest makes room for a new one, so nobody can keep the debugger out. One debugger is attached at a
// time. When its connection ends, however it ends, the world goes on.

#include <stdio.h>
#include <string.h>

#include <ploy/io.h>
#include <ploy/remote.h>

#include "agent/world.h"
#include "base/check.h"
#include "base/containers/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "io/attach/socket.h"
#include "io/file.h"
#include "io/xml/read_file.h"

enum
{
    TOKEN_BYTES = 16,
    TOKEN_CHARS = 2 * TOKEN_BYTES,
    MAX_GUESTS = 8,
    MAX_LINE = 32 << 20,      // bytes that wait for their line end
    MAX_UNREAD = 64 << 20,    // bytes that wait for a debugger that does not read
    READ_AT_ONCE = 1 << 20,   // bytes in one frame
    COMMANDS_AT_ONCE = 256,   // in one frame
};

typedef struct attached_peer
{
    pl_socket socket;
    PL_ARRAY(char) in, out;
    uint32_t taken; // of in, by lines that were executed
    uint32_t sent;  // of out
    bool is_ending; // when all is sent
} attached_peer;

typedef struct world_attachment
{
    ploy_world* world;
    ploy_attach_def def;
    ploy_remote* remote;
    pl_socket listener;
    attached_peer debugger;
    attached_peer guests[MAX_GUESTS];
    uint32_t next_guest; // the oldest place
    char token[TOKEN_CHARS + 1];
    char address[64];
} world_attachment;

// Peers.

static void end_peer(world_attachment* a, attached_peer* peer)
{
    pl_socket_close(&peer->socket);
    PL_ARRAY_FREE(&peer->in, &a->world->allocator);
    PL_ARRAY_FREE(&peer->out, &a->world->allocator);
    *peer = (attached_peer){0};
}

static void say(world_attachment* a, attached_peer* peer, const char* line)
{
    size_t length = strlen(line);
    bool fits = length < MAX_UNREAD && peer->out.count < MAX_UNREAD &&
                PL_ARRAY_RESERVE(&peer->out, &a->world->allocator, peer->out.count + (uint32_t)length + 1);
    if (!fits) {
        peer->is_ending = true;
        peer->sent = peer->out.count; // half a line is worse than none
        return;
    }
    memcpy(peer->out.data + peer->out.count, line, length);
    peer->out.count += (uint32_t)length;
    peer->out.data[peer->out.count++] = '\n';
}

// false: the connection has ended.
static bool flush(attached_peer* peer)
{
    while (peer->sent < peer->out.count) {
        int64_t sent = pl_socket_send(peer->socket, peer->out.data + peer->sent, peer->out.count - peer->sent);
        if (sent == PL_SOCKET_CLOSED) return false;
        if (sent == PL_SOCKET_NOTHING) return true;
        peer->sent += (uint32_t)sent;
    }
    peer->sent = 0;
    PL_ARRAY_CLEAR(&peer->out);
    return !peer->is_ending;
}

// false: the connection has ended.
static bool receive(world_attachment* a, attached_peer* peer, uint32_t max_line)
{
    if (peer->taken > 0) {
        memmove(peer->in.data, peer->in.data + peer->taken, peer->in.count - peer->taken);
        peer->in.count -= peer->taken;
        peer->taken = 0;
    }
    for (uint32_t before = peer->in.count; peer->in.count - before < READ_AT_ONCE && peer->in.count < max_line;) {
        if (!PL_ARRAY_RESERVE(&peer->in, &a->world->allocator, peer->in.count + 4096)) return false;
        int64_t count = pl_socket_receive(peer->socket, peer->in.data + peer->in.count, 4096);
        if (count == PL_SOCKET_CLOSED) return false;
        if (count == PL_SOCKET_NOTHING) return true;
        peer->in.count += (uint32_t)count;
    }
    return true;
}

// The next whole line, without its end.
static bool next_line(attached_peer* peer, const char** line, size_t* bytes)
{
    if (peer->taken == peer->in.count) return false;
    const char* begin = peer->in.data + peer->taken;
    const char* end = memchr(begin, '\n', peer->in.count - peer->taken);
    if (!end) return false;
    *line = begin;
    *bytes = (size_t)(end - begin);
    peer->taken += (uint32_t)*bytes + 1;
    if (*bytes > 0 && begin[*bytes - 1] == '\r') --*bytes;
    return true;
}

// Guests.

// The time it takes does not tell how much was right.
static bool has_token(const world_attachment* a, const char* line, size_t bytes)
{
    static const char word[] = "attach ";
    const size_t length = sizeof word - 1;
    if (bytes != length + TOKEN_CHARS || memcmp(line, word, length) != 0) return false;
    unsigned different = 0;
    for (size_t i = 0; i < TOKEN_CHARS; ++i) different |= (unsigned char)line[length + i] ^ (unsigned char)a->token[i];
    return different == 0;
}

static void refuse(world_attachment* a, attached_peer* guest, const char* answer)
{
    say(a, guest, answer);
    guest->is_ending = true;
    flush(guest);
    end_peer(a, guest);
}

static void serve_guest(world_attachment* a, attached_peer* guest)
{
    const char* line;
    size_t bytes;
    bool is_there = receive(a, guest, 4096);
    if (next_line(guest, &line, &bytes)) {
        if (!has_token(a, line, bytes)) {
            refuse(a, guest, "{\"ok\": false, \"error\": \"the first line is: attach TOKEN\"}");
        } else if (pl_socket_is_open(a->debugger.socket)) {
            refuse(a, guest, "{\"ok\": false, \"error\": \"another debugger is attached\"}");
        } else {
            a->debugger = *guest;
            *guest = (attached_peer){0};
            say(a, &a->debugger, "{\"ok\": true, \"command\": \"attach\", \"version\": \"" PLOY_VERSION "\"}");
        }
    } else if (!is_there || guest->in.count >= 4096) {
        end_peer(a, guest);
    }
}

static void accept_guests(world_attachment* a)
{
    for (uint32_t i = 0; i < MAX_GUESTS; ++i) {
        pl_socket socket = pl_socket_accept(a->listener);
        if (!pl_socket_is_open(socket)) return;
        attached_peer* place = &a->guests[a->next_guest];
        a->next_guest = (a->next_guest + 1) % MAX_GUESTS;
        end_peer(a, place);
        place->socket = socket;
    }
}

// The debugger.

static void leave(world_attachment* a)
{
    end_peer(a, &a->debugger);
    ploy_remote_detach(a->remote);
}

static void serve_debugger(world_attachment* a)
{
    attached_peer* peer = &a->debugger;
    const char* line;
    size_t bytes;
    const char* event;
    bool is_there = receive(a, peer, MAX_LINE);
    while ((event = ploy_remote_next_event(a->remote)) != NULL) say(a, peer, event);
    uint32_t count = 0;
    while (count < COMMANDS_AT_ONCE && !peer->is_ending && next_line(peer, &line, &bytes)) {
        say(a, peer, ploy_remote_request(a->remote, line, bytes));
        ++count;
    }
    if (count == 0 && peer->in.count - peer->taken >= MAX_LINE) {
        say(a, peer, "{\"ok\": false, \"error\": \"the command is too long\"}");
        peer->is_ending = true;
    }
    // What came before the end of the connection was executed.
    bool is_done = !is_there && count < COMMANDS_AT_ONCE;
    if (!flush(peer) || is_done) leave(a);
}

bool ploy_world_may_tick(ploy_world* world)
{
    PL_NEED(world, true);
    PL_WORLD_IDLE(world, true);
    world_attachment* a = pl_world_extend(world, PL_WORLD_ATTACHMENT)->data;
    if (!a) return true;
    accept_guests(a);
    if (pl_socket_is_open(a->debugger.socket)) serve_debugger(a); // before guests: one that has left makes room
    for (uint32_t i = 0; i < MAX_GUESTS; ++i) {
        if (pl_socket_is_open(a->guests[i].socket)) serve_guest(a, &a->guests[i]);
    }
    return ploy_remote_may_tick(a->remote);
}

// Files: by its name, or by the last part of its path, or the only one.

static ploy_status load_text(void* user, const char* name, const char* text, size_t bytes, ploy_error* error)
{
    world_attachment* a = user;
    if (a->def.load) return a->def.load(a->def.load_user, name, text, bytes, error);
    const char* known = pl_world_match_file(a->world, name);
    if (known) return ploy_world_load_text(a->world, known, text, bytes, error);
    pl_error_set(error, 0, 0, "the world has not loaded a file '%.100s'", name);
    return PLOY_INVALID;
}

// Life.

static void destroy_attachment(void* data)
{
    world_attachment* a = data;
    ploy_allocator allocator = a->world->allocator;
    pl_world_extend(a->world, PL_WORLD_ATTACHMENT)->data = NULL;
    flush(&a->debugger);
    end_peer(a, &a->debugger);
    for (uint32_t i = 0; i < MAX_GUESTS; ++i) end_peer(a, &a->guests[i]);
    pl_socket_close(&a->listener);
    ploy_remote_destroy(a->remote);
    PL_DELETE(&allocator, a);
}

static bool make_token(world_attachment* a)
{
    unsigned char bytes[TOKEN_BYTES];
    if (!pl_random_bytes(bytes, sizeof bytes)) return false;
    for (uint32_t i = 0; i < TOKEN_BYTES; ++i) snprintf(a->token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static ploy_status open_attachment(world_attachment* a, ploy_error* error)
{
    uint16_t port = a->def.port;
    const char* wrong = pl_socket_listen(&port, &a->listener);
    if (!wrong && !make_token(a)) wrong = "the system has no random numbers";
    if (wrong) {
        pl_error_set(error, 0, 0, "127.0.0.1 port %u: %s", (unsigned)a->def.port, wrong);
        return PLOY_NOT_SUPPORTED;
    }
    snprintf(a->address, sizeof a->address, "127.0.0.1:%u/%s", (unsigned)port, a->token);
    ploy_remote_def def = {.world = a->world,
                           .name = a->def.name,
                           .name_user = a->def.name_user,
                           .load = load_text,
                           .load_user = a};
    ploy_status status = ploy_remote_create(&def, &a->remote);
    if (status == PLOY_OK && a->def.is_paused) ploy_remote_request(a->remote, "pause", 5);
    return status;
}

ploy_status ploy_world_attach(ploy_world* world, const ploy_attach_def* def, ploy_error* error)
{
    PL_NEED_ERROR(error, world, PLOY_INVALID);
    PL_WORLD_IDLE(world, PLOY_NOT_SUPPORTED);
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    pl_world_extension* extension = pl_world_extend(world, PL_WORLD_ATTACHMENT);
    if (extension->data) {
        pl_error_set(error, 0, 0, "a debugger can attach already");
        return PLOY_NOT_SUPPORTED;
    }
    world_attachment* a = PL_NEW(&world->allocator, world_attachment);
    if (!a) return pl_fail_memory(error);
    a->world = world;
    if (def) a->def = *def;
    ploy_status status = open_attachment(a, error);
    if (status != PLOY_OK) {
        pl_socket_close(&a->listener);
        PL_DELETE(&world->allocator, a);
        return status;
    }
    *extension = (pl_world_extension){.data = a, .close = destroy_attachment};
    return PLOY_OK;
}

const char* ploy_world_attach_address(const ploy_world* world)
{
    PL_NEED(world, NULL);
    const world_attachment* a = pl_world_extend((ploy_world*)world, PL_WORLD_ATTACHMENT)->data;
    return a ? a->address : NULL;
}
