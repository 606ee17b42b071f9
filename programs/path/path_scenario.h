// Runs a whole scenario file and compares every length.

#ifndef PATH_PATH_SCENARIO_H
#define PATH_PATH_SCENARIO_H

#include <ploy/nav.h>

/// Prints the result and returns the exit status.
int check_scenario(const char* path, const char* search, ploy_path_method method, bool as_json);

#endif
