// Conditions as text: split into conjuncts, tested one by one.

#include <string.h>

#include "plan/domain/condition.h"
#include "plan/language/lexer.h"

// Is the text from token to the end one group in parentheses? Then the tokens inside it, else nothing changes.
static void strip(const char* text, uint32_t* begin, uint32_t* end)
{
    for (;;) {
        pl_token first = pl_lexer_next(text, *begin);
        uint32_t depth = 0;
        pl_token token = first;
        do {
            depth += token.kind == PL_TOKEN_OPEN;
            depth -= token.kind == PL_TOKEN_CLOSE;
            if (depth == 0) {
                break;
            }
            token = pl_lexer_next(text, token.at + token.length);
        } while (token.at < *end);
        pl_token after = pl_lexer_next(text, token.at + token.length);
        if (first.kind != PL_TOKEN_OPEN || token.kind != PL_TOKEN_CLOSE || after.at < *end) {
            return;
        }
        *begin = first.at + first.length;
        *end = token.at;
    }
}

// The end of the last token before end.
static pl_span trimmed(const char* text, uint32_t begin, uint32_t end)
{
    pl_token token = pl_lexer_next(text, begin);
    uint32_t first = token.at;
    uint32_t last = first;
    while (token.kind != PL_TOKEN_END && token.at < end) {
        last = token.at + token.length;
        token = pl_lexer_next(text, last);
    }
    return (pl_span){first, last - first};
}

static bool weaker_than_and(pl_token_kind kind)
{
    return kind == PL_TOKEN_OR || kind == PL_TOKEN_XOR || kind == PL_TOKEN_NAND;
}

// Adds the conjuncts between begin and end; false, and nothing added, when a weaker operator stands outside
// parentheses.
static bool split(const char* text, uint32_t begin, uint32_t end, pl_span* spans, uint32_t capacity, uint32_t* count)
{
    uint32_t depth = 0;
    uint32_t found = 0;
    uint32_t from = begin;
    pl_token token = pl_lexer_next(text, begin);
    for (; token.kind != PL_TOKEN_END && token.at < end; token = pl_lexer_next(text, token.at + token.length)) {
        depth += token.kind == PL_TOKEN_OPEN;
        depth -= token.kind == PL_TOKEN_CLOSE;
        if (depth == 0 && weaker_than_and(token.kind)) {
            return false;
        }
        if (depth == 0 && token.kind == PL_TOKEN_AND) {
            if (found < capacity) {
                spans[found] = trimmed(text, from, token.at);
            }
            ++found;
            from = token.at + token.length;
        }
    }
    if (found < capacity) {
        spans[found] = trimmed(text, from, end);
    }
    *count = found + 1;
    return true;
}

uint32_t pl_condition_split(const char* text, pl_span* spans, uint32_t capacity)
{
    uint32_t begin = 0;
    uint32_t end = (uint32_t)strlen(text);
    uint32_t count = 0;
    strip(text, &begin, &end);
    if (!split(text, begin, end, spans, capacity, &count)) {
        count = 1;
        if (capacity > 0) {
            spans[0] = trimmed(text, begin, end);
        }
    }
    return count;
}

ploy_status pl_domain_test(const ploy_domain* domain, ploy_part part, uint32_t owner, const uint32_t* args,
                           const char* text, const uint64_t* state, ploy_error* error)
{
    PL_ASSERT(domain->compiled);
    pl_source source = {domain, pl_domain_declaration(domain, part, owner), PL_PART_TEST, owner, 0, text, error};
    pl_expression expression = {0};
    pl_error_clear(error);
    ploy_status status = pl_expression_parse(&source, PL_GRAMMAR_CONDITION, &domain->allocator, &expression);
    if (status == PLOY_OK) {
        pl_scope scope = {.domain = domain,
                          .nodes = expression.nodes.data,
                          .args = args,
                          .state = state,
                          .layout = domain->compiled->variables};
        status = pl_scope_holds(&scope, expression.root) ? PLOY_FOUND : PLOY_NOT_FOUND;
    }
    pl_expression_free(&expression, &domain->allocator);
    return status;
}
