#include "programs/bench/bench_smiths.h"

#include "programs/cli/clock.h"

#include <stdlib.h>
#include <string.h>

enum
{
    FRAME = 16667, // microseconds
    FRAMES_A_SECOND = 60,
    MAX_WORDS = 8,
    ROW = 16, // agents, by default
};

static void* metered(void* user, void* memory, size_t old_bytes, size_t new_bytes)
{
    meter* m = user;
    m->calls += new_bytes > 0;
    if (new_bytes == 0) {
        m->bytes -= old_bytes;
        free(memory);
        return NULL;
    }
    void* fresh = realloc(memory, new_bytes);
    if (fresh) m->bytes += new_bytes - old_bytes;
    return fresh;
}

// The game.

// A step ended: its effects go to the smith's blackboard.
static void on_event(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    smiths* s = user;
    if (event->kind != PLOY_GOAP_ACTION_FINISHED) return;
    uint64_t after[MAX_WORDS];
    const uint64_t* before = ploy_goap_state(agent);
    memcpy(after, before, ploy_domain_state_words(s->domain) * sizeof *after);
    if (!ploy_action_applicable(s->domain, event->index, event->args, after)) return;
    ploy_action_apply(s->domain, event->index, event->args, after);
    for (uint32_t v = 0; v < ploy_domain_variable_count(s->domain); v++) {
        int64_t value = ploy_state_get(s->domain, after, v);
        if (value != ploy_state_get(s->domain, before, v)) ploy_blackboard_set(agent->blackboard, s->key_of[v], value);
    }
}

static void change_things(smiths* s, ploy_agent* agent, uint32_t times)
{
    uint32_t variables = ploy_domain_variable_count(s->domain);
    for (uint32_t k = 0; k < times; k++) {
        uint32_t v = ploy_random_below(&s->random, variables);
        bool flag = ploy_blackboard_keys_type(s->keys, s->key_of[v]) == PLOY_VALUE_BOOL;
        ploy_blackboard_set(agent->blackboard, s->key_of[v], ploy_random_below(&s->random, flag ? 2 : 4));
    }
}

void smiths_disturb(smiths* s)
{
    for (uint32_t i = (uint32_t)(ploy_world_ticks(s->world) % FRAMES_A_SECOND); i < s->count; i += FRAMES_A_SECOND) {
        ploy_agent* agent = ploy_world_agent(s->world, s->ids[i]);
        change_things(s, agent, 2);
        ploy_goap_replan(agent);
    }
}

// Creation.

static bool make_keys(smiths* s, const ploy_allocator* allocator)
{
    ploy_blackboard_keys_def def = {0};
    def.allocator = *allocator;
    s->keys = ploy_blackboard_keys_create(&def);
    uint32_t variables = ploy_domain_variable_count(s->domain);
    s->key_of = calloc(variables, sizeof *s->key_of);
    if (!s->keys || !s->key_of) return false;
    if (ploy_view_add_keys(s->domain, s->keys, 1u << PLOY_SCOPE_AGENT) != PLOY_OK) return false;
    for (uint32_t v = 0; v < variables; v++) {
        char name[64];
        ploy_domain_variable_print(s->domain, v, name, sizeof name);
        s->key_of[v] = ploy_blackboard_keys_find(s->keys, name);
    }
    return true;
}

static bool make_mind(smiths* s, const ploy_allocator* allocator, bool writes_effects)
{
    ploy_plan_service_def planning = {0};
    planning.allocator = *allocator;
    planning.domain = s->domain;
    planning.capacity = s->count;
    s->planning = ploy_plan_service_create(&planning);
    ploy_goap_mind_def def = {0};
    def.parts.allocator = *allocator;
    def.domain = s->domain;
    def.parts.keys = s->keys;
    def.planning = s->planning;
    def.write_effects = writes_effects;
    if (!writes_effects) def.event = on_event;
    def.event_user = s;
    return s->planning && ploy_goap_mind_create(&def, &s->mind, NULL) == PLOY_OK;
}

static bool make_world(smiths* s, const ploy_allocator* allocator, const smiths_def* given)
{
    ploy_world_def def = {0};
    def.allocator = *allocator;
    def.keys = s->keys;
    def.groups = given->groups;
    def.row = given->row ? given->row : ROW;
    def.max_nodes = given->max_nodes ? given->max_nodes : UINT32_MAX;
    def.tasks = given->tasks;
    def.clock = given->clock;
    def.capacity = s->count;
    s->world = ploy_world_create(&def);
    s->ids = calloc(s->count, sizeof *s->ids);
    return s->world && s->ids;
}

static bool add_smith(smiths* s, uint32_t i)
{
    ploy_agent_def def = {0};
    def.mind = s->mind;
    s->ids[i] = ploy_agent_create(s->world, &def);
    if (!s->ids[i].index1) return false;
    change_things(s, ploy_world_agent(s->world, s->ids[i]), 8);
    return true;
}

bool smiths_create(smiths* s, const ploy_domain* domain, const smiths_def* def)
{
    *s = (smiths){.domain = domain, .count = def->count, .random = {.seed = 7}};
    ploy_allocator allocator = {metered, &s->meter};
    if (def->tasks.enqueue) allocator = ploy_allocator_default();
    bool ok = ploy_domain_state_words(domain) <= MAX_WORDS && make_keys(s, &allocator) &&
              make_mind(s, &allocator, def->writes_effects) && make_world(s, &allocator, def);
    for (uint32_t i = 0; ok && i < def->count; i++) ok = add_smith(s, i);
    return ok;
}

void smiths_destroy(smiths* s)
{
    ploy_world_destroy(s->world);
    ploy_mind_destroy(s->mind);
    ploy_plan_service_destroy(s->planning);
    ploy_blackboard_keys_destroy(s->keys);
    free(s->key_of);
    free(s->ids);
}

double smiths_tick(smiths* s)
{
    double before = cpu_ns();
    ploy_world_tick(s->world, FRAME);
    return cpu_ns() - before;
}
