// A smithy as bytes. A loaded smithy continues bit for bit.

#ifndef SMITHY_SAVE_H
#define SMITHY_SAVE_H

#include <ploy/stream.h>

#include "games/smithy/smithy.h"

/// Call it between ticks. The writer may only count.
ploy_status smithy_save(const smithy* game, ploy_writer* writer);

/// Loads into the result of smithy_create_empty with the same data, seed and number of smiths.
ploy_status smithy_load(smithy* game, ploy_reader* reader, ploy_error* error);

#endif
