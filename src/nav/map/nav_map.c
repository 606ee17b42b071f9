#include "nav/map/nav_map.h"

uint32_t ploy_nav_map_node_count(const ploy_nav_map* ground)
{
    return ground->node_count;
}

static bool write_from(const ploy_nav_map* ground, const pl_search* search, uint32_t node, pl_node_list* nodes,
                       const ploy_allocator* allocator)
{
    for (; node != PL_NONE; node = pl_search_at(search, node)->parent) {
        if (!PL_ARRAY_PUSH(nodes, allocator, ground->kind->outer(ground, node))) return false;
    }
    return true;
}

static void turn_round(uint32_t* list, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; ++i) {
        uint32_t other = list[count - 1 - i];
        list[count - 1 - i] = list[i];
        list[i] = other;
    }
}

bool pl_ground_write(const ploy_nav_map* ground, const pl_search* search, uint32_t last, bool is_field,
                     pl_node_list* nodes, const ploy_allocator* allocator)
{
    uint32_t begin = nodes->count;
    if (!write_from(ground, search, last, nodes, allocator)) return false;
    if (!is_field) turn_round(nodes->data + begin, nodes->count - begin);
    return true;
}
