#include "knowledge/observers.h"

#include "base/defaults.h"

pl_observers* pl_observers_create(const ploy_allocator* allocator, uint32_t slot_count)
{
    pl_observers* o = PL_NEW(allocator, pl_observers);
    pl_observer_list* lists = PL_NEW_ARRAY(allocator, pl_observer_list, (size_t)slot_count + 1);
    if (!o || !lists) {
        PL_DELETE(allocator, o);
        PL_DELETE_ARRAY(allocator, lists, (size_t)slot_count + 1);
        return NULL;
    }
    pl_id_pool_init(&o->ids, allocator);
    o->lists = lists;
    o->list_count = slot_count + 1;
    for (uint32_t i = 0; i < o->list_count; ++i) {
        lists[i] = (pl_observer_list){PLOY_NONE, PLOY_NONE};
    }
    return o;
}

void pl_observers_destroy(pl_observers* o)
{
    if (!o) {
        return;
    }
    PL_ASSERT(o->depth == 0);
    ploy_allocator allocator = o->ids.allocator;
    PL_ARRAY_FREE(&o->all, &allocator);
    PL_ARRAY_FREE(&o->removed, &allocator);
    PL_DELETE_ARRAY(&allocator, o->lists, o->list_count);
    pl_id_pool_destroy(&o->ids);
    PL_DELETE(&allocator, o);
}

// The link of the neighbor, or the end of the list where there is no neighbor.
static uint32_t* link_after(pl_observers* o, uint32_t list, uint32_t observer)
{
    return observer == PLOY_NONE ? &o->lists[list].first : &o->all.data[observer].after;
}

static uint32_t* link_before(pl_observers* o, uint32_t list, uint32_t observer)
{
    return observer == PLOY_NONE ? &o->lists[list].last : &o->all.data[observer].before;
}

static void append(pl_observers* o, uint32_t index)
{
    pl_observer* observer = &o->all.data[index];
    observer->before = o->lists[observer->list].last;
    observer->after = PLOY_NONE;
    *link_after(o, observer->list, observer->before) = index;
    o->lists[observer->list].last = index;
}

static void drop(pl_observers* o, uint32_t index)
{
    const pl_observer* observer = &o->all.data[index];
    *link_after(o, observer->list, observer->before) = observer->after;
    *link_before(o, observer->list, observer->after) = observer->before;
    pl_id_pool_give(&o->ids, pl_id_pool_at(&o->ids, index));
}

static bool reserve_one(pl_observers* o)
{
    const ploy_allocator* allocator = &o->ids.allocator;
    uint32_t needed = pl_id_pool_end(&o->ids) + 1;
    return pl_id_pool_reserve(&o->ids, needed) && PL_ARRAY_RESERVE(&o->all, allocator, needed) &&
           PL_ARRAY_RESERVE(&o->removed, allocator, needed);
}

pl_id pl_observers_add(pl_observers* o, uint32_t slot, ploy_blackboard_fn* call, void* user)
{
    if (!reserve_one(o)) {
        return (pl_id){0};
    }
    pl_id id = pl_id_pool_take(&o->ids);
    o->all.count = pl_id_pool_end(&o->ids);
    o->all.data[pl_id_index(id)] = (pl_observer){.call = call, .user = user, .since = o->changes, .list = slot};
    append(o, pl_id_index(id));
    return id;
}

bool pl_observers_remove(pl_observers* o, pl_id id)
{
    if (!pl_id_pool_is_live(&o->ids, id) || o->all.data[pl_id_index(id)].is_removed) {
        return false;
    }
    if (o->depth == 0) {
        drop(o, pl_id_index(id));
    } else {
        o->all.data[pl_id_index(id)].is_removed = true;
        o->removed.data[o->removed.count++] = pl_id_index(id);
    }
    return true;
}

// A callback may move the array, so nothing of it is kept across a call.
static void walk(pl_observers* o, uint32_t list, ploy_blackboard* blackboard, uint32_t key, uint64_t change)
{
    for (uint32_t i = o->lists[list].first; i != PLOY_NONE; i = o->all.data[i].after) {
        pl_observer observer = o->all.data[i];
        if (!observer.is_removed && observer.since < change) {
            observer.call(observer.user, blackboard, key);
        }
    }
}

void pl_observers_notify(pl_observers* o, ploy_blackboard* blackboard, uint32_t key, uint32_t slot)
{
    PL_ASSERT_FOR("ploy_blackboard_set", o->depth < PLOY_DEFAULT_BLACKBOARD_MAX_NESTING);
    ++o->depth;
    uint64_t change = ++o->changes;
    walk(o, slot, blackboard, key, change);
    walk(o, o->list_count - 1, blackboard, key, change);
    if (--o->depth == 0) {
        while (o->removed.count > 0) {
            drop(o, PL_ARRAY_POP(&o->removed));
        }
    }
}

uint32_t pl_observers_count(const pl_observers* o)
{
    return o->ids.live_count - o->removed.count;
}
