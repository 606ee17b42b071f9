// Plays nine fixed games, a minute each, and prints a line "game seed hash" for each: the same on every machine.
// `save FOLDER` also writes each arena match at half time, `load FOLDER` continues the matches that another machine
// saved. The first two games have the hash that `ploy play GAME --seed S --minutes 1 --json` prints; that of the arena
// covers the world with all that its minds remember, too.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ploy/save.h>

#include "games/arena/rules/match.h"
#include "games/arena/rules/save.h"
#include "games/battleground/battle.h"
#include "games/smithy/smithy.h"

enum
{
    SEEDS = 3,
    SMITHY_TICKS_PER_MINUTE = 600,
    ARENA_STEPS = 60 * ARENA_STEPS_PER_SECOND,
    SAVE_BYTES = 1 << 22,
};

static void stop(const char* what, const ploy_error* error)
{
    fprintf(stderr, "game_hashes: %s: %s\n", what, error->message);
    exit(1);
}

static void print_hash(const char* game, unsigned seed, uint64_t hash)
{
    printf("%s %u %016" PRIx64 "\n", game, seed, hash);
    fflush(stdout);
}

static uint64_t play_smithy(unsigned seed)
{
    smithy_def def = smithy_def_default();
    ploy_error error = {0};
    def.seed = seed;
    smithy* game = smithy_create(&def, &error);
    if (!game) stop("smithy", &error);
    for (uint32_t i = 0; i < SMITHY_TICKS_PER_MINUTE; ++i) smithy_tick(game);
    uint64_t hash = smithy_hash(game);
    smithy_destroy(game);
    return hash;
}

static uint64_t play_battleground(unsigned seed)
{
    battle_def def = battle_def_default();
    ploy_error error = {0};
    def.seed = seed;
    battle* game = battle_create(&def, &error);
    if (!game) stop("battleground", &error);
    for (uint32_t i = 0; i < 60 * BATTLE_TICKS && !battle_winner(game); ++i) battle_tick(game);
    uint64_t hash = battle_hash(game);
    battle_destroy(game);
    return hash;
}

// Six techniques and squads in three matches.
static const char* const sides[SEEDS][ARENA_SIDES] = {{"goap+squad", "fsm+squad"}, {"bt", "utility"}, {"htn", "fuzzy"}};

static FILE* open_save(const char* folder, unsigned seed, const char* mode)
{
    char path[512];
    snprintf(path, sizeof path, "%s/arena%u.save", folder, seed);
    FILE* file = fopen(path, mode);
    if (!file) stop(path, &(ploy_error){.message = "cannot be opened"});
    return file;
}

static void write_save(const arena_game* game, const char* folder, unsigned seed)
{
    ploy_writer writer = {.bytes = malloc(SAVE_BYTES), .capacity = SAVE_BYTES};
    ploy_status status = writer.bytes ? arena_game_save(game, &writer) : PLOY_OUT_OF_MEMORY;
    if (status != PLOY_OK || !ploy_writer_fits(&writer)) stop("save", &(ploy_error){.message = "failed"});
    FILE* file = open_save(folder, seed, "wb");
    fwrite(writer.bytes, 1, writer.count, file);
    fclose(file);
    free(writer.bytes);
}

static void read_save(arena_game* game, const char* folder, unsigned seed)
{
    ploy_error error = {0};
    uint8_t* bytes = malloc(SAVE_BYTES);
    FILE* file = open_save(folder, seed, "rb");
    ploy_reader reader = {.bytes = bytes, .count = bytes ? fread(bytes, 1, SAVE_BYTES, file) : 0};
    fclose(file);
    if (arena_game_load(game, &reader, &error) != PLOY_OK) stop("load", &error);
    free(bytes);
}

static uint64_t play_arena(unsigned seed, const char* save, const char* load)
{
    arena_setup setup = arena_setup_default();
    arena_stage* stage = NULL;
    arena_game game = {0};
    ploy_error error = {0};
    setup.seed = seed;
    setup.empty = load != NULL;
    memcpy(setup.sides, sides[seed - 1], sizeof setup.sides);
    arena_controllers_def def = arena_controllers_def_default();
    if (arena_stage_create(&def, &stage, &error) != PLOY_OK) stop("arena", &error);
    if (arena_game_begin(stage, &setup, &game, &error) != PLOY_OK) stop("arena", &error);
    if (load) read_save(&game, load, seed);
    while (game.match->step < ARENA_STEPS) {
        arena_game_step(&game);
        if (save && game.match->step == ARENA_STEPS / 2) write_save(&game, save, seed);
    }
    uint64_t hash = arena_match_hash(game.match) * 31 + ploy_world_hash(game.match->world);
    arena_game_end(&game);
    arena_stage_destroy(stage);
    return hash;
}

int main(int argc, char** argv)
{
    const char* save = argc == 3 && strcmp(argv[1], "save") == 0 ? argv[2] : NULL;
    const char* load = argc == 3 && strcmp(argv[1], "load") == 0 ? argv[2] : NULL;
    if (argc != 1 && !save && !load) {
        fprintf(stderr, "usage: game_hashes [save FOLDER | load FOLDER]\n");
        return 2;
    }
    for (unsigned seed = 1; seed <= SEEDS && !load; ++seed) print_hash("smithy", seed, play_smithy(seed));
    for (unsigned seed = 1; seed <= SEEDS && !load; ++seed) print_hash("battleground", seed, play_battleground(seed));
    for (unsigned seed = 1; seed <= SEEDS; ++seed) print_hash("arena", seed, play_arena(seed, save, load));
    return 0;
}
