// Any text as a guard: no crash, no leak, an error with a place for what is refused, and a bounded evaluation that
// gives the same twice for what is accepted.

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "mind/common/guard.h"

static bool is_alert(ploy_self* self, const ploy_run* run)
{
    (void)run;
    return self->agent != 0;
}

static int64_t danger(ploy_self* self, const ploy_run* run)
{
    (void)run;
    return (int64_t)self->agent * INT64_C(1000000000000000000);
}

static ploy_board_keys* make_keys(void)
{
    static const char* const names[] = {"alarm", "ammo", "health", "target"};
    ploy_board_keys_def def = ploy_board_keys_def_default();
    ploy_board_keys* keys = ploy_board_keys_create(&def);
    for (int i = 0; i < 4; ++i) {
        ploy_key_def key = ploy_key_def_default();
        key.name = names[i], key.type = (ploy_value_type)i, key.initial = i == 0 ? 1 : INT64_MIN + i;
        PL_ASSERT(ploy_board_keys_add(keys, &key, NULL) == PLOY_OK);
    }
    return keys;
}

static ploy_abilities* make_abilities(void)
{
    ploy_abilities* abilities = ploy_abilities_create(NULL);
    ploy_condition_def condition = ploy_condition_def_default();
    condition.name = "alert", condition.test = is_alert;
    PL_ASSERT(ploy_abilities_add_condition(abilities, &condition, NULL) == PLOY_OK);
    ploy_measure_def measure = ploy_measure_def_default();
    measure.name = "danger", measure.measure = danger;
    PL_ASSERT(ploy_abilities_add_measure(abilities, &measure, NULL) == PLOY_OK);
    return abilities;
}

static void try_text(const char* text, const ploy_board_keys* keys, const ploy_abilities* abilities)
{
    pl_guard* guard;
    ploy_error error;
    if (pl_guard_compile(text, keys, abilities, NULL, &guard, &error) != PLOY_OK) {
        PL_ASSERT(!guard && error.message[0] && error.line > 0 && error.column > 0);
        return;
    }
    ploy_self self = {.agent = 9};
    int64_t number = pl_guard_number(guard, &self);
    PL_ASSERT(number == pl_guard_number(guard, &self));
    PL_ASSERT(number >= -PL_GUARD_LARGEST && number <= PL_GUARD_LARGEST);
    PL_ASSERT(pl_guard_is_number(guard) || pl_guard_holds(guard, &self) == (number != 0));
    pl_guard_destroy(guard);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static ploy_board_keys* keys;
    static ploy_abilities* abilities;
    if (!keys) {
        keys = make_keys();
        abilities = make_abilities();
    }
    char* text = malloc(size + 1);
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';
    try_text(text, keys, abilities);
    free(text);
    return 0;
}
