// The recording of the page: opened from memory that the page has filled, extended when the file grows.

#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "record/debugger/debugger.h"

static ploy_recording* shown;
static ploy_error error;

ploy_recording* page_recording(void)
{
    return shown;
}

void* EXPORT(memory_alloc)(size_t bytes)
{
    return malloc(bytes);
}

void EXPORT(memory_free)(void* memory)
{
    free(memory);
}

/// Takes the bytes.
int EXPORT(recording_open)(const void* bytes, size_t count)
{
    ploy_recording_destroy(shown);
    shown = NULL;
    memset(&error, 0, sizeof error);
    return ploy_recording_create(&(ploy_recording_def){.bytes = bytes, .count = count}, &shown, &error);
}

const char* EXPORT(recording_error)(void)
{
    return error.message;
}

/// All bytes so far, at any address. The page may free the old ones afterwards.
int EXPORT(recording_extend)(const void* bytes, size_t count)
{
    return ploy_recording_extend(shown, bytes, count);
}

unsigned EXPORT(recording_ticks)(void)
{
    ploy_debugger* debugger = page_debugger();
    uint64_t ticks = ploy_recording_get_info(shown).ticks;
    return ticks == 0 || !debugger ? (unsigned)ticks : (unsigned)pl_debugger_last_tick(debugger) + 1;
}

bool EXPORT(recording_is_closed)(void)
{
    return ploy_recording_get_info(shown).closed;
}

bool EXPORT(recording_is_damaged)(void)
{
    return ploy_recording_get_info(shown).damaged;
}

unsigned EXPORT(kind_count)(void)
{
    return ploy_recording_kind_count(shown);
}

const char* EXPORT(kind_name)(unsigned kind)
{
    return ploy_recording_kind(shown, kind).name;
}

unsigned EXPORT(kind_args)(unsigned kind)
{
    return ploy_recording_kind(shown, kind).arg_count;
}

const char* EXPORT(arg_name)(unsigned kind, unsigned arg)
{
    return arg < 4 ? ploy_recording_kind(shown, kind).arg_names[arg] : "";
}

/// The bytes of a note and their *count; NULL: there is no such note.
const void* EXPORT(note_find)(const char* name, size_t* count)
{
    const void* bytes = NULL;
    return ploy_recording_note(shown, name, &bytes, count) == PLOY_OK ? bytes : NULL;
}
