#include "plan/language/evaluate.h"

uint32_t pl_scope_variable(const pl_scope* scope, uint32_t node)
{
    const pl_symbol* symbol = &scope->domain->symbols.data[scope->nodes[node].index];
    uint32_t offset = 0;
    uint32_t number = 0;
    for (uint32_t child = scope->nodes[node].child; child != PLOY_NONE; child = scope->nodes[child].next) {
        offset *= scope->domain->types.data[symbol->of[number++]].object_count;
        offset += pl_scope_object(scope, child);
    }
    return symbol->first_variable + offset;
}

static uint32_t value_of(const pl_scope* scope, uint32_t node)
{
    uint32_t variable = pl_scope_variable(scope, node);
    if (scope->state) {
        return pl_variable_value(&scope->layout[variable], scope->state);
    }
    for (uint32_t i = 0; i < scope->count; ++i) {
        if (scope->variables[i] == variable) {
            return scope->values[i];
        }
    }
    PL_ASSERT(false && "every variable that is read has a value");
    return 0;
}

uint32_t pl_scope_object(const pl_scope* scope, uint32_t node)
{
    const pl_node* n = &scope->nodes[node];
    return n->kind == PL_NODE_PARAM    ? scope->args[n->index]
           : n->kind == PL_NODE_OBJECT ? n->index
                                       : value_of(scope, node);
}

static int64_t at_scale(const pl_scope* scope, uint32_t node, uint32_t scale)
{
    return pl_scope_number(scope, node) * pl_scale_factor(scale - scope->nodes[node].scale);
}

int64_t pl_scope_number(const pl_scope* scope, uint32_t node)
{
    const pl_node* n = &scope->nodes[node];
    if (n->constant) {
        return n->min;
    }
    uint32_t second = n->kind == PL_NODE_SYMBOL ? PLOY_NONE : scope->nodes[n->child].next;
    switch (n->kind) {
    case PL_NODE_SYMBOL:
        return pl_symbol_value(&scope->domain->symbols.data[n->index], value_of(scope, node));
    case PL_NODE_NEGATIVE:
        return -pl_scope_number(scope, n->child);
    case PL_NODE_TIMES:
        return pl_scope_number(scope, n->child) * pl_scope_number(scope, second);
    case PL_NODE_PLUS:
        return at_scale(scope, n->child, n->scale) + at_scale(scope, second, n->scale);
    default:
        return at_scale(scope, n->child, n->scale) - at_scale(scope, second, n->scale);
    }
}

int64_t pl_scope_fixed(const pl_scope* scope, uint32_t node)
{
    int64_t number = pl_scope_number(scope, node);
    uint32_t scale = scope->nodes[node].scale;
    if (scale <= 1) {
        return number * (scale ? 1 : PLOY_UNIT);
    }
    int64_t factor = pl_scale_factor(scale - 1);
    int64_t shifted = number + factor / 2;
    return shifted / factor - (shifted % factor < 0);
}

static int order(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

// Less than 0, 0 or more than 0, as the first operand is to the second.
static int compare(const pl_scope* scope, uint32_t a, uint32_t b)
{
    const pl_node* x = &scope->nodes[a];
    const pl_node* y = &scope->nodes[b];
    if (x->sort == PL_SORT_BOOL) {
        return order(pl_scope_holds(scope, a), pl_scope_holds(scope, b));
    }
    if (x->sort == PL_SORT_OBJECT) {
        return order(pl_scope_object(scope, a), pl_scope_object(scope, b));
    }
    uint32_t scale = x->scale > y->scale ? x->scale : y->scale;
    return order(at_scale(scope, a, scale), at_scale(scope, b, scale));
}

bool pl_comparison_holds(uint8_t kind, int sign)
{
    switch (kind) {
    case PL_NODE_EQ:
        return sign == 0;
    case PL_NODE_NE:
        return sign != 0;
    case PL_NODE_LT:
        return sign < 0;
    case PL_NODE_LE:
        return sign <= 0;
    case PL_NODE_GT:
        return sign > 0;
    default:
        return sign >= 0;
    }
}

// Does one child at least have this truth?
static bool any_child(const pl_scope* scope, const pl_node* node, bool truth)
{
    for (uint32_t child = node->child; child != PLOY_NONE; child = scope->nodes[child].next) {
        if (pl_scope_holds(scope, child) == truth) {
            return true;
        }
    }
    return false;
}

bool pl_scope_holds(const pl_scope* scope, uint32_t node)
{
    const pl_node* n = &scope->nodes[node];
    switch (n->kind) {
    case PL_NODE_BOOL:
        return n->index;
    case PL_NODE_SYMBOL:
        return value_of(scope, node);
    case PL_NODE_OR:
        return any_child(scope, n, true);
    case PL_NODE_AND:
        return !any_child(scope, n, false);
    case PL_NODE_NAND:
        return any_child(scope, n, false);
    case PL_NODE_NOT:
        return !pl_scope_holds(scope, n->child);
    case PL_NODE_XOR:
        return pl_scope_holds(scope, n->child) != pl_scope_holds(scope, scope->nodes[n->child].next);
    default:
        return pl_comparison_holds(n->kind, compare(scope, n->child, scope->nodes[n->child].next));
    }
}

uint32_t pl_scope_set_value(const pl_scope* scope, uint32_t set_node)
{
    uint32_t value = scope->nodes[scope->nodes[set_node].child].next;
    return scope->nodes[value].sort == PL_SORT_OBJECT ? pl_scope_object(scope, value) : scope->nodes[value].index;
}
