#include <ploy/goap.h>
#include <ploy/htn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "knowledge/blackboard.h"
#include "mind/htn/htn_mind.h"
#include "support/base/allocators.h"
#include "support/mind/htns.h"
#include "support/base/test.h"

enum
{
    TICK = 100000,
    MEMORY = 8192,
    CROWD = 40,
};

// A world that does what actions say: an activity writes its action's effects on the board when it ends.

typedef struct htn_stage
{
    const ploy_htn_task* tasks;
    ploy_domain* domain;
    ploy_blackboard_keys* keys;
    ploy_bindings* bindings;
    ploy_htn* network;
    ploy_mind* mind;
} htn_stage;

typedef struct soldier
{
    htn_stage* stage;
    ploy_agent agent;
    uint64_t memory[MEMORY / 8];
    ploy_outcome next; // of whatever runs
    uint32_t halt_ticks, halting;
    char log[1024];
} soldier;

static void write_log(soldier* s, const char* mark, const ploy_call* call)
{
    size_t n = strlen(s->log);
    n += (size_t)snprintf(s->log + n, sizeof s->log - n, "%s%s", mark,
                          ploy_bindings_activity(s->stage->bindings, call->binding)->name);
    if (call->port_count > 0) {
        n += (size_t)snprintf(s->log + n, sizeof s->log - n, "(%s)", htn_places[ploy_call_get(call, &s->agent, 0)]);
    }
    snprintf(s->log + n, sizeof s->log - n, " ");
}

static ploy_outcome start(ploy_agent* agent, const ploy_call* call)
{
    write_log(agent->user, "+", call);
    return PLOY_RUNNING;
}

static ploy_outcome perform(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return ((soldier*)agent->user)->next;
}

static void set_key(soldier* s, const char* name, int64_t value)
{
    ploy_blackboard_set(s->agent.blackboard, ploy_blackboard_keys_find(s->stage->keys, name), value);
}

static void finished(ploy_agent* agent, const ploy_call* call)
{
    soldier* s = agent->user;
    char name[32];
    write_log(s, ".", call);
    if (s->next == PLOY_FAILURE) return;
    uint32_t place = call->port_count ? (uint32_t)ploy_call_get(call, agent, 0) : 0;
    uint32_t ammo = ploy_blackboard_keys_find(s->stage->keys, "ammo");
    snprintf(name, sizeof name, "safe(%s)", htn_places[place]);
    switch (call->binding) {
    case 0:
        set_key(s, "at", place);
        break;
    case 1:
        set_key(s, name, 1);
        break;
    case 2:
        set_key(s, "armed", 1);
        break;
    case 3:
        set_key(s, "ammo", ploy_blackboard_get(agent->blackboard, ammo) + 1);
        break;
    case 4:
        set_key(s, "ammo", ploy_blackboard_get(agent->blackboard, ammo) - 1);
        set_key(s, "hit", 1);
        break;
    default:
        set_key(s, "armed", 0);
        break;
    }
}

static ploy_outcome halt(ploy_agent* agent, const ploy_call* call)
{
    soldier* s = agent->user;
    if (s->halting < s->halt_ticks) return ++s->halting, PLOY_RUNNING;
    s->halting = 0;
    write_log(s, "-", call);
    return PLOY_SUCCESS;
}

// To hold the hill: shoot as soon as there is ammo, else go there armed, look, and then decide.
static const ploy_htn_task tasks[] = {
    {.name = "Hold",
     METHODS({.name = "shooting", .when = "armed and ammo >= 1 and not hit", SUB(DO("Shoot"))}, {.when = "safe(hill)"},
             {.name = "going", SUB(DO("GetArmed"), DO("Reach"), PAUSE, DO("Settle"))})},
    {.name = "GetArmed", METHODS({.when = "armed"}, {SUB(DO("Arm"))})},
    {.name = "Reach", METHODS({.when = "at = hill"}, {SUB(ON("Go", "hill"))})},
    {.name = "Settle", METHODS({.when = "hit", SUB(ON("Go", "camp"))}, {SUB(ON("Secure", "hill"))})},
};

// What is to be gained on the hill can only be gained in the middle of the walk, and then it pauses.
static const ploy_htn_task woven_tasks[] = {
    {.name = "Patrol", METHODS({.unordered = true, SUB(DO("Walk"), DO("Look"))})},
    {.name = "Walk", METHODS({.when = "at != hill", SUB(ON("Go", "hill"), ON("Go", "camp"))})},
    {.name = "Look", METHODS({.when = "at = hill", SUB(DO("Gain"), PAUSE, DO("GetArmed"))})},
    {.name = "GetArmed", METHODS({.when = "armed", SUB(DO("Drop"))}, {SUB(DO("Arm"))})},
};

static ploy_status make_network(htn_stage* s, const ploy_allocator* allocator)
{
    ploy_htn_def def = {0};
    def.allocator = *allocator;
    def.domain = s->domain;
    def.tasks = s->tasks;
    def.task_count = 4;
    return ploy_htn_create(&def, &s->network, NULL);
}

static ploy_status make_mind(const htn_stage* s, const ploy_allocator* allocator, ploy_mind** mind)
{
    ploy_htn_mind_def def = {0};
    def.parts.allocator = *allocator;
    def.htn = s->network;
    def.parts.keys = s->keys;
    def.parts.bindings = s->bindings;
    def.task = s->tasks[0].name;
    return ploy_htn_mind_create(&def, mind, NULL);
}

static bool add_activities(htn_stage* s)
{
    bool good = s->bindings != NULL;
    for (uint32_t i = 0; good && i < ploy_domain_action_count(s->domain); ++i) {
        ploy_action_info info = ploy_domain_action(s->domain, i);
        ploy_activity_def def = {0};
        def.name = info.name;
        if (info.param_count > 0) def.ports = info.param_names[0];
        def.start = start;
        def.update = perform;
        def.finished = finished;
        def.halt = halt;
        good = ploy_bindings_add_activity(s->bindings, &def, NULL) == PLOY_OK;
    }
    return good;
}

static bool stage_begin_with(htn_stage* s, const ploy_htn_task* agents_do, const ploy_allocator* allocator)
{
    ploy_allocator from = allocator ? *allocator : ploy_allocator_default();
    *s = (htn_stage){.domain = htn_domain(&from), .tasks = agents_do};
    ploy_blackboard_keys_def keys = {0};
    keys.allocator = from;
    s->keys = ploy_blackboard_keys_create(&keys);
    if (!s->domain || !s->keys || ploy_view_add_keys(s->domain, s->keys, 0) != PLOY_OK) return false;
    s->bindings = ploy_bindings_create(&(ploy_bindings_def){from});
    return add_activities(s) && make_network(s, &from) == PLOY_OK && make_mind(s, &from, &s->mind) == PLOY_OK;
}

static bool stage_begin(htn_stage* s, const ploy_allocator* allocator)
{
    return stage_begin_with(s, tasks, allocator);
}

static void stage_end(htn_stage* s)
{
    ploy_mind_destroy(s->mind);
    ploy_htn_destroy(s->network);
    ploy_bindings_destroy(s->bindings);
    ploy_blackboard_keys_destroy(s->keys);
    ploy_domain_destroy(s->domain);
}

static bool join(soldier* m, htn_stage* s, uint32_t agent)
{
    ploy_blackboard_def blackboard = {0};
    blackboard.keys = s->keys;
    memset(m, 0, sizeof *m);
    m->stage = s;
    m->agent = (ploy_agent){.user = m,
                            .mind = s->mind,
                            .mind_data = m->memory,
                            .blackboard = ploy_blackboard_create(&blackboard),
                            .id.index1 = agent};
    assert_true(s->mind->data_bytes <= MEMORY);
    return m->agent.blackboard && s->mind->kind->begin(&m->agent) == PLOY_OK;
}

static void leave(soldier* m)
{
    m->halt_ticks = 0;
    if (m->agent.blackboard && m->agent.mind) m->agent.mind->kind->end(&m->agent);
    ploy_blackboard_destroy(m->agent.blackboard);
}

static void tick(soldier* m)
{
    ploy_mind_tick(&m->agent, TICK);
}

static void expect_log(soldier* m, const char* log)
{
    assert_string_equal(m->log, log);
    m->log[0] = '\0';
}

static void it_runs_its_plan_pauses_and_goes_on(void** state)
{
    (void)state;
    htn_stage s;
    soldier m;
    assert_true(stage_begin(&s, NULL) && join(&m, &s, 1));
    tick(&m);
    expect_log(&m, "+Arm ");
    m.next = PLOY_SUCCESS;
    tick(&m);
    expect_log(&m, ".Arm +Go(hill) ");
    m.next = PLOY_RUNNING;
    tick(&m);
    set_key(&m, "hit", 1); // what it will find when it gets there
    m.next = PLOY_SUCCESS;
    tick(&m);
    expect_log(&m, ".Go(hill) ");
    tick(&m);
    expect_log(&m, "+Go(camp) ");
    tick(&m);
    expect_log(&m, ".Go(camp) ");
    set_key(&m, "hit", 0);
    for (uint32_t i = 0; i < 8; ++i) tick(&m); // over and over
    expect_log(&m, "+Go(hill) .Go(hill) +Secure(hill) .Secure(hill) ");
    assert_int_equal(pl_htn_status(&m.agent), PLOY_FOUND);
    assert_int_equal(ploy_htn_step(&m.agent).action, PLOY_NONE);
    leave(&m);
    stage_end(&s);
}

static void it_weaves_unordered_subtasks_and_goes_on_with_both_after_a_pause(void** state)
{
    (void)state;
    htn_stage s;
    soldier m;
    assert_true(stage_begin_with(&s, woven_tasks, NULL) && join(&m, &s, 1));
    m.next = PLOY_SUCCESS;
    for (uint32_t i = 0; i < 3; ++i) tick(&m);
    expect_log(&m, "+Go(hill) .Go(hill) +Gain .Gain ");
    assert_int_equal(((const pl_htn_data*)m.memory)->rest_count, 3);
    for (uint32_t i = 0; i < 3; ++i) tick(&m);
    expect_log(&m, "+Arm .Arm +Go(camp) .Go(camp) ");
    leave(&m);
    stage_end(&s);
}

static void a_violated_assumption_makes_it_plan_again(void** state)
{
    (void)state;
    htn_stage s;
    soldier m;
    assert_true(stage_begin(&s, NULL) && join(&m, &s, 1));
    set_key(&m, "armed", 1);
    tick(&m);
    expect_log(&m, "+Go(hill) ");
    set_key(&m, "at", 2); // there already: the plan that goes nowhere ranks better
    tick(&m);
    expect_log(&m, "-Go(hill) ");
    tick(&m);
    expect_log(&m, "+Secure(hill) ");
    set_key(&m, "armed", 0); // it may not be able to end what it does, but that is for the activity to say
    tick(&m);
    expect_log(&m, "");
    set_key(&m, "at", 0);
    m.next = PLOY_FAILURE;
    tick(&m);
    expect_log(&m, ".Secure(hill) ");
    m.next = PLOY_RUNNING;
    tick(&m);
    expect_log(&m, "+Arm ");
    ploy_step steps[4];
    assert_int_equal(pl_htn_planned_steps(&m.agent, steps, 4), 2);
    assert_int_equal(steps[1].action, 0);
    set_key(&m, "at", 2); // the next step cannot be done any more
    tick(&m);
    expect_log(&m, "");
    assert_int_equal(pl_htn_planned_steps(&m.agent, steps, 4), 1);
    leave(&m);
    stage_end(&s);
}

static void a_plan_of_better_rank_takes_over_once_the_step_is_halted(void** state)
{
    (void)state;
    htn_stage s;
    soldier m;
    assert_true(stage_begin(&s, NULL) && join(&m, &s, 1));
    set_key(&m, "armed", 1);
    tick(&m);
    expect_log(&m, "+Go(hill) ");
    m.halt_ticks = 2;
    set_key(&m, "ammo", 1);
    char text[400];
    tick(&m);
    ploy_mind_why(&m.agent, text, sizeof text);
    assert_string_equal(text,
                        "Go(hill) is being halted because another plan for Hold is better. Then: Shoot. It uses "
                        "method 1 of 3, shooting.");
    tick(&m);
    expect_log(&m, "");
    tick(&m);
    expect_log(&m, "-Go(hill) +Shoot ");
    set_key(&m, "safe(hill)", 1); // worse than what it does
    tick(&m);
    expect_log(&m, "");
    m.next = PLOY_SUCCESS;
    tick(&m);
    tick(&m);
    expect_log(&m, ".Shoot ");
    ploy_mind_why(&m.agent, text, sizeof text);
    assert_string_equal(text,
                        "Nothing is running for Hold. It uses method 2 of 3; no method before it leads to a plan. The "
                        "last search: found.");
    leave(&m);
    stage_end(&s);
}

// Random worlds.

static void random_change(soldier* m, ploy_random* random)
{
    static const char* const names[] = {"armed", "hit", "safe(hill)", "at", "ammo"};
    uint32_t which = ploy_random_below(random, 9);
    if (which < 5) set_key(m, names[which], ploy_random_below(random, which < 3 ? 2 : 3));
    uint32_t next = ploy_random_below(random, 6);
    m->next = next < 3 ? PLOY_RUNNING : next < 5 ? PLOY_SUCCESS : PLOY_FAILURE;
}

static void check_steps(const soldier* m)
{
    ploy_step steps[32];
    uint32_t count = pl_htn_planned_steps(&m->agent, steps, 32);
    ploy_step doing = ploy_htn_step(&m->agent);
    assert_true(count <= 32);
    if (doing.action == PLOY_NONE || ((const pl_htn_data*)m->memory)->is_leaving) return;
    assert_int_equal(steps[0].action, doing.action);
}

static void save_and_go_on(const ploy_htn_task* agents_do, uint32_t least_starts)
{
    htn_stage s;
    assert_true(stage_begin_with(&s, agents_do, NULL));
    ploy_mind* other_mind;
    ploy_allocator allocator = ploy_allocator_default();
    assert_int_equal(make_mind(&s, &allocator, &other_mind), PLOY_OK);
    static soldier a, b;
    ploy_random random = {.seed = 3};
    uint32_t starts = 0;
    for (uint32_t round = 0; round < 60; ++round) {
        assert_true(join(&a, &s, 1));
        a.halt_ticks = round % 3;
        for (uint32_t t = 0; t < 40; ++t) {
            random_change(&a, &random);
            uint8_t bytes[MEMORY];
            ploy_writer writer = {bytes, sizeof bytes, 0};
            a.agent.mind->kind->save(&a.agent, &writer);
            uint8_t saved[1024];
            ploy_writer blackboard_writer = {saved, sizeof saved, 0};
            pl_blackboard_save(a.agent.blackboard, &blackboard_writer);
            assert_true(ploy_writer_fits(&blackboard_writer));
            b = a;
            ploy_blackboard_def blackboard = {0};
            blackboard.keys = s.keys;
            b.agent.user = &b;
            b.agent.mind = other_mind;
            b.agent.mind_data = b.memory;
            b.agent.blackboard = ploy_blackboard_create(&blackboard);
            ploy_reader blackboard_reader = {saved, blackboard_writer.count, 0, false};
            assert_int_equal(pl_blackboard_restore(b.agent.blackboard, &blackboard_reader), PLOY_OK);
            memset(b.memory, 0, sizeof b.memory);
            ploy_reader reader = {bytes, writer.count, 0, false};
            assert_int_equal(b.agent.mind->kind->load(&b.agent, &reader), PLOY_OK);
            assert_int_equal(reader.at, writer.count);
            a.log[0] = b.log[0] = '\0';
            tick(&a);
            tick(&b);
            assert_string_equal(a.log, b.log);
            starts += strchr(a.log, '+') != NULL;
            check_steps(&a);
            leave(&b);
        }
        leave(&a);
    }
    assert_true(starts > least_starts);
    ploy_mind_destroy(other_mind);
    stage_end(&s);
}

static void a_saved_agent_goes_on_as_if_nothing_had_been(void** state)
{
    (void)state;
    save_and_go_on(tasks, 200);
    save_and_go_on(woven_tasks, 200);
}

static void spoil(const ploy_htn_task* agents_do, uint32_t ticks)
{
    htn_stage s;
    static soldier m;
    assert_true(stage_begin_with(&s, agents_do, NULL) && join(&m, &s, 1));
    set_key(&m, "armed", 1);
    m.next = PLOY_SUCCESS;
    for (uint32_t i = 0; i < ticks; ++i) tick(&m);
    uint8_t bytes[MEMORY], bent[MEMORY];
    ploy_writer writer = {bytes, sizeof bytes, 0};
    m.agent.mind->kind->save(&m.agent, &writer);
    uint32_t refused = 0;
    for (size_t bit = 0; bit < writer.count * 8; ++bit) {
        static soldier other;
        assert_true(join(&other, &s, 2));
        s.mind->kind->end(&other.agent);
        memcpy(bent, bytes, writer.count);
        bent[bit / 8] ^= (uint8_t)(1u << bit % 8);
        memset(other.memory, 0, sizeof other.memory);
        other.agent.now = m.agent.now;
        ploy_reader reader = {bent, writer.count, 0, false};
        if (s.mind->kind->load(&other.agent, &reader) == PLOY_OK) {
            for (uint32_t i = 0; i < 3; ++i) tick(&other);
            leave(&other);
        } else {
            ++refused;
            ploy_blackboard_destroy(other.agent.blackboard);
        }
    }
    assert_true(refused > writer.count);
    leave(&m);
    stage_end(&s);
}

static void a_damaged_save_is_rejected_or_does_no_harm(void** state)
{
    (void)state;
    spoil(tasks, 1);
    spoil(woven_tasks, 3);
}

static void live(soldier* crowd, htn_stage* s, const ploy_tasks* hook, uint32_t max_nodes)
{
    static ploy_random randoms[CROWD];
    for (uint32_t i = 0; i < CROWD; ++i) {
        assert_true(join(&crowd[i], s, i + 1));
        randoms[i] = (ploy_random){.seed = 9, .stream = i};
    }
    for (uint32_t t = 0; t < 60; ++t) {
        for (uint32_t i = 0; i < CROWD; ++i) {
            random_change(&crowd[i], &randoms[i]);
            crowd[i].agent.now += TICK;
            s->mind->kind->think(&crowd[i].agent);
        }
        uint32_t spent = s->mind->kind->work(s->mind, hook, max_nodes);
        assert_true(max_nodes == 0 || spent <= max_nodes + 64);
        for (uint32_t i = 0; i < CROWD; ++i) s->mind->kind->act(&crowd[i].agent);
    }
    for (uint32_t i = 0; i < CROWD; ++i) leave(&crowd[i]);
}

static void the_number_of_workers_does_not_show(void** state)
{
    (void)state;
    static soldier one[CROWD], many[CROWD];
    htn_stage s;
    assert_true(stage_begin(&s, NULL));
    live(one, &s, NULL, 0);
    ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = 3});
    ploy_tasks hook = ploy_scheduler_tasks(scheduler);
    live(many, &s, &hook, 0);
    for (uint32_t i = 0; i < CROWD; ++i) assert_string_equal(one[i].log, many[i].log);
    ploy_scheduler_destroy(scheduler);
    stage_end(&s);
}

static void within_a_budget_everyone_gets_a_turn(void** state)
{
    (void)state;
    static soldier crowd[CROWD];
    htn_stage s;
    assert_true(stage_begin(&s, NULL));
    live(crowd, &s, NULL, 30);
    for (uint32_t i = 0; i < CROWD; ++i) assert_non_null(strchr(crowd[i].log, '+'));
    stage_end(&s);
}

static void a_newer_version_keeps_the_running_plan(void** state)
{
    (void)state;
    htn_stage s;
    static soldier m, old;
    assert_true(stage_begin(&s, NULL) && join(&m, &s, 1));
    set_key(&m, "armed", 1);
    tick(&m);
    expect_log(&m, "+Go(hill) ");
    ploy_mind* fresh;
    ploy_allocator allocator = ploy_allocator_default();
    assert_int_equal(make_mind(&s, &allocator, &fresh), PLOY_OK);
    old = m;
    old.agent.mind_data = old.memory;
    ((pl_htn_mind*)s.mind)->agents.data[0] = &old.agent; // it lists agents by their addresses
    m.agent.mind = fresh;
    memset(m.memory, 0, sizeof m.memory);
    assert_int_equal(fresh->kind->migrate(&m.agent, &old.agent), PLOY_OK);
    assert_int_equal(((pl_htn_mind*)s.mind)->agents.count, 0);
    tick(&m);
    expect_log(&m, "");
    m.next = PLOY_SUCCESS;
    tick(&m);
    tick(&m);
    expect_log(&m, ".Go(hill) +Secure(hill) ");
    leave(&m);
    ploy_mind_destroy(fresh);
    stage_end(&s);
}

static bool live_through(const ploy_allocator* allocator)
{
    htn_stage s;
    static soldier m;
    bool good = stage_begin(&s, allocator);
    if (good) {
        good = join(&m, &s, 1);
        for (uint32_t i = 0; good && i < 4; ++i) {
            m.next = PLOY_SUCCESS;
            tick(&m);
        }
        good = good && m.log[0] && pl_htn_status(&m.agent) != PLOY_OUT_OF_MEMORY;
        leave(&m);
    }
    stage_end(&s);
    return good;
}

static void a_failing_allocator_leaves_nothing_behind(void** state)
{
    (void)state;
    test_fail_every_allocation(live_through);
}

static void ticks_allocate_nothing_once_warm(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    htn_stage s;
    static soldier m;
    assert_true(stage_begin(&s, &allocator) && join(&m, &s, 1));
    ploy_random random = {.seed = 8};
    uint64_t calls = 0;
    for (uint32_t t = 0; t < 400; ++t) {
        if (t == 200) calls = counters.calls;
        random_change(&m, &random);
        m.log[0] = '\0';
        tick(&m);
    }
    assert_int_equal(counters.calls, calls);
    leave(&m);
    stage_end(&s);
    assert_int_equal(counters.live_blocks, 0);
}

static void errors_are_reported(void** state)
{
    (void)state;
    htn_stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_htn_mind_def def = {0};
    def.htn = s.network;
    def.task = "Held";
    ploy_mind* mind;
    ploy_error error;
    assert_int_equal(ploy_htn_mind_create(&def, &mind, &error), PLOY_INVALID);
    assert_string_equal(error.message, "the task network has no task 'Held'");
    assert_null(mind);
    stage_end(&s);
}

static bool is_clear(void* user, const ploy_evaluation* call)
{
    (void)call;
    return *(bool*)user;
}

static ploy_domain* make_watch_domain(bool* clear)
{
    ploy_domain_def def = {0};
    def.name = "watch";
    ploy_domain* domain = ploy_domain_create(&def);
    ploy_action_def action = {0};
    action.name = "Watch";
    action.context = "clear";
    action.duration = 60 * PLOY_SECOND;
    assert_int_equal(ploy_domain_add_action(domain, &action, NULL, NULL), PLOY_OK);
    action.name = "Hide";
    action.context = NULL;
    assert_int_equal(ploy_domain_add_action(domain, &action, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_bind_context(domain, "clear", is_clear, clear), PLOY_OK);
    return domain;
}

static void a_step_whose_context_says_no_is_given_up(void** state)
{
    (void)state;
    const ploy_htn_task duty[] = {{.name = "Duty", METHODS({SUB(DO("Watch"))}, {SUB(DO("Hide"))})}};
    bool clear = true;
    htn_stage s = {.domain = make_watch_domain(&clear)};
    ploy_htn_def def = {0};
    def.domain = s.domain;
    def.tasks = duty;
    def.task_count = 1;
    assert_int_equal(ploy_htn_create(&def, &s.network, NULL), PLOY_OK);
    ploy_htn_mind_def mind = {0};
    mind.htn = s.network;
    mind.task = "Duty";
    assert_int_equal(ploy_htn_mind_create(&mind, &s.mind, NULL), PLOY_OK);
    soldier m = {.agent = {.mind = s.mind, .mind_data = m.memory, .id.index1 = 1}};
    assert_int_equal(s.mind->kind->begin(&m.agent), PLOY_OK);
    tick(&m);
    tick(&m);
    assert_int_equal(ploy_htn_step(&m.agent).action, 0);
    clear = false;
    tick(&m);
    assert_int_equal(ploy_htn_step(&m.agent).action, PLOY_NONE);
    tick(&m);
    assert_int_equal(ploy_htn_step(&m.agent).action, 1);
    leave(&m);
    stage_end(&s);
}

TEST_MAIN(TEST(a_step_whose_context_says_no_is_given_up), TEST(it_runs_its_plan_pauses_and_goes_on),
          TEST(a_violated_assumption_makes_it_plan_again),
          TEST(a_plan_of_better_rank_takes_over_once_the_step_is_halted),
          TEST(it_weaves_unordered_subtasks_and_goes_on_with_both_after_a_pause),
          TEST(a_saved_agent_goes_on_as_if_nothing_had_been), TEST(a_damaged_save_is_rejected_or_does_no_harm),
          TEST(the_number_of_workers_does_not_show), TEST(within_a_budget_everyone_gets_a_turn),
          TEST(a_newer_version_keeps_the_running_plan), TEST(a_failing_allocator_leaves_nothing_behind),
          TEST(ticks_allocate_nothing_once_warm), TEST(errors_are_reported))
