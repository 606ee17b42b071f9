// A behavior tree with its own leaf, in a world.
// docs/learn/behavior_trees.md explains it; run it from the root of the sources.
//
// Output:
//   2 s: walks from 0
//   3 s: walks from 1
//   4 s: walks from 2
//   8 s: walks from 3
//   9 s: walks from 2
//   10 s: walks from 1

#include <ploy/io.h>
#include <stdio.h>

static ploy_outcome walk(ploy_agent* agent, const ploy_call* call)
{
    ploy_value to = ploy_call_get(call, agent, 0), place = ploy_call_get(call, agent, 1);
    if (place == to) return PLOY_SUCCESS;
    ploy_call_set(call, agent, 1, place < to ? place + 1 : place - 1);
    printf("%lld s: walks from %lld\n", (long long)(agent->now / PLOY_SECOND), (long long)place);
    return PLOY_RUNNING;
}

int main(void)
{
    ploy_world* world = ploy_world_create(NULL);
    ploy_activity_def activity = {.name = "Walk", .ports = "to place", .update = walk};
    ploy_bindings_add_activity(ploy_world_bindings(world), &activity, NULL);
    ploy_error error = {0};
    if (ploy_world_load_file(world, "examples/data/patrol.xml", &error) != PLOY_OK) return puts(error.message), 1;
    ploy_agent_create(world, &(ploy_agent_def){.type = "guard"});
    for (int tick = 0; tick < 10; ++tick) ploy_world_tick(world, PLOY_SECOND);
    ploy_world_destroy(world);
}
