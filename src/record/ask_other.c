// What the trace knows of an agent whose mind does not plan: its state, the option it chose, what it is doing.

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/index.h"
#include "record/asking.h"

#include <ploy/machine.h>

typedef struct last_event
{
    ploy_trace_event event;
    uint64_t tick;
    bool is_known;
} last_event;

typedef struct known
{
    last_event of[PLOY_TRACE_KIND_COUNT];
    uint64_t active; // states of a fuzzy machine, a bit each
} known;

static void note_state(known* k, uint64_t from, uint64_t to)
{
    if (from < PLOY_FUZZY_MAX_STATES) k->active &= ~(UINT64_C(1) << from);
    if (to < PLOY_FUZZY_MAX_STATES) k->active |= UINT64_C(1) << to;
}

static ploy_status gather(const pl_asking* a, known* k)
{
    ploy_recording* recording = a->asker->recording;
    ploy_trace_event event;
    uint64_t tick;
    ploy_status status = PLOY_FOUND;
    ploy_recording_seek(recording, 0);
    while ((status = ploy_recording_next(recording, &event, &tick)) == PLOY_FOUND && tick <= a->question->tick) {
        uint32_t kind = pl_kinds_of(&a->asker->kinds, event.kind);
        if (event.agent != a->agent->number || kind == PLOY_NONE) continue;
        k->of[kind] = (last_event){event, tick, true};
        if (kind == PLOY_TRACE_STATE_CHANGED) note_state(k, event.args[0], event.args[1]);
        if (kind == PLOY_TRACE_MIND_GIVEN) k->active = 0;
    }
    return status == PLOY_OUT_OF_MEMORY ? status : PLOY_OK;
}

const char* pl_ask_line(const pl_asking* a, const char* note, uint64_t number, char* text, size_t size)
{
    const void* bytes;
    size_t count = 0;
    snprintf(text, size, "%" PRIu64, number);
    if (ploy_recording_note(a->asker->recording, note, &bytes, &count) != PLOY_OK) return text;
    const char *at = bytes, *end = at + count;
    for (uint64_t i = 0; i < number && at < end; ++i) {
        const char* next = memchr(at, '\n', (size_t)(end - at));
        at = next ? next + 1 : end;
    }
    const char* stop = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    if (stop) snprintf(text, size, "%.*s", (int)(stop - at < 200 ? stop - at : 200), at);
    return text;
}

const char* pl_ask_part(const pl_asking* a, const pl_asker_agent* agent, uint64_t number, char* text, size_t size)
{
    char note[32];
    uint32_t mind = agent->mind == PL_NONE ? 0 : a->asker->minds.data[agent->mind].number;
    snprintf(note, sizeof note, "names:%" PRIu32, mind);
    return pl_ask_line(a, note, number, text, size);
}

// The condition of a machine's transition, from the lines of its shape: "when NUMBER CONDITION".
static const char* condition_of(const pl_asking* a, uint64_t transition, char* text, size_t size)
{
    char note[32], wanted[32];
    const void* bytes;
    size_t count = 0;
    if (a->agent->mind == PL_NONE) return NULL;
    snprintf(note, sizeof note, "shape:%" PRIu32, a->asker->minds.data[a->agent->mind].number);
    snprintf(wanted, sizeof wanted, "when %" PRIu64 " ", transition);
    if (ploy_recording_note(a->asker->recording, note, &bytes, &count) != PLOY_OK) return NULL;
    size_t length = strlen(wanted);
    for (const char *at = bytes, *end = at + count; at < end;) {
        const char* stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) return NULL;
        if ((size_t)(stop - at) > length && memcmp(at, wanted, length) == 0) {
            snprintf(text, size, "%.*s", (int)(stop - at - (ptrdiff_t)length), at + length);
            return text;
        }
        at = stop + 1;
    }
    return NULL;
}

static void tell_reason(pl_asking* a, uint64_t why)
{
    char condition[1024];
    const char* because = why > 0 ? condition_of(a, why - 1, condition, sizeof condition) : NULL;
    if (because) pl_text_add(&a->text, "It came there because of '%s'.\n", because);
    pl_json_string(&a->json, "because", because);
}

static void tell(pl_asking* a, const char* key, const char* what, const char* value, uint64_t tick)
{
    pl_text_add(&a->text, "%s %s since tick %" PRIu64 ".\n", what, value, tick);
    pl_json_open(&a->json, key, '{');
    pl_json_string(&a->json, "name", value);
    pl_json_count(&a->json, "since", tick);
    pl_json_close(&a->json, '}');
}

// Several at once, or none.
static void tell_states(pl_asking* a, const known* k)
{
    char name[256];
    pl_text_add(&a->text, k->active ? "Active states: " : "No state is active");
    pl_json_open(&a->json, "states", '[');
    for (uint64_t left = k->active; left; left &= left - 1) {
        pl_ask_part(a, a->agent, (uint64_t)__builtin_ctzll(left), name, sizeof name);
        pl_text_add(&a->text, "%s%s", left == k->active ? "" : ", ", name);
        pl_json_string(&a->json, NULL, name);
    }
    pl_json_close(&a->json, ']');
    pl_text_add(&a->text, " since tick %" PRIu64 ".\n", k->of[PLOY_TRACE_STATE_CHANGED].tick);
}

static bool is_fuzzy(const pl_asking* a)
{
    return a->agent->mind != PL_NONE && strcmp(a->asker->minds.data[a->agent->mind].kind, "fuzzy") == 0;
}

ploy_status pl_ask_other(pl_asking* a)
{
    char name[256];
    known* k = PL_ARENA_ARRAY(&a->asker->scratch, known, 1);
    ploy_status status = k ? gather(a, k) : PLOY_OUT_OF_MEMORY;
    if (status != PLOY_OK) return status;
    pl_text_add(&a->text, "%s (agent %" PRIu32 "), tick %" PRIu64 ".\n", a->agent->name, a->agent->number,
                a->question->tick);
    const last_event* e = &k->of[PLOY_TRACE_STATE_CHANGED];
    if (e->is_known && is_fuzzy(a)) {
        tell_states(a, k);
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
    e = &k->of[PLOY_TRACE_TREE_NODE];
    if (e->is_known)
        tell(a, "node", "Last node", pl_ask_part(a, a->agent, e->event.args[0], name, sizeof name), e->tick);
    e = &k->of[PLOY_TRACE_ACTIVITY_STARTED];
    const last_event *ended = &k->of[PLOY_TRACE_ACTIVITY_ENDED], *halted = &k->of[PLOY_TRACE_ACTIVITY_HALTED];
    bool is_over = (ended->is_known && ended->tick > e->tick) || (halted->is_known && halted->tick > e->tick);
    if (e->is_known && !is_over) {
        tell(a, "activity", "Doing", pl_ask_line(a, "activities", e->event.args[0], name, sizeof name), e->tick);
    } else {
        pl_text_add(&a->text, "Doing nothing that the trace tells of.\n");
        pl_json_null(&a->json, "activity");
    }
    return PLOY_OK;
}
