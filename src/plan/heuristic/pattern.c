#include "plan/heuristic/pattern.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/memory.h"
#include "plan/heuristic/heuristic.h"
#include "plan/heuristic/pattern_table.h"

// Costs are counted in at most this many quanta, so that the queue stays small.
#define MAX_QUANTA 1024

// The most places times moves of all tables: about half a millisecond.
#define MAX_WORK 270000

// Room for so many places makes two large tables.
#define MANY_PLACES 8000

// A smaller table gives too little information.
#define MIN_TABLE 64

// Beyond this many pairs of move and variable, the search for patterns costs more than it saves.
#define MAX_TOUCHES (1u << 20)

// Choice of pattern variables.

typedef struct chooser
{
    const pl_pattern_variables* variables;
    uint64_t* chosen;
    uint64_t* covered; // by earlier tables
    uint32_t words;
} chooser;

// Is there a move that changes something chosen and requires, or changes, this pattern variable?
static bool is_linked(const chooser* k, uint32_t a)
{
    const pl_pattern_variables* variables = k->variables;
    for (uint32_t m = 0; m < variables->regression->heuristic->move_count; ++m) {
        const pl_touch* t = pl_pattern_variables_touch(variables, m, a);
        if (!t->allowed && t->kind == PL_TOUCH_NOT) continue;
        for (uint32_t b = pl_bits_next(k->chosen, k->words, 0); b != PLOY_NONE;
             b = pl_bits_next(k->chosen, k->words, b + 1)) {
            if (pl_pattern_variables_touch(variables, m, b)->kind != PL_TOUCH_NOT) return true;
        }
    }
    return false;
}

// Pattern variables of the goal come first, then the highest weight. A variable that no table has yet counts three
// times.
static uint64_t score(const chooser* k, uint32_t a)
{
    const pl_pattern_variable* variable = &k->variables->list[a];
    uint64_t weight = ((uint64_t)variable->is_goal << 40) + variable->weight + 1;
    return pl_bits_test(k->covered, a) ? weight : 3 * weight;
}

static bool fits(const chooser* k, uint32_t a, uint32_t limit)
{
    pl_bits_set(k->chosen, a);
    bool does = pl_pattern_table_size(k->variables, k->chosen) <= limit;
    pl_bits_clear(k->chosen, a);
    return does;
}

static bool grow(const chooser* k, uint32_t limit)
{
    uint32_t best = PLOY_NONE;
    bool is_first = pl_bits_count(k->chosen, k->words) == 0;
    for (uint32_t a = 0; a < k->variables->count; ++a) {
        if (pl_bits_test(k->chosen, a) || (best != PLOY_NONE && score(k, a) <= score(k, best))) continue;
        bool serves = is_first ? k->variables->list[a].is_goal : is_linked(k, a) || k->variables->list[a].is_goal;
        if (serves && fits(k, a, limit)) best = a;
    }
    if (best != PLOY_NONE) pl_bits_set(k->chosen, best);
    return best != PLOY_NONE;
}

// Packing.

static pl_pattern_step step_of(const pl_pattern_variables* variables, const pl_pattern_table* s, uint32_t move)
{
    uint32_t keep = UINT16_MAX, set = 0, add = 0;
    for (uint32_t i = 0; i < s->field_count; ++i) {
        const pl_pattern_table_field* f = &s->fields[i];
        const pl_touch* t = pl_pattern_variables_touch(variables, move, f->variable);
        if (t->kind == PL_TOUCH_SET) {
            keep &= ~(((1u << f->bits) - 1) << f->shift);
            set |= (uint32_t)t->amount << f->shift;
        } else if (t->kind == PL_TOUCH_ADD) {
            add += (uint32_t)t->amount << f->shift;
        }
    }
    return (pl_pattern_step){(uint16_t)keep, (uint16_t)set, (uint16_t)add};
}

static uint32_t longest(const pl_pattern_table* solved, uint32_t count)
{
    uint32_t max = 0;
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t e = 0; e < solved[i].size; ++e) {
            uint32_t d = solved[i].distance[e];
            if (d != UINT32_MAX && d > max) max = d;
        }
    }
    return max;
}

static size_t group_bytes(const pl_pattern_variables* variables)
{
    return (size_t)variables->groups.count * variables->groups.words * sizeof(uint64_t);
}

// Bytes of a table besides its entries.
static size_t table_overhead(const pl_pattern_variables* variables, uint32_t fields)
{
    return variables->regression->heuristic->move_count * sizeof(pl_pattern_step) + fields * sizeof(pl_pattern_field);
}

static void write_table(pl_patterns* p, const pl_pattern_variables* variables, const pl_pattern_table* s,
                        uint32_t index, uint32_t first_field, uint32_t divisor)
{
    pl_pattern* pattern = &p->list[index];
    pattern->first_field = first_field;
    pattern->field_count = s->field_count;
    pattern->size = s->size;
    for (uint32_t f = 0; f < s->field_count; ++f) {
        const pl_pattern_variable* a = &variables->list[s->fields[f].variable];
        bool is_group = a->variable == PLOY_NONE;
        p->fields[first_field + f] =
            (pl_pattern_field){is_group ? a->group : a->variable, (uint16_t)s->fields[f].shift, is_group};
    }
    for (uint32_t e = 0; e < s->size; ++e) {
        pattern->table[e] = (uint8_t)(s->distance[e] == UINT32_MAX ? PL_PATTERN_DEAD : s->distance[e] / divisor);
    }
    for (uint32_t m = 0; m < variables->regression->heuristic->move_count; ++m) {
        p->steps[(size_t)m * p->count + index] = step_of(variables, s, m);
    }
}

static bool keep(pl_patterns* p, const ploy_allocator* allocator, const pl_pattern_variables* variables,
                 const pl_pattern_table* solved, uint32_t count, uint32_t quantum)
{
    size_t entries = 0, fields = 0;
    for (uint32_t i = 0; i < count; ++i) {
        entries += solved[i].size;
        fields += solved[i].field_count;
    }
    size_t steps = (size_t)count * variables->regression->heuristic->move_count;
    size_t at_fields = group_bytes(variables), at_steps = at_fields + fields * sizeof(pl_pattern_field);
    size_t at_tables = at_steps + steps * sizeof(pl_pattern_step);
    char* block = pl_alloc(allocator, at_tables + entries);
    if (!block) return false;
    uint32_t divisor = (longest(solved, count) + PL_PATTERN_DEAD - 2) / (PL_PATTERN_DEAD - 1);
    divisor = divisor ? divisor : 1;
    *p = (pl_patterns){.count = count, .unit = divisor * quantum, .block = block, .bytes = at_tables + entries};
    p->groups = (uint64_t*)block;
    p->fields = (pl_pattern_field*)(block + at_fields);
    p->steps = (pl_pattern_step*)(block + at_steps);
    if (group_bytes(variables)) memcpy(p->groups, variables->groups.masks, group_bytes(variables));
    uint8_t* table = (uint8_t*)block + at_tables;
    for (uint32_t i = 0, field = 0; i < count; ++i) {
        p->list[i].table = table;
        write_table(p, variables, &solved[i], i, field, divisor);
        table += solved[i].size;
        field += solved[i].field_count;
    }
    return true;
}

// Building.

static uint32_t* copy_costs(pl_arena* scratch, const pl_heuristic* g, uint32_t* quantum)
{
    uint32_t* left = PL_ARENA_ARRAY(scratch, uint32_t, g->move_count + 1);
    uint32_t highest = 0;
    for (uint32_t m = 0; left && m < g->move_count; ++m) {
        left[m] = g->costs[m];
        highest = left[m] > highest ? left[m] : highest;
    }
    *quantum = highest / MAX_QUANTA + 1;
    return left;
}

// Solving takes time proportional to places and moves, so more moves leave room for fewer places. The moves of one
// operator lead to a place from different ones: they count as one.
static size_t room_for_places(const pl_heuristic* g, size_t room)
{
    uint32_t operators = 0;
    for (uint32_t m = 0; m < g->move_count; ++m) operators += m == 0 || g->moves[m].op != g->moves[m - 1].op;
    size_t work = MAX_WORK / (operators + 1);
    return room < work ? room : work;
}

// Chooses pattern variables for one table of at most half the room, or all of it for the last one. 0: nothing useful
// fits.
static uint32_t choose(chooser* k, size_t room, bool is_last)
{
    size_t limit = is_last ? room : room / 2;
    if (limit < MIN_TABLE) return 0;
    memset(k->chosen, 0, k->words * sizeof *k->chosen);
    while (grow(k, limit < UINT16_MAX - 1 ? (uint32_t)limit : UINT16_MAX - 1)) {
    }
    pl_bits_or(k->covered, k->chosen, k->words);
    return pl_bits_count(k->chosen, k->words) ? pl_pattern_table_size(k->variables, k->chosen) : 0;
}

// Chooses at most `most` sets of pattern variables, `words` each; returns their number.
static uint32_t choose_sets(chooser* k, const pl_heuristic* g, size_t room, uint32_t most, uint64_t* sets)
{
    size_t overhead = most * table_overhead(k->variables, PL_PATTERN_TABLE_FIELDS / 2) + group_bytes(k->variables);
    size_t free_places = room > overhead ? room_for_places(g, room - overhead) : 0;
    memset(k->covered, 0, k->words * sizeof *k->covered);
    for (uint32_t count = 0; count < most; ++count) {
        uint32_t size = choose(k, free_places, count + 1 == most);
        if (!size) return count;
        memcpy(sets + (size_t)count * k->words, k->chosen, k->words * sizeof *sets);
        free_places -= size;
    }
    return most;
}

// Two tables say most where they can be large, or have all pattern variables between them. Where many moves leave room
// for few places, more and smaller ones do.
static uint32_t choose_all(chooser* k, const pl_heuristic* g, size_t room, uint64_t* sets)
{
    uint32_t count = choose_sets(k, g, room, 2, sets);
    bool has_all = pl_bits_count(k->covered, k->words) == k->variables->count;
    return has_all || room_for_places(g, room) >= MANY_PLACES ? count : choose_sets(k, g, room, PL_MAX_PATTERNS, sets);
}

bool pl_patterns_build(pl_patterns* p, const ploy_allocator* allocator, pl_arena* scratch, const pl_regression* r,
                       size_t room)
{
    *p = (pl_patterns){0};
    const pl_heuristic* g = r->heuristic;
    if (!g->variable_count || !r->goal_count || (size_t)g->move_count * g->variable_count > MAX_TOUCHES) return true;
    pl_pattern_variables variables;
    if (!pl_pattern_variables_init(&variables, scratch, r)) return false;
    uint32_t quantum, words = pl_bits_words(variables.count) + 1;
    uint32_t* left = copy_costs(scratch, g, &quantum);
    uint64_t* sets = PL_ARENA_ARRAY(scratch, uint64_t, (size_t)words * PL_MAX_PATTERNS);
    chooser k = {&variables, PL_ARENA_ARRAY(scratch, uint64_t, words), PL_ARENA_ARRAY(scratch, uint64_t, words), words};
    if (!left || !sets || !k.chosen || !k.covered) return false;
    pl_pattern_table solved[PL_MAX_PATTERNS];
    uint32_t count = 0;
    // The last set is solved first: it has the variables that the others left out, and the costs that it does not use
    // remain for the goal's own pattern variables.
    for (uint32_t i = choose_all(&k, g, room, sets); i-- > 0;) {
        pl_solve_result result = pl_pattern_table_solve(&solved[count], scratch, &variables, sets + (size_t)i * words,
                                                        left, quantum, i == 0);
        if (result == PL_SOLVE_NO_MEMORY) return false;
        if (result == PL_SOLVED) ++count;
    }
    return count == 0 || keep(p, allocator, &variables, solved, count, quantum);
}

void pl_patterns_destroy(pl_patterns* p, const ploy_allocator* allocator)
{
    pl_free(allocator, p->block, p->bytes);
    *p = (pl_patterns){0};
}

bool pl_patterns_places(const pl_patterns* p, const pl_heuristic* g, const uint64_t* state, uint16_t* places)
{
    for (uint32_t i = 0; i < p->count; ++i) {
        uint32_t place = 0;
        for (uint32_t f = 0; f < p->list[i].field_count; ++f) {
            const pl_pattern_field* at = &p->fields[p->list[i].first_field + f];
            uint32_t value = at->is_group ? pl_group_value(p->groups + (size_t)at->variable * g->words, g->words, state)
                                          : pl_heuristic_value(&g->variables[at->variable], state);
            if (value == PL_GROUP_UNSOUND) return false;
            place |= value << at->shift;
        }
        places[i] = (uint16_t)place;
    }
    return true;
}
