// Squads in a save: the ids, the pool, then each squad with its members, orders, tasks and blackboard.

#include <string.h>

#include "agent/squads.h"
#include "knowledge/blackboard.h"

// Writing.

static void save_agent(ploy_writer* writer, ploy_agent_id agent)
{
    ploy_write_u32(writer, agent.index1);
    ploy_write_u32(writer, agent.generation);
}

static void save_def(ploy_writer* writer, const ploy_squad_task_def* def)
{
    ploy_write_u8(writer, (uint8_t)def->kind);
    ploy_write_u8(writer, (uint8_t)def->place_count);
    for (uint32_t i = 0; i < def->place_count; ++i) {
        ploy_write_i64(writer, def->places[i]);
    }
    ploy_write_u64(writer, def->target);
    ploy_write_u32(writer, def->rounds);
    ploy_write_u32(writer, def->min);
    ploy_write_i64(writer, def->limit);
    ploy_write_i64(writer, def->patience);
}

static void save_task(ploy_writer* writer, const pl_squad_task* task)
{
    ploy_write_u32(writer, task->number);
    ploy_write_u8(writer, (uint8_t)(task->is_standing | task->is_aborted << 1));
    save_def(writer, &task->def);
}

static void save_order(ploy_writer* writer, const ploy_order* order)
{
    ploy_write_u32(writer, order->number);
    ploy_write_u32(writer, order->task);
    ploy_write_u8(writer, (uint8_t)order->kind);
    ploy_write_u8(writer, (uint8_t)order->role);
    ploy_write_u8(writer, (uint8_t)order->state);
    ploy_write_i64(writer, order->place);
    ploy_write_u64(writer, order->target);
    ploy_write_i64(writer, order->issued);
    ploy_write_i64(writer, order->deadline);
}

static void save_member(ploy_writer* writer, const pl_member* member)
{
    save_agent(writer, member->agent);
    ploy_write_u32(writer, member->slot);
    ploy_write_u8(writer, (uint8_t)member->report);
    ploy_write_u8(writer, (uint8_t)(member->is_waited_for | member->has_refused << 1));
    save_order(writer, &member->order);
}

static void save_state(ploy_writer* writer, const pl_squad* squad)
{
    save_task(writer, &squad->task);
    ploy_write_i64(writer, squad->begun);
    ploy_write_u32(writer, squad->phase);
    ploy_write_u32(writer, squad->slot_count);
    ploy_write_u32(writer, squad->done_count);
    ploy_write_u32(writer, squad->bad_count);
    ploy_write_u8(writer, squad->has_changed);
    ploy_write_i64(writer, squad->rest_until);
    ploy_write_u8(writer, (uint8_t)squad->queue_count);
    for (uint32_t i = 0; i < squad->queue_count; ++i) {
        save_task(writer, &squad->queue[i]);
    }
}

static void save_squad(ploy_writer* writer, const pl_squad* squad)
{
    ploy_write_u8(writer, squad->id.index1 != 0);
    if (squad->id.index1 == 0) {
        return;
    }
    ploy_write_bytes(writer, squad->name, sizeof squad->name);
    ploy_write_u8(writer, (uint8_t)squad->size);
    ploy_write_i64(writer, squad->home);
    ploy_write_u8(writer, squad->is_closed);
    save_def(writer, &squad->standing);
    save_state(writer, squad);
    ploy_write_u8(writer, (uint8_t)squad->count);
    for (uint32_t i = 0; i < squad->count; ++i) {
        save_member(writer, &squad->members[i]);
    }
    if (squad->blackboard) {
        pl_blackboard_save(squad->blackboard, writer);
    }
}

void pl_squads_save(const ploy_squads* squads, ploy_writer* writer)
{
    ploy_write_i64(writer, squads->now);
    ploy_write_u32(writer, squads->task_numbers);
    ploy_write_u32(writer, squads->order_numbers);
    pl_id_pool_save(&squads->ids, writer);
    for (uint32_t i = 0; i < squads->list.count; ++i) {
        save_squad(writer, &squads->list.data[i]);
    }
    ploy_write_u32(writer, squads->pool.count);
    for (uint32_t i = 0; i < squads->pool.count; ++i) {
        save_agent(writer, squads->pool.data[i]);
    }
}

// Reading. Numbers that choose something are checked one by one; what is left may be anything a game could have given.

static uint32_t read_u8_below(ploy_reader* reader, uint32_t bound)
{
    uint32_t value = ploy_read_u8(reader);
    reader->failed = reader->failed || value >= bound;
    return reader->failed ? 0 : value;
}

static ploy_agent_id load_agent(ploy_reader* reader)
{
    ploy_agent_id agent;
    agent.index1 = ploy_read_u32(reader);
    agent.generation = ploy_read_u32(reader);
    reader->failed = reader->failed || agent.index1 == 0;
    return agent;
}

static void load_def(ploy_reader* reader, ploy_squad_task_def* def)
{
    *def = (ploy_squad_task_def){0};
    def->kind = (ploy_squad_task_kind)read_u8_below(reader, PLOY_SQUAD_TASK_KIND_COUNT);
    def->place_count = read_u8_below(reader, PLOY_SQUAD_PLACES + 1);
    for (uint32_t i = 0; i < def->place_count; ++i) {
        def->places[i] = ploy_read_i64(reader);
    }
    def->target = ploy_read_u64(reader);
    def->rounds = ploy_read_u32(reader);
    def->min = ploy_read_u32(reader);
    def->limit = ploy_read_i64(reader);
    def->patience = ploy_read_i64(reader);
    bool is_none = def->kind == PLOY_SQUAD_TASK_NONE;
    reader->failed = reader->failed || (!is_none && !pl_squad_task_is_valid(def));
}

static void load_task(ploy_reader* reader, pl_squad_task* task, bool is_needed)
{
    task->number = ploy_read_u32(reader);
    uint32_t marks = read_u8_below(reader, 4);
    task->is_standing = marks & 1;
    task->is_aborted = marks >> 1;
    load_def(reader, &task->def);
    bool is_none = task->def.kind == PLOY_SQUAD_TASK_NONE;
    reader->failed = reader->failed || is_none != (task->number == 0) || (is_needed && is_none);
}

static void load_order(ploy_reader* reader, ploy_order* order)
{
    order->number = ploy_read_u32(reader);
    order->task = ploy_read_u32(reader);
    order->kind = (ploy_order_kind)read_u8_below(reader, PLOY_ORDER_KIND_COUNT);
    order->role = read_u8_below(reader, PLOY_ROLE_COUNT);
    order->state = (ploy_order_state)read_u8_below(reader, PLOY_ORDER_STATE_COUNT);
    order->place = ploy_read_i64(reader);
    order->target = ploy_read_u64(reader);
    order->issued = ploy_read_i64(reader);
    order->deadline = ploy_read_i64(reader);
}

static void load_member(ploy_reader* reader, const pl_squad* squad, pl_member* member)
{
    member->agent = load_agent(reader);
    member->slot = ploy_read_u32(reader);
    member->report = (ploy_order_state)read_u8_below(reader, PLOY_ORDER_OVERRULED + 1);
    uint32_t marks = read_u8_below(reader, 4);
    member->is_waited_for = marks & 1;
    member->has_refused = marks >> 1;
    load_order(reader, &member->order);
    bool slot_is_bad = squad->task.number != 0 && member->slot != PLOY_NONE && member->slot >= 2 * PLOY_SQUAD_MAX;
    reader->failed = reader->failed || slot_is_bad;
}

static void load_state(ploy_reader* reader, pl_squad* squad)
{
    load_task(reader, &squad->task, false);
    squad->begun = ploy_read_i64(reader);
    squad->phase = ploy_read_u32(reader);
    squad->slot_count = ploy_read_u32(reader);
    squad->done_count = ploy_read_u32(reader);
    squad->bad_count = ploy_read_u32(reader);
    squad->has_changed = read_u8_below(reader, 2);
    squad->rest_until = ploy_read_i64(reader);
    squad->queue_count = read_u8_below(reader, PLOY_SQUAD_QUEUE + 1);
    for (uint32_t i = 0; i < squad->queue_count; ++i) {
        load_task(reader, &squad->queue[i], true);
    }
    bool runs = squad->task.number != 0;
    bool is_bad = runs && (squad->phase >= pl_squad_task_phases(&squad->task.def) || squad->slot_count == 0);
    is_bad = is_bad || (runs && squad->task.def.kind == PLOY_SQUAD_TASK_RENDEZVOUS && squad->task.def.place_count == 0);
    reader->failed = reader->failed || is_bad;
}

// A member that went since the squads' last tick is dropped at their next one.
static ploy_status bind_member(ploy_squads* squads, const pl_squad* squad, const pl_member* member)
{
    ploy_agent* agent = pl_member_agent(squads, member);
    if (!agent) {
        return PLOY_OK;
    }
    if (pl_agent_place_of(squads, member->agent)) {
        return PLOY_INVALID;
    }
    if (!pl_agent_place_set(squads, member->agent, PL_IN_SQUAD, squad->id.index1 - 1)) {
        return PLOY_OUT_OF_MEMORY;
    }
    if (agent->blackboard && squad->blackboard) {
        pl_blackboard_restore_parent(agent->blackboard, squad->blackboard);
    }
    return PLOY_OK;
}

static ploy_status load_members(ploy_squads* squads, ploy_reader* reader, pl_squad* squad)
{
    uint32_t count = read_u8_below(reader, squad->size + 1);
    ploy_status status = PLOY_OK;
    while (squad->count < count && status == PLOY_OK) {
        pl_member* member = &squad->members[squad->count];
        *member = (pl_member){0};
        load_member(reader, squad, member);
        status = reader->failed ? PLOY_INVALID : bind_member(squads, squad, member);
        squad->count += status == PLOY_OK;
    }
    return status;
}

static ploy_status load_squad(ploy_squads* squads, ploy_reader* reader, uint32_t index)
{
    pl_squad* squad = &squads->list.data[index];
    pl_id id = pl_id_pool_at(&squads->ids, index);
    if (read_u8_below(reader, 2) != !pl_id_is_null(id)) {
        return PLOY_INVALID;
    }
    if (pl_id_is_null(id)) {
        return PLOY_OK;
    }
    pl_squad loaded = {.id = {id.index1, id.generation}};
    ploy_read_bytes(reader, loaded.name, sizeof loaded.name);
    loaded.size = read_u8_below(reader, PLOY_SQUAD_MAX + 1);
    loaded.home = ploy_read_i64(reader);
    loaded.is_closed = read_u8_below(reader, 2);
    load_def(reader, &loaded.standing);
    load_state(reader, &loaded);
    if (reader->failed || loaded.size == 0 || loaded.name[sizeof loaded.name - 1] != '\0') {
        return PLOY_INVALID;
    }
    if (!pl_squad_make(squads, &loaded)) {
        return PLOY_OUT_OF_MEMORY;
    }
    *squad = loaded;
    ploy_status status = load_members(squads, reader, squad);
    if (status == PLOY_OK && reader->failed) {
        return PLOY_INVALID;
    }
    return status == PLOY_OK && squad->blackboard ? pl_blackboard_restore(squad->blackboard, reader) : status;
}

// Each word of a save is there, so no count can request more memory than the save has bytes.
static uint32_t load_count(ploy_reader* reader)
{
    uint32_t count = ploy_read_u32(reader);
    bool is_bad = reader->failed || count > (reader->count - reader->at) / sizeof(uint32_t);
    reader->failed = is_bad;
    return is_bad ? 0 : count;
}

static ploy_status load_ids(ploy_squads* squads, ploy_reader* reader)
{
    ploy_status status = pl_id_pool_load(&squads->ids, reader);
    uint32_t count = pl_id_pool_end(&squads->ids);
    if (status != PLOY_OK) {
        return status;
    }
    if (!PL_ARRAY_RESERVE(&squads->list, &squads->world->allocator, count)) {
        return PLOY_OUT_OF_MEMORY;
    }
    while (squads->list.count < count) {
        squads->list.data[squads->list.count++] = (pl_squad){0};
    }
    return PLOY_OK;
}

static ploy_status load_pool(ploy_squads* squads, ploy_reader* reader)
{
    uint32_t count = load_count(reader);
    if (!PL_ARRAY_RESERVE(&squads->pool, &squads->world->allocator, count)) {
        return PLOY_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < count && !reader->failed; ++i) {
        ploy_agent_id agent = load_agent(reader);
        squads->pool.data[squads->pool.count++] = agent;
        if (reader->failed || pl_agent_place_of(squads, agent)) {
            return PLOY_INVALID;
        }
        bool lives = ploy_world_agent(squads->world, agent) != NULL;
        if (lives && !pl_agent_place_set(squads, agent, PL_IN_POOL, 0)) {
            return PLOY_OUT_OF_MEMORY;
        }
    }
    return reader->failed ? PLOY_INVALID : PLOY_OK;
}

ploy_status pl_squads_load(ploy_squads* squads, ploy_reader* reader)
{
    pl_squads_clear(squads);
    squads->now = ploy_read_i64(reader);
    squads->task_numbers = ploy_read_u32(reader);
    squads->order_numbers = ploy_read_u32(reader);
    ploy_status status = load_ids(squads, reader);
    for (uint32_t i = 0; status == PLOY_OK && i < squads->list.count; ++i) {
        status = load_squad(squads, reader, i);
    }
    status = status == PLOY_OK ? load_pool(squads, reader) : status;
    if (status != PLOY_OK) {
        pl_squads_clear(squads);
    }
    return status;
}
