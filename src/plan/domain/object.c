// Objects that are spawned and despawned while the game runs, and what the game has made of objects and tables: saved,
// loaded, and taken over by a new version of the domain.
//
// A spawned type has all its objects from the beginning, so indices, states and blackboard keys never move; `born` says
// which exist. A plan remembers the domain's stamp: an object that was born later is another one in the same place.

#include <string.h>

#include "base/check.h"
#include "base/containers/bitset.h"
#include "plan/domain/domain.h"

static pl_object* object_at(ploy_domain* domain, uint32_t type, uint32_t object)
{
    return &domain->objects.data[domain->types.data[type].first_object + object];
}

static void note_change(ploy_domain* domain)
{
    ++domain->object_stamp;
    domain->is_stale = true;
}

ploy_status ploy_domain_spawn(ploy_domain* domain, uint32_t type, uint32_t* object)
{
    PL_NEED(domain, PLOY_INVALID);
    PL_ASSERT(type < domain->types.count && domain->types.data[type].is_spawned);
    pl_type* t = &domain->types.data[type];
    uint32_t free = t->lowest_free;
    while (free < t->object_count && object_at(domain, type, free)->born) {
        ++free;
    }
    t->lowest_free = free;
    if (free == t->object_count) {
        return PLOY_FULL;
    }
    note_change(domain);
    object_at(domain, type, free)->born = domain->object_stamp;
    pl_domain_reset_cells(domain, type, free);
    t->lowest_free = free + 1;
    if (object) {
        *object = free;
    }
    return PLOY_OK;
}

ploy_status ploy_domain_despawn(ploy_domain* domain, uint32_t type, uint32_t object)
{
    PL_NEED(domain, PLOY_INVALID);
    PL_ASSERT(type < domain->types.count && domain->types.data[type].is_spawned);
    pl_type* t = &domain->types.data[type];
    if (object >= t->object_count || !object_at(domain, type, object)->born) {
        return PLOY_NOT_FOUND;
    }
    object_at(domain, type, object)->born = 0;
    t->lowest_free = object < t->lowest_free ? object : t->lowest_free;
    note_change(domain);
    return PLOY_OK;
}

bool ploy_domain_object_exists(const ploy_domain* domain, uint32_t type, uint32_t object)
{
    PL_NEED(domain, false);
    PL_ASSERT(type < domain->types.count);
    return object < domain->types.data[type].object_count && pl_domain_exists(domain, type, object);
}

bool pl_domain_args_exist(const ploy_domain* domain, const pl_declaration* declaration, const uint32_t* args,
                          uint32_t stamp)
{
    for (uint32_t i = 0; i < declaration->param_count; ++i) {
        const pl_type* type = &domain->types.data[declaration->params[i].type];
        uint32_t born = domain->objects.data[type->first_object + args[i]].born;
        if (type->is_spawned && (born == 0 || born > stamp)) return false;
    }
    return true;
}

bool pl_domain_restore_object(ploy_domain* domain, uint64_t type, uint64_t object, bool exists)
{
    if (type >= domain->types.count || !domain->types.data[type].is_spawned) return false;
    if (object >= domain->types.data[type].object_count) return false;
    note_change(domain);
    object_at(domain, (uint32_t)type, (uint32_t)object)->born = exists ? domain->object_stamp : 0;
    domain->types.data[type].lowest_free = 0;
    return true;
}

bool pl_domain_can_change(const ploy_domain* domain)
{
    bool has_spawned = false;
    for (uint32_t i = 0; i < domain->types.count; ++i) has_spawned |= domain->types.data[i].is_spawned;
    return has_spawned || domain->tables.count > 0;
}

// Saving.

void pl_domain_save_objects(const ploy_domain* domain, ploy_writer* writer)
{
    ploy_write_u32(writer, domain->object_stamp);
    for (uint32_t i = 0; i < domain->objects.count; ++i) {
        if (domain->types.data[domain->objects.data[i].type].is_spawned)
            ploy_write_u32(writer, domain->objects.data[i].born);
    }
    for (uint32_t t = 0; t < domain->tables.count; ++t) {
        const pl_value_table* table = &domain->tables.data[t];
        ploy_write_u32(writer, pl_bits_count(table->changed, pl_bits_words(table->cell_count)));
        for (uint32_t i = 0; i < table->cell_count; ++i) {
            if (!pl_bits_test(table->changed, i)) continue;
            ploy_write_u32(writer, i);
            ploy_write_i64(writer, table->values[i]);
        }
    }
}

// Reads everything twice: to check it, then to take it.
static void load_objects(ploy_domain* domain, ploy_reader* reader, bool takes)
{
    uint32_t stamp = ploy_read_u32(reader);
    for (uint32_t i = 0; i < domain->objects.count; ++i) {
        pl_object* object = &domain->objects.data[i];
        if (!domain->types.data[object->type].is_spawned) continue;
        uint32_t born = ploy_read_u32(reader);
        if (born > stamp) reader->failed = true;
        if (takes) object->born = born;
    }
    for (uint32_t i = 0; i < domain->types.count && takes; ++i) domain->types.data[i].lowest_free = 0;
    if (takes) domain->object_stamp = stamp;
}

static void load_table(pl_value_table* table, ploy_reader* reader, bool takes)
{
    uint32_t count = ploy_read_u32(reader);
    for (uint32_t i = 0; i < count && !reader->failed; ++i) {
        uint32_t cell = ploy_read_below(reader, table->cell_count);
        int64_t value = ploy_read_i64(reader);
        if (value < table->min || value > table->max) reader->failed = true;
        if (!takes || reader->failed) continue;
        pl_bits_set(table->changed, cell);
        table->values[cell] = value;
    }
}

static void load_all(ploy_domain* domain, ploy_reader* reader, bool takes)
{
    load_objects(domain, reader, takes);
    for (uint32_t t = 0; t < domain->tables.count && !reader->failed; ++t) {
        load_table(&domain->tables.data[t], reader, takes);
    }
}

ploy_status pl_domain_load_objects(ploy_domain* domain, ploy_reader* reader)
{
    ploy_reader again = *reader;
    load_all(domain, reader, false);
    if (reader->failed) return PLOY_INVALID;
    load_all(domain, &again, true);
    domain->is_stale = true;
    return ploy_domain_compile(domain, NULL);
}

// A new version of the domain.

static void adopt_objects(ploy_domain* domain, const ploy_domain* from)
{
    if (from->object_stamp > domain->object_stamp) domain->object_stamp = from->object_stamp;
    for (uint32_t i = 0; i < domain->types.count; ++i) {
        pl_type* type = &domain->types.data[i];
        uint32_t old = pl_domain_find_type(from, type->name);
        if (!type->is_spawned || old == PLOY_NONE || !from->types.data[old].is_spawned) continue;
        uint32_t count = from->types.data[old].object_count;
        for (uint32_t k = 0; k < type->object_count; ++k) {
            bool was_there = k < count && pl_domain_exists(from, old, k);
            object_at(domain, i, k)->born =
                was_there ? from->objects.data[from->types.data[old].first_object + k].born : 0;
        }
        type->lowest_free = 0;
    }
}

// The object of another domain that has the same name; PLOY_NONE: none.
static uint32_t same_object(const ploy_domain* to, uint32_t to_type, const ploy_domain* from, uint32_t type,
                            uint32_t object)
{
    return ploy_domain_find_object(to, to_type, ploy_domain_object_name(from, type, object));
}

static void adopt_cell(ploy_domain* domain, uint32_t table, const ploy_domain* from, const pl_value_table* old,
                       uint32_t cell)
{
    const pl_value_table* t = &domain->tables.data[table];
    uint32_t objects[PLOY_MAX_ARGS];
    int64_t value = old->values[cell];
    pl_value_table_objects(from, old, cell, objects);
    for (uint32_t i = 0; i < old->of_count; ++i) {
        objects[i] = same_object(domain, t->of[i], from, old->of[i], objects[i]);
        if (objects[i] == PLOY_NONE) return;
    }
    if (old->type != PLOY_NONE) {
        uint32_t object = same_object(domain, t->type, from, old->type, (uint32_t)value);
        if (object == PLOY_NONE) return;
        value = object;
    }
    (void)ploy_domain_table_set(domain, table, objects, value); // a value beyond the new range is left as described
}

static bool is_alike(const pl_value_table* a, const pl_value_table* b)
{
    return a->kind == b->kind && a->of_count == b->of_count;
}

ploy_status ploy_domain_adopt(ploy_domain* domain, const ploy_domain* from)
{
    PL_NEED(domain, PLOY_INVALID);
    PL_NEED(from, PLOY_INVALID);
    if (!pl_domain_can_change(domain)) return PLOY_OK;
    adopt_objects(domain, from);
    for (uint32_t i = 0; i < domain->tables.count; ++i) {
        uint32_t index = ploy_domain_find_table(from, domain->tables.data[i].name);
        if (index == PLOY_NONE || !is_alike(&from->tables.data[index], &domain->tables.data[i])) continue;
        const pl_value_table* old = &from->tables.data[index];
        for (uint32_t cell = 0; cell < old->cell_count; ++cell) {
            if (pl_bits_test(old->changed, cell)) adopt_cell(domain, i, from, old, cell);
        }
    }
    return ploy_domain_compile(domain, NULL);
}
