#include <ploy/trace.h>

typedef struct kind_row
{
    const char* name;
    ploy_trace_level level;
    uint32_t arg_count;
    const char* args[4];
} kind_row;

static const kind_row rows[] = {
#define KIND_ROW(NAME, wire, level, count, a, b, c, d) {wire, PLOY_TRACE_##level, count, {a, b, c, d}},
    PLOY_TRACE_LIST(KIND_ROW)
#undef KIND_ROW
};

static const kind_row unknown = {"unknown", PLOY_TRACE_NONE, 0, {"", "", "", ""}};

static const kind_row* row_of(uint32_t kind)
{
    return kind < PLOY_TRACE_KIND_COUNT ? &rows[kind] : &unknown;
}

const char* ploy_trace_name(uint32_t kind)
{
    return row_of(kind)->name;
}

ploy_trace_level ploy_trace_level_of(uint32_t kind)
{
    return row_of(kind)->level;
}

uint32_t ploy_trace_arg_count(uint32_t kind)
{
    return row_of(kind)->arg_count;
}

const char* ploy_trace_arg_name(uint32_t kind, uint32_t arg)
{
    return arg < 4 ? row_of(kind)->args[arg] : "";
}
