// Conditions and scorers: every key of the blackboard under its name.

#include "games/arena/ai/bindings.h"
#include "games/arena/rules/match.h"

typedef struct key_binding
{
    const char* name;
    ploy_value_type type;
    uint32_t number;
} key_binding;

static const key_binding keys[] = {
#define KEY(NAME, text, type) {text, PLOY_VALUE_##type, ARENA_KEY_##NAME},
    ARENA_KEY_LIST(KEY)
#undef KEY
};

static bool read_bool(ploy_agent* agent, const ploy_call* call)
{
    return ploy_blackboard_get(agent->blackboard, ((const key_binding*)call->user)->number) != 0;
}

static int64_t read_number(ploy_agent* agent, const ploy_call* call)
{
    const key_binding* k = call->user;
    int64_t value = ploy_blackboard_get(agent->blackboard, k->number);
    return k->type == PLOY_VALUE_DECIMAL ? value : value * 1000;
}

static bool add_key(ploy_bindings* bindings, const key_binding* k)
{
    if (k->type == PLOY_VALUE_BOOL) {
        ploy_condition_def def = {0};
        def.name = k->name;
        def.test = read_bool;
        def.user = (void*)k;
        return ploy_bindings_add_condition(bindings, &def, NULL) == PLOY_OK;
    }
    ploy_scorer_def def = {0};
    def.name = k->name;
    def.score = read_number;
    def.user = (void*)k;
    return ploy_bindings_add_scorer(bindings, &def, NULL) == PLOY_OK;
}

bool arena_add_conditions(ploy_bindings* bindings)
{
    for (uint32_t i = 0; i < ARENA_KEY_COUNT; i++) {
        if (!add_key(bindings, &keys[i])) return false;
    }
    return true;
}
