// The control nodes and decorators of Nav2, the navigation system of ROS, as nodes of a game's own.

#ifndef EXAMPLE_NAV2_NODES_H
#define EXAMPLE_NAV2_NODES_H

#include <ploy/mind.h>
#include <ploy/plan.h>

// Ticks the first child; when it fails, the second, and then the first again.
static ploy_outcome recovery_node(ploy_agent* agent, const ploy_call* call, const ploy_children* children)
{
    uint32_t* data = call->data; // retries so far; 1: recovering
    if (children->is_start) data[0] = data[1] = 0;
    for (;;) {
        ploy_outcome outcome = ploy_children_tick(children, data[1] != 0);
        bool failed = outcome == PLOY_FAILURE;
        if (outcome == PLOY_RUNNING || (failed && data[1]) || (!failed && !data[1])) return outcome;
        if (failed && data[0]++ >= (uint32_t)ploy_call_get(call, agent, 0)) return PLOY_FAILURE;
        data[1] = !data[1];
    }
}

// Ticks all children up to the one that got furthest, so that the earlier ones keep their results fresh.
static ploy_outcome pipeline_sequence(ploy_agent* agent, const ploy_call* call, const ploy_children* children)
{
    uint32_t* furthest = call->data;
    (void)agent;
    if (children->is_start) *furthest = 0;
    for (uint32_t i = 0; i < children->count; ++i) {
        ploy_outcome outcome = ploy_children_tick(children, i);
        if (outcome == PLOY_FAILURE) return PLOY_FAILURE;
        if (outcome == PLOY_RUNNING && i >= *furthest) {
            *furthest = i;
            return PLOY_RUNNING;
        }
    }
    return PLOY_SUCCESS;
}

// Each time it is entered, another child has its turn; the next one when that fails.
static ploy_outcome round_robin(ploy_agent* agent, const ploy_call* call, const ploy_children* children)
{
    uint32_t* data = call->data; // whose turn it is, kept from run to run; how many failed in this run
    (void)agent;
    if (children->is_start) data[1] = 0;
    while (data[1] < children->count) {
        ploy_outcome outcome = ploy_children_tick(children, data[0] % children->count);
        if (outcome == PLOY_RUNNING) return PLOY_RUNNING;
        ++data[0];
        if (outcome == PLOY_SUCCESS) return PLOY_SUCCESS;
        ++data[1];
    }
    return PLOY_FAILURE;
}

// What the three decorators share: the child runs when it is due, and once it runs, to its end. Until it is due again,
// its last success holds. `mark` is where or when it last ended, plus one; 0: it has not.
static ploy_outcome tick_if(bool is_due, const ploy_children* children, uint32_t* mark, int64_t now)
{
    if (*mark != 0 && !is_due && !ploy_children_is_running(children, 0)) return PLOY_SUCCESS;
    ploy_outcome outcome = ploy_children_tick(children, 0);
    *mark = outcome == PLOY_SUCCESS ? (uint32_t)now + 1 : 0;
    return outcome;
}

static ploy_outcome rate_controller(ploy_agent* agent, const ploy_call* call, const ploy_children* children)
{
    uint32_t* mark = call->data; // in milliseconds
    int64_t now = agent->now / 1000, hz = ploy_call_get(call, agent, 0);
    return tick_if((now + 1 - *mark) * hz >= 1000 * PLOY_UNIT, children, mark, now);
}

static ploy_outcome distance_controller(ploy_agent* agent, const ploy_call* call, const ploy_children* children)
{
    uint32_t* mark = call->data;
    bool is_due = (agent->position.x + 1 - (int64_t)*mark) * PLOY_UNIT >= ploy_call_get(call, agent, 0);
    return tick_if(is_due, children, mark, agent->position.x);
}

static ploy_outcome speed_controller(ploy_agent* agent, const ploy_call* call, const ploy_children* children)
{
    uint32_t* mark = call->data;
    int64_t min_rate = ploy_call_get(call, agent, 0), max_rate = ploy_call_get(call, agent, 1);
    int64_t min_speed = ploy_call_get(call, agent, 2), max_speed = ploy_call_get(call, agent, 3);
    int64_t speed = ploy_call_get(call, agent, 4), now = agent->now / 1000;
    int64_t rate = min_rate + (max_rate - min_rate) * (speed - min_speed) / (max_speed - min_speed);
    return tick_if((now + 1 - *mark) * rate >= 1000 * PLOY_UNIT, children, mark, now);
}

static const ploy_node_def nav2_nodes[] = {
    {.name = "RecoveryNode",
     .ports = "number_of_retries",
     .data_bytes = 8,
     .tick = recovery_node,
     .min_children = 2,
     .max_children = 2},
    {.name = "PipelineSequence", .data_bytes = 4, .tick = pipeline_sequence},
    {.name = "RoundRobin", .data_bytes = 8, .tick = round_robin},
    {.name = "RateController", .ports = "hz:decimal", .data_bytes = 4, .tick = rate_controller, .max_children = 1},
    {.name = "DistanceController",
     .ports = "distance:decimal",
     .data_bytes = 4,
     .tick = distance_controller,
     .max_children = 1},
    {.name = "SpeedController",
     .ports = "min_rate:decimal max_rate:decimal min_speed:decimal max_speed:decimal speed:decimal",
     .data_bytes = 4,
     .tick = speed_controller,
     .max_children = 1},
};

#endif
