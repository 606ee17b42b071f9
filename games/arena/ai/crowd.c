#include "games/arena/ai/crowd.h"

#include "games/arena/ai/group.h"
#include "games/arena/rules/neighbors.h"
#include "games/tasks.h"

#define SHARE 32 ///< agents that a worker takes at least

enum
{
    MAX_NEAR = 8, ///< more enemies are near: one is close
};

// By the nearest enemy.
static uint8_t mark_by_distance(const arena_agent* agent)
{
    const arena_match* match = agent->match;
    ploy_spatial_query query =
        ploy_spatial_query_around((ploy_point){agent->at.x, agent->at.y}, match->tactics.crowd_alert);
    query.without = agent->index;
    if (match->rules.teams) query.mask = arena_side_mask(1 - agent->side);
    uint32_t near[MAX_NEAR];
    uint32_t count = ploy_spatial_find(match->neighbors.index, &query, near, MAX_NEAR);
    bool is_close = count == MAX_NEAR;
    for (uint32_t i = 0; i < count && !is_close; i++) {
        is_close = arena_is_near(agent->at, arena_neighbors_at(match, near[i]), match->tactics.crowd_close);
    }
    return is_close ? ARENA_MARK_ALERT : count > 0 ? ARENA_MARK_WATCHFUL : ARENA_MARK_CALM;
}

// In the turn after a wound and at the end of a fight it is as if somebody were close, for a while after a wound as if
// somebody were near.
static uint8_t mark_now(const arena_agent* agent)
{
    const arena_match* match = agent->match;
    uint32_t target1 = agent->target.agent1, ago = agent->hurt_at ? match->step - agent->hurt_at : UINT32_MAX;
    if (ago <= (uint32_t)match->tactics.groups) return ARENA_MARK_ALERT;
    if (target1 && !arena_neighbors_lived(match, target1 - 1)) return ARENA_MARK_ALERT; // it has died
    uint8_t mark = mark_by_distance(agent);
    return mark == ARENA_MARK_CALM && ago < (uint32_t)match->tactics.crowd_hurt ? ARENA_MARK_WATCHFUL : mark;
}

static uint16_t pace_for(const arena_match* match, uint8_t mark)
{
    if (mark == ARENA_MARK_ALERT) return 1;
    return (uint16_t)(mark == ARENA_MARK_CALM ? match->tactics.crowd_pace : match->tactics.crowd_watch);
}

// 0: it keeps its pace. Few change it, so the pass in order reads no agent but those.
static uint8_t mark_of(const arena_agent* agent)
{
    uint8_t mark = mark_now(agent);
    return agent->match->notes.paces[agent->index] == pace_for(agent->match, mark) ? 0 : mark;
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
    const uint8_t paces = ARENA_MARK_CALM | ARENA_MARK_WATCHFUL | ARENA_MARK_ALERT, *marks = match->notes.marks;
    for (uint32_t i = 0; (i = arena_next_marked(marks, match->agent_count, i, paces)) < match->agent_count; i++) {
        set_pace(&match->agents[i], pace_for(match, marks[i]));
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
