// The shop: places, storages and two stations that work by themselves. It does not depend on smiths and minds.
//
//   mine --ore--> iron stock --ore--> smelter ==60 s==> blades --.
//                                                                 workbench --> output --> sold
//   forest --log--> wood stock --log--> cutter ==40 s==> handles -'

#ifndef SMITHY_SHOP_H
#define SMITHY_SHOP_H

#include <ploy/base.h>

/// Every place: enum name, name in the data, letter on the map. The order is that of the objects in the data.
#define SHOP_PLACE_LIST(X)                                                                                             \
    X(NOWHERE, "nowhere", ' ')                                                                                         \
    X(MINE, "mine", 'M')                                                                                               \
    X(FOREST, "forest", 'F')                                                                                           \
    X(SMELTER, "smelter", 'S')                                                                                         \
    X(CUTTER, "cutter", 'C')                                                                                           \
    X(IRON_STOCK, "ironStock", 'I')                                                                                    \
    X(WOOD_STOCK, "woodStock", 'W')                                                                                    \
    X(WORKBENCH, "workbench", 'B')                                                                                     \
    X(OUTPUT, "output", 'O')

typedef enum shop_place
{
#define SHOP_PLACE_ENUM(NAME, name, letter) SHOP_##NAME,
    SHOP_PLACE_LIST(SHOP_PLACE_ENUM)
#undef SHOP_PLACE_ENUM
        SHOP_PLACE_COUNT
} shop_place;

/// Every storage: enum name, what it holds, capacity (0: as much as the shop needs), its place.
#define SHOP_STORE_LIST(X)                                                                                             \
    X(PICKAXES, "pickaxes", 0, IRON_STOCK)                                                                             \
    X(AXES, "axes", 0, WOOD_STOCK)                                                                                     \
    X(IRON, "ore in stock", 8, IRON_STOCK)                                                                             \
    X(WOOD, "logs in stock", 8, WOOD_STOCK)                                                                            \
    X(SMELTER_ORE, "ore in the smelter", 4, SMELTER)                                                                   \
    X(CUTTER_LOGS, "logs in the cutter", 4, CUTTER)                                                                    \
    X(BLADES, "blades", 4, SMELTER)                                                                                    \
    X(HANDLES, "handles", 4, CUTTER)                                                                                   \
    X(WEAPONS, "weapons in the output", 4, OUTPUT)

typedef enum shop_store
{
#define SHOP_STORE_ENUM(NAME, name, size, place) STORE_##NAME,
    SHOP_STORE_LIST(SHOP_STORE_ENUM)
#undef SHOP_STORE_ENUM
        STORE_COUNT,
    STORE_NONE = STORE_COUNT
} shop_store;

enum
{
    SHOP_WIDTH = 48, ///< cells
    SHOP_HEIGHT = 14,
    SHOP_CELL = 1000, ///< positions are in 1/1000 cell
};

typedef struct shop_point
{
    int32_t x, y;
} shop_point;

/// A station turns one thing into another while it has input and room for its output.
typedef struct shop_station
{
    shop_store from, to;
    int64_t time; ///< microseconds per piece
    int64_t done; ///< microseconds spent on the current piece
} shop_station;

typedef struct shop
{
    shop_point places[SHOP_PLACE_COUNT];
    uint32_t count[STORE_COUNT];
    uint32_t size[STORE_COUNT];
    shop_station smelter, cutter;
    uint64_t mined, chopped, sold; ///< what came in and what went out
} shop;

/// Draws the places and the two stocks from the seed. There is a pickaxe and an axe per smith.
void shop_init(shop* s, uint64_t seed, uint32_t smiths);

/// The stations work for dt microseconds. Returns the storages that changed, one bit each.
uint32_t shop_tick(shop* s, int64_t dt);

const char* shop_place_name(shop_place place);
char shop_place_letter(shop_place place);
const char* shop_store_name(shop_store store);
shop_place shop_store_place(shop_store store);

#endif
