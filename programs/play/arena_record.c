#include "programs/play/arena_record.h"

#include <stdlib.h>
#include <string.h>

#include "games/arena/setup/data_files.h"
#include "games/arena/ai/arms.h"
#include "games/arena/rules/save.h"
#include "games/arena/rules/score.h"
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
    int32_t health, loaded, rounds;
    uint32_t weapon, deaths, kills;
    int32_t score;
};

// What was recorded last of the match.
struct arena_standings
{
    int32_t score[ARENA_SIDES];
    uint32_t owner1[2];
    arena_flag flags[ARENA_SIDES];
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
    size_t size = (size_t)map->height * (map->width + 1) + 256 + 64 * map->place_count;
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
    used += arena_beliefs_map(&r->beliefs, text + used, size - used);
    snprintf(text + used, size - used, "orders cells agents\n");
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

// Of the files that are not a controller's only those of a folder are noted: the built-in ones are in the program.
static void note_own(arena_record* r, const char* folder, const char* base, const char* ending)
{
    char name[64], path[600];
    snprintf(name, sizeof name, "%.48s%s", base, ending);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (system_kind_of(path) == SYSTEM_FILE) note_file(r, folder, name);
}

static void note_folder(arena_record* r, const char* folder)
{
    const arena_setup* s = r->setup;
    static const char* const always[] = {"squads.xml", "long.squads.xml", "tactics.txt", "weapons.txt"};
    for (uint32_t i = 0; i < sizeof always / sizeof *always; i++) note_own(r, folder, always[i], "");
    note_own(r, folder, s->mode, ".mode");
    note_own(r, folder, arena_map_name(s), ".map");
    note_own(r, folder, arena_map_name(s), ".places");
    if (!s->types[0]) note_own(r, folder, "all", ".type");
    for (uint32_t i = 0; i < ARENA_SETUP_TYPES && s->types[i]; i++) note_own(r, folder, s->types[i], ".type");
}

static void note_files(arena_record* r, const char* folder)
{
    for (uint32_t side = 0; side < ARENA_SIDES; side++) {
        char name[64];
        snprintf(name, sizeof name, "%s.xml", arena_controller_name(r->game->controllers[side]));
        note_file(r, folder, name);
    }
    if (folder) note_folder(r, folder);
}

void arena_record_name(void* user, const ploy_agent* agent, char* text, size_t size)
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
    for (uint32_t i = 0; i < game->match->agent_count; i++) r->agents[i].shots = game->match->agents[i].score.shots;
    r->standings = have_memory(calloc(1, sizeof *r->standings));
    r->path = play_record_kind(p, "path", 3, (const char*[]){"index", "x", "y"});
    r->shot = play_record_kind(p, "shot", 4, (const char*[]){"x", "y", "to-x", "to-y"});
    r->sight = play_record_kind(p, "sight", 4, (const char*[]){"dx", "dy", "far", "half"});
    r->team = play_record_kind(p, "team", 1, (const char*[]){"team"});
    r->health = play_record_kind(p, "health", 2, (const char*[]){"health", "max"});
    r->ammo = play_record_kind(p, "ammo", 3, (const char*[]){"weapon", "loaded", "rounds"});
    r->score = play_record_kind(p, "score", 4, (const char*[]){"team", "score", "kills", "deaths"});
    r->owner = play_record_kind(p, "owner", 2, (const char*[]){"point", "team"});
    r->flag = play_record_kind(p, "flag", 4, (const char*[]){"flag", "state", "x", "y"});
    arena_beliefs_begin(&r->beliefs, p, game->match);
    note_options(r);
    note_files(r, folder);
    note_map(r);
    play_record_world(p, game->match->world, arena_record_name, NULL);
}

// Events.

static void record_path(arena_record* r, const arena_agent* agent, struct arena_recorded* last)
{
    const arena_nav* nav = &agent->nav;
    uint32_t corner = nav->path_count ? nav->path[0] : PLOY_NONE;
    if (last->goal == nav->goal && last->corner == corner && last->corners == nav->path_count) return;
    last->goal = nav->goal;
    last->corner = corner;
    last->corners = nav->path_count;
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
    int64_t args[4] = {facing.x, facing.y, fixed(agent->match->tactics.sight), HALF_VIEW};
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

// Health, ammunition, scores, points and flags: when they change, and after each key frame.

static void record_health(arena_record* r, const arena_agent* agent, struct arena_recorded* last, bool is_all)
{
    if (!is_all && last->health == agent->health) return;
    last->health = agent->health;
    play_record_event(r->play, r->health, agent->id.index1, (int64_t[4]){agent->health, ARENA_FULL_HEALTH});
}

static void record_ammo(arena_record* r, const arena_agent* agent, struct arena_recorded* last, bool is_all)
{
    const arena_arms* arms = &agent->arms;
    int32_t loaded = arms->loaded[arms->weapon], rounds = arena_arms_rounds(agent);
    if (!is_all && last->weapon == arms->weapon && last->loaded == loaded && last->rounds == rounds) return;
    last->weapon = arms->weapon;
    last->loaded = loaded;
    last->rounds = rounds;
    play_record_event(r->play, r->ammo, agent->id.index1, (int64_t[4]){arms->weapon, loaded, rounds});
}

static void record_score(arena_record* r, const arena_agent* agent, struct arena_recorded* last, bool is_all)
{
    const arena_score* s = &agent->score;
    if (is_all) play_record_event(r->play, r->team, agent->id.index1, (int64_t[4]){agent->team + 1});
    if (!is_all && last->score == s->score && last->kills == s->kills && last->deaths == s->deaths) return;
    last->score = s->score;
    last->kills = s->kills;
    last->deaths = s->deaths;
    play_record_event(r->play, r->score, agent->id.index1,
                      (int64_t[4]){agent->team + 1, s->score, s->kills, s->deaths});
}

static void record_team(arena_record* r, uint32_t side, bool is_all)
{
    const arena_match* match = r->game->match;
    if (!is_all && r->standings->score[side] == match->side_score[side]) return;
    r->standings->score[side] = match->side_score[side];
    arena_score sum = arena_side_score(match, side);
    play_record_event(r->play, r->score, 0, (int64_t[4]){side + 1, sum.score, sum.kills, sum.deaths});
}

static void record_point(arena_record* r, uint32_t point, bool is_all)
{
    const arena_match* match = r->game->match;
    if (!is_all && r->standings->owner1[point] == match->points[point].owner1) return;
    r->standings->owner1[point] = match->points[point].owner1;
    play_record_event(r->play, r->owner, 0, (int64_t[4]){point + 1, match->points[point].owner1});
}

// A carried flag is where its carrier is.
static void record_flag(arena_record* r, uint32_t side, bool is_all)
{
    const arena_flag *flag = &r->game->match->flags[side], *last = &r->standings->flags[side];
    bool is_same = last->state == flag->state &&
                   (flag->state == ARENA_FLAG_CARRIED ? last->carrier == flag->carrier
                                                      : last->at.x == flag->at.x && last->at.y == flag->at.y);
    if (!is_all && is_same) return;
    r->standings->flags[side] = *flag;
    uint32_t carrier1 = flag->state == ARENA_FLAG_CARRIED ? r->game->match->agents[flag->carrier].id.index1 : 0;
    play_record_event(r->play, r->flag, carrier1,
                      (int64_t[4]){side + 1, flag->state, fixed(flag->at.x), fixed(flag->at.y)});
}

static void record_standings(arena_record* r, bool is_all)
{
    const arena_match* match = r->game->match;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        record_score(r, &match->agents[i], &r->agents[i], is_all);
        record_health(r, &match->agents[i], &r->agents[i], is_all);
        record_ammo(r, &match->agents[i], &r->agents[i], is_all);
    }
    for (uint32_t i = 0; i < ARENA_SIDES; i++) {
        if (match->rules.teams) record_team(r, i, is_all);
        if (match->rules.points) record_point(r, i, is_all);
        if (match->rules.flags) record_flag(r, i, is_all);
    }
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
    bool is_all = r->frames != play_record_frames(r->play) || match->step == 1;
    r->frames = play_record_frames(r->play);
    record_standings(r, is_all);
    if (is_all || match->step % EVERY == 0) arena_beliefs_record(&r->beliefs, is_all);
    for (uint32_t i = 0; i < match->agent_count && match->step % EVERY == 0; i++)
        record_agent(r, &match->agents[i], &r->agents[i]);
    play_record_tick(r->play);
}

void arena_record_end(arena_record* r)
{
    arena_beliefs_end(&r->beliefs);
    free(r->agents);
    free(r->standings);
    r->agents = NULL;
    r->standings = NULL;
}
