// A grid as a nav map: the space of single steps, and paths written cell by cell.

#include "base/hints.h"
#include "nav/map/grid.h"

#include "base/check.h"

static pl_grid_walk* walk_of(const pl_walk* walk)
{
    return (pl_grid_walk*)(uintptr_t)walk;
}

static void destroy(pl_walk* generic)
{
    pl_grid_walk* walk = walk_of(generic);
    ploy_allocator allocator = walk->allocator;
    PL_DELETE_ARRAY(&allocator, walk->edges, walk->edge_capacity);
    PL_DELETE(&allocator, walk);
}

static bool uses_jump_points(const ploy_grid* grid)
{
    return !grid->weights && !grid->four_neighbors;
}

static pl_walk* create(const ploy_nav_map* map, const ploy_allocator* allocator)
{
    const ploy_grid* grid = (const ploy_grid*)map;
    pl_grid_walk* walk = PL_NEW(allocator, pl_grid_walk);
    if (!walk) return NULL;
    walk->allocator = *allocator;
    walk->grid = grid;
    walk->edge_capacity = uses_jump_points(grid) ? pl_jump_max_edges(grid) : PL_GRID_STEP_COUNT;
    walk->edges = PL_NEW_ARRAY(allocator, pl_edge, walk->edge_capacity);
    if (walk->edges) return (pl_walk*)walk;
    PL_DELETE(allocator, walk);
    return NULL;
}

static uint32_t pattern_at(const pl_cell_bits* cell_bits, uint32_t bit, uint32_t line)
{
    const pl_cell_word* here = pl_line_at(&cell_bits->rows, line);
    return pl_cell_line_three(here - cell_bits->rows.stride, bit) | pl_cell_line_three(here, bit) << 3 |
           pl_cell_line_three(here + cell_bits->rows.stride, bit) << 6;
}

static uint32_t step_cost(uint32_t step)
{
    return step < PL_GRID_SOUTH_EAST ? PLOY_GRID_STRAIGHT : PLOY_GRID_DIAGONAL;
}

static uint32_t estimate(const pl_grid_walk* walk, uint32_t x, uint32_t y)
{
    uint32_t dx = pl_gap(x, walk->goal_x), dy = pl_gap(y, walk->goal_y);
    uint32_t free = walk->grid->four_neighbors ? PLOY_GRID_STRAIGHT * (dx + dy) : pl_grid_octile(dx, dy);
    return free * walk->grid->lowest_weight;
}

static uint32_t expand(void* context, uint32_t node, const pl_edge** edges)
{
    pl_grid_walk* walk = context;
    const ploy_grid* grid = walk->grid;
    uint32_t x = node % grid->width + 1, y = node / grid->width + 1, count = 0;
    for (uint32_t steps = grid->steps[pattern_at(walk->cell_bits, x, y)]; steps; steps &= steps - 1) {
        uint32_t s = pl_trailing_zeros(steps);
        uint32_t to_x = x + (uint32_t)(int32_t)pl_grid_step_x[s], to_y = y + (uint32_t)(int32_t)pl_grid_step_y[s];
        uint32_t to = (to_y - 1) * grid->width + to_x - 1;
        walk->edges[count++] = (pl_edge){to, step_cost(s) * pl_grid_weight_at(grid, to), estimate(walk, to_x, to_y), s};
    }
    *edges = walk->edges;
    return count;
}

static bool is_node(const ploy_grid* grid, uint32_t x, uint32_t y)
{
    return x >= 1 && y >= 1 && x <= grid->width && y <= grid->height;
}

// Backwards from the target. A blocked cell can be left but not entered, so the search reaches it and stops there.
static uint32_t expand_back(void* context, uint32_t node, const pl_edge** edges)
{
    pl_grid_walk* walk = context;
    const ploy_grid* grid = walk->grid;
    uint32_t x = node % grid->width + 1, y = node / grid->width + 1, count = 0;
    uint32_t pattern = pattern_at(walk->cell_bits, x, y), weight = pl_grid_weight_at(grid, node);
    bool is_blocked = pattern >> 4 & 1;
    for (uint32_t steps = is_blocked ? 0 : grid->steps_back[pattern]; steps; steps &= steps - 1) {
        uint32_t s = pl_trailing_zeros(steps);
        uint32_t to_x = x + (uint32_t)(int32_t)pl_grid_step_x[s], to_y = y + (uint32_t)(int32_t)pl_grid_step_y[s];
        if (!is_node(grid, to_x, to_y)) continue;
        walk->edges[count++] = (pl_edge){(to_y - 1) * grid->width + to_x - 1, step_cost(s) * weight, 0, s};
    }
    *edges = walk->edges;
    return count;
}

static void begin_field(pl_grid_walk* walk, const ploy_path_query* query, pl_walk_start* start)
{
    walk->goal = PLOY_NONE;
    *start = (pl_walk_start){.space = {walk, expand_back, .goal = PLOY_NONE}, .node = query->to};
}

static ploy_status begin(pl_walk* generic, pl_astar* search, const ploy_path_query* query, bool is_field,
                         pl_walk_start* start)
{
    pl_grid_walk* walk = walk_of(generic);
    const ploy_grid* grid = walk->grid;
    if (query->agent_size < 1 || query->agent_size > grid->max_size) return PLOY_NOT_SUPPORTED;
    walk->cell_bits = pl_grid_cell_bits(grid, query->obstacles, query->agent_size);
    walk->search = search;
    walk->goal = query->to;
    walk->goal_x = query->to % grid->width + 1;
    walk->goal_y = query->to / grid->width + 1;
    if (is_field) {
        begin_field(walk, query, start);
        return PLOY_OK;
    }
    bool is_open = !pl_cell_line_blocks(pl_line_at(&walk->cell_bits->rows, walk->goal_y), walk->goal_x);
    bool jumps = uses_jump_points(grid) && query->method != PLOY_PATH_PLAIN && is_open;
    *start = (pl_walk_start){
        .space = {walk, jumps ? pl_jump_expand : expand, .goal = query->to},
        .node = query->from,
        .estimate = estimate(walk, query->from % grid->width + 1, query->from / grid->width + 1),
        .skips_nodes = jumps,
    };
    return is_open || query->from == query->to || query->partial ? PLOY_OK : PLOY_NOT_FOUND;
}

static uint64_t distance(const pl_walk* generic, uint32_t node)
{
    const pl_grid_walk* walk = walk_of(generic);
    return estimate(walk, node % walk->grid->width + 1, node / walk->grid->width + 1);
}

static uint32_t same(const ploy_nav_map* map, uint32_t id)
{
    (void)map;
    return id;
}

typedef struct cell_position
{
    uint32_t x, y;
} cell_position;

static cell_position position_of(const pl_grid_walk* walk, uint32_t node)
{
    return (cell_position){node % walk->grid->width, node / walk->grid->width};
}

// The number of steps from a node to its parent.
static uint32_t steps_between(cell_position a, cell_position b)
{
    uint32_t dx = pl_gap(a.x, b.x), dy = pl_gap(a.y, b.y);
    return dx > dy ? dx : dy;
}

static uint32_t towards(uint32_t from, uint32_t to)
{
    return from < to ? from + 1 : from > to ? from - 1 : from;
}

// One step from a jump point back to the one before it. The path goes diagonal first, so backwards it goes straight
// first.
static cell_position step_back(cell_position from, cell_position to)
{
    uint32_t dx = pl_gap(from.x, to.x), dy = pl_gap(from.y, to.y);
    return (cell_position){dx >= dy ? towards(from.x, to.x) : from.x, dy >= dx ? towards(from.y, to.y) : from.y};
}

static uint32_t steps_to_start(const pl_grid_walk* walk, const pl_astar* search, uint32_t last)
{
    uint32_t steps = 0;
    for (uint32_t node = last, parent; (parent = pl_search_at(search, node)->parent) != PLOY_NONE; node = parent) {
        steps += steps_between(position_of(walk, node), position_of(walk, parent));
    }
    return steps;
}

static bool write(const pl_walk* generic, const pl_astar* search, uint32_t last, bool is_field, pl_node_list* nodes,
                  const ploy_allocator* allocator)
{
    const pl_grid_walk* walk = walk_of(generic);
    uint32_t steps = steps_to_start(walk, search, last), first = nodes->count;
    if (!PL_ARRAY_RESERVE(nodes, allocator, first + steps + 1)) return false;
    nodes->count += steps + 1;
    uint32_t at = is_field ? first : first + steps, stride = is_field ? 1 : UINT32_MAX;
    nodes->data[at] = last;
    for (uint32_t node = last, parent; (parent = pl_search_at(search, node)->parent) != PLOY_NONE; node = parent) {
        cell_position here = position_of(walk, node), there = position_of(walk, parent);
        while (here.x != there.x || here.y != there.y) {
            here = step_back(here, there);
            nodes->data[at += stride] = here.y * walk->grid->width + here.x;
        }
    }
    return true;
}

// The steps back are the same eight.
static uint32_t neighbors(pl_walk* generic, uint32_t node, bool forward, const uint32_t** nodes)
{
    (void)forward;
    pl_grid_walk* walk = walk_of(generic);
    const ploy_grid* grid = walk->grid;
    uint32_t x = node % grid->width + 1, y = node / grid->width + 1, count = 0;
    for (uint32_t s = 0; s < PL_GRID_STEP_COUNT; ++s) {
        uint32_t to_x = x + (uint32_t)(int32_t)pl_grid_step_x[s], to_y = y + (uint32_t)(int32_t)pl_grid_step_y[s];
        if (is_node(grid, to_x, to_y)) walk->neighbors[count++] = (to_y - 1) * grid->width + to_x - 1;
    }
    *nodes = walk->neighbors;
    return count;
}

static bool has_free_steps(pl_walk* generic)
{
    return walk_of(generic)->grid->lowest_weight == 0;
}

static void* create_layer(const ploy_nav_map* map, const ploy_allocator* allocator)
{
    return pl_grid_view_create((const ploy_grid*)map, allocator);
}

static void destroy_layer(void* view, const ploy_allocator* allocator)
{
    pl_grid_view_destroy(view, allocator);
}

static void change_layer(void* view, uint32_t node, bool is_blocked)
{
    pl_grid_view_change(view, node, is_blocked);
}

const pl_nav_map_kind pl_grid_kind = {
    .create = create,
    .destroy = destroy,
    .begin = begin,
    .distance = distance,
    .inner = same,
    .outer = same,
    .write = write,
    .neighbors = neighbors,
    .has_free_steps = has_free_steps,
    .obstacles_have_corners = true,
    .layer_create = create_layer,
    .layer_destroy = destroy_layer,
    .layer_change = change_layer,
};
