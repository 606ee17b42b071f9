#include "plan/heuristic/pattern_table.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/hints.h"
#include "plan/heuristic/heuristic.h"

#define NOWHERE UINT16_MAX

// A move in the table, backward: from a place after it to the places before it. Moves that are the same in the table
// are merged.
typedef struct table_move
{
    // The place after must have `need` under `need_mask`: what the move sets, and what it requires of fields that it
    // does not change.
    uint32_t need_mask, need;
    uint32_t set_mask;
    uint32_t add;
    uint32_t cost;                       // in quanta; the lowest of the merged moves
    uint32_t first_origin, origin_count; // values that the set fields may have had before
    uint32_t first_test, test_count;     // fields with several values, or added to
} table_move;

typedef struct table_test
{
    uint32_t shift, mask, size;
    int32_t amount; // subtracted first
    const uint64_t* allowed;
} table_test;

typedef struct table
{
    const pl_pattern_variables* variables;
    pl_pattern_table* solved;
    table_move* moves;
    uint32_t move_count;
    uint32_t* looks_like; // per move of the heuristic: the table's move; PLOY_NONE: it changes nothing in the table
    table_test* tests;
    uint32_t test_count;
    uint32_t* origins;
    uint32_t origin_count, origin_capacity;
    uint64_t* matches; // match_words per place: the moves that lead to it
    uint32_t match_words;
    uint16_t *next, *previous;
    uint16_t* buckets;
    uint32_t all_bits;    // of a place
    uint32_t bucket_mask; // a power of two above the highest cost of a move, minus one
    uint32_t waiting;
} table;

// Fields.

static bool wastes_more(const pl_pattern_variable* a, const pl_pattern_variable* b)
{
    uint64_t waste_a = (1ull << a->bits) - a->size, waste_b = (1ull << b->bits) - b->size;
    return (waste_a << b->bits) > (waste_b << a->bits);
}

static uint32_t top_variable(const pl_pattern_variables* variables, const uint64_t* chosen, uint32_t* bits)
{
    uint32_t top = PLOY_NONE;
    *bits = 0;
    for (uint32_t a = 0; a < variables->count; ++a) {
        if (!pl_bits_test(chosen, a)) continue;
        *bits += variables->list[a].bits;
        if (top == PLOY_NONE || wastes_more(&variables->list[a], &variables->list[top])) top = a;
    }
    return top;
}

uint32_t pl_pattern_table_size(const pl_pattern_variables* variables, const uint64_t* chosen)
{
    uint32_t bits, top = top_variable(variables, chosen, &bits);
    if (top == PLOY_NONE) return 1;
    return bits > PL_PATTERN_TABLE_FIELDS ? UINT32_MAX
                                          : variables->list[top].size << (bits - variables->list[top].bits);
}

static void lay_out(pl_pattern_table* s, const pl_pattern_variables* variables, const uint64_t* chosen)
{
    uint32_t all, shift = 0, top = top_variable(variables, chosen, &all);
    for (uint32_t a = 0; a < variables->count; ++a) {
        if (!pl_bits_test(chosen, a) || a == top) continue;
        s->fields[s->field_count++] =
            (pl_pattern_table_field){a, shift, variables->list[a].size, variables->list[a].bits};
        shift += variables->list[a].bits;
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

// Moves.

static bool add_origins(table* t, table_move* m, const pl_pattern_table_field* f, const uint64_t* allowed)
{
    uint32_t old = m->origin_count, values = allowed ? pl_bits_count(allowed, pl_bits_words(f->size)) : f->size;
    if ((uint64_t)m->first_origin + old + (uint64_t)old * values > t->origin_capacity) return false;
    uint32_t* origins = t->origins + m->first_origin;
    m->origin_count = 0;
    // Old origins come first. Their copies, one per value, are appended, and then all copies move to the front.
    uint32_t* fresh = origins + old;
    for (uint32_t v = 0; v < f->size; ++v) {
        if (allowed && !pl_bits_test(allowed, v)) continue;
        for (uint32_t i = 0; i < old; ++i) fresh[m->origin_count++] = origins[i] | v << f->shift;
    }
    memmove(origins, fresh, m->origin_count * sizeof *origins);
    t->origin_count = m->first_origin + m->origin_count;
    return true;
}

static bool is_touched(const table* t, uint32_t move)
{
    for (uint32_t i = 0; i < t->solved->field_count; ++i) {
        if (pl_pattern_variables_touch(t->variables, move, t->solved->fields[i].variable)->kind != PL_TOUCH_NOT)
            return true;
    }
    return false;
}

static bool project_field(table* t, table_move* m, const pl_pattern_table_field* f, const pl_touch* touch)
{
    uint32_t mask = field_mask(f);
    if (touch->kind == PL_TOUCH_SET) {
        m->need_mask |= mask;
        m->set_mask |= mask;
        m->need |= (uint32_t)touch->amount << f->shift;
        return add_origins(t, m, f, touch->allowed);
    }
    if (touch->kind == PL_TOUCH_NOT && !touch->allowed) return true;
    uint32_t only = touch->kind == PL_TOUCH_NOT ? only_value(touch->allowed, f->size) : PLOY_NONE;
    if (only != PLOY_NONE) {
        m->need_mask |= mask;
        m->need |= only << f->shift;
        return true;
    }
    int32_t amount = touch->kind == PL_TOUCH_ADD ? touch->amount : 0;
    m->add += (uint32_t)amount << f->shift;
    t->tests[t->test_count++] = (table_test){f->shift, (1u << f->bits) - 1, f->size, amount, touch->allowed};
    return true;
}

// A move from a place to itself is useless.
static void drop_standing_still(table* t, table_move* m)
{
    uint32_t kept = 0, still = m->need & m->set_mask;
    uint32_t* origins = t->origins + m->first_origin;
    for (uint32_t i = 0; i < m->origin_count; ++i) {
        if (origins[i] != still || m->add) origins[kept++] = origins[i];
    }
    m->origin_count = kept;
    t->origin_count = m->first_origin + kept;
}

static bool looks_alike(const table* t, const table_move* a, const table_move* b)
{
    if (a->need_mask != b->need_mask || a->need != b->need || a->set_mask != b->set_mask || a->test_count ||
        b->test_count)
        return false;
    return a->origin_count == b->origin_count &&
           !memcmp(t->origins + a->first_origin, t->origins + b->first_origin, a->origin_count * sizeof *t->origins);
}

static void unite(table* t, uint32_t move, const table_move* m)
{
    for (uint32_t i = 0; i < t->move_count; ++i) {
        if (!looks_alike(t, &t->moves[i], m)) continue;
        if (m->cost < t->moves[i].cost) t->moves[i].cost = m->cost;
        t->looks_like[move] = i;
        t->origin_count = m->first_origin;
        return;
    }
    t->looks_like[move] = t->move_count;
    t->moves[t->move_count++] = *m;
}

static bool project_move(table* t, uint32_t move, uint32_t cost)
{
    t->looks_like[move] = PLOY_NONE;
    if (!is_touched(t, move)) return true;
    table_move m = {.cost = cost, .first_origin = t->origin_count, .origin_count = 1, .first_test = t->test_count};
    if (t->origin_count == t->origin_capacity) return false;
    t->origins[t->origin_count++] = 0;
    for (uint32_t i = 0; i < t->solved->field_count; ++i) {
        const pl_pattern_table_field* f = &t->solved->fields[i];
        if (!project_field(t, &m, f, pl_pattern_variables_touch(t->variables, move, f->variable))) return false;
    }
    m.test_count = t->test_count - m.first_test;
    drop_standing_still(t, &m);
    if (m.origin_count) unite(t, move, &m);
    return true;
}

static bool passes(const table* t, const table_move* m, uint32_t place)
{
    for (uint32_t i = 0; i < m->test_count; ++i) {
        const table_test* test = &t->tests[m->first_test + i];
        int64_t before = (int64_t)(place >> test->shift & test->mask) - test->amount;
        if (before < 0 || before >= test->size || (test->allowed && !pl_bits_test(test->allowed, (uint32_t)before)))
            return false;
    }
    return true;
}

// The queue.

static void insert(table* t, uint32_t place, uint32_t distance)
{
    uint16_t* head = &t->buckets[distance & t->bucket_mask];
    t->solved->distance[place] = distance;
    t->next[place] = *head;
    t->previous[place] = NOWHERE;
    if (*head != NOWHERE) t->previous[*head] = (uint16_t)place;
    *head = (uint16_t)place;
    ++t->waiting;
}

static void withdraw(table* t, uint32_t place)
{
    uint16_t next = t->next[place], previous = t->previous[place];
    if (next != NOWHERE) t->previous[next] = previous;
    if (previous != NOWHERE)
        t->next[previous] = next;
    else
        t->buckets[t->solved->distance[place] & t->bucket_mask] = next;
    --t->waiting;
}

// Marks the places that a move leads to: `need` with every combination of the other bits. With this, a place does not
// have to check every move.
static void match(table* t, uint32_t index)
{
    const table_move* m = &t->moves[index];
    uint32_t others = 0;
    const uint32_t free_bits = t->all_bits & ~m->need_mask;
    do {
        uint32_t place = m->need | others;
        others = (others - free_bits) & free_bits;
        if (place >= t->solved->size || (m->test_count && !passes(t, m, place))) continue;
        t->matches[(size_t)place * t->match_words + index / 64] |= 1ull << (index % 64);
    } while (others);
}

static void reach_back_by(table* t, const table_move* m, uint32_t place, uint32_t distance)
{
    uint32_t rest = (place & ~m->set_mask) - m->add, g = distance + m->cost;
    for (uint32_t w = 0; w < m->origin_count; ++w) {
        uint32_t before = rest | t->origins[m->first_origin + w], known = t->solved->distance[before];
        if (known <= g) continue;
        if (known != UINT32_MAX) withdraw(t, before);
        insert(t, before, g);
    }
}

static void reach_back(table* t, uint32_t place, uint32_t distance)
{
    const uint64_t* matches = t->matches + (size_t)place * t->match_words;
    for (uint32_t i = 0; i < t->match_words; ++i) {
        for (uint64_t left = matches[i]; left; left &= left - 1) {
            reach_back_by(t, &t->moves[64 * i + pl_trailing_zeros(left)], place, distance);
        }
    }
}

static bool has_holes(const pl_pattern_table* s)
{
    for (uint32_t i = 0; i + 1 < s->field_count; ++i) {
        if (s->fields[i].size != 1u << s->fields[i].bits) return true;
    }
    return false;
}

static bool is_place(const pl_pattern_table* s, uint32_t place)
{
    for (uint32_t i = 0; i < s->field_count; ++i) {
        if ((place & field_mask(&s->fields[i])) >> s->fields[i].shift >= s->fields[i].size) return false;
    }
    return true;
}

static void insert_goals(table* t, uint32_t alternative)
{
    pl_pattern_table* s = t->solved;
    uint32_t mask = 0, value = 0;
    bool holes = has_holes(s);
    table_move tests = {.first_test = t->test_count};
    for (uint32_t i = 0; i < s->field_count; ++i) {
        const pl_pattern_table_field* f = &s->fields[i];
        const uint64_t* allowed = pl_pattern_variables_goal(t->variables, alternative, f->variable);
        uint32_t only = allowed ? only_value(allowed, f->size) : PLOY_NONE;
        if (only != PLOY_NONE)
            mask |= field_mask(f), value |= only << f->shift;
        else if (allowed)
            t->tests[tests.first_test + tests.test_count++] =
                (table_test){f->shift, (1u << f->bits) - 1, f->size, 0, allowed};
    }
    for (uint32_t p = 0; p < s->size; ++p) {
        if ((p & mask) != value || s->distance[p] == 0 || (holes && !is_place(s, p))) continue;
        if (!tests.test_count || passes(t, &tests, p)) insert(t, p, 0);
    }
}

static void solve(table* t)
{
    memset(t->buckets, 0xFF, (t->bucket_mask + 1) * sizeof *t->buckets);
    memset(t->solved->distance, 0xFF, t->solved->size * sizeof *t->solved->distance);
    for (uint32_t i = 0; i < t->move_count; ++i) match(t, i);
    for (uint32_t i = 0; i < t->variables->regression->goal_count; ++i) insert_goals(t, i);
    for (uint32_t d = 0; t->waiting; ++d) {
        for (uint32_t place; (place = t->buckets[d & t->bucket_mask]) != NOWHERE;) {
            withdraw(t, place);
            reach_back(t, place, d);
        }
    }
}

// The part of each cost that the table uses.

static uint32_t needed_cost(const table* t, uint32_t index)
{
    const table_move* m = &t->moves[index];
    const uint32_t* distances = t->solved->distance;
    const uint32_t free_bits = t->all_bits & ~m->need_mask;
    uint32_t max = 0, others = 0;
    do {
        uint32_t p = m->need | others;
        others = (others - free_bits) & free_bits;
        if (p >= t->solved->size || distances[p] == UINT32_MAX || (m->test_count && !passes(t, m, p))) continue;
        uint32_t rest = (p & ~m->set_mask) - m->add;
        for (uint32_t w = 0; w < m->origin_count; ++w) {
            uint32_t before = distances[rest | t->origins[m->first_origin + w]];
            if (before > distances[p] + max) max = before - distances[p];
        }
    } while (others && max < m->cost);
    return max;
}

static void charge(table* t, uint32_t* left, uint32_t quantum)
{
    for (uint32_t i = 0; i < t->move_count; ++i) t->moves[i].cost = needed_cost(t, i);
    for (uint32_t m = 0; m < t->variables->regression->heuristic->move_count; ++m) {
        if (t->looks_like[m] != PLOY_NONE) left[m] -= t->moves[t->looks_like[m]].cost * quantum;
    }
}

static bool make_room(table* t, pl_arena* scratch, uint32_t highest)
{
    uint32_t moves = t->variables->regression->heuristic->move_count, size = t->solved->size;
    t->bucket_mask = 0;
    while (t->bucket_mask < highest) t->bucket_mask = 2 * t->bucket_mask + 1;
    t->all_bits = 0;
    while (t->all_bits < size - 1) t->all_bits = 2 * t->all_bits + 1;
    t->match_words = moves / 64 + 1;
    t->origin_capacity = 64 * moves + 2 * size;
    t->matches = PL_ARENA_ARRAY(scratch, uint64_t, (size_t)size * t->match_words);
    t->moves = PL_ARENA_ARRAY(scratch, table_move, moves + 1);
    t->looks_like = PL_ARENA_ARRAY(scratch, uint32_t, moves + 1);
    t->tests = PL_ARENA_ARRAY(scratch, table_test, ((size_t)moves + 1) * t->solved->field_count);
    t->origins = pl_arena_alloc(scratch, t->origin_capacity * sizeof *t->origins);
    t->next = pl_arena_alloc(scratch, size * sizeof *t->next);
    t->previous = pl_arena_alloc(scratch, size * sizeof *t->previous);
    t->buckets = pl_arena_alloc(scratch, (t->bucket_mask + 1) * sizeof *t->buckets);
    return t->matches && t->moves && t->looks_like && t->tests && t->origins && t->next && t->previous && t->buckets;
}

pl_solve_result pl_pattern_table_solve(pl_pattern_table* solved, pl_arena* scratch,
                                       const pl_pattern_variables* variables, const uint64_t* chosen, uint32_t* left,
                                       uint32_t quantum, bool is_last)
{
    uint32_t moves = variables->regression->heuristic->move_count, highest = 0;
    *solved = (pl_pattern_table){0};
    lay_out(solved, variables, chosen);
    if (solved->size >= NOWHERE) return PL_SOLVE_TOO_BIG;
    solved->distance = pl_arena_alloc(scratch, solved->size * sizeof *solved->distance);
    if (!solved->distance) return PL_SOLVE_NO_MEMORY;
    pl_arena_place place = pl_arena_mark(scratch);
    for (uint32_t m = 0; m < moves; ++m) highest = left[m] / quantum > highest ? left[m] / quantum : highest;
    table t = {.variables = variables, .solved = solved};
    pl_solve_result result = make_room(&t, scratch, highest) ? PL_SOLVED : PL_SOLVE_NO_MEMORY;
    for (uint32_t m = 0; result == PL_SOLVED && m < moves; ++m) {
        if (!project_move(&t, m, left[m] / quantum)) result = PL_SOLVE_TOO_BIG;
    }
    if (result == PL_SOLVED) {
        solve(&t);
        if (!is_last) charge(&t, left, quantum);
    }
    pl_arena_rewind(scratch, place);
    return result;
}
