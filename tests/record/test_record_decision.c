// Replayed decisions equal the recorded ones, and statements about changes are checked against brute force.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ploy/save.h>

#include "record/save/domain_save.h"
#include "games/smithy/save.h"
#include "record/debugger/debugger.h"
#include "support/base/allocators.h"
#include "support/program/json_reader.h"
#include "support/plan/random_domain.h"
#include "support/base/test.h"

// A smithy, recorded into memory.

typedef struct recorded_smithy
{
    smithy_def def; ///< without its trace
    unsigned char* bytes;
    size_t count;
    size_t room;
    uint64_t hash;       ///< at the end
    uint64_t hashes[64]; ///< when each key frame was made
    uint32_t frames;
} recorded_smithy;

static bool append(void* user, const void* bytes, size_t count)
{
    recorded_smithy* r = user;
    if (r->count + count > r->room) {
        r->room = 2 * (r->count + count);
        r->bytes = realloc(r->bytes, r->room);
        if (!r->bytes) return false;
    }
    memcpy(r->bytes + r->count, bytes, count);
    r->count += count;
    return true;
}

static void add_frame(recorded_smithy* r, ploy_recorder* recorder, const smithy* game)
{
    ploy_writer counter = {0};
    assert_int_equal(smithy_save(game, &counter), PLOY_OK);
    uint8_t* bytes = malloc(counter.count);
    ploy_writer writer = {bytes, counter.count, 0};
    assert_int_equal(smithy_save(game, &writer), PLOY_OK);
    assert_int_equal(ploy_recorder_frame(recorder, bytes, writer.count), PLOY_OK);
    r->hashes[r->frames++] = smithy_hash(game);
    free(bytes);
}

// Runs at most 6,400 ticks, with a key frame every hundred.
static void record_smithy(recorded_smithy* r, uint64_t seed, uint32_t smiths, uint32_t ticks)
{
    *r = (recorded_smithy){.def = smithy_def_default()};
    ploy_recorder_def def = {0};
    def.write = append;
    def.user = r;
    ploy_recorder* recorder = ploy_recorder_create(&def);
    assert_non_null(recorder);
    r->def.seed = seed;
    r->def.smiths = smiths;
    smithy_def traced = r->def;
    traced.trace = ploy_recorder_trace(recorder);
    smithy* game = smithy_create(&traced, NULL);
    assert_non_null(game);
    assert_int_equal(ploy_recorder_note_world(recorder, game->world, NULL, NULL), PLOY_OK);
    for (uint32_t tick = 0; tick < ticks; ++tick) {
        if (tick % 100 == 0) add_frame(r, recorder, game);
        smithy_tick(game);
        ploy_recorder_tick(recorder);
    }
    r->hash = smithy_hash(game);
    assert_int_equal(ploy_recorder_close(recorder), PLOY_OK);
    smithy_destroy(game);
    ploy_recorder_destroy(recorder);
}

static void recorded_smithy_free(recorded_smithy* r)
{
    free(r->bytes);
}

typedef struct debug_fixture
{
    recorded_smithy run;
    ploy_recording* recording;
    ploy_debugger* debugger;
} debug_fixture;

static void begin(debug_fixture* a, uint64_t seed, uint32_t smiths, uint32_t ticks)
{
    record_smithy(&a->run, seed, smiths, ticks);
    assert_int_equal(
        ploy_recording_create(&(ploy_recording_def){.bytes = a->run.bytes, .count = a->run.count}, &a->recording, NULL),
        PLOY_OK);
    assert_int_equal(ploy_debugger_create(&(ploy_debugger_def){.recording = a->recording}, &a->debugger, NULL),
                     PLOY_OK);
}

static void end(debug_fixture* a)
{
    ploy_debugger_destroy(a->debugger);
    ploy_recording_destroy(a->recording);
    recorded_smithy_free(&a->run);
}

static ploy_status read_decision(debug_fixture* a, uint32_t agent, uint64_t tick, pl_decision** decision)
{
    return pl_decision_read(&a->debugger->allocator, &a->debugger->kinds, a->recording, agent, tick, 0, decision);
}

static ploy_debug_answer* query_of(debug_fixture* a, ploy_debug_query query)
{
    ploy_debug_answer* answer;
    ploy_error error;
    ploy_status status = ploy_debugger_query(a->debugger, &query, &answer, &error);
    if (status != PLOY_OK) fail_msg("agent %u, tick %u: %s", query.agent, (unsigned)query.tick, error.message);
    if (!json_is_valid(answer->json)) fail_msg("not JSON: %s", answer->json);
    return answer;
}

static ploy_debug_query about(uint32_t agent, uint64_t tick)
{
    ploy_debug_query query = {0};
    query.agent = agent;
    query.tick = tick;
    query.brief = true;
    return query;
}

static void value_at(const ploy_debug_answer* answer, const char* path, char* value, size_t size)
{
    if (!json_at(answer->json, path, value, size)) fail_msg("no %s in %s", path, answer->json);
}

static void every_decision_comes_out_as_recorded(void** state)
{
    (void)state;
    uint32_t decisions = 0;
    for (uint64_t seed = 1; seed <= 6; ++seed) {
        debug_fixture a;
        begin(&a, seed, 1 + (uint32_t)(seed % 4), 1500);
        for (uint32_t agent = 1; agent <= a.run.def.smiths; ++agent) {
            for (uint64_t tick = 1499; tick > 0;) {
                pl_decision* decision;
                if (read_decision(&a, agent, tick, &decision) != PLOY_OK) break;
                ploy_debug_answer* answer = query_of(&a, about(agent, tick));
                if (!answer->is_same) fail_msg("seed %u: %s", (unsigned)seed, answer->text);
                ++decisions;
                tick = decision->tick > 0 ? decision->tick - 1 : 0;
                ploy_debug_answer_destroy(answer);
                pl_decision_destroy(decision);
            }
        }
        end(&a);
    }
    assert_true(decisions > 100);
}

// Searches.

typedef struct read_node
{
    uint64_t state[8];
    uint32_t from, expanded;
    double g, f;
    bool is_met, is_planned;
} read_node;

static double number_at(const ploy_debug_answer* answer, const char* path, uint32_t index, const char* key)
{
    char whole[64], value[64];
    snprintf(whole, sizeof whole, "%s.%u.%s", path, index, key);
    return json_at(answer->json, whole, value, sizeof value) ? atof(value) : -1;
}

// The state after an action, which must be applicable.
static void follow_action(const ploy_domain* domain, const ploy_debug_answer* answer, const char* path, uint32_t index,
                          const uint64_t* from, uint64_t* to)
{
    static const uint32_t no_args[PLOY_MAX_ARGS];
    char whole[64], name[128];
    snprintf(whole, sizeof whole, "%s.%u.action", path, index);
    value_at(answer, whole, name, sizeof name);
    uint32_t action = ploy_domain_find_action(domain, name);
    assert_true(action != PLOY_NONE);
    memcpy(to, from, 8 * sizeof *to);
    if (!ploy_action_applicable(domain, action, no_args, to)) fail_msg("%s in %s", name, answer->text);
    ploy_action_apply(domain, action, no_args, to);
}

static uint32_t read_nodes(const ploy_debug_answer* answer, const ploy_domain* domain, const pl_decision* d,
                           read_node* nodes)
{
    uint32_t count = 0;
    for (; number_at(answer, "search.nodes", count, "node") >= 0; ++count) {
        uint32_t id = (uint32_t)number_at(answer, "search.nodes", count, "node");
        double from = number_at(answer, "search.nodes", count, "from");
        char outcome[32], path[64];
        snprintf(path, sizeof path, "search.nodes.%u.outcome", count);
        value_at(answer, path, outcome, sizeof outcome);
        read_node* n = &nodes[id];
        *n = (read_node){.from = from < 0 ? PLOY_NONE : (uint32_t)from,
                         .expanded = (uint32_t)number_at(answer, "search.nodes", count, "expanded"),
                         .g = number_at(answer, "search.nodes", count, "g"),
                         .is_met = true,
                         .is_planned = strcmp(outcome, "plan") == 0};
        n->f = n->g + number_at(answer, "search.nodes", count, "h");
        if (from < 0) {
            memcpy(n->state, d->state, d->state_words * sizeof *d->state);
            continue;
        }
        assert_true(nodes[n->from].expanded > 0); // it comes earlier in the list
        follow_action(domain, answer, "search.nodes", count, nodes[n->from].state, n->state);
        if (strcmp(outcome, "costs-more") == 0) assert_true(1000 * n->f > (double)d->cost);
        assert_true(n->g >= nodes[n->from].g);
    }
    return count;
}

// Every node can be reached by its action, the plan is the recorded one, dropped edges start at expanded nodes with
// applicable actions, and a dominated edge ends at a node.
static void check_search(debug_fixture* a, const pl_decision* d, const ploy_debug_answer* answer, uint32_t* dropped)
{
    static read_node nodes[5000];
    const ploy_domain* domain;
    char status[32];
    assert_int_equal(ploy_debugger_domain(a->debugger, d->agent, d->tick, &domain, NULL), PLOY_OK);
    memset(nodes, 0, sizeof nodes);
    value_at(answer, "search.status", status, sizeof status);
    assert_string_equal(status, ploy_status_name(d->status));
    uint32_t count = read_nodes(answer, domain, d, nodes), planned = 0;
    for (uint32_t i = 0; i < 5000; ++i) planned += nodes[i].is_planned;
    assert_int_equal(planned, d->status == PLOY_FOUND ? d->step_count + 1 : 0);
    assert_true(count >= planned);
    for (uint32_t i = 0; number_at(answer, "search.edges", i, "from") >= 0; ++i) {
        uint64_t to[8];
        char path[64], why[32];
        const read_node* from = &nodes[(uint32_t)number_at(answer, "search.edges", i, "from")];
        snprintf(path, sizeof path, "search.edges.%u.why", i);
        value_at(answer, path, why, sizeof why);
        assert_true(from->expanded > 0);
        follow_action(domain, answer, "search.edges", i, from->state, to);
        if (strcmp(why, "dominated") == 0) {
            assert_true(nodes[(uint32_t)number_at(answer, "search.edges", i, "to")].is_met);
        }
        ++*dropped;
    }
}

static void a_search_made_again_holds_together(void** state)
{
    (void)state;
    uint32_t searches = 0, dropped = 0;
    for (uint64_t seed = 11; seed <= 13; ++seed) {
        debug_fixture a;
        begin(&a, seed, 2, 1500);
        for (uint64_t tick = 1499; tick > 100; tick -= 50) {
            pl_decision* decision;
            uint32_t agent = 1 + (uint32_t)(tick / 50) % 2;
            if (read_decision(&a, agent, tick, &decision) != PLOY_OK) continue;
            ploy_debug_query query = about(agent, tick);
            query.search = true;
            ploy_debug_answer* answer = query_of(&a, query);
            if (decision->is_ended && decision->target != PLOY_NONE) {
                check_search(&a, decision, answer, &dropped);
                ++searches;
            }
            ploy_debug_answer_destroy(answer);
            pl_decision_destroy(decision);
        }
        end(&a);
    }
    assert_true(searches > 40 && dropped > 100);
}

static void from_every_key_frame_the_run_goes_on(void** state)
{
    (void)state;
    debug_fixture a;
    begin(&a, 3, 4, 1000);
    for (uint32_t i = 0; i < a.run.frames; ++i) {
        uint64_t tick;
        const void* bytes;
        size_t count;
        assert_int_equal(ploy_recording_frame(a.recording, 100 * i + 99, &tick, &bytes, &count), PLOY_OK);
        assert_int_equal(tick, 100 * i);
        smithy* game = smithy_create_empty(&a.run.def, NULL);
        ploy_reader reader = {.bytes = bytes, .count = count};
        assert_int_equal(smithy_load(game, &reader, NULL), PLOY_OK);
        assert_true(smithy_hash(game) == a.run.hashes[i]);
        for (; tick < 1000; ++tick) smithy_tick(game);
        assert_true(smithy_hash(game) == a.run.hash);
        smithy_destroy(game);
    }
    end(&a);
}

// What-ifs by brute force: the goals by recorded priority, each planned for; the first with a plan is chosen.

static void reset_planned(const ploy_domain* domain, uint64_t* state)
{
    for (uint32_t i = 0; i < ploy_domain_symbol_count(domain); ++i) {
        ploy_symbol_info symbol = ploy_domain_symbol(domain, i);
        if (symbol.planned) ploy_state_set(domain, state, symbol.first_variable, symbol.initial);
    }
}

static uint32_t brute_choice(ploy_planner* planner, const pl_decision* d, uint64_t* start, int64_t* cost)
{
    bool done[SMITHY_MAX_GOALS] = {false};
    for (uint32_t round = 0; round < d->goal_count; ++round) {
        uint32_t best = PLOY_NONE;
        for (uint32_t i = 0; i < d->goal_count; ++i) {
            if (!done[i] && (best == PLOY_NONE || d->goals[i].priority > d->goals[best].priority)) best = i;
        }
        done[best] = true;
        if (d->goals[best].priority <= 0) break;
        ploy_plan_query query = {0};
        query.start = start;
        query.goal = d->goals[best].goal;
        query.options.no_two_moves = d->options.no_two_moves;
        const ploy_plan* plan = ploy_planner_plan(planner, &query);
        *cost = plan->cost;
        if (plan->status == PLOY_FOUND) return d->goals[best].goal;
    }
    return PLOY_NONE;
}

static bool is_plain(const pl_decision* d)
{
    for (uint32_t i = 0; i < d->goal_count; ++i) {
        if (d->goals[i].status == PLOY_GOAL_STATUS_NO_PLAN || d->goals[i].status == PLOY_GOAL_STATUS_REFUSED)
            return false;
    }
    return d->current_goal == PLOY_NONE && d->mode == 2 && d->last == PLOY_NONE && d->without == PLOY_NONE;
}

static void check_with(debug_fixture* a, const ploy_domain* domain, ploy_planner* planner, const pl_decision* d,
                       uint32_t variable, int64_t value)
{
    uint64_t start[8];
    char name[64], shown[64], with[160], goal[64];
    memcpy(start, d->state, d->state_words * sizeof *start);
    ploy_state_set(domain, start, variable, value);
    reset_planned(domain, start);
    ploy_domain_variable_print(domain, variable, name, sizeof name);
    ploy_value_print(domain, variable, value, shown, sizeof shown);
    snprintf(with, sizeof with, "%s = %s", name, shown);
    ploy_debug_query query = about(d->agent, d->tick);
    query.with = with;
    ploy_debug_answer* answer = query_of(a, query);
    int64_t cost = 0;
    uint32_t expected = brute_choice(planner, d, start, &cost);
    value_at(answer, "with.goal", goal, sizeof goal);
    assert_string_equal(goal, expected == PLOY_NONE ? "null" : ploy_domain_goal(domain, expected).name);
    value_at(answer, "with.cost", goal, sizeof goal);
    if (expected != PLOY_NONE) assert_int_equal((int64_t)(1000 * atof(goal)), cost);
    ploy_debug_answer_destroy(answer);
}

static int64_t values_of(const ploy_domain* domain, const ploy_symbol_info* symbol)
{
    return symbol->type == PLOY_VALUE_BOOL ? 2 : ploy_domain_type(domain, symbol->object_type).object_count;
}

static void what_if_is_what_brute_force_says(void** state)
{
    (void)state;
    uint32_t checked = 0;
    for (uint64_t seed = 11; seed <= 14; ++seed) {
        debug_fixture a;
        const ploy_domain* domain;
        begin(&a, seed, 3, 300);
        assert_int_equal(ploy_debugger_domain(a.debugger, 1, 0, &domain, NULL), PLOY_OK);
        ploy_planner_def def = {0};
        def.domain = domain;
        ploy_planner* planner = ploy_planner_create(&def);
        for (uint32_t agent = 1; agent <= 3; ++agent) {
            pl_decision* d = NULL;
            for (uint64_t tick = 0; tick < 300 && !d; ++tick) read_decision(&a, agent, tick, &d);
            assert_non_null(d);
            for (uint32_t s = 0; s < ploy_domain_symbol_count(domain) && is_plain(d); ++s) {
                ploy_symbol_info symbol = ploy_domain_symbol(domain, s);
                if (symbol.planned) continue;
                for (int64_t value = 0; value < values_of(domain, &symbol); ++value, ++checked)
                    check_with(&a, domain, planner, d, symbol.first_variable, value);
            }
            pl_decision_destroy(d);
        }
        ploy_planner_destroy(planner);
        end(&a);
    }
    assert_true(checked > 100);
}

// Flips by brute force: every single change as a what-if.

static bool plan_has(const ploy_debug_answer* answer, const char* action)
{
    char path[64], name[64];
    for (uint32_t i = 0; i < 64; ++i) {
        snprintf(path, sizeof path, "with.steps.%u.action", i);
        if (!json_at(answer->json, path, name, sizeof name)) return false;
        if (strcmp(name, action) == 0) return true;
    }
    return false;
}

// The number of single changes that put the action into the plan.
static uint32_t count_singles(debug_fixture* a, const ploy_domain* domain, const pl_decision* d, const char* action)
{
    uint32_t count = 0;
    for (uint32_t s = 0; s < ploy_domain_symbol_count(domain); ++s) {
        ploy_symbol_info symbol = ploy_domain_symbol(domain, s);
        int64_t now = ploy_state_get(domain, d->state, symbol.first_variable);
        for (int64_t value = 0; !symbol.planned && value < values_of(domain, &symbol); ++value) {
            char shown[64], with[160];
            if (value == now) continue;
            ploy_value_print(domain, symbol.first_variable, value, shown, sizeof shown);
            snprintf(with, sizeof with, "%s = %s", symbol.name, shown);
            ploy_debug_query query = about(d->agent, d->tick);
            query.with = with;
            ploy_debug_answer* answer = query_of(a, query);
            count += plan_has(answer, action);
            ploy_debug_answer_destroy(answer);
        }
    }
    return count;
}

static void check_flip(debug_fixture* a, const ploy_domain* domain, const pl_decision* d, const char* action)
{
    char value[64];
    ploy_debug_query query = about(d->agent, d->tick);
    query.flip = action;
    query.max_set = 2;
    ploy_debug_answer* answer = query_of(a, query);
    value_at(answer, "flip.already", value, sizeof value);
    if (strcmp(value, "false") == 0) {
        uint32_t singles = count_singles(a, domain, d, action);
        value_at(answer, "flip.size", value, sizeof value);
        if (singles > 0) assert_string_equal(value, "1");
        if (singles == 0) assert_string_not_equal(value, "1");
        value_at(answer, "flip.found", value, sizeof value);
        if (singles > 0) assert_int_equal(atoi(value), singles);
    }
    ploy_debug_answer_destroy(answer);
}

static void flips_are_the_smallest(void** state)
{
    (void)state;
    debug_fixture a;
    const ploy_domain* domain;
    begin(&a, 21, 2, 900);
    assert_int_equal(ploy_debugger_domain(a.debugger, 1, 0, &domain, NULL), PLOY_OK);
    for (uint64_t tick = 100; tick < 900; tick += 400) {
        pl_decision* d;
        assert_int_equal(read_decision(&a, 1 + (uint32_t)(tick / 400) % 2, tick, &d), PLOY_OK);
        for (uint32_t i = 0; i < ploy_domain_action_count(domain); ++i)
            check_flip(&a, domain, d, ploy_domain_action(domain, i).name);
        pl_decision_destroy(d);
    }
    end(&a);
}

static void a_flip_stops_at_its_limit(void** state)
{
    (void)state;
    debug_fixture a;
    char value[64];
    begin(&a, 2, 1, 50);
    ploy_debug_query query = about(1, 49);
    query.flip = "EmptyOutput";
    query.max_tries = 3;
    ploy_debug_answer* answer = query_of(&a, query);
    value_at(answer, "flip.complete", value, sizeof value);
    assert_string_equal(value, "false");
    assert_non_null(strstr(answer->text, "Stopped after 3 changed decisions"));
    ploy_debug_answer_destroy(answer);
    end(&a);
}

// Differences.

static void a_decision_does_not_differ_from_itself(void** state)
{
    (void)state;
    debug_fixture a;
    begin(&a, 5, 2, 400);
    ploy_debug_query query = about(2, 300);
    query.diff = true;
    query.other_tick = 300;
    ploy_debug_answer* answer = query_of(&a, query);
    assert_non_null(strstr(answer->text, "Nothing changed.\nNone of these changes affected the decision.\n"));
    ploy_debug_answer_destroy(answer);
    end(&a);
}

// A single symbol that matters, changed back as a what-if of the later decision, gives the earlier goal.
static bool check_cause(debug_fixture* a, const ploy_debug_answer* answer, uint32_t agent, uint64_t later)
{
    char cause[256], other[64], goal[64], with_goal[64];
    if (!json_at(answer->json, "diff.matters.0.0", cause, sizeof cause)) return false;
    if (json_at(answer->json, "diff.matters.0.1", other, sizeof other) || strncmp(cause, "the ", 4) == 0 ||
        strncmp(cause, "what ", 5) == 0)
        return false;
    char* then = strstr(cause, ", then ");
    assert_non_null(then);
    *then = '\0';
    ploy_debug_query query = about(agent, later);
    query.with = cause;
    ploy_debug_answer* what_if = query_of(a, query);
    value_at(answer, "diff.before.goal", goal, sizeof goal);
    value_at(what_if, "with.goal", with_goal, sizeof with_goal);
    assert_string_equal(goal, with_goal);
    ploy_debug_answer_destroy(what_if);
    return true;
}

static void what_mattered_changed_back_gives_the_earlier_decision(void** state)
{
    (void)state;
    uint32_t checked = 0, causes = 0;
    for (uint64_t seed = 31; seed <= 36; ++seed) {
        debug_fixture a;
        begin(&a, seed, 3, 1200);
        for (uint64_t tick = 250; tick + 100 < 1200; tick += 60) {
            ploy_debug_query query = about(1 + (uint32_t)(tick / 60) % 3, tick);
            query.diff = true;
            query.other_tick = tick + 100;
            query.max_tries = 2000;
            ploy_debug_answer* answer = query_of(&a, query);
            assert_null(strstr(answer->text, "Not even all of this"));
            causes += strstr(answer->text, "decided as before:") != NULL;
            checked += check_cause(&a, answer, query.agent, tick + 100);
            ploy_debug_answer_destroy(answer);
        }
        end(&a);
    }
    assert_true(causes > 20 && checked > 0);
}

// Damage.

static void try_to_ask(unsigned char* bytes, size_t count, uint64_t tick)
{
    ploy_recording* recording;
    ploy_debugger* debugger;
    ploy_error error;
    if (ploy_recording_create(&(ploy_recording_def){.bytes = bytes, .count = count}, &recording, &error) != PLOY_OK)
        return;
    assert_int_equal(ploy_debugger_create(&(ploy_debugger_def){.recording = recording}, &debugger, &error), PLOY_OK);
    for (uint32_t agent = 1; agent <= 2; ++agent) {
        ploy_debug_answer* answer;
        ploy_debug_query query = about(agent, tick);
        query.why_not = "MineOre";
        if (ploy_debugger_query(debugger, &query, &answer, &error) == PLOY_OK) {
            ploy_debug_answer_destroy(answer);
        } else {
            assert_true(error.message[0] != '\0');
        }
    }
    ploy_debug_answer* answer;
    assert_int_equal(ploy_debugger_find_problems(debugger, &answer, &error), PLOY_OK);
    ploy_debug_answer_destroy(answer);
    ploy_debugger_destroy(debugger);
    ploy_recording_destroy(recording);
}

static void a_cut_recording_can_be_queried(void** state)
{
    (void)state;
    recorded_smithy run;
    record_smithy(&run, 4, 2, 400);
    ploy_random random = {4, 4, 0};
    for (uint32_t i = 0; i < 40; ++i) try_to_ask(run.bytes, ploy_random_below(&random, (uint32_t)run.count), 10 * i);
    for (uint32_t i = 0; i < 40; ++i) {
        uint32_t at = ploy_random_below(&random, (uint32_t)run.count);
        run.bytes[at] ^= (unsigned char)(1u << i % 8);
        try_to_ask(run.bytes, run.count, 399);
        run.bytes[at] ^= (unsigned char)(1u << i % 8);
    }
    recorded_smithy_free(&run);
}

static recorded_smithy short_run;

static bool ask_all(const ploy_allocator* allocator)
{
    ploy_recording* recording = NULL;
    ploy_debugger* debugger = NULL;
    ploy_debug_answer* answer = NULL;
    ploy_debug_query query = about(1, 99);
    query.why_not = query.flip = "MineOre";
    query.with = "ironInStock";
    query.diff = query.search = true;
    query.other_tick = 40;
    query.max_tries = 3;
    ploy_status status = ploy_recording_create(
        &(ploy_recording_def){.allocator = *allocator, .bytes = short_run.bytes, .count = short_run.count}, &recording,
        NULL);
    if (status == PLOY_OK)
        status = ploy_debugger_create(&(ploy_debugger_def){.allocator = *allocator, .recording = recording}, &debugger,
                                      NULL);
    if (status == PLOY_OK) status = ploy_debugger_query(debugger, &query, &answer, NULL);
    ploy_debug_answer_destroy(answer);
    answer = NULL;
    if (status == PLOY_OK) status = ploy_debugger_find_problems(debugger, &answer, NULL);
    ploy_debug_answer_destroy(answer);
    ploy_debugger_destroy(debugger);
    ploy_recording_destroy(recording);
    assert_true(status == PLOY_OK || status == PLOY_OUT_OF_MEMORY);
    return status == PLOY_OK;
}

static void every_failed_allocation_is_reported(void** state)
{
    (void)state;
    record_smithy(&short_run, 9, 1, 100);
    test_fail_every_allocation(ask_all);
    recorded_smithy_free(&short_run);
}

// The last decision has a tick that a caller does not know: any number beyond the end stands for it.
static void a_tick_beyond_the_end_is_the_last_one(void** state)
{
    (void)state;
    static const uint64_t beyond[] = {300, 301, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX - 1, UINT64_MAX};
    debug_fixture a;
    begin(&a, 3, 2, 300);
    ploy_debug_query query = about(1, 299);
    query.diff = true;
    query.other_tick = 299;
    ploy_debug_answer* last = query_of(&a, query);
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; ++i) {
        query.tick = beyond[i];
        query.other_tick = beyond[sizeof beyond / sizeof *beyond - 1 - i];
        ploy_debug_answer* answer = query_of(&a, query);
        assert_string_equal(answer->text, last->text);
        assert_string_equal(answer->json, last->json);
        ploy_debug_answer_destroy(answer);
        pl_decision *decision, *same;
        assert_int_equal(read_decision(&a, 2, 299, &same), PLOY_OK);
        assert_int_equal(read_decision(&a, 2, beyond[i], &decision), PLOY_OK);
        assert_int_equal(decision->tick, same->tick);
        pl_decision_destroy(decision);
        pl_decision_destroy(same);
        assert_int_equal(read_decision(&a, 77, beyond[i], &decision), PLOY_NOT_FOUND);
    }
    ploy_debug_answer_destroy(last);
    end(&a);
}

// Domains.

static void a_domain_survives_its_bytes(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; ++seed) {
        random_domain* random = random_domain_of_seed(seed);
        ploy_allocator allocator = ploy_allocator_default();
        ploy_domain* domain = random_domain_build(random, &allocator);
        assert_non_null(domain);
        ploy_writer counter = {0};
        pl_domain_save(domain, &counter);
        uint8_t* bytes = malloc(2 * counter.count);
        ploy_writer writer = {bytes, counter.count, 0};
        pl_domain_save(domain, &writer);
        ploy_reader reader = {.bytes = bytes, .count = counter.count};
        ploy_domain* loaded;
        ploy_error error;
        if (pl_domain_load(NULL, &reader, &loaded, &error) != PLOY_OK) fail_msg("%s", error.message);
        writer = (ploy_writer){bytes + counter.count, counter.count, 0};
        pl_domain_save(loaded, &writer);
        assert_int_equal(writer.count, counter.count);
        assert_memory_equal(bytes, bytes + counter.count, counter.count);
        ploy_domain_destroy(loaded);
        reader = (ploy_reader){.bytes = bytes, .count = counter.count - 1 - (size_t)(seed % counter.count)};
        assert_int_equal(pl_domain_load(NULL, &reader, &loaded, &error), PLOY_INVALID);
        assert_null(loaded);
        ploy_domain_destroy(domain);
        random_domain_destroy(random);
        free(bytes);
    }
}

TEST_MAIN(TEST(every_decision_comes_out_as_recorded), TEST(a_search_made_again_holds_together),
          TEST(from_every_key_frame_the_run_goes_on), TEST(what_if_is_what_brute_force_says),
          TEST(flips_are_the_smallest), TEST(a_flip_stops_at_its_limit), TEST(a_decision_does_not_differ_from_itself),
          TEST(what_mattered_changed_back_gives_the_earlier_decision), TEST(a_cut_recording_can_be_queried),
          TEST(every_failed_allocation_is_reported), TEST(a_tick_beyond_the_end_is_the_last_one),
          TEST(a_domain_survives_its_bytes))
