// What a network's agent does, what comes next, and by which methods it came to that.

#include "base/index.h"
#include "mind/htn/htn_mind.h"
#include "plan/language/text.h"

static void write_step(pl_writer* writer, const ploy_domain* domain, const pl_network_step* step)
{
    ploy_action_info info = ploy_domain_action(domain, step->action);
    pl_writer_add(writer, "%s", info.name);
    for (uint32_t i = 0; i < info.param_count; ++i) {
        pl_writer_add(writer, "%s%s", i == 0 ? "(" : ", ",
                      ploy_domain_object_name(domain, info.param_types[i], step->args[i]));
    }
    if (info.param_count > 0) pl_writer_add(writer, ")");
}

static void write_doing(pl_writer* writer, const ploy_self* self)
{
    const pl_network_mind* mind = pl_network_mind_of(self);
    const pl_network_memory* m = pl_network_memory_of(self);
    const char* task = mind->network->tasks.data[mind->task].name;
    if (!m->is_doing) {
        pl_writer_add(writer, "Nothing is under way for %s.", task);
        return;
    }
    write_step(writer, mind->network->domain, &m->doing);
    pl_writer_add(writer,
                  m->is_leaving ? " is being halted, since another plan for %s is better." : " is under way for %s.",
                  task);
}

static void write_next(pl_writer* writer, const ploy_self* self)
{
    const pl_network_mind* mind = pl_network_mind_of(self);
    const pl_network_memory* m = pl_network_memory_of(self);
    uint32_t first = m->at + (m->is_doing && !m->is_leaving);
    for (uint32_t i = first; i < m->count; ++i) {
        pl_writer_add(writer, i == first ? " Then: " : ", ");
        write_step(writer, mind->network->domain, &pl_network_steps(self)[i]);
    }
    if (first < m->count) pl_writer_add(writer, ".");
    if (m->rest_count > 0) pl_writer_add(writer, " After that it pauses, and plans the rest.");
}

// The method that was taken at the top is all that notes tell without searching again.
static void write_method(pl_writer* writer, const ploy_self* self)
{
    const ploy_network* network = pl_network_mind_of(self)->network;
    const pl_network_task* task = &network->tasks.data[pl_network_mind_of(self)->task];
    if (pl_network_memory_of(self)->rank_count == 0) return;
    uint32_t way = pl_network_rank(self)[0];
    for (uint32_t i = 0; i < task->method_count; ++i) {
        const pl_network_method* method = &network->methods.data[task->first_method + i];
        if (way < method->first_way || way - method->first_way >= method->ways) continue;
        pl_writer_add(writer, " It goes by method %u of %u", (unsigned)i + 1, (unsigned)task->method_count);
        if (*method->name) pl_writer_add(writer, ", %s", method->name);
        pl_writer_add(writer, i > 0 ? "; none before it leads to a plan." : ".");
    }
}

size_t pl_network_why(const ploy_self* self, char* text, size_t size)
{
    const pl_network_memory* m = pl_network_memory_of(self);
    pl_writer writer = pl_writer_begin(text, size);
    write_doing(&writer, self);
    write_next(&writer, self);
    write_method(&writer, self);
    if (m->count == 0 && m->status != PLOY_OK) {
        pl_writer_add(&writer, " The last search: %s.", ploy_status_text((ploy_status)m->status));
    }
    return writer.length;
}

// A line for each task: where its plans come from, and what the trace calls a goal.
size_t pl_network_shape(const ploy_mind* base, char* text, size_t size)
{
    const ploy_network* network = ((const pl_network_mind*)base)->network;
    pl_writer writer = pl_writer_begin(text, size);
    pl_writer_add(&writer, "network\n");
    for (uint32_t i = 0; i < network->tasks.count; ++i) {
        pl_writer_add(&writer, "task ");
        pl_writer_end_line(&writer, network->tasks.data[i].name);
    }
    return writer.length;
}
