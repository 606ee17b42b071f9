// Names: parameters first, then symbols, then objects.

#include <string.h>

#include "base/suggest.h"
#include "plan/language/parser.h"

static uint32_t find_param(const pl_parser* p, pl_token token)
{
    const pl_declaration* head = p->source->head;
    for (uint32_t i = 0; head && i < head->param_count; ++i) {
        const char* name = head->params[i].name;
        if (strlen(name) == token.length && memcmp(name, p->source->text + token.at, token.length) == 0) {
            return i;
        }
    }
    return PL_NONE;
}

static uint32_t fail_unknown(pl_parser* p, pl_token token)
{
    const ploy_domain* domain = pl_parser_domain(p);
    const char* text = p->source->text + token.at;
    FAIL(p, token.at, "unknown symbol '%.*s'", pl_parser_shown(token.length), text);
    char wanted[64] = "";
    memcpy(wanted, text, token.length < sizeof wanted ? token.length : 0);
    pl_similar similar = pl_similar_begin(wanted);
    for (uint32_t i = 0; p->source->head && i < p->source->head->param_count; ++i) {
        pl_similar_offer(&similar, p->source->head->params[i].name);
    }
    for (uint32_t i = 0; i < domain->symbols.count; ++i) {
        pl_similar_offer(&similar, domain->symbols.data[i].name);
    }
    for (uint32_t i = 0; i < domain->objects.count; ++i) {
        pl_similar_offer(&similar, domain->objects.data[i].name);
    }
    pl_similar_hint(&similar, p->source->error);
    return PL_NONE;
}

static uint32_t add_param(pl_parser* p, uint32_t param, uint32_t at)
{
    uint32_t node = pl_parser_leaf(p, PL_NODE_PARAM, PL_SORT_OBJECT, param, at);
    if (node != PL_NONE) {
        pl_parser_node(p, node)->type = p->source->head->params[param].type;
    }
    return node;
}

static uint32_t add_object(pl_parser* p, uint32_t object, uint32_t at)
{
    uint32_t type = pl_parser_domain(p)->objects.data[object].type;
    uint32_t within = object - pl_parser_domain(p)->types.data[type].first_object;
    uint32_t node = pl_parser_leaf(p, PL_NODE_OBJECT, PL_SORT_OBJECT, within, at);
    if (node != PL_NONE) {
        pl_parser_node(p, node)->type = type;
    }
    return node;
}

static uint32_t parse_index(pl_parser* p, const pl_symbol* symbol, uint32_t number)
{
    pl_token token = p->token;
    if (token.kind != PL_TOKEN_NAME) {
        return pl_parser_unexpected(p, "an object or a parameter");
    }
    pl_parser_take(p);
    const char* text = p->source->text + token.at;
    uint32_t param = find_param(p, token);
    uint32_t object = pl_domain_find(pl_parser_domain(p), PL_NAME_OBJECT, text, token.length);
    if (param == PL_NONE && object == PL_NONE) {
        if (pl_domain_find(pl_parser_domain(p), PL_NAME_SYMBOL, text, token.length) != PL_NONE) {
            return FAIL(p, token.at, "an object or a parameter expected, '%.*s' is a symbol",
                        pl_parser_shown(token.length), text);
        }
        return fail_unknown(p, token);
    }
    uint32_t node = param != PL_NONE ? add_param(p, param, token.at) : add_object(p, object, token.at);
    if (node != PL_NONE && pl_parser_node(p, node)->type != symbol->of[number]) {
        return FAIL(p, token.at, "'%s' is indexed by type %s, '%.*s' is of type %s", symbol->name,
                    pl_parser_domain(p)->types.data[symbol->of[number]].name, pl_parser_shown(token.length), text,
                    pl_parser_sort_name(p, node));
    }
    return node;
}

static uint32_t fail_index_count(pl_parser* p, const pl_symbol* symbol, uint32_t at)
{
    if (symbol->of_count == 0) {
        return FAIL(p, at, "'%s' has no index", symbol->name);
    }
    uint32_t none = FAIL(p, at, "'%s' has %u %s", symbol->name, (unsigned)symbol->of_count,
                         symbol->of_count == 1 ? "index" : "indices");
    pl_error_hint(p->source->error, "write %s(%s%s)", symbol->name, pl_parser_domain(p)->types.data[symbol->of[0]].name,
                  symbol->of_count == 1 ? "" : ", …");
    return none;
}

// The first of the symbol's indices through first, linked; false on an error.
static bool parse_indices(pl_parser* p, const pl_symbol* symbol, uint32_t at, uint32_t* first)
{
    uint32_t count = 0;
    uint32_t last = PL_NONE;
    *first = PL_NONE;
    if (pl_parser_accept(p, PL_TOKEN_OPEN)) {
        do {
            if (count == symbol->of_count) {
                fail_index_count(p, symbol, at);
                return false;
            }
            uint32_t node = parse_index(p, symbol, count++);
            if (node == PL_NONE) {
                return false;
            }
            *(last == PL_NONE ? first : &pl_parser_node(p, last)->next) = node;
            last = node;
        } while (pl_parser_accept(p, PL_TOKEN_COMMA));
        if (!pl_parser_accept(p, PL_TOKEN_CLOSE)) {
            pl_parser_unexpected(p, "')'");
            return false;
        }
    }
    if (count != symbol->of_count) {
        fail_index_count(p, symbol, at);
        return false;
    }
    return true;
}

static uint32_t parse_symbol(pl_parser* p, uint32_t symbol_index, uint32_t at)
{
    const pl_symbol* symbol = &pl_parser_domain(p)->symbols.data[symbol_index];
    uint32_t first;
    if (!parse_indices(p, symbol, at, &first)) {
        return PL_NONE;
    }
    pl_node node = {.kind = PL_NODE_SYMBOL,
                    .depth = 1,
                    .at = at,
                    .index = symbol_index,
                    .type = symbol->type,
                    .child = first,
                    .min = symbol->min,
                    .max = pl_symbol_max(symbol)};
    node.sort = symbol->kind == PLOY_VALUE_BOOL     ? PL_SORT_BOOL
                : symbol->kind == PLOY_VALUE_OBJECT ? PL_SORT_OBJECT
                                                    : PL_SORT_NUMBER;
    node.scale = symbol->kind == PLOY_VALUE_DECIMAL;
    return pl_parser_add(p, node);
}

uint32_t pl_parser_name(pl_parser* p)
{
    pl_token token = p->token;
    pl_parser_take(p);
    const char* text = p->source->text + token.at;
    uint32_t param = find_param(p, token);
    if (param != PL_NONE) {
        return add_param(p, param, token.at);
    }
    uint32_t symbol = pl_domain_find(pl_parser_domain(p), PL_NAME_SYMBOL, text, token.length);
    if (symbol != PL_NONE) {
        return parse_symbol(p, symbol, token.at);
    }
    uint32_t object = pl_domain_find(pl_parser_domain(p), PL_NAME_OBJECT, text, token.length);
    return object != PL_NONE ? add_object(p, object, token.at) : fail_unknown(p, token);
}
