#include "games/battleground/vitals.h"

#include <stdlib.h>

#include "games/battleground/battle.h"

static const uint32_t key_alive = 0;

static ploy_blackboard* vitals_of(const fighter* f)
{
    return f->battle->vitals[f->number];
}

// Observers.

static void count_left(void* user, ploy_blackboard* vitals, uint32_t key)
{
    battle* b = user;
    b->left += ploy_blackboard_get(vitals, key) ? 1 : UINT32_MAX;
}

static void end_fight(void* user, ploy_blackboard* vitals, uint32_t key)
{
    fighter* f = user;
    if (ploy_blackboard_get(vitals, key)) return;
    f->opponent_fell = true;
    vitals_unwatch(f);
}

// Creation.

static bool add_board(battle* b, uint32_t number)
{
    ploy_blackboard_def def = {0};
    def.keys = b->vitals_keys;
    b->vitals[number] = ploy_blackboard_create(&def);
    return b->vitals[number] && ploy_blackboard_subscribe(b->vitals[number], key_alive, count_left, b, NULL) == PLOY_OK;
}

bool vitals_create(battle* b)
{
    ploy_key_def alive = {0};
    alive.name = "alive";
    b->vitals_keys = ploy_blackboard_keys_create(NULL);
    b->vitals = calloc(b->fighter_count, sizeof *b->vitals);
    bool whole = b->vitals_keys && b->vitals && ploy_blackboard_keys_add(b->vitals_keys, &alive, NULL) == PLOY_OK;
    for (uint32_t i = 0; i < b->fighter_count && whole; ++i) whole = add_board(b, i);
    return whole;
}

void vitals_destroy(battle* b)
{
    for (uint32_t i = 0; i < b->fighter_count && b->vitals; ++i) ploy_blackboard_destroy(b->vitals[i]);
    free(b->vitals);
    ploy_blackboard_keys_destroy(b->vitals_keys);
}

void vitals_set_alive(fighter* f, bool alive)
{
    ploy_blackboard_set(vitals_of(f), key_alive, alive);
}

// Watching.

bool vitals_watch(fighter* f, const fighter* other)
{
    vitals_unwatch(f);
    f->opponent_fell = false;
    bool watches = ploy_blackboard_subscribe(vitals_of(other), key_alive, end_fight, f, &f->watch) == PLOY_OK;
    f->opponent1 = watches ? other->number + 1 : 0;
    return watches;
}

void vitals_unwatch(fighter* f)
{
    if (f->opponent1 == 0) return;
    ploy_blackboard_unsubscribe(f->battle->vitals[f->opponent1 - 1], f->watch);
    f->opponent1 = 0;
}
