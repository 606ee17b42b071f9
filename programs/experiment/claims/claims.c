#include "programs/experiment/claims/claim.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"

const char* verdict_text(verdict v)
{
    static const char* const texts[] = {"holds", "does not hold", "cannot tell"};
    return texts[v];
}

void claim_say(claim_answer* a, const char* format, ...)
{
    size_t used = strlen(a->ours);
    va_list args;
    va_start(args, format);
    vsnprintf(a->ours + used, sizeof a->ours - used, format, args);
    va_end(args);
}

void claim_set_test(claim_answer* a, const char* text)
{
    snprintf(a->test, sizeof a->test, "%s", text);
}

// Both answers must be beyond chance.
verdict claim_judge(const stats_estimate* s, int sign)
{
    if (isnan(s->p) || s->p >= CLAIM_LEVEL) return VERDICT_UNKNOWN;
    return s->value * sign > 0 ? VERDICT_HOLDS : VERDICT_FAILS;
}

void claim_judge_within(claim_answer* a, const stats_estimate* s, double low, double high)
{
    double within = stats_p_within(s, low, high), outside = stats_p_outside(s, low, high);
    a->verdict = within < CLAIM_LEVEL ? VERDICT_HOLDS : outside < CLAIM_LEVEL ? VERDICT_FAILS : VERDICT_UNKNOWN;
    a->p = a->verdict == VERDICT_FAILS ? outside : within;
}

const char* claim_number(double value, char text[24])
{
    snprintf(text, 24, fabs(value) >= 1000 ? "%+.0f" : "%+.3g", value);
    return text;
}

void claim_say_interval(claim_answer* a, const stats_estimate* s, const char* unit)
{
    char value[24], low[24], high[24];
    claim_say(a, "%s%s", claim_number(s->value, value), unit);
    if (!isnan(s->low)) claim_say(a, " (%s to %s)", claim_number(s->low, low), claim_number(s->high, high));
}

void claim_not_played(claim_answer* a)
{
    claim_say(a, "not played in this experiment");
    a->verdict = VERDICT_UNKNOWN;
}

void evaluate_rounds(const evidence* e, const study_claim* c, claim_answer* a)
{
    uint64_t first = (uint64_t)evidence_sum(e, c->pairings[0], STUDY_METRIC_rounds_won, 0);
    uint64_t second = (uint64_t)evidence_sum(e, c->pairings[0], STUDY_METRIC_rounds_won, 1);
    if (first + second == 0) {
        claim_not_played(a);
        return;
    }
    stats_estimate s = stats_share(first, first + second);
    claim_say(a, "%" PRIu64 " to %" PRIu64 " rounds: %.1f %% (%.1f to %.1f)", first, second, 100 * s.value, 100 * s.low,
              100 * s.high);
    claim_set_test(a, "exact binomial over rounds");
    a->p = s.p;
    s.value -= 0.5;
    a->verdict = claim_judge(&s, c->sign);
}

void evaluate_agents(const evidence* e, const study_claim* c, claim_answer* a)
{
    uint32_t count;
    stats_labeled* list = evidence_agents(e, c->pairings[0], c->metric, &count);
    if (!list || count == 0) {
        claim_not_played(a);
    } else {
        stats_estimate s = stats_relabeled(list, count);
        claim_say(a, "%" PRId64 " to %" PRId64 "; ", evidence_sum(e, c->pairings[0], c->metric, 0),
                  evidence_sum(e, c->pairings[0], c->metric, 1));
        claim_say_interval(a, &s, " per agent and match");
        claim_set_test(a, "labels shuffled among the agents of a match");
        a->p = s.p;
        a->verdict = claim_judge(&s, c->sign);
    }
    free(list);
}

static sample differences_of(const evidence* e, const study_claim* c, pairing p)
{
    if (!c->other && !(c->times > 0)) return evidence_differences(e, p, c->value);
    double times = c->times > 0 ? c->times : 1;
    sample first = evidence_values(e, p, c->value);
    sample second = evidence_values(e, (pairing){p.mode, p.second, p.first, false}, c->other ? c->other : c->value);
    for (uint32_t i = 0; i < first.count && i < second.count; i++) first.values[i] -= times * second.values[i];
    sample_free(&second);
    return first;
}

static double mean_of(const evidence* e, pairing p, side_value_fn* value)
{
    sample list = evidence_values(e, p, value);
    double mean = stats_mean(list.values, list.count);
    sample_free(&list);
    return mean;
}

static void say_pairing(const evidence* e, const study_claim* c, pairing p, const stats_estimate* s, claim_answer* a)
{
    if (a->ours[0]) claim_say(a, "; ");
    bool has_modes = c->pairings[1].mode && strcmp(c->pairings[0].mode, c->pairings[1].mode) != 0;
    if (has_modes) claim_say(a, "%s: ", p.mode);
    if (!has_modes && c->pairings[1].first) claim_say(a, "%s against %s: ", p.first, p.second);
    claim_say(a, "%.4g to %.4g per match, ", mean_of(e, p, c->value),
              mean_of(e, (pairing){p.mode, p.second, p.first, false}, c->other ? c->other : c->value));
    if (c->times > 0) claim_say(a, "more than %g times by ", c->times);
    claim_say_interval(a, s, c->unit ? c->unit : "");
}

// Pairings that agree with the claim, and those that contradict it.
typedef struct votes
{
    uint32_t count, played, holds, fails;
    double weakest, against; // p: the highest of all, the lowest of those against
} votes;

static void evaluate_pairing(const evidence* e, const study_claim* c, pairing p, votes* v, claim_answer* a)
{
    sample list = differences_of(e, c, p);
    stats_estimate s = stats_one_sample(list.values, list.count);
    verdict one = list.count ? claim_judge(&s, c->sign) : VERDICT_UNKNOWN;
    v->count++;
    v->played += list.count > 0;
    v->holds += one == VERDICT_HOLDS;
    v->fails += one == VERDICT_FAILS;
    if (list.count) say_pairing(e, c, p, &s, a);
    if (!(v->weakest >= s.p)) v->weakest = s.p;
    if (one == VERDICT_FAILS && s.p < v->against) v->against = s.p;
    sample_free(&list);
}

// All pairings must agree with the claim: then the highest p holds for all of them together. One contradicting pairing
// is enough to refute it, but chance has as many tries as there are pairings.
void evaluate_matches(const evidence* e, const study_claim* c, claim_answer* a)
{
    votes v = {.weakest = NAN, .against = 1};
    for (uint32_t i = 0; i < CLAIM_PAIRINGS && c->pairings[i].first; i++) evaluate_pairing(e, c, c->pairings[i], &v, a);
    if (!a->ours[0]) {
        claim_not_played(a);
        return;
    }
    double against = fmin(1, v.against * v.count);
    bool is_refuted = v.fails && against < CLAIM_LEVEL;
    a->p = is_refuted ? against : v.played == v.count ? v.weakest : (double)NAN;
    a->verdict = is_refuted ? VERDICT_FAILS : v.holds == v.count ? VERDICT_HOLDS : VERDICT_UNKNOWN;
    claim_set_test(a, v.count == 1 ? "signs of the matches' differences flipped"
                      : is_refuted ? "signs flipped; p of the pairing that contradicts it most, times the pairings"
                                   : "signs flipped; p of the pairing that supports it least");
}

void evaluate_level(const evidence* e, const study_claim* c, claim_answer* a)
{
    pairing p = c->pairings[0];
    sample list = evidence_differences(e, p, c->value);
    stats_estimate s = stats_one_sample(list.values, list.count);
    double sum = mean_of(e, p, c->value) + mean_of(e, (pairing){p.mode, p.second, p.first, false}, c->value);
    double margin = c->share * sum;
    if (list.count == 0) {
        claim_not_played(a);
    } else {
        say_pairing(e, c, p, &s, a);
        claim_say(a, "; level would be within %.3g", margin);
        claim_judge_within(a, &s, -margin, margin);
        claim_set_test(a, "two one-sided t-tests (equivalence)");
    }
    sample_free(&list);
}

static claim_answer evaluate(const evidence* e, const study_claim* c)
{
    claim_answer a = {
        .id = c->id, .group = c->group, .claim = c->text, .theirs = c->theirs, .p = NAN, .verdict = VERDICT_UNKNOWN};
    a.margin = c->margin;
    a.holm = NAN;
    c->evaluate(e, c, &a);
    return a;
}

// A verdict by p stands only where p, corrected for all claims that have one, is still small.
static void correct(claim_answer* answers)
{
    double* p = have_memory(calloc(2 * (size_t)claim_count, sizeof *p));
    for (uint32_t i = 0; i < claim_count; i++) p[i] = answers[i].p;
    stats_holm(p, claim_count, p + claim_count);
    for (uint32_t i = 0; i < claim_count; i++) {
        claim_answer* a = &answers[i];
        a->holm = p[claim_count + i];
        if (!isnan(a->holm) && a->holm >= CLAIM_LEVEL) a->verdict = VERDICT_UNKNOWN;
        if (a->verdict == VERDICT_FAILS) a->reason = claims[i].reason;
    }
    free(p);
}

static bool has_map(const evidence* e, uint32_t map)
{
    for (uint32_t i = 0; i < e->s->match_count; i++)
        if (e->results[i].done && study_cell_of(e->s, i)->map == map) return true;
    return false;
}

static void evaluate_on_map(const evidence* e, uint32_t map, claim_answer* answers)
{
    evidence here = {e->s, e->results, map};
    for (uint32_t i = 0; i < claim_count && has_map(e, map); i++) {
        if (isnan(answers[i].p)) continue; // counted, not played
        claim_answer a = evaluate(&here, &claims[i]);
        if (isnan(a.p)) continue;
        snprintf(answers[i].on_map[map - 1], sizeof answers[i].on_map[0], "%.200s; p %s%.4f", a.ours,
                 a.p < 0.0001 ? "< " : "", a.p < 0.0001 ? 0.0001 : a.p);
    }
}

claim_answer* claims_evaluate(const evidence* e)
{
    claim_answer* answers = have_memory(calloc(claim_count, sizeof *answers));
    for (uint32_t i = 0; i < claim_count; i++) answers[i] = evaluate(e, &claims[i]);
    correct(answers);
    for (uint32_t map = 1; map <= 2; map++) evaluate_on_map(e, map, answers);
    return answers;
}

uint32_t claims_count(const claim_answer* answers, verdict v)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < claim_count; i++) count += answers[i].verdict == v;
    return count;
}
