#include <ploy/plan.h>
#include <stdio.h>
#include <string.h>

#include "plan/domain/compiled.h"
#include "support/base/allocators.h"
#include "support/base/test.h"
#include "plan/domain/domain.h"

static const char* const places[] = {"camp", "armory", "bunker"};

static ploy_domain* empty_domain(const ploy_allocator* allocator)
{
    ploy_domain_def def = {0};
    def.name = "soldier";
    if (allocator) {
        def.allocator = *allocator;
    }
    return ploy_domain_create(&def);
}

static ploy_status add_symbol(ploy_domain* domain, const char* name, ploy_value_type kind, int64_t max, const char* of)
{
    ploy_symbol_def def = {0};
    def.name = name;
    def.type = kind;
    def.object_type = "place";
    def.max = max;
    def.of[0] = of;
    def.of_count = of != NULL;
    return ploy_domain_add_symbol(domain, &def, NULL, NULL);
}

static ploy_status add_action(ploy_domain* domain, const char* name, const char* param, const char* pre,
                              const char* effect, const char* cost)
{
    ploy_action_def def = {0};
    def.name = name;
    def.params[0] = (ploy_param){param, "place"};
    def.param_count = param != NULL;
    def.pre = pre;
    def.effect = effect;
    def.cost = cost;
    return ploy_domain_add_action(domain, &def, NULL, NULL);
}

static ploy_status add_goal(ploy_domain* domain, const char* name, const char* condition, const char* priority)
{
    ploy_goal_def def = {0};
    def.name = name;
    def.condition = condition;
    def.priority = priority;
    def.relevant = "not safe(bunker)";
    return ploy_domain_add_goal(domain, &def, NULL, NULL);
}

// Fills a domain with a bit of everything.
static ploy_status fill(ploy_domain* domain)
{
    ploy_status status = ploy_domain_add_type(domain, "place", places, 3, NULL, NULL);
    status = status ? status : add_symbol(domain, "armed", PLOY_VALUE_BOOL, 0, NULL);
    status = status ? status : add_symbol(domain, "ammo", PLOY_VALUE_INT, 12, NULL);
    status = status ? status : add_symbol(domain, "at", PLOY_VALUE_OBJECT, 0, NULL);
    status = status ? status : add_symbol(domain, "safe", PLOY_VALUE_BOOL, 0, "place");
    status = status ? status : add_action(domain, "Reload", NULL, "ammo >= 1 and not armed", "armed, ammo -= 1", "1.5");
    status = status ? status : add_action(domain, "GoTo", "p", "at != p", "at = p", "ammo + 1");
    status =
        status ? status : add_action(domain, "Secure", "p", "at = p and (armed or ammo > 6)", "safe(p)", "call:danger");
    status = status ? status : add_goal(domain, "BeSafe", "armed and safe(bunker) and at = bunker", "ammo * 0.5 - 1");
    return status ? status : ploy_domain_compile(domain, NULL);
}

static ploy_domain* filled_domain(void)
{
    ploy_domain* domain = empty_domain(NULL);
    assert_int_equal(fill(domain), PLOY_OK);
    return domain;
}

static void parse(const ploy_domain* domain, uint64_t* state, const char* text)
{
    ploy_error error;
    ploy_state_init(domain, state);
    if (ploy_state_parse(domain, state, text, &error) != PLOY_OK) {
        fail_msg("%s: %s", text, error.message);
    }
}

// Looking inside.

static void a_domain_describes_what_was_added(void** unused)
{
    (void)unused;
    ploy_domain* domain = filled_domain();
    assert_string_equal(ploy_domain_name(domain), "soldier");
    assert_int_equal(ploy_domain_symbol_count(domain), 4);
    assert_int_equal(ploy_domain_variable_count(domain), 6);
    assert_int_equal(ploy_domain_action_count(domain), 3);
    assert_int_equal(ploy_domain_find_object(domain, 0, "bunker"), 2);
    assert_int_equal(ploy_domain_find_symbol(domain, "saf"), PLOY_NONE);
    ploy_symbol_info safe = ploy_domain_symbol(domain, ploy_domain_find_symbol(domain, "safe"));
    assert_int_equal(safe.of_count, 1);
    assert_int_equal(safe.first_variable, 3);
    assert_int_equal(safe.variable_count, 3);
    char text[32];
    assert_int_equal(ploy_domain_variable_print(domain, 5, text, sizeof text), strlen("safe(bunker)"));
    assert_string_equal(text, "safe(bunker)");
    assert_int_equal(ploy_domain_variable_print(domain, 5, text, 5), strlen("safe(bunker)"));
    assert_string_equal(text, "safe");
    assert_string_equal(ploy_domain_clause(domain, PLOY_PART_EFFECT, 1, 0), "at = p");
    assert_string_equal(ploy_domain_action(domain, 1).param_names[0], "p");
    ploy_domain_destroy(domain);
}

static void the_table_of_effects_lists_actions_by_symbol(void** unused)
{
    (void)unused;
    ploy_domain* domain = filled_domain();
    assert_int_equal(add_action(domain, "Rest", NULL, NULL, "safe(camp), safe(bunker), ammo = 2", NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    static const uint32_t expected[4][2] = {{0, PLOY_NONE}, {0, 3}, {1, PLOY_NONE}, {2, 3}};
    for (uint32_t s = 0; s < 4; ++s) {
        const uint32_t* actions;
        uint32_t count = ploy_domain_actions_affecting(domain, s, &actions);
        assert_int_equal(count, expected[s][1] == PLOY_NONE ? 1 : 2);
        assert_memory_equal(actions, expected[s], count * sizeof *actions);
    }
    ploy_domain_destroy(domain);
}

// Adding.

static void names_are_checked(void** unused)
{
    (void)unused;
    static const struct
    {
        const char* name;
        const char* message;
    } cases[] = {
        {"ammo", "symbol 'ammo' is named twice"},
        {"camp", "symbol 'camp' is an object's name too"},
        {"xor", "symbol 'xor' is a word of the language"},
        {"2nd", "symbol '2nd' is not a name"},
        {"a-b", "symbol 'a-b' is not a name"},
        {"", "a symbol without a name"},
    };
    ploy_domain* domain = filled_domain();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        ploy_error error;
        ploy_symbol_def def = {0};
        def.name = cases[i].name;
        assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, &error), PLOY_INVALID);
        assert_string_equal(error.message, cases[i].message);
    }
    ploy_error error;
    const char* twice[] = {"x", "y", "x"};
    assert_int_equal(ploy_domain_add_type(domain, "axis", twice, 3, NULL, &error), PLOY_INVALID);
    assert_string_equal(error.message, "object 'x' is named twice");
    assert_int_equal(pl_domain_find_type(domain, "axis"), PLOY_NONE);
    assert_int_equal(ploy_domain_add_type(domain, "axis", twice, 2, NULL, &error), PLOY_OK);
    ploy_action_def action = {0};
    action.name = "Go";
    action.params[0] = (ploy_param){"p", "plaec"};
    action.param_count = 1;
    assert_int_equal(ploy_domain_add_action(domain, &action, NULL, &error), PLOY_INVALID);
    assert_string_equal(error.message, "'Go': parameter 'p' has the unknown type 'plaec'");
    assert_string_equal(error.hint, "did you mean 'place'?");
    ploy_domain_destroy(domain);
}

static void symbols_with_impossible_ranges_are_refused(void** unused)
{
    (void)unused;
    ploy_domain* domain = filled_domain();
    ploy_error error;
    ploy_symbol_def def = {0};
    def.name = "n";
    def.type = PLOY_VALUE_INT;
    def.min = 3;
    def.max = 2;
    assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, &error), PLOY_INVALID);
    def.max = INT64_MAX;
    assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, &error), PLOY_INVALID);
    def.max = 70000;
    assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, &error), PLOY_INVALID);
    assert_string_equal(error.message, "symbol 'n' has 69998 values, at most 65536 are allowed");
    def.max = 5;
    def.initial = "6";
    assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, &error), PLOY_INVALID);
    assert_string_equal(error.message, "symbol 'n': initial value '6' is none of its values");
    def.type = PLOY_VALUE_DECIMAL;
    def.initial = NULL;
    def.min = 0;
    def.max = 1000;
    def.step = 300;
    assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, &error), PLOY_INVALID);
    def.step = -1;
    assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, &error), PLOY_INVALID);
    def.step = 250;
    def.initial = "0.75";
    assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, &error), PLOY_OK);
    ploy_domain_destroy(domain);
}

// Faults in clauses.

static void faults_in_clauses_name_their_owner(void** unused)
{
    (void)unused;
    static const struct
    {
        ploy_part part;
        const char* text;
        uint32_t column;
        const char* message;
    } cases[] = {
        {PLOY_PART_PRE, "amno > 1", 1, "action 'Reload', precondition: unknown symbol 'amno'"},
        {PLOY_PART_EFFECT, "ammo = 13", 8, "action 'Reload', effect: ammo has range 0 to 12, 13 is outside"},
        {PLOY_PART_EFFECT, "armed, not armed", 8, "action 'Reload', effect: two effects of Reload change armed"},
        {PLOY_PART_EFFECT, "at = 3", 6,
         "action 'Reload', effect: 'at' of type place cannot be set to '3' of type number"},
        {PLOY_PART_EFFECT, "armed += 1", 1, "action 'Reload', effect: a number expected, 'armed' is of type bool"},
        {PLOY_PART_EFFECT, "ammo = ammo", 8,
         "action 'Reload', effect: a constant, an object or a parameter expected, not 'ammo'"},
        {PLOY_PART_EFFECT, "ammo", 1, "action 'Reload', effect: 'ammo' of type int needs a value"},
        {PLOY_PART_EFFECT, "ammo += 0.5", 9, "action 'Reload', effect: ammo has steps of 1, 0.5 is between two"},
        {PLOY_PART_EFFECT, "camp", 1, "action 'Reload', effect: a symbol expected, 'camp' is an object of type place"},
        {PLOY_PART_COST, "-1", 1, "action 'Reload', cost: a cost is a number from 0 to 1000000000, '-1' is negative"},
        {PLOY_PART_COST, "1e99", 1, "action 'Reload', cost: '1e99' is not a number that fits here"},
        {PLOY_PART_COST, "2000000000", 1,
         "action 'Reload', cost: a cost is a number from 0 to 1000000000, '2000000000' is larger"},
        {PLOY_PART_COST, "ammo - 2", 1, "action 'Reload', cost: a cost is 0 to 1000000000, this is -1 where ammo = 1"},
        {PLOY_PART_COST, "armed", 1, "action 'Reload', cost: a number expected, 'armed' is of type bool"},
        {PLOY_PART_COST, "call:", 6, "action 'Reload', cost: 'call:' needs the name of a callback"},
        {PLOY_PART_CONDITION, "ammo > 13", 8, "goal 'BeSafe', condition: ammo has range 0 to 12, 13 is outside"},
        {PLOY_PART_PRIORITY, "at", 1, "goal 'BeSafe', priority: a number expected, 'at' is of type place"},
        {PLOY_PART_RELEVANT, "3", 1, "goal 'BeSafe', relevant: a condition expected, '3' is of type number"},
    };
    ploy_domain* domain = filled_domain();
    const pl_compiled* before = pl_domain_compiled(domain);
    uint32_t version = pl_domain_version(domain);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        ploy_error error;
        char old[128];
        snprintf(old, sizeof old, "%s", ploy_domain_clause(domain, cases[i].part, 0, 0));
        assert_int_equal(ploy_domain_change_clause(domain, cases[i].part, 0, 0, cases[i].text, &error), PLOY_INVALID);
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(error.line, 1);
        assert_int_equal(error.column, cases[i].column);
        assert_string_equal(ploy_domain_clause(domain, cases[i].part, 0, 0), old);
        ploy_part part;
        uint32_t owner, clause;
        assert_true(pl_domain_failure(domain, &part, &owner, &clause));
        assert_int_equal(part, cases[i].part);
        assert_int_equal(owner + clause, 0);
    }
    assert_ptr_equal(pl_domain_compiled(domain), before);
    assert_int_equal(pl_domain_version(domain), version);
    ploy_domain_destroy(domain);
}

static void effects_that_meet_for_some_arguments_only_are_named(void** unused)
{
    (void)unused;
    ploy_domain* domain = filled_domain();
    ploy_error error;
    assert_int_equal(add_action(domain, "Rob", "p", NULL, "safe(p), not safe(bunker)", NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, &error), PLOY_INVALID);
    assert_string_equal(error.message, "action 'Rob', effect: two effects of Rob(bunker) change safe(bunker)");
    assert_int_equal(error.column, 10);
    ploy_domain_destroy(domain);
}

static void effects_may_meet_for_arguments_that_the_precondition_excludes(void** unused)
{
    (void)unused;
    ploy_domain* domain = filled_domain();
    ploy_error error = {0};
    assert_int_equal(add_action(domain, "Rob", "p", "p != bunker", "safe(p), not safe(bunker)", NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, &error), PLOY_OK);
    ploy_domain_destroy(domain);
}

// Clauses at run time.

static void clauses_are_added_changed_and_removed(void** unused)
{
    (void)unused;
    ploy_domain* domain = filled_domain();
    uint64_t state[2] = {0};
    parse(domain, state, "ammo = 1");
    assert_true(ploy_action_applicable(domain, 0, NULL, state));
    uint32_t version = pl_domain_version(domain);
    assert_int_equal(ploy_domain_add_clause(domain, PLOY_PART_PRE, 0, "at = bunker or ammo = 2", NULL), PLOY_OK);
    assert_true(pl_domain_version(domain) > version);
    assert_false(ploy_action_applicable(domain, 0, NULL, state));
    assert_int_equal(ploy_domain_clause_count(domain, PLOY_PART_PRE, 0), 2);
    assert_string_equal(ploy_domain_clause(domain, PLOY_PART_PRE, 0, 1), "at = bunker or ammo = 2");
    parse(domain, state, "ammo = 1, at = bunker");
    assert_true(ploy_action_applicable(domain, 0, NULL, state));
    assert_int_equal(ploy_domain_change_clause(domain, PLOY_PART_PRE, 0, 0, NULL, NULL), PLOY_OK);
    assert_string_equal(ploy_domain_clause(domain, PLOY_PART_PRE, 0, 0), "at = bunker or ammo = 2");
    parse(domain, state, "ammo = 1, at = bunker, armed");
    assert_true(ploy_action_applicable(domain, 0, NULL, state));
    assert_int_equal(ploy_domain_change_clause(domain, PLOY_PART_PRE, 0, 0, "ammo = 12", NULL), PLOY_OK);
    assert_false(ploy_action_applicable(domain, 0, NULL, state));
    assert_int_equal(ploy_domain_change_clause(domain, PLOY_PART_PRE, 0, 0, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_clause_count(domain, PLOY_PART_PRE, 0), 0);
    assert_true(ploy_action_applicable(domain, 0, NULL, state));
    ploy_error error;
    assert_int_equal(ploy_domain_add_clause(domain, PLOY_PART_COST, 0, "2", &error), PLOY_INVALID);
    assert_int_equal(ploy_domain_change_clause(domain, PLOY_PART_COST, 0, 0, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_action_cost(domain, 0, NULL, state, NULL), PLOY_UNIT);
    ploy_domain_destroy(domain);
}

static void a_fault_in_a_later_clause_says_which(void** unused)
{
    (void)unused;
    ploy_domain* domain = filled_domain();
    ploy_error error;
    assert_int_equal(ploy_domain_add_clause(domain, PLOY_PART_PRE, 0, "armd", &error), PLOY_INVALID);
    assert_string_equal(error.message, "action 'Reload', precondition clause 1: unknown symbol 'armd'");
    assert_int_equal(ploy_domain_clause_count(domain, PLOY_PART_PRE, 0), 1);
    ploy_domain_destroy(domain);
}

// Operators.

static void operators_come_by_precedence_action_arguments_alternative(void** unused)
{
    (void)unused;
    ploy_domain* domain = empty_domain(NULL);
    assert_int_equal(ploy_domain_add_type(domain, "place", places, 3, NULL, NULL), PLOY_OK);
    assert_int_equal(add_symbol(domain, "x", PLOY_VALUE_BOOL, 0, NULL), PLOY_OK);
    assert_int_equal(add_symbol(domain, "y", PLOY_VALUE_BOOL, 0, NULL), PLOY_OK);
    assert_int_equal(add_symbol(domain, "at", PLOY_VALUE_OBJECT, 0, NULL), PLOY_OK);
    for (int32_t i = 0; i < 4; ++i) {
        static const char* const names[] = {"A", "B", "C", "D"};
        static const int32_t precedences[] = {0, 5, INT32_MIN, 5};
        ploy_action_def def = {0};
        def.name = names[i];
        def.params[0] = (ploy_param){"p", "place"};
        def.param_count = 1;
        def.pre = i == 3 ? "at = camp and at = bunker" : "x and not y or y and at = p and not x";
        def.effect = "at = p";
        def.precedence = precedences[i];
        assert_int_equal(ploy_domain_add_action(domain, &def, NULL, NULL), PLOY_OK);
    }
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    const pl_compiled* c = pl_domain_compiled(domain);
    assert_int_equal(c->ground_count, 12);
    assert_int_equal(c->operator_count, 18);
    static const uint32_t actions[] = {1, 0, 2};
    for (uint32_t i = 0; i < c->operator_count; ++i) {
        const pl_ground* ground = &c->grounds[c->operators[i].ground];
        assert_int_equal(ground->action, actions[i / 6]);
        assert_int_equal(ground->args[0], i % 6 / 2);
        assert_int_equal(c->ground_operators[ground->first_operator + i % 2], i);
    }
    uint32_t bunker = 2;
    assert_int_equal(pl_domain_ground_index(domain, 3, &bunker), 11);
    assert_int_equal(c->grounds[11].operator_count, 0);
    ploy_domain_destroy(domain);
}

static void additions_need_their_room(void** unused)
{
    (void)unused;
    ploy_domain* domain = empty_domain(NULL);
    assert_int_equal(add_symbol(domain, "n", PLOY_VALUE_INT, 5, NULL), PLOY_OK);
    assert_int_equal(add_action(domain, "Up", NULL, NULL, "n += 3", NULL), PLOY_OK);
    assert_int_equal(add_action(domain, "Down", NULL, NULL, "n -= 2", NULL), PLOY_OK);
    assert_int_equal(add_action(domain, "Never", NULL, NULL, "n += 6", NULL), PLOY_OK);
    assert_int_equal(add_action(domain, "Far", NULL, NULL, "n -= 100000000", NULL), PLOY_OK);
    assert_int_equal(add_action(domain, "Nothing", NULL, NULL, "n += 0", NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    for (int64_t n = 0; n <= 5; ++n) {
        uint64_t state[1] = {0};
        assert_int_equal(ploy_state_set(domain, state, 0, n), PLOY_OK);
        assert_int_equal(ploy_action_applicable(domain, 0, NULL, state), n <= 2);
        assert_int_equal(ploy_action_applicable(domain, 1, NULL, state), n >= 2);
        assert_false(ploy_action_applicable(domain, 2, NULL, state));
        assert_false(ploy_action_applicable(domain, 3, NULL, state));
        assert_true(ploy_action_applicable(domain, 4, NULL, state));
        if (n >= 2) {
            ploy_action_apply(domain, 1, NULL, state);
            assert_int_equal(ploy_state_get(domain, state, 0), n - 2);
        }
    }
    assert_int_equal(pl_domain_compiled(domain)->operator_count, 3);
    ploy_domain_destroy(domain);
}

static void add_counter(ploy_domain* domain, const char* name, int64_t max, bool clamp)
{
    ploy_symbol_def def = {0};
    def.name = name;
    def.type = PLOY_VALUE_INT;
    def.max = max;
    def.clamp = clamp;
    assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, NULL), PLOY_OK);
}

static void additions_to_a_symbol_that_clamps_stop_at_its_range(void** unused)
{
    (void)unused;
    ploy_domain* domain = empty_domain(NULL);
    add_counter(domain, "n", 5, true);
    add_counter(domain, "m", 5, false);
    add_counter(domain, "k", 3, true);
    assert_int_equal(add_action(domain, "Up", NULL, NULL, "n += 3", NULL), PLOY_OK);
    assert_int_equal(add_action(domain, "Down", NULL, "n <= 1", "n -= 2", NULL), PLOY_OK);
    assert_int_equal(add_action(domain, "Far", NULL, NULL, "n -= 100000000", NULL), PLOY_OK);
    assert_int_equal(add_action(domain, "Both", NULL, NULL, "n += 4, m += 2, k -= 1", "n + 1"), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    for (int64_t n = 0; n <= 5; ++n) {
        for (int64_t m = 0; m <= 5; ++m) {
            uint64_t start[1] = {0}, state[1];
            ploy_state_set(domain, start, 0, n);
            ploy_state_set(domain, start, 1, m);
            ploy_state_set(domain, start, 2, m % 4);
            const int64_t expected[] = {n + 3 < 5 ? n + 3 : 5, 0, 0, n + 4 < 5 ? n + 4 : 5};
            const bool applicable[] = {true, n <= 1, true, m + 2 <= 5};
            for (uint32_t a = 0; a < 4; ++a) {
                state[0] = start[0];
                assert_int_equal(ploy_action_applicable(domain, a, NULL, state), applicable[a]);
                if (!applicable[a]) continue;
                assert_int_equal(ploy_action_cost(domain, a, NULL, state, NULL), a == 3 ? (n + 1) * 1000 : 1000);
                ploy_action_apply(domain, a, NULL, state);
                assert_int_equal(ploy_state_get(domain, state, 0), expected[a]);
                assert_int_equal(ploy_state_get(domain, state, 1), a == 3 ? m + 2 : m);
                assert_int_equal(ploy_state_get(domain, state, 2), a == 3 && m % 4 > 0 ? m % 4 - 1 : m % 4);
            }
        }
    }
    const pl_compiled* c = pl_domain_compiled(domain);
    for (uint32_t g = 0; g < 3; ++g) {
        assert_int_equal(c->grounds[g].effect_count, 1);
        assert_int_equal(c->effects[c->grounds[g].first_effect].kind, PL_EFFECT_ADD);
    }
    assert_int_equal(c->grounds[1].operator_count, 1);
    ploy_domain_destroy(domain);
}

static void a_domain_where_too_much_clamps_at_once_is_refused(void** unused)
{
    (void)unused;
    ploy_domain* domain = empty_domain(NULL);
    char effects[400] = "";
    for (uint32_t i = 0; i < 17; ++i) {
        char name[8], effect[16];
        snprintf(name, sizeof name, "n%u", (unsigned)i);
        snprintf(effect, sizeof effect, "%sn%u += 1", i ? ", " : "", (unsigned)i);
        strcat(effects, effect);
        add_counter(domain, name, 3, true);
    }
    assert_int_equal(add_action(domain, "All", NULL, NULL, effects, NULL), PLOY_OK);
    ploy_error error;
    assert_int_equal(ploy_domain_compile(domain, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "action 'All': more than 65536 operators"));
    ploy_symbol_def flag = {.name = "flag", .clamp = true};
    assert_int_equal(ploy_domain_add_symbol(domain, &flag, NULL, &error), PLOY_INVALID);
    assert_string_equal(error.message, "symbol 'flag': only an int or a decimal can clamp");
    ploy_domain_destroy(domain);
}

// Numbers.

// A priority is evaluated in a state, a cost is compiled into operators: both have the same value.
static void quotients_minimum_maximum_and_choices_have_their_value(void** unused)
{
    (void)unused;
    static const struct
    {
        const char* text;
        int64_t value[3]; // where n is 0, 1, 2 and half is 0, 0.5, 1
    } rows[] = {
        {"7 / 2", {3500, 3500, 3500}},
        {"10 / 3", {3333, 3333, 3333}},
        {"2 / 3", {667, 667, 667}},
        {"1 / 2000", {1, 1, 1}},
        {"1 / 2001", {0, 0, 0}},
        {"3 - 2 / -3", {3667, 3667, 3667}},
        {"n / 2 / 2", {0, 250, 500}},
        {"1 + n / 0.004", {1000, 251000, 501000}},
        {"12 / (n + 1) * 2", {24000, 12000, 8000}},
        {"half * half / 0.5", {0, 500, 2000}},
        {"half * half * half / 0.25", {0, 500, 4000}},
        {"1 / (half * half + 1)", {1000, 800, 500}},
        {"min(n, 1)", {0, 1000, 1000}},
        {"max(n, half, 1.5) - min(half, 0.25)", {1500, 1250, 1750}},
        {"n > 0 ? 6 / n : 9", {9000, 6000, 3000}},
        {"n = 0 ? 1 : n = 1 ? 2.5 : 3", {1000, 2500, 3000}},
        {"2 * (half = 0.5 and n = 1 or false ? n : half + 1)", {2000, 2000, 4000}},
        {"6 / max(n, 1)", {6000, 6000, 3000}},
        {"(n = 1 ? 1 : 2) * 3", {6000, 3000, 6000}},
    };
    ploy_domain* domain = empty_domain(NULL);
    add_counter(domain, "n", 2, false);
    ploy_symbol_def half = {.name = "half", .type = PLOY_VALUE_DECIMAL, .max = 1000, .step = 500};
    assert_int_equal(ploy_domain_add_symbol(domain, &half, NULL, NULL), PLOY_OK);
    assert_int_equal(add_action(domain, "Act", NULL, NULL, "n = 0", "1"), PLOY_OK);
    ploy_goal_def goal = {.name = "G", .condition = "n = 1", .priority = "1"};
    assert_int_equal(ploy_domain_add_goal(domain, &goal, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        ploy_error error;
        if (ploy_domain_change_clause(domain, PLOY_PART_COST, 0, 0, rows[i].text, &error) != PLOY_OK ||
            ploy_domain_change_clause(domain, PLOY_PART_PRIORITY, 0, 0, rows[i].text, &error) != PLOY_OK) {
            fail_msg("%s: %s (%s)", rows[i].text, error.message, error.hint);
        }
        for (int64_t n = 0; n <= 2; ++n) {
            uint64_t state[1] = {0};
            ploy_state_set(domain, state, 0, n);
            ploy_state_set(domain, state, 1, n * 500);
            int64_t priority = pl_goal_priority(domain, 0, NULL, state, NULL);
            int64_t cost = ploy_action_cost(domain, 0, NULL, state, NULL);
            if (priority != rows[i].value[n] || cost != priority) {
                fail_msg("%s: %lld and %lld", rows[i].text, (long long)priority, (long long)cost);
            }
        }
    }
    ploy_domain_destroy(domain);
}

static void a_choice_may_depend_on_a_parameter(void** unused)
{
    (void)unused;
    ploy_domain* domain = filled_domain();
    ploy_error error;
    assert_int_equal(ploy_domain_change_clause(domain, PLOY_PART_COST, 1, 0, "p = bunker ? 5 : 1", &error), PLOY_OK);
    uint64_t state[2] = {0};
    for (uint32_t place = 0; place < 3; ++place) {
        assert_int_equal(ploy_action_cost(domain, 1, &place, state, NULL), place == 2 ? 5000 : 1000);
    }
    ploy_domain_destroy(domain);
}

// Free is never what was meant: a cost must not divide by 0 where its action can be applied. Elsewhere it gives 0.
static void dividing_by_zero_is_refused_in_a_cost_and_gives_zero_in_a_priority(void** unused)
{
    (void)unused;
    static const struct
    {
        const char *part, *text, *message;
    } rows[] = {
        {"cost", "6 / ammo", "action 'GoTo', cost: divides by 0 where ammo = 0"},
        {"cost", "ammo > 3 ? 1 : 9 + 1 / (ammo - 2)", "action 'GoTo', cost: divides by 0 where ammo = 2"},
        {"cost", "6 / 0", "action 'GoTo', cost: '6 / 0' divides by 0"},
        {"cost", "1 / (2 - 2)", "action 'GoTo', cost: '1 / (2 - 2)' divides by 0"},
        {"cost", "1 - ammo / 2", "action 'GoTo', cost: a cost is 0 to 1000000000, this is -0.5 where ammo = 3"},
        {"cost", "min(ammo)", "action 'GoTo', cost: ',' expected, not ')'"},
        {"cost", "max(ammo, armed)", "action 'GoTo', cost: a number expected, 'armed' is of type bool"},
        {"cost", "armed ? 1", "action 'GoTo', cost: ':' expected, but the text ends"},
        {"cost", "ammo ? 1 : 2", "action 'GoTo', cost: a condition expected, 'ammo' is of type int"},
        {"cost", "armed ? 1 : at", "action 'GoTo', cost: a number expected, 'at' is of type place"},
        {"cost", "ammo % 2", "action 'GoTo', cost: '+', '-', '*', '/' or '?' expected, not '%'"},
        {"cost", "1000000000000 / 0.001 / 0.001 / 0.001", "can grow too large"},
    };
    ploy_domain* domain = filled_domain();
    ploy_error error;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        assert_int_equal(ploy_domain_change_clause(domain, PLOY_PART_COST, 1, 0, rows[i].text, &error), PLOY_INVALID);
        if (!strstr(error.message, rows[i].message)) fail_msg("%s: %s", rows[i].text, error.message);
    }
    assert_int_equal(ploy_domain_change_clause(domain, PLOY_PART_COST, 1, 0, "6 / ammo", &error), PLOY_INVALID);
    assert_string_equal(error.hint, "divide by max(…, 1), or choose with 'condition ? a : b'");
    assert_int_equal(ploy_domain_add_clause(domain, PLOY_PART_PRE, 1, "ammo >= 1", &error), PLOY_OK);
    assert_int_equal(ploy_domain_change_clause(domain, PLOY_PART_COST, 1, 0, "6 / ammo", &error), PLOY_OK);
    assert_int_equal(ploy_domain_change_clause(domain, PLOY_PART_PRIORITY, 0, 0, "6 / ammo", &error), PLOY_OK);
    uint64_t state[2] = {0};
    assert_int_equal(pl_goal_priority(domain, 0, NULL, state, NULL), 0);
    ploy_state_set(domain, state, 1, 4);
    assert_int_equal(pl_goal_priority(domain, 0, NULL, state, NULL), 1500);
    ploy_symbol_def def = {.name = "min"};
    assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, &error), PLOY_INVALID);
    assert_string_equal(error.message, "symbol 'min' is a word of the language");
    ploy_domain_destroy(domain);
}

static void costs_and_priorities_may_be_expressions(void** unused)
{
    (void)unused;
    ploy_domain* domain = filled_domain();
    const pl_compiled* c = pl_domain_compiled(domain);
    uint32_t bunker = 2;
    for (int64_t ammo = 0; ammo <= 12; ++ammo) {
        uint64_t state[2] = {0};
        assert_int_equal(ploy_state_set(domain, state, 1, ammo), PLOY_OK);
        assert_int_equal(ploy_action_cost(domain, 1, &bunker, state, NULL), (ammo + 1) * 1000);
        assert_int_equal(pl_goal_priority(domain, 0, NULL, state, NULL), ammo * 500 - 1000);
        const pl_ground* ground = &c->grounds[pl_domain_ground_index(domain, 1, &bunker)];
        assert_int_equal(ground->operator_count, 13);
        uint32_t holding = 0;
        for (uint32_t i = 0; i < ground->operator_count; ++i) {
            const pl_operator* op = &c->operators[c->ground_operators[ground->first_operator + i]];
            if (pl_partial_state_holds(c, &op->pre, state)) {
                ++holding;
                assert_int_equal(op->cost, (ammo + 1) * 1000);
            }
        }
        assert_int_equal(holding, 1);
    }
    ploy_domain_destroy(domain);
}

static void values_of_equal_cost_share_an_operator(void** unused)
{
    (void)unused;
    ploy_domain* domain = empty_domain(NULL);
    ploy_symbol_def def = {0};
    def.name = "n";
    def.type = PLOY_VALUE_INT;
    def.min = -3;
    def.max = 3;
    assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, NULL), PLOY_OK);
    assert_int_equal(add_action(domain, "Square", NULL, "n != 0", "n = 0", "n * n * 0.5"), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    const pl_compiled* c = pl_domain_compiled(domain);
    assert_int_equal(c->operator_count, 3);
    assert_int_equal(c->operators[0].cost, 4500);
    assert_int_equal(c->operators[1].cost, 2000);
    assert_int_equal(c->operators[2].cost, 500);
    ploy_domain_destroy(domain);
}

static int64_t give_number(void* user, const ploy_evaluation* call)
{
    assert_int_equal(call->arg_count, 1);
    return *(int64_t*)user * call->args[0];
}

static bool give_yes(void* user, const ploy_evaluation* call)
{
    return user == call->agent;
}

static void callbacks_are_bound_by_name(void** unused)
{
    (void)unused;
    ploy_domain* domain = filled_domain();
    int64_t factor = 7;
    uint32_t bunker = 2;
    uint64_t state[2] = {0};
    assert_string_equal(ploy_domain_find_unbound(domain), "danger");
    assert_int_equal(ploy_domain_bind_number(domain, "dagner", give_number, &factor), PLOY_NOT_FOUND);
    assert_int_equal(ploy_domain_bind_context(domain, "danger", give_yes, NULL), PLOY_NOT_FOUND);
    uint32_t version = pl_domain_version(domain);
    assert_int_equal(ploy_domain_bind_number(domain, "danger", give_number, &factor), PLOY_OK);
    assert_true(pl_domain_version(domain) > version);
    assert_null(ploy_domain_find_unbound(domain));
    assert_int_equal(ploy_action_cost(domain, 2, &bunker, state, NULL), 14);
    factor = -1;
    assert_int_equal(ploy_action_cost(domain, 2, &bunker, state, NULL), 0);
    assert_true(pl_domain_cost_is_call(domain, 2));
    assert_true(pl_domain_compiled(domain)->any_call_cost);

    ploy_action_def def = {0};
    def.name = "Hide";
    def.context = "canHide";
    assert_int_equal(ploy_domain_add_action(domain, &def, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    assert_string_equal(ploy_domain_find_unbound(domain), "canHide");
    assert_int_equal(ploy_domain_bind_context(domain, "canHide", give_yes, &factor), PLOY_OK);
    assert_true(pl_action_context(domain, 3, NULL, state, &factor));
    assert_false(pl_action_context(domain, 3, NULL, state, NULL));
    assert_true(pl_action_context(domain, 0, NULL, state, NULL));

    // A name that goes and comes back is still bound.
    assert_int_equal(ploy_domain_change_clause(domain, PLOY_PART_COST, 2, 0, "3", NULL), PLOY_OK);
    assert_int_equal(ploy_domain_bind_number(domain, "danger", give_number, &factor), PLOY_NOT_FOUND);
    assert_int_equal(ploy_action_cost(domain, 2, &bunker, state, NULL), 3000);
    assert_int_equal(ploy_domain_change_clause(domain, PLOY_PART_COST, 2, 0, " call:danger ", NULL), PLOY_OK);
    assert_null(ploy_domain_find_unbound(domain));
    ploy_domain_destroy(domain);
}

static void goals_are_met_and_relevant_by_their_conditions(void** unused)
{
    (void)unused;
    ploy_domain* domain = filled_domain();
    uint64_t state[2] = {0};
    parse(domain, state, "armed, at = bunker");
    assert_false(ploy_goal_met(domain, 0, NULL, state));
    assert_true(pl_goal_relevant(domain, 0, NULL, state));
    parse(domain, state, "armed, at = bunker, safe(bunker)");
    assert_true(ploy_goal_met(domain, 0, NULL, state));
    assert_false(pl_goal_relevant(domain, 0, NULL, state));
    ploy_domain_destroy(domain);
}

// Clones.

static void a_clone_is_alike_and_on_its_own(void** unused)
{
    (void)unused;
    ploy_domain* domain = filled_domain();
    ploy_domain* clone = pl_domain_clone(domain, NULL);
    const pl_compiled* a = pl_domain_compiled(domain);
    const pl_compiled* b = pl_domain_compiled(clone);
    assert_int_equal(pl_domain_version(clone), pl_domain_version(domain));
    assert_int_equal(ploy_domain_bytes(clone), ploy_domain_bytes(domain));
    assert_memory_equal(a->operators, b->operators, a->operator_count * sizeof *a->operators);
    assert_memory_equal(a->masks, b->masks, a->mask_count * sizeof *a->masks);
    assert_memory_equal(a->grounds, b->grounds, a->ground_count * sizeof *a->grounds);
    assert_int_equal(ploy_domain_change_clause(clone, PLOY_PART_PRE, 0, 0, "ammo = 12", NULL), PLOY_OK);
    assert_string_equal(ploy_domain_clause(domain, PLOY_PART_PRE, 0, 0), "ammo >= 1 and not armed");
    ploy_domain_destroy(domain);
    uint64_t state[2] = {0};
    parse(clone, state, "ammo = 12");
    assert_true(ploy_action_applicable(clone, 0, NULL, state));
    parse(clone, state, "ammo = 11");
    assert_false(ploy_action_applicable(clone, 0, NULL, state));
    assert_int_equal(ploy_domain_find_action(clone, "Secure"), 2);
    ploy_domain_destroy(clone);
}

// Limits.

static void add_many(ploy_domain* domain, const char* type, uint32_t count)
{
    static char names[400][16];
    const char* list[400];
    for (uint32_t i = 0; i < count; ++i) {
        snprintf(names[i], sizeof names[i], "o%u", (unsigned)i);
        list[i] = names[i];
    }
    assert_int_equal(ploy_domain_add_type(domain, type, list, count, NULL, NULL), PLOY_OK);
}

static void grounding_beyond_the_limit_is_refused_before_it_begins(void** unused)
{
    (void)unused;
    ploy_domain* domain = empty_domain(NULL);
    ploy_error error;
    add_many(domain, "thing", 400);
    ploy_symbol_def symbol = {0};
    symbol.name = "near";
    symbol.of[0] = symbol.of[1] = symbol.of[2] = symbol.of[3] = "thing";
    symbol.of_count = 4;
    assert_int_equal(ploy_domain_add_symbol(domain, &symbol, NULL, &error), PLOY_INVALID);
    assert_string_equal(error.message, "symbol 'near' makes more than 4096 ground symbols");
    symbol.of_count = 1;
    assert_int_equal(ploy_domain_add_symbol(domain, &symbol, NULL, &error), PLOY_OK);
    ploy_action_def action = {0};
    action.name = "Swap";
    action.param_count = 4;
    for (uint32_t i = 0; i < 4; ++i) {
        static const char* const names[] = {"a", "b", "c", "d"};
        action.params[i] = (ploy_param){names[i], "thing"};
    }
    assert_int_equal(ploy_domain_add_action(domain, &action, NULL, &error), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "action 'Swap': more than 65536 operators"));
    ploy_domain_destroy(domain);
}

static void conditions_that_explode_are_refused_soon(void** unused)
{
    (void)unused;
    ploy_domain* domain = empty_domain(NULL);
    ploy_error error;
    char text[2000] = "";
    for (int i = 0; i < 40; ++i) {
        char name[16];
        snprintf(name, sizeof name, "x%d", i);
        assert_int_equal(add_symbol(domain, name, PLOY_VALUE_BOOL, 0, NULL), PLOY_OK);
        char piece[32];
        snprintf(piece, sizeof piece, "%s(x%d or x%d)", i ? " and " : "", i, (i * 7 + 3) % 40);
        strcat(text, piece);
    }
    assert_int_equal(add_symbol(domain, "m", PLOY_VALUE_INT, 60000, NULL), PLOY_OK);
    assert_int_equal(add_symbol(domain, "n", PLOY_VALUE_INT, 60000, NULL), PLOY_OK);
    assert_int_equal(add_goal(domain, "G", "x0", NULL), PLOY_OK);
    assert_int_equal(ploy_domain_add_type(domain, "place", places, 3, NULL, NULL), PLOY_OK);
    assert_int_equal(add_symbol(domain, "safe", PLOY_VALUE_BOOL, 0, "place"), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    char xor_text[400] = "x0";
    for (int i = 1; i < 40; ++i) {
        char piece[32];
        snprintf(piece, sizeof piece, " xor x%d", i);
        strcat(xor_text, piece);
    }
    const char* alternatives = "goal 'G', condition: more than 1024 alternatives when written as \"this or that or …\"";
    assert_int_equal(ploy_domain_change_clause(domain, PLOY_PART_CONDITION, 0, 0, xor_text, &error), PLOY_INVALID);
    assert_string_equal(error.message, alternatives);
    assert_int_equal(ploy_domain_change_clause(domain, PLOY_PART_CONDITION, 0, 0, text, &error), PLOY_INVALID);
    assert_string_equal(error.message, alternatives);
    assert_int_equal(ploy_domain_change_clause(domain, PLOY_PART_CONDITION, 0, 0, "m = n", &error), PLOY_INVALID);
    assert_int_equal(ploy_domain_change_clause(domain, PLOY_PART_CONDITION, 0, 0, "m * n = 4", &error), PLOY_INVALID);
    assert_int_equal(ploy_domain_change_clause(domain, PLOY_PART_CONDITION, 0, 0, "x0 xor x0 xor x0", &error), PLOY_OK);
    assert_int_equal(pl_domain_compiled(domain)->targets[0].partial_count, 1);
    ploy_domain_destroy(domain);
}

// As one text, and as one clause each.
static void a_condition_may_join_thousands_of_symbols(void** unused)
{
    (void)unused;
    enum
    {
        COUNT = 3000
    };
    static char text[COUNT * 12];
    for (uint32_t way = 0; way < 2; ++way) {
        ploy_domain* domain = empty_domain(NULL);
        size_t length = 0;
        for (uint32_t i = 0; i < COUNT; ++i) {
            char name[8];
            snprintf(name, sizeof name, "b%u", (unsigned)i);
            assert_int_equal(add_symbol(domain, name, PLOY_VALUE_BOOL, 0, NULL), PLOY_OK);
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i ? " and " : "", name);
        }
        ploy_error error;
        assert_int_equal(add_action(domain, "Do", NULL, way ? NULL : text, "not b0", NULL), PLOY_OK);
        for (uint32_t i = 0; way && i < COUNT; ++i) {
            char name[8];
            snprintf(name, sizeof name, "b%u", (unsigned)i);
            assert_int_equal(ploy_domain_add_clause(domain, PLOY_PART_PRE, 0, name, &error), PLOY_OK);
        }
        ploy_goal_def goal = {.name = "G", .condition = text};
        assert_int_equal(ploy_domain_add_goal(domain, &goal, NULL, NULL), PLOY_OK);
        if (ploy_domain_compile(domain, &error) != PLOY_OK) fail_msg("%s", error.message);
        uint64_t state[COUNT / 64 + 1] = {0};
        for (uint32_t i = 0; i < COUNT; ++i) {
            if (i % 500 == 0) assert_false(ploy_action_applicable(domain, 0, NULL, state));
            assert_false(ploy_goal_met(domain, 0, NULL, state));
            assert_int_equal(ploy_state_set(domain, state, i, true), PLOY_OK);
        }
        assert_true(ploy_action_applicable(domain, 0, NULL, state));
        assert_true(ploy_goal_met(domain, 0, NULL, state));
        ploy_domain_destroy(domain);
    }
}

static void alternatives_are_merged_and_absorbed(void** unused)
{
    (void)unused;
    static const struct
    {
        const char* text;
        uint32_t count;
    } cases[] = {
        {"ammo = 1 or ammo = 2 or ammo > 5", 1},
        {"armed or not armed", 1},
        {"armed and not armed", 0},
        {"armed or armed and ammo = 1", 1},
        {"armed xor ammo = 1", 2},
        {"not (armed and ammo = 1)", 2},
        {"at = camp nand at = camp", 1},
        {"ammo + 1 > 3 and ammo * 2 < 20", 1},
        {"true", 1},
        {"false or 1 > 2", 0},
    };
    ploy_domain* domain = filled_domain();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        assert_int_equal(ploy_domain_change_clause(domain, PLOY_PART_CONDITION, 0, 0, cases[i].text, NULL), PLOY_OK);
        assert_int_equal(pl_domain_compiled(domain)->targets[0].partial_count, cases[i].count);
    }
    ploy_domain_destroy(domain);
}

// Memory.

static bool build_and_clone(const ploy_allocator* allocator)
{
    ploy_domain* domain = empty_domain(allocator);
    ploy_domain* clone = NULL;
    bool done = domain && fill(domain) == PLOY_OK;
    clone = done ? pl_domain_clone(domain, allocator) : NULL;
    ploy_domain_destroy(clone);
    ploy_domain_destroy(domain);
    return clone != NULL;
}

static bool change_clauses(const ploy_allocator* allocator)
{
    ploy_domain* domain = empty_domain(allocator);
    bool done = domain && fill(domain) == PLOY_OK;
    uint32_t version = done ? pl_domain_version(domain) : 0;
    ploy_status status = PLOY_OUT_OF_MEMORY;
    if (done) {
        status = ploy_domain_add_clause(domain, PLOY_PART_PRE, 0, "at = camp xor ammo > 3", NULL);
        uint32_t clauses = status == PLOY_OK ? 2 : 1;
        assert_int_equal(ploy_domain_clause_count(domain, PLOY_PART_PRE, 0), clauses);
        assert_int_equal(pl_domain_version(domain) - version, status == PLOY_OK);
    }
    ploy_domain_destroy(domain);
    return status == PLOY_OK;
}

static void every_failing_allocation_is_survived(void** unused)
{
    (void)unused;
    test_fail_every_allocation(build_and_clone);
    test_fail_every_allocation(change_clauses);
}

static void bytes_are_those_the_allocator_gave(void** unused)
{
    (void)unused;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    ploy_domain* domain = empty_domain(&allocator);
    assert_int_equal(fill(domain), PLOY_OK);
    assert_int_equal(ploy_domain_bytes(domain), counters.live_bytes);
    ploy_domain_destroy(domain);
    assert_int_equal(counters.live_blocks, 0);
}

static bool say(void* user, const ploy_evaluation* call)
{
    (void)call;
    return *(bool*)user;
}

static ploy_status add_built(ploy_domain* domain, const char* name, const char* base, const char* param,
                             const char* context, ploy_error* error)
{
    ploy_action_def def = {0};
    def.name = name;
    def.base = base;
    def.params[0] = (ploy_param){param, "place"};
    def.param_count = param != NULL;
    def.context = context;
    def.pre = param && strcmp(param, "q") == 0 ? "safe(q)" : NULL;
    return ploy_domain_add_action(domain, &def, NULL, error);
}

static void an_action_built_on_another_adds_to_its_parameters_conditions_effects_and_context(void** state)
{
    (void)state;
    ploy_domain* domain = empty_domain(NULL);
    assert_int_equal(ploy_domain_add_type(domain, "place", places, 3, NULL, NULL), PLOY_OK);
    assert_int_equal(add_symbol(domain, "at", PLOY_VALUE_OBJECT, 0, NULL), PLOY_OK);
    assert_int_equal(add_symbol(domain, "safe", PLOY_VALUE_BOOL, 0, "place"), PLOY_OK);
    assert_int_equal(add_action(domain, "Go", "p", "at != p", "at = p", NULL), PLOY_OK);
    assert_int_equal(add_built(domain, "Sneak", "Go", "q", "Dark", NULL), PLOY_OK);
    assert_int_equal(add_built(domain, "Crawl", "Sneak", "p", "Flat", NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    bool dark = true, flat = true;
    assert_int_equal(ploy_domain_bind_context(domain, "Dark", say, &dark), PLOY_OK);
    assert_int_equal(ploy_domain_bind_context(domain, "Flat", say, &flat), PLOY_OK);
    ploy_action_info crawl = ploy_domain_action(domain, 2);
    assert_int_equal(crawl.base, 1);
    assert_int_equal(crawl.param_count, 2);
    assert_string_equal(crawl.param_names[0], "p");
    assert_string_equal(crawl.param_names[1], "q");
    uint64_t words[2];
    ploy_state_init(domain, words);
    uint32_t to_bunker_by_armory[PLOY_MAX_ARGS] = {2, 1};
    assert_false(ploy_action_applicable(domain, 2, to_bunker_by_armory, words));
    assert_int_equal(ploy_state_parse(domain, words, "safe(armory)", NULL), PLOY_OK);
    assert_true(ploy_action_applicable(domain, 2, to_bunker_by_armory, words));
    ploy_action_apply(domain, 2, to_bunker_by_armory, words);
    assert_int_equal(ploy_state_get(domain, words, 0), 2);
    assert_false(ploy_action_applicable(domain, 2, to_bunker_by_armory, words));
    for (int k = 0; k < 4; ++k) {
        dark = k & 1;
        flat = k & 2;
        assert_int_equal(pl_action_context(domain, 2, to_bunker_by_armory, words, NULL), dark && flat);
        assert_int_equal(pl_action_context(domain, 1, to_bunker_by_armory, words, NULL), dark);
    }
    // What changes in the base changes in what is built on it.
    assert_int_equal(ploy_domain_add_clause(domain, PLOY_PART_PRE, 0, "safe(p)", NULL), PLOY_OK);
    ploy_state_init(domain, words);
    assert_int_equal(ploy_state_parse(domain, words, "safe(armory)", NULL), PLOY_OK);
    assert_false(ploy_action_applicable(domain, 2, to_bunker_by_armory, words));
    ploy_domain_destroy(domain);
}

static void a_base_that_does_not_exist_is_refused_with_a_hint(void** state)
{
    (void)state;
    ploy_domain* domain = empty_domain(NULL);
    assert_int_equal(ploy_domain_add_type(domain, "place", places, 3, NULL, NULL), PLOY_OK);
    assert_int_equal(add_action(domain, "Attack", NULL, NULL, NULL, NULL), PLOY_OK);
    ploy_error error;
    assert_int_equal(add_built(domain, "Shoot", "Atack", NULL, NULL, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "'Atack' is no action before it"));
    assert_non_null(strstr(error.hint, "Attack"));
    assert_int_equal(add_built(domain, "Shoot", "Shoot", NULL, NULL, &error), PLOY_INVALID);
    assert_int_equal(ploy_domain_action_count(domain), 1);
    ploy_domain_destroy(domain);
}

// The conditions of one action take some thousands of steps to write as "this or that or …"; what is refused is a condition
// that takes too many, not a domain that has many actions.
static void a_domain_of_many_actions_with_long_conditions_is_compiled(void** state)
{
    (void)state;
    enum
    {
        COUNT = 12000
    };
    ploy_domain* domain = ploy_domain_create(&(ploy_domain_def){.name = "switches", .limits = {.operators = 64 * COUNT}});
    char name[24];
    for (uint32_t i = 0; i < 10; i++) {
        snprintf(name, sizeof name, "s%u", i);
        assert_int_equal(add_symbol(domain, name, PLOY_VALUE_BOOL, 0, NULL), PLOY_OK);
    }
    const char* pre = "(s0 or s1) and (s2 or s3) and (s4 or s5) and (s6 or s7) and (s8 or s9)";
    for (uint32_t i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "act%u", i);
        assert_int_equal(add_action(domain, name, NULL, pre, i % 2 ? "s0" : "not s0", NULL), PLOY_OK);
    }
    ploy_error error = {0};
    if (ploy_domain_compile(domain, &error) != PLOY_OK) fail_msg("%s", error.message);
    ploy_domain_destroy(domain);
}

TEST_MAIN(TEST(a_domain_of_many_actions_with_long_conditions_is_compiled),
          TEST(an_action_built_on_another_adds_to_its_parameters_conditions_effects_and_context),
          TEST(a_base_that_does_not_exist_is_refused_with_a_hint), TEST(a_domain_describes_what_was_added),
          TEST(the_table_of_effects_lists_actions_by_symbol), TEST(names_are_checked),
          TEST(symbols_with_impossible_ranges_are_refused), TEST(faults_in_clauses_name_their_owner),
          TEST(effects_that_meet_for_some_arguments_only_are_named),
          TEST(effects_may_meet_for_arguments_that_the_precondition_excludes), TEST(clauses_are_added_changed_and_removed),
          TEST(a_fault_in_a_later_clause_says_which), TEST(operators_come_by_precedence_action_arguments_alternative),
          TEST(additions_need_their_room), TEST(additions_to_a_symbol_that_clamps_stop_at_its_range),
          TEST(a_domain_where_too_much_clamps_at_once_is_refused),
          TEST(quotients_minimum_maximum_and_choices_have_their_value), TEST(a_choice_may_depend_on_a_parameter),
          TEST(dividing_by_zero_is_refused_in_a_cost_and_gives_zero_in_a_priority),
          TEST(costs_and_priorities_may_be_expressions), TEST(values_of_equal_cost_share_an_operator),
          TEST(callbacks_are_bound_by_name), TEST(goals_are_met_and_relevant_by_their_conditions),
          TEST(a_clone_is_alike_and_on_its_own), TEST(grounding_beyond_the_limit_is_refused_before_it_begins),
          TEST(conditions_that_explode_are_refused_soon), TEST(a_condition_may_join_thousands_of_symbols),
          TEST(alternatives_are_merged_and_absorbed), TEST(every_failing_allocation_is_survived),
          TEST(bytes_are_those_the_allocator_gave))
