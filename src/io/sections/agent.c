// An agent: which actions and goals of its domain it may use, and the state it starts in.

#include <string.h>

#include "base/containers/bitset.h"
#include "base/error.h"
#include "plan/domain/domain.h"
#include "io/xml/loader.h"

typedef struct agent_builder
{
    pl_loader* loader;
    const pl_xml_node* node;
    const ploy_domain* domain;
    ploy_agent_info agent;
} agent_builder;

// An agent that does not plan needs no domain, and has nothing to say about one.
static ploy_status check_without_domain(agent_builder* b)
{
    static const pl_element of_domain[] = {PL_ELEMENT_ACTIONS, PL_ELEMENT_GOALS, PL_ELEMENT_STATE, PL_ELEMENT_PURSUE,
                                           PL_ELEMENT_PERFORM};
    const char* mind = pl_xml_value(b->node, "mind");
    if (!mind || strcmp(mind, "goap") == 0) {
        pl_loader_fail(b->loader, b->node->file, "<agent> needs the attribute 'domain', or a mind that does not plan");
        pl_error_hint(b->loader->error, "add domain=\"…\", or mind=\"…\" with the name of a behavior tree or the like");
        return PLOY_INVALID;
    }
    for (uint32_t i = 0; i < sizeof of_domain / sizeof *of_domain; ++i) {
        const pl_xml_node* node = pl_xml_next(b->node->first, of_domain[i]);
        if (!node) continue;
        pl_loader_fail(b->loader, node->file, "<%s> needs an agent with a domain", node->name);
        pl_error_hint(b->loader->error, "add domain=\"…\" to the agent, or remove <%s>", node->name);
        return PLOY_INVALID;
    }
    return PLOY_OK;
}

static ploy_status find_domain(agent_builder* b)
{
    const ploy_file* file = b->loader->file;
    const char* name = pl_xml_value(b->node, "domain");
    b->agent.domain = PLOY_NONE;
    if (!name) return check_without_domain(b);
    b->agent.domain = pl_file_find_domain(file, name);
    if (b->agent.domain != PLOY_NONE) {
        b->domain = b->agent.goap.domain = file->domains.data[b->agent.domain].domain;
        b->agent.goap.parts.allocator = file->allocator;
        return PLOY_OK;
    }
    pl_loader_fail_value(b->loader, b->node, "domain", "unknown domain '%s'", name);
    if (file->domains.count == 0) pl_error_hint(b->loader->error, "the file has no <domain>");
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < file->domains.count; ++i) {
        pl_similar_offer(&similar, ploy_domain_name(file->domains.data[i].domain));
    }
    pl_similar_hint(&similar, b->loader->error);
    pl_error_missing(b->loader->error, PLOY_MISSING_NOTHING, name, NULL);
    return PLOY_INVALID;
}

/// What a list of names speaks of: actions or goals.
typedef struct things
{
    const char* noun;
    uint32_t (*find)(const ploy_domain* domain, const char* name);
    uint32_t count;
    const char* (*name)(const ploy_domain* domain, uint32_t index);
} things;

static const char* action_name(const ploy_domain* domain, uint32_t action)
{
    return ploy_domain_action(domain, action).name;
}

static const char* goal_name(const ploy_domain* domain, uint32_t goal)
{
    return ploy_domain_goal(domain, goal).name;
}

static ploy_status fail_unknown(agent_builder* b, const things* all, const char* name, uint32_t place)
{
    pl_loader_fail(b->loader, place, "unknown %s '%s' in agent '%s'", all->noun, name, b->agent.name);
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < all->count; ++i) {
        pl_similar_offer(&similar, all->name(b->domain, i));
    }
    pl_similar_hint(&similar, b->loader->error);
    pl_error_missing(b->loader->error, PLOY_MISSING_NOTHING, name, NULL);
    return PLOY_INVALID;
}

// The names of a list as indices, in the order of the list; each at most once.
static ploy_status read_list(agent_builder* b, const pl_xml_node* list, const things* all, uint32_t* indices,
                             uint32_t* count)
{
    pl_words words;
    if (pl_loader_words(b->loader, list->text, &words) != PLOY_OK) {
        return PLOY_OUT_OF_MEMORY;
    }
    uint64_t* seen = PL_ARENA_ARRAY(&b->loader->xml->arena, uint64_t, pl_bits_words(all->count));
    if (!seen) {
        return PLOY_OUT_OF_MEMORY;
    }
    *count = 0;
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < words.count && status == PLOY_OK; ++i) {
        uint32_t place = pl_xml_text_place(list, words.at[i]);
        uint32_t index = all->find(b->domain, words.names[i]);
        if (index == PLOY_NONE) {
            status = pl_loader_take(b->loader, fail_unknown(b, all, words.names[i], place));
        } else if (pl_bits_test(seen, index)) {
            status = pl_loader_fail(b->loader, place, "%s '%s' is listed twice in agent '%s'", all->noun,
                                    words.names[i], b->agent.name);
            status = pl_loader_take(b->loader, status);
        } else {
            pl_bits_set(seen, index);
            indices[(*count)++] = index;
        }
    }
    return status;
}

static ploy_status read_actions(agent_builder* b)
{
    if (!b->domain) {
        return PLOY_OK;
    }
    uint32_t action_count = ploy_domain_action_count(b->domain);
    uint32_t words = pl_bits_words(action_count);
    uint64_t* disabled = PL_ARENA_ARRAY(&b->loader->file->arena, uint64_t, words);
    uint32_t* allowed = PL_ARENA_ARRAY(&b->loader->xml->arena, uint32_t, action_count);
    if (!disabled || !allowed) {
        return PLOY_OUT_OF_MEMORY;
    }
    b->agent.goap.disabled = disabled;
    const pl_xml_node* list = pl_xml_next(b->node->first, PL_ELEMENT_ACTIONS);
    if (!list) {
        return PLOY_OK;
    }
    uint32_t count;
    ploy_status status =
        read_list(b, list, &(things){"action", ploy_domain_find_action, action_count, action_name}, allowed, &count);
    for (uint32_t i = 0; i < action_count; ++i) {
        pl_bits_set(disabled, i);
    }
    for (uint32_t i = 0; status == PLOY_OK && i < count; ++i) {
        pl_bits_clear(disabled, allowed[i]);
    }
    return status;
}

static ploy_status read_goals(agent_builder* b)
{
    if (!b->domain) {
        return PLOY_OK;
    }
    uint32_t goal_count = ploy_domain_goal_count(b->domain);
    uint32_t* goals = PL_ARENA_ARRAY(&b->loader->file->arena, uint32_t, goal_count);
    if (!goals) {
        return PLOY_OUT_OF_MEMORY;
    }
    b->agent.goap.goals = goals;
    const pl_xml_node* list = pl_xml_next(b->node->first, PL_ELEMENT_GOALS);
    if (!list) {
        b->agent.goap.goal_count = pl_file_default_goals(b->domain, goals);
        return PLOY_OK;
    }
    return read_list(b, list, &(things){"goal", ploy_domain_find_goal, goal_count, goal_name}, goals,
                     &b->agent.goap.goal_count);
}

// Each assignment of a text by itself, at its place in the text, so that each error is reported.
static ploy_status report_assignments(agent_builder* b, const pl_xml_node* node, uint64_t* state)
{
    pl_reports* reports = &b->loader->reports;
    ploy_error whole = *b->loader->error;
    uint32_t reported = reports->count, depth = 0;
    size_t length = strlen(node->text), begin = 0;
    char* one = PL_ARENA_ARRAY(&b->loader->file->arena, char, length + 1);
    if (!one) return PLOY_OUT_OF_MEMORY;
    ploy_status status = PLOY_OK;
    for (size_t i = 0; i <= length && status == PLOY_OK; ++i) {
        char c = node->text[i];
        depth += c == '(' ? 1 : c == ')' && depth > 0 ? UINT32_MAX : 0;
        if (c != '\0' && (c != ',' || depth > 0)) continue;
        for (size_t k = 0; k < i; ++k) one[k] = k >= begin || node->text[k] == '\n' ? node->text[k] : ' ';
        one[i] = '\0';
        status = ploy_state_parse(b->domain, state, one, b->loader->error);
        if (status == PLOY_INVALID) pl_loader_place_error(b->loader, node, NULL);
        status = pl_loader_take(b->loader, status);
        begin = i + 1;
    }
    if (status != PLOY_OK || reports->count > reported) return status;
    *b->loader->error = whole;
    return pl_loader_take(b->loader, PLOY_INVALID);
}

static ploy_status read_state(agent_builder* b)
{
    if (!b->domain) {
        return PLOY_OK;
    }
    uint64_t* state = PL_ARENA_ARRAY(&b->loader->file->arena, uint64_t, ploy_domain_state_words(b->domain));
    if (!state) {
        return PLOY_OUT_OF_MEMORY;
    }
    b->agent.state = state;
    ploy_state_init(b->domain, state);
    const pl_xml_node* node = pl_xml_next(b->node->first, PL_ELEMENT_STATE);
    if (!node || !*node->text) {
        return PLOY_OK;
    }
    ploy_status status = ploy_state_parse(b->domain, state, node->text, b->loader->error);
    if (status == PLOY_INVALID) {
        pl_loader_place_error(b->loader, node, NULL);
        if (b->loader->def->on_error) {
            status = report_assignments(b, node, state);
        }
    }
    return status;
}

// How an agent's mind is set up: its settings, the callbacks of its goals, and what its actions drive.

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

/// The status after one more call: an error is reported, if errors are, and only then the next call is made.
#define TAKE(loader, status, call) ((status) == PLOY_OK ? pl_loader_take(loader, call) : (status))

static ploy_status read_settings(pl_loader* loader, const pl_xml_node* node, ploy_agent_info* agent)
{
    bool automatic = true;
    uint32_t debug = PLOY_TRACE_DEFAULT;
    ploy_goap_mind_def* goap = &agent->goap;
    ploy_status status = pl_loader_take(loader, pl_loader_bool(loader, node, "automatic", &automatic));
    goap->manual = !automatic;
    status = TAKE(loader, status, pl_loader_bool(loader, node, "write_effects", &goap->write_effects));
    status = TAKE(loader, status, read_interval(loader, node, "search_interval", &goap->search_interval));
    status = TAKE(loader, status, read_interval(loader, node, "interval", &goap->interval));
    status = TAKE(loader, status, read_interval(loader, node, "settle", &goap->settle));
    status = TAKE(loader, status, read_hysteresis(loader, node, &goap->hysteresis));
    status = TAKE(loader, status, pl_section_choice(loader, node, "debug", levels, &debug));
    goap->debug = (ploy_trace_level)debug;
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

// As in ploy_plan_options; a number that is left out is 0, the default.
static ploy_status read_options(pl_loader* loader, const pl_xml_node* node, ploy_plan_options* options)
{
    int64_t nodes = 0, depth = 0, repeat = 0;
    ploy_status status = pl_section_range(loader, node, "max_nodes", PL_NUMBER_WHOLE, 0, UINT32_MAX, &nodes);
    status = pl_loader_take(loader, status);
    status = TAKE(loader, status, pl_section_range(loader, node, "max_depth", PL_NUMBER_WHOLE, 0, UINT32_MAX, &depth));
    status =
        TAKE(loader, status, pl_section_range(loader, node, "repeat_cost", PL_NUMBER_DECIMAL, 0, 1000000, &repeat));
    options->max_nodes = (uint32_t)nodes;
    options->max_depth = (uint32_t)depth;
    options->repeat_cost = (uint32_t)repeat;
    return TAKE(loader, status, pl_loader_bool(loader, node, "no_two_moves", &options->no_two_moves));
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
    for (uint32_t search = 0; search < PL_SEARCH_COUNT; ++search) {
        pl_similar_offer(&similar, ploy_search_name((ploy_search)search));
    }
    pl_similar_hint(&similar, loader->error);
    return PLOY_INVALID;
}

static ploy_status read_act_early(pl_loader* loader, const pl_xml_node* node, ploy_agent_info* agent)
{
    ploy_status status = pl_loader_bool(loader, node, "act_early", &agent->goap.act_early);
    if (status != PLOY_OK || !agent->goap.act_early || agent->goap.options.search == PLOY_SEARCH_ANYTIME) return status;
    return pl_loader_fail_value(loader, node, "act_early",
                                "acting early needs search=\"anytime\": only that search has a plan before it ends");
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
    pl_error_missing(loader->error, PLOY_MISSING_NOTHING, name, NULL);
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
    pl_error_missing(loader->error, PLOY_MISSING_NOTHING, name, NULL);
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
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < words.count && status == PLOY_OK; ++i) {
        uint32_t sensor = pl_file_find_sensor(loader->file, words.names[i]);
        if (sensor == PLOY_NONE) {
            status = pl_loader_take(loader, fail_sensor(loader, node, words.names[i]));
        } else {
            agent->sensors_off &= ~((uint64_t)1 << sensor);
        }
    }
    return status;
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
        pl_loader_fail_value(loader, node, "goal", "unknown goal '%s'", goal);
        pl_similar similar = pl_similar_begin(goal);
        for (uint32_t i = 0; i < ploy_domain_goal_count(domain); ++i) {
            pl_similar_offer(&similar, ploy_domain_goal(domain, i).name);
        }
        pl_similar_hint(&similar, loader->error);
        pl_error_missing(loader->error, PLOY_MISSING_NOTHING, goal, NULL);
        return PLOY_INVALID;
    }
    life->goal = ploy_domain_goal(domain, index).name;
    if (satisfied && !(life->satisfied = pl_section_keep(loader, satisfied))) {
        return PLOY_OUT_OF_MEMORY;
    }
    ploy_status status = pl_loader_take(loader, check_twice(loader, node, "goal"));
    status = TAKE(loader, status, read_interval(loader, node, "interval", &life->interval));
    return TAKE(loader, status, read_hysteresis(loader, node, &life->hysteresis));
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
        uint32_t errors = loader->reports.count;
        status = pl_loader_take(loader, read_pursue(loader, one, domain, &lives[agent->goap.goal_callback_count]));
        bool is_whole = loader->reports.count == errors && lives[agent->goap.goal_callback_count].goal;
        agent->goap.goal_callback_count += is_whole;
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
        pl_loader_fail_value(loader, node, "action", "unknown action '%s'", action);
        pl_similar similar = pl_similar_begin(action);
        for (uint32_t i = 0; i < ploy_domain_action_count(domain); ++i) {
            pl_similar_offer(&similar, ploy_domain_action(domain, i).name);
        }
        pl_similar_hint(&similar, loader->error);
        pl_error_missing(loader->error, PLOY_MISSING_NOTHING, action, NULL);
        return PLOY_INVALID;
    }
    binding->action = ploy_domain_action(domain, index).name;
    ploy_status status = pl_loader_take(loader, check_twice(loader, node, "action"));
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
        uint32_t errors = loader->reports.count;
        status = pl_loader_take(loader, read_perform(loader, one, domain, &bindings[agent->goap.action_binding_count]));
        bool is_whole = loader->reports.count == errors && bindings[agent->goap.action_binding_count].action;
        agent->goap.action_binding_count += is_whole;
    }
    return status;
}

static ploy_status read_agent_mind(pl_loader* loader, const pl_xml_node* node, const ploy_domain* domain,
                                   ploy_agent_info* agent)
{
    ploy_status status = read_settings(loader, node, agent);
    status = TAKE(loader, status, read_mind(loader, node, agent));
    status = TAKE(loader, status, read_options(loader, node, &agent->goap.options));
    status = TAKE(loader, status, read_search(loader, node, agent));
    status = TAKE(loader, status, read_act_early(loader, node, agent));
    status = TAKE(loader, status, read_utility(loader, node, agent));
    status = TAKE(loader, status, read_sensors(loader, node, agent));
    if (status != PLOY_OK || !domain) return status; // without one there are no elements for it
    status = read_pursues(loader, node, domain, agent);
    return status == PLOY_OK ? read_performs(loader, node, domain, agent) : status;
}

static ploy_status read_mind_of(agent_builder* b)
{
    return read_agent_mind(b->loader, b->node, b->domain, &b->agent);
}

static const pl_xml_node* first_of_name(const pl_xml* xml, const char* name)
{
    const pl_xml_node* node = pl_xml_next(xml->root->first, PL_ELEMENT_AGENT);
    while (strcmp(pl_xml_value(node, "name"), name) != 0) {
        node = pl_xml_next(node->next, PL_ELEMENT_AGENT);
    }
    return node;
}

static ploy_status check_name(agent_builder* b)
{
    const char* name = pl_xml_value(b->node, "name");
    // Where errors were reported, the file does not have all agents.
    bool may_be_twice = ploy_file_find_agent(b->loader->file, name) != PLOY_NONE || b->loader->reports.count > 0;
    const pl_xml_node* first = may_be_twice ? first_of_name(b->loader->xml, name) : b->node;
    if (first != b->node) {
        return pl_loader_fail_twice(b->loader, b->node, first);
    }
    return *name ? PLOY_OK : pl_loader_fail_nameless(b->loader, b->node);
}

// Only agents that are kept have a name in the file: ids are indices.
static ploy_status keep_agent(agent_builder* b)
{
    ploy_file* file = b->loader->file;
    const char* name = b->agent.name;
    uint32_t id = pl_names_intern(&file->agent_names, name, strlen(name));
    if (id == PLOY_NONE) {
        return PLOY_OUT_OF_MEMORY;
    }
    b->agent.name = pl_names_text(&file->agent_names, id);
    return PL_ARRAY_PUSH(&file->agents, &file->allocator, b->agent) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

// Errors are reported, if they are, and the rest is read on. An agent whose name, domain or mind is wrong is not kept.
ploy_status pl_load_agent(pl_loader* loader, const pl_xml_node* node)
{
    static ploy_status (*const steps[])(agent_builder*) = {read_actions, read_goals, read_state, read_mind_of};
    agent_builder b = {.loader = loader, .node = node};
    uint32_t errors = loader->reports.count;
    b.agent.name = pl_xml_value(node, "name");
    b.agent.line = node->line;
    ploy_status status = pl_loader_take(loader, check_name(&b));
    status = TAKE(loader, status, find_domain(&b));
    bool is_kept = loader->reports.count == errors && (b.domain || !pl_xml_value(node, "domain"));
    for (uint32_t i = 0; i < sizeof steps / sizeof *steps && status == PLOY_OK; ++i) {
        status = pl_loader_take(loader, steps[i](&b));
    }
    return status == PLOY_OK && is_kept && b.agent.mind ? keep_agent(&b) : status;
}
