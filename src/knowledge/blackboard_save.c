// A board as words: which board it fits, then all it holds.
//
//   fingerprint of the keys ^ scope | version | past | a bit a slot: set | value, version of each slot

#include <string.h>

#include "knowledge/blackboard.h"

enum
{
    HEAD_WORDS = 3
};

static uint64_t mark_of(const ploy_board* board)
{
    return pl_hash_join(board->keys->fingerprint, board->scope);
}

uint32_t ploy_board_save_words(const ploy_board* board)
{
    return HEAD_WORDS + pl_bits_words(board->slot_count) + 2 * (uint32_t)board->slot_count;
}

ploy_status ploy_board_save(const ploy_board* board, uint64_t* words, uint32_t capacity)
{
    if (capacity < ploy_board_save_words(board)) {
        return PLOY_FULL;
    }
    ploy_board* cells = (ploy_board*)board;
    uint32_t set_words = pl_bits_words(board->slot_count);
    *words++ = mark_of(board);
    *words++ = board->version;
    *words++ = board->past;
    for (uint32_t i = 0; i < set_words; ++i) {
        *words++ = pl_cells_set(cells)[i];
    }
    for (uint32_t slot = 0; slot < board->slot_count; ++slot) {
        *words++ = (uint64_t)pl_cells_values(cells)[slot];
        *words++ = pl_cells_versions(cells)[slot];
    }
    return PLOY_OK;
}

// A value that the key cannot have, or one of a key that is not set, was never written by a board.
static bool fits(const ploy_board* board, uint32_t key, const uint64_t* set, const uint64_t* pairs)
{
    const pl_key* known = pl_board_key(board->keys, key);
    uint16_t slot = known->slots[board->scope];
    if (slot == PL_NO_SLOT) {
        return true;
    }
    uint64_t most = known->type == PLOY_VALUE_BOOL ? 1 : UINT64_MAX;
    most = pl_bits_test(set, slot) ? most : 0;
    return pairs[2 * slot] <= most && pairs[2 * slot + 1] <= UINT32_MAX;
}

static bool is_save_of(const ploy_board* board, const uint64_t* words, uint32_t count)
{
    if (count != ploy_board_save_words(board) || words[0] != mark_of(board)) {
        return false;
    }
    uint32_t set_words = pl_bits_words(board->slot_count);
    const uint64_t* set = words + HEAD_WORDS;
    uint32_t last_bits = board->slot_count % 64;
    if (last_bits && set[set_words - 1] >> last_bits) {
        return false;
    }
    bool ok = true;
    for (uint32_t key = 0; key < board->keys->list.count && ok; ++key) {
        ok = fits(board, key, set, set + set_words);
    }
    return ok;
}

ploy_status ploy_board_restore(ploy_board* board, const uint64_t* words, uint32_t count)
{
    if (!is_save_of(board, words, count)) {
        return PLOY_INVALID;
    }
    uint32_t set_words = pl_bits_words(board->slot_count);
    board->version = words[1];
    board->past = words[2];
    words += HEAD_WORDS;
    if (set_words) {
        memcpy(pl_cells_set(board), words, set_words * sizeof *words);
    }
    words += set_words;
    for (uint32_t slot = 0; slot < board->slot_count; ++slot) {
        pl_cells_values(board)[slot] = (int64_t)*words++;
        pl_cells_versions(board)[slot] = (uint32_t)*words++;
    }
    return PLOY_OK;
}
