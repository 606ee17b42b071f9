// Writers of `ploy export`: one per format.

#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdio.h>

#include "programs/cli/json.h"
#include "programs/export/event_names.h"

/// What is exported.
typedef struct export_filter
{
    bool* kinds;    // by kind of event
    uint32_t agent; // number; 0: all
    uint64_t from, to;
} export_filter;

typedef struct export_source
{
    ploy_recording* recording;
    event_names* names;
    export_filter filter;
    uint64_t now; // microseconds of the game, of the last event read
} export_source;

/// The next event that the filter lets through; false: there are no more.
bool export_next(export_source* source, ploy_trace_event* event, uint64_t* tick);

/// One argument, with its name, into an object.
void export_write_argument(export_source* source, json* j, const ploy_trace_event* event, uint32_t arg);

void export_write_jsonl(export_source* source, FILE* out);
void export_write_csv(export_source* source, FILE* out);
void export_write_chrome(export_source* source, FILE* out);

#endif
