#include "games/arena/rules/neighbors.h"

#include <string.h>

#include "games/arena/rules/pickups.h"
#include "games/arena/setup/allocation.h"

#define SQUARE (16 * ARENA_CELL)
/// Agents move a little between the update and the last search of a step.
#define MOVED ARENA_CELL
#define BLOCK_CELLS 4
#define BLOCK (BLOCK_CELLS * ARENA_CELL)

// Blocks have a border, so that each has eight others around it, and one after those in the last row.
static bool make_blocks(arena_match* match)
{
    arena_neighbors* neighbors = &match->neighbors;
    uint32_t width = match->map->width / BLOCK_CELLS + 3, height = match->map->height / BLOCK_CELLS + 4;
    neighbors->block_width = width;
    neighbors->block_count = width * height;
    neighbors->blocks = arena_take(&match->allocator, match->agent_count, sizeof *neighbors->blocks);
    neighbors->block_bodies = arena_take(&match->allocator, width, height);
    return neighbors->blocks && neighbors->block_bodies;
}

bool arena_neighbors_make(arena_match* match, const ploy_tasks* tasks)
{
    arena_neighbors* neighbors = &match->neighbors;
    ploy_spatial_def def = {0};
    def.allocator = match->allocator;
    def.tasks = *tasks;
    def.cell = SQUARE;
    def.capacity = match->agent_count;
    neighbors->index = ploy_spatial_create(&def);
    neighbors->items = arena_take(&match->allocator, match->agent_count, sizeof *neighbors->items);
    neighbors->moved = arena_take(&match->allocator, match->agent_count, sizeof *neighbors->moved);
    neighbors->found = arena_take(&match->allocator, match->agent_count, sizeof *neighbors->found);
    return neighbors->index && neighbors->items && neighbors->moved && neighbors->found && make_blocks(match);
}

void arena_neighbors_free(arena_match* match)
{
    arena_neighbors* neighbors = &match->neighbors;
    ploy_spatial_destroy(neighbors->index);
    arena_give(&match->allocator, neighbors->items, match->agent_count, sizeof *neighbors->items);
    arena_give(&match->allocator, neighbors->moved, match->agent_count, sizeof *neighbors->moved);
    arena_give(&match->allocator, neighbors->found, match->agent_count, sizeof *neighbors->found);
    arena_give(&match->allocator, neighbors->blocks, match->agent_count, sizeof *neighbors->blocks);
    arena_give(&match->allocator, neighbors->block_bodies, neighbors->block_count, 1);
}

void arena_neighbors_place(arena_match* match, const arena_agent* agent)
{
    match->neighbors.items[agent->index] =
        (ploy_spatial_item){{agent->at.x, agent->at.y}, arena_is_alive(agent) ? arena_side_mask(agent->side) : 0};
    match->neighbors.moved[agent->index] = agent->moved;
}

// Without memory nobody is near anybody.
void arena_neighbors_sort(arena_match* match)
{
    (void)ploy_spatial_build(match->neighbors.index, match->neighbors.items, match->agent_count);
}

uint32_t arena_neighbors_list(const arena_match* match, arena_vec at, int32_t reach, uint32_t* list)
{
    ploy_spatial_query query = ploy_spatial_query_around((ploy_point){at.x, at.y}, reach + MOVED);
    return ploy_spatial_find(match->neighbors.index, &query, list, match->agent_count);
}

uint32_t arena_neighbors_find(arena_match* match, arena_vec at, int32_t reach)
{
    return arena_neighbors_list(match, at, reach, match->neighbors.found);
}

#define ROOM (ARENA_CELL + ARENA_CELL / 4)
#define AROUND (2 * ARENA_CELL) ///< where agents look for others to part from
#define PUSH 40
#define PUSHES 4 ///< of an agent in a step that are foreseen

// The map of a crowd is larger than the caches, and most steps end on the node where they began.
static bool can_stand(arena_agent* agent, arena_vec at)
{
    uint32_t node = arena_map_node(agent->match->map, at);
    if (node + 1 == agent->stands1) return true;
    bool can = arena_map_can_stand(agent->match->map, at);
    if (can) agent->stands1 = node + 1;
    return can;
}

// Move in x, then in y: a step is shorter than a cell, so no corner is cut.
arena_vec arena_body_move(arena_agent* agent, arena_vec by)
{
    arena_vec at = agent->at, next = {at.x + by.x, at.y}, both = arena_add(at, by);
    const arena_map* map = agent->match->map;
    uint32_t node = arena_map_node(map, both);
    if (node + 1 == agent->stands1 && arena_map_node(map, next) == node) { // mostly: it stays on its node
        agent->at = both;
        return both;
    }
    if (can_stand(agent, next)) at = next;
    next = (arena_vec){at.x, at.y + by.y};
    if (can_stand(agent, next)) at = next;
    agent->at = at;
    return at;
}

static bool part(arena_agent* a, arena_agent* b)
{
    if (!arena_is_near(a->at, b->at, ROOM)) return false;
    arena_vec away = arena_direction(arena_sub(a->at, b->at));
    if (away.x == 0 && away.y == 0) away = (arena_vec){a->index < b->index ? ARENA_ONE : -ARENA_ONE, 0};
    arena_vec by = arena_along(away, PUSH);
    arena_body_move(a, by);
    arena_body_move(b, (arena_vec){-by.x, -by.y});
    return true;
}

// What was noted of an agent no longer holds. True: it was pushed more often than foreseen.
static bool note_push(arena_agent* agent)
{
    uint8_t *mark = &agent->match->notes.marks[agent->index], *pushes = &agent->match->notes.pushes[agent->index];
    bool is_touching = arena_pickup_is_touched(agent);
    *mark = (uint8_t)((*mark & ~ARENA_MARK_TOUCHES) | (is_touching ? ARENA_MARK_TOUCHES : 0));
    bool is_too_often = *pushes >= PUSHES;
    *pushes = (uint8_t)(*pushes + !is_too_often);
    return is_too_often;
}

// From those behind it in order. True: somebody was pushed more often than foreseen.
static bool part_from_later(arena_match* match, uint32_t index)
{
    arena_agent* agent = &match->agents[index];
    bool is_too_often = false;
    if (!arena_is_alive(agent)) return false;
    uint32_t count = arena_neighbors_find(match, agent->at, AROUND);
    for (uint32_t k = 0; k < count; k++) {
        arena_agent* other = &match->agents[match->neighbors.found[k]];
        if (other->index <= index || !arena_is_alive(other) || !part(agent, other)) continue;
        bool both[] = {note_push(agent), note_push(other)};
        is_too_often = is_too_often || both[0] || both[1];
    }
    return is_too_often;
}

// Whoever has somebody so near that both could meet although all are pushed as often as foreseen has its turn, in order,
// and the result is the same as if all had. Once somebody was pushed more often, all have. Most have nobody in their
// block of the map and in the eight around it, which reads no body.

_Static_assert(BLOCK >= ROOM + 2 * PUSHES * PUSH, "who can meet is in neighboring blocks");

// Along an axis, from one block before the map on.
static uint32_t block_along(int32_t at)
{
    return (uint32_t)(at + BLOCK) / BLOCK;
}

static uint32_t block_at(const arena_match* match, arena_vec at)
{
    return block_along(at.y) * match->neighbors.block_width + block_along(at.x);
}

void arena_bodies_note(arena_agent* agent)
{
    arena_match* match = agent->match;
    bool is_alive = arena_is_alive(agent);
    match->neighbors.blocks[agent->index] = is_alive ? block_at(match, agent->at) : PLOY_NONE;
    if (is_alive && arena_pickup_is_touched(agent)) match->notes.marks[agent->index] |= ARENA_MARK_TOUCHES;
}

static void fill_blocks(arena_match* match)
{
    uint8_t* bodies = match->neighbors.block_bodies;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        uint32_t block = match->neighbors.blocks[i];
        if (block != PLOY_NONE && bodies[block] < UINT8_MAX) bodies[block]++;
    }
}

void arena_bodies_clear(arena_match* match)
{
    for (uint32_t i = 0; i < match->agent_count; i++) {
        if (match->neighbors.blocks[i] != PLOY_NONE) match->neighbors.block_bodies[match->neighbors.blocks[i]] = 0;
    }
}

static uint32_t four_bytes(const uint8_t* bytes)
{
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

// In its block and in the eight around it: three bytes of each row count.
static bool is_alone(const arena_match* match, uint32_t block)
{
    static const uint8_t counted[4] = {255, 255, 255, 0}, only_itself[4] = {0, 1, 0, 0};
    uint32_t width = match->neighbors.block_width, mask = four_bytes(counted);
    const uint8_t* row = match->neighbors.block_bodies + block - 1;
    uint32_t others = (four_bytes(row - width) | four_bytes(row + width)) & mask;
    return others == 0 && (four_bytes(row) & mask) == four_bytes(only_itself);
}

/// Blocks that lie together: both corners are among them.
typedef struct block_area
{
    uint32_t left, right, top, bottom;
} block_area;

static bool is_in_area(const arena_match* match, const block_area* area, uint32_t block)
{
    if (block == PLOY_NONE) return false;
    uint32_t width = match->neighbors.block_width, x = block % width, y = block / width;
    return x >= area->left && x <= area->right && y >= area->top && y <= area->bottom;
}

static uint32_t count_in_area(const arena_match* match, const block_area* area)
{
    uint32_t count = 0;
    for (uint32_t y = area->top; y <= area->bottom; y++) {
        const uint8_t* row = match->neighbors.block_bodies + (size_t)y * match->neighbors.block_width;
        for (uint32_t x = area->left; x <= area->right; x++) count += row[x];
    }
    return count;
}

static int32_t min(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t max(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

bool arena_bodies_near(const arena_match* match, arena_vec from, arena_vec to, int32_t reach, uint32_t without)
{
    int32_t far = reach + PUSHES * PUSH;
    if (match->neighbors.has_strayed || far > BLOCK) return true;
    block_area area = {block_along(min(from.x, to.x) - far), block_along(max(from.x, to.x) + far),
                       block_along(min(from.y, to.y) - far), block_along(max(from.y, to.y) + far)};
    uint32_t count = count_in_area(match, &area);
    return count > 1 || (count == 1 && !is_in_area(match, &area, match->neighbors.blocks[without]));
}

void arena_bodies_part(arena_match* match)
{
    bool is_too_often = false;
    memset(match->notes.pushes, 0, match->agent_count);
    fill_blocks(match);
    for (uint32_t i = 0; i < match->agent_count; i++) {
        uint32_t block = match->neighbors.blocks[i];
        bool can_meet = block != PLOY_NONE && (is_too_often || !is_alone(match, block));
        if (can_meet) is_too_often |= part_from_later(match, i);
    }
    match->neighbors.has_strayed = is_too_often;
}
