#include "games/arena/ai/crowd.h"

#include "games/arena/ai/group.h"
#include "games/arena/rules/neighbors.h"
#include "games/tasks.h"

#define SHARE 32 ///< agents that a worker takes at least

bool arena_is_crowd(const arena_match* match)
{
    return match->agent_count > (uint32_t)match->tactics.crowd && match->tactics.crowd_pace > 1;
}

static bool has_enemy_near(const arena_agent* agent)
{
    const arena_match* match = agent->match;
    ploy_spatial_query query =
        ploy_spatial_query_around((ploy_point){agent->at.x, agent->at.y}, match->tactics.crowd_alert);
    query.without = agent->index;
    if (match->rules.teams) query.mask = arena_side_mask(1 - agent->side);
    uint32_t any;
    return ploy_spatial_find(match->neighbors.index, &query, &any, 1) > 0;
}

// Wounds and the end of a fight count as much as somebody near.
static bool is_alert(const arena_agent* agent)
{
    const arena_match* match = agent->match;
    uint32_t target1 = agent->target.agent1;
    if (agent->hurt_at && match->step - agent->hurt_at < (uint32_t)match->tactics.crowd_hurt) return true;
    if (target1 && match->neighbors.items[target1 - 1].mask == 0) return true; // it has died
    return has_enemy_near(agent);
}

static void find_paces(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    const arena_group* group = context;
    for (uint32_t i = begin; i < end; i++) {
        const arena_agent* agent = arena_group_agent(group, i);
        if (agent) group->match->notes.marks[agent->index] = is_alert(agent) ? 0 : ARENA_MARK_CALM;
    }
}

void arena_crowd_step(arena_match* match)
{
    if (!arena_is_crowd(match)) return;
    arena_group group = arena_group_of(match);
    game_run(&match->tasks, group.count, SHARE, find_paces, &group);
    for (uint32_t i = 0; i < group.count; i++) {
        const arena_agent* agent = arena_group_agent(&group, i);
        if (!agent) continue;
        uint16_t pace = match->notes.marks[agent->index] == ARENA_MARK_CALM ? (uint16_t)match->tactics.crowd_pace : 1;
        if (match->notes.paces[agent->index] == pace) continue;
        match->notes.paces[agent->index] = pace;
        (void)ploy_agent_set_pace(match->world, agent->id, pace);
    }
}

void arena_crowd_note(const arena_agent* agent)
{
    agent->match->notes.awake_at[agent->index] = agent->match->step;
}

bool arena_is_awake(const arena_agent* agent)
{
    const arena_match* match = agent->match;
    return !arena_is_crowd(match) || match->notes.awake_at[agent->index] == match->step;
}

bool arena_crowd_skips(const arena_agent* agent, int32_t interval)
{
    const arena_match* match = agent->match;
    uint32_t pace = match->notes.paces[agent->index];
    if (pace <= 1) return false;
    uint32_t turns = (uint32_t)match->tactics.groups * pace,
             between = (uint32_t)interval > turns ? (uint32_t)interval : turns;
    return (match->step / between + agent->index) % pace != 0;
}
