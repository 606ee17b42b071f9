// A grid for agents of one size: one bit per cell that they cannot stand on, and where a straight run has to stop.
//
// The bits are stored twice, along rows and along columns, so that a run in any of the four directions reads 64 cells per
// word:
//
//   line = row y + 1         bit = x + 1       a rim of blocked cells all around, so that no run needs a bound
//   line = column x + 1      bit = y + 1       (bits past the rim are blocked too)
//
// A run stops where it is blocked, or where it passes a corner and could turn to the side for the first time (a cell
// beside the line is free and the one before it is blocked). These are the jump points of grids where a diagonal step
// needs both cells beside it. Stops depend only on the three lines around a cell, so changing a cell costs a few words.

#ifndef PL_NAV_MAP_CELL_BITS_H
#define PL_NAV_MAP_CELL_BITS_H

#include <ploy/base.h>

#include "base/hints.h"

/// 64 cells of a line.
typedef struct pl_cell_word
{
    uint64_t blocked;
    uint64_t ahead; ///< stops of runs towards higher bits; blocked cells among them
    uint64_t back;  ///< and towards lower ones
} pl_cell_word;

/// The lines of one direction.
typedef struct pl_cell_lines
{
    pl_cell_word* words;
    uint32_t stride; ///< words per line
    uint32_t count;  ///< lines, including the rim
} pl_cell_lines;

typedef struct pl_cell_bits
{
    pl_cell_lines rows;
    pl_cell_lines columns;
    uint32_t width;
    uint32_t height;
} pl_cell_bits;

/// Everything is blocked and no stops are known yet: open cells, then call pl_cell_bits_finish. false when out of memory,
/// and then there is nothing to destroy.
bool pl_cell_bits_init(pl_cell_bits* cell_bits, const ploy_allocator* allocator, uint32_t width, uint32_t height);
void pl_cell_bits_destroy(pl_cell_bits* cell_bits, const ploy_allocator* allocator);
size_t pl_cell_bits_bytes(const pl_cell_bits* cell_bits);

/// Frees a cell before pl_cell_bits_finish.
void pl_cell_bits_open(pl_cell_bits* cell_bits, uint32_t x, uint32_t y);
/// Finds all stops.
void pl_cell_bits_finish(pl_cell_bits* cell_bits);

/// Blocks or frees a cell and updates the stops around it.
void pl_cell_bits_set(pl_cell_bits* cell_bits, uint32_t x, uint32_t y, bool is_blocked);

/// Both have the same width and height.
void pl_cell_bits_copy(pl_cell_bits* cell_bits, const pl_cell_bits* from);

static inline const pl_cell_word* pl_line_at(const pl_cell_lines* lines, uint32_t line)
{
    return lines->words + (size_t)line * lines->stride;
}

static inline bool pl_cell_line_blocks(const pl_cell_word* line, uint32_t bit)
{
    return line[bit / 64].blocked >> bit % 64 & 1;
}

/// From -1 to width (and height): the rim is blocked.
static inline bool pl_cell_bits_blocks(const pl_cell_bits* cell_bits, int32_t x, int32_t y)
{
    return pl_cell_line_blocks(pl_line_at(&cell_bits->rows, (uint32_t)(y + 1)), (uint32_t)(x + 1));
}

/// The blocked bits bit - 1, bit, bit + 1 of a line, lowest first. bit is not on the rim.
static inline uint32_t pl_cell_line_three(const pl_cell_word* line, uint32_t bit)
{
    uint32_t first = bit - 1, shift = first % 64;
    uint64_t bits = line[first / 64].blocked >> shift;
    if (shift > 61) bits |= line[first / 64 + 1].blocked << (64 - shift);
    return (uint32_t)bits & 7;
}

/// The first stop beyond bit, which is not on the rim.
static inline uint32_t pl_cell_line_run_ahead(const pl_cell_word* line, uint32_t bit)
{
    uint32_t w = (bit + 1) / 64;
    uint64_t stops = line[w].ahead & ~(uint64_t)0 << (bit + 1) % 64;
    while (!stops) stops = line[++w].ahead;
    return w * 64 + pl_trailing_zeros(stops);
}

static inline uint32_t pl_cell_line_run_back(const pl_cell_word* line, uint32_t bit)
{
    uint32_t w = (bit - 1) / 64;
    uint64_t stops = line[w].back & ~(uint64_t)0 >> (63 - (bit - 1) % 64);
    while (!stops) stops = line[--w].back;
    return w * 64 + 63 - pl_leading_zeros(stops);
}

#endif
