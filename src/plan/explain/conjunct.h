// Conditions taken apart at their outermost "and", as text. A conjunct is what explanations name: "ammo >= 1".
//
// It works on the words alone, so it serves actions with parameters before they are grounded.

#ifndef PL_PLAN_EXPLAIN_CONJUNCT_H
#define PL_PLAN_EXPLAIN_CONJUNCT_H

#include <ploy/explain.h>

#include "base/containers/arena.h"

typedef struct pl_conjuncts
{
    ploy_conjunct* list; // text as written, values empty
    uint32_t count;
} pl_conjuncts;

/// The action that an action's part is continued in, since it is built on it; PLOY_NONE: no more. Goals have none.
uint32_t pl_part_base(const ploy_domain* domain, ploy_part part, uint32_t owner);

/// All conjuncts of an action's precondition or a goal's condition, by clause, in order; those of the actions it is
/// built on come after its own, and have them as owners. false: out of memory.
bool pl_conjuncts_collect(const ploy_domain* domain, ploy_part part, uint32_t owner, pl_arena* arena,
                          pl_conjuncts* out);

/// `text` with the owner's parameters replaced by its arguments. NULL: out of memory.
const char* pl_conjunct_ground(const ploy_domain* domain, ploy_part part, uint32_t owner, const uint32_t* args,
                               const char* text, pl_arena* arena);

/// "ammo = 0, at = camp": the symbols that a text without parameters speaks of. NULL: out of memory.
const char* pl_conjunct_values(const ploy_domain* domain, const char* text, const uint64_t* state, pl_arena* arena);

/// Does a conjunct, as written, hold for these arguments of its owner? PLOY_FOUND, PLOY_NOT_FOUND, or what went wrong.
ploy_status pl_conjunct_test(const ploy_domain* domain, const ploy_conjunct* conjunct, const uint32_t* args,
                             const uint64_t* state);

/// Sets the bits of the symbols that a text names.
void pl_conjunct_add_symbols(const ploy_domain* domain, const char* text, uint64_t* symbols);

/// The actions that change a symbol of the text and are not disabled, ascending. false: out of memory.
bool pl_conjunct_changers(const ploy_domain* domain, const char* text, const uint64_t* disabled, pl_arena* arena,
                          const uint32_t** actions, uint32_t* count);

#endif
