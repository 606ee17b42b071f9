#include "games/arena/rules/neighbors.h"
#include "games/arena/ai/sensors/sensors.h"

/// Teammates know each other's positions without seeing them.
static bool is_noticed(const arena_agent* agent, uint32_t other, bool enemies)
{
    arena_vec at = arena_neighbors_at(agent->match, other);
    if (enemies) return arena_can_see(agent, at);
    return arena_is_near(agent->at, at, agent->match->tactics.sight);
}

static bool faces(const arena_agent* other, const arena_agent* agent)
{
    arena_vec to = arena_sub(agent->at, other->at);
    int64_t ahead = arena_dot(to, other->facing), aside = arena_cross(to, other->facing);
    return ahead > 0 && (aside < 0 ? -aside : aside) < ahead * agent->match->tactics.facing / 1000;
}

// Nearer agents get a higher belief, so the best belief is the nearest visible agent.
static uint32_t belief_at(const arena_match* match, int32_t distance)
{
    int64_t less = (int64_t)match->tactics.far_belief * distance / (match->tactics.sight + 1);
    return less < PLOY_FACT_CERTAIN ? (uint32_t)(PLOY_FACT_CERTAIN - less) : 0;
}

// False: it knows better ones.
static bool note(arena_agent* agent, const arena_agent* other, bool enemies)
{
    int32_t distance = arena_distance(agent->at, other->at);
    ploy_fact fact = ploy_fact_of(enemies ? ARENA_FACT_ENEMY : ARENA_FACT_FRIENDLY);
    fact.belief = belief_at(agent->match, distance);
    fact.source = enemies ? ARENA_SENSE_ENEMIES : ARENA_SENSE_FRIENDS;
    ploy_fact_set(&fact, ARENA_WHO, other->index);
    ploy_fact_set(&fact, ARENA_WHO_X, other->at.x);
    ploy_fact_set(&fact, ARENA_WHO_Y, other->at.y);
    ploy_fact_set(&fact, ARENA_WHO_DISTANCE, distance);
    ploy_fact_set(&fact, ARENA_WHO_VISIBLE, 1);
    ploy_fact_set(&fact, ARENA_WHO_AIMS, faces(other, agent));
    ploy_fact_id id;
    ploy_status status = ploy_memory_remember(agent->agent->memory, &fact, &id);
    if (status == PLOY_ALREADY) ploy_memory_believe(agent->agent->memory, id, fact.belief); // it may have been more
    return status == PLOY_ALREADY || status == PLOY_OK;
}

/// Agents that were not seen this time are no longer visible. Their belief decays by itself. Mostly all that were visible
/// are those that were noted.
static void overlook(arena_agent* agent, uint32_t kind, uint32_t noted)
{
    ploy_fact_query seen;
    ploy_fact_query_init(&seen, kind);
    ploy_fact_query_equal(&seen, ARENA_WHO_VISIBLE, 1);
    ploy_fact_query all;
    ploy_fact_query_init(&all, kind);
    bool has_room =
        ploy_memory_count(agent->agent->memory, &all) < ARENA_AGENTS_KNOWN; // none was noted and crowded out
    if (has_room && ploy_memory_count(agent->agent->memory, &seen) == noted) return;
    ploy_fact_id id = {0, 0};
    while ((id = ploy_memory_next(agent->agent->memory, &seen, id)).index1) {
        ploy_fact fact;
        ploy_memory_get(agent->agent->memory, id, &fact);
        uint32_t belief = fact.belief;
        if (fact.age == 0) continue;
        ploy_fact_set(&fact, ARENA_WHO_VISIBLE, 0);
        fact.belief = belief;
        ploy_memory_remember(agent->agent->memory, &fact, NULL);
    }
}

void arena_sense_agents(arena_agent* agent, bool enemies)
{
    const arena_match* match = agent->match;
    uint32_t near[ARENA_MAX_AGENTS];
    ploy_spatial_query query = ploy_spatial_query_around((ploy_point){agent->at.x, agent->at.y}, match->tactics.sight);
    query.without = agent->index;
    if (match->rules.teams) query.mask = arena_side_mask(enemies ? 1 - agent->side : agent->side);
    uint32_t count = ploy_spatial_find(match->neighbors.index, &query, near, ARENA_MAX_AGENTS);
    uint32_t noted = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (is_noticed(agent, near[i], enemies)) noted += note(agent, &match->agents[near[i]], enemies);
    }
    overlook(agent, enemies ? ARENA_FACT_ENEMY : ARENA_FACT_FRIENDLY, noted);
    if (enemies) agent->has_sensed_enemies = true;
}
