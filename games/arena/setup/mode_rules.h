// The rules of a mode, as data/*.mode have them. A mode is a mix of what scores; a new one is a new file.

#ifndef ARENA_SETUP_MODE_RULES_H
#define ARENA_SETUP_MODE_RULES_H

#include <ploy/base.h>

/// Field, what its number means. Left out, each is 0.
#define ARENA_RULES_FIELDS(X)                                                                                          \
    X(teams, NUMBER)         /* 0: all against all */                                                                  \
    X(friendly_fire, NUMBER) /* 1: team mates can be hurt */                                                           \
    X(points, NUMBER)        /* domination points, 0 or 2 */                                                           \
    X(hold, SECONDS)         /* all points held so long score */                                                       \
    X(flags, NUMBER)         /* 1: a flag and a base for each team */                                                  \
    X(flag_return, SECONDS)  /* a dropped flag goes home after so long */                                              \
    X(own_flag_home, NUMBER) /* 1: scores only while one's own flag is at home */                                      \
    X(reach, CELLS)          /* of points, flags and bases */                                                          \
    X(apart, CELLS)          /* that points, or bases, lie at least from each other */                                 \
    X(rounds, NUMBER)        /* 1: the dead wait for the next round */                                                 \
    X(round_limit, SECONDS)  /* a round without a winner ends after so long; 0: never */                               \
    X(round_pause, SECONDS)  /* between two rounds */                                                                  \
    X(respawn, SECONDS)      /* the dead are back after so long */                                                     \
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

/// PLOY_INVALID and what is wrong where.
ploy_status arena_rules_read(arena_rules* rules, const char* text, size_t bytes, ploy_error* error);

#endif
