#ifndef GRAPH_SVG_H
#define GRAPH_SVG_H

#include "programs/graph/graph.h"

/// One drawing with the graphs below each other. They have been laid out.
void svg_write(const drawing* graphs, uint32_t count, FILE* out);

#endif
