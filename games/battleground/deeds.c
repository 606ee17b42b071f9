#include "games/battleground/deeds.h"

#include "games/battleground/battle.h"

enum
{
    PORT_TARGET
};

static fighter* fighter_of(const ploy_self* self)
{
    return self->user;
}

// NULL: it has none, or it is out.
static fighter* target_of(const ploy_self* self, const ploy_run* run)
{
    return battle_find(fighter_of(self)->battle, (uint64_t)ploy_run_get(run, self, PORT_TARGET));
}

// DetectTarget: keeps a target that is still there, else takes the nearest fighter; whoever sees nobody looks again
// after the duration.

static ploy_outcome look_around(ploy_self* self, const ploy_run* run)
{
    if (target_of(self, run)) return PLOY_SUCCESS;
    const fighter* f = fighter_of(self);
    const fighter* seen = battle_crowd_nearest(f->battle, f);
    ploy_run_set(run, self, PORT_TARGET, seen ? (int64_t)fighter_handle(seen) : 0);
    return seen ? PLOY_SUCCESS : PLOY_BUSY;
}

static ploy_outcome wait_to_look(ploy_self* self, const ploy_run* run)
{
    (void)self;
    return run->elapsed < run->duration ? PLOY_BUSY : PLOY_FAILURE;
}

// FindPath: a request that is answered in a later tick.

static ploy_outcome ask_for_path(ploy_self* self, const ploy_run* run)
{
    fighter* f = fighter_of(self);
    const fighter* target = target_of(self, run);
    if (!target || !battle_request(f->battle, f, fighter_node(target))) return PLOY_FAILURE;
    return PLOY_BUSY;
}

static ploy_outcome wait_for_path(ploy_self* self, const ploy_run* run)
{
    (void)run;
    route_state state = fighter_of(self)->route_state;
    return state == ROUTE_ASKED ? PLOY_BUSY : state == ROUTE_THERE ? PLOY_SUCCESS : PLOY_FAILURE;
}

static ploy_outcome forget_path(ploy_self* self, const ploy_run* run)
{
    (void)run;
    battle_cancel(fighter_of(self)->battle, fighter_of(self));
    return PLOY_SUCCESS;
}

// FollowPath: walks until the target is in reach.

static bool leads_nearer(const fighter* f, const fighter* target)
{
    uint32_t end = f->route[f->route_count - 1];
    if (end == fighter_node(target)) return true;
    ploy_point there = ploy_terrain_positions(f->battle->ground.terrain)[end], at = fighter_position(target);
    return battle_distance_squared(there, at) < battle_distance_squared(fighter_position(f), at);
}

static ploy_outcome follow_path(ploy_self* self, const ploy_run* run)
{
    fighter* f = fighter_of(self);
    const fighter* target = target_of(self, run);
    if (!target || f->route_state != ROUTE_THERE) return PLOY_FAILURE;
    if (fight_is_in_reach(f, target)) return PLOY_SUCCESS;
    if (f->fights > 0) return PLOY_BUSY; // attacked on the way: it must stay
    if (!leads_nearer(f, target)) {
        ++f->battle->counts.strayed;
        return PLOY_FAILURE;
    }
    return fighter_walk(f) ? PLOY_FAILURE : PLOY_BUSY;
}

// AttackTarget: a fight to the end.

static ploy_outcome attack(ploy_self* self, const ploy_run* run)
{
    fighter *f = fighter_of(self), *target = target_of(self, run);
    if (!target || !fight_is_in_reach(f, target)) return PLOY_FAILURE;
    return fights_begin(f->battle, f, target) ? PLOY_BUSY : PLOY_FAILURE;
}

static ploy_outcome fight_on(ploy_self* self, const ploy_run* run)
{
    return target_of(self, run) ? PLOY_BUSY : PLOY_SUCCESS;
}

ploy_status deeds_bind(ploy_abilities* abilities)
{
    static const struct
    {
        const char* name;
        ploy_perform_fn *start, *perform, *halt;
    } deeds[] = {
        {"DetectTarget", look_around, wait_to_look, NULL},
        {"FindPath", ask_for_path, wait_for_path, forget_path},
        {"FollowPath", NULL, follow_path, NULL},
        {"AttackTarget", attack, fight_on, NULL},
    };
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; status == PLOY_OK && i < sizeof deeds / sizeof deeds[0]; ++i) {
        ploy_activity_def def = ploy_activity_def_default();
        def.name = deeds[i].name;
        def.ports[PORT_TARGET] = "target";
        def.port_count = 1;
        def.start = deeds[i].start;
        def.perform = deeds[i].perform;
        def.halt = deeds[i].halt;
        status = ploy_abilities_add_activity(abilities, &def, NULL);
    }
    return status;
}
