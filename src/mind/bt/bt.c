#include "mind/bt/bt.h"

#include <string.h>

static const char* keep(ploy_bt* tree, const char* text)
{
    char* copy = pl_arena_alloc(&tree->texts, strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

ploy_bt* ploy_bt_create(const ploy_bt_def* def)
{
    PL_ASSERT(def && def->name && *def->name);
    ploy_allocator from = pl_allocator_choose(&def->allocator);
    ploy_bt* tree = PL_NEW(&from, ploy_bt);
    if (!tree) return NULL;
    tree->allocator = from;
    pl_arena_init(&tree->texts, &tree->allocator, 4096);
    tree->name = keep(tree, def->name);
    if (tree->name) return tree;
    ploy_bt_destroy(tree);
    return NULL;
}

void ploy_bt_destroy(ploy_bt* tree)
{
    if (!tree) return;
    ploy_allocator allocator = tree->allocator;
    PL_ARRAY_FREE(&tree->nodes, &allocator);
    PL_ARRAY_FREE(&tree->attributes, &allocator);
    pl_arena_destroy(&tree->texts);
    PL_DELETE(&allocator, tree);
}

static void link_child(ploy_bt* tree, uint32_t parent, uint32_t node)
{
    pl_bt_node* above = &tree->nodes.data[parent];
    *(above->child_count++ > 0 ? &tree->nodes.data[above->last].next : &above->first) = node;
    above->last = node;
}

ploy_status ploy_bt_add_node(ploy_bt* tree, uint32_t parent, const char* element, uint32_t* node)
{
    uint32_t count = tree->nodes.count;
    PL_ASSERT(parent == PLOY_NONE || parent < count);
    if (!element || !*element || (parent == PLOY_NONE) != (count == 0)) return PLOY_INVALID;
    uint32_t depth = parent == PLOY_NONE ? 1 : tree->nodes.data[parent].depth + 1;
    if (count == PL_BT_MAX_NODES || depth > PL_BT_MAX_DEPTH) return PLOY_FULL;
    pl_bt_node added = {.element = keep(tree, element), .parent = parent, .depth = depth};
    added.first = added.last = added.next = added.first_attribute = added.last_attribute = PLOY_NONE;
    if (!added.element || !PL_ARRAY_PUSH(&tree->nodes, &tree->allocator, added)) return PLOY_OUT_OF_MEMORY;
    if (parent != PLOY_NONE) link_child(tree, parent, count);
    if (node) *node = count;
    return PLOY_OK;
}

const pl_bt_attribute* pl_bt_find(const ploy_bt* tree, uint32_t node, const char* name)
{
    uint32_t i = tree->nodes.data[node].first_attribute;
    while (i != PLOY_NONE && strcmp(tree->attributes.data[i].name, name) != 0) {
        i = tree->attributes.data[i].next;
    }
    return i == PLOY_NONE ? NULL : &tree->attributes.data[i];
}

ploy_status ploy_bt_set(ploy_bt* tree, uint32_t node, const char* attribute, const char* value)
{
    PL_ASSERT(node < tree->nodes.count && value);
    if (!attribute || !*attribute || pl_bt_find(tree, node, attribute)) return PLOY_INVALID;
    pl_bt_attribute added = {keep(tree, attribute), keep(tree, value), PLOY_NONE, 0, 0};
    uint32_t index = tree->attributes.count;
    if (!added.name || !added.value) return PLOY_OUT_OF_MEMORY;
    if (!PL_ARRAY_PUSH(&tree->attributes, &tree->allocator, added)) return PLOY_OUT_OF_MEMORY;
    pl_bt_node* of = &tree->nodes.data[node];
    *(of->last_attribute == PLOY_NONE ? &of->first_attribute : &tree->attributes.data[of->last_attribute].next) = index;
    of->last_attribute = index;
    return PLOY_OK;
}

void pl_bt_place_node(ploy_bt* tree, uint32_t node, uint32_t line, uint32_t column)
{
    PL_ASSERT(node < tree->nodes.count);
    tree->nodes.data[node].line = line;
    tree->nodes.data[node].column = column;
}

void pl_bt_place_attribute(ploy_bt* tree, uint32_t line, uint32_t column)
{
    PL_ASSERT(tree->attributes.count > 0);
    pl_bt_attribute* last = &tree->attributes.data[tree->attributes.count - 1];
    last->line = line;
    last->column = column;
}

const char* ploy_bt_name(const ploy_bt* tree)
{
    return tree->name;
}

uint32_t ploy_bt_node_count(const ploy_bt* tree)
{
    return tree->nodes.count;
}

ploy_bt_node ploy_bt_get_node(const ploy_bt* tree, uint32_t node)
{
    PL_ASSERT(node < tree->nodes.count);
    const pl_bt_node* of = &tree->nodes.data[node];
    return (ploy_bt_node){of->element, of->parent, of->child_count, of->line, of->column};
}

const char* ploy_bt_get(const ploy_bt* tree, uint32_t node, const char* attribute)
{
    PL_ASSERT(node < tree->nodes.count);
    const pl_bt_attribute* found = pl_bt_find(tree, node, attribute);
    return found ? found->value : NULL;
}
