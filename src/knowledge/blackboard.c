#include "knowledge/blackboard.h"

#include "base/hints.h"
#include "trace/emit.h"

ploy_board_def ploy_board_def_default(void)
{
    return (ploy_board_def){.cookie = PL_COOKIE, .scope = PLOY_SCOPE_AGENT};
}

// Life.

static size_t board_bytes(uint32_t slots)
{
    return sizeof(ploy_board) + (size_t)slots * (sizeof(int64_t) + sizeof(uint32_t)) + (size_t)pl_bits_words(slots) * 8;
}

static void join(ploy_board* board, ploy_board* parent)
{
    PL_ASSERT(!parent || (parent->keys == board->keys && parent->scope > board->scope));
    board->parent = parent;
    if (parent) {
        ++parent->child_count;
    }
}

ploy_board* ploy_board_create(const ploy_board_def* def)
{
    PL_ASSERT_COOKIE(def);
    PL_ASSERT(def->keys && def->scope < PLOY_SCOPE_COUNT);
    ploy_board_keys* keys = def->keys;
    uint16_t slots = keys->slot_counts[def->scope];
    ploy_board* board = pl_alloc_zeroed(&keys->allocator, board_bytes(slots));
    if (!board) {
        return NULL;
    }
    *board = (ploy_board){.keys = keys, .agent = def->agent, .slot_count = slots, .scope = (uint8_t)def->scope};
    join(board, def->parent);
    keys->is_fixed = true;
    ++keys->board_count;
    return board;
}

static void leave(ploy_board* board)
{
    if (board->parent) {
        --board->parent->child_count;
    }
}

void ploy_board_destroy(ploy_board* board)
{
    if (!board) {
        return;
    }
    PL_ASSERT(board->child_count == 0);
    ploy_board_keys* keys = board->keys;
    pl_observers_destroy(board->observers);
    leave(board);
    --keys->board_count;
    pl_free(&keys->allocator, board, board_bytes(board->slot_count));
}

void ploy_board_set_parent(ploy_board* board, ploy_board* parent)
{
    if (parent == board->parent) {
        return;
    }
    board->past += 1 + (board->parent ? ploy_board_stamp_all(board->parent) : 0);
    leave(board);
    join(board, parent);
}

ploy_board* ploy_board_parent(const ploy_board* board)
{
    return board->parent;
}

// Reading. The cells are not const to their own board, only through this pointer.

static uint16_t slot_of(const ploy_board* board, uint32_t key)
{
    return pl_board_key(board->keys, key)->slots[board->scope];
}

static bool has(const ploy_board* board, uint16_t slot)
{
    return slot != PL_NO_SLOT && pl_bits_test(pl_cells_set((ploy_board*)board), slot);
}

const ploy_board* ploy_board_holder(const ploy_board* board, uint32_t key)
{
    const uint16_t* slots = pl_board_key(board->keys, key)->slots;
    while (board && !has(board, slots[board->scope])) {
        board = board->parent;
    }
    return board;
}

int64_t ploy_board_get(const ploy_board* board, uint32_t key)
{
    const pl_key* known = pl_board_key(board->keys, key);
    const ploy_board* holder = ploy_board_holder(board, key);
    return holder ? holder->cells[known->slots[holder->scope]] : known->initial;
}

static void assert_type(const ploy_board* board, uint32_t key, ploy_value_type type)
{
    PL_ASSERT(pl_board_key(board->keys, key)->type == type);
}

bool ploy_board_get_bool(const ploy_board* board, uint32_t key)
{
    assert_type(board, key, PLOY_VALUE_BOOL);
    return ploy_board_get(board, key) != 0;
}

int64_t ploy_board_get_int(const ploy_board* board, uint32_t key)
{
    assert_type(board, key, PLOY_VALUE_INT);
    return ploy_board_get(board, key);
}

int64_t ploy_board_get_decimal(const ploy_board* board, uint32_t key)
{
    assert_type(board, key, PLOY_VALUE_DECIMAL);
    return ploy_board_get(board, key);
}

uint64_t ploy_board_get_object(const ploy_board* board, uint32_t key)
{
    assert_type(board, key, PLOY_VALUE_OBJECT);
    return (uint64_t)ploy_board_get(board, key);
}

// Changed since.

uint64_t ploy_board_stamp(const ploy_board* board, uint32_t key)
{
    const uint16_t* slots = pl_board_key(board->keys, key)->slots;
    uint64_t sum = 0;
    for (; board; board = board->parent) {
        uint16_t slot = slots[board->scope];
        sum += slot == PL_NO_SLOT ? 0 : pl_cells_versions((ploy_board*)board)[slot];
        if (has(board, slot)) {
            return sum | (uint64_t)(board->scope + 1) << PL_STAMP_SCOPE;
        }
        sum += board->past;
    }
    return sum;
}

uint64_t ploy_board_stamp_all(const ploy_board* board)
{
    uint64_t sum = 0;
    for (; board; board = board->parent) {
        sum += board->version + board->past;
    }
    return sum;
}

uint64_t ploy_board_version(const ploy_board* board)
{
    return board->version;
}

// Writing.

PL_NO_INLINE static void tell(ploy_board* board, uint32_t key, uint16_t slot, bool is_set)
{
    PL_TRACE_UNLESS(pl_board_key(board->keys, key)->is_restless, board->keys->trace, BOARD_WRITTEN, board->agent,
                    board->scope, key, (uint64_t)board->cells[slot], is_set);
    if (board->observers) {
        pl_observers_tell(board->observers, board, key, slot);
    }
}

static ploy_status write(ploy_board* board, uint32_t key, bool is_set, int64_t value)
{
    uint16_t slot = slot_of(board, key);
    if (slot == PL_NO_SLOT) {
        return PLOY_NOT_SUPPORTED;
    }
    int64_t* cell = &pl_cells_values(board)[slot];
    if (has(board, slot) == is_set && *cell == value) {
        return PLOY_ALREADY;
    }
    *cell = value;
    if (is_set) {
        pl_bits_set(pl_cells_set(board), slot);
    } else {
        pl_bits_clear(pl_cells_set(board), slot);
    }
    ++pl_cells_versions(board)[slot];
    ++board->version;
    if (board->keys->trace || board->observers) {
        tell(board, key, slot, is_set);
    }
    return PLOY_OK;
}

ploy_status ploy_board_set(ploy_board* board, uint32_t key, int64_t value)
{
    PL_ASSERT(pl_board_key(board->keys, key)->type != PLOY_VALUE_BOOL || value == 0 || value == 1);
    return write(board, key, true, value);
}

// The cell of a key that is not set is 0, so that boards that hold the same are the same.
ploy_status ploy_board_unset(ploy_board* board, uint32_t key)
{
    return write(board, key, false, 0);
}

ploy_status ploy_board_set_bool(ploy_board* board, uint32_t key, bool value)
{
    assert_type(board, key, PLOY_VALUE_BOOL);
    return write(board, key, true, value);
}

ploy_status ploy_board_set_int(ploy_board* board, uint32_t key, int64_t value)
{
    assert_type(board, key, PLOY_VALUE_INT);
    return write(board, key, true, value);
}

ploy_status ploy_board_set_decimal(ploy_board* board, uint32_t key, int64_t thousandths)
{
    assert_type(board, key, PLOY_VALUE_DECIMAL);
    return write(board, key, true, thousandths);
}

ploy_status ploy_board_set_object(ploy_board* board, uint32_t key, uint64_t object)
{
    assert_type(board, key, PLOY_VALUE_OBJECT);
    return write(board, key, true, (int64_t)object);
}

// Observers.

ploy_status ploy_board_subscribe(ploy_board* board, uint32_t key, ploy_board_fn* call, void* user, ploy_observer_id* id)
{
    PL_ASSERT(call);
    uint32_t slot = key == PLOY_NONE ? board->slot_count : slot_of(board, key);
    if (slot == PL_NO_SLOT) {
        return PLOY_NOT_SUPPORTED;
    }
    if (!board->observers) {
        board->observers = pl_observers_create(&board->keys->allocator, board->slot_count);
    }
    pl_id made = board->observers ? pl_observers_add(board->observers, slot, call, user) : (pl_id){0};
    if (id) {
        *id = (ploy_observer_id){made.index1, made.generation};
    }
    return pl_id_is_null(made) ? PLOY_OUT_OF_MEMORY : PLOY_OK;
}

ploy_status ploy_board_unsubscribe(ploy_board* board, ploy_observer_id id)
{
    bool was_there = board->observers && pl_observers_remove(board->observers, (pl_id){id.index1, id.generation});
    return was_there ? PLOY_OK : PLOY_NOT_FOUND;
}

uint32_t ploy_board_observer_count(const ploy_board* board)
{
    return board->observers ? pl_observers_count(board->observers) : 0;
}

void pl_cells_digest(const ploy_board* board, pl_digest* digest)
{
    for (uint32_t slot = 0; slot < board->slot_count; ++slot) {
        pl_digest_add(digest, has(board, (uint16_t)slot));
        pl_digest_add(digest, (uint64_t)board->cells[slot]);
    }
}
