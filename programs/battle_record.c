#include "battle_record.h"

#include <stdlib.h>
#include <string.h>

#include <ploy/terrain.h>

typedef struct sheet
{
    char* text;
    size_t used, room;
} sheet;

static void put_line(sheet* s, const char* line)
{
    size_t length = strlen(line);
    if (s->used + length + 1 > s->room) {
        s->room = 2 * (s->room + length + 1);
        s->text = realloc(s->text, s->room);
        if (!s->text) abort();
    }
    memcpy(s->text + s->used, line, length + 1);
    s->used += length;
}

// Each edge of the triangles is walked in both directions, but for those at the rim.
static void put_edges(sheet* s, const ploy_terrain* terrain)
{
    char line[80];
    const ploy_point* at = ploy_terrain_positions(terrain);
    const uint32_t* corners;
    uint32_t count = ploy_terrain_triangles(terrain, &corners);
    for (uint32_t i = 0; i < 3 * count; i++) {
        uint32_t a = corners[i], b = corners[i - i % 3 + (i + 1) % 3];
        if (a > b) continue;
        snprintf(line, sizeof line, "line %d %d %d %d\n", at[a].x, at[a].y, at[b].x, at[b].y);
        put_line(s, line);
    }
}

static void put_trees(sheet* s, const ploy_terrain* terrain)
{
    char line[80];
    const ploy_point* at = ploy_terrain_positions(terrain);
    for (uint32_t n = 0; n < ploy_terrain_node_count(terrain); n++) {
        if (!ploy_terrain_has_tree(terrain, n)) continue;
        snprintf(line, sizeof line, "circle %d %d 300\n", at[n].x, at[n].y);
        put_line(s, line);
    }
}

static void name_fighter(void* user, const ploy_self* self, char* text, size_t size)
{
    (void)user;
    snprintf(text, size, "fighter %u", ((const fighter*)self->user)->number + 1);
}

static uint64_t lives_of(const battle* game)
{
    uint64_t lives = 0;
    for (uint32_t i = 0; i < game->fighter_count; i++) lives += game->fighters[i].life;
    return lives;
}

void battle_record_begin(battle_record* r, play* p, const battle* game)
{
    *r = (battle_record){0};
    if (!p->recorder) return;
    sheet s = {0};
    put_edges(&s, game->ground.terrain);
    put_trees(&s, game->ground.terrain);
    play_record_map(p, s.text);
    free(s.text);
    play_record_world(p, game->world, name_fighter, NULL);
    r->lives = lives_of(game);
    r->path = play_record_kind(p, "path", 3, (const char*[]){"index", "x", "y"});
    r->shown = calloc(game->fighter_count, sizeof *r->shown);
    if (!r->shown) abort();
}

static void record_path(battle_record* r, play* p, const fighter* f)
{
    bool is_there = f->route_state == ROUTE_THERE && f->route_count > 0;
    uint64_t way = is_there ? (uint64_t)f->route[0] << 32 | f->route[f->route_count - 1] : 0;
    if (!is_there || way == r->shown[f->number]) return;
    r->shown[f->number] = way;
    const ploy_point* at = ploy_terrain_positions(f->battle->ground.terrain);
    ploy_point here = fighter_position(f);
    play_record_event(p, r->path, f->agent.index1, (int64_t[4]){0, here.x, here.y});
    for (uint32_t k = f->route_at; k < f->route_count; k++) {
        ploy_point next = at[f->route[k]];
        play_record_event(p, r->path, f->agent.index1, (int64_t[4]){k - f->route_at + 1, next.x, next.y});
    }
}

void battle_record_tick(battle_record* r, play* p, const battle* game)
{
    if (!p->recorder) return;
    if (lives_of(game) != r->lives) play_record_world(p, game->world, name_fighter, NULL);
    r->lives = lives_of(game);
    bool is_time = game->ticks % (BATTLE_TICKS / PLAY_POSITIONS_A_SECOND) == 0;
    for (uint32_t i = 0; i < game->fighter_count; i++) {
        const fighter* f = &game->fighters[i];
        if (!fighter_is_in(f)) continue;
        ploy_point here = fighter_position(f);
        if (is_time) play_record_position(p, f->agent.index1, here.x, here.y);
        record_path(r, p, f);
    }
}

void battle_record_end(battle_record* r)
{
    free(r->shown);
}
