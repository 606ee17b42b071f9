#include "io/sections/world.h"

#include <string.h>

#include "agent/squads.h"
#include "base/error.h"
#include "io/file.h"
#include "io/xml/number.h"
#include "io/xml/loader.h"
#include "knowledge/value.h"

void pl_file_world_free(pl_file_world* world, const ploy_allocator* allocator)
{
    PL_ARRAY_FREE(&world->keys, allocator);
    PL_ARRAY_FREE(&world->enums, allocator);
    PL_ARRAY_FREE(&world->fact_types, allocator);
    PL_ARRAY_FREE(&world->sensors, allocator);
    PL_ARRAY_FREE(&world->squads, allocator);
}

uint32_t pl_file_find_sensor(const ploy_file* file, const char* name)
{
    for (uint32_t i = 0; i < file->world.sensors.count; ++i) {
        if (strcmp(file->world.sensors.data[i].name, name) == 0) return i;
    }
    return PLOY_NONE;
}

static bool number_place(void* user, const char* name, int64_t* place)
{
    (void)user;
    return pl_number_parse(name, PL_NUMBER_WHOLE, place);
}

typedef bool find_place_fn(void* user, const char* name, int64_t* place);

static ploy_status find_place(const pl_file_squad* squad, const ploy_squad_callbacks* calls, const char* name,
                              int64_t* place, ploy_error* error)
{
    find_place_fn* find = calls->find_place ? calls->find_place : number_place;
    if (find(calls->user, name, place)) return PLOY_OK;
    pl_error_set(error, squad->line, 1, "unknown place '%s' of the squad '%s'", name, squad->def.name);
    if (!calls->find_place) pl_error_hint(error, "a whole number, or set ploy_squad_callbacks.find_place");
    return PLOY_INVALID;
}

ploy_status pl_file_squad_def(const ploy_file* file, uint32_t index, const ploy_squads* squads, ploy_squad_def* def,
                              ploy_error* error)
{
    const pl_file_squad* squad = &file->world.squads.data[index];
    const ploy_squad_callbacks* calls = &squads->def.calls;
    *def = squad->def;
    ploy_status status = squad->home ? find_place(squad, calls, squad->home, &def->home, error) : PLOY_OK;
    for (uint32_t i = 0; i < def->standing.place_count && status == PLOY_OK; ++i) {
        status = find_place(squad, calls, squad->places[i], &def->standing.places[i], error);
    }
    return status;
}

// <blackboard>: its keys.

static const struct
{
    const char* name;
    uint32_t scope;
} scopes[] = {
    {"local", PLOY_SCOPE_LOCAL},
    {"agent", PLOY_SCOPE_AGENT},
    {"squad", PLOY_SCOPE_SQUAD},
    {"world", PLOY_SCOPE_WORLD},
};

static ploy_status add_scope(pl_loader* loader, const pl_xml_node* node, const char* word, ploy_key_def* key)
{
    pl_similar similar = pl_similar_begin(word);
    for (uint32_t i = 0; i < sizeof scopes / sizeof *scopes; ++i) {
        if (strcmp(scopes[i].name, word) == 0) {
            key->scopes |= 1u << scopes[i].scope;
            return PLOY_OK;
        }
        pl_similar_offer(&similar, scopes[i].name);
    }
    pl_loader_fail_value(loader, node, "scopes", "unknown scope '%s'", word);
    pl_similar_hint(&similar, loader->error);
    return PLOY_INVALID;
}

static ploy_status read_scopes(pl_loader* loader, const pl_xml_node* node, ploy_key_def* key)
{
    const char* text = pl_xml_value(node, "scopes");
    pl_words words;
    if (!text) {
        return PLOY_OK;
    }
    ploy_status status = pl_loader_words(loader, text, &words);
    key->scopes = 0;
    for (uint32_t i = 0; status == PLOY_OK && i < words.count; ++i) {
        status = add_scope(loader, node, words.names[i], key);
    }
    if (status == PLOY_OK && words.count == 0) {
        return pl_loader_fail_value(loader, node, "scopes", "a key needs a scope");
    }
    return status;
}

static ploy_status keep_text(pl_loader* loader, const char* text, const char** kept)
{
    *kept = text ? pl_section_keep(loader, text) : NULL;
    return text && !*kept ? PLOY_OUT_OF_MEMORY : PLOY_OK;
}

static ploy_status read_float(pl_loader* loader, const pl_xml_node* node, int64_t* value)
{
    const char* text = pl_xml_value(node, "initial");
    if (!text || pl_value_parse(NULL, PLOY_VALUE_FLOAT, text, NULL, value)) return PLOY_OK;
    pl_loader_fail_value(loader, node, "initial", "'initial' is '%.100s'", text);
    pl_error_hint(loader->error, "a number");
    return PLOY_INVALID;
}

static ploy_status read_initial(pl_loader* loader, const pl_xml_node* node, pl_file_key* into)
{
    ploy_key_def* key = &into->def;
    bool value = false;
    ploy_status status;
    switch (key->type) {
    case PLOY_VALUE_STRING:
    case PLOY_VALUE_STRUCT:
        status = keep_text(loader, pl_xml_value(node, "initial"), &into->initial);
        if (key->type == PLOY_VALUE_STRING) key->initial = ploy_value_of(into->initial);
        return status;
    case PLOY_VALUE_BOOL:
        status = pl_loader_bool(loader, node, "initial", &value);
        key->initial = value;
        return status;
    case PLOY_VALUE_DECIMAL:
        return pl_loader_number(loader, node, "initial", PL_NUMBER_DECIMAL, &key->initial);
    case PLOY_VALUE_FLOAT:
        return read_float(loader, node, &key->initial);
    default:
        return pl_loader_number(loader, node, "initial", PL_NUMBER_WHOLE, &key->initial);
    }
}

// Any other name is that of a struct, which the world knows.
static ploy_status read_type(pl_loader* loader, const pl_xml_node* node, ploy_key_def* key)
{
    const char* type = pl_xml_value(node, "type");
    pl_value_kind kind = type ? pl_value_kind_find(NULL, type, strlen(type)) : PLOY_VALUE_BOOL;
    key->type = kind == PLOY_NONE ? PLOY_VALUE_STRUCT : (ploy_value_type)kind;
    return kind == PLOY_NONE ? keep_text(loader, type, &key->struct_type) : PLOY_OK;
}

// What the handles of a key are of.
static ploy_status read_object_type(pl_loader* loader, const pl_xml_node* node, ploy_key_def* key)
{
    const char* of = pl_xml_value(node, "of");
    if (!of) return PLOY_OK;
    if (key->type != PLOY_VALUE_OBJECT && key->type != PLOY_VALUE_INT) {
        pl_loader_fail_value(loader, node, "of", "only what is of type object or int is 'of' something");
        pl_error_hint(loader->error, "type=\"object\"");
        return PLOY_INVALID;
    }
    if (*of && !strpbrk(of, " \t\r\n")) return keep_text(loader, of, &key->object_type);
    pl_loader_fail_value(loader, node, "of", "'of' is '%.100s', and not a word", of);
    pl_error_hint(loader->error, "agent, a type of a domain, or what the game calls it: door");
    return PLOY_INVALID;
}

// Names of the values of a key of type int, from 0.
static ploy_status read_value_names(pl_loader* loader, const pl_xml_node* node, ploy_key_def* key)
{
    const char* values = pl_xml_value(node, "values");
    if (!values) return PLOY_OK;
    if (key->type != PLOY_VALUE_INT) {
        pl_loader_fail_value(loader, node, "values", "only what is of type int has names of its 'values'");
        pl_error_hint(loader->error, "type=\"int\"");
        return PLOY_INVALID;
    }
    if (!strchr(values, '|')) return keep_text(loader, values, &key->value_names);
    pl_loader_fail_value(loader, node, "values", "a name in 'values' has a '|'");
    pl_error_hint(loader->error, "words separated by spaces: home carried dropped");
    return PLOY_INVALID;
}

// A name for a number; without one, the number after that of the last.
static ploy_status load_enum(pl_loader* loader, const pl_xml_node* node)
{
    static const char* const attributes[] = {"name", "value", NULL};
    ploy_file* file = loader->file;
    uint32_t count = file->world.enums.count;
    pl_file_enum made = {.value = count > 0 ? file->world.enums.data[count - 1].value + 1 : 0};
    ploy_error place = {0};
    pl_xml_locate(loader->xml, pl_xml_value_place(loader->xml, node, "name", 0), &place);
    made.line = place.line;
    made.column = place.column;
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 1);
    status = status == PLOY_OK ? pl_section_is_empty(loader, node, false) : status;
    if (status == PLOY_OK) {
        made.name = pl_section_name(loader, node, &status);
    }
    status = status == PLOY_OK ? pl_loader_number(loader, node, "value", PL_NUMBER_WHOLE, &made.value) : status;
    if (status == PLOY_OK && !PL_ARRAY_PUSH(&file->world.enums, &file->allocator, made)) {
        return PLOY_OUT_OF_MEMORY;
    }
    return status;
}

static ploy_status load_key(pl_loader* loader, const pl_xml_node* node)
{
    static const char* const attributes[] = {"name", "type", "of", "values", "initial", "scopes", NULL};
    static const char* const elements[] = {"key", "enum", NULL};
    if (strcmp(node->name, "enum") == 0) {
        return load_enum(loader, node);
    }
    if (strcmp(node->name, "key") != 0) {
        return pl_loader_fail_element(loader, node, elements);
    }
    pl_file_key key = {0};
    ploy_error place = {0};
    pl_xml_locate(loader->xml, pl_xml_value_place(loader->xml, node, "type", 0), &place);
    key.line = place.line;
    key.column = place.column;
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 1);
    status = status == PLOY_OK ? pl_section_is_empty(loader, node, false) : status;
    if (status == PLOY_OK) {
        key.def.name = pl_section_name(loader, node, &status);
    }
    status = status == PLOY_OK ? read_type(loader, node, &key.def) : status;
    status = status == PLOY_OK ? read_object_type(loader, node, &key.def) : status;
    status = status == PLOY_OK ? read_value_names(loader, node, &key.def) : status;
    status = status == PLOY_OK ? read_initial(loader, node, &key) : status;
    status = status == PLOY_OK ? read_scopes(loader, node, &key.def) : status;
    ploy_file* file = loader->file;
    if (status == PLOY_OK && !PL_ARRAY_PUSH(&file->world.keys, &file->allocator, key)) {
        return PLOY_OUT_OF_MEMORY;
    }
    return status;
}

// What is wrong may be the element or the attribute that has the name.
static ploy_status lose_values(pl_loader* loader, const pl_xml_node* node)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < node->attribute_count && status == PLOY_OK; ++i) {
        status = pl_loader_lose(loader, node->attributes[i].value);
    }
    return status;
}

ploy_status pl_load_keys(pl_loader* loader, const pl_xml_node* node)
{
    static const char* const none[] = {NULL};
    ploy_status status = pl_loader_check_attributes(loader, node, none, 0);
    status = status == PLOY_OK ? pl_section_is_empty(loader, node, true) : status;
    for (const pl_xml_node* key = node->first; status == PLOY_OK && key; key = key->next) {
        uint32_t count = loader->file->world.keys.count + loader->file->world.enums.count;
        status = pl_loader_take(loader, load_key(loader, key));
        bool is_kept = loader->file->world.keys.count + loader->file->world.enums.count > count;
        if (status == PLOY_OK && !is_kept) status = lose_values(loader, key);
    }
    return status;
}

// <fact>: the attributes of a fact type, how many facts of it there may be, and how their belief decays.

static ploy_status load_attribute(pl_loader* loader, const pl_xml_node* node, ploy_fact_type_def* kind)
{
    static const char* const attributes[] = {"name", "type", "of", "values", "identifies", NULL};
    static const char* const elements[] = {"attribute", NULL};
    if (strcmp(node->name, "attribute") != 0) {
        return pl_loader_fail_element(loader, node, elements);
    }
    if (kind->attribute_count == PLOY_FACT_ATTRIBUTES) {
        return pl_loader_fail(loader, node->file, "the kind '%s' has more than %d attributes", kind->name,
                              PLOY_FACT_ATTRIBUTES);
    }
    ploy_fact_attribute* one = &kind->attributes[kind->attribute_count++];
    uint32_t type = PLOY_VALUE_BOOL;
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 1);
    status = status == PLOY_OK ? pl_section_is_empty(loader, node, false) : status;
    if (status == PLOY_OK) {
        one->name = pl_section_name(loader, node, &status);
    }
    status = status == PLOY_OK ? pl_section_choice(loader, node, "type", pl_value_names, &type) : status;
    one->type = (ploy_value_type)type;
    ploy_key_def named = {.type = one->type};
    status = status == PLOY_OK ? read_object_type(loader, node, &named) : status;
    status = status == PLOY_OK ? read_value_names(loader, node, &named) : status;
    one->object_type = named.object_type;
    one->value_names = named.value_names;
    return status == PLOY_OK ? pl_loader_bool(loader, node, "identifies", &one->identifies) : status;
}

static ploy_status read_numbers(pl_loader* loader, const pl_xml_node* node, ploy_fact_type_def* kind)
{
    static const char* const decays[] = {"halving", "linear", "none", NULL};
    uint32_t decay = kind->decay;
    int64_t capacity = kind->capacity, decay_time = kind->decay_time / 1000, floor = kind->floor;
    ploy_status status = pl_section_choice(loader, node, "decay", decays, &decay);
    if (status == PLOY_OK) {
        status = pl_section_range(loader, node, "capacity", PL_NUMBER_WHOLE, 1, 65536, &capacity);
    }
    if (status == PLOY_OK) {
        status = pl_section_range(loader, node, "decay_time", PL_NUMBER_DECIMAL, 1, 1 << 28, &decay_time);
    }
    if (status == PLOY_OK) {
        status = pl_section_range(loader, node, "floor", PL_NUMBER_DECIMAL, 1, PLOY_FACT_CERTAIN, &floor);
    }
    kind->decay = (ploy_decay)decay;
    kind->capacity = (uint32_t)capacity;
    kind->decay_time = decay_time * 1000; // the file has seconds in fixed point (1/1000)
    kind->floor = (uint32_t)floor;
    return status;
}

ploy_status pl_load_kind(pl_loader* loader, const pl_xml_node* node)
{
    static const char* const attributes[] = {"name", "capacity", "decay", "decay_time", "floor", NULL};
    ploy_fact_type_def kind = {0};
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 1);
    status = status == PLOY_OK ? pl_section_is_empty(loader, node, true) : status;
    if (status == PLOY_OK) {
        kind.name = pl_section_name(loader, node, &status);
    }
    status = status == PLOY_OK ? read_numbers(loader, node, &kind) : status;
    for (const pl_xml_node* one = node->first; status == PLOY_OK && one; one = one->next) {
        status = load_attribute(loader, one, &kind);
    }
    ploy_file* file = loader->file;
    if (status == PLOY_OK && !PL_ARRAY_PUSH(&file->world.fact_types, &file->allocator, kind)) {
        return PLOY_OUT_OF_MEMORY;
    }
    return status;
}

// <sensor>: when a sensor updates. What it does is bound by the game.

ploy_status pl_load_sensor(pl_loader* loader, const pl_xml_node* node)
{
    static const char* const attributes[] = {"name", "interval", "offset", NULL};
    pl_file_sensor sensor = {0};
    pl_loader_place(loader, node, "name", &sensor.line, &sensor.column);
    ploy_file* file = loader->file;
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 1);
    status = status == PLOY_OK ? pl_section_is_empty(loader, node, false) : status;
    if (status == PLOY_OK) {
        sensor.name = pl_section_name(loader, node, &status);
    }
    sensor.has_interval = pl_xml_value(node, "interval") != NULL;
    sensor.has_offset = pl_xml_value(node, "offset") != NULL;
    status = status == PLOY_OK ? pl_section_time(loader, node, "interval", &sensor.interval) : status;
    status = status == PLOY_OK ? pl_section_time(loader, node, "offset", &sensor.offset) : status;
    if (status == PLOY_OK && file->world.sensors.count == PLOY_MAX_SENSORS) {
        return pl_loader_fail(loader, node->file, "there are more than %d sensors", PLOY_MAX_SENSORS);
    }
    if (status == PLOY_OK && !PL_ARRAY_PUSH(&file->world.sensors, &file->allocator, sensor)) {
        return PLOY_OUT_OF_MEMORY;
    }
    return status;
}

// <squad> and its standing <task>. Places are words of the game's: it says what number each is when squads are made.

#define TASK_NAME(NAME, text, places) text,
#define TASK_PLACES(NAME, text, places) places,

static ploy_status read_places(pl_loader* loader, const pl_xml_node* node, pl_file_squad* squad)
{
    static const uint32_t least_places[] = {PLOY_SQUAD_TASK_LIST(TASK_PLACES)};
    ploy_squad_task_def* task = &squad->def.standing;
    pl_words words;
    ploy_status status = pl_loader_words(loader, pl_xml_value(node, "places"), &words);
    if (status != PLOY_OK) {
        return status;
    }
    if (words.count < least_places[task->kind] || words.count > PLOY_SQUAD_PLACES) {
        pl_loader_fail(loader, node->file, "the task '%s' has %u places", ploy_squad_task_name(task->kind),
                       (unsigned)words.count);
        pl_error_hint(loader->error, "%u to %d", (unsigned)least_places[task->kind], PLOY_SQUAD_PLACES);
        return PLOY_INVALID;
    }
    task->place_count = words.count;
    for (uint32_t i = 0; i < words.count; ++i) {
        squad->places[i] = pl_section_keep(loader, words.names[i]);
        if (!squad->places[i]) {
            return PLOY_OUT_OF_MEMORY;
        }
    }
    return PLOY_OK;
}

static ploy_status read_task_numbers(pl_loader* loader, const pl_xml_node* node, ploy_squad_task_def* task)
{
    int64_t rounds = task->rounds, min = task->min, target = 0;
    ploy_status status = pl_section_range(loader, node, "rounds", PL_NUMBER_WHOLE, 0, 1000000, &rounds);
    if (status == PLOY_OK) {
        status = pl_section_range(loader, node, "min_members", PL_NUMBER_WHOLE, 1, PLOY_SQUAD_MAX, &min);
    }
    if (status == PLOY_OK) {
        status = pl_section_range(loader, node, "target", PL_NUMBER_WHOLE, 0, (int64_t)1 << 48, &target);
    }
    status = status == PLOY_OK ? pl_section_time(loader, node, "limit", &task->limit) : status;
    status = status == PLOY_OK ? pl_section_time(loader, node, "patience", &task->patience) : status;
    task->rounds = (uint32_t)rounds;
    task->min = (uint32_t)min;
    task->target = (uint64_t)target;
    return status;
}

static ploy_status load_task(pl_loader* loader, const pl_xml_node* node, pl_file_squad* squad)
{
    static const char* const attributes[] = {"kind",        "places", "target",   "rounds",
                                             "min_members", "limit",  "patience", NULL};
    static const char* const elements[] = {"task", NULL};
    static const char* const kinds[] = {PLOY_SQUAD_TASK_LIST(TASK_NAME) NULL};
    if (strcmp(node->name, "task") != 0) {
        return pl_loader_fail_element(loader, node, elements);
    }
    if (squad->def.standing.kind != PLOY_SQUAD_TASK_NONE) {
        return pl_loader_fail(loader, node->file, "the squad '%s' has more than one task", squad->def.name);
    }
    uint32_t kind = 0;
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 1);
    status = status == PLOY_OK ? pl_section_is_empty(loader, node, false) : status;
    status = status == PLOY_OK ? pl_section_choice(loader, node, "kind", kinds, &kind) : status;
    squad->def.standing.kind = (ploy_squad_task_kind)kind;
    if (status == PLOY_OK && kind == PLOY_SQUAD_TASK_NONE) {
        return pl_loader_fail_value(loader, node, "kind", "a task cannot be 'none'");
    }
    status = status == PLOY_OK ? read_task_numbers(loader, node, &squad->def.standing) : status;
    return status == PLOY_OK ? read_places(loader, node, squad) : status;
}

static ploy_status read_squad(pl_loader* loader, const pl_xml_node* node, pl_file_squad* squad)
{
    const char* home = pl_xml_value(node, "home");
    int64_t size = squad->def.size;
    ploy_status status = PLOY_OK;
    squad->def.name = pl_section_name(loader, node, &status);
    if (status == PLOY_OK && strlen(squad->def.name) > 31) {
        return pl_loader_fail_value(loader, node, "name", "a squad's name has at most 31 bytes");
    }
    if (status == PLOY_OK && home) {
        squad->home = pl_section_keep(loader, home);
        status = squad->home ? PLOY_OK : PLOY_OUT_OF_MEMORY;
    }
    if (status == PLOY_OK) {
        status = pl_section_range(loader, node, "size", PL_NUMBER_WHOLE, 1, PLOY_SQUAD_MAX, &size);
    }
    squad->def.size = (uint32_t)size;
    squad->line = node->line;
    return status == PLOY_OK ? pl_loader_bool(loader, node, "closed", &squad->def.closed) : status;
}

ploy_status pl_load_squad(pl_loader* loader, const pl_xml_node* node)
{
    static const char* const attributes[] = {"name", "size", "home", "closed", NULL};
    pl_file_squad squad = {.def = (ploy_squad_def){0}};
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 1);
    status = status == PLOY_OK ? pl_section_is_empty(loader, node, true) : status;
    status = status == PLOY_OK ? read_squad(loader, node, &squad) : status;
    for (const pl_xml_node* one = node->first; status == PLOY_OK && one; one = one->next) {
        status = load_task(loader, one, &squad);
    }
    ploy_file* file = loader->file;
    if (status == PLOY_OK && !PL_ARRAY_PUSH(&file->world.squads, &file->allocator, squad)) {
        return PLOY_OUT_OF_MEMORY;
    }
    return status;
}
