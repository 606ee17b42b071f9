// The parser of PDDL, in two halves: sections (pddl_parser.c) and what stands in them (pddl_formula.c). An error is
// reported and the rest is read on, so one pass reports all errors of a text.

#ifndef PL_IO_PDDL_PDDL_PARSER_H
#define PL_IO_PDDL_PDDL_PARSER_H

#include "base/hints.h"
#include "io/pddl/pddl.h"
#include "io/pddl/pddl_sexpr.h"

typedef struct pl_pddl_parser
{
    ploy_pddl* pddl;
    pl_sexprs sexprs;
    ploy_error* error;                 // the first one
    PL_ARRAY(pl_pddl_variable) scope;  // variables that can be named here: index is slot
    PL_ARRAY(char) word;               // scratch
    uint32_t place_at, place_line, place_column; // of the last place that was looked for
    bool in_when;
    bool out_of_memory;
    bool failed;
} pl_pddl_parser;

static inline const pl_sexpr* pl_pddl_item(const pl_pddl_parser* p, uint32_t item)
{
    return &p->sexprs.items.data[item];
}

/// The child of a list, and what follows an item; PLOY_NONE at the end.
static inline uint32_t pl_pddl_child(const pl_pddl_parser* p, uint32_t list)
{
    return pl_pddl_item(p, list)->child;
}
static inline uint32_t pl_pddl_next(const pl_pddl_parser* p, uint32_t item)
{
    return pl_pddl_item(p, item)->next;
}

/// Line and column of an item, fast when items come in order.
void pl_pddl_place(pl_pddl_parser* p, uint32_t item, uint32_t* line, uint32_t* column);
/// Reports an error at an item. The hint may be NULL.
void pl_pddl_fail(pl_pddl_parser* p, uint32_t item, const char* hint, const char* format, ...) PL_PRINTF(4, 5);
/// Reports an unknown name, with the most similar of the known ones.
typedef const char* pl_pddl_known_fn(const ploy_pddl* pddl, uint32_t index);
void pl_pddl_fail_unknown(pl_pddl_parser* p, uint32_t item, const char* what, pl_pddl_known_fn* known, uint32_t count);

/// A word in lower case, valid until the next one; and its name. PLOY_NONE: out of memory.
const char* pl_pddl_word(pl_pddl_parser* p, uint32_t item);
uint32_t pl_pddl_intern(pl_pddl_parser* p, uint32_t item);

/// Called for each name of a typed list, with the set it is declared as.
typedef void pl_pddl_typed_fn(pl_pddl_parser* p, uint32_t item, uint32_t name, uint32_t set, void* user);
/// "a b - t c": items from `first` on. Names without a type are objects. is_new: types may be new here.
void pl_pddl_typed_list(pl_pddl_parser* p, uint32_t first, bool is_new, pl_pddl_typed_fn* fn, void* user);
uint32_t pl_pddl_find_type(const ploy_pddl* pddl, uint32_t name);
/// The set of one type. PLOY_NONE: out of memory.
uint32_t pl_pddl_set_of(pl_pddl_parser* p, const uint32_t* types, uint32_t count);

/// Nodes; PLOY_NONE after an error. `item` PLOY_NONE or an empty list: true, or no effect.
uint32_t pl_pddl_condition(pl_pddl_parser* p, uint32_t item);
uint32_t pl_pddl_effect(pl_pddl_parser* p, uint32_t item);
uint32_t pl_pddl_expression(pl_pddl_parser* p, uint32_t item);
bool pl_pddl_number(const pl_pddl_parser* p, uint32_t item, int64_t* fixed);
/// A predicate's or function's atom of objects: its symbol, PLOY_NONE after an error.
uint32_t pl_pddl_ground_atom(pl_pddl_parser* p, uint32_t list, bool is_function, uint32_t* objects, uint32_t max);

/// Parameters and quantified variables: pushed on the scope; the index of the first among pddl->variables.
uint32_t pl_pddl_declare(pl_pddl_parser* p, uint32_t list, uint32_t* count);

/// Reads every section of a text.
ploy_status pl_pddl_parse(pl_pddl_parser* p);

#endif
