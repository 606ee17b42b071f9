// An agent: which actions and goals of its domain it may use, and the state it starts in.

#include <string.h>

#include "base/containers/bitset.h"
#include "base/suggest.h"
#include "io/xml/section.h"

typedef struct builder
{
    pl_loader* loader;
    const pl_xml_node* node;
    const ploy_domain* domain;
    ploy_agent_info agent;
} builder;

// An agent that does not plan needs no domain, and has nothing to say about one.
static ploy_status check_without_domain(builder* b)
{
    static const pl_element of_domain[] = {PL_ELEMENT_ACTIONS, PL_ELEMENT_GOALS, PL_ELEMENT_STATE, PL_ELEMENT_PURSUE,
                                           PL_ELEMENT_PERFORM};
    const char* mind = pl_xml_value(b->node, "mind");
    if (!mind || strcmp(mind, "goap") == 0) {
        pl_loader_fail(b->loader, b->node->file, "<agent> needs the attribute 'domain', or a mind that does not plan");
        return PLOY_INVALID;
    }
    for (uint32_t i = 0; i < sizeof of_domain / sizeof *of_domain; ++i) {
        const pl_xml_node* node = pl_xml_next(b->node->first, of_domain[i]);
        if (node) return pl_loader_fail(b->loader, node->file, "<%s> needs an agent with a domain", node->name);
    }
    return PLOY_OK;
}

static ploy_status find_domain(builder* b)
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
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < file->domains.count; ++i) {
        pl_similar_offer(&similar, ploy_domain_name(file->domains.data[i].domain));
    }
    pl_similar_hint(&similar, b->loader->error);
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

static ploy_status fail_unknown(builder* b, const things* all, const char* name, uint32_t place)
{
    pl_loader_fail(b->loader, place, "unknown %s '%s' in agent '%s'", all->noun, name, b->agent.name);
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < all->count; ++i) {
        pl_similar_offer(&similar, all->name(b->domain, i));
    }
    pl_similar_hint(&similar, b->loader->error);
    return PLOY_INVALID;
}

// The names of a list as indices, in the order of the list; each at most once.
static ploy_status read_list(builder* b, const pl_xml_node* list, const things* all, uint32_t* indices, uint32_t* count)
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
    for (uint32_t i = 0; i < words.count; ++i) {
        uint32_t place = pl_xml_text_place(list, words.at[i]);
        uint32_t index = all->find(b->domain, words.names[i]);
        if (index == PLOY_NONE) {
            return fail_unknown(b, all, words.names[i], place);
        }
        if (pl_bits_test(seen, index)) {
            return pl_loader_fail(b->loader, place, "%s '%s' is listed twice in agent '%s'", all->noun, words.names[i],
                                  b->agent.name);
        }
        pl_bits_set(seen, index);
        indices[(*count)++] = index;
    }
    return PLOY_OK;
}

static ploy_status read_actions(builder* b)
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

static ploy_status read_goals(builder* b)
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

static ploy_status read_state(builder* b)
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
    }
    return status;
}

static ploy_status read_mind(builder* b)
{
    return pl_load_agent_mind(b->loader, b->node, b->domain, &b->agent);
}

static const pl_xml_node* agent_node(const pl_xml* xml, uint32_t index)
{
    const pl_xml_node* node = pl_xml_next(xml->root->first, PL_ELEMENT_AGENT);
    for (; index > 0; --index) {
        node = pl_xml_next(node->next, PL_ELEMENT_AGENT);
    }
    return node;
}

static ploy_status read_name(builder* b)
{
    const char* name = pl_xml_value(b->node, "name");
    uint32_t same = ploy_file_find_agent(b->loader->file, name);
    if (same != PLOY_NONE) {
        return pl_loader_fail_twice(b->loader, b->node, agent_node(b->loader->xml, same));
    }
    if (!*name) {
        return pl_loader_fail_value(b->loader, b->node, "name", "an agent needs a name that is not empty");
    }
    pl_names* names = &b->loader->file->agent_names;
    uint32_t id = pl_names_intern(names, name, strlen(name));
    if (id == PL_NONE) {
        return PLOY_OUT_OF_MEMORY;
    }
    b->agent.name = pl_names_text(names, id);
    b->agent.line = b->node->line;
    return PLOY_OK;
}

ploy_status pl_load_agent(pl_loader* loader, const pl_xml_node* node)
{
    static ploy_status (*const steps[])(builder*) = {read_name,  find_domain, read_actions,
                                                     read_goals, read_state,  read_mind};
    builder b = {.loader = loader, .node = node};
    for (uint32_t i = 0; i < sizeof steps / sizeof *steps; ++i) {
        ploy_status status = steps[i](&b);
        if (status != PLOY_OK) {
            return status;
        }
    }
    ploy_file* file = loader->file;
    return PL_ARRAY_PUSH(&file->agents, &file->allocator, b.agent) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}
