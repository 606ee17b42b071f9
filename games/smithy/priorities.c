#include "games/smithy/priorities.h"

#include "games/smithy/claims.h"

// A storage to be kept full, worth `most` thousandths when it is empty.
typedef struct wish
{
    const char* name;
    shop_store store;
    int64_t max;
} wish;

static const wish wishes[] = {
    {"smelter", STORE_SMELTER_ORE, 900},
    {"cutter", STORE_CUTTER_LOGS, 850},
    {"ironStock", STORE_IRON, 400},
    {"woodStock", STORE_WOOD, 350},
};

static const smith* debugger(const ploy_evaluation* call)
{
    return ((const ploy_agent*)call->agent)->user;
}

// For a smith that is on its way the gaps count, for all others those that nobody is on his way to: who has set out
// does not turn round because somebody else sets out too.
static int64_t worth_filling(void* user, const ploy_evaluation* call)
{
    const wish* w = user;
    const smith* who = debugger(call);
    const shop* s = &who->shop->stock;
    bool on_its_way = who->claims & CLAIM_PUT(w->store);
    int64_t gaps = on_its_way ? s->size[w->store] - s->count[w->store] : claims_free_gaps(who->shop, w->store);
    return w->max * gaps / s->size[w->store];
}

static int64_t within_reach(const smith* who, shop_store store, smith_item item)
{
    bool has = who->hands >> item & 1;
    bool claimed = who->claims & CLAIM_TAKE(store);
    return (int64_t)claims_free_pieces(who->shop, store) + has + claimed;
}

// Worth the same whatever waits: a weapon that lies there, or one that could be put together.
static int64_t worth_emptying(void* user, const ploy_evaluation* call)
{
    (void)user;
    const smith* who = debugger(call);
    bool lies_there = who->claims & CLAIM_TAKE(STORE_WEAPONS) || claims_free_pieces(who->shop, STORE_WEAPONS) > 0;
    bool has_parts =
        within_reach(who, STORE_BLADES, ITEM_BLADE) > 0 && within_reach(who, STORE_HANDLES, ITEM_HANDLE) > 0;
    return lies_there || has_parts ? 1000 : 0;
}

void wishes_bind(smithy* game)
{
    for (uint32_t i = 0; i < sizeof wishes / sizeof *wishes; ++i) {
        ploy_domain_bind_number(game->domain, wishes[i].name, worth_filling, (void*)(uintptr_t)&wishes[i]);
    }
    ploy_domain_bind_number(game->domain, "output", worth_emptying, NULL);
}
