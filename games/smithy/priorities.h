// Goal priorities: the emptier a storage, the higher the priority to fill it.

#ifndef SMITHY_PRIORITIES_H
#define SMITHY_PRIORITIES_H

#include "games/smithy/smithy.h"

/// Binds the priorities that the data calls: call:smelter, call:cutter, call:ironStock, call:woodStock, call:output.
/// Names that the data does not use are skipped.
void priorities_bind(smithy* game);

#endif
