// Plans for PDDL by trying everything: Dijkstra over the states of the interpreter, all in one unsorted list.

#ifndef TEST_SUPPORT_PLAN_PDDL_BRUTE_H
#define TEST_SUPPORT_PLAN_PDDL_BRUTE_H

#include <ploy/pddl.h>

/// The lowest cost of a plan in fixed point (1/1000); -1: there is none; -2: more than max_states states.
int64_t pddl_brute_cost(const ploy_pddl* pddl, uint32_t max_states);

/// Random problems in PDDL: types, constants, negations, or, quantifiers, conditional effects (has_many: five to twenty in
/// most actions), costs, a number. The texts are for the caller to free.
void pddl_random(uint64_t seed, bool has_many, char** domain, char** problem);

#endif
