#include "games/arena/map/picture.h"

#include <stdio.h>
#include <string.h>

#include "games/arena/ai/arms.h"
#include "games/arena/rules/pickups.h"
#include "games/arena/rules/score.h"

#define MAP_WIDTH 44 ///< characters are twice as high as they are wide
#define MAP_HEIGHT 22
#define LIST_WIDTH (ARENA_PICTURE_WIDTH - MAP_WIDTH - 1)

typedef struct canvas
{
    const arena_match* match;
    arena_describe_fn* describe;
    void* user;
    char cells[MAP_HEIGHT][MAP_WIDTH];
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
static char ground_at(const arena_map* map, uint32_t row, uint32_t column)
{
    uint32_t left = column * map->width / MAP_WIDTH, right = (column + 1) * map->width / MAP_WIDTH;
    uint32_t top = row * map->height / MAP_HEIGHT, bottom = (row + 1) * map->height / MAP_HEIGHT;
    uint32_t walls = 0;
    for (uint32_t y = top; y < bottom; y++) {
        for (uint32_t x = left; x < right; x++) walls += !(map->cells[y * map->width + x] & ARENA_CELL_FREE);
    }
    return walls * 4 > (right - left) * (bottom - top) ? '#' : ' ';
}

static void put(canvas* c, arena_vec at, char letter)
{
    int64_t column = (int64_t)at.x * MAP_WIDTH / ((int64_t)c->match->map->width * ARENA_CELL);
    int64_t row = (int64_t)at.y * MAP_HEIGHT / ((int64_t)c->match->map->height * ARENA_CELL);
    if (row >= 0 && row < MAP_HEIGHT && column >= 0 && column < MAP_WIDTH) c->cells[row][column] = letter;
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
    for (uint32_t row = 0; row < MAP_HEIGHT; row++) {
        for (uint32_t column = 0; column < MAP_WIDTH; column++) {
            c->cells[row][column] = ground_at(c->match->map, row, column);
        }
    }
    draw_things(c);
}

static const char* color_of(char letter)
{
    if (letter >= 'A' && letter <= 'Z') return "\033[31m";
    if (letter >= 'a' && letter <= 'z') return "\033[34m";
    return letter == '#' ? "\033[90m" : "\033[33m";
}

static void write_row(output* out, const char* row, bool color)
{
    for (uint32_t i = 0; i < MAP_WIDTH; i++) {
        char letter[2] = {row[i], '\0'};
        bool paint = color && row[i] != ' ';
        if (paint) write_text(out, color_of(row[i]));
        write_text(out, letter);
        if (paint) write_text(out, "\033[0m");
    }
}

static void write_agent(output* out, const canvas* c, const arena_agent* agent)
{
    char line[256], words[64];
    snprintf(words, sizeof words, "%s", agent->doing ? agent->doing : "");
    if (c->describe) c->describe(c->user, agent, words, sizeof words);
    if (arena_is_alive(agent)) {
        snprintf(line, sizeof line, "%c %3d %.2s %s", letter_of(agent), agent->health,
                 arena_arms_rounds(agent) ? arena_weapon_name(agent->arms.weapon) : "--", words);
    } else {
        snprintf(line, sizeof line, "%c   - dead", letter_of(agent));
    }
    line[LIST_WIDTH] = '\0';
    write_text(out, line);
}

static void write_head(output* out, const arena_match* match)
{
    char line[ARENA_PICTURE_WIDTH + 1];
    uint32_t seconds = match->step / ARENA_STEPS_PER_SECOND;
    arena_score red = arena_side_score(match, 0), blue = arena_side_score(match, 1);
    snprintf(line, sizeof line, "%.12s %u:%02u   A.. %d points %u kills   a.. %d points %u kills\n", match->rules.name,
             seconds / 60, seconds % 60, red.score, red.kills, blue.score, blue.kills);
    write_text(out, line);
}

static void write_foot(output* out, const arena_match* match)
{
    char line[ARENA_PICTURE_WIDTH + 1];
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

size_t arena_picture(const arena_match* match, arena_describe_fn* describe, void* user, bool color, char* text,
                     size_t size)
{
    canvas c = {.match = match, .describe = describe, .user = user};
    output out = {text, size, 0};
    draw(&c);
    write_head(&out, match);
    for (uint32_t row = 0; row < MAP_HEIGHT; row++) {
        write_row(&out, c.cells[row], color);
        // List one side below the other: agents of one side have every second index.
        uint32_t half = MAP_HEIGHT / 2, index = row % half * ARENA_SIDES + (row >= half);
        write_text(&out, " ");
        if (index < match->agent_count) write_agent(&out, &c, &match->agents[index]);
        write_text(&out, "\n");
    }
    write_foot(&out, match);
    return out.count;
}
