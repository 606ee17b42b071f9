#include "base/index.h"
#include "knowledge/memory.h"

void ploy_fact_query_init(ploy_fact_query* query, uint32_t kind)
{
    query->kind = kind;
    query->given = 0;
    query->min_belief = 0;
    query->source = PLOY_NONE;
    query->max_age = UINT64_MAX;
}

void ploy_fact_query_between(ploy_fact_query* query, uint32_t attribute, int64_t min, int64_t max)
{
    PL_ASSERT(attribute < PLOY_FACT_ATTRIBUTES);
    query->given |= 1u << attribute;
    query->min[attribute] = min;
    query->max[attribute] = max;
}

void ploy_fact_query_equal(ploy_fact_query* query, uint32_t attribute, int64_t value)
{
    ploy_fact_query_between(query, attribute, value, value);
}

void ploy_fact_query_like(ploy_fact_query* query, const ploy_fact* example)
{
    ploy_fact_query_init(query, example->kind);
    for (uint32_t a = 0; a < PLOY_FACT_ATTRIBUTES; ++a) {
        if (example->set >> a & 1) {
            ploy_fact_query_equal(query, a, example->values[a]);
        }
    }
}

static bool values_match(const pl_fact_record* record, const ploy_fact_query* query)
{
    if ((record->set & query->given) != query->given) {
        return false;
    }
    for (uint32_t rest = query->given; rest; rest &= rest - 1) {
        uint32_t a = (uint32_t)__builtin_ctz(rest);
        if (record->values[a] < query->min[a] || record->values[a] > query->max[a]) {
            return false;
        }
    }
    return true;
}

static bool matches(const ploy_memory* facts, const pl_fact_place* at, const ploy_fact_query* query)
{
    const pl_fact_record* record = pl_fact_place_record(at);
    return values_match(record, query) && facts->now - record->noted <= query->max_age &&
           (query->source == PLOY_NONE || query->source == record->source) &&
           (query->min_belief == 0 || pl_memory_belief_of(facts, at->kind, record) >= query->min_belief);
}

// Before the first match; next_match moves on.
static pl_fact_place start(const ploy_memory* facts, const ploy_fact_query* query)
{
    const pl_fact_type* kind = pl_fact_type_at(facts->kinds, query->kind);
    return (pl_fact_place){kind, facts->stores ? &facts->stores[query->kind] : NULL, query->kind, PL_NONE};
}

static bool next_match(const ploy_memory* facts, const ploy_fact_query* query, pl_fact_place* at)
{
    do {
        at->place = at->store ? pl_fact_store_next(at->store, at->place + 1) : PL_NONE;
    } while (at->place != PL_NONE && !matches(facts, at, query));
    return at->place != PL_NONE;
}

uint32_t ploy_memory_count(const ploy_memory* facts, const ploy_fact_query* query)
{
    uint32_t count = 0;
    pl_fact_place at = start(facts, query);
    while (next_match(facts, query, &at)) {
        ++count;
    }
    return count;
}

ploy_fact_id ploy_memory_best(const ploy_memory* facts, const ploy_fact_query* query)
{
    ploy_fact_id best = {0};
    uint32_t best_belief = 0;
    uint64_t best_noted = 0;
    pl_fact_place at = start(facts, query);
    while (next_match(facts, query, &at)) {
        const pl_fact_record* record = pl_fact_place_record(&at);
        uint32_t belief = pl_memory_belief_of(facts, at.kind, record);
        if (!best.index1 || belief > best_belief || (belief == best_belief && record->noted > best_noted)) {
            best = pl_fact_place_id(&at);
            best_belief = belief;
            best_noted = record->noted;
        }
    }
    return best;
}

ploy_fact_id ploy_memory_next(const ploy_memory* facts, const ploy_fact_query* query, ploy_fact_id after)
{
    pl_fact_place at = start(facts, query);
    if (after.index1) {
        PL_ASSERT(pl_fact_type_of(facts->kinds, after.index1 - 1) == query->kind);
        at.place = after.index1 - 1 - at.kind->first;
    }
    return next_match(facts, query, &at) ? pl_fact_place_id(&at) : (ploy_fact_id){0};
}

uint32_t ploy_memory_forget_all(ploy_memory* facts, const ploy_fact_query* query)
{
    uint32_t count = 0;
    pl_fact_place at = start(facts, query);
    while (next_match(facts, query, &at)) {
        pl_memory_drop(facts, &at, PLOY_FORGET_REQUESTED);
        ++count;
    }
    return count;
}
