// A battle as bytes. A loaded battle continues bit for bit. The ground is not part of it: it is created from the seed.

#ifndef BATTLEGROUND_SAVE_H
#define BATTLEGROUND_SAVE_H

#include <ploy/stream.h>

#include "games/battleground/battle.h"

/// Call it between ticks. The writer may only count.
ploy_status battle_save(const battle* b, ploy_writer* writer);

/// Loads into the result of battle_create_empty with the same def; tasks and trace may differ. PLOY_INVALID: not such a
/// save. PLOY_OUT_OF_MEMORY. After a failure the battle can only be destroyed.
ploy_status battle_load(battle* b, ploy_reader* reader, ploy_error* error);

#endif
