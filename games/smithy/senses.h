// How the blackboards follow the game. Storages write the shop's blackboard; places and hands write the smith's.
// Actions write neither, so the blackboards stay true when a plan is dropped.

#ifndef SMITHY_SENSES_H
#define SMITHY_SENSES_H

#include "games/smithy/smithy.h"

/// PLOY_INVALID: the data lacks a symbol that is set here; the error names it.
ploy_status senses_find_keys(smithy* game, ploy_error* error);

/// Call it when a storage or a claim on it has changed.
void senses_of_store(smithy* game, shop_store store);
/// Call it when the smith has moved, or its hands or claims have changed.
void senses_of_smith(smith* who);

/// For tests: do all sensed symbols of this smith agree with the shop?
bool senses_are_true(const smith* who);

#endif
