// Times plans: a trace sink that reads the clock when a plan is requested and when its search ends, and passes every
// event on.

#ifndef PLAY_PLAN_TIMER_H
#define PLAY_PLAN_TIMER_H

#include <stdatomic.h>

#include <ploy/trace.h>

typedef struct plan_timer
{
    ploy_trace trace;       // the sink to pass to a world
    const ploy_trace* next; // or NULL
    _Atomic uint64_t plans; // found
    _Atomic uint64_t ended; // searches that have ended, found or not
    _Atomic uint64_t total; // ns
    _Atomic uint64_t worst; // ns
} plan_timer;

/// The timer must outlive everything that uses its trace, and must not move.
void plan_timer_init(plan_timer* timer, const ploy_trace* next);
/// Nanoseconds; 0 without any plan.
double plan_timer_mean(const plan_timer* timer);

#endif
