#include "io/pddl/pddl_sexpr.h"

#include <string.h>

typedef struct sexpr_reader
{
    pl_sexprs* out;
    const ploy_allocator* allocator;
    uint32_t lists[PL_PDDL_MAX_DEPTH]; // open ones
    uint32_t lasts[PL_PDDL_MAX_DEPTH + 1];
    uint32_t depth;
} sexpr_reader;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

static bool ends_word(char c)
{
    return is_blank(c) || c == '(' || c == ')' || c == ';' || c == '?' || c == '\0';
}

static size_t skip(const char* text, size_t bytes, size_t at)
{
    while (at < bytes && (is_blank(text[at]) || text[at] == ';')) {
        if (text[at] == ';')
            while (at < bytes && text[at] != '\n') ++at;
        else
            ++at;
    }
    return at;
}

// Appends an item to the innermost open list, or to the top.
static uint32_t add(sexpr_reader* r, size_t at, size_t length)
{
    uint32_t index = r->out->items.count;
    if (!PL_ARRAY_PUSH(&r->out->items, r->allocator, (pl_sexpr){(uint32_t)at, (uint32_t)length, PLOY_NONE, PLOY_NONE}))
        return PLOY_NONE;
    uint32_t last = r->lasts[r->depth];
    if (last != PLOY_NONE)
        r->out->items.data[last].next = index;
    else if (r->depth)
        r->out->items.data[r->lists[r->depth - 1]].child = index;
    else
        r->out->first = index;
    r->lasts[r->depth] = index;
    return index;
}

static ploy_status open_list(sexpr_reader* r, size_t at, const char** why)
{
    if (r->depth == PL_PDDL_MAX_DEPTH) {
        *why = "parentheses are nested too deeply: at most 100 levels";
        return PLOY_INVALID;
    }
    uint32_t list = add(r, at, 0);
    if (list == PLOY_NONE) return PLOY_OUT_OF_MEMORY;
    r->lists[r->depth++] = list;
    r->lasts[r->depth] = PLOY_NONE;
    return PLOY_OK;
}

static ploy_status read_item(sexpr_reader* r, size_t* at, const char** why)
{
    const char* text = r->out->text;
    size_t start = *at;
    if (text[start] == '(') {
        ++*at;
        return open_list(r, start, why);
    }
    if (text[start] == ')') {
        if (r->depth == 0) {
            *why = "there is nothing to close here";
            return PLOY_INVALID;
        }
        --r->depth;
        ++*at;
        return PLOY_OK;
    }
    if (text[start] == '\0') {
        *why = "this is not text";
        return PLOY_INVALID;
    }
    do ++*at;
    while (*at < r->out->bytes && !ends_word(text[*at]));
    return add(r, start, *at - start) == PLOY_NONE ? PLOY_OUT_OF_MEMORY : PLOY_OK;
}

ploy_status pl_sexprs_read(pl_sexprs* sexprs, const ploy_allocator* allocator, uint32_t* at, const char** why)
{
    sexpr_reader r = {.out = sexprs, .allocator = allocator};
    r.lasts[0] = PLOY_NONE;
    sexprs->first = PLOY_NONE;
    static const char mark[] = "\xEF\xBB\xBF"; // some editors put it before a text
    size_t place = sexprs->bytes >= 3 && memcmp(sexprs->text, mark, 3) == 0 ? 3 : 0;
    ploy_status status = PLOY_OK;
    while (status == PLOY_OK && (place = skip(sexprs->text, sexprs->bytes, place)) < sexprs->bytes)
        status = read_item(&r, &place, why);
    *at = (uint32_t)place;
    if (status == PLOY_OK && r.depth) {
        *at = sexprs->items.data[r.lists[r.depth - 1]].at;
        *why = "this parenthesis is never closed";
        return PLOY_INVALID;
    }
    return status;
}

void pl_sexprs_free(pl_sexprs* sexprs, const ploy_allocator* allocator)
{
    PL_ARRAY_FREE(&sexprs->items, allocator);
}

void pl_text_place(const char* text, size_t bytes, uint32_t at, uint32_t* line, uint32_t* column)
{
    *line = *column = 1;
    for (size_t i = 0; i < at && i < bytes; ++i) {
        ++*column;
        if (text[i] == '\n') {
            ++*line;
            *column = 1;
        }
    }
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

bool pl_sexprs_is(const pl_sexprs* sexprs, uint32_t item, const char* word)
{
    if (item == PLOY_NONE) return false;
    const pl_sexpr* s = &sexprs->items.data[item];
    if (s->length == 0 || s->length != strlen(word)) return false;
    for (uint32_t i = 0; i < s->length; ++i)
        if (lower(sexprs->text[s->at + i]) != word[i]) return false;
    return true;
}

uint32_t pl_sexprs_count(const pl_sexprs* sexprs, uint32_t list)
{
    uint32_t count = 0;
    for (uint32_t i = sexprs->items.data[list].child; i != PLOY_NONE; i = sexprs->items.data[i].next) ++count;
    return count;
}
