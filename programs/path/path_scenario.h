// A whole scenario file: every query answered, every length compared.

#ifndef PATH_PATH_SCENARIO_H
#define PATH_PATH_SCENARIO_H

#include <ploy/nav.h>

/// Prints the answer; returns the exit status.
int check_scenario(const char* path, const char* search, ploy_path_method method, bool as_json);

#endif
