// A game for behavior trees: the leaves return scripted results, and a log lists every call.

#ifndef TEST_SUPPORT_MIND_BT_GAME_H
#define TEST_SUPPORT_MIND_BT_GAME_H

#include <ploy/bt.h>

enum
{
    BT_GAME_KEYS = 4, ///< int keys k0 .. k3, then bool keys b0 .. b3
    BT_GAME_TREES = 8,
    BT_GAME_STRINGS = 2 * BT_GAME_KEYS,  ///< s0 .. s3, "v0" at first
    BT_GAME_DECIMALS = 3 * BT_GAME_KEYS, ///< d0 .. d3
    BT_GAME_PRIVATE = 4 * BT_GAME_KEYS,  ///< tree0._p and so on, the strings _p that subtrees have for themselves
    BT_GAME_ALL_KEYS = BT_GAME_PRIVATE + BT_GAME_TREES,
    BT_GAME_LOG = 4096,
};

typedef struct bt_game bt_game;

/// What leaf `id` returns now. For a halt, running means that it takes longer.
typedef ploy_outcome bt_game_answer(const bt_game* game, char what, int64_t id);

struct bt_game
{
    ploy_bindings* bindings;
    ploy_blackboard_keys* keys;
    ploy_blackboard* blackboard;
    bt_game_answer* answer;
    uint64_t seed;
    uint64_t tick;
    const char* script[16]; ///< by leaf id: one letter per call (b, s, f); the last letter repeats forever
    uint32_t calls[16];
    char log[BT_GAME_LOG]; ///< "S1 P1 F1 H1 C1 ": start, perform, finish, halt, condition evaluated
    uint32_t evaluated_pure;
};

/// Binds the activities Do (ports id, key) and Work (with memory), the conditions Ask (id), Is (value, pure), Least
/// (value, least, pure) and Same (value, text, pure), the scorer Half, and the nodes Recover (tries) and Race. allocator NULL: the default. false when out of memory.
bool bt_game_create(bt_game* game, const ploy_allocator* allocator);
void bt_game_destroy(bt_game* game);
/// Returns what game->script says.
ploy_outcome bt_game_scripted(const bt_game* game, char what, int64_t id);
/// Appends what and id to the log.
void bt_game_note(bt_game* game, char what, int64_t id);

#endif
