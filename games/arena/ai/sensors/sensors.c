#include "games/arena/ai/sensors/sensors.h"

#include "games/arena/ai/blackboard_update.h"
#include "games/arena/ai/target.h"

/// The field of view is 140 degrees: the cosine of half of it is about a third.
#define VIEW_COS (ARENA_ONE * 342 / 1000)

static void sense_enemies(ploy_agent* agent, void* user)
{
    (void)user;
    if (arena_is_alive(agent->user)) arena_sense_agents(agent->user, true);
}

static void sense_friends(ploy_agent* agent, void* user)
{
    (void)user;
    if (arena_is_alive(agent->user)) arena_sense_agents(agent->user, false);
}

static void sense_health(ploy_agent* agent, void* user)
{
    (void)user;
    if (arena_is_alive(agent->user)) arena_sense_pickups(agent->user, true);
}

static void sense_ammo(ploy_agent* agent, void* user)
{
    (void)user;
    if (arena_is_alive(agent->user)) arena_sense_pickups(agent->user, false);
}

static void sense_nodes(ploy_agent* agent, void* user)
{
    (void)user;
    if (arena_is_alive(agent->user)) arena_sense_nodes(agent->user);
}

static void prepare(ploy_agent* agent, void* user)
{
    (void)user;
    arena_agent* bot = agent->user;
    if (!arena_is_alive(bot)) return;
    arena_target_step(bot);
    arena_blackboard_update(bot);
    bot->has_sensed_enemies = false;
}

typedef struct sensor
{
    const char* name;
    ploy_sense_fn* sense;
    int64_t interval; ///< microseconds
} sensor;

// Enemies most often, since aiming depends on them; things that do not move rarely.
static const sensor list[] = {
    {"enemies", sense_enemies, 100000}, {"friends", sense_friends, 350000}, {"health", sense_health, 500000},
    {"ammo", sense_ammo, 500000},       {"nodes", sense_nodes, 400000},     {"prepare", prepare, 0},
};

bool arena_sensors_bind(ploy_bindings* bindings)
{
    for (uint32_t i = 0; i < sizeof list / sizeof *list; i++) {
        ploy_sensor_def def = {0};
        def.name = list[i].name;
        def.sense = list[i].sense;
        def.interval = list[i].interval;
        if (ploy_bindings_add_sensor(bindings, &def, NULL) != PLOY_OK) return false;
    }
    return true;
}

bool arena_can_see(const arena_agent* agent, arena_vec at)
{
    arena_vec to = arena_sub(at, agent->at);
    int64_t square = arena_dot(to, to);
    if (square > (int64_t)ARENA_SIGHT * ARENA_SIGHT) return false;
    if (square > (int64_t)ARENA_NOTICE * ARENA_NOTICE) {
        int64_t ahead = arena_dot(to, agent->facing) / ARENA_ONE;
        // ahead / length >= cosine, without a square root
        if (ahead <= 0 || ahead * ahead * ARENA_ONE / VIEW_COS * ARENA_ONE / VIEW_COS < square) return false;
    }
    return arena_map_sees(agent->match->map, agent->at, at);
}

void arena_note_event(arena_agent* agent, arena_event event, int64_t amount)
{
    ploy_fact fact = ploy_fact_of(ARENA_FACT_EVENT);
    ploy_fact_set(&fact, ARENA_EVENT, event);
    ploy_fact_set(&fact, ARENA_EVENT_AMOUNT, amount);
    ploy_memory_remember(agent->agent->memory, &fact, NULL);
}
