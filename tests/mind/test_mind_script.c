// The script language: what BehaviorTree.CPP's own tests say, how types take each other's place, and random scripts
// against an evaluator that works on their tree.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/float.h"
#include "knowledge/blackboard.h"
#include "mind/common/guard.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

enum
{
    B,
    I,
    D,
    F,
    O,
    S,
    T,
    P,
    KEYS
};

static const struct
{
    const char* name;
    ploy_value_type type;
} key_defs[KEYS] = {
    {"b", PLOY_VALUE_BOOL},   {"i", PLOY_VALUE_INT},    {"d", PLOY_VALUE_DECIMAL}, {"f", PLOY_VALUE_FLOAT},
    {"o", PLOY_VALUE_OBJECT}, {"s", PLOY_VALUE_STRING}, {"t", PLOY_VALUE_STRING},  {"p", PLOY_VALUE_STRUCT},
};

typedef struct script_pose
{
    int32_t x, y;
} script_pose;

static bool parse_pose(void* user, const char* text, void* made)
{
    (void)user;
    script_pose* p = made;
    return sscanf(text, "%d;%d", &p->x, &p->y) == 2;
}

static size_t print_pose(void* user, const void* from, char* text, size_t size)
{
    (void)user;
    const script_pose* p = from;
    return (size_t)snprintf(text, size, "%d;%d", p->x, p->y);
}

typedef struct script_stage
{
    ploy_blackboard_keys* keys;
    ploy_agent agent;
} script_stage;

static bool set_up(script_stage* s, const ploy_allocator* allocator)
{
    *s = (script_stage){0};
    ploy_blackboard_keys_def def = {0};
    if (allocator) def.allocator = *allocator;
    s->keys = ploy_blackboard_keys_create(&def);
    ploy_struct_def type = {.name = "pose", .bytes = sizeof(script_pose), .parse = parse_pose, .print = print_pose};
    bool fits = s->keys && ploy_blackboard_keys_add_struct(s->keys, &type) == PLOY_OK;
    for (uint32_t i = 0; i < KEYS && fits; ++i) {
        ploy_key_def key = {.name = key_defs[i].name, .type = key_defs[i].type, .scopes = 0xFF};
        key.struct_type = i == P ? "pose" : NULL;
        fits = ploy_blackboard_keys_add(s->keys, &key, NULL) == PLOY_OK;
    }
    s->agent.blackboard = fits ? ploy_blackboard_create(&(ploy_blackboard_def){.keys = s->keys}) : NULL;
    return s->agent.blackboard != NULL;
}

static void tear_down(script_stage* s)
{
    ploy_blackboard_destroy(s->agent.blackboard);
    ploy_blackboard_keys_destroy(s->keys);
}

static ploy_status compile(const script_stage* s, const char* text, bool assigns, pl_guard** script, ploy_error* error)
{
    pl_script_def def = {.text = text, .keys = s->keys, .assigns = assigns};
    return pl_script_compile(&def, script, error);
}

static pl_guard* compiled(const script_stage* s, const char* text)
{
    pl_guard* script;
    ploy_error error;
    if (compile(s, text, true, &script, &error) != PLOY_OK) fail_msg("%s: %s", text, error.message);
    return script;
}

// "failed", or the value of a key after the script.
static void assert_after(script_stage* s, const char* text, uint32_t key, const char* expected)
{
    char value[256] = "failed";
    pl_guard* script = compiled(s, text);
    if (pl_guard_run(script, &s->agent)) {
        ploy_value is = ploy_blackboard_get(s->agent.blackboard, key);
        pl_value_print(&s->keys->structs, pl_key_kind(s->keys, key), is, value, sizeof value);
    }
    if (strcmp(value, expected) != 0) fail_msg("%s: %s is %s, not %s", text, key_defs[key].name, value, expected);
    pl_guard_destroy(script);
}

static void statements_run_one_after_the_other(void** state)
{
    (void)state;
    script_stage s;
    assert_true(set_up(&s, NULL));
    assert_after(&s, "i := 3; d := 5; d += i", D, "8");
    assert_after(&s, "i = 3", I, "3");
    assert_after(&s, "i += 1", I, "4");
    assert_after(&s, "i-=1;", I, "3");
    assert_after(&s, "i *= 2", I, "6");
    assert_after(&s, "d := i / 4", D, "1.5");
    assert_after(&s, "d /= 2", D, "0.75");
    assert_after(&s, "d := -i", D, "-6");
    assert_after(&s, "i := 5; d := i & 3", D, "1");
    assert_after(&s, "d := i | 3", D, "7");
    assert_after(&s, "d := i ^ 3", D, "6");
    assert_after(&s, "d := ~i", D, "-6");
    assert_after(&s, "d := 0x1F + 3.14e2 + 3e-2", D, "345.03");
    assert_after(&s, "d := 0.100000", D, "0.1");
    assert_after(&s, "s := 'hello'; t := ' '; s := s + t + 'world'", S, "hello world");
    assert_after(&s, "s += '!'", S, "hello world!");
    assert_after(&s, "s = '   right'; t = \"it's\"", T, "it's");
    assert_after(&s, "s := i == 3 ? 'T' : 'F'", S, "F");
    assert_after(&s, "b := true; b = !b", B, "false");
    assert_after(&s, "b := i == 5 && !b || false", B, "true");
    assert_after(&s, "(i := 2) + (d := i)", D, "2");
    assert_after(&s, "p := '3;4'", P, "3;4");
    tear_down(&s);
}

static void types_take_the_place_of_each_other(void** state)
{
    (void)state;
    script_stage s;
    assert_true(set_up(&s, NULL));
    assert_after(&s, "i := 3.9", I, "3");
    assert_after(&s, "i := -3.9", I, "-3");
    assert_after(&s, "i := true + true", I, "2");
    assert_after(&s, "i := '12'", I, "12");
    assert_after(&s, "s := 2.5", S, "2.5");
    assert_after(&s, "d := s * 2", D, "5");
    assert_after(&s, "s := 'abc'; d := s * 2", D, "failed");
    assert_after(&s, "i := 'abc'", I, "failed");
    assert_after(&s, "p := 'abc'", P, "failed");
    assert_after(&s, "b := 0.001", B, "true");
    assert_after(&s, "b := 'false'", B, "false");
    assert_after(&s, "o := 7; i := o", I, "7");
    assert_after(&s, "b := s == 'abc' && i == 7 && i == o", B, "true");
    assert_after(&s, "s := '7'; b := s == 7", B, "true");
    assert_after(&s, "b := 'a' < 'b' < 'c'", B, "true");
    assert_after(&s, "b := 1 < 3 < 2", B, "false");
    assert_after(&s, "i := 5 && 3", I, "1");
    assert_after(&s, "i := !5 == 0", I, "1");
    assert_after(&s, "i := 1 + (0 ? s * 1000 : 2)", I, "3");
    // What it did before it failed stays.
    assert_after(&s, "s := 'x'; i := 9; i := s", I, "failed");
    assert_int_equal(ploy_blackboard_get(s.agent.blackboard, I), 9);
    tear_down(&s);
}

static void numbers_saturate_and_dividing_by_zero_gives_zero(void** state)
{
    (void)state;
    script_stage s;
    assert_true(set_up(&s, NULL));
    assert_after(&s, "d := 1e12 * 1e12", D, "1000000000000");
    assert_after(&s, "i := -1e12 * 1e12 - 1", I, "-9223372036854775807");
    assert_after(&s, "f := 1e100 * 1e100", F, "9999999999999999e+127");
    assert_after(&s, "d := 5 / 0", D, "0");
    assert_after(&s, "d := 1 / 3", D, "0.333");
    assert_after(&s, "d := 2 / 3", D, "0.667");
    assert_after(&s, "d := 0.0005", D, "0.001");
    tear_down(&s);
}

static void a_text_that_is_joined_has_a_longest_length(void** state)
{
    (void)state;
    script_stage s;
    assert_true(set_up(&s, NULL));
    assert_after(&s, "s := '0123456789'; s += s; s += s; s += s; s += s", T, "");
    assert_int_equal(strlen(ploy_value_string(ploy_blackboard_get(s.agent.blackboard, S))), 160);
    assert_after(&s, "s += s; s += s; s += s; s += s; s += s", S, "failed");
    tear_down(&s);
}

static void a_condition_compares_with_a_single_sign(void** state)
{
    (void)state;
    script_stage s;
    assert_true(set_up(&s, NULL));
    static const struct
    {
        const char* text;
        bool holds;
    } rows[] = {
        {"i = 0", true},   {"i == 0", true},       {"i", false},           {"!i", true},
        {"s", false},      {"s == ''", true},      {"b or not i", true},   {"i := 1; i == 1", true},
        {"i", true},       {"s := 'no'; s", true}, {"s := '0'; s", false}, {"s := 'x'; s > 1", false},
        {"s != 1", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        pl_guard* script;
        ploy_error error;
        if (compile(&s, rows[i].text, false, &script, &error) != PLOY_OK)
            fail_msg("%s: %s", rows[i].text, error.message);
        if (pl_guard_holds(script, &s.agent) != rows[i].holds) fail_msg("%s", rows[i].text);
        pl_guard_destroy(script);
    }
    tear_down(&s);
}

static void enumerators_are_numbers_with_a_name(void** state)
{
    (void)state;
    script_stage s;
    assert_true(set_up(&s, NULL));
    assert_int_equal(ploy_blackboard_keys_add_enum(s.keys, "RED", 1), PLOY_OK);
    assert_int_equal(ploy_blackboard_keys_add_enum(s.keys, "BLUE", 7), PLOY_OK);
    assert_int_equal(ploy_blackboard_keys_add_enum(s.keys, "BLUE", 3), PLOY_OK);
    assert_int_equal(ploy_blackboard_keys_add_enum(s.keys, "i", 3), PLOY_INVALID);
    assert_int_equal(ploy_blackboard_keys_add_enum(s.keys, "", 3), PLOY_INVALID);
    assert_after(&s, "i := BLUE", I, "3");
    assert_after(&s, "b := i == BLUE && i != RED", B, "true");
    assert_after(&s, "d := i == RED ? RED : BLUE / 2", D, "1.5");
    pl_guard* script;
    ploy_error error = {0};
    assert_int_equal(compile(&s, "RED := 2", true, &script, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "'RED' is a constant here"));
    assert_int_equal(compile(&s, "i := BLU", true, &script, &error), PLOY_INVALID);
    assert_non_null(strstr(error.hint, "'BLUE'"));
    tear_down(&s);
}

static void floats_are_computed_as_they_are_written(void** state)
{
    (void)state;
    script_stage s;
    assert_true(set_up(&s, NULL));
    assert_after(&s, "f := 0.100000", F, "0.1");
    assert_after(&s, "f := 0.0005", F, "0.0005");
    assert_after(&s, "f *= 2", F, "0.001");
    assert_after(&s, "f := 3.14159265358979", F, "3.14159265358979");
    assert_after(&s, "f := f * 2", F, "6.28318530717958");
    assert_after(&s, "f := -f", F, "-6.28318530717958");
    assert_after(&s, "f := 1 / 3", F, "0.3333333333333333");
    assert_after(&s, "d := 2 / 3", D, "0.667");
    assert_after(&s, "i := 0.0005 * 6000", I, "3");
    assert_after(&s, "f := 1e-5 + 1.5e3", F, "1500.00001");
    assert_after(&s, "f := 0.1 + 0.2", F, "0.3");
    assert_after(&s, "b := 0.0005 < 0.0006 && 0.0005 != 0 && 0.00050 == 0.0005", B, "true");
    assert_after(&s, "f := 0.0005; b := f > 0.0004 && f <= 0.0005", B, "true");
    assert_after(&s, "d := 0.5; b := d < 0.50001 && -0.00001 < d - 0.5", B, "true");
    assert_after(&s, "b := 0.0001 ? true : false", B, "true");
    assert_after(&s, "f := b ? 0.0001 : 2", F, "0.0001");
    assert_after(&s, "f := b ? 2 : 0.0001", F, "2");
    assert_after(&s, "s := 0.0005", S, "0.0005");
    assert_after(&s, "f := s + 0", F, "0.0005");
    assert_after(&s, "s := 'x' .. f", S, "x0.0005");
    assert_after(&s, "i := 6.999999 & 15", I, "6");
    assert_after(&s, "f := 1000000 * 1000000 * 1000000", F, "1e+18");
    tear_down(&s);
}

static void errors_have_their_place(void** state)
{
    (void)state;
    script_stage s;
    assert_true(set_up(&s, NULL));
    static const struct
    {
        const char* text;
        uint32_t column;
        const char* message;
    } rows[] = {
        {"i := 1; new_var = 69", 9, "unknown key 'new_var'"},
        {"i := j", 6, "unknown name 'j'"},
        {"'hello' = 2.0", 1, "a number expected"},
        {"i := 'it", 6, "expected, not ''it'"},
        {"i := 0x100g", 6, "not a number"},
        {"i := 3foo", 6, "not a number"},
        {"i := 1 ? 2", 11, "':' expected"},
        {"p + 1", 1, "of type pose, which cannot be compared"},
        {"p := 1", 1, "a number cannot be assigned to a key of type pose"},
        {"i := 'a' + 1", 6, "a number expected, ''a'' is of type string"},
        {"i :=", 5, "but the text ends"},
        {"i := 1;; i", 8, "expected, not ';'"},
        {"", 1, "but the text ends"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        pl_guard* script;
        ploy_error error = {0};
        if (compile(&s, rows[i].text, true, &script, &error) == PLOY_OK) fail_msg("%s: is accepted", rows[i].text);
        if (error.column != rows[i].column || !strstr(error.message, rows[i].message)) {
            fail_msg("%s: %u: %s", rows[i].text, (unsigned)error.column, error.message);
        }
    }
    tear_down(&s);
}

static void what_grows_faster_than_its_text_is_refused(void** state)
{
    (void)state;
    script_stage s;
    assert_true(set_up(&s, NULL));
    char text[2048] = "1";
    for (int i = 0; i < 60; ++i) {
        char inner[2048];
        memcpy(inner, text, sizeof inner);
        snprintf(text, sizeof text, "1<(%.2000s)<1", inner);
    }
    pl_guard* script;
    ploy_error error = {0};
    assert_int_equal(compile(&s, text, true, &script, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "longer than"));
    tear_down(&s);
}

// Random scripts: each part is written with parentheses and worked out as it is written.

typedef struct scripted
{
    bool is_text;
    bool failed;
    int64_t number; // a float
    char text[4096];
} scripted;

typedef struct script_writer
{
    ploy_random random;
    char text[60000];
    size_t length;
    int64_t numbers[KEYS]; // as the script has them: floats, also of bools, ints and objects
    char texts[KEYS][4096];
    size_t joined; // bytes that all texts of the evaluation take
} script_writer;

static void add(script_writer* w, const char* text)
{
    size_t length = strlen(text);
    assert_true(w->length + length < sizeof w->text);
    memcpy(w->text + w->length, text, length + 1);
    w->length += length;
}

static uint32_t below(script_writer* w, uint32_t count)
{
    return ploy_random_below(&w->random, count);
}

static bool spells(const char* text, int64_t* number)
{
    bool is_word = strcmp(text, "true") == 0 || strcmp(text, "false") == 0;
    *number = is_word ? pl_float_from_whole(*text == 't') : 0;
    return is_word || pl_value_parse_float(text, number);
}

static void to_number(scripted* v)
{
    if (v->is_text && !spells(v->text, &v->number)) v->failed = true;
    v->is_text = false;
}

static bool holds(const scripted* v)
{
    int64_t number;
    if (!v->is_text) return v->number != 0;
    return spells(v->text, &number) ? number != 0 : *v->text != '\0';
}

static void write_value(script_writer* w, int depth, bool runs, scripted* v);

static void keep_joined(script_writer* w, scripted* v, bool runs)
{
    if (!runs) return;
    w->joined += strlen(v->text) + 1;
    if (w->joined > PL_GUARD_TEXT) v->failed = true;
}

static void write_leaf(script_writer* w, bool runs, scripted* v)
{
    static const char* const texts[] = {"", "a", "b", "12", "-1.5", "true", "x y"};
    char text[64];
    switch (below(w, 4)) {
    case 0: {
        int64_t number = (int64_t)below(w, 9) - 4;
        static const char* const places[] = {"5", "25", "0005", "333", "14159265358979"};
        const char* fraction = places[below(w, 5)];
        snprintf(text, sizeof text, "(%s%u%s%s)", number < 0 ? "-" : "", (unsigned)(number < 0 ? -number : number) / 2,
                 number % 2 ? "." : "", number % 2 ? fraction : "");
        text[strlen(text) - 1] = '\0';
        assert_true(spells(text + 1, &v->number));
        strcat(text, ")");
        add(w, text);
        break;
    }
    case 1:
        v->is_text = true;
        strcpy(v->text, texts[below(w, 7)]);
        add(w, "'");
        add(w, v->text);
        add(w, "'");
        break;
    case 2:
        v->number = pl_float_from_whole(below(w, 2));
        add(w, v->number ? "true" : "false");
        break;
    default: {
        uint32_t key = below(w, P);
        add(w, key_defs[key].name);
        v->number = w->numbers[key];
        v->is_text = key == S || key == T;
        if (v->is_text) strcpy(v->text, w->texts[key]);
        if (v->is_text) keep_joined(w, v, runs);
        break;
    }
    }
}

static void compare(scripted* a, scripted* b, uint32_t sign)
{
    int order;
    if (a->is_text && b->is_text) {
        order = strcmp(a->text, b->text);
    } else {
        to_number(a);
        to_number(b);
        order = pl_float_compare(a->number, b->number);
    }
    bool results[] = {order == 0, order != 0, order<0, order <= 0, order> 0, order >= 0};
    *a = (scripted){.failed = a->failed || b->failed, .number = pl_float_from_whole(results[sign])};
}

static void calculate(scripted* a, scripted* b, uint32_t sign)
{
    to_number(a);
    to_number(b);
    int64_t x = a->number, y = b->number, z = 0;
    int64_t p = pl_float_whole(x), q = pl_float_whole(y);
    switch (sign) {
    case 0:
        z = pl_float_add(x, y);
        break;
    case 1:
        z = pl_float_add(x, pl_float_negative(y));
        break;
    case 2:
        z = pl_float_multiply(x, y);
        break;
    case 3:
        z = pl_float_divide(x, y);
        break;
    default:
        z = pl_float_from_whole(sign == 4 ? (p & q) : sign == 5 ? (p | q) : (p ^ q));
    }
    *a = (scripted){.failed = a->failed || b->failed, .number = z};
}

// A text that is written down where a number is needed is an error: one in parentheses and joined with "" is not.
static void write_operand(script_writer* w, int depth, bool runs, scripted* v)
{
    add(w, "(");
    size_t at = w->length;
    write_value(w, depth, runs, v);
    if (w->text[at] == '\'') {
        add(w, " + ''");
        keep_joined(w, v, runs && !v->failed);
    }
    add(w, ")");
}

static void write_binary(script_writer* w, int depth, bool runs, scripted* v)
{
    static const char* const comparisons[] = {" == ", " != ", " < ", " <= ", " > ", " >= "};
    static const char* const signs[] = {" + ", " - ", " * ", " / ", " & ", " | ", " ^ "};
    scripted* right = calloc(1, sizeof *right);
    write_operand(w, depth, runs, v);
    uint32_t kind = below(w, 4), sign = below(w, kind == 0 ? 6 : 7);
    if (kind == 3) {
        bool is_and = sign & 1, first = holds(v);
        add(w, is_and ? " && " : " || ");
        write_operand(w, depth, runs && !v->failed && first == is_and, right);
        bool result = first == is_and ? holds(right) : first;
        *v = (scripted){.failed = v->failed || (first == is_and && right->failed), .number = pl_float_from_whole(result)};
    } else {
        add(w, kind == 0 ? comparisons[sign] : signs[sign]);
        write_operand(w, depth, runs && !v->failed, right);
        if (kind == 0) {
            compare(v, right, sign);
        } else if (sign == 0 && v->is_text && right->is_text) {
            v->failed = v->failed || right->failed;
            strcat(v->text, right->text);
            if (!v->failed) keep_joined(w, v, runs);
        } else {
            calculate(v, right, sign);
        }
    }
    free(right);
}

static void write_choice(script_writer* w, int depth, bool runs, scripted* v)
{
    scripted *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    write_operand(w, depth, runs, v);
    bool is_first = holds(v), failed = v->failed;
    add(w, " ? ");
    write_operand(w, depth, runs && !failed && is_first, a);
    add(w, " : ");
    write_operand(w, depth, runs && !failed && !is_first, b);
    bool is_text = a->is_text && b->is_text;
    *v = *(is_first ? a : b);
    if (!is_text) to_number(v);
    v->failed = v->failed || failed;
    free(a);
    free(b);
}

static void write_assignment(script_writer* w, int depth, bool runs, scripted* v)
{
    static const char* const signs[] = {" := ", " = "};
    uint32_t key = below(w, P);
    add(w, key_defs[key].name);
    add(w, signs[below(w, 2)]);
    write_operand(w, depth, runs, v);
    if (v->failed || !runs) return;
    scripted value = *v;
    if (key == S || key == T) {
        char number[PL_VALUE_TEXT];
        pl_value_print(NULL, PLOY_VALUE_FLOAT, value.number, number, sizeof number);
        strcpy(w->texts[key], value.is_text ? value.text : number);
        return;
    }
    if (value.is_text) {
        int64_t number;
        bool fits = spells(value.text, &number);
        bool is_word = strcmp(value.text, "true") == 0 || strcmp(value.text, "false") == 0;
        bool is_bit = strcmp(value.text, "1") == 0 || strcmp(value.text, "0") == 0;
        fits = fits && (key == B ? is_word || is_bit : !is_word);
        if (key == I || key == O) fits = fits && pl_float_from_whole(pl_float_whole(number)) == number;
        if (!fits) v->failed = true;
        if (!fits) return;
        w->numbers[key] = key == D ? pl_float_from_fixed(pl_float_fixed(number)) : number;
        return;
    }
    w->numbers[key] = key == B   ? pl_float_from_whole(value.number != 0)
                      : key == D ? pl_float_from_fixed(pl_float_fixed(value.number))
                      : key == F ? value.number
                                 : pl_float_from_whole(pl_float_whole(value.number));
}

static void write_value(script_writer* w, int depth, bool runs, scripted* v)
{
    *v = (scripted){0};
    uint32_t kind = depth > 0 ? below(w, 8) : 7;
    if (kind < 3) {
        write_binary(w, depth - 1, runs, v);
    } else if (kind == 3) {
        write_choice(w, depth - 1, runs, v);
    } else if (kind == 4) {
        add(w, "(");
        write_assignment(w, depth - 1, runs, v);
        add(w, ")");
    } else if (kind == 5) {
        add(w, "!");
        write_operand(w, depth - 1, runs, v);
        *v = (scripted){.failed = v->failed, .number = pl_float_from_whole(!holds(v))};
    } else if (kind == 6) {
        add(w, "-");
        write_operand(w, depth - 1, runs, v);
        to_number(v);
        v->number = pl_float_negative(v->number);
    } else {
        write_leaf(w, runs, v);
    }
}

static void random_scripts_do_as_the_plain_evaluator(void** state)
{
    (void)state;
    uint32_t failed = 0, rounds = 6000;
    script_writer* w = malloc(sizeof *w);
    scripted* v = malloc(sizeof *v);
    for (uint32_t seed = 0; seed < rounds; ++seed) {
        script_stage s;
        assert_true(set_up(&s, NULL));
        memset(w, 0, sizeof *w);
        w->random.seed = seed;
        bool runs = true;
        // A text that a script reads is copied only where it assigns: this makes each of them assign.
        add(w, "i := 1; i := 0");
        for (uint32_t i = 0; i < 3; ++i) {
            add(w, "; ");
            if (below(w, 2)) {
                *v = (scripted){0};
                write_assignment(w, 3, runs, v);
            } else {
                write_operand(w, 3, runs, v);
            }
            runs = runs && !v->failed;
        }
        pl_guard* script = compiled(&s, w->text);
        bool did = pl_guard_run(script, &s.agent);
        if (did != runs) fail_msg("seed %u: %s\n%s", (unsigned)seed, w->text, did ? "ran" : "failed");
        failed += !did;
        for (uint32_t key = 0; key < P; ++key) {
            ploy_value value = ploy_blackboard_get(s.agent.blackboard, key);
            bool is_text = key == S || key == T;
            if (is_text ? strcmp(ploy_value_string(value), w->texts[key]) != 0
                        : value != (key == F   ? w->numbers[key]
                                    : key == D ? pl_float_fixed(w->numbers[key])
                                               : pl_float_whole(w->numbers[key]))) {
                fail_msg("seed %u: %s\n%s differs", (unsigned)seed, w->text, key_defs[key].name);
            }
        }
        pl_guard_destroy(script);
        tear_down(&s);
    }
    print_message("%u of %u failed\n", (unsigned)failed, (unsigned)rounds);
    assert_true(failed > rounds / 20 && failed < rounds * 19 / 20);
    free(v);
    free(w);
}

static bool run_with(const ploy_allocator* allocator)
{
    script_stage s;
    pl_guard* script = NULL;
    ploy_error error;
    bool fits = set_up(&s, allocator);
    pl_script_def def = {.text = "s := 'a' + t; i := s == 'a' ? 1 < 2 < 3 : 4; p := '1;2'", .assigns = true};
    def.keys = s.keys;
    def.allocator = allocator;
    ploy_status status = fits ? pl_script_compile(&def, &script, &error) : PLOY_OUT_OF_MEMORY;
    if (status == PLOY_INVALID) fail_msg("%s", error.message);
    bool did = status == PLOY_OK && pl_guard_run(script, &s.agent);
    pl_guard_destroy(script);
    tear_down(&s);
    return did;
}

static void a_failing_allocator_gives_a_status_and_no_leak(void** state)
{
    (void)state;
    test_fail_every_allocation(run_with);
}

TEST_MAIN(TEST(statements_run_one_after_the_other), TEST(types_take_the_place_of_each_other),
          TEST(numbers_saturate_and_dividing_by_zero_gives_zero), TEST(a_text_that_is_joined_has_a_longest_length),
          TEST(a_condition_compares_with_a_single_sign), TEST(enumerators_are_numbers_with_a_name),
          TEST(floats_are_computed_as_they_are_written), TEST(errors_have_their_place),
          TEST(what_grows_faster_than_its_text_is_refused),
          TEST(random_scripts_do_as_the_plain_evaluator), TEST(a_failing_allocator_gives_a_status_and_no_leak))
