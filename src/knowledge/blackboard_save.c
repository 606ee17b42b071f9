// A board as words: which board it fits, then all it holds.
//
//   fingerprint of the keys ^ scope | version | past | a bit a slot: set | value, version of each slot

#include <string.h>

#include "knowledge/blackboard.h"

enum
{
    HEAD_WORDS = 3
};

static uint64_t mark_of(const ploy_blackboard* blackboard)
{
    return pl_hash_join(blackboard->keys->fingerprint, blackboard->scope);
}

uint32_t ploy_blackboard_save_words(const ploy_blackboard* blackboard)
{
    return HEAD_WORDS + pl_bits_words(blackboard->slot_count) + 2 * (uint32_t)blackboard->slot_count;
}

ploy_status ploy_blackboard_save(const ploy_blackboard* blackboard, uint64_t* words, uint32_t capacity)
{
    if (capacity < ploy_blackboard_save_words(blackboard)) {
        return PLOY_FULL;
    }
    ploy_blackboard* cells = (ploy_blackboard*)blackboard;
    uint32_t set_words = pl_bits_words(blackboard->slot_count);
    *words++ = mark_of(blackboard);
    *words++ = blackboard->version;
    *words++ = blackboard->past;
    for (uint32_t i = 0; i < set_words; ++i) {
        *words++ = pl_cells_set(cells)[i];
    }
    for (uint32_t slot = 0; slot < blackboard->slot_count; ++slot) {
        *words++ = (uint64_t)pl_cells_values(cells)[slot];
        *words++ = pl_cells_versions(cells)[slot];
    }
    return PLOY_OK;
}

// A value that the key cannot have, or one of a key that is not set, was never written by a board.
static bool fits(const ploy_blackboard* blackboard, uint32_t key, const uint64_t* set, const uint64_t* pairs)
{
    const pl_key* known = pl_blackboard_key(blackboard->keys, key);
    uint16_t slot = known->slots[blackboard->scope];
    if (slot == PL_NO_SLOT) {
        return true;
    }
    uint64_t max = known->type == PLOY_VALUE_BOOL ? 1 : UINT64_MAX;
    max = pl_bits_test(set, slot) ? max : 0;
    return pairs[2 * slot] <= max && pairs[2 * slot + 1] <= UINT32_MAX;
}

static bool is_save_of(const ploy_blackboard* blackboard, const uint64_t* words, uint32_t count)
{
    if (count != ploy_blackboard_save_words(blackboard) || words[0] != mark_of(blackboard)) {
        return false;
    }
    uint32_t set_words = pl_bits_words(blackboard->slot_count);
    const uint64_t* set = words + HEAD_WORDS;
    uint32_t last_bits = blackboard->slot_count % 64;
    if (last_bits && set[set_words - 1] >> last_bits) {
        return false;
    }
    bool ok = true;
    for (uint32_t key = 0; key < blackboard->keys->list.count && ok; ++key) {
        ok = fits(blackboard, key, set, set + set_words);
    }
    return ok;
}

ploy_status ploy_blackboard_restore(ploy_blackboard* blackboard, const uint64_t* words, uint32_t count)
{
    if (!is_save_of(blackboard, words, count)) {
        return PLOY_INVALID;
    }
    uint32_t set_words = pl_bits_words(blackboard->slot_count);
    blackboard->version = words[1];
    blackboard->past = words[2];
    words += HEAD_WORDS;
    if (set_words) {
        memcpy(pl_cells_set(blackboard), words, set_words * sizeof *words);
    }
    words += set_words;
    for (uint32_t slot = 0; slot < blackboard->slot_count; ++slot) {
        pl_cells_values(blackboard)[slot] = (int64_t)*words++;
        pl_cells_versions(blackboard)[slot] = (uint32_t)*words++;
    }
    return PLOY_OK;
}
