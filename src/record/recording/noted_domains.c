#include "record/recording/noted_domains.h"

#include "base/memory.h"
#include "plan/domain/domain.h"

// One domain.

static void drop(const pl_noted_domains* domains, pl_noted_domain* d)
{
    const ploy_allocator* allocator = &domains->allocator;
    PL_DELETE_ARRAY(allocator, d->born, d->object_count);
    PL_DELETE_ARRAY(allocator, d->values, d->cell_count);
    PL_DELETE_ARRAY(allocator, d->detours, d->table_count);
}

static void note_stamps(pl_noted_domain* d)
{
    d->version = pl_domain_version(d->domain);
    d->object_stamp = d->domain->object_stamp;
    d->clause_stamp = d->domain->clause_stamp;
}

static void emit(const pl_domain_writer* writer, ploy_trace_kind kind, uint64_t domain, uint64_t a, uint64_t b,
                 uint64_t c)
{
    ploy_trace_event event = {.kind = kind, .args = {domain, a, b, c}};
    writer->emit(writer->user, &event);
}

// As the note has it: all that exists, and all cells.
static void take_all(pl_noted_domain* d)
{
    for (uint32_t i = 0; i < d->object_count; ++i) d->born[i] = d->domain->objects.data[i].born;
    int64_t* to = d->values;
    for (uint32_t t = 0; t < d->table_count; ++t) {
        const pl_value_table* table = &d->domain->tables.data[t];
        for (uint32_t cell = 0; cell < table->cell_count; ++cell) *to++ = table->values[cell];
        d->detours[t] = -1; // a reader measures it; the game may have been content with a bound
    }
}

// What differs.

static void compare_object(pl_noted_domain* d, uint32_t index, const pl_domain_writer* writer)
{
    const pl_object* object = &d->domain->objects.data[index];
    uint32_t first = d->domain->types.data[object->type].first_object;
    bool was_there = d->born[index] != 0, is_there = object->is_grounded;
    bool is_another = was_there && is_there && object->born != 0 && object->born != d->born[index];
    if (was_there == is_there && !is_another) return;
    if (was_there) emit(writer, PLOY_TRACE_OBJECT_DESPAWNED, d->note, object->type, index - first, 0);
    if (is_there) emit(writer, PLOY_TRACE_OBJECT_SPAWNED, d->note, object->type, index - first, 0);
    // An object that planners know although it has been despawned since: any stamp will do.
    d->born[index] = !is_there ? 0 : object->born ? object->born : 1;
}

static void compare_objects(pl_noted_domain* d, const pl_domain_writer* writer)
{
    for (uint32_t i = 0; i < d->object_count; ++i) {
        if (d->domain->types.data[d->domain->objects.data[i].type].is_spawned) compare_object(d, i, writer);
    }
}

static void compare_table(const pl_noted_domain* d, uint32_t index, int64_t* written, const pl_domain_writer* writer)
{
    const pl_value_table* table = &d->domain->tables.data[index];
    const int64_t* known = table->grounded ? table->grounded : table->values;
    for (uint32_t cell = 0; cell < table->cell_count; ++cell) {
        if (written[cell] == known[cell] || pl_value_table_is_mirrored(d->domain, table, cell)) continue;
        written[cell] = known[cell];
        emit(writer, PLOY_TRACE_TABLE_CELL, d->note, index, cell, (uint64_t)known[cell]);
    }
    if (!table->is_travel || d->detours[index] == table->detour) return;
    d->detours[index] = table->detour;
    emit(writer, PLOY_TRACE_TABLE_DETOUR, d->note, index, (uint64_t)table->detour, 0);
}

static void compare_state(pl_noted_domain* d, const pl_domain_writer* writer)
{
    compare_objects(d, writer);
    int64_t* written = d->values;
    for (uint32_t t = 0; t < d->table_count; ++t) {
        compare_table(d, t, written, writer);
        written += d->domain->tables.data[t].cell_count;
    }
}

static bool renew_note(pl_noted_domain* d, const pl_domain_writer* writer)
{
    uint32_t note = writer->note(writer->user, d->domain);
    if (note == PLOY_NONE) return false;
    d->note = note;
    d->since = writer->tick;
    d->has_new_note = true;
    take_all(d);
    return true;
}

static bool has_changed(const pl_noted_domain* d)
{
    return d->version != pl_domain_version(d->domain) || d->object_stamp != d->domain->object_stamp;
}

bool pl_noted_domain_compare(pl_noted_domain* d, const pl_domain_writer* writer)
{
    if (!has_changed(d)) return true;
    bool has_other_clauses = d->clause_stamp != d->domain->clause_stamp;
    note_stamps(d);
    bool is_good = !has_other_clauses || renew_note(d, writer);
    compare_state(d, writer);
    return is_good;
}

// All of them.

void pl_noted_domains_init(pl_noted_domains* domains, const ploy_allocator* allocator)
{
    *domains = (pl_noted_domains){.allocator = *allocator};
}

void pl_noted_domains_destroy(pl_noted_domains* domains)
{
    for (uint32_t i = 0; i < domains->list.count; ++i) drop(domains, &domains->list.data[i]);
    PL_ARRAY_FREE(&domains->list, &domains->allocator);
}

pl_noted_domain* pl_noted_domains_at(const pl_noted_domains* domains, uint32_t id)
{
    for (uint32_t i = 0; i < domains->list.count; ++i) {
        if (domains->list.data[i].id == id) return &domains->list.data[i];
    }
    return NULL;
}

pl_noted_domain* pl_noted_domains_find(const pl_noted_domains* domains, const ploy_domain* domain)
{
    for (uint32_t i = 0; i < domains->list.count; ++i) {
        if (domains->list.data[i].domain == domain) return &domains->list.data[i];
    }
    return NULL;
}

// Of a domain without spawned types and tables only the clauses can change.
static void count_parts(pl_noted_domain* d)
{
    if (!pl_domain_can_change(d->domain)) return;
    d->object_count = d->domain->objects.count;
    d->table_count = d->domain->tables.count;
    for (uint32_t t = 0; t < d->table_count; ++t) d->cell_count += d->domain->tables.data[t].cell_count;
}

static bool make_room(pl_noted_domain* d, const ploy_allocator* allocator)
{
    if (d->object_count > 0) d->born = PL_NEW_ARRAY(allocator, uint32_t, d->object_count);
    if (d->cell_count > 0) d->values = PL_NEW_ARRAY(allocator, int64_t, d->cell_count);
    if (d->table_count > 0) d->detours = PL_NEW_ARRAY(allocator, int64_t, d->table_count);
    return !d->object_count == !d->born && !d->cell_count == !d->values && !d->table_count == !d->detours;
}

void pl_noted_domains_prune(pl_noted_domains* domains)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < domains->list.count; ++i) {
        pl_noted_domain* d = &domains->list.data[i];
        if (d->is_used) {
            d->is_used = false;
            domains->list.data[kept++] = *d;
        } else {
            drop(domains, d);
        }
    }
    domains->list.count = kept;
}

uint32_t pl_noted_domains_add(pl_noted_domains* domains, const ploy_domain* domain, uint32_t note,
                              const pl_domain_writer* writer)
{
    const ploy_allocator* allocator = &domains->allocator;
    if (!PL_ARRAY_RESERVE(&domains->list, allocator, domains->list.count + 1)) return PLOY_NONE;
    pl_noted_domain d = {.domain = domain, .id = domains->next_id, .note = note};
    count_parts(&d);
    if (!make_room(&d, allocator)) {
        drop(domains, &d);
        return PLOY_NONE;
    }
    take_all(&d);
    note_stamps(&d);
    compare_state(&d, writer);
    domains->list.data[domains->list.count++] = d;
    return domains->next_id++;
}
