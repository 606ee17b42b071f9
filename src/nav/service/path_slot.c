#include "nav/service/path_slot.h"

#include <string.h>

#include "base/check.h"

bool pl_path_slot_init(pl_path_slot* slot, uint32_t index, const ploy_path_service_def* def, pl_path_requests* requests,
                       pl_search_slot* search)
{
    *slot = (pl_path_slot){.allocator = def->allocator, .requests = requests, .search = search, .index = index};
    ploy_pathfinder_def pathfinder = {0};
    pathfinder.map = def->map;
    pathfinder.allocator = def->allocator;
    slot->pathfinder = ploy_pathfinder_create(&pathfinder);
    return slot->pathfinder && pl_path_slot_reserve(slot, 1);
}

void pl_path_slot_destroy(pl_path_slot* slot)
{
    ploy_pathfinder_destroy(slot->pathfinder);
    PL_ARRAY_FREE(&slot->members, &slot->allocator);
    PL_ARRAY_FREE(&slot->from, &slot->allocator);
    PL_ARRAY_FREE(&slot->nodes, &slot->allocator);
}

void pl_path_slot_clear(pl_path_slot* slot)
{
    PL_ARRAY_CLEAR(&slot->members);
    PL_ARRAY_CLEAR(&slot->from);
    PL_ARRAY_CLEAR(&slot->nodes);
    slot->is_field = false;
    slot->kept = NULL;
    slot->fields = slot->shared = 0;
}

bool pl_path_slot_reserve(pl_path_slot* slot, uint32_t member_count)
{
    return PL_ARRAY_RESERVE(&slot->members, &slot->allocator, member_count) &&
           PL_ARRAY_RESERVE(&slot->from, &slot->allocator, member_count);
}

void pl_path_slot_take(pl_path_slot* slot, const uint32_t* members, uint32_t count, pl_kept_field* kept)
{
    PL_ASSERT(slot->members.count == 0 && count <= slot->members.capacity);
    memcpy(slot->members.data, members, count * sizeof *members);
    slot->members.count = count;
    slot->is_field = count > 1;
    slot->kept = kept;
    pl_search_slot_take(slot->search);
    for (uint32_t i = 0; i < count; ++i) pl_path_requests_at(slot->requests, members[i])->slot = slot->index;
}

void pl_path_slot_drop(pl_path_slot* slot, uint32_t request)
{
    uint32_t at = 0;
    while (slot->members.data[at] != request) ++at;
    bool is_current = at + 1 == slot->members.count && !slot->is_field;
    for (; at + 1 < slot->members.count; ++at) slot->members.data[at] = slot->members.data[at + 1];
    --slot->members.count;
    if (is_current) slot->search->is_begun = false;
    if (slot->members.count == 0) pl_search_slot_release(slot->search);
}

static pl_path_entry* current(const pl_path_slot* slot)
{
    return pl_path_requests_at(slot->requests, slot->members.data[slot->members.count - 1]);
}

static uint64_t obstacle_version(const pl_path_slot* slot)
{
    const ploy_obstacles* obstacles = current(slot)->query.obstacles;
    return obstacles ? obstacles->version : 0;
}

bool pl_path_slot_is_stale(const pl_path_slot* slot)
{
    return slot->search->is_running && slot->search->is_begun && obstacle_version(slot) != slot->obstacle_version;
}

void pl_path_slot_make_stale(pl_path_slot* slot)
{
    slot->search->is_begun = true;
    slot->obstacle_version = obstacle_version(slot) - 1;
}

// Searching.

static void collect_starts(pl_path_slot* slot)
{
    PL_ARRAY_CLEAR(&slot->from);
    for (uint32_t i = 0; i < slot->members.count; ++i)
        slot->from.data[slot->from.count++] = pl_path_requests_at(slot->requests, slot->members.data[i])->query.from;
}

// A search that catches up has the starts it was saved with.
ploy_status pl_path_slot_begin(pl_path_slot* slot)
{
    const ploy_path_query* query = &current(slot)->query;
    slot->obstacle_version = obstacle_version(slot);
    if (!slot->is_field) return ploy_pathfinder_begin(slot->pathfinder, query);
    if (slot->search->catch_up == 0) collect_starts(slot);
    ploy_status status =
        slot->kept ? pl_kept_field_begin(slot->kept, query)
                   : ploy_pathfinder_begin_field(slot->pathfinder, query, slot->from.data, slot->from.count);
    slot->has_no_field = status != PLOY_IN_PROGRESS && status != PLOY_FOUND;
    return status;
}

static ploy_pathfinder* searching(const pl_path_slot* slot)
{
    return slot->is_field && slot->kept ? slot->kept->pathfinder : slot->pathfinder;
}

ploy_status pl_path_slot_update(pl_path_slot* slot, uint32_t max_nodes)
{
    return ploy_pathfinder_update(searching(slot), max_nodes);
}

// Copies the path out of the pathfinder.
static void answer(pl_path_slot* slot, pl_path_entry* request, const ploy_path* path)
{
    request->path = *path;
    request->path.nodes = NULL;
    request->first_node = slot->nodes.count;
    request->shared = slot->is_field;
    request->state = PL_PATH_ENTRY_ANSWERED;
    if (path->count == 0) return;
    if (!PL_ARRAY_RESERVE(&slot->nodes, &slot->allocator, slot->nodes.count + path->count)) {
        request->path =
            (ploy_path){.status = PLOY_OUT_OF_MEMORY, .reason = PLOY_OUT_OF_MEMORY, .expanded = path->expanded};
        return;
    }
    memcpy(slot->nodes.data + slot->nodes.count, path->nodes, path->count * sizeof *path->nodes);
    slot->nodes.count += path->count;
}

// A field does not enter blocked nodes, though a path may begin on one, and it has no partial paths.
static bool is_answer(const pl_path_entry* request, ploy_status status)
{
    if (status == PLOY_FOUND || status == PLOY_OUT_OF_MEMORY) return true;
    const ploy_path_query* query = &request->query;
    return status == PLOY_NOT_FOUND && !query->partial &&
           !(query->obstacles && ploy_obstacles_is_blocked(query->obstacles, query->from));
}

static void finish_field(pl_path_slot* slot)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < slot->members.count; ++i) {
        pl_path_entry* request = pl_path_requests_at(slot->requests, slot->members.data[i]);
        const ploy_path* path = ploy_pathfinder_path_from(searching(slot), request->query.from);
        if (is_answer(request, path->status)) {
            answer(slot, request, path);
            ++slot->shared;
        } else {
            slot->members.data[kept++] = slot->members.data[i];
        }
    }
    ++slot->fields;
    slot->members.count = kept;
    slot->is_field = false;
}

static uint32_t finish_search(pl_path_slot* slot)
{
    const ploy_path* path = ploy_pathfinder_end(searching(slot));
    uint32_t expanded = path->expanded;
    if (slot->is_field) {
        finish_field(slot);
    } else {
        answer(slot, current(slot), path);
        --slot->members.count;
    }
    return expanded;
}

// Members that are left are searched for one by one; the slot keeps running, with its count of restarts.
uint32_t pl_path_slot_finish(pl_path_slot* slot)
{
    bool has_no_field = slot->is_field && slot->has_no_field;
    if (has_no_field) slot->is_field = false;
    uint32_t expanded = has_no_field ? 0 : finish_search(slot);
    slot->search->is_running = slot->members.count > 0;
    return expanded;
}
