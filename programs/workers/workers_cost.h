// What handing out cost, printed: with the mean time of a match, how many ranks one rank can feed.

#ifndef WORKERS_WORKERS_COST_H
#define WORKERS_WORKERS_COST_H

#include "programs/cli/json.h"
#include "programs/workers/workers.h"

/// The object "workers"; null when nothing was played.
void workers_cost_json(const workers_cost* cost, json* out);
/// One line; nothing without ranks.
void workers_cost_print(const workers_cost* cost, FILE* out);

#endif
