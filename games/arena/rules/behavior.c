#include "games/arena/rules/behavior.h"

#include <string.h>

#include "games/arena/rules/neighbors.h"
#include "games/arena/setup/allocation.h"

#define RETURN_WITHIN (2 * ARENA_STEPS_PER_SECOND)
#define STANDING (ARENA_CELL / 2)               ///< moved less than this between two samples
#define SHOT_FOR (2 * ARENA_STEPS_PER_SECOND)   ///< an agent attacks for so long after a shot
#define FIGHT_ENDS (5 * ARENA_STEPS_PER_SECOND) ///< after the last shot of a squad
#define BLIND_COS (ARENA_ONE * 866 / 1000)      ///< 30 degrees
#define MAX_SQUADS 8

typedef struct ended_goal
{
    uint32_t goal1, at;
} ended_goal;

/// What is known of an agent.
typedef struct track
{
    uint32_t goal1, since;   ///< its goal
    ended_goal last, before; ///< the two that ended last
    arena_vec at;            ///< at the last sample
    bool was_alive;
    uint32_t shots, shot_at, shot_target1; ///< its last shot
    uint32_t reload_at, reload_samples, reload_sheltered;
} track;

/// A fight of a squad.
typedef struct squad_fight
{
    uint32_t last_shot; ///< 0: no fight
    uint32_t first1;    ///< the member that fired first
    bool is_shared, is_flanked;
} squad_fight;

struct arena_behavior
{
    arena_match* match;
    arena_conduct sides[ARENA_SIDES];
    squad_fight fights[ARENA_SIDES][MAX_SQUADS];
    track* tracks;
};

arena_behavior* arena_behavior_create(arena_match* match)
{
    arena_behavior* behavior = arena_take(&match->allocator, 1, sizeof *behavior);
    if (!behavior) return NULL;
    behavior->match = match;
    behavior->tracks = arena_take(&match->allocator, match->agent_count, sizeof *behavior->tracks);
    if (!behavior->tracks) {
        arena_give(&match->allocator, behavior, 1, sizeof *behavior);
        return NULL;
    }
    match->behavior = behavior;
    memset(match->notes.news, 1, match->agent_count); // agents of a loaded match have fired
    return behavior;
}

void arena_behavior_destroy(arena_behavior* behavior)
{
    if (!behavior) return;
    arena_match* match = behavior->match;
    match->behavior = NULL;
    arena_give(&match->allocator, behavior->tracks, match->agent_count, sizeof *behavior->tracks);
    arena_give(&match->allocator, behavior, 1, sizeof *behavior);
}

const arena_conduct* arena_behavior_of(const arena_behavior* behavior, uint32_t side)
{
    return &behavior->sides[side];
}

uint32_t arena_conduct_median(const arena_conduct* conduct)
{
    uint32_t seen = 0, steps = 0;
    while (steps < ARENA_LONGEST_GOAL && (seen += conduct->lasted[steps]) * 2 < conduct->goals) steps++;
    return steps;
}

// Goals and plans.

static track* track_of(const arena_agent* agent)
{
    return agent->match->behavior ? &agent->match->behavior->tracks[agent->index] : NULL;
}

static arena_conduct* conduct_of(const arena_agent* agent)
{
    return &agent->match->behavior->sides[agent->side];
}

void arena_behavior_start_goal(const arena_agent* agent, uint32_t goal)
{
    track* t = track_of(agent);
    if (!t) return;
    uint32_t step = agent->match->step;
    bool is_return = t->before.goal1 == goal + 1 && t->last.goal1 != goal + 1 && step - t->before.at <= RETURN_WITHIN;
    conduct_of(agent)->returns += is_return;
    t->goal1 = goal + 1;
    t->since = step;
}

static void close_goal(const arena_agent* agent, track* t)
{
    arena_conduct* c = conduct_of(agent);
    uint32_t steps = agent->match->step - t->since;
    c->goals++;
    c->under_second += steps < ARENA_STEPS_PER_SECOND;
    c->lasted[steps < ARENA_LONGEST_GOAL ? steps : ARENA_LONGEST_GOAL]++;
    t->before = t->last;
    t->last = (ended_goal){t->goal1, agent->match->step};
    t->goal1 = 0;
}

void arena_behavior_end_goal(const arena_agent* agent, bool is_finished)
{
    track* t = track_of(agent);
    if (!t || !t->goal1) return;
    close_goal(agent, t);
    conduct_of(agent)->finished += is_finished;
    conduct_of(agent)->has_outcomes = true;
}

void arena_behavior_state(const arena_agent* agent, uint32_t state)
{
    track* t = track_of(agent);
    if (!t || t->goal1 == state + 1) return;
    if (t->goal1) close_goal(agent, t);
    arena_behavior_start_goal(agent, state);
}

void arena_behavior_plan(const arena_agent* agent, uint32_t steps)
{
    if (!agent->match->behavior) return;
    arena_conduct* c = conduct_of(agent);
    bool is_fight = agent->target.agent1 || arena_get(agent, ARENA_KEY_UNDER_FIRE);
    c->plans++;
    c->one_step += steps == 1;
    c->fight_plans += is_fight;
    c->fight_one_step += is_fight && steps == 1;
}

// As both stood when it aimed: some have walked since.
void arena_behavior_blind_shot(const arena_agent* agent, arena_vec direction)
{
    const arena_match* match = agent->match;
    if (!match->behavior || !agent->hurt_by1) return;
    arena_vec at = arena_neighbors_at(match, agent->index), by = arena_neighbors_at(match, agent->hurt_by1 - 1);
    arena_vec to = arena_direction(arena_sub(by, at));
    conduct_of(agent)->blind_shots++;
    conduct_of(agent)->blind_near += arena_dot(to, direction) >= (int64_t)BLIND_COS * ARENA_ONE;
}

// Samples.

static bool is_seen(const arena_agent* agent)
{
    arena_match* match = agent->match;
    uint32_t count = arena_neighbors_find(match, agent->at, match->tactics.sight);
    for (uint32_t i = 0; i < count; i++) {
        const arena_agent* other = &match->agents[match->neighbors.found[i]];
        if (!arena_is_alive(other) || !arena_are_hostile(match, agent, other)) continue;
        bool is_near = arena_is_near(agent->at, other->at, match->tactics.sight);
        if (is_near && arena_map_sees(match->map, agent->at, other->at)) return true;
    }
    return false;
}

static void sample_reload(const arena_agent* agent, track* t, bool is_still)
{
    arena_conduct* c = conduct_of(agent);
    if (t->reload_at && t->reload_at != agent->arms.reloaded_at) {
        c->reloads += t->reload_samples > 0;
        c->sheltered_reloads += t->reload_samples > 0 && t->reload_sheltered * 2 >= t->reload_samples;
        t->reload_samples = t->reload_sheltered = 0;
    }
    t->reload_at = agent->arms.reloaded_at;
    if (!t->reload_at) return;
    t->reload_samples++;
    t->reload_sheltered += !is_still || !is_seen(agent);
}

static void sample(arena_behavior* behavior, const arena_agent* agent)
{
    track* t = &behavior->tracks[agent->index];
    arena_conduct* c = &behavior->sides[agent->side];
    bool is_still = t->was_alive && arena_is_near(agent->at, t->at, STANDING);
    c->samples++;
    c->still += is_still && arena_get(agent, ARENA_KEY_TARGET_VISIBLE);
    sample_reload(agent, t, is_still);
    t->at = agent->at;
    t->was_alive = true;
}

// Fights of squads.

/// Do two members attack the same enemy from lines more than 60 degrees apart?
static bool is_flank(const arena_behavior* behavior, const arena_agent* a, const arena_agent* b)
{
    const track *one = &behavior->tracks[a->index], *other = &behavior->tracks[b->index];
    uint32_t step = behavior->match->step;
    if (!one->shot_target1 || one->shot_target1 != other->shot_target1) return false;
    if (step - one->shot_at > SHOT_FOR || step - other->shot_at > SHOT_FOR) return false;
    const arena_agent* target = &behavior->match->agents[one->shot_target1 - 1];
    arena_vec from_a = arena_direction(arena_sub(target->at, a->at)),
              from_b = arena_direction(arena_sub(target->at, b->at));
    return arena_dot(from_a, from_b) < (int64_t)ARENA_ONE * ARENA_ONE / 2;
}

static bool is_flanked(const arena_behavior* behavior, const arena_agent* agent)
{
    const arena_match* match = behavior->match;
    for (uint32_t i = agent->side; i < match->agent_count; i += ARENA_SIDES) {
        const arena_agent* mate = &match->agents[i];
        if (mate == agent || mate->squad1 != agent->squad1 || !arena_is_alive(mate)) continue;
        if (is_flank(behavior, agent, mate)) return true;
    }
    return false;
}

static void end_fight(arena_behavior* behavior, uint32_t side, squad_fight* fight)
{
    behavior->sides[side].squad_fights += fight->is_shared;
    behavior->sides[side].flanked_fights += fight->is_shared && fight->is_flanked;
    *fight = (squad_fight){0};
}

// The agent has fired since the last step.
static void note_shot(arena_behavior* behavior, const arena_agent* agent)
{
    track* t = &behavior->tracks[agent->index];
    t->shots = agent->score.shots;
    if (!agent->target.visible) return;
    t->shot_at = behavior->match->step;
    t->shot_target1 = agent->target.agent1;
    if (!agent->squad1) return;
    squad_fight* fight = &behavior->fights[agent->side][agent->squad1 % MAX_SQUADS];
    if (!fight->last_shot) fight->first1 = agent->index + 1;
    fight->last_shot = behavior->match->step;
    fight->is_shared = fight->is_shared || fight->first1 != agent->index + 1;
    fight->is_flanked = fight->is_flanked || is_flanked(behavior, agent);
}

static void end_old_fights(arena_behavior* behavior)
{
    for (uint32_t side = 0; side < ARENA_SIDES; side++) {
        for (uint32_t i = 0; i < MAX_SQUADS; i++) {
            squad_fight* fight = &behavior->fights[side][i];
            bool is_over = fight->last_shot && behavior->match->step - fight->last_shot > FIGHT_ENDS;
            if (is_over) end_fight(behavior, side, fight);
        }
    }
}

// A dead agent has lost its state; goals report their own end.
static void note_death(arena_behavior* behavior, const arena_agent* agent)
{
    track* t = &behavior->tracks[agent->index];
    if (t->goal1) close_goal(agent, t);
    t->was_alive = false;
    t->reload_at = t->reload_samples = t->reload_sheltered = 0;
}

static bool is_sampled(const arena_match* match)
{
    return match->step % ARENA_SAMPLE == 0;
}

void arena_behavior_step(arena_behavior* behavior)
{
    const arena_match* match = behavior->match;
    bool is_sample = is_sampled(match);
    uint32_t count = match->agent_count;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_sample) i = arena_next_marked(match->notes.news, count, i, 1);
        if (i == count) break;
        const arena_agent* agent = &match->agents[i];
        match->notes.news[i] = 0;
        if (agent->score.shots != behavior->tracks[i].shots) note_shot(behavior, agent);
        if (!arena_is_alive(agent))
            note_death(behavior, agent);
        else if (is_sample)
            sample(behavior, agent);
    }
    end_old_fights(behavior);
}
