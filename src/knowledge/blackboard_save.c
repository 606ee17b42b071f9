// A blackboard in a save: which blackboard it fits, then all it holds, 8 bytes each.
//
//   fingerprint of keys and scope | version | past | set, one bit per slot | value, version of each slot

#include "knowledge/blackboard.h"

static uint64_t fingerprint_of(const ploy_blackboard* blackboard)
{
    return pl_hash_join(blackboard->keys->fingerprint, blackboard->scope);
}

void pl_blackboard_save(const ploy_blackboard* blackboard, ploy_writer* writer)
{
    ploy_blackboard* cells = (ploy_blackboard*)blackboard;
    ploy_write_u64(writer, fingerprint_of(blackboard));
    ploy_write_u64(writer, blackboard->version);
    ploy_write_u64(writer, blackboard->past);
    for (uint32_t i = 0; i < pl_bits_words(blackboard->slot_count); ++i) {
        ploy_write_u64(writer, pl_cells_set(cells)[i]);
    }
    for (uint32_t slot = 0; slot < blackboard->slot_count; ++slot) {
        ploy_write_i64(writer, pl_cells_values(cells)[slot]);
        ploy_write_u64(writer, pl_cells_versions(cells)[slot]);
    }
}

// Restoring: a pass that only checks, on a copy of the reader, then one that cannot fail.

// Slots are numbered in the order of the keys that the scope can hold. A value that the key cannot have, or one of a
// key that is not set, was never saved.
static bool cells_are_valid(const ploy_blackboard* blackboard, ploy_reader set, ploy_reader* cells)
{
    uint64_t word = 0;
    bool ok = true;
    for (uint32_t key = 0; key < blackboard->keys->list.count && ok; ++key) {
        const pl_key* known = pl_blackboard_key(blackboard->keys, key);
        uint16_t slot = known->slots[blackboard->scope];
        if (slot == PL_NO_SLOT) continue;
        word = slot % 64 == 0 ? ploy_read_u64(&set) : word;
        bool is_set = (word >> slot % 64 & 1) != 0;
        uint64_t max = !is_set ? 0 : known->type == PLOY_VALUE_BOOL ? 1 : UINT64_MAX;
        ok = ploy_read_u64(cells) <= max && ploy_read_u64(cells) <= UINT32_MAX;
    }
    uint32_t last_bits = blackboard->slot_count % 64;
    return ok && !cells->failed && (last_bits == 0 || word >> last_bits == 0);
}

static bool is_save_of(const ploy_blackboard* blackboard, ploy_reader reader)
{
    uint64_t fingerprint = ploy_read_u64(&reader);
    ploy_read_u64(&reader);
    ploy_read_u64(&reader);
    ploy_reader set = reader;
    for (uint32_t i = 0; i < pl_bits_words(blackboard->slot_count); ++i) ploy_read_u64(&reader);
    return fingerprint == fingerprint_of(blackboard) && !reader.failed && cells_are_valid(blackboard, set, &reader);
}

ploy_status pl_blackboard_restore(ploy_blackboard* blackboard, ploy_reader* reader)
{
    if (reader->failed || !is_save_of(blackboard, *reader)) {
        reader->failed = true;
        return PLOY_INVALID;
    }
    ploy_read_u64(reader);
    blackboard->version = ploy_read_u64(reader);
    blackboard->past = ploy_read_u64(reader);
    for (uint32_t i = 0; i < pl_bits_words(blackboard->slot_count); ++i) {
        pl_cells_set(blackboard)[i] = ploy_read_u64(reader);
    }
    for (uint32_t slot = 0; slot < blackboard->slot_count; ++slot) {
        pl_cells_values(blackboard)[slot] = ploy_read_i64(reader);
        pl_cells_versions(blackboard)[slot] = (uint32_t)ploy_read_u64(reader);
    }
    return PLOY_OK;
}
