// Level of detail in the arena: who is slowed down, who wakes up, and that small matches know nothing of it.

#include "games/arena/ai/crowd.h"
#include "games/arena/ai/navigation/nav.h"
#include "games/arena/ai/sensors/sensors.h"
#include "games/arena/controllers/play.h"
#include "games/arena/rules/neighbors.h"
#include "game/arena_scene.h"

typedef struct crowd_game
{
    arena_stage* stage;
    arena_game game;
} crowd_game;

static crowd_game begin_on(ploy_scheduler* scheduler, const char* mode, uint32_t agents, uint64_t seed)
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
    if (scheduler) setup.tasks = ploy_scheduler_tasks(scheduler);
    assert_int_equal(arena_stage_create(&def, &c.stage, &error), PLOY_OK);
    assert_int_equal(arena_game_begin(c.stage, &setup, &c.game, &error), PLOY_OK);
    return c;
}

static crowd_game begin(const char* mode, uint32_t agents, uint64_t seed)
{
    return begin_on(NULL, mode, agents, seed);
}

static void end(crowd_game* c)
{
    arena_game_end(&c->game);
    arena_stage_destroy(c->stage);
}

// The pace of an agent, by checking everybody. Before the step: nobody moves until all have sensed.
static int32_t find_pace(const arena_agent* agent)
{
    const arena_match* match = agent->match;
    const arena_tactics* tactics = &match->tactics;
    uint32_t ago = agent->hurt_at ? match->step + 1 - agent->hurt_at : UINT32_MAX, near = 0, close = 0;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        const arena_agent* other = &match->agents[i];
        if (other == agent || !arena_are_hostile(match, agent, other) || !arena_is_alive(other)) continue;
        near += arena_is_near(agent->at, other->at, tactics->crowd_alert);
        close += arena_is_near(agent->at, other->at, tactics->crowd_close);
    }
    bool has_won = agent->target.agent1 && !arena_is_alive(&match->agents[agent->target.agent1 - 1]);
    if (close > 0 || near >= 8 || has_won || ago <= (uint32_t)tactics->groups) return 1;
    return near > 0 || ago < (uint32_t)tactics->crowd_hurt ? tactics->crowd_watch : tactics->crowd_pace;
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
    uint32_t watchful, watched; ///< turns of those that are neither, and how many of these they sensed in
} crowd_tally;

// In a step without arrivals, the agents whose turn it is have the pace that checking everybody gives.
static void step_and_check(arena_game* game, int32_t expected[ARENA_MAX_AGENTS], crowd_tally* t)
{
    const arena_match* match = game->match;
    bool is_checked = !is_due_to_spawn(match), was_alive[ARENA_MAX_AGENTS];
    uint32_t groups = (uint32_t)match->tactics.groups;
    uint32_t turn = (uint32_t)(ploy_world_ticks(match->world) % groups);
    for (uint32_t i = 0; i < match->agent_count; i++) {
        was_alive[i] = arena_is_alive(&match->agents[i]);
        expected[i] = find_pace(&match->agents[i]);
    }
    uint16_t before[ARENA_MAX_AGENTS];
    memcpy(before, match->notes.paces, match->agent_count * sizeof *before);
    arena_game_step(game);
    for (uint32_t i = 0; is_checked && i < match->agent_count; i++) {
        if (!was_alive[i] || i / ARENA_SIDES % groups != turn) continue;
        bool has_sensed = match->agents[i].targeted_at == match->step;
        bool is_alert = expected[i] == 1, is_slow = expected[i] == match->tactics.crowd_pace;
        assert_int_equal(match->notes.paces[i], expected[i]);
        if (is_alert) assert_true(has_sensed); // at once
        t->woken += is_alert && before[i] > 1;
        t->alert += is_alert;
        t->slow += is_slow;
        t->sensed += is_slow && has_sensed;
        t->waited += is_slow && !has_sensed;
        t->watchful += !is_alert && !is_slow;
        t->watched += !is_alert && !is_slow && has_sensed;
    }
}

static void check_crowd(const char* mode, uint64_t seed)
{
    crowd_game c = begin(mode, 120, seed);
    int32_t expected[ARENA_MAX_AGENTS];
    crowd_tally t = {0};
    for (uint32_t i = 0; i < SECONDS(20); i++) step_and_check(&c.game, expected, &t);
    assert_true(t.alert > 1000 && t.woken > 100);
    assert_true(t.slow > 1000);
    // A slow agent senses in one of its turns of `pace`.
    uint32_t pace = (uint32_t)c.game.match->tactics.crowd_pace, turns = t.sensed + t.waited;
    assert_in_range(t.sensed * pace, turns * 8 / 10, turns * 12 / 10);
    uint32_t watch = (uint32_t)c.game.match->tactics.crowd_watch;
    assert_true(t.watchful > 1000);
    assert_in_range(t.watched * watch, t.watchful * 8 / 10, t.watchful * 12 / 10);
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

static void an_agent_of_a_crowd_roams_about_as_far_as_on_one_map(void** state)
{
    (void)state;
    crowd_game c = begin("deathmatch", 120, 35);
    uint32_t beyond = 0;
    int32_t farthest = 0, far = c.game.match->tactics.crowd_roam + 2 * ARENA_LATTICE * ARENA_CELL;
    for (uint32_t i = 0; i < 2000; i++) {
        arena_agent* agent = &c.game.match->agents[i % 120];
        arena_vec at = arena_map_middle(c.game.match->map, arena_pick_anywhere(agent));
        arena_vec by = arena_sub(at, agent->at);
        bool is_around = by.x >= -far && by.x <= far && by.y >= -far && by.y <= far;
        int32_t distance = arena_distance(at, agent->at);
        if (is_around && distance > farthest) farthest = distance;
        beyond += !is_around;
    }
    assert_true(beyond <= 20); // where it happens to draw nothing but walls
    assert_true(farthest > c.game.match->tactics.crowd_roam);
    end(&c);
}

static uint32_t count_positions(const arena_agent* agent, arena_role role)
{
    ploy_fact_query query;
    ploy_fact_query_init(&query, ARENA_FACT_NODE);
    ploy_fact_query_equal(&query, ARENA_NODE_ROLE, role);
    return ploy_memory_count(agent->agent->memory, &query);
}

// The nearest of all positions around it from which the target cannot be seen.
static uint32_t find_nearest_cover(const arena_agent* agent)
{
    const arena_map* map = agent->match->map;
    uint32_t best = PLOY_NONE, target = arena_map_spot(map, agent->target.at);
    int32_t x = agent->at.x / ARENA_CELL / ARENA_LATTICE, y = agent->at.y / ARENA_CELL / ARENA_LATTICE;
    int32_t around = agent->match->tactics.nodes_around, nearest = INT32_MAX;
    for (uint32_t i = 0; i < map->spot_count; i++) {
        arena_vec at = map->spots[i].middle;
        int32_t off_x = (int32_t)(map->spots[i].node % map->width) / ARENA_LATTICE - x;
        int32_t off_y = (int32_t)(map->spots[i].node / map->width) / ARENA_LATTICE - y;
        bool is_around = off_x >= -around && off_x <= around && off_y >= -around && off_y <= around;
        int32_t distance = arena_distance(at, agent->at);
        if (!is_around || arena_map_spot_sees(map, target, i) || distance >= nearest) continue;
        best = map->spots[i].node;
        nearest = distance;
    }
    return best;
}

static void an_agent_of_a_crowd_remembers_the_best_positions_of_an_update(void** state)
{
    (void)state;
    crowd_game c = begin("deathmatch", 120, 36);
    uint32_t room = (uint32_t)c.game.match->tactics.crowd_nodes, full = 0;
    for (uint32_t i = 0; i < 60; i++) {
        arena_agent *agent = &c.game.match->agents[2 * i], *other = &c.game.match->agents[2 * i + 1];
        arena_facts_clear(agent->agent->memory);
        other->at = (arena_vec){agent->at.x + (i % 2 ? 8 : -8) * ARENA_CELL, agent->at.y};
        agent->target = (arena_target){other->index + 1, true, false, other->at, 8 * ARENA_CELL};
        arena_sense_nodes(agent);
        uint32_t attack = count_positions(agent, ARENA_ROLE_ATTACK), cover = count_positions(agent, ARENA_ROLE_COVER);
        assert_true(attack <= room && cover <= room);
        full += attack == room && cover == room;
        if (cover) assert_int_equal(arena_pick_position(agent, ARENA_ROLE_COVER, 0), find_nearest_cover(agent));
    }
    assert_true(full > 10);
    end(&c);
}

// As if every agent had its turn, and without blocks of the map.
static void part_all(arena_match* match)
{
    for (uint32_t i = 0; i < match->agent_count; i++) {
        arena_agent* agent = &match->agents[i];
        if (!arena_is_alive(agent)) continue;
        uint32_t count = arena_neighbors_find(match, agent->at, 2 * ARENA_CELL);
        for (uint32_t k = 0; k < count; k++) {
            arena_agent* other = &match->agents[match->neighbors.found[k]];
            bool is_near = arena_is_near(agent->at, other->at, ARENA_CELL + ARENA_CELL / 4);
            if (other->index <= i || !arena_is_alive(other) || !is_near) continue;
            arena_vec away = arena_direction(arena_sub(agent->at, other->at));
            if (away.x == 0 && away.y == 0) away = (arena_vec){ARENA_ONE, 0};
            arena_vec by = arena_along(away, 40);
            arena_body_move(agent, by);
            arena_body_move(other, (arena_vec){-by.x, -by.y});
        }
    }
}

// Nobody is near where nobody is said to be.
static void check_near(const arena_match* match)
{
    uint32_t empty = 0;
    for (uint32_t i = 0; i < 400; i++) {
        uint32_t without = i % match->agent_count;
        int32_t reach = (int32_t)(i % 4) * ARENA_CELL;
        arena_vec at = match->map->spots[i * 7 % match->map->spot_count].middle, by = {(int32_t)(i % 5) * 300, 0};
        if (i % 3 == 0) at = match->agents[without].at;
        if (i % 2 == 0) by = (arena_vec){-by.x, by.x * 2};
        if (arena_bodies_near(match, at, arena_add(at, by), reach, without)) continue;
        for (uint32_t k = 0; k < match->agent_count; k++) {
            const arena_agent* other = &match->agents[k];
            bool is_other = k != without && arena_is_alive(other);
            for (int32_t part = 0; part <= 4 && is_other; part++) {
                arena_vec on_line = {at.x + by.x * part / 4, at.y + by.y * part / 4};
                assert_false(arena_is_near(other->at, on_line, reach));
            }
        }
        empty++;
    }
    assert_true(empty > 10);
}

static void bodies_part_as_if_everybody_had_checked_everybody(void** state)
{
    (void)state;
    crowd_game c = begin("deathmatch", 200, 37), d = begin("deathmatch", 200, 37);
    uint32_t moved = 0;
    for (uint32_t round = 0; round < 40; round++) {
        arena_match* matches[] = {c.game.match, d.game.match};
        arena_vec before[200];
        for (uint32_t i = 0; i < 200; i++) { // three or four of them about one spot
            uint32_t spot = (i / 4 * 17 + round * 5) % matches[0]->map->spot_count;
            int32_t off = (int32_t)((i * 7 + round) % 5) * 300;
            before[i] = arena_add(matches[0]->map->spots[spot].middle, (arena_vec){off - 600, 600 - off});
            if (!arena_map_can_stand(matches[0]->map, before[i])) before[i] = matches[0]->map->spots[spot].middle;
            for (uint32_t m = 0; m < 2; m++) {
                matches[m]->agents[i].at = before[i];
                matches[m]->agents[i].health = i % 9 ? 1 : 0;
                arena_neighbors_place(matches[m], &matches[m]->agents[i]);
            }
        }
        for (uint32_t m = 0; m < 2; m++) arena_neighbors_sort(matches[m]);
        for (uint32_t i = 0; i < 200; i++) arena_bodies_note(&matches[0]->agents[i]);
        arena_bodies_part(matches[0]);
        part_all(matches[1]);
        check_near(matches[0]);
        arena_bodies_clear(matches[0]);
        for (uint32_t i = 0; i < 200; i++) {
            assert_memory_equal(&matches[0]->agents[i].at, &matches[1]->agents[i].at, sizeof(arena_vec));
            moved += memcmp(&matches[0]->agents[i].at, &before[i], sizeof(arena_vec)) != 0;
        }
    }
    assert_true(moved > 1000);
    end(&c);
    end(&d);
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

// With room for all shots or without, which takes another way.
static uint64_t hash_with(const char* mode, uint32_t workers, uint32_t room)
{
    ploy_scheduler* scheduler = workers ? ploy_scheduler_create(&(ploy_scheduler_def){.workers = workers}) : NULL;
    crowd_game c = begin_on(scheduler, mode, 200, 39);
    uint32_t capacity = c.game.match->shot_capacity;
    c.game.match->shot_capacity = room < capacity ? room : capacity;
    for (uint32_t i = 0; i < 400; i++) arena_game_step(&c.game);
    uint64_t hash = arena_match_hash(c.game.match);
    c.game.match->shot_capacity = capacity;
    end(&c);
    ploy_scheduler_destroy(scheduler);
    return hash;
}

static void workers_change_nothing_in_a_crowd(void** state)
{
    (void)state;
    static const uint32_t workers[] = {1, 2, 3, 5, 8};
    static const char* const modes[] = {"deathmatch", "domination"};
    for (uint32_t m = 0; m < 2; m++) {
        uint64_t hash = hash_with(modes[m], 0, UINT32_MAX), little_room = hash_with(modes[m], 0, 20);
        for (uint32_t i = 0; i < 5; i++) assert_int_equal(hash_with(modes[m], workers[i], UINT32_MAX), hash);
        assert_int_equal(hash_with(modes[m], 2, 20), little_room);
        assert_int_not_equal(hash, little_room);
    }
}

static void marked_agents_are_found_as_by_checking_each(void** state)
{
    (void)state;
    uint8_t marks[203];
    for (uint32_t round = 0; round < 200; round++) {
        uint32_t count = 1 + round % 203;
        for (uint32_t i = 0; i < sizeof marks; i++)
            marks[i] = (uint8_t)((i * 7 + round) % 11 == 0 ? i * 37 + round : 0);
        for (uint32_t from = 0; from <= count; from++) {
            uint8_t bits = (uint8_t)(1 << round % 8 | 1 << round / 8 % 8);
            uint32_t first = from;
            while (first < count && !(marks[first] & bits)) first++;
            assert_int_equal(arena_next_marked(marks, count, from, bits), first);
        }
    }
}

static bool is_listed(const uint32_t* list, uint32_t count, uint32_t wanted)
{
    for (uint32_t i = 0; i < count; i++) {
        if (list[i] == wanted) return i == 0 || list[i - 1] < wanted;
    }
    return false;
}

static void every_pickup_that_is_seen_or_touched_from_a_point_is_listed_there(void** state)
{
    (void)state;
    crowd_game c = begin("deathmatch", 120, 40);
    const arena_map* map = c.game.match->map;
    for (uint32_t i = 0; i < 3000; i++) {
        arena_vec at = {(int32_t)(i * 977 % map->width) * ARENA_CELL + (int32_t)(i % 1024),
                        (int32_t)(i * 331 % map->height) * ARENA_CELL + (int32_t)(i * 7 % 1024)};
        for (uint32_t p = 0; p < map->place_count; p++) {
            const arena_place* place = &map->places[p];
            bool health = place->kind == ARENA_HEALTH;
            if (!health && place->kind != ARENA_AMMO) continue;
            uint32_t seen, touched;
            const uint32_t* visible = arena_map_pickups_of(map, at, health, &seen);
            const uint32_t* near = arena_map_touchable(map, at, &touched);
            if (arena_is_near(at, place->middle, ARENA_MAX_SIGHT)) assert_true(is_listed(visible, seen, p));
            if (arena_is_near(at, place->middle, ARENA_PICKUP_REACH)) assert_true(is_listed(near, touched, p));
            for (uint32_t k = 0; k < seen; k++) assert_true((map->places[visible[k]].kind == ARENA_HEALTH) == health);
        }
    }
    end(&c);
}

static void numbers_of_crowds_have_limits(void** state)
{
    (void)state;
    static const struct
    {
        const char* line;
        bool is_right;
    } cases[] = {{"crowd_pace 0\n", false},   {"crowd_pace 1\n", true},   {"crowd_pace 256\n", true},
                 {"crowd_pace 257\n", false}, {"crowd_watch 0\n", false}, {"crowd_watch 256\n", true},
                 {"crowd_nodes 0\n", false},  {"crowd_nodes 16\n", true}, {"crowd_nodes 17\n", false},
                 {"crowd_shows 0\n", false},  {"crowd_shows 1\n", true}};
    const game_file* file = arena_data_find("tactics.txt");
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
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
          TEST(numbers_of_crowds_have_limits), TEST(an_agent_of_a_crowd_roams_about_as_far_as_on_one_map),
          TEST(an_agent_of_a_crowd_remembers_the_best_positions_of_an_update),
          TEST(bodies_part_as_if_everybody_had_checked_everybody), TEST(workers_change_nothing_in_a_crowd),
          TEST(marked_agents_are_found_as_by_checking_each),
          TEST(every_pickup_that_is_seen_or_touched_from_a_point_is_listed_there))
