#include "plan/heuristic/totals.h"

#include <string.h>

#include "plan/heuristic/heuristic.h"

enum
{
    MAX_TOTALS = 4,
    MIN_MEMBERS = 2,
    UNKNOWN = 2, // else 0: no member, 1: a member
};

typedef struct total_maker
{
    const pl_heuristic* g;
    const pl_compiled* c;
    uint8_t* roles; // per variable of the domain
    uint32_t total; // variable of the domain
} total_maker;

// What a move says about the roles; false: the variable is no total.
static bool learn(total_maker* t, const pl_operator* op, bool* changed)
{
    int64_t rest = 0;
    const pl_effect* unknown = NULL;
    uint32_t unknown_count = 0;
    for (uint32_t e = 0; e < op->effect_count; ++e) {
        const pl_effect* effect = &t->c->effects[op->first_effect + e];
        uint8_t* role = &t->roles[effect->variable];
        if (effect->variable == t->total) {
            if (effect->kind != PL_EFFECT_ADD) return false;
            rest += effect->amount;
        } else if (effect->kind != PL_EFFECT_ADD) {
            if (*role == 1) return false;
            *changed |= *role != 0;
            *role = 0;
        } else if (*role == UNKNOWN) {
            unknown = effect;
            ++unknown_count;
        } else {
            rest -= *role * (int64_t)effect->amount;
        }
    }
    if (unknown_count > 1) return true;
    if (unknown_count == 0) return rest == 0;
    if (rest != 0 && rest != unknown->amount) return false;
    t->roles[unknown->variable] = rest != 0;
    return *changed = true;
}

// One pass over the moves that teaches nothing more ends it. What is still unknown then is no member, if that fits.
static bool find_roles(total_maker* t)
{
    memset(t->roles, UNKNOWN, t->c->variable_count);
    bool is_last = false;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t m = 0; m < t->g->move_count; ++m) {
            if (!learn(t, &t->c->operators[t->g->moves[m].op], &changed)) return false;
        }
        if (changed || is_last) continue;
        for (uint32_t v = 0; v < t->c->variable_count; ++v) {
            if (t->roles[v] == UNKNOWN) t->roles[v] = 0;
        }
        changed = is_last = true;
    }
    return true;
}

// A total rises and falls, and is never set.
static bool may_be_total(const total_maker* t)
{
    bool rises = false, falls = false;
    for (uint32_t m = 0; m < t->g->move_count; ++m) {
        const pl_operator* op = &t->c->operators[t->g->moves[m].op];
        for (uint32_t e = 0; e < op->effect_count; ++e) {
            const pl_effect* effect = &t->c->effects[op->first_effect + e];
            if (effect->variable != t->total) continue;
            if (effect->kind != PL_EFFECT_ADD || op->effect_count == 1) return false;
            rises |= effect->amount > 0;
            falls |= effect->amount < 0;
        }
    }
    return rises && falls;
}

static void keep(pl_totals* totals, const total_maker* t, uint32_t variable)
{
    pl_total* total = &totals->list[totals->count];
    uint32_t member = totals->count ? total[-1].first_member + total[-1].member_count : 0;
    uint32_t other = totals->first_other[totals->count], local = 0;
    *total = (pl_total){variable, member, 0};
    for (uint32_t v = 0; v < t->c->variable_count; ++v) {
        bool matters = local < t->g->variable_count && t->g->variables[local].variable == v;
        if (t->roles[v] == 1 && v != t->total) {
            if (matters)
                totals->members[member++] = local;
            else
                totals->others[other++] = v;
        }
        local += matters;
    }
    total->member_count = member - total->first_member;
    if (total->member_count < MIN_MEMBERS) return;
    totals->first_other[++totals->count] = other;
}

bool pl_totals_find(pl_totals* totals, pl_arena* scratch, const pl_heuristic* g, const pl_compiled* c)
{
    *totals = (pl_totals){0};
    totals->list = PL_ARENA_ARRAY(scratch, pl_total, MAX_TOTALS + 1);
    totals->first_other = PL_ARENA_ARRAY(scratch, uint32_t, MAX_TOTALS + 1);
    totals->members = PL_ARENA_ARRAY(scratch, uint32_t, (MAX_TOTALS + 1) * (size_t)g->variable_count + 1);
    totals->others = PL_ARENA_ARRAY(scratch, uint32_t, (MAX_TOTALS + 1) * (size_t)c->variable_count + 1);
    total_maker t = {g, c, PL_ARENA_ARRAY(scratch, uint8_t, c->variable_count + 1), 0};
    if (!totals->list || !totals->first_other || !totals->members || !totals->others || !t.roles) return false;
    totals->first_other[0] = 0;
    for (uint32_t v = 0; v < g->variable_count && totals->count < MAX_TOTALS; ++v) {
        t.total = g->variables[v].variable;
        if (g->variables[v].size > 2 && may_be_total(&t) && find_roles(&t)) keep(totals, &t, v);
    }
    return true;
}

bool pl_totals_has(const pl_totals* totals, uint32_t variable)
{
    for (uint32_t i = 0; i < totals->count; ++i) {
        if (totals->list[i].variable == variable) return true;
    }
    return false;
}

int64_t pl_totals_rest(const pl_totals* totals, uint32_t index, const pl_heuristic* g, const pl_compiled* c,
                       const uint64_t* state)
{
    const pl_total* total = &totals->list[index];
    int64_t rest = pl_heuristic_value(&g->variables[total->variable], state);
    for (uint32_t i = 0; i < total->member_count; ++i)
        rest -= pl_heuristic_value(&g->variables[totals->members[total->first_member + i]], state);
    for (uint32_t i = totals->first_other[index]; i < totals->first_other[index + 1]; ++i)
        rest -= pl_variable_value(&c->variables[totals->others[i]], state);
    return rest;
}
