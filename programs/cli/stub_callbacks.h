// Stands in for the game's callbacks: the command line gives their values.

#ifndef CLI_STUB_CALLBACKS_H
#define CLI_STUB_CALLBACKS_H

#include "programs/cli/options.h"

#include <ploy/plan.h>

/// Values of the callbacks; zeroed: none yet. They must outlive every search on the domain.
typedef struct canned_answer canned_answer;

/// Parses "NAME=yes", "NAME=no", "NAME=1.5". False: one is wrong; the reason has been printed.
bool bind_given(ploy_domain* domain, const text_list* calls, canned_answer** answers, const char* who);

/// Binds everything that is still unbound: yes, or 1. With `who`, prints a note if a goal or an enabled action uses the
/// name (`disabled` has one bit per action). False: a name cannot be bound.
bool bind_rest(ploy_domain* domain, const uint64_t* disabled, const char* who);

void canned_answers_free(canned_answer* answers);

#endif
