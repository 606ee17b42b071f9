#include "nav/map/obstacles.h"

#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "base/memory.h"
#include "nav/map/nav_map.h"

static bool make_view(ploy_obstacles* o)
{
    const pl_nav_map_kind* kind = o->ground->kind;
    if (!kind->overlay_create) return true;
    o->view = kind->overlay_create(o->ground, &o->allocator);
    return o->view != NULL;
}

static void tell_view(ploy_obstacles* o, uint32_t inner, bool is_blocked)
{
    if (o->view) o->ground->kind->overlay_change(o->view, inner, is_blocked);
}

ploy_obstacles* ploy_obstacles_create(const ploy_nav_map* ground, const ploy_allocator* allocator)
{
    ploy_allocator chosen = pl_allocator_choose(allocator);
    ploy_obstacles* o = PL_NEW(&chosen, ploy_obstacles);
    if (!o) return NULL;
    *o = (ploy_obstacles){.allocator = chosen, .ground = ground};
    // One word more, so that there is something to allocate for a ground without nodes.
    o->bits = PL_NEW_ARRAY(&chosen, uint64_t, pl_bits_words(ground->inner_count) + 1);
    if (o->bits && make_view(o)) return o;
    ploy_obstacles_destroy(o);
    return NULL;
}

void ploy_obstacles_destroy(ploy_obstacles* obstacles)
{
    if (!obstacles) return;
    ploy_allocator allocator = obstacles->allocator;
    if (obstacles->view) obstacles->ground->kind->overlay_destroy(obstacles->view, &allocator);
    PL_DELETE_ARRAY(&allocator, obstacles->bits, pl_bits_words(obstacles->ground->inner_count) + 1);
    PL_DELETE(&allocator, obstacles);
}

static uint32_t inner_of(const ploy_obstacles* o, uint32_t node)
{
    PL_ASSERT(node < o->ground->node_count);
    return o->ground->kind->inner(o->ground, node);
}

void ploy_obstacles_block(ploy_obstacles* obstacles, uint32_t node)
{
    uint32_t inner = inner_of(obstacles, node);
    if (pl_bits_test(obstacles->bits, inner)) return;
    pl_bits_set(obstacles->bits, inner);
    tell_view(obstacles, inner, true);
    obstacles->digest += pl_hash_mix(inner + UINT64_C(1));
    ++obstacles->version;
    ++obstacles->count;
}

void ploy_obstacles_unblock(ploy_obstacles* obstacles, uint32_t node)
{
    uint32_t inner = inner_of(obstacles, node);
    if (!pl_bits_test(obstacles->bits, inner)) return;
    pl_bits_clear(obstacles->bits, inner);
    tell_view(obstacles, inner, false);
    obstacles->digest -= pl_hash_mix(inner + UINT64_C(1));
    ++obstacles->version;
    --obstacles->count;
}

static void clear_view(ploy_obstacles* o)
{
    uint32_t words = pl_bits_words(o->ground->inner_count);
    for (uint32_t i = pl_bits_next(o->bits, words, 0); i != PL_NONE; i = pl_bits_next(o->bits, words, i + 1))
        tell_view(o, i, false);
}

void ploy_obstacles_clear(ploy_obstacles* obstacles)
{
    if (obstacles->count == 0) return;
    if (obstacles->view) clear_view(obstacles);
    memset(obstacles->bits, 0, pl_array_bytes(pl_bits_words(obstacles->ground->inner_count), sizeof *obstacles->bits));
    obstacles->digest = 0;
    ++obstacles->version;
    obstacles->count = 0;
}

bool ploy_obstacles_is_blocked(const ploy_obstacles* obstacles, uint32_t node)
{
    return pl_bits_test(obstacles->bits, inner_of(obstacles, node));
}

uint32_t ploy_obstacles_blocked_count(const ploy_obstacles* obstacles)
{
    return obstacles->count;
}

uint64_t ploy_obstacles_version(const ploy_obstacles* obstacles)
{
    return obstacles->version;
}
