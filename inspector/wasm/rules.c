// How strong the rules of a fuzzy machine are: the machine is described again, and the library's own inference works
// out each rule alone.

#include "export.h"
#include "mind/fuzzy/fuzzy.h"

static ploy_fuzzy* fuzzy;
static int64_t values[PLOY_FUZZY_MAX_VARIABLES];

/// A machine to be described from now on.
void EXPORT(fuzzy_begin)(void)
{
    ploy_fuzzy_destroy(fuzzy);
    fuzzy = ploy_fuzzy_create(&(ploy_fuzzy_def){.name = ""});
}

/// Its sets follow it.
void EXPORT(fuzzy_variable)(const char* name, bool is_output)
{
    if (fuzzy) ploy_fuzzy_add_variable(fuzzy, &(ploy_fuzzy_variable){.name = name, .is_output = is_output}, NULL);
}

void EXPORT(fuzzy_set)(double a, double b, double c, double d, const char* name)
{
    ploy_fuzzy_set set = {name, {(int64_t)a, (int64_t)b, (int64_t)c, (int64_t)d}};
    if (fuzzy) ploy_fuzzy_add_set(fuzzy, &set, NULL);
}

void EXPORT(fuzzy_state)(const char* name)
{
    if (fuzzy) ploy_fuzzy_add_state(fuzzy, &(ploy_fuzzy_state){name, NULL, NULL, PLOY_UNIT, 0}, NULL);
}

void EXPORT(fuzzy_value)(unsigned variable, double value)
{
    if (variable < PLOY_FUZZY_MAX_VARIABLES) values[variable] = (int64_t)value;
}

/// Thousandths; -1: the rule is none.
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
