#include "nav/service/path_requests.h"

#include "base/check.h"

#define SEQUENCE_BITS 48

void pl_path_requests_init(pl_path_requests* requests, const ploy_allocator* allocator, uint32_t node_count)
{
    *requests = (pl_path_requests){.allocator = *allocator, .node_count = node_count};
    pl_id_pool_init(&requests->ids, allocator);
    pl_heap_init(&requests->waiting, allocator);
    pl_map_init(&requests->targets, allocator);
    pl_map_init(&requests->owners, allocator);
}

void pl_path_requests_destroy(pl_path_requests* requests)
{
    pl_map_destroy(&requests->owners);
    pl_map_destroy(&requests->targets);
    pl_heap_destroy(&requests->waiting);
    PL_ARRAY_FREE(&requests->all, &requests->allocator);
    pl_id_pool_destroy(&requests->ids);
}

bool pl_path_requests_reserve(pl_path_requests* requests, uint32_t count)
{
    return pl_id_pool_reserve(&requests->ids, count) && PL_ARRAY_RESERVE(&requests->all, &requests->allocator, count) &&
           pl_heap_reserve(&requests->waiting, requests->all.capacity) &&
           pl_map_reserve(&requests->targets, requests->all.capacity) &&
           pl_map_reserve(&requests->owners, requests->all.capacity);
}

void pl_path_requests_clear(pl_path_requests* requests)
{
    pl_id_pool_clear(&requests->ids);
    pl_heap_clear(&requests->waiting);
    pl_map_clear(&requests->targets);
    pl_map_clear(&requests->owners);
    PL_ARRAY_CLEAR(&requests->all);
    requests->next_sequence = 0;
}

// The queue.

static uint64_t key_of(const pl_path_entry* request)
{
    return (uint64_t)(INT16_MAX - request->priority) << SEQUENCE_BITS | request->sequence;
}

static void join_ring(pl_path_requests* requests, uint32_t index)
{
    pl_path_entry* request = pl_path_requests_at(requests, index);
    uint32_t first = pl_map_get(&requests->targets, request->query.to);
    request->next = request->previous = index;
    if (first == PLOY_NONE) {
        bool ok = pl_map_set(&requests->targets, request->query.to, index);
        PL_ASSERT(ok);
        return;
    }
    pl_path_entry* head = pl_path_requests_at(requests, first);
    request->next = first;
    request->previous = head->previous;
    pl_path_requests_at(requests, head->previous)->next = index;
    head->previous = index;
}

static void leave_ring(pl_path_requests* requests, uint32_t index)
{
    pl_path_entry* request = pl_path_requests_at(requests, index);
    if (request->next == index) {
        pl_map_remove(&requests->targets, request->query.to);
        return;
    }
    pl_path_requests_at(requests, request->previous)->next = request->next;
    pl_path_requests_at(requests, request->next)->previous = request->previous;
    if (pl_map_get(&requests->targets, request->query.to) == index)
        pl_map_set(&requests->targets, request->query.to, request->next);
}

static void join_queue(pl_path_requests* requests, uint32_t index)
{
    pl_path_entry* request = pl_path_requests_at(requests, index);
    bool ok = pl_heap_push(&requests->waiting, index, key_of(request));
    PL_ASSERT(ok);
    join_ring(requests, index);
    request->state = PL_PATH_ENTRY_WAITING;
}

// Key 0 comes first, so lowering a key to 0 and popping removes any request.
static void leave_queue(pl_path_requests* requests, uint32_t index)
{
    pl_heap_lower(&requests->waiting, index, 0);
    pl_heap_entry first = pl_heap_pop(&requests->waiting);
    PL_ASSERT(first.item == index);
    leave_ring(requests, index);
    pl_path_requests_at(requests, index)->state = PL_PATH_ENTRY_TAKEN;
}

pl_id pl_path_requests_add(pl_path_requests* requests, const ploy_path_request* request, uint64_t tick)
{
    pl_id id = pl_id_pool_take(&requests->ids);
    PL_ASSERT(!pl_id_is_null(id));
    uint32_t index = pl_id_index(id);
    if (index == requests->all.count) ++requests->all.count;
    pl_path_entry* added = pl_path_requests_at(requests, index);
    *added = (pl_path_entry){.query = request->query,
                             .owner = request->owner,
                             .sequence = ++requests->next_sequence,
                             .tick = tick,
                             .priority = request->priority,
                             .trace_agent = request->trace_agent,
                             .slot = PLOY_NONE};
    join_queue(requests, index);
    if (request->owner) pl_map_set(&requests->owners, request->owner, index);
    return id;
}

uint32_t pl_path_requests_of_owner(const pl_path_requests* requests, uint64_t owner)
{
    return owner ? pl_map_get(&requests->owners, owner) : PLOY_NONE;
}

uint32_t pl_path_requests_take(pl_path_requests* requests)
{
    if (pl_heap_is_empty(&requests->waiting)) return PLOY_NONE;
    uint32_t index = pl_heap_first(&requests->waiting).item;
    leave_queue(requests, index);
    return index;
}

// Requests to the same target.

// A field has no limit on nodes per request, and its ends must be nodes.
static bool can_share(const pl_path_requests* requests, const ploy_path_query* query)
{
    return query->max_nodes == 0 && query->from < requests->node_count && query->to < requests->node_count;
}

static bool is_alike(const pl_path_requests* requests, const ploy_path_query* a, const ploy_path_query* b)
{
    return a->to == b->to && a->obstacles == b->obstacles && a->area_costs == b->area_costs &&
           a->area_count == b->area_count && a->agent_size == b->agent_size && can_share(requests, b);
}

static uint32_t count_alike(const pl_path_requests* requests, const ploy_path_query* query, uint32_t first)
{
    uint32_t count = 0, index = first;
    do {
        count += is_alike(requests, query, &pl_path_requests_at(requests, index)->query);
        index = pl_path_requests_at(requests, index)->next;
    } while (index != first);
    return count;
}

void pl_path_requests_take_alike(pl_path_requests* requests, uint32_t index, uint32_t min, uint32_t max,
                                 pl_path_entry_list* list)
{
    const ploy_path_query* query = &pl_path_requests_at(requests, index)->query;
    uint32_t at = pl_map_get(&requests->targets, query->to);
    if (at == PLOY_NONE || !can_share(requests, query) || max < min) return;
    uint32_t count = count_alike(requests, query, at);
    if (count < min) return;
    for (count = count < max ? count : max; count > 0;) {
        uint32_t next = pl_path_requests_at(requests, at)->next;
        if (is_alike(requests, query, &pl_path_requests_at(requests, at)->query)) {
            leave_queue(requests, at);
            list->data[list->count++] = at;
            --count;
        }
        at = next;
    }
}

void pl_path_requests_put_back(pl_path_requests* requests, uint32_t index)
{
    join_queue(requests, index);
}

void pl_path_requests_forget_owner(pl_path_requests* requests, uint32_t index)
{
    uint64_t owner = pl_path_requests_at(requests, index)->owner;
    if (pl_path_requests_of_owner(requests, owner) == index) pl_map_remove(&requests->owners, owner);
}

void pl_path_requests_release(pl_path_requests* requests, uint32_t index)
{
    if (pl_path_requests_at(requests, index)->state == PL_PATH_ENTRY_WAITING) leave_queue(requests, index);
    pl_path_requests_forget_owner(requests, index);
    pl_id_pool_give(&requests->ids, pl_id_pool_at(&requests->ids, index));
}
