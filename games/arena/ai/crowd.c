#include "games/arena/ai/crowd.h"

#include "games/arena/ai/group.h"
#include "games/arena/rules/neighbors.h"
#include "games/tasks.h"

#define SHARE 32 ///< agents that a worker takes at least

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

// 0: it keeps its pace. Few change it, so the pass in order reads no agent but those.
static uint8_t mark_of(const arena_agent* agent)
{
    uint32_t pace = agent->match->notes.paces[agent->index];
    bool is_calm = !is_alert(agent);
    if (pace == (is_calm ? (uint32_t)agent->match->tactics.crowd_pace : 1)) return 0;
    return is_calm ? ARENA_MARK_CALM : ARENA_MARK_ALERT;
}

static void find_paces(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    const arena_group* group = context;
    for (uint32_t i = begin; i < end; i++) {
        uint32_t index = arena_group_index(group, i);
        const arena_agent* agent = arena_group_agent(group, i);
        if (index != PLOY_NONE) group->match->notes.marks[index] = agent ? mark_of(agent) : 0;
    }
}

static void set_pace(const arena_agent* agent, uint16_t pace)
{
    agent->match->notes.paces[agent->index] = pace;
    (void)ploy_agent_set_pace(agent->match->world, agent->id, pace);
}

void arena_crowd_step(arena_match* match)
{
    if (!arena_has_paces(match)) return;
    arena_group group = arena_group_of(match);
    game_run(&match->tasks, group.count, SHARE, find_paces, &group);
    for (uint32_t i = 0; i < group.count; i++) {
        uint32_t index = arena_group_index(&group, i);
        uint8_t mark = index == PLOY_NONE ? 0 : match->notes.marks[index];
        if (mark) set_pace(&match->agents[index], mark == ARENA_MARK_CALM ? (uint16_t)match->tactics.crowd_pace : 1);
    }
}

void arena_crowd_note(const arena_agent* agent)
{
    agent->match->notes.awake_at[agent->index] = agent->match->step;
}

bool arena_is_awake(const arena_agent* agent)
{
    const arena_match* match = agent->match;
    return !arena_has_paces(match) || match->notes.awake_at[agent->index] == match->step;
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

bool arena_crowd_shows_all(const arena_agent* agent)
{
    const arena_match* match = agent->match;
    uint32_t turns = (uint32_t)(match->tactics.groups * match->tactics.crowd_pace);
    return !arena_is_crowd(match) || (match->step / turns + agent->index) % (uint32_t)match->tactics.crowd_shows == 0;
}
