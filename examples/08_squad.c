// Two GOAP agents in a squad with a shared blackboard: what a sensor writes there, both read.
// docs/learn/squads.md explains it; run it from the root of the sources.
//
// Output:
//   5 s: cook 1 eats
//   5 s: cook 2 eats

#include <ploy/io.h>
#include <stdio.h>

static ploy_outcome eat(ploy_agent* agent, const ploy_call* call)
{
    printf("%d s: cook %u eats\n", (int)((agent->now - call->elapsed) / PLOY_SECOND), agent->id.index1);
    ploy_agent_set(agent, "hungry", 0); // on its own blackboard, which it reads before the squad's
    return PLOY_SUCCESS;
}

static void hear(ploy_agent* agent, void* user)
{
    uint32_t key = ploy_blackboard_keys_find(ploy_world_keys(ploy_agent_world(agent)), "hungry");
    ploy_blackboard* shared = ploy_squad_blackboard(user, ploy_squads_of(user, agent->id));
    if (agent->id.index1 == 1) ploy_blackboard_set(shared, key, agent->now >= 3 * PLOY_SECOND);
}

int main(void)
{
    ploy_world* world = ploy_world_create(NULL);
    ploy_squads* squads = ploy_world_squads(world);
    ploy_bindings* bindings = ploy_world_bindings(world);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Eat", .update = eat}, NULL);
    ploy_bindings_add_sensor(bindings, &(ploy_sensor_def){.name = "ear", .sense = hear, .user = squads}, NULL);
    ploy_error error = {0};
    if (ploy_world_load_file(world, "examples/data/village.xml", &error) != PLOY_OK) return puts(error.message), 1;
    for (int i = 0; i < 2; ++i) ploy_squads_enlist(squads, ploy_agent_create(world, &(ploy_agent_def){.type = "cook"}));
    for (int tick = 0; tick < 100; ++tick) ploy_world_tick(world, PLOY_SECOND / 10);
    ploy_world_destroy(world);
}
