// What world_notes.c needs of a recorder.

#ifndef PL_RECORD_RECORDING_RECORDER_H
#define PL_RECORD_RECORDING_RECORDER_H

#include <ploy/recording.h>

ploy_allocator pl_recorder_allocator(const ploy_recorder* recorder);

#endif
