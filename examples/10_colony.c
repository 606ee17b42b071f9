// A settler who fells trees for a fire. Trees are felled and grow: they are objects that the game spawns and despawns, and
// a table has their places. Another table has the distances, which change when the bridge breaks.
// docs/learn/planning.md explains it; run it from the root of the sources. It is recorded: "ploy ask colony.rec" answers
// with the trees and distances that there were when the settler decided.
//
// Output:
//   goes to hill
//   fells tree.2
//   goes to glade
//   fells tree.1
//   goes to hut
//   lights a fire
//   two trees grow in the glade
//   goes to glade
//   fells tree.2
//   fells tree.1
//   goes to hut
//   lights a fire
//   a tree grows at the river, and the bridge breaks: the hill is far now
//   goes to river
//   fells tree.3
//   fells tree.1
//   goes to hut
//   lights a fire

#include <ploy/io.h>
#include <stdio.h>

enum { PLACE, TREE };
enum { HUT, GLADE, HILL, RIVER };
enum { DISTANCE, SPOT };

typedef struct settlement
{
    ploy_domain* domain;
    uint32_t felled; // since the last tick, plus one; 0: none
    int logs;
} settlement;

static ploy_outcome go(ploy_agent* agent, const ploy_call* call)
{
    const settlement* c = call->user;
    ploy_value place = ploy_call_get(call, agent, 0);
    printf("goes to %s\n", ploy_domain_object_name(c->domain, PLACE, (uint32_t)place));
    ploy_agent_set(agent, "at", place);
    return PLOY_SUCCESS;
}

static ploy_outcome fell(ploy_agent* agent, const ploy_call* call)
{
    settlement* c = call->user;
    uint32_t tree = (uint32_t)ploy_call_get(call, agent, 0);
    printf("fells %s\n", ploy_domain_object_name(c->domain, TREE, tree));
    c->felled = tree + 1;
    ploy_agent_set(agent, "logs", ++c->logs);
    return PLOY_SUCCESS;
}

static ploy_outcome light(ploy_agent* agent, const ploy_call* call)
{
    settlement* c = call->user;
    puts("lights a fire");
    ploy_agent_set(agent, "logs", c->logs -= 2);
    ploy_agent_set(agent, "fire", true);
    return PLOY_SUCCESS;
}

static void grow(settlement* c, ploy_value place)
{
    uint32_t tree;
    if (ploy_domain_spawn(c->domain, TREE, &tree) == PLOY_OK) ploy_domain_table_set(c->domain, SPOT, &tree, place);
}

// What has happened to trees and bridges since the last tick. All changes, then one compile.
static void change(settlement* c, int tick)
{
    if (c->felled) ploy_domain_despawn(c->domain, TREE, c->felled - 1);
    if (tick == 40) puts("two trees grow in the glade");
    if (tick == 40) grow(c, GLADE), grow(c, GLADE);
    if (tick == 80) puts("a tree grows at the river, and the bridge breaks: the hill is far now");
    if (tick == 80) grow(c, RIVER);
    if (tick == 80) ploy_domain_table_parse(c->domain, DISTANCE, "hut hill = 30, glade hill = 28, hill river = 40", NULL);
    if (c->felled || tick == 40 || tick == 80) ploy_domain_compile(c->domain, NULL);
    c->felled = 0;
}

int main(void)
{
    settlement c = {0};
    ploy_world* world = ploy_world_create(NULL);
    ploy_bindings* bindings = ploy_world_bindings(world);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Go", .ports = "p", .update = go, .user = &c}, NULL);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Fell", .ports = "t", .update = fell, .user = &c}, NULL);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Light", .update = light, .user = &c}, NULL);
    ploy_error error = {0};
    if (ploy_world_load_file(world, "examples/data/colony.xml", &error) != PLOY_OK) return puts(error.message), 1;
    if (ploy_world_record(world, &(ploy_record_def){.path = "colony.rec"}, &error) != PLOY_OK) return puts(error.message), 1;
    c.domain = ploy_file_domain(ploy_world_file(world, "examples/data/colony.xml"), 0);
    ploy_agent_id settler = ploy_agent_create(world, &(ploy_agent_def){.type = "settler"});
    for (int tick = 0; tick < 120; ++tick) {
        change(&c, tick);
        if (tick % 40 == 0) ploy_agent_set(ploy_world_agent(world, settler), "fire", false); // it has burned down
        ploy_world_tick(world, PLOY_SECOND / 10);
    }
    ploy_world_destroy(world);
}
