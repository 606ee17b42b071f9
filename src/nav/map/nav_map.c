#include "nav/map/nav_map.h"

#include "base/check.h"
#include "base/memory.h"

uint32_t ploy_nav_map_node_count(const ploy_nav_map* map)
{
    PL_NEED(map, 0);
    return map->node_count;
}

// Obstacle layers.

static bool make_view(ploy_obstacles* o)
{
    const pl_nav_map_kind* kind = o->map->kind;
    if (!kind->layer_create) return true;
    o->view = kind->layer_create(o->map, &o->allocator);
    return o->view != NULL;
}

// One word more, so that there is something to allocate for a map without nodes.
static uint32_t bit_words(const ploy_obstacles* o)
{
    return pl_bits_words(o->map->inner_count) + 1;
}

ploy_obstacles* ploy_obstacles_create(const ploy_obstacles_def* def)
{
    PL_NEED(def, NULL);
    PL_NEED(def->map, NULL);
    ploy_allocator allocator = pl_allocator_choose(&def->allocator);
    ploy_obstacles* o = PL_NEW(&allocator, ploy_obstacles);
    if (!o) return NULL;
    *o = (ploy_obstacles){.allocator = allocator, .map = def->map};
    o->bits = PL_NEW_ARRAY(&allocator, uint64_t, bit_words(o));
    if (o->bits && make_view(o)) return o;
    ploy_obstacles_destroy(o);
    return NULL;
}

void ploy_obstacles_destroy(ploy_obstacles* obstacles)
{
    if (!obstacles) return;
    ploy_allocator allocator = obstacles->allocator;
    if (obstacles->view) obstacles->map->kind->layer_destroy(obstacles->view, &allocator);
    PL_DELETE_ARRAY(&allocator, obstacles->bits, bit_words(obstacles));
    PL_DELETE(&allocator, obstacles);
}

#define inner_of(obstacles, node) inner_for(__func__, obstacles, node)

static uint32_t inner_for(const char* function, const ploy_obstacles* o, uint32_t node)
{
    PL_ASSERT_FOR(function, node < o->map->node_count);
    return o->map->kind->inner(o->map, node);
}

static void change(ploy_obstacles* o, uint32_t inner, bool is_blocked)
{
    if (o->view) o->map->kind->layer_change(o->view, inner, is_blocked);
    ++o->version;
}

void ploy_obstacles_block(ploy_obstacles* obstacles, uint32_t node)
{
    PL_NEED(obstacles, );
    uint32_t inner = inner_of(obstacles, node);
    if (pl_bits_test(obstacles->bits, inner)) return;
    pl_bits_set(obstacles->bits, inner);
    change(obstacles, inner, true);
    ++obstacles->count;
}

void ploy_obstacles_unblock(ploy_obstacles* obstacles, uint32_t node)
{
    PL_NEED(obstacles, );
    uint32_t inner = inner_of(obstacles, node);
    if (!pl_bits_test(obstacles->bits, inner)) return;
    pl_bits_clear(obstacles->bits, inner);
    change(obstacles, inner, false);
    --obstacles->count;
}

bool ploy_obstacles_is_blocked(const ploy_obstacles* obstacles, uint32_t node)
{
    PL_NEED(obstacles, false);
    return pl_bits_test(obstacles->bits, inner_of(obstacles, node));
}

uint32_t ploy_obstacles_blocked_count(const ploy_obstacles* obstacles)
{
    PL_NEED(obstacles, 0);
    return obstacles->count;
}
