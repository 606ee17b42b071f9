#include <ploy/goap.h>
#include <ploy/htn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mind/htn/htn_mind.h"
#include "support/allocators.h"
#include "support/htns.h"
#include "support/test.h"

enum
{
    TICK = 100000,
    MEMORY = 8192,
    CROWD = 40,
};

// A world that does what actions say: an activity writes its action's effects on the board when it ends.

typedef struct stage
{
    const ploy_task* tasks;
    ploy_domain* domain;
    ploy_board_keys* keys;
    ploy_abilities* abilities;
    ploy_network* network;
    ploy_mind* mind;
} stage;

typedef struct soldier
{
    stage* stage;
    ploy_self self;
    uint64_t memory[MEMORY / 8];
    ploy_outcome next; // of whatever runs
    uint32_t halt_ticks, halting;
    char log[1024];
} soldier;

static void write_log(soldier* s, const char* mark, const ploy_run* run)
{
    size_t n = strlen(s->log);
    n += (size_t)snprintf(s->log + n, sizeof s->log - n, "%s%s", mark,
                          ploy_abilities_activity(s->stage->abilities, run->ability)->name);
    if (run->port_count > 0) {
        n += (size_t)snprintf(s->log + n, sizeof s->log - n, "(%s)", network_places[ploy_run_get(run, &s->self, 0)]);
    }
    snprintf(s->log + n, sizeof s->log - n, " ");
}

static ploy_outcome start(ploy_self* self, const ploy_run* run)
{
    write_log(self->user, "+", run);
    return PLOY_BUSY;
}

static ploy_outcome perform(ploy_self* self, const ploy_run* run)
{
    (void)run;
    return ((soldier*)self->user)->next;
}

static void set_key(soldier* s, const char* name, int64_t value)
{
    ploy_board_set(s->self.board, ploy_board_keys_find(s->stage->keys, name), value);
}

static void finished(ploy_self* self, const ploy_run* run)
{
    soldier* s = self->user;
    char name[32];
    write_log(s, ".", run);
    if (s->next == PLOY_FAILURE) return;
    uint32_t place = run->port_count ? (uint32_t)ploy_run_get(run, self, 0) : 0;
    uint32_t ammo = ploy_board_keys_find(s->stage->keys, "ammo");
    snprintf(name, sizeof name, "safe(%s)", network_places[place]);
    switch (run->ability) {
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
        set_key(s, "ammo", ploy_board_get(self->board, ammo) + 1);
        break;
    case 4:
        set_key(s, "ammo", ploy_board_get(self->board, ammo) - 1);
        set_key(s, "hit", 1);
        break;
    default:
        set_key(s, "armed", 0);
        break;
    }
}

static ploy_outcome halt(ploy_self* self, const ploy_run* run)
{
    soldier* s = self->user;
    if (s->halting < s->halt_ticks) return ++s->halting, PLOY_BUSY;
    s->halting = 0;
    write_log(s, "-", run);
    return PLOY_SUCCESS;
}

// To hold the hill: shoot as soon as there is ammo, else go there armed, look, and then decide.
static const ploy_task tasks[] = {
    {.name = "Hold",
     METHODS({.name = "shooting", .when = "armed and ammo >= 1 and not hit", SUB(DO("Shoot"))}, {.when = "safe(hill)"},
             {.name = "going", SUB(DO("GetArmed"), DO("Reach"), PAUSE, DO("Settle"))})},
    {.name = "GetArmed", METHODS({.when = "armed"}, {SUB(DO("Arm"))})},
    {.name = "Reach", METHODS({.when = "at = hill"}, {SUB(ON("Go", "hill"))})},
    {.name = "Settle", METHODS({.when = "hit", SUB(ON("Go", "camp"))}, {SUB(ON("Secure", "hill"))})},
};

// What is to be gained on the hill can only be gained in the middle of the walk, and then it pauses.
static const ploy_task woven_tasks[] = {
    {.name = "Patrol", METHODS({.unordered = true, SUB(DO("Walk"), DO("Look"))})},
    {.name = "Walk", METHODS({.when = "at != hill", SUB(ON("Go", "hill"), ON("Go", "camp"))})},
    {.name = "Look", METHODS({.when = "at = hill", SUB(DO("Gain"), PAUSE, DO("GetArmed"))})},
    {.name = "GetArmed", METHODS({.when = "armed", SUB(DO("Drop"))}, {SUB(DO("Arm"))})},
};

static ploy_status make_network(stage* s, const ploy_allocator* allocator)
{
    ploy_network_def def = ploy_network_def_default();
    def.allocator = *allocator;
    def.domain = s->domain;
    def.tasks = s->tasks;
    def.task_count = 4;
    return ploy_network_create(&def, &s->network, NULL);
}

static ploy_status make_mind(const stage* s, const ploy_allocator* allocator, ploy_mind** mind)
{
    ploy_network_mind_def def = ploy_network_mind_def_default();
    def.allocator = *allocator;
    def.network = s->network;
    def.keys = s->keys;
    def.abilities = s->abilities;
    def.task = s->tasks[0].name;
    return ploy_network_mind_create(&def, mind, NULL);
}

static bool add_activities(stage* s)
{
    bool good = s->abilities != NULL;
    for (uint32_t i = 0; good && i < ploy_domain_action_count(s->domain); ++i) {
        ploy_action_info info = ploy_domain_action(s->domain, i);
        ploy_activity_def def = ploy_activity_def_default();
        def.name = info.name;
        def.ports[0] = "p";
        def.port_count = info.param_count;
        def.start = start;
        def.perform = perform;
        def.finished = finished;
        def.halt = halt;
        good = ploy_abilities_add_activity(s->abilities, &def, NULL) == PLOY_OK;
    }
    return good;
}

static bool stage_begin_with(stage* s, const ploy_task* agents_do, const ploy_allocator* allocator)
{
    ploy_allocator from = allocator ? *allocator : ploy_allocator_default();
    *s = (stage){.domain = network_domain(&from), .tasks = agents_do};
    ploy_board_keys_def keys = ploy_board_keys_def_default();
    keys.allocator = from;
    s->keys = ploy_board_keys_create(&keys);
    if (!s->domain || !s->keys || ploy_view_add_keys(s->domain, s->keys, 0) != PLOY_OK) return false;
    s->abilities = ploy_abilities_create(&from);
    return add_activities(s) && make_network(s, &from) == PLOY_OK && make_mind(s, &from, &s->mind) == PLOY_OK;
}

static bool stage_begin(stage* s, const ploy_allocator* allocator)
{
    return stage_begin_with(s, tasks, allocator);
}

static void stage_end(stage* s)
{
    ploy_mind_destroy(s->mind);
    ploy_network_destroy(s->network);
    ploy_abilities_destroy(s->abilities);
    ploy_board_keys_destroy(s->keys);
    ploy_domain_destroy(s->domain);
}

static bool join(soldier* m, stage* s, uint32_t agent)
{
    ploy_board_def board = ploy_board_def_default();
    board.keys = s->keys;
    memset(m, 0, sizeof *m);
    m->stage = s;
    m->self = (ploy_self){
        .user = m, .mind = s->mind, .memory = m->memory, .board = ploy_board_create(&board), .agent = agent};
    assert_true(s->mind->memory_bytes <= MEMORY);
    return m->self.board && s->mind->kind->begin(&m->self) == PLOY_OK;
}

static void leave(soldier* m)
{
    m->halt_ticks = 0;
    if (m->self.board && m->self.mind) m->self.mind->kind->end(&m->self);
    ploy_board_destroy(m->self.board);
}

static void tick(soldier* m)
{
    ploy_mind_tick(&m->self, TICK);
}

static void expect_log(soldier* m, const char* log)
{
    assert_string_equal(m->log, log);
    m->log[0] = '\0';
}

static void it_runs_its_plan_pauses_and_goes_on(void** state)
{
    (void)state;
    stage s;
    soldier m;
    assert_true(stage_begin(&s, NULL) && join(&m, &s, 1));
    tick(&m);
    expect_log(&m, "+Arm ");
    m.next = PLOY_SUCCESS;
    tick(&m);
    expect_log(&m, ".Arm +Go(hill) ");
    m.next = PLOY_BUSY;
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
    assert_int_equal(ploy_network_status_of(&m.self), PLOY_FOUND);
    assert_int_equal(ploy_network_step_of(&m.self).action, PLOY_NONE);
    leave(&m);
    stage_end(&s);
}

static void it_weaves_unordered_subtasks_and_goes_on_with_both_after_a_pause(void** state)
{
    (void)state;
    stage s;
    soldier m;
    assert_true(stage_begin_with(&s, woven_tasks, NULL) && join(&m, &s, 1));
    m.next = PLOY_SUCCESS;
    for (uint32_t i = 0; i < 3; ++i) tick(&m);
    expect_log(&m, "+Go(hill) .Go(hill) +Gain .Gain ");
    assert_int_equal(((const pl_network_memory*)m.memory)->rest_count, 3);
    for (uint32_t i = 0; i < 3; ++i) tick(&m);
    expect_log(&m, "+Arm .Arm +Go(camp) .Go(camp) ");
    leave(&m);
    stage_end(&s);
}

static void a_broken_assumption_makes_it_plan_anew(void** state)
{
    (void)state;
    stage s;
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
    m.next = PLOY_BUSY;
    tick(&m);
    expect_log(&m, "+Arm ");
    ploy_step steps[4];
    assert_int_equal(ploy_network_steps_of(&m.self, steps, 4), 2);
    assert_int_equal(steps[1].action, 0);
    set_key(&m, "at", 2); // the next step cannot be done any more
    tick(&m);
    expect_log(&m, "");
    assert_int_equal(ploy_network_steps_of(&m.self, steps, 4), 1);
    leave(&m);
    stage_end(&s);
}

static void a_plan_of_better_rank_takes_over_once_the_step_is_halted(void** state)
{
    (void)state;
    stage s;
    soldier m;
    assert_true(stage_begin(&s, NULL) && join(&m, &s, 1));
    set_key(&m, "armed", 1);
    tick(&m);
    expect_log(&m, "+Go(hill) ");
    m.halt_ticks = 2;
    set_key(&m, "ammo", 1);
    char text[400];
    tick(&m);
    ploy_mind_why(&m.self, text, sizeof text);
    assert_string_equal(text,
                        "Go(hill) is being halted, since another plan for Hold is better. Then: Shoot. It goes by "
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
    ploy_mind_why(&m.self, text, sizeof text);
    assert_string_equal(text,
                        "Nothing is under way for Hold. It goes by method 2 of 3; none before it leads to a plan. The "
                        "last search: what was looked for was found.");
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
    m->next = next < 3 ? PLOY_BUSY : next < 5 ? PLOY_SUCCESS : PLOY_FAILURE;
}

static void check_steps(const soldier* m)
{
    ploy_step steps[32];
    uint32_t count = ploy_network_steps_of(&m->self, steps, 32);
    ploy_step doing = ploy_network_step_of(&m->self);
    assert_true(count <= 32);
    if (doing.action == PLOY_NONE || ((const pl_network_memory*)m->memory)->is_leaving) return;
    assert_int_equal(steps[0].action, doing.action);
}

static void save_and_go_on(const ploy_task* agents_do, uint32_t least_starts)
{
    stage s;
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
            a.self.mind->kind->save(&a.self, &writer);
            uint64_t words[128];
            assert_true(ploy_board_save_words(a.self.board) <= 128);
            assert_int_equal(ploy_board_save(a.self.board, words, 128), PLOY_OK);
            b = a;
            ploy_board_def board = ploy_board_def_default();
            board.keys = s.keys;
            b.self.user = &b;
            b.self.mind = other_mind;
            b.self.memory = b.memory;
            b.self.board = ploy_board_create(&board);
            assert_int_equal(ploy_board_restore(b.self.board, words, ploy_board_save_words(b.self.board)), PLOY_OK);
            memset(b.memory, 0, sizeof b.memory);
            ploy_reader reader = {bytes, writer.count, 0, false};
            assert_int_equal(b.self.mind->kind->load(&b.self, &reader), PLOY_OK);
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

static void spoil(const ploy_task* agents_do, uint32_t ticks)
{
    stage s;
    static soldier m;
    assert_true(stage_begin_with(&s, agents_do, NULL) && join(&m, &s, 1));
    set_key(&m, "armed", 1);
    m.next = PLOY_SUCCESS;
    for (uint32_t i = 0; i < ticks; ++i) tick(&m);
    uint8_t bytes[MEMORY], bent[MEMORY];
    ploy_writer writer = {bytes, sizeof bytes, 0};
    m.self.mind->kind->save(&m.self, &writer);
    uint32_t refused = 0;
    for (size_t bit = 0; bit < writer.count * 8; ++bit) {
        static soldier other;
        assert_true(join(&other, &s, 2));
        s.mind->kind->end(&other.self);
        memcpy(bent, bytes, writer.count);
        bent[bit / 8] ^= (uint8_t)(1u << bit % 8);
        memset(other.memory, 0, sizeof other.memory);
        other.self.now = m.self.now;
        ploy_reader reader = {bent, writer.count, 0, false};
        if (s.mind->kind->load(&other.self, &reader) == PLOY_OK) {
            for (uint32_t i = 0; i < 3; ++i) tick(&other);
            leave(&other);
        } else {
            ++refused;
            ploy_board_destroy(other.self.board);
        }
    }
    assert_true(refused > writer.count);
    leave(&m);
    stage_end(&s);
}

static void a_spoilt_save_is_refused_or_does_no_harm(void** state)
{
    (void)state;
    spoil(tasks, 1);
    spoil(woven_tasks, 3);
}

static void live(soldier* crowd, stage* s, const ploy_tasks* hook, uint32_t max_nodes)
{
    static ploy_random randoms[CROWD];
    for (uint32_t i = 0; i < CROWD; ++i) {
        assert_true(join(&crowd[i], s, i + 1));
        randoms[i] = (ploy_random){.seed = 9, .stream = i};
    }
    for (uint32_t t = 0; t < 60; ++t) {
        for (uint32_t i = 0; i < CROWD; ++i) {
            random_change(&crowd[i], &randoms[i]);
            crowd[i].self.now += TICK;
            s->mind->kind->think(&crowd[i].self);
        }
        uint32_t spent = s->mind->kind->work(s->mind, hook, max_nodes);
        assert_true(max_nodes == 0 || spent <= max_nodes + 64);
        for (uint32_t i = 0; i < CROWD; ++i) s->mind->kind->act(&crowd[i].self);
    }
    for (uint32_t i = 0; i < CROWD; ++i) leave(&crowd[i]);
}

static void the_number_of_workers_does_not_show(void** state)
{
    (void)state;
    static soldier one[CROWD], many[CROWD];
    stage s;
    assert_true(stage_begin(&s, NULL));
    live(one, &s, NULL, 0);
    ploy_scheduler* scheduler = ploy_scheduler_create(NULL, 3);
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
    stage s;
    assert_true(stage_begin(&s, NULL));
    live(crowd, &s, NULL, 30);
    for (uint32_t i = 0; i < CROWD; ++i) assert_non_null(strchr(crowd[i].log, '+'));
    stage_end(&s);
}

static void a_newer_edition_keeps_what_is_under_way(void** state)
{
    (void)state;
    stage s;
    static soldier m, old;
    assert_true(stage_begin(&s, NULL) && join(&m, &s, 1));
    set_key(&m, "armed", 1);
    tick(&m);
    expect_log(&m, "+Go(hill) ");
    ploy_mind* fresh;
    ploy_allocator allocator = ploy_allocator_default();
    assert_int_equal(make_mind(&s, &allocator, &fresh), PLOY_OK);
    old = m;
    old.self.memory = old.memory;
    ((pl_network_mind*)s.mind)->selves.data[0] = &old.self; // it lists agents by their addresses
    m.self.mind = fresh;
    memset(m.memory, 0, sizeof m.memory);
    assert_int_equal(fresh->kind->adopt(&m.self, &old.self), PLOY_OK);
    assert_int_equal(((pl_network_mind*)s.mind)->selves.count, 0);
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
    stage s;
    static soldier m;
    bool good = stage_begin(&s, allocator);
    if (good) {
        good = join(&m, &s, 1);
        for (uint32_t i = 0; good && i < 4; ++i) {
            m.next = PLOY_SUCCESS;
            tick(&m);
        }
        good = good && m.log[0] && ploy_network_status_of(&m.self) != PLOY_OUT_OF_MEMORY;
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
    stage s;
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

static void what_is_wrong_is_told(void** state)
{
    (void)state;
    stage s;
    assert_true(stage_begin(&s, NULL));
    ploy_network_mind_def def = ploy_network_mind_def_default();
    def.network = s.network;
    def.task = "Held";
    ploy_mind* mind;
    ploy_error error;
    assert_int_equal(ploy_network_mind_create(&def, &mind, &error), PLOY_INVALID);
    assert_string_equal(error.message, "the network has no task 'Held'");
    assert_null(mind);
    stage_end(&s);
}

static bool is_clear(void* user, const ploy_call* call)
{
    (void)call;
    return *(bool*)user;
}

static ploy_domain* make_watch_domain(bool* clear)
{
    ploy_domain_def def = ploy_domain_def_default();
    def.name = "watch";
    ploy_domain* domain = ploy_domain_create(&def);
    ploy_action_def action = ploy_action_def_default();
    action.name = "Watch";
    action.context = "clear";
    action.duration = 60000;
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
    const ploy_task duty[] = {{.name = "Duty", METHODS({SUB(DO("Watch"))}, {SUB(DO("Hide"))})}};
    bool clear = true;
    stage s = {.domain = make_watch_domain(&clear)};
    ploy_network_def def = ploy_network_def_default();
    def.domain = s.domain;
    def.tasks = duty;
    def.task_count = 1;
    assert_int_equal(ploy_network_create(&def, &s.network, NULL), PLOY_OK);
    ploy_network_mind_def mind = ploy_network_mind_def_default();
    mind.network = s.network;
    mind.task = "Duty";
    assert_int_equal(ploy_network_mind_create(&mind, &s.mind, NULL), PLOY_OK);
    soldier m = {.self = {.mind = s.mind, .memory = m.memory, .agent = 1}};
    assert_int_equal(s.mind->kind->begin(&m.self), PLOY_OK);
    tick(&m);
    tick(&m);
    assert_int_equal(ploy_network_step_of(&m.self).action, 0);
    clear = false;
    tick(&m);
    assert_int_equal(ploy_network_step_of(&m.self).action, PLOY_NONE);
    tick(&m);
    assert_int_equal(ploy_network_step_of(&m.self).action, 1);
    leave(&m);
    stage_end(&s);
}

TEST_MAIN(TEST(a_step_whose_context_says_no_is_given_up), TEST(it_runs_its_plan_pauses_and_goes_on),
          TEST(a_broken_assumption_makes_it_plan_anew), TEST(a_plan_of_better_rank_takes_over_once_the_step_is_halted),
          TEST(it_weaves_unordered_subtasks_and_goes_on_with_both_after_a_pause),
          TEST(a_saved_agent_goes_on_as_if_nothing_had_been), TEST(a_spoilt_save_is_refused_or_does_no_harm),
          TEST(the_number_of_workers_does_not_show), TEST(within_a_budget_everyone_gets_a_turn),
          TEST(a_newer_edition_keeps_what_is_under_way), TEST(a_failing_allocator_leaves_nothing_behind),
          TEST(ticks_allocate_nothing_once_warm), TEST(what_is_wrong_is_told))
