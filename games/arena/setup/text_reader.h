// The arena's data files that are no XML: lines of words, '#' begins a comment. And records: a struct filled from lines
// "field value", its fields written once in a list.

#ifndef ARENA_SETUP_TEXT_READER_H
#define ARENA_SETUP_TEXT_READER_H

#include <ploy/base.h>

#define ARENA_WORDS 6

typedef struct arena_text
{
    const char* at;
    const char* end;
    uint32_t line; ///< of the words last read
    uint32_t count;
    char words[ARENA_WORDS][32];
} arena_text;

arena_text arena_text_of(const char* text, size_t bytes);
/// The next line with words in it; longer words are cut. False: no more.
bool arena_text_next(arena_text* text);
/// A decimal with at most three places, as thousandths.
bool arena_text_decimal(const char* word, int32_t* fixed);
/// Fills error with the line and returns PLOY_INVALID.
ploy_status arena_text_wrong(const arena_text* text, ploy_error* error, const char* message, const char* hint);

/// What a field's number means, and so what is stored.
typedef enum arena_unit
{
    ARENA_NUMBER,  ///< the whole number
    ARENA_CELLS,   ///< cells, stored in units
    ARENA_SECONDS, ///< seconds, stored in steps
    ARENA_SPEED,   ///< cells a second, stored in units a step
} arena_unit;

typedef struct arena_field
{
    const char* name;
    size_t offset; ///< of an int32_t
    arena_unit unit;
} arena_field;

/// Takes a line "field value" into the record.
ploy_status arena_text_field(const arena_text* text, const arena_field* fields, uint32_t count, void* record,
                             ploy_error* error);

#endif
