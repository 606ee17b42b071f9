// `ploy graph`: each kind of thing that a file holds is drawn by a file of its own, as a cluster of one DOT graph.

#ifndef GRAPH_GRAPH_H
#define GRAPH_GRAPH_H

#include <ploy/io.h>

#include <stdio.h>

typedef struct graph
{
    FILE* out;
    uint32_t thing; // that is being drawn: part of the names of its nodes
} graph;

/// Nodes are numbered within a thing.
void graph_node(const graph* g, uint32_t node, const char* label, const char* attributes);
/// label NULL: none.
void graph_edge(const graph* g, uint32_t from, uint32_t to, const char* label, const char* attributes);
/// Text as it stands between the quotes of a label.
void graph_text(FILE* out, const char* text);

void graph_domain(const graph* g, const ploy_domain* domain);
void graph_tree(const graph* g, const ploy_bt* tree);
void graph_machine(const graph* g, const ploy_fsm* machine);
void graph_fuzzy(const graph* g, const ploy_fuzzy* fuzzy);
void graph_network(const graph* g, const ploy_htn* network);

#endif
