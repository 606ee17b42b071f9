// Last Man Standing: the dead wait. When one is left it wins the round; when none is, or time is up, nobody does. After
// a pause all begin anew, with empty hands.

#include "games/arena/rules/modes.h"

static void begin_round(arena_match* match)
{
    match->round++;
    match->round_began = match->step;
    match->round_next = 0;
    match->shot_count = 0;
    for (uint32_t i = 0; i < match->agent_count; i++) arena_agent_spawn(&match->agents[i]);
}

static void end_round(arena_match* match, arena_agent* winner)
{
    match->round_next = match->step + (uint32_t)match->rules.round_pause + 1;
    if (!winner) {
        match->rounds_drawn++;
        return;
    }
    winner->score.rounds_won++;
    winner->score.score += match->rules.score_round;
}

void arena_rounds_step(arena_match* match)
{
    if (match->round_next) {
        if (match->step >= match->round_next) begin_round(match);
        return;
    }
    arena_agent* last = NULL;
    uint32_t alive = 0;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        if (!arena_is_alive(&match->agents[i])) continue;
        last = &match->agents[i];
        alive++;
    }
    uint32_t limit = (uint32_t)match->rules.round_limit;
    bool is_late = limit && match->step - match->round_began >= limit;
    if (alive <= 1)
        end_round(match, last);
    else if (is_late)
        end_round(match, NULL);
}
