// What the calling thread does while agents act: which agent, which activity. Whoever wants to know sets a watch on the
// thread: the world, to time activities, and to catch those that are parallel and reach beyond their agent. Without a
// watch it costs one test per callback.

#ifndef PL_BASE_WATCH_H
#define PL_BASE_WATCH_H

#include <stddef.h>
#include <stdint.h>

#include "base/hints.h"

typedef struct pl_watch
{
    uint32_t agent1;        ///< index plus one of the agent that acts in parallel; 0: anything may be written
    const void* blackboard; ///< the agent's own
    const void* memory;     ///< likewise
    const char* activity;   ///< whose callback runs; NULL: none
    uint32_t binding;       ///< its index in the bindings
    void (*enter)(struct pl_watch* watch); ///< or NULL: before a callback
    void (*leave)(struct pl_watch* watch); ///< or NULL: after it
    void* user;
} pl_watch;

extern PL_HOT_THREAD_LOCAL pl_watch* pl_watch_of_thread;

/// Logs what an activity that acts in parallel must not do: "writes to the blackboard of agent 7".
void pl_watch_write(const char* what, const void* address, uint32_t agent1);
/// "calls ploy_path_service_request".
void pl_watch_call(const char* function);

/// Before a write to a blackboard or a working memory, and in public functions that change what agents share and know
/// no world. Debug builds only.
#if defined(NDEBUG)
#define PL_WATCH_WRITE(what, to, agent) ((void)0)
#define PL_WATCH_CALL() ((void)0)
#else
#define PL_WATCH_WRITE(what, to, agent) (pl_watch_of_thread ? pl_watch_write(what, to, agent) : (void)0)
#define PL_WATCH_CALL() (pl_watch_of_thread ? pl_watch_call(__func__) : (void)0)
#endif

#endif
