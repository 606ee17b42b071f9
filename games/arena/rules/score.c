#include "games/arena/rules/score.h"

static void measure_mates(arena_match* match, arena_agent* agent)
{
    int32_t nearest = INT32_MAX;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        const arena_agent* other = &match->agents[i];
        if (other == agent || other->team != agent->team || !arena_is_alive(other)) continue;
        int32_t distance = arena_distance(agent->at, other->at);
        agent->score.mate_cells += distance;
        agent->score.mate_count++;
        if (distance < nearest) nearest = distance;
        if (agent->squad1 == 0 || other->squad1 != agent->squad1) continue;
        agent->score.squad_cells += distance;
        agent->score.squad_count++;
    }
    if (nearest == INT32_MAX) return;
    agent->score.near_cells += nearest;
    agent->score.near_count++;
}

// Each agent once per second.
void arena_score_step(arena_match* match)
{
    if (!match->rules.teams) return;
    for (uint32_t i = match->step % ARENA_STEPS_PER_SECOND; i < match->agent_count; i += ARENA_STEPS_PER_SECOND) {
        if (arena_is_alive(&match->agents[i])) measure_mates(match, &match->agents[i]);
    }
}

arena_score arena_side_score(const arena_match* match, uint32_t side)
{
    arena_score sum = {0};
    for (uint32_t i = 0; i < match->agent_count; i++) {
        const arena_score* score = &match->agents[i].score;
        if (match->agents[i].side != side) continue;
        sum.score += score->score;
        sum.kills += score->kills;
        sum.deaths += score->deaths;
        sum.rounds_won += score->rounds_won;
        sum.shots += score->shots;
        sum.hits += score->hits;
        for (uint32_t w = 0; w < ARENA_WEAPONS; w++) sum.fired[w] += score->fired[w];
        sum.mate_cells += score->mate_cells;
        sum.mate_count += score->mate_count;
        sum.near_cells += score->near_cells;
        sum.near_count += score->near_count;
        sum.squad_cells += score->squad_cells;
        sum.squad_count += score->squad_count;
        sum.stuck += score->stuck;
        sum.plans += score->plans;
        sum.state_changes += score->state_changes;
    }
    if (match->rules.teams) sum.score = match->side_score[side];
    return sum;
}

static int64_t mean(int64_t cells, uint32_t count)
{
    return count ? cells / count * 1000 / ARENA_CELL : -1;
}

int64_t arena_mate_distance(const arena_score* score)
{
    return mean(score->mate_cells, score->mate_count);
}

int64_t arena_squad_distance(const arena_score* score)
{
    return mean(score->squad_cells, score->squad_count);
}

int64_t arena_nearest_mate(const arena_score* score)
{
    return mean(score->near_cells, score->near_count);
}
