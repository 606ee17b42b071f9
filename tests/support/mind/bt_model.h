// A reference model of behavior trees: a node is an object with children. Every tick starts at the root and evaluates
// all conditions again. Compiled trees must give the same calls and results, halts included.

#ifndef TEST_SUPPORT_MIND_BT_MODEL_H
#define TEST_SUPPORT_MIND_BT_MODEL_H

#include "mind/bt/bt.h"
#include "support/mind/bt_game.h"

enum
{
    BT_MODEL_NODES = 64,
    BT_MODEL_CHILDREN = 7,
    BT_MODEL_SKIPPED = 3,
    BT_MODEL_TREES = BT_GAME_TREES,
};

typedef struct model_node model_node;

struct model_node
{
    pl_bt_kind kind;
    model_node* children[BT_MODEL_CHILDREN];
    uint32_t child_count;
    int64_t id;         ///< of a leaf
    int64_t value;      ///< milliseconds, a count, a threshold, or the value that is written
    uint32_t reads;     ///< the key that has its value instead, plus 1; 0: none
    int64_t other;      ///< a second threshold
    uint32_t key;       ///< the key that is read or written
    int64_t weight;     ///< for its parent, a whole number
    uint32_t score;     ///< the key that holds its score for the parent
    uint32_t guards[4]; ///< keys of _failureIf, _successIf, _skipIf, _while, plus 1; 0: none
    uint32_t posts[4];  ///< keys that _onSuccess, _onFailure, _onHalted, _post set to 1, plus 1; 0: none

    bool is_running; ///< between two ticks
    bool is_stopping;
    bool is_unwanted; ///< its _while no longer holds
    bool is_halting;
    bool ran;
    uint32_t current;
    uint32_t waits; ///< the outcome to return once all children are halted
    uint32_t once;
    int64_t count;
    int64_t since;
    uint64_t ended;
    uint64_t failed;
    model_node* parent;
    model_node* cause; ///< the node that made it fail when it last failed
};

typedef struct bt_model
{
    model_node nodes[BT_MODEL_NODES];
    uint32_t count;
    bt_game* game; ///< gives the results and holds the log
    int64_t* keys; ///< values of the keys: BT_GAME_ALL_KEYS, each a number from 0 to 3
    bool is_set[BT_GAME_ALL_KEYS];
    uint32_t versions[BT_GAME_ALL_KEYS]; ///< changes of each key
    ploy_random random;
    int64_t now;
    bool is_plain; ///< made of what BehaviorTree.CPP has and does right, without times
    bool yields;   ///< a node has ended a round: the root is ticked again in the same tick
} bt_model;

/// The trees of a model, described for the library: the main tree, then its subtrees.
typedef struct bt_model_trees
{
    ploy_bt* trees[BT_MODEL_TREES];
    uint32_t count;
} bt_model_trees;

/// A random tree of at most BT_MODEL_NODES nodes of every kind, also described for the library.
void bt_model_make(bt_model* model, ploy_random* random, uint32_t depth, bt_model_trees* trees);
void bt_model_free(bt_model_trees* trees);
/// The outcome of the root. Skipped counts as an outcome.
uint32_t bt_model_tick(bt_model* model, int64_t dt, uint32_t max_loops);
/// Writes a key, or unsets it (value 0).
void bt_model_write(bt_model* model, uint32_t key, bool set, int64_t value);
bool bt_model_is_string(uint32_t key);
/// A value of a key as text: 2 is "2", "v2" or "2.5".
void bt_model_spell(uint32_t key, int64_t value, char text[8]);
/// Node i is named "n<i>".
const model_node* bt_model_find(const bt_model* model, const char* name);

#endif
