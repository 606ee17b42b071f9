// The loop that walks a tree: down into nodes that are entered, up from nodes that have ended, until a leaf is running
// or the branch has ended. Each direction is one switch over the node types, so a step costs a jump and no call.

#include "base/check.h"
#include "base/float.h"
#include "mind/common/bindings.h"
#include "mind/bt/bt_run.h"

static uint32_t position_of(const pl_bt_run* r, uint32_t top)
{
    return (r->words[r->ops[top].thread] & 0xFFFFu) - 1;
}

static uint32_t stopper_of(const pl_bt_run* r, uint32_t top)
{
    return r->words[r->ops[top].thread] >> 16;
}

static void set_position(pl_bt_run* r, uint32_t top, uint32_t position, uint32_t stopper)
{
    r->words[r->ops[top].thread] = (position + 1) | stopper << 16;
}

static bool holds(const pl_guard* guard, pl_bt_run* r)
{
    return guard && pl_guard_holds(guard, r->agent);
}

// PLOY_RUNNING: the node may be entered.
static uint32_t enter_guard(pl_bt_run* r, uint32_t at)
{
    const pl_op_guard* guard = &r->mind->guards.data[r->ops[at].arg];
    r->agent->reason = 0;
    if (holds(guard->fails, r)) return pl_bt_fails(r, at, r->agent->reason);
    if (holds(guard->succeeds, r)) return PLOY_SUCCESS;
    if (holds(guard->skips, r)) return PL_BT_SKIPPED;
    return guard->holds && !pl_guard_holds(guard->holds, r->agent) ? PL_BT_SKIPPED : PLOY_RUNNING;
}

// The call was prepared when the tree was compiled; only its user may have changed since (ploy_bindings_add_condition).
static inline uint32_t evaluate_condition(pl_bt_run* r, uint32_t at, const pl_op* op)
{
    const pl_bt_leaf* leaf = &r->mind->leaves.data[op->arg];
    const ploy_condition_def* def = leaf->condition;
    const ploy_call* call = &leaf->call;
    ploy_call other;
    if (def->user != call->user) {
        other = *call;
        other.user = def->user;
        call = &other;
    }
    r->agent->reason = 0;
    return def->test(r->agent, call) ? PLOY_SUCCESS : pl_bt_fails(r, at, r->agent->reason);
}

static bool is_over(const pl_bt_run* r, uint32_t at)
{
    return r->agent->now - pl_words_get(r->words + r->ops[at].cell) >= pl_bt_limit(r, &r->ops[at]);
}

static uint32_t child_with(const pl_bt_run* r, uint32_t parent, uint32_t at)
{
    while (r->ops[at].parent != parent) at = r->ops[at].parent;
    return at;
}

static uint64_t bit_of(const pl_bt_run* r, uint32_t parent, uint32_t child)
{
    uint64_t bit = 1;
    for (uint32_t i = parent + 1; i != child; i = r->ops[i].next) bit <<= 1;
    return bit;
}

static uint32_t last_child(const pl_bt_run* r, uint32_t parent)
{
    uint32_t child = parent + 1;
    while (r->ops[child].next < r->ops[parent].next) child = r->ops[child].next;
    return child;
}

// A child of a TryCatch failed: the last child has to clean up, and its parent then fails because of the first.
static uint32_t begin_catch(pl_bt_run* r, uint32_t parent)
{
    uint32_t* cell = r->words + r->ops[parent].cell;
    cell[1] = r->words[PL_BT_CAUSE];
    cell[2] = r->words[PL_BT_REASON];
    return last_child(r, parent);
}

static uint32_t end_catch(pl_bt_run* r, uint32_t parent)
{
    const uint32_t* cell = r->words + r->ops[parent].cell;
    bool is_known = pl_op_is_within(r->ops, cell[1] - 1, parent);
    return pl_bt_fails(r, is_known ? cell[1] - 1 : parent, is_known ? cell[2] : 0);
}

// Was the key written since the node last looked? A key that is not set was not.
static bool is_updated(pl_bt_run* r, uint32_t at)
{
    const ploy_blackboard* blackboard = r->agent->blackboard;
    uint32_t* seen = r->words + r->ops[at].cell;
    uint64_t stamp = blackboard ? pl_blackboard_stamp(blackboard, (uint32_t)r->ops[at].value) : 0;
    if (stamp >> PL_STAMP_SCOPE == 0 || stamp == (uint64_t)pl_words_get(seen)) return false;
    pl_words_set(seen, (int64_t)stamp);
    return true;
}

// PLOY_RUNNING with *enters: the child is entered.
static uint32_t check_precondition(pl_bt_run* r, uint32_t at, bool* enters)
{
    *enters = pl_guard_holds(r->mind->guards.data[r->ops[at].arg].succeeds, r->agent);
    if (*enters) return PLOY_RUNNING;
    uint32_t outcome = pl_bt_outcome(r, r->ops[at].value);
    return outcome == PLOY_FAILURE ? pl_bt_fails(r, at, 0) : outcome;
}

#define MAX_FIXED INT64_C(1000000000000000) // so that no product overflows

// The number in a key, in fixed point (1/1000).
static int64_t fixed_in(const pl_bt_run* r, uint32_t key)
{
    const ploy_blackboard* blackboard = r->agent->blackboard;
    if (!blackboard) return 0;
    int64_t value = ploy_blackboard_get(blackboard, key), fixed = 0;
    switch (ploy_blackboard_keys_type(blackboard->keys, key)) {
    case PLOY_VALUE_DECIMAL:
        fixed = value;
        break;
    case PLOY_VALUE_FLOAT:
        fixed = pl_float_fixed(value);
        break;
    case PLOY_VALUE_STRING:
        if (!pl_value_parse_decimal(ploy_value_string(value), &fixed, NULL)) return 0;
        break;
    default:
        fixed = value > MAX_FIXED || value < -MAX_FIXED ? value : value * PLOY_UNIT;
        break;
    }
    return fixed > MAX_FIXED ? MAX_FIXED : fixed < -MAX_FIXED ? -MAX_FIXED : fixed;
}

int64_t pl_bt_read_count(const pl_bt_run* r, uint32_t key)
{
    return fixed_in(r, key) / PLOY_UNIT;
}

int64_t pl_bt_read_limit(const pl_bt_run* r, const pl_op* op)
{
    int64_t limit = fixed_in(r, op->arg) * op->value / PLOY_UNIT;
    bool is_forever = limit == -1 && op->value == 1;
    return limit < 0 && !is_forever ? 0 : limit;
}

// The next child of a RandomFallback after one has failed; PL_OP_NONE: all were tried.
static uint32_t next_random(pl_bt_run* r, uint32_t parent, uint32_t child)
{
    uint32_t* cell = r->words + r->ops[parent].cell;
    uint64_t tried = (uint64_t)pl_words_get(cell) | bit_of(r, parent, child);
    pl_words_set(cell, (int64_t)tried);
    return pl_choose_weighted(r, parent, tried);
}

enum
{
    NEXT_SHIFT = 16, ///< in the cell of AsyncSequence and AsyncFallback
};

// Does a child of AsyncSequence or AsyncFallback end a round? Then its cell has the next child.
PL_NO_INLINE static bool ends_round(pl_bt_run* r, uint32_t top, uint32_t above, uint32_t at, uint32_t outcome)
{
    const pl_op* op = &r->ops[above];
    uint32_t next = r->ops[at].next;
    uint32_t* cell = r->words + op->cell;
    if (op->flags & PL_OP_SKIPS) *cell |= outcome != PL_BT_SKIPPED;
    if (!(op->flags & PL_OP_YIELDS) || outcome == PL_BT_SKIPPED || next >= op->next) return false;
    if (pl_op_is_within(r->ops, position_of(r, top), at)) return false;
    *cell = (*cell & 1) | next << NEXT_SHIFT;
    return true;
}

PL_NO_INLINE static void trace(const pl_bt_run* r, uint32_t at, uint32_t status)
{
    pl_bt_trace(r, at, status);
}

// Scripts.

static const pl_guard* script_of(const pl_bt_run* r, uint32_t at)
{
    return r->mind->scripts.data[r->ops[at].arg];
}

static bool runs(const pl_guard* script, pl_bt_run* r)
{
    return !script || pl_guard_run(script, r->agent);
}

// A success whose script fails is a failure.
PL_NO_INLINE static uint32_t run_post(pl_bt_run* r, uint32_t at, uint32_t outcome)
{
    const pl_op_post* post = &r->mind->posts.data[r->ops[at].arg];
    if (outcome != PLOY_SUCCESS && outcome != PLOY_FAILURE) return outcome;
    bool is_good = runs(outcome == PLOY_SUCCESS ? post->succeeded : post->failed, r) && runs(post->ended, r);
    return is_good || outcome == PLOY_FAILURE ? outcome : pl_bt_fails(r, at, 0);
}

static void run_halted(pl_bt_run* r, uint32_t at)
{
    if (r->ops[at].kind == PL_BT_POST) runs(r->mind->posts.data[r->ops[at].arg].halted, r);
}

typedef enum direction
{
    DOWN, ///< enters the node
    ON,   ///< continues at the position, which is neither an action nor a fork
    UP,   ///< the node has ended
} direction;

// Where rounds end: a child that ended in the pass that entered it hands control back to the root, so that reactive and
// parallel nodes above see each round. A child that was running before does not: while it walks, the thread has the
// position that it came from.
static uint32_t walk(pl_bt_run* r, uint32_t top, uint32_t at, direction towards, uint32_t outcome)
{
    const pl_op* const ops = r->ops;
    uint32_t* const words = r->words;
    const bool is_traced = r->is_traced;
    const pl_op* op;
    uint32_t above;
    bool enters;
    int64_t limit;
    if (towards == UP) goto up;
    if (towards == ON) goto on;
down:
    op = &ops[at];
    if (op->flags & PL_OP_IMPURE) r->impure = true;
    if (PL_UNLIKELY(is_traced)) trace(r, at, PLOY_RUNNING);
    switch ((pl_bt_kind)op->kind) {
    case PL_BT_SEQUENCE:
    case PL_BT_FALLBACK:
        if (op->flags & (PL_OP_SKIPS | PL_OP_YIELDS)) words[op->cell] = 0;
        ++at;
        goto down;
    case PL_BT_IF_THEN_ELSE:
    case PL_BT_INVERTER:
    case PL_BT_FORCE_SUCCESS:
    case PL_BT_FORCE_FAILURE:
    case PL_BT_KEEP_RUNNING:
    case PL_BT_SUBTREE:
    case PL_BT_POST:
        ++at;
        goto down;
    case PL_BT_SEQUENCE_WITH_MEMORY:
        if (words[op->cell] == 0) {
            words[op->cell] = at + 1;
            words[op->cell + 1] = 0;
        }
        at = words[op->cell];
        goto down;
    case PL_BT_SWITCH2:
        at = pl_choose_case(r, at);
        goto down;
    case PL_BT_RANDOM_FALLBACK:
        pl_words_set(words + op->cell, 0);
        at = pl_choose_weighted(r, at, 0);
        goto down;
    case PL_BT_RANDOM_CHOICE:
        at = pl_choose_weighted(r, at, 0);
        goto down;
    case PL_BT_UTILITY_SELECTOR:
    case PL_BT_REACTIVE_UTILITY_SELECTOR:
        above = pl_choose_scored(r, at);
        if (above == PL_OP_NONE) {
            outcome = pl_bt_fails(r, at, 0);
            goto up;
        }
        at = above;
        goto down;
    case PL_BT_REPEAT:
    case PL_BT_RETRY:
        words[op->cell] = 0;
        if (pl_bt_limit(r, op) != 0) {
            ++at;
            goto down;
        }
        outcome = op->kind == PL_BT_REPEAT ? PLOY_SUCCESS : pl_bt_fails(r, at, 0);
        goto up;
    case PL_BT_TIMEOUT:
        pl_words_set(words + op->cell, r->agent->now);
        ++at;
        goto down;
    case PL_BT_DELAY:
    case PL_BT_SLEEP:
        pl_words_set(words + op->cell, r->agent->now);
        goto on;
    case PL_BT_LOOP_INT:
        words[op->cell] = 0;
        goto on;
    case PL_BT_PRECONDITION:
    case PL_BT_WAIT_VALUE_UPDATE:
        goto on;
    case PL_BT_SKIP_UNLESS_UPDATED:
        outcome = PL_BT_SKIPPED;
        if (!is_updated(r, at)) goto up;
        ++at;
        goto down;
    case PL_BT_WAS_ENTRY_UPDATED:
        outcome = is_updated(r, at) ? PLOY_SUCCESS : pl_bt_fails(r, at, 0);
        goto up;
    case PL_BT_TRY_CATCH:
        words[op->cell] = 0;
        ++at;
        goto down;
    case PL_BT_COOLDOWN:
        if (r->agent->now < pl_words_get(words + op->cell)) {
            outcome = pl_bt_fails(r, at, 0);
            goto up;
        }
        ++at;
        goto down;
    case PL_BT_RUN_ONCE:
        if (words[op->cell] != 0) {
            outcome = pl_bt_limit(r, op) ? PL_BT_SKIPPED : words[op->cell];
            if (outcome == PLOY_FAILURE) pl_bt_fails(r, at, 0);
            goto up;
        }
        ++at;
        goto down;
    case PL_BT_GUARD:
        outcome = enter_guard(r, at);
        if (outcome != PLOY_RUNNING) goto up;
        ++at;
        goto down;
    case PL_BT_ALWAYS_SUCCESS:
        outcome = PLOY_SUCCESS;
        goto up;
    case PL_BT_ALWAYS_FAILURE:
        outcome = pl_bt_fails(r, at, 0);
        goto up;
    case PL_BT_LACKING:
        outcome = pl_leaf_lacks(r, at);
        goto up;
    case PL_BT_SET:
    case PL_BT_UNSET:
        outcome = pl_leaf_set(r, at);
        goto up;
    case PL_BT_CONDITION:
        outcome = evaluate_condition(r, at, op);
        goto up;
    case PL_BT_SCRIPT:
        outcome = pl_guard_run(script_of(r, at), r->agent) ? PLOY_SUCCESS : pl_bt_fails(r, at, 0);
        goto up;
    case PL_BT_SCRIPT_CONDITION:
        outcome = pl_guard_holds(script_of(r, at), r->agent) ? PLOY_SUCCESS : pl_bt_fails(r, at, 0);
        goto up;
    case PL_BT_ACTION:
        outcome = pl_leaf_start(r, at);
        goto up;
    case PL_BT_PLAN:
        outcome = pl_plan_start(r, at);
        goto up;
    default:
        outcome = pl_fork_start(r, at);
        goto up;
    }
on:
    op = &ops[at];
    switch ((pl_bt_kind)op->kind) {
    case PL_BT_SLEEP:
        outcome = is_over(r, at) ? PLOY_SUCCESS : PLOY_RUNNING;
        goto up;
    case PL_BT_DELAY:
        outcome = PLOY_RUNNING;
        if (!is_over(r, at)) goto up;
        ++at;
        goto down;
    case PL_BT_REPEAT:
    case PL_BT_RETRY:
    case PL_BT_KEEP_RUNNING:
        ++at;
        goto down;
    case PL_BT_LOOP_INT:
        outcome = pl_loop_next(r, at, &enters);
        if (!enters) goto up;
        ++at;
        goto down;
    case PL_BT_PRECONDITION:
        outcome = check_precondition(r, at, &enters);
        if (!enters) goto up;
        ++at;
        goto down;
    case PL_BT_WAIT_VALUE_UPDATE:
        outcome = PLOY_RUNNING;
        if (!is_updated(r, at)) goto up;
        ++at;
        goto down;
    case PL_BT_SEQUENCE_WITH_MEMORY:
        at = words[op->cell];
        goto down;
    case PL_BT_SEQUENCE:
    case PL_BT_FALLBACK:
        at = words[op->cell] >> NEXT_SHIFT;
        goto down;
    default:
        outcome = pl_plan_perform(r, at);
        goto up;
    }
up:
    if (outcome == PLOY_RUNNING) {
        set_position(r, top, at, 0);
        return PLOY_RUNNING;
    }
    if (PL_UNLIKELY(is_traced)) trace(r, at, outcome);
    if (at == top) {
        words[ops[top].thread] = 0;
        return outcome;
    }
    above = ops[at].parent;
    op = &ops[above];
    switch ((pl_bt_kind)op->kind) {
    case PL_BT_SEQUENCE:
        if (outcome != PLOY_FAILURE) {
            if (PL_UNLIKELY(op->flags & (PL_OP_SKIPS | PL_OP_YIELDS)) && ends_round(r, top, above, at, outcome)) goto yield;
            at = ops[at].next;
            if (at < op->next) goto down;
            outcome = op->flags & PL_OP_SKIPS && !(words[op->cell] & 1) ? PL_BT_SKIPPED : PLOY_SUCCESS;
        }
        break;
    case PL_BT_FALLBACK:
        if (outcome != PLOY_SUCCESS) {
            if (PL_UNLIKELY(outcome == PL_BT_SKIPPED)) pl_bt_forget_cause(r, above, at);
            if (PL_UNLIKELY(op->flags & (PL_OP_SKIPS | PL_OP_YIELDS)) && ends_round(r, top, above, at, outcome)) goto yield;
            at = ops[at].next;
            if (at < op->next) goto down;
            outcome = op->flags & PL_OP_SKIPS && !(words[op->cell] & 1) ? PL_BT_SKIPPED : PLOY_FAILURE;
        }
        break;
    case PL_BT_SEQUENCE_WITH_MEMORY:
        if (outcome != PLOY_FAILURE) {
            words[op->cell + 1] |= outcome == PLOY_SUCCESS;
            words[op->cell] = ops[at].next;
            if (ops[at].next < op->next) {
                if (outcome == PLOY_SUCCESS && !pl_op_is_within(ops, position_of(r, top), at)) goto yield;
                at = ops[at].next;
                goto down;
            }
            words[op->cell] = 0;
            outcome = words[op->cell + 1] ? PLOY_SUCCESS : PL_BT_SKIPPED;
        }
        break;
    case PL_BT_TRY_CATCH:
        if (ops[at].next == op->next) {
            outcome = end_catch(r, above);
        } else if (outcome == PLOY_FAILURE) {
            at = begin_catch(r, above);
            goto down;
        } else {
            words[op->cell] |= outcome == PLOY_SUCCESS;
            at = ops[at].next;
            if (ops[at].next < op->next) goto down;
            outcome = words[op->cell] ? PLOY_SUCCESS : PL_BT_SKIPPED;
        }
        break;
    case PL_BT_IF_THEN_ELSE:
        if (at == above + 1 && outcome != PL_BT_SKIPPED) {
            at = outcome == PLOY_SUCCESS ? ops[at].next : ops[ops[at].next].next;
            if (at < op->next) goto down;
        }
        break;
    case PL_BT_RANDOM_FALLBACK:
        if (outcome != PLOY_SUCCESS) {
            at = next_random(r, above, at);
            if (at != PL_OP_NONE) goto down;
            if (outcome == PL_BT_SKIPPED) outcome = pl_bt_fails(r, above, 0);
        }
        break;
    case PL_BT_INVERTER:
        if (outcome == PLOY_FAILURE) {
            outcome = PLOY_SUCCESS;
        } else if (outcome == PLOY_SUCCESS) {
            outcome = pl_bt_fails(r, above, 0);
        }
        break;
    case PL_BT_FORCE_SUCCESS:
        if (outcome == PLOY_FAILURE) outcome = PLOY_SUCCESS;
        break;
    case PL_BT_FORCE_FAILURE:
        if (outcome == PLOY_SUCCESS) outcome = pl_bt_fails(r, above, 0);
        break;
    case PL_BT_REPEAT:
    case PL_BT_RETRY:
        if (outcome == (op->kind == PL_BT_REPEAT ? PLOY_SUCCESS : PLOY_FAILURE)) {
            ++words[op->cell];
            limit = pl_bt_limit(r, op);
            if (limit < 0 || words[op->cell] < limit) {
                if (!pl_op_is_within(ops, position_of(r, top), at)) goto yield;
                set_position(r, top, above, 0);
                goto down;
            }
        }
        break;
    case PL_BT_KEEP_RUNNING:
    case PL_BT_LOOP_INT:
        if (outcome != PLOY_FAILURE) outcome = PLOY_RUNNING;
        break;
    case PL_BT_COOLDOWN:
        if (outcome != PL_BT_SKIPPED) pl_words_set(words + op->cell, r->agent->now + pl_bt_limit(r, op));
        break;
    case PL_BT_POST:
        outcome = run_post(r, above, outcome);
        break;
    case PL_BT_RUN_ONCE:
        if (outcome != PL_BT_SKIPPED) words[op->cell] = outcome;
        break;
    default:
        break;
    }
    at = above;
    goto up;
yield:
    r->yields = true;
    set_position(r, top, above, 0);
    return PLOY_RUNNING;
}

uint32_t pl_thread_start(pl_bt_run* r, uint32_t top)
{
    return walk(r, top, top, DOWN, 0);
}

// Halts.

static bool halt_at(pl_bt_run* r, uint32_t position)
{
    if (r->ops[position].kind == PL_BT_ACTION) return pl_leaf_halt(r, position);
    if (r->ops[position].kind == PL_BT_PLAN) return pl_plan_halt(r, position);
    return pl_op_is_fork((pl_bt_kind)r->ops[position].kind) ? pl_fork_halt(r, position) : true;
}

// Innermost first.
static void end_halted(pl_bt_run* r, uint32_t position, uint32_t up_to)
{
    bool has_scripts = r->mind->posts.count > 0;
    for (uint32_t at = position; (r->is_traced || has_scripts) && at != up_to; at = r->ops[at].parent) {
        if (r->is_traced) pl_bt_trace(r, at, PL_BT_HALTED);
        run_halted(r, at);
    }
}

// Runs the last child of every TryCatch up to a node that wants it when it is halted. A child that does not end at once
// is halted; false: that takes longer, and the thread is there now.
static bool run_catches(pl_bt_run* r, uint32_t position, uint32_t up_to)
{
    if (!r->mind->catches_halts) return true;
    for (uint32_t at = position; r->ops[at].parent != up_to; at = r->ops[at].parent) {
        uint32_t parent = r->ops[at].parent;
        bool catches = r->ops[parent].kind == PL_BT_TRY_CATCH && pl_bt_limit(r, &r->ops[parent]);
        if (!catches || r->ops[at].next == r->ops[parent].next) continue;
        uint32_t last = last_child(r, parent);
        uint32_t cause = r->words[PL_BT_CAUSE], reason = r->words[PL_BT_REASON];
        uint32_t outcome = pl_thread_start(r, last);
        r->words[PL_BT_CAUSE] = cause;
        r->words[PL_BT_REASON] = reason;
        if (outcome == PLOY_RUNNING && !pl_thread_halt(r, last)) return false;
    }
    return true;
}

bool pl_thread_halt(pl_bt_run* r, uint32_t top)
{
    if (pl_thread_is_idle(r, top)) return true;
    uint32_t position = position_of(r, top);
    if (!halt_at(r, position)) return false;
    if (!run_catches(r, position, r->ops[top].parent)) return false;
    end_halted(r, position, r->ops[top].parent);
    r->words[r->ops[top].thread] = 0;
    return true;
}

// Watches.

static bool guard_stops(pl_bt_run* r, const pl_guard* guard)
{
    return (pl_guard_polls(guard) || pl_bt_blackboard_changed(r)) && !pl_guard_holds(guard, r->agent);
}

static bool watch_stops(pl_bt_run* r, uint32_t watch, uint32_t position)
{
    switch ((pl_bt_kind)r->ops[watch].kind) {
    case PL_BT_TIMEOUT:
        return pl_bt_limit(r, &r->ops[watch]) > 0 && is_over(r, watch);
    case PL_BT_SWITCH2:
        return pl_bt_blackboard_changed(r) && pl_choose_case(r, watch) != child_with(r, watch, position);
    case PL_BT_REACTIVE_UTILITY_SELECTOR:
        return (r->ops[watch].flags & PL_OP_CALLS || pl_bt_blackboard_changed(r)) &&
               pl_choose_beaten(r, watch, child_with(r, watch, position));
    default:
        return guard_stops(r, r->mind->guards.data[r->ops[watch].arg].holds);
    }
}

// The outermost watch that stops the position; PL_OP_NONE: none.
static uint32_t find_stopper(pl_bt_run* r, uint32_t watch, uint32_t position)
{
    if (watch == PL_OP_NONE) return PL_OP_NONE;
    uint32_t outer = find_stopper(r, r->ops[watch].watch, position);
    if (outer != PL_OP_NONE) return outer;
    return watch_stops(r, watch, position) ? watch : PL_OP_NONE;
}

static uint32_t after_stop(pl_bt_run* r, uint32_t top, uint32_t watch)
{
    set_position(r, top, watch, 0);
    switch ((pl_bt_kind)r->ops[watch].kind) {
    case PL_BT_TIMEOUT:
        return walk(r, top, watch, UP, pl_bt_fails(r, watch, 0));
    case PL_BT_GUARD:
        if (watch > 0) run_halted(r, r->ops[watch].parent);
        return walk(r, top, watch, UP, PL_BT_SKIPPED);
    default:
        return walk(r, top, watch, DOWN, 0);
    }
}

static uint32_t stop_position(pl_bt_run* r, uint32_t top, uint32_t position, uint32_t watch)
{
    set_position(r, top, position, watch + 1);
    if (!halt_at(r, position)) return PLOY_RUNNING;
    if (!run_catches(r, position, watch)) {
        set_position(r, top, position_of(r, top), watch + 1);
        return PLOY_RUNNING;
    }
    end_halted(r, position, watch);
    return after_stop(r, top, watch);
}

// A leaf that is still running stays where it is and needs no walk.
static uint32_t go_on(pl_bt_run* r, uint32_t top, uint32_t position)
{
    pl_bt_kind kind = (pl_bt_kind)r->ops[position].kind;
    if (kind != PL_BT_ACTION && !pl_op_is_fork(kind)) return walk(r, top, position, ON, 0);
    uint32_t outcome = kind == PL_BT_ACTION ? pl_leaf_perform(r, position) : pl_fork_resume(r, position);
    return outcome == PLOY_RUNNING ? PLOY_RUNNING : walk(r, top, position, UP, outcome);
}

uint32_t pl_thread_resume(pl_bt_run* r, uint32_t top)
{
    uint32_t position = position_of(r, top);
    uint32_t stopper =
        stopper_of(r, top) - 1; // a position that is being halted can only be stopped by a watch further out
    uint32_t watch = r->ops[stopper != UINT32_MAX ? stopper : position].watch;
    if (watch != PL_OP_NONE) {
        uint32_t outer = find_stopper(r, watch, position);
        if (outer != PL_OP_NONE) stopper = outer;
    }
    return stopper != UINT32_MAX ? stop_position(r, top, position, stopper) : go_on(r, top, position);
}
