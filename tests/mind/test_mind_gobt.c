// A behavior tree, a planner and utility in one agent. The choice of the goal and of one of two equal plans depends on
// the facts the agent knows. All of it is data.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/allocators.h"
#include "io/file.h"
#include "support/world/file_world.h"
#include "support/base/test.h"

static const char* const idle[] = {"Patrol", "Wait", NULL};

static void open_text(file_world* w, const char* text)
{
    file_world_def def = {.text = text, .bytes = strlen(text), .idle = idle};
    assert_true(file_world_open(w, &def));
}

static size_t read_example(char* text, size_t size)
{
    FILE* stream = fopen(PLOY_SOURCE_DIR "/examples/three_layers.xml", "rb");
    assert_non_null(stream);
    size_t bytes = fread(text, 1, size, stream);
    fclose(stream);
    assert_true(bytes < size);
    return bytes;
}

static void open_example(file_world* w)
{
    char text[4096];
    file_world_def def = {.text = text, .bytes = read_example(text, sizeof text), .idle = idle};
    assert_true(file_world_open(w, &def));
}

static void tick_until(file_world* w, const char* sign)
{
    for (int i = 0; i < 50 && !strstr(w->log, sign); ++i) file_world_tick(w, 1);
    if (!strstr(w->log, sign)) fail_msg("no %s in %s", sign, w->log);
}

static void an_agent_of_three_layers_is_data_alone(void** state)
{
    (void)state;
    static file_world w;
    open_example(&w);
    file_world_set(&w, "hurt", 1);
    file_world_set(&w, "health", 800);
    tick_until(&w, "+Shoot");
    file_world_set(&w, "health", 300); // wants to live rather than to win
    tick_until(&w, "+Bandage");
    assert_string_equal(w.log, "+Load +Shoot -Shoot +HideBehindWall +Bandage ");
    file_world_tick(&w, 2);
    file_world_set(&w, "health", 900);
    tick_until(&w, "+Patrol");
    assert_string_equal(w.log, "+Load +Shoot -Shoot +HideBehindWall +Bandage +Shoot +Patrol ");
    file_world_close(&w);
}

// The same bits, another distance: the scores are others, and the plan follows them.
static void of_equal_plans_the_one_that_is_worth_more_is_taken(void** state)
{
    (void)state;
    static const struct
    {
        int64_t distance;
        const char* log;
    } rows[] = {
        {10000, "+HideBehindWall +Bandage "}, // 0.2 against 0.4
        {25000, "+DigIn +Bandage "},          // 0.5
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        static file_world w;
        open_example(&w);
        file_world_set(&w, "enemy_down", 1);
        file_world_set(&w, "distance", rows[i].distance);
        file_world_set(&w, "health", 200);
        file_world_set(&w, "hurt", 1);
        for (int t = 0; t < 20 && file_world_get(&w, "hurt"); ++t) file_world_tick(&w, 1);
        assert_string_equal(w.log, rows[i].log);
        file_world_close(&w);
    }
}

// The same bits, another last action: it counts half.
static void what_was_done_last_is_worth_less(void** state)
{
    (void)state;
    static const char text[] =
        "<ploy version='1'><blackboard><key name='taste' type='decimal'/></blackboard>"
        "<domain name='d'><symbol name='fed' type='bool'/>"
        "<action name='Bread'><effect>fed</effect></action><action name='Soup'><effect>fed</effect></action>"
        "<goal name='Eat'>fed</goal></domain>"
        "<utility name='likes' repeat_penalty='0.5'><option name='Bread'><constant value='0.4'/></option>"
        "<option name='Soup'><key of='taste'/></option></utility>"
        "<agent name='one' domain='d' utility='likes'/></ploy>";
    static const struct
    {
        int64_t taste;
        const char* log;
    } rows[] = {
        {100, "+Bread +Bread +Bread "}, // 0.1 against 0.4, then 0.2
        {300, "+Bread +Soup +Bread "},
        {700, "+Soup +Bread +Soup "}, // 0.7, then 0.35, against 0.4
        {900, "+Soup +Soup +Soup "},  // 0.45
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        static file_world w;
        open_text(&w, text);
        file_world_set(&w, "taste", rows[i].taste);
        for (int meal = 0; meal < 3; ++meal) {
            for (int t = 0; t < 20 && !file_world_get(&w, "fed"); ++t) file_world_tick(&w, 1);
            file_world_tick(&w, 1);
            file_world_set(&w, "fed", 0);
        }
        assert_string_equal(w.log, rows[i].log);
        file_world_close(&w);
    }
}

// Goals of one node.

static const char goals[] =
    "<ploy version='1'><blackboard><key name='a' type='decimal'/><key name='b' type='decimal'/></blackboard>"
    "<domain name='d'><symbol name='x' type='bool'/><symbol name='y' type='bool'/><symbol name='open' type='bool'/>"
    "<action name='DoX'><pre>not x</pre><effect>x</effect></action>"
    "<action name='DoY'><pre>not y and open</pre><effect>y</effect></action>"
    "<goal name='X'>x</goal><goal name='Y'>y</goal></domain>"
    "<utility name='wants' repeat_penalty='0.5'><option name='X'><key of='a'/></option>"
    "<option name='Y'><key of='b'/></option></utility>"
    "<BehaviorTree ID='T'>%s</BehaviorTree><agent name='one' domain='d' mind='T'/></ploy>";

static void open_goals(file_world* w, const char* nodes)
{
    char text[4096];
    snprintf(text, sizeof text, goals, nodes);
    open_text(w, text);
}

static ploy_outcome run_once(file_world* w)
{
    const ploy_agent* agent = file_world_agent(w, 0);
    for (int i = 0; i < 30 && ploy_bt_outcome(agent) == PLOY_RUNNING; ++i) file_world_tick(w, 1);
    return ploy_bt_outcome(agent);
}

static void the_goal_that_is_worth_most_is_planned_for_first(void** state)
{
    (void)state;
    static const struct
    {
        int64_t a, b;
        bool open;
        const char* log;
        ploy_outcome outcome;
    } rows[] = {
        {600, 400, true, "+DoX ", PLOY_SUCCESS},  {400, 600, true, "+DoY ", PLOY_SUCCESS},
        {400, 600, false, "+DoX ", PLOY_SUCCESS}, // no plan for the best: the next
        {0, 600, false, "", PLOY_FAILURE},        // nor is the other worth anything
        {0, 0, true, "", PLOY_FAILURE},           {500, 500, true, "+DoX ", PLOY_SUCCESS}, // of equals the first
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        static file_world w;
        open_goals(&w, "<Sequence><Plan goal='X Y' choose='wants'/></Sequence>");
        file_world_set(&w, "a", rows[i].a);
        file_world_set(&w, "b", rows[i].b);
        file_world_set(&w, "open", rows[i].open);
        assert_int_equal(run_once(&w), rows[i].outcome);
        assert_string_equal(w.log, rows[i].log);
        file_world_close(&w);
    }
}

static void without_a_utility_goals_are_tried_as_they_are_written(void** state)
{
    (void)state;
    static file_world w;
    open_goals(&w, "<Plan goal='Y X'/>");
    assert_int_equal(run_once(&w), PLOY_SUCCESS);
    assert_string_equal(w.log, "+DoX ");
    file_world_close(&w);
}

static void the_goal_that_ended_last_counts_less_at_the_next_choice(void** state)
{
    (void)state;
    static file_world w;
    open_goals(&w, "<Plan goal='X Y' choose='wants'/>");
    file_world_set(&w, "a", 600);
    file_world_set(&w, "b", 400);
    file_world_set(&w, "open", 1);
    while (!file_world_get(&w, "x")) file_world_tick(&w, 1);
    file_world_set(&w, "x", 0); // both could be done again
    while (!file_world_get(&w, "y")) file_world_tick(&w, 1);
    file_world_set(&w, "y", 0);
    for (int i = 0; i < 10 && !file_world_get(&w, "x"); ++i) file_world_tick(&w, 1);
    assert_string_equal(w.log, "+DoX +DoY +DoX ");
    file_world_close(&w);
}

// Side by side.

static void several_plans_may_run_at_once(void** state)
{
    (void)state;
    static file_world w;
    open_goals(&w, "<Parallel success_count='2'><Plan goal='X'/><Plan goal='Y'/></Parallel>");
    file_world_set(&w, "open", 1);
    assert_int_equal(run_once(&w), PLOY_SUCCESS);
    assert_string_equal(w.log, "+DoX +DoY ");
    assert_true(file_world_get(&w, "x") && file_world_get(&w, "y"));
    file_world_close(&w);
}

static void a_plan_takes_over_from_one_that_is_running(void** state)
{
    (void)state;
    static file_world w;
    open_goals(&w, "<ReactiveFallback><Plan goal='Y' _while='open'/><Plan goal='X'/></ReactiveFallback>");
    tick_until(&w, "+DoX");
    w.halts_left = 1;
    file_world_set(&w, "open", 1);
    assert_int_equal(run_once(&w), PLOY_SUCCESS);
    assert_string_equal(w.log, "+DoX -DoX -DoX +DoY ");
    file_world_close(&w);
}

// Searching.

static void forward_chaining_by_utility_is_data_too(void** state)
{
    (void)state;
    static const char text[] =
        "<ploy version='1'><blackboard><key name='mood' type='decimal'/></blackboard>"
        "<domain name='d'><symbol name='fed' type='bool'/><symbol name='has' type='bool'/>"
        "<action name='Cook' cost='9'><pre>has</pre><effect>fed</effect></action>"
        "<action name='Shop' cost='9'><pre>not has</pre><effect>has</effect></action>"
        "<action name='Dine' cost='1'><effect>fed</effect></action><goal name='Eat'>fed</goal></domain>"
        "<utility name='taste'><option name='Cook'><key of='mood'/></option><option name='Shop'><key "
        "of='mood'/></option>"
        "<option name='Dine'><constant value='0.5'/></option></utility>"
        "<agent name='one' domain='d' search='utility' utility='taste'/></ploy>";
    static const struct
    {
        int64_t mood;
        const char* log;
    } rows[] = {{400, "+Dine "}, {600, "+Shop +Cook "}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        static file_world w;
        open_text(&w, text);
        file_world_set(&w, "mood", rows[i].mood);
        for (int t = 0; t < 20 && !file_world_get(&w, "fed"); ++t) file_world_tick(&w, 1);
        assert_string_equal(w.log, rows[i].log);
        file_world_close(&w);
    }
}

// Random ways of small costs, held to an oracle that tries every first action with a planner of its own.

enum
{
    WAYS = 6,
    CASES = 300,
};

static uint64_t draw(uint64_t* seed, uint64_t below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (*seed >> 33) % below;
}

static void print_ways(char* text, size_t size, uint64_t* seed)
{
    int n = snprintf(text, size,
                     "<ploy version='1'><domain name='d'><symbol name='p' type='int' min='0' max='4'/>"
                     "<symbol name='q' type='bool'/>");
    for (uint32_t i = 0; i < WAYS; ++i) {
        unsigned from = (unsigned)draw(seed, 3), to = from + 1 + (unsigned)draw(seed, 2);
        n += snprintf(text + n, size - (size_t)n,
                      "<action name='W%u' cost='%u'><pre>p = %u%s</pre><effect>p = %u%s</effect></action>", i,
                      1 + (unsigned)draw(seed, 2), from, draw(seed, 3) == 0 ? " and q" : "", to,
                      draw(seed, 3) == 0 ? ", q" : "");
    }
    n += snprintf(text + n, size - (size_t)n, "<goal name='End'>p ge 3</goal></domain><utility name='worth'>");
    for (uint32_t i = 0; i < WAYS; ++i) {
        n += snprintf(text + n, size - (size_t)n, "<option name='W%u'><constant value='0.%u'/></option>", i,
                      (unsigned)draw(seed, 10));
    }
    snprintf(text + n, size - (size_t)n, "</utility><agent name='one' domain='d' utility='worth'/></ploy>");
}

static int64_t cost_from(const ploy_domain* domain, const uint64_t* start)
{
    ploy_planner_def def = {0};
    def.domain = domain;
    ploy_planner* planner = ploy_planner_create(&def);
    ploy_plan_query query = {0};
    query.start = start;
    const ploy_plan* plan = ploy_planner_plan(planner, &query);
    int64_t cost = plan->status == PLOY_FOUND ? plan->cost : plan->status == PLOY_ALREADY ? 0 : -1;
    ploy_planner_destroy(planner);
    return cost;
}

// The greatest score of an action that a cheapest plan begins with; -1: there is no plan.
static int64_t best_first(file_world* w, const ploy_utility* worth)
{
    static const uint32_t no_args[PLOY_MAX_ARGS];
    const ploy_domain* domain = ploy_file_domain(w->file, 0);
    uint64_t start[2], after[2];
    ploy_state_init(domain, start);
    int64_t cost = cost_from(domain, start), best = -1;
    for (uint32_t a = 0; cost > 0 && a < WAYS; ++a) {
        if (!ploy_action_applicable(domain, a, no_args, start)) continue;
        memcpy(after, start, sizeof after);
        ploy_action_apply(domain, a, no_args, after);
        int64_t rest = cost_from(domain, after);
        if (rest < 0 || ploy_action_cost(domain, a, no_args, start, NULL) + rest != cost) continue;
        int64_t score = ploy_utility_score(worth, file_world_agent(w, 0), a);
        best = score > best ? score : best;
    }
    return best;
}

static uint32_t check_ways(uint64_t* seed)
{
    static file_world w;
    char text[4096];
    print_ways(text, sizeof text, seed);
    open_text(&w, text);
    ploy_utility_def def = ploy_file_utility(w.file, 0);
    def.parts.keys = w.keys;
    ploy_utility* worth;
    assert_int_equal(ploy_utility_create(&def, &worth, NULL), PLOY_OK);
    int64_t best = best_first(&w, worth);
    for (int i = 0; i < 3 && !w.log[0]; ++i) file_world_tick(&w, 1);
    int64_t taken = w.log[0] ? ploy_utility_score(worth, file_world_agent(&w, 0), (uint32_t)(w.log[2] - '0')) : -1;
    if (taken != best) fail_msg("%s is worth %d, %d is possible: %s", w.log, (int)taken, (int)best, text);
    ploy_utility_destroy(worth);
    file_world_close(&w);
    return best >= 0;
}

static void random_ties_are_settled_as_by_trying_all(void** state)
{
    (void)state;
    uint64_t seed = 5;
    uint32_t solved = 0;
    for (uint32_t i = 0; i < CASES; ++i) solved += check_ways(&seed);
    assert_true(solved > CASES / 4);
}

// In mid-search.

static void halted_while_equal_plans_are_compared_it_leaves_nothing_behind(void** state)
{
    (void)state;
    static file_world w;
    char text[4096];
    file_world_def def = {.text = text, .bytes = read_example(text, sizeof text), .idle = idle, .max_nodes = 1};
    for (uint32_t at = 0; at < 8; ++at) {
        assert_true(file_world_open(&w, &def));
        file_world_set(&w, "enemy_down", 1);
        file_world_set(&w, "health", 200);
        file_world_set(&w, "distance", 40000);
        file_world_set(&w, "hurt", 1);
        file_world_tick(&w, at);
        bool is_begun = w.log[0];
        file_world_set(&w, "hurt", 0);
        tick_until(&w, "+Patrol");
        assert_int_equal(strstr(w.log, "+DigIn") != NULL, is_begun);
        file_world_tick(&w, 10);
        assert_null(strstr(w.log, "-Patrol"));
        file_world_close(&w);
    }
}

static void saved_in_any_tick_it_goes_on_alike(void** state)
{
    (void)state;
    static file_world w, other;
    char text[4096];
    file_world_def def = {.text = text, .bytes = read_example(text, sizeof text), .idle = idle, .max_nodes = 1};
    for (uint32_t at = 0; at < 16; ++at) {
        assert_true(file_world_open(&w, &def));
        file_world_set(&w, "health", 200);
        file_world_set(&w, "distance", 40000);
        file_world_set(&w, "hurt", 1);
        file_world_tick(&w, at);
        def.empty = true;
        assert_true(file_world_open(&other, &def));
        def.empty = false;
        file_world_move(&w, &other);
        w.log[0] = '\0';
        for (int i = 0; i < 20; ++i) {
            file_world_tick(&w, 1);
            file_world_tick(&other, 1);
            assert_string_equal(w.log, other.log);
            if (ploy_world_hash(w.world) != ploy_world_hash(other.world)) fail_msg("saved at %u, %d", at, i);
        }
        file_world_close(&w);
        file_world_close(&other);
    }
}

// Errors.

static void what_does_not_exist_is_named(void** state)
{
    (void)state;
    static const struct
    {
        const char* nodes;
        const char* message;
    } rows[] = {
        {"<Plan goal='X Z'/>", "unknown goal 'Z'"},
        {"<Plan goal=' '/>", "unknown goal ' '"},
        {"<Plan goal='X' choose='wishes'/>", "unknown utility 'wishes'"},
        {"<UtilitySelector><Wait _score='utility:want'/></UtilitySelector>", "unknown utility 'want'"},
        {"<UtilitySelector><Wait _score='utility:wants.Z'/></UtilitySelector>",
         "the utility 'wants' has no option 'Z'"},
        {"<UtilitySelector><Wait/></UtilitySelector>", "a child of <UtilitySelector> needs the attribute '_score'"},
        {"<Plan goal='X X X X X X X X X X X X X X X X X'/>", "more than 16 goals"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        static file_world w;
        char text[4096];
        open_goals(&w, "<Wait/>");
        snprintf(text, sizeof text, goals, rows[i].nodes);
        ploy_file_def file_def = {0};
        ploy_file* file;
        assert_int_equal(ploy_file_parse(&file_def, text, strlen(text), &file, NULL), PLOY_OK);
        ploy_agent_info info = ploy_file_agent(file, 0);
        pl_file_mind_def def = {.parts = ploy_world_parts(w.world)};
        ploy_mind* mind;
        ploy_error error = {0};
        assert_int_equal(pl_file_mind(file, &info, &def, &mind, &error), PLOY_INVALID);
        assert_string_equal(error.message, rows[i].message);
        assert_int_equal(error.line, 1);
        assert_true(error.column > 1);
        ploy_file_destroy(file);
        file_world_close(&w);
    }
}

static void a_whole_utility_is_worth_its_best_option(void** state)
{
    (void)state;
    static file_world w;
    open_goals(&w, "<UtilitySelector><Wait _score='0.5'/><Patrol _score='utility:wants'/></UtilitySelector>");
    file_world_set(&w, "b", 600);
    file_world_tick(&w, 1);
    assert_string_equal(w.log, "+Patrol ");
    file_world_close(&w);
    open_goals(&w, "<UtilitySelector><Wait _score='0.5'/><Patrol _score='utility:wants'/></UtilitySelector>");
    file_world_set(&w, "b", 400);
    file_world_tick(&w, 1);
    assert_string_equal(w.log, "+Wait ");
    file_world_close(&w);
}

static bool open_and_close(const ploy_allocator* allocator)
{
    static file_world w;
    char text[4096];
    file_world_def def = {allocator, text, read_example(text, sizeof text), .idle = idle};
    bool good = file_world_open(&w, &def);
    file_world_close(&w);
    return good;
}

static void a_failing_allocator_leaves_nothing_behind(void** state)
{
    (void)state;
    test_fail_every_allocation(open_and_close);
}

TEST_MAIN(TEST(an_agent_of_three_layers_is_data_alone), TEST(of_equal_plans_the_one_that_is_worth_more_is_taken),
          TEST(what_was_done_last_is_worth_less), TEST(the_goal_that_is_worth_most_is_planned_for_first),
          TEST(without_a_utility_goals_are_tried_as_they_are_written),
          TEST(the_goal_that_ended_last_counts_less_at_the_next_choice), TEST(several_plans_may_run_at_once),
          TEST(a_plan_takes_over_from_one_that_is_running), TEST(forward_chaining_by_utility_is_data_too),
          TEST(random_ties_are_settled_as_by_trying_all),
          TEST(halted_while_equal_plans_are_compared_it_leaves_nothing_behind),
          TEST(saved_in_any_tick_it_goes_on_alike), TEST(what_does_not_exist_is_named),
          TEST(a_whole_utility_is_worth_its_best_option), TEST(a_failing_allocator_leaves_nothing_behind))
