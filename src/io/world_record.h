/// The file that a world is recorded into.

#ifndef PL_IO_WORLD_RECORD_H
#define PL_IO_WORLD_RECORD_H

#include <ploy/world.h>

/// Writes what happened so far, for whoever follows the file. Does nothing when the world is not recorded.
void pl_world_record_flush(ploy_world* world);

#endif
