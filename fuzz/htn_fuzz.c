// Any bytes as a file with task networks: an error with a message, or task networks whose plans can be executed step
// by step, have the right cost, and continue after a pause.

#include <ploy/io.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "mind/htn/htn_search.h"

enum
{
    MOST_NODES = 1000,
    PAUSES = 3,
};

static bool yes(void* user, const ploy_evaluation* call)
{
    (void)user, (void)call;
    return true;
}

static int64_t one(void* user, const ploy_evaluation* call)
{
    (void)user, (void)call;
    return PLOY_UNIT;
}

static void bind_all(ploy_domain* domain)
{
    for (const char* name; (name = ploy_domain_find_unbound(domain));) {
        bool is_context = ploy_domain_bind_context(domain, name, yes, NULL) == PLOY_OK;
        bool is_number = ploy_domain_bind_number(domain, name, one, NULL) == PLOY_OK;
        PL_ASSERT(is_context || is_number);
    }
}

static void do_steps(const ploy_domain* domain, const ploy_htn_plan* plan, uint64_t* state)
{
    int64_t cost = 0;
    for (uint32_t i = 0; i < plan->step_count; ++i) {
        const ploy_step* step = &plan->steps[i];
        PL_ASSERT(ploy_action_applicable(domain, step->action, step->args, state));
        cost += ploy_action_cost(domain, step->action, step->args, state, NULL);
        ploy_action_apply(domain, step->action, step->args, state);
    }
    PL_ASSERT(cost == plan->cost);
}

static void plan_task(ploy_htn_planner* planner, const ploy_htn* htn, uint32_t task, uint64_t* state)
{
    const ploy_domain* domain = ploy_htn_domain(htn);
    ploy_htn_query query = {0};
    query.start = state;
    query.task = task;
    query.max_nodes = MOST_NODES;
    ploy_htn_remainder* rest = NULL;
    for (uint32_t i = 0; i < PAUSES; ++i) {
        const ploy_htn_plan* plan = ploy_htn_planner_plan(planner, &query);
        if (plan->status != PLOY_FOUND && plan->status != PLOY_PARTIAL) break;
        do_steps(domain, plan, state);
        if (plan->status == PLOY_FOUND) break;
        PL_ASSERT(plan->rest_count > 0 && pl_htn_rest_is_good(htn, plan->rest, plan->rest_count));
        rest = realloc(rest, plan->rest_count * sizeof *rest);
        memcpy(rest, plan->rest, plan->rest_count * sizeof *rest);
        query.rest = rest;
        query.rest_count = plan->rest_count;
    }
    free(rest);
}

static void plan_all(const ploy_htn* htn)
{
    const ploy_domain* domain = ploy_htn_domain(htn);
    ploy_htn_planner* planner = ploy_htn_planner_create(&(ploy_htn_planner_def){.htn = htn});
    uint64_t* state = malloc((ploy_domain_state_words(domain) + 1) * sizeof *state);
    for (uint32_t i = 0; i < ploy_htn_task_count(htn); ++i) {
        if (pl_htn_task_param_count(htn, i) > 0) continue;
        ploy_state_init(domain, state);
        plan_task(planner, htn, i, state);
    }
    free(state);
    ploy_htn_planner_destroy(planner);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    ploy_file_def def = {0};
    def.limits = (ploy_limits){.variables = 128, .values = 256, .operators = 512, .alternatives = 64, .depth = 32};
    def.max_bytes = 1 << 20;
    ploy_file* file;
    ploy_error error;
    if (ploy_file_parse(&def, (const char*)data, size, &file, &error) != PLOY_OK) {
        PL_ASSERT(!file && error.message[0]);
        return 0;
    }
    for (uint32_t i = 0; i < ploy_file_domain_count(file); ++i) bind_all(ploy_file_domain(file, i));
    for (uint32_t i = 0; i < ploy_file_htn_count(file) && i < 4; ++i) plan_all(ploy_file_htn(file, i));
    ploy_file_destroy(file);
    return 0;
}
