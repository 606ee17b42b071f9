// `ploy bench scale`: worlds of smiths from a thousand to a million, on one to eight workers, phase by phase, and a model
// of it that says what more cores would give.
//
// The model of one tick with n agents on w workers, in wall time:
//
//   T(n, w) = T(n, 1) (s + m + (1 - s - m) / min(w, c)) + k
//
// s: the share of a tick that runs on one thread, m: the share that waits for memory and does not shrink with workers;
// c: the cores of this machine; k: what it takes to wake the workers, none with one. T(n, 1) is measured, since an agent of
// a million takes longer than one of a thousand, which is in the cache. s is the time of the phases that run on one thread;
// s + m and k are fitted to the rows of more than one worker, by the squares of relative errors.

#define _POSIX_C_SOURCE 200809L

#include "programs/bench/bench.h"
#include "programs/bench/bench_smiths.h"
#include "programs/cli/clock.h"
#include "programs/cli/load_file.h"
#include "programs/cli/system.h"

#include <ploy/profile.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
    MAX_ROWS = 32,
    WARM = 120,  // ticks: each agent has planned twice
    GROUPS = 60, // of the largest worlds
    LARGE = 200000,
    ROW = 64, // agents that share a group: as many as a world stores together
};

typedef struct scale_row
{
    uint32_t agents, workers, groups;
    double tick, p99; // ns: the median, and what 99 of 100 ticks keep within
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

// Between two ticks the thread sleeps for a part of a tick, as in a game that waits for its next frame: a system that
// limits threads of real-time priority would stop it within one of them.
static void rest(double tick)
{
    struct timespec time = {.tv_nsec = tick < 8e8 ? (long)(tick / 8) : 100000000};
    nanosleep(&time, NULL);
}

// The times of ticks, in a world without a clock: the clock is read twice per agent.
static void measure_ticks(smiths* s, uint32_t ticks, double* times, scale_row* row)
{
    for (uint32_t t = 0; t < ticks; t++) {
        smiths_disturb(s);
        double began = wall_ns();
        smiths_tick(s);
        times[t] = wall_ns() - began;
        rest(times[t]);
    }
    row->tick = median(times, ticks);
    row->p99 = times[(ticks * 99 + 99) / 100 - 1]; // sorted by now
}

// The shares of the phases in all ticks.
static void measure_phases(smiths* s, uint32_t ticks, scale_row* row)
{
    ploy_profile before = ploy_world_get_profile(s->world);
    for (uint32_t t = 0; t < ticks; t++) {
        smiths_disturb(s);
        smiths_tick(s);
    }
    ploy_profile after = ploy_world_get_profile(s->world);
    double all = (double)(after.time - before.time);
    for (uint32_t i = 0; i < PLOY_PHASE_COUNT; i++) {
        row->phases[i] = (double)(after.phases[i] - before.phases[i]) / (all > 0 ? all : 1) * row->tick;
    }
}

static bool measure(const ploy_domain* domain, uint32_t ticks, scale_row* row, ploy_clock_fn* clock)
{
    smiths s;
    ploy_scheduler* scheduler = NULL;
    if (row->workers > 1) scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = row->workers});
    smiths_def def = {
        .count = row->agents, .groups = row->groups, .row = ROW, .clock = clock, .writes_effects = true};
    if (scheduler) def.tasks = ploy_scheduler_tasks(scheduler);
    double* times = calloc(ticks, sizeof *times);
    bool ok = smiths_create(&s, domain, &def) && times && (row->workers == 1 || scheduler);
    for (uint32_t t = 0; ok && t < WARM; t++) {
        smiths_disturb(&s);
        smiths_tick(&s);
    }
    if (ok && clock) measure_phases(&s, ticks / 4, row);
    if (ok && !clock) measure_ticks(&s, ticks, times, row);
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
    double serial, memory; // shares of a tick
    double wake;           // ns
    double cores;
} scale_model;

// One over the workers that have a core.
static double part_of_worker(const scale_model* m, uint32_t workers)
{
    return 1 / (workers < m->cores ? workers : m->cores);
}

// The time of a tick that takes so long on one worker.
static double predict(const scale_model* m, uint32_t workers, double alone)
{
    double fixed = m->serial + m->memory;
    return alone * (fixed + (1 - fixed) * part_of_worker(m, workers)) + (workers > 1 ? m->wake : 0);
}

// Rows of one size are together, that of one worker first.
static const scale_row* one_worker(const scale_row* row)
{
    while (row->workers > 1) --row;
    return row;
}

// Least squares of one or two numbers: a x + b y = c, summed over rows.
typedef struct least_squares
{
    double aa, ab, bb, ac, bc;
} least_squares;

static void add_equation(least_squares* sums, double a, double b, double c)
{
    sums->aa += a * a, sums->ab += a * b, sums->bb += b * b;
    sums->ac += a * c, sums->bc += b * c;
}

// Neither is negative: where one would be, it is 0 and the other is fitted alone.
static void solve(const least_squares* sums, double* x, double* y)
{
    double det = sums->aa * sums->bb - sums->ab * sums->ab;
    *x = det > 0 ? (sums->ac * sums->bb - sums->bc * sums->ab) / det : 0;
    *y = det > 0 ? (sums->bc * sums->aa - sums->ac * sums->ab) / det : 0;
    if (*y < 0 || det <= 0) *y = 0, *x = sums->aa > 0 ? sums->ac / sums->aa : 0;
    if (*x < 0) *x = 0, *y = sums->bb > 0 && sums->bc > 0 ? sums->bc / sums->bb : 0;
}

static scale_model fit(const scale_table* table)
{
    scale_model m = {.cores = table->cores};
    least_squares sums = {0};
    double sizes = 0, fixed;
    for (uint32_t i = 0; i < table->count; i++) {
        const scale_row* row = &table->rows[i];
        if (row->workers == 1) {
            m.serial += 1 - shared_time(row) / row->tick;
            ++sizes;
            continue;
        }
        double part = part_of_worker(&m, row->workers), alone = one_worker(row)->tick;
        add_equation(&sums, alone * (1 - part) / row->tick, 1 / row->tick, 1 - alone * part / row->tick);
    }
    solve(&sums, &fixed, &m.wake);
    m.serial = m.serial > 0 ? m.serial / sizes : 0;
    m.memory = fixed > 1 ? 1 - m.serial : fixed > m.serial ? fixed - m.serial : 0;
    return m;
}

static void print_row(bench_report* report, const scale_row* row)
{
    char name[96];
    snprintf(name, sizeof name, "agents%u.workers%u.tick_ms", row->agents, row->workers);
    bench_report_row(report, name, row->tick / 1e6, "ms");
    snprintf(name, sizeof name, "agents%u.workers%u.tick_p99_ms", row->agents, row->workers);
    bench_report_row(report, name, row->p99 / 1e6, "ms");
    for (uint32_t i = 0; i < PLOY_PHASE_COUNT; i++) {
        snprintf(name, sizeof name, "agents%u.workers%u.%s_ms", row->agents, row->workers,
                 ploy_phase_name((ploy_phase)i));
        bench_report_row(report, name, row->phases[i] / 1e6, "ms");
    }
}

static void print_model(bench_report* report, const scale_table* table)
{
    scale_model m = fit(table);
    double error = 0, worst = 0, count = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        const scale_row* row = &table->rows[i];
        if (row->workers == 1) continue;
        double off = predict(&m, row->workers, one_worker(row)->tick) / row->tick - 1;
        off = off < 0 ? -off : off;
        error += off;
        worst = off > worst ? off : worst;
        ++count;
    }
    bench_report_row(report, "model.serial_share", m.serial, "share");
    bench_report_row(report, "model.memory_share", m.memory, "share");
    bench_report_row(report, "model.wake_ms", m.wake / 1e6, "ms");
    bench_report_row(report, "model.error_mean", count > 0 ? error / count : 0, "share");
    bench_report_row(report, "model.error_worst", worst, "share");
    static const uint32_t cores[] = {2, 4, 8, 16};
    double alone = one_worker(&table->rows[table->count - 1])->tick; // of the largest world
    for (uint32_t i = 0; i < sizeof cores / sizeof *cores; i++) {
        char name[64];
        scale_model there = m;
        there.cores = cores[i];
        snprintf(name, sizeof name, "model.speedup_on_%u_cores", cores[i]);
        bench_report_row(report, name, alone / predict(&there, cores[i], alone), "times");
    }
}

static uint32_t ticks_for(uint32_t agents, bool small)
{
    return small ? 4 : agents <= 10000 ? 240 : 120;
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
        uint32_t ticks = ticks_for(agents, options->small);
        ok = measure(domain, ticks, row, NULL) && measure(domain, ticks, row, read_clock);
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
