// Vitals: what everyone may know of a fighter, on a blackboard of its own, with the key `alive`. Any number of observers
// subscribe to it: the battle, which counts who is left, and each fighter that attacks it, which learns by it that its
// fight is over. An attacker unsubscribes when it stops, and when it falls itself.

#ifndef BATTLEGROUND_VITALS_H
#define BATTLEGROUND_VITALS_H

#include "games/battleground/fighter.h"

/// One blackboard per fighter; nobody is alive yet. False: out of memory.
bool vitals_create(battle* b);
void vitals_destroy(battle* b);

/// Notifies all observers of the fighter, if it changes.
void vitals_set_alive(fighter* f, bool alive);

/// From now on the fighter is notified when the other one falls. It watches one at a time. False: out of memory.
bool vitals_watch(fighter* f, const fighter* other);
/// Nothing, if it watches nobody.
void vitals_unwatch(fighter* f);

#endif
