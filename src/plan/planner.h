#ifndef PL_PLAN_PLANNER_H
#define PL_PLAN_PLANNER_H

#include <ploy/plan.h>

/// How often the planner was asked for an entry of a shared cache since the last merge.
uint32_t pl_planner_asked(const ploy_planner* planner, uint32_t entry);
void pl_planner_forget_asked(ploy_planner* planner);

/// Copies the steps of a plan to where the next search does not reach them; false when out of memory.
bool pl_planner_keep(ploy_planner* planner, const ploy_plan* plan, uint32_t* first);
const ploy_step* pl_planner_kept(const ploy_planner* planner, uint32_t first);
void pl_planner_forget_kept(ploy_planner* planner);

#endif
