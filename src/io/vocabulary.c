#include "io/vocabulary.h"

#include <string.h>

#include "base/error.h"
#include "knowledge/fact_types.h"
#include "mind/bt/bt.h"

// A world that is complete takes no new ones.

ploy_status pl_fail_late(ploy_error* error, const char* noun, const char* name)
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
    pl_error_hint(error, "bool, int, decimal, float, object, string, or add it with ploy_blackboard_keys_add_struct");
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
    if (world->is_sealed) return pl_fail_late(error, "key", def.name);
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
    if (is_late || status == PLOY_NOT_SUPPORTED) return pl_fail_late(error, "tree with other keys", main);
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

static ploy_status add_enum(ploy_world* world, const pl_file_enum* one, ploy_error* error)
{
    ploy_status status = ploy_blackboard_keys_add_enum(ploy_world_keys(world), one->name, one->value);
    if (status == PLOY_INVALID) pl_error_set(error, one->line, one->column, "'%s' is a key already", one->name);
    return status;
}

static ploy_status add_symbols(ploy_world* world, const ploy_domain* domain, ploy_error* error)
{
    uint32_t before = ploy_blackboard_keys_count(ploy_world_keys(world));
    ploy_status status = ploy_view_add_keys(domain, ploy_world_keys(world), 0);
    bool is_late = world->is_sealed && ploy_blackboard_keys_count(ploy_world_keys(world)) > before;
    if (!is_late && status != PLOY_NOT_SUPPORTED) return status;
    return pl_fail_late(error, "symbol of the domain", ploy_domain_name(domain));
}

static ploy_status add_fact_type(ploy_world* world, const ploy_fact_type_def* def, ploy_error* error)
{
    ploy_fact_types* types = ploy_world_fact_types(world);
    if (ploy_fact_types_find(types, def->name) != PLOY_NONE) return PLOY_OK;
    return world->is_sealed ? pl_fail_late(error, "fact type", def->name) : ploy_fact_types_add(types, def, NULL);
}

ploy_status pl_vocabulary_add(ploy_world* world, const ploy_file* file, pl_reports* reports)
{
    ploy_error* error = reports->error;
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < file->world.keys.count && status == PLOY_OK; ++i) {
        status = pl_reports_take(reports, add_key(world, &file->world.keys.data[i], error));
    }
    for (uint32_t i = 0; i < file->world.enums.count && status == PLOY_OK; ++i) {
        status = pl_reports_take(reports, add_enum(world, &file->world.enums.data[i], error));
    }
    for (uint32_t i = 0; i < file->domains.count && status == PLOY_OK; ++i) {
        status = pl_reports_take(reports, add_symbols(world, file->domains.data[i].domain, error));
    }
    if (status == PLOY_OK) status = pl_reports_take(reports, add_tree_keys(world, file, error));
    for (uint32_t i = 0; i < file->world.fact_types.count && status == PLOY_OK; ++i) {
        status = pl_reports_take(reports, add_fact_type(world, &file->world.fact_types.data[i], error));
    }
    return status;
}

pl_vocabulary_mark pl_vocabulary_mark_end(const ploy_world* world)
{
    return (pl_vocabulary_mark){pl_blackboard_keys_mark(ploy_world_keys(world)),
                        pl_fact_types_mark_end(ploy_world_fact_types(world))};
}

void pl_vocabulary_rewind(const ploy_world* world, const pl_vocabulary_mark* mark)
{
    if (world->is_sealed) return;
    pl_blackboard_keys_rewind(ploy_world_keys(world), &mark->keys);
    pl_fact_types_rewind(ploy_world_fact_types(world), &mark->fact_types);
}
