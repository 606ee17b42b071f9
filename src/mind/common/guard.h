// A guard is a compiled expression over blackboard keys and the conditions and scorers of the bindings. It decides
// whether a transition happens or a branch runs, or how high an option scores.
//
// Its language is the condition language of domains (plan/language/parser.h) with other names: or xor nand and not,
// = != < <= > >= (lt le gt ge), + - * /, min(a, b), max(a, b), condition ? a : b, parentheses, decimals with three
// places, true and false. It differs from a domain's in three points: names cannot have indices; an object may be
// compared with a number; a key may be compared with any number, since keys have no range.
//
// Numbers are fixed point (1/1000) between -PL_GUARD_LARGEST and PL_GUARD_LARGEST. Arithmetic saturates at these
// bounds. A product is cut towards zero, a quotient is rounded to the nearest, and dividing by 0 gives 0. A bool key is
// a condition; an int or decimal key is a number; an object compares as an integer with a number, and by its handle
// with another object. Evaluation allocates nothing and cannot fail: its stack is bounded when the guard is compiled.
// Comparing a key with a constant takes about 6 ns.

#ifndef PL_MIND_COMMON_GUARD_H
#define PL_MIND_COMMON_GUARD_H

#include <ploy/mind.h>
#include <ploy/plan.h>

#include "base/containers/array.h"

#define PL_GUARD_LARGEST INT64_C(1000000000000000)

typedef struct pl_guard pl_guard;

/// Compiles a condition or a number. `keys` and `bindings` may be NULL; they must outlive the guard. A name is looked
/// up among the keys, then the conditions, then the scorers. PLOY_INVALID: the error says where and why, and *guard is
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

// The compiled form of a guard: operations on a stack of numbers, in the order of execution. `and` and `or` jump over
// their second operand where it cannot change the result; comparing a key with a constant is one operation.
//
//   ammo > 2 and (alarm or sees)      0  KEY_GT ammo 2
//                                     1  AND  jump to 5
//                                     2  KEY alarm
//                                     3  OR   jump to 5
//                                     4  CONDITION sees

enum
{
    PL_GUARD_STACK = 64, ///< numbers
    PL_GUARD_DEPTH = 100 ///< of parentheses and prefix operators
};

typedef enum pl_guard_code
{
    PL_GUARD_CONSTANT,
    PL_GUARD_KEY,   ///< the value as it is: bool, decimal, object
    PL_GUARD_WHOLE, ///< the value times a thousand: int, object against a number
    PL_GUARD_CONDITION,
    PL_GUARD_SCORER,
    PL_GUARD_NEGATIVE,
    PL_GUARD_PLUS,
    PL_GUARD_MINUS,
    PL_GUARD_TIMES,
    PL_GUARD_DIVIDE,
    PL_GUARD_MIN,
    PL_GUARD_MAX,
    PL_GUARD_CHOICE, ///< of three: the second if the first holds, else the third
    PL_GUARD_EQ,     ///< the comparisons stand in one order in all three lists
    PL_GUARD_NE,
    PL_GUARD_LT,
    PL_GUARD_LE,
    PL_GUARD_GT,
    PL_GUARD_GE,
    PL_GUARD_KEY_EQ, ///< a key against a constant
    PL_GUARD_KEY_NE,
    PL_GUARD_KEY_LT,
    PL_GUARD_KEY_LE,
    PL_GUARD_KEY_GT,
    PL_GUARD_KEY_GE,
    PL_GUARD_WHOLE_EQ, ///< a key times a thousand against a constant
    PL_GUARD_WHOLE_NE,
    PL_GUARD_WHOLE_LT,
    PL_GUARD_WHOLE_LE,
    PL_GUARD_WHOLE_GT,
    PL_GUARD_WHOLE_GE,
    PL_GUARD_NOT,
    PL_GUARD_XOR,
    PL_GUARD_NAND,
    PL_GUARD_AND, ///< jumps to index if the top is false, else drops it
    PL_GUARD_OR,  ///< jumps to index if the top is true, else drops it
} pl_guard_code;

typedef struct pl_guard_op
{
    uint32_t code;
    uint32_t index; ///< of the key, condition or scorer; of the operation to jump to
    int64_t value;  ///< of a constant
} pl_guard_op;

struct pl_guard
{
    PL_ARRAY(pl_guard_op) ops;
    PL_ARRAY(uint32_t) keys;
    const ploy_blackboard_keys* blackboard_keys;
    const ploy_bindings* bindings;
    ploy_allocator allocator;
    bool is_number;
    bool polls;
};

static inline int64_t pl_guard_clamp(int64_t value)
{
    return value > PL_GUARD_LARGEST ? PL_GUARD_LARGEST : value < -PL_GUARD_LARGEST ? -PL_GUARD_LARGEST : value;
}

static inline int64_t pl_guard_whole(int64_t value)
{
    const int64_t max = PL_GUARD_LARGEST / PLOY_UNIT;
    return (value > max ? max : value < -max ? -max : value) * PLOY_UNIT;
}

/// a * b of two numbers in range.
int64_t pl_guard_times(int64_t a, int64_t b);

/// Fills in operations, keys, is_number and polls.
ploy_status pl_guard_parse(pl_guard* guard, const char* text, bool is_condition, ploy_error* error);

#endif
