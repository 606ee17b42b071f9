// Files loaded into a world, again and again while it runs.
//
// A file that is loaded has a name (its path) and a version: the parsed file and a mind per agent type. Loading the name
// again makes a new version; agents migrate to its minds when the tick ends, and the old version is freed at a later
// load, when no agent has its minds and the tick in which it was replaced is over. A version that cannot be made whole
// is thrown away, and the one in force stays.
//
//   parse -> keys, fact types -> bind domains -> check sensors, squads, names of types -> minds -> in force

#include "io/file.h"

#include <string.h>

#include "base/check.h"
#include "agent/world.h"
#include "mind/bt/bt.h"
#include "mind/common/bindings.h"
#include "base/containers/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "io/bound_names.h"
#include "knowledge/blackboard.h"
#include "io/xml/read_file.h"
#include "knowledge/fact_types.h"
#include "plan/domain/domain.h"

enum
{
    MIN_TICKS = 100, ///< a world that ran for less need not have written every symbol
};

typedef struct file_type
{
    const char* name; ///< the file's
    pl_agent_type type;
    pl_start_value* values;
} file_type;

typedef struct file_version
{
    ploy_file* file;
    file_type* types;
    uint32_t count;
    uint64_t replaced; ///< the world's tick in which another version took its place
} file_version;

typedef struct loaded_file
{
    char* name;
    file_version now;
    PL_ARRAY(file_version) old;
} loaded_file;

typedef struct world_files
{
    ploy_world* world;
    PL_ARRAY(loaded_file*) list;
} world_files;

// Freeing.

static void free_version(const ploy_world* world, file_version* version)
{
    for (uint32_t i = 0; i < version->count; ++i) {
        ploy_mind_destroy(version->types[i].type.mind);
        PL_DELETE_ARRAY(&world->allocator, version->types[i].values, version->types[i].type.value_count);
    }
    PL_DELETE_ARRAY(&world->allocator, version->types, version->count);
    ploy_file_destroy(version->file);
    *version = (file_version){0};
}

static void free_loaded(const ploy_world* world, loaded_file* loaded)
{
    for (uint32_t i = 0; i < loaded->old.count; ++i) free_version(world, &loaded->old.data[i]);
    free_version(world, &loaded->now);
    ploy_allocator allocator = world->allocator;
    PL_ARRAY_FREE(&loaded->old, &allocator);
    pl_free(&allocator, loaded->name, strlen(loaded->name) + 1);
    PL_DELETE(&allocator, loaded);
}

// Of the types that had agents, in a game that senses.
static void warn_unwritten(const world_files* files)
{
    const ploy_world* world = files->world;
    if (ploy_world_ticks(world) < MIN_TICKS || !world->blackboard || !world->owns_bindings) return;
    if (world->sensors.count == 0) return;
    for (uint32_t f = 0; f < files->list.count; ++f) {
        const file_version* version = &files->list.data[f]->now;
        pl_warn_unwritten_keys(world->blackboard, files->list.data[f]->name, &version->file->world);
        for (uint32_t d = 0; d < version->file->domains.count; ++d) {
            bool is_used = false;
            for (uint32_t i = 0; i < version->count && !is_used; ++i) {
                const pl_agent_type* type = pl_world_find_type(world, version->types[i].name);
                is_used = pl_file_type(version->file, i).domain == d && type && type->had_agents;
            }
            if (is_used) pl_warn_unwritten(world->blackboard, version->file->domains.data[d].domain);
        }
    }
}

static void destroy_files(void* data)
{
    world_files* files = data;
    warn_unwritten(files);
    ploy_allocator allocator = files->world->allocator;
    for (uint32_t i = 0; i < files->list.count; ++i) free_loaded(files->world, files->list.data[i]);
    PL_ARRAY_FREE(&files->list, &allocator);
    PL_DELETE(&allocator, files);
}

// Agent types were loaded, and no agent has one.
static void warn_mindless(const ploy_world* world, const ploy_file* const* files, uint32_t count)
{
    if (pl_id_pool_end(&world->ids) == 0 || world->minds.table.count > 0) return;
    for (uint32_t i = 0; i < count; ++i) {
        if (pl_file_type_count(files[i]) == 0) continue;
        pl_log("ploy_world_tick: no agent has a mind; set ploy_agent_def.type, say to '%s'",
               pl_file_type(files[i], 0).name);
        return;
    }
}

static void warn_unused(void* data)
{
    const world_files* files = data;
    if (ploy_world_ticks(files->world) > 0) return;
    const ploy_file* list[PL_UNUSED_FILES];
    uint32_t count = 0;
    for (uint32_t i = 0; i < files->list.count && count < PL_UNUSED_FILES; ++i)
        list[count++] = files->list.data[i]->now.file;
    warn_mindless(files->world, list, count);
    if (files->world->owns_bindings) pl_warn_unused(ploy_world_bindings(files->world), list, count);
}

static world_files* files_of(ploy_world* world)
{
    pl_world_extension* extension = pl_world_extend(world, PL_WORLD_FILES);
    if (extension->data) return extension->data;
    world_files* files = PL_NEW(&world->allocator, world_files);
    if (!files) return NULL;
    files->world = world;
    extension->data = files;
    extension->before_tick = warn_unused;
    extension->destroy = destroy_files;
    return files;
}

static loaded_file* find_loaded(const world_files* files, const char* name)
{
    for (uint32_t i = 0; i < files->list.count; ++i) {
        if (strcmp(files->list.data[i]->name, name) == 0) return files->list.data[i];
    }
    return NULL;
}

// Keys and fact types. A world that is complete takes no new ones.

static ploy_status fail_late(ploy_error* error, const char* noun, const char* name)
{
    pl_error_set(error, 1, 1, "the %s '%s' is new, and the world has agents already", noun, name);
    pl_error_hint(error, "load all files before the first agent is created, or restart the game");
    return PLOY_INVALID;
}

static ploy_status fail_type(const ploy_blackboard_keys* keys, const pl_file_key* from, ploy_error* error)
{
    pl_error_set(error, from->line, from->column, "the key '%s' has an unknown type '%s'", from->def.name,
                 from->def.struct_type);
    pl_error_missing(error, PLOY_MISSING_STRUCT, from->def.struct_type, NULL);
    pl_error_hint(error, "bool, int, decimal, object, string, or add it with ploy_blackboard_keys_add_struct");
    pl_similar similar = pl_similar_begin(from->def.struct_type);
    for (uint32_t kind = 0; kind < PLOY_VALUE_STRUCT + pl_names_count(&keys->structs.names); ++kind) {
        pl_similar_offer(&similar, pl_value_kind_name(&keys->structs, kind));
    }
    pl_similar_hint(&similar, error);
    return PLOY_INVALID;
}

static ploy_status add_key(ploy_world* world, const pl_file_key* from, ploy_error* error)
{
    ploy_blackboard_keys* keys = ploy_world_keys(world);
    ploy_key_def def = from->def;
    uint64_t room[PLOY_STRUCT_BYTES / 8];
    const char* type = def.type == PLOY_VALUE_STRUCT ? def.struct_type : pl_value_kind_name(NULL, def.type);
    pl_value_kind kind = pl_value_kind_find(&keys->structs, type, strlen(type));
    if (kind == PLOY_NONE) return fail_type(keys, from, error);
    uint32_t known = ploy_blackboard_keys_find(keys, def.name);
    if (known != PLOY_NONE && pl_key_kind(keys, known) != kind) {
        pl_error_set(error, from->line, from->column, "the key '%s' is of type %s, but in the world of type %s",
                     def.name, type, pl_value_kind_name(&keys->structs, pl_key_kind(keys, known)));
        return PLOY_INVALID;
    }
    if (known != PLOY_NONE) return PLOY_OK;
    if (world->is_sealed) return fail_late(error, "key", def.name);
    bool is_struct = kind >= PLOY_VALUE_STRUCT && from->initial;
    if (is_struct && !pl_value_parse(&keys->structs, kind, from->initial, room, &def.initial)) {
        pl_error_set(error, from->line, from->column, "'initial' of '%s' is '%.100s', which is no %s", def.name,
                     from->initial, type);
        return PLOY_INVALID;
    }
    return ploy_blackboard_keys_add(keys, &def, NULL);
}

// The keys that only the trees of the file name.
static ploy_status add_keys_of_tree(ploy_world* world, const ploy_file* file, const char* main, ploy_error* error)
{
    ploy_bt_mind_def def = {.parts = ploy_world_parts(world), .trees = ploy_file_bts(file), .main = main};
    ploy_blackboard_keys* keys = ploy_world_keys(world);
    def.tree_count = ploy_file_bt_count(file);
    uint32_t before = ploy_blackboard_keys_count(keys);
    ploy_status status = pl_bt_declare(&def, file->is_btcpp, keys);
    bool is_late = world->is_sealed && ploy_blackboard_keys_count(keys) > before;
    if (is_late || status == PLOY_NOT_SUPPORTED) return fail_late(error, "tree with other keys", main);
    if (status != PLOY_FULL) return status;
    pl_error_set(error, 1, 1, "the trees use too many keys");
    return PLOY_INVALID;
}

// A file of BehaviorTree.CPP that does not say which of its trees is the main one may have any of them run.
static ploy_status add_tree_keys(ploy_world* world, const ploy_file* file, ploy_error* error)
{
    ploy_status status = PLOY_OK;
    uint32_t count = pl_file_type_count(file);
    for (uint32_t i = 0; i < count && status == PLOY_OK; ++i) {
        const char* main = pl_file_type(file, i).mind;
        if (ploy_file_find_bt(file, main) != PLOY_NONE) status = add_keys_of_tree(world, file, main, error);
    }
    for (uint32_t i = 0; file->is_btcpp && count == 0 && i < file->bts.count && status == PLOY_OK; ++i) {
        status = add_keys_of_tree(world, file, ploy_bt_name(file->bts.data[i]), error);
    }
    return status;
}

static ploy_status add_keys(ploy_world* world, const ploy_file* file, ploy_error* error)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < file->world.keys.count && status == PLOY_OK; ++i) {
        status = add_key(world, &file->world.keys.data[i], error);
    }
    for (uint32_t i = 0; i < file->world.enums.count && status == PLOY_OK; ++i) {
        const pl_file_enum* one = &file->world.enums.data[i];
        status = ploy_blackboard_keys_add_enum(ploy_world_keys(world), one->name, one->value);
        if (status == PLOY_INVALID) {
            pl_error_set(error, one->line, one->column, "'%s' is a key already", one->name);
        }
    }
    for (uint32_t i = 0; i < file->domains.count && status == PLOY_OK; ++i) {
        const ploy_domain* domain = file->domains.data[i].domain;
        uint32_t before = ploy_blackboard_keys_count(ploy_world_keys(world));
        status = ploy_view_add_keys(domain, ploy_world_keys(world), 0);
        bool is_late = world->is_sealed && ploy_blackboard_keys_count(ploy_world_keys(world)) > before;
        if (is_late || status == PLOY_NOT_SUPPORTED) {
            status = fail_late(error, "symbol of the domain", ploy_domain_name(domain));
        }
    }
    return status == PLOY_OK ? add_tree_keys(world, file, error) : status;
}

static ploy_status add_fact_types(ploy_world* world, const ploy_file* file, ploy_error* error)
{
    ploy_fact_types* types = ploy_world_fact_types(world);
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < file->world.fact_types.count && status == PLOY_OK; ++i) {
        const ploy_fact_type_def* def = &file->world.fact_types.data[i];
        if (ploy_fact_types_find(types, def->name) != PLOY_NONE) continue;
        status = world->is_sealed ? fail_late(error, "fact type", def->name) : ploy_fact_types_add(types, def, NULL);
    }
    return status;
}

// What domains call.

static bool calls(const char* text, const char* name)
{
    return text && strncmp(text, "call:", 5) == 0 && strcmp(text + 5, name) == 0;
}

static bool action_calls(const ploy_domain* domain, uint32_t action, const char* name)
{
    const char* context = ploy_domain_action(domain, action).context;
    bool has_cost = ploy_domain_clause_count(domain, PLOY_PART_COST, action) > 0;
    return (context && strcmp(context, name) == 0) ||
           (has_cost && calls(ploy_domain_clause(domain, PLOY_PART_COST, action, 0), name));
}

static bool goal_calls(const ploy_domain* domain, uint32_t goal, const char* name)
{
    return ploy_domain_clause_count(domain, PLOY_PART_PRIORITY, goal) > 0 &&
           calls(ploy_domain_clause(domain, PLOY_PART_PRIORITY, goal, 0), name);
}

static void place_call(const ploy_file* file, uint32_t index, const char* name, ploy_error* error)
{
    const ploy_domain* domain = file->domains.data[index].domain;
    for (uint32_t i = 0; i < ploy_domain_action_count(domain); ++i) {
        if (action_calls(domain, i, name)) {
            pl_file_place_action(file, index, i, error);
            return;
        }
    }
    for (uint32_t i = 0; i < ploy_domain_goal_count(domain); ++i) {
        if (goal_calls(domain, i, name)) {
            pl_file_place_goal(file, index, i, error);
            return;
        }
    }
}

static ploy_status bind_domains(ploy_world* world, const ploy_file* file, ploy_error* error)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < file->domains.count && status == PLOY_OK; ++i) {
        ploy_domain* domain = file->domains.data[i].domain;
        status = ploy_bindings_bind_domain(ploy_world_bindings(world), domain, error);
        if (status != PLOY_INVALID) continue;
        error->line = error->column = 1;
        place_call(file, i, ploy_domain_find_unbound(domain), error);
    }
    return status;
}

// Sensors and squads.

static ploy_status check_sensors(ploy_world* world, const ploy_file* file, ploy_error* error)
{
    const ploy_bindings* bindings = ploy_world_bindings(world);
    for (uint32_t i = 0; i < file->world.sensors.count; ++i) {
        const pl_file_sensor* sensor = &file->world.sensors.data[i];
        uint32_t index = pl_bindings_find_sensor(bindings, sensor->name);
        if (index == PLOY_NONE) return pl_fail_sensor(bindings, sensor, error);
        if (world->is_sealed && index >= world->sensors.count) return fail_late(error, "sensor", sensor->name);
    }
    return PLOY_OK;
}

static void set_sensor_times(ploy_world* world, const ploy_file* file)
{
    const ploy_bindings* bindings = ploy_world_bindings(world);
    for (uint32_t i = 0; i < file->world.sensors.count; ++i) {
        const pl_file_sensor* sensor = &file->world.sensors.data[i];
        uint32_t index = pl_bindings_find_sensor(bindings, sensor->name);
        const ploy_sensor_def* def = pl_bindings_sensor(bindings, index);
        pl_world_set_sensor_times(world, index, sensor->has_interval ? sensor->interval : def->interval,
                                  sensor->has_offset ? sensor->offset : def->offset);
    }
}

// Bit s of a file's list as bits of the bindings'. A sensor that the file does not name is off where the agent lists its
// sensors.
static uint64_t sensors_off(const ploy_world* world, const ploy_file* file, const ploy_agent_info* info)
{
    if (info->sensors_off == 0) return 0;
    uint64_t off = UINT64_MAX;
    for (uint32_t i = 0; i < file->world.sensors.count; ++i) {
        uint32_t index = pl_bindings_find_sensor(ploy_world_bindings(world), file->world.sensors.data[i].name);
        if (!(info->sensors_off >> i & 1)) off &= ~((uint64_t)1 << index);
    }
    return off;
}

// All are checked before the first is created.
static ploy_status take_squads(ploy_world* world, const ploy_file* file, bool create, ploy_error* error)
{
    if (file->world.squads.count == 0) return PLOY_OK;
    ploy_squads* squads = ploy_world_squads(world);
    if (!squads) return PLOY_OUT_OF_MEMORY;
    ploy_status status = PLOY_OK;
    ploy_squad_def def;
    ploy_squad_id id;
    for (uint32_t i = 0; i < file->world.squads.count && status == PLOY_OK; ++i) {
        status = pl_file_squad_def(file, i, squads, &def, error);
    }
    for (uint32_t i = 0; create && i < file->world.squads.count && status == PLOY_OK; ++i) {
        status = pl_file_squad_def(file, i, squads, &def, error);
        if (status != PLOY_OK || ploy_squads_find(squads, def.name).index1 != 0) continue;
        status = ploy_squad_create(squads, &def, &id);
    }
    return status;
}

static ploy_status check_squads(ploy_world* world, const ploy_file* file, ploy_error* error)
{
    return take_squads(world, file, false, error);
}

// Agent types.

static uint32_t start_values(const ploy_world* world, const ploy_file* file, const ploy_agent_info* info,
                             pl_start_value* values)
{
    const ploy_domain* domain = file->domains.data[info->domain].domain;
    uint32_t count = 0;
    for (uint32_t v = 0; v < ploy_domain_variable_count(domain); ++v) {
        char name[512];
        ploy_value value = ploy_state_get(domain, info->state, v);
        uint32_t symbol = pl_domain_symbol_of(domain, v);
        if (value == ploy_domain_symbol(domain, symbol).initial) continue;
        ploy_domain_variable_print(domain, v, name, sizeof name);
        uint32_t key = ploy_blackboard_keys_find(ploy_world_keys(world), name);
        if (key == PLOY_NONE) continue;
        if (values) values[count] = (pl_start_value){key, value};
        ++count;
    }
    return count;
}

static ploy_status fill_type(ploy_world* world, const ploy_file* file, const ploy_agent_info* info, file_type* made,
                             ploy_error* error)
{
    ploy_status status = pl_check_actions(ploy_world_parts(world), file, info, error);
    if (status != PLOY_OK) return status;
    made->name = info->name;
    made->type.is_of_file = true;
    made->type.sensors_off = sensors_off(world, file, info);
    uint32_t count = info->domain == PLOY_NONE ? 0 : start_values(world, file, info, NULL);
    if (count > 0) {
        made->values = PL_NEW_ARRAY(&world->allocator, pl_start_value, count);
        if (!made->values) return PLOY_OUT_OF_MEMORY;
        made->type.values = made->values;
        made->type.value_count = start_values(world, file, info, made->values);
    }
    pl_file_mind_def def = {
        .parts = ploy_world_parts(world), .event = world->def.on_event, .event_user = world->def.user};
    status = pl_file_mind(file, info, &def, &made->type.mind, error);
    if (status != PLOY_OK && error->line == 0) {
        error->line = info->line;
        error->column = 1;
    }
    return status;
}

static ploy_status fill_types(ploy_world* world, file_version* version, ploy_error* error)
{
    uint32_t count = pl_file_type_count(version->file);
    if (count == 0) return PLOY_OK;
    version->types = PL_NEW_ARRAY(&world->allocator, file_type, count);
    if (!version->types) return PLOY_OUT_OF_MEMORY;
    version->count = count;
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < count && status == PLOY_OK; ++i) {
        ploy_agent_info info = pl_file_type(version->file, i);
        status = fill_type(world, version->file, &info, &version->types[i], error);
    }
    return status;
}

static const file_type* find_type(const file_version* version, const char* name)
{
    for (uint32_t i = 0; i < version->count; ++i) {
        if (strcmp(version->types[i].name, name) == 0) return &version->types[i];
    }
    return NULL;
}

// Another file, or the game, may have a type of the same name; and a type that has agents cannot go.
static ploy_status check_types(const ploy_world* world, const loaded_file* loaded, const file_version* fresh,
                               ploy_error* error)
{
    for (uint32_t i = 0; i < fresh->count; ++i) {
        const char* name = fresh->types[i].name;
        if (find_type(&loaded->now, name) || !pl_world_find_type(world, name)) continue;
        pl_error_set(error, pl_file_type(fresh->file, i).line, 1, "the world has an agent type '%s' already", name);
        return PLOY_INVALID;
    }
    for (uint32_t i = 0; i < loaded->now.count; ++i) {
        const file_type* old = &loaded->now.types[i];
        uint32_t agents = ploy_world_mind_agents(world, old->type.mind);
        if (agents == 0 || find_type(fresh, old->name)) continue;
        pl_error_set(error, 1, 1, "the file has no agent '%s', and the world has %u", old->name, (unsigned)agents);
        return PLOY_INVALID;
    }
    return PLOY_OK;
}

static ploy_status fill_version(ploy_world* world, const loaded_file* loaded, const char* text, size_t bytes,
                                file_version* fresh, ploy_error* error)
{
    ploy_file_def def = {.allocator = world->allocator, .path = loaded->name};
    ploy_status status = ploy_file_parse(&def, text, bytes, &fresh->file, error);
    if (status == PLOY_OK) status = add_keys(world, fresh->file, error);
    if (status == PLOY_OK) status = add_fact_types(world, fresh->file, error);
    if (status == PLOY_OK) status = bind_domains(world, fresh->file, error);
    if (status == PLOY_OK) status = check_sensors(world, fresh->file, error);
    if (status == PLOY_OK) status = fill_types(world, fresh, error);
    if (status == PLOY_OK) status = check_types(world, loaded, fresh, error);
    if (status == PLOY_OK) status = take_squads(world, fresh->file, true, error);
    return status;
}

// Taking over.

static uint32_t agents_of(const ploy_world* world, const file_version* version)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < version->count; ++i) count += ploy_world_mind_agents(world, version->types[i].type.mind);
    return count;
}

static void free_unused(const ploy_world* world, loaded_file* loaded)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < loaded->old.count; ++i) {
        file_version* old = &loaded->old.data[i];
        if (old->replaced < ploy_world_ticks(world) && agents_of(world, old) == 0) {
            free_version(world, old);
        } else {
            loaded->old.data[kept++] = *old;
        }
    }
    loaded->old.count = kept;
}

static ploy_status migrate_agents(ploy_world* world, const file_version* old, const file_version* fresh)
{
    ploy_status first = PLOY_OK;
    for (uint32_t i = 0; i < old->count; ++i) {
        const file_type* type = find_type(fresh, old->types[i].name);
        ploy_status status = type ? pl_world_replace_mind(world, old->types[i].type.mind, type->type.mind) : PLOY_OK;
        if (first == PLOY_OK) first = status;
    }
    return first;
}

// Types that are gone keep their names, without a mind.
static ploy_status register_types(ploy_world* world, const file_version* old, const file_version* fresh)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < old->count && status == PLOY_OK; ++i) {
        status = pl_world_set_type(world, old->types[i].name, &(pl_agent_type){.is_of_file = true});
    }
    for (uint32_t i = 0; i < fresh->count && status == PLOY_OK; ++i) {
        status = pl_world_set_type(world, fresh->types[i].name, &fresh->types[i].type);
    }
    return status;
}

static ploy_status take_over(ploy_world* world, loaded_file* loaded, const file_version* fresh)
{
    if (loaded->now.file) {
        loaded->now.replaced = ploy_world_ticks(world);
        loaded->old.data[loaded->old.count++] = loaded->now;
    }
    file_version before = loaded->now;
    loaded->now = *fresh;
    ploy_status first = register_types(world, &before, fresh);
    for (uint32_t i = 0; i < loaded->old.count; ++i) {
        ploy_status status = migrate_agents(world, &loaded->old.data[i], fresh);
        if (first == PLOY_OK) first = status;
    }
    set_sensor_times(world, fresh->file);
    return first;
}

// What a file that is refused has brought goes again: a world that is open would keep its keys and fact types.

typedef struct world_mark
{
    pl_keys_mark keys;
    pl_fact_types_mark fact_types;
} world_mark;

static world_mark mark_world(const ploy_world* world)
{
    return (world_mark){pl_blackboard_keys_mark(ploy_world_keys(world)),
                        pl_fact_types_mark_end(ploy_world_fact_types(world))};
}

static void rewind_world(const ploy_world* world, const world_mark* mark)
{
    if (world->is_sealed) return;
    pl_blackboard_keys_rewind(ploy_world_keys(world), &mark->keys);
    pl_fact_types_rewind(ploy_world_fact_types(world), &mark->fact_types);
}

// Checking: every error, those of minds that no agent has too. Nothing stays.

typedef struct file_check
{
    ploy_world* world;
    const ploy_file* file;
    ploy_load_error_fn* on_error;
    void* user;
    ploy_error seen[64];
    uint32_t seen_count;
    ploy_status status;
} file_check;

// A mistake in what several minds share is reported once.
static void take_error(file_check* c, ploy_status status, const ploy_error* error)
{
    if (status == PLOY_OK || c->status == PLOY_OUT_OF_MEMORY) return;
    c->status = status;
    if (status != PLOY_INVALID) return;
    for (uint32_t i = 0; i < c->seen_count; ++i) {
        bool is_same = c->seen[i].line == error->line && strcmp(c->seen[i].message, error->message) == 0;
        if (is_same) return;
    }
    if (c->seen_count < sizeof c->seen / sizeof *c->seen) c->seen[c->seen_count++] = *error;
    c->on_error(c->user, error);
}

static void check_type(file_check* c, const ploy_agent_info* info)
{
    ploy_error error = {0};
    file_type made = {0};
    ploy_status status = fill_type(c->world, c->file, info, &made, &error);
    ploy_mind_destroy(made.type.mind);
    PL_DELETE_ARRAY(&c->world->allocator, made.values, made.type.value_count);
    take_error(c, status, &error);
}

// A mind by its name, with the domain that its agents would plan in.
static void check_mind(file_check* c, const char* name, uint32_t line)
{
    for (uint32_t i = 0; i < c->file->agents.count; ++i) {
        if (strcmp(c->file->agents.data[i].mind, name) == 0) return;
    }
    ploy_agent_info info = {.name = name, .mind = name, .domain = PLOY_NONE, .utility = PLOY_NONE, .line = line};
    if (c->file->domains.count > 0) info.goap.domain = c->file->domains.data[0].domain;
    check_type(c, &info);
}

// The tree that a node runs; PLOY_NONE: none.
static uint32_t subtree_of(const ploy_file* file, const ploy_bt* bt, uint32_t node)
{
    const char* id = ploy_bt_get(bt, node, "ID");
    bool is_subtree = strcmp(ploy_bt_get_node(bt, node).element, "SubTree") == 0;
    return is_subtree && id ? ploy_file_find_bt(file, id) : PLOY_NONE;
}

static bool is_subtree(const ploy_file* file, uint32_t tree)
{
    for (uint32_t t = 0; t < file->bts.count; ++t) {
        for (uint32_t k = 0; k < ploy_bt_node_count(file->bts.data[t]); ++k) {
            if (subtree_of(file, file->bts.data[t], k) == tree) return true;
        }
    }
    return false;
}

static void mark_checked(const ploy_file* file, uint32_t tree, bool* is_checked)
{
    if (tree == PLOY_NONE || is_checked[tree]) return;
    is_checked[tree] = true;
    const ploy_bt* bt = file->bts.data[tree];
    for (uint32_t k = 0; k < ploy_bt_node_count(bt); ++k) mark_checked(file, subtree_of(file, bt, k), is_checked);
}

// A tree is checked within those that use it; one that nobody uses, or that only uses itself, on its own.
static void check_trees(file_check* c)
{
    const ploy_file* file = c->file;
    bool* is_checked = PL_NEW_ARRAY(&c->world->allocator, bool, file->bts.count + 1);
    if (!is_checked) take_error(c, PLOY_OUT_OF_MEMORY, NULL);
    for (uint32_t round = 0; is_checked && round < 2; ++round) {
        for (uint32_t i = 0; i < file->bts.count; ++i) {
            if (is_checked[i] || (round == 0 && is_subtree(file, i))) continue;
            mark_checked(file, i, is_checked);
            check_mind(c, ploy_bt_name(file->bts.data[i]), ploy_bt_get_node(file->bts.data[i], 0).line);
        }
    }
    PL_DELETE_ARRAY(&c->world->allocator, is_checked, file->bts.count + 1);
}

static void check_minds(file_check* c)
{
    const ploy_file* file = c->file;
    for (uint32_t i = 0; i < file->agents.count; ++i) check_type(c, &file->agents.data[i]);
    check_trees(c);
    for (uint32_t i = 0; i < file->fsms.count; ++i) check_mind(c, ploy_fsm_name(file->fsms.data[i]), 1);
    for (uint32_t i = 0; i < file->fuzzies.count; ++i) check_mind(c, ploy_fuzzy_name(file->fuzzies.data[i]), 1);
    for (uint32_t i = 0; i < file->htns.count; ++i) check_mind(c, ploy_htn_name(file->htns.data[i]), 1);
    for (uint32_t i = 0; i < file->utilities.count; ++i) check_mind(c, file->utilities.data[i].name, 1);
}

static void check_whole(file_check* c)
{
    static ploy_status (*const steps[])(ploy_world * world, const ploy_file* file, ploy_error* error) = {
        add_keys, add_fact_types, bind_domains, check_sensors, check_squads};
    for (uint32_t i = 0; i < sizeof steps / sizeof *steps; ++i) {
        ploy_error error = {0};
        take_error(c, steps[i](c->world, c->file, &error), &error);
    }
    check_minds(c);
}

ploy_status ploy_world_check_text(ploy_world* world, const char* name, const char* text, size_t bytes,
                                  ploy_load_error_fn* on_error, void* user)
{
    PL_NEED(world, PLOY_INVALID);
    PL_NEED(name, PLOY_INVALID);
    PL_NEED(on_error, PLOY_INVALID);
    if (bytes > 0) PL_NEED(text, PLOY_INVALID);
    ploy_file_def def = {.allocator = world->allocator, .path = name, .on_error = on_error, .user = user};
    ploy_file* file = NULL;
    ploy_error error = {0};
    ploy_status status = ploy_file_parse(&def, text, bytes, &file, &error);
    if (!file) return status;
    file_check c = {.world = world, .file = file, .on_error = on_error, .user = user};
    world_mark mark = mark_world(world);
    check_whole(&c);
    ploy_file_destroy(file);
    rewind_world(world, &mark);
    return c.status;
}

// Loading.

static loaded_file* add_loaded(world_files* files, const char* name)
{
    const ploy_allocator* allocator = &files->world->allocator;
    if (!PL_ARRAY_RESERVE(&files->list, allocator, files->list.count + 1)) return NULL;
    loaded_file* loaded = PL_NEW(allocator, loaded_file);
    size_t bytes = strlen(name) + 1;
    if (loaded) loaded->name = pl_alloc(allocator, bytes);
    if (!loaded || !loaded->name) {
        PL_DELETE(allocator, loaded);
        return NULL;
    }
    memcpy(loaded->name, name, bytes);
    return files->list.data[files->list.count++] = loaded;
}

static ploy_status load_version(ploy_world* world, loaded_file* loaded, const char* text, size_t bytes,
                                ploy_error* error)
{
    free_unused(world, loaded);
    if (!PL_ARRAY_RESERVE(&loaded->old, &world->allocator, loaded->old.count + 1)) return PLOY_OUT_OF_MEMORY;
    file_version fresh = {0};
    world_mark mark = mark_world(world);
    ploy_status status = fill_version(world, loaded, text, bytes, &fresh, error);
    if (status == PLOY_OK) return take_over(world, loaded, &fresh);
    free_version(world, &fresh);
    rewind_world(world, &mark);
    return status;
}

ploy_status ploy_world_load_text(ploy_world* world, const char* name, const char* text, size_t bytes, ploy_error* error)
{
    PL_NEED_ERROR(error, world, PLOY_INVALID);
    PL_NEED_ERROR(error, name, PLOY_INVALID);
    if (bytes > 0) PL_NEED_ERROR(error, text, PLOY_INVALID);
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    world_files* files = files_of(world);
    if (!files) return pl_fail_memory(error);
    loaded_file* known = find_loaded(files, name);
    loaded_file* loaded = known ? known : add_loaded(files, name);
    if (!loaded) return pl_fail_memory(error);
    ploy_status status = load_version(world, loaded, text, bytes, error);
    if (!loaded->now.file) {
        free_loaded(world, loaded);
        --files->list.count;
    }
    return status == PLOY_OUT_OF_MEMORY ? pl_fail_memory(error) : status;
}

ploy_status ploy_world_load_file(ploy_world* world, const char* path, ploy_error* error)
{
    PL_NEED_ERROR(error, world, PLOY_INVALID);
    PL_NEED_ERROR(error, path, PLOY_INVALID);
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    pl_file_text text = {0};
    ploy_status status = pl_read_file(path, &world->allocator, PLOY_DEFAULT_FILE_MAX_BYTES, &text, error);
    if (status == PLOY_OK) status = ploy_world_load_text(world, path, text.data, text.count, error);
    PL_ARRAY_FREE(&text, &world->allocator);
    return status;
}

const ploy_file* ploy_world_file(const ploy_world* world, const char* name)
{
    PL_NEED(world, NULL);
    PL_NEED(name, NULL);
    const world_files* files = pl_world_extend((ploy_world*)world, PL_WORLD_FILES)->data;
    const loaded_file* loaded = files ? find_loaded(files, name) : NULL;
    return loaded ? loaded->now.file : NULL;
}
