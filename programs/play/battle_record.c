#include "programs/play/battle_record.h"

#include <stdlib.h>
#include <string.h>

#include <ploy/terrain.h>

#include "games/battleground/save.h"
#include "games/data.h"

#include "programs/cli/memory.h"

extern const game_file battleground_files[];

enum
{
    NAMES_EVERY = 5 // seconds, at most
};

typedef struct map_text
{
    char* text;
    size_t used, room;
} map_text;

static void put_line(map_text* s, const char* line)
{
    size_t length = strlen(line);
    if (s->used + length + 1 > s->room) {
        s->room = 2 * (s->room + length + 1);
        s->text = have_memory(realloc(s->text, s->room));
    }
    memcpy(s->text + s->used, line, length + 1);
    s->used += length;
}

// Inner edges of the triangles are visited twice, in both directions; edges at the rim once.
static void put_edges(map_text* s, const ploy_terrain* terrain)
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

static void put_trees(map_text* s, const ploy_terrain* terrain)
{
    char line[80];
    const ploy_point* at = ploy_terrain_positions(terrain);
    for (uint32_t n = 0; n < ploy_terrain_node_count(terrain); n++) {
        if (!ploy_terrain_has_tree(terrain, n)) continue;
        snprintf(line, sizeof line, "circle %d %d 300\n", at[n].x, at[n].y);
        put_line(s, line);
    }
}

void battle_record_name(void* user, const ploy_agent* agent, char* text, size_t size)
{
    (void)user;
    snprintf(text, size, "fighter %u", ((const fighter*)agent->user)->number + 1);
}

static uint64_t lives_of(const battle* game)
{
    uint64_t lives = 0;
    for (uint32_t i = 0; i < game->fighter_count; i++) lives += game->fighters[i].life;
    return lives;
}

static void note_options(play_session* p, const battle_def* def)
{
    char text[128];
    int used = snprintf(text, sizeof text, "agents %u\nnodes %u\nbatch %u\nrespawn %u\n", def->fighters, def->nodes,
                        def->batch, def->respawn);
    play_record_note(p, "options", text, (size_t)used);
    const game_file* file = &battleground_files[0];
    play_record_note(p, "file:battleground.xml", def->data ? def->data : file->text,
                     def->data ? def->data_bytes : file->bytes);
}

// All names again when a fighter has returned, but not in every tick.
static void note_names(battle_record* r, play_session* p, const battle* game)
{
    uint64_t lives = lives_of(game);
    if (lives == r->lives) return;
    r->lives = lives;
    play_record_world(p, game->world, battle_record_name, NULL);
}

void battle_record_begin(battle_record* r, play_session* p, const battle* game, const battle_def* def)
{
    *r = (battle_record){0};
    if (!p->recorder) return;
    note_options(p, def);
    map_text s = {0};
    put_edges(&s, game->ground.terrain);
    put_trees(&s, game->ground.terrain);
    play_record_map(p, s.text);
    free(s.text);
    note_names(r, p, game);
    r->path = play_record_kind(p, "path", 3, (const char*[]){"index", "x", "y"});
    r->fight = play_record_kind(p, "fight", 1, (const char*[]){"with"});
    r->shot = play_record_kind(p, "shot", 4, (const char*[]){"x", "y", "to-x", "to-y"});
    r->shown = have_memory(calloc(game->fighter_count, sizeof *r->shown));
}

static void record_path(battle_record* r, play_session* p, const fighter* f)
{
    bool is_there = f->route_state == ROUTE_READY && f->route_count > 0;
    uint64_t route = is_there ? (uint64_t)f->route[0] << 32 | f->route[f->route_count - 1] : 0;
    if (!is_there || route == r->shown[f->number]) return;
    r->shown[f->number] = route;
    const ploy_point* at = ploy_terrain_positions(f->battle->ground.terrain);
    ploy_point here = fighter_position(f);
    play_record_event(p, r->path, f->agent.index1, (int64_t[4]){0, here.x, here.y});
    for (uint32_t k = f->route_at; k < f->route_count; k++) {
        ploy_point next = at[f->route[k]];
        play_record_event(p, r->path, f->agent.index1, (int64_t[4]){k - f->route_at + 1, next.x, next.y});
    }
}

// Ticks of a fight count from its start; a blow falls in every FIGHT_TURN-th tick.
static void record_fight(battle_record* r, play_session* p, const battle* game, const fight* f)
{
    if (f->ticks % FIGHT_TURN != 1) return;
    uint32_t turn = f->ticks / FIGHT_TURN % 2;
    const fighter *who = &game->fighters[f->sides[turn]], *whom = &game->fighters[f->sides[!turn]];
    ploy_point from = fighter_position(who), to = fighter_position(whom);
    if (f->ticks == 1) play_record_event(p, r->fight, who->agent.index1, (int64_t[4]){whom->agent.index1});
    play_record_event(p, r->shot, who->agent.index1, (int64_t[4]){from.x, from.y, to.x, to.y});
}

static ploy_status save(void* game, ploy_writer* writer)
{
    return battle_save(game, writer);
}

void battle_record_frame(play_session* p, battle* game)
{
    play_record_frame(p, ploy_world_now(game->world), save, game);
}

void battle_record_tick(battle_record* r, play_session* p, const battle* game)
{
    if (!p->recorder) return;
    if (game->ticks % (NAMES_EVERY * BATTLE_TICKS) == 0) note_names(r, p, game);
    for (uint32_t i = 0; i < game->fight_count; i++) record_fight(r, p, game, &game->fights[i]);
    bool is_time = game->ticks % (BATTLE_TICKS / PLAY_POSITIONS_PER_SECOND) == 0;
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
