// A match from the first step to the last, without a screen: what the program shows and studies count.
//
//   arena_stage   what matches share: controllers and maps; one a thread
//   arena_game    one match on it, step by step
//   arena_play    a whole one

#ifndef ARENA_CONTROLLERS_PLAY_H
#define ARENA_CONTROLLERS_PLAY_H

#include "games/arena/controllers/controller.h"
#include "games/arena/ai/squads.h"
#include "games/arena/controllers/profile.h"

typedef struct arena_stage arena_stage;

/// As arena_controllers_create, which it does. Modes are read from the folder too.
ploy_status arena_stage_create(const arena_controllers_def* def, arena_stage** stage, ploy_error* error);
/// Between games: its controllers as they were at the start, with nothing warm; maps stay. As arena_stage_create; after
/// an error it can only be destroyed or renewed.
ploy_status arena_stage_renew(arena_stage* stage, ploy_error* error);
/// After its games. NULL is allowed.
void arena_stage_destroy(arena_stage* stage);
arena_controllers* arena_stage_controllers(const arena_stage* stage);

/// Names of types that one side's agents take in turn.
#define ARENA_SETUP_TYPES 8

typedef struct arena_setup
{
    const char* mode;                     ///< default "domination"
    const char* map;                      ///< "halls" or "1" (default), "yard" or "2"
    const char* sides[ARENA_SIDES];       ///< controllers: "goap", "fsm+squad"; default goap+squad and fsm+squad
    const char* types[ARENA_SETUP_TYPES]; ///< default "all" alone
    uint32_t agent_count;                 ///< default 10, five a side
    uint32_t tiles;                       ///< of the map, each way; default 1
    uint64_t seed;                        ///< default 1
    uint32_t steps;                       ///< that arena_play plays; default 20 minutes
    ploy_tasks tasks;
    const ploy_trace* trace;
    bool empty;                    ///< for arena_game_load
    arena_clock_fn* clock;         ///< decisions are timed with it; NULL (default): they are not
    arena_clock_fn* interruptions; ///< as of arena_times_create
} arena_setup;

arena_setup arena_setup_default(void);

typedef struct arena_game
{
    arena_stage* stage;
    arena_match* match;
    arena_controller* controllers[ARENA_SIDES];
    bool has_squads[ARENA_SIDES];
    arena_squads* squads; ///< NULL: neither side has any
    arena_times* times;   ///< NULL: not timed
} arena_game;

/// Error names what is wrong with mode, map, controllers, types or data. PLOY_INVALID, PLOY_OUT_OF_MEMORY.
ploy_status arena_game_begin(arena_stage* stage, const arena_setup* setup, arena_game* game, ploy_error* error);
void arena_game_step(arena_game* game);
/// A zeroed one is allowed.
void arena_game_end(arena_game* game);

/// Of an agent or a side.
typedef struct arena_figures
{
    arena_score score;
    int64_t mate_distance;  ///< between team mates, thousandths of a cell; -1: never measured
    int64_t squad_distance; ///< between those of one squad
    int64_t nearest_mate;   ///< to the nearest team mate
    arena_time time;        ///< zeroed: not timed
    size_t bytes;           ///< of its side: controller, minds, agents' memory
} arena_figures;

arena_figures arena_game_agent(const arena_game* game, uint32_t agent);
arena_figures arena_game_side(const arena_game* game, uint32_t side);

typedef struct arena_result
{
    arena_figures sides[ARENA_SIDES];
    uint64_t hash;
    uint32_t steps;
    uint32_t rounds_drawn;
    uint32_t tasks[PLOY_SQUAD_TASK_KIND_COUNT]; ///< of squads that were begun
} arena_result;

/// Uses and lengths of plans go on in the stage's controllers.
ploy_status arena_play(arena_stage* stage, const arena_setup* setup, arena_result* result, ploy_error* error);

#endif
