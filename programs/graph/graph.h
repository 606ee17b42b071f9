// `ploy graph`: each kind of thing in a file is drawn by a source file of its own, as a cluster of one DOT graph.

#ifndef GRAPH_GRAPH_H
#define GRAPH_GRAPH_H

#include <ploy/io.h>

#include <stdio.h>

typedef struct graph_output
{
    FILE* out;
    uint32_t thing; // number of the current thing: part of its nodes' names
} graph_output;

/// Nodes are numbered within a thing.
void graph_node(const graph_output* g, uint32_t node, const char* label, const char* attributes);
/// label NULL: none.
void graph_edge(const graph_output* g, uint32_t from, uint32_t to, const char* label, const char* attributes);
/// Writes a text escaped for a label.
void graph_text(FILE* out, const char* text);

void graph_domain(const graph_output* g, const ploy_domain* domain);
void graph_bt(const graph_output* g, const ploy_bt* bt);
void graph_fsm(const graph_output* g, const ploy_fsm* fsm);
void graph_fuzzy(const graph_output* g, const ploy_fuzzy* fuzzy);
void graph_htn(const graph_output* g, const ploy_htn* htn);

#endif
