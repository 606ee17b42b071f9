// PDDL: reads a domain and a problem out of one text, grounds them and validates a plan. Nothing may crash, and a plan
// that the planner finds must be valid. Written with parameters, as a file of Ploy and from its domain as PDDL again, the
// problem has a plan of the same cost.

#define _GNU_SOURCE // memmem

#include <ploy/io.h>
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

typedef struct written_text
{
    char bytes[1 << 18];
    size_t used;
} written_text;

static bool append(void* user, const char* text, size_t bytes)
{
    written_text* to = user;
    if (bytes > sizeof to->bytes - to->used) return false;
    memcpy(to->bytes + to->used, text, bytes);
    to->used += bytes;
    return true;
}

// Of the problem as it is written; below 0: it cannot be, or no plan was found.
static int64_t cost_of_written(ploy_pddl* pddl)
{
    static written_text text;
    ploy_file* file = NULL;
    int64_t cost = -1;
    text.used = 0;
    if (ploy_pddl_write(pddl, append, &text, NULL) != PLOY_OK) return -1;
    if (ploy_file_parse(NULL, text.bytes, text.used, &file, NULL) != PLOY_OK) return -1; // beyond a limit
    ploy_planner* planner =
        ploy_planner_create(&(ploy_planner_def){.domain = ploy_file_domain(file, 0), .max_nodes = 500});
    ploy_plan_query query = {.start = ploy_file_agent(file, 0).state, .options = {.max_nodes = 500}};
    const ploy_plan* plan = ploy_planner_plan(planner, &query);
    if (plan->status == PLOY_FOUND || plan->status == PLOY_ALREADY) cost = plan->cost;
    ploy_planner_destroy(planner);
    ploy_file_destroy(file);
    return cost;
}

// Of the domain as PDDL; below 0: it cannot be written, or no plan was found.
static int64_t cost_of_again(const ploy_domain* domain, const ploy_plan_query* query)
{
    static written_text texts[2];
    static uint64_t start[1 << 12];
    ploy_pddl* again = NULL;
    ploy_domain* made = NULL;
    int64_t cost = -1;
    for (int k = 0; k < 2; k++) {
        texts[k].used = 0;
        if (ploy_domain_to_pddl(domain, query, k == 1, append, &texts[k], NULL) != PLOY_OK) return -1;
    }
    bool is_scaled = memmem(texts[0].bytes, texts[0].used, "; costs are in units", 20) != NULL;
    if (ploy_pddl_read(NULL, texts[0].bytes, texts[0].used, &again, NULL) != PLOY_OK) abort();
    if (ploy_pddl_read(NULL, texts[1].bytes, texts[1].used, &again, NULL) != PLOY_OK) abort();
    if (!is_scaled && ploy_pddl_ground(again, &made, NULL) == PLOY_OK && ploy_domain_state_words(made) <= 1 << 12) {
        ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = made, .max_nodes = 500});
        ploy_state_init(made, start);
        ploy_plan_query other = {.start = start, .options = {.max_nodes = 500}};
        const ploy_plan* plan = ploy_planner_plan(planner, &other);
        if (plan->status == PLOY_FOUND || plan->status == PLOY_ALREADY) cost = plan->cost;
        ploy_planner_destroy(planner);
    }
    ploy_domain_destroy(made);
    ploy_pddl_destroy(again);
    return cost;
}

static void plan_and_check(ploy_pddl* pddl, const ploy_domain* domain)
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
        int64_t written = cost_of_written(pddl);
        if (written >= 0 && written != plan->cost) abort();
        int64_t again = cost_of_again(domain, &query);
        if (again >= 0 && again != plan->cost) abort();
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
