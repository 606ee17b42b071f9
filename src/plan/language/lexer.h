// Splits the text of a clause into tokens. Keywords are tokens of their own, so no name can be a keyword.

#ifndef PL_PLAN_LANGUAGE_LEXER_H
#define PL_PLAN_LANGUAGE_LEXER_H

#include <ploy/base.h>

/// Every keyword.
#define PL_WORD_LIST(X)                                                                                                \
    X(OR, "or")                                                                                                        \
    X(XOR, "xor")                                                                                                      \
    X(NAND, "nand")                                                                                                    \
    X(AND, "and")                                                                                                      \
    X(NOT, "not")                                                                                                      \
    X(TRUE, "true")                                                                                                    \
    X(FALSE, "false")                                                                                                  \
    X(LT, "lt")                                                                                                        \
    X(LE, "le")                                                                                                        \
    X(GT, "gt")                                                                                                        \
    X(GE, "ge")

typedef enum pl_token_kind
{
#define PL_WORD_ENUM(NAME, text) PL_TOKEN_##NAME,
    PL_WORD_LIST(PL_WORD_ENUM)
#undef PL_WORD_ENUM
        PL_TOKEN_EQ,
    PL_TOKEN_NE,
    PL_TOKEN_OPEN,
    PL_TOKEN_CLOSE,
    PL_TOKEN_COMMA,
    PL_TOKEN_PLUS,
    PL_TOKEN_MINUS,
    PL_TOKEN_STAR,
    PL_TOKEN_SLASH,
    PL_TOKEN_QUESTION,
    PL_TOKEN_COLON,
    PL_TOKEN_PLUS_IS,
    PL_TOKEN_MINUS_IS,
    PL_TOKEN_STAR_IS, ///< from here on to TEXT: of scripts only
    PL_TOKEN_SLASH_IS,
    PL_TOKEN_BECOMES,
    PL_TOKEN_SEMICOLON,
    PL_TOKEN_AND_SIGN,
    PL_TOKEN_OR_SIGN,
    PL_TOKEN_NOT_SIGN,
    PL_TOKEN_BIT_AND,
    PL_TOKEN_BIT_OR,
    PL_TOKEN_BIT_XOR,
    PL_TOKEN_BIT_NOT,
    PL_TOKEN_JOIN,
    PL_TOKEN_TEXT, ///< with its quotation marks
    PL_TOKEN_NAME,
    PL_TOKEN_NUMBER,
    PL_TOKEN_BAD, ///< an invalid character or number
    PL_TOKEN_END,
} pl_token_kind;

typedef struct pl_token
{
    pl_token_kind kind;
    uint32_t at;     ///< byte in the text
    uint32_t length; ///< in bytes
} pl_token;

/// The first token at or after byte `at`.
pl_token pl_lexer_next(const char* text, uint32_t at);

/// Fixed point (1/1000) of a number token; false when it is larger than PL_MAX_NUMBER or has more than three decimals.
bool pl_lexer_number(const char* text, pl_token token, int64_t* fixed);

/// Is it a name: letters, digits, '_' and '.', not beginning with a digit or '.'?
bool pl_lexer_is_name(const char* text);

/// Is it a keyword? A name may not be one.
bool pl_lexer_is_word(const char* text);

/// Is it the name of a function, `min` or `max`? It is one only before '(', so keys may have these names; symbols may not.
bool pl_lexer_is_function(const char* text, size_t length);

#endif
