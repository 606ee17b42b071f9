// `ploy check`: finds what a file allows and its author cannot have meant.
//
// Start states are those of the file's agents; a domain without agents starts in its initial state. An action is dead,
// or a goal unreachable, when it is out of reach from every start even if nothing were ever undone. A symbol that is not
// planned="true" is sensed: the game may change it at any time. What depends on one, directly or through actions that
// do, is never called dead. So such a finding is never wrong.

#include <ploy/explain.h>

#include "programs/cli/command.h"
#include "programs/cli/json.h"
#include "programs/cli/load_file.h"
#include "programs/cli/memory.h"
#include "programs/cli/options.h"
#include "programs/cli/clause_words.h"
#include "programs/cli/memory.h"
#include "programs/cli/whole_file.h"
#include "programs/commands/check_minds.h"
#include "programs/commands/pddl_files.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char page[] =
    "NAME\n"
    "  ploy check - find likely mistakes in a file\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy check FILE... [--json]\n"
    "\n"
    "DESCRIPTION\n"
    "  Reads each file and reports, as file:line: message,\n"
    "    dead-action       an action that can never be applied, from the start of any agent\n"
    "    unused-action     an action that no agent may use\n"
    "    hopeless-goal     a goal that none of its agents can ever meet\n"
    "    hopeless-agent    an agent that can meet none of its goals from its start, unless\n"
    "                      the game changes a symbol\n"
    "    constant-goal     a goal whose condition reads no symbol: it is always met, or never\n"
    "    unused-goal       a goal without parameters that no agent has\n"
    "    never-read        a planned symbol that no condition, cost, priority or method reads\n"
    "    never-set         a planned symbol that is read, that no effect sets and that starts\n"
    "                      with the same value everywhere\n"
    "    refused           what a game that has all names of the file would refuse when it\n"
    "                      loads it: an unknown tree or mind, a wrong number, …\n"
    "    unused-parameter  a parameter of an action or goal that is not used\n"
    "    no-effect         an action that changes nothing and that no task uses\n"
    "    fails-always      a node of a BehaviorTree.CPP file that lacks an attribute: it loads,\n"
    "                      and fails whenever it is ticked\n"
    "    never-chosen      a child of a Switch whose case or variable is missing\n"
    "  Symbols that are not planned=\"true\" are sensed: the game may change and read them.\n"
    "  Callbacks of the game are assumed to say yes. A domain without agents is checked from\n"
    "  its initial state.\n"
    "\n"
    "  Of PDDL, the first file is a domain and those that follow are its problems.\n"
    "\n"
    "OPTIONS\n"
    "  --json  one JSON object: findings (each file, line, column, kind, name, message), count,\n"
    "          readable (false: a file could not be read)\n"
    "\n"
    "EXIT STATUS\n"
    "  0  nothing found\n"
    "  1  something found\n"
    "  2  a file cannot be read, or the usage is wrong\n"
    "\n"
    "EXAMPLES\n"
    "  ploy check examples/*.xml\n";

typedef struct checker
{
    const char* path;
    const ploy_file* file;
    uint32_t domain_index;
    const ploy_domain* domain;
    json* j; // NULL: text
    uint32_t count;
    uint32_t column; // of the next finding; 0: not known
} checker;

CLI_PRINTF(5, 6) static void find(checker* c, uint32_t line, const char* kind, const char* name,
                                                       const char* format, ...)
{
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    c->count++;
    if (!c->j) {
        if (line && c->column)
            printf("%s:%u:%u: %s [%s]\n", c->path, line, c->column, message, kind);
        else if (line)
            printf("%s:%u: %s [%s]\n", c->path, line, message, kind);
        else
            printf("%s: %s [%s]\n", c->path, message, kind);
        return;
    }
    json_object(c->j, NULL);
    json_text(c->j, "file", c->path);
    json_count(c->j, "line", line);
    json_count(c->j, "column", c->column);
    json_text(c->j, "kind", kind);
    json_text(c->j, "name", name);
    json_text(c->j, "message", message);
    json_close(c->j);
}

static uint32_t line_of(const checker* c, ploy_part part, uint32_t owner)
{
    return ploy_file_line(c->file, c->domain_index, part, owner);
}

// What the texts name.

static bool part_has_word(const checker* c, ploy_part part, uint32_t owner, const char* word)
{
    uint32_t count = ploy_domain_clause_count(c->domain, part, owner);
    for (uint32_t k = 0; k < count; k++)
        if (has_word(ploy_domain_clause(c->domain, part, owner, k), word)) return true;
    return false;
}

static bool part_has_symbol(const checker* c, ploy_part part, uint32_t owner)
{
    for (uint32_t s = 0; s < ploy_domain_symbol_count(c->domain); s++)
        if (part_has_word(c, part, owner, ploy_domain_symbol(c->domain, s).name)) return true;
    return false;
}

static bool part_calls_callback(const checker* c, ploy_part part, uint32_t owner)
{
    return part_has_word(c, part, owner, "call");
}

static bool effect_reads(const checker* c, uint32_t action, const char* word)
{
    uint32_t count = ploy_domain_clause_count(c->domain, PLOY_PART_EFFECT, action);
    for (uint32_t k = 0; k < count; k++)
        if (changes_by_amount(ploy_domain_clause(c->domain, PLOY_PART_EFFECT, action, k), word)) return true;
    return false;
}

// Task networks over this domain: the method that reads a word, the method that does an action.

static bool method_reads(const ploy_htn* htn, const char* word)
{
    for (uint32_t t = 0; t < ploy_htn_task_count(htn); t++)
        for (uint32_t m = 0; m < ploy_htn_task_method_count(htn, t); m++)
            if (has_word(ploy_htn_task_method(htn, t, m).when, word)) return true;
    return false;
}

static bool method_does(const ploy_htn* htn, uint32_t action)
{
    for (uint32_t t = 0; t < ploy_htn_task_count(htn); t++) {
        for (uint32_t m = 0; m < ploy_htn_task_method_count(htn, t); m++) {
            ploy_htn_method_info method = ploy_htn_task_method(htn, t, m);
            for (uint32_t k = 0; k < method.subtask_count; k++)
                if (method.kinds[k] == PLOY_SUBTASK_ACTION && method.subtasks[k] == action) return true;
        }
    }
    return false;
}

static bool some_method_reads(const checker* c, const char* word)
{
    for (uint32_t k = 0; k < ploy_file_htn_count(c->file); k++) {
        const ploy_htn* htn = ploy_file_htn(c->file, k);
        if (ploy_htn_domain(htn) == c->domain && method_reads(htn, word)) return true;
    }
    return false;
}

static bool some_method_does(const checker* c, uint32_t action)
{
    for (uint32_t k = 0; k < ploy_file_htn_count(c->file); k++) {
        const ploy_htn* htn = ploy_file_htn(c->file, k);
        if (ploy_htn_domain(htn) == c->domain && method_does(htn, action)) return true;
    }
    return false;
}

static bool is_read(const checker* c, const char* symbol)
{
    if (some_method_reads(c, symbol)) return true;
    for (uint32_t a = 0; a < ploy_domain_action_count(c->domain); a++)
        if (part_has_word(c, PLOY_PART_PRE, a, symbol) || part_has_word(c, PLOY_PART_COST, a, symbol) ||
            effect_reads(c, a, symbol))
            return true;
    for (uint32_t g = 0; g < ploy_domain_goal_count(c->domain); g++)
        if (part_has_word(c, PLOY_PART_CONDITION, g, symbol) || part_has_word(c, PLOY_PART_PRIORITY, g, symbol) ||
            part_has_word(c, PLOY_PART_RELEVANT, g, symbol))
            return true;
    return false;
}

static void check_action_params(checker* c, uint32_t action)
{
    ploy_action_info info = ploy_domain_action(c->domain, action);
    if (info.context || part_calls_callback(c, PLOY_PART_COST, action)) return; // a callback sees the arguments
    // Parameters of the base action come first; the base action may use them.
    uint32_t inherited = info.base == PLOY_NONE ? 0 : ploy_domain_action(c->domain, info.base).param_count;
    for (uint32_t k = inherited; k < info.param_count; k++) {
        const char* name = info.param_names[k];
        if (part_has_word(c, PLOY_PART_PRE, action, name) || part_has_word(c, PLOY_PART_EFFECT, action, name) ||
            part_has_word(c, PLOY_PART_COST, action, name))
            continue;
        find(c, line_of(c, PLOY_PART_PRE, action), "unused-parameter", info.name,
             "action '%s' does not use its parameter '%s'", info.name, name);
    }
}

static void check_goal_params(checker* c, uint32_t goal)
{
    ploy_goal_info info = ploy_domain_goal(c->domain, goal);
    if (part_calls_callback(c, PLOY_PART_PRIORITY, goal)) return;
    for (uint32_t k = 0; k < info.param_count; k++) {
        const char* name = info.param_names[k];
        if (part_has_word(c, PLOY_PART_CONDITION, goal, name) || part_has_word(c, PLOY_PART_PRIORITY, goal, name) ||
            part_has_word(c, PLOY_PART_RELEVANT, goal, name))
            continue;
        find(c, line_of(c, PLOY_PART_CONDITION, goal), "unused-parameter", info.name,
             "goal '%s' does not use its parameter '%s'", info.name, name);
    }
}

// What the start states give.

static bool agent_is_here(const checker* c, uint32_t agent)
{
    return ploy_file_agent(c->file, agent).domain == c->domain_index;
}

static uint32_t count_agents(const checker* c)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < ploy_file_agent_count(c->file); k++) count += agent_is_here(c, k);
    return count;
}

static bool starts_differ(const checker* c, uint32_t variable, int64_t initial)
{
    for (uint32_t k = 0; k < ploy_file_agent_count(c->file); k++)
        if (agent_is_here(c, k) && ploy_state_get(c->domain, ploy_file_agent(c->file, k).state, variable) != initial)
            return true;
    return false;
}

static void check_symbol(checker* c, uint32_t symbol)
{
    ploy_symbol_info info = ploy_domain_symbol(c->domain, symbol);
    const uint32_t* actions;
    if (!info.planned) return;
    if (!is_read(c, info.name)) {
        find(c, 0, "never-read", info.name, "nothing reads symbol '%s'", info.name);
        return;
    }
    if (ploy_domain_actions_affecting(c->domain, symbol, &actions)) return;
    for (uint32_t k = 0; k < info.variable_count; k++)
        if (starts_differ(c, info.first_variable + k, info.initial)) return;
    find(c, 0, "never-set", info.name, "nothing sets symbol '%s'", info.name);
}

static bool agent_may_use(const checker* c, uint32_t agent, uint32_t action)
{
    const uint64_t* disabled = ploy_file_agent(c->file, agent).goap.disabled;
    return !disabled || !(disabled[action / 64] >> (action % 64) & 1);
}

static bool agent_has_goal(const checker* c, uint32_t agent, uint32_t goal)
{
    ploy_agent_info info = ploy_file_agent(c->file, agent);
    for (uint32_t k = 0; k < info.goap.goal_count; k++)
        if (info.goap.goals[k] == goal) return true;
    return false;
}

// Over all starts: is it enabled anywhere, and is it ever reachable?
typedef struct sighting
{
    bool used, reached;
    bool open; // not reached, but the game may change what it depends on
} sighting;

typedef struct sightings
{
    sighting* actions;
    sighting* goals;
} sightings;

static void check_from(const checker* c, const ploy_reachability* reach, sightings* seen, uint32_t agent)
{
    bool all = agent == PLOY_NONE;
    for (uint32_t a = 0; a < ploy_domain_action_count(c->domain); a++) {
        seen->actions[a].used |= all || agent_may_use(c, agent, a);
        seen->actions[a].reached |= ploy_reachability_action(reach, a, NULL);
    }
    for (uint32_t g = 0; g < ploy_domain_goal_count(c->domain); g++) {
        if (!all && !agent_has_goal(c, agent, g)) continue;
        seen->goals[g].used = true;
        seen->goals[g].reached |= ploy_reachability_goal(reach, g, NULL);
    }
}

// What depends on the game.

static bool is_open_symbol(const checker* c, const sightings* seen, uint32_t symbol)
{
    const uint32_t* actions;
    if (!ploy_domain_symbol(c->domain, symbol).planned) return true;
    uint32_t count = ploy_domain_actions_affecting(c->domain, symbol, &actions);
    for (uint32_t k = 0; k < count; k++)
        if (seen->actions[actions[k]].open) return true;
    return false;
}

static bool part_is_open(const checker* c, const sightings* seen, ploy_part part, uint32_t owner)
{
    for (uint32_t s = 0; s < ploy_domain_symbol_count(c->domain); s++)
        if (part_has_word(c, part, owner, ploy_domain_symbol(c->domain, s).name) && is_open_symbol(c, seen, s))
            return true;
    return false;
}

// Does it add to a symbol that the game may change? Then that decides whether the result is in range.
static bool range_is_open(const checker* c, const sightings* seen, uint32_t action)
{
    for (uint32_t s = 0; s < ploy_domain_symbol_count(c->domain); s++)
        if (effect_reads(c, action, ploy_domain_symbol(c->domain, s).name) && is_open_symbol(c, seen, s)) return true;
    return false;
}

// Its own condition and effects, and those of its base actions.
static bool action_is_open(const checker* c, const sightings* seen, uint32_t action)
{
    for (; action != PLOY_NONE; action = ploy_domain_action(c->domain, action).base)
        if (part_is_open(c, seen, PLOY_PART_PRE, action) || range_is_open(c, seen, action)) return true;
    return false;
}

static void find_open(const checker* c, sightings* seen)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t a = 0; a < ploy_domain_action_count(c->domain); a++) {
            sighting* s = &seen->actions[a];
            if (s->reached || s->open || !action_is_open(c, seen, a)) continue;
            s->open = changed = true;
        }
    }
    for (uint32_t g = 0; g < ploy_domain_goal_count(c->domain); g++)
        seen->goals[g].open = part_is_open(c, seen, PLOY_PART_CONDITION, g);
}

// An agent without a reachable goal.
static void check_agent(checker* c, const ploy_reachability* reach, const ploy_agent_info* agent)
{
    if (agent->goap.goal_count == 0) return;
    for (uint32_t k = 0; k < agent->goap.goal_count; k++)
        if (ploy_reachability_goal(reach, agent->goap.goals[k], NULL)) return;
    find(c, agent->line, "hopeless-agent", agent->name,
         "agent '%s' can meet none of its goals from its start, unless the game changes a symbol", agent->name);
}

// From one start: `agent` is PLOY_NONE for the initial state of a domain without agents. false: no memory.
static bool check_from_start(checker* c, sightings* seen, uint32_t agent, const uint64_t* start,
                             const uint64_t* disabled)
{
    ploy_reachability_def def = {.domain = c->domain, .start = start, .disabled = disabled};
    ploy_reachability* reach = ploy_reachability_create(&def);
    if (!reach) return false;
    check_from(c, reach, seen, agent);
    if (agent != PLOY_NONE) {
        ploy_agent_info info = ploy_file_agent(c->file, agent);
        check_agent(c, reach, &info);
    }
    ploy_reachability_destroy(reach);
    return true;
}

static bool check_from_all(checker* c, sightings* seen, uint64_t* initial)
{
    if (count_agents(c) == 0) {
        ploy_state_init(c->domain, initial);
        if (!check_from_start(c, seen, PLOY_NONE, initial, NULL)) return false;
    }
    for (uint32_t k = 0; k < ploy_file_agent_count(c->file); k++) {
        if (!agent_is_here(c, k)) continue;
        ploy_agent_info agent = ploy_file_agent(c->file, k);
        if (!check_from_start(c, seen, k, agent.state, agent.goap.disabled)) return false;
    }
    return true;
}

// Its own effects, and those of its base actions.
static bool has_effects(const ploy_domain* domain, uint32_t action)
{
    for (; action != PLOY_NONE; action = ploy_domain_action(domain, action).base) {
        if (ploy_domain_clause_count(domain, PLOY_PART_EFFECT, action) > 0) return true;
    }
    return false;
}

// Why an action can never be applied: ": Eat needs hunger >= 30: it would go below 0"; "" when that takes more than one
// line.
typedef struct dead_reason
{
    char text[256];
    bool is_for_good; // whatever the game changes
} dead_reason;

// "hunger >= 30": is it outside of the range?
static bool is_never(const ploy_domain* domain, const char* condition)
{
    char name[128];
    size_t length = strcspn(condition, " (");
    const char* sign = strstr(condition, "= ");
    if (length >= sizeof name || !sign) return false;
    memcpy(name, condition, length);
    name[length] = '\0';
    uint32_t symbol = ploy_domain_find_symbol(domain, name);
    if (symbol == PLOY_NONE) return false;
    ploy_symbol_info info = ploy_domain_symbol(domain, symbol);
    double unit = info.type == PLOY_VALUE_INT ? 1 : PLOY_UNIT, bound = strtod(sign + 2, NULL) * unit;
    return sign[-1] == '>' ? bound > (double)info.max : bound < (double)info.min;
}

static dead_reason reason_of(const checker* c, uint32_t action)
{
    dead_reason reason = {.text = ""};
    ploy_explanation* x = NULL;
    ploy_explain_def def = {.domain = c->domain, .max_searches = 200, .max_nodes = 10000};
    uint64_t* start = calloc(ploy_domain_state_words(c->domain) + 1, sizeof *start);
    if (!start || ploy_domain_goal_count(c->domain) == 0 || ploy_domain_find_unbound(c->domain)) {
        free(start);
        return reason;
    }
    ploy_state_init(c->domain, start);
    def.query.start = start;
    if (ploy_explain_action(&def, action, NULL, &x) == PLOY_OK && x->why_not->obstacles.size == 1) {
        const ploy_blocker* o = &x->why_not->obstacles.sets[0].obstacles[0];
        reason.is_for_good = o->kind == PLOY_BLOCKER_RANGE && is_never(c->domain, o->conjunct.text);
        int length = snprintf(reason.text, sizeof reason.text, ": ");
        ploy_blocker_print(c->domain, o, reason.text + length, sizeof reason.text - (size_t)length);
    }
    ploy_explanation_destroy(x);
    free(start);
    return reason;
}

static void check_action(checker* c, uint32_t action, sighting seen)
{
    ploy_action_info info = ploy_domain_action(c->domain, action);
    uint32_t line = line_of(c, PLOY_PART_PRE, action);
    if (!seen.used) find(c, line, "unused-action", info.name, "no agent may use action '%s'", info.name);
    dead_reason reason = {.text = ""};
    if (seen.used && !seen.reached) reason = reason_of(c, action);
    if (seen.used && !seen.reached && (!seen.open || reason.is_for_good))
        find(c, line, "dead-action", info.name, "action '%s' can never be applied%s", info.name, reason.text);
    if (!has_effects(c->domain, action) && !some_method_does(c, action))
        find(c, line, "no-effect", info.name, "action '%s' changes nothing", info.name);
    check_action_params(c, action);
}

static void check_goal(checker* c, uint32_t goal, sighting seen)
{
    ploy_goal_info info = ploy_domain_goal(c->domain, goal);
    uint32_t line = line_of(c, PLOY_PART_CONDITION, goal);
    if (!seen.used && info.param_count == 0)
        find(c, line, "unused-goal", info.name, "no agent has goal '%s'", info.name);
    else if (!part_has_symbol(c, PLOY_PART_CONDITION, goal))
        find(c, line, "constant-goal", info.name, "goal '%s' reads no symbol: it is always met, or never", info.name);
    else if (seen.used && !seen.reached && !seen.open)
        find(c, line, "hopeless-goal", info.name, "goal '%s' can never be met", info.name);
    check_goal_params(c, goal);
}

static bool check_domain(checker* c)
{
    uint32_t action_count = ploy_domain_action_count(c->domain), goal_count = ploy_domain_goal_count(c->domain);
    uint64_t* initial = calloc(ploy_domain_state_words(c->domain) + 1, sizeof *initial);
    sightings seen = {calloc(action_count + 1, sizeof *seen.actions), calloc(goal_count + 1, sizeof *seen.goals)};
    bool good = initial && seen.actions && seen.goals && check_from_all(c, &seen, initial);
    if (good) {
        find_open(c, &seen);
        for (uint32_t s = 0; s < ploy_domain_symbol_count(c->domain); s++) check_symbol(c, s);
        for (uint32_t a = 0; a < action_count; a++) check_action(c, a, seen.actions[a]);
        for (uint32_t g = 0; g < goal_count; g++) check_goal(c, g, seen.goals[g]);
    }
    free(initial);
    free(seen.actions);
    free(seen.goals);
    return good;
}

// Nodes that load and cannot work.

static void check_switch(checker* c, const ploy_bt* bt, uint32_t index, const ploy_bt_node* node)
{
    char name[] = "case_0";
    c->column = node->column;
    if (!ploy_bt_get(bt, index, "variable")) {
        find(c, node->line, "never-chosen", node->element, "<%s> lacks the attribute 'variable': it always takes its last child",
             node->element);
    }
    for (uint32_t i = 1; i < node->child_count && i <= 6; i++) {
        name[5] = (char)('0' + i);
        if (ploy_bt_get(bt, index, name)) continue;
        find(c, node->line, "never-chosen", node->element, "<%s> lacks the attribute '%s': child %u is never taken",
             node->element, name, (unsigned)i);
    }
    c->column = 0;
}

static void check_nodes(checker* c, const ploy_bt* bt)
{
    for (uint32_t i = 0; i < ploy_bt_node_count(bt); i++) {
        ploy_bt_node node = ploy_bt_get_node(bt, i);
        bool is_switch = strncmp(node.element, "Switch", 6) == 0 && node.element[6] >= '2' && node.element[6] <= '6';
        if (is_switch && node.element[7] == '\0') check_switch(c, bt, i, &node);
        if (!node.lacks) continue;
        c->column = node.column;
        find(c, node.line, "fails-always", node.element, "<%s> lacks the attribute '%s': it fails whenever it is ticked",
             node.element, node.lacks);
        c->column = 0;
    }
}

// What the runtime would refuse.

static void find_refused(void* user, const ploy_error* error)
{
    checker* c = user;
    bool has_hint = error->hint[0] != '\0';
    c->column = error->column;
    find(c, error->line, "refused", "", "%s%s%s%s", error->message, has_hint ? " (" : "", error->hint,
         has_hint ? ")" : "");
    c->column = 0;
}

static bool check_runtime(const char* path, check_minds_fn* report, void* user)
{
    whole_file text;
    if (!whole_file_open(&text, "check", path)) return false;
    char* ended = have_memory(malloc(text.count + 1));
    memcpy(ended, text.bytes, text.count);
    ended[text.count] = '\0';
    bool good = check_minds(path, ended, text.count, report, user);
    free(ended);
    whole_file_close(&text);
    return good;
}

typedef struct refusal
{
    const char* path;
    uint32_t count;
} refusal;

static void print_refused(void* user, const ploy_error* error)
{
    refusal* r = user;
    print_error(r->path, error);
    r->count++;
}

// A file that cannot be read as a whole is checked as far as it can, so that all its errors are printed at once.
static ploy_file* open_file(const char* path)
{
    ploy_error error = {0};
    ploy_file* file = NULL;
    ploy_status status = ploy_file_load(NULL, path, &file, &error);
    refusal r = {.path = path};
    if (status == PLOY_INVALID && error.line > 0) check_runtime(path, print_refused, &r);
    if (!error.message[0]) snprintf(error.message, sizeof error.message, "%s", ploy_status_text(status));
    if (status != PLOY_OK && r.count == 0) print_error(path, &error);
    return file;
}

// The number of findings; -1: the file cannot be checked, and the reason has been printed.
static int64_t check_file(const char* path, json* j)
{
    ploy_file* file = open_file(path);
    if (!file) return -1;
    checker c = {.path = path, .file = file, .j = j};
    bool good = true;
    for (uint32_t d = 0; good && d < ploy_file_domain_count(file); d++) {
        c.domain_index = d;
        c.domain = ploy_file_domain(file, d);
        good = check_domain(&c);
    }
    for (uint32_t i = 0; good && i < ploy_file_bt_count(file); i++) check_nodes(&c, ploy_file_bt(file, i));
    good = good && check_runtime(path, find_refused, &c);
    if (!good) complain("check", "%s: out of memory", path);
    ploy_file_destroy(file);
    return good ? (int64_t)c.count : -1;
}

// A PDDL domain alone, or with a problem: then also whether its goal can ever be met.
static int64_t check_pddl(const char* const* paths, uint32_t count, json* j)
{
    checker c = {.path = paths[count - 1], .j = j};
    ploy_error error = {0};
    ploy_domain* domain = NULL;
    ploy_pddl* pddl = pddl_files_load("check", paths, count);
    if (!pddl) return -1;
    bool good = count == 1 || ploy_pddl_ground(pddl, &domain, &error) == PLOY_OK;
    ploy_pddl_destroy(pddl);
    if (!good) print_error(c.path, &error);
    if (domain) {
        uint64_t* start = have_memory(calloc(ploy_domain_state_words(domain) + 1, sizeof *start));
        ploy_state_init(domain, start);
        ploy_reachability* reach = ploy_reachability_create(&(ploy_reachability_def){.domain = domain, .start = start});
        have_memory(reach);
        if (!ploy_reachability_goal(reach, 0, NULL)) find(&c, 0, "hopeless-goal", "goal", "the goal can never be met");
        ploy_reachability_destroy(reach);
        free(start);
    }
    ploy_domain_destroy(domain);
    return good ? (int64_t)c.count : -1;
}

// The first of several PDDL files in a row is the domain, the others are problems of it. The number of findings, or -1;
// `*k` moves to the last of them.
static int64_t check_pddl_files(const text_list* files, uint32_t* k, json* j)
{
    const char* paths[2] = {files->items[*k], NULL};
    int64_t count = check_pddl(paths, 1, j);
    for (; *k + 1 < files->count && is_pddl(files->items[*k + 1]); ++*k) {
        paths[1] = files->items[*k + 1];
        int64_t found = count < 0 ? -1 : check_pddl(paths, 2, j);
        count = found < 0 ? -1 : count + found;
    }
    return count;
}

static int run(int argc, char** argv);

const command command_check = {"check", "find likely mistakes in a file: dead actions, hopeless goals, …", page, run};

static int check_files(const text_list* files, bool as_json)
{
    json j = {0};
    uint64_t count = 0;
    bool bad = false;
    if (as_json) {
        j = json_begin(stdout);
        json_array(&j, "findings");
    }
    for (uint32_t k = 0; k < files->count; k++) {
        json* into = as_json ? &j : NULL;
        int64_t found =
            is_pddl(files->items[k]) ? check_pddl_files(files, &k, into) : check_file(files->items[k], into);
        if (found < 0)
            bad = true;
        else
            count += (uint64_t)found;
    }
    if (as_json) {
        json_close(&j);
        json_count(&j, "count", count);
        json_flag(&j, "readable", !bad);
        json_end(&j);
    } else if (!bad && count == 0) {
        printf("%u file%s, nothing found\n", files->count, files->count == 1 ? "" : "s");
    }
    return bad ? ANSWER_BAD : count ? ANSWER_NO : ANSWER_DONE;
}

static int run(int argc, char** argv)
{
    bool as_json = false;
    const option options[] = {{"--json", OPTION_FLAG, &as_json}};
    text_list files = {0};
    int answer = options_parse(&command_check, options, 1, &files, argc, argv);
    if (answer == OPTIONS_GO_ON)
        answer =
            files.count ? check_files(&files, as_json) : complain("check", "which files? (see 'ploy check --help')");
    text_list_free(&files);
    return answer;
}
