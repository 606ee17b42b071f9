// A guard is a compiled expression over blackboard keys and the conditions and scorers of the bindings. It decides
// whether a transition happens or a branch runs, or how high an option scores.
//
// Its language is the condition language of domains (plan/language/parser.h) with other names: or xor nand and not,
// = != < <= > >= (lt le gt ge), + - * /, min(a, b), max(a, b), condition ? a : b, parentheses, decimals with three
// places, true and false, and texts in quotation marks. It differs from a domain's in three points: names cannot have
// indices; an object may be compared with a number; a key may be compared with any number, since keys have no range.
//
// A script is the same with what BehaviorTree.CPP has: assignments (:= = += -= *= /=), statements that ; separates, && ||
// ! & | ^ ~, chained comparisons, decimals of any length, hexadecimal numbers. Bools, numbers and texts take each other's
// place: true is 1, a condition is whether a number is not 0, a text is the number that it spells.
//
// Numbers are fixed point (1/1000) between -PL_GUARD_LARGEST and PL_GUARD_LARGEST; true is 1.000. Arithmetic saturates
// at these bounds. A product is cut towards zero, a quotient is rounded to the nearest, and dividing by 0 gives 0. Where
// an operand is a float (a key of that type, a number with more than three places, the number that a text spells), the
// result is one, too, computed as base/float.h says; in a script so is each product and quotient. Bits are those of the
// whole part. A bool key is a condition; an int or decimal key is a number; an object compares as an
// integer with a number, and by its handle with another object; texts compare byte by byte. Evaluation allocates nothing:
// its stack is bounded when the guard is compiled, and texts that are joined have PL_GUARD_TEXT bytes. It fails, and then
// does not hold, where a text is not the number that is needed, a joined text is too long, or a value cannot be assigned.
// Comparing a key with a constant takes about 6 ns.

#ifndef PL_MIND_COMMON_GUARD_H
#define PL_MIND_COMMON_GUARD_H

#include <ploy/mind.h>
#include <ploy/plan.h>

#include "base/containers/arena.h"
#include "base/containers/array.h"

#define PL_GUARD_LARGEST INT64_C(1000000000000000)

enum
{
    PL_GUARD_NAME = 512,  ///< bytes of a name, with its zero
    PL_GUARD_TEXT = 1024, ///< bytes of all texts that one evaluation joins, with their zeros
};

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
/// What a script is made of.
typedef struct pl_script_def
{
    const char* text;
    const ploy_blackboard_keys* keys; ///< and bindings: as above
    const ploy_bindings* bindings;
    const ploy_allocator* allocator;
    bool assigns; ///< = at the beginning of a statement assigns; otherwise it compares
    /// What a name means: returns the text of a constant, or NULL with the name of a key in `room`. NULL: itself.
    const char* (*map)(void* user, const char* name, char room[PL_GUARD_NAME]);
    /// Called at an unknown name, whose error is that of the call; PLOY_OK: it is reported, and the text is read on for
    /// its next error. The guard that is then made is of no use. NULL: the first error ends it.
    ploy_status (*unknown)(void* user);
    void* user; ///< of both
} pl_script_def;

/// How a text is read.
typedef enum pl_guard_mode
{
    PL_GUARD_ANY,
    PL_GUARD_ONLY_CONDITION,
    PL_GUARD_SCRIPT,
} pl_guard_mode;

/// Any of them, as the mode says.
ploy_status pl_guard_make(const pl_script_def* def, pl_guard_mode mode, pl_guard** guard, ploy_error* error);
ploy_status pl_script_compile(const pl_script_def* def, pl_guard** guard, ploy_error* error);

/// NULL is allowed.
void pl_guard_destroy(pl_guard* guard);

/// true: a number, false: a condition.
bool pl_guard_is_number(const pl_guard* guard);

/// Evaluates it. false: it failed; what it had assigned before stays.
bool pl_guard_run(const pl_guard* guard, ploy_agent* agent);
/// Evaluates it for an agent. A number holds unless it is 0, a text that is no number unless it is empty. Without a
/// blackboard, keys have their initial values.
bool pl_guard_holds(const pl_guard* guard, ploy_agent* agent);
/// Fixed point (1/1000), a float rounded to that; a condition is 0 or 1,000.
int64_t pl_guard_number(const pl_guard* guard, ploy_agent* agent);

/// The keys it reads, each once, in the order of the text.
uint32_t pl_guard_keys(const pl_guard* guard, const uint32_t** keys);
/// true: it calls a condition or a scorer or assigns, so its result can change although no key does.
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
    PL_GUARD_KEY,   ///< the value as it is: decimal, object, text
    PL_GUARD_BOOL,  ///< 1 or 0
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
    PL_GUARD_EQ, ///< the comparisons stand in one order in all three lists
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
    PL_GUARD_WHOLE_EQ, ///< an int or a bool times a thousand against a constant
    PL_GUARD_WHOLE_NE,
    PL_GUARD_WHOLE_LT,
    PL_GUARD_WHOLE_LE,
    PL_GUARD_WHOLE_GT,
    PL_GUARD_WHOLE_GE,
    PL_GUARD_NOT,
    PL_GUARD_XOR,
    PL_GUARD_NAND,
    PL_GUARD_AND,  ///< jumps to index if the top is false, else drops it
    PL_GUARD_OR,   ///< jumps to index if the top is true, else drops it
    PL_GUARD_ELSE, ///< drops the top; jumps to index if it was false
    PL_GUARD_GOTO, ///< jumps to index
    PL_GUARD_DROP,
    PL_GUARD_IS_TRUE, ///< 1 or 0 for a number
    PL_GUARD_RARE,    ///< what follows is seldom used and has a function of its own
    PL_GUARD_FLOAT = PL_GUARD_RARE, ///< a number becomes a float; index: how far it is below the top
    PL_GUARD_FLOAT_WHOLE,           ///< a float becomes its whole part as a number; index: the same
    PL_GUARD_FLOAT_NEGATIVE,
    PL_GUARD_FLOAT_PLUS,
    PL_GUARD_FLOAT_MINUS,
    PL_GUARD_FLOAT_TIMES,
    PL_GUARD_FLOAT_DIVIDE,
    PL_GUARD_FLOAT_MIN,
    PL_GUARD_FLOAT_MAX,
    PL_GUARD_FLOAT_COMPARE, ///< index: the comparison, as in the order above
    PL_GUARD_BIT_NOT,
    PL_GUARD_BIT_AND,
    PL_GUARD_BIT_OR,
    PL_GUARD_BIT_XOR,
    PL_GUARD_KEY_COPY,     ///< of a text, in a script that assigns
    PL_GUARD_TEXT_COMPARE, ///< two texts; index: the comparison, as in the order above
    PL_GUARD_TEXT_JOIN,
    PL_GUARD_NUMBER_TEXT,  ///< the text of a number; index: how far it is below the top
    PL_GUARD_FLOAT_TEXT,   ///< the same of a float
    PL_GUARD_TEXT_FLOAT,   ///< the float that a text spells; index: how far it is below the top
    PL_GUARD_TEXT_TRUE,    ///< 1 or 0 for a text
    PL_GUARD_STORE,        ///< assigns the top to the key and leaves it
    PL_GUARD_STORE_FLOAT,  ///< the same for a float
    PL_GUARD_STORE_OBJECT, ///< assigns an object and leaves its number
    PL_GUARD_STORE_TEXT,   ///< the same for a text
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
    PL_ARRAY(const char*) texts; ///< in the arena
    pl_arena arena;
    const ploy_blackboard_keys* blackboard_keys;
    const ploy_bindings* bindings;
    ploy_allocator allocator;
    bool is_number;
    bool is_float; ///< and that
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

/// Fills in everything from operations on. `script` is only of PL_GUARD_SCRIPT.
ploy_status pl_guard_parse(pl_guard* guard, const char* text, pl_guard_mode mode, const pl_script_def* script,
                           ploy_error* error);

#endif
