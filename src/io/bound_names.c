#include "io/bound_names.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/containers/bitset.h"
#include "base/error.h"
#include "knowledge/blackboard.h"
#include "mind/common/bindings.h"

// Actions. One with neither an activity nor a duration would succeed at once and do nothing: a name is wrong.

static const ploy_action_binding* find_perform(const ploy_agent_info* info, const char* action)
{
    for (uint32_t i = 0; i < info->goap.action_binding_count; ++i) {
        if (strcmp(info->goap.action_bindings[i].action, action) == 0) return &info->goap.action_bindings[i];
    }
    return NULL;
}

static bool has_activity(const ploy_bindings* bindings, const ploy_agent_info* info, uint32_t action)
{
    const ploy_domain* domain = info->goap.domain;
    for (; action != PLOY_NONE; action = ploy_domain_action(domain, action).base) {
        const char* name = ploy_domain_action(domain, action).name;
        if (find_perform(info, name) || ploy_bindings_find_activity(bindings, name) != PLOY_NONE) return true;
    }
    return false;
}

static ploy_status fail_unbound(const ploy_bindings* bindings, const char* action, ploy_error* error)
{
    pl_error_set(error, 0, 0, "action '%s' has neither an activity of its name nor a duration", action);
    pl_error_missing(error, PLOY_MISSING_ACTIVITY, action, NULL);
    pl_error_hint(error, "bind an activity '%s', or give the action a duration", action);
    pl_similar similar = pl_similar_begin(action);
    for (uint32_t i = 0; i < ploy_bindings_activity_count(bindings); ++i) {
        pl_similar_offer(&similar, ploy_bindings_activity(bindings, i)->name);
    }
    pl_similar_hint(&similar, error);
    return PLOY_INVALID;
}

static ploy_status check_ports(ploy_mind_parts parts, const ploy_domain* domain, uint32_t action, const char* activity,
                               ploy_error* error)
{
    uint32_t index = ploy_bindings_find_activity(parts.bindings, activity);
    if (index == PLOY_NONE) return PLOY_OK;
    const ploy_activity_def* def = ploy_bindings_activity(parts.bindings, index);
    ploy_action_info info = ploy_domain_action(domain, action);
    pl_port_source from = {"action", info.name, info.param_names, info.param_types, info.param_count, parts.keys};
    pl_ports made;
    return pl_ports_connect(&from, "activity", def->name, pl_activity_ports(def), &made, error);
}

// The ports of the activities that the action gets from itself and its bases.
static ploy_status check_all_ports(ploy_mind_parts parts, const ploy_agent_info* info, uint32_t action,
                                   ploy_error* error)
{
    const ploy_domain* domain = info->goap.domain;
    ploy_status status = PLOY_OK;
    for (uint32_t from = action; from != PLOY_NONE && status == PLOY_OK; from = ploy_domain_action(domain, from).base) {
        const char* name = ploy_domain_action(domain, from).name;
        const ploy_action_binding* given = find_perform(info, name);
        if (!given) status = check_ports(parts, domain, action, name, error);
        for (uint32_t i = 0; given && i < PLOY_GOAP_ACTIVITIES && given->activities[i] && status == PLOY_OK; ++i) {
            status = check_ports(parts, domain, action, given->activities[i], error);
        }
    }
    return status;
}

static ploy_status check_action(ploy_mind_parts parts, const ploy_agent_info* info, uint32_t action, ploy_error* error)
{
    ploy_action_info of = ploy_domain_action(info->goap.domain, action);
    if (of.duration == 0 && !has_activity(parts.bindings, info, action)) {
        return fail_unbound(parts.bindings, of.name, error);
    }
    return check_all_ports(parts, info, action, error);
}

void pl_add_unbound(ploy_error* error, const char* name)
{
    size_t length = strlen(error->message);
    int added = snprintf(NULL, 0, "; nor '%s'", name);
    if (length + (size_t)added >= sizeof error->message) return;
    snprintf(error->message + length, sizeof error->message - length, "; nor '%s'", name);
}

// An error that ends the load names what else is not bound.
static void add_actions(ploy_mind_parts parts, const ploy_agent_info* info, uint32_t first, ploy_error* error)
{
    for (uint32_t i = first; i < ploy_domain_action_count(info->goap.domain); ++i) {
        ploy_error ignored;
        if (pl_bits_test(info->goap.disabled, i)) continue;
        if (check_action(parts, info, i, &ignored) == PLOY_OK || ignored.missing != PLOY_MISSING_ACTIVITY) continue;
        pl_add_unbound(error, ploy_domain_action(info->goap.domain, i).name);
    }
}

ploy_status pl_check_actions(ploy_mind_parts parts, const ploy_file* file, const ploy_agent_info* info,
                             pl_reports* reports)
{
    if (strcmp(info->mind, "goap") != 0) return PLOY_OK;
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < ploy_domain_action_count(info->goap.domain) && status == PLOY_OK; ++i) {
        if (pl_bits_test(info->goap.disabled, i)) continue;
        status = check_action(parts, info, i, reports->error);
        if (status != PLOY_OK) pl_file_place_action(file, info->domain, i, reports->error);
        bool is_last = status == PLOY_INVALID && !reports->on_error && reports->error->missing == PLOY_MISSING_ACTIVITY;
        if (is_last) add_actions(parts, info, i + 1, reports->error);
        status = pl_reports_take(reports, status);
    }
    return status;
}

// Sensors.

ploy_status pl_fail_sensor(const ploy_bindings* bindings, const pl_file_sensor* sensor, ploy_error* error)
{
    pl_error_set(error, sensor->line, sensor->column, "no sensor '%s' is bound", sensor->name);
    pl_error_missing(error, PLOY_MISSING_SENSOR, sensor->name, NULL);
    pl_error_hint(error, "bind it with ploy_bindings_add_sensor before the file is loaded");
    pl_similar similar = pl_similar_begin(sensor->name);
    for (uint32_t k = 0; k < pl_bindings_sensor_count(bindings); ++k) {
        pl_similar_offer(&similar, pl_bindings_sensor(bindings, k)->name);
    }
    pl_similar_hint(&similar, error);
    return PLOY_INVALID;
}

// What is bound and not used.

// An action with a duration needs no activity, so a misspelt one leaves it without.
static const char* similar_action(const ploy_bindings* bindings, const char* name, const ploy_file* const* files,
                                  uint32_t count)
{
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t f = 0; f < count; ++f) {
        for (uint32_t d = 0; d < files[f]->domains.count; ++d) {
            const ploy_domain* domain = files[f]->domains.data[d].domain;
            for (uint32_t a = 0; a < ploy_domain_action_count(domain); ++a) {
                const char* action = ploy_domain_action(domain, a).name;
                if (ploy_bindings_find_activity(bindings, action) == PLOY_NONE) pl_similar_offer(&similar, action);
            }
        }
    }
    return similar.best;
}

static void warn_list(const pl_binding_list* list, const char* noun)
{
    for (uint32_t i = 0; i < list->items.count; ++i) {
        if (pl_binding_is_used(list, i)) continue;
        pl_log("ploy_world_tick: the %s '%s' is bound, and nothing uses it; remove it, or use it in a file", noun,
               pl_names_text(&list->names, i));
    }
}

static void warn_activities(const ploy_bindings* bindings, const ploy_file* const* files, uint32_t count)
{
    const pl_binding_list* list = &bindings->activities;
    for (uint32_t i = 0; i < list->items.count; ++i) {
        if (pl_binding_is_used(list, i)) continue;
        const char* name = pl_names_text(&list->names, i);
        const char* meant = similar_action(bindings, name, files, count);
        if (meant) {
            pl_log("ploy_world_tick: the activity '%s' is bound, and nothing uses it; did you mean the action '%s'?",
                   name, meant);
        } else {
            pl_log("ploy_world_tick: the activity '%s' is bound, and nothing uses it; remove it, or use it in a file",
                   name);
        }
    }
}

// A sensor needs no element in a file. Where others have one, it may have been forgotten.
static void warn_sensors(const ploy_bindings* bindings, const ploy_file* const* files, uint32_t count)
{
    uint32_t named = 0;
    for (uint32_t f = 0; f < count; ++f) named += files[f]->world.sensors.count;
    for (uint32_t i = 0; named > 0 && i < bindings->sensors.items.count; ++i) {
        const ploy_sensor_def* def = bindings->sensors.items.data[i];
        if (pl_binding_is_used(&bindings->sensors, i) || def->interval > 0) continue;
        pl_log("ploy_world_tick: the sensor '%s' updates in every tick; add <sensor name=\"%s\"> to a file, or set "
               "its interval",
               def->name, def->name);
    }
}

void pl_warn_unused(const ploy_bindings* bindings, const ploy_file* const* files, uint32_t count)
{
    if (count == 0) return;
    warn_activities(bindings, files, count);
    warn_list(&bindings->conditions, "condition");
    warn_list(&bindings->scorers, "scorer");
    warn_list(&bindings->nodes, "node");
    warn_sensors(bindings, files, count);
}

// Symbols that nothing wrote.

static bool is_word(char c)
{
    return c == '_' || c == '.' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool part_reads(const ploy_domain* domain, ploy_part part, uint32_t owner, const char* symbol)
{
    size_t length = strlen(symbol);
    for (uint32_t i = 0; i < ploy_domain_clause_count(domain, part, owner); ++i) {
        const char* text = ploy_domain_clause(domain, part, owner, i);
        for (const char* at = text; (at = strstr(at, symbol)); at += length) {
            if ((at == text || !is_word(at[-1])) && !is_word(at[length])) return true;
        }
    }
    return false;
}

static bool is_read(const ploy_domain* domain, const char* symbol)
{
    for (uint32_t a = 0; a < ploy_domain_action_count(domain); ++a) {
        if (part_reads(domain, PLOY_PART_PRE, a, symbol)) return true;
    }
    for (uint32_t g = 0; g < ploy_domain_goal_count(domain); ++g) {
        if (part_reads(domain, PLOY_PART_CONDITION, g, symbol) || part_reads(domain, PLOY_PART_RELEVANT, g, symbol)) {
            return true;
        }
    }
    return false;
}

static bool was_written(const ploy_blackboard* blackboard, const ploy_domain* domain, const ploy_symbol_info* symbol)
{
    for (uint32_t v = 0; v < symbol->variable_count; ++v) {
        char name[512];
        ploy_domain_variable_print(domain, symbol->first_variable + v, name, sizeof name);
        uint32_t key = ploy_blackboard_keys_find(blackboard->keys, name);
        if (key != PLOY_NONE && pl_blackboard_was_written(blackboard, key)) return true;
    }
    return false;
}

void pl_warn_unwritten(const ploy_blackboard* blackboard, const ploy_domain* domain)
{
    for (uint32_t s = 0; s < ploy_domain_symbol_count(domain); ++s) {
        ploy_symbol_info symbol = ploy_domain_symbol(domain, s);
        if (symbol.planned || was_written(blackboard, domain, &symbol) || !is_read(domain, symbol.name)) continue;
        pl_log("ploy_world_destroy: nothing ever wrote the symbol '%s' of the domain '%s'; write it in a sensor or an "
               "activity, or mark it planned",
               symbol.name, ploy_domain_name(domain));
    }
}

void pl_warn_unwritten_keys(const ploy_blackboard* blackboard, const char* file, const pl_file_world* world)
{
    for (uint32_t i = 0; i < world->keys.count; ++i) {
        const pl_file_key* key = &world->keys.data[i];
        uint32_t index = ploy_blackboard_keys_find(blackboard->keys, key->def.name);
        bool has_initial = key->def.initial != 0 || key->initial;
        if (has_initial || index == PLOY_NONE || pl_blackboard_was_written(blackboard, index)) continue;
        pl_log("ploy_world_destroy: nothing ever wrote the key '%s' of %s:%u:%u; write it, give it an initial value, or "
               "remove it",
               key->def.name, file, (unsigned)key->line, (unsigned)key->column);
    }
}
