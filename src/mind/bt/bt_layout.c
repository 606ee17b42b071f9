// The layout of an agent's mind data, and the keys that reactive nodes watch.

#include <string.h>

#include "base/hash.h"
#include "mind/common/bindings.h"
#include "mind/bt/bt_code.h"

// The number of words that a node needs while it runs.
static uint32_t own_words(const pl_op* op)
{
    switch (op->kind) {
    case PL_BT_REPEAT:
    case PL_BT_RETRY:
    case PL_BT_LOOP_INT:
        return 1;
    case PL_BT_TIMEOUT:
    case PL_BT_DELAY:
    case PL_BT_SLEEP:
    case PL_BT_RANDOM_FALLBACK:
        return 2;
    case PL_BT_REACTIVE_SEQUENCE:
    case PL_BT_REACTIVE_FALLBACK:
    case PL_BT_WHILE_DO_ELSE:
    case PL_BT_SERVICE:
    case PL_BT_TRY_CATCH:
        return 3;
    case PL_BT_PARALLEL:
    case PL_BT_NODE:
        return 5;
    case PL_BT_PARALLEL_ALL:
        return 7;
    default:
        return op->flags & (PL_OP_SKIPS | PL_OP_YIELDS) ? 1 : 0;
    }
}

// The number of words that outlast a run of the node.
static uint32_t lasting_words(const pl_op* op)
{
    switch (op->kind) {
    case PL_BT_SEQUENCE_WITH_MEMORY:
    case PL_BT_COOLDOWN:
    case PL_BT_SKIP_UNLESS_UPDATED:
    case PL_BT_WAIT_VALUE_UPDATE:
    case PL_BT_WAS_ENTRY_UPDATED:
        return 2;
    case PL_BT_RUN_ONCE:
    case PL_BT_PLAN:
        return 1;
    default:
        return 0;
    }
}

static bool is_watch(const pl_bt_mind* m, const pl_op* op)
{
    switch (op->kind) {
    case PL_BT_TIMEOUT:
        return op->value > 0; // 0: no time limit; a key may always give one
    case PL_BT_SWITCH2:
    case PL_BT_REACTIVE_UTILITY_SELECTOR:
        return true;
    case PL_BT_GUARD:
        return m->guards.data[op->arg].holds != NULL;
    default:
        return false;
    }
}

// Can it be skipped? Yes in case of doubt: it costs one word.
static bool may_skip(const pl_bt_mind* m, uint32_t at)
{
    const pl_op* op = &m->ops.data[at];
    switch (op->kind) {
    case PL_BT_GUARD: {
        const pl_op_guard* guard = &m->guards.data[op->arg];
        return guard->skips || guard->holds || may_skip(m, at + 1);
    }
    case PL_BT_RUN_ONCE:
    case PL_BT_NODE:
    case PL_BT_SKIP_UNLESS_UPDATED:
        return true;
    case PL_BT_PRECONDITION:
        return op->value == PLOY_SKIPPED || op->value < 0 || may_skip(m, at + 1);
    case PL_BT_LOOP_INT:
        return m->loops.data[op->arg].if_empty == PLOY_SKIPPED || m->loops.data[op->arg].if_empty < 0;
    case PL_BT_CONDITION:
    case PL_BT_ACTION:
        return false;
    default:
        break;
    }
    for (uint32_t child = at + 1; child < op->next; child = m->ops.data[child].next) {
        if (may_skip(m, child)) return true;
    }
    return false;
}

static void mark_skips(pl_bt_mind* m)
{
    for (uint32_t i = 0; i < m->ops.count; ++i) {
        pl_op* op = &m->ops.data[i];
        if ((op->kind == PL_BT_SEQUENCE || op->kind == PL_BT_FALLBACK) && may_skip(m, i)) op->flags |= PL_OP_SKIPS;
    }
}

// A node of the game's own has a cell while it runs, and data that outlasts it. Returns its words.
static uint32_t place_node_data(const pl_bt_mind* m, pl_op* op, uint32_t word)
{
    if (op->kind != PL_BT_NODE) return 0;
    op->value = word;
    return m->leaves.data[op->arg].node->data_bytes / 4;
}

static uint32_t place_lasting(pl_bt_mind* m)
{
    uint32_t word = PL_BT_HEADER + m->planner_count;
    for (uint32_t i = 0; i < m->ops.count; ++i) {
        uint32_t count = lasting_words(&m->ops.data[i]);
        if (count > 0) m->ops.data[i].cell = (uint16_t)word;
        word += count + place_node_data(m, &m->ops.data[i], word + count);
        if (word >= PL_OP_NONE) return word;
    }
    return word;
}

typedef struct layout
{
    pl_bt_mind* mind;
    uint32_t thread; ///< of the current node
    uint32_t watch;
} layout;

// Words of a thread. Nodes below a fork have threads of their own.
static uint32_t thread_words(const pl_bt_mind* m, uint32_t top)
{
    uint32_t bytes = 0;
    bool has_activity = false;
    for (uint32_t i = top; i < m->ops.data[top].next;) {
        const pl_op* op = &m->ops.data[i];
        if (op->kind == PL_BT_ACTION) {
            uint32_t needed = m->leaves.data[op->arg].activity->data_bytes;
            bytes = needed > bytes ? needed : bytes;
            has_activity = true;
        }
        i = pl_op_is_fork((pl_bt_kind)op->kind) ? op->next : i + 1;
    }
    return has_activity ? PL_THREAD_DATA + (bytes + 3) / 4 : 1;
}

static uint32_t lay_out_thread(layout in, uint32_t top, uint32_t word);

// Returns the word after those of the node and its descendants.
static uint32_t lay_out(layout in, uint32_t at, uint32_t word)
{
    pl_bt_mind* m = in.mind;
    pl_op* op = &m->ops.data[at];
    op->thread = (uint16_t)in.thread;
    op->watch = (uint16_t)in.watch;
    uint32_t own = own_words(op);
    if (own > 0) op->cell = (uint16_t)word;
    word += own;
    if (word >= PL_OP_NONE) return word;
    if (is_watch(m, op)) in.watch = at;
    bool is_fork = pl_op_is_fork((pl_bt_kind)op->kind);
    uint32_t end = word;
    for (uint32_t child = at + 1; child < op->next; child = m->ops.data[child].next) {
        uint32_t used = is_fork ? lay_out_thread(in, child, end) : lay_out(in, child, word);
        end = used > end ? used : end;
        if (end >= PL_OP_NONE) return end;
    }
    return end;
}

static uint32_t lay_out_thread(layout in, uint32_t top, uint32_t word)
{
    uint32_t words = thread_words(in.mind, top);
    if (words > 1) word = (word + 1) / 2 * 2; // an activity's data is aligned to 8 bytes
    layout inner = {in.mind, word, PL_OP_NONE};
    return word + words >= PL_OP_NONE ? PL_OP_NONE : lay_out(inner, top, word + words);
}

static uint64_t hash_layout(const pl_bt_mind* m)
{
    pl_digest digest = {m->word_count};
    for (uint32_t i = 0; i < m->ops.count; ++i) {
        const pl_op* op = &m->ops.data[i];
        const char* element = pl_bt_kind_element((pl_bt_kind)op->kind);
        pl_digest_add_bytes(&digest, element, strlen(element));
        pl_digest_add(&digest, (uint64_t)op->next << 32 | (uint64_t)op->thread << 16 | op->cell);
        bool is_bound = op->kind == PL_BT_ACTION || op->kind == PL_BT_NODE;
        if (is_bound) pl_digest_add(&digest, m->leaves.data[op->arg].binding);
        if (op->kind == PL_BT_PLAN) pl_digest_add(&digest, m->plans.data[op->arg].count);
    }
    return digest.value;
}

// <Plan> nodes that can run at the same time, below different children of a fork, have different planners. Returns the
// number of planners in use so far.
static uint32_t place_planners(pl_bt_mind* m, uint32_t at, uint32_t planner)
{
    const pl_op* op = &m->ops.data[at];
    if (op->kind == PL_BT_PLAN) {
        m->plans.data[op->arg].planner = planner;
        return planner + 1;
    }
    bool is_fork = pl_op_is_fork((pl_bt_kind)op->kind);
    uint32_t end = planner;
    for (uint32_t child = at + 1; child < op->next; child = m->ops.data[child].next) {
        uint32_t used = place_planners(m, child, is_fork ? end : planner);
        end = used > end ? used : end;
    }
    return end;
}

bool pl_bt_lay_out(pl_bt_mind* m)
{
    m->planner_count = place_planners(m, 0, 0);
    mark_skips(m);
    uint32_t word = place_lasting(m);
    if (word < PL_OP_NONE) word = lay_out_thread((layout){m, 0, PL_OP_NONE}, 0, word);
    if (word >= PL_OP_NONE) return false;
    m->word_count = (word + 1) / 2 * 2;
    m->layout_hash = hash_layout(m);
    return true;
}

// Watched keys. A node is pure when it ends at once and its outcome depends only on the keys it reads and on its
// children. A reactive node need not run its earlier children again while no key has changed, if all nodes they entered
// were pure.

static bool guard_polls(const pl_op_guard* guard)
{
    const pl_guard* const all[] = {guard->fails, guard->succeeds, guard->skips, guard->holds};
    for (uint32_t i = 0; i < 4; ++i) {
        if (all[i] && pl_guard_polls(all[i])) return true;
    }
    return false;
}

static bool op_is_pure(const pl_bt_mind* m, const pl_op* op)
{
    switch (op->kind) {
    case PL_BT_SEQUENCE:
    case PL_BT_FALLBACK:
    case PL_BT_REACTIVE_SEQUENCE:
    case PL_BT_REACTIVE_FALLBACK:
    case PL_BT_IF_THEN_ELSE:
    case PL_BT_SWITCH2:
    case PL_BT_INVERTER:
    case PL_BT_FORCE_SUCCESS:
    case PL_BT_FORCE_FAILURE:
    case PL_BT_SUBTREE:
    case PL_BT_ALWAYS_SUCCESS:
    case PL_BT_ALWAYS_FAILURE:
        return true;
    case PL_BT_CONDITION:
        return m->leaves.data[op->arg].is_pure;
    case PL_BT_GUARD:
        return !guard_polls(&m->guards.data[op->arg]);
    default:
        return false;
    }
}

static bool add_keys(pl_bt_mind* m, const uint32_t* keys, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (!PL_ARRAY_PUSH(&m->keys, &m->allocator, keys[i])) return false;
    }
    return true;
}

static bool add_guard_keys(pl_bt_mind* m, const pl_op_guard* guard)
{
    const pl_guard* const all[] = {guard->fails, guard->succeeds, guard->skips, guard->holds};
    for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t* keys;
        uint32_t count = all[i] ? pl_guard_keys(all[i], &keys) : 0;
        if (count > 0 && !add_keys(m, keys, count)) return false;
    }
    return true;
}

static bool add_leaf_keys(pl_bt_mind* m, const pl_bt_leaf* leaf)
{
    uint32_t count = leaf->condition->port_count;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t key = m->ports.data[leaf->ports + i].key;
        if (key != PLOY_NONE && !add_keys(m, &key, 1)) return false;
    }
    return true;
}

static bool add_case_keys(pl_bt_mind* m, const pl_op* op)
{
    uint32_t count = op->flags & PL_OP_READS ? (uint32_t)((uint64_t)op->value >> 32) : 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t key = (uint32_t)m->numbers.data[op->arg + 1 + count + i];
        if (key < PL_BT_NO_CASE && !add_keys(m, &key, 1)) return false;
    }
    return true;
}

static bool add_branch_keys(pl_bt_mind* m, uint32_t top)
{
    for (uint32_t i = top; i < m->ops.data[top].next; ++i) {
        const pl_op* op = &m->ops.data[i];
        uint32_t key = (uint32_t)op->value;
        bool fits = true;
        if (op->kind == PL_BT_GUARD) fits = add_guard_keys(m, &m->guards.data[op->arg]);
        if (op->kind == PL_BT_CONDITION) fits = add_leaf_keys(m, &m->leaves.data[op->arg]);
        if (op->kind == PL_BT_SWITCH2 && key != PLOY_NONE) fits = add_keys(m, &key, 1);
        if (op->kind == PL_BT_SWITCH2 && fits) fits = add_case_keys(m, op);
        if (!fits) return false;
    }
    return true;
}

static uint32_t keep_each_once(uint32_t* keys, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t k = 0;
        while (k < kept && keys[k] != keys[i]) ++k;
        if (k == kept) keys[kept++] = keys[i];
    }
    return kept;
}

// While a later child runs, all children before it are watched; of WhileDoElse only the first.
static bool find_watched(pl_bt_mind* m, uint32_t at)
{
    pl_op* op = &m->ops.data[at];
    pl_op_keys watched = {m->keys.count, 0};
    for (uint32_t child = at + 1; child < op->next; child = m->ops.data[child].next) {
        bool is_watched = m->ops.data[child].next < op->next && (op->kind != PL_BT_WHILE_DO_ELSE || child == at + 1);
        if (is_watched && !add_branch_keys(m, child)) return false;
    }
    if (m->keys.count > watched.first) {
        watched.count = keep_each_once(m->keys.data + watched.first, m->keys.count - watched.first);
        m->keys.count = watched.first + watched.count;
    }
    op->arg = m->watched.count;
    return PL_ARRAY_PUSH(&m->watched, &m->allocator, watched);
}

ploy_status pl_bt_find_watched(pl_bt_mind* m)
{
    for (uint32_t i = 0; i < m->ops.count; ++i) {
        uint8_t kind = m->ops.data[i].kind;
        if (!op_is_pure(m, &m->ops.data[i])) m->ops.data[i].flags |= PL_OP_IMPURE;
        bool is_reactive =
            kind == PL_BT_REACTIVE_SEQUENCE || kind == PL_BT_REACTIVE_FALLBACK || kind == PL_BT_WHILE_DO_ELSE;
        if (is_reactive && !find_watched(m, i)) return PLOY_OUT_OF_MEMORY;
    }
    return PLOY_OK;
}
