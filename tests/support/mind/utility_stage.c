#include "support/mind/utility_stage.h"

#include <stdio.h>
#include <string.h>

#include "mind/utility/utility.h"
#include "support/base/test.h"

static void write_log(utility_stage* s, const char* mark, uint32_t activity)
{
    const char* name = ploy_bindings_activity(s->bindings, activity)->name;
    size_t length = strlen(s->log);
    snprintf(s->log + length, sizeof s->log - length, "%s%s ", mark, name);
}

static ploy_outcome start(ploy_agent* agent, const ploy_call* call)
{
    write_log(agent->user, "+", call->binding);
    if (call->data) *(uint32_t*)call->data = 77;
    return PLOY_RUNNING;
}

static ploy_outcome perform(ploy_agent* agent, const ploy_call* call)
{
    if (call->data) assert_int_equal(*(uint32_t*)call->data, 77);
    return ((utility_stage*)agent->user)->next;
}

static void finished(ploy_agent* agent, const ploy_call* call)
{
    write_log(agent->user, ".", call->binding);
}

static ploy_outcome halt(ploy_agent* agent, const ploy_call* call)
{
    utility_stage* s = agent->user;
    if (s->halting < s->halt_ticks) {
        ++s->halting;
        return PLOY_RUNNING;
    }
    s->halting = 0;
    write_log(s, "-", call->binding);
    return PLOY_SUCCESS;
}

static bool viable(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return !((utility_stage*)agent->user)->not_viable;
}

static int64_t outside(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return ((utility_stage*)agent->user)->outside;
}

static int64_t scaled(ploy_agent* agent, const ploy_call* call)
{
    ++((utility_stage*)agent->user)->evaluated;
    return ploy_call_get(call, agent, 0) / 2 + ploy_call_get(call, agent, 1);
}

const char* const utility_stage_keys[KEY_COUNT] = {"health", "distance", "armed", "ammo", "mood", "weight"};

static bool add_keys(utility_stage* s)
{
    static const ploy_value_type types[] = {PLOY_VALUE_DECIMAL, PLOY_VALUE_INT,     PLOY_VALUE_BOOL,
                                            PLOY_VALUE_INT,     PLOY_VALUE_DECIMAL, PLOY_VALUE_DECIMAL};
    ploy_blackboard_keys_def def = {0};
    def.allocator = s->allocator;
    s->keys = ploy_blackboard_keys_create(&def);
    bool good = s->keys != NULL;
    for (uint32_t i = 0; good && i < KEY_COUNT; ++i) {
        ploy_key_def key = {0};
        key.name = utility_stage_keys[i];
        key.type = types[i];
        good = ploy_blackboard_keys_add(s->keys, &key, NULL) == PLOY_OK;
    }
    return good;
}

static bool add_kinds(utility_stage* s)
{
    ploy_fact_types_def def = {0};
    def.allocator = s->allocator;
    s->kinds = ploy_fact_types_create(&def);
    ploy_fact_type_def kind = {0};
    kind.name = "enemy";
    kind.attributes[0] = (ploy_fact_attribute){"who", PLOY_VALUE_INT, true, NULL, NULL};
    kind.attributes[1] = (ploy_fact_attribute){"near", PLOY_VALUE_DECIMAL, false, NULL, NULL};
    kind.attribute_count = 2;
    return s->kinds && ploy_fact_types_add(s->kinds, &kind, NULL) == PLOY_OK;
}

const char* const utility_stage_options[MOST_OPTIONS] = {"Attack", "Flee", "Heal", "Hide", "Eat", "Rest"};

static bool add_bindings(utility_stage* s)
{
    s->bindings = ploy_bindings_create(&(ploy_bindings_def){s->allocator});
    bool good = s->bindings != NULL;
    for (uint32_t i = 0; good && i < MOST_OPTIONS; ++i) {
        ploy_activity_def def = {0};
        def.name = utility_stage_options[i];
        def.ports = "target";
        def.data_bytes = i % 2 ? 8 : 0;
        def.start = start;
        def.update = perform;
        def.finished = finished;
        def.halt = halt;
        def.viable = i == 5 ? viable : NULL;
        good = ploy_bindings_add_activity(s->bindings, &def, NULL) == PLOY_OK;
    }
    ploy_scorer_def scorer = {0};
    scorer.name = "outside";
    scorer.score = outside;
    good = good && ploy_bindings_add_scorer(s->bindings, &scorer, NULL) == PLOY_OK;
    scorer.name = "scaled";
    scorer.ports = "of plus";
    scorer.score = scaled;
    return good && ploy_bindings_add_scorer(s->bindings, &scorer, NULL) == PLOY_OK;
}

static bool add_agent(utility_stage* s)
{
    ploy_blackboard_def blackboard = {0};
    blackboard.keys = s->keys;
    blackboard.scope = PLOY_SCOPE_SQUAD;
    s->squads[0] = ploy_blackboard_create(&blackboard);
    s->squads[1] = ploy_blackboard_create(&blackboard);
    blackboard.scope = PLOY_SCOPE_AGENT;
    blackboard.parent = s->squads[0];
    if (!s->squads[0] || !s->squads[1]) return false;
    ploy_memory_def facts = {0};
    facts.fact_types = s->kinds;
    s->agent = (ploy_agent){
        .user = s,
        .mind_data = s->draft,
        .blackboard = ploy_blackboard_create(&blackboard),
        .memory = ploy_memory_create(&facts),
        .random = {.seed = 4},
        .id.index1 = 1,
    };
    return s->agent.blackboard && s->agent.memory;
}

bool utility_stage_begin(utility_stage* s, const ploy_allocator* allocator)
{
    *s = (utility_stage){.allocator = allocator ? *allocator : ploy_allocator_default()};
    return add_keys(s) && add_kinds(s) && add_bindings(s) && add_agent(s);
}

void utility_stage_end(utility_stage* s)
{
    ploy_blackboard_destroy(s->agent.blackboard);
    ploy_memory_destroy(s->agent.memory);
    ploy_blackboard_destroy(s->squads[0]);
    ploy_blackboard_destroy(s->squads[1]);
    ploy_bindings_destroy(s->bindings);
    ploy_fact_types_destroy(s->kinds);
    ploy_blackboard_keys_destroy(s->keys);
}

ploy_utility_def utility_stage_def(const utility_stage* s, const ploy_option* options, uint32_t count)
{
    ploy_utility_def def = {0};
    def.parts = (ploy_mind_parts){.allocator = s->allocator, .keys = s->keys, .fact_types = s->kinds, .bindings = s->bindings};
    def.options = options;
    def.option_count = count;
    return def;
}

ploy_utility* utility_stage_make(const ploy_utility_def* def)
{
    ploy_utility* utility;
    ploy_error error;
    if (ploy_utility_create(def, &utility, &error) != PLOY_OK) fail_msg("%s", error.message);
    return utility;
}

void utility_stage_adopt(utility_stage* s, ploy_utility* utility)
{
    memset(s->draft, 0, sizeof s->draft);
    s->agent.mind = &utility->mind;
    assert_true(s->agent.mind->data_bytes <= sizeof s->draft);
}

ploy_consideration utility_stage_over_key(uint32_t key)
{
    return ploy_consider(PLOY_INPUT_KEY, utility_stage_keys[key], 0, ONE, ploy_curve_of(PLOY_CURVE_LINEAR));
}

ploy_utility* utility_stage_simple(const utility_stage* s, const uint32_t* keys, uint32_t count, ploy_utility_def* def)
{
    static ploy_consideration considerations[MOST_OPTIONS];
    static ploy_option options[MOST_OPTIONS];
    for (uint32_t i = 0; i < count; ++i) {
        considerations[i] = utility_stage_over_key(keys[i]);
        options[i] = (ploy_option){0};
        options[i].name = utility_stage_options[i];
        options[i].considerations = &considerations[i];
        options[i].consideration_count = 1;
    }
    *def = utility_stage_def(s, options, count);
    return utility_stage_make(def);
}

void utility_stage_set(utility_stage* s, uint32_t key, int64_t value)
{
    ploy_blackboard_set(s->agent.blackboard, key, value);
}

void utility_stage_tick(utility_stage* s)
{
    ploy_mind_tick(&s->agent, TICK);
}
