#include "games/smithy/senses.h"

#include <stdio.h>

#include "games/smithy/claims.h"

static const char* const item_symbols[ITEM_COUNT] = {"hasPickaxe", "hasAxe", "ore", "log", "hasBlade", "hasHandle"};

// A flag is a symbol that a storage sets: true while there is a free piece or, for "full", while there is no free gap.
typedef struct flag
{
    const char* symbol;
    shop_store store;
    bool full;
} flag;

static const flag flags[SMITHY_FLAGS] = {
    {"ironInStock", STORE_IRON, false},       {"woodInStock", STORE_WOOD, false},
    {"smelterFull", STORE_SMELTER_ORE, true}, {"cutterFull", STORE_CUTTER_LOGS, true},
    {"bladeReady", STORE_BLADES, false},      {"handleReady", STORE_HANDLES, false},
    {"weaponReady", STORE_WEAPONS, false},
};

static ploy_status find(const smithy* game, const char* symbol, uint32_t* key, ploy_error* error)
{
    *key = ploy_blackboard_keys_find(ploy_world_keys(game->world), symbol);
    if (*key != PLOY_NONE) return PLOY_OK;
    if (error) snprintf(error->message, sizeof error->message, "the smithy needs a symbol '%s'", symbol);
    return PLOY_INVALID;
}

ploy_status senses_find_keys(smithy* game, ploy_error* error)
{
    ploy_status status = find(game, "at", &game->keys.at, error);
    for (uint32_t i = 0; status == PLOY_OK && i < ITEM_COUNT; ++i) {
        status = find(game, item_symbols[i], &game->keys.items[i], error);
    }
    for (uint32_t i = 0; status == PLOY_OK && i < SMITHY_FLAGS; ++i) {
        status = find(game, flags[i].symbol, &game->keys.flags[i], error);
    }
    return status;
}

// Whether the smith has the item or, for ore and logs, which: none, fresh or stocked.
static int64_t item_reads(const smith* who, uint32_t item)
{
    bool has = who->hands >> item & 1;
    bool is_stocked = (item == ITEM_ORE || item == ITEM_LOG) && who->stocked >> item & 1;
    return has + is_stocked;
}

static bool reads(const smithy* game, const flag* f)
{
    return f->full ? claims_free_gaps(game, f->store) == 0 : claims_free_pieces(game, f->store) > 0;
}

void senses_of_store(smithy* game, shop_store store)
{
    for (uint32_t i = 0; i < SMITHY_FLAGS; ++i) {
        if (flags[i].store != store) continue;
        ploy_blackboard_set(ploy_world_blackboard(game->world), game->keys.flags[i], reads(game, &flags[i]));
    }
}

static bool has_claim(const smith* who, const flag* f)
{
    return who->claims & (f->full ? CLAIM_PUT(f->store) : CLAIM_TAKE(f->store));
}

// A claimed piece is available to the smith that claimed it, whatever the shop's blackboard says.
void senses_of_smith(smith* who)
{
    const smithy_keys* keys = &who->shop->keys;
    ploy_blackboard* blackboard = ploy_world_agent(who->shop->world, who->id)->blackboard;
    ploy_blackboard_set(blackboard, keys->at, who->at);
    for (uint32_t i = 0; i < ITEM_COUNT; ++i) ploy_blackboard_set(blackboard, keys->items[i], item_reads(who, i));
    for (uint32_t i = 0; i < SMITHY_FLAGS; ++i) {
        if (has_claim(who, &flags[i])) {
            ploy_blackboard_set(blackboard, keys->flags[i], !flags[i].full);
        } else {
            ploy_blackboard_unset(blackboard, keys->flags[i]);
        }
    }
}

bool senses_are_true(const smith* who)
{
    const smithy_keys* keys = &who->shop->keys;
    const ploy_blackboard* blackboard = ploy_world_agent(who->shop->world, who->id)->blackboard;
    bool all = ploy_blackboard_get(blackboard, keys->at) == (int64_t)who->at;
    for (uint32_t i = 0; i < ITEM_COUNT; ++i)
        all &= ploy_blackboard_get(blackboard, keys->items[i]) == item_reads(who, i);
    for (uint32_t i = 0; i < SMITHY_FLAGS; ++i) {
        bool want = has_claim(who, &flags[i]) ? !flags[i].full : reads(who->shop, &flags[i]);
        all &= ploy_blackboard_get(blackboard, keys->flags[i]) == want;
    }
    return all;
}
