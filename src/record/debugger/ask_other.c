// What the trace knows of an agent whose mind does not plan: its state, the option it chose, what it is doing.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/index.h"
#include "record/debugger/debugger_query.h"

#include <ploy/fsm.h>

typedef struct last_event
{
    ploy_trace_event event;
    uint64_t tick;
    bool is_known;
} last_event;

enum
{
    MAX_ACTIVITIES = 256, // others are not told of
};

typedef struct known
{
    last_event of[PLOY_TRACE_KIND_COUNT];
    uint64_t begun1[MAX_ACTIVITIES]; // tick plus one; 0: it is not under way
    const char* absent;              // why it does nothing at all
    uint64_t absent_since;
} known;

static void note_activity(known* k, uint64_t activity, uint64_t begun1)
{
    if (activity < MAX_ACTIVITIES) k->begun1[activity] = begun1;
}

// With a life or a mind ends what was known of it.
static void begin_anew(known* k, const char* absent, uint64_t tick)
{
    *k = (known){.absent = absent, .absent_since = tick};
}

static void hear(known* k, uint32_t kind, const ploy_trace_event* event, uint64_t tick)
{
    if (kind == PLOY_TRACE_AGENT_CREATED) begin_anew(k, NULL, tick);
    if (kind == PLOY_TRACE_AGENT_GONE) begin_anew(k, "gone", tick);
    if (kind == PLOY_TRACE_MIND_GIVEN) begin_anew(k, event->args[0] ? NULL : "without a mind", tick);
    if (kind == PLOY_TRACE_ACTIVITY_STARTED) note_activity(k, event->args[0], tick + 1);
    if (kind == PLOY_TRACE_ACTIVITY_ENDED || kind == PLOY_TRACE_ACTIVITY_HALTED) note_activity(k, event->args[0], 0);
    k->of[kind] = (last_event){*event, tick, true};
}

static ploy_status gather(const pl_debug_query* a, known* k)
{
    ploy_recording* recording = a->debugger->recording;
    ploy_trace_event event;
    uint64_t tick;
    ploy_status status = PLOY_FOUND;
    ploy_recording_seek(recording, 0);
    while ((status = ploy_recording_next(recording, &event, &tick)) == PLOY_FOUND && tick <= a->question->tick) {
        uint32_t kind = pl_event_kinds_of(&a->debugger->kinds, event.kind);
        if (event.agent != a->agent->number || kind == PLOY_NONE) continue;
        hear(k, kind, &event, tick);
    }
    return status == PLOY_OUT_OF_MEMORY ? status : PLOY_OK;
}

bool pl_ask_note(const pl_debug_query* a, const char* note, pl_note_lines* lines)
{
    const void* bytes;
    size_t count = 0;
    if (ploy_recording_note(a->debugger->recording, note, &bytes, &count) != PLOY_OK || count == 0) return false;
    *lines = (pl_note_lines){bytes, (const char*)bytes + count};
    return true;
}

bool pl_note_next(pl_note_lines* lines, char* line, size_t size)
{
    const char* stop = lines->at < lines->end ? memchr(lines->at, '\n', (size_t)(lines->end - lines->at)) : NULL;
    if (!stop) return false;
    size_t length = (size_t)(stop - lines->at) < size ? (size_t)(stop - lines->at) : size - 1;
    memcpy(line, lines->at, length);
    line[length] = '\0';
    lines->at = stop + 1;
    return true;
}

const char* pl_ask_line(const pl_debug_query* a, const char* note, uint64_t number, char* text, size_t size)
{
    pl_note_lines lines;
    uint64_t next = 0;
    if (pl_ask_note(a, note, &lines)) {
        while (next <= number && pl_note_next(&lines, text, size)) ++next;
    }
    if (next <= number) snprintf(text, size, "%" PRIu64, number);
    return text;
}

const char* pl_ask_part(const pl_debug_query* a, const pl_debugger_agent* agent, uint64_t number, char* text,
                        size_t size)
{
    char note[32];
    uint32_t mind = agent->mind == PL_NONE ? 0 : a->debugger->minds.data[agent->mind].number;
    snprintf(note, sizeof note, "names:%" PRIu32, mind);
    return pl_ask_line(a, note, number, text, size);
}

bool pl_ask_description(const pl_debug_query* a, pl_note_lines* lines)
{
    char note[32];
    if (a->agent->mind == PL_NONE) return false;
    snprintf(note, sizeof note, "description:%" PRIu32, a->debugger->minds.data[a->agent->mind].number);
    return pl_ask_note(a, note, lines);
}

// The condition of a machine's transition, from the lines of its shape: "when NUMBER CONDITION".
static const char* condition_of(const pl_debug_query* a, uint64_t transition, char* text, size_t size)
{
    char wanted[32];
    pl_note_lines lines;
    size_t length = (size_t)snprintf(wanted, sizeof wanted, "when %" PRIu64 " ", transition);
    if (!pl_ask_description(a, &lines)) return NULL;
    while (pl_note_next(&lines, text, size)) {
        if (strncmp(text, wanted, length) == 0 && text[length]) return text + length;
    }
    return NULL;
}

static void tell_reason(pl_debug_query* a, uint64_t why)
{
    char condition[1024];
    const char* because = why > 0 ? condition_of(a, why - 1, condition, sizeof condition) : NULL;
    if (because) pl_text_add(&a->text, "It came there because of '%s'.\n", because);
    pl_json_string(&a->json, "because", because);
}

static void tell(pl_debug_query* a, const char* key, const char* what, const char* value, uint64_t tick)
{
    pl_text_add(&a->text, "%s %s since tick %" PRIu64 ".\n", what, value, tick);
    pl_json_open(&a->json, key, '{');
    pl_json_string(&a->json, "name", value);
    pl_json_count(&a->json, "since", tick);
    pl_json_close(&a->json, '}');
}

static void tell_activities(pl_debug_query* a, const known* k)
{
    char name[256];
    bool is_first = true;
    pl_json_open(&a->json, "activities", '[');
    for (uint64_t i = 0; i < MAX_ACTIVITIES; ++i) {
        if (k->begun1[i] == 0) continue;
        pl_ask_line(a, "activities", i, name, sizeof name);
        pl_text_add(&a->text, "%s %s since tick %" PRIu64, is_first ? "Doing" : ",", name, k->begun1[i] - 1);
        pl_json_open(&a->json, NULL, '{');
        pl_json_string(&a->json, "name", name);
        pl_json_count(&a->json, "since", k->begun1[i] - 1);
        pl_json_close(&a->json, '}');
        is_first = false;
    }
    pl_json_close(&a->json, ']');
    pl_text_add(&a->text, is_first ? "Doing nothing that the trace tells of.\n" : ".\n");
}

static void tell_absence(pl_debug_query* a, const known* k)
{
    pl_text_add(&a->text, "It is %s since tick %" PRIu64 ".\n", k->absent, k->absent_since);
    pl_json_open(&a->json, "absent", '{');
    pl_json_string(&a->json, "why", k->absent);
    pl_json_count(&a->json, "since", k->absent_since);
    pl_json_close(&a->json, '}');
}

static bool is_fuzzy(const pl_debug_query* a)
{
    return a->agent->mind != PL_NONE && strcmp(a->debugger->minds.data[a->agent->mind].kind, "fuzzy") == 0;
}

ploy_status pl_ask_other(pl_debug_query* a)
{
    char name[256];
    known* k = PL_ARENA_ARRAY(&a->debugger->scratch, known, 1);
    ploy_status status = k ? gather(a, k) : PLOY_OUT_OF_MEMORY;
    if (status != PLOY_OK) return status;
    pl_text_add(&a->text, "%s (agent %" PRIu32 "), tick %" PRIu64 ".\n", a->agent->name, a->agent->number,
                a->question->tick);
    if (k->absent) {
        tell_absence(a, k);
        return PLOY_OK;
    }
    const last_event* e = &k->of[PLOY_TRACE_STATE_CHANGED];
    if (is_fuzzy(a)) {
        status = pl_ask_fuzzy(a);
    } else if (e->is_known) {
        tell(a, "state", "In state", pl_ask_part(a, a->agent, e->event.args[1], name, sizeof name), e->tick);
        tell_reason(a, e->event.args[2]);
    }
    e = &k->of[PLOY_TRACE_UTILITY_CHOSEN];
    if (e->is_known) {
        tell(a, "option", "Chose option", pl_ask_part(a, a->agent, e->event.args[0], name, sizeof name), e->tick);
        pl_text_add(&a->text, "Its score was ");
        pl_text_add_decimal(&a->text, (int64_t)e->event.args[1]);
        pl_text_add(&a->text, ".\n");
        pl_json_decimal(&a->json, "score", (int64_t)e->event.args[1]);
    }
    e = &k->of[PLOY_TRACE_BT_NODE];
    if (e->is_known)
        tell(a, "node", "Last node", pl_ask_part(a, a->agent, e->event.args[0], name, sizeof name), e->tick);
    tell_activities(a, k);
    return status;
}
