// Saves of the path service: the queue with its rings, the slots with what they search for, the answers of the last
// tick. A search is saved as its requests and the nodes spent on it. After a load it begins again and catches up.

#include "base/check.h"
#include "nav/service/path_service.h"

#define MAGIC 0x32485450u // "PTH2"

// Saving.

typedef struct path_service_saving
{
    const ploy_path_service* paths;
    const ploy_path_service_save_def* def;
    ploy_writer* writer;
    bool is_lost; ///< a request points at something that is not in the lists
} path_service_saving;

static uint32_t layer1_of(path_service_saving* s, const ploy_obstacles* obstacles)
{
    if (!obstacles) return 0;
    for (uint32_t i = 0; i < s->def->obstacle_layer_count; ++i)
        if (s->def->obstacle_layers[i] == obstacles) return i + 1;
    s->is_lost = true;
    return 0;
}

static uint32_t areas1_of(path_service_saving* s, const ploy_path_query* query)
{
    if (!query->area_costs) return 0;
    for (uint32_t i = 0; i < s->def->area_count; ++i)
        if (s->def->areas[i].costs == query->area_costs && s->def->areas[i].count == query->area_count) return i + 1;
    s->is_lost = true;
    return 0;
}

static void save_request(path_service_saving* s, uint32_t index)
{
    const pl_path_entry* request = pl_path_requests_at(&s->paths->requests, index);
    const ploy_path_query* query = &request->query;
    ploy_write_u32(s->writer, index);
    ploy_write_u32(s->writer, query->from);
    ploy_write_u32(s->writer, query->to);
    ploy_write_u32(s->writer, layer1_of(s, query->obstacles));
    ploy_write_u32(s->writer, areas1_of(s, query));
    ploy_write_u32(s->writer, query->max_nodes);
    ploy_write_u8(s->writer, query->partial);
    ploy_write_u8(s->writer, (uint8_t)query->method);
    ploy_write_u32(s->writer, query->agent_size);
    ploy_write_u64(s->writer, request->owner);
    ploy_write_u64(s->writer, request->sequence);
    ploy_write_u64(s->writer, request->tick);
    ploy_write_u16(s->writer, (uint16_t)request->priority);
    ploy_write_u32(s->writer, request->trace_agent);
}

// Ring by ring, each from its oldest: joining them in this order makes the same rings.
static void save_waiting(path_service_saving* s)
{
    const pl_path_requests* requests = &s->paths->requests;
    ploy_write_u32(s->writer, requests->waiting.entries.count);
    for (uint32_t i = 0; i < requests->all.count; ++i) {
        const pl_path_entry* first = pl_path_requests_at(requests, i);
        bool is_live = !pl_id_is_null(pl_id_pool_at(&requests->ids, i));
        if (!is_live || first->state != PL_PATH_ENTRY_WAITING) continue;
        if (pl_map_get(&requests->targets, first->query.to) != i) continue;
        uint32_t at = i;
        do {
            save_request(s, at);
            at = pl_path_requests_at(requests, at)->next;
        } while (at != i);
    }
}

static bool is_field_begun(const pl_path_slot* slot)
{
    return slot->is_field && slot->search->is_begun && slot->members.count > 0;
}

static void save_slot(path_service_saving* s, const pl_path_slot* slot)
{
    const pl_search_slot* search = slot->search;
    ploy_write_u8(s->writer, slot->is_field && search->is_running);
    ploy_write_u8(s->writer, search->is_begun);
    ploy_write_u8(s->writer, pl_path_slot_is_stale(slot));
    ploy_write_u32(s->writer, search->is_begun ? search->spent : 0);
    ploy_write_u32(s->writer, search->is_running ? search->restarts : 0);
    ploy_write_u32(s->writer, slot->members.count);
    for (uint32_t i = 0; i < slot->members.count; ++i) save_request(s, slot->members.data[i]);
    if (!is_field_begun(slot)) return;
    ploy_write_u32(s->writer, slot->from.count);
    for (uint32_t i = 0; i < slot->from.count; ++i) ploy_write_u32(s->writer, slot->from.data[i]);
}

static void save_answer(path_service_saving* s, uint32_t index)
{
    const pl_path_entry* request = pl_path_requests_at(&s->paths->requests, index);
    const ploy_path* path = &request->path;
    save_request(s, index);
    ploy_write_u8(s->writer, request->shared);
    ploy_write_u8(s->writer, (uint8_t)path->status);
    ploy_write_u8(s->writer, (uint8_t)path->reason);
    ploy_write_i64(s->writer, path->cost);
    ploy_write_u32(s->writer, path->expanded);
    ploy_write_u32(s->writer, path->count);
    const uint32_t* nodes = s->paths->slots[path->count ? request->slot : 0].nodes.data;
    for (uint32_t i = 0; i < path->count; ++i) ploy_write_u32(s->writer, nodes[request->first_node + i]);
}

static bool is_kept(const ploy_path_service* p, pl_id id)
{
    return pl_id_pool_is_live(&p->requests.ids, id);
}

static void save_answers(path_service_saving* s)
{
    const ploy_path_service* p = s->paths;
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->delivered.count; ++i) count += is_kept(p, p->delivered.data[i]);
    ploy_write_u32(s->writer, count);
    for (uint32_t i = 0; i < p->delivered.count; ++i)
        if (is_kept(p, p->delivered.data[i])) save_answer(s, pl_id_index(p->delivered.data[i]));
}

static void save_counts(const ploy_path_service* p, ploy_writer* writer)
{
    ploy_path_service_stats stats = ploy_path_service_get_stats(p);
    const uint64_t counts[] = {stats.updates,   stats.answered, stats.shared,
                               stats.fields,    stats.stale,    stats.cancelled,
                               stats.restarted, stats.expanded, p->requests.next_sequence};
    for (uint32_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) ploy_write_u64(writer, counts[i]);
    ploy_write_u32(writer, p->usual);
}

// Without a limit on nodes there is one slot per worker, and all are idle.
static uint32_t saved_slots(const ploy_path_service* p)
{
    return p->def.max_nodes ? p->search.slot_count : 0;
}

ploy_status ploy_path_service_save(const ploy_path_service* paths, const ploy_path_service_save_def* def,
                                   ploy_writer* writer)
{
    PL_NEED(paths, PLOY_INVALID);
    PL_NEED(writer, PLOY_INVALID);
    PL_ASSERT(!paths->is_updating);
    path_service_saving s = {paths, def, writer, false};
    ploy_write_u32(writer, MAGIC);
    save_counts(paths, writer);
    pl_id_pool_save(&paths->requests.ids, writer);
    save_waiting(&s);
    ploy_write_u32(writer, saved_slots(paths));
    for (uint32_t i = 0; i < saved_slots(paths); ++i) save_slot(&s, &paths->slots[i]);
    save_answers(&s);
    return s.is_lost ? PLOY_NOT_FOUND : PLOY_OK;
}

// Loading. A request that was not read yet is ANSWERED: no request is, between ticks.

typedef struct path_service_loading
{
    ploy_path_service* paths;
    const ploy_path_service_save_def* def;
    ploy_reader* reader;
    uint32_t read; ///< requests so far
} path_service_loading;

static bool load_query(path_service_loading* l, ploy_path_query* query)
{
    ploy_reader* reader = l->reader;
    *query = (ploy_path_query){0};
    query->from = ploy_read_u32(reader);
    query->to = ploy_read_u32(reader);
    uint32_t layer1 = ploy_read_below(reader, l->def->obstacle_layer_count + 1);
    uint32_t areas1 = ploy_read_below(reader, l->def->area_count + 1);
    query->obstacles = layer1 ? l->def->obstacle_layers[layer1 - 1] : NULL;
    if (areas1) query->area_costs = l->def->areas[areas1 - 1].costs;
    if (areas1) query->area_count = l->def->areas[areas1 - 1].count;
    query->max_nodes = ploy_read_u32(reader);
    query->partial = ploy_read_u8(reader) != 0;
    uint8_t method = ploy_read_u8(reader);
    query->method = (ploy_path_method)method;
    query->agent_size = ploy_read_u32(reader);
    return !reader->failed && method <= PLOY_PATH_PLAIN;
}

static bool load_owner(pl_path_requests* requests, uint64_t owner, uint32_t index)
{
    if (owner == 0) return true;
    return pl_path_requests_of_owner(requests, owner) == PLOY_NONE && pl_map_set(&requests->owners, owner, index);
}

// Returns its index, or PLOY_NONE when it cannot be a request. There is room for all.
static uint32_t load_request(path_service_loading* l, pl_path_entry_state state)
{
    pl_path_requests* requests = &l->paths->requests;
    ploy_reader* reader = l->reader;
    uint32_t index = ploy_read_below(reader, requests->all.count);
    if (reader->failed || pl_id_is_null(pl_id_pool_at(&requests->ids, index))) return PLOY_NONE;
    pl_path_entry* request = pl_path_requests_at(requests, index);
    if (request->state != PL_PATH_ENTRY_ANSWERED || !load_query(l, &request->query)) return PLOY_NONE;
    request->owner = ploy_read_u64(reader);
    request->sequence = ploy_read_u64(reader);
    request->tick = ploy_read_u64(reader);
    request->priority = (int16_t)ploy_read_u16(reader);
    request->trace_agent = ploy_read_u32(reader);
    request->state = state;
    bool is_known = request->sequence > 0 && request->sequence <= requests->next_sequence;
    if (reader->failed || !is_known || request->tick > l->paths->stats.updates) return PLOY_NONE;
    if (state != PL_PATH_ENTRY_DELIVERED && !load_owner(requests, request->owner, index)) return PLOY_NONE;
    ++l->read;
    return index;
}

static bool load_waiting(path_service_loading* l)
{
    uint32_t count = ploy_read_u32(l->reader);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t index = load_request(l, PL_PATH_ENTRY_WAITING);
        if (index == PLOY_NONE) return false;
        pl_path_requests_put_back(&l->paths->requests, index);
    }
    return !l->reader->failed;
}

static bool can_be_field(const ploy_path_service* p, const pl_path_slot* slot)
{
    uint32_t to = pl_path_requests_at(&p->requests, slot->members.data[0])->query.to;
    bool ok = to < p->requests.node_count;
    for (uint32_t i = 0; i < slot->members.count; ++i) {
        const ploy_path_query* query = &pl_path_requests_at(&p->requests, slot->members.data[i])->query;
        ok = ok && query->to == to && query->from < p->requests.node_count;
    }
    return ok;
}

static ploy_status load_from(path_service_loading* l, pl_path_slot* slot)
{
    uint32_t count = ploy_read_u32(l->reader);
    if (l->reader->failed || count > (l->reader->count - l->reader->at) / sizeof(uint32_t)) return PLOY_INVALID;
    if (!pl_path_slot_reserve(slot, count)) return PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; ++i)
        slot->from.data[slot->from.count++] = ploy_read_below(l->reader, l->paths->requests.node_count);
    return l->reader->failed ? PLOY_INVALID : PLOY_OK;
}

// Brings a search to where it was saved; a stale one to where the next tick restarts it.
static ploy_status catch_up(ploy_path_service* p, pl_path_slot* slot, uint32_t spent, bool is_stale)
{
    if (is_stale) {
        pl_path_slot_make_stale(slot);
        slot->search->spent = spent;
        return PLOY_OK;
    }
    slot->search->catch_up = spent;
    ploy_status status = pl_search_service_begin(&p->search, slot->index);
    if (status == PLOY_IN_PROGRESS) return PLOY_OK;
    return status == PLOY_OUT_OF_MEMORY ? status : PLOY_INVALID;
}

static ploy_status load_slot(path_service_loading* l, pl_path_slot* slot)
{
    bool is_field = ploy_read_u8(l->reader) != 0, is_begun = ploy_read_u8(l->reader) != 0;
    bool is_stale = ploy_read_u8(l->reader) != 0;
    uint32_t spent = ploy_read_u32(l->reader), restarts = ploy_read_u32(l->reader);
    uint32_t count = ploy_read_below(l->reader, l->paths->requests.all.count + 1);
    if (l->reader->failed || (is_begun && count == 0)) return PLOY_INVALID;
    if (!pl_path_slot_reserve(slot, count)) return PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t index = load_request(l, PL_PATH_ENTRY_TAKEN);
        if (index == PLOY_NONE) return PLOY_INVALID;
        pl_path_requests_at(&l->paths->requests, index)->slot = slot->index;
        slot->members.data[slot->members.count++] = index;
    }
    slot->is_field = is_field && count > 0;
    if (slot->is_field && !can_be_field(l->paths, slot)) return PLOY_INVALID;
    if (count > 0) pl_search_slot_take(slot->search);
    slot->search->restarts = restarts;
    slot->search->is_begun = is_begun;
    ploy_status status = is_field_begun(slot) ? load_from(l, slot) : PLOY_OK;
    return status == PLOY_OK && is_begun ? catch_up(l->paths, slot, spent, is_stale) : status;
}

static ploy_status load_slots(path_service_loading* l)
{
    ploy_path_service* p = l->paths;
    if (ploy_read_u32(l->reader) != saved_slots(p)) return PLOY_INVALID;
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < saved_slots(p) && status == PLOY_OK; ++i) status = load_slot(l, &p->slots[i]);
    return status;
}

static ploy_status load_nodes(path_service_loading* l, pl_path_entry* request)
{
    pl_path_slot* slot = &l->paths->slots[0];
    uint32_t count = request->path.count;
    if (count > (l->reader->count - l->reader->at) / sizeof(uint32_t)) return PLOY_INVALID;
    request->slot = 0;
    request->first_node = slot->nodes.count;
    if (!PL_ARRAY_RESERVE(&slot->nodes, &slot->allocator, slot->nodes.count + count)) return PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; ++i)
        slot->nodes.data[slot->nodes.count++] = ploy_read_below(l->reader, l->paths->requests.node_count);
    return l->reader->failed ? PLOY_INVALID : PLOY_OK;
}

static ploy_status load_answer(path_service_loading* l)
{
    uint32_t index = load_request(l, PL_PATH_ENTRY_DELIVERED);
    if (index == PLOY_NONE) return PLOY_INVALID;
    pl_path_entry* request = pl_path_requests_at(&l->paths->requests, index);
    request->shared = ploy_read_u8(l->reader) != 0;
    uint8_t status = ploy_read_u8(l->reader), reason = ploy_read_u8(l->reader);
    request->path = (ploy_path){.status = (ploy_status)status, .reason = (ploy_status)reason};
    request->path.cost = ploy_read_i64(l->reader);
    request->path.expanded = ploy_read_u32(l->reader);
    request->path.count = ploy_read_u32(l->reader);
    if (l->reader->failed || status >= PLOY_STATUS_COUNT || reason >= PLOY_STATUS_COUNT) return PLOY_INVALID;
    l->paths->delivered.data[l->paths->delivered.count++] = pl_id_pool_at(&l->paths->requests.ids, index);
    return load_nodes(l, request);
}

static ploy_status load_answers(path_service_loading* l)
{
    uint32_t count = ploy_read_u32(l->reader);
    ploy_status status = l->reader->failed ? PLOY_INVALID : PLOY_OK;
    for (uint32_t i = 0; i < count && status == PLOY_OK; ++i) status = load_answer(l);
    return status;
}

static bool load_counts(ploy_path_service* p, ploy_reader* reader)
{
    uint64_t* const counts[] = {
        &p->stats.updates,         &p->stats.answered,  &p->slots[0].shared, &p->slots[0].fields,
        &p->stats.stale,           &p->stats.cancelled, &p->stats.restarted, &p->search.slots[0].expanded,
        &p->requests.next_sequence};
    for (uint32_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) *counts[i] = ploy_read_u64(reader);
    p->usual = ploy_read_u32(reader);
    return !reader->failed && p->usual > 0 && p->requests.next_sequence < (uint64_t)1 << 48;
}

static ploy_status load_ids(path_service_loading* l)
{
    pl_path_requests* requests = &l->paths->requests;
    ploy_status status = pl_id_pool_load(&requests->ids, l->reader);
    if (status != PLOY_OK) return status;
    if (!pl_path_service_reserve(l->paths, pl_id_pool_end(&requests->ids))) return PLOY_OUT_OF_MEMORY;
    while (requests->all.count < pl_id_pool_end(&requests->ids))
        requests->all.data[requests->all.count++] = (pl_path_entry){.state = PL_PATH_ENTRY_ANSWERED, .slot = PLOY_NONE};
    return PLOY_OK;
}

static ploy_status load(path_service_loading* l)
{
    if (ploy_read_u32(l->reader) != MAGIC || !load_counts(l->paths, l->reader)) return PLOY_INVALID;
    ploy_status status = load_ids(l);
    if (status == PLOY_OK && !load_waiting(l)) status = PLOY_INVALID;
    if (status == PLOY_OK) status = load_slots(l);
    if (status == PLOY_OK) status = load_answers(l);
    if (status == PLOY_OK && l->read != l->paths->requests.ids.live_count) status = PLOY_INVALID;
    return status;
}

static void clear(ploy_path_service* p)
{
    pl_path_requests_clear(&p->requests);
    pl_search_service_clear(&p->search);
    for (uint32_t i = 0; i < p->search.slot_count; ++i) pl_path_slot_clear(&p->slots[i]);
    PL_ARRAY_CLEAR(&p->jobs);
    PL_ARRAY_CLEAR(&p->members);
    PL_ARRAY_CLEAR(&p->delivered);
    p->stats = (ploy_path_service_stats){0};
}

ploy_status ploy_path_service_load(ploy_path_service* paths, const ploy_path_service_save_def* def, ploy_reader* reader)
{
    PL_NEED(paths, PLOY_INVALID);
    PL_NEED(reader, PLOY_INVALID);
    PL_ASSERT(!paths->is_updating);
    clear(paths);
    path_service_loading l = {paths, def, reader, 0};
    ploy_status status = load(&l);
    if (status == PLOY_OK) return status;
    clear(paths);
    reader->failed = true;
    return status;
}
