#include "mind/common/activity.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "knowledge/blackboard.h"
#include "mind/common/bindings.h"
#include "plan/language/expression.h"
#include "plan/language/lexer.h"
#include "trace/emit.h"

static void enter(pl_watch* watch, const ploy_activity_def* def, const ploy_call* call)
{
    watch->activity = def->name;
    watch->binding = call->binding;
    if (watch->enter) watch->enter(watch);
}

static void leave(pl_watch* watch)
{
    if (watch->leave) watch->leave(watch);
    watch->activity = NULL;
}

ploy_outcome pl_activity_call_watched(ploy_activity_fn* fn, const ploy_activity_def* def, ploy_agent* agent,
                                      const ploy_call* call)
{
    pl_watch* watch = pl_watch_of_thread;
    enter(watch, def, call);
    ploy_outcome outcome = fn(agent, call);
    leave(watch);
    return outcome;
}

static void call_finished(const ploy_activity_def* def, ploy_agent* agent, const ploy_call* call)
{
    pl_watch* watch = pl_watch_of_thread;
    if (watch) enter(watch, def, call);
    def->finished(agent, call);
    if (watch) leave(watch);
}

ploy_outcome pl_activity_finish(pl_activity* activity, const ploy_activity_def* def, ploy_agent* agent,
                                const ploy_call* call, ploy_outcome outcome)
{
    if (outcome == PLOY_RUNNING) return PLOY_RUNNING;
    activity->phase = PL_ACTIVITY_IDLE;
    uint32_t reason = outcome == PLOY_FAILURE ? agent->reason : 0;
    PL_TRACE(agent->trace, ACTIVITY_ENDED, agent->id.index1, call->binding, (uint64_t)outcome, reason);
    if (def->finished) call_finished(def, agent, call);
    return outcome;
}

ploy_outcome pl_activity_start(pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent)
{
    PL_ASSERT(activity->phase == PL_ACTIVITY_IDLE);
    const ploy_activity_def* def = plan->def;
    if (PL_UNLIKELY(pl_activity_is_disabled(def))) return PLOY_FAILURE;
    *activity = (pl_activity){.since = agent->now, .phase = PL_ACTIVITY_RUNNING};
    if (def->data_bytes > 0) memset(plan->memory, 0, def->data_bytes);
    agent->reason = 0;
    PL_TRACE(agent->trace, ACTIVITY_STARTED, agent->id.index1, plan->activity);
    ploy_call call = pl_activity_run(activity, plan, def, agent);
    ploy_outcome outcome = def->start ? pl_activity_call(def->start, def, agent, &call) : PLOY_RUNNING;
    return pl_activity_finish(activity, def, agent, &call, outcome);
}

static bool goes_on(const ploy_activity_def* def, const pl_activity_plan* plan, ploy_agent* agent,
                    const ploy_call* call)
{
    if (plan->limit > 0 && call->elapsed > plan->limit) return false;
    return !def->valid || def->valid(agent, call);
}

ploy_outcome pl_activity_go_on(pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent)
{
    PL_ASSERT(activity->phase != PL_ACTIVITY_IDLE);
    const ploy_activity_def* def = plan->def;
    ploy_call call = pl_activity_run(activity, plan, def, agent);
    if (activity->phase == PL_ACTIVITY_HALTING || !goes_on(def, plan, agent, &call)) {
        return pl_activity_halt(activity, plan, agent) ? PLOY_FAILURE : PLOY_RUNNING;
    }
    ploy_outcome outcome = call.elapsed >= plan->duration ? PLOY_SUCCESS : PLOY_RUNNING;
    if (def->update) outcome = pl_activity_call(def->update, def, agent, &call);
    return pl_activity_finish(activity, def, agent, &call, outcome);
}

bool pl_activity_halt(pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent)
{
    if (activity->phase == PL_ACTIVITY_IDLE) return true;
    const ploy_activity_def* def = plan->def;
    ploy_call call = pl_activity_run(activity, plan, def, agent);
    activity->phase = PL_ACTIVITY_HALTING;
    if (def->halt && pl_activity_call(def->halt, def, agent, &call) == PLOY_RUNNING) return false;
    activity->phase = PL_ACTIVITY_IDLE;
    PL_TRACE(agent->trace, ACTIVITY_HALTED, agent->id.index1, plan->activity);
    return true;
}

uint32_t pl_activity_progress(const pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent)
{
    if (activity->phase == PL_ACTIVITY_IDLE) return 0;
    const ploy_activity_def* def = plan->def;
    ploy_call call = pl_activity_run(activity, plan, def, agent);
    int64_t done = 0;
    if (def->progress) {
        done = def->progress(agent, &call);
    } else if (plan->duration > 0) {
        done = call.elapsed * 1000 / plan->duration;
    }
    return done < 0 ? 0 : done > 1000 ? 1000 : (uint32_t)done;
}

// Lists of activities as text.

enum
{
    TEXT_BLOCK = 256, ///< bytes
};

typedef struct activity_parser
{
    pl_activities* activities;
    const ploy_bindings* bindings;
    const ploy_blackboard_keys* keys;
    const ploy_allocator* allocator;
    pl_source source;
    pl_token token; // not yet taken
} activity_parser;

static void take(activity_parser* p)
{
    p->token = pl_lexer_next(p->source.text, p->token.at + p->token.length);
}

static bool accept(activity_parser* p, pl_token_kind kind)
{
    if (p->token.kind != kind) return false;
    take(p);
    return true;
}

static int shown(uint32_t length)
{
    return length < 60 ? (int)length : 60;
}

static void copy_token(const activity_parser* p, char text[64])
{
    snprintf(text, 64, "%.*s", shown(p->token.length), p->source.text + p->token.at);
}

static ploy_status expected(activity_parser* p, const char* what)
{
    char text[64];
    copy_token(p, text);
    if (p->token.kind == PL_TOKEN_END) {
        return pl_source_fail(&p->source, p->token.at, "%s expected, but the text ends", what);
    }
    return pl_source_fail(&p->source, p->token.at, "%s expected, not '%s'", what, text);
}

// "'Atack' is no activity", and the nearest of the names that are.
static ploy_status unknown(activity_parser* p, ploy_missing missing, const char* what, const pl_names* names,
                           const ploy_activity_def* def)
{
    char wanted[64];
    copy_token(p, wanted);
    ploy_status status = pl_source_fail(&p->source, p->token.at, "'%s' is no %s", wanted, what);
    pl_error_missing(p->source.error, missing, wanted, def ? def->name : NULL);
    pl_similar similar = pl_similar_begin(wanted);
    for (uint32_t i = 0; names && i < pl_names_count(names); ++i) {
        pl_similar_offer(&similar, pl_names_text(names, i));
    }
    for (uint32_t i = 0; def && i < def->port_count; ++i) {
        pl_similar_offer(&similar, pl_activity_ports(def)->defs[i].name);
    }
    pl_similar_hint(&similar, p->source.error);
    return status;
}

static bool token_is(const activity_parser* p, const char* text)
{
    return strlen(text) == p->token.length && memcmp(text, p->source.text + p->token.at, p->token.length) == 0;
}

// Gives an error of a port its place.
static ploy_status place_error(activity_parser* p, uint32_t at, ploy_status status, const ploy_error* error)
{
    if (status != PLOY_INVALID) return status;
    pl_source_fail(&p->source, at, "%s", error->message);
    pl_error_hint(p->source.error, "%s", error->hint);
    return PLOY_INVALID;
}

static ploy_status parse_key(activity_parser* p, const pl_port_def* def, ploy_port* port)
{
    uint32_t key = PLOY_NONE, at = p->token.at;
    ploy_error error = {0};
    if (p->keys) key = pl_names_find(&p->keys->names, p->source.text + at, p->token.length);
    if (key == PLOY_NONE)
        return unknown(p, PLOY_MISSING_KEY, "key of the blackboard", p->keys ? &p->keys->names : NULL, NULL);
    take(p);
    return place_error(p, at, pl_port_take_key(def, p->keys, key, false, port, &error), &error);
}

static ploy_status take_text(activity_parser* p, const pl_port_def* def, uint32_t at, const char* text, uint32_t length,
                             ploy_port* port)
{
    ploy_error error = {0};
    char* copy = pl_arena_alloc(&p->activities->texts, length + 1);
    if (!copy) return PLOY_OUT_OF_MEMORY;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (def->way != PL_PORT_IN) return pl_source_fail(&p->source, at, "'%s' is written to: give it a key", def->name);
    ploy_status status = pl_port_take_text(def, p->keys, copy, &p->activities->texts, port, &error);
    return place_error(p, at, status, &error);
}

// Text in single quotes.
static ploy_status parse_quoted(activity_parser* p, const pl_port_def* def, ploy_port* port)
{
    uint32_t at = p->token.at;
    const char* text = p->source.text + at + 1;
    size_t length = strcspn(text, "'");
    if (text[length] != '\'') return pl_source_fail(&p->source, at, "the text has no closing quote");
    p->token.length = (uint32_t)length + 2;
    take(p);
    return take_text(p, def, at, text, (uint32_t)length, port);
}

static ploy_status parse_value(activity_parser* p, const pl_port_def* def, ploy_port* port)
{
    uint32_t at = p->token.at;
    const char* text = p->source.text + at;
    bool negative = accept(p, PL_TOKEN_MINUS);
    if (!negative && p->token.kind == PL_TOKEN_NAME) return parse_key(p, def, port);
    if (!negative && *text == '\'') return parse_quoted(p, def, port);
    bool is_bool = p->token.kind == PL_TOKEN_TRUE || p->token.kind == PL_TOKEN_FALSE;
    if (p->token.kind != PL_TOKEN_NUMBER && (negative || !is_bool))
        return expected(p, "a key, a number or a text in quotes");
    uint32_t length = p->token.at + p->token.length - at;
    take(p);
    return take_text(p, def, at, text, length, port);
}

static ploy_status parse_time(activity_parser* p, int64_t* time)
{
    int64_t fixed;
    if (p->token.kind != PL_TOKEN_NUMBER || !pl_lexer_number(p->source.text, p->token, &fixed)) {
        return expected(p, "a time in seconds");
    }
    *time = fixed * (PLOY_SECOND / PLOY_UNIT);
    take(p);
    return PLOY_OK;
}

static ploy_status parse_argument(activity_parser* p, const ploy_activity_def* def, pl_activity_plan* plan,
                                  ploy_port* ports)
{
    if (p->token.kind != PL_TOKEN_NAME) return expected(p, "a port");
    int64_t* time = token_is(p, "for") ? &plan->duration : token_is(p, "limit") ? &plan->limit : NULL;
    const pl_port_list* list = pl_activity_ports(def);
    uint32_t port = pl_ports_find(list, p->source.text + p->token.at, p->token.length);
    if (!time && port == PLOY_NONE) return unknown(p, PLOY_MISSING_PORT, "port of this activity", NULL, def);
    take(p);
    if (!accept(p, PL_TOKEN_EQ)) return expected(p, "'='");
    return time ? parse_time(p, time) : parse_value(p, &list->defs[port], &ports[port]);
}

static ploy_status parse_activity(activity_parser* p)
{
    if (p->token.kind != PL_TOKEN_NAME) return expected(p, "an activity");
    const pl_names* names = p->bindings ? &p->bindings->activities.names : NULL;
    uint32_t activity = PLOY_NONE;
    if (p->bindings) {
        activity = pl_binding_find(&p->bindings->activities, p->source.text + p->token.at, p->token.length);
    }
    if (activity == PLOY_NONE) return unknown(p, PLOY_MISSING_ACTIVITY, "activity", names, NULL);
    take(p);
    const ploy_activity_def* def = ploy_bindings_activity(p->bindings, activity);
    pl_activity_plan plan = {.def = def, .activity = activity};
    pl_activities* list = p->activities;
    if (!PL_ARRAY_RESERVE(&list->ports, p->allocator, list->ports.count + def->port_count)) return PLOY_OUT_OF_MEMORY;
    ploy_port* ports = def->port_count > 0 ? list->ports.data + list->ports.count : NULL;
    for (uint32_t i = 0; i < def->port_count; ++i) ports[i] = pl_activity_ports(def)->none[i];
    list->ports.count += def->port_count;
    if (accept(p, PL_TOKEN_OPEN)) {
        do {
            ploy_status status = parse_argument(p, def, &plan, ports);
            if (status != PLOY_OK) return status;
        } while (accept(p, PL_TOKEN_COMMA));
        if (!accept(p, PL_TOKEN_CLOSE)) return expected(p, "')'");
    }
    return PL_ARRAY_PUSH(&list->plans, p->allocator, plan) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

// Only now, because the list of ports no longer moves.
static void point_to_ports(pl_activities* activities)
{
    const ploy_port* ports = activities->ports.data;
    for (uint32_t i = 0; i < activities->plans.count; ++i) {
        pl_activity_plan* plan = &activities->plans.data[i];
        plan->ports = ports;
        if (ports) ports += plan->def->port_count;
    }
}

ploy_status pl_activities_parse(pl_activities* activities, const char* text, const ploy_bindings* bindings,
                                const ploy_blackboard_keys* keys, const ploy_allocator* allocator, ploy_error* error)
{
    activity_parser p = {
        activities, bindings, keys, allocator, {.part = PL_PART_ACTIVITIES, .text = text, .error = error}, {0}};
    pl_arena_init(&activities->texts, allocator, TEXT_BLOCK);
    if (!text) return PLOY_OK;
    p.token = pl_lexer_next(text, 0);
    ploy_status status = PLOY_OK;
    while (status == PLOY_OK && p.token.kind != PL_TOKEN_END) {
        status = parse_activity(&p);
    }
    point_to_ports(activities);
    return status;
}

void pl_activities_free(pl_activities* activities, const ploy_allocator* allocator)
{
    PL_ARRAY_FREE(&activities->plans, allocator);
    PL_ARRAY_FREE(&activities->ports, allocator);
    pl_arena_destroy(&activities->texts);
}

bool pl_activities_are_parallel(const pl_activities* activities)
{
    for (uint32_t i = 0; i < activities->plans.count; ++i) {
        if (!activities->plans.data[i].def->parallel) return false;
    }
    return true;
}

void pl_activity_save_data(const void* data, size_t bytes, ploy_writer* writer)
{
    for (size_t i = 0; i < bytes; i += sizeof(uint32_t)) {
        uint32_t word;
        memcpy(&word, (const uint8_t*)data + i, sizeof word);
        ploy_write_u32(writer, word);
    }
}

void pl_activity_load_data(void* data, size_t bytes, ploy_reader* reader)
{
    for (size_t i = 0; i < bytes; i += sizeof(uint32_t)) {
        uint32_t word = ploy_read_u32(reader);
        memcpy((uint8_t*)data + i, &word, sizeof word);
    }
}
