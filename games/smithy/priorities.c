#include "games/smithy/priorities.h"

#include <string.h>

#include "games/smithy/claims.h"

// A storage to keep full.
typedef struct storage_priority
{
    const char* name;
    shop_store store;
} storage_priority;

static const storage_priority storage_priorities[] = {
    {"smelter", STORE_SMELTER_ORE},
    {"cutter", STORE_CUTTER_LOGS},
    {"ironStock", STORE_IRON},
    {"woodStock", STORE_WOOD},
};

// A smith that has claimed a gap counts all gaps; the others count only free gaps. So a smith that has started keeps
// its goal when another one starts.
static int64_t worth_filling(ploy_agent* agent, const ploy_call* call)
{
    const storage_priority* w = call->user;
    const smith* who = agent->user;
    const shop* s = &who->shop->stock;
    bool on_its_way = who->claims & CLAIM_PUT(w->store);
    int64_t gaps = on_its_way ? s->size[w->store] - s->count[w->store] : claims_free_gaps(who->shop, w->store);
    return who->shop->worth[w->store] * gaps / s->size[w->store];
}

static int64_t within_reach(const smith* who, shop_store store, smith_item item)
{
    bool has = who->hands >> item & 1;
    bool claimed = who->claims & CLAIM_TAKE(store);
    return (int64_t)claims_free_pieces(who->shop, store) + has + claimed;
}

// The same priority for a finished weapon and for one that could be put together.
static int64_t worth_emptying(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    const smith* who = agent->user;
    bool lies_there = who->claims & CLAIM_TAKE(STORE_WEAPONS) || claims_free_pieces(who->shop, STORE_WEAPONS) > 0;
    bool has_parts =
        within_reach(who, STORE_BLADES, ITEM_BLADE) > 0 && within_reach(who, STORE_HANDLES, ITEM_HANDLE) > 0;
    return lies_there || has_parts ? 1000 : 0;
}

// The option of the storage's name in the first utility of the file; without one, 1.
static int64_t worth_of(const smithy* game, const char* name)
{
    ploy_utility_def storages = {0};
    if (ploy_file_utility_count(game->file) > 0) storages = ploy_file_utility(game->file, 0);
    for (uint32_t i = 0; i < storages.option_count; ++i) {
        if (strcmp(storages.options[i].name, name) == 0) return storages.options[i].weight;
    }
    return 1000;
}

ploy_status priorities_bind(smithy* game, ploy_error* error)
{
    ploy_bindings* bindings = ploy_world_bindings(game->world);
    ploy_scorer_def output = {.name = "output", .score = worth_emptying};
    ploy_status status = ploy_bindings_add_scorer(bindings, &output, NULL);
    for (uint32_t i = 0; status == PLOY_OK && i < sizeof storage_priorities / sizeof *storage_priorities; ++i) {
        const storage_priority* storage = &storage_priorities[i];
        game->worth[storage->store] = worth_of(game, storage->name);
        ploy_scorer_def def = {.name = storage->name, .score = worth_filling, .user = (void*)(uintptr_t)storage};
        status = ploy_bindings_add_scorer(bindings, &def, NULL);
    }
    return status == PLOY_OK ? ploy_bindings_bind_domain(bindings, game->domain, error) : status;
}
