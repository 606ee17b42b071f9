// A colony whose objects come and go, whose tables and clauses change between and within ticks, recorded. The game keeps
// a log of the plans that its agents follow; for every decision the debugger must give the plan of the log.

#include <ploy/io.h>
#include <ploy/save.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/domain/domain.h"
#include "record/debugger/debugger.h"
#include "support/base/allocators.h"
#include "support/base/test.h"
#include "support/world/memory_recording.h"

static const char colony_text[] =
    "<ploy version='1'><domain name='colony'>"
    "<type name='place' objects='camp glade hill lake mine'/>"
    "<type name='tree' capacity='6' count='2'/>"
    "<type name='wolf' capacity='3'/>"
    "<symbol name='at' type='place'/>"
    "<symbol name='logs' type='int' min='0' max='4'/>"
    "<symbol name='fire' type='bool'/>"
    "<symbol name='safe' type='bool'/>"
    "<symbol name='felled' type='bool' of='tree' planned='true'/>"
    "<symbol name='hunted' type='bool' of='wolf' planned='true'/>"
    "<table name='distance' of='place place' symmetric='true' type='int' min='0' max='60'>"
    "camp glade = 4, camp hill = 7, camp lake = 9, camp mine = 12, glade hill = 5, glade lake = 6, glade mine = 9,"
    "hill lake = 3, hill mine = 8, lake mine = 6</table>"
    "<table name='danger' of='place' type='decimal' min='0' max='20'/>"
    "<table name='open' of='place' type='bool' initial='true'/>"
    "<table name='spot' of='tree' type='place' initial='hill'>tree.1 = glade</table>"
    "<table name='den' of='wolf' type='place' initial='mine'/>"
    "<action name='Go' duration='0.5' cost='distance(at, p) + danger(p)'><param name='p' type='place'/>"
    "<pre>open(p)</pre><effect>at = p</effect></action>"
    "<action name='Fell' duration='0.25' cost='2'><param name='t' type='tree'/>"
    "<pre>at = spot(t) and not felled(t)</pre><effect>felled(t), logs += 1</effect></action>"
    "<action name='Light' duration='0.25'><pre>at = camp and logs &gt;= 2</pre><effect>fire, logs -= "
    "2</effect></action>"
    "<action name='Hunt' duration='0.25' cost='3'><param name='w' type='wolf'/>"
    "<pre>at = den(w) and not hunted(w)</pre><effect>hunted(w), safe</effect></action>"
    "<goal name='Warm' priority='2'>fire</goal>"
    "<goal name='Safe' priority='danger(at)'>safe</goal>"
    "</domain>"
    "<agent name='settler' domain='colony'/></ploy>";

enum
{
    TREE = 1,
    WOLF = 2,
    DISTANCE = 0,
    DANGER,
    OPEN,
    SPOT,
    DEN,
    PLACES = 5,
    AGENTS = 3,
    MAX_LOG = 4096,
    MAX_STEPS = 24,
};

/// A plan that an agent began to follow.
typedef struct logged_plan
{
    uint32_t agent;
    uint64_t tick;
    uint32_t count;
    ploy_step steps[MAX_STEPS];
    int64_t cost; ///< by the game's own domain, step by step
} logged_plan;

typedef struct settlement_game
{
    ploy_world* world;
    ploy_domain* domain;
    ploy_random random;
    test_recorded recorded;
    bool clauses_change;
    bool notes_once; ///< the recorder hears of the world only at the beginning
    logged_plan* log;
    uint32_t log_count;
} settlement_game;

static uint32_t below(settlement_game* c, uint32_t bound)
{
    return ploy_random_below(&c->random, bound);
}

// What a step costs, summed up in the state that the agent saw. Symbols that are not sensed begin again with a plan.
static int64_t cost_of(const settlement_game* c, const ploy_agent* agent, const logged_plan* plan)
{
    uint64_t state[8];
    int64_t cost = 0;
    assert_in_range(ploy_domain_state_words(c->domain), 1, 8);
    memcpy(state, ploy_goap_state(agent), ploy_domain_state_words(c->domain) * sizeof *state);
    for (uint32_t s = 0; s < ploy_domain_symbol_count(c->domain); ++s) {
        ploy_symbol_info symbol = ploy_domain_symbol(c->domain, s);
        for (uint32_t k = 0; symbol.planned && k < symbol.variable_count; ++k) {
            ploy_state_set(c->domain, state, symbol.first_variable + k, 0);
        }
    }
    for (uint32_t i = 0; i < plan->count; ++i) {
        const ploy_step* step = &plan->steps[i];
        if (!ploy_action_applicable(c->domain, step->action, step->args, state)) return -1;
        cost += ploy_action_cost(c->domain, step->action, step->args, state, NULL);
        ploy_action_apply(c->domain, step->action, step->args, state);
    }
    return cost;
}

static void log_plan(settlement_game* c, const ploy_agent* agent)
{
    assert_in_range(c->log_count, 0, MAX_LOG - 1);
    logged_plan* plan = &c->log[c->log_count++];
    *plan = (logged_plan){.agent = agent->id.index1, .tick = ploy_world_ticks(c->world)};
    plan->count = ploy_goap_steps(agent, plan->steps, MAX_STEPS);
    assert_in_range(plan->count, 1, MAX_STEPS);
    plan->cost = cost_of(c, agent, plan);
}

// What an agent has done changes the domain within the tick, after decisions have been made.
static void on_event(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    settlement_game* c = user;
    if (event->kind == PLOY_GOAP_PLAN_TAKEN) log_plan(c, agent);
    if (event->kind != PLOY_GOAP_ACTION_FINISHED) return;
    const char* action = ploy_domain_action(c->domain, event->index).name;
    ploy_value logs = ploy_agent_get(agent, "logs");
    if (strcmp(action, "Go") == 0) ploy_agent_set(agent, "at", event->args[0]);
    if (strcmp(action, "Fell") == 0) ploy_agent_set(agent, "logs", logs < 4 ? logs + 1 : 4);
    if (strcmp(action, "Fell") == 0) ploy_domain_despawn(c->domain, TREE, event->args[0]); // compiled some ticks later
    if (strcmp(action, "Light") == 0) ploy_agent_set(agent, "logs", logs - 2), ploy_agent_set(agent, "fire", true);
    if (strcmp(action, "Hunt") == 0) ploy_agent_set(agent, "safe", true);
    if (strcmp(action, "Hunt") == 0 && ploy_domain_despawn(c->domain, WOLF, event->args[0]) == PLOY_OK)
        assert_int_equal(ploy_domain_compile(c->domain, NULL), PLOY_OK);
}

static void spawn(settlement_game* c, uint32_t type, uint32_t table)
{
    uint32_t object;
    if (ploy_domain_spawn(c->domain, type, &object) != PLOY_OK) return;
    assert_int_equal(ploy_domain_table_set(c->domain, table, &object, below(c, PLACES)), PLOY_OK);
}

static void despawn(settlement_game* c, uint32_t type)
{
    ploy_domain_despawn(c->domain, type, below(c, ploy_domain_type(c->domain, type).object_count));
}

static void change_cost(settlement_game* c)
{
    char cost[8];
    snprintf(cost, sizeof cost, "%u", 1 + below(c, 9));
    uint32_t fell = ploy_domain_find_action(c->domain, "Fell");
    if (c->clauses_change)
        assert_int_equal(ploy_domain_change_clause(c->domain, PLOY_PART_COST, fell, 0, cost, NULL), PLOY_OK);
}

static void change(settlement_game* c)
{
    uint32_t place = below(c, PLACES), pair[2] = {place, below(c, PLACES)};
    bool compiles = true;
    switch (below(c, 24)) {
    case 0:
    case 1:
        spawn(c, TREE, SPOT);
        break;
    case 2:
        despawn(c, TREE);
        break;
    case 3: // a cost alone: it counts at once
        ploy_domain_table_set(c->domain, DISTANCE, pair, place == pair[1] ? 0 : 1 + below(c, 30));
        compiles = false;
        break;
    case 4:
        ploy_domain_table_set(c->domain, DANGER, &place, 500 * below(c, 12));
        compiles = false;
        break;
    case 5:
        ploy_domain_table_set(c->domain, OPEN, &place, place == 0 || below(c, 3) > 0);
        break;
    case 6:
        spawn(c, WOLF, DEN);
        break;
    case 7:
        despawn(c, WOLF);
        break;
    case 8: // planners know nothing of it until a later change compiles
        spawn(c, TREE, SPOT);
        compiles = false;
        break;
    case 9: // a new tree in the place of an old one
        if (ploy_domain_despawn(c->domain, TREE, 0) == PLOY_OK) spawn(c, TREE, SPOT);
        break;
    case 10:
        change_cost(c);
        break;
    default:
        compiles = false;
        break;
    }
    if (compiles) assert_int_equal(ploy_domain_compile(c->domain, NULL), PLOY_OK);
}

// Changes within a tick, before decisions.
static void sense(ploy_agent* agent, void* user)
{
    settlement_game* c = user;
    if (agent->id.index1 == 2 && below(c, 4) == 0) change(c);
}

static void upset(settlement_game* c)
{
    ploy_agent_id id = {0};
    while ((id = ploy_world_next_agent(c->world, id)).index1 != 0) {
        if (below(c, 12) == 0) ploy_agent_set(ploy_world_agent(c->world, id), below(c, 3) ? "fire" : "safe", false);
    }
}

static void create_world(settlement_game* c, const ploy_trace* trace, bool is_empty)
{
    ploy_error error = {0};
    c->world = ploy_world_create(&(ploy_world_def){.on_event = on_event, .user = c, .trace = trace});
    assert_non_null(c->world);
    ploy_bindings_add_sensor(ploy_world_bindings(c->world),
                             &(ploy_sensor_def){.name = "weather", .sense = sense, .user = c}, NULL);
    if (ploy_world_load_text(c->world, "colony", colony_text, strlen(colony_text), &error) != PLOY_OK)
        fail_msg("%s", error.message);
    c->domain = ploy_file_domain(ploy_world_file(c->world, "colony"), 0);
    for (uint32_t i = 0; i < AGENTS && !is_empty; ++i)
        ploy_agent_create(c->world, &(ploy_agent_def){.type = "settler"});
}

static void begin(settlement_game* c, uint64_t seed, bool clauses_change, bool notes_once)
{
    *c = (settlement_game){.clauses_change = clauses_change, .notes_once = notes_once};
    c->random = (ploy_random){.seed = seed};
    c->log = calloc(MAX_LOG, sizeof *c->log);
    test_recorded_begin(&c->recorded);
    create_world(c, ploy_recorder_trace(c->recorded.recorder), false);
    assert_int_equal(ploy_recorder_note_world(c->recorded.recorder, c->world, NULL, NULL), PLOY_OK);
}

static void run(settlement_game* c, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; ++i) {
        change(c);
        upset(c);
        ploy_world_tick(c->world, PLOY_SECOND / 4);
        if (!c->notes_once)
            assert_int_equal(ploy_recorder_note_world(c->recorded.recorder, c->world, NULL, NULL), PLOY_OK);
        ploy_recorder_tick(c->recorded.recorder);
    }
}

static void end(settlement_game* c)
{
    free(c->log);
    test_recorded_free(&c->recorded);
}

// The debugger.

typedef struct studied
{
    ploy_recording* recording;
    ploy_debugger* debugger;
} studied;

static studied study(const test_recorded* recorded)
{
    studied s;
    ploy_recording_def def = {.bytes = recorded->bytes, .count = recorded->count};
    assert_int_equal(ploy_recording_create(&def, &s.recording, NULL), PLOY_OK);
    assert_int_equal(ploy_debugger_create(&(ploy_debugger_def){.recording = s.recording}, &s.debugger, NULL), PLOY_OK);
    return s;
}

static void study_end(const studied* s)
{
    ploy_debugger_destroy(s->debugger);
    ploy_recording_destroy(s->recording);
}

/// The decisions of a recording.
typedef struct decision_list
{
    uint32_t agents[MAX_LOG];
    uint64_t ticks[MAX_LOG];
    uint32_t nths[MAX_LOG];
    uint32_t count;
} decision_list;

static void list_decisions(const studied* s, decision_list* list)
{
    ploy_trace_event event;
    uint64_t tick;
    list->count = 0;
    ploy_recording_seek(s->recording, 0);
    while (ploy_recording_next(s->recording, &event, &tick) == PLOY_FOUND) {
        if (event.kind != PLOY_TRACE_GOAL_CHOSEN) continue;
        uint32_t nth = 1;
        for (uint32_t i = list->count; i-- > 0 && list->ticks[i] == tick;) nth += list->agents[i] == event.agent;
        assert_in_range(list->count, 0, MAX_LOG - 1);
        list->agents[list->count] = event.agent;
        list->ticks[list->count] = tick;
        list->nths[list->count++] = nth;
    }
}

static void expect_same(const studied* s, uint32_t agent, uint64_t tick, uint32_t nth)
{
    ploy_debug_answer* answer;
    ploy_error error;
    ploy_debug_query query = {.agent = agent, .tick = tick, .nth = nth, .brief = true};
    if (ploy_debugger_query(s->debugger, &query, &answer, &error) != PLOY_OK)
        fail_msg("agent %u, tick %u: %s", (unsigned)agent, (unsigned)tick, error.message);
    if (!answer->is_same)
        fail_msg("agent %u, tick %u, %u.: %s", (unsigned)agent, (unsigned)tick, (unsigned)nth, answer->text);
    ploy_debug_answer_destroy(answer);
}

// The plan of the debugger is that of the game.
static void expect_logged(const studied* s, const logged_plan* plan)
{
    pl_decision* d;
    pl_replay* replay;
    pl_scene scene;
    assert_int_equal(
        pl_decision_read(&s->debugger->allocator, &s->debugger->kinds, s->recording, plan->agent, plan->tick, 0, &d),
        PLOY_OK);
    assert_int_equal(pl_debugger_replay_of(s->debugger, d, &replay, NULL), PLOY_OK);
    replay->max_nodes = PL_MAX_REPLAY_NODES;
    assert_int_equal(pl_scene_make(replay, d, &s->debugger->scratch, &scene), PLOY_OK);
    const ploy_plan* found = pl_scene_plan_recorded(replay, &scene);
    assert_int_equal(found->status, PLOY_FOUND);
    assert_int_equal(found->step_count, plan->count);
    for (uint32_t i = 0; i < plan->count; ++i) {
        assert_int_equal(found->steps[i].action, plan->steps[i].action);
        assert_memory_equal(found->steps[i].args, plan->steps[i].args, sizeof found->steps[i].args);
    }
    if (plan->cost >= 0) assert_int_equal(found->cost, plan->cost);
    pl_decision_destroy(d);
    pl_arena_reset(&s->debugger->scratch);
}

static void check_all(uint64_t seed, bool clauses_change, bool notes_once)
{
    settlement_game c;
    decision_list* list = calloc(1, sizeof *list);
    begin(&c, seed, clauses_change, notes_once);
    run(&c, 250);
    ploy_world_destroy(c.world);
    test_recorded_end(&c.recorded);
    studied s = study(&c.recorded);
    list_decisions(&s, list);
    assert_in_range(c.log_count, 30, MAX_LOG);
    for (uint32_t i = 0; i < list->count; ++i) expect_same(&s, list->agents[i], list->ticks[i], list->nths[i]);
    for (uint32_t i = list->count; i-- > 0;) expect_same(&s, list->agents[i], list->ticks[i], list->nths[i]); // back
    for (uint32_t i = 0; i < c.log_count; ++i) expect_logged(&s, &c.log[i]);
    study_end(&s);
    end(&c);
    free(list);
}

static void every_decision_is_made_again_as_the_game_made_it(void** unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 4; ++seed) check_all(seed, false, false);
}

static void so_it_is_when_clauses_change_as_well(void** unused)
{
    (void)unused;
    for (uint64_t seed = 21; seed <= 24; ++seed) check_all(seed, true, false);
}

static void a_game_that_notes_its_world_only_once_is_recorded_as_well(void** unused)
{
    (void)unused;
    for (uint64_t seed = 41; seed <= 42; ++seed) check_all(seed, false, true);
}

// Key frames.

static bool append(void* user, const void* bytes, size_t count)
{
    test_recorded* to = user;
    if (to->count + count > to->capacity) {
        to->capacity = 2 * (to->count + count);
        to->bytes = realloc(to->bytes, to->capacity);
        if (!to->bytes) return false;
    }
    memcpy(to->bytes + to->count, bytes, count);
    to->count += count;
    return true;
}

static ploy_status save(const void* game, ploy_writer* writer)
{
    return ploy_world_save(((const settlement_game*)game)->world, NULL, writer);
}

static void expect_all(const test_recorded* recorded, uint64_t from, uint32_t min_count)
{
    decision_list* list = calloc(1, sizeof *list);
    studied s = study(recorded);
    uint32_t count = 0;
    list_decisions(&s, list);
    for (uint32_t i = 0; i < list->count; ++i) {
        if (list->ticks[i] < from) continue;
        expect_same(&s, list->agents[i], list->ticks[i], list->nths[i]);
        ++count;
    }
    assert_in_range(count, min_count, MAX_LOG);
    study_end(&s);
    free(list);
}

// Another game goes on from the key frame, and has the objects and tables of that tick.
static void a_recording_that_continues_from_a_key_frame_has_the_objects_of_that_tick(void** unused)
{
    (void)unused;
    settlement_game c, other;
    begin(&c, 61, true, false);
    run(&c, 90);
    test_recorded_frame(&c.recorded, save, &c);
    run(&c, 40);
    ploy_world_destroy(c.world);
    test_recorded_end(&c.recorded);
    studied s = study(&c.recorded);

    other = (settlement_game){.random = {.seed = 62}, .log = calloc(MAX_LOG, sizeof *other.log)};
    ploy_recorder_def def = {.write = append, .user = &other.recorded, .continues = s.recording, .continues_at = 1000};
    other.recorded.recorder = ploy_recorder_create(&def);
    assert_non_null(other.recorded.recorder);
    create_world(&other, ploy_recorder_trace(other.recorded.recorder), true);
    uint64_t tick;
    const void* bytes;
    size_t count;
    assert_int_equal(ploy_recording_frame(s.recording, 1000, &tick, &bytes, &count), PLOY_OK);
    assert_int_equal(tick, 90);
    ploy_reader reader = {.bytes = bytes, .count = count};
    assert_int_equal(ploy_world_load(other.world, NULL, &reader, NULL), PLOY_OK);
    assert_int_equal(ploy_recorder_note_world(other.recorded.recorder, other.world, NULL, NULL), PLOY_OK);
    run(&other, 80);
    ploy_world_destroy(other.world);
    test_recorded_end(&other.recorded);
    study_end(&s);
    expect_all(&other.recorded, 90, 20);
    end(&other);
    end(&c);
}

// Comparing decisions, and what the answers say.

static void two_trees(ploy_domain* domain)
{
    uint32_t camp_glade[] = {0, 1};
    assert_int_equal(ploy_domain_despawn(domain, TREE, 0), PLOY_OK);
    assert_int_equal(ploy_domain_table_set(domain, DISTANCE, camp_glade, 50), PLOY_OK);
    assert_int_equal(ploy_domain_spawn(domain, TREE, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_spawn(domain, TREE, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
}

static void what_changed_between_two_decisions_names_objects_and_cells(void** unused)
{
    (void)unused;
    settlement_game c;
    begin(&c, 1, false, false);
    ploy_agent* agent = ploy_world_agent(c.world, ploy_world_next_agent(c.world, (ploy_agent_id){0}));
    ploy_world_tick(c.world, PLOY_SECOND / 4);
    ploy_recorder_tick(c.recorded.recorder);
    two_trees(c.domain);
    ploy_goap_replan(agent);
    c.random.counter = 1; // no weather
    ploy_world_tick(c.world, PLOY_SECOND / 4);
    ploy_recorder_tick(c.recorded.recorder);
    ploy_world_destroy(c.world);
    test_recorded_end(&c.recorded);
    studied s = study(&c.recorded);
    ploy_debug_answer* answer;
    ploy_debug_query query = {.agent = 1, .tick = 1, .diff = true, .other_tick = 0, .brief = true};
    assert_int_equal(ploy_debugger_query(s.debugger, &query, &answer, NULL), PLOY_OK);
    assert_true(answer->is_same);
    assert_non_null(strstr(answer->text,
                           "Without any one of these changes it would have decided as before:\n  - tree.3, "
                           "which did not exist before; distance(camp, glade) = 4, then 50; "
                           "spot(tree.1) = glade, then hill\n"));
    ploy_debug_answer_destroy(answer);
    study_end(&s);
    end(&c);
}

// Memory.

static bool record_and_ask(const ploy_allocator* allocator)
{
    static settlement_game c;
    test_recorded kept = {0};
    ploy_recorder* recorder =
        ploy_recorder_create(&(ploy_recorder_def){.allocator = *allocator, .write = append, .user = &kept});
    if (!recorder) return free(kept.bytes), false;
    c = (settlement_game){.random = {.seed = 5}, .clauses_change = true, .log = calloc(MAX_LOG, sizeof *c.log)};
    c.recorded.recorder = recorder;
    create_world(&c, ploy_recorder_trace(recorder), false);
    bool is_noted = ploy_recorder_note_world(recorder, c.world, NULL, NULL) == PLOY_OK;
    for (uint32_t i = 0; i < 12 && is_noted; ++i) {
        change(&c);
        ploy_world_tick(c.world, PLOY_SECOND / 4);
        is_noted = ploy_recorder_note_world(recorder, c.world, NULL, NULL) == PLOY_OK;
        ploy_recorder_tick(recorder);
    }
    ploy_world_destroy(c.world);
    is_noted = ploy_recorder_close(recorder) == PLOY_OK && is_noted;
    ploy_recorder_destroy(recorder);
    free(c.log);
    ploy_recording* recording = NULL;
    ploy_debugger* debugger = NULL;
    ploy_debug_answer* answer = NULL;
    ploy_recording_def def = {.allocator = *allocator, .bytes = kept.bytes, .count = kept.count};
    ploy_debug_query query = {.agent = 1, .tick = 11, .diff = true, .other_tick = 1};
    bool ok = is_noted && ploy_recording_create(&def, &recording, NULL) == PLOY_OK &&
              ploy_debugger_create(&(ploy_debugger_def){.allocator = *allocator, .recording = recording}, &debugger,
                                   NULL) == PLOY_OK &&
              ploy_debugger_query(debugger, &query, &answer, NULL) == PLOY_OK;
    if (answer) ploy_debug_answer_destroy(answer);
    ploy_debugger_destroy(debugger);
    ploy_recording_destroy(recording);
    free(kept.bytes);
    return ok;
}

static void a_failing_allocator_gives_a_status(void** unused)
{
    (void)unused;
    test_fail_every_allocation(record_and_ask);
}

TEST_MAIN(TEST(every_decision_is_made_again_as_the_game_made_it), TEST(so_it_is_when_clauses_change_as_well),
          TEST(a_game_that_notes_its_world_only_once_is_recorded_as_well),
          TEST(a_recording_that_continues_from_a_key_frame_has_the_objects_of_that_tick),
          TEST(what_changed_between_two_decisions_names_objects_and_cells), TEST(a_failing_allocator_gives_a_status))
