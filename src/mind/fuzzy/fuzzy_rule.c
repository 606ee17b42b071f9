// The parser of rules: `if A is low and (not B is high or C is near) then Flee and speed is fast`.

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "mind/fuzzy/fuzzy.h"
#include "plan/language/lexer.h"
#include "plan/language/expression.h"

typedef struct rule_parser
{
    const ploy_fuzzy* fuzzy;
    const ploy_allocator* allocator;
    pl_fuzzy_ops* ops;
    pl_source source;
    pl_token token; // the next one
    uint32_t depth;
    uint32_t stack;
} rule_parser;

static ploy_status parse_or(rule_parser* p);

static void take(rule_parser* p)
{
    p->token = pl_lexer_next(p->source.text, p->token.at + p->token.length);
}

static bool is_text(const rule_parser* p, pl_token token, const char* text)
{
    return strlen(text) == token.length && memcmp(text, p->source.text + token.at, token.length) == 0;
}

static bool accept(rule_parser* p, pl_token_kind kind)
{
    if (p->token.kind != kind) return false;
    take(p);
    return true;
}

static bool accept_word(rule_parser* p, const char* word)
{
    if (p->token.kind != PL_TOKEN_NAME || !is_text(p, p->token, word)) return false;
    take(p);
    return true;
}

static void copy(const rule_parser* p, pl_token token, char text[64])
{
    snprintf(text, 64, "%.*s", token.length < 60 ? (int)token.length : 60, p->source.text + token.at);
}

static ploy_status expected(rule_parser* p, const char* what)
{
    char text[64];
    copy(p, p->token, text);
    if (p->token.kind == PL_TOKEN_END) {
        return pl_source_fail(&p->source, p->token.at, "%s expected, but the text ends", what);
    }
    return pl_source_fail(&p->source, p->token.at, "%s expected, not '%s'", what, text);
}

static ploy_status emit(rule_parser* p, pl_fuzzy_code code, uint32_t index)
{
    return PL_ARRAY_PUSH(p->ops, p->allocator, (pl_fuzzy_op){code, index}) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status unknown(rule_parser* p, pl_token name, const char* what, pl_similar* similar, const char* wanted)
{
    ploy_status status = pl_source_fail(&p->source, name.at, "'%s' is no %s", wanted, what);
    pl_similar_hint(similar, p->source.error);
    return status;
}

static ploy_status find_variable(rule_parser* p, pl_token name, bool is_output, uint32_t* found)
{
    char wanted[64];
    copy(p, name, wanted);
    pl_similar similar = pl_similar_begin(wanted);
    for (*found = 0; *found < p->fuzzy->variables.count; ++*found) {
        const ploy_fuzzy_variable* variable = &p->fuzzy->variables.data[*found].def;
        if (variable->is_output != is_output) continue;
        if (is_text(p, name, variable->name)) return PLOY_OK;
        pl_similar_offer(&similar, variable->name);
    }
    return unknown(p, name, is_output ? "output" : "variable", &similar, wanted);
}

static ploy_status find_set(rule_parser* p, pl_token name, uint32_t variable, uint32_t* found)
{
    char wanted[64], what[96];
    copy(p, name, wanted);
    pl_similar similar = pl_similar_begin(wanted);
    const pl_fuzzy_variable_entry* of = &p->fuzzy->variables.data[variable];
    for (*found = of->first; *found < of->first + of->count; ++*found) {
        const char* known = p->fuzzy->sets.data[*found].set.name;
        if (is_text(p, name, known)) return PLOY_OK;
        pl_similar_offer(&similar, known);
    }
    snprintf(what, sizeof what, "set of '%.60s'", of->def.name);
    return unknown(p, name, what, &similar, wanted);
}

static ploy_status find_state(rule_parser* p, pl_token name, uint32_t* found)
{
    char wanted[64];
    copy(p, name, wanted);
    pl_similar similar = pl_similar_begin(wanted);
    for (*found = 0; *found < p->fuzzy->states.count; ++*found) {
        const char* known = p->fuzzy->states.data[*found].def.name;
        if (is_text(p, name, known)) return PLOY_OK;
        pl_similar_offer(&similar, known);
    }
    return unknown(p, name, "state", &similar, wanted);
}

static ploy_status parse_is(rule_parser* p)
{
    pl_token name = p->token;
    if (name.kind != PL_TOKEN_NAME || is_text(p, name, "then")) return expected(p, "a variable");
    take(p);
    uint32_t variable, set;
    ploy_status status = find_variable(p, name, false, &variable);
    if (status != PLOY_OK) return status;
    if (!accept_word(p, "is")) return expected(p, "'is'");
    bool negated = accept(p, PL_TOKEN_NOT);
    if (p->token.kind != PL_TOKEN_NAME) return expected(p, "a set");
    status = find_set(p, p->token, variable, &set);
    take(p);
    if (status == PLOY_OK && ++p->stack > PL_FUZZY_STACK) {
        return pl_source_fail(&p->source, name.at, "too many operands are pending here");
    }
    if (status == PLOY_OK) status = emit(p, PL_FUZZY_IS, set);
    return status == PLOY_OK && negated ? emit(p, PL_FUZZY_NOT, 0) : status;
}

static ploy_status parse_unary(rule_parser* p)
{
    bool is_not = p->token.kind == PL_TOKEN_NOT;
    if (!is_not && p->token.kind != PL_TOKEN_OPEN) return parse_is(p);
    if (++p->depth > PL_FUZZY_DEPTH) {
        return pl_source_fail(&p->source, p->token.at, "nested deeper than %d", PL_FUZZY_DEPTH);
    }
    take(p);
    ploy_status status = is_not ? parse_unary(p) : parse_or(p);
    --p->depth;
    if (status != PLOY_OK) return status;
    if (is_not) return emit(p, PL_FUZZY_NOT, 0);
    return accept(p, PL_TOKEN_CLOSE) ? PLOY_OK : expected(p, "')'");
}

static ploy_status parse_and(rule_parser* p)
{
    ploy_status status = parse_unary(p);
    while (status == PLOY_OK && accept(p, PL_TOKEN_AND)) {
        status = parse_unary(p);
        if (status == PLOY_OK) status = emit(p, PL_FUZZY_AND, 0);
        --p->stack;
    }
    return status;
}

static ploy_status parse_or(rule_parser* p)
{
    ploy_status status = parse_and(p);
    while (status == PLOY_OK && accept(p, PL_TOKEN_OR)) {
        status = parse_and(p);
        if (status == PLOY_OK) status = emit(p, PL_FUZZY_OR, 0);
        --p->stack;
    }
    return status;
}

static ploy_status parse_conclusion(rule_parser* p)
{
    pl_token name = p->token;
    if (name.kind != PL_TOKEN_NAME) return expected(p, "a state or an output");
    take(p);
    uint32_t index;
    if (!accept_word(p, "is")) {
        ploy_status status = find_state(p, name, &index);
        return status == PLOY_OK ? emit(p, PL_FUZZY_STATE, index) : status;
    }
    uint32_t set;
    ploy_status status = find_variable(p, name, true, &index);
    if (status == PLOY_OK && p->token.kind != PL_TOKEN_NAME) return expected(p, "a set");
    if (status == PLOY_OK) status = find_set(p, p->token, index, &set);
    if (status != PLOY_OK) return status;
    take(p);
    return emit(p, PL_FUZZY_OUTPUT, set);
}

ploy_status pl_fuzzy_parse(const ploy_fuzzy* fuzzy, const ploy_fuzzy_rule* rule, const ploy_allocator* allocator,
                           pl_fuzzy_ops* ops, ploy_error* error)
{
    rule_parser p = {.fuzzy = fuzzy,
                     .allocator = allocator,
                     .ops = ops,
                     .source = {.part = PL_PART_RULE, .text = rule->text, .error = error}};
    p.token = pl_lexer_next(rule->text, 0);
    if (!accept_word(&p, "if")) return expected(&p, "'if'");
    ploy_status status = parse_or(&p);
    if (status != PLOY_OK) return status;
    if (!accept_word(&p, "then")) return expected(&p, "'and', 'or' or 'then'");
    status = emit(&p, PL_FUZZY_THEN, (uint32_t)rule->weight);
    do {
        if (status == PLOY_OK) status = parse_conclusion(&p);
    } while (status == PLOY_OK && (accept(&p, PL_TOKEN_AND) || accept(&p, PL_TOKEN_COMMA)));
    if (status == PLOY_OK && p.token.kind != PL_TOKEN_END) return expected(&p, "'and'");
    return status;
}
