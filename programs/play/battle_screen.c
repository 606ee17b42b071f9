#include "programs/play/battle_screen.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "programs/cli/system.h"

enum
{
    LIST_WIDTH = 38, // beside the map, at least
};

typedef struct battle_sheet
{
    char* text;
    size_t used;
    const battle* game;
    const play_session* play;
    int32_t side; // units
    uint32_t width, height; // of the map, in characters, which are about twice as high as wide
    char map[TERMINAL_MAX_ROWS][TERMINAL_MAX_COLUMNS];
    uint32_t next_fight; // the next fight to list
} battle_sheet;

CLI_PRINTF(2, 3) static void put(battle_sheet* s, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    int count = vsnprintf(s->text + s->used, PLAY_SCREEN_BYTES - s->used, format, list);
    va_end(list);
    s->used += (size_t)count;
    if (s->used >= PLAY_SCREEN_BYTES) s->used = PLAY_SCREEN_BYTES - 1;
}

static char letter(uint32_t number)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    return letters[number % (sizeof letters - 1)];
}

// Drawing.

static void dot(battle_sheet* s, ploy_point at, char what)
{
    int64_t x = (int64_t)at.x * s->width / s->side, y = (int64_t)at.y * s->height / s->side;
    if (x >= 0 && x < s->width && y >= 0 && y < s->height) s->map[y][x] = what;
}

static void draw_heights(battle_sheet* s)
{
    static const char heights[] = {' ', '.', ':', '-', '='};
    const ploy_terrain* terrain = s->game->ground.terrain;
    const ploy_point* at = ploy_terrain_positions(terrain);
    const int32_t* up = ploy_terrain_elevations(terrain);
    for (uint32_t n = 0; n < ploy_terrain_node_count(terrain); n++) {
        int32_t step = up[n] < -400 ? 0 : up[n] < 0 ? 1 : up[n] < 400 ? 2 : up[n] < 800 ? 3 : 4;
        dot(s, at[n], ploy_terrain_has_tree(terrain, n) ? '^' : heights[step]);
    }
}

static void draw_fighters(battle_sheet* s)
{
    const ploy_point* at = ploy_terrain_positions(s->game->ground.terrain);
    for (uint32_t i = 0; i < s->game->fighter_count; i++) {
        const fighter* f = &s->game->fighters[i];
        if (!fighter_is_in(f) || f->route_state != ROUTE_READY) continue;
        for (uint32_t k = f->route_at; k < f->route_count; k++) dot(s, at[f->route[k]], '*');
    }
    for (uint32_t i = 0; i < s->game->fighter_count; i++) {
        const fighter* f = &s->game->fighters[i];
        if (fighter_is_in(f)) dot(s, fighter_position(f), letter(i));
    }
}

static const char* color_of(char what)
{
    return what == '^' ? "\033[32m" : what == '*' ? "\033[33m" : strchr(" .:-=", what) ? "\033[2m" : "\033[1m";
}

static void put_row(battle_sheet* s, uint32_t y)
{
    const char* last = "";
    for (uint32_t x = 0; x < s->width; x++) {
        const char* color = play_color(s->play, color_of(s->map[y][x]));
        if (strcmp(color, last) != 0) put(s, "%s%s", play_color(s->play, "\033[0m"), color);
        put(s, "%c", s->map[y][x]);
        last = color;
    }
    put(s, "%s", play_color(s->play, "\033[0m"));
}

// The list beside the map.

static void put_fight(battle_sheet* s)
{
    const battle* game = s->game;
    if (s->next_fight >= game->fight_count) return;
    const fight* f = &game->fights[s->next_fight++];
    const fighter *a = &game->fighters[f->sides[0]], *b = &game->fighters[f->sides[1]];
    put(s, "%c (%d) against %c (%d)", letter(a->number), a->health, letter(b->number), b->health);
}

static void put_beside(battle_sheet* s, uint32_t row)
{
    const battle_counts* c = &s->game->counts;
    double mean = c->answers ? (double)c->waited / (double)c->answers : 0;
    if (row == 0) put(s, "%u of %u left", s->game->left, s->game->fighter_count);
    if (row == 1) put(s, "%" PRIu64 " fights, %" PRIu64 " blows", c->fights, c->blows);
    if (row == 2) put(s, "%" PRIu64 " paths, %.1f ticks each", c->answers, mean);
    if (row == 4) put(s, "fights, and health left:");
    if (row > 4) put_fight(s);
}

static void set_size(battle_sheet* s, terminal_size size)
{
    uint32_t room = size.columns > 2 * LIST_WIDTH ? size.columns - LIST_WIDTH : LIST_WIDTH;
    s->height = size.rows > 13 ? size.rows - 3 : 10;
    s->width = 2 * s->height < room ? 2 * s->height : room;
}

void battle_screen(const battle* game, const play_session* p, char screen[PLAY_SCREEN_BYTES])
{
    static battle_sheet s;
    s = (battle_sheet){.text = screen, .game = game, .play = p, .side = game->ground.side};
    set_size(&s, play_screen_size(p));
    uint64_t seconds = game->ticks / BATTLE_TICKS;
    memset(s.map, ' ', sizeof s.map);
    draw_heights(&s);
    draw_fighters(&s);
    put(&s, "battleground  %02" PRIu64 ":%02" PRIu64 "  seed %u\n", seconds / 60, seconds % 60, p->seed);
    for (uint32_t y = 0; y < s.height; y++) {
        put_row(&s, y);
        put(&s, " | ");
        put_beside(&s, y);
        put(&s, "\n");
    }
    put(&s, "A.. fighters  * their paths  ^ trees  .:-= hills\n");
}
