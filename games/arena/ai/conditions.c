// What minds can ask: each key of the board by its name, and how far it is on foot to what matters, as of the last
// look.

#include "games/arena/ai/bindings.h"
#include "games/arena/rules/match.h"

typedef struct key
{
    const char* name;
    ploy_value_type type;
    uint32_t number;
} key;

static const key keys[] = {
#define KEY(NAME, text, type) {text, PLOY_VALUE_##type, ARENA_KEY_##NAME},
    ARENA_KEY_LIST(KEY)
#undef KEY
};

static bool read_bool(ploy_self* self, const ploy_run* run)
{
    return ploy_board_get(self->board, ((const key*)run->user)->number) != 0;
}

static int64_t read_number(ploy_self* self, const ploy_run* run)
{
    const key* k = run->user;
    int64_t value = ploy_board_get(self->board, k->number);
    return k->type == PLOY_VALUE_DECIMAL ? value : value * 1000;
}

static bool add_key(ploy_abilities* abilities, const key* k)
{
    if (k->type == PLOY_VALUE_BOOL) {
        ploy_condition_def def = ploy_condition_def_default();
        def.name = k->name;
        def.test = read_bool;
        def.user = (void*)k;
        return ploy_abilities_add_condition(abilities, &def, NULL) == PLOY_OK;
    }
    ploy_measure_def def = ploy_measure_def_default();
    def.name = k->name;
    def.measure = read_number;
    def.user = (void*)k;
    return ploy_abilities_add_measure(abilities, &def, NULL) == PLOY_OK;
}

bool arena_add_questions(ploy_abilities* abilities)
{
    for (uint32_t i = 0; i < ARENA_KEY_COUNT; i++) {
        if (!add_key(abilities, &keys[i])) return false;
    }
    return true;
}
