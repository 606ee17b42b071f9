// Fights: two fighters take turns hitting each other, over many ticks. A pair has at most one fight. A fighter may be
// in several fights with the same health.

#ifndef BATTLEGROUND_FIGHTS_H
#define BATTLEGROUND_FIGHTS_H

#include "games/battleground/fighter.h"

enum
{
    FIGHT_TURN = 6,     ///< ticks between two blows
    FIGHT_REACH = 1152, ///< units: fighters within this distance can be attacked
};

typedef struct fight
{
    uint32_t sides[2]; ///< the attacker, which hits first, and the defender
    uint32_t ticks;    ///< since it started
    uint32_t next1;    ///< another fight that the attacker started, plus one
} fight;

/// Damage of a blow: attack / (defense + 1) + 1, rounded to the nearest, halves to even.
int32_t fight_damage(uint32_t attack, uint32_t defense);

/// From where a is to where b was when the tick began.
bool fight_is_in_reach(const fighter* a, const fighter* b);

/// Does nothing if the two are already fighting. False: there is no room for another fight.
bool fights_begin(battle* b, fighter* attacker, fighter* defender);
/// Are these two fighting, whoever started it?
bool fights_has(const battle* b, const fighter* one, const fighter* other);

/// Finds the fights of each attacker again, after they were read.
void fights_link(battle* b);

/// One tick: blows fall in the order in which the fights started. Losers leave at once, and their fights end.
void fights_tick(battle* b);

#endif
