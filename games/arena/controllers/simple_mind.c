#include "games/arena/controllers/simple_mind.h"

#include <stdio.h>
#include <string.h>

#include "games/arena/setup/allocation.h"
#include "games/arena/controllers/technique.h"

/// State of an agent: its running activity.
typedef struct doing
{
    uint32_t activity1; ///< index plus 1; 0: none
    uint32_t until;     ///< random mind: milliseconds until it changes activities
    int64_t since;
    uint32_t memory[16];
} doing;

typedef uint32_t choose_fn(ploy_agent* agent, const doing* now);

typedef struct simple_mind
{
    ploy_mind base;
    ploy_allocator allocator;
    const ploy_bindings* bindings;
    choose_fn* choose;
    const uint32_t* wanted; ///< external mind: activities by agent
} simple_mind;

static const ploy_port no_ports[PLOY_MAX_PORTS] = {{.key = PLOY_NONE}, {.key = PLOY_NONE}, {.key = PLOY_NONE},
                                                   {.key = PLOY_NONE}, {.key = PLOY_NONE}, {.key = PLOY_NONE},
                                                   {.key = PLOY_NONE}, {.key = PLOY_NONE}};

static const simple_mind* mind_of(const ploy_agent* agent)
{
    return (const simple_mind*)agent->mind;
}

static const ploy_activity_def* activity_of(const ploy_agent* agent, uint32_t activity)
{
    return ploy_bindings_activity(mind_of(agent)->bindings, activity);
}

static ploy_call run_of(const ploy_agent* agent, doing* d, uint32_t activity)
{
    const ploy_activity_def* def = activity_of(agent, activity);
    return (ploy_call){def->user, no_ports, def->port_count, activity, agent->now - d->since, 0, d->memory};
}

static void stop(ploy_agent* agent)
{
    doing* d = agent->mind_data;
    if (d->activity1 == 0) return;
    ploy_call call = run_of(agent, d, d->activity1 - 1);
    activity_of(agent, d->activity1 - 1)->halt(agent, &call);
    d->activity1 = 0;
}

static void take_outcome(ploy_agent* agent, ploy_outcome outcome)
{
    doing* d = agent->mind_data;
    if (outcome == PLOY_RUNNING) return;
    ploy_call call = run_of(agent, d, d->activity1 - 1);
    activity_of(agent, d->activity1 - 1)->finished(agent, &call);
    d->activity1 = 0;
}

static void start(ploy_agent* agent, uint32_t activity)
{
    doing* d = agent->mind_data;
    *d = (doing){.activity1 = activity + 1, .since = agent->now};
    d->until = 500 + ploy_random_below(&agent->random, 4500);
    ploy_call call = run_of(agent, d, activity);
    take_outcome(agent, activity_of(agent, activity)->start(agent, &call));
}

static void act(ploy_agent* agent)
{
    doing* d = agent->mind_data;
    if (d->activity1) {
        ploy_call call = run_of(agent, d, d->activity1 - 1);
        take_outcome(agent, activity_of(agent, d->activity1 - 1)->update(agent, &call));
    }
    uint32_t wanted = mind_of(agent)->choose(agent, d);
    if (wanted + 1 == d->activity1) return;
    stop(agent);
    if (wanted != PLOY_NONE) start(agent, wanted);
}

static bool is_viable(ploy_agent* agent, uint32_t activity)
{
    const ploy_activity_def* def = activity_of(agent, activity);
    doing fresh = {0};
    ploy_call call = run_of(agent, &fresh, activity);
    return !def->viable || def->viable(agent, &call);
}

static uint32_t choose_random(ploy_agent* agent, const doing* now)
{
    if (now->activity1 && agent->now - now->since < (int64_t)now->until * 1000) return now->activity1 - 1;
    uint32_t activity = ploy_random_below(&agent->random, ploy_bindings_activity_count(mind_of(agent)->bindings));
    return is_viable(agent, activity) ? activity : PLOY_NONE;
}

bool arena_simple_mind_may(ploy_agent* agent, uint32_t activity)
{
    return is_viable(agent, activity);
}

static uint32_t choose_external(ploy_agent* agent, const doing* now)
{
    const arena_agent* bot = agent->user;
    uint32_t wanted = mind_of(agent)->wanted[bot->index];
    if (wanted == PLOY_NONE || wanted + 1 == now->activity1) return wanted;
    return is_viable(agent, wanted) ? wanted : PLOY_NONE;
}

static bool reads(const ploy_agent* agent, arena_key key)
{
    return ploy_blackboard_get(agent->blackboard, key) != 0;
}

static const char* fight(const ploy_agent* agent)
{
    if (!reads(agent, ARENA_KEY_TARGET_VISIBLE)) return NULL;
    bool is_loaded = reads(agent, ARENA_KEY_WEAPON_LOADED);
    if (is_loaded) return reads(agent, ARENA_KEY_LONG_WEAPON) ? "AttackLongRange" : "AttackShortRange";
    bool is_close = ploy_blackboard_get(agent->blackboard, ARENA_KEY_TARGET_DISTANCE) < 4000;
    return is_close && !reads(agent, ARENA_KEY_HAS_AMMO) ? "AttackMelee" : NULL;
}

static const char* supply(const ploy_agent* agent)
{
    bool is_loaded = reads(agent, ARENA_KEY_WEAPON_LOADED);
    if (!is_loaded && reads(agent, ARENA_KEY_CAN_RELOAD)) return "Reload";
    if (!is_loaded && reads(agent, ARENA_KEY_OTHER_READY)) return "ChangeWeapon";
    if (reads(agent, ARENA_KEY_LOW_HEALTH) && reads(agent, ARENA_KEY_KNOWS_HEALTH)) return "GoToHealth";
    if (!reads(agent, ARENA_KEY_HAS_AMMO) && reads(agent, ARENA_KEY_KNOWS_AMMO)) return "GoToAmmo";
    return NULL;
}

static const char* play_flags(const ploy_agent* agent)
{
    int64_t ours = ploy_blackboard_get(agent->blackboard, ARENA_KEY_OUR_FLAG);
    int64_t theirs = ploy_blackboard_get(agent->blackboard, ARENA_KEY_THEIR_FLAG);
    if (ours != 0 && agent->id.index1 % 4 < 2) return "AttackFlagCarrier";
    return theirs == 1 ? "ProtectFlagBearer" : "PickupFlag";
}

static const char* play_points(const ploy_agent* agent)
{
    bool one = ploy_blackboard_get(agent->blackboard, ARENA_KEY_POINT_ONE) == 1;
    bool two = ploy_blackboard_get(agent->blackboard, ARENA_KEY_POINT_TWO) == 1;
    if (one && two) return "Patrol";
    bool first = agent->id.index1 % 4 < 2 ? !one : two;
    return first ? "AttackDomPointOne" : "AttackDomPointTwo";
}

static uint32_t choose_drill(ploy_agent* agent, const doing* now)
{
    (void)now;
    const ploy_bindings* bindings = mind_of(agent)->bindings;
    const char* name = reads(agent, ARENA_KEY_CARRYING) ? "CarryFlag" : fight(agent);
    if (!name) name = supply(agent);
    uint32_t flag = ploy_bindings_find_activity(bindings, "PickupFlag");
    uint32_t point = ploy_bindings_find_activity(bindings, "AttackDomPointOne");
    uint32_t hunt = ploy_bindings_find_activity(bindings, "AttackFlagCarrier");
    if (!name && (is_viable(agent, flag) || is_viable(agent, hunt) || reads(agent, ARENA_KEY_THEIR_FLAG))) {
        name = play_flags(agent);
    }
    if (!name && is_viable(agent, point)) name = play_points(agent);
    return ploy_bindings_find_activity(bindings, name ? name : "SeekClosestEnemy");
}

static void destroy(ploy_mind* mind)
{
    simple_mind* simple = (simple_mind*)mind;
    ploy_allocator allocator = simple->allocator;
    arena_give(&allocator, simple, 1, sizeof *simple);
}

static void save(const ploy_agent* agent, ploy_writer* writer)
{
    const doing* d = agent->mind_data;
    ploy_write_u32(writer, d->activity1);
    ploy_write_u32(writer, d->until);
    ploy_write_i64(writer, d->since);
    for (uint32_t i = 0; i < 16; ++i) ploy_write_u32(writer, d->memory[i]);
}

static ploy_status load(ploy_agent* agent, ploy_reader* reader)
{
    doing* d = agent->mind_data;
    d->activity1 = ploy_read_below(reader, ploy_bindings_activity_count(mind_of(agent)->bindings) + 1);
    d->until = ploy_read_u32(reader);
    d->since = ploy_read_i64(reader);
    for (uint32_t i = 0; i < 16; ++i) d->memory[i] = ploy_read_u32(reader);
    return reader->failed ? PLOY_INVALID : PLOY_OK;
}

const char* arena_simple_mind_doing(const ploy_agent* agent)
{
    const doing* d = agent->mind_data;
    return agent->mind && d->activity1 ? activity_of(agent, d->activity1 - 1)->name : "";
}

static size_t why(const ploy_agent* agent, char* text, size_t size)
{
    const char* name = arena_simple_mind_doing(agent);
    int length = snprintf(text, size, "%s", name);
    return length < 0 ? 0 : (size_t)length;
}

static ploy_mind* create(const ploy_allocator* allocator, const ploy_bindings* bindings, const ploy_mind_class* kind,
                         choose_fn* choose)
{
    ploy_allocator own = allocator ? *allocator : ploy_allocator_default();
    simple_mind* mind = arena_take(&own, 1, sizeof *mind);
    if (!mind) return NULL;
    *mind = (simple_mind){{.kind = kind, .data_bytes = sizeof(doing)}, own, bindings, choose, NULL};
    return &mind->base;
}

_Static_assert(sizeof(doing) % 8 == 0, "a mind's memory comes in words");

static const ploy_mind_class random_class = {
    .name = "random", .destroy = destroy, .act = act, .end = stop, .save = save, .load = load, .why = why};
static const ploy_mind_class drill_class = {
    .name = "drill", .destroy = destroy, .act = act, .end = stop, .save = save, .load = load, .why = why};

static const ploy_mind_class external_class = {
    .name = "external", .destroy = destroy, .act = act, .end = stop, .save = save, .load = load, .why = why};

ploy_mind* arena_random_mind_create(const ploy_allocator* allocator, const ploy_bindings* bindings)
{
    return create(allocator, bindings, &random_class, choose_random);
}

ploy_mind* arena_drill_mind_create(const ploy_allocator* allocator, const ploy_bindings* bindings)
{
    return create(allocator, bindings, &drill_class, choose_drill);
}

ploy_mind* arena_external_mind_create(const ploy_allocator* allocator, const ploy_bindings* bindings, const uint32_t* wanted)
{
    ploy_mind* mind = create(allocator, bindings, &external_class, choose_external);
    if (mind) ((simple_mind*)mind)->wanted = wanted;
    return mind;
}

// The controller "random": does anything at random. Every other controller must beat it.

static ploy_status make_random(arena_controller* controller, const arena_type* type, const char* mode,
                               ploy_mind** mind, ploy_error* error)
{
    (void)type, (void)mode, (void)error;
    *mind = arena_random_mind_create(&controller->allocator, arena_controllers_kit(controller->all)->bindings);
    return *mind ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

const arena_technique arena_random = {.name = "random", .make = make_random};
