// The result of a match. Sides are those of the test, first and second, whichever color they played.

#ifndef EXPERIMENT_RESULT_H
#define EXPERIMENT_RESULT_H

#include "programs/experiment/study.h"

#define STUDY_AGENTS 10

/// Every metric that is the same whenever and wherever the match is played: name, description.
#define STUDY_METRICS(X)                                                                                               \
    X(score, "score")                                                                                                  \
    X(kills, "kills")                                                                                                  \
    X(deaths, "deaths")                                                                                                \
    X(rounds_won, "rounds won")                                                                                        \
    X(shots, "shots")                                                                                                  \
    X(hits, "hits")                                                                                                    \
    X(mate_distance, "distance between teammates, 1/1000 cell; -1: none")                                              \
    X(squad_distance, "the same between members of one squad")                                                         \
    X(nearest_mate, "the same to the nearest teammate")                                                                \
    X(plans, "plans formed")                                                                                           \
    X(state_changes, "state changes")                                                                                  \
    X(ai_bytes, "memory for decisions, bytes")                                                                         \
    X(alive_steps, "steps that agents were alive")                                                                     \
    X(quiet_minutes, "minutes in which neither side scored")                                                           \
    X(next_entropy, "entropy of the next activity, 1/1000 bit")                                                        \
    X(orders, "orders of the squad that an agent got")                                                                 \
    X(orders_obeyed, "orders that it followed within a second")                                                        \
    X(orders_overruled, "orders that it dropped for something else")                                                   \
    X(duel_steps, "steps in which only two of all agents were alive")                                                  \
    X(goals, "goals that ended")                                                                                       \
    X(goals_finished, "goals that were finished; -1: the controller has none")                                         \
    X(goals_short, "goals that lasted less than a second")                                                             \
    X(goals_returned, "returns to a goal within two seconds")                                                          \
    X(goal_median_ms, "median length of goals, ms")                                                                    \
    X(fight_plans, "plans made in fights")                                                                             \
    X(fight_plans_short, "plans of one step made in fights")                                                           \
    X(samples, "samples of living agents, five per second")                                                                \
    X(samples_still, "samples of one that stood in view of an enemy")                                                      \
    X(reloads, "reloads")                                                                                              \
    X(reloads_sheltered, "reloads in cover or in motion")                                                              \
    X(blind_shots, "shots fired blindly")                                                                              \
    X(blind_shots_near, "blind shots within 30 degrees of the attacker")                                               \
    X(squad_fights, "fights of two or more of a squad")                                                                \
    X(squad_fights_flanked, "squad fights with a flank")

typedef struct study_metrics
{
#define STUDY_METRIC_FIELD(name, text) int64_t name;
    STUDY_METRICS(STUDY_METRIC_FIELD)
#undef STUDY_METRIC_FIELD
} study_metrics;

typedef enum study_metric
{
#define STUDY_METRIC_ENUM(name, text) STUDY_METRIC_##name,
    STUDY_METRICS(STUDY_METRIC_ENUM) STUDY_METRIC_COUNT
#undef STUDY_METRIC_ENUM
} study_metric;

/// What depends on the computer and its load: nanoseconds per step for a side's decisions, and the longest step of the
/// first second, in which all agents plan (of the whole game).
#define STUDY_COSTS(X)                                                                                                 \
    X(ai_ns_mean)                                                                                                      \
    X(ai_ns_min)                                                                                                       \
    X(ai_ns_max)                                                                                                       \
    X(ai_ns_p999)                                                                                                      \
    X(start_ns)

typedef struct study_costs
{
#define STUDY_COST_FIELD(name) double name;
    STUDY_COSTS(STUDY_COST_FIELD)
#undef STUDY_COST_FIELD
} study_costs;

/// Of a technical run: CPU time of the whole step, in a segment of it.
typedef enum study_cost_part
{
    STUDY_CPU_MEAN,
    STUDY_CPU_MIN,
    STUDY_CPU_P99,
    STUDY_CPU_PARTS
} study_cost_part;

/// Seconds of play of a segment.
#define STUDY_SEGMENT 15

typedef struct study_segment
{
    double ns[2][STUDY_CPU_PARTS]; ///< of the first controller's game and of the second's, per step
} study_segment;

typedef struct study_agent
{
    uint32_t side;
    study_metrics metrics;
} study_agent;

/// How often something of a controller was used; kind: "goal", "action", "state", "weapon", "task", "plan length".
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
    study_metrics sides[2];
    study_costs costs[2];
    study_agent agents[STUDY_AGENTS];
    uint32_t agent_count;
    study_use* uses;
    uint32_t use_count;
    study_segment* segments; ///< of technical runs
    uint32_t segment_count;
} study_result;

int64_t study_metric_of(const study_metrics* metrics, study_metric metric);
const char* study_metric_name(study_metric metric);
/// False: out of memory.
bool study_result_add_use(study_result* result, uint32_t side, const char* kind, const char* name, uint64_t count);
void study_result_add_segment(study_result* result, const study_segment* segment);
void study_result_free(study_result* result);

#endif
