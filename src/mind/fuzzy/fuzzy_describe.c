// A fuzzy machine as lines: variables with their sets, states, rules.

#include <inttypes.h>

#include "mind/fuzzy/fuzzy_mind.h"
#include "plan/language/text.h"

static void add_variable(pl_writer* writer, const pl_fuzzy_mind* mind, uint32_t index)
{
    const pl_fuzzy_source* source = &mind->sources.data[index];
    pl_writer_add(writer, mind->values.data[index] ? "variable " : "output ");
    pl_writer_end_line(writer, source->name);
    pl_writer_add(writer, "value ");
    pl_writer_end_line(writer, source->value);
    for (uint32_t i = source->first; i < source->first + source->count; ++i) {
        const ploy_fuzzy_set* set = &mind->sets.data[i].set;
        pl_writer_add(writer, "set %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " ", set->points[0], set->points[1],
                      set->points[2], set->points[3]);
        pl_writer_end_line(writer, set->name);
    }
}

size_t pl_fuzzy_describe(const ploy_mind* base, char* text, size_t size)
{
    const pl_fuzzy_mind* mind = (const pl_fuzzy_mind*)base;
    pl_writer writer = pl_writer_begin(text, size);
    pl_writer_add(&writer, "fuzzy\n");
    for (uint32_t i = 0; i < mind->sources.count; ++i) add_variable(&writer, mind, i);
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        pl_writer_add(&writer, "state %" PRIu32 " %" PRIu32 " ", mind->states.data[i].on, mind->states.data[i].off);
        pl_writer_end_line(&writer, mind->states.data[i].name);
    }
    for (uint32_t i = 0; i < mind->rules.count; ++i) {
        pl_writer_add(&writer, "rule %" PRId64 " ", mind->rules.data[i].weight);
        pl_writer_end_line(&writer, mind->rules.data[i].text);
    }
    return writer.length;
}
