// Names that a domain leaves to the game to answer, answered from the command line.

#ifndef CLI_STUB_CALLBACKS_H
#define CLI_STUB_CALLBACKS_H

#include "programs/cli/options.h"

#include <ploy/plan.h>

/// Answers that callbacks point at; zeroed: none yet. They outlive every search on the domain.
typedef struct canned_answer canned_answer;

/// "NAME=yes", "NAME=no", "NAME=1.5". False when one is wrong; the reason has been printed.
bool bind_given(ploy_domain* domain, const text_list* calls, canned_answer** answers, const char* who);

/// Everything still unbound: yes, or 1. `who` not NULL: says so on stderr, if a goal or an action that is not disabled
/// (a bit an action) asks for it. False when a name cannot be bound.
bool bind_rest(ploy_domain* domain, const uint64_t* disabled, const char* who);

void canned_answers_free(canned_answer* answers);

#endif
