#include <ploy/world.h>

#include <stdlib.h>
#include <string.h>

#include "knowledge/memory.h"
#include "agent/reservations.h"
#include "agent/squads.h"
#include "agent/world.h"
#include "support/base/allocators.h"
#include "support/base/asserts.h"
#include "support/mind/plain_mind.h"
#include "support/base/test.h"

#define FRAME 16667

static ploy_world* make_world(void)
{
    ploy_world_def def = {0};
    ploy_world* world = ploy_world_create(&def);
    assert_non_null(world);
    return world;
}

static ploy_agent_id make_agent(ploy_world* world, plain_mind* mind)
{
    ploy_agent_def def = {0};
    def.mind = mind ? &mind->base : NULL;
    ploy_agent_id id = ploy_agent_create(world, &def);
    assert_true(id.index1 > 0);
    return id;
}

static plain_memory* memory_of(const ploy_world* world, ploy_agent_id id)
{
    return plain_memory_of(ploy_world_agent(world, id));
}

static void an_agent_thinks_and_acts_once_a_tick(void** state)
{
    (void)state;
    plain_mind* mind = plain_mind_create(NULL);
    ploy_world* world = make_world();
    ploy_agent_id id = make_agent(world, mind);
    for (int i = 0; i < 5; ++i) ploy_world_tick(world, FRAME);
    assert_int_equal(memory_of(world, id)->thoughts, 5);
    assert_int_equal(memory_of(world, id)->acts, 5);
    assert_int_equal(memory_of(world, id)->time, 5 * FRAME);
    assert_int_equal(ploy_world_now(world), 5 * FRAME);
    assert_int_equal(ploy_world_ticks(world), 5);
    assert_int_equal(ploy_world_mind_agents(world, &mind->base), 1);
    ploy_world_destroy(world);
    assert_int_equal(mind->begun, 1);
    assert_int_equal(mind->ended, 1);
    ploy_mind_destroy(&mind->base);
}

// Agents of a slower pace take turns in thinking, and act in every tick.
static void an_agent_of_a_slower_pace_thinks_in_its_turn(void** state)
{
    (void)state;
    plain_mind* mind = plain_mind_create(NULL);
    ploy_world* world = make_world();
    ploy_agent_id ids[5];
    for (uint32_t i = 0; i < 5; ++i) ids[i] = make_agent(world, mind);
    for (uint32_t i = 1; i < 5; ++i) assert_int_equal(ploy_agent_set_pace(world, ids[i], 4), PLOY_OK);
    for (uint32_t t = 1; t <= 8; ++t) {
        uint64_t thoughts = 0;
        ploy_world_tick(world, FRAME);
        for (uint32_t i = 1; i < 5; ++i) thoughts += memory_of(world, ids[i])->thoughts;
        assert_int_equal(thoughts, t);
        for (uint32_t i = 0; i < 5; ++i) assert_int_equal(memory_of(world, ids[i])->acts, t);
        assert_int_equal(memory_of(world, ids[0])->thoughts, t);
    }
    for (uint32_t i = 1; i < 5; ++i) assert_int_equal(memory_of(world, ids[i])->thoughts, 2);
    assert_int_equal(ploy_agent_set_pace(world, ids[1], 1), PLOY_OK);
    for (uint32_t t = 0; t < 4; ++t) ploy_world_tick(world, FRAME);
    assert_int_equal(memory_of(world, ids[1])->thoughts, 6);
    ploy_world_destroy(world);
    ploy_mind_destroy(&mind->base);
}

static void a_stale_id_gets_a_status(void** state)
{
    (void)state;
    ploy_world* world = make_world();
    ploy_agent_id none = {0}, never = {77, 1};
    ploy_agent_id first = make_agent(world, NULL);
    assert_int_equal(ploy_agent_destroy(world, first), PLOY_OK);
    ploy_agent_id second = make_agent(world, NULL);
    assert_int_equal(first.index1, second.index1);
    ploy_agent_id stale[] = {none, never, first};
    for (int i = 0; i < 3; ++i) {
        assert_null(ploy_world_agent(world, stale[i]));
        assert_int_equal(ploy_agent_destroy(world, stale[i]), PLOY_NOT_FOUND);
        assert_int_equal(ploy_agent_set_mind(world, stale[i], NULL), PLOY_NOT_FOUND);
    }
    assert_int_equal(ploy_world_get_stats(world).agents, 1);
    ploy_agent* agent = ploy_world_agent(world, second);
    assert_ptr_equal(ploy_agent_world(agent), world);
    assert_int_equal(agent->id.generation, second.generation);
    assert_int_equal(agent->id.index1, second.index1);
    assert_null(ploy_agent_world(&(ploy_agent){0}));
    ploy_world_destroy(world);
}

static void agents_are_walked_in_order_of_index(void** state)
{
    (void)state;
    ploy_world* world = make_world();
    ploy_agent_id ids[200];
    for (int i = 0; i < 200; ++i) ids[i] = make_agent(world, NULL);
    for (int i = 0; i < 200; i += 3) ploy_agent_destroy(world, ids[i]);
    ploy_agent_id at = ploy_world_next_agent(world, (ploy_agent_id){0});
    for (int i = 0; i < 200; ++i) {
        if (i % 3 == 0) continue;
        assert_int_equal(at.index1, ids[i].index1);
        at = ploy_world_next_agent(world, at);
    }
    assert_int_equal(at.index1, 0);
    ploy_world_destroy(world);
}

static void a_self_never_moves(void** state)
{
    (void)state;
    plain_mind* mind = plain_mind_create(NULL);
    ploy_world* world = make_world();
    ploy_agent_id id = make_agent(world, mind);
    ploy_agent* agent = ploy_world_agent(world, id);
    void* memory = agent->mind_data;
    for (int i = 0; i < 5000; ++i) make_agent(world, mind);
    assert_ptr_equal(ploy_world_agent(world, id), agent);
    assert_ptr_equal(agent->mind_data, memory);
    ploy_world_destroy(world);
    ploy_mind_destroy(&mind->base);
}

static void groups_take_turns_and_time_adds_up(void** state)
{
    (void)state;
    plain_mind* mind = plain_mind_create(NULL);
    ploy_world_def def = {0};
    def.groups = 4;
    ploy_world* world = ploy_world_create(&def);
    ploy_agent_id ids[10];
    for (int i = 0; i < 10; ++i) ids[i] = make_agent(world, mind);
    for (int t = 0; t < 8; ++t) {
        ploy_world_tick(world, 100 + t);
        for (int i = 0; i < 10; ++i) {
            bool its_turn = i % 4 == t % 4;
            assert_int_equal(memory_of(world, ids[i])->thoughts, t / 4 + (its_turn || i % 4 < t % 4));
            if (its_turn) assert_int_equal(memory_of(world, ids[i])->time, ploy_world_now(world));
        }
    }
    ploy_world_destroy(world);
    ploy_mind_destroy(&mind->base);
}

static void facts_lose_no_part_of_a_millisecond(void** state)
{
    (void)state;
    ploy_fact_types_def kinds_def = {0};
    ploy_fact_types* kinds = ploy_fact_types_create(&kinds_def);
    ploy_fact_type_def kind = {0};
    kind.name = "thing";
    assert_int_equal(ploy_fact_types_add(kinds, &kind, NULL), PLOY_OK);
    ploy_world_def def = {0};
    def.fact_types = kinds;
    def.groups = 3;
    ploy_world* world = ploy_world_create(&def);
    ploy_world_tick(world, 1700);
    ploy_agent_id id = make_agent(world, NULL);
    for (int i = 0; i < 600; ++i) ploy_world_tick(world, 333);
    const ploy_agent* agent = ploy_world_agent(world, id);
    assert_int_equal(agent->memory->now, agent->now / 1000 - 1700 / 1000);
    assert_true(ploy_world_now(world) - agent->now < 3 * 333);
    ploy_world_destroy(world);
    ploy_fact_types_destroy(kinds);
}

static void boards_hang_below_the_worlds_or_a_squads(void** state)
{
    (void)state;
    ploy_blackboard_keys_def keys_def = {0};
    ploy_blackboard_keys* keys = ploy_blackboard_keys_create(&keys_def);
    ploy_key_def key = {0};
    key.name = "alarm";
    key.type = PLOY_VALUE_INT;
    assert_int_equal(ploy_blackboard_keys_add(keys, &key, NULL), PLOY_OK);
    ploy_world_def def = {0};
    def.keys = keys;
    ploy_world* world = ploy_world_create(&def);
    ploy_blackboard_def squad_def = {0};
    squad_def.keys = keys;
    squad_def.scope = PLOY_SCOPE_SQUAD;
    squad_def.parent = ploy_world_blackboard(world);
    ploy_blackboard* squad = ploy_blackboard_create(&squad_def);
    ploy_agent_def agent = {0};
    ploy_agent* loner = ploy_world_agent(world, ploy_agent_create(world, &agent));
    agent.parent = squad;
    ploy_agent_id member_id = ploy_agent_create(world, &agent);
    ploy_agent* member = ploy_world_agent(world, member_id);
    agent.no_blackboard = true;
    assert_null(ploy_world_agent(world, ploy_agent_create(world, &agent))->blackboard);
    ploy_blackboard_set(ploy_world_blackboard(world), 0, 1);
    ploy_blackboard_set(squad, 0, 2);
    assert_int_equal(ploy_blackboard_get(loner->blackboard, 0), 1);
    assert_int_equal(ploy_blackboard_get(member->blackboard, 0), 2);
    ploy_agent_destroy(world, member_id);
    ploy_blackboard_destroy(squad);
    ploy_world_destroy(world);
    ploy_blackboard_keys_destroy(keys);
}

// Making and unmaking inside callbacks.

typedef struct nursery
{
    plain_mind* mind;
    ploy_agent_id victim, born;
    bool kill_self, breed, breed_at_end;
    uint32_t acts;
} nursery;

static void nurse(ploy_agent* agent, void* user)
{
    nursery* n = user;
    ploy_world* world = ploy_agent_world(agent);
    ++n->acts;
    if (n->victim.index1) {
        assert_int_equal(ploy_agent_destroy(world, n->victim), PLOY_OK);
        assert_int_equal(ploy_agent_destroy(world, n->victim), PLOY_ALREADY);
        assert_non_null(ploy_world_agent(world, n->victim));
        n->victim = (ploy_agent_id){0};
    }
    if (n->kill_self) assert_int_equal(ploy_agent_destroy(world, agent->id), PLOY_OK);
    if (n->breed) {
        n->born = make_agent(world, n->mind);
        n->breed = false;
    }
}

static void nurse_at_end(ploy_agent* agent, void* user)
{
    nursery* n = user;
    if (n->breed_at_end) {
        n->breed_at_end = false;
        n->born = make_agent(ploy_agent_world(agent), n->mind);
    }
    ploy_agent_destroy(ploy_agent_world(agent), agent->id);
}

static void an_agent_killed_in_act_acts_no_more_and_is_gone_after_the_tick(void** state)
{
    (void)state;
    nursery n = {.mind = plain_mind_create(NULL)};
    n.mind->act = nurse;
    n.mind->user = &n;
    ploy_world* world = make_world();
    make_agent(world, n.mind);
    ploy_agent_id second = make_agent(world, n.mind);
    n.victim = second;
    ploy_world_tick(world, FRAME);
    assert_int_equal(n.acts, 1);
    assert_null(ploy_world_agent(world, second));
    assert_int_equal(ploy_world_get_stats(world).agents, 1);
    n.kill_self = true;
    ploy_world_tick(world, FRAME);
    assert_int_equal(ploy_world_get_stats(world).agents, 0);
    assert_int_equal(n.mind->begun, n.mind->ended);
    ploy_world_destroy(world);
    ploy_mind_destroy(&n.mind->base);
}

static void an_agent_made_in_act_is_ticked_from_the_next_tick_on(void** state)
{
    (void)state;
    nursery n = {.mind = plain_mind_create(NULL), .breed = true};
    n.mind->act = nurse;
    n.mind->user = &n;
    ploy_world* world = make_world();
    make_agent(world, n.mind);
    ploy_world_tick(world, FRAME);
    assert_int_equal(memory_of(world, n.born)->thoughts, 0);
    assert_int_equal(memory_of(world, n.born)->acts, 0);
    ploy_world_tick(world, FRAME);
    assert_int_equal(memory_of(world, n.born)->thoughts, 1);
    assert_int_equal(memory_of(world, n.born)->acts, 1);
    assert_int_equal(memory_of(world, n.born)->time, FRAME);
    ploy_world_destroy(world);
    ploy_mind_destroy(&n.mind->base);
}

static void an_ending_may_make_agents_and_kill_what_is_dying(void** state)
{
    (void)state;
    nursery n = {.mind = plain_mind_create(NULL), .breed_at_end = true};
    n.mind->end = nurse_at_end;
    n.mind->user = &n;
    ploy_world* world = make_world();
    ploy_agent_id id = make_agent(world, n.mind);
    assert_int_equal(ploy_agent_destroy(world, id), PLOY_OK);
    assert_null(ploy_world_agent(world, id));
    assert_non_null(ploy_world_agent(world, n.born));
    ploy_world_tick(world, FRAME);
    assert_int_equal(memory_of(world, n.born)->thoughts, 1);
    ploy_world_destroy(world);
    assert_int_equal(n.mind->begun, n.mind->ended);
    ploy_mind_destroy(&n.mind->base);
}

// Minds that change.

typedef struct exchange
{
    ploy_mind* to;
    ploy_mind* replace;
} exchange;

static void change_minds(ploy_agent* agent, void* user)
{
    exchange* e = user;
    ploy_world* world = ploy_agent_world(agent);
    ploy_mind* before = agent->mind;
    if (e->to) assert_int_equal(ploy_agent_set_mind(world, agent->id, e->to), PLOY_OK);
    if (e->replace) assert_int_equal(pl_world_replace_mind(world, before, e->replace), PLOY_OK);
    assert_ptr_equal(agent->mind, before);
}

static void a_mind_set_inside_a_tick_takes_over_when_it_ends(void** state)
{
    (void)state;
    plain_mind *old = plain_mind_create(NULL), *fresh = plain_mind_create(NULL);
    exchange e = {.to = &fresh->base};
    old->act = change_minds;
    old->user = &e;
    ploy_world* world = make_world();
    ploy_agent_id id = make_agent(world, old);
    ploy_world_tick(world, FRAME);
    assert_ptr_equal(ploy_world_agent(world, id)->mind, &fresh->base);
    assert_int_equal(memory_of(world, id)->thoughts, 0);
    assert_int_equal(old->ended, 1);
    assert_int_equal(ploy_world_mind_agents(world, &old->base), 0);
    assert_int_equal(ploy_agent_set_mind(world, id, NULL), PLOY_OK);
    assert_null(ploy_world_agent(world, id)->mind);
    assert_null(ploy_world_agent(world, id)->memory);
    ploy_world_tick(world, FRAME);
    ploy_world_destroy(world);
    ploy_mind_destroy(&old->base);
    ploy_mind_destroy(&fresh->base);
}

static void a_newer_edition_of_a_mind_carries_on(void** state)
{
    (void)state;
    plain_mind *old = plain_mind_create(NULL), *fresh = plain_mind_create(NULL);
    exchange e = {.replace = &fresh->base};
    ploy_world* world = make_world();
    ploy_agent_id ids[3];
    for (int i = 0; i < 3; ++i) ids[i] = make_agent(world, old);
    ploy_world_tick(world, FRAME);
    old->act = change_minds;
    old->user = &e;
    ploy_world_tick(world, FRAME);
    ploy_mind_destroy(&old->base);
    ploy_world_tick(world, FRAME);
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(memory_of(world, ids[i])->thoughts, 3);
        assert_int_equal(memory_of(world, ids[i])->migrated, 1);
    }
    assert_int_equal(ploy_world_mind_agents(world, &fresh->base), 3);
    ploy_world_destroy(world);
    ploy_mind_destroy(&fresh->base);
}

static void a_mind_that_cannot_take_over_leaves_the_old_one(void** state)
{
    (void)state;
    plain_mind *old = plain_mind_create(NULL), *fresh = plain_mind_create(NULL);
    fresh->begin_status = PLOY_OUT_OF_MEMORY;
    ploy_world* world = make_world();
    ploy_agent_id id = make_agent(world, old);
    ploy_world_tick(world, FRAME);
    assert_int_equal(pl_world_replace_mind(world, &old->base, &fresh->base), PLOY_OUT_OF_MEMORY);
    assert_int_equal(memory_of(world, id)->thoughts, 1);
    assert_int_equal(ploy_world_mind_agents(world, &old->base), 1);
    assert_int_equal(ploy_agent_set_mind(world, id, &fresh->base), PLOY_OUT_OF_MEMORY);
    assert_null(ploy_world_agent(world, id)->mind);
    assert_int_equal(ploy_world_mind_agents(world, &fresh->base), 0);
    ploy_agent_def def = {0};
    def.mind = &fresh->base;
    assert_int_equal(ploy_agent_create(world, &def).index1, 0);
    assert_int_equal(ploy_world_get_stats(world).agents, 1);
    ploy_world_destroy(world);
    ploy_mind_destroy(&old->base);
    ploy_mind_destroy(&fresh->base);
}

// The budget.

static void the_node_budget_is_kept_and_no_mind_starves(void** state)
{
    (void)state;
    ploy_world_def def = {0};
    def.max_nodes = 7;
    ploy_world* world = ploy_world_create(&def);
    plain_mind* minds[3];
    ploy_agent_id ids[30];
    for (int m = 0; m < 3; ++m) {
        minds[m] = plain_mind_create(NULL);
        minds[m]->want = 50;
        for (int i = 0; i < 10; ++i) ids[m * 10 + i] = make_agent(world, minds[m]);
    }
    for (int t = 0; t < 3000; ++t) {
        ploy_world_tick(world, FRAME);
        assert_true(ploy_world_get_stats(world).nodes <= 7);
    }
    assert_int_equal(ploy_world_get_stats(world).nodes, 7);
    for (int i = 0; i < 30; ++i) assert_true(memory_of(world, ids[i])->answers > 3000 * 7 / 30 / 50);
    ploy_world_destroy(world);
    for (int m = 0; m < 3; ++m) ploy_mind_destroy(&minds[m]->base);
}

static void what_a_thrifty_mind_leaves_goes_to_the_others(void** state)
{
    (void)state;
    ploy_world_def def = {0};
    def.max_nodes = 100;
    ploy_world* world = ploy_world_create(&def);
    plain_mind *idle = plain_mind_create(NULL), *busy = plain_mind_create(NULL);
    busy->want = 100000;
    for (int i = 0; i < 20; ++i) make_agent(world, busy);
    make_agent(world, idle);
    for (int t = 0; t < 10; ++t) ploy_world_tick(world, FRAME);
    assert_int_equal(ploy_world_get_stats(world).nodes, 100);
    ploy_world_destroy(world);
    ploy_mind_destroy(&idle->base);
    ploy_mind_destroy(&busy->base);
}

// Against a model: a plain list of who was made when.

#define MODEL_AGENTS 400

typedef struct model_agent
{
    ploy_agent_id id;
    bool lives;
    uint32_t mind; ///< 2: none
    uint64_t thoughts;
    int64_t time, last;
} model_agent;

typedef struct world_model
{
    ploy_world* world;
    plain_mind* minds[2];
    uint32_t groups, row, count;
    uint64_t ticks;
    int64_t now;
    model_agent agents[MODEL_AGENTS];
} world_model;

static ploy_mind* model_mind(const world_model* m, uint32_t mind)
{
    return mind < 2 ? &m->minds[mind]->base : NULL;
}

static void model_create(world_model* m, uint32_t mind)
{
    if (m->count == MODEL_AGENTS) return;
    ploy_agent_id id = make_agent(m->world, mind < 2 ? m->minds[mind] : NULL);
    m->agents[m->count++] = (model_agent){.id = id, .lives = true, .mind = mind, .last = m->now};
}

static void model_destroy(world_model* m, model_agent* a)
{
    assert_int_equal(ploy_agent_destroy(m->world, a->id), a->lives ? PLOY_OK : PLOY_NOT_FOUND);
    a->lives = false;
}

static void model_set_mind(world_model* m, model_agent* a, uint32_t mind)
{
    ploy_mind* fresh = model_mind(m, mind);
    assert_int_equal(ploy_agent_set_mind(m->world, a->id, fresh), a->lives ? PLOY_OK : PLOY_NOT_FOUND);
    a->mind = mind;
    a->thoughts = 0;
    a->time = 0;
}

static void model_tick(world_model* m, int64_t dt)
{
    ploy_world_tick(m->world, dt);
    m->now += dt;
    for (uint32_t i = 0; i < m->count; ++i) {
        model_agent* a = &m->agents[i];
        if ((a->id.index1 - 1) / m->row % m->groups != m->ticks % m->groups) continue;
        ++a->thoughts;
        a->time += m->now - a->last;
        a->last = m->now;
    }
    ++m->ticks;
}

static void model_step(world_model* m, ploy_random* random)
{
    uint32_t what = ploy_random_below(random, 8), mind = ploy_random_below(random, 3);
    model_agent* a = m->count ? &m->agents[ploy_random_below(random, m->count)] : NULL;
    if (what < 3) model_create(m, mind);
    if (what == 3 && a) model_destroy(m, a);
    if (what == 4 && a) model_set_mind(m, a, mind);
    if (what > 4) model_tick(m, ploy_random_below(random, 50000));
}

static void model_check(const world_model* m)
{
    uint32_t lives = 0, with[3] = {0};
    for (uint32_t i = 0; i < m->count; ++i) {
        const model_agent* a = &m->agents[i];
        const ploy_agent* agent = ploy_world_agent(m->world, a->id);
        assert_int_equal(agent != NULL, a->lives);
        if (!agent) continue;
        ++lives;
        ++with[a->mind];
        assert_ptr_equal(agent->mind, model_mind(m, a->mind));
        if (a->mind == 2) continue;
        assert_int_equal(plain_memory_of(agent)->thoughts, a->thoughts);
        assert_int_equal(plain_memory_of(agent)->acts, a->thoughts);
        assert_int_equal(plain_memory_of(agent)->time, a->time);
    }
    assert_int_equal(ploy_world_get_stats(m->world).agents, lives);
    for (uint32_t i = 0; i < 2; ++i) assert_int_equal(ploy_world_mind_agents(m->world, model_mind(m, i)), with[i]);
}

static void a_world_does_what_a_plain_list_of_agents_does(void** state)
{
    (void)state;
    static world_model m;
    for (uint64_t seed = 0; seed < 60; ++seed) {
        ploy_random random = {.seed = seed};
        ploy_world_def def = {0};
        m = (world_model){.groups = 1 + ploy_random_below(&random, 5), .row = 1 + ploy_random_below(&random, 4)};
        def.groups = m.groups;
        def.row = m.row;
        m.world = ploy_world_create(&def);
        for (int i = 0; i < 2; ++i) m.minds[i] = plain_mind_create(NULL);
        for (int i = 0; i < 300; ++i) {
            model_step(&m, &random);
            if (i % 10 == 0) model_check(&m);
        }
        model_check(&m);
        ploy_world_destroy(m.world);
        for (int i = 0; i < 2; ++i) {
            assert_int_equal(m.minds[i]->begun, m.minds[i]->ended);
            ploy_mind_destroy(&m.minds[i]->base);
        }
    }
}

// Rules and memory.

static void tick_again(ploy_agent* agent, void* user)
{
    (void)user;
    ploy_world_tick(ploy_agent_world(agent), 1);
    ploy_world_destroy(ploy_agent_world(agent));
    assert_int_equal(ploy_world_ticks(ploy_agent_world(agent)), 0);
}

static void a_world_is_not_ticked_inside_its_tick(void** state)
{
    (void)state;
    plain_mind* mind = plain_mind_create(NULL);
    mind->act = tick_again;
    ploy_world* world = make_world();
    make_agent(world, mind);
    ploy_world_tick(world, FRAME);
    EXPECT_API_MISUSE(ploy_world_tick(world, -1));
    ploy_world_destroy(world);
    ploy_mind_destroy(&mind->base);
}

static void a_warm_world_allocates_nothing(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    ploy_world_def def = {0};
    def.allocator = allocator;
    ploy_world* world = ploy_world_create(&def);
    nursery n = {.mind = plain_mind_create(NULL)};
    n.mind->act = nurse;
    n.mind->user = &n;
    for (int i = 0; i < 300; ++i) make_agent(world, n.mind);
    uint64_t calls = 0;
    for (int t = 0; t < 100; ++t) {
        n.breed = true;
        n.victim = ploy_world_next_agent(world, (ploy_agent_id){(uint32_t)t, 0});
        ploy_world_tick(world, FRAME);
        if (t == 3) calls = counters.calls;
    }
    assert_int_equal(counters.calls, calls);
    assert_int_equal(ploy_world_get_stats(world).agents, 300);
    ploy_world_destroy(world);
    ploy_mind_destroy(&n.mind->base);
    assert_int_equal(counters.live_blocks, 0);
}

static bool live(const ploy_allocator* allocator)
{
    plain_mind *mind = plain_mind_create(allocator), *fresh = mind ? plain_mind_create(allocator) : NULL;
    ploy_world_def def = {0};
    def.allocator = *allocator;
    def.max_sensor_updates = 3;
    ploy_world* world = fresh ? ploy_world_create(&def) : NULL;
    ploy_agent_def agent = {0};
    agent.mind = (ploy_mind*)mind;
    bool ok = world != NULL;
    for (int i = 0; i < 100 && ok; ++i) {
        ok = ploy_agent_create(world, &agent).index1 > 0;
        ploy_world_tick(world, FRAME);
    }
    ok = ok && pl_world_replace_mind(world, &mind->base, &fresh->base) == PLOY_OK;
    ploy_world_destroy(world);
    ploy_mind_destroy((ploy_mind*)mind);
    ploy_mind_destroy((ploy_mind*)fresh);
    return ok;
}

static void every_failing_allocation_is_survived(void** state)
{
    (void)state;
    test_fail_every_allocation(live);
}

TEST_MAIN(TEST(an_agent_thinks_and_acts_once_a_tick), TEST(an_agent_of_a_slower_pace_thinks_in_its_turn),
          TEST(a_stale_id_gets_a_status),
          TEST(agents_are_walked_in_order_of_index), TEST(a_self_never_moves), TEST(groups_take_turns_and_time_adds_up),
          TEST(facts_lose_no_part_of_a_millisecond), TEST(boards_hang_below_the_worlds_or_a_squads),
          TEST(an_agent_killed_in_act_acts_no_more_and_is_gone_after_the_tick),
          TEST(an_agent_made_in_act_is_ticked_from_the_next_tick_on),
          TEST(an_ending_may_make_agents_and_kill_what_is_dying),
          TEST(a_mind_set_inside_a_tick_takes_over_when_it_ends), TEST(a_newer_edition_of_a_mind_carries_on),
          TEST(a_mind_that_cannot_take_over_leaves_the_old_one), TEST(the_node_budget_is_kept_and_no_mind_starves),
          TEST(what_a_thrifty_mind_leaves_goes_to_the_others), TEST(a_world_does_what_a_plain_list_of_agents_does),
          TEST(a_world_is_not_ticked_inside_its_tick), TEST(a_warm_world_allocates_nothing),
          TEST(every_failing_allocation_is_survived))
