// Requirements: a relaxed plan that counts what is used up. In a relaxed plan nothing is ever undone: two planks of two
// logs each require two logs there, and when the first plank has used them up, the estimate rises. Here goods are
// counted: what all steps use up together must be in the state or be made.
//
// Goods are counters that moves add to and take from, except totals (totals.h). A move may fill one up, too: rest, and
// energy is at its most. Everything else is as in a relaxed plan:
// each fact is reached once, by the operator that reaches it cheapest. Where a good can be made in several ways, the way
// that is cheapest for as many as are missing is taken, at prices (makers.h); what is left of other goods costs nothing.

#ifndef PL_PLAN_RELAXED_REQUIREMENTS_H
#define PL_PLAN_RELAXED_REQUIREMENTS_H

#include "plan/heuristic/totals.h"
#include "plan/relaxed/makers.h"

/// What is required of a good, in values.
typedef struct pl_requirement
{
    int64_t level; ///< the highest that some step needs and leaves
    int64_t used;  ///< by all steps
    int64_t made;
    bool is_waiting;
} pl_requirement;

/// An operator of the plan that makes a good, and how often.
typedef struct pl_required_step
{
    uint32_t op;
    uint32_t variable; ///< the good
    int64_t amount;    ///< that one execution makes of it
    int64_t times;
} pl_required_step;

enum
{
    PL_MAX_OBSTACLES = 4,
};

/// What is added to the sum of all goods while something is made, and when it is done.
typedef struct pl_required_room
{
    int64_t peak, rest;
} pl_required_room;

typedef struct pl_requirements
{
    ploy_allocator allocator;
    const pl_relaxation* relaxation;
    uint32_t good_count;
    PL_ARRAY(uint32_t) owners; ///< per value: its variable, plus one if that is a good; 0: it is none
    PL_ARRAY(uint32_t)
    levels; ///< per need: the lowest value that it allows, if that is a good and it allows all above;
            ///< else PLOY_NONE
    PL_ARRAY(pl_requirement) goods; ///< per variable
    PL_ARRAY(uint32_t) waiting;     ///< goods whose requirements have changed
    PL_ARRAY(pl_required_step) steps;
    pl_makers makers;
    bool by_price;            ///< goods are made the way that prices tell, if that can begin; the caller's
    bool is_limited;          ///< there is a total: not everything can be fetched at once
    bool is_counted;          ///< the plan counts goods: there is some, and no circle of them
    PL_ARRAY(uint32_t) chain; ///< moves: see pl_requirements_plan and pl_requirements_next
    PL_ARRAY(uint32_t) stack; ///< facts
    PL_ARRAY(uint64_t) marks; ///< two sets of facts
    const pl_totals* totals;
    int64_t room;                         ///< that the totals have left
    uint32_t obstacles[PL_MAX_OBSTACLES]; ///< moves: see pl_requirements_plan and pl_requirements_next
    uint32_t obstacle_count;
    PL_ARRAY(pl_required_room)
    rooms; ///< per operator: for one execution, with nothing and with what there is; a
           ///< peak below 0: unknown
} pl_requirements;

void pl_requirements_init(pl_requirements* requirements, const ploy_allocator* allocator);
void pl_requirements_destroy(pl_requirements* requirements);
size_t pl_requirements_bytes(const pl_requirements* requirements);

/// style: of prices (makers.h). False when out of memory. The relaxation must outlive its use.
bool pl_requirements_begin(pl_requirements* requirements, const pl_relaxation* relaxation, const pl_totals* totals,
                           pl_maker_style style);

/// After pl_explore by sums: as pl_explore_relaxed_plan, with goods counted. If they are made of each other in a circle,
/// they are not, and `obstacles` are the moves of the circle.
uint32_t pl_requirements_plan(pl_requirements* requirements, pl_exploration* explored, const uint64_t* state);

/// After that: the nearest step whose goods are there. `chain` leads to where it can be executed, and ends with it; it
/// is required so often. 0: there is none; nor does the chain promise that its moves can all be executed. Where goods are
/// limited, what uses some up comes first, and no more is fetched than the step that lacks least needs.
///
/// Carefully, where goods are limited: what is needed for one execution after the other, in an order that needs little
/// room. `obstacles` are the moves on the way that need more than there is, the last one first; none: there is room.
uint32_t pl_requirements_next(pl_requirements* requirements, const pl_exploration* explored, const uint64_t* state,
                              bool is_careful);

#endif
