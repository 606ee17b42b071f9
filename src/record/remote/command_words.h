// The words of a command: separated by spaces, each bare or a string as in JSON.

#ifndef PL_RECORD_REMOTE_COMMAND_WORDS_H
#define PL_RECORD_REMOTE_COMMAND_WORDS_H

#include <ploy/base.h>

#include "base/containers/array.h"

enum
{
    PL_COMMAND_WORDS = 8,
    PL_COMMAND_BYTES = 32 << 20, ///< of a line, at most
};

typedef struct pl_command_words
{
    PL_ARRAY(char) chars; ///< the words, each with a zero byte
    const char* words[PL_COMMAND_WORDS];
    uint32_t count;
} pl_command_words;

/// Splits a line. PLOY_INVALID: the error says what is wrong and at which column; PLOY_OUT_OF_MEMORY.
ploy_status pl_command_split(pl_command_words* words, const ploy_allocator* allocator, const char* line, size_t bytes,
                             ploy_error* error);

#endif
