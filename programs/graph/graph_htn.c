// A task network: tasks lead to their methods in the order in which they are tried, methods to their subtasks in the
// order in which they are done. Actions are filled.

#include "programs/graph/graph.h"

// Numbers: first tasks, then the domain's actions, then methods and pauses.
typedef struct numbers
{
    uint32_t tasks;
    uint32_t next;
} numbers;

static void draw_subtasks(drawing* g, const ploy_htn_method_info* method, uint32_t node, numbers* n)
{
    for (uint32_t k = 0; k < method->subtask_count; k++) {
        char order[16] = "";
        if (!method->unordered && method->subtask_count > 1) snprintf(order, sizeof order, "%u", (unsigned)k + 1);
        uint32_t to = method->subtasks[k] + (method->kinds[k] == PLOY_SUBTASK_ACTION ? n->tasks : 0);
        if (method->kinds[k] == PLOY_SUBTASK_PAUSE) {
            to = n->next++;
            graph_add_node(g, to, "pause", GRAPH_TEXT, PLOY_NONE);
        }
        graph_add_edge(g, node, to, order, false);
    }
}

static void draw_method(drawing* g, const ploy_htn* htn, uint32_t task, uint32_t index, numbers* n)
{
    ploy_htn_method_info method = ploy_htn_task_method(htn, task, index);
    char label[512], order[16];
    snprintf(label, sizeof label, "%s%s%s%s%s", method.name, *method.name && *method.when ? "\n" : "",
             *method.when ? "when " : "", method.when, method.unordered ? "\nin any order" : "");
    snprintf(order, sizeof order, "%u", (unsigned)index + 1);
    uint32_t node = n->next++;
    graph_add_node(g, node, label, GRAPH_ELLIPSE, PLOY_NONE);
    graph_add_edge(g, task, node, ploy_htn_task_method_count(htn, task) > 1 ? order : NULL, true);
    draw_subtasks(g, &method, node, n);
}

static bool uses(const ploy_htn* htn, uint32_t action)
{
    for (uint32_t t = 0; t < ploy_htn_task_count(htn); t++) {
        for (uint32_t m = 0; m < ploy_htn_task_method_count(htn, t); m++) {
            ploy_htn_method_info method = ploy_htn_task_method(htn, t, m);
            for (uint32_t k = 0; k < method.subtask_count; k++) {
                if (method.kinds[k] == PLOY_SUBTASK_ACTION && method.subtasks[k] == action) return true;
            }
        }
    }
    return false;
}

void graph_htn(drawing* g, const ploy_htn* htn)
{
    const ploy_domain* domain = ploy_htn_domain(htn);
    numbers n = {.tasks = ploy_htn_task_count(htn)};
    n.next = n.tasks + ploy_domain_action_count(domain);
    for (uint32_t t = 0; t < n.tasks; t++) {
        graph_add_node(g, t, ploy_htn_task_name(htn, t), GRAPH_BOX, PLOY_NONE);
    }
    for (uint32_t a = 0; a < ploy_domain_action_count(domain); a++) {
        if (uses(htn, a)) graph_add_node(g, n.tasks + a, ploy_domain_action(domain, a).name, GRAPH_FILLED, PLOY_NONE);
    }
    for (uint32_t t = 0; t < n.tasks; t++) {
        for (uint32_t m = 0; m < ploy_htn_task_method_count(htn, t); m++) {
            draw_method(g, htn, t, m, &n);
        }
    }
}
