#include "base/watch.h"

#include "base/check.h"

PL_HOT_THREAD_LOCAL pl_watch* pl_watch_of_thread;

static const char* activity_of(const pl_watch* watch)
{
    return watch->activity ? watch->activity : "?";
}

void pl_watch_write(const char* what, const void* address, uint32_t agent1)
{
    const pl_watch* watch = pl_watch_of_thread;
    if (watch->agent1 == 0 || address == watch->blackboard || address == watch->memory) return;
    pl_log("activity '%.80s' is parallel, but for agent %u it writes to the %s of %s %u; use ploy_agent_defer",
           activity_of(watch), (unsigned)watch->agent1, what, agent1 > 0 ? "agent" : "owner", (unsigned)agent1);
}

void pl_watch_call(const char* function)
{
    const pl_watch* watch = pl_watch_of_thread;
    if (watch->agent1 == 0) return;
    pl_log("activity '%.80s' is parallel, but for agent %u it calls %s; use ploy_agent_defer", activity_of(watch),
           (unsigned)watch->agent1, function);
}
