#include <math.h>
#include <ploy/utility.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mind/utility.h"
#include "support/allocators.h"
#include "support/test.h"

enum
{
    ONE = 1000,
    TICK = 100000,
    MOST_OPTIONS = 6,
    MOST_PARTS = 12,
    KEY_COUNT = 6,
};

// A world of one agent: a board below a squad's, facts, activities that end when the script says so.

enum
{
    HEALTH,
    DISTANCE,
    ARMED,
    AMMO,
    MOOD,
    WEIGHT,
};

typedef struct stage
{
    ploy_allocator allocator;
    ploy_board_keys* keys;
    ploy_fact_kinds* kinds;
    ploy_abilities* abilities;
    ploy_board* squads[2];
    ploy_self self;
    uint64_t draft[256]; // the agent's memory
    int64_t outside;     // what the measures without ports read
    uint32_t asked;      // how often the measure with a port was
    ploy_outcome next;   // of whatever runs
    uint32_t halt_ticks; // that a halt takes
    uint32_t halting;
    char log[512]; // of the activities: "+Attack", "-Attack" halted, ".Attack" finished
    bool not_viable;
} stage;

static void write_log(stage* s, const char* mark, uint32_t activity)
{
    const char* name = ploy_abilities_activity(s->abilities, activity)->name;
    size_t length = strlen(s->log);
    snprintf(s->log + length, sizeof s->log - length, "%s%s ", mark, name);
}

static ploy_outcome start(ploy_self* self, const ploy_run* run)
{
    write_log(self->user, "+", run->ability);
    if (run->memory) *(uint32_t*)run->memory = 77;
    return PLOY_BUSY;
}

static ploy_outcome perform(ploy_self* self, const ploy_run* run)
{
    if (run->memory) assert_int_equal(*(uint32_t*)run->memory, 77);
    return ((stage*)self->user)->next;
}

static void finished(ploy_self* self, const ploy_run* run)
{
    write_log(self->user, ".", run->ability);
}

static ploy_outcome halt(ploy_self* self, const ploy_run* run)
{
    stage* s = self->user;
    if (s->halting < s->halt_ticks) {
        ++s->halting;
        return PLOY_BUSY;
    }
    s->halting = 0;
    write_log(s, "-", run->ability);
    return PLOY_SUCCESS;
}

static bool viable(ploy_self* self, const ploy_run* run)
{
    (void)run;
    return !((stage*)self->user)->not_viable;
}

static int64_t outside(ploy_self* self, const ploy_run* run)
{
    (void)run;
    return ((stage*)self->user)->outside;
}

static int64_t scaled(ploy_self* self, const ploy_run* run)
{
    ++((stage*)self->user)->asked;
    return ploy_run_get(run, self, 0) / 2 + ploy_run_get(run, self, 1);
}

static const char* const key_names[] = {"health", "distance", "armed", "ammo", "mood", "weight"};

static bool add_keys(stage* s)
{
    static const ploy_value_type types[] = {PLOY_VALUE_DECIMAL, PLOY_VALUE_INT,     PLOY_VALUE_BOOL,
                                            PLOY_VALUE_INT,     PLOY_VALUE_DECIMAL, PLOY_VALUE_DECIMAL};
    ploy_board_keys_def def = ploy_board_keys_def_default();
    def.allocator = s->allocator;
    s->keys = ploy_board_keys_create(&def);
    bool good = s->keys != NULL;
    for (uint32_t i = 0; good && i < KEY_COUNT; ++i) {
        ploy_key_def key = ploy_key_def_default();
        key.name = key_names[i];
        key.type = types[i];
        good = ploy_board_keys_add(s->keys, &key, NULL) == PLOY_OK;
    }
    return good;
}

static bool add_kinds(stage* s)
{
    ploy_fact_kinds_def def = ploy_fact_kinds_def_default();
    def.allocator = s->allocator;
    s->kinds = ploy_fact_kinds_create(&def);
    ploy_fact_kind_def kind = ploy_fact_kind_def_default();
    kind.name = "enemy";
    kind.attributes[0] = (ploy_fact_attribute){"who", PLOY_VALUE_INT, true};
    kind.attributes[1] = (ploy_fact_attribute){"near", PLOY_VALUE_DECIMAL, false};
    kind.attribute_count = 2;
    return s->kinds && ploy_fact_kinds_add(s->kinds, &kind, NULL) == PLOY_OK;
}

static const char* const option_names[] = {"Attack", "Flee", "Heal", "Hide", "Eat", "Rest"};

static bool add_abilities(stage* s)
{
    s->abilities = ploy_abilities_create(&s->allocator);
    bool good = s->abilities != NULL;
    for (uint32_t i = 0; good && i < MOST_OPTIONS; ++i) {
        ploy_activity_def def = ploy_activity_def_default();
        def.name = option_names[i];
        def.ports[0] = "target";
        def.port_count = 1;
        def.memory = i % 2 ? 8 : 0;
        def.start = start;
        def.perform = perform;
        def.finished = finished;
        def.halt = halt;
        def.viable = i == 5 ? viable : NULL;
        good = ploy_abilities_add_activity(s->abilities, &def, NULL) == PLOY_OK;
    }
    ploy_measure_def measure = ploy_measure_def_default();
    measure.name = "outside";
    measure.measure = outside;
    good = good && ploy_abilities_add_measure(s->abilities, &measure, NULL) == PLOY_OK;
    measure.name = "scaled";
    measure.ports[0] = "of";
    measure.ports[1] = "plus";
    measure.port_count = 2;
    measure.measure = scaled;
    return good && ploy_abilities_add_measure(s->abilities, &measure, NULL) == PLOY_OK;
}

static bool add_agent(stage* s)
{
    ploy_board_def board = ploy_board_def_default();
    board.keys = s->keys;
    board.scope = PLOY_SCOPE_SQUAD;
    s->squads[0] = ploy_board_create(&board);
    s->squads[1] = ploy_board_create(&board);
    board.scope = PLOY_SCOPE_AGENT;
    board.parent = s->squads[0];
    if (!s->squads[0] || !s->squads[1]) return false;
    ploy_facts_def facts = ploy_facts_def_default();
    facts.kinds = s->kinds;
    s->self = (ploy_self){
        .user = s,
        .memory = s->draft,
        .board = ploy_board_create(&board),
        .facts = ploy_facts_create(&facts),
        .random = {.seed = 4},
        .agent = 1,
    };
    return s->self.board && s->self.facts;
}

static bool stage_begin(stage* s, const ploy_allocator* allocator)
{
    *s = (stage){.allocator = allocator ? *allocator : ploy_allocator_default()};
    return add_keys(s) && add_kinds(s) && add_abilities(s) && add_agent(s);
}

static void stage_end(stage* s)
{
    ploy_board_destroy(s->self.board);
    ploy_facts_destroy(s->self.facts);
    ploy_board_destroy(s->squads[0]);
    ploy_board_destroy(s->squads[1]);
    ploy_abilities_destroy(s->abilities);
    ploy_fact_kinds_destroy(s->kinds);
    ploy_board_keys_destroy(s->keys);
}

static ploy_utility_def def_of(const stage* s, const ploy_option* options, uint32_t count)
{
    ploy_utility_def def = ploy_utility_def_default();
    def.allocator = s->allocator;
    def.abilities = s->abilities;
    def.keys = s->keys;
    def.kinds = s->kinds;
    def.options = options;
    def.option_count = count;
    return def;
}

static ploy_utility* make(const ploy_utility_def* def)
{
    ploy_utility* utility;
    ploy_error error;
    if (ploy_utility_create(def, &utility, &error) != PLOY_OK) fail_msg("%s", error.message);
    return utility;
}

// The mind with fresh memory.
static void adopt_mind(stage* s, ploy_utility* utility)
{
    memset(s->draft, 0, sizeof s->draft);
    s->self.mind = ploy_utility_mind(utility, NULL);
    assert_non_null(s->self.mind);
    assert_true(s->self.mind->memory_bytes <= sizeof s->draft);
}

static ploy_consideration over_key(uint32_t key)
{
    return ploy_consider(PLOY_INPUT_KEY, key_names[key], 0, ONE, ploy_curve_of(PLOY_CURVE_LINEAR));
}

/// Option i scores what decimal key `keys[i]` holds.
static ploy_utility* simple(const stage* s, const uint32_t* keys, uint32_t count, ploy_utility_def* def)
{
    static ploy_consideration considerations[MOST_OPTIONS];
    static ploy_option options[MOST_OPTIONS];
    for (uint32_t i = 0; i < count; ++i) {
        considerations[i] = over_key(keys[i]);
        options[i] = ploy_option_default();
        options[i].name = option_names[i];
        options[i].considerations = &considerations[i];
        options[i].consideration_count = 1;
    }
    *def = def_of(s, options, count);
    return make(def);
}

static void set(stage* s, uint32_t key, int64_t value)
{
    ploy_board_set(s->self.board, key, value);
}

static void tick(stage* s)
{
    ploy_mind_tick(&s->self, TICK);
}

// Random utilities.

typedef struct random_utility
{
    ploy_consideration parts[MOST_OPTIONS][MOST_PARTS];
    ploy_option options[MOST_OPTIONS];
    uint32_t count;
} random_utility;

static const ploy_binding scaled_bindings[] = {{"of", "mood", 0}, {"plus", NULL, 200}};
static const ploy_fact_range near_ranges[] = {{"near", 0, 500}};

static ploy_consideration random_leaf(ploy_random* random)
{
    static const char* const expressions[] = {"mood * 2 - weight", "armed and ammo > 2", "outside + health"};
    ploy_input_kind kind = (ploy_input_kind)ploy_random_below(random, PLOY_INPUT_COUNT);
    ploy_curve curve = ploy_curve_of((ploy_curve_kind)ploy_random_below(random, PLOY_CURVE_COUNT));
    int64_t min = ploy_random_range(random, -1000, 500);
    ploy_consideration c = ploy_consider(kind, "enemy", min, min + ploy_random_range(random, 1, 4000), curve);
    c.input.value = ploy_random_range(random, -500, 3000);
    switch (kind) {
    case PLOY_INPUT_KEY:
        c.input.name = key_names[ploy_random_below(random, KEY_COUNT)];
        break;
    case PLOY_INPUT_MEASURE:
        c.input.name = "outside";
        if (ploy_random_below(random, 2)) {
            c.input.name = "scaled";
            c.input.bindings = scaled_bindings;
            c.input.binding_count = 2;
        }
        break;
    case PLOY_INPUT_EXPRESSION:
        c.input.name = expressions[ploy_random_below(random, 3)];
        break;
    default:
        c.input.ranges = near_ranges;
        c.input.range_count = ploy_random_below(random, 2);
        c.input.least_belief = ploy_random_below(random, 3) * 200;
        break;
    }
    return c;
}

static uint32_t random_tree(ploy_random* random, ploy_consideration* parts, uint32_t room, uint32_t depth)
{
    uint32_t count = 1;
    if (depth == 0 || room < 4 || ploy_random_below(random, 3) > 0) {
        parts[0] = random_leaf(random);
    } else {
        uint32_t children = 1 + ploy_random_below(random, 3);
        parts[0] = ploy_consider_all((ploy_combine)ploy_random_below(random, PLOY_COMBINE_COUNT), children);
        for (uint32_t i = 0; i < children; ++i) {
            count += random_tree(random, parts + count, (room - count) / (children - i), depth - 1);
        }
    }
    parts[0].weight = ploy_random_below(random, 2) ? ONE : ploy_random_range(random, 0, 1000);
    return count;
}

static void random_options(random_utility* u, ploy_random* random)
{
    u->count = 1 + ploy_random_below(random, MOST_OPTIONS);
    for (uint32_t i = 0; i < u->count; ++i) {
        u->options[i] = ploy_option_default();
        u->options[i].name = option_names[i];
        u->options[i].weight = ploy_random_range(random, 0, 2000);
        u->options[i].combine = (ploy_combine)ploy_random_below(random, PLOY_COMBINE_COUNT);
        u->options[i].when = ploy_random_below(random, 3) ? NULL : "armed or health >= 0.3";
        u->options[i].considerations = u->parts[i];
        uint32_t count = 0;
        for (uint32_t trees = ploy_random_below(random, 4); trees > 0; --trees) {
            count += random_tree(random, u->parts[i] + count, (MOST_PARTS - count) / trees, 3);
        }
        u->options[i].consideration_count = count;
    }
}

static void random_change(stage* s, ploy_random* random)
{
    static const int32_t most[] = {1000, 5, 1, 6, 1000, 1000};
    uint32_t key = ploy_random_below(random, KEY_COUNT);
    int64_t value = ploy_random_range(random, 0, most[key]);
    switch (ploy_random_below(random, 10)) {
    case 0:
    case 1:
        ploy_board_set(s->self.board, key, value);
        break;
    case 2:
        ploy_board_unset(s->self.board, key);
        break;
    case 3:
        ploy_board_set(s->squads[ploy_random_below(random, 2)], key, value);
        break;
    case 4:
        ploy_board_set_parent(s->self.board, s->squads[ploy_random_below(random, 2)]);
        break;
    case 5: {
        ploy_fact fact = ploy_fact_of(0);
        ploy_fact_set(&fact, 0, ploy_random_range(random, 0, 3));
        ploy_fact_set(&fact, 1, ploy_random_range(random, 0, 1000));
        fact.belief = (uint32_t)ploy_random_range(random, 100, 1000);
        ploy_facts_note(s->self.facts, &fact, NULL);
        break;
    }
    case 6:
        ploy_facts_advance(s->self.facts, ploy_random_below(random, 5000));
        break;
    case 7:
        s->outside = ploy_random_range(random, -500, 2000);
        break;
    default:
        break;
    }
}

// The same by the book, in long double: the rules as the header has them.

static long double naive_input(const stage* s, const ploy_input* in)
{
    ploy_self* self = (ploy_self*)&s->self;
    const ploy_board* board = s->self.board;
    if (in->kind == PLOY_INPUT_CONSTANT) return in->value;
    if (in->kind == PLOY_INPUT_KEY) {
        uint32_t key = ploy_board_keys_find(s->keys, in->name);
        bool decimal = ploy_board_keys_type(s->keys, key) == PLOY_VALUE_DECIMAL;
        return (decimal ? 1 : 1000) * (long double)ploy_board_get(board, key);
    }
    long double mood = ploy_board_get(board, MOOD), weight = ploy_board_get(board, WEIGHT);
    if (in->kind == PLOY_INPUT_MEASURE) {
        return strcmp(in->name, "outside") == 0 ? s->outside : ploy_board_get(board, MOOD) / 2 + 200;
    }
    if (in->kind == PLOY_INPUT_EXPRESSION) {
        if (in->name[0] == 'm') return mood * 2 - weight;
        if (in->name[0] == 'a') return ploy_board_get(board, ARMED) && ploy_board_get(board, AMMO) > 2 ? 1000 : 0;
        return s->outside + (long double)ploy_board_get(board, HEALTH);
    }
    ploy_fact_query query;
    ploy_fact_query_init(&query, 0);
    if (in->range_count) ploy_fact_query_between(&query, 1, 0, 500);
    query.least_belief = in->least_belief;
    if (in->kind == PLOY_INPUT_FACT_COUNT) return 1000 * (long double)ploy_facts_count(self->facts, &query);
    ploy_fact_id id = ploy_facts_best(self->facts, &query);
    ploy_fact fact;
    bool known = ploy_facts_get(self->facts, id, &fact) == PLOY_OK;
    if (in->kind == PLOY_INPUT_FACT_BELIEF) return known ? fact.belief : 0;
    return known ? (long double)fact.age : 1e18L;
}

static long double naive_leaf(const stage* s, const ploy_consideration* c)
{
    long double x = floorl(1000 * (naive_input(s, &c->input) - c->input.min) / (c->input.max - c->input.min));
    return ploy_curve_at(&c->curve, x < 0 ? 0 : x > 1000 ? 1000 : (int32_t)x) / 1000.0L;
}

static long double softened(long double u, long double w)
{
    return 1 - fminl(w, 1) * (1 - u);
}

static long double naive_tree(const stage* s, const ploy_consideration* parts, uint32_t* at);

static long double naive_all(const stage* s, const ploy_consideration* parts, uint32_t* at, ploy_combine combine,
                             uint32_t count)
{
    long double sum = 0, weights = 0, product = 1, least = 1, greatest = 0;
    for (uint32_t i = 0; i < count; ++i) {
        long double w = parts[*at].weight / 1000.0L;
        long double u = naive_tree(s, parts, at);
        sum += w * u;
        weights += w;
        product *= softened(u, w);
        least = fminl(least, softened(u, w));
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
        return least;
    default:
        return fminl(greatest, 1);
    }
}

static long double naive_tree(const stage* s, const ploy_consideration* parts, uint32_t* at)
{
    const ploy_consideration* c = &parts[(*at)++];
    return c->parts == 0 ? naive_leaf(s, c) : naive_all(s, parts, at, c->combine, c->parts);
}

static long double naive_score(const stage* s, const ploy_option* option)
{
    bool holds = ploy_board_get(s->self.board, ARMED) || ploy_board_get(s->self.board, HEALTH) >= 300;
    if (option->when && !holds) return -1;
    if (option->consideration_count == 0) return option->weight;
    uint32_t at = 0, roots = 0;
    for (uint32_t i = 0; i < option->consideration_count; ++i) roots += 1 - option->considerations[i].parts;
    return option->weight * naive_all(s, option->considerations, &at, option->combine, roots);
}

static void scores_are_what_the_rules_say(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_random random = {.seed = 11};
    for (uint32_t round = 0; round < 400; ++round) {
        random_utility u;
        random_options(&u, &random);
        ploy_utility_def def = def_of(&s, u.options, u.count);
        ploy_utility* utility = make(&def);
        for (uint32_t i = 0; i < 20; ++i) {
            random_change(&s, &random);
            for (uint32_t o = 0; o < u.count; ++o) {
                // each part is rounded to thousandths, and a weight of at most 2 doubles what that makes
                long double off = ploy_utility_score(utility, &s.self, o) - naive_score(&s, &u.options[o]);
                assert_true(fabsl(off) <= 8);
            }
        }
        ploy_utility_destroy(utility);
    }
    stage_end(&s);
}

static void numbers_are_normalised_exactly(void** state)
{
    (void)state;
    ploy_random random = {.seed = 3};
    for (uint32_t round = 0; round < 20000; ++round) {
        uint64_t span = 1 + (ploy_random_next(&random) >> (11 + ploy_random_below(&random, 53)));
        int64_t min = (int64_t)ploy_random_next(&random) / 4;
        pl_leaf leaf = {.min = min, .span = span, .inverse = span >> 32 == 0 ? ((uint64_t)ONE << 42) / span : 0};
        uint64_t beyond = ploy_random_next(&random) % (span + span / 4 + 1);
        uint64_t expected = beyond >= span ? ONE : beyond * ONE / span;
        assert_int_equal(pl_leaf_normalise(&leaf, (int64_t)((uint64_t)min + beyond)), expected);
        assert_int_equal(pl_leaf_normalise(&leaf, min - 1), 0);
    }
}

// A mind that keeps nothing: scores everything each tick.

typedef struct plain_mind
{
    uint32_t running, wanted, last;
    int64_t chosen, since;
    ploy_random random;
} plain_mind;

static uint32_t plain_pick(plain_mind* p, const ploy_utility_def* def, const int64_t* scores)
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

static void plain_think(plain_mind* p, const ploy_utility_def* def, const int64_t* given, int64_t now)
{
    int64_t scores[MOST_OPTIONS];
    memcpy(scores, given, sizeof scores);
    if (p->running == 0) {
        if (p->last && scores[p->last - 1] > 0) scores[p->last - 1] = scores[p->last - 1] * def->repeat / 1000;
        p->wanted = plain_pick(p, def, scores);
        return;
    }
    int64_t own = scores[p->running - 1];
    int64_t held = own > p->chosen ? own : p->chosen;
    held += held * def->inertia / 1000;
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

static void plain_act(plain_mind* p, const int64_t* scores, uint32_t count, ploy_outcome next, int64_t now)
{
    if (p->running && p->wanted == p->running) {
        if (next == PLOY_BUSY) return;
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
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_random random = {.seed = 21};
    uint32_t changes = 0;
    for (uint32_t round = 0; round < 200; ++round) {
        random_utility u;
        random_options(&u, &random);
        ploy_utility_def def = def_of(&s, u.options, u.count);
        def.choice = (ploy_choice)ploy_random_below(&random, 2);
        def.momentum = ploy_random_below(&random, 2) ? 0 : 7 * TICK;
        def.inertia = ploy_random_below(&random, 400);
        ploy_utility* utility = make(&def);
        adopt_mind(&s, utility);
        plain_mind plain = {.random = s.self.random};
        for (uint32_t t = 0; t < 60; ++t) {
            for (uint32_t n = ploy_random_below(&random, 3); n > 0; --n) random_change(&s, &random);
            s.next = ploy_random_below(&random, 6) ? PLOY_BUSY : PLOY_SUCCESS;
            s.log[0] = '\0';
            int64_t scores[MOST_OPTIONS];
            for (uint32_t o = 0; o < u.count; ++o) scores[o] = ploy_utility_score(utility, &s.self, o);
            uint32_t before = plain.running;
            tick(&s);
            plain_think(&plain, &def, scores, s.self.now);
            plain_act(&plain, scores, u.count, s.next, s.self.now);
            for (uint32_t o = 0; o < u.count; ++o) {
                assert_int_equal(pl_utility_scores(utility, (pl_utility_memory*)s.draft)[o], scores[o]);
            }
            assert_int_equal(ploy_utility_running(&s.self) + 1, plain.running);
            changes += before != plain.running;
        }
        s.self.mind->kind->end(&s.self);
        ploy_utility_destroy(utility);
    }
    assert_true(changes > 500);
    stage_end(&s);
}

static void the_same_bits_with_another_health_distance_or_last_action_score_differently(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_consideration attack[] = {
        over_key(HEALTH),
        ploy_consider(PLOY_INPUT_KEY, "distance", 0, 10 * ONE, ploy_curve_of(PLOY_CURVE_LINEAR)),
    };
    ploy_option options[2] = {ploy_option_default(), ploy_option_default()};
    options[0].name = "Attack";
    options[0].when = "armed";
    options[0].considerations = attack;
    options[0].consideration_count = 2;
    options[1].name = "Rest";
    options[1].weight = 300;
    ploy_utility_def def = def_of(&s, options, 2);
    ploy_utility* utility = make(&def);
    adopt_mind(&s, utility);
    set(&s, ARMED, 1);
    set(&s, HEALTH, 800);
    set(&s, DISTANCE, 7);
    tick(&s);
    int32_t* kept = pl_utility_scores(utility, (pl_utility_memory*)s.draft);
    int32_t first = kept[0];
    set(&s, HEALTH, 500);
    tick(&s);
    assert_true(kept[0] < first);
    int32_t second = kept[0];
    set(&s, DISTANCE, 2);
    tick(&s);
    assert_true(kept[0] < second);
    // the last action: alone it is the best, having just ended it is not
    set(&s, DISTANCE, 7);
    assert_int_equal(ploy_utility_choose(utility, &s.self, PLOY_NONE), 0);
    assert_int_equal(ploy_utility_choose(utility, &s.self, 0), 1);
    assert_int_equal(ploy_utility_choose(utility, &s.self, 1), 0);
    set(&s, ARMED, 0);
    assert_int_equal(ploy_utility_score(utility, &s.self, 0), -1);
    s.self.mind->kind->end(&s.self);
    ploy_utility_destroy(utility);
    stage_end(&s);
}

static void noise_does_not_make_it_flap(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_utility_def def;
    ploy_utility* utility = simple(&s, (uint32_t[]){MOOD, WEIGHT}, 2, &def);
    adopt_mind(&s, utility);
    ploy_random random = {.seed = 2};
    uint32_t switches = 0, naive_switches = 0, before = PLOY_NONE, best = 0;
    for (uint32_t t = 0; t < 500; ++t) {
        set(&s, MOOD, ploy_random_range(&random, 480, 520));
        set(&s, WEIGHT, ploy_random_range(&random, 480, 520));
        tick(&s);
        uint32_t naive = ploy_utility_choose(utility, &s.self, PLOY_NONE);
        naive_switches += naive != best;
        switches += ploy_utility_running(&s.self) != before;
        before = ploy_utility_running(&s.self);
        best = naive;
        s.log[0] = '\0';
    }
    assert_true(naive_switches > 200);
    assert_int_equal(switches, 1);
    s.self.mind->kind->end(&s.self);
    ploy_utility_destroy(utility);
    stage_end(&s);
}

static void its_own_falling_score_does_not_end_it(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_utility_def def;
    ploy_utility* utility = simple(&s, (uint32_t[]){MOOD, WEIGHT}, 2, &def);
    adopt_mind(&s, utility);
    set(&s, MOOD, 600);
    set(&s, WEIGHT, 500);
    tick(&s);
    set(&s, MOOD, 0); // what it does makes it worth less
    tick(&s);
    set(&s, WEIGHT, 749);
    tick(&s);
    assert_string_equal(s.log, "+Attack ");
    set(&s, WEIGHT, 751); // more than 600 and a quarter
    tick(&s);
    assert_string_equal(s.log, "+Attack -Attack +Flee ");
    s.self.mind->kind->end(&s.self);
    ploy_utility_destroy(utility);
    stage_end(&s);
}

static void momentum_fades(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_utility_def def;
    ploy_utility_destroy(simple(&s, (uint32_t[]){MOOD, WEIGHT}, 2, &def));
    def.momentum = 10 * TICK;
    ploy_utility* utility = make(&def);
    adopt_mind(&s, utility);
    set(&s, MOOD, 600);
    set(&s, WEIGHT, 500);
    tick(&s);
    set(&s, MOOD, 0); // counts 750 now, and 75 less each tick
    for (uint32_t t = 0; t < 3; ++t) tick(&s);
    assert_int_equal(ploy_utility_running(&s.self), 0);
    tick(&s);
    assert_int_equal(ploy_utility_running(&s.self), 1);
    s.self.mind->kind->end(&s.self);
    ploy_utility_destroy(utility);
    stage_end(&s);
}

static void the_repeat_penalty_counts_at_the_next_choice_alone(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_utility_def def;
    ploy_utility* utility = simple(&s, (uint32_t[]){MOOD, WEIGHT}, 2, &def);
    adopt_mind(&s, utility);
    set(&s, MOOD, 900);
    set(&s, WEIGHT, 500);
    s.next = PLOY_SUCCESS;
    for (uint32_t t = 0; t < 7; ++t) tick(&s); // 495 is less than 500, but then 900 is more than 275
    assert_string_equal(s.log, "+Attack .Attack +Flee .Flee +Attack .Attack +Flee ");
    set(&s, WEIGHT, 400);
    s.log[0] = '\0';
    for (uint32_t t = 0; t < 4; ++t) tick(&s);
    assert_string_equal(s.log, ".Flee +Attack .Attack +Attack ");
    s.self.mind->kind->end(&s.self);
    ploy_utility_destroy(utility);
    stage_end(&s);
}

static void a_halt_that_takes_long_holds_the_next_back(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_utility_def def;
    ploy_utility* utility = simple(&s, (uint32_t[]){MOOD, WEIGHT, HEALTH}, 3, &def);
    adopt_mind(&s, utility);
    s.halt_ticks = 3;
    set(&s, MOOD, 500);
    tick(&s);
    set(&s, WEIGHT, 900);
    tick(&s);
    tick(&s);
    set(&s, HEALTH, 950); // meanwhile something else is better
    tick(&s);
    assert_string_equal(s.log, "+Attack ");
    tick(&s);
    assert_string_equal(s.log, "+Attack -Attack +Heal ");
    s.halt_ticks = 0;
    s.self.mind->kind->end(&s.self);
    ploy_utility_destroy(utility);
    stage_end(&s);
}

static void a_condition_that_holds_no_more_ends_it(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_option option = ploy_option_default();
    option.name = "Attack";
    option.when = "armed";
    ploy_utility_def def = def_of(&s, &option, 1);
    ploy_utility* utility = make(&def);
    adopt_mind(&s, utility);
    tick(&s);
    assert_int_equal(ploy_utility_running(&s.self), PLOY_NONE);
    set(&s, ARMED, 1);
    tick(&s);
    set(&s, ARMED, 0);
    tick(&s);
    assert_string_equal(s.log, "+Attack -Attack ");
    assert_int_equal(ploy_utility_running(&s.self), PLOY_NONE);
    ploy_utility_destroy(utility);
    stage_end(&s);
}

static void what_is_not_viable_is_not_chosen(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_option options[2] = {ploy_option_default(), ploy_option_default()};
    options[0].name = "Eat";
    options[0].weight = 500;
    options[1].name = "Rest";
    ploy_utility_def def = def_of(&s, options, 2);
    ploy_utility* utility = make(&def);
    adopt_mind(&s, utility);
    s.not_viable = true;
    tick(&s);
    assert_int_equal(ploy_utility_running(&s.self), 0);
    tick(&s);
    s.not_viable = false; // nothing on the board tells
    tick(&s);
    assert_int_equal(ploy_utility_running(&s.self), 1);
    s.self.mind->kind->end(&s.self);
    ploy_utility_destroy(utility);
    stage_end(&s);
}

static void random_choices_are_as_likely_as_their_scores(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_utility_def def;
    ploy_utility_destroy(simple(&s, (uint32_t[]){MOOD, WEIGHT, HEALTH}, 3, &def));
    def.choice = PLOY_CHOICE_RANDOM;
    ploy_utility* utility = make(&def);
    set(&s, MOOD, 600);
    set(&s, WEIGHT, 0);
    set(&s, HEALTH, 200);
    uint32_t counts[3] = {0};
    for (uint32_t i = 0; i < 4000; ++i) ++counts[ploy_utility_choose(utility, &s.self, PLOY_NONE)];
    assert_int_equal(counts[1], 0);
    assert_true(counts[0] > 2900 && counts[0] < 3100);
    uint64_t draws = s.self.random.counter;
    assert_int_equal(draws, 4000);
    set(&s, MOOD, 0);
    set(&s, HEALTH, 0);
    assert_int_equal(ploy_utility_choose(utility, &s.self, PLOY_NONE), PLOY_NONE);
    assert_int_equal(s.self.random.counter, draws);
    ploy_utility_destroy(utility);
    stage_end(&s);
}

static void a_measure_with_a_bound_port_is_asked_only_when_that_changed(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_consideration c = ploy_consider(PLOY_INPUT_MEASURE, "scaled", 0, ONE, ploy_curve_of(PLOY_CURVE_LINEAR));
    c.input.bindings = scaled_bindings;
    c.input.binding_count = 2;
    ploy_option option = ploy_option_default();
    option.name = "Attack";
    option.considerations = &c;
    option.consideration_count = 1;
    ploy_utility_def def = def_of(&s, &option, 1);
    ploy_utility* utility = make(&def);
    adopt_mind(&s, utility);
    for (uint32_t t = 0; t < 5; ++t) tick(&s);
    set(&s, HEALTH, 3); // not its key
    tick(&s);
    assert_int_equal(s.asked, 1);
    set(&s, MOOD, 500);
    tick(&s);
    assert_int_equal(s.asked, 2);
    assert_int_equal(pl_utility_scores(utility, (pl_utility_memory*)s.draft)[0], 450);
    s.self.mind->kind->end(&s.self);
    ploy_utility_destroy(utility);
    stage_end(&s);
}

static void a_saved_agent_goes_on_as_if_nothing_had_been(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_random random = {.seed = 31};
    for (uint32_t round = 0; round < 60; ++round) {
        random_utility u;
        random_options(&u, &random);
        ploy_utility_def def = def_of(&s, u.options, u.count);
        def.choice = (ploy_choice)(round % 2);
        ploy_utility* utility = make(&def);
        adopt_mind(&s, utility);
        s.halt_ticks = round % 3;
        s.halting = 0;
        for (uint32_t t = 0; t < 30; ++t) {
            random_change(&s, &random);
            s.next = ploy_random_below(&random, 6) ? PLOY_BUSY : PLOY_SUCCESS;
            s.log[0] = '\0';
            uint8_t bytes[256];
            ploy_writer writer = {bytes, sizeof bytes, 0};
            s.self.mind->kind->save(&s.self, &writer);
            assert_true(ploy_writer_fits(&writer));
            stage other = s; // the same board and facts, thought over twice
            other.self.user = &other;
            other.self.memory = other.draft;
            memset(other.draft, 0, sizeof other.draft);
            ploy_reader reader = {bytes, writer.count, 0, false};
            assert_int_equal(other.self.mind->kind->load(&other.self, &reader), PLOY_OK);
            assert_int_equal(reader.at, writer.count);
            tick(&other);
            tick(&s);
            assert_string_equal(s.log, other.log);
            assert_int_equal(ploy_utility_running(&s.self), ploy_utility_running(&other.self));
            assert_int_equal(s.self.random.counter, other.self.random.counter);
        }
        s.halt_ticks = 0;
        s.self.mind->kind->end(&s.self);
        ploy_utility_destroy(utility);
    }
    stage_end(&s);
}

static void a_spoilt_save_is_refused_or_does_no_harm(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_utility_def def;
    ploy_utility* utility = simple(&s, (uint32_t[]){MOOD, WEIGHT}, 2, &def);
    adopt_mind(&s, utility);
    set(&s, WEIGHT, 500);
    tick(&s);
    uint8_t bytes[64];
    ploy_writer writer = {bytes, sizeof bytes, 0};
    s.self.mind->kind->save(&s.self, &writer);
    uint32_t refused = 0;
    for (size_t at = 0; at < writer.count * 8; ++at) {
        uint8_t bent[64];
        memcpy(bent, bytes, sizeof bent);
        bent[at / 8] ^= (uint8_t)(1u << at % 8);
        memset(s.draft, 0, sizeof s.draft);
        ploy_reader reader = {bent, writer.count, 0, false};
        ploy_status status = s.self.mind->kind->load(&s.self, &reader);
        refused += status == PLOY_INVALID;
        ((pl_utility_memory*)s.draft)->deed.phase = PL_DEED_IDLE;
    }
    assert_true(refused > 60);
    for (size_t cut = 0; cut < writer.count; ++cut) {
        memset(s.draft, 0, sizeof s.draft);
        ploy_reader reader = {bytes, cut, 0, false};
        assert_int_equal(s.self.mind->kind->load(&s.self, &reader), PLOY_INVALID);
    }
    ploy_utility_destroy(utility);
    stage_end(&s);
}

static void a_newer_edition_goes_on_with_what_still_fits(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_utility_def def;
    ploy_utility* old = simple(&s, (uint32_t[]){MOOD, WEIGHT}, 2, &def);
    adopt_mind(&s, old);
    set(&s, WEIGHT, 500);
    tick(&s);
    ploy_option options[2] = {ploy_option_default(), ploy_option_default()};
    options[0].name = "Rest";
    options[0].weight = 100;
    options[1] = def.options[1]; // Flee, which runs
    ploy_utility_def newer = def_of(&s, options, 2);
    ploy_utility* fresh = make(&newer);
    stage before = s;
    before.self.memory = before.draft;
    adopt_mind(&s, fresh);
    assert_int_equal(s.self.mind->kind->adopt(&s.self, &before.self), PLOY_OK);
    tick(&s);
    assert_string_equal(s.log, "+Flee ");
    assert_int_equal(ploy_utility_running(&s.self), 1);
    newer.option_count = 1; // Flee is gone
    ploy_utility* last = make(&newer);
    stage again = s;
    again.self.memory = again.draft;
    adopt_mind(&s, last);
    assert_int_equal(s.self.mind->kind->adopt(&s.self, &again.self), PLOY_OK);
    tick(&s);
    assert_string_equal(s.log, "+Flee -Flee +Rest ");
    s.self.mind->kind->end(&s.self);
    ploy_utility_destroy(old);
    ploy_utility_destroy(fresh);
    ploy_utility_destroy(last);
    stage_end(&s);
}

static void it_says_why(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_consideration attack[] = {ploy_consider_all(PLOY_COMBINE_SUM, 2), over_key(MOOD), over_key(WEIGHT),
                                   over_key(HEALTH)};
    ploy_option options[3] = {ploy_option_default(), ploy_option_default(), ploy_option_default()};
    options[0].name = "Attack";
    options[0].weight = 2000;
    options[0].considerations = attack;
    options[0].consideration_count = 4;
    options[0].combine = PLOY_COMBINE_PLAIN;
    options[1].name = "Heal";
    options[1].when = "health < 0.1";
    options[2].name = "Rest";
    options[2].weight = 300;
    ploy_utility_def def = def_of(&s, options, 3);
    ploy_utility* utility = make(&def);
    adopt_mind(&s, utility);
    set(&s, MOOD, 400);
    set(&s, WEIGHT, 600);
    set(&s, HEALTH, 800);
    char text[512];
    tick(&s);
    size_t length = ploy_mind_why(&s.self, text, sizeof text);
    assert_string_equal(text, "Attack is running, chosen at 0.8, and counts as 1 while it runs.\n"
                              "Attack: 0.8 = 2 x plain 0.4 (sum 0.5 (mood 0.4, weight 0.6), health 0.8)\n"
                              "Heal: its condition does not hold\n"
                              "Rest: 0.3 = 0.3\n");
    assert_int_equal(length, strlen(text));
    s.next = PLOY_SUCCESS;
    tick(&s);
    ploy_mind_why(&s.self, text, sizeof text);
    assert_non_null(strstr(text, "Nothing runs.\n"));
    assert_non_null(strstr(text, ", counts as 0.44 since it ended last\n"));
    ploy_utility_destroy(utility);
    stage_end(&s);
}

static void choices_and_scores_are_traced(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_trace_event events[64];
    ploy_trace_ring ring = {events, 64, 0};
    ploy_trace sink = ploy_trace_ring_sink(&ring, PLOY_TRACE_EVERYTHING);
    s.self.trace = &sink;
    ploy_utility_def def;
    ploy_utility* utility = simple(&s, (uint32_t[]){MOOD, WEIGHT}, 2, &def);
    adopt_mind(&s, utility);
    set(&s, WEIGHT, 500);
    tick(&s);
    assert_int_equal(ploy_trace_ring_count(&ring), 4);
    assert_int_equal(ploy_trace_ring_at(&ring, 1)->kind, PLOY_TRACE_UTILITY_SCORED);
    assert_int_equal(ploy_trace_ring_at(&ring, 1)->args[1], 500);
    const ploy_trace_event* chosen = ploy_trace_ring_at(&ring, 2);
    assert_int_equal(chosen->kind, PLOY_TRACE_UTILITY_CHOSEN);
    assert_int_equal(chosen->args[0], 1);
    assert_int_equal(chosen->args[2], 0);
    sink.level = PLOY_TRACE_BASIC;
    tick(&s);
    assert_int_equal(ploy_trace_ring_count(&ring), 4);
    s.self.mind->kind->end(&s.self);
    ploy_utility_destroy(utility);
    stage_end(&s);
}

// Forward chaining: the search asks the utility what each step is worth, in the state it has come to.
static void a_planner_can_score_by_it(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_domain_def domain_def = ploy_domain_def_default();
    domain_def.name = "d";
    ploy_domain* domain = ploy_domain_create(&domain_def);
    ploy_symbol_def ammo = ploy_symbol_def_default();
    ammo.name = "ammo";
    ammo.kind = PLOY_KIND_INT;
    ammo.max = 6;
    assert_int_equal(ploy_domain_add_symbol(domain, &ammo, NULL, NULL), PLOY_OK);
    ploy_action_def eat = ploy_action_def_default();
    eat.name = "Eat";
    eat.effect = "ammo += 1";
    assert_int_equal(ploy_domain_add_action(domain, &eat, NULL, NULL), PLOY_OK);
    ploy_action_def rest = ploy_action_def_default();
    rest.name = "Rest";
    rest.effect = "ammo += 2";
    assert_int_equal(ploy_domain_add_action(domain, &rest, NULL, NULL), PLOY_OK);
    ploy_goal_def goal = ploy_goal_def_default();
    goal.name = "Full";
    goal.condition = "ammo = 5";
    assert_int_equal(ploy_domain_add_goal(domain, &goal, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);

    ploy_consideration more = ploy_consider(PLOY_INPUT_KEY, "ammo", 0, 6 * ONE, ploy_curve_of(PLOY_CURVE_LINEAR));
    ploy_consideration less = more;
    less.curve.slope = -1000;
    less.curve.lift = 1000;
    ploy_option options[2] = {ploy_option_default(), ploy_option_default()};
    options[0].name = "Eat"; // the fuller, the more
    options[0].considerations = &more;
    options[1].name = "Rest";
    options[1].considerations = &less;
    options[0].consideration_count = options[1].consideration_count = 1;
    ploy_utility_def def = def_of(&s, options, 2);
    ploy_utility* utility = make(&def);
    set(&s, AMMO, 3); // the board's is not read where the domain has a symbol of that name

    uint64_t start[1];
    ploy_state_init(domain, start);
    ploy_utility_scorer scorer = {utility, &s.self};
    assert_int_equal(ploy_utility_score_step(&scorer, domain, &(ploy_step){.action = 1}, start), 1000);
    assert_int_equal(ploy_utility_score_step(&scorer, domain, &(ploy_step){.action = 0}, start), 0);
    ploy_planner_def planner_def = ploy_planner_def_default();
    planner_def.domain = domain;
    ploy_planner* planner = ploy_planner_create(&planner_def);
    ploy_query query = ploy_query_default();
    query.start = start;
    query.search = PLOY_SEARCH_UTILITY;
    query.score = ploy_utility_score_step;
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
    stage_end(&s);
}

static void refuse(const ploy_utility_def* def, const char* part)
{
    ploy_utility* utility;
    ploy_error error;
    assert_int_equal(ploy_utility_create(def, &utility, &error), PLOY_INVALID);
    assert_null(utility);
    if (!strstr(error.message, part)) fail_msg("'%s' does not say '%s'", error.message, part);
}

static void what_is_wrong_is_told(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_consideration c[3] = {over_key(HEALTH), over_key(MOOD), over_key(MOOD)};
    ploy_option options[2] = {ploy_option_default(), ploy_option_default()};
    options[0].name = "Attack";
    options[0].considerations = c;
    options[0].consideration_count = 1;
    options[1].name = "Attack";
    ploy_utility_def def = def_of(&s, options, 2);
    refuse(&def, "'Attack': named twice");
    def.option_count = 0;
    refuse(&def, "needs an option");
    def.option_count = 1;
    c[0].input.name = "helth";
    refuse(&def, "option 'Attack': unknown key 'helth'");
    c[0] = over_key(HEALTH);
    c[0].input.max = 0;
    refuse(&def, "min must be below max");
    c[0] = ploy_consider_all(PLOY_COMBINE_MIN, 3);
    options[0].consideration_count = 3;
    refuse(&def, "fewer parts");
    c[0] = ploy_consider(PLOY_INPUT_FACT_AGE, "friend", 0, 1, ploy_curve_of(PLOY_CURVE_LINEAR));
    refuse(&def, "unknown kind of fact 'friend'");
    c[0] = over_key(HEALTH);
    c[0].curve.shift = 2000;
    refuse(&def, "a curve has a number");
    c[0] = ploy_consider(PLOY_INPUT_EXPRESSION, "mood +", 0, 1, ploy_curve_of(PLOY_CURVE_LINEAR));
    refuse(&def, "the text ends");
    c[0] = over_key(HEALTH);
    options[0].when = "mood";
    refuse(&def, "not a condition");
    options[0].when = NULL;
    options[0].activity = "Atack";
    refuse(&def, "unknown activity 'Atack'");
    options[0].activity = NULL;
    options[0].bindings = &(ploy_binding){"aim", "mood", 0};
    options[0].binding_count = 1;
    refuse(&def, "no port 'aim'");
    options[0].binding_count = 0;
    options[0].name = "Dance"; // scored alone it may be anything, as a mind it needs an activity
    ploy_utility* utility = make(&def);
    ploy_error error;
    assert_null(ploy_utility_mind(utility, &error));
    assert_non_null(strstr(error.message, "'Dance'"));
    assert_int_equal(ploy_utility_find(utility, "Dance"), 0);
    assert_int_equal(ploy_utility_find(utility, "Attack"), PLOY_NONE);
    assert_string_equal(ploy_utility_name(utility, 0), "Dance");
    assert_int_equal(ploy_utility_count(utility), 1);
    ploy_utility_destroy(utility);
    stage_end(&s);
}

static bool live_through(const ploy_allocator* allocator)
{
    stage s;
    ploy_utility* utility = NULL;
    bool good = stage_begin(&s, allocator);
    if (good) {
        static random_utility u;
        ploy_random random = {.seed = 7};
        do random_options(&u, &random);
        while (u.count < 5);
        ploy_utility_def def = def_of(&s, u.options, u.count);
        good = ploy_utility_create(&def, &utility, NULL) == PLOY_OK;
    }
    ploy_utility_destroy(utility);
    stage_end(&s);
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
    stage s;
    assert_true(stage_begin(&s, &allocator));
    static random_utility u;
    ploy_random random = {.seed = 9};
    random_options(&u, &random);
    ploy_utility_def def = def_of(&s, u.options, u.count);
    ploy_utility* utility = make(&def);
    adopt_mind(&s, utility);
    ploy_facts_reserve(s.self.facts, 0, 8);
    uint64_t calls = counters.calls;
    for (uint32_t t = 0; t < 300; ++t) {
        random_change(&s, &random);
        s.next = (ploy_outcome)ploy_random_below(&random, 3);
        s.log[0] = '\0';
        tick(&s);
    }
    assert_int_equal(counters.calls, calls);
    s.self.mind->kind->end(&s.self);
    ploy_utility_destroy(utility);
    stage_end(&s);
    assert_int_equal(counters.live_blocks, 0);
}

TEST_MAIN(TEST(scores_are_what_the_rules_say), TEST(numbers_are_normalised_exactly),
          TEST(kept_scores_are_never_stale_and_choices_those_of_a_mind_that_keeps_none),
          TEST(the_same_bits_with_another_health_distance_or_last_action_score_differently),
          TEST(noise_does_not_make_it_flap), TEST(its_own_falling_score_does_not_end_it), TEST(momentum_fades),
          TEST(the_repeat_penalty_counts_at_the_next_choice_alone), TEST(a_halt_that_takes_long_holds_the_next_back),
          TEST(a_condition_that_holds_no_more_ends_it), TEST(what_is_not_viable_is_not_chosen),
          TEST(random_choices_are_as_likely_as_their_scores),
          TEST(a_measure_with_a_bound_port_is_asked_only_when_that_changed),
          TEST(a_saved_agent_goes_on_as_if_nothing_had_been), TEST(a_spoilt_save_is_refused_or_does_no_harm),
          TEST(a_newer_edition_goes_on_with_what_still_fits), TEST(it_says_why), TEST(choices_and_scores_are_traced),
          TEST(a_planner_can_score_by_it), TEST(what_is_wrong_is_told), TEST(a_failing_allocator_leaves_nothing_behind),
          TEST(ticks_allocate_nothing))
