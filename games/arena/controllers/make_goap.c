// GOAP: goap.xml, and long.goap.xml, which keeps to the tables of the dissertation. A type uses the agent of its name, else the first of the file.

#include "games/arena/controllers/disabled.h"

/// Bytes of the shared plan cache. Goals with a small policy do not use it.
#define CACHE_BYTES (64 << 10)

static const ploy_domain* domain_of(const arena_controller* controller)
{
    return ploy_file_domain(controller->file, 0);
}

static void add_uses(arena_controller* controller)
{
    const ploy_domain* domain = domain_of(controller);
    for (uint32_t i = 0; i < ploy_domain_goal_count(domain); i++) {
        arena_add_use(controller, "goal", ploy_domain_goal(domain, i).name);
    }
    for (uint32_t i = 0; i < ploy_domain_action_count(domain); i++) {
        arena_add_use(controller, "action", ploy_domain_action(domain, i).name);
    }
}

static ploy_status load(arena_controller* controller, ploy_error* error)
{
    if (ploy_file_domain_count(controller->file) != 1 || ploy_file_agent_count(controller->file) == 0) {
        *error = (ploy_error){.message = "it needs one domain and at least one agent"};
        return PLOY_INVALID;
    }
    ploy_status status = arena_bind_domain(controller, error);
    if (status != PLOY_OK) return status;
    add_uses(controller);
    ploy_plan_service_def def = {0};
    def.domain = domain_of(controller);
    def.allocator = controller->allocator;
    def.slots = 1;
    def.capacity = 8;
    def.cache_bytes = CACHE_BYTES;
    controller->own = ploy_plan_service_create(&def);
    return controller->own ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static void unload(arena_controller* controller)
{
    ploy_plan_service_destroy(controller->own);
}

/// An event that is counted when all agents have acted: agents act on any worker, and what is counted is of all of them.
typedef struct report
{
    arena_controller* controller;
    ploy_goap_event event;
    uint32_t steps; ///< of a new plan
} report;

static void count(ploy_agent* agent, const void* data)
{
    const report* r = data;
    arena_report_goal(agent->user, &r->event);
    switch (r->event.kind) {
    case PLOY_GOAP_GOAL_STARTED:
        arena_count_use(r->controller, r->event.index);
        break;
    case PLOY_GOAP_ACTION_STARTED:
        arena_count_use(r->controller, ploy_domain_goal_count(domain_of(r->controller)) + r->event.index);
        break;
    case PLOY_GOAP_PLAN_TAKEN:
        arena_count_plan(r->controller, agent->user, r->steps);
        break;
    default:
        break;
    }
}

static void on_event(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    report r = {.controller = user, .event = *event};
    if (event->kind == PLOY_GOAP_PLAN_TAKEN) r.steps = ploy_goap_steps(agent, NULL, 0);
    (void)ploy_agent_defer(agent, count, &r, sizeof r);
}

static ploy_status make(arena_controller* controller, const arena_type* type, const char* mode, ploy_mind** mind,
                        ploy_error* error)
{
    arena_disabled disabled;
    const arena_kit* kit = arena_controllers_kit(controller->all);
    uint32_t agent = ploy_file_find_agent(controller->file, type->name);
    ploy_goap_mind_def def = ploy_file_agent(controller->file, agent == PLOY_NONE ? 0 : agent).goap;
    def.parts = (ploy_mind_parts){.allocator = controller->allocator, .keys = kit->keys, .fact_types = kit->fact_types, .bindings = kit->bindings};
    def.planning = controller->own;
    def.replan_all = true; // with rounds for another weapon, an agent changes weapons rather than fetch more
    def.event = on_event;
    def.event_user = controller;
    def.event_parallel = true;
    ploy_status status = arena_disable(controller, type, mode, &disabled, &def, error);
    return status == PLOY_OK ? ploy_goap_mind_create(&def, mind, error) : status;
}

static arena_doing doing(const arena_controller* controller, const arena_agent* agent)
{
    const ploy_domain* domain = domain_of(controller);
    uint32_t goal = ploy_goap_goal(agent->agent, NULL), action = ploy_goap_action(agent->agent, NULL);
    return (arena_doing){goal == PLOY_NONE ? "" : ploy_domain_goal(domain, goal).name,
                         action == PLOY_NONE ? "" : ploy_domain_action(domain, action).name};
}

const arena_technique arena_goap = {
    .name = "goap", .has_file = true, .load = load, .make = make, .unload = unload, .doing = doing, .has_modes = true};
const arena_technique arena_long_goap = {
    .name = "long.goap", .has_file = true, .load = load, .make = make, .unload = unload, .doing = doing,
    .has_modes = true, .is_long = true};
