// Taking in what was sensed: the same fact again, a new one, or one in another's place.

#include <string.h>

#include "base/index.h"
#include "knowledge/memory.h"
#include "trace/emit.h"

ploy_fact ploy_fact_of(uint32_t kind)
{
    return (ploy_fact){.kind = kind, .belief = PLOY_FACT_CERTAIN};
}

void ploy_fact_set(ploy_fact* fact, uint32_t attribute, int64_t value)
{
    PL_ASSERT(attribute < PLOY_FACT_ATTRIBUTES);
    fact->set |= 1u << attribute;
    fact->values[attribute] = value;
}

bool pl_fact_is_valid(const pl_fact_type* kind, const ploy_fact* note)
{
    bool ok = note->set >> kind->attribute_count == 0 && (note->set & kind->identity) == kind->identity;
    ok = ok && note->belief <= PLOY_FACT_CERTAIN;
    for (uint32_t a = 0; a < kind->attribute_count && ok; ++a) {
        ok = (note->set & kind->bools & 1u << a) == 0 || note->values[a] == 0 || note->values[a] == 1;
    }
    return ok;
}

static bool is_the_same(const pl_fact_type* kind, const pl_fact_record* record, const ploy_fact* note)
{
    for (uint32_t rest = kind->identity; rest; rest &= rest - 1) {
        uint32_t a = (uint32_t)__builtin_ctz(rest);
        if (record->values[a] != note->values[a]) {
            return false;
        }
    }
    return true;
}

static bool find_same(pl_fact_place* at, const ploy_fact* note)
{
    if (!at->kind->identity) {
        return false;
    }
    uint32_t i = pl_fact_store_next(at->store, 0);
    while (i != PL_NONE && !is_the_same(at->kind, pl_fact_record_at(at->store, at->kind, i), note)) {
        i = pl_fact_store_next(at->store, i + 1);
    }
    at->place = i;
    return i != PL_NONE;
}

// The time of a belief is now: the moment it ends may come before all others.
static void believe(ploy_memory* facts, const pl_fact_place* at, uint32_t belief)
{
    pl_fact_record* record = pl_fact_place_record(at);
    record->belief = belief;
    record->noted = facts->now;
    ++facts->version;
    uint64_t end = pl_fact_end(at->kind, record);
    facts->due = end < facts->due ? end : facts->due;
}

static void fill(const pl_fact_place* at, const ploy_fact* note)
{
    pl_fact_record* record = pl_fact_place_record(at);
    record->source = note->source;
    record->set |= note->set;
    for (uint32_t rest = note->set; rest; rest &= rest - 1) {
        uint32_t a = (uint32_t)__builtin_ctz(rest);
        record->values[a] = note->values[a];
    }
}

static void refresh(ploy_memory* facts, const pl_fact_place* at, const ploy_fact* note)
{
    uint32_t before = pl_memory_belief_of(facts, at->kind, pl_fact_place_record(at));
    believe(facts, at, note->belief > before ? note->belief : before);
    fill(at, note);
    PL_TRACE(facts->kinds->trace, FACT_REFRESHED, facts->agent, pl_fact_traced(pl_fact_place_id(at)), at->kind_index,
             pl_fact_place_record(at)->belief, note->source);
}

static void add(ploy_memory* facts, pl_fact_place* at, const ploy_fact* note)
{
    at->place = pl_fact_store_take(at->store, at->kind);
    pl_fact_record* record = pl_fact_place_record(at);
    record->set = 0;
    memset(record->values, 0, at->kind->attribute_count * sizeof(int64_t));
    ++facts->total;
    believe(facts, at, note->belief);
    fill(at, note);
    PL_TRACE_UNLESS(at->kind->is_restless, facts->kinds->trace, FACT_ADDED, facts->agent,
                    pl_fact_traced(pl_fact_place_id(at)), at->kind_index, note->belief, note->source);
}

// Least believed, of those noted longest ago, of those the lowest id.
static uint32_t find_least(const ploy_memory* facts, const pl_fact_place* at, uint32_t* min_belief)
{
    uint32_t min = PL_NONE;
    uint64_t noted = 0;
    for (uint32_t i = pl_fact_store_next(at->store, 0); i != PL_NONE; i = pl_fact_store_next(at->store, i + 1)) {
        const pl_fact_record* record = pl_fact_record_at(at->store, at->kind, i);
        uint32_t belief = pl_memory_belief_of(facts, at->kind, record);
        if (min == PL_NONE || belief < *min_belief || (belief == *min_belief && record->noted < noted)) {
            min = i;
            noted = record->noted;
            *min_belief = belief;
        }
    }
    return min;
}

static bool make_way(ploy_memory* facts, pl_fact_place* at, const ploy_fact* note)
{
    if (at->store->count < at->kind->capacity) {
        return true;
    }
    uint32_t belief = 0;
    at->place = find_least(facts, at, &belief);
    bool is_older = pl_fact_place_record(at)->noted < facts->now;
    if (belief > note->belief || (belief == note->belief && !is_older)) {
        return false;
    }
    pl_memory_drop(facts, at, PLOY_FORGET_CROWDED);
    return true;
}

static ploy_status take_in(ploy_memory* facts, pl_fact_place* at, const ploy_fact* note)
{
    if (!pl_fact_is_valid(at->kind, note)) {
        return PLOY_INVALID;
    }
    if (find_same(at, note)) {
        refresh(facts, at, note);
        return PLOY_ALREADY;
    }
    if (note->belief < at->kind->rule.floor) {
        return PLOY_INVALID;
    }
    uint32_t needed = at->store->count < at->kind->capacity ? at->store->count + 1 : at->kind->capacity;
    if (!pl_memory_reserve(facts, at->kind_index, needed)) {
        return PLOY_OUT_OF_MEMORY;
    }
    if (!make_way(facts, at, note)) {
        return PLOY_FULL;
    }
    add(facts, at, note);
    return PLOY_OK;
}

ploy_status ploy_memory_remember(ploy_memory* facts, const ploy_fact* note, ploy_fact_id* id)
{
    const pl_fact_type* kind = pl_fact_type_at(facts->kinds, note->kind);
    ploy_status status = PLOY_OUT_OF_MEMORY;
    pl_fact_place at = {kind, NULL, note->kind, PL_NONE};
    if (pl_memory_reserve(facts, note->kind, 0)) {
        at.store = &facts->stores[note->kind];
        status = take_in(facts, &at, note);
    }
    if (id) {
        bool is_in = status == PLOY_OK || status == PLOY_ALREADY;
        *id = is_in ? pl_fact_place_id(&at) : (ploy_fact_id){0};
    }
    return status;
}

ploy_status ploy_memory_believe(ploy_memory* facts, ploy_fact_id id, uint32_t belief)
{
    pl_fact_place at;
    if (belief > PLOY_FACT_CERTAIN) {
        return PLOY_INVALID;
    }
    if (!pl_memory_find(facts, id, &at)) {
        return PLOY_NOT_FOUND;
    }
    if (belief < at.kind->rule.floor) {
        pl_memory_drop(facts, &at, PLOY_FORGET_REQUESTED);
    } else {
        believe(facts, &at, belief);
    }
    return PLOY_OK;
}
