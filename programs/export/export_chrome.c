// Events as a Chrome trace: bands on tracks, marks for the rest. A process is an agent, a thread a track of it, so bands
// that overlap are on tracks of their own.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"
#include "programs/export/export.h"

typedef enum track
{
    TRACK_MARKS,
    TRACK_GOAL,
    TRACK_ACTION,
    TRACK_STATE,
    TRACK_OPTION,
    TRACK_PATH,
    TRACK_SQUAD_TASK,
    TRACK_ACTIVITY, // and one more per activity that runs beside it
} track;

static const char* const track_names[] = {"events", "goal", "action", "state", "option", "path", "squad task", "activity"};

// What an event does to the bands of its agent.
typedef struct band_rule
{
    const char* event;
    track on;
    uint32_t name; // the argument that names the band
    uint32_t key;  // the argument that says which of several; PLOY_NONE: there is one
    bool ends, begins;
} band_rule;

static const band_rule rules[] = {
    {"goal-started", TRACK_GOAL, 0, PLOY_NONE, true, true},
    {"goal-finished", TRACK_GOAL, 0, PLOY_NONE, true, false},
    {"goal-aborted", TRACK_GOAL, 0, PLOY_NONE, true, false},
    {"action-started", TRACK_ACTION, 1, PLOY_NONE, true, true},
    {"action-finished", TRACK_ACTION, 1, PLOY_NONE, true, false},
    {"action-aborted", TRACK_ACTION, 1, PLOY_NONE, true, false},
    {"state-changed", TRACK_STATE, 1, PLOY_NONE, true, true},
    {"utility-chosen", TRACK_OPTION, 0, PLOY_NONE, true, true},
    {"activity-started", TRACK_ACTIVITY, 0, 0, true, true},
    {"activity-ended", TRACK_ACTIVITY, 0, 0, true, false},
    {"activity-halted", TRACK_ACTIVITY, 0, 0, true, false},
    {"path-requested", TRACK_PATH, 0, PLOY_NONE, true, true},
    {"path-answered", TRACK_PATH, 0, PLOY_NONE, true, false},
    {"path-dropped", TRACK_PATH, 0, PLOY_NONE, true, false},
    {"squad-task-begun", TRACK_SQUAD_TASK, 2, 1, true, true},
    {"squad-task-ended", TRACK_SQUAD_TASK, 2, 1, true, false},
};

typedef struct band
{
    track on;
    uint32_t lane; // 0 unless others of the track are open
    uint64_t key;
    uint64_t begun;
    char name[96];
} band;

typedef struct bands
{
    band* open;
    uint32_t count, capacity;
    uint32_t lanes; // of activities, that were named
    bool is_named;
} bands;

typedef struct chrome
{
    export_source* source;
    FILE* out;
    bands* agents; // by number
    uint32_t agent_count;
    uint8_t* rule_of; // by kind: index of the rule plus one
    bool has_events;
} chrome;

static json begin_event(chrome* c, const char* phase, uint32_t process, uint32_t thread)
{
    fputs(c->has_events ? ",\n" : "\n", c->out);
    c->has_events = true;
    json j = json_begin_line(c->out);
    json_text(&j, "ph", phase);
    json_count(&j, "pid", process);
    json_count(&j, "tid", thread);
    return j;
}

// As json_end, but the line goes on.
static void end_event(json* j)
{
    while (j->depth) json_close(j);
}

static void name_it(chrome* c, const char* what, uint32_t process, uint32_t thread, const char* name)
{
    json j = begin_event(c, "M", process, thread);
    json_text(&j, "name", what);
    json_object(&j, "args");
    json_text(&j, "name", name);
    end_event(&j);
}

enum
{
    MAX_AGENTS = 1u << 24 // a damaged recording may name any; those beyond share the tracks of no agent
};

static bands* bands_of(chrome* c, uint32_t agent)
{
    if (agent >= MAX_AGENTS) agent = 0;
    if (agent >= c->agent_count) {
        uint32_t count = agent + 1 + agent / 2;
        c->agents = have_memory(realloc(c->agents, count * sizeof *c->agents));
        memset(c->agents + c->agent_count, 0, (count - c->agent_count) * sizeof *c->agents);
        c->agent_count = count;
    }
    bands* b = &c->agents[agent];
    if (!b->is_named) {
        b->is_named = true;
        const char* name = event_names_agent(c->source->names, agent);
        name_it(c, "process_name", agent, 0, name ? name : "world");
        for (uint32_t t = 0; t < TRACK_ACTIVITY; t++) name_it(c, "thread_name", agent, t, track_names[t]);
    }
    return b;
}

static void write_band(chrome* c, uint32_t agent, const band* open)
{
    json j = begin_event(c, "X", agent, open->on + open->lane);
    json_text(&j, "name", open->name);
    json_text(&j, "cat", track_names[open->on]);
    json_count(&j, "ts", open->begun);
    json_count(&j, "dur", c->source->now - open->begun);
    end_event(&j);
}

static void end_band(chrome* c, uint32_t agent, bands* b, uint32_t index)
{
    write_band(c, agent, &b->open[index]);
    b->open[index] = b->open[--b->count];
}

static void end_bands(chrome* c, uint32_t agent, bands* b, track on, uint64_t key)
{
    for (uint32_t k = b->count; k-- > 0;)
        if (b->open[k].on == on && b->open[k].key == key) end_band(c, agent, b, k);
}

static uint32_t free_lane(const bands* b, track on)
{
    for (uint32_t lane = 0;; lane++) {
        bool is_taken = false;
        for (uint32_t k = 0; k < b->count; k++) is_taken |= b->open[k].on == on && b->open[k].lane == lane;
        if (!is_taken) return lane;
    }
}

static void name_band(chrome* c, const ploy_trace_event* event, uint32_t arg, char* name, size_t size)
{
    event_value value = event_names_value(c->source->names, event, arg);
    if (value.kind == EVENT_VALUE_TEXT)
        snprintf(name, size, "%s", value.text);
    else
        snprintf(name, size, "%" PRId64, value.number);
}

static void begin_band(chrome* c, bands* b, const ploy_trace_event* event, const band_rule* rule, uint64_t key)
{
    if (event_names_value(c->source->names, event, rule->name).kind == EVENT_VALUE_NONE) return;
    if (b->count == b->capacity) {
        b->capacity = b->capacity ? b->capacity * 2 : 4;
        b->open = have_memory(realloc(b->open, b->capacity * sizeof *b->open));
    }
    band next = {.on = rule->on, .key = key, .begun = c->source->now};
    if (rule->on == TRACK_ACTIVITY) next.lane = free_lane(b, TRACK_ACTIVITY);
    for (; rule->on == TRACK_ACTIVITY && b->lanes <= next.lane; b->lanes++)
        name_it(c, "thread_name", event->agent, TRACK_ACTIVITY + b->lanes, track_names[TRACK_ACTIVITY]);
    name_band(c, event, rule->name, next.name, sizeof next.name);
    b->open[b->count++] = next;
}

static void write_mark(chrome* c, const ploy_trace_event* event, const ploy_event_kind* kind)
{
    json j = begin_event(c, "i", event->agent, TRACK_MARKS);
    json_text(&j, "name", kind->name);
    json_text(&j, "s", "t");
    json_count(&j, "ts", c->source->now);
    json_object(&j, "args");
    for (uint32_t arg = 0; arg < kind->arg_count; arg++) export_write_argument(c->source, &j, event, arg);
    end_event(&j);
}

static void take(chrome* c, const ploy_trace_event* event)
{
    ploy_event_kind kind = ploy_recording_kind(c->source->recording, event->kind);
    bands* b = bands_of(c, event->agent);
    uint8_t rule = c->rule_of[event->kind];
    if (strcmp(kind.name, "agent-gone") == 0)
        while (b->count > 0) end_band(c, event->agent, b, b->count - 1);
    if (rule == 0) {
        write_mark(c, event, &kind);
        return;
    }
    const band_rule* r = &rules[rule - 1];
    uint64_t key = r->key == PLOY_NONE ? 0 : event->args[r->key];
    if (r->ends) end_bands(c, event->agent, b, r->on, key);
    if (r->begins) begin_band(c, b, event, r, key);
}

static void find_rules(chrome* c)
{
    uint32_t count = ploy_recording_kind_count(c->source->recording);
    c->rule_of = have_memory(calloc(count + 1, 1));
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t r = 0; r < sizeof rules / sizeof rules[0]; r++)
            if (strcmp(rules[r].event, ploy_recording_kind(c->source->recording, k).name) == 0)
                c->rule_of[k] = (uint8_t)(r + 1);
}

void export_write_chrome(export_source* s, FILE* out)
{
    chrome c = {.source = s, .out = out};
    ploy_trace_event event;
    uint64_t tick;
    find_rules(&c);
    fputs("{\"displayTimeUnit\": \"ms\", \"traceEvents\": [", out);
    while (export_next(s, &event, &tick)) take(&c, &event);
    for (uint32_t agent = 0; agent < c.agent_count; agent++) {
        bands* b = &c.agents[agent];
        while (b->count > 0) end_band(&c, agent, b, b->count - 1);
        free(b->open);
    }
    fputs("\n]}\n", out);
    free(c.agents);
    free(c.rule_of);
}
