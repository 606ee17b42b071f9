// Grounds actions.
//
// An action becomes one ground action per combination of arguments, and each of those becomes operators: one per
// alternative of the precondition, narrowed to where additions stay in range, and per cost that the cost expression
// takes there, unless that are many or it reads a table: then the ground action is priced. Where a symbol clamps, there are operators for the rest too: they set the bound.

#include <inttypes.h>
#include <string.h>

#include "base/containers/bitset.h"
#include "plan/domain/compile.h"
#include "plan/language/number_bounds.h"
#include "plan/language/text.h"

/// A cost that reads more combinations of values than this is not split into one operator per cost.
#define MAX_SPLIT 256

/// Ground actions of objects that do not exist have no operators, so there may be more of them.
#define GROUNDS_PER_OPERATOR 8

/// With more combinations than this, values of a cost that are out of range are not searched for: they are clamped.
#define MAX_CHECKED 65536

/// An action in progress.
typedef struct job
{
    pl_builder* builder;
    const pl_declaration* declaration;
    uint32_t action;
    uint32_t pre_end; // trees [0, pre_end) are preconditions, the rest effects
    pl_number cost;
    uint32_t cost_root; // PLOY_NONE: a constant or a callback
    bool cost_has_table;
    pl_reads reads; // of the cost, for the arguments
    bool is_priced;
    uint32_t ground;
    uint32_t args[PLOY_MAX_ARGS];
    uint32_t clamp_count; // changes that clamp
    uint32_t clamped;     // one bit per change that clamps: it sets the bound
    bool has_twice;       // two changes are of one variable:
    pl_change twice;      // this one and one before it
    pl_operator shared;   // effects for these bits, made with the first operator that has them
    bool has_shared;
} job;

static void print_ground(const job* j, char* text, size_t size)
{
    pl_text_writer writer = pl_writer_begin(text, size);
    pl_writer_add(&writer, "%s", j->declaration->name);
    for (uint32_t i = 0; i < j->declaration->param_count; ++i) {
        const char* name = ploy_domain_object_name(j->builder->domain, j->declaration->params[i].type, j->args[i]);
        pl_writer_add(&writer, "%s%s", i ? ", " : "(", name);
    }
    pl_writer_add(&writer, "%s", j->declaration->param_count ? ")" : "");
}

// Effects.

static ploy_status fail_twice(job* j)
{
    const pl_change* change = &j->twice;
    const pl_source* source = &j->builder->trees.data[change->tree].source;
    char variable[80];
    char ground[80];
    ploy_domain_variable_print(j->builder->domain, change->effect.variable, variable, sizeof variable);
    print_ground(j, ground, sizeof ground);
    ploy_status status = pl_source_fail(source, change->at, "two effects of %s change %s", ground, variable);
    pl_error_hint(source->error, "remove one of them");
    return pl_builder_fail(j->builder, source, status);
}

static ploy_status add_change(job* j, const pl_change* change)
{
    for (uint32_t i = 0; i < j->builder->changes.count; ++i) {
        if (j->builder->changes.data[i].effect.variable == change->effect.variable && !j->has_twice) {
            j->has_twice = true;
            j->twice = *change;
        }
    }
    bool added = PL_ARRAY_PUSH(&j->builder->changes, &j->builder->allocator, *change);
    return added ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

// Limits an addition to the size of the range: anything larger leaves the range from every value.
static int32_t limited(int64_t amount, uint32_t size)
{
    return (int32_t)(amount > size ? size : amount < -(int64_t)size ? -(int64_t)size : amount);
}

static pl_change make_change(const pl_scope* scope, uint32_t tree, uint32_t node, bool clamps)
{
    const pl_node* n = &scope->nodes[node];
    const pl_symbol* symbol = &scope->domain->symbols.data[scope->nodes[n->child].index];
    pl_change change = {.tree = tree, .at = n->at};
    change.effect.variable = pl_scope_variable(scope, n->child);
    change.effect.kind = n->kind == PL_NODE_ADD ? PL_EFFECT_ADD : PL_EFFECT_SET;
    change.effect.amount =
        n->kind == PL_NODE_ADD ? limited(n->min, symbol->size) : (int32_t)pl_scope_set_value(scope, node);
    change.clamps = n->kind == PL_NODE_ADD && n->min != 0 && (symbol->clamp || clamps);
    return change;
}

static ploy_status collect_changes(job* j)
{
    pl_builder* b = j->builder;
    pl_scope scope = {.domain = b->domain, .nodes = b->expression.nodes.data, .args = j->args};
    PL_ARRAY_CLEAR(&b->changes);
    j->clamp_count = 0;
    j->has_twice = false;
    uint32_t number = 0;
    for (uint32_t t = j->pre_end; t < b->trees.count; ++t) {
        for (uint32_t n = scope.nodes[b->trees.data[t].root].child; n != PLOY_NONE; n = scope.nodes[n].next) {
            pl_change change = make_change(&scope, t, n, pl_domain_is_clamped(b->domain, j->action, number++));
            ploy_status status = add_change(j, &change);
            j->clamp_count += change.clamps;
            if (status != PLOY_OK) {
                return status;
            }
        }
    }
    return PLOY_OK;
}

// Additions to symbols that clamp are numbered in order: a bit of job.clamped each.
static bool is_clamped(const job* j, const pl_change* change, uint32_t* number)
{
    return change->clamps && (j->clamped >> (*number)++ & 1);
}

static pl_effect effect_of(const job* j, const pl_change* change, uint32_t* number)
{
    if (!is_clamped(j, change, number)) return change->effect;
    uint32_t size = j->builder->variables.data[change->effect.variable].size;
    return (pl_effect){change->effect.variable, change->effect.amount < 0 ? 0 : (int32_t)size - 1, PL_EFFECT_SET};
}

static void set_masks(const pl_variable* variable, const pl_effect* effect, uint64_t* keep, uint32_t words)
{
    uint64_t* at = keep + variable->word;
    uint64_t field = (((uint64_t)1 << variable->bits) - 1) << variable->shift;
    if (effect->kind == PL_EFFECT_SET) {
        at[0] &= ~field;
        at[words] |= (uint64_t)(uint32_t)effect->amount << variable->shift;
    } else {
        at[2 * words] += (uint64_t)(int64_t)effect->amount << variable->shift;
    }
}

// Effects and their masks, shared by all operators of the ground action that clamp the same changes.
static bool share_effects(job* j)
{
    pl_builder* b = j->builder;
    uint32_t number = 0;
    uint32_t words = b->counts.words;
    j->shared = (pl_operator){.ground = j->ground, .at = b->masks.count, .first_effect = b->effects.count};
    if (!PL_ARRAY_RESERVE(&b->masks, &b->allocator, b->masks.count + 3 * words)) {
        return false;
    }
    uint64_t* keep = b->masks.data + b->masks.count;
    memset(keep, 0xFF, words * sizeof *keep);
    memset(keep + words, 0, 2 * words * sizeof *keep);
    b->masks.count += 3 * words;
    for (uint32_t i = 0; i < b->changes.count; ++i) {
        pl_effect effect = effect_of(j, &b->changes.data[i], &number);
        if (effect.kind == PL_EFFECT_ADD && effect.amount == 0) {
            continue;
        }
        set_masks(&b->variables.data[effect.variable], &effect, keep, words);
        if (!PL_ARRAY_PUSH(&b->effects, &b->allocator, effect)) {
            return false;
        }
    }
    j->shared.effect_count = b->effects.count - j->shared.first_effect;
    j->has_shared = true;
    return true;
}

// Operators.

static ploy_status fail_too_many(job* j)
{
    pl_error_set(j->builder->error, 0, 0,
                 "action '%.80s': more than %" PRIu32 " operators (ground actions, their "
                 "alternatives counted apart)",
                 j->declaration->name, j->builder->domain->limits.operators);
    return PLOY_INVALID;
}

static ploy_status add_operator(job* j, const pl_term* term, int64_t cost)
{
    pl_builder* b = j->builder;
    if (b->operators.count >= b->domain->limits.operators) {
        return fail_too_many(j);
    }
    if (!j->has_shared && !share_effects(j)) {
        return PLOY_OUT_OF_MEMORY;
    }
    pl_operator made = j->shared;
    made.cost = cost;
    bool added = pl_builder_partial_state(b, term, &made.pre) && PL_ARRAY_PUSH(&b->operators, &b->allocator, made);
    return added ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

// Costs that are expressions.

/// The terms of one cost.
typedef struct priced
{
    int64_t cost;
    pl_dnf terms;
} priced;

typedef PL_ARRAY(priced) prices;

static pl_source cost_source(const job* j)
{
    return pl_source_clause(j->builder->domain, PLOY_PART_COST, j->action, 0, j->builder->error);
}

// `fault`: "divides by 0", or what it is.
static ploy_status fail_cost(job* j, const pl_reads* reads, const uint32_t* values, const char* fault)
{
    const ploy_domain* domain = j->builder->domain;
    pl_source source = cost_source(j);
    char text[200];
    pl_text_writer writer = pl_writer_begin(text, sizeof text);
    pl_writer_add(&writer, "%s", fault);
    for (uint32_t i = 0; i < reads->count; ++i) {
        char variable[64];
        char value[64];
        const pl_symbol* symbol = &domain->symbols.data[pl_domain_symbol_of(domain, reads->variables[i])];
        ploy_domain_variable_print(domain, reads->variables[i], variable, sizeof variable);
        ploy_value_print(domain, reads->variables[i], pl_symbol_value(symbol, values[i]), value, sizeof value);
        pl_writer_add(&writer, "%s%s = %s", i ? " and " : " where ", variable, value);
    }
    return pl_builder_fail(j->builder, &source, pl_source_fail(&source, 0, "%s", text));
}

static ploy_status fail_cost_range(job* j, const pl_reads* reads, const uint32_t* values, int64_t cost)
{
    char text[64];
    pl_text_writer writer = pl_writer_begin(text, sizeof text);
    pl_writer_add(&writer, "a cost is 0 to %" PRId64 ", this is ", PL_MAX_COST / PLOY_UNIT);
    pl_writer_add_decimal(&writer, cost);
    return fail_cost(j, reads, values, text);
}

static ploy_status fail_division(job* j, const pl_reads* reads, const uint32_t* values)
{
    ploy_status status = fail_cost(j, reads, values, "divides by 0");
    pl_error_hint(j->builder->error, "divide by max(…, 1), or choose with 'condition ? a : b'");
    return status;
}

static pl_dnf* terms_of(job* j, prices* list, int64_t cost)
{
    for (uint32_t i = 0; i < list->count; ++i) {
        if (list->data[i].cost == cost) {
            return &list->data[i].terms;
        }
    }
    bool added = PL_ARRAY_PUSH(list, &j->builder->allocator, (priced){cost, {0}});
    return added ? &list->data[list->count - 1].terms : NULL;
}

// The term with the variables that the cost reads fixed to `values`.
static bool fix(pl_algebra* algebra, const pl_term* term, const pl_reads* reads, const uint32_t* values, pl_term* out,
                bool* empty)
{
    *out = *term;
    *empty = false;
    for (uint32_t i = 0; i < reads->count && !*empty; ++i) {
        pl_literal literal;
        if (!pl_literal_range(algebra, reads->variables[i], reads->sizes[i], values[i], 1, &literal) ||
            !pl_term_and_literal(algebra, out, &literal, out, empty)) {
            return false;
        }
    }
    return true;
}

static bool next_values(const pl_reads* reads, uint32_t* values)
{
    for (uint32_t i = reads->count; i-- > 0;) {
        if (++values[i] < reads->sizes[i]) {
            return true;
        }
        values[i] = 0;
    }
    return false;
}

static ploy_status give_up(job* j)
{
    pl_source source = cost_source(j);
    return pl_builder_fail(j->builder, &source, pl_condition_give_up(&j->builder->algebra, &source, 0));
}

static ploy_status evaluate_cost(job* j, const pl_scope* scope, int64_t* cost)
{
    bool divided_by_zero = false;
    pl_scope watched = *scope;
    watched.divided_by_zero = &divided_by_zero;
    *cost = pl_scope_fixed(&watched, j->cost_root);
    if (divided_by_zero) {
        return fail_division(j, &j->reads, scope->values);
    }
    return *cost < 0 || *cost > PL_MAX_COST ? fail_cost_range(j, &j->reads, scope->values, *cost) : PLOY_OK;
}

// list NULL: only checks the cost.
static ploy_status price_values(job* j, const pl_scope* scope, const pl_term* term, prices* list)
{
    pl_algebra* algebra = &j->builder->algebra;
    pl_term fixed;
    bool empty;
    int64_t cost;
    if (!pl_algebra_spend(algebra, list ? list->count + 1 : 1) ||
        !fix(algebra, term, &j->reads, scope->values, &fixed, &empty)) {
        return give_up(j);
    }
    ploy_status status = empty ? PLOY_OK : evaluate_cost(j, scope, &cost);
    if (status != PLOY_OK || empty || !list) {
        return status;
    }
    pl_dnf* terms = terms_of(j, list, cost);
    if (!terms) {
        return PLOY_OUT_OF_MEMORY;
    }
    return pl_dnf_add(algebra, terms, fixed) ? PLOY_OK : give_up(j);
}

static ploy_status add_priced(job* j, const prices* list)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < list->count && status == PLOY_OK; ++i) {
        for (uint32_t k = 0; k < list->data[i].terms.count && status == PLOY_OK; ++k) {
            status = add_operator(j, &list->data[i].terms.items[k], list->data[i].cost);
        }
    }
    return status;
}

// Evaluates the cost for every combination of the values it reads.
static ploy_status price_all(job* j, const pl_term* term, prices* list)
{
    uint32_t values[PL_MAX_READ] = {0};
    pl_scope scope = {.domain = j->builder->domain,
                      .nodes = j->builder->expression.nodes.data,
                      .args = j->args,
                      .variables = j->reads.variables,
                      .values = values,
                      .count = j->reads.count};
    ploy_status status;
    do {
        pl_arena_place place = pl_arena_mark(&j->builder->algebra.arena);
        status = price_values(j, &scope, term, list);
        if (!list) pl_arena_rewind(&j->builder->algebra.arena, place);
    } while (status == PLOY_OK && next_values(&j->reads, values));
    return status;
}

// Joins the values of equal cost.
static ploy_status split_by_cost(job* j, const pl_term* term)
{
    prices list = {0};
    ploy_status status = price_all(j, term, &list);
    status = status == PLOY_OK ? add_priced(j, &list) : status;
    PL_ARRAY_FREE(&list, &j->builder->allocator);
    return status;
}

static uint64_t combinations(const pl_reads* reads)
{
    uint64_t count = 1;
    for (uint32_t i = 0; i < reads->count && count <= MAX_CHECKED; ++i) {
        count *= reads->sizes[i];
    }
    return count;
}

static bool is_allowed(const void* term, uint32_t variable, uint32_t value)
{
    const pl_literal* literal = pl_term_find(term, variable);
    return !literal || pl_bits_test(pl_literal_words(literal), value);
}

// A table may change, so a cost that reads one is clamped to its range when it is evaluated. Any other is checked now:
// value by value only if its bounds leave a doubt.
static ploy_status check_price(job* j, const pl_term* term)
{
    bool divided_by_zero = false;
    pl_scope scope = {.domain = j->builder->domain,
                      .nodes = j->builder->expression.nodes.data,
                      .args = j->args,
                      .divided_by_zero = &divided_by_zero};
    if (j->cost_has_table || combinations(&j->reads) > MAX_CHECKED) {
        return PLOY_OK;
    }
    pl_number_bounds bounds = pl_scope_bounds(&scope, j->cost_root, is_allowed, term);
    bool is_certain = !divided_by_zero && bounds.min >= 0 && bounds.max <= PL_MAX_COST;
    return is_certain ? PLOY_OK : price_all(j, term, NULL);
}

static bool reads_table(const pl_node* nodes, uint32_t node)
{
    if (nodes[node].kind == PL_NODE_TABLE) return true;
    for (uint32_t child = nodes[node].child; child != PLOY_NONE; child = nodes[child].next) {
        if (reads_table(nodes, child)) return true;
    }
    return false;
}

// What the cost reads, and whether it is split or priced.
static ploy_status read_cost(job* j, pl_ground* made)
{
    pl_builder* b = j->builder;
    j->is_priced = false;
    if (j->cost_root == PLOY_NONE) {
        return PLOY_OK;
    }
    pl_scope scope = {.domain = b->domain, .nodes = b->expression.nodes.data, .args = j->args};
    j->reads = pl_condition_reads(&scope, j->cost_root);
    if (j->reads.too_many) {
        pl_source source = cost_source(j);
        return pl_builder_fail(b, &source,
                               pl_source_fail(&source, 0, "a cost may read at most %d symbols", PL_MAX_READ));
    }
    j->is_priced = j->cost_has_table || combinations(&j->reads) > MAX_SPLIT;
    if (!j->is_priced) {
        return PLOY_OK;
    }
    made->is_priced = true;
    if (b->changes.count == 1) pl_builder_note_travel(b, &scope, j->cost_root, &b->changes.data->effect, made);
    made->first_read = b->reads.count;
    made->read_count = j->reads.count;
    for (uint32_t i = 0; i < j->reads.count; ++i) {
        if (!PL_ARRAY_PUSH(&b->reads, &b->allocator, j->reads.variables[i])) return PLOY_OUT_OF_MEMORY;
    }
    return PLOY_OK;
}

// Ground actions.

// The values from which an addition stays in range, or those from which it does not.
static bool range_of(job* j, const pl_effect* effect, bool inside, pl_literal* literal)
{
    uint32_t size = j->builder->variables.data[effect->variable].size;
    uint32_t span = (uint32_t)(effect->amount < 0 ? -effect->amount : effect->amount);
    uint32_t count = span < size ? size - span : 0;
    bool at_end = (effect->amount < 0) == inside;
    count = inside ? count : size - count;
    return pl_literal_range(&j->builder->algebra, effect->variable, size, at_end ? size - count : 0, count, literal);
}

// Additions must stay in range, except those that are clamped: they must not.
static bool narrow(job* j, pl_term* term, bool* empty)
{
    pl_builder* b = j->builder;
    uint32_t number = 0;
    *empty = false;
    for (uint32_t i = 0; i < b->changes.count && !*empty; ++i) {
        const pl_change* change = &b->changes.data[i];
        bool inside = !is_clamped(j, change, &number);
        if (change->effect.kind == PL_EFFECT_ADD) {
            pl_literal literal;
            if (!range_of(j, &change->effect, inside, &literal) ||
                !pl_term_and_literal(&b->algebra, term, &literal, term, empty)) {
                return false;
            }
        }
    }
    return true;
}

static ploy_status add_alternative(job* j, pl_term term)
{
    bool empty;
    if (!narrow(j, &term, &empty)) {
        return give_up(j);
    }
    if (empty) {
        return PLOY_OK;
    }
    if (j->is_priced) {
        ploy_status status = check_price(j, &term);
        return status == PLOY_OK ? add_operator(j, &term, 0) : status;
    }
    if (j->cost_root != PLOY_NONE) {
        return split_by_cost(j, &term);
    }
    return add_operator(j, &term, j->cost.call == PLOY_NONE ? j->cost.value : 0);
}

static ploy_status add_alternatives(job* j, const pl_dnf* terms, uint32_t clamped)
{
    ploy_status status = PLOY_OK;
    j->clamped = clamped;
    j->has_shared = false;
    for (uint32_t i = 0; status == PLOY_OK && i < terms->count; ++i) {
        status = add_alternative(j, terms->items[i]);
    }
    return status;
}

// The operators for each choice of changes that are clamped. With none clamped, the effects are those declared.
static ploy_status add_operators(job* j, const pl_dnf* terms, pl_ground* made)
{
    if (j->clamp_count > 31 || UINT64_C(1) << j->clamp_count > j->builder->domain->limits.operators) {
        return fail_too_many(j);
    }
    ploy_status status = add_alternatives(j, terms, 0);
    if (status == PLOY_OK && j->clamp_count && terms->count && !j->has_shared && !share_effects(j)) {
        status = PLOY_OUT_OF_MEMORY;
    }
    if (j->has_shared) {
        made->first_effect = j->shared.first_effect;
        made->effect_count = j->shared.effect_count;
    }
    for (uint32_t clamped = 1; clamped >> j->clamp_count == 0 && status == PLOY_OK; ++clamped) {
        status = add_alternatives(j, terms, clamped);
    }
    return status;
}

static ploy_status ground(job* j)
{
    pl_builder* b = j->builder;
    pl_ground made = {.action = j->action, .first_operator = b->operators.count};
    memcpy(made.args, j->args, sizeof made.args);
    j->ground = b->grounds.count;
    ploy_status status = collect_changes(j);
    pl_dnf terms;
    status = status == PLOY_OK ? read_cost(j, &made) : status;
    status = status == PLOY_OK ? pl_builder_condition(b, 0, j->pre_end, j->args, &terms) : status;
    // Arguments that the precondition excludes may have effects that contradict each other.
    if (status == PLOY_OK && j->has_twice && terms.count > 0) status = fail_twice(j);
    status = status == PLOY_OK && terms.count > 0 ? add_operators(j, &terms, &made) : status;
    if (status != PLOY_OK) {
        return status;
    }
    made.operator_count = b->operators.count - made.first_operator;
    return PL_ARRAY_PUSH(&b->grounds, &b->allocator, made) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

// Some argument does not exist: a ground action without operators, so that the others keep their numbers.
static ploy_status add_missing(job* j)
{
    pl_builder* b = j->builder;
    pl_ground made = {.action = j->action, .first_operator = b->operators.count};
    memcpy(made.args, j->args, sizeof made.args);
    return PL_ARRAY_PUSH(&b->grounds, &b->allocator, made) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status ground_all(job* j)
{
    uint64_t count = pl_declaration_ground_count(j->builder->domain, j->declaration);
    uint64_t limit = GROUNDS_PER_OPERATOR * (uint64_t)j->builder->domain->limits.operators;
    if (count > limit - j->builder->grounds.count) {
        return fail_too_many(j);
    }
    for (uint32_t rank = 0; rank < count; ++rank) {
        pl_arena_place place = pl_arena_mark(&j->builder->algebra.arena);
        pl_declaration_unrank(j->builder->domain, j->declaration, rank, j->args);
        bool exists = pl_domain_args_exist(j->builder->domain, j->declaration, j->args, UINT32_MAX);
        ploy_status status = exists ? ground(j) : add_missing(j);
        pl_arena_rewind(&j->builder->algebra.arena, place);
        if (status != PLOY_OK) {
            return status;
        }
    }
    return PLOY_OK;
}

// Actions.

// Lists the symbols that the effects name, without repetition.
static ploy_status note_affected(job* j)
{
    pl_builder* b = j->builder;
    const pl_node* nodes = b->expression.nodes.data;
    uint32_t first = b->affecting_symbols.count;
    for (uint32_t t = j->pre_end; t < b->trees.count; ++t) {
        for (uint32_t n = nodes[b->trees.data[t].root].child; n != PLOY_NONE; n = nodes[n].next) {
            uint32_t symbol = nodes[nodes[n].child].index;
            uint32_t i = first;
            while (i < b->affecting_symbols.count && b->affecting_symbols.data[i] != symbol) {
                ++i;
            }
            if (i == b->affecting_symbols.count && (!PL_ARRAY_PUSH(&b->affecting_symbols, &b->allocator, symbol) ||
                                                    !PL_ARRAY_PUSH(&b->affecting_actions, &b->allocator, j->action))) {
                return PLOY_OUT_OF_MEMORY;
            }
        }
    }
    return PLOY_OK;
}

static ploy_status note_action(job* j)
{
    pl_builder* b = j->builder;
    const char* name = b->domain->actions.data[j->action].context;
    uint32_t context = name ? pl_builder_binding(b, name, strlen(name), true) : PLOY_NONE;
    if ((name && context == PLOY_NONE) || !PL_ARRAY_PUSH(&b->contexts, &b->allocator, context) ||
        !PL_ARRAY_PUSH(&b->costs, &b->allocator, j->cost) ||
        !PL_ARRAY_PUSH(&b->action_first_ground, &b->allocator, b->grounds.count)) {
        return PLOY_OUT_OF_MEMORY;
    }
    b->counts.any_context = b->counts.any_context || pl_domain_has_context(b->domain, j->action);
    b->counts.any_call_cost = b->counts.any_call_cost || j->cost.call != PLOY_NONE;
    return PLOY_OK;
}

// Parses the action's texts and those of the actions it is built on. Their parameters are the action's first ones, so a
// name means the same in both.
static ploy_status parse_layers(pl_builder* b, ploy_part part, uint32_t action, pl_grammar grammar)
{
    ploy_status status = PLOY_OK;
    for (; action != PLOY_NONE && status == PLOY_OK; action = b->domain->actions.data[action].base) {
        status = pl_builder_parse(b, part, action, grammar);
    }
    return status;
}

static ploy_status add_action(pl_builder* b, uint32_t action)
{
    job j = {.builder = b, .declaration = &b->domain->actions.data[action].declaration, .action = action};
    PL_ARRAY_CLEAR(&b->expression.nodes);
    PL_ARRAY_CLEAR(&b->trees);
    ploy_status status = parse_layers(b, PLOY_PART_PRE, action, PL_GRAMMAR_CONDITION);
    j.pre_end = b->trees.count;
    status = status == PLOY_OK ? parse_layers(b, PLOY_PART_EFFECT, action, PL_GRAMMAR_EFFECTS) : status;
    status = status == PLOY_OK ? pl_builder_number(b, PLOY_PART_COST, action, &j.cost, &j.cost_root) : status;
    j.cost_has_table = status == PLOY_OK && j.cost_root != PLOY_NONE && reads_table(b->expression.nodes.data, j.cost_root);
    status = status == PLOY_OK ? note_action(&j) : status;
    status = status == PLOY_OK ? note_affected(&j) : status;
    return status == PLOY_OK ? ground_all(&j) : status;
}

ploy_status pl_builder_actions(pl_builder* b)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < b->domain->actions.count && status == PLOY_OK; ++i) {
        status = add_action(b, i);
        pl_algebra_earn(&b->algebra, PL_WORK_PER_ACTION);
    }
    if (status == PLOY_OK && !PL_ARRAY_PUSH(&b->action_first_ground, &b->allocator, b->grounds.count)) {
        return PLOY_OUT_OF_MEMORY;
    }
    return status;
}
