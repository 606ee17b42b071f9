#include "programs/play/plan_timer.h"

#include "programs/cli/clock.h"

// A plan is requested and found on the same thread.
static _Thread_local double requested_at;

static void add_plan(plan_timer* timer)
{
    uint64_t ns = (uint64_t)(wall_ns() - requested_at);
    atomic_fetch_add(&timer->total, ns);
    atomic_fetch_add(&timer->ended, 1);
    uint64_t worst = atomic_load(&timer->worst);
    while (ns > worst && !atomic_compare_exchange_weak(&timer->worst, &worst, ns)) {
    }
}

static void on_event(void* user, const ploy_trace_event* event)
{
    plan_timer* timer = user;
    if (event->kind == PLOY_TRACE_PLAN_FOUND || event->kind == PLOY_TRACE_PLAN_FAILED) add_plan(timer);
    if (event->kind == PLOY_TRACE_PLAN_FOUND) atomic_fetch_add(&timer->plans, 1);
    if (timer->next && timer->next->level >= ploy_trace_level_of(event->kind)) {
        timer->next->emit(timer->next->user, event);
    }
    if (event->kind == PLOY_TRACE_PLAN_REQUESTED) requested_at = wall_ns();
}

void plan_timer_init(plan_timer* timer, const ploy_trace* next)
{
    *timer = (plan_timer){.next = next};
    timer->trace = (ploy_trace){on_event, timer, PLOY_TRACE_BASIC, next && next->wants_values};
    if (next && next->level > PLOY_TRACE_BASIC) timer->trace.level = next->level;
}

double plan_timer_mean(const plan_timer* timer)
{
    return timer->ended > 0 ? (double)timer->total / (double)timer->ended : 0;
}
