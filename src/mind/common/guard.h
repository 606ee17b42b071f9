// A guard is a compiled expression over keys of a board and the conditions and measures of the abilities: what lets a
// transition happen, a branch run, an action score. Its language is that of conditions in a domain: or xor nand and
// not, = != < <= > >= (lt le gt ge), + - *, parentheses, decimals with three places, true and false.
//
// All numbers are thousandths within PL_GUARD_LARGEST on either side; what would leave that range stays at its end, and
// a product is cut towards zero. A bool key is a condition, an int or decimal key a number, an object compares as a
// whole number, or bit by bit with another object. Evaluation allocates nothing and cannot fail; its stack is bounded
// when the guard is compiled. One comparison of a key with a constant takes some 6 ns.

#ifndef PL_MIND_COMMON_GUARD_H
#define PL_MIND_COMMON_GUARD_H

#include <ploy/mind.h>

#define PL_GUARD_LARGEST INT64_C(1000000000000000)

typedef struct pl_guard pl_guard;

/// A condition or a number; keys and abilities may be NULL, and must outlive the guard. PLOY_INVALID: error says where
/// and why, and *guard is NULL; PLOY_OUT_OF_MEMORY. A name is looked for among keys, then conditions, then measures.
ploy_status pl_guard_compile(const char* text, const ploy_blackboard_keys* keys, const ploy_bindings* bindings,
                             const ploy_allocator* allocator, pl_guard** guard, ploy_error* error);
/// The same, but a number is invalid.
ploy_status pl_guard_compile_condition(const char* text, const ploy_blackboard_keys* keys,
                                       const ploy_bindings* bindings, const ploy_allocator* allocator, pl_guard** guard,
                                       ploy_error* error);
/// NULL is allowed.
void pl_guard_destroy(pl_guard* guard);

/// A number, not a condition?
bool pl_guard_is_number(const pl_guard* guard);

/// Now; a number holds unless it is 0. Without a board keys have their initial values.
bool pl_guard_holds(const pl_guard* guard, ploy_agent* agent);
/// Thousandths; a condition is 0 or 1,000.
int64_t pl_guard_number(const pl_guard* guard, ploy_agent* agent);

/// Every key it reads, once each, in the order of the text.
uint32_t pl_guard_keys(const pl_guard* guard, const uint32_t** keys);
/// It asks a condition or a measure, so that watching its keys is not enough.
bool pl_guard_polls(const pl_guard* guard);

#endif
