#include "agent/squads.h"

#include <stdio.h>
#include <string.h>

#include "agent/world.h"
#include "base/check.h"
#include "base/watch.h"
#include "base/defaults.h"
#include "knowledge/blackboard.h"

static ploy_squad_def squad_with_defaults(const ploy_squad_def* given)
{
    ploy_squad_def def = given ? *given : (ploy_squad_def){0};
    PL_DEFAULT(def.size, PLOY_DEFAULT_SQUAD_SIZE);
    def.standing = pl_squad_task_with_defaults(&def.standing);
    return def;
}

// Life.

ploy_squads* pl_squads_create(ploy_world* world)
{
    ploy_squads* squads = PL_NEW(&world->allocator, ploy_squads);
    if (!squads) return NULL;
    squads->world = world;
    squads->now = world->now;
    squads->def.pause = PLOY_DEFAULT_SQUAD_PAUSE;
    pl_id_pool_init(&squads->ids, &world->allocator);
    bool can_add = !world->is_sealed && world->owns_fact_types;
    bool is_new = can_add && ploy_fact_types_find(world->def.fact_types, PL_ORDER_FACT) == PLOY_NONE;
    if (is_new && ploy_squads_add_order_type(world->def.fact_types, NULL) != PLOY_OK) {
        PL_DELETE(&world->allocator, squads);
        return NULL;
    }
    pl_squads_find_names(squads);
    return squads;
}

static uint32_t find_key(const ploy_squads* squads, const char* name)
{
    const ploy_blackboard_keys* keys = squads->world->def.keys;
    uint32_t key = name ? ploy_blackboard_keys_find(keys, name) : PLOY_NONE;
    if (key == PLOY_NONE || !pl_value_is_bytes(pl_key_kind(keys, key))) return key;
    pl_log("orders are not written to the key '%s': it is of type %s, and they are numbers", name,
           pl_key_type_name(keys, key));
    return PLOY_NONE;
}

void pl_squads_find_names(ploy_squads* squads)
{
    squads->order_fact = ploy_fact_types_find(squads->world->def.fact_types, PL_ORDER_FACT);
    squads->order_key = find_key(squads, squads->def.order_key);
    squads->place_key = find_key(squads, squads->def.place_key);
    squads->target_key = find_key(squads, squads->def.target_key);
}

static bool make_blackboard(const ploy_squads* squads, pl_squad* squad)
{
    if (!squads->world->blackboard || squad->blackboard) {
        return true;
    }
    ploy_blackboard_def def = {0};
    def.keys = squads->world->def.keys;
    def.scope = PLOY_SCOPE_SQUAD;
    def.parent = squads->world->blackboard;
    squad->blackboard = ploy_blackboard_create(&def);
    return squad->blackboard != NULL;
}

bool pl_squads_seal(ploy_squads* squads)
{
    pl_squads_find_names(squads);
    bool ok = true;
    for (uint32_t i = 0; ok && i < squads->list.count; ++i) {
        pl_squad* squad = &squads->list.data[i];
        ok = squad->id.index1 == 0 || make_blackboard(squads, squad);
    }
    return ok;
}

void ploy_squads_configure(ploy_squads* squads, const ploy_squads_def* def)
{
    PL_NEED(squads, );
    PL_NEED(def, );
    PL_ASSERT(squads->ids.live_count == 0);
    squads->def = *def;
    PL_DEFAULT(squads->def.pause, PLOY_DEFAULT_SQUAD_PAUSE);
    pl_squads_find_names(squads);
}

void pl_squad_free(ploy_squads* squads, pl_squad* squad)
{
    ploy_blackboard_destroy(squad->blackboard);
    PL_DELETE_ARRAY(&squads->world->allocator, squad->members, squad->size);
    *squad = (pl_squad){0};
}

void pl_squads_clear(ploy_squads* squads)
{
    for (uint32_t i = 0; i < squads->list.count; ++i) {
        pl_squad* squad = &squads->list.data[i];
        while (squad->count > 0) {
            pl_squad_remove(squads, squad, squad->count - 1);
        }
        pl_squad_free(squads, squad);
    }
    PL_ARRAY_CLEAR(&squads->list);
    PL_ARRAY_CLEAR(&squads->pool);
    PL_ARRAY_CLEAR(&squads->places);
    pl_id_pool_destroy(&squads->ids);
}

void pl_squads_destroy(ploy_squads* squads)
{
    if (!squads) {
        return;
    }
    ploy_allocator allocator = squads->world->allocator;
    pl_squads_clear(squads);
    squads->world->squads = NULL;
    pl_id_pool_destroy(&squads->ids);
    PL_ARRAY_FREE(&squads->list, &allocator);
    PL_ARRAY_FREE(&squads->pool, &allocator);
    PL_ARRAY_FREE(&squads->places, &allocator);
    PL_DELETE(&allocator, squads);
}

// One squad.

bool pl_squad_make(ploy_squads* squads, pl_squad* squad)
{
    squad->members = PL_NEW_ARRAY(&squads->world->allocator, pl_member, squad->size);
    if (squad->members && make_blackboard(squads, squad)) {
        return true;
    }
    PL_DELETE_ARRAY(&squads->world->allocator, squad->members, squad->size);
    squad->members = NULL;
    return false;
}

static bool is_valid(const ploy_squad_def* def)
{
    bool has_task = def->standing.kind != PLOY_SQUAD_TASK_NONE;
    return def->size >= 1 && def->size <= PLOY_SQUAD_MAX && (!has_task || pl_squad_task_is_valid(&def->standing));
}

ploy_status ploy_squad_create(ploy_squads* squads, const ploy_squad_def* given, ploy_squad_id* id)
{
    PL_NEED(squads, PLOY_INVALID);
    PL_NEED_NAMED("def", NULL, given, PLOY_INVALID);
    PL_NEED_NAMED("squad", NULL, id, PLOY_INVALID);
    PL_WATCH_CALL();
    ploy_squad_def full = squad_with_defaults(given);
    const ploy_squad_def* def = &full;
    *id = (ploy_squad_id){0};
    if (!is_valid(def)) {
        return PLOY_INVALID;
    }
    pl_squad squad = {.size = def->size, .home = def->home, .is_closed = def->closed, .standing = def->standing};
    strncat(squad.name, def->name ? def->name : "", sizeof squad.name - 1);
    if (!PL_ARRAY_RESERVE(&squads->list, &squads->world->allocator, pl_id_pool_end(&squads->ids) + 1) ||
        !pl_squad_make(squads, &squad)) {
        return PLOY_OUT_OF_MEMORY;
    }
    pl_id taken = pl_id_pool_take(&squads->ids);
    if (pl_id_is_null(taken)) {
        pl_squad_free(squads, &squad);
        return PLOY_OUT_OF_MEMORY;
    }
    squad.id = *id = (ploy_squad_id){taken.index1, taken.generation};
    squads->list.count = pl_id_pool_end(&squads->ids);
    squads->list.data[pl_id_index(taken)] = squad;
    return PLOY_OK;
}

pl_squad* pl_squad_at(const ploy_squads* squads, ploy_squad_id id)
{
    bool is_live = pl_id_pool_is_live(&squads->ids, (pl_id){id.index1, id.generation});
    return is_live ? &squads->list.data[id.index1 - 1] : NULL;
}

ploy_status ploy_squad_destroy(ploy_squads* squads, ploy_squad_id id)
{
    PL_NEED(squads, PLOY_INVALID);
    PL_WORLD_IDLE(squads->world, PLOY_NOT_SUPPORTED);
    pl_squad* squad = pl_squad_at(squads, id);
    if (!squad) {
        return PLOY_NOT_FOUND;
    }
    if (!PL_ARRAY_RESERVE(&squads->pool, &squads->world->allocator, squads->pool.count + squad->count)) {
        return PLOY_OUT_OF_MEMORY;
    }
    if (squad->task.number != 0) {
        pl_squad_end_task(squads, squad, PLOY_SQUAD_TASK_END_ABORTED);
    }
    while (squad->count > 0) {
        ploy_agent_id agent = squad->members[0].agent;
        pl_squad_remove(squads, squad, 0);
        ploy_squads_enlist(squads, agent);
    }
    pl_squad_free(squads, squad);
    pl_id_pool_give(&squads->ids, (pl_id){id.index1, id.generation});
    return PLOY_OK;
}

uint32_t pl_squads_count(const ploy_squads* squads)
{
    return squads->ids.live_count;
}

ploy_squad_id pl_squads_next(const ploy_squads* squads, ploy_squad_id after)
{
    for (uint32_t i = after.index1; i < squads->list.count; ++i) {
        if (squads->list.data[i].id.index1 != 0) {
            return squads->list.data[i].id;
        }
    }
    return (ploy_squad_id){0};
}

ploy_blackboard* ploy_squad_blackboard(ploy_squads* squads, ploy_squad_id id)
{
    PL_NEED(squads, NULL);
    const pl_squad* squad = pl_squad_at(squads, id);
    return squad && pl_world_seal(squads->world) == PLOY_OK ? squad->blackboard : NULL;
}

const char* pl_squad_name(const ploy_squads* squads, ploy_squad_id id)
{
    const pl_squad* squad = pl_squad_at(squads, id);
    return squad ? squad->name : "";
}

ploy_squad_id ploy_squads_find(const ploy_squads* squads, const char* name)
{
    PL_NEED(squads, (ploy_squad_id){0});
    PL_NEED(name, (ploy_squad_id){0});
    ploy_squad_id id = pl_squads_next(squads, (ploy_squad_id){0});
    while (id.index1 != 0 && strcmp(pl_squad_name(squads, id), name) != 0) {
        id = pl_squads_next(squads, id);
    }
    return id;
}

// Its tasks.

ploy_status ploy_squad_queue(ploy_squads* squads, ploy_squad_id id, const ploy_squad_task_def* given, uint32_t* task)
{
    PL_NEED(squads, PLOY_INVALID);
    PL_NEED_NAMED("def", NULL, given, PLOY_INVALID);
    PL_WATCH_CALL();
    ploy_squad_task_def full = pl_squad_task_with_defaults(given);
    const ploy_squad_task_def* def = &full;
    pl_squad* squad = pl_squad_at(squads, id);
    if (!squad) {
        return PLOY_NOT_FOUND;
    }
    if (!pl_squad_task_is_valid(def)) {
        return PLOY_INVALID;
    }
    if (squad->queue_count == PLOY_SQUAD_QUEUE) {
        return PLOY_FULL;
    }
    squad->queue[squad->queue_count++] = (pl_squad_task){.def = *def, .number = ++squads->task_numbers};
    if (task) {
        *task = squads->task_numbers;
    }
    return PLOY_OK;
}

static uint32_t mark_aborted(pl_squad_task* task, uint32_t number)
{
    bool is_meant = task->number != 0 && !task->is_aborted && (number == 0 || task->number == number);
    task->is_aborted = task->is_aborted || is_meant;
    return is_meant;
}

ploy_status ploy_squad_abort(ploy_squads* squads, ploy_squad_id id, uint32_t number)
{
    PL_NEED(squads, PLOY_INVALID);
    PL_WATCH_CALL();
    pl_squad* squad = pl_squad_at(squads, id);
    if (!squad) {
        return PLOY_NOT_FOUND;
    }
    uint32_t count = mark_aborted(&squad->task, number);
    for (uint32_t i = 0; i < squad->queue_count; ++i) {
        count += mark_aborted(&squad->queue[i], number);
    }
    return count > 0 ? PLOY_OK : PLOY_NOT_FOUND;
}

ploy_squad_task_info ploy_squad_task(const ploy_squads* squads, ploy_squad_id id)
{
    PL_NEED(squads, (ploy_squad_task_info){0});
    const pl_squad* squad = pl_squad_at(squads, id);
    if (!squad) {
        return (ploy_squad_task_info){0};
    }
    return (ploy_squad_task_info){squad->task.number, squad->task.def.kind, squad->task.number != 0 ? squad->phase : 0,
                                  squad->queue_count, squad->begun};
}

size_t ploy_squad_why(const ploy_squads* squads, ploy_squad_id id, char* text, size_t size)
{
    PL_NEED(squads, 0);
    if (size > 0) PL_NEED(text, 0);
    const pl_squad* squad = pl_squad_at(squads, id);
    int bytes = 0;
    uint32_t waits_for = 0;
    for (uint32_t i = 0; squad && i < squad->count; ++i) {
        waits_for += squad->members[i].is_waited_for;
    }
    if (!squad) {
        bytes = snprintf(text, size, "the squad is gone");
    } else if (squad->task.number != 0) {
        bytes =
            snprintf(text, size, "%s, phase %u, waits for %u of %u members", ploy_squad_task_name(squad->task.def.kind),
                     (unsigned)squad->phase, (unsigned)waits_for, (unsigned)squad->count);
    } else if (squad->queue_count > 0) {
        bytes =
            snprintf(text, size, "%s needs %u members, there are %u", ploy_squad_task_name(squad->queue[0].def.kind),
                     (unsigned)pl_squad_task_min(&squad->queue[0].def), (unsigned)squad->count);
    } else {
        bytes = snprintf(text, size, "nothing to do, %u members", (unsigned)squad->count);
    }
    return (size_t)bytes;
}
