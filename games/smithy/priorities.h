// What the goals are worth now: the emptier a storage, the more it is worth to fill it.

#ifndef SMITHY_PRIORITIES_H
#define SMITHY_PRIORITIES_H

#include "games/smithy/smithy.h"

/// Binds the priorities that the data leaves to the shop: call:smelter, call:cutter, call:ironStock, call:woodStock,
/// call:output. Those that the data does not use are left out.
void wishes_bind(smithy* game);

#endif
