// Scores from what an agent knows: integer arithmetic only, nothing is kept.

#include "base/float.h"
#include "base/check.h"
#include "base/hints.h"
#include "knowledge/blackboard.h"
#include "mind/common/bindings.h"
#include "mind/utility/utility.h"

enum
{
    ONE = 1000,
};

// Products are in fixed point (1/1,000,000,000), so that rounding many factors does not show in the result.
#define BILLION ((int64_t)1000000000)

// An int beyond this is beyond every range once it is in fixed point (1/1000).
#define FAR (INT64_MAX / ONE)

static inline int64_t fixed(int64_t value, uint8_t type)
{
    if (type == PLOY_VALUE_DECIMAL) return value;
    if (type == PLOY_VALUE_FLOAT) return pl_float_fixed(value);
    if (type == PLOY_VALUE_OBJECT) return value != 0 ? ONE : 0;
    return (value > FAR ? FAR : value < -FAR ? -FAR : value) * ONE;
}

// A key with the name of a symbol is read from the state; the types of both are the same.
static bool read_state(const ploy_utility* utility, const pl_utility_reading* reading, const pl_utility_leaf* leaf,
                       int64_t* value)
{
    const ploy_domain* domain = reading->domain;
    uint32_t symbol = ploy_domain_find_symbol(domain, ploy_blackboard_keys_name(utility->blackboard_keys, leaf->index));
    if (symbol == PLOY_NONE) return false;
    ploy_symbol_info info = ploy_domain_symbol(domain, symbol);
    if (info.of_count > 0) return false;
    int64_t raw = ploy_state_get(domain, reading->state, info.first_variable);
    *value = fixed(raw, info.type == PLOY_VALUE_DECIMAL ? PLOY_VALUE_DECIMAL : PLOY_VALUE_INT);
    return true;
}

static inline int64_t read_blackboard(const ploy_utility* utility, const ploy_agent* agent, uint32_t key)
{
    const pl_key* info = pl_blackboard_key(utility->blackboard_keys, key);
    return fixed(agent->blackboard ? pl_blackboard_read(agent->blackboard, key) : info->initial, (uint8_t)info->kind);
}

void pl_utility_read_keys(const ploy_utility* utility, const ploy_agent* agent, uint64_t options, int64_t* values)
{
    for (uint32_t i = 0; i < utility->keys.count; ++i) {
        if (utility->readers.data[i] & options) values[i] = read_blackboard(utility, agent, utility->keys.data[i]);
    }
}

static int64_t read_key(const ploy_utility* utility, const pl_utility_reading* reading, const pl_utility_leaf* leaf)
{
    int64_t value;
    if (reading->domain && read_state(utility, reading, leaf, &value)) return value;
    return read_blackboard(utility, reading->agent, leaf->index);
}

static int64_t call_scorer(const ploy_utility* utility, ploy_agent* agent, const pl_utility_leaf* leaf)
{
    const ploy_scorer_def* def = utility->bindings->scorers.items.data[leaf->index];
    ploy_call call = {.user = def->user, .ports = leaf->ports, .port_count = def->port_count, .binding = leaf->index};
    return def->score(agent, &call);
}

// Belief and age are those of the matching fact with the highest belief. Without one, belief is 0 and age infinite.
static int64_t read_facts(const ploy_memory* facts, const pl_utility_leaf* leaf)
{
    if (leaf->kind == PLOY_INPUT_FACT_COUNT) return facts ? (int64_t)ploy_memory_count(facts, leaf->query) * ONE : 0;
    ploy_fact fact;
    bool known = facts && ploy_memory_get(facts, ploy_memory_best(facts, leaf->query), &fact) == PLOY_OK;
    if (leaf->kind == PLOY_INPUT_FACT_BELIEF) return known ? fact.belief : 0;
    return known ? fact.age / 1000 : INT64_MAX; // seconds in fixed point (1/1000)
}

int64_t pl_leaf_read(const ploy_utility* utility, const pl_utility_reading* reading, const pl_utility_leaf* leaf)
{
    switch ((ploy_input_kind)leaf->kind) {
    case PLOY_INPUT_KEY:
        return read_key(utility, reading, leaf);
    case PLOY_INPUT_SCORER:
        return call_scorer(utility, reading->agent, leaf);
    case PLOY_INPUT_EXPRESSION:
        return pl_guard_number(leaf->guard, reading->agent);
    default:
        return read_facts(reading->agent->memory, leaf);
    }
}

uint64_t pl_leaf_inverse(uint64_t span)
{
    return span >> 26 == 0 ? (((uint64_t)ONE << PL_LEAF_SHIFT) + span - 1) / span : 0;
}

static inline uint32_t normalize(const pl_utility_leaf* leaf, int64_t value)
{
    uint64_t beyond = value > leaf->min ? (uint64_t)value - (uint64_t)leaf->min : 0;
    beyond = beyond < leaf->span ? beyond : leaf->span;
    return (uint32_t)(leaf->inverse ? beyond * leaf->inverse >> PL_LEAF_SHIFT : beyond * ONE / leaf->span);
}

uint32_t pl_leaf_normalize(const pl_utility_leaf* leaf, int64_t value)
{
    return normalize(leaf, value);
}

static inline int32_t leaf_value(const ploy_utility* utility, const pl_utility_reading* reading,
                                 const pl_utility_leaf* leaf)
{
    if (leaf->kind == PLOY_INPUT_CONSTANT) return (int32_t)leaf->min;
    bool is_read = leaf->kind == PLOY_INPUT_KEY && reading->values;
    int64_t value = is_read ? reading->values[leaf->slot] : pl_leaf_read(utility, reading, leaf);
    return leaf->table[normalize(leaf, value)];
}

// 1 - w (1 - u): a part with weight 0 has no effect.
static inline int64_t softened(int32_t value, int32_t weight)
{
    return weight >= ONE ? value : ONE - ((ONE - value) * weight + ONE / 2) / ONE;
}

static inline int64_t begin(uint8_t combine)
{
    return combine == PLOY_COMBINE_SUM || combine == PLOY_COMBINE_MAX ? 0 : combine == PLOY_COMBINE_MIN ? ONE : BILLION;
}

static inline int64_t add(uint8_t combine, int64_t so_far, int32_t value, int32_t weight)
{
    int64_t share;
    switch ((ploy_combine)combine) {
    case PLOY_COMBINE_SUM:
        return so_far + (int64_t)value * weight;
    case PLOY_COMBINE_MIN:
        share = softened(value, weight);
        return share < so_far ? share : so_far;
    case PLOY_COMBINE_MAX:
        share = ((int64_t)value * weight + ONE / 2) / ONE;
        return share > so_far ? share : so_far;
    default:
        return (int64_t)((uint64_t)so_far * (uint64_t)softened(value, weight) / ONE);
    }
}

static inline int32_t end(uint8_t combine, const pl_utility_part* part, int64_t all)
{
    switch ((ploy_combine)combine) {
    case PLOY_COMBINE_SUM:
        return (int32_t)((2 * all + part->weights) / (2 * part->weights));
    case PLOY_COMBINE_MIN:
    case PLOY_COMBINE_MAX:
        return all > ONE ? ONE : (int32_t)all;
    case PLOY_COMBINE_PRODUCT:
        all += (int64_t)((uint64_t)(((BILLION - all) * part->compensation >> 32) * all) / BILLION);
        break;
    default:
        break;
    }
    return (int32_t)((uint64_t)(all + BILLION / ONE / 2) / (BILLION / ONE));
}

PL_INLINE int32_t combine_keys(const pl_utility_part* part, const pl_utility_leaf* leaf, const int64_t* values,
                               ploy_combine combine)
{
    int64_t all = begin((uint8_t)combine);
    for (const pl_utility_leaf* last = leaf + part->parts; leaf != last; ++leaf) {
        all = add((uint8_t)combine, all, leaf->table[normalize(leaf, values[leaf->slot])], leaf->weight);
    }
    return end((uint8_t)combine, part, all);
}

// One loop per combination, since most options are flat.
static int32_t flat_value(const pl_utility_part* part, const pl_utility_leaf* leaf, const int64_t* values)
{
    switch ((ploy_combine)part->combine) {
    case PLOY_COMBINE_SUM:
        return combine_keys(part, leaf, values, PLOY_COMBINE_SUM);
    case PLOY_COMBINE_MIN:
        return combine_keys(part, leaf, values, PLOY_COMBINE_MIN);
    case PLOY_COMBINE_MAX:
        return combine_keys(part, leaf, values, PLOY_COMBINE_MAX);
    case PLOY_COMBINE_PLAIN:
        return combine_keys(part, leaf, values, PLOY_COMBINE_PLAIN);
    default:
        return combine_keys(part, leaf, values, PLOY_COMBINE_PRODUCT);
    }
}

int32_t pl_utility_value(const ploy_utility* utility, const pl_utility_reading* reading, uint32_t index)
{
    const pl_utility_part* parts = utility->parts.data;
    const pl_utility_part* part = &parts[index];
    if (part->is_flat && reading->values) {
        return flat_value(part, utility->leaves.data + part->leaf, reading->values);
    }
    if (part->parts == 0) return leaf_value(utility, reading, &utility->leaves.data[part->leaf]);
    int64_t all = begin(part->combine);
    for (uint32_t i = index + 1; i < part->end; i = parts[i].end) {
        int32_t one = parts[i].parts == 0 ? leaf_value(utility, reading, &utility->leaves.data[parts[i].leaf])
                                          : pl_utility_value(utility, reading, i);
        all = add(part->combine, all, one, parts[i].weight);
    }
    return end(part->combine, part, all);
}

static inline int32_t score(const ploy_utility* utility, const pl_utility_reading* reading, uint32_t index)
{
    const pl_utility_option* option = &utility->options.data[index];
    if (option->when && !pl_guard_holds(option->when, reading->agent)) return -1;
    if (option->part == PLOY_NONE) return option->weight;
    int32_t value = pl_utility_value(utility, reading, option->part);
    return (int32_t)(((uint64_t)value * (uint64_t)option->weight + ONE / 2) / ONE);
}

int32_t pl_utility_score(const ploy_utility* utility, const pl_utility_reading* reading, uint32_t index)
{
    return score(utility, reading, index);
}

void pl_utility_score_some(const ploy_utility* utility, const pl_utility_reading* reading, uint64_t options,
                           int32_t* scores)
{
    for (; options; options &= options - 1) {
        uint32_t option = pl_trailing_zeros(options);
        scores[option] = score(utility, reading, option);
    }
}

int64_t ploy_utility_score(const ploy_utility* utility, ploy_agent* agent, uint32_t option)
{
    PL_NEED(utility, 0);
    PL_NEED(agent, 0);
    PL_ASSERT(option < utility->options.count);
    return pl_utility_score(utility, &(pl_utility_reading){.agent = agent}, option);
}

int64_t pl_utility_score_step(void* user, const ploy_domain* domain, const ploy_step* step, const uint64_t* state)
{
    const pl_utility_scorer* scorer = user;
    uint32_t option = ploy_utility_find_option(scorer->utility, ploy_domain_action(domain, step->action).name);
    if (option == PLOY_NONE) return 0;
    pl_utility_reading reading = {.agent = scorer->agent, .domain = domain, .state = state};
    return pl_utility_score(scorer->utility, &reading, option);
}

static uint32_t best(const int32_t* scores, uint32_t count)
{
    uint32_t best = PLOY_NONE;
    for (uint32_t i = 0; i < count; ++i) {
        if (scores[i] > (best == PLOY_NONE ? 0 : scores[best])) best = i;
    }
    return best;
}

// A random number below the sum of all scores falls into the range of one of them.
static uint32_t draw(const int32_t* scores, uint32_t count, ploy_random* random)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; ++i) sum += scores[i] > 0 ? (uint32_t)scores[i] : 0;
    if (sum == 0) return PLOY_NONE;
    int64_t left = ploy_random_below(random, sum);
    uint32_t i = 0;
    for (; scores[i] <= 0 || left >= scores[i]; ++i) left -= scores[i] > 0 ? scores[i] : 0;
    return i;
}

uint32_t pl_utility_pick(const ploy_utility* utility, const int32_t* scores, ploy_agent* agent)
{
    uint32_t count = utility->options.count;
    return utility->choice == PLOY_CHOICE_BEST ? best(scores, count) : draw(scores, count, &agent->random);
}

uint32_t ploy_utility_choose(const ploy_utility* utility, ploy_agent* agent, uint32_t last)
{
    PL_NEED(utility, PLOY_NONE);
    PL_NEED(agent, PLOY_NONE);
    int32_t scores[PLOY_UTILITY_OPTIONS];
    pl_utility_reading reading = {.agent = agent};
    for (uint32_t i = 0; i < utility->options.count; ++i) {
        scores[i] = pl_utility_score(utility, &reading, i);
    }
    if (last != PLOY_NONE && scores[last] > 0) {
        scores[last] = (int32_t)((int64_t)scores[last] * utility->repeat_penalty / ONE);
    }
    return pl_utility_pick(utility, scores, agent);
}

int64_t pl_utility_best(const ploy_utility* utility, ploy_agent* agent, uint32_t option)
{
    if (option != PLOY_NONE) {
        int64_t score = ploy_utility_score(utility, agent, option);
        return score > 0 ? score : 0;
    }
    int64_t best = 0;
    for (uint32_t i = 0; i < utility->options.count; ++i) {
        int64_t score = ploy_utility_score(utility, agent, i);
        best = score > best ? score : best;
    }
    return best;
}

bool pl_utility_calls_scorer(const ploy_utility* utility, uint32_t option)
{
    uint64_t volatile_options = utility->pollers | utility->fact_readers;
    return option == PLOY_NONE ? volatile_options != 0 : volatile_options >> option & 1;
}
