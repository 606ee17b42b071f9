// Goal priorities: the emptier a storage, the higher the priority to fill it, up to the weight of its option in the data.

#ifndef SMITHY_PRIORITIES_H
#define SMITHY_PRIORITIES_H

#include "games/smithy/smithy.h"

/// Adds the scorers smelter, cutter, ironStock, woodStock and output, and binds them to the priorities of the domain
/// ("call:smelter"). PLOY_INVALID: the domain calls another name; the error names it. PLOY_OUT_OF_MEMORY.
ploy_status priorities_bind(smithy* game, ploy_error* error);

#endif
