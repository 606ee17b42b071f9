// Planning files with their proven optimum, through the whole pipeline: XML text, load, plan. Status and cost are right
// for every search that promises the cheapest plan, cold and warm, and every plan can be executed.
//
// The files are generated: the sets of bench/problems.c, with costs from its uniform-cost search, and random typed
// domains, with costs from support/plan/brute_force.c. PLOY_DATA may name a folder with more files: NAME.xml and
// NAME.json with the cost of each agent (`ploy_yardstick --write DIR` writes such files). Without it, that test reports
// that it was skipped.

#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <ploy/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems.h"
#include "support/plan/brute_force.h"
#include "support/program/json_reader.h"
#include "support/base/temporary.h"
#include "support/base/test.h"
#include "plan/domain/domain.h"

enum
{
    CASES = 20, // of each set
    DOMAINS = 200,
    STARTS = 3,
};

static const ploy_search cheapest[] = {PLOY_SEARCH_ASTAR, PLOY_SEARCH_REGRESSIVE, PLOY_SEARCH_BNB};

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

// Fixed point (1/1000); -1: no plan.
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

typedef struct file_problem
{
    const char *path, *name;
    const ploy_domain* domain;
    ploy_plan_query query;
    int64_t expected;
} file_problem;

static void check_answer(const file_problem* p, const ploy_plan* plan, ploy_search search, const char* how)
{
    bool found = plan->status == PLOY_FOUND || plan->status == PLOY_ALREADY;
    bool right = p->expected < 0 ? plan->status == PLOY_NOT_FOUND : found && plan->cost == p->expected;
    if (!right)
        fail_msg("%s, agent %s, %s %s: %s with cost %lld, expected %lld", p->path, p->name, ploy_search_name(search),
                 how, ploy_status_name(plan->status), (long long)plan->cost, (long long)p->expected);
    uint64_t state[64];
    assert_true(ploy_domain_state_words(p->domain) <= 64);
    memcpy(state, p->query.start, ploy_domain_state_words(p->domain) * sizeof *state);
    if (found &&
        pl_plan_check(p->domain, state, p->query.goal, p->query.goal_args, plan->steps, plan->step_count) != PLOY_OK)
        fail_msg("%s, agent %s, %s %s: the plan cannot be executed", p->path, p->name, ploy_search_name(search), how);
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

static void plan_one(ploy_planner* planner, const file_problem* p, ploy_search search, const char* how)
{
    ploy_plan_query query = p->query;
    query.options.search = search;
    check_answer(p, ploy_planner_plan(planner, &query), search, how);
}

// Without a cache, then twice with one: the second time its answers are warm.
static void check_search(const file_problem* problems, uint32_t count, ploy_search search)
{
    ploy_planner* cold = planner_of(problems[0].domain, 0);
    for (uint32_t i = 0; i < count; i++) plan_one(cold, &problems[i], search, "cold");
    ploy_planner_destroy(cold);
    ploy_planner* warm = planner_of(problems[0].domain, 8u << 20);
    for (uint32_t i = 0; i < 2 * count; i++)
        plan_one(warm, &problems[i % count], search, i < count ? "warming up" : "warm");
    ploy_planner_destroy(warm);
}

static ploy_file* parse(const char* name, const char* text)
{
    ploy_file* file = NULL;
    ploy_error error = {0};
    if (ploy_file_parse(NULL, text, strlen(text), &file, &error) != PLOY_OK)
        fail_msg("%s:%u:%u: %s (%s)\n%s", name, (unsigned)error.line, (unsigned)error.column, error.message, error.hint,
                 text);
    return file;
}

static ploy_plan_query query_of(const ploy_agent_info* agent)
{
    ploy_plan_query query = {0};
    query.start = agent->state;
    query.goal = agent->goap.goal_count ? agent->goap.goals[0] : PLOY_NONE;
    query.disabled = agent->goap.disabled;
    return query;
}

// Every agent plans for its first goal.
static void check_text(const char* name, const char* text, const char* json)
{
    ploy_file* file = parse(name, text);
    uint32_t count = ploy_file_agent_count(file);
    assert_true(count > 0);
    file_problem* problems = calloc(count, sizeof *problems);
    assert_non_null(problems);
    for (uint32_t i = 0; i < count; i++) {
        ploy_agent_info agent = ploy_file_agent(file, i);
        problems[i] = (file_problem){name, agent.name, ploy_file_domain(file, agent.domain), query_of(&agent),
                                     expected_cost(json, agent.name)};
        assert_ptr_equal(problems[i].domain, problems[0].domain);
    }
    for (uint32_t s = 0; s < 3; s++) check_search(problems, count, cheapest[s]);
    free(problems);
    ploy_file_destroy(file);
}

// Text that is written to a FILE.
typedef struct text_sink
{
    FILE* file;
    char* text;
} text_sink;

static FILE* open_text(text_sink* sink, const char* name)
{
    *sink = (text_sink){.file = fopen(write_temporary(name, ""), "w+b")};
    assert_non_null(sink->file);
    return sink->file;
}

static char* close_text(text_sink* sink)
{
    long bytes = ftell(sink->file);
    assert_true(bytes > 0);
    sink->text = calloc((size_t)bytes + 1, 1);
    assert_non_null(sink->text);
    rewind(sink->file);
    assert_int_equal(fread(sink->text, 1, (size_t)bytes, sink->file), bytes);
    assert_int_equal(fclose(sink->file), 0);
    return sink->text;
}

static void every_generated_set_has_its_proven_costs_cold_and_warm(void** unused)
{
    (void)unused;
    static problem_collection set;
    for (int i = 0; problem_set_name(i); i++) {
        assert_true(problem_set_make(&set, problem_set_name(i), CASES, 0));
        text_sink xml, json;
        problem_set_write_xml(&set, open_text(&xml, "set.xml"));
        problem_set_write_json(&set, open_text(&json, "set.json"));
        check_text(set.name, close_text(&xml), close_text(&json));
        free(xml.text);
        free(json.text);
    }
}

// Typed symbols, parameters, numbers and every operator of the language; nothing that only a program can bind.
static random_knobs file_knobs(uint64_t seed)
{
    random_knobs knobs[] = {random_knobs_small(), random_knobs_tiny(), random_knobs_wide()};
    random_knobs k = knobs[seed % 3];
    k.calls = k.contexts = false;
    return k;
}

// From one start, every goal. Returns how many have a plan.
static uint32_t check_start(random_domain* d, ploy_random* random, bool* too_big)
{
    int64_t start[RANDOM_MAX_VARIABLES];
    random_domain_start_near(d, random, start);
    text_sink xml;
    random_domain_print(d, start, open_text(&xml, "set.xml"));
    ploy_file* file = parse("random domain", close_text(&xml));
    ploy_agent_info agent = ploy_file_agent(file, 0);
    uint32_t solvable = 0;
    for (uint32_t goal = 0; goal < d->goal_count; goal++) {
        char name[64];
        snprintf(name, sizeof name, "seed %llu, goal %u", (unsigned long long)d->seed, (unsigned)goal);
        file_problem p = {"random domain", name, ploy_file_domain(file, 0), query_of(&agent), -1};
        p.query.goal = goal;
        random_domain_goal_args(d, random, goal, p.query.goal_args);
        brute_query query = brute_query_default(start, goal, p.query.goal_args);
        brute_answer answer = brute_solve(d, &query);
        *too_big = *too_big || answer.too_big;
        if (answer.too_big) continue;
        if (answer.found) p.expected = answer.cost;
        solvable += answer.found;
        for (uint32_t s = 0; s < 3; s++) check_search(&p, 1, cheapest[s]);
    }
    ploy_file_destroy(file);
    free(xml.text);
    return solvable;
}

static void every_random_typed_domain_has_its_proven_cost_cold_and_warm(void** unused)
{
    (void)unused;
    uint32_t solvable = 0, too_big_count = 0;
    for (uint64_t seed = 0; seed < DOMAINS; seed++) {
        random_knobs knobs = file_knobs(seed);
        random_domain* d = random_domain_create(seed, &knobs);
        ploy_random random = {.seed = seed, .stream = 3};
        for (uint32_t i = 0; i < STARTS; i++) {
            bool too_big = false;
            solvable += check_start(d, &random, &too_big);
            too_big_count += too_big;
        }
        random_domain_destroy(d);
    }
    print_message("%u solvable, %u starts too big for the oracle\n", (unsigned)solvable, (unsigned)too_big_count);
    assert_true(solvable > DOMAINS);
    assert_true(too_big_count < DOMAINS * STARTS / 20);
}

static bool ends_with(const char* text, const char* end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length > tail && strcmp(text + length - tail, end) == 0;
}

static void every_file_of_the_given_folder_has_its_proven_cost_cold_and_warm(void** unused)
{
    (void)unused;
    const char* folder = getenv("PLOY_DATA");
    DIR* dir = folder ? opendir(folder) : NULL;
    if (!dir) {
        print_message("skipped: PLOY_DATA names no folder\n");
        skip();
    }
    uint32_t checked = 0;
    for (struct dirent* entry; (entry = readdir(dir)) != NULL;) {
        if (!ends_with(entry->d_name, ".xml")) continue;
        char path[1024], json_path[1024];
        int stem = (int)strlen(entry->d_name) - 4;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        snprintf(json_path, sizeof json_path, "%s/%.*s.json", folder, stem, entry->d_name);
        char *text = read_text(path), *json = read_text(json_path);
        if (!text || !json) fail_msg("%s or %s is missing", path, json_path);
        check_text(path, text, json);
        free(text);
        free(json);
        checked++;
    }
    closedir(dir);
    print_message("%u files\n", (unsigned)checked);
}

TEST_MAIN(TEST(every_generated_set_has_its_proven_costs_cold_and_warm),
          TEST(every_random_typed_domain_has_its_proven_cost_cold_and_warm),
          TEST(every_file_of_the_given_folder_has_its_proven_cost_cold_and_warm))
