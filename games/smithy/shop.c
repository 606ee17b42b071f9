#include "games/smithy/shop.h"

#include <stddef.h>

static const char* const place_names[] = {
#define NAME(NAME, name, letter) name,
    SHOP_PLACE_LIST(NAME)
#undef NAME
};

static const char place_letters[] = {
#define LETTER(NAME, name, letter) letter,
    SHOP_PLACE_LIST(LETTER)
#undef LETTER
};

static const char* const store_names[] = {
#define NAME(NAME, name, size, place) name,
    SHOP_STORE_LIST(NAME)
#undef NAME
};

static const uint32_t store_sizes[] = {
#define SIZE(NAME, name, size, place) size,
    SHOP_STORE_LIST(SIZE)
#undef SIZE
};

static const shop_place store_places[] = {
#define PLACE(NAME, name, size, place) SHOP_##place,
    SHOP_STORE_LIST(PLACE)
#undef PLACE
};

const char* shop_place_name(shop_place place)
{
    return place_names[place];
}

char shop_place_letter(shop_place place)
{
    return place_letters[place];
}

const char* shop_store_name(shop_store store)
{
    return store_names[store];
}

shop_place shop_store_place(shop_store store)
{
    return store_places[store];
}

// The eight places lie in a grid of four by two parts of the floor, each anywhere within its part.
static void lay_out(shop* s, ploy_random* random)
{
    const int32_t width = SHOP_WIDTH / 4;
    const int32_t height = SHOP_HEIGHT / 2;
    uint32_t part[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    for (uint32_t i = 8; i-- > 1;) {
        uint32_t other = ploy_random_below(random, i + 1);
        uint32_t kept = part[i];
        part[i] = part[other];
        part[other] = kept;
    }
    for (uint32_t i = 0; i < 8; ++i) {
        int32_t x = (int32_t)(part[i] % 4) * width + ploy_random_range(random, 2, width - 3);
        int32_t y = (int32_t)(part[i] / 4) * height + ploy_random_range(random, 1, height - 2);
        s->places[SHOP_MINE + i] = (shop_point){x * SHOP_CELL, y * SHOP_CELL};
    }
}

void shop_init(shop* s, uint64_t seed, uint32_t smiths)
{
    ploy_random random = {seed, 0, 0};
    *s = (shop){
        .smelter = {STORE_SMELTER_ORE, STORE_BLADES, 60 * (int64_t)1000000, 0},
        .cutter = {STORE_CUTTER_LOGS, STORE_HANDLES, 40 * (int64_t)1000000, 0},
    };
    lay_out(s, &random);
    for (uint32_t i = 0; i < STORE_COUNT; ++i) s->size[i] = store_sizes[i] > 0 ? store_sizes[i] : smiths;
    s->count[STORE_PICKAXES] = smiths;
    s->count[STORE_AXES] = smiths;
    s->count[STORE_IRON] = ploy_random_below(&random, 4);
    s->count[STORE_WOOD] = ploy_random_below(&random, 4);
}

static uint32_t work(shop* s, shop_station* station, int64_t dt)
{
    if (s->count[station->from] == 0 || s->count[station->to] == s->size[station->to]) return 0;
    station->done += dt;
    if (station->done < station->time) return 0;
    station->done = 0;
    --s->count[station->from];
    ++s->count[station->to];
    return 1u << station->from | 1u << station->to;
}

uint32_t shop_tick(shop* s, int64_t dt)
{
    return work(s, &s->smelter, dt) | work(s, &s->cutter, dt);
}
