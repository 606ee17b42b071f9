// Any text as a guard: no crash and no leak. Rejected text gives an error with a position. Accepted text evaluates in
// bounded time to the same value twice.

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "mind/common/guard.h"

static bool is_alert(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return agent->id.index1 != 0;
}

static int64_t danger(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return (int64_t)agent->id.index1 * INT64_C(1000000000000000000);
}

static ploy_blackboard_keys* make_keys(void)
{
    static const char* const names[] = {"alarm", "ammo", "health", "target"};
    ploy_blackboard_keys_def def = {0};
    ploy_blackboard_keys* keys = ploy_blackboard_keys_create(&def);
    for (int i = 0; i < 4; ++i) {
        ploy_key_def key = {0};
        key.name = names[i], key.type = (ploy_value_type)i, key.initial = i == 0 ? 1 : INT64_MIN + i;
        PL_ASSERT(ploy_blackboard_keys_add(keys, &key, NULL) == PLOY_OK);
    }
    return keys;
}

static ploy_bindings* make_bindings(void)
{
    ploy_bindings* bindings = ploy_bindings_create(NULL);
    ploy_condition_def condition = {0};
    condition.name = "alert", condition.test = is_alert;
    PL_ASSERT(ploy_bindings_add_condition(bindings, &condition, NULL) == PLOY_OK);
    ploy_scorer_def measure = {0};
    measure.name = "danger", measure.score = danger;
    PL_ASSERT(ploy_bindings_add_scorer(bindings, &measure, NULL) == PLOY_OK);
    return bindings;
}

static void try_text(const char* text, const ploy_blackboard_keys* keys, const ploy_bindings* bindings)
{
    pl_guard* guard;
    ploy_error error;
    if (pl_guard_compile(text, keys, bindings, NULL, &guard, &error) != PLOY_OK) {
        PL_ASSERT(!guard && error.message[0] && error.line > 0 && error.column > 0);
        return;
    }
    ploy_agent agent = {.id.index1 = 9};
    int64_t number = pl_guard_number(guard, &agent);
    PL_ASSERT(number == pl_guard_number(guard, &agent));
    PL_ASSERT(number >= -PL_GUARD_LARGEST && number <= PL_GUARD_LARGEST);
    PL_ASSERT(pl_guard_is_number(guard) || pl_guard_holds(guard, &agent) == (number != 0));
    pl_guard_destroy(guard);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static ploy_blackboard_keys* keys;
    static ploy_bindings* bindings;
    if (!keys) {
        keys = make_keys();
        bindings = make_bindings();
    }
    char* text = malloc(size + 1);
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';
    try_text(text, keys, bindings);
    free(text);
    return 0;
}
