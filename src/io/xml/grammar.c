#include "io/xml/grammar.h"

#include <string.h>

#define IN(NAME) (1u << PL_ELEMENT_##NAME)

const pl_rule pl_rules[PL_ELEMENT_COUNT] = {
    [PL_ELEMENT_PLOY] = {.name = "ploy", .required_count = 1, .attributes = {"version", "main_tree_to_execute"}},
    [PL_ELEMENT_DOMAIN] = {"domain", IN(PLOY), 1, {"name"}, .has_text = false},
    [PL_ELEMENT_TYPE] = {"type", IN(DOMAIN), 1, {"name", "objects", "capacity", "count"}, .has_text = false},
    [PL_ELEMENT_SYMBOL] = {"symbol",
                           IN(DOMAIN),
                           2,
                           {"name", "type", "min", "max", "step", "initial", "of", "planned", "clamp"},
                           .has_text = false},
    [PL_ELEMENT_TABLE] = {"table",
                          IN(DOMAIN),
                          2,
                          {"name", "of", "type", "min", "max", "initial", "symmetric"},
                          .has_text = true},
    [PL_ELEMENT_ACTION] = {"action",
                           IN(DOMAIN),
                           1,
                           {"name", "base", "cost", "duration", "limit", "precedence", "move", "context"},
                           .has_text = false},
    [PL_ELEMENT_PARAM] = {"param", IN(ACTION) | IN(GOAL), 2, {"name", "type"}, .has_text = false},
    [PL_ELEMENT_PRE] = {"pre", IN(ACTION), 0, {NULL}, .has_text = true},
    [PL_ELEMENT_EFFECT] = {"effect", IN(ACTION), 0, {NULL}, .has_text = true},
    [PL_ELEMENT_GOAL] = {"goal", IN(DOMAIN), 1, {"name", "priority", "relevant", "hold"}, .has_text = true},
    [PL_ELEMENT_AGENT] =
        {
            .name = "agent",
            .parents = IN(PLOY),
            .required_count = 1,
            .attributes = {"name", "domain", "mind", "sensors", "automatic", "search_interval", "interval",
                           "hysteresis", "debug", "search", "utility", "task", "max_nodes", "max_depth", "repeat_cost",
                           "no_two_moves", "write_effects", "settle", "act_early"},
        },
    [PL_ELEMENT_ACTIONS] = {"actions", IN(AGENT), 0, {NULL}, .has_text = true, .once = true},
    [PL_ELEMENT_GOALS] = {"goals", IN(AGENT), 0, {NULL}, .has_text = true, .once = true},
    [PL_ELEMENT_STATE] = {"state", IN(AGENT), 0, {NULL}, .has_text = true, .once = true},
    [PL_ELEMENT_ROOT] = {.name = "root", .attributes = {"BTCPP_format", "main_tree_to_execute"}, .is_open = true},
    [PL_ELEMENT_INCLUDE] = {"include", IN(ROOT), 1, {"path", "ros_pkg"}, .has_text = false},
    [PL_ELEMENT_BT] = {.name = "BehaviorTree", .parents = IN(PLOY) | IN(ROOT), .is_free = true},
    [PL_ELEMENT_UTILITY] = {.name = "utility", .parents = IN(PLOY), .is_free = true},
    [PL_ELEMENT_HTN] = {.name = "htn", .parents = IN(PLOY), .is_free = true},
    [PL_ELEMENT_BT_MODEL] = {.name = "TreeNodesModel", .parents = IN(PLOY) | IN(ROOT), .is_free = true},
    [PL_ELEMENT_FSM] = {.name = "fsm", .parents = IN(PLOY), .is_free = true},
    [PL_ELEMENT_FUZZY] = {.name = "fuzzy", .parents = IN(PLOY), .is_free = true},
    [PL_ELEMENT_BLACKBOARD] = {.name = "blackboard", .parents = IN(PLOY), .is_free = true, .once = true},
    [PL_ELEMENT_FACT] = {.name = "fact", .parents = IN(PLOY), .is_free = true},
    [PL_ELEMENT_SENSOR] = {.name = "sensor", .parents = IN(PLOY), .is_free = true},
    [PL_ELEMENT_SQUAD] = {.name = "squad", .parents = IN(PLOY), .is_free = true},
    [PL_ELEMENT_PURSUE] = {"pursue", IN(AGENT), 1, {"goal", "interval", "hysteresis", "satisfied"}, .has_text = false},
    [PL_ELEMENT_PERFORM] = {"perform", IN(AGENT), 2, {"action", "activities", "completes"}, .has_text = false},
};

pl_element pl_element_find(const char* name)
{
    uint32_t element = 0;
    while (element < PL_ELEMENT_COUNT && strcmp(pl_rules[element].name, name) != 0) {
        ++element;
    }
    return (pl_element)element;
}

bool pl_element_is_free(pl_element element)
{
    return element == PL_ELEMENT_INNER || pl_rules[element].is_free;
}

bool pl_element_allowed(pl_element element, pl_element parent)
{
    return pl_rules[element].parents >> parent & 1;
}

uint32_t pl_attribute_find(pl_element element, const char* name)
{
    const char* const* attributes = pl_rules[element].attributes;
    for (uint32_t i = 0; i < PL_MAX_ATTRIBUTES && attributes[i]; ++i) {
        if (strcmp(attributes[i], name) == 0) {
            return i;
        }
    }
    return PLOY_NONE;
}

uint32_t pl_attribute_count(pl_element element)
{
    uint32_t count = 0;
    while (count < PL_MAX_ATTRIBUTES && pl_rules[element].attributes[count]) {
        ++count;
    }
    return count;
}
