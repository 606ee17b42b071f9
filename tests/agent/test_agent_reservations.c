#include "agent/reservations.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

static ploy_reservations* make(const ploy_allocator* allocator)
{
    ploy_allocator plain = ploy_allocator_default();
    return pl_reservations_create(allocator ? allocator : &plain);
}

static ploy_agent_id agent(uint32_t n)
{
    return (ploy_agent_id){n, 1};
}

static void two_smiths_do_not_walk_to_one_ingot(void** state)
{
    (void)state;
    enum
    {
        INGOT = 77,
        FORGE = 78
    };
    ploy_reservations* all = make(NULL);
    assert_int_equal(ploy_reservations_claim(all, INGOT, agent(1), 1, INT64_MAX), PLOY_OK);
    assert_int_equal(ploy_reservations_claim(all, INGOT, agent(2), 1, INT64_MAX), PLOY_FULL);
    assert_false(ploy_reservations_is_free(all, INGOT, agent(2), 1));
    assert_true(ploy_reservations_is_free(all, INGOT, agent(1), 1));
    assert_int_equal(ploy_reservations_claim(all, INGOT, agent(1), 1, INT64_MAX), PLOY_ALREADY);
    assert_int_equal(ploy_reservations_claim(all, FORGE, agent(1), 2, INT64_MAX), PLOY_OK);
    assert_int_equal(ploy_reservations_claim(all, FORGE, agent(2), 2, INT64_MAX), PLOY_OK);
    assert_int_equal(ploy_reservations_claim(all, FORGE, agent(3), 2, INT64_MAX), PLOY_FULL);
    assert_int_equal(ploy_reservations_release(all, INGOT, agent(2)), PLOY_NOT_FOUND);
    assert_int_equal(pl_reservations_release_agent(all, agent(1)), 2);
    assert_int_equal(ploy_reservations_claim(all, INGOT, agent(2), 1, INT64_MAX), PLOY_OK);
    assert_int_equal(pl_reservations_total(all), 2);
    ploy_agent_id reborn = {2, 2};
    assert_false(pl_reservations_has(all, INGOT, reborn));
    pl_reservations_destroy(all);
}

// A plain list of claims beside it.

enum
{
    RESOURCES = 6,
    AGENTS = 5,
};

typedef struct reservation_model
{
    bool has[RESOURCES][AGENTS];
    int64_t until[RESOURCES][AGENTS];
} reservation_model;

static uint32_t count(const reservation_model* m, uint32_t r)
{
    uint32_t n = 0;
    for (uint32_t a = 0; a < AGENTS; ++a) {
        n += m->has[r][a];
    }
    return n;
}

static void check(const reservation_model* m, const ploy_reservations* all)
{
    uint32_t total = 0;
    for (uint32_t r = 0; r < RESOURCES; ++r) {
        total += count(m, r);
        assert_int_equal(ploy_reservations_count(all, r), count(m, r));
        for (uint32_t a = 0; a < AGENTS; ++a) {
            assert_int_equal(pl_reservations_has(all, r, agent(a + 1)), m->has[r][a]);
            assert_int_equal(ploy_reservations_is_free(all, r, agent(a + 1), 2), m->has[r][a] || count(m, r) < 2);
        }
    }
    assert_int_equal(pl_reservations_total(all), total);
}

static ploy_reservations* reload(ploy_reservations* all)
{
    uint8_t bytes[2048];
    ploy_writer writer = {bytes, sizeof bytes, 0};
    pl_reservations_save(all, &writer);
    assert_true(ploy_writer_fits(&writer));
    pl_reservations_destroy(all);
    ploy_reservations* loaded = make(NULL);
    ploy_reader reader = {.bytes = bytes, .count = writer.count};
    assert_int_equal(pl_reservations_load(loaded, &reader), PLOY_OK);
    assert_int_equal(reader.at, writer.count);
    for (size_t cut = 0; cut < writer.count; cut += 5) {
        ploy_reservations* half = make(NULL);
        ploy_reader short_one = {.bytes = bytes, .count = cut};
        assert_int_equal(pl_reservations_load(half, &short_one), PLOY_INVALID);
        assert_int_equal(pl_reservations_total(half), 0);
        pl_reservations_destroy(half);
    }
    return loaded;
}

static void claim(reservation_model* m, ploy_reservations* all, ploy_random* random, int64_t now)
{
    uint32_t r = ploy_random_below(random, RESOURCES), a = ploy_random_below(random, AGENTS);
    uint32_t slots = 1 + r % 3;
    int64_t until = now + ploy_random_below(random, 20);
    ploy_status expected = m->has[r][a] ? PLOY_ALREADY : count(m, r) < slots ? PLOY_OK : PLOY_FULL;
    assert_int_equal(ploy_reservations_claim(all, r, agent(a + 1), slots, until), expected);
    if (expected != PLOY_FULL) {
        m->has[r][a] = true;
        m->until[r][a] = until;
    }
}

static void expire(reservation_model* m, ploy_reservations* all, int64_t now)
{
    uint32_t gone = 0;
    for (uint32_t r = 0; r < RESOURCES; ++r) {
        for (uint32_t a = 0; a < AGENTS; ++a) {
            bool is_over = m->has[r][a] && m->until[r][a] < now;
            gone += is_over;
            m->has[r][a] = m->has[r][a] && !is_over;
        }
    }
    assert_int_equal(pl_reservations_expire(all, now), gone);
}

static void release(reservation_model* m, ploy_reservations* all, ploy_random* random)
{
    uint32_t r = ploy_random_below(random, RESOURCES), a = ploy_random_below(random, AGENTS);
    assert_int_equal(ploy_reservations_release(all, r, agent(a + 1)), m->has[r][a] ? PLOY_OK : PLOY_NOT_FOUND);
    m->has[r][a] = false;
}

static void release_agent(reservation_model* m, ploy_reservations* all, ploy_random* random)
{
    uint32_t a = ploy_random_below(random, AGENTS), had = 0;
    for (uint32_t r = 0; r < RESOURCES; ++r) {
        had += m->has[r][a];
        m->has[r][a] = false;
    }
    assert_int_equal(pl_reservations_release_agent(all, agent(a + 1)), had);
}

static void claims_are_those_of_a_plain_table(void** state)
{
    (void)state;
    ploy_random random = {.seed = 3};
    reservation_model m = {0};
    ploy_reservations* all = make(NULL);
    for (int64_t now = 0; now < 4000; ++now) {
        switch (ploy_random_below(&random, 8)) {
        case 0:
            release(&m, all, &random);
            break;
        case 1:
            release_agent(&m, all, &random);
            break;
        case 2:
            expire(&m, all, now);
            break;
        case 3:
            all = now % 16 == 0 ? reload(all) : all;
            break;
        default:
            claim(&m, all, &random, now);
        }
        check(&m, all);
    }
    pl_reservations_destroy(all);
}

static bool claim_some(const ploy_allocator* allocator)
{
    ploy_reservations* all = make(allocator);
    bool ok = all != NULL;
    for (uint32_t i = 1; i <= 40 && ok; ++i) {
        uint32_t before = pl_reservations_total(all);
        ploy_status status = ploy_reservations_claim(all, i % 7, agent(i), 99, INT64_MAX);
        ok = status == PLOY_OK;
        assert_true(ok || (status == PLOY_OUT_OF_MEMORY && pl_reservations_total(all) == before));
    }
    pl_reservations_destroy(all);
    return ok;
}

static void without_memory_nothing_is_claimed(void** state)
{
    (void)state;
    test_fail_every_allocation(claim_some);
}

TEST_MAIN(TEST(two_smiths_do_not_walk_to_one_ingot), TEST(claims_are_those_of_a_plain_table),
          TEST(without_memory_nothing_is_claimed))
