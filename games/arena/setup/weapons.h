// The four guns and the melee weapon, from data/weapons.txt.

#ifndef ARENA_SETUP_WEAPONS_H
#define ARENA_SETUP_WEAPONS_H

#include <ploy/base.h>

typedef enum arena_weapon_id
{
    ARENA_PISTOL,
    ARENA_SHOTGUN,
    ARENA_ROCKET,
    ARENA_MINIGUN,
    ARENA_GUNS, ///< number of guns
    ARENA_MELEE = ARENA_GUNS,
    ARENA_WEAPONS,
} arena_weapon_id;

#define ARENA_MAX_PELLETS 16

/// Fields: name, unit.
#define ARENA_WEAPON_FIELDS(X)                                                                                         \
    X(damage, NUMBER)                                                                                                  \
    X(pellets, NUMBER)                                                                                                 \
    X(splash, NUMBER)                                                                                                  \
    X(splash_range, CELLS)                                                                                             \
    X(range, CELLS)                                                                                                    \
    X(keep, CELLS)                                                                                                     \
    X(spread, NUMBER)                                                                                                  \
    X(interval, SECONDS)                                                                                               \
    X(speed, SPEED)                                                                                                    \
    X(magazine, NUMBER)                                                                                                \
    X(reload, SECONDS)                                                                                                 \
    X(carry, NUMBER)                                                                                                   \
    X(pickup, NUMBER)                                                                                                  \
    X(far, NUMBER)

typedef struct arena_weapon
{
#define ARENA_WEAPON_FIELD(name, unit) int32_t name;
    ARENA_WEAPON_FIELDS(ARENA_WEAPON_FIELD)
#undef ARENA_WEAPON_FIELD
} arena_weapon;

/// "pistol", "shotgun", "rocket", "minigun", "melee".
const char* arena_weapon_name(uint32_t weapon);
/// The index of a weapon; ARENA_WEAPONS: there is none of that name.
uint32_t arena_weapon_find(const char* name);
/// Reads all five. PLOY_INVALID: the error says what is wrong and where.
ploy_status arena_weapons_read(arena_weapon weapons[ARENA_WEAPONS], const char* text, size_t bytes, ploy_error* error);

#endif
