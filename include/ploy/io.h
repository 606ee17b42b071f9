/// Files: domains, agents, behaviour trees and the like from XML. Links expat; the only part of Ploy that opens files.

#ifndef PLOY_IO_H
#define PLOY_IO_H

#include <ploy/fsm.h>
#include <ploy/goap.h>
#include <ploy/plan.h>
#include <ploy/squad.h>
#include <ploy/htn.h>
#include <ploy/bt.h>
#include <ploy/utility.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a file holds: any number of domains, agents, trees, machines.
typedef struct ploy_file ploy_file;

typedef struct ploy_file_def
{
    ploy_allocator allocator;
    ploy_limits limits;         ///< of each domain
    size_t max_bytes;           ///< of a file, default 16 MB
    uint32_t max_depth;         ///< of elements, default 32
    uint32_t max_section_depth; ///< of elements in a behaviour tree and the like, default 256
} ploy_file_def;

/// Read, check and compile everything, or nothing: on an error `*file` is NULL and `error` names line, column, what is
/// wrong and what would be right.
PLOY_API ploy_status ploy_file_load(const ploy_file_def* def, const char* path, ploy_file** file, ploy_error* error);
PLOY_API ploy_status ploy_file_parse(const ploy_file_def* def, const char* text, size_t bytes, ploy_file** file,
                                     ploy_error* error);
PLOY_API void ploy_file_destroy(ploy_file* file);

/// Write it again as XML: loading the result gives the same domains and agents. Comments are not kept.
typedef bool ploy_write_fn(void* user, const char* text, size_t bytes); ///< false: stop
PLOY_API ploy_status ploy_file_write(const ploy_file* file, ploy_write_fn* write, void* user);
/// Written to path + ".part" first: when it fails, what was at path is still there.
PLOY_API ploy_status ploy_file_save(const ploy_file* file, const char* path, ploy_error* error);

PLOY_API uint32_t ploy_file_domain_count(const ploy_file* file);
PLOY_API ploy_domain* ploy_file_domain(const ploy_file* file, uint32_t index);

/// Behaviour trees: descriptions (<ploy/bt.h>), to be compiled into a mind with the game's bindings and keys. They
/// live as long as the file.
PLOY_API uint32_t ploy_file_bt_count(const ploy_file* file);
PLOY_API const ploy_bt* ploy_file_bt(const ploy_file* file, uint32_t index);
/// All of them in a row, as a ploy_bt_mind_def takes them.
PLOY_API const ploy_bt* const* ploy_file_bts(const ploy_file* file);
/// PLOY_NONE: there is none of that name.
PLOY_API uint32_t ploy_file_find_bt(const ploy_file* file, const char* name);
/// What the file says is to be run (main_tree_to_execute), or NULL.
PLOY_API const char* ploy_file_main_bt(const ploy_file* file);

/// State machines and fuzzy ones (<ploy/fsm.h>): descriptions, to be compiled likewise. They live as long as the
/// file. PLOY_NONE: there is none of that name.
PLOY_API uint32_t ploy_file_fsm_count(const ploy_file* file);
PLOY_API const ploy_fsm* ploy_file_fsm(const ploy_file* file, uint32_t index);
PLOY_API uint32_t ploy_file_find_fsm(const ploy_file* file, const char* name);
PLOY_API uint32_t ploy_file_fuzzy_count(const ploy_file* file);
PLOY_API const ploy_fuzzy* ploy_file_fuzzy(const ploy_file* file, uint32_t index);
PLOY_API uint32_t ploy_file_find_fuzzy(const ploy_file* file, const char* name);
// What the world of the agents is made of. All of it lives as long as the file; none of it needs to be in one.

/// Keys of boards: <blackboard><key name="alarm" type="bool" initial="true" scopes="world squad"/></blackboard>.
PLOY_API uint32_t ploy_file_key_count(const ploy_file* file);
PLOY_API const ploy_key_def* ploy_file_key(const ploy_file* file, uint32_t index);
/// All of them but those whose names are there already. As ploy_blackboard_keys_add.
PLOY_API ploy_status ploy_file_add_keys(const ploy_file* file, ploy_blackboard_keys* keys);

/// Kinds of facts: <fact name="enemy" decay_time="5"><attribute name="who" type="object" identifies="true"/></fact>.
PLOY_API uint32_t ploy_file_kind_count(const ploy_file* file);
PLOY_API const ploy_fact_type_def* ploy_file_kind(const ploy_file* file, uint32_t index);
/// All of them but those whose names are there already. As ploy_fact_types_add.
PLOY_API ploy_status ploy_file_add_kinds(const ploy_file* file, ploy_fact_types* kinds);

/// Sensors: <sensor name="eyes" interval="0.2"/>. The definition lacks only what the game binds, sense and user.
PLOY_API uint32_t ploy_file_sensor_count(const ploy_file* file);
PLOY_API ploy_sensor_def ploy_file_sensor(const ploy_file* file, uint32_t index);
/// PLOY_NONE: there is none of that name.
PLOY_API uint32_t ploy_file_find_sensor(const ploy_file* file, const char* name);

/// The number of a place that a file names; false: there is none.
typedef bool ploy_place_fn(void* user, const char* name, int64_t* place);

/// Squads: <squad name="west" size="4" home="mill"><task kind="patrol" places="mill bridge"/></squad>. find NULL:
/// places are whole numbers. PLOY_INVALID: a place is not known; error names it.
PLOY_API uint32_t ploy_file_squad_count(const ploy_file* file);
PLOY_API ploy_status ploy_file_squad(const ploy_file* file, uint32_t index, ploy_place_fn* find, void* user,
                                     ploy_squad_def* def, ploy_error* error);

/// An agent type: which actions and goals of a domain it may use, and the state it starts in.
typedef struct ploy_agent_info
{
    const char* name;
    uint32_t domain;
    const uint64_t* disabled; ///< a bit an action that it may not use: goes into ploy_plan_query.disabled
    const uint32_t* goals;    ///< in the order of the file
    uint32_t goal_count;
    const uint64_t* state; ///< initial values, then its <state>
    const char* mind;      ///< what decides for it: "goap", or the name of a tree, machine, network or utility
    const char* task;      ///< of a network that does; NULL: its first without parameters
    uint64_t sensors_off;  ///< bit s: it does not have sensor s of the file
    // Of a GOAP mind, as in ploy_goap_mind_def.
    bool manual;
    int64_t search_interval;
    int64_t interval;
    int32_t hysteresis;
    ploy_trace_level debug;
    ploy_search search;
    uint32_t utility;                          ///< of the file, that says what actions are worth; PLOY_NONE: none
    const ploy_goal_callbacks* goal_callbacks; ///< its <pursue> elements: interval, hysteresis, satisfied
    uint32_t goal_callback_count;
    const ploy_action_binding* action_bindings; ///< its <perform> elements
    uint32_t action_binding_count;
    uint32_t line; ///< where it stands in the file
} ploy_agent_info;

PLOY_API uint32_t ploy_file_agent_count(const ploy_file* file);
PLOY_API ploy_agent_info ploy_file_agent(const ploy_file* file, uint32_t index);
PLOY_API uint32_t ploy_file_find_agent(const ploy_file* file, const char* name);
/// The agent type as a GOAP mind, from the default: only keys, bindings, planning and callbacks are left to the game.
PLOY_API ploy_goap_mind_def ploy_file_goap_def(const ploy_file* file, uint32_t agent);

/// What a mind needs beside its file. Must outlive the mind, as the file must.
typedef struct ploy_file_mind_def
{
    const ploy_blackboard_keys* keys; ///< NULL: there are none
    const ploy_bindings* bindings;    ///< NULL: only for GOAP and networks, whose actions then take their durations
    const ploy_fact_types* kinds;     ///< NULL: there are none
    ploy_goap_event_fn* event;        ///< of GOAP minds, those within trees too
    void* event_user;
} ploy_file_mind_def;

/// The mind that the agent type names: "goap", else what of that name comes first among the file's trees, machines,
/// fuzzy machines, networks and utilities. A tree has all trees and utilities of the file, and plans as the agent type
/// would. PLOY_INVALID: error names line, column, what is wrong and what would be right; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_file_mind(const ploy_file* file, uint32_t agent, const ploy_file_mind_def* def,
                                    ploy_mind** mind, ploy_error* error);

/// Task networks, each over a domain of the file. They live as long as the file.
PLOY_API uint32_t ploy_file_htn_count(const ploy_file* file);
PLOY_API ploy_htn* ploy_file_htn(const ploy_file* file, uint32_t index);
/// PLOY_NONE: there is none of that name.
PLOY_API uint32_t ploy_file_find_htn(const ploy_file* file, const char* name);

/// Utilities: descriptions (<ploy/utility.h>) that lack only the bindings, keys and kinds of facts. What they point to
/// lives as long as the file.
PLOY_API uint32_t ploy_file_utility_count(const ploy_file* file);
PLOY_API ploy_utility_def ploy_file_utility(const ploy_file* file, uint32_t index);
/// PLOY_NONE: there is none of that name.
PLOY_API uint32_t ploy_file_find_utility(const ploy_file* file, const char* name);

// Reloading: a file in force in a world that can be loaded again while the world runs. Nothing is watched: the caller
// says when.

typedef struct ploy_reload ploy_reload;

typedef struct ploy_reload_def
{
    ploy_file_def file;
    /// After a file is read and before minds are made from it: bind what its domains call, and, the first time, add its
    /// keys to the world's. Anything but PLOY_OK refuses the file; error says why. NULL: nothing to do.
    ploy_status (*prepare)(void* user, ploy_file* file, ploy_error* error);
    /// The mind of an agent type. NULL: as ploy_file_mind makes it with what is below.
    ploy_status (*make)(void* user, const ploy_file* file, uint32_t agent, ploy_mind** mind, ploy_error* error);
    const ploy_blackboard_keys* keys;
    const ploy_bindings* bindings;
    const ploy_fact_types* kinds;
    ploy_goap_event_fn* event;
    void* event_user;
    void* user;
} ploy_reload_def;

/// Loads the file and makes a mind for each of its agent types. PLOY_INVALID: error says where and why.
PLOY_API ploy_status ploy_reload_create(const ploy_reload_def* def, const char* path, ploy_reload** reload,
                                        ploy_error* error);
/// After its world, or when no agent has one of its minds. NULL is allowed.
PLOY_API void ploy_reload_destroy(ploy_reload* reload);

/// The file in force, until it is reloaded.
PLOY_API const ploy_file* ploy_reload_file(const ploy_reload* reload);
/// 1, and one more with each good file.
PLOY_API uint32_t ploy_reload_version(const ploy_reload* reload);
/// The mind in force for an agent type; NULL: there is no such type.
PLOY_API ploy_mind* ploy_reload_mind(const ploy_reload* reload, const char* agent);

/// Load this path again (NULL: the same). A good file is in force at once for agents that are made from now on, and for
/// those that are there at the tick's border: at once outside a tick, else when it ends; what of their minds still fits
/// is carried over. A bad one is reported and the old stays in force: PLOY_INVALID, and error says where and why; that
/// an agent type which has agents is gone is an error too. Keys, kinds, sensors and squads stay as the world was made.
/// PLOY_OUT_OF_MEMORY: some agents may keep the older edition until the next call.
PLOY_API ploy_status ploy_reload_reload(ploy_reload* reload, ploy_world* world, const char* path, ploy_error* error);

/// Where a domain's item was written, for messages: 0 when unknown.
PLOY_API uint32_t ploy_file_line(const ploy_file* file, uint32_t domain, ploy_part part, uint32_t owner);

#ifdef __cplusplus
}
#endif

#endif
