#include "support/base/allocators.h"

#include <stdlib.h>
#include <string.h>

#include "support/base/test.h"

// In front of each block, so that a wrong size or a foreign pointer is noticed.
typedef struct block_head
{
    uint64_t magic;
    uint64_t bytes;
} block_head;

#define LIVE_MAGIC 0x706C6F79626C6F63u

static void release(test_allocator* agent, void* memory, size_t bytes)
{
    block_head* head = (block_head*)memory - 1;
    assert_true(head->magic == LIVE_MAGIC);
    assert_true(head->bytes == bytes);
    agent->live_blocks -= 1;
    agent->live_bytes -= bytes;
    memset(memory, 0xDD, bytes);
    head->magic = 0;
    free(head);
}

static void* acquire(test_allocator* agent, size_t bytes)
{
    ++agent->calls;
    if (agent->fail_at != 0 && agent->calls >= agent->fail_at) {
        return NULL;
    }
    block_head* head = malloc(sizeof *head + bytes);
    assert_non_null(head);
    *head = (block_head){LIVE_MAGIC, bytes};
    memset(head + 1, 0xA5, bytes);
    agent->live_blocks += 1;
    agent->live_bytes += bytes;
    agent->peak_bytes = agent->live_bytes > agent->peak_bytes ? agent->live_bytes : agent->peak_bytes;
    return head + 1;
}

static void* resize(void* user, void* memory, size_t old_bytes, size_t new_bytes)
{
    test_allocator* agent = user;
    assert_true(memory != NULL || old_bytes == 0);
    void* fresh = new_bytes ? acquire(agent, new_bytes) : NULL;
    if (memory != NULL && (fresh != NULL || new_bytes == 0)) {
        if (fresh) {
            memcpy(fresh, memory, old_bytes < new_bytes ? old_bytes : new_bytes);
        }
        release(agent, memory, old_bytes);
    }
    return fresh;
}

ploy_allocator test_allocator_of(test_allocator* counters)
{
    return (ploy_allocator){resize, counters};
}

void test_fail_every_allocation(bool (*operation)(const ploy_allocator* allocator))
{
    bool reached = true;
    for (uint64_t n = 1; reached; ++n) {
        test_allocator counters = {.fail_at = n};
        ploy_allocator allocator = test_allocator_of(&counters);
        bool succeeded = operation(&allocator);
        reached = counters.calls >= n;
        assert_true(succeeded == !reached);
        assert_true(counters.live_blocks == 0 && counters.live_bytes == 0);
        assert_true(n < 10000);
    }
}
