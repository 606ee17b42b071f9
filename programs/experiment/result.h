// What came out of a match. Sides are those of the test, first and second, whichever colour they wore.

#ifndef EXPERIMENT_RESULT_H
#define EXPERIMENT_RESULT_H

#include "programs/experiment/study.h"

#define STUDY_AGENTS 10

/// Every measure that is the same whenever and wherever the match is played: name, what it is for people.
#define STUDY_MEASURES(X)                                                                                              \
    X(score, "score")                                                                                                  \
    X(kills, "kills")                                                                                                  \
    X(deaths, "deaths")                                                                                                \
    X(rounds_won, "rounds won")                                                                                        \
    X(shots, "shots")                                                                                                  \
    X(hits, "hits")                                                                                                    \
    X(mate_distance, "distance between team mates, thousandths of a cell; -1: none")                                   \
    X(squad_distance, "the same between those of one squad")                                                           \
    X(nearest_mate, "the same to the nearest team mate")                                                               \
    X(plans, "plans formed")                                                                                           \
    X(state_changes, "state changes")                                                                                  \
    X(ai_bytes, "memory of the deciding part, bytes")

typedef struct study_measures
{
#define STUDY_MEASURE_FIELD(name, text) int64_t name;
    STUDY_MEASURES(STUDY_MEASURE_FIELD)
#undef STUDY_MEASURE_FIELD
} study_measures;

typedef enum study_measure
{
#define STUDY_MEASURE_ENUM(name, text) STUDY_MEASURE_##name,
    STUDY_MEASURES(STUDY_MEASURE_ENUM) STUDY_MEASURE_COUNT
#undef STUDY_MEASURE_ENUM
} study_measure;

/// What depends on the machine and the moment: nanoseconds that a side's decisions take a step.
#define STUDY_COSTS(X)                                                                                                 \
    X(ai_ns_mean)                                                                                                      \
    X(ai_ns_min)                                                                                                       \
    X(ai_ns_max)                                                                                                       \
    X(ai_ns_p999)

typedef struct study_costs
{
#define STUDY_COST_FIELD(name) double name;
    STUDY_COSTS(STUDY_COST_FIELD)
#undef STUDY_COST_FIELD
} study_costs;

typedef struct study_agent
{
    uint32_t side;
    study_measures measures;
} study_agent;

/// How often something of a controller was used: kind "goal", "action", "state", "weapon", "task", "plan length".
typedef struct study_use
{
    uint32_t side;
    char kind[STUDY_NAME];
    char name[2 * STUDY_NAME];
    uint64_t count;
} study_use;

typedef struct study_result
{
    bool done;
    uint64_t steps;
    uint64_t hash;
    double frames_per_second;
    study_measures sides[2];
    study_costs costs[2];
    study_agent agents[STUDY_AGENTS];
    uint32_t agent_count;
    study_use* uses;
    uint32_t use_count;
} study_result;

int64_t study_measure_of(const study_measures* measures, study_measure measure);
const char* study_measure_name(study_measure measure);
/// False: out of memory.
bool study_result_add_use(study_result* result, uint32_t side, const char* kind, const char* name, uint64_t count);
void study_result_free(study_result* result);

#endif
