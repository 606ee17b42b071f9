// All events of the recording as columns, which the page reads from the module's memory. Arguments become doubles, exact
// up to 2^53. What needs all 64 bits (the words of a state) is evaluated in C.
//
// An event's arguments begin at first_args[event] in args.

#include <stdlib.h>

#include "export.h"

typedef struct columns
{
    uint32_t count, capacity;
    uint32_t arg_count, arg_capacity;
    uint16_t* kinds;
    uint32_t* agents;
    uint32_t* ticks;
    uint32_t* first_args;
    double* args;
} columns;

static columns table;
static uint32_t whole_ticks; // read so far

static bool grow(void** column, size_t item, uint32_t capacity)
{
    void* grown = realloc(*column, item * capacity);
    if (grown) *column = grown;
    return grown;
}

static bool reserve_event(void)
{
    if (table.count < table.capacity) return true;
    uint32_t capacity = table.capacity ? table.capacity * 2 : 65536;
    if (!grow((void**)&table.kinds, sizeof *table.kinds, capacity)) return false;
    if (!grow((void**)&table.agents, sizeof *table.agents, capacity)) return false;
    if (!grow((void**)&table.ticks, sizeof *table.ticks, capacity)) return false;
    if (!grow((void**)&table.first_args, sizeof *table.first_args, capacity)) return false;
    table.capacity = capacity;
    return true;
}

static bool reserve_args(void)
{
    if (table.arg_count + 4 <= table.arg_capacity) return true;
    uint32_t capacity = table.arg_capacity ? table.arg_capacity * 2 : 262144;
    if (!grow((void**)&table.args, sizeof *table.args, capacity)) return false;
    table.arg_capacity = capacity;
    return true;
}

static bool add(const ploy_trace_event* event, uint64_t tick)
{
    if (!reserve_event() || !reserve_args()) return false;
    uint32_t index = table.count++;
    table.kinds[index] = (uint16_t)event->kind;
    table.agents[index] = event->agent;
    table.ticks[index] = (uint32_t)tick;
    table.first_args[index] = table.arg_count;
    uint32_t args = ploy_recording_kind(page_recording(), event->kind).arg_count;
    for (uint32_t i = 0; i < args; i++) table.args[table.arg_count++] = (double)(int64_t)event->args[i];
    return true;
}

void EXPORT(events_begin)(void)
{
    table.count = table.arg_count = whole_ticks = 0;
}

// Reads the events of an incomplete tick again. Seeks, because queries move the reading position.
static void go_back(void)
{
    while (table.count > 0 && table.ticks[table.count - 1] >= whole_ticks)
        table.arg_count = table.first_args[--table.count];
    ploy_recording_seek(page_recording(), whole_ticks);
    whole_ticks = (uint32_t)ploy_recording_get_info(page_recording()).ticks;
}

/// Reads to the end of the recording. Returns the number of events; -1: out of memory.
int EXPORT(events_read)(void)
{
    ploy_trace_event event;
    uint64_t tick;
    ploy_status status;
    go_back();
    while ((status = ploy_recording_next(page_recording(), &event, &tick)) == PLOY_FOUND)
        if (!add(&event, tick)) return -1;
    return status == PLOY_NOT_FOUND ? (int)table.count : -1;
}

unsigned EXPORT(events_arg_count)(void)
{
    return table.arg_count;
}

const uint16_t* EXPORT(events_kinds)(void)
{
    return table.kinds;
}

const uint32_t* EXPORT(events_agents)(void)
{
    return table.agents;
}

const uint32_t* EXPORT(events_ticks)(void)
{
    return table.ticks;
}

const uint32_t* EXPORT(events_first_args)(void)
{
    return table.first_args;
}

const double* EXPORT(events_args)(void)
{
    return table.args;
}
