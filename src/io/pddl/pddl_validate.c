// The validator: executes a plan on the problem as it was read.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "io/pddl/pddl_machine.h"
#include "io/pddl/pddl_sexpr.h"

typedef struct plan_check
{
    pl_pddl_machine m;
    ploy_pddl_verdict* verdict;
    int64_t first; // the metric at the start
} plan_check;

PL_PRINTF(2, 3) static void refuse(plan_check* c, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(c->verdict->reason, sizeof c->verdict->reason, format, list);
    va_end(list);
}

// The first part of a conjunction that does not hold.
static uint32_t first_failing(plan_check* c, uint32_t node)
{
    const pl_pddl_node* n = &c->m.d->nodes.data[node];
    for (uint32_t i = n->kind == PL_PDDL_AND ? n->child : PLOY_NONE; i != PLOY_NONE; i = c->m.d->nodes.data[i].next)
        if (!pl_pddl_machine_holds(&c->m, i)) return first_failing(c, i);
    return node;
}

static void refuse_condition(plan_check* c, uint32_t node, const char* what)
{
    uint32_t failing = first_failing(c, node);
    const pl_pddl_node* n = &c->m.d->nodes.data[failing];
    bool is_not = n->kind == PL_PDDL_NOT && c->m.d->nodes.data[n->child].kind == PL_PDDL_ATOM;
    const pl_pddl_node* shown = is_not ? &c->m.d->nodes.data[n->child] : n;
    char text[160];
    if (shown->kind == PL_PDDL_ATOM) {
        uint32_t atom = pl_pddl_machine_atom(&c->m, shown);
        if (atom == PLOY_NONE) return;
        pl_pddl_print_atom(c->m.d, pl_tuple_at(&c->m.atoms, atom), text, sizeof text);
        refuse(c, is_not ? "%s: (%s) holds and must not" : "%s: (%s) does not hold", what, text);
    } else {
        refuse(c, "%s: the condition at line %u, column %u does not hold", what, n->line, n->column);
    }
}

static uint32_t name_of(const ploy_pddl* d, const pl_sexprs* s, uint32_t item)
{
    char word[256];
    const pl_sexpr* e = &s->items.data[item];
    if (e->length == 0 || e->length >= sizeof word) return PLOY_NONE;
    for (uint32_t i = 0; i < e->length; ++i) {
        char c = s->text[e->at + i];
        word[i] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    }
    return pl_names_find(&d->names, word, e->length);
}

static const pl_pddl_action* find_action(const ploy_pddl* d, uint32_t name)
{
    for (uint32_t i = 0; i < d->actions.count; ++i)
        if (d->actions.data[i].name == name) return &d->actions.data[i];
    return NULL;
}

// Binds the arguments of a step to the parameters.
static bool bind_step(plan_check* c, const pl_sexprs* s, uint32_t first, const pl_pddl_action* action)
{
    uint32_t count = 0;
    const char* name = pl_pddl_name(c->m.d, action->name);
    for (uint32_t i = first; i != PLOY_NONE; i = s->items.data[i].next, ++count) {
        uint32_t object_name = name_of(c->m.d, s, i);
        uint32_t object = object_name == PLOY_NONE ? PLOY_NONE : pl_pddl_find_object(c->m.d, object_name);
        int length = (int)(s->items.data[i].length < 80 ? s->items.data[i].length : 80);
        if (object == PLOY_NONE) {
            refuse(c, "%s: there is no object '%.*s'", name, length, s->text + s->items.data[i].at);
            return false;
        }
        if (count == action->param_count) break;
        if (!pl_pddl_is_member(c->m.d, object, c->m.d->variables.data[action->first_variable + count].set)) {
            refuse(c, "%s: '%.*s' is not of the type of parameter %u", name, length, s->text + s->items.data[i].at,
                   count + 1);
            return false;
        }
        c->m.slots[count] = object;
    }
    if (count == action->param_count && pl_sexprs_count(s, s->first) == count + 1) return true;
    refuse(c, "%s takes %u argument%s, not %u", name, action->param_count, action->param_count == 1 ? "" : "s",
           pl_sexprs_count(s, s->first) - 1);
    return false;
}

static bool take_step(plan_check* c, const pl_sexprs* s)
{
    uint32_t head = s->items.data[s->first].child;
    uint32_t name = head == PLOY_NONE ? PLOY_NONE : name_of(c->m.d, s, head);
    const pl_pddl_action* action = name == PLOY_NONE ? NULL : find_action(c->m.d, name);
    if (!action) {
        refuse(c, "there is no such action");
        return false;
    }
    if (!bind_step(c, s, s->items.data[head].next, action)) return false;
    c->m.undefined = false;
    if (!pl_pddl_machine_holds(&c->m, action->pre)) {
        refuse_condition(c, action->pre, pl_pddl_name(c->m.d, action->name));
        return false;
    }
    if (pl_pddl_machine_take(&c->m, action)) return true;
    if (c->m.undefined)
        refuse(c, "%s: it needs a value that is not set, or divides by 0", pl_pddl_name(c->m.d, action->name));
    return false;
}

// Reads the steps of a plan: "0.000: (drive t a b) [1]" has words around its list. false: one cannot be taken.
static bool take_steps(plan_check* c, pl_sexprs* s)
{
    for (uint32_t i = s->first; i != PLOY_NONE; i = s->items.data[i].next) {
        uint32_t column;
        if (!pl_sexprs_is_list(s, i)) continue;
        s->first = i;
        if (!take_step(c, s)) {
            pl_text_place(s->text, s->bytes, s->items.data[i].at, &c->verdict->line, &column);
            return false;
        }
        c->verdict->step_count++;
        c->verdict->cost = c->verdict->step_count * c->m.d->step_cost + pl_pddl_machine_metric(&c->m) - c->first;
    }
    return true;
}

static ploy_status execute(plan_check* c, pl_sexprs* s)
{
    c->first = pl_pddl_machine_metric(&c->m);
    bool good = take_steps(c, s);
    c->m.undefined = false;
    if (good && !c->m.out_of_memory) {
        c->verdict->valid = pl_pddl_machine_holds(&c->m, c->m.d->goal);
        if (!c->verdict->valid) refuse_condition(c, c->m.d->goal, "at the end of the plan the goal is not met");
    }
    return c->m.out_of_memory ? PLOY_OUT_OF_MEMORY : PLOY_OK;
}

ploy_status ploy_pddl_check_plan(const ploy_pddl* pddl, const char* text, size_t bytes, ploy_pddl_verdict* verdict,
                                 ploy_error* error)
{
    PL_NEED_ERROR(error, pddl, PLOY_INVALID);
    PL_NEED_ERROR(error, text, PLOY_INVALID);
    PL_NEED_ERROR(error, verdict, PLOY_INVALID);
    pl_error_clear(error);
    memset(verdict, 0, sizeof *verdict);
    if (!pl_pddl_has_problem(pddl)) {
        pl_error_set(error, 0, 0, "there is no problem that a plan could solve");
        return PLOY_INVALID;
    }
    pl_sexprs s = {.text = text, .bytes = bytes};
    uint32_t at = 0, line, column;
    const char* why = "";
    ploy_status status = pl_sexprs_read(&s, &pddl->allocator, &at, &why);
    if (status == PLOY_INVALID) {
        pl_text_place(text, bytes, at, &line, &column);
        pl_error_set(error, line, column, "%s", why);
    }
    if (status == PLOY_OK) {
        plan_check c = {.verdict = verdict};
        status = pl_pddl_machine_begin(&c.m, pddl) ? execute(&c, &s) : PLOY_OUT_OF_MEMORY;
        pl_pddl_machine_end(&c.m);
    }
    pl_sexprs_free(&s, &pddl->allocator);
    if (status == PLOY_OUT_OF_MEMORY) pl_error_set(error, 0, 0, "out of memory");
    return status;
}
