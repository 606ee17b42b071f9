// A utility as lines: options with what they are made of, in the order that the trace numbers them in.

#include <inttypes.h>

#include "mind/utility/utility.h"
#include "plan/language/text.h"

static const char* const input_names[] = {
#define NAME(NAME, text) text,
    PLOY_INPUT_LIST(NAME)
#undef NAME
};

static void add_option(pl_writer* writer, const pl_option* option)
{
    pl_writer_add(writer, "option %" PRId32 " %" PRId32 " ", option->weight,
                  option->part == PLOY_NONE ? -1 : (int32_t)option->part);
    pl_writer_end_line(writer, option->name);
    if (!*option->condition) return;
    pl_writer_add(writer, "when ");
    pl_writer_end_line(writer, option->condition);
}

static void add_curve(pl_writer* writer, const ploy_curve* curve)
{
    pl_writer_add(writer, "curve %s %" PRId32 " %" PRId32 " %" PRId32 " %" PRId32, pl_curve_name(curve->kind),
                  curve->slope, curve->x_shift, curve->y_shift, curve->exponent);
    for (uint32_t i = 0; curve->kind == PLOY_CURVE_PIECEWISE && i < curve->point_count; ++i) {
        pl_writer_add(writer, " %" PRId32 " %" PRId32, curve->points[i].x, curve->points[i].y);
    }
    pl_writer_add(writer, "\n");
}

// Of a constant only what it comes to is known.
static void add_leaf(pl_writer* writer, const ploy_utility* utility, const pl_part* part)
{
    const pl_leaf* leaf = &utility->leaves.data[part->leaf];
    const pl_leaf_source* source = &utility->sources.data[part->leaf];
    pl_writer_add(writer, "leaf %" PRId32 " %s %" PRId64 " %" PRId64 " ", part->weight, input_names[leaf->kind],
                  leaf->min, source->max);
    pl_writer_end_line(writer, part->name);
    if (leaf->kind == PLOY_INPUT_CONSTANT) return;
    pl_writer_add(writer, "reads ");
    pl_writer_end_line(writer, source->reads);
    add_curve(writer, &source->curve);
}

static void add_part(pl_writer* writer, const ploy_utility* utility, const pl_part* part)
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
    pl_writer writer = pl_writer_begin(text, size);
    pl_writer_add(&writer, "utility %" PRIu32 " %" PRId64 " %" PRIu32 "\n", utility->commitment, utility->momentum,
                  utility->repeat_penalty);
    for (uint32_t i = 0; i < utility->options.count; ++i) add_option(&writer, &utility->options.data[i]);
    for (uint32_t i = 0; i < utility->parts.count; ++i) add_part(&writer, utility, &utility->parts.data[i]);
    return writer.length;
}
