// A behaviour tree as it was described: nodes in the order they were added, each with its attributes as texts.

#ifndef PL_MIND_BT_BT_H
#define PL_MIND_BT_BT_H

#include <ploy/bt.h>

#include "base/containers/arena.h"
#include "base/containers/array.h"

enum
{
    PL_BT_MAX_NODES = 65534, ///< a place in a tree is 16 bits, 0 means none
    PL_BT_MAX_DEPTH = 256,
};

typedef struct pl_bt_attribute
{
    const char* name;
    const char* value;
    uint32_t next; ///< of the same node; PLOY_NONE: the last
    uint32_t line;
    uint32_t column;
} pl_bt_attribute;

typedef struct pl_bt_node
{
    const char* element;
    uint32_t parent;
    uint32_t first; ///< child; PLOY_NONE: none
    uint32_t last;
    uint32_t next; ///< sibling
    uint32_t child_count;
    uint32_t depth; ///< of the root: 1
    uint32_t first_attribute;
    uint32_t last_attribute;
    uint32_t line;
    uint32_t column;
} pl_bt_node;

struct ploy_bt
{
    ploy_allocator allocator;
    pl_arena texts;
    const char* name;
    PL_ARRAY(pl_bt_node) nodes;
    PL_ARRAY(pl_bt_attribute) attributes;
};

/// NULL: the node has none of that name.
const pl_bt_attribute* pl_bt_find(const ploy_bt* tree, uint32_t node, const char* name);

// For loaders, which are in libploy-io: exported, but not public.

/// Where the node, or the value of the attribute that was set last, stands in the file, for error messages.
PLOY_API void pl_bt_place_node(ploy_bt* bt, uint32_t node, uint32_t line, uint32_t column);
PLOY_API void pl_bt_place_attribute(ploy_bt* bt, uint32_t line, uint32_t column);
/// Checks what does not depend on bindings and keys: node types, their number of children and their attributes.
/// PLOY_INVALID: error has the place, the problem and a correction.
PLOY_API ploy_status pl_bt_check(const ploy_bt* bt, ploy_error* error);

/// PLOY_NONE: the root.
uint32_t pl_bt_mind_node_parent(const ploy_mind* mind, uint32_t node);

/// 0: not known.
uint32_t pl_bt_mind_node_line(const ploy_mind* mind, uint32_t node);

/// Nodes of the compiled tree, subtrees expanded and preconditions apart; numbered in the order of the file, as traces
/// have them.
uint32_t pl_bt_mind_node_count(const ploy_mind* mind);

/// The GOAP mind of its <Plan> nodes, or NULL.
const ploy_mind* pl_bt_mind_planner(const ploy_mind* mind);

#endif
