// Random utilities over the keys, facts and scorers of a utility_stage, and random changes of their inputs.

#ifndef TEST_SUPPORT_MIND_RANDOM_UTILITY_H
#define TEST_SUPPORT_MIND_RANDOM_UTILITY_H

#include "support/mind/utility_stage.h"

enum
{
    MOST_PARTS = 12,
};

typedef struct random_utility
{
    ploy_consideration parts[MOST_OPTIONS][MOST_PARTS];
    ploy_option options[MOST_OPTIONS];
    uint32_t count;
} random_utility;

void random_utility_fill(random_utility* u, ploy_random* random);
/// Changes one input that considerations may read.
void random_utility_disturb(utility_stage* s, ploy_random* random);

#endif
