/// Behaviour trees: a mind (<ploy/mind.h>) that looks for the branch that can go on, and goes on with it.
///
/// A tree is described with the element names and attributes of BehaviorTree.CPP 4, by a file (<ploy/io.h>) or by
/// calls, and compiled with the game's bindings and keys into a mind that many agents share. An agent's memory holds
/// where it is in the tree, and nothing for the nodes where it is not.

#ifndef PLOY_BT_H
#define PLOY_BT_H

#include <ploy/goap.h>
#include <ploy/mind.h>
#include <ploy/utility.h>

#ifdef __cplusplus
extern "C" {
#endif

// Descriptions: elements with attributes, as they stand in a file.

typedef struct ploy_bt ploy_bt;

typedef struct ploy_bt_def
{
    const char* name;         ///< copied, not empty
    ploy_allocator allocator; ///< zeroed: the default allocator
} ploy_bt_def;

/// NULL when out of memory.
PLOY_API ploy_bt* ploy_bt_create(const ploy_bt_def* def);
/// NULL is allowed.
PLOY_API void ploy_bt_destroy(ploy_bt* tree);

/// Nodes are numbered from 0 in the order they are added. parent PLOY_NONE: the root, which is the first. The name of
/// an element is a kind of node ("Sequence"), or that of an activity or a condition. node may be NULL. PLOY_INVALID: a
/// second root or no name; PLOY_FULL: more than 65,534 nodes, or 256 levels; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_bt_add_node(ploy_bt* tree, uint32_t parent, const char* element, uint32_t* node);
/// PLOY_INVALID: no name, or the node has it already; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_bt_set(ploy_bt* tree, uint32_t node, const char* attribute, const char* value);
/// Where the node stands, or the value of the attribute that was set last, for messages.
PLOY_API void ploy_bt_place_node(ploy_bt* tree, uint32_t node, uint32_t line, uint32_t column);
PLOY_API void ploy_bt_place_attribute(ploy_bt* tree, uint32_t line, uint32_t column);

/// All that can be told without bindings and keys: kinds with so many children as they take and with the attributes
/// they have. PLOY_INVALID: error names the place, what is wrong and what would be right.
PLOY_API ploy_status ploy_bt_check(const ploy_bt* tree, ploy_error* error);

PLOY_API const char* ploy_bt_name(const ploy_bt* tree);
PLOY_API uint32_t ploy_bt_node_count(const ploy_bt* tree);

typedef struct ploy_bt_node
{
    const char* element;
    uint32_t parent; ///< PLOY_NONE: the root
    uint32_t child_count;
    uint32_t line; ///< 0: not known
    uint32_t column;
} ploy_bt_node;

PLOY_API ploy_bt_node ploy_bt_get_node(const ploy_bt* tree, uint32_t node);
/// NULL: it has none of that name.
PLOY_API const char* ploy_bt_get(const ploy_bt* tree, uint32_t node, const char* attribute);

// The mind.

typedef struct ploy_bt_mind_def
{
    ploy_mind_parts parts;
    const ploy_bt* const* trees; ///< needed only while the mind is made
    uint32_t tree_count;
    const char* main; ///< the tree to run; NULL: the first
    const ploy_goap_mind_def*
        planner; ///< what <Plan> nodes plan with; its goals are not pursued unless a node says so.
                 ///< Copied; what it points to as ploy_goap_mind_create says. NULL: no <Plan>
    const ploy_utility_def* utilities; ///< that _score="utility:NAME" and <Plan choose="NAME"> name. Read by create
                                       ///< alone; their parts are those above where they have none
    uint32_t utility_count;
    uint32_t max_loops; ///< rounds of Repeat and the like in one tick before it is left busy; default 1,000
} ploy_bt_mind_def;

/// On an error *mind is NULL. PLOY_INVALID: error names line, column, what is wrong and what would be right;
/// PLOY_OUT_OF_MEMORY. Destroyed by ploy_mind_destroy.
PLOY_API ploy_status ploy_bt_mind_create(const ploy_bt_mind_def* def, ploy_mind** mind, ploy_error* error);

/// The name of a node of the compiled tree, or else its element or what it does. Nodes are numbered in the order of the
/// file with subtrees expanded, as traces have them.
PLOY_API const char* ploy_bt_mind_node_name(const ploy_mind* mind, uint32_t node);

/// How the tree ended when it last did; busy: it never has. A tree that ended begins anew at the next tick. All that
/// was skipped counts as success.
PLOY_API ploy_outcome ploy_bt_outcome(const ploy_agent* agent);
/// The leaves that are busy, in the order of the tree: their nodes go to `nodes` (NULL: none are wanted), at max
/// `capacity`. Returns how many there are; more than one in Parallel and Service alone.
PLOY_API uint32_t ploy_bt_running(const ploy_agent* agent, uint32_t* nodes, uint32_t capacity);
/// The planner's agent, to be asked with the functions of <ploy/goap.h> and seen by the planner's callbacks and
/// activities: of the <Plan> under way, of several the one that stands first in the tree; NULL: the mind has no <Plan>.
PLOY_API const ploy_agent* ploy_bt_planner(const ploy_agent* agent);
/// Which node's failure made the tree fail when it last ended, and why: a reason of the bindings, 0 when none was
/// given. false: it did not fail. Both may be NULL.
PLOY_API bool ploy_bt_failure(const ploy_agent* agent, uint32_t* node, uint32_t* reason);

#ifdef __cplusplus
}
#endif

#endif
