// Landmarks (the ALT heuristic): the distances of every node from a few nodes far apart give estimates by the triangle
// inequality: nodes at distance 900 and 400 from a landmark are at least 500 apart. Obstacles only make paths longer, so
// the estimates hold whatever is blocked. Area costs scale them by the lowest factor of the query.
//
// Distances are stored in 16 bits, scaled so that the largest fits, and rounded down. A difference is then at least
// (a - b - 1) * 2^shift + 1. With one-way edges each landmark has two columns: from it and to it.
//
//   values[node * columns + column]      PL_LANDMARK_FAR: no path

#ifndef PL_NAV_SEARCH_LANDMARKS_H
#define PL_NAV_SEARCH_LANDMARKS_H

#include <ploy/nav.h>

#define PL_LANDMARK_FAR UINT16_MAX

enum
{
    /// Columns that one query uses.
    PL_LANDMARK_CHOSEN = 6,
};

typedef struct pl_landmarks
{
    uint16_t* values; ///< NULL: none
    uint32_t count;
    uint32_t columns;
    uint32_t shift;
} pl_landmarks;

/// One side of one landmark: the estimate is target - value, or value - target where sign is -1.
typedef struct pl_landmark_view
{
    uint32_t column;
    int32_t sign;
    int32_t target; ///< already multiplied by sign
} pl_landmark_view;

typedef struct pl_landmark_views
{
    pl_landmark_view list[PL_LANDMARK_CHOSEN];
    uint32_t count;
} pl_landmark_views;

/// Needs the rest of the graph, with one-way edges kept backwards. PLOY_OK, PLOY_OUT_OF_MEMORY or
/// PLOY_NOT_SUPPORTED (distances beyond 32 bits).
ploy_status pl_landmarks_init(ploy_graph* graph, uint32_t count);
void pl_landmarks_destroy(pl_landmarks* landmarks, const ploy_allocator* allocator, uint32_t node_count);

/// Chooses the columns with the highest estimates between two inner nodes.
void pl_landmarks_choose(const pl_landmarks* landmarks, uint32_t from, uint32_t to, pl_landmark_views* views);

static inline uint32_t pl_landmarks_estimate(const pl_landmarks* landmarks, const pl_landmark_views* views,
                                             uint32_t node)
{
    const uint16_t* values = landmarks->values + (size_t)node * landmarks->columns;
    int32_t best = 1;
    for (uint32_t i = 0; i < views->count; ++i) {
        const pl_landmark_view* view = &views->list[i];
        uint32_t value = values[view->column];
        int32_t bound = view->target - view->sign * (int32_t)value;
        best = bound > best && value != PL_LANDMARK_FAR ? bound : best;
    }
    return ((uint32_t)(best - 1) << landmarks->shift) + (best > 1);
}

#endif
