// Reads the arena's data files that are not XML: lines of words, '#' starts a comment. A record is a struct filled from
// lines "field value"; its fields are listed in one table. Lines "disable CONTROLLER NAME..." are for the controllers
// (controllers/disabled.h).

#ifndef ARENA_SETUP_TEXT_READER_H
#define ARENA_SETUP_TEXT_READER_H

#include <ploy/base.h>

#define ARENA_WORDS 16

typedef struct arena_text
{
    const char* at;
    const char* end;
    uint32_t line; ///< line of the current words
    uint32_t count;
    char words[ARENA_WORDS][32];
} arena_text;

arena_text arena_text_of(const char* text, size_t bytes);
/// Reads the next line that has words; words are cut at 31 bytes. False: the end.
bool arena_text_next(arena_text* text);
/// The line says what a controller disables.
bool arena_text_disables(const arena_text* text);
/// A decimal with at most three places, in fixed point (1/1000).
bool arena_text_decimal(const char* word, int32_t* fixed);
/// Fills the error with the current line and returns PLOY_INVALID.
ploy_status arena_text_wrong(const arena_text* text, ploy_error* error, const char* message, const char* hint);

/// The unit of a field, and how it is stored.
typedef enum arena_unit
{
    ARENA_NUMBER,  ///< an integer
    ARENA_CELLS,   ///< cells, stored in units
    ARENA_SECONDS, ///< seconds, stored in steps
    ARENA_SPEED,   ///< cells per second, stored in units per step
} arena_unit;

typedef struct arena_text_column
{
    const char* name;
    size_t offset; ///< of an int32_t
    arena_unit unit;
} arena_text_column;

/// Reads a line "field value" into the record.
ploy_status arena_text_field(const arena_text* text, const arena_text_column* fields, uint32_t count, void* record,
                             ploy_error* error);

#endif
