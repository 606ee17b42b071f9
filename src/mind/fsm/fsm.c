#include "mind/fsm/fsm.h"

#include <string.h>

#include "base/check.h"
#include "base/error.h"

ploy_fsm* ploy_fsm_create(const ploy_fsm_def* def)
{
    PL_ASSERT(def && def->name);
    ploy_allocator from = pl_allocator_choose(&def->allocator);
    ploy_fsm* machine = PL_NEW(&from, ploy_fsm);
    if (!machine) return NULL;
    machine->allocator = from;
    pl_names_init(&machine->texts, &machine->allocator);
    pl_names_init(&machine->names, &machine->allocator);
    if (pl_names_intern(&machine->texts, def->name, strlen(def->name)) != PLOY_NONE) return machine;
    ploy_fsm_destroy(machine);
    return NULL;
}

void ploy_fsm_destroy(ploy_fsm* machine)
{
    if (!machine) return;
    ploy_allocator allocator = machine->allocator;
    PL_ARRAY_FREE(&machine->states, &allocator);
    PL_ARRAY_FREE(&machine->transitions, &allocator);
    pl_names_destroy(&machine->texts);
    pl_names_destroy(&machine->names);
    PL_DELETE(&allocator, machine);
}

uint32_t pl_fsm_find(const ploy_fsm* machine, const char* name)
{
    return name ? pl_names_find(&machine->names, name, strlen(name)) : PLOY_NONE;
}

static bool keep(ploy_fsm* machine, const char** text)
{
    if (!*text) return true;
    uint32_t id = pl_names_intern(&machine->texts, *text, strlen(*text));
    if (id == PLOY_NONE) return false;
    *text = pl_names_text(&machine->texts, id);
    return true;
}

static uint32_t level_of(const ploy_fsm* machine, const char* parent)
{
    uint32_t level = 0;
    for (; parent; ++level) {
        parent = machine->states.data[pl_fsm_find(machine, parent)].parent;
    }
    return level;
}

static ploy_status check_state(const ploy_fsm* machine, const ploy_fsm_state_def* def, ploy_error* error)
{
    if (!def->name || !*def->name) {
        pl_error_set(error, def->line, def->column, "a state needs a name");
        return PLOY_INVALID;
    }
    if (pl_fsm_find(machine, def->name) != PLOY_NONE) {
        pl_error_set(error, def->line, def->column, "the state '%.60s' is there twice", def->name);
        return PLOY_INVALID;
    }
    if (def->parent && pl_fsm_find(machine, def->parent) == PLOY_NONE) {
        pl_error_set(error, def->line, def->column, "state '%.60s': there is no state '%.60s' yet that it could lie in",
                     def->name, def->parent);
        return PLOY_INVALID;
    }
    if (level_of(machine, def->parent) >= PLOY_FSM_MAX_DEPTH) {
        pl_error_set(error, def->line, def->column, "state '%.60s': states lie more than %d deep in each other",
                     def->name, PLOY_FSM_MAX_DEPTH);
        return PLOY_INVALID;
    }
    return PLOY_OK;
}

ploy_status ploy_fsm_add_state(ploy_fsm* machine, const ploy_fsm_state_def* def, ploy_error* error)
{
    pl_error_clear(error);
    ploy_status status = check_state(machine, def, error);
    if (status != PLOY_OK) return status;
    ploy_fsm_state_def kept = *def;
    const char** const texts[] = {&kept.parent, &kept.base, &kept.does, &kept.enter, &kept.exit, &kept.initial};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        if (!keep(machine, texts[i])) return PLOY_OUT_OF_MEMORY;
    }
    if (!PL_ARRAY_RESERVE(&machine->states, &machine->allocator, machine->states.count + 1)) return PLOY_OUT_OF_MEMORY;
    uint32_t id = pl_names_intern(&machine->names, kept.name, strlen(kept.name));
    if (id == PLOY_NONE) return PLOY_OUT_OF_MEMORY;
    kept.name = pl_names_text(&machine->names, id);
    machine->states.data[machine->states.count++] = kept;
    return PLOY_OK;
}

ploy_status ploy_fsm_add_transition(ploy_fsm* machine, const ploy_fsm_transition_def* def, ploy_error* error)
{
    pl_error_clear(error);
    ploy_fsm_transition_def kept = *def;
    if (!kept.to || kept.after < 0 || (unsigned)kept.on > PLOY_ON_END) {
        pl_error_set(error, def->line, def->column,
                     kept.to ? "a transition's time is below 0" : "a transition leads nowhere");
        return PLOY_INVALID;
    }
    bool ok = keep(machine, &kept.from) && keep(machine, &kept.to) && keep(machine, &kept.when) &&
              PL_ARRAY_PUSH(&machine->transitions, &machine->allocator, kept);
    return ok ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

const char* ploy_fsm_name(const ploy_fsm* machine)
{
    return pl_names_text(&machine->texts, 0);
}

uint32_t ploy_fsm_state_count(const ploy_fsm* machine)
{
    return machine->states.count;
}

uint32_t ploy_fsm_transition_count(const ploy_fsm* machine)
{
    return machine->transitions.count;
}

const ploy_fsm_state_def* ploy_fsm_state(const ploy_fsm* machine, uint32_t index)
{
    PL_ASSERT(index < machine->states.count);
    return &machine->states.data[index];
}

const ploy_fsm_transition_def* ploy_fsm_transition(const ploy_fsm* machine, uint32_t index)
{
    PL_ASSERT(index < machine->transitions.count);
    return &machine->transitions.data[index];
}

// Checks.

typedef struct place
{
    uint32_t line, column;
} place;

static ploy_status need_state(const ploy_fsm* machine, const char* name, place at, const char* what, ploy_error* error)
{
    if (!name || pl_fsm_find(machine, name) != PLOY_NONE) return PLOY_OK;
    pl_error_set(error, at.line, at.column, "there is no state '%.60s' %s", name, what);
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < machine->states.count; ++i) {
        pl_similar_offer(&similar, machine->states.data[i].name);
    }
    pl_similar_hint(&similar, error);
    return PLOY_INVALID;
}

static ploy_status check_bases(const ploy_fsm* machine, const ploy_fsm_state_def* def, ploy_error* error)
{
    const ploy_fsm_state_def* base = def;
    for (uint32_t steps = 0; base->base; ++steps) {
        ploy_status status = need_state(machine, base->base, (place){base->line, base->column}, "to build on", error);
        if (status != PLOY_OK) return status;
        base = &machine->states.data[pl_fsm_find(machine, base->base)];
        if (steps == machine->states.count) {
            pl_error_set(error, def->line, def->column, "state '%.60s' is built on itself", def->name);
            return PLOY_INVALID;
        }
    }
    return PLOY_OK;
}

static ploy_status check_initial(const ploy_fsm* machine, const ploy_fsm_state_def* def, ploy_error* error)
{
    ploy_status status = need_state(machine, def->initial, (place){def->line, def->column}, "to begin with", error);
    if (status != PLOY_OK || !def->initial) return status;
    const char* parent = machine->states.data[pl_fsm_find(machine, def->initial)].parent;
    if (parent && strcmp(parent, def->name) == 0) return PLOY_OK;
    pl_error_set(error, def->line, def->column, "the initial state '%.60s' does not lie in '%.60s'", def->initial,
                 def->name);
    return PLOY_INVALID;
}

ploy_status pl_fsm_check(const ploy_fsm* machine, ploy_error* error)
{
    pl_error_clear(error);
    if (machine->states.count == 0) {
        pl_error_set(error, 0, 0, "the machine '%.60s' has no state", ploy_fsm_name(machine));
        return PLOY_INVALID;
    }
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < machine->states.count && status == PLOY_OK; ++i) {
        status = check_bases(machine, &machine->states.data[i], error);
        if (status == PLOY_OK) status = check_initial(machine, &machine->states.data[i], error);
    }
    for (uint32_t i = 0; i < machine->transitions.count && status == PLOY_OK; ++i) {
        const ploy_fsm_transition_def* def = &machine->transitions.data[i];
        place at = {def->line, def->column};
        status = need_state(machine, def->from, at, "that a transition could come from", error);
        if (status == PLOY_OK) status = need_state(machine, def->to, at, "that a transition could lead to", error);
    }
    return status;
}
