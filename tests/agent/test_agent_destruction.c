// A world, the minds of its agents, the file and the bindings that these were made from, keys, fact types, blackboards
// and squads are destroyed in every order, with ticks between: nothing is freed before its last user.

#include <ploy/io.h>
#include <ploy/ploy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/allocators.h"
#include "support/base/test.h"

static const char text[] =
    "<ploy version='1'>"
    "<domain name='farm'><symbol name='fed' type='bool'/>"
    "<action name='Eat' cost='call:taste' context='hungry'><effect>fed</effect></action>"
    "<goal name='Live'>fed</goal></domain>"
    "<BehaviorTree ID='tree'><Sequence><hungry/><Eat/></Sequence></BehaviorTree>"
    "<fsm name='fsm'><state name='Table' does='Eat'><transition to='Bed' when='not fed'/></state>"
    "<state name='Bed' does='Eat'><transition to='Table' when='hungry'/></state></fsm>"
    "<fuzzy name='fuzzy'><variable name='food'><set name='low' points='0 0 1 1'/></variable>"
    "<state name='Eating' does='Eat'/><rule>if food is low then Eating</rule></fuzzy>"
    "<htn name='htn' domain='farm'><task name='Feed'><method><do task='Eat'/></method></task></htn>"
    "<utility name='utility'><option name='Eat'><key of='food' max='10'/></option></utility>"
    "</ploy>";

enum
{
    MINDS = 6,
    OBJECTS = 7, // world, minds, file, bindings, keys and fact types, plan service, parent blackboard
};

typedef struct doomed_world
{
    ploy_allocator allocator;
    ploy_blackboard_keys* keys;
    ploy_fact_types* fact_types;
    ploy_bindings* bindings;
    ploy_file* file;
    ploy_plan_service* service;
    ploy_mind* minds[MINDS];
    ploy_world* world;
    ploy_blackboard* parent;
    ploy_squad_id squad;
    uint32_t meals;
} doomed_world;

static ploy_outcome eat(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    ++*(uint32_t*)call->user;
    return PLOY_SUCCESS;
}

static bool is_hungry(ploy_agent* agent, const ploy_call* call)
{
    (void)agent, (void)call;
    return true;
}

static int64_t taste(ploy_agent* agent, const ploy_call* call)
{
    (void)agent, (void)call;
    return 1000;
}

static void bind(doomed_world* s)
{
    s->bindings = ploy_bindings_create(&(ploy_bindings_def){.allocator = s->allocator});
    ploy_bindings_add_activity(s->bindings, &(ploy_activity_def){.name = "Eat", .update = eat, .user = &s->meals},
                               NULL);
    ploy_bindings_add_condition(s->bindings, &(ploy_condition_def){.name = "hungry", .test = is_hungry}, NULL);
    ploy_bindings_add_scorer(s->bindings, &(ploy_scorer_def){.name = "taste", .score = taste}, NULL);
}

static void make_file(doomed_world* s)
{
    ploy_error error;
    if (ploy_file_parse(&(ploy_file_def){.allocator = s->allocator}, text, sizeof text - 1, &s->file, &error) !=
        PLOY_OK)
        fail_msg("%u:%u: %s", error.line, error.column, error.message);
    assert_int_equal(ploy_bindings_bind_domain(s->bindings, ploy_file_domain(s->file, 0), NULL), PLOY_OK);
}

static void make_minds(doomed_world* s)
{
    ploy_mind_parts parts = {.allocator = s->allocator, .keys = s->keys, .fact_types = s->fact_types, .bindings = s->bindings};
    ploy_error error = {0};
    ploy_domain* domain = ploy_file_domain(s->file, 0);
    s->service = ploy_plan_service_create(&(ploy_plan_service_def){.allocator = s->allocator, .domain = domain});
    ploy_goap_mind_def goap = {.parts = parts, .domain = domain, .planning = s->service};
    ploy_bt_mind_def bt = {.parts = parts, .trees = ploy_file_bts(s->file), .tree_count = 1};
    ploy_htn_mind_def htn = {.parts = parts, .htn = ploy_file_htn(s->file, 0), .task = "Feed"};
    ploy_utility_def utility = ploy_file_utility(s->file, 0);
    bool made =
        ploy_goap_mind_create(&goap, &s->minds[0], &error) == PLOY_OK &&
        ploy_bt_mind_create(&bt, &s->minds[1], &error) == PLOY_OK &&
        ploy_fsm_mind_create(&(ploy_fsm_mind_def){parts, ploy_file_fsm(s->file, 0)}, &s->minds[2], &error) == PLOY_OK &&
        ploy_fuzzy_mind_create(&(ploy_fuzzy_mind_def){parts, ploy_file_fuzzy(s->file, 0)}, &s->minds[3], &error) ==
            PLOY_OK &&
        ploy_htn_mind_create(&htn, &s->minds[4], &error) == PLOY_OK &&
        ploy_utility_mind_create(&(ploy_utility_mind_def){parts, &utility}, &s->minds[5], &error) == PLOY_OK;
    if (!made) fail_msg("%s", error.message);
}

static void make_world(doomed_world* s)
{
    ploy_world_def def = {
        .allocator = s->allocator, .keys = s->keys, .fact_types = s->fact_types, .bindings = s->bindings};
    s->world = ploy_world_create(&def);
    ploy_squads* squads = ploy_world_squads(s->world);
    assert_int_equal(ploy_squad_create(squads, &(ploy_squad_def){.size = 4}, &s->squad), PLOY_OK);
    s->parent = ploy_blackboard_create(&(ploy_blackboard_def){.keys = s->keys, .scope = PLOY_SCOPE_SQUAD});
    for (uint32_t i = 0; i < 2 * MINDS; ++i) {
        ploy_blackboard* parent = i < MINDS ? s->parent : ploy_squad_blackboard(squads, s->squad);
        assert_non_null(parent);
        ploy_agent_def agent = {.mind = s->minds[i % MINDS], .parent = parent};
        assert_int_not_equal(ploy_agent_create(s->world, &agent).index1, 0);
    }
}

static void set_up(doomed_world* s, const ploy_allocator* allocator)
{
    *s = (doomed_world){.allocator = *allocator};
    s->keys = ploy_blackboard_keys_create(&(ploy_blackboard_keys_def){.allocator = *allocator});
    s->fact_types = ploy_fact_types_create(&(ploy_fact_types_def){.allocator = *allocator});
    ploy_blackboard_keys_add(s->keys, &(ploy_key_def){.name = "fed", .type = PLOY_VALUE_BOOL}, NULL);
    ploy_blackboard_keys_add(s->keys, &(ploy_key_def){.name = "food", .type = PLOY_VALUE_INT}, NULL);
    ploy_fact_types_add(s->fact_types, &(ploy_fact_type_def){.name = "sight"}, NULL);
    bind(s);
    make_file(s);
    make_minds(s);
    make_world(s);
}

static void destroy(doomed_world* s, uint32_t object)
{
    switch (object) {
    case 0:
        ploy_world_destroy(s->world);
        s->world = NULL;
        break;
    case 1:
        for (uint32_t i = 0; i < MINDS; ++i) ploy_mind_destroy(s->minds[i]);
        break;
    case 2:
        ploy_file_destroy(s->file);
        break;
    case 3:
        ploy_bindings_destroy(s->bindings);
        break;
    case 4:
        ploy_blackboard_keys_destroy(s->keys);
        ploy_fact_types_destroy(s->fact_types);
        break;
    case 5:
        ploy_plan_service_destroy(s->service);
        break;
    default:
        ploy_blackboard_destroy(s->parent);
        if (s->world) ploy_squad_destroy(ploy_world_squads(s->world), s->squad);
        break;
    }
}

static void tick(doomed_world* s)
{
    uint32_t before = s->meals;
    if (!s->world) return;
    for (uint32_t i = 0; i < 3; ++i) ploy_world_tick(s->world, PLOY_SECOND / 10);
    assert_true(s->meals > before);
}

// The order of a number: each of the 7! = 5,040 once.
static void order_of(uint32_t number, uint32_t order[OBJECTS])
{
    uint32_t left[OBJECTS];
    for (uint32_t i = 0; i < OBJECTS; ++i) left[i] = i;
    for (uint32_t i = 0, count = OBJECTS; i < OBJECTS; ++i, --count) {
        uint32_t k = number % count;
        number /= count;
        order[i] = left[k];
        memmove(left + k, left + k + 1, (count - k - 1) * sizeof *left);
    }
}

static void what_a_world_uses_can_be_destroyed_in_any_order(void** state)
{
    (void)state;
    for (uint32_t number = 0; number < 5040; ++number) {
        test_allocator counters = {0};
        ploy_allocator allocator = test_allocator_of(&counters);
        uint32_t order[OBJECTS];
        doomed_world s;
        set_up(&s, &allocator);
        order_of(number, order);
        tick(&s);
        for (uint32_t i = 0; i < OBJECTS; ++i) {
            destroy(&s, order[i]);
            tick(&s);
        }
        if (counters.live_blocks != 0) fail_msg("order %u: %u blocks leak", number, (unsigned)counters.live_blocks);
    }
}

static void a_planner_outlives_its_domain(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    doomed_world s = {.allocator = allocator};
    bind(&s);
    make_file(&s);
    ploy_domain* domain = ploy_file_domain(s.file, 0);
    ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.allocator = allocator, .domain = domain});
    ploy_htn_planner* htn =
        ploy_htn_planner_create(&(ploy_htn_planner_def){.allocator = allocator, .htn = ploy_file_htn(s.file, 0)});
    ploy_file_destroy(s.file);
    uint64_t start[1] = {0};
    assert_int_equal(ploy_planner_plan(planner, &(ploy_plan_query){.start = start})->status, PLOY_FOUND);
    assert_int_equal(ploy_htn_planner_plan(htn, &(ploy_htn_query){.start = start})->status, PLOY_FOUND);
    ploy_htn_planner_destroy(htn);
    ploy_planner_destroy(planner);
    ploy_bindings_destroy(s.bindings);
    assert_int_equal(counters.live_blocks, 0);
}

// Memory that is freed stays as it is, so that a world can be used although it is gone.

typedef struct hoard
{
    void* blocks[4096];
    uint32_t count;
    char log[512];
} hoard;

static void* hoard_resize(void* user, void* memory, size_t old_bytes, size_t new_bytes)
{
    hoard* h = user;
    if (new_bytes == 0) return NULL;
    assert_true(h->count < sizeof h->blocks / sizeof *h->blocks);
    void* fresh = h->blocks[h->count++] = calloc(1, new_bytes);
    if (memory) memcpy(fresh, memory, old_bytes < new_bytes ? old_bytes : new_bytes);
    return fresh;
}

static void take_message(const char* message, void* user)
{
    hoard* h = user;
    size_t used = strlen(h->log);
    snprintf(h->log + used, sizeof h->log - used, "%s\n", message);
}

static void a_world_that_was_destroyed_says_so(void** state)
{
    (void)state;
    static hoard h;
    ploy_world_def def = {.allocator = {.resize = hoard_resize, .user = &h}};
    ploy_world* world = ploy_world_create(&def);
    ploy_world_tick(world, PLOY_SECOND);
    ploy_world_destroy(world);
    ploy_set_log_handler(take_message, &h);
    ploy_world_destroy(world);
    ploy_world_tick(world, PLOY_SECOND);
    ploy_agent_create(world, &(ploy_agent_def){0});
    ploy_set_log_handler(NULL, NULL);
    assert_string_equal(h.log, "ploy_world_destroy: the world was destroyed\n"
                               "ploy_world_tick: the world was destroyed\n"
                               "ploy_agent_create: the world was destroyed\n");
    while (h.count > 0) free(h.blocks[--h.count]);
}

TEST_MAIN(TEST(a_world_that_was_destroyed_says_so), TEST(what_a_world_uses_can_be_destroyed_in_any_order), TEST(a_planner_outlives_its_domain))
