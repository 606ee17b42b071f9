// The grounding's domain in the making: names, texts, and actions, each in a file of its own.
//
// The domain has no conditional effects. The conditional effects of an instance are cases: a condition, and what happens
// if it holds. An instance with few of them becomes one action per way in which they can hold. One with many becomes
// several actions in a row (pddl_sequence.c): the first has the name and the cost of the instance, and the others, which
// cost nothing and of which exactly one applies, settle the rest of the cases. A symbol says which is next:
//
//   phase = ready --stop.f3--> phase = stop.f3.2 --stop.f3.then--> phase = stop.f3.3 --stop.f3.then_7--> phase = ready

#ifndef PL_IO_PDDL_PDDL_DOMAIN_H
#define PL_IO_PDDL_PDDL_DOMAIN_H

#include <stdarg.h>

#include "io/pddl/pddl_ground.h"

/// A condition of an instance, and what happens if it holds.
typedef struct pl_effect_case
{
    uint32_t condition; // formula; PLOY_NONE: always
    uint32_t outcome;   // or PLOY_NONE: `emptied` has no value then
    uint32_t emptied;   // group
    bool holds;         // in the alternative in progress
    bool is_decided;    // by the precondition or by the cases before
} pl_effect_case;

/// Cases that are settled at once: a range of pl_pddl_writer.cases.
typedef struct pl_case_step
{
    uint32_t first, end;
} pl_case_step;

/// What is known of a place: a group or an atom that is a bool. Of a group the atom that holds plus one, of a bool
/// PL_KNOWN_FALSE or PL_KNOWN_TRUE; 0: nothing.
enum
{
    PL_KNOWN_FALSE = 1,
    PL_KNOWN_TRUE = 2
};

typedef struct pl_known_before
{
    uint32_t place;
    uint32_t value;
} pl_known_before;

/// How many of each the grounding has without those made for the cases of an instance.
typedef struct pl_case_marks
{
    uint32_t formulas, outcomes, literals;
} pl_case_marks;

/// A text that is written in pieces.
typedef PL_ARRAY(char) pl_pddl_text;

/// Both end the text with a zero that does not count. False when out of memory.
bool pl_pddl_text_add(pl_pddl_text* text, const ploy_allocator* allocator, const char* words);
/// At most 1,023 bytes.
bool pl_pddl_text_format(pl_pddl_text* text, const ploy_allocator* allocator, const char* format, va_list list);

typedef struct pl_pddl_writer
{
    pl_grounding* g;
    ploy_domain* domain;
    pl_pddl_text text;
    pl_names names;               // taken, of symbols and values, and of actions
    pl_names action_names;        //
    PL_ARRAY(uint32_t) atom_name; // per atom
    PL_ARRAY(uint32_t) group_name;
    PL_ARRAY(uint32_t) none_name; // per group, or PLOY_NONE
    bool* is_read;                // per atom: a condition depends on it
    PL_ARRAY(uint32_t) known;     // per place: groups, then atoms
    PL_ARRAY(pl_known_before) undone; // what was known before the conditions of the alternative in progress
    PL_ARRAY(pl_effect_case) cases;   // of the instance
    PL_ARRAY(pl_case_step) case_steps;
    PL_ARRAY(uint32_t) flags; // atoms of no predicate: the condition of a case held
    uint32_t phase;           // name of the symbol that says which step is next; PLOY_NONE: no instance has several
    uint32_t ready;           // name of its value between instances
    PL_ARRAY(uint32_t) phases; // names of the other values: per instance its steps but the first
    uint32_t next_phase;
    pl_case_marks before;
    bool is_decimal;          // numbers have decimals
    ploy_status status;
} pl_pddl_writer;

static inline bool pl_pddl_writer_is_over(const pl_pddl_writer* w)
{
    return w->status != PLOY_OK || pl_grounding_is_over(w->g);
}

/// Appends to the text.
void pl_pddl_put(pl_pddl_writer* w, const char* format, ...) PL_PRINTF(2, 3);
/// Appends it as it is, which takes less time.
void pl_pddl_put_words(pl_pddl_writer* w, const char* text);
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

/// Where what is known of an atom's group, or of the atom itself, stands.
static inline uint32_t pl_pddl_place_of(const pl_pddl_writer* w, uint32_t atom)
{
    uint32_t group = w->g->atom_groups.data[atom];
    return group == PLOY_NONE ? w->g->groups.count + atom : group;
}

// pddl_cases.c: conditions and what is known of them.

/// Marks what a condition says; false if it contradicts what is known. pl_pddl_forget undoes it down to a count of
/// `undone`.
bool pl_pddl_learn(pl_pddl_writer* w, uint32_t condition, bool holds);
void pl_pddl_forget(pl_pddl_writer* w, uint32_t count);
/// Calls `settled` for each way in which the cases of a step can hold; false: there are more than `max`.
bool pl_pddl_split(pl_pddl_writer* w, pl_case_step step, uint32_t max, void (*settled)(pl_pddl_writer*, void*), void* user);
/// Does the instance delete the atom of a group for sure, when the outcome happens: is it known to hold before?
bool pl_pddl_is_sure_delete(const pl_pddl_writer* w, const pl_pddl_outcome* outcome, uint32_t literal);
/// The cases of an instance, the unconditional outcome first; what its precondition says is known.
void pl_pddl_list_cases(pl_pddl_writer* w, uint32_t instance);
uint32_t pl_pddl_add_formula(pl_pddl_writer* w, pl_formula formula);
uint32_t pl_pddl_literal_formula(pl_pddl_writer* w, uint32_t literal);

// pddl_effects.c: the effects of the cases of a step that hold, as text. false: this alternative cannot be.
bool pl_pddl_write_effects(pl_pddl_writer* w, pl_case_step step, uint32_t start);
void pl_pddl_separate(pl_pddl_writer* w, uint32_t start);

// pddl_sequence.c: orders the cases into steps, `case_steps`.
void pl_pddl_order_cases(pl_pddl_writer* w, uint32_t instance);

// pddl_actions.c.

/// The symbols that instances with several steps need. Before their actions.
void pl_pddl_add_phases(pl_pddl_writer* w);
/// The actions of an instance.
void pl_pddl_add_actions(pl_pddl_writer* w, uint32_t instance);

#endif
