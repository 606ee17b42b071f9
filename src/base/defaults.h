// Every default and fixed limit of the library: name, value, explanation.

#ifndef PL_BASE_DEFAULTS_H
#define PL_BASE_DEFAULTS_H

/// An initial capacity. The shrink build makes all of them 2 to 5, so that the tests reach every growth path.
#if defined(PLOY_SHRINK)
#define PL_CAP(normal) (2 + (normal) % 4)
#else
#define PL_CAP(normal) (normal)
#endif

#define PL_DEFAULT_LIST(X)                                                                                             \
    X(ARRAY_CAPACITY, PL_CAP(16), "initial capacity of a growing array")                                               \
    X(TABLE_CAPACITY, PL_CAP(16), "initial capacity of a hash table")                                                  \
    X(ARENA_BLOCK_BYTES, 16 * PL_CAP(4096), "bytes of one block of an arena")                                          \
    X(SCHEDULER_SLOTS, PL_CAP(64), "tasks that a scheduler queues before it runs one in enqueue")                      \
    X(SCHEDULER_SHARES, 16, "shares of a task per worker")                                                              \
    X(SCHEDULER_WORKERS, 4, "threads that work on a scheduler's tasks, the caller's included")                         \
    X(MAX_VARIABLES, 4096, "ground symbols of a domain")                                                               \
    X(MAX_VALUES, 65536, "values of one symbol")                                                                       \
    X(MAX_OPERATORS, 65536, "ground actions of a domain, each alternative counted")                                    \
    X(MAX_ALTERNATIVES, 1024, "alternatives of one condition")                                                         \
    X(MAX_DEPTH, 64, "parentheses and operators nested in one expression")                                             \
    X(SUCCESSOR_MOVES, PL_CAP(256), "moves of a goal from which on a search finds the applicable ones by a tree")        \
    X(PLANNER_MAX_NODES, 1000000, "states a search may hold")                                                          \
    X(PLANNER_MAX_WORK, 8000000, "edges a search without a limit of its own may follow: less than a second")           \
    X(PLANNER_CACHE_BYTES, 1 << 20, "bytes a planner's own cache may take")                                            \
    X(CACHE_BYTES, 4 << 20, "bytes a shared cache may take")                                                           \
    X(CACHE_GOAL_BYTES, 64 << 10, "cache bytes of a goal that is requested often")                                     \
    X(CACHE_FIRST_BYTES, 16 << 10, "cache bytes of a goal that is requested for the first time")                       \
    X(FILE_MAX_BYTES, 16 << 20, "bytes of the largest file that can be read")                                          \
    X(FILE_MAX_DEPTH, 32, "nested elements in a file, outside of sections")                                            \
    X(FILE_MAX_SECTION_DEPTH, 512, "nested elements in a behavior tree, state machine or similar section")             \
    X(BT_MAX_LOOPS, 1000, "iterations of Repeat and similar nodes in one tick of a behavior tree")                     \
    X(PDDL_WAYS, PL_CAP(64), "ways in which the conditional effects of a PDDL action may hold, to be an action each")     \
    X(PDDL_STEP_WAYS, PL_CAP(16), "ways per step where they are more, and the action becomes several steps")          \
    X(PDDL_UNIT_WAYS, PL_CAP(256), "ways per step where its conditional effects read what the others change")          \
    X(MAP_MAX_CELLS, 64 << 20, "cells of the largest map that can be read")                                            \
    X(MAP_MAX_BYTES, 128 << 20, "bytes of the largest map or scenario that can be read")                               \
    X(EXPLAIN_MAX_SET, 3, "size of the largest set of obstacles that an explanation searches for")                     \
    X(EXPLAIN_MAX_SETS, 8, "smallest sets of obstacles that an explanation lists")                                     \
    X(EXPLAIN_MAX_SEARCHES, 2000, "searches that one explanation may take")                                            \
    X(EXPLAIN_MAX_WORK, 380000, "edges that all searches of a why-not may follow together: less than 100 ms")          \
    X(EXPLAIN_MAX_NODES, 100000, "nodes of each of them")                                                              \
    X(PATH_SERVICE_CAPACITY, PL_CAP(64), "initial capacity of a path service, in requests")                            \
    X(PATH_SERVICE_SLOTS, 4, "active searches of a path service that is limited in nodes")                             \
    X(PATH_SERVICE_SHARE_FROM, 4, "requests to one target that are answered by one search")                            \
    X(PATH_SERVICE_RESTARTS, 3, "restarts of a path search after obstacles changed, before it must finish")            \
    X(PATH_SERVICE_USUAL, 256, "nodes that a path request is expected to take at first")                               \
    X(PLAN_SERVICE_NODES, 100000, "nodes per tick of a planning service without a limit; fewer in a large domain")     \
    X(PLAN_SERVICE_SLOTS, 4, "active searches of a planning service that is limited in nodes")                         \
    X(PLAN_SERVICE_CAPACITY, PL_CAP(64), "initial capacity of a planning service, in agents")                          \
    X(PLAN_SERVICE_UNMERGED, 32, "ticks after which a planning service ends its searches so that its cache can learn") \
    X(GOAP_BELIEF_BYTES, 4 * PL_CAP(1024), "bytes of beliefs of GOAP agents allocated at a time")                      \
    X(GOAP_STEPS, 16, "steps of a plan that an agent keeps")                                                           \
    X(GOAP_SEARCH_INTERVAL, 500000, "microseconds between searches for a better goal while an agent acts")             \
    X(GOAP_INTERVAL, 100000, "microseconds between evaluations of a goal's relevancy")                                 \
    X(GOAP_HYSTERESIS, 100, "priority by which a goal must lead to interrupt another, fixed point (1/1000)")           \
    X(GOAP_SETTLE, 1000000, "microseconds, beyond the longest interval of a sensor, that effects are believed unsensed")  \
    X(GOAP_WHY_SEARCHES, 200, "searches that may be spent to explain why a goal has no plan")                          \
    X(BLACKBOARD_MAX_NESTING, 64, "nested writes of a blackboard from its observers")                                  \
    X(FACT_CAPACITY, 32, "facts of one type that a memory holds")                                                      \
    X(FACT_DECAY_TIME, 10000000, "microseconds in which a belief halves")                                              \
    X(FACT_FLOOR, 50, "belief below which a fact is forgotten, fixed point (1/1000)")                                  \
    X(FACT_FIRST_ROOM, PL_CAP(4), "initial capacity of a memory for one fact type")                                    \
    X(WORLD_CAPACITY, PL_CAP(64), "initial capacity of a world, in agents")                                            \
    X(WORLD_CHUNK, PL_CAP(64), "agents stored together in memory")                                                     \
    X(WORLD_SHARE, PL_CAP(16), "agents that a thread takes at a time")                                                 \
    X(WORLD_POOL_BYTES, 16 * PL_CAP(4096), "bytes of mind data allocated at a time")                                   \
    X(SPATIAL_CELL, 4000, "side of a cell of a spatial index, in units of positions")                                   \
    X(SENSOR_OFFSET, 16667, "microseconds between the first sensor updates of one agent and the next")                 \
    X(HTN_DEPTH, 32, "nested tasks of an htn")                                                                         \
    X(HTN_STEPS, 32, "steps of a plan of an htn")                                                                      \
    X(HTN_NODES, 10000, "methods and actions that one htn search tries")                                               \
    X(HTN_RETRY, 500000, "microseconds until an htn search is repeated though nothing changed")                        \
    X(UTILITY_COMMITMENT, 250, "bonus of the running option, fixed point (1/1000)")                                    \
    X(UTILITY_REPEAT, 550, "factor on the score of the option done last, fixed point (1/1000)")                        \
    X(RESERVATIONS_CAPACITY, PL_CAP(64), "initial capacity of reservations")                                           \
    X(SQUAD_SIZE, 4, "members of a squad")                                                                             \
    X(SQUAD_PAUSE, 1000000, "microseconds until a standing task of a squad is repeated")

enum
{
#define PL_DEFAULT_ENUM(NAME, value, text) PLOY_DEFAULT_##NAME = (value),
    PL_DEFAULT_LIST(PL_DEFAULT_ENUM)
#undef PL_DEFAULT_ENUM
};

#endif
