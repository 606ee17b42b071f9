// Where the nodes and edges of a graph are drawn: in layers from top to bottom, each node below those that lead to it,
// in an order that crosses few edges. What is inside of a node is laid out first.

#ifndef GRAPH_LAYOUT_H
#define GRAPH_LAYOUT_H

#include "programs/graph/graph.h"

enum
{
    LAYOUT_LINE = 16,       // height of a line of a node's label
    LAYOUT_EDGE_LINE = 13,  // of an edge's
    LAYOUT_MAX_LETTERS = 40 // of a line; longer labels are broken at spaces
};

/// Breaks a label into lines: the next line's length in bytes and, in *next, where the one after it begins; *next is NULL
/// after the last.
size_t layout_line(const char* label, const char** next);

void layout_graph(drawing* g);

#endif
