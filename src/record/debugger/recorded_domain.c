#include "record/debugger/recorded_domain.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "plan/domain/domain.h"
#include "record/object_name.h"

// As noted.

static void count_parts(pl_recorded_domain* r, const ploy_domain* domain)
{
    r->object_count = domain->objects.count;
    r->table_count = domain->tables.count;
    for (uint32_t t = 0; t < r->table_count; ++t) r->cell_count += domain->tables.data[t].cell_count;
}

static bool make_room(pl_recorded_domain* r)
{
    r->existed = PL_NEW_ARRAY(&r->allocator, bool, r->object_count + 1);
    r->values = PL_NEW_ARRAY(&r->allocator, int64_t, r->cell_count + 1);
    r->detours = PL_NEW_ARRAY(&r->allocator, int64_t, r->table_count + 1);
    return r->existed && r->values && r->detours;
}

static void forget_detours(pl_recorded_domain* r)
{
    for (uint32_t t = 0; t < r->table_count; ++t) r->detours[t] = -1;
}

static void keep_noted(pl_recorded_domain* r, const ploy_domain* domain)
{
    int64_t* to = r->values;
    for (uint32_t i = 0; i < r->object_count; ++i) r->existed[i] = domain->objects.data[i].born != 0;
    for (uint32_t t = 0; t < r->table_count; ++t) {
        const pl_value_table* table = &domain->tables.data[t];
        memcpy(to, table->values, table->cell_count * sizeof *to);
        to += table->cell_count;
    }
    forget_detours(r);
}

static void free_noted(pl_recorded_domain* r)
{
    if (!r->can_change) return;
    PL_DELETE_ARRAY(&r->allocator, r->existed, r->object_count + 1);
    PL_DELETE_ARRAY(&r->allocator, r->values, r->cell_count + 1);
    PL_DELETE_ARRAY(&r->allocator, r->detours, r->table_count + 1);
}

bool pl_recorded_domain_init(pl_recorded_domain* r, uint32_t note, ploy_domain* domain, const ploy_allocator* allocator)
{
    *r = (pl_recorded_domain){.note = note, .allocator = *allocator, .can_change = pl_domain_can_change(domain)};
    if (r->can_change) count_parts(r, domain);
    r->replay = PL_NEW(allocator, pl_replay);
    bool is_good = r->replay && (!r->can_change || make_room(r)) && pl_replay_init(r->replay, domain, allocator);
    if (!is_good) {
        free_noted(r);
        PL_DELETE(allocator, r->replay);
        return false;
    }
    if (r->can_change) keep_noted(r, domain);
    return true;
}

void pl_recorded_domain_destroy(pl_recorded_domain* r)
{
    pl_replay_destroy(r->replay);
    PL_DELETE(&r->allocator, r->replay);
    free_noted(r);
}

static void go_back(pl_recorded_domain* r)
{
    ploy_domain* domain = r->replay->domain;
    const int64_t* from = r->values;
    for (uint32_t i = 0; i < r->object_count; ++i) {
        const pl_object* object = &domain->objects.data[i];
        uint32_t first = domain->types.data[object->type].first_object;
        if ((object->born != 0) != r->existed[i])
            (void)pl_domain_restore_object(domain, object->type, i - first, r->existed[i]);
    }
    for (uint32_t t = 0; t < r->table_count; ++t) {
        pl_value_table* table = &domain->tables.data[t];
        memcpy(table->values, from, table->cell_count * sizeof *from);
        from += table->cell_count;
    }
    forget_detours(r);
    r->next = (pl_event_place){0};
    r->is_stale = true;
}

// Events. What does not fit the domain is left out: a recording may say anything.

static void take(pl_recorded_domain* r, uint32_t kind, const uint64_t* args)
{
    ploy_domain* domain = r->replay->domain;
    switch (kind) {
    case PLOY_TRACE_OBJECT_SPAWNED:
    case PLOY_TRACE_OBJECT_DESPAWNED:
        r->is_stale |= pl_domain_restore_object(domain, args[1], args[2], kind == PLOY_TRACE_OBJECT_SPAWNED);
        break;
    case PLOY_TRACE_TABLE_CELL:
        r->is_stale |= pl_domain_restore_cell(domain, args[1], args[2], (int64_t)args[3]);
        break;
    default:
        if (args[1] >= r->table_count || args[2] > INT64_MAX) return;
        r->detours[args[1]] = (int64_t)args[2];
        r->is_stale = true;
        break;
    }
}

static bool is_of_domain(uint32_t kind)
{
    return kind == PLOY_TRACE_OBJECT_SPAWNED || kind == PLOY_TRACE_OBJECT_DESPAWNED || kind == PLOY_TRACE_TABLE_CELL ||
           kind == PLOY_TRACE_TABLE_DETOUR;
}

static ploy_status read_until(pl_recorded_domain* r, const pl_event_kinds* kinds, ploy_recording* recording,
                              pl_event_place place)
{
    ploy_trace_event event;
    pl_event_place at = {r->next.tick, UINT64_MAX};
    uint64_t tick;
    ploy_status status;
    ploy_recording_seek(recording, r->next.tick);
    while ((status = ploy_recording_next(recording, &event, &tick)) == PLOY_FOUND) {
        at = (pl_event_place){tick, tick == at.tick ? at.nth + 1 : 0};
        if (!pl_event_place_is_before(at, place)) break;
        uint32_t kind = pl_event_kinds_of(kinds, event.kind);
        if (!is_of_domain(kind) || event.args[0] != r->note || pl_event_place_is_before(at, r->next)) continue;
        take(r, kind, event.args);
    }
    r->next = place;
    return status == PLOY_OUT_OF_MEMORY ? status : PLOY_OK;
}

static ploy_status compile(pl_recorded_domain* r, ploy_error* error)
{
    ploy_domain* domain = r->replay->domain;
    if (!r->is_stale) return PLOY_OK;
    ploy_status status = ploy_domain_compile(domain, error);
    for (uint32_t t = 0; t < r->table_count; ++t) {
        if (r->detours[t] >= 0) domain->tables.data[t].detour = r->detours[t];
    }
    r->is_stale = status != PLOY_OK;
    return status;
}

ploy_status pl_recorded_domain_seek(pl_recorded_domain* r, const pl_event_kinds* kinds, ploy_recording* recording,
                                    pl_event_place place, ploy_error* error)
{
    if (!r->can_change) return PLOY_OK;
    if (pl_event_place_is_before(place, r->next)) go_back(r);
    ploy_status status = read_until(r, kinds, recording, place);
    return status == PLOY_OK ? compile(r, error) : status;
}

// Two domains.

static bool has_same_text(const char* a, const char* b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static bool declarations_are_alike(const pl_declaration* a, const pl_declaration* b)
{
    if (!has_same_text(a->name, b->name) || a->param_count != b->param_count) return false;
    for (uint32_t i = 0; i < a->param_count; ++i) {
        if (a->params[i].type != b->params[i].type) return false;
    }
    return true;
}

static bool symbols_are_alike(const ploy_domain* a, const ploy_domain* b)
{
    for (uint32_t i = 0; i < a->symbols.count; ++i) {
        const pl_symbol *x = &a->symbols.data[i], *y = &b->symbols.data[i];
        bool is_alike = has_same_text(x->name, y->name) && x->kind == y->kind && x->min == y->min &&
                        x->step == y->step && x->size == y->size && x->first_variable == y->first_variable;
        if (!is_alike) return false;
    }
    return true;
}

static bool objects_are_alike(const ploy_domain* a, const ploy_domain* b)
{
    for (uint32_t i = 0; i < a->objects.count; ++i) {
        const pl_object *x = &a->objects.data[i], *y = &b->objects.data[i];
        if (x->type != y->type || !has_same_text(x->name, y->name)) return false;
    }
    for (uint32_t i = 0; i < a->tables.count; ++i) {
        const pl_value_table *x = &a->tables.data[i], *y = &b->tables.data[i];
        bool is_alike = has_same_text(x->name, y->name) && x->kind == y->kind && x->cell_count == y->cell_count;
        if (!is_alike) return false;
    }
    return true;
}

bool pl_domains_are_alike(const ploy_domain* a, const ploy_domain* b)
{
    if (a->types.count != b->types.count || a->objects.count != b->objects.count) return false;
    if (a->symbols.count != b->symbols.count || a->tables.count != b->tables.count) return false;
    if (a->actions.count != b->actions.count || a->goals.count != b->goals.count) return false;
    if (!symbols_are_alike(a, b) || !objects_are_alike(a, b)) return false;
    for (uint32_t i = 0; i < a->actions.count; ++i) {
        if (!declarations_are_alike(&a->actions.data[i].declaration, &b->actions.data[i].declaration)) return false;
    }
    for (uint32_t i = 0; i < a->goals.count; ++i) {
        if (!declarations_are_alike(&a->goals.data[i], &b->goals.data[i])) return false;
    }
    return true;
}

enum
{
    MAX_CHANGES = 8, // in a text
};

// false: it is only counted.
static bool begin_change(pl_text* text, uint32_t* count)
{
    if ((*count)++ >= MAX_CHANGES) return false;
    pl_text_add(text, *count > 1 ? "; " : "");
    return true;
}

static void add_objects(pl_text* text, const ploy_domain* before, const ploy_domain* after, uint32_t* count)
{
    for (uint32_t i = 0; i < before->objects.count; ++i) {
        bool was_there = before->objects.data[i].born != 0, is_there = after->objects.data[i].born != 0;
        if (was_there == is_there || !begin_change(text, count)) continue;
        pl_text_add(text, is_there ? "%s, which did not exist before" : "%s, which no longer exists",
                    before->objects.data[i].name);
    }
}

static void add_cells(pl_text* text, const ploy_domain* before, const ploy_domain* after, uint32_t* count)
{
    char name[512], value[512];
    for (uint32_t t = 0; t < before->tables.count; ++t) {
        const int64_t *was = before->tables.data[t].values, *is = after->tables.data[t].values;
        for (uint32_t cell = 0; cell < before->tables.data[t].cell_count; ++cell) {
            if (was[cell] == is[cell] || pl_value_table_is_mirrored(before, &before->tables.data[t], cell)) continue;
            if (!begin_change(text, count)) continue;
            pl_text_add(text, "%s = %s", pl_cell_name(before, t, cell, name, sizeof name),
                        pl_cell_value(before, t, was[cell], value, sizeof value));
            pl_text_add(text, ", then %s", pl_cell_value(after, t, is[cell], value, sizeof value));
        }
    }
}

static bool has_same_texts(const pl_texts* a, const pl_texts* b)
{
    return a->count == b->count && a->bytes == b->bytes && (a->bytes == 0 || memcmp(a->text, b->text, a->bytes) == 0);
}

static void add_texts(pl_text* text, const pl_declaration* before, const pl_declaration* after, ploy_part first,
                      uint32_t* count)
{
    static const char* const parts[] = {"precondition", "effects", "cost", "condition", "priority", "relevance"};
    for (uint32_t i = 0; i < 3; ++i) {
        if (has_same_texts(&before->texts[i], &after->texts[i]) || !begin_change(text, count)) continue;
        pl_text_add(text, "the %s of %s", parts[first + i], before->name);
    }
}

uint32_t pl_add_domain_changes(pl_text* text, const ploy_domain* before, const ploy_domain* after)
{
    uint32_t count = 0;
    add_objects(text, before, after, &count);
    add_cells(text, before, after, &count);
    for (uint32_t i = 0; i < before->actions.count; ++i) {
        add_texts(text, &before->actions.data[i].declaration, &after->actions.data[i].declaration, PLOY_PART_PRE,
                  &count);
    }
    for (uint32_t i = 0; i < before->goals.count; ++i) {
        add_texts(text, &before->goals.data[i], &after->goals.data[i], PLOY_PART_CONDITION, &count);
    }
    if (count > MAX_CHANGES) pl_text_add(text, "; and %" PRIu32 " more", count - MAX_CHANGES);
    return count;
}
