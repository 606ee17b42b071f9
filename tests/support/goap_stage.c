#include "support/goap_stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"

static void say(stage* s, const char* word, const char* name)
{
    size_t at = strlen(s->log);
    int length = snprintf(s->log + at, STAGE_LOG - at, "%s%s %s", at ? ", " : "", word, name);
    assert_true(length >= 0 && at + (size_t)length < STAGE_LOG);
}

static void hear(void* user, ploy_self* self, const ploy_goap_event* event)
{
    static const char* const words[] = {"start", "finish", "abort", "START", "FINISH", "ABORT"};
    stage* s = user;
    (void)self;
    if (event->kind == PLOY_GOAP_PLAN_TAKEN) {
        s->plans++;
        s->plan_steps = ploy_goap_rest(self, NULL, 0);
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

static bool is_viable(ploy_self* self, const ploy_run* run)
{
    (void)self;
    return ((stage_activity*)run->user)->is_viable;
}

static bool is_valid(ploy_self* self, const ploy_run* run)
{
    (void)self;
    return ((stage_activity*)run->user)->is_valid;
}

static ploy_outcome start(ploy_self* self, const ploy_run* run)
{
    stage_activity* a = run->user;
    a->performed = a->halted = 0;
    a->port = run->port_count > 0 ? ploy_run_get(run, self, 0) : -1;
    if (a->stage->logs_calls) say(a->stage, "begin", a->name);
    return a->ticks == 0 ? end(a) : PLOY_BUSY;
}

static ploy_outcome perform(ploy_self* self, const ploy_run* run)
{
    stage_activity* a = run->user;
    (void)self;
    return ++a->performed < a->ticks ? PLOY_BUSY : end(a);
}

static void finished(ploy_self* self, const ploy_run* run)
{
    stage_activity* a = run->user;
    (void)self;
    if (a->stage->logs_calls) say(a->stage, "end", a->name);
}

static ploy_outcome halt(ploy_self* self, const ploy_run* run)
{
    stage_activity* a = run->user;
    (void)self;
    if (a->halted++ < a->halts) return PLOY_BUSY;
    if (a->stage->logs_calls) say(a->stage, "halt", a->name);
    return PLOY_SUCCESS;
}

stage_activity* stage_add_activity(stage* s, const char* name)
{
    assert_true(s->activity_count < STAGE_ACTIVITIES);
    stage_activity* a = &s->activities[s->activity_count++];
    *a = (stage_activity){.stage = s, .ticks = 1, .end = PLOY_SUCCESS, .is_valid = true, .is_viable = true};
    snprintf(a->name, sizeof a->name, "%s", name);
    ploy_activity_def def = ploy_activity_def_default();
    def.name = a->name;
    def.ports[0] = "p";
    def.port_count = 1;
    def.viable = is_viable;
    def.start = start;
    def.valid = is_valid;
    def.perform = perform;
    def.finished = finished;
    def.halt = halt;
    def.user = a;
    assert_int_equal(ploy_abilities_add_activity(s->abilities, &def, NULL), PLOY_OK);
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
    ploy_domain_def def = ploy_domain_def_default();
    def.name = "stage";
    s->domain = ploy_domain_create(&def);
    s->def = ploy_goap_def_default();
    s->abilities = ploy_abilities_create(NULL);
}

void stage_symbol(stage* s, const char* name, const char* more)
{
    ploy_symbol_def def = ploy_symbol_def_default();
    def.name = name;
    if (more && strcmp(more, "planned") == 0) def.planned = true;
    if (more && strncmp(more, "int", 3) == 0) {
        def.kind = PLOY_KIND_INT;
        def.max = atoi(more + 3);
    }
    assert_int_equal(ploy_domain_add_symbol(s->domain, &def, NULL, NULL), PLOY_OK);
}

void stage_action(stage* s, const char* name, const char* pre, const char* effect, const char* cost)
{
    ploy_action_def def = ploy_action_def_default();
    def.name = name;
    def.pre = pre;
    def.effect = effect;
    def.cost = cost;
    assert_int_equal(ploy_domain_add_action(s->domain, &def, NULL, NULL), PLOY_OK);
}

void stage_goal(stage* s, const char* name, const char* condition, const char* priority)
{
    ploy_goal_def def = ploy_goal_def_default();
    def.name = name;
    def.condition = condition;
    def.priority = priority;
    assert_int_equal(ploy_domain_add_goal(s->domain, &def, NULL, NULL), PLOY_OK);
}

void stage_ready(stage* s)
{
    ploy_error error;
    if (ploy_domain_compile(s->domain, &error) != PLOY_OK) fail_msg("%s", error.message);
    ploy_board_keys_def keys = ploy_board_keys_def_default();
    s->keys = ploy_board_keys_create(&keys);
    assert_int_equal(ploy_view_add_keys(s->domain, s->keys, 0), PLOY_OK);
    for (uint32_t i = 0; i < ploy_domain_action_count(s->domain); ++i) {
        stage_add_activity(s, ploy_domain_action(s->domain, i).name);
    }
    s->def.domain = s->domain;
    s->def.keys = s->keys;
    s->def.abilities = s->abilities;
    s->def.event = hear;
    s->def.event_user = s;
}

void stage_open(stage* s)
{
    ploy_error error = {0};
    if (ploy_goap_create(&s->def, &s->mind, &error) != PLOY_OK) fail_msg("%s", error.message);
    ploy_board_def world = ploy_board_def_default();
    world.keys = s->keys;
    world.scope = PLOY_SCOPE_WORLD;
    s->world = ploy_board_create(&world);
    ploy_board_def board = ploy_board_def_default();
    board.keys = s->keys;
    board.parent = s->world;
    s->board = ploy_board_create(&board);
    s->self = (ploy_self){.mind = s->mind, .board = s->board, .user = s, .agent = 1};
    s->self.memory = calloc(1, s->mind->memory_bytes);
    assert_int_equal(s->mind->kind->begin(&s->self), PLOY_OK);
}

void stage_close(stage* s)
{
    if (s->self.memory) s->mind->kind->end(&s->self);
    free(s->self.memory);
    ploy_mind_destroy(s->mind);
    ploy_board_destroy(s->board);
    ploy_board_destroy(s->world);
    ploy_board_keys_destroy(s->keys);
    ploy_abilities_destroy(s->abilities);
    ploy_domain_destroy(s->domain);
}

// Playing.

void stage_set(stage* s, const char* key, int64_t value)
{
    uint32_t index = ploy_board_keys_find(s->keys, key);
    assert_int_not_equal(index, PLOY_NONE);
    (void)ploy_board_set(s->board, index, value);
}

int64_t stage_get(const stage* s, const char* key)
{
    return ploy_board_get(s->board, ploy_board_keys_find(s->keys, key));
}

void stage_tick(stage* s, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) ploy_mind_tick(&s->self, PLOY_SECOND / 10);
}

void stage_expect(stage* s, const char* log)
{
    if (strcmp(s->log, log) != 0) fail_msg("\nexpected: %s\nheard:    %s", log, s->log);
    s->log[0] = '\0';
}
