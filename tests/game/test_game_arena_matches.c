// Whole matches of the arena: what holds in every step, hashes, workers, memory, the picture.

#include "mind/common/bindings.h"
#include "games/arena/ai/bindings.h"
#include "games/arena/map/picture.h"
#include "games/arena/rules/score.h"
#include "games/arena/controllers/simple_mind.h"
#include "support/base/allocators.h"
#include "game/arena_scene.h"

#define GOLDEN 0x2F989C7F23797089u

// Whole matches.

typedef struct party
{
    arena_match* match;
    ploy_mind* drill;
    ploy_mind* random;
} party;

static party party_of(const arena_match_def* def, bool first_drills, bool second_drills)
{
    party p = {.match = arena_match_create(def)};
    assert_non_null(p.match);
    p.drill = arena_drill_mind_create(NULL, p.match->bindings);
    p.random = arena_random_mind_create(NULL, p.match->bindings);
    for (uint32_t i = 0; i < def->agent_count; i++) {
        bool drills = i % 2 ? second_drills : first_drills;
        assert_int_equal(arena_match_set_mind(p.match, i, drills ? p.drill : p.random), PLOY_OK);
    }
    return p;
}

static void party_end(party* p)
{
    arena_match_destroy(p->match);
    ploy_mind_destroy(p->drill);
    ploy_mind_destroy(p->random);
}

static void check_agent(const arena_agent* agent, arena_vec before, bool was_alive)
{
    const arena_match* match = agent->match;
    assert_true(agent->health >= 0 && agent->health <= ARENA_FULL_HEALTH);
    for (uint32_t i = 0; i < ARENA_GUNS; i++) {
        assert_true(agent->arms.loaded[i] >= 0 && agent->arms.loaded[i] <= match->weapons[i].magazine);
        assert_true(agent->arms.reserve[i] >= 0 && agent->arms.reserve[i] <= match->weapons[i].carry);
    }
    if (!arena_is_alive(agent)) return;
    assert_true(arena_map_can_stand(match->map, agent->at));
    for (int32_t y = -511; y <= 511; y += 511) {
        for (int32_t x = -511; x <= 511; x += 511) {
            assert_true(arena_map_is_free(match->map, (arena_vec){agent->at.x + x, agent->at.y + y}));
        }
    }
    bool came_back = !was_alive || match->round_began == match->step;
    if (!came_back) assert_true(arena_is_near(agent->at, before, ARENA_CELL));
}

static void play_and_check(const arena_match_def* def, bool drills, uint32_t steps)
{
    party p = party_of(def, drills, drills);
    for (uint32_t s = 0; s < steps; s++) {
        arena_vec before[10];
        bool alive[10];
        for (uint32_t i = 0; i < 10; i++) {
            before[i] = p.match->agents[i].at;
            alive[i] = arena_is_alive(&p.match->agents[i]);
        }
        arena_match_step(p.match);
        for (uint32_t i = 0; i < 10; i++) check_agent(&p.match->agents[i], before[i], alive[i]);
        for (uint32_t i = 0; i < p.match->shot_count; i++) {
            assert_true(arena_map_is_free(p.match->map, p.match->shots[i].at));
        }
    }
    for (uint32_t i = 0; i < 10; i++) assert_int_equal(p.match->agents[i].score.stuck, 0);
    party_end(&p);
}

static const char* const modes[] = {"domination", "ctf", "deathmatch", "lms"};
static const char* const maps[] = {"halls", "yard"};

static void nobody_walks_into_walls_gets_stuck_or_has_too_much(void** state)
{
    (void)state;
    for (uint32_t i = 0; i < 16; i++) {
        arena_match_def def = def_of(modes[i % 4], maps[i / 4 % 2], 100 + i);
        play_and_check(&def, i < 8, SECONDS(60));
    }
}

static uint64_t hash_after(const char* mode, uint64_t seed, uint32_t steps)
{
    arena_match_def def = def_of(mode, "yard", seed);
    party p = party_of(&def, true, false);
    run_steps(p.match, steps);
    uint64_t hash = arena_match_hash(p.match);
    party_end(&p);
    return hash;
}

static void the_same_seed_gives_the_same_match(void** state)
{
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(hash_after(modes[i], 7, SECONDS(40)), hash_after(modes[i], 7, SECONDS(40)));
    }
    assert_int_not_equal(hash_after("ctf", 7, SECONDS(40)), hash_after("ctf", 8, SECONDS(40)));
}

// The same on every compiler, optimization level and architecture. It changes with the rules and the data.
static void the_match_is_the_golden_one(void** state)
{
    (void)state;
    assert_int_equal(hash_after("domination", 7, SECONDS(40)), GOLDEN);
}

static uint64_t hash_with(uint32_t workers)
{
    ploy_scheduler* scheduler = workers ? ploy_scheduler_create(&(ploy_scheduler_def){.workers = workers}) : NULL;
    arena_match_def def = def_of("domination", "halls", 7);
    if (scheduler) def.tasks = ploy_scheduler_tasks(scheduler);
    party p = party_of(&def, true, true);
    run_steps(p.match, SECONDS(20));
    uint64_t hash = arena_match_hash(p.match);
    party_end(&p);
    ploy_scheduler_destroy(scheduler);
    return hash;
}

static void workers_change_nothing(void** state)
{
    (void)state;
    uint64_t hash = hash_with(0);
    assert_int_equal(hash, hash_with(1));
    assert_int_equal(hash, hash_with(4));
}

static void hundreds_fight_on_a_larger_map(void** state)
{
    (void)state;
    arena_map* map = load_map("yard", 2);
    arena_match_def def = def_of("deathmatch", "yard", 2);
    def.map = map;
    def.agent_count = 250;
    party p = party_of(&def, true, true);
    run_steps(p.match, SECONDS(12));
    arena_score sum = arena_side_score(p.match, 0);
    assert_true(sum.kills > 0 && sum.stuck == 0);
    for (uint32_t i = 0; i < 250; i++) {
        assert_true(!arena_is_alive(&p.match->agents[i]) || arena_map_can_stand(map, p.match->agents[i].at));
    }
    party_end(&p);
    arena_map_destroy(map);
}

static void a_step_allocates_nothing(void** state)
{
    (void)state;
    test_allocator counters = {0};
    arena_match_def def = def_of("domination", "halls", 5);
    def.allocator = test_allocator_of(&counters);
    party p = party_of(&def, true, true);
    uint64_t calls = counters.calls;
    run_steps(p.match, SECONDS(120));
    assert_int_equal(counters.calls, calls);
    party_end(&p);
    assert_int_equal(counters.live_blocks, 0);
}

static bool create_and_play(const ploy_allocator* allocator)
{
    arena_match_def def = def_of("ctf", "halls", 5);
    def.allocator = *allocator;
    def.agent_count = 2;
    arena_match* match = arena_match_create(&def);
    if (!match) return false;
    arena_match_destroy(match);
    return true;
}

static void a_match_without_memory_is_not_made_and_leaks_nothing(void** state)
{
    (void)state;
    test_fail_every_allocation(create_and_play);
}

static void the_drill_beats_random(void** state)
{
    (void)state;
    uint32_t kills[2] = {0, 0};
    for (uint64_t seed = 1; seed <= 4; seed++) {
        arena_match_def def = def_of("deathmatch", maps[seed % 2], seed);
        party p = party_of(&def, true, false);
        run_steps(p.match, SECONDS(120));
        for (uint32_t side = 0; side < 2; side++) kills[side] += arena_side_score(p.match, side).kills;
        party_end(&p);
    }
    assert_true(kills[0] > 2 * kills[1] && kills[0] > 20);
}

static void every_action_of_the_game_can_be_done(void** state)
{
    (void)state;
    static const char* const names[] = {
        "Attack",
        "AttackLongRange",
        "AttackShortRange",
        "AttackMelee",
        "ChangeWeapon",
        "GoTo",
        "GoToAmmo",
        "GoToHealth",
        "Idle",
        "Patrol",
        "Chase",
        "Dodge",
        "DodgeFire",
        "Reload",
        "GoToCover",
        "AttackDomPointOne",
        "AttackDomPointTwo",
        "CarryFlag",
        "AttackFlagCarrier",
        "ProtectFlagBearer",
        "PickupFlag",
        "SeekClosestEnemy",
        "BlindFire",
        "Fire",
        "KeepRange",
        "KeepLongRange",
        "KeepShortRange",
        "TakePosition",
        "Flank",
        "Skirmish",
        "Pursue",
        "FallBack",
        "Charge",
        "LoadOnTheMove",
        "SwitchWeapon",
        "Approach",
        "Seize",
        "HoldPost",
        "Hunt",
        "GetHealth",
        "Obey",
    };
    ploy_bindings* bindings = arena_bindings_create(&(arena_tactics){0}, true, NULL);
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_not_equal(ploy_bindings_find_activity(bindings, names[i]), PLOY_NONE);
    }
    assert_int_equal(ploy_bindings_activity_count(bindings), sizeof names / sizeof *names);
    assert_int_not_equal(pl_bindings_find_condition(bindings, "weapon_loaded"), PLOY_NONE);
    assert_int_not_equal(pl_bindings_find_scorer(bindings, "target_distance"), PLOY_NONE);
    assert_string_equal(pl_bindings_reason(bindings, ARENA_REASON_NO_ROUNDS), "the weapon is empty");
    ploy_bindings_destroy(bindings);
}

static void a_picture_fits_a_terminal(void** state)
{
    (void)state;
    static char text[1 << 17];
    static const arena_picture_def defs[] = {
        {0}, {.columns = 72, .rows = 12}, {.columns = 132, .rows = 43}, {.columns = 320, .rows = 120}};
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t columns = defs[i].columns ? defs[i].columns : 80, rows = defs[i].rows ? defs[i].rows : 24;
        arena_match_def def = def_of(modes[i], maps[i % 2], 4);
        party p = party_of(&def, true, true);
        run_steps(p.match, SECONDS(20));
        size_t count = arena_picture(p.match, &defs[i], text, sizeof text);
        assert_int_equal(count, strlen(text));
        uint32_t lines = 1, width = 0;
        for (size_t k = 0; k < count; k++) {
            width = text[k] == '\n' ? 0 : width + 1;
            lines += text[k] == '\n';
            assert_true(width <= columns);
        }
        assert_int_equal(lines, rows); // all of them
        assert_true(strchr(text, 'A') && strchr(text, 'a') && strchr(text, '#'));
        arena_picture_def colored = defs[i];
        colored.color = true;
        assert_true(arena_picture(p.match, &colored, text, sizeof text) < sizeof text - 1);
        party_end(&p);
    }
}

TEST_MAIN(TEST(nobody_walks_into_walls_gets_stuck_or_has_too_much), TEST(the_same_seed_gives_the_same_match),
          TEST(the_match_is_the_golden_one), TEST(workers_change_nothing), TEST(hundreds_fight_on_a_larger_map),
          TEST(a_step_allocates_nothing), TEST(a_match_without_memory_is_not_made_and_leaks_nothing),
          TEST(the_drill_beats_random), TEST(every_action_of_the_game_can_be_done), TEST(a_picture_fits_a_terminal),
          TEST(the_maps_are_destroyed_last))
