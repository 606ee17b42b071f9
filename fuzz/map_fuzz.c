// Any bytes as a map and as a scenario: an error with line and message, or a grid whose cells, clearance and paths agree.

#include <ploy/movingai.h>

#include "base/check.h"

static void check_paths(const ploy_grid* grid)
{
    ploy_pathfinder_def def = {0};
    def.map = ploy_grid_map(grid);
    ploy_pathfinder* pathfinder = ploy_pathfinder_create(&def);
    PL_ASSERT(pathfinder);
    ploy_path_query query = {0};
    query.from = 0;
    query.to = ploy_nav_map_node_count(def.map) - 1;
    for (query.agent_size = 1; query.agent_size <= 2; ++query.agent_size) {
        query.method = PLOY_PATH_AUTO;
        int64_t cost = ploy_pathfinder_find(pathfinder, &query)->cost;
        query.method = PLOY_PATH_PLAIN;
        PL_ASSERT(ploy_pathfinder_find(pathfinder, &query)->cost == cost);
    }
    ploy_pathfinder_destroy(pathfinder);
}

static void check_grid(const ploy_grid* grid)
{
    uint32_t count = ploy_nav_map_node_count(ploy_grid_map(grid));
    PL_ASSERT(count == ploy_grid_width(grid) * ploy_grid_height(grid));
    for (uint32_t i = 0; i < count; ++i)
        PL_ASSERT((ploy_grid_clearance(grid, NULL, i) > 0) == (ploy_grid_weight(grid, i) > 0));
    check_paths(grid);
}

static void check_scenario(const ploy_scenario* scenario)
{
    uint32_t count;
    const ploy_scenario_query* queries = ploy_scenario_queries(scenario, &count);
    for (uint32_t i = 0; i < count; ++i) {
        ploy_scenario_query q = queries[i];
        PL_ASSERT(q.map[0] && q.from_x < q.width && q.to_x < q.width && q.from_y < q.height && q.to_y < q.height &&
                  q.length >= 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    ploy_movingai_def def = {0};
    def.max_size = 2;
    ploy_grid* grid;
    ploy_scenario* scenario;
    ploy_error error;
    if (ploy_movingai_parse(&def, (const char*)data, size, &grid, &error) == PLOY_OK)
        check_grid(grid);
    else
        PL_ASSERT(!grid && error.message[0]);
    if (ploy_scenario_parse(&def, (const char*)data, size, &scenario, &error) == PLOY_OK)
        check_scenario(scenario);
    else
        PL_ASSERT(!scenario && error.message[0] && error.line);
    ploy_grid_destroy(grid);
    ploy_scenario_destroy(scenario);
    return 0;
}
