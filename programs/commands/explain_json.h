// An explanation as JSON.

#ifndef COMMANDS_EXPLAIN_JSON_H
#define COMMANDS_EXPLAIN_JSON_H

#include "programs/cli/json.h"

#include <ploy/explain.h>

/// Writes all of it as members of the open object.
void json_explanation(json* j, const ploy_explanation* x);

#endif
