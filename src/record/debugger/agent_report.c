// An agent whose mind does not plan, as far as the trace shows it: its state, the option it chose, its running
// activities; of a fuzzy state machine the active states and the weights of all.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/debugger/debugger.h"

#include <ploy/fsm.h>

bool pl_note_open(const pl_debug_run* run, const char* note, pl_note_lines* lines)
{
    const void* bytes;
    size_t count = 0;
    if (ploy_recording_note(run->debugger->recording, note, &bytes, &count) != PLOY_OK || count == 0) return false;
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

const char* pl_note_line(const pl_debug_run* run, const char* note, uint64_t number, char* text, size_t size)
{
    pl_note_lines lines;
    uint64_t next = 0;
    if (pl_note_open(run, note, &lines)) {
        while (next <= number && pl_note_next(&lines, text, size)) ++next;
    }
    if (next <= number) snprintf(text, size, "%" PRIu64, number);
    return text;
}

const char* pl_mind_part_name(const pl_debug_run* run, const pl_debugger_agent* agent, uint64_t number, char* text,
                              size_t size)
{
    char note[32];
    const pl_debugger_mind* mind = pl_debugger_mind_of(run->debugger, agent);
    snprintf(note, sizeof note, "names:%" PRIu32, mind ? mind->number : PLOY_NONE);
    return pl_note_line(run, note, number, text, size);
}

bool pl_note_open_description(const pl_debug_run* run, pl_note_lines* lines)
{
    char note[32];
    const pl_debugger_mind* mind = pl_debugger_mind_of(run->debugger, run->agent);
    if (!mind) return false;
    snprintf(note, sizeof note, "description:%" PRIu32, mind->number);
    return pl_note_open(run, note, lines);
}

// The condition of a transition of an fsm, from the lines of its description: "when NUMBER CONDITION".
static const char* condition_of(const pl_debug_run* run, uint64_t transition, char* text, size_t size)
{
    char wanted[32];
    pl_note_lines lines;
    size_t length = (size_t)snprintf(wanted, sizeof wanted, "when %" PRIu64 " ", transition);
    if (!pl_note_open_description(run, &lines)) return NULL;
    while (pl_note_next(&lines, text, size)) {
        if (strncmp(text, wanted, length) == 0 && text[length]) return text + length;
    }
    return NULL;
}

static void report_reason(pl_debug_run* run, uint64_t why)
{
    char condition[1024];
    const char* because = why > 0 ? condition_of(run, why - 1, condition, sizeof condition) : NULL;
    if (because) pl_text_add(&run->text, "The condition of its last transition was '%s'.\n", because);
    pl_json_string(&run->json, "because", because);
}

static void report_since(pl_debug_run* run, const char* key, const char* what, const char* value, uint64_t tick)
{
    pl_text_add(&run->text, "%s %s since tick %" PRIu64 ".\n", what, value, tick);
    pl_json_open(&run->json, key, '{');
    pl_json_string(&run->json, "name", value);
    pl_json_count(&run->json, "since", tick);
    pl_json_close(&run->json, '}');
}

static void report_activities(pl_debug_run* run, const pl_agent_log* log)
{
    char name[256];
    pl_json_open(&run->json, "activities", '[');
    for (uint32_t i = 0; i < log->activities.count; ++i) {
        const pl_logged_activity* running = &log->activities.data[i];
        pl_note_line(run, "activities", running->activity, name, sizeof name);
        pl_text_add(&run->text, "%s %s since tick %" PRIu64, i == 0 ? "Running activities:" : ",", name,
                    running->since);
        pl_json_open(&run->json, NULL, '{');
        pl_json_string(&run->json, "name", name);
        pl_json_count(&run->json, "since", running->since);
        pl_json_close(&run->json, '}');
    }
    pl_json_close(&run->json, ']');
    pl_text_add(&run->text, log->activities.count == 0 ? "No running activity is recorded.\n" : ".\n");
}

static void report_absence(pl_debug_run* run, const pl_agent_log* log)
{
    pl_text_add(&run->text, "It has been %s since tick %" PRIu64 ".\n", log->absent, log->absent_since);
    pl_json_open(&run->json, "absent", '{');
    pl_json_string(&run->json, "why", log->absent);
    pl_json_count(&run->json, "since", log->absent_since);
    pl_json_close(&run->json, '}');
}

// A fuzzy state machine.

typedef struct fuzzy_level
{
    bool is_active;
    bool is_weighed;
    int64_t weight; // as of the tick
    uint64_t tick;
    bool has_limits;
    int64_t on, off;
} fuzzy_level;

typedef struct fuzzy_levels
{
    fuzzy_level all[PLOY_FUZZY_MAX_STATES];
    uint32_t count;
    uint64_t tick; // of the last change
} fuzzy_levels;

static void weigh(fuzzy_levels* s, uint64_t state, uint64_t weight, uint64_t tick)
{
    if (state >= PLOY_FUZZY_MAX_STATES) return;
    fuzzy_level* one = &s->all[state];
    one->is_weighed = true;
    one->weight = (int64_t)weight;
    one->tick = tick;
    if (s->count <= state) s->count = (uint32_t)state + 1;
}

// Either from or to is PLOY_NONE.
static void change(fuzzy_levels* s, const uint64_t* args, uint64_t tick)
{
    uint64_t state = args[1] == PLOY_NONE ? args[0] : args[1];
    weigh(s, state, args[2], tick);
    if (state < PLOY_FUZZY_MAX_STATES) s->all[state].is_active = args[1] != PLOY_NONE;
    s->tick = tick;
}

static void forget(fuzzy_levels* s, uint64_t tick)
{
    *s = (fuzzy_levels){.tick = tick};
}

static ploy_status read_fuzzy(const pl_debug_run* run, fuzzy_levels* s)
{
    ploy_recording* recording = run->debugger->recording;
    ploy_trace_event event;
    uint64_t tick;
    ploy_status status;
    ploy_recording_seek(recording, 0);
    while ((status = ploy_recording_next(recording, &event, &tick)) == PLOY_FOUND && tick <= run->query->tick) {
        uint32_t kind = pl_event_kinds_of(&run->debugger->kinds, event.kind);
        if (event.agent != run->agent->number) continue;
        if (kind == PLOY_TRACE_MIND_GIVEN || kind == PLOY_TRACE_AGENT_CREATED) forget(s, tick);
        if (kind == PLOY_TRACE_STATE_CHANGED) change(s, event.args, tick);
        if (kind == PLOY_TRACE_STATE_WEIGHED) weigh(s, event.args[0], event.args[1], tick);
    }
    return status == PLOY_OUT_OF_MEMORY ? status : PLOY_OK;
}

// "state ON OFF NAME", a line of the description.
static bool read_limit(const char* line, fuzzy_level* state)
{
    static const char word[] = "state ";
    if (strncmp(line, word, sizeof word - 1) != 0) return false;
    char* rest;
    state->on = strtoll(line + sizeof word - 1, &rest, 10);
    state->off = strtoll(rest, NULL, 10);
    state->has_limits = true;
    return true;
}

static void read_limits(const pl_debug_run* run, fuzzy_levels* s)
{
    char line[64]; // only the name at the end of the line is cut
    pl_note_lines lines;
    uint32_t state = 0;
    if (!pl_note_open_description(run, &lines)) return;
    while (state < PLOY_FUZZY_MAX_STATES && pl_note_next(&lines, line, sizeof line))
        state += read_limit(line, &s->all[state]);
    if (s->count < state) s->count = state;
}

static void report_active(pl_debug_run* run, const fuzzy_levels* s)
{
    char name[256];
    bool is_first = true;
    for (uint32_t i = 0; i < s->count; ++i) {
        if (!s->all[i].is_active) continue;
        pl_text_add(&run->text, "%s%s", is_first ? "Active states: " : ", ",
                    pl_mind_part_name(run, run->agent, i, name, sizeof name));
        is_first = false;
    }
    pl_text_add(&run->text, "%s since tick %" PRIu64 ".\n", is_first ? "No state is active" : "", s->tick);
}

static void report_state(pl_debug_run* run, const fuzzy_level* s, const char* name)
{
    pl_text_add(&run->text, "  %s is %sactive", name, s->is_active ? "" : "not ");
    if (s->is_weighed) {
        pl_text_add(&run->text, ", weight ");
        pl_text_add_decimal(&run->text, s->weight);
        pl_text_add(&run->text, " in tick %" PRIu64, s->tick);
    }
    if (s->has_limits) {
        pl_text_add(&run->text, s->is_active ? ", ends below " : ", begins at ");
        pl_text_add_decimal(&run->text, s->is_active ? s->off : s->on);
    }
    pl_text_add(&run->text, "\n");
}

static void report_json(pl_debug_run* run, const fuzzy_level* s, const char* name)
{
    pl_json_open(&run->json, NULL, '{');
    pl_json_string(&run->json, "name", name);
    pl_json_flag(&run->json, "active", s->is_active);
    if (s->is_weighed) {
        pl_json_decimal(&run->json, "weight", s->weight);
        pl_json_count(&run->json, "tick", s->tick);
    }
    if (s->has_limits) {
        pl_json_decimal(&run->json, "begins_at", s->on);
        pl_json_decimal(&run->json, "ends_below", s->off);
    }
    pl_json_close(&run->json, '}');
}

static void report_states(pl_debug_run* run, const fuzzy_levels* s, bool are_active)
{
    char name[256];
    for (uint32_t i = 0; i < s->count; ++i) {
        if (s->all[i].is_active == are_active)
            report_state(run, &s->all[i], pl_mind_part_name(run, run->agent, i, name, sizeof name));
    }
}

static ploy_status report_fuzzy(pl_debug_run* run)
{
    char name[256];
    fuzzy_levels s = {.count = 0};
    ploy_status status = read_fuzzy(run, &s);
    if (status != PLOY_OK) return status;
    read_limits(run, &s);
    report_active(run, &s);
    report_states(run, &s, true);
    report_states(run, &s, false);
    pl_json_open(&run->json, "states", '[');
    for (uint32_t i = 0; i < s.count; ++i)
        report_json(run, &s.all[i], pl_mind_part_name(run, run->agent, i, name, sizeof name));
    pl_json_close(&run->json, ']');
    return PLOY_OK;
}

// The whole report.

static bool is_fuzzy(const pl_debug_run* run)
{
    const pl_debugger_mind* mind = pl_debugger_mind_of(run->debugger, run->agent);
    return mind && strcmp(mind->type, "fuzzy") == 0;
}

ploy_status pl_report_agent(pl_debug_run* run)
{
    char name[256];
    const pl_agent_log* log = run->log;
    ploy_status status = PLOY_OK;
    pl_text_add(&run->text, "%s (agent %" PRIu32 "), tick %" PRIu64 ".\n", run->agent->name, run->agent->number,
                run->query->tick);
    if (log->absent) {
        report_absence(run, log);
        return PLOY_OK;
    }
    if (is_fuzzy(run)) {
        status = report_fuzzy(run);
    } else if (log->state != PLOY_NONE) {
        report_since(run, "state", "In state", pl_mind_part_name(run, run->agent, log->state, name, sizeof name),
                     log->state_since);
        report_reason(run, log->state_why);
    }
    if (log->option != PLOY_NONE) {
        report_since(run, "option", "Chose option", pl_mind_part_name(run, run->agent, log->option, name, sizeof name),
                     log->option_since);
        pl_text_add(&run->text, "Its score was ");
        pl_text_add_decimal(&run->text, log->score);
        pl_text_add(&run->text, ".\n");
        pl_json_decimal(&run->json, "score", log->score);
    }
    if (status == PLOY_OK) status = pl_report_tree(run);
    pl_report_network(run);
    report_activities(run, log);
    return status;
}
