#include "programs/run/tree_view.h"

#include <stdlib.h>
#include <string.h>

bool tree_view_begin(tree_view* view, const ploy_mind* mind)
{
    *view = (tree_view){.mind = mind, .count = ploy_bt_mind_node_count(mind)};
    view->nodes = calloc(view->count + 1, sizeof *view->nodes);
    if (!view->nodes) return false;
    for (uint32_t i = 0; i < view->count; i++) {
        ploy_bt_node node = ploy_bt_mind_get_node(mind, i);
        tree_node* of = &view->nodes[i];
        of->is_hidden = node.element[0] == '\0';
        of->status = of->shown = NODE_IDLE;
        if (node.parent != PLOY_NONE) of->level = view->nodes[node.parent].level + !view->nodes[node.parent].is_hidden;
    }
    return true;
}

void tree_view_free(tree_view* view)
{
    free(view->nodes);
}

void tree_view_tick(tree_view* view)
{
    for (uint32_t i = 0; i < view->count; i++) {
        tree_node* node = &view->nodes[i];
        node->shown = node->status == PLOY_RUNNING ? PLOY_RUNNING : NODE_IDLE;
    }
}

static void set(tree_view* view, uint32_t node, uint32_t status)
{
    view->nodes[node].status = view->nodes[node].shown = (uint8_t)status;
}

void tree_view_note(tree_view* view, uint32_t node, uint32_t status)
{
    set(view, node, status);
    view->nodes[node].counts[status]++;
    // Preconditions end without their node having been entered.
    bool is_alone = view->nodes[node].is_hidden && status != PLOY_RUNNING && node + 1 < view->count;
    if (is_alone && view->nodes[node + 1].shown == NODE_IDLE) set(view, node + 1, status);
}

const char* tree_view_status(uint32_t status)
{
    static const char* const names[NODE_STATUS_COUNT] = {"running", "success", "failure", "skipped", "halted", "idle"};
    return names[status];
}

void tree_view_name(const tree_view* view, uint32_t node, char* text, size_t size)
{
    const char* name = ploy_bt_mind_node_name(view->mind, node);
    const char* element = ploy_bt_mind_get_node(view->mind, node).element;
    bool is_same = strcmp(name, element) == 0 || !*element;
    snprintf(text, size, is_same ? "%s" : "%s (%s)", name, element);
}

size_t tree_view_print(const tree_view* view, const play_session* play, char* text, size_t used, size_t size)
{
    static const char* const colors[NODE_STATUS_COUNT] = {"\033[33m", "\033[32m", "\033[31m",
                                                          "\033[2m",  "\033[35m", "\033[2m"};
    for (uint32_t i = 0; i < view->count && used + 512 < size; i++) {
        const tree_node* node = &view->nodes[i];
        char name[200];
        if (node->is_hidden) continue;
        tree_view_name(view, i, name, sizeof name);
        used +=
            (size_t)snprintf(text + used, size - used, "%s%-8s %*s%s%s\n", play_color(play, colors[node->shown]),
                             node->shown == NODE_IDLE ? "" : tree_view_status(node->shown),
                             (int)(2 * (node->level < 60 ? node->level : 60)), "", name, play_color(play, "\033[0m"));
    }
    return used;
}
