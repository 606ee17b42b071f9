// Explanations are true: every claim is checked against brute force on the model of random domains.

#include <ploy/explain.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/allocators.h"
#include "support/plan/obstacles.h"
#include "support/plan/random_queries.h"
#include "support/base/test.h"

/// What the run has seen, so that a test cannot pass by never meeting its case.
static struct
{
    uint32_t plans, links, without, extra_cost, ties, no_use, blocked, dead_ends, no_plans, larger_sets, conflicts,
        goals, ranges, range_sets;
} seen;

/// Does nothing when only one seed runs.
static void expect_seen(bool enough)
{
    if (!getenv("PLOY_SEED")) assert_true(enough);
}

static ploy_explain_def def_of(const question* q)
{
    ploy_explain_def def = {0};
    def.domain = q->d->domain;
    def.query = q->query;
    def.max_searches = 100000;
    return def;
}

#define CLAIM(q, condition)                                                                                            \
    do {                                                                                                               \
        if (!(condition)) question_fail(q, NULL, "explain", #condition);                                               \
    } while (0)

typedef void check_fn(question* q, ploy_random* random);

static void on_random_domains(uint64_t first, uint64_t count, random_knobs knobs, uint32_t options, check_fn* check)
{
    seed_range seeds = question_seeds(first, count);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        ploy_random random = {.seed = seed, .stream = 77};
        random_domain* d = random_domain_create(seed, &knobs);
        question q;
        question_draw(&q, d, &random, options);
        if (!q.answer.too_big) check(&q, &random);
        random_domain_destroy(d);
    }
}

// Why this plan.

typedef struct history
{
    int64_t values[65][RANDOM_MAX_VARIABLES];
    uint32_t grounds[64];
} history;

static void play(const question* q, const ploy_explanation* x, history* h)
{
    memcpy(h->values[0], q->values, sizeof q->values);
    for (uint32_t i = 0; i < x->step_count; i++) {
        h->grounds[i] = random_domain_ground(q->d, x->steps[i].action, x->steps[i].args);
        memcpy(h->values[i + 1], h->values[i], sizeof q->values);
        random_model_apply(q->d, h->grounds[i], h->values[i + 1]);
    }
}

static const ploy_link* find_link(const ploy_explanation* x, uint32_t step, uint32_t need,
                                  const model_obstacle* conjunct)
{
    for (uint32_t i = 0; i < x->link_count; i++) {
        const ploy_link* link = &x->links[i];
        if (link->step == step && link->need == need && link->conjunct.clause == conjunct->clause &&
            link->conjunct.index == conjunct->index)
            return link;
    }
    return NULL;
}

static bool counts_in_model(const question* q, const history* h, uint32_t step, uint32_t need, uint32_t expr,
                            const uint32_t* args)
{
    int64_t values[RANDOM_MAX_VARIABLES];
    memcpy(values, h->values[step], sizeof values);
    for (uint32_t i = step + 1; i < need; i++) model_force(q->d, h->grounds[i], values);
    return !model_holds(q->d, expr, args, values);
}

static void check_need(const question* q, const ploy_explanation* x, const history* h, uint32_t need,
                       const model_obstacle* conjunct)
{
    const uint32_t* args = need == x->step_count ? x->goal_args : x->steps[need].args;
    uint32_t last_turn = PLOY_NONE;
    for (uint32_t i = 0; i < need; i++) {
        bool before = model_holds(q->d, conjunct->expr, args, h->values[i]);
        if (!before && model_holds(q->d, conjunct->expr, args, h->values[i + 1])) last_turn = i;
    }
    for (uint32_t i = 0; i < need; i++) {
        const ploy_link* link = find_link(x, i, need, conjunct);
        CLAIM(q, (link && link->turns) == (i == last_turn));
        CLAIM(q, (link && link->counts) == counts_in_model(q, h, i, need, conjunct->expr, args));
        seen.links += link != NULL;
    }
}

static void check_links(const question* q, const ploy_explanation* x)
{
    static history h;
    if (x->step_count > 64) return;
    play(q, x, &h);
    brute_query nothing_disabled = q->brute;
    nothing_disabled.disabled = 0;
    for (uint32_t need = 1; need <= x->step_count; need++) {
        model_obstacles needs = {.count = 0};
        if (need == x->step_count)
            model_add_goal(q->d, x->goal, &needs);
        else
            model_add_action(q->d, &nothing_disabled, x->steps[need].action, &needs);
        for (uint32_t i = 0; i < needs.count; i++)
            if (needs.list[i].kind == PLOY_BLOCKER_PRE || needs.list[i].kind == PLOY_BLOCKER_GOAL)
                check_need(q, x, &h, need, &needs.list[i]);
    }
}

static void check_without(const question* q, const ploy_explanation* x)
{
    for (uint32_t i = 0; i < x->without_count; i++) {
        const ploy_without* w = &x->without[i];
        brute_answer answer = brute_solve_without(q->d, &q->brute, w->action);
        if (answer.too_big) continue;
        CLAIM(q, w->status == PLOY_FOUND || !answer.found);
        CLAIM(q, w->status != PLOY_FOUND ||
                     (answer.found && w->cost == answer.cost && w->extra_cost == answer.cost - q->answer.cost));
        seen.without++;
    }
}

static void check_plan(question* q, ploy_random* random)
{
    (void)random;
    if (!q->answer.found || q->answer.step_count == 0) return;
    ploy_explain_def def = def_of(q);
    ploy_explanation* x;
    CLAIM(q, ploy_explain_plan(&def, &x) == PLOY_OK);
    CLAIM(q, x->status == PLOY_FOUND && x->cost == q->answer.cost);
    check_links(q, x);
    check_without(q, x);
    seen.plans++;
    ploy_explanation_destroy(x);
}

static void each_step_serves_the_needs_it_names_and_no_others(void** state)
{
    (void)state;
    on_random_domains(1, 600, random_knobs_small(), QUESTION_DISABLED, check_plan);
    expect_seen(seen.plans > 50 && seen.links > 100 && seen.without > 50);
}

static void plans_under_all_options_are_explained(void** state)
{
    (void)state;
    on_random_domains(2000, 300, random_knobs_tiny(),
                      QUESTION_DISABLED | QUESTION_MOVES | QUESTION_REPEAT | QUESTION_DEPTH, check_plan);
}

// Why not.

/// What a set names, as indices in the model's list. `use`: the action in question, which may be a twin there.
static uint32_t places_of(const question* q, const model_obstacles* all, const ploy_blocker_set* set, uint32_t use,
                          uint32_t* places)
{
    for (uint32_t i = 0; i < set->obstacle_count; i++) {
        places[i] = model_find(all, &set->obstacles[i], use != PLOY_NONE ? use : set->obstacles[i].owner);
        CLAIM(q, places[i] != PLOY_NONE);
    }
    return set->obstacle_count;
}

static void check_sets(const question* q, const random_domain* d, const brute_query* query,
                       const ploy_blocker_sets* sets, const model_obstacles* all, uint32_t use)
{
    uint32_t places[LIFTING_MAX];
    for (uint32_t i = 0; i < sets->set_count; i++) {
        uint32_t count = places_of(q, all, &sets->sets[i], use, places);
        brute_answer answer = model_solve_without(d, query, all, places, count, use);
        CLAIM(q, answer.found && sets->sets[i].cost == answer.cost && count == sets->size);
        for (uint32_t k = 0; k < count; k++) seen.range_sets += all->list[places[k]].kind == PLOY_BLOCKER_RANGE;
    }
    if (sets->status == PLOY_NOT_FOUND) {
        for (uint32_t i = 0; i < all->count; i++) places[i] = i;
        CLAIM(q, !model_solve_without(d, query, all, places, all->count, use).found);
        return;
    }
    CLAIM(q, sets->set_count > 0 ? sets->status == PLOY_FOUND && sets->size == sets->at_least : sets->at_least == 4);
    for (uint32_t size = 1; size < sets->at_least && size < 3; size++)
        CLAIM(q, !model_some_set_helps(d, query, all, size, use));
    seen.larger_sets += sets->set_count > 0 && sets->size > 1;
}

static void check_blocked(const question* q, const random_domain* d, const brute_query* query, const ploy_why_not* n,
                          uint32_t use)
{
    model_obstacles all = {.count = 0};
    CLAIM(q, !model_solve_without(d, query, &all, NULL, 0, use).found);
    model_add_action(d, query, use, &all);
    check_sets(q, d, query, &n->obstacles, &all, use);
    seen.blocked++;
}

static void check_weighed(const question* q, const brute_answer* with, const ploy_why_not* n)
{
    CLAIM(q, with->found == (n->with_status == PLOY_FOUND));
    if (!with->found) {
        CLAIM(q, n->reason == (q->answer.found ? PLOY_WHY_NOT_DEAD_END : PLOY_WHY_NOT_NO_PLAN));
        seen.dead_ends++;
        return;
    }
    CLAIM(q, n->with_cost == with->cost && n->extra_cost == with->cost - q->answer.cost);
    CLAIM(q, n->reason == PLOY_WHY_NOT_COSTS_MORE ? n->extra_cost > 0 : true);
    CLAIM(q, n->reason == PLOY_WHY_NOT_TIE ? n->extra_cost == 0 : true);
    seen.extra_cost += n->reason == PLOY_WHY_NOT_COSTS_MORE;
    seen.ties += n->reason == PLOY_WHY_NOT_TIE;
    seen.no_use += n->reason == PLOY_WHY_NOT_NO_USE;
}

/// Conditions, ranges, context and availability in the start, for the arguments that the answer names.
static void check_now(const question* q, const ploy_why_not* n)
{
    uint32_t ground = random_domain_ground(q->d, n->action, n->args);
    bool available = !(q->disabled >> n->action & 1);
    bool context = random_model_context(q->d, ground, q->values);
    CLAIM(q, n->available == available && n->context == context);
    CLAIM(q, n->applicable_now == (available && context && random_model_applicable(q->d, ground, q->values)));
    model_obstacles all = {.count = 0};
    brute_query free = q->brute;
    free.disabled = 0;
    model_add_action(q->d, &free, n->action, &all);
    uint32_t unmet = 0;
    for (uint32_t i = 0; i < all.count; i++) {
        if (all.list[i].kind == PLOY_BLOCKER_PRE) unmet += !model_holds(q->d, all.list[i].expr, n->args, q->values);
        if (all.list[i].kind == PLOY_BLOCKER_RANGE &&
            random_model_leaves_range(q->d, model_effect(q->d, &all.list[i]), n->args, q->values)) {
            CLAIM(q, n->unmet_count > unmet && n->unmet[unmet].part == PLOY_PART_EFFECT);
            unmet++;
            seen.ranges++;
        }
    }
    CLAIM(q, n->unmet_count == unmet);
    CLAIM(q, (unmet == 0) == random_model_applicable(q->d, ground, q->values));
}

static void check_why_not(const question* q, uint32_t action, const uint32_t* args)
{
    ploy_explain_def def = def_of(q);
    ploy_explanation* x;
    CLAIM(q, ploy_explain_action(&def, action, args, &x) == PLOY_OK);
    const ploy_why_not* n = x->why_not;
    uint32_t use = action;
    random_domain* d = n->ground ? model_with_twin(q->d, action, args, &use) : model_copy(q->d);
    brute_query query = q->brute;
    query.must_use = PLOY_NONE;
    if (n->ground && (query.disabled >> action & 1)) query.disabled |= UINT64_C(1) << use;
    brute_answer with = brute_solve_with(d, &query, use);
    CLAIM(q, n->reason != PLOY_WHY_NOT_NOT_SETTLED);
    check_now(q, n);
    if (n->reason == PLOY_WHY_NOT_BLOCKED)
        check_blocked(q, d, &query, n, use);
    else if (n->reason != PLOY_WHY_NOT_IN_PLAN)
        check_weighed(q, &with, n);
    else
        CLAIM(q, with.found && with.cost == q->answer.cost);
    model_copy_free(d);
    ploy_explanation_destroy(x);
}

static void check_every_action(question* q, ploy_random* random)
{
    (void)random;
    for (uint32_t a = 0; a < q->d->action_count; a++) check_why_not(q, a, NULL);
}

static void check_every_ground_action(question* q, ploy_random* random)
{
    (void)random;
    for (uint32_t g = 0; g < q->d->ground_count; g++) check_why_not(q, q->d->grounds[g].action, q->d->grounds[g].args);
}

static void extra_costs_and_the_obstacles_of_an_action_agree_with_brute_force(void** state)
{
    (void)state;
    on_random_domains(5000, 250, random_knobs_tiny(), QUESTION_DISABLED, check_every_action);
    expect_seen(seen.extra_cost > 50 && seen.ties > 5 && seen.no_use > 5 && seen.blocked > 50 && seen.dead_ends > 5);
    expect_seen(seen.ranges > 20 && seen.range_sets > 10);
}

static void the_same_holds_for_actions_with_arguments(void** state)
{
    (void)state;
    on_random_domains(6000, 120, random_knobs_tiny(), QUESTION_DISABLED, check_every_ground_action);
}

static void the_same_holds_when_moves_alternate(void** state)
{
    (void)state;
    on_random_domains(7000, 80, random_knobs_tiny(), QUESTION_DISABLED | QUESTION_MOVES, check_every_action);
}

// Why no plan.

static void check_conflict(const question* q, const ploy_conflict* conflict)
{
    model_obstacles goal = {.count = 0};
    model_add_goal(q->d, q->query.goal, &goal);
    CLAIM(q, conflict->status == PLOY_FOUND && conflict->at_least == conflict->conjunct_count);
    uint64_t members = 0;
    for (uint32_t i = 0; i < conflict->conjunct_count; i++) {
        ploy_blocker o = {.kind = PLOY_BLOCKER_GOAL, .owner = q->query.goal, .conjunct = conflict->conjuncts[i]};
        uint32_t place = model_find(&goal, &o, o.owner);
        CLAIM(q, place != PLOY_NONE);
        members |= UINT64_C(1) << place;
    }
    for (uint64_t subset = 1; subset < UINT64_C(1) << goal.count; subset++) {
        uint32_t removed[64], count = 0, size = 0;
        for (uint32_t i = 0; i < goal.count; i++)
            if (subset >> i & 1)
                size++;
            else
                removed[count++] = i;
        if (size >= conflict->conjunct_count && subset != members) continue;
        bool found = model_solve_without(q->d, &q->brute, &goal, removed, count, PLOY_NONE).found;
        CLAIM(q, found == (subset != members));
    }
    seen.conflicts += conflict->conjunct_count > 1;
}

static void check_no_plan(question* q, ploy_random* random)
{
    (void)random;
    if (q->answer.found) return;
    ploy_explain_def def = def_of(q);
    ploy_explanation* x;
    CLAIM(q, ploy_explain_plan(&def, &x) == PLOY_OK);
    CLAIM(q, x->status == PLOY_NOT_FOUND);
    model_obstacles all = {.count = 0};
    for (uint32_t a = 0; a < q->d->action_count; a++) model_add_action(q->d, &q->brute, a, &all);
    model_obstacles whole = all;
    model_add_goal(q->d, q->query.goal, &all);
    check_conflict(q, &x->conflict);
    check_sets(q, q->d, &q->brute, &x->obstacles, &all, PLOY_NONE);
    check_sets(q, q->d, &q->brute, &x->deeper, &whole, PLOY_NONE);
    seen.no_plans++;
    ploy_explanation_destroy(x);
}

static void no_smaller_set_explains_a_missing_plan(void** state)
{
    (void)state;
    on_random_domains(9000, 500, random_knobs_tiny(), QUESTION_DISABLED, check_no_plan);
    expect_seen(seen.no_plans > 50 && seen.larger_sets > 5 && seen.conflicts > 5);
}

static void nor_when_moves_must_alternate(void** state)
{
    (void)state;
    on_random_domains(11000, 100, random_knobs_tiny(), QUESTION_DISABLED | QUESTION_MOVES, check_no_plan);
}

// Goals.

static void check_goals(question* q, ploy_random* random)
{
    (void)random;
    ploy_explain_def def = def_of(q);
    ploy_explanation* x;
    CLAIM(q, ploy_explain_goals(&def, NULL, 0, &x) == PLOY_OK);
    for (uint32_t i = 0; i < x->goal_count; i++) {
        const ploy_goal_choice* c = &x->goals[i];
        static const uint32_t none[PLOY_MAX_ARGS];
        CLAIM(q, c->priority == random_model_priority(q->d, c->goal, none, q->values));
        CLAIM(q, i == 0 || x->goals[i - 1].priority >= c->priority);
        brute_query query = q->brute;
        query.goal = c->goal;
        brute_answer answer = brute_solve(q->d, &query);
        if (answer.too_big) continue;
        bool considered = c->priority > 0 && random_model_relevant(q->d, c->goal, none, q->values);
        if (c->outcome == PLOY_GOAL_OUTCOME_CHOSEN)
            CLAIM(q, considered && answer.found && x->goal == c->goal && x->cost == answer.cost);
        if (c->outcome == PLOY_GOAL_OUTCOME_NO_PLAN) CLAIM(q, considered && !answer.found);
        if (c->outcome == PLOY_GOAL_OUTCOME_MET)
            CLAIM(q, considered && random_model_goal(q->d, c->goal, none, q->values));
        if (c->outcome == PLOY_GOAL_OUTCOME_PRIORITY) CLAIM(q, c->priority <= 0);
        if (c->outcome == PLOY_GOAL_OUTCOME_IRRELEVANT) CLAIM(q, c->priority > 0 && !considered);
        seen.goals++;
    }
    ploy_explanation_destroy(x);
}

static void goals_are_passed_over_for_the_reason_given(void** state)
{
    (void)state;
    on_random_domains(13000, 200, random_knobs_tiny(), QUESTION_DISABLED, check_goals);
    expect_seen(seen.goals > 100);
}

// By hand.

static void add_action(ploy_domain* domain, const char* name, const char* pre, const char* effect, const char* cost)
{
    ploy_action_def def = {0};
    def.name = name;
    def.pre = pre;
    def.effect = effect;
    def.cost = cost;
    assert_int_equal(ploy_domain_add_action(domain, &def, NULL, NULL), PLOY_OK);
}

static void add_bool(ploy_domain* domain, const char* name)
{
    ploy_symbol_def def = {0};
    def.name = name;
    assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, NULL), PLOY_OK);
}

static void add_int(ploy_domain* domain, const char* name, int64_t max)
{
    ploy_symbol_def def = {0};
    def.name = name;
    def.type = PLOY_VALUE_INT;
    def.max = max;
    assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, NULL), PLOY_OK);
}

static ploy_domain* make_soldier(void)
{
    ploy_domain_def def = {0};
    def.name = "soldier";
    ploy_domain* domain = ploy_domain_create(&def);
    add_bool(domain, "armed");
    add_bool(domain, "won");
    add_bool(domain, "brave");
    add_int(domain, "ammo", 12);
    add_action(domain, "Reload", "ammo >= 4 and not armed", "armed, ammo -= 4", "1.5");
    add_action(domain, "Attack", "armed and (brave or ammo >= 2)", "won, not armed", "2");
    add_action(domain, "Fetch", NULL, "ammo += 3", "1");
    add_action(domain, "Buy", NULL, "ammo += 6", "2.5");
    add_action(domain, "Pray", "brave", "not brave", "1");
    ploy_goal_def goal = {0};
    goal.name = "Win";
    goal.condition = "won";
    assert_int_equal(ploy_domain_add_goal(domain, &goal, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    return domain;
}

static void expect_text(const ploy_explanation* x, const char* wanted)
{
    char text[4096], cut[16];
    size_t length = ploy_explanation_print(x, text, sizeof text);
    assert_string_equal(text, wanted);
    assert_int_equal(length, strlen(wanted));
    assert_int_equal(ploy_explanation_print(x, cut, sizeof cut), length);
    assert_memory_equal(cut, wanted, sizeof cut - 1);
}

// A question about a domain that was made by hand, from its first state.
typedef struct explain_fixture
{
    ploy_domain* domain;
    uint64_t start[4], disabled;
    ploy_explain_def def;
} explain_fixture;

static void explain_open(explain_fixture* a, ploy_domain* domain)
{
    *a = (explain_fixture){.domain = domain, .def = (ploy_explain_def){0}};
    ploy_state_init(domain, a->start);
    a->def.domain = domain;
    a->def.query.start = a->start;
}

static void explain_close(explain_fixture* a, ploy_explanation* x)
{
    ploy_explanation_destroy(x);
    ploy_domain_destroy(a->domain);
}

static void a_plan_is_explained_in_words(void** state)
{
    (void)state;
    explain_fixture a;
    explain_open(&a, make_soldier());
    ploy_explanation* x;
    assert_int_equal(ploy_explain_plan(&a.def, &x), PLOY_OK);
    expect_text(x, "Plan for Win, cost 5.5, the cheapest:\n"
                   "1. Fetch, cost 1\n"
                   "   counts towards ammo >= 4, which step 3 (Reload) needs\n"
                   "   makes brave or ammo >= 2 hold, which step 4 (Attack) needs\n"
                   "   without Fetch: the best plan costs 6 (+0.5)\n"
                   "2. Fetch, cost 1\n"
                   "   makes ammo >= 4 hold, which step 3 (Reload) needs\n"
                   "   counts towards brave or ammo >= 2, which step 4 (Attack) needs\n"
                   "3. Reload, cost 1.5\n"
                   "   makes armed hold, which step 4 (Attack) needs\n"
                   "   without Reload: no plan\n"
                   "4. Attack, cost 2\n"
                   "   makes won hold, which the goal requires\n"
                   "   without Attack: no plan\n");
    explain_close(&a, x);
}

static void why_not_names_what_stands_in_the_way(void** state)
{
    (void)state;
    explain_fixture a;
    explain_open(&a, make_soldier());
    ploy_explanation* x;
    assert_int_equal(ploy_explain_action(&a.def, ploy_domain_find_action(a.domain, "Pray"), NULL, &x), PLOY_OK);
    assert_int_equal(x->why_not->reason, PLOY_WHY_NOT_BLOCKED);
    expect_text(x, "Plan for Win, cost 5.5, the cheapest:\n1. Fetch, cost 1\n2. Fetch, cost 1\n3. Reload, cost 1.5\n4. "
                   "Attack, cost 2\n"
                   "Pray can never be applied from here.\n"
                   "Satisfying this makes it applicable:\n"
                   "  - Pray needs brave (now brave = false): no available action achieves it (changed by Pray)\n"
                   "Applicable now: no.\n"
                   "  - brave does not hold (now brave = false)\n");
    ploy_explanation_destroy(x);
    assert_int_equal(ploy_explain_action(&a.def, ploy_domain_find_action(a.domain, "Buy"), NULL, &x), PLOY_OK);
    assert_int_equal(x->why_not->reason, PLOY_WHY_NOT_COSTS_MORE);
    assert_int_equal(x->why_not->extra_cost, 500);
    explain_close(&a, x);
}

static void a_missing_plan_is_explained_in_words(void** state)
{
    (void)state;
    explain_fixture a;
    explain_open(&a, make_soldier());
    a.disabled |= UINT64_C(1) << ploy_domain_find_action(a.domain, "Fetch");
    a.disabled |= UINT64_C(1) << ploy_domain_find_action(a.domain, "Buy");
    a.def.query.disabled = &a.disabled;
    ploy_explanation* x;
    assert_int_equal(ploy_explain_plan(&a.def, &x), PLOY_OK);
    assert_int_equal(x->conflict.conjunct_count, 1);
    assert_int_equal(x->obstacles.size, 1);
    assert_int_equal(x->deeper.size, 1);
    assert_int_equal(x->deeper.set_count, 2); // either of the two that are disabled
    char text[1024];
    ploy_explanation_print(x, text, sizeof text);
    assert_string_equal(
        strchr(text, '\n') + 1, // the first line counts nodes
        "This condition of the goal cannot be achieved:\n"
        "  - won (now won = false)\n"
        "Satisfying any one of these makes a plan possible:\n"
        "  - Fetch is disabled\n"
        "  - Buy is disabled\n"
        "  - the goal requires won (now won = false): no available action achieves it (changed by Attack)\n");
    explain_close(&a, x);
}

// Eat needs 3 hunger to take away, Stoke has no room for more heat. Nothing in a precondition says so.
static void a_range_that_an_effect_would_leave_is_named_as_the_obstacle(void** state)
{
    (void)state;
    ploy_domain_def domain_def = {0};
    ploy_domain* domain = ploy_domain_create(&domain_def);
    add_int(domain, "hunger", 10);
    add_int(domain, "heat", 4);
    add_int(domain, "ammo", 6);
    add_bool(domain, "content");
    add_bool(domain, "warm");
    add_bool(domain, "won");
    add_action(domain, "Eat", NULL, "content, hunger -= 3", "1");
    add_action(domain, "Stoke", NULL, "warm, heat += 2", "1");
    add_action(domain, "Shoot", "ammo >= 2", "won, ammo -= 1", "1");
    for (uint32_t i = 0; i < 3; i++) {
        static const char* const names[] = {"content", "warm", "won"};
        ploy_goal_def goal = {.name = names[i], .condition = names[i]};
        assert_int_equal(ploy_domain_add_goal(domain, &goal, NULL, NULL), PLOY_OK);
    }
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    explain_fixture a;
    explain_open(&a, domain);
    assert_int_equal(ploy_state_parse(domain, a.start, "hunger = 2, heat = 3", NULL), PLOY_OK);
    static const char* const lines[] = {
        "  - Eat needs hunger >= 3: it would go below 0 (now hunger = 2); no available action achieves it (changed by "
        "Eat)\n",
        "  - Stoke needs heat <= 2: it would go above 4 (now heat = 3); no available action achieves it (changed by "
        "Stoke)\n",
        "  - Shoot needs ammo >= 2 (now ammo = 0): no available action achieves it (changed by Shoot)\n",
    };
    static const char* const unmet[] = {
        "Applicable now: no.\n  - hunger >= 3 does not hold: it would go below 0 (now hunger = 2)\n",
        "Applicable now: no.\n  - heat <= 2 does not hold: it would go above 4 (now heat = 3)\n",
        "Applicable now: no.\n  - ammo >= 2 does not hold (now ammo = 0)\n",
    };
    char text[2048];
    for (uint32_t goal = 0; goal < 3; goal++) {
        ploy_explanation* x;
        a.def.query.goal = goal;
        assert_int_equal(ploy_explain_plan(&a.def, &x), PLOY_OK);
        assert_int_equal(x->obstacles.size, 1);
        ploy_explanation_print(x, text, sizeof text);
        if (!strstr(text, lines[goal])) fail_msg("%s is not in\n%s", lines[goal], text);
        ploy_explanation_destroy(x);
        assert_int_equal(ploy_explain_action(&a.def, goal, NULL, &x), PLOY_OK);
        ploy_explanation_print(x, text, sizeof text);
        if (!strstr(text, lines[goal]) || !strstr(text, unmet[goal])) fail_msg("%s%s", lines[goal], text);
        ploy_explanation_destroy(x);
    }
    ploy_domain_destroy(domain);
}

// Raid and Loot are built on Enter, which is built on Walk. They inherit its preconditions and effects.
static ploy_domain* make_raiders(void)
{
    ploy_domain_def def = {0};
    def.name = "raiders";
    ploy_domain* domain = ploy_domain_create(&def);
    static const char* const rooms[] = {"hall", "cellar"};
    assert_int_equal(ploy_domain_add_type(domain, "room", rooms, 2, NULL, NULL), PLOY_OK);
    add_bool(domain, "rested");
    add_bool(domain, "armed");
    add_bool(domain, "rich");
    ploy_symbol_def key = {0};
    key.name = "key", key.type = PLOY_VALUE_OBJECT, key.object_type = "room";
    assert_int_equal(ploy_domain_add_symbol(domain, &key, NULL, NULL), PLOY_OK);
    add_action(domain, "Walk", "rested", NULL, "1");
    ploy_action_def enter = {0};
    enter.name = "Enter", enter.base = "Walk", enter.pre = "key == where", enter.effect = "rich";
    enter.params[0] = (ploy_param){"where", "room"};
    enter.param_count = 1;
    assert_int_equal(ploy_domain_add_action(domain, &enter, NULL, NULL), PLOY_OK);
    ploy_action_def raid = {0};
    raid.name = "Raid", raid.base = "Enter", raid.pre = "armed";
    assert_int_equal(ploy_domain_add_action(domain, &raid, NULL, NULL), PLOY_OK);
    add_action(domain, "Arm", NULL, "armed", "1");
    ploy_goal_def goal = {0};
    goal.name = "BeRich";
    goal.condition = "rich";
    assert_int_equal(ploy_domain_add_goal(domain, &goal, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    return domain;
}

static void what_an_action_inherits_is_named_with_where_it_comes_from(void** state)
{
    (void)state;
    explain_fixture a;
    explain_open(&a, make_raiders());
    uint32_t raid = ploy_domain_find_action(a.domain, "Raid"), cellar[PLOY_MAX_ARGS] = {1};
    ploy_explanation* x;
    char text[2048];

    assert_int_equal(ploy_explain_action(&a.def, raid, cellar, &x), PLOY_OK);
    assert_int_equal(x->why_not->reason, PLOY_WHY_NOT_BLOCKED);
    ploy_explanation_print(x, text, sizeof text);
    assert_non_null(strstr(text,
                           "Raid(cellar) can never be applied from here.\n"
                           "Satisfying this makes it applicable:\n"
                           "  - Raid needs key == cellar, from Enter (now key = hall): no available action changes it\n"
                           "    and Raid needs rested, from Walk (now rested = false): no available action changes it\n"
                           "Applicable now: no.\n"
                           "  - armed does not hold (now armed = false)\n"
                           "  - key == cellar does not hold, from Enter (now key = hall)\n"
                           "  - rested does not hold, from Walk (now rested = false)\n"));
    ploy_explanation_destroy(x);

    assert_int_equal(ploy_explain_action(&a.def, raid, NULL, &x), PLOY_OK);
    ploy_explanation_print(x, text, sizeof text);
    assert_non_null(strstr(text,
                           "Satisfying this makes it applicable:\n"
                           "  - Raid needs rested, from Walk (now rested = false): no available action changes it\n"));
    explain_close(&a, x);
}

static void what_several_actions_inherit_is_one_obstacle(void** state)
{
    (void)state;
    explain_fixture a;
    explain_open(&a, make_raiders());
    ploy_explanation* x;
    char text[2048];
    assert_int_equal(ploy_explain_plan(&a.def, &x), PLOY_OK);
    assert_int_equal(x->obstacles.set_count, 2);
    ploy_explanation_print(x, text, sizeof text);
    assert_non_null(strstr(text,
                           "Satisfying any one of these makes a plan possible:\n"
                           "  - Enter needs rested, from Walk (now rested = false): no available action changes it\n"
                           "  - the goal requires rich (now rich = false): no available action achieves it (changed by "
                           "Enter, Raid)\n"));
    explain_close(&a, x);
}

static void what_a_limit_leaves_open_is_not_claimed(void** state)
{
    (void)state;
    explain_fixture a;
    explain_open(&a, make_soldier());
    a.disabled = 0x1f;
    a.def.query.disabled = &a.disabled;
    a.def.max_searches = 1;
    ploy_explanation* x;
    assert_int_equal(ploy_explain_plan(&a.def, &x), PLOY_OK);
    assert_int_equal(x->status, PLOY_NOT_FOUND);
    assert_int_equal(x->obstacles.status, PLOY_PARTIAL);
    assert_int_equal(x->obstacles.set_count, 0);
    assert_int_equal(x->deeper.status, PLOY_PARTIAL);
    ploy_explanation_destroy(x);
    a.disabled = 0;
    a.def.max_searches = 2000;
    a.def.query.options.max_nodes = 1;
    assert_int_equal(ploy_explain_plan(&a.def, &x), PLOY_OK);
    if (x->status != PLOY_FOUND) assert_int_equal(x->status, PLOY_OUT_OF_NODES);
    for (uint32_t i = 0; i < x->without_count; i++)
        assert_true(x->without[i].status != PLOY_NOT_FOUND || x->without[i].cost == 0);
    explain_close(&a, x);
}

static bool explain_everything(const ploy_allocator* allocator)
{
    explain_fixture a;
    explain_open(&a, make_soldier());
    a.def.allocator = *allocator;
    a.disabled = 0xc;
    ploy_explanation* x[4] = {NULL};
    bool ok = ploy_explain_plan(&a.def, &x[0]) == PLOY_OK;
    ok = ok && ploy_explain_action(&a.def, 4, NULL, &x[1]) == PLOY_OK;
    ok = ok && ploy_explain_goals(&a.def, NULL, 0, &x[2]) == PLOY_OK;
    a.def.query.disabled = &a.disabled;
    ok = ok && ploy_explain_plan(&a.def, &x[3]) == PLOY_OK;
    for (uint32_t i = 0; i < 3; i++) ploy_explanation_destroy(x[i]);
    explain_close(&a, x[3]);
    return ok;
}

static void a_failing_allocator_gives_a_status_and_no_leak(void** state)
{
    (void)state;
    test_fail_every_allocation(explain_everything);
}

TEST_MAIN(TEST(a_plan_is_explained_in_words), TEST(why_not_names_what_stands_in_the_way),
          TEST(a_missing_plan_is_explained_in_words), TEST(what_an_action_inherits_is_named_with_where_it_comes_from),
          TEST(what_several_actions_inherit_is_one_obstacle),
          TEST(a_range_that_an_effect_would_leave_is_named_as_the_obstacle),
          TEST(what_a_limit_leaves_open_is_not_claimed), TEST(a_failing_allocator_gives_a_status_and_no_leak),
          TEST(each_step_serves_the_needs_it_names_and_no_others), TEST(plans_under_all_options_are_explained),
          TEST(extra_costs_and_the_obstacles_of_an_action_agree_with_brute_force),
          TEST(the_same_holds_for_actions_with_arguments), TEST(the_same_holds_when_moves_alternate),
          TEST(no_smaller_set_explains_a_missing_plan), TEST(nor_when_moves_must_alternate),
          TEST(goals_are_passed_over_for_the_reason_given))
