// A domain of Ploy as PDDL, grounded: every operator becomes an action without parameters, every value of a variable a
// predicate without arguments (a bool one for both). Numbers are enumerated, so any planner that knows conditional
// effects and action costs can read it.

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/containers/names.h"
#include "base/error.h"
#include "plan/domain/compiled.h"
#include "plan/domain/domain.h"

#include <ploy/pddl.h>

typedef struct pddl_output
{
    const ploy_domain* domain;
    const pl_compiled* c;
    const ploy_plan_query* query;
    ploy_write_fn* write;
    void* user;
    pl_names names;
    uint32_t* atoms; // per fact: the name of its predicate. A bool has one, of its true value.
    int64_t unit;    // of costs
    ploy_error* error;
    ploy_status status;
} pddl_output;

PL_PRINTF(2, 3) static void put(pddl_output* o, const char* format, ...)
{
    char text[1024];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    size_t bytes = length < 0 ? 0 : (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
    if (o->status == PLOY_OK && bytes && !o->write(o->user, text, bytes)) o->status = PLOY_CANCELLED;
}

// Letters, digits, '-' and '_'; each name is taken once.
static uint32_t take_name(pddl_output* o, const char* wanted)
{
    char text[600];
    size_t length = 0;
    for (const char* at = wanted; *at && length < sizeof text - 16; ++at) {
        char c = *at >= 'A' && *at <= 'Z' ? (char)(*at + 32) : *at;
        bool is_good = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
        bool is_gap = c == ')' || c == ' ';
        if (!is_gap) text[length++] = is_good ? c : '-';
    }
    if (length == 0) text[length++] = 'x';
    size_t stem = length;
    for (uint32_t number = 2; pl_names_find(&o->names, text, length) != PLOY_NONE; ++number)
        length = stem + (size_t)snprintf(text + stem, sizeof text - stem, "-%" PRIu32, number);
    uint32_t name = pl_names_intern(&o->names, text, length);
    if (name == PLOY_NONE) o->status = PLOY_OUT_OF_MEMORY;
    return name;
}

static bool is_bool(const pddl_output* o, uint32_t variable)
{
    return ploy_domain_symbol(o->domain, o->c->variables[variable].symbol).type == PLOY_VALUE_BOOL;
}

static void name_atoms(pddl_output* o)
{
    for (uint32_t v = 0; v < o->c->variable_count && o->status == PLOY_OK; ++v) {
        const pl_variable* variable = &o->c->variables[v];
        ploy_symbol_info info = ploy_domain_symbol(o->domain, variable->symbol);
        char text[512];
        size_t length = ploy_domain_variable_print(o->domain, v, text, sizeof text);
        for (uint32_t k = 0; k < variable->size && o->status == PLOY_OK; ++k) {
            bool has_own = !is_bool(o, v) || k == 1;
            if (!is_bool(o, v) && length < sizeof text - 1) {
                text[length] = '-';
                ploy_value_print(o->domain, v, info.min + (int64_t)k * info.step, text + length + 1,
                                 sizeof text - length - 1);
            }
            o->atoms[variable->first_fact + k] = has_own ? take_name(o, text) : PLOY_NONE;
        }
    }
}

// Is the value allowed? See pl_partial_state.
static bool allows(const pl_compiled* c, const pl_partial_state* partial, uint32_t variable, uint32_t value)
{
    const pl_variable* v = &c->variables[variable];
    const uint64_t* mask = c->masks + partial->at;
    if ((value & pl_variable_value(v, mask)) != pl_variable_value(v, mask + c->words)) return false;
    for (uint32_t t = partial->first_test; t < partial->first_test + partial->test_count; ++t)
        if (c->tests[t].variable == variable && !(c->allowed[c->tests[t].allowed + value / 64] >> (value % 64) & 1))
            return false;
    return true;
}

static void put_atom(pddl_output* o, uint32_t variable, uint32_t value)
{
    uint32_t fact = o->c->variables[variable].first_fact;
    if (is_bool(o, variable))
        put(o, value ? "(%s)" : "(not (%s))", pl_names_text(&o->names, o->atoms[fact + 1]));
    else
        put(o, "(%s)", pl_names_text(&o->names, o->atoms[fact + value]));
}

// The values that a partial state allows of one variable, if not all.
static void put_need(pddl_output* o, const pl_partial_state* partial, uint32_t variable)
{
    const pl_variable* v = &o->c->variables[variable];
    uint32_t count = 0;
    for (uint32_t k = 0; k < v->size; ++k) count += allows(o->c, partial, variable, k);
    if (count == v->size) return;
    put(o, " ");
    if (count != 1) put(o, "(or");
    for (uint32_t k = 0; k < v->size; ++k) {
        if (!allows(o->c, partial, variable, k)) continue;
        if (count != 1) put(o, " ");
        put_atom(o, variable, k);
    }
    if (count != 1) put(o, ")");
}

static void put_partial(pddl_output* o, const pl_partial_state* partial)
{
    put(o, "(and");
    for (uint32_t v = 0; v < o->c->variable_count; ++v) put_need(o, partial, v);
    put(o, ")");
}

static void put_delete(pddl_output* o, uint32_t variable, uint32_t value)
{
    uint32_t fact = o->c->variables[variable].first_fact;
    put(o, " (not (%s))", pl_names_text(&o->names, o->atoms[fact + value]));
}

static void put_effect(pddl_output* o, const pl_operator* op, const pl_effect* effect)
{
    const pl_variable* v = &o->c->variables[effect->variable];
    bool is_set = effect->kind == PL_EFFECT_SET;
    uint32_t allowed = 0;
    for (uint32_t k = 0; k < v->size; ++k) allowed += allows(o->c, &op->pre, effect->variable, k);
    for (uint32_t k = 0; !is_bool(o, effect->variable) && k < v->size; ++k) {
        int64_t after = is_set ? effect->amount : (int64_t)k + effect->amount;
        if (!allows(o->c, &op->pre, effect->variable, k) || after == k || after < 0 || after >= v->size) continue;
        bool is_conditional = !is_set && allowed > 1;
        if (is_conditional) {
            put(o, " (when ");
            put_atom(o, effect->variable, k);
            put(o, " (and");
        }
        put_delete(o, effect->variable, k);
        if (!is_set) {
            put(o, " ");
            put_atom(o, effect->variable, (uint32_t)after);
        }
        if (is_conditional) put(o, "))");
    }
    if (is_set) {
        put(o, " ");
        put_atom(o, effect->variable, (uint32_t)effect->amount);
    }
}

static bool is_disabled(const pddl_output* o, uint32_t action)
{
    return o->query->disabled && (o->query->disabled[action / 64] >> (action % 64) & 1);
}

// A price that reads tables alone is the same in all states.
static bool is_constant(const pddl_output* o, const pl_ground* ground)
{
    return o->c->costs[ground->action].call == PLOY_NONE && (!ground->is_priced || ground->read_count == 0);
}

static int64_t cost_of(const pddl_output* o, const pl_operator* op)
{
    bool is_priced = o->c->grounds[op->ground].is_priced;
    return is_priced ? pl_domain_price(o->domain, op->ground, o->query->start) : op->cost;
}

static void put_operator(pddl_output* o, uint32_t index)
{
    const pl_operator* op = &o->c->operators[index];
    const pl_ground* ground = &o->c->grounds[op->ground];
    ploy_action_info info = ploy_domain_action(o->domain, ground->action);
    if (is_disabled(o, ground->action)) return;
    char text[512];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", info.name);
    for (uint32_t i = 0; i < info.param_count && used < sizeof text; ++i)
        used += (size_t)snprintf(text + used, sizeof text - used, "-%s",
                                 ploy_domain_object_name(o->domain, info.param_types[i], ground->args[i]));
    uint32_t name = take_name(o, text);
    if (name == PLOY_NONE) return;
    put(o, "  (:action %s\n    :parameters ()\n    :precondition ", pl_names_text(&o->names, name));
    put_partial(o, &op->pre);
    put(o, "\n    :effect (and");
    for (uint32_t e = 0; e < op->effect_count; ++e) put_effect(o, op, &o->c->effects[op->first_effect + e]);
    put(o, " (increase (total-cost) %" PRId64 ")))\n", cost_of(o, op) / o->unit);
}

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// Whole costs: units of 1, or of what all of them are multiples of. PLOY_INVALID: an action's cost is not a constant.
static void find_unit(pddl_output* o)
{
    int64_t all = PLOY_UNIT;
    for (uint32_t i = 0; i < o->c->operator_count && o->status == PLOY_OK; ++i) {
        const pl_operator* op = &o->c->operators[i];
        const pl_ground* ground = &o->c->grounds[op->ground];
        if (is_disabled(o, ground->action)) continue;
        if (!is_constant(o, ground)) {
            pl_error_set(o->error, 0, 0, "the cost of action '%.80s' depends on the state or on a callback",
                         ploy_domain_action(o->domain, ground->action).name);
            pl_error_hint(o->error, "PDDL knows only costs that are constant for each ground action");
            o->status = PLOY_INVALID;
            return;
        }
        all = gcd(all, cost_of(o, op));
    }
    o->unit = all ? all : PLOY_UNIT;
}

static void put_domain(pddl_output* o)
{
    put(o, "(define (domain %s)\n", pl_names_text(&o->names, 0));
    put(o, "  (:requirements :strips :negative-preconditions :disjunctive-preconditions :conditional-effects "
           ":action-costs)\n");
    if (o->unit != PLOY_UNIT) put(o, "  ; costs are in units of %" PRId64 "/1000\n", o->unit);
    put(o, "  (:predicates");
    for (uint32_t i = 0; i < o->c->fact_count; ++i)
        if (o->atoms[i] != PLOY_NONE) put(o, "\n    (%s)", pl_names_text(&o->names, o->atoms[i]));
    put(o, ")\n  (:functions (total-cost) - number)\n");
    for (uint32_t i = 0; i < o->c->operator_count && o->status == PLOY_OK; ++i) put_operator(o, i);
    put(o, ")\n");
}

static void put_goal(pddl_output* o)
{
    const pl_compiled* c = o->c;
    const pl_declaration* goal = &o->domain->goals.data[o->query->goal];
    uint32_t rank = 0;
    for (uint32_t i = 0; i < goal->param_count; ++i)
        rank = rank * ploy_domain_type(o->domain, goal->params[i].type).object_count + o->query->goal_args[i];
    const pl_target* target = &c->targets[c->goal_first_target[o->query->goal] + rank];
    if (target->partial_count != 1) put(o, "(or ");
    for (uint32_t i = 0; i < target->partial_count; ++i) put_partial(o, &c->partials[target->first_partial + i]);
    if (target->partial_count != 1) put(o, ")");
}

static void put_problem(pddl_output* o)
{
    put(o, "(define (problem %s-problem)\n  (:domain %s)\n  (:init", pl_names_text(&o->names, 0),
        pl_names_text(&o->names, 0));
    for (uint32_t v = 0; v < o->c->variable_count; ++v) {
        uint32_t value = pl_variable_value(&o->c->variables[v], o->query->start);
        if (is_bool(o, v) && value == 0) continue;
        put(o, "\n    ");
        put_atom(o, v, value);
    }
    put(o, "\n    (= (total-cost) 0))\n  (:goal ");
    put_goal(o);
    put(o, ")\n  (:metric minimize (total-cost)))\n");
}

ploy_status ploy_domain_to_pddl(const ploy_domain* domain, const ploy_plan_query* query, bool problem,
                                ploy_write_fn* write, void* user, ploy_error* error)
{
    PL_NEED_ERROR(error, domain, PLOY_INVALID);
    PL_NEED_ERROR(error, query, PLOY_INVALID);
    PL_NEED_ERROR(error, query->start, PLOY_INVALID);
    PL_NEED_ERROR(error, write, PLOY_INVALID);
    PL_ASSERT(domain->compiled && query->goal < domain->goals.count);
    pl_error_clear(error);
    pddl_output o = {.domain = domain, .c = domain->compiled, .query = query, .write = write, .user = user};
    o.error = error;
    o.status = PLOY_OK;
    size_t facts = o.c->fact_count + 1;
    pl_names_init(&o.names, &domain->allocator);
    o.atoms = PL_NEW_ARRAY(&domain->allocator, uint32_t, facts);
    if (!o.atoms) o.status = PLOY_OUT_OF_MEMORY;
    if (o.status == PLOY_OK) take_name(&o, domain->name && domain->name[0] ? domain->name : "domain");
    if (o.status == PLOY_OK) name_atoms(&o);
    if (o.status == PLOY_OK) find_unit(&o);
    if (o.status == PLOY_OK && problem) put_problem(&o);
    if (o.status == PLOY_OK && !problem) put_domain(&o);
    PL_DELETE_ARRAY(&domain->allocator, o.atoms, facts);
    pl_names_destroy(&o.names);
    return o.status;
}
