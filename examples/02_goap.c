// A GOAP agent from a file, with one activity and one sensor of the game.
// docs/learn/goap.md explains it; run it from the root of the sources.
//
// Output:
//   5 s: eats
//   18 s: eats

#include <ploy/io.h>
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
    int stomach = 3;
    ploy_world* world = ploy_world_create(NULL);
    ploy_bindings* bindings = ploy_world_bindings(world);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Eat", .update = eat, .user = &stomach}, NULL);
    ploy_bindings_add_sensor(bindings, &(ploy_sensor_def){.name = "stomach", .sense = feel, .user = &stomach}, NULL);
    ploy_error error = {0};
    if (ploy_world_load_file(world, "examples/data/farmer.xml", &error) != PLOY_OK) return puts(error.message), 1;
    ploy_agent_create(world, &(ploy_agent_def){.type = "farmer"});
    for (int tick = 0; tick < 300; ++tick) ploy_world_tick(world, PLOY_SECOND / 10);
    ploy_world_destroy(world);
}
