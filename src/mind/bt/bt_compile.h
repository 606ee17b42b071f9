// Compilation of behavior trees: what is read from attributes, and what names mean inside a subtree.

#ifndef PL_MIND_BT_BT_COMPILE_H
#define PL_MIND_BT_BT_COMPILE_H

#include "mind/bt/bt_code.h"
#include "mind/common/ports.h"

enum
{
    PL_BT_TEXT = 512, ///< bytes of a name or expression, with its zero
};

/// A tree, or a <SubTree> node that uses one: its attributes map the names inside.
typedef struct pl_bt_scope
{
    const struct pl_bt_scope* up; ///< NULL: the main tree
    const ploy_bt* bt;
    uint32_t user;    ///< the SubTree's node in up->bt
    uint32_t use;     ///< which use of the tree it is, from 1
    bool is_open;     ///< names without an attribute mean the same outside (_autoremap)
    uint64_t written; ///< which attributes of the SubTree are constants that the tree writes to, one bit each
} pl_bt_scope;

typedef struct pl_bt_build
{
    pl_bt_mind* mind;
    const ploy_bt_mind_def* def;
    ploy_error* error; ///< that of the reports
    uint32_t* uses;    ///< of each tree so far
    pl_reports* reports;
} pl_bt_build;

/// The name of the tree that a node uses as a subtree; NULL: it is no subtree. In bt_compile.c.
const char* pl_bt_subtree_of(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node);

// bt_scope.c

/// The text between braces; NULL: there are no braces. "{=}" is the attribute's own name.
const char* pl_bt_in_braces(const char* text, const char* own, char name[PL_BT_TEXT]);
/// The scope of a <SubTree> node that uses the tree of this name. false: there is none.
bool pl_bt_enter_scope(const pl_bt_build* b, const pl_bt_scope* up, uint32_t node, const char* name,
                       pl_bt_scope* inner);
/// What a name of a tree stands for.
typedef enum pl_bt_meaning
{
    PL_BT_OUTER_KEY,
    PL_BT_OWN_KEY, ///< of a subtree
    PL_BT_GIVEN,   ///< the text of a constant
} pl_bt_meaning;

/// Maps a name through all subtrees around it to the name of a key, in `text`, or to a constant: *given is its whole text,
/// or what a key of a subtree's own begins with, or NULL.
pl_bt_meaning pl_bt_resolve(const pl_bt_scope* scope, const char* name, char text[PL_BT_TEXT], const char** given);

/// Takes an error of something in this scope: see pl_reports_take. In bt_attributes.c.
ploy_status pl_bt_take(const pl_bt_build* b, const pl_bt_scope* scope, ploy_status status);
/// Reports an error at the node. Returns PLOY_INVALID.
ploy_status pl_bt_fail(const pl_bt_build* b, const pl_bt_element* node, const char* format, ...) PL_PRINTF(3, 4);
/// Reports an error at the attribute's value. Returns PLOY_INVALID.
ploy_status pl_bt_fail_value(const pl_bt_build* b, const pl_bt_attribute* at, const char* format, ...) PL_PRINTF(3, 4);

/// An integer (places 0) or fixed point (1/1000) (places 3), at least `min`. Without the attribute *value stays as it
/// is.
ploy_status pl_bt_read_number(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, const char* name,
                              uint32_t places, int64_t min, int64_t* value);
/// The same for a number that may be a key: *key is PLOY_NONE where it is none.
ploy_status pl_bt_read_number_or_key(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, const char* name,
                                     int64_t min, int64_t* value, uint32_t* key);
/// Reads milliseconds as microseconds.
ploy_status pl_bt_read_time(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, const char* name,
                            int64_t* time);

/// "{key}", or a constant of the port's type.
ploy_status pl_bt_read_port(const pl_bt_build* b, const pl_bt_scope* scope, const pl_bt_attribute* from,
                            const pl_port_def* def, ploy_port* port);
/// A key, with or without braces.
ploy_status pl_bt_read_key(const pl_bt_build* b, const pl_bt_scope* scope, const pl_bt_attribute* from, uint32_t* key);
/// What is to be written to a key: another key as it is, whose type can be converted, or a constant of the key's type.
ploy_status pl_bt_read_value(const pl_bt_build* b, const pl_bt_scope* scope, const pl_bt_attribute* from, uint32_t key,
                             ploy_port* port);
/// A constant of the type of the key; a string or struct lies in the mind's arena.
ploy_status pl_bt_read_constant(const pl_bt_build* b, const pl_bt_attribute* from, uint32_t key, int64_t* value);

/// A script or an expression; *script is NULL without the attribute. assigns: = assigns, otherwise it compares.
ploy_status pl_bt_read_script(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, const char* name,
                              bool assigns, pl_guard** script);

/// A <Plan> with its goals, appended to the mind's plans.
ploy_status pl_bt_read_plan(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, uint32_t* plan);
/// A child's _score: an expression, "utility:NAME" or "utility:NAME.OPTION".
ploy_status pl_bt_read_score(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, pl_score* score);

/// The ports of what a leaf or a node of the game's own is bound to; NULL: it is none, or not bound.
const pl_port_list* pl_bt_ports_of(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node);
/// An activity (PL_BT_ACTION), condition (PL_BT_CONDITION) or node of the game's own (PL_BT_NODE) with its ports and
/// duration, appended to the mind's leaves.
ploy_status pl_bt_read_leaf(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, pl_bt_kind kind,
                            const char* id, uint32_t* leaf);

#endif
