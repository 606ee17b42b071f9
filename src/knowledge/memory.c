#include "knowledge/memory.h"

#include <string.h>

#include "base/index.h"
#include "trace/emit.h"

ploy_memory* ploy_memory_create(const ploy_memory_def* def)
{
    PL_ASSERT(def->kinds);
    ploy_memory* facts = PL_NEW(&def->kinds->allocator, ploy_memory);
    if (facts) {
        *facts = (ploy_memory){.kinds = def->kinds, .due = UINT64_MAX, .agent = def->agent};
        facts->kinds->is_fixed = true;
        ++facts->kinds->memory_count;
    }
    return facts;
}

void ploy_memory_destroy(ploy_memory* facts)
{
    if (!facts) {
        return;
    }
    ploy_fact_types* kinds = facts->kinds;
    for (uint32_t kind = 0; facts->stores && kind < kinds->list.count; ++kind) {
        pl_fact_store_destroy(&facts->stores[kind], &kinds->list.data[kind], &kinds->allocator);
    }
    PL_DELETE_ARRAY(&kinds->allocator, facts->stores, kinds->list.count);
    --kinds->memory_count;
    PL_DELETE(&kinds->allocator, facts);
}

bool pl_memory_reserve(ploy_memory* facts, uint32_t kind, uint32_t count)
{
    const ploy_allocator* allocator = &facts->kinds->allocator;
    if (!facts->stores) {
        facts->stores = PL_NEW_ARRAY(allocator, pl_fact_store, facts->kinds->list.count);
    }
    return facts->stores &&
           pl_fact_store_reserve(&facts->stores[kind], &facts->kinds->list.data[kind], count, allocator);
}

ploy_status ploy_memory_reserve(ploy_memory* facts, uint32_t kind, uint32_t count)
{
    uint32_t capacity = pl_fact_type_at(facts->kinds, kind)->capacity;
    return pl_memory_reserve(facts, kind, count < capacity ? count : capacity) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

size_t ploy_memory_bytes(const ploy_memory* facts)
{
    size_t bytes = sizeof *facts;
    for (uint32_t kind = 0; facts->stores && kind < facts->kinds->list.count; ++kind) {
        bytes += sizeof *facts->stores + pl_fact_store_bytes(&facts->stores[kind], &facts->kinds->list.data[kind]);
    }
    return bytes;
}

uint32_t ploy_memory_total(const ploy_memory* facts)
{
    return facts->total;
}

uint64_t ploy_memory_now(const ploy_memory* facts)
{
    return facts->now;
}

uint64_t ploy_memory_version(const ploy_memory* facts)
{
    return facts->version;
}

// Forgetting.

void pl_memory_drop(ploy_memory* facts, const pl_fact_place* at, ploy_forget_reason reason)
{
    PL_TRACE_UNLESS(at->kind->is_restless, facts->kinds->trace, FACT_FORGOTTEN, facts->agent,
                    pl_fact_traced(pl_fact_place_id(at)), at->kind_index,
                    pl_memory_belief_of(facts, at->kind, pl_fact_place_record(at)), (uint64_t)reason);
    pl_fact_store_give(at->store, at->kind, at->place);
    --facts->total;
    ++facts->version;
}

static void sweep_kind(ploy_memory* facts, uint32_t index)
{
    pl_fact_place at = {&facts->kinds->list.data[index], &facts->stores[index], index, 0};
    for (uint32_t i = pl_fact_store_next(at.store, 0); i != PL_NONE; i = pl_fact_store_next(at.store, i + 1)) {
        at.place = i;
        uint64_t end = pl_fact_end(at.kind, pl_fact_place_record(&at));
        if (end <= facts->now) {
            pl_memory_drop(facts, &at, PLOY_FORGET_DECAYED);
        } else if (end < facts->due) {
            facts->due = end;
        }
    }
}

void ploy_memory_advance(ploy_memory* facts, uint64_t dt)
{
    facts->now += dt;
    facts->version += dt > 0;
    if (facts->now < facts->due) {
        return;
    }
    facts->due = UINT64_MAX;
    for (uint32_t kind = 0; facts->stores && kind < facts->kinds->list.count; ++kind) {
        if (facts->kinds->list.data[kind].lifetimes) {
            sweep_kind(facts, kind);
        }
    }
}

// By id.

bool pl_memory_find(const ploy_memory* facts, ploy_fact_id id, pl_fact_place* found)
{
    uint32_t kind = id.index1 && facts->stores ? pl_fact_type_of(facts->kinds, id.index1 - 1) : PL_NONE;
    if (kind == PL_NONE) {
        return false;
    }
    const pl_fact_type* known = &facts->kinds->list.data[kind];
    *found = (pl_fact_place){known, &facts->stores[kind], kind, id.index1 - 1 - known->first};
    return found->place < found->store->room && id.generation % 2 == 1 &&
           pl_fact_place_record(found)->generation == id.generation;
}

bool ploy_memory_is_known(const ploy_memory* facts, ploy_fact_id id)
{
    pl_fact_place at;
    return pl_memory_find(facts, id, &at);
}

uint32_t ploy_memory_belief(const ploy_memory* facts, ploy_fact_id id)
{
    pl_fact_place at;
    return pl_memory_find(facts, id, &at) ? pl_memory_belief_of(facts, at.kind, pl_fact_place_record(&at)) : 0;
}

ploy_status ploy_memory_get(const ploy_memory* facts, ploy_fact_id id, ploy_fact* fact)
{
    pl_fact_place at;
    if (!pl_memory_find(facts, id, &at)) {
        return PLOY_NOT_FOUND;
    }
    const pl_fact_record* record = pl_fact_place_record(&at);
    *fact = (ploy_fact){.kind = at.kind_index,
                        .set = record->set,
                        .belief = pl_memory_belief_of(facts, at.kind, record),
                        .source = record->source,
                        .age = facts->now - record->noted};
    memcpy(fact->values, record->values, at.kind->attribute_count * sizeof(int64_t));
    return PLOY_OK;
}

ploy_status ploy_memory_forget(ploy_memory* facts, ploy_fact_id id)
{
    pl_fact_place at;
    if (!pl_memory_find(facts, id, &at)) {
        return PLOY_NOT_FOUND;
    }
    pl_memory_drop(facts, &at, PLOY_FORGET_REQUESTED);
    return PLOY_OK;
}

static void digest_kind(const ploy_memory* facts, uint32_t index, pl_digest* digest)
{
    const pl_fact_store* store = &facts->stores[index];
    const pl_fact_type* kind = &facts->kinds->list.data[index];
    for (uint32_t i = pl_fact_store_next(store, 0); i != PL_NONE; i = pl_fact_store_next(store, i + 1)) {
        const pl_fact_record* record = pl_fact_record_at(store, kind, i);
        pl_digest_add(digest, (uint64_t)record->generation << 32 | (kind->first + i));
        pl_digest_add(digest, (uint64_t)record->set << 32 | record->belief);
        pl_digest_add(digest, record->noted);
        pl_digest_add(digest, record->source);
        for (uint32_t a = 0; a < kind->attribute_count; ++a) {
            pl_digest_add(digest, (uint64_t)record->values[a]);
        }
    }
}

void pl_memory_digest(const ploy_memory* facts, pl_digest* digest)
{
    pl_digest_add(digest, facts->now);
    for (uint32_t kind = 0; facts->stores && kind < facts->kinds->list.count; ++kind) {
        digest_kind(facts, kind, digest);
    }
}
