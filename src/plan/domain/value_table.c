// Tables: values that depend on objects alone. They belong to the domain, not to a state. Expressions read the cells in
// place, so a table that only costs and priorities read changes without a compile.

#include <inttypes.h>
#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "base/memory.h"
#include "plan/domain/domain.h"
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
static bool push(ploy_domain* domain, pl_value_table table, const char* name, const int64_t* values)
{
    uint32_t index = domain->tables.count;
    table.name = pl_text_copy(&domain->allocator, name);
    table.values = PL_NEW_ARRAY(&domain->allocator, int64_t, table.cell_count);
    if (!table.name || !table.values || !PL_ARRAY_RESERVE(&domain->tables, &domain->allocator, index + 1) ||
        !pl_domain_add_name(domain, PL_NAME_TABLE, name, index)) {
        pl_value_table_free(&table, &domain->allocator);
        return false;
    }
    for (uint32_t i = 0; i < table.cell_count; ++i) {
        table.values[i] = values ? values[i] : table.initial;
    }
    domain->tables.data[domain->tables.count++] = table;
    return true;
}

void pl_value_table_free(pl_value_table* table, const ploy_allocator* allocator)
{
    pl_text_free(allocator, table->name);
    PL_DELETE_ARRAY(allocator, table->values, table->cell_count);
}

bool pl_domain_copy_tables(const ploy_domain* from, ploy_domain* to)
{
    for (uint32_t i = 0; i < from->tables.count; ++i) {
        const pl_value_table* table = &from->tables.data[i];
        if (!push(to, *table, table->name, table->values)) {
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

static void note_change(ploy_domain* domain, const pl_value_table* table)
{
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
    int64_t* cell = &t->values[cell_of(domain, t, objects)];
    if (*cell != value) {
        *cell = value;
        note_change(domain, t);
    }
    return PLOY_OK;
}

ploy_status ploy_domain_table_fill(ploy_domain* domain, uint32_t table, const ploy_value* values, uint32_t count)
{
    PL_NEED(domain, PLOY_INVALID);
    PL_NEED(values, PLOY_INVALID);
    PL_ASSERT(table < domain->tables.count);
    pl_value_table* t = &domain->tables.data[table];
    bool fits = count == t->cell_count;
    for (uint32_t i = 0; i < count && fits; ++i) {
        fits = is_in_range(t, values[i]);
    }
    if (!fits) {
        return PLOY_INVALID;
    }
    if (memcmp(t->values, values, count * sizeof *values) != 0) {
        memcpy(t->values, values, count * sizeof *values);
        note_change(domain, t);
    }
    return PLOY_OK;
}

ploy_value ploy_domain_table_get(const ploy_domain* domain, uint32_t table, const uint32_t* objects)
{
    PL_NEED(domain, 0);
    PL_NEED(objects, 0);
    PL_ASSERT(table < domain->tables.count);
    const pl_value_table* t = &domain->tables.data[table];
    return t->values[cell_of(domain, t, objects)];
}

// Queries.

uint32_t ploy_domain_table_count(const ploy_domain* domain)
{
    PL_NEED(domain, 0);
    return domain->tables.count;
}

uint32_t ploy_domain_find_table(const ploy_domain* domain, const char* name)
{
    PL_NEED(domain, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    return pl_domain_find(domain, PL_NAME_TABLE, name, strlen(name));
}

ploy_table_info ploy_domain_table(const ploy_domain* domain, uint32_t table)
{
    PL_NEED(domain, (ploy_table_info){0});
    PL_ASSERT(table < domain->tables.count);
    const pl_value_table* t = &domain->tables.data[table];
    ploy_table_info info = {.name = t->name,
                            .type = (ploy_value_type)t->kind,
                            .object_type = t->type,
                            .min = t->min,
                            .max = t->max,
                            .initial = t->initial,
                            .of_count = t->of_count,
                            .cell_count = t->cell_count};
    memcpy(info.of, t->of, sizeof info.of);
    return info;
}
