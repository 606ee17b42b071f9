// NLopt looks for the values with the highest score. The methods do without derivatives and bear noise: sbplx is
// Nelder and Mead's simplex on subspaces, from the old values on; crs is a population that is drawn over the whole
// ranges. Both draw from a fixed seed, so that a tuning that goes on asks for the same candidates again.

#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"
#include "programs/tune/tuning.h"

#if defined(PLOY_NLOPT)

#include <nlopt.h>

#define FIRST_STEP 0.25
/// Candidates asked for per trial that is played: small steps round to known values.
#define MAX_REPEATS 200
#define SEARCH_SEED 20070516

typedef struct search
{
    tuning* t;
    nlopt_opt optimizer;
    double* values;
    bool failed;
} search;

const char* tuning_methods(void)
{
    return "sbplx crs";
}

static double evaluate(unsigned count, const double* shares, double* gradient, void* user)
{
    (void)gradient;
    search* s = user;
    double score = -1;
    for (unsigned i = 0; i < count; i++) s->values[i] = mark_value(&s->t->m.items[i], shares[i]);
    if (!tuning_has_matches_for_trial(s->t))
        nlopt_force_stop(s->optimizer);
    else if (!tuning_try(s->t, s->values, &score)) {
        s->failed = true;
        nlopt_force_stop(s->optimizer);
    }
    return score;
}

bool tuning_search(tuning* t)
{
    unsigned count = t->m.count;
    bool is_local = strcmp(t->method, "sbplx") == 0;
    search s = {.t = t, .values = have_memory(calloc(count, sizeof(double)))};
    double* shares = have_memory(calloc(count, sizeof *shares)), best;
    for (unsigned i = 0; i < count; i++) shares[i] = mark_share(&t->m.items[i], t->m.items[i].value);
    nlopt_srand(SEARCH_SEED);
    s.optimizer = have_memory(nlopt_create(is_local ? NLOPT_LN_SBPLX : NLOPT_GN_CRS2_LM, count));
    nlopt_set_max_objective(s.optimizer, evaluate, &s);
    nlopt_set_lower_bounds1(s.optimizer, 0);
    nlopt_set_upper_bounds1(s.optimizer, 1);
    if (is_local)
        nlopt_set_initial_step1(s.optimizer, FIRST_STEP);
    else
        nlopt_set_population(s.optimizer, 2 * (count + 1));
    nlopt_set_maxeval(s.optimizer, (int)(MAX_REPEATS * (t->matches / tuning_trial_matches(t) + 1)));
    nlopt_optimize(s.optimizer, shares, &best);
    nlopt_destroy(s.optimizer);
    free(shares);
    free(s.values);
    return !s.failed;
}

#else

const char* tuning_methods(void)
{
    return "";
}

bool tuning_search(tuning* t)
{
    (void)t;
    return true;
}

#endif
