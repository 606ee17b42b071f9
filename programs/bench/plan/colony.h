// Colonies, drawn by a seed: one worker, places with roads between them, goods with counters to 6, workshops that turn
// goods into others, tools, a market, now and then a limit of what can be carried, and a goal of one to three goods.
// Two goods may come from objects that are there or not, trees and ores, each of which gives one. Walks may cost what a
// table of distances says, in place of an action per road. Walks may take energy, which rest at an inn fills up.
//
// A colony is written as a file that `ploy plan` reads. Every colony can be solved: a simple-minded worker who fetches
// one thing after the other has reached the goal in it, in 10 to 60 steps.

#ifndef BENCH_COLONY_H
#define BENCH_COLONY_H

#include <ploy/io.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum
{
    COLONY_MAX_PLACES = 200,
    COLONY_MAX_GOODS = 64,
    COLONY_MAX_OBJECTS = 300,
};

typedef struct colony_size
{
    int places; ///< 4 .. COLONY_MAX_PLACES
    int goods;  ///< 6 .. COLONY_MAX_GOODS
    int objects; ///< trees and ores, half of each; 0 .. COLONY_MAX_OBJECTS
    bool has_table; ///< of distances along the roads
    bool has_energy;
} colony_size;

enum
{
    COLONY_SIZES = 9,
    COLONY_TITLE_BYTES = 80,
};

/// The families of the benchmarks.
extern const colony_size colony_sizes[COLONY_SIZES];

/// "20 places 15 goods 40 objects", for the rows of a benchmark.
void colony_title(colony_size size, char title[COLONY_TITLE_BYTES]);

/// The same size and seed give the same file on every machine.
void colony_write(colony_size size, uint64_t seed, FILE* file);

/// The file, read, and the CPU time that reading it took (may be NULL). NULL: there is no memory, or no temporary file.
ploy_file* colony_read(colony_size size, uint64_t seed, double* load_ns);

#endif
