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

// A name that is not bound for want of memory must not read as a mistake of the file.
static void need_room(ploy_status status)
{
    if (status == PLOY_OUT_OF_MEMORY) have_memory(NULL);
}

static void add_struct(ploy_world* world, const char* name)
{
    ploy_struct_def def = {.name = name, .bytes = PLOY_STRUCT_BYTES, .parse = parse_text, .print = print_text};
    need_room(ploy_blackboard_keys_add_struct(ploy_world_keys(world), &def));
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
    char* ports = have_memory(calloc(1, bytes));
    for (uint32_t k = 0; k < game->count; k++) {
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
    need_room(ploy_bindings_add_activity(bindings, &def, NULL));
    free(ports);
}

static void bind_condition(const stub_game* game, ploy_bindings* bindings, const char* name)
{
    ploy_condition_def def = {.name = name, .test = game->test ? game->test : say_yes, .user = game->user};
    char* ports = list_ports(game, name);
    def.ports = ports;
    need_room(ploy_bindings_add_condition(bindings, &def, NULL));
    free(ports);
}

static void bind_node(const stub_game* game, ploy_bindings* bindings, const char* name)
{
    ploy_node_def def = {.name = name, .data_bytes = sizeof(uint32_t), .tick = run_children};
    char* ports = list_ports(game, name);
    def.ports = ports;
    need_room(ploy_bindings_add_node(bindings, &def, NULL));
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
    need_room(ploy_fact_types_add(ploy_world_fact_types(world), &def, NULL));
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
        ploy_scorer_def def = {.name = n->name, .ports = ports, .score = say_one};
        need_room(ploy_bindings_add_scorer(bindings, &def, NULL));
        free(ports);
        break;
    }
    case STUB_NODE:
        bind_node(game, bindings, n->name);
        break;
    case STUB_SENSOR:
        need_room(
            ploy_bindings_add_sensor(bindings, &(ploy_sensor_def){.name = n->name, .sense = sense_nothing}, NULL));
        break;
    case STUB_KEY:
        need_room(ploy_blackboard_keys_add(ploy_world_keys(world),
                                           &(ploy_key_def){.name = n->name, .type = key_type(game, n->name)}, NULL));
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

static bool learn_port(stub_game* game, const char* port, const char* owner)
{
    const char* end = NULL;
    const char* model = game->has_model_ports && owner[0] ? model_of(game, owner, &end) : NULL;
    return model ? learn_model(game, owner, model, end) : add(game, STUB_PORT, port, owner);
}

static bool learn_call(stub_game* game, const char* name)
{
    bool is_new = add(game, STUB_CONDITION, name, "");
    return add(game, STUB_SCORER, name, "") || is_new;
}

// In files of BehaviorTree.CPP they are keys.
static bool learn_name(stub_game* game, const char* name)
{
    if (strstr(game->text, "<root")) return add(game, STUB_KEY, name, "");
    return add(game, is_number(game, name) ? STUB_SCORER : STUB_CONDITION, name, "");
}

// In files of BehaviorTree.CPP whatever is neither built in nor a tree is the game's own, however near its name is.
static bool learn_node(stub_game* game, const char* message)
{
    char name[128];
    return strncmp(message, "unknown node '", 14) == 0 && strstr(game->text, "<root") &&
           sscanf(message + 14, "%127[^']", name) == 1 && add(game, STUB_NODE, name, "");
}

// A key whose type was guessed wrong.
static bool learn_type(stub_game* game, const char* message)
{
    char key[128];
    if (quoted_before(message, " is not a decimal", key)) return add(game, STUB_DECIMAL, key, "");
    return quoted_before(message, " is of type object", key) && add(game, STUB_BOOL, key, "");
}

bool stub_game_learn(stub_game* game, const ploy_error* error)
{
    switch (error->missing) {
    case PLOY_MISSING_ACTIVITY:
        return add(game, STUB_ACTIVITY, error->name, "");
    case PLOY_MISSING_CONDITION:
        return add(game, STUB_CONDITION, error->name, "");
    case PLOY_MISSING_SCORER:
        return add(game, STUB_SCORER, error->name, "");
    case PLOY_MISSING_NODE:
        return add(game, STUB_NODE, error->name, "");
    case PLOY_MISSING_SENSOR:
        return add(game, STUB_SENSOR, error->name, "");
    case PLOY_MISSING_CALL:
        return learn_call(game, error->name);
    case PLOY_MISSING_NAME:
        return learn_name(game, error->name);
    case PLOY_MISSING_PORT:
        return learn_port(game, error->name, error->owner);
    case PLOY_MISSING_KEY:
        return add(game, STUB_KEY, error->name, "");
    case PLOY_MISSING_STRUCT:
        return strncmp(error->hint, "did you", 7) != 0 && add(game, STUB_STRUCT, error->name, "");
    case PLOY_MISSING_FACT_TYPE:
        return add(game, STUB_FACT_TYPE, error->name, "");
    case PLOY_MISSING_ATTRIBUTE:
        return add(game, STUB_ATTRIBUTE, error->name, error->owner);
    case PLOY_MISSING_NOTHING:
        if (learn_node(game, error->message)) return true;
        break;
    }
    return learn_type(game, error->message);
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
