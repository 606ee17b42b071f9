#include "programs/graph/graph.h"

#include <string.h>

static graph_look look_of(const char* element)
{
    static const char* const controls[] = {"Sequence", "Fallback", "Parallel", "Switch", "IfThenElse", "WhileDoElse"};
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
        if (strstr(element, controls[i])) return GRAPH_BOX;
    }
    return GRAPH_ROUND;
}

// "Action Reload (name)": tells nodes of one element apart.
static void print_label(const ploy_bt* bt, uint32_t node, char* text, size_t size)
{
    const char* element = ploy_bt_get_node(bt, node).element;
    const char* id = ploy_bt_get(bt, node, "ID");
    const char* name = ploy_bt_get(bt, node, "name");
    snprintf(text, size, "%s%s%s%s%s", element, id ? " " : "", id ? id : "", name ? "\n" : "", name ? name : "");
}

void graph_bt(drawing* g, const ploy_bt* bt)
{
    for (uint32_t k = 0; k < ploy_bt_node_count(bt); k++) {
        char label[256];
        ploy_bt_node node = ploy_bt_get_node(bt, k);
        print_label(bt, k, label, sizeof label);
        graph_add_node(g, k, label, node.child_count > 0 ? look_of(node.element) : GRAPH_FILLED, PLOY_NONE);
        if (node.parent != PLOY_NONE) graph_add_edge(g, node.parent, k, NULL, false);
    }
}
