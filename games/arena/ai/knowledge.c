#include "games/arena/ai/knowledge.h"

#include <ploy/squad.h>

#include "games/arena/rules/match.h"


typedef struct arena_key_row
{
    const char* name;
    ploy_value_type type;
} arena_key_row;

static const arena_key_row keys_list[ARENA_KEY_COUNT] = {
#define KEY(NAME, text, type) {text, PLOY_VALUE_##type},
    ARENA_KEY_LIST(KEY)
#undef KEY
};

#define PROGRESS "unset incomplete complete"
#define OWNER "nobody ours theirs"
#define WEAPONS "pistol shotgun rocket minigun melee"
#define POINT "none one two"
#define FLAG "home carried dropped"
#define ORDER(NAME, text) text " "

// What the numbers of a key mean, from 0.
static const char* const value_names[ARENA_KEY_COUNT] = {
    [ARENA_KEY_WEAPON] = WEAPONS,
    [ARENA_KEY_NAV_STATUS] = PROGRESS,
    [ARENA_KEY_ATTACK_STATUS] = PROGRESS,
    [ARENA_KEY_POINT_ONE] = OWNER,
    [ARENA_KEY_POINT_TWO] = OWNER,
    [ARENA_KEY_OWNER_ONE] = OWNER,
    [ARENA_KEY_OWNER_TWO] = OWNER,
    [ARENA_KEY_NEARER] = POINT,
    [ARENA_KEY_ORDER_POINT] = POINT,
    [ARENA_KEY_OUR_FLAG] = FLAG,
    [ARENA_KEY_THEIR_FLAG] = FLAG,
    [ARENA_KEY_BEARER] = "nobody teammate self",
    [ARENA_KEY_SIGHT] = "none known visible in_range close",
    [ARENA_KEY_ARMED] = "empty unready loaded",
    [ARENA_KEY_SUPPLY] = "none few enough",
    [ARENA_KEY_VIGOR] = "low hurt well",
    [ARENA_KEY_NAV_MODE] = "stay go roam patrol chase keep_long keep_short cover dodge retreat follow skirmish flank",
    [ARENA_KEY_FIRE_MODE] = "not at_target melee blind",
    [ARENA_KEY_ARMS_REQUEST] = "nothing reload change",
    [ARENA_KEY_ORDER] = PLOY_ORDER_LIST(ORDER),
    [ARENA_KEY_FIGHT_ROLE] = "none busies flanks",
};

static bool is_within(uint32_t at, uint32_t first, uint32_t last)
{
    return at >= first && at <= last;
}

ploy_blackboard_keys* arena_keys_create(const ploy_allocator* allocator, const ploy_trace* trace)
{
    ploy_blackboard_keys_def def = {0};
    if (allocator) def.allocator = *allocator;
    def.trace = trace;
    ploy_blackboard_keys* keys = ploy_blackboard_keys_create(&def);
    for (uint32_t i = 0; keys && i < ARENA_KEY_COUNT; i++) {
        ploy_key_def key_def = {0};
        key_def.name = keys_list[i].name;
        key_def.type = keys_list[i].type;
        if (i == ARENA_KEY_TARGET || i == ARENA_KEY_ORDER_TARGET) key_def.object_type = "agent";
        key_def.value_names = value_names[i];
        key_def.scopes = 1u << PLOY_SCOPE_AGENT;
        key_def.is_volatile = i == ARENA_KEY_TARGET_DISTANCE ||
                              is_within(i, ARENA_KEY_DISTANCE_TO_AMMO, ARENA_KEY_HEALTH_SECONDS) ||
                              is_within(i, ARENA_KEY_NAV_MODE, ARENA_KEY_ORDER_TARGET);
        if (ploy_blackboard_keys_add(keys, &key_def, NULL) != PLOY_OK) {
            ploy_blackboard_keys_destroy(keys);
            keys = NULL;
        }
    }
    return keys;
}

#define ID(name)                                                                                                       \
    {                                                                                                                  \
        name, PLOY_VALUE_INT, true, NULL, NULL                                                                         \
    }
#define INT(name)                                                                                                      \
    {                                                                                                                  \
        name, PLOY_VALUE_INT, false, NULL, NULL                                                                        \
    }
#define BOOL(name)                                                                                                     \
    {                                                                                                                  \
        name, PLOY_VALUE_BOOL, false, NULL, NULL                                                                       \
    }
#define OF(name, type)                                                                                                 \
    {                                                                                                                  \
        name, PLOY_VALUE_INT, true, type, NULL                                                                         \
    }
#define NAMED(name, identifies, values)                                                                                \
    {                                                                                                                  \
        name, PLOY_VALUE_INT, identifies, NULL, values                                                                 \
    }
#define AGENT OF("agent", "agent_index"), INT("x"), INT("y"), INT("distance"), BOOL("visible"), BOOL("aims")

// How fast belief falls and when a fact is forgotten is in the tactics. Of positions to attack from and to hide at only
// the best ARENA_NODES_KNOWN are kept; these facts change too often for a basic trace.
static const ploy_fact_type_def fact_type_list[ARENA_FACT_TYPES] = {
    {"enemy", {AGENT}, 6, ARENA_AGENTS_KNOWN, PLOY_DECAY_HALVING, 0, 0, false},
    {"friendly", {AGENT}, 6, ARENA_AGENTS_KNOWN, PLOY_DECAY_HALVING, 0, 0, false},
    {"pickup",
     {ID("place"), BOOL("health"), NAMED("weapon", false, WEAPONS), BOOL("there")},
     4,
     32,
     PLOY_DECAY_HALVING,
     0,
     0,
     false},
    {"event",
     {NAMED("what", true, "hurt low_health killed_one point_lost flag_taken"), INT("amount"), INT("x"), INT("y")},
     4,
     8,
     PLOY_DECAY_LINEAR,
     0,
     0,
     false},
    {0}, // orders: the squads define them
    {"node",
     {ID("spot"), NAMED("role", true, "attack cover"), INT("node"), INT("distance")},
     4,
     ARENA_NODES_KNOWN,
     PLOY_DECAY_HALVING,
     0,
     0,
     true},
};

/// How long belief lasts and below which it is forgotten; the squads say it of orders.
static void set_decay(ploy_fact_type_def* type, uint32_t index, const arena_tactics* t)
{
    const int32_t rows[ARENA_FACT_TYPES][2] = {
        [ARENA_FACT_ENEMY] = {t->enemy_fades, t->enemy_least},
        [ARENA_FACT_FRIENDLY] = {t->friend_fades, t->friend_least},
        [ARENA_FACT_PICKUP] = {t->pickup_fades, t->pickup_least},
        [ARENA_FACT_EVENT] = {t->event_fades, t->event_least},
        [ARENA_FACT_NODE] = {t->node_fades, t->node_least},
    };
    type->decay_time = (int64_t)rows[index][0] * PLOY_SECOND / ARENA_STEPS_PER_SECOND;
    type->floor = (uint32_t)rows[index][1];
}

static ploy_status add_fact_type(ploy_fact_types* types, uint32_t index, const arena_tactics* tactics)
{
    if (index == ARENA_FACT_ORDER) return ploy_squads_add_order_type(types, NULL);
    ploy_fact_type_def type = fact_type_list[index];
    set_decay(&type, index, tactics);
    return ploy_fact_types_add(types, &type, NULL);
}

ploy_fact_types* arena_fact_types_create(const arena_tactics* tactics, const ploy_allocator* allocator,
                                         const ploy_trace* trace)
{
    ploy_fact_types_def def = {0};
    if (allocator) def.allocator = *allocator;
    def.trace = trace;
    ploy_fact_types* types = ploy_fact_types_create(&def);
    for (uint32_t i = 0; types && i < ARENA_FACT_TYPES; i++) {
        if (add_fact_type(types, i, tactics) != PLOY_OK) {
            ploy_fact_types_destroy(types);
            types = NULL;
        }
    }
    return types;
}

bool arena_facts_reserve(ploy_memory* facts)
{
    for (uint32_t i = 0; i < ARENA_FACT_TYPES; i++) {
        uint32_t max = i == ARENA_FACT_ORDER ? 1 : fact_type_list[i].capacity;
        if (ploy_memory_reserve(facts, i, max) != PLOY_OK) return false;
    }
    return true;
}

void arena_facts_clear(ploy_memory* facts)
{
    for (uint32_t i = 0; i < ARENA_FACT_TYPES; i++) {
        ploy_fact_query all;
        ploy_fact_query_init(&all, i);
        ploy_memory_forget_all(facts, &all);
    }
}

const char* arena_key_name(uint32_t index)
{
#define NAME(ID_, text, type) text,
    static const char* const names[] = {ARENA_KEY_LIST(NAME)};
#undef NAME
    return names[index];
}
