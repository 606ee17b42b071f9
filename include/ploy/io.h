/// Files: agents, domains, behavior trees and the like from XML. Links expat; the only part of Ploy that opens files.
/// Paths are UTF-8 on every system.
///
///   ploy_world_load_file(world, "farmer.xml", &error)    into a world: agent types, minds, keys, sensors, squads
///   ploy_file_load(&def, "farmer.xml", &file, &error)    without a world: for a planner alone, and for tools

#ifndef PLOY_IO_H
#define PLOY_IO_H

#include <ploy/fsm.h>
#include <ploy/goap.h>
#include <ploy/nav.h>
#include <ploy/plan.h>
#include <ploy/recording.h>
#include <ploy/remote.h>
#include <ploy/squad.h>
#include <ploy/htn.h>
#include <ploy/bt.h>
#include <ploy/utility.h>

#ifdef __cplusplus
extern "C" {
#endif

// Into a world.

/// Loads a file into the world: its blackboard keys (and one per symbol of its domains), fact types, squads and the times
/// of its sensors, and a mind for each of its agent types, which ploy_agent_create then takes by name. A file without
/// <agent> has its main behavior tree and each of its state machines, utilities and task networks for types. Names that
/// the file uses must be bound before: activities, conditions, scorers, sensors. In the first tick each name that is bound
/// and that nothing uses is logged.
///
/// Loading the same path again is hot reload: agents migrate to the new minds when the tick ends (at once outside a tick)
/// and keep what still fits. Nothing is watched: the caller decides when. After the first agent a file brings no new
/// keys, fact types and sensors.
///
/// PLOY_INVALID: error (may be NULL) has line, column, what is wrong and what would be right, and what was loaded before
/// stays in force; a type that has agents and is gone from the file is an error too. PLOY_NOT_FOUND: there is no such
/// file; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_world_load_file(ploy_world* world, const char* path, ploy_error* error);
/// The same from memory; name takes the place of the path.
PLOY_API ploy_status ploy_world_load_text(ploy_world* world, const char* name, const char* text, size_t bytes,
                                          ploy_error* error);
/// Reports everything for which the world would refuse the file, not only the first error: of its minds, too, that no
/// agent type has. Nothing of the file stays. PLOY_OK: it can be loaded; PLOY_INVALID; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_world_check_text(ploy_world* world, const char* name, const char* text, size_t bytes,
                                           ploy_error_fn* on_error, void* user);
typedef struct ploy_file ploy_file;
/// The file in force, until it is loaded again; NULL: none of that path or name was loaded.
PLOY_API const ploy_file* ploy_world_file(const ploy_world* world, const char* name);

typedef struct ploy_record_def
{
    const char* path;         ///< the file that is written
    ploy_trace_level level;   ///< default basic
    ploy_agent_name_fn* name; ///< NULL: the type and a number
    void* user;               ///< of name
    const char* map;          ///< a drawing below the agents, docs/internals/formats.md; NULL: none. Copied
} ploy_record_def;

/// Records everything the world does from now on, and ploy_agent.position five times per second of the world's time,
/// until the world is destroyed: `ploy view` shows it, `ploy ask` explains it. The file is written as often, and when a
/// debugger pauses the world, so that `ploy view --live` can follow.
/// Before the first agent is created. PLOY_NOT_SUPPORTED: there is an agent or a trace already; PLOY_INVALID: the file
/// cannot be written; error (may be NULL) says why; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_world_record(ploy_world* world, const ploy_record_def* def, ploy_error* error);

// A debugger for a running world.

typedef struct ploy_attach_def
{
    uint16_t port;             ///< of 127.0.0.1; 0: a free one
    ploy_agent_name_fn* name;  ///< display names; NULL: the type and a number
    void* name_user;           ///< passed to name
    ploy_remote_load_fn* load; ///< of the command load; NULL: ploy_world_load_text of the file of that name
    void* load_user;           ///< passed to load
    bool is_paused;            ///< from the beginning, until a debugger resumes the world or leaves
} ploy_attach_def;

/// Lets one debugger of this machine at a time attach to the world, until the world is destroyed: `ploy attach` and the
/// inspector's page (`ploy view --live --attach`). <ploy/remote.h> lists what it can do. It has to know the secret token in the
/// address. Nothing blocks, and when the debugger leaves or dies, the world goes on. A world that is to be recorded is
/// recorded first. def may be NULL. PLOY_NOT_SUPPORTED: the port is in use, or there are no sockets here; error (may be
/// NULL) says more; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_world_attach(ploy_world* world, const ploy_attach_def* def, ploy_error* error);
/// What a debugger is given, say "127.0.0.1:40123/93a0…": show it to the user. NULL: ploy_world_attach was not called.
PLOY_API const char* ploy_world_attach_address(const ploy_world* world);
/// Call it before each tick: executes what the debugger has sent. false: the world is paused, so do not tick it, but call
/// this again. Always true where no debugger can attach.
PLOY_API bool ploy_world_may_tick(ploy_world* world);

// Alone.

typedef struct ploy_file_def
{
    ploy_allocator allocator;
    ploy_limits limits;         ///< of each domain
    size_t max_bytes;           ///< of a file, default 16 MB
    uint32_t max_depth;         ///< of elements, default 32
    uint32_t max_section_depth; ///< of elements in a behavior tree and the like, default 512
    const char* path;           ///< of the text: <include> is relative to its folder. ploy_file_load sets it
    /// For tools: gets every error of the file. Loading goes on behind what is wrong and fails at the end. What depends on
    /// something wrong is passed over: of a domain with wrong types or symbols its actions and goals, of a file with a
    /// wrong domain its agents and task networks. NULL: loading ends at the first error.
    ploy_error_fn* on_error;
    void* user;
} ploy_file_def;

/// Reads, checks and compiles everything, or nothing: on an error `*file` is NULL and `error` names line, column, what is
/// wrong and what would be right. def may be NULL.
PLOY_API ploy_status ploy_file_load(const ploy_file_def* def, const char* path, ploy_file** file, ploy_error* error);
PLOY_API ploy_status ploy_file_parse(const ploy_file_def* def, const char* text, size_t bytes, ploy_file** file,
                                     ploy_error* error);
PLOY_API void ploy_file_destroy(ploy_file* file);

/// Writes it as XML again: loading the result gives the same domains and agents. Comments are not kept. PLOY_NOT_SUPPORTED:
/// a node of BehaviorTree.CPP lacks an attribute that a file of Ploy must have.
typedef bool ploy_write_fn(void* user, const char* text, size_t bytes); ///< false: stop
PLOY_API ploy_status ploy_file_write(const ploy_file* file, ploy_write_fn* write, void* user);
/// A file that has this domain alone. PLOY_CANCELLED: `write` returned false; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_domain_write(const ploy_domain* domain, ploy_write_fn* write, void* user);
/// Written to path + ".part" first: when it fails, what was at path is still there.
PLOY_API ploy_status ploy_file_save(const ploy_file* file, const char* path, ploy_error* error);

/// Writes the text of a file as a file of BehaviorTree.CPP 4: its own files of version 3 in the words of version 4, and
/// of a Ploy file the behavior trees. Comments and layout stay; '<' and '&' in attributes are escaped as XML wants it.
/// PLOY_INVALID: error (may be NULL) says what is wrong; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_file_to_btcpp(const char* text, size_t bytes, ploy_write_fn* write, void* user,
                                        ploy_error* error);

PLOY_API uint32_t ploy_file_domain_count(const ploy_file* file);
PLOY_API ploy_domain* ploy_file_domain(const ploy_file* file, uint32_t index);

/// Behavior trees: descriptions (<ploy/bt.h>), from which ploy_bt_mind_create makes a mind. They live as long as the file.
PLOY_API uint32_t ploy_file_bt_count(const ploy_file* file);
PLOY_API const ploy_bt* ploy_file_bt(const ploy_file* file, uint32_t index);
/// All of them in a row, as a ploy_bt_mind_def takes them.
PLOY_API const ploy_bt* const* ploy_file_bts(const ploy_file* file);
/// PLOY_NONE: there is none of that name.
PLOY_API uint32_t ploy_file_find_bt(const ploy_file* file, const char* name);
/// What the file says is to be run (main_tree_to_execute), or NULL.
PLOY_API const char* ploy_file_main_bt(const ploy_file* file);

/// State machines and fuzzy ones (<ploy/fsm.h>): descriptions likewise. They live as long as the
/// file. PLOY_NONE: there is none of that name.
PLOY_API uint32_t ploy_file_fsm_count(const ploy_file* file);
PLOY_API const ploy_fsm* ploy_file_fsm(const ploy_file* file, uint32_t index);
PLOY_API uint32_t ploy_file_find_fsm(const ploy_file* file, const char* name);
PLOY_API uint32_t ploy_file_fuzzy_count(const ploy_file* file);
PLOY_API const ploy_fuzzy* ploy_file_fuzzy(const ploy_file* file, uint32_t index);
PLOY_API uint32_t ploy_file_find_fuzzy(const ploy_file* file, const char* name);

/// An agent type: what decides for it, which actions and goals of a domain it may use, and the state it starts in.
typedef struct ploy_agent_info
{
    const char* name;
    uint32_t domain;         ///< of the file; PLOY_NONE: none
    const uint64_t* state;   ///< initial values, then its <state>; NULL without a domain
    const char* mind;        ///< "goap", or the name of a behavior tree, state machine, task network or utility
    const char* task;        ///< of a task network; NULL: its first without parameters
    uint64_t sensors_off;    ///< bit s: it does not have sensor s of the file
    uint32_t utility;        ///< of the file, that scores actions; PLOY_NONE: none
    ploy_goap_mind_def goap; ///< its domain, actions, goals and settings; lacks only the bindings and keys of the game
    uint32_t line;           ///< where it stands in the file
} ploy_agent_info;

PLOY_API uint32_t ploy_file_agent_count(const ploy_file* file);
PLOY_API ploy_agent_info ploy_file_agent(const ploy_file* file, uint32_t index);
/// PLOY_NONE: there is none of that name.
PLOY_API uint32_t ploy_file_find_agent(const ploy_file* file, const char* name);

/// Task networks, each over a domain of the file. They live as long as the file.
PLOY_API uint32_t ploy_file_htn_count(const ploy_file* file);
PLOY_API ploy_htn* ploy_file_htn(const ploy_file* file, uint32_t index);

/// Utilities: descriptions (<ploy/utility.h>) that lack only the parts of the game: bindings, keys, fact types. What
/// they point to lives as long as the file.
PLOY_API uint32_t ploy_file_utility_count(const ploy_file* file);
PLOY_API ploy_utility_def ploy_file_utility(const ploy_file* file, uint32_t index);
/// PLOY_NONE: there is none of that name.
PLOY_API uint32_t ploy_file_find_utility(const ploy_file* file, const char* name);

/// Where a domain's item was written, for messages: 0 when unknown.
PLOY_API uint32_t ploy_file_line(const ploy_file* file, uint32_t domain, ploy_part part, uint32_t owner);

#ifdef __cplusplus
}
#endif

#endif
