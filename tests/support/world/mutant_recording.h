// Recordings that lie: every checksum is right, and the contents are changed. Events and notes are changed before their
// blocks are sealed, or bytes of a block are changed and the block is sealed again. For tests and for the fuzzer, so
// without the test library.

#ifndef TEST_SUPPORT_WORLD_MUTANT_RECORDING_H
#define TEST_SUPPORT_WORLD_MUTANT_RECORDING_H

#include <ploy/debugger.h>

/// Where the mutations come from: bytes of the fuzzer, or a seed. When the bytes are used up, nothing more is changed.
typedef struct mutation_source
{
    const uint8_t* bytes; ///< NULL: random numbers
    size_t count, at;
    ploy_random random;
    void (*edit)(ploy_trace_event* event); ///< or NULL; the only change of events then
} mutation_source;

/// A recording in memory. Free bytes.
typedef struct mutant_recording
{
    uint8_t* bytes;
    size_t count, capacity;
} mutant_recording;

/// A short run of a world with minds of five kinds, of which two plan: goals with arguments, numbers, decimals, objects,
/// costs and contexts that are callbacks. Empty when out of memory.
mutant_recording mutant_base(void);

/// A copy with changed events and notes.
mutant_recording mutant_of_events(const mutant_recording* base, mutation_source* source);
/// A copy with changed bytes in its blocks.
mutant_recording mutant_of_blocks(const mutant_recording* base, mutation_source* source);

/// What came of the queries about a recording.
typedef struct mutant_tally
{
    uint32_t opened, answered, refused;
} mutant_tally;

typedef void mutant_answer_fn(const ploy_debug_answer* answer);

/// Reads everything, and runs queries of every kind with small limits. on_answer may be NULL.
void mutant_query(const mutant_recording* recording, mutation_source* source, mutant_tally* tally,
                  mutant_answer_fn* on_answer);

#endif
