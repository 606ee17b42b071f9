// The blackboard keys and fact types of an agent: how its managers and its mind exchange data.

#ifndef ARENA_AI_KNOWLEDGE_H
#define ARENA_AI_KNOWLEDGE_H

#include <ploy/blackboard.h>
#include <ploy/memory.h>

#include "games/arena/setup/tactics.h"

/// Every blackboard key: enum name, name in files, type. Managers write the first part, activities the second (requests
/// to the managers), squads the last.
#define ARENA_KEY_LIST(X)                                                                                              \
    X(HEALTH, "health", INT)                                                                                           \
    X(LOW_HEALTH, "low_health", BOOL)                                                                                  \
    X(HURT, "hurt", BOOL) /* a health pickup would help */                                                             \
    X(WEAPON, "weapon", INT)                                                                                           \
    X(LOADED, "loaded", INT) /* rounds in the magazine */                                                              \
    X(AMMO, "ammo", INT)     /* rounds of all weapons, loaded or not */                                                \
    X(WEAPON_LOADED, "weapon_loaded", BOOL)                                                                            \
    X(CAN_RELOAD, "can_reload", BOOL)   /* the weapon in hand has rounds in reserve and room for them */               \
    X(OTHER_READY, "other_ready", BOOL) /* another weapon has rounds */                                                \
    X(HAS_AMMO, "has_ammo", BOOL)                                                                                      \
    X(LONG_WEAPON, "long_weapon", BOOL) /* the weapon in hand is made for long range */                                \
    X(LOW_AMMO, "low_ammo", BOOL)       /* fewer rounds than a fight takes */                                          \
    X(MAY_FIRE, "may_fire", BOOL)       /* its type has guns */                                                        \
    X(MAY_MELEE, "may_melee", BOOL)                                                                                    \
    X(HAS_TARGET, "has_target", BOOL)                                                                                  \
    X(TARGET, "target", INT) /* agent's index plus 1 */                                                                \
    X(TARGET_VISIBLE, "target_visible", BOOL)                                                                          \
    X(TARGET_DISTANCE, "target_distance", DECIMAL) /* in whole cells, so that it changes rarely */                     \
    X(TARGET_CLOSE, "target_close", BOOL)          /* visible, and a few steps away */                                 \
    X(TARGET_AIMS, "target_aims", BOOL)            /* the target faces this agent */                                   \
    X(IN_WEAPONS_RANGE, "in_weapons_range", BOOL)                                                                      \
    X(IN_MELEE_RANGE, "in_melee_range", BOOL)                                                                          \
    X(ENEMIES_KNOWN, "enemies_known", INT)                                                                             \
    X(FRIENDS_NEAR, "friends_near", INT)                                                                               \
    X(UNDER_FIRE, "under_fire", BOOL) /* hurt within the last second */                                                \
    X(ATTACKER_KNOWN, "attacker_known", BOOL)                                                                          \
    X(KNOWS_HEALTH, "knows_health", BOOL) /* a place where health may be */                                            \
    X(KNOWS_AMMO, "knows_ammo", BOOL)                                                                                  \
    X(KNOWS_COVER, "knows_cover", BOOL)                                                                                \
    X(COVERING, "covering", BOOL)    /* no known enemy sees this place */                                              \
    X(NAV_STATUS, "nav_status", INT) /* arena_progress */                                                              \
    X(ATTACK_STATUS, "attack_status", INT)                                                                             \
    X(AT_TARGET_NODE, "at_target_node", BOOL)                                                                          \
    X(TEAMS, "teams", BOOL)        /* false: everyone against everyone */                                              \
    X(POINTS, "points", BOOL)      /* the mode has domination points */                                                \
    X(FLAGS, "flags", BOOL)        /* the mode has flags */                                                            \
    X(POINT_ONE, "point_one", INT) /* 0 nobody's, 1 ours, 2 theirs */                                                  \
    X(POINT_TWO, "point_two", INT)                                                                                     \
    X(AT_POINT_ONE, "at_point_one", BOOL)                                                                              \
    X(AT_POINT_TWO, "at_point_two", BOOL)                                                                              \
    X(NEARER, "nearer", INT)     /* the nearer point, on foot: 1 or 2 */                                               \
    X(OUR_FLAG, "our_flag", INT) /* 0 at home, 1 carried, 2 dropped */                                                 \
    X(THEIR_FLAG, "their_flag", INT)                                                                                   \
    X(CARRYING, "carrying", BOOL) /* the other team's flag */                                                          \
    X(BEARER, "bearer", INT)      /* 0 nobody carries their flag, 1 a teammate does, 2 this agent does */              \
    X(SIGHT, "sight", INT)        /* 0 no target, 1 known, 2 visible, 3 in weapon range, 4 close */                    \
    X(ARMED, "armed", INT)        /* 0 no rounds, 1 must reload or change, 2 loaded */                                 \
    X(SUPPLY, "supply", INT)      /* 0 no rounds, 1 few, 2 enough */                                                   \
    X(VIGOR, "vigor", INT)        /* 0 low health, 1 hurt, 2 well */                                                   \
    X(DISTANCE_TO_AMMO, "distance_to_ammo", DECIMAL) /* walking distances, updated with the enemy sensor */            \
    X(DISTANCE_TO_HEALTH, "distance_to_health", DECIMAL)                                                               \
    X(DISTANCE_TO_POINT_ONE, "distance_to_point_one", DECIMAL)                                                         \
    X(DISTANCE_TO_POINT_TWO, "distance_to_point_two", DECIMAL)                                                         \
    X(DISTANCE_TO_OUR_FLAG, "distance_to_our_flag", DECIMAL)                                                           \
    X(DISTANCE_TO_THEIR_FLAG, "distance_to_their_flag", DECIMAL)                                                       \
    X(TRAVEL_ONE, "travel(one)", INT) /* seconds on foot to the points and the flags */                                \
    X(TRAVEL_TWO, "travel(two)", INT)                                                                                  \
    X(TRAVEL_OURS, "travel(ours)", INT)                                                                                \
    X(TRAVEL_THEIRS, "travel(theirs)", INT)                                                                            \
    X(AMMO_SECONDS, "ammo_seconds", INT) /* the same to pickups, more where an enemy is near them */                   \
    X(HEALTH_SECONDS, "health_seconds", INT)                                                                           \
    X(NEAR_ONE, "near(one)", BOOL)                                                                                     \
    X(NEAR_TWO, "near(two)", BOOL)                                                                                     \
    X(NEAR_OURS, "near(ours)", BOOL)                                                                                   \
    X(NEAR_THEIRS, "near(theirs)", BOOL)                                                                               \
    X(OWNER_ONE, "owner(one)", INT) /* as point_one */                                                                 \
    X(OWNER_TWO, "owner(two)", INT)                                                                                    \
    X(IN_TARGET_SIGHTS, "in_target_sights", BOOL) /* the target sees this agent and faces it */                        \
    X(OTHER_LOADED, "other_loaded", BOOL)         /* another weapon is loaded */                                       \
    X(BETTER_READY, "better_ready", BOOL)         /* another weapon is loaded and better at the target's distance */   \
    X(ENGAGED, "engaged", BOOL)                   /* an enemy is in view and near, or was seconds ago */               \
    X(MATE_ENGAGED, "mate_engaged", BOOL)         /* a teammate near by sees the same target */                        \
    X(GAME_ACTIVE, "game_active", BOOL)                                                                                \
    X(NAV_MODE, "nav_mode", INT) /* arena_nav_mode */                                                                  \
    X(NAV_NODE, "nav_node", INT)                                                                                       \
    X(FIRE_MODE, "fire_mode", INT)       /* arena_fire_mode */                                                         \
    X(ARMS_REQUEST, "arms_request", INT) /* arena_arms_request */                                                      \
    X(ORDER, "order", INT)               /* ploy_order_kind */                                                         \
    X(ORDER_PLACE, "order_place", INT)   /* a node */                                                                  \
    X(ORDER_TARGET, "order_target", OBJECT)                                                                            \
    X(ORDER_POINT, "order_point", INT) /* the point at the order's place: 1 or 2; 0: none. It stays in a fight */      \
    X(FIGHT_ROLE, "fight_role", INT)   /* by order, with order_target as the enemy: 0 none, 1 keeps it busy, 2 flanks */

typedef enum arena_key
{
#define ARENA_KEY_ENUM(NAME, text, type) ARENA_KEY_##NAME,
    ARENA_KEY_LIST(ARENA_KEY_ENUM)
#undef ARENA_KEY_ENUM
        ARENA_KEY_COUNT
} arena_key;

/// Progress of a request.
typedef enum arena_progress
{
    ARENA_UNSET,
    ARENA_INCOMPLETE,
    ARENA_COMPLETE,
} arena_progress;

/// Fact types, with their attributes in order below.
typedef enum arena_fact
{
    ARENA_FACT_ENEMY,
    ARENA_FACT_FRIENDLY,
    ARENA_FACT_PICKUP,
    ARENA_FACT_EVENT,
    ARENA_FACT_ORDER, ///< attributes are ploy_order_attribute
    ARENA_FACT_NODE,
    ARENA_FACT_TYPES,
} arena_fact;

/// Attributes of enemies and friends: index (identifies), position, distance, visible, faces this agent.
enum
{
    ARENA_WHO,
    ARENA_WHO_X,
    ARENA_WHO_Y,
    ARENA_WHO_DISTANCE,
    ARENA_WHO_VISIBLE,
    ARENA_WHO_AIMS,
};

/// Attributes of pickups: place (identifies), health or not, weapon, present.
enum
{
    ARENA_PICKUP,
    ARENA_PICKUP_HEALTH,
    ARENA_PICKUP_WEAPON,
    ARENA_PICKUP_THERE,
};

/// Attributes of events: which (identifies), amount, where it came from.
enum
{
    ARENA_EVENT,
    ARENA_EVENT_AMOUNT,
    ARENA_EVENT_X,
    ARENA_EVENT_Y,
};

typedef enum arena_event
{
    ARENA_EVENT_HURT,
    ARENA_EVENT_LOW_HEALTH,
    ARENA_EVENT_KILLED_ONE,
    ARENA_EVENT_POINT_LOST,
    ARENA_EVENT_FLAG_TAKEN,
} arena_event;

/// Attributes of nodes: spot and role (identify), node, distance to the target or to the agent.
enum
{
    ARENA_NODE_SPOT,
    ARENA_NODE_ROLE,
    ARENA_NODE_AT,
    ARENA_NODE_DISTANCE,
};

/// Enemies and friends that an agent remembers at most, of each.
#define ARENA_AGENTS_KNOWN 16
/// Positions that an agent remembers at most.
#define ARENA_NODES_KNOWN 16

typedef enum arena_role
{
    ARENA_ROLE_ATTACK, ///< the target can be shot from here
    ARENA_ROLE_COVER,  ///< the target cannot see it
} arena_role;

/// All keys, on agents' blackboards. trace may be NULL. NULL: out of memory.
ploy_blackboard_keys* arena_keys_create(const ploy_allocator* allocator, const ploy_trace* trace);
/// All fact types. NULL: out of memory.
ploy_fact_types* arena_fact_types_create(const arena_tactics* tactics, const ploy_allocator* allocator,
                                         const ploy_trace* trace);
/// Reserves memory for the highest number of facts. False: out of memory.
bool arena_facts_reserve(ploy_memory* facts);
void arena_facts_clear(ploy_memory* facts);

/// The name in files and on blackboards.
const char* arena_key_name(uint32_t key);

#endif
