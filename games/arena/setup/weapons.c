#include "games/arena/setup/weapons.h"

#include <string.h>

#include "games/arena/setup/text_reader.h"

static const char* const names[ARENA_WEAPONS] = {"pistol", "shotgun", "rocket", "minigun", "melee"};

static const arena_text_column fields[] = {
#define FIELD(name, unit) {#name, offsetof(arena_weapon, name), ARENA_##unit},
    ARENA_WEAPON_FIELDS(FIELD)
#undef FIELD
};

const char* arena_weapon_name(uint32_t weapon)
{
    return weapon < ARENA_WEAPONS ? names[weapon] : "none";
}

uint32_t arena_weapon_find(const char* name)
{
    for (uint32_t i = 0; i < ARENA_WEAPONS; i++) {
        if (strcmp(names[i], name) == 0) return i;
    }
    return ARENA_WEAPONS;
}

static bool is_sound(const arena_weapon* weapon, bool gun)
{
    bool sound = weapon->damage > 0 && weapon->range > 0 && weapon->interval > 0;
    return sound && (!gun || (weapon->pellets > 0 && weapon->pellets <= ARENA_MAX_PELLETS && weapon->speed > 0 &&
                              weapon->magazine > 0 && weapon->carry >= weapon->magazine && weapon->pickup > 0));
}

ploy_status arena_weapons_read(arena_weapon weapons[ARENA_WEAPONS], const char* text, size_t bytes, ploy_error* error)
{
    memset(weapons, 0, ARENA_WEAPONS * sizeof *weapons);
    arena_text reader = arena_text_of(text, bytes);
    uint32_t weapon = ARENA_WEAPONS;
    while (arena_text_next(&reader)) {
        if (strcmp(reader.words[0], "weapon") == 0) {
            weapon = reader.count == 2 ? arena_weapon_find(reader.words[1]) : ARENA_WEAPONS;
            if (weapon == ARENA_WEAPONS) {
                return arena_text_wrong(&reader, error, "no such weapon", "pistol, shotgun, rocket, minigun, melee");
            }
        } else {
            if (weapon == ARENA_WEAPONS) {
                return arena_text_wrong(&reader, error, "a field without a weapon", "start with: weapon NAME");
            }
            ploy_status status =
                arena_text_field(&reader, fields, sizeof fields / sizeof *fields, &weapons[weapon], error);
            if (status != PLOY_OK) return status;
        }
    }
    for (uint32_t i = 0; i < ARENA_WEAPONS; i++) {
        if (!is_sound(&weapons[i], i != ARENA_MELEE)) {
            return arena_text_wrong(&reader, error, "a weapon lacks damage, range, interval, speed or ammunition",
                                    names[i]);
        }
    }
    return PLOY_OK;
}
