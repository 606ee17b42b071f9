#include "nav/service/path_slot.h"

#include <string.h>

#include "base/check.h"

bool pl_lane_init(pl_lane* lane, uint32_t index, const ploy_paths_def* def, pl_requests* requests)
{
    *lane = (pl_lane){.allocator = def->allocator, .requests = requests, .index = index};
    ploy_finder_def finder = ploy_finder_def_default();
    finder.ground = def->ground;
    finder.allocator = def->allocator;
    lane->finder = ploy_finder_create(&finder);
    return lane->finder && pl_lane_reserve(lane, 1);
}

void pl_lane_destroy(pl_lane* lane)
{
    ploy_finder_destroy(lane->finder);
    PL_ARRAY_FREE(&lane->members, &lane->allocator);
    PL_ARRAY_FREE(&lane->from, &lane->allocator);
    PL_ARRAY_FREE(&lane->nodes, &lane->allocator);
}

void pl_lane_clear(pl_lane* lane)
{
    PL_ARRAY_CLEAR(&lane->members);
    PL_ARRAY_CLEAR(&lane->from);
    PL_ARRAY_CLEAR(&lane->nodes);
    lane->is_begun = lane->is_field = false;
    lane->expanded = lane->fields = lane->shared = 0;
}

size_t pl_lane_bytes(const pl_lane* lane)
{
    return ploy_finder_bytes(lane->finder) +
           sizeof(uint32_t) * ((size_t)lane->members.capacity + lane->from.capacity + lane->nodes.capacity);
}

bool pl_lane_reserve(pl_lane* lane, uint32_t member_count)
{
    return PL_ARRAY_RESERVE(&lane->members, &lane->allocator, member_count) &&
           PL_ARRAY_RESERVE(&lane->from, &lane->allocator, member_count);
}

void pl_lane_take(pl_lane* lane, const uint32_t* members, uint32_t count)
{
    PL_ASSERT(!pl_lane_is_busy(lane) && count <= lane->members.capacity);
    memcpy(lane->members.data, members, count * sizeof *members);
    lane->members.count = count;
    lane->is_field = count > 1;
    lane->is_begun = false;
    lane->restarts = 0;
    for (uint32_t i = 0; i < count; ++i) pl_requests_at(lane->requests, members[i])->lane = lane->index;
}

void pl_lane_drop(pl_lane* lane, uint32_t request)
{
    uint32_t at = 0;
    while (lane->members.data[at] != request) ++at;
    bool is_current = at + 1 == lane->members.count && !lane->is_field;
    for (; at + 1 < lane->members.count; ++at) lane->members.data[at] = lane->members.data[at + 1];
    --lane->members.count;
    if (is_current || lane->members.count == 0) lane->is_begun = false;
}

static pl_request* current(const pl_lane* lane)
{
    return pl_requests_at(lane->requests, lane->members.data[lane->members.count - 1]);
}

static uint64_t overlay_version(const pl_lane* lane)
{
    const ploy_overlay* overlay = current(lane)->query.overlay;
    return overlay ? ploy_overlay_version(overlay) : 0;
}

bool pl_lane_is_stale(const pl_lane* lane)
{
    return pl_lane_is_busy(lane) && lane->is_begun && overlay_version(lane) != lane->overlay_version;
}

bool pl_lane_restart_if_changed(pl_lane* lane)
{
    if (!pl_lane_is_stale(lane)) return false;
    lane->is_begun = false;
    ++lane->restarts;
    return true;
}

// Searching.

static ploy_status begin_search(pl_lane* lane)
{
    lane->is_begun = true;
    lane->spent = 0;
    lane->overlay_version = overlay_version(lane);
    if (!lane->is_field) return ploy_finder_begin(lane->finder, &current(lane)->query);
    return ploy_finder_begin_field(lane->finder, &current(lane)->query, lane->from.data, lane->from.count);
}

static ploy_status begin(pl_lane* lane)
{
    PL_ARRAY_CLEAR(&lane->from);
    for (uint32_t i = 0; i < lane->members.count; ++i)
        lane->from.data[lane->from.count++] = pl_requests_at(lane->requests, lane->members.data[i])->query.from;
    return begin_search(lane);
}

ploy_status pl_lane_catch_up(pl_lane* lane, uint32_t spent, bool is_stale)
{
    lane->spent = spent;
    lane->is_begun = true;
    lane->overlay_version = overlay_version(lane) - 1;
    if (is_stale) return PLOY_OK;
    ploy_status status = begin_search(lane);
    if (status == PLOY_RUNNING && spent > 0) status = ploy_finder_update(lane->finder, spent);
    lane->spent = spent;
    if (status == PLOY_RUNNING) return PLOY_OK;
    return status == PLOY_OUT_OF_MEMORY ? status : PLOY_INVALID;
}

// Copies the path out of the finder.
static void answer(pl_lane* lane, pl_request* request, const ploy_path* path)
{
    request->path = *path;
    request->path.nodes = NULL;
    request->first_node = lane->nodes.count;
    request->shared = lane->is_field;
    request->state = PL_REQUEST_ANSWERED;
    if (path->count == 0) return;
    if (!PL_ARRAY_RESERVE(&lane->nodes, &lane->allocator, lane->nodes.count + path->count)) {
        request->path =
            (ploy_path){.status = PLOY_OUT_OF_MEMORY, .reason = PLOY_OUT_OF_MEMORY, .expanded = path->expanded};
        return;
    }
    memcpy(lane->nodes.data + lane->nodes.count, path->nodes, path->count * sizeof *path->nodes);
    lane->nodes.count += path->count;
}

// A field does not enter blocked ground, though a path may begin there, and it knows no partial paths.
static bool is_served(const pl_request* request, ploy_status status)
{
    if (status == PLOY_FOUND || status == PLOY_OUT_OF_MEMORY) return true;
    const ploy_path_query* query = &request->query;
    return status == PLOY_NOT_FOUND && !query->partial &&
           !(query->overlay && ploy_overlay_is_blocked(query->overlay, query->from));
}

static void end_field(pl_lane* lane)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < lane->members.count; ++i) {
        pl_request* request = pl_requests_at(lane->requests, lane->members.data[i]);
        const ploy_path* path = ploy_finder_path_from(lane->finder, request->query.from);
        if (is_served(request, path->status)) {
            answer(lane, request, path);
            ++lane->shared;
        } else {
            lane->members.data[kept++] = lane->members.data[i];
        }
    }
    ++lane->fields;
    lane->members.count = kept;
    lane->is_field = false;
}

static uint32_t end(pl_lane* lane)
{
    const ploy_path* path = ploy_finder_end(lane->finder);
    uint32_t expanded = path->expanded;
    lane->expanded += expanded;
    if (lane->is_field) {
        end_field(lane);
    } else {
        answer(lane, current(lane), path);
        --lane->members.count;
    }
    lane->is_begun = false;
    return expanded;
}

// One slice of one search.
static uint32_t step(pl_lane* lane, uint32_t max_nodes)
{
    ploy_status status = lane->is_begun ? PLOY_RUNNING : begin(lane);
    if (status != PLOY_RUNNING && lane->is_field) {
        // No field to be had: one by one, then.
        lane->is_field = lane->is_begun = false;
        return 1;
    }
    if (status == PLOY_RUNNING) status = ploy_finder_update(lane->finder, max_nodes);
    if (status == PLOY_RUNNING) {
        lane->spent += max_nodes;
        return max_nodes;
    }
    uint32_t spent = lane->spent, expanded = end(lane);
    uint32_t used = expanded > spent ? expanded - spent : 1;
    return used < max_nodes ? used : max_nodes;
}

uint32_t pl_lane_run(pl_lane* lane, uint32_t max_nodes)
{
    uint32_t used = 0;
    while (pl_lane_is_busy(lane) && used < max_nodes) {
        uint32_t slice = step(lane, max_nodes - used);
        // Without a limit a search may still stop, to begin in another way.
        used += max_nodes == UINT32_MAX ? 0 : slice;
    }
    return used;
}
