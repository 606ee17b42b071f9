#include "nav/map/cell_bits.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/memory.h"

static size_t lane_count(const pl_lines* lines)
{
    return (size_t)lines->count * lines->stride;
}

size_t pl_board_bytes(const pl_board* board)
{
    return pl_array_bytes(lane_count(&board->rows) + lane_count(&board->columns), sizeof(pl_lane));
}

static pl_lines lines_of(uint32_t line_cells, uint32_t lines)
{
    return (pl_lines){.stride = pl_bits_words(line_cells + 2), .count = lines + 2};
}

bool pl_board_init(pl_board* board, const ploy_allocator* allocator, uint32_t width, uint32_t height)
{
    *board = (pl_board){lines_of(width, height), lines_of(height, width), width, height};
    size_t bytes = pl_board_bytes(board);
    pl_lane* lanes = pl_alloc(allocator, bytes);
    if (!lanes) return false;
    memset(lanes, 0xFF, bytes);
    board->rows.lanes = lanes;
    board->columns.lanes = lanes + lane_count(&board->rows);
    return true;
}

void pl_board_destroy(pl_board* board, const ploy_allocator* allocator)
{
    if (board->rows.lanes) pl_free(allocator, board->rows.lanes, pl_board_bytes(board));
    board->rows.lanes = NULL;
}

void pl_board_copy(pl_board* board, const pl_board* from)
{
    memcpy(board->rows.lanes, from->rows.lanes, pl_board_bytes(from));
}

static void put(pl_lines* lines, uint32_t line, uint32_t bit, bool is_blocked)
{
    uint64_t* word = &lines->lanes[(size_t)line * lines->stride + bit / 64].blocked;
    uint64_t mask = (uint64_t)1 << bit % 64;
    *word = is_blocked ? *word | mask : *word & ~mask;
}

void pl_board_open(pl_board* board, uint32_t x, uint32_t y)
{
    put(&board->rows, y + 1, x + 1, false);
    put(&board->columns, x + 1, y + 1, false);
}

// Free cells of a neighbouring line right after a blocked one, seen by a run towards higher bits; and towards lower
// ones.
static uint64_t opens_ahead(const pl_lane* line, uint32_t w)
{
    uint64_t before = w ? line[w - 1].blocked >> 63 : 1;
    return ~line[w].blocked & (line[w].blocked << 1 | before);
}

static uint64_t opens_back(const pl_lane* line, uint32_t w, uint32_t stride)
{
    uint64_t after = w + 1 < stride ? line[w + 1].blocked << 63 : (uint64_t)1 << 63;
    return ~line[w].blocked & (line[w].blocked >> 1 | after);
}

static void find_stops(pl_lines* lines, uint32_t line, uint32_t w)
{
    pl_lane* here = lines->lanes + (size_t)line * lines->stride;
    const pl_lane *above = here - lines->stride, *below = here + lines->stride;
    here[w].ahead = here[w].blocked | opens_ahead(above, w) | opens_ahead(below, w);
    here[w].back = here[w].blocked | opens_back(above, w, lines->stride) | opens_back(below, w, lines->stride);
}

static void find_all_stops(pl_lines* lines)
{
    for (uint32_t line = 1; line + 1 < lines->count; ++line) {
        for (uint32_t w = 0; w < lines->stride; ++w) find_stops(lines, line, w);
    }
}

void pl_board_finish(pl_board* board)
{
    find_all_stops(&board->rows);
    find_all_stops(&board->columns);
}

static void change(pl_lines* lines, uint32_t line, uint32_t bit, bool is_blocked)
{
    put(lines, line, bit, is_blocked);
    uint32_t first = (bit - 1) / 64, last = (bit + 1) / 64;
    for (uint32_t near = line > 1 ? line - 1 : 1; near <= line + 1 && near + 1 < lines->count; ++near) {
        for (uint32_t w = first; w <= last; ++w) find_stops(lines, near, w);
    }
}

void pl_board_set(pl_board* board, uint32_t x, uint32_t y, bool is_blocked)
{
    change(&board->rows, y + 1, x + 1, is_blocked);
    change(&board->columns, x + 1, y + 1, is_blocked);
}
