// Who wants to hear of a board's changes: a list for each slot, in the order of subscribing, and one for those who hear
// everything.
//
// Lists are walked while callbacks subscribe and unsubscribe. So nothing is unlinked while a walk is under way: who
// leaves is marked, passed over, and unlinked when the outermost walk ends. Who comes is linked at the end at once and
// told apart by the number of changes told at that moment: a change is heard by those born before it.

#ifndef PL_KNOWLEDGE_OBSERVERS_H
#define PL_KNOWLEDGE_OBSERVERS_H

#include <ploy/blackboard.h>
#include <ploy/memory.h>

#include "base/containers/array.h"
#include "base/containers/id_pool.h"

typedef struct pl_observer
{
    ploy_blackboard_fn* call;
    void* user;
    uint64_t born; ///< changes told when it subscribed
    uint32_t list;
    uint32_t before;
    uint32_t after; ///< PL_NONE: the last
    bool has_left;
} pl_observer;

typedef struct pl_observer_list
{
    uint32_t first;
    uint32_t last;
} pl_observer_list;

typedef struct pl_observers
{
    pl_id_pool ids;
    PL_ARRAY(pl_observer) all;  ///< by id
    PL_ARRAY(uint32_t) leaving; ///< to be unlinked; room for all
    pl_observer_list* lists;    ///< by slot; the last is for everything
    uint32_t list_count;
    uint32_t depth; ///< walks under way
    uint64_t told;  ///< changes ever
} pl_observers;

/// NULL when out of memory.
pl_observers* pl_observers_create(const ploy_allocator* allocator, uint32_t slot_count);
/// No walk may be under way. NULL is allowed.
void pl_observers_destroy(pl_observers* observers);

/// slot may be slot_count: everything. The null id when out of memory.
pl_id pl_observers_add(pl_observers* observers, uint32_t slot, ploy_blackboard_fn* call, void* user);
/// false: not there.
bool pl_observers_remove(pl_observers* observers, pl_id id);

/// A change: calls those of slot and then those of everything.
void pl_observers_notify(pl_observers* observers, ploy_blackboard* blackboard, uint32_t key, uint32_t slot);

uint32_t pl_observers_count(const pl_observers* observers);

#endif
