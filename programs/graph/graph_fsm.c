// A machine: a state that holds others is a cluster, with the first node inside it standing for it at the ends of
// arrows. A fuzzy machine: its rules, and what each of them speaks for.

#include "programs/graph/graph.h"
#include "programs/cli/clause_words.h"

#include <string.h>

static uint32_t find_state(const ploy_fsm* machine, const char* name)
{
    uint32_t k = 0;
    while (k < ploy_fsm_state_count(machine) && strcmp(ploy_fsm_state(machine, k)->name, name) != 0) {
        k++;
    }
    return k;
}

static bool lies_in(const ploy_fsm* machine, uint32_t state, const char* parent)
{
    const char* around = ploy_fsm_state(machine, state)->parent;
    return parent ? around && strcmp(around, parent) == 0 : !around;
}

static bool is_whole(const ploy_fsm* machine, uint32_t state)
{
    const char* name = ploy_fsm_state(machine, state)->name;
    for (uint32_t k = 0; k < ploy_fsm_state_count(machine); k++) {
        if (lies_in(machine, k, name)) return false;
    }
    return true;
}

// The node that an arrow to or from a state ends at.
static uint32_t end_of(const ploy_fsm* machine, uint32_t state)
{
    while (!is_whole(machine, state)) {
        uint32_t inside = 0;
        while (!lies_in(machine, inside, ploy_fsm_state(machine, state)->name)) {
            inside++;
        }
        state = inside;
    }
    return state;
}

static void print_label(const ploy_fsm_state_def* state, char* text, size_t size)
{
    static const char* const histories[] = {"", " (history: shallow)", " (history: deep)"};
    snprintf(text, size, "%s%s%s%s%s%s%s%s%s%s", state->name, histories[state->history], state->base ? "\non " : "",
             state->base ? state->base : "", state->does ? "\ndo " : "", state->does ? state->does : "",
             state->enter ? "\nenter " : "", state->enter ? state->enter : "", state->exit ? "\nexit " : "",
             state->exit ? state->exit : "");
}

static void draw_states(const graph* g, const ploy_fsm* machine, const char* parent)
{
    for (uint32_t k = 0; k < ploy_fsm_state_count(machine); k++) {
        if (!lies_in(machine, k, parent)) continue;
        const ploy_fsm_state_def* state = ploy_fsm_state(machine, k);
        char label[512];
        print_label(state, label, sizeof label);
        if (is_whole(machine, k)) {
            graph_node(g, k, label, "");
            continue;
        }
        fprintf(g->out, "  subgraph cluster_t%u_%u {\n  label=\"", (unsigned)g->thing, (unsigned)k);
        graph_text(g->out, label);
        fputs("\"; style=rounded;\n", g->out);
        draw_states(g, machine, state->name);
        fputs("  }\n", g->out);
    }
}

static void print_way(const ploy_fsm_transition_def* way, char* text, size_t size)
{
    static const char* const outcomes[] = {"", "on success ", "on failure ", "on end "};
    char after[48] = "";
    if (way->after > 0) {
        snprintf(after, sizeof after, "after %lld.%03d s ", (long long)(way->after / PLOY_SECOND),
                 (int)(way->after % PLOY_SECOND / 1000));
    }
    int length = snprintf(text, size, "%s%s%s", outcomes[way->on], after, way->when ? way->when : "");
    if (length > 0 && (size_t)length < size && text[length - 1] == ' ') text[length - 1] = '\0';
}

static void draw_way(const graph* g, const ploy_fsm* machine, const ploy_fsm_transition_def* way)
{
    char label[512], attributes[128] = "";
    print_way(way, label, sizeof label);
    uint32_t any = ploy_fsm_state_count(machine);
    uint32_t from = way->from ? find_state(machine, way->from) : any, to = find_state(machine, way->to);
    size_t used = 0;
    if (from != any && !is_whole(machine, from)) {
        used =
            (size_t)snprintf(attributes, sizeof attributes, "ltail=cluster_t%u_%u", (unsigned)g->thing, (unsigned)from);
    }
    if (!is_whole(machine, to)) {
        snprintf(attributes + used, sizeof attributes - used, "%slhead=cluster_t%u_%u", used ? ", " : "",
                 (unsigned)g->thing, (unsigned)to);
    }
    graph_edge(g, from == any ? any : end_of(machine, from), end_of(machine, to), label, attributes);
}

void graph_machine(const graph* g, const ploy_fsm* machine)
{
    uint32_t any = ploy_fsm_state_count(machine);
    bool from_any = false;
    draw_states(g, machine, NULL);
    for (uint32_t k = 0; k < ploy_fsm_transition_count(machine); k++) {
        from_any = from_any || !ploy_fsm_transition(machine, k)->from;
    }
    if (from_any) graph_node(g, any, "any state", "style=dashed");
    graph_node(g, any + 1, "", "shape=point");
    graph_edge(g, any + 1, end_of(machine, 0), NULL, "");
    for (uint32_t k = 0; k < ploy_fsm_transition_count(machine); k++) {
        draw_way(g, machine, ploy_fsm_transition(machine, k));
    }
}

void graph_fuzzy(const graph* g, const ploy_fuzzy* fuzzy)
{
    uint32_t states = ploy_fuzzy_state_count(fuzzy);
    for (uint32_t k = 0; k < states; k++) {
        const ploy_fuzzy_state* state = ploy_fuzzy_state_at(fuzzy, k);
        char label[512];
        snprintf(label, sizeof label, "%s%s%s", state->name, state->does ? "\ndo " : "",
                 state->does ? state->does : "");
        graph_node(g, k, label, "");
    }
    for (uint32_t k = 0; k < ploy_fuzzy_rule_count(fuzzy); k++) {
        const char* rule = ploy_fuzzy_rule_at(fuzzy, k)->text;
        graph_node(g, states + k, rule, "shape=note, style=\"\"");
        const char* then = strstr(rule, "then");
        for (uint32_t s = 0; then && s < states; s++) {
            if (has_word(then, ploy_fuzzy_state_at(fuzzy, s)->name)) graph_edge(g, states + k, s, NULL, "");
        }
    }
}
