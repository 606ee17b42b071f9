#include "programs/experiment/claims/evidence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"

void sample_free(sample* list)
{
    free(list->values);
    *list = (sample){0};
}

static void add(sample* list, double value)
{
    if (isnan(value)) return;
    list->values = have_memory(realloc(list->values, (list->count + 1) * sizeof *list->values));
    list->values[list->count++] = value;
}

static bool is(const char* wanted, const char* name)
{
    return !wanted || strcmp(wanted, name) == 0;
}

// The side of the match that plays the pairing's first, plus 1; 0: another pairing.
static uint32_t first_side1(const evidence* e, uint32_t match, pairing p)
{
    const study_cell* cell = study_cell_of(e->s, match);
    if (!e->results[match].done || cell->technical || cell->robin != p.robin || !is(p.mode, cell->mode)) return 0;
    if (is(p.first, cell->controllers[0]) && is(p.second, cell->controllers[1])) return 1;
    return is(p.first, cell->controllers[1]) && is(p.second, cell->controllers[0]) ? 2 : 0;
}

sample evidence_values(const evidence* e, pairing p, side_value_fn* value)
{
    sample list = {0};
    for (uint32_t i = 0; i < e->s->match_count; i++) {
        uint32_t side1 = first_side1(e, i, p);
        if (side1) add(&list, value(&e->results[i], side1 - 1));
    }
    return list;
}

sample evidence_differences(const evidence* e, pairing p, side_value_fn* value)
{
    sample list = {0};
    for (uint32_t i = 0; i < e->s->match_count; i++) {
        uint32_t side1 = first_side1(e, i, p);
        if (side1) add(&list, value(&e->results[i], side1 - 1) - value(&e->results[i], 2 - side1));
    }
    return list;
}

stats_labeled* evidence_agents(const evidence* e, pairing p, study_metric metric, uint32_t* count)
{
    stats_labeled* list = have_memory(calloc((size_t)e->s->match_count * STUDY_AGENTS + 1, sizeof *list));
    *count = 0;
    for (uint32_t i = 0; i < e->s->match_count; i++) {
        uint32_t side1 = first_side1(e, i, p);
        const study_result* r = &e->results[i];
        for (uint32_t k = 0; side1 && k < r->agent_count; k++)
            list[(*count)++] = (stats_labeled){(double)study_metric_of(&r->agents[k].metrics, metric),
                                               r->agents[k].side ^ (side1 - 1), i};
    }
    return list;
}

int64_t evidence_sum(const evidence* e, pairing p, study_metric metric, uint32_t side)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < e->s->match_count; i++) {
        uint32_t side1 = first_side1(e, i, p);
        if (side1) sum += study_metric_of(&e->results[i].sides[(side1 - 1) ^ side], metric);
    }
    return sum;
}

sample evidence_of_controller(const evidence* e, const char* mode, const char* controller, side_value_fn* value)
{
    sample list = {0};
    for (uint32_t i = 0; i < e->s->match_count; i++) {
        const study_cell* cell = study_cell_of(e->s, i);
        if (!e->results[i].done || !is(mode, cell->mode) || (mode && cell->robin)) continue;
        for (uint32_t side = 0; side < 2; side++)
            if (is(controller, cell->controllers[side])) add(&list, value(&e->results[i], side));
    }
    return list;
}

sample evidence_technical(const evidence* e, const char* controller, side_value_fn* value)
{
    sample list = {0};
    for (uint32_t i = 0; i < e->s->match_count; i++) {
        const study_cell* cell = study_cell_of(e->s, i);
        if (!e->results[i].done || !cell->technical || !is(controller, cell->controllers[0])) continue;
        for (uint32_t side = 0; side < 2; side++) add(&list, value(&e->results[i], side));
    }
    return list;
}

uint32_t evidence_done(const evidence* e)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < e->s->match_count; i++) count += e->results[i].done;
    return count;
}

static double agents_of(const study_result* result, uint32_t side)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < result->agent_count; i++) count += result->agents[i].side == side;
    return count ? (double)count : (double)NAN;
}

double value_score(const study_result* result, uint32_t side)
{
    return (double)result->sides[side].score;
}

double value_kills(const study_result* result, uint32_t side)
{
    return (double)result->sides[side].kills;
}

double value_deaths(const study_result* result, uint32_t side)
{
    return (double)result->sides[side].deaths;
}

static double cells(int64_t fixed)
{
    return fixed < 0 ? (double)NAN : (double)fixed / 1000;
}

double value_distance(const study_result* result, uint32_t side)
{
    return cells(result->sides[side].mate_distance);
}

double value_squad_distance(const study_result* result, uint32_t side)
{
    return cells(result->sides[side].squad_distance);
}

double value_nearest_mate(const study_result* result, uint32_t side)
{
    return cells(result->sides[side].nearest_mate);
}

double value_plans(const study_result* result, uint32_t side)
{
    return (double)result->sides[side].plans / agents_of(result, side);
}

double value_changes(const study_result* result, uint32_t side)
{
    return (double)result->sides[side].state_changes / agents_of(result, side);
}

double value_ai_mean(const study_result* result, uint32_t side)
{
    return result->costs[side].ai_ns_mean / 1e3;
}

double value_ai_min(const study_result* result, uint32_t side)
{
    return result->costs[side].ai_ns_min / 1e3;
}

double value_ai_max(const study_result* result, uint32_t side)
{
    return result->costs[side].ai_ns_max / 1e3;
}

double value_ai_p999(const study_result* result, uint32_t side)
{
    return result->costs[side].ai_ns_p999 / 1e3;
}

double value_bytes(const study_result* result, uint32_t side)
{
    return (double)result->sides[side].ai_bytes;
}

double value_bytes_of_ten(const study_result* result, uint32_t side)
{
    double bytes = value_bytes(result, side);
    for (uint32_t i = 0; i < result->agent_count; i++)
        if (result->agents[i].side == side) bytes += (double)result->agents[i].metrics.ai_bytes;
    return bytes;
}

double value_frames(const study_result* result, uint32_t side)
{
    return side == 0 ? result->frames_per_second : (double)NAN; // of both sides together, once per match
}
