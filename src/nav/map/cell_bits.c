#include "nav/map/cell_bits.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/memory.h"

static size_t word_count(const pl_cell_lines* lines)
{
    return (size_t)lines->count * lines->stride;
}

size_t pl_cell_bits_bytes(const pl_cell_bits* cell_bits)
{
    return pl_array_bytes(word_count(&cell_bits->rows) + word_count(&cell_bits->columns), sizeof(pl_cell_word));
}

static pl_cell_lines lines_of(uint32_t line_cells, uint32_t lines)
{
    return (pl_cell_lines){.stride = pl_bits_words(line_cells + 2), .count = lines + 2};
}

bool pl_cell_bits_init(pl_cell_bits* cell_bits, const ploy_allocator* allocator, uint32_t width, uint32_t height)
{
    *cell_bits = (pl_cell_bits){lines_of(width, height), lines_of(height, width), width, height};
    size_t bytes = pl_cell_bits_bytes(cell_bits);
    pl_cell_word* words = pl_alloc(allocator, bytes);
    if (!words) return false;
    memset(words, 0xFF, bytes);
    cell_bits->rows.words = words;
    cell_bits->columns.words = words + word_count(&cell_bits->rows);
    return true;
}

void pl_cell_bits_destroy(pl_cell_bits* cell_bits, const ploy_allocator* allocator)
{
    if (cell_bits->rows.words) pl_free(allocator, cell_bits->rows.words, pl_cell_bits_bytes(cell_bits));
    cell_bits->rows.words = NULL;
}

void pl_cell_bits_copy(pl_cell_bits* cell_bits, const pl_cell_bits* from)
{
    size_t words = word_count(&from->rows) + word_count(&from->columns); // it is there, so its bytes fit
    memcpy(cell_bits->rows.words, from->rows.words, words * sizeof *from->rows.words);
}

static void put(pl_cell_lines* lines, uint32_t line, uint32_t bit, bool is_blocked)
{
    uint64_t* word = &lines->words[(size_t)line * lines->stride + bit / 64].blocked;
    uint64_t mask = (uint64_t)1 << bit % 64;
    *word = is_blocked ? *word | mask : *word & ~mask;
}

void pl_cell_bits_open(pl_cell_bits* cell_bits, uint32_t x, uint32_t y)
{
    put(&cell_bits->rows, y + 1, x + 1, false);
    put(&cell_bits->columns, x + 1, y + 1, false);
}

// Free cells of a neighboring line right after a blocked one, in the direction of higher bits, or of lower bits.
static uint64_t opens_ahead(const pl_cell_word* line, uint32_t w)
{
    uint64_t before = w ? line[w - 1].blocked >> 63 : 1;
    return ~line[w].blocked & (line[w].blocked << 1 | before);
}

static uint64_t opens_back(const pl_cell_word* line, uint32_t w, uint32_t stride)
{
    uint64_t after = w + 1 < stride ? line[w + 1].blocked << 63 : (uint64_t)1 << 63;
    return ~line[w].blocked & (line[w].blocked >> 1 | after);
}

static void find_stops(pl_cell_lines* lines, uint32_t line, uint32_t w)
{
    pl_cell_word* here = lines->words + (size_t)line * lines->stride;
    const pl_cell_word *above = here - lines->stride, *below = here + lines->stride;
    here[w].ahead = here[w].blocked | opens_ahead(above, w) | opens_ahead(below, w);
    here[w].back = here[w].blocked | opens_back(above, w, lines->stride) | opens_back(below, w, lines->stride);
}

static void find_all_stops(pl_cell_lines* lines)
{
    for (uint32_t line = 1; line + 1 < lines->count; ++line) {
        for (uint32_t w = 0; w < lines->stride; ++w) find_stops(lines, line, w);
    }
}

void pl_cell_bits_finish(pl_cell_bits* cell_bits)
{
    find_all_stops(&cell_bits->rows);
    find_all_stops(&cell_bits->columns);
}

static void change(pl_cell_lines* lines, uint32_t line, uint32_t bit, bool is_blocked)
{
    put(lines, line, bit, is_blocked);
    uint32_t first = (bit - 1) / 64, last = (bit + 1) / 64;
    for (uint32_t near = line > 1 ? line - 1 : 1; near <= line + 1 && near + 1 < lines->count; ++near) {
        for (uint32_t w = first; w <= last; ++w) find_stops(lines, near, w);
    }
}

void pl_cell_bits_set(pl_cell_bits* cell_bits, uint32_t x, uint32_t y, bool is_blocked)
{
    change(&cell_bits->rows, y + 1, x + 1, is_blocked);
    change(&cell_bits->columns, x + 1, y + 1, is_blocked);
}
