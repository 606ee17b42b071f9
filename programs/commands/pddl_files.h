// PDDL files on the command line: a domain and a problem.

#ifndef COMMANDS_PDDL_FILES_H
#define COMMANDS_PDDL_FILES_H

#include "programs/cli/options.h"

#include <ploy/pddl.h>

/// Does the name of the file end in .pddl?
bool is_pddl(const char* path);

/// Reads the files in this order: a domain, then its problem. NULL: one cannot be used; the reason has been printed on
/// stderr as file:line:column: message (hint).
ploy_pddl* pddl_files_load(const char* who, const char* const* paths, uint32_t count);

/// Are these the files of one problem: a domain and a problem, or one file with both? Otherwise the reason is printed.
bool pddl_files_fit(const char* who, const text_list* files);

/// `ploy plan --validate PLAN`: prints the verdict of the validator. Returns the exit status.
int pddl_files_validate(const char* plan, const text_list* files, bool as_json);

#endif
