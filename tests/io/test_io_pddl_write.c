// Domains of Ploy as PDDL: what is read again has plans of the same cost, with parameters or without.

#include <ploy/pddl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/allocators.h"
#include "support/base/test.h"
#include "support/plan/random_domain.h"

typedef struct write_sink
{
    char* text;
    size_t used, size;
} write_sink;

static bool append(void* user, const char* text, size_t bytes)
{
    write_sink* sink = user;
    if (sink->used + bytes + 1 > sink->size) {
        sink->size = (sink->used + bytes) * 2 + 1000;
        sink->text = realloc(sink->text, sink->size);
        assert_non_null(sink->text);
    }
    memcpy(sink->text + sink->used, text, bytes);
    sink->used += bytes;
    sink->text[sink->used] = '\0';
    return true;
}

// -1: no plan.
static int64_t cost_of(const ploy_domain* domain, const ploy_plan_query* query)
{
    ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = domain});
    const ploy_plan* plan = ploy_planner_plan(planner, query);
    bool is_yes = plan->status == PLOY_FOUND || plan->status == PLOY_ALREADY;
    if (!is_yes && plan->status != PLOY_NOT_FOUND) fail_msg("the search ended in '%s'", ploy_status_text(plan->status));
    int64_t cost = is_yes ? plan->cost : -1;
    ploy_planner_destroy(planner);
    return cost;
}

static ploy_pddl* read_texts(const write_sink* texts)
{
    ploy_pddl* pddl = NULL;
    ploy_error error = {0};
    for (int k = 0; k < 2; k++)
        if (ploy_pddl_read(NULL, texts[k].text, texts[k].used, &pddl, &error) != PLOY_OK)
            fail_msg("%u:%u: %s\n%s", error.line, error.column, error.message, texts[k].text);
    return pddl;
}

// The cost of a plan for what was written, in the domain's own unit.
static int64_t cost_of_texts(const write_sink* texts)
{
    ploy_error error = {0};
    ploy_domain* domain = NULL;
    long unit = PLOY_UNIT;
    const char* at = strstr(texts[0].text, "units of ");
    if (at) unit = strtol(at + 9, NULL, 10);
    ploy_pddl* pddl = read_texts(texts);
    if (ploy_pddl_ground(pddl, &domain, &error) != PLOY_OK)
        fail_msg("%u:%u: %s\n%s%s", error.line, error.column, error.message, texts[0].text, texts[1].text);
    uint64_t* start = calloc(ploy_domain_state_words(domain) + 1, sizeof *start);
    assert_non_null(start);
    ploy_state_init(domain, start);
    int64_t cost = cost_of(domain, &(ploy_plan_query){.start = start});
    free(start);
    ploy_domain_destroy(domain);
    ploy_pddl_destroy(pddl);
    return cost < 0 ? -1 : cost / PLOY_UNIT * unit;
}

typedef struct write_counts
{
    uint32_t schemas, grounded, plans;
} write_counts;

static void write_and_compare(const random_domain* d, const ploy_plan_query* query, write_counts* counts)
{
    write_sink texts[2] = {{0}};
    ploy_error error = {0};
    ploy_status status = PLOY_OK;
    for (int k = 0; k < 2 && status == PLOY_OK; k++)
        status = ploy_domain_to_pddl(d->domain, query, k == 1, append, &texts[k], &error);
    if (status == PLOY_OK) {
        bool has_schemas = error.message[0] == '\0';
        assert_true(has_schemas == !strstr(texts[0].text, "; without parameters: "));
        int64_t cost = cost_of(d->domain, query), written = cost_of_texts(texts);
        if (cost != written) fail_msg("%d instead of %d\n%s%s", (int)written, (int)cost, texts[0].text, texts[1].text);
        counts->schemas += has_schemas;
        counts->grounded += !has_schemas;
        counts->plans += cost > 0;
    } else {
        assert_int_equal(status, PLOY_INVALID); // a cost that depends on the state in a way that neither can say
    }
    free(texts[0].text);
    free(texts[1].text);
}

static write_counts compare_seeds(random_knobs knobs, uint64_t first, uint64_t count)
{
    write_counts counts = {0};
    knobs.calls = knobs.contexts = knobs.huge_costs = false; // PDDL has no game to ask
    for (uint64_t seed = first; seed < first + count; seed++) {
        random_domain* d = random_domain_create(seed, &knobs);
        ploy_random random = {seed, 5, 0};
        int64_t values[RANDOM_MAX_VARIABLES];
        uint64_t start[RANDOM_MAX_WORDS];
        random_domain_start(d, &random, values);
        random_domain_pack(d, values, start);
        for (uint32_t goal = 0; goal < ploy_domain_goal_count(d->domain) && goal < 2; goal++) {
            ploy_plan_query query = {.start = start, .goal = goal};
            random_domain_goal_args(d, &random, goal, query.goal_args);
            write_and_compare(d, &query, &counts);
        }
        random_domain_destroy(d);
    }
    return counts;
}

static void random_domains_cost_the_same_as_pddl(void** state)
{
    (void)state;
    write_counts small = compare_seeds(random_knobs_small(), 7000, 150);
    if (small.schemas < 200 || small.plans < 60) fail_msg("%u schemas, %u plans", small.schemas, small.plans);
}

static void random_domains_with_tables_cost_the_same_as_pddl(void** state)
{
    (void)state;
    write_counts tables = compare_seeds(random_knobs_tables(), 8000, 100);
    if (tables.schemas < 50 || tables.plans < 30)
        fail_msg("%u schemas, %u grounded, %u plans", tables.schemas, tables.grounded, tables.plans);
}

static random_domain* written; // by write_with

static bool write_with(const ploy_allocator* allocator)
{
    uint64_t start[RANDOM_MAX_WORDS];
    ploy_domain* domain = random_domain_build(written, allocator);
    if (!domain) return false;
    ploy_state_init(domain, start);
    ploy_plan_query query = {.start = start};
    bool good = true;
    for (int k = 0; k < 2 && good; k++) {
        write_sink text = {0};
        ploy_status status = ploy_domain_to_pddl(domain, &query, k == 1, append, &text, NULL);
        if (status != PLOY_OK) assert_int_equal(status, PLOY_OUT_OF_MEMORY);
        good = status == PLOY_OK;
        free(text.text);
    }
    ploy_domain_destroy(domain);
    return good;
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    random_knobs knobs = random_knobs_small();
    knobs.calls = knobs.contexts = knobs.huge_costs = false;
    for (uint64_t seed = 7000; seed < 7012; seed++) {
        written = random_domain_create(seed, &knobs);
        test_fail_every_allocation(write_with);
        random_domain_destroy(written);
    }
}

TEST_MAIN(TEST(every_allocation_may_fail), TEST(random_domains_cost_the_same_as_pddl),
          TEST(random_domains_with_tables_cost_the_same_as_pddl))
