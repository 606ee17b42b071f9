// The tactics of squads are a task network in data: another file gives other tasks, and orders carry their arguments.

#include <string.h>

#include "games/arena/controllers/play.h"
#include "games/arena/rules/damage.h"
#include "support/base/temporary.h"
#include "support/base/test.h"

#define MINUTES(n) ((n)*60 * ARENA_STEPS_PER_SECOND)

static arena_setup setup_of(const char* mode, uint64_t seed)
{
    arena_setup setup = arena_setup_default();
    setup.mode = mode;
    setup.sides[0] = "goap+squad";
    setup.sides[1] = "gobt+squad";
    setup.seed = seed;
    setup.steps = MINUTES(2);
    return setup;
}

static arena_stage* stage_with(const char* squads)
{
    arena_controllers_def def = arena_controllers_def_default();
    arena_stage* stage;
    if (squads) write_temporary("squads.xml", squads);
    def.folder = squads ? temporary_folder() : NULL;
    assert_int_equal(arena_stage_create(&def, &stage, NULL), PLOY_OK);
    return stage;
}

#define TYPES                                                                                                          \
    "<type name='duty' objects='hold strike guard'/>"                                                                  \
    "<type name='place' objects='one two ours theirs enemy left right'/>"                                              \
    "<type name='target' objects='nobody enemy_agent bearer thief'/>"

static const char meeting[] =
    "<ploy version='1'><domain name='squad'>" TYPES "<symbol name='own' type='place'/>"
    "<action name='go_to'><param name='at' type='place'/><pre>own = at</pre></action></domain>"
    "<htn name='tactics' domain='squad'><task name='Lead'><method><param name='p' type='place'/>"
    "<do task='go_to' args='p'/></method></task></htn></ploy>";

static void tactics_are_a_network_in_data(void** state)
{
    (void)state;
    arena_setup setup = setup_of("domination", 5);
    arena_result result;
    arena_stage* stage = stage_with(NULL);
    assert_int_equal(arena_play(stage, &setup, &result, NULL), PLOY_OK);
    assert_true(result.tasks[PLOY_SQUAD_TASK_FLANK] > 0 && result.tasks[PLOY_SQUAD_TASK_ATTACK] > 0);
    arena_stage_destroy(stage);
    stage = stage_with(meeting);
    assert_int_equal(arena_play(stage, &setup, &result, NULL), PLOY_OK);
    for (uint32_t kind = 0; kind < PLOY_SQUAD_TASK_KIND_COUNT; kind++) {
        assert_int_equal(result.tasks[kind] > 0, kind == PLOY_SQUAD_TASK_GO_TO);
    }
    arena_stage_destroy(stage);
}

// The dissertation kept four tasks of eight; each side has its own tactics.
static void squads_of_the_dissertation_have_its_four_tasks(void** state)
{
    (void)state;
    static const bool kept[PLOY_SQUAD_TASK_KIND_COUNT] = {
        [PLOY_SQUAD_TASK_PATROL] = true,
        [PLOY_SQUAD_TASK_ATTACK] = true,
        [PLOY_SQUAD_TASK_FLANK] = true,
        [PLOY_SQUAD_TASK_GO_TO] = true,
    };
    static const char* const modes[] = {"domination", "ctf"};
    arena_stage* stage = stage_with(NULL);
    for (uint32_t i = 0; i < 2; i++) {
        arena_setup setup = setup_of(modes[i], 5);
        arena_result result;
        setup.sides[0] = "long.goap+squad";
        setup.sides[1] = "long.fsm+squad";
        setup.steps = MINUTES(8);
        assert_int_equal(arena_play(stage, &setup, &result, NULL), PLOY_OK);
        for (uint32_t kind = 1; kind < PLOY_SQUAD_TASK_KIND_COUNT; kind++)
            assert_int_equal(result.tasks[kind] > 0, kept[kind]);
        setup.sides[1] = "fsm+squad";
        assert_int_equal(arena_play(stage, &setup, &result, NULL), PLOY_OK);
        assert_true(result.tasks[PLOY_SQUAD_TASK_ADVANCE] > 0);
    }
    arena_stage_destroy(stage);
}

static void a_wrong_network_is_refused(void** state)
{
    (void)state;
    static const struct
    {
        const char *text, *message;
    } rows[] = {
        {"<ploy version='1'/>", "one domain and one htn"},
        {"<ploy version='1'><domain name='d'><type name='x' objects='a'/><action name='rendezvous'/></domain>"
         "<htn name='h' domain='d'><task name='T'><method><do task='rendezvous'/></method></task></htn></ploy>",
         "no type 'x'"},
        {"<ploy version='1'><domain name='d'><type name='place' objects='a'/><action name='rendezvous'/></domain>"
         "<htn name='h' domain='d'><task name='T'><method><do task='rendezvous'/></method></task></htn></ploy>",
         "'place' has other objects"},
        {"<ploy version='1'><domain name='d'><symbol name='luck' type='bool'/><action name='rendezvous'/></domain>"
         "<htn name='h' domain='d'><task name='T'><method><do task='rendezvous'/></method></task></htn></ploy>",
         "no symbol 'luck'"},
        {"<ploy version='1'><domain name='d'><action name='dance'/></domain>"
         "<htn name='h' domain='d'><task name='T'><method><do task='dance'/></method></task></htn></ploy>",
         "no task 'dance'"},
        {"<ploy version='1'><domain name='d'><action name='go_to'/></domain>"
         "<htn name='h' domain='d'><task name='T'><method><do task='go_to'/></method></task></htn></ploy>",
         "'go_to' has too few places"},
    };
    arena_setup setup = setup_of("domination", 5);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arena_stage* stage = stage_with(rows[i].text);
        arena_game game;
        ploy_error error = {0};
        assert_int_equal(arena_game_begin(stage, &setup, &game, &error), PLOY_INVALID);
        if (!strstr(error.message, rows[i].message)) fail_msg("%s: %s", rows[i].message, error.message);
        assert_non_null(strstr(arena_controllers_file(arena_stage_controllers(stage)), "squads.xml"));
        arena_stage_destroy(stage);
    }
}

// In a fight some keep the enemy busy and others go around; both know which enemy, and take it as their target when they
// see it. The order of the point that they are to take stays in force.
static void orders_of_a_fight_carry_the_enemy(void** state)
{
    (void)state;
    arena_stage* stage = stage_with(NULL);
    arena_setup setup = setup_of("domination", 6);
    arena_game game;
    uint32_t roles[3] = {0}, aims = 0, others = 0;
    assert_int_equal(arena_game_begin(stage, &setup, &game, NULL), PLOY_OK);
    for (uint32_t step = 0; step < MINUTES(3); step++) {
        arena_game_step(&game);
        for (uint32_t i = 0; i < game.match->agent_count; i++) {
            const arena_agent* agent = &game.match->agents[i];
            int64_t role = arena_is_alive(agent) ? arena_get(agent, ARENA_KEY_FIGHT_ROLE) : 0;
            roles[role]++;
            uint32_t enemy = (uint32_t)arena_get(agent, ARENA_KEY_ORDER_TARGET);
            if (role == 0 || enemy == 0) continue; // the order may have ended since the agent sensed
            assert_true(enemy <= game.match->agent_count);
            assert_int_not_equal(game.match->agents[enemy - 1].side, agent->side);
            if (agent->target.visible && agent->has_sensed_enemies) agent->target.agent1 == enemy ? aims++ : others++;
        }
    }
    arena_game_end(&game);
    arena_stage_destroy(stage);
    if (roles[1] == 0 || roles[2] == 0) fail_msg("%u keep busy, %u flank", (unsigned)roles[1], (unsigned)roles[2]);
    if (aims < 2 * others) fail_msg("%u at the enemy of the order, %u at others", (unsigned)aims, (unsigned)others);
}

static uint32_t count_members(const arena_match* match, uint32_t squad1)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < match->agent_count; i++) count += match->agents[i].squad1 == squad1;
    return count;
}

// The dead leave at once, nobody waits for them, and those who come back join one that has room: three of five at most.
static void squads_go_on_without_their_dead(void** state)
{
    (void)state;
    arena_stage* stage = stage_with(NULL);
    arena_setup setup = setup_of("domination", 7);
    arena_game game;
    uint32_t dead = 0, orders = 0, without = 0;
    bool was_alive[10] = {false};
    assert_int_equal(arena_game_begin(stage, &setup, &game, NULL), PLOY_OK);
    for (uint32_t step = 0; step < MINUTES(3); step++) {
        arena_match* match = game.match;
        // Agents of the red side fall in turn, whatever they do.
        arena_agent* victim = &match->agents[step / 300 % 5 * ARENA_SIDES];
        if (step % 300 == 299 && arena_is_alive(victim)) arena_hurt(victim, &match->agents[1], 2 * ARENA_FULL_HEALTH);
        arena_game_step(&game);
        for (uint32_t i = 0; i < match->agent_count; i++) {
            const arena_agent* agent = &match->agents[i];
            bool has_just_changed = was_alive[i] != arena_is_alive(agent); // squads come before the blows of a step
            was_alive[i] = arena_is_alive(agent);
            if (has_just_changed) continue;
            if (!arena_is_alive(agent)) {
                assert_int_equal(agent->squad1, 0);
                dead++;
            } else if (agent->squad1) {
                assert_true(count_members(match, agent->squad1) <= 3);
                arena_get(agent, ARENA_KEY_ORDER) ? orders++ : without++;
            }
        }
    }
    arena_game_end(&game);
    arena_stage_destroy(stage);
    print_message("%u steps dead, %u with an order, %u without\n", dead, orders, without);
    assert_true(dead > 0 && orders > 4 * without);
}

// Maps and weapons.

typedef struct step_watch
{
    const arena_match* match;
    arena_vec at[10]; ///< when weapons begin
    uint32_t walked;
} step_watch;

static uint64_t no_time(void)
{
    return 0;
}

static bool has_moved(const step_watch* watch, uint32_t agent)
{
    arena_vec at = watch->match->agents[agent].at;
    return at.x != watch->at[agent].x || at.y != watch->at[agent].y;
}

static void see_part(void* user, arena_phase phase)
{
    step_watch* watch = user;
    for (uint32_t i = 0; i < 10; i++) {
        if (phase == ARENA_PHASE_WORLD) watch->at[i] = watch->match->agents[i].at;
        if (phase == ARENA_PHASE_WEAPONS) assert_false(has_moved(watch, i));
        if (phase == ARENA_PHASE_MOVING) watch->walked += has_moved(watch, i);
    }
}

// Members of squads read where the others are when they walk, so all aim first.
static void the_time_of_walks_is_that_of_moving(void** state)
{
    (void)state;
    arena_stage* stage = stage_with(NULL);
    arena_setup setup = setup_of("domination", 9);
    arena_game game;
    setup.clock = no_time;
    assert_int_equal(arena_game_begin(stage, &setup, &game, NULL), PLOY_OK);
    for (uint32_t step = 0; step < 60; step++) arena_game_step(&game); // squads are complete
    step_watch watch = {.match = game.match};
    game.match->mark = see_part;
    game.match->mark_user = &watch;
    for (uint32_t step = 0; step < 120; step++) arena_game_step(&game);
    assert_true(watch.walked > 100);
    arena_game_end(&game);
    arena_stage_destroy(stage);
}

static void more_agents_than_squads_have_room_for_go_without(void** state)
{
    (void)state;
    static const char* const modes[] = {"ctf", "domination"};
    for (uint32_t m = 0; m < 2; m++) {
        arena_stage* stage = stage_with(NULL);
        arena_setup setup = setup_of(modes[m], 8);
        arena_game game;
        uint32_t with = 0;
        setup.agent_count = 200;
        setup.tiles = 2;
        assert_int_equal(arena_game_begin(stage, &setup, &game, NULL), PLOY_OK);
        for (uint32_t step = 0; step < 30; step++) arena_game_step(&game);
        for (uint32_t i = 0; i < game.match->agent_count; i++) with += game.match->agents[i].squad1 != 0;
        assert_int_equal(with, 4 * PLOY_SQUAD_MAX);
        arena_game_end(&game);
        arena_stage_destroy(stage);
    }
}

static arena_stage* stage_of_folder(void)
{
    arena_controllers_def def = arena_controllers_def_default();
    arena_stage* stage;
    def.folder = temporary_folder();
    assert_int_equal(arena_stage_create(&def, &stage, NULL), PLOY_OK);
    return stage;
}

/// The whole error of a match that cannot begin: the file of the folder, then the place and what is wrong.
static void begin_and_fail(const char* file, const char* message)
{
    arena_stage* stage = stage_of_folder();
    arena_setup setup = setup_of("deathmatch", 5);
    setup.sides[0] = setup.sides[1] = "random";
    setup.map = "pit";
    arena_game game;
    ploy_error error = {0};
    assert_int_equal(arena_game_begin(stage, &setup, &game, &error), PLOY_INVALID);
    if (!strstr(error.message, message)) fail_msg("%s: %s", message, error.message);
    assert_true(error.line > 0);
    const char* named = arena_controllers_file(arena_stage_controllers(stage));
    if (!named || !strstr(named, file)) fail_msg("%s: %s", file, named ? named : "built in");
    arena_stage_destroy(stage);
}

static void a_folder_has_maps_and_weapons_of_its_own(void** state)
{
    (void)state;
    char map[4096] = "type octile\nheight 32\nwidth 32\nmap\n";
    for (uint32_t y = 0; y < 32; y++) {
        for (uint32_t x = 0; x < 32; x++) strcat(map, x < 2 || y < 2 || x > 29 || y > 29 ? "@" : ".");
        strcat(map, "\n");
    }
    write_temporary("pit.map", map);
    write_temporary("pit.places", "spawn 4 4\nspawn 20 20\nsite 8 8\nsite 20 8\n");
    arena_stage* stage = stage_of_folder();
    arena_setup setup = setup_of("deathmatch", 5);
    setup.sides[0] = setup.sides[1] = "random";
    setup.map = "pit";
    arena_game game;
    assert_int_equal(arena_game_begin(stage, &setup, &game, NULL), PLOY_OK);
    assert_int_equal(game.match->map->width, 32);
    for (uint32_t i = 0; i < 600; i++) arena_game_step(&game);
    arena_game_end(&game);
    arena_stage_destroy(stage);

    write_temporary("pit.places", "spawn 4 4\nshop 8 8\n");
    begin_and_fail("pit.places", "shop");
    write_temporary("pit.places", "spawn 4 4\nsite 8 8\nsite 20 8\n");
    write_temporary("pit.map", "type octile\nheight 32\nwidth 32\nmap\n@@\n");
    begin_and_fail("pit.map", "");
    char* open = strstr(map, "map\n") + 4 + 9 * 33; // the tenth row
    *open = '.';
    write_temporary("pit.map", map);
    begin_and_fail("pit.map", "open at its edge");
    *open = '@';
    write_temporary("pit.map", map);
    write_temporary("weapons.txt", "weapon pistol\ndamage many\n");
    begin_and_fail("weapons.txt", "damage");
    remove_at(write_temporary("weapons.txt", ""));
    remove_at(write_temporary("squads.xml", ""));
}

TEST_MAIN(TEST(a_folder_has_maps_and_weapons_of_its_own), TEST(tactics_are_a_network_in_data),
          TEST(squads_of_the_dissertation_have_its_four_tasks),
          TEST(a_wrong_network_is_refused), TEST(orders_of_a_fight_carry_the_enemy),
          TEST(squads_go_on_without_their_dead), TEST(more_agents_than_squads_have_room_for_go_without),
          TEST(the_time_of_walks_is_that_of_moving))
