#include "plan/explain/range_need.h"

#include "plan/domain/compiled.h"
#include "plan/explain/conjunct.h"
#include "plan/language/expression.h"
#include "plan/language/text.h"

// A text of an action, parsed: an effect clause of the need's owner, or a condition.
typedef struct parsed
{
    const ploy_domain* domain;
    pl_source source;
    pl_expression expression;
} parsed;

static ploy_status parse(parsed* p, const ploy_domain* domain, uint32_t action, const char* text, pl_grammar grammar)
{
    const pl_declaration* declaration = pl_domain_declaration(domain, PLOY_PART_EFFECT, action);
    *p = (parsed){.domain = domain, .source = {domain, declaration, PL_PART_TEST, action, 0, text, NULL}};
    return pl_expression_parse(&p->source, grammar, &domain->allocator, &p->expression);
}

static ploy_status parse_effects(parsed* p, const ploy_domain* domain, uint32_t owner, uint32_t clause)
{
    return parse(p, domain, owner, ploy_domain_clause(domain, PLOY_PART_EFFECT, owner, clause), PL_GRAMMAR_EFFECTS);
}

static void finish(parsed* p)
{
    pl_expression_free(&p->expression, &p->domain->allocator);
}

static const pl_node* node_at(const parsed* p, uint32_t node)
{
    return &p->expression.nodes.data[node];
}

// The symbol that an effect changes, as a node.
static uint32_t target_of(const parsed* p, uint32_t index)
{
    uint32_t effect = node_at(p, p->expression.root)->child;
    while (index-- > 0) effect = node_at(p, effect)->next;
    return node_at(p, effect)->child;
}

// Collecting.

typedef struct bound_text
{
    const parsed* p;
    uint32_t target;
    int64_t amount;
} bound_text;

static void write_condition(pl_text_writer* to, const void* what)
{
    const bound_text* c = what;
    const pl_symbol* symbol = &c->p->domain->symbols.data[node_at(c->p, c->target)->index];
    int64_t bound = (c->amount < 0 ? symbol->min : pl_symbol_max(symbol)) - c->amount * symbol->step;
    char name[256];
    pl_expression_print(c->p->domain, c->p->source.declaration, c->p->expression.nodes.data, c->target, NULL, name,
                        sizeof name);
    pl_writer_add(to, "%s %s ", name, c->amount < 0 ? ">=" : "<=");
    pl_writer_add_decimal(to, symbol->kind == PLOY_VALUE_INT ? bound * PLOY_UNIT : bound);
}

typedef struct needs_collector
{
    const ploy_domain* domain;
    pl_arena* arena;
    pl_range_need* list; // NULL: only count
    uint32_t count;
    uint32_t number;
} needs_collector;

static bool collect_effect(needs_collector* to, const parsed* p, uint32_t effect, ploy_conjunct at)
{
    const pl_node* n = node_at(p, effect);
    uint32_t number = to->number++;
    bool needs = n->kind == PL_NODE_ADD && n->min != 0 && !to->domain->symbols.data[node_at(p, n->child)->index].clamp;
    if (!needs) return true;
    if (to->list) {
        bound_text c = {p, n->child, n->min};
        at.text = pl_keep_text(to->arena, write_condition, &c);
        if (!at.text) return false;
        to->list[to->count] = (pl_range_need){at, number, n->min};
    }
    ++to->count;
    return true;
}

static bool collect_clause(needs_collector* to, uint32_t owner, uint32_t clause)
{
    parsed p;
    bool ok = parse_effects(&p, to->domain, owner, clause) == PLOY_OK;
    ploy_conjunct at = {.part = PLOY_PART_EFFECT, .owner = owner, .clause = clause, .values = ""};
    for (uint32_t e = ok ? node_at(&p, p.expression.root)->child : PLOY_NONE; e != PLOY_NONE && ok;
         e = node_at(&p, e)->next, ++at.index) {
        ok = collect_effect(to, &p, e, at);
    }
    finish(&p);
    return ok;
}

static bool collect(needs_collector* to, uint32_t action)
{
    to->count = to->number = 0;
    for (uint32_t owner = action; owner != PLOY_NONE; owner = pl_part_base(to->domain, PLOY_PART_EFFECT, owner)) {
        uint32_t clauses = ploy_domain_clause_count(to->domain, PLOY_PART_EFFECT, owner);
        for (uint32_t c = 0; c < clauses; ++c) {
            if (!collect_clause(to, owner, c)) return false;
        }
    }
    return true;
}

bool pl_range_needs_collect(const ploy_domain* domain, uint32_t action, pl_arena* arena, pl_range_needs* out)
{
    needs_collector to = {.domain = domain, .arena = arena};
    if (!collect(&to, action)) return false;
    to.list = PL_ARENA_ARRAY(arena, pl_range_need, to.count);
    if (!to.list || !collect(&to, action)) return false;
    *out = (pl_range_needs){to.list, to.count};
    return true;
}

// Testing.

static bool stays_in_range(const pl_symbol* symbol, uint32_t value, int64_t amount)
{
    int64_t moved = (int64_t)value + amount;
    return moved >= 0 && moved < symbol->size;
}

ploy_status pl_range_need_test(const ploy_domain* domain, const pl_range_need* need, const uint32_t* args,
                               const uint64_t* state)
{
    parsed p;
    ploy_status status = parse_effects(&p, domain, need->conjunct.owner, need->conjunct.clause);
    if (status == PLOY_OK) {
        pl_scope scope = {.domain = domain, .nodes = p.expression.nodes.data, .args = args};
        uint32_t target = target_of(&p, need->conjunct.index);
        const pl_variable* v = &domain->compiled->variables[pl_scope_variable(&scope, target)];
        bool stays = stays_in_range(&domain->symbols.data[v->symbol], pl_variable_value(v, state), need->amount);
        status = stays ? PLOY_FOUND : PLOY_NOT_FOUND;
    }
    finish(&p);
    return status;
}

// Do two SYMBOL nodes stand for the same variable, whatever the arguments?
static bool is_same_variable(const parsed* a, uint32_t x, const parsed* b, uint32_t y)
{
    if (node_at(b, y)->kind != PL_NODE_SYMBOL || node_at(a, x)->index != node_at(b, y)->index) return false;
    x = node_at(a, x)->child;
    y = node_at(b, y)->child;
    for (; x != PLOY_NONE; x = node_at(a, x)->next, y = node_at(b, y)->next) {
        if (node_at(a, x)->kind != node_at(b, y)->kind || node_at(a, x)->index != node_at(b, y)->index) return false;
        if (node_at(a, x)->kind == PL_NODE_TABLE) return false; // not worth comparing: the answer may be no
    }
    return true;
}

// Tries every value of the one symbol that the condition reads.
static bool implies(const parsed* effects, const parsed* test, const pl_range_need* need)
{
    static const uint32_t any_args[PLOY_MAX_ARGS];
    const pl_node* root = node_at(test, test->expression.root);
    if (root->kind < PL_NODE_EQ || root->kind > PL_NODE_GE) return false;
    uint32_t a = root->child, b = node_at(test, a)->next;
    uint32_t symbol = node_at(test, b)->constant ? a : b;
    uint32_t target = target_of(effects, need->conjunct.index);
    if (!node_at(test, symbol == a ? b : a)->constant || !is_same_variable(effects, target, test, symbol)) return false;
    const pl_symbol* s = &test->domain->symbols.data[node_at(test, symbol)->index];
    pl_scope scope = {.domain = test->domain, .nodes = test->expression.nodes.data, .args = any_args, .count = 1};
    uint32_t value, variable = pl_scope_variable(&scope, symbol);
    scope.variables = &variable;
    scope.values = &value;
    for (value = 0; value < s->size; ++value) {
        if (pl_scope_holds(&scope, test->expression.root) && !stays_in_range(s, value, need->amount)) return false;
    }
    return true;
}

ploy_status pl_range_need_is_implied(const ploy_domain* domain, uint32_t action, const pl_range_need* need,
                                     const char* condition)
{
    parsed effects, test = {.domain = domain};
    ploy_status status = parse_effects(&effects, domain, need->conjunct.owner, need->conjunct.clause);
    status = status == PLOY_OK ? parse(&test, domain, action, condition, PL_GRAMMAR_CONDITION) : status;
    if (status == PLOY_OK) status = implies(&effects, &test, need) ? PLOY_FOUND : PLOY_NOT_FOUND;
    finish(&test);
    finish(&effects);
    return status;
}
