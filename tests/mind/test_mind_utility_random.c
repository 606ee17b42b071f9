// Random utilities against a plain model, which computes scores by the definition and caches nothing.

#include <math.h>
#include <ploy/utility.h>
#include <stdio.h>
#include <string.h>

#include "mind/utility/utility.h"
#include "support/base/allocators.h"
#include "support/mind/random_utility.h"
#include "support/base/test.h"

// The same by the book, in long double: the rules as the header has them.

#pragma GCC diagnostic ignored "-Wconversion" // long double has room for 64 bits, or is double (armhf)

static long double naive_input(const utility_stage* s, const ploy_input* in)
{
    ploy_agent* agent = (ploy_agent*)&s->agent;
    const ploy_blackboard* blackboard = s->agent.blackboard;
    if (in->kind == PLOY_INPUT_CONSTANT) return in->value;
    if (in->kind == PLOY_INPUT_KEY) {
        uint32_t key = ploy_blackboard_keys_find(s->keys, in->name);
        bool decimal = ploy_blackboard_keys_type(s->keys, key) == PLOY_VALUE_DECIMAL;
        return (decimal ? 1 : 1000) * (long double)ploy_blackboard_get(blackboard, key);
    }
    long double mood = ploy_blackboard_get(blackboard, MOOD), weight = ploy_blackboard_get(blackboard, WEIGHT);
    if (in->kind == PLOY_INPUT_SCORER) {
        return strcmp(in->name, "outside") == 0 ? s->outside : ploy_blackboard_get(blackboard, MOOD) / 2 + 200;
    }
    if (in->kind == PLOY_INPUT_EXPRESSION) {
        if (in->name[0] == 'm') return mood * 2 - weight;
        if (in->name[0] == 'a')
            return ploy_blackboard_get(blackboard, ARMED) && ploy_blackboard_get(blackboard, AMMO) > 2 ? 1000 : 0;
        return s->outside + (long double)ploy_blackboard_get(blackboard, HEALTH);
    }
    ploy_fact_query query;
    ploy_fact_query_init(&query, 0);
    if (in->range_count) ploy_fact_query_between(&query, 1, 0, 500);
    query.min_belief = in->min_belief;
    if (in->kind == PLOY_INPUT_FACT_COUNT) return 1000 * (long double)ploy_memory_count(agent->memory, &query);
    ploy_fact_id id = ploy_memory_best(agent->memory, &query);
    ploy_fact fact;
    bool known = ploy_memory_get(agent->memory, id, &fact) == PLOY_OK;
    if (in->kind == PLOY_INPUT_FACT_BELIEF) return known ? fact.belief : 0;
    return known ? (long double)(fact.age / 1000) : 1e18L;
}

static long double naive_leaf(const utility_stage* s, const ploy_consideration* c)
{
    long double x = floorl(1000 * (naive_input(s, &c->input) - c->input.min) / (c->input.max - c->input.min));
    return ploy_curve_at(&c->curve, x < 0 ? 0 : x > 1000 ? 1000 : (int32_t)x) / 1000.0L;
}

static long double softened(long double u, long double w)
{
    return 1 - fminl(w, 1) * (1 - u);
}

static long double naive_tree(const utility_stage* s, const ploy_consideration* parts, uint32_t* at);

static long double naive_all(const utility_stage* s, const ploy_consideration* parts, uint32_t* at,
                             ploy_combine combine, uint32_t count)
{
    long double sum = 0, weights = 0, product = 1, min = 1, greatest = 0;
    for (uint32_t i = 0; i < count; ++i) {
        long double w = parts[*at].weight / 1000.0L;
        long double u = naive_tree(s, parts, at);
        sum += w * u;
        weights += w;
        product *= softened(u, w);
        min = fminl(min, softened(u, w));
        greatest = fmaxl(greatest, w * u);
    }
    switch (combine) {
    case PLOY_COMBINE_SUM:
        return weights > 0 ? sum / weights : 0;
    case PLOY_COMBINE_PRODUCT:
        return product + product * (1 - product) * (1 - 1.0L / count);
    case PLOY_COMBINE_PLAIN:
        return product;
    case PLOY_COMBINE_MIN:
        return min;
    default:
        return fminl(greatest, 1);
    }
}

static long double naive_tree(const utility_stage* s, const ploy_consideration* parts, uint32_t* at)
{
    const ploy_consideration* c = &parts[(*at)++];
    return c->parts == 0 ? naive_leaf(s, c) : naive_all(s, parts, at, c->combine, c->parts);
}

static long double naive_score(const utility_stage* s, const ploy_option* option)
{
    bool holds =
        ploy_blackboard_get(s->agent.blackboard, ARMED) || ploy_blackboard_get(s->agent.blackboard, HEALTH) >= 300;
    if (option->when && !holds) return -1;
    if (option->consideration_count == 0) return option->weight;
    uint32_t at = 0, roots = 0;
    for (uint32_t i = 0; i < option->consideration_count; ++i) roots += 1 - option->considerations[i].parts;
    return option->weight * naive_all(s, option->considerations, &at, option->combine, roots);
}

static void scores_are_what_the_rules_say(void** state)
{
    (void)state;
    utility_stage s;
    assert_true(utility_stage_begin(&s, NULL));
    ploy_random random = {.seed = 11};
    for (uint32_t round = 0; round < 400; ++round) {
        random_utility u;
        random_utility_fill(&u, &random);
        ploy_utility_def def = utility_stage_def(&s, u.options, u.count);
        ploy_utility* utility = utility_stage_make(&def);
        for (uint32_t i = 0; i < 20; ++i) {
            random_utility_disturb(&s, &random);
            for (uint32_t o = 0; o < u.count; ++o) {
                // Each part is rounded to 1/1000, and a weight of at most 2 doubles the error.
                long double off = ploy_utility_score(utility, &s.agent, o) - naive_score(&s, &u.options[o]);
                assert_true(fabsl(off) <= 8);
            }
        }
        ploy_utility_destroy(utility);
    }
    utility_stage_end(&s);
}

static void numbers_are_normalized_exactly(void** state)
{
    (void)state;
    ploy_random random = {.seed = 3};
    for (uint32_t round = 0; round < 20000; ++round) {
        uint64_t span = 1 + (ploy_random_next(&random) >> (11 + ploy_random_below(&random, 53)));
        int64_t min = (int64_t)ploy_random_next(&random) / 4;
        pl_utility_leaf leaf = {.min = min, .span = span, .inverse = pl_leaf_inverse(span)};
        uint64_t beyond = ploy_random_next(&random) % (span + span / 4 + 1);
        uint64_t expected = beyond >= span ? ONE : beyond * ONE / span;
        assert_int_equal(pl_leaf_normalize(&leaf, (int64_t)((uint64_t)min + beyond)), expected);
        assert_int_equal(pl_leaf_normalize(&leaf, min - 1), 0);
    }
}

// A mind that keeps nothing: scores everything each tick.

typedef struct plain_utility
{
    uint32_t running, wanted, last;
    int64_t chosen, since;
    ploy_random random;
} plain_utility;

static uint32_t plain_pick(plain_utility* p, const ploy_utility_def* def, const int64_t* scores)
{
    int64_t sum = 0, best = 0;
    uint32_t pick = 0;
    for (uint32_t i = 0; i < def->option_count; ++i) {
        sum += scores[i] > 0 ? scores[i] : 0;
        if (scores[i] > best) best = scores[i], pick = i + 1;
    }
    if (def->choice == PLOY_CHOICE_BEST || sum == 0) return pick;
    int64_t draw = ploy_random_below(&p->random, (uint32_t)sum);
    for (uint32_t i = 0; i < def->option_count; ++i) {
        if (scores[i] <= 0) continue;
        if (draw < scores[i]) return i + 1;
        draw -= scores[i];
    }
    return 0;
}

static void plain_think(plain_utility* p, const ploy_utility_def* def, const int64_t* given, int64_t now)
{
    int64_t scores[MOST_OPTIONS];
    memcpy(scores, given, sizeof scores);
    if (p->running == 0) {
        if (p->last && scores[p->last - 1] > 0) scores[p->last - 1] = scores[p->last - 1] * def->repeat_penalty / 1000;
        p->wanted = plain_pick(p, def, scores);
        return;
    }
    int64_t own = scores[p->running - 1];
    int64_t held = own > p->chosen ? own : p->chosen;
    held += held * def->commitment / 1000;
    if (def->momentum > 0) {
        int64_t left = def->momentum - (now - p->since);
        held = left <= 0 ? own : own + (held - own) * (left * 1000 / def->momentum) / 1000;
    }
    p->wanted = own < 0 ? 0 : p->running;
    int64_t best = own < 0 ? 0 : held;
    for (uint32_t i = 0; i < def->option_count; ++i) {
        if (i + 1 != p->running && scores[i] > best) best = scores[i], p->wanted = i + 1;
    }
}

static void plain_act(plain_utility* p, const int64_t* scores, uint32_t count, ploy_outcome next, int64_t now)
{
    if (p->running && p->wanted == p->running) {
        if (next == PLOY_RUNNING) return;
        p->last = p->running;
        p->running = 0;
        return;
    }
    p->running = p->wanted;
    if (!p->wanted) return;
    p->last = 0;
    p->chosen = 0;
    for (uint32_t i = 0; i < count; ++i) p->chosen = scores[i] > p->chosen ? scores[i] : p->chosen;
    p->since = now;
}

static void kept_scores_are_never_stale_and_choices_those_of_a_mind_that_keeps_none(void** state)
{
    (void)state;
    utility_stage s;
    assert_true(utility_stage_begin(&s, NULL));
    ploy_random random = {.seed = 21};
    uint32_t changes = 0;
    for (uint32_t round = 0; round < 200; ++round) {
        random_utility u;
        random_utility_fill(&u, &random);
        ploy_utility_def def = utility_stage_def(&s, u.options, u.count);
        def.choice = (ploy_choice)ploy_random_below(&random, 2);
        def.momentum = ploy_random_below(&random, 2) ? 0 : 7 * TICK;
        def.repeat_penalty = 550;
        def.commitment = 1 + (int32_t)ploy_random_below(&random, 400);
        ploy_utility* utility = utility_stage_make(&def);
        utility_stage_adopt(&s, utility);
        plain_utility plain = {.random = s.agent.random};
        for (uint32_t t = 0; t < 60; ++t) {
            for (uint32_t n = ploy_random_below(&random, 3); n > 0; --n) random_utility_disturb(&s, &random);
            s.next = ploy_random_below(&random, 6) ? PLOY_RUNNING : PLOY_SUCCESS;
            s.log[0] = '\0';
            int64_t scores[MOST_OPTIONS];
            for (uint32_t o = 0; o < u.count; ++o) scores[o] = ploy_utility_score(utility, &s.agent, o);
            uint32_t before = plain.running;
            utility_stage_tick(&s);
            plain_think(&plain, &def, scores, s.agent.now);
            plain_act(&plain, scores, u.count, s.next, s.agent.now);
            for (uint32_t o = 0; o < u.count; ++o) {
                assert_int_equal(pl_utility_scores(utility, (pl_utility_data*)s.draft)[o], scores[o]);
            }
            assert_int_equal(ploy_utility_running(&s.agent) + 1, plain.running);
            changes += before != plain.running;
        }
        s.agent.mind->kind->end(&s.agent);
        ploy_utility_destroy(utility);
    }
    assert_true(changes > 500);
    utility_stage_end(&s);
}

static void a_saved_agent_goes_on_as_if_nothing_had_been(void** state)
{
    (void)state;
    utility_stage s;
    assert_true(utility_stage_begin(&s, NULL));
    ploy_random random = {.seed = 31};
    for (uint32_t round = 0; round < 60; ++round) {
        random_utility u;
        random_utility_fill(&u, &random);
        ploy_utility_def def = utility_stage_def(&s, u.options, u.count);
        def.choice = (ploy_choice)(round % 2);
        ploy_utility* utility = utility_stage_make(&def);
        utility_stage_adopt(&s, utility);
        s.halt_ticks = round % 3;
        s.halting = 0;
        for (uint32_t t = 0; t < 30; ++t) {
            random_utility_disturb(&s, &random);
            s.next = ploy_random_below(&random, 6) ? PLOY_RUNNING : PLOY_SUCCESS;
            s.log[0] = '\0';
            uint8_t bytes[256];
            ploy_writer writer = {bytes, sizeof bytes, 0};
            s.agent.mind->kind->save(&s.agent, &writer);
            assert_true(ploy_writer_fits(&writer));
            utility_stage other = s; // the same board and facts, thought over twice
            other.agent.user = &other;
            other.agent.mind_data = other.draft;
            memset(other.draft, 0, sizeof other.draft);
            ploy_reader reader = {bytes, writer.count, 0, false};
            assert_int_equal(other.agent.mind->kind->load(&other.agent, &reader), PLOY_OK);
            assert_int_equal(reader.at, writer.count);
            utility_stage_tick(&other);
            utility_stage_tick(&s);
            assert_string_equal(s.log, other.log);
            assert_int_equal(ploy_utility_running(&s.agent), ploy_utility_running(&other.agent));
            assert_int_equal(s.agent.random.counter, other.agent.random.counter);
        }
        s.halt_ticks = 0;
        s.agent.mind->kind->end(&s.agent);
        ploy_utility_destroy(utility);
    }
    utility_stage_end(&s);
}

static void a_damaged_save_is_rejected_or_does_no_harm(void** state)
{
    (void)state;
    utility_stage s;
    assert_true(utility_stage_begin(&s, NULL));
    ploy_utility_def def;
    ploy_utility* utility = utility_stage_simple(&s, (uint32_t[]){MOOD, WEIGHT}, 2, &def);
    utility_stage_adopt(&s, utility);
    utility_stage_set(&s, WEIGHT, 500);
    utility_stage_tick(&s);
    uint8_t bytes[64];
    ploy_writer writer = {bytes, sizeof bytes, 0};
    s.agent.mind->kind->save(&s.agent, &writer);
    uint32_t refused = 0;
    for (size_t at = 0; at < writer.count * 8; ++at) {
        uint8_t bent[64];
        memcpy(bent, bytes, sizeof bent);
        bent[at / 8] ^= (uint8_t)(1u << at % 8);
        memset(s.draft, 0, sizeof s.draft);
        ploy_reader reader = {bent, writer.count, 0, false};
        ploy_status status = s.agent.mind->kind->load(&s.agent, &reader);
        refused += status == PLOY_INVALID;
        ((pl_utility_data*)s.draft)->activity.phase = PL_ACTIVITY_IDLE;
    }
    assert_true(refused > 60);
    for (size_t cut = 0; cut < writer.count; ++cut) {
        memset(s.draft, 0, sizeof s.draft);
        ploy_reader reader = {bytes, cut, 0, false};
        assert_int_equal(s.agent.mind->kind->load(&s.agent, &reader), PLOY_INVALID);
    }
    ploy_utility_destroy(utility);
    utility_stage_end(&s);
}

static bool live_through(const ploy_allocator* allocator)
{
    utility_stage s;
    ploy_utility* utility = NULL;
    bool good = utility_stage_begin(&s, allocator);
    if (good) {
        static random_utility u;
        ploy_random random = {.seed = 7};
        do random_utility_fill(&u, &random);
        while (u.count < 5);
        ploy_utility_def def = utility_stage_def(&s, u.options, u.count);
        good = ploy_utility_create(&def, &utility, NULL) == PLOY_OK;
    }
    ploy_utility_destroy(utility);
    utility_stage_end(&s);
    return good;
}

static void a_failing_allocator_leaves_nothing_behind(void** state)
{
    (void)state;
    test_fail_every_allocation(live_through);
}

static void ticks_allocate_nothing(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    utility_stage s;
    assert_true(utility_stage_begin(&s, &allocator));
    static random_utility u;
    ploy_random random = {.seed = 9};
    random_utility_fill(&u, &random);
    ploy_utility_def def = utility_stage_def(&s, u.options, u.count);
    ploy_utility* utility = utility_stage_make(&def);
    utility_stage_adopt(&s, utility);
    ploy_memory_reserve(s.agent.memory, 0, 8);
    uint64_t calls = counters.calls;
    for (uint32_t t = 0; t < 300; ++t) {
        random_utility_disturb(&s, &random);
        s.next = (ploy_outcome)ploy_random_below(&random, 3);
        s.log[0] = '\0';
        utility_stage_tick(&s);
    }
    assert_int_equal(counters.calls, calls);
    s.agent.mind->kind->end(&s.agent);
    ploy_utility_destroy(utility);
    utility_stage_end(&s);
    assert_int_equal(counters.live_blocks, 0);
}

TEST_MAIN(TEST(scores_are_what_the_rules_say), TEST(numbers_are_normalized_exactly),
          TEST(kept_scores_are_never_stale_and_choices_those_of_a_mind_that_keeps_none),
          TEST(a_saved_agent_goes_on_as_if_nothing_had_been), TEST(a_damaged_save_is_rejected_or_does_no_harm),
          TEST(a_failing_allocator_leaves_nothing_behind), TEST(ticks_allocate_nothing))
