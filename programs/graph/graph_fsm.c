// A state machine: a state that contains others is a cluster; its first node stands for it at the ends of arrows. A
// fuzzy state machine: its rules and the states that each rule supports.

#include "programs/graph/graph.h"
#include "programs/cli/clause_words.h"

#include <string.h>

static uint32_t find_state(const ploy_fsm* fsm, const char* name)
{
    uint32_t k = 0;
    while (k < ploy_fsm_state_count(fsm) && strcmp(ploy_fsm_state(fsm, k)->name, name) != 0) {
        k++;
    }
    return k;
}

static bool lies_in(const ploy_fsm* fsm, uint32_t state, const char* parent)
{
    const char* around = ploy_fsm_state(fsm, state)->parent;
    return parent ? around && strcmp(around, parent) == 0 : !around;
}

static bool is_whole(const ploy_fsm* fsm, uint32_t state)
{
    const char* name = ploy_fsm_state(fsm, state)->name;
    for (uint32_t k = 0; k < ploy_fsm_state_count(fsm); k++) {
        if (lies_in(fsm, k, name)) return false;
    }
    return true;
}

// The node at which an arrow to or from a state ends.
static uint32_t end_of(const ploy_fsm* fsm, uint32_t state)
{
    while (!is_whole(fsm, state)) {
        uint32_t inside = 0;
        while (!lies_in(fsm, inside, ploy_fsm_state(fsm, state)->name)) {
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

static void draw_states(const graph_output* g, const ploy_fsm* fsm, const char* parent)
{
    for (uint32_t k = 0; k < ploy_fsm_state_count(fsm); k++) {
        if (!lies_in(fsm, k, parent)) continue;
        const ploy_fsm_state_def* state = ploy_fsm_state(fsm, k);
        char label[512];
        print_label(state, label, sizeof label);
        if (is_whole(fsm, k)) {
            graph_node(g, k, label, "");
            continue;
        }
        fprintf(g->out, "  subgraph cluster_t%u_%u {\n  label=\"", (unsigned)g->thing, (unsigned)k);
        graph_text(g->out, label);
        fputs("\"; style=rounded;\n", g->out);
        draw_states(g, fsm, state->name);
        fputs("  }\n", g->out);
    }
}

static void print_transition(const ploy_fsm_transition_def* transition, char* text, size_t size)
{
    static const char* const outcomes[] = {"", "on success ", "on failure ", "on end "};
    char after[48] = "";
    if (transition->after > 0) {
        snprintf(after, sizeof after, "after %lld.%03d s ", (long long)(transition->after / PLOY_SECOND),
                 (int)(transition->after % PLOY_SECOND / 1000));
    }
    int length =
        snprintf(text, size, "%s%s%s", outcomes[transition->on], after, transition->when ? transition->when : "");
    if (length > 0 && (size_t)length < size && text[length - 1] == ' ') text[length - 1] = '\0';
}

static void draw_transition(const graph_output* g, const ploy_fsm* fsm, const ploy_fsm_transition_def* transition)
{
    char label[512], attributes[128] = "";
    print_transition(transition, label, sizeof label);
    uint32_t any = ploy_fsm_state_count(fsm);
    uint32_t from = transition->from ? find_state(fsm, transition->from) : any, to = find_state(fsm, transition->to);
    size_t used = 0;
    if (from != any && !is_whole(fsm, from)) {
        used =
            (size_t)snprintf(attributes, sizeof attributes, "ltail=cluster_t%u_%u", (unsigned)g->thing, (unsigned)from);
    }
    if (!is_whole(fsm, to)) {
        snprintf(attributes + used, sizeof attributes - used, "%slhead=cluster_t%u_%u", used ? ", " : "",
                 (unsigned)g->thing, (unsigned)to);
    }
    graph_edge(g, from == any ? any : end_of(fsm, from), end_of(fsm, to), label, attributes);
}

void graph_fsm(const graph_output* g, const ploy_fsm* fsm)
{
    uint32_t any = ploy_fsm_state_count(fsm);
    bool from_any = false;
    draw_states(g, fsm, NULL);
    for (uint32_t k = 0; k < ploy_fsm_transition_count(fsm); k++) {
        from_any = from_any || !ploy_fsm_transition(fsm, k)->from;
    }
    if (from_any) graph_node(g, any, "any state", "style=dashed");
    graph_node(g, any + 1, "", "shape=point");
    graph_edge(g, any + 1, end_of(fsm, 0), NULL, "");
    for (uint32_t k = 0; k < ploy_fsm_transition_count(fsm); k++) {
        draw_transition(g, fsm, ploy_fsm_transition(fsm, k));
    }
}

void graph_fuzzy(const graph_output* g, const ploy_fuzzy* fuzzy)
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
