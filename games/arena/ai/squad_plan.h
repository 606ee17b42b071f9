// The tactics of squads: a task network in data/squads.xml. Its actions are the tasks of squads; their parameters are
// the places and the target of a task. Here names become numbers: what a squad knows fills the network's symbols, and
// the steps of a plan become tasks.

#ifndef ARENA_AI_SQUAD_PLAN_H
#define ARENA_AI_SQUAD_PLAN_H

#include <ploy/htn.h>
#include <ploy/io.h>
#include <ploy/squad.h>

#include "games/arena/rules/match.h"

/// The purpose of a squad, in the order of `names` in squad_plan.c.
typedef enum arena_duty
{
    ARENA_DUTY_HOLD,   ///< takes a point and holds it
    ARENA_DUTY_STRIKE, ///< takes the other team's flag
    ARENA_DUTY_GUARD,  ///< stays at the base, hunts the carrier of its flag
} arena_duty;

/// What a squad knows.
typedef struct arena_squad_view
{
    uint32_t side;
    arena_duty duty;
    uint32_t own, focus; ///< numbers of points
    uint32_t members, near, turn;
    bool spread;
    uint32_t enemy1;    ///< the enemy that members fight, plus 1; 0: none
    arena_vec enemy_at; ///< where they believe that it is
    arena_vec from;     ///< where the squad is
} arena_squad_view;

#define ARENA_SQUAD_STEPS 4
#define ARENA_SQUAD_RANK 16

/// The plan of a squad. Numbers only, so that it can be saved.
typedef struct arena_squad_plan
{
    uint32_t step_count, rank_count;
    uint32_t tasks[ARENA_SQUAD_STEPS]; ///< number of the squad's task
    uint32_t actions[ARENA_SQUAD_STEPS];
    uint32_t args[ARENA_SQUAD_STEPS][PLOY_MAX_ARGS];
    uint32_t places[ARENA_SQUAD_STEPS];  ///< the first one: a node
    uint32_t targets[ARENA_SQUAD_STEPS]; ///< an agent's index plus 1
    uint32_t rank[ARENA_SQUAD_RANK];
} arena_squad_plan;

typedef struct arena_squad_network arena_squad_network;

/// PLOY_INVALID: the file has no such network; the error says what is wrong.
ploy_status arena_squad_network_check(const ploy_file* file, ploy_error* error);
/// Of a file that was checked, which must outlive it. NULL: out of memory.
arena_squad_network* arena_squad_network_create(arena_match* match, const ploy_file* file);
/// NULL is allowed.
void arena_squad_network_destroy(arena_squad_network* network);

/// Does the plan still hold from this step on?
bool arena_squad_plan_stands(arena_squad_network* network, const arena_squad_plan* plan, uint32_t from,
                             const arena_squad_view* view);
/// Looks for a plan; with `than`, only for a better one. False: there is none. Its tasks are not queued yet.
bool arena_squad_plan_find(arena_squad_network* network, const arena_squad_view* view, const arena_squad_plan* than,
                           arena_squad_plan* plan);
/// The task of a step.
ploy_squad_task_def arena_squad_plan_task(const arena_squad_network* network, const arena_squad_plan* plan,
                                          uint32_t step, const arena_squad_view* view);
/// Could the plan come from this network? For saves.
bool arena_squad_plan_is_valid(const arena_squad_network* network, const arena_squad_plan* plan);

/// The node so many cells from a node, or that node if nobody can walk straight there.
uint32_t arena_node_beside(const arena_map* map, uint32_t node, int32_t dx, int32_t dy);

#endif
