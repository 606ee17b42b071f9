// A guard is a compiled expression over blackboard keys and the conditions and scorers of the bindings. It decides
// whether a transition happens or a branch runs, or how high an option scores.
//
// Its language is the condition language of domains (plan/language/parser.h) with other names: or xor nand and not,
// = != < <= > >= (lt le gt ge), + - *, parentheses, decimals with three places, true and false. It differs from a
// domain's in three points: names cannot have indices; an object may be compared with a number; a key may be compared
// with any number, since keys have no range.
//
// Numbers are fixed point (1/1000) between -PL_GUARD_LARGEST and PL_GUARD_LARGEST. Arithmetic saturates at these bounds
// and a product is cut towards zero. A bool key is a condition; an int or decimal key is a number; an object compares
// as an integer with a number, and by its handle with another object. Evaluation allocates nothing and cannot fail: its
// stack is bounded when the guard is compiled. Comparing a key with a constant takes about 6 ns.

#ifndef PL_MIND_COMMON_GUARD_H
#define PL_MIND_COMMON_GUARD_H

#include <ploy/mind.h>

#define PL_GUARD_LARGEST INT64_C(1000000000000000)

typedef struct pl_guard pl_guard;

/// Compiles a condition or a number. `keys` and `bindings` may be NULL; they must outlive the guard. A name is looked up
/// among the keys, then the conditions, then the scorers. PLOY_INVALID: the error says where and why, and *guard is
/// NULL; PLOY_OUT_OF_MEMORY.
ploy_status pl_guard_compile(const char* text, const ploy_blackboard_keys* keys, const ploy_bindings* bindings,
                             const ploy_allocator* allocator, pl_guard** guard, ploy_error* error);
/// The same, but a number is invalid.
ploy_status pl_guard_compile_condition(const char* text, const ploy_blackboard_keys* keys,
                                       const ploy_bindings* bindings, const ploy_allocator* allocator, pl_guard** guard,
                                       ploy_error* error);
/// NULL is allowed.
void pl_guard_destroy(pl_guard* guard);

/// true: a number, false: a condition.
bool pl_guard_is_number(const pl_guard* guard);

/// Evaluates it for an agent. A number holds unless it is 0. Without a blackboard, keys have their initial values.
bool pl_guard_holds(const pl_guard* guard, ploy_agent* agent);
/// Fixed point (1/1000); a condition is 0 or 1,000.
int64_t pl_guard_number(const pl_guard* guard, ploy_agent* agent);

/// The keys it reads, each once, in the order of the text.
uint32_t pl_guard_keys(const pl_guard* guard, const uint32_t** keys);
/// true: it calls a condition or a scorer, so its result can change although no key does.
bool pl_guard_polls(const pl_guard* guard);

#endif
