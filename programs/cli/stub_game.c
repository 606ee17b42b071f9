#include "programs/cli/stub_game.h"

#include <ploy/squad.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"

// The callbacks.

static bool say_yes(ploy_agent* agent, const ploy_call* call)
{
    (void)agent, (void)call;
    return true;
}

static int64_t say_one(ploy_agent* agent, const ploy_call* call)
{
    (void)agent, (void)call;
    return PLOY_UNIT;
}

static void sense_nothing(ploy_agent* agent, void* user)
{
    (void)agent, (void)user;
}

static ploy_outcome run_children(ploy_agent* agent, const ploy_call* call, const ploy_children* children)
{
    (void)agent;
    uint32_t* at = call->data;
    for (*at = children->is_start ? 0 : *at; *at < children->count; ++*at) {
        ploy_outcome outcome = ploy_children_tick(children, *at);
        if (outcome == PLOY_RUNNING || outcome == PLOY_FAILURE) return outcome;
    }
    return PLOY_SUCCESS;
}

// A struct of the game is any text.

static bool parse_text(void* user, const char* text, void* made)
{
    (void)user;
    if (strlen(text) >= PLOY_STRUCT_BYTES) return false;
    strcpy(made, text);
    return true;
}

static size_t print_text(void* user, const void* from, char* text, size_t size)
{
    (void)user;
    return (size_t)snprintf(text, size, "%s", (const char*)from);
}

static void add_struct(ploy_world* world, const char* name)
{
    ploy_struct_def def = {.name = name, .bytes = PLOY_STRUCT_BYTES, .parse = parse_text, .print = print_text};
    ploy_blackboard_keys_add_struct(ploy_world_keys(world), &def);
}

// What the text says about a name.

static bool is_word_character(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

static bool starts_with_operator(const char* at)
{
    static const char* const signs[] = {
        "gt ", "lt ", "ge ", "le ", "&gt;", "&lt;", ">=", "<=", "> ", "< ", "!=", "*", "/ ", "+", "-"};
    at += strspn(at, " \n\t");
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (strncmp(at, signs[k], strlen(signs[k])) == 0) return true;
    return at[0] == '=' && at[1] != '"';
}

static bool follows_operator(const char* text, const char* at)
{
    while (at > text && isspace((unsigned char)at[-1])) at--;
    if (at - text < 3) return false;
    if (strchr("*+-=", at[-1])) return true;
    return at[-3] == ' ' && (at[-2] == 'g' || at[-2] == 'l') && (at[-1] == 't' || at[-1] == 'e');
}

// Compared or calculated with anywhere.
static bool is_number(const stub_game* game, const char* name)
{
    size_t length = strlen(name);
    for (const char* at = game->text; (at = strstr(at, name)); at += length) {
        bool is_word = (at == game->text || !is_word_character(at[-1])) && !is_word_character(at[length]);
        if (is_word && (starts_with_operator(at + length) || follows_operator(game->text, at))) return true;
    }
    return false;
}

static bool is_known(const stub_game* game, stub_kind kind, const char* name, const char* owner)
{
    for (uint32_t k = 0; k < game->count; k++) {
        const stub_name* n = &game->names[k];
        if (n->kind == kind && strcmp(n->name, name) == 0 && strcmp(n->owner, owner) == 0) return true;
    }
    return false;
}

static ploy_value_type key_type(const stub_game* game, const char* name)
{
    char braced[160];
    if (is_known(game, STUB_BOOL, name, "")) return PLOY_VALUE_BOOL;
    snprintf(braced, sizeof braced, "{%s}", name);
    if (is_known(game, STUB_DECIMAL, name, "") || is_number(game, name)) return PLOY_VALUE_DECIMAL;
    return strstr(game->text, braced) ? PLOY_VALUE_OBJECT : PLOY_VALUE_BOOL;
}

// Binding.

// Ports of any text, as a declaration. Free it.
static char* list_ports(const stub_game* game, const char* owner)
{
    size_t bytes = 1;
    for (uint32_t k = 0; k < game->count; k++) bytes += strlen(game->names[k].name) + sizeof ":any ";
    char* ports = calloc(1, bytes);
    for (uint32_t k = 0; ports && k < game->count; k++) {
        const stub_name* n = &game->names[k];
        if (n->kind != STUB_PORT || (n->owner[0] && strcmp(n->owner, owner) != 0)) continue;
        size_t used = strlen(ports);
        snprintf(ports + used, bytes - used, "%s:any ", n->name);
    }
    return ports;
}

static bool is_action(const stub_game* game, const char* name)
{
    char element[256];
    snprintf(element, sizeof element, "<action name=\"%s\"", name);
    return strstr(game->text, element) != NULL;
}

static void bind_activity(const stub_game* game, ploy_bindings* bindings, const char* name)
{
    ploy_activity_def def = {.name = name};
    if (!is_action(game, name)) {
        def.update = game->update;
        def.start = game->start;
        def.data_bytes = game->data_bytes;
        def.user = game->user;
    }
    char* ports = list_ports(game, name);
    def.ports = ports;
    ploy_bindings_add_activity(bindings, &def, NULL);
    free(ports);
}

static void bind_condition(const stub_game* game, ploy_bindings* bindings, const char* name)
{
    ploy_condition_def def = {.name = name, .test = game->test ? game->test : say_yes, .user = game->user};
    char* ports = list_ports(game, name);
    def.ports = ports;
    ploy_bindings_add_condition(bindings, &def, NULL);
    free(ports);
}

static void bind_node(const stub_game* game, ploy_bindings* bindings, const char* name)
{
    ploy_node_def def = {.name = name, .data_bytes = sizeof(uint32_t), .tick = run_children};
    char* ports = list_ports(game, name);
    def.ports = ports;
    ploy_bindings_add_node(bindings, &def, NULL);
    free(ports);
}

static void add_fact_type(const stub_game* game, ploy_world* world, const char* name)
{
    ploy_fact_type_def def = {.name = name};
    for (uint32_t k = 0; k < game->count && def.attribute_count < PLOY_FACT_ATTRIBUTES; k++) {
        const stub_name* n = &game->names[k];
        if (n->kind != STUB_ATTRIBUTE || strcmp(n->owner, name) != 0) continue;
        def.attributes[def.attribute_count++] = (ploy_fact_attribute){.name = n->name, .type = PLOY_VALUE_DECIMAL};
    }
    ploy_fact_types_add(ploy_world_fact_types(world), &def, NULL);
}

static void bind_one(const stub_game* game, ploy_world* world, const stub_name* n)
{
    ploy_bindings* bindings = ploy_world_bindings(world);
    switch (n->kind) {
    case STUB_ACTIVITY:
        bind_activity(game, bindings, n->name);
        break;
    case STUB_CONDITION:
        bind_condition(game, bindings, n->name);
        break;
    case STUB_SCORER: {
        char* ports = list_ports(game, n->name);
        ploy_bindings_add_scorer(bindings, &(ploy_scorer_def){.name = n->name, .ports = ports, .score = say_one}, NULL);
        free(ports);
        break;
    }
    case STUB_NODE:
        bind_node(game, bindings, n->name);
        break;
    case STUB_SENSOR:
        ploy_bindings_add_sensor(bindings, &(ploy_sensor_def){.name = n->name, .sense = sense_nothing}, NULL);
        break;
    case STUB_KEY:
        ploy_blackboard_keys_add(ploy_world_keys(world),
                                 &(ploy_key_def){.name = n->name, .type = key_type(game, n->name)}, NULL);
        break;
    case STUB_FACT_TYPE:
        add_fact_type(game, world, n->name);
        break;
    case STUB_STRUCT:
        add_struct(world, n->name);
        break;
    case STUB_BOOL:
    case STUB_DECIMAL:
    case STUB_ATTRIBUTE:
    case STUB_PORT:
        break;
    }
}

static bool find_any_place(void* user, const char* name, int64_t* place)
{
    (void)user, (void)name;
    *place = 0;
    return true;
}

// The bindings are not the world's own: it does not log which of them are not used.
ploy_world* stub_game_world(stub_game* game, const ploy_world_def* def)
{
    ploy_world_def with_bindings = def ? *def : (ploy_world_def){0};
    ploy_bindings_destroy(game->bindings);
    with_bindings.bindings = game->bindings = ploy_bindings_create(NULL);
    ploy_world* world = game->bindings ? ploy_world_create(&with_bindings) : NULL;
    ploy_squads* squads = world && strstr(game->text, "<squad") ? ploy_world_squads(world) : NULL;
    if (squads) ploy_squads_configure(squads, &(ploy_squads_def){.calls = {.find_place = find_any_place}});
    for (uint32_t k = 0; world && k < game->count; k++) bind_one(game, world, &game->names[k]);
    return world;
}

// Learning.

static bool add(stub_game* game, stub_kind kind, const char* name, const char* owner)
{
    if (!name[0] || is_known(game, kind, name, owner)) return false;
    game->names = have_memory(realloc(game->names, (game->count + 1) * sizeof *game->names));
    stub_name* n = &game->names[game->count++];
    *n = (stub_name){.kind = kind};
    snprintf(n->name, sizeof n->name, "%s", name);
    snprintf(n->owner, sizeof n->owner, "%s", owner);
    return true;
}

// The quoted word after a mark; false: the message does not have it.
static bool quoted_after(const char* message, const char* mark, char word[128])
{
    const char* at = strstr(message, mark);
    const char* begin = at ? strchr(at + strlen(mark), '\'') : NULL;
    const char* end = begin ? strchr(begin + 1, '\'') : NULL;
    word[0] = '\0';
    if (!end || end - begin > 120) return false;
    snprintf(word, 128, "%.*s", (int)(end - begin - 1), begin + 1);
    return true;
}

// The quoted word that ends right before a mark.
static bool quoted_before(const char* message, const char* mark, char word[128])
{
    const char* end = strstr(message, mark);
    word[0] = '\0';
    if (!end || end == message || end[-1] != '\'') return false;
    const char* begin = end - 1;
    while (begin > message && begin[-1] != '\'') begin--;
    snprintf(word, 128, "%.*s", (int)(end - 1 - begin), begin);
    return true;
}

// What <TreeNodesModel> says about a leaf: from its ID to the end of its element; NULL: nothing.
static const char* model_of(const stub_game* game, const char* owner, const char** end)
{
    char id[160], last[64];
    const char* begin = strstr(game->text, "<TreeNodesModel");
    const char* all = begin ? strstr(begin, "</TreeNodesModel>") : NULL;
    snprintf(id, sizeof id, " ID=\"%s\"", owner);
    const char* at = all ? strstr(begin, id) : NULL;
    if (!at || at > all) return NULL;
    const char* tag = at;
    while (*tag != '<') tag--;
    snprintf(last, sizeof last, "</%.*s>", (int)strcspn(tag + 1, " \t\r\n>") % 60, tag + 1);
    const char* close = strchr(at, '>');
    *end = close && close[-1] == '/' ? close : strstr(at, last);
    return *end ? at : NULL;
}

// All ports of the model at once, so that a port that it does not have finds the nearest of them.
static bool learn_model(stub_game* game, const char* owner, const char* model, const char* end)
{
    bool is_new = false;
    for (const char* at = model; (at = strstr(at, "_port")) && at < end; at += 5) {
        char port[128];
        const char* close = strchr(at, '>');
        const char* name = close ? strstr(at, " name=\"") : NULL;
        if (!name || name > close) continue;
        snprintf(port, sizeof port, "%.*s", (int)strcspn(name + 7, "\""), name + 7);
        is_new |= add(game, STUB_PORT, port, owner);
    }
    return is_new;
}

static bool learn_port(stub_game* game, const char* message)
{
    char port[128], owner[128];
    if (quoted_before(message, " has no port", owner) && quoted_after(message, " has no port", port)) {
        const char* end = NULL;
        const char* model = model_of(game, owner, &end);
        return model ? learn_model(game, owner, model, end) : add(game, STUB_PORT, port, owner);
    }
    if (quoted_before(message, " is no port", port) || quoted_after(message, "no port", port) ||
        quoted_after(message, "unknown port", port))
        return add(game, STUB_PORT, port, "");
    return false;
}

static bool learn_call(stub_game* game, const char* name)
{
    bool is_new = add(game, STUB_CONDITION, name, "");
    return add(game, STUB_SCORER, name, "") || is_new;
}

bool stub_game_learn(stub_game* game, const ploy_error* error)
{
    const char* m = error->message;
    char word[128], owner[128];
    if (strstr(m, "no port") || strstr(m, "unknown port")) return learn_port(game, m);
    // The names in files of BehaviorTree.CPP are keys.
    if (quoted_after(m, "unknown name", word) && strstr(game->text, "<root")) return add(game, STUB_KEY, word, "");
    if (quoted_after(m, "unknown name", word))
        return add(game, is_number(game, word) ? STUB_SCORER : STUB_CONDITION, word, "");
    if (strstr(m, "no condition or scorer") && quoted_after(m, " calls ", word)) return learn_call(game, word);
    if (strstr(m, "nothing is bound to it") && quoted_after(m, " uses ", word)) return learn_call(game, word);
    // A name that is nearly one of the library's nodes is misspelled.
    if (quoted_after(m, "unknown node", word))
        return strncmp(error->hint, "did you mean", 12) != 0 && add(game, STUB_NODE, word, "");
    if (quoted_after(m, "unknown fact type", word)) return add(game, STUB_FACT_TYPE, word, "");
    if (quoted_before(m, " have no attribute", owner) && quoted_after(m, " have no attribute", word))
        return add(game, STUB_ATTRIBUTE, word, owner);
    if (quoted_before(m, " is not a decimal", word)) return add(game, STUB_DECIMAL, word, "");
    if (quoted_before(m, " is of type object", word)) return add(game, STUB_BOOL, word, "");
    if (quoted_before(m, ": there is no activity of that name", word)) return add(game, STUB_ACTIVITY, word, "");
    if (quoted_after(m, "has an unknown type", word) && strncmp(error->hint, "did you", 7) != 0)
        return add(game, STUB_STRUCT, word, "");
    if (quoted_after(m, "no sensor", word)) return add(game, STUB_SENSOR, word, "");
    if (quoted_before(m, " has neither an activity", word)) return add(game, STUB_ACTIVITY, word, "");
    if (quoted_before(m, " is not among the bindings", word) || quoted_before(m, " is not bound", word))
        return add(game, strstr(m, "condition '") ? STUB_CONDITION : STUB_ACTIVITY, word, "");
    if (quoted_before(m, " is no activity", word)) return add(game, STUB_ACTIVITY, word, "");
    if (quoted_after(m, "unknown activity", word)) return add(game, STUB_ACTIVITY, word, "");
    if (quoted_after(m, "unknown condition", word)) return add(game, STUB_CONDITION, word, "");
    if (quoted_after(m, "unknown scorer", word)) return add(game, STUB_SCORER, word, "");
    if (quoted_after(m, "unknown key", word) || quoted_after(m, "unknown blackboard key", word) ||
        quoted_before(m, " is no key", word) || quoted_before(m, " is no blackboard key", word) ||
        quoted_before(m, " is not a blackboard key", word))
        return add(game, STUB_KEY, word, "");
    return false;
}

ploy_status stub_game_load(stub_game* game, const ploy_world_def* def, const char* path, ploy_world** world,
                           ploy_error* error)
{
    for (;;) {
        *world = stub_game_world(game, def);
        if (!*world) return PLOY_OUT_OF_MEMORY;
        ploy_status status = ploy_world_load_text(*world, path, game->text, game->bytes, error);
        if (status != PLOY_INVALID || !stub_game_learn(game, error)) return status;
        ploy_world_destroy(*world);
    }
}

void stub_game_free(stub_game* game)
{
    free(game->names);
    ploy_bindings_destroy(game->bindings);
    *game = (stub_game){0};
}
