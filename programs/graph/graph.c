#include "programs/graph/graph.h"
#include "programs/cli/command.h"
#include "programs/cli/json.h"
#include "programs/cli/load_file.h"
#include "programs/cli/options.h"
#include "programs/cli/memory.h"
#include "programs/cli/suggest.h"
#include "programs/graph/layout.h"
#include "programs/graph/svg.h"

#include <stdlib.h>
#include <string.h>

static const char page[] =
    "NAME\n"
    "  ploy graph - draw what a file holds\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy graph FILE [--only NAME] [--dot] [--json]\n"
    "\n"
    "DESCRIPTION\n"
    "  Draws, as SVG: of a domain its actions and goals, with an arrow wherever an effect may serve a\n"
    "  precondition; a behavior tree; a state machine with its nested states; the rules of a fuzzy\n"
    "  state machine; the tasks of a task network with their methods.\n"
    "\n"
    "OPTIONS\n"
    "  --only NAME  only the domain, behavior tree, state machine or task network of that name\n"
    "  --dot        in the DOT language, for Graphviz\n"
    "  --json       no drawing, but one JSON object: file, things (each kind, name, nodes)\n"
    "\n"
    "EXIT STATUS\n"
    "  0  done\n"
    "  1  there is nothing to draw\n"
    "  2  the file cannot be read, or the usage is wrong\n"
    "\n"
    "EXAMPLES\n"
    "  ploy graph examples/camp.xml >camp.svg\n"
    "  ploy graph examples/sentry.xml --only sentry >sentry.svg\n"
    "  ploy graph examples/camp.xml --dot | dot -Tpdf >camp.pdf\n";

// What can be drawn: how many of each a file has, their names and sizes, and the function that draws them.

static const char* domain_name(const ploy_file* file, uint32_t k)
{
    return ploy_domain_name(ploy_file_domain(file, k));
}

static uint32_t domain_size(const ploy_file* file, uint32_t k)
{
    const ploy_domain* domain = ploy_file_domain(file, k);
    return ploy_domain_action_count(domain) + ploy_domain_goal_count(domain);
}

static void draw_domain(drawing* g, const ploy_file* file, uint32_t k)
{
    graph_domain(g, ploy_file_domain(file, k));
}

static const char* bt_name(const ploy_file* file, uint32_t k)
{
    return ploy_bt_name(ploy_file_bt(file, k));
}

static uint32_t bt_size(const ploy_file* file, uint32_t k)
{
    return ploy_bt_node_count(ploy_file_bt(file, k));
}

static void draw_bt(drawing* g, const ploy_file* file, uint32_t k)
{
    graph_bt(g, ploy_file_bt(file, k));
}

static const char* fsm_name(const ploy_file* file, uint32_t k)
{
    return ploy_fsm_name(ploy_file_fsm(file, k));
}

static uint32_t fsm_size(const ploy_file* file, uint32_t k)
{
    return ploy_fsm_state_count(ploy_file_fsm(file, k));
}

static void draw_fsm(drawing* g, const ploy_file* file, uint32_t k)
{
    graph_fsm(g, ploy_file_fsm(file, k));
}

static const char* fuzzy_name(const ploy_file* file, uint32_t k)
{
    return ploy_fuzzy_name(ploy_file_fuzzy(file, k));
}

static uint32_t fuzzy_size(const ploy_file* file, uint32_t k)
{
    return ploy_fuzzy_state_count(ploy_file_fuzzy(file, k)) + ploy_fuzzy_rule_count(ploy_file_fuzzy(file, k));
}

static void draw_fuzzy(drawing* g, const ploy_file* file, uint32_t k)
{
    graph_fuzzy(g, ploy_file_fuzzy(file, k));
}

static const char* htn_name(const ploy_file* file, uint32_t k)
{
    return ploy_htn_name(ploy_file_htn(file, k));
}

static uint32_t htn_size(const ploy_file* file, uint32_t k)
{
    return ploy_htn_task_count(ploy_file_htn(file, k));
}

static void draw_htn(drawing* g, const ploy_file* file, uint32_t k)
{
    graph_htn(g, ploy_file_htn(file, k));
}

static const struct
{
    const char* name;
    uint32_t (*count)(const ploy_file* file);
    const char* (*name_of)(const ploy_file* file, uint32_t k);
    uint32_t (*size_of)(const ploy_file* file, uint32_t k);
    void (*draw)(drawing* g, const ploy_file* file, uint32_t k);
} kinds[] = {
    {"domain", ploy_file_domain_count, domain_name, domain_size, draw_domain},
    {"tree", ploy_file_bt_count, bt_name, bt_size, draw_bt},
    {"machine", ploy_file_fsm_count, fsm_name, fsm_size, draw_fsm},
    {"fuzzy", ploy_file_fuzzy_count, fuzzy_name, fuzzy_size, draw_fuzzy},
    {"network", ploy_file_htn_count, htn_name, htn_size, draw_htn},
};

enum
{
    KIND_COUNT = sizeof kinds / sizeof kinds[0]
};

// All drawable things of a file, numbered in order.
typedef struct thing
{
    uint32_t kind, index;
} thing;

static bool find_thing(const ploy_file* file, uint32_t number, thing* found)
{
    for (uint32_t k = 0; k < KIND_COUNT; k++) {
        uint32_t count = kinds[k].count(file);
        if (number < count) {
            *found = (thing){k, number};
            return true;
        }
        number -= count;
    }
    return false;
}

static const char* thing_name(const void* list, uint32_t number)
{
    thing t = {0, 0};
    find_thing(list, number, &t);
    return kinds[t.kind].name_of(list, t.index);
}

static bool is_wanted(const ploy_file* file, uint32_t number, const char* only)
{
    return !only || strcmp(thing_name(file, number), only) == 0;
}

// Writing.

static void make_graph(drawing* g, const ploy_file* file, uint32_t number)
{
    thing t = {0, 0};
    find_thing(file, number, &t);
    *g = (drawing){.kind = kinds[t.kind].name, .name = thing_name(file, number), .number = number};
    kinds[t.kind].draw(g, file, t.index);
}

static void write_dot(FILE* out, const ploy_file* file, const char* only, uint32_t count)
{
    fputs("digraph ploy {\n"
          "  compound=true;\n"
          "  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n"
          "  edge [fontname=\"sans-serif\", fontsize=10];\n",
          out);
    for (uint32_t k = 0; k < count; k++) {
        if (!is_wanted(file, k, only)) continue;
        drawing g;
        make_graph(&g, file, k);
        graph_write_dot(&g, out);
        graph_free(&g);
    }
    fputs("}\n", out);
}

static void write_svg(FILE* out, const ploy_file* file, const char* only, uint32_t count)
{
    drawing* all = have_memory(calloc(count + 1, sizeof *all));
    uint32_t used = 0;
    for (uint32_t k = 0; k < count; k++)
        if (is_wanted(file, k, only)) make_graph(&all[used++], file, k);
    for (uint32_t k = 0; k < used; k++) layout_graph(&all[k]);
    svg_write(all, used, out);
    for (uint32_t k = 0; k < used; k++) graph_free(&all[k]);
    free(all);
}

static void list_json(const char* path, const ploy_file* file, const char* only)
{
    json j = json_begin(stdout);
    json_text(&j, "file", path);
    json_array(&j, "things");
    thing t;
    for (uint32_t k = 0; find_thing(file, k, &t); k++) {
        if (!is_wanted(file, k, only)) continue;
        json_object(&j, NULL);
        json_text(&j, "kind", kinds[t.kind].name);
        json_text(&j, "name", thing_name(file, k));
        json_count(&j, "nodes", kinds[t.kind].size_of(file, t.index));
        json_close(&j);
    }
    json_end(&j);
}

static uint32_t count_things(const ploy_file* file, const char* only, uint32_t* wanted)
{
    uint32_t count = 0;
    thing t;
    for (*wanted = 0; find_thing(file, count, &t); count++) {
        *wanted += is_wanted(file, count, only);
    }
    return count;
}

static int answer(const char* path, const ploy_file* file, const char* only, bool dot, bool as_json)
{
    uint32_t wanted, count = count_things(file, only, &wanted);
    if (only && wanted == 0) {
        char tail[128];
        suggest_tail(only, thing_name, file, count, tail, sizeof tail);
        return complain("graph", "%s holds nothing named '%s'%s", path, only, tail);
    }
    if (as_json) {
        list_json(path, file, only);
    } else if (dot) {
        write_dot(stdout, file, only, count);
    } else if (wanted > 0) {
        write_svg(stdout, file, only, count);
    }
    return wanted > 0 ? ANSWER_DONE : ANSWER_NO;
}

static int run(int argc, char** argv)
{
    const char* only = NULL;
    bool dot = false, as_json = false;
    text_list operands = {0};
    const option options[] = {
        {"--only", OPTION_TEXT, &only},
        {"--dot", OPTION_FLAG, &dot},
        {"--json", OPTION_FLAG, &as_json},
    };
    int status = options_parse(&command_graph, options, sizeof options / sizeof *options, &operands, argc, argv);
    if (status == OPTIONS_GO_ON && operands.count != 1) {
        status = complain("graph", "one file is needed (see 'ploy graph --help')");
    }
    if (status == OPTIONS_GO_ON) {
        ploy_file* file = load_file(operands.items[0]);
        status = file ? answer(operands.items[0], file, only, dot, as_json) : ANSWER_BAD;
        ploy_file_destroy(file);
    }
    text_list_free(&operands);
    return status;
}

const command command_graph = {"graph", "draw domains, behavior trees, state machines and task networks", page, run};
