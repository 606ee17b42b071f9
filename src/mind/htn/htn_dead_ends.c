// Dead ends of a search: see htn_search.h. A position is encoded as words, which are found by hash and compared in
// full.

#include "mind/htn/htn_search.h"

#include <string.h>

#include "base/hash.h"

enum
{
    MAX_DEAD_ENDS = 4096,
};

// No alternative is barred: every method has had its first step, and no branch was just resumed.
static bool is_open(const ploy_htn_planner* p)
{
    return p->settled == p->frames.count && p->held == PLOY_NONE;
}

static void put(ploy_htn_planner* p, uint32_t word)
{
    PL_HTN_PUSH(p, code, word);
}

// Appends the cells of a chain to rest_cells, the innermost first; returns the index of the first.
static uint32_t list_chain(ploy_htn_planner* p, uint32_t at, uint32_t count)
{
    uint32_t base = p->rest_cells.count;
    for (uint32_t i = 0; i < count; ++i, at = p->cells.data[at].next) PL_HTN_PUSH(p, rest_cells, at);
    return base;
}

static void put_cells(ploy_htn_planner* p, uint32_t base, uint32_t count);

static void put_branch(ploy_htn_planner* p, uint32_t index)
{
    pl_htn_branch branch = p->branches.data[index];
    put(p, branch.subtask);
    uint32_t base = list_chain(p, branch.top, branch.count);
    if (!p->is_full) put_cells(p, base, branch.count);
    p->rest_cells.count = base;
}

// Writes the outermost of the listed cells, then its subtasks in progress in their order. The subtask that contains the
// inner cells takes its place among those that wait, so the code does not depend on which one is the agenda.
static void put_cells(ploy_htn_planner* p, uint32_t base, uint32_t count)
{
    pl_htn_cell cell = p->cells.data[p->rest_cells.data[base + count - 1]];
    const pl_htn_frame* frame = &p->frames.data[cell.frame];
    bool is_current_put = count == 1;
    put(p, frame->method);
    put(p, frame->depth);
    put(p, cell.left);
    for (uint32_t i = 0; i < PL_HTN_ARGS; ++i) put(p, frame->args[i]);
    for (uint32_t k = cell.branches; k != PLOY_NONE || !is_current_put; k = p->branches.data[k].next) {
        if (!is_current_put && (k == PLOY_NONE || cell.subtask < p->branches.data[k].subtask)) {
            put(p, cell.subtask);
            put_cells(p, base, count - 1);
            is_current_put = true;
        }
        if (k == PLOY_NONE || p->is_full) break;
        put_branch(p, k);
    }
    put(p, PLOY_NONE);
}

// Encodes the position as words; returns their hash.
static uint64_t encode(ploy_htn_planner* p)
{
    PL_ARRAY_CLEAR(&p->code);
    PL_ARRAY_CLEAR(&p->rest_cells);
    put(p, p->steps.count);
    for (uint32_t i = 0; i < ploy_domain_state_words(p->htn->domain); ++i) {
        put(p, (uint32_t)p->state.data[i]);
        put(p, (uint32_t)(p->state.data[i] >> 32));
    }
    uint32_t count = 0;
    for (uint32_t at = p->agenda; at != PLOY_NONE; at = p->cells.data[at].next) ++count;
    list_chain(p, p->agenda, count);
    if (!p->is_full) put_cells(p, 0, count);
    uint64_t hash = p->code.count;
    for (uint32_t i = 0; i < p->code.count; ++i) hash = pl_hash_join(hash, p->code.data[i]);
    return hash;
}

static uint32_t find(const ploy_htn_planner* p, uint64_t hash)
{
    size_t bytes = p->code.count * sizeof *p->code.data;
    pl_probe probe = pl_probe_begin(&p->dead_end_table, hash);
    for (uint32_t i; (i = pl_probe_next(&p->dead_end_table, &probe)) != PLOY_NONE;) {
        const pl_htn_dead_end* dead_end = &p->dead_ends.data[i];
        if (dead_end->count == p->code.count && memcmp(p->dead_end_words.data + dead_end->at, p->code.data, bytes) == 0)
            return i;
    }
    return PLOY_NONE;
}

bool pl_htn_is_dead_end(ploy_htn_planner* p)
{
    if (p->dead_ends.count == 0 || !is_open(p)) return false;
    uint64_t hash = encode(p);
    uint32_t found = p->is_full ? PLOY_NONE : find(p, hash);
    return found != PLOY_NONE && (p->htn->ranking == PLOY_RANKING_ORDER || p->dead_ends.data[found].cost <= p->cost);
}

static void add(ploy_htn_planner* p, uint64_t hash)
{
    uint32_t at = p->dead_end_words.count;
    for (uint32_t i = 0; i < p->code.count; ++i) PL_HTN_PUSH(p, dead_end_words, p->code.data[i]);
    PL_HTN_PUSH(p, dead_ends, (pl_htn_dead_end){at, p->code.count, p->cost});
    if (!p->is_full) p->is_full = !pl_table_add(&p->dead_end_table, hash, p->dead_ends.count - 1);
}

void pl_htn_add_dead_end(ploy_htn_planner* p)
{
    if (!is_open(p)) return;
    uint64_t hash = encode(p);
    uint32_t found = p->is_full ? PLOY_NONE : find(p, hash);
    if (found != PLOY_NONE) {
        if (p->cost < p->dead_ends.data[found].cost) p->dead_ends.data[found].cost = p->cost;
    } else if (!p->is_full && p->dead_ends.count < MAX_DEAD_ENDS) {
        add(p, hash);
    }
}

void pl_htn_clear_dead_ends(ploy_htn_planner* p)
{
    if (p->dead_ends.count == 0) return;
    PL_ARRAY_CLEAR(&p->dead_ends);
    PL_ARRAY_CLEAR(&p->dead_end_words);
    pl_table_clear(&p->dead_end_table);
}
