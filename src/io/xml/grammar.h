// The elements of a Ploy file, written once: which may stand where, with which attributes. schema/ploy.rng says the
// same for editors.
//
// A free element begins a section with a language of its own (a behavior tree, say, whose elements may be named after
// the game's bindings): its attributes and all that stands in it are kept as they are, and the section's loader
// checks them.

#ifndef PL_IO_XML_GRAMMAR_H
#define PL_IO_XML_GRAMMAR_H

#include <ploy/base.h>

typedef enum pl_element
{
    PL_ELEMENT_PLOY,
    PL_ELEMENT_DOMAIN,
    PL_ELEMENT_TYPE,
    PL_ELEMENT_SYMBOL,
    PL_ELEMENT_TABLE,
    PL_ELEMENT_ACTION,
    PL_ELEMENT_PARAM,
    PL_ELEMENT_PRE,
    PL_ELEMENT_EFFECT,
    PL_ELEMENT_GOAL,
    PL_ELEMENT_AGENT,
    PL_ELEMENT_ACTIONS,
    PL_ELEMENT_GOALS,
    PL_ELEMENT_STATE,
    PL_ELEMENT_ROOT,
    PL_ELEMENT_INCLUDE,
    PL_ELEMENT_BT,
    PL_ELEMENT_BT_MODEL,
    PL_ELEMENT_UTILITY,
    PL_ELEMENT_HTN,
    PL_ELEMENT_FSM,
    PL_ELEMENT_FUZZY,
    PL_ELEMENT_BLACKBOARD,
    PL_ELEMENT_FACT,
    PL_ELEMENT_SENSOR,
    PL_ELEMENT_SQUAD,
    PL_ELEMENT_PURSUE,
    PL_ELEMENT_PERFORM,
    PL_ELEMENT_COUNT,
    PL_ELEMENT_INNER = PL_ELEMENT_COUNT, ///< what stands in a free element, or is unknown and in an open one
} pl_element;

enum
{
    PL_MAX_ATTRIBUTES = 20,
};

typedef struct pl_rule
{
    const char* name;
    uint32_t parents;                          ///< a bit an element; 0: the outermost
    uint32_t required_count;                   ///< the first so many attributes must be there
    const char* attributes[PL_MAX_ATTRIBUTES]; ///< ends at NULL
    bool has_text;
    bool once;    ///< at most one in its parent
    bool is_open; ///< unknown attributes and elements are passed over
    bool is_free; ///< everything below is its loader's: required_count and attributes are not checked
} pl_rule;

extern const pl_rule pl_rules[PL_ELEMENT_COUNT];

/// PL_ELEMENT_COUNT when there is none of that name.
pl_element pl_element_find(const char* name);

/// A free element, or one inside it.
bool pl_element_is_free(pl_element element);

bool pl_element_allowed(pl_element element, pl_element parent);

/// The attribute's place in the rule, or PLOY_NONE.
uint32_t pl_attribute_find(pl_element element, const char* name);

uint32_t pl_attribute_count(pl_element element);

#endif
