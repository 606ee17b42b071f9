// A utility AI in a world: three options, scored by response curves; the best one runs.
// docs/learn/utility.md explains it; run it from the root of the sources.
//
// Output:
//    1 s: Play
//   13 s: Sleep
//   18 s: Play
//   21 s: Eat
//   24 s: Play
//   34 s: Sleep
//   39 s: Play
//   44 s: Eat
//   47 s: Play
//   55 s: Sleep
//   60 s: Play

#include <ploy/io.h>
#include <stdio.h>

static void change(ploy_agent* agent, const char* key, ploy_value by)
{
    ploy_value value = ploy_agent_get(agent, key) + by; // decimals are fixed point (1/1000)
    ploy_agent_set(agent, key, value < 0 ? 0 : value > 1000 ? 1000 : value);
}

static ploy_outcome start(ploy_agent* agent, const ploy_call* call)
{
    const ploy_bindings* bindings = ploy_world_bindings(ploy_agent_world(agent));
    printf("%2d s: %s\n", (int)(agent->now / PLOY_SECOND), ploy_bindings_activity(bindings, call->binding)->name);
    return PLOY_RUNNING;
}

static ploy_outcome eat(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    change(agent, "hunger", -300);
    return ploy_agent_get(agent, "hunger") > 0 ? PLOY_RUNNING : PLOY_SUCCESS;
}

static ploy_outcome sleep(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    change(agent, "fatigue", -200);
    return ploy_agent_get(agent, "fatigue") > 0 ? PLOY_RUNNING : PLOY_SUCCESS;
}

static ploy_outcome play(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    change(agent, "hunger", 40);
    change(agent, "fatigue", 60);
    return PLOY_RUNNING; // until something scores better
}

int main(void)
{
    ploy_world* world = ploy_world_create(NULL);
    ploy_bindings* bindings = ploy_world_bindings(world);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Eat", .start = start, .update = eat}, NULL);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Sleep", .start = start, .update = sleep}, NULL);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Play", .start = start, .update = play}, NULL);
    ploy_error error = {0};
    if (ploy_world_load_file(world, "examples/data/cat.xml", &error) != PLOY_OK) return puts(error.message), 1;
    ploy_agent_create(world, &(ploy_agent_def){.type = "cat"});
    for (int second = 0; second < 60; ++second) ploy_world_tick(world, PLOY_SECOND);
    ploy_world_destroy(world);
}
