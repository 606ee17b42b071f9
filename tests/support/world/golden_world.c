#include "support/world/golden_world.h"

#include <string.h>

enum
{
    ALARM,
    ENERGY,
    TARGET,
    MOST_AGENTS = 260,
};

static void add_key(ploy_blackboard_keys* keys, const char* name, bool* ok)
{
    ploy_key_def def = {0};
    def.name = name;
    def.type = PLOY_VALUE_INT;
    *ok = *ok && ploy_blackboard_keys_add(keys, &def, NULL) == PLOY_OK;
}

static void add_kind(ploy_fact_types* kinds, bool* ok)
{
    ploy_fact_type_def def = {0};
    def.name = "seen";
    def.attributes[0] = (ploy_fact_attribute){"who", PLOY_VALUE_INT, true, NULL, NULL};
    def.attributes[1] = (ploy_fact_attribute){"where", PLOY_VALUE_INT, false, NULL, NULL};
    def.attribute_count = 2;
    def.capacity = 6;
    def.decay_time = 400000;
    *ok = *ok && ploy_fact_types_add(kinds, &def, NULL) == PLOY_OK;
}

// Reads the world and writes facts of its own agent.
static void look(ploy_agent* agent, void* user)
{
    (void)user;
    ploy_fact seen = ploy_fact_of(0);
    ploy_fact_set(&seen, 0, ploy_random_below(&agent->random, 12));
    ploy_fact_set(&seen, 1, ploy_blackboard_get(agent->blackboard, ALARM));
    seen.belief = 500 + ploy_random_below(&agent->random, 501);
    ploy_memory_remember(agent->memory, &seen, NULL);
}

static void feel(ploy_agent* agent, void* user)
{
    (void)user;
    ploy_blackboard_set(agent->blackboard, ENERGY, ploy_blackboard_get(agent->blackboard, ENERGY) + 1);
}

// Writes to the world, so it does not run in parallel.
static void shout(ploy_agent* agent, void* user)
{
    golden_world* g = user;
    ploy_blackboard_set(ploy_world_blackboard(g->world), ALARM, (int64_t)(ploy_random_next(&agent->random) % 1000));
}

static void add_sensor(golden_world* g, const char* name, ploy_sense_fn* sense, int64_t interval, bool parallel,
                       bool* ok)
{
    ploy_sensor_def def = {0};
    def.name = name;
    def.sense = sense;
    def.interval = interval;
    def.parallel = parallel;
    def.user = g;
    *ok = *ok && ploy_bindings_add_sensor(ploy_world_bindings(g->world), &def, NULL) == PLOY_OK;
}

static bool give_birth(golden_world* g)
{
    ploy_agent_def def = {0};
    def.mind = g->listed_minds[g->born % 3];
    def.parent = g->born % 5 == 0 ? g->squad : NULL;
    def.no_blackboard = false;
    ++g->born;
    return ploy_agent_create(g->world, &def).index1 > 0;
}

// Undoes a quarter of what bakers have done, so that they plan again.
static void bake(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    golden_world* g = user;
    uint32_t outcome = ploy_random_below(&agent->random, 400);
    if (event->kind == PLOY_GOAP_GOAL_FINISHED)
        ploy_blackboard_set(agent->blackboard, ploy_blackboard_keys_find(g->keys, "bread"), 0);
    if (outcome == 0) ploy_agent_destroy(ploy_agent_world(agent), agent->id);
    if (event->kind != PLOY_GOAP_ACTION_FINISHED || outcome % 4 == 0) return;
    ++g->baked;
    uint64_t state[4];
    memcpy(state, ploy_goap_state(agent), ploy_domain_state_words(g->domain) * sizeof *state);
    if (!ploy_action_applicable(g->domain, event->index, event->args, state)) return;
    ploy_action_apply(g->domain, event->index, event->args, state);
    for (uint32_t v = 0; v < ploy_domain_variable_count(g->domain); ++v) {
        char name[32];
        ploy_domain_variable_print(g->domain, v, name, sizeof name);
        ploy_blackboard_set(agent->blackboard, ploy_blackboard_keys_find(g->keys, name),
                            ploy_state_get(g->domain, state, v));
    }
}

static void add_symbol(golden_world* g, const char* name, ploy_value_type kind, bool* ok)
{
    ploy_symbol_def def = {0};
    def.name = name;
    def.type = kind;
    def.max = kind == PLOY_VALUE_INT ? 3 : 0;
    *ok = *ok && ploy_domain_add_symbol(g->domain, &def, NULL, NULL) == PLOY_OK;
}

static void add_action(golden_world* g, const char* name, const char* pre, const char* effect, int64_t ms, bool* ok)
{
    ploy_action_def def = {0};
    def.name = name;
    def.pre = pre;
    def.effect = effect;
    def.duration = ms * 1000;
    *ok = *ok && ploy_domain_add_action(g->domain, &def, NULL, NULL) == PLOY_OK;
}

static void add_goal(golden_world* g, const char* name, const char* condition, const char* priority, bool* ok)
{
    ploy_goal_def def = {0};
    def.name = name;
    def.condition = condition;
    def.priority = priority;
    *ok = *ok && ploy_domain_add_goal(g->domain, &def, NULL, NULL) == PLOY_OK;
}

static bool make_domain(golden_world* g, const ploy_allocator* allocator)
{
    ploy_domain_def def = {0};
    def.name = "bakers";
    def.allocator = *allocator;
    g->domain = ploy_domain_create(&def);
    bool ok = g->domain != NULL;
    if (!ok) return false;
    add_symbol(g, "flour", PLOY_VALUE_INT, &ok);
    add_symbol(g, "wood", PLOY_VALUE_INT, &ok);
    add_symbol(g, "heat", PLOY_VALUE_BOOL, &ok);
    add_symbol(g, "bread", PLOY_VALUE_BOOL, &ok);
    add_action(g, "Mill", NULL, "flour += 1", 120, &ok);
    add_action(g, "Chop", NULL, "wood += 1", 150, &ok);
    add_action(g, "Heat", "wood >= 2", "heat, wood -= 2", 90, &ok);
    add_action(g, "Bake", "heat and flour >= 2", "bread, not heat, flour -= 2", 200, &ok);
    add_goal(g, "HaveBread", "bread", "1", &ok);
    add_goal(g, "HaveStock", "flour = 3 and wood = 3", "0.5", &ok);
    return ok && ploy_domain_compile(g->domain, NULL) == PLOY_OK &&
           ploy_view_add_keys(g->domain, g->keys, 1u << PLOY_SCOPE_AGENT) == PLOY_OK;
}

static bool make_baker(golden_world* g, const ploy_allocator* allocator)
{
    ploy_goap_mind_def def = {0};
    def.parts.allocator = *allocator;
    def.domain = g->domain;
    def.parts.keys = g->keys;
    def.event = bake;
    def.event_user = g;
    bool ok = ploy_goap_mind_create(&def, &g->baker, NULL) == PLOY_OK;
    g->listed_minds[2] = g->baker;
    return ok;
}

// Sometimes an agent is destroyed or created, gets another mind, or stops sensing.
static void act(ploy_agent* agent, void* user)
{
    golden_world* g = user;
    ploy_world* world = ploy_agent_world(agent);
    ploy_fact_query all;
    ploy_fact_query_init(&all, 0);
    uint32_t known = ploy_memory_count(agent->memory, &all), outcome = ploy_random_below(&agent->random, 4000);
    ploy_blackboard_set(agent->blackboard, TARGET, (int64_t)known);
    if (known == 3 && agent->blackboard) ploy_blackboard_set(g->squad, TARGET, agent->id.index1);
    if (outcome < 4) ploy_agent_destroy(world, agent->id);
    if (outcome >= 10 && outcome < 15 && ploy_world_get_stats(world).agents < MOST_AGENTS) give_birth(g);
    if (outcome == 20) ploy_agent_set_mind(world, agent->id, &g->minds[agent->id.index1 % 2]->base);
    if (outcome == 30) ploy_agent_set_sensor(world, agent->id, 0, agent->id.index1 % 3 != 0);
}

static bool make_minds(golden_world* g, const ploy_allocator* allocator)
{
    for (int i = 0; i < 2; ++i) {
        g->minds[i] = plain_mind_create(allocator);
        if (!g->minds[i]) return false;
        g->minds[i]->act = act;
        g->minds[i]->user = g;
        g->minds[i]->want = 40;
        g->listed_minds[i] = &g->minds[i]->base;
    }
    return true;
}

static bool make_knowledge(golden_world* g, const ploy_allocator* allocator)
{
    ploy_blackboard_keys_def keys = {0};
    ploy_fact_types_def kinds = {0};
    keys.allocator = kinds.allocator = *allocator;
    g->keys = ploy_blackboard_keys_create(&keys);
    g->kinds = g->keys ? ploy_fact_types_create(&kinds) : NULL;
    bool ok = g->kinds != NULL;
    if (ok) {
        add_key(g->keys, "alarm", &ok);
        add_key(g->keys, "energy", &ok);
        add_key(g->keys, "target", &ok);
        add_kind(g->kinds, &ok);
    }
    return ok;
}

static bool make_world(golden_world* g, const ploy_allocator* allocator, const ploy_tasks* tasks)
{
    ploy_world_def def = {0};
    def.allocator = *allocator;
    if (tasks) def.tasks = *tasks;
    def.keys = g->keys;
    def.fact_types = g->kinds;
    def.groups = 3;
    def.max_nodes = 60;
    def.max_sensor_updates = 50;
    def.seed = 42;
    g->world = ploy_world_create(&def);
    bool ok = g->world != NULL;
    if (!ok) return false;
    add_sensor(g, "eyes", look, 50000, true, &ok);
    add_sensor(g, "gut", feel, 0, true, &ok);
    add_sensor(g, "mouth", shout, 700000, false, &ok);
    ploy_blackboard_def blackboard = {0};
    blackboard.keys = g->keys;
    blackboard.scope = PLOY_SCOPE_SQUAD;
    blackboard.parent = ploy_world_blackboard(g->world);
    g->squad = ok ? ploy_blackboard_create(&blackboard) : NULL;
    g->listed_blackboards[0] = g->squad;
    return g->squad != NULL;
}

bool golden_world_create(golden_world* g, const ploy_allocator* allocator, const ploy_tasks* tasks)
{
    *g = (golden_world){.save = (ploy_save_def){0}};
    ploy_allocator from = allocator ? *allocator : ploy_allocator_default();
    g->save.minds = g->listed_minds;
    g->save.mind_count = 3;
    g->save.blackboards = g->listed_blackboards;
    g->save.blackboard_count = 1;
    return make_knowledge(g, &from) && make_domain(g, &from) && make_minds(g, &from) && make_baker(g, &from) &&
           make_world(g, &from, tasks);
}

uint32_t golden_world_populate(golden_world* g, uint32_t count)
{
    uint32_t made = 0;
    while (made < count && give_birth(g)) ++made;
    return made;
}

void golden_world_tick(golden_world* g, uint32_t times)
{
    for (uint32_t i = 0; i < times; ++i)
        ploy_world_tick(g->world, 16000 + (int64_t)(ploy_world_ticks(g->world) % 1500));
}

// The world's blackboard is the parent of the squad's, and the squad's is the parent of the agents'.
void golden_world_destroy(golden_world* g)
{
    ploy_agent_id at = {0};
    while (g->world && (at = ploy_world_next_agent(g->world, at)).index1) ploy_agent_destroy(g->world, at);
    ploy_blackboard_destroy(g->squad);
    ploy_world_destroy(g->world);
    for (int i = 0; i < 2; ++i) {
        if (g->minds[i]) ploy_mind_destroy(&g->minds[i]->base);
    }
    ploy_mind_destroy(g->baker);
    ploy_domain_destroy(g->domain);
    ploy_blackboard_keys_destroy(g->keys);
    ploy_fact_types_destroy(g->kinds);
}
