/// Behavior trees: a mind (<ploy/mind.h>) that selects the branch to run in every tick.
///
///   ploy_bt* bt = ploy_bt_create(&(ploy_bt_def){.name = "Guard"});
///   uint32_t root, walk;
///   ploy_bt_add_node(bt, PLOY_NONE, "Sequence", &root);
///   ploy_bt_add_node(bt, root, "Walk", &walk);            // the game's activity
///   ploy_bt_set(bt, walk, "to", "{post}");                // its port reads the blackboard key "post"
///   ploy_bt_mind_def def = {.parts = ploy_world_parts(world), .trees = (const ploy_bt*[]){bt}, .tree_count = 1};
///   ploy_mind* mind;
///   if (ploy_bt_mind_create(&def, &mind, &error) != PLOY_OK) …  // error.message
///   ploy_bt_destroy(bt);                                  // the mind does not need it any more
///   ploy_world_add_mind(world, "guard", mind);
///
/// Trees use the element names and attributes of BehaviorTree.CPP 4. A file (<ploy/io.h>) describes them in XML. The
/// mind compiles them; many agents share it. An agent's data holds the running nodes only: about 40 bytes for a typical
/// tree.

#ifndef PLOY_BT_H
#define PLOY_BT_H

#include <ploy/goap.h>
#include <ploy/mind.h>
#include <ploy/utility.h>

#ifdef __cplusplus
extern "C" {
#endif

// Descriptions: elements with attributes, as in a file.

typedef struct ploy_bt ploy_bt;

typedef struct ploy_bt_def
{
    const char* name;         ///< copied, not empty
    ploy_allocator allocator; ///< zeroed: the default allocator
} ploy_bt_def;

/// Creates a tree without nodes. Returns NULL when out of memory.
PLOY_API ploy_bt* ploy_bt_create(const ploy_bt_def* def);
/// NULL is allowed.
PLOY_API void ploy_bt_destroy(ploy_bt* bt);

/// Adds a node as the last child of `parent`; PLOY_NONE: the root, which is added first. element: a node type
/// ("Sequence") or the name of an activity or condition. Nodes are numbered from 0 in the order they are added; the
/// number goes to `node` (may be NULL). PLOY_INVALID: a second root or an empty name; PLOY_FULL: more than 65,534 nodes
/// or 512 levels; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_bt_add_node(ploy_bt* bt, uint32_t parent, const char* element, uint32_t* node);
/// Sets an attribute of a node. Both texts are copied. PLOY_INVALID: an empty name, or it is set already;
/// PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_bt_set(ploy_bt* bt, uint32_t node, const char* attribute, const char* value);

PLOY_API const char* ploy_bt_name(const ploy_bt* bt);
PLOY_API uint32_t ploy_bt_node_count(const ploy_bt* bt);

typedef struct ploy_bt_node
{
    const char* element; ///< valid as long as the tree
    uint32_t parent;     ///< PLOY_NONE: it is the root
    uint32_t child_count;
    uint32_t line;   ///< in the file, from 1; 0: unknown
    uint32_t column; ///< from 1
    const char* lacks; ///< of a file of BehaviorTree.CPP: an attribute without which the node fails in every tick; or NULL
} ploy_bt_node;

PLOY_API ploy_bt_node ploy_bt_get_node(const ploy_bt* bt, uint32_t node);
/// The value of an attribute, valid as long as the tree. NULL: the node does not have it.
PLOY_API const char* ploy_bt_get(const ploy_bt* bt, uint32_t node, const char* attribute);

// The mind.

typedef struct ploy_bt_mind_def
{
    ploy_mind_parts parts;       ///< bindings are required
    const ploy_bt* const* trees; ///< only read by create
    uint32_t tree_count;         ///< at least 1
    const char* main;            ///< name of the tree to run; NULL: the first. The others are for <SubTree>
    /// The planner of <Plan> nodes. It pursues only the goals that a node names. Only read by create.
    /// NULL: the trees have no <Plan>.
    const ploy_goap_mind_def* planner;
    /// The utilities of _score="utility:NAME" and <Plan choose="NAME">. Only read by create; parts that they leave out
    /// are those of the mind.
    const ploy_utility_def* utilities;
    uint32_t utility_count;
    /// How often one tick may pass from the root again because a round of Repeat and so on has ended. Then the tree runs
    /// on in the next tick. Default 1,000.
    uint32_t max_loops;
} ploy_bt_mind_def;

/// Adds every key that the trees use and that is not declared yet, before ploy_bt_mind_create: files of BehaviorTree.CPP
/// declare none. The type of such a key is that of the ports it is given to, and what the trees write to it or compare it
/// with; where nothing is known, or types differ, string. A world does this for the files of BehaviorTree.CPP that it
/// loads. Statuses as for ploy_blackboard_keys_add.
PLOY_API ploy_status ploy_bt_declare_keys(const ploy_bt_mind_def* def, ploy_blackboard_keys* keys);

/// *mind is NULL on failure. PLOY_INVALID: error (may be NULL) has the line, the column, the problem and a correction;
/// PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_bt_mind_create(const ploy_bt_mind_def* def, ploy_mind** mind, ploy_error* error);

/// The nodes of the compiled tree: subtrees expanded, and a node around each one with preconditions (_skipIf, _while and
/// so on).
PLOY_API uint32_t ploy_bt_mind_node_count(const ploy_mind* mind);
/// A node of the compiled tree. Its element is its type, the ID of an activity, condition or node of the game's own, or
/// "" for preconditions. The column is 0.
PLOY_API ploy_bt_node ploy_bt_mind_get_node(const ploy_mind* mind, uint32_t node);
/// The name of a node of the compiled tree; without a name, its ID or element. Compiled nodes are numbered in the order
/// of the file with all subtrees expanded, as in traces. Valid as long as the mind.
PLOY_API const char* ploy_bt_mind_node_name(const ploy_mind* mind, uint32_t node);

/// How the tree last ended. PLOY_RUNNING: it has not ended yet. A tree that ended starts again in the next tick; a tree
/// with all nodes skipped counts as a success.
PLOY_API ploy_outcome ploy_bt_outcome(const ploy_agent* agent);
/// The running leaves in the order of the tree. At most `capacity` of them go to `nodes` (may be NULL). Returns their
/// number: more than one only below Parallel and Service.
PLOY_API uint32_t ploy_bt_running(const ploy_agent* agent, uint32_t* nodes, uint32_t capacity);
/// The agent that a <Plan> node plans with, for the functions of <ploy/goap.h>; the planner's callbacks and activities
/// get it too. With several <Plan> nodes running, that of the first one in the tree. NULL: the tree has no <Plan>.
PLOY_API const ploy_agent* ploy_bt_planner(const ploy_agent* agent);
/// The node that made the tree fail when it last ended, and the reason (ploy_bindings_add_reason; 0: none given). Both
/// may be NULL. False: the tree did not fail.
PLOY_API bool ploy_bt_failure(const ploy_agent* agent, uint32_t* node, uint32_t* reason);

#ifdef __cplusplus
}
#endif

#endif
