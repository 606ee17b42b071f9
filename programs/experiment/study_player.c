#define _POSIX_C_SOURCE 200809L

#include "programs/experiment/study_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "games/arena/setup/data_files.h"
#include "games/arena/controllers/play.h"
#include "programs/cli/system.h"
#include "programs/experiment/study_technical.h"
#include "programs/experiment/study_watch.h"

const char* study_play_techniques(void)
{
    return arena_controller_names();
}

const char* study_play_modes(void)
{
    return "domination ctf deathmatch lms";
}

uint32_t study_play_maps(void)
{
    return 2;
}

static uint64_t mix(uint64_t digest, const char* bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) digest = (digest ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return digest;
}

uint64_t study_play_digest(void)
{
    uint64_t digest = UINT64_C(0xcbf29ce484222325);
    for (const game_file* file = arena_files; file->name; file++)
        digest = mix(mix(digest, file->name, strlen(file->name) + 1), file->text, file->bytes);
    return digest;
}

static uint64_t read_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static study_metrics metrics_of(const arena_figures* f)
{
    return (study_metrics){
        .score = f->score.score,
        .kills = f->score.kills,
        .deaths = f->score.deaths,
        .rounds_won = f->score.rounds_won,
        .shots = f->score.shots,
        .hits = f->score.hits,
        .mate_distance = f->mate_distance,
        .squad_distance = f->squad_distance,
        .nearest_mate = f->nearest_mate,
        .plans = f->score.plans,
        .state_changes = f->score.state_changes,
        .ai_bytes = (int64_t)f->bytes,
    };
}

static study_costs costs_of(const arena_time* time)
{
    return (study_costs){
        .ai_ns_mean = time->steps ? (double)time->total / (double)time->steps : 0,
        .ai_ns_min = (double)time->min,
        .ai_ns_max = (double)time->max,
        .ai_ns_p999 = (double)time->p999,
    };
}

static bool take_uses(const arena_game* game, uint32_t side, uint32_t to, study_result* result)
{
    const arena_controller* controller = game->controllers[side];
    bool fits = true;
    for (uint32_t i = 0; i < arena_controller_use_count(controller) && fits; i++) {
        arena_use use = arena_controller_use(controller, i);
        fits = study_result_add_use(result, to, use.kind, use.name, use.count);
    }
    const uint64_t* lengths = arena_controller_plan_lengths(controller);
    for (uint32_t i = 0; i < ARENA_PLAN_LENGTHS && fits; i++) {
        char name[16];
        snprintf(name, sizeof name, i + 1 < ARENA_PLAN_LENGTHS ? "%u" : "%u or more", i);
        if (lengths[i]) fits = study_result_add_use(result, to, "plan length", name, lengths[i]);
    }
    return fits;
}

static bool take_weapons(const arena_score* score, uint32_t to, study_result* result)
{
    bool fits = true;
    for (uint32_t i = 0; i < ARENA_WEAPONS && fits; i++)
        fits = study_result_add_use(result, to, "weapon", arena_weapon_name(i), score->fired[i]);
    return fits;
}

static bool take_tasks(const arena_game* game, uint32_t side, uint32_t to, study_result* result)
{
    bool fits = true;
    for (uint32_t kind = 1; kind < PLOY_SQUAD_TASK_KIND_COUNT && game->squads && game->has_squads[side]; kind++) {
        uint32_t count = arena_squads_tasks(game->squads, side, (ploy_squad_task_kind)kind);
        fits = fits && study_result_add_use(result, to, "squad task", ploy_squad_task_name(kind), count);
    }
    return fits;
}

static void take_behavior(const arena_conduct* c, study_metrics* m)
{
    m->goals = c->goals;
    m->goals_finished = c->has_outcomes ? (int64_t)c->finished : -1;
    m->goals_short = c->under_second;
    m->goals_returned = c->returns;
    m->goal_median_ms = (int64_t)arena_conduct_median(c) * 1000 / ARENA_STEPS_PER_SECOND;
    m->fight_plans = c->fight_plans;
    m->fight_plans_short = c->fight_one_step;
    m->samples = c->samples;
    m->samples_still = c->still;
    m->reloads = c->reloads;
    m->reloads_sheltered = c->sheltered_reloads;
    m->blind_shots = c->blind_shots;
    m->blind_shots_near = c->blind_near;
    m->squad_fights = c->squad_fights;
    m->squad_fights_flanked = c->flanked_fights;
}

static bool take_side(const arena_game* game, const study_watch* watch, uint32_t side, uint32_t to,
                      study_result* result)
{
    arena_figures figures = arena_game_side(game, side);
    result->sides[to] = metrics_of(&figures);
    study_watch_side(watch, side, &result->sides[to]);
    take_behavior(arena_behavior_of(game->behavior, side), &result->sides[to]);
    result->costs[to] = costs_of(&figures.time);
    return take_uses(game, side, to, result) && take_weapons(&figures.score, to, result) &&
           take_tasks(game, side, to, result);
}

static bool take_all(const arena_game* game, const study_watch* watch, const study_match* match, study_result* result)
{
    result->steps = game->match->step;
    result->hash = arena_match_hash(game->match);
    result->agent_count = game->match->agent_count < STUDY_AGENTS ? game->match->agent_count : STUDY_AGENTS;
    for (uint32_t i = 0; i < result->agent_count; i++) {
        arena_figures figures = arena_game_agent(game, i);
        result->agents[i].side = game->match->agents[i].side ^ match->swapped;
        result->agents[i].metrics = metrics_of(&figures);
        study_watch_agent(watch, i, &result->agents[i].metrics);
    }
    bool fits = true;
    for (uint32_t side = 0; side < 2 && fits; side++) fits = take_side(game, watch, side, side ^ match->swapped, result);
    return fits;
}

static arena_setup setup_of(const study_cell* cell, const study_match* match)
{
    arena_setup setup = arena_setup_default();
    setup.mode = cell->mode;
    setup.map = cell->map == 1 ? "1" : "2";
    setup.seed = match->seed;
    for (uint32_t side = 0; side < 2; side++) setup.sides[side] = cell->controllers[side ^ match->swapped];
    setup.clock = read_clock;
    setup.interruptions = system_interruptions;
    return setup;
}

static bool play_whole(arena_game* game, const study_cell* cell, const study_match* match, study_result* result)
{
    study_watch* watch = study_watch_create(game);
    if (!watch) return false;
    double began = system_thread_seconds();
    uint32_t steps = cell->seconds * ARENA_STEPS_PER_SECOND;
    for (uint32_t i = 0; i < steps; i++) {
        arena_game_step(game);
        study_watch_step(watch);
    }
    result->frames_per_second = steps / (system_thread_seconds() - began);
    bool fits = take_all(game, watch, match, result);
    study_watch_destroy(watch);
    return fits;
}

static ploy_status play_on(arena_stage* stage, const study_cell* cell, const study_match* match, study_result* result,
                           ploy_error* error)
{
    arena_setup setup = setup_of(cell, match);
    setup.behavior = true;
    arena_game game = {0};
    ploy_status status = arena_game_begin(stage, &setup, &game, error);
    if (status == PLOY_OK && !play_whole(&game, cell, match, result)) status = PLOY_OUT_OF_MEMORY;
    arena_game_end(&game);
    return status;
}

struct study_player
{
    arena_stage* stages[2]; // NULL before the first match; the second is for technical runs
    char folder[512];   // "": the built-in data only
};

study_player* study_player_create(void)
{
    return calloc(1, sizeof(study_player));
}

void study_player_destroy(study_player* player)
{
    for (uint32_t i = 0; player && i < 2; i++) arena_stage_destroy(player->stages[i]);
    free(player);
}

// A fresh stage per match: warm memory of one match would count for the next.
static ploy_status make_ready(study_player* player, uint32_t index, ploy_error* error)
{
    arena_stage** stage = &player->stages[index];
    arena_controllers_def def = arena_controllers_def_default();
    def.folder = player->folder[0] ? player->folder : NULL;
    return *stage ? arena_stage_renew(*stage, error) : arena_stage_create(&def, stage, error);
}

void study_player_set_folder(study_player* player, const char* folder)
{
    snprintf(player->folder, sizeof player->folder, "%s", folder);
}

ploy_status study_play_match(study_player* player, const study_cell* cell, const study_match* match,
                             study_result* result, ploy_error* error)
{
    arena_setup setup = setup_of(cell, match);
    ploy_status status = make_ready(player, 0, error);
    if (status == PLOY_OK && cell->technical) status = make_ready(player, 1, error);
    if (status == PLOY_OK)
        status = cell->technical ? study_play_technical(player->stages, &setup, cell, result, error)
                                 : play_on(player->stages[0], cell, match, result, error);
    if (status != PLOY_OK) study_result_free(result);
    if (status == PLOY_OUT_OF_MEMORY) snprintf(error->message, sizeof error->message, "out of memory");
    return status;
}

ploy_status study_play(study_player* player, const study* s, uint32_t match, study_result* result, ploy_error* error)
{
    return study_play_match(player, study_cell_of(s, match), &s->matches[match], result, error);
}
