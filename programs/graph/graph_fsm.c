// A state machine: states are inside of those that contain them. A fuzzy state machine: its rules and the states that each rule supports.

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

static void print_label(const ploy_fsm_state_def* state, char* text, size_t size)
{
    static const char* const histories[] = {"", " (history: shallow)", " (history: deep)"};
    snprintf(text, size, "%s%s%s%s%s%s%s%s%s%s", state->name, histories[state->history], state->base ? "\non " : "",
             state->base ? state->base : "", state->does ? "\ndo " : "", state->does ? state->does : "",
             state->enter ? "\nenter " : "", state->enter ? state->enter : "", state->exit ? "\nexit " : "",
             state->exit ? state->exit : "");
}

static void add_states(drawing* g, const ploy_fsm* fsm)
{
    for (uint32_t k = 0; k < ploy_fsm_state_count(fsm); k++) {
        const ploy_fsm_state_def* state = ploy_fsm_state(fsm, k);
        char label[512];
        print_label(state, label, sizeof label);
        graph_add_node(g, k, label, GRAPH_ROUND, state->parent ? find_state(fsm, state->parent) : PLOY_NONE);
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

void graph_fsm(drawing* g, const ploy_fsm* fsm)
{
    uint32_t any = ploy_fsm_state_count(fsm);
    bool from_any = false;
    add_states(g, fsm);
    for (uint32_t k = 0; k < ploy_fsm_transition_count(fsm); k++) {
        from_any = from_any || !ploy_fsm_transition(fsm, k)->from;
    }
    graph_add_node(g, any + 1, "", GRAPH_POINT, PLOY_NONE);
    if (from_any) graph_add_node(g, any, "any state", GRAPH_DASHED, PLOY_NONE);
    graph_add_edge(g, any + 1, 0, NULL, false);
    for (uint32_t k = 0; k < ploy_fsm_transition_count(fsm); k++) {
        const ploy_fsm_transition_def* transition = ploy_fsm_transition(fsm, k);
        char label[512];
        print_transition(transition, label, sizeof label);
        uint32_t from = transition->from ? find_state(fsm, transition->from) : any;
        graph_add_edge(g, from, find_state(fsm, transition->to), label, false);
    }
}

void graph_fuzzy(drawing* g, const ploy_fuzzy* fuzzy)
{
    uint32_t states = ploy_fuzzy_state_count(fuzzy);
    for (uint32_t k = 0; k < states; k++) {
        const ploy_fuzzy_state* state = ploy_fuzzy_state_at(fuzzy, k);
        char label[512];
        snprintf(label, sizeof label, "%s%s%s", state->name, state->does ? "\ndo " : "",
                 state->does ? state->does : "");
        graph_add_node(g, k, label, GRAPH_ROUND, PLOY_NONE);
    }
    for (uint32_t k = 0; k < ploy_fuzzy_rule_count(fuzzy); k++) {
        const char* rule = ploy_fuzzy_rule_at(fuzzy, k)->text;
        graph_add_node(g, states + k, rule, GRAPH_NOTE, PLOY_NONE);
        const char* then = strstr(rule, "then");
        for (uint32_t s = 0; then && s < states; s++) {
            if (has_word(then, ploy_fuzzy_state_at(fuzzy, s)->name)) graph_add_edge(g, states + k, s, NULL, false);
        }
    }
}
