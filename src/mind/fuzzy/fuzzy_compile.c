// From a description to a mind: keys and activities are found, values and rules compiled, the data of an agent laid
// out.

#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "base/hash.h"
#include "mind/common/mind.h"
#include "mind/fuzzy/fuzzy.h"

static const ploy_mind_class fuzzy_class = {
    .name = "fuzzy",
    .destroy = pl_fuzzy_destroy_mind,
    .begin = pl_fuzzy_begin,
    .think = pl_fuzzy_think,
    .act = pl_fuzzy_act,
    .end = pl_fuzzy_end,
    .save = pl_fuzzy_save,
    .load = pl_fuzzy_load,
    .migrate = pl_fuzzy_migrate,
    .why = pl_fuzzy_why,
    .describe = pl_fuzzy_describe,
};

typedef struct fuzzy_compiler
{
    const ploy_fuzzy* from;
    pl_fuzzy_mind* mind;
    const ploy_blackboard_keys* keys;
    ploy_error* error; ///< that of the reports
    pl_reports* reports;
} fuzzy_compiler;

bool pl_is_fuzzy(const ploy_mind* mind)
{
    return mind && mind->kind == &fuzzy_class;
}

void pl_fuzzy_destroy_mind(ploy_mind* mind)
{
    pl_fuzzy_mind* fuzzy = (pl_fuzzy_mind*)mind;
    ploy_allocator allocator = fuzzy->allocator;
    for (uint32_t i = 0; i < fuzzy->values.count; ++i) {
        pl_guard_destroy(fuzzy->values.data[i]);
    }
    for (uint32_t i = 0; i < fuzzy->states.count; ++i) {
        pl_activities_free(&fuzzy->states.data[i].does, &allocator);
    }
    PL_ARRAY_FREE(&fuzzy->ops, &allocator);
    PL_ARRAY_FREE(&fuzzy->sets, &allocator);
    PL_ARRAY_FREE(&fuzzy->values, &allocator);
    PL_ARRAY_FREE(&fuzzy->sources, &allocator);
    PL_ARRAY_FREE(&fuzzy->rules, &allocator);
    PL_ARRAY_FREE(&fuzzy->states, &allocator);
    PL_ARRAY_FREE(&fuzzy->outputs, &allocator);
    PL_ARRAY_FREE(&fuzzy->bytes_at, &allocator);
    pl_names_destroy(&fuzzy->names);
    pl_held held = fuzzy->held;
    PL_DELETE(&allocator, fuzzy);
    pl_held_drop(&held);
}

static const char* keep(fuzzy_compiler* c, const char* text)
{
    uint32_t id = pl_names_intern(&c->mind->names, text, strlen(text));
    return id == PLOY_NONE ? NULL : pl_names_text(&c->mind->names, id);
}

// Finds a key to which numbers are written.
static ploy_status find_key(fuzzy_compiler* c, const char* name, bool may_be_int, uint32_t* key)
{
    *key = c->keys ? ploy_blackboard_keys_find(c->keys, name) : PLOY_NONE;
    if (*key == PLOY_NONE) {
        pl_error_set(c->error, 0, 0, "'%.60s' is no key of the blackboard", name);
        pl_error_missing(c->error, PLOY_MISSING_KEY, name, NULL);
        pl_similar similar = pl_similar_begin(name);
        for (uint32_t i = 0; c->keys && i < ploy_blackboard_keys_count(c->keys); ++i) {
            pl_similar_offer(&similar, ploy_blackboard_keys_name(c->keys, i));
        }
        pl_similar_hint(&similar, c->error);
        return PLOY_INVALID;
    }
    ploy_value_type type = ploy_blackboard_keys_type(c->keys, *key);
    if (type == PLOY_VALUE_DECIMAL || (may_be_int && type == PLOY_VALUE_INT)) return PLOY_OK;
    pl_error_set(c->error, 0, 0, "the key '%.60s' is not a decimal%s", name, may_be_int ? " or an int" : "");
    return PLOY_INVALID;
}

static ploy_status add_output(fuzzy_compiler* c, const pl_fuzzy_variable_entry* variable)
{
    uint32_t key;
    ploy_status status = find_key(c, variable->def.value, true, &key);
    if (status != PLOY_OK) return pl_fuzzy_fail(c->error, status, variable->position, "output", variable->def.name);
    pl_fuzzy_output output = {.name = keep(c, variable->def.name),
                              .key = key,
                              .whole = ploy_blackboard_keys_type(c->keys, key) == PLOY_VALUE_INT,
                              .by = variable->def.by,
                              .first = variable->first,
                              .count = variable->count};
    bool ok = output.name && PL_ARRAY_PUSH(&c->mind->outputs, &c->mind->allocator, output);
    return ok ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static bool keep_source(fuzzy_compiler* c, const pl_fuzzy_variable_entry* variable)
{
    const ploy_fuzzy_variable* def = &variable->def;
    pl_fuzzy_variable_text source = {keep(c, def->name), keep(c, def->value), variable->first, variable->count};
    return source.name && source.value && PL_ARRAY_PUSH(&c->mind->sources, &c->mind->allocator, source);
}

static ploy_status compile_rule(fuzzy_compiler* c, const ploy_fuzzy_rule* rule)
{
    pl_fuzzy_mind* mind = c->mind;
    pl_fuzzy_rule_text text = {keep(c, rule->text), rule->weight};
    if (!text.text || !PL_ARRAY_PUSH(&mind->rules, &mind->allocator, text)) return PLOY_OUT_OF_MEMORY;
    if (c->reports->count > 0) return PLOY_OK;
    return pl_fuzzy_parse(c->from, rule, &mind->allocator, &mind->ops, c->error);
}

static ploy_status compile_set(fuzzy_compiler* c, pl_fuzzy_set_entry set)
{
    set.set.name = keep(c, set.set.name);
    bool is_kept = set.set.name && PL_ARRAY_PUSH(&c->mind->sets, &c->mind->allocator, set);
    return is_kept ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status compile_variable(fuzzy_compiler* c, const pl_fuzzy_variable_entry* variable)
{
    pl_fuzzy_mind* mind = c->mind;
    if (!PL_ARRAY_PUSH(&mind->values, &mind->allocator, NULL) || !keep_source(c, variable)) return PLOY_OUT_OF_MEMORY;
    if (variable->def.is_output) return add_output(c, variable);
    pl_guard** guard = &mind->values.data[mind->values.count - 1];
    ploy_status status =
        pl_guard_compile(variable->def.value, c->keys, mind->bindings, &mind->allocator, guard, c->error);
    if (status != PLOY_OK) return pl_fuzzy_fail(c->error, status, variable->position, "variable", variable->def.name);
    mind->polls = mind->polls || pl_guard_polls(*guard);
    return PLOY_OK;
}

static ploy_status compile_state(fuzzy_compiler* c, const pl_fuzzy_state_entry* state)
{
    pl_fuzzy_mind* mind = c->mind;
    const ploy_fuzzy_state* def = &state->def;
    pl_fuzzy_mind_state made = {.name = keep(c, def->name),
                                .key = PLOY_NONE,
                                .on = (uint32_t)def->on,
                                .off = (uint32_t)def->off,
                                .slot = mind->slots};
    if (!made.name || !PL_ARRAY_PUSH(&mind->states, &mind->allocator, made)) return PLOY_OUT_OF_MEMORY;
    pl_fuzzy_mind_state* kept = &mind->states.data[mind->states.count - 1];
    ploy_status status =
        pl_activities_parse(&kept->does, def->does, mind->bindings, c->keys, &mind->allocator, c->error);
    status = pl_reports_take(c->reports, pl_fuzzy_fail(c->error, status, state->position, "state", def->name));
    mind->slots += kept->does.plans.count;
    if (status != PLOY_OK || !def->weight) return status;
    status = find_key(c, def->weight, false, &kept->key);
    return pl_fuzzy_fail(c->error, status, state->position, "state", def->name);
}

static uint32_t rounded(size_t bytes)
{
    return (uint32_t)((bytes + 7) / 8 * 8);
}

static ploy_status lay_out(pl_fuzzy_mind* mind)
{
    mind->activities_at = (uint32_t)(sizeof(pl_fuzzy_data) + mind->outputs.count * sizeof(int64_t));
    mind->weights_at = mind->activities_at + mind->slots * (uint32_t)sizeof(pl_activity);
    mind->phases_at = mind->weights_at + mind->states.count * (uint32_t)sizeof(uint32_t);
    mind->known_at = mind->phases_at + mind->states.count;
    uint32_t at = rounded(mind->known_at + mind->outputs.count);
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        const pl_activities* does = &mind->states.data[i].does;
        for (uint32_t k = 0; k < does->plans.count; ++k) {
            if (!PL_ARRAY_PUSH(&mind->bytes_at, &mind->allocator, at)) return PLOY_OUT_OF_MEMORY;
            at += rounded(ploy_bindings_activity(mind->bindings, does->plans.data[k].activity)->data_bytes);
        }
    }
    mind->mind.data_bytes = at;
    return PL_ARRAY_PUSH(&mind->bytes_at, &mind->allocator, at) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static void take_fingerprint(pl_fuzzy_mind* mind)
{
    pl_digest digest = {0};
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        const pl_fuzzy_mind_state* state = &mind->states.data[i];
        pl_digest_add_bytes(&digest, state->name, strlen(state->name));
        for (uint32_t k = 0; k < state->does.plans.count; ++k) {
            pl_digest_add(&digest, state->does.plans.data[k].activity);
        }
    }
    pl_digest_add(&digest, mind->outputs.count);
    pl_digest_add(&digest, mind->mind.data_bytes - mind->bytes_at.data[0]);
    mind->fingerprint = digest.value;
}

static bool is_parallel(const pl_fuzzy_mind* mind)
{
    bool parallel = true;
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        parallel = parallel && pl_activities_are_parallel(&mind->states.data[i].does);
    }
    return parallel;
}

static ploy_status compile_all(fuzzy_compiler* c)
{
    pl_fuzzy_mind* mind = c->mind;
    ploy_status status = pl_reports_take(c->reports, pl_fuzzy_check(c->from, c->reports));
    for (uint32_t i = 0; i < c->from->rules.count && status == PLOY_OK; ++i) {
        status = compile_rule(c, &c->from->rules.data[i].def);
    }
    for (uint32_t i = 0; i < c->from->variables.count && status == PLOY_OK; ++i) {
        status = pl_reports_take(c->reports, compile_variable(c, &c->from->variables.data[i]));
    }
    for (uint32_t i = 0; i < c->from->states.count && status == PLOY_OK; ++i) {
        status = pl_reports_take(c->reports, compile_state(c, &c->from->states.data[i]));
    }
    for (uint32_t i = 0; i < c->from->sets.count && status == PLOY_OK; ++i) {
        status = compile_set(c, c->from->sets.data[i]);
    }
    status = pl_reports_end(c->reports, status);
    if (status == PLOY_OK) status = lay_out(mind);
    if (status == PLOY_OK) take_fingerprint(mind);
    mind->mind.parallel = status == PLOY_OK && is_parallel(mind);
    return status;
}

ploy_status ploy_fuzzy_mind_create(const ploy_fuzzy_mind_def* def, ploy_mind** mind, ploy_error* error)
{
    PL_NEED_ERROR(error, mind, PLOY_INVALID);
    *mind = NULL;
    PL_NEED_ERROR(error, def, PLOY_INVALID);
    PL_NEED_ERROR(error, def->fuzzy, PLOY_INVALID);
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    pl_reports reports = pl_mind_reports(&def->parts, error);
    ploy_allocator from = pl_allocator_choose(&def->parts.allocator);
    pl_fuzzy_mind* made = PL_NEW(&from, pl_fuzzy_mind);
    if (!made) return PLOY_OUT_OF_MEMORY;
    made->mind.kind = &fuzzy_class;
    made->allocator = from;
    made->held = pl_held_take(&def->parts);
    made->bindings = def->parts.bindings;
    pl_names_init(&made->names, &made->allocator);
    ploy_status status = compile_all(&(fuzzy_compiler){def->fuzzy, made, def->parts.keys, error, &reports});
    if (status == PLOY_OK) {
        *mind = &made->mind;
    } else {
        pl_fuzzy_destroy_mind(&made->mind);
    }
    return status;
}
