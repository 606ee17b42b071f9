#include "nav/service/path_slot.h"

#include <string.h>

#include "base/check.h"

bool pl_path_slot_init(pl_path_slot* slot, uint32_t index, const ploy_path_service_def* def, pl_requests* requests)
{
    *slot = (pl_path_slot){.allocator = def->allocator, .requests = requests, .index = index};
    ploy_pathfinder_def pathfinder = {0};
    pathfinder.ground = def->ground;
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
    slot->is_begun = slot->is_field = false;
    slot->expanded = slot->fields = slot->shared = 0;
}

size_t pl_path_slot_bytes(const pl_path_slot* slot)
{
    return ploy_pathfinder_bytes(slot->pathfinder) +
           sizeof(uint32_t) * ((size_t)slot->members.capacity + slot->from.capacity + slot->nodes.capacity);
}

bool pl_path_slot_reserve(pl_path_slot* slot, uint32_t member_count)
{
    return PL_ARRAY_RESERVE(&slot->members, &slot->allocator, member_count) &&
           PL_ARRAY_RESERVE(&slot->from, &slot->allocator, member_count);
}

void pl_path_slot_take(pl_path_slot* slot, const uint32_t* members, uint32_t count)
{
    PL_ASSERT(!pl_path_slot_is_busy(slot) && count <= slot->members.capacity);
    memcpy(slot->members.data, members, count * sizeof *members);
    slot->members.count = count;
    slot->is_field = count > 1;
    slot->is_begun = false;
    slot->restarts = 0;
    for (uint32_t i = 0; i < count; ++i) pl_requests_at(slot->requests, members[i])->slot = slot->index;
}

void pl_path_slot_drop(pl_path_slot* slot, uint32_t request)
{
    uint32_t at = 0;
    while (slot->members.data[at] != request) ++at;
    bool is_current = at + 1 == slot->members.count && !slot->is_field;
    for (; at + 1 < slot->members.count; ++at) slot->members.data[at] = slot->members.data[at + 1];
    --slot->members.count;
    if (is_current || slot->members.count == 0) slot->is_begun = false;
}

static pl_request* current(const pl_path_slot* slot)
{
    return pl_requests_at(slot->requests, slot->members.data[slot->members.count - 1]);
}

static uint64_t overlay_version(const pl_path_slot* slot)
{
    const ploy_obstacles* obstacles = current(slot)->query.obstacles;
    return obstacles ? ploy_obstacles_version(obstacles) : 0;
}

bool pl_path_slot_is_stale(const pl_path_slot* slot)
{
    return pl_path_slot_is_busy(slot) && slot->is_begun && overlay_version(slot) != slot->overlay_version;
}

bool pl_path_slot_restart_if_changed(pl_path_slot* slot)
{
    if (!pl_path_slot_is_stale(slot)) return false;
    slot->is_begun = false;
    ++slot->restarts;
    return true;
}

// Searching.

static ploy_status begin_search(pl_path_slot* slot)
{
    slot->is_begun = true;
    slot->spent = 0;
    slot->overlay_version = overlay_version(slot);
    if (!slot->is_field) return ploy_pathfinder_begin(slot->pathfinder, &current(slot)->query);
    return ploy_pathfinder_begin_field(slot->pathfinder, &current(slot)->query, slot->from.data, slot->from.count);
}

static ploy_status begin(pl_path_slot* slot)
{
    PL_ARRAY_CLEAR(&slot->from);
    for (uint32_t i = 0; i < slot->members.count; ++i)
        slot->from.data[slot->from.count++] = pl_requests_at(slot->requests, slot->members.data[i])->query.from;
    return begin_search(slot);
}

ploy_status pl_path_slot_catch_up(pl_path_slot* slot, uint32_t spent, bool is_stale)
{
    slot->spent = spent;
    slot->is_begun = true;
    slot->overlay_version = overlay_version(slot) - 1;
    if (is_stale) return PLOY_OK;
    ploy_status status = begin_search(slot);
    if (status == PLOY_IN_PROGRESS && spent > 0) status = ploy_pathfinder_update(slot->pathfinder, spent);
    slot->spent = spent;
    if (status == PLOY_IN_PROGRESS) return PLOY_OK;
    return status == PLOY_OUT_OF_MEMORY ? status : PLOY_INVALID;
}

// Copies the path out of the finder.
static void answer(pl_path_slot* slot, pl_request* request, const ploy_path* path)
{
    request->path = *path;
    request->path.nodes = NULL;
    request->first_node = slot->nodes.count;
    request->shared = slot->is_field;
    request->state = PL_REQUEST_ANSWERED;
    if (path->count == 0) return;
    if (!PL_ARRAY_RESERVE(&slot->nodes, &slot->allocator, slot->nodes.count + path->count)) {
        request->path =
            (ploy_path){.status = PLOY_OUT_OF_MEMORY, .reason = PLOY_OUT_OF_MEMORY, .expanded = path->expanded};
        return;
    }
    memcpy(slot->nodes.data + slot->nodes.count, path->nodes, path->count * sizeof *path->nodes);
    slot->nodes.count += path->count;
}

// A field does not enter blocked ground, though a path may begin there, and it knows no partial paths.
static bool is_served(const pl_request* request, ploy_status status)
{
    if (status == PLOY_FOUND || status == PLOY_OUT_OF_MEMORY) return true;
    const ploy_path_query* query = &request->query;
    return status == PLOY_NOT_FOUND && !query->partial &&
           !(query->obstacles && ploy_obstacles_is_blocked(query->obstacles, query->from));
}

static void end_field(pl_path_slot* slot)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < slot->members.count; ++i) {
        pl_request* request = pl_requests_at(slot->requests, slot->members.data[i]);
        const ploy_path* path = ploy_pathfinder_path_from(slot->pathfinder, request->query.from);
        if (is_served(request, path->status)) {
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

static uint32_t end(pl_path_slot* slot)
{
    const ploy_path* path = ploy_pathfinder_end(slot->pathfinder);
    uint32_t expanded = path->expanded;
    slot->expanded += expanded;
    if (slot->is_field) {
        end_field(slot);
    } else {
        answer(slot, current(slot), path);
        --slot->members.count;
    }
    slot->is_begun = false;
    return expanded;
}

// One slice of one search.
static uint32_t step(pl_path_slot* slot, uint32_t max_nodes)
{
    ploy_status status = slot->is_begun ? PLOY_IN_PROGRESS : begin(slot);
    if (status != PLOY_IN_PROGRESS && slot->is_field) {
        // No field to be had: one by one, then.
        slot->is_field = slot->is_begun = false;
        return 1;
    }
    if (status == PLOY_IN_PROGRESS) status = ploy_pathfinder_update(slot->pathfinder, max_nodes);
    if (status == PLOY_IN_PROGRESS) {
        slot->spent += max_nodes;
        return max_nodes;
    }
    uint32_t spent = slot->spent, expanded = end(slot);
    uint32_t used = expanded > spent ? expanded - spent : 1;
    return used < max_nodes ? used : max_nodes;
}

uint32_t pl_path_slot_run(pl_path_slot* slot, uint32_t max_nodes)
{
    uint32_t used = 0;
    while (pl_path_slot_is_busy(slot) && used < max_nodes) {
        uint32_t slice = step(slot, max_nodes - used);
        // Without a limit a search may still stop, to begin in another way.
        used += max_nodes == UINT32_MAX ? 0 : slice;
    }
    return used;
}
