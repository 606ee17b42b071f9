#include <inttypes.h>
#include <string.h>

#include "base/containers/bitset.h"
#include "plan/domain/grounding.h"
#include "plan/language/text.h"

ploy_status pl_builder_fail(pl_builder* builder, const pl_source* source, ploy_status status)
{
    builder->failure = (pl_failure){true, (ploy_part)source->part, source->owner, source->clause};
    return status;
}

ploy_status pl_builder_parse(pl_builder* builder, ploy_part part, uint32_t owner, pl_grammar grammar)
{
    uint32_t count = ploy_domain_clause_count(builder->domain, part, owner);
    for (uint32_t i = 0; i < count; ++i) {
        pl_source source = pl_source_clause(builder->domain, part, owner, i, builder->error);
        ploy_status status = pl_expression_parse(&source, grammar, &builder->allocator, &builder->expression);
        if (status != PLOY_OK) {
            return pl_builder_fail(builder, &source, status);
        }
        if (!PL_ARRAY_PUSH(&builder->trees, &builder->allocator, (pl_bt){source, builder->expression.root})) {
            return PLOY_OUT_OF_MEMORY;
        }
    }
    return PLOY_OK;
}

ploy_status pl_builder_condition(pl_builder* builder, uint32_t first, uint32_t end, const uint32_t* args, pl_dnf* terms)
{
    pl_scope scope = {.domain = builder->domain, .nodes = builder->expression.nodes.data, .args = args};
    if (!pl_dnf_true(&builder->algebra, terms)) {
        return PLOY_OUT_OF_MEMORY;
    }
    for (uint32_t i = first; i < end; ++i) {
        const pl_bt* tree = &builder->trees.data[i];
        pl_dnf clause;
        ploy_status status = pl_condition_dnf(&builder->algebra, &tree->source, &scope, tree->root, &clause);
        if (status == PLOY_OK && !pl_dnf_and(&builder->algebra, terms, &clause, terms)) {
            status = pl_condition_give_up(&builder->algebra, &tree->source, 0);
        }
        if (status != PLOY_OK) {
            return pl_builder_fail(builder, &tree->source, status);
        }
    }
    return PLOY_OK;
}

// Numbers.

static bool is_named(const pl_binding* binding, const char* name, size_t length, bool is_context)
{
    return binding->is_context == is_context && strncmp(binding->name, name, length) == 0 &&
           binding->name[length] == '\0';
}

uint32_t pl_builder_binding(pl_builder* builder, const char* name, size_t length, bool is_context)
{
    for (uint32_t i = 0; i < builder->bindings.count; ++i) {
        if (is_named(&builder->bindings.data[i], name, length, is_context)) {
            builder->bindings.data[i].used = true;
            return i;
        }
    }
    char* copy = pl_alloc(&builder->allocator, length + 1);
    if (!copy) {
        return PLOY_NONE;
    }
    memcpy(copy, name, length);
    copy[length] = '\0';
    pl_binding binding = {.name = copy, .is_context = is_context, .used = true};
    if (!PL_ARRAY_PUSH(&builder->bindings, &builder->allocator, binding)) {
        pl_text_free(&builder->allocator, copy);
        return PLOY_NONE;
    }
    return builder->bindings.count - 1;
}

// "call:NAME": the name and its length, or NULL.
static const char* called(const char* text, size_t* length)
{
    static const char prefix[] = "call:";
    static const char spaces[] = " \t\r\n";
    text += strspn(text, spaces);
    if (strncmp(text, prefix, sizeof prefix - 1) != 0) {
        return NULL;
    }
    text += sizeof prefix - 1;
    *length = strcspn(text, spaces);
    return text;
}

static bool is_name(const char* text, size_t length)
{
    bool letters = length > 0 && text[length + strspn(text + length, " \t\r\n")] == '\0';
    for (size_t i = 0; i < length && letters; ++i) {
        char c = text[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        letters = letter || (i > 0 && ((c >= '0' && c <= '9') || c == '.'));
    }
    return letters;
}

static ploy_status bind_call(pl_builder* builder, const pl_source* source, const char* name, size_t length,
                             pl_number* number)
{
    uint32_t at = (uint32_t)(name - source->text);
    if (!is_name(name, length)) {
        return pl_builder_fail(builder, source, pl_source_fail(source, at, "'call:' needs the name of a callback"));
    }
    number->call = pl_builder_binding(builder, name, length, false);
    return number->call == PLOY_NONE ? PLOY_OUT_OF_MEMORY : PLOY_OK;
}

// Copies the nodes from first on to where they stay.
static ploy_status keep_tree(pl_builder* builder, uint32_t first, uint32_t root, pl_number* number)
{
    uint32_t count = builder->expression.nodes.count - first;
    uint32_t base = builder->nodes.count;
    if (!PL_ARRAY_RESERVE(&builder->nodes, &builder->allocator, base + count)) {
        return PLOY_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < count; ++i) {
        pl_node node = builder->expression.nodes.data[first + i];
        node.child = node.child == PLOY_NONE ? PLOY_NONE : node.child - first + base;
        node.next = node.next == PLOY_NONE ? PLOY_NONE : node.next - first + base;
        builder->nodes.data[builder->nodes.count++] = node;
    }
    number->root = root - first + base;
    return PLOY_OK;
}

static ploy_status check_cost(pl_builder* builder, const pl_source* source, int64_t cost)
{
    if (cost >= 0 && cost <= PL_MAX_COST) {
        return PLOY_OK;
    }
    ploy_status status = pl_source_fail(source, 0, "a cost is a number from 0 to 1000000000, '%.60s' is %s",
                                        source->text, cost < 0 ? "negative" : "larger");
    return pl_builder_fail(builder, source, status);
}

ploy_status pl_builder_number(pl_builder* builder, ploy_part part, uint32_t owner, pl_number* number, uint32_t* root)
{
    *number = (pl_number){PLOY_UNIT, PLOY_NONE, PLOY_NONE};
    *root = PLOY_NONE;
    if (ploy_domain_clause_count(builder->domain, part, owner) == 0) {
        return PLOY_OK;
    }
    pl_source source = pl_source_clause(builder->domain, part, owner, 0, builder->error);
    size_t length;
    const char* name = called(source.text, &length);
    if (name) {
        return bind_call(builder, &source, name, length, number);
    }
    uint32_t first = builder->expression.nodes.count;
    ploy_status status = pl_expression_parse(&source, PL_GRAMMAR_NUMBER, &builder->allocator, &builder->expression);
    if (status != PLOY_OK) {
        return pl_builder_fail(builder, &source, status);
    }
    *root = builder->expression.root;
    pl_scope scope = {.domain = builder->domain, .nodes = builder->expression.nodes.data};
    if (!scope.nodes[*root].constant) {
        return keep_tree(builder, first, *root, number);
    }
    number->value = pl_scope_fixed(&scope, *root);
    *root = PLOY_NONE;
    return part == PLOY_PART_COST ? check_cost(builder, &source, number->value) : PLOY_OK;
}

// Cubes.

static bool push_zeros(pl_builder* builder, uint32_t count, uint32_t* at)
{
    *at = builder->masks.count;
    if (!PL_ARRAY_RESERVE(&builder->masks, &builder->allocator, *at + count)) {
        return false;
    }
    memset(builder->masks.data + *at, 0, count * sizeof *builder->masks.data);
    builder->masks.count += count;
    return true;
}

static uint64_t field(const pl_variable* variable)
{
    return (((uint64_t)1 << variable->bits) - 1) << variable->shift;
}

// A set of values that is tested apart.
static bool push_test(pl_builder* builder, const pl_literal* literal)
{
    uint32_t count = pl_bits_words(literal->size);
    uint32_t at = builder->allowed.count;
    if (!PL_ARRAY_RESERVE(&builder->allowed, &builder->allocator, at + count)) {
        return false;
    }
    memcpy(builder->allowed.data + at, pl_literal_words(literal), count * sizeof *builder->allowed.data);
    builder->allowed.count += count;
    return PL_ARRAY_PUSH(&builder->tests, &builder->allocator, (pl_test){literal->variable, at});
}

bool pl_builder_partial_state(pl_builder* builder, const pl_term* term, pl_partial_state* partial)
{
    *partial = (pl_partial_state){.first_test = builder->tests.count};
    if (!push_zeros(builder, 2 * builder->head.words, &partial->at)) {
        return false;
    }
    for (uint32_t i = 0; i < term->count; ++i) {
        const pl_literal* literal = &term->literals[i];
        const pl_variable* variable = &builder->variables.data[literal->variable];
        if (pl_literal_count(literal) == 1) {
            uint64_t* mask = builder->masks.data + partial->at + variable->word;
            mask[0] |= field(variable);
            mask[builder->head.words] |= (uint64_t)pl_literal_first(literal) << variable->shift;
        } else if (!push_test(builder, literal)) {
            return false;
        }
    }
    partial->test_count = builder->tests.count - partial->first_test;
    return true;
}
