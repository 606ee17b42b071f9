// Guards in a yard with walls, and three thieves that cross it. The eyes of all guards are one batch of queries, on two
// workers: a cone, as far as they see, no further than the next wall. Guards far from the player sense in every eighth
// frame alone.
// docs/learn/sensing.md explains it.
//
// Output:
//   frame 0: 0 guards are alarmed
//   frame 20: 14 guards are alarmed
//   frame 40: 9 guards are alarmed
//   frame 60: 8 guards are alarmed
//   near the player a guard looks 64 times, elsewhere 8 times

#include <ploy/spatial.h>
#include <ploy/world.h>
#include <stdio.h>

enum
{
    SIDE = 48, // cells of the yard
    CELL = 1000,
    GUARDS = 64,
    THIEVES = 3,
    FRAMES = 64,
};

typedef struct guard
{
    ploy_point at;
    uint32_t sees; // thieves, in this frame
    uint32_t looks;
} guard;

static void look(ploy_agent* agent, void* user)
{
    (void)user;
    guard* g = agent->user;
    ++g->looks;
    ploy_agent_set(agent, "alarmed", g->sees > 0);
}

static ploy_grid* make_yard(void)
{
    static uint8_t cells[SIDE * SIDE];
    for (uint32_t i = 0; i < SIDE * SIDE; ++i) cells[i] = i % SIDE % 16 != 15 || i / SIDE % 16 == 7; // walls with doors
    ploy_grid* grid;
    return ploy_grid_create(&(ploy_grid_def){.width = SIDE, .height = SIDE, .cells = cells}, &grid, NULL) == PLOY_OK
               ? grid
               : NULL;
}

static void watch(const ploy_spatial* index, const ploy_grid* yard, guard* guards)
{
    ploy_spatial_query queries[GUARDS];
    uint32_t found[GUARDS * THIEVES], counts[GUARDS];
    for (uint32_t i = 0; i < GUARDS; ++i) {
        queries[i] = ploy_spatial_query_around(guards[i].at, 12 * CELL);
        queries[i].facing = (ploy_point){i % 2 ? 1 : -1, 0};
        queries[i].cosine = 500; // 60 degrees to each side
        queries[i].grid = yard;
    }
    ploy_spatial_find_all(index, queries, GUARDS, found, counts, THIEVES);
    for (uint32_t i = 0; i < GUARDS; ++i) guards[i].sees = counts[i];
}

int main(void)
{
    static guard guards[GUARDS];
    ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = 2});
    ploy_tasks tasks = ploy_scheduler_tasks(scheduler);
    ploy_world* world = ploy_world_create(&(ploy_world_def){.tasks = tasks});
    ploy_spatial* index = ploy_spatial_create(&(ploy_spatial_def){.tasks = tasks, .cell = 6 * CELL});
    ploy_grid* yard = make_yard();
    ploy_blackboard_keys_add(ploy_world_keys(world), &(ploy_key_def){.name = "alarmed"}, NULL);
    ploy_bindings_add_sensor(ploy_world_bindings(world),
                             &(ploy_sensor_def){.name = "eyes", .sense = look, .parallel = true}, NULL);
    for (uint32_t i = 0; i < GUARDS; ++i) {
        guards[i].at = (ploy_point){(int32_t)(i % 8 * 6 + 2) * CELL, (int32_t)(i / 8 * 6 + 2) * CELL};
        ploy_agent_id id = ploy_agent_create(world, &(ploy_agent_def){.user = &guards[i]});
        ploy_agent_set_pace(world, id, i < 16 ? 1 : 8); // the player stands at the upper wall
    }
    for (int32_t frame = 0; frame < FRAMES; ++frame) {
        ploy_spatial_item thieves[THIEVES];
        for (int32_t k = 0; k < THIEVES; ++k)
            thieves[k] = (ploy_spatial_item){.position = {(2 + frame * 2 / 3) * CELL, (7 + 16 * k) * CELL}, .mask = 1};
        if (ploy_spatial_build(index, thieves, THIEVES) != PLOY_OK) return 1;
        watch(index, yard, guards);
        ploy_world_tick(world, PLOY_SECOND / 60);
        uint32_t alarmed = 0;
        for (ploy_agent_id id = {0}; (id = ploy_world_next_agent(world, id)).index1;)
            alarmed += ploy_agent_get(ploy_world_agent(world, id), "alarmed") != 0;
        if (frame % 20 == 0) printf("frame %d: %u guards are alarmed\n", frame, (unsigned)alarmed);
    }
    printf("near the player a guard looks %u times, elsewhere %u times\n", (unsigned)guards[0].looks,
           (unsigned)guards[63].looks);
    ploy_spatial_destroy(index);
    ploy_world_destroy(world);
    ploy_grid_destroy(yard);
    ploy_scheduler_destroy(scheduler);
}
