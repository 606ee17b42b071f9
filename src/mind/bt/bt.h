// A behavior tree as described: nodes in the order they were added, each with its attributes as text; and the list of
// node types.

#ifndef PL_MIND_BT_BT_H
#define PL_MIND_BT_BT_H

#include <ploy/base.h>
#include <ploy/bt.h>

#include "base/containers/arena.h"
#include "base/containers/array.h"
#include "base/error.h"

enum
{
    PL_BT_MAX_NODES = 65534, ///< a position in a tree has 16 bits; 0: none
    PL_BT_MAX_DEPTH = 512,
    PL_BT_MAX_LEVELS = 1024, ///< with all subtrees
};

typedef struct pl_bt_attribute
{
    const char* name;
    const char* value;
    uint32_t next; ///< attribute of the same node; PLOY_NONE: it is the last
    uint32_t line;
    uint32_t column;
} pl_bt_attribute;

typedef struct pl_bt_element
{
    const char* element;
    uint32_t parent;
    uint32_t first; ///< child; PLOY_NONE: none
    uint32_t last;
    uint32_t next; ///< sibling
    uint32_t child_count;
    uint32_t depth; ///< 1: the root
    uint32_t first_attribute;
    uint32_t last_attribute;
    uint32_t line;
    uint32_t column;
} pl_bt_element;

struct ploy_bt
{
    ploy_allocator allocator;
    pl_arena texts;
    const char* name;
    const char* source; ///< the included file that it stands in; NULL: the one that was loaded
    bool is_btcpp;      ///< of a file of BehaviorTree.CPP
    PL_ARRAY(pl_bt_element) nodes;
    PL_ARRAY(pl_bt_attribute) attributes;
};

/// NULL: the node does not have it.
const pl_bt_attribute* pl_bt_find(const ploy_bt* bt, uint32_t node, const char* name);

/// False: the node has an error of its children or of missing attributes, so what it has cannot be read.
bool pl_bt_can_be_read(const ploy_bt* bt, uint32_t node);

// For loaders, which are in libploy-io: exported, but not public.

/// It is of a file of BehaviorTree.CPP: it may write to what is given to it as a constant.
void pl_bt_set_btcpp(ploy_bt* bt);
/// Where the node, or the value of the attribute that was set last, stands in the file, for error messages.
void pl_bt_place_node(ploy_bt* bt, uint32_t node, uint32_t line, uint32_t column);
void pl_bt_place_attribute(ploy_bt* bt, uint32_t line, uint32_t column);
/// The included file that the tree stands in. false: out of memory.
bool pl_bt_set_source(ploy_bt* bt, const char* path);
/// Checks what does not depend on bindings and keys: node types, their number of children and their attributes.
/// PLOY_INVALID: reports->error has the line and column, the problem and a correction. PLOY_OK: it is right, or its errors
/// were reported.
ploy_status pl_bt_check(const ploy_bt* bt, pl_reports* reports);
/// Has every node the attributes that a file of ours must give it? In a file of BehaviorTree.CPP some may be missing.
bool pl_bt_has_required(const ploy_bt* bt);

/// Adds the keys of the second and further uses of subtrees, like those of the first; `all`: every key that the trees use
/// and that is not declared. Statuses as for ploy_blackboard_keys_add.
ploy_status pl_bt_declare(const ploy_bt_mind_def* def, bool all, ploy_blackboard_keys* keys);

/// The GOAP mind of its <Plan> nodes, or NULL.
const ploy_mind* pl_bt_mind_planner(const ploy_mind* mind);

// The node types, listed once. All of them also have the attributes of PL_BT_COMMON. Names and meaning are those of
// BehaviorTree.CPP 4 where it has them.

#define PL_BT_MANY 64 // children, where a node has one bit per child

/// Enum name, element, minimum and maximum of children (0: no maximum), required and optional attributes.
#define PL_BT_KIND_LIST(X)                                                                                             \
    X(SEQUENCE, "Sequence", 1, 0, "", "")                                                                              \
    X(SEQUENCE_WITH_MEMORY, "SequenceWithMemory", 1, 0, "", "")                                                        \
    X(ASYNC_SEQUENCE, "AsyncSequence", 1, 0, "", "")                                                                   \
    X(REACTIVE_SEQUENCE, "ReactiveSequence", 1, 0, "", "")                                                             \
    X(FALLBACK, "Fallback", 1, 0, "", "")                                                                              \
    X(ASYNC_FALLBACK, "AsyncFallback", 1, 0, "", "")                                                                   \
    X(REACTIVE_FALLBACK, "ReactiveFallback", 1, 0, "", "")                                                             \
    X(PARALLEL, "Parallel", 1, PL_BT_MANY, "", "success_count failure_count")                                          \
    X(PARALLEL_ALL, "ParallelAll", 1, PL_BT_MANY, "", "max_failures")                                                  \
    X(IF_THEN_ELSE, "IfThenElse", 2, 3, "", "")                                                                        \
    X(TRY_CATCH, "TryCatch", 2, 0, "", "catch_on_halt")                                                                \
    X(WHILE_DO_ELSE, "WhileDoElse", 2, 3, "", "")                                                                      \
    X(SWITCH2, "Switch2", 3, 3, "variable case_1 case_2", "")                                                          \
    X(SWITCH3, "Switch3", 4, 4, "variable case_1 case_2 case_3", "")                                                   \
    X(SWITCH4, "Switch4", 5, 5, "variable case_1 case_2 case_3 case_4", "")                                            \
    X(SWITCH5, "Switch5", 6, 6, "variable case_1 case_2 case_3 case_4 case_5", "")                                     \
    X(SWITCH6, "Switch6", 7, 7, "variable case_1 case_2 case_3 case_4 case_5 case_6", "")                              \
    X(RANDOM_CHOICE, "RandomChoice", 1, PL_BT_MANY, "", "")                                                            \
    X(RANDOM_FALLBACK, "RandomFallback", 1, PL_BT_MANY, "", "")                                                        \
    X(UTILITY_SELECTOR, "UtilitySelector", 1, PL_BT_MANY, "", "choose")                                                \
    X(REACTIVE_UTILITY_SELECTOR, "ReactiveUtilitySelector", 1, PL_BT_MANY, "", "hysteresis")                           \
    X(INVERTER, "Inverter", 1, 1, "", "")                                                                              \
    X(FORCE_SUCCESS, "ForceSuccess", 1, 1, "", "")                                                                     \
    X(FORCE_FAILURE, "ForceFailure", 1, 1, "", "")                                                                     \
    X(REPEAT, "Repeat", 1, 1, "num_cycles", "")                                                                        \
    X(RETRY, "RetryUntilSuccessful", 1, 1, "num_attempts", "")                                                         \
    X(KEEP_RUNNING, "KeepRunningUntilFailure", 1, 1, "", "")                                                           \
    X(TIMEOUT, "Timeout", 1, 1, "msec", "")                                                                            \
    X(DELAY, "Delay", 1, 1, "delay_msec", "")                                                                          \
    X(COOLDOWN, "Cooldown", 1, 1, "msec", "")                                                                          \
    X(RUN_ONCE, "RunOnce", 1, 1, "", "then_skip")                                                                      \
    X(SERVICE, "Service", 1, 1, "ID msec", "*")                                                                        \
    X(PRECONDITION, "Precondition", 1, 1, "if", "else")                                                                \
    X(LOOP_INT, "LoopInt", 1, 1, "queue", "value if_empty")                                                            \
    X(LOOP_BOOL, "LoopBool", 1, 1, "queue", "value if_empty")                                                          \
    X(LOOP_DOUBLE, "LoopDouble", 1, 1, "queue", "value if_empty")                                                      \
    X(LOOP_STRING, "LoopString", 1, 1, "queue", "value if_empty")                                                      \
    X(SKIP_UNLESS_UPDATED, "SkipUnlessUpdated", 1, 1, "entry", "")                                                     \
    X(WAIT_VALUE_UPDATE, "WaitValueUpdate", 1, 1, "entry", "")                                                         \
    X(ALWAYS_SUCCESS, "AlwaysSuccess", 0, 0, "", "")                                                                   \
    X(ALWAYS_FAILURE, "AlwaysFailure", 0, 0, "", "")                                                                   \
    X(SLEEP, "Sleep", 0, 0, "msec", "")                                                                                \
    X(WAS_ENTRY_UPDATED, "WasEntryUpdated", 0, 0, "entry", "")                                                         \
    X(SET, "SetBlackboard", 0, 0, "value output_key", "")                                                              \
    X(UNSET, "UnsetBlackboard", 0, 0, "key", "")                                                                       \
    X(SCRIPT, "Script", 0, 0, "code", "")                                                                              \
    X(SCRIPT_CONDITION, "ScriptCondition", 0, 0, "code", "")                                                           \
    X(PLAN, "Plan", 0, 0, "goal", "choose *")                                                                          \
    X(ACTION, "Action", 0, 0, "ID", "*")                                                                               \
    X(CONDITION, "Condition", 0, 0, "ID", "*")                                                                         \
    X(SUBTREE, "SubTree", 0, 0, "ID", "*")

typedef enum pl_bt_kind
{
#define PL_BT_KIND_ENUM(NAME, element, min, max, required, optional) PL_BT_##NAME,
    PL_BT_KIND_LIST(PL_BT_KIND_ENUM)
#undef PL_BT_KIND_ENUM
        PL_BT_KIND_COUNT,
    PL_BT_BINDING = PL_BT_KIND_COUNT, ///< an element named after an activity or condition
    PL_BT_GUARD,                      ///< the conditions of a node: _skipIf, _while and so on
    PL_BT_POST,                       ///< the scripts of its end: _onSuccess, _post and so on
    PL_BT_NODE,                       ///< an element named after a node of the game's own
    PL_BT_LACKING,                    ///< an element without an attribute that it needs: it fails, without its children
} pl_bt_kind;

/// Attributes of every node: a name, what editors write, conditions before it is entered and while it runs, scripts for
/// its end, and what its parent reads.
#define PL_BT_COMMON                                                                                                   \
    "name _description _uid _fullpath _failureIf _successIf _skipIf _while _onSuccess _onFailure _onHalted _post "     \
    "_weight _score _msec"

/// The type of a node. <Control ID="…"> and <Decorator ID="…"> mean the element of that name.
pl_bt_kind pl_bt_kind_of(const ploy_bt* bt, uint32_t node);
/// The element in files; "" for an activity or condition.
const char* pl_bt_kind_element(pl_bt_kind kind);

/// <Control ID="…"> or <Decorator ID="…">.
bool pl_bt_is_generic(const char* element);

/// The attribute without which a node of a file of BehaviorTree.CPP fails in every tick; NULL: it has all.
const char* pl_bt_lacks(const ploy_bt* bt, uint32_t node);

/// Is the word one of a list separated by spaces?
bool pl_bt_is_listed(const char* list, const char* word);

#endif
