#include "plan/heuristic/pattern.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/memory.h"
#include "plan/heuristic/heuristic.h"
#include "plan/heuristic/pattern_table.h"

// Costs are counted in at most this many quanta, so that the queue stays small.
#define MAX_QUANTA 1024

// The most places that moves of all tables apply to, counted once per move: about half a millisecond.
#define MAX_WORK 580000

// The work of the patterns that are solved to measure how many to have.
#define TRIAL_WORK 50000

// Places per byte of room: as many as packing leaves most of.
#define PLACES_PER_BYTE 14

// A smaller table gives too little information.
#define MIN_TABLE 64

// Beyond this many pairs of move and variable, the search for patterns costs more than it saves.
#define MAX_TOUCHES (1u << 20)

// Choice of pattern variables.

// What a move has to do with a pattern variable. All bits of a mask are set or none.
typedef struct move_link
{
    uint32_t allowed; // values
    uint32_t changed; // mask
} move_link;

typedef struct chooser
{
    const pl_pattern_variables* variables;
    uint64_t* chosen;
    uint32_t* waiting; // pattern variables that are neither chosen nor too large, the best first
    uint32_t waiting_count;
    uint32_t chosen_count;
    pl_pattern_table_extent extent; // of the chosen ones
    uint64_t* covered;              // by earlier tables
    uint64_t* wanted;               // by any table, whether there was room or not
    uint32_t* touched;              // per move, a mask: it changes something chosen
    uint32_t* required;             // per move: combinations of chosen values that it allows
    move_link* links;               // per pattern variable and move
    uint64_t* named;                // move_words per pattern variable: the moves that require or change it
    uint64_t* linked;               // moves that change something chosen
    uint32_t move_words;
    uint32_t words;
} chooser;

static uint32_t count_moves(const chooser* k)
{
    return k->variables->regression->heuristic->move_count;
}

static const move_link* links_of(const chooser* k, uint32_t a)
{
    return k->links + (size_t)a * count_moves(k);
}

static void find_links(chooser* k)
{
    uint32_t moves = count_moves(k);
    for (uint32_t a = 0; a < k->variables->count; ++a) {
        uint32_t size = k->variables->list[a].size;
        for (uint32_t m = 0; m < moves; ++m) {
            const pl_touch* t = pl_pattern_variables_touch(k->variables, m, a);
            uint32_t allowed = t->allowed ? pl_bits_count(t->allowed, pl_bits_words(size)) : size;
            bool is_changed = t->kind != PL_TOUCH_NOT;
            k->links[(size_t)a * moves + m] = (move_link){allowed, 0u - is_changed};
            if (is_changed || t->allowed) pl_bits_set(k->named + (size_t)a * k->move_words, m);
        }
    }
}

// Pattern variables of the goal come first, then the highest weight. A variable that no table has yet counts three
// times.
static uint64_t score(const chooser* k, uint32_t a)
{
    const pl_pattern_variable* variable = &k->variables->list[a];
    uint64_t weight = ((uint64_t)variable->is_goal << 40) + variable->weight + 1;
    return pl_bits_test(k->covered, a) ? weight : 3 * weight;
}

// One that is not of the goal must be required or changed by a move that changes something chosen.
static bool is_linked(const chooser* k, uint32_t a)
{
    return pl_bits_intersect(k->linked, k->named + (size_t)a * k->move_words, k->move_words);
}

// Is there room for the places and the work of a table with this pattern variable, too?
static bool has_room(const chooser* k, uint32_t a, uint32_t limit, uint64_t work)
{
    pl_pattern_table_extent extent = pl_pattern_table_extend(k->variables, k->extent, a);
    if (pl_pattern_table_size(k->variables, extent) > limit) return false;
    const move_link* links = links_of(k, a);
    uint64_t sum = 0;
    for (uint32_t m = 0, count = count_moves(k); m < count; ++m)
        sum += (uint64_t)k->required[m] * (links[m].allowed & (k->touched[m] | links[m].changed));
    return sum <= work;
}

static void take(chooser* k, uint32_t a)
{
    pl_bits_set(k->chosen, a);
    ++k->chosen_count;
    k->extent = pl_pattern_table_extend(k->variables, k->extent, a);
    const move_link* links = links_of(k, a);
    for (uint32_t m = 0; m < count_moves(k); ++m) {
        k->required[m] *= links[m].allowed;
        k->touched[m] |= links[m].changed;
        if (links[m].changed) pl_bits_set(k->linked, m);
    }
}

static void sort_waiting(chooser* k)
{
    k->waiting_count = 0;
    for (uint32_t a = 0; a < k->variables->count; ++a) {
        uint64_t own = score(k, a);
        uint32_t at = k->waiting_count++;
        for (; at > 0 && score(k, k->waiting[at - 1]) < own; --at) k->waiting[at] = k->waiting[at - 1];
        k->waiting[at] = a;
    }
}

// Takes the best one that is of use. What there is no room for leaves the list, since room gets less and less.
static bool grow(chooser* k, uint32_t limit, uint64_t work)
{
    uint32_t kept = 0, best = PLOY_NONE;
    for (uint32_t i = 0; i < k->waiting_count; ++i) {
        uint32_t a = k->waiting[i];
        if (best == PLOY_NONE && (k->variables->list[a].is_goal || (k->chosen_count && is_linked(k, a)))) {
            pl_bits_set(k->wanted, a);
            if (has_room(k, a, limit, work)) best = a;
        } else {
            k->waiting[kept++] = a;
        }
    }
    k->waiting_count = kept;
    if (best != PLOY_NONE) take(k, best);
    return best != PLOY_NONE;
}

// Packing.

static pl_pattern_step step_of(const pl_pattern_variables* variables, const pl_pattern_table* s,
                               const pl_packed_table* packed, uint32_t move)
{
    uint32_t keep = UINT32_MAX, set = 0, add = 0;
    for (uint32_t i = 0; i < s->field_count; ++i) {
        const pl_pattern_table_field* f = &s->fields[i];
        const pl_touch* t = pl_pattern_variables_touch(variables, move, f->variable);
        if (t->kind == PL_TOUCH_SET) {
            keep &= ~(((1u << f->bits) - 1) << packed->shifts[i]);
            set |= (uint32_t)t->amount << packed->shifts[i];
        } else if (t->kind == PL_TOUCH_ADD) {
            add += (uint32_t)t->amount << packed->shifts[i];
        }
    }
    return (pl_pattern_step){keep, set, add};
}

static uint32_t longest(const pl_pattern_table* solved, uint32_t count)
{
    uint32_t max = 0;
    for (uint32_t i = 0; i < count; ++i) max = solved[i].highest > max ? solved[i].highest : max;
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

static void write_fields(pl_patterns* p, const pl_pattern_variables* variables, const pl_pattern_table* s,
                         uint32_t index)
{
    const pl_pattern* pattern = &p->list[index];
    for (uint32_t f = 0; f < s->field_count; ++f) {
        const pl_pattern_variable* a = &variables->list[s->fields[f].variable];
        bool is_group = a->variable == PLOY_NONE;
        p->fields[pattern->first_field + f] =
            (pl_pattern_field){is_group ? a->group : a->variable, (uint16_t)pattern->table.shifts[f], is_group};
    }
    for (uint32_t m = 0; m < variables->regression->heuristic->move_count; ++m)
        p->steps[(size_t)m * p->count + index] = step_of(variables, s, &pattern->table, m);
}

static uint8_t* move_bytes(uint8_t** bytes, size_t count, uint8_t* to)
{
    if (count) memcpy(to, *bytes, count);
    *bytes = to;
    return to + count;
}

// Copies a packed table from scratch memory; returns the end.
static uint8_t* write_table(pl_packed_table* table, uint8_t* to)
{
    to = move_bytes(&table->bases, table->block_count, to);
    if (!table->lane_bits) return to;
    to = move_bytes(&table->classes, table->block_count, to);
    return move_bytes(&table->codes, (size_t)table->class_count << table->lane_bits, to);
}

// Building.

// Returns the quantum in which they are counted.
static uint32_t copy_costs(const pl_heuristic* g, uint32_t* left)
{
    uint32_t highest = 0;
    for (uint32_t m = 0; m < g->move_count; ++m) {
        left[m] = g->costs[m];
        highest = left[m] > highest ? left[m] : highest;
    }
    return highest / MAX_QUANTA + 1;
}

// Chooses pattern variables for one table; returns its work, 0: nothing useful fits.
static uint64_t choose(chooser* k, uint32_t limit, uint64_t work)
{
    uint32_t moves = count_moves(k);
    uint64_t sum = 0;
    if (limit < MIN_TABLE) return 0;
    memset(k->chosen, 0, k->words * sizeof *k->chosen);
    sort_waiting(k);
    k->chosen_count = 0;
    k->extent = PL_PATTERN_TABLE_EMPTY;
    memset(k->touched, 0, moves * sizeof *k->touched);
    memset(k->linked, 0, k->move_words * sizeof *k->linked);
    for (uint32_t m = 0; m < moves; ++m) k->required[m] = 1;
    while (grow(k, limit, work)) {
    }
    pl_bits_or(k->covered, k->chosen, k->words);
    for (uint32_t m = 0; m < moves; ++m) sum += k->required[m] & k->touched[m];
    return sum;
}

// The most places that each of so many tables can have.
static uint32_t most_places(const chooser* k, size_t room, uint32_t tables)
{
    size_t overhead = tables * table_overhead(k->variables, PL_PATTERN_TABLE_FIELDS / 2) + group_bytes(k->variables);
    size_t limit = room > overhead ? (room - overhead) / tables * PLACES_PER_BYTE : 0;
    return limit < PL_PATTERN_TABLE_PLACES ? (uint32_t)limit : PL_PATTERN_TABLE_PLACES;
}

// Chooses at most `most` sets of pattern variables, `words` each; returns their number. Each has half of the work that
// is left, the last one all of it.
static uint32_t choose_sets(chooser* k, size_t room, uint32_t most, uint64_t work, uint64_t* sets)
{
    uint32_t limit = most_places(k, room, most);
    memset(k->covered, 0, k->words * sizeof *k->covered);
    memset(k->wanted, 0, k->words * sizeof *k->wanted);
    for (uint32_t count = 0; count < most; ++count) {
        uint64_t spent = choose(k, limit, count + 1 == most ? work : work / 2);
        if (!spent) return count;
        memcpy(sets + (size_t)count * k->words, k->chosen, k->words * sizeof *sets);
        work -= spent;
    }
    return most;
}

// Do the tables have all pattern variables that they wanted? Then more tables would say nothing new.
static bool has_all(const chooser* k)
{
    return pl_bits_are_equal(k->wanted, k->covered, k->words);
}

typedef struct builder
{
    chooser chooser;
    pl_arena* scratch;
    size_t room;
    uint64_t* sets;
    uint32_t* left; // of the moves' costs, for the next pattern
    uint32_t quantum;
    pl_pattern_table solved[PL_MAX_PATTERNS];
    pl_packed_table packed[PL_MAX_PATTERNS];
    uint32_t count;
} builder;

static bool builder_init(builder* b, pl_arena* scratch, const pl_pattern_variables* variables, size_t room)
{
    const pl_heuristic* g = variables->regression->heuristic;
    uint32_t words = pl_bits_words(variables->count) + 1;
    uint32_t move_words = pl_bits_words(g->move_count);
    *b = (builder){.scratch = scratch, .room = room};
    b->chooser = (chooser){.variables = variables, .words = words, .move_words = move_words};
    b->sets = PL_ARENA_ARRAY(scratch, uint64_t, (size_t)words * PL_MAX_PATTERNS);
    b->left = PL_ARENA_ARRAY(scratch, uint32_t, g->move_count + 1);
    b->chooser.chosen = PL_ARENA_ARRAY(scratch, uint64_t, words);
    b->chooser.waiting = PL_ARENA_ARRAY(scratch, uint32_t, variables->count + 1);
    b->chooser.covered = PL_ARENA_ARRAY(scratch, uint64_t, words);
    b->chooser.wanted = PL_ARENA_ARRAY(scratch, uint64_t, words);
    b->chooser.touched = PL_ARENA_ARRAY(scratch, uint32_t, g->move_count + 1);
    b->chooser.required = PL_ARENA_ARRAY(scratch, uint32_t, g->move_count + 1);
    b->chooser.links = pl_arena_alloc(scratch, ((size_t)g->move_count * variables->count + 1) * sizeof(move_link));
    b->chooser.named = PL_ARENA_ARRAY(scratch, uint64_t, (size_t)move_words * variables->count + 1);
    b->chooser.linked = PL_ARENA_ARRAY(scratch, uint64_t, move_words + 1);
    if (!b->sets || !b->left || !b->chooser.chosen || !b->chooser.waiting || !b->chooser.covered ||
        !b->chooser.wanted || !b->chooser.touched || !b->chooser.required || !b->chooser.links || !b->chooser.named ||
        !b->chooser.linked)
        return false;
    find_links(&b->chooser);
    return true;
}

// The last set is solved first: it has the variables that the others left out, and the costs that it does not use
// remain for the goal's own pattern variables. False when out of memory.
static bool solve_sets(builder* b, uint32_t count)
{
    const pl_pattern_variables* variables = b->chooser.variables;
    b->quantum = copy_costs(variables->regression->heuristic, b->left);
    b->count = 0;
    while (count-- > 0) {
        const uint64_t* set = b->sets + (size_t)count * b->chooser.words;
        pl_solve_result result =
            pl_pattern_table_solve(&b->solved[b->count], b->scratch, variables, set, b->left, b->quantum, count == 0);
        if (result == PL_SOLVE_NO_MEMORY) return false;
        if (result == PL_SOLVED) ++b->count;
    }
    return true;
}

// The mean estimate of all places, in 256ths of a quantum, with small patterns. False when out of memory.
static bool measure(builder* b, uint32_t most, uint64_t* mean)
{
    pl_arena_place place = pl_arena_mark(b->scratch);
    bool ok = solve_sets(b, choose_sets(&b->chooser, b->room, most, TRIAL_WORK, b->sets));
    *mean = 0;
    for (uint32_t i = 0; ok && i < b->count; ++i) *mean += pl_pattern_table_mean(&b->solved[i]);
    pl_arena_rewind(b->scratch, place);
    return ok;
}

// One pattern or two if they can have all pattern variables. Otherwise two large ones or several smaller ones, whichever
// say more. That is measured with small ones; where both say about as much, large ones gain more from the whole work.
static bool choose_count(builder* b, uint32_t* count)
{
    uint64_t few, many;
    for (uint32_t most = 1; most <= 2; ++most) {
        *count = choose_sets(&b->chooser, b->room, most, MAX_WORK, b->sets);
        if (has_all(&b->chooser)) return true;
    }
    if (!measure(b, 2, &few) || !measure(b, PL_MAX_PATTERNS, &many)) return false;
    bool is_many = many > few + few / 32;
    *count = choose_sets(&b->chooser, b->room, is_many ? PL_MAX_PATTERNS : 2, MAX_WORK, b->sets);
    return true;
}

// Packs the solved patterns, each into its share of the room, and leaves out those that do not fit. False when out of
// memory.
static bool pack(builder* b, uint32_t divisor)
{
    const pl_pattern_variables* variables = b->chooser.variables;
    size_t left = b->room > group_bytes(variables) ? b->room - group_bytes(variables) : 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < b->count; ++i) {
        size_t overhead = table_overhead(variables, b->solved[i].field_count), share = left / (b->count - i);
        if (share <= overhead) continue;
        if (!pl_packed_table_build(&b->packed[kept], b->scratch, &b->solved[i], divisor, share - overhead))
            return false;
        if (!b->packed[kept].block_count) continue;
        left -= overhead + pl_packed_table_bytes(&b->packed[kept]);
        b->solved[kept++] = b->solved[i];
    }
    b->count = kept;
    return true;
}

static bool keep(pl_patterns* p, const ploy_allocator* allocator, const builder* b, uint32_t unit)
{
    const pl_pattern_variables* variables = b->chooser.variables;
    const pl_pattern_table* solved = b->solved;
    const pl_packed_table* packed = b->packed;
    const uint32_t count = b->count;
    size_t entries = 0, fields = 0;
    for (uint32_t i = 0; i < count; ++i) {
        entries += pl_packed_table_bytes(&packed[i]);
        fields += solved[i].field_count;
    }
    size_t steps = (size_t)count * variables->regression->heuristic->move_count;
    size_t at_fields = group_bytes(variables), at_steps = at_fields + fields * sizeof(pl_pattern_field);
    size_t at_tables = at_steps + steps * sizeof(pl_pattern_step);
    char* block = pl_alloc(allocator, at_tables + entries);
    if (!block) return false;
    *p = (pl_patterns){.count = count, .unit = unit, .block = block, .bytes = at_tables + entries};
    p->groups = (uint64_t*)block;
    p->fields = (pl_pattern_field*)(block + at_fields);
    p->steps = (pl_pattern_step*)(block + at_steps);
    if (group_bytes(variables)) memcpy(p->groups, variables->groups.masks, group_bytes(variables));
    uint8_t* to = (uint8_t*)block + at_tables;
    for (uint32_t i = 0, field = 0; i < count; ++i) {
        p->list[i] = (pl_pattern){field, solved[i].field_count, solved[i].size, packed[i]};
        to = write_table(&p->list[i].table, to);
        write_fields(p, variables, &solved[i], i);
        field += solved[i].field_count;
    }
    return true;
}

bool pl_patterns_build(pl_patterns* p, const ploy_allocator* allocator, pl_arena* scratch, const pl_regression* r,
                       size_t room)
{
    *p = (pl_patterns){0};
    const pl_heuristic* g = r->heuristic;
    if (!g->variable_count || !r->goal_count || (size_t)g->move_count * g->variable_count > MAX_TOUCHES) return true;
    pl_pattern_variables variables;
    builder b;
    uint32_t count;
    if (!pl_pattern_variables_init(&variables, scratch, r) || !builder_init(&b, scratch, &variables, room))
        return false;
    if (!choose_count(&b, &count) || !solve_sets(&b, count)) return false;
    uint32_t divisor = (longest(b.solved, b.count) + PL_PACKED_DEAD - 2) / (PL_PACKED_DEAD - 1);
    divisor = divisor ? divisor : 1;
    return pack(&b, divisor) && (b.count == 0 || keep(p, allocator, &b, divisor * b.quantum));
}

void pl_patterns_destroy(pl_patterns* p, const ploy_allocator* allocator)
{
    pl_free(allocator, p->block, p->bytes);
    *p = (pl_patterns){0};
}

bool pl_patterns_places(const pl_patterns* p, const pl_heuristic* g, const uint64_t* state, uint32_t* places)
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
        places[i] = place;
    }
    return true;
}
