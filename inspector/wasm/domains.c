// Names of what domains hold, from the notes that recordings carry of them. A domain is opened when it is first asked
// for.

#include <stdio.h>
#include <string.h>

#include <ploy/explain.h>
#include <ploy/record.h>

#include "export.h"
#include "plan/domain.h"

enum
{
    MOST_DOMAINS = 32
};

typedef struct opened
{
    char name[128];
    ploy_domain* domain; // NULL: it cannot be read
} opened;

static opened domains[MOST_DOMAINS];
static unsigned domain_count;
static char text[512];

static ploy_domain* load(const char* name)
{
    const void* bytes;
    size_t count;
    ploy_domain* domain = NULL;
    snprintf(text, sizeof text, "domain:%s", name);
    if (ploy_recording_note(page_recording(), text, &bytes, &count) != PLOY_OK) return NULL;
    ploy_reader reader = {.bytes = bytes, .count = count};
    return ploy_domain_load(NULL, &reader, &domain, NULL) == PLOY_OK ? domain : NULL;
}

static const ploy_domain* find(const char* name)
{
    for (unsigned i = 0; i < domain_count; i++)
        if (strcmp(domains[i].name, name) == 0) return domains[i].domain;
    if (domain_count == MOST_DOMAINS || strlen(name) >= sizeof domains->name) return NULL;
    opened* added = &domains[domain_count++];
    strcpy(added->name, name);
    added->domain = load(name);
    return added->domain;
}

const char* EXPORT(goal_name)(const char* name, unsigned goal)
{
    const ploy_domain* domain = find(name);
    return domain && goal < ploy_domain_goal_count(domain) ? ploy_domain_goal(domain, goal).name : "";
}

const char* EXPORT(action_name)(const char* name, unsigned action)
{
    const ploy_domain* domain = find(name);
    return domain && action < ploy_domain_action_count(domain) ? ploy_domain_action(domain, action).name : "";
}

/// An action with its arguments.
const char* EXPORT(ground_name)(const char* name, unsigned ground)
{
    const ploy_domain* domain = find(name);
    const pl_compiled* compiled = domain ? pl_domain_compiled(domain) : NULL;
    if (!compiled || ground >= compiled->ground_count) return "";
    ploy_action_print(domain, compiled->grounds[ground].action, compiled->grounds[ground].args, text, sizeof text);
    return text;
}

/// "armed", "at(bunker)"; "" beyond the last.
const char* EXPORT(variable_name)(const char* name, unsigned variable)
{
    const ploy_domain* domain = find(name);
    const pl_compiled* compiled = domain ? pl_domain_compiled(domain) : NULL;
    if (!compiled || variable >= compiled->variable_count) return "";
    ploy_domain_variable_print(domain, variable, text, sizeof text);
    return text;
}
