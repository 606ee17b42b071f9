#include "nav/map/obstacles.h"

#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "base/memory.h"
#include "nav/map/nav_map.h"

static bool make_view(ploy_overlay* o)
{
    const pl_ground_kind* kind = o->ground->kind;
    if (!kind->overlay_create) return true;
    o->view = kind->overlay_create(o->ground, &o->allocator);
    return o->view != NULL;
}

static void tell_view(ploy_overlay* o, uint32_t inner, bool is_blocked)
{
    if (o->view) o->ground->kind->overlay_change(o->view, inner, is_blocked);
}

ploy_overlay* ploy_overlay_create(const ploy_ground* ground, const ploy_allocator* allocator)
{
    ploy_allocator chosen = pl_allocator_choose(allocator);
    ploy_overlay* o = PL_NEW(&chosen, ploy_overlay);
    if (!o) return NULL;
    *o = (ploy_overlay){.allocator = chosen, .ground = ground};
    // One word more, so that there is something to allocate for a ground without nodes.
    o->bits = PL_NEW_ARRAY(&chosen, uint64_t, pl_bits_words(ground->inner_count) + 1);
    if (o->bits && make_view(o)) return o;
    ploy_overlay_destroy(o);
    return NULL;
}

void ploy_overlay_destroy(ploy_overlay* overlay)
{
    if (!overlay) return;
    ploy_allocator allocator = overlay->allocator;
    if (overlay->view) overlay->ground->kind->overlay_destroy(overlay->view, &allocator);
    PL_DELETE_ARRAY(&allocator, overlay->bits, pl_bits_words(overlay->ground->inner_count) + 1);
    PL_DELETE(&allocator, overlay);
}

static uint32_t inner_of(const ploy_overlay* o, uint32_t node)
{
    PL_ASSERT(node < o->ground->node_count);
    return o->ground->kind->inner(o->ground, node);
}

void ploy_overlay_block(ploy_overlay* overlay, uint32_t node)
{
    uint32_t inner = inner_of(overlay, node);
    if (pl_bits_test(overlay->bits, inner)) return;
    pl_bits_set(overlay->bits, inner);
    tell_view(overlay, inner, true);
    overlay->digest += pl_hash_mix(inner + UINT64_C(1));
    ++overlay->version;
    ++overlay->count;
}

void ploy_overlay_unblock(ploy_overlay* overlay, uint32_t node)
{
    uint32_t inner = inner_of(overlay, node);
    if (!pl_bits_test(overlay->bits, inner)) return;
    pl_bits_clear(overlay->bits, inner);
    tell_view(overlay, inner, false);
    overlay->digest -= pl_hash_mix(inner + UINT64_C(1));
    ++overlay->version;
    --overlay->count;
}

static void clear_view(ploy_overlay* o)
{
    uint32_t words = pl_bits_words(o->ground->inner_count);
    for (uint32_t i = pl_bits_next(o->bits, words, 0); i != PL_NONE; i = pl_bits_next(o->bits, words, i + 1))
        tell_view(o, i, false);
}

void ploy_overlay_clear(ploy_overlay* overlay)
{
    if (overlay->count == 0) return;
    if (overlay->view) clear_view(overlay);
    memset(overlay->bits, 0, pl_array_bytes(pl_bits_words(overlay->ground->inner_count), sizeof *overlay->bits));
    overlay->digest = 0;
    ++overlay->version;
    overlay->count = 0;
}

bool ploy_overlay_is_blocked(const ploy_overlay* overlay, uint32_t node)
{
    return pl_bits_test(overlay->bits, inner_of(overlay, node));
}

uint32_t ploy_overlay_blocked_count(const ploy_overlay* overlay)
{
    return overlay->count;
}

uint64_t ploy_overlay_version(const ploy_overlay* overlay)
{
    return overlay->version;
}
