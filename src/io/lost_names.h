// Names that stand in what a file says wrongly. Whatever names one of them is not blamed for it, and the rest of the file
// is checked on.

#ifndef PL_IO_LOST_NAMES_H
#define PL_IO_LOST_NAMES_H

#include "base/containers/names.h"

/// Loses a text (NULL: none) and each of its words; false when out of memory.
bool pl_names_lose(pl_names* lost, const char* text);

/// Is the text, or any name in it as in "has(sword)", lost?
bool pl_names_are_lost(const pl_names* lost, const char* text);

#endif
