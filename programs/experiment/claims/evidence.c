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

static bool is_counted(const evidence* e, uint32_t match)
{
    return e->results[match].done && (e->map == 0 || study_cell_of(e->s, match)->map == e->map);
}

// The side of the match that plays the pairing's first, plus 1; 0: another pairing.
static uint32_t first_side1(const evidence* e, uint32_t match, pairing p)
{
    const study_cell* cell = study_cell_of(e->s, match);
    if (!is_counted(e, match) || cell->technical || cell->robin != p.robin || !is(p.mode, cell->mode)) return 0;
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
        if (!is_counted(e, i) || cell->technical || !is(mode, cell->mode) || (mode && cell->robin)) continue;
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
        for (uint32_t side = 0; side < 2 && is_counted(e, i) && cell->technical; side++)
            if (is(controller, cell->controllers[side])) add(&list, value(&e->results[i], side));
    }
    return list;
}

// Which of the match's two games is the first's; 2: it is no technical run of these two.
static uint32_t find_game(const evidence* e, uint32_t match, const char* first, const char* second)
{
    const study_cell* cell = study_cell_of(e->s, match);
    if (!is_counted(e, match) || !cell->technical) return 2;
    for (uint32_t k = 0; k < 2; k++)
        if (is(first, cell->controllers[k]) && is(second, cell->controllers[1 - k])) return k;
    return 2;
}

sample evidence_segments(const evidence* e, const char* first, const char* second, study_cost_part part, double times)
{
    sample list = {0};
    for (uint32_t i = 0; i < e->s->match_count; i++) {
        uint32_t game = find_game(e, i, first, second);
        for (uint32_t k = 0; game < 2 && k < e->results[i].segment_count; k++) {
            const study_segment* g = &e->results[i].segments[k];
            add(&list, g->ns[game][part] - times * g->ns[1 - game][part]);
        }
    }
    return list;
}

sample evidence_segments_of(const evidence* e, const char* first, const char* second, study_cost_part part,
                            uint32_t which)
{
    sample list = {0};
    for (uint32_t i = 0; i < e->s->match_count; i++) {
        uint32_t game = find_game(e, i, first, second);
        for (uint32_t k = 0; game < 2 && k < e->results[i].segment_count; k++)
            add(&list, e->results[i].segments[k].ns[game ^ which][part]);
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

double value_ai_p999(const study_result* result, uint32_t side)
{
    return result->costs[side].ai_ns_p999 / 1e3;
}

double value_bytes(const study_result* result, uint32_t side)
{
    return (double)result->sides[side].ai_bytes;
}

double value_start(const study_result* result, uint32_t side)
{
    return result->costs[side].start_ns / 1e3;
}

double value_survival(const study_result* result, uint32_t side)
{
    int64_t deaths = result->sides[side].deaths;
    return (double)result->sides[side].alive_steps / 60 / (double)(deaths > 0 ? deaths : 1);
}

double value_quiet(const study_result* result, uint32_t side)
{
    return (double)result->sides[side].quiet_minutes;
}

double value_entropy(const study_result* result, uint32_t side)
{
    return (double)result->sides[side].next_entropy / 1000;
}

static double share(int64_t part, int64_t all)
{
    return all > 0 ? (double)part / (double)all : (double)NAN;
}

double value_obeyed(const study_result* result, uint32_t side)
{
    return share(result->sides[side].orders_obeyed, result->sides[side].orders);
}

double value_overruled(const study_result* result, uint32_t side)
{
    return share(result->sides[side].orders_overruled, result->sides[side].orders);
}

double value_tempo(const study_result* result, uint32_t side)
{
    if (side != 0 || result->steps == 0) return (double)NAN; // of both sides together, once per match
    return (double)(result->sides[0].rounds_won + result->sides[1].rounds_won) * 120 * 60 * 60 / (double)result->steps;
}

double value_duel(const study_result* result, uint32_t side)
{
    int64_t rounds = result->sides[0].rounds_won + result->sides[1].rounds_won;
    return side == 0 && rounds > 0 ? (double)result->sides[0].duel_steps / 60 / (double)rounds : (double)NAN;
}
