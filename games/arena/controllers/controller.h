// Controllers: techniques by name, from data files. All controllers get the same blackboards, working memories,
// managers and bindings; they differ only in how they choose.
//
//   name.xml (built in, or in the caller's folder) -> technique -> one mind per type of agent
//
// A technique is a row of the table in controller.c and one make_<technique>.c. All agents of a controller share its
// minds. Minds live as long as the controller; they play any number of matches with its kit, one after the other.

#ifndef ARENA_CONTROLLERS_CONTROLLER_H
#define ARENA_CONTROLLERS_CONTROLLER_H

#include <ploy/io.h>

#include "games/arena/rules/match.h"

typedef struct arena_controllers arena_controllers;
typedef struct arena_controller arena_controller;

typedef struct arena_controllers_def
{
    ploy_allocator allocator;
    const char* folder;      ///< its files replace the built-in ones of their names; NULL: none; copied
    const ploy_trace* trace; ///< the trace of the matches; NULL: none
    const char** wrong_file; ///< gets the name of the file that is wrong; may be NULL
} arena_controllers_def;

arena_controllers_def arena_controllers_def_default(void);
/// PLOY_INVALID: the folder's tactics.txt is wrong; the error says where and why.
ploy_status arena_controllers_create(const arena_controllers_def* def, arena_controllers** controllers,
                                     ploy_error* error);
/// Destroy it after all matches that use its kit or its minds. NULL is allowed.
void arena_controllers_destroy(arena_controllers* controllers);

/// For arena_match_def.
const arena_kit* arena_controllers_kit(const arena_controllers* controllers);
const arena_tactics* arena_controllers_tactics(const arena_controllers* controllers);
typedef struct arena_file_text
{
    const char* text;
    size_t bytes;
    void* owned; ///< NULL: it is built in
    size_t owned_bytes;
} arena_file_text;

/// Finds a file in the folder, else a built-in one: "all.type", "ctf.mode", "halls.map". PLOY_NOT_FOUND: there is none;
/// PLOY_INVALID: it cannot be read or is longer than 16 MB; the error names it. PLOY_OUT_OF_MEMORY. Release it.
ploy_status arena_controllers_read(arena_controllers* controllers, const char* name, arena_file_text* text,
                                   ploy_error* error);
void arena_controllers_release(arena_controllers* controllers, arena_file_text* text);
/// Searches a file only for messages.
void arena_controllers_seek(arena_controllers* controllers, const char* name);
/// The data file of the last search, for messages. NULL: a built-in one.
const char* arena_controllers_file(const arena_controllers* controllers);
/// A type of agents, NAME.type, read on first use. PLOY_NOT_FOUND: there is no such file; PLOY_INVALID: the error says
/// what is wrong; PLOY_FULL: there are ARENA_TYPES others.
ploy_status arena_controllers_find_type(arena_controllers* controllers, const char* name, const arena_type** type,
                                        ploy_error* error);
/// Hot reload: the text of the NAME.xml of a technique that plays in the match; its agents get the new minds and decide
/// again. PLOY_INVALID: the error says what is wrong, and the old one stays in force.
ploy_status arena_controllers_reload(arena_controllers* controllers, arena_match* match, const char* name,
                                     const char* text, size_t bytes, ploy_error* error);
/// Names of all techniques, separated by spaces.
const char* arena_controller_names(void);

/// The controller of that name for a side, loaded on first use. The two sides never share a controller, so that each
/// one's cost can be measured. PLOY_INVALID: the error names file and line. PLOY_OUT_OF_MEMORY.
ploy_status arena_controllers_get(arena_controllers* controllers, const char* name, uint32_t side,
                                  arena_controller** controller, ploy_error* error);
/// The mind for agents of a type in a mode, created on first use. Statuses as above, and PLOY_FULL.
ploy_status arena_controller_mind(arena_controller* controller, const arena_type* type, const char* mode,
                                  ploy_mind** mind, ploy_error* error);
/// The network of the squads that it leads (squads.xml, long.squads.xml), read on first use. Statuses as above.
ploy_status arena_controller_squads(arena_controller* controller, const ploy_file** file, ploy_error* error);
const char* arena_controller_name(const arena_controller* controller);
/// Bytes of its data and minds, without the agents' own memory.
size_t arena_controller_bytes(const arena_controller* controller);

/// What an agent does, as text; "" for none.
typedef struct arena_doing
{
    const char* goal;   ///< or task
    const char* action; ///< or state, option, node
} arena_doing;

arena_doing arena_controller_doing(const arena_controller* controller, const arena_agent* agent);
/// Is the agent in another state than the controller saw last? On any worker.
bool arena_controller_sees_change(const arena_controller* controller, const arena_agent* agent);
/// Call it after each step of a match for each agent with such a change: counts changes of states. Goals and actions
/// report themselves.
void arena_controller_observe(arena_controller* controller, arena_agent* agent);

// Uses: how often each goal, action, state and so on started, over all matches.

typedef struct arena_use
{
    const char* kind; ///< "goal", "action", "state", …
    const char* name;
    uint64_t count;
    uint32_t outer; ///< the use that contains this one and starts with it; PLOY_NONE: none
} arena_use;

uint32_t arena_controller_use_count(const arena_controller* controller);
arena_use arena_controller_use(const arena_controller* controller, uint32_t index);
/// Number of plans by their length; the last entry counts all longer ones.
#define ARENA_PLAN_LENGTHS 9
const uint64_t* arena_controller_plan_lengths(const arena_controller* controller);
void arena_controller_reset_uses(arena_controller* controller);

#endif
