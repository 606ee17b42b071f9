#include "games/arena/ai/target.h"

#include "games/arena/ai/arms.h"

/// The enemy of its squad's fight, if it sees that one.
static ploy_fact_id ordered_enemy(const arena_agent* agent)
{
    if (!arena_get(agent, ARENA_KEY_FIGHT_ROLE)) return (ploy_fact_id){0, 0};
    ploy_fact_query query;
    ploy_fact_query_init(&query, ARENA_FACT_ENEMY);
    ploy_fact_query_equal(&query, ARENA_WHO, arena_get(agent, ARENA_KEY_ORDER_TARGET) - 1);
    ploy_fact_query_equal(&query, ARENA_WHO_VISIBLE, 1);
    return ploy_memory_best(agent->agent->memory, &query);
}

static ploy_fact_id best_enemy(const arena_agent* agent)
{
    ploy_fact_id ordered = ordered_enemy(agent);
    if (ordered.index1) return ordered;
    ploy_fact_query query;
    ploy_fact_query_init(&query, ARENA_FACT_ENEMY);
    ploy_fact_id best = ploy_memory_best(agent->agent->memory, &query);
    if (!agent->target.agent1) return best;
    ploy_fact_query_equal(&query, ARENA_WHO, agent->target.agent1 - 1);
    ploy_fact_id now = ploy_memory_best(agent->agent->memory, &query);
    uint32_t commitment = (uint32_t)agent->match->tactics.commitment;
    bool stays = now.index1 && ploy_memory_belief(agent->agent->memory, now) + commitment >=
                                   ploy_memory_belief(agent->agent->memory, best);
    return stays ? now : best;
}

void arena_target_forget(arena_agent* agent)
{
    if (!agent->target.agent1) return;
    ploy_fact_query query;
    ploy_fact_query_init(&query, ARENA_FACT_ENEMY);
    ploy_fact_query_equal(&query, ARENA_WHO, agent->target.agent1 - 1);
    ploy_memory_forget_all(agent->agent->memory, &query);
}

static void choose(arena_agent* agent)
{
    ploy_fact_id id = best_enemy(agent);
    ploy_fact fact;
    agent->target = (arena_target){0};
    if (!id.index1 || ploy_memory_get(agent->agent->memory, id, &fact) != PLOY_OK) return;
    agent->target.agent1 = (uint32_t)fact.values[ARENA_WHO] + 1;
    agent->target.visible = fact.values[ARENA_WHO_VISIBLE];
    agent->target.aims = fact.values[ARENA_WHO_AIMS] && agent->target.visible;
    agent->target.at = (arena_vec){(int32_t)fact.values[ARENA_WHO_X], (int32_t)fact.values[ARENA_WHO_Y]};
}

// The agent's target, if it sees that one.
static uint32_t seen_target(const arena_agent* agent)
{
    return agent->target.visible ? agent->target.agent1 : 0;
}

// Agents choose in order: one with a higher number has not chosen yet when this one looks.
static uint32_t seen_target_in_turn(const arena_agent* agent, const arena_agent* mate)
{
    bool is_later = mate->index > agent->index && mate->targeted_at == agent->match->step;
    return is_later ? mate->before1 : seen_target(mate);
}

typedef uint32_t seen_target_fn(const arena_agent* agent, const arena_agent* mate);

static uint32_t seen_target_now(const arena_agent* agent, const arena_agent* mate)
{
    (void)agent;
    return seen_target(mate);
}

static const arena_agent* find_mate(const arena_agent* agent, seen_target_fn* seen)
{
    ploy_fact_query query;
    ploy_fact_query_init(&query, ARENA_FACT_FRIENDLY);
    ploy_fact_id id = {0, 0};
    while (agent->target.agent1 && (id = ploy_memory_next(agent->agent->memory, &query, id)).index1) {
        ploy_fact fact;
        ploy_memory_get(agent->agent->memory, id, &fact);
        const arena_agent* mate = &agent->match->agents[fact.values[ARENA_WHO]];
        if (arena_is_alive(mate) && seen(agent, mate) == agent->target.agent1) return mate;
    }
    return NULL;
}

const arena_agent* arena_target_mate(const arena_agent* agent)
{
    return find_mate(agent, seen_target_now);
}

bool arena_target_has_mate(const arena_agent* agent)
{
    return find_mate(agent, seen_target_in_turn) != NULL;
}

/// A visible enemy near by engages the agent, and one that hurts it.
static void engage(arena_agent* agent)
{
    const arena_tactics* tactics = &agent->match->tactics;
    const arena_target* target = &agent->target;
    uint32_t step = agent->match->step;
    bool is_near = target->visible && target->distance <= tactics->engage;
    bool is_hurt = agent->hurt_at + (uint32_t)tactics->groups >= step && agent->hurt_by1 == target->agent1;
    if (is_near || is_hurt) agent->engaged_until = step + (uint32_t)tactics->engaged;
}

static void follow(arena_agent* agent)
{
    arena_target* target = &agent->target;
    if (target->visible) target->at = agent->match->agents[target->agent1 - 1].at;
    target->distance = arena_distance(agent->at, target->at);
    engage(agent);
}

// Chooses a target when the enemy sensor has run or the target died. In between it follows a visible target.
void arena_target_step(arena_agent* agent)
{
    const arena_match* match = agent->match;
    const arena_target* target = &agent->target;
    agent->before1 = seen_target(agent);
    agent->targeted_at = match->step;
    bool is_dead = target->agent1 && !arena_is_alive(&match->agents[target->agent1 - 1]);
    if (is_dead && target->visible) arena_target_forget(agent);
    if (is_dead || agent->has_sensed_enemies) choose(agent);
    if (target->agent1) follow(agent);
    arena_arms_note_reach(agent);
}
