#include "io/xml/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MOST INT64_C(1000000000000000)

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Digits up to the first other character; false when there is none or they are too many.
static bool parse_digits(const char** text, int64_t* value)
{
    if (!is_digit(**text)) {
        return false;
    }
    for (; is_digit(**text); ++*text) {
        *value = *value * 10 + (**text - '0');
        if (*value > MOST) {
            return false;
        }
    }
    return true;
}

static bool parse_places(const char** text, int64_t* value)
{
    int64_t unit = 1000;
    *value *= unit;
    if (**text != '.') {
        return *value <= MOST;
    }
    ++*text;
    if (!is_digit(**text)) {
        return false;
    }
    for (; is_digit(**text) && unit > 1; ++*text) {
        unit /= 10;
        *value += (**text - '0') * unit;
    }
    return *value <= MOST;
}

bool pl_number_parse(const char* text, pl_number_kind kind, int64_t* value)
{
    bool negative = *text == '-';
    if (*text == '-' || *text == '+') {
        ++text;
    }
    int64_t number = 0;
    if (!parse_digits(&text, &number) || (kind == PL_NUMBER_DECIMAL && !parse_places(&text, &number)) || *text) {
        return false;
    }
    *value = negative ? -number : number;
    return true;
}

const char* pl_number_hint(pl_number_kind kind)
{
    return kind == PL_NUMBER_WHOLE ? "a whole number, e.g. 3" : "a decimal with at most three places, e.g. 1.5";
}

void pl_number_print(int64_t value, pl_number_kind kind, char text[PL_NUMBER_SIZE])
{
    if (kind == PL_NUMBER_WHOLE || value % 1000 == 0) {
        snprintf(text, PL_NUMBER_SIZE, "%" PRId64, kind == PL_NUMBER_WHOLE ? value : value / 1000);
        return;
    }
    int64_t size = value < 0 ? -value : value;
    snprintf(text, PL_NUMBER_SIZE, "%s%" PRId64 ".%03" PRId64, value < 0 ? "-" : "", size / 1000, size % 1000);
    for (char* last = text + strlen(text) - 1; *last == '0'; --last) {
        *last = '\0';
    }
}
