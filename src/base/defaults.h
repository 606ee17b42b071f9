// Every default of the library: name, value, explanation. ploy_defaults() prints this list.

#ifndef PL_BASE_DEFAULTS_H
#define PL_BASE_DEFAULTS_H

/// A first capacity. The shrink build makes all of them 2 to 5, so that every growth path is walked.
#if defined(PLOY_SHRINK)
#define PL_CAP(normal) (2 + (normal) % 4)
#else
#define PL_CAP(normal) (normal)
#endif

#define PL_DEFAULT_LIST(X)                                                                                             \
    X(ARRAY_CAPACITY, PL_CAP(16), "items a growing array starts with")                                                 \
    X(TABLE_CAPACITY, PL_CAP(16), "items a hash table starts with room for")                                           \
    X(ARENA_BLOCK_BYTES, 16 * PL_CAP(4096), "bytes an arena takes at a time")                                          \
    X(SCHEDULER_SLOTS, PL_CAP(64), "tasks a scheduler holds before it runs one in enqueue")                            \
    X(SCHEDULER_SHARES, 4, "shares a task is split into for each worker")                                              \
    X(SCHEDULER_WORKERS, 4, "threads that work on a scheduler's tasks, the caller's included")                         \
    X(MAX_VARIABLES, 4096, "ground symbols of a domain")                                                               \
    X(MAX_VALUES, 65536, "values of one symbol")                                                                       \
    X(MAX_OPERATORS, 65536, "ground actions of a domain, alternatives counted apart")                                  \
    X(MAX_ALTERNATIVES, 1024, "alternatives of one condition")                                                         \
    X(MAX_DEPTH, 64, "parentheses and operators nested in one expression")                                             \
    X(PLANNER_MAX_NODES, 1000000, "states a search may hold")                                                          \
    X(PLANNER_CACHE_BYTES, 1 << 20, "bytes a planner's own cache may take")                                            \
    X(CACHE_BYTES, 4 << 20, "bytes a shared cache may take")                                                           \
    X(CACHE_GOAL_BYTES, 64 << 10, "bytes for a goal that is asked for often")                                          \
    X(CACHE_FIRST_BYTES, 16 << 10, "bytes for a goal asked for the first time")                                        \
    X(FILE_MAX_BYTES, 16 << 20, "bytes of the largest file that is read")                                              \
    X(FILE_MAX_DEPTH, 32, "elements nested in each other in a file, outside of sections")                              \
    X(FILE_MAX_SECTION_DEPTH, 256, "elements nested in each other in a behaviour tree and the like")                   \
    X(BT_MAX_LOOPS, 1000, "rounds of Repeat and the like in one tick of a behaviour tree")                             \
    X(MAP_MAX_CELLS, 64 << 20, "cells of the largest map that is read")                                                \
    X(MAP_MAX_BYTES, 128 << 20, "bytes of the largest map or scenario that is read")                                   \
    X(EXPLAIN_MAX_SET, 3, "members of the largest set of obstacles that an explanation looks for")                     \
    X(EXPLAIN_MAX_SETS, 8, "smallest sets of obstacles that an explanation lists")                                     \
    X(EXPLAIN_MAX_SEARCHES, 2000, "searches that one explanation may take")                                            \
    X(EXPLAIN_MAX_NODES, 100000, "nodes of each of them")                                                              \
    X(PATH_SERVICE_CAPACITY, PL_CAP(64), "requests a path service starts with room for")                               \
    X(PATH_SERVICE_SLOTS, 4, "searches a path service has under way when it is limited in nodes")                      \
    X(PATH_SERVICE_SHARE_FROM, 4, "requests to one target that are answered by one search")                            \
    X(PATH_SERVICE_RESTARTS, 3,                                                                                        \
      "times a search begins again since obstacles changed, before it is finished at any cost")                        \
    X(PATH_SERVICE_USUAL, 256, "nodes that a request is first expected to take")                                       \
    X(PLAN_SERVICE_SLOTS, 4, "searches a planning service has under way when it is limited in nodes")                  \
    X(PLAN_SERVICE_CAPACITY, PL_CAP(64), "agents a planning service starts with room for")                             \
    X(PLAN_SERVICE_UNMERGED, 32, "ticks after which a planning service ends its searches so that its cache can learn") \
    X(GOAP_STEPS, 16, "steps of a plan that an agent keeps")                                                           \
    X(GOAP_SEARCH_INTERVAL, 500000, "microseconds after which a busy agent looks for a better goal")                   \
    X(GOAP_INTERVAL, 100000, "microseconds between two askings of a goal's relevancy")                                 \
    X(GOAP_HYSTERESIS, 100, "thousandths by which a goal must lead to interrupt another")                              \
    X(GOAP_WHY_SEARCHES, 200, "searches that an agent may take to say why a goal has no plan")                         \
    X(BLACKBOARD_MAX_NESTING, 64, "writes of a board nested in callbacks of each other")                               \
    X(FACT_CAPACITY, 32, "facts of a kind that a memory holds")                                                        \
    X(FACT_DECAY_TIME, 10000000, "microseconds in which a belief halves")                                              \
    X(FACT_FLOOR, 50, "thousandths of belief below which a fact is forgotten")                                         \
    X(FACT_FIRST_ROOM, PL_CAP(4), "facts of a kind that a memory takes room for at first")                             \
    X(WORLD_CAPACITY, PL_CAP(64), "agents a world starts with room for")                                               \
    X(WORLD_CHUNK, PL_CAP(64), "agents that lie together")                                                             \
    X(WORLD_SHARE, PL_CAP(64), "agents that a thread takes at least")                                                  \
    X(WORLD_POOL_BYTES, 16 * PL_CAP(4096), "bytes of minds' memories taken at a time")                                 \
    X(SENSOR_OFFSET, 16667, "microseconds between the first readings of one agent and the next")                       \
    X(HTN_DEPTH, 32, "tasks within tasks of a network")                                                                \
    X(HTN_STEPS, 32, "steps of a network's plan")                                                                      \
    X(HTN_NODES, 10000, "methods and actions that one search in a network tries")                                      \
    X(HTN_RETRY, 500000, "microseconds until a search in a network is tried again though nothing changed")             \
    X(UTILITY_COMMITMENT, 250, "thousandths that an option counts more while it runs")                                 \
    X(UTILITY_REPEAT, 550, "thousandths of its score that the option just done counts")                                \
    X(RESERVATIONS_CAPACITY, PL_CAP(64), "claims that reservations start with room for")                               \
    X(SQUAD_SIZE, 4, "members of a squad")                                                                             \
    X(SQUAD_PAUSE, 1000000, "microseconds until a standing task of a squad begins again")

enum
{
#define PL_DEFAULT_ENUM(NAME, value, text) PLOY_DEFAULT_##NAME = (value),
    PL_DEFAULT_LIST(PL_DEFAULT_ENUM)
#undef PL_DEFAULT_ENUM
};

#endif
