#include "games/smithy/claims.h"

#include "games/smithy/senses.h"

static uint32_t pieces(const smithy* game, shop_store store)
{
    return game->stock.count[store];
}

static uint32_t gaps(const smithy* game, shop_store store)
{
    return game->stock.size[store] - game->stock.count[store];
}

static uint32_t left(const smithy* game, uint32_t resource, uint32_t slots)
{
    uint32_t claimed = ploy_reservations_count(game->reservations, resource);
    return slots > claimed ? slots - claimed : 0;
}

uint32_t claims_free_pieces(const smithy* game, shop_store store)
{
    return left(game, 2 * store, pieces(game, store));
}

uint32_t claims_free_gaps(const smithy* game, shop_store store)
{
    return left(game, 2 * store + 1, gaps(game, store));
}

// The number of a claim's bit is its resource.
bool claims_add(smith* who, uint32_t claim)
{
    if (who->claims & claim) return true;
    uint32_t resource = 0;
    while (claim >> resource != 1) ++resource;
    smithy* game = who->shop;
    shop_store store = resource / 2;
    uint32_t slots = resource % 2 == 0 ? pieces(game, store) : gaps(game, store);
    ploy_status status = ploy_reservations_claim(game->reservations, resource, who->id, slots, INT64_MAX);
    if (status != PLOY_OK) return false;
    who->claims |= claim;
    senses_of_store(game, store);
    senses_of_smith(who);
    return true;
}

void claims_drop(smith* who, uint32_t claims)
{
    for (uint32_t resource = 0; resource < 2 * STORE_COUNT; ++resource) {
        if (!(who->claims & claims & 1u << resource)) continue;
        ploy_reservations_release(who->shop->reservations, resource, who->id);
        who->claims &= ~(1u << resource);
        senses_of_store(who->shop, resource / 2);
    }
    senses_of_smith(who);
}

// A weapon that the plan itself makes is claimed when it is made.
static uint32_t needs(const smith* who)
{
    ploy_step steps[32];
    uint32_t count = ploy_goap_steps(ploy_world_agent(who->shop->world, who->id), steps, 32);
    uint32_t all = 0;
    for (uint32_t i = 0; i < count && i < 32; ++i) {
        const smith_work* w = work_find(ploy_domain_action(who->shop->domain, steps[i].action).name);
        if (!w) continue;
        bool own = w->from == STORE_WEAPONS && all & CLAIM_PUT(STORE_WEAPONS);
        if (w->from != STORE_NONE && !own) all |= CLAIM_TAKE(w->from);
        if (w->into != STORE_NONE) all |= CLAIM_PUT(w->into);
    }
    return all;
}

bool claims_follow_plan(smith* who)
{
    uint32_t all = needs(who);
    claims_drop(who, who->claims & ~all);
    for (uint32_t resource = 0; resource < 2 * STORE_COUNT; ++resource) {
        if (all & 1u << resource && !claims_add(who, 1u << resource)) return false;
    }
    return true;
}
