#include "programs/path/path_picture.h"

#include "programs/cli/output_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char letter(const path_map* map, uint32_t cell)
{
    return ploy_grid_weight(map->grid, cell) ? '.' : '@';
}

static void put_path(char* row, uint32_t y, uint32_t width, const uint32_t* cells, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        if (cells[k] / width == y) row[cells[k] % width] = k == 0 ? 'A' : k == count - 1 ? 'B' : 'o';
}

void print_picture(const path_map* map, const uint32_t* cells, uint32_t count)
{
    if (map->width > PICTURE_MOST_WIDTH || map->height > PICTURE_MOST_HEIGHT) return;
    char row[PICTURE_MOST_WIDTH + 1];
    for (uint32_t y = 0; y < map->height; y++) {
        for (uint32_t x = 0; x < map->width; x++) row[x] = letter(map, y * map->width + x);
        row[map->width] = 0;
        put_path(row, y, map->width, cells, count);
        puts(row);
    }
}

// One rectangle per run of blocked cells in a row.
static void write_blocked(FILE* out, const path_map* map, uint32_t y)
{
    for (uint32_t x = 0; x < map->width; x++) {
        uint32_t begin = x;
        while (x < map->width && !ploy_grid_weight(map->grid, y * map->width + x)) x++;
        if (x > begin) fprintf(out, "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"1\"/>\n", begin, y, x - begin);
    }
}

static void write_dot(FILE* out, const path_map* map, uint32_t cell, const char* color)
{
    fprintf(out, "<circle cx=\"%u.5\" cy=\"%u.5\" r=\"%.2f\" fill=\"%s\"/>\n", cell % map->width, cell / map->width,
            0.5 + map->width / 200.0, color);
}

static void write_path(FILE* out, const path_map* map, const uint32_t* cells, uint32_t count)
{
    fprintf(out, "<polyline fill=\"none\" stroke=\"#d1495b\" stroke-width=\"%.2f\" stroke-linejoin=\"round\" points=\"",
            0.3 + map->width / 400.0);
    for (uint32_t k = 0; k < count; k++)
        fprintf(out, "%s%u.5,%u.5", k ? " " : "", cells[k] % map->width, cells[k] / map->width);
    fputs("\"/>\n", out);
    if (count) {
        write_dot(out, map, cells[0], "#2e6f95");
        write_dot(out, map, cells[count - 1], "#d1495b");
    }
}

bool write_svg(const char* path, const path_map* map, const uint32_t* cells, uint32_t count)
{
    output_file output;
    FILE* out = output_open(&output, "path", path);
    if (!out) return false;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" shape-rendering=\"crispEdges\">\n"
            "<rect width=\"%u\" height=\"%u\" fill=\"#f4f1ea\"/>\n<g fill=\"#3d405b\">\n",
            map->width, map->height, map->width, map->height);
    for (uint32_t y = 0; y < map->height; y++) write_blocked(out, map, y);
    fputs("</g>\n<g shape-rendering=\"auto\">\n", out);
    write_path(out, map, cells, count);
    fputs("</g>\n</svg>\n", out);
    return output_close(&output) == ANSWER_DONE;
}
