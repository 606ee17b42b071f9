// Builds a random domain in the library, through its public interface.

#ifndef TEST_SUPPORT_PLAN_RANDOM_BUILD_H
#define TEST_SUPPORT_PLAN_RANDOM_BUILD_H

#include "support/plan/random_domain.h"

/// Prints the domain, the text and the error that the library reported for it, then aborts.
_Noreturn void random_build_failed(const random_domain* d, const char* doing, const char* text,
                                   const ploy_error* error);

/// Finds the library's index of every variable.
void random_build_number_variables(random_domain* d);

/// Gives a table of the library the model's values.
void random_build_fill(const random_domain* d, ploy_domain* domain, uint32_t table);

/// Adds or changes a clause of the library's domain. Binds a callback that the text names.
void random_build_put(random_domain* d, ploy_part part, uint32_t owner, uint32_t clause, bool add, const char* text);
void random_build_remove(random_domain* d, ploy_part part, uint32_t owner, uint32_t clause);

#endif
