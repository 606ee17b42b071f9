// Claims: before a smith sets out, it claims every piece its plan will take and every gap it will fill.

#ifndef SMITHY_CLAIMS_H
#define SMITHY_CLAIMS_H

#include "games/smithy/smithy.h"

/// Bits of smith.claims.
#define CLAIM_TAKE(store) (1u << 2 * (store))
#define CLAIM_PUT(store) (2u << 2 * (store))

/// Pieces or gaps that nobody has claimed.
uint32_t claims_free_pieces(const smithy* game, shop_store store);
uint32_t claims_free_gaps(const smithy* game, shop_store store);

/// Claims what the rest of the smith's plan needs and gives back what it does not. False: somebody was quicker.
bool claims_follow_plan(smith* who);
/// One more; false: somebody was quicker.
bool claims_add(smith* who, uint32_t claim);
/// Some of them; senses are told.
void claims_drop(smith* who, uint32_t claims);

#endif
