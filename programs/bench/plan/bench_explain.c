// `ploy bench explain`: why not this action, for every tenth action of colonies (colony.h), with the default limits, cold. The
// limits count work, not time: this shows what they take here.

#include "programs/bench/bench.h"
#include "programs/bench/plan/colony.h"
#include "programs/cli/clock.h"
#include "programs/cli/memory.h"

#include <ploy/explain.h>

#include <stdlib.h>

enum
{
    SEEDS = 20,
    EVERY = 10, // actions of a colony, from another one on in each
    SMALL_SEEDS = 1,
    SMALL_NODES = 100,
};

#define AIM_NS 1e8

typedef struct why_not_times
{
    double* ns;
    uint32_t count, room;
    uint32_t settled, in_time;
} why_not_times;

static void add_time(why_not_times* t, double ns, bool is_settled)
{
    if (t->count == t->room) {
        t->room = 2 * t->room + 64;
        t->ns = have_memory(realloc(t->ns, t->room * sizeof *t->ns));
    }
    t->ns[t->count++] = ns;
    t->settled += is_settled;
    t->in_time += ns <= AIM_NS;
}

static void ask_some(const ploy_file* file, uint32_t first, bool is_small, why_not_times* times)
{
    ploy_explain_def def = {.domain = ploy_file_domain(file, 0), .query.start = ploy_file_agent(file, 0).state};
    def.max_nodes = is_small ? SMALL_NODES : 0;
    for (uint32_t action = first; action < ploy_domain_action_count(def.domain); action += EVERY) {
        ploy_explanation* why;
        double start = cpu_ns();
        if (ploy_explain_action(&def, action, NULL, &why) != PLOY_OK) out_of_memory();
        bool is_settled = why->why_not->reason != PLOY_WHY_NOT_NOT_SETTLED;
        ploy_explanation_destroy(why);
        add_time(times, cpu_ns() - start, is_settled);
        if (is_small) break;
    }
}

static void report_times(bench_report* report, colony_size size, why_not_times* t)
{
    char name[200], title[COLONY_TITLE_BYTES];
    double worst = 0;
    for (uint32_t i = 0; i < t->count; i++) worst = t->ns[i] > worst ? t->ns[i] : worst;
    colony_title(size, title);
#define ROW(text, value, unit)                                                                                         \
    (snprintf(name, sizeof name, "%s: " text, title), bench_report_row(report, name, value, unit))
    ROW("why not, actions", t->count, "actions");
    ROW("why not, settled", t->settled, "actions");
    ROW("why not, within 100 ms", t->in_time, "actions");
    ROW("why not, median", median(t->ns, t->count), "ns");
    ROW("why not, slowest", worst, "ns");
#undef ROW
}

int bench_explain(const bench_options* options)
{
    bench_report report = bench_report_begin(options);
    uint32_t count = options->small ? SMALL_SEEDS : SEEDS;
    int answer = ANSWER_DONE;
    for (size_t f = 0; f < COLONY_SIZES && answer == ANSWER_DONE; f++) {
        why_not_times times = {0};
        for (uint32_t i = 0; i < count && answer == ANSWER_DONE; i++) {
            ploy_file* file = colony_read(colony_sizes[f], (uint64_t)options->seed + i, NULL);
            if (file)
                ask_some(file, i % EVERY, options->small, &times);
            else
                answer = complain("bench", "no memory or no temporary file for a colony");
            ploy_file_destroy(file);
        }
        if (answer == ANSWER_DONE) report_times(&report, colony_sizes[f], &times);
        free(times.ns);
    }
    bench_report_end(&report);
    return answer;
}
