// While a tree is compiled: where texts are read, and what names mean there.

#ifndef PL_MIND_BT_BT_BUILD_H
#define PL_MIND_BT_BT_BUILD_H

#include "mind/bt/bt_code.h"

enum
{
    PL_BT_TEXT = 512, ///< bytes of a name or expression, its end included
};

/// A tree, or a use of one by a SubTree, whose attributes say what the names inside stand for.
typedef struct pl_bt_scope
{
    const struct pl_bt_scope* up; ///< NULL: the main tree
    const ploy_bt* tree;
    uint32_t user; ///< the SubTree's node in up->tree
    bool is_open;  ///< names that are not given go through as they are
} pl_bt_scope;

typedef struct pl_bt_build
{
    pl_bt_mind* mind;
    const ploy_bt_mind_def* def;
    ploy_error* error;
} pl_bt_build;

/// At the node; returns PLOY_INVALID.
ploy_status pl_bt_fail(const pl_bt_build* b, const pl_bt_node* node, const char* format, ...) PL_PRINTF(3, 4);
/// At the attribute's value.
ploy_status pl_bt_fail_value(const pl_bt_build* b, const pl_bt_attribute* at, const char* format, ...) PL_PRINTF(3, 4);

/// A whole number (places 0) or thousandths (3), not below least. An attribute that is not there leaves *value alone.
ploy_status pl_bt_read_number(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, const char* name,
                              uint32_t places, int64_t min, int64_t* value);
/// Milliseconds, as time.
ploy_status pl_bt_read_time(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, const char* name,
                            int64_t* time);

/// "{key}" or a constant: true, false, a whole number, a decimal as thousandths.
ploy_status pl_bt_read_port(const pl_bt_build* b, const pl_bt_scope* scope, const pl_bt_attribute* from,
                            ploy_port* port);
/// A key, in braces or not.
ploy_status pl_bt_read_key(const pl_bt_build* b, const pl_bt_scope* scope, const pl_bt_attribute* from, uint32_t* key);
/// A constant as a key of that type holds it.
ploy_status pl_bt_read_constant(const pl_bt_build* b, const pl_bt_attribute* from, uint32_t key, int64_t* value);

/// An expression; *guard is NULL where the attribute is not there.
ploy_status pl_bt_read_guard(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, const char* name,
                             bool is_condition, pl_guard** guard);

/// A <Plan> with its goals, appended to the mind's plans: tree_goals.c.
ploy_status pl_bt_read_plan(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, uint32_t* plan);
/// The utility of that name; NULL: error says so.
const ploy_utility* pl_bt_find_utility(const pl_bt_build* b, const pl_bt_attribute* from, const char* name);
/// A child's _score: an expression, "utility:NAME" or "utility:NAME.OPTION".
ploy_status pl_bt_read_score(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, pl_score* score);

/// Use of an ability, with its ports and duration: appended to the mind's leaves.
ploy_status pl_bt_read_leaf(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, bool is_condition,
                            const char* id, uint32_t* leaf);

#endif
