// Control nodes and decorators of one's own: the six of Nav2, the navigation system of ROS (nodes/nav2_nodes.h).
// docs/learn/behavior_trees.md explains it; run it from the root of the sources.
//
// Output:
//   navigator
//   0.5 s, at 0: plans once a second
//   1.5 s, at 1: plans once a second
//   2.5 s, at 3: plans once a second
//   2.5 s, at 3: is stuck
//   2.5 s, at 3: waits
//   3.0 s, at 3: is stuck
//   3.0 s, at 2: backs up
//   3.5 s, at 2: plans once a second
//   4.5 s, at 4: plans once a second
//   5.5 s, at 6: plans once a second
//   5.5 s, at 6: arrives
//   explorer
//   6.0 s, at 0: plans after 3 steps
//   6.0 s, at 0: plans at its speed
//   6.5 s, at 0: plans at its speed
//   7.0 s, at 1: plans at its speed
//   7.5 s, at 2: plans at its speed
//   8.0 s, at 3: plans after 3 steps
//   8.0 s, at 3: plans at its speed
//   8.5 s, at 4: plans at its speed
//   9.0 s, at 5: plans at its speed
//   9.5 s, at 6: plans after 3 steps
//   9.5 s, at 6: plans at its speed
//   9.5 s, at 6: arrives
//   10.0 s, at 6: plans at its speed
//   10.5 s, at 6: plans at its speed
//   10.5 s, at 6: arrives
//   11.0 s, at 6: plans at its speed

#include <ploy/io.h>
#include <stdio.h>

#include "nodes/nav2_nodes.h"

// The leaves: a robot on a line, with something in its way at 3 until it has backed up once.

static bool is_blocked = true;

static ploy_outcome say(ploy_agent* agent, const char* what)
{
    printf("%.1f s, at %d: %s\n", (double)agent->now / PLOY_SECOND, (int)agent->position.x, what);
    return PLOY_SUCCESS;
}

static ploy_outcome compute_path(ploy_agent* agent, const ploy_call* call)
{
    static const char* const why[] = {"", "plans once a second", "plans after 3 steps", "plans at its speed"};
    return say(agent, why[ploy_call_get(call, agent, 0)]);
}

static ploy_outcome follow_path(ploy_agent* agent, const ploy_call* call)
{
    if (agent->position.x == ploy_call_get(call, agent, 0)) return say(agent, "arrives");
    if (agent->position.x == 3 && is_blocked) return say(agent, "is stuck"), PLOY_FAILURE;
    agent->position.x += 1;
    return PLOY_RUNNING;
}

static ploy_outcome wait(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return say(agent, "waits");
}

static ploy_outcome back_up(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    is_blocked = false;
    agent->position.x -= 1;
    return say(agent, "backs up");
}

int main(void)
{
    ploy_world* world = ploy_world_create(NULL);
    ploy_bindings* bindings = ploy_world_bindings(world);
    for (size_t i = 0; i < sizeof nav2_nodes / sizeof *nav2_nodes; ++i) {
        ploy_bindings_add_node(bindings, &nav2_nodes[i], NULL);
    }
    ploy_bindings_add_activity(
        bindings, &(ploy_activity_def){.name = "ComputePath", .ports = "why", .start = compute_path}, NULL);
    ploy_bindings_add_activity(
        bindings, &(ploy_activity_def){.name = "FollowPath", .ports = "goal", .update = follow_path}, NULL);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Wait", .start = wait}, NULL);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "BackUp", .start = back_up}, NULL);
    ploy_error error = {0};
    if (ploy_world_load_file(world, "examples/data/navigate.xml", &error) != PLOY_OK) return puts(error.message), 1;
    static const char* const types[] = {"navigator", "explorer"};
    for (int i = 0; i < 2; ++i) {
        ploy_agent_id id = ploy_agent_create(world, &(ploy_agent_def){.type = types[i]});
        printf("%s\n", types[i]);
        for (int tick = 0; tick < 11; ++tick) ploy_world_tick(world, PLOY_SECOND / 2);
        ploy_agent_destroy(world, id);
    }
    ploy_world_destroy(world);
}
