#include "support/mind/htns.h"

const char* const htn_places[3] = {"camp", "wood", "hill"};

ploy_domain* htn_domain(const ploy_allocator* allocator)
{
    static const struct
    {
        const char *name, *pre, *effect, *cost;
        bool param;
    } actions[] = {
        {"Go", "at != p", "at = p", "2", true},           {"Secure", "at = p and armed", "safe(p)", "3", true},
        {"Arm", "not armed", "armed", "1", false},        {"Gain", "", "ammo += 1", "ammo + 1", false},
        {"Shoot", "armed", "ammo -= 1, hit", "1", false}, {"Drop", "armed", "not armed", "0", false},
    };
    ploy_domain_def def = {0};
    def.name = "net";
    if (allocator) def.allocator = *allocator;
    ploy_domain* d = ploy_domain_create(&def);
    bool good = d && ploy_domain_add_type(d, "place", htn_places, 3, NULL, NULL) == PLOY_OK;
    ploy_symbol_def symbol = {0};
    symbol.name = "armed";
    good = good && ploy_domain_add_symbol(d, &symbol, NULL, NULL) == PLOY_OK;
    symbol.name = "hit";
    good = good && ploy_domain_add_symbol(d, &symbol, NULL, NULL) == PLOY_OK;
    symbol.name = "safe";
    symbol.of[0] = "place";
    symbol.of_count = 1;
    good = good && ploy_domain_add_symbol(d, &symbol, NULL, NULL) == PLOY_OK;
    symbol = (ploy_symbol_def){0};
    symbol.name = "at";
    symbol.type = PLOY_VALUE_OBJECT;
    symbol.object_type = "place";
    good = good && ploy_domain_add_symbol(d, &symbol, NULL, NULL) == PLOY_OK;
    symbol = (ploy_symbol_def){0};
    symbol.name = "ammo";
    symbol.type = PLOY_VALUE_INT;
    symbol.max = 2;
    good = good && ploy_domain_add_symbol(d, &symbol, NULL, NULL) == PLOY_OK;
    for (uint32_t i = 0; good && i < sizeof actions / sizeof *actions; ++i) {
        ploy_action_def action = {0};
        action.name = actions[i].name;
        action.pre = actions[i].pre;
        action.effect = actions[i].effect;
        action.cost = actions[i].cost;
        action.params[0] = (ploy_param){"p", "place"};
        action.param_count = actions[i].param;
        good = ploy_domain_add_action(d, &action, NULL, NULL) == PLOY_OK;
    }
    if (good && ploy_domain_compile(d, NULL) == PLOY_OK) return d;
    ploy_domain_destroy(d);
    return NULL;
}
