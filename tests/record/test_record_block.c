// The last arguments of each kind and agent in a block, against a plain list. Recorder and reader share the table, so a
// test that reads what was recorded would not show its bugs.

#include "record/recording/block.h"

#include "support/base/allocators.h"
#include "support/base/test.h"

enum
{
    MOST = 3000,
};

typedef struct listed_args
{
    uint32_t kind, agent;
    uint64_t index;
    uint64_t args[4];
} listed_args;

static listed_args* find(listed_args* list, uint32_t* count, uint32_t kind, uint32_t agent, uint64_t index)
{
    for (uint32_t i = 0; i < *count; ++i) {
        if (list[i].kind == kind && list[i].agent == agent && list[i].index == index) return &list[i];
    }
    assert_true(*count < MOST);
    list[*count] = (listed_args){.kind = kind, .agent = agent, .index = index};
    return &list[(*count)++];
}

// Blocks of one event and of thousands: the table is empty, grows, and is larger than the block needs.
static void the_last_arguments_are_those_of_a_plain_list(void** state)
{
    (void)state;
    static listed_args list[MOST];
    uint32_t count = 0, largest = 0;
    pl_last_args last;
    ploy_allocator allocator = ploy_allocator_default();
    pl_last_args_init(&last, &allocator);
    ploy_random random = {.seed = 5};
    for (uint32_t block = 0; block < 40; ++block) {
        uint32_t events = block % 4 == 0 ? 1 : ploy_random_below(&random, MOST);
        for (uint32_t i = 0; i < events; ++i) {
            uint32_t kind = ploy_random_below(&random, 60), far = ploy_random_below(&random, 8);
            uint32_t agent = ploy_random_below(&random, far == 0 ? UINT32_MAX : 12);
            uint64_t index = kind % 5 == 0 ? ploy_random_below(&random, 20) : 0;
            uint64_t* got = pl_last_args_of(&last, kind, agent, index);
            listed_args* expected = find(list, &count, kind, agent, index);
            assert_memory_equal(got, expected->args, sizeof expected->args);
            for (uint32_t k = 0; k < 4; ++k) got[k] = expected->args[k] = ploy_random_next(&random);
        }
        if (count > largest) largest = count;
        pl_last_args_forget(&last);
        count = 0;
    }
    assert_true(largest > 1000);
    pl_last_args_destroy(&last);
}

static bool remember_many(const ploy_allocator* allocator)
{
    pl_last_args last;
    bool ok = true;
    pl_last_args_init(&last, allocator);
    for (uint32_t agent = 0; agent < 1000 && ok; ++agent) {
        uint64_t* args = pl_last_args_of(&last, 1, agent, 0);
        ok = args != NULL;
        if (ok) args[0] = agent + 1;
    }
    for (uint32_t agent = 0; agent < 1000 && ok; ++agent) {
        assert_int_equal(pl_last_args_of(&last, 1, agent, 0)[0], agent + 1);
    }
    pl_last_args_destroy(&last);
    return ok;
}

static void a_failing_allocator_gives_a_status_and_no_leak(void** state)
{
    (void)state;
    test_fail_every_allocation(remember_many);
}

TEST_MAIN(TEST(the_last_arguments_are_those_of_a_plain_list), TEST(a_failing_allocator_gives_a_status_and_no_leak))
