#include "io/world_parts.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "io/bound_names.h"
#include "io/vocabulary.h"
#include "mind/common/bindings.h"
#include "plan/domain/domain.h"

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

// An error that ends the load names what else is not bound.
static void add_calls(const ploy_domain* domain, uint32_t next, ploy_error* error)
{
    for (const char* name; (name = pl_domain_next_unbound(domain, &next));) pl_add_unbound(error, name);
}

static ploy_status bind_domain(ploy_world* world, const ploy_file* file, uint32_t index, pl_reports* reports)
{
    const ploy_bindings* bindings = ploy_world_bindings(world);
    ploy_domain* domain = file->domains.data[index].domain;
    ploy_status status = PLOY_OK;
    uint32_t next = 0;
    pl_bindings_bind_calls(bindings, domain);
    for (const char* name; status == PLOY_OK && (name = pl_domain_next_unbound(domain, &next));) {
        pl_bindings_fail_call(bindings, domain, name, reports->error);
        reports->error->line = reports->error->column = 1;
        place_call(file, index, name, reports->error);
        if (!reports->on_error) add_calls(domain, next, reports->error);
        status = pl_reports_take(reports, PLOY_INVALID);
    }
    return status;
}

static ploy_status bind_domains(ploy_world* world, const ploy_file* file, pl_reports* reports)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < file->domains.count && status == PLOY_OK; ++i) {
        status = bind_domain(world, file, i, reports);
    }
    return status;
}

// Sensors and squads.

static ploy_status check_sensor(const ploy_world* world, const pl_file_sensor* sensor, ploy_error* error)
{
    const ploy_bindings* bindings = ploy_world_bindings(world);
    uint32_t index = pl_bindings_find_sensor(bindings, sensor->name);
    if (index == PLOY_NONE) return pl_fail_sensor(bindings, sensor, error);
    bool is_late = world->is_sealed && index >= world->sensors.count;
    return is_late ? pl_fail_late(error, "sensor", sensor->name) : PLOY_OK;
}

static ploy_status check_sensors(const ploy_world* world, const ploy_file* file, pl_reports* reports)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < file->world.sensors.count && status == PLOY_OK; ++i) {
        status = pl_reports_take(reports, check_sensor(world, &file->world.sensors.data[i], reports->error));
    }
    return status;
}

ploy_status pl_connect_file(ploy_world* world, const ploy_file* file, pl_reports* reports)
{
    ploy_status status = bind_domains(world, file, reports);
    return status == PLOY_OK ? check_sensors(world, file, reports) : status;
}

// Bit s of a file's list as bits of the bindings'. A sensor that the file does not name is off where the agent lists its
// sensors. One that nobody bound has been reported.
static uint64_t sensors_off(const ploy_world* world, const ploy_file* file, const ploy_agent_info* info)
{
    if (info->sensors_off == 0) return 0;
    uint64_t off = UINT64_MAX;
    for (uint32_t i = 0; i < file->world.sensors.count; ++i) {
        uint32_t index = pl_bindings_find_sensor(ploy_world_bindings(world), file->world.sensors.data[i].name);
        if (index != PLOY_NONE && !(info->sensors_off >> i & 1)) off &= ~((uint64_t)1 << index);
    }
    return off;
}

ploy_status pl_check_squads(ploy_world* world, const ploy_file* file, pl_reports* reports)
{
    if (file->world.squads.count == 0) return PLOY_OK;
    const ploy_squads* squads = ploy_world_squads(world);
    ploy_status status = squads ? PLOY_OK : PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < file->world.squads.count && status == PLOY_OK; ++i) {
        ploy_squad_def def;
        status = pl_reports_take(reports, pl_file_squad_def(file, i, squads, &def, reports->error));
    }
    return status;
}

// All are checked before the first is created.
ploy_status pl_create_squads(ploy_world* world, const ploy_file* file, pl_reports* reports)
{
    ploy_status status = pl_check_squads(world, file, reports);
    ploy_squads* squads = file->world.squads.count > 0 && status == PLOY_OK ? ploy_world_squads(world) : NULL;
    for (uint32_t i = 0; squads && i < file->world.squads.count && status == PLOY_OK; ++i) {
        ploy_squad_def def;
        ploy_squad_id id;
        status = pl_file_squad_def(file, i, squads, &def, reports->error);
        if (status != PLOY_OK || ploy_squads_find(squads, def.name).index1 != 0) continue;
        status = ploy_squad_create(squads, &def, &id);
    }
    return status;
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

static ploy_status keep_values(const ploy_world* world, const ploy_file* file, const ploy_agent_info* info,
                               pl_made_type* made)
{
    uint32_t count = info->domain == PLOY_NONE ? 0 : start_values(world, file, info, NULL);
    if (count == 0) return PLOY_OK;
    made->values = PL_NEW_ARRAY(&world->allocator, pl_start_value, count);
    if (!made->values) return PLOY_OUT_OF_MEMORY;
    made->type.values = made->values;
    made->type.value_count = start_values(world, file, info, made->values);
    return PLOY_OK;
}

ploy_status pl_make_type(ploy_world* world, const ploy_file* file, const ploy_agent_info* info, pl_made_type* made,
                         pl_reports* reports)
{
    pl_file_mind_def def = {
        .parts = ploy_world_parts(world), .event = world->def.on_event, .event_user = world->def.user};
    def.parts.on_error = reports->on_error;
    def.parts.error_user = reports->user;
    ploy_status status = pl_check_actions(def.parts, file, info, reports);
    if (status != PLOY_OK) return status;
    made->name = info->name;
    made->type.is_of_file = true;
    made->type.sensors_off = sensors_off(world, file, info);
    status = keep_values(world, file, info, made);
    if (status != PLOY_OK) return status;
    status = pl_file_mind(file, info, &def, &made->type.mind, reports->error);
    if (status != PLOY_OK && reports->error->line == 0) {
        reports->error->line = info->line;
        reports->error->column = 1;
    }
    return status;
}

void pl_free_type(const ploy_world* world, pl_made_type* made)
{
    ploy_mind_destroy(made->type.mind);
    PL_DELETE_ARRAY(&world->allocator, made->values, made->type.value_count);
    *made = (pl_made_type){0};
}
