// PDDL: reads a domain and a problem out of one text, grounds them and validates a plan. Nothing may crash, and a plan
// that the planner finds must be valid.

#include <ploy/pddl.h>
#include <stdlib.h>
#include <string.h>

static size_t write_plan(const ploy_pddl* pddl, const ploy_plan* plan, char* text, size_t size)
{
    size_t used = 0;
    for (uint32_t k = 0; k < plan->step_count && used + 1 < size; k++)
        used += ploy_pddl_step_print(pddl, &plan->steps[k], text + used, size - used);
    return used;
}

static void plan_and_check(const ploy_pddl* pddl, const ploy_domain* domain)
{
    static char text[1 << 16];
    ploy_planner_def def = {.domain = domain, .max_nodes = 500};
    ploy_planner* planner = ploy_planner_create(&def);
    uint64_t* start = calloc(ploy_domain_state_words(domain) + 1, sizeof *start);
    if (!planner || !start) abort();
    ploy_state_init(domain, start);
    ploy_plan_query query = {.start = start, .options = {.max_nodes = 500}};
    const ploy_plan* plan = ploy_planner_plan(planner, &query);
    if (plan->status == PLOY_FOUND || plan->status == PLOY_ALREADY) {
        ploy_pddl_verdict verdict;
        size_t used = write_plan(pddl, plan, text, sizeof text);
        if (used + 1 < sizeof text) {
            if (ploy_pddl_check_plan(pddl, text, used, &verdict, NULL) != PLOY_OK || !verdict.valid) abort();
            if (verdict.cost != plan->cost) abort();
        }
    }
    free(start);
    ploy_planner_destroy(planner);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    ploy_pddl_def def = {.limits = {.variables = 200, .operators = 200, .alternatives = 100}};
    ploy_pddl* pddl = NULL;
    ploy_domain* domain = NULL;
    ploy_error error;
    if (ploy_pddl_read(&def, (const char*)data, size, &pddl, &error) == PLOY_OK &&
        ploy_pddl_ground(pddl, &domain, &error) == PLOY_OK)
        plan_and_check(pddl, domain);
    ploy_domain_destroy(domain);
    ploy_pddl_destroy(pddl);
    return 0;
}
