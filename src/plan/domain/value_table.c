// Tables: values that depend on objects alone. They belong to the domain, not to a state. Expressions read the cells in
// place, so a table that only costs and priorities read changes without a compile.

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/containers/bitset.h"
#include "base/error.h"
#include "base/memory.h"
#include "plan/domain/domain.h"
#include "plan/language/expression.h"
#include "plan/language/lexer.h"
#include "plan/language/text.h"

/// The most cells of one table.
#define MAX_CELLS (1u << 22)

/// The range of a number without one, in its unit.
#define DEFAULT_MAX 1000000

#define FAIL(error, ...) (pl_error_set(error, 0, 0, __VA_ARGS__), PLOY_INVALID)

static bool is_number(uint8_t kind)
{
    return kind == PLOY_VALUE_INT || kind == PLOY_VALUE_DECIMAL;
}

static ploy_status fail_type(const ploy_domain* domain, const char* table, const char* name, ploy_error* error)
{
    pl_error_set(error, 0, 0, "table '%.60s': unknown type '%.80s'", table, name ? name : "");
    pl_similar similar = pl_similar_begin(name ? name : "");
    for (uint32_t i = 0; i < domain->types.count; ++i) {
        pl_similar_offer(&similar, domain->types.data[i].name);
    }
    pl_similar_hint(&similar, error);
    return PLOY_INVALID;
}

static ploy_status find_type(const ploy_domain* domain, const char* table, const char* name, uint32_t* type,
                             ploy_error* error)
{
    *type = name ? pl_domain_find_type(domain, name) : PLOY_NONE;
    return *type == PLOY_NONE ? fail_type(domain, table, name, error) : PLOY_OK;
}

static ploy_status set_range(const ploy_domain* domain, const ploy_table_def* def, pl_value_table* table,
                             ploy_error* error)
{
    table->kind = (uint8_t)def->type;
    table->type = PLOY_NONE;
    table->min = 0;
    table->max = 1;
    if (def->type == PLOY_VALUE_BOOL) {
        return PLOY_OK;
    }
    if (def->type == PLOY_VALUE_OBJECT) {
        ploy_status status = find_type(domain, def->name, def->object_type, &table->type, error);
        table->max = status == PLOY_OK ? domain->types.data[table->type].object_count - 1 : 0;
        return status;
    }
    if (!is_number(table->kind)) {
        return FAIL(error, "table '%.80s' can hold bools, ints, decimals or objects", def->name);
    }
    int64_t unit = def->type == PLOY_VALUE_INT ? 1 : PLOY_UNIT;
    bool has_range = def->min != 0 || def->max != 0;
    table->min = def->min;
    table->max = has_range ? def->max : DEFAULT_MAX * unit;
    int64_t limit = PL_MAX_NUMBER / PLOY_UNIT * unit;
    if (table->min < -limit || table->max > limit || table->min > table->max) {
        return FAIL(error, "table '%.80s': min must not be above max, and both must lie within 10^12", def->name);
    }
    return PLOY_OK;
}

static ploy_status set_indices(const ploy_domain* domain, const ploy_table_def* def, pl_value_table* table,
                               ploy_error* error)
{
    if (def->of_count == 0 || def->of_count > PLOY_MAX_ARGS) {
        return FAIL(error, "table '%.80s' needs 1 to %d types that index it", def->name, PLOY_MAX_ARGS);
    }
    uint64_t cells = 1;
    table->of_count = (uint8_t)def->of_count;
    for (uint32_t i = 0; i < def->of_count; ++i) {
        ploy_status status = find_type(domain, def->name, def->of[i], &table->of[i], error);
        if (status != PLOY_OK) {
            return status;
        }
        cells *= domain->types.data[table->of[i]].object_count;
        if (cells > MAX_CELLS) {
            return FAIL(error, "table '%.80s' has more than %u cells", def->name, MAX_CELLS);
        }
    }
    table->cell_count = (uint32_t)cells;
    table->is_symmetric = def->symmetric;
    if (def->symmetric && (def->of_count != 2 || table->of[0] != table->of[1])) {
        return FAIL(error, "table '%.80s': only a table of two equal types is symmetric", def->name);
    }
    return PLOY_OK;
}

static bool is_in_range(const pl_value_table* table, int64_t value)
{
    return value >= table->min && value <= table->max;
}

static ploy_status describe(const ploy_domain* domain, const ploy_table_def* def, pl_value_table* table,
                            ploy_error* error)
{
    *table = (pl_value_table){.initial = def->initial};
    ploy_status status = pl_domain_check_name(domain, PL_NAME_TABLE, def->name, error);
    status = status == PLOY_OK ? set_range(domain, def, table, error) : status;
    status = status == PLOY_OK ? set_indices(domain, def, table, error) : status;
    if (status == PLOY_OK && !is_in_range(table, table->initial)) {
        return FAIL(error, "table '%.80s': its initial value is outside its range", def->name);
    }
    return status;
}

// Adds a table whose description is complete but for its name and values; false when out of memory.
static bool push(ploy_domain* domain, pl_value_table table, const char* name, const pl_value_table* from)
{
    uint32_t index = domain->tables.count;
    table.name = pl_text_copy(&domain->allocator, name);
    table.values = PL_NEW_ARRAY(&domain->allocator, int64_t, table.cell_count);
    table.changed = PL_NEW_ARRAY(&domain->allocator, uint64_t, pl_bits_words(table.cell_count));
    bool is_grounded = from && from->grounded;
    table.grounded = is_grounded ? PL_NEW_ARRAY(&domain->allocator, int64_t, table.cell_count) : NULL;
    if (!table.name || !table.values || !table.changed || is_grounded != (table.grounded != NULL) ||
        !PL_ARRAY_RESERVE(&domain->tables, &domain->allocator, index + 1) ||
        !pl_domain_add_name(domain, PL_NAME_TABLE, name, index)) {
        pl_value_table_free(&table, &domain->allocator);
        return false;
    }
    for (uint32_t i = 0; i < table.cell_count; ++i) {
        table.values[i] = from ? from->values[i] : table.initial;
    }
    if (from) memcpy(table.changed, from->changed, pl_bits_words(table.cell_count) * sizeof *table.changed);
    if (is_grounded) memcpy(table.grounded, from->grounded, table.cell_count * sizeof *table.grounded);
    domain->tables.data[domain->tables.count++] = table;
    return true;
}

void pl_value_table_free(pl_value_table* table, const ploy_allocator* allocator)
{
    pl_text_free(allocator, table->name);
    PL_DELETE_ARRAY(allocator, table->values, table->cell_count);
    PL_DELETE_ARRAY(allocator, table->grounded, table->cell_count);
    PL_DELETE_ARRAY(allocator, table->changed, pl_bits_words(table->cell_count));
}

bool pl_domain_copy_tables(const ploy_domain* from, ploy_domain* to)
{
    for (uint32_t i = 0; i < from->tables.count; ++i) {
        const pl_value_table* table = &from->tables.data[i];
        if (!push(to, *table, table->name, table)) {
            return false;
        }
    }
    return true;
}

ploy_status ploy_domain_add_table(ploy_domain* domain, const ploy_table_def* def, uint32_t* table, ploy_error* error)
{
    PL_NEED_ERROR(error, domain, PLOY_INVALID);
    PL_NEED_ERROR(error, def, PLOY_INVALID);
    pl_error_clear(error);
    pl_value_table made;
    ploy_status status = describe(domain, def, &made, error);
    if (status == PLOY_OK && !push(domain, made, def->name, NULL)) {
        return PLOY_OUT_OF_MEMORY;
    }
    if (status == PLOY_OK && table) {
        *table = domain->tables.count - 1;
    }
    return status;
}

// Cells.

static uint32_t cell_of(const ploy_domain* domain, const pl_value_table* table, const uint32_t* objects)
{
    uint32_t cell = 0;
    for (uint32_t i = 0; i < table->of_count; ++i) {
        uint32_t count = domain->types.data[table->of[i]].object_count;
        PL_ASSERT(objects[i] < count);
        cell = cell * count + objects[i];
    }
    return cell;
}

void pl_value_table_objects(const ploy_domain* domain, const pl_value_table* table, uint32_t cell,
                            uint32_t objects[PLOY_MAX_ARGS])
{
    for (uint32_t i = table->of_count; i-- > 0;) {
        uint32_t count = domain->types.data[table->of[i]].object_count;
        objects[i] = cell % count;
        cell /= count;
    }
}

bool pl_value_table_is_mirrored(const ploy_domain* domain, const pl_value_table* table, uint32_t cell)
{
    uint32_t objects[PLOY_MAX_ARGS];
    if (!table->is_symmetric) return false;
    pl_value_table_objects(domain, table, cell, objects);
    return objects[0] > objects[1];
}

// By how much the way over `via` is shorter than the direct one.
static int64_t detour_of(const int64_t* values, uint32_t count, uint32_t from, uint32_t via, uint32_t to)
{
    return values[from * count + to] - values[from * count + via] - values[via * count + to];
}

static int64_t in_fixed(const pl_value_table* table, int64_t value)
{
    return table->kind == PLOY_VALUE_INT ? value * PLOY_UNIT : value;
}

void pl_value_table_measure(const ploy_domain* domain, pl_value_table* table)
{
    uint32_t count = domain->types.data[table->of[0]].object_count;
    int64_t max = 0;
    for (uint32_t from = 0; from < count; ++from) {
        for (uint32_t via = 0; via < count; ++via) {
            for (uint32_t to = 0; to < count; ++to) {
                int64_t detour = detour_of(table->values, count, from, via, to);
                max = detour > max ? detour : max;
            }
        }
    }
    table->detour = in_fixed(table, max);
}

// After a change of one cell: never less than it is.
static void measure_cell(const ploy_domain* domain, pl_value_table* table, uint32_t cell)
{
    uint32_t count = domain->types.data[table->of[0]].object_count, a = cell / count, b = cell % count;
    int64_t max = 0;
    for (uint32_t other = 0; other < count; ++other) {
        int64_t detours[] = {detour_of(table->values, count, a, other, b), detour_of(table->values, count, a, b, other),
                             detour_of(table->values, count, other, a, b)};
        for (uint32_t i = 0; i < 3; ++i) max = detours[i] > max ? detours[i] : max;
    }
    max = in_fixed(table, max);
    table->detour = max > table->detour ? max : table->detour;
}

static void put(ploy_domain* domain, pl_value_table* table, uint32_t cell, int64_t value)
{
    if (domain->compiled) pl_bits_set(table->changed, cell);
    if (table->values[cell] == value) return;
    table->values[cell] = value;
    if (table->is_travel) measure_cell(domain, table, cell);
    ++domain->version;
    domain->is_stale = domain->is_stale || table->is_compiled;
}

ploy_status ploy_domain_table_set(ploy_domain* domain, uint32_t table, const uint32_t* objects, ploy_value value)
{
    PL_NEED(domain, PLOY_INVALID);
    PL_NEED(objects, PLOY_INVALID);
    PL_ASSERT(table < domain->tables.count);
    pl_value_table* t = &domain->tables.data[table];
    if (!is_in_range(t, value)) {
        return PLOY_INVALID;
    }
    put(domain, t, cell_of(domain, t, objects), value);
    if (t->is_symmetric) put(domain, t, cell_of(domain, t, (const uint32_t[]){objects[1], objects[0]}), value);
    return PLOY_OK;
}

// Cells of one object.

static bool is_of(const ploy_domain* domain, const pl_value_table* table, uint32_t cell, uint32_t type, uint32_t object)
{
    uint32_t objects[PLOY_MAX_ARGS];
    pl_value_table_objects(domain, table, cell, objects);
    for (uint32_t i = 0; i < table->of_count; ++i) {
        if (table->of[i] == type && objects[i] == object) return true;
    }
    return false;
}

void pl_domain_reset_cells(ploy_domain* domain, uint32_t type, uint32_t object)
{
    for (uint32_t t = 0; t < domain->tables.count; ++t) {
        pl_value_table* table = &domain->tables.data[t];
        bool is_indexed = false;
        for (uint32_t i = 0; i < table->of_count; ++i) is_indexed |= table->of[i] == type;
        for (uint32_t cell = 0; is_indexed && cell < table->cell_count; ++cell) {
            if (is_of(domain, table, cell, type, object)) put(domain, table, cell, table->initial);
        }
    }
}

bool pl_domain_restore_cell(ploy_domain* domain, uint64_t table, uint64_t cell, int64_t value)
{
    if (table >= domain->tables.count) return false;
    pl_value_table* t = &domain->tables.data[table];
    if (cell >= t->cell_count || !is_in_range(t, value)) return false;
    uint32_t objects[PLOY_MAX_ARGS];
    pl_value_table_objects(domain, t, (uint32_t)cell, objects);
    return ploy_domain_table_set(domain, (uint32_t)table, objects, value) == PLOY_OK;
}

ploy_value ploy_domain_table_get(const ploy_domain* domain, uint32_t table, const uint32_t* objects)
{
    PL_NEED(domain, 0);
    PL_NEED(objects, 0);
    PL_ASSERT(table < domain->tables.count);
    const pl_value_table* t = &domain->tables.data[table];
    return t->values[cell_of(domain, t, objects)];
}

// Text.

/// One cell of a text.
typedef struct table_cell
{
    uint32_t objects[PLOY_MAX_ARGS];
    int64_t value;
} table_cell;

typedef struct table_reader
{
    pl_source source;
    const pl_value_table* table;
    pl_token token; // not yet taken
} table_reader;

static void take(table_reader* r)
{
    r->token = pl_lexer_next(r->source.text, r->token.at + r->token.length);
}

static int shown(pl_token token)
{
    return token.length < 60 ? (int)token.length : 60;
}

#define FAIL_TOKEN(r, ...) pl_source_fail(&(r)->source, (r)->token.at, __VA_ARGS__)

static ploy_status fail_expected(table_reader* r, const char* expected)
{
    if (r->token.kind == PL_TOKEN_END) return FAIL_TOKEN(r, "%s expected, but the text ends", expected);
    return FAIL_TOKEN(r, "%s expected, not '%.*s'", expected, shown(r->token), r->source.text + r->token.at);
}

static ploy_status read_object(table_reader* r, uint32_t type, uint32_t* object)
{
    const ploy_domain* domain = r->source.domain;
    const char* text = r->source.text + r->token.at;
    const pl_type* t = &domain->types.data[type];
    if (r->token.kind != PL_TOKEN_NAME) {
        char expected[96];
        snprintf(expected, sizeof expected, "an object of type %.60s", t->name);
        return fail_expected(r, expected);
    }
    uint32_t found = pl_domain_find(domain, PL_NAME_OBJECT, text, r->token.length);
    if (found == PLOY_NONE || domain->objects.data[found].type != type) {
        ploy_status status = FAIL_TOKEN(r, "'%.*s' is no object of type %.60s", shown(r->token), text, t->name);
        char wanted[64] = "";
        memcpy(wanted, text, r->token.length < sizeof wanted ? r->token.length : 0);
        pl_similar similar = pl_similar_begin(wanted);
        for (uint32_t i = 0; i < t->object_count; ++i) {
            pl_similar_offer(&similar, domain->objects.data[t->first_object + i].name);
        }
        pl_similar_hint(&similar, r->source.error);
        return status;
    }
    *object = found - t->first_object;
    take(r);
    return PLOY_OK;
}

static ploy_status read_number(table_reader* r, int64_t* value)
{
    bool is_negative = r->token.kind == PL_TOKEN_MINUS;
    if (is_negative) take(r);
    int64_t fixed;
    if (r->token.kind != PL_TOKEN_NUMBER || !pl_lexer_number(r->source.text, r->token, &fixed)) {
        return fail_expected(r, "a number");
    }
    bool is_int = r->table->kind == PLOY_VALUE_INT;
    if (is_int && fixed % PLOY_UNIT != 0) return fail_expected(r, "a whole number");
    *value = (is_negative ? -fixed : fixed) / (is_int ? PLOY_UNIT : 1);
    if (!is_in_range(r->table, *value)) {
        return FAIL_TOKEN(r, "%.*s is outside the range of the table", shown(r->token), r->source.text + r->token.at);
    }
    take(r);
    return PLOY_OK;
}

static ploy_status read_value(table_reader* r, int64_t* value)
{
    if (r->table->kind == PLOY_VALUE_OBJECT) {
        uint32_t object = 0;
        ploy_status status = read_object(r, r->table->type, &object);
        *value = status == PLOY_OK ? object : 0;
        return status;
    }
    if (r->table->kind != PLOY_VALUE_BOOL) return read_number(r, value);
    if (r->token.kind != PL_TOKEN_TRUE && r->token.kind != PL_TOKEN_FALSE) return fail_expected(r, "true or false");
    *value = r->token.kind == PL_TOKEN_TRUE;
    take(r);
    return PLOY_OK;
}

static ploy_status read_cell(table_reader* r, table_cell* made)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < r->table->of_count && status == PLOY_OK; ++i) {
        status = read_object(r, r->table->of[i], &made->objects[i]);
    }
    if (status != PLOY_OK) return status;
    if (r->token.kind != PL_TOKEN_EQ) return fail_expected(r, "'='");
    take(r);
    return read_value(r, &made->value);
}

// Reads the text to its end; `takes`: sets the cells.
static ploy_status read_cells(ploy_domain* domain, uint32_t table, const char* text, bool takes, ploy_error* error)
{
    table_reader r = {.source = {domain, NULL, PL_PART_TABLE, 0, 0, text, error}, .table = &domain->tables.data[table]};
    r.token = pl_lexer_next(text, 0);
    while (r.token.kind != PL_TOKEN_END) {
        table_cell made;
        ploy_status status = read_cell(&r, &made);
        if (status == PLOY_OK && r.token.kind != PL_TOKEN_COMMA && r.token.kind != PL_TOKEN_END) {
            status = fail_expected(&r, "','");
        }
        if (status != PLOY_OK) return status;
        if (r.token.kind == PL_TOKEN_COMMA) take(&r);
        if (takes) (void)ploy_domain_table_set(domain, table, made.objects, made.value);
    }
    return PLOY_OK;
}

ploy_status ploy_domain_table_parse(ploy_domain* domain, uint32_t table, const char* text, ploy_error* error)
{
    PL_NEED_ERROR(error, domain, PLOY_INVALID);
    PL_NEED_ERROR(error, text, PLOY_INVALID);
    PL_ASSERT(table < domain->tables.count);
    pl_error_clear(error);
    ploy_status status = read_cells(domain, table, text, false, error);
    return status == PLOY_OK ? read_cells(domain, table, text, true, error) : status;
}

// Queries.

uint32_t ploy_domain_find_table(const ploy_domain* domain, const char* name)
{
    PL_NEED(domain, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    return pl_domain_find(domain, PL_NAME_TABLE, name, strlen(name));
}

ploy_table_info ploy_domain_table(const ploy_domain* domain, uint32_t table)
{
    PL_NEED(domain, (ploy_table_info){0});
    if (table >= domain->tables.count) return (ploy_table_info){0};
    const pl_value_table* t = &domain->tables.data[table];
    ploy_table_info info = {.name = t->name,
                            .type = (ploy_value_type)t->kind,
                            .object_type = t->type,
                            .min = t->min,
                            .max = t->max,
                            .initial = t->initial,
                            .of_count = t->of_count,
                            .cell_count = t->cell_count,
                            .symmetric = t->is_symmetric};
    memcpy(info.of, t->of, sizeof info.of);
    return info;
}
