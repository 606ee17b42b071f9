#include "plan/language/lexer.h"

#include <string.h>

#include "plan/domain/domain.h"

static const struct
{
    const char* text;
    pl_token_kind kind;
} words[] = {
#define WORD(NAME, text) {text, PL_TOKEN_##NAME},
    PL_WORD_LIST(WORD)
#undef WORD
};

// Longer operators first.
static const struct
{
    const char* text;
    pl_token_kind kind;
} signs[] = {
    {"==", PL_TOKEN_EQ},      {"!=", PL_TOKEN_NE},       {"<=", PL_TOKEN_LE},      {">=", PL_TOKEN_GE},
    {"+=", PL_TOKEN_PLUS_IS}, {"-=", PL_TOKEN_MINUS_IS}, {"*=", PL_TOKEN_STAR_IS}, {"/=", PL_TOKEN_SLASH_IS},
    {":=", PL_TOKEN_BECOMES}, {"&&", PL_TOKEN_AND_SIGN}, {"||", PL_TOKEN_OR_SIGN}, {"=", PL_TOKEN_EQ},
    {"<", PL_TOKEN_LT},       {">", PL_TOKEN_GT},        {"(", PL_TOKEN_OPEN},     {")", PL_TOKEN_CLOSE},
    {",", PL_TOKEN_COMMA},    {"+", PL_TOKEN_PLUS},      {"-", PL_TOKEN_MINUS},    {"*", PL_TOKEN_STAR},
    {"/", PL_TOKEN_SLASH},    {"?", PL_TOKEN_QUESTION},  {":", PL_TOKEN_COLON},    {";", PL_TOKEN_SEMICOLON},
    {"!", PL_TOKEN_NOT_SIGN}, {"&", PL_TOKEN_BIT_AND},   {"|", PL_TOKEN_BIT_OR},   {"^", PL_TOKEN_BIT_XOR},
    {"~", PL_TOKEN_BIT_NOT},  {"..", PL_TOKEN_JOIN},
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool begins_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_in_name(char c)
{
    return begins_name(c) || is_digit(c) || c == '.';
}

static uint32_t name_length(const char* text)
{
    uint32_t length = 0;
    while (is_in_name(text[length]) && (text[length] != '.' || text[length + 1] != '.')) {
        ++length;
    }
    return length;
}

static pl_token_kind word_kind(const char* text, uint32_t length)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
        if (words[i].text[0] != text[0]) continue; // most names: nothing else is compared
        if (strlen(words[i].text) == length && memcmp(words[i].text, text, length) == 0) {
            return words[i].kind;
        }
    }
    return PL_TOKEN_NAME;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// An invalid character includes its whole UTF-8 sequence, so that messages show all of it.
static pl_token bad(const char* text, uint32_t at)
{
    uint32_t length = 1;
    while (((unsigned char)text[at + length] & 0xC0) == 0x80) {
        ++length;
    }
    return (pl_token){PL_TOKEN_BAD, at, length};
}

static pl_token sign(const char* text, uint32_t at)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; ++i) {
        if (signs[i].text[0] != text[at]) continue;
        uint32_t length = (uint32_t)strlen(signs[i].text);
        if (strncmp(text + at, signs[i].text, length) == 0) {
            return (pl_token){signs[i].kind, at, length};
        }
    }
    return bad(text, at);
}

// 12, 1.5, 0x1F, 3e-2; with what follows directly, so that messages show all of it.
static uint32_t number_length(const char* text)
{
    uint32_t length = name_length(text);
    bool is_hex = text[0] == '0' && (text[1] | 32) == 'x';
    bool has_sign = !is_hex && (text[length - 1] | 32) == 'e' && (text[length] == '-' || text[length] == '+');
    return has_sign && is_digit(text[length + 1]) ? length + 1 + name_length(text + length + 1) : length;
}

static pl_token quoted(const char* text, uint32_t at)
{
    const char* end = strchr(text + at + 1, text[at]);
    uint32_t length = end ? (uint32_t)(end - text) + 1 - at : (uint32_t)strlen(text + at);
    return (pl_token){end ? PL_TOKEN_TEXT : PL_TOKEN_BAD, at, length};
}

pl_token pl_lexer_next(const char* text, uint32_t at)
{
    while (is_space(text[at])) {
        ++at;
    }
    if (text[at] == '\0') {
        return (pl_token){PL_TOKEN_END, at, 0};
    }
    uint32_t length = name_length(text + at);
    if (begins_name(text[at])) {
        return (pl_token){word_kind(text + at, length), at, length};
    }
    if (text[at] == '@' && begins_name(text[at + 1])) {
        return (pl_token){PL_TOKEN_NAME, at, 1 + name_length(text + at + 1)};
    }
    if (text[at] == '\'' || text[at] == '"') {
        return quoted(text, at);
    }
    return is_digit(text[at]) ? (pl_token){PL_TOKEN_NUMBER, at, number_length(text + at)} : sign(text, at);
}

bool pl_lexer_number(const char* text, pl_token token, int64_t* fixed)
{
    const char* at = text + token.at;
    const char* end = at + token.length;
    int64_t number = 0;
    while (at < end && is_digit(*at) && number <= PL_MAX_NUMBER / PLOY_UNIT) {
        number = number * 10 + (*at++ - '0');
    }
    int64_t unit = PLOY_UNIT;
    if (number > PL_MAX_NUMBER / unit) {
        return false;
    }
    number *= unit;
    if (at + 1 < end && *at == '.') {
        for (++at; at < end && is_digit(*at) && unit > 1; ++at) {
            unit /= 10;
            number += (*at - '0') * unit;
        }
    }
    *fixed = number;
    return at == end;
}

bool pl_lexer_is_name(const char* text)
{
    return begins_name(text[0]) && text[name_length(text)] == '\0';
}

bool pl_lexer_is_word(const char* text)
{
    return word_kind(text, (uint32_t)strlen(text)) != PL_TOKEN_NAME;
}

bool pl_lexer_is_function(const char* text, size_t length)
{
    return length == 3 && (memcmp(text, "min", 3) == 0 || memcmp(text, "max", 3) == 0);
}
