// `ploy path`: one path on a map, or all queries of a scenario file.

#include "programs/cli/clock.h"
#include "programs/cli/command.h"
#include "programs/cli/json.h"
#include "programs/cli/memory.h"
#include "programs/cli/options.h"
#include "programs/cli/output_file.h"
#include "programs/path/path_map.h"
#include "programs/path/path_picture.h"
#include "programs/path/path_scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char page[] =
    "NAME\n"
    "  ploy path - find the shortest path on a grid map\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy path FILE.map --from X,Y --to X,Y [--size N] [--search NAME] [--partial]\n"
    "            [--smooth] [--waypoints] [--svg FILE] [--json]\n"
    "  ploy path --scen FILE.scen [--search NAME] [--json]\n"
    "\n"
    "DESCRIPTION\n"
    "  Reads maps and scenarios of the MovingAI benchmark set. Steps go to the eight cells\n"
    "  around; a diagonal one needs both cells beside it free, so no corner is cut. On a map\n"
    "  '.', 'G' and 'S' are free, '@', 'O', 'T' and 'W' blocked. Cells count from 0,0 at the top\n"
    "  left.\n"
    "\n"
    "  With --scen every query of the file is answered and its length compared with the\n"
    "  scenario's. The map is the file that the scenario names, or one of that name\n"
    "  beside the scenario.\n"
    "\n"
    "OPTIONS\n"
    "  --from X,Y         where the path begins\n"
    "  --to X,Y           where it ends\n"
    "  --size N           the agent covers N by N cells; its position is the one at the top left;\n"
    "                     1 to 16, default 1\n"
    "  --search NAME      jps: jump points; astar: cell by cell. Both find the same length; jps is faster\n"
    "                     and the default\n"
    "  --partial          without a path, one to the reachable cell that is nearest to the goal\n"
    "  --smooth           straighten the path where the cells between are free\n"
    "  --waypoints        list only the ends and the cells where the path turns\n"
    "  --svg FILE         draw map and path; maps of up to 120 by 60 cells are also printed as\n"
    "                     text\n"
    "  --json             one JSON object. A path: status (\"path\", \"partial\", \"no-path\",\n"
    "                     \"out-of-memory\"), length (diagonal steps as the square root of 2), cost (in\n"
    "                     the library's unit), straight, diagonal (steps), points (each x, y),\n"
    "                     expanded, ns. A scenario: queries, mismatches, mean_ns, mean_expanded,\n"
    "                     wrong (each line, length, expected)\n"
    "\n"
    "EXIT STATUS\n"
    "  0  a path was found; every length of the scenario is right\n"
    "  1  no path, or only part of one; a length differs from the scenario's\n"
    "  2  a file or the usage is wrong; the message names the place\n"
    "\n"
    "EXAMPLES\n"
    "  ploy path arena2.map --from 100,41 --to 201,120 --svg arena2.svg\n"
    "  ploy path arena2.map --from 100,41 --to 201,120 --size 3 --smooth --json\n"
    "  ploy path --scen arena2.map.scen --search astar --json\n";

typedef struct path_options
{
    const char *from, *to, *search, *scen, *svg;
    uint32_t size;
    bool partial, smooth, waypoints, json;
    ploy_path_method method;
} path_options;

// The cells to show: the whole path, or only some of it.
typedef struct shown_path
{
    uint32_t* cells;
    uint32_t count;
    double length;
} shown_path;

static const char* status_name(ploy_status status)
{
    if (status == PLOY_FOUND) return "path";
    return status == PLOY_NOT_FOUND ? "no-path" : ploy_status_name(status);
}

static bool parse_number(const char** text, uint32_t* value)
{
    uint64_t number = 0;
    const char* at = *text;
    for (; *at >= '0' && *at <= '9' && number <= UINT32_MAX; at++) number = number * 10 + (uint64_t)(*at - '0');
    bool good = at != *text && number <= UINT32_MAX;
    *value = (uint32_t)number;
    *text = at;
    return good;
}

static int parse_cell(const char* name, const char* text, const path_map* map, uint32_t* cell)
{
    uint32_t x, y;
    const char* at = text;
    if (!parse_number(&at, &x) || *at++ != ',' || !parse_number(&at, &y) || *at)
        return complain("path", "%s takes two numbers such as 12,7, not '%s'", name, text);
    if (x >= map->width || y >= map->height)
        return complain("path", "%s %s is not on the map, which goes from 0,0 to %u,%u", name, text, map->width - 1,
                        map->height - 1);
    *cell = y * map->width + x;
    return OPTIONS_GO_ON;
}

static double straight_length(const path_map* map, const shown_path* shown)
{
    double length = 0;
    for (uint32_t k = 1; k < shown->count; k++) {
        double dx = (double)(shown->cells[k] % map->width) - shown->cells[k - 1] % map->width;
        double dy = (double)(shown->cells[k] / map->width) - shown->cells[k - 1] / map->width;
        length += sqrt(dx * dx + dy * dy);
    }
    return length;
}

static shown_path show(const path_map* map, const path_options* o, const ploy_path* path)
{
    shown_path shown = {have_memory(malloc((path->count + 1) * sizeof *shown.cells)), path->count, 0};
    if (path->count) memcpy(shown.cells, path->nodes, path->count * sizeof *shown.cells);
    if (o->smooth)
        shown.count = ploy_grid_smooth(map->grid, NULL, o->size, shown.cells, shown.count);
    else if (o->waypoints)
        shown.count = ploy_grid_waypoints(map->grid, shown.cells, shown.count);
    shown.length = o->smooth ? straight_length(map, &shown) : measure_path(map, path).cells;
    return shown;
}

static void print_json(const path_map* map, const ploy_path* path, const shown_path* shown, double ns)
{
    path_length length = measure_path(map, path);
    json j = json_begin(stdout);
    json_text(&j, "status", status_name(path->status));
    if (path->count) {
        json_fixed(&j, "length", (int64_t)llround(shown->length * 1000));
        json_count(&j, "cost", (uint64_t)path->cost);
    } else {
        json_null(&j, "length");
        json_null(&j, "cost");
    }
    json_count(&j, "straight", length.straight);
    json_count(&j, "diagonal", length.diagonal);
    json_array(&j, "points");
    for (uint32_t k = 0; k < shown->count; k++) {
        json_object(&j, NULL);
        json_count(&j, "x", shown->cells[k] % map->width);
        json_count(&j, "y", shown->cells[k] / map->width);
        json_close(&j);
    }
    json_close(&j);
    json_count(&j, "expanded", path->expanded);
    json_real(&j, "ns", ns);
    json_end(&j);
}

static void print_points(const path_map* map, const shown_path* shown)
{
    for (uint32_t k = 0; k < shown->count; k++)
        printf("%s%u,%u",
               k == 0   ? ""
               : k % 10 ? " "
                        : "\n",
               shown->cells[k] % map->width, shown->cells[k] / map->width);
    putchar('\n');
}

static void print_heading(const path_options* o, const ploy_path* path, const shown_path* shown)
{
    if (path->count)
        printf("%s: length %.3f, %u %s\n", path->status == PLOY_PARTIAL ? "only part of a path" : "path", shown->length,
               shown->count, shown->count == path->count ? "cells" : "points");
    else if (path->status == PLOY_NOT_FOUND)
        printf("no path from %s to %s\n", o->from, o->to);
    else
        printf("no path from %s to %s: %s\n", o->from, o->to, ploy_status_text(path->status));
}

static void print_text(const path_map* map, const path_options* o, const ploy_path* path, const shown_path* shown,
                       double ns)
{
    print_heading(o, path, shown);
    if (path->count) {
        print_points(map, shown);
        print_picture(map, path->nodes, path->count);
    }
    printf("%u nodes expanded, %.1f µs\n", path->expanded, ns / 1e3);
}

static void note_place(const path_map* map, const path_options* o, const char* place, uint32_t cell)
{
    if (ploy_grid_clearance(map->grid, NULL, cell) < o->size)
        fprintf(stderr, "ploy path: an agent of size %u cannot stand at %s\n", o->size, place);
}

static int answer(const path_map* map, const path_options* o, uint32_t from, uint32_t to)
{
    ploy_path_query query = {0};
    query.from = from;
    query.to = to;
    query.agent_size = o->size;
    query.partial = o->partial;
    query.method = o->method;
    ploy_pathfinder_find(map->pathfinder, &query); // warms up
    double before = cpu_ns();
    const ploy_path* path = ploy_pathfinder_find(map->pathfinder, &query);
    double ns = cpu_ns() - before;
    shown_path shown = show(map, o, path);
    int status = path->status == PLOY_FOUND ? ANSWER_DONE : ANSWER_NO;
    if (o->svg && !write_svg(o->svg, map, shown.cells, shown.count))
        status = ANSWER_BAD;
    else if (o->json)
        print_json(map, path, &shown, ns);
    else
        print_text(map, o, path, &shown, ns);
    free(shown.cells);
    return status;
}

static int run_map(const path_options* o, const char* file)
{
    path_map map;
    uint32_t from = 0, to = 0;
    if (!path_map_open(&map, file, o->size)) return ANSWER_BAD;
    int status = parse_cell("--from", o->from, &map, &from);
    if (status == OPTIONS_GO_ON) status = parse_cell("--to", o->to, &map, &to);
    if (status == OPTIONS_GO_ON) {
        note_place(&map, o, o->from, from);
        note_place(&map, o, o->to, to);
        status = answer(&map, o, from, to);
    }
    path_map_close(&map);
    return status;
}

static int check_usage(path_options* o, const text_list* operands)
{
    if (!parse_path_search(o->search, &o->method))
        return complain("path", "--search is jps or astar, not '%s'", o->search);
    if (o->scen) {
        if (operands->count || o->from || o->to || o->svg || o->smooth || o->waypoints || o->partial || o->size != 1)
            return complain("path", "--scen takes only --search and --json; the scenario names its map");
        return OPTIONS_GO_ON;
    }
    if (operands->count != 1) return complain("path", "one map is needed, or --scen FILE (see 'ploy path --help')");
    if (output_check("path", o->svg, operands->items[0]) != ANSWER_DONE) return ANSWER_BAD;
    if (!o->from || !o->to) return complain("path", "--from X,Y and --to X,Y are needed");
    if (o->size < 1 || o->size > PLOY_MAX_AGENT_SIZE)
        return complain("path", "--size is 1 to %u, not %u", (unsigned)PLOY_MAX_AGENT_SIZE, o->size);
    return OPTIONS_GO_ON;
}

static int run(int argc, char** argv);

const command command_path = {"path", "find paths on grid maps, check scenarios", page, run};

static int run(int argc, char** argv)
{
    path_options o = {.search = "jps", .size = 1};
    const option options[] = {
        {"--from", OPTION_TEXT, &o.from},       {"--to", OPTION_TEXT, &o.to},
        {"--size", OPTION_COUNT, &o.size},      {"--search", OPTION_TEXT, &o.search},
        {"--partial", OPTION_FLAG, &o.partial}, {"--smooth", OPTION_FLAG, &o.smooth},
        {"--scen", OPTION_TEXT, &o.scen},       {"--waypoints", OPTION_FLAG, &o.waypoints},
        {"--svg", OPTION_TEXT, &o.svg},         {"--json", OPTION_FLAG, &o.json},
    };
    text_list operands = {0};
    int status = options_parse(&command_path, options, sizeof options / sizeof options[0], &operands, argc, argv);
    if (status == OPTIONS_GO_ON) status = check_usage(&o, &operands);
    if (status == OPTIONS_GO_ON)
        status = o.scen ? check_scenario(o.scen, o.search, o.method, o.json) : run_map(&o, operands.items[0]);
    text_list_free(&operands);
    return status;
}
