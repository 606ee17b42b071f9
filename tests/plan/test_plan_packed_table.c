// Packed pattern tables beside the tables that they are made of: place by place, in little and in much room.

#include <ploy/base.h>

#include "base/containers/arena.h"
#include "plan/heuristic/packed_table.h"
#include "support/base/test.h"

enum
{
    BOOLS = 8,
    FIELDS = BOOLS + 2, // one of three values, and one of five on top
    MANNERS = 5,
};

typedef struct drawn_table
{
    pl_arena scratch;
    pl_pattern_table table;
    pl_packed_table packed;
} drawn_table;

static void add_field(pl_pattern_table* t, uint32_t size, uint32_t bits, uint32_t* shift)
{
    t->fields[t->field_count++] = (pl_pattern_table_field){.shift = *shift, .size = size, .bits = bits};
    *shift += bits;
}

// Costs depend on three of the bools in one of a few manners, or on nothing that can be seen.
static uint32_t draw_distance(ploy_random* random, uint32_t place, bool is_regular, uint32_t manners[MANNERS][8])
{
    if (!is_regular) return ploy_random_below(random, 9) == 0 ? UINT32_MAX : ploy_random_below(random, 200);
    uint32_t lanes = (place >> 1 & 1) | (place >> 3 & 1) << 1 | (place >> 6 & 1) << 2, rest = place & ~0x4Au;
    uint32_t base = (rest * 2654435761u >> 20) % 90, more = manners[(rest * 40503u >> 7) % MANNERS][lanes];
    return more == UINT32_MAX ? more : base + more;
}

static void draw(drawn_table* d, uint64_t seed, bool is_regular, bool is_wide)
{
    ploy_random random = {.seed = seed};
    uint32_t shift = 0, manners[MANNERS][8];
    *d = (drawn_table){0};
    pl_arena_init(&d->scratch, NULL, 0);
    pl_pattern_table* t = &d->table;
    for (uint32_t i = 0; i < BOOLS; ++i) add_field(t, 2, 1, &shift);
    add_field(t, 3, 2, &shift);
    t->size = 5u << shift;
    add_field(t, 5, 3, &shift);
    for (uint32_t m = 0; m < MANNERS; ++m) {
        for (uint32_t i = 0; i < 8; ++i)
            manners[m][i] = ploy_random_below(&random, 12) == 0 ? UINT32_MAX : ploy_random_below(&random, 60);
    }
    if (is_wide)
        t->wide_distances = PL_ARENA_ARRAY(&d->scratch, uint16_t, t->size);
    else
        t->distances = PL_ARENA_ARRAY(&d->scratch, uint8_t, t->size);
    for (uint32_t place = 0; place < t->size; ++place) {
        uint32_t distance = draw_distance(&random, place, is_regular, manners);
        if (is_wide)
            t->wide_distances[place] = (uint16_t)(distance == UINT32_MAX ? UINT16_MAX : 3 * distance);
        else
            t->distances[place] = (uint8_t)(distance == UINT32_MAX ? UINT8_MAX : distance);
    }
}

static uint32_t packed_place(const drawn_table* d, uint32_t place)
{
    uint32_t to = 0;
    for (uint32_t i = 0; i < FIELDS; ++i) {
        const pl_pattern_table_field* f = &d->table.fields[i];
        to |= (place >> f->shift & ((1u << f->bits) - 1)) << d->packed.shifts[i];
    }
    return to;
}

static void check(const drawn_table* d, uint32_t divisor)
{
    uint32_t lost = 0;
    for (uint32_t place = 0; place < d->table.size; ++place) {
        if (!pl_pattern_table_is_place(&d->table, place)) continue;
        uint32_t distance = pl_pattern_table_distance(&d->table, place);
        uint32_t wanted = distance == UINT32_MAX ? PL_PACKED_DEAD : distance / divisor;
        uint32_t cost = pl_packed_table_cost(&d->packed, packed_place(d, place));
        if (cost > wanted) fail_msg("place %u costs %u, not %u", place, cost, wanted);
        lost += cost < wanted;
    }
    if (!d->packed.lossy_count) assert_int_equal(lost, 0);
}

static void pack_all(bool is_regular, bool is_wide, size_t room, uint32_t* whole, uint32_t* fitting)
{
    uint32_t divisor = is_wide ? 3 : 1;
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        drawn_table d;
        draw(&d, seed, is_regular, is_wide);
        assert_true(pl_packed_table_build(&d.packed, &d.scratch, &d.table, divisor, room));
        if (d.packed.block_count) {
            assert_true(pl_packed_table_bytes(&d.packed) <= room);
            check(&d, divisor);
            ++*fitting;
            *whole += d.packed.lossy_count == 0;
        }
        pl_arena_destroy(&d.scratch);
    }
}

static void a_table_of_few_manners_is_packed_without_loss(void** unused)
{
    (void)unused;
    uint32_t whole = 0, fitting = 0;
    pack_all(true, false, 2600, &whole, &fitting); // of 5,120 places
    assert_int_equal(fitting, 40);
    assert_in_range(whole, 30, 40);
    pack_all(true, true, 2600, &whole, &fitting);
    assert_int_equal(fitting, 80);
    assert_in_range(whole, 60, 80);
}

static void what_does_not_fit_is_never_too_high(void** unused)
{
    (void)unused;
    static const size_t rooms[] = {60, 200, 400, 1000, 2000, 5120};
    for (uint32_t i = 0; i < 6; ++i) {
        uint32_t whole = 0, fitting = 0;
        pack_all(false, false, rooms[i], &whole, &fitting);
        pack_all(false, true, rooms[i], &whole, &fitting);
        pack_all(true, i % 2, rooms[i], &whole, &fitting);
        if (rooms[i] >= 400) assert_int_equal(fitting, 120);
    }
}

TEST_MAIN(TEST(a_table_of_few_manners_is_packed_without_loss), TEST(what_does_not_fit_is_never_too_high))
