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
    uint32_t action_count; ///< those that stood in the file
    uint32_t goal_count;
} pl_file_domain;

struct ploy_file
{
    ploy_allocator allocator;
    pl_arena arena;
    PL_ARRAY(pl_file_domain) domains;
    PL_ARRAY(ploy_agent_info) agents;
    PL_ARRAY(ploy_bt*) trees;
    PL_ARRAY(ploy_utility_def) utilities; ///< what they point to lies in the arena
    PL_ARRAY(ploy_htn*) networks;
    PL_ARRAY(ploy_fsm*) machines;
    PL_ARRAY(ploy_fuzzy*) fuzzies;
    pl_file_world world;
    PL_ARRAY(const pl_xml_node*) sections; ///< all of them as they stood in the file, to be written again
    const char* main_tree;                 ///< or NULL
    pl_names domain_names;                 ///< ids are indices of domains
    pl_names agent_names;                  ///< and of agents
};

/// By name, or PLOY_NONE.
uint32_t pl_file_find_domain(const ploy_file* file, const char* name);

/// By name, among the <sensor> elements, or PLOY_NONE.
uint32_t pl_file_find_sensor(const ploy_file* file, const char* name);

/// The goals of an agent that names none: all without parameters, into goals (room for every goal). Returns how many.
uint32_t pl_file_default_goals(const ploy_domain* domain, uint32_t* goals);

#endif
