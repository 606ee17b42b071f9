// Any bytes as a file with utilities: an error with a message, or utilities whose scores stay in their range and whose
// cached scores equal those that are computed again.

#include <ploy/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "io/file.h"
#include "mind/utility/utility.h"

enum
{
    TICKS = 12,
};

typedef struct scene
{
    ploy_blackboard_keys* keys;
    ploy_fact_types* fact_types;
    ploy_bindings* bindings;
} scene;

static int64_t first_port(ploy_agent* agent, const ploy_call* call)
{
    return call->port_count > 0 ? ploy_call_get(call, agent, 0) : PLOY_UNIT / 2;
}

// As many of the ports as there is room for.
static const char* declare(const ploy_port_binding* from, uint32_t count, char* text, size_t size)
{
    size_t used = 0;
    *text = '\0';
    for (uint32_t i = 0; i < count && used + strlen(from[i].port) + 2 < size; ++i) {
        used += (size_t)snprintf(text + used, size - used, "%s ", from[i].port);
    }
    return text;
}

// A name that cannot be bound stays unbound; creating the mind then reports it.
static void add_activity(scene* s, const ploy_option* option)
{
    ploy_activity_def def = {0};
    def.name = option->activity ? option->activity : option->name;
    char ports[512];
    def.ports = declare(option->ports, option->port_count, ports, sizeof ports);
    (void)ploy_bindings_add_activity(s->bindings, &def, NULL);
}

static void add_input(scene* s, const ploy_input* input)
{
    ploy_key_def key = {0};
    key.name = input->name;
    key.type = PLOY_VALUE_DECIMAL;
    bool is_new = input->kind == PLOY_INPUT_KEY && ploy_blackboard_keys_find(s->keys, input->name) == PLOY_NONE;
    if (is_new) (void)ploy_blackboard_keys_add(s->keys, &key, NULL);
    if (input->kind != PLOY_INPUT_SCORER) return;
    ploy_scorer_def scorer = {0};
    scorer.name = input->name;
    scorer.score = first_port;
    char ports[512];
    scorer.ports = declare(input->ports, input->port_count, ports, sizeof ports);
    (void)ploy_bindings_add_scorer(s->bindings, &scorer, NULL);
}

static void add_declared(scene* s, const ploy_file* file)
{
    for (uint32_t i = 0; i < file->world.keys.count; ++i) {
        const ploy_key_def* key = &file->world.keys.data[i].def;
        if (key->type == PLOY_VALUE_STRUCT) continue; // there is none
        PL_ASSERT(ploy_blackboard_keys_add(s->keys, key, NULL) == PLOY_OK);
    }
    for (uint32_t i = 0; i < file->world.fact_types.count; ++i) {
        PL_ASSERT(ploy_fact_types_add(s->fact_types, &file->world.fact_types.data[i], NULL) == PLOY_OK);
    }
}

static void add_names(scene* s, const ploy_utility_def* def)
{
    for (uint32_t i = 0; i < def->option_count; ++i) {
        const ploy_option* option = &def->options[i];
        add_activity(s, option);
        for (uint32_t k = 0; k < option->consideration_count; ++k) {
            if (option->considerations[k].parts == 0) add_input(s, &option->considerations[k].input);
        }
    }
}

static void check_scores(const ploy_utility* utility, ploy_agent* agent)
{
    const int32_t* kept = pl_utility_scores(utility, agent->mind_data);
    for (uint32_t i = 0; i < utility->options.count; ++i) {
        int64_t score = ploy_utility_score(utility, agent, i);
        PL_ASSERT(score >= -1 && score <= utility->options.data[i].weight);
        PL_ASSERT(kept[i] == score);
    }
}

static void change(const scene* s, ploy_blackboard* blackboard, ploy_random* random)
{
    uint32_t count = ploy_blackboard_keys_count(s->keys);
    uint32_t key = count > 0 ? ploy_random_below(random, count) : PLOY_NONE;
    if (key == PLOY_NONE) return;
    bool is_bool = ploy_blackboard_keys_type(s->keys, key) == PLOY_VALUE_BOOL;
    uint64_t bits = ploy_random_next(random);
    (void)ploy_blackboard_set(blackboard, key, is_bool ? (int64_t)(bits & 1) : (int64_t)(bits >> (bits % 64)));
}

static void live(const scene* s, const ploy_utility* utility, ploy_mind* mind)
{
    ploy_blackboard_def blackboard = {0};
    blackboard.keys = s->keys;
    ploy_agent agent = {
        .mind = mind, .blackboard = ploy_blackboard_create(&blackboard), .mind_data = calloc(1, mind->data_bytes)};
    ploy_random random = {.seed = 1};
    char why[64];
    for (uint32_t t = 0; t < TICKS; ++t) {
        if (t % 3) change(s, agent.blackboard, &random);
        agent.now += PLOY_SECOND;
        mind->kind->think(&agent);
        check_scores(utility, &agent);
        mind->kind->act(&agent);
        (void)ploy_mind_why(&agent, why, sizeof why);
    }
    mind->kind->end(&agent);
    free(agent.mind_data);
    ploy_blackboard_destroy(agent.blackboard);
}

static void try_utility(const ploy_file* file, uint32_t index)
{
    ploy_blackboard_keys_def keys = {0};
    ploy_fact_types_def fact_types = {0};
    scene s = {ploy_blackboard_keys_create(&keys), ploy_fact_types_create(&fact_types), ploy_bindings_create(NULL)};
    ploy_utility_def def = ploy_file_utility(file, index);
    add_declared(&s, file);
    add_names(&s, &def);
    ploy_mind* mind;
    ploy_error error;
    ploy_utility_mind_def mind_def = {{.keys = s.keys, .fact_types = s.fact_types, .bindings = s.bindings}, &def};
    if (ploy_utility_mind_create(&mind_def, &mind, &error) == PLOY_OK) {
        live(&s, ploy_utility_mind_utility(mind), mind);
        ploy_mind_destroy(mind);
    } else {
        PL_ASSERT(!mind && error.message[0]);
    }
    ploy_bindings_destroy(s.bindings);
    ploy_fact_types_destroy(s.fact_types);
    ploy_blackboard_keys_destroy(s.keys);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    ploy_file_def def = {0};
    def.max_bytes = 1 << 20;
    ploy_file* file;
    ploy_error error;
    if (ploy_file_parse(&def, (const char*)data, size, &file, &error) != PLOY_OK) {
        PL_ASSERT(!file && error.message[0]);
        return 0;
    }
    for (uint32_t i = 0; i < ploy_file_utility_count(file) && i < 4; ++i) try_utility(file, i);
    ploy_file_destroy(file);
    return 0;
}
