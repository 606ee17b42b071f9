// The smallest change of symbols after which the plan would contain an action: all single changes, then all pairs, then
// all triples, in the order of the symbols, until one size has an answer or the tries are used up.

#include <inttypes.h>

#include "base/index.h"
#include "record/debugger/debugger_query.h"

enum
{
    MAX_VALUES = 64, // of a symbol that are tried
    MAX_SIZE = 8,
};

typedef struct change
{
    uint32_t variable;
    int64_t value;
} change;

typedef struct flip
{
    pl_debug_query* a;
    pl_scene scene;
    PL_ARRAY(change) changes; // all of one variable are neighbours
    change set[MAX_SIZE];
    uint32_t size;
    uint64_t tries;
    uint32_t found;
    bool is_cut;  // not all values of a symbol were tried
    bool gave_up; // tries were used up
} flip;

static bool has_asked(const pl_debug_query* a, const pl_outcome* o)
{
    for (uint32_t i = 0; o->plan && i < o->plan->step_count; ++i) {
        if (pl_debug_query_is_asked(a, &o->plan->steps[i])) return true;
    }
    return false;
}

static bool list_values(flip* f, uint32_t variable, const ploy_symbol_info* symbol)
{
    const ploy_domain* domain = f->a->stage->domain;
    bool is_object = symbol->type == PLOY_VALUE_OBJECT, is_bool = symbol->type == PLOY_VALUE_BOOL;
    int64_t min = is_object || is_bool ? 0 : symbol->min;
    int64_t max = is_bool     ? 1
                  : is_object ? (int64_t)ploy_domain_object_count(domain, symbol->object_type) - 1
                              : symbol->max;
    int64_t step = symbol->type == PLOY_VALUE_DECIMAL ? symbol->step : 1;
    int64_t now = ploy_state_get(domain, f->a->scene->state, variable);
    uint32_t count = 0;
    for (int64_t value = min; value <= max; value += step) {
        if (value == now) continue;
        if (count++ >= MAX_VALUES) {
            f->is_cut = true;
            return true;
        }
        if (!PL_ARRAY_PUSH(&f->changes, &f->a->debugger->allocator, (change){variable, value})) return false;
    }
    return true;
}

static bool list_changes(flip* f)
{
    const ploy_domain* domain = f->a->stage->domain;
    for (uint32_t v = 0; v < ploy_domain_variable_count(domain); ++v) {
        ploy_symbol_info symbol = ploy_domain_symbol(domain, ploy_domain_variable_symbol(domain, v));
        if (!symbol.planned && !list_values(f, v, &symbol)) return false;
    }
    return true;
}

// Telling.

static void tell_set(flip* f, const pl_outcome* outcome)
{
    pl_debug_query* a = f->a;
    const ploy_domain* domain = a->stage->domain;
    pl_text_add(&a->text, "  ");
    pl_json_open(&a->json, NULL, '{');
    pl_json_open(&a->json, "changes", '[');
    for (uint32_t i = 0; i < f->size; ++i) {
        char name[512], value[256];
        pl_text_add(&a->text, "%s", i == 0 ? "" : i + 1 == f->size ? " and " : ", ");
        pl_ask_variable(&a->text, domain, f->set[i].variable, f->set[i].value);
        ploy_domain_variable_print(domain, f->set[i].variable, name, sizeof name);
        ploy_value_print(domain, f->set[i].variable, f->set[i].value, value, sizeof value);
        pl_json_open(&a->json, NULL, '{');
        pl_json_string(&a->json, "symbol", name);
        pl_json_string(&a->json, "value", value);
        pl_json_close(&a->json, '}');
    }
    pl_json_close(&a->json, ']');
    pl_text_add(&a->text, ": it would ");
    pl_ask_outcome(a, outcome);
    pl_text_add(&a->text, "\n");
    pl_ask_json_outcome(a, outcome);
    pl_json_close(&a->json, '}');
}

static void tell_heading(flip* f)
{
    const char* sizes[] = {"", "one change", "two changes", "three changes"};
    pl_text_add(&f->a->text, "%s would make %s plan it; nothing smaller does:\n",
                f->size <= 3 ? sizes[f->size] : "this many changes", f->a->agent->name);
}

// Trying.

static void try_set(flip* f)
{
    pl_debug_query* a = f->a;
    pl_scene_assign(a->stage, a->scene, &f->scene);
    for (uint32_t i = 0; i < f->size; ++i) {
        ploy_state_set(a->stage->domain, f->scene.state, f->set[i].variable, f->set[i].value);
    }
    ++f->tries;
    pl_outcome outcome = pl_scene_choose(a->stage, &f->scene);
    if (!has_asked(a, &outcome)) return;
    if (f->found == 0) tell_heading(f);
    if (f->found++ < a->question->max_sets) tell_set(f, &outcome);
}

// Fills the set from `chosen` on with changes from `first` on.
static void try_from(flip* f, uint32_t chosen, uint32_t first)
{
    if (chosen == f->size) {
        if (f->tries < f->a->question->max_tries) {
            try_set(f);
        } else {
            f->gave_up = true;
        }
        return;
    }
    for (uint32_t i = first; i < f->changes.count && !f->gave_up; ++i) {
        f->set[chosen] = f->changes.data[i];
        uint32_t next = i + 1;
        while (next < f->changes.count && f->changes.data[next].variable == f->set[chosen].variable) ++next;
        try_from(f, chosen + 1, next);
    }
}

static void tell_end(flip* f)
{
    pl_debug_query* a = f->a;
    uint32_t max_sets = a->question->max_sets;
    if (f->found > max_sets) pl_text_add(&a->text, "  and %" PRIu32 " more\n", f->found - max_sets);
    if (f->found == 0 && !f->gave_up) {
        pl_text_add(&a->text, "No change of up to %" PRIu32 " symbols would do.\n", a->question->max_set);
    }
    if (f->gave_up) {
        pl_text_add(&a->text, "Given up after %" PRIu64 " changed decisions: %s.\n", f->tries,
                    f->found ? "there may be more of that size" : "there may be a change that does");
    }
    if (f->is_cut) {
        pl_text_add(&a->text, "Of symbols with more than %d values, the first %d were tried.\n", MAX_VALUES,
                    MAX_VALUES);
    }
    pl_json_count(&a->json, "found", f->found);
    pl_json_count(&a->json, "size", f->found ? f->size : 0);
    pl_json_count(&a->json, "tries", f->tries);
    pl_json_flag(&a->json, "complete", !f->gave_up && !f->is_cut);
}

static ploy_status search(flip* f)
{
    pl_debug_query* a = f->a;
    uint32_t max_set = a->question->max_set < MAX_SIZE ? a->question->max_set : MAX_SIZE;
    if (!list_changes(f) || !pl_scene_copy(a->stage, a->scene, &a->debugger->scratch, &f->scene)) {
        return PLOY_OUT_OF_MEMORY;
    }
    pl_json_open(&a->json, "sets", '[');
    for (f->size = 1; f->size <= max_set; ++f->size) {
        try_from(f, 0, 0);
        if (f->found > 0 || f->gave_up) break;
    }
    pl_json_close(&a->json, ']');
    tell_end(f);
    return PLOY_OK;
}

ploy_status pl_ask_flip(pl_debug_query* a)
{
    ploy_status status = pl_debug_query_parse_action(a, a->question->flip);
    if (status != PLOY_OK) return status;
    flip f = {.a = a};
    pl_outcome now = pl_scene_choose(a->stage, a->scene);
    pl_text_add(&a->text, "\nTo have %s in the plan: ", a->question->flip);
    pl_json_open(&a->json, "flip", '{');
    pl_json_string(&a->json, "action", a->question->flip);
    pl_json_flag(&a->json, "already", has_asked(a, &now));
    if (has_asked(a, &now)) {
        pl_text_add(&a->text, "it is.\n");
    } else {
        status = search(&f);
    }
    pl_json_close(&a->json, '}');
    PL_ARRAY_FREE(&f.changes, &a->debugger->allocator);
    return status;
}
