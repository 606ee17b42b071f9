// A domain of Ploy as PDDL: with parameters where it can be (pddl_write_schema.c). Else grounded: every operator becomes an
// action without parameters, every value of a variable a predicate without arguments (a bool one for both). Numbers are
// enumerated, so any planner that knows conditional effects and action costs can read it.

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "io/pddl/pddl_write.h"

void pl_pddl_output_put(pl_pddl_output* o, const char* format, ...)
{
    char text[1024];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    size_t bytes = length < 0 ? 0 : (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
    if (o->status == PLOY_OK && bytes && !o->write(o->user, text, bytes)) o->status = PLOY_CANCELLED;
}

uint32_t pl_pddl_output_take(pl_pddl_output* o, pl_names* names, const char* wanted)
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
    for (uint32_t number = 2; pl_names_find(names, text, length) != PLOY_NONE; ++number)
        length = stem + (size_t)snprintf(text + stem, sizeof text - stem, "-%" PRIu32, number);
    uint32_t name = pl_names_intern(names, text, length);
    if (name == PLOY_NONE) o->status = PLOY_OUT_OF_MEMORY;
    return name;
}

static bool is_bool(const pl_pddl_output* o, uint32_t variable)
{
    return ploy_domain_symbol(o->domain, o->c->variables[variable].symbol).type == PLOY_VALUE_BOOL;
}

static void name_atoms(pl_pddl_output* o)
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
            o->atoms[variable->first_fact + k] = has_own ? pl_pddl_output_take(o, &o->names, text) : PLOY_NONE;
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

static void put_atom(pl_pddl_output* o, uint32_t variable, uint32_t value)
{
    uint32_t fact = o->c->variables[variable].first_fact;
    if (is_bool(o, variable))
        pl_pddl_output_put(o, value ? "(%s)" : "(not (%s))", pl_names_text(&o->names, o->atoms[fact + 1]));
    else
        pl_pddl_output_put(o, "(%s)", pl_names_text(&o->names, o->atoms[fact + value]));
}

// The values that a partial state allows of one variable, if not all.
static void put_need(pl_pddl_output* o, const pl_partial_state* partial, uint32_t variable)
{
    const pl_variable* v = &o->c->variables[variable];
    uint32_t count = 0;
    for (uint32_t k = 0; k < v->size; ++k) count += allows(o->c, partial, variable, k);
    if (count == v->size) return;
    pl_pddl_output_put(o, " ");
    if (count != 1) pl_pddl_output_put(o, "(or");
    for (uint32_t k = 0; k < v->size; ++k) {
        if (!allows(o->c, partial, variable, k)) continue;
        if (count != 1) pl_pddl_output_put(o, " ");
        put_atom(o, variable, k);
    }
    if (count != 1) pl_pddl_output_put(o, ")");
}

static void put_partial(pl_pddl_output* o, const pl_partial_state* partial)
{
    pl_pddl_output_put(o, "(and");
    for (uint32_t v = 0; v < o->c->variable_count; ++v) put_need(o, partial, v);
    pl_pddl_output_put(o, ")");
}

static void put_delete(pl_pddl_output* o, uint32_t variable, uint32_t value)
{
    uint32_t fact = o->c->variables[variable].first_fact;
    pl_pddl_output_put(o, " (not (%s))", pl_names_text(&o->names, o->atoms[fact + value]));
}

static void put_effect(pl_pddl_output* o, const pl_operator* op, const pl_effect* effect)
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
            pl_pddl_output_put(o, " (when ");
            put_atom(o, effect->variable, k);
            pl_pddl_output_put(o, " (and");
        }
        put_delete(o, effect->variable, k);
        if (!is_set) {
            pl_pddl_output_put(o, " ");
            put_atom(o, effect->variable, (uint32_t)after);
        }
        if (is_conditional) pl_pddl_output_put(o, "))");
    }
    if (is_set) {
        pl_pddl_output_put(o, " ");
        put_atom(o, effect->variable, (uint32_t)effect->amount);
    }
}

bool pl_pddl_output_is_disabled(const pl_pddl_output* o, uint32_t action)
{
    return o->query->disabled && (o->query->disabled[action / 64] >> (action % 64) & 1);
}

// A price that reads tables alone is the same in all states.
static bool is_constant(const pl_pddl_output* o, const pl_ground* ground)
{
    return o->c->costs[ground->action].call == PLOY_NONE && (!ground->is_priced || ground->read_count == 0);
}

static int64_t cost_of(const pl_pddl_output* o, const pl_operator* op)
{
    bool is_priced = o->c->grounds[op->ground].is_priced;
    return is_priced ? pl_domain_price(o->domain, op->ground, o->query->start) : op->cost;
}

static void put_operator(pl_pddl_output* o, uint32_t index)
{
    const pl_operator* op = &o->c->operators[index];
    const pl_ground* ground = &o->c->grounds[op->ground];
    ploy_action_info info = ploy_domain_action(o->domain, ground->action);
    if (pl_pddl_output_is_disabled(o, ground->action)) return;
    char text[512];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", info.name);
    for (uint32_t i = 0; i < info.param_count && used < sizeof text; ++i)
        used += (size_t)snprintf(text + used, sizeof text - used, "-%s",
                                 ploy_domain_object_name(o->domain, info.param_types[i], ground->args[i]));
    uint32_t name = pl_pddl_output_take(o, &o->names, text);
    if (name == PLOY_NONE) return;
    pl_pddl_output_put(o, "  (:action %s\n    :parameters ()\n    :precondition ", pl_names_text(&o->names, name));
    put_partial(o, &op->pre);
    pl_pddl_output_put(o, "\n    :effect (and");
    for (uint32_t e = 0; e < op->effect_count; ++e) put_effect(o, op, &o->c->effects[op->first_effect + e]);
    pl_pddl_output_put(o, " (increase (total-cost) %" PRId64 ")))\n", cost_of(o, op) / o->unit);
}

int64_t pl_pddl_output_gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// Whole costs: units of 1, or of what all of them are multiples of. PLOY_INVALID: an action's cost is not a constant.
static void find_unit(pl_pddl_output* o)
{
    int64_t all = PLOY_UNIT;
    for (uint32_t i = 0; i < o->c->operator_count && o->status == PLOY_OK; ++i) {
        const pl_operator* op = &o->c->operators[i];
        const pl_ground* ground = &o->c->grounds[op->ground];
        if (pl_pddl_output_is_disabled(o, ground->action)) continue;
        if (!is_constant(o, ground)) {
            pl_error_set(o->error, 0, 0, "the cost of action '%.80s' depends on the state or on a callback",
                         ploy_domain_action(o->domain, ground->action).name);
            pl_error_hint(o->error, "PDDL knows only costs that are constant for each ground action");
            o->status = PLOY_INVALID;
            return;
        }
        all = pl_pddl_output_gcd(all, cost_of(o, op));
    }
    o->unit = all ? all : PLOY_UNIT;
}

static void put_domain(pl_pddl_output* o)
{
    pl_pddl_output_put(o, "(define (domain %s)\n", pl_names_text(&o->names, 0));
    pl_pddl_output_put(o, "  (:requirements :strips :negative-preconditions :disjunctive-preconditions :conditional-effects "
           ":action-costs)\n");
    if (o->unit != PLOY_UNIT) pl_pddl_output_put(o, "  ; costs are in units of %" PRId64 "/1000\n", o->unit);
    pl_pddl_output_put(o, "  (:predicates");
    for (uint32_t i = 0; i < o->c->fact_count; ++i)
        if (o->atoms[i] != PLOY_NONE) pl_pddl_output_put(o, "\n    (%s)", pl_names_text(&o->names, o->atoms[i]));
    pl_pddl_output_put(o, ")\n  (:functions (total-cost) - number)\n");
    for (uint32_t i = 0; i < o->c->operator_count && o->status == PLOY_OK; ++i) put_operator(o, i);
    pl_pddl_output_put(o, ")\n");
}

static void put_goal(pl_pddl_output* o)
{
    const pl_compiled* c = o->c;
    const pl_declaration* goal = &o->domain->goals.data[o->query->goal];
    uint32_t rank = 0;
    for (uint32_t i = 0; i < goal->param_count; ++i)
        rank = rank * ploy_domain_type(o->domain, goal->params[i].type).object_count + o->query->goal_args[i];
    const pl_target* target = &c->targets[c->goal_first_target[o->query->goal] + rank];
    if (target->partial_count != 1) pl_pddl_output_put(o, "(or ");
    for (uint32_t i = 0; i < target->partial_count; ++i) put_partial(o, &c->partials[target->first_partial + i]);
    if (target->partial_count != 1) pl_pddl_output_put(o, ")");
}

static void put_problem(pl_pddl_output* o)
{
    pl_pddl_output_put(o, "(define (problem %s-problem)\n  (:domain %s)\n  (:init", pl_names_text(&o->names, 0),
        pl_names_text(&o->names, 0));
    for (uint32_t v = 0; v < o->c->variable_count; ++v) {
        uint32_t value = pl_variable_value(&o->c->variables[v], o->query->start);
        if (is_bool(o, v) && value == 0) continue;
        pl_pddl_output_put(o, "\n    ");
        put_atom(o, v, value);
    }
    pl_pddl_output_put(o, "\n    (= (total-cost) 0))\n  (:goal ");
    put_goal(o);
    pl_pddl_output_put(o, ")\n  (:metric minimize (total-cost)))\n");
}

static void put_grounded(pl_pddl_output* o, bool problem, const char* why)
{
    size_t facts = o->c->fact_count + 1;
    o->atoms = PL_NEW_ARRAY(&o->domain->allocator, uint32_t, facts);
    if (!o->atoms) o->status = PLOY_OUT_OF_MEMORY;
    if (o->status == PLOY_OK)
        pl_pddl_output_take(o, &o->names, o->domain->name && o->domain->name[0] ? o->domain->name : "domain");
    if (o->status == PLOY_OK) name_atoms(o);
    if (o->status == PLOY_OK) find_unit(o);
    if (o->status == PLOY_OK && why[0]) pl_pddl_output_put(o, "; without parameters: %s\n", why);
    if (o->status == PLOY_OK && problem) put_problem(o);
    if (o->status == PLOY_OK && !problem) put_domain(o);
    PL_DELETE_ARRAY(&o->domain->allocator, o->atoms, facts);
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
    pl_pddl_output o = {.domain = domain, .c = domain->compiled, .query = query, .write = write, .user = user};
    char why[160] = "";
    o.error = error;
    o.status = PLOY_OK;
    pl_names_init(&o.names, &domain->allocator);
    bool has_schemas = pl_pddl_write_schema(&o, problem, why, sizeof why);
    if (o.status == PLOY_OK && !has_schemas) put_grounded(&o, problem, why);
    if (o.status == PLOY_OK && !has_schemas) pl_error_set(error, 0, 0, "%s", why);
    pl_names_destroy(&o.names);
    return o.status;
}
