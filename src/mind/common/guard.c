#include "base/error.h"
#include "knowledge/blackboard.h"
#include "mind/common/bindings.h"
#include "mind/common/guard.h"
#include "plan/language/expression.h"

static ploy_status compile(const char* text, const ploy_blackboard_keys* keys, const ploy_bindings* bindings,
                           const ploy_allocator* allocator, bool is_condition, pl_guard** guard, ploy_error* error)
{
    pl_error_clear(error);
    *guard = NULL;
    ploy_allocator from = pl_allocator_choose(allocator);
    pl_guard* made = PL_NEW(&from, pl_guard);
    if (!made) return PLOY_OUT_OF_MEMORY;
    made->allocator = from;
    made->blackboard_keys = keys;
    made->bindings = bindings;
    ploy_status status = pl_guard_parse(made, text, is_condition, error);
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
    return compile(text, keys, bindings, allocator, false, guard, error);
}

ploy_status pl_guard_compile_condition(const char* text, const ploy_blackboard_keys* keys,
                                       const ploy_bindings* bindings, const ploy_allocator* allocator, pl_guard** guard,
                                       ploy_error* error)
{
    return compile(text, keys, bindings, allocator, true, guard, error);
}

void pl_guard_destroy(pl_guard* guard)
{
    if (!guard) return;
    ploy_allocator allocator = guard->allocator;
    PL_ARRAY_FREE(&guard->ops, &allocator);
    PL_ARRAY_FREE(&guard->keys, &allocator);
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

static const ploy_port no_ports[PLOY_MAX_PORTS] = {
    {.key = PLOY_NONE}, {.key = PLOY_NONE}, {.key = PLOY_NONE}, {.key = PLOY_NONE},
    {.key = PLOY_NONE}, {.key = PLOY_NONE}, {.key = PLOY_NONE}, {.key = PLOY_NONE},
};

static int64_t call_condition(const pl_guard* guard, uint32_t index, ploy_agent* agent)
{
    const ploy_condition_def* def = guard->bindings->conditions.items.data[index];
    ploy_call call = {.user = def->user, .ports = no_ports, .port_count = def->port_count, .binding = index};
    return def->test(agent, &call);
}

static int64_t call_scorer(const pl_guard* guard, uint32_t index, ploy_agent* agent)
{
    const ploy_scorer_def* def = guard->bindings->scorers.items.data[index];
    ploy_call call = {.user = def->user, .ports = no_ports, .port_count = def->port_count, .binding = index};
    return pl_guard_clamp(def->score(agent, &call));
}

static inline int64_t read(const pl_guard* guard, uint32_t key, const ploy_agent* agent)
{
    return agent->blackboard ? pl_blackboard_read(agent->blackboard, key)
                             : pl_blackboard_key(guard->blackboard_keys, key)->initial;
}

#define COMPARE(NAME, sign)                                                                                            \
    case PL_GUARD_##NAME:                                                                                              \
        --top, *top = top[0] sign top[1];                                                                              \
        break;                                                                                                         \
    case PL_GUARD_KEY_##NAME:                                                                                          \
        *++top = read(guard, op->index, agent) sign op->value;                                                         \
        break;                                                                                                         \
    case PL_GUARD_WHOLE_##NAME:                                                                                        \
        *++top = pl_guard_whole(read(guard, op->index, agent)) sign op->value;                                         \
        break

static int64_t evaluate(const pl_guard* guard, ploy_agent* agent)
{
    int64_t stack[PL_GUARD_STACK + 1];
    int64_t* top = stack;
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
            *++top = call_condition(guard, op->index, agent);
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
        case PL_GUARD_CHOICE:
            top -= 2, *top = top[0] ? top[1] : top[2];
            break;
        case PL_GUARD_NOT:
            *top = !*top;
            break;
        case PL_GUARD_XOR:
            --top, *top = top[0] != top[1];
            break;
        case PL_GUARD_NAND:
            --top, *top = !(top[0] && top[1]);
            break;
        case PL_GUARD_AND:
            op = *top-- ? op : (++top, guard->ops.data + op->index - 1);
            break;
        case PL_GUARD_OR:
            op = *top-- ? (++top, guard->ops.data + op->index - 1) : op;
            break;
        }
    }
    return *top;
}

bool pl_guard_holds(const pl_guard* guard, ploy_agent* agent)
{
    return evaluate(guard, agent) != 0;
}

int64_t pl_guard_number(const pl_guard* guard, ploy_agent* agent)
{
    int64_t value = evaluate(guard, agent);
    return guard->is_number ? pl_guard_clamp(value) : value != 0 ? PLOY_UNIT : 0;
}
