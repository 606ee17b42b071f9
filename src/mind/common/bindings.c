#include "mind/common/bindings.h"

#include <ploy/plan.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/defaults.h"
#include "base/error.h"
#include "base/hints.h"
#include "plan/domain/domain.h"
#include "base/memory.h"

enum
{
    MAX_DATA_BYTES = 64,
    MAX_CHILDREN = 64,
};

// Creation.

static void init_list(ploy_bindings* bindings, pl_binding_list* list)
{
    pl_names_init(&list->names, &bindings->allocator);
}

static void free_list(ploy_bindings* bindings, pl_binding_list* list)
{
    PL_ARRAY_FREE(&list->items, &bindings->allocator);
    PL_ARRAY_FREE(&list->used, &bindings->allocator);
    pl_names_destroy(&list->names);
}

ploy_bindings* ploy_bindings_create(const ploy_bindings_def* def)
{
    ploy_allocator allocator = pl_allocator_choose(def ? &def->allocator : NULL);
    ploy_bindings* bindings = PL_NEW(&allocator, ploy_bindings);
    if (!bindings) return NULL;
    bindings->allocator = allocator;
    pl_arena_init(&bindings->arena, &bindings->allocator, 0);
    init_list(bindings, &bindings->activities);
    init_list(bindings, &bindings->conditions);
    init_list(bindings, &bindings->scorers);
    init_list(bindings, &bindings->nodes);
    init_list(bindings, &bindings->sensors);
    pl_names_init(&bindings->port_names, &bindings->allocator);
    pl_names_init(&bindings->reasons, &bindings->allocator);
    return bindings;
}

void ploy_bindings_destroy(ploy_bindings* bindings)
{
    if (!bindings || !pl_shared_drop(&bindings->shared)) return;
    free_list(bindings, &bindings->activities);
    free_list(bindings, &bindings->conditions);
    free_list(bindings, &bindings->scorers);
    free_list(bindings, &bindings->nodes);
    free_list(bindings, &bindings->sensors);
    pl_arena_destroy(&bindings->arena);
    pl_names_destroy(&bindings->port_names);
    pl_names_destroy(&bindings->reasons);
    ploy_allocator allocator = bindings->allocator;
    PL_DELETE(&allocator, bindings);
}

// Add.

static uint32_t find_silently(const pl_binding_list* list, const char* name)
{
    return name ? pl_names_find(&list->names, name, strlen(name)) : PLOY_NONE;
}

uint32_t pl_binding_find(const pl_binding_list* list, const char* name, size_t length)
{
    uint32_t index = pl_names_find(&list->names, name, length);
    if (index != PLOY_NONE) pl_counter_set(list->used.data[index], 1);
    return index;
}

static uint32_t find(const pl_binding_list* list, const char* name)
{
    return name ? pl_binding_find(list, name, strlen(name)) : PLOY_NONE;
}

static bool has_name(const char* name)
{
    return name && *name;
}

// The index of a name, with room for its item. The item is made before the name, so that no name stays without one.
static uint32_t take_index(ploy_bindings* bindings, pl_binding_list* list, const char* name, size_t bytes)
{
    uint32_t index = find_silently(list, name);
    if (index != PLOY_NONE) return index;
    if (!PL_ARRAY_RESERVE(&list->items, &bindings->allocator, list->items.count + 1) ||
        !PL_ARRAY_RESERVE(&list->used, &bindings->allocator, list->used.count + 1)) {
        return PLOY_NONE;
    }
    void* item = pl_arena_alloc(&bindings->arena, bytes);
    pl_counter* used = PL_ARENA_ARRAY(&bindings->arena, pl_counter, 1);
    index = item && used ? pl_names_intern(&list->names, name, strlen(name)) : PLOY_NONE;
    if (index == PLOY_NONE) return PLOY_NONE;
    pl_counter_set(used, 0);
    list->items.count = list->used.count = index + 1;
    list->items.data[index] = item;
    list->used.data[index] = used;
    return index;
}

// The item that is bound to a name; NULL: none yet.
static const void* bound_item(const pl_binding_list* list, const char* name)
{
    uint32_t known = find_silently(list, name);
    return known == PLOY_NONE ? NULL : list->items.data[known];
}

// The rest of every add: `kept` is the def, which `name` points into; it becomes the item of its name.
static ploy_status keep_item(ploy_bindings* bindings, pl_binding_list* list, const void* kept, size_t bytes,
                             const char** name, uint32_t* index)
{
    uint32_t made = take_index(bindings, list, *name, bytes);
    if (made == PLOY_NONE) return PLOY_OUT_OF_MEMORY;
    *name = pl_names_text(&list->names, made);
    memcpy(list->items.data[made], kept, bytes);
    if (index) *index = made;
    return PLOY_OK;
}

// What is wrong with a def is logged, too: few programs check the status of what cannot fail when it is right.
PL_PRINTF(2, 3) static ploy_status refuse(const char* function, const char* format, ...)
{
    char text[256];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    pl_log("%s: %s", function, text);
    return PLOY_INVALID;
}

// The ports as they are declared, which must be those that the name had before, if it is bound already.
static ploy_status declare_ports(ploy_bindings* bindings, const char* function, const char* name, const char* text,
                                 const pl_port_list* old, pl_port_list* list)
{
    char problem[128];
    ploy_status status = pl_ports_declare(text, &bindings->port_names, &bindings->arena, list, problem);
    if (status == PLOY_INVALID)
        return refuse(function, "'%s' is declared with the ports \"%.80s\": %s", name, text, problem);
    if (status != PLOY_OK || !old || pl_ports_are_same(old, list)) return status;
    return refuse(function, "'%s' is bound already, with other ports", name);
}

static const char* keep_text(ploy_bindings* bindings, const char* text)
{
    uint32_t id = pl_names_intern(&bindings->port_names, text ? text : "", text ? strlen(text) : 0);
    return id == PLOY_NONE ? NULL : pl_names_text(&bindings->port_names, id);
}

static ploy_status check_name(const char* function, const char* name)
{
    return has_name(name) ? PLOY_OK : refuse(function, "def->name is empty");
}

ploy_status ploy_bindings_add_activity(ploy_bindings* bindings, const ploy_activity_def* def, uint32_t* index)
{
    PL_NEED(bindings, PLOY_INVALID);
    PL_NEED(def, PLOY_INVALID);
    pl_activity_item kept = {.def = *def};
    ploy_status status = check_name(__func__, def->name);
    if (status != PLOY_OK) return status;
    const pl_activity_item* old = bound_item(&bindings->activities, def->name);
    status = declare_ports(bindings, __func__, def->name, def->ports, old ? &old->ports : NULL, &kept.ports);
    if (status != PLOY_OK) return status;
    if (def->data_bytes > MAX_DATA_BYTES || def->data_bytes % 4 != 0) {
        return refuse(__func__, "'%s' has %u data_bytes; they are a multiple of 4 and at most %d", def->name,
                      (unsigned)def->data_bytes, MAX_DATA_BYTES);
    }
    if (old && old->def.data_bytes != def->data_bytes) {
        return refuse(__func__, "'%s' is bound already, with other data_bytes", def->name);
    }
    if (old && old->def.parallel != def->parallel) {
        return refuse(__func__, "'%s' is bound already, and there it is %sparallel", def->name,
                      old->def.parallel ? "" : "not ");
    }
    kept.def.port_count = kept.ports.count;
    if (!(kept.def.ports = keep_text(bindings, def->ports))) return PLOY_OUT_OF_MEMORY;
    return keep_item(bindings, &bindings->activities, &kept, sizeof kept, &kept.def.name, index);
}

ploy_status ploy_bindings_add_condition(ploy_bindings* bindings, const ploy_condition_def* def, uint32_t* index)
{
    PL_NEED(bindings, PLOY_INVALID);
    PL_NEED(def, PLOY_INVALID);
    pl_condition_item kept = {.def = *def};
    ploy_status status = check_name(__func__, def->name);
    if (status != PLOY_OK) return status;
    const pl_condition_item* old = bound_item(&bindings->conditions, def->name);
    status = declare_ports(bindings, __func__, def->name, def->ports, old ? &old->ports : NULL, &kept.ports);
    if (status != PLOY_OK) return status;
    if (!def->test) return refuse(__func__, "'%s' has no callback; set def->test", def->name);
    kept.def.port_count = kept.ports.count;
    if (!(kept.def.ports = keep_text(bindings, def->ports))) return PLOY_OUT_OF_MEMORY;
    return keep_item(bindings, &bindings->conditions, &kept, sizeof kept, &kept.def.name, index);
}

ploy_status ploy_bindings_add_scorer(ploy_bindings* bindings, const ploy_scorer_def* def, uint32_t* index)
{
    PL_NEED(bindings, PLOY_INVALID);
    PL_NEED(def, PLOY_INVALID);
    pl_scorer_item kept = {.def = *def};
    ploy_status status = check_name(__func__, def->name);
    if (status != PLOY_OK) return status;
    const pl_scorer_item* old = bound_item(&bindings->scorers, def->name);
    status = declare_ports(bindings, __func__, def->name, def->ports, old ? &old->ports : NULL, &kept.ports);
    if (status != PLOY_OK) return status;
    if (!def->score) return refuse(__func__, "'%s' has no callback; set def->score", def->name);
    kept.def.port_count = kept.ports.count;
    if (!(kept.def.ports = keep_text(bindings, def->ports))) return PLOY_OUT_OF_MEMORY;
    return keep_item(bindings, &bindings->scorers, &kept, sizeof kept, &kept.def.name, index);
}

static ploy_status check_node(const char* function, const ploy_node_def* def)
{
    if (!def->tick) return refuse(function, "'%s' has no callback; set def->tick", def->name);
    if (def->data_bytes > MAX_DATA_BYTES || def->data_bytes % 4 != 0) {
        return refuse(function, "'%s' has %u data_bytes; they are a multiple of 4 and at most %d", def->name,
                      (unsigned)def->data_bytes, MAX_DATA_BYTES);
    }
    if (def->min_children <= def->max_children && def->max_children <= MAX_CHILDREN) return PLOY_OK;
    return refuse(function, "'%s' takes %u to %u children; that is no range within 1 to %d", def->name,
                  (unsigned)def->min_children, (unsigned)def->max_children, MAX_CHILDREN);
}

ploy_status ploy_bindings_add_node(ploy_bindings* bindings, const ploy_node_def* def, uint32_t* index)
{
    PL_NEED(bindings, PLOY_INVALID);
    PL_NEED(def, PLOY_INVALID);
    pl_node_item kept = {.def = *def};
    PL_DEFAULT(kept.def.min_children, 1);
    PL_DEFAULT(kept.def.max_children, MAX_CHILDREN);
    ploy_status status = check_name(__func__, def->name);
    if (status != PLOY_OK) return status;
    const pl_node_item* old = bound_item(&bindings->nodes, def->name);
    status = declare_ports(bindings, __func__, def->name, def->ports, old ? &old->ports : NULL, &kept.ports);
    if (status == PLOY_OK) status = check_node(__func__, &kept.def);
    if (status != PLOY_OK) return status;
    if (old && old->def.data_bytes != def->data_bytes) {
        return refuse(__func__, "'%s' is bound already, with other data_bytes", def->name);
    }
    kept.def.port_count = kept.ports.count;
    if (!(kept.def.ports = keep_text(bindings, def->ports))) return PLOY_OUT_OF_MEMORY;
    return keep_item(bindings, &bindings->nodes, &kept, sizeof kept, &kept.def.name, index);
}

ploy_status ploy_bindings_add_sensor(ploy_bindings* bindings, const ploy_sensor_def* def, uint32_t* index)
{
    PL_NEED(bindings, PLOY_INVALID);
    PL_NEED(def, PLOY_INVALID);
    ploy_sensor_def kept = *def;
    PL_DEFAULT_OR_OFF(kept.offset, PLOY_DEFAULT_SENSOR_OFFSET);
    ploy_status status = check_name(__func__, kept.name);
    if (status != PLOY_OK) return status;
    if (!kept.sense) return refuse(__func__, "'%s' has no callback; set def->sense", kept.name);
    if (kept.interval < 0 || kept.offset < 0) {
        return refuse(__func__, "'%s' has an interval or offset below 0; both are microseconds", kept.name);
    }
    if (!bound_item(&bindings->sensors, kept.name) && bindings->sensors.items.count == PLOY_MAX_SENSORS)
        return PLOY_FULL;
    return keep_item(bindings, &bindings->sensors, &kept, sizeof kept, &kept.name, index);
}

uint32_t ploy_bindings_add_reason(ploy_bindings* bindings, const char* text)
{
    PL_NEED(bindings, 0);
    PL_NEED(text, 0);
    uint32_t id = pl_names_intern(&bindings->reasons, text, strlen(text));
    return id == PLOY_NONE ? 0 : id + 1;
}

// Find.

uint32_t ploy_bindings_find_activity(const ploy_bindings* bindings, const char* name)
{
    PL_NEED(bindings, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    return find(&bindings->activities, name);
}

uint32_t pl_bindings_find_condition(const ploy_bindings* bindings, const char* name)
{
    return find(&bindings->conditions, name);
}

uint32_t pl_bindings_find_node(const ploy_bindings* bindings, const char* name)
{
    return find(&bindings->nodes, name);
}

uint32_t pl_bindings_find_scorer(const ploy_bindings* bindings, const char* name)
{
    return find(&bindings->scorers, name);
}

uint32_t pl_bindings_find_sensor(const ploy_bindings* bindings, const char* name)
{
    return find(&bindings->sensors, name);
}

uint32_t ploy_bindings_activity_count(const ploy_bindings* bindings)
{
    PL_NEED(bindings, 0);
    return bindings->activities.items.count;
}

uint32_t pl_bindings_condition_count(const ploy_bindings* bindings)
{
    return bindings->conditions.items.count;
}

uint32_t pl_bindings_scorer_count(const ploy_bindings* bindings)
{
    return bindings->scorers.items.count;
}

uint32_t pl_bindings_sensor_count(const ploy_bindings* bindings)
{
    return bindings->sensors.items.count;
}

const ploy_activity_def* ploy_bindings_activity(const ploy_bindings* bindings, uint32_t index)
{
    PL_NEED(bindings, NULL);
    PL_ASSERT(index < bindings->activities.items.count);
    return bindings->activities.items.data[index];
}

const ploy_condition_def* pl_bindings_condition(const ploy_bindings* bindings, uint32_t index)
{
    PL_ASSERT(index < bindings->conditions.items.count);
    return bindings->conditions.items.data[index];
}

const ploy_scorer_def* pl_bindings_scorer(const ploy_bindings* bindings, uint32_t index)
{
    PL_ASSERT(index < bindings->scorers.items.count);
    return bindings->scorers.items.data[index];
}

const ploy_sensor_def* pl_bindings_sensor(const ploy_bindings* bindings, uint32_t index)
{
    PL_ASSERT(index < bindings->sensors.items.count);
    return bindings->sensors.items.data[index];
}

const char* pl_bindings_reason(const ploy_bindings* bindings, uint32_t reason)
{
    bool known = reason > 0 && reason <= pl_names_count(&bindings->reasons);
    return known ? pl_names_text(&bindings->reasons, reason - 1) : "";
}

// What a domain calls by name. The arguments of the action or goal become the ports of the condition or scorer.

typedef struct evaluation_call
{
    ploy_port ports[PLOY_MAX_PORTS];
    ploy_call call;
} evaluation_call;

static uint16_t object_of_type(uint32_t type)
{
    return (uint16_t)(PLOY_PORT_OBJECT + type % PLOY_PORT_OBJECT);
}

PL_INLINE void fill_call(evaluation_call* e, void* user, const pl_port_list* ports, const ploy_evaluation* of)
{
    e->call = (ploy_call){.user = user, .ports = e->ports, .port_count = ports->count, .binding = PLOY_NONE};
    if (ports->count == 0) return;
    const pl_declaration* owner =
        of->is_goal ? &of->domain->goals.data[of->owner] : &of->domain->actions.data[of->owner].declaration;
    for (uint32_t i = 0; i < ports->count; ++i) {
        e->ports[i] = ports->none[i];
        if (i >= of->arg_count) continue;
        e->ports[i].key_type = object_of_type(owner->params[i].type);
        e->ports[i].value = of->args[i];
    }
}

// The user of both callbacks is the address of the item in its list.
static bool context_by_condition(void* user, const ploy_evaluation* of)
{
    const ploy_condition_def* def = user;
    evaluation_call e;
    fill_call(&e, def->user, pl_condition_ports(def), of);
    return def->test(of->agent, &e.call);
}

static int64_t number_by_scorer(void* user, const ploy_evaluation* of)
{
    const ploy_scorer_def* def = user;
    evaluation_call e;
    fill_call(&e, def->user, pl_scorer_ports(def), of);
    return def->score(of->agent, &e.call);
}

// The arguments are objects, so no port may be a string or a struct.
static bool may_call(const pl_port_list* ports)
{
    bool ok = ports->count <= PLOY_MAX_PORTS;
    for (uint32_t i = 0; i < ports->count && ok; ++i) ok = !pl_value_is_bytes(ports->none[i].type);
    return ok;
}

static void bind_name(const ploy_bindings* bindings, ploy_domain* domain, const char* name)
{
    uint32_t condition = find(&bindings->conditions, name), scorer = find(&bindings->scorers, name);
    bool may_test = condition != PLOY_NONE && may_call(pl_condition_ports(bindings->conditions.items.data[condition]));
    bool may_score = scorer != PLOY_NONE && may_call(pl_scorer_ports(bindings->scorers.items.data[scorer]));
    if (may_test) {
        ploy_domain_bind_context(domain, name, context_by_condition, bindings->conditions.items.data[condition]);
    }
    if (may_score) {
        ploy_domain_bind_number(domain, name, number_by_scorer, bindings->scorers.items.data[scorer]);
    }
}

ploy_status pl_bindings_fail_call(const ploy_bindings* bindings, const ploy_domain* domain, const char* name,
                                  ploy_error* error)
{
    if (find_silently(&bindings->conditions, name) != PLOY_NONE ||
        find_silently(&bindings->scorers, name) != PLOY_NONE) {
        pl_error_set(error, 0, 0, "the domain '%s' calls '%s', which has more than %d ports, or one that is no number",
                     ploy_domain_name(domain), name, PLOY_MAX_PORTS);
        pl_error_hint(error, "its ports get the arguments of the action or goal, which are objects");
        return PLOY_INVALID;
    }
    pl_error_set(error, 0, 0, "the domain '%s' calls '%s', and no condition or scorer of that name is bound",
                 ploy_domain_name(domain), name);
    pl_error_missing(error, PLOY_MISSING_CALL, name, NULL);
    pl_error_hint(error, "bind a condition (context=) or a scorer (call:) of that name before the file is loaded");
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < bindings->conditions.items.count; ++i) {
        pl_similar_offer(&similar, pl_names_text(&bindings->conditions.names, i));
    }
    for (uint32_t i = 0; i < bindings->scorers.items.count; ++i) {
        pl_similar_offer(&similar, pl_names_text(&bindings->scorers.names, i));
    }
    pl_similar_hint(&similar, error);
    return PLOY_INVALID;
}

void pl_bindings_bind_calls(const ploy_bindings* bindings, ploy_domain* domain)
{
    uint32_t next = 0;
    for (const char* name; (name = pl_domain_next_unbound(domain, &next));) bind_name(bindings, domain, name);
}

ploy_status ploy_bindings_bind_domain(const ploy_bindings* bindings, ploy_domain* domain, ploy_error* error)
{
    PL_NEED_ERROR(error, bindings, PLOY_INVALID);
    PL_NEED_ERROR(error, domain, PLOY_INVALID);
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    pl_bindings_bind_calls(bindings, domain);
    const char* unbound = ploy_domain_find_unbound(domain);
    return unbound ? pl_bindings_fail_call(bindings, domain, unbound, error) : PLOY_OK;
}

// Ports of the actions and goals of a domain.

static uint8_t param_of(const char* const* params, uint32_t count, const char* port)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (strcmp(params[i], port) == 0) return (uint8_t)i;
    }
    return UINT8_MAX;
}

static ploy_status fail_port(const pl_port_source* from, const char* noun, const char* user, const char* port,
                             ploy_error* error)
{
    pl_error_set(error, 0, 0,
                 "port '%.40s' of the %s '%.60s': %s '%.60s' has no parameter of that name, and the "
                 "blackboard no key",
                 port, noun, user, from->noun, from->name);
    pl_similar similar = pl_similar_begin(port);
    for (uint32_t i = 0; i < from->param_count; ++i) pl_similar_offer(&similar, from->params[i]);
    for (uint32_t i = 0; from->keys && i < ploy_blackboard_keys_count(from->keys); ++i) {
        pl_similar_offer(&similar, ploy_blackboard_keys_name(from->keys, i));
    }
    pl_error_hint(error, "give the %s a parameter of that name, or add a key", from->noun);
    pl_similar_hint(&similar, error);
    return PLOY_INVALID;
}

// A parameter is an object of the domain: its index.
static ploy_status take_param(const pl_port_def* port, const pl_port_source* from, const ploy_port* none,
                              ploy_error* error)
{
    if (!pl_value_is_bytes(none->type)) return PLOY_OK;
    pl_error_set(error, 0, 0, "port '%.40s' is of type %.40s, and the parameter of %s '%.60s' is an object", port->name,
                 port->type, from->noun, from->name);
    pl_error_hint(error, "declare the port without a type");
    return PLOY_INVALID;
}

static ploy_status fail_count(const char* noun, const char* user, const pl_port_source* from, ploy_error* error)
{
    pl_error_set(error, 0, 0, "the %s '%.60s' of %s '%.60s' has more than %d ports", noun, user, from->noun, from->name,
                 PLOY_MAX_PORTS);
    return PLOY_INVALID;
}

ploy_status pl_ports_connect(const pl_port_source* from, const char* noun, const char* user, const pl_port_list* ports,
                             pl_ports* made, ploy_error* error)
{
    *made = (pl_ports){.count = (uint8_t)ports->count};
    if (ports->count > PLOY_MAX_PORTS) return fail_count(noun, user, from, error);
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < ports->count && status == PLOY_OK; ++i) {
        const pl_port_def* port = &ports->defs[i];
        uint32_t key = from->keys ? ploy_blackboard_keys_find(from->keys, port->name) : PLOY_NONE;
        made->params[i] = param_of(from->params, from->param_count, port->name);
        made->fixed[i] = ports->none[i];
        if (made->params[i] != UINT8_MAX) {
            made->fixed[i].key_type = object_of_type(from->types[made->params[i]]);
            status = take_param(port, from, &ports->none[i], error);
        } else if (key == PLOY_NONE) {
            status = fail_port(from, noun, user, port->name, error);
        } else {
            status = pl_port_take_key(port, from->keys, key, false, &made->fixed[i], error);
        }
    }
    return status;
}
