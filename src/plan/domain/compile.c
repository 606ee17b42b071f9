// A compilation: everything is built beside what is in force, packed into one block, and swapped in when nothing can
// fail any more.

#include "plan/domain/compile.h"

#include <string.h>

#include "base/error.h"
#include "base/containers/heap.h"
#include "plan/domain/grounding.h"
#include "plan/language/text.h"
#include "plan/domain/compiled.h"
#include "base/memory.h"

// Layout.

static uint8_t bits_for(uint32_t size)
{
    uint8_t bits = 1;
    while ((uint64_t)1 << bits < size) {
        ++bits;
    }
    return bits;
}

// The first word with room for the field; free holds the unused bits of each word.
static bool place(pl_builder* b, uint8_t* used, pl_variable* variable)
{
    uint32_t word = 0;
    while (used[word] + variable->bits > 64) {
        ++word;
    }
    variable->word = (uint16_t)word;
    variable->shift = used[word];
    used[word] = (uint8_t)(used[word] + variable->bits);
    b->head.words = word + 1 > b->head.words ? word + 1 : b->head.words;
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
                                .first_fact = b->head.fact_count,
                                .bits = bits_for(symbol->size)};
        if (!place(b, used, &variable)) {
            return false;
        }
        b->head.fact_count += symbol->size;
    }
    return true;
}

static ploy_status lay_out(pl_builder* b)
{
    uint32_t count = b->domain->variable_count;
    if (count == 0) {
        b->head.words = 1;
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

// Higher precedence first, then lower index: as a key, lowest first.
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

// From pairs by action to lists by symbol: counted, then filled in order.
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

// The whole.

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
    pl_compiled made = b->head;
    made.variable_count = b->variables.count;
    made.ground_count = b->grounds.count;
    made.operator_count = b->operators.count;
    made.target_count = b->targets.count;
    made.partial_count = b->partials.count;
    made.test_count = b->tests.count;
    made.effect_count = b->effects.count;
    made.mask_count = b->masks.count;
    made.allowed_count = b->allowed.count;
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

// A compiled domain is done growing: gives back the room that was kept for it.
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
    return TRIM(&domain->types, &b->allocator) && TRIM(&domain->objects, &b->allocator) &&
           TRIM(&domain->symbols, &b->allocator) && TRIM(&domain->actions, &b->allocator) &&
           TRIM(&domain->goals, &b->allocator) && TRIM(&b->bindings, &b->allocator);
}

// Nothing fails from here on.
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
    pl_compiled* made = trim_all(b) ? pl_compiled_pack(&whole, &b->allocator) : NULL;
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
    pl_builder builder;
    pl_error_clear(error);
    ploy_status status = begin(&builder, domain, error);
    status = status == PLOY_OK ? build(&builder) : status;
    domain->failure = builder.failure;
    end(&builder);
    return status;
}

// Lookups in the compiled form.

_Static_assert(sizeof(pl_operator) % 8 == 0 && sizeof(pl_number) % 8 == 0, "8-byte items keep each other aligned");

static size_t bytes_of(const pl_compiled* c)
{
    size_t bytes = sizeof *c;
#define ADD(T, field, count) bytes += sizeof(T) * (size_t)(count);
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
    char* at = (char*)(c + 1);
#define PLACE(T, field, count)                                                                                         \
    c->field = (T*)(void*)at;                                                                                          \
    if ((count) > 0) {                                                                                                 \
        memcpy(at, from->field, sizeof(T) * (size_t)(count));                                                          \
    }                                                                                                                  \
    at += sizeof(T) * (size_t)(count);
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
           pl_declaration_rank(domain, &domain->actions.data[action].head, args);
}

uint32_t pl_domain_target_index(const ploy_domain* domain, uint32_t goal, const uint32_t* args)
{
    PL_ASSERT(domain->compiled && goal < domain->compiled->goal_count);
    return domain->compiled->goal_first_target[goal] + pl_declaration_rank(domain, &domain->goals.data[goal], args);
}
