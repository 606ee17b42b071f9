// From a description to a mind: names become indices, each innermost state gets the list of all its transitions, and
// the data of an agent gets its layout.

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "base/hash.h"
#include "mind/common/bindings.h"
#include "mind/common/mind.h"
#include "mind/fsm/fsm.h"

static const ploy_mind_class fsm_class = {
    .name = "fsm",
    .destroy = pl_fsm_destroy_mind,
    .begin = pl_fsm_begin,
    .think = pl_fsm_think,
    .act = pl_fsm_act,
    .end = pl_fsm_end,
    .save = pl_fsm_save,
    .load = pl_fsm_load,
    .migrate = pl_fsm_migrate,
    .why = pl_fsm_why,
    .describe = pl_fsm_describe,
};

typedef struct fsm_compiler
{
    const ploy_fsm* from;
    pl_fsm_mind* mind;
    const ploy_blackboard_keys* keys;
    ploy_error* error; ///< that of the reports
    pl_reports* reports;
} fsm_compiler;

bool pl_is_fsm(const ploy_mind* mind)
{
    return mind && mind->kind == &fsm_class;
}

void pl_fsm_destroy_mind(ploy_mind* mind)
{
    pl_fsm_mind* fsm = (pl_fsm_mind*)mind;
    ploy_allocator allocator = fsm->allocator;
    for (uint32_t i = 0; i < fsm->states.count; ++i) {
        pl_activities_free(&fsm->states.data[i].does, &allocator);
        pl_activities_free(&fsm->states.data[i].enter, &allocator);
        pl_activities_free(&fsm->states.data[i].exit, &allocator);
    }
    for (uint32_t i = 0; i < fsm->guards.count; ++i) {
        pl_guard_destroy(fsm->guards.data[i]);
    }
    PL_ARRAY_FREE(&fsm->states, &allocator);
    PL_ARRAY_FREE(&fsm->transitions, &allocator);
    PL_ARRAY_FREE(&fsm->activities, &allocator);
    PL_ARRAY_FREE(&fsm->doing, &allocator);
    PL_ARRAY_FREE(&fsm->guards, &allocator);
    PL_ARRAY_FREE(&fsm->conditions, &allocator);
    PL_ARRAY_FREE(&fsm->bytes_at, &allocator);
    pl_names_destroy(&fsm->names);
    pl_held held = fsm->held;
    PL_DELETE(&allocator, fsm);
    pl_held_drop(&held);
}

bool pl_fsm_inside(const pl_fsm_mind* mind, uint32_t a, uint32_t b)
{
    while (a != b && a != PLOY_NONE) {
        a = mind->states.data[a].parent;
    }
    return a == b;
}

// "state 'Attack': activities: 'Shot' is no activity"
static ploy_status place(fsm_compiler* c, ploy_status status, uint32_t line, uint32_t column, const char* what,
                         const char* name)
{
    if (status != PLOY_INVALID || !c->error) return status;
    ploy_error inner = *c->error;
    pl_error_set(c->error, line, column, "%s '%.60s': %.150s", what, name, inner.message);
    pl_error_hint(c->error, "%s", inner.hint);
    pl_error_keep_missing(c->error, &inner);
    return status;
}

// A text that is NULL comes from the base.
static const char* inherited(const ploy_fsm* from, uint32_t state, size_t field)
{
    const char* text = NULL;
    while (state != PLOY_NONE && !text) {
        const ploy_fsm_state_def* def = &from->states.data[state];
        memcpy(&text, (const char*)def + field, sizeof text);
        state = pl_fsm_find(from, def->base);
    }
    return text;
}

// After an error no base is inspected: they may form a circle, and what is inherited is checked where it stands.
static ploy_status parse_activities(fsm_compiler* c, uint32_t state, size_t field, pl_activities* activities)
{
    const ploy_fsm_state_def* def = &c->from->states.data[state];
    const char* own;
    memcpy(&own, (const char*)def + field, sizeof own);
    const char* text = own || c->reports->count > 0 ? own : inherited(c->from, state, field);
    ploy_status status =
        pl_activities_parse(activities, text, c->mind->bindings, c->keys, &c->mind->allocator, c->error);
    if (status == PLOY_INVALID && !own && c->reports->on_error) return PLOY_OK; // the base has reported it, or will
    return pl_reports_take(c->reports, place(c, status, def->line, def->column, "state", def->name));
}

static ploy_status need_one(fsm_compiler* c, uint32_t state, const pl_activities* activities, const char* what)
{
    if (activities->plans.count <= 1) return PLOY_OK;
    const ploy_fsm_state_def* def = &c->from->states.data[state];
    pl_error_set(c->error, def->line, def->column, "state '%.60s': %s takes one activity", def->name, what);
    return pl_reports_take(c->reports, PLOY_INVALID);
}

static uint32_t initial_of(const ploy_fsm* from, uint32_t state)
{
    const ploy_fsm_state_def* def = &from->states.data[state];
    if (def->initial) return pl_fsm_find(from, def->initial);
    for (uint32_t i = 0; i < from->states.count; ++i) {
        if (pl_fsm_find(from, from->states.data[i].parent) == state) return i;
    }
    return PLOY_NONE;
}

// First the activities of the states around it, then its own.
static ploy_status list_activities(pl_fsm_mind* mind, pl_fsm_state* state)
{
    state->first_activity = mind->activities.count;
    if (state->parent != PLOY_NONE) {
        const pl_fsm_state* around = &mind->states.data[state->parent];
        for (uint32_t i = 0; i < around->activity_count; ++i) {
            if (!PL_ARRAY_RESERVE(&mind->activities, &mind->allocator, mind->activities.count + 1))
                return PLOY_OUT_OF_MEMORY;
            mind->activities.data[mind->activities.count++] = mind->activities.data[around->first_activity + i];
        }
    }
    for (uint32_t i = 0; i < state->does.plans.count; ++i) {
        const pl_activity_plan* plan = &state->does.plans.data[i];
        pl_fsm_activity activity = {.plan = *plan, .slot = state->slot + i};
        activity.call = pl_activity_run(&(pl_activity){0}, plan, plan->def, &(ploy_agent){0});
        activity.is_plain = plan->def->data_bytes == 0 && plan->limit <= 0;
        if (!PL_ARRAY_PUSH(&mind->activities, &mind->allocator, activity)) return PLOY_OUT_OF_MEMORY;
    }
    state->activity_count = mind->activities.count - state->first_activity;
    return PLOY_OK;
}

static ploy_status compile_state(fsm_compiler* c, uint32_t index)
{
    const ploy_fsm_state_def* def = &c->from->states.data[index];
    pl_fsm_mind* mind = c->mind;
    uint32_t name = pl_names_intern(&mind->names, def->name, strlen(def->name));
    if (name == PLOY_NONE || !PL_ARRAY_PUSH(&mind->states, &mind->allocator, (pl_fsm_state){0}))
        return PLOY_OUT_OF_MEMORY;
    pl_fsm_state* state = &mind->states.data[index];
    state->name = pl_names_text(&mind->names, name);
    ploy_status status = parse_activities(c, index, offsetof(ploy_fsm_state_def, does), &state->does);
    if (status == PLOY_OK) status = parse_activities(c, index, offsetof(ploy_fsm_state_def, enter), &state->enter);
    if (status == PLOY_OK) status = parse_activities(c, index, offsetof(ploy_fsm_state_def, exit), &state->exit);
    if (status == PLOY_OK) status = need_one(c, index, &state->enter, "enter");
    if (status == PLOY_OK) status = need_one(c, index, &state->exit, "exit");
    state->parent = pl_fsm_find(c->from, def->parent);
    state->initial = initial_of(c->from, index);
    const pl_fsm_state* around = state->parent == PLOY_NONE ? NULL : &mind->states.data[state->parent];
    state->level = around ? around->level + 1 : 0;
    state->slot = around ? around->slot + around->does.plans.count : 0;
    bool has_history = def->history != PLOY_HISTORY_NONE && state->initial != PLOY_NONE;
    state->history = has_history ? mind->histories++ : PLOY_NONE;
    state->deep = def->history == PLOY_HISTORY_DEEP;
    uint32_t end = state->slot + state->does.plans.count;
    mind->slots = mind->slots > end ? mind->slots : end;
    mind->levels = mind->levels > state->level ? mind->levels : state->level + 1;
    return status == PLOY_OK && c->reports->count == 0 ? list_activities(mind, state) : status;
}

typedef struct when_names
{
    fsm_compiler* compiler;
    const ploy_fsm_transition_def* def;
} when_names;

static ploy_status report_unknown(void* user)
{
    const when_names* names = user;
    const ploy_fsm_transition_def* def = names->def;
    fsm_compiler* c = names->compiler;
    return pl_reports_take(c->reports, place(c, PLOY_INVALID, def->line, def->column, "transition to", def->to));
}

static ploy_status compile_guard(fsm_compiler* c, const ploy_fsm_transition_def* def)
{
    pl_fsm_mind* mind = c->mind;
    pl_guard* guard = NULL;
    uint32_t text = 0;
    ploy_status status = PLOY_OK;
    if (def->when) {
        when_names names = {c, def};
        pl_script_def when = {.text = def->when, .keys = c->keys, .bindings = mind->bindings, .allocator = &mind->allocator};
        when.unknown = c->reports->on_error ? report_unknown : NULL;
        when.user = &names;
        status = pl_guard_make(&when, PL_GUARD_ONLY_CONDITION, &guard, c->error);
        text = pl_names_intern(&mind->names, def->when, strlen(def->when));
    }
    if (status != PLOY_OK) {
        return pl_reports_take(c->reports, place(c, status, def->line, def->column, "transition to", def->to));
    }
    if (text == PLOY_NONE || !PL_ARRAY_RESERVE(&mind->guards, &mind->allocator, mind->guards.count + 1)) {
        pl_guard_destroy(guard);
        return PLOY_OUT_OF_MEMORY;
    }
    mind->guards.data[mind->guards.count++] = guard;
    const char* kept = def->when ? pl_names_text(&mind->names, text) : NULL;
    return PL_ARRAY_PUSH(&mind->conditions, &mind->allocator, kept) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static bool add_transition(fsm_compiler* c, uint32_t number, uint32_t owner, pl_fsm_state* state)
{
    const ploy_fsm_transition_def* def = &c->from->transitions.data[number];
    pl_fsm_mind* mind = c->mind;
    const pl_guard* guard = mind->guards.data[number];
    pl_fsm_transition transition = {.guard = guard,
                                    .after = def->after,
                                    .owner = owner,
                                    .target = pl_fsm_find(c->from, def->to),
                                    .number = number,
                                    .on = (uint32_t)def->on};
    bool keys_only = def->after == 0 && def->on == PLOY_ON_ANYTHING && !(guard && pl_guard_polls(guard));
    state->keys_only = state->keys_only && keys_only;
    ++state->count;
    return PL_ARRAY_PUSH(&mind->transitions, &mind->allocator, transition);
}

// True if a state closer to the heir has a transition to the same target.
static bool is_overridden(const ploy_fsm* from, uint32_t state, uint32_t until, const char* to)
{
    for (; state != until; state = pl_fsm_find(from, from->states.data[state].base)) {
        for (uint32_t i = 0; i < from->transitions.count; ++i) {
            const ploy_fsm_transition_def* def = &from->transitions.data[i];
            if (pl_fsm_find(from, def->from) == state && def->from && strcmp(def->to, to) == 0) return true;
        }
    }
    return false;
}

static bool add_own(fsm_compiler* c, uint32_t owner, pl_fsm_state* state)
{
    const ploy_fsm* from = c->from;
    for (uint32_t base = owner; base != PLOY_NONE; base = pl_fsm_find(from, from->states.data[base].base)) {
        for (uint32_t i = 0; i < from->transitions.count; ++i) {
            const ploy_fsm_transition_def* def = &from->transitions.data[i];
            if (!def->from || pl_fsm_find(from, def->from) != base) continue;
            bool to_itself = base != owner && pl_fsm_find(from, def->to) == owner;
            if (to_itself || is_overridden(from, owner, base, def->to)) continue;
            if (!add_transition(c, i, owner, state)) return false;
        }
    }
    return true;
}

static bool add_any(fsm_compiler* c, uint32_t index, pl_fsm_state* state)
{
    for (uint32_t i = 0; i < c->from->transitions.count; ++i) {
        const ploy_fsm_transition_def* def = &c->from->transitions.data[i];
        if (def->from || pl_fsm_inside(c->mind, index, pl_fsm_find(c->from, def->to))) continue;
        if (!add_transition(c, i, index, state)) return false;
    }
    return true;
}

static ploy_status compile_list(fsm_compiler* c, uint32_t index)
{
    pl_fsm_state* state = &c->mind->states.data[index];
    state->first = c->mind->transitions.count;
    state->keys_only = true;
    bool ok = state->initial != PLOY_NONE || add_any(c, index, state);
    for (uint32_t owner = index; ok && state->initial == PLOY_NONE && owner != PLOY_NONE;
         owner = c->mind->states.data[owner].parent) {
        ok = add_own(c, owner, state);
    }
    return ok ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static uint32_t innermost(const pl_fsm_mind* mind, uint32_t state)
{
    while (mind->states.data[state].initial != PLOY_NONE) {
        state = mind->states.data[state].initial;
    }
    return state;
}

// The state that is entered at once and unconditionally, or PLOY_NONE.
static uint32_t follower(const pl_fsm_mind* mind, uint32_t state)
{
    for (uint32_t i = 0; i < mind->states.data[state].count; ++i) {
        const pl_fsm_transition* t = &mind->transitions.data[mind->states.data[state].first + i];
        if (!t->guard && t->after == 0 && t->on == PLOY_ON_ANYTHING) return innermost(mind, t->target);
    }
    return PLOY_NONE;
}

static ploy_status check_circles(fsm_compiler* c)
{
    for (uint32_t i = 0; i < c->mind->states.count; ++i) {
        uint32_t state = i;
        for (uint32_t steps = 0; state != PLOY_NONE && steps <= c->mind->states.count; ++steps) {
            state = follower(c->mind, state);
            if (state != i) continue;
            pl_error_set(c->error, c->from->states.data[i].line, c->from->states.data[i].column,
                         "the state '%.60s' is left unconditionally and entered again at once",
                         c->mind->states.data[i].name);
            pl_error_hint(c->error, "give one of the transitions a condition or a time");
            return PLOY_INVALID;
        }
    }
    return PLOY_OK;
}

static uint32_t rounded(uint32_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

static uint32_t slot_bytes(const pl_fsm_mind* mind, const pl_activities* activities, uint32_t activity)
{
    if (activity >= activities->plans.count) return 0;
    return rounded(ploy_bindings_activity(mind->bindings, activities->plans.data[activity].activity)->data_bytes);
}

static uint32_t max(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t bytes_of(const pl_fsm_mind* mind, uint32_t slot)
{
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        const pl_fsm_state* state = &mind->states.data[i];
        if (slot == mind->slots - 1) {
            bytes = max(bytes, max(slot_bytes(mind, &state->enter, 0), slot_bytes(mind, &state->exit, 0)));
        } else if (slot >= state->slot) {
            bytes = max(bytes, slot_bytes(mind, &state->does, slot - state->slot));
        }
    }
    return bytes;
}

// Called when lists and layout are final: it stores offsets and addresses.
static void place_activities(pl_fsm_mind* mind)
{
    uint32_t activities_at = (uint32_t)(sizeof(pl_fsm_data) + mind->levels * sizeof(int64_t));
    for (uint32_t i = 0; i < mind->activities.count; ++i) {
        pl_fsm_activity* activity = &mind->activities.data[i];
        activity->activity_at = activities_at + activity->slot * (uint32_t)sizeof(pl_activity);
        activity->outcome_at = mind->outcomes_at + activity->slot;
    }
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        const pl_fsm_state* state = &mind->states.data[i];
        bool is_idle = state->activity_count == 0;
        if (!is_idle) mind->activities.data[state->first_activity + state->activity_count - 1].is_last = true;
        mind->doing.data[mind->doing.count++] = is_idle ? NULL : &mind->activities.data[state->first_activity];
    }
}

static ploy_status lay_out(pl_fsm_mind* mind)
{
    ++mind->slots;
    uint32_t at = (uint32_t)(sizeof(pl_fsm_data) + mind->levels * sizeof(int64_t) + mind->slots * sizeof(pl_activity));
    mind->outcomes_at = at;
    mind->history_at = at + rounded(mind->slots);
    at = mind->history_at + rounded(mind->histories * (uint32_t)sizeof(uint32_t));
    for (uint32_t slot = 0; slot <= mind->slots; ++slot) {
        if (!PL_ARRAY_PUSH(&mind->bytes_at, &mind->allocator, at)) return PLOY_OUT_OF_MEMORY;
        at += slot < mind->slots ? bytes_of(mind, slot) : 0;
    }
    mind->mind.data_bytes = at;
    if (!PL_ARRAY_RESERVE(&mind->doing, &mind->allocator, mind->states.count)) return PLOY_OUT_OF_MEMORY;
    place_activities(mind);
    return PLOY_OK;
}

static void take_fingerprint(pl_fsm_mind* mind)
{
    pl_digest digest = {0};
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        const pl_fsm_state* state = &mind->states.data[i];
        pl_digest_add_bytes(&digest, state->name, strlen(state->name));
        pl_digest_add(&digest, state->parent);
        pl_digest_add(&digest, (uint64_t)state->history << 1 | state->deep);
        for (uint32_t k = 0; k < state->does.plans.count; ++k) {
            pl_digest_add(&digest, state->does.plans.data[k].activity);
        }
    }
    pl_digest_add(&digest, mind->mind.data_bytes - mind->bytes_at.data[0]);
    mind->fingerprint = digest.value;
}

static bool is_parallel(const pl_fsm_mind* mind)
{
    bool parallel = true;
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        const pl_fsm_state* state = &mind->states.data[i];
        parallel = parallel && pl_activities_are_parallel(&state->does) && pl_activities_are_parallel(&state->enter) &&
                   pl_activities_are_parallel(&state->exit);
    }
    return parallel;
}

static ploy_status compile_all(fsm_compiler* c)
{
    ploy_status status = pl_reports_take(c->reports, pl_fsm_check(c->from, c->reports));
    for (uint32_t i = 0; i < c->from->states.count && status == PLOY_OK; ++i) {
        status = compile_state(c, i);
    }
    for (uint32_t i = 0; i < c->from->transitions.count && status == PLOY_OK; ++i) {
        status = compile_guard(c, &c->from->transitions.data[i]);
    }
    status = pl_reports_end(c->reports, status);
    for (uint32_t i = 0; i < c->from->states.count && status == PLOY_OK; ++i) {
        status = compile_list(c, i);
    }
    if (status == PLOY_OK) status = pl_reports_end(c->reports, check_circles(c));
    if (status == PLOY_OK) status = lay_out(c->mind);
    if (status == PLOY_OK) take_fingerprint(c->mind);
    c->mind->mind.parallel = status == PLOY_OK && is_parallel(c->mind);
    return status;
}

ploy_status ploy_fsm_mind_create(const ploy_fsm_mind_def* def, ploy_mind** mind, ploy_error* error)
{
    PL_NEED_ERROR(error, mind, PLOY_INVALID);
    *mind = NULL;
    PL_NEED_ERROR(error, def, PLOY_INVALID);
    PL_NEED_ERROR(error, def->fsm, PLOY_INVALID);
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    pl_reports reports = pl_mind_reports(&def->parts, error);
    ploy_allocator from = pl_allocator_choose(&def->parts.allocator);
    pl_fsm_mind* made = PL_NEW(&from, pl_fsm_mind);
    if (!made) return PLOY_OUT_OF_MEMORY;
    made->mind.kind = &fsm_class;
    made->allocator = from;
    made->held = pl_held_take(&def->parts);
    made->bindings = def->parts.bindings;
    pl_names_init(&made->names, &made->allocator);
    ploy_status status = compile_all(&(fsm_compiler){def->fsm, made, def->parts.keys, error, &reports});
    if (status == PLOY_OK) {
        *mind = &made->mind;
    } else {
        pl_fsm_destroy_mind(&made->mind);
    }
    return status;
}
