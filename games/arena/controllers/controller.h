// Controllers: ways to decide, by name, from data files. The AI module of the arena: all controllers get the same
// board, facts, managers and abilities, and differ in nothing but how they choose among these.
//
//   name.xml (built in, or in a folder of the caller's) -> technique -> a mind for each type of agent
//
// A technique is a row of the table in techniques.c and one make_<technique>.c. Minds are shared by all agents of a
// controller and live as long as it; they play any number of matches, one after the other, that use its kit.

#ifndef ARENA_CONTROLLERS_CONTROLLER_H
#define ARENA_CONTROLLERS_CONTROLLER_H

#include <ploy/io.h>

#include "games/arena/rules/match.h"

typedef struct arena_controllers arena_controllers;
typedef struct arena_controller arena_controller;

typedef struct arena_controllers_def
{
    ploy_allocator allocator;
    const char* folder;      ///< whose name.xml and types.txt come before those built in; NULL: none. Copied
    const ploy_trace* trace; ///< as of the matches; NULL: none
} arena_controllers_def;

arena_controllers_def arena_controllers_def_default(void);
/// PLOY_INVALID: types.txt of the folder is none; error says where and why.
ploy_status arena_controllers_create(const arena_controllers_def* def, arena_controllers** controllers,
                                     ploy_error* error);
/// After all matches that use its kit or its minds. NULL is allowed.
void arena_controllers_destroy(arena_controllers* controllers);

/// For arena_match_def.
const arena_kit* arena_controllers_kit(const arena_controllers* controllers);
/// A short text.
typedef struct arena_file_text
{
    char text[8192];
    size_t bytes;
} arena_file_text;

/// A file of the folder, or else one that is built in: "types.txt", "ctf.mode". What is longer is cut. False: no such.
bool arena_controllers_read(arena_controllers* controllers, const char* name, arena_file_text* text);
/// The data file that was looked at last, for messages; NULL: one that is built in.
const char* arena_controllers_file(const arena_controllers* controllers);
/// NULL: there is none of that name.
const arena_type* arena_controllers_find_type(const arena_controllers* controllers, const char* name);
/// Names of all techniques, one space between.
const char* arena_controller_names(void);

/// The controller of that name for a side: the two sides never share one, so that what each costs can be told. Loaded
/// when it is first asked for. PLOY_INVALID: error names file, line and what is wrong; PLOY_OUT_OF_MEMORY.
ploy_status arena_controllers_get(arena_controllers* controllers, const char* name, uint32_t side,
                                  arena_controller** controller, ploy_error* error);
/// The mind for agents of a type, made when it is first asked for. As above.
ploy_status arena_controller_mind(arena_controller* controller, const arena_type* type, ploy_mind** mind,
                                  ploy_error* error);
const char* arena_controller_name(const arena_controller* controller);
/// Bytes that its data and minds take, without the agents' own memory.
size_t arena_controller_bytes(const arena_controller* controller);

/// What an agent is at, for people: "" where there is nothing to say.
typedef struct arena_doing
{
    const char* goal;   ///< or task
    const char* action; ///< or state, option, node
} arena_doing;

arena_doing arena_controller_doing(const arena_controller* controller, const arena_agent* agent);
/// After each step of a match, for each living agent: takes in what changed (states; goals and actions tell
/// themselves).
void arena_controller_look(arena_controller* controller, arena_agent* agent);

// Uses: how often each goal, action, state and so on was begun, over all matches.

typedef struct arena_use
{
    const char* kind; ///< "goal", "action", "state", …
    const char* name;
    uint64_t count;
    uint32_t outer; ///< the use that this one lies in, which is begun with it; PLOY_NONE: none
} arena_use;

uint32_t arena_controller_use_count(const arena_controller* controller);
arena_use arena_controller_use(const arena_controller* controller, uint32_t index);
/// Plans of so many steps that were taken; the last counts all longer ones.
#define ARENA_PLAN_LENGTHS 9
const uint64_t* arena_controller_plan_lengths(const arena_controller* controller);
void arena_controller_reset_uses(arena_controller* controller);

#endif
