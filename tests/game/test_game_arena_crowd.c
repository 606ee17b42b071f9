// Level of detail in the arena: who is slowed down, who wakes up, and that small matches know nothing of it.

#include "games/arena/ai/crowd.h"
#include "games/arena/controllers/play.h"
#include "game/arena_scene.h"

typedef struct crowd_game
{
    arena_stage* stage;
    arena_game game;
} crowd_game;

static crowd_game begin(const char* mode, uint32_t agents, uint64_t seed)
{
    crowd_game c;
    arena_controllers_def def = arena_controllers_def_default();
    arena_setup setup = arena_setup_default();
    ploy_error error = {0};
    setup.mode = mode;
    setup.sides[0] = "goap";
    setup.sides[1] = "fsm";
    setup.agent_count = agents;
    setup.tiles = 2;
    setup.seed = seed;
    assert_int_equal(arena_stage_create(&def, &c.stage, &error), PLOY_OK);
    assert_int_equal(arena_game_begin(c.stage, &setup, &c.game, &error), PLOY_OK);
    return c;
}

static void end(crowd_game* c)
{
    arena_game_end(&c->game);
    arena_stage_destroy(c->stage);
}

// What matters to an agent, by checking everybody. Before the step: nobody moves until all have sensed.
static bool matters(const arena_agent* agent)
{
    const arena_match* match = agent->match;
    const arena_tactics* tactics = &match->tactics;
    uint32_t step = match->step + 1;
    if (agent->hurt_at && step - agent->hurt_at < (uint32_t)tactics->crowd_hurt) return true;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        const arena_agent* other = &match->agents[i];
        bool is_enemy = other != agent && arena_are_hostile(match, agent, other);
        if (is_enemy && arena_is_alive(other) && arena_is_near(agent->at, other->at, tactics->crowd_alert)) return true;
    }
    return agent->target.agent1 && !arena_is_alive(&match->agents[agent->target.agent1 - 1]);
}

static bool is_due_to_spawn(const arena_match* match)
{
    for (uint32_t i = 0; i < match->agent_count; i++) {
        if (!arena_is_alive(&match->agents[i]) && match->step + 1 >= match->agents[i].back_at) return true;
    }
    return false;
}

typedef struct crowd_tally
{
    uint32_t slow, alert, sensed, waited, woken;
} crowd_tally;

// In a step without arrivals, the agents whose turn it is have the pace that checking everybody gives.
static void step_and_check(arena_game* game, bool expected[ARENA_MAX_AGENTS], crowd_tally* t)
{
    const arena_match* match = game->match;
    bool is_checked = !is_due_to_spawn(match), was_alive[ARENA_MAX_AGENTS];
    uint32_t groups = (uint32_t)match->tactics.groups;
    uint32_t turn = (uint32_t)(ploy_world_ticks(match->world) % groups);
    for (uint32_t i = 0; i < match->agent_count; i++) {
        was_alive[i] = arena_is_alive(&match->agents[i]);
        expected[i] = matters(&match->agents[i]);
    }
    uint16_t before[ARENA_MAX_AGENTS];
    memcpy(before, match->notes.paces, match->agent_count * sizeof *before);
    arena_game_step(game);
    for (uint32_t i = 0; is_checked && i < match->agent_count; i++) {
        if (!was_alive[i] || i / ARENA_SIDES % groups != turn) continue;
        bool has_sensed = match->agents[i].targeted_at == match->step;
        assert_int_equal(match->notes.paces[i], expected[i] ? 1 : match->tactics.crowd_pace);
        if (expected[i]) assert_true(has_sensed); // at once
        t->woken += expected[i] && before[i] > 1;
        t->alert += expected[i];
        t->slow += !expected[i];
        t->sensed += !expected[i] && has_sensed;
        t->waited += !expected[i] && !has_sensed;
    }
}

static void check_crowd(const char* mode, uint64_t seed)
{
    crowd_game c = begin(mode, 120, seed);
    bool expected[ARENA_MAX_AGENTS];
    crowd_tally t = {0};
    for (uint32_t i = 0; i < SECONDS(20); i++) step_and_check(&c.game, expected, &t);
    assert_true(t.alert > 1000 && t.woken > 100);
    assert_true(t.slow > 1000);
    // A slow agent senses in one of its turns of `pace`.
    uint32_t pace = (uint32_t)c.game.match->tactics.crowd_pace, turns = t.sensed + t.waited;
    assert_in_range(t.sensed * pace, turns * 8 / 10, turns * 12 / 10);
    end(&c);
}

static void whoever_nothing_is_near_is_slowed_down_and_the_others_are_not(void** state)
{
    (void)state;
    check_crowd("deathmatch", 31);
    check_crowd("domination", 32);
}

// Everybody but two of them far away, and out of each other's sight.
static void an_agent_that_is_approached_or_hurt_is_awake_at_once(void** state)
{
    (void)state;
    crowd_game c = begin("deathmatch", 120, 33);
    arena_match* match = c.game.match;
    for (uint32_t i = 2; i < match->agent_count; i++) {
        match->agents[i].health = 0;
        match->agents[i].back_at = UINT32_MAX;
        arena_agent_reset(&match->agents[i]);
    }
    arena_agent *lone = &match->agents[0], *other = &match->agents[1];
    arena_vec far[2] = {match->map->places[match->map->of_kind[ARENA_SPAWN][0]].middle, lone->at};
    for (uint32_t i = 0; i < match->map->kind_count[ARENA_SPAWN]; i++) {
        arena_vec at = match->map->places[match->map->of_kind[ARENA_SPAWN][i]].middle;
        if (arena_distance(far[0], at) > arena_distance(far[0], far[1])) far[1] = at;
    }
    uint32_t pace = (uint32_t)match->tactics.crowd_pace, sensed = 0, turns = 0;
    for (uint32_t i = 0; i < 12 * pace; i++) {
        lone->at = far[0], other->at = far[1];
        arena_game_step(&c.game);
        turns += i % 2 == 0;
        sensed += match->agents[0].targeted_at == match->step;
    }
    assert_int_equal(match->notes.paces[0], pace);
    assert_int_equal(sensed * pace, turns);

    for (uint32_t i = 0; i < 2; i++) { // its turn is one of two steps
        lone->at = far[0], other->at = (arena_vec){far[0].x + 3 * ARENA_CELL, far[0].y};
        arena_game_step(&c.game);
    }
    assert_int_equal(match->notes.paces[0], 1);
    assert_true(match->agents[0].targeted_at + 1 >= match->step);

    lone->health = ARENA_FULL_HEALTH;
    lone->hurt_at = 0;
    for (uint32_t i = 0; i < 12; i++) {
        lone->at = far[0], other->at = far[1];
        arena_game_step(&c.game);
    }
    assert_int_equal(match->notes.paces[0], pace);
    arena_hurt(lone, other, 1);
    for (uint32_t i = 0; i < 2; i++) {
        lone->at = far[0], other->at = far[1];
        arena_game_step(&c.game);
    }
    assert_int_equal(match->notes.paces[0], 1);
    assert_true(match->agents[0].targeted_at + 1 >= match->step);
    end(&c);
}

static void a_small_match_has_no_paces(void** state)
{
    (void)state;
    crowd_game c = begin("deathmatch", 100, 34);
    for (uint32_t i = 0; i < SECONDS(2); i++) arena_game_step(&c.game);
    for (uint32_t i = 0; i < 100; i++) {
        assert_int_equal(c.game.match->notes.paces[i], 0);
        assert_int_equal(c.game.match->notes.awake_at[i], 0);
    }
    end(&c);
}

static void a_pace_has_limits(void** state)
{
    (void)state;
    static const struct
    {
        const char* line;
        bool is_right;
    } cases[] = {
        {"crowd_pace 0\n", false}, {"crowd_pace 1\n", true}, {"crowd_pace 256\n", true}, {"crowd_pace 257\n", false}};
    const game_file* file = arena_data_find("tactics.txt");
    for (uint32_t i = 0; i < 4; i++) {
        char text[8192];
        arena_tactics tactics;
        ploy_error error = {0};
        assert_true(file->bytes + 32 < sizeof text);
        memcpy(text, file->text, file->bytes);
        text[file->bytes] = '\0';
        strcat(text, cases[i].line); // the last line of a name counts
        ploy_status status = arena_tactics_read(&tactics, text, strlen(text), &error);
        assert_int_equal(status, cases[i].is_right ? PLOY_OK : PLOY_INVALID);
    }
}

TEST_MAIN(TEST(whoever_nothing_is_near_is_slowed_down_and_the_others_are_not),
          TEST(an_agent_that_is_approached_or_hurt_is_awake_at_once), TEST(a_small_match_has_no_paces),
          TEST(a_pace_has_limits))
