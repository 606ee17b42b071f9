#include "support/mind/bt_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t tick(bt_model* m, model_node* node);
static bool halt(bt_model* m, model_node* node);

static ploy_outcome ask(bt_model* m, char what, const model_node* leaf)
{
    bt_game_note(m->game, what, leaf->id);
    return m->game->answer(m->game, what, leaf->id);
}

static bool halt_all_but(bt_model* m, model_node* node, const model_node* spared)
{
    bool are_idle = true;
    for (uint32_t i = 0; i < node->child_count; ++i) {
        if (node->children[i] != spared && !halt(m, node->children[i])) are_idle = false;
    }
    return are_idle;
}

static void run_post(bt_model* m, const model_node* node, uint32_t which)
{
    if (node->posts[which] != 0) bt_model_write(m, node->posts[which] - 1, true, 1);
}

static bool halt(bt_model* m, model_node* node)
{
    if (!node->is_running) return true;
    if (node->kind == PL_BT_ACTION && ask(m, 'H', node) == PLOY_RUNNING) {
        node->is_stopping = true; // halt is called until it succeeds
        return false;
    }
    uint32_t last = node->child_count - 1;
    if (node->kind == PL_BT_TRY_CATCH && node->value && node->current != last) {
        if (!halt_all_but(m, node, node->children[last])) return false;
        node->current = last;
        tick(m, node->children[last]);
    }
    if (!halt_all_but(m, node, NULL)) return false;
    node->is_running = node->is_stopping = node->is_halting = node->is_unwanted = false;
    run_post(m, node, 2);
    return true;
}

static uint32_t leaf(bt_model* m, model_node* node, bool is_new)
{
    ploy_outcome outcome = ask(m, is_new ? 'S' : 'P', node);
    if (outcome != PLOY_RUNNING) bt_game_note(m->game, 'F', node->id);
    return outcome;
}

static uint32_t end_with(bt_model* m, model_node* node, uint32_t outcome)
{
    node->waits = outcome;
    return halt_all_but(m, node, NULL) ? outcome : PLOY_RUNNING;
}

// A child failed: it is why its parent may fail.
static uint32_t noted(model_node* node, const model_node* child, uint32_t outcome)
{
    if (outcome == PLOY_FAILURE) node->cause = child->cause;
    return outcome;
}

static uint32_t fails(model_node* node)
{
    node->cause = node;
    return PLOY_FAILURE;
}

static uint32_t tick_child(bt_model* m, model_node* node, uint32_t index)
{
    return noted(node, node->children[index], tick(m, node->children[index]));
}

static uint32_t yield(bt_model* m)
{
    m->yields = true;
    return PLOY_RUNNING;
}

static uint32_t in_order(bt_model* m, model_node* node, bool is_new, uint32_t goes_on)
{
    bool remembers = node->kind == PL_BT_SEQUENCE_WITH_MEMORY;
    bool yields = remembers || node->kind == PL_BT_ASYNC_SEQUENCE || node->kind == PL_BT_ASYNC_FALLBACK;
    if (is_new && !(remembers && node->current > 0)) {
        node->current = 0;
        node->ran = false;
    }
    while (node->current < node->child_count) {
        bool was_running = node->children[node->current]->is_running;
        uint32_t outcome = tick_child(m, node, node->current);
        if (outcome != goes_on && outcome != BT_MODEL_SKIPPED) return outcome;
        node->ran = node->ran || outcome == goes_on;
        ++node->current;
        bool ends_round = yields && outcome == goes_on && !was_running && node->current < node->child_count;
        if (ends_round) return yield(m);
    }
    node->current = 0;
    return node->ran ? goes_on : BT_MODEL_SKIPPED;
}

// Nothing else runs while children are being halted. true: they still are.
static bool still_halting(bt_model* m, model_node* node)
{
    if (node->is_halting && !halt_all_but(m, node, node->children[node->current])) return true;
    node->is_halting = false;
    return false;
}

static uint32_t reactive(bt_model* m, model_node* node, uint32_t goes_on)
{
    bool ran = false;
    for (uint32_t i = 0; i < node->child_count; ++i) {
        uint32_t outcome = tick_child(m, node, i);
        if (outcome == PLOY_RUNNING) {
            node->current = i;
            node->is_halting = !halt_all_but(m, node, node->children[i]);
            return PLOY_RUNNING;
        }
        if (outcome != goes_on && outcome != BT_MODEL_SKIPPED) return end_with(m, node, outcome);
        ran = ran || outcome == goes_on;
    }
    return end_with(m, node, ran ? goes_on : BT_MODEL_SKIPPED);
}

static uint32_t while_do_else(bt_model* m, model_node* node)
{
    uint32_t outcome = tick_child(m, node, 0);
    node->current = 0;
    if (outcome == PLOY_RUNNING) return PLOY_RUNNING;
    if (outcome == BT_MODEL_SKIPPED) return end_with(m, node, outcome);
    uint32_t branch = outcome == PLOY_SUCCESS ? 1 : 2;
    if (branch >= node->child_count) return end_with(m, node, PLOY_FAILURE);
    node->current = branch;
    if (node->child_count == 3 && !halt(m, node->children[3 - branch])) {
        node->is_halting = true;
        return PLOY_RUNNING;
    }
    outcome = tick_child(m, node, branch);
    return outcome == PLOY_RUNNING ? PLOY_RUNNING : end_with(m, node, outcome);
}

static uint32_t count(uint64_t bits)
{
    return bits ? 1 + count(bits & (bits - 1)) : 0;
}

static uint32_t judge(const model_node* node, uint32_t skipped)
{
    int64_t children = node->child_count;
    int64_t success = node->value < 0 ? children + node->value + 1 : node->value;
    int64_t failure = node->other < 0 ? children + node->other + 1 : node->other;
    int64_t failed = count(node->failed), succeeded = count(node->ended) - failed;
    if (succeeded >= success || (node->value < 0 && succeeded + skipped >= success)) return PLOY_SUCCESS;
    return children - failed < success || failed >= failure ? PLOY_FAILURE : PLOY_RUNNING;
}

static uint32_t parallel(bt_model* m, model_node* node, bool is_new)
{
    if (is_new) node->ended = node->failed = 0;
    if (is_new) node->cause = node;
    uint32_t skipped = 0;
    for (uint32_t i = 0; i < node->child_count; ++i) {
        if (!(node->ended >> i & 1)) {
            uint32_t outcome = tick(m, node->children[i]);
            skipped += outcome == BT_MODEL_SKIPPED;
            bool is_over = outcome == PLOY_SUCCESS || outcome == PLOY_FAILURE;
            node->ended |= (uint64_t)is_over << i;
            if (node->kind == PL_BT_PARALLEL || node->failed == 0) noted(node, node->children[i], outcome);
            node->failed |= (uint64_t)(outcome == PLOY_FAILURE) << i;
        }
        uint32_t judged = node->kind == PL_BT_PARALLEL ? judge(node, skipped) : PLOY_RUNNING;
        if (judged != PLOY_RUNNING) return end_with(m, node, judged);
    }
    if (skipped == node->child_count) return end_with(m, node, BT_MODEL_SKIPPED);
    if (node->kind == PL_BT_PARALLEL || skipped + count(node->ended) < node->child_count) return PLOY_RUNNING;
    int64_t max = node->other < 0 ? (int64_t)node->child_count + node->other + 1 : node->other;
    return end_with(m, node, count(node->failed) >= max ? PLOY_FAILURE : PLOY_SUCCESS);
}

static uint32_t if_then_else(bt_model* m, model_node* node, bool is_new)
{
    if (is_new) node->current = 0;
    if (node->current == 0) {
        uint32_t outcome = tick_child(m, node, 0);
        if (outcome == PLOY_RUNNING || outcome == BT_MODEL_SKIPPED) return outcome;
        node->current = outcome == PLOY_SUCCESS ? 1 : 2;
        if (node->current >= node->child_count) return PLOY_FAILURE;
    }
    return tick_child(m, node, node->current);
}

static uint32_t chosen_case(const bt_model* m, const model_node* node)
{
    int64_t value = m->keys[node->key];
    return value >= 1 && value < node->child_count ? (uint32_t)value - 1 : node->child_count - 1;
}

static uint32_t best(const bt_model* m, const model_node* node)
{
    uint32_t found = UINT32_MAX;
    int64_t max = 0;
    for (uint32_t i = 0; i < node->child_count; ++i) {
        int64_t score = m->keys[node->children[i]->score];
        if (score > max) {
            max = score;
            found = i;
        }
    }
    return found;
}

// Switch and ReactiveUtilitySelector: another child may be selected while one runs.
static uint32_t choosing(bt_model* m, model_node* node, bool is_new)
{
    bool is_switch = node->kind == PL_BT_SWITCH2;
    uint32_t wanted = is_switch ? chosen_case(m, node) : best(m, node);
    if (!is_new) {
        bool leads =
            is_switch || wanted == UINT32_MAX ||
            m->keys[node->children[wanted]->score] > m->keys[node->children[node->current]->score] + node->value;
        bool is_beaten = wanted != node->current && wanted != UINT32_MAX && leads;
        node->is_stopping = node->is_stopping || is_beaten;
        if (!node->is_stopping) return tick_child(m, node, node->current);
        if (!halt(m, node->children[node->current])) return PLOY_RUNNING;
        node->is_stopping = false;
        wanted = is_switch ? chosen_case(m, node) : best(m, node); // a script of what was halted may have changed it
    }
    if (wanted == UINT32_MAX) return fails(node);
    node->current = wanted;
    return tick_child(m, node, wanted);
}

static uint32_t draw(bt_model* m, const model_node* node, uint64_t tried, bool by_score)
{
    uint64_t weights[BT_MODEL_CHILDREN], sum = 0;
    for (uint32_t i = 0; i < node->child_count; ++i) {
        int64_t weight = by_score ? m->keys[node->children[i]->score] : node->children[i]->weight;
        weights[i] = tried >> i & 1 || weight < 0 ? 0 : (uint64_t)weight * 1000;
        sum += weights[i];
    }
    if (sum == 0) return UINT32_MAX;
    uint64_t left = ploy_random_next(&m->random) % sum;
    uint32_t index = 0;
    while (left >= weights[index]) left -= weights[index++];
    return index;
}

static uint32_t one_of(bt_model* m, model_node* node, bool is_new)
{
    bool scores = node->kind == PL_BT_UTILITY_SELECTOR;
    if (is_new) node->current = scores && !node->value ? best(m, node) : draw(m, node, 0, scores);
    return node->current == UINT32_MAX ? fails(node) : tick_child(m, node, node->current);
}

static uint32_t random_fallback(bt_model* m, model_node* node, bool is_new)
{
    if (is_new) {
        node->ended = 0;
        node->cause = node;
        node->current = draw(m, node, 0, false);
    }
    while (node->current != UINT32_MAX) {
        uint32_t outcome = tick_child(m, node, node->current);
        if (outcome == PLOY_RUNNING || outcome == PLOY_SUCCESS) return outcome;
        node->ended |= UINT64_C(1) << node->current;
        node->current = draw(m, node, node->ended, false);
    }
    return PLOY_FAILURE;
}

// A constant, or what a key says now.
static int64_t number(const bt_model* m, const model_node* node)
{
    return node->reads ? m->keys[node->reads - 1] : node->value;
}

static uint32_t again(bt_model* m, model_node* node, bool is_new, uint32_t goes_on)
{
    if (is_new) node->count = 0;
    if (is_new && number(m, node) == 0) return node->kind == PL_BT_REPEAT ? PLOY_SUCCESS : fails(node);
    for (;;) {
        bool was_running = node->children[0]->is_running;
        uint32_t outcome = tick_child(m, node, 0);
        if (outcome != goes_on) return outcome;
        if (++node->count >= number(m, node) && number(m, node) >= 0) return goes_on;
        if (!was_running) return yield(m);
    }
}

static bool is_over(const bt_model* m, const model_node* node)
{
    return m->now - node->since >= number(m, node) * 1000;
}

static uint32_t timeout(bt_model* m, model_node* node, bool is_new)
{
    if (is_new) node->since = m->now;
    bool ends = number(m, node) > 0 && is_over(m, node);
    node->is_stopping = !is_new && (node->is_stopping || ends);
    if (!node->is_stopping) return tick_child(m, node, 0);
    return halt(m, node->children[0]) ? fails(node) : PLOY_RUNNING;
}

static uint32_t delay(bt_model* m, model_node* node, bool is_new)
{
    if (is_new) {
        node->since = m->now;
        node->ran = false;
    }
    node->ran = node->ran || is_over(m, node);
    return node->ran ? tick_child(m, node, 0) : PLOY_RUNNING;
}

static uint32_t cooldown(bt_model* m, model_node* node, bool is_new)
{
    if (is_new && m->now < node->since) return fails(node);
    uint32_t outcome = tick_child(m, node, 0);
    if (outcome == PLOY_SUCCESS || outcome == PLOY_FAILURE) node->since = m->now + number(m, node) * 1000;
    return outcome;
}

static uint32_t run_once(bt_model* m, model_node* node)
{
    if (node->once && !node->value) node->cause = node;
    if (node->once) return node->value ? BT_MODEL_SKIPPED : node->once;
    uint32_t outcome = tick_child(m, node, 0);
    if (outcome == PLOY_SUCCESS || outcome == PLOY_FAILURE) node->once = outcome;
    return outcome;
}

static uint32_t service(bt_model* m, model_node* node, bool is_new)
{
    if (is_new) node->since = m->now;
    if (node->children[0]->is_running) {
        tick(m, node->children[0]);
    } else if (m->now >= node->since) {
        node->since = m->now + number(m, node) * 1000;
        tick(m, node->children[0]);
    }
    uint32_t outcome = tick_child(m, node, 1);
    return outcome == PLOY_RUNNING ? PLOY_RUNNING : end_with(m, node, outcome);
}

static uint32_t inverted(bt_model* m, model_node* node)
{
    uint32_t outcome = tick_child(m, node, 0);
    return outcome == PLOY_SUCCESS ? fails(node) : outcome == PLOY_FAILURE ? PLOY_SUCCESS : outcome;
}

static uint32_t forced(bt_model* m, model_node* node)
{
    uint32_t outcome = tick_child(m, node, 0);
    if (node->kind == PL_BT_FORCE_SUCCESS) return outcome == PLOY_FAILURE ? PLOY_SUCCESS : outcome;
    return outcome == PLOY_SUCCESS ? fails(node) : outcome;
}

static bool is_fork(const model_node* node)
{
    switch (node->kind) {
    case PL_BT_PARALLEL:
    case PL_BT_PARALLEL_ALL:
    case PL_BT_REACTIVE_SEQUENCE:
    case PL_BT_REACTIVE_FALLBACK:
    case PL_BT_WHILE_DO_ELSE:
    case PL_BT_SERVICE:
    case PL_BT_NODE:
        return true;
    default:
        return false;
    }
}

static uint32_t try_catch(bt_model* m, model_node* node, bool is_new)
{
    uint32_t last = node->child_count - 1;
    if (is_new) node->current = 0, node->ran = false;
    while (node->current < last) {
        uint32_t outcome = tick_child(m, node, node->current);
        if (outcome == PLOY_RUNNING) return PLOY_RUNNING;
        node->ran = node->ran || outcome == PLOY_SUCCESS;
        node->current = outcome == PLOY_FAILURE ? last : node->current + 1;
        if (outcome != PLOY_FAILURE && node->current == last) return node->ran ? PLOY_SUCCESS : BT_MODEL_SKIPPED;
    }
    return tick(m, node->children[last]) == PLOY_RUNNING ? PLOY_RUNNING : PLOY_FAILURE;
}

static uint32_t precondition(bt_model* m, model_node* node)
{
    if (node->children[0]->is_running || m->keys[node->key] != 0) return tick_child(m, node, 0);
    return node->value == PLOY_FAILURE ? fails(node) : (uint32_t)node->value;
}

// Queues are "0", "0;1" and so on.
static uint32_t loop(bt_model* m, model_node* node, bool is_new)
{
    if (is_new) node->count = 0;
    if (!node->children[0]->is_running) {
        if (node->count == node->value) return node->other == PLOY_FAILURE ? fails(node) : (uint32_t)node->other;
        bt_model_write(m, node->key, true, node->count++);
    }
    return tick_child(m, node, 0) == PLOY_FAILURE ? PLOY_FAILURE : PLOY_RUNNING;
}

static bool is_updated(bt_model* m, model_node* node)
{
    if (!m->is_set[node->key] || m->versions[node->key] == node->count) return false;
    node->count = m->versions[node->key];
    return true;
}

static uint32_t if_updated(bt_model* m, model_node* node, uint32_t otherwise)
{
    return node->children[0]->is_running || is_updated(m, node) ? tick_child(m, node, 0) : otherwise;
}

void bt_model_write(bt_model* m, uint32_t key, bool set, int64_t value)
{
    if (m->is_set[key] != set || m->keys[key] != value) ++m->versions[key];
    m->is_set[key] = set;
    m->keys[key] = value;
}

bool bt_model_is_string(uint32_t key)
{
    return key >= BT_GAME_PRIVATE || (key >= BT_GAME_STRINGS && key < BT_GAME_DECIMALS);
}

// A Script counts in it from 0 to 3; in the others it goes back and forth between 0 and 1.
static bool counts(uint32_t key)
{
    return key < BT_GAME_KEYS || (key >= BT_GAME_DECIMALS && key < BT_GAME_PRIVATE);
}

void bt_model_spell(uint32_t key, int64_t value, char text[8])
{
    bool is_decimal = key >= BT_GAME_DECIMALS && key < BT_GAME_PRIVATE;
    static const char* const decimals[] = {"0", "1.25", "2.5", "3.75"};
    snprintf(text, 8, bt_model_is_string(key) ? "v%d" : "%d", (int)value);
    if (is_decimal) strcpy(text, decimals[value & 3]);
}

// The nodes of bt_game.
static uint32_t recover(bt_model* m, model_node* node, bool is_new)
{
    if (is_new) node->count = node->current = 0;
    for (;;) {
        uint32_t outcome = tick_child(m, node, node->current);
        if (outcome == PLOY_RUNNING) return outcome;
        bool is_over =
            node->current == 0 ? outcome != PLOY_FAILURE || node->count++ >= node->value : outcome != PLOY_SUCCESS;
        if (is_over) return end_with(m, node, outcome);
        node->current = 1 - node->current;
    }
}

static uint32_t race(bt_model* m, model_node* node)
{
    for (uint32_t i = 1; i < node->child_count; ++i) {
        if (node->children[i]->is_running) {
            halt(m, node->children[i]);
        } else {
            tick(m, node->children[i]);
        }
    }
    uint32_t outcome = tick_child(m, node, 0);
    return outcome == PLOY_RUNNING ? PLOY_RUNNING : end_with(m, node, outcome);
}

static uint32_t run(bt_model* m, model_node* node, bool is_new)
{
    if (is_fork(node)) {
        if (is_new) node->waits = 0, node->is_halting = false;
        if (node->waits) return end_with(m, node, node->waits);
        if (still_halting(m, node)) return PLOY_RUNNING;
    }
    switch (node->kind) {
    case PL_BT_SEQUENCE:
    case PL_BT_SEQUENCE_WITH_MEMORY:
    case PL_BT_ASYNC_SEQUENCE:
        return in_order(m, node, is_new, PLOY_SUCCESS);
    case PL_BT_ASYNC_FALLBACK:
    case PL_BT_FALLBACK:
        return in_order(m, node, is_new, PLOY_FAILURE);
    case PL_BT_REACTIVE_SEQUENCE:
        return reactive(m, node, PLOY_SUCCESS);
    case PL_BT_REACTIVE_FALLBACK:
        return reactive(m, node, PLOY_FAILURE);
    case PL_BT_PARALLEL:
    case PL_BT_PARALLEL_ALL:
        return parallel(m, node, is_new);
    case PL_BT_IF_THEN_ELSE:
        return if_then_else(m, node, is_new);
    case PL_BT_WHILE_DO_ELSE:
        return while_do_else(m, node);
    case PL_BT_SWITCH2:
    case PL_BT_REACTIVE_UTILITY_SELECTOR:
        return choosing(m, node, is_new);
    case PL_BT_RANDOM_CHOICE:
    case PL_BT_UTILITY_SELECTOR:
        return one_of(m, node, is_new);
    case PL_BT_RANDOM_FALLBACK:
        return random_fallback(m, node, is_new);
    case PL_BT_INVERTER:
        return inverted(m, node);
    case PL_BT_FORCE_SUCCESS:
    case PL_BT_FORCE_FAILURE:
        return forced(m, node);
    case PL_BT_REPEAT:
        return again(m, node, is_new, PLOY_SUCCESS);
    case PL_BT_RETRY:
        return again(m, node, is_new, PLOY_FAILURE);
    case PL_BT_KEEP_RUNNING:
        return tick_child(m, node, 0) == PLOY_FAILURE ? PLOY_FAILURE : PLOY_RUNNING;
    case PL_BT_TIMEOUT:
        return timeout(m, node, is_new);
    case PL_BT_DELAY:
        return delay(m, node, is_new);
    case PL_BT_COOLDOWN:
        return cooldown(m, node, is_new);
    case PL_BT_RUN_ONCE:
        return run_once(m, node);
    case PL_BT_SERVICE:
        return service(m, node, is_new);
    case PL_BT_SUBTREE:
        return tick_child(m, node, 0);
    case PL_BT_NODE:
        return node->value >= 0 ? recover(m, node, is_new) : race(m, node);
    case PL_BT_SLEEP:
        if (is_new) node->since = m->now;
        return is_over(m, node) ? PLOY_SUCCESS : PLOY_RUNNING;
    case PL_BT_SET:
        bt_model_write(m, node->key, true, node->value);
        return PLOY_SUCCESS;
    case PL_BT_UNSET:
        bt_model_write(m, node->key, false, 0);
        return PLOY_SUCCESS;
    case PL_BT_SCRIPT:
        bt_model_write(m, node->key, true, counts(node->key) ? (m->keys[node->key] + 1) & 3 : !m->keys[node->key]);
        return PLOY_SUCCESS;
    case PL_BT_SCRIPT_CONDITION:
        return m->keys[node->key] >= node->value ? PLOY_SUCCESS : PLOY_FAILURE;
    case PL_BT_TRY_CATCH:
        return try_catch(m, node, is_new);
    case PL_BT_PRECONDITION:
        return precondition(m, node);
    case PL_BT_LOOP_INT:
    case PL_BT_LOOP_BOOL:
    case PL_BT_LOOP_DOUBLE:
    case PL_BT_LOOP_STRING:
        return loop(m, node, is_new);
    case PL_BT_SKIP_UNLESS_UPDATED:
        return if_updated(m, node, BT_MODEL_SKIPPED);
    case PL_BT_WAIT_VALUE_UPDATE:
        return if_updated(m, node, PLOY_RUNNING);
    case PL_BT_WAS_ENTRY_UPDATED:
        return is_updated(m, node) ? PLOY_SUCCESS : PLOY_FAILURE;
    case PL_BT_ACTION:
        return leaf(m, node, is_new);
    case PL_BT_CONDITION:
        if (node->other) return m->keys[node->key] == node->value ? PLOY_SUCCESS : PLOY_FAILURE;
        if (node->key != UINT32_MAX) return m->keys[node->key] >= node->value ? PLOY_SUCCESS : PLOY_FAILURE;
        return ask(m, 'C', node) == PLOY_SUCCESS ? PLOY_SUCCESS : PLOY_FAILURE;
    case PL_BT_ALWAYS_FAILURE:
        return PLOY_FAILURE;
    default:
        return PLOY_SUCCESS;
    }
}

static bool guard(const bt_model* m, const model_node* node, uint32_t which)
{
    return node->guards[which] != 0 && m->keys[node->guards[which] - 1] != 0;
}

static uint32_t tick_inside(bt_model* m, model_node* node)
{
    bool is_new = !node->is_running;
    bool stops = node->guards[3] != 0 && !guard(m, node, 3);
    if (is_new) {
        if (guard(m, node, 0)) return fails(node);
        if (guard(m, node, 1)) return PLOY_SUCCESS;
        if (guard(m, node, 2) || stops) return BT_MODEL_SKIPPED;
        node->is_stopping = false;
    } else if (stops || node->is_unwanted) {
        node->is_unwanted = true;
        return halt(m, node) ? BT_MODEL_SKIPPED : PLOY_RUNNING;
    }
    if (node->child_count == 0) node->cause = node;
    uint32_t outcome = run(m, node, is_new);
    node->is_running = outcome == PLOY_RUNNING;
    return outcome;
}

static uint32_t tick(bt_model* m, model_node* node)
{
    uint32_t outcome = tick_inside(m, node);
    if (outcome == PLOY_SUCCESS || outcome == PLOY_FAILURE) {
        run_post(m, node, outcome == PLOY_SUCCESS ? 0 : 1);
        run_post(m, node, 3);
    }
    return outcome;
}

uint32_t bt_model_tick(bt_model* m, int64_t dt, uint32_t max_loops)
{
    m->now += dt;
    uint32_t outcome;
    do {
        m->yields = false;
        outcome = tick(m, &m->nodes[0]);
    } while (outcome == PLOY_RUNNING && m->yields && max_loops-- > 0);
    return outcome;
}

const model_node* bt_model_find(const bt_model* m, const char* name)
{
    return &m->nodes[atoi(name + 1)];
}
