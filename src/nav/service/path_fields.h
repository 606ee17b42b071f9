// The fields that a path service keeps for targets that are requested again and again: crowds that follow one leader, run
// for one exit. The first time that a target is shared, its key is noted. The second time the whole field is built, and
// from then on it is repaired when obstacles change. A new target takes the place of the one not requested for longest.
//
// Which field answers which job is decided on one thread, in order of jobs, before they run; each field has a pathfinder of
// its own. So answers do not depend on the number of workers.

#ifndef PL_NAV_SERVICE_PATH_FIELDS_H
#define PL_NAV_SERVICE_PATH_FIELDS_H

#include <ploy/path_service.h>

typedef struct pl_kept_field
{
    ploy_pathfinder* pathfinder;     ///< NULL: the target was shared once so far
    const ploy_obstacles* obstacles; ///< with `to`: the key
    uint32_t to;
    bool is_built;
    uint64_t used; ///< update in which it was requested, plus one; 0: free
} pl_kept_field;

typedef struct pl_path_fields
{
    pl_kept_field* list;
    uint32_t count;
} pl_path_fields;

/// false when out of memory.
bool pl_path_fields_init(pl_path_fields* fields, const ploy_path_service_def* def);
void pl_path_fields_destroy(pl_path_fields* fields, const ploy_allocator* allocator);

/// The field for a shared target in an update; NULL: none is kept, or not yet. Once per target and update.
pl_kept_field* pl_path_fields_find(pl_path_fields* fields, const ploy_path_service_def* def,
                                   const ploy_path_query* query, uint64_t update);

/// Begins to build or repair it.
ploy_status pl_kept_field_begin(pl_kept_field* field, const ploy_path_query* query);

#endif
