// The rules of a mode, from data/*.mode. A mode combines rules that score; a new mode is a new file, which also says
// what controllers disable in it.

#ifndef ARENA_SETUP_MODE_RULES_H
#define ARENA_SETUP_MODE_RULES_H

#include <ploy/base.h>

/// Fields: name, unit. The default of each is 0.
#define ARENA_RULES_FIELDS(X)                                                                                          \
    X(teams, NUMBER)         /* 0: all against all */                                                                  \
    X(friendly_fire, NUMBER) /* 1: teammates can hurt each other */                                                    \
    X(points, NUMBER)        /* domination points, 0 or 2 */                                                           \
    X(hold, SECONDS)         /* time for which a team must hold all points to score */                                 \
    X(flags, NUMBER)         /* 1: each team has a flag and a base */                                                  \
    X(flag_return, SECONDS)  /* time until a dropped flag returns */                                                   \
    X(own_flag_home, NUMBER) /* 1: a team scores only while its own flag is at home */                                 \
    X(reach, CELLS)          /* radius of points, flags and bases */                                                   \
    X(apart, CELLS)          /* lowest distance between the points, or between the bases */                            \
    X(rounds, NUMBER)        /* 1: the dead wait for the next round */                                                 \
    X(round_limit, SECONDS)  /* time after which a round ends without a winner; 0: never */                            \
    X(round_pause, SECONDS)  /* between two rounds */                                                                  \
    X(respawn, SECONDS)      /* time until a dead agent respawns */                                                    \
    X(score_hold, NUMBER)                                                                                              \
    X(score_flag, NUMBER)                                                                                              \
    X(score_kill, NUMBER)                                                                                              \
    X(score_suicide, NUMBER)                                                                                           \
    X(score_round, NUMBER)

typedef struct arena_rules
{
    char name[32];
#define ARENA_RULES_FIELD(name, unit) int32_t name;
    ARENA_RULES_FIELDS(ARENA_RULES_FIELD)
#undef ARENA_RULES_FIELD
} arena_rules;

/// PLOY_INVALID: the error says what is wrong and where.
ploy_status arena_rules_read(arena_rules* rules, const char* text, size_t bytes, ploy_error* error);

#endif
