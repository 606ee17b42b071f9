// `start FILE`: who plans in a file and from which state, as JSON, for choosing agent and state. Only the page has this
// command.

#include <ploy/explain.h>

#include "programs/cli/command.h"
#include "programs/cli/json.h"
#include "programs/cli/load_file.h"
#include "programs/cli/memory.h"

#include <stdlib.h>

enum
{
    MAX_VARIABLES = 512, // of one agent: more than anybody clicks
    MAX_NAME = 512,
};

static int run(int argc, char** argv);
const command command_start = {"start", "who plans, and from which state", "", run};

static void write_range(json* j, const ploy_domain* domain, const ploy_symbol_info* symbol, int64_t value)
{
    if (symbol->type == PLOY_VALUE_BOOL) {
        json_text(j, "type", "bool");
        json_text(j, "value", value ? "true" : "false");
    } else if (symbol->object_type != PLOY_NONE) {
        json_text(j, "type", "object");
        json_text(j, "value", ploy_domain_object_name(domain, symbol->object_type, (uint32_t)value));
        json_array(j, "values");
        for (uint32_t i = 0; i < ploy_domain_type(domain, symbol->object_type).object_count; i++)
            json_text(j, NULL, ploy_domain_object_name(domain, symbol->object_type, i));
        json_close(j);
    } else {
        bool is_decimal = symbol->type == PLOY_VALUE_DECIMAL;
        void (*write)(json*, const char*, int64_t) = is_decimal ? json_fixed : json_integer;
        json_text(j, "type", is_decimal ? "decimal" : "int");
        write(j, "value", value);
        write(j, "min", symbol->min);
        write(j, "max", symbol->max);
        write(j, "step", symbol->step);
    }
}

static void write_variables(json* j, const ploy_domain* domain, const uint64_t* state)
{
    json_array(j, "variables");
    uint32_t count = 0;
    for (uint32_t s = 0; s < ploy_domain_symbol_count(domain); s++) {
        ploy_symbol_info symbol = ploy_domain_symbol(domain, s);
        for (uint32_t k = 0; k < symbol.variable_count && count < MAX_VARIABLES; k++, count++) {
            char name[MAX_NAME];
            ploy_domain_variable_print(domain, symbol.first_variable + k, name, sizeof name);
            json_object(j, NULL);
            json_text(j, "name", name);
            write_range(j, domain, &symbol, ploy_state_get(domain, state, symbol.first_variable + k));
            json_close(j);
        }
    }
    json_close(j);
}

static void write_names(json* j, const ploy_domain* domain, const ploy_goap_mind_def* goap)
{
    json_array(j, "goals");
    uint32_t count = goap ? goap->goal_count : ploy_domain_goal_count(domain);
    for (uint32_t i = 0; i < count; i++) {
        ploy_goal_info goal = ploy_domain_goal(domain, goap ? goap->goals[i] : i);
        if (goal.param_count == 0) json_text(j, NULL, goal.name);
    }
    json_close(j);
    json_array(j, "actions");
    for (uint32_t i = 0; i < ploy_domain_action_count(domain); i++) json_text(j, NULL, ploy_domain_action(domain, i).name);
    json_close(j);
}

static void write_start(json* j, const char* agent, const ploy_domain* domain, const uint64_t* state,
                        const ploy_goap_mind_def* goap)
{
    json_object(j, NULL);
    json_text(j, "agent", agent);
    json_text(j, "domain", ploy_domain_name(domain));
    write_names(j, domain, goap);
    write_variables(j, domain, state);
    json_close(j);
}

// A domain without agents starts in its initial state, as for `ploy plan`.
static void write_domain(json* j, const ploy_domain* domain)
{
    uint64_t* state = have_memory(calloc(ploy_domain_state_words(domain) + 1, sizeof *state));
    ploy_state_init(domain, state);
    write_start(j, NULL, domain, state, NULL);
    free(state);
}

static int run(int argc, char** argv)
{
    ploy_file* file = argc == 2 ? load_file(argv[1]) : NULL;
    if (!file) return ANSWER_BAD;
    json j = json_begin_line(stdout);
    json_array(&j, "starts");
    for (uint32_t i = 0; i < ploy_file_agent_count(file); i++) {
        ploy_agent_info info = ploy_file_agent(file, i);
        if (info.domain != PLOY_NONE)
            write_start(&j, info.name, ploy_file_domain(file, info.domain), info.state, &info.goap);
    }
    if (ploy_file_agent_count(file) == 0 && ploy_file_domain_count(file) > 0) write_domain(&j, ploy_file_domain(file, 0));
    json_close(&j);
    json_end(&j);
    ploy_file_destroy(file);
    return ANSWER_DONE;
}
