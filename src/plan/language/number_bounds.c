// Interval arithmetic over an expression tree. Each node is bounded on its own, as if its variables were independent of
// each other, so a bound may be lower than any value that occurs; it is never higher.

#include "plan/language/number_bounds.h"

typedef struct bounder
{
    const pl_scope* scope;
    pl_value_filter* filter;
    const void* context;
} bounder;

int64_t pl_gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static int64_t magnitude(int64_t number)
{
    return number < 0 ? -number : number;
}

// Nothing yet: the first value that is included makes it that value.
static const pl_number_bounds none = {INT64_MAX, INT64_MIN, 0};

static void include(pl_number_bounds* bounds, int64_t value)
{
    bounds->min = value < bounds->min ? value : bounds->min;
    bounds->max = value > bounds->max ? value : bounds->max;
    if (bounds->unit != 1) bounds->unit = pl_gcd(bounds->unit, magnitude(value));
}

static bool is_possible(const bounder* b, uint32_t variable, uint32_t value)
{
    return !b->filter || b->filter(b->context, variable, value);
}

// At the scale of the symbol.
static pl_number_bounds bound_symbol(const bounder* b, uint32_t node)
{
    const pl_symbol* symbol = &b->scope->domain->symbols.data[b->scope->nodes[node].index];
    uint32_t variable = pl_scope_variable(b->scope, node);
    pl_number_bounds bounds = none;
    for (uint32_t k = 0; k < symbol->size; ++k) {
        if (is_possible(b, variable, k)) include(&bounds, pl_symbol_value(symbol, k));
    }
    return bounds;
}

/// The cells that an index selects at one position: one object, or those that a variable may be.
typedef struct selection
{
    uint32_t count; // objects of the type
    uint32_t first; // objects [first, end)
    uint32_t end;
    uint32_t variable; // or PLOY_NONE: all of them
} selection;

static selection select_objects(const bounder* b, uint32_t type, uint32_t node)
{
    uint32_t count = b->scope->domain->types.data[type].object_count;
    if (pl_node_is_grounded(b->scope->nodes, node)) {
        uint32_t object = pl_scope_object(b->scope, node);
        return (selection){count, object, object + 1, PLOY_NONE};
    }
    bool is_symbol = b->scope->nodes[node].kind == PL_NODE_SYMBOL;
    return (selection){count, 0, count, is_symbol ? pl_scope_variable(b->scope, node) : PLOY_NONE};
}

static void include_cells(const bounder* b, const int64_t* values, const selection* selections, uint32_t left,
                          uint32_t cell, pl_number_bounds* bounds)
{
    for (uint32_t k = selections->first; k < selections->end; ++k) {
        if (selections->variable != PLOY_NONE && !is_possible(b, selections->variable, k)) continue;
        uint32_t at = cell * selections->count + k;
        if (left == 1)
            include(bounds, values[at]);
        else
            include_cells(b, values, selections + 1, left - 1, at, bounds);
    }
}

// At the scale of the table.
static pl_number_bounds bound_table(const bounder* b, uint32_t node)
{
    const pl_value_table* table = &b->scope->domain->tables.data[b->scope->nodes[node].index];
    selection selections[PLOY_MAX_ARGS];
    uint32_t number = 0;
    uint32_t child = b->scope->nodes[node].child;
    for (; child != PLOY_NONE; child = b->scope->nodes[child].next, ++number) {
        selections[number] = select_objects(b, table->of[number], child);
    }
    pl_number_bounds bounds = none;
    include_cells(b, table->values, selections, number, 0, &bounds);
    return bounds;
}

static pl_number_bounds bound_node(const bounder* b, uint32_t node);

static pl_number_bounds at_scale(const bounder* b, uint32_t node, uint32_t scale)
{
    pl_number_bounds bounds = bound_node(b, node);
    int64_t factor = pl_scale_factor(scale - b->scope->nodes[node].scale);
    return (pl_number_bounds){bounds.min * factor, bounds.max * factor, bounds.unit * factor};
}

static pl_number_bounds bound_product(pl_number_bounds x, pl_number_bounds y)
{
    pl_number_bounds bounds = none;
    for (uint32_t i = 0; i < 4; ++i) include(&bounds, (i & 1 ? x.min : x.max) * (i & 2 ? y.min : y.max));
    bounds.unit = x.unit * y.unit;
    return bounds;
}

// Where the divisor can be 0, the parser's bounds.
static pl_number_bounds bound_quotient(const bounder* b, const pl_node* n, uint32_t first, uint32_t second)
{
    pl_number_bounds x = bound_node(b, first), y = bound_node(b, second);
    if (y.min <= 0 && y.max >= 0) {
        if (b->scope->divided_by_zero) *b->scope->divided_by_zero = true;
        return (pl_number_bounds){n->min, n->max, 1};
    }
    pl_number_bounds bounds = none;
    for (uint32_t i = 0; i < 4; ++i) {
        include(&bounds, pl_expression_divide(i & 1 ? x.min : x.max, b->scope->nodes[first].scale,
                                              i & 2 ? y.min : y.max, b->scope->nodes[second].scale));
    }
    bounds.unit = 1;
    return bounds;
}

static pl_number_bounds bound_either(pl_number_bounds x, pl_number_bounds y)
{
    return (pl_number_bounds){x.min < y.min ? x.min : y.min, x.max > y.max ? x.max : y.max, pl_gcd(x.unit, y.unit)};
}

static pl_number_bounds bound_pair(const pl_node* n, pl_number_bounds x, pl_number_bounds y)
{
    int64_t unit = pl_gcd(x.unit, y.unit);
    switch (n->kind) {
    case PL_NODE_MIN:
        return (pl_number_bounds){x.min < y.min ? x.min : y.min, x.max < y.max ? x.max : y.max, unit};
    case PL_NODE_MAX:
        return (pl_number_bounds){x.min > y.min ? x.min : y.min, x.max > y.max ? x.max : y.max, unit};
    case PL_NODE_PLUS:
        return (pl_number_bounds){x.min + y.min, x.max + y.max, unit};
    default:
        return (pl_number_bounds){x.min - y.max, x.max - y.min, unit};
    }
}

// At the scale of the node. A part that no state can reach has no values; its parser's bounds stand in for it.
static pl_number_bounds bound_known(const bounder* b, uint32_t node)
{
    const pl_node* n = &b->scope->nodes[node];
    if (n->constant) return (pl_number_bounds){n->min, n->min, magnitude(n->min)};
    if (n->kind == PL_NODE_SYMBOL) return bound_symbol(b, node);
    if (n->kind == PL_NODE_TABLE) return bound_table(b, node);
    uint32_t second = b->scope->nodes[n->child].next;
    if (n->kind == PL_NODE_NEGATIVE) {
        pl_number_bounds bounds = bound_node(b, n->child);
        return (pl_number_bounds){-bounds.max, -bounds.min, bounds.unit};
    }
    if (n->kind == PL_NODE_TIMES) return bound_product(bound_node(b, n->child), bound_node(b, second));
    if (n->kind == PL_NODE_DIVIDE) return bound_quotient(b, n, n->child, second);
    if (n->kind == PL_NODE_CHOICE) {
        uint32_t third = b->scope->nodes[second].next;
        return bound_either(at_scale(b, second, n->scale), at_scale(b, third, n->scale));
    }
    return bound_pair(n, at_scale(b, n->child, n->scale), at_scale(b, second, n->scale));
}

static pl_number_bounds bound_node(const bounder* b, uint32_t node)
{
    const pl_node* n = &b->scope->nodes[node];
    pl_number_bounds bounds = bound_known(b, node);
    return bounds.min <= bounds.max ? bounds : (pl_number_bounds){n->min, n->max, 1};
}

static int64_t rounded(int64_t number, int64_t factor)
{
    int64_t shifted = number + factor / 2;
    return shifted / factor - (shifted % factor < 0);
}

pl_number_bounds pl_scope_bounds(const pl_scope* scope, uint32_t node, pl_value_filter* filter, const void* context)
{
    bounder b = {scope, filter, context};
    pl_number_bounds bounds = bound_node(&b, node);
    uint32_t scale = scope->nodes[node].scale;
    if (scale <= 1) {
        int64_t factor = scale ? 1 : PLOY_UNIT;
        return (pl_number_bounds){bounds.min * factor, bounds.max * factor, bounds.unit * factor};
    }
    int64_t factor = pl_scale_factor(scale - 1);
    bool is_exact = bounds.unit % factor == 0;
    return (pl_number_bounds){rounded(bounds.min, factor), rounded(bounds.max, factor),
                              is_exact ? bounds.unit / factor : 1};
}
