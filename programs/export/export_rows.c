// Events as JSON lines and as a table.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"
#include "programs/cli/options.h"
#include "programs/export/export.h"

static const char* const columns[] = {"tick", "agent", "name", "event"};

static const char* safe_name(const char* arg, char* text, size_t size)
{
    for (size_t k = 0; k < 4; k++) {
        if (strcmp(arg, columns[k]) != 0) continue;
        snprintf(text, size, "%s_", arg);
        return text;
    }
    return arg;
}

static void json_value(json* j, const char* key, event_value value)
{
    switch (value.kind) {
    case EVENT_VALUE_NONE: json_null(j, key); break;
    case EVENT_VALUE_NUMBER: json_integer(j, key, value.number); break;
    case EVENT_VALUE_FIXED: json_fixed(j, key, value.number); break;
    case EVENT_VALUE_FLAG: json_flag(j, key, value.number != 0); break;
    case EVENT_VALUE_TEXT: json_text(j, key, value.text); break;
    }
}

void export_write_argument(export_source* s, json* j, const ploy_trace_event* event, uint32_t arg)
{
    char name[64];
    const char* given = ploy_recording_kind(s->recording, event->kind).arg_names[arg];
    json_value(j, safe_name(given, name, sizeof name), event_names_value(s->names, event, arg));
}

static void write_line(export_source* s, const ploy_trace_event* event, uint64_t tick, FILE* out)
{
    ploy_event_kind kind = ploy_recording_kind(s->recording, event->kind);
    json j = json_begin_line(out);
    json_count(&j, "tick", tick);
    if (event->agent)
        json_count(&j, "agent", event->agent);
    else
        json_null(&j, "agent");
    json_text(&j, "name", event_names_agent(s->names, event->agent));
    json_text(&j, "event", kind.name);
    for (uint32_t arg = 0; arg < kind.arg_count; arg++) export_write_argument(s, &j, event, arg);
    json_end(&j);
}

void export_write_jsonl(export_source* s, FILE* out)
{
    ploy_trace_event event;
    uint64_t tick;
    while (export_next(s, &event, &tick)) write_line(s, &event, tick, out);
}

// The table: a column per name of an argument, in the order of the kinds.
typedef struct event_table
{
    const char** names;
    uint32_t count;
    uint32_t (*column)[4]; // by kind and argument
} event_table;

static uint32_t column_of(event_table* t, const char* name)
{
    for (uint32_t k = 0; k < t->count; k++)
        if (strcmp(t->names[k], name) == 0) return k;
    t->names[t->count] = name;
    return t->count++;
}

static event_table table_create(const export_source* s)
{
    uint32_t kinds = ploy_recording_kind_count(s->recording);
    event_table t = {have_memory(malloc((kinds * 4 + 1) * sizeof(char*))), 0,
               have_memory(calloc(kinds + 1, sizeof *t.column))};
    for (uint32_t k = 0; k < kinds; k++) {
        ploy_event_kind kind = ploy_recording_kind(s->recording, k);
        for (uint32_t arg = 0; s->filter.kinds[k] && arg < kind.arg_count; arg++)
            t.column[k][arg] = column_of(&t, kind.arg_names[arg]);
    }
    return t;
}

static void write_cell(FILE* out, const char* text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void write_value(FILE* out, event_value value)
{
    char text[32];
    switch (value.kind) {
    case EVENT_VALUE_NONE: break;
    case EVENT_VALUE_NUMBER: fprintf(out, "%" PRId64, value.number); break;
    case EVENT_VALUE_FIXED: fputs(print_fixed(value.number, text), out); break;
    case EVENT_VALUE_FLAG: fputs(value.number ? "true" : "false", out); break;
    case EVENT_VALUE_TEXT: write_cell(out, value.text); break;
    }
}

static void write_row(export_source* s, const event_table* t, const ploy_trace_event* event, uint64_t tick, FILE* out)
{
    ploy_event_kind kind = ploy_recording_kind(s->recording, event->kind);
    const char* name = event_names_agent(s->names, event->agent);
    fprintf(out, "%" PRIu64 ",", tick);
    if (event->agent) fprintf(out, "%" PRIu32, event->agent);
    fputc(',', out);
    write_cell(out, name ? name : "");
    fputc(',', out);
    write_cell(out, kind.name);
    for (uint32_t column = 0; column < t->count; column++) {
        fputc(',', out);
        for (uint32_t arg = 0; arg < kind.arg_count; arg++)
            if (t->column[event->kind][arg] == column) write_value(out, event_names_value(s->names, event, arg));
    }
    fputc('\n', out);
}

void export_write_csv(export_source* s, FILE* out)
{
    event_table t = table_create(s);
    ploy_trace_event event;
    uint64_t tick;
    char name[64];
    fputs("tick,agent,name,event", out);
    for (uint32_t k = 0; k < t.count; k++) {
        fputc(',', out);
        write_cell(out, safe_name(t.names[k], name, sizeof name));
    }
    fputc('\n', out);
    while (export_next(s, &event, &tick)) write_row(s, &t, &event, tick, out);
    free(t.names);
    free(t.column);
}
