// Where the names of a file meet those that the game has bound: what is missing is an error at its place in the file,
// and what is bound and never used is logged once.

#ifndef PL_IO_BOUND_NAMES_H
#define PL_IO_BOUND_NAMES_H

#include "base/error.h"
#include "io/file.h"

enum
{
    PL_UNUSED_FILES = 64, ///< more files of a world are not read for suggestions
};

/// The actions that an agent type may use: each has an activity or a duration, and each port of its activities is a
/// parameter or a key.
ploy_status pl_check_actions(ploy_mind_parts parts, const ploy_file* file, const ploy_agent_info* info,
                             pl_reports* reports);

/// "; nor 'Sow'" at the end of the message, as long as there is room.
void pl_add_unbound(ploy_error* error, const char* name);

/// No sensor of that name is bound.
ploy_status pl_fail_sensor(const ploy_bindings* bindings, const pl_file_sensor* sensor, ploy_error* error);

/// Logs each name that is bound and that no mind has looked for, with the name in the files that may have been meant.
void pl_warn_unused(const ploy_bindings* bindings, const ploy_file* const* files, uint32_t count);

/// Logs each symbol of a domain that is sensed and read and whose keys nothing ever wrote. blackboard: any of the world.
void pl_warn_unwritten(const ploy_blackboard* blackboard, const ploy_domain* domain);
/// The same for the keys of a file that have no initial value.
void pl_warn_unwritten_keys(const ploy_blackboard* blackboard, const char* file, const pl_file_world* world);

#endif
