#include <ploy/save.h>
#include <string.h>

#include "knowledge/blackboard.h"
#include "knowledge/memory.h"
#include "agent/reservations.h"
#include "agent/squads.h"
#include "agent/world.h"
#include "support/base/allocators.h"
#include "support/world/squad_soldiers.h"
#include "support/base/test.h"

#define NEVER UINT32_MAX

// A squad of so many, at 0, 1, 2 ...
static ploy_squad_id make_squad(test_war* war, uint32_t members)
{
    ploy_squad_def def = {0};
    def.size = 8;
    def.closed = true;
    ploy_squad_id squad;
    assert_int_equal(ploy_squad_create(war->squads, &def, &squad), PLOY_OK);
    for (uint32_t i = 0; i < members; ++i) {
        ploy_agent_id id = test_war_add(war, i, i);
        assert_int_equal(ploy_squad_join(war->squads, squad, id), PLOY_OK);
    }
    war->log[0] = '\0';
    return squad;
}

static ploy_squad_task_def task_of(ploy_squad_task_kind kind, uint32_t count, const int64_t* places)
{
    ploy_squad_task_def task = {0};
    task.kind = kind;
    task.place_count = count;
    for (uint32_t i = 0; i < count; ++i) {
        task.places[i] = places[i];
    }
    return task;
}

#define TASK(kind, ...)                                                                                                \
    task_of(PLOY_SQUAD_TASK_##kind, (uint32_t)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)),                    \
            (const int64_t[]){__VA_ARGS__})

static ploy_squad_task_def patrol_task(void)
{
    ploy_squad_task_def task = TASK(PATROL, 0, 4);
    task.rounds = 1;
    return task;
}

static ploy_squad_task_def follow_task(void)
{
    ploy_squad_task_def task = task_of(PLOY_SQUAD_TASK_FOLLOW, 0, NULL);
    task.limit = PLOY_SECOND;
    return task;
}

// Every task to its end, in exact words. At a tick (from 0) one of the members dies; nothing has a deadline.
static void expect(ploy_squad_task_def task, uint32_t members, uint32_t death, uint32_t who, const char* log)
{
    test_war war;
    assert_true(test_war_begin(&war, NULL));
    ploy_squad_id squad = make_squad(&war, members);
    assert_int_equal(ploy_squad_queue(war.squads, squad, &task, NULL), PLOY_OK);
    for (uint32_t i = 0; i < 100 && war.ended == 0; ++i) {
        if (i == death) {
            assert_int_equal(ploy_agent_destroy(war.world, war.soldiers[who]), PLOY_OK);
        }
        test_war_tick(&war, 1);
    }
    assert_string_equal(war.log, log);
    assert_int_equal(war.open_orders, 0);
    test_war_end(&war);
}

static void a_patrol_goes_round_also_after_a_death(void** state)
{
    (void)state;
    expect(patrol_task(), 2, NEVER, 0,
           "begun:patrol:2 phase:0 a=member0 b=member1 a>move:0 b>move:4 a<move:done a>hold:0 b<move:done "
           "phase:1 a<hold:withdrawn a>move:4 b>move:0 a<move:done b<move:done end:done:2 ");
    expect(patrol_task(), 2, 2, 1,
           "begun:patrol:2 phase:0 a=member0 b=member1 a>move:0 b>move:4 a<move:done a>hold:0 "
           "b<move:withdrawn b-left phase:1 a<hold:withdrawn a>move:4 a<move:done end:done:1 ");
}

static void an_attack_ends_when_all_are_through_also_after_a_death(void** state)
{
    (void)state;
    expect(TASK(ATTACK, 3), 2, NEVER, 0,
           "begun:attack:2 phase:0 a=member0 b=member1 a>attack:3 b>attack:3 b<attack:done a<attack:done "
           "end:done:2 ");
    expect(TASK(ATTACK, 3), 2, 2, 1,
           "begun:attack:2 phase:0 a=member0 b=member1 a>attack:3 b>attack:3 b<attack:withdrawn b-left "
           "a<attack:done end:done:1 ");
}

static void some_cover_while_others_flank_whoever_dies(void** state)
{
    (void)state;
    expect(TASK(FLANK, 4, 2, 6), 3, NEVER, 0,
           "begun:flank:3 phase:0 a=base1 b=flanker0 c=flanker2 a>cover:4 b>move:2 c>move:6 b<move:done "
           "b>hold:2 c<move:done phase:1 a<cover:withdrawn a>attack:4 b<hold:withdrawn b>attack:4 "
           "c>attack:4 b<attack:done c<attack:done a<attack:done end:done:3 ");
    expect(TASK(FLANK, 4, 2, 6), 3, 1, 2,
           "begun:flank:3 phase:0 a=base1 b=flanker0 c=flanker2 a>cover:4 b>move:2 c>move:6 "
           "c<move:withdrawn c-left b<move:done phase:1 a=flanker0 b=base1 a<cover:withdrawn a>attack:4 "
           "b>attack:4 b<attack:done a<attack:done end:done:2 ");
    expect(TASK(FLANK, 4, 5), 2, 2, 1,
           "begun:flank:2 phase:0 a=base1 b=flanker0 a>cover:4 b>move:5 b<move:withdrawn b-left a=flanker0 "
           "a<cover:withdrawn a>move:5 a<move:done phase:1 a>attack:4 a<attack:done end:done:1 ");
    expect(TASK(FLANK, 4, 5), 2, 2, 0,
           "begun:flank:2 phase:0 a=base1 b=flanker0 a>cover:4 b>move:5 a<cover:withdrawn a-left "
           "b<move:done phase:1 b>attack:4 b<attack:done end:done:1 ");
    expect(TASK(FLANK, 4, 5), 2, 6, 1,
           "begun:flank:2 phase:0 a=base1 b=flanker0 a>cover:4 b>move:5 b<move:done phase:1 "
           "a<cover:withdrawn a>attack:4 b>attack:4 b<attack:withdrawn b-left a<attack:done end:done:1 ");
}

static void all_go_to_a_place_also_after_a_death(void** state)
{
    (void)state;
    expect(TASK(GO_TO, 3), 2, NEVER, 0,
           "begun:go-to:2 phase:0 a=member0 b=member1 a>move:3 b>move:3 b<move:done a<move:done end:done:2 ");
    expect(TASK(GO_TO, 3), 2, 2, 0,
           "begun:go-to:2 phase:0 a=member0 b=member1 a>move:3 b>move:3 a<move:withdrawn a-left b<move:done "
           "end:done:1 ");
}

static void a_formation_waits_for_the_living_only(void** state)
{
    (void)state;
    expect(TASK(FORMATION, 2, 5), 2, NEVER, 0,
           "begun:formation:2 phase:0 a=member0 b=member1 a>move:2 b>move:2 b<move:done b>hold:2 "
           "a<move:done phase:1 a>move:5 b<hold:withdrawn b>move:5 a<move:done b<move:done end:done:2 ");
    expect(TASK(FORMATION, 2, 5), 2, 2, 0,
           "begun:formation:2 phase:0 a=member0 b=member1 a>move:2 b>move:2 b<move:done b>hold:2 "
           "a<move:withdrawn a-left phase:1 b=member0 b<hold:withdrawn b>move:5 b<move:done end:done:1 ");
}

static void a_rendezvous_goes_on_when_who_comes_or_who_waits_dies(void** state)
{
    (void)state;
    expect(TASK(RENDEZVOUS, 4), 2, NEVER, 0,
           "begun:rendezvous:2 phase:0 a=member0 b=member1 a>move:4 b>move:4 b<move:done b>hold:4 "
           "a<move:done b<hold:withdrawn end:done:2 ");
    expect(TASK(RENDEZVOUS, 4), 2, 4, 0,
           "begun:rendezvous:2 phase:0 a=member0 b=member1 a>move:4 b>move:4 b<move:done b>hold:4 "
           "a<move:withdrawn a-left b<hold:withdrawn end:done:1 ");
    expect(TASK(RENDEZVOUS, 4), 2, 4, 1,
           "begun:rendezvous:2 phase:0 a=member0 b=member1 a>move:4 b>move:4 b<move:done b>hold:4 "
           "b<hold:withdrawn b-left a<move:done end:done:1 ");
}

static void halves_advance_in_turn_and_a_last_one_alone(void** state)
{
    (void)state;
    expect(TASK(ADVANCE, 2, 4), 3, NEVER, 0,
           "begun:advance:3 phase:0 a=second1 b=first0 c=first2 a>cover:2 b>move:2 c>move:2 b<move:done "
           "c<move:done phase:1 a<cover:withdrawn a>move:2 b>cover:2 c>cover:2 a<move:done phase:2 "
           "a>cover:4 b<cover:withdrawn b>move:4 c<cover:withdrawn c>move:4 b<move:done c<move:done phase:3 "
           "a<cover:withdrawn a>move:4 b>cover:4 c>cover:4 a<move:done b<cover:withdrawn c<cover:withdrawn "
           "end:done:3 ");
    expect(TASK(ADVANCE, 2, 4), 2, 1, 0,
           "begun:advance:2 phase:0 a=second1 b=first0 a>cover:2 b>move:2 a<cover:withdrawn a-left "
           "b<move:done phase:1 b>cover:2 phase:2 b<cover:withdrawn b>move:4 b<move:done phase:3 b>cover:4 "
           "b<cover:withdrawn end:done:1 ");
    expect(TASK(ADVANCE, 2, 4), 2, 1, 1,
           "begun:advance:2 phase:0 a=second1 b=first0 a>cover:2 b>move:2 b<move:withdrawn b-left phase:1 "
           "a<cover:withdrawn a>move:2 a<move:done phase:2 a>cover:4 phase:3 a<cover:withdrawn a>move:4 "
           "a<move:done end:done:1 ");
}

static void another_leads_when_the_leader_dies(void** state)
{
    (void)state;
    expect(follow_task(), 3, NEVER, 0,
           "begun:follow:3 phase:0 a=leader0 b=member1 c=member2 a>lead:0 b>follow:0 c>follow:0 "
           "a<lead:withdrawn b<follow:withdrawn c<follow:withdrawn end:done:3 ");
    expect(follow_task(), 3, 3, 0,
           "begun:follow:3 phase:0 a=leader0 b=member1 c=member2 a>lead:0 b>follow:0 c>follow:0 "
           "a<lead:withdrawn a-left b=leader0 c=member1 b<follow:withdrawn b>lead:0 c<follow:withdrawn "
           "c>follow:0 b<lead:withdrawn c<follow:withdrawn end:done:2 ");
    expect(follow_task(), 2, 3, 0,
           "begun:follow:2 phase:0 a=leader0 b=member1 a>lead:0 b>follow:0 a<lead:withdrawn a-left "
           "b<follow:withdrawn end:lost:1 ");
}

static ploy_squad_task_def random_task(ploy_random* random)
{
    ploy_squad_task_def task = {0};
    task.kind = (ploy_squad_task_kind)ploy_random_range(random, PLOY_SQUAD_TASK_PATROL, PLOY_SQUAD_TASK_FOLLOW);
    task.place_count = (uint32_t)ploy_random_range(random, 2, 4);
    for (uint32_t i = 0; i < task.place_count; ++i) {
        task.places[i] = ploy_random_range(random, 0, 12);
    }
    task.rounds = 1;
    task.limit = task.kind == PLOY_SQUAD_TASK_FOLLOW ? 2 * PLOY_SECOND : 0;
    return task;
}

// Whoever dies and whenever, whoever overrules, whoever comes late: the task ends, and each order ends once.
static void every_task_ends_whoever_dies_at_whatever_tick(void** state)
{
    (void)state;
    ploy_random random = {.seed = 11};
    for (uint32_t round = 0; round < 1500; ++round) {
        test_war war;
        assert_true(test_war_begin(&war, NULL));
        uint32_t members = (uint32_t)ploy_random_range(&random, 1, 5);
        ploy_squad_id squad = make_squad(&war, members);
        war.is_spread = ploy_random_below(&random, 2);
        war.is_stubborn[ploy_random_range(&random, 1, 5)] = round % 4 == 0;
        ploy_squad_task_def task = random_task(&random);
        assert_int_equal(ploy_squad_queue(war.squads, squad, &task, NULL), PLOY_OK);
        for (uint32_t tick = 0; tick < 250 && war.ended == 0; ++tick) {
            if (ploy_random_below(&random, 12) == 0) {
                ploy_agent_destroy(war.world, war.soldiers[ploy_random_below(&random, members)]);
            }
            if (ploy_random_below(&random, 20) == 0 && members < TEST_SOLDIERS - 1) {
                ploy_squad_join(war.squads, squad, test_war_add(&war, members++, ploy_random_range(&random, 0, 12)));
            }
            test_war_tick(&war, 1);
            war.log[round % 7 == 0 ? strlen(war.log) : 0] = '\0';
        }
        bool waits_for_anybody = ploy_squad_task(war.squads, squad).waiting > 0; // all died before it began
        assert_true(war.ended == 1 || (waits_for_anybody && ploy_squad_member_count(war.squads, squad) < 2));
        assert_int_equal(war.open_orders, 0);
        test_war_end(&war);
    }
}

static void an_overruled_order_goes_to_another(void** state)
{
    (void)state;
    test_war war;
    assert_true(test_war_begin(&war, NULL));
    ploy_squad_id squad = make_squad(&war, 2);
    war.is_stubborn[war.soldiers[1].index1] = true;
    ploy_squad_task_def task = TASK(FLANK, 4, 5);
    ploy_squad_queue(war.squads, squad, &task, NULL);
    assert_true(test_war_finish(&war, squad, 100));
    assert_string_equal(
        war.log, "begun:flank:2 phase:0 a=base1 b=flanker0 a>cover:4 b>move:5 b<move:overruled a=flanker0 b=base1 "
                 "a<cover:withdrawn a>move:5 b>cover:4 a<move:done phase:1 a>attack:4 b<cover:withdrawn b>attack:4 "
                 "a<attack:done b<attack:done end:done:2 ");
    test_war_end(&war);
}

static void when_all_overrule_it_the_task_has_failed(void** state)
{
    (void)state;
    test_war war;
    assert_true(test_war_begin(&war, NULL));
    ploy_squad_id squad = make_squad(&war, 2);
    war.is_stubborn[1] = war.is_stubborn[2] = true;
    ploy_squad_task_def task = TASK(GO_TO, 9);
    ploy_squad_queue(war.squads, squad, &task, NULL);
    assert_true(test_war_finish(&war, squad, 9));
    assert_string_equal(war.log, "begun:go-to:2 phase:0 a=member0 b=member1 a>move:9 b>move:9 a<move:overruled "
                                 "b<move:overruled end:failed:2 ");
    test_war_end(&war);
}

static void an_order_that_takes_too_long_is_not_waited_for(void** state)
{
    (void)state;
    test_war war;
    assert_true(test_war_begin(&war, NULL));
    ploy_squad_id squad = make_squad(&war, 2);
    war.is_stuck[1] = true;
    ploy_squad_task_def task = TASK(RENDEZVOUS, 3);
    task.patience = PLOY_SECOND;
    ploy_squad_queue(war.squads, squad, &task, NULL);
    assert_true(test_war_finish(&war, squad, 30));
    assert_string_equal(war.log,
                        "begun:rendezvous:2 phase:0 a=member0 b=member1 a>move:3 b>move:3 b<move:done b>hold:3 "
                        "a<move:late b<hold:withdrawn end:done:2 ");
    assert_int_equal(ploy_world_now(war.world), 11 * PLOY_SECOND / 10);
    test_war_end(&war);
}

static void tasks_wait_in_a_row_and_can_be_aborted(void** state)
{
    (void)state;
    test_war war;
    assert_true(test_war_begin(&war, NULL));
    ploy_squad_id squad = make_squad(&war, 1);
    uint32_t tasks[PLOY_SQUAD_QUEUE + 1];
    ploy_squad_task_def task = TASK(GO_TO, 9);
    for (uint32_t i = 0; i < PLOY_SQUAD_QUEUE; ++i) {
        assert_int_equal(ploy_squad_queue(war.squads, squad, &task, &tasks[i]), PLOY_OK);
    }
    assert_int_equal(ploy_squad_queue(war.squads, squad, &task, NULL), PLOY_FULL);
    test_war_tick(&war, 1);
    assert_int_equal(ploy_squad_task(war.squads, squad).number, tasks[0]);
    assert_int_equal(ploy_squad_abort(war.squads, squad, tasks[1]), PLOY_OK);
    assert_int_equal(ploy_squad_abort(war.squads, squad, tasks[1]), PLOY_NOT_FOUND);
    assert_int_equal(ploy_squad_abort(war.squads, squad, tasks[0]), PLOY_OK);
    test_war_tick(&war, 1);
    assert_string_equal(war.log,
                        "begun:go-to:1 phase:0 a=member0 a>move:9 end:aborted:1 a<move:withdrawn end:aborted:1 "
                        "begun:go-to:1 phase:0 a=member0 a>move:9 ");
    assert_int_equal(ploy_squad_task(war.squads, squad).number, tasks[2]);
    assert_int_equal(ploy_squad_abort(war.squads, squad, 0), PLOY_OK);
    test_war_tick(&war, 1);
    assert_int_equal(war.ended, PLOY_SQUAD_QUEUE);
    assert_int_equal(ploy_squad_abort(war.squads, squad, 0), PLOY_NOT_FOUND);
    task.place_count = 0;
    assert_int_equal(ploy_squad_queue(war.squads, squad, &task, NULL), PLOY_INVALID);
    test_war_end(&war);
}

static void a_standing_task_gives_way_and_comes_back(void** state)
{
    (void)state;
    test_war war;
    assert_true(test_war_begin(&war, NULL));
    ploy_squad_def def = {0};
    def.standing = TASK(GO_TO, 1);
    ploy_squad_id squad;
    assert_int_equal(ploy_squad_create(war.squads, &def, &squad), PLOY_OK);
    ploy_squad_join(war.squads, squad, test_war_add(&war, 0, 0));
    test_war_tick(&war, 1);
    ploy_squad_task_def task = TASK(ATTACK, 0);
    ploy_squad_queue(war.squads, squad, &task, NULL);
    test_war_tick(&war, 14);
    assert_string_equal(war.log, "a-joined begun:go-to:1 phase:0 a=member0 a>move:1 a<move:withdrawn end:aborted:1 "
                                 "begun:attack:1 phase:0 a=member0 a>attack:0 a<attack:done end:done:1 "
                                 "begun:go-to:1 phase:0 a=member0 a>move:1 a<move:done end:done:1 ");
    test_war_end(&war);
}

static ploy_squad_id point(test_war* war, const char* name, int64_t home, uint32_t size)
{
    ploy_squad_def def = {0};
    def.name = name;
    def.size = size;
    def.home = home;
    ploy_squad_id squad;
    assert_int_equal(ploy_squad_create(war->squads, &def, &squad), PLOY_OK);
    return squad;
}

// Domination: a squad for each point.
static void an_agent_joins_the_nearest_squad_that_is_not_full(void** state)
{
    (void)state;
    test_war war;
    assert_true(test_war_begin(&war, NULL));
    ploy_squad_id west = point(&war, "west", 0, 2), east = point(&war, "east", 10, 2);
    for (uint32_t i = 0; i < 5; ++i) {
        assert_int_equal(ploy_squads_enlist(war.squads, test_war_add(&war, i, i)), PLOY_OK);
    }
    assert_int_equal(ploy_squads_enlist(war.squads, war.soldiers[0]), PLOY_ALREADY);
    test_war_tick(&war, 1);
    assert_int_equal(ploy_squad_member_count(war.squads, west), 2);
    assert_int_equal(ploy_squads_of(war.squads, war.soldiers[1]).index1, west.index1);
    assert_int_equal(ploy_squads_of(war.squads, war.soldiers[3]).index1, east.index1);
    assert_int_equal(pl_squads_pool_count(war.squads), 1);
    ploy_agent_destroy(war.world, war.soldiers[0]);
    test_war_tick(&war, 1);
    assert_int_equal(pl_squads_pool_count(war.squads), 0);
    assert_int_equal(ploy_squad_member(war.squads, west, 1).index1, war.soldiers[4].index1);
    assert_int_equal(ploy_squads_find(war.squads, "east").index1, east.index1);
    assert_int_equal(ploy_squad_destroy(war.squads, east), PLOY_OK);
    assert_int_equal(pl_squads_pool_count(war.squads), 2);
    assert_int_equal(pl_squads_next(war.squads, west).index1, 0);
    test_war_end(&war);
}

static void orders_and_boards_are_seen_by_members(void** state)
{
    (void)state;
    test_war war;
    assert_true(test_war_begin(&war, NULL));
    ploy_squad_id squad = make_squad(&war, 1);
    ploy_agent* agent = ploy_world_agent(war.world, war.soldiers[0]);
    assert_ptr_equal(agent->blackboard->parent, ploy_squad_blackboard(war.squads, squad));
    ploy_squad_task_def task = TASK(ATTACK, 5);
    task.target = 99;
    ploy_squad_queue(war.squads, squad, &task, NULL);
    test_war_tick(&war, 1);
    assert_int_equal(ploy_blackboard_get(agent->blackboard, war.order_key), PLOY_ORDER_ATTACK);
    ploy_fact_query query;
    ploy_fact_query_init(&query, 0);
    ploy_fact_query_equal(&query, PLOY_ORDER_FACT_TYPE, PLOY_ORDER_ATTACK);
    ploy_fact fact;
    assert_int_equal(ploy_memory_get(agent->memory, ploy_memory_best(agent->memory, &query), &fact), PLOY_OK);
    assert_int_equal(fact.values[PLOY_ORDER_FACT_PLACE], 5);
    assert_int_equal(fact.values[PLOY_ORDER_FACT_TARGET], 99);
    ploy_order order;
    assert_int_equal(ploy_squads_order(war.squads, war.soldiers[0], &order), PLOY_OK);
    assert_int_equal(order.number, fact.values[PLOY_ORDER_FACT_NUMBER]);
    char text[80];
    ploy_squad_why(war.squads, squad, text, sizeof text);
    assert_string_equal(text, "attack, phase 0, waits for 1 of 1 members");
    assert_int_equal(ploy_squads_leave(war.squads, war.soldiers[0]), PLOY_OK);
    assert_int_equal(agent->memory->total, 0);
    assert_int_equal(ploy_blackboard_get(agent->blackboard, war.order_key), PLOY_ORDER_NONE);
    assert_ptr_equal(agent->blackboard->parent, ploy_world_blackboard(war.world));
    test_war_end(&war);
}

static void the_members_meet_where_the_sum_of_ways_is_least(void** state)
{
    (void)state;
    test_war war;
    assert_true(test_war_begin(&war, NULL));
    ploy_squad_id squad = make_squad(&war, 3);
    war.at[1] = 0, war.at[2] = 7, war.at[3] = 9;
    ploy_squad_task_def task = task_of(PLOY_SQUAD_TASK_RENDEZVOUS, 0, NULL);
    ploy_squad_queue(war.squads, squad, &task, NULL);
    assert_true(test_war_finish(&war, squad, 30));
    assert_int_equal(war.at[1], 7);
    assert_int_equal(war.at[3], 7);
    test_war_end(&war);
}

// Four who stand in the wrong order: nobody crosses over.
static void roles_go_to_those_who_are_near(void** state)
{
    (void)state;
    test_war war;
    assert_true(test_war_begin(&war, NULL));
    war.is_spread = true;
    ploy_squad_id squad = make_squad(&war, 4);
    war.at[1] = 20, war.at[2] = 19, war.at[3] = 18, war.at[4] = 17;
    ploy_squad_task_def task = TASK(FORMATION, 20);
    ploy_squad_queue(war.squads, squad, &task, NULL);
    test_war_tick(&war, 2);
    assert_string_equal(war.log,
                        "begun:formation:4 phase:0 a=member0 b=member1 c=member2 d=member3 a>move:20 b>move:19 "
                        "c>move:18 d>move:17 a<move:done b<move:done c<move:done d<move:done end:done:4 ");
    test_war_end(&war);
}

static void stale_ids_get_a_status(void** state)
{
    (void)state;
    test_war war;
    assert_true(test_war_begin(&war, NULL));
    ploy_squad_id squad = make_squad(&war, 1), none = {0};
    ploy_agent_id agent = war.soldiers[0], nobody = {0};
    ploy_squad_task_def task = TASK(GO_TO, 5);
    ploy_order order;
    assert_int_equal(ploy_squad_destroy(war.squads, squad), PLOY_OK);
    assert_int_equal(ploy_squad_destroy(war.squads, squad), PLOY_NOT_FOUND);
    assert_int_equal(ploy_squad_queue(war.squads, squad, &task, NULL), PLOY_NOT_FOUND);
    assert_int_equal(ploy_squad_abort(war.squads, squad, 0), PLOY_NOT_FOUND);
    assert_int_equal(ploy_squad_join(war.squads, none, agent), PLOY_NOT_FOUND);
    assert_null(ploy_squad_blackboard(war.squads, squad));
    ploy_agent_destroy(war.world, agent);
    assert_int_equal(ploy_squads_enlist(war.squads, agent), PLOY_NOT_FOUND);
    assert_int_equal(ploy_squads_enlist(war.squads, nobody), PLOY_NOT_FOUND);
    assert_int_equal(ploy_squads_order(war.squads, agent, &order), PLOY_NOT_FOUND);
    assert_int_equal(ploy_squads_report(war.squads, agent, 1, PLOY_ORDER_DONE), PLOY_NOT_FOUND);
    assert_int_equal(ploy_squads_leave(war.squads, nobody), PLOY_NOT_FOUND);
    test_war_tick(&war, 1);
    assert_int_equal(ploy_squads_leave(war.squads, agent), PLOY_NOT_FOUND);
    test_war_end(&war);
}

static void who_goes_loses_its_claims(void** state)
{
    (void)state;
    test_war war;
    assert_true(test_war_begin(&war, NULL));
    make_squad(&war, 2);
    ploy_reservations_claim(war.reservations, 7, war.soldiers[0], 1, INT64_MAX);
    ploy_reservations_claim(war.reservations, 8, war.soldiers[1], 1, PLOY_SECOND / 10);
    ploy_agent_destroy(war.world, war.soldiers[0]);
    test_war_tick(&war, 1);
    assert_int_equal(ploy_reservations_count(war.reservations, 7), 0);
    assert_int_equal(ploy_reservations_count(war.reservations, 8), 1);
    test_war_tick(&war, 1);
    assert_int_equal(ploy_reservations_count(war.reservations, 8), 0);
    test_war_end(&war);
}

// Memory.

static bool fight(const ploy_allocator* allocator)
{
    test_war war;
    if (!test_war_begin(&war, allocator)) {
        return false;
    }
    ploy_squad_def def = {0};
    ploy_squad_id squad;
    ploy_squad_task_def task = TASK(ADVANCE, 2, 4);
    bool ok = ploy_squad_create(war.squads, &def, &squad) == PLOY_OK;
    ok = ok && ploy_squad_queue(war.squads, squad, &task, NULL) == PLOY_OK;
    for (uint32_t i = 0; i < 6 && ok; ++i) {
        ploy_agent_id id = test_war_add(&war, i, i);
        ok = id.index1 != 0 && ploy_squads_enlist(war.squads, id) == PLOY_OK;
        ok = ok && (i > 3 || ploy_squad_join(war.squads, squad, id) == PLOY_OK);
    }
    if (ok) {
        test_war_tick(&war, 20);
        ok = war.ended == 1;
    }
    ok = ok && ploy_squad_destroy(war.squads, squad) == PLOY_OK;
    test_war_end(&war);
    return ok;
}

static void without_memory_nothing_breaks(void** state)
{
    (void)state;
    test_fail_every_allocation(fight);
}

static void nothing_is_allocated_once_warm(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    test_war war;
    assert_true(test_war_begin(&war, &allocator));
    ploy_squad_id squad = make_squad(&war, 4);
    ploy_squad_task_def patrol = TASK(PATROL, 0, 4), flank = TASK(FLANK, 2, 5);
    ploy_squad_queue(war.squads, squad, &patrol, NULL);
    ploy_squads_enlist(war.squads, test_war_add(&war, 4, 0));
    test_war_tick(&war, 1);
    uint64_t calls = counters.calls;
    for (uint32_t i = 0; i < 50; ++i) {
        ploy_squad_queue(war.squads, squad, i % 2 ? &patrol : &flank, NULL);
        test_war_tick(&war, 7);
        ploy_squad_abort(war.squads, squad, 0);
        ploy_squads_leave(war.squads, war.soldiers[i % 4]);
        ploy_squads_enlist(war.squads, war.soldiers[i % 4]);
        ploy_squad_join(war.squads, squad, war.soldiers[i % 4]);
        war.log[0] = '\0';
    }
    assert_int_equal(counters.calls, calls);
    test_war_end(&war);
}

// Saving.

enum
{
    SAVE_BYTES = 1 << 14,
};

static size_t save(const test_war* war, uint8_t* bytes)
{
    ploy_writer count = {0}, writer = {bytes, SAVE_BYTES, 0};
    pl_squads_save(war->squads, &count);
    pl_squads_save(war->squads, &writer);
    assert_int_equal(count.count, writer.count);
    assert_true(ploy_writer_fits(&writer));
    return writer.count;
}

static ploy_mind* soldier_mind;

static void* user_of(ploy_agent_id agent, void* context)
{
    (void)agent;
    return context;
}

static ploy_save_def save_def(test_war* war)
{
    ploy_save_def def = {0};
    soldier_mind = test_soldier_mind();
    def.minds = &soldier_mind;
    def.mind_count = 1;
    def.user_of = user_of;
    def.context = war;
    return def;
}

// Saves the war and loads it into a new world, where it continues.
static void reload(test_war* war, test_war* fresh)
{
    static uint8_t bytes[8 * SAVE_BYTES];
    ploy_save_def def = save_def(fresh);
    ploy_writer writer = {bytes, sizeof bytes, 0};
    assert_int_equal(ploy_world_save(war->world, &def, &writer), PLOY_OK);
    assert_true(ploy_writer_fits(&writer));
    assert_true(test_war_begin(fresh, NULL));
    ploy_reader reader = {.bytes = bytes, .count = writer.count};
    assert_int_equal(ploy_world_load(fresh->world, &def, &reader, NULL), PLOY_OK);
    assert_int_equal(ploy_world_hash(fresh->world), ploy_world_hash(war->world));
    memcpy(fresh->at, war->at, sizeof war->at);
    memcpy(fresh->soldiers, war->soldiers, sizeof war->soldiers);
    memcpy(fresh->log, war->log, sizeof war->log);
    test_war_end(war);
}

// The hash and the log of a war that was saved and loaded at a tick.
static uint64_t run_with_reload(uint32_t at, char* log)
{
    test_war wars[2];
    test_war* war = &wars[0];
    assert_true(test_war_begin(war, NULL));
    ploy_squad_id squad = make_squad(war, 3);
    ploy_squad_task_def tasks[] = {TASK(FLANK, 4, 2, 6), patrol_task(), TASK(ADVANCE, 3, 9)};
    for (uint32_t i = 0; i < 3; ++i) {
        ploy_squad_queue(war->squads, squad, &tasks[i], NULL);
    }
    ploy_reservations_claim(war->reservations, 5, war->soldiers[0], 1, 2 * PLOY_SECOND);
    for (uint32_t tick = 0; tick < 40; ++tick) {
        if (tick == at) {
            reload(war, &wars[1]);
            war = &wars[1];
        }
        if (tick == 12) {
            ploy_agent_destroy(war->world, war->soldiers[2]);
        }
        test_war_tick(war, 1);
    }
    strcpy(log, war->log);
    uint64_t hash = ploy_world_hash(war->world);
    test_war_end(war);
    return hash;
}

static void saved_and_loaded_squads_go_on_as_if_nothing_had_been(void** state)
{
    (void)state;
    static char plain[TEST_LOG_BYTES], loaded[TEST_LOG_BYTES];
    uint64_t hash = run_with_reload(NEVER, plain);
    for (uint32_t at = 0; at < 40; ++at) {
        assert_int_equal(run_with_reload(at, loaded), hash);
        assert_string_equal(plain, loaded);
    }
}

static void a_save_that_is_cut_or_spoilt_does_no_harm(void** state)
{
    (void)state;
    static uint8_t bytes[SAVE_BYTES], spoilt[SAVE_BYTES];
    test_war war;
    assert_true(test_war_begin(&war, NULL));
    ploy_squad_id squad = make_squad(&war, 2);
    ploy_squad_task_def task = TASK(RENDEZVOUS, 4);
    ploy_squad_queue(war.squads, squad, &task, NULL);
    ploy_squads_enlist(war.squads, test_war_add(&war, 2, 1));
    test_war_tick(&war, 3);
    size_t count = save(&war, bytes);
    ploy_squads_leave(war.squads, war.soldiers[2]);
    for (uint32_t i = 0; i < 2; ++i) {
        ploy_squads_leave(war.squads, war.soldiers[i]);
    }
    ploy_squad_destroy(war.squads, squad);
    ploy_random random = {.seed = 5};
    for (uint32_t round = 0; round < 3000; ++round) {
        memcpy(spoilt, bytes, count);
        spoilt[ploy_random_below(&random, (uint32_t)count)] = (uint8_t)ploy_random_next(&random);
        size_t cut = round % 2 == 0 ? count : ploy_random_below(&random, (uint32_t)count);
        ploy_reader reader = {.bytes = spoilt, .count = cut};
        ploy_status status = pl_squads_load(war.squads, &reader);
        assert_true(status == PLOY_OK || status == PLOY_INVALID);
        assert_true(status == PLOY_INVALID || cut == count);
        if (status == PLOY_OK) {
            test_war_tick(&war, 2);
        }
        for (ploy_squad_id id; (id = pl_squads_next(war.squads, (ploy_squad_id){0})).index1 != 0;) {
            ploy_squad_destroy(war.squads, id);
        }
        for (uint32_t i = 0; i < 3; ++i) {
            ploy_squads_leave(war.squads, war.soldiers[i]);
        }
        test_war_tick(&war, 1);
        war.log[0] = '\0';
    }
    test_war_end(&war);
}

TEST_MAIN(TEST(a_patrol_goes_round_also_after_a_death), TEST(an_attack_ends_when_all_are_through_also_after_a_death),
          TEST(some_cover_while_others_flank_whoever_dies), TEST(all_go_to_a_place_also_after_a_death),
          TEST(a_formation_waits_for_the_living_only), TEST(a_rendezvous_goes_on_when_who_comes_or_who_waits_dies),
          TEST(halves_advance_in_turn_and_a_last_one_alone), TEST(another_leads_when_the_leader_dies),
          TEST(every_task_ends_whoever_dies_at_whatever_tick), TEST(an_overruled_order_goes_to_another),
          TEST(when_all_overrule_it_the_task_has_failed), TEST(an_order_that_takes_too_long_is_not_waited_for),
          TEST(tasks_wait_in_a_row_and_can_be_aborted), TEST(a_standing_task_gives_way_and_comes_back),
          TEST(an_agent_joins_the_nearest_squad_that_is_not_full), TEST(orders_and_boards_are_seen_by_members),
          TEST(the_members_meet_where_the_sum_of_ways_is_least), TEST(roles_go_to_those_who_are_near),
          TEST(stale_ids_get_a_status), TEST(who_goes_loses_its_claims), TEST(without_memory_nothing_breaks),
          TEST(nothing_is_allocated_once_warm), TEST(saved_and_loaded_squads_go_on_as_if_nothing_had_been),
          TEST(a_save_that_is_cut_or_spoilt_does_no_harm))
