#include "games/arena/map/places.h"

#include <string.h>

#include "games/arena/setup/allocation.h"
#include "games/arena/ai/sensors/sensors.h"
#include "games/arena/setup/text_reader.h"
#include "games/arena/setup/weapons.h"

static const char* const kind_names[ARENA_PLACE_KINDS] = {"spawn", "health", "ammo", "site"};

static uint32_t count_lines(const arena_map_def* def)
{
    arena_text text = arena_text_of(def->places, def->places_bytes);
    uint32_t count = 0;
    while (arena_text_next(&text)) count++;
    return count;
}

static uint32_t kind_of(const char* word)
{
    uint32_t kind = 0;
    while (kind < ARENA_PLACE_KINDS && strcmp(kind_names[kind], word) != 0) kind++;
    return kind;
}

static ploy_status read_place(const arena_map* map, const arena_map_def* def, const arena_text* text,
                              arena_place* place, ploy_error* error)
{
    *place = (arena_place){.kind = (arena_place_kind)kind_of(text->words[0])};
    if (place->kind == ARENA_PLACE_KINDS) {
        return arena_text_wrong(text, error, "no such place", "spawn, site, health or ammo");
    }
    uint32_t first = place->kind == ARENA_AMMO ? 2 : 1;
    int32_t x, y;
    if (text->count != first + 2 || !arena_text_decimal(text->words[first], &x) ||
        !arena_text_decimal(text->words[first + 1], &y)) {
        return arena_text_wrong(text, error, "a place needs x and y", "e.g. spawn 12 40, ammo pistol 7 9");
    }
    if (first == 2) place->weapon = arena_weapon_find(text->words[1]);
    if (first == 2 && place->weapon >= ARENA_GUNS) {
        return arena_text_wrong(text, error, "no such weapon", "pistol, shotgun, rocket or minigun");
    }
    x /= 1000;
    y /= 1000;
    int32_t width = (int32_t)(map->width / def->tiles), height = (int32_t)(map->height / def->tiles);
    place->node = (uint32_t)y * map->width + (uint32_t)x;
    if (x < 0 || y < 0 || x >= width || y >= height || !(map->cells[place->node] & ARENA_CELL_STAND)) {
        return arena_text_wrong(text, error, "an agent cannot stand there", "2 by 2 free cells");
    }
    place->middle = arena_map_middle(map, place->node);
    return PLOY_OK;
}

static void copy_tiles(arena_map* map, uint32_t tiles, uint32_t count)
{
    uint32_t width = map->width / tiles, height = map->height / tiles;
    for (uint32_t i = count; i < map->place_count; i++) {
        uint32_t tile = i / count;
        arena_place place = map->places[i % count];
        place.node += tile % tiles * width + tile / tiles * height * map->width;
        place.middle = arena_map_middle(map, place.node);
        map->places[i] = place;
    }
}

static bool sort_kinds(arena_map* map)
{
    for (uint32_t k = 0; k < ARENA_PLACE_KINDS; k++) {
        map->of_kind[k] = arena_take(&map->allocator, map->place_count, sizeof *map->of_kind[k]);
        if (!map->of_kind[k]) return false;
    }
    for (uint32_t i = 0; i < map->place_count; i++) {
        arena_place_kind kind = map->places[i].kind;
        map->of_kind[kind][map->kind_count[kind]++] = i;
    }
    return true;
}

static bool is_pickup(const arena_place* place)
{
    return place->kind == ARENA_HEALTH || place->kind == ARENA_AMMO;
}

static void mark_pickups(arena_map* map)
{
    for (uint32_t i = 0; i < map->place_count; i++) {
        if (!is_pickup(&map->places[i])) continue;
        uint32_t x = map->places[i].node % map->width, y = map->places[i].node / map->width;
        for (uint32_t j = y > 2 ? y - 2 : 0; j < y + 4 && j < map->height; j++) {
            for (uint32_t k = x > 2 ? x - 2 : 0; k < x + 4 && k < map->width; k++) {
                map->cells[j * map->width + k] |= ARENA_CELL_PICKUP;
            }
        }
    }
}

/// Lists of the pickups that are near some point of a square of the map, one after the other.
typedef struct pickup_lists
{
    uint32_t width, height; ///< squares
    int32_t side, far;
    uint32_t kinds;         ///< lists per square: 1, or 2 with those of health first
    uint32_t *first, *list; ///< where each list begins, and the end; NULL: only counted so far
} pickup_lists;

/// The square of a position along an axis with so many squares.
static uint32_t square_at(int32_t at, int32_t side, uint32_t count)
{
    uint32_t square = at < 0 ? 0 : (uint32_t)(at / side);
    return square < count ? square : count - 1;
}

/// Adds a pickup at the ends of the lists of the squares around it.
static void list_pickup(const arena_map* map, const pickup_lists* lists, uint32_t index, uint32_t* ends)
{
    const arena_place* place = &map->places[index];
    uint32_t left = square_at(place->middle.x - lists->far, lists->side, lists->width);
    uint32_t right = square_at(place->middle.x + lists->far, lists->side, lists->width);
    uint32_t low = square_at(place->middle.y - lists->far, lists->side, lists->height);
    uint32_t high = square_at(place->middle.y + lists->far, lists->side, lists->height);
    uint32_t kind = lists->kinds > 1 && place->kind != ARENA_HEALTH;
    for (uint32_t y = low; y <= high; y++) {
        for (uint32_t x = left; x <= right; x++) {
            uint32_t* end = &ends[lists->kinds * (y * lists->width + x) + kind];
            if (lists->list) lists->list[*end] = index;
            ++*end;
        }
    }
}

static void list_pickups(const arena_map* map, const pickup_lists* lists, uint32_t* ends)
{
    for (uint32_t i = 0; i < map->place_count; i++) {
        if (is_pickup(&map->places[i])) list_pickup(map, lists, i, ends);
    }
}

// Lists are counted, then placed one after the other, then filled: while that goes on, each number says where the list
// before it ends. `total` gets the pickups of all lists.
static bool make_lists(const arena_map* map, pickup_lists* lists, uint32_t* total)
{
    uint32_t count = lists->kinds * lists->width * lists->height;
    lists->first = arena_take(&map->allocator, count + 2, sizeof *lists->first);
    if (!lists->first) return false;
    list_pickups(map, lists, lists->first + 2);
    for (uint32_t i = 2; i < count + 2; i++) lists->first[i] += lists->first[i - 1];
    *total = lists->first[count + 1] > 0 ? lists->first[count + 1] : 1; // no pickups: an empty list is a list too
    lists->list = arena_take(&map->allocator, *total, sizeof *lists->list);
    if (lists->list) list_pickups(map, lists, lists->first + 1);
    return lists->list;
}

static bool find_around(arena_map* map)
{
    map->around_width = map->width / ARENA_AROUND + 1;
    map->around_height = map->height / ARENA_AROUND + 1;
    pickup_lists around = {.width = map->around_width, .height = map->around_height, .kinds = 2};
    around.side = ARENA_AROUND * ARENA_CELL;
    around.far = ARENA_MAX_SIGHT;
    bool ok = make_lists(map, &around, &map->around_total);
    map->around_first = around.first;
    map->around = around.list;
    return ok;
}

static bool find_touchable(arena_map* map)
{
    pickup_lists touch = {.width = map->tiles_across, .height = map->tile_count / map->tiles_across, .kinds = 1};
    touch.side = ARENA_TILE * ARENA_CELL;
    touch.far = ARENA_PICKUP_REACH;
    bool ok = make_lists(map, &touch, &map->touch_total);
    map->touch_first = touch.first;
    map->touch_list = touch.list;
    return ok;
}

ploy_status arena_places_read(arena_map* map, const arena_map_def* def, ploy_error* error)
{
    uint32_t count = count_lines(def);
    arena_text text = arena_text_of(def->places, def->places_bytes);
    map->place_count = count * def->tiles * def->tiles;
    map->places = arena_take(&map->allocator, map->place_count, sizeof *map->places);
    if (count && !map->places) return PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; arena_text_next(&text); i++) {
        ploy_status status = read_place(map, def, &text, &map->places[i], error);
        if (status != PLOY_OK) return status;
    }
    if (count == 0) return arena_text_wrong(&text, error, "there are no places", "spawn X Y");
    copy_tiles(map, def->tiles, count);
    mark_pickups(map);
    if (!sort_kinds(map) || !find_around(map) || !find_touchable(map)) return PLOY_OUT_OF_MEMORY;
    if (map->kind_count[ARENA_SPAWN] == 0 || map->kind_count[ARENA_SITE] < 2) {
        return arena_text_wrong(&text, error, "a map needs a spawn point and two sites", "spawn X Y, site X Y");
    }
    return PLOY_OK;
}
