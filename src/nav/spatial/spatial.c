// A uniform grid over the items, sorted by cell in one array:
//
//   begin    | cell 0 | cell 1 | ... | end |       where the entries of each cell begin
//   entries  | 3 8 | 1 | | 0 4 7 | ...             position, index, mask; ascending by index within a cell
//
// Building is a counting sort in three steps, each on all workers. The items are split into blocks, one per worker, and
// the cells into as many ranges: each block counts its items per cell and range, each range turns the counts of its cells
// into places, each block puts its items there. An item's place depends on the items before it, not on the blocks.
//
// Workload: 1,000 to 100,000 items, built once per tick; as many queries, with a handful to a hundred results.

#include <ploy/spatial.h>

#include <string.h>

#include "base/check.h"
#include "base/containers/array.h"
#include "base/defaults.h"
#include "base/hints.h"
#include "base/memory.h"
#include "base/tasks.h"
#include "nav/search/square_root.h"

enum
{
    MIN_CELLS = 1024, ///< as many are made in any case
    MAX_POSITION = 1 << 30,
    BLOCK = 512, ///< items of a block, at least
    MAX_BLOCKS = 64,
    QUERY_SHARE = 8,
};

typedef struct spatial_entry
{
    ploy_point position;
    uint32_t index;
    uint32_t mask;
} spatial_entry;

typedef struct spatial_box
{
    ploy_point min, max;
    uint32_t count; ///< items inside
} spatial_box;

struct ploy_spatial
{
    ploy_spatial_def def;
    int32_t cell;  ///< side; a multiple of the def's, where the items lie too far apart
    int32_t shift; ///< its logarithm; -1: it is no power of two
    ploy_point origin;
    uint32_t width, height; ///< cells
    uint32_t count;         ///< entries
    uint32_t blocks;
    const ploy_spatial_item* items; ///< while it is built
    uint32_t item_count;
    spatial_box boxes[MAX_BLOCKS];
    PL_ARRAY(spatial_entry) entries;
    PL_ARRAY(uint32_t) begin;  ///< by cell, and the end
    PL_ARRAY(uint32_t) counts; ///< by block and cell
    PL_ARRAY(uint32_t) sums;   ///< of the counts, by block and range of cells
    PL_ARRAY(uint32_t) cells;  ///< of the items, while it is built
};

static uint32_t choose_blocks(const ploy_spatial* spatial, uint32_t count)
{
    uint32_t blocks = count / BLOCK, workers = pl_tasks_worker_count(&spatial->def.tasks);
    blocks = blocks < workers ? blocks : workers;
    return blocks == 0 ? 1 : blocks < MAX_BLOCKS ? blocks : MAX_BLOCKS;
}

ploy_spatial* ploy_spatial_create(const ploy_spatial_def* given)
{
    ploy_spatial_def def = given ? *given : (ploy_spatial_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    PL_DEFAULT(def.cell, PLOY_DEFAULT_SPATIAL_CELL);
    PL_DEFAULT(def.capacity, PLOY_DEFAULT_WORLD_CAPACITY);
    PL_ASSERT(def.cell > 0);
    ploy_spatial* spatial = PL_NEW(&def.allocator, ploy_spatial);
    if (!spatial) return NULL;
    spatial->def = def;
    uint32_t cells = def.capacity + MIN_CELLS, blocks = choose_blocks(spatial, def.capacity);
    bool ok = PL_ARRAY_RESERVE(&spatial->entries, &def.allocator, def.capacity) &&
              PL_ARRAY_RESERVE(&spatial->begin, &def.allocator, cells + 1) &&
              PL_ARRAY_RESERVE(&spatial->counts, &def.allocator, cells * blocks) &&
              PL_ARRAY_RESERVE(&spatial->sums, &def.allocator, blocks * blocks) &&
              PL_ARRAY_RESERVE(&spatial->cells, &def.allocator, def.capacity);
    if (ok) return spatial;
    ploy_spatial_destroy(spatial);
    return NULL;
}

void ploy_spatial_destroy(ploy_spatial* spatial)
{
    if (!spatial) return;
    ploy_allocator allocator = spatial->def.allocator;
    PL_ARRAY_FREE(&spatial->entries, &allocator);
    PL_ARRAY_FREE(&spatial->begin, &allocator);
    PL_ARRAY_FREE(&spatial->counts, &allocator);
    PL_ARRAY_FREE(&spatial->sums, &allocator);
    PL_ARRAY_FREE(&spatial->cells, &allocator);
    PL_DELETE(&allocator, spatial);
}

// Building.

static int32_t min(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t max(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static uint32_t block_begin(const ploy_spatial* spatial, uint32_t block)
{
    return (uint32_t)((uint64_t)spatial->item_count * block / spatial->blocks);
}

static void find_boxes(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    ploy_spatial* spatial = context;
    for (uint32_t b = begin; b < end; ++b) {
        spatial_box box = {{INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN}, 0};
        uint32_t last = block_begin(spatial, b + 1);
        for (uint32_t i = block_begin(spatial, b); i < last; ++i) {
            const ploy_spatial_item* item = &spatial->items[i];
            if (item->mask == 0) continue;
            box.min = (ploy_point){min(box.min.x, item->position.x), min(box.min.y, item->position.y)};
            box.max = (ploy_point){max(box.max.x, item->position.x), max(box.max.y, item->position.y)};
            ++box.count;
        }
        spatial->boxes[b] = box;
    }
}

static spatial_box join_boxes(const ploy_spatial* spatial)
{
    spatial_box all = spatial->boxes[0];
    for (uint32_t b = 1; b < spatial->blocks; ++b) {
        const spatial_box* box = &spatial->boxes[b];
        all.min = (ploy_point){min(all.min.x, box->min.x), min(all.min.y, box->min.y)};
        all.max = (ploy_point){max(all.max.x, box->max.x), max(all.max.y, box->max.y)};
        all.count += box->count;
    }
    return all;
}

// Cells grow until there are about as many as items.
static void lay_out(ploy_spatial* spatial, const spatial_box* box)
{
    uint64_t most = (uint64_t)box->count + MIN_CELLS, width, height;
    int64_t cell = spatial->def.cell;
    for (;; cell *= 2) {
        width = (uint64_t)(((int64_t)box->max.x - box->min.x) / cell) + 1;
        height = (uint64_t)(((int64_t)box->max.y - box->min.y) / cell) + 1;
        if (width * height <= most) break;
    }
    PL_ASSERT(cell <= INT32_MAX);
    spatial->cell = (int32_t)cell;
    spatial->shift = (cell & (cell - 1)) == 0 ? (int32_t)pl_trailing_zeros((uint64_t)cell) : -1;
    spatial->origin = box->min;
    spatial->width = (uint32_t)width;
    spatial->height = (uint32_t)height;
    spatial->count = box->count;
}

static uint32_t cell_count(const ploy_spatial* spatial)
{
    return spatial->width * spatial->height;
}

// Most sides of cells are powers of two.
PL_INLINE uint32_t cells_in(const ploy_spatial* spatial, uint32_t offset)
{
    return spatial->shift >= 0 ? offset >> spatial->shift : offset / (uint32_t)spatial->cell;
}

static uint32_t* counts_of(const ploy_spatial* spatial, uint32_t block)
{
    return spatial->counts.data + (size_t)block * cell_count(spatial);
}

static uint32_t range_begin(const ploy_spatial* spatial, uint32_t range)
{
    return (uint32_t)((uint64_t)cell_count(spatial) * range / spatial->blocks);
}

static void sum_ranges(const ploy_spatial* spatial, uint32_t block)
{
    const uint32_t* counts = counts_of(spatial, block);
    for (uint32_t r = 0; r < spatial->blocks; ++r) {
        uint32_t sum = 0, end = range_begin(spatial, r + 1);
        for (uint32_t c = range_begin(spatial, r); c < end; ++c) sum += counts[c];
        spatial->sums.data[block * spatial->blocks + r] = sum;
    }
}

// What a loop over items needs stays in registers, although the loop writes.
PL_INLINE void count_items(const ploy_spatial* spatial, uint32_t begin, uint32_t end, uint32_t* counts, int32_t shift)
{
    const ploy_spatial_item* items = spatial->items;
    uint32_t *cells = spatial->cells.data, width = spatial->width, side = (uint32_t)spatial->cell;
    ploy_point origin = spatial->origin;
    for (uint32_t i = begin; i < end; ++i) {
        if (items[i].mask == 0) continue;
        uint32_t x = (uint32_t)(items[i].position.x - origin.x), y = (uint32_t)(items[i].position.y - origin.y);
        uint32_t cell = shift >= 0 ? (y >> shift) * width + (x >> shift) : y / side * width + x / side;
        cells[i] = cell;
        ++counts[cell];
    }
}

static void count_blocks(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    const ploy_spatial* spatial = context;
    for (uint32_t b = begin; b < end; ++b) {
        uint32_t* counts = counts_of(spatial, b);
        memset(counts, 0, cell_count(spatial) * sizeof *counts);
        uint32_t first = block_begin(spatial, b), last = block_begin(spatial, b + 1);
        if (spatial->shift >= 0) {
            count_items(spatial, first, last, counts, spatial->shift);
        } else {
            count_items(spatial, first, last, counts, -1);
        }
        if (spatial->blocks > 1) sum_ranges(spatial, b);
    }
}

static void place_one_block(ploy_spatial* spatial)
{
    uint32_t cells = cell_count(spatial), at = 0;
    uint32_t *begin = spatial->begin.data, *counts = spatial->counts.data;
    for (uint32_t c = 0; c < cells; ++c) {
        uint32_t here = counts[c];
        begin[c] = counts[c] = at;
        at += here;
    }
    begin[cells] = at;
}

static uint32_t items_before(const ploy_spatial* spatial, uint32_t range)
{
    uint32_t before = 0;
    for (uint32_t b = 0; b < spatial->blocks; ++b) {
        for (uint32_t r = 0; r < range; ++r) before += spatial->sums.data[b * spatial->blocks + r];
    }
    return before;
}

static void place_ranges(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    const ploy_spatial* spatial = context;
    uint32_t cells = cell_count(spatial), blocks = spatial->blocks, *begins = spatial->begin.data;
    for (uint32_t r = begin; r < end; ++r) {
        uint32_t at = items_before(spatial, r), last = range_begin(spatial, r + 1);
        for (uint32_t c = range_begin(spatial, r); c < last; ++c) {
            uint32_t* count = spatial->counts.data + c;
            begins[c] = at;
            for (uint32_t b = 0; b < blocks; ++b, count += cells) {
                uint32_t here = *count;
                *count = at;
                at += here;
            }
        }
    }
}

static void place_blocks(ploy_spatial* spatial)
{
    pl_parallel_for(&spatial->def.tasks, spatial->blocks, 1, place_ranges, spatial);
    spatial->begin.data[cell_count(spatial)] = spatial->count;
}

static void fill_blocks(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    const ploy_spatial* spatial = context;
    const ploy_spatial_item* items = spatial->items;
    const uint32_t* cells = spatial->cells.data;
    spatial_entry* entries = spatial->entries.data;
    for (uint32_t b = begin; b < end; ++b) {
        uint32_t *places = counts_of(spatial, b), last = block_begin(spatial, b + 1);
        for (uint32_t i = block_begin(spatial, b); i < last; ++i) {
            if (items[i].mask == 0) continue;
            entries[places[cells[i]]++] = (spatial_entry){items[i].position, i, items[i].mask};
        }
    }
}

static bool reserve(ploy_spatial* spatial)
{
    const ploy_allocator* allocator = &spatial->def.allocator;
    uint32_t cells = cell_count(spatial);
    return PL_ARRAY_RESERVE(&spatial->entries, allocator, spatial->count) &&
           PL_ARRAY_RESERVE(&spatial->begin, allocator, cells + 1) &&
           PL_ARRAY_RESERVE(&spatial->counts, allocator, cells * spatial->blocks) &&
           PL_ARRAY_RESERVE(&spatial->sums, allocator, spatial->blocks * spatial->blocks) &&
           PL_ARRAY_RESERVE(&spatial->cells, allocator, spatial->item_count);
}

ploy_status ploy_spatial_build(ploy_spatial* spatial, const ploy_spatial_item* items, uint32_t count)
{
    PL_NEED(spatial, PLOY_INVALID);
    if (count > 0) PL_NEED(items, PLOY_INVALID);
    const ploy_tasks* tasks = &spatial->def.tasks;
    spatial->items = items;
    spatial->item_count = count;
    spatial->blocks = choose_blocks(spatial, count);
    pl_parallel_for(tasks, spatial->blocks, 1, find_boxes, spatial);
    spatial_box box = join_boxes(spatial);
    spatial->count = 0;
    if (box.count == 0) return PLOY_OK;
    PL_ASSERT(box.min.x >= -MAX_POSITION && box.min.y >= -MAX_POSITION && box.max.x <= MAX_POSITION &&
              box.max.y <= MAX_POSITION);
    lay_out(spatial, &box);
    if (!reserve(spatial)) {
        spatial->count = 0;
        return PLOY_OUT_OF_MEMORY;
    }
    pl_parallel_for(tasks, spatial->blocks, 1, count_blocks, spatial);
    if (spatial->blocks == 1) {
        place_one_block(spatial);
    } else {
        place_blocks(spatial);
    }
    pl_parallel_for(tasks, spatial->blocks, 1, fill_blocks, spatial);
    spatial->items = NULL;
    return PLOY_OK;
}

// Queries.

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

ploy_spatial_query ploy_spatial_query_around(ploy_point position, int32_t radius)
{
    return (ploy_spatial_query){.position = position, .radius = radius, .mask = UINT32_MAX, .without = PLOY_NONE};
}

static uint64_t distance_squared(ploy_point a, ploy_point b)
{
    int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y;
    return (uint64_t)(x * x) + (uint64_t)(y * y);
}

typedef struct spatial_vector
{
    int64_t x, y;
} spatial_vector;

// Scaled by a power of two, so that the larger part has this many bits.
static spatial_vector scaled(int64_t x, int64_t y, uint32_t bits)
{
    int64_t size = larger(x < 0 ? -x : x, y < 0 ? -y : y);
    int64_t unit = 1;
    if (size == 0) return (spatial_vector){0, 0};
    while (size * unit >> bits == 0) unit *= 2;
    int64_t divisor = 1;
    while (size / divisor >> (bits + 1) > 0) divisor *= 2;
    return (spatial_vector){x * unit / divisor, y * unit / divisor};
}

/// A query and what it needs more than once.
typedef struct spatial_search
{
    const ploy_spatial_query* query;
    uint64_t reach;        ///< squared
    uint64_t always;       ///< likewise
    spatial_vector facing; ///< of 21 bits
    int64_t facing_length; ///< 0: all around
} spatial_search;

static uint64_t square_of(int32_t length)
{
    if (length == INT32_MAX) return UINT64_MAX;
    return length < 0 ? 0 : (uint64_t)length * (uint64_t)length;
}

static spatial_search search_of(const ploy_spatial_query* query)
{
    spatial_search search = {.query = query, .reach = square_of(query->radius), .always = square_of(query->always)};
    if (query->facing.x == 0 && query->facing.y == 0) return search;
    spatial_vector facing = scaled(query->facing.x, query->facing.y, 20);
    search.facing = facing;
    search.facing_length = pl_root_exact((uint64_t)(facing.x * facing.x + facing.y * facing.y));
    return search;
}

// ahead: 1000 times the part of the way that lies along the direction. Its square has at most 62 bits.
static bool is_in_cone(const spatial_search* search, ploy_point at, uint64_t distance)
{
    if (search->facing_length == 0 || distance <= search->always) return true;
    ploy_point from = search->query->position;
    spatial_vector to = scaled((int64_t)at.x - from.x, (int64_t)at.y - from.y, 19);
    int64_t ahead = (to.x * search->facing.x + to.y * search->facing.y) * 1000 / search->facing_length;
    int64_t cosine = search->query->cosine, least = cosine * cosine * (to.x * to.x + to.y * to.y);
    if (cosine >= 0) return ahead >= 0 && ahead * ahead >= least;
    return ahead >= 0 || ahead * ahead <= least;
}

static bool is_seen(const ploy_spatial_query* query, ploy_point at)
{
    if (!query->grid) return true;
    int32_t unit = query->grid_unit ? query->grid_unit : 1000;
    ploy_point from = query->position;
    int32_t width = (int32_t)ploy_grid_width(query->grid), height = (int32_t)ploy_grid_height(query->grid);
    if (from.x < 0 || from.y < 0 || at.x < 0 || at.y < 0) return false;
    int32_t x0 = from.x / unit, y0 = from.y / unit, x1 = at.x / unit, y1 = at.y / unit;
    if (x0 >= width || x1 >= width || y0 >= height || y1 >= height) return false;
    return ploy_grid_sees(query->grid, query->obstacles, 1, (uint32_t)(y0 * width + x0), (uint32_t)(y1 * width + x1));
}

static bool fits(const spatial_search* search, const spatial_entry* entry, uint64_t distance)
{
    const ploy_spatial_query* query = search->query;
    return (entry->mask & query->mask) && entry->index != query->without &&
           is_in_cone(search, entry->position, distance) && is_seen(query, entry->position);
}

/// Columns or rows of cells.
typedef struct spatial_range
{
    uint32_t begin, end;
} spatial_range;

// Cells from the origin on. Positions and the origin are 2^30 away from 0 at most, so that 32 bits hold what lies between
// them, and a radius more: a division of 32 bits takes half as long as one of 64.
PL_INLINE uint32_t cells_to(const ploy_spatial* spatial, int32_t origin, int64_t at)
{
    int64_t offset = at - origin;
    return cells_in(spatial, offset > UINT32_MAX ? UINT32_MAX : (uint32_t)offset);
}

PL_INLINE spatial_range range_of(const ploy_spatial* spatial, int32_t origin, uint32_t count, int64_t from, int64_t to)
{
    if (to < origin) return (spatial_range){0, 0};
    uint32_t first = from <= origin ? 0 : cells_to(spatial, origin, from), last = cells_to(spatial, origin, to);
    if (first >= count) return (spatial_range){0, 0};
    return (spatial_range){first, last < count ? last + 1 : count};
}

typedef struct spatial_finding
{
    spatial_search search;
    uint32_t* items;
    uint32_t capacity, count;
} spatial_finding;

static void search_row(spatial_finding* f, const ploy_spatial* spatial, uint32_t y, spatial_range columns)
{
    const uint32_t* begin = spatial->begin.data + (size_t)y * spatial->width;
    const spatial_entry* end = spatial->entries.data + begin[columns.end];
    for (const spatial_entry* entry = spatial->entries.data + begin[columns.begin]; entry < end; ++entry) {
        uint64_t distance = distance_squared(f->search.query->position, entry->position);
        if (distance > f->search.reach || !fits(&f->search, entry, distance)) continue;
        if (f->count < f->capacity) f->items[f->count++] = entry->index;
    }
}

/// Cells that a circle can touch.
typedef struct spatial_area
{
    spatial_range columns, rows; ///< no columns: no rows
} spatial_area;

PL_INLINE spatial_area area_of(const ploy_spatial* spatial, const ploy_spatial_query* query)
{
    ploy_point at = query->position;
    int64_t radius = query->radius;
    spatial_range columns = range_of(spatial, spatial->origin.x, spatial->width, at.x - radius, at.x + radius);
    spatial_range rows = range_of(spatial, spatial->origin.y, spatial->height, at.y - radius, at.y + radius);
    if (columns.begin >= columns.end) rows.end = rows.begin;
    return (spatial_area){columns, rows};
}

static void search_circle(spatial_finding* f, const ploy_spatial* spatial)
{
    spatial_area area = area_of(spatial, f->search.query);
    for (uint32_t y = area.rows.begin; y < area.rows.end && f->count < f->capacity; ++y) {
        search_row(f, spatial, y, area.columns);
    }
}

// A circle all around, without walls: most queries are, and ask for a handful of items.
static uint32_t find_around(const ploy_spatial* spatial, const ploy_spatial_query* query, uint32_t* items,
                            uint32_t capacity)
{
    spatial_area area = area_of(spatial, query);
    uint64_t reach = square_of(query->radius);
    ploy_point at = query->position;
    uint32_t mask = query->mask, without = query->without, count = 0;
    for (uint32_t y = area.rows.begin; y < area.rows.end; ++y) {
        const uint32_t* begin = spatial->begin.data + (size_t)y * spatial->width;
        const spatial_entry *entry = spatial->entries.data + begin[area.columns.begin],
                            *end = spatial->entries.data + begin[area.columns.end];
        for (; entry < end; ++entry) {
            if (distance_squared(at, entry->position) > reach || !(entry->mask & mask)) continue;
            if (entry->index == without) continue;
            items[count++] = entry->index;
            if (count == capacity) return count;
        }
    }
    return count;
}

// Nearest first: rings of cells around the query's own, until the rest is farther away than what is kept.

typedef struct spatial_near
{
    uint64_t distance;
    uint32_t index;
} spatial_near;

enum
{
    MAX_NEAREST = 256, ///< results of a query with nearest_first
};

typedef struct spatial_ranking
{
    spatial_search search; ///< its reach shrinks to the last one's distance when the list is full
    uint32_t capacity, count;
    spatial_near list[MAX_NEAREST]; ///< ascending
} spatial_ranking;

static bool is_nearer(uint64_t distance, uint32_t index, const spatial_near* than)
{
    return distance < than->distance || (distance == than->distance && index < than->index);
}

static void rank(spatial_ranking* r, const spatial_entry* entry, uint64_t distance)
{
    bool is_full = r->count == r->capacity;
    if (is_full && !is_nearer(distance, entry->index, &r->list[r->count - 1])) return;
    if (!fits(&r->search, entry, distance)) return;
    uint32_t at = is_full ? r->count - 1 : r->count++;
    for (; at > 0 && is_nearer(distance, entry->index, &r->list[at - 1]); --at) r->list[at] = r->list[at - 1];
    r->list[at] = (spatial_near){distance, entry->index};
    if (r->count == r->capacity) r->search.reach = r->list[r->count - 1].distance;
}

static void rank_row(spatial_ranking* r, const ploy_spatial* spatial, int64_t y, int64_t left, int64_t right)
{
    if (y < 0 || y >= spatial->height || right < 0 || left >= spatial->width) return;
    left = left < 0 ? 0 : left;
    right = right >= spatial->width ? (int64_t)spatial->width - 1 : right;
    const uint32_t* begin = spatial->begin.data + (size_t)y * spatial->width;
    for (uint32_t i = begin[left]; i < begin[right + 1]; ++i) {
        const spatial_entry* entry = &spatial->entries.data[i];
        uint64_t distance = distance_squared(r->search.query->position, entry->position);
        if (distance <= r->search.reach) rank(r, entry, distance);
    }
}

static void rank_ring(spatial_ranking* r, const ploy_spatial* spatial, int64_t x, int64_t y, int64_t ring)
{
    rank_row(r, spatial, y - ring, x - ring, x + ring);
    for (int64_t row = y - ring + 1; row < y + ring; ++row) {
        rank_row(r, spatial, row, x - ring, x - ring);
        rank_row(r, spatial, row, x + ring, x + ring);
    }
    if (ring > 0) rank_row(r, spatial, y + ring, x - ring, x + ring);
}

static int64_t divide_down(int64_t a, int64_t b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

// From outside of the grid the first rings are empty: they are left out.
static void rank_all(spatial_ranking* r, const ploy_spatial* spatial)
{
    int64_t x = divide_down((int64_t)r->search.query->position.x - spatial->origin.x, spatial->cell);
    int64_t y = divide_down((int64_t)r->search.query->position.y - spatial->origin.y, spatial->cell);
    int64_t first = larger(larger(-x, x - (int64_t)spatial->width + 1), larger(-y, y - (int64_t)spatial->height + 1));
    int64_t last = larger(larger(x, (int64_t)spatial->width - 1 - x), larger(y, (int64_t)spatial->height - 1 - y));
    for (int64_t ring = larger(first, 0); ring <= last; ++ring) {
        uint64_t least = ring > 0 ? (uint64_t)(ring - 1) * (uint64_t)spatial->cell : 0;
        if (least > UINT32_MAX || least * least > r->search.reach) return;
        rank_ring(r, spatial, x, y, ring);
    }
}

PL_NO_INLINE static uint32_t find_nearest(const ploy_spatial* spatial, const ploy_spatial_query* query, uint32_t* items,
                                          uint32_t capacity)
{
    spatial_ranking r;
    r.search = search_of(query);
    r.capacity = capacity < MAX_NEAREST ? capacity : MAX_NEAREST;
    r.count = 0;
    rank_all(&r, spatial);
    for (uint32_t i = 0; i < r.count; ++i) items[i] = r.list[i].index;
    return r.count;
}

PL_NO_INLINE static uint32_t find_visible(const ploy_spatial* spatial, const ploy_spatial_query* query, uint32_t* items,
                                          uint32_t capacity)
{
    spatial_finding f = {search_of(query), items, capacity, 0};
    search_circle(&f, spatial);
    return f.count;
}

uint32_t ploy_spatial_find(const ploy_spatial* spatial, const ploy_spatial_query* query, uint32_t* items,
                           uint32_t capacity)
{
    PL_NEED(spatial, 0);
    PL_NEED(query, 0);
    if (capacity > 0) PL_NEED(items, 0);
    if (spatial->count == 0 || capacity == 0 || query->radius < 0) return 0;
    if (query->nearest_first) return find_nearest(spatial, query, items, capacity);
    bool is_around = query->facing.x == 0 && query->facing.y == 0 && !query->grid;
    if (!is_around) return find_visible(spatial, query, items, capacity);
    return find_around(spatial, query, items, capacity);
}

uint32_t ploy_spatial_nearest(const ploy_spatial* spatial, const ploy_spatial_query* query)
{
    PL_NEED(spatial, PLOY_NONE);
    PL_NEED(query, PLOY_NONE);
    uint32_t item = PLOY_NONE;
    if (spatial->count > 0 && query->radius >= 0) find_nearest(spatial, query, &item, 1);
    return item;
}

typedef struct spatial_batch
{
    const ploy_spatial* spatial;
    const ploy_spatial_query* queries;
    uint32_t *items, *counts;
    uint32_t capacity;
} spatial_batch;

static void find_share(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    const spatial_batch* batch = context;
    for (uint32_t i = begin; i < end; ++i) {
        batch->counts[i] = ploy_spatial_find(batch->spatial, &batch->queries[i],
                                             batch->items + (size_t)i * batch->capacity, batch->capacity);
    }
}

void ploy_spatial_find_all(const ploy_spatial* spatial, const ploy_spatial_query* queries, uint32_t count,
                           uint32_t* items, uint32_t* counts, uint32_t capacity)
{
    PL_NEED(spatial, );
    if (count == 0) return;
    PL_NEED(queries, );
    PL_NEED(items, );
    PL_NEED(counts, );
    spatial_batch batch = {spatial, queries, items, counts, capacity};
    pl_parallel_for(&spatial->def.tasks, count, QUERY_SHARE, find_share, &batch);
}
