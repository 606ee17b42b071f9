#include "games/battleground/activities.h"

#include "games/battleground/battle.h"
#include "games/battleground/vitals.h"

enum
{
    PORT_TARGET
};

// All activities are parallel: they change their own fighter, see the others where they were when the tick began, and
// defer what reaches beyond: paths and fights.

static fighter* fighter_of(const ploy_agent* agent)
{
    return agent->user;
}

// NULL: there is no target, or it has left the ground.
static fighter* target_of(const ploy_agent* agent, const ploy_call* call)
{
    return battle_find(fighter_of(agent)->battle, (uint64_t)ploy_call_get(call, agent, PORT_TARGET));
}

// DetectTarget: keeps its target, else takes the nearest fighter. Without anyone near it tries again after the
// duration.

static ploy_outcome detect_target(ploy_agent* agent, const ploy_call* call)
{
    if (target_of(agent, call)) return PLOY_SUCCESS;
    const fighter* f = fighter_of(agent);
    const fighter* seen = battle_nearest(f->battle, f);
    ploy_call_set(call, agent, PORT_TARGET, seen ? (int64_t)fighter_handle(seen) : 0);
    return seen ? PLOY_SUCCESS : PLOY_RUNNING;
}

static ploy_outcome wait_to_detect(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return call->elapsed < call->duration ? PLOY_RUNNING : PLOY_FAILURE;
}

// FindPath: requests a path; the answer arrives in a later tick.

static void make_request(ploy_agent* agent, const void* node)
{
    fighter* f = fighter_of(agent);
    battle_request(f->battle, f, *(const uint32_t*)node);
}

static void cancel_request(ploy_agent* agent, const void* data)
{
    (void)data;
    battle_cancel(fighter_of(agent)->battle, fighter_of(agent));
}

static ploy_outcome request_path(ploy_agent* agent, const ploy_call* call)
{
    fighter* f = fighter_of(agent);
    const fighter* target = target_of(agent, call);
    if (!target) return PLOY_FAILURE;
    uint32_t node = fighter_seen(target)->node;
    f->route_state = ROUTE_REQUESTED;
    return ploy_agent_defer(agent, make_request, &node, sizeof node) == PLOY_OK ? PLOY_RUNNING : PLOY_FAILURE;
}

static ploy_outcome wait_for_path(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    route_state state = fighter_of(agent)->route_state;
    return state == ROUTE_REQUESTED ? PLOY_RUNNING : state == ROUTE_READY ? PLOY_SUCCESS : PLOY_FAILURE;
}

static ploy_outcome forget_path(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    if (fighter_of(agent)->route_state == ROUTE_REQUESTED) ploy_agent_defer(agent, cancel_request, NULL, 0);
    return PLOY_SUCCESS;
}

// FollowPath: walks until the target is in reach.

static bool leads_nearer(const fighter* f, const fighter* target)
{
    uint32_t end = f->route[f->route_count - 1];
    if (end == fighter_seen(target)->node) return true;
    ploy_point there = ploy_terrain_positions(f->battle->ground.terrain)[end], at = fighter_seen(target)->position;
    return battle_distance_squared(there, at) < battle_distance_squared(fighter_position(f), at);
}

static void count_strayed(ploy_agent* agent, const void* data)
{
    (void)data;
    ++fighter_of(agent)->battle->counts.strayed;
}

static ploy_outcome follow_path(ploy_agent* agent, const ploy_call* call)
{
    fighter* f = fighter_of(agent);
    const fighter* target = target_of(agent, call);
    if (!target || f->route_state != ROUTE_READY) return PLOY_FAILURE;
    if (fight_is_in_reach(f, target)) return PLOY_SUCCESS;
    if (f->fights > 0) return PLOY_RUNNING; // under attack: it must stay
    if (!leads_nearer(f, target)) {
        ploy_agent_defer(agent, count_strayed, NULL, 0);
        return PLOY_FAILURE;
    }
    return fighter_walk(f) ? PLOY_FAILURE : PLOY_RUNNING;
}

// Rest: stands still for a moment, drawn up to the duration.

static ploy_outcome draw_rest(ploy_agent* agent, const ploy_call* call)
{
    uint32_t* milliseconds = call->data;
    *milliseconds = ploy_random_below(&agent->random, (uint32_t)(call->duration / 1000) + 1);
    return PLOY_RUNNING;
}

static ploy_outcome rest(ploy_agent* agent, const ploy_call* call)
{
    const uint32_t* milliseconds = call->data;
    (void)agent;
    return call->elapsed >= (int64_t)*milliseconds * 1000 ? PLOY_SUCCESS : PLOY_RUNNING;
}

// AttackTarget: fights until one of the two has lost.

// The two may fight already, because the other attacked.
static void begin_fight(ploy_agent* agent, const void* number)
{
    fighter* f = fighter_of(agent);
    fighter* target = &f->battle->fighters[*(const uint32_t*)number];
    if (vitals_watch(f, target)) fights_begin(f->battle, f, target);
}

static ploy_outcome attack(ploy_agent* agent, const ploy_call* call)
{
    const fighter *f = fighter_of(agent), *target = target_of(agent, call);
    if (!target || !fight_is_in_reach(f, target)) return PLOY_FAILURE;
    return ploy_agent_defer(agent, begin_fight, &target->number, sizeof target->number) == PLOY_OK ? PLOY_RUNNING
                                                                                                   : PLOY_FAILURE;
}

// Nothing is polled: an observer of the target's vitals notifies the fighter. Without memory for one there is no fight.
static ploy_outcome fight_on(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    const fighter* f = fighter_of(agent);
    if (f->opponent_fell) return PLOY_SUCCESS;
    return f->opponent1 ? PLOY_RUNNING : PLOY_FAILURE;
}

static void let_be(ploy_agent* agent, const void* data)
{
    (void)data;
    vitals_unwatch(fighter_of(agent));
}

static ploy_outcome stop_attack(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    if (fighter_of(agent)->opponent1) ploy_agent_defer(agent, let_be, NULL, 0);
    return PLOY_SUCCESS;
}

ploy_status battle_bind_activities(ploy_bindings* bindings)
{
    static const struct
    {
        const char *name, *ports;
        uint32_t data_bytes;
        ploy_activity_fn *start, *perform, *halt;
    } activities[] = {
        {"DetectTarget", "target", 0, detect_target, wait_to_detect, NULL},
        {"FindPath", "target", 0, request_path, wait_for_path, forget_path},
        {"FollowPath", "target", 0, NULL, follow_path, NULL},
        {"Rest", NULL, sizeof(uint32_t), draw_rest, rest, NULL},
        {"AttackTarget", "target", 0, attack, fight_on, stop_attack},
    };
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; status == PLOY_OK && i < sizeof activities / sizeof activities[0]; ++i) {
        ploy_activity_def def = {0};
        def.name = activities[i].name;
        def.ports = activities[i].ports;
        def.data_bytes = activities[i].data_bytes;
        def.start = activities[i].start;
        def.update = activities[i].perform;
        def.halt = activities[i].halt;
        def.parallel = true;
        status = ploy_bindings_add_activity(bindings, &def, NULL);
    }
    return status;
}
