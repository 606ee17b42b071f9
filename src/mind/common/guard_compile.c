// From text to the operations of a guard: the condition language's parser makes the tree, with the names of a guard,
// and one walk over its nodes emits the operations. The nodes stand in the order of evaluation (pl_resolver.has_lists
// is off), so the walk needs no recursion and the length of a text has no limit.

#include <stdio.h>

#include "base/memory.h"
#include "base/error.h"
#include "knowledge/blackboard.h"
#include "mind/common/bindings.h"
#include "mind/common/guard.h"
#include "plan/language/parser.h"

// Names: blackboard keys first, then conditions, then scorers.

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
        [PLOY_VALUE_BOOL] = PL_SORT_BOOL,
        [PLOY_VALUE_INT] = PL_SORT_NUMBER,
        [PLOY_VALUE_DECIMAL] = PL_SORT_NUMBER,
        [PLOY_VALUE_OBJECT] = PL_SORT_OBJECT,
    };
    pl_guard* guard = p->context;
    ploy_value_type type = ploy_blackboard_keys_type(guard->blackboard_keys, key);
    if (type > PLOY_VALUE_OBJECT) {
        FAIL(p, at, "the key '%s' is of type %s, which cannot be compared",
             ploy_blackboard_keys_name(guard->blackboard_keys, key), pl_key_type_name(guard->blackboard_keys, key));
        return PLOY_NONE;
    }
    if (!note_key(guard, key)) return pl_parser_failed(p, PLOY_OUT_OF_MEMORY);
    uint32_t node = pl_parser_leaf(p, PL_NODE_KEY, sorts[type], key, at);
    if (node == PLOY_NONE) return PLOY_NONE;
    pl_parser_node(p, node)->constant = false;
    pl_parser_node(p, node)->scale = type == PLOY_VALUE_DECIMAL;
    return node;
}

static uint32_t add_call(pl_parser* p, pl_node_kind kind, pl_sort sort, uint32_t index, uint32_t at)
{
    ((pl_guard*)p->context)->polls = true;
    uint32_t node = pl_parser_leaf(p, kind, sort, index, at);
    if (node != PLOY_NONE) pl_parser_node(p, node)->constant = false;
    return node;
}

static void offer_all(pl_similar* similar, const pl_names* names)
{
    for (uint32_t i = 0; i < pl_names_count(names); ++i) pl_similar_offer(similar, pl_names_text(names, i));
}

static uint32_t fail_unknown(pl_parser* p, pl_token name)
{
    const pl_guard* guard = p->context;
    char wanted[64];
    snprintf(wanted, sizeof wanted, "%.*s", pl_parser_shown(name.length), p->source->text + name.at);
    FAIL(p, name.at, "unknown name '%s': not a blackboard key, a condition or a scorer", wanted);
    pl_similar similar = pl_similar_begin(wanted);
    if (guard->blackboard_keys) offer_all(&similar, &guard->blackboard_keys->names);
    if (guard->bindings) offer_all(&similar, &guard->bindings->conditions.names);
    if (guard->bindings) offer_all(&similar, &guard->bindings->scorers.names);
    pl_similar_hint(&similar, p->source->error);
    return PLOY_NONE;
}

static uint32_t parse_name(pl_parser* p)
{
    const pl_guard* guard = p->context;
    pl_token name = p->token;
    const char* text = p->source->text + name.at;
    pl_parser_take(p);
    uint32_t index =
        guard->blackboard_keys ? pl_names_find(&guard->blackboard_keys->names, text, name.length) : PLOY_NONE;
    if (index != PLOY_NONE) return add_key(p, index, name.at);
    if (!guard->bindings) return fail_unknown(p, name);
    index = pl_binding_find(&guard->bindings->conditions, text, name.length);
    if (index != PLOY_NONE) return add_call(p, PL_NODE_CALL_CONDITION, PL_SORT_BOOL, index, name.at);
    index = pl_binding_find(&guard->bindings->scorers, text, name.length);
    if (index != PLOY_NONE) return add_call(p, PL_NODE_CALL_SCORER, PL_SORT_NUMBER, index, name.at);
    return fail_unknown(p, name);
}

static const char* type_name(const pl_parser* p, const pl_node* leaf)
{
    static const char* const names[] = {
        [PLOY_VALUE_BOOL] = "bool",
        [PLOY_VALUE_INT] = "int",
        [PLOY_VALUE_DECIMAL] = "decimal",
        [PLOY_VALUE_OBJECT] = "object",
    };
    if (leaf->kind == PL_NODE_CALL_CONDITION) return "condition";
    if (leaf->kind == PL_NODE_CALL_SCORER) return "number";
    return names[ploy_blackboard_keys_type(((const pl_guard*)p->context)->blackboard_keys, leaf->index)];
}

/// An object against a number counts as an integer.
static void compare_as_number(pl_node* it, const pl_node* with)
{
    if (it->sort == PL_SORT_OBJECT && with->sort == PL_SORT_NUMBER) it->sort = PL_SORT_NUMBER;
}

static bool compare(pl_parser* p, pl_token sign, uint32_t a, uint32_t b)
{
    pl_node *x = pl_parser_node(p, a), *y = pl_parser_node(p, b);
    compare_as_number(x, y);
    compare_as_number(y, x);
    if (x->sort != y->sort) return pl_parser_fail_types(p, sign, a, b);
    return x->sort == PL_SORT_NUMBER || !pl_parser_is_ordering(sign) || pl_parser_fail_order(p, sign, a, b);
}

// Operations.

/// `jump_at`: per node, the AND or OR whose second operand begins there, or PLOY_NONE.
typedef struct emitter
{
    pl_guard* guard;
    pl_source source;
    pl_expression tree;
    uint32_t* jump_at;
    int stack; // numbers on it
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
    pl_guard_op op = {.code = PL_GUARD_CONSTANT, .value = node->kind == PL_NODE_BOOL ? node->index : number};
    return emit(e, node, op, 1);
}

static ploy_status emit_key(emitter* e, const pl_node* node)
{
    bool is_whole = node->sort == PL_SORT_NUMBER && node->scale == 0;
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
    if (!is_literal(e, node->child)) return emit(e, node, (pl_guard_op){.code = PL_GUARD_NEGATIVE}, 0);
    pl_guard_op* last = &e->guard->ops.data[e->guard->ops.count - 1];
    last->value = -last->value;
    return PLOY_OK;
}

/// A key and a literal become one operation.
static ploy_status emit_comparison(emitter* e, const pl_node* node)
{
    uint32_t sign = node->kind - PL_NODE_EQ;
    const pl_node* left = &e->tree.nodes.data[node->child];
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

/// Between the operands of AND or OR. Where it jumps to is known when its node is reached.
static ploy_status emit_jump(emitter* e, uint32_t owner)
{
    pl_node* node = &e->tree.nodes.data[owner];
    node->index = e->guard->ops.count;
    return emit(e, node, (pl_guard_op){.code = node->kind == PL_NODE_AND ? PL_GUARD_AND : PL_GUARD_OR}, -1);
}

static ploy_status emit_node(emitter* e, const pl_node* node)
{
    switch ((pl_node_kind)node->kind) {
    case PL_NODE_BOOL:
    case PL_NODE_NUMBER:
        return emit_constant(e, node);
    case PL_NODE_KEY:
        return emit_key(e, node);
    case PL_NODE_CALL_CONDITION:
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_CONDITION, .index = node->index}, 1);
    case PL_NODE_CALL_SCORER:
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_SCORER, .index = node->index}, 1);
    case PL_NODE_NEGATIVE:
        return emit_negative(e, node);
    case PL_NODE_PLUS:
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_PLUS}, -1);
    case PL_NODE_MINUS:
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_MINUS}, -1);
    case PL_NODE_TIMES:
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_TIMES}, -1);
    case PL_NODE_DIVIDE:
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_DIVIDE}, -1);
    case PL_NODE_MIN:
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_MIN}, -1);
    case PL_NODE_MAX:
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_MAX}, -1);
    case PL_NODE_CHOICE:
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_CHOICE}, -2);
    case PL_NODE_NOT:
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_NOT}, 0);
    case PL_NODE_XOR:
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_XOR}, -1);
    case PL_NODE_NAND:
        return emit(e, node, (pl_guard_op){.code = PL_GUARD_NAND}, -1);
    case PL_NODE_AND:
    case PL_NODE_OR:
        e->guard->ops.data[node->index].index = e->guard->ops.count;
        return PLOY_OK;
    default:
        return emit_comparison(e, node);
    }
}

static ploy_status emit_all(emitter* e)
{
    uint32_t count = e->tree.nodes.count;
    e->jump_at = PL_NEW_ARRAY(&e->guard->allocator, uint32_t, count);
    if (!e->jump_at) return PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; ++i) e->jump_at[i] = PLOY_NONE;
    for (uint32_t i = 0; i < count; ++i) {
        const pl_node* node = &e->tree.nodes.data[i];
        if (node->kind == PL_NODE_AND || node->kind == PL_NODE_OR) e->jump_at[node->child + 1] = i;
    }
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < count && status == PLOY_OK; ++i) {
        if (e->jump_at[i] != PLOY_NONE) status = emit_jump(e, e->jump_at[i]);
        if (status == PLOY_OK) status = emit_node(e, &e->tree.nodes.data[i]);
    }
    PL_DELETE_ARRAY(&e->guard->allocator, e->jump_at, count);
    return status;
}

ploy_status pl_guard_parse(pl_guard* guard, const char* text, bool is_condition, ploy_error* error)
{
    static const pl_resolver resolver = {
        .operand = "a name or a value",
        .max_depth = PL_GUARD_DEPTH,
        .name = parse_name,
        .type_name = type_name,
        .compare = compare,
    };
    emitter e = {.guard = guard, .source = {.part = PL_PART_TEST, .text = text, .error = error}};
    pl_grammar grammar = is_condition ? PL_GRAMMAR_CONDITION : PL_GRAMMAR_ANY;
    ploy_status status = pl_parser_run(&e.source, &resolver, guard, grammar, &guard->allocator, &e.tree);
    if (status == PLOY_OK) status = emit_all(&e);
    if (status == PLOY_OK) guard->is_number = e.tree.nodes.data[e.tree.root].sort == PL_SORT_NUMBER;
    pl_expression_free(&e.tree, &guard->allocator);
    return status;
}
