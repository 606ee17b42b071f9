#include "games/arena/map/spots.h"

#include <string.h>

#include "games/arena/setup/allocation.h"

/// With more spots than this, the map keeps no walking distances.
#define MAX_TABLED 1024
#define UNREACHED UINT16_MAX

// Searches outward from the middle of a square for the first node that an agent can stand on.
static uint32_t find_node(const arena_map* map, uint32_t square_x, uint32_t square_y)
{
    int32_t middle_x = (int32_t)(square_x * ARENA_LATTICE + ARENA_LATTICE / 2);
    int32_t middle_y = (int32_t)(square_y * ARENA_LATTICE + ARENA_LATTICE / 2);
    for (int32_t out = 0; out < ARENA_LATTICE / 2; out++) {
        for (int32_t y = middle_y - out; y <= middle_y + out; y++) {
            for (int32_t x = middle_x - out; x <= middle_x + out; x++) {
                if (x < 0 || y < 0 || x >= (int32_t)map->width || y >= (int32_t)map->height) continue;
                uint32_t node = (uint32_t)y * map->width + (uint32_t)x;
                if (map->cells[node] & ARENA_CELL_STAND) return node;
            }
        }
    }
    return PLOY_NONE;
}

static bool make_lattice(arena_map* map)
{
    map->lattice_width = (map->width + ARENA_LATTICE - 1) / ARENA_LATTICE;
    map->lattice_height = (map->height + ARENA_LATTICE - 1) / ARENA_LATTICE;
    size_t squares = (size_t)map->lattice_width * map->lattice_height;
    map->lattice = arena_take(&map->allocator, squares, sizeof *map->lattice);
    map->spots = arena_take(&map->allocator, squares, sizeof *map->spots);
    if (!map->lattice || !map->spots) return false;
    for (uint32_t i = 0; i < squares; i++) {
        uint32_t node = find_node(map, i % map->lattice_width, i / map->lattice_width);
        map->lattice[i] = node == PLOY_NONE ? PLOY_NONE : map->spot_count;
        if (node == PLOY_NONE) continue;
        map->spots[map->spot_count++] = (arena_spot){.node = node, .middle = arena_map_middle(map, node)};
    }
    return true;
}

// The answer is the same in both directions: spots before this one have their lists already.
static bool see_each_other(const arena_map* map, uint32_t a, uint32_t b)
{
    if (b < a) return arena_map_spot_sees(map, b, a);
    arena_vec from = map->spots[a].middle, to = map->spots[b].middle;
    return arena_is_near(from, to, ARENA_SPOT_SIGHT * ARENA_CELL) && arena_map_sees(map, from, to);
}

static bool add_seen(arena_map* map, uint32_t spot)
{
    if (map->seen_total == map->seen_capacity) {
        uint32_t capacity = map->seen_capacity ? map->seen_capacity * 2 : 4096;
        void* grown = map->allocator.resize(map->allocator.user, map->seen, map->seen_capacity * sizeof *map->seen,
                                            capacity * sizeof *map->seen);
        if (!grown) return false;
        map->seen = grown;
        map->seen_capacity = capacity;
    }
    map->seen[map->seen_total++] = spot;
    return true;
}

static bool find_seen(arena_map* map)
{
    const int32_t reach = ARENA_SPOT_SIGHT / ARENA_LATTICE + 1;
    for (uint32_t square = 0; square < map->lattice_width * map->lattice_height; square++) {
        uint32_t spot = map->lattice[square];
        if (spot == PLOY_NONE) continue;
        int32_t at_x = (int32_t)(square % map->lattice_width), at_y = (int32_t)(square / map->lattice_width);
        map->spots[spot].first_seen = map->seen_total;
        for (int32_t y = at_y - reach; y <= at_y + reach; y++) {
            for (int32_t x = at_x - reach; x <= at_x + reach; x++) {
                if (x < 0 || y < 0 || x >= (int32_t)map->lattice_width || y >= (int32_t)map->lattice_height) continue;
                uint32_t other = map->lattice[(uint32_t)y * map->lattice_width + (uint32_t)x];
                if (other == PLOY_NONE || !see_each_other(map, spot, other)) continue;
                if (!add_seen(map, other)) return false;
            }
        }
        map->spots[spot].seen_count = map->seen_total - map->spots[spot].first_seen;
    }
    return true;
}

/// State of a breadth-first spot_walk over the spots.
typedef struct spot_walk
{
    uint32_t* queue;
    bool* queued;
} spot_walk;

// Distances from one spot. A spot is visited again whenever its distance got smaller.
static void walk_from(arena_map* map, uint32_t from, spot_walk* w)
{
    uint16_t* steps = map->steps + (size_t)from * map->spot_count;
    memset(steps, 0xFF, map->spot_count * sizeof *steps);
    uint32_t head = 0, count = 0, size = map->spot_count;
    steps[from] = 0;
    w->queue[(head + count++) % size] = from;
    while (count > 0) {
        uint32_t at = w->queue[head];
        head = (head + 1) % size;
        count--;
        w->queued[at] = false;
        const arena_spot* spot = &map->spots[at];
        for (uint32_t i = 0; i < spot->seen_count; i++) {
            uint32_t next = map->seen[spot->first_seen + i];
            if (!arena_is_near(spot->middle, map->spots[next].middle, 2 * ARENA_LATTICE * ARENA_CELL)) continue;
            int32_t cells = steps[at] + arena_distance(spot->middle, map->spots[next].middle) / ARENA_CELL;
            if (cells >= steps[next] || cells >= UNREACHED) continue;
            steps[next] = (uint16_t)cells;
            if (w->queued[next]) continue;
            w->queued[next] = true;
            w->queue[(head + count++) % size] = next;
        }
    }
}

static bool find_steps(arena_map* map)
{
    uint32_t count = map->spot_count;
    if (count > MAX_TABLED || count == 0) return true;
    spot_walk w = {arena_take(&map->allocator, count, sizeof *w.queue),
                   arena_take(&map->allocator, count, sizeof *w.queued)};
    map->steps = arena_take(&map->allocator, (size_t)count * count, sizeof *map->steps);
    bool ok = w.queue && w.queued && map->steps;
    for (uint32_t i = 0; ok && i < count; i++) walk_from(map, i, &w);
    arena_give(&map->allocator, w.queue, count, sizeof *w.queue);
    arena_give(&map->allocator, w.queued, count, sizeof *w.queued);
    return ok;
}

bool arena_spots_make(arena_map* map)
{
    if (!make_lattice(map) || !find_seen(map) || !find_steps(map)) return false;
    for (uint32_t i = 0; i < map->place_count; i++) map->places[i].spot = arena_map_spot(map, map->places[i].middle);
    return true;
}

uint32_t arena_map_spot(const arena_map* map, arena_vec at)
{
    int32_t x = at.x / ARENA_CELL / ARENA_LATTICE, y = at.y / ARENA_CELL / ARENA_LATTICE;
    uint32_t best = PLOY_NONE;
    int64_t best_square = INT64_MAX;
    for (int32_t j = y - 1; j <= y + 1; j++) {
        for (int32_t i = x - 1; i <= x + 1; i++) {
            if (i < 0 || j < 0 || i >= (int32_t)map->lattice_width || j >= (int32_t)map->lattice_height) continue;
            uint32_t spot = map->lattice[(uint32_t)j * map->lattice_width + (uint32_t)i];
            if (spot == PLOY_NONE) continue;
            int64_t square = arena_square(at, map->spots[spot].middle);
            if (square < best_square) best = spot, best_square = square;
        }
    }
    return best;
}

bool arena_map_spot_sees(const arena_map* map, uint32_t from, uint32_t to)
{
    uint32_t low = map->spots[from].first_seen, high = low + map->spots[from].seen_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (map->seen[middle] == to) return true;
        if (map->seen[middle] < to)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

int32_t arena_map_distance(const arena_map* map, arena_vec from, uint32_t from_spot, arena_vec to, uint32_t to_spot)
{
    // Within one or two squares the spots are too coarse.
    bool is_near = arena_is_near(from, to, 2 * ARENA_LATTICE * ARENA_CELL);
    if (!map->steps || from_spot == PLOY_NONE || to_spot == PLOY_NONE || is_near) return arena_distance(from, to);
    uint16_t cells = map->steps[(size_t)from_spot * map->spot_count + to_spot];
    return cells == UNREACHED ? arena_distance(from, to) : cells * ARENA_CELL;
}
