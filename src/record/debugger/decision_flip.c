// The smallest set of changed symbols for which the plan contains an action: all single changes, then all pairs, then
// all triples, in the order of the symbols, until one size has a result or max_tries is reached.

#include <inttypes.h>

#include "record/debugger/debugger.h"
#include "plan/domain/domain.h"

enum
{
    MAX_VALUES = 64, // that are tried per symbol
    MAX_SIZE = 8,
};

typedef struct flip_change
{
    uint32_t variable;
    int64_t value;
} flip_change;

typedef struct flip
{
    pl_debug_run* run;
    pl_scene scene;
    PL_ARRAY(flip_change) changes; // those of one variable follow each other
    flip_change set[MAX_SIZE];
    uint32_t size;
    uint64_t tries;
    uint32_t found;
    bool is_cut;  // a symbol has more than MAX_VALUES values
    bool gave_up; // max_tries was reached
} flip;

static bool has_action(const pl_debug_run* run, const pl_scene_choice* o)
{
    for (uint32_t i = 0; o->plan && i < o->plan->step_count; ++i) {
        if (pl_debug_run_matches(run, &o->plan->steps[i])) return true;
    }
    return false;
}

static bool list_values(flip* f, uint32_t variable, const ploy_symbol_info* symbol)
{
    const ploy_domain* domain = f->run->replay->domain;
    bool is_object = symbol->type == PLOY_VALUE_OBJECT, is_bool = symbol->type == PLOY_VALUE_BOOL;
    int64_t min = is_object || is_bool ? 0 : symbol->min;
    int64_t max = is_bool     ? 1
                  : is_object ? (int64_t)ploy_domain_type(domain, symbol->object_type).object_count - 1
                              : symbol->max;
    int64_t step = symbol->type == PLOY_VALUE_DECIMAL ? symbol->step : 1;
    int64_t now = ploy_state_get(domain, f->run->scene->state, variable);
    uint32_t count = 0;
    for (int64_t value = min; value <= max; value += step) {
        if (value == now) continue;
        if (count++ >= MAX_VALUES) {
            f->is_cut = true;
            return true;
        }
        if (!PL_ARRAY_PUSH(&f->changes, &f->run->debugger->allocator, (flip_change){variable, value})) return false;
    }
    return true;
}

static bool list_changes(flip* f)
{
    const ploy_domain* domain = f->run->replay->domain;
    for (uint32_t v = 0; v < ploy_domain_variable_count(domain); ++v) {
        ploy_symbol_info symbol = ploy_domain_symbol(domain, pl_domain_symbol_of(domain, v));
        if (!symbol.planned && !list_values(f, v, &symbol)) return false;
    }
    return true;
}

// Reporting.

static void report_set(flip* f, const pl_scene_choice* outcome)
{
    pl_debug_run* run = f->run;
    const ploy_domain* domain = run->replay->domain;
    pl_text_add(&run->text, "  ");
    pl_json_open(&run->json, NULL, '{');
    pl_json_open(&run->json, "changes", '[');
    for (uint32_t i = 0; i < f->size; ++i) {
        char name[512], value[256];
        pl_text_add(&run->text, "%s", i == 0 ? "" : i + 1 == f->size ? " and " : ", ");
        pl_add_variable(&run->text, domain, f->set[i].variable, f->set[i].value);
        ploy_domain_variable_print(domain, f->set[i].variable, name, sizeof name);
        ploy_value_print(domain, f->set[i].variable, f->set[i].value, value, sizeof value);
        pl_json_open(&run->json, NULL, '{');
        pl_json_string(&run->json, "symbol", name);
        pl_json_string(&run->json, "value", value);
        pl_json_close(&run->json, '}');
    }
    pl_json_close(&run->json, ']');
    pl_text_add(&run->text, ": it would ");
    pl_add_choice(run, outcome);
    pl_text_add(&run->text, "\n");
    pl_json_choice(run, outcome);
    pl_json_close(&run->json, '}');
}

static void report_heading(flip* f)
{
    const char* sizes[] = {"", "one change", "two changes", "three changes"};
    pl_text_add(&f->run->text, "%s would make %s plan it; no smaller set does:\n",
                f->size <= 3 ? sizes[f->size] : "this many changes", f->run->agent->name);
}

// Trying.

static void try_set(flip* f)
{
    pl_debug_run* run = f->run;
    pl_scene_assign(run->replay, run->scene, &f->scene);
    for (uint32_t i = 0; i < f->size; ++i) {
        ploy_state_set(run->replay->domain, f->scene.state, f->set[i].variable, f->set[i].value);
    }
    ++f->tries;
    pl_scene_choice outcome = pl_scene_choose(run->replay, &f->scene);
    if (!has_action(run, &outcome)) return;
    if (f->found == 0) report_heading(f);
    if (f->found++ < run->query->max_sets) report_set(f, &outcome);
}

// Tries all sets that begin with the first `chosen` changes of the set and go on with changes from `first`.
static void try_from(flip* f, uint32_t chosen, uint32_t first)
{
    if (chosen == f->size) {
        if (f->tries < f->run->query->max_tries && f->run->replay->nodes < PL_MAX_QUERY_NODES) {
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

static void report_end(flip* f)
{
    pl_debug_run* run = f->run;
    uint32_t max_sets = run->query->max_sets;
    if (f->found > max_sets) pl_text_add(&run->text, "  and %" PRIu32 " more\n", f->found - max_sets);
    if (f->found == 0 && !f->gave_up) {
        pl_text_add(&run->text, "no change of up to %" PRIu32 " symbols achieves that.\n", run->query->max_set);
    }
    if (f->gave_up) {
        pl_text_add(&run->text, "Stopped after %" PRIu64 " changed decisions: %s.\n", f->tries,
                    f->found ? "there may be more sets of that size" : "there may be a set that achieves it");
    }
    if (f->is_cut) {
        pl_text_add(&run->text, "Only the first %d values of symbols with more values were tried.\n", MAX_VALUES);
    }
    pl_json_count(&run->json, "found", f->found);
    pl_json_count(&run->json, "size", f->found ? f->size : 0);
    pl_json_count(&run->json, "tries", f->tries);
    pl_json_flag(&run->json, "complete", !f->gave_up && !f->is_cut);
}

static ploy_status search(flip* f)
{
    pl_debug_run* run = f->run;
    uint32_t max_set = run->query->max_set < MAX_SIZE ? run->query->max_set : MAX_SIZE;
    if (!list_changes(f) || !pl_scene_copy(run->replay, run->scene, &run->debugger->scratch, &f->scene)) {
        return PLOY_OUT_OF_MEMORY;
    }
    pl_json_open(&run->json, "sets", '[');
    for (f->size = 1; f->size <= max_set; ++f->size) {
        try_from(f, 0, 0);
        if (f->found > 0 || f->gave_up) break;
    }
    pl_json_close(&run->json, ']');
    report_end(f);
    return PLOY_OK;
}

ploy_status pl_report_flip(pl_debug_run* run)
{
    ploy_status status = pl_debug_run_parse_action(run, run->query->flip);
    if (status != PLOY_OK) return status;
    flip f = {.run = run};
    pl_scene_choice now = pl_scene_choose(run->replay, run->scene);
    pl_text_add(&run->text, "\nTo have %s in the plan: ", run->query->flip);
    pl_json_open(&run->json, "flip", '{');
    pl_json_string(&run->json, "action", run->query->flip);
    pl_json_flag(&run->json, "already", has_action(run, &now));
    if (has_action(run, &now)) {
        pl_text_add(&run->text, "it is already.\n");
    } else {
        status = search(&f);
    }
    pl_json_close(&run->json, '}');
    PL_ARRAY_FREE(&f.changes, &run->debugger->allocator);
    return status;
}
