// The words that a file brings to a world: blackboard keys, enums and fact types, also those that only its domains and trees
// name.

#ifndef PL_IO_VOCABULARY_H
#define PL_IO_VOCABULARY_H

#include "agent/world.h"
#include "base/error.h"
#include "io/file.h"
#include "knowledge/blackboard.h"
#include "knowledge/fact_types.h"

/// Adds what the world does not have. PLOY_INVALID: one has another type there, or the world has agents already.
ploy_status pl_vocabulary_add(ploy_world* world, const ploy_file* file, pl_reports* reports);

/// "the key 'x' is new, and the world has agents already". Returns PLOY_INVALID.
ploy_status pl_fail_late(ploy_error* error, const char* noun, const char* name);

/// What a file that is refused has brought goes again: a world that is open would keep its keys and fact types.
typedef struct pl_vocabulary_mark
{
    pl_keys_mark keys;
    pl_fact_types_mark fact_types;
} pl_vocabulary_mark;

pl_vocabulary_mark pl_vocabulary_mark_end(const ploy_world* world);
void pl_vocabulary_rewind(const ploy_world* world, const pl_vocabulary_mark* mark);

#endif
