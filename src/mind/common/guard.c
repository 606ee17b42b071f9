#include <string.h>

#include "base/error.h"
#include "base/check.h"
#include "base/float.h"
#include "knowledge/blackboard.h"
#include "mind/common/bindings.h"
#include "mind/common/guard.h"
#include "plan/language/expression.h"

ploy_status pl_guard_make(const pl_script_def* def, pl_guard_mode mode, pl_guard** guard, ploy_error* error)
{
    pl_error_clear(error);
    *guard = NULL;
    ploy_allocator from = pl_allocator_choose(def->allocator);
    pl_guard* made = PL_NEW(&from, pl_guard);
    if (!made) return PLOY_OUT_OF_MEMORY;
    made->allocator = from;
    made->blackboard_keys = def->keys;
    made->bindings = def->bindings;
    pl_arena_init(&made->arena, &made->allocator, 256);
    ploy_status status = pl_guard_parse(made, def->text, mode, def, error);
    if (status == PLOY_OK) {
        *guard = made;
    } else {
        pl_guard_destroy(made);
    }
    return status;
}

ploy_status pl_guard_compile(const char* text, const ploy_blackboard_keys* keys, const ploy_bindings* bindings,
                             const ploy_allocator* allocator, pl_guard** guard, ploy_error* error)
{
    pl_script_def def = {.text = text, .keys = keys, .bindings = bindings, .allocator = allocator};
    return pl_guard_make(&def, PL_GUARD_ANY, guard, error);
}

ploy_status pl_guard_compile_condition(const char* text, const ploy_blackboard_keys* keys,
                                       const ploy_bindings* bindings, const ploy_allocator* allocator, pl_guard** guard,
                                       ploy_error* error)
{
    pl_script_def def = {.text = text, .keys = keys, .bindings = bindings, .allocator = allocator};
    return pl_guard_make(&def, PL_GUARD_ONLY_CONDITION, guard, error);
}

ploy_status pl_script_compile(const pl_script_def* def, pl_guard** guard, ploy_error* error)
{
    return pl_guard_make(def, PL_GUARD_SCRIPT, guard, error);
}

void pl_guard_destroy(pl_guard* guard)
{
    if (!guard) return;
    ploy_allocator allocator = guard->allocator;
    PL_ARRAY_FREE(&guard->ops, &allocator);
    PL_ARRAY_FREE(&guard->keys, &allocator);
    PL_ARRAY_FREE(&guard->texts, &allocator);
    pl_arena_destroy(&guard->arena);
    PL_DELETE(&allocator, guard);
}

bool pl_guard_is_number(const pl_guard* guard)
{
    return guard->is_number;
}

uint32_t pl_guard_keys(const pl_guard* guard, const uint32_t** keys)
{
    *keys = guard->keys.data;
    return guard->keys.count;
}

bool pl_guard_polls(const pl_guard* guard)
{
    return guard->polls;
}

// Splits a into 1000 q + r, so that no intermediate result needs more than 64 bits.
int64_t pl_guard_times(int64_t a, int64_t b)
{
    bool negative = (a < 0) != (b < 0);
    int64_t x = a < 0 ? -a : a;
    int64_t y = b < 0 ? -b : b;
    int64_t q = x / PLOY_UNIT;
    if (y > 0 && q > PL_GUARD_LARGEST / y) return negative ? -PL_GUARD_LARGEST : PL_GUARD_LARGEST;
    int64_t product = pl_guard_clamp(q * y + x % PLOY_UNIT * y / PLOY_UNIT);
    return negative ? -product : product;
}

static int64_t call_condition(const pl_guard* guard, uint32_t index, ploy_agent* agent)
{
    const ploy_condition_def* def = guard->bindings->conditions.items.data[index];
    const pl_port_list* ports = pl_condition_ports(def);
    ploy_call call = {.user = def->user, .ports = ports->none, .port_count = ports->count, .binding = index};
    return def->test(agent, &call);
}

static int64_t call_scorer(const pl_guard* guard, uint32_t index, ploy_agent* agent)
{
    const ploy_scorer_def* def = guard->bindings->scorers.items.data[index];
    const pl_port_list* ports = pl_scorer_ports(def);
    ploy_call call = {.user = def->user, .ports = ports->none, .port_count = ports->count, .binding = index};
    return pl_guard_clamp(def->score(agent, &call));
}

static inline int64_t read(const pl_guard* guard, uint32_t key, const ploy_agent* agent)
{
    return agent->blackboard ? pl_blackboard_read(agent->blackboard, key)
                             : pl_blackboard_key(guard->blackboard_keys, key)->initial;
}

// What is seldom used.

/// What an evaluation returns when it has failed: no number is so low, and a text or an object is no result.
#define FAILED INT64_MIN

typedef struct joined_texts
{
    uint32_t used; ///< bytes
    char bytes[PL_GUARD_TEXT];
} joined_texts;

// NULL: there is no room.
static const char* join(joined_texts* texts, const char* a, const char* b)
{
    size_t first = strlen(a), second = strlen(b);
    if (first + second + 1 > PL_GUARD_TEXT - texts->used) return NULL;
    char* room = texts->bytes + texts->used;
    texts->used += (uint32_t)(first + second + 1);
    memcpy(room, a, first);
    memcpy(room + first, b, second + 1);
    return room;
}

// A number becomes its text; kind: decimal or float.
static bool print_number(joined_texts* texts, pl_value_kind kind, int64_t* value)
{
    char text[PL_VALUE_TEXT];
    pl_value_print(NULL, kind, kind == PLOY_VALUE_FLOAT ? *value : pl_guard_clamp(*value), text, sizeof text);
    *value = ploy_value_of(join(texts, text, ""));
    return *value != 0;
}

static bool float_of(const char* text, int64_t* number)
{
    bool is_true = strcmp(text, "true") == 0;
    *number = pl_float_from_whole(is_true);
    return is_true || strcmp(text, "false") == 0 || pl_value_parse_float(text, number);
}

static bool is_true(const char* text)
{
    int64_t number;
    return float_of(text, &number) ? number != 0 : *text != '\0';
}

// What a comparison says of an order, which is below 0, 0 or above.
static bool compares(int order, uint32_t sign)
{
    switch (PL_GUARD_EQ + sign) {
    case PL_GUARD_EQ:
        return order == 0;
    case PL_GUARD_NE:
        return order != 0;
    case PL_GUARD_LT:
        return order < 0;
    case PL_GUARD_LE:
        return order <= 0;
    case PL_GUARD_GT:
        return order > 0;
    default:
        return order >= 0;
    }
}

static bool assign(ploy_agent* agent, uint32_t key, ploy_value value)
{
    ploy_status status = agent->blackboard ? ploy_blackboard_set(agent->blackboard, key, value) : PLOY_INVALID;
    return status == PLOY_OK || status == PLOY_ALREADY;
}

// A bool takes whether the number is not 0, an int and an object the whole part, a string the number as it is printed.
// kind: decimal or float.
static bool assign_number(const pl_guard* guard, ploy_agent* agent, uint32_t key, pl_value_kind kind, int64_t number)
{
    char text[PL_VALUE_TEXT];
    bool is_float = kind == PLOY_VALUE_FLOAT;
    number = is_float ? number : pl_guard_clamp(number);
    switch (ploy_blackboard_keys_type(guard->blackboard_keys, key)) {
    case PLOY_VALUE_BOOL:
        return assign(agent, key, number != 0);
    case PLOY_VALUE_DECIMAL:
        return assign(agent, key, is_float ? pl_float_fixed(number) : number);
    case PLOY_VALUE_FLOAT:
        return assign(agent, key, is_float ? number : pl_float_from_fixed(number));
    case PLOY_VALUE_STRING:
        pl_value_print(NULL, kind, number, text, sizeof text);
        return assign(agent, key, ploy_value_of(text));
    case PLOY_VALUE_STRUCT:
        return false;
    default:
        return assign(agent, key, is_float ? pl_float_whole(number) : number / PLOY_UNIT);
    }
}

static bool assign_text(const pl_guard* guard, ploy_agent* agent, uint32_t key, const char* text)
{
    const ploy_blackboard_keys* keys = guard->blackboard_keys;
    int64_t room[PLOY_STRUCT_BYTES / sizeof(int64_t)];
    ploy_value value;
    return pl_value_parse(&keys->structs, pl_key_kind(keys, key), text, room, &value) && assign(agent, key, value);
}

static int64_t bits(uint32_t code, int64_t a, int64_t b)
{
    int64_t x = pl_guard_clamp(a) / PLOY_UNIT, y = pl_guard_clamp(b) / PLOY_UNIT;
    return pl_guard_whole(code == PL_GUARD_BIT_AND ? (x & y) : code == PL_GUARD_BIT_OR ? (x | y) : (x ^ y));
}

static int64_t float_result(uint32_t code, int64_t a, int64_t b)
{
    switch ((pl_guard_code)code) {
    case PL_GUARD_FLOAT_PLUS:
        return pl_float_add(a, b);
    case PL_GUARD_FLOAT_MINUS:
        return pl_float_add(a, pl_float_negative(b));
    case PL_GUARD_FLOAT_TIMES:
        return pl_float_multiply(a, b);
    case PL_GUARD_FLOAT_DIVIDE:
        return pl_float_divide(a, b);
    case PL_GUARD_FLOAT_MIN:
        return pl_float_compare(a, b) < 0 ? a : b;
    default:
        return pl_float_compare(a, b) > 0 ? a : b;
    }
}

// The top after the operation; NULL: the evaluation fails.
PL_NO_INLINE static int64_t* run_rare(const pl_guard* guard, ploy_agent* agent, const pl_guard_op* op, int64_t* top,
                                      joined_texts* texts)
{
    bool is_good = true;
    switch ((pl_guard_code)op->code) {
    case PL_GUARD_FLOAT:
        top[-(int)op->index] = pl_float_from_fixed(pl_guard_clamp(top[-(int)op->index]));
        break;
    case PL_GUARD_FLOAT_WHOLE:
        top[-(int)op->index] = pl_guard_whole(pl_float_whole(top[-(int)op->index]));
        break;
    case PL_GUARD_FLOAT_NEGATIVE:
        *top = pl_float_negative(*top);
        break;
    case PL_GUARD_FLOAT_PLUS:
    case PL_GUARD_FLOAT_MINUS:
    case PL_GUARD_FLOAT_TIMES:
    case PL_GUARD_FLOAT_DIVIDE:
    case PL_GUARD_FLOAT_MIN:
    case PL_GUARD_FLOAT_MAX:
        --top, *top = float_result(op->code, top[0], top[1]);
        break;
    case PL_GUARD_FLOAT_COMPARE:
        --top, *top = compares(pl_float_compare(top[0], top[1]), op->index) ? PLOY_UNIT : 0;
        break;
    case PL_GUARD_BIT_NOT:
        *top = pl_guard_whole(~(pl_guard_clamp(*top) / PLOY_UNIT));
        break;
    case PL_GUARD_BIT_AND:
    case PL_GUARD_BIT_OR:
    case PL_GUARD_BIT_XOR:
        --top, *top = bits(op->code, top[0], top[1]);
        break;
    case PL_GUARD_KEY_COPY:
        *++top = ploy_value_of(join(texts, ploy_value_string(read(guard, op->index, agent)), ""));
        is_good = *top != 0;
        break;
    case PL_GUARD_TEXT_COMPARE:
        --top;
        *top = compares(strcmp(ploy_value_string(top[0]), ploy_value_string(top[1])), op->index) ? PLOY_UNIT : 0;
        break;
    case PL_GUARD_TEXT_JOIN:
        --top, *top = ploy_value_of(join(texts, ploy_value_string(top[0]), ploy_value_string(top[1])));
        is_good = *top != 0;
        break;
    case PL_GUARD_NUMBER_TEXT:
        is_good = print_number(texts, PLOY_VALUE_DECIMAL, &top[-(int)op->index]);
        break;
    case PL_GUARD_FLOAT_TEXT:
        is_good = print_number(texts, PLOY_VALUE_FLOAT, &top[-(int)op->index]);
        break;
    case PL_GUARD_TEXT_FLOAT:
        is_good = float_of(ploy_value_string(top[-(int)op->index]), &top[-(int)op->index]);
        break;
    case PL_GUARD_TEXT_TRUE:
        *top = is_true(ploy_value_string(*top)) ? PLOY_UNIT : 0;
        break;
    case PL_GUARD_STORE:
        is_good = assign_number(guard, agent, op->index, PLOY_VALUE_DECIMAL, *top);
        break;
    case PL_GUARD_STORE_FLOAT:
        is_good = assign_number(guard, agent, op->index, PLOY_VALUE_FLOAT, *top);
        break;
    case PL_GUARD_STORE_OBJECT:
        is_good = assign(agent, op->index, *top);
        *top = pl_guard_whole(*top);
        break;
    default:
        is_good = assign_text(guard, agent, op->index, ploy_value_string(*top));
        break;
    }
    return is_good ? top : NULL;
}

#define COMPARE(NAME, sign)                                                                                            \
    case PL_GUARD_##NAME:                                                                                              \
        --top, *top = top[0] sign top[1] ? PLOY_UNIT : 0;                                                              \
        break;                                                                                                         \
    case PL_GUARD_KEY_##NAME:                                                                                          \
        *++top = read(guard, op->index, agent) sign op->value ? PLOY_UNIT : 0;                                         \
        break;                                                                                                         \
    case PL_GUARD_WHOLE_##NAME:                                                                                        \
        *++top = pl_guard_whole(read(guard, op->index, agent)) sign op->value ? PLOY_UNIT : 0;                         \
        break

// FAILED, or the result.
static int64_t evaluate(const pl_guard* guard, ploy_agent* agent)
{
    int64_t stack[PL_GUARD_STACK + 1];
    int64_t* top = stack;
    joined_texts texts;
    texts.used = 0;
    const pl_guard_op* end = guard->ops.data + guard->ops.count;
    for (const pl_guard_op* op = guard->ops.data; op != end; ++op) {
        switch ((pl_guard_code)op->code) {
            COMPARE(EQ, ==);
            COMPARE(NE, !=);
            COMPARE(LT, <);
            COMPARE(LE, <=);
            COMPARE(GT, >);
            COMPARE(GE, >=);
        case PL_GUARD_CONSTANT:
            *++top = op->value;
            break;
        case PL_GUARD_KEY:
            *++top = read(guard, op->index, agent);
            break;
        case PL_GUARD_WHOLE:
            *++top = pl_guard_whole(read(guard, op->index, agent));
            break;
        case PL_GUARD_CONDITION:
            *++top = call_condition(guard, op->index, agent) ? PLOY_UNIT : 0;
            break;
        case PL_GUARD_SCORER:
            *++top = call_scorer(guard, op->index, agent);
            break;
        case PL_GUARD_NEGATIVE:
            *top = -pl_guard_clamp(*top);
            break;
        case PL_GUARD_PLUS:
            --top, *top = pl_guard_clamp(pl_guard_clamp(top[0]) + pl_guard_clamp(top[1]));
            break;
        case PL_GUARD_MINUS:
            --top, *top = pl_guard_clamp(pl_guard_clamp(top[0]) - pl_guard_clamp(top[1]));
            break;
        case PL_GUARD_TIMES:
            --top, *top = pl_guard_times(pl_guard_clamp(top[0]), pl_guard_clamp(top[1]));
            break;
        case PL_GUARD_DIVIDE:
            --top, *top = pl_guard_clamp(pl_expression_divide(pl_guard_clamp(top[0]), 1, pl_guard_clamp(top[1]), 1));
            break;
        case PL_GUARD_MIN:
            --top, *top = top[0] < top[1] ? top[0] : top[1];
            break;
        case PL_GUARD_MAX:
            --top, *top = top[0] > top[1] ? top[0] : top[1];
            break;
        case PL_GUARD_NOT:
            *top = *top ? 0 : PLOY_UNIT;
            break;
        case PL_GUARD_XOR:
            --top, *top = top[0] != top[1] ? PLOY_UNIT : 0;
            break;
        case PL_GUARD_NAND:
            --top, *top = top[0] && top[1] ? 0 : PLOY_UNIT;
            break;
        case PL_GUARD_AND:
            op = *top-- ? op : (++top, guard->ops.data + op->index - 1);
            break;
        case PL_GUARD_OR:
            op = *top-- ? (++top, guard->ops.data + op->index - 1) : op;
            break;
        case PL_GUARD_ELSE:
            op = *top-- ? op : guard->ops.data + op->index - 1;
            break;
        case PL_GUARD_GOTO:
            op = guard->ops.data + op->index - 1;
            break;
        case PL_GUARD_DROP:
            --top;
            break;
        case PL_GUARD_IS_TRUE:
            *top = *top ? PLOY_UNIT : 0;
            break;
        case PL_GUARD_BOOL:
            *++top = read(guard, op->index, agent) ? PLOY_UNIT : 0;
            break;
        default:
            top = run_rare(guard, agent, op, top, &texts);
            if (!top) return FAILED;
            break;
        }
    }
    return *top;
}

bool pl_guard_run(const pl_guard* guard, ploy_agent* agent)
{
    return evaluate(guard, agent) != FAILED;
}

bool pl_guard_holds(const pl_guard* guard, ploy_agent* agent)
{
    int64_t value = evaluate(guard, agent);
    return value != 0 && value != FAILED;
}

int64_t pl_guard_number(const pl_guard* guard, ploy_agent* agent)
{
    int64_t value = evaluate(guard, agent);
    if (value == FAILED) return 0;
    if (guard->is_float) return pl_float_fixed(value);
    return guard->is_number ? pl_guard_clamp(value) : value != 0 ? PLOY_UNIT : 0;
}
