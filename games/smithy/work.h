// What a smith does at a place: one table row a trade. Each takes something from a storage, the ground or its hands and
// puts something into a storage, its hands or the customer's; what is in between belongs to nobody, so nothing is made
// of nothing.

#ifndef SMITHY_WORK_H
#define SMITHY_WORK_H

#include "games/smithy/shop.h"

/// What a smith can hold, one of each.
typedef enum smith_item
{
    ITEM_PICKAXE,
    ITEM_AXE,
    ITEM_ORE,
    ITEM_LOG,
    ITEM_BLADE,
    ITEM_HANDLE,
    ITEM_COUNT
} smith_item;

typedef struct work
{
    const char* action; ///< as in the data
    shop_place place;
    uint32_t tool;   ///< bits of items that it needs and leaves in the hands
    uint32_t uses;   ///< bits of items that leave the hands
    uint32_t gives;  ///< bits of items that come into the hands
    shop_store from; ///< one piece leaves it, or STORE_NONE
    shop_store into; ///< one piece goes into it, or STORE_NONE
} work;

enum
{
    WORK_COUNT = 14
};

extern const work works[WORK_COUNT];

/// NULL: no trade, but a move.
const work* work_find(const char* action);

#endif
