// Conditions as text, split at their outermost "and". Explanations name conjuncts: "ammo >= 1".
//
// Splitting works on the tokens alone, so it also serves actions whose parameters have no arguments yet.

#ifndef PL_PLAN_EXPLAIN_CONJUNCT_H
#define PL_PLAN_EXPLAIN_CONJUNCT_H

#include <ploy/explain.h>

#include "base/containers/arena.h"

typedef struct pl_conjuncts
{
    ploy_conjunct* list; // text as written, values empty
    uint32_t count;
} pl_conjuncts;

/// The action that an action is built on, whose part continues its own; PLOY_NONE: none. Goals have none.
uint32_t pl_part_base(const ploy_domain* domain, ploy_part part, uint32_t owner);

/// All conjuncts of an action's precondition or a goal's condition, by clause, in order. Those of the actions that it
/// is built on come after its own, with those actions as owners. false: out of memory.
bool pl_conjuncts_collect(const ploy_domain* domain, ploy_part part, uint32_t owner, pl_arena* arena,
                          pl_conjuncts* out);

/// `text` with the owner's parameters replaced by its arguments. NULL: out of memory.
const char* pl_conjunct_ground(const ploy_domain* domain, ploy_part part, uint32_t owner, const uint32_t* args,
                               const char* text, pl_arena* arena);

/// "ammo = 0, at = camp": the symbols that a text without parameters names, with their values. NULL: out of memory.
const char* pl_conjunct_values(const ploy_domain* domain, const char* text, const uint64_t* state, pl_arena* arena);

/// Does a conjunct, as written, hold for these arguments of its owner? PLOY_FOUND, PLOY_NOT_FOUND, or an error.
ploy_status pl_conjunct_test(const ploy_domain* domain, const ploy_conjunct* conjunct, const uint32_t* args,
                             const uint64_t* state);

/// Sets the bits of the symbols that a text names.
void pl_conjunct_add_symbols(const ploy_domain* domain, const char* text, uint64_t* symbols);

/// The actions that change a symbol of the text and are not disabled, ascending. false: out of memory.
bool pl_conjunct_changers(const ploy_domain* domain, const char* text, const uint64_t* disabled, pl_arena* arena,
                          const uint32_t** actions, uint32_t* count);

#endif
