#include "games/arena/ai/sensors/sensors.h"

#include "games/arena/ai/blackboard_update.h"
#include "games/arena/ai/crowd.h"
#include "games/arena/ai/group.h"
#include "games/arena/ai/target.h"
#include "games/tasks.h"

#define SHARE 16 ///< agents that a worker takes at least

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
    arena_agent* bot = agent->user;
    if (arena_is_alive(bot) && !arena_crowd_skips(bot, bot->match->tactics.nodes)) arena_sense_nodes(bot);
}

static void note_awake(ploy_agent* agent, void* user)
{
    (void)user;
    arena_crowd_note(agent->user);
}

// Preparing: targets, then blackboards. An agent sees whom the others have chosen before, so both go in order of agents;
// on several workers all choose before the first looks.

static void update_blackboard(arena_agent* agent)
{
    arena_blackboard_update(agent);
    agent->has_sensed_enemies = false;
}

static void prepare_one(arena_agent* agent)
{
    arena_target_step(agent);
    update_blackboard(agent);
}

// Who senses in this step is prepared: in a crowd that is not everyone whose turn it is.
static arena_agent* agent_to_prepare(const arena_group* group, uint32_t i)
{
    arena_agent* agent = arena_group_agent(group, i);
    return agent && arena_is_awake(agent) ? agent : NULL;
}

static void choose_targets(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    for (uint32_t i = begin; i < end; i++) {
        arena_agent* agent = agent_to_prepare(context, i);
        if (agent) arena_target_step(agent);
    }
}

static void update_blackboards(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    for (uint32_t i = begin; i < end; i++) {
        arena_agent* agent = agent_to_prepare(context, i);
        if (agent) update_blackboard(agent);
    }
}

// All agents whose turn it is, with the first of them.
static void prepare_all(arena_match* match)
{
    arena_group group = arena_group_of(match);
    match->prepared_at = match->step;
    game_run(&match->tasks, group.count, SHARE, choose_targets, &group);
    game_run(&match->tasks, group.count, SHARE, update_blackboards, &group);
}

static void prepare(ploy_agent* agent, void* user)
{
    (void)user;
    arena_match* match = ploy_world_user(ploy_agent_world(agent));
    if (match->tasks.enqueue) {
        if (match->prepared_at != match->step) prepare_all(match);
    } else if (arena_is_alive(agent->user)) {
        prepare_one(agent->user);
    }
}

// Without teams nobody reads others' targets: an agent is prepared right after it has sensed, while what it knows is in
// the cache.
static void prepare_alone(ploy_agent* agent, void* user)
{
    (void)user;
    if (arena_is_alive(agent->user)) prepare_one(agent->user);
}

uint64_t arena_sensors_off(const arena_match* match, bool is_traced)
{
    bool is_alone = !match->rules.teams && !is_traced; // a trace has everything in the same order
    uint64_t off = (uint64_t)1 << (is_alone ? ARENA_SENSE_PREPARE : ARENA_SENSE_PREPARE_ALONE);
    if (!match->rules.teams) off |= (uint64_t)1 << ARENA_SENSE_FRIENDS;
    if (is_alone || !arena_has_paces(match)) off |= (uint64_t)1 << ARENA_SENSE_AWAKE;
    return off;
}

typedef struct sensor
{
    const char* name;
    ploy_sense_fn* sense;
    size_t interval; ///< offset in the tactics; PLOY_NONE: every tick
} sensor;

#define INTERVAL(name) offsetof(arena_tactics, name)

static const sensor list[] = {
    {"enemies", sense_enemies, INTERVAL(enemies)},
    {"friends", sense_friends, INTERVAL(friends)},
    {"health", sense_health, INTERVAL(health)},
    {"ammo", sense_ammo, INTERVAL(ammo)},
    {"nodes", sense_nodes, INTERVAL(nodes)},
    {"prepare", prepare, PLOY_NONE},
    {"awake", note_awake, PLOY_NONE},
    {"prepare alone", prepare_alone, PLOY_NONE},
};

static int64_t interval_of(const sensor* s, const arena_tactics* tactics)
{
    if (s->interval == PLOY_NONE) return 0;
    int64_t steps = *(const int32_t*)((const char*)tactics + s->interval);
    return steps * PLOY_SECOND / ARENA_STEPS_PER_SECOND;
}

bool arena_sensors_bind(ploy_bindings* bindings, const arena_tactics* tactics)
{
    for (uint32_t i = 0; i < sizeof list / sizeof *list; i++) {
        ploy_sensor_def def = {0};
        def.name = list[i].name;
        def.sense = list[i].sense;
        def.interval = interval_of(&list[i], tactics);
        def.parallel = list[i].sense != prepare; // the others write to their agent and read what only rules change
        if (ploy_bindings_add_sensor(bindings, &def, NULL) != PLOY_OK) return false;
    }
    return true;
}

bool arena_can_see(const arena_agent* agent, arena_vec at)
{
    const arena_tactics* tactics = &agent->match->tactics;
    arena_vec to = arena_sub(at, agent->at);
    int64_t square = arena_dot(to, to), sight = agent->match->tactics.sight;
    if (square > sight * sight) return false;
    if (square > (int64_t)tactics->notice * tactics->notice) {
        int64_t ahead = arena_dot(to, agent->facing) / ARENA_ONE, cosine = ARENA_ONE * tactics->view / 1000;
        // ahead / length >= cosine, without a square root
        if (ahead <= 0) return false;
        if (cosine > 0 && ahead * ahead * ARENA_ONE / cosine * ARENA_ONE / cosine < square) return false;
    }
    return arena_map_sees(agent->match->map, agent->at, at);
}
