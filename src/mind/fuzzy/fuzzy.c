// The description of a fuzzy state machine: what was added, and the checks that need neither bindings nor keys.

#include "mind/fuzzy/fuzzy.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "plan/language/lexer.h"

#define MAX_OUTPUT INT64_C(100000000000)

ploy_fuzzy* ploy_fuzzy_create(const ploy_fuzzy_def* def)
{
    PL_NEED(def, NULL);
    PL_NEED(def->name, NULL);
    ploy_allocator from = pl_allocator_choose(&def->allocator);
    ploy_fuzzy* fuzzy = PL_NEW(&from, ploy_fuzzy);
    if (!fuzzy) return NULL;
    fuzzy->allocator = from;
    pl_names_init(&fuzzy->texts, &fuzzy->allocator);
    if (pl_names_intern(&fuzzy->texts, def->name, strlen(def->name)) != PLOY_NONE) return fuzzy;
    ploy_fuzzy_destroy(fuzzy);
    return NULL;
}

void ploy_fuzzy_destroy(ploy_fuzzy* fuzzy)
{
    if (!fuzzy) return;
    ploy_allocator allocator = fuzzy->allocator;
    PL_ARRAY_FREE(&fuzzy->variables, &allocator);
    PL_ARRAY_FREE(&fuzzy->sets, &allocator);
    PL_ARRAY_FREE(&fuzzy->states, &allocator);
    PL_ARRAY_FREE(&fuzzy->rules, &allocator);
    pl_names_destroy(&fuzzy->texts);
    PL_DELETE(&allocator, fuzzy);
}

void pl_fuzzy_set_position(ploy_fuzzy* fuzzy, uint32_t line, uint32_t column)
{
    fuzzy->position = (pl_fuzzy_position){line, column};
}

static bool keep(ploy_fuzzy* fuzzy, const char** text)
{
    if (!*text) return true;
    uint32_t id = pl_names_intern(&fuzzy->texts, *text, strlen(*text));
    if (id == PLOY_NONE) return false;
    *text = pl_names_text(&fuzzy->texts, id);
    return true;
}

#define FAIL(fuzzy, error, ...)                                                                                        \
    (pl_error_set(error, (fuzzy)->position.line, (fuzzy)->position.column, __VA_ARGS__), PLOY_INVALID)

static bool is_name(const char* name)
{
    return name && pl_lexer_is_name(name) && !pl_lexer_is_word(name);
}

static ploy_status check_name(const ploy_fuzzy* fuzzy, const char* name, const char* what, ploy_error* error)
{
    if (!is_name(name)) return FAIL(fuzzy, error, "%s needs a name of letters, digits and '_'", what);
    bool twice = false;
    for (uint32_t i = 0; i < fuzzy->variables.count; ++i) {
        twice = twice || strcmp(fuzzy->variables.data[i].def.name, name) == 0;
    }
    for (uint32_t i = 0; i < fuzzy->states.count; ++i) {
        twice = twice || strcmp(fuzzy->states.data[i].def.name, name) == 0;
    }
    return twice ? FAIL(fuzzy, error, "'%.60s' is named twice", name) : PLOY_OK;
}

ploy_status ploy_fuzzy_add_variable(ploy_fuzzy* fuzzy, const ploy_fuzzy_variable* variable, uint32_t* index,
                                    ploy_error* error)
{
    PL_NEED_ERROR(error, fuzzy, PLOY_INVALID);
    PL_NEED_ERROR(error, variable, PLOY_INVALID);
    pl_error_clear(error);
    ploy_status status = check_name(fuzzy, variable->name, "a variable", error);
    if (status != PLOY_OK) return status;
    if (fuzzy->variables.count == PLOY_FUZZY_MAX_VARIABLES) {
        return FAIL(fuzzy, error, "there are more than %d variables", PLOY_FUZZY_MAX_VARIABLES);
    }
    pl_fuzzy_variable_entry kept = {.def = *variable, .position = fuzzy->position, .first = fuzzy->sets.count};
    if (!kept.def.value) kept.def.value = kept.def.name;
    bool ok = keep(fuzzy, &kept.def.name) && keep(fuzzy, &kept.def.value) &&
              PL_ARRAY_PUSH(&fuzzy->variables, &fuzzy->allocator, kept);
    if (ok && index) *index = fuzzy->variables.count - 1;
    return ok ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status check_points(const ploy_fuzzy* fuzzy, const ploy_fuzzy_set* set, bool is_output, ploy_error* error)
{
    int64_t limit = is_output ? MAX_OUTPUT : PL_GUARD_LARGEST;
    for (uint32_t i = 0; i < 4; ++i) {
        if (set->points[i] < -limit || set->points[i] > limit) {
            return FAIL(fuzzy, error, "set '%.60s': a point is out of range%s", set->name,
                        is_output ? "; an output needs four finite points" : "");
        }
        if (i > 0 && set->points[i] < set->points[i - 1]) {
            return FAIL(fuzzy, error, "set '%.60s': points must not decrease", set->name);
        }
    }
    return PLOY_OK;
}

ploy_status ploy_fuzzy_add_set(ploy_fuzzy* fuzzy, const ploy_fuzzy_set* set, uint32_t* index, ploy_error* error)
{
    PL_NEED_ERROR(error, fuzzy, PLOY_INVALID);
    PL_NEED_ERROR(error, set, PLOY_INVALID);
    pl_error_clear(error);
    if (fuzzy->variables.count == 0) return FAIL(fuzzy, error, "a set needs a variable that was added before it");
    if (!is_name(set->name)) return FAIL(fuzzy, error, "a set needs a name of letters, digits and '_'");
    if (fuzzy->sets.count == PLOY_FUZZY_MAX_SETS) {
        return FAIL(fuzzy, error, "there are more than %d sets", PLOY_FUZZY_MAX_SETS);
    }
    pl_fuzzy_variable_entry* of = &fuzzy->variables.data[fuzzy->variables.count - 1];
    for (uint32_t i = of->first; i < fuzzy->sets.count; ++i) {
        if (strcmp(fuzzy->sets.data[i].set.name, set->name) == 0) {
            return FAIL(fuzzy, error, "variable '%.60s': set '%.60s' is named twice", of->def.name, set->name);
        }
    }
    ploy_status status = check_points(fuzzy, set, of->def.is_output, error);
    if (status != PLOY_OK) return status;
    pl_fuzzy_set_entry kept = {*set, fuzzy->variables.count - 1};
    if (!keep(fuzzy, &kept.set.name) || !PL_ARRAY_PUSH(&fuzzy->sets, &fuzzy->allocator, kept))
        return PLOY_OUT_OF_MEMORY;
    ++of->count;
    if (index) *index = fuzzy->sets.count - 1;
    return PLOY_OK;
}

ploy_status ploy_fuzzy_add_state(ploy_fuzzy* fuzzy, const ploy_fuzzy_state* state, uint32_t* index, ploy_error* error)
{
    PL_NEED_ERROR(error, fuzzy, PLOY_INVALID);
    PL_NEED_ERROR(error, state, PLOY_INVALID);
    pl_error_clear(error);
    ploy_status status = check_name(fuzzy, state->name, "a state", error);
    if (status != PLOY_OK) return status;
    if (state->on < 1 || state->on > 1000 || state->off < 0 || state->off > state->on) {
        return FAIL(fuzzy, error, "state '%.60s': on must be 0.001 .. 1 and off 0 .. on", state->name);
    }
    if (fuzzy->states.count == PLOY_FUZZY_MAX_STATES) {
        return FAIL(fuzzy, error, "there are more than %d states", PLOY_FUZZY_MAX_STATES);
    }
    pl_fuzzy_state_entry kept = {*state, fuzzy->position};
    bool ok = keep(fuzzy, &kept.def.name) && keep(fuzzy, &kept.def.does) && keep(fuzzy, &kept.def.weight) &&
              PL_ARRAY_PUSH(&fuzzy->states, &fuzzy->allocator, kept);
    if (ok && index) *index = fuzzy->states.count - 1;
    return ok ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

ploy_status ploy_fuzzy_add_rule(ploy_fuzzy* fuzzy, const ploy_fuzzy_rule* rule, uint32_t* index, ploy_error* error)
{
    PL_NEED_ERROR(error, fuzzy, PLOY_INVALID);
    PL_NEED_ERROR(error, rule, PLOY_INVALID);
    pl_error_clear(error);
    if (!rule->text || rule->weight < 1 || rule->weight > 1000) {
        return FAIL(fuzzy, error, "a rule needs a text and a weight in 0.001 .. 1");
    }
    if (fuzzy->rules.count == PLOY_FUZZY_MAX_RULES) {
        return FAIL(fuzzy, error, "there are more than %d rules", PLOY_FUZZY_MAX_RULES);
    }
    pl_fuzzy_rule_entry kept = {*rule, fuzzy->position};
    bool ok = keep(fuzzy, &kept.def.text) && PL_ARRAY_PUSH(&fuzzy->rules, &fuzzy->allocator, kept);
    if (ok && index) *index = fuzzy->rules.count - 1;
    return ok ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

const char* ploy_fuzzy_name(const ploy_fuzzy* fuzzy)
{
    PL_NEED(fuzzy, "");
    return pl_names_text(&fuzzy->texts, 0);
}

uint32_t ploy_fuzzy_state_count(const ploy_fuzzy* fuzzy)
{
    PL_NEED(fuzzy, 0);
    return fuzzy->states.count;
}

uint32_t ploy_fuzzy_rule_count(const ploy_fuzzy* fuzzy)
{
    PL_NEED(fuzzy, 0);
    return fuzzy->rules.count;
}

const ploy_fuzzy_state* ploy_fuzzy_state_at(const ploy_fuzzy* fuzzy, uint32_t index)
{
    PL_NEED(fuzzy, NULL);
    PL_ASSERT(index < fuzzy->states.count);
    return &fuzzy->states.data[index].def;
}

const ploy_fuzzy_rule* ploy_fuzzy_rule_at(const ploy_fuzzy* fuzzy, uint32_t index)
{
    PL_NEED(fuzzy, NULL);
    PL_ASSERT(index < fuzzy->rules.count);
    return &fuzzy->rules.data[index].def;
}

ploy_status pl_fuzzy_fail(ploy_error* error, ploy_status status, pl_fuzzy_position position, const char* what,
                          const char* name)
{
    if (status != PLOY_INVALID || !error) return status;
    ploy_error inner = *error;
    pl_error_set(error, position.line, position.column, "%s '%.60s': %.150s", what, name, inner.message);
    pl_error_hint(error, "%s", inner.hint);
    pl_error_keep_missing(error, &inner);
    return status;
}

ploy_status pl_fuzzy_check(const ploy_fuzzy* fuzzy, pl_reports* reports)
{
    pl_error_clear(reports->error);
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < fuzzy->rules.count && status == PLOY_OK; ++i) {
        pl_fuzzy_ops ops = {0};
        const pl_fuzzy_rule_entry* rule = &fuzzy->rules.data[i];
        status = pl_fuzzy_parse(fuzzy, &rule->def, &fuzzy->allocator, &ops, reports->error);
        status = pl_fuzzy_fail(reports->error, status, rule->position, "rule", rule->def.text);
        status = pl_reports_take(reports, status);
        PL_ARRAY_FREE(&ops, &fuzzy->allocator);
    }
    return status;
}
