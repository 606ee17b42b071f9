#include "support/plain_mind.h"

#include <string.h>

#include "base/memory.h"

static plain_mind* mind_of(const ploy_self* self)
{
    return (plain_mind*)self->mind;
}

static void destroy(ploy_mind* base)
{
    plain_mind* mind = (plain_mind*)base;
    ploy_allocator allocator = mind->allocator;
    PL_DELETE_ARRAY(&allocator, mind->selves, mind->self_capacity);
    PL_DELETE(&allocator, mind);
}

static ploy_status join(ploy_self* self)
{
    plain_mind* mind = mind_of(self);
    if (mind->self_count == mind->self_capacity) {
        uint32_t capacity = mind->self_capacity ? 2 * mind->self_capacity : 4;
        ploy_self** grown =
            pl_resize(&mind->allocator, mind->selves, mind->self_capacity * sizeof *grown, capacity * sizeof *grown);
        if (!grown) return PLOY_OUT_OF_MEMORY;
        mind->selves = grown;
        mind->self_capacity = capacity;
    }
    uint32_t at = mind->self_count++;
    for (; at > 0 && mind->selves[at - 1]->agent > self->agent; --at) mind->selves[at] = mind->selves[at - 1];
    mind->selves[at] = self;
    return PLOY_OK;
}

static void leave(ploy_self* self)
{
    plain_mind* mind = mind_of(self);
    uint32_t at = 0;
    while (mind->selves[at] != self) ++at;
    --mind->self_count;
    memmove(mind->selves + at, mind->selves + at + 1, (mind->self_count - at) * sizeof *mind->selves);
}

static ploy_status begin(ploy_self* self)
{
    plain_mind* mind = mind_of(self);
    if (mind->begin_status != PLOY_OK) return mind->begin_status;
    ++mind->begun;
    return join(self);
}

static void end(ploy_self* self)
{
    plain_mind* mind = mind_of(self);
    ++mind->ended;
    leave(self);
    if (mind->end) mind->end(self, mind->user);
}

static void think(ploy_self* self)
{
    plain_memory* memory = plain_memory_of(self);
    plain_mind* mind = mind_of(self);
    ++memory->thoughts;
    memory->time += self->dt;
    memory->last_draw = ploy_random_next(&self->random);
    bool asks = mind->want > 0 && memory->wanted == 0 && memory->last_draw % 4 == 0;
    if (asks) memory->wanted = 1 + ploy_random_below(&self->random, mind->want);
}

static uint32_t work_on(plain_memory* memory, uint32_t max_nodes)
{
    uint32_t spent = max_nodes && memory->wanted > max_nodes ? max_nodes : memory->wanted;
    memory->wanted -= spent;
    memory->answers += spent > 0 && memory->wanted == 0;
    return spent;
}

// From where it stopped the last time, round.
static uint32_t work(ploy_mind* base, const ploy_tasks* tasks, uint32_t max_nodes)
{
    (void)tasks;
    plain_mind* mind = (plain_mind*)base;
    if (max_nodes > mind->most_nodes) mind->most_nodes = max_nodes;
    uint32_t spent = 0, first = 0;
    while (first < mind->self_count && mind->selves[first]->agent < mind->next) ++first;
    for (uint32_t i = 0; i < mind->self_count && (max_nodes == 0 || spent < max_nodes); ++i) {
        ploy_self* self = mind->selves[(first + i) % mind->self_count];
        spent += work_on(plain_memory_of(self), max_nodes ? max_nodes - spent : 0);
        mind->next = self->agent;
    }
    return spent;
}

static void act(ploy_self* self)
{
    plain_mind* mind = mind_of(self);
    ++plain_memory_of(self)->acts;
    if (mind->act) mind->act(self, mind->user);
}

static void save(const ploy_self* self, ploy_writer* writer)
{
    const plain_memory* memory = plain_memory_of(self);
    ploy_write_u64(writer, memory->thoughts);
    ploy_write_u64(writer, memory->acts);
    ploy_write_u64(writer, memory->last_draw);
    ploy_write_u64(writer, memory->answers);
    ploy_write_i64(writer, memory->time);
    ploy_write_u32(writer, memory->wanted);
    ploy_write_u32(writer, memory->adopted);
}

static ploy_status load(ploy_self* self, ploy_reader* reader)
{
    plain_memory* memory = plain_memory_of(self);
    memory->thoughts = ploy_read_u64(reader);
    memory->acts = ploy_read_u64(reader);
    memory->last_draw = ploy_read_u64(reader);
    memory->answers = ploy_read_u64(reader);
    memory->time = ploy_read_i64(reader);
    memory->wanted = ploy_read_u32(reader);
    memory->adopted = ploy_read_u32(reader);
    return reader->failed ? PLOY_INVALID : begin(self);
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

static ploy_status adopt(ploy_self* self, ploy_self* old)
{
    ploy_status status = begin(self);
    if (status != PLOY_OK) return status;
    *plain_memory_of(self) = *plain_memory_of(old);
    ++plain_memory_of(self)->adopted;
    plain_mind* before = mind_of(old);
    for (uint32_t i = 0; i < before->self_count; ++i) {
        if (before->selves[i] != self) continue;
        --before->self_count;
        memmove(before->selves + i, before->selves + i + 1, (before->self_count - i) * sizeof *before->selves);
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
    .adopt = adopt,
};

plain_mind* plain_mind_create(const ploy_allocator* allocator)
{
    ploy_allocator from = pl_allocator_choose(allocator);
    plain_mind* mind = PL_NEW(&from, plain_mind);
    if (!mind) return NULL;
    mind->base = (ploy_mind){&plain, sizeof(plain_memory)};
    mind->allocator = from;
    return mind;
}
