// The kinds of nodes, written once: element, how many children, attributes it must and may have (all kinds also have
// those of PL_BT_COMMON). Names and meaning are those of BehaviorTree.CPP 4 where it has them.

#ifndef PL_MIND_BT_BT_NODE_KINDS_H
#define PL_MIND_BT_BT_NODE_KINDS_H

#include <ploy/base.h>

#include "mind/bt/bt.h"

#define PL_BT_MANY 64 // children are bits where a node has to remember which

/// Enum name, element, least and most children (0: as many as a tree has nodes), required and optional attributes.
#define PL_BT_KIND_LIST(X)                                                                                             \
    X(SEQUENCE, "Sequence", 1, 0, "", "")                                                                              \
    X(SEQUENCE_WITH_MEMORY, "SequenceWithMemory", 1, 0, "", "")                                                        \
    X(REACTIVE_SEQUENCE, "ReactiveSequence", 1, 0, "", "")                                                             \
    X(FALLBACK, "Fallback", 1, 0, "", "")                                                                              \
    X(REACTIVE_FALLBACK, "ReactiveFallback", 1, 0, "", "")                                                             \
    X(PARALLEL, "Parallel", 1, PL_BT_MANY, "", "success_count failure_count")                                          \
    X(PARALLEL_ALL, "ParallelAll", 1, PL_BT_MANY, "", "max_failures")                                                  \
    X(IF_THEN_ELSE, "IfThenElse", 2, 3, "", "")                                                                        \
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
    X(ALWAYS_SUCCESS, "AlwaysSuccess", 0, 0, "", "")                                                                   \
    X(ALWAYS_FAILURE, "AlwaysFailure", 0, 0, "", "")                                                                   \
    X(SLEEP, "Sleep", 0, 0, "msec", "")                                                                                \
    X(SET, "SetBlackboard", 0, 0, "value output_key", "")                                                              \
    X(UNSET, "UnsetBlackboard", 0, 0, "key", "")                                                                       \
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
    PL_BT_BINDING = PL_BT_KIND_COUNT, ///< an element that is named after what it does
    PL_BT_GUARD,                      ///< what _skipIf and the like become
} pl_bt_kind;

/// What any node may have: a name for people, what editors leave, conditions before it is entered and while it runs,
/// and what its parent wants to know of it.
#define PL_BT_COMMON "name _description _uid _fullpath _failureIf _successIf _skipIf _while _weight _score _msec"

/// Of a node's element; <Control ID="…"> and <Decorator ID="…"> stand for the element of that name.
pl_bt_kind pl_bt_kind_of(const ploy_bt* tree, uint32_t node);
/// As it is written in files; "" for an ability.
const char* pl_bt_kind_element(pl_bt_kind kind);

/// Is the word one of a list separated by spaces?
bool pl_bt_is_listed(const char* list, const char* word);

#endif
