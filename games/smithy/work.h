// What a smith does at a place, one table row per trade. A trade takes something from a storage, the ground or the
// hands and puts something into a storage, the hands or the customer's. Nothing appears from nowhere.

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

typedef struct smith_work
{
    const char* action; ///< as in the data
    shop_place place;
    uint32_t tool;   ///< bits of items that it needs and keeps
    uint32_t uses;   ///< bits of items that it uses up
    uint32_t gives;  ///< bits of items that it produces
    shop_store from; ///< takes one piece from this storage, or STORE_NONE
    shop_store into; ///< puts one piece into this storage, or STORE_NONE
} smith_work;

enum
{
    WORK_COUNT = 14
};

extern const smith_work works[WORK_COUNT];

/// NULL: the action is a move, not a trade.
const smith_work* work_find(const char* action);

#endif
