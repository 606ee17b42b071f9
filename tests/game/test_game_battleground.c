// The battleground: its rules one by one, and 500 seeds to the end, checked in every tick.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/battleground/battle.h"
#include "games/battleground/vitals.h"
#include "support/base/test.h"

enum
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    SEEDS = 40, // the rules are the same, only slower
#else
    SEEDS = 500,
#endif
    NODES = 400,
    MAX_TICKS = 10 * 60 * BATTLE_TICKS,
};

static battle* make(uint32_t fighters, uint32_t nodes, uint64_t seed)
{
    battle_def def = battle_def_default();
    def.fighters = fighters;
    def.nodes = nodes;
    def.seed = seed;
    ploy_error error = {0};
    battle* b = battle_create(&def, &error);
    assert_string_equal(error.message, "");
    assert_non_null(b);
    return b;
}

// Fights.

static void damage_is_attack_by_defense_plus_one_with_halves_to_even(void** state)
{
    (void)state;
    assert_int_equal(fight_damage(10, 3), 4); // 3.5
    assert_int_equal(fight_damage(6, 3), 2);  // 2.5
    assert_int_equal(fight_damage(0, 0), 1);
    for (uint32_t attack = 0; attack < 200; ++attack) {
        for (uint32_t defense = 0; defense < 30; ++defense)
            assert_int_equal(fight_damage(attack, defense), nearbyint((double)attack / (defense + 1) + 1));
    }
}

static void turns(battle* b, uint32_t count)
{
    for (uint32_t i = 0; i < count * FIGHT_TURN; ++i) fights_tick(b);
}

static void the_attacker_hits_first_and_then_they_take_turns(void** state)
{
    (void)state;
    battle* b = make(2, 100, 1);
    fighter *one = &b->fighters[0], *other = &b->fighters[1];
    one->health = other->health = 100;
    int32_t of_one = fight_damage(one->attack, other->defense), of_other = fight_damage(other->attack, one->defense);
    assert_true(fights_begin(b, one, other));
    fights_tick(b);
    assert_int_equal(other->health, 100 - of_one);
    assert_int_equal(one->health, 100);
    for (uint32_t i = 1; i < FIGHT_TURN; ++i) fights_tick(b);
    assert_int_equal(other->health, 100 - of_one);
    turns(b, 3);
    assert_int_equal(other->health, 100 - 2 * of_one);
    assert_int_equal(one->health, 100 - 2 * of_other);
    battle_destroy(b);
}

static void a_pair_has_one_fight_whoever_started_it(void** state)
{
    (void)state;
    battle* b = make(3, 100, 1);
    fighter* f = b->fighters;
    assert_true(fights_begin(b, &f[0], &f[1]));
    assert_true(fights_begin(b, &f[1], &f[0]));
    assert_true(fights_begin(b, &f[0], &f[1]));
    assert_int_equal(b->fight_count, 1);
    assert_int_equal(b->counts.fights, 1);
    assert_true(fights_has(b, &f[0], &f[1]) && fights_has(b, &f[1], &f[0]));
    assert_true(fights_begin(b, &f[2], &f[0]));
    assert_int_equal(b->fight_count, 2);
    assert_false(fights_has(b, &f[1], &f[2]));
    battle_destroy(b);
}

static void a_fighter_that_started_two_fights_keeps_the_one_that_goes_on(void** state)
{
    (void)state;
    for (uint32_t loser = 1; loser <= 2; ++loser) {
        battle* b = make(3, 100, 1);
        fighter* f = b->fighters;
        assert_true(fights_begin(b, &f[0], &f[1]));
        assert_true(fights_begin(b, &f[0], &f[2]));
        assert_true(fights_has(b, &f[0], &f[1]) && fights_has(b, &f[2], &f[0]));
        f[0].health = f[1].health = f[2].health = 1000;
        f[loser].health = 1;
        turns(b, 1);
        assert_int_equal(b->fight_count, 1);
        assert_int_equal(f[0].fights, 1);
        assert_false(fights_has(b, &f[0], &f[loser]));
        assert_true(fights_has(b, &f[0], &f[3 - loser]));
        battle_destroy(b);
    }
}

static void a_fighter_in_two_fights_has_one_health_and_both_end_with_it(void** state)
{
    (void)state;
    battle* b = make(3, 100, 1);
    fighter* f = b->fighters;
    f[0].health = 100;
    assert_true(fights_begin(b, &f[1], &f[0]));
    assert_true(fights_begin(b, &f[2], &f[0]));
    fights_tick(b);
    int32_t both = fight_damage(f[1].attack, f[0].defense) + fight_damage(f[2].attack, f[0].defense);
    assert_int_equal(f[0].health, 100 - both);
    assert_int_equal(f[0].fights, 2);
    f[0].health = 1;
    f[1].health = f[2].health = 1000;
    turns(b, 2);
    assert_false(fighter_is_in(&f[0]));
    assert_int_equal(b->left, 2);
    assert_int_equal(b->fight_count, 0);
    assert_int_equal(f[1].fights + f[2].fights, 0);
    assert_int_equal(f[1].wins + f[2].wins, 1);
    battle_destroy(b);
}

// Walking.

static bool joins(const battle* b, uint32_t from, uint32_t to)
{
    const ploy_graph_edge* edges;
    bool bidirectional;
    uint32_t count = ploy_terrain_edges(b->ground.terrain, &edges, &bidirectional);
    for (uint32_t i = 0; i < count; ++i) {
        if (edges[i].from == from && edges[i].to == to) return true;
        if (bidirectional && edges[i].from == to && edges[i].to == from) return true;
    }
    return from == to;
}

static void fighters_stay_on_edges_and_keep_their_speed(void** state)
{
    (void)state;
    battle* b = make(12, 200, 4);
    while (!battle_winner(b)) {
        ploy_point before[12];
        for (uint32_t i = 0; i < 12; ++i) before[i] = fighter_position(&b->fighters[i]);
        battle_tick(b);
        for (uint32_t i = 0; i < 12; ++i) {
            const fighter* f = &b->fighters[i];
            assert_true(joins(b, f->from, f->to));
            assert_true(f->gone <= f->length);
            // Positions are rounded down, twice.
            assert_true(battle_distance(before[i], fighter_position(f)) <= f->speed + 3);
        }
    }
    battle_destroy(b);
}

static void all_appear_in_one_part_and_not_on_trees(void** state)
{
    (void)state;
    battle* b = make(48, NODES, 9);
    ploy_pathfinder_def def = {0};
    def.map = ploy_graph_map(b->ground.graph);
    ploy_pathfinder* pathfinder = ploy_pathfinder_create(&def);
    ploy_path_query query = {0};
    query.obstacles = b->ground.trees;
    query.from = b->fighters[0].to;
    for (uint32_t i = 0; i < 48; ++i) {
        query.to = b->fighters[i].to;
        assert_false(ploy_terrain_has_tree(b->ground.terrain, query.to));
        assert_int_equal(ploy_pathfinder_find(pathfinder, &query)->status, PLOY_FOUND);
    }
    ploy_pathfinder_destroy(pathfinder);
    battle_destroy(b);
}

static const fighter* scan_for_nearest(const battle* b, const fighter* to)
{
    const fighter* nearest = NULL;
    uint64_t min = UINT64_MAX;
    for (uint32_t i = 0; i < b->fighter_count; ++i) {
        const fighter* f = &b->fighters[i];
        uint64_t distance = battle_distance_squared(fighter_position(to), fighter_position(f));
        if (f == to || !fighter_is_in(f) || distance >= min) continue;
        min = distance;
        nearest = f;
    }
    return nearest;
}

static void the_nearest_is_the_one_that_a_scan_finds(void** state)
{
    (void)state;
    const uint32_t sizes[] = {2, 3, 48, 300};
    for (uint32_t k = 0; k < 4; ++k) {
        battle* b = make(sizes[k], NODES, 11 + k);
        while (b->left > 1 && b->ticks < 1000) {
            battle_tick(b);
            battle_look_around(b);
            for (uint32_t i = (uint32_t)(b->ticks % 7); i < sizes[k]; i += 7) {
                const fighter* f = &b->fighters[i];
                if (fighter_is_in(f)) assert_ptr_equal(battle_nearest(b, f), scan_for_nearest(b, f));
            }
        }
        battle_destroy(b);
    }
}

// The spot farthest from here.
static uint32_t farthest_spot(const battle* b, ploy_point here)
{
    const ploy_point* at = ploy_terrain_positions(b->ground.terrain);
    uint32_t farthest = b->ground.spots[0];
    for (uint32_t i = 0; i < b->ground.spot_count; ++i) {
        uint32_t node = b->ground.spots[i];
        if (battle_distance_squared(here, at[node]) > battle_distance_squared(here, at[farthest])) farthest = node;
    }
    return farthest;
}

static void put(fighter* f, uint32_t node)
{
    fighter_stand(f, node);
}

static void a_fighter_whose_target_walks_off_gets_a_new_path(void** state)
{
    (void)state;
    battle* b = make(2, 1000, 2);
    fighter *hunter = &b->fighters[0], *prey = &b->fighters[1];
    prey->speed = 0;
    put(hunter, b->ground.spots[0]);
    put(prey, farthest_spot(b, fighter_position(hunter)));
    for (uint32_t i = 0; i < 10; ++i) battle_tick(b);
    assert_int_equal(hunter->route_state, ROUTE_READY);
    assert_int_equal(hunter->route[hunter->route_count - 1], fighter_node(prey));
    // Behind the fighter, so that its path leads away from the target.
    for (uint32_t i = 0; i < 60; ++i) battle_tick(b);
    uint64_t asked = b->counts.requests;
    put(prey, farthest_spot(b, ploy_terrain_positions(b->ground.terrain)[fighter_node(prey)]));
    for (uint32_t i = 0; i < 3; ++i) battle_tick(b);
    assert_true(b->counts.requests > asked && b->counts.strayed >= 1);
    assert_int_equal(hunter->route_state, ROUTE_READY);
    assert_int_equal(hunter->route[hunter->route_count - 1], fighter_node(prey));
    battle_destroy(b);
}

// Observers.

// Any number of attackers watch one fighter. Each is notified when it falls, but not the one that has stopped, nor the one
// that has fallen itself.
static void attackers_are_notified_when_their_target_falls(void** state)
{
    (void)state;
    battle* b = make(6, 100, 1);
    fighter* f = b->fighters;
    for (uint32_t i = 1; i < 5; ++i) assert_true(vitals_watch(&f[i], &f[0]));
    assert_true(vitals_watch(&f[5], &f[1]));
    vitals_unwatch(&f[2]);
    battle_retire(b, &f[3]);
    battle_retire(b, &f[0]);
    assert_int_equal(b->left, 4);
    for (uint32_t i = 1; i < 6; ++i) assert_int_equal(f[i].opponent_fell, i == 1 || i == 4);
    for (uint32_t i = 1; i < 5; ++i) assert_int_equal(f[i].opponent1, 0);
    assert_int_equal(f[5].opponent1, 2);
    battle_destroy(b);
}

// A tree that attacks for half a second, then lets its target be: AttackTarget is halted, and unsubscribes.
static void an_attack_that_is_halted_watches_nobody(void** state)
{
    (void)state;
    static const char text[] = "<ploy version=\"1\">"
                               "<blackboard><key name=\"target\" type=\"object\" scopes=\"agent\"/></blackboard>"
                               "<BehaviorTree ID=\"Fighter\"><Sequence><DetectTarget _msec=\"500\" target=\"{target}\"/>"
                               "<Timeout msec=\"500\"><AttackTarget target=\"{target}\"/></Timeout>"
                               "</Sequence></BehaviorTree></ploy>";
    battle_def def = battle_def_default();
    def.fighters = 2, def.nodes = 100, def.data = text, def.data_bytes = sizeof text - 1;
    battle* b = battle_create(&def, NULL);
    fighter* f = b->fighters;
    f[0].health = f[1].health = 1000;
    put(&f[1], f[0].to);
    for (uint32_t i = 0; i < 25; ++i) battle_tick(b);
    assert_true(f[0].opponent1 == 2 && f[1].opponent1 == 1);
    for (uint32_t i = 0; i < 60 && f[0].opponent1; ++i) battle_tick(b);
    assert_int_equal(f[0].opponent1, 0);
    assert_false(f[0].opponent_fell);
    battle_destroy(b);
}

// Whole battles.

static void check_tick(const battle* b)
{
    uint32_t left = 0, fights = 0;
    for (uint32_t i = 0; i < b->fighter_count; ++i) {
        const fighter* f = &b->fighters[i];
        assert_false(ploy_obstacles_is_blocked(b->ground.trees, f->from));
        assert_false(ploy_obstacles_is_blocked(b->ground.trees, f->to));
        assert_int_equal(fighter_is_in(f), f->health > 0);
        left += fighter_is_in(f);
        fights += f->fights;
    }
    assert_int_equal(left, b->left);
    assert_int_equal(fights, 2 * b->fight_count);
    for (uint32_t i = 0; i < b->fight_count; ++i) {
        const uint32_t* pair = b->fights[i].sides;
        assert_true(pair[0] != pair[1]);
        for (uint32_t k = 0; k < i; ++k) {
            const uint32_t* other = b->fights[k].sides;
            assert_false(pair[0] == other[0] && pair[1] == other[1]);
            assert_false(pair[0] == other[1] && pair[1] == other[0]);
        }
    }
}

static void every_battle_ends_with_one_fighter(void** state)
{
    (void)state;
    uint64_t strayed = 0;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
        battle* b = make(48, NODES, seed);
        while (!battle_winner(b) && b->ticks < MAX_TICKS) {
            battle_tick(b);
            if (b->ticks % 8 == seed % 8 || b->left == 1) check_tick(b);
        }
        assert_int_equal(b->left, 1);
        assert_true(battle_winner(b)->health > 0);
        assert_true(b->counts.fights >= 47);
        strayed += b->counts.strayed;
        battle_destroy(b);
    }
    assert_true(strayed > SEEDS);
}

static uint64_t outcome(uint32_t workers, uint32_t batch, uint32_t* winner)
{
    ploy_scheduler* scheduler = workers > 1 ? ploy_scheduler_create(&(ploy_scheduler_def){.workers = workers}) : NULL;
    battle_def def = battle_def_default();
    def.seed = 5;
    def.batch = batch;
    if (scheduler) def.tasks = ploy_scheduler_tasks(scheduler);
    battle* b = battle_create(&def, NULL);
    while (!battle_winner(b)) battle_tick(b);
    *winner = battle_winner(b)->number;
    uint64_t hash = battle_hash(b);
    battle_destroy(b);
    ploy_scheduler_destroy(scheduler);
    return hash;
}

static void the_number_of_workers_changes_nothing(void** state)
{
    (void)state;
    for (uint32_t batch = 0; batch <= 8; batch += 8) {
        uint32_t winner, other;
        uint64_t hash = outcome(1, batch, &winner);
        static const uint32_t counts[] = {2, 3, 5, 8};
        for (uint32_t k = 0; k < 4; ++k) {
            uint32_t workers = counts[k];
            assert_int_equal(outcome(workers, batch, &other), hash);
            assert_int_equal(other, winner);
        }
    }
}

static void a_smaller_batch_makes_paths_wait(void** state)
{
    (void)state;
    uint32_t longest[3];
    const uint32_t batches[] = {0, 8, 1};
    for (uint32_t i = 0; i < 3; ++i) {
        battle_def def = battle_def_default();
        def.batch = batches[i];
        battle* b = battle_create(&def, NULL);
        for (uint32_t t = 0; t < 100; ++t) battle_tick(b);
        longest[i] = b->counts.longest_wait;
        battle_destroy(b);
    }
    assert_int_equal(longest[0], 0);
    assert_int_equal(longest[1], 5);
    assert_true(longest[2] >= 47);
}

static void losers_return_if_the_rules_say_so(void** state)
{
    (void)state;
    battle_def def = battle_def_default();
    def.nodes = NODES;
    def.respawn = 2 * BATTLE_TICKS;
    battle* b = battle_create(&def, NULL);
    uint32_t fewest = b->left;
    for (uint32_t t = 0; t < 60 * BATTLE_TICKS; ++t) {
        battle_tick(b);
        check_tick(b);
        if (b->left < fewest) fewest = b->left;
        for (uint32_t i = 0; i < b->fighter_count; ++i)
            assert_true(fighter_is_in(&b->fighters[i]) || b->fighters[i].back_at <= b->ticks + def.respawn);
    }
    uint32_t lives = 0;
    for (uint32_t i = 0; i < b->fighter_count; ++i) lives += b->fighters[i].life;
    assert_true(fewest > 1 && fewest < 48);
    assert_true(lives > 10 * 48);
    assert_null(battle_winner(b));
    battle_destroy(b);
}

static void bad_data_gets_an_error_that_names_the_line(void** state)
{
    (void)state;
    static const char text[] = "<ploy version='1'>\n<BehaviorTree ID='A'>\n<Sequence><DetectTarjet/></Sequence>\n"
                               "</BehaviorTree></ploy>";
    battle_def def = battle_def_default();
    def.data = text;
    def.data_bytes = sizeof text - 1;
    ploy_error error = {0};
    assert_null(battle_create(&def, &error));
    assert_int_equal(error.line, 3);
    assert_non_null(strstr(error.message, "DetectTarjet"));
}

TEST_MAIN(TEST(damage_is_attack_by_defense_plus_one_with_halves_to_even),
          TEST(the_attacker_hits_first_and_then_they_take_turns), TEST(a_pair_has_one_fight_whoever_started_it),
          TEST(a_fighter_that_started_two_fights_keeps_the_one_that_goes_on),
          TEST(a_fighter_in_two_fights_has_one_health_and_both_end_with_it),
          TEST(fighters_stay_on_edges_and_keep_their_speed), TEST(all_appear_in_one_part_and_not_on_trees),
          TEST(the_nearest_is_the_one_that_a_scan_finds), TEST(a_fighter_whose_target_walks_off_gets_a_new_path),
          TEST(attackers_are_notified_when_their_target_falls), TEST(an_attack_that_is_halted_watches_nobody),
          TEST(every_battle_ends_with_one_fighter), TEST(the_number_of_workers_changes_nothing),
          TEST(a_smaller_batch_makes_paths_wait), TEST(losers_return_if_the_rules_say_so),
          TEST(bad_data_gets_an_error_that_names_the_line))
