// Files that change while their world runs. An edition is a file with the minds made from it; one is in force, and
// older ones wait until nobody has their minds any more.
//
// A change that is asked for inside a tick happens when it ends, so an edition is never destroyed in the tick in which
// it was replaced, even if none of its minds has agents yet.

#include <string.h>

#include "base/containers/array.h"
#include "base/error.h"
#include "base/index.h"
#include "io/file.h"

typedef struct version
{
    ploy_file* file;
    ploy_mind** minds; ///< one an agent type
    uint32_t count;
    uint64_t replaced; ///< the world's tick
} version;

struct ploy_reload
{
    ploy_reload_def def;
    version now;
    PL_ARRAY(version) old;
    uint32_t number;
    char* path; ///< of the edition in force
};

static void free_edition(const ploy_reload* reload, version* one)
{
    for (uint32_t i = 0; i < one->count; ++i) {
        ploy_mind_destroy(one->minds[i]);
    }
    PL_DELETE_ARRAY(&reload->def.file.allocator, one->minds, one->count);
    ploy_file_destroy(one->file);
    *one = (version){0};
}

static ploy_status make_named(const ploy_reload* reload, const ploy_file* file, uint32_t agent, ploy_mind** mind,
                              ploy_error* error)
{
    ploy_file_mind_def def = {0};
    def.keys = reload->def.keys;
    def.bindings = reload->def.bindings;
    def.kinds = reload->def.kinds;
    def.event = reload->def.event;
    def.event_user = reload->def.event_user;
    return ploy_file_mind(file, agent, &def, mind, error);
}

static ploy_status make_mind(const ploy_reload* reload, version* one, uint32_t agent, ploy_error* error)
{
    const ploy_reload_def* def = &reload->def;
    ploy_status status = def->make ? def->make(def->user, one->file, agent, &one->minds[agent], error)
                                   : make_named(reload, one->file, agent, &one->minds[agent], error);
    if (status != PLOY_OK && error->line == 0) {
        error->line = ploy_file_agent(one->file, agent).line;
        error->column = 1;
    }
    return status;
}

static ploy_status fill_edition(const ploy_reload* reload, const char* path, version* one, ploy_error* error)
{
    const ploy_reload_def* def = &reload->def;
    ploy_status status = ploy_file_load(&def->file, path, &one->file, error);
    if (status == PLOY_OK && def->prepare) {
        status = def->prepare(def->user, one->file, error);
    }
    uint32_t count = status == PLOY_OK ? ploy_file_agent_count(one->file) : 0;
    if (count > 0) {
        one->minds = PL_NEW_ARRAY(&def->file.allocator, ploy_mind*, count);
        one->count = one->minds ? count : 0;
        status = one->minds ? PLOY_OK : PLOY_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < one->count && status == PLOY_OK; ++i) {
        status = make_mind(reload, one, i, error);
    }
    return status;
}

static ploy_status load_edition(const ploy_reload* reload, const char* path, version* one, ploy_error* error)
{
    *one = (version){0};
    ploy_status status = fill_edition(reload, path, one, error);
    if (status != PLOY_OK) {
        free_edition(reload, one);
    }
    return status;
}

// Life.

static bool keep_path(ploy_reload* reload, const char* path)
{
    const ploy_allocator* allocator = &reload->def.file.allocator;
    size_t bytes = strlen(path) + 1;
    char* kept = pl_alloc(allocator, bytes);
    if (!kept) {
        return false;
    }
    memcpy(kept, path, bytes);
    pl_free(allocator, reload->path, reload->path ? strlen(reload->path) + 1 : 0);
    reload->path = kept;
    return true;
}

ploy_status ploy_reload_create(const ploy_reload_def* given, const char* path, ploy_reload** reload, ploy_error* error)
{
    ploy_reload_def full = *given;
    full.file.allocator = pl_allocator_choose(&full.file.allocator);
    const ploy_reload_def* def = &full;
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    *reload = PL_NEW(&def->file.allocator, ploy_reload);
    if (!*reload) {
        return PLOY_OUT_OF_MEMORY;
    }
    (*reload)->def = *def;
    (*reload)->number = 1;
    ploy_status status = keep_path(*reload, path) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
    if (status == PLOY_OK) {
        status = load_edition(*reload, path, &(*reload)->now, error);
    }
    if (status != PLOY_OK) {
        ploy_reload_destroy(*reload);
        *reload = NULL;
    }
    return status;
}

void ploy_reload_destroy(ploy_reload* reload)
{
    if (!reload) {
        return;
    }
    ploy_allocator allocator = reload->def.file.allocator;
    for (uint32_t i = 0; i < reload->old.count; ++i) {
        free_edition(reload, &reload->old.data[i]);
    }
    free_edition(reload, &reload->now);
    PL_ARRAY_FREE(&reload->old, &allocator);
    pl_free(&allocator, reload->path, reload->path ? strlen(reload->path) + 1 : 0);
    PL_DELETE(&allocator, reload);
}

const ploy_file* ploy_reload_file(const ploy_reload* reload)
{
    return reload->now.file;
}

uint32_t ploy_reload_version(const ploy_reload* reload)
{
    return reload->number;
}

static ploy_mind* mind_of(const version* one, const char* agent)
{
    uint32_t index = ploy_file_find_agent(one->file, agent);
    return index == PLOY_NONE ? NULL : one->minds[index];
}

ploy_mind* ploy_reload_mind(const ploy_reload* reload, const char* agent)
{
    return mind_of(&reload->now, agent);
}

// Again.

static uint32_t agents_of(const ploy_world* world, const version* one)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < one->count; ++i) {
        count += ploy_world_mind_agents(world, one->minds[i]);
    }
    return count;
}

static void collect(ploy_reload* reload, const ploy_world* world)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < reload->old.count; ++i) {
        version* one = &reload->old.data[i];
        if (one->replaced < ploy_world_ticks(world) && agents_of(world, one) == 0) {
            free_edition(reload, one);
        } else {
            reload->old.data[kept++] = *one;
        }
    }
    reload->old.count = kept;
}

// A type that has agents cannot go.
static ploy_status check_types(const ploy_world* world, const version* old, const version* fresh, ploy_error* error)
{
    for (uint32_t i = 0; i < old->count; ++i) {
        const char* name = ploy_file_agent(old->file, i).name;
        uint32_t agents = ploy_world_mind_agents(world, old->minds[i]);
        if (agents > 0 && !mind_of(fresh, name)) {
            pl_error_set(error, 1, 1, "the file has no agent '%s', and the world has %u", name, (unsigned)agents);
            return PLOY_INVALID;
        }
    }
    return PLOY_OK;
}

static ploy_status replace_minds(ploy_world* world, const version* old, const version* fresh)
{
    ploy_status first = PLOY_OK;
    for (uint32_t i = 0; i < old->count; ++i) {
        ploy_mind* mind = mind_of(fresh, ploy_file_agent(old->file, i).name);
        ploy_status status = mind ? ploy_world_replace_mind(world, old->minds[i], mind) : PLOY_OK;
        first = first == PLOY_OK ? status : first;
    }
    return first;
}

static ploy_status take_over(ploy_reload* reload, ploy_world* world, const version* fresh)
{
    ploy_status first = PLOY_OK;
    reload->now.replaced = ploy_world_ticks(world);
    reload->old.data[reload->old.count++] = reload->now;
    reload->now = *fresh;
    ++reload->number;
    for (uint32_t i = 0; i < reload->old.count; ++i) {
        ploy_status status = replace_minds(world, &reload->old.data[i], fresh);
        first = first == PLOY_OK ? status : first;
    }
    return first;
}

ploy_status ploy_reload_reload(ploy_reload* reload, ploy_world* world, const char* path, ploy_error* error)
{
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    collect(reload, world);
    version fresh;
    if (!PL_ARRAY_RESERVE(&reload->old, &reload->def.file.allocator, reload->old.count + 1)) {
        return PLOY_OUT_OF_MEMORY;
    }
    ploy_status status = load_edition(reload, path ? path : reload->path, &fresh, error);
    if (status != PLOY_OK) {
        return status;
    }
    status = check_types(world, &reload->now, &fresh, error);
    if (status == PLOY_OK && path && !keep_path(reload, path)) {
        status = PLOY_OUT_OF_MEMORY;
    }
    if (status != PLOY_OK) {
        free_edition(reload, &fresh);
        return status;
    }
    return take_over(reload, world, &fresh);
}
