#include "programs/play/battle_picture.h"

#include "programs/cli/output_file.h"

#include <stdio.h>

// From low to high: shore, grass, rock, snow.
static const struct
{
    int32_t height; // lowest height of the color
    int red, green, blue;
} colors[] = {
    {-2048, 138, 176, 158}, {-600, 160, 190, 142}, {0, 198, 207, 150},    {500, 214, 196, 154},
    {1000, 200, 180, 160},  {1500, 240, 240, 238}, {4096, 255, 255, 255},
};

static void write_color(FILE* out, int32_t height)
{
    uint32_t i = 0;
    while (height >= colors[i + 1].height) ++i;
    int32_t part = height - colors[i].height, whole = colors[i + 1].height - colors[i].height;
    fprintf(out, "rgb(%d,%d,%d)", colors[i].red + (colors[i + 1].red - colors[i].red) * part / whole,
            colors[i].green + (colors[i + 1].green - colors[i].green) * part / whole,
            colors[i].blue + (colors[i + 1].blue - colors[i].blue) * part / whole);
}

static void write_terrain(FILE* out, const ploy_terrain* terrain)
{
    const ploy_point* at = ploy_terrain_positions(terrain);
    const int32_t* up = ploy_terrain_elevations(terrain);
    const uint32_t* corners;
    uint32_t count = ploy_terrain_triangles(terrain, &corners);
    fputs("<g shape-rendering=\"crispEdges\">\n", out); // no seams between triangles
    for (const uint32_t* c = corners; c < corners + 3 * (size_t)count; c += 3) {
        fprintf(out, "<path d=\"M%d %dL%d %dL%d %dz\" fill=\"", at[c[0]].x, at[c[0]].y, at[c[1]].x, at[c[1]].y,
                at[c[2]].x, at[c[2]].y);
        write_color(out, (up[c[0]] + up[c[1]] + up[c[2]]) / 3);
        fputs("\"/>\n", out);
    }
    fputs("</g>\n", out);
    for (uint32_t n = 0; n < ploy_terrain_node_count(terrain); n++) {
        if (!ploy_terrain_has_tree(terrain, n)) continue;
        fprintf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"300\" fill=\"#3f6b46\"/>\n", at[n].x, at[n].y);
    }
}

static void write_route(FILE* out, const battle* game, const fighter* f)
{
    const ploy_point* at = ploy_terrain_positions(game->ground.terrain);
    ploy_point here = fighter_position(f);
    fprintf(out, "<path d=\"M%d %dL%d %d", here.x, here.y, at[f->to].x, at[f->to].y);
    for (uint32_t k = f->route_at; k < f->route_count; k++)
        fprintf(out, "L%d %d", at[f->route[k]].x, at[f->route[k]].y);
    fputs(
        "\" fill=\"none\" stroke=\"#1d4e89\" stroke-width=\"150\" stroke-linejoin=\"round\" stroke-opacity=\"0.7\"/>\n",
        out);
}

// Fighters in a fight are red.
static void write_fighter(FILE* out, const fighter* f)
{
    ploy_point here = fighter_position(f);
    fprintf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"450\" fill=\"%s\" stroke=\"#fff\" stroke-width=\"120\"/>\n", here.x,
            here.y, f->fights ? "#c1121f" : "#1d3557");
}

bool battle_picture(const battle* game, const char* path)
{
    output_file output;
    FILE* out = output_open(&output, "play battleground", path);
    if (!out) return false;
    int32_t side = game->ground.side;
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"900\" height=\"900\">\n",
            side, side);
    write_terrain(out, game->ground.terrain);
    for (uint32_t i = 0; i < game->fighter_count; i++) {
        const fighter* f = &game->fighters[i];
        if (fighter_is_in(f) && f->route_state == ROUTE_READY) write_route(out, game, f);
    }
    for (uint32_t i = 0; i < game->fighter_count; i++)
        if (fighter_is_in(&game->fighters[i])) write_fighter(out, &game->fighters[i]);
    fputs("</svg>\n", out);
    return output_close(&output) == ANSWER_DONE;
}
