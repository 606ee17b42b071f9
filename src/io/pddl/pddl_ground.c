// Instances of actions as formulas over atoms. What never changes is evaluated here: static predicates, atoms that are
// never reached, atoms that hold at the start and are never deleted, static functions, quantifiers.

#include "io/pddl/pddl_ground.h"

#include <stdarg.h>
#include <string.h>

#include "base/check.h"
#include "base/error.h"

/// Formulas that are constant have no node.
#define IS_TRUE (PLOY_NONE - 1)
#define IS_FALSE (PLOY_NONE - 2)

void pl_grounding_fail(pl_grounding* g, uint32_t line, uint32_t column, const char* format, ...)
{
    va_list list;
    if (g->failed) return;
    g->failed = true;
    va_start(list, format);
    pl_error_set_list(g->error, line, column, format, list);
    va_end(list);
}

void pl_grounding_count(pl_grounding* g)
{
    const uint64_t max = UINT64_C(1000) * pl_grounding_max_operators(g);
    if (++g->work > max) pl_grounding_fail(g, 0, 0, "too many combinations of objects: this problem is too large");
}

static uint32_t fill_key(pl_grounding* g, const pl_pddl_node* n)
{
    g->key[0] = n->symbol;
    for (uint32_t i = 0; i < n->count; ++i) g->key[1 + i] = pl_grounding_object(g, g->d->terms.data[n->first + i]);
    return n->count + 1;
}

uint32_t pl_grounding_find(pl_grounding* g, const pl_pddl_node* node)
{
    uint32_t count = fill_key(g, node);
    uint32_t atom = pl_tuple_find(&g->atoms, g->key, count);
    return atom < g->infos.count ? atom : PLOY_NONE;
}

uint32_t pl_grounding_intern(pl_grounding* g, const pl_pddl_node* node)
{
    uint32_t count = fill_key(g, node);
    uint32_t atom = pl_tuple_intern(&g->atoms, g->key, count);
    pl_pddl_atom info = {.is_value = g->d->symbols.data[node->symbol].is_function};
    if (atom == PLOY_NONE || (atom >= g->infos.count && !PL_ARRAY_PUSH(&g->infos, &g->allocator, info))) {
        g->out_of_memory = true;
        return PLOY_NONE;
    }
    return atom;
}

bool pl_grounding_each(pl_grounding* g, const pl_pddl_node* node, pl_binding_fn* fn, void* user)
{
    const ploy_pddl* d = g->d;
    uint32_t places[PL_PDDL_MAX_QUANTIFIED] = {0};
    for (;;) {
        for (uint32_t i = 0; i < node->count; ++i) {
            const pl_pddl_set* set = &d->sets.data[d->variables.data[node->first + i].set];
            if (!set->object_count) return true;
            g->slots[node->slot + i] = d->set_objects.data[set->first_object + places[i]];
        }
        pl_grounding_count(g);
        if (pl_grounding_is_over(g) || !fn(g, user)) return false;
        uint32_t i = node->count;
        for (; i > 0; --i) {
            if (++places[i - 1] < d->sets.data[d->variables.data[node->first + i - 1].set].object_count) break;
            places[i - 1] = 0;
        }
        if (i == 0) return true;
    }
}

// Formulas.

static uint32_t add_formula(pl_grounding* g, pl_formula formula)
{
    formula.next = PLOY_NONE;
    if (!PL_ARRAY_PUSH(&g->formulas, &g->allocator, formula)) {
        g->out_of_memory = true;
        return IS_FALSE;
    }
    return g->formulas.count - 1;
}

static uint32_t add_literal(pl_grounding* g, uint32_t atom, bool is_negative)
{
    return add_formula(g, (pl_formula){.kind = PL_FORMULA_LITERAL,
                                       .literal = PL_LITERAL(atom, is_negative),
                                       .child = PLOY_NONE});
}

static uint32_t literal_from(const pl_grounding* g, uint32_t child)
{
    while (child != PLOY_NONE && g->formulas.data[child].kind != PL_FORMULA_LITERAL) child = g->formulas.data[child].next;
    return child;
}

uint32_t pl_formula_first_literal(const pl_grounding* g, uint32_t formula)
{
    if (formula == PLOY_NONE) return PLOY_NONE;
    const pl_formula* f = &g->formulas.data[formula];
    if (f->kind == PL_FORMULA_LITERAL) return formula;
    return f->kind == PL_FORMULA_AND ? literal_from(g, f->child) : PLOY_NONE;
}

uint32_t pl_formula_next_literal(const pl_grounding* g, uint32_t child)
{
    return literal_from(g, g->formulas.data[child].next);
}

/// An AND or OR in the making: constants drop out, and its own kind is merged into it.
typedef struct formula_list
{
    pl_formula_kind kind;
    uint32_t first, last;
    bool is_decided; // FALSE in an AND, TRUE in an OR
} formula_list;

static void list_add(pl_grounding* g, formula_list* list, uint32_t formula)
{
    uint32_t neutral = list->kind == PL_FORMULA_AND ? IS_TRUE : IS_FALSE;
    if (formula == neutral || list->is_decided) return;
    if (formula == IS_TRUE || formula == IS_FALSE) {
        list->is_decided = true;
        return;
    }
    pl_formula* f = g->formulas.data;
    bool merges = f[formula].kind == list->kind;
    uint32_t first = merges ? f[formula].child : formula, last = first;
    while (f[last].next != PLOY_NONE) last = f[last].next;
    if (list->first == PLOY_NONE)
        list->first = first;
    else
        f[list->last].next = first;
    list->last = last;
}

static uint32_t list_end(pl_grounding* g, const formula_list* list)
{
    bool is_and = list->kind == PL_FORMULA_AND;
    if (list->is_decided) return is_and ? IS_FALSE : IS_TRUE;
    if (list->first == PLOY_NONE) return is_and ? IS_TRUE : IS_FALSE;
    if (list->first == list->last) return list->first;
    return add_formula(g, (pl_formula){.kind = (uint8_t)list->kind, .child = list->first});
}

// Expressions. PLOY_NONE: it has no value.

static uint32_t build_expression(pl_grounding* g, uint32_t node);

static uint32_t add_expression(pl_grounding* g, pl_formula formula)
{
    uint32_t made = add_formula(g, formula);
    return g->out_of_memory ? PLOY_NONE : made;
}

static uint32_t add_number(pl_grounding* g, int64_t number)
{
    return add_expression(g, (pl_formula){.kind = PL_FORMULA_NUMBER, .child = PLOY_NONE, .number = number});
}

static uint32_t build_value(pl_grounding* g, const pl_pddl_node* n)
{
    if (pl_grounding_is_static(g, n->symbol)) {
        uint32_t atom = pl_grounding_find(g, n);
        if (atom == PLOY_NONE || !g->infos.data[atom].is_known) return PLOY_NONE;
        return add_number(g, g->infos.data[atom].value);
    }
    uint32_t atom = pl_grounding_intern(g, n);
    if (atom == PLOY_NONE) return PLOY_NONE;
    if (!g->infos.data[atom].is_known) {
        char text[120];
        pl_pddl_print_atom(g->d, pl_tuple_at(&g->atoms, atom), text, sizeof text);
        pl_grounding_fail(g, 0, 0, "(%s) has no value at the start", text);
        return PLOY_NONE;
    }
    g->infos.data[atom].is_reached = true;
    return add_expression(g, (pl_formula){.kind = PL_FORMULA_VALUE, .literal = atom, .child = PLOY_NONE});
}

static uint32_t compute(pl_grounding* g, pl_pddl_kind op, uint32_t a, uint32_t b)
{
    const pl_formula* f = g->formulas.data;
    if (a == PLOY_NONE || b == PLOY_NONE) return PLOY_NONE;
    if (f[a].kind == PL_FORMULA_NUMBER && f[b].kind == PL_FORMULA_NUMBER) {
        bool is_good = true;
        int64_t value = pl_pddl_compute(op, f[a].number, f[b].number, &is_good);
        return is_good ? add_number(g, value) : PLOY_NONE;
    }
    g->formulas.data[a].next = b;
    return add_expression(g, (pl_formula){.kind = PL_FORMULA_COMPUTE, .op = (uint8_t)op, .child = a});
}

static uint32_t build_expression(pl_grounding* g, uint32_t node)
{
    const pl_pddl_node* n = &g->d->nodes.data[node];
    if (n->kind == PL_PDDL_NUMBER) return add_number(g, n->number);
    if (n->kind == PL_PDDL_VALUE) return build_value(g, n);
    uint32_t value = build_expression(g, n->child);
    uint32_t child = g->d->nodes.data[n->child].next;
    if (child == PLOY_NONE && value != PLOY_NONE) return compute(g, PL_PDDL_MINUS, add_number(g, 0), value);
    for (; child != PLOY_NONE && value != PLOY_NONE && !g->out_of_memory; child = g->d->nodes.data[child].next) {
        uint32_t other = build_expression(g, child);
        value = other == PLOY_NONE ? PLOY_NONE : compute(g, (pl_pddl_kind)n->kind, value, other);
    }
    return value;
}

static uint32_t add_compare(pl_grounding* g, pl_pddl_kind op, uint32_t a, uint32_t b)
{
    const pl_formula* f = g->formulas.data;
    if (f[a].kind == PL_FORMULA_NUMBER && f[b].kind == PL_FORMULA_NUMBER)
        return pl_pddl_compare(op, f[a].number, f[b].number) ? IS_TRUE : IS_FALSE;
    g->formulas.data[a].next = b;
    return add_formula(g, (pl_formula){.kind = PL_FORMULA_COMPARE, .op = (uint8_t)op, .child = a});
}

static uint32_t build_compare(pl_grounding* g, const pl_pddl_node* n, bool wanted)
{
    static const pl_pddl_kind opposites[] = {PL_PDDL_AT_LEAST, PL_PDDL_GREATER, PL_PDDL_AT_MOST, PL_PDDL_LESS};
    uint32_t other = g->d->nodes.data[n->child].next;
    uint32_t a = build_expression(g, n->child), b = a == PLOY_NONE ? a : build_expression(g, other);
    if (g->out_of_memory || g->failed) return IS_FALSE;
    if (b == PLOY_NONE) return wanted ? IS_FALSE : IS_TRUE; // as pddl_machine.c has it
    if (wanted) return add_compare(g, (pl_pddl_kind)n->kind, a, b);
    if (n->kind != PL_PDDL_EQUAL) return add_compare(g, opposites[n->kind - PL_PDDL_LESS], a, b);
    formula_list list = {PL_FORMULA_OR, PLOY_NONE, PLOY_NONE, false};
    list_add(g, &list, add_compare(g, PL_PDDL_LESS, a, b));
    a = build_expression(g, n->child), b = build_expression(g, other);
    if (!g->out_of_memory) list_add(g, &list, add_compare(g, PL_PDDL_GREATER, a, b));
    return list_end(g, &list);
}

// Conditions.

static uint32_t build_atom(pl_grounding* g, const pl_pddl_node* n, bool wanted)
{
    uint32_t atom = pl_grounding_find(g, n);
    const pl_pddl_atom* info = atom == PLOY_NONE ? NULL : &g->infos.data[atom];
    bool is_static = pl_grounding_is_static(g, n->symbol);
    bool never = !info || (is_static ? !info->is_initial : !info->is_reached);
    bool always = !never && (is_static || (info->is_initial && !info->is_deleted));
    if (never || always) return always == wanted ? IS_TRUE : IS_FALSE;
    return add_literal(g, atom, !wanted);
}

static uint32_t build(pl_grounding* g, uint32_t node, bool wanted);

typedef struct build_call
{
    formula_list* list;
    uint32_t child;
    bool wanted;
} build_call;

static bool build_once(pl_grounding* g, void* user)
{
    build_call* call = user;
    list_add(g, call->list, build(g, call->child, call->wanted));
    return !call->list->is_decided && !g->out_of_memory && !g->failed;
}

static uint32_t build_list(pl_grounding* g, const pl_pddl_node* n, bool wanted)
{
    bool is_and = (n->kind == PL_PDDL_AND || n->kind == PL_PDDL_FORALL) == wanted;
    if (n->kind == PL_PDDL_IMPLY) is_and = !wanted;
    formula_list list = {is_and ? PL_FORMULA_AND : PL_FORMULA_OR, PLOY_NONE, PLOY_NONE, false};
    if (n->kind == PL_PDDL_FORALL || n->kind == PL_PDDL_EXISTS) {
        build_call call = {&list, n->child, wanted};
        pl_grounding_each(g, n, build_once, &call);
    } else if (n->kind == PL_PDDL_IMPLY) {
        list_add(g, &list, build(g, n->child, !wanted));
        list_add(g, &list, build(g, g->d->nodes.data[n->child].next, wanted));
    } else {
        for (uint32_t i = n->child; i != PLOY_NONE && !list.is_decided; i = g->d->nodes.data[i].next)
            list_add(g, &list, build(g, i, wanted));
    }
    return list_end(g, &list);
}

static uint32_t build(pl_grounding* g, uint32_t node, bool wanted)
{
    const pl_pddl_node* n = &g->d->nodes.data[node];
    const uint32_t* terms = g->d->terms.data + n->first;
    if (g->out_of_memory || g->failed) return IS_FALSE;
    switch ((pl_pddl_kind)n->kind) {
        case PL_PDDL_AND:
        case PL_PDDL_OR:
        case PL_PDDL_IMPLY:
        case PL_PDDL_FORALL:
        case PL_PDDL_EXISTS: return build_list(g, n, wanted);
        case PL_PDDL_NOT: return build(g, n->child, !wanted);
        case PL_PDDL_ATOM: return build_atom(g, n, wanted);
        case PL_PDDL_SAME:
            return (pl_grounding_object(g, terms[0]) == pl_grounding_object(g, terms[1])) == wanted ? IS_TRUE : IS_FALSE;
        case PL_PDDL_IS_TYPE:
            return pl_grounding_is_member(g, pl_grounding_object(g, terms[0]), n->symbol) == wanted ? IS_TRUE : IS_FALSE;
        default: return build_compare(g, n, wanted);
    }
}

// Which atoms are ever deleted.

typedef struct delete_call
{
    uint32_t child;
} delete_call;

static bool mark_once(pl_grounding* g, void* user);

static void mark_deleted(pl_grounding* g, uint32_t node)
{
    const pl_pddl_node* n = &g->d->nodes.data[node];
    if (n->kind == PL_PDDL_AND) {
        for (uint32_t i = n->child; i != PLOY_NONE; i = g->d->nodes.data[i].next) mark_deleted(g, i);
    } else if (n->kind == PL_PDDL_NOT) {
        uint32_t atom = pl_grounding_find(g, &g->d->nodes.data[n->child]);
        if (atom != PLOY_NONE) g->infos.data[atom].is_deleted = true;
    } else if (n->kind == PL_PDDL_WHEN) {
        mark_deleted(g, g->d->nodes.data[n->child].next);
    } else if (n->kind == PL_PDDL_FORALL) {
        delete_call call = {n->child};
        pl_grounding_each(g, n, mark_once, &call);
    }
}

static bool mark_once(pl_grounding* g, void* user)
{
    const delete_call* call = user;
    mark_deleted(g, call->child);
    return true;
}

// Effects.

/// The outcome in the making is the last one: its literals and changes are the last ones, too.
typedef struct outcome_builder
{
    pl_pddl_instance* instance;
    uint32_t cost;     // formula, or PLOY_NONE
    bool in_condition; // collecting what stands under a condition that is open
    uint32_t child;    // of the FORALL in progress
    bool conditional;  // looking for conditions, not for literals
} outcome_builder;

static void collect_effect(pl_grounding* g, uint32_t node, outcome_builder* b);

static bool collect_once(pl_grounding* g, void* user)
{
    outcome_builder inner = *(outcome_builder*)user;
    collect_effect(g, inner.child, &inner);
    ((outcome_builder*)user)->cost = inner.cost;
    return !g->out_of_memory && !g->failed;
}

static void add_cost(pl_grounding* g, const pl_pddl_node* n, int64_t price, outcome_builder* b)
{
    uint32_t amount = build_expression(g, g->d->nodes.data[n->child].next);
    if (price != PLOY_UNIT) amount = compute(g, PL_PDDL_TIMES, add_number(g, price), amount);
    if (b->in_condition || n->kind != PL_PDDL_INCREASE) {
        pl_grounding_fail(g, n->line, n->column, "what is minimized may only be increased, and not under a condition");
        return;
    }
    if (amount == PLOY_NONE) {
        b->instance->is_possible = false;
        return;
    }
    if (g->formulas.data[amount].kind == PL_FORMULA_NUMBER && g->formulas.data[amount].number < 0) {
        pl_grounding_fail(g, n->line, n->column, "an action that costs less than 0 is not supported");
        return;
    }
    b->cost = b->cost == PLOY_NONE ? amount : compute(g, PL_PDDL_PLUS, b->cost, amount);
}

static void add_change(pl_grounding* g, const pl_pddl_node* n, outcome_builder* b)
{
    const pl_pddl_node* place = &g->d->nodes.data[n->child];
    int64_t price = pl_pddl_price_of(g->d, place->symbol);
    if (price) add_cost(g, n, price, b);
    if (!g->d->symbols.data[place->symbol].is_read) return; // nothing depends on it
    uint32_t amount = build_expression(g, place->next);
    if (g->failed || g->out_of_memory) return;
    if (amount == PLOY_NONE) {
        b->instance->is_possible = false;
        return;
    }
    bool is_simple = n->kind == PL_PDDL_ASSIGN || n->kind == PL_PDDL_INCREASE || n->kind == PL_PDDL_DECREASE;
    if (!is_simple || g->formulas.data[amount].kind != PL_FORMULA_NUMBER) {
        pl_grounding_fail(g, n->line, n->column,
                          is_simple ? "an amount that changes while the plan runs is not supported; assign, increase and "
                                      "decrease take a number or functions that no action changes"
                                    : "scale-up and scale-down are not supported; use assign, increase or decrease");
        return;
    }
    uint32_t atom = build_value(g, place);
    if (atom == PLOY_NONE) return;
    pl_number_change change = {g->formulas.data[atom].literal, n->kind, amount, n->line, n->column};
    if (!PL_ARRAY_PUSH(&g->changes, &g->allocator, change)) g->out_of_memory = true;
}

static void add_effect_literal(pl_grounding* g, const pl_pddl_node* n, bool is_delete)
{
    uint32_t atom = pl_grounding_find(g, n);
    if (atom == PLOY_NONE) return; // a delete of what never holds
    const pl_pddl_atom* info = &g->infos.data[atom];
    if (!info->is_reached || (info->is_initial && !info->is_deleted)) return; // constant
    if (!PL_ARRAY_PUSH(&g->literals, &g->allocator, PL_LITERAL(atom, is_delete))) g->out_of_memory = true;
}

static void begin_outcome(pl_grounding* g, uint32_t condition)
{
    pl_pddl_outcome made = {.condition = condition, .first_literal = g->literals.count, .first_change = g->changes.count};
    if (!PL_ARRAY_PUSH(&g->outcomes, &g->allocator, made)) g->out_of_memory = true;
}

static bool has_literal(const pl_grounding* g, const pl_pddl_outcome* o, uint32_t literal)
{
    for (uint32_t i = 0; i < o->literal_count; ++i)
        if (g->literals.data[o->first_literal + i] == literal) return true;
    return false;
}

// Counts what came since the outcome began. What is added and deleted is added; nothing stands there twice.
static void end_outcome(pl_grounding* g)
{
    pl_pddl_outcome* o = &g->outcomes.data[g->outcomes.count - 1];
    uint32_t count = g->literals.count - o->first_literal;
    pl_pddl_outcome all = *o;
    all.literal_count = count;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t literal = g->literals.data[all.first_literal + i];
        pl_pddl_outcome before = all, after = all;
        before.literal_count = kept;
        after.first_literal += i + 1;
        after.literal_count -= i + 1;
        uint32_t added = PL_LITERAL(PL_LITERAL_ATOM(literal), false);
        if (has_literal(g, &before, literal)) continue;
        if (PL_LITERAL_IS_NEGATIVE(literal) && (has_literal(g, &before, added) || has_literal(g, &after, added))) continue;
        g->literals.data[all.first_literal + kept++] = literal;
    }
    g->literals.count = all.first_literal + kept;
    o->literal_count = kept;
    o->change_count = g->changes.count - o->first_change;
}

// "When it is painted, it is not painted": the last outcome deletes what its condition says, and nothing else. That is
// the same as to delete it always.
static bool is_plain_delete(const pl_grounding* g)
{
    const pl_pddl_outcome* o = &g->outcomes.data[g->outcomes.count - 1];
    const pl_formula* f = &g->formulas.data[o->condition];
    return f->kind == PL_FORMULA_LITERAL && !PL_LITERAL_IS_NEGATIVE(f->literal) && o->literal_count == 1 &&
           o->change_count == 0 && g->literals.data[o->first_literal] == PL_LITERAL(PL_LITERAL_ATOM(f->literal), true);
}

// What stands under an open condition: an outcome of its own, or a literal of the outcome in the making.
static void collect_open(pl_grounding* g, uint32_t condition, uint32_t effect, const outcome_builder* b)
{
    outcome_builder inner = *b;
    inner.in_condition = true;
    inner.conditional = false;
    begin_outcome(g, condition);
    if (g->out_of_memory) return;
    collect_effect(g, effect, &inner);
    end_outcome(g);
    const pl_pddl_outcome made = g->outcomes.data[g->outcomes.count - 1];
    bool is_plain = is_plain_delete(g), is_empty = made.literal_count == 0 && made.change_count == 0;
    if (b->conditional && !is_plain && !is_empty) return;
    --g->outcomes.count;
    g->literals.count = made.first_literal + (is_plain && !b->conditional);
    g->changes.count = made.first_change;
}

static void collect_when(pl_grounding* g, const pl_pddl_node* n, outcome_builder* b)
{
    uint32_t condition = build(g, n->child, true), effect = g->d->nodes.data[n->child].next;
    if (condition == IS_FALSE || g->out_of_memory || g->failed) return;
    if (condition == IS_TRUE) collect_effect(g, effect, b);
    else collect_open(g, condition, effect, b);
}

static void collect_effect(pl_grounding* g, uint32_t node, outcome_builder* b)
{
    const pl_pddl_node* n = &g->d->nodes.data[node];
    if (g->out_of_memory || g->failed) return;
    switch ((pl_pddl_kind)n->kind) {
        case PL_PDDL_AND:
            for (uint32_t i = n->child; i != PLOY_NONE; i = g->d->nodes.data[i].next) collect_effect(g, i, b);
            break;
        case PL_PDDL_FORALL:
            b->child = n->child;
            pl_grounding_each(g, n, collect_once, b);
            break;
        case PL_PDDL_WHEN: collect_when(g, n, b); break;
        case PL_PDDL_ATOM:
            if (!b->conditional) add_effect_literal(g, n, false);
            break;
        case PL_PDDL_NOT:
            if (!b->conditional) add_effect_literal(g, &g->d->nodes.data[n->child], true);
            break;
        default:
            if (!b->conditional) add_change(g, n, b);
    }
}

static void instantiate(pl_grounding* g, uint32_t index)
{
    const uint32_t* key = pl_tuple_at(&g->keys, index);
    const pl_pddl_action* action = &g->d->actions.data[key[0]];
    pl_pddl_instance* instance = &g->instances.data[index];
    memcpy(g->slots, key + 1, action->param_count * sizeof *key);
    uint32_t pre = build(g, action->pre, true);
    instance->first_outcome = g->outcomes.count;
    instance->cost = PLOY_NONE;
    instance->pre = pre == IS_TRUE ? add_formula(g, (pl_formula){.kind = PL_FORMULA_AND, .child = PLOY_NONE}) : pre;
    if (pre == IS_FALSE || g->out_of_memory || g->failed) {
        instance->is_possible = false;
        return;
    }
    bool has_metric = g->d->prices.count || g->d->step_cost != PLOY_UNIT;
    outcome_builder b = {.instance = instance, .cost = PLOY_NONE};
    if (has_metric && g->d->step_cost) b.cost = add_number(g, g->d->step_cost);
    begin_outcome(g, PLOY_NONE);
    if (g->out_of_memory) return;
    collect_effect(g, action->effect, &b);
    end_outcome(g);
    if (has_metric) instance->cost = b.cost == PLOY_NONE ? add_number(g, 0) : b.cost;
    b.conditional = true;
    collect_effect(g, action->effect, &b);
    instance->outcome_count = g->outcomes.count - instance->first_outcome;
}

void pl_grounding_instantiate(pl_grounding* g)
{
    for (uint32_t i = 0; i < g->instances.count; ++i) {
        const uint32_t* key = pl_tuple_at(&g->keys, i);
        const pl_pddl_action* action = &g->d->actions.data[key[0]];
        memcpy(g->slots, key + 1, action->param_count * sizeof *key);
        if (g->instances.data[i].is_possible) mark_deleted(g, action->effect);
    }
    for (uint32_t i = 0; i < g->instances.count && !g->out_of_memory && !g->failed; ++i)
        if (g->instances.data[i].is_possible) instantiate(g, i);
    uint32_t goal = build(g, g->d->goal, true);
    g->goal = goal == IS_TRUE ? add_formula(g, (pl_formula){.kind = PL_FORMULA_AND, .child = PLOY_NONE})
              : goal == IS_FALSE ? add_formula(g, (pl_formula){.kind = PL_FORMULA_OR, .child = PLOY_NONE})
                                 : goal;
}

// All stages.

static bool make_room(pl_grounding* g)
{
    const ploy_pddl* d = g->d;
    size_t key = d->max_arity > d->max_slots ? d->max_arity : d->max_slots;
    size_t members = (size_t)d->sets.count * d->objects.count + 1;
    g->slots = PL_NEW_ARRAY(&g->allocator, uint32_t, d->max_slots + 1);
    g->key = PL_NEW_ARRAY(&g->allocator, uint32_t, key + 1);
    g->members = PL_NEW_ARRAY(&g->allocator, bool, members);
    if (!g->slots || !g->key || !g->members) return false;
    for (uint32_t s = 0; s < d->sets.count; ++s) {
        const pl_pddl_set* set = &d->sets.data[s];
        for (uint32_t i = 0; i < set->object_count; ++i)
            g->members[(size_t)s * d->objects.count + d->set_objects.data[set->first_object + i]] = true;
    }
    return true;
}

void pl_grounding_drop_instances(pl_grounding* g)
{
    PL_ARRAY_FREE(&g->instances, &g->allocator);
    PL_ARRAY_FREE(&g->formulas, &g->allocator);
    PL_ARRAY_FREE(&g->outcomes, &g->allocator);
    PL_ARRAY_FREE(&g->literals, &g->allocator);
    PL_ARRAY_FREE(&g->changes, &g->allocator);
    pl_tuple_names_destroy(&g->keys);
    pl_tuple_names_init(&g->keys, &g->allocator);
}

void pl_grounding_end(pl_grounding* g)
{
    const ploy_pddl* d = g->d;
    size_t key = d->max_arity > d->max_slots ? d->max_arity : d->max_slots;
    PL_DELETE_ARRAY(&g->allocator, g->slots, d->max_slots + 1);
    PL_DELETE_ARRAY(&g->allocator, g->key, key + 1);
    PL_DELETE_ARRAY(&g->allocator, g->members, (size_t)d->sets.count * d->objects.count + 1);
    pl_tuple_names_destroy(&g->atoms);
    pl_grounding_drop_instances(g);
    pl_tuple_names_destroy(&g->keys);
    pl_names_destroy(&g->labels);
    PL_ARRAY_FREE(&g->infos, &g->allocator);
    PL_ARRAY_FREE(&g->groups, &g->allocator);
    PL_ARRAY_FREE(&g->group_atoms, &g->allocator);
    PL_ARRAY_FREE(&g->atom_groups, &g->allocator);
    PL_ARRAY_FREE(&g->ranges, &g->allocator);
}

ploy_status pl_grounding_begin(pl_grounding* g, ploy_pddl* pddl, ploy_error* error)
{
    *g = (pl_grounding){.d = pddl, .allocator = pddl->allocator, .error = error};
    pl_tuple_names_init(&g->atoms, &g->allocator);
    pl_tuple_names_init(&g->keys, &g->allocator);
    pl_names_init(&g->labels, &g->allocator);
    if (!pl_pddl_has_problem(pddl)) {
        pl_error_set(error, 0, 0, "there is no problem: only a domain was read");
        return PLOY_INVALID;
    }
    if (!make_room(g)) g->out_of_memory = true;
    if (!g->out_of_memory) pl_grounding_reach(g);
    if (!g->out_of_memory && !g->failed) pl_grounding_instantiate(g);
    if (!g->out_of_memory && !g->failed) pl_grounding_group(g);
    if (!g->out_of_memory && !g->failed) pl_grounding_bound(g);
    return g->out_of_memory ? PLOY_OUT_OF_MEMORY : g->failed ? PLOY_INVALID : PLOY_OK;
}

ploy_status ploy_pddl_ground(ploy_pddl* pddl, ploy_domain** domain, ploy_error* error)
{
    PL_NEED_ERROR(error, domain, PLOY_INVALID);
    *domain = NULL;
    PL_NEED_ERROR(error, pddl, PLOY_INVALID);
    pl_error_clear(error);
    pl_grounding g;
    ploy_status status = pl_grounding_begin(&g, pddl, error);
    if (status == PLOY_OK) status = pl_grounding_domain(&g, domain);
    pl_grounding_end(&g);
    if (g.failed) status = PLOY_INVALID;
    if (g.out_of_memory || status == PLOY_OUT_OF_MEMORY) {
        pl_error_set(error, 0, 0, "out of memory");
        status = PLOY_OUT_OF_MEMORY;
    }
    if (status != PLOY_OK) {
        ploy_domain_destroy(*domain);
        *domain = NULL;
    }
    return status;
}
