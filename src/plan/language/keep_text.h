// Text that an arena keeps: whatever writes it is run once to measure and once to write.

#ifndef PL_PLAN_LANGUAGE_KEEP_TEXT_H
#define PL_PLAN_LANGUAGE_KEEP_TEXT_H

#include "base/containers/arena.h"
#include "plan/language/text.h"

typedef void pl_write_text_fn(pl_writer* to, const void* what);

/// NULL: out of memory.
char* pl_keep_text(pl_arena* arena, pl_write_text_fn* write, const void* what);

#endif
