// The outer form of PDDL: lists in parentheses and words. A word ends at a blank, a parenthesis, a comment or before '?',
// so "(aircraft?a)" is two words, as the competitions' planners read it.

#ifndef PL_IO_PDDL_PDDL_SEXPR_H
#define PL_IO_PDDL_PDDL_SEXPR_H

#include <ploy/base.h>

#include "base/containers/array.h"

/// Lists nested in lists, at most. It bounds the recursion of everything that reads them.
#define PL_PDDL_MAX_DEPTH 100

/// A word or a list.
typedef struct pl_sexpr
{
    uint32_t at;     // byte in the text
    uint32_t length; // of a word; 0: a list
    uint32_t child;  // first item of a list, or PLOY_NONE
    uint32_t next;   // after it in the same list, or PLOY_NONE
} pl_sexpr;

typedef struct pl_sexprs
{
    const char* text;
    size_t bytes;
    PL_ARRAY(pl_sexpr) items;
    uint32_t first; // at the top, or PLOY_NONE
} pl_sexprs;

/// The items point into the text. PLOY_INVALID: `*at` is the byte where it goes wrong and `*why` says what. Free them in
/// any case.
ploy_status pl_sexprs_read(pl_sexprs* sexprs, const ploy_allocator* allocator, uint32_t* at, const char** why);
void pl_sexprs_free(pl_sexprs* sexprs, const ploy_allocator* allocator);

/// Line and column, from 1, of a byte.
void pl_text_place(const char* text, size_t bytes, uint32_t at, uint32_t* line, uint32_t* column);

/// Is the word this one, given in lower case? Capitals do not matter.
bool pl_sexprs_is(const pl_sexprs* sexprs, uint32_t item, const char* word);
static inline bool pl_sexprs_is_list(const pl_sexprs* sexprs, uint32_t item)
{
    return sexprs->items.data[item].length == 0;
}
/// The length of a list.
uint32_t pl_sexprs_count(const pl_sexprs* sexprs, uint32_t list);

#endif
