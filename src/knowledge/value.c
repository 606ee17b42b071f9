#include "knowledge/value.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/float.h"

#define UNIT 1000
#define LARGEST INT64_C(1000000000000000)

static const char* const names[] = {
    [PLOY_VALUE_BOOL] = "bool",     [PLOY_VALUE_INT] = "int",       [PLOY_VALUE_DECIMAL] = "decimal",
    [PLOY_VALUE_OBJECT] = "object", [PLOY_VALUE_FLOAT] = "float",   [PLOY_VALUE_STRING] = "string",
};

const char* pl_value_kind_name(const pl_struct_types* structs, pl_value_kind kind)
{
    return kind < PLOY_VALUE_STRUCT ? names[kind] : pl_names_text(&structs->names, kind - PLOY_VALUE_STRUCT);
}

pl_value_kind pl_value_kind_find(const pl_struct_types* structs, const char* name, size_t length)
{
    for (uint32_t i = 0; i < PLOY_VALUE_STRUCT; ++i) {
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0) return i;
    }
    uint32_t index = structs ? pl_names_find(&structs->names, name, length) : PLOY_NONE;
    return index == PLOY_NONE ? PLOY_NONE : PLOY_VALUE_STRUCT + index;
}

// Numbers.

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char* skip_space(const char* text)
{
    return text + strspn(text, " \t\r\n");
}

/// A number as its digits: digits times 10^exponent.
typedef struct written_number
{
    uint64_t digits; ///< the first 19 that are not leading zeros
    int64_t exponent;
    bool is_negative;
    bool is_cut; ///< there were more digits, and one of them is not 0
} written_number;

static void take_digit(written_number* n, char digit, bool is_fraction)
{
    if (n->digits < UINT64_C(1000000000000000000)) {
        n->digits = n->digits * 10 + (uint64_t)(digit - '0');
        n->exponent -= is_fraction;
    } else {
        n->is_cut |= digit != '0';
        n->exponent += !is_fraction;
    }
}

static const char* read_exponent(const char* text, int64_t* exponent)
{
    bool is_negative = *text == '-';
    if (*text == '-' || *text == '+') ++text;
    if (!is_digit(*text)) return NULL;
    int64_t sum = 0;
    for (; is_digit(*text); ++text) sum = sum < 10000 ? sum * 10 + (*text - '0') : sum;
    *exponent += is_negative ? -sum : sum;
    return text;
}

static bool read_number(const char* text, written_number* n)
{
    *n = (written_number){0};
    text = skip_space(text);
    n->is_negative = *text == '-';
    if (*text == '-' || *text == '+') ++text;
    if (!is_digit(text[0]) && !(text[0] == '.' && is_digit(text[1]))) return false;
    for (; is_digit(*text); ++text) take_digit(n, *text, false);
    if (*text == '.') {
        for (++text; is_digit(*text); ++text) take_digit(n, *text, true);
    }
    if (*text == 'e' || *text == 'E') text = read_exponent(text + 1, &n->exponent);
    return text && *skip_space(text) == '\0';
}

// digits times 10^exponent, cut towards zero. false: too large. *rest: the first digit cut off, plus 10 if another one
// after it is not 0; 0: nothing was cut off.
static bool scale(const written_number* n, int64_t exponent, uint64_t* whole, uint32_t* rest)
{
    uint64_t digits = n->digits;
    bool has_more = n->is_cut;
    uint32_t first = 0;
    for (; exponent > 0 && digits > 0; --exponent) {
        if (digits > UINT64_MAX / 10) return false;
        digits *= 10;
    }
    for (; exponent < 0 && (digits > 0 || first > 0); ++exponent) {
        has_more |= first > 0;
        first = (uint32_t)(digits % 10);
        digits /= 10;
    }
    *whole = digits;
    *rest = first + (has_more ? 10 : 0);
    return true;
}

bool pl_value_parse_decimal(const char* text, int64_t* fixed, bool* is_exact)
{
    written_number n;
    uint64_t number = 0;
    uint32_t rest = 0;
    if (!read_number(text, &n) || !scale(&n, n.exponent + 3, &number, &rest)) return false;
    number += rest % 10 >= 5;
    if (number > (uint64_t)LARGEST) return false;
    *fixed = n.is_negative ? -(int64_t)number : (int64_t)number;
    if (is_exact) *is_exact = rest == 0;
    return true;
}

bool pl_value_parse_float(const char* text, int64_t* number)
{
    written_number n;
    if (!read_number(text, &n)) return false;
    *number = pl_float_make(n.is_negative, n.digits, n.exponent);
    return true;
}

bool pl_value_parse_int(const char* text, int64_t* value)
{
    written_number n;
    uint64_t number = 0;
    uint32_t rest = 0;
    if (!read_number(text, &n) || !scale(&n, n.exponent, &number, &rest) || rest != 0) return false;
    if (number > (uint64_t)INT64_MAX + n.is_negative) return false;
    *value = n.is_negative ? (int64_t)(0 - number) : (int64_t)number;
    return true;
}

static bool parse_bool(const char* text, ploy_value* value)
{
    static const char* const words[] = {"false", "true", "0", "1", "False", "True", "FALSE", "TRUE"};
    for (uint32_t i = 0; i < sizeof words / sizeof *words; ++i) {
        if (strcmp(words[i], text) == 0) {
            *value = i % 2;
            return true;
        }
    }
    return false;
}

// Values.

bool pl_value_parse(const pl_struct_types* structs, pl_value_kind kind, const char* text, void* room, ploy_value* value)
{
    switch (pl_value_type_of(kind)) {
    case PLOY_VALUE_BOOL:
        return parse_bool(text, value);
    case PLOY_VALUE_DECIMAL:
        return pl_value_parse_decimal(text, value, NULL);
    case PLOY_VALUE_FLOAT:
        return pl_value_parse_float(text, value);
    case PLOY_VALUE_STRING:
        *value = ploy_value_of(text);
        return true;
    case PLOY_VALUE_STRUCT: {
        const ploy_struct_def* type = &structs->list.data[kind - PLOY_VALUE_STRUCT];
        memset(room, 0, type->bytes);
        *value = ploy_value_of(room);
        return type->parse(type->user, text, room);
    }
    default:
        return pl_value_parse_int(text, value);
    }
}

static size_t print_decimal(int64_t fixed, char* text, size_t size)
{
    const char* sign = fixed < 0 ? "-" : "";
    uint64_t number = fixed < 0 ? 0 - (uint64_t)fixed : (uint64_t)fixed;
    uint32_t fraction = (uint32_t)(number % UNIT);
    int places = 3;
    if (fraction == 0) return (size_t)snprintf(text, size, "%s%" PRIu64, sign, number / UNIT);
    for (; fraction % 10 == 0; --places) fraction /= 10;
    return (size_t)snprintf(text, size, "%s%" PRIu64 ".%0*" PRIu32, sign, number / UNIT, places, fraction);
}

size_t pl_value_print(const pl_struct_types* structs, pl_value_kind kind, ploy_value value, char* text, size_t size)
{
    switch (pl_value_type_of(kind)) {
    case PLOY_VALUE_BOOL:
        return (size_t)snprintf(text, size, "%s", value ? "true" : "false");
    case PLOY_VALUE_DECIMAL:
        return print_decimal(value, text, size);
    case PLOY_VALUE_FLOAT:
        return pl_float_print(value, text, size);
    case PLOY_VALUE_STRING:
        return (size_t)snprintf(text, size, "%s", ploy_value_string(value));
    case PLOY_VALUE_STRUCT: {
        const ploy_struct_def* type = &structs->list.data[kind - PLOY_VALUE_STRUCT];
        return type->print(type->user, ploy_value_struct(value), text, size);
    }
    default:
        return (size_t)snprintf(text, size, "%" PRId64, value);
    }
}

size_t pl_value_bytes(const pl_struct_types* structs, pl_value_kind kind, ploy_value value)
{
    if (kind == PLOY_VALUE_STRING) return strlen(ploy_value_string(value)) + 1;
    return structs->list.data[kind - PLOY_VALUE_STRUCT].bytes;
}

// Conversion.

bool pl_value_converts(pl_value_kind from, pl_value_kind to)
{
    bool has_struct = from >= PLOY_VALUE_STRUCT || to >= PLOY_VALUE_STRUCT;
    return from == to || !has_struct || from == PLOY_VALUE_STRING || to == PLOY_VALUE_STRING;
}

size_t pl_value_room(const pl_struct_types* structs, pl_value_kind from, pl_value_kind to)
{
    if (from == to) return 0;
    if (to >= PLOY_VALUE_STRUCT) return structs->list.data[to - PLOY_VALUE_STRUCT].bytes;
    if (to != PLOY_VALUE_STRING) return 0;
    return from >= PLOY_VALUE_STRUCT ? PLOY_STRUCT_TEXT : PL_VALUE_TEXT;
}

static int64_t rounded(int64_t fixed)
{
    int64_t half = fixed < 0 ? -UNIT / 2 : UNIT / 2;
    return fixed / UNIT + (fixed % UNIT + half) / UNIT;
}

static int64_t from_whole(int64_t value)
{
    const int64_t max = INT64_MAX / UNIT;
    return (value > max ? max : value < -max ? -max : value) * UNIT;
}

static int64_t rounded_float(int64_t value)
{
    int64_t half = pl_float_make(value < 0, 5, -1);
    return pl_float_whole(pl_float_add(value, half));
}

// Between bools, ints, decimals, floats and objects.
static ploy_value convert_number(pl_value_kind from, ploy_value value, pl_value_kind to)
{
    if (to == PLOY_VALUE_BOOL) return value != 0;
    if (from == to) return value;
    if (from == PLOY_VALUE_FLOAT) return to == PLOY_VALUE_DECIMAL ? pl_float_fixed(value) : rounded_float(value);
    if (from == PLOY_VALUE_DECIMAL) return to == PLOY_VALUE_FLOAT ? pl_float_from_fixed(value) : rounded(value);
    if (to == PLOY_VALUE_FLOAT) return pl_float_from_whole(value);
    return to == PLOY_VALUE_DECIMAL ? from_whole(value) : value;
}

bool pl_value_convert(const pl_struct_types* structs, pl_value_kind from, ploy_value value, pl_value_kind to,
                      void* room, ploy_value* made)
{
    *made = value;
    if (from == to) return true;
    if (to == PLOY_VALUE_STRING) {
        *(char*)room = '\0';
        pl_value_print(structs, from, value, room, pl_value_room(structs, from, to));
        *made = ploy_value_of(room);
        return true;
    }
    if (from == PLOY_VALUE_STRING) {
        *made = 0;
        if (pl_value_parse(structs, to, ploy_value_string(value), room, made)) return true;
        if (to >= PLOY_VALUE_STRUCT) memset(room, 0, structs->list.data[to - PLOY_VALUE_STRUCT].bytes);
        return false;
    }
    if (from >= PLOY_VALUE_STRUCT || to >= PLOY_VALUE_STRUCT) return false;
    *made = convert_number(from, value, to);
    return true;
}
