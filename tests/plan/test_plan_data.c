// The shared planning problems with their proven optimum: status and cost for every search that promises the cheapest
// plan, cold and warm. The files lie beside the sources, in ../shared/data/goap (or where PLOY_DATA says); without them
// the test says that it skipped.

#include <dirent.h>
#include <ploy/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/json.h"
#include "support/test.h"

static const ploy_search cheapest[] = {PLOY_SEARCH_ASTAR, PLOY_SEARCH_REGRESSIVE, PLOY_SEARCH_BNB};

static const char* data_folder(void)
{
    const char* given = getenv("PLOY_DATA");
    return given ? given : PLOY_SOURCE_DIR "/../shared/data/goap";
}

static char* read_text(const char* path)
{
    FILE* file = fopen(path, "rb");
    if (!file) return NULL;
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long bytes = ftell(file);
    rewind(file);
    char* text = calloc(1, (size_t)bytes + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)bytes, file), bytes);
    fclose(file);
    return text;
}

// Thousandths; -1: no plan.
static int64_t expected_cost(const char* json, const char* name)
{
    char value[40];
    assert_true(json_at(json, name, value, sizeof value));
    if (strcmp(value, "null") == 0) return -1;
    char* end;
    int64_t whole = strtoll(value, &end, 10) * PLOY_UNIT, place = PLOY_UNIT / 10;
    if (*end == '.')
        for (end++; *end >= '0' && *end <= '9'; end++, place /= 10) whole += place * (*end - '0');
    assert_int_equal(*end, 0);
    return whole;
}

typedef struct problem
{
    const char* path;
    const ploy_domain* domain;
    ploy_agent_info agent;
    int64_t expected;
} problem;

static void check_answer(const problem* p, const ploy_plan* plan, ploy_search search, const char* how)
{
    bool found = plan->status == PLOY_FOUND || plan->status == PLOY_ALREADY;
    bool right = p->expected < 0 ? plan->status == PLOY_NOT_FOUND : found && plan->cost == p->expected;
    if (!right)
        fail_msg("%s, agent %s, %s %s: %s with cost %lld, expected %lld", p->path, p->agent.name,
                 ploy_search_name(search), how, ploy_status_name(plan->status), (long long)plan->cost,
                 (long long)p->expected);
    uint64_t state[64];
    assert_true(ploy_domain_state_words(p->domain) <= 64);
    memcpy(state, p->agent.state, ploy_domain_state_words(p->domain) * sizeof *state);
    if (found && ploy_plan_check(p->domain, state, p->agent.goals[0], NULL, plan->steps, plan->step_count) != PLOY_OK)
        fail_msg("%s, agent %s, %s %s: the plan cannot be executed", p->path, p->agent.name, ploy_search_name(search),
                 how);
}

static ploy_planner* planner_of(const ploy_domain* domain, size_t cache_bytes)
{
    ploy_planner_def def = {0};
    def.domain = domain;
    def.cache_bytes = cache_bytes;
    def.no_cache = cache_bytes == 0;
    ploy_planner* planner = ploy_planner_create(&def);
    assert_non_null(planner);
    return planner;
}

static void ask(ploy_planner* planner, const problem* p, ploy_search search, const char* how)
{
    ploy_plan_query query = {0};
    query.start = p->agent.state;
    query.goal = p->agent.goals[0];
    query.disabled = p->agent.disabled;
    query.options.search = search;
    check_answer(p, ploy_planner_plan(planner, &query), search, how);
}

// Without a cache, then twice with one: the second time its answers are warm.
static void check_problems(const problem* problems, uint32_t count, ploy_search search)
{
    ploy_planner* cold = planner_of(problems[0].domain, 0);
    for (uint32_t i = 0; i < count; i++) ask(cold, &problems[i], search, "cold");
    ploy_planner_destroy(cold);
    ploy_planner* warm = planner_of(problems[0].domain, 8u << 20);
    for (uint32_t i = 0; i < 2 * count; i++) ask(warm, &problems[i % count], search, i < count ? "warming up" : "warm");
    ploy_planner_destroy(warm);
}

static ploy_file* load(const char* path)
{
    ploy_file_def def = {0};
    ploy_file* file = NULL;
    ploy_error error = {0};
    if (ploy_file_load(&def, path, &file, &error) != PLOY_OK)
        fail_msg("%s:%u:%u: %s (%s)", path, (unsigned)error.line, (unsigned)error.column, error.message, error.hint);
    return file;
}

// name: of the answer, or NULL: the agent's.
static void check_file(const char* path, const char* json, const char* name)
{
    ploy_file* file = load(path);
    uint32_t count = ploy_file_agent_count(file);
    assert_true(count > 0);
    problem* problems = calloc(count, sizeof *problems);
    assert_non_null(problems);
    for (uint32_t i = 0; i < count; i++) {
        ploy_agent_info agent = ploy_file_agent(file, i);
        problems[i] =
            (problem){path, ploy_file_domain(file, agent.domain), agent, expected_cost(json, name ? name : agent.name)};
        assert_ptr_equal(problems[i].domain, problems[0].domain);
    }
    for (uint32_t s = 0; s < 3; s++) check_problems(problems, count, cheapest[s]);
    free(problems);
    ploy_file_destroy(file);
}

static bool ends_with(const char* text, const char* end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length > tail && strcmp(text + length - tail, end) == 0;
}

// Runs over the XML files of a folder. shared: the one file of answers, or NULL: each file has its own.
static uint32_t check_folder(const char* folder, const char* shared)
{
    DIR* dir = opendir(folder);
    if (!dir) return 0;
    uint32_t checked = 0;
    for (struct dirent* entry; (entry = readdir(dir)) != NULL;) {
        if (!ends_with(entry->d_name, ".xml")) continue;
        char stem[256], path[1024], json_path[1024];
        snprintf(stem, sizeof stem, "%.*s", (int)(strlen(entry->d_name) - 4), entry->d_name);
        snprintf(path, sizeof path, "%s/%s.xml", folder, stem);
        snprintf(json_path, sizeof json_path, "%s/%s.json", folder, shared ? shared : stem);
        char* json = read_text(json_path);
        if (!json) fail_msg("%s is missing", json_path);
        check_file(path, json, shared ? stem : NULL);
        free(json);
        checked++;
    }
    closedir(dir);
    return checked;
}

static void every_shared_problem_has_its_proven_cost_cold_and_warm(void** unused)
{
    (void)unused;
    uint32_t checked = check_folder(data_folder(), NULL);
    if (!checked) {
        print_message("skipped: no files in %s\n", data_folder());
        skip();
    }
    print_message("%u files\n", (unsigned)checked);
}

static void every_small_typed_domain_has_its_proven_cost_cold_and_warm(void** unused)
{
    (void)unused;
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/fuzz", data_folder());
    uint32_t checked = check_folder(folder, "fuzz");
    if (!checked) {
        print_message("skipped: no files in %s\n", folder);
        skip();
    }
    print_message("%u files\n", (unsigned)checked);
}

TEST_MAIN(TEST(every_small_typed_domain_has_its_proven_cost_cold_and_warm),
          TEST(every_shared_problem_has_its_proven_cost_cold_and_warm))
