// Scenarios: a version, then one query per line.

#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "base/containers/names.h"
#include "io/movingai/movingai.h"

struct ploy_scenario
{
    ploy_allocator allocator;
    pl_names maps;
    PL_ARRAY(ploy_scenario_query) queries;
};

static ploy_scenario* create(const ploy_allocator* allocator)
{
    ploy_scenario* scenario = PL_NEW(allocator, ploy_scenario);
    if (!scenario) return NULL;
    scenario->allocator = *allocator;
    pl_names_init(&scenario->maps, allocator);
    return scenario;
}

void ploy_scenario_destroy(ploy_scenario* scenario)
{
    if (!scenario) return;
    ploy_allocator allocator = scenario->allocator;
    pl_names_destroy(&scenario->maps);
    PL_ARRAY_FREE(&scenario->queries, &allocator);
    PL_DELETE(&allocator, scenario);
}

const ploy_scenario_query* ploy_scenario_queries(const ploy_scenario* scenario, uint32_t* count)
{
    PL_NEED(scenario, NULL);
    PL_NEED(count, NULL);
    *count = scenario->queries.count;
    return scenario->queries.data;
}

static ploy_status read_version(pl_line_reader* reader)
{
    pl_slice line = {"", 0}, rest;
    pl_line_next(reader, &line);
    rest = line;
    bool is_version = pl_slice_is(pl_slice_word(&rest, " \t"), "version");
    pl_slice number = pl_slice_word(&rest, " \t");
    if (is_version && (pl_slice_is(number, "1") || pl_slice_is(number, "1.0")) && pl_slice_is_blank(rest))
        return PLOY_OK;
    pl_error_set(reader->error, 1, 1, "'%.*s' instead of a version", pl_slice_shown(line), line.text);
    pl_error_hint(reader->error, "the first line of a scenario is \"version 1\"");
    return PLOY_INVALID;
}

static const char* const field_names[] = {"bucket",  "map",    "width",  "height", "start x",
                                          "start y", "goal x", "goal y", "length"};

enum
{
    FIELD_COUNT = sizeof field_names / sizeof field_names[0],
    FIELD_MAP = 1,
    FIELD_LENGTH = FIELD_COUNT - 1,
};

typedef struct field_list
{
    const char* line;
    pl_slice fields[FIELD_COUNT];
    uint32_t counts[FIELD_COUNT]; // values of the integer fields
} field_list;

static uint32_t column_of(const field_list* list, uint32_t field)
{
    return (uint32_t)(list->fields[field].text - list->line) + 1;
}

static ploy_status fail_field(const pl_line_reader* reader, const field_list* list, uint32_t field, const char* right)
{
    pl_slice value = list->fields[field];
    if (value.count) {
        pl_error_set(reader->error, reader->line, column_of(list, field), "%s '%.*s'", field_names[field],
                     pl_slice_shown(value), value.text);
    } else {
        pl_error_set(reader->error, reader->line, column_of(list, field), "the line ends before the %s",
                     field_names[field]);
    }
    pl_error_hint(reader->error, "%s", right);
    return PLOY_INVALID;
}

static bool is_name(pl_slice slice)
{
    for (size_t i = 0; i < slice.count; ++i) {
        if ((unsigned char)slice.text[i] < ' ') return false;
    }
    return true;
}

// In a line with tabs, the name of the map may have spaces.
static ploy_status split(const pl_line_reader* reader, pl_slice line, field_list* list)
{
    const char* gaps = memchr(line.text, '\t', line.count) ? "\t" : " ";
    list->line = line.text;
    for (uint32_t f = 0; f < FIELD_COUNT; ++f) {
        list->fields[f] = pl_slice_word(&line, gaps);
        if (!list->fields[f].count)
            return fail_field(reader, list, f, "nine fields: bucket, map, width, height, start x y, goal x y, length");
        bool is_whole = f != FIELD_MAP && f != FIELD_LENGTH;
        if (is_whole && !pl_slice_count(list->fields[f], &list->counts[f]))
            return fail_field(reader, list, f, "a whole number");
    }
    if (!is_name(list->fields[FIELD_MAP]))
        return fail_field(reader, list, FIELD_MAP, "a name without control characters");
    if (pl_slice_is_blank(line)) return PLOY_OK;
    pl_error_set(reader->error, reader->line, (uint32_t)(line.text - list->line) + 1, "more after the length");
    pl_error_hint(reader->error, "nine fields a line");
    return PLOY_INVALID;
}

static ploy_status check_inside(const pl_line_reader* reader, const field_list* list)
{
    for (uint32_t f = 2; f < 4; ++f) {
        if (list->counts[f] == 0 || list->counts[f] > PLOY_MAX_GRID_SIDE)
            return fail_field(reader, list, f, "the map's, 1 to 65535");
    }
    for (uint32_t f = 4; f < 8; ++f) {
        uint32_t side = list->counts[2 + f % 2];
        if (list->counts[f] < side) continue;
        fail_field(reader, list, f, "");
        pl_error_hint(reader->error, "0 to %u on a map of %u by %u", (unsigned)(side - 1), (unsigned)list->counts[2],
                      (unsigned)list->counts[3]);
        return PLOY_INVALID;
    }
    return PLOY_OK;
}

static ploy_status keep(ploy_scenario* scenario, const field_list* list, double length, uint32_t line)
{
    const uint32_t* n = list->counts;
    uint32_t map = pl_names_intern(&scenario->maps, list->fields[FIELD_MAP].text, list->fields[FIELD_MAP].count);
    if (map == PLOY_NONE) return PLOY_OUT_OF_MEMORY;
    ploy_scenario_query query = {
        pl_names_text(&scenario->maps, map), n[0], n[2], n[3], n[4], n[5], n[6], n[7], length, line};
    return PL_ARRAY_PUSH(&scenario->queries, &scenario->allocator, query) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status read_query(ploy_scenario* scenario, const pl_line_reader* reader, pl_slice line)
{
    field_list list = {0};
    double length;
    ploy_status status = split(reader, line, &list);
    if (status != PLOY_OK) return status;
    status = check_inside(reader, &list);
    if (status != PLOY_OK) return status;
    if (!pl_slice_decimal(list.fields[FIELD_LENGTH], &length))
        return fail_field(reader, &list, FIELD_LENGTH, "a number such as 12.4142");
    return keep(scenario, &list, length, reader->line);
}

static ploy_status read_all(ploy_scenario* scenario, pl_line_reader* reader)
{
    pl_slice line;
    ploy_status status = read_version(reader);
    while (status == PLOY_OK && pl_line_next(reader, &line)) {
        if (!pl_slice_is_blank(line)) status = read_query(scenario, reader, line);
    }
    return status;
}

ploy_status ploy_scenario_parse(const ploy_movingai_def* given, const char* text, size_t bytes,
                                ploy_scenario** scenario, ploy_error* error)
{
    PL_NEED_ERROR(error, scenario, PLOY_INVALID);
    *scenario = NULL;
    if (bytes > 0) PL_NEED_ERROR(error, text, PLOY_INVALID);
    ploy_movingai_def full = pl_movingai_with_defaults(given);
    const ploy_movingai_def* def = &full;
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    if (bytes > def->max_bytes) return pl_fail_size(def->max_bytes, error);
    ploy_scenario* made = create(&def->allocator);
    if (!made) return pl_fail_memory(error);
    pl_line_reader reader = {text, text + bytes, 0, error};
    ploy_status status = read_all(made, &reader);
    if (status == PLOY_OK)
        *scenario = made;
    else
        ploy_scenario_destroy(made);
    return status == PLOY_OUT_OF_MEMORY ? pl_fail_memory(error) : status;
}

ploy_status ploy_scenario_load(const ploy_movingai_def* given, const char* path, ploy_scenario** scenario,
                               ploy_error* error)
{
    PL_NEED_ERROR(error, scenario, PLOY_INVALID);
    *scenario = NULL;
    PL_NEED_ERROR(error, path, PLOY_INVALID);
    ploy_movingai_def full = pl_movingai_with_defaults(given);
    const ploy_movingai_def* def = &full;
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    pl_file_text text = {0};
    ploy_status status = pl_read_file(path, &def->allocator, def->max_bytes, &text, error);
    if (status == PLOY_OK) status = ploy_scenario_parse(def, text.data, text.count, scenario, error);
    PL_ARRAY_FREE(&text, &def->allocator);
    return status;
}
