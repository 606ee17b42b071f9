#include "programs/graph/svg.h"

#include "programs/cli/markup.h"
#include "programs/graph/layout.h"

// Lines of text around a middle.
static void write_lines(FILE* out, const char* label, double x, double y, double line, const char* style)
{
    uint32_t count = 0;
    const char* next = label;
    for (const char* at = label; at && *at; at = next, count++) layout_line(at, &next);
    y += line * 0.35 - line * (count - 1) / 2.0;
    for (const char* at = label; at && *at; at = next, y += line) {
        size_t bytes = layout_line(at, &next);
        fprintf(out, "<text x=\"%.0f\" y=\"%.0f\"%s>", x, y, style);
        markup_bytes(out, at, bytes);
        fputs("</text>\n", out);
    }
}

static void write_shape(FILE* out, const graph_node* n)
{
    static const char* const looks[] = {
        [GRAPH_ROUND] = "rx=\"8\"",
        [GRAPH_BOX] = "",
        [GRAPH_FILLED] = "rx=\"8\" class=\"filled\"",
        [GRAPH_GOAL] = "rx=\"14\" class=\"goal\"",
        [GRAPH_NOTE] = "class=\"note\"",
        [GRAPH_DASHED] = "rx=\"8\" class=\"dashed\"",
    };
    double middle_x = n->x + n->width / 2, middle_y = n->y + n->height / 2;
    if (n->look == GRAPH_TEXT) return;
    if (n->look == GRAPH_POINT) {
        fprintf(out, "<circle cx=\"%.0f\" cy=\"%.0f\" r=\"4\" class=\"point\"/>\n", middle_x, middle_y);
    } else if (n->look == GRAPH_ELLIPSE) {
        fprintf(out, "<ellipse cx=\"%.0f\" cy=\"%.0f\" rx=\"%.0f\" ry=\"%.0f\"/>\n", middle_x, middle_y, n->width / 2,
                n->height / 2);
    } else {
        fprintf(out, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" %s/>\n", n->x, n->y, n->width,
                n->height, looks[n->look]);
    }
}

// Those that contain others come first, so that what is inside lies above them.
static void write_nodes(const drawing* g, FILE* out, uint32_t parent)
{
    for (uint32_t k = 0; k < g->node_count; k++) {
        const graph_node* n = &g->nodes[k];
        if (!n->label || n->parent != parent) continue;
        if (n->children == 0) {
            write_shape(out, n);
            write_lines(out, n->label, n->x + n->width / 2, n->y + n->height / 2, LAYOUT_LINE, "");
            continue;
        }
        fprintf(out, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" rx=\"12\" class=\"around\"/>\n", n->x,
                n->y, n->width, n->height);
        const char* next = n->label;
        double y = n->y + LAYOUT_LINE;
        for (const char* at = n->label; at && *at; at = next, y += LAYOUT_LINE) {
            size_t bytes = layout_line(at, &next);
            fprintf(out, "<text x=\"%.0f\" y=\"%.0f\" class=\"title\">", n->x + n->width / 2, y);
            markup_bytes(out, at, bytes);
            fputs("</text>\n", out);
        }
        write_nodes(g, out, k);
    }
}

static bool is_inside(const drawing* g, uint32_t node, uint32_t around)
{
    while (node != PLOY_NONE && node != around) node = g->nodes[node].parent;
    return node == around;
}

// From a node to itself, or between a node and one inside of it: a loop at the right side of the inner one.
static void write_loop(const drawing* g, FILE* out, const graph_edge* edge)
{
    const graph_node* n = &g->nodes[is_inside(g, edge->from, edge->to) ? edge->from : edge->to];
    double x = n->x + n->width, y = n->y + n->height / 2;
    fprintf(out, "<path d=\"M%.0f %.0f C%.0f %.0f %.0f %.0f %.0f %.0f\" class=\"edge\" marker-end=\"url(#arrow)\"/>\n",
            x, y - 7, x + 20, y - 14, x + 20, y + 14, x, y + 7);
    write_lines(out, edge->label, x + 10, y - 18, LAYOUT_EDGE_LINE, " class=\"label\"");
}

static void write_edge(const drawing* g, FILE* out, const graph_edge* edge)
{
    const graph_node *from = &g->nodes[edge->from], *to = &g->nodes[edge->to];
    if (!edge->points) {
        write_loop(g, out, edge);
        return;
    }
    double left = edge->around == PLOY_NONE ? 0 : g->nodes[edge->around].x;
    double top = edge->around == PLOY_NONE ? 0 : g->nodes[edge->around].y;
    bool up = edge->is_reversed;
    graph_point last = {from->x + from->width / 2, up ? from->y : from->y + from->height};
    graph_point end = {to->x + to->width / 2, up ? to->y + to->height : to->y};
    fprintf(out, "<path d=\"M%.0f %.0f", last.x, last.y);
    for (uint32_t k = 0; k <= edge->point_count; k++) {
        graph_point next = end;
        if (k < edge->point_count) {
            next = edge->points[up ? edge->point_count - 1 - k : k];
            next = (graph_point){next.x + left, next.y + top};
        }
        double half = (last.y + next.y) / 2;
        fprintf(out, " C%.0f %.0f %.0f %.0f %.0f %.0f", last.x, half, next.x, half, next.x, next.y);
        last = next;
    }
    fprintf(out, "\" class=\"edge%s\" marker-end=\"url(#arrow)\"/>\n", edge->is_dashed ? " dashed" : "");
    if (*edge->label)
        write_lines(out, edge->label, edge->place.x + left, edge->place.y + top, LAYOUT_EDGE_LINE, " class=\"label\"");
}

static void write_graph(const drawing* g, double y, FILE* out)
{
    fprintf(out, "<g transform=\"translate(0 %.0f)\">\n<text x=\"14\" y=\"22\" class=\"head\">%s ", y, g->kind);
    markup_text(out, g->name);
    fputs("</text>\n", out);
    write_nodes(g, out, PLOY_NONE);
    for (uint32_t k = 0; k < g->edge_count; k++) write_edge(g, out, &g->edges[k]);
    fputs("</g>\n", out);
}

void svg_write(const drawing* graphs, uint32_t count, FILE* out)
{
    double width = 200, height = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (graphs[k].width + 30 > width) width = graphs[k].width + 30;
        height += graphs[k].height + 10;
    }
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n"
            "<style>\n"
            "  text { font: 12px sans-serif; text-anchor: middle; fill: #1d2733 }\n"
            "  .head { font-weight: bold; font-size: 14px; text-anchor: start }\n"
            "  .title { font-weight: bold }\n"
            "  .label { font-size: 10px; fill: #4a5a6a; paint-order: stroke; stroke: #fff; stroke-width: 3px }\n"
            "  rect, ellipse { fill: #fff; stroke: #53667a }\n"
            "  .filled { fill: #e3edf7 } .goal { fill: #fbeed5; stroke: #b07d2b; stroke-width: 2 }\n"
            "  .note { fill: #f6f6ee } .around { fill: #f5f8fb; stroke: #9fb1c2 } .dashed { stroke-dasharray: 4 3 }\n"
            "  .edge { fill: none; stroke: #6b7f93 } .point { fill: #1d2733 }\n"
            "</style>\n"
            "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
            "orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#6b7f93\"/></marker></defs>\n"
            "<rect width=\"100%%\" height=\"100%%\" style=\"stroke: none\"/>\n",
            width, height, width, height);
    double y = 0;
    for (uint32_t k = 0; k < count; y += graphs[k].height + 10, k++) write_graph(&graphs[k], y, out);
    fputs("</svg>\n", out);
}
