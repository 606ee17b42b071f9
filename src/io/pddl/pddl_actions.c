// Instances as actions of the domain: one per step of the instance and way in which the cases of the step can hold.

#include <stdio.h>
#include <string.h>

#include "base/defaults.h"
#include "io/pddl/pddl_domain.h"

/// A step of an instance.
typedef struct step_call
{
    uint32_t instance, step;
    const char* at;   // value of the phase in which it is taken; NULL: there are no phases
    const char* then; // and after it
} step_call;

static void write_pre(pl_pddl_writer* w, const step_call* call)
{
    const pl_pddl_instance* in = &w->g->instances.data[call->instance];
    const pl_formula* pre = &w->g->formulas.data[in->pre];
    pl_case_step step = w->case_steps.data[call->step];
    uint32_t start = w->text.count;
    if (call->at) pl_pddl_put(w, "%s = %s", pl_pddl_name_at(w, w->phase), call->at);
    if (call->step == 0 && !(pre->kind == PL_FORMULA_AND && pre->child == PLOY_NONE)) {
        pl_pddl_put(w, "%s%s", w->text.count > start ? " and " : "", pre->kind == PL_FORMULA_OR ? "(" : "");
        pl_pddl_put_formula(w, in->pre);
        pl_pddl_put(w, "%s", pre->kind == PL_FORMULA_OR ? ")" : "");
    }
    for (uint32_t c = step.first; c < step.end; ++c) {
        if (w->cases.data[c].is_decided) continue;
        pl_pddl_put(w, "%s%s(", w->text.count > start ? " and " : "", w->cases.data[c].holds ? "" : "not ");
        pl_pddl_put_formula(w, w->cases.data[c].condition);
        pl_pddl_put(w, ")");
    }
}

static bool note_step(pl_pddl_writer* w, const uint32_t* key, bool is_first)
{
    ploy_pddl* d = w->g->d;
    pl_pddl_step step = {is_first ? key[0] : PLOY_NONE, d->step_args.count};
    for (uint32_t i = 0; is_first && i < d->actions.data[key[0]].param_count; ++i)
        if (!PL_ARRAY_PUSH(&d->step_args, &d->allocator, key[1 + i])) return false;
    return PL_ARRAY_PUSH(&d->steps, &d->allocator, step);
}

// Returns the new length; what does not fit is left out.
static size_t append(char* text, size_t size, size_t used, const char* words)
{
    size_t length = strlen(words), room = size - 1 - used;
    if (length > room) length = room;
    memcpy(text + used, words, length);
    text[used + length] = '\0';
    return used + length;
}

// `end` comes after the arguments.
static void name_instance(pl_pddl_writer* w, uint32_t instance, const char* end, char* text, size_t size)
{
    const ploy_pddl* d = w->g->d;
    const uint32_t* key = pl_tuple_at(&w->g->keys, instance);
    const pl_pddl_action* action = &d->actions.data[key[0]];
    size_t used = append(text, size, 0, pl_pddl_name(d, action->name));
    for (uint32_t i = 0; i < action->param_count; ++i) {
        used = append(text, size, used, ".");
        used = append(text, size, used, pl_pddl_name(d, d->objects.data[key[1 + i]].name));
    }
    append(text, size, used, end);
}

static void write_cost(pl_pddl_writer* w, const step_call* call)
{
    uint32_t cost = w->g->instances.data[call->instance].cost;
    if (call->step > 0)
        pl_pddl_put(w, "0");
    else if (cost == PLOY_NONE)
        pl_pddl_put(w, "1");
    else
        pl_pddl_put_expression(w, cost);
}

static void write_phase(pl_pddl_writer* w, const step_call* call, uint32_t start)
{
    if (w->case_steps.count == 1) return;
    pl_pddl_separate(w, start);
    pl_pddl_put(w, "%s = %s", pl_pddl_name_at(w, w->phase), call->then);
}

static void add_alternative(pl_pddl_writer* w, void* user)
{
    const step_call* call = user;
    char text[512];
    w->text.count = 0;
    write_pre(w, call);
    uint32_t effect = pl_pddl_begin_text(w);
    if (pl_pddl_writer_is_over(w) || !pl_pddl_write_effects(w, w->case_steps.data[call->step], effect)) return;
    write_phase(w, call, effect);
    if (pl_pddl_writer_is_over(w) || w->text.count == effect) return;
    uint32_t cost = pl_pddl_begin_text(w);
    write_cost(w, call);
    name_instance(w, call->instance, call->step > 0 ? ".then" : "", text, sizeof text);
    uint32_t name = pl_pddl_take_name(w, &w->action_names, text);
    if (pl_pddl_writer_is_over(w)) return;
    ploy_action_def def = {.name = pl_names_text(&w->action_names, name),
                           .pre = w->text.data,
                           .effect = w->text.data + effect,
                           .cost = w->text.data + cost};
    w->status = ploy_domain_add_action(w->domain, &def, NULL, w->g->error);
    if (w->status == PLOY_OK && !note_step(w, pl_tuple_at(&w->g->keys, call->instance), call->step == 0))
        w->status = PLOY_OUT_OF_MEMORY;
}

// The instance's steps, in case_steps; without any, it can never be taken. What was known stays, for end_instance.
static void begin_instance(pl_pddl_writer* w, uint32_t instance)
{
    w->case_steps.count = 0;
    w->before = (pl_case_marks){w->g->formulas.count, w->g->outcomes.count, w->g->literals.count};
    if (!pl_pddl_learn(w, w->g->instances.data[instance].pre, true)) return;
    pl_pddl_list_cases(w, instance);
    if (!pl_pddl_writer_is_over(w)) pl_pddl_order_cases(w, instance);
}

static void end_instance(pl_pddl_writer* w)
{
    pl_pddl_forget(w, 0);
    w->g->formulas.count = w->before.formulas;
    w->g->outcomes.count = w->before.outcomes;
    w->g->literals.count = w->before.literals;
}

void pl_pddl_add_actions(pl_pddl_writer* w, uint32_t instance)
{
    begin_instance(w, instance);
    const char* at = w->phase == PLOY_NONE ? NULL : pl_pddl_name_at(w, w->ready);
    for (uint32_t s = 0; s < w->case_steps.count && !pl_pddl_writer_is_over(w); ++s) {
        bool is_last = s + 1 == w->case_steps.count;
        const char* then = w->phase == PLOY_NONE ? NULL
                           : is_last             ? pl_pddl_name_at(w, w->ready)
                                                 : pl_pddl_name_at(w, w->phases.data[w->next_phase++]);
        step_call call = {instance, s, at, then};
        pl_pddl_split(w, w->case_steps.data[s], UINT32_MAX, add_alternative, &call);
        at = then;
    }
    end_instance(w);
}

// Phases.

// Few cases are one step in any case: most instances have none.
static bool has_many_cases(const pl_grounding* g, const pl_pddl_instance* in)
{
    uint32_t count = in->outcome_count - 1; // and a delete may be one
    for (uint32_t o = 0; o < in->outcome_count; ++o) {
        const pl_pddl_outcome* outcome = &g->outcomes.data[in->first_outcome + o];
        for (uint32_t i = 0; i < outcome->literal_count; ++i)
            count += PL_LITERAL_IS_NEGATIVE(g->literals.data[outcome->first_literal + i]);
    }
    return count > 31 || UINT32_C(1) << count > PLOY_DEFAULT_PDDL_WAYS;
}

static void add_phase(pl_pddl_writer* w, const char* wanted)
{
    uint32_t name = pl_pddl_take_name(w, &w->names, wanted);
    if (name != PLOY_NONE && !PL_ARRAY_PUSH(&w->phases, &w->g->allocator, name)) w->g->out_of_memory = true;
}

static void add_phase_symbol(pl_pddl_writer* w)
{
    pl_grounding* g = w->g;
    const char** values = PL_NEW_ARRAY(&g->allocator, const char*, w->phases.count + 1);
    w->ready = pl_pddl_take_name(w, &w->names, "ready");
    w->phase = pl_pddl_take_name(w, &w->names, "phase");
    if (!values) g->out_of_memory = true;
    if (!g->out_of_memory) {
        values[0] = pl_pddl_name_at(w, w->ready);
        for (uint32_t i = 0; i < w->phases.count; ++i) values[1 + i] = pl_pddl_name_at(w, w->phases.data[i]);
        ploy_symbol_def def = {.type = PLOY_VALUE_OBJECT, .initial = values[0]};
        def.name = def.object_type = pl_pddl_name_at(w, w->phase);
        w->status = ploy_domain_add_type(w->domain, def.name, values, w->phases.count + 1, NULL, g->error);
        if (w->status == PLOY_OK) w->status = ploy_domain_add_symbol(w->domain, &def, NULL, g->error);
    }
    PL_DELETE_ARRAY(&g->allocator, values, w->phases.count + 1);
}

void pl_pddl_add_phases(pl_pddl_writer* w)
{
    for (uint32_t i = 0; i < w->g->instances.count && !pl_pddl_writer_is_over(w); ++i) {
        const pl_pddl_instance* in = &w->g->instances.data[i];
        if (!in->is_possible || !has_many_cases(w->g, in)) continue;
        begin_instance(w, i);
        for (uint32_t s = 1; s < w->case_steps.count && !pl_pddl_writer_is_over(w); ++s) {
            char text[512], end[16];
            snprintf(end, sizeof end, ".%u", s + 1);
            name_instance(w, i, end, text, sizeof text);
            add_phase(w, text);
        }
        end_instance(w);
    }
    if (w->phases.count && !pl_pddl_writer_is_over(w)) add_phase_symbol(w);
}
