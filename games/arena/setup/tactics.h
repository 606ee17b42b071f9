// The numbers behind what agents perceive, decide and do, from data/tactics.txt.

#ifndef ARENA_SETUP_TACTICS_H
#define ARENA_SETUP_TACTICS_H

#include <ploy/base.h>

/// Fields: name, unit. A file has them all.
#define ARENA_TACTICS_FIELDS(X)                                                                                        \
    X(low_health, NUMBER)     /* at most: health is low */                                                             \
    X(hurt, NUMBER)           /* at most: a health pickup would help */                                                \
    X(under_fire, SECONDS)    /* after the last wound */                                                               \
    X(few_rounds, NUMBER)     /* damage that all rounds together could do; below it, ammunition is low */              \
    X(close, CELLS)           /* a visible target within it is close */                                                \
    X(nearer_by, CELLS)       /* the other point must be nearer by this to become the nearer one */                    \
    X(order_around, CELLS)    /* an order's place within this distance of a point means that point */                  \
    X(engage, CELLS)          /* a visible target within it engages the agent */                                       \
    X(engaged, SECONDS)       /* the agent stays engaged after it saw the target last */                               \
    X(near_place, CELLS)      /* on foot: the agent is near a point or a flag */                                       \
    X(danger, CELLS)          /* an enemy known within this distance of a pickup makes the walk dangerous */           \
    X(danger_seconds, NUMBER) /* what such an enemy adds to the walk, in seconds */                                    \
    X(commitment, NUMBER)     /* 1/1000 of belief that another enemy needs more to become the target */                \
    X(change, SECONDS)        /* from a weapon change to the first shot */                                             \
    X(blind, SECONDS)         /* an agent fires blindly for so long */                                                 \
    X(blind_spread, NUMBER)   /* how far blind fire strays to each side, 1/1000 of its flight */                       \
    X(shot_from, CELLS)       /* how far away the agent believes an attacker that it did not see */                    \
    X(melee_gives_up, CELLS)  /* distance of the target */                                                             \
    X(out_of_sight, SECONDS)  /* an attack goes on for so long without seeing the target */                            \
    X(renew, SECONDS)         /* until a moving goal is checked again */                                               \
    X(strafe, SECONDS)        /* until the next step aside */                                                          \
    X(strafe_cells, NUMBER)   /* cells of a step aside while the agent keeps its distance */                           \
    X(sidestep, NUMBER)       /* cells of a step out of the line of fire */                                            \
    X(dodge_cells, NUMBER)    /* most cells of a step aside in a skirmish */                                           \
    X(retreat, NUMBER)        /* cells */                                                                              \
    X(slack, CELLS)           /* by which the distance to the target may differ from the best one */                   \
    X(follow, CELLS)          /* distance to the agent that is followed */                                             \
    X(patrol, CELLS)          /* patrols stay within this distance of their place */                                   \
    X(post, SECONDS)          /* an agent stays at a post */                                                           \
    X(enemies, SECONDS)       /* intervals of the sensors */                                                           \
    X(friends, SECONDS)                                                                                                \
    X(health, SECONDS)                                                                                                 \
    X(ammo, SECONDS)                                                                                                   \
    X(nodes, SECONDS)                                                                                                  \
    X(groups, NUMBER) /* agents decide in so many groups, one group per step */                                        \
    X(budget, NUMBER) /* nodes of plans, searched per step by all agents together; the rest waits for the next step */ \
    X(review, SECONDS) /* between two reviews of a squad's task */                                                     \
    X(gather, CELLS)   /* a member within it of its place is there */                                                  \
    X(spread, CELLS)   /* members farther apart than this meet first */                                                \
    X(station, NUMBER) /* cells from a place to the stations around it */                                              \
    X(watch, SECONDS)  /* from an order to a post of a patrol to the next */                                           \
    X(flank, NUMBER)   /* cells from a place to the places beside it */                                                \
    X(support, CELLS)  /* members within it of their squad's enemy take part in the fight */

typedef struct arena_tactics
{
#define ARENA_TACTICS_FIELD(name, unit) int32_t name;
    ARENA_TACTICS_FIELDS(ARENA_TACTICS_FIELD)
#undef ARENA_TACTICS_FIELD
} arena_tactics;

/// PLOY_INVALID: the error says what is wrong and where.
ploy_status arena_tactics_read(arena_tactics* tactics, const char* text, size_t bytes, ploy_error* error);
/// The built-in ones.
arena_tactics arena_tactics_default(void);

#endif
