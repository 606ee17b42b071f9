// The method of Sugiyama, Tagawa and Toda: edges that close a cycle are turned around, nodes get a layer by the longest
// path to them, edges that pass layers get a point in each, layers are ordered by the mean of their neighbors as long as
// that removes crossings, and positions within a layer come as near to the mean of their neighbors as the order allows.

#include "programs/graph/layout.h"

#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"

enum
{
    GAP_X = 22,
    GAP_Y = 26,
    BORDER = 14,
    SWEEPS = 12,
    ROUNDS = 24,
};

// A node, or a point of an edge on its way.
typedef struct item
{
    uint32_t node;  // PLOY_NONE: a point of an edge
    uint32_t edge;  // of a point
    uint32_t layer; // edges' labels are in layers of their own, between those of nodes
    double width, height;
    double x; // its middle
} item;

typedef struct layer_link
{
    uint32_t upper, lower; // items
} layer_link;

// The neighbors of all items on one side, item after item.
typedef struct neighbors
{
    uint32_t* first; // by item
    uint32_t* items;
} neighbors;

// The drawing of what is inside of one node.
typedef struct layout_level
{
    drawing* g;
    uint32_t around;
    item* items;
    uint32_t item_count, item_room;
    layer_link* links;
    uint32_t link_count, link_room;
    neighbors above, below;
    uint32_t* item_of; // by node
    uint32_t* order;   // items, layer after layer
    uint32_t* first;   // by layer: where it begins in the order
    uint32_t* place;   // by item: its index in its layer
    uint32_t layer_count;
} layout_level;

// Labels.

size_t layout_line(const char* label, const char** next)
{
    size_t length = strcspn(label, "\n"), letters = 0, space = 0, at = 0;
    for (; at < length; at++) {
        letters += ((unsigned char)label[at] & 0xC0) != 0x80;
        if (label[at] == ' ') space = at;
        if (letters > LAYOUT_MAX_LETTERS && space > 0) break;
    }
    if (at < length) {
        *next = label + space + 1;
        return space;
    }
    *next = label[length] ? label + length + 1 : NULL;
    return length;
}

static uint32_t count_letters(const char* text, size_t bytes)
{
    uint32_t letters = 0;
    for (size_t k = 0; k < bytes; k++) letters += ((unsigned char)text[k] & 0xC0) != 0x80;
    return letters;
}

static void measure(const char* label, double letter, double line, double* width, double* height)
{
    *width = *height = 0;
    while (label && *label) {
        const char* next;
        size_t bytes = layout_line(label, &next);
        double wide = letter * count_letters(label, bytes);
        if (wide > *width) *width = wide;
        *height += line;
        label = next;
    }
}

static void measure_node(graph_node* node)
{
    if (node->look == GRAPH_POINT) {
        node->width = node->height = 10;
        return;
    }
    measure(node->label, 7.2, LAYOUT_LINE, &node->width, &node->height);
    double spare = node->look == GRAPH_ELLIPSE ? 44 + node->width / 5 : node->look == GRAPH_GOAL ? 32 : 20;
    node->width += spare;
    node->height += node->look == GRAPH_ELLIPSE ? 22 : 14;
    if (node->width < 40) node->width = 40;
    if (node->height < 30) node->height = 30;
}

// Items and links.

static uint32_t add_item(layout_level* l, item added)
{
    if (l->item_count == l->item_room) {
        l->item_room = l->item_room ? 2 * l->item_room : 32;
        l->items = have_memory(realloc(l->items, l->item_room * sizeof *l->items));
    }
    l->items[l->item_count] = added;
    return l->item_count++;
}

static void add_link(layout_level* l, uint32_t upper, uint32_t lower)
{
    if (l->link_count == l->link_room) {
        l->link_room = l->link_room ? 2 * l->link_room : 32;
        l->links = have_memory(realloc(l->links, l->link_room * sizeof *l->links));
    }
    l->links[l->link_count++] = (layer_link){upper, lower};
}

// The item of this level that is a node or has it inside; PLOY_NONE: it is elsewhere.
static uint32_t item_at(const layout_level* l, uint32_t node)
{
    while (node != PLOY_NONE && l->g->nodes[node].parent != l->around) node = l->g->nodes[node].parent;
    return node == PLOY_NONE ? PLOY_NONE : l->item_of[node];
}

static bool is_of_level(const layout_level* l, const graph_edge* edge, uint32_t* from, uint32_t* to)
{
    *from = item_at(l, edge->from);
    *to = item_at(l, edge->to);
    return *from != PLOY_NONE && *to != PLOY_NONE && *from != *to;
}

// Layers.

// Edges back to where the walk comes from are turned around.
static void walk(layout_level* l, uint32_t at, uint8_t* seen)
{
    seen[at] = 1;
    for (uint32_t k = 0; k < l->g->edge_count; k++) {
        graph_edge* edge = &l->g->edges[k];
        uint32_t from, to;
        if (!is_of_level(l, edge, &from, &to) || from != at) continue;
        edge->is_reversed = seen[to] == 1;
        if (seen[to] == 0) walk(l, to, seen);
    }
    seen[at] = 2;
}

static void turn_cycles(layout_level* l)
{
    uint8_t* seen = have_memory(calloc(l->item_count + 1, 1));
    bool* entered = have_memory(calloc(l->item_count + 1, sizeof *entered));
    for (uint32_t k = 0; k < l->g->edge_count; k++) {
        uint32_t from, to;
        if (is_of_level(l, &l->g->edges[k], &from, &to)) entered[to] = true;
    }
    for (uint32_t k = 0; k < l->item_count; k++)
        if (!entered[k] && !seen[k]) walk(l, k, seen);
    for (uint32_t k = 0; k < l->item_count; k++)
        if (!seen[k]) walk(l, k, seen);
    free(entered);
    free(seen);
}

static void find_layers(layout_level* l)
{
    bool changed = true;
    for (uint32_t round = 0; changed && round <= l->item_count; round++) {
        changed = false;
        for (uint32_t k = 0; k < l->g->edge_count; k++) {
            const graph_edge* edge = &l->g->edges[k];
            uint32_t from, to;
            if (!is_of_level(l, edge, &from, &to)) continue;
            item* upper = &l->items[edge->is_reversed ? to : from];
            item* lower = &l->items[edge->is_reversed ? from : to];
            if (lower->layer >= upper->layer + 2) continue;
            lower->layer = upper->layer + 2;
            changed = true;
        }
    }
}

static void add_points(layout_level* l)
{
    for (uint32_t k = 0; k < l->g->edge_count; k++) {
        graph_edge* edge = &l->g->edges[k];
        uint32_t from, to;
        if (!is_of_level(l, edge, &from, &to)) continue;
        uint32_t upper = edge->is_reversed ? to : from, lower = edge->is_reversed ? from : to;
        uint32_t begin = l->items[upper].layer, end = l->items[lower].layer, middle = (begin + end) / 2 | 1;
        edge->around = l->around;
        edge->points = have_memory(calloc(end - begin, sizeof *edge->points));
        edge->point_count = end - begin - 1;
        for (uint32_t layer = begin + 1; layer < end; layer++) {
            item point = {.node = PLOY_NONE, .edge = k, .layer = layer, .width = 4};
            if (layer == middle && *edge->label) {
                measure(edge->label, 6, LAYOUT_EDGE_LINE, &point.width, &point.height);
                point.height += 4;
            }
            uint32_t added = add_item(l, point);
            add_link(l, upper, added);
            upper = added;
        }
        add_link(l, upper, lower);
    }
}

static neighbors find_neighbors(const layout_level* l, bool above)
{
    neighbors n = {have_memory(calloc(l->item_count + 2, sizeof *n.first)),
                   have_memory(calloc(l->link_count + 1, sizeof *n.items))};
    for (uint32_t k = 0; k < l->link_count; k++) n.first[(above ? l->links[k].lower : l->links[k].upper) + 2]++;
    for (uint32_t k = 2; k < l->item_count + 2; k++) n.first[k] += n.first[k - 1];
    for (uint32_t k = 0; k < l->link_count; k++) {
        uint32_t at = above ? l->links[k].lower : l->links[k].upper;
        n.items[n.first[at + 1]++] = above ? l->links[k].upper : l->links[k].lower;
    }
    return n;
}

// Order.

// In the order of a walk from the top: trees keep the order of their children and cross nothing.
static void place_from(layout_level* l, uint32_t at, uint32_t* fill, bool* placed)
{
    if (placed[at]) return;
    placed[at] = true;
    l->order[l->first[l->items[at].layer] + fill[l->items[at].layer]++] = at;
    for (uint32_t k = l->below.first[at]; k < l->below.first[at + 1]; k++)
        place_from(l, l->below.items[k], fill, placed);
}

static void note_places(layout_level* l)
{
    for (uint32_t layer = 0; layer < l->layer_count; layer++)
        for (uint32_t k = l->first[layer]; k < l->first[layer + 1]; k++) l->place[l->order[k]] = k - l->first[layer];
}

static void order_first(layout_level* l)
{
    for (uint32_t k = 0; k < l->item_count; k++)
        if (l->items[k].layer >= l->layer_count) l->layer_count = l->items[k].layer + 1;
    l->order = have_memory(calloc(l->item_count + 1, sizeof *l->order));
    l->place = have_memory(calloc(l->item_count + 1, sizeof *l->place));
    l->first = have_memory(calloc(l->layer_count + 1, sizeof *l->first));
    for (uint32_t k = 0; k < l->item_count; k++) l->first[l->items[k].layer + 1]++;
    for (uint32_t k = 0; k < l->layer_count; k++) l->first[k + 1] += l->first[k];
    uint32_t* fill = have_memory(calloc(l->layer_count + 1, sizeof *fill));
    bool* placed = have_memory(calloc(l->item_count + 1, sizeof *placed));
    for (uint32_t layer = 0; layer < l->layer_count; layer++)
        for (uint32_t k = 0; k < l->item_count; k++)
            if (l->items[k].layer == layer) place_from(l, k, fill, placed);
    free(fill);
    free(placed);
    note_places(l);
}

static uint32_t count_crossings(const layout_level* l)
{
    uint32_t count = 0;
    for (uint32_t a = 0; a < l->link_count; a++) {
        for (uint32_t b = a + 1; b < l->link_count; b++) {
            layer_link one = l->links[a], two = l->links[b];
            if (l->items[one.upper].layer != l->items[two.upper].layer) continue;
            int64_t above = (int64_t)l->place[one.upper] - l->place[two.upper];
            int64_t below = (int64_t)l->place[one.lower] - l->place[two.lower];
            count += (above < 0 && below > 0) || (above > 0 && below < 0);
        }
    }
    return count;
}

// The mean of an item's neighbors above or below, in a measure of theirs; `own` if it has none.
static double mean_of(const layout_level* l, uint32_t at, bool above, bool by_place, double own)
{
    const neighbors* side = above ? &l->above : &l->below;
    uint32_t count = side->first[at + 1] - side->first[at];
    double sum = 0;
    for (uint32_t k = side->first[at]; k < side->first[at + 1]; k++)
        sum += by_place ? l->place[side->items[k]] : l->items[side->items[k]].x;
    return count ? sum / count : own;
}

static void sort_layer(layout_level* l, uint32_t layer, bool above)
{
    uint32_t* row = l->order + l->first[layer];
    uint32_t count = l->first[layer + 1] - l->first[layer];
    double* mean = have_memory(calloc(count + 1, sizeof *mean));
    for (uint32_t k = 0; k < count; k++) mean[k] = mean_of(l, row[k], above, true, k);
    for (uint32_t k = 1; k < count; k++) {
        for (uint32_t at = k; at > 0 && mean[at] < mean[at - 1]; at--) {
            double m = mean[at];
            uint32_t r = row[at];
            mean[at] = mean[at - 1], row[at] = row[at - 1];
            mean[at - 1] = m, row[at - 1] = r;
        }
    }
    free(mean);
    note_places(l);
}

enum
{
    MAX_SORTED_LINKS = 1500 // beyond it counting crossings takes too long
};

static void reduce_crossings(layout_level* l)
{
    if (l->link_count > MAX_SORTED_LINKS) return;
    size_t bytes = l->item_count * sizeof *l->order;
    uint32_t* best = have_memory(malloc(bytes + 1));
    memcpy(best, l->order, bytes);
    uint32_t fewest = count_crossings(l);
    for (uint32_t sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
        for (uint32_t k = 1; k < l->layer_count; k++)
            sort_layer(l, sweep % 2 ? l->layer_count - 1 - k : k, sweep % 2 == 0);
        uint32_t count = count_crossings(l);
        if (count >= fewest) continue;
        fewest = count;
        memcpy(best, l->order, bytes);
    }
    memcpy(l->order, best, bytes);
    free(best);
    note_places(l);
}

// Positions.

// The x nearest to what is wanted (least squares) that keeps the order and the gaps: adjacent items that would overlap
// are moved as one block.
static void spread(layout_level* l, uint32_t layer, const double* wanted)
{
    const uint32_t* row = l->order + l->first[layer];
    uint32_t count = l->first[layer + 1] - l->first[layer], blocks = 0;
    double* offset = have_memory(calloc(count + 1, sizeof *offset));
    double* mean = have_memory(calloc(count + 1, sizeof *mean));
    uint32_t* size = have_memory(calloc(count + 1, sizeof *size));
    for (uint32_t k = 1; k < count; k++)
        offset[k] = offset[k - 1] + (l->items[row[k - 1]].width + l->items[row[k]].width) / 2 + GAP_X;
    for (uint32_t k = 0; k < count; k++) {
        mean[blocks] = wanted[k] - offset[k];
        size[blocks++] = 1;
        while (blocks > 1 && mean[blocks - 2] > mean[blocks - 1]) {
            uint32_t both = size[blocks - 2] + size[blocks - 1];
            mean[blocks - 2] = (mean[blocks - 2] * size[blocks - 2] + mean[blocks - 1] * size[blocks - 1]) / both;
            size[blocks-- - 2] = both;
        }
    }
    for (uint32_t block = 0, k = 0; block < blocks; block++)
        for (uint32_t end = k + size[block]; k < end; k++) l->items[row[k]].x = mean[block] + offset[k];
    free(offset);
    free(mean);
    free(size);
}

static void place_layer(layout_level* l, uint32_t layer, bool above, bool below)
{
    uint32_t count = l->first[layer + 1] - l->first[layer];
    double* wanted = have_memory(calloc(count + 1, sizeof *wanted));
    for (uint32_t k = 0; k < count; k++) {
        uint32_t at = l->order[l->first[layer] + k];
        double up = above ? mean_of(l, at, true, false, l->items[at].x) : 0;
        double down = below ? mean_of(l, at, false, false, l->items[at].x) : 0;
        wanted[k] = above && below ? (up + down) / 2 : up + down;
    }
    spread(l, layer, wanted);
    free(wanted);
}

static void place_items(layout_level* l)
{
    for (uint32_t layer = 0; layer < l->layer_count; layer++) {
        double* zero = have_memory(calloc(l->item_count + 1, sizeof *zero));
        spread(l, layer, zero);
        free(zero);
    }
    for (uint32_t round = 0; round < ROUNDS; round++) {
        bool up = round % 2 == 1;
        for (uint32_t k = 0; k < l->layer_count; k++) {
            uint32_t layer = up ? l->layer_count - 1 - k : k;
            place_layer(l, layer, !up, up);
        }
    }
}

// Moves everything to the right of and below the border, and writes positions into the graph.
static void finish(layout_level* l, double top, double* width, double* height)
{
    double left = 0, right = 0, y = top;
    for (uint32_t k = 0; k < l->item_count; k++) {
        const item* i = &l->items[k];
        if (k == 0 || i->x - i->width / 2 < left) left = i->x - i->width / 2;
        if (k == 0 || i->x + i->width / 2 > right) right = i->x + i->width / 2;
    }
    for (uint32_t layer = 0; layer < l->layer_count; layer++) {
        double tallest = 0;
        for (uint32_t k = l->first[layer]; k < l->first[layer + 1]; k++)
            if (l->items[l->order[k]].height > tallest) tallest = l->items[l->order[k]].height;
        for (uint32_t k = l->first[layer]; k < l->first[layer + 1]; k++) {
            const item* i = &l->items[l->order[k]];
            graph_point middle = {i->x - left + BORDER, y + tallest / 2};
            if (i->node != PLOY_NONE) {
                l->g->nodes[i->node].x = middle.x - i->width / 2;
                l->g->nodes[i->node].y = middle.y - i->height / 2;
                continue;
            }
            graph_edge* edge = &l->g->edges[i->edge];
            uint32_t from = item_at(l, edge->is_reversed ? edge->to : edge->from);
            edge->points[layer - l->items[from].layer - 1] = middle;
            if (i->height > 0) edge->place = middle;
        }
        y += tallest + (layer + 1 < l->layer_count ? GAP_Y / 2.0 : 0);
    }
    *width = right - left + 2 * BORDER;
    *height = y + BORDER;
}

static void free_level(layout_level* l)
{
    free(l->items);
    free(l->links);
    free(l->above.first);
    free(l->above.items);
    free(l->below.first);
    free(l->below.items);
    free(l->item_of);
    free(l->order);
    free(l->first);
    free(l->place);
}

static void lay_out(drawing* g, uint32_t around, double top, double* width, double* height)
{
    layout_level l = {.g = g, .around = around, .item_of = have_memory(calloc(g->node_count + 1, sizeof *l.item_of))};
    for (uint32_t k = 0; k < g->node_count; k++) {
        graph_node* node = &g->nodes[k];
        if (!node->label || node->parent != around) continue;
        measure_node(node);
        if (node->children > 0) {
            double wide, high, title = node->width;
            lay_out(g, k, node->height + 2, &wide, &high);
            node->width = wide > title ? wide : title;
            node->height = high;
        }
        l.item_of[k] = add_item(&l, (item){.node = k, .width = node->width, .height = node->height});
    }
    turn_cycles(&l);
    find_layers(&l);
    add_points(&l);
    l.above = find_neighbors(&l, true);
    l.below = find_neighbors(&l, false);
    order_first(&l);
    reduce_crossings(&l);
    place_items(&l);
    finish(&l, top, width, height);
    free_level(&l);
}

// Positions inside of a node are relative to it until now.
static void make_absolute(drawing* g, uint32_t around)
{
    for (uint32_t k = 0; k < g->node_count; k++) {
        graph_node* node = &g->nodes[k];
        if (!node->label || node->parent != around) continue;
        if (around != PLOY_NONE) {
            node->x += g->nodes[around].x;
            node->y += g->nodes[around].y;
        }
        if (node->children > 0) make_absolute(g, k);
    }
}

void layout_graph(drawing* g)
{
    for (uint32_t k = 0; k < g->edge_count; k++) g->edges[k].around = PLOY_NONE;
    lay_out(g, PLOY_NONE, BORDER + 2 * LAYOUT_LINE, &g->width, &g->height);
    make_absolute(g, PLOY_NONE);
}
