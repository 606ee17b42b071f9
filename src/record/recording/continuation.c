#include "record/recording/continuation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The library's kinds of events are those of today.
static bool has_same_kinds(const ploy_recording* recording)
{
    for (uint32_t number = 0; number < PLOY_TRACE_KIND_COUNT; ++number) {
        ploy_event_kind kind = ploy_recording_kind(recording, number);
        if (strcmp(kind.name, ploy_trace_name(number)) != 0 || kind.arg_count != ploy_trace_arg_count(number)) return false;
    }
    return true;
}

// "mind NUMBER …"
static uint32_t mind_at(const char* line, const char* end)
{
    static const char word[] = "mind ";
    bool is_mind = (size_t)(end - line) > sizeof word && memcmp(line, word, sizeof word - 1) == 0;
    return is_mind ? (uint32_t)strtoul(line + sizeof word - 1, NULL, 10) : PLOY_NONE;
}

static void count_minds(pl_continuation* from, const char* line, const char* end)
{
    while (line < end) {
        const char* stop = memchr(line, '\n', (size_t)(end - line));
        uint32_t number = stop ? mind_at(line, stop) : PLOY_NONE;
        if (number < UINT16_MAX && number >= from->minds) from->minds = number + 1;
        line = stop ? stop + 1 : end;
    }
}

static void read_notes(pl_continuation* from)
{
    const void* bytes;
    size_t count;
    char name[32];
    for (;; ++from->pieces) {
        snprintf(name, sizeof name, "world:%" PRIu32, from->pieces);
        if (ploy_recording_note(from->recording, name, &bytes, &count) != PLOY_OK) return;
        count_minds(from, bytes, (const char*)bytes + count);
    }
}

bool pl_continuation_create(pl_continuation* from, const ploy_recorder_def* def)
{
    *from = (pl_continuation){0};
    if (!pl_recording_part_until(def->continues, def->continues_at, &from->part)) return false;
    ploy_recording_def part = {.allocator = def->allocator, .bytes = from->part.bytes, .count = from->part.count};
    if (ploy_recording_create(&part, &from->recording, NULL) != PLOY_OK) return false;
    if (!has_same_kinds(from->recording)) return false;
    read_notes(from);
    return true;
}

void pl_continuation_destroy(pl_continuation* from)
{
    ploy_recording_destroy(from->recording);
}
