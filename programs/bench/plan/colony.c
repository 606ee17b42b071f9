#include "programs/bench/plan/colony.h"
#include "programs/cli/clock.h"

#include <string.h>

enum
{
    MAX_COUNT = 6,
    MAX_INPUTS = 3,
    MAX_ROADS = COLONY_MAX_PLACES * 8,
    MAX_RECIPES = COLONY_MAX_GOODS * 4,
    MIN_STEPS = 10,
    MAX_STEPS = 60,
    MAX_WANTED = 3,
    TEXT_BYTES = 1 << 20,
    PLACES_PER_INN = 5,
    OBJECT_GOODS = 2, // the goods that come from objects, if there are some
};

typedef struct amount
{
    int good, count;
} amount;

typedef struct road
{
    int from, to, cost;
} road;

/// An action at a place. Without inputs: gathering.
typedef struct recipe
{
    const char* verb;
    int place;
    amount inputs[MAX_INPUTS];
    int input_count;
    amount output;
    int tool; // a good that must be there and stays; -1: none
    int cost;
} recipe;

typedef struct colony
{
    colony_size size;
    uint64_t seed;
    int x[COLONY_MAX_PLACES], y[COLONY_MAX_PLACES];
    road roads[MAX_ROADS];
    int road_count;
    int travel_cost; // of a walk from anywhere to anywhere; 0: by road
    recipe recipes[MAX_RECIPES];
    int recipe_count;
    int max_load;                  // of all goods together; 0: no limit
    int spots[COLONY_MAX_OBJECTS]; // trees first, then ores
    int inns[COLONY_MAX_PLACES], inn_count;
    int max_energy; // 0: walks take none
    int home, start[COLONY_MAX_GOODS];
    amount wanted[MAX_WANTED];
    int wanted_count;
    bool ends_at_home;
} colony;

// Numbers from a seed: splitmix64.

static uint64_t draw(colony* c)
{
    uint64_t z = c->seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int draw_between(colony* c, int low, int high)
{
    return low + (int)(draw(c) % (uint64_t)(high - low + 1));
}

static bool draw_chance(colony* c, int percent)
{
    return draw_between(c, 1, 100) <= percent;
}

// Places and roads: a tree of near neighbors, so that every place can be reached, and some more roads.

static int squared_distance(const colony* c, int a, int b)
{
    int dx = c->x[a] - c->x[b], dy = c->y[a] - c->y[b];
    return dx * dx + dy * dy;
}

static int road_cost(const colony* c, int a, int b)
{
    int root = 1;
    while ((root + 1) * (root + 1) <= squared_distance(c, a, b)) root++;
    return 1 + root / 12;
}

static bool has_road(const colony* c, int a, int b)
{
    for (int i = 0; i < c->road_count; i++)
        if (c->roads[i].from == a && c->roads[i].to == b) return true;
    return false;
}

static void add_road(colony* c, int a, int b)
{
    if (a == b || has_road(c, a, b) || c->road_count + 2 > MAX_ROADS) return;
    c->roads[c->road_count++] = (road){a, b, road_cost(c, a, b)};
    c->roads[c->road_count++] = (road){b, a, road_cost(c, a, b)};
}

static int nearest_before(const colony* c, int place, int but)
{
    int best = -1;
    for (int p = 0; p < place; p++)
        if (p != but && (best < 0 || squared_distance(c, p, place) < squared_distance(c, best, place))) best = p;
    return best;
}

static void make_places(colony* c)
{
    for (int p = 0; p < c->size.places; p++) c->x[p] = draw_between(c, 0, 99), c->y[p] = draw_between(c, 0, 99);
    if (draw_chance(c, 25) && !c->size.has_table) {
        c->travel_cost = draw_between(c, 2, 4);
        return;
    }
    for (int p = 1; p < c->size.places; p++) {
        int first = nearest_before(c, p, -1), second = nearest_before(c, p, first);
        add_road(c, p, first);
        if (second >= 0 && draw_chance(c, 60)) add_road(c, p, second);
        if (draw_chance(c, 10)) add_road(c, p, draw_between(c, 0, p - 1));
    }
}

// Goods: the first third is gathered, every other one is made of goods before it. The last one is money if there is a
// market.

static void add_recipe(colony* c, recipe r)
{
    if (c->recipe_count < MAX_RECIPES) c->recipes[c->recipe_count++] = r;
}

static int draw_place(colony* c)
{
    return draw_between(c, 0, c->size.places - 1);
}

static void add_gathering(colony* c, int good, int raw)
{
    for (int sources = draw_chance(c, 35) ? 2 : 1; sources > 0; sources--) {
        recipe r = {"Gather", draw_place(c), .output = {good, 1}, .tool = -1, .cost = draw_between(c, 1, 4)};
        add_recipe(c, r);
        if (!draw_chance(c, 15)) continue;
        r.verb = "Harvest"; // faster, with a tool
        r.output.count = 2;
        r.tool = draw_between(c, raw, c->size.goods - 2);
        add_recipe(c, r);
    }
}

static void add_making(colony* c, int good, int raw)
{
    for (int ways = draw_chance(c, 20) ? 2 : 1; ways > 0; ways--) {
        recipe r = {"Make", draw_place(c), .tool = -1, .cost = draw_between(c, 1, 6)};
        r.output = (amount){good, draw_chance(c, 20) ? 2 : 1};
        r.input_count = draw_chance(c, 45) ? 2 : draw_chance(c, 70) ? 1 : 3;
        int deepest = good - 1;
        for (int i = 0; i < r.input_count; i++) {
            int from = i == 0 && draw_chance(c, 60) && good > raw ? deepest - draw_between(c, 0, 3) : -1;
            int input = from >= 0 ? from : draw_between(c, 0, deepest);
            bool is_new = true;
            for (int k = 0; k < i; k++) is_new &= r.inputs[k].good != input;
            if (!is_new) {
                r.input_count--, i--;
                continue;
            }
            r.inputs[i] = (amount){input, draw_chance(c, 35) ? 2 : 1};
        }
        if (good > raw + 1 && draw_chance(c, 20)) {
            r.tool = draw_between(c, raw, good - 1);
            for (int k = 0; k < r.input_count; k++)
                if (r.inputs[k].good == r.tool) r.tool = -1;
        }
        add_recipe(c, r);
    }
}

static void add_market(colony* c, int money, int raw)
{
    int place = draw_place(c);
    for (int deals = draw_between(c, 2, 5); deals > 0; deals--) {
        int sold = draw_between(c, 0, money - 1), bought = draw_between(c, raw, money - 1);
        add_recipe(c, (recipe){"Sell", place, {{sold, 1}}, 1, {money, sold < raw ? 1 : 2}, -1, 1});
        add_recipe(c, (recipe){"Buy", place, {{money, draw_between(c, 2, 4)}}, 1, {bought, 1}, -1, 1});
    }
}

static void make_goods(colony* c)
{
    int raw = c->size.goods / 3, money = c->size.goods - 1;
    bool has_market = draw_chance(c, 50);
    for (int g = 0; g < raw; g++) add_gathering(c, g, raw);
    for (int g = raw; g < money + !has_market; g++) add_making(c, g, raw);
    if (has_market) add_market(c, money, raw);
    for (int g = 0; g < c->size.goods; g++) c->start[g] = draw_chance(c, 15) ? draw_between(c, 1, 2) : 0;
    c->home = draw_place(c);
}

// The worker who fetches one thing after the other.

typedef struct worker
{
    const colony* c;
    int at, count[COLONY_MAX_GOODS], load, steps;
    int taken[OBJECT_GOODS]; // trees and ores
    int hops[COLONY_MAX_PLACES][COLONY_MAX_PLACES];
    int depth;
} worker;

static void measure_hops(worker* w)
{
    int n = w->c->size.places;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) w->hops[a][b] = a == b ? 0 : w->c->travel_cost ? 1 : 1000;
    for (int i = 0; i < w->c->road_count; i++) w->hops[w->c->roads[i].from][w->c->roads[i].to] = 1;
    for (int k = 0; k < n; k++)
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++)
                if (w->hops[a][k] + w->hops[k][b] < w->hops[a][b]) w->hops[a][b] = w->hops[a][k] + w->hops[k][b];
}

static bool obtain(worker* w, amount wanted);

static bool has_inputs(const worker* w, const recipe* r)
{
    for (int i = 0; i < r->input_count; i++)
        if (w->count[r->inputs[i].good] < r->inputs[i].count) return false;
    return r->tool < 0 || w->count[r->tool] > 0;
}

// Are there objects that a good is taken from?
static bool is_from_objects(const colony* c, const recipe* r)
{
    return c->size.objects && r->input_count == 0 && r->output.good < OBJECT_GOODS;
}

static bool take(worker* w, const recipe* r)
{
    if (!is_from_objects(w->c, r)) return true;
    w->taken[r->output.good] += r->output.count;
    return w->taken[r->output.good] <= w->c->size.objects / OBJECT_GOODS;
}

static bool carry_out(worker* w, const recipe* r)
{
    for (int tries = 0; !has_inputs(w, r); tries++) {
        if (tries == 4 || (r->tool >= 0 && !obtain(w, (amount){r->tool, 1}))) return false;
        for (int i = 0; i < r->input_count; i++)
            if (!obtain(w, r->inputs[i])) return false;
    }
    int load = w->load + r->output.count;
    for (int i = 0; i < r->input_count; i++) load -= r->inputs[i].count;
    if (w->count[r->output.good] + r->output.count > MAX_COUNT || (w->c->max_load && load > w->c->max_load))
        return false;
    if (!take(w, r)) return false;
    for (int i = 0; i < r->input_count; i++) w->count[r->inputs[i].good] -= r->inputs[i].count;
    w->count[r->output.good] += r->output.count;
    w->load = load;
    w->steps += w->hops[w->at][r->place] + 1;
    w->at = r->place;
    return w->steps <= MAX_STEPS;
}

static bool obtain(worker* w, amount wanted)
{
    if (w->depth > 12) return false;
    w->depth++;
    bool can = true;
    while (can && w->count[wanted.good] < wanted.count) {
        const recipe* first = NULL;
        for (int i = 0; !first && i < w->c->recipe_count; i++)
            if (w->c->recipes[i].output.good == wanted.good) first = &w->c->recipes[i];
        can = first && carry_out(w, first);
    }
    w->depth--;
    return can;
}

static int steps_to_goal(const colony* c)
{
    static worker w; // too large for the stack of some systems
    memset(&w, 0, sizeof w);
    w.c = c;
    w.at = c->home;
    for (int g = 0; g < c->size.goods; g++) w.count[g] = c->start[g], w.load += c->start[g];
    measure_hops(&w);
    for (int i = 0; i < c->wanted_count; i++)
        if (!obtain(&w, c->wanted[i])) return -1;
    for (int i = 0; i < c->wanted_count; i++)
        if (w.count[c->wanted[i].good] < c->wanted[i].count) return -1;
    return w.steps + (c->ends_at_home ? w.hops[w.at][c->home] : 0);
}

static void draw_goal(colony* c)
{
    int raw = c->size.goods / 3;
    c->wanted_count = draw_between(c, 1, MAX_WANTED);
    c->ends_at_home = draw_chance(c, 40);
    for (int i = 0; i < c->wanted_count; i++) {
        c->wanted[i] =
            (amount){draw_between(c, raw, c->size.goods - 1), draw_chance(c, 30) ? draw_between(c, 2, 4) : 1};
        for (int k = 0; k < i; k++)
            if (c->wanted[k].good == c->wanted[i].good) c->wanted_count = i;
    }
}

// A walk takes one of energy. There is enough from an inn to any place, to a neighbor of it, and from there to the next
// inn; so every place can be reached.
static void make_inns(colony* c)
{
    static worker w; // too large for the stack of some systems
    int farthest = 0;
    w.c = c;
    measure_hops(&w);
    c->inn_count = (c->size.places + PLACES_PER_INN - 1) / PLACES_PER_INN;
    for (int i = 0; i < c->inn_count; i++) c->inns[i] = draw_between(c, i * PLACES_PER_INN, c->size.places - 1);
    for (int p = 0; p < c->size.places; p++) {
        int nearest = w.hops[c->inns[0]][p];
        for (int i = 1; i < c->inn_count; i++)
            if (w.hops[c->inns[i]][p] < nearest) nearest = w.hops[c->inns[i]][p];
        farthest = nearest > farthest ? nearest : farthest;
    }
    c->max_energy = 2 * farthest + 1 + draw_between(c, 1, 5);
}

// Draws until there is a goal of the right distance.
static void make(colony* c, colony_size size, uint64_t seed)
{
    for (int steps = 0; steps < MIN_STEPS || steps > MAX_STEPS;) {
        *c = (colony){.size = size, .seed = seed};
        seed = draw(c);
        make_places(c);
        make_goods(c);
        c->max_load = draw_chance(c, 40) ? draw_between(c, 7, 14) : 0;
        for (int tries = 0; tries < 40 && (steps < MIN_STEPS || steps > MAX_STEPS); tries++) {
            draw_goal(c);
            steps = steps_to_goal(c);
        }
    }
    for (int i = 0; i < size.objects; i++) c->spots[i] = draw_place(c);
    if (size.has_energy) make_inns(c);
}

// The file.

static void write_symbols(const colony* c, FILE* file)
{
    fputs("    <type name=\"place\" objects=\"", file);
    for (int p = 0; p < c->size.places; p++) fprintf(file, "%sp%d", p ? " " : "", p);
    fprintf(file, "\"/>\n    <symbol name=\"at\" type=\"place\" initial=\"p%d\"/>\n", c->home);
    int load = 0;
    for (int g = 0; g < c->size.goods; g++) {
        fprintf(file, "    <symbol name=\"g%d\" type=\"int\" min=\"0\" max=\"%d\" initial=\"%d\"/>\n", g, MAX_COUNT,
                c->start[g]);
        load += c->start[g];
    }
    if (c->max_energy)
        fprintf(file, "    <symbol name=\"energy\" type=\"int\" min=\"0\" max=\"%d\" initial=\"%d\"/>\n", c->max_energy,
                c->max_energy);
    if (c->max_load)
        fprintf(file, "    <symbol name=\"load\" type=\"int\" min=\"0\" max=\"%d\" initial=\"%d\"/>\n",
                c->max_load > load ? c->max_load : load, load);
}

static const char* const object_types[OBJECT_GOODS] = {"tree", "ore"};

// Half of the objects' capacity is free, for those that are spawned later.
static void write_objects(const colony* c, FILE* file)
{
    int count = c->size.objects / OBJECT_GOODS;
    for (int g = 0; count && g < OBJECT_GOODS; g++) {
        const char* type = object_types[g];
        fprintf(file, "    <type name=\"%s\" capacity=\"%d\" count=\"%d\"/>\n", type, 2 * count, count);
        fprintf(file, "    <symbol name=\"%s_gone\" type=\"bool\" of=\"%s\" planned=\"true\"/>\n", type, type);
        fprintf(file, "    <table name=\"%s_spot\" of=\"%s\" type=\"place\">", type, type);
        for (int i = 0; i < count; i++)
            fprintf(file, "%s%s.%d = p%d", i ? ", " : "", type, i + 1, c->spots[g * count + i]);
        fprintf(file, "</table>\n    <action name=\"Take_%s\" cost=\"%d\"><param name=\"o\" type=\"%s\"/>", type, 2 + g,
                type);
        fprintf(file, "<pre>at = %s_spot(o) and not %s_gone(o)</pre><effect>%s_gone(o), g%d += 1%s</effect></action>\n",
                type, type, type, g, c->max_load ? ", load += 1" : "");
    }
}

// The shortest ways along the roads, between all places.
static void write_table(const colony* c, FILE* file)
{
    static int cost[COLONY_MAX_PLACES][COLONY_MAX_PLACES]; // too large for the stack of some systems
    int n = c->size.places;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) cost[a][b] = a == b ? 0 : 1000;
    for (int i = 0; i < c->road_count; i++) cost[c->roads[i].from][c->roads[i].to] = c->roads[i].cost;
    for (int k = 0; k < n; k++)
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++)
                if (cost[a][k] + cost[k][b] < cost[a][b]) cost[a][b] = cost[a][k] + cost[k][b];
    fputs("    <table name=\"distance\" of=\"place place\">", file);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) fprintf(file, "%sp%d p%d = %d", a || b ? ", " : "", a, b, cost[a][b]);
    fputs(
        "</table>\n    <action name=\"GoTo\" cost=\"distance(at, p)\" move=\"true\"><param name=\"p\" type=\"place\"/>"
        "<pre>at != p</pre><effect>at = p</effect></action>\n",
        file);
}

static void write_travel(const colony* c, FILE* file)
{
    if (c->size.has_table) {
        write_table(c, file);
        return;
    }
    const char* tires = c->max_energy ? ", energy -= 1" : "";
    if (c->travel_cost)
        fprintf(file,
                "    <action name=\"GoTo\" cost=\"%d\" move=\"true\"><param name=\"p\" type=\"place\"/>"
                "<pre>at != p</pre><effect>at = p%s</effect></action>\n",
                c->travel_cost, tires);
    for (int i = 0; i < c->road_count; i++)
        fprintf(file,
                "    <action name=\"Go%dTo%d\" cost=\"%d\" move=\"true\"><pre>at = p%d</pre>"
                "<effect>at = p%d%s</effect></action>\n",
                c->roads[i].from, c->roads[i].to, c->roads[i].cost, c->roads[i].from, c->roads[i].to, tires);
    for (int i = 0; i < c->inn_count; i++)
        fprintf(file,
                "    <action name=\"Rest%d\" cost=\"4\"><pre>at = p%d</pre><effect>energy = %d</effect></action>\n", i,
                c->inns[i], c->max_energy);
}

static void write_recipe(const colony* c, int index, FILE* file)
{
    const recipe* r = &c->recipes[index];
    if (is_from_objects(c, r)) return;
    int load = r->output.count;
    fprintf(file, "    <action name=\"%s%d_%d\" cost=\"%d\"><pre>at = p%d", r->verb, r->output.good, index, r->cost,
            r->place);
    for (int i = 0; i < r->input_count; i++)
        fprintf(file, " and g%d ge %d", r->inputs[i].good, r->inputs[i].count), load -= r->inputs[i].count;
    if (r->tool >= 0) fprintf(file, " and g%d ge 1", r->tool);
    fprintf(file, "</pre><effect>g%d += %d", r->output.good, r->output.count);
    for (int i = 0; i < r->input_count; i++) fprintf(file, ", g%d -= %d", r->inputs[i].good, r->inputs[i].count);
    if (c->max_load && load) fprintf(file, ", load %s= %d", load > 0 ? "+" : "-", load > 0 ? load : -load);
    fputs("</effect></action>\n", file);
}

void colony_write(colony_size size, uint64_t seed, FILE* file)
{
    static colony c; // too large for the stack of some systems
    make(&c, size, seed);
    fputs("<ploy version=\"1\">\n  <domain name=\"colony\">\n", file);
    write_symbols(&c, file);
    write_objects(&c, file);
    write_travel(&c, file);
    for (int i = 0; i < c.recipe_count; i++) write_recipe(&c, i, file);
    fputs("    <goal name=\"Supply\">", file);
    for (int i = 0; i < c.wanted_count; i++)
        fprintf(file, "%sg%d ge %d", i ? " and " : "", c.wanted[i].good, c.wanted[i].count);
    if (c.ends_at_home) fprintf(file, " and at = p%d", c.home);
    fputs("</goal>\n  </domain>\n  <agent name=\"worker\" domain=\"colony\"/>\n</ploy>\n", file);
}

const colony_size colony_sizes[COLONY_SIZES] = {
    {20, 15, 0, false, false},  {30, 20, 0, false, false},   {40, 24, 0, false, false},
    {20, 15, 40, false, false}, {40, 24, 100, false, false}, {20, 15, 0, true, false},
    {40, 24, 0, true, false},   {20, 15, 0, false, true},    {40, 24, 0, false, true},
};

void colony_title(colony_size size, char title[COLONY_TITLE_BYTES])
{
    int used = snprintf(title, COLONY_TITLE_BYTES, "%d places %d goods", size.places, size.goods);
    if (size.objects) snprintf(title + used, COLONY_TITLE_BYTES - (size_t)used, " %d objects", size.objects);
    if (size.has_table) snprintf(title + used, COLONY_TITLE_BYTES - (size_t)used, " and distances");
    if (size.has_energy) snprintf(title + used, COLONY_TITLE_BYTES - (size_t)used, " and energy");
}

ploy_file* colony_read(colony_size size, uint64_t seed, double* load_ns)
{
    static char text[TEXT_BYTES];
    FILE* file = tmpfile();
    if (!file) return NULL;
    colony_write(size, seed, file);
    rewind(file);
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    ploy_file_def def = {0};
    ploy_file* made = NULL;
    double start = cpu_ns();
    ploy_status status = ploy_file_parse(&def, text, length, &made, NULL);
    if (load_ns) *load_ns = cpu_ns() - start;
    return status == PLOY_OK ? made : NULL;
}
