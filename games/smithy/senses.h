// What the shop and the smiths tell the boards. Storages write the shop's board, places and hands a smith's; actions
// write neither, so a plan that is given up leaves true boards behind.

#ifndef SMITHY_SENSES_H
#define SMITHY_SENSES_H

#include "games/smithy/smithy.h"

/// PLOY_INVALID: the data lacks a symbol that is sensed here; the error names it.
ploy_status senses_find_keys(smithy* game, ploy_error* error);

/// A storage, or a claim on it, has changed.
void senses_of_store(smithy* game, shop_store store);
/// The smith has moved, its hands or its claims have changed.
void senses_of_smith(smith* who);

/// For tests: is every sensed symbol of this smith what the shop says?
bool senses_are_true(const smith* who);

#endif
