// A memory as words: which kinds it fits, the time, then for each kind how many places there are, and every place, live
// or not: the generations of free places keep old ids stale.
//
//   mark | now | [places | [generation, set | source, belief | noted | values ...] ...] ...

#include <string.h>

#include "knowledge/memory.h"

enum
{
    HEAD_WORDS = 2,
    PLACE_WORDS = 3
};

static uint32_t room_of(const ploy_memory* facts, uint32_t kind)
{
    return facts->stores ? facts->stores[kind].room : 0;
}

static size_t place_words(const pl_fact_type* kind)
{
    return PLACE_WORDS + (size_t)kind->attribute_count;
}

// Saving.

size_t ploy_memory_save_words(const ploy_memory* facts)
{
    size_t words = HEAD_WORDS;
    for (uint32_t kind = 0; kind < facts->kinds->list.count; ++kind) {
        words += 1 + room_of(facts, kind) * place_words(&facts->kinds->list.data[kind]);
    }
    return words;
}

static uint64_t* save_place(uint64_t* words, const pl_fact_type* kind, const pl_fact_record* record)
{
    words[0] = (uint64_t)record->generation << 32 | record->set;
    words[1] = (uint64_t)record->source << 32 | record->belief;
    words[2] = record->noted;
    memcpy(words + PLACE_WORDS, record->values, kind->attribute_count * sizeof *words);
    return words + place_words(kind);
}

ploy_status ploy_memory_save(const ploy_memory* facts, uint64_t* words, size_t capacity)
{
    if (capacity < ploy_memory_save_words(facts)) {
        return PLOY_FULL;
    }
    *words++ = facts->kinds->fingerprint;
    *words++ = facts->now;
    for (uint32_t i = 0; i < facts->kinds->list.count; ++i) {
        const pl_fact_type* kind = &facts->kinds->list.data[i];
        *words++ = room_of(facts, i);
        for (uint32_t place = 0; place < room_of(facts, i); ++place) {
            words = save_place(words, kind, pl_fact_record_at(&facts->stores[i], kind, place));
        }
    }
    return PLOY_OK;
}

// Restoring: a pass that only looks, then one that cannot fail.

static bool is_live(const uint64_t* place)
{
    return (place[0] >> 32) % 2 == 1;
}

static ploy_fact fact_of(const uint64_t* place, const pl_fact_type* kind)
{
    ploy_fact fact = {.set = (uint32_t)place[0], .belief = (uint32_t)place[1], .source = (uint32_t)(place[1] >> 32)};
    memcpy(fact.values, place + PLACE_WORDS, kind->attribute_count * sizeof *place);
    return fact;
}

static bool place_is_valid(const uint64_t* place, const pl_fact_type* kind, uint64_t now)
{
    ploy_fact fact = fact_of(place, kind);
    return !is_live(place) || (pl_fact_is_valid(kind, &fact) && place[2] <= now);
}

static bool is_save_of(const ploy_fact_types* kinds, const uint64_t* words, size_t count)
{
    const uint64_t* end = words + count;
    if (count < HEAD_WORDS || words[0] != kinds->fingerprint) {
        return false;
    }
    uint64_t now = words[1];
    words += HEAD_WORDS;
    for (uint32_t i = 0; i < kinds->list.count; ++i) {
        const pl_fact_type* kind = &kinds->list.data[i];
        size_t left = (size_t)(end - words);
        if (left == 0 || words[0] > kind->capacity || words[0] * place_words(kind) > left - 1) {
            return false;
        }
        for (uint64_t n = *words++; n > 0; --n, words += place_words(kind)) {
            if (!place_is_valid(words, kind, now)) {
                return false;
            }
        }
    }
    return words == end;
}

static bool make_room(ploy_memory* facts, const uint64_t* words)
{
    bool ok = true;
    words += HEAD_WORDS;
    for (uint32_t i = 0; i < facts->kinds->list.count && ok; ++i) {
        uint64_t places = *words++;
        words += places * place_words(&facts->kinds->list.data[i]);
        ok = places == 0 || pl_memory_reserve(facts, i, (uint32_t)places);
    }
    return ok;
}

static void restore_place(pl_fact_store* store, const pl_fact_type* kind, uint32_t place, const uint64_t* words)
{
    ploy_fact fact = fact_of(words, kind);
    pl_fact_record* record = pl_fact_record_at(store, kind, place);
    record->noted = words[2];
    record->generation = (uint32_t)(words[0] >> 32);
    record->source = fact.source;
    record->set = fact.set;
    record->belief = fact.belief;
    memcpy(record->values, fact.values, kind->attribute_count * sizeof(int64_t));
    if (is_live(words)) {
        pl_bits_set(store->block, place);
        ++store->count;
    }
}

ploy_status ploy_memory_restore(ploy_memory* facts, const uint64_t* words, size_t count)
{
    if (!is_save_of(facts->kinds, words, count)) {
        return PLOY_INVALID;
    }
    if (!make_room(facts, words)) {
        return PLOY_OUT_OF_MEMORY;
    }
    facts->now = words[1];
    facts->due = facts->now; // the next advance finds out
    facts->total = 0;
    ++facts->version;
    words += HEAD_WORDS;
    for (uint32_t i = 0; facts->stores && i < facts->kinds->list.count; ++i) {
        const pl_fact_type* kind = &facts->kinds->list.data[i];
        pl_fact_store_clear(&facts->stores[i], kind);
        uint32_t places = (uint32_t)*words++;
        for (uint32_t place = 0; place < places; ++place, words += place_words(kind)) {
            restore_place(&facts->stores[i], kind, place, words);
        }
        facts->total += facts->stores[i].count;
    }
    return PLOY_OK;
}
