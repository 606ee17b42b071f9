#include "programs/tune/contest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"
#include "programs/cli/system.h"
#include "programs/experiment/study_player.h"

uint32_t contest_round(const contest_plan* plan)
{
    return plan->mode_count * plan->map_count * plan->opponent_count * 2;
}

contest_match contest_get(const contest_plan* plan, uint64_t first, uint32_t n)
{
    contest_match m = {.seed = first + n / contest_round(plan), .swapped = n % 2 == 1};
    n = n % contest_round(plan) / 2;
    m.mode = n % plan->mode_count;
    n /= plan->mode_count;
    m.map = n % plan->map_count;
    m.opponent = n / plan->map_count;
    return m;
}

static void put_controller(packet* job, const char* name, bool has_squad)
{
    char text[STUDY_NAME + 8];
    snprintf(text, sizeof text, "%s%s", name, has_squad ? "+squad" : "");
    packet_put_text(job, text);
}

void contest_order(const contest_plan* plan, const contest_match* match, const char* file, size_t bytes, packet* job)
{
    packet_put_text(job, plan->modes[match->mode]);
    packet_put_count(job, plan->maps[match->map]);
    put_controller(job, plan->controller, plan->has_squads);
    put_controller(job, plan->opponents[match->opponent], plan->has_squads);
    packet_put_count(job, plan->seconds);
    packet_put_count(job, match->seed);
    packet_put_count(job, match->swapped);
    packet_put(job, file, bytes);
}

contest_result contest_read(packet_reader* result)
{
    int64_t own = (int64_t)packet_get_count(result);
    return (contest_result){own, (int64_t)packet_get_count(result)};
}

double contest_score(contest_result result)
{
    double all = (double)(llabs(result.own) + llabs(result.other));
    return all > 0 ? (double)(result.own - result.other) / all : 0;
}

// A worker: the candidate's file lies in a folder of its own, which the game's data come from.

typedef struct contestant
{
    study_player* player;
    char folder[512], path[600];
    packet file; // what the folder has
} contestant;

static void end_contestant(void* user)
{
    contestant* c = user;
    study_player_destroy(c->player);
    if (c->path[0]) system_remove(c->path);
    if (c->folder[0]) system_remove(c->folder);
    packet_free(&c->file);
    free(c);
}

static const char* temporary_folder(void)
{
    const char* folder = getenv("TMPDIR");
    if (!folder) folder = getenv("TEMP");
    return folder ? folder : "/tmp";
}

static void* begin_contestant(packet_reader* setup, char* text, size_t size)
{
    (void)setup;
    contestant* c = have_memory(calloc(1, sizeof *c));
    snprintf(c->folder, sizeof c->folder, "%.480s/ploy-tune-XXXXXX", temporary_folder());
    if (!system_make_temporary_folder(c->folder)) {
        snprintf(text, size, "%s: cannot be created", c->folder);
        c->folder[0] = '\0';
        end_contestant(c);
        return NULL;
    }
    c->player = have_memory(study_player_create());
    study_player_set_folder(c->player, c->folder);
    return c;
}

static bool put_file(contestant* c, const char* controller, const unsigned char* file, size_t bytes)
{
    char technique[STUDY_NAME], path[600];
    study_technique(controller, technique);
    snprintf(path, sizeof path, "%s/%s.xml", c->folder, technique);
    bool is_same = strcmp(path, c->path) == 0 && c->file.count == bytes && memcmp(c->file.bytes, file, bytes) == 0;
    if (is_same) return true;
    if (c->path[0] && strcmp(path, c->path) != 0) system_remove(c->path);
    snprintf(c->path, sizeof c->path, "%s", path);
    packet_clear(&c->file);
    packet_put(&c->file, file, bytes);
    FILE* out = system_open(path, "wb");
    bool is_written = out && fwrite(file, 1, bytes, out) == bytes;
    if (out && fclose(out) != 0) is_written = false;
    return is_written;
}

static int64_t points_of(const study_cell* cell, const study_metrics* metrics)
{
    return strcmp(cell->mode, "lms") == 0 ? metrics->kills : metrics->score;
}

static bool play_match(void* user, packet_reader* job, packet* result, char* text, size_t size)
{
    contestant* c = user;
    study_cell cell = {.matches = 1};
    study_match match = {0};
    snprintf(cell.mode, sizeof cell.mode, "%s", packet_get_text(job));
    cell.map = (uint32_t)packet_get_count(job);
    for (uint32_t i = 0; i < 2; i++)
        snprintf(cell.controllers[i], sizeof cell.controllers[i], "%s", packet_get_text(job));
    cell.seconds = (uint32_t)packet_get_count(job);
    match.seed = packet_get_count(job);
    match.swapped = packet_get_count(job) != 0;
    size_t bytes;
    const unsigned char* file = packet_rest(job, &bytes);
    if (job->is_short || !put_file(c, cell.controllers[0], file, bytes)) {
        snprintf(text, size, "%s: cannot be written", c->path);
        return false;
    }
    study_result played = {0};
    ploy_error error = {.message = "out of memory"};
    if (study_play_match(c->player, &cell, &match, &played, &error) != PLOY_OK) {
        snprintf(text, size, "%s.xml:%u:%u: %s", cell.controllers[0], error.line, error.column, error.message);
        return false;
    }
    for (uint32_t i = 0; i < 2; i++) packet_put_count(result, (uint64_t)points_of(&cell, &played.sides[i]));
    study_result_free(&played);
    return true;
}

const worker_kind contest_worker = {begin_contestant, play_match, end_contestant};
