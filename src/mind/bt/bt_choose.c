#include "mind/bt/bt_run.h"

static uint32_t nth_child(const pl_bt_run* r, uint32_t op, uint32_t index)
{
    uint32_t child = op + 1;
    for (; index > 0; --index) child = r->ops[child].next;
    return child;
}

uint32_t pl_choose_case(const pl_bt_run* r, uint32_t op)
{
    const int64_t* numbers = r->mind->numbers.data + r->ops[op].arg;
    uint32_t key = (uint32_t)r->ops[op].value;
    uint32_t count = (uint32_t)((uint64_t)r->ops[op].value >> 32);
    bool is_read = key != PLOY_NONE && r->agent->blackboard;
    int64_t value = is_read ? ploy_blackboard_get(r->agent->blackboard, key) : numbers[0];
    uint32_t index = 0;
    while (index < count && numbers[1 + index] != value) ++index;
    return nth_child(r, op, index);
}

// One draw; of weights that add up to 0, none.
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
