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
#include "base/containers/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "io/bound_names.h"
#include "io/vocabulary.h"
#include "io/world_parts.h"
#include "io/xml/read_file.h"
#include "knowledge/blackboard.h"
#include "mind/common/bindings.h"

enum
{
    MIN_TICKS = 100, ///< a world that ran for less need not have written every symbol
};

typedef struct file_version
{
    ploy_file* file;
    pl_made_type* types;
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
    for (uint32_t i = 0; i < version->count; ++i) pl_free_type(world, &version->types[i]);
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

// Sensors and squads.

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

static ploy_status fill_types(ploy_world* world, file_version* version, pl_reports* reports)
{
    uint32_t count = pl_file_type_count(version->file);
    if (count == 0) return PLOY_OK;
    version->types = PL_NEW_ARRAY(&world->allocator, pl_made_type, count);
    if (!version->types) return PLOY_OUT_OF_MEMORY;
    version->count = count;
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < count && status == PLOY_OK; ++i) {
        ploy_agent_info info = pl_file_type(version->file, i);
        status = pl_make_type(world, version->file, &info, &version->types[i], reports);
    }
    return status;
}

static const pl_made_type* find_type(const file_version* version, const char* name)
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
        const pl_made_type* old = &loaded->now.types[i];
        uint32_t agents = ploy_world_mind_agents(world, old->type.mind);
        if (agents == 0 || find_type(fresh, old->name)) continue;
        pl_error_set(error, 1, 1, "the file has no agent '%s', and the world has %u", old->name, (unsigned)agents);
        return PLOY_INVALID;
    }
    return PLOY_OK;
}

// What the game has made of the domains of the version before: objects and tables.
static ploy_status adopt_domains(const ploy_file* before, const ploy_file* fresh)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; before && i < fresh->domains.count; ++i) {
        ploy_domain* domain = fresh->domains.data[i].domain;
        for (uint32_t k = 0; k < before->domains.count && status == PLOY_OK; ++k) {
            const ploy_domain* old = before->domains.data[k].domain;
            if (strcmp(ploy_domain_name(old), ploy_domain_name(domain)) == 0) status = ploy_domain_adopt(domain, old);
        }
    }
    return status;
}

static ploy_status fill_version(ploy_world* world, const loaded_file* loaded, const char* text, size_t bytes,
                                file_version* fresh, ploy_error* error)
{
    ploy_file_def def = {.allocator = world->allocator, .path = loaded->name};
    pl_reports reports = {.error = error};
    ploy_status status = ploy_file_parse(&def, text, bytes, &fresh->file, error);
    if (status == PLOY_OK) status = pl_vocabulary_add(world, fresh->file, &reports);
    if (status == PLOY_OK) status = pl_connect_file(world, fresh->file, &reports);
    if (status == PLOY_OK) status = adopt_domains(loaded->now.file, fresh->file);
    if (status == PLOY_OK) status = fill_types(world, fresh, &reports);
    if (status == PLOY_OK) status = check_types(world, loaded, fresh, error);
    if (status == PLOY_OK) status = pl_create_squads(world, fresh->file, &reports);
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
        const pl_made_type* type = find_type(fresh, old->types[i].name);
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
    pl_vocabulary_mark mark = pl_vocabulary_mark_end(world);
    ploy_status status = fill_version(world, loaded, text, bytes, &fresh, error);
    if (status == PLOY_OK) return take_over(world, loaded, &fresh);
    free_version(world, &fresh);
    pl_vocabulary_rewind(world, &mark);
    return status;
}

ploy_status ploy_world_load_text(ploy_world* world, const char* name, const char* text, size_t bytes, ploy_error* error)
{
    PL_NEED_ERROR(error, world, PLOY_INVALID);
    PL_NEED_ERROR(error, name, PLOY_INVALID);
    if (bytes > 0) PL_NEED_ERROR(error, text, PLOY_INVALID);
    PL_WORLD_SERIAL(world, PLOY_NOT_SUPPORTED);
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

static const char* last_part(const char* path)
{
    const char* part = path;
    for (; *path; ++path) {
        if (*path == '/' || *path == '\\') part = path + 1;
    }
    return part;
}

const char* pl_world_match_file(ploy_world* world, const char* name)
{
    const world_files* files = pl_world_extend(world, PL_WORLD_FILES)->data;
    if (!files) return NULL;
    const loaded_file* loaded = find_loaded(files, name);
    for (uint32_t i = 0; !loaded && i < files->list.count; ++i) {
        bool is_same = strcmp(last_part(files->list.data[i]->name), last_part(name)) == 0;
        if (is_same) loaded = files->list.data[i];
    }
    if (!loaded && files->list.count == 1) loaded = files->list.data[0];
    return loaded ? loaded->name : NULL;
}

const ploy_file* ploy_world_file(const ploy_world* world, const char* name)
{
    PL_NEED(world, NULL);
    PL_NEED(name, NULL);
    const world_files* files = pl_world_extend((ploy_world*)world, PL_WORLD_FILES)->data;
    const loaded_file* loaded = files ? find_loaded(files, name) : NULL;
    return loaded ? loaded->now.file : NULL;
}
