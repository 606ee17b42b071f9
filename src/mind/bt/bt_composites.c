// Composites: which child to enter, and forks, whose children can run side by side. Each child of a fork is a thread.
// The cell of a fork is
//
//   reactive nodes, WhileDoElse    word 0: running child plus one, flags above | words 1, 2: stamp of the watched keys
//   Parallel, ParallelAll          word 0: flags | words 1, 2: children that ended | words 3, 4: children that failed
//                                  ParallelAll: words 5, 6: the node that failed first, plus one, and its reason
//   Service                        word 0: flags | words 1, 2: when its activity is due
//
// A fork that ends halts its running children first. That may take several ticks: the outcome waits in the flags, and
// no child starts in the meantime.

#include <string.h>

#include "base/hash.h"
#include "knowledge/blackboard.h"
#include "mind/bt/bt_run.h"

enum
{
    RUNNING = 0xFFFF,
    WAITS_SHIFT = 16, ///< two bits: the outcome once all children are halted
    WAITS = 3 << WAITS_SHIFT,
    HALTING = 1 << 18, ///< all children but the running one are being halted
    RAN = 1 << 19,     ///< a child before the running one was not skipped
    POLLS = 1 << 20,   ///< the children before the running one run in every tick, even if no key has changed
};

static uint32_t* cell_of(const pl_bt_run* r, uint32_t op)
{
    return r->words + r->ops[op].cell;
}

static bool halt_all_but(pl_bt_run* r, uint32_t op, uint32_t spared)
{
    bool are_idle = true;
    for (uint32_t child = op + 1; child < r->ops[op].next; child = r->ops[child].next) {
        if (child != spared && !pl_thread_halt(r, child)) are_idle = false;
    }
    return are_idle;
}

bool pl_fork_halt(pl_bt_run* r, uint32_t op)
{
    return halt_all_but(r, op, PL_OP_NONE);
}

static uint32_t end_with(pl_bt_run* r, uint32_t op, uint32_t outcome)
{
    uint32_t* cell = cell_of(r, op);
    cell[0] = (cell[0] & ~(uint32_t)WAITS) | outcome << WAITS_SHIFT;
    return pl_fork_halt(r, op) ? outcome : PLOY_RUNNING;
}

// Others may have failed since, but none of its children.
static uint32_t end_waiting(pl_bt_run* r, uint32_t op, uint32_t outcome)
{
    uint32_t cause = r->words[PL_BT_CAUSE] - 1;
    if (outcome == PLOY_FAILURE && !pl_op_is_within(r->ops, cause, op)) pl_bt_fails(r, op, 0);
    return end_with(r, op, outcome);
}

static uint32_t run_child(pl_bt_run* r, uint32_t child)
{
    return pl_thread_is_idle(r, child) ? pl_thread_start(r, child) : pl_thread_resume(r, child);
}

// Reactive nodes.

static int64_t stamp_of(const pl_bt_run* r, uint32_t op)
{
    const pl_op_keys* watched = &r->mind->watched.data[r->ops[op].arg];
    uint64_t stamp = watched->count;
    for (uint32_t i = 0; r->agent->blackboard && i < watched->count; ++i) {
        stamp = pl_hash_join(stamp, pl_blackboard_stamp(r->agent->blackboard, r->mind->keys.data[watched->first + i]));
    }
    return (int64_t)stamp;
}

static bool must_restart(const pl_bt_run* r, uint32_t op)
{
    if (cell_of(r, op)[0] & POLLS) return true;
    return pl_bt_blackboard_changed(r) && pl_words_get(cell_of(r, op) + 1) != stamp_of(r, op);
}

// Runs a child that has to run again only after a key it reads has changed. Sets *polls if it entered a node that does
// more than read keys.
static uint32_t run_watched(pl_bt_run* r, uint32_t child, uint32_t* polls)
{
    bool before = r->impure;
    r->impure = !pl_thread_is_idle(r, child);
    uint32_t outcome = run_child(r, child);
    if (r->impure) *polls = POLLS;
    r->impure = r->impure || before;
    return outcome;
}

// If the same child was running before, all others are idle already.
static uint32_t leave_running(pl_bt_run* r, uint32_t op, uint32_t child, uint32_t flags)
{
    uint32_t* cell = cell_of(r, op);
    if (cell[0] == ((child + 1) | flags)) return PLOY_RUNNING;
    cell[0] = (child + 1) | flags;
    if (!halt_all_but(r, op, child)) cell[0] |= HALTING;
    return PLOY_RUNNING;
}

// Sequence and fallback differ in the outcome that continues with the next child.
static uint32_t run_reactive(pl_bt_run* r, uint32_t op, uint32_t child, uint32_t flags)
{
    uint32_t goes_on = r->ops[op].kind == PL_BT_REACTIVE_SEQUENCE ? PLOY_SUCCESS : PLOY_FAILURE;
    for (; child < r->ops[op].next; child = r->ops[child].next) {
        uint32_t polls = 0;
        uint32_t outcome = run_watched(r, child, &polls);
        if (outcome == PLOY_RUNNING) return leave_running(r, op, child, flags);
        if (outcome != goes_on && outcome != PL_BT_SKIPPED) return end_with(r, op, outcome);
        if (outcome == PL_BT_SKIPPED && goes_on == PLOY_FAILURE) pl_bt_forget_cause(r, op, child);
        flags |= polls | (outcome == goes_on ? RAN : 0);
    }
    return end_with(r, op, flags & RAN ? goes_on : PL_BT_SKIPPED);
}

static uint32_t restart_reactive(pl_bt_run* r, uint32_t op)
{
    pl_words_set(cell_of(r, op) + 1, stamp_of(r, op));
    return run_reactive(r, op, op + 1, 0);
}

static uint32_t resume_reactive(pl_bt_run* r, uint32_t op)
{
    uint32_t cell = cell_of(r, op)[0];
    if (must_restart(r, op)) return restart_reactive(r, op);
    return run_reactive(r, op, (cell & RUNNING) - 1, cell & (RAN | POLLS));
}

// WhileDoElse.

static uint32_t run_branch(pl_bt_run* r, uint32_t op, uint32_t child, uint32_t polls)
{
    if (child >= r->ops[op].next) return end_with(r, op, PLOY_FAILURE);
    bool was_idle = pl_thread_is_idle(r, child);
    if (was_idle && !halt_all_but(r, op, op + 1)) {
        cell_of(r, op)[0] = (child + 1) | HALTING | polls;
        return PLOY_RUNNING;
    }
    uint32_t outcome = run_child(r, child);
    return outcome == PLOY_RUNNING ? leave_running(r, op, child, polls) : end_with(r, op, outcome);
}

static uint32_t restart_while(pl_bt_run* r, uint32_t op)
{
    uint32_t condition = op + 1;
    uint32_t polls = 0;
    pl_words_set(cell_of(r, op) + 1, stamp_of(r, op));
    uint32_t outcome = run_watched(r, condition, &polls);
    uint32_t then = r->ops[condition].next;
    if (outcome == PLOY_SUCCESS) return run_branch(r, op, then, polls);
    if (outcome == PLOY_FAILURE) return run_branch(r, op, r->ops[then].next, polls);
    if (outcome == PL_BT_SKIPPED) return end_with(r, op, outcome);
    cell_of(r, op)[0] = condition + 1;
    r->missed = true;
    return PLOY_RUNNING;
}

static uint32_t resume_while(pl_bt_run* r, uint32_t op)
{
    uint32_t cell = cell_of(r, op)[0];
    uint32_t running = (cell & RUNNING) - 1;
    bool restarts = running == op + 1 || must_restart(r, op);
    return restarts ? restart_while(r, op) : run_branch(r, op, running, cell & POLLS);
}

// Parallel nodes.

static uint32_t count_bits(uint64_t bits)
{
    uint32_t count = 0;
    for (; bits; bits &= bits - 1) ++count;
    return count;
}

typedef struct tally
{
    uint64_t ended;
    uint64_t failed;
    uint32_t children;
    uint32_t skipped;
} tally;

typedef struct thresholds
{
    uint32_t success;
    uint32_t failure;
    bool counts_skipped;
} thresholds;

// Negative numbers count down from the children. What no number of children can reach is more than them.
static uint32_t threshold_in(const pl_bt_run* r, int64_t key, uint32_t children, uint32_t constant, bool* is_negative)
{
    if (key == PLOY_NONE) return constant;
    int64_t number = pl_bt_read_count(r, (uint32_t)key);
    *is_negative = number < 0;
    if (number < 0) number = children + number + 1;
    return number < 0 ? 0 : number > children ? children + 1 : (uint32_t)number;
}

static thresholds thresholds_of(const pl_bt_run* r, const pl_op* op, uint32_t children)
{
    thresholds of = {(uint32_t)((uint64_t)op->value >> 32), (uint32_t)op->value, op->flags & PL_OP_COUNTS_SKIPPED};
    if (!(op->flags & PL_OP_READS)) return of;
    const int64_t* keys = r->mind->numbers.data + op->arg;
    bool ignored;
    if (op->kind == PL_BT_PARALLEL) {
        of.success = threshold_in(r, *keys++, children, of.success, &of.counts_skipped);
    }
    of.failure = threshold_in(r, *keys, children, of.failure, &ignored);
    return of;
}

// The outcome of a Parallel after one more child; PLOY_RUNNING: not decided yet.
static uint32_t judge(const thresholds* of, const tally* t)
{
    uint32_t failed = count_bits(t->failed);
    uint32_t succeeded = count_bits(t->ended) - failed;
    if (of->counts_skipped) succeeded += t->skipped;
    if (succeeded >= of->success) return PLOY_SUCCESS;
    return t->children - failed < of->success || failed >= of->failure ? PLOY_FAILURE : PLOY_RUNNING;
}

static uint32_t judge_all(const thresholds* of, const tally* t)
{
    if (t->skipped + count_bits(t->ended) < t->children) return PLOY_RUNNING;
    return count_bits(t->failed) >= of->failure ? PLOY_FAILURE : PLOY_SUCCESS;
}

static void keep_tally(pl_bt_run* r, uint32_t op, const tally* t)
{
    pl_words_set(cell_of(r, op) + 1, (int64_t)t->ended);
    pl_words_set(cell_of(r, op) + 3, (int64_t)t->failed);
}

static tally tally_of(const pl_bt_run* r, uint32_t op)
{
    tally t = {0};
    t.ended = (uint64_t)pl_words_get(cell_of(r, op) + 1);
    t.failed = (uint64_t)pl_words_get(cell_of(r, op) + 3);
    for (uint32_t child = op + 1; child < r->ops[op].next; child = r->ops[child].next) ++t.children;
    return t;
}

// A ParallelAll fails long after its child did.
static void keep_cause(pl_bt_run* r, uint32_t op)
{
    uint32_t* cause = cell_of(r, op) + 5;
    if (r->ops[op].kind != PL_BT_PARALLEL_ALL || cause[0] != 0) return;
    cause[0] = r->words[PL_BT_CAUSE];
    cause[1] = r->words[PL_BT_REASON];
}

static void name_cause(pl_bt_run* r, uint32_t op, const tally* t)
{
    const uint32_t* cause = cell_of(r, op) + 5;
    bool keeps = r->ops[op].kind == PL_BT_PARALLEL_ALL;
    if (t->failed == 0 || (keeps && cause[0] == 0)) {
        pl_bt_fails(r, op, 0);
    } else if (keeps) {
        pl_bt_fails(r, cause[0] - 1, cause[1]);
    }
}

static void run_one(pl_bt_run* r, uint32_t op, uint32_t child, uint64_t bit, tally* t)
{
    uint32_t outcome = run_child(r, child);
    if (outcome == PLOY_FAILURE) keep_cause(r, op);
    if (outcome == PL_BT_SKIPPED) {
        ++t->skipped;
    } else if (outcome != PLOY_RUNNING) {
        t->ended |= bit;
        t->failed |= outcome == PLOY_FAILURE ? bit : 0;
    }
}

static uint32_t run_parallel(pl_bt_run* r, uint32_t op)
{
    const pl_op* of = &r->ops[op];
    tally t = tally_of(r, op);
    thresholds limits = thresholds_of(r, of, t.children);
    uint64_t bit = 1;
    uint32_t outcome = PLOY_RUNNING;
    for (uint32_t child = op + 1; child < of->next && outcome == PLOY_RUNNING; child = r->ops[child].next, bit <<= 1) {
        if (!(t.ended & bit)) run_one(r, op, child, bit, &t);
        if (of->kind == PL_BT_PARALLEL) outcome = judge(&limits, &t);
    }
    if (outcome == PLOY_RUNNING && t.skipped == t.children) return end_with(r, op, PL_BT_SKIPPED);
    if (of->kind == PL_BT_PARALLEL_ALL) outcome = judge_all(&limits, &t);
    keep_tally(r, op, &t);
    if (outcome == PLOY_FAILURE) name_cause(r, op, &t);
    return outcome == PLOY_RUNNING ? PLOY_RUNNING : end_with(r, op, outcome);
}

// Service.

static uint32_t run_service(pl_bt_run* r, uint32_t op)
{
    uint32_t leaf = op + 1;
    uint32_t* due = cell_of(r, op) + 1;
    if (!pl_thread_is_idle(r, leaf)) {
        pl_thread_resume(r, leaf);
    } else if (r->agent->now >= pl_words_get(due)) {
        pl_words_set(due, r->agent->now + pl_bt_limit(r, &r->ops[op]));
        pl_thread_start(r, leaf);
    }
    uint32_t outcome = run_child(r, leaf + 1);
    return outcome == PLOY_RUNNING ? PLOY_RUNNING : end_with(r, op, outcome);
}

static uint32_t run_fork(pl_bt_run* r, uint32_t op, bool is_new)
{
    switch ((pl_bt_kind)r->ops[op].kind) {
    case PL_BT_REACTIVE_SEQUENCE:
    case PL_BT_REACTIVE_FALLBACK:
        return is_new ? restart_reactive(r, op) : resume_reactive(r, op);
    case PL_BT_WHILE_DO_ELSE:
        return is_new ? restart_while(r, op) : resume_while(r, op);
    case PL_BT_SERVICE:
        return run_service(r, op);
    case PL_BT_NODE: {
        uint32_t outcome = pl_node_run(r, op, is_new);
        return outcome == PLOY_RUNNING ? PLOY_RUNNING : end_with(r, op, outcome);
    }
    default:
        return run_parallel(r, op);
    }
}

uint32_t pl_fork_start(pl_bt_run* r, uint32_t op)
{
    uint32_t* cell = cell_of(r, op);
    cell[0] = 0;
    uint8_t kind = r->ops[op].kind;
    pl_words_set(cell + 1, kind == PL_BT_SERVICE || kind == PL_BT_NODE ? r->agent->now : 0);
    if (kind == PL_BT_PARALLEL || kind == PL_BT_PARALLEL_ALL || kind == PL_BT_NODE) pl_words_set(cell + 3, 0);
    if (kind == PL_BT_PARALLEL_ALL) pl_words_set(cell + 5, 0);
    for (uint32_t child = op + 1; child < r->ops[op].next; child = r->ops[child].next) {
        r->words[r->ops[child].thread] = 0;
    }
    return run_fork(r, op, true);
}

uint32_t pl_fork_resume(pl_bt_run* r, uint32_t op)
{
    uint32_t* cell = cell_of(r, op);
    uint32_t waits = (cell[0] & WAITS) >> WAITS_SHIFT;
    if (waits) return end_waiting(r, op, waits);
    if (cell[0] & HALTING) {
        uint32_t running = (cell[0] & RUNNING) - 1;
        if (!halt_all_but(r, op, running)) {
            r->missed = true;
            return PLOY_RUNNING;
        }
        cell[0] &= ~(uint32_t)HALTING;
    }
    return run_fork(r, op, false);
}

// Which child to enter.

static uint32_t nth_child(const pl_bt_run* r, uint32_t op, uint32_t index)
{
    uint32_t child = op + 1;
    for (; index > 0; --index) child = r->ops[child].next;
    return child;
}

static bool number_in(const ploy_blackboard* blackboard, const char* text, int64_t* fixed)
{
    int64_t number;
    if (!blackboard || !pl_blackboard_keys_enum(blackboard->keys, text, &number))
        return pl_value_parse_decimal(text, fixed, NULL);
    *fixed = number * PLOY_UNIT;
    return true;
}

// The same text, or the same number: "1" is "1.0", and an enumerator is its number.
static bool is_same_text(const ploy_blackboard* blackboard, ploy_value a, ploy_value b)
{
    int64_t first, second;
    if (strcmp(ploy_value_string(a), ploy_value_string(b)) == 0) return true;
    return number_in(blackboard, ploy_value_string(a), &first) &&
           number_in(blackboard, ploy_value_string(b), &second) && first == second;
}

static bool is_case(const pl_bt_run* r, uint32_t op, int64_t value, int64_t wanted)
{
    return r->ops[op].flags & PL_OP_TEXT ? is_same_text(r->agent->blackboard, value, wanted) : value == wanted;
}

// The value of a case that is a key, as one of the variable's type.
static int64_t case_in_key(const pl_bt_run* r, uint32_t variable, uint32_t key)
{
    const ploy_blackboard* blackboard = r->agent->blackboard;
    int64_t value = ploy_blackboard_get(blackboard, key);
    pl_value_kind kind = pl_key_kind(blackboard->keys, key);
    pl_value_kind wanted = variable == PLOY_NONE ? kind : pl_key_kind(blackboard->keys, variable);
    if (kind != wanted) pl_value_convert(&blackboard->keys->structs, kind, value, wanted, NULL, &value);
    return value;
}

uint32_t pl_choose_case(const pl_bt_run* r, uint32_t op)
{
    const int64_t* numbers = r->mind->numbers.data + r->ops[op].arg;
    uint32_t key = (uint32_t)r->ops[op].value;
    uint32_t count = (uint32_t)((uint64_t)r->ops[op].value >> 32);
    bool is_read = key != PLOY_NONE && r->agent->blackboard;
    bool reads_cases = r->ops[op].flags & PL_OP_READS;
    int64_t value = is_read ? ploy_blackboard_get(r->agent->blackboard, key) : numbers[0];
    uint32_t index = 0;
    for (; index < count; ++index) {
        uint32_t other = reads_cases ? (uint32_t)numbers[1 + count + index] : PLOY_NONE;
        bool is_in_key = other != PLOY_NONE && r->agent->blackboard;
        if (other == PL_BT_NO_CASE) continue;
        if (is_case(r, op, value, is_in_key ? case_in_key(r, key, other) : numbers[1 + index])) break;
    }
    return nth_child(r, op, index);
}

// One random draw by weight; PL_OP_NONE when the weights add up to 0.
static uint32_t draw(ploy_random* random, const int64_t* weights, uint32_t count, uint64_t tried)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; ++i) sum += tried >> i & 1 ? 0 : (uint64_t)weights[i];
    if (sum == 0) return PL_OP_NONE;
    uint64_t left = ploy_random_next(random) % sum;
    for (uint32_t i = 0; i < count; ++i) {
        uint64_t weight = tried >> i & 1 ? 0 : (uint64_t)weights[i];
        if (left < weight) return i;
        left -= weight;
    }
    return PL_OP_NONE;
}

static uint32_t child_count(const pl_bt_run* r, uint32_t op)
{
    uint32_t count = 0;
    for (uint32_t child = op + 1; child < r->ops[op].next; child = r->ops[child].next) ++count;
    return count;
}

uint32_t pl_choose_weighted(pl_bt_run* r, uint32_t op, uint64_t tried)
{
    const int64_t* weights = r->mind->numbers.data + r->ops[op].arg;
    uint32_t index = draw(&r->agent->random, weights, child_count(r, op), tried);
    return index == PL_OP_NONE ? PL_OP_NONE : nth_child(r, op, index);
}

static int64_t score(const pl_bt_run* r, uint32_t op, uint32_t index)
{
    const pl_score* of = &r->mind->scores.data[r->ops[op].arg + index];
    int64_t score =
        of->guard ? pl_guard_number(of->guard, r->agent) : pl_utility_best(of->utility, r->agent, of->option);
    return score > 0 ? score : 0;
}

static uint32_t best(const pl_bt_run* r, uint32_t op, int64_t* max)
{
    uint32_t found = PL_OP_NONE;
    uint32_t index = 0;
    *max = 0;
    for (uint32_t child = op + 1; child < r->ops[op].next; child = r->ops[child].next, ++index) {
        int64_t own = score(r, op, index);
        if (own > *max) {
            *max = own;
            found = child;
        }
    }
    return found;
}

uint32_t pl_choose_scored(pl_bt_run* r, uint32_t op)
{
    int64_t scores[PL_BT_MANY];
    if (r->ops[op].kind == PL_BT_REACTIVE_UTILITY_SELECTOR || !r->ops[op].value) return best(r, op, scores);
    uint32_t count = child_count(r, op);
    for (uint32_t i = 0; i < count; ++i) scores[i] = score(r, op, i);
    uint32_t index = draw(&r->agent->random, scores, count, 0);
    return index == PL_OP_NONE ? PL_OP_NONE : nth_child(r, op, index);
}

bool pl_choose_beaten(pl_bt_run* r, uint32_t op, uint32_t child)
{
    uint32_t index = 0;
    for (uint32_t i = op + 1; i != child; i = r->ops[i].next) ++index;
    int64_t max;
    uint32_t winner = best(r, op, &max);
    return winner != PL_OP_NONE && winner != child && max > score(r, op, index) + r->ops[op].value;
}
