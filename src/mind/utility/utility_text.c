// A utility as text: the lines that describe it, and why an agent runs this option and not another.

#include <inttypes.h>

#include "mind/utility/utility.h"
#include "plan/language/text.h"

// The description: options and what they are made of, in the order of their numbers in the trace.

static const char* const input_names[] = {
#define NAME(NAME, text) text,
    PLOY_INPUT_LIST(NAME)
#undef NAME
};

static void add_option(pl_text_writer* writer, const pl_utility_option* option)
{
    pl_writer_add(writer, "option %" PRId32 " %" PRId32 " ", option->weight,
                  option->part == PLOY_NONE ? -1 : (int32_t)option->part);
    pl_writer_end_line(writer, option->name);
    if (!*option->condition) return;
    pl_writer_add(writer, "when ");
    pl_writer_end_line(writer, option->condition);
}

static void add_curve(pl_text_writer* writer, const ploy_curve* curve)
{
    pl_writer_add(writer, "curve %s %" PRId32 " %" PRId32 " %" PRId32 " %" PRId32, pl_curve_name(curve->kind),
                  curve->slope, curve->x_shift, curve->y_shift, curve->exponent);
    for (uint32_t i = 0; curve->kind == PLOY_CURVE_PIECEWISE && i < curve->point_count; ++i) {
        pl_writer_add(writer, " %" PRId32 " %" PRId32, curve->points[i].x, curve->points[i].y);
    }
    pl_writer_add(writer, "\n");
}

// Of a constant only its value is known.
static void add_leaf(pl_text_writer* writer, const ploy_utility* utility, const pl_utility_part* part)
{
    const pl_utility_leaf* leaf = &utility->leaves.data[part->leaf];
    const pl_utility_leaf_source* source = &utility->sources.data[part->leaf];
    pl_writer_add(writer, "leaf %" PRId32 " %s %" PRId64 " %" PRId64 " ", part->weight, input_names[leaf->kind],
                  leaf->min, source->max);
    pl_writer_end_line(writer, part->name);
    if (leaf->kind == PLOY_INPUT_CONSTANT) return;
    pl_writer_add(writer, "reads ");
    pl_writer_end_line(writer, source->reads);
    add_curve(writer, &source->curve);
}

static void add_part(pl_text_writer* writer, const ploy_utility* utility, const pl_utility_part* part)
{
    if (part->parts == 0) {
        add_leaf(writer, utility, part);
        return;
    }
    pl_writer_add(writer, "part %" PRIu32 " %" PRId32 " %s ", part->parts, part->weight,
                  pl_combine_name(part->combine));
    pl_writer_end_line(writer, part->name);
}

size_t pl_utility_describe(const ploy_mind* mind, char* text, size_t size)
{
    const ploy_utility* utility = (const ploy_utility*)mind;
    pl_text_writer writer = pl_writer_begin(text, size);
    pl_writer_add(&writer, "utility %" PRIu32 " %" PRId64 " %" PRIu32 "\n", utility->commitment, utility->momentum,
                  utility->repeat_penalty);
    for (uint32_t i = 0; i < utility->options.count; ++i) add_option(&writer, &utility->options.data[i]);
    for (uint32_t i = 0; i < utility->parts.count; ++i) add_part(&writer, utility, &utility->parts.data[i]);
    return writer.length;
}

// Why: every score, with the present value of each consideration.

static void write_number(pl_text_writer* writer, const char* before, int64_t fixed)
{
    pl_writer_add(writer, "%s", before);
    pl_writer_add_decimal(writer, fixed);
}

static void write_doing(pl_text_writer* writer, const ploy_utility* utility, const ploy_agent* agent)
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

static void write_part(pl_text_writer* writer, const ploy_utility* utility, const pl_utility_reading* reading,
                       uint32_t index)
{
    const pl_utility_part* part = &utility->parts.data[index];
    pl_writer_add(writer, "%s", part->name);
    write_number(writer, " ", pl_utility_value(utility, reading, index));
    if (part->parts == 0) return;
    for (uint32_t i = index + 1; i < part->end; i = utility->parts.data[i].end) {
        pl_writer_add(writer, i == index + 1 ? " (" : ", ");
        write_part(writer, utility, reading, i);
    }
    pl_writer_add(writer, ")");
}

static void write_option(pl_text_writer* writer, const ploy_utility* utility, const pl_utility_reading* reading,
                         uint32_t index)
{
    const pl_utility_option* option = &utility->options.data[index];
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
    pl_text_writer writer = pl_writer_begin(text, size);
    pl_utility_reading reading = {.agent = (ploy_agent*)agent}; // scorers take it so, and only read
    write_doing(&writer, utility, agent);
    for (uint32_t i = 0; i < utility->options.count; ++i) {
        write_option(&writer, utility, &reading, i);
    }
    return writer.length;
}
