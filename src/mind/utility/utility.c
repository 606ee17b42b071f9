// A utility from its description, and the mind that owns one.

#include "mind/utility/utility.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/defaults.h"
#include "base/error.h"
#include "knowledge/blackboard.h"
#include "mind/common/bindings.h"
#include "mind/common/mind.h"

enum
{
    ONE = 1000,
    MAX_WEIGHT = 1000000,
};

static ploy_utility_def utility_with_defaults(const ploy_utility_def* given)
{
    ploy_utility_def def = given ? *given : (ploy_utility_def){0};
    def.parts.allocator = pl_allocator_choose(&def.parts.allocator);
    PL_DEFAULT_OR_OFF(def.commitment, PLOY_DEFAULT_UTILITY_COMMITMENT);
    PL_DEFAULT_OR_OFF(def.repeat_penalty, PLOY_DEFAULT_UTILITY_REPEAT);
    return def;
}

int64_t pl_utility_weight(int64_t given)
{
    return given == 0 ? ONE : given == PLOY_OFF ? 0 : given;
}

// Helpers of creation.

ploy_status pl_utility_fail(pl_utility_builder* b, const char* format, ...)
{
    char text[200];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (b->option) {
        pl_error_set(b->error, b->line, b->column, "option '%s': %s", b->option->name ? b->option->name : "", text);
    } else {
        pl_error_set(b->error, 0, 0, "%s", text);
    }
    return PLOY_INVALID;
}

ploy_status pl_utility_fail_name(pl_utility_builder* b, ploy_missing missing, const char* noun, const char* name,
                                 const pl_names* known)
{
    if (!name || !*name) return pl_utility_fail(b, "a %s needs a name", noun);
    pl_utility_fail(b, "unknown %s '%s'", noun, name);
    pl_error_missing(b->error, missing, name, NULL);
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; known && i < pl_names_count(known); ++i) {
        pl_similar_offer(&similar, pl_names_text(known, i));
    }
    pl_similar_hint(&similar, b->error);
    return PLOY_INVALID;
}

ploy_status pl_utility_fail_text(pl_utility_builder* b, const char* noun, ploy_status status)
{
    if (status != PLOY_INVALID) return status;
    ploy_error inner = *b->error;
    pl_utility_fail(b, "%s: %s", noun, inner.message);
    memcpy(b->error->hint, inner.hint, sizeof inner.hint);
    pl_error_keep_missing(b->error, &inner);
    return status;
}

const char* pl_utility_keep(pl_utility_builder* b, const char* text)
{
    size_t bytes = strlen(text) + 1;
    char* copy = pl_arena_alloc(&b->utility->arena, bytes);
    if (copy) memcpy(copy, text, bytes);
    return copy;
}

ploy_status pl_utility_reads(pl_utility_builder* b, uint32_t key, uint32_t* slot)
{
    ploy_utility* utility = b->utility;
    uint32_t at = 0;
    while (at < utility->keys.count && utility->keys.data[at] != key) ++at;
    if (at == utility->keys.count) {
        if (!PL_ARRAY_PUSH(&utility->readers, &utility->allocator, 0)) return PLOY_OUT_OF_MEMORY;
        if (!PL_ARRAY_PUSH(&utility->keys, &utility->allocator, key)) return PLOY_OUT_OF_MEMORY;
    }
    utility->readers.data[at] |= (uint64_t)1 << b->index;
    if (slot) *slot = at;
    return PLOY_OK;
}

ploy_status pl_utility_reads_guard(pl_utility_builder* b, const pl_guard* guard)
{
    const uint32_t* keys;
    uint32_t count = pl_guard_keys(guard, &keys);
    if (pl_guard_polls(guard)) b->utility->pollers |= (uint64_t)1 << b->index;
    for (uint32_t i = 0; i < count; ++i) {
        if (pl_utility_reads(b, keys[i], NULL) != PLOY_OK) return PLOY_OUT_OF_MEMORY;
    }
    return PLOY_OK;
}

static ploy_status bind_value(pl_utility_builder* b, const ploy_port_binding* binding, const pl_port_def* def,
                              const ploy_port* none, ploy_port* port)
{
    const ploy_blackboard_keys* keys = b->def->parts.keys;
    ploy_error error = {0};
    ploy_status status = PLOY_OK;
    if (binding->key) {
        uint32_t key = keys ? ploy_blackboard_keys_find(keys, binding->key) : PLOY_NONE;
        if (key == PLOY_NONE)
            return pl_utility_fail_name(b, PLOY_MISSING_KEY, "key", binding->key, keys ? &keys->names : NULL);
        status = pl_port_take_key(def, keys, key, false, port, &error);
    } else if (binding->text) {
        status = pl_port_take_text(def, keys, binding->text, &b->utility->arena, port, &error);
    } else {
        *port = *none;
        if (!pl_value_is_bytes(none->type)) port->value = binding->value;
    }
    if (status != PLOY_INVALID) return status;
    pl_utility_fail(b, "%s", error.message);
    pl_error_hint(b->error, "%s", error.hint);
    return PLOY_INVALID;
}

static ploy_status fail_port(pl_utility_builder* b, const char* name)
{
    pl_utility_fail(b, "there is no port '%s'", name);
    pl_error_missing(b->error, PLOY_MISSING_PORT, name, NULL);
    return PLOY_INVALID;
}

ploy_status pl_utility_bind(pl_utility_builder* b, const pl_port_list* list, const ploy_port_binding* bindings,
                            uint32_t binding_count, const ploy_port** ports)
{
    ploy_port* made = PL_ARENA_ARRAY(&b->utility->arena, ploy_port, list->count);
    if (!made) return PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < list->count; ++i) made[i] = list->none[i];
    *ports = made;
    for (uint32_t i = 0; i < binding_count; ++i) {
        uint32_t at = pl_ports_find(list, bindings[i].port, strlen(bindings[i].port));
        ploy_status status = at == PLOY_NONE
                                 ? fail_port(b, bindings[i].port)
                                 : bind_value(b, &bindings[i], &list->defs[at], &list->none[at], &made[at]);
        status = pl_reports_take(b->reports, status);
        if (status != PLOY_OK) return status;
    }
    return PLOY_OK;
}

// Options.

static ploy_status build_activity(pl_utility_builder* b, pl_utility_option* option)
{
    const ploy_option* from = b->option;
    const ploy_bindings* bindings = b->def->parts.bindings;
    const char* name = from->activity ? from->activity : from->name;
    option->activity = bindings ? ploy_bindings_find_activity(bindings, name) : PLOY_NONE;
    if (option->activity == PLOY_NONE) {
        if (!from->activity && from->port_count == 0) return PLOY_OK; // it can be scored, but not run
        return pl_utility_fail_name(b, PLOY_MISSING_ACTIVITY, "activity", name,
                                    bindings ? &bindings->activities.names : NULL);
    }
    const ploy_activity_def* activity = ploy_bindings_activity(bindings, option->activity);
    option->def = activity;
    if (activity->data_bytes > b->utility->run_bytes) b->utility->run_bytes = activity->data_bytes;
    return pl_utility_bind(b, pl_activity_ports(activity), from->ports, from->port_count, &option->ports);
}

static ploy_status build_when(pl_utility_builder* b, pl_utility_option* option)
{
    const char* when = b->option->when;
    if (!when || !*when) return PLOY_OK;
    ploy_status status = pl_guard_compile_condition(when, b->def->parts.keys, b->def->parts.bindings,
                                                    &b->utility->allocator, &option->when, b->error);
    if (status != PLOY_OK) return pl_utility_fail_text(b, "when", status);
    return pl_utility_reads_guard(b, option->when);
}

static ploy_status check_option(pl_utility_builder* b)
{
    const ploy_option* from = b->option;
    if (!from->name || !*from->name) return pl_utility_fail(b, "an option needs a name");
    if (ploy_utility_find_option(b->utility, from->name) != PLOY_NONE) return pl_utility_fail(b, "named twice");
    int64_t weight = pl_utility_weight(from->weight);
    if (weight < 0 || weight > MAX_WEIGHT) return pl_utility_fail(b, "the weight must be 0 .. 1000");
    if ((unsigned)from->combine >= PLOY_COMBINE_COUNT) return pl_utility_fail(b, "unknown combination");
    if (from->duration < 0 || from->limit < 0) return pl_utility_fail(b, "the duration or the limit is negative");
    return PLOY_OK;
}

static ploy_status build_option(pl_utility_builder* b)
{
    static ploy_status (*const steps[])(pl_utility_builder*, pl_utility_option*) = {build_activity, build_when,
                                                                                    pl_utility_build_parts};
    ploy_status status = pl_reports_take(b->reports, check_option(b));
    if (status != PLOY_OK) return status;
    ploy_utility* utility = b->utility;
    const ploy_option* from = b->option;
    pl_utility_option option = {
        .name = pl_utility_keep(b, from->name ? from->name : ""),
        .condition = pl_utility_keep(b, from->when ? from->when : ""),
        .weight = (int32_t)pl_utility_weight(from->weight),
        .part = PLOY_NONE,
        .activity = PLOY_NONE,
        .duration = from->duration,
        .limit = from->limit,
    };
    bool is_kept = option.name && option.condition;
    if (!is_kept || !PL_ARRAY_PUSH(&utility->options, &utility->allocator, option)) return PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < sizeof steps / sizeof *steps && status == PLOY_OK; ++i) {
        b->line = from->line;
        b->column = from->column;
        status = pl_reports_take(b->reports, steps[i](b, &utility->options.data[b->index]));
    }
    return status;
}

static ploy_status build(pl_utility_builder* b)
{
    const ploy_utility_def* def = b->def;
    if (def->option_count == 0) return pl_utility_fail(b, "a utility needs an option");
    if (def->option_count > PLOY_UTILITY_OPTIONS) {
        return pl_utility_fail(b, "%u options, at most %d are possible", (unsigned)def->option_count,
                               PLOY_UTILITY_OPTIONS);
    }
    if (def->momentum < 0 || def->repeat_penalty < 0 || def->repeat_penalty > ONE || def->commitment < 0 ||
        def->commitment > MAX_WEIGHT) {
        return pl_utility_fail(b, "momentum is negative, repeat_penalty above 1 or commitment above 1000");
    }
    b->utility->name = pl_utility_keep(b, def->name ? def->name : "");
    ploy_status status = b->utility->name ? PLOY_OK : PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < def->option_count && status == PLOY_OK; ++i) {
        b->option = &def->options[i];
        b->index = i;
        b->line = b->option->line;
        b->column = b->option->column;
        status = build_option(b);
    }
    return status;
}

static size_t data_bytes(const ploy_utility* utility)
{
    size_t scores = (utility->options.count + 1) / 2 * 2 * sizeof(int32_t);
    return sizeof(pl_utility_data) + utility->keys.count * sizeof(uint64_t) + scores + (utility->run_bytes + 7) / 8 * 8;
}

ploy_status ploy_utility_create(const ploy_utility_def* given, ploy_utility** utility, ploy_error* error)
{
    PL_NEED_ERROR(error, utility, PLOY_INVALID);
    *utility = NULL;
    PL_NEED_NAMED("def", error, given, PLOY_INVALID);
    ploy_utility_def full = utility_with_defaults(given);
    const ploy_utility_def* def = &full;
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    pl_reports reports = pl_mind_reports(&def->parts, error);
    ploy_utility* made = PL_NEW(&def->parts.allocator, ploy_utility);
    if (!made) return PLOY_OUT_OF_MEMORY;
    made->allocator = def->parts.allocator;
    made->held = pl_held_take(&def->parts);
    made->bindings = def->parts.bindings;
    made->blackboard_keys = def->parts.keys;
    made->choice = def->choice;
    made->commitment = (uint32_t)def->commitment;
    made->repeat_penalty = (uint32_t)def->repeat_penalty;
    made->momentum = def->momentum;
    pl_arena_init(&made->arena, &made->allocator, 0);
    pl_utility_builder builder = {.def = def, .utility = made, .error = error, .reports = &reports};
    ploy_status status = pl_reports_end(&reports, build(&builder));
    if (status != PLOY_OK) {
        ploy_utility_destroy(made);
        return status;
    }
    made->mind = (ploy_mind){.kind = &pl_utility_class, .data_bytes = (uint32_t)data_bytes(made)};
    *utility = made;
    return PLOY_OK;
}

void ploy_utility_destroy(ploy_utility* utility)
{
    if (!utility) return;
    for (uint32_t i = 0; i < utility->options.count; ++i) pl_guard_destroy(utility->options.data[i].when);
    for (uint32_t i = 0; i < utility->leaves.count; ++i) pl_guard_destroy(utility->leaves.data[i].guard);
    PL_ARRAY_FREE(&utility->options, &utility->allocator);
    PL_ARRAY_FREE(&utility->parts, &utility->allocator);
    PL_ARRAY_FREE(&utility->leaves, &utility->allocator);
    PL_ARRAY_FREE(&utility->sources, &utility->allocator);
    PL_ARRAY_FREE(&utility->keys, &utility->allocator);
    PL_ARRAY_FREE(&utility->readers, &utility->allocator);
    pl_arena_destroy(&utility->arena);
    ploy_allocator allocator = utility->allocator;
    pl_held held = utility->held;
    PL_DELETE(&allocator, utility);
    pl_held_drop(&held);
}

uint32_t pl_utility_option_count(const ploy_utility* utility)
{
    return utility->options.count;
}

uint32_t ploy_utility_find_option(const ploy_utility* utility, const char* name)
{
    PL_NEED(utility, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    for (uint32_t i = 0; i < utility->options.count; ++i) {
        if (strcmp(utility->options.data[i].name, name) == 0) return i;
    }
    return PLOY_NONE;
}

const char* pl_utility_option_name(const ploy_utility* utility, uint32_t option)
{
    PL_ASSERT(option < utility->options.count);
    return utility->options.data[option].name;
}

// An option of a mind is run: without an activity, its name must be one.
static ploy_status check_activity(const ploy_utility_def* def, const ploy_option* option, ploy_error* error)
{
    const ploy_bindings* bindings = def->parts.bindings;
    bool is_named = option->activity || option->port_count > 0 || !option->name || !*option->name;
    if (is_named || (bindings && ploy_bindings_find_activity(bindings, option->name) != PLOY_NONE)) return PLOY_OK;
    pl_error_set(error, option->line, option->column, "option '%s': there is no activity of that name", option->name);
    pl_error_missing(error, PLOY_MISSING_ACTIVITY, option->name, NULL);
    return PLOY_INVALID;
}

static ploy_status check_activities(const ploy_utility_def* def, pl_reports* reports)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < def->option_count && status == PLOY_OK; ++i) {
        status = pl_reports_take(reports, check_activity(def, &def->options[i], reports->error));
    }
    return status;
}

static bool is_parallel(const ploy_utility* utility)
{
    bool parallel = true;
    for (uint32_t i = 0; i < utility->options.count; ++i) {
        uint32_t activity = utility->options.data[i].activity;
        parallel = parallel && activity != PLOY_NONE && ploy_bindings_activity(utility->bindings, activity)->parallel;
    }
    return parallel;
}

ploy_status ploy_utility_mind_create(const ploy_utility_mind_def* def, ploy_mind** mind, ploy_error* error)
{
    PL_NEED_ERROR(error, mind, PLOY_INVALID);
    *mind = NULL;
    PL_NEED_ERROR(error, def, PLOY_INVALID);
    PL_NEED_ERROR(error, def->utility, PLOY_INVALID);
    ploy_utility_def own = *def->utility;
    own.parts = pl_mind_parts_within(&own.parts, &def->parts);
    ploy_utility* utility;
    ploy_error ignored;
    pl_reports reports = pl_mind_reports(&own.parts, error ? error : &ignored);
    ploy_status status = ploy_utility_create(&own, &utility, reports.error);
    if (status == PLOY_INVALID) status = pl_reports_join(&reports);
    if (status == PLOY_OK) status = check_activities(&own, &reports);
    status = pl_reports_end(&reports, status);
    if (status != PLOY_OK) {
        ploy_utility_destroy(utility);
        return status;
    }
    utility->mind.parallel = is_parallel(utility);
    *mind = &utility->mind;
    return PLOY_OK;
}

const ploy_utility* ploy_utility_mind_utility(const ploy_mind* mind)
{
    PL_NEED(mind, NULL);
    PL_ASSERT(mind->kind == &pl_utility_class);
    return (const ploy_utility*)mind;
}
