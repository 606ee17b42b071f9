#include "games/smithy/work.h"

#include <stddef.h>
#include <string.h>

#define HAS(ITEM) (1u << ITEM_##ITEM)

const smith_work works[WORK_COUNT] = {
    {"PickUpPickaxe", SHOP_IRON_STOCK, 0, 0, HAS(PICKAXE), STORE_PICKAXES, STORE_NONE},
    {"PickUpAxe", SHOP_WOOD_STOCK, 0, 0, HAS(AXE), STORE_AXES, STORE_NONE},
    {"MineOre", SHOP_MINE, HAS(PICKAXE), 0, HAS(ORE), STORE_NONE, STORE_NONE},
    {"ChopWood", SHOP_FOREST, HAS(AXE), 0, HAS(LOG), STORE_NONE, STORE_NONE},
    {"StoreOre", SHOP_IRON_STOCK, 0, HAS(ORE), 0, STORE_NONE, STORE_IRON},
    {"StoreLog", SHOP_WOOD_STOCK, 0, HAS(LOG), 0, STORE_NONE, STORE_WOOD},
    {"TakeOre", SHOP_IRON_STOCK, 0, 0, HAS(ORE), STORE_IRON, STORE_NONE},
    {"TakeLog", SHOP_WOOD_STOCK, 0, 0, HAS(LOG), STORE_WOOD, STORE_NONE},
    {"FillSmelter", SHOP_SMELTER, 0, HAS(ORE), 0, STORE_NONE, STORE_SMELTER_ORE},
    {"FillCutter", SHOP_CUTTER, 0, HAS(LOG), 0, STORE_NONE, STORE_CUTTER_LOGS},
    {"TakeBlade", SHOP_SMELTER, 0, 0, HAS(BLADE), STORE_BLADES, STORE_NONE},
    {"TakeHandle", SHOP_CUTTER, 0, 0, HAS(HANDLE), STORE_HANDLES, STORE_NONE},
    {"PutTogether", SHOP_WORKBENCH, 0, HAS(BLADE) | HAS(HANDLE), 0, STORE_NONE, STORE_WEAPONS},
    {"EmptyOutput", SHOP_OUTPUT, 0, 0, 0, STORE_WEAPONS, STORE_NONE},
};

const smith_work* work_find(const char* action)
{
    for (uint32_t i = 0; i < WORK_COUNT; ++i) {
        if (strcmp(works[i].action, action) == 0) return &works[i];
    }
    return NULL;
}
