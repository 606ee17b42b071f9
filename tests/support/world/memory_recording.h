// A recording in memory, and the ends of its blocks.

#ifndef TEST_SUPPORT_WORLD_MEMORY_RECORDING_H
#define TEST_SUPPORT_WORLD_MEMORY_RECORDING_H

#include <ploy/stream.h>
#include <ploy/recording.h>

typedef struct test_recorded
{
    uint8_t* bytes;
    size_t count, capacity;
    ploy_recorder* recorder;
} test_recorded;

/// Records at level basic. Fails the test when out of memory.
void test_recorded_begin(test_recorded* recorded);
/// Adds what save writes as a key frame.
typedef ploy_status test_save_fn(const void* game, ploy_writer* writer);
void test_recorded_frame(test_recorded* recorded, test_save_fn* save, const void* game);
/// Closes the recorder; the bytes stay.
void test_recorded_end(test_recorded* recorded);
void test_recorded_free(test_recorded* recorded);

/// The length of the file without its last `skipped` blocks.
size_t test_recorded_cut(const test_recorded* recorded, uint32_t skipped);

#endif
