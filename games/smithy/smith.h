// A smith's body: it walks in straight lines and works at places. Every action of the data has an activity here.

#ifndef SMITHY_SMITH_H
#define SMITHY_SMITH_H

#include "games/smithy/smithy.h"

/// Binds one activity per action of the domain. PLOY_INVALID: an action is unknown; the error names it.
ploy_status smith_bind_activities(smithy* game, ploy_error* error);

#endif
