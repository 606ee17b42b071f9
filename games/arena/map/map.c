#include "games/arena/map/map.h"

#include <string.h>

#include <ploy/movingai.h>

#include "games/arena/setup/allocation.h"
#include "games/arena/map/places.h"
#include "games/arena/map/spots.h"

#define FIRST_ROW 5 ///< of a file: its line, after those of type, height, width and map

arena_map_def arena_map_def_default(void)
{
    return (arena_map_def){.allocator = ploy_allocator_default(), .tiles = 1};
}

// Copies of the map lie side by side. Where two copies meet, the walls between them open wherever both sides are free.
static void join_tiles(uint8_t* cells, uint32_t width, uint32_t height, uint32_t tile)
{
    const uint32_t wall = 4;
    for (uint32_t border = tile; border < width; border += tile) {
        for (uint32_t y = 0; y < height; y++) {
            uint8_t* row = cells + (size_t)y * width;
            if (row[border - wall - 1] && row[border + wall] && y % 32 < 12) memset(row + border - wall, 1, 2 * wall);
        }
    }
    for (uint32_t border = tile; border < height; border += tile) {
        for (uint32_t x = 0; x < width; x++) {
            bool is_open = cells[(size_t)(border - wall - 1) * width + x] && cells[(size_t)(border + wall) * width + x];
            for (uint32_t y = border - wall; is_open && x % 32 < 12 && y < border + wall; y++) {
                cells[(size_t)y * width + x] = 1;
            }
        }
    }
}

// Of the uppermost tiles.
static void fill_row(arena_map* map, const ploy_grid* tile, uint32_t y, uint32_t tiles)
{
    uint32_t width = ploy_grid_width(tile);
    uint8_t* row = map->cells + (size_t)y * map->width;
    for (uint32_t x = 0; x < width; x++) row[x] = ploy_grid_weight(tile, y * width + x) != 0;
    for (uint32_t i = 1; i < tiles; i++) memcpy(row + (size_t)i * width, row, width);
}

static ploy_status make_grid(arena_map* map, const ploy_grid* tile, uint32_t tiles, ploy_error* error)
{
    uint32_t width = ploy_grid_width(tile), height = ploy_grid_height(tile);
    map->width = width * tiles;
    map->height = height * tiles;
    map->tiles_across = (map->width + ARENA_TILE - 1) / ARENA_TILE;
    map->tile_count = map->tiles_across * ((map->height + ARENA_TILE - 1) / ARENA_TILE);
    map->cells = arena_take(&map->allocator, map->width, map->height);
    if (!map->cells) return PLOY_OUT_OF_MEMORY;
    for (uint32_t y = 0; y < height; y++) fill_row(map, tile, y, tiles);
    size_t tile_bytes = (size_t)map->width * height;
    for (uint32_t i = 1; i < tiles; i++) memcpy(map->cells + i * tile_bytes, map->cells, tile_bytes);
    if (tiles > 1) join_tiles(map->cells, map->width, map->height, width);
    ploy_grid_def def = {0};
    def.allocator = map->allocator;
    def.width = map->width;
    def.height = map->height;
    def.cells = map->cells;
    def.max_size = ARENA_AGENT_SIZE;
    return ploy_grid_create(&def, &map->grid, error);
}

// Agents and projectiles stay on the map because walls are around it.
static bool is_closed(const ploy_grid* tile, ploy_error* error)
{
    uint32_t width = ploy_grid_width(tile), height = ploy_grid_height(tile);
    for (uint32_t cell = 0; cell < width * height; cell++) {
        uint32_t x = cell % width, y = cell / width;
        bool is_edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
        if (!is_edge || ploy_grid_weight(tile, cell) == 0) continue;
        ploy_error open = {.message = "the map is open at its edge", .hint = "walls all around"};
        open.line = FIRST_ROW + y;
        open.column = x + 1;
        if (error) *error = open;
        return false;
    }
    return true;
}

static ploy_status read_grid(arena_map* map, const arena_map_def* def, ploy_error* error)
{
    ploy_movingai_def file = {0};
    file.allocator = def->allocator;
    ploy_grid* tile;
    ploy_status status = ploy_movingai_parse(&file, def->map, def->map_bytes, &tile, error);
    if (status != PLOY_OK) return status;
    if (ploy_grid_width(tile) < 16 || ploy_grid_height(tile) < 16 || def->tiles < 1 || def->tiles > 16) {
        status = PLOY_INVALID;
        if (error) *error = (ploy_error){.line = 2, .message = "the map is too small for an arena"};
    }
    if (status == PLOY_OK && !is_closed(tile, error)) status = PLOY_INVALID;
    if (status == PLOY_OK) status = make_grid(map, tile, def->tiles, error);
    ploy_grid_destroy(tile);
    return status;
}

_Static_assert(ARENA_AGENT_SIZE == 2, "an agent stands where its cell and the three after it are free");

static void mark_standing(arena_map* map)
{
    for (uint32_t y = 0; y + 1 < map->height; y++) {
        uint8_t *row = map->cells + (size_t)y * map->width, *next = row + map->width;
        for (uint32_t x = 0; x + 1 < map->width; x++) {
            uint32_t free = row[x] & row[x + 1] & next[x] & next[x + 1] & ARENA_CELL_FREE;
            row[x] |= (uint8_t)(free * ARENA_CELL_STAND);
        }
    }
}

#define TILE_BYTES (ARENA_TILE * ARENA_TILE)

// The middle of an agent is in its node or in one of the three cells after it. Beyond the map is nothing.
static bool reaches_pickup(const arena_map* map, uint32_t x, uint32_t y)
{
    const uint8_t *row = map->cells + (size_t)y * map->width, *next = y + 1 < map->height ? row + map->width : row;
    uint32_t after = x + 1 < map->width ? x + 1 : x;
    return (row[x] | row[after] | next[x] | next[after]) & ARENA_CELL_PICKUP;
}

static bool make_tiles(arena_map* map)
{
    map->tile_memory = arena_take(&map->allocator, map->tile_count + 1, TILE_BYTES);
    if (!map->tile_memory) return false;
    uint8_t* memory = map->tile_memory;
    map->tiles = memory + (TILE_BYTES - (uintptr_t)memory % TILE_BYTES) % TILE_BYTES;
    for (uint32_t y = 0; y < map->height; y++) {
        for (uint32_t x = 0; x < map->width; x++) {
            uint32_t tile = y / ARENA_TILE * map->tiles_across + x / ARENA_TILE;
            uint32_t bits = map->cells[y * map->width + x] | (reaches_pickup(map, x, y) ? ARENA_CELL_REACH : 0);
            map->tiles[(size_t)tile * TILE_BYTES + y % ARENA_TILE * ARENA_TILE + x % ARENA_TILE] = (uint8_t)bits;
        }
    }
    return true;
}

ploy_status arena_map_create(const arena_map_def* def, arena_map** out, ploy_error* error)
{
    *out = NULL;
    arena_map* map = arena_take(&def->allocator, 1, sizeof *map);
    if (!map) return PLOY_OUT_OF_MEMORY;
    map->allocator = def->allocator;
    ploy_status status = read_grid(map, def, error);
    if (status == PLOY_OK) {
        mark_standing(map);
        status = arena_places_read(map, def, error);
        if (def->wrong_places) *def->wrong_places = status == PLOY_INVALID;
    }
    if (status == PLOY_OK && (!make_tiles(map) || !arena_spots_make(map))) status = PLOY_OUT_OF_MEMORY;
    if (status != PLOY_OK) {
        arena_map_destroy(map);
        return status;
    }
    *out = map;
    return PLOY_OK;
}

void arena_map_destroy(arena_map* map)
{
    if (!map) return;
    ploy_allocator allocator = map->allocator;
    ploy_grid_destroy(map->grid);
    arena_give(&allocator, map->cells, map->width, map->height);
    arena_give(&allocator, map->tile_memory, map->tile_count + 1, TILE_BYTES);
    for (uint32_t k = 0; k < ARENA_PLACE_KINDS; k++) {
        arena_give(&allocator, map->of_kind[k], map->place_count, sizeof *map->of_kind[k]);
    }
    size_t lists = (size_t)2 * map->around_width * map->around_height;
    arena_give(&allocator, map->around_first, lists + 2, sizeof *map->around_first);
    arena_give(&allocator, map->around, map->around_total, sizeof *map->around);
    arena_give(&allocator, map->touch_first, (size_t)map->tile_count + 2, sizeof *map->touch_first);
    arena_give(&allocator, map->touch_list, map->touch_total, sizeof *map->touch_list);
    arena_give(&allocator, map->places, map->place_count, sizeof *map->places);
    arena_give(&allocator, map->lattice, (size_t)map->lattice_width * map->lattice_height, sizeof *map->lattice);
    arena_give(&allocator, map->seen, map->seen_capacity, sizeof *map->seen);
    arena_give(&allocator, map->steps, (size_t)map->spot_count * map->spot_count, sizeof *map->steps);
    arena_give(&allocator, map->spots, (size_t)map->lattice_width * map->lattice_height, sizeof *map->spots);
    arena_give(&allocator, map, 1, sizeof *map);
}

bool arena_map_sees(const arena_map* map, arena_vec from, arena_vec to)
{
    return ploy_grid_sees(map->grid, NULL, 1, arena_map_cell(map, from), arena_map_cell(map, to));
}

bool arena_map_walks(const arena_map* map, uint32_t from, uint32_t to)
{
    return ploy_grid_sees(map->grid, NULL, ARENA_AGENT_SIZE, from, to);
}

// A line of flight passes through every cell that it touches until it meets a wall. A line through a corner touches
// both cells beside that corner.

typedef struct flight
{
    const arena_map* map;
    arena_vec from, by;
    int32_t step_x, step_y;
    int32_t x, y; ///< the cell
} flight;

static bool is_free(const flight* f, int32_t x, int32_t y)
{
    return arena_map_bits(f->map, (uint32_t)x, (uint32_t)y) & ARENA_CELL_FREE;
}

static int32_t size_of(int32_t v)
{
    return v < 0 ? -v : v;
}

/// Units to the next side of the cell, in x or in y.
static int64_t to_side(int32_t at, int32_t cell, int32_t step)
{
    return step > 0 ? (int64_t)(cell + 1) * ARENA_CELL - at : (int64_t)at - (int64_t)cell * ARENA_CELL + 1;
}

static arena_vec stopped(const flight* f, int64_t part, int64_t whole)
{
    // Stop one unit short of the wall, to make up for rounding.
    if (part > 0) part -= 1;
    return (arena_vec){f->from.x + (int32_t)(f->by.x * part / whole), f->from.y + (int32_t)(f->by.y * part / whole)};
}

bool arena_map_fly(const arena_map* map, arena_vec from, arena_vec to, arena_vec* end)
{
    flight f = {map,          from,        arena_sub(to, from), to.x > from.x ? 1 : -1, to.y > from.y ? 1 : -1,
                from.x >> 10, from.y >> 10};
    int64_t dx = size_of(f.by.x), dy = size_of(f.by.y);
    int32_t last_x = to.x >> 10, last_y = to.y >> 10;
    *end = to;
    while (f.x != last_x || f.y != last_y) {
        int64_t side = f.x == last_x ? INT64_MAX : to_side(from.x, f.x, f.step_x) * (dy ? dy : 1);
        int64_t top = f.y == last_y ? INT64_MAX : to_side(from.y, f.y, f.step_y) * (dx ? dx : 1);
        bool corner = side == top && (!is_free(&f, f.x + f.step_x, f.y) || !is_free(&f, f.x, f.y + f.step_y));
        int64_t part = side <= top ? to_side(from.x, f.x, f.step_x) : to_side(from.y, f.y, f.step_y);
        int64_t whole = side <= top ? dx : dy;
        bool in_x = side <= top, in_y = top <= side;
        if (in_x) f.x += f.step_x;
        if (in_y) f.y += f.step_y;
        if (corner || !is_free(&f, f.x, f.y)) {
            *end = stopped(&f, part, whole);
            return false;
        }
    }
    return true;
}
