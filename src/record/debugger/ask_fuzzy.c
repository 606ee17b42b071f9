// What the trace knows of an agent with a fuzzy machine: which states are active, what each weighed last, and what it
// must weigh to begin and to end.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <ploy/fsm.h>

#include "base/index.h"
#include "record/debugger/debugger_query.h"

typedef struct fuzzy_state
{
    bool is_active;
    bool is_weighed;
    int64_t weight; // as of the tick
    uint64_t tick;
    bool has_limits;
    int64_t on, off;
} fuzzy_state;

typedef struct fuzzy_states
{
    fuzzy_state all[PLOY_FUZZY_MAX_STATES];
    uint32_t count;
    uint64_t tick; // of the last change
} fuzzy_states;

static void weigh(fuzzy_states* s, uint64_t state, uint64_t weight, uint64_t tick)
{
    if (state >= PLOY_FUZZY_MAX_STATES) return;
    fuzzy_state* one = &s->all[state];
    one->is_weighed = true;
    one->weight = (int64_t)weight;
    one->tick = tick;
    if (s->count <= state) s->count = (uint32_t)state + 1;
}

// Of from and to one is a state, the other none.
static void change(fuzzy_states* s, const uint64_t* args, uint64_t tick)
{
    uint64_t state = args[1] == PLOY_NONE ? args[0] : args[1];
    weigh(s, state, args[2], tick);
    if (state < PLOY_FUZZY_MAX_STATES) s->all[state].is_active = args[1] != PLOY_NONE;
    s->tick = tick;
}

static void forget(fuzzy_states* s, uint64_t tick)
{
    *s = (fuzzy_states){.tick = tick};
}

static ploy_status gather(const pl_debug_query* a, fuzzy_states* s)
{
    ploy_recording* recording = a->debugger->recording;
    ploy_trace_event event;
    uint64_t tick;
    ploy_status status;
    ploy_recording_seek(recording, 0);
    while ((status = ploy_recording_next(recording, &event, &tick)) == PLOY_FOUND && tick <= a->question->tick) {
        uint32_t kind = pl_event_kinds_of(&a->debugger->kinds, event.kind);
        if (event.agent != a->agent->number) continue;
        if (kind == PLOY_TRACE_MIND_GIVEN || kind == PLOY_TRACE_AGENT_CREATED) forget(s, tick);
        if (kind == PLOY_TRACE_STATE_CHANGED) change(s, event.args, tick);
        if (kind == PLOY_TRACE_STATE_WEIGHED) weigh(s, event.args[0], event.args[1], tick);
    }
    return status == PLOY_OUT_OF_MEMORY ? status : PLOY_OK;
}

// "state ON OFF NAME", a line of its shape.
static bool read_limit(const char* line, fuzzy_state* state)
{
    static const char word[] = "state ";
    if (strncmp(line, word, sizeof word - 1) != 0) return false;
    char* rest;
    state->on = strtoll(line + sizeof word - 1, &rest, 10);
    state->off = strtoll(rest, NULL, 10);
    state->has_limits = true;
    return true;
}

static void read_limits(const pl_debug_query* a, fuzzy_states* s)
{
    char line[64]; // what is cut off is of its name
    pl_note_lines lines;
    uint32_t state = 0;
    if (!pl_ask_description(a, &lines)) return;
    while (state < PLOY_FUZZY_MAX_STATES && pl_note_next(&lines, line, sizeof line))
        state += read_limit(line, &s->all[state]);
    if (s->count < state) s->count = state;
}

static void tell_active(pl_debug_query* a, const fuzzy_states* s)
{
    char name[256];
    bool is_first = true;
    for (uint32_t i = 0; i < s->count; ++i) {
        if (!s->all[i].is_active) continue;
        pl_text_add(&a->text, "%s%s", is_first ? "Active states: " : ", ",
                    pl_ask_part(a, a->agent, i, name, sizeof name));
        is_first = false;
    }
    pl_text_add(&a->text, "%s since tick %" PRIu64 ".\n", is_first ? "No state is active" : "", s->tick);
}

static void tell_state(pl_debug_query* a, const fuzzy_state* s, const char* name)
{
    pl_text_add(&a->text, "  %s is %sactive", name, s->is_active ? "" : "not ");
    if (s->is_weighed) {
        pl_text_add(&a->text, ", weighed ");
        pl_text_add_decimal(&a->text, s->weight);
        pl_text_add(&a->text, " in tick %" PRIu64, s->tick);
    }
    if (s->has_limits) {
        pl_text_add(&a->text, s->is_active ? ", ends below " : ", begins at ");
        pl_text_add_decimal(&a->text, s->is_active ? s->off : s->on);
    }
    pl_text_add(&a->text, "\n");
}

static void tell_json(pl_debug_query* a, const fuzzy_state* s, const char* name)
{
    pl_json_open(&a->json, NULL, '{');
    pl_json_string(&a->json, "name", name);
    pl_json_flag(&a->json, "active", s->is_active);
    if (s->is_weighed) {
        pl_json_decimal(&a->json, "weight", s->weight);
        pl_json_count(&a->json, "tick", s->tick);
    }
    if (s->has_limits) {
        pl_json_decimal(&a->json, "begins_at", s->on);
        pl_json_decimal(&a->json, "ends_below", s->off);
    }
    pl_json_close(&a->json, '}');
}

static void tell_states(pl_debug_query* a, const fuzzy_states* s, bool are_active)
{
    char name[256];
    for (uint32_t i = 0; i < s->count; ++i) {
        if (s->all[i].is_active == are_active)
            tell_state(a, &s->all[i], pl_ask_part(a, a->agent, i, name, sizeof name));
    }
}

ploy_status pl_ask_fuzzy(pl_debug_query* a)
{
    char name[256];
    fuzzy_states s = {.count = 0};
    ploy_status status = gather(a, &s);
    if (status != PLOY_OK) return status;
    read_limits(a, &s);
    tell_active(a, &s);
    tell_states(a, &s, true);
    tell_states(a, &s, false);
    pl_json_open(&a->json, "states", '[');
    for (uint32_t i = 0; i < s.count; ++i) tell_json(a, &s.all[i], pl_ask_part(a, a->agent, i, name, sizeof name));
    pl_json_close(&a->json, ']');
    return PLOY_OK;
}
