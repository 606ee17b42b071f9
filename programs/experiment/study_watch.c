#include "programs/experiment/study_watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/arena/rules/score.h"

/// Steps between two looks.
#define INTERVAL 12
#define LOOKS_PER_SECOND (ARENA_STEPS_PER_SECOND / INTERVAL)

/// What an agent does to follow an order: it goes to the place, stays there, or takes what is there.
static const char* const following[] = {"GoTo",      "Patrol",   "AttackDomPointOne", "AttackDomPointTwo",
                                        "CarryFlag", "PickupFlag", "AttackFlagCarrier", "ProtectFlagBearer"};

study_watch* study_watch_create(const arena_game* game)
{
    study_watch* watch = calloc(1, sizeof *watch);
    if (watch) watch->game = game;
    return watch;
}

void study_watch_destroy(study_watch* watch)
{
    free(watch);
}

static uint32_t number_of(study_watch* watch, const char* name)
{
    for (uint32_t i = 0; i < watch->name_count; i++)
        if (strcmp(watch->names[i], name) == 0) return i;
    if (watch->name_count == WATCH_NAMES) return WATCH_NAMES - 1;
    watch->names[watch->name_count] = name;
    return watch->name_count++;
}

static bool is_following(const char* name)
{
    for (uint32_t i = 0; name && i < sizeof following / sizeof *following; i++)
        if (strcmp(following[i], name) == 0) return true;
    return false;
}

static void watch_activity(study_watch* watch, study_watched* seen, const arena_agent* agent)
{
    uint32_t now1 = agent->doing ? number_of(watch, agent->doing) + 1 : 0;
    if (seen->activity1 && now1 && now1 != seen->activity1)
        watch->next[agent->side][seen->activity1 - 1][now1 - 1]++;
    seen->activity1 = now1;
}

static void watch_order(study_watch* watch, study_watched* seen, const arena_agent* agent)
{
    study_metrics* side = &watch->sides[agent->side];
    int64_t order = arena_get(agent, ARENA_KEY_ORDER), place = order ? arena_get(agent, ARENA_KEY_ORDER_PLACE) : 0;
    if (order != seen->order || place != seen->place) {
        seen->order = order;
        seen->place = place;
        seen->order_age = 0;
        seen->is_obeyed = seen->is_settled = false;
        side->orders += order != 0;
    }
    if (order == 0) return;
    bool follows = is_following(agent->doing);
    if (follows && !seen->is_obeyed && seen->order_age <= LOOKS_PER_SECOND) side->orders_obeyed++;
    if (!follows && seen->is_obeyed && !seen->is_settled) {
        side->orders_overruled++;
        seen->is_settled = true;
    }
    seen->is_obeyed = seen->is_obeyed || follows;
    seen->order_age++;
}

static void watch_points(study_watch* watch)
{
    const arena_match* match = watch->game->match;
    int64_t points = 0;
    for (uint32_t side = 0; side < ARENA_SIDES; side++) points += arena_side_score(match, side).score;
    watch->quiet_minutes += points == watch->points;
    watch->points = points;
}

void study_watch_step(study_watch* watch)
{
    const arena_match* match = watch->game->match;
    if (match->step % INTERVAL != 0) return;
    uint32_t alive = 0;
    for (uint32_t i = 0; i < match->agent_count && i < STUDY_AGENTS; i++) {
        const arena_agent* agent = &match->agents[i];
        study_watched* seen = &watch->agents[i];
        if (!arena_is_alive(agent)) {
            seen->activity1 = 0;
            seen->order = seen->place = 0;
            continue;
        }
        alive++;
        seen->alive_steps += INTERVAL;
        watch_activity(watch, seen, agent);
        if (watch->game->has_squads[agent->side]) watch_order(watch, seen, agent);
    }
    watch->duel_steps += alive == 2 ? INTERVAL : 0;
    if (match->step % (60 * ARENA_STEPS_PER_SECOND) == 0) watch_points(watch);
}

double study_entropy(const uint32_t (*next)[WATCH_NAMES], uint32_t count)
{
    double all = 0, bits = 0;
    for (uint32_t from = 0; from < count; from++) {
        double leaving = 0;
        for (uint32_t to = 0; to < count; to++) leaving += next[from][to];
        for (uint32_t to = 0; to < count; to++)
            if (next[from][to]) bits -= next[from][to] * log2(next[from][to] / leaving);
        all += leaving;
    }
    return all > 0 ? bits / all : 0;
}

void study_watch_side(const study_watch* watch, uint32_t side, study_metrics* metrics)
{
    const arena_match* match = watch->game->match;
    for (uint32_t i = 0; i < match->agent_count && i < STUDY_AGENTS; i++)
        if (match->agents[i].side == side) metrics->alive_steps += watch->agents[i].alive_steps;
    metrics->quiet_minutes = watch->quiet_minutes;
    metrics->duel_steps = watch->duel_steps;
    metrics->next_entropy = (int64_t)(1000 * study_entropy(watch->next[side], watch->name_count) + 0.5);
    metrics->orders = watch->sides[side].orders;
    metrics->orders_obeyed = watch->sides[side].orders_obeyed;
    metrics->orders_overruled = watch->sides[side].orders_overruled;
}

void study_watch_agent(const study_watch* watch, uint32_t agent, study_metrics* metrics)
{
    metrics->alive_steps = watch->agents[agent].alive_steps;
}
