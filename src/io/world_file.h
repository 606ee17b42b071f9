// What a file says, as a world needs it: its agent types with their minds, its sensors, its squads.

#ifndef PL_IO_WORLD_FILE_H
#define PL_IO_WORLD_FILE_H

#include "io/file.h"

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

#endif
