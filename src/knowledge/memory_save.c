// A working memory in a save: which fact types it fits, the time, then for each type how many places were ever used, and
// every one of them, live or free: the generations of free places keep old ids stale. How much room there is beyond
// them does not show.
//
//   length in words, 4 bytes | fingerprint | now | for each type: places | for each place: generation and set,
//   source and belief, updated, values ...      8 bytes each

#include "knowledge/memory.h"

enum
{
    HEADER_WORDS = 2,
    PLACE_WORDS = 3
};

typedef struct saved_place
{
    uint32_t generation;
    uint64_t updated;
    ploy_fact fact;
} saved_place;

// Places are taken from the lowest: up to the last one that was ever used.
static uint32_t places_of(const ploy_memory* memory, uint32_t type)
{
    uint32_t places = memory->stores ? memory->stores[type].room : 0;
    const pl_fact_type* description = &memory->fact_types->list.data[type];
    while (places > 0 && pl_fact_record_at(&memory->stores[type], description, places - 1)->generation == 0) --places;
    return places;
}

static size_t place_words(const pl_fact_type* type)
{
    return PLACE_WORDS + (size_t)type->attribute_count;
}

// Saving.

static size_t save_words(const ploy_memory* memory)
{
    size_t words = HEADER_WORDS;
    for (uint32_t i = 0; i < memory->fact_types->list.count; ++i) {
        words += 1 + places_of(memory, i) * place_words(&memory->fact_types->list.data[i]);
    }
    return words;
}

static void save_place(ploy_writer* writer, const pl_fact_type* type, const pl_fact_record* record)
{
    ploy_write_u64(writer, (uint64_t)record->generation << 32 | record->set);
    ploy_write_u64(writer, (uint64_t)record->source << 32 | record->belief);
    ploy_write_u64(writer, record->updated);
    for (uint32_t a = 0; a < type->attribute_count; ++a) ploy_write_i64(writer, record->values[a]);
}

void pl_memory_save(const ploy_memory* memory, ploy_writer* writer)
{
    ploy_write_u32(writer, (uint32_t)save_words(memory));
    ploy_write_u64(writer, memory->fact_types->fingerprint);
    ploy_write_u64(writer, memory->now);
    for (uint32_t i = 0; i < memory->fact_types->list.count; ++i) {
        const pl_fact_type* type = &memory->fact_types->list.data[i];
        uint32_t places = places_of(memory, i);
        ploy_write_u64(writer, places);
        for (uint32_t place = 0; place < places; ++place) {
            save_place(writer, type, pl_fact_record_at(&memory->stores[i], type, place));
        }
    }
}

// Restoring: a pass that only checks, on a copy of the reader, then one that cannot fail.

static saved_place load_place(ploy_reader* reader, const pl_fact_type* type)
{
    saved_place place;
    uint64_t first = ploy_read_u64(reader), second = ploy_read_u64(reader);
    place.generation = (uint32_t)(first >> 32);
    place.updated = ploy_read_u64(reader);
    place.fact.set = (uint32_t)first;
    place.fact.source = (uint32_t)(second >> 32);
    place.fact.belief = (uint32_t)second;
    for (uint32_t a = 0; a < type->attribute_count; ++a) place.fact.values[a] = ploy_read_i64(reader);
    return place;
}

static bool is_live(const saved_place* place)
{
    return place->generation % 2 == 1;
}

static bool place_is_valid(ploy_reader* reader, const pl_fact_type* type, uint64_t now)
{
    saved_place place = load_place(reader, type);
    return !is_live(&place) || (pl_fact_is_valid(type, &place.fact) && place.updated <= now);
}

static bool is_save_of(const ploy_fact_types* fact_types, ploy_reader reader)
{
    uint32_t words = ploy_read_u32(&reader);
    size_t begin = reader.at;
    if (reader.failed || words > (reader.count - begin) / 8) return false;
    if (ploy_read_u64(&reader) != fact_types->fingerprint) return false;
    uint64_t now = ploy_read_u64(&reader);
    if (now > INT64_MAX / 1000) return false; // an age in microseconds must fit
    for (uint32_t i = 0; i < fact_types->list.count; ++i) {
        const pl_fact_type* type = &fact_types->list.data[i];
        uint64_t places = ploy_read_u64(&reader);
        if (places > type->capacity) return false;
        for (; places > 0; --places) {
            if (!place_is_valid(&reader, type, now) || reader.failed) return false;
        }
    }
    return !reader.failed && reader.at - begin == 8 * (size_t)words;
}

static bool make_room(ploy_memory* memory, ploy_reader reader)
{
    bool ok = true;
    reader.at += 4 + 8 * HEADER_WORDS;
    for (uint32_t i = 0; i < memory->fact_types->list.count && ok; ++i) {
        uint64_t places = ploy_read_u64(&reader);
        reader.at += 8 * (size_t)places * place_words(&memory->fact_types->list.data[i]);
        ok = places == 0 || pl_memory_reserve(memory, i, (uint32_t)places);
    }
    return ok;
}

static void restore_place(ploy_reader* reader, pl_fact_store* store, const pl_fact_type* type, uint32_t at)
{
    saved_place place = load_place(reader, type);
    pl_fact_record* record = pl_fact_record_at(store, type, at);
    record->updated = place.updated;
    record->generation = place.generation;
    record->source = place.fact.source;
    record->set = place.fact.set;
    record->belief = place.fact.belief;
    for (uint32_t a = 0; a < type->attribute_count; ++a) record->values[a] = place.fact.values[a];
    if (is_live(&place)) {
        pl_bits_set(store->block, at);
        ++store->count;
    }
}

ploy_status pl_memory_restore(ploy_memory* memory, ploy_reader* reader)
{
    if (reader->failed || !is_save_of(memory->fact_types, *reader)) {
        reader->failed = true;
        return PLOY_INVALID;
    }
    if (!make_room(memory, *reader)) return PLOY_OUT_OF_MEMORY;
    ploy_read_u32(reader);
    ploy_read_u64(reader);
    memory->now = ploy_read_u64(reader);
    memory->due = memory->now; // the next advance finds the right moment
    memory->total = 0;
    ++memory->version;
    for (uint32_t i = 0; i < memory->fact_types->list.count; ++i) {
        const pl_fact_type* type = &memory->fact_types->list.data[i];
        uint32_t places = (uint32_t)ploy_read_u64(reader);
        if (!memory->stores) continue; // no type has a place
        pl_fact_store_clear(&memory->stores[i], type);
        for (uint32_t place = 0; place < places; ++place) restore_place(reader, &memory->stores[i], type, place);
        memory->total += memory->stores[i].count;
    }
    return PLOY_OK;
}
