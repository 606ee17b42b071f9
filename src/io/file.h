// What a file holds once it is loaded. Domains are objects of their own; all the rest lies in one arena.

#ifndef PL_IO_FILE_H
#define PL_IO_FILE_H

#include <ploy/io.h>

#include "base/containers/arena.h"
#include "base/containers/array.h"
#include "base/containers/names.h"
#include "io/sections/world.h"
#include "io/xml/xml.h"

typedef struct pl_file_domain
{
    ploy_domain* domain;
    const uint32_t* lines; ///< three an action (pre, effect, cost), then three a goal (condition, priority, relevant)
    const uint32_t* names; ///< line and column of each action's name, then of each goal's
    uint32_t action_count; ///< those that stood in the file
    uint32_t goal_count;
} pl_file_domain;

struct ploy_file
{
    ploy_allocator allocator;
    pl_arena arena;
    PL_ARRAY(pl_file_domain) domains;
    PL_ARRAY(ploy_agent_info) agents;
    PL_ARRAY(ploy_bt*) bts;
    PL_ARRAY(ploy_utility_def) utilities; ///< what they point to lies in the arena
    PL_ARRAY(ploy_htn*) htns;
    PL_ARRAY(ploy_fsm*) fsms;
    PL_ARRAY(ploy_fuzzy*) fuzzies;
    pl_file_world world;
    PL_ARRAY(const pl_xml_node*) sections; ///< all of them as they stood in the file, to be written again
    PL_ARRAY(const char*) included;        ///< paths of a file of BehaviorTree.CPP and of those it includes
    const char* main_bt;                   ///< or NULL
    bool is_btcpp;                         ///< it is a file of BehaviorTree.CPP
    pl_names domain_names;                 ///< ids are indices of domains
    pl_names agent_names;                  ///< and of agents
    pl_names lost;                         ///< with on_error: names in what is wrong, see io/lost_names.h
    bool has_lost_domain;                  ///< one that cannot even be compiled in part
    bool has_lost_include;                 ///< trees may be missing that an <include> would have brought
};

/// Like ploy_file_parse, for checks: with on_error *file has all that could be read, or is NULL, and the status is
/// PLOY_INVALID when anything is wrong.
ploy_status pl_file_parse_partly(const ploy_file_def* def, const char* text, size_t bytes, ploy_file** file,
                                 ploy_error* error);

/// Sets line and column of an error to the name of an action or goal.
void pl_file_place_action(const ploy_file* file, uint32_t domain, uint32_t action, ploy_error* error);
void pl_file_place_goal(const ploy_file* file, uint32_t domain, uint32_t goal, ploy_error* error);

/// By name, or PLOY_NONE.
uint32_t pl_file_find_domain(const ploy_file* file, const char* name);

/// By name, among the <sensor> elements, or PLOY_NONE.
uint32_t pl_file_find_sensor(const ploy_file* file, const char* name);

/// The goals of an agent that names none: all without parameters, into goals (room for every goal). Returns how many.
uint32_t pl_file_default_goals(const ploy_domain* domain, uint32_t* goals);

/// The agent types of a file: its <agent> elements or, in a file without any, its main behavior tree and each of its
/// state machines, fuzzy ones, utilities and task networks, by their own names.
uint32_t pl_file_type_count(const ploy_file* file);
ploy_agent_info pl_file_type(const ploy_file* file, uint32_t index);

typedef struct pl_file_mind_def
{
    ploy_mind_parts parts;
    ploy_goap_event_fn* event; ///< of GOAP minds, those within behavior trees too
    void* event_user;
} pl_file_mind_def;

/// The mind that an agent type names: "goap", else what of that name comes first among the file's behavior trees, state
/// machines, fuzzy ones, task networks and utilities. A tree has all trees and utilities of the file, and plans as the
/// agent type would. The file must outlive the mind. PLOY_INVALID: error names line and column (0: not known), what is
/// wrong and what would be right; PLOY_OUT_OF_MEMORY.
ploy_status pl_file_mind(const ploy_file* file, const ploy_agent_info* info, const pl_file_mind_def* def,
                         ploy_mind** mind, ploy_error* error);

/// A squad with its places as numbers. PLOY_INVALID: a place is not known; error names it.
ploy_status pl_file_squad_def(const ploy_file* file, uint32_t index, const ploy_squads* squads, ploy_squad_def* def,
                              ploy_error* error);

/// PLOY_NONE: there is none of that name.
uint32_t pl_file_find_htn(const ploy_file* file, const char* name);

/// The name of the loaded file that is meant: of the same name, of the same last part of its path, or the only one; NULL:
/// none.
const char* pl_world_match_file(ploy_world* world, const char* name);

#endif
