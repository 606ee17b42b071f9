// Strengths of the rules of a fuzzy state machine. The page describes the state machine, and the inference of the
// library evaluates each rule alone.

#include "export.h"
#include "mind/fuzzy/fuzzy.h"

static ploy_fuzzy* fuzzy;
static int64_t values[PLOY_FUZZY_MAX_VARIABLES];

/// Begins a description.
void EXPORT(fuzzy_begin)(void)
{
    ploy_fuzzy_destroy(fuzzy);
    fuzzy = ploy_fuzzy_create(&(ploy_fuzzy_def){.name = ""});
}

/// Adds a variable. Its sets follow.
void EXPORT(fuzzy_variable)(const char* name, bool is_output)
{
    if (fuzzy) ploy_fuzzy_add_variable(fuzzy, &(ploy_fuzzy_variable){.name = name, .is_output = is_output}, NULL, NULL);
}

void EXPORT(fuzzy_set)(double a, double b, double c, double d, const char* name)
{
    ploy_fuzzy_set set = {name, {(int64_t)a, (int64_t)b, (int64_t)c, (int64_t)d}};
    if (fuzzy) ploy_fuzzy_add_set(fuzzy, &set, NULL, NULL);
}

void EXPORT(fuzzy_state)(const char* name)
{
    if (fuzzy) ploy_fuzzy_add_state(fuzzy, &(ploy_fuzzy_state){name, NULL, NULL, PLOY_UNIT, 0}, NULL, NULL);
}

void EXPORT(fuzzy_value)(unsigned variable, double value)
{
    if (variable < PLOY_FUZZY_MAX_VARIABLES) values[variable] = (int64_t)value;
}

/// Fixed point (1/1000); -1: not a rule.
int EXPORT(fuzzy_strength)(const char* text, int weight)
{
    pl_fuzzy_ops ops = {0};
    pl_fuzzy_result result = {0};
    ploy_allocator allocator = ploy_allocator_default();
    uint32_t strength = 0;
    bool is_rule = fuzzy && pl_fuzzy_parse(fuzzy, &(ploy_fuzzy_rule){text, weight}, &allocator, &ops, NULL) == PLOY_OK;
    if (is_rule) pl_fuzzy_infer(&ops, fuzzy->sets.data, values, &result);
    for (uint32_t i = 0; i < PLOY_FUZZY_MAX_STATES; ++i)
        strength = result.states[i] > strength ? result.states[i] : strength;
    for (uint32_t i = 0; i < PLOY_FUZZY_MAX_SETS; ++i) strength = result.sets[i] > strength ? result.sets[i] : strength;
    PL_ARRAY_FREE(&ops, &allocator);
    return is_rule ? (int)strength : -1;
}
