#include <ploy/htn.h>
#include <stdio.h>
#include <string.h>

#include "support/base/allocators.h"
#include "support/mind/htns.h"
#include "mind/htn/htn_search.h"
#include "support/base/test.h"
#include "plan/domain/domain.h"

static ploy_htn* make(const ploy_htn_def* def)
{
    ploy_htn* network;
    ploy_error error;
    if (ploy_htn_create(def, &network, &error) != PLOY_OK) fail_msg("%s", error.message);
    return network;
}

static void state_of(const ploy_domain* d, const char* text, uint64_t* state)
{
    ploy_state_init(d, state);
    assert_int_equal(ploy_state_parse(d, state, text, NULL), PLOY_OK);
}

/// "Go(wood) Arm | " with a bar where it pauses.
static const char* print(const ploy_domain* d, const ploy_htn_plan* plan)
{
    static char text[512];
    size_t n = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < plan->step_count; ++i) {
        ploy_action_info info = ploy_domain_action(d, plan->steps[i].action);
        n += (size_t)snprintf(text + n, sizeof text - n, i ? " %s" : "%s", info.name);
        if (info.param_count) {
            n += (size_t)snprintf(text + n, sizeof text - n, "(%s)", htn_places[plan->steps[i].args[0]]);
        }
    }
    if (plan->status == PLOY_PARTIAL) snprintf(text + n, sizeof text - n, " |");
    return text;
}

// An htn of a test's tasks, and a planner with its start state.
typedef struct desk
{
    ploy_htn* network;
    ploy_htn_planner* planner;
    uint64_t start[4];
    ploy_htn_query query;
} desk;

static void desk_open(desk* at, const ploy_htn_def* def)
{
    *at = (desk){.network = make(def), .query = (ploy_htn_query){0}};
    at->planner = ploy_htn_planner_create(&(ploy_htn_planner_def){.htn = at->network});
    at->query.start = at->start;
    ploy_state_init(def->domain, at->start);
}

static const ploy_htn_plan* desk_plan(desk* at)
{
    return ploy_htn_planner_plan(at->planner, &at->query);
}

static void desk_close(desk* at)
{
    ploy_htn_planner_destroy(at->planner);
    ploy_htn_destroy(at->network);
}

static void the_first_method_that_leads_to_a_plan_is_taken(void** state)
{
    (void)state;
    ploy_domain* d = htn_domain(NULL);
    const ploy_htn_task tasks[] = {
        {.name = "Defend",
         METHODS({.when = "safe(hill)"}, {.when = "armed or ammo = 0", SUB(ON("Hold", "hill"))}, {SUB(DO("Shoot"))})},
        {.name = "Hold",
         .params = {{"where", "place"}},
         .param_count = 1,
         METHODS({.when = "at = where", SUB(ON("Secure", "where"))},
                 {SUB(DO("GetArmed"), ON("Go", "where"), ON("Hold", "where"))})},
        {.name = "GetArmed", METHODS({.when = "armed"}, {SUB(DO("Arm"))})},
    };
    ploy_htn_def def = {0};
    def.domain = d;
    def.tasks = tasks;
    def.task_count = 3;
    desk at;
    desk_open(&at, &def);
    at.query.task = ploy_htn_find_task(at.network, "Defend");
    const ploy_htn_plan* plan = desk_plan(&at);
    assert_int_equal(plan->status, PLOY_FOUND);
    assert_string_equal(print(d, plan), "Arm Go(hill) Secure(hill)");
    assert_int_equal(plan->cost, 6000);
    state_of(d, "safe(hill)", at.start);
    plan = desk_plan(&at);
    assert_int_equal(plan->status, PLOY_FOUND);
    assert_int_equal(plan->step_count, 0);
    state_of(d, "ammo = 1", at.start); // neither condition holds, and unarmed it cannot shoot
    assert_int_equal(desk_plan(&at)->status, PLOY_NOT_FOUND);
    desk_close(&at);
    ploy_domain_destroy(d);
}

static void a_network_without_end_is_bounded(void** state)
{
    (void)state;
    ploy_domain* d = htn_domain(NULL);
    const ploy_htn_task tasks[] = {
        {.name = "Forever", METHODS({SUB(DO("Forever"))})},
        {.name = "Swing", METHODS({SUB(DO("Arm"), DO("Drop"), DO("Swing"))})},
        {.name = "Fork", METHODS({SUB(DO("Fork"), DO("Fork"))}, {SUB(DO("Fork"), ON("Go", "camp"))})},
        {.name = "Way", METHODS({SUB(DO("Way"))}, {SUB(DO("Arm"))})},
    };
    ploy_htn_def def = {0};
    def.domain = d;
    def.tasks = tasks;
    def.task_count = 4;
    def.max_depth = 1000;
    def.max_nodes = 5000;
    desk at;
    desk_open(&at, &def);
    static const ploy_status expected[] = {PLOY_OUT_OF_DEPTH, PLOY_OUT_OF_DEPTH, PLOY_OUT_OF_NODES, PLOY_FOUND};
    for (uint32_t i = 0; i < 4; ++i) {
        at.query.task = i;
        assert_int_equal(desk_plan(&at)->status, expected[i]);
    }
    desk_close(&at);
    ploy_domain_destroy(d);
}

static void a_plan_pauses_and_goes_on_from_where_it_was(void** state)
{
    (void)state;
    ploy_domain* d = htn_domain(NULL);
    const ploy_htn_task tasks[] = {
        {.name = "Raid", METHODS({SUB(DO("Scout"), ON("Go", "camp"))})},
        {.name = "Scout",
         .methods = (const ploy_htn_method[]){{.params = {{"x", "place"}},
                                               .param_count = 1,
                                               .when = "at != x",
                                               SUB(ON("Go", "x"), PAUSE, ON("Decide", "x"))}},
         .method_count = 1},
        {.name = "Decide",
         .params = {{"x", "place"}},
         .param_count = 1,
         METHODS({.when = "safe(x)"}, {SUB(DO("Arm"), ON("Secure", "x"))})},
    };
    ploy_htn_def def = {0};
    def.domain = d;
    def.tasks = tasks;
    def.task_count = 3;
    desk at;
    desk_open(&at, &def);
    const ploy_htn_plan* plan = desk_plan(&at);
    assert_int_equal(plan->status, PLOY_PARTIAL);
    assert_string_equal(print(d, plan), "Go(wood) |");
    assert_int_equal(plan->rest_count, 2);
    ploy_htn_remainder rest[4];
    memcpy(rest, plan->rest, plan->rest_count * sizeof *rest);
    at.query.rest = rest;
    at.query.rest_count = plan->rest_count;
    state_of(d, "at = wood", at.start);
    assert_string_equal(print(d, desk_plan(&at)), "Arm Secure(wood) Go(camp)");
    state_of(d, "at = wood, safe(wood)", at.start);
    assert_string_equal(print(d, desk_plan(&at)), "Go(camp)");
    state_of(d, "at = camp, safe(wood)", at.start);
    assert_int_equal(desk_plan(&at)->status, PLOY_NOT_FOUND);
    desk_close(&at);
    ploy_domain_destroy(d);
}

static void steps_of_unordered_subtasks_are_woven_where_one_after_the_other_does_not_do(void** state)
{
    (void)state;
    ploy_domain* d = htn_domain(NULL);
    const ploy_htn_task tasks[] = {
        {.name = "Patrol", METHODS({.unordered = true, SUB(DO("Walk"), DO("Guard"))})},
        {.name = "Walk", METHODS({SUB(ON("Go", "wood"), ON("Go", "camp"))})},
        {.name = "Guard", METHODS({SUB(DO("Arm"), ON("Secure", "wood"), DO("Drop"))})},
        {.name = "Both", METHODS({.unordered = true, SUB(DO("Walk"), DO("Play"))})},
        {.name = "Play", METHODS({SUB(DO("Arm"), DO("Drop"))})},
        // what the condition of a method asks for holds when its first step is done, not only when it was chosen
        {.name = "Early", METHODS({.unordered = true, SUB(DO("Walk"), DO("AtCamp"))})},
        {.name = "AtCamp", METHODS({.when = "at = camp and armed", SUB(DO("Drop"), ON("Secure", "wood"))})},
    };
    ploy_htn_def def = {0};
    def.domain = d;
    def.tasks = tasks;
    def.task_count = sizeof tasks / sizeof *tasks;
    desk at;
    desk_open(&at, &def);
    assert_string_equal(print(d, desk_plan(&at)), "Go(wood) Arm Secure(wood) Drop Go(camp)");
    at.query.task = ploy_htn_find_task(at.network, "Both");
    assert_string_equal(print(d, desk_plan(&at)), "Go(wood) Go(camp) Arm Drop");
    at.query.task = ploy_htn_find_task(at.network, "Early");
    state_of(d, "armed", at.start);
    assert_int_equal(desk_plan(&at)->status, PLOY_NOT_FOUND);
    desk_close(&at);
    ploy_domain_destroy(d);
}

// Three subtasks of three steps can be woven in 1,680 ways, but come to no more than 64 places.
static void weaves_that_come_to_the_same_place_in_vain_are_tried_once(void** state)
{
    (void)state;
    ploy_domain* d = htn_domain(NULL);
    const ploy_htn_task tasks[] = {
        {.name = "All", METHODS({.unordered = true, SUB(DO("Walk"), DO("Play"), DO("Gather"), DO("Never"))})},
        {.name = "Walk", METHODS({SUB(ON("Go", "wood"), ON("Go", "hill"), ON("Go", "camp"))})},
        {.name = "Play", METHODS({SUB(DO("Arm"), DO("Drop"), DO("Arm"))})},
        {.name = "Gather", METHODS({SUB(DO("Gain"), DO("Gain"), DO("Gain"))})},
        {.name = "Never", METHODS({.when = "hit", SUB(DO("Shoot"))})},
    };
    ploy_htn_def def = {0};
    def.domain = d;
    def.tasks = tasks;
    def.task_count = 5;
    for (ploy_htn_ranking ranking = PLOY_RANKING_ORDER; ranking <= PLOY_RANKING_COST; ++ranking) {
        def.ranking = ranking;
        desk at;
        desk_open(&at, &def);
        for (uint32_t i = 0; i < 2; ++i) { // what one search has seen, the next has not
            const ploy_htn_plan* plan = desk_plan(&at);
            assert_int_equal(plan->status, PLOY_NOT_FOUND);
            assert_true(plan->nodes > 64 && plan->nodes < 1000);
        }
        state_of(d, "hit", at.start);
        assert_int_equal(desk_plan(&at)->status, PLOY_FOUND);
        desk_close(&at);
    }
    ploy_domain_destroy(d);
}

// Random networks.

enum
{
    TASKS = 4,
    MOST_METHODS = 3,
    MOST_SUBTASKS = 3,
    DEPTH = 4,
    STEPS = 6,
};

static const char* const conditions[] = {"", "armed", "not hit", "at = %s", "safe(%s)", "ammo >= 1", "not safe(%s)"};

typedef struct random_method
{
    uint32_t condition;
    uint32_t about; // parameter or object + 2, for the condition
    bool has_free;
    bool unordered;
    uint32_t count;
    uint32_t kinds[MOST_SUBTASKS]; // 0 .. 5 actions, 6 pause, 7 .. tasks
    uint32_t args[MOST_SUBTASKS];  // 0: the task's, 1: the free one, 2 .. objects
} random_method;

typedef struct random_network
{
    uint32_t counts[TASKS];
    random_method methods[TASKS][MOST_METHODS];
    char texts[TASKS][MOST_METHODS][64];
    ploy_htn_subtask subtasks[TASKS][MOST_METHODS][MOST_SUBTASKS];
    ploy_htn_method made[TASKS][MOST_METHODS];
    ploy_htn_task tasks[TASKS];
} random_network;

static const char* const names[] = {"Go", "Secure", "Arm", "Gain", "Shoot", "Drop", NULL, "T0", "T1", "T2", "T3"};

// The task's parameter is x, a free one y.
static const char* arg_name(uint32_t arg)
{
    return arg == 0 ? "x" : arg == 1 ? "y" : htn_places[arg - 2];
}

static uint32_t random_arg(ploy_random* random, bool has_free)
{
    uint32_t arg = ploy_random_below(random, 5);
    return arg == 1 && !has_free ? 0 : arg;
}

static void random_one(random_method* m, ploy_random* random, bool pauses)
{
    m->has_free = ploy_random_below(random, 4) == 0;
    m->unordered = ploy_random_below(random, 3) == 0;
    m->condition = ploy_random_below(random, 7);
    m->about = random_arg(random, m->has_free);
    m->count = ploy_random_below(random, MOST_SUBTASKS + 1);
    for (uint32_t i = 0; i < m->count; ++i) {
        uint32_t kind = ploy_random_below(random, 16);
        m->kinds[i] = kind < 6 ? kind : kind == 6 ? (pauses ? 6 : 2) : 7 + kind % TASKS;
        m->args[i] = random_arg(random, m->has_free);
    }
}

// The first task is made of others in any order, and these are of actions for the most part.
static void make_unordered(random_network* n, ploy_random* random)
{
    for (uint32_t t = 0; t < TASKS; ++t) {
        for (uint32_t k = 0; k < n->counts[t]; ++k) {
            random_method* m = &n->methods[t][k];
            if (t == 0) m->condition = 0;
            if (t == 0) m->unordered = true;
            m->count = 2 + (t == 0 && ploy_random_below(random, 3) == 0);
            for (uint32_t i = 0; i < m->count; ++i) {
                bool is_task = t == 0 || ploy_random_below(random, 6) == 0;
                if (m->kinds[i] != 6) {
                    m->kinds[i] = is_task ? 8 + ploy_random_below(random, TASKS - 1) : ploy_random_below(random, 6);
                }
            }
        }
    }
}

static void describe(random_network* n)
{
    for (uint32_t t = 0; t < TASKS; ++t) {
        for (uint32_t k = 0; k < n->counts[t]; ++k) {
            const random_method* m = &n->methods[t][k];
            snprintf(n->texts[t][k], sizeof n->texts[t][k], conditions[m->condition], arg_name(m->about));
            for (uint32_t i = 0; i < m->count; ++i) {
                bool takes = m->kinds[i] < 2 || m->kinds[i] > 6;
                n->subtasks[t][k][i] = (ploy_htn_subtask){names[m->kinds[i]], {arg_name(m->args[i])}, takes, 0, 0};
            }
            n->made[t][k] = (ploy_htn_method){
                .params = {{"y", "place"}},
                .param_count = m->has_free,
                .when = n->texts[t][k],
                .subtasks = n->subtasks[t][k],
                .subtask_count = m->count,
                .unordered = m->unordered,
            };
        }
        n->tasks[t] = (ploy_htn_task){names[7 + t], {{"x", "place"}}, 1, n->made[t], n->counts[t], 0, 0};
    }
}

static void make_random(random_network* n, ploy_random* random, bool pauses, bool unordered)
{
    memset(n, 0, sizeof *n);
    for (uint32_t t = 0; t < TASKS; ++t) {
        n->counts[t] = 1 + ploy_random_below(random, MOST_METHODS);
        for (uint32_t k = 0; k < n->counts[t]; ++k) {
            random_one(&n->methods[t][k], random, pauses);
        }
    }
    if (unordered) make_unordered(n, random);
    describe(n);
}

// The reference planner: it tries every decomposition and every interleaving of unordered subtasks by plain recursion.
// It copies the whole search state and uses only the public interface.

enum
{
    NODES = 64,
    NOTES = 128,
    MOST_VISITS = 5000,
};

typedef struct node
{
    const random_method* m;
    uint32_t args[2];
    uint32_t left;
    uint32_t depth;
    uint32_t subtask; // of the parent
    int parent;
    int current; // the child that is worked on, or -1
    bool is_alive;
    bool is_fresh; // no step was done since it was chosen
    bool is_held;  // nor since it has gone on
} node;

typedef struct forest
{
    node nodes[NODES];
    int count;
} forest;

typedef struct oracle
{
    const random_network* n;
    const ploy_domain* d;
    bool by_cost;
    bool is_cut;
    bool is_full;
    uint64_t visits;
    ploy_step steps[STEPS];
    uint32_t rank[NOTES];
    // the best so far
    ploy_status status;
    ploy_step best[STEPS];
    uint32_t best_count;
    int64_t best_cost;
    uint32_t best_rank[NOTES];
    uint32_t best_rank_count;
    uint32_t best_resumed;
    forest best_rest;
} oracle;

typedef struct htn_place
{
    uint64_t state[4];
    uint32_t steps;
    uint32_t rank;
    uint32_t resumed; // times that a branch has gone on
    int64_t cost;
} htn_place;

static bool explore(oracle* o, const forest* f, htn_place at);

static bool report(oracle* o, const forest* f, const htn_place* at, ploy_status status)
{
    if (o->status == PLOY_NOT_FOUND || at->cost < o->best_cost) {
        o->status = status;
        memcpy(o->best, o->steps, sizeof o->best);
        memcpy(o->best_rank, o->rank, sizeof o->best_rank);
        o->best_count = at->steps;
        o->best_rank_count = at->rank;
        o->best_resumed = at->resumed;
        o->best_cost = at->cost;
        o->best_rest = *f;
    }
    return !o->by_cost;
}

static uint32_t value_of(const uint32_t args[2], uint32_t arg)
{
    return arg < 2 ? args[arg] : arg - 2;
}

static int child_of(const forest* f, int parent, uint32_t subtask)
{
    for (int i = 0; i < f->count; ++i) {
        const node* n = &f->nodes[i];
        if (n->is_alive && n->parent == parent && n->subtask == subtask) return i;
    }
    return -1;
}

static bool is_over(const forest* f, int i)
{
    if (f->nodes[i].left) return false;
    for (uint32_t k = 0; k < MOST_SUBTASKS; ++k) {
        if (child_of(f, i, k) >= 0) return false;
    }
    return true;
}

// What has nothing left is done, and so may be what it was part of.
static void tidy(forest* f, int i)
{
    while (i >= 0 && is_over(f, i)) {
        int parent = f->nodes[i].parent;
        f->nodes[i].is_alive = false;
        if (parent >= 0) f->nodes[parent].current = -1;
        i = parent;
    }
}

static bool enter(oracle* o, const forest* from, int parent, uint32_t subtask, uint32_t task, uint32_t x, htn_place at)
{
    uint32_t depth = parent < 0 ? 1 : from->nodes[parent].depth + 1;
    if (depth > DEPTH) {
        o->is_cut = true;
        return false;
    }
    uint32_t way = 0;
    for (uint32_t k = 0; k < o->n->counts[task]; ++k) {
        const random_method* m = &o->n->methods[task][k];
        for (uint32_t y = 0; y < (m->has_free ? 3u : 1u); ++y, ++way) {
            node mine = {m, {x, y}, (1u << m->count) - 1, depth, subtask, parent, -1, true, true, false};
            char text[64];
            snprintf(text, sizeof text, conditions[m->condition], htn_places[value_of(mine.args, m->about)]);
            if (*text && pl_state_test(o->d, at.state, text, NULL) != PLOY_FOUND) continue;
            forest f = *from;
            htn_place inside = at;
            o->rank[inside.rank++] = way;
            if (m->count > 0) {
                if (parent >= 0) f.nodes[parent].current = f.count;
                f.nodes[f.count++] = mine;
            } else {
                tidy(&f, parent);
            }
            if (explore(o, &f, inside)) return true;
        }
    }
    return false;
}

static bool do_step(oracle* o, forest* f, int parent, uint32_t action, uint32_t arg, htn_place at)
{
    ploy_step step = {.action = action, .args = {arg}};
    if (!ploy_action_applicable(o->d, action, step.args, at.state)) return false;
    if (at.steps == STEPS) {
        o->is_cut = true;
        return false;
    }
    at.cost += ploy_action_cost(o->d, action, step.args, at.state, NULL);
    ploy_action_apply(o->d, action, step.args, at.state);
    o->steps[at.steps++] = step;
    for (int i = 0; i < f->count; ++i) f->nodes[i].is_fresh = f->nodes[i].is_held = false;
    tidy(f, parent);
    return explore(o, f, at);
}

// Methods that have something left besides what they are at.
static uint32_t count_rest(const forest* f)
{
    uint32_t count = 0;
    for (int i = 0; i < f->count; ++i) {
        bool is_left = f->nodes[i].left != 0;
        for (uint32_t k = 0; k < MOST_SUBTASKS; ++k) {
            int child = child_of(f, i, k);
            is_left = is_left || (child >= 0 && child != f->nodes[i].current);
        }
        count += f->nodes[i].is_alive && is_left;
    }
    return count;
}

static bool begin(oracle* o, forest f, int parent, uint32_t i, htn_place at)
{
    node* top = &f.nodes[parent];
    top->current = -1;
    top->left &= ~(1u << i);
    uint32_t kind = top->m->kinds[i], arg = value_of(top->args, top->m->args[i]);
    if (kind == 6) {
        tidy(&f, parent);
        if (count_rest(&f) > 2 * DEPTH) {
            o->is_cut = true;
            return false;
        }
        return report(o, &f, &at, f.nodes[0].is_alive ? PLOY_PARTIAL : PLOY_FOUND);
    }
    if (kind < 6) return do_step(o, &f, parent, kind, kind < 2 ? arg : 0, at);
    return enter(o, &f, parent, i, kind - 7, arg, at);
}

static bool resume(oracle* o, forest f, int parent, int child, htn_place at)
{
    f.nodes[parent].current = child;
    f.nodes[child].is_held = true;
    ++at.resumed;
    return explore(o, &f, at);
}

static bool is_unordered(const node* n)
{
    return n->m->unordered && n->m->count > 1;
}

// Places to go on at, as (node, subtask): where it is; then what unordered nodes around it have, the innermost first.
static uint32_t list_openings(const forest* f, int openings[][2])
{
    int top = 0;
    uint32_t count = 0;
    while (f->nodes[top].current >= 0) top = f->nodes[top].current;
    for (int i = top; i >= 0; i = f->nodes[i].parent) {
        const node* n = &f->nodes[i];
        for (uint32_t k = 0; k < MOST_SUBTASKS; ++k) {
            int child = child_of(f, i, k);
            bool is_open = n->left >> k & 1 || (child >= 0 && child != n->current);
            if (!is_open || (i != top && !is_unordered(n))) continue;
            openings[count][0] = i;
            openings[count++][1] = (int)k;
            if (!is_unordered(n)) break;
        }
        if (n->is_fresh || n->is_held) break;
    }
    return count;
}

static bool explore(oracle* o, const forest* f, htn_place at)
{
    int openings[NODES * MOST_SUBTASKS][2];
    if (f->count == NODES || at.rank + 2 >= NOTES) o->is_full = true;
    if (o->is_full || ++o->visits > MOST_VISITS) return true;
    if (!f->nodes[0].is_alive) return report(o, f, &at, PLOY_FOUND);
    uint32_t count = list_openings(f, openings);
    for (uint32_t i = 0; i < count; ++i) {
        int parent = openings[i][0], child = child_of(f, parent, (uint32_t)openings[i][1]);
        htn_place inside = at;
        if (count > 1) o->rank[inside.rank++] = i;
        bool is_enough =
            child >= 0 ? resume(o, *f, parent, child, inside) : begin(o, *f, parent, (uint32_t)openings[i][1], inside);
        if (is_enough) return true;
    }
    return false;
}

static void begin_oracle(oracle* o, const random_network* n, const ploy_domain* d, bool by_cost)
{
    *o = (oracle){.n = n, .d = d, .by_cost = by_cost, .status = PLOY_NOT_FOUND};
}

static htn_place place_of(const ploy_domain* d, const uint64_t* start)
{
    htn_place at = {0};
    memcpy(at.state, start, ploy_domain_state_words(d) * sizeof *start);
    return at;
}

// false: there are too many plans to check.
static bool end_oracle(oracle* o)
{
    if (o->status == PLOY_NOT_FOUND && o->is_cut) o->status = PLOY_OUT_OF_DEPTH;
    return !o->is_full && o->visits <= MOST_VISITS;
}

static bool ask_oracle(oracle* o, const random_network* n, const ploy_domain* d, bool by_cost, uint32_t x,
                       const uint64_t* start)
{
    static const forest nothing;
    begin_oracle(o, n, d, by_cost);
    enter(o, &nothing, -1, 0, 0, x, place_of(d, start));
    return end_oracle(o);
}

// Goes on where a plan has paused.
static bool ask_oracle_for_rest(oracle* o, const random_network* n, const ploy_domain* d, bool by_cost, forest rest,
                                const uint64_t* start)
{
    begin_oracle(o, n, d, by_cost);
    for (int i = 0; i < rest.count; ++i) rest.nodes[i].is_fresh = rest.nodes[i].is_held = false;
    explore(o, &rest, place_of(d, start));
    return end_oracle(o);
}

static void random_state(const ploy_domain* d, ploy_random* random, uint64_t* state)
{
    ploy_state_init(d, state);
    for (uint32_t v = 0; v < ploy_domain_variable_count(d); ++v) {
        ploy_symbol_info info = ploy_domain_symbol(d, pl_domain_symbol_of(d, v));
        uint32_t size = info.type == PLOY_VALUE_BOOL ? 2 : 3;
        assert_int_equal(ploy_state_set(d, state, v, ploy_random_below(random, size)), PLOY_OK);
    }
}

static int compare_ranks(const uint32_t* a, uint32_t a_count, const uint32_t* b, uint32_t b_count)
{
    for (uint32_t i = 0; i < a_count && i < b_count; ++i) {
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    }
    return 0;
}

static void check_plan(const oracle* o, const ploy_htn_plan* plan)
{
    assert_int_equal(plan->status, o->status);
    if (plan->status != PLOY_FOUND && plan->status != PLOY_PARTIAL) return;
    assert_int_equal(plan->cost, o->best_cost);
    assert_int_equal(plan->step_count, o->best_count);
    assert_int_equal(plan->rank_count, o->best_rank_count);
    assert_int_equal(compare_ranks(plan->rank, plan->rank_count, o->best_rank, o->best_rank_count), 0);
    for (uint32_t i = 0; i < plan->step_count; ++i) {
        assert_int_equal(plan->steps[i].action, o->best[i].action);
        assert_int_equal(plan->steps[i].args[0], o->best[i].args[0]);
    }
}

typedef struct htn_tally
{
    uint32_t found, partial, none, depth, better, already, saved, gone_on, forked, woven;
} htn_tally;

static void count(htn_tally* t, ploy_status status)
{
    t->found += status == PLOY_FOUND;
    t->partial += status == PLOY_PARTIAL;
    t->none += status == PLOY_NOT_FOUND;
    t->depth += status == PLOY_OUT_OF_DEPTH;
}

// The same search with a running plan: only better plans count, and fewer nodes are expanded.
static void check_rejection(ploy_htn_planner* planner, ploy_htn_query query, const oracle* o, const uint32_t* rank,
                            uint32_t rank_count, uint32_t nodes, htn_tally* t)
{
    query.rank = rank;
    query.rank_count = rank_count;
    const ploy_htn_plan* plan = ploy_htn_planner_plan(planner, &query);
    assert_true(plan->nodes <= nodes);
    t->saved += plan->nodes < nodes;
    bool is_there = o->status == PLOY_FOUND || o->status == PLOY_PARTIAL;
    if (!is_there) {
        assert_true(plan->status == PLOY_ALREADY || plan->status == o->status);
    } else if (compare_ranks(o->best_rank, o->best_rank_count, rank, rank_count) < 0) {
        check_plan(o, plan);
        ++t->better;
    } else {
        assert_int_equal(plan->status, PLOY_ALREADY);
        ++t->already;
    }
}

// From any state, as long as there are pauses.
static void check_rest(ploy_htn_planner* planner, ploy_htn_query query, oracle* o, ploy_random* random, htn_tally* t)
{
    ploy_htn_remainder rest[2 * DEPTH];
    uint64_t start[4];
    query.start = start;
    query.rest = rest;
    for (uint32_t i = 0; i < 3 && planner->plan.status == PLOY_PARTIAL; ++i) {
        const ploy_htn_plan* plan = &planner->plan;
        assert_true(plan->rest_count > 0 && plan->rest_count <= 2 * DEPTH);
        assert_true(pl_htn_rest_is_good(planner->htn, plan->rest, plan->rest_count));
        query.rest_count = plan->rest_count;
        memcpy(rest, plan->rest, plan->rest_count * sizeof *rest);
        t->forked += rest[plan->rest_count - 1].within != 0;
        random_state(o->d, random, start);
        if (!ask_oracle_for_rest(o, o->n, o->d, o->by_cost, o->best_rest, start)) return;
        check_plan(o, ploy_htn_planner_plan(planner, &query));
        ++t->gone_on;
    }
}

static void plans_are_those_of_brute_force(void** state)
{
    (void)state;
    static random_network n;
    static oracle o;
    ploy_domain* d = htn_domain(NULL);
    ploy_random random = {.seed = 12};
    htn_tally t = {0};
    uint32_t skipped = 0;
    for (uint32_t round = 0; round < 600; ++round) {
        bool by_cost = round % 3 == 0;
        make_random(&n, &random, round % 2, round % 5 < 2);
        ploy_htn_def def = {0};
        def.domain = d;
        def.tasks = n.tasks;
        def.task_count = TASKS;
        def.max_depth = DEPTH;
        def.max_steps = STEPS;
        def.max_nodes = 200000;
        def.ranking = by_cost ? PLOY_RANKING_COST : PLOY_RANKING_ORDER;
        ploy_htn* network = make(&def);
        ploy_htn_planner* planner = ploy_htn_planner_create(&(ploy_htn_planner_def){.htn = network});
        uint32_t rank[NOTES], rank_count = 0;
        for (uint32_t i = 0; i < 6; ++i) {
            uint64_t start[4];
            random_state(d, &random, start);
            ploy_htn_query query = {0};
            query.start = start;
            query.args[0] = ploy_random_below(&random, 3);
            if (!ask_oracle(&o, &n, d, by_cost, query.args[0], start)) {
                ++skipped;
                continue;
            }
            const ploy_htn_plan* plan = ploy_htn_planner_plan(planner, &query);
            check_plan(&o, plan);
            count(&t, plan->status);
            t.woven += o.best_resumed > 0;
            uint32_t nodes = plan->nodes;
            uint32_t found_count = plan->rank_count;
            uint32_t found[NOTES];
            if (found_count > 0) memcpy(found, plan->rank, found_count * sizeof *found);
            if (!by_cost && rank_count > 0) check_rejection(planner, query, &o, rank, rank_count, nodes, &t);
            if (found_count > 0) {
                memcpy(rank, found, found_count * sizeof *rank);
                rank_count = found_count;
                if (!by_cost) check_rejection(planner, query, &o, rank, rank_count, nodes, &t);
            }
            check_plan(&o, ploy_htn_planner_plan(planner, &query));
            check_rest(planner, query, &o, &random, &t);
        }
        ploy_htn_planner_destroy(planner);
        ploy_htn_destroy(network);
    }
    assert_true(t.found > 500 && t.partial > 100 && t.none > 100 && t.depth > 100);
    assert_true(t.better > 50 && t.already > 300 && t.saved > 50);
    assert_true(t.woven > 40 && t.gone_on > 200 && t.forked > 40);
    assert_true(skipped < 600);
    ploy_domain_destroy(d);
}

static void by_cost_only_plans_cheaper_than_the_running_one_count(void** state)
{
    (void)state;
    ploy_domain* d = htn_domain(NULL);
    const ploy_htn_task tasks[] = {
        {.name = "Reach", METHODS({SUB(ON("Go", "wood"), ON("Go", "hill"))}, {SUB(ON("Go", "hill"))})}};
    ploy_htn_def def = {0};
    def.domain = d;
    def.tasks = tasks;
    def.task_count = 1;
    def.ranking = PLOY_RANKING_COST;
    desk at;
    desk_open(&at, &def);
    assert_string_equal(print(d, desk_plan(&at)), "Go(hill)");
    at.query.cost = 2001;
    assert_int_equal(desk_plan(&at)->status, PLOY_FOUND);
    at.query.cost = 2000;
    assert_int_equal(desk_plan(&at)->status, PLOY_ALREADY);
    desk_close(&at);
    ploy_domain_destroy(d);
}

static void refuse(const ploy_domain* d, ploy_htn_task task, const char* message)
{
    ploy_htn_def def = {0};
    def.domain = d;
    def.tasks = &task;
    def.task_count = 1;
    ploy_htn* network;
    ploy_error error;
    assert_int_equal(ploy_htn_create(&def, &network, &error), PLOY_INVALID);
    assert_null(network);
    if (!strstr(error.message, message)) fail_msg("'%s' does not say '%s'", error.message, message);
}

static void errors_are_reported(void** state)
{
    (void)state;
    ploy_domain* d = htn_domain(NULL);
    refuse(d, (ploy_htn_task){.name = "A"}, "task 'A': a task needs a method");
    refuse(d, (ploy_htn_task){.name = "Go", METHODS({.when = NULL})}, "there is an action of that name");
    refuse(d, (ploy_htn_task){.name = "A", METHODS({SUB(ON("Goo", "camp"))})}, "'Goo' is no task and no action");
    refuse(d, (ploy_htn_task){.name = "A", METHODS({SUB(DO("Go"))})}, "'Go' takes 1 arguments, not 0");
    refuse(d, (ploy_htn_task){.name = "A", METHODS({SUB(ON("Go", "sea"))})}, "'sea' is no parameter and no place");
    refuse(d, (ploy_htn_task){.name = "A", METHODS({.when = "armd"})}, "armd");
    refuse(d, (ploy_htn_task){.name = "A", .params = {{"x", "plaice"}}, .param_count = 1, METHODS({.when = NULL})},
           "unknown type 'plaice'");
    ploy_domain_destroy(d);
}

static bool live_through(const ploy_allocator* allocator)
{
    static random_network n;
    ploy_random random = {.seed = 77};
    make_random(&n, &random, true, true);
    ploy_domain* d = htn_domain(allocator);
    if (!d) return false;
    ploy_htn_def def = {0};
    def.allocator = *allocator;
    def.domain = d;
    def.tasks = n.tasks;
    def.task_count = TASKS;
    ploy_htn* network;
    ploy_status status = ploy_htn_create(&def, &network, NULL);
    ploy_htn_planner* planner =
        status == PLOY_OK ? ploy_htn_planner_create(&(ploy_htn_planner_def){.htn = network}) : NULL;
    bool good = planner != NULL;
    for (uint32_t i = 0; good && i < 5; ++i) {
        uint64_t start[4];
        random_state(d, &random, start);
        ploy_htn_query query = {0};
        query.start = start;
        good = ploy_htn_planner_plan(planner, &query)->status != PLOY_OUT_OF_MEMORY;
    }
    ploy_htn_planner_destroy(planner);
    ploy_htn_destroy(network);
    ploy_domain_destroy(d);
    return good;
}

static void a_failing_allocator_leaves_nothing_behind(void** state)
{
    (void)state;
    test_fail_every_allocation(live_through);
}

TEST_MAIN(TEST(the_first_method_that_leads_to_a_plan_is_taken), TEST(a_network_without_end_is_bounded),
          TEST(a_plan_pauses_and_goes_on_from_where_it_was),
          TEST(steps_of_unordered_subtasks_are_woven_where_one_after_the_other_does_not_do),
          TEST(weaves_that_come_to_the_same_place_in_vain_are_tried_once), TEST(plans_are_those_of_brute_force),
          TEST(by_cost_only_plans_cheaper_than_the_running_one_count), TEST(errors_are_reported),
          TEST(a_failing_allocator_leaves_nothing_behind))
