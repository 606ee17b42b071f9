// Reservations: a dense list of claims, those of one resource chained from a map.
//
// Workload: thousands of claims, a handful per resource, read every tick and changed now and then; an agent that goes
// costs one pass. Expiring is one compare until the first claim is due.

#include "agent/reservations.h"

#include "base/check.h"
#include "base/watch.h"
#include "base/containers/array.h"
#include "base/defaults.h"
#include "base/containers/table.h"

typedef struct reservation
{
    uint64_t resource;
    ploy_agent_id agent;
    int64_t until;
    uint32_t next; ///< of the same resource; PLOY_NONE: the last
} reservation;

struct ploy_reservations
{
    ploy_allocator allocator;
    PL_ARRAY(reservation) claims;
    pl_map heads;    ///< from resources to their first claim
    int64_t soonest; ///< no claim is due before
};

static bool reserve(ploy_reservations* all, uint32_t count)
{
    return PL_ARRAY_RESERVE(&all->claims, &all->allocator, count) && pl_map_reserve(&all->heads, count);
}

ploy_reservations* pl_reservations_create(const ploy_allocator* allocator)
{
    ploy_reservations* all = PL_NEW(allocator, ploy_reservations);
    if (!all) {
        return NULL;
    }
    all->allocator = *allocator;
    all->soonest = INT64_MAX;
    pl_map_init(&all->heads, &all->allocator);
    if (!reserve(all, PLOY_DEFAULT_RESERVATIONS_CAPACITY)) {
        pl_reservations_destroy(all);
        return NULL;
    }
    return all;
}

void pl_reservations_destroy(ploy_reservations* all)
{
    if (!all) {
        return;
    }
    ploy_allocator allocator = all->allocator;
    PL_ARRAY_FREE(&all->claims, &allocator);
    pl_map_destroy(&all->heads);
    PL_DELETE(&allocator, all);
}

// Reading.

static bool is_same(ploy_agent_id a, ploy_agent_id b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

static uint32_t find(const ploy_reservations* all, uint64_t resource, ploy_agent_id agent)
{
    uint32_t at = pl_map_get(&all->heads, resource);
    while (at != PLOY_NONE && !is_same(all->claims.data[at].agent, agent)) {
        at = all->claims.data[at].next;
    }
    return at;
}

uint32_t ploy_reservations_count(const ploy_reservations* all, uint64_t resource)
{
    PL_NEED_NAMED("reservations", NULL, all, 0);
    uint32_t count = 0;
    for (uint32_t at = pl_map_get(&all->heads, resource); at != PLOY_NONE; at = all->claims.data[at].next) {
        ++count;
    }
    return count;
}

bool pl_reservations_has(const ploy_reservations* all, uint64_t resource, ploy_agent_id agent)
{
    return find(all, resource, agent) != PLOY_NONE;
}

bool ploy_reservations_is_free(const ploy_reservations* all, uint64_t resource, ploy_agent_id agent, uint32_t slots)
{
    PL_NEED_NAMED("reservations", NULL, all, false);
    return pl_reservations_has(all, resource, agent) || ploy_reservations_count(all, resource) < slots;
}

uint32_t pl_reservations_total(const ploy_reservations* all)
{
    return all->claims.count;
}

// Changing.

static ploy_status add(ploy_reservations* all, uint64_t resource, ploy_agent_id agent, int64_t until)
{
    if (!reserve(all, all->claims.count + 1)) {
        return PLOY_OUT_OF_MEMORY;
    }
    uint32_t head = pl_map_get(&all->heads, resource);
    bool added = pl_map_set(&all->heads, resource, all->claims.count);
    PL_ASSERT(added);
    all->claims.data[all->claims.count++] = (reservation){resource, agent, until, head};
    all->soonest = until < all->soonest ? until : all->soonest;
    return PLOY_OK;
}

ploy_status ploy_reservations_claim(ploy_reservations* all, uint64_t resource, ploy_agent_id agent, uint32_t slots,
                                    int64_t until)
{
    PL_NEED_NAMED("reservations", NULL, all, PLOY_INVALID);
    PL_ASSERT(agent.index1 != 0);
    PL_WATCH_CALL();
    uint32_t at = find(all, resource, agent);
    if (at != PLOY_NONE) {
        all->claims.data[at].until = until;
        all->soonest = until < all->soonest ? until : all->soonest;
        return PLOY_ALREADY;
    }
    return ploy_reservations_count(all, resource) < slots ? add(all, resource, agent, until) : PLOY_FULL;
}

// What pointed at one claim, the map or the claim before it, points at another.
static void redirect(ploy_reservations* all, uint32_t from, uint32_t to)
{
    uint64_t resource = all->claims.data[from].resource;
    uint32_t at = pl_map_get(&all->heads, resource);
    if (at == from) {
        if (to == PLOY_NONE) {
            pl_map_remove(&all->heads, resource);
        } else {
            pl_map_set(&all->heads, resource, to);
        }
        return;
    }
    while (all->claims.data[at].next != from) {
        at = all->claims.data[at].next;
    }
    all->claims.data[at].next = to;
}

static void drop(ploy_reservations* all, uint32_t at)
{
    redirect(all, at, all->claims.data[at].next);
    uint32_t last = all->claims.count - 1;
    if (at != last) {
        redirect(all, last, at);
        all->claims.data[at] = all->claims.data[last];
    }
    --all->claims.count;
}

ploy_status ploy_reservations_release(ploy_reservations* all, uint64_t resource, ploy_agent_id agent)
{
    PL_NEED_NAMED("reservations", NULL, all, PLOY_INVALID);
    PL_WATCH_CALL();
    uint32_t at = find(all, resource, agent);
    if (at == PLOY_NONE) {
        return PLOY_NOT_FOUND;
    }
    drop(all, at);
    return PLOY_OK;
}

uint32_t pl_reservations_release_agent(ploy_reservations* all, ploy_agent_id agent)
{
    uint32_t before = all->claims.count;
    for (uint32_t i = all->claims.count; i-- > 0;) {
        if (is_same(all->claims.data[i].agent, agent)) {
            drop(all, i);
        }
    }
    return before - all->claims.count;
}

uint32_t pl_reservations_expire(ploy_reservations* all, int64_t now)
{
    uint32_t before = all->claims.count;
    if (all->soonest >= now) {
        return 0;
    }
    all->soonest = INT64_MAX;
    for (uint32_t i = all->claims.count; i-- > 0;) {
        int64_t until = all->claims.data[i].until;
        if (until < now) {
            drop(all, i);
        } else if (until < all->soonest) {
            all->soonest = until;
        }
    }
    return before - all->claims.count;
}

// Saving, in the order of the list. Chains may come out in another order; nothing depends on it.

void pl_reservations_save(const ploy_reservations* all, ploy_writer* writer)
{
    ploy_write_u32(writer, all->claims.count);
    for (uint32_t i = 0; i < all->claims.count; ++i) {
        const reservation* one = &all->claims.data[i];
        ploy_write_u64(writer, one->resource);
        ploy_write_u32(writer, one->agent.index1);
        ploy_write_u32(writer, one->agent.generation);
        ploy_write_i64(writer, one->until);
    }
}

static void clear(ploy_reservations* all)
{
    PL_ARRAY_CLEAR(&all->claims);
    pl_map_clear(&all->heads);
    all->soonest = INT64_MAX;
}

static ploy_status load_claim(ploy_reservations* all, ploy_reader* reader)
{
    uint64_t resource = ploy_read_u64(reader);
    ploy_agent_id agent;
    agent.index1 = ploy_read_u32(reader);
    agent.generation = ploy_read_u32(reader);
    int64_t until = ploy_read_i64(reader);
    if (reader->failed || agent.index1 == 0 || find(all, resource, agent) != PLOY_NONE) {
        return PLOY_INVALID;
    }
    return add(all, resource, agent, until);
}

ploy_status pl_reservations_load(ploy_reservations* all, ploy_reader* reader)
{
    clear(all);
    ploy_status status = PLOY_OK;
    uint32_t count = ploy_read_u32(reader);
    for (uint32_t i = 0; i < count && status == PLOY_OK; ++i) {
        status = load_claim(all, reader);
    }
    status = status == PLOY_OK && reader->failed ? PLOY_INVALID : status;
    if (status != PLOY_OK) {
        clear(all);
    }
    return status;
}
