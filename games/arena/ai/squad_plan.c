#include "games/arena/ai/squad_plan.h"

#include <stdio.h>
#include <string.h>

#include "games/arena/setup/allocation.h"

/// Symbols that squads fill: enum name, symbol, object; "": no index.
#define SYMBOL_LIST(X)                                                                                                 \
    X(DUTY, "duty", "")                                                                                                \
    X(OWN, "own", "")                                                                                                  \
    X(FOCUS, "focus", "")                                                                                              \
    X(HELD_ONE, "held", "one")                                                                                         \
    X(HELD_TWO, "held", "two")                                                                                         \
    X(HELD_OURS, "held", "ours")                                                                                       \
    X(HELD_THEIRS, "held", "theirs")                                                                                   \
    X(CARRIED_OURS, "carried", "ours")                                                                                 \
    X(CARRIED_THEIRS, "carried", "theirs")                                                                             \
    X(CONTACT, "contact", "")                                                                                          \
    X(NEAR, "near", "")                                                                                                \
    X(MEMBERS, "members", "")                                                                                          \
    X(SPREAD, "spread", "")                                                                                            \
    X(TURN, "turn", "")

typedef enum symbol
{
#define SYMBOL_ENUM(NAME, text, object) SYMBOL_##NAME,
    SYMBOL_LIST(SYMBOL_ENUM)
#undef SYMBOL_ENUM
        SYMBOL_COUNT
} symbol;

static const char* const symbols[SYMBOL_COUNT][2] = {
#define SYMBOL_ROW(NAME, text, object) {text, object},
    SYMBOL_LIST(SYMBOL_ROW)
#undef SYMBOL_ROW
};

/// Objects of the network's types, in the order of the enums.
typedef enum place
{
    PLACE_ONE,
    PLACE_TWO,
    PLACE_OURS,
    PLACE_THEIRS,
    PLACE_ENEMY,
    PLACE_LEFT,
    PLACE_RIGHT,
    PLACE_COUNT,
} place;

typedef enum target
{
    TARGET_NOBODY,
    TARGET_ENEMY,
    TARGET_BEARER,
    TARGET_THIEF,
    TARGET_COUNT,
} target;

static const char* const duties[] = {"hold", "strike", "guard"};
static const char* const places[] = {"one", "two", "ours", "theirs", "enemy", "left", "right"};
static const char* const targets[] = {"nobody", "enemy_agent", "bearer", "thief"};

typedef struct object_type
{
    const char* name;
    const char* const* objects;
    uint32_t count;
} object_type;

static const object_type types[] = {
    {"duty", duties, 3}, {"place", places, PLACE_COUNT}, {"target", targets, TARGET_COUNT}};

struct arena_squad_network
{
    arena_match* match;
    const ploy_htn* htn;
    const ploy_domain* domain;
    ploy_htn_planner* planner;
    uint32_t variables[SYMBOL_COUNT]; ///< PLOY_NONE: the network does not ask
    uint64_t* state;                  ///< two states
    uint32_t words;
};

// Checks.

static ploy_status wrong(ploy_error* error, const char* format, const char* name, const char* hint)
{
    *error = (ploy_error){0};
    snprintf(error->message, sizeof error->message, format, name);
    snprintf(error->hint, sizeof error->hint, "%s", hint);
    return PLOY_INVALID;
}

/// "go_to" and "fight.go_to" are the task "go-to". PLOY_SQUAD_TASK_NONE: there is none.
static ploy_squad_task_kind kind_of(const char* action)
{
    const char* dot = strrchr(action, '.');
    for (uint32_t kind = PLOY_SQUAD_TASK_NONE + 1; kind < PLOY_SQUAD_TASK_KIND_COUNT; kind++) {
        const char *a = dot ? dot + 1 : action, *b = ploy_squad_task_name(kind);
        while (*a && (*a == *b || (*a == '_' && *b == '-'))) a++, b++;
        if (!*a && !*b) return (ploy_squad_task_kind)kind;
    }
    return PLOY_SQUAD_TASK_NONE;
}

static const object_type* type_of(const ploy_domain* domain, uint32_t type)
{
    const char* name = ploy_domain_type(domain, type).name;
    for (uint32_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].name, name) == 0) return &types[i];
    }
    return NULL;
}

static bool is_place(const ploy_domain* domain, uint32_t type)
{
    return type_of(domain, type) == &types[1];
}

static ploy_status check_types(const ploy_domain* domain, ploy_error* error)
{
    for (uint32_t i = 0; i < ploy_domain_type_count(domain); i++) {
        ploy_type_info info = ploy_domain_type(domain, i);
        const object_type* type = type_of(domain, i);
        if (!type) return wrong(error, "squads know no type '%.40s'", info.name, "duty, place and target");
        bool same = info.object_count == type->count;
        for (uint32_t k = 0; same && k < type->count; k++) {
            same = strcmp(ploy_domain_object_name(domain, i, k), type->objects[k]) == 0;
        }
        if (!same)
            return wrong(error, "type '%.40s' has other objects", info.name,
                         "those of the built-in squads.xml, in its order");
    }
    return PLOY_OK;
}

static bool is_known(const char* name)
{
    uint32_t i = 0;
    while (i < SYMBOL_COUNT && strcmp(symbols[i][0], name) != 0) i++;
    return i < SYMBOL_COUNT;
}

static ploy_status check_symbols(const ploy_domain* domain, ploy_error* error)
{
    for (uint32_t i = 0; i < ploy_domain_symbol_count(domain); i++) {
        ploy_symbol_info info = ploy_domain_symbol(domain, i);
        if (!info.planned && !is_known(info.name))
            return wrong(error, "squads know no symbol '%.40s'", info.name,
                         "duty, own, focus, held, carried, contact, near, members, spread, turn, or planned=\"true\"");
    }
    return PLOY_OK;
}

/// The least number of places of a task.
static uint32_t places_of(ploy_squad_task_kind kind)
{
    static const uint32_t least[] = {
#define PLACES(NAME, text, places) places,
        PLOY_SQUAD_TASK_LIST(PLACES)
#undef PLACES
    };
    return least[kind];
}

static ploy_status check_actions(const ploy_domain* domain, ploy_error* error)
{
    for (uint32_t i = 0; i < ploy_domain_action_count(domain); i++) {
        ploy_action_info info = ploy_domain_action(domain, i);
        ploy_squad_task_kind kind = kind_of(info.name);
        uint32_t count = 0;
        for (uint32_t k = 0; k < info.param_count; k++) count += is_place(domain, info.param_types[k]);
        if (!kind)
            return wrong(error, "squads have no task '%.40s'", info.name,
                         "patrol, attack, flank, go_to, formation, rendezvous, advance, follow");
        if (count < places_of(kind))
            return wrong(error, "'%.40s' has too few places", info.name, "a <param> of type place each");
    }
    return PLOY_OK;
}

ploy_status arena_squad_network_check(const ploy_file* file, ploy_error* error)
{
    if (ploy_file_domain_count(file) != 1 || ploy_file_htn_count(file) != 1)
        return wrong(error, "it needs one domain and one htn%s", "", "as the built-in squads.xml");
    const ploy_domain* domain = ploy_htn_domain(ploy_file_htn(file, 0));
    ploy_status status = check_types(domain, error);
    if (status == PLOY_OK) status = check_symbols(domain, error);
    return status == PLOY_OK ? check_actions(domain, error) : status;
}

// Creation.

static uint32_t variable_of(const ploy_domain* domain, const char* const names[2])
{
    uint32_t found = ploy_domain_find_symbol(domain, names[0]);
    if (found == PLOY_NONE) return PLOY_NONE;
    ploy_symbol_info info = ploy_domain_symbol(domain, found);
    if (info.of_count != (names[1][0] ? 1u : 0u)) return PLOY_NONE;
    if (!info.of_count) return ploy_domain_variable(domain, found, NULL);
    uint32_t object = ploy_domain_find_object(domain, info.of[0], names[1]);
    return object == PLOY_NONE ? PLOY_NONE : ploy_domain_variable(domain, found, &object);
}

static void warm(arena_squad_network* network);

arena_squad_network* arena_squad_network_create(arena_match* match, const ploy_file* file)
{
    arena_squad_network* network = arena_take(&match->allocator, 1, sizeof *network);
    if (!network) return NULL;
    network->match = match;
    network->htn = ploy_file_htn(file, 0);
    network->domain = ploy_htn_domain(network->htn);
    network->words = ploy_domain_state_words(network->domain);
    for (uint32_t i = 0; i < SYMBOL_COUNT; i++) network->variables[i] = variable_of(network->domain, symbols[i]);
    network->state = arena_take(&match->allocator, 2 * network->words, sizeof *network->state);
    network->planner =
        ploy_htn_planner_create(&(ploy_htn_planner_def){.allocator = match->allocator, .htn = network->htn});
    if (!network->state || !network->planner) {
        arena_squad_network_destroy(network);
        return NULL;
    }
    warm(network);
    return network;
}

void arena_squad_network_destroy(arena_squad_network* network)
{
    if (!network) return;
    ploy_allocator allocator = network->match->allocator;
    ploy_htn_planner_destroy(network->planner);
    arena_give(&allocator, network->state, 2 * network->words, sizeof *network->state);
    arena_give(&allocator, network, 1, sizeof *network);
}

// What a squad knows.

static void set(arena_squad_network* network, symbol s, int64_t value)
{
    if (network->variables[s] == PLOY_NONE) return;
    ploy_state_set(network->domain, network->state, network->variables[s], value); // out of range: the initial value
}

static void read(arena_squad_network* network, const arena_squad_view* view)
{
    const arena_match* match = network->match;
    const arena_flag *ours = &match->flags[view->side], *theirs = &match->flags[1 - view->side];
    ploy_state_init(network->domain, network->state);
    set(network, SYMBOL_DUTY, view->duty);
    set(network, SYMBOL_OWN, PLACE_ONE + view->own);
    set(network, SYMBOL_FOCUS, PLACE_ONE + view->focus);
    set(network, SYMBOL_HELD_ONE, match->rules.points && match->points[0].owner1 == view->side + 1);
    set(network, SYMBOL_HELD_TWO, match->rules.points && match->points[1].owner1 == view->side + 1);
    set(network, SYMBOL_HELD_OURS, match->rules.flags && ours->state == ARENA_FLAG_HOME);
    set(network, SYMBOL_HELD_THEIRS, match->rules.flags && theirs->state == ARENA_FLAG_CARRIED);
    set(network, SYMBOL_CARRIED_OURS, match->rules.flags && ours->state == ARENA_FLAG_CARRIED);
    set(network, SYMBOL_CARRIED_THEIRS, match->rules.flags && theirs->state == ARENA_FLAG_CARRIED);
    set(network, SYMBOL_CONTACT, view->enemy1 != 0);
    set(network, SYMBOL_NEAR, view->near);
    set(network, SYMBOL_MEMBERS, view->members);
    set(network, SYMBOL_SPREAD, view->spread);
    set(network, SYMBOL_TURN, view->turn % 6);
}

static uint32_t target_of(const arena_squad_network* network, uint32_t object, const arena_squad_view* view)
{
    const arena_match* match = network->match;
    const arena_flag* flag = &match->flags[object == TARGET_BEARER ? 1 - view->side : view->side];
    if (object == TARGET_ENEMY) return view->enemy1;
    if (object == TARGET_NOBODY || !match->rules.flags || flag->state != ARENA_FLAG_CARRIED) return 0;
    return flag->carrier + 1;
}

uint32_t arena_node_beside(const arena_map* map, uint32_t node, int32_t dx, int32_t dy)
{
    arena_vec at = arena_map_middle(map, node);
    arena_vec to = {at.x + dx * ARENA_CELL, at.y + dy * ARENA_CELL};
    if (!arena_map_has(map, to) || !arena_map_can_stand(map, to)) return node;
    uint32_t other = arena_map_node(map, to);
    return arena_map_walks(map, node, other) ? other : node;
}

/// As far to the side of a place as one can walk straight, seen from the squad.
static uint32_t flank_of(const arena_squad_network* network, uint32_t node, bool is_left, arena_vec from)
{
    const arena_map* map = network->match->map;
    arena_vec side = arena_side(arena_direction(arena_sub(arena_map_middle(map, node), from)));
    for (int32_t cells = network->match->tactics.flank; cells >= network->match->tactics.flank_least; cells--) {
        arena_vec by = arena_along(side, (is_left ? cells : -cells) * ARENA_CELL);
        uint32_t other = arena_node_beside(map, node, by.x / ARENA_CELL, by.y / ARENA_CELL);
        if (other != node) return other;
    }
    return node;
}

/// 0, which is a wall: the match has no such place.
static uint32_t node_of(const arena_squad_network* network, uint32_t object, uint32_t first,
                        const arena_squad_view* view)
{
    const arena_match* match = network->match;
    switch ((place)object) {
    case PLACE_ONE:
    case PLACE_TWO:
        return match->points[object].node;
    case PLACE_OURS:
        return match->rules.flags ? arena_map_node(match->map, match->flags[view->side].at) : 0;
    case PLACE_THEIRS:
        return match->rules.flags ? arena_map_node(match->map, match->flags[1 - view->side].at) : 0;
    case PLACE_ENEMY:
        return view->enemy1 ? arena_map_node(match->map, view->enemy_at) : 0;
    default:
        return flank_of(network, first, object == PLACE_LEFT, view->from);
    }
}

// Plans.

/// Nobody moves but enemies: the place and the target of a step are as they were.
static bool is_as_before(const arena_squad_network* network, const arena_squad_plan* plan, uint32_t step,
                         const arena_squad_view* view)
{
    ploy_action_info info = ploy_domain_action(network->domain, plan->actions[step]);
    uint32_t place_count = 0;
    for (uint32_t i = 0; i < info.param_count; i++) {
        uint32_t object = plan->args[step][i];
        bool is_node = is_place(network->domain, info.param_types[i]);
        if (!is_node && target_of(network, object, view) != plan->targets[step]) return false;
        if (!is_node || place_count++ > 0 || object == PLACE_ENEMY) continue;
        if (node_of(network, object, 0, view) != plan->places[step]) return false;
    }
    return true;
}

bool arena_squad_plan_stands(arena_squad_network* network, const arena_squad_plan* plan, uint32_t from,
                             const arena_squad_view* view)
{
    read(network, view);
    uint64_t* state = network->state + network->words;
    memcpy(state, network->state, network->words * sizeof *state);
    for (uint32_t i = from; i < plan->step_count; i++) {
        if (!ploy_action_applicable(network->domain, plan->actions[i], plan->args[i], state)) return false;
        if (!is_as_before(network, plan, i, view)) return false;
        ploy_action_apply(network->domain, plan->actions[i], plan->args[i], state);
    }
    return from < plan->step_count;
}

bool arena_squad_plan_find(arena_squad_network* network, const arena_squad_view* view, const arena_squad_plan* than,
                           arena_squad_plan* plan)
{
    read(network, view);
    ploy_htn_query query = {.start = network->state};
    if (than) {
        query.rank = than->rank;
        query.rank_count = than->rank_count;
    }
    const ploy_htn_plan* found = ploy_htn_planner_plan(network->planner, &query);
    if (found->status != PLOY_FOUND || found->step_count == 0 || found->rank_count > ARENA_SQUAD_RANK) return false;
    *plan = (arena_squad_plan){0};
    plan->step_count = found->step_count < ARENA_SQUAD_STEPS ? found->step_count : ARENA_SQUAD_STEPS;
    plan->rank_count = found->rank_count;
    for (uint32_t i = 0; i < found->rank_count; i++) plan->rank[i] = found->rank[i];
    for (uint32_t i = 0; i < plan->step_count; i++) {
        plan->actions[i] = found->steps[i].action;
        memcpy(plan->args[i], found->steps[i].args, sizeof plan->args[i]);
        ploy_squad_task_def task = arena_squad_plan_task(network, plan, i, view);
        plan->places[i] = task.place_count ? (uint32_t)task.places[0] : 0;
        plan->targets[i] = (uint32_t)task.target;
    }
    return true;
}

/// Plans for every duty and turn, so that the planner has its memory before the match begins.
static void warm(arena_squad_network* network)
{
    arena_squad_plan plan;
    for (uint32_t i = 0; i < 3 * 6 * 2 * 2; i++) {
        arena_squad_view view = {.duty = (arena_duty)(i % 3), .turn = i / 3 % 6, .spread = i / 18 % 2, .members = 2};
        view.enemy1 = i / 36;
        view.enemy_at = arena_map_middle(network->match->map, 0);
        view.near = 2 * view.enemy1;
        (void)arena_squad_plan_find(network, &view, NULL, &plan);
    }
}

/// Posts around a place.
static void add_stations(const arena_squad_network* network, ploy_squad_task_def* task)
{
    static const int32_t around[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
    int32_t cells = network->match->tactics.station;
    for (uint32_t i = 0; i < 8 && task->place_count < 4; i++) {
        uint32_t post = arena_node_beside(network->match->map, (uint32_t)task->places[0], cells * around[i][0],
                                          cells * around[i][1]);
        if (post != task->places[0]) task->places[task->place_count++] = post;
    }
}

ploy_squad_task_def arena_squad_plan_task(const arena_squad_network* network, const arena_squad_plan* plan,
                                          uint32_t step, const arena_squad_view* view)
{
    ploy_action_info info = ploy_domain_action(network->domain, plan->actions[step]);
    ploy_squad_task_def task = {.kind = kind_of(info.name), .limit = info.limit, .patience = info.duration};
    for (uint32_t i = 0; i < info.param_count; i++) {
        uint32_t object = plan->args[step][i];
        if (is_place(network->domain, info.param_types[i]))
            task.places[task.place_count] = node_of(network, object, (uint32_t)task.places[0], view),
            task.place_count++;
        else
            task.target = target_of(network, object, view);
    }
    if (task.kind == PLOY_SQUAD_TASK_PATROL) add_stations(network, &task);
    return task;
}

bool arena_squad_plan_is_valid(const arena_squad_network* network, const arena_squad_plan* plan)
{
    bool ok = plan->step_count <= ARENA_SQUAD_STEPS && plan->rank_count <= ARENA_SQUAD_RANK;
    for (uint32_t i = 0; ok && i < plan->step_count; i++) {
        ok = plan->actions[i] < ploy_domain_action_count(network->domain);
        ploy_action_info info = ok ? ploy_domain_action(network->domain, plan->actions[i]) : (ploy_action_info){0};
        for (uint32_t k = 0; ok && k < info.param_count; k++) {
            ok = plan->args[i][k] < ploy_domain_type(network->domain, info.param_types[k]).object_count;
        }
    }
    return ok;
}
