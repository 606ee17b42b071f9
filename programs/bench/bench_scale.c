// `ploy bench scale`: worlds of smiths from a thousand to a million, on one to eight workers, phase by phase, and a model
// of it that says what more cores would give.
//
// The model of one tick with n agents on w workers, in wall time:
//
//   T(n, w) = n (s + p / min(w, c) + m)
//
// s: serial time per agent, p: time per agent that is shared by the workers, m: time per agent that waits for memory and
// does not shrink with workers; c: the cores of this machine. s is the time of the phases that run on one thread, p and
// m are fitted to the others: with more than one worker they take p / w + m.

#include "programs/bench/bench.h"
#include "programs/bench/bench_smiths.h"
#include "programs/cli/clock.h"
#include "programs/cli/load_file.h"
#include "programs/cli/system.h"

#include <ploy/profile.h>

#include <stdlib.h>
#include <string.h>

enum
{
    MAX_ROWS = 32,
    WARM = 60,   // ticks: each agent has planned
    GROUPS = 60, // of the largest worlds
    LARGE = 200000,
};

typedef struct scale_row
{
    uint32_t agents, workers, groups;
    double tick; // ns, the median
    double phases[PLOY_PHASE_COUNT];
} scale_row;

typedef struct scale_table
{
    scale_row rows[MAX_ROWS];
    uint32_t count;
    uint32_t cores;
} scale_table;

static uint64_t read_clock(void* user)
{
    (void)user;
    return (uint64_t)wall_ns();
}

static uint32_t agents_in_turn(const scale_row* row)
{
    return row->agents / row->groups;
}

// Medians: the time of one tick, and the shares of the phases in all of them.
static bool measure(const ploy_domain* domain, uint32_t ticks, scale_row* row)
{
    smiths s;
    ploy_scheduler* scheduler = NULL;
    if (row->workers > 1) scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = row->workers});
    smiths_def def = {.count = row->agents, .groups = row->groups, .clock = read_clock, .writes_effects = true};
    if (scheduler) def.tasks = ploy_scheduler_tasks(scheduler);
    double* times = calloc(ticks, sizeof *times);
    bool ok = smiths_create(&s, domain, &def) && times && (row->workers == 1 || scheduler);
    for (uint32_t t = 0; ok && t < WARM; t++) {
        smiths_disturb(&s);
        smiths_tick(&s);
    }
    ploy_profile before = {0};
    if (ok) before = ploy_world_get_profile(s.world);
    for (uint32_t t = 0; ok && t < ticks; t++) {
        smiths_disturb(&s);
        double began = wall_ns();
        smiths_tick(&s);
        times[t] = wall_ns() - began;
    }
    if (ok) {
        ploy_profile after = ploy_world_get_profile(s.world);
        row->tick = median(times, ticks);
        double all = (double)(after.time - before.time);
        for (uint32_t i = 0; i < PLOY_PHASE_COUNT; i++) {
            row->phases[i] = (double)(after.phases[i] - before.phases[i]) / (all > 0 ? all : 1) * row->tick;
        }
    }
    smiths_destroy(&s);
    ploy_scheduler_destroy(scheduler);
    free(times);
    return ok;
}

// The phases that run on all workers.
static double shared_time(const scale_row* row)
{
    return row->phases[PLOY_PHASE_SENSE] + row->phases[PLOY_PHASE_THINK] + row->phases[PLOY_PHASE_WORK] +
           row->phases[PLOY_PHASE_ACT];
}

typedef struct scale_model
{
    double serial, shared, memory; // ns per agent
    double cores;
} scale_model;

static double useful_workers(const scale_model* m, uint32_t workers)
{
    return workers < m->cores ? workers : m->cores;
}

static double predict(const scale_model* m, uint32_t agents, uint32_t workers)
{
    return agents * (m->serial + m->shared / useful_workers(m, workers) + m->memory);
}

// Least squares of the time per agent in shared phases over 1 / workers: shared is the slope, memory the rest. Neither
// is negative.
static scale_model fit(const scale_table* table)
{
    scale_model m = {.cores = table->cores};
    double n = table->count, x = 0, y = 0, xx = 0, xy = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        const scale_row* row = &table->rows[i];
        double agents = agents_in_turn(row), at = 1 / useful_workers(&m, row->workers);
        double each = shared_time(row) / agents;
        m.serial += (row->tick - shared_time(row)) / agents / n;
        x += at;
        y += each;
        xx += at * at;
        xy += at * each;
    }
    double spread = n * xx - x * x;
    m.shared = spread > 1e-9 ? (n * xy - x * y) / spread : y / n;
    m.memory = (y - m.shared * x) / n;
    if (m.memory < 0) m = (scale_model){m.serial, y / x, 0, m.cores};
    if (m.shared < 0) m = (scale_model){m.serial, 0, y / n, m.cores};
    return m;
}

static void print_row(bench_report* report, const scale_row* row)
{
    char name[96];
    snprintf(name, sizeof name, "agents%u.workers%u.tick_ms", row->agents, row->workers);
    bench_report_row(report, name, row->tick / 1e6, "ms");
    for (uint32_t i = 0; i < PLOY_PHASE_COUNT; i++) {
        snprintf(name, sizeof name, "agents%u.workers%u.%s_ms", row->agents, row->workers,
                 ploy_phase_name((ploy_phase)i));
        bench_report_row(report, name, row->phases[i] / 1e6, "ms");
    }
}

static void print_model(bench_report* report, const scale_table* table)
{
    scale_model m = fit(table);
    double error = 0, worst = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        const scale_row* row = &table->rows[i];
        double off = predict(&m, agents_in_turn(row), row->workers) / row->tick - 1;
        off = off < 0 ? -off : off;
        error += off / table->count;
        worst = off > worst ? off : worst;
    }
    bench_report_row(report, "model.serial_ns_per_agent", m.serial, "ns");
    bench_report_row(report, "model.shared_ns_per_agent", m.shared, "ns");
    bench_report_row(report, "model.memory_ns_per_agent", m.memory, "ns");
    bench_report_row(report, "model.error_mean", error, "share");
    bench_report_row(report, "model.error_worst", worst, "share");
    static const uint32_t cores[] = {2, 4, 8, 16};
    for (uint32_t i = 0; i < sizeof cores / sizeof *cores; i++) {
        char name[64];
        scale_model there = m;
        there.cores = cores[i];
        snprintf(name, sizeof name, "model.speedup_on_%u_cores", cores[i]);
        bench_report_row(report, name, predict(&there, 1, 1) / predict(&there, 1, cores[i]), "times");
    }
}

static uint32_t ticks_for(uint32_t agents, bool small)
{
    return small ? 4 : agents <= 10000 ? 240 : 60;
}

static int run_all(const bench_options* options, const ploy_domain* domain)
{
    static const uint32_t sizes[] = {1000, 10000, 100000, 1000000}, small_sizes[] = {500, 1000};
    static const uint32_t workers[] = {1, 2, 4, 8};
    uint32_t size_count = options->small ? 2 : 4, worker_count = options->small ? 2 : 4;
    scale_table table = {.cores = system_processors()};
    bench_report report = bench_report_begin(options);
    bench_report_row(&report, "cores", table.cores, "count");
    bool ok = true;
    for (uint32_t i = 0; i < size_count * worker_count && ok; i++) {
        uint32_t agents = (options->small ? small_sizes : sizes)[i / worker_count];
        scale_row* row = &table.rows[table.count];
        *row = (scale_row){.agents = agents, .workers = workers[i % worker_count], .groups = agents > LARGE ? GROUPS : 1};
        ok = measure(domain, ticks_for(agents, options->small), row);
        if (!ok) break;
        ++table.count;
        print_row(&report, row);
    }
    if (ok) print_model(&report, &table);
    bench_report_end(&report);
    return ok ? ANSWER_DONE : complain("bench", "out of memory");
}

int bench_scale(const bench_options* options)
{
    ploy_file* file = load_file(options->files.count ? options->files.items[0] : "examples/village_smith.xml");
    if (!file) return ANSWER_BAD;
    int answer = run_all(options, ploy_file_domain(file, 0));
    ploy_file_destroy(file);
    return answer;
}
