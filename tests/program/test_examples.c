// Every example gives the plan that it is meant to show, with every search that promises the lowest cost.

#include <ploy/io.h>
#include <stdio.h>
#include <string.h>

#include "support/base/test.h"
#include "plan/domain/domain.h"

typedef struct expectation
{
    const char* file;
    const char* agent;
    const char* goal;
    const char* args; ///< argument of the goal: an object's name, or NULL
    ploy_status status;
    int64_t cost;     ///< fixed point (1/1000)
    const char* plan; ///< "GoTo(forest) Gather"
} expectation;

static const expectation expectations[] = {
    {"hunger", "villager", "SatisfyHunger", NULL, PLOY_FOUND, 2000, "GatherFood EatFood"},
    {"warrior", "near", "EliminateTarget", NULL, PLOY_FOUND, 9000, "MoveTowards AttackMelee"},
    {"warrior", "far", "EliminateTarget", NULL, PLOY_FOUND, 10000, "AttackRanged"},
    {"orc_and_knight", "orc", "EliminateTarget", NULL, PLOY_FOUND, 7000, "MoveTowards(enemy) AttackMelee"},
    {"orc_and_knight", "knight", "EliminateTarget", NULL, PLOY_FOUND, 7000, "MoveTowards(enemy) AttackMelee"},
    {"orc_and_knight", "orc", "EnterRoom", NULL, PLOY_FOUND, 4000, "RunTowards(door) SmashDoor"},
    {"orc_and_knight", "knight", "EnterRoom", NULL, PLOY_FOUND, 3000, "MoveTowards(door) OpenDoor"},
    {"kill_enemy", "reloader", "KillEnemy", NULL, PLOY_FOUND, 2000, "Reload Fire"},
    {"kill_enemy", "changer", "KillEnemy", NULL, PLOY_FOUND, 3000, "ChangeWeapon Fire"},
    {"kill_enemy", "searcher", "KillEnemy", NULL, PLOY_FOUND, 6000, "FindAmmo Fire"},
    {"kill_enemy", "brawler", "KillEnemy", NULL, PLOY_FOUND, 1000, "MeleeAttack"},
    {"reload", "soldier", "KillEnemy", NULL, PLOY_FOUND, 2000, "Reload Attack"},
    {"camp", "settler", "Rest", NULL, PLOY_FOUND, 11750,
     "TakeAxe GoTo(forest) Gather Gather Gather Gather Gather GoTo(camp) Stack LightFire WarmUp WarmUp Sleep"},
    {"camp", "drifter", "Rest", NULL, PLOY_FOUND, 11750,
     "GoTo(lake) GoTo(forest) Gather Gather Gather Gather Gather GoTo(camp) Stack LightFire WarmUp Sleep"},
    {"camp", "hermit", "Explore", NULL, PLOY_ALREADY, 0, ""},
    {"camp", "hermit", "Visit", "forest", PLOY_FOUND, 1000, "GoTo(forest)"},
    {"locked", "prisoner", "OpenDoor", NULL, PLOY_NOT_FOUND, 0, ""},
    {"locked", "climber", "OpenDoor", NULL, PLOY_FOUND, 3000, "GoToWell FetchKey UnlockDoor"},
};

static ploy_file* load(const char* name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/examples/%s.xml", PLOY_SOURCE_DIR, name);
    ploy_file_def def = {0};
    ploy_file* file;
    ploy_error error;
    if (ploy_file_load(&def, path, &file, &error) != PLOY_OK) {
        fail_msg("%s:%u:%u: %s (%s)", path, (unsigned)error.line, (unsigned)error.column, error.message, error.hint);
    }
    return file;
}

static void print_step(const ploy_domain* domain, const ploy_step* step, char* text)
{
    ploy_action_info action = ploy_domain_action(domain, step->action);
    strcat(text, action.name);
    for (uint32_t i = 0; i < action.param_count; ++i) {
        strcat(text, i > 0 ? "," : "(");
        strcat(text, ploy_domain_object_name(domain, action.param_types[i], step->args[i]));
    }
    strcat(text, action.param_count > 0 ? ")" : "");
}

static void print_plan(const ploy_domain* domain, const ploy_plan* plan, char text[1024])
{
    text[0] = '\0';
    for (uint32_t i = 0; i < plan->step_count; ++i) {
        strcat(text, i > 0 ? " " : "");
        print_step(domain, &plan->steps[i], text);
    }
}

static ploy_plan_query make_query(const ploy_file* file, const expectation* expected, ploy_search search)
{
    ploy_agent_info agent = ploy_file_agent(file, ploy_file_find_agent(file, expected->agent));
    const ploy_domain* domain = ploy_file_domain(file, agent.domain);
    ploy_plan_query query = {0};
    query.start = agent.state;
    query.disabled = agent.goap.disabled;
    query.options.search = search;
    query.goal = ploy_domain_find_goal(domain, expected->goal);
    assert_int_not_equal(query.goal, PLOY_NONE);
    if (expected->args) {
        uint32_t type = ploy_domain_goal(domain, query.goal).param_types[0];
        query.goal_args[0] = ploy_domain_find_object(domain, type, expected->args);
    }
    return query;
}

static void expect_costs(const ploy_plan* plan)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < plan->step_count; ++i) {
        sum += plan->steps[i].cost;
    }
    assert_int_equal(sum, plan->cost);
}

static void expect_plan(const expectation* expected, ploy_search search)
{
    ploy_file* file = load(expected->file);
    ploy_plan_query query = make_query(file, expected, search);
    const ploy_domain* domain = ploy_file_domain(file, 0);
    ploy_planner_def def = {0};
    def.domain = domain;
    ploy_planner* planner = ploy_planner_create(&def);
    assert_non_null(planner);
    const ploy_plan* plan = ploy_planner_plan(planner, &query);
    char text[1024];
    print_plan(domain, plan, text);
    if (plan->status != expected->status || strcmp(text, expected->plan) != 0) {
        fail_msg("%s, %s, %s, %s: %s, %s; expected %s, %s", expected->file, expected->agent, expected->goal,
                 ploy_search_name(search), ploy_status_name(plan->status), text, ploy_status_name(expected->status),
                 expected->plan);
    }
    if (plan->status == PLOY_FOUND) {
        assert_int_equal(plan->cost, expected->cost);
        uint64_t end[64];
        assert_true(ploy_domain_state_words(domain) <= 64);
        memcpy(end, query.start, ploy_domain_state_words(domain) * sizeof *end);
        expect_costs(plan);
        assert_int_equal(pl_plan_check(domain, end, query.goal, query.goal_args, plan->steps, plan->step_count),
                         PLOY_OK);
    }
    ploy_planner_destroy(planner);
    ploy_file_destroy(file);
}

static void expect_all(ploy_search search)
{
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; ++i) {
        expect_plan(&expectations[i], search);
    }
}

static void forward_search_finds_the_expected_plans(void** state)
{
    (void)state;
    expect_all(PLOY_SEARCH_ASTAR);
}

static void regressive_search_finds_the_expected_plans(void** state)
{
    (void)state;
    expect_all(PLOY_SEARCH_REGRESSIVE);
}

static void branch_and_bound_finds_the_expected_plans(void** state)
{
    (void)state;
    expect_all(PLOY_SEARCH_BNB);
}

static void without_a_goal_the_highest_priority_is_planned(void** state)
{
    (void)state;
    ploy_file* file = load("orc_and_knight");
    ploy_agent_info orc = ploy_file_agent(file, 0);
    ploy_planner_def def = {0};
    def.domain = ploy_file_domain(file, 0);
    ploy_planner* planner = ploy_planner_create(&def);
    ploy_plan_query query = {0};
    query.start = orc.state;
    query.disabled = orc.goap.disabled;
    const ploy_plan* plan = ploy_planner_plan_best(planner, &query, orc.goap.goals, orc.goap.goal_count);
    assert_int_equal(plan->status, PLOY_FOUND);
    assert_string_equal(ploy_domain_goal(def.domain, plan->goal).name, "EliminateTarget");
    ploy_planner_destroy(planner);
    ploy_file_destroy(file);
}

TEST_MAIN(TEST(forward_search_finds_the_expected_plans), TEST(regressive_search_finds_the_expected_plans),
          TEST(branch_and_bound_finds_the_expected_plans), TEST(without_a_goal_the_highest_priority_is_planned))
