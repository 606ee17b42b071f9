// Fights: pairs of fighters that take turns at hitting each other, over many ticks. A pair fights once at a time,
// whichever way round it is named. A fighter may be in several fights, with the one health it has.

#ifndef BATTLEGROUND_FIGHTS_H
#define BATTLEGROUND_FIGHTS_H

#include "games/battleground/fighter.h"

enum
{
    FIGHT_TURN = 6,     ///< ticks from one blow to the next
    FIGHT_REACH = 1152, ///< units: whoever is nearer can be attacked
};

typedef struct fight
{
    uint32_t sides[2]; ///< the attacker, who hits first, and the defender
    uint32_t ticks;    ///< since it began
} fight;

/// A blow's damage: attack / (defence + 1) + 1, rounded to the nearest, halves to the even one.
int32_t fight_damage(uint32_t attack, uint32_t defence);

bool fight_is_in_reach(const fighter* a, const fighter* b);

/// Nothing happens if the two are at it already. False: there are as many fights as fighters, and no room for more.
bool fights_begin(battle* b, fighter* attacker, fighter* defender);
/// Do these two fight, whoever began it?
bool fights_has(const battle* b, const fighter* one, const fighter* other);

/// One tick: blows fall in the order in which the fights began; losers leave at once, and with them their fights end.
void fights_tick(battle* b);

#endif
