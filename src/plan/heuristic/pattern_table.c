#include "plan/heuristic/pattern_table.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/hints.h"
#include "plan/heuristic/heuristic.h"

// Places that one step of the inner loop works on: the lanes of a block.
#define LANE_BITS 4
#define LANES (1u << LANE_BITS)

// Blocks whose changes are noted together.
#define GROUP_BITS 4
#define GROUP (1u << GROUP_BITS)

// More variants than this take too long to list; below this many, those that are the same in the table are merged.
#define MAX_VARIANTS 8192
#define MERGED_VARIANTS 256

// A move in the table, for one combination of the values that it allows its fields: it can be applied where the place
// has `need` under `mask`, and leads to (place & keep) | set.
typedef struct variant
{
    uint32_t mask, need, keep, set;
    uint32_t cost; // in quanta; the lowest of the merged moves
    uint32_t first_part, part_count;
    uint32_t run;                                           // blocks one after the other that it treats alike
    uint32_t group_free, group_need, group_keep, group_set; // the same as above for the blocks of a group, by runs
    uint32_t seen;                                          // the time when it was last tried everywhere
} variant;

// The lanes of a block from which a variant leads to the lane `ahead` of them.
typedef struct lane_part
{
    int32_t ahead;
    uint8_t barred[LANES]; // all bits set: not these
} lane_part;

// A field whose values a move is split by.
typedef struct split
{
    const pl_pattern_table_field* field;
    const pl_touch* touch;
    const uint64_t* allowed; // values; NULL: all
    uint32_t value;
} split;

typedef struct table
{
    const pl_pattern_variables* variables;
    pl_pattern_table* solved;
    pl_arena* scratch;
    PL_ARRAY(variant) variants;
    PL_ARRAY(lane_part) parts;
    PL_ARRAY(uint32_t) meanings; // variants of each move of the heuristic, from first_meaning on
    uint32_t* first_meaning;     // one more than moves
    ploy_allocator allocator;
    uint32_t* stamps; // per group of blocks: the time of its last change
    size_t places;    // with a block before and one behind
    uint32_t blocks, groups, all_bits;
    uint32_t time, changed;
    uint32_t highest; // cost of a variant
    uint32_t dead;    // the distance of unreachable places: with any cost it fits into a number
    bool is_wide;
} table;

// Fields.

static bool wastes_more(const pl_pattern_variable* a, const pl_pattern_variable* b)
{
    uint64_t waste_a = (1ull << a->bits) - a->size, waste_b = (1ull << b->bits) - b->size;
    return (waste_a << b->bits) > (waste_b << a->bits);
}

pl_pattern_table_extent pl_pattern_table_extend(const pl_pattern_variables* variables, pl_pattern_table_extent extent,
                                                uint32_t added)
{
    bool is_top = extent.top == PLOY_NONE || wastes_more(&variables->list[added], &variables->list[extent.top]);
    return (pl_pattern_table_extent){extent.bits + variables->list[added].bits, is_top ? added : extent.top};
}

uint32_t pl_pattern_table_size(const pl_pattern_variables* variables, pl_pattern_table_extent extent)
{
    if (extent.top == PLOY_NONE) return 1;
    const pl_pattern_variable* top = &variables->list[extent.top];
    return extent.bits > PL_PATTERN_TABLE_FIELDS ? UINT32_MAX : top->size << (extent.bits - top->bits);
}

// How many moves name the pattern variable.
static uint32_t count_moves(const pl_pattern_variables* variables, uint32_t a)
{
    uint32_t count = 0;
    for (uint32_t m = 0; m < variables->regression->heuristic->move_count; ++m) {
        const pl_touch* t = pl_pattern_variables_touch(variables, m, a);
        count += t->allowed || t->kind != PL_TOUCH_NOT;
    }
    return count;
}

// Fields that few moves name are lowest: then most moves treat many places in a row alike.
static void lay_out(pl_pattern_table* s, const pl_pattern_variables* variables, const uint64_t* chosen)
{
    pl_pattern_table_extent extent = PL_PATTERN_TABLE_EMPTY;
    uint32_t shift = 0, counts[PL_PATTERN_TABLE_FIELDS];
    for (uint32_t a = 0; a < variables->count; ++a) {
        if (pl_bits_test(chosen, a)) extent = pl_pattern_table_extend(variables, extent, a);
    }
    const uint32_t top = extent.top;
    for (uint32_t a = 0; a < variables->count; ++a) {
        if (!pl_bits_test(chosen, a) || a == top) continue;
        uint32_t count = count_moves(variables, a), at = s->field_count++;
        for (; at > 0 && counts[at - 1] > count; --at) {
            counts[at] = counts[at - 1];
            s->fields[at] = s->fields[at - 1];
        }
        counts[at] = count;
        s->fields[at] = (pl_pattern_table_field){a, 0, variables->list[a].size, variables->list[a].bits};
    }
    for (uint32_t i = 0; i < s->field_count; ++i) {
        s->fields[i].shift = shift;
        shift += s->fields[i].bits;
    }
    s->fields[s->field_count++] =
        (pl_pattern_table_field){top, shift, variables->list[top].size, variables->list[top].bits};
    s->size = variables->list[top].size << shift;
}

static uint32_t field_mask(const pl_pattern_table_field* f)
{
    return ((1u << f->bits) - 1) << f->shift;
}

static uint32_t only_value(const uint64_t* allowed, uint32_t size)
{
    uint32_t words = pl_bits_words(size), value = pl_bits_next(allowed, words, 0);
    return pl_bits_count(allowed, words) == 1 ? value : PLOY_NONE;
}

bool pl_pattern_table_is_place(const pl_pattern_table* s, uint32_t place)
{
    for (uint32_t i = 0; i < s->field_count; ++i) {
        if ((place & field_mask(&s->fields[i])) >> s->fields[i].shift >= s->fields[i].size) return false;
    }
    return true;
}

// Moves.

static bool is_touched(const table* t, uint32_t move)
{
    for (uint32_t i = 0; i < t->solved->field_count; ++i) {
        if (pl_pattern_variables_touch(t->variables, move, t->solved->fields[i].variable)->kind != PL_TOUCH_NOT)
            return true;
    }
    return false;
}

// Groups the lanes from which the variant leads to another place by how far ahead that is.
static bool add_parts(table* t, variant* v)
{
    const uint32_t low = LANES - 1;
    bool changes_blocks = (~v->keep & t->all_bits & ~low) != 0;
    v->first_part = t->parts.count;
    for (uint32_t lane = 0; lane < LANES; ++lane) {
        if ((lane & v->mask & low) != (v->need & low)) continue;
        int32_t ahead = (int32_t)((lane & v->keep) | (v->set & low)) - (int32_t)lane;
        if (ahead == 0 && !changes_blocks) continue;
        uint32_t at = v->first_part;
        while (at < t->parts.count && t->parts.data[at].ahead != ahead) ++at;
        if (at == t->parts.count) {
            lane_part part = {.ahead = ahead};
            memset(part.barred, 0xFF, sizeof part.barred);
            if (!PL_ARRAY_PUSH(&t->parts, &t->allocator, part)) return false;
        }
        t->parts.data[at].barred[lane] = 0;
    }
    v->part_count = t->parts.count - v->first_part;
    uint32_t named = v->mask | (~v->keep & t->all_bits);
    for (v->run = 1; v->run < GROUP && !(named & v->run * LANES); v->run *= 2) {
    }
    v->group_free = (t->all_bits & ~v->mask) >> LANE_BITS & (GROUP - v->run);
    v->group_need = v->need >> LANE_BITS & (GROUP - 1);
    v->group_keep = v->keep >> LANE_BITS;
    v->group_set = v->set >> LANE_BITS & (GROUP - 1);
    return true;
}

static bool is_same(const variant* a, const variant* b)
{
    return a->mask == b->mask && a->need == b->need && a->keep == b->keep && a->set == b->set;
}

static bool add_variant(table* t, const variant* v)
{
    // A step from a place to itself is useless.
    if ((~v->keep & t->all_bits & ~v->mask) == 0 && ((v->need & v->keep) | v->set) == v->need) return true;
    uint32_t at = 0, end = t->variants.count < MERGED_VARIANTS ? t->variants.count : 0;
    while (at < end && !is_same(&t->variants.data[at], v)) ++at;
    if (at == end) at = t->variants.count;
    if (at == t->variants.count) {
        if (!PL_ARRAY_PUSH(&t->variants, &t->allocator, *v) || !add_parts(t, &t->variants.data[at])) return false;
    }
    if (v->cost < t->variants.data[at].cost) t->variants.data[at].cost = v->cost;
    return PL_ARRAY_PUSH(&t->meanings, &t->allocator, at);
}

static void fix(variant* v, const pl_pattern_table_field* f, uint32_t value)
{
    v->mask |= field_mask(f);
    v->need |= value << f->shift;
}

static void put(variant* v, const pl_pattern_table_field* f, uint32_t value)
{
    v->keep &= ~field_mask(f);
    v->set |= value << f->shift;
}

// Where the field has the value that the move gives it, a move that changes nothing else is useless anyway.
static bool only_excludes_result(const table* t, uint32_t move, const pl_pattern_table_field* f, const pl_touch* touch)
{
    if (pl_bits_test(touch->allowed, (uint32_t)touch->amount)) return false;
    if (pl_bits_count(touch->allowed, pl_bits_words(f->size)) != f->size - 1) return false;
    for (uint32_t i = 0; i < t->solved->field_count; ++i) {
        const pl_pattern_table_field* other = &t->solved->fields[i];
        if (other != f && pl_pattern_variables_touch(t->variables, move, other->variable)->kind != PL_TOUCH_NOT)
            return false;
    }
    return true;
}

// What the move requires of a field and does to it. True: it is to be split by the values of the field.
static bool project_field(const table* t, uint32_t move, const pl_pattern_table_field* f, const pl_touch* touch,
                          variant* v)
{
    if (touch->kind == PL_TOUCH_ADD) return true;
    if (touch->kind == PL_TOUCH_SET) put(v, f, (uint32_t)touch->amount);
    if (!touch->allowed) return false;
    uint32_t only = only_value(touch->allowed, f->size);
    if (only != PLOY_NONE) return fix(v, f, only), false;
    return touch->kind == PL_TOUCH_NOT || !only_excludes_result(t, move, f, touch);
}

// Can the move be applied with this value of the field?
static bool allows(const split* s, uint32_t value)
{
    if (s->allowed && !pl_bits_test(s->allowed, value)) return false;
    int64_t after = (int64_t)value + (s->touch->kind == PL_TOUCH_ADD ? s->touch->amount : 0);
    return after >= 0 && after < s->field->size;
}

static bool add_split(table* t, const variant* base, const split* splits, uint32_t count)
{
    variant v = *base;
    for (uint32_t i = 0; i < count; ++i) {
        const split* s = &splits[i];
        if (!allows(s, s->value)) return true;
        fix(&v, s->field, s->value);
        if (s->touch->kind == PL_TOUCH_ADD) put(&v, s->field, s->value + (uint32_t)s->touch->amount);
    }
    return add_variant(t, &v);
}

// Counts through all combinations of values; false after the last.
static bool next_combination(split* splits, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (++splits[i].value < splits[i].field->size) return true;
        splits[i].value = 0;
    }
    return false;
}

static pl_solve_result project_move(table* t, uint32_t move, uint32_t cost)
{
    split splits[PL_PATTERN_TABLE_FIELDS];
    uint32_t count = 0;
    variant v = {.keep = UINT32_MAX, .cost = cost};
    if (!is_touched(t, move)) return PL_SOLVED;
    for (uint32_t i = 0; i < t->solved->field_count; ++i) {
        const pl_pattern_table_field* f = &t->solved->fields[i];
        const pl_touch* touch = pl_pattern_variables_touch(t->variables, move, f->variable);
        if (project_field(t, move, f, touch, &v)) splits[count++] = (split){f, touch, touch->allowed, 0};
    }
    do {
        if (t->variants.count >= MAX_VARIANTS) return PL_SOLVE_TOO_BIG;
        if (!add_split(t, &v, splits, count)) return PL_SOLVE_NO_MEMORY;
    } while (next_combination(splits, count));
    return PL_SOLVED;
}

static pl_solve_result project_moves(table* t, const uint32_t* left, uint32_t quantum)
{
    uint32_t moves = t->variables->regression->heuristic->move_count;
    pl_solve_result result = PL_SOLVED;
    for (uint32_t m = 0; m < moves && result == PL_SOLVED; ++m) {
        uint32_t cost = left[m] / quantum;
        t->first_meaning[m] = t->meanings.count;
        t->highest = cost > t->highest ? cost : t->highest;
        result = project_move(t, m, cost);
    }
    t->first_meaning[moves] = t->meanings.count;
    return result;
}

// Blocks.

PL_INLINE bool is_equal(const void* a, const void* b, size_t bytes)
{
    uint64_t differences = 0, x, y;
    for (size_t i = 0; i < bytes; i += sizeof x) {
        memcpy(&x, (const char*)a + i, sizeof x);
        memcpy(&y, (const char*)b + i, sizeof y);
        differences |= x ^ y;
    }
    return differences == 0;
}

// Improves a block: each lane gets the price plus what is at `from`, unless the lane is barred. Adds the bits that it
// changed to `changes`. Compilers make vectors of this. No sum is too high: unreachable places have `dead`.
#define RELAX_BLOCK(T, to, from)                                                                                       \
    do {                                                                                                               \
        memcpy(before, to, sizeof before);                                                                             \
        memcpy(after, from, sizeof after);                                                                             \
        for (uint32_t i = 0; i < LANES; ++i) {                                                                         \
            T sum = (T)((T)(after[i] + price) | excluded[i]);                                                          \
            after[i] = sum < before[i] ? sum : before[i];                                                              \
            changes[i] |= before[i] ^ after[i];                                                                        \
        }                                                                                                              \
        memcpy(to, after, sizeof after);                                                                               \
    } while (0)

#define RELAX_PAIR(T, to, from)                                                                                        \
    do {                                                                                                               \
        RELAX_BLOCK(T, to, from);                                                                                      \
        RELAX_BLOCK(T, (to) + LANES, (from) + LANES);                                                                  \
    } while (0)

#define RELAX_RUN(T, to, from, count)                                                                                  \
    do {                                                                                                               \
        T* next = to;                                                                                                  \
        const T *other = from, *end = other + (size_t)(count)*LANES;                                                   \
        for (; other < end; other += 4 * LANES, next += 4 * LANES) {                                                   \
            RELAX_PAIR(T, next, other);                                                                                \
            RELAX_PAIR(T, next + 2 * LANES, other + 2 * LANES);                                                        \
        }                                                                                                              \
    } while (0)

// Improves the blocks that the variant applies to, from the lanes of one part. Only groups that lead to one which has
// changed since are tried again.
#define DEFINE_RELAX(name, T, MAX)                                                                                     \
    static void name(table* t, T* distances, const variant* v, const lane_part* part)                                  \
    {                                                                                                                  \
        T before[LANES], after[LANES], changes[LANES], excluded[LANES];                                                \
        const T price = (T)v->cost, none[LANES] = {0};                                                                 \
        const uint32_t shift = LANE_BITS + GROUP_BITS, free_groups = (t->all_bits & ~v->mask) >> shift;                \
        const uint32_t run = v->run, free_blocks = v->group_free, seen = v->seen, groups = t->groups;                  \
        const uint32_t need = v->group_need, keep = v->group_keep, set = v->group_set;                                 \
        const uint32_t need_groups = v->need >> shift, keep_groups = v->keep >> shift, set_groups = v->set >> shift;   \
        uint32_t* stamps = t->stamps;                                                                                  \
        uint32_t other_groups = 0;                                                                                     \
        for (uint32_t i = 0; i < LANES; ++i) excluded[i] = (T)(part->barred[i] * (MAX / UINT8_MAX));                   \
        do {                                                                                                           \
            uint32_t to = need_groups | other_groups, from = (to & keep_groups) | set_groups;                          \
            other_groups = (other_groups - free_groups) & free_groups;                                                 \
            if (to >= groups || stamps[from] <= seen) continue;                                                        \
            T* first_block = distances + (size_t)to * GROUP * LANES;                                                   \
            const T* first_source = distances + (size_t)from * GROUP * LANES + part->ahead;                            \
            uint32_t other_blocks = 0;                                                                                 \
            memcpy(changes, none, sizeof changes);                                                                     \
            if (run == GROUP) RELAX_RUN(T, first_block, first_source, GROUP);                                          \
            while (run < GROUP) {                                                                                      \
                uint32_t at = need | other_blocks;                                                                     \
                T* there = first_block + (size_t)at * LANES;                                                           \
                const T* source = first_source + (size_t)((at & keep) | set) * LANES;                                  \
                other_blocks = (other_blocks - free_blocks) & free_blocks;                                             \
                if (run == 1)                                                                                          \
                    RELAX_BLOCK(T, there, source);                                                                     \
                else if (run == 2)                                                                                     \
                    RELAX_PAIR(T, there, source);                                                                      \
                else                                                                                                   \
                    RELAX_RUN(T, there, source, run);                                                                  \
                if (!other_blocks) break;                                                                              \
            }                                                                                                          \
            if (!is_equal(changes, none, sizeof changes)) stamps[to] = t->changed = t->time;                           \
        } while (other_groups);                                                                                        \
    }

DEFINE_RELAX(relax, uint8_t, UINT8_MAX)
DEFINE_RELAX(relax_wide, uint16_t, UINT16_MAX)

static void relax_all(table* t, variant* v)
{
    const lane_part* part = &t->parts.data[v->first_part];
    ++t->time;
    for (const lane_part* end = part + v->part_count; part < end; ++part) {
        if (t->is_wide)
            relax_wide(t, t->solved->wide_distances, v, part);
        else
            relax(t, t->solved->distances, v, part);
    }
    v->seen = t->time;
}

static void write_goal(table* t, uint32_t place)
{
    if (t->is_wide)
        t->solved->wide_distances[place] = 0;
    else
        t->solved->distances[place] = 0;
    t->stamps[place / LANES / GROUP] = t->changed = t->time;
}

// Goals in a row.
static void write_goals(table* t, uint32_t first, uint32_t count)
{
    if (t->is_wide)
        memset(t->solved->wide_distances + first, 0, count * sizeof(uint16_t));
    else
        memset(t->solved->distances + first, 0, count);
    for (uint32_t place = first; place < first + count; place += LANES * GROUP) write_goal(t, place);
}

static bool has_values(const split* splits, uint32_t count, uint32_t place)
{
    for (uint32_t i = 0; i < count; ++i) {
        const pl_pattern_table_field* f = splits[i].field;
        uint32_t value = (place & field_mask(f)) >> f->shift;
        if (value >= f->size || (splits[i].allowed && !pl_bits_test(splits[i].allowed, value))) return false;
    }
    return true;
}

static void insert_goals(table* t, uint32_t alternative)
{
    const pl_pattern_table* s = t->solved;
    split splits[PL_PATTERN_TABLE_FIELDS];
    variant goal = {0};
    uint32_t others = 0, count = 0, named = 0;
    for (uint32_t i = 0; i < s->field_count; ++i) {
        const pl_pattern_table_field* f = &s->fields[i];
        const uint64_t* allowed = pl_pattern_variables_goal(t->variables, alternative, f->variable);
        uint32_t only = allowed ? only_value(allowed, f->size) : PLOY_NONE;
        if (only != PLOY_NONE)
            fix(&goal, f, only);
        else if (allowed || f->size != 1u << f->bits)
            splits[count++] = (split){.field = f, .allowed = allowed};
        if (allowed || f->size != 1u << f->bits) named |= field_mask(f);
    }
    // The lowest bits that nothing restricts are places in a row.
    const uint32_t stops = named | (t->all_bits + 1), run = stops & (0 - stops);
    const uint32_t free_bits = t->all_bits & ~goal.mask & (0 - run);
    const uint32_t places = run < s->size ? run : s->size;
    do {
        uint32_t place = goal.need | others;
        others = (others - free_bits) & free_bits;
        if (place >= s->size || (count && !has_values(splits, count, place))) continue;
        if (places < LANES)
            for (uint32_t i = 0; i < places; ++i) write_goal(t, place + i);
        else
            write_goals(t, place, places);
    } while (others);
}

// At first every place is unreachable.
static void clear(table* t)
{
    if (!t->is_wide) {
        memset(t->solved->distances - LANES, (int)t->dead, t->places);
        return;
    }
    for (size_t i = 0; i < t->places; ++i) (t->solved->wide_distances - LANES)[i] = (uint16_t)t->dead;
}

static void solve(table* t)
{
    clear(t);
    memset(t->stamps, 0, t->groups * sizeof *t->stamps);
    t->time = t->changed = 1;
    for (uint32_t i = 0; i < t->variants.count; ++i) t->variants.data[i].seen = 0;
    for (uint32_t i = 0; i < t->variables->regression->goal_count; ++i) insert_goals(t, i);
    for (uint32_t before = 0; before < t->changed;) {
        before = t->time;
        for (uint32_t i = t->variants.count; i-- > 0;) {
            if (t->changed > t->variants.data[i].seen) relax_all(t, &t->variants.data[i]);
        }
    }
}

// The highest distance of a block that is not unreachable, which is marked from now on; and the most that a step from
// `to` gains, and whether that is all that it costs: vectors as above.
#define DEFINE_HIGHEST(name, T, MAX)                                                                                   \
    PL_NO_INLINE static void name(T* block, T dead, T* highest)                                                        \
    {                                                                                                                  \
        T known[LANES], most[LANES];                                                                                   \
        memcpy(known, block, sizeof known);                                                                            \
        memcpy(most, highest, sizeof most);                                                                            \
        for (uint32_t i = 0; i < LANES; ++i) {                                                                         \
            T reached = known[i] == dead ? 0 : known[i];                                                               \
            most[i] = reached > most[i] ? reached : most[i];                                                           \
            known[i] = known[i] == dead ? MAX : known[i];                                                              \
        }                                                                                                              \
        memcpy(block, known, sizeof known);                                                                            \
        memcpy(highest, most, sizeof most);                                                                            \
    }

#define DEFINE_GAIN(name, T, MAX)                                                                                      \
    static bool name(const T* to, const T* from, const uint8_t* barred, const variant* v, T* gain)                     \
    {                                                                                                                  \
        T before[LANES], after[LANES], most[LANES], included[LANES], ends[LANES];                                      \
        const T cost = (T)v->cost, none[LANES] = {0};                                                                  \
        const uint32_t run = v->run, free_bits = v->group_free, need = v->group_need, keep = v->group_keep,            \
                       set = v->group_set;                                                                             \
        uint32_t others = 0;                                                                                           \
        memcpy(most, gain, sizeof most);                                                                               \
        for (uint32_t i = 0; i < LANES; ++i) included[i] = (T) ~(barred[i] * (MAX / UINT8_MAX));                       \
        do {                                                                                                           \
            uint32_t at = need | others;                                                                               \
            const T *there = to + (size_t)at * LANES, *source = from + (size_t)((at & keep) | set) * LANES,            \
                    *end = source + (size_t)run * LANES;                                                               \
            others = (others - free_bits) & free_bits;                                                                 \
            for (; source < end; source += LANES, there += LANES) {                                                    \
                memcpy(before, there, sizeof before);                                                                  \
                memcpy(after, source, sizeof after);                                                                   \
                for (uint32_t i = 0; i < LANES; ++i) {                                                                 \
                    T higher = before[i] > after[i] ? before[i] : after[i];                                            \
                    T difference = (T)((T)(higher - after[i]) & included[i]);                                          \
                    most[i] = difference > most[i] ? difference : most[i];                                             \
                }                                                                                                      \
            }                                                                                                          \
        } while (others);                                                                                              \
        memcpy(gain, most, sizeof most);                                                                               \
        for (uint32_t i = 0; i < LANES; ++i) ends[i] = most[i] >= cost;                                                \
        return !is_equal(ends, none, sizeof ends);                                                                     \
    }

DEFINE_HIGHEST(note_highest, uint8_t, UINT8_MAX)
DEFINE_HIGHEST(note_highest_wide, uint16_t, UINT16_MAX)
DEFINE_GAIN(note_gain, uint8_t, UINT8_MAX)
DEFINE_GAIN(note_gain_wide, uint16_t, UINT16_MAX)

typedef struct lane_maxima
{
    uint8_t narrow[LANES];
    uint16_t wide[LANES];
} lane_maxima;

static uint32_t max_of(const lane_maxima* maxima)
{
    uint32_t max = 0;
    for (uint32_t i = 0; i < LANES; ++i) {
        max = maxima->narrow[i] > max ? maxima->narrow[i] : max;
        max = maxima->wide[i] > max ? maxima->wide[i] : max;
    }
    return max;
}

static uint32_t find_highest(table* t)
{
    lane_maxima highest = {0};
    for (uint32_t b = 0; b < t->blocks; ++b) {
        if (t->is_wide)
            note_highest_wide(t->solved->wide_distances + (size_t)b * LANES, (uint16_t)t->dead, highest.wide);
        else
            note_highest(t->solved->distances + (size_t)b * LANES, (uint8_t)t->dead, highest.narrow);
    }
    return max_of(&highest);
}

// The part of each cost that the table uses.

// True: all of the cost is needed.
static bool note_needed(const table* t, const variant* v, uint32_t to, uint32_t from, lane_maxima* needed)
{
    size_t there = (size_t)to * GROUP * LANES, source = (size_t)from * GROUP * LANES;
    bool is_all = false;
    for (uint32_t i = 0; i < v->part_count; ++i) {
        const lane_part* part = &t->parts.data[v->first_part + i];
        if (t->is_wide)
            is_all |= note_gain_wide(t->solved->wide_distances + there,
                                     t->solved->wide_distances + source + part->ahead, part->barred, v, needed->wide);
        else
            is_all |= note_gain(t->solved->distances + there, t->solved->distances + source + part->ahead, part->barred,
                                v, needed->narrow);
    }
    return is_all;
}

static uint32_t needed_cost(const table* t, const variant* v)
{
    const uint32_t shift = LANE_BITS + GROUP_BITS, free_bits = (t->all_bits & ~v->mask) >> shift;
    uint32_t need = v->need >> shift, keep = v->keep >> shift, set = v->set >> shift, others = 0;
    lane_maxima needed = {0};
    do {
        uint32_t to = need | others;
        others = (others - free_bits) & free_bits;
        if (to < t->groups && note_needed(t, v, to, (to & keep) | set, &needed)) return v->cost;
    } while (others);
    return max_of(&needed);
}

static void charge(table* t, uint32_t* left, uint32_t quantum)
{
    for (uint32_t i = 0; i < t->variants.count; ++i) t->variants.data[i].cost = needed_cost(t, &t->variants.data[i]);
    for (uint32_t m = 0; m < t->variables->regression->heuristic->move_count; ++m) {
        uint32_t max = 0;
        for (uint32_t i = t->first_meaning[m]; i < t->first_meaning[m + 1]; ++i) {
            uint32_t needed = t->variants.data[t->meanings.data[i]].cost;
            max = needed > max ? needed : max;
        }
        left[m] -= max * quantum;
    }
}

// Blocks are read from up to a block before and behind them.
static bool make_room(table* t)
{
    uint32_t moves = t->variables->regression->heuristic->move_count, size = t->solved->size;
    t->all_bits = LANES * GROUP - 1;
    while (t->all_bits < size - 1) t->all_bits = 2 * t->all_bits + 1;
    t->groups = (size + LANES * GROUP - 1) / (LANES * GROUP);
    t->blocks = t->groups * GROUP;
    size_t places = ((size_t)t->blocks + 2) * LANES, width = t->is_wide ? sizeof(uint16_t) : sizeof(uint8_t);
    uint8_t* distances = pl_arena_alloc(t->scratch, places * width);
    if (!distances) return false;
    t->places = places;
    t->solved->distances = t->is_wide ? NULL : distances + LANES;
    t->solved->wide_distances = t->is_wide ? (uint16_t*)distances + LANES : NULL;
    t->stamps = pl_arena_alloc(t->scratch, t->groups * sizeof *t->stamps);
    t->first_meaning = PL_ARENA_ARRAY(t->scratch, uint32_t, moves + 1);
    return t->stamps && t->first_meaning;
}

static pl_solve_result solve_in(pl_pattern_table* solved, pl_arena* scratch, const pl_pattern_variables* variables,
                                uint32_t* left, uint32_t quantum, bool is_last, bool is_wide)
{
    table t = {.variables = variables, .solved = solved, .scratch = scratch, .is_wide = is_wide};
    t.allocator = pl_arena_allocator(scratch);
    if (!make_room(&t)) return PL_SOLVE_NO_MEMORY;
    pl_solve_result result = project_moves(&t, left, quantum);
    if (result != PL_SOLVED) return result;
    const uint32_t max = is_wide ? UINT16_MAX : UINT8_MAX;
    if (t.highest >= max / 2) return PL_SOLVE_TOO_BIG;
    t.dead = max - t.highest;
    solve(&t);
    // Costs near the highest number may have been cut off.
    solved->highest = find_highest(&t);
    if (solved->highest + t.highest >= t.dead) return PL_SOLVE_TOO_BIG;
    if (!is_last) charge(&t, left, quantum);
    return PL_SOLVED;
}

pl_solve_result pl_pattern_table_solve(pl_pattern_table* solved, pl_arena* scratch,
                                       const pl_pattern_variables* variables, const uint64_t* chosen, uint32_t* left,
                                       uint32_t quantum, bool is_last)
{
    *solved = (pl_pattern_table){0};
    lay_out(solved, variables, chosen);
    if (solved->size > PL_PATTERN_TABLE_PLACES) return PL_SOLVE_TOO_BIG;
    pl_solve_result result = solve_in(solved, scratch, variables, left, quantum, is_last, false);
    return result == PL_SOLVE_TOO_BIG ? solve_in(solved, scratch, variables, left, quantum, is_last, true) : result;
}

uint64_t pl_pattern_table_mean(const pl_pattern_table* s)
{
    uint64_t sum = 0;
    const uint32_t highest = s->highest;
    for (uint32_t p = 0; s->distances && p < s->size; ++p) sum += s->distances[p] < highest ? s->distances[p] : highest;
    for (uint32_t p = 0; s->wide_distances && p < s->size; ++p)
        sum += s->wide_distances[p] < highest ? s->wide_distances[p] : highest;
    return sum * 256 / s->size;
}
