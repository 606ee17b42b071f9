// Compiles a domain. The builder makes everything beside the compiled form in force, packs it into one block, and swaps
// it in when nothing can fail any more. A compile that fails leaves the domain as it was.
//
// Steps: lay out the variables, ground actions and goals (grounding.c), sort the operators, list which actions affect
// which symbol, pack. Compiling happens once per load or clause change; memory for it is given back at the end.

#include "plan/domain/compile.h"

#include <inttypes.h>
#include <string.h>

#include "base/check.h"
#include "base/containers/bitset.h"
#include "base/containers/heap.h"
#include "base/error.h"
#include "base/memory.h"

#include "plan/language/text.h"

// Layout.

static uint8_t bits_for(uint32_t size)
{
    uint8_t bits = 1;
    while ((uint64_t)1 << bits < size) {
        ++bits;
    }
    return bits;
}

// Puts the field into the first word with room for it. used: bits taken in each word.
static bool place(pl_builder* b, uint8_t* used, pl_variable* variable)
{
    uint32_t word = 0;
    while (used[word] + variable->bits > 64) {
        ++word;
    }
    variable->word = (uint16_t)word;
    variable->shift = used[word];
    used[word] = (uint8_t)(used[word] + variable->bits);
    b->counts.words = word + 1 > b->counts.words ? word + 1 : b->counts.words;
    return PL_ARRAY_PUSH(&b->variables, &b->allocator, *variable);
}

static bool place_symbol(pl_builder* b, uint8_t* used, uint32_t index)
{
    const pl_symbol* symbol = &b->domain->symbols.data[index];
    uint32_t count = pl_symbol_variables(b->domain, symbol);
    for (uint32_t i = 0; i < count; ++i) {
        pl_variable variable = {.symbol = index,
                                .size = symbol->size,
                                .initial = symbol->initial,
                                .first_fact = b->counts.fact_count,
                                .bits = bits_for(symbol->size)};
        if (!place(b, used, &variable)) {
            return false;
        }
        b->counts.fact_count += symbol->size;
    }
    return true;
}

static ploy_status lay_out(pl_builder* b)
{
    uint32_t count = b->domain->variable_count;
    if (count == 0) {
        b->counts.words = 1;
        return PLOY_OK;
    }
    uint8_t* used = PL_NEW_ARRAY(&b->allocator, uint8_t, count);
    bool placed = used && PL_ARRAY_RESERVE(&b->variables, &b->allocator, count);
    for (uint32_t i = 0; i < b->domain->symbols.count && placed; ++i) {
        placed = place_symbol(b, used, i);
    }
    PL_DELETE_ARRAY(&b->allocator, used, count);
    return placed ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

// Order.

// A key that sorts higher precedence first, then lower index.
static uint64_t action_key(const pl_action* action, uint32_t index)
{
    uint32_t rank = (uint32_t)(INT64_C(0x7FFFFFFF) - action->precedence);
    return (uint64_t)rank << 32 | index;
}

static void emit_action(pl_builder* b, uint32_t action)
{
    for (uint32_t g = b->action_first_ground.data[action]; g < b->action_first_ground.data[action + 1]; ++g) {
        const pl_ground* ground = &b->grounds.data[g];
        for (uint32_t i = 0; i < ground->operator_count; ++i) {
            b->ground_operators.data[ground->first_operator + i] = b->sorted.count;
            b->sorted.data[b->sorted.count++] = b->operators.data[ground->first_operator + i];
        }
    }
}

static ploy_status sort_operators(pl_builder* b)
{
    uint32_t actions = b->domain->actions.count;
    uint32_t count = b->operators.count;
    pl_heap heap;
    pl_heap_init(&heap, &b->allocator);
    bool done = (count == 0 || (PL_ARRAY_RESERVE(&b->sorted, &b->allocator, count) &&
                                PL_ARRAY_RESERVE(&b->ground_operators, &b->allocator, count))) &&
                (actions == 0 || pl_heap_reserve(&heap, actions));
    for (uint32_t i = 0; i < actions && done; ++i) {
        done = pl_heap_push(&heap, i, action_key(&b->domain->actions.data[i], i));
    }
    while (done && !pl_heap_is_empty(&heap)) {
        emit_action(b, pl_heap_pop(&heap).item);
    }
    pl_heap_destroy(&heap);
    return done ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

// Turns pairs of action and symbol into one list of actions per symbol: counts first, then fills in order.
static ploy_status list_affecting(pl_builder* b)
{
    uint32_t symbols = b->domain->symbols.count;
    uint32_t pairs = b->affecting_symbols.count;
    if (!PL_ARRAY_RESERVE(&b->symbol_first_affecting, &b->allocator, symbols + 2) ||
        (pairs > 0 && !PL_ARRAY_RESERVE(&b->affecting, &b->allocator, pairs))) {
        return PLOY_OUT_OF_MEMORY;
    }
    uint32_t* first = b->symbol_first_affecting.data;
    for (uint32_t s = 0; s < symbols + 2; ++s) {
        first[s] = 0;
    }
    // While filling, first[s + 1] is where the next action of symbol s goes; afterwards it is where s + 1 begins.
    for (uint32_t i = 0; i < pairs; ++i) {
        ++first[b->affecting_symbols.data[i] + 2];
    }
    for (uint32_t s = 2; s < symbols + 2; ++s) {
        first[s] += first[s - 1];
    }
    for (uint32_t i = 0; i < pairs; ++i) {
        b->affecting.data[first[b->affecting_symbols.data[i] + 1]++] = b->affecting_actions.data[i];
    }
    b->affecting.count = pairs;
    return PLOY_OK;
}

// Compile.

static ploy_status begin(pl_builder* b, ploy_domain* domain, ploy_error* error)
{
    *b = (pl_builder){.domain = domain, .allocator = domain->allocator, .error = error};
    b->algebra.max_terms = domain->limits.alternatives;
    pl_arena_init(&b->algebra.arena, &b->allocator, 0);
    uint32_t count = domain->bindings.count;
    if (count > 0 && !PL_ARRAY_RESERVE(&b->bindings, &b->allocator, count)) {
        return PLOY_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < count; ++i) {
        b->bindings.data[i] = domain->bindings.data[i];
        b->bindings.data[i].used = false;
    }
    b->bindings.count = count;
    return PLOY_OK;
}

static pl_compiled assembled(pl_builder* b)
{
    pl_compiled made = b->counts;
    made.variable_count = b->variables.count;
    made.ground_count = b->grounds.count;
    made.operator_count = b->operators.count;
    made.target_count = b->targets.count;
    made.partial_count = b->partials.count;
    made.test_count = b->tests.count;
    made.effect_count = b->effects.count;
    made.mask_count = b->masks.count;
    made.allowed_count = b->allowed.count;
    made.read_count = b->reads.count;
    made.symbol_count = b->domain->symbols.count;
    made.action_count = b->domain->actions.count;
    made.goal_count = b->domain->goals.count;
    made.affecting_count = b->affecting.count;
    made.node_count = b->nodes.count;
#define TAKE(T, field, count) made.field = b->field.data;
    PL_COMPILED_ARRAYS(TAKE)
#undef TAKE
    made.operators = b->sorted.data;
    return made;
}

// A compiled domain does not grow: gives back spare capacity.
static bool trim(const ploy_allocator* allocator, void* data, uint32_t count, uint32_t* capacity, size_t size)
{
    void* old;
    memcpy(&old, data, sizeof old);
    if (count == *capacity || count == 0) {
        return true;
    }
    void* trimmed = pl_resize(allocator, old, *capacity * size, count * size);
    if (!trimmed) {
        return false;
    }
    memcpy(data, &trimmed, sizeof trimmed);
    *capacity = count;
    return true;
}

#define TRIM(array, allocator)                                                                                         \
    trim(allocator, &(array)->data, (array)->count, &(array)->capacity, sizeof *(array)->data)

static bool trim_all(pl_builder* b)
{
    ploy_domain* domain = b->domain;
    return TRIM(&domain->types, &b->allocator) && TRIM(&domain->tables, &b->allocator) &&
           TRIM(&domain->objects, &b->allocator) && TRIM(&domain->symbols, &b->allocator) &&
           TRIM(&domain->actions, &b->allocator) && TRIM(&domain->goals, &b->allocator) &&
           TRIM(&b->bindings, &b->allocator);
}

// Room for the values that conditions and effects have been built with.
static bool reserve_grounded(pl_builder* b)
{
    for (uint32_t i = 0; i < b->domain->tables.count; ++i) {
        pl_value_table* table = &b->domain->tables.data[i];
        if (!table->is_compiled || table->grounded) continue;
        table->grounded = PL_NEW_ARRAY(&b->allocator, int64_t, table->cell_count);
        if (!table->grounded) return false;
    }
    return true;
}

// What planners know from now on of objects and tables.
static void note_grounded(ploy_domain* domain)
{
    for (uint32_t i = 0; i < domain->objects.count; ++i) {
        domain->objects.data[i].is_grounded = domain->objects.data[i].born != 0;
    }
    for (uint32_t i = 0; i < domain->tables.count; ++i) {
        pl_value_table* table = &domain->tables.data[i];
        if (table->is_travel) pl_value_table_measure(domain, table);
        if (table->grounded) memcpy(table->grounded, table->values, table->cell_count * sizeof *table->values);
    }
}

// Cannot fail.
static void put_in_force(pl_builder* b, pl_compiled* made)
{
    ploy_domain* domain = b->domain;
    pl_compiled_free(domain->compiled, &domain->allocator);
    domain->compiled = made;
    PL_ARRAY_FREE(&domain->bindings, &domain->allocator);
    domain->bindings.data = b->bindings.data;
    domain->bindings.count = b->bindings.count;
    domain->bindings.capacity = b->bindings.capacity;
    b->bindings.data = NULL;
    b->bindings.count = b->bindings.capacity = 0;
    note_grounded(domain);
    domain->is_stale = false;
    ++domain->version;
}

static ploy_status build(pl_builder* b)
{
    ploy_status status = lay_out(b);
    status = status == PLOY_OK ? pl_builder_actions(b) : status;
    status = status == PLOY_OK ? pl_builder_goals(b) : status;
    status = status == PLOY_OK ? sort_operators(b) : status;
    status = status == PLOY_OK ? list_affecting(b) : status;
    if (status != PLOY_OK) {
        return status;
    }
    pl_compiled whole = assembled(b);
    pl_compiled* made = trim_all(b) && reserve_grounded(b) ? pl_compiled_pack(&whole, &b->allocator) : NULL;
    if (!made) {
        return PLOY_OUT_OF_MEMORY;
    }
    put_in_force(b, made);
    return PLOY_OK;
}

static void end(pl_builder* b)
{
    for (uint32_t i = b->domain->bindings.count; i < b->bindings.count; ++i) {
        pl_text_free(&b->allocator, b->bindings.data[i].name);
    }
    PL_ARRAY_FREE(&b->bindings, &b->allocator);
    PL_ARRAY_FREE(&b->affecting, &b->allocator);
    PL_ARRAY_FREE(&b->symbol_first_affecting, &b->allocator);
    PL_ARRAY_FREE(&b->ground_operators, &b->allocator);
    PL_ARRAY_FREE(&b->sorted, &b->allocator);
    PL_ARRAY_FREE(&b->affecting_actions, &b->allocator);
    PL_ARRAY_FREE(&b->affecting_symbols, &b->allocator);
    PL_ARRAY_FREE(&b->nodes, &b->allocator);
    PL_ARRAY_FREE(&b->priorities, &b->allocator);
    PL_ARRAY_FREE(&b->costs, &b->allocator);
    PL_ARRAY_FREE(&b->reads, &b->allocator);
    PL_ARRAY_FREE(&b->contexts, &b->allocator);
    PL_ARRAY_FREE(&b->goal_first_target, &b->allocator);
    PL_ARRAY_FREE(&b->action_first_ground, &b->allocator);
    PL_ARRAY_FREE(&b->allowed, &b->allocator);
    PL_ARRAY_FREE(&b->masks, &b->allocator);
    PL_ARRAY_FREE(&b->effects, &b->allocator);
    PL_ARRAY_FREE(&b->tests, &b->allocator);
    PL_ARRAY_FREE(&b->partials, &b->allocator);
    PL_ARRAY_FREE(&b->targets, &b->allocator);
    PL_ARRAY_FREE(&b->operators, &b->allocator);
    PL_ARRAY_FREE(&b->grounds, &b->allocator);
    PL_ARRAY_FREE(&b->variables, &b->allocator);
    PL_ARRAY_FREE(&b->changes, &b->allocator);
    PL_ARRAY_FREE(&b->trees, &b->allocator);
    pl_expression_free(&b->expression, &b->allocator);
    pl_arena_destroy(&b->algebra.arena);
}

ploy_status ploy_domain_compile(ploy_domain* domain, ploy_error* error)
{
    PL_NEED_ERROR(error, domain, PLOY_INVALID);
    pl_builder builder;
    pl_error_clear(error);
    ploy_status status = begin(&builder, domain, error);
    status = status == PLOY_OK ? build(&builder) : status;
    domain->failure = builder.failure;
    end(&builder);
    return status;
}

// The packed block, and indices into it.

// Each array begins at a multiple of 8 bytes, on machines with small pointers too.
static size_t rounded(size_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

static size_t bytes_of(const pl_compiled* c)
{
    size_t bytes = rounded(sizeof *c);
#define ADD(T, field, count) bytes += rounded(sizeof(T) * (size_t)(count));
    PL_COMPILED_ARRAYS(ADD)
#undef ADD
    return bytes;
}

pl_compiled* pl_compiled_pack(const pl_compiled* from, const ploy_allocator* allocator)
{
    size_t bytes = bytes_of(from);
    pl_compiled* c = pl_alloc(allocator, bytes);
    if (!c) {
        return NULL;
    }
    *c = *from;
    c->bytes = bytes;
    char* at = (char*)c + rounded(sizeof *c);
#define PLACE(T, field, count)                                                                                         \
    c->field = (T*)(void*)at;                                                                                          \
    if ((count) > 0) {                                                                                                 \
        memcpy(at, from->field, sizeof(T) * (size_t)(count));                                                          \
    }                                                                                                                  \
    at += rounded(sizeof(T) * (size_t)(count));
    PL_COMPILED_ARRAYS(PLACE)
#undef PLACE
    return c;
}

void pl_compiled_free(pl_compiled* compiled, const ploy_allocator* allocator)
{
    if (compiled) {
        pl_free(allocator, compiled, compiled->bytes);
    }
}

const pl_compiled* pl_domain_compiled(const ploy_domain* domain)
{
    return domain->compiled;
}

uint32_t pl_domain_ground_index(const ploy_domain* domain, uint32_t action, const uint32_t* args)
{
    PL_ASSERT(domain->compiled && action < domain->compiled->action_count);
    return domain->compiled->action_first_ground[action] +
           pl_declaration_rank(domain, &domain->actions.data[action].declaration, args);
}

uint32_t pl_domain_target_index(const ploy_domain* domain, uint32_t goal, const uint32_t* args)
{
    PL_ASSERT(domain->compiled && goal < domain->compiled->goal_count);
    return domain->compiled->goal_first_target[goal] + pl_declaration_rank(domain, &domain->goals.data[goal], args);
}

ploy_status pl_builder_fail(pl_builder* builder, const pl_source* source, ploy_status status)
{
    builder->failure = (pl_failure){true, (ploy_part)source->part, source->owner, source->clause};
    return status;
}

// What conditions and effects read of tables is compiled in.
static void note_tables(pl_builder* builder, uint32_t first)
{
    for (uint32_t i = first; i < builder->expression.nodes.count; ++i) {
        const pl_node* node = &builder->expression.nodes.data[i];
        if (node->kind == PL_NODE_TABLE) builder->domain->tables.data[node->index].is_compiled = true;
    }
}

ploy_status pl_builder_parse(pl_builder* builder, ploy_part part, uint32_t owner, pl_grammar grammar)
{
    uint32_t first = builder->expression.nodes.count;
    uint32_t count = ploy_domain_clause_count(builder->domain, part, owner);
    for (uint32_t i = 0; i < count; ++i) {
        pl_source source = pl_source_clause(builder->domain, part, owner, i, builder->error);
        ploy_status status = pl_expression_parse(&source, grammar, &builder->allocator, &builder->expression);
        if (status != PLOY_OK) {
            return pl_builder_fail(builder, &source, status);
        }
        if (!PL_ARRAY_PUSH(&builder->trees, &builder->allocator,
                           (pl_parsed_clause){source, builder->expression.root})) {
            return PLOY_OUT_OF_MEMORY;
        }
    }
    note_tables(builder, first);
    return PLOY_OK;
}

ploy_status pl_builder_condition(pl_builder* builder, uint32_t first, uint32_t end, const uint32_t* args, pl_dnf* terms)
{
    pl_scope scope = {.domain = builder->domain, .nodes = builder->expression.nodes.data, .args = args};
    pl_conjunction conjunction;
    if (!pl_conjunction_begin(&builder->algebra, end - first, &conjunction)) {
        return PLOY_OUT_OF_MEMORY;
    }
    for (uint32_t i = first; i < end; ++i) {
        const pl_parsed_clause* tree = &builder->trees.data[i];
        pl_dnf clause;
        ploy_status status = pl_condition_dnf(&builder->algebra, &tree->source, &scope, tree->root, &clause);
        bool is_last = i + 1 == end;
        if (status == PLOY_OK && (!pl_conjunction_add(&builder->algebra, &conjunction, &clause) ||
                                  (is_last && !pl_conjunction_end(&builder->algebra, &conjunction)))) {
            status = pl_condition_give_up(&builder->algebra, &tree->source, 0);
        }
        if (status != PLOY_OK) {
            return pl_builder_fail(builder, &tree->source, status);
        }
    }
    *terms = conjunction.all;
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

// Copies the nodes from `first` on into the compiled form.
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

// Partial states.

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

// A set of values that has a test of its own.
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
    if (!push_zeros(builder, 2 * builder->counts.words, &partial->at)) {
        return false;
    }
    for (uint32_t i = 0; i < term->count; ++i) {
        const pl_literal* literal = &term->literals[i];
        const pl_variable* variable = &builder->variables.data[literal->variable];
        if (pl_literal_count(literal) == 1) {
            uint64_t* mask = builder->masks.data + partial->at + variable->word;
            mask[0] |= field(variable);
            mask[builder->counts.words] |= (uint64_t)pl_literal_first(literal) << variable->shift;
        } else if (!push_test(builder, literal)) {
            return false;
        }
    }
    partial->test_count = builder->tests.count - partial->first_test;
    return true;
}
