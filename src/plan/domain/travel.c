// Finds ground actions that travel: they do nothing but set a variable, at a cost that grows with the distance in a table
// between the old object and the new one. Where no detour in the table is shorter, a plan needs no stop on the way, so
// a heuristic leaves out all places in which there is nothing to do.

#include "plan/domain/compile.h"

/// A cost that is base + factor * table(from, to), in fixed point (1/1000). One of the two is a variable's object, the
/// other the one that it is set to.
typedef struct travel
{
    uint32_t variable;
    uint32_t object;
    uint32_t table;
    int64_t base;   // rounded down
    int64_t factor; // rounded up
} travel;

static bool find_table(const pl_scope* scope, const pl_node* n, travel* t)
{
    uint32_t first = n->child, second = scope->nodes[first].next;
    if (n->sort != PL_SORT_NUMBER || second == PLOY_NONE || scope->nodes[second].next != PLOY_NONE) return false;
    uint32_t symbol = scope->nodes[first].kind == PL_NODE_SYMBOL ? first : second;
    uint32_t fixed = symbol == first ? second : first;
    t->table = n->index;
    t->factor = PLOY_UNIT;
    t->base = 0;
    return scope->nodes[symbol].kind == PL_NODE_SYMBOL && pl_scope_variable(scope, symbol) == t->variable &&
           scope->nodes[fixed].constant && pl_scope_object(scope, fixed) == t->object;
}

// Sums and products with numbers of 0 or more.
static bool find_travel(const pl_scope* scope, uint32_t node, travel* t)
{
    const pl_node* n = &scope->nodes[node];
    if (n->kind == PL_NODE_TABLE) return find_table(scope, n, t);
    if (n->kind != PL_NODE_PLUS && n->kind != PL_NODE_TIMES) return false;
    uint32_t first = n->child, second = scope->nodes[first].next;
    uint32_t number = scope->nodes[second].constant ? second : first;
    if (!scope->nodes[number].constant || !find_travel(scope, number == first ? second : first, t)) return false;
    int64_t value = pl_scope_fixed(scope, number);
    if (value < 0 || value > PL_MAX_COST) return false;
    if (n->kind == PL_NODE_PLUS) {
        t->base += value;
    } else if (value > INT32_MAX || t->factor > INT32_MAX || t->base > INT32_MAX) {
        return false;
    } else {
        t->base = t->base * value / PLOY_UNIT;
        t->factor = (t->factor * value + PLOY_UNIT - 1) / PLOY_UNIT;
    }
    return t->base <= PL_MAX_COST;
}

static bool is_square(const pl_value_table* table)
{
    return table->of_count == 2 && table->of[0] == table->of[1] && table->min >= 0;
}

void pl_builder_note_travel(pl_builder* builder, const pl_scope* scope, uint32_t cost_root, const pl_effect* effect,
                            pl_ground* made)
{
    travel t = {.variable = effect->variable, .object = (uint32_t)effect->amount};
    if (effect->kind != PL_EFFECT_SET || !find_travel(scope, cost_root, &t) || t.factor == 0) return;
    pl_value_table* table = &builder->domain->tables.data[t.table];
    if (!is_square(table)) return;
    table->is_travel = true;
    made->direct1 = t.table + 1;
    made->direct_slack = t.base * PLOY_UNIT / t.factor;
}
