// Texts for the status of a plan.

#ifndef CLI_PLAN_STATUS_H
#define CLI_PLAN_STATUS_H

#include "programs/cli/json.h"

#include <ploy/plan.h>

/// "plan", "already", "no-plan", "out-of-nodes", …
const char* plan_status_name(ploy_status status);
/// "no plan exists", …
const char* plan_status_text(ploy_status status);
/// What to try when there is no plan.
const char* plan_status_advice(ploy_status status);
/// There is a plan, or nothing to do.
bool plan_status_is_yes(ploy_status status);

/// {"action": "GoTo", "args": ["bunker"], "cost": 1}
void json_step(json* j, const ploy_domain* domain, const ploy_step* step);

#endif
