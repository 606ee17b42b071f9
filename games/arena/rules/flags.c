// Capture the Flag. A flag is at home, carried by someone of the other team, or lies where its carrier died; there its
// own team sends it home by touching it, the other team takes it up again, and after a while it goes home by itself->

#include "games/arena/rules/modes.h"
#include "games/arena/ai/sensors.h"

static void go_home(arena_flag* flag)
{
    flag->state = ARENA_FLAG_HOME;
    flag->at = flag->home;
}

static void take(arena_match* match, arena_flag* flag, arena_agent* by)
{
    flag->state = ARENA_FLAG_CARRIED;
    flag->carrier = by->index;
    by->carries = true;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        arena_agent* agent = &match->agents[i];
        if (arena_is_alive(agent) && agent->team != by->team)
            arena_note_event(agent, ARENA_EVENT_FLAG_TAKEN, by->index);
    }
}

static void touch(arena_match* match, arena_agent* agent, uint32_t side)
{
    arena_flag* flag = &match->flags[side];
    if (flag->state == ARENA_FLAG_CARRIED || !arena_is_near(agent->at, flag->at, match->rules.reach)) return;
    if (agent->team != side)
        take(match, flag, agent);
    else if (flag->state == ARENA_FLAG_DROPPED)
        go_home(flag);
}

static void bring_home(arena_match* match, arena_agent* agent)
{
    arena_flag* own = &match->flags[agent->team];
    if (!agent->carries || !arena_is_near(agent->at, own->home, match->rules.reach)) return;
    if (match->rules.own_flag_home && own->state != ARENA_FLAG_HOME) return;
    agent->carries = false;
    agent->score.score += match->rules.score_flag;
    arena_award(match, agent->team, match->rules.score_flag);
    go_home(&match->flags[1 - agent->team]);
}

void arena_flags_drop(arena_agent* carrier)
{
    arena_match* match = carrier->match;
    arena_flag* flag = &match->flags[1 - carrier->team];
    carrier->carries = false;
    flag->state = ARENA_FLAG_DROPPED;
    flag->at = carrier->at;
    flag->return_at = match->step + (uint32_t)match->rules.flag_return;
}

static void keep_up(arena_match* match, arena_flag* flag)
{
    if (flag->state == ARENA_FLAG_CARRIED) flag->at = match->agents[flag->carrier].at;
    if (flag->state == ARENA_FLAG_DROPPED && match->step >= flag->return_at) go_home(flag);
}

void arena_flags_step(arena_match* match)
{
    for (uint32_t i = 0; i < match->agent_count; i++) {
        arena_agent* agent = &match->agents[(i + match->step) % match->agent_count];
        if (!arena_is_alive(agent)) continue;
        for (uint32_t side = 0; side < ARENA_SIDES; side++) touch(match, agent, side);
        bring_home(match, agent);
    }
    for (uint32_t side = 0; side < ARENA_SIDES; side++) keep_up(match, &match->flags[side]);
}
