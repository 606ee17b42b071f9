// Grid maps and queries made from a seed, as MovingAI files: what `ploy bench nav` runs when no scenario is given.

#ifndef BENCH_BENCH_MAPS_H
#define BENCH_BENCH_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum bench_map_kind
{
    BENCH_MAP_MAZE,   ///< corridors of four cells
    BENCH_MAP_ROOMS,  ///< rooms of different sizes with doors
    BENCH_MAP_RANDOM, ///< a quarter of the cells blocked at random
    BENCH_MAP_CAVES,  ///< smoothed noise
    BENCH_MAP_COUNT,
} bench_map_kind;

const char* bench_map_name(bench_map_kind kind);

/// Writes NAME.map and NAME.map.scen into the folder: a map of side * side cells, and queries between connected cells,
/// sorted by length, with the lengths that A* finds. The path of the scenario goes into `path`. The same bytes for the
/// same arguments. False when the files cannot be written.
bool bench_map_write(bench_map_kind kind, uint32_t side, uint32_t query_count, const char* folder, char* path,
                     size_t path_size);

#endif
