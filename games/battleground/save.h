// A battle as bytes: it goes on from there bit for bit. Nothing of the ground is in them; it comes out of the seed.

#ifndef BATTLEGROUND_SAVE_H
#define BATTLEGROUND_SAVE_H

#include <ploy/stream.h>

#include "games/battleground/battle.h"

/// Not inside a tick. A writer that only counts is welcome.
ploy_status battle_save(const battle* b, ploy_writer* writer);

/// Into a battle just made with the same def and without anybody: battle_create_empty; tasks and trace may differ.
/// PLOY_INVALID: not such a save; PLOY_OUT_OF_MEMORY; the battle can only be destroyed then.
ploy_status battle_load(battle* b, ploy_reader* reader, ploy_error* error);

#endif
