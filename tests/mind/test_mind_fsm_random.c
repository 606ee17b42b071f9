// Random state machines against a plain interpreter, tick by tick, saved and loaded in between.
//
// The interpreter turns a change of state into a list of steps (halt, exit, enter, start) and executes them in order.
// It shares no code and no layout with the library. The results of activities are a fixed function of the tick, so that
// both get the same ones. The calls of both are logged and compared.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/allocators.h"
#include "support/mind/fsms.h"
#include "support/base/test.h"

enum
{
    STATES = 9,
    WAYS = 16,
    ACTIVITIES = 2,
    NOTHING = -1,
    TICKS = 40,
    STEPS = 256,
};

typedef enum activity_stage
{
    NEW,
    BUSY,
    STOPPING,
    GOOD,
    BAD,
} activity_stage;

typedef struct model_state
{
    char name[16];
    int parent, base, initial, enter, exit; // enter and exit: activities
    int does[ACTIVITIES];
    int does_count;
    bool own_does, own_enter, own_exit;
    ploy_fsm_history history;
    // Of the agent.
    bool is_active;
    int64_t entered;
    activity_stage activities[ACTIVITIES];
    int left_child, left_leaf;
} model_state;

typedef struct model_way
{
    int from, to, condition; // from NOTHING: any
    int64_t after;
    ploy_fsm_on on;
} model_way;

// Work to be done on a state, first to last.
typedef struct step
{
    enum
    {
        HALT,
        EXIT,
        ENTER,
        START
    } kind;
    int state;
} step;

typedef struct model
{
    model_state states[STATES];
    model_way ways[WAYS];
    int state_count, way_count;
    uint64_t seed;
    uint32_t tick;
    int64_t now;
    bool a, b;
    int64_t n;
    int leaf; // of the change's end, once its steps are done
    step steps[STEPS];
    int step_at, step_count;
    activity_stage notice; // NEW: none is running
    char log[FSM_LOG];
    size_t length;
} model;

static const char* const conditions[] = {NULL, "a", "not b", "n > 2 and a", "n = 1 or b", "n < 3"};

static bool condition_holds(const model* m, int condition)
{
    const bool values[] = {true, m->a, !m->b, m->n > 2 && m->a, m->n == 1 || m->b, m->n < 3};
    return values[condition];
}

// Drawing.

static int draw_activity(ploy_random* random)
{
    return (int)ploy_random_below(random, FSM_ACTIVITIES);
}

static void draw_state(model* m, ploy_random* random, int index)
{
    model_state* s = &m->states[index];
    *s = (model_state){.parent = NOTHING, .base = NOTHING, .initial = NOTHING, .enter = NOTHING, .exit = NOTHING};
    s->left_child = s->left_leaf = NOTHING;
    snprintf(s->name, sizeof s->name, "S%d", index);
    if (index > 0 && ploy_random_below(random, 5) < 3) s->parent = (int)ploy_random_below(random, (uint32_t)index);
    if (index > 0 && ploy_random_below(random, 4) == 0) s->base = (int)ploy_random_below(random, (uint32_t)index);
    s->history = (ploy_fsm_history)ploy_random_below(random, 3);
    s->own_does = ploy_random_below(random, 3) > 0;
    s->own_enter = ploy_random_below(random, 3) == 0;
    s->own_exit = ploy_random_below(random, 3) == 0;
    s->does_count = s->own_does ? (int)ploy_random_below(random, ACTIVITIES + 1) : 0;
    for (int i = 0; i < s->does_count; ++i) {
        s->does[i] = draw_activity(random);
    }
    if (s->own_enter) s->enter = draw_activity(random);
    if (s->own_exit) s->exit = draw_activity(random);
}

static void draw_way(model* m, ploy_random* random)
{
    model_way* w = &m->ways[m->way_count++];
    uint32_t states = (uint32_t)m->state_count;
    w->from = ploy_random_below(random, 8) == 0 ? NOTHING : (int)ploy_random_below(random, states);
    w->to = (int)ploy_random_below(random, states);
    w->condition = (int)ploy_random_below(random, sizeof conditions / sizeof *conditions);
    w->after = ploy_random_below(random, 3) == 0 ? FSM_TICK * (int64_t)ploy_random_below(random, 4) : 0;
    w->on = ploy_random_below(random, 3) == 0 ? (ploy_fsm_on)ploy_random_below(random, 4) : PLOY_ON_ANYTHING;
    bool open = w->condition == 0 && w->after == 0 && w->on == PLOY_ON_ANYTHING;
    if (open) w->condition = 1; // nothing is left at once and always: the library refuses circles
}

static void draw_model(model* m, uint64_t seed)
{
    *m = (model){.seed = seed, .leaf = NOTHING};
    ploy_random random = {.seed = seed};
    m->state_count = 2 + (int)ploy_random_below(&random, STATES - 1);
    for (int i = 0; i < m->state_count; ++i) {
        draw_state(m, &random, i);
    }
    for (int i = m->state_count - 1; i >= 0; --i) {
        if (m->states[i].parent != NOTHING) m->states[m->states[i].parent].initial = i; // the first stays
    }
    uint32_t ways = 1 + ploy_random_below(&random, WAYS);
    while ((uint32_t)m->way_count < ways) {
        draw_way(m, &random);
    }
}

// The same for the library.

static const char* name_of(const model* m, int state)
{
    return state == NOTHING ? NULL : m->states[state].name;
}

static void build(const model* m, fsm_fixture* f)
{
    for (int i = 0; i < m->state_count; ++i) {
        const model_state* s = &m->states[i];
        char does[64] = "", enter[16], exit[16];
        for (int k = 0; k < s->does_count; ++k) {
            snprintf(does + strlen(does), sizeof does - strlen(does), "A%d ", s->does[k]);
        }
        snprintf(enter, sizeof enter, "A%d", s->enter);
        snprintf(exit, sizeof exit, "A%d", s->exit);
        ploy_fsm_state_def def = fsm_state(s->name, name_of(m, s->parent), s->own_does ? does : NULL);
        def.base = name_of(m, s->base), def.history = s->history;
        def.enter = s->own_enter ? enter : NULL, def.exit = s->own_exit ? exit : NULL;
        fsm_add_state(f, def);
    }
    for (int i = 0; i < m->way_count; ++i) {
        const model_way* w = &m->ways[i];
        ploy_fsm_transition_def def = fsm_transition(name_of(m, w->from), name_of(m, w->to), conditions[w->condition]);
        def.after = w->after, def.on = w->on;
        fsm_add_transition(f, def);
    }
}

// Running.

static bool within(const model* m, int a, int b)
{
    for (; a != NOTHING; a = m->states[a].parent) {
        if (a == b) return true;
    }
    return b == NOTHING;
}

static const model_state* with(const model* m, int state, size_t own)
{
    const model_state* s = &m->states[state];
    while (!*((const bool*)s + own) && s->base != NOTHING) {
        s = &m->states[s->base];
    }
    return s;
}

#define DOES(m, state) with(m, state, offsetof(model_state, own_does))

static ploy_outcome call(model* m, int activity, char kind)
{
    const char* const what = kind == 's' ? "start" : kind == 'p' ? "perform" : "halt";
    fsm_log(m->log, &m->length, what, (uint32_t)activity);
    ploy_outcome outcome = fsm_scripted(m->seed, m->tick, (uint32_t)activity, kind);
    bool ended = kind != 'h' && outcome != PLOY_RUNNING;
    if (ended) fsm_log(m->log, &m->length, "finished", (uint32_t)activity);
    return outcome;
}

static void perform_activities(model* m, int state)
{
    const model_state* of = DOES(m, state);
    for (int i = 0; i < of->does_count; ++i) {
        activity_stage* activity = &m->states[state].activities[i];
        if (*activity == GOOD || *activity == BAD) continue;
        ploy_outcome outcome = call(m, of->does[i], *activity == NEW ? 's' : 'p');
        *activity = outcome == PLOY_RUNNING ? BUSY : outcome == PLOY_SUCCESS ? GOOD : BAD;
    }
}

static bool halt_activities(model* m, int state)
{
    const model_state* of = DOES(m, state);
    bool done = true;
    for (int i = 0; i < of->does_count; ++i) {
        activity_stage* activity = &m->states[state].activities[i];
        if (*activity != BUSY && *activity != STOPPING) continue;
        *activity = call(m, of->does[i], 'h') == PLOY_RUNNING ? STOPPING : GOOD;
        done = done && *activity != STOPPING;
    }
    return done;
}

static bool run_notice(model* m, int activity)
{
    if (activity == NOTHING) return true;
    m->notice = call(m, activity, m->notice == NEW ? 's' : 'p') == PLOY_RUNNING ? BUSY : NEW;
    return m->notice == NEW;
}

static bool do_step(model* m, const step* s)
{
    model_state* state = &m->states[s->state];
    switch (s->kind) {
    case HALT:
        return halt_activities(m, s->state);
    case EXIT:
        if (!run_notice(m, with(m, s->state, offsetof(model_state, own_exit))->exit)) return false;
        state->is_active = false;
        return true;
    case ENTER:
        if (m->notice == NEW) state->entered = m->now;
        return run_notice(m, with(m, s->state, offsetof(model_state, own_enter))->enter);
    case START:
        state->is_active = true;
        memset(state->activities, 0, sizeof state->activities);
        perform_activities(m, s->state);
        return true;
    }
    return true;
}

static void add_step(model* m, int kind, int state)
{
    m->steps[m->step_count].kind = (unsigned)kind;
    m->steps[m->step_count++].state = state;
}

static void add_entries(model* m, int state, int above)
{
    if (state == above) return;
    add_entries(m, m->states[state].parent, above);
    add_step(m, ENTER, state);
    add_step(m, START, state);
}

static int go_inside(const model* m, int state)
{
    const model_state* s = &m->states[state];
    if (s->initial == NOTHING) return state;
    if (s->history == PLOY_HISTORY_DEEP && s->left_leaf != NOTHING) return s->left_leaf;
    if (s->history == PLOY_HISTORY_SHALLOW && s->left_child != NOTHING) return go_inside(m, s->left_child);
    return go_inside(m, s->initial);
}

static void plan_change(model* m, int owner, int to)
{
    for (int child = m->leaf; child != NOTHING; child = m->states[child].parent) {
        int around = m->states[child].parent;
        if (around == NOTHING) break;
        m->states[around].left_child = child;
        m->states[around].left_leaf = m->leaf;
    }
    int above = m->states[to].parent;
    while (owner != NOTHING && !within(m, owner, above)) {
        above = m->states[above].parent;
    }
    m->step_at = m->step_count = 0;
    for (int s = m->leaf; s != above; s = m->states[s].parent) {
        add_step(m, HALT, s);
        add_step(m, EXIT, s);
    }
    m->leaf = go_inside(m, to);
    add_entries(m, m->leaf, above);
}

static bool activities_are(const model* m, int state, ploy_fsm_on on)
{
    int good = 0, bad = 0, all = DOES(m, state)->does_count;
    for (int i = 0; i < all; ++i) {
        good += m->states[state].activities[i] == GOOD;
        bad += m->states[state].activities[i] == BAD;
    }
    return on == PLOY_ON_ANYTHING  ? true
           : on == PLOY_ON_SUCCESS ? good == all
           : on == PLOY_ON_FAILURE ? bad > 0
                                   : good + bad == all;
}

static bool way_holds(const model* m, const model_way* w, int owner)
{
    return m->now - m->states[owner].entered >= w->after && activities_are(m, owner, w->on) &&
           condition_holds(m, w->condition);
}

static bool goes_to_itself(const model* m, int from, int to)
{
    for (int i = 0; i < m->way_count; ++i) {
        if (m->ways[i].from == from && m->ways[i].to == to) return true;
    }
    return false;
}

// The first transition whose condition holds: those from any state first, then those of each state outward, each with
// its bases.
static bool find_way(const model* m, int* owner, int* to)
{
    for (int i = 0; i < m->way_count; ++i) {
        const model_way* w = &m->ways[i];
        *owner = m->leaf, *to = w->to;
        if (w->from == NOTHING && !within(m, m->leaf, w->to) && way_holds(m, w, m->leaf)) return true;
    }
    for (*owner = m->leaf; *owner != NOTHING; *owner = m->states[*owner].parent) {
        for (int base = *owner; base != NOTHING; base = m->states[base].base) {
            for (int i = 0; i < m->way_count; ++i) {
                const model_way* w = &m->ways[i];
                if (w->from != base || !way_holds(m, w, *owner)) continue;
                bool hidden = base != *owner && w->to == *owner;
                for (int nearer = *owner; nearer != base; nearer = m->states[nearer].base) {
                    hidden = hidden || goes_to_itself(m, nearer, w->to);
                }
                *to = w->to;
                if (!hidden) return true;
            }
        }
    }
    return false;
}

static bool work_off(model* m)
{
    while (m->step_at < m->step_count) {
        if (!do_step(m, &m->steps[m->step_at])) return false;
        ++m->step_at;
    }
    return true;
}

// Those that are active and that no step is still to be taken out of.
static void perform_staying(model* m)
{
    int order[STATES], count = 0;
    for (int i = 0; i < m->state_count; ++i) {
        bool leaving = false;
        for (int k = m->step_at; k < m->step_count; ++k) {
            leaving = leaving || (m->steps[k].state == i && m->steps[k].kind <= EXIT);
        }
        if (m->states[i].is_active && !leaving) order[count++] = i;
    }
    for (int i = 0; i < count; ++i) { // parents come before their children
        perform_activities(m, order[i]);
    }
}

static void model_tick(model* m)
{
    m->length = 0, m->log[0] = '\0';
    ++m->tick;
    m->now += FSM_TICK;
    int owner, to, changes = 0;
    bool idle = m->step_at == m->step_count;
    if (m->tick == 1) {
        plan_change(m, NOTHING, 0);
    } else if (idle && find_way(m, &owner, &to)) {
        plan_change(m, owner, to);
    }
    bool changing = m->step_at < m->step_count;
    perform_staying(m);
    while (changing && work_off(m) && ++changes < PLOY_FSM_MAX_CHANGES) {
        changing = find_way(m, &owner, &to);
        if (changing) plan_change(m, owner, to);
    }
}

// Comparing.

static void save_and_load(fsm_fixture* f)
{
    static uint8_t bytes[4096];
    ploy_writer writer = {bytes, sizeof bytes, 0};
    f->mind->kind->save(&f->agent, &writer);
    assert_true(ploy_writer_fits(&writer));
    free(f->agent.mind_data);
    f->agent.mind_data = calloc(1, f->mind->data_bytes);
    ploy_reader reader = {bytes, writer.count, 0, false};
    assert_int_equal(f->mind->kind->load(&f->agent, &reader), PLOY_OK);
    assert_int_equal(reader.at, writer.count);
}

static void tick_both(model* m, fsm_fixture* f, ploy_random* random)
{
    if (ploy_random_below(random, 2)) {
        m->a = ploy_random_below(random, 2), m->b = ploy_random_below(random, 2), m->n = ploy_random_below(random, 5);
        fsm_set(f, "a", m->a), fsm_set(f, "b", m->b), fsm_set(f, "n", m->n);
    }
    if (m->tick > 0 && ploy_random_below(random, 6) == 0) save_and_load(f);
    model_tick(m);
    const char* log = fsm_tick(f);
    if (strcmp(log, m->log) != 0) {
        fail_msg("seed %llu tick %u:\n%s\n%s", (unsigned long long)m->seed, (unsigned)m->tick, log, m->log);
    }
    if (m->step_at == m->step_count) assert_string_equal(fsm_state_name(f), m->states[m->leaf].name);
}

static void random_machines_do_what_a_plain_interpreter_does(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3000; ++seed) {
        static model m;
        fsm_fixture f;
        draw_model(&m, seed);
        test_allocator counters = {0};
        ploy_allocator allocator = test_allocator_of(&counters);
        assert_true(fsm_setup(&f, &allocator));
        build(&m, &f);
        fsm_begin(&f);
        f.seed = seed;
        uint64_t calls = counters.calls;
        ploy_random random = {.seed = seed, .stream = 1};
        for (uint32_t i = 0; i < TICKS; ++i) {
            tick_both(&m, &f, &random);
        }
        assert_int_equal(counters.calls, calls);
        fsm_teardown(&f);
        assert_int_equal(counters.live_blocks, 0);
    }
}

static void a_broken_save_is_refused_or_harmless(void** state)
{
    (void)state;
    ploy_random random = {.seed = 5};
    for (uint64_t seed = 1; seed <= 3000; ++seed) {
        static model m;
        fsm_fixture f;
        draw_model(&m, seed);
        assert_true(fsm_setup(&f, NULL));
        build(&m, &f);
        fsm_begin(&f);
        f.seed = seed;
        for (uint32_t i = 0; i < seed % 9; ++i) {
            fsm_tick(&f);
        }
        uint8_t bytes[4096];
        ploy_writer writer = {bytes, sizeof bytes, 0};
        f.mind->kind->save(&f.agent, &writer);
        bytes[8 + ploy_random_below(&random, (uint32_t)writer.count - 8)] ^=
            (uint8_t)(1 + ploy_random_below(&random, 255));
        ploy_reader reader = {bytes, writer.count, 0, false};
        memset(f.agent.mind_data, 0, f.mind->data_bytes);
        if (f.mind->kind->load(&f.agent, &reader) == PLOY_OK) {
            fsm_tick(&f);
        } else {
            f.agent.mind = NULL; // nothing that could be ended
        }
        fsm_teardown(&f);
    }
}

TEST_MAIN(TEST(random_machines_do_what_a_plain_interpreter_does), TEST(a_broken_save_is_refused_or_harmless))
