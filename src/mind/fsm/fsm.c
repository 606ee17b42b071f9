// The description of a state machine: what was added, and the checks that need no bindings.

#include "mind/fsm/fsm.h"

#include <string.h>

#include "base/check.h"
#include "base/error.h"

ploy_fsm* ploy_fsm_create(const ploy_fsm_def* def)
{
    PL_NEED(def, NULL);
    PL_NEED(def->name, NULL);
    ploy_allocator from = pl_allocator_choose(&def->allocator);
    ploy_fsm* fsm = PL_NEW(&from, ploy_fsm);
    if (!fsm) return NULL;
    fsm->allocator = from;
    pl_names_init(&fsm->texts, &fsm->allocator);
    pl_names_init(&fsm->names, &fsm->allocator);
    if (pl_names_intern(&fsm->texts, def->name, strlen(def->name)) != PLOY_NONE) return fsm;
    ploy_fsm_destroy(fsm);
    return NULL;
}

void ploy_fsm_destroy(ploy_fsm* fsm)
{
    if (!fsm) return;
    ploy_allocator allocator = fsm->allocator;
    PL_ARRAY_FREE(&fsm->states, &allocator);
    PL_ARRAY_FREE(&fsm->transitions, &allocator);
    pl_names_destroy(&fsm->texts);
    pl_names_destroy(&fsm->names);
    PL_DELETE(&allocator, fsm);
}

uint32_t pl_fsm_find(const ploy_fsm* fsm, const char* name)
{
    return name ? pl_names_find(&fsm->names, name, strlen(name)) : PLOY_NONE;
}

static bool keep(ploy_fsm* fsm, const char** text)
{
    if (!*text) return true;
    uint32_t id = pl_names_intern(&fsm->texts, *text, strlen(*text));
    if (id == PLOY_NONE) return false;
    *text = pl_names_text(&fsm->texts, id);
    return true;
}

static uint32_t level_of(const ploy_fsm* fsm, const char* parent)
{
    uint32_t level = 0;
    for (; parent; ++level) {
        parent = fsm->states.data[pl_fsm_find(fsm, parent)].parent;
    }
    return level;
}

static ploy_status check_state(const ploy_fsm* fsm, const ploy_fsm_state_def* def, ploy_error* error)
{
    if (!def->name || !*def->name) {
        pl_error_set(error, def->line, def->column, "a state needs a name");
        return PLOY_INVALID;
    }
    if (pl_fsm_find(fsm, def->name) != PLOY_NONE) {
        pl_error_set(error, def->line, def->column, "state '%.60s' is named twice", def->name);
        return PLOY_INVALID;
    }
    if (def->parent && pl_fsm_find(fsm, def->parent) == PLOY_NONE) {
        pl_error_set(error, def->line, def->column, "state '%.60s': its parent '%.60s' was not added before it",
                     def->name, def->parent);
        return PLOY_INVALID;
    }
    if (level_of(fsm, def->parent) >= PLOY_FSM_MAX_DEPTH) {
        pl_error_set(error, def->line, def->column, "state '%.60s': states nest more than %d deep", def->name,
                     PLOY_FSM_MAX_DEPTH);
        return PLOY_INVALID;
    }
    return PLOY_OK;
}

ploy_status ploy_fsm_add_state(ploy_fsm* fsm, const ploy_fsm_state_def* def, uint32_t* index, ploy_error* error)
{
    PL_NEED_ERROR(error, fsm, PLOY_INVALID);
    PL_NEED_ERROR(error, def, PLOY_INVALID);
    pl_error_clear(error);
    ploy_status status = check_state(fsm, def, error);
    if (status != PLOY_OK) return status;
    ploy_fsm_state_def kept = *def;
    const char** const texts[] = {&kept.parent, &kept.base, &kept.does, &kept.enter, &kept.exit, &kept.initial};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        if (!keep(fsm, texts[i])) return PLOY_OUT_OF_MEMORY;
    }
    if (!PL_ARRAY_RESERVE(&fsm->states, &fsm->allocator, fsm->states.count + 1)) return PLOY_OUT_OF_MEMORY;
    uint32_t id = pl_names_intern(&fsm->names, kept.name, strlen(kept.name));
    if (id == PLOY_NONE) return PLOY_OUT_OF_MEMORY;
    kept.name = pl_names_text(&fsm->names, id);
    if (index) *index = fsm->states.count;
    fsm->states.data[fsm->states.count++] = kept;
    return PLOY_OK;
}

ploy_status ploy_fsm_add_transition(ploy_fsm* fsm, const ploy_fsm_transition_def* def, uint32_t* index,
                                    ploy_error* error)
{
    PL_NEED_ERROR(error, fsm, PLOY_INVALID);
    PL_NEED_ERROR(error, def, PLOY_INVALID);
    pl_error_clear(error);
    ploy_fsm_transition_def kept = *def;
    if (!kept.to || kept.after < 0 || (unsigned)kept.on > PLOY_ON_END) {
        pl_error_set(error, def->line, def->column,
                     kept.to ? "a transition's time is negative, or its outcome unknown"
                             : "a transition needs a target state");
        return PLOY_INVALID;
    }
    bool ok = keep(fsm, &kept.from) && keep(fsm, &kept.to) && keep(fsm, &kept.when) &&
              PL_ARRAY_PUSH(&fsm->transitions, &fsm->allocator, kept);
    if (ok && index) *index = fsm->transitions.count - 1;
    return ok ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

const char* ploy_fsm_name(const ploy_fsm* fsm)
{
    PL_NEED(fsm, "");
    return pl_names_text(&fsm->texts, 0);
}

uint32_t ploy_fsm_state_count(const ploy_fsm* fsm)
{
    PL_NEED(fsm, 0);
    return fsm->states.count;
}

uint32_t ploy_fsm_transition_count(const ploy_fsm* fsm)
{
    PL_NEED(fsm, 0);
    return fsm->transitions.count;
}

const ploy_fsm_state_def* ploy_fsm_state(const ploy_fsm* fsm, uint32_t index)
{
    PL_NEED(fsm, NULL);
    PL_ASSERT(index < fsm->states.count);
    return &fsm->states.data[index];
}

const ploy_fsm_transition_def* ploy_fsm_transition(const ploy_fsm* fsm, uint32_t index)
{
    PL_NEED(fsm, NULL);
    PL_ASSERT(index < fsm->transitions.count);
    return &fsm->transitions.data[index];
}

// Checks.

typedef struct fsm_position
{
    uint32_t line, column;
} fsm_position;

static ploy_status need_state(const ploy_fsm* fsm, const char* name, fsm_position at, const char* what,
                              ploy_error* error)
{
    if (!name || pl_fsm_find(fsm, name) != PLOY_NONE) return PLOY_OK;
    pl_error_set(error, at.line, at.column, "there is no state '%.60s' %s", name, what);
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < fsm->states.count; ++i) {
        pl_similar_offer(&similar, fsm->states.data[i].name);
    }
    pl_similar_hint(&similar, error);
    return PLOY_INVALID;
}

// Of a circle of bases the first state is to blame.
static ploy_status check_base(const ploy_fsm* fsm, const ploy_fsm_state_def* def, ploy_error* error)
{
    ploy_status status = need_state(fsm, def->base, (fsm_position){def->line, def->column}, "to inherit from", error);
    uint32_t base = status == PLOY_OK ? pl_fsm_find(fsm, def->base) : PLOY_NONE;
    uint32_t self = pl_fsm_find(fsm, def->name), first = self;
    for (uint32_t steps = 0; base != PLOY_NONE && base != self && steps < fsm->states.count; ++steps) {
        first = base < first ? base : first;
        base = pl_fsm_find(fsm, fsm->states.data[base].base);
    }
    if (status != PLOY_OK || base != self || first != self) return status;
    pl_error_set(error, def->line, def->column, "state '%.60s' inherits from itself", def->name);
    return PLOY_INVALID;
}

static ploy_status check_initial(const ploy_fsm* fsm, const ploy_fsm_state_def* def, ploy_error* error)
{
    ploy_status status = need_state(fsm, def->initial, (fsm_position){def->line, def->column}, "to start in", error);
    if (status != PLOY_OK || !def->initial) return status;
    const char* parent = fsm->states.data[pl_fsm_find(fsm, def->initial)].parent;
    if (parent && strcmp(parent, def->name) == 0) return PLOY_OK;
    pl_error_set(error, def->line, def->column, "the initial state '%.60s' is not inside '%.60s'", def->initial,
                 def->name);
    return PLOY_INVALID;
}

static ploy_status check_transition(const ploy_fsm* fsm, const ploy_fsm_transition_def* def, ploy_error* error)
{
    fsm_position at = {def->line, def->column};
    ploy_status status = need_state(fsm, def->from, at, "for a transition to leave", error);
    return status == PLOY_OK ? need_state(fsm, def->to, at, "for a transition to enter", error) : status;
}

ploy_status pl_fsm_check(const ploy_fsm* fsm, pl_reports* reports)
{
    ploy_error* error = reports->error;
    pl_error_clear(error);
    if (fsm->states.count == 0) {
        pl_error_set(error, 0, 0, "the state machine '%.60s' has no states", ploy_fsm_name(fsm));
        return PLOY_INVALID;
    }
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < fsm->states.count && status == PLOY_OK; ++i) {
        status = pl_reports_take(reports, check_base(fsm, &fsm->states.data[i], error));
        if (status == PLOY_OK) status = pl_reports_take(reports, check_initial(fsm, &fsm->states.data[i], error));
    }
    for (uint32_t i = 0; i < fsm->transitions.count && status == PLOY_OK; ++i) {
        status = pl_reports_take(reports, check_transition(fsm, &fsm->transitions.data[i], error));
    }
    return status;
}
