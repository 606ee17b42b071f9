// A GOAP mind in random worlds, against a dumb model that knows when the agent sees each change.
//
// The world has a true value for each variable. Sensors of every delay copy it to blackboards, of the agent or shared;
// some variables have none. Activities change the truth, now and then without effect, and some write their effects
// themselves; so does the game when it hears of a success, and at random times besides. Effects settle for no time, a
// tick, a while or long, or are written by the mind. The model keeps, per variable, what was written last, how often,
// and what an action that succeeded said it would be: it derives from that what the agent must believe in every tick.

#include <ploy/goap.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/test.h"
#include "support/plan/brute_force.h"
#include "support/plan/random_domain.h"

enum
{
    TICK = PLOY_SECOND / 10,
    MAX_SAVE = 1 << 16,
};

typedef struct modeled_variable
{
    const random_symbol* symbol;
    uint32_t key; ///< PLOY_NONE: it belongs to the plan
    int64_t truth;
    uint32_t interval; ///< of its sensor, in ticks; 0: it has none
    bool is_shared;    ///< it is written on the world's blackboard
    int64_t written;   ///< last
    uint64_t writes;   ///< so far
    int64_t at_start;  ///< what could be sensed when the running action started
    bool is_believed;
    int64_t believed;
    int64_t since;
    uint64_t writes_then;
} modeled_variable;

typedef struct modeled_life
{
    random_domain* d;
    ploy_blackboard_keys* keys;
    ploy_bindings* bindings;
    ploy_mind* mind;
    ploy_blackboard* world;
    ploy_blackboard* own;
    ploy_agent agent;
    ploy_random random;
    int64_t settle; ///< 0: nothing is believed
    bool writes_effects;
    bool has_planned; ///< symbols
    modeled_variable variables[RANDOM_MAX_VARIABLES];
    uint32_t goal, action; ///< PLOY_NONE: none
    bool is_held;
    uint32_t events;
} modeled_life;

static struct
{
    uint32_t believed, contradicted, expired, held, finished, interrupted;
} counts;

static bool chance(modeled_life* l, uint32_t percent)
{
    return ploy_random_below(&l->random, 100) < percent;
}

// Variables.

// A written value as the agent reads it.
static int64_t sensed(const modeled_variable* v)
{
    const random_symbol* s = v->symbol;
    int64_t value = v->written;
    if (s->kind == PLOY_VALUE_OBJECT) return value >= 0 && value <= s->max ? value : 0;
    value = value < s->min ? s->min : value > s->max ? s->max : value;
    return s->kind == PLOY_VALUE_DECIMAL ? s->min + (value - s->min) / s->step * s->step : value;
}

static void put(modeled_life* l, modeled_variable* v, int64_t value)
{
    if (v->key == PLOY_NONE) return;
    v->written = value;
    ++v->writes;
    (void)ploy_blackboard_set(v->is_shared ? l->world : l->own, v->key, value);
}

static modeled_variable* variable_of(modeled_life* l, const random_effect* e, const uint32_t* args)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < l->d->symbols[e->symbol].of_count; ++i) {
        uint32_t object = e->args[i].is_param ? args[e->args[i].index] : e->args[i].index;
        at = at * l->d->type_objects[l->d->symbols[e->symbol].of[i]] + object;
    }
    return &l->variables[l->d->symbols[e->symbol].first_variable + at];
}

static int64_t after(const modeled_variable* v, const random_effect* e, const uint32_t* args, int64_t before)
{
    int64_t value = e->kind == RANDOM_EFFECT_ADD        ? before + e->value
                    : e->kind == RANDOM_EFFECT_SUBTRACT ? before - e->value
                    : e->value_is_param                 ? (int64_t)args[e->value]
                                                        : e->value;
    return value < v->symbol->min ? v->symbol->min : value > v->symbol->max ? v->symbol->max : value;
}

typedef void effect_fn(modeled_life* l, modeled_variable* v, const random_effect* e, const uint32_t* args);

static void each_effect(modeled_life* l, uint32_t action, const uint32_t* args, effect_fn* call)
{
    const random_action* a = &l->d->actions[action];
    for (uint32_t c = 0; c < a->effect_count; ++c) {
        for (uint32_t i = 0; i < a->effects[c].count; ++i) {
            const random_effect* e = &a->effects[c].effects[i];
            call(l, variable_of(l, e, args), e, args);
        }
    }
}

static void come_true(modeled_life* l, modeled_variable* v, const random_effect* e, const uint32_t* args)
{
    (void)l;
    v->truth = after(v, e, args, v->truth);
}

static void write_truth(modeled_life* l, modeled_variable* v, const random_effect* e, const uint32_t* args)
{
    (void)e;
    (void)args;
    put(l, v, v->truth);
}

// What a mind with write_effects writes: always to the agent's own blackboard, which hides the shared one.
static void write_effect(modeled_life* l, modeled_variable* v, const random_effect* e, const uint32_t* args)
{
    (void)l;
    if (v->key == PLOY_NONE) return;
    v->written = after(v, e, args, sensed(v));
    v->is_shared = false;
    ++v->writes;
}

static void believe(modeled_life* l, modeled_variable* v, const random_effect* e, const uint32_t* args)
{
    if (v->key == PLOY_NONE) return;
    bool is_amount = e->kind != RANDOM_EFFECT_SET;
    if (is_amount && sensed(v) != v->at_start) return;
    int64_t before = v->is_believed && v->writes == v->writes_then ? v->believed : sensed(v);
    v->believed = after(v, e, args, before);
    v->is_believed = v->believed != sensed(v);
    v->since = l->agent.now;
    v->writes_then = v->writes;
    counts.believed += v->is_believed;
}

// Events.

static void values_of(const modeled_life* l, int64_t* values)
{
    random_domain_unpack(l->d, ploy_goap_state(&l->agent), values);
}

static bool is_met(const modeled_life* l, uint32_t goal, const uint32_t* args)
{
    int64_t values[RANDOM_MAX_VARIABLES];
    values_of(l, values);
    return random_model_goal(l->d, goal, args, values);
}

static void on_finished(modeled_life* l, const ploy_goap_event* event)
{
    if (l->writes_effects) each_effect(l, event->index, event->args, write_effect);
    if (chance(l, 20)) each_effect(l, event->index, event->args, write_truth);
    if (l->settle > 0 && !l->writes_effects) each_effect(l, event->index, event->args, believe);
}

static void on_event(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    modeled_life* l = user;
    (void)agent;
    ++l->events;
    switch (event->kind) {
    case PLOY_GOAP_ACTION_STARTED:
        l->action = event->index;
        for (uint32_t v = 0; v < l->d->variable_count; ++v) l->variables[v].at_start = sensed(&l->variables[v]);
        break;
    case PLOY_GOAP_ACTION_FINISHED:
        l->action = PLOY_NONE;
        on_finished(l, event);
        break;
    case PLOY_GOAP_ACTION_ABORTED:
        l->action = PLOY_NONE;
        break;
    case PLOY_GOAP_GOAL_STARTED:
        l->goal = event->index;
        l->is_held = false;
        break;
    case PLOY_GOAP_PLAN_TAKEN:
        l->is_held = false;
        break;
    case PLOY_GOAP_GOAL_HELD:
        assert_true(l->d->goals[event->index].hold);
        assert_int_equal(l->goal, event->index);
        assert_int_equal(l->action, PLOY_NONE);
        l->is_held = true;
        ++counts.held;
        break;
    case PLOY_GOAP_GOAL_FINISHED:
        l->goal = PLOY_NONE;
        ++counts.finished;
        break;
    case PLOY_GOAP_GOAL_ABORTED:
        l->goal = PLOY_NONE;
        counts.interrupted += event->reason == PLOY_GOAP_REASON_INTERRUPTED;
        // Plan-only symbols have been reset by now, so their goals cannot be judged here.
        if (event->reason == PLOY_GOAP_REASON_ENDED || l->has_planned) break;
        if (is_met(l, event->index, event->args))
            fail_msg("a goal that is met was aborted: %s", ploy_goap_reason_text(event->reason));
        break;
    }
}

// Activities.

static ploy_outcome perform(ploy_agent* agent, const ploy_call* call)
{
    modeled_life* l = agent->user;
    (void)call;
    if (chance(l, 40)) return PLOY_RUNNING;
    if (chance(l, 10)) return PLOY_FAILURE;
    uint32_t args[PLOY_MAX_ARGS], action = ploy_goap_action(agent, args);
    if (chance(l, 80)) each_effect(l, action, args, come_true);
    if (chance(l, 20)) each_effect(l, action, args, write_truth);
    return PLOY_SUCCESS;
}

static void sense(modeled_life* l, uint32_t tick)
{
    for (uint32_t i = 0; i < l->d->variable_count; ++i) {
        modeled_variable* v = &l->variables[i];
        if (v->interval > 0 && (tick + i) % v->interval == 0) put(l, v, v->truth);
    }
}

static void stir(modeled_life* l)
{
    int64_t values[RANDOM_MAX_VARIABLES];
    random_domain_start(l->d, &l->random, values);
    modeled_variable* v = &l->variables[ploy_random_below(&l->random, l->d->variable_count)];
    if (chance(l, 15)) v->truth = values[v - l->variables];
    if (chance(l, 10)) put(l, v, chance(l, 50) ? v->written : values[v - l->variables]);
    if (chance(l, 5) && v->symbol->kind != PLOY_VALUE_BOOL) put(l, v, v->symbol->max + 1); // a sensor that is off
}

// What the model says.

static int64_t expected(modeled_life* l, modeled_variable* v)
{
    if (v->is_believed && v->writes != v->writes_then) {
        v->is_believed = false;
        counts.contradicted += v->believed != sensed(v);
    }
    if (v->is_believed && l->agent.now - v->since >= l->settle) {
        v->is_believed = false;
        ++counts.expired;
    }
    return v->is_believed ? v->believed : sensed(v);
}

static void compare(modeled_life* l, uint64_t seed, uint32_t tick)
{
    int64_t values[RANDOM_MAX_VARIABLES];
    values_of(l, values);
    for (uint32_t i = 0; i < l->d->variable_count; ++i) {
        modeled_variable* v = &l->variables[i];
        if (v->key == PLOY_NONE) continue;
        int64_t value = expected(l, v);
        if (values[i] != value)
            fail_msg("seed %u, tick %u: the agent takes variable %u for %d, but it is %d", (unsigned)seed, tick, i,
                     (int)values[i], (int)value);
    }
}

// What only the current plan has set does not count for another goal.
static void forget_plan(const modeled_life* l, const int64_t* values, int64_t* start)
{
    for (uint32_t i = 0; i < l->d->variable_count; ++i) {
        start[i] = l->variables[i].key == PLOY_NONE ? l->variables[i].symbol->initial : values[i];
    }
}

static bool could_be_chosen(const modeled_life* l, uint32_t goal, const int64_t* values, int64_t* priority)
{
    static const uint32_t no_args[PLOY_MAX_ARGS];
    const random_domain* d = l->d;
    if (d->goals[goal].param_count > 0 || !random_model_relevant(d, goal, no_args, values)) return false;
    *priority = random_model_priority(d, goal, no_args, values);
    if (*priority <= 0) return false;
    int64_t start[RANDOM_MAX_VARIABLES];
    forget_plan(l, values, start);
    if (random_model_goal(d, goal, no_args, start)) return d->goals[goal].hold;
    brute_query query = brute_query_default(start, goal, no_args);
    return brute_solve(d, &query).found;
}

// An agent that did nothing in this tick has nothing better to do.
static void check_rest(const modeled_life* l, uint64_t seed, uint32_t tick)
{
    static const uint32_t no_args[PLOY_MAX_ARGS];
    int64_t values[RANDOM_MAX_VARIABLES], priority, held = 0;
    values_of(l, values);
    if (l->is_held && l->goal != PLOY_NONE) {
        bool is_met = random_model_goal(l->d, l->goal, no_args, values);
        held = random_model_priority(l->d, l->goal, no_args, values);
        if (!is_met || held <= 0 || !random_model_relevant(l->d, l->goal, no_args, values) || l->action != PLOY_NONE)
            fail_msg("seed %u, tick %u: goal %u is held", (unsigned)seed, tick, l->goal);
        held += 100; // the default hysteresis
    }
    for (uint32_t g = 0; g < l->d->goal_count; ++g) {
        if (g != l->goal && could_be_chosen(l, g, values, &priority) && priority >= held)
            fail_msg("seed %u, tick %u: rests with goal %d, but goal %u", (unsigned)seed, tick, (int)l->goal, g);
    }
}

// Lives.

static ploy_status make_mind(modeled_life* l)
{
    ploy_goap_mind_def def = {0};
    def.domain = l->d->domain;
    def.parts.keys = l->keys;
    def.parts.bindings = l->bindings;
    def.event = on_event;
    def.event_user = l;
    def.settle = l->settle > 0 ? l->settle : PLOY_OFF;
    def.write_effects = l->writes_effects;
    def.interval = def.search_interval = PLOY_OFF;
    def.max_steps = 4;
    return ploy_goap_mind_create(&def, &l->mind, NULL);
}

static void make_variables(modeled_life* l)
{
    for (uint32_t s = 0; s < l->d->symbol_count; ++s) {
        const random_symbol* symbol = &l->d->symbols[s];
        l->has_planned |= symbol->planned;
        for (uint32_t i = 0; i < symbol->variable_count; ++i) {
            uint32_t index = symbol->first_variable + i;
            char name[64];
            ploy_domain_variable_print(l->d->domain, l->d->variables[index], name, sizeof name);
            l->variables[index] = (modeled_variable){
                .symbol = symbol,
                .key = ploy_blackboard_keys_find(l->keys, name),
                .truth = symbol->initial,
                .written = symbol->initial,
                .interval = ploy_random_below(&l->random, 7),
                .is_shared = chance(l, 30),
            };
        }
    }
}

static void open_life(modeled_life* l, uint64_t seed)
{
    static const int64_t settles[] = {0, TICK, 4 * TICK, 10 * PLOY_SECOND};
    memset(l, 0, sizeof *l);
    random_knobs knobs = random_knobs_tiny();
    knobs.bools = knobs.ints = 3;
    knobs.indexed = 0;
    knobs.goals = 5;
    knobs.holds = true;
    l->d = random_domain_create(seed, &knobs);
    assert_true(l->d->variable_count <= 16); // an agent has room for so many beliefs
    l->random = (ploy_random){.seed = seed, .stream = 9};
    l->settle = settles[seed % 4];
    l->writes_effects = seed % 7 == 0;
    l->goal = l->action = PLOY_NONE;
    l->keys = ploy_blackboard_keys_create(&(ploy_blackboard_keys_def){0});
    assert_int_equal(ploy_view_add_keys(l->d->domain, l->keys, 0), PLOY_OK);
    l->bindings = ploy_bindings_create(NULL);
    for (uint32_t i = 0; i < l->d->action_count; ++i) {
        ploy_activity_def def = {.name = l->d->actions[i].name, .start = perform, .update = perform};
        assert_int_equal(ploy_bindings_add_activity(l->bindings, &def, NULL), PLOY_OK);
    }
    assert_int_equal(make_mind(l), PLOY_OK);
    make_variables(l);
    l->world = ploy_blackboard_create(&(ploy_blackboard_def){.keys = l->keys, .scope = PLOY_SCOPE_WORLD});
    l->own = ploy_blackboard_create(&(ploy_blackboard_def){.keys = l->keys, .parent = l->world});
    l->agent = (ploy_agent){.user = l, .mind = l->mind, .blackboard = l->own, .id.index1 = 1};
    l->agent.mind_data = calloc(1, l->mind->data_bytes);
    assert_int_equal(l->mind->kind->begin(&l->agent), PLOY_OK);
}

static void close_life(modeled_life* l)
{
    l->mind->kind->end(&l->agent);
    free(l->agent.mind_data);
    ploy_mind_destroy(l->mind);
    ploy_blackboard_destroy(l->own);
    ploy_blackboard_destroy(l->world);
    ploy_blackboard_keys_destroy(l->keys);
    ploy_bindings_destroy(l->bindings);
    random_domain_destroy(l->d);
}

static void replace_by_save(modeled_life* l)
{
    static uint8_t bytes[MAX_SAVE];
    ploy_writer writer = {.bytes = bytes, .capacity = sizeof bytes};
    l->mind->kind->save_shared(l->mind, &writer);
    l->mind->kind->save(&l->agent, &writer);
    assert_true(ploy_writer_fits(&writer));
    ploy_mind_destroy(l->mind);
    free(l->agent.mind_data);
    assert_int_equal(make_mind(l), PLOY_OK);
    ploy_reader reader = {.bytes = bytes, .count = writer.count};
    assert_int_equal(l->mind->kind->load_shared(l->mind, &reader), PLOY_OK);
    l->agent.mind = l->mind;
    l->agent.mind_data = calloc(1, l->mind->data_bytes);
    assert_int_equal(l->mind->kind->load(&l->agent, &reader), PLOY_OK);
}

static void live(modeled_life* l, uint64_t seed, uint32_t tick)
{
    stir(l);
    sense(l, tick);
    uint32_t events = l->events;
    bool rests = l->action == PLOY_NONE && (l->goal == PLOY_NONE || l->is_held);
    l->agent.dt = TICK;
    l->agent.now += TICK;
    l->mind->kind->think(&l->agent);
    compare(l, seed, tick);
    l->mind->kind->work(l->mind, NULL, 0);
    l->mind->kind->act(&l->agent);
    if (rests && l->events == events) check_rest(l, seed, tick);
    if (chance(l, 5)) replace_by_save(l);
}

static void ignore(const char* message, void* user)
{
    (void)message;
    (void)user;
}

static void an_agent_sees_each_change_when_the_model_does_and_rests_only_when_it_may(void** state)
{
    (void)state;
    ploy_set_log_handler(ignore, NULL);
    for (uint64_t seed = 1; seed <= 900; ++seed) {
        modeled_life l;
        open_life(&l, seed);
        for (uint32_t tick = 0; tick < 150; ++tick) live(&l, seed, tick);
        close_life(&l);
    }
    ploy_set_log_handler(NULL, NULL);
    print_message("%u believed, %u contradicted, %u expired; %u held, %u finished, %u interrupted\n", counts.believed,
                  counts.contradicted, counts.expired, counts.held, counts.finished, counts.interrupted);
    assert_true(counts.believed > 1000 && counts.contradicted > 100 && counts.expired > 100);
    assert_true(counts.held > 100 && counts.finished > 1000 && counts.interrupted > 100);
}

TEST_MAIN(TEST(an_agent_sees_each_change_when_the_model_does_and_rests_only_when_it_may))
