// A GOAP agent in code alone: no file, only libploy.
// docs/learn/goap.md explains it.
//
// Output:
//   5 s: eats
//   18 s: eats

#include <ploy/world.h>
#include <stdio.h>

static ploy_outcome eat(ploy_agent* agent, const ploy_call* call)
{
    printf("%.0f s: eats\n", (double)agent->now / PLOY_SECOND);
    *(int*)call->user = 10;
    return PLOY_SUCCESS;
}

static void feel(ploy_agent* agent, void* user)
{
    ploy_agent_set(agent, "hungry", --*(int*)user < 0);
}

int main(void)
{
    ploy_domain* domain = ploy_domain_create(&(ploy_domain_def){.name = "farmer"});
    ploy_domain_add_symbol(domain, &(ploy_symbol_def){.name = "hungry"}, NULL, NULL);
    ploy_domain_add_symbol(domain, &(ploy_symbol_def){.name = "has_bread", .planned = true}, NULL, NULL);
    ploy_action_def bake = {.name = "Bake", .effect = "has_bread", .duration = 2 * PLOY_SECOND};
    ploy_domain_add_action(domain, &bake, NULL, NULL);
    ploy_action_def eat_bread = {.name = "Eat", .pre = "has_bread", .effect = "not hungry, not has_bread"};
    ploy_domain_add_action(domain, &eat_bread, NULL, NULL);
    ploy_domain_add_goal(domain, &(ploy_goal_def){.name = "BeFed", .condition = "not hungry"}, NULL, NULL);
    ploy_error error = {0};
    if (ploy_domain_compile(domain, &error) != PLOY_OK) return puts(error.message), 1;

    int stomach = 3;
    ploy_world* world = ploy_world_create(NULL);
    ploy_bindings* bindings = ploy_world_bindings(world);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Eat", .update = eat, .user = &stomach}, NULL);
    ploy_sensor_def sensor = {.name = "stomach", .sense = feel, .interval = PLOY_SECOND, .user = &stomach};
    ploy_bindings_add_sensor(bindings, &sensor, NULL);
    ploy_view_add_keys(domain, ploy_world_keys(world), 0); // a blackboard key for each symbol
    ploy_mind* mind;
    ploy_goap_mind_def def = {.parts = ploy_world_parts(world), .domain = domain};
    if (ploy_goap_mind_create(&def, &mind, &error) != PLOY_OK) return puts(error.message), 1;
    ploy_world_add_mind(world, "farmer", mind);
    ploy_agent_create(world, &(ploy_agent_def){.type = "farmer"});
    for (int tick = 0; tick < 300; ++tick) ploy_world_tick(world, PLOY_SECOND / 10);
    ploy_world_destroy(world);
    ploy_domain_destroy(domain);
}
