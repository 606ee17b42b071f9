#include "plan/heuristic/policy.h"

#include <string.h>

#include "base/containers/arena.h"
#include "base/containers/heap.h"
#include "base/hints.h"
#include "base/memory.h"
#include "base/containers/tuples.h"
#include "plan/heuristic/regression.h"
#include "plan/heuristic/heuristic.h"
#include "search/search.h"

// Gives up beyond this many generated partial states per kept one.
#define GENERATED_PER_PARTIAL_STATE 4

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
    uint32_t max_cubes;
    uint32_t max_generated;
    uint32_t generated;
    bool no_memory;
} policy_maker;

static bool maker_init(policy_maker* k, pl_arena* scratch, const pl_regression* r, size_t room)
{
    const pl_heuristic* g = r->heuristic;
    *k = (policy_maker){.r = r, .allocator = pl_arena_allocator(scratch)};
    pl_tuples_init(&k->partials, &k->allocator, r->partial_words ? r->partial_words : 1);
    pl_heap_init(&k->open, &k->allocator);
    pl_partial_state_set_init(&k->set, &k->allocator);
    k->before = PL_ARENA_ARRAY(scratch, uint64_t, r->partial_words + 1);
    size_t a_block = g->slices * sizeof(uint64_t) + 64 * sizeof(pl_policy_entry);
    size_t partials = room / a_block * 64;
    k->max_cubes = partials < UINT16_MAX ? (uint32_t)partials : UINT16_MAX - 1;
    k->max_generated = k->max_cubes * GENERATED_PER_PARTIAL_STATE;
    return k->before && pl_partial_state_set_begin(&k->set, g) && pl_tuples_reserve(&k->partials, k->max_cubes / 2 + 1);
}

static bool offer(policy_maker* k, const uint64_t* partial, uint32_t g, uint32_t move, uint32_t next)
{
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
    c->index = k->settled.count;
    return PL_ARRAY_PUSH(&k->settled, &k->allocator, id) &&
           pl_partial_state_set_add(&k->set, pl_tuples_at(&k->partials, id), c->g);
}

static bool extend(policy_maker* k, uint32_t id)
{
    candidate from = k->candidates.data[id];
    for (uint32_t m = 0; m < k->r->heuristic->move_count; ++m) {
        if (!pl_regress(k->r, m, pl_tuples_at(&k->partials, id), k->before)) continue;
        uint64_t cost = (uint64_t)from.g + k->r->heuristic->costs[m];
        if (cost >= PL_COST_TOO_HIGH) {
            k->generated = k->max_generated;
            return true;
        }
        if (!offer(k, k->before, (uint32_t)cost, m, from.index)) return false;
    }
    return true;
}

// More partial states are waiting than there is room for. Policies that get completed rarely have that many.
static bool is_hopeless(const policy_maker* k)
{
    if (k->settled.count >= k->max_cubes || k->generated >= k->max_generated) return true;
    uint32_t left = k->max_cubes - k->settled.count;
    return k->open.entries.count > left;
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
        if (is_hopeless(k)) return false;
        if (!settle(k, id) || !extend(k, id)) return k->no_memory = true, false;
    }
    return k->generated < k->max_generated;
}

static bool keep(pl_policy* p, const ploy_allocator* allocator, const policy_maker* k)
{
    const pl_heuristic* g = k->r->heuristic;
    uint32_t blocks = (k->settled.count + 63) / 64;
    size_t block_bytes = (size_t)blocks * g->slices * sizeof(uint64_t);
    size_t bytes = block_bytes + k->settled.count * sizeof(pl_policy_entry);
    if (bytes == 0) return p->complete = true;
    uint64_t* memory = pl_alloc(allocator, bytes);
    if (!memory) return false;
    *p = (pl_policy){true, k->settled.count, g->slices, memory, (pl_policy_entry*)((char*)memory + block_bytes), bytes};
    for (uint32_t b = 0; b < blocks && g->slices; ++b) {
        memcpy(memory + (size_t)b * g->slices, k->set.blocks.data + (size_t)b * k->set.stride,
               g->slices * sizeof *memory);
    }
    for (uint32_t i = 0; i < k->settled.count; ++i) {
        const candidate* c = &k->candidates.data[k->settled.data[i]];
        p->entries[i] = (pl_policy_entry){c->g, (uint16_t)c->move, (uint16_t)c->next};
    }
    return true;
}

bool pl_policy_build(pl_policy* policy, const ploy_allocator* allocator, pl_arena* scratch, const pl_regression* r,
                     size_t room)
{
    *policy = (pl_policy){0};
    if (r->heuristic->move_count >= UINT16_MAX) return true;
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

uint32_t pl_policy_find(const pl_policy* p, const pl_heuristic* g, const uint64_t* state)
{
    for (uint32_t at = 0; at < p->count; at += 64) {
        const uint64_t* block = p->blocks + (size_t)(at / 64) * p->slices;
        uint32_t here = p->count - at;
        uint64_t out = here < 64 ? ~0ull << here : 0;
        for (uint32_t i = 0; i < g->variable_count; ++i) {
            const pl_heuristic_variable* v = &g->variables[i];
            out |= block[v->slice + pl_heuristic_value(v, state)];
        }
        if (~out) return at + pl_trailing_zeros(~out);
    }
    return PLOY_NONE;
}
