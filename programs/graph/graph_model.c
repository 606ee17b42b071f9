// The graph itself, and its DOT.

#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"
#include "programs/graph/graph.h"

static char* copy_text(const char* text)
{
    return strcpy(have_memory(malloc(strlen(text) + 1)), text);
}

void graph_add_node(drawing* g, uint32_t node, const char* label, graph_look look, uint32_t parent)
{
    if (node >= g->node_count) {
        uint32_t count = node + 1;
        g->nodes = have_memory(realloc(g->nodes, count * sizeof *g->nodes));
        memset(g->nodes + g->node_count, 0, (count - g->node_count) * sizeof *g->nodes);
        g->node_count = count;
    }
    free(g->nodes[node].label);
    g->nodes[node].label = copy_text(label);
    g->nodes[node].look = look;
    g->nodes[node].parent = parent;
    if (parent != PLOY_NONE) g->nodes[parent].children++;
}

void graph_add_edge(drawing* g, uint32_t from, uint32_t to, const char* label, bool is_dashed)
{
    if (g->edge_count == g->edge_room) {
        g->edge_room = g->edge_room ? 2 * g->edge_room : 16;
        g->edges = have_memory(realloc(g->edges, g->edge_room * sizeof *g->edges));
    }
    g->edges[g->edge_count++] =
        (graph_edge){.from = from, .to = to, .label = copy_text(label ? label : ""), .is_dashed = is_dashed};
}

void graph_free(drawing* g)
{
    for (uint32_t k = 0; k < g->node_count; k++) free(g->nodes[k].label);
    for (uint32_t k = 0; k < g->edge_count; k++) {
        free(g->edges[k].label);
        free(g->edges[k].points);
    }
    free(g->nodes);
    free(g->edges);
}

static void write_text(FILE* out, const char* text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', out);
        if (*text == '\n')
            fputs("\\n", out);
        else
            fputc(*text, out);
    }
}

static void write_nodes(const drawing* g, FILE* out, uint32_t parent)
{
    static const char* const looks[] = {"",
                                        ", style=\"\"",
                                        ", style=\"rounded,filled\"",
                                        ", shape=doubleoctagon, style=\"\"",
                                        ", shape=note, style=\"\"",
                                        ", shape=ellipse, style=\"\"",
                                        ", shape=plaintext",
                                        ", style=dashed",
                                        ", shape=point"};
    for (uint32_t k = 0; k < g->node_count; k++) {
        const graph_node* node = &g->nodes[k];
        if (!node->label || node->parent != parent) continue;
        if (node->children == 0) {
            fprintf(out, "  t%u_%u [label=\"", (unsigned)g->number, (unsigned)k);
            write_text(out, node->label);
            fprintf(out, "\"%s];\n", looks[node->look]);
            continue;
        }
        fprintf(out, "  subgraph cluster_t%u_%u {\n  label=\"", (unsigned)g->number, (unsigned)k);
        write_text(out, node->label);
        fputs("\"; style=rounded;\n", out);
        write_nodes(g, out, k);
        fputs("  }\n", out);
    }
}

// DOT has arrows between nodes only: at a node with others inside, the first of them stands for it.
static uint32_t end_of(const drawing* g, uint32_t node)
{
    while (g->nodes[node].children > 0) {
        uint32_t inside = 0;
        while (!g->nodes[inside].label || g->nodes[inside].parent != node) inside++;
        node = inside;
    }
    return node;
}

static void write_edge(const drawing* g, FILE* out, const graph_edge* edge)
{
    const char* comma = "";
    unsigned thing = (unsigned)g->number;
    fprintf(out, "  t%u_%u -> t%u_%u [", thing, (unsigned)end_of(g, edge->from), thing, (unsigned)end_of(g, edge->to));
    if (*edge->label) {
        fputs("label=\"", out);
        write_text(out, edge->label);
        fputc('"', out);
        comma = ", ";
    }
    if (edge->is_dashed) {
        fprintf(out, "%sstyle=dashed", comma);
        comma = ", ";
    }
    if (g->nodes[edge->from].children > 0) {
        fprintf(out, "%sltail=cluster_t%u_%u", comma, thing, (unsigned)edge->from);
        comma = ", ";
    }
    if (g->nodes[edge->to].children > 0) fprintf(out, "%slhead=cluster_t%u_%u", comma, thing, (unsigned)edge->to);
    fputs("];\n", out);
}

void graph_write_dot(const drawing* g, FILE* out)
{
    fprintf(out, "  subgraph cluster_t%u {\n  label=\"%s ", (unsigned)g->number, g->kind);
    write_text(out, g->name);
    fputs("\";\n", out);
    write_nodes(g, out, PLOY_NONE);
    for (uint32_t k = 0; k < g->edge_count; k++) write_edge(g, out, &g->edges[k]);
    fputs("  }\n", out);
}
