// What an agent with a GOAP mind takes in a world of many: the smiths of examples/village_smith.xml, as `ploy bench world`
// has them. The test prints where the bytes are.

#include <ploy/io.h>

#include "agent/world.h"
#include "knowledge/blackboard.h"
#include "mind/goap/goap.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

enum
{
    AGENTS = 2048,
    TICKS = 30,
    BYTES = 512, ///< at most, per agent
};

typedef struct many_smiths
{
    test_allocator counters;
    ploy_file* file;
    const ploy_domain* domain;
    ploy_blackboard_keys* keys;
    ploy_plan_service* planning;
    ploy_mind* mind;
    ploy_world* world;
} many_smiths;

static void open_smiths(many_smiths* s)
{
    ploy_allocator allocator = test_allocator_of(&s->counters);
    ploy_error error;
    assert_int_equal(ploy_file_load(NULL, PLOY_SOURCE_DIR "/examples/village_smith.xml", &s->file, &error), PLOY_OK);
    s->domain = ploy_file_domain(s->file, 0);
    s->keys = ploy_blackboard_keys_create(&(ploy_blackboard_keys_def){.allocator = allocator});
    assert_int_equal(ploy_view_add_keys(s->domain, s->keys, 1u << PLOY_SCOPE_AGENT), PLOY_OK);
    s->planning = ploy_plan_service_create(
        &(ploy_plan_service_def){.allocator = allocator, .domain = s->domain, .capacity = AGENTS});
    ploy_goap_mind_def mind = {.domain = s->domain, .planning = s->planning};
    mind.parts.allocator = allocator;
    mind.parts.keys = s->keys;
    assert_int_equal(ploy_goap_mind_create(&mind, &s->mind, NULL), PLOY_OK);
    s->world = ploy_world_create(&(ploy_world_def){.allocator = allocator, .keys = s->keys, .capacity = AGENTS});
}

static void close_smiths(many_smiths* s)
{
    ploy_world_destroy(s->world);
    ploy_mind_destroy(s->mind);
    ploy_plan_service_destroy(s->planning);
    ploy_blackboard_keys_destroy(s->keys);
    ploy_file_destroy(s->file);
    assert_int_equal(s->counters.live_blocks, 0);
}

static void a_planning_agent_takes_at_most_512_bytes(void** state)
{
    (void)state;
    many_smiths s = {0};
    open_smiths(&s);
    ploy_agent_id first = ploy_agent_create(s.world, &(ploy_agent_def){.mind = s.mind});
    uint64_t before = s.counters.live_bytes;
    for (uint32_t i = 1; i < AGENTS; ++i) ploy_agent_create(s.world, &(ploy_agent_def){.mind = s.mind});
    const ploy_agent* agent = ploy_world_agent(s.world, first);
    size_t rows = (sizeof(pl_chunk) - offsetof(pl_chunk, states)) / PLOY_DEFAULT_WORLD_CHUNK, ids = 2 * sizeof(uint32_t);
    size_t board = pl_blackboard_size(agent->blackboard), data = s.mind->data_bytes;
    size_t client = sizeof(pl_plan_client) + sizeof(uint8_t) + 2 * sizeof(uint32_t) +
                    (s.planning->state_words + s.planning->action_words) * sizeof(uint64_t);
    size_t sum = sizeof(ploy_agent) + rows + ids + board + data + client;
    print_message("agent %zu, rows beside it %zu, ids %zu, blackboard %zu, mind data %zu, plan service %zu: %zu bytes\n",
                  sizeof(ploy_agent), rows, ids, board, data, client, sum);
    print_message("of the mind data: numbers %zu, states %u, notes %zu, steps %u\n", sizeof(pl_goap_data),
                  (unsigned)(pl_goap_of(agent)->notes_at - sizeof(pl_goap_data)),
                  pl_goap_of(agent)->list_count * sizeof(pl_goap_note),
                  (unsigned)(pl_goap_of(agent)->def.max_steps * pl_goap_of(agent)->step_bytes));
    assert_true(sum <= BYTES);
#if !defined(PLOY_SHRINK)
    double taken = (double)(s.counters.live_bytes - before) / (AGENTS - 1) + (double)(ids + client);
    print_message("taken from the allocator, with the reserved ids and clients: %.1f bytes\n", taken);
    assert_true(taken <= BYTES);
#else
    (void)before;
#endif
    close_smiths(&s);
}

// Beliefs: an agent whose effects nobody writes takes a list from the pool while it believes, and gives it back.
static uint32_t count_lists(const many_smiths* s)
{
    uint32_t lists = 0;
    for (uint32_t i = 0; i < pl_id_pool_end(&s->world->ids); ++i) {
        lists += pl_goap_data_of(pl_world_agent(s->world, i))->beliefs != NULL;
    }
    return lists;
}

// Every key is written with the value that it has, so nothing is believed any more.
static void look_again(const many_smiths* s)
{
    for (uint32_t i = 0; i < pl_id_pool_end(&s->world->ids); ++i) {
        ploy_blackboard* blackboard = pl_world_agent(s->world, i)->blackboard;
        for (uint32_t key = 0; key < ploy_blackboard_keys_count(s->keys); ++key) {
            ploy_blackboard_set(blackboard, key, ploy_blackboard_get(blackboard, key));
        }
    }
}

static void beliefs_take_memory_only_while_there_are_any(void** state)
{
    (void)state;
    many_smiths s = {0};
    open_smiths(&s);
    for (uint32_t i = 0; i < 8; ++i) ploy_agent_create(s.world, &(ploy_agent_def){.mind = s.mind});
    assert_int_equal(count_lists(&s), 0);
    for (uint32_t round = 0; round < 3; ++round) {
        for (uint32_t t = 0; t < TICKS && count_lists(&s) == 0; ++t) ploy_world_tick(s.world, PLOY_SECOND / 10);
        assert_true(count_lists(&s) > 0);
        look_again(&s);
        ploy_world_tick(s.world, 0);
        assert_int_equal(count_lists(&s), 0);
    }
    uint64_t calls = s.counters.calls;
    for (uint32_t i = 0; i < 10 * TICKS; ++i) ploy_world_tick(s.world, PLOY_SECOND / 10);
    assert_int_equal(s.counters.calls, calls);
    close_smiths(&s);
}

TEST_MAIN(TEST(a_planning_agent_takes_at_most_512_bytes), TEST(beliefs_take_memory_only_while_there_are_any))
