// The observers of a blackboard: one list per slot, in the order of subscription, and one for observers of all keys.
//
// Lists are walked while callbacks subscribe and unsubscribe. So nothing is unlinked during a walk: an observer that
// unsubscribes is marked, skipped, and unlinked when the outermost walk ends. A new observer is linked at the end at
// once. It notes how many changes there were before it subscribed, and is only called for later ones.

#ifndef PL_KNOWLEDGE_OBSERVERS_H
#define PL_KNOWLEDGE_OBSERVERS_H

#include <ploy/blackboard.h>

#include "base/containers/array.h"
#include "base/containers/id_pool.h"

typedef struct pl_observer
{
    ploy_blackboard_fn* call;
    void* user;
    uint64_t since; ///< changes before it subscribed
    uint32_t list;
    uint32_t before;
    uint32_t after; ///< PLOY_NONE: the last
    bool is_removed;
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
    PL_ARRAY(uint32_t) removed; ///< to be unlinked; has room for all
    pl_observer_list* lists;    ///< by slot; the last is for all keys
    uint32_t list_count;
    uint32_t depth;   ///< walks in progress
    uint64_t changes; ///< since the first observer
} pl_observers;

/// NULL when out of memory.
pl_observers* pl_observers_create(const ploy_allocator* allocator, uint32_t slot_count);
/// No walk may be in progress. NULL is allowed.
void pl_observers_destroy(pl_observers* observers);

/// slot may be slot_count: all keys. The null id when out of memory.
pl_id pl_observers_add(pl_observers* observers, uint32_t slot, ploy_blackboard_fn* call, void* user);
/// false: not there.
bool pl_observers_remove(pl_observers* observers, pl_id id);

/// Calls the observers of the slot, and then those of all keys.
void pl_observers_notify(pl_observers* observers, ploy_blackboard* blackboard, uint32_t key, uint32_t slot);

uint32_t pl_observers_count(const pl_observers* observers);

#endif
