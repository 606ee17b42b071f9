// A random domain handed to the library through its public interface.

#ifndef TEST_SUPPORT_PLAN_RANDOM_BUILD_H
#define TEST_SUPPORT_PLAN_RANDOM_BUILD_H

#include "support/plan/random_domain.h"

/// Prints the domain and what the library said about which text, then aborts.
_Noreturn void random_build_failed(const random_domain* d, const char* doing, const char* text,
                                   const ploy_error* error);

/// Ask the library for its number of every variable.
void random_build_number_variables(random_domain* d);

/// Add or change a clause of the library's domain; binds a callback that the text names.
void random_build_put(random_domain* d, ploy_part part, uint32_t owner, uint32_t clause, bool add, const char* text);
void random_build_remove(random_domain* d, ploy_part part, uint32_t owner, uint32_t clause);

#endif
