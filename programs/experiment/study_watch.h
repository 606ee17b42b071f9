// What can only be seen while a match is played: how long agents live, minutes without a point, how predictable the next
// activity is, what becomes of orders. Looks five times per second and changes nothing.

#ifndef EXPERIMENT_STUDY_WATCH_H
#define EXPERIMENT_STUDY_WATCH_H

#include "games/arena/controllers/play.h"
#include "programs/experiment/result.h"

/// Activities that are distinguished; others count as one.
#define WATCH_NAMES 48

/// Of one agent since the last look.
typedef struct study_watched
{
    uint32_t activity1;    ///< its activity, plus 1; 0: it was dead or idle
    int64_t order, place;  ///< its order; 0: none
    uint32_t order_age;    ///< looks since it got the order
    bool is_obeyed;        ///< it has followed the order
    bool is_settled;       ///< the order has been counted as dropped
    int64_t alive_steps;
} study_watched;

typedef struct study_watch
{
    const arena_game* game;
    study_watched agents[STUDY_AGENTS];
    const char* names[WATCH_NAMES];
    uint32_t name_count;
    uint32_t next[2][WATCH_NAMES][WATCH_NAMES]; ///< how often one activity followed another, per side of the game
    int64_t points;                             ///< of both sides, a minute ago
    int64_t quiet_minutes;
    int64_t duel_steps; ///< in which only two of all agents were alive
    study_metrics sides[2]; ///< of the sides of the game: orders
} study_watch;

/// NULL: out of memory.
study_watch* study_watch_create(const arena_game* game);
void study_watch_destroy(study_watch* watch);
/// After each step.
void study_watch_step(study_watch* watch);
/// Adds what was seen to a side's metrics, and to an agent's.
void study_watch_side(const study_watch* watch, uint32_t side, study_metrics* metrics);
void study_watch_agent(const study_watch* watch, uint32_t agent, study_metrics* metrics);
/// Of a table of transitions, in bits: the mean over all of them of -log2 of the share of that one among those that
/// leave the same activity.
double study_entropy(const uint32_t (*next)[WATCH_NAMES], uint32_t count);

#endif
