// Why this option and not another: every score, with what each consideration comes to now.

#include "mind/utility/utility.h"
#include "plan/language/text.h"

static void write_number(pl_writer* writer, const char* before, int64_t fixed)
{
    pl_writer_add(writer, "%s", before);
    pl_writer_add_decimal(writer, fixed);
}

static void write_doing(pl_writer* writer, const ploy_utility* utility, const ploy_agent* agent)
{
    const pl_utility_data* memory = pl_utility_data_of(agent);
    if (memory->running == 0) {
        pl_writer_add(writer, "Nothing runs.\n");
        return;
    }
    const char* name = utility->options.data[memory->running - 1].name;
    pl_writer_add(writer, "%s is %s", name, memory->activity.phase == PL_ACTIVITY_HALTING ? "being halted" : "running");
    write_number(writer, ", chosen at ", memory->chosen);
    write_number(writer, ", and counts as ", pl_utility_held(utility, agent));
    pl_writer_add(writer, " while it runs.\n");
}

static void write_part(pl_writer* writer, const ploy_utility* utility, const pl_reading* reading, uint32_t index)
{
    const pl_part* part = &utility->parts.data[index];
    pl_writer_add(writer, "%s", part->name);
    write_number(writer, " ", pl_utility_value(utility, reading, index));
    if (part->parts == 0) return;
    for (uint32_t i = index + 1; i < part->end; i = utility->parts.data[i].end) {
        pl_writer_add(writer, i == index + 1 ? " (" : ", ");
        write_part(writer, utility, reading, i);
    }
    pl_writer_add(writer, ")");
}

static void write_option(pl_writer* writer, const ploy_utility* utility, const pl_reading* reading, uint32_t index)
{
    const pl_option* option = &utility->options.data[index];
    const pl_utility_data* memory = pl_utility_data_of(reading->agent);
    int32_t score = pl_utility_score(utility, reading, index);
    pl_writer_add(writer, "%s", option->name);
    if (score < 0) {
        pl_writer_add(writer, ": its condition does not hold\n");
        return;
    }
    write_number(writer, ": ", score);
    if (option->weight != PLOY_UNIT) write_number(writer, " = ", option->weight);
    if (option->part != PLOY_NONE) {
        pl_writer_add(writer, option->weight == PLOY_UNIT ? " = " : " x ");
        write_part(writer, utility, reading, option->part);
    }
    if (memory->last == index + 1) {
        write_number(writer, ", counts as ", (int64_t)score * utility->repeat_penalty / PLOY_UNIT);
        pl_writer_add(writer, " since it ended last");
    }
    pl_writer_add(writer, "\n");
}

size_t pl_utility_why(const ploy_utility* utility, const ploy_agent* agent, char* text, size_t size)
{
    pl_writer writer = pl_writer_begin(text, size);
    pl_reading reading = {.agent = (ploy_agent*)agent}; // measures take it so, and read alone
    write_doing(&writer, utility, agent);
    for (uint32_t i = 0; i < utility->options.count; ++i) {
        write_option(&writer, utility, &reading, i);
    }
    return writer.length;
}
