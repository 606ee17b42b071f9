#include "games/arena/map/picture.h"

#include <stdio.h>
#include <string.h>

#include "games/arena/ai/arms.h"
#include "games/arena/rules/pickups.h"
#include "games/arena/rules/score.h"

enum
{
    MAX_COLUMNS = 320,
    MAX_ROWS = 120,
    LIST_WIDTH = 36, // beside the map, at least
};

typedef struct canvas
{
    const arena_match* match;
    arena_picture_def def;
    uint32_t width, height; // of the map; characters are twice as high as they are wide
    char cells[MAX_ROWS][MAX_COLUMNS];
} canvas;

typedef struct output
{
    char* text;
    size_t size, count;
} output;

static void write_text(output* out, const char* text)
{
    for (; *text && out->count + 1 < out->size; text++) out->text[out->count++] = *text;
    out->text[out->count] = '\0';
}

// Walls are thinner than a character: show one when it covers a third of the character.
static char ground_at(const canvas* c, uint32_t row, uint32_t column)
{
    const arena_map* map = c->match->map;
    uint32_t left = column * map->width / c->width, right = (column + 1) * map->width / c->width;
    uint32_t top = row * map->height / c->height, bottom = (row + 1) * map->height / c->height;
    uint32_t walls = 0;
    for (uint32_t y = top; y < bottom; y++) {
        for (uint32_t x = left; x < right; x++) walls += !(map->cells[y * map->width + x] & ARENA_CELL_FREE);
    }
    return walls * 4 > (right - left) * (bottom - top) ? '#' : ' ';
}

static void put(canvas* c, arena_vec at, char letter)
{
    int64_t column = (int64_t)at.x * c->width / ((int64_t)c->match->map->width * ARENA_CELL);
    int64_t row = (int64_t)at.y * c->height / ((int64_t)c->match->map->height * ARENA_CELL);
    if (row >= 0 && row < c->height && column >= 0 && column < c->width) c->cells[row][column] = letter;
}

static char letter_of(const arena_agent* agent)
{
    return (char)((agent->side ? 'a' : 'A') + agent->index / ARENA_SIDES % 26);
}

static void draw_things(canvas* c)
{
    const arena_match* match = c->match;
    for (uint32_t i = 0; i < match->map->place_count; i++) {
        const arena_place* place = &match->map->places[i];
        if (place->kind == ARENA_HEALTH && arena_pickup_is_there(match, i)) put(c, place->middle, '+');
        if (place->kind == ARENA_AMMO && arena_pickup_is_there(match, i)) put(c, place->middle, ':');
    }
    for (uint32_t i = 0; i < match->shot_count; i++) put(c, match->shots[i].at, '.');
    for (uint32_t i = 0; i < 2; i++) {
        if (match->rules.points) put(c, match->points[i].at, (char)('1' + i));
        if (match->rules.flags) put(c, match->flags[i].at, i ? '>' : '<');
    }
    for (uint32_t i = 0; i < match->agent_count; i++) {
        if (arena_is_alive(&match->agents[i])) put(c, match->agents[i].at, letter_of(&match->agents[i]));
    }
}

static void draw(canvas* c)
{
    for (uint32_t row = 0; row < c->height; row++) {
        for (uint32_t column = 0; column < c->width; column++) c->cells[row][column] = ground_at(c, row, column);
    }
    draw_things(c);
}

static const char* color_of(char letter)
{
    if (letter >= 'A' && letter <= 'Z') return "\033[31m";
    if (letter >= 'a' && letter <= 'z') return "\033[34m";
    return letter == '#' ? "\033[90m" : "\033[33m";
}

static void write_row(output* out, const canvas* c, uint32_t row)
{
    const char* last = "";
    for (uint32_t i = 0; i < c->width; i++) {
        char letter[2] = {c->cells[row][i], '\0'};
        const char* color = !c->def.color ? "" : letter[0] == ' ' ? last : color_of(letter[0]);
        if (strcmp(color, last) != 0) write_text(out, color);
        write_text(out, letter);
        last = color;
    }
    if (last[0]) write_text(out, "\033[0m");
}

static void write_agent(output* out, const canvas* c, const arena_agent* agent)
{
    char line[MAX_COLUMNS], words[MAX_COLUMNS - 16];
    snprintf(words, sizeof words, "%s", agent->doing ? agent->doing : "");
    if (c->def.describe) c->def.describe(c->def.user, agent, words, sizeof words);
    if (arena_is_alive(agent)) {
        snprintf(line, sizeof line, "%c %3d %.2s %s", letter_of(agent), agent->health,
                 arena_arms_rounds(agent) ? arena_weapon_name(agent->arms.weapon) : "--", words);
    } else {
        snprintf(line, sizeof line, "%c   - dead", letter_of(agent));
    }
    line[c->def.columns - c->width - 1] = '\0';
    write_text(out, line);
}

static void write_head(output* out, const arena_match* match)
{
    char line[81];
    uint32_t seconds = match->step / ARENA_STEPS_PER_SECOND;
    arena_score red = arena_side_score(match, 0), blue = arena_side_score(match, 1);
    snprintf(line, sizeof line, "%.12s %u:%02u   A.. %d points %u kills   a.. %d points %u kills\n", match->rules.name,
             seconds / 60, seconds % 60, red.score, red.kills, blue.score, blue.kills);
    write_text(out, line);
}

static void write_foot(output* out, const arena_match* match)
{
    char line[81];
    const char* owners[3] = {"nobody's", "A..'s", "a..'s"};
    const char* states[3] = {"at home", "carried", "dropped"};
    line[0] = '\0';
    if (match->rules.points) {
        snprintf(line, sizeof line, "point 1 is %s, point 2 is %s", owners[match->points[0].owner1],
                 owners[match->points[1].owner1]);
    } else if (match->rules.flags) {
        snprintf(line, sizeof line, "< of A.. is %s, > of a.. is %s", states[match->flags[0].state],
                 states[match->flags[1].state]);
    } else if (match->rules.rounds) {
        snprintf(line, sizeof line, "round %u", match->round + 1);
    }
    write_text(out, line);
}

static uint32_t between(uint32_t value, uint32_t min, uint32_t max)
{
    return value < min ? min : value < max ? value : max;
}

static void set_size(canvas* c)
{
    arena_picture_def* def = &c->def;
    def->columns = between(def->columns ? def->columns : 80, 2 * LIST_WIDTH, MAX_COLUMNS);
    def->rows = between(def->rows ? def->rows : 24, 12, MAX_ROWS);
    c->height = def->rows - 2;
    c->width = between(2 * c->height, 1, def->columns - LIST_WIDTH);
}

size_t arena_picture(const arena_match* match, const arena_picture_def* def, char* text, size_t size)
{
    canvas c = {.match = match, .def = *def};
    output out = {text, size, 0};
    set_size(&c);
    draw(&c);
    write_head(&out, match);
    for (uint32_t row = 0; row < c.height; row++) {
        write_row(&out, &c, row);
        // List one side below the other: agents of one side have every second index.
        uint32_t half = c.height / 2, index = row % half * ARENA_SIDES + (row >= half);
        write_text(&out, " ");
        if (index < match->agent_count && row < 2 * half) write_agent(&out, &c, &match->agents[index]);
        write_text(&out, "\n");
    }
    write_foot(&out, match);
    return out.count;
}
