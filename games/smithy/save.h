// A smithy as bytes: it goes on from there bit for bit.

#ifndef SMITHY_SAVE_H
#define SMITHY_SAVE_H

#include <ploy/stream.h>

#include "games/smithy/smithy.h"

/// Not inside a tick. A writer that only counts is welcome.
ploy_status smithy_save(const smithy* game, ploy_writer* writer);

/// Into a smithy just made with the same data, seed and number of smiths, and without any: smithy_create_empty.
ploy_status smithy_load(smithy* game, ploy_reader* reader, ploy_error* error);

#endif
