// What a behavior tree runs, as paths from the root to the running leaves, and which nodes on the way were tried before
// and failed; what task a task network does, with which method, and at which step it is.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ploy/mind.h>

#include "record/debugger/debugger.h"

enum
{
    MAX_PATHS = 8,     // of a tree with parallel nodes that are listed
    MAX_DEPTH = 64,    // of a path: what is above it is left out
    MAX_FAILURES = 12, // that are listed
};

typedef struct shown_tree
{
    const pl_debug_run* run;
    const pl_logged_node* nodes;
    uint32_t* parents;
    bool* is_inner; // it has a child that runs
    uint32_t count;
} shown_tree;

static bool is_of_kind(const pl_debug_run* run, const char* kind)
{
    const pl_debugger_mind* mind = pl_debugger_mind_of(run->debugger, run->agent);
    return mind && strcmp(mind->type, kind) == 0;
}

// PLOY_NONE: the root, or it is not recorded. A parent comes before its children.
static bool read_parents(shown_tree* tree)
{
    const pl_debug_run* run = tree->run;
    pl_note_lines lines;
    char note[32], line[32];
    snprintf(note, sizeof note, "parents:%" PRIu32, run->debugger->minds.data[run->agent->mind].number);
    tree->parents = PL_ARENA_ARRAY(&run->debugger->scratch, uint32_t, tree->count + 1);
    tree->is_inner = PL_ARENA_ARRAY(&run->debugger->scratch, bool, tree->count + 1);
    if (!tree->parents || !tree->is_inner) return false;
    bool is_noted = pl_note_open(run, note, &lines);
    for (uint32_t i = 0; i < tree->count; ++i) {
        long parent = is_noted && pl_note_next(&lines, line, sizeof line) ? strtol(line, NULL, 10) : -1;
        tree->parents[i] = parent >= 0 && parent < (long)i ? (uint32_t)parent : PLOY_NONE;
        if (tree->parents[i] != PLOY_NONE && tree->nodes[i].status == PLOY_RUNNING)
            tree->is_inner[tree->parents[i]] = true;
    }
    return true;
}

static bool is_running(const shown_tree* tree, uint32_t node)
{
    return tree->nodes[node].status == PLOY_RUNNING;
}

static const char* name_of(const shown_tree* tree, uint32_t node, char* text, size_t size)
{
    return pl_mind_part_name(tree->run, tree->run->agent, node, text, size);
}

static void add_path(pl_debug_run* run, const shown_tree* tree, uint32_t node)
{
    char name[256];
    uint32_t path[MAX_DEPTH], depth = 0;
    for (; node != PLOY_NONE && depth < MAX_DEPTH; node = tree->parents[node]) path[depth++] = node;
    while (depth-- > 0) {
        pl_text_add(&run->text, "%s%s", name_of(tree, path[depth], name, sizeof name), depth > 0 ? " > " : "");
        pl_json_string(&run->json, NULL, name);
    }
}

// Earlier siblings of the nodes on the path that failed: why the tree came this far.
static void add_failures(pl_debug_run* run, const shown_tree* tree, uint32_t leaf)
{
    char name[256];
    uint32_t listed = 0;
    for (uint32_t node = leaf; tree->parents[node] != PLOY_NONE; node = tree->parents[node]) {
        for (uint32_t i = tree->parents[node] + 1; i < node && listed < MAX_FAILURES; ++i) {
            if (tree->parents[i] != tree->parents[node] || tree->nodes[i].status != PLOY_FAILURE) continue;
            pl_text_add(&run->text, "%s%s (tick %" PRIu64 ")", listed++ == 0 ? "It failed before: " : ", ",
                        name_of(tree, i, name, sizeof name), tree->nodes[i].tick);
        }
    }
    if (listed > 0) pl_text_add(&run->text, ".\n");
}

ploy_status pl_report_tree(pl_debug_run* run)
{
    shown_tree tree = {.run = run, .nodes = run->log->nodes.data, .count = run->log->nodes.count};
    uint32_t listed = 0;
    if (!is_of_kind(run, "bt") || tree.count == 0) return PLOY_OK;
    if (!read_parents(&tree)) return PLOY_OUT_OF_MEMORY;
    pl_json_open(&run->json, "paths", '[');
    for (uint32_t i = 0; i < tree.count && listed < MAX_PATHS; ++i) {
        if (!is_running(&tree, i) || tree.is_inner[i]) continue;
        ++listed;
        pl_text_add(&run->text, "It runs ");
        pl_json_open(&run->json, NULL, '[');
        add_path(run, &tree, i);
        pl_json_close(&run->json, ']');
        pl_text_add(&run->text, " since tick %" PRIu64 ".\n", tree.nodes[i].tick);
        add_failures(run, &tree, i);
    }
    pl_json_close(&run->json, ']');
    if (listed == 0) pl_text_add(&run->text, "No node of its behavior tree runs.\n");
    return PLOY_OK;
}

// Task networks.

// The method'th "method NAME" below the task'th "task NAME" of the description, and how many there are.
static uint32_t read_methods(const pl_debug_run* run, uint32_t task, uint32_t method, char* text, size_t size)
{
    pl_note_lines lines;
    char line[512];
    uint32_t tasks = 0, methods = 0;
    *text = '\0';
    if (!pl_note_open_description(run, &lines)) return 0;
    while (pl_note_next(&lines, line, sizeof line)) {
        tasks += strncmp(line, "task ", 5) == 0;
        if (tasks != task + 1 || strncmp(line, "method ", 7) != 0) continue;
        if (methods++ == method) snprintf(text, size, "%s", line + 7);
    }
    return methods;
}

static void add_method(pl_debug_run* run, const pl_logged_plan* plan)
{
    char name[512];
    uint32_t count = plan->method1 ? read_methods(run, plan->goal, plan->method1 - 1, name, sizeof name) : 0;
    if (count == 0) return;
    pl_text_add(&run->text, " with method %" PRIu32 " of %" PRIu32, plan->method1, count);
    if (*name) pl_text_add(&run->text, ", %s", name);
    if (plan->method1 > 1) pl_text_add(&run->text, ", since no method before it led to a plan");
    pl_json_string(&run->json, "method", name);
}

void pl_report_network(pl_debug_run* run)
{
    const pl_logged_plan* plan = &run->log->plan;
    char name[512];
    if (!is_of_kind(run, "htn")) return;
    if (!plan->is_one) {
        pl_text_add(&run->text, "It follows no plan");
        if (run->log->failed_goal != PLOY_NONE)
            pl_text_add(&run->text, ": the last search for %s ended: %s",
                        pl_now_goal(run, run->log->failed_goal, name, sizeof name),
                        ploy_status_text((ploy_status)run->log->failed_status));
        pl_text_add(&run->text, ".\n");
        return;
    }
    pl_text_add(&run->text, "It does the task %s", pl_now_goal(run, plan->goal, name, sizeof name));
    add_method(run, plan);
    pl_text_add(&run->text, ".\n");
    for (uint32_t i = 0; i < plan->steps.count; ++i) {
        pl_text_add(&run->text, "  %" PRIu32 ". %s%s\n", i + 1,
                    pl_now_step(run, &plan->steps.data[i], name, sizeof name),
                    i < plan->done                                     ? ", done"
                    : i == plan->done && run->log->action != PLOY_NONE ? ", running"
                                                                       : "");
    }
}
