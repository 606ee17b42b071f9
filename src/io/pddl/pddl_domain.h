// The grounding's domain in the making: names, texts, and actions, each in a file of its own.

#ifndef PL_IO_PDDL_PDDL_DOMAIN_H
#define PL_IO_PDDL_PDDL_DOMAIN_H

#include "io/pddl/pddl_ground.h"

enum
{
    PL_PDDL_MAX_CASES = 256 // conditions of one instance; each is a level of recursion
};

/// A condition of an instance, and what happens if it holds.
typedef struct pl_effect_case
{
    uint32_t condition; // formula
    uint32_t outcome;   // or PLOY_NONE: `deleted` is deleted
    uint32_t deleted;   // atom
    bool holds;         // in the alternative in progress
} pl_effect_case;

/// What was known of a group.
typedef struct pl_known_before
{
    uint32_t group;
    uint32_t atom1; // plus one; 0: nothing
} pl_known_before;

typedef struct pl_pddl_writer
{
    pl_grounding* g;
    ploy_domain* domain;
    PL_ARRAY(char) text;
    pl_names names;               // taken, of symbols and values, and of actions
    pl_names action_names;        //
    PL_ARRAY(uint32_t) atom_name; // per atom
    PL_ARRAY(uint32_t) group_name;
    PL_ARRAY(uint32_t) none_name; // per group, or PLOY_NONE
    bool* is_read;                // per atom: a condition depends on it
    uint32_t* known;              // per group: the atom that holds, plus one
    PL_ARRAY(pl_known_before) undone; // what was known before the conditions of the alternative in progress
    PL_ARRAY(pl_effect_case) cases;
    uint32_t alternatives; // of the instance
    bool is_decimal;       // numbers have decimals
    ploy_status status;
} pl_pddl_writer;

static inline bool pl_pddl_writer_is_over(const pl_pddl_writer* w)
{
    return w->status != PLOY_OK || pl_grounding_is_over(w->g);
}

/// Appends to the text.
void pl_pddl_put(pl_pddl_writer* w, const char* format, ...) PL_PRINTF(2, 3);
void pl_pddl_put_fixed(pl_pddl_writer* w, int64_t fixed);
void pl_pddl_put_literal(pl_pddl_writer* w, uint32_t atom, bool is_negative);
void pl_pddl_put_expression(pl_pddl_writer* w, uint32_t formula);
void pl_pddl_put_formula(pl_pddl_writer* w, uint32_t formula);
/// The text so far ends here; where the next one begins.
uint32_t pl_pddl_begin_text(pl_pddl_writer* w);

/// A name with letters, digits, '_' and '.' alone, made unique. PLOY_NONE: out of memory.
uint32_t pl_pddl_take_name(pl_pddl_writer* w, pl_names* taken, const char* wanted);
static inline const char* pl_pddl_name_at(const pl_pddl_writer* w, uint32_t name)
{
    return pl_names_text(&w->names, name);
}

/// Has the atom a symbol: does something depend on it?
static inline bool pl_pddl_has_symbol(const pl_pddl_writer* w, uint32_t atom)
{
    return w->atom_name.data[atom] != PLOY_NONE;
}

/// The actions of an instance.
void pl_pddl_add_actions(pl_pddl_writer* w, uint32_t instance);

#endif
