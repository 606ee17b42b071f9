// The utility mind by example: what it chooses, when it commits, what it reports and which input it rejects.

#include <ploy/utility.h>
#include <stdio.h>
#include <string.h>

#include "mind/common/mind.h"
#include "mind/utility/utility.h"
#include "support/base/allocators.h"
#include "support/base/test.h"
#include "support/mind/utility_stage.h"

// An option a key, and an agent that goes by it.
static ploy_utility* open_simple(utility_stage* s, const uint32_t* keys, uint32_t count)
{
    ploy_utility_def def;
    assert_true(utility_stage_begin(s, NULL));
    ploy_utility* utility = utility_stage_simple(s, keys, count, &def);
    utility_stage_adopt(s, utility);
    return utility;
}

static void leave(utility_stage* s, ploy_utility* utility)
{
    s->agent.mind->kind->end(&s->agent);
    ploy_utility_destroy(utility);
    utility_stage_end(s);
}

static void the_same_bits_with_another_health_distance_or_last_action_score_differently(void** state)
{
    (void)state;
    utility_stage s;
    assert_true(utility_stage_begin(&s, NULL));
    ploy_consideration attack[] = {
        utility_stage_over_key(HEALTH),
        ploy_consider(PLOY_INPUT_KEY, "distance", 0, 10 * ONE, ploy_curve_of(PLOY_CURVE_LINEAR)),
    };
    ploy_option options[2] = {(ploy_option){0}, (ploy_option){0}};
    options[0].name = "Attack";
    options[0].when = "armed";
    options[0].considerations = attack;
    options[0].consideration_count = 2;
    options[1].name = "Rest";
    options[1].weight = 300;
    ploy_utility_def def = utility_stage_def(&s, options, 2);
    ploy_utility* utility = utility_stage_make(&def);
    utility_stage_adopt(&s, utility);
    utility_stage_set(&s, ARMED, 1);
    utility_stage_set(&s, HEALTH, 800);
    utility_stage_set(&s, DISTANCE, 7);
    utility_stage_tick(&s);
    int32_t* kept = pl_utility_scores(utility, (pl_utility_data*)s.draft);
    int32_t first = kept[0];
    utility_stage_set(&s, HEALTH, 500);
    utility_stage_tick(&s);
    assert_true(kept[0] < first);
    int32_t second = kept[0];
    utility_stage_set(&s, DISTANCE, 2);
    utility_stage_tick(&s);
    assert_true(kept[0] < second);
    // the last action: alone it is the best, having just ended it is not
    utility_stage_set(&s, DISTANCE, 7);
    assert_int_equal(ploy_utility_choose(utility, &s.agent, PLOY_NONE), 0);
    assert_int_equal(ploy_utility_choose(utility, &s.agent, 0), 1);
    assert_int_equal(ploy_utility_choose(utility, &s.agent, 1), 0);
    utility_stage_set(&s, ARMED, 0);
    assert_int_equal(ploy_utility_score(utility, &s.agent, 0), -1);
    leave(&s, utility);
}

static void noise_does_not_make_it_dither(void** state)
{
    (void)state;
    utility_stage s;
    ploy_utility* utility = open_simple(&s, (uint32_t[]){MOOD, WEIGHT}, 2);
    ploy_random random = {.seed = 2};
    uint32_t switches = 0, naive_switches = 0, before = PLOY_NONE, best = 0;
    for (uint32_t t = 0; t < 500; ++t) {
        utility_stage_set(&s, MOOD, ploy_random_range(&random, 480, 520));
        utility_stage_set(&s, WEIGHT, ploy_random_range(&random, 480, 520));
        utility_stage_tick(&s);
        uint32_t naive = ploy_utility_choose(utility, &s.agent, PLOY_NONE);
        naive_switches += naive != best;
        switches += ploy_utility_running(&s.agent) != before;
        before = ploy_utility_running(&s.agent);
        best = naive;
        s.log[0] = '\0';
    }
    assert_true(naive_switches > 200);
    assert_int_equal(switches, 1);
    leave(&s, utility);
}

static void its_own_falling_score_does_not_end_it(void** state)
{
    (void)state;
    utility_stage s;
    ploy_utility* utility = open_simple(&s, (uint32_t[]){MOOD, WEIGHT}, 2);
    utility_stage_set(&s, MOOD, 600);
    utility_stage_set(&s, WEIGHT, 500);
    utility_stage_tick(&s);
    utility_stage_set(&s, MOOD, 0); // what it does makes it worth less
    utility_stage_tick(&s);
    utility_stage_set(&s, WEIGHT, 749);
    utility_stage_tick(&s);
    assert_string_equal(s.log, "+Attack ");
    utility_stage_set(&s, WEIGHT, 751); // more than 600 and a quarter
    utility_stage_tick(&s);
    assert_string_equal(s.log, "+Attack -Attack +Flee ");
    leave(&s, utility);
}

static void momentum_fades(void** state)
{
    (void)state;
    utility_stage s;
    assert_true(utility_stage_begin(&s, NULL));
    ploy_utility_def def;
    ploy_utility_destroy(utility_stage_simple(&s, (uint32_t[]){MOOD, WEIGHT}, 2, &def));
    def.momentum = 10 * TICK;
    ploy_utility* utility = utility_stage_make(&def);
    utility_stage_adopt(&s, utility);
    utility_stage_set(&s, MOOD, 600);
    utility_stage_set(&s, WEIGHT, 500);
    utility_stage_tick(&s);
    utility_stage_set(&s, MOOD, 0); // counts 750 now, and 75 less each tick
    for (uint32_t t = 0; t < 3; ++t) utility_stage_tick(&s);
    assert_int_equal(ploy_utility_running(&s.agent), 0);
    utility_stage_tick(&s);
    assert_int_equal(ploy_utility_running(&s.agent), 1);
    leave(&s, utility);
}

static void the_repeat_penalty_counts_at_the_next_choice_alone(void** state)
{
    (void)state;
    utility_stage s;
    ploy_utility* utility = open_simple(&s, (uint32_t[]){MOOD, WEIGHT}, 2);
    utility_stage_set(&s, MOOD, 900);
    utility_stage_set(&s, WEIGHT, 500);
    s.next = PLOY_SUCCESS;
    for (uint32_t t = 0; t < 7; ++t) utility_stage_tick(&s); // 495 is less than 500, but then 900 is more than 275
    assert_string_equal(s.log, "+Attack .Attack +Flee .Flee +Attack .Attack +Flee ");
    utility_stage_set(&s, WEIGHT, 400);
    s.log[0] = '\0';
    for (uint32_t t = 0; t < 4; ++t) utility_stage_tick(&s);
    assert_string_equal(s.log, ".Flee +Attack .Attack +Attack ");
    leave(&s, utility);
}

static void a_halt_that_takes_long_holds_the_next_back(void** state)
{
    (void)state;
    utility_stage s;
    ploy_utility* utility = open_simple(&s, (uint32_t[]){MOOD, WEIGHT, HEALTH}, 3);
    s.halt_ticks = 3;
    utility_stage_set(&s, MOOD, 500);
    utility_stage_tick(&s);
    utility_stage_set(&s, WEIGHT, 900);
    utility_stage_tick(&s);
    utility_stage_tick(&s);
    utility_stage_set(&s, HEALTH, 950); // meanwhile something else is better
    utility_stage_tick(&s);
    assert_string_equal(s.log, "+Attack ");
    utility_stage_tick(&s);
    assert_string_equal(s.log, "+Attack -Attack +Heal ");
    s.halt_ticks = 0;
    leave(&s, utility);
}

static void a_condition_that_holds_no_more_ends_it(void** state)
{
    (void)state;
    utility_stage s;
    assert_true(utility_stage_begin(&s, NULL));
    ploy_option option = {0};
    option.name = "Attack";
    option.when = "armed";
    ploy_utility_def def = utility_stage_def(&s, &option, 1);
    ploy_utility* utility = utility_stage_make(&def);
    utility_stage_adopt(&s, utility);
    utility_stage_tick(&s);
    assert_int_equal(ploy_utility_running(&s.agent), PLOY_NONE);
    utility_stage_set(&s, ARMED, 1);
    utility_stage_tick(&s);
    utility_stage_set(&s, ARMED, 0);
    utility_stage_tick(&s);
    assert_string_equal(s.log, "+Attack -Attack ");
    assert_int_equal(ploy_utility_running(&s.agent), PLOY_NONE);
    ploy_utility_destroy(utility);
    utility_stage_end(&s);
}

static void what_is_not_viable_is_not_chosen(void** state)
{
    (void)state;
    utility_stage s;
    assert_true(utility_stage_begin(&s, NULL));
    ploy_option options[2] = {(ploy_option){0}, (ploy_option){0}};
    options[0].name = "Eat";
    options[0].weight = 500;
    options[1].name = "Rest";
    ploy_utility_def def = utility_stage_def(&s, options, 2);
    ploy_utility* utility = utility_stage_make(&def);
    utility_stage_adopt(&s, utility);
    s.not_viable = true;
    utility_stage_tick(&s);
    assert_int_equal(ploy_utility_running(&s.agent), 0);
    utility_stage_tick(&s);
    s.not_viable = false; // nothing on the board tells
    utility_stage_tick(&s);
    assert_int_equal(ploy_utility_running(&s.agent), 1);
    leave(&s, utility);
}

static void random_choices_are_as_likely_as_their_scores(void** state)
{
    (void)state;
    utility_stage s;
    assert_true(utility_stage_begin(&s, NULL));
    ploy_utility_def def;
    ploy_utility_destroy(utility_stage_simple(&s, (uint32_t[]){MOOD, WEIGHT, HEALTH}, 3, &def));
    def.choice = PLOY_CHOICE_RANDOM;
    ploy_utility* utility = utility_stage_make(&def);
    utility_stage_set(&s, MOOD, 600);
    utility_stage_set(&s, WEIGHT, 0);
    utility_stage_set(&s, HEALTH, 200);
    uint32_t counts[3] = {0};
    for (uint32_t i = 0; i < 4000; ++i) ++counts[ploy_utility_choose(utility, &s.agent, PLOY_NONE)];
    assert_int_equal(counts[1], 0);
    assert_true(counts[0] > 2900 && counts[0] < 3100);
    uint64_t draws = s.agent.random.counter;
    assert_int_equal(draws, 4000);
    utility_stage_set(&s, MOOD, 0);
    utility_stage_set(&s, HEALTH, 0);
    assert_int_equal(ploy_utility_choose(utility, &s.agent, PLOY_NONE), PLOY_NONE);
    assert_int_equal(s.agent.random.counter, draws);
    ploy_utility_destroy(utility);
    utility_stage_end(&s);
}

static const ploy_port_binding scaled_bindings[] = {{.port = "of", .key = "mood"}, {.port = "plus", .value = 200}};

static void a_scorer_with_a_bound_port_is_evaluated_only_when_the_port_changed(void** state)
{
    (void)state;
    utility_stage s;
    assert_true(utility_stage_begin(&s, NULL));
    ploy_consideration c = ploy_consider(PLOY_INPUT_SCORER, "scaled", 0, ONE, ploy_curve_of(PLOY_CURVE_LINEAR));
    c.input.ports = scaled_bindings;
    c.input.port_count = 2;
    ploy_option option = {0};
    option.name = "Attack";
    option.considerations = &c;
    option.consideration_count = 1;
    ploy_utility_def def = utility_stage_def(&s, &option, 1);
    ploy_utility* utility = utility_stage_make(&def);
    utility_stage_adopt(&s, utility);
    for (uint32_t t = 0; t < 5; ++t) utility_stage_tick(&s);
    utility_stage_set(&s, HEALTH, 3); // not its key
    utility_stage_tick(&s);
    assert_int_equal(s.evaluated, 1);
    utility_stage_set(&s, MOOD, 500);
    utility_stage_tick(&s);
    assert_int_equal(s.evaluated, 2);
    assert_int_equal(pl_utility_scores(utility, (pl_utility_data*)s.draft)[0], 450);
    leave(&s, utility);
}

static void a_newer_edition_goes_on_with_what_still_fits(void** state)
{
    (void)state;
    utility_stage s;
    assert_true(utility_stage_begin(&s, NULL));
    ploy_utility_def def;
    ploy_utility* old = utility_stage_simple(&s, (uint32_t[]){MOOD, WEIGHT}, 2, &def);
    utility_stage_adopt(&s, old);
    utility_stage_set(&s, WEIGHT, 500);
    utility_stage_tick(&s);
    ploy_option options[2] = {(ploy_option){0}, (ploy_option){0}};
    options[0].name = "Rest";
    options[0].weight = 100;
    options[1] = def.options[1]; // Flee, which runs
    ploy_utility_def newer = utility_stage_def(&s, options, 2);
    ploy_utility* fresh = utility_stage_make(&newer);
    utility_stage before = s;
    before.agent.mind_data = before.draft;
    utility_stage_adopt(&s, fresh);
    assert_int_equal(s.agent.mind->kind->migrate(&s.agent, &before.agent), PLOY_OK);
    utility_stage_tick(&s);
    assert_string_equal(s.log, "+Flee ");
    assert_int_equal(ploy_utility_running(&s.agent), 1);
    newer.option_count = 1; // Flee is gone
    ploy_utility* last = utility_stage_make(&newer);
    utility_stage again = s;
    again.agent.mind_data = again.draft;
    utility_stage_adopt(&s, last);
    assert_int_equal(s.agent.mind->kind->migrate(&s.agent, &again.agent), PLOY_OK);
    utility_stage_tick(&s);
    assert_string_equal(s.log, "+Flee -Flee +Rest ");
    s.agent.mind->kind->end(&s.agent);
    ploy_utility_destroy(old);
    ploy_utility_destroy(fresh);
    ploy_utility_destroy(last);
    utility_stage_end(&s);
}

static void it_says_why(void** state)
{
    (void)state;
    utility_stage s;
    assert_true(utility_stage_begin(&s, NULL));
    ploy_consideration attack[] = {(ploy_consideration){.combine = PLOY_COMBINE_SUM, .parts = 2},
                                   utility_stage_over_key(MOOD), utility_stage_over_key(WEIGHT),
                                   utility_stage_over_key(HEALTH)};
    ploy_option options[3] = {(ploy_option){0}, (ploy_option){0}, (ploy_option){0}};
    options[0].name = "Attack";
    options[0].weight = 2000;
    options[0].considerations = attack;
    options[0].consideration_count = 4;
    options[0].combine = PLOY_COMBINE_PLAIN;
    options[1].name = "Heal";
    options[1].when = "health < 0.1";
    options[2].name = "Rest";
    options[2].weight = 300;
    ploy_utility_def def = utility_stage_def(&s, options, 3);
    ploy_utility* utility = utility_stage_make(&def);
    utility_stage_adopt(&s, utility);
    utility_stage_set(&s, MOOD, 400);
    utility_stage_set(&s, WEIGHT, 600);
    utility_stage_set(&s, HEALTH, 800);
    char text[512];
    utility_stage_tick(&s);
    size_t length = ploy_mind_why(&s.agent, text, sizeof text);
    assert_string_equal(text, "Attack is running, chosen at 0.8, and counts as 1 while it runs.\n"
                              "Attack: 0.8 = 2 x plain 0.4 (sum 0.5 (mood 0.4, weight 0.6), health 0.8)\n"
                              "Heal: its condition does not hold\n"
                              "Rest: 0.3 = 0.3\n");
    assert_int_equal(length, strlen(text));
    s.next = PLOY_SUCCESS;
    utility_stage_tick(&s);
    ploy_mind_why(&s.agent, text, sizeof text);
    assert_non_null(strstr(text, "Nothing runs.\n"));
    assert_non_null(strstr(text, ", counts as 0.44 since it ended last\n"));
    ploy_utility_destroy(utility);
    utility_stage_end(&s);
}

static void it_describes_its_parts(void** state)
{
    (void)state;
    utility_stage s;
    assert_true(utility_stage_begin(&s, NULL));
    ploy_curve curve = ploy_curve_of(PLOY_CURVE_PIECEWISE);
    ploy_consideration attack[] = {
        (ploy_consideration){.combine = PLOY_COMBINE_MAX, .parts = 1},
        ploy_consider(PLOY_INPUT_KEY, "mood", 0, 2000, ploy_curve_of(PLOY_CURVE_LOGISTIC)),
        ploy_consider(PLOY_INPUT_EXPRESSION, "mood >\n0.5", 0, 1000, curve),
    };
    attack[1].weight = 700;
    ploy_consideration rest = ploy_consider(PLOY_INPUT_CONSTANT, NULL, 0, 1000, ploy_curve_of(PLOY_CURVE_LINEAR));
    rest.input.value = 250;
    ploy_option options[2] = {(ploy_option){0}, (ploy_option){0}};
    options[0].name = "Attack", options[0].when = "armed";
    options[0].considerations = attack, options[0].consideration_count = 3;
    options[1].name = "Heal", options[1].weight = 400;
    options[1].considerations = &rest, options[1].consideration_count = 1;
    ploy_utility_def def = utility_stage_def(&s, options, 2);
    def.commitment = 100, def.momentum = 2000000, def.repeat_penalty = 500;
    ploy_mind* mind;
    assert_int_equal(ploy_utility_mind_create(&(ploy_utility_mind_def){.utility = &def}, &mind, NULL), PLOY_OK);
    char text[1024];
    size_t length = pl_mind_describe(mind, text, sizeof text);
    assert_string_equal(text, "utility 100 2000000 500\n"
                              "option 1000 0 Attack\nwhen armed\n"
                              "option 400 4 Heal\n"
                              "part 2 1000 product product\n"
                              "part 1 1000 max max\n"
                              "leaf 700 key 0 2000 mood\nreads mood\ncurve logistic 10000 500 0 1000\n"
                              "leaf 1000 expression 0 1000 mood > 0.5\nreads mood > 0.5\n"
                              "curve piecewise 1000 0 0 1000 0 0 1000 1000\n"
                              "part 1 1000 product product\n"
                              "leaf 1000 constant 250 1000 constant\n");
    assert_int_equal(length, strlen(text));
    assert_string_equal(pl_utility_option_name(ploy_utility_mind_utility(mind), 1), "Heal");
    ploy_mind_destroy(mind);
    utility_stage_end(&s);
}

static void choices_and_scores_are_traced(void** state)
{
    (void)state;
    utility_stage s;
    assert_true(utility_stage_begin(&s, NULL));
    ploy_trace_event events[64];
    ploy_trace_ring ring = {events, 64, 0};
    ploy_trace sink = ploy_trace_ring_sink(&ring, PLOY_TRACE_EVERYTHING);
    s.agent.trace = &sink;
    ploy_utility_def def;
    ploy_utility* utility = utility_stage_simple(&s, (uint32_t[]){MOOD, WEIGHT}, 2, &def);
    utility_stage_adopt(&s, utility);
    utility_stage_set(&s, WEIGHT, 500);
    utility_stage_tick(&s);
    assert_int_equal(ploy_trace_ring_count(&ring), 6);
    assert_int_equal(ploy_trace_ring_at(&ring, 1)->kind, PLOY_TRACE_UTILITY_SCORED);
    assert_int_equal(ploy_trace_ring_at(&ring, 1)->args[1], 500);
    const ploy_trace_event* read = ploy_trace_ring_at(&ring, 3);
    assert_int_equal(read->kind, PLOY_TRACE_CONSIDERATION_READ);
    assert_int_equal(read->args[0], 3); // after the first option's product and leaf, and the second's product
    assert_int_equal(read->args[1], 500);
    assert_int_equal(read->args[2], 500);
    const ploy_trace_event* chosen = ploy_trace_ring_at(&ring, 4);
    assert_int_equal(chosen->kind, PLOY_TRACE_UTILITY_CHOSEN);
    assert_int_equal(chosen->args[0], 1);
    assert_int_equal(chosen->args[2], 0);
    sink.level = PLOY_TRACE_BASIC;
    utility_stage_tick(&s);
    assert_int_equal(ploy_trace_ring_count(&ring), 6);
    leave(&s, utility);
}

// Forward chaining: the search asks the utility what each step is worth, in the state it has come to.
static void a_planner_can_score_by_it(void** state)
{
    (void)state;
    utility_stage s;
    assert_true(utility_stage_begin(&s, NULL));
    ploy_domain_def domain_def = {0};
    domain_def.name = "d";
    ploy_domain* domain = ploy_domain_create(&domain_def);
    ploy_symbol_def ammo = {0};
    ammo.name = "ammo";
    ammo.type = PLOY_VALUE_INT;
    ammo.max = 6;
    assert_int_equal(ploy_domain_add_symbol(domain, &ammo, NULL, NULL), PLOY_OK);
    ploy_action_def eat = {0};
    eat.name = "Eat";
    eat.effect = "ammo += 1";
    assert_int_equal(ploy_domain_add_action(domain, &eat, NULL, NULL), PLOY_OK);
    ploy_action_def rest = {0};
    rest.name = "Rest";
    rest.effect = "ammo += 2";
    assert_int_equal(ploy_domain_add_action(domain, &rest, NULL, NULL), PLOY_OK);
    ploy_goal_def goal = {0};
    goal.name = "Full";
    goal.condition = "ammo = 5";
    assert_int_equal(ploy_domain_add_goal(domain, &goal, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);

    ploy_consideration more = ploy_consider(PLOY_INPUT_KEY, "ammo", 0, 6 * ONE, ploy_curve_of(PLOY_CURVE_LINEAR));
    ploy_consideration less = more;
    less.curve.slope = -1000;
    less.curve.y_shift = 1000;
    ploy_option options[2] = {(ploy_option){0}, (ploy_option){0}};
    options[0].name = "Eat"; // the fuller, the more
    options[0].considerations = &more;
    options[1].name = "Rest";
    options[1].considerations = &less;
    options[0].consideration_count = options[1].consideration_count = 1;
    ploy_utility_def def = utility_stage_def(&s, options, 2);
    ploy_utility* utility = utility_stage_make(&def);
    utility_stage_set(&s, AMMO, 3); // the board's is not read where the domain has a symbol of that name

    uint64_t start[1];
    ploy_state_init(domain, start);
    pl_utility_scorer scorer = {utility, &s.agent};
    assert_int_equal(pl_utility_score_step(&scorer, domain, &(ploy_step){.action = 1}, start), 1000);
    assert_int_equal(pl_utility_score_step(&scorer, domain, &(ploy_step){.action = 0}, start), 0);
    ploy_planner_def planner_def = {0};
    planner_def.domain = domain;
    ploy_planner* planner = ploy_planner_create(&planner_def);
    ploy_plan_query query = {0};
    query.start = start;
    query.options.search = PLOY_SEARCH_UTILITY;
    query.score = pl_utility_score_step;
    query.score_user = &scorer;
    const ploy_plan* plan = ploy_planner_plan(planner, &query);
    assert_int_equal(plan->status, PLOY_FOUND);
    assert_int_equal(plan->step_count, 3);
    assert_int_equal(plan->steps[0].action, 1);
    assert_int_equal(plan->steps[1].action, 1);
    assert_int_equal(plan->steps[2].action, 0);
    ploy_planner_destroy(planner);
    ploy_utility_destroy(utility);
    ploy_domain_destroy(domain);
    utility_stage_end(&s);
}

static void refuse(const ploy_utility_def* def, const char* part)
{
    ploy_utility* utility;
    ploy_error error;
    assert_int_equal(ploy_utility_create(def, &utility, &error), PLOY_INVALID);
    assert_null(utility);
    if (!strstr(error.message, part)) fail_msg("'%s' does not say '%s'", error.message, part);
}

static void errors_are_reported(void** state)
{
    (void)state;
    utility_stage s;
    assert_true(utility_stage_begin(&s, NULL));
    ploy_consideration c[3] = {utility_stage_over_key(HEALTH), utility_stage_over_key(MOOD),
                               utility_stage_over_key(MOOD)};
    ploy_option options[2] = {(ploy_option){0}, (ploy_option){0}};
    options[0].name = "Attack";
    options[0].considerations = c;
    options[0].consideration_count = 1;
    options[1].name = "Attack";
    ploy_utility_def def = utility_stage_def(&s, options, 2);
    refuse(&def, "'Attack': named twice");
    def.option_count = 0;
    refuse(&def, "needs an option");
    def.option_count = 1;
    c[0].input.name = "helth";
    refuse(&def, "option 'Attack': unknown key 'helth'");
    c[0] = utility_stage_over_key(HEALTH);
    c[0].input.max = 0;
    refuse(&def, "min must be below max");
    c[0] = (ploy_consideration){.combine = PLOY_COMBINE_MIN, .parts = 3};
    options[0].consideration_count = 3;
    refuse(&def, "fewer parts");
    c[0] = ploy_consider(PLOY_INPUT_FACT_AGE, "friend", 0, 1, ploy_curve_of(PLOY_CURVE_LINEAR));
    refuse(&def, "unknown fact type 'friend'");
    c[0] = utility_stage_over_key(HEALTH);
    c[0].curve.x_shift = 2000;
    refuse(&def, "a parameter of a curve");
    c[0] = ploy_consider(PLOY_INPUT_EXPRESSION, "mood +", 0, 1, ploy_curve_of(PLOY_CURVE_LINEAR));
    refuse(&def, "the text ends");
    c[0] = utility_stage_over_key(HEALTH);
    options[0].when = "mood";
    refuse(&def, "a condition expected");
    options[0].when = NULL;
    options[0].activity = "Atack";
    refuse(&def, "unknown activity 'Atack'");
    options[0].activity = NULL;
    options[0].ports = &(ploy_port_binding){.port = "aim", .key = "mood"};
    options[0].port_count = 1;
    refuse(&def, "no port 'aim'");
    options[0].port_count = 0;
    options[0].name = "Dance"; // scored alone it may be anything, as a mind it needs an activity
    ploy_utility* utility = utility_stage_make(&def);
    ploy_error error;
    ploy_mind* mind;
    assert_int_equal(ploy_utility_mind_create(&(ploy_utility_mind_def){.utility = &def}, &mind, &error), PLOY_INVALID);
    assert_null(mind);
    assert_non_null(strstr(error.message, "'Dance'"));
    assert_int_equal(ploy_utility_find_option(utility, "Dance"), 0);
    assert_int_equal(ploy_utility_find_option(utility, "Attack"), PLOY_NONE);
    assert_string_equal(pl_utility_option_name(utility, 0), "Dance");
    assert_int_equal(pl_utility_option_count(utility), 1);
    ploy_utility_destroy(utility);
    utility_stage_end(&s);
}

TEST_MAIN(TEST(the_same_bits_with_another_health_distance_or_last_action_score_differently),
          TEST(noise_does_not_make_it_dither), TEST(its_own_falling_score_does_not_end_it), TEST(momentum_fades),
          TEST(the_repeat_penalty_counts_at_the_next_choice_alone), TEST(a_halt_that_takes_long_holds_the_next_back),
          TEST(a_condition_that_holds_no_more_ends_it), TEST(what_is_not_viable_is_not_chosen),
          TEST(random_choices_are_as_likely_as_their_scores),
          TEST(a_scorer_with_a_bound_port_is_evaluated_only_when_the_port_changed),
          TEST(a_newer_edition_goes_on_with_what_still_fits), TEST(it_says_why), TEST(it_describes_its_parts),
          TEST(choices_and_scores_are_traced), TEST(a_planner_can_score_by_it), TEST(errors_are_reported))
