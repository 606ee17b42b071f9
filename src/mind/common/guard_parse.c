// Recursive descent that emits operations as it goes: the operands of an operator stand before it already. A span
// tells what the operations since `start` leave on the stack, and the text they came from.

#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "knowledge/blackboard_keys.h"
#include "mind/common/bindings.h"
#include "mind/common/guard_code.h"
#include "plan/language/lexer.h"
#include "plan/language/source.h"

typedef enum sort
{
    FAILED,
    CONDITION,
    NUMBER,
    OBJECT, // always one operation: a key
} sort;

typedef struct span
{
    sort sort;
    uint32_t start; // operation
    uint32_t at;    // byte
    uint32_t end;
} span;

typedef struct parser
{
    pl_guard* guard;
    pl_source source;
    pl_token token; // not yet taken
    uint32_t end;   // of the token taken last
    uint32_t depth; // of groups and prefix operators under way
    uint32_t stack; // numbers on it
    ploy_status status;
} parser;

static span parse_level(parser* p, uint32_t level);

static span fail(parser* p, ploy_status status)
{
    p->status = status;
    return (span){FAILED, 0, 0, 0};
}

#define FAIL(p, at, ...) fail(p, pl_source_fail(&(p)->source, at, __VA_ARGS__))

static int shown(uint32_t length)
{
    return length < 60 ? (int)length : 60;
}

#define SPAN(p, s) shown((s).end - (s).at), (p)->source.text + (s).at
#define TOKEN(p) shown((p)->token.length), (p)->source.text + (p)->token.at

static void take(parser* p)
{
    p->end = p->token.at + p->token.length;
    p->token = pl_lexer_next(p->source.text, p->end);
}

static bool accept(parser* p, pl_token_kind kind)
{
    if (p->token.kind != kind) return false;
    take(p);
    return true;
}

static span unexpected(parser* p, const char* expected)
{
    if (p->token.kind == PL_TOKEN_END) return FAIL(p, p->token.at, "%s expected, but the text ends", expected);
    span failed = FAIL(p, p->token.at, "%s expected, not '%.*s'", expected, TOKEN(p));
    const char* text = p->source.text + p->token.at;
    if (p->token.kind == PL_TOKEN_BAD && strchr("&|!", *text)) {
        pl_error_hint(p->source.error, "conditions are joined with 'and', 'or', 'xor', 'nand' and 'not'");
    }
    return failed;
}

static bool enter(parser* p)
{
    if (++p->depth <= PL_GUARD_DEPTH) return true;
    FAIL(p, p->token.at, "nested deeper than %d", PL_GUARD_DEPTH);
    return false;
}

// Pushes so many numbers more than it takes.
static bool emit(parser* p, pl_guard_op op, int pushes)
{
    p->stack = (uint32_t)((int)p->stack + pushes);
    if (p->stack > PL_GUARD_STACK) {
        FAIL(p, p->token.at, "too much is still open here: more than %d values", PL_GUARD_STACK);
        return false;
    }
    if (PL_ARRAY_PUSH(&p->guard->ops, &p->guard->allocator, op)) return true;
    fail(p, PLOY_OUT_OF_MEMORY);
    return false;
}

static span leaf(parser* p, sort kind, pl_guard_op op, uint32_t at)
{
    uint32_t start = p->guard->ops.count;
    if (!emit(p, op, 1)) return (span){FAILED, 0, 0, 0};
    return (span){kind, start, at, p->end};
}

// An operation on what stands from the left span on.
static span join(parser* p, sort kind, pl_guard_code code, int pushes, span left)
{
    if (!emit(p, (pl_guard_op){.code = code}, pushes)) return (span){FAILED, 0, 0, 0};
    return (span){kind, left.start, left.at, p->end};
}

static const char* sort_name(sort kind)
{
    static const char* const names[] = {"nothing", "a condition", "a number", "an object"};
    return names[kind];
}

static bool need(parser* p, span s, sort kind)
{
    if (s.sort == FAILED) return false;
    if (s.sort == kind) return true;
    FAIL(p, s.at, "'%.*s' is %s, not %s", SPAN(p, s), sort_name(s.sort), sort_name(kind));
    return false;
}

static bool note_key(parser* p, uint32_t key)
{
    pl_guard* guard = p->guard;
    for (uint32_t i = 0; i < guard->keys.count; ++i) {
        if (guard->keys.data[i] == key) return true;
    }
    if (PL_ARRAY_PUSH(&guard->keys, &guard->allocator, key)) return true;
    fail(p, PLOY_OUT_OF_MEMORY);
    return false;
}

static span parse_key(parser* p, uint32_t key, uint32_t at)
{
    static const sort sorts[] = {
        [PLOY_VALUE_BOOL] = CONDITION,
        [PLOY_VALUE_INT] = NUMBER,
        [PLOY_VALUE_DECIMAL] = NUMBER,
        [PLOY_VALUE_OBJECT] = OBJECT,
    };
    ploy_value_type type = ploy_blackboard_keys_type(p->guard->blackboard_keys, key);
    if (!note_key(p, key)) return (span){FAILED, 0, 0, 0};
    pl_guard_code code = type == PLOY_VALUE_INT ? PL_GUARD_WHOLE : PL_GUARD_KEY;
    return leaf(p, sorts[type], (pl_guard_op){.code = code, .index = key}, at);
}

static void offer_all(pl_similar* similar, const pl_names* names)
{
    for (uint32_t i = 0; i < pl_names_count(names); ++i) {
        pl_similar_offer(similar, pl_names_text(names, i));
    }
}

static span unknown(parser* p, pl_token name)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "%.*s", shown(name.length), p->source.text + name.at);
    span failed = FAIL(p, name.at, "'%s' is no key of the board, no condition and no measure", wanted);
    pl_similar similar = pl_similar_begin(wanted);
    if (p->guard->blackboard_keys) offer_all(&similar, &p->guard->blackboard_keys->names);
    if (p->guard->bindings) offer_all(&similar, &p->guard->bindings->condition_names);
    if (p->guard->bindings) offer_all(&similar, &p->guard->bindings->measure_names);
    pl_similar_hint(&similar, p->source.error);
    return failed;
}

static span parse_name(parser* p)
{
    pl_token name = p->token;
    const pl_guard* guard = p->guard;
    const char* text = p->source.text + name.at;
    take(p);
    uint32_t index =
        guard->blackboard_keys ? pl_names_find(&guard->blackboard_keys->names, text, name.length) : PL_NONE;
    if (index != PL_NONE) return parse_key(p, index, name.at);
    if (!guard->bindings) return unknown(p, name);
    p->guard->polls = true;
    index = pl_names_find(&guard->bindings->condition_names, text, name.length);
    if (index != PL_NONE) {
        return leaf(p, CONDITION, (pl_guard_op){.code = PL_GUARD_CONDITION, .index = index}, name.at);
    }
    index = pl_names_find(&guard->bindings->measure_names, text, name.length);
    if (index == PL_NONE) return unknown(p, name);
    return leaf(p, NUMBER, (pl_guard_op){.code = PL_GUARD_SCORER, .index = index}, name.at);
}

static span parse_number(parser* p)
{
    int64_t value;
    if (!pl_lexer_number(p->source.text, p->token, &value)) {
        span failed = FAIL(p, p->token.at, "'%.*s' is no number", TOKEN(p));
        pl_error_hint(p->source.error, "a number has at most three decimals and is at most 1000000000000");
        return failed;
    }
    uint32_t at = p->token.at;
    take(p);
    return leaf(p, NUMBER, (pl_guard_op){.code = PL_GUARD_CONSTANT, .value = value}, at);
}

static span parse_group(parser* p)
{
    uint32_t at = p->token.at;
    take(p);
    if (!enter(p)) return (span){FAILED, 0, 0, 0};
    span inner = parse_level(p, 0);
    --p->depth;
    if (inner.sort == FAILED) return inner;
    if (!accept(p, PL_TOKEN_CLOSE)) return unexpected(p, "')'");
    return (span){inner.sort, inner.start, at, p->end};
}

static span parse_primary(parser* p)
{
    uint32_t at = p->token.at;
    switch (p->token.kind) {
    case PL_TOKEN_OPEN:
        return parse_group(p);
    case PL_TOKEN_NAME:
        return parse_name(p);
    case PL_TOKEN_NUMBER:
        return parse_number(p);
    case PL_TOKEN_TRUE:
    case PL_TOKEN_FALSE: {
        bool value = p->token.kind == PL_TOKEN_TRUE;
        take(p);
        return leaf(p, CONDITION, (pl_guard_op){.code = PL_GUARD_CONSTANT, .value = value}, at);
    }
    default:
        return unexpected(p, "a name or a value");
    }
}

static span parse_unary(parser* p)
{
    uint32_t at = p->token.at;
    if (!accept(p, PL_TOKEN_MINUS)) return parse_primary(p);
    if (!enter(p)) return (span){FAILED, 0, 0, 0};
    span operand = parse_unary(p);
    --p->depth;
    if (!need(p, operand, NUMBER)) return (span){FAILED, 0, 0, 0};
    pl_guard_op* last = &p->guard->ops.data[p->guard->ops.count - 1];
    operand.at = at;
    if (last->code != PL_GUARD_CONSTANT) return join(p, NUMBER, PL_GUARD_NEGATIVE, 0, operand);
    last->value = -last->value;
    return operand;
}

static span parse_product(parser* p)
{
    span left = parse_unary(p);
    while (left.sort != FAILED && accept(p, PL_TOKEN_STAR)) {
        span right = parse_unary(p);
        if (right.sort == FAILED || !need(p, left, NUMBER) || !need(p, right, NUMBER)) return (span){FAILED, 0, 0, 0};
        left = join(p, NUMBER, PL_GUARD_TIMES, -1, left);
    }
    return left;
}

static span parse_sum(parser* p)
{
    span left = parse_product(p);
    while (left.sort != FAILED && (p->token.kind == PL_TOKEN_PLUS || p->token.kind == PL_TOKEN_MINUS)) {
        pl_guard_code code = p->token.kind == PL_TOKEN_PLUS ? PL_GUARD_PLUS : PL_GUARD_MINUS;
        take(p);
        span right = parse_product(p);
        if (right.sort == FAILED || !need(p, left, NUMBER) || !need(p, right, NUMBER)) return (span){FAILED, 0, 0, 0};
        left = join(p, NUMBER, code, -1, left);
    }
    return left;
}

// How far from PL_GUARD_EQ, or -1.
static int comparison(pl_token_kind kind)
{
    static const pl_token_kind kinds[] = {PL_TOKEN_EQ, PL_TOKEN_NE, PL_TOKEN_LT, PL_TOKEN_LE, PL_TOKEN_GT, PL_TOKEN_GE};
    for (int i = 0; i < 6; ++i) {
        if (kinds[i] == kind) return i;
    }
    return -1;
}

// An object against a number counts as a whole number.
static sort as_number(parser* p, span s, sort other)
{
    if (s.sort != OBJECT || other != NUMBER) return s.sort;
    p->guard->ops.data[s.start].code = PL_GUARD_WHOLE;
    return NUMBER;
}

static bool can_compare(parser* p, pl_token sign, span left, span right)
{
    sort a = as_number(p, left, right.sort);
    sort b = as_number(p, right, left.sort);
    if (a != b) {
        FAIL(p, sign.at, "cannot compare '%.*s', %s, with '%.*s', %s", SPAN(p, left), sort_name(a), SPAN(p, right),
             sort_name(b));
        return false;
    }
    if (a == NUMBER || comparison(sign.kind) < 2) return true;
    FAIL(p, sign.at, "'%.*s' is %s: there is no order", SPAN(p, left), sort_name(a));
    pl_error_hint(p->source.error, "use = or !=");
    return false;
}

// A key and a constant become one operation.
static bool fuse(pl_guard* guard, span left, span right, int sign)
{
    if (right.start != left.start + 1 || guard->ops.count != right.start + 1) return false;
    pl_guard_op* key = &guard->ops.data[left.start];
    const pl_guard_op* constant = &guard->ops.data[right.start];
    bool is_key = key->code == PL_GUARD_KEY || key->code == PL_GUARD_WHOLE;
    if (!is_key || constant->code != PL_GUARD_CONSTANT) return false;
    key->code = (key->code == PL_GUARD_KEY ? PL_GUARD_KEY_EQ : PL_GUARD_WHOLE_EQ) + (uint32_t)sign;
    key->value = constant->value;
    --guard->ops.count;
    return true;
}

static span parse_comparison(parser* p)
{
    span left = parse_sum(p);
    int sign = comparison(p->token.kind);
    if (left.sort == FAILED || sign < 0) return left;
    pl_token token = p->token;
    take(p);
    span right = parse_sum(p);
    if (right.sort == FAILED || !can_compare(p, token, left, right)) return (span){FAILED, 0, 0, 0};
    if (comparison(p->token.kind) >= 0) {
        span failed = FAIL(p, p->token.at, "a comparison has two sides");
        pl_error_hint(p->source.error, "join two comparisons with 'and'");
        return failed;
    }
    if (!fuse(p->guard, left, right, sign)) {
        return join(p, CONDITION, (pl_guard_code)(PL_GUARD_EQ + sign), -1, left);
    }
    --p->stack;
    return (span){CONDITION, left.start, left.at, p->end};
}

static span parse_not(parser* p)
{
    uint32_t at = p->token.at;
    if (!accept(p, PL_TOKEN_NOT)) return parse_comparison(p);
    if (!enter(p)) return (span){FAILED, 0, 0, 0};
    span operand = parse_not(p);
    --p->depth;
    if (!need(p, operand, CONDITION)) return operand.sort == FAILED ? operand : (span){FAILED, 0, 0, 0};
    operand.at = at;
    return join(p, CONDITION, PL_GUARD_NOT, 0, operand);
}

static const struct
{
    pl_token_kind token;
    pl_guard_code code;
    bool jumps;
} levels[] = {
    {PL_TOKEN_OR, PL_GUARD_OR, true},
    {PL_TOKEN_XOR, PL_GUARD_XOR, false},
    {PL_TOKEN_NAND, PL_GUARD_NAND, false},
    {PL_TOKEN_AND, PL_GUARD_AND, true},
};

// left OR-or-AND right: the jump goes behind right, once that is known.
static span parse_right(parser* p, uint32_t level, span left)
{
    uint32_t jump = p->guard->ops.count;
    bool jumps = levels[level].jumps;
    if (jumps && !emit(p, (pl_guard_op){.code = levels[level].code}, -1)) return (span){FAILED, 0, 0, 0};
    span right = parse_level(p, level + 1);
    if (!need(p, right, CONDITION)) return (span){FAILED, 0, 0, 0};
    if (!jumps) return join(p, CONDITION, levels[level].code, -1, left);
    p->guard->ops.data[jump].index = p->guard->ops.count;
    return (span){CONDITION, left.start, left.at, p->end};
}

static span parse_level(parser* p, uint32_t level)
{
    if (level == sizeof levels / sizeof *levels) return parse_not(p);
    span left = parse_level(p, level + 1);
    while (left.sort != FAILED && accept(p, levels[level].token)) {
        if (!need(p, left, CONDITION)) return (span){FAILED, 0, 0, 0};
        left = parse_right(p, level, left);
    }
    return left;
}

ploy_status pl_guard_parse(pl_guard* guard, const char* text, ploy_error* error)
{
    parser p = {.guard = guard, .source = {.part = PL_PART_TEST, .text = text, .error = error}};
    if (strlen(text) >= UINT32_MAX) return pl_source_fail(&p.source, 0, "too long");
    p.token = pl_lexer_next(text, 0);
    span whole = parse_level(&p, 0);
    if (whole.sort == FAILED) return p.status;
    if (p.token.kind != PL_TOKEN_END) return unexpected(&p, "'and' or 'or'"), p.status;
    if (whole.sort == OBJECT) {
        FAIL(&p, whole.at, "'%.*s' is an object, neither a condition nor a number", SPAN(&p, whole));
        return p.status;
    }
    guard->is_number = whole.sort == NUMBER;
    return PLOY_OK;
}
