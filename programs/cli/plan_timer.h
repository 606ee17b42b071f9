// How long plans take: a sink that reads the clock when a plan is asked for and when it is there, and hands every event
// on.

#ifndef CLI_PLAN_TIMER_H
#define CLI_PLAN_TIMER_H

#include <stdatomic.h>

#include <ploy/trace.h>

typedef struct plan_timer
{
    ploy_trace trace;       // give this away
    const ploy_trace* next; // or NULL
    _Atomic uint64_t plans; // found
    _Atomic uint64_t asked; // that have ended, found or not
    _Atomic uint64_t total; // ns
    _Atomic uint64_t worst; // ns
} plan_timer;

/// The timer must outlive whoever has its trace, and must not move.
void plan_timer_init(plan_timer* timer, const ploy_trace* next);
/// ns; 0 when no plan was asked for.
double plan_timer_mean(const plan_timer* timer);

#endif
