// An explanation as JSON.

#ifndef PROGRAM_EXPLAIN_JSON_H
#define PROGRAM_EXPLAIN_JSON_H

#include "json.h"

#include <ploy/explain.h>

/// All of it, as members of the object that is open.
void json_explanation(json* j, const ploy_explanation* x);

#endif
