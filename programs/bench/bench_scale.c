// `ploy bench scale`: worlds of smiths from a thousand to a million, on one to eight workers, phase by phase, and a model
// of it that says what more cores would give.
//
// All numbers of workers take turns in one world, so that they meet the same memory and the same disturbances: what
// switches between them is the world's hook for tasks.
//
// The model of a tick that has phases A (sense, think, act), W (work) and S (the rest, on one thread) on one worker, with
// w workers of which no more than c, the cores, run at a time:
//
//   S + a A + b W + P(w),   P(w) = p                  if p <= d
//                                  d + (p - d) / w    otherwise,   p = (1 - a) A + (1 - b) W
//
// a, b: the shares that do not shrink with workers, since they wait for memory or, in W, queue requests on one thread. d:
// how long it takes until the other workers are awake; meanwhile one works alone, so a small world gains nothing and loses
// nothing. A, W and S are measured for each size, since an agent of a million takes longer than one of a thousand, which is
// in the cache; a, b and d are fitted to all sizes by the squares of relative errors. How far the model is off is
// measured on a size that it was not fitted to, each size in turn. Rows with more workers than cores take no part in the
// fit.

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
    TURN = 20,   // ticks with one number of workers
    SETTLE = 2,  // before each turn: workers find their agents
    COUNTS = 4,  // numbers of workers
    GROUPS = 60, // of the largest worlds
    LARGE = 200000,
    STEPS = 100,      // of each side of the grid on which the model is fitted
    WAKE_STEP = 2500, // ns
    ROW = 64,         // agents that share a group: as many as a world stores together
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

static const uint32_t worker_counts[COUNTS] = {1, 2, 4, 8};

// Tasks go to one of several schedulers. One worker is the caller, without any.
typedef struct scale_switch
{
    ploy_scheduler* schedulers[COUNTS];
    uint32_t count;  // numbers of workers
    uint32_t chosen; // of the worker counts
} scale_switch;

static void* switch_enqueue(ploy_task_fn* fn, uint32_t count, uint32_t min_range, void* context, void* user)
{
    const scale_switch* all = user;
    if (all->chosen == 0) return fn(0, count, 0, context), NULL;
    ploy_tasks tasks = ploy_scheduler_tasks(all->schedulers[all->chosen]);
    return tasks.enqueue(fn, count, min_range, context, tasks.user);
}

static void switch_finish(void* task, void* user)
{
    const scale_switch* all = user;
    ploy_tasks tasks = ploy_scheduler_tasks(all->schedulers[all->chosen]);
    tasks.finish(task, tasks.user);
}

static bool switch_create(scale_switch* all, uint32_t count)
{
    *all = (scale_switch){.count = count};
    bool ok = true;
    for (uint32_t i = 1; i < count && ok; i++) {
        all->schedulers[i] = ploy_scheduler_create(&(ploy_scheduler_def){.workers = worker_counts[i]});
        ok = all->schedulers[i] != NULL;
    }
    return ok;
}

static void switch_destroy(scale_switch* all)
{
    for (uint32_t i = 1; i < all->count; i++) ploy_scheduler_destroy(all->schedulers[i]);
}

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

static void tick(smiths* s, uint32_t times)
{
    for (uint32_t t = 0; t < times; t++) {
        smiths_disturb(s);
        smiths_tick(s);
    }
}

// The times of a turn of ticks, in a world without a clock: the clock is read twice per agent.
static void measure_ticks(smiths* s, uint32_t ticks, double* times)
{
    for (uint32_t t = 0; t < ticks; t++) {
        smiths_disturb(s);
        double began = wall_ns();
        smiths_tick(s);
        times[t] = wall_ns() - began;
        rest(times[t]);
    }
}

static void measure_phases(smiths* s, uint32_t ticks, scale_row* row)
{
    ploy_profile before = ploy_world_get_profile(s->world);
    tick(s, ticks);
    ploy_profile after = ploy_world_get_profile(s->world);
    for (uint32_t i = 0; i < PLOY_PHASE_COUNT; i++) row->phases[i] += (double)(after.phases[i] - before.phases[i]);
}

// The shares of the phases in the ticks of the world with a clock, of a tick without one.
static void scale_phases(scale_row* row)
{
    double all = 0;
    for (uint32_t i = 0; i < PLOY_PHASE_COUNT; i++) all += row->phases[i];
    for (uint32_t i = 0; i < PLOY_PHASE_COUNT; i++) row->phases[i] *= row->tick / (all > 0 ? all : 1);
}

// All numbers of workers in turns, `rounds` times. times: rounds * TURN of each; NULL: the world has a clock.
static void take_turns(smiths* s, scale_switch* workers, scale_row* rows, uint32_t rounds, double* times)
{
    for (uint32_t i = 0; i < rounds * workers->count; i++) {
        uint32_t which = workers->chosen = i % workers->count;
        tick(s, SETTLE);
        if (times) {
            measure_ticks(s, TURN, times + ((size_t)which * rounds + i / workers->count) * TURN);
        } else {
            measure_phases(s, TURN, &rows[which]);
        }
    }
}

static bool measure(const ploy_domain* domain, scale_switch* workers, uint32_t rounds, scale_row* rows, double* times)
{
    smiths s;
    smiths_def def = {.count = rows->agents, .groups = rows->groups, .row = ROW, .writes_effects = true};
    def.clock = times ? NULL : read_clock;
    def.tasks = (ploy_tasks){switch_enqueue, switch_finish, workers, worker_counts[workers->count - 1]};
    workers->chosen = 0;
    bool ok = smiths_create(&s, domain, &def);
    if (ok) tick(&s, WARM);
    if (ok) take_turns(&s, workers, rows, rounds, times);
    smiths_destroy(&s);
    return ok;
}

// The rows of one size.
static bool measure_size(const ploy_domain* domain, scale_switch* workers, uint32_t rounds, scale_row* rows)
{
    uint32_t ticks = rounds * TURN;
    double* times = calloc((size_t)workers->count * ticks, sizeof *times);
    bool ok = times && measure(domain, workers, rounds, rows, times) &&
              measure(domain, workers, (rounds + 3) / 4, rows, NULL);
    for (uint32_t i = 0; i < workers->count && ok; i++) {
        double* own = times + (size_t)i * ticks;
        rows[i].tick = median(own, ticks);
        rows[i].p99 = own[(ticks * 99 + 99) / 100 - 1]; // sorted by now
        scale_phases(&rows[i]);
    }
    free(times);
    return ok;
}

typedef struct scale_model
{
    double fixed, fixed_work; // shares that do not shrink: of sense, think and act; of work
    double wake;              // ns
    uint32_t cores;
} scale_model;

// The time of a tick that has this row on one worker.
static double predict(const scale_model* m, uint32_t workers, const scale_row* alone)
{
    const double* phases = alone->phases;
    double agents = phases[PLOY_PHASE_SENSE] + phases[PLOY_PHASE_THINK] + phases[PLOY_PHASE_ACT];
    double part = (1 - m->fixed) * agents + (1 - m->fixed_work) * phases[PLOY_PHASE_WORK];
    double running = workers < m->cores ? workers : m->cores;
    return alone->tick - part + (part <= m->wake ? part : m->wake + (part - m->wake) / running);
}

// Rows of one size are together, that of one worker first.
static const scale_row* one_worker(const scale_row* row)
{
    while (row->workers > 1) --row;
    return row;
}

static double error_of(const scale_model* m, const scale_row* row)
{
    return predict(m, row->workers, one_worker(row)) / row->tick - 1;
}

static bool is_fitted(const scale_table* table, const scale_row* row, uint32_t without)
{
    return row->workers > 1 && row->workers <= table->cores && row->agents != without;
}

// The best of a grid, from all sizes but one (0: from all).
static scale_model fit(const scale_table* table, uint32_t without)
{
    scale_model best = {.cores = table->cores};
    double least = -1;
    for (uint32_t i = 0; i < STEPS * STEPS * STEPS; i++) {
        scale_model m = {.cores = table->cores, .wake = i % STEPS * (double)WAKE_STEP};
        m.fixed = i / STEPS % STEPS / (double)STEPS;
        m.fixed_work = i / STEPS / STEPS / (double)STEPS;
        double sum = 0;
        for (uint32_t k = 0; k < table->count; k++) {
            double off = is_fitted(table, &table->rows[k], without) ? error_of(&m, &table->rows[k]) : 0;
            sum += off * off;
        }
        if (least < 0 || sum < least) least = sum, best = m;
    }
    return best;
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

typedef struct scale_error
{
    double sum, worst;
    uint32_t count;
} scale_error;

static void add_error(scale_error* error, double off)
{
    off = off < 0 ? -off : off;
    error->sum += off;
    error->worst = off > error->worst ? off : error->worst;
    ++error->count;
}

static void print_off(bench_report* report, const char* rows, const scale_error* error)
{
    char name[64];
    if (error->count == 0) return;
    snprintf(name, sizeof name, "model.error_%s_mean", rows);
    bench_report_row(report, name, error->sum / error->count, "share");
    snprintf(name, sizeof name, "model.error_%s_worst", rows);
    bench_report_row(report, name, error->worst, "share");
}

static void print_errors(bench_report* report, const scale_table* table, const scale_model* m)
{
    scale_error fitted = {0}, unseen = {0}, crowded = {0};
    for (uint32_t i = 0; i < table->count; i++) {
        const scale_row* row = &table->rows[i];
        if (row->workers > table->cores) add_error(&crowded, error_of(m, row));
        if (!is_fitted(table, row, 0)) continue;
        scale_model others = fit(table, row->agents);
        add_error(&fitted, error_of(m, row));
        add_error(&unseen, error_of(&others, row));
    }
    print_off(report, "fitted", &fitted);
    print_off(report, "unseen_size", &unseen);
    print_off(report, "more_workers_than_cores", &crowded);
}

static void print_model(bench_report* report, const scale_table* table)
{
    scale_model m = fit(table, 0);
    const scale_row* largest = one_worker(&table->rows[table->count - 1]);
    bench_report_row(report, "model.fixed_share", m.fixed, "share");
    bench_report_row(report, "model.fixed_share_of_work", m.fixed_work, "share");
    bench_report_row(report, "model.wake_ms", m.wake / 1e6, "ms");
    print_errors(report, table, &m);
    static const uint32_t cores[] = {2, 4, 8, 16};
    for (uint32_t i = 0; i < sizeof cores / sizeof *cores; i++) {
        char name[64];
        scale_model there = m;
        there.cores = cores[i];
        snprintf(name, sizeof name, "model.speedup_on_%u_cores", cores[i]);
        bench_report_row(report, name, largest->tick / predict(&there, cores[i], largest), "times");
    }
}

static uint32_t rounds_for(uint32_t agents, bool small)
{
    return small ? 1 : agents <= 10000 ? 12 : 6;
}

static int run_all(const bench_options* options, const ploy_domain* domain)
{
    static const uint32_t sizes[] = {1000, 3000, 10000, 30000, 100000, 300000, 1000000}, small_sizes[] = {500, 1000};
    uint32_t size_count = options->small ? 2 : sizeof sizes / sizeof *sizes;
    scale_table table = {.cores = system_processors()};
    scale_switch workers;
    bool ok = switch_create(&workers, options->small ? 2 : COUNTS);
    bench_report report = bench_report_begin(options);
    bench_report_row(&report, "cores", table.cores, "count");
    for (uint32_t i = 0; i < size_count && ok; i++) {
        uint32_t agents = (options->small ? small_sizes : sizes)[i];
        scale_row* rows = &table.rows[table.count];
        for (uint32_t k = 0; k < workers.count; k++) {
            rows[k] = (scale_row){.agents = agents, .workers = worker_counts[k], .groups = agents > LARGE ? GROUPS : 1};
        }
        ok = measure_size(domain, &workers, rounds_for(agents, options->small), rows);
        if (!ok) break;
        table.count += workers.count;
        for (uint32_t k = 0; k < workers.count; k++) print_row(&report, &rows[k]);
    }
    if (ok) print_model(&report, &table);
    bench_report_end(&report);
    switch_destroy(&workers);
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
