#include "support/mind/goap_stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/test.h"

static void say(stage* s, const char* word, const char* name)
{
    size_t at = strlen(s->log);
    int length = snprintf(s->log + at, STAGE_LOG - at, "%s%s %s", at ? ", " : "", word, name);
    assert_true(length >= 0 && at + (size_t)length < STAGE_LOG);
}

static void hear(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    static const char* const words[] = {"start", "finish", "abort", "START", "FINISH", "ABORT", "HOLD"};
    stage* s = user;
    (void)agent;
    if (event->kind == PLOY_GOAP_PLAN_TAKEN) {
        s->plans++;
        s->plan_steps = ploy_goap_steps(agent, NULL, 0);
        return;
    }
    bool is_action = event->kind <= PLOY_GOAP_ACTION_ABORTED;
    const char* name =
        is_action ? ploy_domain_action(s->domain, event->index).name : ploy_domain_goal(s->domain, event->index).name;
    say(s, words[event->kind], name);
}

// Activities.

static void write_all(stage* s, const char* text)
{
    char copy[256];
    snprintf(copy, sizeof copy, "%s", text);
    for (char* item = strtok(copy, ","); item; item = strtok(NULL, ",")) {
        char* value = strchr(item, '=');
        *value = '\0';
        stage_set(s, item, atoi(value + 1));
    }
}

static ploy_outcome end(stage_activity* a)
{
    if (a->end == PLOY_SUCCESS && a->writes) write_all(a->stage, a->writes);
    return a->end;
}

static bool is_viable(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return ((stage_activity*)call->user)->is_viable;
}

static bool is_valid(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return ((stage_activity*)call->user)->is_valid;
}

static ploy_outcome start(ploy_agent* agent, const ploy_call* call)
{
    stage_activity* a = call->user;
    a->performed = a->halted = 0;
    a->port = call->port_count > 0 ? ploy_call_get(call, agent, 0) : -1;
    a->port_type = call->port_count > 0 ? call->ports[0].key_type : 0;
    if (a->stage->logs_calls) say(a->stage, "begin", a->name);
    return a->ticks == 0 ? end(a) : PLOY_RUNNING;
}

static ploy_outcome perform(ploy_agent* agent, const ploy_call* call)
{
    stage_activity* a = call->user;
    (void)agent;
    return ++a->performed < a->ticks ? PLOY_RUNNING : end(a);
}

static void finished(ploy_agent* agent, const ploy_call* call)
{
    stage_activity* a = call->user;
    (void)agent;
    if (a->stage->logs_calls) say(a->stage, "end", a->name);
}

static ploy_outcome halt(ploy_agent* agent, const ploy_call* call)
{
    stage_activity* a = call->user;
    (void)agent;
    if (a->halted++ < a->halts) return PLOY_RUNNING;
    if (a->stage->logs_calls) say(a->stage, "halt", a->name);
    return PLOY_SUCCESS;
}

stage_activity* stage_add_activity(stage* s, const char* name)
{
    assert_true(s->activity_count < STAGE_ACTIVITIES);
    stage_activity* a = &s->activities[s->activity_count++];
    *a = (stage_activity){.stage = s, .ticks = 1, .end = PLOY_SUCCESS, .is_valid = true, .is_viable = true};
    snprintf(a->name, sizeof a->name, "%s", name);
    ploy_activity_def def = {0};
    def.name = a->name;
    uint32_t action = ploy_domain_find_action(s->domain, name);
    if (action != PLOY_NONE && ploy_domain_action(s->domain, action).param_count > 0) {
        def.ports = ploy_domain_action(s->domain, action).param_names[0];
    }
    def.viable = is_viable;
    def.start = start;
    def.valid = is_valid;
    def.update = perform;
    def.finished = finished;
    def.halt = halt;
    def.user = a;
    assert_int_equal(ploy_bindings_add_activity(s->bindings, &def, NULL), PLOY_OK);
    return a;
}

stage_activity* stage_activity_of(stage* s, const char* name)
{
    for (uint32_t i = 0; i < s->activity_count; ++i) {
        if (strcmp(s->activities[i].name, name) == 0) return &s->activities[i];
    }
    fail_msg("no activity %s", name);
    return NULL;
}

// The domain.

void stage_begin(stage* s)
{
    memset(s, 0, sizeof *s);
    ploy_domain_def def = {0};
    def.name = "stage";
    s->domain = ploy_domain_create(&def);
    s->def = (ploy_goap_mind_def){0};
    s->bindings = ploy_bindings_create(NULL);
}

void stage_symbol(stage* s, const char* name, const char* more)
{
    ploy_symbol_def def = {0};
    def.name = name;
    if (more && strcmp(more, "planned") == 0) def.planned = true;
    if (more && strncmp(more, "int", 3) == 0) {
        def.type = PLOY_VALUE_INT;
        def.max = atoi(more + 3);
    }
    assert_int_equal(ploy_domain_add_symbol(s->domain, &def, NULL, NULL), PLOY_OK);
}

void stage_action(stage* s, const char* name, const char* pre, const char* effect, const char* cost)
{
    ploy_action_def def = {0};
    def.name = name;
    def.pre = pre;
    def.effect = effect;
    def.cost = cost;
    assert_int_equal(ploy_domain_add_action(s->domain, &def, NULL, NULL), PLOY_OK);
}

void stage_goal(stage* s, const char* name, const char* condition, const char* priority)
{
    ploy_goal_def def = {0};
    def.name = name;
    def.condition = condition;
    def.priority = priority;
    assert_int_equal(ploy_domain_add_goal(s->domain, &def, NULL, NULL), PLOY_OK);
}

void stage_held_goal(stage* s, const char* name, const char* condition, const char* priority, const char* relevant)
{
    ploy_goal_def def = {
        .name = name, .condition = condition, .priority = priority, .relevant = relevant, .hold = true};
    assert_int_equal(ploy_domain_add_goal(s->domain, &def, NULL, NULL), PLOY_OK);
}

void stage_ready(stage* s)
{
    ploy_error error;
    if (ploy_domain_compile(s->domain, &error) != PLOY_OK) fail_msg("%s", error.message);
    ploy_blackboard_keys_def keys = {0};
    s->keys = ploy_blackboard_keys_create(&keys);
    assert_int_equal(ploy_view_add_keys(s->domain, s->keys, 0), PLOY_OK);
    for (uint32_t i = 0; i < ploy_domain_action_count(s->domain); ++i) {
        stage_add_activity(s, ploy_domain_action(s->domain, i).name);
    }
    s->def.domain = s->domain;
    s->def.parts.keys = s->keys;
    s->def.parts.bindings = s->bindings;
    s->def.event = hear;
    s->def.event_user = s;
}

void stage_open(stage* s)
{
    ploy_error error = {0};
    if (ploy_goap_mind_create(&s->def, &s->mind, &error) != PLOY_OK) fail_msg("%s", error.message);
    ploy_blackboard_def world = {0};
    world.keys = s->keys;
    world.scope = PLOY_SCOPE_WORLD;
    s->world = ploy_blackboard_create(&world);
    ploy_blackboard_def blackboard = {0};
    blackboard.keys = s->keys;
    blackboard.parent = s->world;
    s->blackboard = ploy_blackboard_create(&blackboard);
    s->agent = (ploy_agent){.mind = s->mind, .blackboard = s->blackboard, .user = s, .id.index1 = 1};
    s->agent.mind_data = calloc(1, s->mind->data_bytes);
    assert_int_equal(s->mind->kind->begin(&s->agent), PLOY_OK);
}

void stage_close(stage* s)
{
    if (s->agent.mind_data) s->mind->kind->end(&s->agent);
    free(s->agent.mind_data);
    ploy_mind_destroy(s->mind);
    ploy_blackboard_destroy(s->blackboard);
    ploy_blackboard_destroy(s->world);
    ploy_blackboard_keys_destroy(s->keys);
    ploy_bindings_destroy(s->bindings);
    ploy_domain_destroy(s->domain);
}

// Ticks and the log.

void stage_set(stage* s, const char* key, int64_t value)
{
    uint32_t index = ploy_blackboard_keys_find(s->keys, key);
    assert_int_not_equal(index, PLOY_NONE);
    (void)ploy_blackboard_set(s->blackboard, index, value);
}

int64_t stage_get(const stage* s, const char* key)
{
    return ploy_blackboard_get(s->blackboard, ploy_blackboard_keys_find(s->keys, key));
}

void stage_tick(stage* s, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) ploy_mind_tick(&s->agent, PLOY_SECOND / 10);
}

void stage_expect(stage* s, const char* log)
{
    if (strcmp(s->log, log) != 0) fail_msg("\nexpected: %s\nheard:    %s", log, s->log);
    s->log[0] = '\0';
}
