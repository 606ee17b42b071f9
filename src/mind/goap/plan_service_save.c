// Saves of the plan service. A running search is saved as its request and the nodes spent on it. After a load it begins
// again and catches up.

#include "base/check.h"
#include "mind/goap/plan_service.h"
#include "plan/search/cache.h"
#include "plan/domain/domain.h"
#include "plan/search/planner.h"

static void save_list(ploy_writer* writer, const pl_plan_client_list* list)
{
    ploy_write_u32(writer, list->count);
    for (uint32_t i = 0; i < list->count; ++i) ploy_write_u32(writer, list->data[i]);
}

// Rejects an entry that comes twice. Until an agent is loaded into it, a free entry has no target, and a queued entry
// no last action. The queue passes over an entry that is both.
static bool load_entry(ploy_plan_service* p, uint32_t entry, bool is_free)
{
    pl_plan_client* c = &p->clients.data[entry];
    uint32_t* mark = is_free ? &c->target : &c->last;
    if ((is_free && c->agent) || (!c->agent && *mark == PLOY_NONE)) return false;
    if (!c->agent) *mark = PLOY_NONE;
    if (!c->agent && !is_free) p->states.data[entry] = PL_PLAN_CLIENT_DROPPED;
    return true;
}

static bool load_list(ploy_plan_service* p, ploy_reader* reader, pl_plan_client_list* list)
{
    uint32_t count = ploy_read_u32(reader), bound = p->clients.count;
    if (count > bound) return false;
    for (list->count = 0; list->count < count;) {
        uint32_t entry = ploy_read_below(reader, bound);
        if (reader->failed || !load_entry(p, entry, list == &p->free)) return false;
        list->data[list->count++] = entry;
    }
    return !reader->failed;
}

// How often each goal was requested since the cache last learned. The cache learns from the sum over all slots.

static uint32_t requests_of(const ploy_plan_service* p, uint32_t entry)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < p->def.slots; ++i) sum += pl_planner_requests(p->planners[i], entry);
    return sum;
}

static void save_requests(const ploy_plan_service* p, ploy_writer* writer)
{
    uint32_t entries = 2 * pl_domain_compiled(p->domain)->target_count, count = 0;
    for (uint32_t i = 0; i < entries; ++i) count += requests_of(p, i) > 0;
    ploy_write_u32(writer, count);
    for (uint32_t i = 0; i < entries; ++i) {
        if (requests_of(p, i) == 0) continue;
        ploy_write_u32(writer, i);
        ploy_write_u32(writer, requests_of(p, i));
    }
}

static bool load_requests(ploy_plan_service* p, ploy_reader* reader)
{
    uint32_t entries = 2 * pl_domain_compiled(p->domain)->target_count;
    for (uint32_t i = 0; i < p->def.slots; ++i) pl_planner_forget_requests(p->planners[i]);
    for (uint32_t count = ploy_read_u32(reader); count > 0 && !reader->failed; --count) {
        uint32_t entry = ploy_read_below(reader, entries);
        if (!pl_planner_count_requests(p->planners[0], entry, ploy_read_u32(reader))) return false;
    }
    return true;
}

void pl_plan_service_save(const ploy_plan_service* p, ploy_writer* writer)
{
    if (pl_domain_can_change(p->domain)) pl_domain_save_objects(p->domain, writer);
    ploy_write_u32(writer, p->clients.count);
    save_list(writer, &p->free);
    save_list(writer, &p->queue);
    ploy_write_u64(writer, p->ticks);
    ploy_write_u32(writer, p->unmerged);
    ploy_write_u32(writer, p->def.slots);
    for (uint32_t i = 0; i < p->def.slots; ++i) {
        const pl_search_slot* slot = &p->search.slots[i];
        ploy_write_u32(writer, slot->is_running ? p->slots[i].client : PLOY_NONE);
        ploy_write_u32(writer, slot->is_begun ? slot->spent : slot->catch_up);
    }
    save_requests(p, writer);
    pl_cache_save(p->cache, writer);
}

// Entries for `count` clients. Agents that were loaded before keep theirs.
static bool make_clients(ploy_plan_service* p, uint32_t count)
{
    if (!pl_plan_service_reserve(p, count)) return false;
    while (p->clients.count < count) {
        p->clients.data[p->clients.count++] = (pl_plan_client){0};
        p->states.data[p->states.count++] = PL_PLAN_CLIENT_IDLE;
    }
    return true;
}

static bool load_slots(ploy_plan_service* p, ploy_reader* reader)
{
    if (ploy_read_u32(reader) != p->def.slots) return false;
    for (uint32_t i = 0; i < p->def.slots; ++i) {
        pl_search_slot* slot = &p->search.slots[i];
        uint32_t client = ploy_read_u32(reader), spent = ploy_read_u32(reader);
        pl_search_slot_release(slot);
        if (client != PLOY_NONE && client >= p->clients.count) return false;
        p->slots[i].client = client;
        if (client != PLOY_NONE) pl_search_slot_take(slot);
        slot->catch_up = spent;
    }
    return !reader->failed;
}

// The domain's objects and tables come first: what follows depends on them.
static ploy_status load_domain(ploy_plan_service* p, ploy_reader* reader)
{
    if (!pl_domain_can_change(p->domain)) return PLOY_OK;
    ploy_status status = pl_domain_load_objects((ploy_domain*)p->domain, reader);
    p->version = pl_domain_version(p->domain);
    return status;
}

ploy_status pl_plan_service_load(ploy_plan_service* p, ploy_reader* reader)
{
    ploy_status status = load_domain(p, reader);
    if (status != PLOY_OK) return status;
    uint32_t count = ploy_read_u32(reader);
    if (reader->failed || count > reader->count) return PLOY_INVALID;
    if (!make_clients(p, count)) return PLOY_OUT_OF_MEMORY;
    bool is_good = load_list(p, reader, &p->free) && load_list(p, reader, &p->queue);
    p->ticks = ploy_read_u64(reader);
    p->unmerged = ploy_read_u32(reader);
    if (!is_good || !load_slots(p, reader)) return PLOY_INVALID;
    if (!load_requests(p, reader)) return PLOY_OUT_OF_MEMORY;
    return pl_cache_load(p->cache, reader);
}

// Clients.

void pl_plan_service_save_client(const ploy_plan_service* p, uint32_t client, ploy_writer* writer)
{
    const pl_plan_client* c = &p->clients.data[client];
    ploy_write_u32(writer, client);
    ploy_write_u8(writer, p->states.data[client]);
    if (!pl_plan_service_is_open(p, client)) return;
    ploy_write_u32(writer, c->target);
    ploy_write_u32(writer, c->last);
    ploy_write_u8(writer, c->is_rest);
    ploy_write_u8(writer, c->has_disabled);
    for (uint32_t i = 0; i < p->state_words; ++i) ploy_write_u64(writer, pl_plan_client_start(p, client)[i]);
    for (uint32_t i = 0; i < p->action_words; ++i) {
        ploy_write_u64(writer, c->has_disabled ? pl_plan_client_disabled(p, client)[i] : 0);
    }
}

static bool load_client_request(ploy_plan_service* p, uint32_t client, const pl_plan_service_options* options,
                                ploy_reader* reader)
{
    const pl_compiled* compiled = pl_domain_compiled(p->domain);
    pl_plan_client* c = &p->clients.data[client];
    c->options = options;
    c->target = ploy_read_below(reader, compiled->target_count);
    c->last = ploy_read_u32(reader);
    c->is_rest = ploy_read_u8(reader);
    c->has_disabled = ploy_read_u8(reader);
    for (uint32_t i = 0; i < p->state_words; ++i) pl_plan_client_start(p, client)[i] = ploy_read_u64(reader);
    for (uint32_t i = 0; i < p->action_words; ++i) pl_plan_client_disabled(p, client)[i] = ploy_read_u64(reader);
    return !reader->failed && (c->last == PLOY_NONE || c->last < compiled->ground_count);
}

ploy_status pl_plan_service_load_client(ploy_plan_service* p, ploy_agent* agent,
                                        const pl_plan_service_options* options, ploy_reader* reader, uint32_t* client)
{
    uint32_t entry = ploy_read_u32(reader);
    uint8_t state = ploy_read_u8(reader);
    if (reader->failed || state > PL_PLAN_CLIENT_RUNNING) return PLOY_INVALID;
    if (entry >= p->clients.count) return PLOY_INVALID;
    if (p->clients.data[entry].agent || p->clients.data[entry].target == PLOY_NONE) return PLOY_INVALID;
    bool is_queued = p->states.data[entry] == PL_PLAN_CLIENT_DROPPED;
    if (is_queued != (state == PL_PLAN_CLIENT_QUEUED || state == PL_PLAN_CLIENT_DROPPED)) return PLOY_INVALID;
    p->clients.data[entry] = (pl_plan_client){.agent = agent, .without = PLOY_NONE};
    p->states.data[entry] = state;
    *client = entry;
    if (!pl_plan_service_is_open(p, entry) || load_client_request(p, entry, options, reader)) return PLOY_OK;
    p->clients.data[entry] = (pl_plan_client){0};
    p->states.data[entry] = PL_PLAN_CLIENT_IDLE;
    return PLOY_INVALID;
}
