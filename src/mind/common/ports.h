// Ports: how an activity, condition, scorer or node declares them, and how a key or the text of a file becomes one.
//
// The type of a port is known when it is declared, except that only the blackboard keys know the structs. A constant is
// parsed once, when a mind is created. A key of another type is converted at every read; where the result needs memory
// (text of a number, a struct out of text), that is a room of the agent, which only minds with rooms can give.

#ifndef PL_MIND_COMMON_PORTS_H
#define PL_MIND_COMMON_PORTS_H

#include <ploy/mind.h>

#include "base/containers/arena.h"
#include "base/containers/names.h"
#include "knowledge/blackboard.h"

typedef enum pl_port_way
{
    PL_PORT_IN,
    PL_PORT_OUT,
    PL_PORT_IN_OUT,
} pl_port_way;

typedef struct pl_port_def
{
    const char* name;
    const char* type; ///< NULL: none
    uint32_t way;     ///< a pl_port_way
} pl_port_def;

typedef struct pl_port_list
{
    const pl_port_def* defs;
    const ploy_port* none; ///< what they are where nothing is given
    uint32_t count;
} pl_port_list;

/// The kinds of ports that take their key as it is: without a type, where a constant is a number or bool, and of type
/// "any", where it is text.
#define PL_PORT_UNTYPED ((pl_value_kind)UINT16_MAX)
#define PL_PORT_ANY ((pl_value_kind)UINT16_MAX - 1)

/// Reads a declaration such as "goal:Pose >path:string"; NULL: none. Names and types are interned, the lists are from
/// the arena. PLOY_INVALID: `problem` says what is wrong; PLOY_OUT_OF_MEMORY.
ploy_status pl_ports_declare(const char* text, pl_names* names, pl_arena* arena, pl_port_list* list, char problem[128]);

bool pl_ports_are_same(const pl_port_list* a, const pl_port_list* b);

/// The index of a port of that name; PLOY_NONE: there is none.
uint32_t pl_ports_find(const pl_port_list* list, const char* name, size_t length);

/// The kind of a port; PLOY_NONE: the type is unknown to the keys (which may be NULL), and error says so, without a
/// place.
pl_value_kind pl_port_kind(const pl_port_def* port, const ploy_blackboard_keys* keys, ploy_error* error);

/// Binds a port to a key. may_need_room: the owner gives port->value the place of pl_port_room bytes. PLOY_INVALID: the
/// types do not fit, and error says so, without a place. A struct is never read as text, which has no small limit.
ploy_status pl_port_take_key(const pl_port_def* port, const ploy_blackboard_keys* keys, uint32_t key,
                             bool may_need_room, ploy_port* made, ploy_error* error);
/// Bytes of the agent that the port needs, a multiple of 8.
size_t pl_port_room(const ploy_port* port, const ploy_blackboard_keys* keys);

/// Makes a constant of a text; a string or struct is kept in the arena. PLOY_INVALID: the text is no such value, and
/// error says so, without a place; PLOY_OUT_OF_MEMORY.
ploy_status pl_port_take_text(const pl_port_def* port, const ploy_blackboard_keys* keys, const char* text,
                              pl_arena* arena, ploy_port* made, ploy_error* error);

/// The value of a port for an agent that has a blackboard, where the key is of another type.
ploy_value pl_port_convert(const ploy_port* port, const ploy_agent* agent);

#endif
