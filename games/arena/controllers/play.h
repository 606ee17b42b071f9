// A whole match without a screen, for the program and for experiments.
//
//   arena_stage   what matches share: controllers and maps; one per thread
//   arena_game    one match, step by step
//   arena_play    one match from start to end

#ifndef ARENA_CONTROLLERS_PLAY_H
#define ARENA_CONTROLLERS_PLAY_H

#include "games/arena/controllers/controller.h"
#include "games/arena/ai/squads.h"
#include "games/arena/controllers/profile.h"
#include "games/arena/rules/behavior.h"

typedef struct arena_stage arena_stage;

/// Arguments and statuses as arena_controllers_create. Modes also come from the folder.
ploy_status arena_stage_create(const arena_controllers_def* def, arena_stage** stage, ploy_error* error);
/// Between games: creates the controllers again, so that nothing is warm; maps stay. Statuses as arena_stage_create.
/// After an error the stage can only be destroyed or renewed.
ploy_status arena_stage_renew(arena_stage* stage, ploy_error* error);
/// Destroy it after its games. NULL is allowed.
void arena_stage_destroy(arena_stage* stage);
arena_controllers* arena_stage_controllers(const arena_stage* stage);

/// Names of types that the agents of a side take in turn.
#define ARENA_SETUP_TYPES 8

typedef struct arena_setup
{
    const char* mode;                     ///< default "domination"
    const char* map;                      ///< "halls" or "1" (default), "yard" or "2"
    const char* sides[ARENA_SIDES];       ///< controllers: "goap", "fsm+squad"; default goap+squad and fsm+squad
    const char* types[ARENA_SETUP_TYPES]; ///< default "all" only
    uint32_t agent_count;                 ///< default 10, five per side
    uint32_t tiles;                       ///< copies of the map along each side; default 1
    uint64_t seed;                        ///< default 1
    uint32_t steps;                       ///< steps of arena_play; default 20 minutes
    ploy_tasks tasks;
    const ploy_trace* trace;
    bool empty;                    ///< for arena_game_load
    bool behavior;                 ///< counts how agents behave
    arena_clock_fn* clock;         ///< times decisions; NULL (default): no timing
    arena_clock_fn* interruptions; ///< as arena_times_create has it
} arena_setup;

arena_setup arena_setup_default(void);
/// Its map without the ending: "1" is "halls", "2" is "yard".
const char* arena_map_name(const arena_setup* setup);

typedef struct arena_game
{
    arena_stage* stage;
    arena_match* match;
    arena_controller* controllers[ARENA_SIDES];
    bool has_squads[ARENA_SIDES];
    arena_squads* squads;     ///< NULL: neither side has squads
    arena_times* times;       ///< NULL: no timing
    arena_behavior* behavior; ///< NULL: it is not counted
    uint32_t turn;            ///< in this step, of agents that decide
} arena_game;

/// The error names what is wrong with mode, map, controllers, types or data. PLOY_INVALID, PLOY_OUT_OF_MEMORY.
ploy_status arena_game_begin(arena_stage* stage, const arena_setup* setup, arena_game* game, ploy_error* error);
void arena_game_step(arena_game* game);
/// A zeroed game is allowed.
void arena_game_end(arena_game* game);

/// Results of an agent or a side.
typedef struct arena_figures
{
    arena_score score;
    int64_t mate_distance;  ///< mean distance between teammates, 1/1000 cell; -1: no value
    int64_t squad_distance; ///< between members of one squad
    int64_t nearest_mate;   ///< to the nearest teammate
    arena_time time;        ///< zeroed: no timing
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
    uint32_t tasks[PLOY_SQUAD_TASK_KIND_COUNT]; ///< squad tasks that started
} arena_result;

/// The stage's controllers keep counting uses and plan lengths over all games.
ploy_status arena_play(arena_stage* stage, const arena_setup* setup, arena_result* result, ploy_error* error);

#endif
