// The numbers behind what agents perceive, decide and do, from data/tactics.txt.

#ifndef ARENA_SETUP_TACTICS_H
#define ARENA_SETUP_TACTICS_H

#include <ploy/base.h>

/// Fields: name, unit. A file has them all.
#define ARENA_TACTICS_FIELDS(X)                                                                                        \
    X(sight, CELLS) /* agents see this far, at most ARENA_MAX_SIGHT */                                                 \
    X(notice, CELLS) /* and all around within it */                                                                    \
    X(view, NUMBER) /* cosine of half the field of view, 1/1000: 140 degrees */                                        \
    X(facing, NUMBER) /* an enemy aims at the agent when it is off its line by at most this, 1/1000 of the distance */ \
    X(far_belief, NUMBER) /* 1/1000 of belief that an agent at the limit of sight has less than one next to it */      \
    X(attacker_belief, NUMBER) /* 1/1000 of belief in an attacker that was not seen */                                 \
    X(gone, SECONDS) /* a pickup that was seen to be gone is not tried again for so long */                            \
    X(nodes_around, NUMBER) /* squares of the lattice that are judged as positions, to each side */                    \
    X(node_loss, NUMBER) /* 1/1000 of belief that a position loses per cell of distance */                             \
    X(node_belief, NUMBER) /* 1/1000 of belief that every position has */                                              \
    X(node_walk, NUMBER) /* 1/1000: what a cell of the walk to a position counts beside one of the wrong distance */   \
    X(enemy_fades, SECONDS) /* belief in what is remembered halves in so long; in an event it falls to nothing */  \
    X(friend_fades, SECONDS)                                                                                           \
    X(pickup_fades, SECONDS)                                                                                           \
    X(event_fades, SECONDS)                                                                                            \
    X(node_fades, SECONDS)                                                                                             \
    X(enemy_least, NUMBER) /* 1/1000 of belief below which it is forgotten */                                          \
    X(friend_least, NUMBER)                                                                                            \
    X(pickup_least, NUMBER)                                                                                            \
    X(event_least, NUMBER)                                                                                             \
    X(node_least, NUMBER)                                                                                              \
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
    X(long_walk, NUMBER) /* seconds: a longer walk counts as so long */                                                \
    X(commitment, NUMBER)     /* 1/1000 of belief that another enemy needs more to become the target */                \
    X(change, SECONDS)        /* from a weapon change to the first shot */                                             \
    X(blind, SECONDS)         /* an agent fires blindly for so long */                                                 \
    X(blind_spread, NUMBER)   /* how far blind fire strays to each side, 1/1000 of its flight */                       \
    X(shot_from, CELLS)       /* how far away the agent believes an attacker that it did not see */                    \
    X(melee_gives_up, CELLS)  /* distance of the target */                                                             \
    X(out_of_sight, SECONDS)  /* an attack goes on for so long without seeing the target */                            \
    X(aim, NUMBER) /* cosine of the angle to the target within which an agent fires, 1/1000: ten degrees */            \
    X(in_range, CELLS) /* what a weapon that reaches the target is worth, against a cell off its best distance */      \
    X(is_loaded, CELLS) /* what a loaded weapon is worth */                                                            \
    X(no_target, CELLS) /* weapons are compared at this distance without a target */                                   \
    X(half_empty, NUMBER) /* 1/1000 of the magazine; with at most this an agent loads on the way */                    \
    X(health_given, NUMBER) /* by a health pickup */                                                                   \
    X(health_back, SECONDS) /* until a health pickup is there again */                                                 \
    X(ammo_back, SECONDS)                                                                                              \
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
    X(wide_slack, CELLS) /* the same, for being in position and for being too close */                                 \
    X(touch, CELLS) /* a chase stops within it of its target */                                                        \
    X(touch_pause, SECONDS)                                                                                            \
    X(renew_close, SECONDS) /* as renew, for a target within slack */                                                  \
    X(short_keep, NUMBER) /* 1/1000 of a weapon's best distance: the one for short range */                            \
    X(step_pause, SECONDS) /* after a step of a fight, and where there is no room for one */                           \
    X(patrol_pause, SECONDS) /* at each place of a patrol */                                                           \
    X(patrol_least, SECONDS) /* an agent patrols for, even in sight of an enemy */                                     \
    X(flank_renew, SECONDS) /* as renew, for a flank */                                                                \
    X(flank_cosine, NUMBER) /* cosine of the angle between two lines to the target: a flank, 1/1000: 60 degrees */  \
    X(flank_worth, CELLS) /* what another direction than a teammate's is worth, against cells off the best distance */ \
    X(belief_worth, CELLS) /* what a position that is certain is worth */                                              \
    X(dodge_least, NUMBER) /* least cells of a step aside in a skirmish */                                             \
    X(same_side, NUMBER) /* one step aside of so many goes to the same side as the last */                             \
    X(moved_far, CELLS) /* a walk is aimed again when what it leads to has moved by this */                            \
    X(stalled, SECONDS) /* without getting nearer to the next corner: ask for another path */                          \
    X(fetch_anyway, NUMBER) /* seconds to a health pickup that are not given up for a fight */                         \
    X(flock, CELLS) /* members of a squad that walk within it flock */                                                 \
    X(flock_apart, CELLS) /* and keep apart within it */                                                               \
    X(flock_to, NUMBER) /* one part of so many of the direction: to the middle of the others */                        \
    X(flock_away, NUMBER) /* away from those that are close */                                                         \
    X(flock_with, NUMBER) /* with the others */                                                                        \
    X(enemies, SECONDS)       /* intervals of the sensors */                                                           \
    X(friends, SECONDS)                                                                                                \
    X(health, SECONDS)                                                                                                 \
    X(ammo, SECONDS)                                                                                                   \
    X(nodes, SECONDS)                                                                                                  \
    X(groups, NUMBER) /* agents decide in so many groups, one group per step */                                        \
    X(budget, NUMBER) /* nodes of plans, searched per step by all agents together; the rest waits for the next step */ \
    X(crowd, NUMBER) /* with more agents, those far from what matters sense and decide more rarely */                  \
    X(crowd_pace, NUMBER) /* in one of so many of their turns; 1: as often as all */                                   \
    X(crowd_alert, CELLS) /* not with an enemy within it */                                                            \
    X(crowd_watch, NUMBER) /* in one of so many turns with an enemy within crowd_alert, but none close */              \
    X(crowd_close, CELLS) /* an enemy within it is close */                                                            \
    X(crowd_hurt, SECONDS) /* nor so soon after a wound */                                                             \
    X(crowd_roam, CELLS) /* agents of a crowd roam so far to each side */                                              \
    X(crowd_nodes, NUMBER) /* positions of each role that an agent of a crowd remembers per update */                  \
    X(crowd_shows, NUMBER) /* of so many updates of its blackboard by the enemy sensor one writes all of it */         \
    X(review, SECONDS) /* between two reviews of a squad's task */                                                     \
    X(gather, CELLS)   /* a member within it of its place is there */                                                  \
    X(spread, CELLS)   /* members farther apart than this meet first */                                                \
    X(station, NUMBER) /* cells from a place to the stations around it */                                              \
    X(watch, SECONDS)  /* from an order to a post of a patrol to the next */                                           \
    X(flank, NUMBER)   /* cells from a place to the places beside it */                                                \
    X(flank_least, NUMBER) /* least of these cells */                                                                  \
    X(spot, NUMBER) /* cells between the places of members at one place */                                             \
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
