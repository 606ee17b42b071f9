#include "games/smithy/smith.h"

#include <stdio.h>
#include <string.h>

#include "games/smithy/claims.h"
#include "games/smithy/senses.h"

enum
{
    SPEED = 6000, // 1/1000 cell per second
};

static int64_t root(int64_t square)
{
    int64_t r = 0;
    for (int64_t bit = (int64_t)1 << 30; bit > 0; bit >>= 1) {
        if ((r + bit) * (r + bit) <= square) r += bit;
    }
    return r;
}

static ploy_outcome arrive(smith* who, shop_place place)
{
    who->position = who->shop->stock.places[place];
    who->at = place;
    senses_of_smith(who);
    return PLOY_SUCCESS;
}

// The activity's user is the place's row in the shop's list. A walking smith is nowhere until it arrives.
static ploy_outcome walk(ploy_agent* agent, const ploy_call* call)
{
    smith* who = agent->user;
    shop_place place = (shop_place)(uintptr_t)call->user;
    shop_point to = who->shop->stock.places[place];
    int64_t dx = to.x - who->position.x;
    int64_t dy = to.y - who->position.y;
    int64_t distance = root(dx * dx + dy * dy);
    int64_t step = agent->dt * SPEED / PLOY_SECOND;
    if (distance <= step) return arrive(who, place);
    who->position.x += (int32_t)(dx * step / distance);
    who->position.y += (int32_t)(dy * step / distance);
    who->at = SHOP_NOWHERE;
    senses_of_smith(who);
    return PLOY_RUNNING;
}

static bool can_work(const smith* who, const smith_work* w)
{
    const shop* s = &who->shop->stock;
    if (who->at != w->place || (who->hands & (w->tool | w->uses)) != (w->tool | w->uses)) return false;
    if (who->hands & w->gives) return false;
    if (w->from != STORE_NONE && s->count[w->from] == 0) return false;
    return w->into == STORE_NONE || s->count[w->into] < s->size[w->into];
}

static ploy_outcome start_work(ploy_agent* agent, const ploy_call* call)
{
    return can_work(agent->user, call->user) ? PLOY_RUNNING : PLOY_FAILURE;
}

static void move_piece(smith* who, const smith_work* w)
{
    shop* s = &who->shop->stock;
    who->hands = (who->hands & ~w->uses) | w->gives;
    who->stocked = (who->stocked & who->hands) | (w->from == STORE_NONE ? 0 : w->gives);
    if (w->from != STORE_NONE) --s->count[w->from];
    if (w->into != STORE_NONE) ++s->count[w->into];
    s->mined += w->place == SHOP_MINE;
    s->chopped += w->place == SHOP_FOREST;
    s->sold += w->place == SHOP_OUTPUT;
}

static ploy_outcome do_work(ploy_agent* agent, const ploy_call* call)
{
    smith* who = agent->user;
    const smith_work* w = call->user;
    if (call->elapsed < call->duration) return PLOY_RUNNING;
    if (!can_work(who, w)) return PLOY_FAILURE;
    move_piece(who, w);
    uint32_t used = w->from != STORE_NONE ? CLAIM_TAKE(w->from) : 0;
    used |= w->into != STORE_NONE ? CLAIM_PUT(w->into) : 0;
    claims_drop(who, used);
    if (w->into == STORE_WEAPONS) claims_add(who, CLAIM_TAKE(STORE_WEAPONS));
    if (w->from != STORE_NONE) senses_of_store(who->shop, w->from);
    if (w->into != STORE_NONE) senses_of_store(who->shop, w->into);
    senses_of_smith(who);
    return PLOY_SUCCESS;
}

static shop_place place_of_move(const char* action)
{
    for (uint32_t place = SHOP_MINE; place < SHOP_PLACE_COUNT; ++place) {
        const char* name = shop_place_name((shop_place)place);
        bool same =
            strncmp(action, "GoTo", 4) == 0 && action[4] == name[0] - 'a' + 'A' && strcmp(action + 5, name + 1) == 0;
        if (same) return (shop_place)place;
    }
    return SHOP_NOWHERE;
}

static ploy_status bind(smithy* game, const char* action, ploy_error* error)
{
    ploy_activity_def def = {0};
    def.name = action;
    const smith_work* w = work_find(action);
    shop_place place = place_of_move(action);
    if (w) {
        def.start = start_work;
        def.update = do_work;
        def.user = (void*)(uintptr_t)w;
    } else if (place != SHOP_NOWHERE) {
        def.update = walk;
        def.user = (void*)(uintptr_t)place;
    } else {
        if (error) snprintf(error->message, sizeof error->message, "there is no activity for action '%s'", action);
        return PLOY_INVALID;
    }
    return ploy_bindings_add_activity(ploy_world_bindings(game->world), &def, NULL);
}

ploy_status smith_bind_activities(smithy* game, ploy_error* error)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; status == PLOY_OK && i < ploy_domain_action_count(game->domain); ++i) {
        status = bind(game, ploy_domain_action(game->domain, i).name, error);
    }
    return status;
}
