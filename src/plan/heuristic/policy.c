#include "plan/heuristic/policy.h"

#include <string.h>

#include "base/containers/arena.h"
#include "base/containers/heap.h"
#include "base/hints.h"
#include "base/memory.h"
#include "base/containers/bitset.h"
#include "base/containers/tuples.h"
#include "plan/heuristic/mutex_groups.h"
#include "plan/heuristic/regression.h"
#include "plan/heuristic/heuristic.h"
#include "search/search.h"

// To compare each generated partial state with all settled ones takes time that grows with both. Gives up beyond the
// square of the bytes of a goal, divided by this: with 16 KB, after about a quarter of a millisecond. Most policies that
// get completed take less than half of that.
#define BYTES_PER_WORK 200

typedef struct candidate
{
    uint32_t g;
    uint32_t move;
    uint32_t next;  // settled index
    uint32_t index; // when settled, else PLOY_NONE
} candidate;

// Everything is in scratch memory, which is given back as a whole.
typedef struct policy_maker
{
    const pl_regression* r;
    ploy_allocator allocator;
    pl_tuples partials;
    pl_heap open;
    PL_ARRAY(candidate) candidates;
    PL_ARRAY(uint32_t) settled; // candidate ids in order
    pl_partial_state_set set;   // the same partial states
    uint64_t* before;
    pl_groups groups;
    uint64_t* forbidden; // values that a settled partial state forbids
    uint32_t rows;       // their number
    size_t room;
    uint64_t max_work;
    uint32_t generated;
    bool is_too_costly; // some plan costs more than 32 bits of units
    bool no_memory;
} policy_maker;

static bool maker_init(policy_maker* k, pl_arena* scratch, const pl_regression* r, size_t room)
{
    const pl_heuristic* g = r->heuristic;
    *k = (policy_maker){.r = r, .allocator = pl_arena_allocator(scratch), .room = room};
    pl_tuples_init(&k->partials, &k->allocator, r->partial_words ? r->partial_words : 1);
    pl_heap_init(&k->open, &k->allocator);
    pl_partial_state_set_init(&k->set, &k->allocator);
    k->before = PL_ARENA_ARRAY(scratch, uint64_t, r->partial_words + 1);
    k->forbidden = PL_ARENA_ARRAY(scratch, uint64_t, r->partial_words + 1);
    size_t bytes = room + g->bytes - g->split_bytes;
    bytes = bytes < UINT32_MAX ? bytes : UINT32_MAX;
    k->max_work = (uint64_t)bytes * bytes / BYTES_PER_WORK;
    return k->before && k->forbidden && pl_groups_find(&k->groups, scratch, g, r->c) &&
           pl_partial_state_set_begin(&k->set, r) &&
           pl_tuples_reserve(&k->partials, room / 64 < UINT16_MAX ? (uint32_t)room / 64 + 1 : UINT16_MAX);
}

static size_t bytes_beside_entries(const policy_maker* k)
{
    const pl_heuristic* g = k->r->heuristic;
    return (size_t)k->groups.count * k->groups.words * sizeof(uint64_t) +
           g->variable_count * sizeof(pl_policy_field) + g->slices * sizeof(uint16_t);
}

// Is there room for so many partial states?
static bool fits(const policy_maker* k, uint32_t count)
{
    size_t blocks = (count + 63) / 64, entries = count * sizeof(pl_policy_entry);
    size_t bytes = bytes_beside_entries(k) + entries + blocks * (k->rows + 1) * sizeof(uint64_t);
    return count < UINT16_MAX && bytes <= k->room;
}

static bool offer(policy_maker* k, const uint64_t* partial, uint32_t g, uint32_t move, uint32_t next)
{
    if (pl_groups_forbid(&k->groups, partial)) return true;
    uint32_t known = k->partials.count;
    uint32_t id = pl_tuples_intern(&k->partials, partial);
    ++k->generated;
    if (id == PLOY_NONE) return false;
    candidate fresh = {g, move, next, PLOY_NONE};
    uint64_t key = (uint64_t)g << 32;
    if (id == known) return PL_ARRAY_PUSH(&k->candidates, &k->allocator, fresh) && pl_heap_push(&k->open, id, key);
    if (k->candidates.data[id].g <= g) return true;
    k->candidates.data[id] = fresh;
    pl_heap_lower(&k->open, id, key);
    return true;
}

static bool settle(policy_maker* k, uint32_t id)
{
    candidate* c = &k->candidates.data[id];
    const uint64_t* partial = pl_tuples_at(&k->partials, id);
    c->index = k->settled.count;
    for (uint32_t w = 0; w < k->r->partial_words; ++w) {
        uint64_t fresh = k->r->full[w] & ~partial[w] & ~k->forbidden[w];
        k->forbidden[w] |= fresh;
        k->rows += pl_count_ones(fresh);
    }
    return PL_ARRAY_PUSH(&k->settled, &k->allocator, id) && pl_partial_state_set_add(&k->set, partial, c->g);
}

static bool extend(policy_maker* k, uint32_t id)
{
    candidate from = k->candidates.data[id];
    for (uint32_t m = 0; m < k->r->heuristic->move_count; ++m) {
        if (!pl_regress(k->r, m, pl_tuples_at(&k->partials, id), k->before)) continue;
        uint64_t cost = (uint64_t)from.g + k->r->heuristic->costs[m];
        if (cost >= PL_COST_TOO_HIGH) {
            k->is_too_costly = true;
            return true;
        }
        if (!offer(k, k->before, (uint32_t)cost, m, from.index)) return false;
    }
    return true;
}

// Twice the partial states that are waiting do not fit. Policies that get completed rarely have that many.
static bool is_hopeless(const policy_maker* k)
{
    return (uint64_t)k->generated * k->settled.count > k->max_work ||
           !fits(k, k->settled.count + 2 * k->open.entries.count + 1);
}

// True: complete.
static bool run(policy_maker* k)
{
    for (uint32_t i = 0; i < k->r->goal_count; ++i) {
        if (!offer(k, k->r->goals + (size_t)i * k->r->partial_words, 0, 0, PL_POLICY_END))
            return k->no_memory = true, false;
    }
    while (!pl_heap_is_empty(&k->open)) {
        uint32_t id = pl_heap_pop(&k->open).item;
        if (pl_partial_state_set_covers(&k->set, pl_tuples_at(&k->partials, id), k->candidates.data[id].g)) continue;
        if (k->is_too_costly || is_hopeless(k)) return false;
        if (!settle(k, id) || !extend(k, id)) return k->no_memory = true, false;
    }
    return !k->is_too_costly && fits(k, k->settled.count);
}

// Gives each forbidden value its word, and lists the variables that have any.
static void keep_fields(pl_policy* p, const policy_maker* k)
{
    const pl_heuristic* g = k->r->heuristic;
    uint16_t row = 0;
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        const pl_heuristic_variable* v = &g->variables[i];
        uint16_t before = row;
        for (uint32_t value = 0; value < v->size; ++value) {
            bool is_forbidden = pl_bits_test(k->forbidden, v->first + value);
            p->rows[v->slice + value] = is_forbidden ? ++row : 0;
        }
        if (row == before) continue;
        p->fields[p->field_count++] = (pl_policy_field){v->slice, v->word, v->shift, v->bits};
    }
}

static void keep_blocks(pl_policy* p, const policy_maker* k)
{
    for (uint32_t b = 0; b * 64 < p->count; ++b) {
        uint64_t* to = p->blocks + (size_t)b * p->stride;
        for (uint32_t i = 0; i < k->r->heuristic->slices; ++i)
            to[p->rows[i]] = k->set.blocks.data[(size_t)b * k->set.stride + i];
        to[0] = 0;
    }
}

static bool keep(pl_policy* p, const ploy_allocator* allocator, const policy_maker* k)
{
    const pl_heuristic* g = k->r->heuristic;
    size_t block_words = (size_t)(k->settled.count + 63) / 64 * (k->rows + 1);
    size_t group_words = (size_t)k->groups.count * k->groups.words;
    size_t bytes = bytes_beside_entries(k) + block_words * sizeof(uint64_t) +
                   k->settled.count * sizeof(pl_policy_entry);
    *p = (pl_policy){.complete = true, .count = k->settled.count, .stride = k->rows + 1, .bytes = bytes};
    if (bytes == 0) return true;
    p->blocks = pl_alloc(allocator, bytes);
    if (!p->blocks) return *p = (pl_policy){0}, false;
    p->groups = p->blocks + block_words;
    p->fields = (pl_policy_field*)(p->groups + group_words);
    p->entries = (pl_policy_entry*)(p->fields + g->variable_count);
    p->rows = (uint16_t*)(p->entries + p->count);
    p->group_count = k->groups.count;
    p->group_words = k->groups.words;
    if (group_words) memcpy(p->groups, k->groups.masks, group_words * sizeof *p->groups);
    keep_fields(p, k);
    keep_blocks(p, k);
    for (uint32_t i = 0; i < p->count; ++i) {
        const candidate* c = &k->candidates.data[k->settled.data[i]];
        p->entries[i] = (pl_policy_entry){(uint16_t)c->move, (uint16_t)c->next};
    }
    return true;
}

bool pl_policy_build(pl_policy* policy, const ploy_allocator* allocator, pl_arena* scratch, const pl_regression* r,
                     size_t room)
{
    *policy = (pl_policy){0};
    if (r->heuristic->move_count >= UINT16_MAX || r->heuristic->slices >= UINT16_MAX) return true;
    pl_arena_place place = pl_arena_mark(scratch);
    policy_maker k;
    bool ok = maker_init(&k, scratch, r, room);
    if (ok && run(&k)) ok = keep(policy, allocator, &k);
    ok = ok && !k.no_memory;
    pl_arena_rewind(scratch, place);
    return ok;
}

void pl_policy_destroy(pl_policy* policy, const ploy_allocator* allocator)
{
    pl_free(allocator, policy->blocks, policy->bytes);
    *policy = (pl_policy){0};
}

bool pl_policy_knows(const pl_policy* p, const uint64_t* state)
{
    for (uint32_t i = 0; i < p->group_count; ++i) {
        if (pl_group_value(p->groups + (size_t)i * p->group_words, p->group_words, state) == PL_GROUP_UNSOUND)
            return false;
    }
    return true;
}

// The first partial state that holds among up to four blocks.
uint32_t pl_policy_find(const pl_policy* p, const uint64_t* state)
{
    for (uint32_t at = 0; at < p->count; at += 4 * 64) {
        uint32_t here = p->count - at, last = (here - 1) / 64 < 3 ? (here - 1) / 64 : 3;
        const uint64_t* a = p->blocks + (size_t)(at / 64) * p->stride;
        const uint64_t *b = a + (last > 0) * p->stride, *c = b + (last > 1) * p->stride, *d = c + (last > 2) * p->stride;
        uint64_t out[4] = {0};
        for (uint32_t i = 0; i < p->field_count; ++i) {
            const pl_policy_field* f = &p->fields[i];
            uint32_t value = (uint32_t)(state[f->word] >> f->shift) & (uint32_t)((1ull << f->bits) - 1);
            uint32_t row = p->rows[f->first_row + value];
            out[0] |= a[row];
            out[1] |= b[row];
            out[2] |= c[row];
            out[3] |= d[row];
        }
        if (here < 4 * 64 && here % 64) out[last] |= ~0ull << (here % 64);
        for (uint32_t i = 0; i <= last; ++i) {
            if (~out[i]) return at + i * 64 + pl_trailing_zeros(~out[i]);
        }
    }
    return PLOY_NONE;
}

uint32_t pl_policy_cost(const pl_policy* p, const pl_heuristic* g, uint32_t entry)
{
    uint32_t cost = 0;
    for (const pl_policy_entry* e = &p->entries[entry]; e->next != PL_POLICY_END; e = &p->entries[e->next])
        cost += g->costs[e->move];
    return cost;
}
