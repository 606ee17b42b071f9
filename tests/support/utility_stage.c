#include "support/utility_stage.h"

#include <stdio.h>
#include <string.h>

#include "support/test.h"

static void write_log(utility_stage* s, const char* mark, uint32_t activity)
{
    const char* name = ploy_abilities_activity(s->abilities, activity)->name;
    size_t length = strlen(s->log);
    snprintf(s->log + length, sizeof s->log - length, "%s%s ", mark, name);
}

static ploy_outcome start(ploy_self* self, const ploy_run* run)
{
    write_log(self->user, "+", run->ability);
    if (run->memory) *(uint32_t*)run->memory = 77;
    return PLOY_BUSY;
}

static ploy_outcome perform(ploy_self* self, const ploy_run* run)
{
    if (run->memory) assert_int_equal(*(uint32_t*)run->memory, 77);
    return ((utility_stage*)self->user)->next;
}

static void finished(ploy_self* self, const ploy_run* run)
{
    write_log(self->user, ".", run->ability);
}

static ploy_outcome halt(ploy_self* self, const ploy_run* run)
{
    utility_stage* s = self->user;
    if (s->halting < s->halt_ticks) {
        ++s->halting;
        return PLOY_BUSY;
    }
    s->halting = 0;
    write_log(s, "-", run->ability);
    return PLOY_SUCCESS;
}

static bool viable(ploy_self* self, const ploy_run* run)
{
    (void)run;
    return !((utility_stage*)self->user)->not_viable;
}

static int64_t outside(ploy_self* self, const ploy_run* run)
{
    (void)run;
    return ((utility_stage*)self->user)->outside;
}

static int64_t scaled(ploy_self* self, const ploy_run* run)
{
    ++((utility_stage*)self->user)->asked;
    return ploy_run_get(run, self, 0) / 2 + ploy_run_get(run, self, 1);
}

const char* const utility_stage_keys[KEY_COUNT] = {"health", "distance", "armed", "ammo", "mood", "weight"};

static bool add_keys(utility_stage* s)
{
    static const ploy_value_type types[] = {PLOY_VALUE_DECIMAL, PLOY_VALUE_INT,     PLOY_VALUE_BOOL,
                                            PLOY_VALUE_INT,     PLOY_VALUE_DECIMAL, PLOY_VALUE_DECIMAL};
    ploy_board_keys_def def = ploy_board_keys_def_default();
    def.allocator = s->allocator;
    s->keys = ploy_board_keys_create(&def);
    bool good = s->keys != NULL;
    for (uint32_t i = 0; good && i < KEY_COUNT; ++i) {
        ploy_key_def key = ploy_key_def_default();
        key.name = utility_stage_keys[i];
        key.type = types[i];
        good = ploy_board_keys_add(s->keys, &key, NULL) == PLOY_OK;
    }
    return good;
}

static bool add_kinds(utility_stage* s)
{
    ploy_fact_kinds_def def = ploy_fact_kinds_def_default();
    def.allocator = s->allocator;
    s->kinds = ploy_fact_kinds_create(&def);
    ploy_fact_kind_def kind = ploy_fact_kind_def_default();
    kind.name = "enemy";
    kind.attributes[0] = (ploy_fact_attribute){"who", PLOY_VALUE_INT, true};
    kind.attributes[1] = (ploy_fact_attribute){"near", PLOY_VALUE_DECIMAL, false};
    kind.attribute_count = 2;
    return s->kinds && ploy_fact_kinds_add(s->kinds, &kind, NULL) == PLOY_OK;
}

const char* const utility_stage_options[MOST_OPTIONS] = {"Attack", "Flee", "Heal", "Hide", "Eat", "Rest"};

static bool add_abilities(utility_stage* s)
{
    s->abilities = ploy_abilities_create(&s->allocator);
    bool good = s->abilities != NULL;
    for (uint32_t i = 0; good && i < MOST_OPTIONS; ++i) {
        ploy_activity_def def = ploy_activity_def_default();
        def.name = utility_stage_options[i];
        def.ports[0] = "target";
        def.port_count = 1;
        def.memory = i % 2 ? 8 : 0;
        def.start = start;
        def.perform = perform;
        def.finished = finished;
        def.halt = halt;
        def.viable = i == 5 ? viable : NULL;
        good = ploy_abilities_add_activity(s->abilities, &def, NULL) == PLOY_OK;
    }
    ploy_measure_def measure = ploy_measure_def_default();
    measure.name = "outside";
    measure.measure = outside;
    good = good && ploy_abilities_add_measure(s->abilities, &measure, NULL) == PLOY_OK;
    measure.name = "scaled";
    measure.ports[0] = "of";
    measure.ports[1] = "plus";
    measure.port_count = 2;
    measure.measure = scaled;
    return good && ploy_abilities_add_measure(s->abilities, &measure, NULL) == PLOY_OK;
}

static bool add_agent(utility_stage* s)
{
    ploy_board_def board = ploy_board_def_default();
    board.keys = s->keys;
    board.scope = PLOY_SCOPE_SQUAD;
    s->squads[0] = ploy_board_create(&board);
    s->squads[1] = ploy_board_create(&board);
    board.scope = PLOY_SCOPE_AGENT;
    board.parent = s->squads[0];
    if (!s->squads[0] || !s->squads[1]) return false;
    ploy_facts_def facts = ploy_facts_def_default();
    facts.kinds = s->kinds;
    s->self = (ploy_self){
        .user = s,
        .memory = s->draft,
        .board = ploy_board_create(&board),
        .facts = ploy_facts_create(&facts),
        .random = {.seed = 4},
        .agent = 1,
    };
    return s->self.board && s->self.facts;
}

bool utility_stage_begin(utility_stage* s, const ploy_allocator* allocator)
{
    *s = (utility_stage){.allocator = allocator ? *allocator : ploy_allocator_default()};
    return add_keys(s) && add_kinds(s) && add_abilities(s) && add_agent(s);
}

void utility_stage_end(utility_stage* s)
{
    ploy_board_destroy(s->self.board);
    ploy_facts_destroy(s->self.facts);
    ploy_board_destroy(s->squads[0]);
    ploy_board_destroy(s->squads[1]);
    ploy_abilities_destroy(s->abilities);
    ploy_fact_kinds_destroy(s->kinds);
    ploy_board_keys_destroy(s->keys);
}

ploy_utility_def utility_stage_def(const utility_stage* s, const ploy_option* options, uint32_t count)
{
    ploy_utility_def def = ploy_utility_def_default();
    def.allocator = s->allocator;
    def.abilities = s->abilities;
    def.keys = s->keys;
    def.kinds = s->kinds;
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
    s->self.mind = ploy_utility_mind(utility, NULL);
    assert_non_null(s->self.mind);
    assert_true(s->self.mind->memory_bytes <= sizeof s->draft);
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
        options[i] = ploy_option_default();
        options[i].name = utility_stage_options[i];
        options[i].considerations = &considerations[i];
        options[i].consideration_count = 1;
    }
    *def = utility_stage_def(s, options, count);
    return utility_stage_make(def);
}

void utility_stage_set(utility_stage* s, uint32_t key, int64_t value)
{
    ploy_board_set(s->self.board, key, value);
}

void utility_stage_tick(utility_stage* s)
{
    ploy_mind_tick(&s->self, TICK);
}
