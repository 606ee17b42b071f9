// A game for trees: leaves whose results are written down, and a log of all that is asked of them.

#ifndef TEST_SUPPORT_MIND_BT_GAME_H
#define TEST_SUPPORT_MIND_BT_GAME_H

#include <ploy/bt.h>

enum
{
    TREE_GAME_KEYS = 4, ///< int keys k0 .. k3, and bool keys b0 .. b3 after them
    TREE_GAME_LOG = 4096,
};

typedef struct tree_game tree_game;

/// What leaf `id` answers now; halt: busy means that it takes longer.
typedef ploy_outcome tree_game_answer(const tree_game* game, char what, int64_t id);

struct tree_game
{
    ploy_bindings* bindings;
    ploy_blackboard_keys* keys;
    ploy_blackboard* blackboard;
    tree_game_answer* answer;
    uint64_t seed;
    uint64_t tick;
    const char* script[16]; ///< of leaf id: a letter a call, b s f; the last one goes on for ever
    uint32_t calls[16];
    char log[TREE_GAME_LOG]; ///< "S1 P1 F1 H1 C1 ": started, performed, finished, asked to halt, condition asked
    uint32_t asked_pure;
};

/// Activities Do (ports id, key) and Work (with memory), conditions Ask (id), Is (value, pure) and Least (value, least,
/// pure), measure Value. allocator NULL: the default; false when out of memory.
bool tree_game_create(tree_game* game, const ploy_allocator* allocator);
void tree_game_destroy(tree_game* game);
/// Answers from game->script.
ploy_outcome tree_game_scripted(const tree_game* game, char what, int64_t id);
/// Appends "What id " to the log.
void tree_game_note(tree_game* game, char what, int64_t id);

#endif
