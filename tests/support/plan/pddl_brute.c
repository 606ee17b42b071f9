#include "support/plan/pddl_brute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/pddl/pddl_machine.h"
#include "support/base/test.h"

typedef struct pddl_brute_state
{
    int64_t* values;
    uint32_t count;
    int64_t cost;
    bool is_closed;
} pddl_brute_state;

typedef struct pddl_brute_search
{
    pl_pddl_machine m;
    pddl_brute_state* states;
    uint32_t count, max;
    bool is_full;
} pddl_brute_search;

// Costs are not part of a state; what was never read is 0.
static bool is_same(const pddl_brute_search* b, const pddl_brute_state* s)
{
    for (uint32_t i = 0; i < b->m.values.count; i++) {
        int64_t value = i < s->count ? s->values[i] : 0;
        if (value != b->m.values.data[i] && !pl_pddl_price_of(b->m.d, pl_tuple_at(&b->m.atoms, i)[0])) return false;
    }
    return true;
}

static void offer(pddl_brute_search* b, int64_t cost)
{
    for (uint32_t i = 0; i < b->count; i++) {
        if (!is_same(b, &b->states[i])) continue;
        if (cost < b->states[i].cost) b->states[i].cost = cost;
        return;
    }
    if (b->count == b->max) {
        b->is_full = true;
        return;
    }
    pddl_brute_state* made = &b->states[b->count++];
    *made = (pddl_brute_state){.count = b->m.values.count, .cost = cost};
    made->values = malloc((made->count + 1) * sizeof *made->values);
    assert_non_null(made->values);
    if (made->count) memcpy(made->values, b->m.values.data, made->count * sizeof *made->values);
}

static void restore(pddl_brute_search* b, const pddl_brute_state* s)
{
    for (uint32_t i = 0; i < b->m.values.count; i++) b->m.values.data[i] = i < s->count ? s->values[i] : 0;
}

static void try_action(pddl_brute_search* b, const pl_pddl_action* action, uint32_t param, const pddl_brute_state* from)
{
    const ploy_pddl* d = b->m.d;
    if (param < action->param_count) {
        const pl_pddl_set* set = &d->sets.data[d->variables.data[action->first_variable + param].set];
        for (uint32_t i = 0; i < set->object_count; i++) {
            b->m.slots[param] = d->set_objects.data[set->first_object + i];
            try_action(b, action, param + 1, from);
        }
        return;
    }
    uint32_t bound[16];
    memcpy(bound, b->m.slots, action->param_count * sizeof *bound);
    restore(b, from);
    int64_t before = pl_pddl_machine_metric(&b->m);
    if (pl_pddl_machine_holds(&b->m, action->pre) && pl_pddl_machine_take(&b->m, action)) {
        offer(b, from->cost + d->step_cost + pl_pddl_machine_metric(&b->m) - before);
    }
    memcpy(b->m.slots, bound, action->param_count * sizeof *bound);
}

static uint32_t cheapest(const pddl_brute_search* b)
{
    uint32_t best = PLOY_NONE;
    for (uint32_t i = 0; i < b->count; i++)
        if (!b->states[i].is_closed && (best == PLOY_NONE || b->states[i].cost < b->states[best].cost)) best = i;
    return best;
}

int64_t pddl_brute_cost(const ploy_pddl* pddl, uint32_t max_states)
{
    pddl_brute_search b = {.max = max_states};
    int64_t answer = -1;
    b.states = calloc(max_states, sizeof *b.states);
    assert_non_null(b.states);
    assert_true(pl_pddl_machine_begin(&b.m, pddl));
    offer(&b, 0);
    for (uint32_t next; !b.is_full && (next = cheapest(&b)) != PLOY_NONE;) {
        pddl_brute_state from = b.states[next];
        b.states[next].is_closed = true;
        restore(&b, &from);
        if (pl_pddl_machine_holds(&b.m, pddl->goal)) {
            answer = from.cost;
            break;
        }
        for (uint32_t a = 0; a < pddl->actions.count; a++) try_action(&b, &pddl->actions.data[a], 0, &from);
    }
    if (b.is_full) answer = -2;
    for (uint32_t i = 0; i < b.count; i++) free(b.states[i].values);
    free(b.states);
    pl_pddl_machine_end(&b.m);
    return answer;
}

// Random problems.

enum
{
    PREDICATES = 5
};

typedef struct pddl_writer
{
    uint64_t seed;
    char* text;
    size_t used, size;
    uint32_t arity[PREDICATES];
    bool has_cost, has_number;
    bool has_many; // conditional effects
} pddl_writer;

static uint32_t draw(pddl_writer* w, uint32_t below)
{
    w->seed ^= w->seed << 13;
    w->seed ^= w->seed >> 7;
    w->seed ^= w->seed << 17;
    return (uint32_t)((w->seed >> 20) % below);
}

static void put(pddl_writer* w, const char* format, ...)
{
    va_list list;
    if (w->size - w->used < 1024) {
        w->size = w->size * 2 + 4096;
        w->text = realloc(w->text, w->size);
        assert_non_null(w->text);
    }
    va_start(list, format);
    w->used += (size_t)vsnprintf(w->text + w->used, 1024, format, list);
    va_end(list);
}

// Terms: parameters ?x0 … of the action, quantified ?q0 …, constants.
static void put_term(pddl_writer* w, uint32_t params, uint32_t quantified)
{
    uint32_t k = draw(w, params + quantified + 1);
    if (w->has_many && quantified && draw(w, 3)) k = params; // so that the effects of a forall differ
    if (k < params)
        put(w, " ?x%u", k);
    else if (k < params + quantified)
        put(w, " ?q%u", k - params);
    else
        put(w, " c%u", draw(w, 2));
}

static void put_atom(pddl_writer* w, uint32_t params, uint32_t quantified)
{
    uint32_t p = draw(w, PREDICATES);
    put(w, "(p%u", p);
    for (uint32_t i = 0; i < w->arity[p]; i++) put_term(w, params, quantified);
    put(w, ")");
}

static const char* draw_type(pddl_writer* w)
{
    static const char* const types[] = {"red", "blue", "object", "(either red blue)"};
    return types[draw(w, 4)];
}

static void put_condition(pddl_writer* w, uint32_t params, uint32_t quantified, uint32_t depth)
{
    uint32_t k = depth ? draw(w, 14) : draw(w, 6);
    if (k < 4) {
        put_atom(w, params, quantified);
    } else if (k < 6) {
        put(w, "(not ");
        put_atom(w, params, quantified);
        put(w, ")");
    } else if (k < 10) {
        static const char* const words[] = {"and", "or", "imply", "and"};
        put(w, "(%s ", words[k - 6]);
        put_condition(w, params, quantified, depth - 1);
        put(w, " ");
        put_condition(w, params, quantified, depth - 1);
        put(w, ")");
    } else if (k < 12) {
        put(w, "(%s (?q%u - %s) ", k == 10 ? "forall" : "exists", quantified, draw_type(w));
        put_condition(w, params, quantified + 1, depth - 1);
        put(w, ")");
    } else if (k == 12 && w->has_number) {
        static const char* const signs[] = {"<", "<=", ">", ">=", "="};
        put(w, "(%s (n) %u)", signs[draw(w, 5)], draw(w, 4));
    } else {
        put(w, "(not (=");
        put_term(w, params, quantified);
        put_term(w, params, quantified);
        put(w, "))");
    }
}

static void put_change(pddl_writer* w, uint32_t params, uint32_t quantified)
{
    bool is_delete = draw(w, 2);
    put(w, is_delete ? " (not " : " ");
    put_atom(w, params, quantified);
    put(w, is_delete ? ")" : "");
}

static void put_effect(pddl_writer* w, uint32_t params)
{
    uint32_t k = w->has_many && draw(w, 3) ? 7 : draw(w, 8);
    if (k < 5) {
        put_change(w, params, 0);
    } else if (k < 7) {
        put(w, " (when ");
        put_condition(w, params, 0, 1);
        put(w, " (and");
        put_change(w, params, 0);
        put_change(w, params, 0);
        put(w, "))");
    } else {
        put(w, " (forall (?q0 - %s) (when ", w->has_many ? "object" : draw_type(w));
        put_condition(w, params, 1, w->has_many && draw(w, 3) == 0);
        put(w, " (and");
        put_change(w, params, 1);
        if (w->has_many && draw(w, 2)) put_change(w, params, 1);
        if (w->has_many && w->has_number && draw(w, 12) == 0) put(w, " (increase (n) %u)", draw(w, 2));
        put(w, ")))");
    }
}

static void put_action(pddl_writer* w, uint32_t index)
{
    uint32_t params = draw(w, 3);
    put(w, "(:action a%u :parameters (", index);
    for (uint32_t i = 0; i < params; i++) put(w, "?x%u - %s ", i, draw_type(w));
    put(w, ") :precondition (and");
    for (uint32_t i = draw(w, 3); i > 0; i--) {
        put(w, " ");
        put_condition(w, params, 0, draw(w, 3));
    }
    uint32_t change = w->has_number ? draw(w, w->has_many ? 2 : 4) : 0; // many effects raise a number alone
    if (change == 1) put(w, " (< (n) 3)");
    if (change == 2) put(w, " (> (n) 0)");
    put(w, ") :effect (and");
    for (uint32_t i = 1 + draw(w, 3) + (w->has_many ? 2 : 0); i > 0; i--) put_effect(w, params);
    if (change == 1) put(w, " (increase (n) 1)");
    if (change == 2) put(w, " (decrease (n) 1)");
    if (change == 3) put(w, " (assign (n) %u)", draw(w, 4));
    if (w->has_cost && params)
        put(w, " (increase (total-cost) (price ?x0))");
    else if (w->has_cost)
        put(w, " (increase (total-cost) %u)", draw(w, 4));
    put(w, "))\n");
}

// One random step, if it can be taken.
static void walk(pddl_writer* w, pl_pddl_machine* m)
{
    const ploy_pddl* d = m->d;
    const pl_pddl_action* action = &d->actions.data[draw(w, d->actions.count)];
    for (uint32_t i = 0; i < action->param_count; i++) {
        const pl_pddl_set* set = &d->sets.data[d->variables.data[action->first_variable + i].set];
        m->slots[i] = d->set_objects.data[set->first_object + draw(w, set->object_count)];
    }
    if (pl_pddl_machine_holds(m, action->pre)) pl_pddl_machine_take(m, action);
}

// What holds after a random walk from the start, so that there is a plan: literals that differ from the start first.
static void put_walk_goal(pddl_writer* w, const char* domain)
{
    ploy_error error = {0};
    pl_pddl_machine m;
    size_t used = w->used;
    put(w, ")))");
    ploy_pddl* pddl = NULL;
    assert_int_equal(ploy_pddl_read(NULL, domain, strlen(domain), &pddl, &error), PLOY_OK);
    if (ploy_pddl_read(NULL, w->text, w->used, &pddl, &error) != PLOY_OK) fail_msg("%s\n%s", error.message, w->text);
    w->used = used;
    assert_true(pl_pddl_machine_begin(&m, pddl));
    uint32_t known = m.values.count;
    int64_t* start = malloc((known + 1) * sizeof *start);
    assert_non_null(start);
    memcpy(start, m.values.data, known * sizeof *start);
    for (uint32_t i = 0; i < 40; i++) walk(w, &m);
    uint32_t left = 5;
    for (uint32_t i = m.values.count; i-- > 0 && left;) {
        const uint32_t* atom = pl_tuple_at(&m.atoms, i);
        bool changed = m.values.data[i] != (i < known ? start[i] : 0);
        char text[64];
        if (pddl->symbols.data[atom[0]].is_function || (!changed && draw(w, 4))) continue;
        pl_pddl_print_atom(pddl, atom, text, sizeof text);
        put(w, m.values.data[i] ? " (%s)" : " (not (%s))", text);
        --left;
    }
    free(start);
    pl_pddl_machine_end(&m);
    ploy_pddl_destroy(pddl);
}

void pddl_random(uint64_t seed, bool has_many, char** domain, char** problem)
{
    pddl_writer w = {.seed = seed * UINT64_C(0x9E3779B97F4A7C15) + 1, .has_many = has_many};
    static const char* const objects[] = {"c0", "c1", "r0", "b0", "b1"};
    for (uint32_t i = 0; i < 8; i++) draw(&w, 2);
    w.has_cost = draw(&w, 2);
    w.has_number = draw(&w, 3) == 0;
    put(&w, "(define (domain random) (:types red blue - object) (:constants c0 - red c1 - blue)\n(:predicates");
    for (uint32_t i = 0; i < PREDICATES; i++) {
        w.arity[i] = has_many ? 1 + (draw(&w, 4) == 0) : draw(&w, 3);
        put(&w, " (p%u%s%s)", i, w.arity[i] > 0 ? " ?a" : "", w.arity[i] > 1 ? " ?b" : "");
    }
    put(&w, ")\n(:functions (total-cost) (price ?o) (n))\n");
    for (uint32_t i = 0, count = 3 + draw(&w, 3); i < count; i++) put_action(&w, i);
    put(&w, ")\n");
    *domain = w.text;
    w.text = NULL;
    w.used = w.size = 0;
    put(&w, "(define (problem p) (:domain random) (:objects r0 - red b0 b1 - blue)\n(:init (= (n) %u)", draw(&w, 4));
    for (uint32_t i = 0; i < 5; i++) put(&w, " (= (price %s) %u)", objects[i], draw(&w, 5));
    for (uint32_t i = 0, count = draw(&w, 10); i < count; i++) {
        uint32_t p = draw(&w, PREDICATES);
        put(&w, " (p%u", p);
        for (uint32_t k = 0; k < w.arity[p]; k++) put(&w, " %s", objects[draw(&w, 5)]);
        put(&w, ")");
    }
    put(&w, ")\n(:goal (and");
    if (draw(&w, 5) == 0) {
        for (uint32_t i = 2 + draw(&w, 3); i > 0; i--) {
            put(&w, " ");
            put_condition(&w, 0, 0, draw(&w, 2));
        }
    } else {
        put_walk_goal(&w, *domain);
    }
    put(&w, "))%s)\n", w.has_cost ? " (:metric minimize (total-cost))" : "");
    *problem = w.text;
}
