#include "record/recording/held_values.h"

#include <string.h>

#include "base/hash.h"

#define WRITE_INTERVAL (INT64_C(1000000) / 2) // of the numbers of an agent that does not decide

void pl_held_values_init(pl_held_values* held, const ploy_allocator* allocator)
{
    *held = (pl_held_values){.allocator = *allocator};
    pl_table_init(&held->table, allocator);
    pl_table_init(&held->by_agent, allocator);
}

void pl_held_values_destroy(pl_held_values* held)
{
    pl_table_destroy(&held->table);
    pl_table_destroy(&held->by_agent);
    PL_ARRAY_FREE(&held->values, &held->allocator);
    PL_ARRAY_FREE(&held->pending, &held->allocator);
    PL_ARRAY_FREE(&held->holders, &held->allocator);
}

static pl_value_holder* holder_of(pl_held_values* held, uint32_t agent)
{
    uint64_t hash = pl_hash_mix(agent);
    pl_probe probe = pl_probe_begin(&held->by_agent, hash);
    for (uint32_t i; (i = pl_probe_next(&held->by_agent, &probe)) != PLOY_NONE;)
        if (held->holders.data[i].agent == agent) return &held->holders.data[i];
    pl_value_holder fresh = {.agent = agent, .life = 1};
    if (!PL_ARRAY_RESERVE(&held->holders, &held->allocator, held->holders.count + 1) ||
        !pl_table_add(&held->by_agent, hash, held->holders.count))
        return NULL;
    held->holders.data[held->holders.count] = fresh;
    return &held->holders.data[held->holders.count++];
}

static bool ends_life(uint32_t kind)
{
    return kind == PLOY_TRACE_AGENT_CREATED || kind == PLOY_TRACE_AGENT_GONE || kind == PLOY_TRACE_MIND_GIVEN;
}

static bool is_decision(uint32_t kind)
{
    return kind == PLOY_TRACE_UTILITY_CHOSEN || kind == PLOY_TRACE_STATE_CHANGED;
}

bool pl_held_values_watch(pl_held_values* held, const ploy_trace_event* event)
{
    if (event->kind == PLOY_TRACE_TICK_BEGUN) held->now = (int64_t)event->args[1];
    if (event->agent == 0 || (!ends_life(event->kind) && !is_decision(event->kind))) return true;
    pl_value_holder* holder = holder_of(held, event->agent);
    if (!holder) return false;
    if (ends_life(event->kind)) {
        ++holder->life;
    } else {
        holder->has_decided = true;
    }
    return true;
}

static uint64_t hash_of(const ploy_trace_event* event)
{
    return pl_hash_join(pl_hash_mix((uint64_t)event->kind << 32 | event->agent), event->args[0]);
}

static pl_held_value* find(pl_held_values* held, const ploy_trace_event* event, uint64_t hash)
{
    pl_probe probe = pl_probe_begin(&held->table, hash);
    for (uint32_t i; (i = pl_probe_next(&held->table, &probe)) != PLOY_NONE;) {
        pl_held_value* value = &held->values.data[i];
        bool is_it = value->event.kind == event->kind && value->event.agent == event->agent &&
                     value->event.args[0] == event->args[0];
        if (is_it) return value;
    }
    return NULL;
}

static pl_held_value* add(pl_held_values* held, const ploy_trace_event* event, uint64_t hash)
{
    pl_held_value fresh = {.event = *event};
    if (!PL_ARRAY_RESERVE(&held->values, &held->allocator, held->values.count + 1) ||
        !pl_table_add(&held->table, hash, held->values.count))
        return NULL;
    held->values.data[held->values.count] = fresh;
    return &held->values.data[held->values.count++];
}

bool pl_held_values_take(pl_held_values* held, const ploy_trace_event* event)
{
    uint64_t hash = hash_of(event);
    pl_held_value* value = find(held, event, hash);
    if (!value) value = add(held, event, hash);
    pl_value_holder* holder = value ? holder_of(held, event->agent) : NULL;
    if (!holder) return false;
    value->event = *event;
    value->holder = (uint32_t)(holder - held->holders.data);
    if (value->is_pending) return true;
    value->is_pending = true;
    return PL_ARRAY_PUSH(&held->pending, &held->allocator, (uint32_t)(value - held->values.data));
}

static bool is_due(pl_held_values* held, const pl_held_value* value, uint64_t tick)
{
    pl_value_holder* holder = &held->holders.data[value->holder];
    if (value->event.kind == PLOY_TRACE_BT_NODE || holder->written_tick == tick + 1) return true;
    if (!holder->has_decided && held->now < holder->due) return false;
    holder->due = held->now < INT64_MAX - WRITE_INTERVAL ? held->now + WRITE_INTERVAL : INT64_MAX;
    holder->written_tick = tick + 1;
    return true;
}

static bool has_changed(const pl_held_values* held, const pl_held_value* value)
{
    return value->life != held->holders.data[value->holder].life ||
           memcmp(value->written, value->event.args + 1, sizeof value->written) != 0;
}

void pl_held_values_end_tick(pl_held_values* held, uint64_t tick,
                             void (*emit)(void* user, const ploy_trace_event* event), void* user)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < held->pending.count; ++i) {
        pl_held_value* value = &held->values.data[held->pending.data[i]];
        if (!is_due(held, value, tick)) {
            held->pending.data[kept++] = held->pending.data[i];
            continue;
        }
        value->is_pending = false;
        if (!has_changed(held, value)) continue;
        value->life = held->holders.data[value->holder].life;
        memcpy(value->written, value->event.args + 1, sizeof value->written);
        emit(user, &value->event);
    }
    held->pending.count = kept;
    for (uint32_t i = 0; i < held->holders.count; ++i) held->holders.data[i].has_decided = false;
}
