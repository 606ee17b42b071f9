#include "plan/domain/condition.h"

#include <inttypes.h>
#include <string.h>

#include "base/containers/bitset.h"
#include "plan/language/lexer.h"

// Variables that a subtree reads.

static void read_node(const pl_scope* scope, uint32_t node, pl_reads* reads)
{
    const pl_node* n = &scope->nodes[node];
    if (n->kind != PL_NODE_SYMBOL) {
        for (uint32_t child = n->child; child != PLOY_NONE; child = scope->nodes[child].next) {
            read_node(scope, child, reads);
        }
        return;
    }
    uint32_t variable = pl_scope_variable(scope, node);
    for (uint32_t i = 0; i < reads->count; ++i) {
        if (reads->variables[i] == variable) {
            return;
        }
    }
    reads->too_many = reads->too_many || reads->count == PL_MAX_READ;
    if (!reads->too_many) {
        reads->sizes[reads->count] = scope->domain->symbols.data[n->index].size;
        reads->variables[reads->count++] = variable;
    }
}

pl_reads pl_condition_reads(const pl_scope* scope, uint32_t node)
{
    pl_reads reads = {0};
    read_node(scope, node, &reads);
    return reads;
}

// Comparisons: try every value.

typedef struct condition_compiler
{
    pl_algebra* algebra;
    const pl_scope* scope;
    uint32_t failed; // the first node at which the algebra gave up
} condition_compiler;

// The requested results of a node: where it holds, where it does not, or both; NULL: not requested.
typedef struct wanted
{
    pl_dnf* yes;
    pl_dnf* no;
} wanted;

static bool build(condition_compiler* c, uint32_t node, wanted out);

// The variable with the most values goes last: its values become one set per term, while each value of the others makes
// a term.
static void largest_last(pl_reads* reads)
{
    uint32_t largest = 0;
    for (uint32_t i = 1; i < reads->count; ++i) {
        largest = reads->sizes[i] > reads->sizes[largest] ? i : largest;
    }
    uint32_t last = reads->count - 1;
    uint32_t variable = reads->variables[largest];
    uint32_t size = reads->sizes[largest];
    reads->variables[largest] = reads->variables[last];
    reads->sizes[largest] = reads->sizes[last];
    reads->variables[last] = variable;
    reads->sizes[last] = size;
}

// The next combination of values of all variables but the last; false at the end.
static bool advance(const pl_reads* reads, uint32_t* values)
{
    for (uint32_t i = reads->count - 1; i-- > 0;) {
        if (++values[i] < reads->sizes[i]) {
            return true;
        }
        values[i] = 0;
    }
    return false;
}

// Adds one term: the current values of all variables but the last, and the set of the last.
static bool add_term(condition_compiler* c, const pl_reads* reads, const uint32_t* values, const uint64_t* words,
                     pl_dnf* terms)
{
    pl_term term = {0};
    bool empty = false;
    for (uint32_t i = 0; i < reads->count && !empty; ++i) {
        pl_literal literal;
        bool last = i + 1 == reads->count;
        if (!(last ? pl_literal_make(c->algebra, reads->variables[i], reads->sizes[i], words, &literal)
                   : pl_literal_range(c->algebra, reads->variables[i], reads->sizes[i], values[i], 1, &literal)) ||
            !pl_term_and_literal(c->algebra, &term, &literal, &term, &empty)) {
            return false;
        }
    }
    return empty || pl_dnf_add(c->algebra, terms, term);
}

// A symbol compared with a constant, the usual case: values rise, so those below, at and above the constant are three
// ranges.
static void try_constant(const pl_scope* scope, uint32_t node, uint32_t size, uint64_t* words)
{
    const pl_node* n = &scope->nodes[node];
    uint32_t first = n->child;
    uint32_t second = scope->nodes[first].next;
    bool flipped = scope->nodes[first].kind != PL_NODE_SYMBOL || !pl_node_is_grounded(scope->nodes, second);
    uint32_t symbol = flipped ? second : first;
    uint32_t constant = flipped ? first : second;
    const pl_symbol* s = &scope->domain->symbols.data[scope->nodes[symbol].index];
    bool object = scope->nodes[symbol].sort == PL_SORT_OBJECT;
    uint32_t scale = scope->nodes[scope->nodes[symbol].scale > scope->nodes[constant].scale ? symbol : constant].scale;
    int64_t factor = pl_scale_factor(scale - scope->nodes[symbol].scale);
    int64_t number = object ? pl_scope_object(scope, constant)
                            : pl_scope_number(scope, constant) * pl_scale_factor(scale - scope->nodes[constant].scale);
    uint32_t at = 0; // the first value that is not below
    for (uint32_t end = size; at < end;) {
        uint32_t middle = at + (end - at) / 2;
        int64_t value = object ? middle : pl_symbol_value(s, middle) * factor;
        if (value < number)
            at = middle + 1;
        else
            end = middle;
    }
    bool is_there = at < size && (object ? at : pl_symbol_value(s, at) * factor) == number;
    if (pl_comparison_holds(n->kind, flipped ? 1 : -1)) pl_bits_set_range(words, 0, at);
    if (is_there && pl_comparison_holds(n->kind, 0)) pl_bits_set(words, at);
    if (pl_comparison_holds(n->kind, flipped ? -1 : 1)) pl_bits_set_range(words, at + is_there, size);
}

static bool is_simple(const pl_scope* scope, uint32_t node)
{
    if (scope->nodes[node].kind == PL_NODE_TABLE) return false;
    uint32_t first = scope->nodes[node].child;
    uint32_t second = scope->nodes[first].next;
    return (scope->nodes[first].kind == PL_NODE_SYMBOL && pl_node_is_grounded(scope->nodes, second)) ||
           (scope->nodes[second].kind == PL_NODE_SYMBOL && pl_node_is_grounded(scope->nodes, first));
}

// Sets the bits of the last variable's values for which the node holds.
static void try_last(const pl_scope* scope, uint32_t node, const pl_reads* reads, uint32_t* values, uint64_t* words)
{
    uint32_t last = reads->count - 1;
    memset(words, 0, pl_bits_words(reads->sizes[last]) * sizeof *words);
    if (is_simple(scope, node)) {
        try_constant(scope, node, reads->sizes[last], words);
        return;
    }
    for (values[last] = 0; values[last] < reads->sizes[last]; ++values[last]) {
        if (pl_scope_holds(scope, node)) {
            pl_bits_set(words, values[last]);
        }
    }
}

static void complement(uint64_t* words, uint32_t size)
{
    for (uint32_t i = 0; i < pl_bits_words(size); ++i) {
        words[i] = ~words[i];
    }
    if (size % 64) {
        words[size / 64] &= ((uint64_t)1 << size % 64) - 1;
    }
}

// Steps of work per value tried: walking a comparison's tree costs about ten times a set operation.
#define TRY_STEPS 10

// Refuses too much work before it begins.
static bool can_try_all(condition_compiler* c, uint32_t node, const pl_reads* reads)
{
    if (is_simple(c->scope, node)) return pl_algebra_spend(c->algebra, pl_bits_words(reads->sizes[0]));
    uint64_t steps = TRY_STEPS;
    for (uint32_t i = 0; i < reads->count && steps <= PL_MAX_WORK; ++i) {
        steps *= reads->sizes[i];
    }
    return pl_algebra_spend(c->algebra, steps);
}

static bool enumerate(condition_compiler* c, uint32_t node, pl_reads* reads, wanted out)
{
    uint32_t values[PL_MAX_READ] = {0};
    uint32_t size = reads->sizes[reads->count - 1];
    pl_scope scope = *c->scope;
    scope.state = NULL;
    scope.variables = reads->variables;
    scope.values = values;
    scope.count = reads->count;
    uint64_t* words = pl_arena_alloc(&c->algebra->arena, pl_bits_words(size) * sizeof *words);
    if (!words) {
        c->algebra->status = PLOY_OUT_OF_MEMORY;
        return false;
    }
    do {
        try_last(&scope, node, reads, values, words);
        if (out.yes && !add_term(c, reads, values, words, out.yes)) {
            return false;
        }
        complement(words, size);
        if (out.no && !add_term(c, reads, values, words, out.no)) {
            return false;
        }
    } while (advance(reads, values));
    return true;
}

static bool build_truth(condition_compiler* c, bool truth, wanted out)
{
    pl_dnf* terms = truth ? out.yes : out.no;
    return !terms || pl_dnf_true(c->algebra, terms);
}

static bool build_comparison(condition_compiler* c, uint32_t node, wanted out)
{
    pl_reads reads = pl_condition_reads(c->scope, node);
    if (reads.too_many) {
        c->algebra->status = PLOY_NOT_SUPPORTED;
        return false;
    }
    if (reads.count == 0) {
        return build_truth(c, pl_scope_holds(c->scope, node), out);
    }
    largest_last(&reads);
    return can_try_all(c, node, &reads) && enumerate(c, node, &reads, out);
}

// Operators.

static bool build_literal(condition_compiler* c, uint32_t node, wanted out)
{
    uint32_t variable = pl_scope_variable(c->scope, node);
    for (uint32_t value = 0; value < 2; ++value) {
        pl_dnf* terms = value ? out.yes : out.no;
        pl_literal literal = {.variable = variable, .size = 2, .allowed.word = (uint64_t)1 << value};
        pl_term term = {0};
        bool empty;
        if (terms && (!pl_term_and_literal(c->algebra, &term, &literal, &term, &empty) ||
                      !pl_dnf_add(c->algebra, terms, term))) {
            return false;
        }
    }
    return true;
}

static bool add_all(condition_compiler* c, const pl_dnf* from, pl_dnf* to)
{
    for (uint32_t i = 0; i < from->count; ++i) {
        if (!pl_dnf_add(c->algebra, to, from->items[i])) {
            return false;
        }
    }
    return true;
}

// all: where every child is `truth`. some: where at least one child is not.
static bool build_all(condition_compiler* c, uint32_t node, bool truth, pl_dnf* all, pl_dnf* some)
{
    uint32_t count = 0;
    for (uint32_t child = c->scope->nodes[node].child; child != PLOY_NONE; child = c->scope->nodes[child].next) {
        ++count;
    }
    pl_conjunction conjunction;
    if (all && !pl_conjunction_begin(c->algebra, count, &conjunction)) {
        return false;
    }
    for (uint32_t child = c->scope->nodes[node].child; child != PLOY_NONE; child = c->scope->nodes[child].next) {
        pl_dnf same = {0};
        pl_dnf opposite = {0};
        pl_dnf* same_out = all ? &same : NULL;
        pl_dnf* opposite_out = some ? &opposite : NULL;
        wanted child_out = truth ? (wanted){same_out, opposite_out} : (wanted){opposite_out, same_out};
        if (!build(c, child, child_out) || (all && !pl_conjunction_add(c->algebra, &conjunction, &same)) ||
            (some && !add_all(c, &opposite, some))) {
            return false;
        }
    }
    if (all && !pl_conjunction_end(c->algebra, &conjunction)) {
        return false;
    }
    if (all) {
        *all = conjunction.all;
    }
    return true;
}

// (a and b) or (c and d)
static bool either(condition_compiler* c, const pl_dnf* a, const pl_dnf* b, const pl_dnf* x, const pl_dnf* y,
                   pl_dnf* out)
{
    pl_dnf first;
    pl_dnf second;
    return !out || (pl_dnf_and(c->algebra, a, b, &first) && pl_dnf_and(c->algebra, x, y, &second) &&
                    add_all(c, &first, out) && add_all(c, &second, out));
}

// Builds both truth values of both sides once each, so a chain of xor stays linear in the number of nodes.
static bool build_unequal(condition_compiler* c, uint32_t node, wanted out)
{
    pl_dnf sides[2][2] = {0};
    uint32_t first = c->scope->nodes[node].child;
    if (!build(c, first, (wanted){&sides[0][1], &sides[0][0]}) ||
        !build(c, c->scope->nodes[first].next, (wanted){&sides[1][1], &sides[1][0]})) {
        return false;
    }
    return either(c, &sides[0][0], &sides[1][1], &sides[0][1], &sides[1][0], out.yes) &&
           either(c, &sides[0][0], &sides[1][0], &sides[0][1], &sides[1][1], out.no);
}

static bool build_kind(condition_compiler* c, uint32_t node, wanted out)
{
    const pl_node* n = &c->scope->nodes[node];
    wanted swapped = {out.no, out.yes};
    switch (n->kind) {
    case PL_NODE_BOOL:
        return build_truth(c, n->index, out);
    case PL_NODE_SYMBOL:
        return build_literal(c, node, out);
    case PL_NODE_NOT:
        return build(c, n->child, swapped);
    case PL_NODE_AND:
        return build_all(c, node, true, out.yes, out.no);
    case PL_NODE_NAND:
        return build_all(c, node, true, out.no, out.yes);
    case PL_NODE_OR:
        return build_all(c, node, false, out.no, out.yes);
    case PL_NODE_XOR:
        return build_unequal(c, node, out);
    case PL_NODE_TABLE:
        return build_comparison(c, node, out);
    default:
        break;
    }
    if (c->scope->nodes[n->child].sort == PL_SORT_BOOL) {
        return build_unequal(c, node, n->kind == PL_NODE_NE ? out : swapped);
    }
    return build_comparison(c, node, out);
}

static bool build(condition_compiler* c, uint32_t node, wanted out)
{
    if (!pl_algebra_spend(c->algebra, 1) || !build_kind(c, node, out)) {
        c->failed = c->failed == PLOY_NONE ? node : c->failed;
        return false;
    }
    return true;
}

ploy_status pl_condition_give_up(const pl_algebra* algebra, const pl_source* source, uint32_t at)
{
    if (algebra->status == PLOY_OUT_OF_MEMORY) {
        return PLOY_OUT_OF_MEMORY;
    }
    if (algebra->status == PLOY_FULL) {
        return pl_source_fail(source, at, "more than %" PRIu32 " alternatives when written as \"this or that or …\"",
                              algebra->max_terms);
    }
    return pl_source_fail(source, at, "too many combinations of values to be tried");
}

ploy_status pl_condition_dnf(pl_algebra* algebra, const pl_source* source, const pl_scope* scope, uint32_t root,
                             pl_dnf* out)
{
    condition_compiler c = {algebra, scope, PLOY_NONE};
    *out = (pl_dnf){0};
    if (build(&c, root, (wanted){out, NULL})) {
        return PLOY_OK;
    }
    return pl_condition_give_up(algebra, source, scope->nodes[c.failed].at);
}

// Conditions as text: splitting into conjuncts, and testing.

// Removes parentheses around the whole text, as often as there are any.
static void strip(const char* text, uint32_t* begin, uint32_t* end)
{
    for (;;) {
        pl_token first = pl_lexer_next(text, *begin);
        uint32_t depth = 0;
        pl_token token = first;
        do {
            depth += token.kind == PL_TOKEN_OPEN;
            depth -= token.kind == PL_TOKEN_CLOSE;
            if (depth == 0) {
                break;
            }
            token = pl_lexer_next(text, token.at + token.length);
        } while (token.at < *end);
        pl_token after = pl_lexer_next(text, token.at + token.length);
        if (first.kind != PL_TOKEN_OPEN || token.kind != PL_TOKEN_CLOSE || after.at < *end) {
            return;
        }
        *begin = first.at + first.length;
        *end = token.at;
    }
}

// The span from the first to the last token in [begin, end).
static pl_span trimmed(const char* text, uint32_t begin, uint32_t end)
{
    pl_token token = pl_lexer_next(text, begin);
    uint32_t first = token.at;
    uint32_t last = first;
    while (token.kind != PL_TOKEN_END && token.at < end) {
        last = token.at + token.length;
        token = pl_lexer_next(text, last);
    }
    return (pl_span){first, last - first};
}

static bool weaker_than_and(pl_token_kind kind)
{
    return kind == PL_TOKEN_OR || kind == PL_TOKEN_XOR || kind == PL_TOKEN_NAND;
}

// Adds the conjuncts in [begin, end). false: there is a weaker operator outside parentheses, and *count is not set.
static bool split(const char* text, uint32_t begin, uint32_t end, pl_span* spans, uint32_t capacity, uint32_t* count)
{
    uint32_t depth = 0;
    uint32_t found = 0;
    uint32_t from = begin;
    pl_token token = pl_lexer_next(text, begin);
    for (; token.kind != PL_TOKEN_END && token.at < end; token = pl_lexer_next(text, token.at + token.length)) {
        depth += token.kind == PL_TOKEN_OPEN;
        depth -= token.kind == PL_TOKEN_CLOSE;
        if (depth == 0 && weaker_than_and(token.kind)) {
            return false;
        }
        if (depth == 0 && token.kind == PL_TOKEN_AND) {
            if (found < capacity) {
                spans[found] = trimmed(text, from, token.at);
            }
            ++found;
            from = token.at + token.length;
        }
    }
    if (found < capacity) {
        spans[found] = trimmed(text, from, end);
    }
    *count = found + 1;
    return true;
}

uint32_t pl_condition_split(const char* text, pl_span* spans, uint32_t capacity)
{
    uint32_t begin = 0;
    uint32_t end = (uint32_t)strlen(text);
    uint32_t count = 0;
    strip(text, &begin, &end);
    if (!split(text, begin, end, spans, capacity, &count)) {
        count = 1;
        if (capacity > 0) {
            spans[0] = trimmed(text, begin, end);
        }
    }
    return count;
}

ploy_status pl_domain_test(const ploy_domain* domain, ploy_part part, uint32_t owner, const uint32_t* args,
                           const char* text, const uint64_t* state, ploy_error* error)
{
    PL_ASSERT(domain->compiled);
    pl_source source = {domain, pl_domain_declaration(domain, part, owner), PL_PART_TEST, owner, 0, text, error};
    pl_expression expression = {0};
    pl_error_clear(error);
    ploy_status status = pl_expression_parse(&source, PL_GRAMMAR_CONDITION, &domain->allocator, &expression);
    if (status == PLOY_OK) {
        pl_scope scope = {.domain = domain,
                          .nodes = expression.nodes.data,
                          .args = args,
                          .state = state,
                          .layout = domain->compiled->variables};
        status = pl_scope_holds(&scope, expression.root) ? PLOY_FOUND : PLOY_NOT_FOUND;
    }
    pl_expression_free(&expression, &domain->allocator);
    return status;
}
