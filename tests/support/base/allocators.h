// An allocator that distrusts its user: it checks every size and address handed back, counts, moves on every resize,
// fills fresh memory with rubbish, and fails at a chosen call.

#ifndef TEST_SUPPORT_BASE_ALLOCATORS_H
#define TEST_SUPPORT_BASE_ALLOCATORS_H

#include <ploy/base.h>

typedef struct test_allocator
{
    uint64_t fail_at;     ///< the allocating call that fails and all after it, from 1; 0: none
    uint64_t calls;       ///< calls that asked for memory, failed ones too
    uint64_t live_blocks; ///< not yet freed
    uint64_t live_bytes;
    uint64_t peak_bytes;
} test_allocator;

/// counters must outlive the allocator; set its fields at any time. Not for use on two threads at once.
ploy_allocator test_allocator_of(test_allocator* counters);

/// Tries an operation with the first, second, third ... allocation failing, until it succeeds without reaching the
/// failing call. operation returns whether it succeeded and must clean up after itself either way; leaks fail the test.
void test_fail_every_allocation(bool (*operation)(const ploy_allocator* allocator));

#endif
