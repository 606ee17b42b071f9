// Claims: before a smith starts a plan, it reserves every piece that the plan takes and every gap that it fills.

#ifndef SMITHY_CLAIMS_H
#define SMITHY_CLAIMS_H

#include "games/smithy/smithy.h"

/// Bits of smith.claims.
#define CLAIM_TAKE(store) (1u << 2 * (store))
#define CLAIM_PUT(store) (2u << 2 * (store))

/// Pieces or gaps without a claim.
uint32_t claims_free_pieces(const smithy* game, shop_store store);
uint32_t claims_free_gaps(const smithy* game, shop_store store);

/// Claims what the rest of the smith's plan needs and releases the rest. False: another smith has claimed it.
bool claims_follow_plan(smith* who);
/// Adds one claim. False: another smith has claimed it.
bool claims_add(smith* who, uint32_t claim);
/// Releases some claims and updates the blackboards.
void claims_drop(smith* who, uint32_t claims);

#endif
