// From text to the operations of a guard: the condition language's parser makes the tree, with the names of a guard,
// and one walk over its nodes emits the operations. The nodes stand in the order of evaluation (pl_resolver.has_lists
// is off), so the walk needs no recursion and the length of a text has no limit.

#include <stdio.h>
#include <string.h>

#include "base/float.h"
#include "base/memory.h"
#include "base/error.h"
#include "knowledge/blackboard.h"
#include "mind/common/bindings.h"
#include "mind/common/guard.h"
#include "plan/language/parser.h"

enum
{
    FLOAT_SCALE = 2, ///< the scale of a node that is a float
};

// Names: enumerators first, then blackboard keys, conditions and scorers.

typedef struct compiler
{
    pl_guard* guard;
    const pl_script_def* script;
    bool is_vague;     ///< a name is unknown, and reported
    uint32_t reported; ///< where the last of them stands: x += 1 names x once
} compiler;

static pl_guard* guard_of(const pl_parser* p)
{
    return ((const compiler*)p->context)->guard;
}

static bool note_key(pl_guard* guard, uint32_t key)
{
    for (uint32_t i = 0; i < guard->keys.count; ++i) {
        if (guard->keys.data[i] == key) return true;
    }
    return PL_ARRAY_PUSH(&guard->keys, &guard->allocator, key);
}

static uint32_t add_key(pl_parser* p, uint32_t key, uint32_t at)
{
    static const pl_sort sorts[] = {
        [PLOY_VALUE_BOOL] = PL_SORT_BOOL,     [PLOY_VALUE_INT] = PL_SORT_NUMBER,  [PLOY_VALUE_DECIMAL] = PL_SORT_NUMBER,
        [PLOY_VALUE_OBJECT] = PL_SORT_OBJECT, [PLOY_VALUE_FLOAT] = PL_SORT_NUMBER, [PLOY_VALUE_STRING] = PL_SORT_TEXT,
    };
    pl_guard* guard = guard_of(p);
    ploy_value_type type = ploy_blackboard_keys_type(guard->blackboard_keys, key);
    if (type == PLOY_VALUE_STRUCT) {
        return FAIL(p, at, "the key '%s' is of type %s, which cannot be compared",
                    ploy_blackboard_keys_name(guard->blackboard_keys, key),
                    pl_key_type_name(guard->blackboard_keys, key));
    }
    if (!note_key(guard, key)) return pl_parser_failed(p, PLOY_OUT_OF_MEMORY);
    uint32_t node = pl_parser_leaf(p, PL_NODE_KEY, sorts[type], key, at);
    if (node == PLOY_NONE) return PLOY_NONE;
    pl_parser_node(p, node)->constant = false;
    pl_parser_node(p, node)->scale = type == PLOY_VALUE_DECIMAL ? 1 : type == PLOY_VALUE_FLOAT ? FLOAT_SCALE : 0;
    return node;
}

static uint32_t add_call(pl_parser* p, pl_node_kind kind, pl_sort sort, uint32_t index, uint32_t at)
{
    guard_of(p)->polls = true;
    uint32_t node = pl_parser_leaf(p, kind, sort, index, at);
    if (node != PLOY_NONE) pl_parser_node(p, node)->constant = false;
    return node;
}

static void offer_all(pl_similar* similar, const pl_names* names)
{
    for (uint32_t i = 0; i < pl_names_count(names); ++i) pl_similar_offer(similar, pl_names_text(names, i));
}

/// After an unknown name: something that fits everywhere, if it is reported; else PLOY_NONE.
static uint32_t pass_over(pl_parser* p, uint32_t at)
{
    compiler* c = p->context;
    if (!c->script->unknown) return PLOY_NONE;
    bool is_known = c->is_vague && c->reported == at;
    p->status = is_known ? PLOY_OK : c->script->unknown(c->script->user);
    if (p->status != PLOY_OK) return PLOY_NONE;
    c->is_vague = p->is_vague = true;
    c->reported = at;
    uint32_t node = pl_parser_leaf(p, PL_NODE_LOST, PL_SORT_ANY, 0, at);
    if (node != PLOY_NONE) pl_parser_node(p, node)->constant = false;
    return node;
}

static uint32_t fail_unknown(pl_parser* p, uint32_t at, const char* name, bool is_target)
{
    const pl_guard* guard = guard_of(p);
    if (is_target) {
        FAIL(p, at, "unknown key '%.100s'", name);
    } else {
        FAIL(p, at, "unknown name '%.100s': not a blackboard key, a condition or a scorer", name);
    }
    pl_error_missing(p->source->error, is_target ? PLOY_MISSING_KEY : PLOY_MISSING_NAME, name, NULL);
    pl_similar similar = pl_similar_begin(name);
    if (guard->blackboard_keys) offer_all(&similar, &guard->blackboard_keys->names);
    if (guard->blackboard_keys && !is_target) offer_all(&similar, &guard->blackboard_keys->enum_names);
    if (guard->bindings && !is_target) offer_all(&similar, &guard->bindings->conditions.names);
    if (guard->bindings && !is_target) offer_all(&similar, &guard->bindings->scorers.names);
    pl_similar_hint(&similar, p->source->error);
    return pass_over(p, at);
}

// Texts.

static uint32_t add_text(pl_parser* p, const char* text, size_t length, uint32_t at)
{
    pl_guard* guard = guard_of(p);
    char* copy = pl_arena_alloc(&guard->arena, length + 1);
    if (!copy || !PL_ARRAY_PUSH(&guard->texts, &guard->allocator, copy)) {
        return pl_parser_failed(p, PLOY_OUT_OF_MEMORY);
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    return pl_parser_leaf(p, PL_NODE_TEXT, PL_SORT_TEXT, guard->texts.count - 1, at);
}

static uint32_t parse_text(pl_parser* p)
{
    pl_token token = p->token;
    pl_parser_take(p);
    return add_text(p, p->source->text + token.at + 1, token.length - 2, token.at);
}

static uint32_t add_float(pl_parser* p, int64_t value, uint32_t at)
{
    uint32_t node = pl_parser_leaf(p, PL_NODE_NUMBER, PL_SORT_NUMBER, 0, at);
    if (node != PLOY_NONE) {
        pl_parser_node(p, node)->scale = FLOAT_SCALE;
        pl_parser_node(p, node)->min = pl_parser_node(p, node)->max = value;
    }
    return node;
}

// A number of a script as it is written: a float where fixed point (1/1000) cannot hold it. false: it is none.
static bool add_written(pl_parser* p, const char* text, uint32_t at, uint32_t* node)
{
    int64_t value;
    bool is_exact = false;
    bool is_fixed = pl_value_parse_decimal(text, &value, &is_exact) && is_exact;
    if (!is_fixed && !pl_value_parse_float(text, &value)) return false;
    *node = is_fixed ? pl_parser_number(p, value, at) : add_float(p, value, at);
    return true;
}

// The value that a subtree was given for a name.
static uint32_t add_constant(pl_parser* p, const char* text, uint32_t at)
{
    uint32_t number;
    bool is_true = strcmp(text, "true") == 0;
    if (is_true || strcmp(text, "false") == 0) return pl_parser_leaf(p, PL_NODE_BOOL, PL_SORT_BOOL, is_true, at);
    if (add_written(p, text, at, &number)) return number;
    return add_text(p, text, strlen(text), at);
}

typedef enum name_meaning
{
    NAME,
    CONSTANT,   ///< the text of one
    ENUMERATOR, ///< as it is written: subtrees do not change it
} name_meaning;

// Takes the name that is the current token. `name`: what it stands for; *text: the constant.
static name_meaning take_name(pl_parser* p, char name[PL_GUARD_NAME], const char** text, int64_t* number)
{
    const pl_script_def* script = ((const compiler*)p->context)->script;
    const ploy_blackboard_keys* keys = guard_of(p)->blackboard_keys;
    char written[PL_GUARD_NAME];
    snprintf(written, sizeof written, "%.*s", (int)(p->token.length < sizeof written ? p->token.length : 0),
             p->source->text + p->token.at);
    pl_parser_take(p);
    memcpy(name, written, sizeof written);
    if (keys && pl_blackboard_keys_enum(keys, written, number)) return ENUMERATOR;
    *text = script->map ? script->map(script->user, written, name) : NULL;
    return *text ? CONSTANT : NAME;
}

static uint32_t parse_name(pl_parser* p)
{
    const pl_guard* guard = guard_of(p);
    uint32_t at = p->token.at;
    char name[PL_GUARD_NAME];
    int64_t number;
    const char* text;
    name_meaning meaning = take_name(p, name, &text, &number);
    if (meaning == ENUMERATOR) return pl_parser_number(p, pl_guard_whole(number), at);
    if (meaning == CONSTANT) return add_constant(p, text, at);
    size_t length = strlen(name);
    uint32_t index = guard->blackboard_keys ? pl_names_find(&guard->blackboard_keys->names, name, length) : PLOY_NONE;
    if (index != PLOY_NONE) return add_key(p, index, at);
    if (!guard->bindings) return fail_unknown(p, at, name, false);
    index = pl_names_find(&guard->bindings->conditions.names, name, length);
    if (index != PLOY_NONE) return add_call(p, PL_NODE_CALL_CONDITION, PL_SORT_BOOL, index, at);
    index = pl_names_find(&guard->bindings->scorers.names, name, length);
    if (index != PLOY_NONE) return add_call(p, PL_NODE_CALL_SCORER, PL_SORT_NUMBER, index, at);
    return fail_unknown(p, at, name, false);
}

static uint32_t parse_target(pl_parser* p)
{
    pl_guard* guard = guard_of(p);
    uint32_t at = p->token.at;
    char name[PL_GUARD_NAME];
    const char* text;
    int64_t number;
    if (take_name(p, name, &text, &number) != NAME) {
        return FAIL(p, at, "'%.100s' is a constant here: nothing can be assigned to it", name);
    }
    uint32_t key =
        guard->blackboard_keys ? pl_names_find(&guard->blackboard_keys->names, name, strlen(name)) : PLOY_NONE;
    guard->polls = true;
    return key == PLOY_NONE ? fail_unknown(p, at, name, true) : key;
}

static bool parse_hex(const char* text, int64_t* fixed)
{
    int64_t number = 0;
    for (; *text; ++text) {
        bool is_digit = *text >= '0' && *text <= '9';
        int letter = (*text | 32) - 'a';
        if (!is_digit && (letter < 0 || letter > 5)) return false;
        number = number * 16 + (is_digit ? *text - '0' : letter + 10);
        if (number > PL_GUARD_LARGEST / PLOY_UNIT) return false;
    }
    *fixed = number * PLOY_UNIT;
    return true;
}

static uint32_t parse_number(pl_parser* p)
{
    pl_token token = p->token;
    char number[64];
    int64_t fixed;
    uint32_t node;
    snprintf(number, sizeof number, "%.*s", (int)(token.length < sizeof number ? token.length : 0),
             p->source->text + token.at);
    pl_parser_take(p);
    bool is_hex = number[0] == '0' && (number[1] | 32) == 'x' && number[2];
    if (is_hex && parse_hex(number + 2, &fixed)) return pl_parser_number(p, fixed, token.at);
    if (!is_hex && add_written(p, number, token.at, &node)) return node;
    return FAIL(p, token.at, "'%.*s' is not a number that fits here", (int)(token.length < 40 ? token.length : 40),
                p->source->text + token.at);
}

static const char* type_name(const pl_parser* p, const pl_node* leaf)
{
    static const char* const names[] = {
        [PLOY_VALUE_BOOL] = "bool",     [PLOY_VALUE_INT] = "int",     [PLOY_VALUE_DECIMAL] = "decimal",
        [PLOY_VALUE_OBJECT] = "object", [PLOY_VALUE_FLOAT] = "float", [PLOY_VALUE_STRING] = "string",
    };
    if (leaf->kind == PL_NODE_CALL_CONDITION) return "condition";
    if (leaf->kind == PL_NODE_CALL_SCORER) return "number";
    return names[ploy_blackboard_keys_type(guard_of(p)->blackboard_keys, leaf->index)];
}

/// An object against a number counts as an integer.
static void compare_as_number(pl_node* it, const pl_node* with)
{
    if (it->sort == PL_SORT_OBJECT && with->sort == PL_SORT_NUMBER) it->sort = PL_SORT_NUMBER;
}

static bool compare(pl_parser* p, pl_token sign, uint32_t a, uint32_t b)
{
    pl_node *x = pl_parser_node(p, a), *y = pl_parser_node(p, b);
    if (x->sort == PL_SORT_ANY || y->sort == PL_SORT_ANY) return true;
    compare_as_number(x, y);
    compare_as_number(y, x);
    if (x->sort != y->sort) return pl_parser_fail_types(p, sign, a, b);
    bool has_order = x->sort == PL_SORT_NUMBER || x->sort == PL_SORT_TEXT;
    return has_order || !pl_parser_is_ordering(sign) || pl_parser_fail_order(p, sign, a, b);
}

// In a script everything can be compared: two objects by their handles unless an order is wanted, two texts byte by byte,
// all else as numbers. A text that is written there must be a number then.
static bool compare_in_script(pl_parser* p, pl_token sign, uint32_t a, uint32_t b)
{
    pl_sort x = pl_parser_node(p, a)->sort, y = pl_parser_node(p, b)->sort;
    if (x == PL_SORT_ANY || y == PL_SORT_ANY) return true;
    if (x == y && (x == PL_SORT_TEXT || (x == PL_SORT_OBJECT && !pl_parser_is_ordering(sign)))) return true;
    return pl_parser_need_sort(p, a, PL_SORT_NUMBER, "number") && pl_parser_need_sort(p, b, PL_SORT_NUMBER, "number");
}

// Operations.

/// `jump_at`: per node, the AND, OR, THEN or CHOICE whose second or third operand begins there, or PLOY_NONE.
typedef struct emitter
{
    pl_guard* guard;
    pl_source source;
    pl_expression tree;
    uint32_t* jump_at;
    int stack; // numbers on it
    bool is_script;
    bool assigns;
} emitter;

/// Pushes so many numbers more than it takes.
static ploy_status emit(emitter* e, const pl_node* node, pl_guard_op op, int pushes)
{
    e->stack += pushes;
    if (e->stack > PL_GUARD_STACK) {
        return pl_source_fail(&e->source, node->at, "more than %d values are open here", PL_GUARD_STACK);
    }
    return PL_ARRAY_PUSH(&e->guard->ops, &e->guard->allocator, op) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status emit_constant(emitter* e, const pl_node* node)
{
    int64_t number = node->scale ? node->min : node->min * PLOY_UNIT;
    pl_guard_op op = {.code = PL_GUARD_CONSTANT,
                      .value = node->kind == PL_NODE_BOOL ? node->index * PLOY_UNIT : number};
    return emit(e, node, op, 1);
}

static ploy_status emit_key(emitter* e, const pl_node* node)
{
    bool is_whole = node->sort == PL_SORT_NUMBER && node->scale == 0;
    if (node->sort == PL_SORT_BOOL) {
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_BOOL, .index = node->index}, 1);
    }
    if (node->sort == PL_SORT_TEXT && e->assigns) {
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_KEY_COPY, .index = node->index}, 1);
    }
    return emit(e, node, (pl_guard_op){.code = is_whole ? PL_GUARD_WHOLE : PL_GUARD_KEY, .index = node->index}, 1);
}

/// One operation that leaves a constant: emit_negative folds the sign into it.
static bool is_literal(const emitter* e, uint32_t node)
{
    while (e->tree.nodes.data[node].kind == PL_NODE_NEGATIVE) node = e->tree.nodes.data[node].child;
    return e->tree.nodes.data[node].kind == PL_NODE_NUMBER || e->tree.nodes.data[node].kind == PL_NODE_BOOL;
}

static ploy_status emit_negative(emitter* e, const pl_node* node)
{
    pl_guard_code code = node->scale == FLOAT_SCALE ? PL_GUARD_FLOAT_NEGATIVE : PL_GUARD_NEGATIVE;
    if (!is_literal(e, node->child)) return emit(e, node, (pl_guard_op){.code = code}, 0);
    pl_guard_op* last = &e->guard->ops.data[e->guard->ops.count - 1];
    last->value = node->scale == FLOAT_SCALE ? pl_float_negative(last->value) : -last->value;
    return PLOY_OK;
}

static const pl_node* child_of(const emitter* e, const pl_node* node, uint32_t which)
{
    uint32_t child = node->child;
    for (; which > 0; --which) child = e->tree.nodes.data[child].next;
    return &e->tree.nodes.data[child];
}

/// Is it a float where a number is needed?
static bool is_float(const pl_node* node)
{
    return node->sort == PL_SORT_TEXT || (node->sort == PL_SORT_NUMBER && node->scale == FLOAT_SCALE);
}

/// A number or text becomes a float; `below`: how far it is below the top.
static ploy_status emit_float_of(emitter* e, const pl_node* node, uint32_t below)
{
    if (node->sort != PL_SORT_TEXT && is_float(node)) return PLOY_OK;
    pl_guard_code code = node->sort == PL_SORT_TEXT ? PL_GUARD_TEXT_FLOAT : PL_GUARD_FLOAT;
    return emit(e, node, (pl_guard_op){.code = code, .index = below}, 0);
}

/// A float or text becomes its whole part, in fixed point (1/1000).
static ploy_status emit_whole_of(emitter* e, const pl_node* node, uint32_t below)
{
    if (!is_float(node)) return PLOY_OK;
    ploy_status status = emit_float_of(e, node, below);
    return status == PLOY_OK ? emit(e, node, (pl_guard_op){.code = PL_GUARD_FLOAT_WHOLE, .index = below}, 0) : status;
}

/// The operands of a join become texts.
static ploy_status emit_join(emitter* e, const pl_node* node)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < 2 && status == PLOY_OK; ++i) {
        const pl_node* operand = child_of(e, node, i);
        pl_guard_op op = {.code = is_float(operand) ? PL_GUARD_FLOAT_TEXT : PL_GUARD_NUMBER_TEXT, .index = 1 - i};
        if (operand->sort != PL_SORT_TEXT) status = emit(e, node, op, 0);
    }
    return status == PLOY_OK ? emit(e, node, (pl_guard_op){.code = PL_GUARD_TEXT_JOIN}, -1) : status;
}

/// The top becomes 1 or 0.
static ploy_status emit_truth_of(emitter* e, const pl_node* node)
{
    if (node->sort == PL_SORT_BOOL) return PLOY_OK;
    return emit(e, node, (pl_guard_op){.code = node->sort == PL_SORT_TEXT ? PL_GUARD_TEXT_TRUE : PL_GUARD_IS_TRUE}, 0);
}

/// Both operands become floats.
static ploy_status emit_floats(emitter* e, const pl_node* node, pl_guard_op op)
{
    ploy_status status = emit_float_of(e, child_of(e, node, 0), 1);
    if (status == PLOY_OK) status = emit_float_of(e, child_of(e, node, 1), 0);
    return status == PLOY_OK ? emit(e, node, op, -1) : status;
}

static ploy_status emit_arithmetic(emitter* e, const pl_node* node, pl_guard_code code)
{
    if (node->scale != FLOAT_SCALE) return emit(e, node, (pl_guard_op){.code = code}, -1);
    return emit_floats(e, node, (pl_guard_op){.code = PL_GUARD_FLOAT_PLUS + (code - PL_GUARD_PLUS)});
}

static ploy_status emit_bits(emitter* e, const pl_node* node, pl_guard_code code)
{
    ploy_status status = emit_whole_of(e, child_of(e, node, 0), 1);
    if (status == PLOY_OK) status = emit_whole_of(e, child_of(e, node, 1), 0);
    return status == PLOY_OK ? emit(e, node, (pl_guard_op){.code = code}, -1) : status;
}

static ploy_status emit_bools(emitter* e, const pl_node* node, pl_guard_code code)
{
    ploy_status status = emit_truth_of(e, child_of(e, node, 1));
    return status == PLOY_OK ? emit(e, node, (pl_guard_op){.code = code}, -1) : status;
}

/// A key and a literal become one operation.
static ploy_status emit_comparison(emitter* e, const pl_node* node)
{
    uint32_t sign = node->kind - PL_NODE_EQ;
    const pl_node* left = child_of(e, node, 0);
    if (left->sort == PL_SORT_TEXT && child_of(e, node, 1)->sort == PL_SORT_TEXT) {
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_TEXT_COMPARE, .index = sign}, -1);
    }
    if (is_float(left) || is_float(child_of(e, node, 1))) {
        return emit_floats(e, node, (pl_guard_op){.code = PL_GUARD_FLOAT_COMPARE, .index = sign});
    }
    if (left->kind != PL_NODE_KEY || !is_literal(e, left->next)) {
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_EQ + sign}, -1);
    }
    pl_guard_op* key = &e->guard->ops.data[e->guard->ops.count - 2];
    key->value = key[1].value;
    key->code = (key->code == PL_GUARD_KEY ? PL_GUARD_KEY_EQ : PL_GUARD_WHOLE_EQ) + sign;
    --e->guard->ops.count;
    --e->stack;
    return PLOY_OK;
}

/// Between the operands of AND, OR, THEN and CHOICE. Where it jumps to is known when its node is reached. The
/// operation of a CHOICE that jumps is kept in its index, and then in its type for the second.
static ploy_status emit_between(emitter* e, uint32_t owner, uint32_t at)
{
    pl_node* node = &e->tree.nodes.data[owner];
    const pl_node* before = &e->tree.nodes.data[at - 1];
    ploy_status status = PLOY_OK;
    switch ((pl_node_kind)node->kind) {
    case PL_NODE_THEN:
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_DROP}, -1);
    case PL_NODE_XOR:
    case PL_NODE_NAND:
        return emit_truth_of(e, before);
    case PL_NODE_AND:
    case PL_NODE_OR:
        status = emit_truth_of(e, before);
        node->index = e->guard->ops.count;
        if (status != PLOY_OK) return status;
        return emit(e, node, (pl_guard_op){.code = node->kind == PL_NODE_AND ? PL_GUARD_AND : PL_GUARD_OR}, -1);
    default:
        break;
    }
    if (at == node->child + 1) {
        status = emit_truth_of(e, before);
        node->index = e->guard->ops.count;
        return status == PLOY_OK ? emit(e, node, (pl_guard_op){.code = PL_GUARD_ELSE}, -1) : status;
    }
    if (is_float(node) && node->sort != PL_SORT_TEXT) status = emit_float_of(e, before, 0);
    node->type = e->guard->ops.count;
    if (status == PLOY_OK) status = emit(e, node, (pl_guard_op){.code = PL_GUARD_GOTO}, -1);
    if (status == PLOY_OK) e->guard->ops.data[node->index].index = e->guard->ops.count;
    return status;
}

static ploy_status emit_choice(emitter* e, const pl_node* node)
{
    bool needs_float = is_float(node) && node->sort != PL_SORT_TEXT;
    ploy_status status = needs_float ? emit_float_of(e, child_of(e, node, 2), 0) : PLOY_OK;
    e->guard->ops.data[node->type].index = e->guard->ops.count;
    return status;
}

static ploy_status emit_and_or(emitter* e, const pl_node* node)
{
    ploy_status status = emit_truth_of(e, child_of(e, node, 1));
    e->guard->ops.data[node->index].index = e->guard->ops.count;
    return status;
}

static ploy_status emit_assignment(emitter* e, const pl_node* node)
{
    bool is_text = child_of(e, node, 0)->sort == PL_SORT_TEXT;
    ploy_value_type type = ploy_blackboard_keys_type(e->guard->blackboard_keys, node->index);
    if (type == PLOY_VALUE_STRUCT && !is_text) {
        return pl_source_fail(&e->source, node->at, "a number cannot be assigned to a key of type %s",
                              pl_key_type_name(e->guard->blackboard_keys, node->index));
    }
    bool is_object = child_of(e, node, 0)->sort == PL_SORT_OBJECT;
    pl_guard_code code = is_text                          ? PL_GUARD_STORE_TEXT
                         : is_object                      ? PL_GUARD_STORE_OBJECT
                         : is_float(child_of(e, node, 0)) ? PL_GUARD_STORE_FLOAT
                                                          : PL_GUARD_STORE;
    return emit(e, node, (pl_guard_op){.code = code, .index = node->index}, 0);
}

static ploy_status emit_prefix(emitter* e, const pl_node* node)
{
    const pl_node* operand = child_of(e, node, 0);
    ploy_status status = node->kind == PL_NODE_NOT       ? emit_truth_of(e, operand)
                         : node->kind == PL_NODE_BIT_NOT ? emit_whole_of(e, operand, 0)
                         : node->scale == FLOAT_SCALE          ? emit_float_of(e, operand, 0)
                                                         : PLOY_OK;
    if (status != PLOY_OK || node->kind == PL_NODE_NEGATIVE) return status == PLOY_OK ? emit_negative(e, node) : status;
    return emit(e, node, (pl_guard_op){.code = node->kind == PL_NODE_NOT ? PL_GUARD_NOT : PL_GUARD_BIT_NOT}, 0);
}

static ploy_status emit_node(emitter* e, const pl_node* node)
{
    switch ((pl_node_kind)node->kind) {
    case PL_NODE_BOOL:
    case PL_NODE_NUMBER:
        return emit_constant(e, node);
    case PL_NODE_TEXT: {
        ploy_value text = ploy_value_of(e->guard->texts.data[node->index]);
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_CONSTANT, .value = text}, 1);
    }
    case PL_NODE_KEY:
        return emit_key(e, node);
    case PL_NODE_CALL_CONDITION:
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_CONDITION, .index = node->index}, 1);
    case PL_NODE_CALL_SCORER:
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_SCORER, .index = node->index}, 1);
    case PL_NODE_NEGATIVE:
    case PL_NODE_BIT_NOT:
    case PL_NODE_NOT:
        return emit_prefix(e, node);
    case PL_NODE_PLUS:
        if (node->sort == PL_SORT_TEXT) return emit_join(e, node);
        return emit_arithmetic(e, node, PL_GUARD_PLUS);
    case PL_NODE_MINUS:
        return emit_arithmetic(e, node, PL_GUARD_MINUS);
    case PL_NODE_TIMES:
        return emit_arithmetic(e, node, PL_GUARD_TIMES);
    case PL_NODE_DIVIDE:
        return emit_arithmetic(e, node, PL_GUARD_DIVIDE);
    case PL_NODE_MIN:
        return emit_arithmetic(e, node, PL_GUARD_MIN);
    case PL_NODE_MAX:
        return emit_arithmetic(e, node, PL_GUARD_MAX);
    case PL_NODE_BIT_AND:
        return emit_bits(e, node, PL_GUARD_BIT_AND);
    case PL_NODE_BIT_OR:
        return emit_bits(e, node, PL_GUARD_BIT_OR);
    case PL_NODE_BIT_XOR:
        return emit_bits(e, node, PL_GUARD_BIT_XOR);
    case PL_NODE_XOR:
        return emit_bools(e, node, PL_GUARD_XOR);
    case PL_NODE_NAND:
        return emit_bools(e, node, PL_GUARD_NAND);
    case PL_NODE_AND:
    case PL_NODE_OR:
        return emit_and_or(e, node);
    case PL_NODE_CHOICE:
        return emit_choice(e, node);
    case PL_NODE_THEN:
        return PLOY_OK;
    case PL_NODE_ASSIGN:
        return emit_assignment(e, node);
    default:
        return emit_comparison(e, node);
    }
}

/// An object goes to a key of objects as it is, and to any other as a number.
static void note_object(emitter* e, const pl_node* assignment)
{
    pl_node* value = &e->tree.nodes.data[assignment->child];
    bool is_same = ploy_blackboard_keys_type(e->guard->blackboard_keys, assignment->index) == PLOY_VALUE_OBJECT;
    if (value->sort == PL_SORT_OBJECT && !is_same) value->sort = PL_SORT_NUMBER;
}

/// Whether a node of sort NUMBER is whole (0), fixed point (1) or a float; nodes stand behind their operands.
static void note_scale(emitter* e, pl_node* node)
{
    pl_node_kind kind = (pl_node_kind)node->kind;
    bool is_leaf = kind == PL_NODE_NUMBER || kind == PL_NODE_KEY || node->child == PLOY_NONE;
    if (kind == PL_NODE_CALL_SCORER) node->scale = 1;
    if (node->sort != PL_SORT_NUMBER || is_leaf) return;
    uint32_t skipped = kind == PL_NODE_CHOICE || kind == PL_NODE_THEN; // what is no part of the value
    uint32_t scale = 0;
    for (const pl_node* part = child_of(e, node, skipped);; part = &e->tree.nodes.data[part->next]) {
        uint32_t of_part = is_float(part) ? FLOAT_SCALE : part->sort == PL_SORT_NUMBER ? part->scale : 0;
        scale = of_part > scale ? of_part : scale;
        if (part->next == PLOY_NONE) break;
    }
    bool is_rounded = kind == PL_NODE_TIMES || kind == PL_NODE_DIVIDE;
    if (is_rounded && scale != FLOAT_SCALE) scale = e->is_script ? FLOAT_SCALE : 1;
    bool is_bits = kind == PL_NODE_BIT_AND || kind == PL_NODE_BIT_OR || kind == PL_NODE_BIT_XOR || kind == PL_NODE_BIT_NOT;
    node->scale = (uint8_t)(is_bits ? 0 : scale);
}

static void note_between(emitter* e, uint32_t index)
{
    const pl_node* node = &e->tree.nodes.data[index];
    switch ((pl_node_kind)node->kind) {
    case PL_NODE_CHOICE:
        e->jump_at[e->tree.nodes.data[node->child].next + 1] = index;
        e->jump_at[node->child + 1] = index;
        break;
    case PL_NODE_AND:
    case PL_NODE_OR:
    case PL_NODE_XOR:
    case PL_NODE_NAND:
    case PL_NODE_THEN:
        e->jump_at[node->child + 1] = index;
        break;
    case PL_NODE_ASSIGN:
        e->assigns = true;
        note_object(e, node);
        break;
    default:
        break;
    }
}

static ploy_status emit_all(emitter* e)
{
    uint32_t count = e->tree.nodes.count;
    e->jump_at = PL_NEW_ARRAY(&e->guard->allocator, uint32_t, count);
    if (!e->jump_at) return PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; ++i) e->jump_at[i] = PLOY_NONE;
    for (uint32_t i = 0; i < count; ++i) {
        note_between(e, i);
        note_scale(e, &e->tree.nodes.data[i]);
    }
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < count && status == PLOY_OK; ++i) {
        if (e->jump_at[i] != PLOY_NONE) status = emit_between(e, e->jump_at[i], i);
        if (status == PLOY_OK) status = emit_node(e, &e->tree.nodes.data[i]);
    }
    PL_DELETE_ARRAY(&e->guard->allocator, e->jump_at, count);
    return status;
}

ploy_status pl_guard_parse(pl_guard* guard, const char* text, pl_guard_mode mode, const pl_script_def* script,
                           ploy_error* error)
{
    static const pl_resolver strict = {
        .operand = "a name or a value",
        .max_depth = PL_GUARD_DEPTH,
        .name = parse_name,
        .text = parse_text,
        .type_name = type_name,
        .compare = compare,
    };
    static const pl_resolver loose = {
        .operand = "a name or a value",
        .max_depth = PL_GUARD_DEPTH,
        .is_script = true,
        .name = parse_name,
        .text = parse_text,
        .target = parse_target,
        .number = parse_number,
        .type_name = type_name,
        .compare = compare_in_script,
    };
    emitter e = {.guard = guard, .source = {.part = PL_PART_TEST, .text = text, .error = error}};
    e.is_script = mode == PL_GUARD_SCRIPT;
    compiler c = {.guard = guard, .script = script};
    pl_grammar grammar = mode == PL_GUARD_ONLY_CONDITION              ? PL_GRAMMAR_CONDITION
                         : mode == PL_GUARD_SCRIPT && script->assigns ? PL_GRAMMAR_SCRIPT
                                                                      : PL_GRAMMAR_ANY;
    const pl_resolver* resolver = mode == PL_GUARD_SCRIPT ? &loose : &strict;
    ploy_status status = pl_parser_run(&e.source, resolver, &c, grammar, &guard->allocator, &e.tree);
    if (c.is_vague) {
        if (status == PLOY_OK) status = emit(&e, e.tree.nodes.data, (pl_guard_op){.code = PL_GUARD_CONSTANT}, 1);
        pl_expression_free(&e.tree, &guard->allocator);
        return status;
    }
    if (status == PLOY_OK) status = emit_all(&e);
    if (status == PLOY_OK) {
        const pl_node* root = &e.tree.nodes.data[e.tree.root];
        guard->is_number = root->sort == PL_SORT_NUMBER;
        guard->is_float = guard->is_number && is_float(root);
        status = guard->is_number ? PLOY_OK : emit_truth_of(&e, root);
    }
    pl_expression_free(&e.tree, &guard->allocator);
    return status;
}
