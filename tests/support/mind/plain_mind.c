#include "support/mind/plain_mind.h"

#include <string.h>

#include "base/memory.h"

static plain_mind* mind_of(const ploy_agent* agent)
{
    return (plain_mind*)agent->mind;
}

static void destroy(ploy_mind* base)
{
    plain_mind* mind = (plain_mind*)base;
    ploy_allocator allocator = mind->allocator;
    PL_DELETE_ARRAY(&allocator, mind->agents, mind->self_capacity);
    PL_DELETE(&allocator, mind);
}

static ploy_status join(ploy_agent* agent)
{
    plain_mind* mind = mind_of(agent);
    if (mind->self_count == mind->self_capacity) {
        uint32_t capacity = mind->self_capacity ? 2 * mind->self_capacity : 4;
        ploy_agent** grown =
            pl_resize(&mind->allocator, mind->agents, mind->self_capacity * sizeof *grown, capacity * sizeof *grown);
        if (!grown) return PLOY_OUT_OF_MEMORY;
        mind->agents = grown;
        mind->self_capacity = capacity;
    }
    uint32_t at = mind->self_count++;
    for (; at > 0 && mind->agents[at - 1]->id.index1 > agent->id.index1; --at) mind->agents[at] = mind->agents[at - 1];
    mind->agents[at] = agent;
    return PLOY_OK;
}

static void leave(ploy_agent* agent)
{
    plain_mind* mind = mind_of(agent);
    uint32_t at = 0;
    while (mind->agents[at] != agent) ++at;
    --mind->self_count;
    memmove(mind->agents + at, mind->agents + at + 1, (mind->self_count - at) * sizeof *mind->agents);
}

static ploy_status begin(ploy_agent* agent)
{
    plain_mind* mind = mind_of(agent);
    if (mind->begin_status != PLOY_OK) return mind->begin_status;
    ++mind->begun;
    return join(agent);
}

static void end(ploy_agent* agent)
{
    plain_mind* mind = mind_of(agent);
    ++mind->ended;
    leave(agent);
    if (mind->end) mind->end(agent, mind->user);
}

static void think(ploy_agent* agent)
{
    plain_memory* memory = plain_memory_of(agent);
    plain_mind* mind = mind_of(agent);
    ++memory->thoughts;
    memory->time += agent->dt;
    memory->last_draw = ploy_random_next(&agent->random);
    bool asks = mind->want > 0 && memory->wanted == 0 && memory->last_draw % 4 == 0;
    if (asks) memory->wanted = 1 + ploy_random_below(&agent->random, mind->want);
}

static uint32_t work_on(plain_memory* memory, uint32_t max_nodes)
{
    uint32_t spent = max_nodes && memory->wanted > max_nodes ? max_nodes : memory->wanted;
    memory->wanted -= spent;
    memory->answers += spent > 0 && memory->wanted == 0;
    return spent;
}

// Round robin, from the agent where it stopped last time.
static uint32_t work(ploy_mind* base, const ploy_tasks* tasks, uint32_t max_nodes)
{
    (void)tasks;
    plain_mind* mind = (plain_mind*)base;
    if (max_nodes > mind->most_nodes) mind->most_nodes = max_nodes;
    uint32_t spent = 0, first = 0;
    while (first < mind->self_count && mind->agents[first]->id.index1 < mind->next) ++first;
    for (uint32_t i = 0; i < mind->self_count && (max_nodes == 0 || spent < max_nodes); ++i) {
        ploy_agent* agent = mind->agents[(first + i) % mind->self_count];
        spent += work_on(plain_memory_of(agent), max_nodes ? max_nodes - spent : 0);
        mind->next = agent->id.index1;
    }
    return spent;
}

static void act(ploy_agent* agent)
{
    plain_mind* mind = mind_of(agent);
    ++plain_memory_of(agent)->acts;
    if (mind->act) mind->act(agent, mind->user);
}

static void save(const ploy_agent* agent, ploy_writer* writer)
{
    const plain_memory* memory = plain_memory_of(agent);
    ploy_write_u64(writer, memory->thoughts);
    ploy_write_u64(writer, memory->acts);
    ploy_write_u64(writer, memory->last_draw);
    ploy_write_u64(writer, memory->answers);
    ploy_write_i64(writer, memory->time);
    ploy_write_u32(writer, memory->wanted);
    ploy_write_u32(writer, memory->migrated);
}

static ploy_status load(ploy_agent* agent, ploy_reader* reader)
{
    plain_memory* memory = plain_memory_of(agent);
    memory->thoughts = ploy_read_u64(reader);
    memory->acts = ploy_read_u64(reader);
    memory->last_draw = ploy_read_u64(reader);
    memory->answers = ploy_read_u64(reader);
    memory->time = ploy_read_i64(reader);
    memory->wanted = ploy_read_u32(reader);
    memory->migrated = ploy_read_u32(reader);
    return reader->failed ? PLOY_INVALID : begin(agent);
}

static void save_shared(const ploy_mind* base, ploy_writer* writer)
{
    ploy_write_u32(writer, ((const plain_mind*)base)->next);
}

static ploy_status load_shared(ploy_mind* base, ploy_reader* reader)
{
    ((plain_mind*)base)->next = ploy_read_u32(reader);
    return reader->failed ? PLOY_INVALID : PLOY_OK;
}

static ploy_status migrate(ploy_agent* agent, ploy_agent* old)
{
    ploy_status status = begin(agent);
    if (status != PLOY_OK) return status;
    *plain_memory_of(agent) = *plain_memory_of(old);
    ++plain_memory_of(agent)->migrated;
    plain_mind* before = mind_of(old);
    for (uint32_t i = 0; i < before->self_count; ++i) {
        if (before->agents[i] != agent) continue;
        --before->self_count;
        memmove(before->agents + i, before->agents + i + 1, (before->self_count - i) * sizeof *before->agents);
    }
    return PLOY_OK;
}

static const ploy_mind_class plain = {
    .name = "plain",
    .destroy = destroy,
    .begin = begin,
    .think = think,
    .work = work,
    .act = act,
    .end = end,
    .save = save,
    .load = load,
    .save_shared = save_shared,
    .load_shared = load_shared,
    .migrate = migrate,
};

plain_mind* plain_mind_create(const ploy_allocator* allocator)
{
    ploy_allocator from = pl_allocator_choose(allocator);
    plain_mind* mind = PL_NEW(&from, plain_mind);
    if (!mind) return NULL;
    mind->base = (ploy_mind){.kind = &plain, .data_bytes = sizeof(plain_memory)};
    mind->allocator = from;
    return mind;
}
