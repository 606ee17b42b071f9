// How an agent's mind is set up: its settings, the callbacks of its goals, and what its actions drive.

#include <string.h>

#include "base/suggest.h"
#include "io/xml/section.h"

static const char* const levels[] = {"default", "none", "basic", "everything",
                                     NULL}; // in the order of ploy_trace_level

const char* pl_debug_name(ploy_trace_level level)
{
    return levels[level];
}

// In the file's unit, as hysteresis is one of priority.
static ploy_status read_hysteresis(pl_loader* loader, const pl_xml_node* node, int32_t* value)
{
    int64_t fixed = *value;
    ploy_status status = pl_section_range(loader, node, "hysteresis", PL_NUMBER_DECIMAL, 0, 1000000000, &fixed);
    *value = (int32_t)pl_section_or_off(node, "hysteresis", fixed);
    return status;
}

static ploy_status read_interval(pl_loader* loader, const pl_xml_node* node, const char* attribute, int64_t* value)
{
    ploy_status status = pl_section_time(loader, node, attribute, value);
    *value = pl_section_or_off(node, attribute, *value);
    return status;
}

static ploy_status read_settings(pl_loader* loader, const pl_xml_node* node, ploy_agent_info* agent)
{
    bool automatic = true;
    uint32_t debug = PLOY_TRACE_DEFAULT;
    ploy_status status = pl_loader_bool(loader, node, "automatic", &automatic);
    agent->goap.manual = !automatic;
    status = status == PLOY_OK ? read_interval(loader, node, "search_interval", &agent->goap.search_interval) : status;
    status = status == PLOY_OK ? read_interval(loader, node, "interval", &agent->goap.interval) : status;
    status = status == PLOY_OK ? read_hysteresis(loader, node, &agent->goap.hysteresis) : status;
    status = status == PLOY_OK ? pl_section_choice(loader, node, "debug", levels, &debug) : status;
    agent->goap.debug = (ploy_trace_level)debug;
    return status;
}

static ploy_status read_mind(pl_loader* loader, const pl_xml_node* node, ploy_agent_info* agent)
{
    const char* mind = pl_xml_value(node, "mind");
    if (mind && !*mind) {
        return pl_loader_fail_value(loader, node, "mind", "a mind needs a name that is not empty");
    }
    agent->mind = pl_section_keep(loader, mind ? mind : "goap");
    const char* task = pl_xml_value(node, "task");
    agent->task = task ? pl_section_keep(loader, task) : NULL;
    return agent->mind && (agent->task || !task) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status read_search(pl_loader* loader, const pl_xml_node* node, ploy_agent_info* agent)
{
    const char* name = pl_xml_value(node, "search");
    uint32_t found = name ? ploy_search_find(name) : agent->goap.options.search;
    if (found != PLOY_NONE) {
        agent->goap.options.search = (ploy_search)found;
        return PLOY_OK;
    }
    pl_loader_fail_value(loader, node, "search", "unknown search '%s'", name);
    pl_similar similar = pl_similar_begin(name);
    for (ploy_search search = PLOY_SEARCH_ASTAR; search <= PLOY_SEARCH_UTILITY; ++search) {
        pl_similar_offer(&similar, ploy_search_name(search));
    }
    pl_similar_hint(&similar, loader->error);
    return PLOY_INVALID;
}

static ploy_status fail_utility(pl_loader* loader, const pl_xml_node* node, const char* name)
{
    const ploy_file* file = loader->file;
    pl_loader_fail_value(loader, node, "utility", "unknown utility '%s'", name);
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < file->utilities.count; ++i) {
        pl_similar_offer(&similar, file->utilities.data[i].name);
    }
    pl_similar_hint(&similar, loader->error);
    return PLOY_INVALID;
}

static ploy_status read_utility(pl_loader* loader, const pl_xml_node* node, ploy_agent_info* agent)
{
    const char* name = pl_xml_value(node, "utility");
    agent->utility = name ? ploy_file_find_utility(loader->file, name) : PLOY_NONE;
    if (name && agent->utility == PLOY_NONE) {
        return fail_utility(loader, node, name);
    }
    agent->goap.utility = name ? &loader->file->utilities.data[agent->utility] : NULL;
    if (agent->goap.options.search == PLOY_SEARCH_UTILITY && !name) {
        return pl_loader_fail_value(loader, node, "search", "a search by utility needs the attribute 'utility'");
    }
    return PLOY_OK;
}

static ploy_status fail_sensor(pl_loader* loader, const pl_xml_node* node, const char* name)
{
    const ploy_file* file = loader->file;
    pl_loader_fail_value(loader, node, "sensors", "unknown sensor '%s'", name);
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < file->world.sensors.count; ++i) {
        pl_similar_offer(&similar, file->world.sensors.data[i].name);
    }
    pl_similar_hint(&similar, loader->error);
    return PLOY_INVALID;
}

static ploy_status read_sensors(pl_loader* loader, const pl_xml_node* node, ploy_agent_info* agent)
{
    const char* text = pl_xml_value(node, "sensors");
    pl_words words;
    agent->sensors_off = 0;
    if (!text) {
        return PLOY_OK;
    }
    agent->sensors_off = UINT64_MAX;
    if (pl_loader_words(loader, text, &words) != PLOY_OK) {
        return PLOY_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < words.count; ++i) {
        uint32_t sensor = pl_file_find_sensor(loader->file, words.names[i]);
        if (sensor == PLOY_NONE) {
            return fail_sensor(loader, node, words.names[i]);
        }
        agent->sensors_off &= ~((uint64_t)1 << sensor);
    }
    return PLOY_OK;
}

// Elements in the agent.

static uint32_t count_of(const pl_xml_node* node, pl_element element)
{
    uint32_t count = 0;
    for (node = pl_xml_next(node->first, element); node; node = pl_xml_next(node->next, element)) {
        ++count;
    }
    return count;
}

static ploy_status check_twice(pl_loader* loader, const pl_xml_node* node, const char* attribute)
{
    const char* name = pl_xml_value(node, attribute);
    for (const pl_xml_node* one = pl_xml_next(node->parent->first, node->element); one != node;
         one = pl_xml_next(one->next, node->element)) {
        if (strcmp(pl_xml_value(one, attribute), name) == 0) {
            return pl_loader_fail_value(loader, node, attribute, "there are two <%s> for '%s'", node->name, name);
        }
    }
    return PLOY_OK;
}

static ploy_status read_pursue(pl_loader* loader, const pl_xml_node* node, const ploy_domain* domain,
                               ploy_goal_callbacks* life)
{
    const char* goal = pl_xml_value(node, "goal");
    const char* satisfied = pl_xml_value(node, "satisfied");
    *life = (ploy_goal_callbacks){0};
    uint32_t index = ploy_domain_find_goal(domain, goal);
    if (index == PLOY_NONE) {
        return pl_loader_fail_value(loader, node, "goal", "unknown goal '%s'", goal);
    }
    life->goal = ploy_domain_goal(domain, index).name;
    if (satisfied && !(life->satisfied = pl_section_keep(loader, satisfied))) {
        return PLOY_OUT_OF_MEMORY;
    }
    ploy_status status = check_twice(loader, node, "goal");
    status = status == PLOY_OK ? read_interval(loader, node, "interval", &life->interval) : status;
    return status == PLOY_OK ? read_hysteresis(loader, node, &life->hysteresis) : status;
}

static ploy_status read_pursues(pl_loader* loader, const pl_xml_node* node, const ploy_domain* domain,
                                ploy_agent_info* agent)
{
    ploy_goal_callbacks* lives =
        PL_ARENA_ARRAY(&loader->file->arena, ploy_goal_callbacks, count_of(node, PL_ELEMENT_PURSUE) + 1);
    if (!lives) {
        return PLOY_OUT_OF_MEMORY;
    }
    agent->goap.goal_callbacks = lives;
    ploy_status status = PLOY_OK;
    for (const pl_xml_node* one = pl_xml_next(node->first, PL_ELEMENT_PURSUE); one && status == PLOY_OK;
         one = pl_xml_next(one->next, PL_ELEMENT_PURSUE)) {
        status = read_pursue(loader, one, domain, &lives[agent->goap.goal_callback_count++]);
    }
    return status;
}

static ploy_status read_activities(pl_loader* loader, const pl_xml_node* node, ploy_action_binding* binding)
{
    pl_words words;
    ploy_status status = pl_loader_words(loader, pl_xml_value(node, "activities"), &words);
    if (status == PLOY_OK && words.count > PLOY_GOAP_ACTIVITIES) {
        return pl_loader_fail_value(loader, node, "activities", "an action drives at most %d activities",
                                    PLOY_GOAP_ACTIVITIES);
    }
    for (uint32_t i = 0; status == PLOY_OK && i < words.count; ++i) {
        binding->activities[i] = pl_section_keep(loader, words.names[i]);
        status = binding->activities[i] ? PLOY_OK : PLOY_OUT_OF_MEMORY;
    }
    return status;
}

static ploy_status read_completes(pl_loader* loader, const pl_xml_node* node, ploy_action_binding* binding)
{
    pl_words words;
    ploy_status status = pl_loader_words(loader, pl_xml_value(node, "completes"), &words);
    for (uint32_t i = 0; status == PLOY_OK && i < words.count; ++i) {
        uint32_t k = 0;
        while (k < PLOY_GOAP_ACTIVITIES && binding->activities[k] &&
               strcmp(binding->activities[k], words.names[i]) != 0) {
            ++k;
        }
        if (k == PLOY_GOAP_ACTIVITIES || !binding->activities[k]) {
            return pl_loader_fail_value(loader, node, "completes", "'%s' is not one of the activities", words.names[i]);
        }
        binding->completes |= 1u << k;
    }
    return status;
}

static ploy_status read_perform(pl_loader* loader, const pl_xml_node* node, const ploy_domain* domain,
                                ploy_action_binding* binding)
{
    const char* action = pl_xml_value(node, "action");
    uint32_t index = ploy_domain_find_action(domain, action);
    if (index == PLOY_NONE) {
        return pl_loader_fail_value(loader, node, "action", "unknown action '%s'", action);
    }
    binding->action = ploy_domain_action(domain, index).name;
    ploy_status status = check_twice(loader, node, "action");
    status = status == PLOY_OK ? read_activities(loader, node, binding) : status;
    return status == PLOY_OK ? read_completes(loader, node, binding) : status;
}

static ploy_status read_performs(pl_loader* loader, const pl_xml_node* node, const ploy_domain* domain,
                                 ploy_agent_info* agent)
{
    ploy_action_binding* bindings =
        PL_ARENA_ARRAY(&loader->file->arena, ploy_action_binding, count_of(node, PL_ELEMENT_PERFORM) + 1);
    if (!bindings) {
        return PLOY_OUT_OF_MEMORY;
    }
    agent->goap.action_bindings = bindings;
    ploy_status status = PLOY_OK;
    for (const pl_xml_node* one = pl_xml_next(node->first, PL_ELEMENT_PERFORM); one && status == PLOY_OK;
         one = pl_xml_next(one->next, PL_ELEMENT_PERFORM)) {
        status = read_perform(loader, one, domain, &bindings[agent->goap.action_binding_count++]);
    }
    return status;
}

ploy_status pl_load_agent_mind(pl_loader* loader, const pl_xml_node* node, const ploy_domain* domain,
                               ploy_agent_info* agent)
{
    ploy_status status = read_settings(loader, node, agent);
    status = status == PLOY_OK ? read_mind(loader, node, agent) : status;
    status = status == PLOY_OK ? read_search(loader, node, agent) : status;
    status = status == PLOY_OK ? read_utility(loader, node, agent) : status;
    status = status == PLOY_OK ? read_sensors(loader, node, agent) : status;
    status = status == PLOY_OK ? read_pursues(loader, node, domain, agent) : status;
    return status == PLOY_OK ? read_performs(loader, node, domain, agent) : status;
}
