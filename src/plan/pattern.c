#include "plan/pattern.h"

#include <string.h>

#include "base/bitset.h"
#include "base/memory.h"
#include "plan/groups.h"
#include "plan/guide.h"

// An atom is what a pattern is made of: a variable, or a group of booleans as one variable with a value a member and one for none.
typedef struct atom
{
    uint32_t size;
    uint32_t bits;
    uint32_t variable;     // PL_NONE: a group
    const uint64_t* group; // state mask
    bool is_goal;
} atom;

typedef enum touch_kind { TOUCH_NOT, TOUCH_SET, TOUCH_ADD } touch_kind;

// What a move asks of an atom and does to it.
typedef struct touch
{
    touch_kind kind;
    int32_t amount;
    uint64_t* allowed; // NULL: anything
} touch;

typedef struct chooser
{
    const pl_regression* r;
    const pl_guide* g;
    pl_arena* scratch;
    pl_groups groups;
    atom* atoms;
    uint32_t atom_count;
    touch* touches;   // atom_count a move
    uint64_t** goals; // atom_count an alternative of the goal; NULL: anything
    uint32_t* left;   // costs not yet given to a table, in units
    uint32_t quantum; // costs in tables are units / quantum
} chooser;

static uint32_t bits_for(uint32_t size)
{
    uint32_t bits = 1;
    while ((1ull << bits) < size) ++bits;
    return bits;
}

static const touch* touch_of(const chooser* k, uint32_t move, uint32_t a)
{
    return &k->touches[(size_t)move * k->atom_count + a];
}

// ---- Atoms and what moves do to them ----

static bool is_in_group(const chooser* k, const pl_guide_variable* v)
{
    for (uint32_t i = 0; i < k->groups.count; ++i) {
        if (v->size == 2 && (k->groups.masks[i * k->groups.words + v->word] >> v->shift & 1)) return true;
    }
    return false;
}

static bool make_atoms(chooser* k)
{
    k->atoms = PL_ARENA_ARRAY(k->scratch, atom, k->g->variable_count + k->groups.count + 1);
    if (!k->atoms) return false;
    for (uint32_t i = 0; i < k->groups.count; ++i) {
        const uint64_t* group = k->groups.masks + (size_t)i * k->groups.words;
        uint32_t size = 1;
        for (uint32_t w = 0; w < k->groups.words; ++w) size += (uint32_t)__builtin_popcountll(group[w]);
        k->atoms[k->atom_count++] = (atom){size, bits_for(size), PL_NONE, group, false};
    }
    for (uint32_t i = 0; i < k->g->variable_count; ++i) {
        const pl_guide_variable* v = &k->g->variables[i];
        if (!is_in_group(k, v)) k->atoms[k->atom_count++] = (atom){v->size, bits_for(v->size), i, NULL, false};
    }
    return true;
}

// The values of an atom that a local cube allows; NULL: all. Sets *no_memory.
static uint64_t* project(const chooser* k, const atom* a, const uint64_t* cube, bool* no_memory)
{
    uint64_t* allowed = PL_ARENA_ARRAY(k->scratch, uint64_t, (a->size + 63) / 64);
    if (!allowed) return *no_memory = true, NULL;
    uint32_t count = 0;
    if (a->variable != PL_NONE) {
        const pl_guide_variable* v = &k->g->variables[a->variable];
        for (uint32_t i = 0; i < v->size; ++i) {
            if (pl_bits_test(cube, v->first + i)) pl_bits_set(allowed, i), ++count;
        }
        return count == a->size ? NULL : allowed;
    }
    // A member that must be true leaves only its own value; one that must be false takes its value away.
    for (uint32_t i = 0; i < a->size; ++i) pl_bits_set(allowed, i);
    for (uint32_t i = 0; i < k->g->variable_count; ++i) {
        const pl_guide_variable* v = &k->g->variables[i];
        if (v->size != 2 || !(a->group[v->word] >> v->shift & 1)) continue;
        uint32_t rank = pl_group_rank(a->group, v->word, v->shift);
        if (!pl_bits_test(cube, v->first + 1)) pl_bits_clear(allowed, rank);
        for (uint32_t j = 0; !pl_bits_test(cube, v->first) && j < a->size; ++j) {
            if (j != rank) pl_bits_clear(allowed, j);
        }
    }
    for (uint32_t i = 0; i < a->size; ++i) count += pl_bits_test(allowed, i);
    return count == a->size ? NULL : allowed;
}

static void note_effect(const chooser* k, uint32_t move, uint32_t index, touch* t)
{
    const atom* a = &k->atoms[index];
    if (a->variable == PL_NONE) {
        uint32_t result = pl_group_result(k->g, a->group, move);
        if (result != PL_GROUP_UNTOUCHED) *t = (touch){TOUCH_SET, (int32_t)result, t->allowed};
        return;
    }
    const pl_operator* op = &k->r->c->operators[k->g->moves[move].op];
    for (uint32_t e = 0; e < op->effect_count; ++e) {
        const pl_effect* effect = &k->r->c->effects[op->first_effect + e];
        if (effect->variable != k->g->variables[a->variable].variable) continue;
        *t = (touch){effect->kind == PL_EFFECT_SET ? TOUCH_SET : TOUCH_ADD, effect->amount, t->allowed};
    }
}

static bool make_touches(chooser* k)
{
    bool no_memory = false;
    k->touches = PL_ARENA_ARRAY(k->scratch, touch, (size_t)k->g->move_count * k->atom_count + 1);
    k->goals = PL_ARENA_ARRAY(k->scratch, uint64_t*, (size_t)k->r->goal_count * k->atom_count + 1);
    if (!k->touches || !k->goals) return false;
    for (uint32_t m = 0; m < k->g->move_count; ++m) {
        const uint64_t* pre = k->r->words + (size_t)m * 3 * k->r->cube_words;
        for (uint32_t a = 0; a < k->atom_count; ++a) {
            touch* t = &k->touches[(size_t)m * k->atom_count + a];
            t->allowed = project(k, &k->atoms[a], pre, &no_memory);
            note_effect(k, m, a, t);
        }
    }
    for (uint32_t i = 0; i < k->r->goal_count; ++i) {
        for (uint32_t a = 0; a < k->atom_count; ++a) {
            uint64_t* allowed = project(k, &k->atoms[a], k->r->goals + (size_t)i * k->r->cube_words, &no_memory);
            k->goals[(size_t)i * k->atom_count + a] = allowed;
            k->atoms[a].is_goal |= allowed != NULL;
        }
    }
    return !no_memory;
}

// ---- One table ----

typedef struct field
{
    uint32_t atom;
    uint32_t shift;
    uint32_t size;
    uint32_t bits;
} field;

// A move as the table sees it, backwards: from a place after it to the places before it.
typedef struct table_move
{
    uint32_t move;
    uint32_t cost;
    uint32_t set_mask, set;   // the place after must have these
    uint32_t pre_mask, pre;   // and these, in fields the move does not set, after `add` is taken back
    uint32_t add;
    uint32_t first_test, test_count; // fields with several values
    uint32_t first_way, way_count;   // what the set fields may have been
} table_move;

typedef struct table_test
{
    uint32_t shift, mask;
    const uint64_t* allowed;
    int32_t amount; // taken back first
    uint32_t size;
} table_test;

typedef struct table
{
    chooser* k;
    field fields[32];
    uint32_t field_count;
    uint32_t size;
    table_move* moves;
    uint32_t move_count;
    table_test* tests;
    uint32_t test_count;
    uint32_t* ways;
    uint32_t way_count, way_capacity;
    uint32_t* distance; // UINT32_MAX: dead
    uint32_t *next, *previous, *buckets;
    uint32_t bucket_count; // a power of two above the dearest move
} table;

static uint32_t place_value(uint32_t place, const field* f)
{
    return place >> f->shift & ((1u << f->bits) - 1);
}

static bool is_place(const table* t, uint32_t place)
{
    for (uint32_t i = 0; i < t->field_count; ++i) {
        if (place_value(place, &t->fields[i]) >= t->fields[i].size) return false;
    }
    return true;
}

static uint32_t single(const uint64_t* allowed, uint32_t size)
{
    uint32_t found = PL_NONE;
    for (uint32_t i = 0; i < size; ++i) {
        if (!pl_bits_test(allowed, i)) continue;
        if (found != PL_NONE) return PL_NONE;
        found = i;
    }
    return found;
}

static bool add_ways(table* t, table_move* m, const field* f, const uint64_t* allowed)
{
    uint32_t old = m->way_count, fresh = 0;
    uint32_t values = 0;
    for (uint32_t v = 0; v < f->size; ++v) values += !allowed || pl_bits_test(allowed, v);
    if (t->way_count + (size_t)old * values > t->way_capacity) return false;
    uint32_t* ways = t->ways + m->first_way;
    // The last value takes the place of the old ways, the others go behind them.
    for (uint32_t v = 0, seen = 0; v < f->size; ++v) {
        if (allowed && !pl_bits_test(allowed, v)) continue;
        bool is_last = ++seen == values;
        for (uint32_t i = 0; i < old; ++i) {
            if (is_last) ways[i] |= v << f->shift;
            else ways[old + fresh++] = ways[i] | v << f->shift;
        }
    }
    m->way_count = old * values;
    t->way_count = m->first_way + m->way_count;
    return true;
}

static bool project_move(table* t, uint32_t move)
{
    table_move m = {.move = move, .cost = t->k->left[move] / t->k->quantum, .first_test = t->test_count};
    bool is_touched = false;
    for (uint32_t i = 0; i < t->field_count; ++i) is_touched |= touch_of(t->k, move, t->fields[i].atom)->kind != TOUCH_NOT;
    if (!is_touched) return true;
    m.first_way = t->way_count;
    m.way_count = 1;
    if (t->way_count == t->way_capacity) return false;
    t->ways[t->way_count++] = 0;
    for (uint32_t i = 0; i < t->field_count; ++i) {
        const field* f = &t->fields[i];
        const touch* to = touch_of(t->k, move, f->atom);
        uint32_t mask = ((1u << f->bits) - 1) << f->shift;
        if (to->kind == TOUCH_SET) {
            m.set_mask |= mask;
            m.set |= (uint32_t)to->amount << f->shift;
            if (!add_ways(t, &m, f, to->allowed)) return false;
            continue;
        }
        uint32_t only = to->allowed ? single(to->allowed, f->size) : PL_NONE;
        if (to->kind == TOUCH_NOT && !to->allowed) continue;
        if (to->kind == TOUCH_NOT && only != PL_NONE) {
            m.pre_mask |= mask;
            m.pre |= only << f->shift;
            continue;
        }
        int32_t amount = to->kind == TOUCH_ADD ? to->amount : 0;
        m.add += (uint32_t)amount << f->shift;
        t->tests[t->test_count++] = (table_test){f->shift, (1u << f->bits) - 1, to->allowed, amount, f->size};
    }
    m.test_count = t->test_count - m.first_test;
    if (m.way_count) t->moves[t->move_count++] = m;
    return true;
}

static bool passes(const table* t, const table_move* m, uint32_t place)
{
    for (uint32_t i = 0; i < m->test_count; ++i) {
        const table_test* test = &t->tests[m->first_test + i];
        int64_t before = (int64_t)(place >> test->shift & test->mask) - test->amount;
        if (before < 0 || before >= test->size || (test->allowed && !pl_bits_test(test->allowed, (uint32_t)before))) return false;
    }
    return true;
}

static void insert(table* t, uint32_t place, uint32_t distance)
{
    uint32_t* head = &t->buckets[distance & (t->bucket_count - 1)];
    t->distance[place] = distance;
    t->next[place] = *head;
    t->previous[place] = PL_NONE;
    if (*head != PL_NONE) t->previous[*head] = place;
    *head = place;
}

static void withdraw(table* t, uint32_t place)
{
    uint32_t next = t->next[place], previous = t->previous[place];
    if (next != PL_NONE) t->previous[next] = previous;
    if (previous != PL_NONE) t->next[previous] = next;
    else t->buckets[t->distance[place] & (t->bucket_count - 1)] = next;
}

static void reach_back(table* t, uint32_t place, uint32_t distance, uint32_t* waiting)
{
    for (uint32_t i = 0; i < t->move_count; ++i) {
        const table_move* m = &t->moves[i];
        uint32_t rest = place & ~m->set_mask;
        if ((place & m->set_mask) != m->set || (rest & m->pre_mask) != m->pre) continue;
        if (m->test_count && !passes(t, m, place)) continue;
        rest -= m->add;
        uint32_t g = distance + m->cost;
        for (uint32_t w = 0; w < m->way_count; ++w) {
            uint32_t before = rest | t->ways[m->first_way + w];
            if (t->distance[before] <= g) continue;
            if (t->distance[before] != UINT32_MAX) withdraw(t, before), --*waiting;
            insert(t, before, g), ++*waiting;
        }
    }
}

static bool is_goal_place(const table* t, uint32_t place)
{
    for (uint32_t i = 0; i < t->k->r->goal_count; ++i) {
        bool holds = true;
        for (uint32_t f = 0; holds && f < t->field_count; ++f) {
            const uint64_t* allowed = t->k->goals[(size_t)i * t->k->atom_count + t->fields[f].atom];
            holds = !allowed || pl_bits_test(allowed, place_value(place, &t->fields[f]));
        }
        if (holds) return true;
    }
    return false;
}

static void solve(table* t)
{
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < t->bucket_count; ++i) t->buckets[i] = PL_NONE;
    for (uint32_t p = 0; p < t->size; ++p) t->distance[p] = UINT32_MAX;
    for (uint32_t p = 0; p < t->size; ++p) {
        if (is_place(t, p) && is_goal_place(t, p)) insert(t, p, 0), ++waiting;
    }
    for (uint32_t d = 0; waiting; ++d) {
        for (uint32_t p; (p = t->buckets[d & (t->bucket_count - 1)]) != PL_NONE;) {
            withdraw(t, p);
            --waiting;
            reach_back(t, p, d, &waiting);
        }
    }
}

// Takes from each move's cost what the table needs of it, so that the rest can serve another table.
static void charge(table* t)
{
    for (uint32_t i = 0; i < t->move_count; ++i) {
        const table_move* m = &t->moves[i];
        uint32_t most = 0;
        for (uint32_t p = 0; p < t->size && most < m->cost; ++p) {
            uint32_t rest = p & ~m->set_mask;
            if (t->distance[p] == UINT32_MAX || (p & m->set_mask) != m->set || (rest & m->pre_mask) != m->pre) continue;
            if (m->test_count && !passes(t, m, p)) continue;
            rest -= m->add;
            for (uint32_t w = 0; w < m->way_count; ++w) {
                uint32_t before = t->distance[rest | t->ways[m->first_way + w]];
                if (before > t->distance[p] + most) most = before - t->distance[p];
            }
        }
        if (most > m->cost) most = m->cost;
        t->k->left[m->move] -= most * t->k->quantum;
    }
}

// ---- Which atoms ----

static uint32_t table_size(const chooser* k, const uint64_t* chosen)
{
    uint32_t bits = 0, top = 0, top_bits = 0;
    for (uint32_t a = 0; a < k->atom_count; ++a) {
        if (!pl_bits_test(chosen, a)) continue;
        bits += k->atoms[a].bits;
        // The field with the most waste goes on top, where the unused end is not stored.
        uint32_t waste = (1u << k->atoms[a].bits) - k->atoms[a].size;
        uint32_t top_waste = top ? (1u << top_bits) - top : 0;
        if (!top || waste * (1u << top_bits) > top_waste * (1u << k->atoms[a].bits)) top = k->atoms[a].size, top_bits = k->atoms[a].bits;
        if (bits > 24) return UINT32_MAX;
    }
    return top ? top << (bits - top_bits) : 1;
}

static uint32_t link_score(const chooser* k, const uint64_t* chosen, uint32_t a)
{
    uint32_t score = 0;
    for (uint32_t m = 0; m < k->g->move_count; ++m) {
        const touch* t = touch_of(k, m, a);
        if (!t->allowed && t->kind == TOUCH_NOT) continue;
        for (uint32_t b = 0; b < k->atom_count; ++b) {
            if (!pl_bits_test(chosen, b) || touch_of(k, m, b)->kind == TOUCH_NOT) continue;
            score += (t->allowed ? 2 : 0) + (t->kind != TOUCH_NOT ? 1 : 0);
        }
    }
    return score;
}

static bool grow(const chooser* k, uint64_t* chosen, const uint64_t* covered, uint32_t limit)
{
    uint32_t best = PL_NONE, best_score = 0;
    for (uint32_t a = 0; a < k->atom_count; ++a) {
        if (pl_bits_test(chosen, a)) continue;
        pl_bits_set(chosen, a);
        bool fits = table_size(k, chosen) <= limit;
        pl_bits_clear(chosen, a);
        if (!fits) continue;
        uint32_t score = 2 * link_score(k, chosen, a);
        if (!pl_bits_test(covered, a)) score += score / 2;
        if (k->atoms[a].is_goal) score += 1;
        if (score > best_score) best = a, best_score = score;
    }
    if (best != PL_NONE) pl_bits_set(chosen, best);
    return best != PL_NONE;
}

static uint32_t first_goal(const chooser* k, const uint64_t* covered, bool any)
{
    for (uint32_t a = 0; a < k->atom_count; ++a) {
        if (k->atoms[a].is_goal && (any || !pl_bits_test(covered, a))) return a;
    }
    return PL_NONE;
}

static void lay_out_fields(table* t, const uint64_t* chosen)
{
    const chooser* k = t->k;
    uint32_t top = PL_NONE, bits = 0;
    t->field_count = 0;
    for (uint32_t a = 0; a < k->atom_count; ++a) {
        if (!pl_bits_test(chosen, a)) continue;
        if (top == PL_NONE) { top = a; continue; }
        uint32_t waste = (1u << k->atoms[a].bits) - k->atoms[a].size, top_waste = (1u << k->atoms[top].bits) - k->atoms[top].size;
        uint32_t low = a;
        if (waste * (1u << k->atoms[top].bits) > top_waste * (1u << k->atoms[a].bits)) low = top, top = a;
        t->fields[t->field_count++] = (field){low, bits, k->atoms[low].size, k->atoms[low].bits};
        bits += k->atoms[low].bits;
    }
    t->fields[t->field_count++] = (field){top, bits, k->atoms[top].size, k->atoms[top].bits};
    t->size = k->atoms[top].size << bits;
}

static bool make_table(chooser* k, table* t, const uint64_t* chosen)
{
    *t = (table){.k = k};
    lay_out_fields(t, chosen);
    uint32_t dearest = 0;
    for (uint32_t m = 0; m < k->g->move_count; ++m) dearest = k->left[m] > dearest ? k->left[m] : dearest;
    t->bucket_count = 1;
    while (t->bucket_count <= dearest / k->quantum) t->bucket_count *= 2;
    t->way_capacity = k->g->move_count * 64 + t->size;
    t->moves = PL_ARENA_ARRAY(k->scratch, table_move, k->g->move_count + 1);
    t->tests = PL_ARENA_ARRAY(k->scratch, table_test, (size_t)k->g->move_count * t->field_count + 1);
    t->ways = PL_ARENA_ARRAY(k->scratch, uint32_t, t->way_capacity);
    t->distance = PL_ARENA_ARRAY(k->scratch, uint32_t, t->size);
    t->next = PL_ARENA_ARRAY(k->scratch, uint32_t, t->size);
    t->previous = PL_ARENA_ARRAY(k->scratch, uint32_t, t->size);
    t->buckets = PL_ARENA_ARRAY(k->scratch, uint32_t, t->bucket_count);
    return t->moves && t->tests && t->ways && t->distance && t->next && t->previous && t->buckets;
}

// ---- All tables ----

static pl_pattern_step step_of(const table* t, uint32_t move)
{
    pl_pattern_step step = {UINT32_MAX, 0, 0};
    for (uint32_t i = 0; i < t->field_count; ++i) {
        const field* f = &t->fields[i];
        const touch* to = touch_of(t->k, move, f->atom);
        if (to->kind == TOUCH_SET) {
            step.keep &= ~(((1u << f->bits) - 1) << f->shift);
            step.set |= (uint32_t)to->amount << f->shift;
        } else if (to->kind == TOUCH_ADD) {
            step.add += (uint32_t)to->amount << f->shift;
        }
    }
    return step;
}

static size_t group_bytes(const chooser* k)
{
    return (size_t)k->groups.count * k->groups.words * sizeof(uint64_t);
}

static bool keep(pl_patterns* p, const ploy_allocator* allocator, const chooser* k, const table* tables, uint32_t count)
{
    uint32_t fields = 0, most = 0;
    size_t entries = 0;
    for (uint32_t i = 0; i < count; ++i) {
        fields += tables[i].field_count;
        entries += tables[i].size;
        for (uint32_t e = 0; e < tables[i].size; ++e) {
            uint32_t d = tables[i].distance[e];
            if (d != UINT32_MAX && d > most) most = d;
        }
    }
    size_t step_bytes = pl_array_bytes((size_t)k->g->move_count * count, sizeof(pl_pattern_step));
    size_t field_bytes = fields * sizeof(pl_pattern_field);
    size_t bytes = group_bytes(k) + step_bytes + field_bytes + entries;
    char* block = pl_alloc(allocator, bytes);
    if (!block) return false;
    p->block = block;
    p->bytes = bytes;
    p->count = count;
    p->groups = (uint64_t*)block;
    p->steps = (pl_pattern_step*)(block + group_bytes(k));
    p->fields = (pl_pattern_field*)(block + group_bytes(k) + step_bytes);
    uint8_t* table_at = (uint8_t*)block + group_bytes(k) + step_bytes + field_bytes;
    memcpy(p->groups, k->groups.masks, group_bytes(k));
    uint32_t divisor = (most + PL_PATTERN_DEAD - 2) / (PL_PATTERN_DEAD - 1);
    if (divisor == 0) divisor = 1;
    p->unit = divisor * k->quantum;
    uint32_t field_at = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const table* t = &tables[i];
        p->list[i] = (pl_pattern){field_at, t->field_count, t->size, table_at, i > 0};
        for (uint32_t f = 0; f < t->field_count; ++f) {
            const atom* a = &k->atoms[t->fields[f].atom];
            p->fields[field_at++] = (pl_pattern_field){
                a->variable != PL_NONE ? a->variable : (uint32_t)((a->group - k->groups.masks) / k->groups.words), t->fields[f].shift,
                a->variable == PL_NONE};
        }
        for (uint32_t e = 0; e < t->size; ++e) {
            table_at[e] = (uint8_t)(t->distance[e] == UINT32_MAX ? PL_PATTERN_DEAD : t->distance[e] / divisor);
        }
        table_at += t->size;
        for (uint32_t m = 0; m < k->g->move_count; ++m) p->steps[(size_t)m * count + i] = step_of(t, m);
    }
    return true;
}

static bool chooser_init(chooser* k, pl_arena* scratch, const pl_regression* r)
{
    *k = (chooser){.r = r, .g = r->guide, .scratch = scratch, .quantum = 1};
    if (!pl_groups_find(&k->groups, scratch, r->guide) || !make_atoms(k) || !make_touches(k)) return false;
    k->left = PL_ARENA_ARRAY(scratch, uint32_t, k->g->move_count + 1);
    if (!k->left) return false;
    uint32_t dearest = 0;
    for (uint32_t m = 0; m < k->g->move_count; ++m) {
        k->left[m] = k->g->costs[m];
        dearest = dearest > k->left[m] ? dearest : k->left[m];
    }
    k->quantum = dearest / 1024 + 1;
    return true;
}

bool pl_patterns_build(pl_patterns* p, const ploy_allocator* allocator, pl_arena* scratch, const pl_regression* r, size_t room)
{
    *p = (pl_patterns){0};
    if (r->guide->variable_count == 0 || r->goal_count == 0 || (size_t)r->guide->move_count * r->guide->variable_count > 1u << 20) return true;
    chooser k;
    if (!chooser_init(&k, scratch, r)) return false;
    uint64_t* covered = PL_ARENA_ARRAY(scratch, uint64_t, k.atom_count / 64 + 1);
    uint64_t* chosen = PL_ARENA_ARRAY(scratch, uint64_t, k.atom_count / 64 + 1);
    table* tables = PL_ARENA_ARRAY(scratch, table, PL_MAX_PATTERNS);
    if (!covered || !chosen || !tables) return false;
    uint32_t count = 0;
    size_t fixed = group_bytes(&k) + 256;
    size_t left = room > fixed ? room - fixed : 0;
    size_t a_step = k.g->move_count * sizeof(pl_pattern_step) + 32 * sizeof(pl_pattern_field);
    while (count < 3 && left > a_step + 64) {
        memset(chosen, 0, (k.atom_count / 64 + 1) * sizeof *chosen);
        uint32_t seed = first_goal(&k, covered, count == 0);
        if (seed == PL_NONE) seed = first_goal(&k, covered, true);
        pl_bits_set(chosen, seed);
        uint32_t limit = (uint32_t)((left - a_step) / (count == 0 ? 2 : 1));
        if (limit > 1u << 16) limit = 1u << 16;
        if (table_size(&k, chosen) > limit) break;
        while (grow(&k, chosen, covered, limit)) {}
        table* t = &tables[count];
        if (!make_table(&k, t, chosen)) return false;
        bool fits = true;
        for (uint32_t m = 0; fits && m < k.g->move_count; ++m) fits = project_move(t, m);
        if (!fits) break;
        solve(t);
        charge(t);
        ++count;
        left -= t->size + a_step;
        for (uint32_t w = 0; w < k.atom_count / 64 + 1; ++w) covered[w] |= chosen[w];
    }
    return count == 0 || keep(p, allocator, &k, tables, count);
}

void pl_patterns_destroy(pl_patterns* p, const ploy_allocator* allocator)
{
    pl_free(allocator, p->block, p->bytes);
    *p = (pl_patterns){0};
}

bool pl_patterns_places(const pl_patterns* p, const pl_guide* g, const uint64_t* state, uint32_t* places)
{
    for (uint32_t i = 0; i < p->count; ++i) {
        places[i] = 0;
        for (uint32_t f = 0; f < p->list[i].field_count; ++f) {
            const pl_pattern_field* at = &p->fields[p->list[i].first_field + f];
            uint32_t value = at->is_group ? pl_group_value(p->groups + (size_t)at->variable * g->words, g->words, state)
                                          : pl_guide_value(&g->variables[at->variable], state);
            if (value == PL_GROUP_UNSOUND) return false;
            places[i] |= value << at->shift;
        }
    }
    return true;
}
