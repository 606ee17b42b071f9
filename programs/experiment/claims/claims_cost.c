// Claims about distances, cost and flexibility.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "programs/experiment/claims/claim.h"
#include "programs/experiment/claims/flexibility.h"

#include "programs/cli/memory.h"

/// "About half the map's width" of 256 cells: within a quarter of it.
#define HALF_LEAST 96
#define HALF_MOST 160
/// Microseconds per frame at 60 frames per second.
#define FRAME_US 16667

static void append(sample* all, sample more)
{
    all->values = have_memory(realloc(all->values, (all->count + more.count + 1) * sizeof *all->values));
    if (more.count) memcpy(all->values + all->count, more.values, more.count * sizeof *all->values);
    all->count += more.count;
    sample_free(&more);
}

static sample distances(const evidence* e, const char* const controllers[2], side_value_fn* value)
{
    static const char* const modes[] = {"domination", "ctf"};
    sample all = {0};
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t k = 0; k < 2 && controllers[k]; k++)
            append(&all, evidence_of_controller(e, modes[i], controllers[k], value));
    return all;
}

// The claim names a distance, and may name another one for the second side.
static stats_estimate compare_distances(const evidence* e, const study_claim* c, const char* const first[2],
                                        const char* const second[2], claim_answer* a)
{
    sample one = distances(e, first, c->value), two = distances(e, second, c->other ? c->other : c->value);
    stats_estimate s = stats_two_samples(one.values, one.count, two.values, two.count);
    if (one.count && two.count) {
        claim_say(a, "%.1f to %.1f cells; ", stats_mean(one.values, one.count), stats_mean(two.values, two.count));
        claim_say_interval(a, &s, " cells");
    }
    sample_free(&one);
    sample_free(&two);
    claim_set_test(a, "Welch");
    a->p = s.p;
    return s;
}

static const char* const with_squads[2] = {"long.goap+squad", "long.fsm+squad"};
static const char* const without_squads[2] = {"long.goap", "long.fsm"};

void evaluate_together(const evidence* e, const study_claim* c, claim_answer* a)
{
    stats_estimate s = compare_distances(e, c, with_squads, without_squads, a);
    a->verdict = claim_judge(&s, c->sign);
    if (!a->ours[0]) claim_not_played(a);
}

// The estimate is first minus second, so closer is below 0.
void evaluate_half(const evidence* e, const study_claim* c, claim_answer* a)
{
    stats_estimate s = compare_distances(e, c, with_squads, without_squads, a);
    claim_judge_within(a, &s, -HALF_MOST, -HALF_LEAST);
    claim_set_test(a, "two one-sided Welch tests: closer by 96 to 160 cells");
    if (!a->ours[0]) claim_not_played(a);
}

void evaluate_nearer(const evidence* e, const study_claim* c, claim_answer* a)
{
    static const char* const goap[2] = {"long.goap+squad"};
    static const char* const fsm[2] = {"long.fsm+squad"};
    stats_estimate s = compare_distances(e, c, goap, fsm, a);
    sample second = distances(e, fsm, c->value);
    claim_judge_within(a, &s, -c->share * stats_mean(second.values, second.count), 0);
    claim_set_test(a, "two one-sided Welch tests: closer, by at most a tenth");
    sample_free(&second);
    if (!a->ours[0]) claim_not_played(a);
}

void evaluate_segments(const evidence* e, const study_claim* c, claim_answer* a)
{
    const char *goap = "long.goap", *fsm = "long.fsm";
    sample list = evidence_segments(e, goap, fsm, c->part, c->times > 0 ? c->times : 1);
    stats_estimate s = stats_one_sample(list.values, list.count);
    if (list.count == 0) {
        claim_not_played(a);
    } else {
        sample first = evidence_segments_of(e, goap, fsm, c->part, 0), second = evidence_segments_of(e, goap, fsm, c->part, 1);
        claim_say(a, "%.4g to %.4g ns per step, ", stats_mean(first.values, first.count),
                  stats_mean(second.values, second.count));
        if (c->times > 0) claim_say(a, "more than %g times by ", c->times);
        claim_say_interval(a, &s, " ns");
        a->p = s.p;
        a->verdict = claim_judge(&s, c->sign);
        claim_set_test(a, "CPU time of both in turn; signs of the segments' differences flipped");
        sample_free(&first);
        sample_free(&second);
    }
    sample_free(&list);
}

void evaluate_memory(const evidence* e, const study_claim* c, claim_answer* a)
{
    sample goap = evidence_technical(e, "long.goap", c->value), fsm = evidence_technical(e, "long.fsm", c->value);
    double more = stats_mean(goap.values, goap.count) - stats_mean(fsm.values, fsm.count);
    if (goap.count == 0 || fsm.count == 0) {
        claim_not_played(a);
    } else {
        claim_say(a, "%.0f bytes more for ten agents (%.0f to %.0f)", more, stats_mean(goap.values, goap.count),
                  stats_mean(fsm.values, fsm.count));
        a->verdict = more * c->sign > 0 ? VERDICT_HOLDS : VERDICT_FAILS;
        claim_set_test(a, "counted, the same in every run");
    }
    sample_free(&goap);
    sample_free(&fsm);
}

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double middle_of(sample list)
{
    if (list.count) qsort(list.values, list.count, sizeof *list.values, compare);
    double middle = list.count ? list.values[list.count / 2] : (double)NAN;
    sample_free(&list);
    return middle;
}

// The median match: other load on the computer makes some steps of some matches longer.
void evaluate_peaks(const evidence* e, const study_claim* c, claim_answer* a)
{
    (void)c;
    double p999 = middle_of(evidence_technical(e, "long.goap", value_ai_p999));
    double max = middle_of(evidence_technical(e, "long.goap", value_start));
    if (isnan(p999)) {
        claim_not_played(a);
        return;
    }
    claim_say(a,
              "99.9 %% of steps below %.1f µs; a frame has %d. The longest step of the first second, in which all "
              "agents plan, with all of the game: %.0f µs",
              p999, FRAME_US, max);
    a->verdict = p999 >= FRAME_US ? VERDICT_HOLDS : VERDICT_FAILS;
    claim_set_test(a, "99.9th percentile against a frame of 1/60 s");
}

static void say_flex(claim_answer* a, const char* name, const flexibility_count* f)
{
    claim_say(a, "%s%s %u lines added, %u changed, in %u places", a->ours[0] ? "; " : "", name, f->added, f->changed,
              f->places);
}

void evaluate_flexibility(const evidence* e, const study_claim* c, claim_answer* a)
{
    (void)e;
    flexibility_count goap = flexibility_of(c->feature, "goap"), fsm = flexibility_of(c->feature, "fsm");
    say_flex(a, "GOAP", &goap);
    say_flex(a, "FSM", &fsm);
    a->verdict = goap.added + goap.changed < fsm.added + fsm.changed ? VERDICT_HOLDS : VERDICT_FAILS;
    claim_set_test(a, "diff of long.goap.xml and long.fsm.xml with and without it");
}
