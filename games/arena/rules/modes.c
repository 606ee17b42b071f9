#include "games/arena/rules/modes.h"

#include "games/arena/ai/sensors/sensors.h"

#define TRIES 64

// Two sites that are far enough apart; after too many tries, the farthest pair so far.
static void draw_sites(arena_match* match, uint32_t sites[2])
{
    const arena_map* map = match->map;
    uint32_t count = map->kind_count[ARENA_SITE];
    int64_t best = -1;
    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t a = map->of_kind[ARENA_SITE][arena_match_draw(match, count)];
        uint32_t b = map->of_kind[ARENA_SITE][arena_match_draw(match, count)];
        int64_t square = arena_square(map->places[a].middle, map->places[b].middle);
        if (a == b || square <= best) continue;
        best = square;
        sites[0] = a;
        sites[1] = b;
        if (square >= (int64_t)match->rules.apart * match->rules.apart) return;
    }
}

void arena_modes_begin(arena_match* match)
{
    uint32_t sites[2] = {match->map->of_kind[ARENA_SITE][0], match->map->of_kind[ARENA_SITE][1]};
    draw_sites(match, sites);
    for (uint32_t i = 0; i < 2; i++) {
        const arena_place* site = &match->map->places[sites[i]];
        match->points[i] = (arena_point){site->node, site->middle, 0};
        match->flags[i] = (arena_flag){.base = site->node, .home = site->middle, .at = site->middle};
    }
}

static void award(arena_match* match, uint32_t side, int32_t score)
{
    match->side_score[side] += score;
}

// Domination: a point belongs to the team that touched it last. While both teams touch it, its owner stays.

static uint32_t teams_at(const arena_match* match, const arena_point* point)
{
    uint32_t teams = 0;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        const arena_agent* agent = &match->agents[i];
        if (arena_is_alive(agent) && arena_is_near(agent->at, point->at, match->rules.reach))
            teams |= 1u << agent->team;
    }
    return teams;
}

static void notify_losers(arena_match* match, uint32_t owner1, uint32_t point)
{
    for (uint32_t i = 0; i < match->agent_count; i++) {
        arena_agent* agent = &match->agents[i];
        bool is_loser = arena_is_alive(agent) && agent->team + 1 == owner1;
        if (is_loser) arena_note_event(agent, ARENA_EVENT_POINT_LOST, point, match->points[point].at);
    }
}

static void take_points(arena_match* match)
{
    for (uint32_t i = 0; i < 2; i++) {
        arena_point* point = &match->points[i];
        uint32_t teams = teams_at(match, point);
        if (teams != 1 && teams != 2) continue;
        if (point->owner1 && point->owner1 != teams) notify_losers(match, point->owner1, i);
        point->owner1 = teams;
    }
}

static void step_points(arena_match* match)
{
    take_points(match);
    uint32_t holder = match->points[0].owner1 == match->points[1].owner1 ? match->points[0].owner1 : 0;
    if (holder != match->held_by1) {
        match->held_by1 = holder;
        match->held_since = match->step;
    }
    if (!holder || match->step - match->held_since < (uint32_t)match->rules.hold) return;
    award(match, holder - 1, match->rules.score_hold);
    match->points[0].owner1 = match->points[1].owner1 = 0;
    match->held_by1 = 0;
}

// Capture the Flag. A flag is at home, carried by an agent of the other team, or lies where its carrier died. Its own
// team sends it home by touching it; the other team picks it up again. After a while it returns by itself.

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
            arena_note_event(agent, ARENA_EVENT_FLAG_TAKEN, by->index, by->at);
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
    award(match, agent->team, match->rules.score_flag);
    go_home(&match->flags[1 - agent->team]);
}

static void drop_flag(arena_agent* carrier)
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

static void step_flags(arena_match* match)
{
    for (uint32_t i = 0; i < match->agent_count; i++) {
        arena_agent* agent = &match->agents[(i + match->step) % match->agent_count];
        if (!arena_is_alive(agent)) continue;
        for (uint32_t side = 0; side < ARENA_SIDES; side++) touch(match, agent, side);
        bring_home(match, agent);
    }
    for (uint32_t side = 0; side < ARENA_SIDES; side++) keep_up(match, &match->flags[side]);
}

// Last Man Standing: the dead wait. The last agent alive wins the round; nobody wins if none is left or time runs out.
// After a pause everyone starts again without ammunition.

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

static void step_rounds(arena_match* match)
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

void arena_modes_step(arena_match* match)
{
    if (match->rules.points) step_points(match);
    if (match->rules.flags) step_flags(match);
    if (match->rules.rounds) step_rounds(match);
}

void arena_modes_died(arena_agent* agent)
{
    if (agent->carries) drop_flag(agent);
}

bool arena_modes_let_back(const arena_match* match)
{
    return !match->rules.rounds;
}
