// Any text as a condition, a state, a cost and a clause of a small domain: no crash and no leak. Text that was accepted
// is accepted and compiles again the second time.

#include <ploy/plan.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "plan/domain/domain.h"

static ploy_domain* make_domain(void)
{
    ploy_domain_def def = {0};
    def.name = "fuzz";
    def.limits = (ploy_limits){.variables = 64, .values = 64, .operators = 512, .alternatives = 64, .depth = 32};
    ploy_domain* domain = ploy_domain_create(&def);
    const char* const places[] = {"camp", "lake", "forest"};
    PL_ASSERT(ploy_domain_add_type(domain, "place", places, 3, NULL, NULL) == PLOY_OK);

    ploy_symbol_def armed = {0};
    armed.name = "armed";
    ploy_symbol_def ammo = {0};
    ammo.name = "ammo", ammo.type = PLOY_VALUE_INT, ammo.min = 0, ammo.max = 12, ammo.initial = "3";
    ploy_symbol_def warmth = {0};
    warmth.name = "warmth", warmth.type = PLOY_VALUE_DECIMAL, warmth.min = -1000, warmth.max = 2000, warmth.step = 500;
    ploy_symbol_def at = {0};
    at.name = "at", at.type = PLOY_VALUE_OBJECT, at.object_type = "place";
    ploy_symbol_def safe = {0};
    safe.name = "safe", safe.of[0] = "place", safe.of_count = 1;
    const ploy_symbol_def* const symbols[] = {&armed, &ammo, &warmth, &at, &safe};
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; ++i) {
        PL_ASSERT(ploy_domain_add_symbol(domain, symbols[i], NULL, NULL) == PLOY_OK);
    }

    ploy_action_def go = {0};
    go.name = "GoTo", go.params[0] = (ploy_param){"p", "place"}, go.param_count = 1;
    go.pre = "at != p", go.effect = "at = p";
    PL_ASSERT(ploy_domain_add_action(domain, &go, NULL, NULL) == PLOY_OK);
    ploy_goal_def goal = {0};
    goal.name = "Goal", goal.condition = "armed";
    PL_ASSERT(ploy_domain_add_goal(domain, &goal, NULL, NULL) == PLOY_OK);
    PL_ASSERT(ploy_domain_compile(domain, NULL) == PLOY_OK);
    return domain;
}

static void try_state(const ploy_domain* domain, const char* text)
{
    uint64_t state[64];
    uint64_t again[64];
    PL_ASSERT(ploy_domain_state_words(domain) <= 64);
    ploy_state_init(domain, state);
    ploy_error error;
    ploy_status status = pl_state_test(domain, state, text, &error);
    PL_ASSERT(status == pl_state_test(domain, state, text, NULL));
    PL_ASSERT(status != PLOY_INVALID || error.message[0]);
    if (ploy_state_parse(domain, state, text, &error) != PLOY_OK) {
        PL_ASSERT(error.message[0] && error.line > 0);
        return;
    }
    char printed[4096];
    PL_ASSERT(ploy_state_print(domain, state, printed, sizeof printed) < sizeof printed);
    ploy_state_init(domain, again);
    if (printed[0]) {
        PL_ASSERT(ploy_state_parse(domain, again, printed, NULL) == PLOY_OK);
    }
    PL_ASSERT(memcmp(state, again, ploy_domain_state_words(domain) * sizeof *state) == 0);
}

static void try_clause(ploy_domain* domain, ploy_part part, const char* text)
{
    uint32_t before = ploy_domain_clause_count(domain, part, 0);
    ploy_error error;
    ploy_status status = ploy_domain_add_clause(domain, part, 0, text, &error);
    PL_ASSERT(status == PLOY_OK || error.message[0]);
    PL_ASSERT(ploy_domain_clause_count(domain, part, 0) == before + (status == PLOY_OK));
    if (status == PLOY_OK) {
        PL_ASSERT(ploy_domain_compile(domain, NULL) == PLOY_OK);
        PL_ASSERT(ploy_domain_change_clause(domain, part, 0, before, NULL, NULL) == PLOY_OK);
    }
}

static void try_number(ploy_domain* domain, ploy_part part, const char* text)
{
    ploy_error error;
    if (ploy_domain_clause_count(domain, part, 0) == 0) {
        try_clause(domain, part, text);
    } else if (ploy_domain_change_clause(domain, part, 0, 0, text, &error) == PLOY_OK) {
        PL_ASSERT(ploy_domain_change_clause(domain, part, 0, 0, "1", NULL) == PLOY_OK);
    } else {
        PL_ASSERT(error.message[0]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    char* text = malloc(size + 1);
    if (size > 0) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    static ploy_domain* domain; // every change below is taken back, so one domain serves all inputs
    if (!domain) {
        domain = make_domain();
    }
    try_state(domain, text);
    try_clause(domain, PLOY_PART_PRE, text);
    try_clause(domain, PLOY_PART_EFFECT, text);
    try_clause(domain, PLOY_PART_CONDITION, text);
    try_clause(domain, PLOY_PART_RELEVANT, text);
    try_number(domain, PLOY_PART_COST, text);
    try_number(domain, PLOY_PART_PRIORITY, text);
    free(text);
    return 0;
}
