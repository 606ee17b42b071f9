#include "plan/relaxed/hmax.h"

#include <string.h>

#include "base/memory.h"

void pl_hmax_init(pl_hmax* h, const ploy_allocator* allocator)
{
    *h = (pl_hmax){.allocator = pl_allocator_choose(allocator)};
}

void pl_hmax_destroy(pl_hmax* h)
{
    PL_ARRAY_FREE(&h->costs, &h->allocator);
    PL_ARRAY_FREE(&h->missing, &h->allocator);
    PL_ARRAY_FREE(&h->fresh, &h->allocator);
    PL_ARRAY_FREE(&h->ops, &h->allocator);
    PL_ARRAY_FREE(&h->effects, &h->allocator);
    PL_ARRAY_FREE(&h->first_reader, &h->allocator);
    PL_ARRAY_FREE(&h->readers, &h->allocator);
    pl_domination_destroy(&h->domination, &h->allocator);
    PL_ARRAY_FREE(&h->queue.entries, &h->allocator);
}

size_t pl_hmax_bytes(const pl_hmax* h)
{
    return pl_domination_bytes(&h->domination) +
           pl_array_bytes(h->costs.capacity + h->effects.capacity + h->first_reader.capacity + h->readers.capacity,
                          sizeof(uint32_t)) +
           pl_array_bytes(h->missing.capacity + h->fresh.capacity, sizeof(uint16_t)) +
           pl_array_bytes(h->ops.capacity, sizeof(pl_hmax_op)) +
           pl_array_bytes(h->queue.entries.capacity, sizeof(pl_radix_entry));
}

static void list_effects(pl_hmax* h, const pl_relaxation* x, const pl_relaxed_op* op)
{
    for (uint32_t i = op->first_effect; i < op->first_effect + op->effect_count; ++i) {
        uint32_t fact = x->effects.data[i];
        if (!pl_relaxation_needs(x, fact) || pl_domination_is_dominated(&h->domination, i)) continue;
        h->effects.data[h->effects.count++] = fact;
    }
}

static void list_ops(pl_hmax* h, const pl_relaxation* x)
{
    h->effects.count = 0;
    for (uint32_t o = 0; o < x->ops.count; ++o) {
        const pl_relaxed_op* op = &x->ops.data[o];
        h->fresh.data[o] = (uint16_t)op->pre_count;
        h->ops.data[o] = (pl_hmax_op){op->cost, h->effects.count};
        list_effects(h, x, op);
    }
    h->ops.data[x->ops.count] = (pl_hmax_op){0, h->effects.count};
}

static void list_readers(pl_hmax* h, const pl_relaxation* x)
{
    h->readers.count = 0;
    for (uint32_t fact = 0; fact < x->fact_count; ++fact) {
        h->first_reader.data[fact] = h->readers.count;
        for (uint32_t i = x->first_reader.data[fact]; i < x->first_reader.data[fact + 1]; ++i) {
            const pl_hmax_op* op = &h->ops.data[x->readers.data[i]];
            if (op->first_effect < op[1].first_effect) h->readers.data[h->readers.count++] = x->readers.data[i];
        }
    }
    h->first_reader.data[x->fact_count] = h->readers.count;
}

bool pl_hmax_fit(pl_hmax* h, const pl_relaxation* x)
{
    const ploy_allocator* a = &h->allocator;
    uint32_t ops = x->ops.count + 1, effects = x->effects.count + 1;
    if (!PL_ARRAY_RESERVE(&h->costs, a, x->fact_count) || !PL_ARRAY_RESERVE(&h->missing, a, ops) ||
        !PL_ARRAY_RESERVE(&h->fresh, a, ops) || !PL_ARRAY_RESERVE(&h->ops, a, ops) ||
        !PL_ARRAY_RESERVE(&h->effects, a, effects) ||
        !PL_ARRAY_RESERVE(&h->queue.entries, a, x->fact_count + effects) ||
        !PL_ARRAY_RESERVE(&h->first_reader, a, x->fact_count + 1) ||
        !PL_ARRAY_RESERVE(&h->readers, a, x->pres.count + 1) || !pl_domination_find(&h->domination, a, x))
        return false;
    list_ops(h, x);
    list_readers(h, x);
    return true;
}

// There is room: each effect adds one entry at most, since its operator is reached once.
static inline void reach(pl_hmax* h, uint32_t fact, uint32_t cost)
{
    if (cost >= h->costs.data[fact]) return;
    h->costs.data[fact] = cost;
    pl_radix_queue_add(&h->queue, cost, fact);
}

static inline void reach_effects(pl_hmax* h, uint32_t o, uint32_t from)
{
    const pl_hmax_op* op = &h->ops.data[o];
    uint64_t cost = (uint64_t)from + op->cost;
    uint32_t capped = cost < UINT32_MAX ? (uint32_t)cost : UINT32_MAX - 1;
    for (uint32_t i = op->first_effect; i < op[1].first_effect; ++i) reach(h, h->effects.data[i], capped);
}

static void begin(pl_hmax* h, const pl_relaxation* x, const uint64_t* state)
{
    const pl_heuristic* g = x->rules->heuristic;
    memset(h->costs.data, 0xFF, x->fact_count * sizeof(uint32_t));
    if (x->ops.count) memcpy(h->missing.data, h->fresh.data, x->ops.count * sizeof(uint16_t));
    pl_radix_queue_clear(&h->queue);
    for (uint32_t i = 0; i < g->variable_count; ++i)
        reach(h, g->variables[i].slice + pl_heuristic_value(&g->variables[i], state), 0);
    for (uint32_t i = 0; i < x->at_once.count; ++i) reach_effects(h, x->at_once.data[i], 0);
}

uint32_t pl_hmax_estimate(pl_hmax* h, const pl_relaxation* x, const uint64_t* state)
{
    uint32_t cost, fact;
    begin(h, x, state);
    while (h->costs.data[x->goal] != 0 && pl_radix_queue_take(&h->queue, &cost, &fact)) {
        if (cost != h->costs.data[fact]) continue;
        if (fact == x->goal) break;
        const uint32_t *reader = h->readers.data + h->first_reader.data[fact],
                       *end = h->readers.data + h->first_reader.data[fact + 1];
        for (; reader < end; ++reader) {
            if (--h->missing.data[*reader] == 0) reach_effects(h, *reader, cost);
        }
        if (h->costs.data[x->goal] == cost) break; // nothing costs less that is still to come
    }
    return h->costs.data[x->goal];
}
