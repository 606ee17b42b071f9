// Agents that go wrong over time, found in one pass over the trace.
//
//   flapping   it goes back and forth between two goals (states, options, activities) PL_DITHERING times in a row, each
//              time back within a second, and finishes none of them, though the world gave it no reason: of an agent
//              that plans, no symbol that it decides by has changed but by its own actions; of any other, nothing on
//              its board or among its facts
//   idle       nothing is under way for two seconds though a goal with a priority finds no plan or is refused; of an
//              agent that does not plan: it has a mind and does nothing at all for five seconds
//   starved    a search or a way that was asked for waits for its answer for a second (asking for another way meanwhile
//              is waiting on), or a search ends at a limit

#ifndef PL_RECORD_DEBUGGER_PROBLEMS_H
#define PL_RECORD_DEBUGGER_PROBLEMS_H

#include "record/debugger/debugger_query.h"

enum
{
    PL_DITHERING = 3,
    PL_WATCHED_WORDS = 16, ///< of a state; changes beyond are not seen
};

typedef struct pl_span
{
    uint64_t first, last; ///< ticks
    uint32_t count;
    int64_t longest; ///< microseconds
    uint64_t longest_from, longest_to;
} pl_span;

/// What its goals are taken from, so what flapping is about.
typedef enum pl_watched_by
{
    PL_BY_NOTHING, ///< not known
    PL_BY_GOALS,
    PL_BY_STATES,
    PL_BY_OPTIONS,
    PL_BY_ACTIVITIES,
} pl_watched_by;

typedef struct pl_dithering
{
    uint32_t is, was; ///< about what now, and before; PLOY_NONE: nothing
    int64_t is_at, was_at;
    uint32_t run;                         ///< times back in a row
    uint64_t run_tick;                    ///< of the first of them
    uint64_t states[2][PL_WATCHED_WORDS]; ///< that it decides by now; when what it is about began
    bool has_news; ///< of an agent that does not plan: since then something was written on its board or a fact
                   ///< came or went
    uint64_t own[PL_WATCHED_WORDS]; ///< bits that its actions may have changed in this run
    uint32_t a, b;                  ///< of the last flapping
    pl_span span;
} pl_dithering;

/// For an answer.
typedef struct pl_waiting
{
    bool is_open;
    int64_t since;
    uint64_t since_tick;
    pl_span span;
} pl_waiting;

typedef struct pl_watched
{
    pl_watched_by by;
    const ploy_domain* domain; ///< NULL: it does not plan
    pl_dithering flaps;
    uint32_t activities; ///< activities under way
    bool can_idle;       ///< does what it does by activities, and has a mind
    bool wants;          ///< a goal of the ranking that is being told waits for a plan
    bool is_idle;
    int64_t since; ///< idle
    uint64_t since_tick;
    pl_span idle;
    pl_waiting plan, way;
    uint32_t ran_out;
    uint64_t ran_out_tick;
} pl_watched;

typedef struct pl_watch
{
    ploy_debugger* debugger;
    PL_ARRAY(pl_watched) agents; ///< by number
    int64_t now;
    uint64_t tick;
} pl_watch;

/// Goes through the recording. PLOY_OUT_OF_MEMORY.
ploy_status pl_watch_all(pl_watch* watch);
void pl_watch_destroy(pl_watch* watch);

#endif
