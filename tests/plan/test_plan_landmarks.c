// Landmarks of a goal, beside a search of all states of the model that avoids each of them.

#include <stdlib.h>
#include <string.h>

#include "base/containers/bitset.h"
#include "base/containers/tuples.h"
#include "base/memory.h"
#include "plan/domain/domain.h"
#include "plan/relaxed/landmark_count.h"
#include "support/base/test.h"
#include "support/plan/random_queries.h"

enum
{
    MAX_STATES = 3000,
};

typedef struct landmark_fixture
{
    question q;
    ploy_allocator allocator;
    pl_arena scratch;
    pl_heuristic* heuristic;
    pl_rules rules;
    pl_rules_room room;
    pl_regression regression;
    pl_relaxation relaxation;
    pl_exploration explored;
    pl_landmark_count landmarks;
} landmark_fixture;

static void prepare(landmark_fixture* f, const ploy_domain* domain, const ploy_plan_query* query)
{
    f->allocator = pl_allocator_choose(NULL);
    pl_arena_init(&f->scratch, &f->allocator, 0);
    pl_heuristic_request request = {.domain = domain,
                                    .target = pl_domain_target_index(domain, query->goal, query->goal_args)};
    f->heuristic = pl_heuristic_create(&f->allocator, &f->scratch, &request);
    assert_non_null(f->heuristic);
    pl_cost_change change;
    pl_rules_room_init(&f->room, &f->allocator);
    assert_true(pl_rules_settle(&f->rules, &f->room, domain, query, f->heuristic, &change));
    assert_true(pl_regression_init(&f->regression, &f->scratch, pl_domain_compiled(domain), f->heuristic));
    pl_relaxation_init(&f->relaxation, &f->allocator);
    pl_exploration_init(&f->explored, &f->allocator);
    pl_landmark_count_init(&f->landmarks, &f->allocator);
    assert_true(pl_relaxation_build(&f->relaxation, &f->rules, &f->regression));
    assert_true(pl_exploration_fit(&f->explored, &f->relaxation));
    assert_true(pl_landmark_count_begin(&f->landmarks, &f->relaxation, &f->explored, query->start));
}

static void begin(landmark_fixture* f, random_domain* d, ploy_random* random)
{
    question_draw(&f->q, d, random, QUESTION_PLAIN);
    prepare(f, d->domain, &f->q.query);
}

static void end(landmark_fixture* f)
{
    pl_landmark_count_destroy(&f->landmarks);
    pl_exploration_destroy(&f->explored);
    pl_relaxation_destroy(&f->relaxation);
    pl_rules_room_destroy(&f->room);
    pl_heuristic_destroy(f->heuristic);
    pl_arena_destroy(&f->scratch);
}

static bool has(const landmark_fixture* f, uint32_t fact, const uint64_t* state)
{
    for (uint32_t i = 0; i < f->heuristic->variable_count; i++) {
        const pl_heuristic_variable* v = &f->heuristic->variables[i];
        if (fact >= v->slice && fact < v->slice + v->size) return pl_heuristic_value(v, state) == fact - v->slice;
    }
    return false;
}

typedef enum verdict
{
    AVOIDED,   // there is a plan without the value
    TOO_LATE,  // a step reached the value from a state without `before`
    CONFIRMED, // neither
    TOO_MANY,  // states
} verdict;

// Visits all states of the model that are reached without the value. before: a value that must be true at once before
// it; PLOY_NONE: none.
static verdict avoid(const landmark_fixture* f, pl_tuples* states, uint32_t fact, uint32_t before)
{
    const random_domain* d = f->q.d;
    int64_t values[RANDOM_MAX_VARIABLES], next[RANDOM_MAX_VARIABLES];
    uint64_t packed[RANDOM_MAX_WORDS] = {0};
    pl_tuples_clear(states);
    pl_tuples_intern(states, f->q.state);
    for (uint32_t at = 0; at < states->count; at++) {
        if (states->count > MAX_STATES) return TOO_MANY;
        random_domain_unpack(d, pl_tuples_at(states, at), values);
        if (random_model_goal(d, f->q.brute.goal, f->q.brute.goal_args, values)) return AVOIDED;
        bool is_before = before == PLOY_NONE || has(f, before, pl_tuples_at(states, at));
        for (uint32_t g = 0; g < d->ground_count; g++) {
            if (!random_model_applicable(d, g, values) || !random_model_context(d, g, f->q.values)) continue;
            memcpy(next, values, sizeof next);
            random_model_apply(d, g, next);
            random_domain_pack(d, next, packed);
            if (!has(f, fact, packed))
                pl_tuples_intern(states, packed);
            else if (!is_before)
                return TOO_LATE;
        }
    }
    return CONFIRMED;
}

typedef struct landmark_tally
{
    uint32_t landmarks, orders;
} landmark_tally;

static void check_orders(const landmark_fixture* f, pl_tuples* states, uint32_t fact, landmark_tally* t)
{
    const pl_landmark_count* c = &f->landmarks;
    for (uint32_t other = 0; other < f->relaxation.value_count; other++) {
        uint32_t l = c->numbers.data[other];
        if (l == PLOY_NONE || !pl_bits_test(c->before.data + (size_t)l * c->words, c->numbers.data[fact])) continue;
        assert_int_not_equal(avoid(f, states, fact, other), TOO_LATE);
        t->orders++;
    }
}

static void check_landmarks(const landmark_fixture* f, pl_tuples* states, landmark_tally* t)
{
    for (uint32_t fact = 0; f->landmarks.count && fact < f->relaxation.value_count; fact++) {
        if (f->landmarks.numbers.data[fact] == PLOY_NONE || has(f, fact, f->q.state)) continue;
        verdict v = avoid(f, states, fact, PLOY_NONE);
        assert_int_not_equal(v, AVOIDED);
        t->landmarks += v == CONFIRMED;
        if (v == CONFIRMED) check_orders(f, states, fact, t);
    }
}

static void no_plan_avoids_a_landmark_or_its_order(void** unused)
{
    (void)unused;
    landmark_tally t = {0};
    seed_range seeds = question_seeds(1, 400);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 9};
        landmark_fixture f;
        pl_tuples states;
        begin(&f, d, &random);
        pl_tuples_init(&states, NULL, ploy_domain_state_words(d->domain));
        if (f.q.answer.found) check_landmarks(&f, &states, &t);
        pl_tuples_destroy(&states);
        end(&f);
        random_domain_destroy(d);
    }
    if (seeds.end - seeds.first < 400) return;
    assert_true(t.landmarks > 100);
    assert_true(t.orders > 20);
}

// Of what the model's cheapest plan has reached, nothing is ahead at its end.
static void nothing_is_ahead_at_the_end_of_a_plan(void** unused)
{
    (void)unused;
    seed_range seeds = question_seeds(1, 1000);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 9};
        landmark_fixture f;
        begin(&f, d, &random);
        const brute_answer* a = &f.q.answer;
        if (a->found && a->step_count <= BRUTE_MAX_STEPS && f.landmarks.count) {
            int64_t values[RANDOM_MAX_VARIABLES];
            uint64_t state[RANDOM_MAX_WORDS] = {0};
            uint64_t* reached = calloc(f.landmarks.words, sizeof *reached);
            memcpy(values, f.q.values, sizeof values);
            for (uint32_t i = 0; i <= a->step_count; i++) {
                random_domain_pack(d, values, state);
                pl_landmark_count_reach(&f.landmarks, state, reached);
                uint32_t ahead = pl_landmark_count_ahead(&f.landmarks, state, reached);
                assert_true(i < a->step_count || ahead == 0);
                assert_true(ahead <= f.landmarks.count);
                if (i < a->step_count) random_model_apply(d, a->steps[i], values);
            }
            free(reached);
        }
        end(&f);
        random_domain_destroy(d);
    }
}

// Visits all states of the model: where a step has just reached a landmark, those that it excludes are false.
static uint32_t check_excluded(const landmark_fixture* f, pl_tuples* states)
{
    const random_domain* d = f->q.d;
    const pl_landmark_count* c = &f->landmarks;
    int64_t values[RANDOM_MAX_VARIABLES], next[RANDOM_MAX_VARIABLES];
    uint64_t packed[RANDOM_MAX_WORDS] = {0};
    uint32_t checked = 0;
    pl_tuples_clear(states);
    pl_tuples_intern(states, f->q.state);
    for (uint32_t at = 0; at < states->count && states->count < MAX_STATES; at++) {
        random_domain_unpack(d, pl_tuples_at(states, at), values);
        for (uint32_t g = 0; g < d->ground_count; g++) {
            if (!random_model_applicable(d, g, values) || !random_model_context(d, g, f->q.values)) continue;
            memcpy(next, values, sizeof next);
            random_model_apply(d, g, next);
            random_domain_pack(d, next, packed);
            for (uint32_t l = 0; l < c->count; l++) {
                if (!has(f, c->facts.data[l], packed) || has(f, c->facts.data[l], pl_tuples_at(states, at))) continue;
                for (uint32_t k = 0; k < c->count; k++) {
                    if (!pl_bits_test(c->orders.excluded.data + (size_t)l * c->words, k)) continue;
                    assert_false(has(f, c->facts.data[k], packed));
                    checked++;
                }
            }
            pl_tuples_intern(states, packed);
        }
    }
    return checked;
}

static uint32_t check_reasonable(const landmark_fixture* f)
{
    const pl_landmark_count* c = &f->landmarks;
    uint32_t orders = 0;
    for (uint32_t l = 0; l < c->count; l++) {
        const uint64_t* all = c->orders.all.data + (size_t)l * c->words;
        const uint64_t* first = c->orders.first.data + (size_t)l * c->words;
        assert_false(pl_bits_test(all, l)); // no circle
        assert_true(pl_bits_are_subset(first, all, c->words));
        orders += pl_bits_count(first, c->words);
    }
    return orders;
}

static void what_a_landmark_excludes_is_false_when_it_is_reached_and_orders_have_no_circle(void** unused)
{
    (void)unused;
    uint32_t excluded = 0, orders = 0;
    seed_range seeds = question_seeds(1, 400);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 9};
        landmark_fixture f;
        pl_tuples states;
        begin(&f, d, &random);
        pl_tuples_init(&states, NULL, ploy_domain_state_words(d->domain));
        if (f.q.answer.found && f.landmarks.count) {
            excluded += check_excluded(&f, &states);
            orders += check_reasonable(&f);
        }
        pl_tuples_destroy(&states);
        end(&f);
        random_domain_destroy(d);
    }
    if (seeds.end - seeds.first < 400) return;
    assert_true(excluded > 100);
    assert_true(orders > 5);
}

// All that a relaxed plan is made of, to compare.
static uint32_t plan_by(landmark_fixture* f, pl_exploration_rule rule, uint32_t* helpful)
{
    pl_explore(&f->explored, &f->relaxation, f->q.query.start, rule, f->relaxation.goal);
    uint32_t cost = pl_explore_relaxed_plan(&f->explored, &f->relaxation);
    if (f->explored.helpful.count)
        memcpy(helpful, f->explored.helpful.data, f->explored.helpful.count * sizeof *helpful);
    return cost;
}

static void an_exploration_that_ends_early_finds_the_same_relaxed_plan(void** unused)
{
    (void)unused;
    seed_range seeds = question_seeds(1, 400);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 9};
        landmark_fixture f;
        begin(&f, d, &random);
        const uint32_t room = f.relaxation.ops.count + 1;
        uint32_t *early = calloc(room, sizeof *early), *late = calloc(room, sizeof *late);
        assert_non_null(early);
        assert_non_null(late);
        assert_int_equal(plan_by(&f, PL_EXPLORE_PLAN, early), plan_by(&f, PL_EXPLORE_ADD, late));
        assert_memory_equal(early, late, room * sizeof *early);
        free(early);
        free(late);
        end(&f);
        random_domain_destroy(d);
    }
}

// A key breaks in each lock, so that it must be made again for the second door.
static void what_is_lost_and_needed_again_counts_again(void** unused)
{
    (void)unused;
    static const ploy_action_def actions[] = {
        {.name = "Make", .effect = "key"},
        {.name = "Open", .pre = "key", .effect = "door, not key"},
        {.name = "Enter", .pre = "key and door", .effect = "inside, not key"},
    };
    static const char *const symbols[] = {"key", "door", "inside"}, *const states[] = {"not key", "key", "door",
                                                                                       "key, door", "door, inside"};
    static const uint32_t ahead[] = {3, 2, 2, 1, 0}; // after the first door: the second one, and a key
    ploy_domain* domain = ploy_domain_create(&(ploy_domain_def){.name = "doors"});
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(ploy_domain_add_symbol(domain, &(ploy_symbol_def){.name = symbols[i]}, NULL, NULL), PLOY_OK);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(ploy_domain_add_action(domain, &actions[i], NULL, NULL), PLOY_OK);
    ploy_goal_def goal = {.name = "Goal", .condition = "inside"};
    assert_int_equal(ploy_domain_add_goal(domain, &goal, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    uint64_t state[1], reached[1] = {0};
    ploy_state_init(domain, state);
    landmark_fixture f;
    prepare(&f, domain, &(ploy_plan_query){.start = state});
    assert_int_equal(f.landmarks.words, 1);
    for (uint32_t i = 0; i < 5; i++) {
        ploy_state_init(domain, state);
        assert_int_equal(ploy_state_parse(domain, state, states[i], NULL), PLOY_OK);
        pl_landmark_count_reach(&f.landmarks, state, reached);
        assert_int_equal(pl_landmark_count_ahead(&f.landmarks, state, reached), ahead[i]);
    }
    end(&f);
    ploy_domain_destroy(domain);
}

TEST_MAIN(TEST(no_plan_avoids_a_landmark_or_its_order), TEST(nothing_is_ahead_at_the_end_of_a_plan),
          TEST(what_a_landmark_excludes_is_false_when_it_is_reached_and_orders_have_no_circle),
          TEST(what_is_lost_and_needed_again_counts_again),
          TEST(an_exploration_that_ends_early_finds_the_same_relaxed_plan))
