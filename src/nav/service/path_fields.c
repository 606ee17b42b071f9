#include "nav/service/path_fields.h"

#include "base/memory.h"

bool pl_path_fields_init(pl_path_fields* fields, const ploy_path_service_def* def)
{
    // With a limit on nodes, when an answer comes depends on what its search costs.
    *fields = (pl_path_fields){.count = def->max_nodes ? 0 : def->kept_fields};
    if (fields->count > 0) fields->list = PL_NEW_ARRAY(&def->allocator, pl_kept_field, fields->count);
    return fields->count == 0 || fields->list;
}

void pl_path_fields_destroy(pl_path_fields* fields, const ploy_allocator* allocator)
{
    for (uint32_t i = 0; fields->list && i < fields->count; ++i) ploy_pathfinder_destroy(fields->list[i].pathfinder);
    PL_DELETE_ARRAY(allocator, fields->list, fields->count);
}

// Area costs belong to the game, which may change them between requests.
static bool can_keep(const ploy_path_query* query)
{
    return !query->area_costs && query->agent_size <= 1;
}

static bool make_pathfinder(pl_kept_field* field, const ploy_path_service_def* def)
{
    if (field->pathfinder) return true;
    field->pathfinder = ploy_pathfinder_create(&(ploy_pathfinder_def){.map = def->map, .allocator = def->allocator});
    return field->pathfinder != NULL;
}

pl_kept_field* pl_path_fields_find(pl_path_fields* fields, const ploy_path_service_def* def,
                                   const ploy_path_query* query, uint64_t update)
{
    if (fields->count == 0 || !can_keep(query)) return NULL;
    pl_kept_field* oldest = fields->list;
    for (uint32_t i = 0; i < fields->count; ++i) {
        pl_kept_field* field = &fields->list[i];
        if (field->used < oldest->used) oldest = field;
        if (field->used == 0 || field->to != query->to || field->obstacles != query->obstacles) continue;
        if (field->used == update + 1) return NULL;
        field->used = update + 1;
        return make_pathfinder(field, def) ? field : NULL;
    }
    if (oldest->used == update + 1) return NULL;
    oldest->to = query->to;
    oldest->obstacles = query->obstacles;
    oldest->used = update + 1;
    oldest->is_built = false;
    return NULL;
}

ploy_status pl_kept_field_begin(pl_kept_field* field, const ploy_path_query* query)
{
    ploy_status status = field->is_built ? ploy_pathfinder_begin_repair(field->pathfinder)
                                         : ploy_pathfinder_begin_field(field->pathfinder, query, NULL, 0);
    field->is_built = true;
    return status;
}
