// `ploy graph`: each kind of thing in a file is turned into a graph by a source file of its own; a graph is laid out
// (layout.h) and written as SVG (svg.h), or as DOT.

#ifndef GRAPH_GRAPH_H
#define GRAPH_GRAPH_H

#include <ploy/io.h>

#include <stdio.h>

typedef enum graph_look
{
    GRAPH_ROUND,
    GRAPH_BOX,
    GRAPH_FILLED,
    GRAPH_GOAL,
    GRAPH_NOTE,
    GRAPH_ELLIPSE,
    GRAPH_TEXT,
    GRAPH_DASHED,
    GRAPH_POINT,
} graph_look;

typedef struct graph_node
{
    char* label; // lines; NULL: there is no node of this number
    graph_look look;
    uint32_t parent;            // the node it is drawn inside of; PLOY_NONE: none
    uint32_t children;          // how many are inside
    double x, y, width, height; // from layout: its upper left corner, in the whole drawing
} graph_node;

typedef struct graph_point
{
    double x, y;
} graph_point;

typedef struct graph_edge
{
    uint32_t from, to;
    char* label; // "": none
    bool is_dashed;
    bool is_reversed;    // from layout: it leads upward
    graph_point* points; // from layout: what it passes between its ends; relative to `around`
    uint32_t point_count;
    uint32_t around;   // the node that both ends are inside of, PLOY_NONE: none
    graph_point place; // of the middle of the label, relative to `around`
} graph_edge;

/// Nodes have the numbers that their drawer gives them.
typedef struct drawing
{
    const char* kind; // "tree"
    const char* name;
    uint32_t number; // of the thing in the file
    graph_node* nodes;
    uint32_t node_count;
    graph_edge* edges;
    uint32_t edge_count, edge_room;
    double width, height; // from layout
} drawing;

/// parent PLOY_NONE: it is not inside of another node.
void graph_add_node(drawing* g, uint32_t node, const char* label, graph_look look, uint32_t parent);
/// label NULL: none.
void graph_add_edge(drawing* g, uint32_t from, uint32_t to, const char* label, bool is_dashed);
void graph_free(drawing* g);

void graph_domain(drawing* g, const ploy_domain* domain);
void graph_bt(drawing* g, const ploy_bt* bt);
void graph_fsm(drawing* g, const ploy_fsm* fsm);
void graph_fuzzy(drawing* g, const ploy_fuzzy* fuzzy);
void graph_htn(drawing* g, const ploy_htn* htn);

/// As a cluster of a DOT graph.
void graph_write_dot(const drawing* g, FILE* out);

#endif
