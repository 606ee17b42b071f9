// `ploy bench world`: worlds of planning agents, blackboards and working memories, and a crowd that starts at once.

#include "programs/bench/bench.h"
#include "programs/bench/bench_smiths.h"
#include "programs/cli/clock.h"
#include "programs/cli/load_file.h"

#include <ploy/blackboard.h>
#include <ploy/memory.h>

#include <stdlib.h>
#include <string.h>

enum
{
    WARM_TICKS = 180,
    CROWD_TICKS = 60,
    CROWD_GROUPS = 4,
    GROUPS = 6, // of a hundred thousand: each agent is ticked ten times per second
    ROUNDS = 5,
};

// How much work.
typedef struct world_load
{
    uint32_t writes, queries, crowd;
    uint32_t agents, ticks; // those that plan; of the other rows ten times as many agents and half the ticks
} world_load;

static const world_load full_load = {200000, 20000, 2000, 10000, 600}, small_load = {2000, 200, 100, 100, 120};

#define FRAME_NS (1e9 / 60)

static int by_size(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static void row(bench_report* report, const char* group, const char* name, double value, const char* unit)
{
    char text[64];
    snprintf(text, sizeof text, "%s.%s", group, name);
    bench_report_row(report, text, value, unit);
}

// Many smiths; each plans again once per second.

static void measure_ticks(bench_report* report, smiths* s, const char* name, uint32_t ticks)
{
    double* times = calloc(ticks, sizeof *times);
    for (uint32_t t = 0; t < WARM_TICKS; t++) {
        smiths_disturb(s);
        smiths_tick(s);
    }
    uint64_t calls = s->meter.calls, answered = ploy_plan_service_get_stats(s->planning).answered;
    for (uint32_t t = 0; times && t < ticks; t++) {
        smiths_disturb(s);
        times[t] = smiths_tick(s);
    }
    double plans = (double)(ploy_plan_service_get_stats(s->planning).answered - answered);
    if (times) {
        qsort(times, ticks, sizeof *times, by_size);
        row(report, name, "tick_p99_ms", times[(ticks * 99 + 99) / 100 - 1] / 1e6, "ms");
        row(report, name, "tick_median_ms", times[ticks / 2] / 1e6, "ms");
    }
    row(report, name, "bytes_per_agent", (double)s->meter.bytes / s->count, "bytes");
    row(report, name, "allocations", (double)(s->meter.calls - calls), "count");
    row(report, name, "plans_per_agent_second", plans / s->count / ticks * 60, "1/s");
    free(times);
}

static bool bench_many(bench_report* report, const ploy_domain* domain, const char* name, uint32_t count,
                       uint32_t groups, uint32_t ticks)
{
    smiths s;
    bool ok = smiths_create(&s, domain, &(smiths_def){.count = count, .groups = groups});
    if (ok) measure_ticks(report, &s, name, ticks);
    smiths_destroy(&s);
    return ok;
}

// A crowd that starts in one frame: all at once, then in slices and groups.

typedef struct start
{
    double worst;     // ns
    double dropped;   // frames that were due during a tick
    uint32_t planned; // ticks until every agent has a plan; 0: never
    uint64_t nodes;
} start;

static bool run_crowd(const ploy_domain* domain, uint32_t crowd, uint32_t groups, uint32_t max_nodes, start* out)
{
    smiths s;
    *out = (start){0};
    bool ok = smiths_create(&s, domain, &(smiths_def){.count = crowd, .groups = groups, .max_nodes = max_nodes});
    for (uint32_t t = 1; ok && t <= CROWD_TICKS && !out->planned; t++) {
        double ns = smiths_tick(&s);
        if (ns > out->worst) out->worst = ns;
        out->dropped += (double)(uint32_t)(ns / FRAME_NS);
        ploy_plan_service_stats stats = ploy_plan_service_get_stats(s.planning);
        if (t >= groups && stats.waiting + stats.active == 0) out->planned = t;
    }
    if (ok) out->nodes = ploy_plan_service_get_stats(s.planning).expanded;
    smiths_destroy(&s);
    return ok;
}

static bool bench_start(bench_report* report, const ploy_domain* domain, uint32_t crowd)
{
    start at_once, sliced;
    if (!run_crowd(domain, crowd, 1, 0, &at_once)) return false;
    uint32_t budget = (uint32_t)((at_once.nodes + crowd) / (CROWD_TICKS * 3 / 4));
    if (!run_crowd(domain, crowd, CROWD_GROUPS, budget, &sliced)) return false;
    row(report, "start2000", "worst_tick_drop", 1 - sliced.worst / at_once.worst, "share");
    row(report, "start2000", "dropped_frames_drop", at_once.dropped > 0 ? 1 - sliced.dropped / at_once.dropped : 0,
        "share");
    row(report, "start2000", "worst_tick_at_once_ms", at_once.worst / 1e6, "ms");
    row(report, "start2000", "worst_tick_sliced_ms", sliced.worst / 1e6, "ms");
    row(report, "start2000", "dropped_frames_at_once", at_once.dropped, "count");
    row(report, "start2000", "last_planned_tick", sliced.planned, "count");
    row(report, "start2000", "nodes_at_once", (double)at_once.nodes, "count");
    row(report, "start2000", "nodes_sliced", (double)sliced.nodes, "count");
    return true;
}

// Blackboards and working memories.

static void ignore(void* user, ploy_blackboard* blackboard, uint32_t key)
{
    (void)blackboard;
    (void)key;
    ++*(uint64_t*)user;
}

static double write_ns(ploy_blackboard* blackboard, uint32_t writes)
{
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double before = cpu_ns();
        for (int64_t i = 0; i < writes; i++) ploy_blackboard_set(blackboard, (uint32_t)i % 8, i);
        double ns = (cpu_ns() - before) / writes;
        if (round == 0 || ns < best) best = ns;
    }
    return best;
}

static bool bench_blackboard(bench_report* report, uint32_t writes)
{
    ploy_blackboard_keys_def keys_def = {0};
    ploy_blackboard_keys* keys = ploy_blackboard_keys_create(&keys_def);
    ploy_key_def key = {0};
    key.type = PLOY_VALUE_INT;
    const char* const names[8] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    bool ok = keys != NULL;
    for (int i = 0; i < 8 && ok; i++) {
        key.name = names[i];
        ok = ploy_blackboard_keys_add(keys, &key, NULL) == PLOY_OK;
    }
    ploy_blackboard_def def = {0};
    def.keys = keys;
    ploy_blackboard* blackboard = ok ? ploy_blackboard_create(&def) : NULL;
    if (blackboard) bench_report_row(report, "blackboard.write_ns", write_ns(blackboard, writes), "ns");
    uint64_t notified = 0;
    for (uint32_t k = 0; blackboard && k < 64; k++)
        ploy_blackboard_subscribe(blackboard, k % 8, ignore, &notified, NULL);
    if (blackboard) bench_report_row(report, "blackboard.write_8_observers_ns", write_ns(blackboard, writes), "ns");
    ok = blackboard && notified == (uint64_t)ROUNDS * writes * 8;
    ploy_blackboard_destroy(blackboard);
    ploy_blackboard_keys_destroy(keys);
    return ok;
}

static double query_ns(const ploy_memory* facts, uint32_t queries)
{
    ploy_fact_query query;
    ploy_fact_query_init(&query, 0);
    ploy_fact_query_between(&query, 1, 20, 60);
    double best = 0;
    uint32_t found = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double before = cpu_ns();
        for (uint32_t i = 0; i < queries; i++) {
            ploy_fact_query_between(&query, 1, i % 40, 60);
            found += ploy_memory_best(facts, &query).index1 != 0;
        }
        double ns = (cpu_ns() - before) / queries;
        if (round == 0 || ns < best) best = ns;
    }
    return found ? best : 0;
}

// Thirty-two things seen, of which some are near.
static bool bench_facts(bench_report* report, uint32_t queries)
{
    ploy_fact_types_def kinds_def = {0};
    ploy_fact_types* kinds = ploy_fact_types_create(&kinds_def);
    ploy_fact_type_def kind = {0};
    kind.name = "seen";
    kind.attributes[0] = (ploy_fact_attribute){"who", PLOY_VALUE_INT, true, NULL, NULL};
    kind.attributes[1] = (ploy_fact_attribute){"distance", PLOY_VALUE_INT, false, NULL, NULL};
    kind.attribute_count = 2;
    bool ok = kinds && ploy_fact_types_add(kinds, &kind, NULL) == PLOY_OK;
    ploy_memory_def def = {0};
    def.fact_types = kinds;
    ploy_memory* facts = ok ? ploy_memory_create(&def) : NULL;
    for (int64_t i = 0; facts && i < 32; i++) {
        ploy_fact fact = ploy_fact_of(0);
        ploy_fact_set(&fact, 0, i);
        ploy_fact_set(&fact, 1, i * 37 % 100);
        fact.belief = (uint32_t)(400 + i * 17);
        ploy_memory_remember(facts, &fact, NULL);
    }
    if (facts) bench_report_row(report, "fact.query_ns", query_ns(facts, queries), "ns");
    ok = facts != NULL;
    ploy_memory_destroy(facts);
    ploy_fact_types_destroy(kinds);
    return ok;
}

int bench_world(const bench_options* options)
{
    ploy_file* file = load_file(options->files.count ? options->files.items[0] : "examples/village_smith.xml");
    if (!file) return ANSWER_BAD;
    const ploy_domain* domain = ploy_file_domain(file, 0);
    const ploy_domain* harder = ploy_file_domain(file, ploy_file_domain_count(file) > 1 ? 1 : 0);
    bench_report report = bench_report_begin(options);
    const world_load* load = options->small ? &small_load : &full_load;
    bool good = bench_facts(&report, load->queries) && bench_blackboard(&report, load->writes) &&
                bench_start(&report, harder, load->crowd) &&
                bench_many(&report, domain, "goap10k", load->agents, 1, load->ticks) &&
                bench_many(&report, domain, "goap100k", 10 * load->agents, GROUPS, load->ticks / 2) &&
                bench_many(&report, domain, "goap100k_in_one_group", 10 * load->agents, 1, load->ticks / 2);
    bench_report_end(&report);
    ploy_file_destroy(file);
    return good ? ANSWER_DONE : complain("bench", "out of memory");
}
