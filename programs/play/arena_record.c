#include "programs/play/arena_record.h"

#include <stdlib.h>
#include <string.h>

#include "games/arena/setup/data_files.h"
#include "games/arena/rules/save.h"
#include "games/arena/ai/sensors/sensors.h"
#include "programs/cli/memory.h"
#include "programs/cli/system.h"
#include "programs/cli/whole_file.h"

enum
{
    EVERY = ARENA_STEPS_PER_SECOND / PLAY_POSITIONS_PER_SECOND, // steps between two positions
    FACING_STEPS = 8,                                           // facing is rounded to this many steps per unit
    HALF_VIEW = 194,                                            // 1/1000 turn: 70 degrees
    UNTARGETED = 10 * ARENA_CELL,                               // drawn length of a shot without a target
};

// What was recorded last of an agent.
struct arena_recorded
{
    uint32_t goal, corner, corners; // of its path: goal, first node, number of corners
    uint32_t shots;
    arena_vec facing;
};

static int64_t fixed(int32_t units)
{
    return (int64_t)units * 1000 / ARENA_CELL;
}

// Notes.

static void note_map(arena_record* r)
{
    const arena_match* match = r->game->match;
    const arena_map* map = match->map;
    size_t size = (size_t)map->height * (map->width + 1) + 256;
    char* text = have_memory(malloc(size));
    size_t used = (size_t)snprintf(text, size, "cells %u %u\n", map->width, map->height);
    for (uint32_t y = 0; y < map->height; y++) {
        for (uint32_t x = 0; x < map->width; x++)
            text[used++] = map->cells[y * map->width + x] & ARENA_CELL_FREE ? '.' : '#';
        text[used++] = '\n';
    }
    text[used] = '\0';
    for (uint32_t i = 0; i < 2 && (match->rules.points || match->rules.flags); i++) {
        arena_vec at = match->rules.points ? match->points[i].at : match->flags[i].home;
        used += (size_t)snprintf(text + used, size - used, "place %d %d %s %u\n", (int)fixed(at.x), (int)fixed(at.y),
                                 match->rules.points ? "point" : "flag", i + 1);
    }
    play_record_map(r->play, text);
    free(text);
}

static void note_options(arena_record* r)
{
    const arena_setup* s = r->setup;
    char text[1024];
    size_t used = (size_t)snprintf(text, sizeof text, "mode %s\nmap %s\nred %s\nblue %s\nagents %u\ntiles %u\ntypes",
                                   s->mode, s->map, s->sides[0], s->sides[1], s->agent_count, s->tiles);
    for (uint32_t i = 0; i < ARENA_SETUP_TYPES && s->types[i] && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, " %s", s->types[i]);
    play_record_note(r->play, "options", text, used < sizeof text ? used : sizeof text - 1);
}

// A file of the folder has precedence over a built-in one, as for the controllers.
static void note_file(arena_record* r, const char* folder, const char* name)
{
    char path[600], note[80];
    snprintf(note, sizeof note, "file:%s", name);
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "", name);
    FILE* probe = folder ? system_open(path, "rb") : NULL;
    const game_file* built_in = arena_data_find(name);
    if (!probe && built_in) play_record_note(r->play, note, built_in->text, built_in->bytes);
    if (!probe) return;
    fclose(probe);
    whole_file file;
    if (!whole_file_open(&file, "play arena", path)) return;
    play_record_note(r->play, note, file.bytes, file.count);
    whole_file_close(&file);
}

static void note_files(arena_record* r, const char* folder)
{
    for (uint32_t side = 0; side < ARENA_SIDES; side++) {
        char name[64];
        snprintf(name, sizeof name, "%s.xml", arena_controller_name(r->game->controllers[side]));
        note_file(r, folder, name);
    }
}

static void name_agent(void* user, const ploy_agent* agent, char* text, size_t size)
{
    (void)user;
    const arena_agent* id = agent->user;
    snprintf(text, size, "%s %u", id->side ? "blue" : "red", id->index / ARENA_SIDES + 1);
}

void arena_record_begin(arena_record* r, play_session* p, const arena_game* game, const arena_setup* setup,
                        const char* folder)
{
    *r = (arena_record){.play = p, .game = game, .setup = setup};
    if (!p->record) return;
    r->agents = have_memory(calloc(game->match->agent_count, sizeof *r->agents));
    r->path = play_record_kind(p, "path", 3, (const char*[]){"index", "x", "y"});
    r->shot = play_record_kind(p, "shot", 4, (const char*[]){"x", "y", "to-x", "to-y"});
    r->sight = play_record_kind(p, "sight", 4, (const char*[]){"dx", "dy", "far", "half"});
    note_options(r);
    note_files(r, folder);
    note_map(r);
    play_record_world(p, game->match->world, name_agent, NULL);
}

// Events.

static void record_path(arena_record* r, const arena_agent* agent, struct arena_recorded* last)
{
    const arena_nav* nav = &agent->nav;
    uint32_t corner = nav->path_count ? nav->path[0] : PLOY_NONE;
    if (last->goal == nav->goal && last->corner == corner && last->corners == nav->path_count) return;
    *last = (struct arena_recorded){nav->goal, corner, nav->path_count, last->shots, last->facing};
    for (uint32_t i = nav->path_at; i < nav->path_count; i++) {
        arena_vec at = arena_map_middle(agent->match->map, nav->path[i]);
        int64_t args[4] = {i - nav->path_at, fixed(at.x), fixed(at.y)};
        play_record_event(r->play, r->path, agent->id.index1, args);
    }
}

static int32_t round_facing(int32_t part)
{
    int32_t step = ARENA_ONE / FACING_STEPS;
    return (part + (part < 0 ? -step : step) / 2) / step;
}

static void record_sight(arena_record* r, const arena_agent* agent, struct arena_recorded* last)
{
    arena_vec facing = {round_facing(agent->facing.x), round_facing(agent->facing.y)};
    if (last->facing.x == facing.x && last->facing.y == facing.y) return;
    last->facing = facing;
    int64_t args[4] = {facing.x, facing.y, fixed(ARENA_SIGHT), HALF_VIEW};
    play_record_event(r->play, r->sight, agent->id.index1, args);
}

// From the agent that fires to its target.
static void record_shot(arena_record* r, const arena_agent* agent, struct arena_recorded* last)
{
    last->shots = agent->score.shots;
    arena_vec to = arena_add(agent->at, arena_along(agent->facing, UNTARGETED));
    if (agent->target.visible) to = agent->target.at;
    int64_t args[4] = {fixed(agent->at.x), fixed(agent->at.y), fixed(to.x), fixed(to.y)};
    play_record_event(r->play, r->shot, agent->id.index1, args);
}

static ploy_status save_game(void* game, ploy_writer* writer)
{
    return arena_game_save(game, writer);
}

void arena_record_before(arena_record* r)
{
    play_record_frame(r->play, ploy_world_now(r->game->match->world), save_game, (void*)r->game);
}

static void record_agent(arena_record* r, const arena_agent* agent, struct arena_recorded* last)
{
    if (!arena_is_alive(agent)) return;
    play_record_position(r->play, agent->id.index1, fixed(agent->at.x), fixed(agent->at.y));
    record_path(r, agent, last);
    record_sight(r, agent, last);
}

void arena_record_after(arena_record* r)
{
    const arena_match* match = r->game->match;
    if (!r->agents) return;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        if (r->agents[i].shots != match->agents[i].score.shots) record_shot(r, &match->agents[i], &r->agents[i]);
    }
    for (uint32_t i = 0; i < match->agent_count && match->step % EVERY == 0; i++)
        record_agent(r, &match->agents[i], &r->agents[i]);
    play_record_tick(r->play);
}

void arena_record_end(arena_record* r)
{
    free(r->agents);
    r->agents = NULL;
}
