// A squad's plan from a task network: its steps, in order, become the tasks of its queue.

#include <ploy/io.h>
#include <string.h>

#include "agent/squads.h"
#include "support/world/squad_soldiers.h"
#include "support/base/test.h"

typedef struct staff
{
    ploy_file* file;
    const ploy_htn* network;
    const ploy_domain* domain;
    ploy_htn_planner* planner;
} staff;

static staff open_staff(void)
{
    staff s = {0};
    ploy_file_def def = {0};
    ploy_error error;
    ploy_status status = ploy_file_load(&def, PLOY_SOURCE_DIR "/examples/data/assault.xml", &s.file, &error);
    if (status != PLOY_OK) fail_msg("%u:%u: %s", (unsigned)error.line, (unsigned)error.column, error.message);
    s.network = ploy_file_htn(s.file, 0);
    s.domain = ploy_htn_domain(s.network);
    s.planner = ploy_htn_planner_create(&(ploy_htn_planner_def){.htn = s.network});
    assert_non_null(s.planner);
    return s;
}

static void close_staff(staff* s)
{
    ploy_htn_planner_destroy(s->planner);
    ploy_file_destroy(s->file);
}

static const ploy_htn_plan* plan_from(const staff* s, const char* known)
{
    uint64_t start[4];
    assert_true(ploy_domain_state_words(s->domain) <= 4);
    ploy_state_init(s->domain, start);
    assert_int_equal(ploy_state_parse(s->domain, start, known, NULL), PLOY_OK);
    ploy_htn_query query = {0};
    query.start = start;
    query.task = ploy_htn_find_task(s->network, "TakeHill");
    return ploy_htn_planner_plan(s->planner, &query);
}

// An action is called like the task it stands for; its parameters are the places.
static void queue_plan(const staff* s, const ploy_htn_plan* plan, ploy_squads* squads, ploy_squad_id squad)
{
    static const int64_t places[] = {0, 3, 6};
    assert_int_equal(plan->status, PLOY_FOUND);
    for (uint32_t i = 0; i < plan->step_count; ++i) {
        ploy_action_info action = ploy_domain_action(s->domain, plan->steps[i].action);
        ploy_squad_task_def task = {0};
        task.kind = pl_squad_task_find(action.name);
        assert_int_not_equal(task.kind, PLOY_SQUAD_TASK_NONE);
        for (uint32_t k = 0; k < action.param_count; ++k) {
            task.places[task.place_count++] = places[plan->steps[i].args[k]];
        }
        assert_int_equal(ploy_squad_queue(squads, squad, &task, NULL), PLOY_OK);
    }
}

static void the_steps_of_a_plan_are_the_tasks_of_a_squad(void** state)
{
    (void)state;
    static const struct
    {
        const char* known;
        uint32_t members;
        const char* begun[3]; ///< in this order
    } rows[] = {
        {"strength = 2", 2, {"begun:advance:2", "end:done:2"}},
        {"strength = 2, enemy(hill)", 2, {"begun:attack:2", "end:done:2"}},
        {"strength = 2, enemy(bridge), enemy(hill)", 2, {"a>attack:3", "end:done:2", "a>attack:6"}},
        {"strength = 3, enemy(bridge), enemy(hill)", 3, {"begun:flank:3", "end:done:3", "begun:flank:3"}},
    };
    staff s = open_staff();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        static test_war war;
        assert_true(test_war_begin(&war, NULL));
        ploy_squad_def def = {0};
        ploy_squad_id squad;
        def.size = rows[i].members;
        assert_int_equal(ploy_squad_create(war.squads, &def, &squad), PLOY_OK);
        for (uint32_t k = 0; k < rows[i].members; ++k) {
            assert_int_equal(ploy_squad_join(war.squads, squad, test_war_add(&war, k, k)), PLOY_OK);
        }
        queue_plan(&s, plan_from(&s, rows[i].known), war.squads, squad);
        assert_true(test_war_finish(&war, squad, 200));
        const char* at = war.log;
        for (uint32_t k = 0; k < 3 && rows[i].begun[k]; ++k) {
            at = strstr(at, rows[i].begun[k]);
            if (!at) fail_msg("%s: no %s in %s", rows[i].known, rows[i].begun[k], war.log);
            ++at;
        }
        assert_null(strstr(war.log, "end:failed"));
        test_war_end(&war);
    }
    close_staff(&s);
}

static void what_is_held_needs_no_task(void** state)
{
    (void)state;
    staff s = open_staff();
    const ploy_htn_plan* plan = plan_from(&s, "at = hill");
    assert_int_equal(plan->status, PLOY_FOUND);
    assert_int_equal(plan->step_count, 0);
    close_staff(&s);
}

TEST_MAIN(TEST(the_steps_of_a_plan_are_the_tasks_of_a_squad), TEST(what_is_held_needs_no_task))
