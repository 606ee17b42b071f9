// Maps. Cells are allocated only after the file is known to have enough bytes for them, so a wrong size in the header
// does no harm.

#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "io/movingai/movingai.h"

#define BLANKS " \t"

typedef struct map_header
{
    uint32_t width, height;
    bool has_type;
    bool is_done;
} map_header;

static ploy_status fail_header_line(const pl_line_reader* reader, pl_slice line)
{
    pl_error_set(reader->error, reader->line, 1, "'%.*s' is no line of a map's header", pl_slice_shown(line),
                 line.text);
    pl_error_hint(reader->error, "\"type octile\", \"height H\", \"width W\", then \"map\" and the rows");
    return PLOY_INVALID;
}

static ploy_status read_side(const pl_line_reader* reader, const char* name, pl_slice value, uint32_t* side)
{
    if (*side) {
        pl_error_set(reader->error, reader->line, 1, "%s is given twice", name);
        pl_error_hint(reader->error, "once");
        return PLOY_INVALID;
    }
    if (pl_slice_count(value, side) && *side >= 1 && *side <= PLOY_MAX_GRID_SIDE) return PLOY_OK;
    pl_error_set(reader->error, reader->line, (uint32_t)strlen(name) + 2, "%s '%.*s'", name, pl_slice_shown(value),
                 value.text);
    pl_error_hint(reader->error, "a number from 1 to %u", (unsigned)PLOY_MAX_GRID_SIDE);
    return PLOY_INVALID;
}

static ploy_status read_type(const pl_line_reader* reader, map_header* h, pl_slice value)
{
    h->has_type = true;
    if (pl_slice_is(value, "octile")) return PLOY_OK;
    pl_error_set(reader->error, reader->line, 6, "type '%.*s'", pl_slice_shown(value), value.text);
    pl_error_hint(reader->error, "only \"type octile\" can be read");
    return PLOY_INVALID;
}

static ploy_status read_header_line(const pl_line_reader* reader, map_header* h, pl_slice line)
{
    pl_slice rest = line, name = pl_slice_word(&rest, BLANKS), value = pl_slice_word(&rest, BLANKS);
    if (!pl_slice_is_blank(rest)) return fail_header_line(reader, line);
    if (pl_slice_is(name, "type")) return read_type(reader, h, value);
    if (pl_slice_is(name, "height")) return read_side(reader, "height", value, &h->height);
    if (pl_slice_is(name, "width")) return read_side(reader, "width", value, &h->width);
    h->is_done = pl_slice_is(name, "map") && !value.count;
    return h->is_done ? PLOY_OK : fail_header_line(reader, line);
}

static ploy_status check_header(const ploy_movingai_def* def, const pl_line_reader* reader, const map_header* h)
{
    const char* missing = !h->is_done    ? "map"
                          : !h->has_type ? "type"
                          : !h->height   ? "height"
                          : !h->width    ? "width"
                                         : NULL;
    if (missing) {
        pl_error_set(reader->error, reader->line ? reader->line : 1, 0, "no line \"%s\" in the map's header", missing);
        pl_error_hint(reader->error, "\"type octile\", \"height H\", \"width W\", then \"map\" and the rows");
        return PLOY_INVALID;
    }
    if ((uint64_t)h->width * h->height <= def->max_cells) return PLOY_OK;
    pl_error_set(reader->error, reader->line, 0, "%u by %u cells", (unsigned)h->width, (unsigned)h->height);
    pl_error_hint(reader->error, "at most %u cells in all", (unsigned)def->max_cells);
    return PLOY_INVALID;
}

static ploy_status read_header(const ploy_movingai_def* def, pl_line_reader* reader, map_header* h)
{
    pl_slice line;
    while (!h->is_done && pl_line_next(reader, &line)) {
        ploy_status status = read_header_line(reader, h, line);
        if (status != PLOY_OK) return status;
    }
    return check_header(def, reader, h);
}

static ploy_status fail_rows(const pl_line_reader* reader, const map_header* h, uint32_t rows)
{
    pl_error_set(reader->error, reader->line, 0, "the map ends after %u of %u rows", (unsigned)rows,
                 (unsigned)h->height);
    pl_error_hint(reader->error, "%u lines of %u letters after \"map\"", (unsigned)h->height, (unsigned)h->width);
    return PLOY_INVALID;
}

static uint32_t lines_left(const pl_line_reader* reader, uint32_t max)
{
    pl_line_reader ahead = *reader;
    pl_slice line;
    uint32_t count = 0;
    while (count < max && pl_line_next(&ahead, &line)) ++count;
    return count;
}

static ploy_status read_row(const pl_line_reader* reader, const map_header* h, pl_slice line, uint8_t* cells)
{
    if (line.count != h->width) {
        pl_error_set(reader->error, reader->line, (uint32_t)(line.count < h->width ? line.count : h->width) + 1,
                     "a row of %zu letters", line.count);
        pl_error_hint(reader->error, "%u, as the width says", (unsigned)h->width);
        return PLOY_INVALID;
    }
    for (uint32_t x = 0; x < h->width; ++x) {
        char c = line.text[x];
        cells[x] = c == '.' || c == 'G' || c == 'S';
        if (cells[x] || c == '@' || c == 'O' || c == 'T' || c == 'W') continue;
        pl_error_set(reader->error, reader->line, x + 1, "a cell with byte %u", (unsigned)(unsigned char)c);
        pl_error_hint(reader->error, "'.', 'G', 'S' are free, '@', 'O', 'T', 'W' blocked");
        return PLOY_INVALID;
    }
    return PLOY_OK;
}

static ploy_status read_rows(pl_line_reader* reader, const map_header* h, uint8_t* cells)
{
    pl_slice line;
    for (uint32_t y = 0; y < h->height; ++y) {
        if (!pl_line_next(reader, &line)) return fail_rows(reader, h, y);
        ploy_status status = read_row(reader, h, line, cells + (size_t)y * h->width);
        if (status != PLOY_OK) return status;
    }
    while (pl_line_next(reader, &line)) {
        if (pl_slice_is_blank(line)) continue;
        pl_error_set(reader->error, reader->line, 1, "a row too many");
        pl_error_hint(reader->error, "%u, as the height says", (unsigned)h->height);
        return PLOY_INVALID;
    }
    return PLOY_OK;
}

static ploy_status make_grid(const ploy_movingai_def* def, const map_header* h, const uint8_t* cells, ploy_grid** grid,
                             ploy_error* error)
{
    ploy_grid_def grid_def = {0};
    grid_def.allocator = def->allocator;
    grid_def.width = h->width;
    grid_def.height = h->height;
    grid_def.cells = cells;
    grid_def.four_neighbors = def->four_neighbors;
    grid_def.max_size = def->max_size;
    return ploy_grid_create(&grid_def, grid, error);
}

static ploy_status parse(const ploy_movingai_def* def, pl_line_reader* reader, ploy_grid** grid)
{
    map_header h = {0};
    ploy_status status = read_header(def, reader, &h);
    if (status != PLOY_OK) return status;
    size_t cell_count = (size_t)h.width * h.height;
    if ((size_t)(reader->end - reader->at) < cell_count) return fail_rows(reader, &h, lines_left(reader, h.height - 1));
    uint8_t* cells = pl_alloc(&def->allocator, cell_count);
    if (!cells) return PLOY_OUT_OF_MEMORY;
    status = read_rows(reader, &h, cells);
    if (status == PLOY_OK) status = make_grid(def, &h, cells, grid, reader->error);
    pl_free(&def->allocator, cells, cell_count);
    return status;
}

ploy_status ploy_movingai_parse(const ploy_movingai_def* given, const char* text, size_t bytes, ploy_grid** grid,
                                ploy_error* error)
{
    PL_NEED_ERROR(error, grid, PLOY_INVALID);
    *grid = NULL;
    if (bytes > 0) PL_NEED_ERROR(error, text, PLOY_INVALID);
    ploy_movingai_def full = pl_movingai_with_defaults(given);
    const ploy_movingai_def* def = &full;
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    if (bytes > def->max_bytes) return pl_fail_size(def->max_bytes, error);
    pl_line_reader reader = {text, text + bytes, 0, error};
    ploy_status status = parse(def, &reader, grid);
    return status == PLOY_OUT_OF_MEMORY ? pl_fail_memory(error) : status;
}

ploy_status ploy_movingai_load(const ploy_movingai_def* given, const char* path, ploy_grid** grid, ploy_error* error)
{
    PL_NEED_ERROR(error, grid, PLOY_INVALID);
    *grid = NULL;
    PL_NEED_ERROR(error, path, PLOY_INVALID);
    ploy_movingai_def full = pl_movingai_with_defaults(given);
    const ploy_movingai_def* def = &full;
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    pl_file_text text = {0};
    ploy_status status = pl_read_file(path, &def->allocator, def->max_bytes, &text, error);
    if (status == PLOY_OK) status = ploy_movingai_parse(def, text.data, text.count, grid, error);
    PL_ARRAY_FREE(&text, &def->allocator);
    return status;
}
