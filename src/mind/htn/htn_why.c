// What a network's agent does, what comes next, and by which methods it came to that.

#include "mind/htn/htn_mind.h"
#include "plan/language/text.h"

static void write_step(pl_writer* writer, const ploy_domain* domain, const pl_htn_step* step)
{
    ploy_action_info info = ploy_domain_action(domain, step->action);
    pl_writer_add(writer, "%s", info.name);
    for (uint32_t i = 0; i < info.param_count; ++i) {
        pl_writer_add(writer, "%s%s", i == 0 ? "(" : ", ",
                      ploy_domain_object_name(domain, info.param_types[i], step->args[i]));
    }
    if (info.param_count > 0) pl_writer_add(writer, ")");
}

static void write_doing(pl_writer* writer, const ploy_agent* agent)
{
    const pl_htn_mind* mind = pl_htn_mind_of(agent);
    const pl_htn_data* m = pl_htn_data_of(agent);
    const char* task = mind->network->tasks.data[mind->task].name;
    if (!m->is_doing) {
        pl_writer_add(writer, "Nothing is running for %s.", task);
        return;
    }
    write_step(writer, mind->network->domain, &m->doing);
    pl_writer_add(writer,
                  m->is_leaving ? " is being halted, since another plan for %s is better." : " is running for %s.",
                  task);
}

static void write_next(pl_writer* writer, const ploy_agent* agent)
{
    const pl_htn_mind* mind = pl_htn_mind_of(agent);
    const pl_htn_data* m = pl_htn_data_of(agent);
    uint32_t first = m->at + (m->is_doing && !m->is_leaving);
    for (uint32_t i = first; i < m->count; ++i) {
        pl_writer_add(writer, i == first ? " Then: " : ", ");
        write_step(writer, mind->network->domain, &pl_htn_steps(agent)[i]);
    }
    if (first < m->count) pl_writer_add(writer, ".");
    if (m->rest_count > 0) pl_writer_add(writer, " After that it pauses, and plans the rest.");
}

// The method that was taken at the top is all that notes tell without searching again.
static void write_method(pl_writer* writer, const ploy_agent* agent)
{
    const ploy_htn* network = pl_htn_mind_of(agent)->network;
    const pl_htn_task* task = &network->tasks.data[pl_htn_mind_of(agent)->task];
    if (pl_htn_data_of(agent)->rank_count == 0) return;
    uint32_t way = pl_htn_rank(agent)[0];
    for (uint32_t i = 0; i < task->method_count; ++i) {
        const pl_htn_method* method = &network->methods.data[task->first_method + i];
        if (way < method->first_way || way - method->first_way >= method->ways) continue;
        pl_writer_add(writer, " It goes by method %u of %u", (unsigned)i + 1, (unsigned)task->method_count);
        if (*method->name) pl_writer_add(writer, ", %s", method->name);
        pl_writer_add(writer, i > 0 ? "; none before it leads to a plan." : ".");
    }
}

size_t pl_htn_why(const ploy_agent* agent, char* text, size_t size)
{
    const pl_htn_data* m = pl_htn_data_of(agent);
    pl_writer writer = pl_writer_begin(text, size);
    write_doing(&writer, agent);
    write_next(&writer, agent);
    write_method(&writer, agent);
    if (m->count == 0 && m->status != PLOY_OK) {
        pl_writer_add(&writer, " The last search: %s.", ploy_status_text((ploy_status)m->status));
    }
    return writer.length;
}

// A line for each task: where its plans come from, and what the trace calls a goal.
size_t pl_htn_describe(const ploy_mind* base, char* text, size_t size)
{
    const ploy_htn* network = ((const pl_htn_mind*)base)->network;
    pl_writer writer = pl_writer_begin(text, size);
    pl_writer_add(&writer, "htn\n");
    for (uint32_t i = 0; i < network->tasks.count; ++i) {
        pl_writer_add(&writer, "task ");
        pl_writer_end_line(&writer, network->tasks.data[i].name);
    }
    return writer.length;
}
