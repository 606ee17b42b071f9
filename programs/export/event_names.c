#include "programs/export/event_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ploy/explain.h>
#include <ploy/goap.h>
#include <ploy/mind.h>
#include <ploy/squad.h>

#include "programs/cli/memory.h"

typedef enum meaning
{
    MEANS_NUMBER,
    MEANS_FIXED,
    MEANS_FLAG,
    MEANS_TEXT_PART,
    MEANS_STATUS,
    MEANS_SEARCH,
    MEANS_GOAL,
    MEANS_GOAL_BEFORE, // plus one
    MEANS_GOAL_STATUS,
    MEANS_GOAP_REASON,
    MEANS_PLAN_MODE,
    MEANS_ACTION,
    MEANS_ACTION_BEFORE, // plus one
    MEANS_GROUND,
    MEANS_GROUND_BEFORE, // plus one
    MEANS_PART,          // a state, option or node of the agent's mind
    MEANS_PART_BEFORE,   // plus one
    MEANS_NODE_OUTCOME,
    MEANS_ACTIVITY,
    MEANS_SENSOR,
    MEANS_SCOPE,
    MEANS_KEY,
    MEANS_KEY_VALUE,
    MEANS_FACT_TYPE,
    MEANS_ATTRIBUTE,
    MEANS_ATTRIBUTE_VALUE,
    MEANS_FORGET_REASON,
    MEANS_SQUAD,
    MEANS_SQUAD_TASK,
    MEANS_SQUAD_TASK_END,
    MEANS_ROLE,
    MEANS_ORDER,
    MEANS_ORDER_STATE,
    MEANS_PATH_DROP,
    MEANS_AGENT,
    MEANS_ORDER_TARGET,
    MEANS_PLACE,  // of the map, from 1
    MEANS_PICKUP, // likewise
    MEANS_STORE,  // likewise
    MEANS_PICKUP_STATE,
    MEANS_BELIEF_STATE,
    MEANS_FLAG_STATE,
    MEANS_DOMAIN, // number of its note
    MEANS_OBJECT_TYPE,
    MEANS_OBJECT,
    MEANS_TABLE,
    MEANS_CELL,
    MEANS_CELL_VALUE,
} meaning;

typedef struct meaning_row
{
    const char* event; // NULL: any
    const char* arg;
    meaning means;
} meaning_row;

// The first row that fits counts.
static const meaning_row meanings[] = {
    {"search-ended", "status", MEANS_STATUS},
    {"plan-failed", "status", MEANS_STATUS},
    {"path-answered", "status", MEANS_STATUS},
    {"decision-goal", "status", MEANS_GOAL_STATUS},
    {"decision-goal", "index", MEANS_GOAL},
    {"decision-no", "index", MEANS_GROUND},
    {"decision-cost", "index", MEANS_GROUND},
    {"decision-begun", "last", MEANS_GROUND_BEFORE},
    {"decision-limits", "without", MEANS_ACTION_BEFORE},
    {"goal-chosen", "current", MEANS_GOAL_BEFORE},
    {"goal-chosen", "mode", MEANS_PLAN_MODE},
    {"goal-aborted", "why", MEANS_GOAP_REASON},
    {"action-aborted", "why", MEANS_GOAP_REASON},
    {"path-dropped", "why", MEANS_PATH_DROP},
    {"utility-chosen", "running", MEANS_PART_BEFORE},
    {"utility-scored", "option", MEANS_PART},
    {"utility-chosen", "option", MEANS_PART},
    {"state-changed", "from", MEANS_PART},
    {"state-changed", "to", MEANS_PART},
    {"state-weighed", "state", MEANS_PART},
    {"order-ended", "state", MEANS_ORDER_STATE},
    {"bt-node", "node", MEANS_PART},
    {"bt-node", "now", MEANS_NODE_OUTCOME},
    {"activity-ended", "outcome", MEANS_NODE_OUTCOME},
    {NULL, "board", MEANS_SCOPE},
    {"blackboard-written", "value", MEANS_KEY_VALUE},
    {"blackboard-text", "at", MEANS_TEXT_PART},
    {"fact-forgotten", "reason", MEANS_FORGET_REASON},
    {"fact-value", "attribute", MEANS_ATTRIBUTE},
    {"fact-value", "value", MEANS_ATTRIBUTE_VALUE},
    {"squad-task-begun", "kind", MEANS_SQUAD_TASK},
    {"order-given", "kind", MEANS_ORDER},
    {"order-given", "target", MEANS_ORDER_TARGET},
    {"fight", "with", MEANS_AGENT},
    {"belief", "of", MEANS_AGENT},
    {"belief", "state", MEANS_BELIEF_STATE},
    {"tick-time", "worst", MEANS_AGENT},
    {"owner", "point", MEANS_PLACE},
    {"pickup", "pickup", MEANS_PICKUP},
    {"pickup", "state", MEANS_PICKUP_STATE},
    {"stock", "store", MEANS_STORE},
    {"flag", "state", MEANS_FLAG_STATE},
    {"order-ended", "kind", MEANS_ORDER},
    {"position", "x", MEANS_FIXED},
    {"position", "y", MEANS_FIXED},
    {"path", "x", MEANS_FIXED},
    {"path", "y", MEANS_FIXED},
    {"shot", "x", MEANS_FIXED},
    {"shot", "y", MEANS_FIXED},
    {"shot", "to-x", MEANS_FIXED},
    {"shot", "to-y", MEANS_FIXED},
    {"belief", "x", MEANS_FIXED},
    {"belief", "y", MEANS_FIXED},
    {"sight", "far", MEANS_FIXED},
    {"sight", "half", MEANS_FIXED},
    {"path-requested", "priority", MEANS_NUMBER},
    {NULL, "domain", MEANS_DOMAIN},
    {NULL, "table", MEANS_TABLE},
    {NULL, "cell", MEANS_CELL},
    {"table-cell", "value", MEANS_CELL_VALUE},
    {"table-detour", "detour", MEANS_FIXED},
    {"object-spawned", "type", MEANS_OBJECT_TYPE},
    {"object-spawned", "object", MEANS_OBJECT},
    {"object-despawned", "type", MEANS_OBJECT_TYPE},
    {"object-despawned", "object", MEANS_OBJECT},
    {NULL, "goal", MEANS_GOAL},
    {NULL, "action", MEANS_ACTION},
    {NULL, "ground", MEANS_GROUND},
    {NULL, "search", MEANS_SEARCH},
    {NULL, "activity", MEANS_ACTIVITY},
    {NULL, "sensor", MEANS_SENSOR},
    {"plan-taken", "first", MEANS_GROUND},
    {NULL, "key", MEANS_KEY},
    {NULL, "type", MEANS_FACT_TYPE},
    {NULL, "squad", MEANS_SQUAD},
    {NULL, "role", MEANS_ROLE},
    {NULL, "end", MEANS_SQUAD_TASK_END},
    {NULL, "cost", MEANS_FIXED},
    {NULL, "priority", MEANS_FIXED},
    {NULL, "lead", MEANS_FIXED},
    {NULL, "repeat-cost", MEANS_FIXED},
    {NULL, "g", MEANS_FIXED},
    {NULL, "h", MEANS_FIXED},
    {NULL, "score", MEANS_FIXED},
    {NULL, "counts", MEANS_FIXED},
    {NULL, "value", MEANS_FIXED},
    {NULL, "result", MEANS_FIXED},
    {NULL, "weight", MEANS_FIXED},
    {NULL, "belief", MEANS_FIXED},
    {NULL, "pushed", MEANS_FLAG},
    {NULL, "no-two-moves", MEANS_FLAG},
    {NULL, "set", MEANS_FLAG},
    {NULL, "is-one", MEANS_FLAG},
    {NULL, "keeps", MEANS_FLAG},
    {NULL, "viable", MEANS_FLAG},
};

// The lines of a note. Texts point into one copy.
typedef struct line_list
{
    char* text;
    const char** lines;
    uint32_t count;
} line_list;

// An agent from a tick on: since it was created, or has had this mind.
typedef struct named_agent
{
    uint32_t number, generation;
    uint64_t since;
    uint32_t mind; // PLOY_NONE: none
    const char* name;
    uint32_t next; // of the same number; 0: there is none
} named_agent;

typedef struct mind_names
{
    line_list parts, tasks;
    uint32_t domain; // number of its note; PLOY_NONE: none
} mind_names;

struct event_names
{
    ploy_recording* recording;
    ploy_debugger* debugger;
    uint8_t (*means)[4]; // by kind
    uint32_t kind_count;
    line_list activities, keys, fact_types, attributes, sensors, map;
    line_list* world; // pieces
    uint32_t world_count;
    named_agent* agents; // from 1, by number and time
    uint32_t life_count;
    uint32_t* first_agents; // by number: its first one; 0: none
    uint32_t agent_count;
    uint64_t tick; // of the next names
    mind_names* minds;
    uint32_t mind_count;
    const char** squads; // by number
    uint32_t squad_count;
    char text[1024]; // of the last value
    char agent_text[32];
    uint8_t traced[1024]; // the text of a string that is being written
    uint32_t traced_count;
};

static line_list read_lines(ploy_recording* recording, const char* name)
{
    line_list list = {0};
    const void* bytes;
    size_t count;
    if (ploy_recording_note(recording, name, &bytes, &count) != PLOY_OK) return list;
    list.text = have_memory(malloc(count + 1));
    memcpy(list.text, bytes, count);
    list.text[count] = '\0';
    uint32_t lines = 1;
    for (size_t k = 0; k < count; k++) lines += list.text[k] == '\n';
    list.lines = have_memory(malloc(lines * sizeof *list.lines));
    for (char* at = list.text; *at;) {
        char* end = at + strcspn(at, "\n");
        list.lines[list.count++] = at;
        at = *end ? end + 1 : end;
        *end = '\0';
    }
    return list;
}

static void free_lines(line_list* list)
{
    free(list->lines);
    free(list->text);
}

static const char* line_at(const line_list* list, uint64_t index)
{
    return index < list->count ? list->lines[index] : NULL;
}

// What follows the number of words given.
static const char* after_words(const char* line, uint32_t words)
{
    for (; words > 0 && *line; words--) {
        line += strcspn(line, " ");
        line += *line == ' ';
    }
    return line;
}

enum
{
    MAX_NUMBERED = 1u << 24 // of agents, minds and squads; a recording may say anything
};

// The number at the beginning of a line, below MAX_NUMBERED; otherwise PLOY_NONE.
static uint32_t number_at(const char* line)
{
    if (*line < '0' || *line > '9') return PLOY_NONE;
    unsigned long long number = strtoull(line, NULL, 10);
    return number < MAX_NUMBERED ? (uint32_t)number : PLOY_NONE;
}

// Calls it for every line of the world's notes that begins with a word, with the rest of the line.
static void each_line(event_names* n, const char* word, void (*take)(event_names* n, const char* rest))
{
    size_t length = strlen(word);
    for (uint32_t i = 0; i < n->world_count; i++)
        for (uint32_t k = 0; k < n->world[i].count; k++) {
            const char* line = n->world[i].lines[k];
            if (strncmp(line, word, length) == 0 && line[length] == ' ') take(n, line + length + 1);
        }
}

static void read_world(event_names* n)
{
    for (;; n->world_count++) {
        char name[32];
        const void* bytes;
        size_t count;
        snprintf(name, sizeof name, "world:%" PRIu32, n->world_count);
        if (ploy_recording_note(n->recording, name, &bytes, &count) != PLOY_OK) return;
        n->world = have_memory(realloc(n->world, (n->world_count + 1) * sizeof *n->world));
        n->world[n->world_count] = read_lines(n->recording, name);
    }
}

static void count_agent(event_names* n, const char* rest)
{
    uint32_t number = number_at(rest);
    n->life_count++;
    if (number != PLOY_NONE && number >= n->agent_count) n->agent_count = number + 1;
}

// "NUMBER GENERATION TICK MIND NAME"
static void read_agent(event_names* n, const char* rest)
{
    uint32_t number = number_at(rest);
    if (number == PLOY_NONE) return;
    n->agents[n->life_count] = (named_agent){number,
                                             number_at(after_words(rest, 1)),
                                             strtoull(after_words(rest, 2), NULL, 10),
                                             number_at(after_words(rest, 3)),
                                             after_words(rest, 4),
                                             0};
    uint32_t* place = &n->first_agents[number];
    while (*place) place = &n->agents[*place].next;
    *place = n->life_count++;
}

static void read_agents(event_names* n)
{
    each_line(n, "agent", count_agent);
    n->agents = have_memory(calloc(n->life_count + 1, sizeof *n->agents));
    n->first_agents = have_memory(calloc(n->agent_count + 1, sizeof *n->first_agents));
    n->life_count = 1;
    each_line(n, "agent", read_agent);
}

static void read_squad(event_names* n, const char* rest)
{
    uint32_t number = number_at(rest);
    if (number == PLOY_NONE) return;
    if (number >= n->squad_count) {
        n->squads = have_memory(realloc(n->squads, (number + 1) * sizeof *n->squads));
        while (n->squad_count <= number) n->squads[n->squad_count++] = NULL;
    }
    n->squads[number] = after_words(rest, 2);
}

static void read_mind(event_names* n, const char* rest)
{
    uint32_t number = number_at(rest);
    if (number != PLOY_NONE && number >= n->mind_count) n->mind_count = number + 1;
}

// Of a description only the tasks of an htn.
static line_list read_tasks(ploy_recording* recording, const char* name)
{
    line_list list = read_lines(recording, name);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < list.count; k++)
        if (strncmp(list.lines[k], "task ", 5) == 0) list.lines[kept++] = list.lines[k] + 5;
    list.count = kept;
    return list;
}

// "NUMBER KIND DOMAIN NAME"
static void read_mind_domain(event_names* n, const char* rest)
{
    uint32_t number = number_at(rest);
    if (number != PLOY_NONE) n->minds[number].domain = number_at(after_words(rest, 2));
}

static void read_minds(event_names* n)
{
    each_line(n, "mind", read_mind);
    n->minds = have_memory(calloc(n->mind_count + 1, sizeof *n->minds));
    for (uint32_t k = 0; k < n->mind_count; k++) {
        char name[48];
        snprintf(name, sizeof name, "names:%" PRIu32, k);
        n->minds[k].parts = read_lines(n->recording, name);
        snprintf(name, sizeof name, "description:%" PRIu32, k);
        n->minds[k].tasks = read_tasks(n->recording, name);
        n->minds[k].domain = PLOY_NONE;
    }
    each_line(n, "mind", read_mind_domain);
}

static meaning find_meaning(const char* event, const char* arg)
{
    for (size_t k = 0; k < sizeof meanings / sizeof meanings[0]; k++) {
        const meaning_row* row = &meanings[k];
        if (strcmp(row->arg, arg) == 0 && (!row->event || strcmp(row->event, event) == 0)) return row->means;
    }
    return MEANS_NUMBER;
}

static void read_meanings(event_names* n)
{
    n->kind_count = ploy_recording_kind_count(n->recording);
    n->means = have_memory(calloc(n->kind_count + 1, sizeof *n->means));
    for (uint32_t k = 0; k < n->kind_count; k++) {
        ploy_event_kind kind = ploy_recording_kind(n->recording, k);
        for (uint32_t arg = 0; arg < kind.arg_count; arg++)
            n->means[k][arg] = (uint8_t)find_meaning(kind.name, kind.arg_names[arg]);
    }
}

event_names* event_names_create(ploy_recording* recording, ploy_debugger* debugger)
{
    event_names* n = have_memory(calloc(1, sizeof *n));
    n->recording = recording;
    n->debugger = debugger;
    n->activities = read_lines(recording, "activities");
    n->keys = read_lines(recording, "keys");
    n->fact_types = read_lines(recording, "fact-types");
    n->attributes = read_lines(recording, "attributes");
    n->sensors = read_lines(recording, "sensors");
    n->map = read_lines(recording, "map");
    read_world(n);
    read_agents(n);
    each_line(n, "squad", read_squad);
    read_minds(n);
    read_meanings(n);
    return n;
}

void event_names_destroy(event_names* n)
{
    if (!n) return;
    for (uint32_t k = 0; k < n->mind_count; k++) {
        free_lines(&n->minds[k].parts);
        free_lines(&n->minds[k].tasks);
    }
    for (uint32_t k = 0; k < n->world_count; k++) free_lines(&n->world[k]);
    line_list* lists[] = {&n->activities, &n->keys, &n->fact_types, &n->attributes, &n->sensors, &n->map};
    for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++) free_lines(lists[k]);
    free(n->minds);
    free(n->world);
    free(n->agents);
    free(n->first_agents);
    free(n->squads);
    free(n->means);
    free(n);
}

void event_names_at(event_names* n, uint64_t tick)
{
    n->tick = tick;
}

// As it is at the tick; before its first one, as it is then.
static const named_agent* agent_now(const event_names* n, uint32_t agent)
{
    uint32_t at = agent < n->agent_count ? n->first_agents[agent] : 0;
    if (at == 0) return NULL;
    while (n->agents[at].next && n->agents[n->agents[at].next].since <= n->tick) at = n->agents[at].next;
    return &n->agents[at];
}

const char* event_names_agent(event_names* n, uint32_t agent)
{
    if (agent == 0) return NULL;
    const named_agent* known = agent_now(n, agent);
    if (known) return known->name;
    snprintf(n->agent_text, sizeof n->agent_text, "agent %" PRIu32, agent);
    return n->agent_text;
}

// The mind that it had last: events of the tick in which it loses its mind are of that one.
static const mind_names* mind_of(const event_names* n, uint32_t agent)
{
    const uint32_t first = agent < n->agent_count ? n->first_agents[agent] : 0;
    uint32_t mind = PLOY_NONE;
    for (uint32_t at = first; at && (at == first || n->agents[at].since <= n->tick); at = n->agents[at].next)
        if (n->agents[at].mind < n->mind_count) mind = n->agents[at].mind;
    return mind != PLOY_NONE ? &n->minds[mind] : NULL;
}

static const ploy_domain* domain_of(const event_names* n, uint32_t agent)
{
    const ploy_domain* domain = NULL;
    return ploy_debugger_domain(n->debugger, agent, n->tick, &domain, NULL) == PLOY_OK ? domain : NULL;
}

// Names: NULL when there is none.

static const char* goal_name(const event_names* n, uint32_t agent, uint64_t goal)
{
    const mind_names* mind = mind_of(n, agent);
    if (mind && mind->tasks.count > 0) return line_at(&mind->tasks, goal);
    const ploy_domain* domain = domain_of(n, agent);
    bool is_known = domain && goal < ploy_domain_goal_count(domain);
    return is_known ? ploy_domain_goal(domain, (uint32_t)goal).name : NULL;
}

static const char* part_name(const event_names* n, uint32_t agent, uint64_t part)
{
    const mind_names* mind = mind_of(n, agent);
    return mind ? line_at(&mind->parts, part) : NULL;
}

static const char* action_name(const event_names* n, uint32_t agent, uint64_t action)
{
    const ploy_domain* domain = domain_of(n, agent);
    if (!domain) return part_name(n, agent, action);
    return action < ploy_domain_action_count(domain) ? ploy_domain_action(domain, (uint32_t)action).name : NULL;
}

static const char* ground_name(event_names* n, uint32_t agent, uint64_t ground)
{
    const ploy_domain* domain = domain_of(n, agent);
    if (!domain || ground > UINT32_MAX) return NULL;
    ploy_step step = ploy_domain_grounded(domain, (uint32_t)ground);
    if (step.action == PLOY_NONE) return NULL;
    ploy_action_print(domain, step.action, step.args, n->text, sizeof n->text);
    return n->text;
}

static const char* squad_name(const event_names* n, uint64_t squad)
{
    uint32_t number = (uint32_t)squad; // the rest is its generation
    return number < n->squad_count ? n->squads[number] : NULL;
}

// An id: the generation in the upper 32 bits, or 0.
static const char* agent_of_id(event_names* n, uint64_t id)
{
    uint32_t number = (uint32_t)id, found = 0;
    uint32_t at = number < n->agent_count ? n->first_agents[number] : 0;
    for (; at && id >> 32; at = n->agents[at].next)
        if (n->agents[at].generation == id >> 32) found = at;
    return found ? n->agents[found].name : event_names_agent(n, number);
}

// The name in a line of the map of that kind, from 1: "place X Y NAME".
static const char* name_on_map(const event_names* n, const char* kind, uint64_t number)
{
    size_t length = strlen(kind);
    for (uint32_t k = 0; k < n->map.count; k++) {
        const char* line = n->map.lines[k];
        if (strncmp(line, kind, length) == 0 && line[length] == ' ' && --number == 0) return after_words(line, 3);
    }
    return NULL;
}

static bool has_order_agents(const event_names* n)
{
    for (uint32_t k = 0; k < n->map.count; k++)
        if (strncmp(n->map.lines[k], "orders ", 7) == 0) return strstr(n->map.lines[k], " agents") != NULL;
    return false;
}

static const char* key_name(const event_names* n, uint64_t key)
{
    const char* line = line_at(&n->keys, key);
    return line ? after_words(line, 1) : NULL;
}

static const char* one_of(const char* const* names, uint32_t count, uint64_t number)
{
    return number < count ? names[number] : NULL;
}

#define ONE_OF(number, ...)                                                                                            \
    one_of((const char* const[]){__VA_ARGS__}, sizeof(const char* const[]){__VA_ARGS__} / sizeof(char*), number)

static const char* scope_name(uint32_t scope)
{
    switch (scope) {
    case PLOY_SCOPE_LOCAL:
        return "local";
    case PLOY_SCOPE_AGENT:
        return "agent";
    case PLOY_SCOPE_SQUAD:
        return "squad";
    case PLOY_SCOPE_WORLD:
        return "world";
    default:
        return NULL;
    }
}

static const char* enum_name(meaning means, uint64_t number)
{
    if (number > INT32_MAX) return NULL;
    uint32_t n = (uint32_t)number;
    switch (means) {
    case MEANS_STATUS:
        return ploy_status_name((ploy_status)n);
    case MEANS_SEARCH:
        return ploy_search_name((ploy_search)n);
    case MEANS_GOAL_STATUS:
        return ploy_goal_status_text((ploy_goal_status)n);
    case MEANS_GOAP_REASON:
        return ploy_goap_reason_text((ploy_goap_reason)n);
    case MEANS_SCOPE:
        return scope_name(n & 255);
    case MEANS_PLAN_MODE:
        return ONE_OF(number, "last-plan", "without-failed", "all", "rest");
    case MEANS_NODE_OUTCOME:
        return ONE_OF(number, "running", "success", "failure", "skipped", "halted");
    case MEANS_FORGET_REASON:
        return ONE_OF(number, "decayed", "crowded", "requested");
    case MEANS_PATH_DROP:
        return ONE_OF(number, "stale", "cancelled");
    case MEANS_PICKUP_STATE:
        return ONE_OF(number, "forgotten", "there", "taken");
    case MEANS_BELIEF_STATE:
        return ONE_OF(number, "forgotten", "in view", "remembered");
    case MEANS_FLAG_STATE:
        return ONE_OF(number, "at home", "carried", "dropped");
    case MEANS_SQUAD_TASK:
        return ploy_squad_task_name(n);
    case MEANS_SQUAD_TASK_END:
        return ploy_squad_task_end_name(n);
    case MEANS_ROLE:
        return ploy_role_name(n);
    case MEANS_ORDER:
        return ploy_order_name(n);
    case MEANS_ORDER_STATE:
        return ploy_order_state_name(n);
    default:
        return NULL;
    }
}

// Objects and tables of a domain: the first argument of such an event is the number of its note.

static const ploy_domain* domain_in_note(const event_names* n, uint64_t note)
{
    for (uint32_t at = 1; at < n->life_count; at++) {
        const named_agent* agent = &n->agents[at];
        const ploy_domain* domain = NULL;
        if (agent->mind >= n->mind_count || n->minds[agent->mind].domain != note) continue;
        if (ploy_debugger_domain(n->debugger, agent->number, agent->since, &domain, NULL) == PLOY_OK) return domain;
    }
    return NULL;
}

static const char* object_of(const ploy_domain* domain, uint32_t type, uint64_t object)
{
    bool is_one = type < ploy_domain_type_count(domain) && object < ploy_domain_type(domain, type).object_count;
    return is_one ? ploy_domain_object_name(domain, type, (uint32_t)object) : NULL;
}

// "hut, hill"
static const char* cell_name(event_names* n, const ploy_domain* domain, const ploy_table_info* table, uint64_t cell)
{
    const char* objects[PLOY_MAX_ARGS];
    size_t used = 0;
    if (cell >= table->cell_count) return NULL;
    for (uint32_t i = table->of_count; i-- > 0;) {
        uint32_t count = ploy_domain_type(domain, table->of[i]).object_count;
        objects[i] = ploy_domain_object_name(domain, table->of[i], (uint32_t)(cell % count));
        cell /= count;
    }
    for (uint32_t i = 0; i < table->of_count && used < sizeof n->text; i++)
        used += (size_t)snprintf(n->text + used, sizeof n->text - used, "%s%s", i > 0 ? ", " : "", objects[i]);
    return n->text;
}

static event_value cell_value(const ploy_domain* domain, const ploy_table_info* table, int64_t value)
{
    event_value number = {EVENT_VALUE_NUMBER, value, NULL};
    if (table->type == PLOY_VALUE_DECIMAL) number.kind = EVENT_VALUE_FIXED;
    if (table->type == PLOY_VALUE_BOOL) number.kind = EVENT_VALUE_FLAG;
    const char* name = table->type == PLOY_VALUE_OBJECT ? object_of(domain, table->object_type, (uint64_t)value) : NULL;
    return name ? (event_value){EVENT_VALUE_TEXT, value, name} : number;
}

static event_value value_in_domain(event_names* n, const ploy_trace_event* event, uint32_t arg, meaning means)
{
    const uint64_t* args = event->args;
    event_value value = {EVENT_VALUE_NUMBER, (int64_t)args[arg], NULL};
    const ploy_domain* domain = domain_in_note(n, args[0]);
    if (!domain) return value;
    uint32_t part = args[1] < PLOY_NONE ? (uint32_t)args[1] : PLOY_NONE; // a type or a table
    bool is_type = part < ploy_domain_type_count(domain);
    ploy_table_info table = ploy_domain_table(domain, part);
    const char* name = NULL;
    if (means == MEANS_DOMAIN) name = ploy_domain_name(domain);
    if (means == MEANS_OBJECT_TYPE && is_type) name = ploy_domain_type(domain, part).name;
    if (means == MEANS_OBJECT) name = object_of(domain, part, args[2]);
    if (means == MEANS_TABLE) name = table.name;
    if (means == MEANS_CELL) name = cell_name(n, domain, &table, args[2]);
    if (means == MEANS_CELL_VALUE && table.name) return cell_value(domain, &table, (int64_t)args[3]);
    return name ? (event_value){EVENT_VALUE_TEXT, value.number, name} : value;
}

static const char* name_of(event_names* n, meaning means, uint32_t agent, uint64_t number)
{
    switch (means) {
    case MEANS_GOAL:
    case MEANS_GOAL_BEFORE:
        return goal_name(n, agent, number);
    case MEANS_ACTION:
    case MEANS_ACTION_BEFORE:
        return action_name(n, agent, number);
    case MEANS_GROUND:
    case MEANS_GROUND_BEFORE:
        return ground_name(n, agent, number);
    case MEANS_PART:
    case MEANS_PART_BEFORE:
        return part_name(n, agent, number);
    case MEANS_ACTIVITY:
        return line_at(&n->activities, number);
    case MEANS_SENSOR:
        return line_at(&n->sensors, number);
    case MEANS_KEY:
        return key_name(n, number);
    case MEANS_FACT_TYPE:
        return line_at(&n->fact_types, number);
    case MEANS_SQUAD:
        return squad_name(n, number);
    case MEANS_AGENT:
        return agent_of_id(n, number);
    case MEANS_ORDER_TARGET:
        return has_order_agents(n) ? agent_of_id(n, number) : NULL;
    case MEANS_PLACE:
        return name_on_map(n, "place", number);
    case MEANS_PICKUP:
        return name_on_map(n, "pickup", number);
    case MEANS_STORE:
        return name_on_map(n, "store", number);
    default:
        return enum_name(means, number);
    }
}

static bool is_plus_one(meaning means)
{
    return means == MEANS_GOAL_BEFORE || means == MEANS_ACTION_BEFORE || means == MEANS_GROUND_BEFORE ||
           means == MEANS_PART_BEFORE;
}

// Strings: 18 bytes in each blackboard-text, six in each argument after the first, the lowest first.
bool event_names_take_text(event_names* n, const ploy_trace_event* event)
{
    if (event->kind >= n->kind_count || n->means[event->kind][0] != MEANS_TEXT_PART) return false;
    if (event->args[0] == 0) n->traced_count = 0;
    for (uint32_t arg = 1; arg < 4; arg++)
        for (uint64_t word = event->args[arg]; word > 0 && n->traced_count + 1 < sizeof n->traced; word >>= 8)
            n->traced[n->traced_count++] = (uint8_t)word;
    return true;
}

// The type of a domain that a key's values are objects of; PLOY_NONE: the domain knows none.
static uint32_t object_type_of(const ploy_domain* domain, const char* key, const char* of, size_t of_length)
{
    char name[512];
    for (uint32_t type = 0; of_length > 0 && type < ploy_domain_type_count(domain); type++) {
        const char* known = ploy_domain_type(domain, type).name;
        if (strlen(known) == of_length && memcmp(known, of, of_length) == 0) return type;
    }
    for (uint32_t s = 0; of_length == 0 && s < ploy_domain_symbol_count(domain); s++) {
        ploy_symbol_info symbol = ploy_domain_symbol(domain, s);
        if (symbol.type != PLOY_VALUE_OBJECT || strncmp(key, symbol.name, strlen(symbol.name)) != 0) continue;
        for (uint32_t v = 0; v < symbol.variable_count; v++) {
            ploy_domain_variable_print(domain, symbol.first_variable + v, name, sizeof name);
            if (strcmp(name, key) == 0) return symbol.object_type;
        }
    }
    return PLOY_NONE;
}

static const char* object_in(const ploy_domain* domain, const char* key, const char* of, size_t of_length,
                             uint64_t value)
{
    uint32_t type = domain ? object_type_of(domain, key, of, of_length) : PLOY_NONE;
    bool is_one = type != PLOY_NONE && value < ploy_domain_type(domain, type).object_count;
    return is_one ? ploy_domain_object_name(domain, type, (uint32_t)value) : NULL;
}

// By the agent's own domain; if that does not know the key, by what those of the other agents agree on.
static const char* object_name(event_names* n, uint32_t agent, const char* line, uint64_t value, const char* of,
                               size_t of_length)
{
    const char* key = after_words(line, 1);
    const char* name = object_in(domain_of(n, agent), key, of, of_length, value);
    for (uint32_t k = 0; !name && k < ploy_debugger_agent_count(n->debugger); k++) {
        const ploy_domain* domain = domain_of(n, ploy_debugger_agent(n->debugger, k).number);
        const char* other = object_in(domain, key, of, of_length, value);
        if (other && n->text[0] && strcmp(n->text, other) != 0) return NULL;
        if (other) snprintf(n->text, sizeof n->text, "%s", other);
    }
    return name ? name : n->text[0] ? n->text : NULL;
}

// Keys say what they are handles of: "object:agent order_target", "int:agent target". 0: none.
static event_value object_value(event_names* n, uint32_t agent, const char* line, uint64_t value)
{
    event_value number = {EVENT_VALUE_NUMBER, (int64_t)value, NULL};
    const char* of = line + strcspn(line, ": ");
    size_t length = *of == ':' ? strcspn(++of, " ") : 0;
    bool is_agent = length == 5 && memcmp(of, "agent", 5) == 0;
    bool is_index = length == 11 && memcmp(of, "agent_index", 11) == 0;
    if (is_index) return (event_value){EVENT_VALUE_TEXT, number.number, event_names_agent(n, (uint32_t)value + 1)};
    n->text[0] = '\0';
    const char* name = is_agent ? NULL : object_name(n, agent, line, value, of, length);
    if (!name && length > 0 && number.number == 0) return (event_value){.kind = EVENT_VALUE_NONE};
    if (is_agent) name = agent_of_id(n, value);
    if (name) return (event_value){EVENT_VALUE_TEXT, number.number, name};
    if (length == 0) return number;
    snprintf(n->text, sizeof n->text, "%.*s %" PRIu32, (int)length, of, (uint32_t)value);
    return (event_value){EVENT_VALUE_TEXT, number.number, n->text};
}

// A key of type int: "int NAME", or "int=home|carried|dropped NAME" with the names of its values. NULL: it has none.
static const char* value_name(event_names* n, const char* line, int64_t value)
{
    const char* end = line + strcspn(line, " ");
    const char* name = line + strcspn(line, "= ");
    for (; name < end && value > 0; value--) name += 1 + strcspn(name + 1, "| ");
    if (value != 0 || name >= end) return NULL;
    snprintf(n->text, sizeof n->text, "%.*s", (int)strcspn(name + 1, "| "), name + 1);
    return n->text;
}

// line: how the key or attribute is declared; NULL: not at all.
static event_value declared_value(event_names* n, uint32_t agent, const char* line, uint64_t value)
{
    int64_t number = (int64_t)value;
    if (!line || strncmp(line, "int ", 4) == 0 || strncmp(line, "int=", 4) == 0) {
        const char* name = line ? value_name(n, line, number) : NULL;
        return (event_value){name ? EVENT_VALUE_TEXT : EVENT_VALUE_NUMBER, number, name};
    }
    bool is_object = strncmp(line, "object ", 7) == 0 || strncmp(line, "object:", 7) == 0;
    if (is_object || strncmp(line, "int:", 4) == 0) return object_value(n, agent, line, value);
    if (strncmp(line, "bool ", 5) == 0) return (event_value){EVENT_VALUE_FLAG, number, NULL};
    if (strncmp(line, "decimal ", 8) == 0) return (event_value){EVENT_VALUE_FIXED, number, NULL};
    memcpy(n->text, n->traced, n->traced_count);
    n->text[n->traced_count] = '\0';
    n->traced_count = 0;
    return (event_value){EVENT_VALUE_TEXT, number, n->text};
}

static event_value key_value(event_names* n, const ploy_trace_event* event)
{
    if (event->args[3] == 0) return (event_value){.kind = EVENT_VALUE_NONE};
    return declared_value(n, event->agent, line_at(&n->keys, event->args[1]), event->args[2]);
}

// How an attribute of a fact type is declared: what follows the type's index and whether it identifies. NULL: unknown.
static const char* attribute_line(const event_names* n, uint64_t type, uint64_t attribute)
{
    for (uint32_t k = 0; k < n->attributes.count; k++) {
        const char* line = n->attributes.lines[k];
        if (number_at(line) == type && attribute-- == 0) return after_words(line, 2);
    }
    return NULL;
}

static event_value fact_value(event_names* n, const ploy_trace_event* event, meaning means)
{
    const char* line = attribute_line(n, event->args[1], event->args[2]);
    if (means == MEANS_ATTRIBUTE_VALUE) return declared_value(n, event->agent, line, event->args[3]);
    event_value number = {EVENT_VALUE_NUMBER, (int64_t)event->args[2], NULL};
    return line ? (event_value){EVENT_VALUE_TEXT, number.number, after_words(line, 1)} : number;
}

event_value event_names_value(event_names* n, const ploy_trace_event* event, uint32_t arg)
{
    uint64_t raw = event->args[arg];
    event_value value = {EVENT_VALUE_NUMBER, (int64_t)raw, NULL};
    meaning means = event->kind < n->kind_count ? (meaning)n->means[event->kind][arg] : MEANS_NUMBER;
    if (means == MEANS_NUMBER || means == MEANS_TEXT_PART) return value;
    if (means == MEANS_KEY_VALUE) return key_value(n, event);
    if (means >= MEANS_DOMAIN) return value_in_domain(n, event, arg, means);
    if (means == MEANS_ATTRIBUTE || means == MEANS_ATTRIBUTE_VALUE) return fact_value(n, event, means);
    if (means == MEANS_FIXED || means == MEANS_FLAG) {
        value.kind = means == MEANS_FIXED ? EVENT_VALUE_FIXED : EVENT_VALUE_FLAG;
        return value;
    }
    bool none = is_plus_one(means) ? raw == 0 : (uint32_t)raw == PLOY_NONE;
    if (none) return (event_value){.kind = EVENT_VALUE_NONE};
    const char* name = name_of(n, means, event->agent, is_plus_one(means) ? raw - 1 : raw);
    if (name && *name && strcmp(name, "unknown") != 0) value = (event_value){EVENT_VALUE_TEXT, value.number, name};
    return value;
}
