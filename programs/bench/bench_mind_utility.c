// Eight options of four considerations each over eight keys, with every kind of curve. choice: all keys have changed,
// so every score is computed again, and the writes count too; unchanged: no key has changed.

#include "programs/bench/bench_mind.h"
#include "programs/bench/bench_agent.h"
#include "programs/cli/clock.h"

#include <ploy/utility.h>

enum
{
    OPTIONS = 8,
    CONSIDERATIONS = 4,
    KEYS = 8,
    ROUNDS = 11,
    TICKS = 20000,
};

static const char* const names[OPTIONS] = {"thing0", "thing1", "thing2", "thing3",
                                           "thing4", "thing5", "thing6", "thing7"};

static bool add_activities(const bench_agent* s)
{
    bool good = true;
    for (uint32_t k = 0; good && k < OPTIONS; k++) {
        ploy_activity_def activity = {0};
        activity.name = names[k];
        good = ploy_bindings_add_activity(s->bindings, &activity, NULL) == PLOY_OK;
    }
    return good;
}

static ploy_mind* make_mind(const bench_agent* s)
{
    ploy_consideration considerations[OPTIONS][CONSIDERATIONS];
    ploy_option options[OPTIONS];
    for (uint32_t k = 0; k < OPTIONS; k++) {
        for (uint32_t c = 0; c < CONSIDERATIONS; c++) {
            ploy_curve curve = ploy_curve_of((ploy_curve_kind)((k + c) % PLOY_CURVE_COUNT));
            const char* key = names[(k + 2 * c) % KEYS];
            considerations[k][c] = ploy_consider(PLOY_INPUT_KEY, key, 0, 1000 + 50 * k, curve);
        }
        options[k] = (ploy_option){0};
        options[k].name = names[k];
        options[k].considerations = considerations[k];
        options[k].consideration_count = CONSIDERATIONS;
        options[k].duration = INT64_MAX; // runs until another option is better
    }
    ploy_utility_def def = {0};
    def.parts.bindings = s->bindings;
    def.parts.keys = s->keys;
    def.options = options;
    def.option_count = OPTIONS;
    ploy_mind* mind = NULL;
    ploy_utility_mind_create(&(ploy_utility_mind_def){.utility = &def}, &mind, NULL);
    return mind;
}

static double time_choices(bench_agent* s, bool changed)
{
    double start = cpu_ns();
    for (uint32_t t = 0; t < TICKS; t++) {
        for (uint32_t k = 0; changed && k < KEYS; k++) {
            ploy_blackboard_set(s->agent.blackboard, k, (int64_t)((t * 37 + k * 101) % 1000));
        }
        s->agent.mind->kind->think(&s->agent);
    }
    return (cpu_ns() - start) / TICKS;
}

// Both take turns, so that the rounds of each are spread over the whole time.
static void run_benchmark(bench_agent* s, mind_rows* rows)
{
    double choice[ROUNDS], unchanged[ROUNDS];
    for (unsigned round = 0; round < ROUNDS; round++) {
        ploy_mind_tick(&s->agent, PLOY_SECOND);
        choice[round] = time_choices(s, true);
        ploy_mind_tick(&s->agent, PLOY_SECOND);
        unchanged[round] = time_choices(s, false);
    }
    mind_rows_add(rows, "utility.choice_ns", min(choice, ROUNDS), "ns");
    mind_rows_add(rows, "utility.unchanged_ns", min(unchanged, ROUNDS), "ns");
}

bool bench_mind_utility(mind_rows* rows)
{
    bench_agent s;
    bool good = bench_agent_begin(&s, names, KEYS, PLOY_VALUE_DECIMAL) && add_activities(&s);
    ploy_mind* mind = good ? make_mind(&s) : NULL;
    good = mind && bench_agent_join(&s, mind);
    if (good) {
        run_benchmark(&s, rows);
        mind_rows_add(rows, "utility.agent_bytes", mind->data_bytes, "bytes");
        mind->kind->end(&s.agent);
    }
    bench_agent_end(&s);
    ploy_mind_destroy(mind);
    return good;
}
