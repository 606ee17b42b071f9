#include "support/mind/random_utility.h"

#include "knowledge/blackboard.h"

#include <string.h>

static const ploy_port_binding scaled_bindings[] = {{.port = "of", .key = "mood"}, {.port = "plus", .value = 200}};
static const ploy_fact_range near_ranges[] = {{"near", 0, 500}};

static ploy_consideration random_leaf(ploy_random* random)
{
    static const char* const expressions[] = {"mood * 2 - weight", "armed and ammo > 2", "outside + health"};
    ploy_input_kind kind = (ploy_input_kind)ploy_random_below(random, PLOY_INPUT_COUNT);
    ploy_curve curve = ploy_curve_of((ploy_curve_kind)ploy_random_below(random, PLOY_CURVE_COUNT));
    int64_t min = ploy_random_range(random, -1000, 500);
    ploy_consideration c = ploy_consider(kind, "enemy", min, min + ploy_random_range(random, 1, 4000), curve);
    c.input.value = ploy_random_range(random, -500, 3000);
    switch (kind) {
    case PLOY_INPUT_KEY:
        c.input.name = utility_stage_keys[ploy_random_below(random, KEY_COUNT)];
        break;
    case PLOY_INPUT_SCORER:
        c.input.name = "outside";
        if (ploy_random_below(random, 2)) {
            c.input.name = "scaled";
            c.input.ports = scaled_bindings;
            c.input.port_count = 2;
        }
        break;
    case PLOY_INPUT_EXPRESSION:
        c.input.name = expressions[ploy_random_below(random, 3)];
        break;
    default:
        c.input.ranges = near_ranges;
        c.input.range_count = ploy_random_below(random, 2);
        c.input.min_belief = ploy_random_below(random, 3) * 200;
        break;
    }
    return c;
}

static uint32_t random_tree(ploy_random* random, ploy_consideration* parts, uint32_t room, uint32_t depth)
{
    uint32_t count = 1;
    if (depth == 0 || room < 4 || ploy_random_below(random, 3) > 0) {
        parts[0] = random_leaf(random);
    } else {
        uint32_t children = 1 + ploy_random_below(random, 3);
        parts[0] = (ploy_consideration){
            .weight = 1000, .combine = (ploy_combine)ploy_random_below(random, PLOY_COMBINE_COUNT), .parts = children};
        for (uint32_t i = 0; i < children; ++i) {
            count += random_tree(random, parts + count, (room - count) / (children - i), depth - 1);
        }
    }
    parts[0].weight = ploy_random_below(random, 2) ? ONE : ploy_random_range(random, 0, 1000);
    return count;
}

void random_utility_fill(random_utility* u, ploy_random* random)
{
    u->count = 1 + ploy_random_below(random, MOST_OPTIONS);
    for (uint32_t i = 0; i < u->count; ++i) {
        u->options[i] = (ploy_option){0};
        u->options[i].name = utility_stage_options[i];
        u->options[i].weight = ploy_random_range(random, 0, 2000);
        u->options[i].combine = (ploy_combine)ploy_random_below(random, PLOY_COMBINE_COUNT);
        u->options[i].when = ploy_random_below(random, 3) ? NULL : "armed or health >= 0.3";
        u->options[i].considerations = u->parts[i];
        uint32_t count = 0;
        for (uint32_t trees = ploy_random_below(random, 4); trees > 0; --trees) {
            count += random_tree(random, u->parts[i] + count, (MOST_PARTS - count) / trees, 3);
        }
        u->options[i].consideration_count = count;
    }
}

void random_utility_disturb(utility_stage* s, ploy_random* random)
{
    static const int32_t max[] = {1000, 5, 1, 6, 1000, 1000};
    uint32_t key = ploy_random_below(random, KEY_COUNT);
    int64_t value = ploy_random_range(random, 0, max[key]);
    switch (ploy_random_below(random, 10)) {
    case 0:
    case 1:
        ploy_blackboard_set(s->agent.blackboard, key, value);
        break;
    case 2:
        ploy_blackboard_unset(s->agent.blackboard, key);
        break;
    case 3:
        ploy_blackboard_set(s->squads[ploy_random_below(random, 2)], key, value);
        break;
    case 4:
        pl_blackboard_set_parent(s->agent.blackboard, s->squads[ploy_random_below(random, 2)]);
        break;
    case 5: {
        ploy_fact fact = ploy_fact_of(0);
        ploy_fact_set(&fact, 0, ploy_random_range(random, 0, 3));
        ploy_fact_set(&fact, 1, ploy_random_range(random, 0, 1000));
        fact.belief = (uint32_t)ploy_random_range(random, 100, 1000);
        ploy_memory_remember(s->agent.memory, &fact, NULL);
        break;
    }
    case 6:
        ploy_memory_advance(s->agent.memory, 1000 * (int64_t)ploy_random_below(random, 5000));
        break;
    case 7:
        s->outside = ploy_random_range(random, -500, 2000);
        break;
    default:
        break;
    }
}
