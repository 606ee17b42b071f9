#include "plan/heuristic/packed_table.h"

#include <string.h>

#include "base/hints.h"

enum
{
    MAX_LANE_BITS = 6,
    MAX_LANES = 1 << MAX_LANE_BITS,
    MAX_CLASSES = 256,
    SLOTS = 1024, // of a hash table of classes or signatures
    SAMPLES = 80,
    MAX_CANDIDATES = 8,
};

static const uint64_t FACTORS[MAX_LANE_BITS] = {
    0x9E3779B97F4A7C15u, 0xBF58476D1CE4E5B9u, 0x94D049BB133111EBu,
    0xD6E8FEB86659FD93u, 0xA0761D6478BD642Fu, 0xE7037ED1A0B428DBu,
};

// Which fields are lanes.

// A block that was drawn, seen from one place in it: sum is that of factors[i] times the distance at lane i.
typedef struct block_sample
{
    uint32_t place;
    uint64_t sum;
} block_sample;

typedef struct lane_choice
{
    const pl_pattern_table* table;
    block_sample samples[SAMPLES];
    uint32_t sample_count;
    uint32_t lanes; // bits of places
    uint32_t lane_bits;
    uint32_t offsets[MAX_LANES];
    uint64_t factors[MAX_LANES];
    uint64_t factor_sum;
    uint64_t signatures[SLOTS];
    uint32_t rounds[SLOTS]; // in which the slot was filled
    uint32_t round;
    uint32_t candidates[MAX_CANDIDATES]; // bits of places
    uint32_t candidate_count;
} lane_choice;

static uint32_t raw_distance(const pl_pattern_table* table, uint32_t place)
{
    return table->distances ? table->distances[place] : table->wide_distances[place];
}

static void draw_samples(lane_choice* k)
{
    uint64_t random = 1;
    for (uint32_t tries = 0; tries < 4 * SAMPLES && k->sample_count < SAMPLES; ++tries) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint32_t place = (uint32_t)((random >> 32) * k->table->size >> 32);
        if (!pl_pattern_table_is_place(k->table, place)) continue;
        k->samples[k->sample_count++] = (block_sample){place, raw_distance(k->table, place)};
    }
}

// The sum of a sample whose place has another value in the bit.
static uint64_t sum_across(const lane_choice* k, const block_sample* s, uint32_t bit)
{
    uint32_t base = (s->place & ~k->lanes) ^ bit, count = 1u << k->lane_bits;
    const uint8_t* distances = k->table->distances;
    uint64_t sum = 0;
    if (distances) {
        for (uint32_t i = 0; i < count; ++i) sum += k->factors[i] * distances[base + k->offsets[i]];
    } else {
        for (uint32_t i = 0; i < count; ++i) sum += k->factors[i] * k->table->wide_distances[base + k->offsets[i]];
    }
    return sum;
}

static uint64_t sum_with(const lane_choice* k, const block_sample* s, uint32_t bit)
{
    uint64_t across = sum_across(k, s, bit), factor = FACTORS[k->lane_bits];
    return s->place & bit ? across + factor * s->sum : s->sum + factor * across;
}

static bool is_new_signature(lane_choice* k, uint64_t signature)
{
    uint32_t at = (uint32_t)(signature * FACTORS[0] >> 54);
    for (; k->rounds[at] == k->round; at = (at + 1) % SLOTS) {
        if (k->signatures[at] == signature) return false;
    }
    k->rounds[at] = k->round;
    k->signatures[at] = signature;
    return true;
}

// The number of classes among the samples if the bit is a lane, too; at least `most` if it is not less.
static uint32_t count_classes(lane_choice* k, uint32_t bit, uint32_t most)
{
    uint64_t factor_sum = k->factor_sum * (1 + FACTORS[k->lane_bits]);
    uint32_t count = 0;
    ++k->round;
    for (uint32_t i = 0; i < k->sample_count && count < most; ++i) {
        const block_sample* s = &k->samples[i];
        uint64_t base = raw_distance(k->table, s->place & ~k->lanes & ~bit);
        count += is_new_signature(k, sum_with(k, s, bit) - base * factor_sum);
    }
    return count;
}

static void take_lane(lane_choice* k, uint32_t bit)
{
    uint32_t count = 1u << k->lane_bits;
    for (uint32_t i = 0; i < k->sample_count; ++i) k->samples[i].sum = sum_with(k, &k->samples[i], bit);
    for (uint32_t i = 0; i < count; ++i) {
        k->offsets[count + i] = k->offsets[i] + bit;
        k->factors[count + i] = k->factors[i] * FACTORS[k->lane_bits];
    }
    k->factor_sum *= 1 + FACTORS[k->lane_bits];
    k->lanes |= bit;
    ++k->lane_bits;
}

// Lists the variables of two values with which alone there are the fewest classes. The top field is none, since its
// unused end is not stored.
static void list_candidates(lane_choice* k)
{
    uint32_t classes[MAX_CANDIDATES];
    for (uint32_t i = 0; i + 1 < k->table->field_count; ++i) {
        if (k->table->fields[i].size != 2) continue;
        uint32_t most = k->candidate_count == MAX_CANDIDATES ? classes[MAX_CANDIDATES - 1] : UINT32_MAX;
        uint32_t bit = 1u << k->table->fields[i].shift, count = count_classes(k, bit, most);
        if (count >= most) continue;
        uint32_t at = k->candidate_count < MAX_CANDIDATES ? k->candidate_count++ : MAX_CANDIDATES - 1;
        for (; at > 0 && classes[at - 1] > count; --at) {
            classes[at] = classes[at - 1];
            k->candidates[at] = k->candidates[at - 1];
        }
        classes[at] = count;
        k->candidates[at] = bit;
    }
}

// The candidate that adds the fewest classes; 0: there is none left.
static uint32_t best_lane(lane_choice* k, uint32_t* classes)
{
    uint32_t best = 0;
    *classes = UINT32_MAX;
    for (uint32_t i = 0; *classes > 1 && i < k->candidate_count; ++i) {
        if (k->lanes & k->candidates[i]) continue;
        uint32_t count = count_classes(k, k->candidates[i], *classes);
        if (count >= *classes) continue;
        *classes = count;
        best = k->candidates[i];
    }
    return best;
}

static size_t bytes_with(const pl_pattern_table* table, uint32_t lane_bits, uint32_t classes)
{
    return lane_bits ? 2 * ((size_t)table->size >> lane_bits) + ((size_t)classes << lane_bits) : table->size;
}

// Takes lanes while that saves memory, or until there is room at all. A sample does not see rare classes, so there are
// more.
static void choose_lanes(lane_choice* k, size_t room)
{
    size_t bytes = SIZE_MAX;
    while (k->lane_bits < MAX_LANE_BITS) {
        uint32_t classes, bit = best_lane(k, &classes);
        if (!bit) return;
        size_t more = bytes_with(k->table, k->lane_bits + 1, classes + classes / 2);
        bool has_room = k->lane_bits > 1 && bytes_with(k->table, k->lane_bits, 2) <= room;
        if (more >= bytes && has_room) return;
        bytes = more;
        take_lane(k, bit);
    }
}

// Packing.

typedef struct table_packer
{
    const pl_pattern_table* table;
    pl_packed_table* packed;
    uint32_t divisor;
    uint32_t lanes, others; // bits of places
    uint32_t max_classes;
    bool has_holes;
    uint32_t offsets[MAX_LANES];
    uint16_t slots[SLOTS]; // class plus one
} table_packer;

// The values of `bits` as they are, one after the other.
static uint32_t spread(uint32_t number, uint32_t bits)
{
    uint32_t result = 0;
    for (; bits; bits &= bits - 1, number >>= 1) {
        if (number & 1) result |= bits & (0 - bits);
    }
    return result;
}

static void lay_out(table_packer* k)
{
    for (uint32_t i = 0; i < k->table->field_count; ++i) {
        uint32_t below = (1u << k->table->fields[i].shift) - 1, bit = below + 1;
        k->packed->shifts[i] =
            k->lanes & bit ? pl_count_ones(k->lanes & below) : k->packed->lane_bits + pl_count_ones(k->others & below);
        k->has_holes |= i + 1 < k->table->field_count && k->table->fields[i].size != 1u << k->table->fields[i].bits;
    }
    for (uint32_t i = 0; i < 1u << k->packed->lane_bits; ++i) k->offsets[i] = spread(i, k->lanes);
}

// What compilers make vectors of.
PL_NO_INLINE static uint32_t lowest_of(const uint8_t* costs)
{
    uint8_t lowest[16];
    uint32_t min = PL_PACKED_DEAD;
    memset(lowest, PL_PACKED_DEAD, sizeof lowest);
    for (uint32_t at = 0; at < MAX_LANES; at += 16) {
        for (uint32_t i = 0; i < 16; ++i) lowest[i] = costs[at + i] < lowest[i] ? costs[at + i] : lowest[i];
    }
    for (uint32_t i = 0; i < 16; ++i) min = lowest[i] < min ? lowest[i] : min;
    return min;
}

PL_NO_INLINE static void subtract(uint8_t* costs, uint8_t lowest)
{
    for (uint32_t i = 0; i < MAX_LANES; ++i)
        costs[i] = (uint8_t)(costs[i] == PL_PACKED_DEAD ? PL_PACKED_DEAD : costs[i] - lowest);
}

// The costs of a block's lanes, divided; returns the lowest. The other lanes are dead.
static uint32_t read_block(const table_packer* k, uint32_t first, uint8_t* costs)
{
    uint32_t count = 1u << k->packed->lane_bits;
    const uint8_t* distances = k->table->distances;
    memset(costs, PL_PACKED_DEAD, MAX_LANES);
    if (distances && k->divisor == 1 && count % 4 == 0) {
        const uint8_t* from = distances + first;
        for (uint32_t i = 0; i < count; i += 4) {
            costs[i] = from[k->offsets[i]];
            costs[i + 1] = from[k->offsets[i + 1]];
            costs[i + 2] = from[k->offsets[i + 2]];
            costs[i + 3] = from[k->offsets[i + 3]];
        }
    } else {
        for (uint32_t i = 0; i < count; ++i) {
            uint32_t distance = pl_pattern_table_distance(k->table, first + k->offsets[i]);
            costs[i] = (uint8_t)(distance == UINT32_MAX ? PL_PACKED_DEAD : distance / k->divisor);
        }
    }
    return lowest_of(costs);
}

// Of whole words: the lanes that a block does not have are dead.
static uint32_t hash_of(const uint8_t* code, uint32_t count)
{
    uint64_t hash = 0, word;
    for (uint32_t i = 0; i < count; i += sizeof word) {
        memcpy(&word, code + i, sizeof word);
        hash = (hash ^ word) * FACTORS[0];
        hash ^= hash >> 29;
    }
    return (uint32_t)(hash * FACTORS[1] >> 54);
}

// The class of a code; 0 if there is no room for another.
static uint32_t class_of(table_packer* k, const uint8_t* code)
{
    uint32_t count = 1u << k->packed->lane_bits, at = hash_of(code, count);
    for (; k->slots[at]; at = (at + 1) % SLOTS) {
        uint32_t found = k->slots[at] - 1u;
        if (memcmp(k->packed->codes + ((size_t)found << k->packed->lane_bits), code, count) == 0) return found;
    }
    if (k->packed->class_count == k->max_classes) return ++k->packed->lossy_count, 0;
    uint32_t fresh = k->packed->class_count++;
    memcpy(k->packed->codes + ((size_t)fresh << k->packed->lane_bits), code, count);
    k->slots[at] = (uint16_t)(fresh + 1);
    return fresh;
}

static void pack_block(table_packer* k, uint32_t block, uint32_t first)
{
    uint8_t costs[MAX_LANES];
    uint32_t lowest =
        k->has_holes && !pl_pattern_table_is_place(k->table, first) ? PL_PACKED_DEAD : read_block(k, first, costs);
    k->packed->bases[block] = (uint8_t)lowest;
    k->packed->classes[block] = 0;
    if (lowest == PL_PACKED_DEAD) return;
    subtract(costs, (uint8_t)lowest);
    k->packed->classes[block] = (uint8_t)class_of(k, costs);
}

bool pl_packed_table_build(pl_packed_table* packed, pl_arena* scratch, const pl_pattern_table* table, uint32_t divisor,
                           size_t room)
{
    *packed = (pl_packed_table){0};
    lane_choice* choice = PL_ARENA_ARRAY(scratch, lane_choice, 1);
    table_packer* k = PL_ARENA_ARRAY(scratch, table_packer, 1);
    if (!choice || !k) return false;
    choice->table = table;
    choice->factors[0] = choice->factor_sum = 1;
    draw_samples(choice);
    list_candidates(choice);
    choose_lanes(choice, room);
    packed->lane_bits = choice->lane_bits;
    uint32_t blocks = table->size >> packed->lane_bits;
    if (bytes_with(table, packed->lane_bits, 1) > room) return true;
    size_t classes = packed->lane_bits ? (room - 2 * (size_t)blocks) >> packed->lane_bits : 1;
    *k = (table_packer){.table = table, .packed = packed, .divisor = divisor, .lanes = choice->lanes};
    k->others = ~choice->lanes;
    k->max_classes = classes < MAX_CLASSES ? (uint32_t)classes : MAX_CLASSES;
    packed->bases = pl_arena_alloc(scratch, blocks);
    packed->classes = pl_arena_alloc(scratch, blocks);
    packed->codes = PL_ARENA_ARRAY(scratch, uint8_t, (size_t)k->max_classes << packed->lane_bits);
    if (!packed->bases || !packed->classes || !packed->codes) return false;
    packed->block_count = blocks;
    lay_out(k);
    uint8_t zero[MAX_LANES];
    memset(zero, PL_PACKED_DEAD, sizeof zero);
    memset(zero, 0, (size_t)1 << packed->lane_bits);
    class_of(k, zero);
    uint32_t first = 0;
    for (uint32_t block = 0; block < blocks; ++block) {
        pack_block(k, block, first);
        first = (first - k->others) & k->others;
    }
    return true;
}
