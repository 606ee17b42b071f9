// Which seeds are for what. What is found on some is tried on others, so nothing may use another one's.
//
//              1 to 99           development: anything may be tried on them
//     10,000,000 to 19,999,999   tuning: `ploy tune` looks for values on them
//     20,000,000 to 29,999,999   validation: `ploy tune` says on them whether the values are better
//     all others                 experiments

#ifndef EXPERIMENT_SEEDS_H
#define EXPERIMENT_SEEDS_H

#include <stdbool.h>
#include <stdint.h>

#define SEEDS_DEVELOPMENT_LAST 99
#define SEEDS_TUNING_FIRST 10000000
#define SEEDS_VALIDATION_FIRST 20000000
#define SEEDS_VALIDATION_LAST 29999999
/// Of tuning and of validation, each.
#define SEEDS_COUNT 10000000

/// May an experiment use the seeds from first to last?
static inline bool seeds_are_of_experiments(uint64_t first, uint64_t last)
{
    return first > SEEDS_DEVELOPMENT_LAST && (last < SEEDS_TUNING_FIRST || first > SEEDS_VALIDATION_LAST);
}

#endif
