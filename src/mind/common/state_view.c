#include "mind/common/state_view.h"

#include <inttypes.h>

#include "base/check.h"
#include "base/error.h"
#include "knowledge/blackboard.h"
#include "plan/domain/compiled.h"
#include "plan/domain/domain.h"

enum
{
    MAX_NAME = 512,
};

// The key of a variable, or PLOY_NONE; its name goes to `name`. A name too long for the buffer has no key.
static uint32_t key_of(const ploy_domain* domain, const ploy_blackboard_keys* keys, uint32_t variable,
                       char name[MAX_NAME])
{
    size_t length = ploy_domain_variable_print(domain, variable, name, MAX_NAME);
    return length < MAX_NAME ? ploy_blackboard_keys_find(keys, name) : PLOY_NONE;
}

static ploy_status add_key(const ploy_domain* domain, ploy_blackboard_keys* keys, uint32_t variable,
                           const ploy_symbol_info* symbol, uint32_t scopes)
{
    char name[MAX_NAME];
    if (key_of(domain, keys, variable, name) != PLOY_NONE) return PLOY_OK;
    ploy_key_def def = {0};
    def.name = name;
    def.type = symbol->type;
    def.initial = symbol->initial;
    if (scopes) def.scopes = scopes;
    return pl_blackboard_keys_add_symbol(keys, &def);
}

ploy_status ploy_view_add_keys(const ploy_domain* domain, ploy_blackboard_keys* keys, uint32_t scopes)
{
    PL_NEED(domain, PLOY_INVALID);
    PL_NEED(keys, PLOY_INVALID);
    ploy_status status = PLOY_OK;
    for (uint32_t s = 0; s < ploy_domain_symbol_count(domain); ++s) {
        ploy_symbol_info symbol = ploy_domain_symbol(domain, s);
        for (uint32_t v = 0; v < symbol.variable_count && !symbol.planned && status == PLOY_OK; ++v) {
            status = add_key(domain, keys, symbol.first_variable + v, &symbol, scopes);
        }
    }
    return status;
}

static void add_row(ploy_view* view, uint32_t variable, uint32_t key, const ploy_symbol_info* symbol)
{
    const pl_variable* v = &pl_domain_compiled(view->domain)->variables[variable];
    view->rows.data[view->rows.count++] = (pl_view_row){
        .min = symbol->type == PLOY_VALUE_OBJECT || symbol->type == PLOY_VALUE_BOOL ? 0 : symbol->min,
        .step = symbol->type == PLOY_VALUE_DECIMAL ? symbol->step : 1,
        .last = v->size - 1,
        .key = key,
        .word = v->word,
        .shift = v->shift,
        .bits = v->bits,
        .is_object = symbol->type == PLOY_VALUE_OBJECT,
        .is_bool = symbol->type == PLOY_VALUE_BOOL && v->size == 2,
    };
    view->sensed[v->word] |= (v->bits == 64 ? ~0ull : (1ull << v->bits) - 1) << v->shift;
}

static ploy_status fill(ploy_view* view, const ploy_blackboard_keys* keys, ploy_error* error)
{
    char name[MAX_NAME];
    for (uint32_t i = 0; i < ploy_domain_variable_count(view->domain); ++i) {
        ploy_symbol_info symbol = ploy_domain_symbol(view->domain, pl_domain_symbol_of(view->domain, i));
        uint32_t key = symbol.planned ? PLOY_NONE : key_of(view->domain, keys, i, name);
        if (key == PLOY_NONE) continue;
        ploy_value_type want = symbol.type, have = ploy_blackboard_keys_type(keys, key);
        if (want != have) {
            const char* wanted = pl_value_kind_name(NULL, want);
            pl_error_set(error, 0, 0, "symbol '%.80s' is %s, but the key of that name is %s", name, wanted,
                         pl_key_type_name(keys, key));
            pl_error_hint(error, "make the key's type %s, or rename one of them", wanted);
            return PLOY_INVALID;
        }
        add_row(view, i, key, &symbol);
    }
    return PLOY_OK;
}

ploy_status ploy_view_create(const ploy_view_def* def, ploy_view** made, ploy_error* error)
{
    PL_NEED_NAMED("view", error, made, PLOY_INVALID);
    *made = NULL;
    PL_NEED_ERROR(error, def, PLOY_INVALID);
    PL_NEED_ERROR(error, def->domain, PLOY_INVALID);
    PL_ASSERT(pl_domain_compiled(def->domain));
    pl_error_clear(error);
    const ploy_domain* domain = def->domain;
    ploy_allocator from = pl_allocator_choose(&def->allocator);
    ploy_view* view = PL_NEW(&from, ploy_view);
    if (!view) return PLOY_OUT_OF_MEMORY;
    view->allocator = from;
    view->domain = pl_domain_take(domain);
    view->words = ploy_domain_state_words(domain);
    view->sensed = PL_NEW_ARRAY(&from, uint64_t, view->words + 1);
    bool has_room = view->sensed && PL_ARRAY_RESERVE(&view->rows, &from, ploy_domain_variable_count(domain) + 1);
    ploy_status status = has_room ? PLOY_OK : PLOY_OUT_OF_MEMORY;
    if (status == PLOY_OK && def->keys) status = fill(view, def->keys, error);
    if (status == PLOY_OK) {
        *made = view;
    } else {
        ploy_view_destroy(view);
    }
    return status;
}

void ploy_view_destroy(ploy_view* view)
{
    if (!view) return;
    ploy_allocator allocator = view->allocator;
    PL_DELETE_ARRAY(&allocator, view->sensed, view->words + 1);
    PL_ARRAY_FREE(&view->rows, &allocator);
    pl_domain_drop(view->domain);
    PL_DELETE(&allocator, view);
}

uint32_t pl_view_find(const ploy_view* view, uint32_t variable)
{
    const pl_variable* v = &pl_domain_compiled(view->domain)->variables[variable];
    for (uint32_t i = 0; i < view->rows.count; ++i) {
        if (view->rows.data[i].word == v->word && view->rows.data[i].shift == v->shift) return i;
    }
    return PLOY_NONE;
}

static const char* symbol_name(const ploy_view* view, const pl_view_row* row)
{
    const pl_variable* variables = pl_domain_compiled(view->domain)->variables;
    uint32_t v = 0;
    while (variables[v].word != row->word || variables[v].shift != row->shift) ++v;
    return ploy_domain_symbol(view->domain, pl_domain_symbol_of(view->domain, v)).name;
}

// Logged once: the game has written what is no object.
PL_NO_INLINE static void note_outside(const ploy_view* view, pl_view_row* row, int64_t value)
{
    if (pl_counter_next(&row->outside) > 0) return;
    pl_log("ploy_view_read: the symbol '%s' of the domain '%s' is read as its first object: its key holds %" PRId64
           ", and it has %u objects; write 0 to %u",
           symbol_name(view, row), ploy_domain_name(view->domain), value, (unsigned)row->last + 1, (unsigned)row->last);
}

uint64_t pl_view_index(const pl_view_row* row, ploy_value value)
{
    if (row->is_object) return (uint64_t)value <= row->last ? (uint64_t)value : 0;
    if (value <= row->min) return 0;
    uint64_t steps = (uint64_t)value - (uint64_t)row->min;
    if (row->step > 1) steps /= (uint64_t)row->step;
    return steps < row->last ? steps : row->last;
}

void ploy_view_read(const ploy_view* view, const ploy_blackboard* blackboard, uint64_t* state)
{
    PL_NEED(view, );
    PL_NEED(blackboard, );
    PL_NEED(state, );
    for (uint32_t w = 0; w < view->words; ++w) state[w] &= ~view->sensed[w];
    pl_view_row* end = view->rows.data + view->rows.count;
    const pl_key* keys = blackboard->keys->list.data;
    uint32_t scope = blackboard->scope;
    for (pl_view_row* row = view->rows.data; row < end; ++row) {
        const pl_key* key = &keys[row->key];
        uint32_t slot = key->slots[scope], bits = slot != PL_NO_SLOT ? pl_blackboard_bits(blackboard, slot) : 0;
        if (row->is_bool && bits & PL_SLOT_IS_SET) { // most are, and such a value is its index
            state[row->word] |= (uint64_t)(bits >> 1) << row->shift;
            continue;
        }
        int64_t value = pl_blackboard_read(blackboard, row->key);
        if (PL_UNLIKELY(row->is_object && (uint64_t)value > row->last)) note_outside(view, row, value);
        state[row->word] |= pl_view_index(row, value) << row->shift;
    }
}

void pl_view_write(const ploy_view* view, ploy_blackboard* blackboard, uint32_t variable, int64_t index)
{
    uint32_t found = pl_view_find(view, variable);
    if (found == PLOY_NONE) return;
    const pl_view_row* row = &view->rows.data[found];
    int64_t step = row->step > 1 ? row->step : 1;
    ploy_blackboard_set(blackboard, row->key, row->is_object ? index : row->min + index * step);
}

bool ploy_view_senses(const ploy_view* view, uint32_t variable)
{
    PL_NEED(view, false);
    const pl_variable* v = &pl_domain_compiled(view->domain)->variables[variable];
    return view->sensed[v->word] >> v->shift & 1;
}
