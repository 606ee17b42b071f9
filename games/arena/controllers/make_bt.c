// Behavior trees: bt.xml, and gobt.xml with planner nodes over the file's domain. A type uses the tree of its name,
// else the main tree.

#include "games/arena/controllers/technique.h"

#define MAX_RUNNING 4   ///< running leaves that are listed
#define MAX_UTILITIES 8 ///< of a file

// Uses: leaves by name, then the actions of the domain if there is one.

static const char* leaf_name(const ploy_bt* tree, uint32_t node)
{
    const char* name = ploy_bt_get(tree, node, "name");
    return name ? name : ploy_bt_get_node(tree, node).element;
}

static bool is_activity(const arena_controller* controller, const ploy_bt* tree, uint32_t node)
{
    const ploy_bindings* bindings = arena_controllers_kit(controller->all)->bindings;
    return ploy_bt_get(tree, node, "goal") ||
           ploy_bindings_find_activity(bindings, ploy_bt_get_node(tree, node).element) != PLOY_NONE;
}

static void add_leaves(arena_controller* controller, const ploy_bt* tree)
{
    for (uint32_t i = 0; i < ploy_bt_node_count(tree); i++) {
        const char* name = leaf_name(tree, i);
        if (!is_activity(controller, tree, i) || arena_find_use(controller, name) != PLOY_NONE) continue;
        arena_add_use(controller, ploy_bt_get(tree, i, "goal") ? "plan" : "leaf", name);
    }
}

static ploy_status load(arena_controller* controller, ploy_error* error)
{
    const ploy_file* file = controller->file;
    if (ploy_file_bt_count(file) == 0) {
        *error = (ploy_error){.message = "there is no behavior tree in it", .hint = "<BehaviorTree ID=\"all\">"};
        return PLOY_INVALID;
    }
    for (uint32_t i = 0; i < ploy_file_bt_count(file); i++) add_leaves(controller, ploy_file_bt(file, i));
    return PLOY_OK;
}

static ploy_status load_planned(arena_controller* controller, ploy_error* error)
{
    if (ploy_file_domain_count(controller->file) != 1 || ploy_file_agent_count(controller->file) == 0) {
        *error = (ploy_error){.message = "it needs one domain and at least one agent"};
        return PLOY_INVALID;
    }
    ploy_status status = load(controller, error);
    return status == PLOY_OK ? arena_bind_domain(controller, error) : status;
}

static ploy_status make_with(arena_controller* controller, const arena_type* type, const ploy_goap_mind_def* planner,
                             ploy_mind** mind, ploy_error* error)
{
    const arena_kit* kit = arena_controllers_kit(controller->all);
    const ploy_file* file = controller->file;
    ploy_bt_mind_def def = {0};
    def.parts = (ploy_mind_parts){.allocator = controller->allocator, .keys = kit->keys, .fact_types = kit->fact_types, .bindings = kit->bindings};
    def.trees = ploy_file_bts(file);
    def.tree_count = ploy_file_bt_count(file);
    def.main = ploy_file_find_bt(file, type->name) == PLOY_NONE ? ploy_file_main_bt(file) : type->name;
    def.planner = planner;
    ploy_utility_def utilities[MAX_UTILITIES];
    def.utilities = utilities;
    def.utility_count = ploy_file_utility_count(file);
    if (def.utility_count > MAX_UTILITIES) def.utility_count = MAX_UTILITIES;
    for (uint32_t i = 0; i < def.utility_count; i++) utilities[i] = ploy_file_utility(file, i);
    return ploy_bt_mind_create(&def, mind, error);
}

static ploy_status make(arena_controller* controller, const arena_type* type, const char* mode, ploy_mind** mind,
                        ploy_error* error)
{
    (void)mode;
    return make_with(controller, type, NULL, mind, error);
}

static void on_event(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    if (event->kind == PLOY_GOAP_PLAN_TAKEN) arena_count_plan(user, agent->user, ploy_goap_steps(agent, NULL, 0));
    arena_report_goal(agent->user, event);
}

static ploy_status make_planned(arena_controller* controller, const arena_type* type, const char* mode,
                                ploy_mind** mind, ploy_error* error)
{
    (void)mode;
    uint32_t agent = ploy_file_find_agent(controller->file, type->name);
    ploy_goap_mind_def planner = ploy_file_agent(controller->file, agent == PLOY_NONE ? 0 : agent).goap;
    planner.parts = (ploy_mind_parts){0}; // the tree's
    planner.event = on_event;
    planner.event_user = controller;
    return make_with(controller, type, &planner, mind, error);
}

/// The last running leaf: leaves that run beside it started earlier.
static const char* busy_leaf(const arena_agent* agent)
{
    uint32_t nodes[MAX_RUNNING];
    uint32_t count = ploy_bt_running(agent->agent, nodes, MAX_RUNNING);
    if (count == 0) return "";
    return ploy_bt_mind_node_name(agent->agent->mind, nodes[count < MAX_RUNNING ? count - 1 : MAX_RUNNING - 1]);
}

static uint32_t current(const arena_controller* controller, const arena_agent* agent)
{
    return arena_find_use(controller, busy_leaf(agent));
}

static arena_doing doing(const arena_controller* controller, const arena_agent* agent)
{
    (void)controller;
    return (arena_doing){busy_leaf(agent), agent->doing ? agent->doing : ""};
}

const arena_technique arena_bt = {
    .name = "bt", .has_file = true, .load = load, .make = make, .doing = doing, .current = current};
const arena_technique arena_gobt = {
    .name = "gobt", .has_file = true, .load = load_planned, .make = make_planned, .doing = doing, .current = current,
    .has_goals = true};
