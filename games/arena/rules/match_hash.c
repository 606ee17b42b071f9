// The hash of a match covers values, never raw memory.

#include "games/arena/rules/match.h"

static void mix(uint64_t* hash, uint64_t value)
{
    uint64_t x = (*hash ^ value) + 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    *hash = x ^ x >> 31;
}

static void mix_vec(uint64_t* hash, arena_vec v)
{
    mix(hash, (uint64_t)(uint32_t)v.x << 32 | (uint32_t)v.y);
}

static void mix_agent(uint64_t* hash, const arena_agent* agent)
{
    mix_vec(hash, agent->at);
    mix_vec(hash, agent->facing);
    mix(hash, (uint64_t)agent->health << 32 | agent->back_at);
    mix(hash, agent->agent->random.counter);
    mix(hash, (uint64_t)agent->target.agent1 << 32 | agent->nav.goal);
    mix(hash, (uint64_t)agent->nav.mode << 33 | (uint64_t)agent->carries << 32 | agent->arms.weapon);
    for (uint32_t i = 0; i < ARENA_GUNS; i++) {
        mix(hash, (uint64_t)agent->arms.loaded[i] << 32 | (uint32_t)agent->arms.reserve[i]);
    }
    mix(hash, (uint64_t)(uint32_t)agent->score.score << 32 | agent->score.shots);
    mix(hash, (uint64_t)agent->score.kills << 32 | agent->score.deaths);
}

uint64_t arena_match_hash(const arena_match* match)
{
    uint64_t hash = match->step;
    for (uint32_t i = 0; i < match->agent_count; i++) mix_agent(&hash, &match->agents[i]);
    for (uint32_t i = 0; i < match->shot_count; i++) {
        mix_vec(&hash, match->shots[i].at);
        mix_vec(&hash, match->shots[i].direction);
        mix(&hash, (uint64_t)match->shots[i].owner << 32 | match->shots[i].weapon);
    }
    for (uint32_t i = 0; i < match->map->place_count; i++) mix(&hash, match->pickup_back[i]);
    for (uint32_t i = 0; i < ARENA_SIDES; i++) {
        mix(&hash, (uint64_t)match->points[i].owner1 << 32 | match->points[i].node);
        mix_vec(&hash, match->flags[i].at);
        mix(&hash, (uint64_t)match->flags[i].state << 32 | (uint32_t)match->side_score[i]);
    }
    mix(&hash, (uint64_t)match->round << 32 | match->round_next);
    mix(&hash, match->random.counter);
    return hash;
}
