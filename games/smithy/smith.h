// A smith's body: it walks in a straight line and works at places. Every action of the data is an activity here.

#ifndef SMITHY_SMITH_H
#define SMITHY_SMITH_H

#include "games/smithy/smithy.h"

/// Binds an activity for each action of the domain. PLOY_INVALID: an action that no smith knows; the error names it.
ploy_status smith_bind_activities(smithy* game, ploy_error* error);

#endif
