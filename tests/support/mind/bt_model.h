// Behavior trees the plain way: a node is an object with children, ticked from the root down at every tick, all
// conditions asked again. What the compiled trees must come to, halts included.

#ifndef TEST_SUPPORT_MIND_BT_MODEL_H
#define TEST_SUPPORT_MIND_BT_MODEL_H

#include "mind/bt/bt_node_kinds.h"
#include "support/mind/bt_game.h"

enum
{
    TREE_MODEL_NODES = 64,
    TREE_MODEL_CHILDREN = 7,
    TREE_MODEL_SKIPPED = 3,
};

typedef struct model_node model_node;

struct model_node
{
    pl_bt_kind kind;
    model_node* children[TREE_MODEL_CHILDREN];
    uint32_t child_count;
    int64_t id;         ///< of a leaf
    int64_t value;      ///< msec, count, a threshold, what is written
    int64_t other;      ///< a second threshold
    uint32_t key;       ///< that is read or written
    int64_t weight;     ///< for its parent, whole
    uint32_t score;     ///< key that scores it for its parent
    uint32_t guards[4]; ///< key plus one of _failureIf, _successIf, _skipIf, _while; 0: none

    bool is_running; ///< between two ticks
    bool is_stopping;
    bool is_unwanted; ///< its _while does not hold any more
    bool is_halting;
    bool ran;
    uint32_t current;
    uint32_t waits; ///< an outcome, once all children are halted
    uint32_t once;
    int64_t count;
    int64_t since;
    uint64_t ended;
    uint64_t failed;
};

typedef struct tree_model
{
    model_node nodes[TREE_MODEL_NODES];
    uint32_t count;
    tree_game* game; ///< answers, and takes the log
    int64_t* keys;   ///< what the keys hold: 2 * TREE_GAME_KEYS
    ploy_random random;
    int64_t now;
    uint32_t loops;
} tree_model;

/// A random tree of at most TREE_MODEL_NODES nodes, also as a description for the library.
void tree_model_make(tree_model* model, ploy_random* random, uint32_t depth, ploy_bt* tree);
/// Of the root; skipped counts as an outcome.
uint32_t tree_model_tick(tree_model* model, int64_t dt, uint32_t max_loops);

#endif
