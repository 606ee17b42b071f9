// The agent of 02_goap.c, recorded with its position on a map: two lines more.
// docs/learn/recording_and_debugging.md explains it; run it from the root of the sources, then `ploy view farmer.rec`.
//
// Output:
//   5 s: eats
//   18 s: eats
//   $ ploy ask farmer.rec --problems
//   No agent dithers, is idle or starves.

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
    agent->position = (ploy_point){1000 * *(int*)user, 1000}; // the hungrier, the closer to the kitchen
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
    if (ploy_world_record(world, &(ploy_record_def){.path = "farmer.rec"}, &error) != PLOY_OK) return puts(error.message), 1;
    ploy_agent_create(world, &(ploy_agent_def){.type = "farmer"});
    for (int tick = 0; tick < 300; ++tick) ploy_world_tick(world, PLOY_SECOND / 10);
    ploy_world_destroy(world);
}
