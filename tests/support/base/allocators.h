// An allocator that checks its caller: it verifies every size and address that is freed, counts calls and blocks, moves
// the block on every resize, fills new memory with garbage, and fails at a chosen call.

#ifndef TEST_SUPPORT_BASE_ALLOCATORS_H
#define TEST_SUPPORT_BASE_ALLOCATORS_H

#include <ploy/base.h>

typedef struct test_allocator
{
    uint64_t fail_at;     ///< this allocating call and all later ones fail, counted from 1; 0: none
    uint64_t calls;       ///< calls that requested memory, failed ones included
    uint64_t live_blocks; ///< not yet freed
    uint64_t live_bytes;
    uint64_t peak_bytes;
} test_allocator;

/// counters must outlive the allocator; its fields may be set at any time. Not thread-safe.
ploy_allocator test_allocator_of(test_allocator* counters);

/// Tries an operation with the first, second, third ... allocation failing, until it succeeds without reaching the
/// failing call. operation returns whether it succeeded and must clean up after itself either way; leaks fail the test.
void test_fail_every_allocation(bool (*operation)(const ploy_allocator* allocator));

#endif
