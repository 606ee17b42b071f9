#include "knowledge/memory.h"

#include <string.h>

#include "base/check.h"
#include "base/watch.h"
#include "base/hints.h"
#include "trace/emit.h"

ploy_memory* ploy_memory_create(const ploy_memory_def* def)
{
    PL_NEED(def, NULL);
    PL_NEED(def->fact_types, NULL);
    ploy_memory* memory = PL_NEW(&def->fact_types->allocator, ploy_memory);
    if (memory) {
        *memory = (ploy_memory){.fact_types = def->fact_types, .due = UINT64_MAX, .agent = def->agent};
        memory->fact_types->is_fixed = true;
        pl_shared_take(&memory->fact_types->shared);
    }
    return memory;
}

void ploy_memory_destroy(ploy_memory* memory)
{
    if (!memory) {
        return;
    }
    ploy_fact_types* fact_types = memory->fact_types;
    for (uint32_t type = 0; memory->stores && type < fact_types->list.count; ++type) {
        pl_fact_store_destroy(&memory->stores[type], &fact_types->list.data[type], &fact_types->allocator);
    }
    PL_DELETE_ARRAY(&fact_types->allocator, memory->stores, fact_types->list.count);
    PL_DELETE(&fact_types->allocator, memory);
    ploy_fact_types_destroy(fact_types);
}

bool pl_memory_reserve(ploy_memory* memory, uint32_t type, uint32_t count)
{
    const ploy_allocator* allocator = &memory->fact_types->allocator;
    if (!memory->stores) {
        memory->stores = PL_NEW_ARRAY(allocator, pl_fact_store, memory->fact_types->list.count);
    }
    return memory->stores &&
           pl_fact_store_reserve(&memory->stores[type], &memory->fact_types->list.data[type], count, allocator);
}

ploy_status ploy_memory_reserve(ploy_memory* memory, uint32_t type, uint32_t count)
{
    PL_NEED(memory, PLOY_INVALID);
    PL_ASSERT(type < memory->fact_types->list.count);
    uint32_t capacity = memory->fact_types->list.data[type].capacity;
    return pl_memory_reserve(memory, type, count < capacity ? count : capacity) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

size_t pl_memory_bytes(const ploy_memory* memory)
{
    size_t bytes = sizeof *memory;
    for (uint32_t type = 0; memory->stores && type < memory->fact_types->list.count; ++type) {
        bytes +=
            sizeof *memory->stores + pl_fact_store_bytes(&memory->stores[type], &memory->fact_types->list.data[type]);
    }
    return bytes;
}

// Forgetting.

static void drop(ploy_memory* memory, const pl_fact_place* at, ploy_forget_reason reason)
{
    PL_TRACE_UNLESS_VOLATILE(at->type->is_volatile, memory->fact_types->trace, FACT_FORGOTTEN, memory->agent,
                             pl_fact_traced(pl_fact_place_id(at)), at->type_index,
                             pl_memory_belief_of(memory, at->type, pl_fact_place_record(at)), (uint64_t)reason);
    pl_fact_store_give(at->store, at->type, at->place);
    --memory->total;
    ++memory->version;
}

static void forget_decayed(ploy_memory* memory, uint32_t index)
{
    pl_fact_place at = {&memory->fact_types->list.data[index], &memory->stores[index], index, 0};
    for (uint32_t i = pl_fact_store_next(at.store, 0); i != PLOY_NONE; i = pl_fact_store_next(at.store, i + 1)) {
        at.place = i;
        uint64_t end = pl_fact_end(at.type, pl_fact_place_record(&at));
        if (end <= memory->now) {
            drop(memory, &at, PLOY_FORGET_DECAYED);
        } else if (end < memory->due) {
            memory->due = end;
        }
    }
}

void pl_memory_advance(ploy_memory* memory, uint64_t milliseconds)
{
    memory->now += milliseconds;
    memory->version += milliseconds > 0;
    if (memory->now < memory->due) {
        return;
    }
    memory->due = UINT64_MAX;
    for (uint32_t type = 0; memory->stores && type < memory->fact_types->list.count; ++type) {
        if (memory->fact_types->list.data[type].lifetimes) {
            forget_decayed(memory, type);
        }
    }
}

void ploy_memory_advance(ploy_memory* memory, int64_t dt)
{
    PL_NEED(memory, );
    PL_ASSERT(dt >= 0);
    memory->rest += dt;
    pl_memory_advance(memory, (uint64_t)(memory->rest / 1000));
    memory->rest %= 1000;
}

// By id.

bool pl_memory_find(const ploy_memory* memory, ploy_fact_id id, pl_fact_place* found)
{
    const ploy_fact_types* types = memory->fact_types;
    uint32_t index = id.index1 - 1;
    if (index >= types->end || !memory->stores || id.generation % 2 == 0) return false;
    uint32_t type = types->list.count - 1;
    const pl_fact_type* known = &types->list.data[type];
    for (; index < known->first; --known) --type;
    *found = (pl_fact_place){known, &memory->stores[type], type, index - known->first};
    return found->place < found->store->room && pl_fact_place_record(found)->generation == id.generation;
}

uint32_t ploy_memory_belief(const ploy_memory* memory, ploy_fact_id id)
{
    PL_NEED(memory, 0);
    pl_fact_place at;
    return pl_memory_find(memory, id, &at) ? pl_memory_belief_of(memory, at.type, pl_fact_place_record(&at)) : 0;
}

ploy_status ploy_memory_get(const ploy_memory* memory, ploy_fact_id id, ploy_fact* fact)
{
    PL_NEED(memory, PLOY_INVALID);
    PL_NEED(fact, PLOY_INVALID);
    pl_fact_place at;
    if (!pl_memory_find(memory, id, &at)) {
        return PLOY_NOT_FOUND;
    }
    const pl_fact_record* record = pl_fact_place_record(&at);
    *fact = (ploy_fact){.type = at.type_index,
                        .set = record->set,
                        .belief = pl_memory_belief_of(memory, at.type, record),
                        .source = record->source,
                        .age = (int64_t)(memory->now - record->updated) * 1000};
    memcpy(fact->values, record->values, at.type->attribute_count * sizeof(int64_t));
    return PLOY_OK;
}

ploy_status ploy_memory_forget(ploy_memory* memory, ploy_fact_id id)
{
    PL_NEED(memory, PLOY_INVALID);
    PL_WATCH_WRITE("working memory", memory, memory->agent);
    pl_fact_place at;
    if (!pl_memory_find(memory, id, &at)) {
        return PLOY_NOT_FOUND;
    }
    drop(memory, &at, PLOY_FORGET_REQUESTED);
    return PLOY_OK;
}

// Remembering.

ploy_fact ploy_fact_of(uint32_t type)
{
    return (ploy_fact){.type = type, .belief = PLOY_FACT_CERTAIN};
}

void ploy_fact_set(ploy_fact* fact, uint32_t attribute, ploy_value value)
{
    PL_NEED(fact, );
    PL_ASSERT(attribute < PLOY_FACT_ATTRIBUTES);
    fact->set |= 1u << attribute;
    fact->values[attribute] = value;
}

bool pl_fact_is_valid(const pl_fact_type* type, const ploy_fact* fact)
{
    bool ok = fact->set >> type->attribute_count == 0 && (fact->set & type->identity) == type->identity;
    ok = ok && fact->belief <= PLOY_FACT_CERTAIN;
    for (uint32_t rest = fact->set & type->bools; rest && ok; rest &= rest - 1) {
        ok = (uint64_t)fact->values[pl_trailing_zeros(rest)] <= 1;
    }
    return ok;
}

// In the attributes that are given.
static bool is_the_same(uint32_t attributes, const pl_fact_record* record, const ploy_fact* fact)
{
    for (uint32_t rest = attributes; rest; rest &= rest - 1) {
        uint32_t a = pl_trailing_zeros(rest);
        if (record->values[a] != fact->values[a]) {
            return false;
        }
    }
    return true;
}

// Live facts of a word of places: those of the store from `from` on.
static uint64_t live_from(const pl_fact_store* store, uint32_t word, uint32_t from)
{
    return word == from / 64 ? store->block[word] & UINT64_MAX << from % 64 : store->block[word];
}

static bool find_same(pl_fact_place* at, const ploy_fact* fact)
{
    if (!at->type->identity) {
        return false;
    }
    const pl_fact_store* store = at->store;
    uint32_t words = pl_bits_words(store->room);
    size_t stride = pl_fact_stride(at->type);
    // Most facts differ in the first attribute that identifies.
    uint32_t first = pl_trailing_zeros(at->type->identity), others = at->type->identity & (at->type->identity - 1);
    int64_t wanted = fact->values[first];
    for (uint32_t word = 0; word < words; ++word) {
        for (uint64_t live = store->block[word]; live; live &= live - 1) {
            uint32_t place = word * 64 + pl_trailing_zeros(live);
            const void* address = (const char*)(store->block + words) + place * stride;
            const pl_fact_record* record = address;
            if (record->values[first] != wanted || !is_the_same(others, record, fact)) continue;
            at->place = place;
            return true;
        }
    }
    at->place = PLOY_NONE;
    return false;
}

// The time of a belief is now: the moment it ends may come before all others.
static void believe(ploy_memory* memory, const pl_fact_place* at, uint32_t belief)
{
    pl_fact_record* record = pl_fact_place_record(at);
    record->belief = belief;
    record->updated = memory->now;
    ++memory->version;
    uint64_t end = pl_fact_end(at->type, record);
    memory->due = end < memory->due ? end : memory->due;
}

static void set_values(const pl_fact_place* at, const ploy_fact* fact)
{
    pl_fact_record* record = pl_fact_place_record(at);
    record->source = fact->source;
    record->set |= fact->set;
    for (uint32_t rest = fact->set; rest; rest &= rest - 1) {
        uint32_t a = pl_trailing_zeros(rest);
        record->values[a] = fact->values[a];
    }
}

// Below level everything only what identifies a fact: the rest changes as it is refreshed.
static void trace_values(const ploy_memory* memory, const pl_fact_place* at, uint32_t attributes)
{
    for (uint32_t rest = attributes; rest; rest &= rest - 1) {
        uint32_t a = pl_trailing_zeros(rest);
        PL_TRACE(memory->fact_types->trace, FACT_VALUE, memory->agent, pl_fact_traced(pl_fact_place_id(at)),
                 at->type_index, a, (uint64_t)pl_fact_place_record(at)->values[a]);
    }
}

// Attributes that a fact has and the record has not, or has another value of.
static uint32_t find_changed(const pl_fact_record* record, const ploy_fact* fact)
{
    uint32_t changed = fact->set & ~record->set;
    for (uint32_t rest = fact->set & record->set; rest; rest &= rest - 1) {
        uint32_t a = pl_trailing_zeros(rest);
        changed |= (uint32_t)(record->values[a] != fact->values[a]) << a;
    }
    return changed;
}

static void refresh(ploy_memory* memory, const pl_fact_place* at, const ploy_fact* fact)
{
    uint32_t before = pl_memory_belief_of(memory, at->type, pl_fact_place_record(at));
    bool is_traced = pl_trace_wants(memory->fact_types->trace, PLOY_TRACE_EVERYTHING);
    uint32_t changed = is_traced ? find_changed(pl_fact_place_record(at), fact) : 0;
    believe(memory, at, fact->belief > before ? fact->belief : before);
    set_values(at, fact);
    PL_TRACE(memory->fact_types->trace, FACT_REFRESHED, memory->agent, pl_fact_traced(pl_fact_place_id(at)),
             at->type_index, pl_fact_place_record(at)->belief, fact->source);
    if (changed) trace_values(memory, at, changed);
}

static void add(ploy_memory* memory, pl_fact_place* at, const ploy_fact* fact)
{
    at->place = pl_fact_store_take(at->store, at->type);
    pl_fact_record* record = pl_fact_place_record(at);
    record->set = 0;
    memset(record->values, 0, at->type->attribute_count * sizeof(int64_t));
    ++memory->total;
    believe(memory, at, fact->belief);
    set_values(at, fact);
    PL_TRACE_UNLESS_VOLATILE(at->type->is_volatile, memory->fact_types->trace, FACT_ADDED, memory->agent,
                             pl_fact_traced(pl_fact_place_id(at)), at->type_index, fact->belief, fact->source);
    bool is_all = pl_trace_wants(memory->fact_types->trace, PLOY_TRACE_EVERYTHING);
    uint32_t traced = is_all ? UINT32_MAX : at->type->is_volatile ? 0 : at->type->identity;
    trace_values(memory, at, fact->set & traced);
}

// The least believed fact, of equals the oldest, of those the one with the lowest id.
static uint32_t find_least_believed(const ploy_memory* memory, const pl_fact_place* at, uint32_t* min_belief)
{
    const pl_fact_store* store = at->store;
    uint32_t words = pl_bits_words(store->room), min = PLOY_NONE, least = UINT32_MAX;
    size_t stride = pl_fact_stride(at->type);
    uint64_t updated = 0;
    for (uint32_t word = 0; word < words; ++word) {
        for (uint64_t live = store->block[word]; live; live &= live - 1) {
            uint32_t place = word * 64 + pl_trailing_zeros(live);
            const void* address = (const char*)(store->block + words) + place * stride;
            const pl_fact_record* record = address;
            uint32_t belief = pl_memory_belief_of(memory, at->type, record);
            if (belief > least || (belief == least && record->updated >= updated)) continue;
            min = place;
            updated = record->updated;
            least = belief;
        }
    }
    *min_belief = least;
    return min;
}

static bool make_room(ploy_memory* memory, pl_fact_place* at, const ploy_fact* fact)
{
    if (at->store->count < at->type->capacity) {
        return true;
    }
    uint32_t belief = 0;
    at->place = find_least_believed(memory, at, &belief);
    bool is_older = pl_fact_place_record(at)->updated < memory->now;
    if (belief > fact->belief || (belief == fact->belief && !is_older)) {
        return false;
    }
    drop(memory, at, PLOY_FORGET_CROWDED);
    return true;
}

static ploy_status remember(ploy_memory* memory, pl_fact_place* at, const ploy_fact* fact)
{
    if (!pl_fact_is_valid(at->type, fact)) {
        return PLOY_INVALID;
    }
    if (find_same(at, fact)) {
        refresh(memory, at, fact);
        return PLOY_ALREADY;
    }
    if (fact->belief < at->type->rule.floor) {
        return PLOY_INVALID;
    }
    uint32_t needed = at->store->count < at->type->capacity ? at->store->count + 1 : at->type->capacity;
    if (at->store->room < needed && !pl_memory_reserve(memory, at->type_index, needed)) {
        return PLOY_OUT_OF_MEMORY;
    }
    if (!make_room(memory, at, fact)) {
        return PLOY_FULL;
    }
    add(memory, at, fact);
    return PLOY_OK;
}

ploy_status ploy_memory_remember(ploy_memory* memory, const ploy_fact* fact, ploy_fact_id* id)
{
    PL_NEED(memory, PLOY_INVALID);
    PL_WATCH_WRITE("working memory", memory, memory->agent);
    PL_NEED(fact, PLOY_INVALID);
    PL_ASSERT(fact->type < memory->fact_types->list.count);
    const pl_fact_type* type = &memory->fact_types->list.data[fact->type];
    ploy_status status = PLOY_OUT_OF_MEMORY;
    pl_fact_place at = {type, NULL, fact->type, PLOY_NONE};
    if (memory->stores || pl_memory_reserve(memory, fact->type, 0)) {
        at.store = &memory->stores[fact->type];
        status = remember(memory, &at, fact);
    }
    if (id) {
        bool is_in = status == PLOY_OK || status == PLOY_ALREADY;
        *id = is_in ? pl_fact_place_id(&at) : (ploy_fact_id){0};
    }
    return status;
}

ploy_status ploy_memory_believe(ploy_memory* memory, ploy_fact_id id, uint32_t belief)
{
    PL_NEED(memory, PLOY_INVALID);
    PL_WATCH_WRITE("working memory", memory, memory->agent);
    pl_fact_place at;
    if (belief > PLOY_FACT_CERTAIN) {
        return PLOY_INVALID;
    }
    if (!pl_memory_find(memory, id, &at)) {
        return PLOY_NOT_FOUND;
    }
    if (belief < at.type->rule.floor) {
        drop(memory, &at, PLOY_FORGET_REQUESTED);
    } else {
        believe(memory, &at, belief);
    }
    return PLOY_OK;
}

// Queries.

void ploy_fact_query_init(ploy_fact_query* query, uint32_t type)
{
    PL_NEED(query, );
    query->type = type;
    query->given = 0;
    query->min_belief = 0;
    query->source = PLOY_NONE;
    query->max_age = INT64_MAX;
}

void ploy_fact_query_between(ploy_fact_query* query, uint32_t attribute, ploy_value min, ploy_value max)
{
    PL_NEED(query, );
    PL_ASSERT(attribute < PLOY_FACT_ATTRIBUTES);
    query->given |= 1u << attribute;
    query->min[attribute] = min;
    query->max[attribute] = max;
}

void ploy_fact_query_equal(ploy_fact_query* query, uint32_t attribute, ploy_value value)
{
    PL_NEED(query, );
    ploy_fact_query_between(query, attribute, value, value);
}

void ploy_fact_query_like(ploy_fact_query* query, const ploy_fact* example)
{
    PL_NEED(query, );
    PL_NEED(example, );
    ploy_fact_query_init(query, example->type);
    for (uint32_t a = 0; a < PLOY_FACT_ATTRIBUTES; ++a) {
        if (example->set >> a & 1) {
            ploy_fact_query_equal(query, a, example->values[a]);
        }
    }
}

PL_INLINE bool values_match(const pl_fact_record* record, const ploy_fact_query* query)
{
    if ((record->set & query->given) != query->given) {
        return false;
    }
    for (uint32_t rest = query->given; rest; rest &= rest - 1) {
        uint32_t a = pl_trailing_zeros(rest);
        if (record->values[a] < query->min[a] || record->values[a] > query->max[a]) {
            return false;
        }
    }
    return true;
}

PL_INLINE bool matches(const ploy_memory* memory, const pl_fact_type* type, const pl_fact_record* record,
                       const ploy_fact_query* query)
{
    return values_match(record, query) && (int64_t)(memory->now - record->updated) * 1000 <= query->max_age &&
           (query->source == PLOY_NONE || query->source == record->source) &&
           (query->min_belief == 0 || pl_memory_belief_of(memory, type, record) >= query->min_belief);
}

// Before the first match; next_match moves on.
static pl_fact_place start(const ploy_memory* memory, const ploy_fact_query* query)
{
    const pl_fact_type* type = &memory->fact_types->list.data[query->type];
    return (pl_fact_place){type, memory->stores ? &memory->stores[query->type] : NULL, query->type, PLOY_NONE};
}

// Most facts of a type fail a query, so what the loop needs stays in registers.
static bool next_match(const ploy_memory* memory, const ploy_fact_query* query, pl_fact_place* at)
{
    const pl_fact_store* store = at->store;
    uint32_t words = store ? pl_bits_words(store->room) : 0, from = at->place + 1;
    size_t stride = pl_fact_stride(at->type);
    for (uint32_t word = from / 64; word < words; ++word) {
        for (uint64_t live = live_from(store, word, from); live; live &= live - 1) {
            uint32_t place = word * 64 + pl_trailing_zeros(live);
            const char* record = (const char*)(store->block + words) + place * stride;
            if (!matches(memory, at->type, (const pl_fact_record*)(const void*)record, query)) continue;
            at->place = place;
            return true;
        }
    }
    at->place = PLOY_NONE;
    return false;
}

static bool is_for_all(const ploy_fact_query* query)
{
    return query->given == 0 && query->min_belief == 0 && query->source == PLOY_NONE && query->max_age == INT64_MAX;
}

// Belief only falls: a fact that was believed less than the best is now was never better, which spares a division.
static uint32_t find_best(const ploy_memory* memory, const ploy_fact_query* query, const pl_fact_place* at)
{
    const pl_fact_store* store = at->store;
    uint32_t words = pl_bits_words(store->room), best = PLOY_NONE, best_belief = 0;
    size_t stride = pl_fact_stride(at->type);
    uint64_t best_noted = 0;
    bool is_any = is_for_all(query);
    for (uint32_t word = 0; word < words; ++word) {
        for (uint64_t live = store->block[word]; live; live &= live - 1) {
            uint32_t place = word * 64 + pl_trailing_zeros(live);
            const void* address = (const char*)(store->block + words) + place * stride;
            const pl_fact_record* record = address;
            if (best != PLOY_NONE && record->belief < best_belief) continue;
            if (!is_any && !matches(memory, at->type, record, query)) continue;
            uint32_t belief = pl_memory_belief_of(memory, at->type, record);
            bool is_newer = belief == best_belief && record->updated > best_noted;
            if (best != PLOY_NONE && belief <= best_belief && !is_newer) continue;
            best = place;
            best_belief = belief;
            best_noted = record->updated;
        }
    }
    return best;
}

// Those with a value of one attribute: what most queries that count ask for.
static uint32_t count_values(const pl_fact_place* at, uint32_t attribute, int64_t min, int64_t max)
{
    const pl_fact_store* store = at->store;
    uint32_t words = pl_bits_words(store->room), count = 0, bit = 1u << attribute;
    size_t stride = pl_fact_stride(at->type);
    const char* records = (const char*)(store->block + words);
    for (uint32_t word = 0; word < words; ++word) {
        for (uint64_t live = store->block[word]; live; live &= live - 1) {
            const void* address = records + (word * 64 + pl_trailing_zeros(live)) * stride;
            const pl_fact_record* record = address;
            int64_t value = record->values[attribute];
            count += (record->set & bit) && value >= min && value <= max;
        }
    }
    return count;
}

uint32_t ploy_memory_count(const ploy_memory* memory, const ploy_fact_query* query)
{
    PL_NEED(memory, 0);
    PL_NEED(query, 0);
    PL_ASSERT(query->type < memory->fact_types->list.count);
    uint32_t count = 0;
    pl_fact_place at = start(memory, query);
    if (!at.store || at.store->count == 0) return 0; // a store without facts may have no memory
    if (is_for_all(query)) return at.store->count;
    // Records end with the last attribute of their type.
    bool is_one = query->given && !(query->given & (query->given - 1)) && !(query->given >> at.type->attribute_count);
    if (is_one && query->min_belief == 0 && query->source == PLOY_NONE && query->max_age == INT64_MAX) {
        uint32_t attribute = pl_trailing_zeros(query->given);
        return count_values(&at, attribute, query->min[attribute], query->max[attribute]);
    }
    while (next_match(memory, query, &at)) {
        ++count;
    }
    return count;
}

ploy_fact_id ploy_memory_best(const ploy_memory* memory, const ploy_fact_query* query)
{
    PL_NEED(memory, (ploy_fact_id){0});
    PL_NEED(query, (ploy_fact_id){0});
    PL_ASSERT(query->type < memory->fact_types->list.count);
    pl_fact_place at = start(memory, query);
    if (!at.store || at.store->count == 0) return (ploy_fact_id){0};
    at.place = find_best(memory, query, &at);
    return at.place == PLOY_NONE ? (ploy_fact_id){0} : pl_fact_place_id(&at);
}

ploy_fact_id ploy_memory_next(const ploy_memory* memory, const ploy_fact_query* query, ploy_fact_id after)
{
    PL_NEED(memory, (ploy_fact_id){0});
    PL_NEED(query, (ploy_fact_id){0});
    PL_ASSERT(query->type < memory->fact_types->list.count);
    pl_fact_place at = start(memory, query);
    if (after.index1) {
        at.place = after.index1 - 1 - at.type->first;
        PL_ASSERT(at.place < at.type->capacity); // else `after` is of another type
    }
    return next_match(memory, query, &at) ? pl_fact_place_id(&at) : (ploy_fact_id){0};
}

uint32_t ploy_memory_forget_all(ploy_memory* memory, const ploy_fact_query* query)
{
    PL_NEED(memory, 0);
    PL_NEED(query, 0);
    PL_ASSERT(query->type < memory->fact_types->list.count);
    uint32_t count = 0;
    pl_fact_place at = start(memory, query);
    while (next_match(memory, query, &at)) {
        drop(memory, &at, PLOY_FORGET_REQUESTED);
        ++count;
    }
    return count;
}

static void digest_type(const ploy_memory* memory, uint32_t index, pl_digest* digest)
{
    const pl_fact_store* store = &memory->stores[index];
    const pl_fact_type* type = &memory->fact_types->list.data[index];
    for (uint32_t i = pl_fact_store_next(store, 0); i != PLOY_NONE; i = pl_fact_store_next(store, i + 1)) {
        const pl_fact_record* record = pl_fact_record_at(store, type, i);
        pl_digest_add(digest, (uint64_t)record->generation << 32 | (type->first + i));
        pl_digest_add(digest, (uint64_t)record->set << 32 | record->belief);
        pl_digest_add(digest, record->updated);
        pl_digest_add(digest, record->source);
        for (uint32_t a = 0; a < type->attribute_count; ++a) {
            pl_digest_add(digest, (uint64_t)record->values[a]);
        }
    }
}

void pl_memory_digest(const ploy_memory* memory, pl_digest* digest)
{
    pl_digest_add(digest, memory->now);
    for (uint32_t type = 0; memory->stores && type < memory->fact_types->list.count; ++type) {
        digest_type(memory, type, digest);
    }
}
