// A game for squads on a line: soldiers read their orders from facts and walk one step per tick. A log holds the
// squads' trace events, one word per event.

#ifndef TEST_SUPPORT_WORLD_SQUAD_SOLDIERS_H
#define TEST_SUPPORT_WORLD_SQUAD_SOLDIERS_H

#include <ploy/squad.h>

enum
{
    TEST_SOLDIERS = 16,
    TEST_LOG_BYTES = 8192,
};

typedef struct test_war
{
    ploy_world* world;
    ploy_blackboard_keys* keys; ///< the world's, like all that follow
    ploy_reservations* reservations;
    ploy_squads* squads;
    ploy_trace trace;
    uint32_t order_key;
    ploy_agent_id soldiers[TEST_SOLDIERS]; ///< in the order of creation
    int64_t at[TEST_SOLDIERS + 1];         ///< by index1
    bool is_stubborn[TEST_SOLDIERS + 1];   ///< refuses every move
    bool is_stuck[TEST_SOLDIERS + 1];      ///< cannot walk
    uint32_t open_orders;                  ///< given and not yet ended
    bool is_spread;                        ///< the position of slot s is s steps behind the place
    char log[TEST_LOG_BYTES];
    uint32_t ended; ///< tasks that ended
} test_war;

/// The mind of all soldiers.
ploy_mind* test_soldier_mind(void);

/// false when out of memory; everything is freed then.
bool test_war_begin(test_war* war, const ploy_allocator* allocator);
void test_war_end(test_war* war);

/// Creates a soldier at a place, in no squad; the zero id when out of memory.
ploy_agent_id test_war_add(test_war* war, uint32_t n, int64_t at);
void test_war_tick(test_war* war, uint32_t ticks);
/// Ticks until no task is left; false when tasks are left after that many ticks.
bool test_war_finish(test_war* war, ploy_squad_id squad, uint32_t most_ticks);

#endif
