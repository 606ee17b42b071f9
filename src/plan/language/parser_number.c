// Numbers and their bounds.

#include "plan/language/parser.h"
#include "plan/language/text.h"

#define MAX_SCALE 4

static bool fits(int64_t number)
{
    return number >= -PL_LARGEST && number <= PL_LARGEST;
}

bool pl_parser_multiply(int64_t a, int64_t b, int64_t* product)
{
    int64_t size = b < 0 ? -b : b;
    if (size != 0 && (a < 0 ? -a : a) > PL_LARGEST / size) {
        return false;
    }
    *product = a * b;
    return true;
}

int64_t pl_scale_factor(uint32_t scale)
{
    int64_t factor = 1;
    while (scale-- > 0) {
        factor *= 1000;
    }
    return factor;
}

bool pl_parser_bounds_at(const pl_node* node, uint32_t scale, int64_t* min, int64_t* max)
{
    int64_t factor = pl_scale_factor(scale - node->scale);
    return pl_parser_multiply(node->min, factor, min) && pl_parser_multiply(node->max, factor, max);
}

static void include(pl_node* node, int64_t number)
{
    node->min = number < node->min ? number : node->min;
    node->max = number > node->max ? number : node->max;
}

static bool bound_product(pl_node* node, const pl_node* a, const pl_node* b)
{
    node->scale = (uint8_t)(a->scale + b->scale);
    node->min = INT64_MAX;
    node->max = INT64_MIN;
    for (uint32_t i = 0; i < 4; ++i) {
        int64_t product;
        if (!pl_parser_multiply(i & 1 ? a->min : a->max, i & 2 ? b->min : b->max, &product)) {
            return false;
        }
        include(node, product);
    }
    return node->scale <= MAX_SCALE;
}

static bool bound_sum(pl_node* node, const pl_node* a, const pl_node* b)
{
    int64_t a_least, a_most, b_least, b_most;
    node->scale = a->scale > b->scale ? a->scale : b->scale;
    if (!pl_parser_bounds_at(a, node->scale, &a_least, &a_most) ||
        !pl_parser_bounds_at(b, node->scale, &b_least, &b_most)) {
        return false;
    }
    bool plus = node->kind == PL_NODE_PLUS;
    node->min = plus ? a_least + b_least : a_least - b_most;
    node->max = plus ? a_most + b_most : a_most - b_least;
    return fits(node->min) && fits(node->max);
}

uint32_t pl_parser_arithmetic(pl_parser* p, pl_node_kind kind, uint32_t a, uint32_t b)
{
    if (!pl_parser_need_sort(p, a, PL_SORT_NUMBER, "number") || !pl_parser_need_sort(p, b, PL_SORT_NUMBER, "number")) {
        return PL_NONE;
    }
    uint32_t node = pl_parser_parent(p, kind, PL_SORT_NUMBER, pl_parser_node(p, a)->at, a, b);
    if (node == PL_NONE) {
        return PL_NONE;
    }
    pl_node* n = pl_parser_node(p, node);
    bool bounded = kind == PL_NODE_TIMES ? bound_product(n, pl_parser_node(p, a), pl_parser_node(p, b))
                                         : bound_sum(n, pl_parser_node(p, a), pl_parser_node(p, b));
    return bounded ? node : FAIL(p, n->at, "'%.*s' can grow too large", SPAN(p, node));
}

uint32_t pl_parser_number(pl_parser* p)
{
    pl_token token = p->token;
    int64_t fixed;
    if (!pl_lexer_number(p->source->text, token, &fixed)) {
        FAIL(p, token.at, "'%.*s' is not a number that fits here", TOKEN(p));
        pl_error_hint(p->source->error, "digits, at most three of them behind the point, at most 10^12");
        return PL_NONE;
    }
    pl_parser_take(p);
    uint32_t node = pl_parser_leaf(p, PL_NODE_NUMBER, PL_SORT_NUMBER, 0, token.at);
    if (node != PL_NONE) {
        pl_node* n = pl_parser_node(p, node);
        n->scale = fixed % PLOY_UNIT != 0;
        n->min = n->max = n->scale ? fixed : fixed / PLOY_UNIT;
    }
    return node;
}

void pl_parser_print_step(const pl_symbol* symbol, int64_t value, char* text, size_t size)
{
    pl_writer writer = pl_writer_begin(text, size);
    pl_writer_add_decimal(&writer, symbol->kind == PLOY_VALUE_INT ? value * PLOY_UNIT : value);
}

bool pl_parser_need_value(pl_parser* p, uint32_t symbol_node, uint32_t constant, uint32_t* index)
{
    const pl_symbol* symbol = &pl_parser_domain(p)->symbols.data[pl_parser_node(p, symbol_node)->index];
    const pl_node* n = pl_parser_node(p, constant);
    uint32_t scale = pl_parser_node(p, symbol_node)->scale;
    int64_t factor = pl_scale_factor(n->scale > scale ? n->scale - scale : scale - n->scale);
    bool whole = n->scale <= scale || n->min % factor == 0;
    int64_t value = n->scale > scale ? n->min / factor : n->min * factor;
    char min[32], max[32], step[32];
    pl_parser_print_step(symbol, symbol->min, min, sizeof min);
    pl_parser_print_step(symbol, pl_symbol_max(symbol), max, sizeof max);
    pl_parser_print_step(symbol, symbol->step, step, sizeof step);
    if (value < symbol->min || value > pl_symbol_max(symbol)) {
        FAIL(p, n->at, "%s has range %s to %s, %.*s is outside", symbol->name, min, max, SPAN(p, constant));
        return false;
    }
    if (!whole || (value - symbol->min) % symbol->step != 0) {
        FAIL(p, n->at, "%s has steps of %s from %s, %.*s is between two", symbol->name, step, min, SPAN(p, constant));
        return false;
    }
    if (index) {
        *index = (uint32_t)((value - symbol->min) / symbol->step);
    }
    return true;
}
