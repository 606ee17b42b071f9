// The planner alone: a domain in code, one query, the cheapest plan. No world, no agents, no file.
// docs/learn/planning.md explains it.
//
// Output:
//   1. GatherFood
//   2. EatFood

#include <ploy/plan.h>
#include <stdio.h>

int main(void)
{
    ploy_domain* domain = ploy_domain_create(&(ploy_domain_def){.name = "villager"});
    ploy_domain_add_symbol(domain, &(ploy_symbol_def){.name = "hasFood"}, NULL, NULL);
    ploy_domain_add_symbol(domain, &(ploy_symbol_def){.name = "hungry"}, NULL, NULL);
    ploy_domain_add_action(domain, &(ploy_action_def){.name = "GatherFood", .effect = "hasFood"}, NULL, NULL);
    ploy_action_def eat = {.name = "EatFood", .pre = "hasFood", .effect = "not hungry, not hasFood"};
    ploy_domain_add_action(domain, &eat, NULL, NULL);
    ploy_domain_add_goal(domain, &(ploy_goal_def){.name = "BeFed", .condition = "not hungry"}, NULL, NULL);
    ploy_error error = {0};
    if (ploy_domain_compile(domain, &error) != PLOY_OK) return puts(error.message), 1;

    uint64_t start[1]; // ploy_domain_state_words(domain) of them
    ploy_state_init(domain, start);
    ploy_state_parse(domain, start, "hungry", NULL);
    ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = domain});
    const ploy_plan* plan = ploy_planner_plan(planner, &(ploy_plan_query){.start = start});
    for (uint32_t i = 0; i < plan->step_count; ++i)
        printf("%u. %s\n", i + 1, ploy_domain_action(domain, plan->steps[i].action).name);
    ploy_planner_destroy(planner);
    ploy_domain_destroy(domain);
}
