// Unordered methods of a search: openings, branches that wait, and the remainder of a plan that pauses. See
// htn_search.h.

#include "base/hints.h"
#include "mind/htn/htn_search.h"

#include <string.h>

// Waiting branches: lists in the order of their subtasks. Like cells they never change once made.

static uint32_t push_branch(ploy_htn_planner* p, pl_htn_branch branch, uint32_t next)
{
    branch.next = next;
    PL_HTN_PUSH(p, branches, branch);
    return p->is_full ? PLOY_NONE : p->branches.count - 1;
}

static uint32_t with(ploy_htn_planner* p, uint32_t list, const pl_htn_branch* added)
{
    if (list == PLOY_NONE || added->subtask < p->branches.data[list].subtask) return push_branch(p, *added, list);
    pl_htn_branch first = p->branches.data[list];
    return push_branch(p, first, with(p, first.next, added));
}

static uint32_t without(ploy_htn_planner* p, uint32_t list, uint32_t removed)
{
    pl_htn_branch first = p->branches.data[list];
    return list == removed ? first.next : push_branch(p, first, without(p, first.next, removed));
}

static uint32_t find_branch(const ploy_htn_planner* p, uint32_t list, uint32_t subtask)
{
    while (list != PLOY_NONE && p->branches.data[list].subtask != subtask) list = p->branches.data[list].next;
    return list;
}

// Openings.

static bool find_in_cell(const ploy_htn_planner* p, const pl_htn_cell* cell, uint32_t* number, pl_htn_opening* opening)
{
    uint32_t count = pl_htn_method_of(p, cell)->subtask_count;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t branch = find_branch(p, cell->branches, i);
        if (branch == PLOY_NONE && !(cell->left >> i & 1)) continue;
        opening->subtask = i;
        opening->branch = branch;
        if ((*number)-- == 0) return true;
    }
    return false;
}

bool pl_htn_find_opening(const ploy_htn_planner* p, uint32_t number, pl_htn_opening* opening)
{
    uint32_t above = 0;
    for (uint32_t at = p->agenda; at != PLOY_NONE; at = p->cells.data[at].next, ++above) {
        const pl_htn_cell* cell = &p->cells.data[at];
        bool is_unordered = pl_htn_method_of(p, cell)->unordered;
        *opening = (pl_htn_opening){.cell = at, .above = above, .branch = PLOY_NONE};
        if (above == 0 && !is_unordered) {
            opening->subtask = pl_trailing_zeros(cell->left);
            if (number-- == 0) return true;
        }
        if (is_unordered && find_in_cell(p, cell, &number, opening)) return true;
        if (cell->frame >= p->settled || cell->frame == p->held) return false;
    }
    return false;
}

// Puts a chain that waited in front of the agenda. The frame of its last cell may not be left before the next step.
static void resume(ploy_htn_planner* p, const pl_htn_branch* branch)
{
    uint32_t base = p->cells.count, end = base + branch->count;
    if (!PL_ARRAY_RESERVE(&p->cells, &p->allocator, end)) {
        p->is_full = true;
        return;
    }
    uint32_t from = branch->top;
    for (uint32_t at = base; at < end; ++at) {
        p->cells.data[at] = p->cells.data[from];
        from = p->cells.data[from].next;
        p->cells.data[at].next = at + 1;
    }
    p->cells.count = end;
    p->held = p->cells.data[end - 1].frame;
    p->cells.data[end - 1].next = p->agenda;
    bool interleaves = p->agenda != PLOY_NONE && p->cells.data[p->agenda].interleaves;
    for (uint32_t at = end; at > base; --at) {
        pl_htn_cell* cell = &p->cells.data[at - 1];
        cell->interleaves = interleaves = interleaves || pl_htn_method_of(p, cell)->unordered;
    }
    p->agenda = base;
}

void pl_htn_take_opening(ploy_htn_planner* p, const pl_htn_opening* opening)
{
    pl_htn_cell cell = p->cells.data[opening->cell];
    if (opening->above > 0) {
        pl_htn_branch waits = {.top = p->agenda, .count = opening->above, .subtask = cell.subtask};
        cell.branches = with(p, cell.branches, &waits);
    }
    pl_htn_branch goes_on = {0};
    if (opening->branch == PLOY_NONE) {
        cell.left &= ~(1u << opening->subtask);
    } else if (!p->is_full) {
        goes_on = p->branches.data[opening->branch];
        cell.branches = without(p, cell.branches, find_branch(p, cell.branches, opening->subtask));
    }
    cell.subtask = opening->subtask;
    p->agenda = cell.next;
    if (cell.left || cell.branches != PLOY_NONE) {
        pl_htn_push_cell(p, cell, cell.next);
        p->agenda = p->cells.count - 1;
    }
    if (opening->branch != PLOY_NONE && !p->is_full) resume(p, &goes_on);
}

// The remainder: first the agenda, the innermost cell first; then, for each entry in turn, the chains of the branches
// that wait there. An entry is within the next one; the last entry of a chain that waits is within an earlier one.

static void push_entry(ploy_htn_planner* p, uint32_t at, uint32_t within, uint32_t subtask)
{
    const pl_htn_cell* cell = &p->cells.data[at];
    const pl_htn_frame* frame = &p->frames.data[cell->frame];
    ploy_htn_remainder rest = {
        .method = frame->method, .left = cell->left, .depth = frame->depth, .within = within, .subtask = subtask};
    memcpy(rest.args, frame->args, sizeof rest.args);
    PL_HTN_PUSH(p, rest, rest);
    PL_HTN_PUSH(p, rest_cells, at);
}

// Appends `count` cells. The last of them is the given subtask of the entry that it is within.
static void push_chain(ploy_htn_planner* p, uint32_t at, uint32_t count, uint32_t within, uint32_t subtask)
{
    for (uint32_t i = 0; i < count && !p->is_full; ++i) {
        uint32_t next = p->cells.data[at].next;
        bool is_last = i + 1 == count;
        if (is_last) {
            push_entry(p, at, within, subtask);
        } else {
            const pl_htn_cell* around = &p->cells.data[next];
            push_entry(p, at, p->rest.count + 2, pl_htn_method_of(p, around)->unordered ? around->subtask : 0);
        }
        at = next;
    }
}

static uint32_t length_of(const ploy_htn_planner* p)
{
    uint32_t length = 0;
    for (uint32_t at = p->agenda; at != PLOY_NONE; at = p->cells.data[at].next) ++length;
    return length;
}

static uint32_t count_chain(const ploy_htn_planner* p, uint32_t at, uint32_t count)
{
    uint32_t sum = count;
    for (uint32_t i = 0; i < count; ++i, at = p->cells.data[at].next) {
        for (uint32_t k = p->cells.data[at].branches; k != PLOY_NONE; k = p->branches.data[k].next) {
            sum += count_chain(p, p->branches.data[k].top, p->branches.data[k].count);
        }
    }
    return sum;
}

uint32_t pl_htn_count_rest(const ploy_htn_planner* p)
{
    return count_chain(p, p->agenda, length_of(p));
}

void pl_htn_keep_rest(ploy_htn_planner* p)
{
    PL_ARRAY_CLEAR(&p->rest);
    PL_ARRAY_CLEAR(&p->rest_cells);
    push_chain(p, p->agenda, length_of(p), 0, 0);
    for (uint32_t i = 0; i < p->rest.count && !p->is_full; ++i) {
        uint32_t branch = p->cells.data[p->rest_cells.data[i]].branches;
        for (; branch != PLOY_NONE && !p->is_full; branch = p->branches.data[branch].next) {
            const pl_htn_branch* of = &p->branches.data[branch];
            push_chain(p, of->top, of->count, i + 1, of->subtask);
        }
    }
}

// The first entry of the chain that ends before `end`.
static uint32_t chain_begin(const ploy_htn_remainder* rest, uint32_t end)
{
    uint32_t at = end - 1;
    while (at > 0 && rest[at - 1].within == at + 1) --at;
    return at;
}

// Returns the chain's first cell.
static uint32_t make_chain(ploy_htn_planner* p, const ploy_htn_remainder* rest, uint32_t begin, uint32_t end)
{
    uint32_t next = PLOY_NONE;
    for (uint32_t i = end; i > begin && !p->is_full; --i) {
        const ploy_htn_remainder* from = &rest[i - 1];
        pl_htn_frame frame = {.method = from->method, .depth = from->depth};
        memcpy(frame.args, from->args, sizeof frame.args);
        pl_htn_cell cell = {.frame = p->frames.count, .left = from->left, .branches = p->rest_cells.data[i - 1]};
        cell.subtask = i - 1 > begin ? rest[i - 2].subtask : 0;
        PL_HTN_PUSH(p, frames, frame);
        if (!p->is_full) pl_htn_push_cell(p, cell, next);
        next = p->cells.count - 1;
    }
    return next;
}

// Goes from the end, so that the branches of a cell exist before the cell. rest_cells holds the branches of each entry.
void pl_htn_begin_rest(ploy_htn_planner* p, const ploy_htn_remainder* rest, uint32_t count)
{
    PL_ARRAY_CLEAR(&p->rest_cells);
    for (uint32_t i = 0; i < count; ++i) PL_HTN_PUSH(p, rest_cells, PLOY_NONE);
    for (uint32_t end = count; end > 0 && !p->is_full;) {
        uint32_t begin = chain_begin(rest, end), around = rest[end - 1].within;
        uint32_t top = make_chain(p, rest, begin, end);
        if (around == 0) {
            p->agenda = top;
        } else if (!p->is_full) {
            pl_htn_branch waits = {.top = top, .count = end - begin, .subtask = rest[end - 1].subtask};
            p->rest_cells.data[around - 1] = with(p, p->rest_cells.data[around - 1], &waits);
        }
        end = begin;
    }
    p->settled = p->frames.count;
}

static bool is_free_place(const ploy_htn* htn, const ploy_htn_remainder* rest, uint32_t count, uint32_t entry)
{
    uint32_t around = rest[entry].within - 1;
    const pl_htn_compiled_method* method = &htn->methods.data[rest[around].method];
    uint32_t subtask = rest[entry].subtask;
    if (method->unordered && (subtask >= method->subtask_count || rest[around].left >> subtask & 1)) return false;
    for (uint32_t i = 0; i < count; ++i) {
        bool is_sibling = i != entry && rest[i].within == around + 1;
        if (is_sibling && (!method->unordered || rest[i].subtask == subtask)) return false;
    }
    return true;
}

// The first chain is within nothing; the others wait in an earlier entry. An entry has something left, or contains an
// entry that has.
bool pl_htn_rest_is_good(const ploy_htn* htn, const ploy_htn_remainder* rest, uint32_t count)
{
    for (uint32_t end = count; end > 0;) {
        uint32_t begin = chain_begin(rest, end), around = rest[end - 1].within;
        if ((around == 0) != (begin == 0) || around > begin) return false;
        if (around > 0 && !htn->methods.data[rest[around - 1].method].unordered) return false;
        for (uint32_t i = begin; i < end; ++i) {
            if (rest[i].within > 0 && !is_free_place(htn, rest, count, i)) return false;
            bool is_open = rest[i].left != 0;
            for (uint32_t k = 0; k < count && !is_open; ++k) is_open = rest[k].within == i + 1 && k + 1 != i;
            if (!is_open) return false;
        }
        end = begin;
    }
    return true;
}
