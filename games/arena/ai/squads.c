#include "games/arena/ai/squads.h"

#include <stdio.h>
#include <string.h>

#include "games/arena/ai/squad_plan.h"
#include "games/arena/rules/saved_fields.h"
#include "games/arena/setup/allocation.h"

#define SQUADS 4 ///< two per side

typedef struct squad
{
    ploy_squad_id id;
    uint32_t side;
    arena_duty duty;
    uint32_t point;
    uint32_t turn;   ///< plans so far
    bool spread;     ///< when the plan was made
    uint32_t enemy1; ///< the enemy that it fights, plus 1
    uint32_t last;   ///< number of the task that started last
    arena_squad_plan plan;
} squad;

struct arena_squads
{
    arena_match* match;
    ploy_squads* all;
    arena_squad_network* networks[ARENA_SIDES];
    squad squads[SQUADS];
    uint32_t count;
    bool has[ARENA_SIDES];
    uint32_t focus[ARENA_SIDES]; ///< the point to take first while a side has none
    uint32_t tasks[ARENA_SIDES][PLOY_SQUAD_TASK_KIND_COUNT];
};

// Places are nodes of the map. A squad's home also contains its side, so that nobody joins the other side.

static int64_t home_of(uint32_t node, uint32_t side)
{
    return (int64_t)node | (int64_t)(side + 1) << 32;
}

static arena_agent* agent_of(const arena_squads* squads, ploy_agent_id id)
{
    ploy_agent* agent = ploy_world_agent(squads->match->world, id);
    return agent ? agent->user : NULL;
}

static int64_t distance_to(const arena_agent* agent, uint32_t node)
{
    const arena_map* map = agent->match->map;
    arena_vec at = arena_map_middle(map, node);
    return arena_map_distance(map, agent->at, arena_map_spot(map, agent->at), at, arena_map_spot(map, at));
}

static int64_t distance(void* user, ploy_agent_id id, int64_t place)
{
    const arena_agent* agent = agent_of(user, id);
    uint32_t side1 = (uint32_t)(place >> 32);
    if (!agent || (side1 && side1 != agent->side + 1)) return -1;
    return distance_to(agent, (uint32_t)place);
}

static int64_t where(void* user, ploy_agent_id id)
{
    const arena_agent* agent = agent_of(user, id);
    return arena_map_node(agent->match->map, agent->at);
}

/// Eight directions around a place.
static const int32_t around[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};

static int64_t spot(void* user, ploy_squad_id id, ploy_squad_task_kind task, ploy_role role, uint32_t slot,
                    int64_t place)
{
    (void)id, (void)role;
    const arena_squads* squads = user;
    if (task == PLOY_SQUAD_TASK_PATROL || task == PLOY_SQUAD_TASK_ATTACK || slot == 0) return place;
    const int32_t* offset = around[(slot - 1) % 8];
    int32_t cells = squads->match->tactics.spot;
    return arena_node_beside(squads->match->map, (uint32_t)place, cells * offset[0], cells * offset[1]);
}

static bool is_taken(const arena_squads* squads, const arena_agent* agent, int64_t place)
{
    const arena_match* match = squads->match;
    for (uint32_t i = 0; i < 2 && match->rules.points; i++) {
        if (match->points[i].node == place) return match->points[i].owner1 == agent->team + 1;
    }
    const arena_flag* flag = &match->flags[1 - agent->side];
    return match->rules.flags && flag->state == ARENA_FLAG_CARRIED && match->agents[flag->carrier].side == agent->side;
}

/// A squad does not wait for members that fetch a pickup.
static bool is_elsewhere(const arena_agent* agent)
{
    return agent->doing && (strcmp(agent->doing, "GoToHealth") == 0 || strcmp(agent->doing, "GoToAmmo") == 0);
}

static bool is_there(const arena_agent* agent, int64_t place)
{
    arena_vec at = arena_map_middle(agent->match->map, (uint32_t)place);
    return arena_is_near(agent->at, at, agent->match->tactics.gather);
}

/// A post of a patrol is held for a while.
static bool is_watched(const arena_squads* squads, ploy_agent_id id, const ploy_order* order)
{
    ploy_squad_task_info task = ploy_squad_task(squads->all, ploy_squads_of(squads->all, id));
    int64_t steps = (ploy_world_now(squads->match->world) - order->issued) * ARENA_STEPS_PER_SECOND / PLOY_SECOND;
    return task.kind != PLOY_SQUAD_TASK_PATROL || steps >= squads->match->tactics.watch;
}

static ploy_order_state check(void* user, ploy_agent_id id, const ploy_order* order)
{
    const arena_squads* squads = user;
    const arena_agent* agent = agent_of(squads, id);
    if (!agent) return PLOY_ORDER_FAILED;
    bool is_attack = order->kind == PLOY_ORDER_ATTACK;
    bool is_move = order->kind == PLOY_ORDER_MOVE;
    if (is_move && is_there(agent, order->place) && is_watched(squads, id, order)) return PLOY_ORDER_DONE;
    if (is_attack && order->target) {
        bool is_dead = !arena_is_alive(&squads->match->agents[(order->target - 1) % squads->match->agent_count]);
        return is_dead ? PLOY_ORDER_DONE : PLOY_ORDER_OPEN;
    }
    if (is_attack && is_taken(squads, agent, order->place)) return PLOY_ORDER_DONE;
    return !is_attack && is_elsewhere(agent) ? PLOY_ORDER_OVERRULED : PLOY_ORDER_OPEN;
}

// Creation.

static bool add_squad(arena_squads* squads, uint32_t side, arena_duty duty, uint32_t point, uint32_t home,
                      uint32_t size)
{
    static const char* const names[] = {"point", "strike", "guard"};
    squad* s = &squads->squads[squads->count++];
    *s = (squad){.side = side, .duty = duty, .point = point};
    char name[32];
    snprintf(name, sizeof name, "%s%s%s", side ? "blue " : "red ", names[duty],
             duty != ARENA_DUTY_HOLD ? ""
             : point                 ? " two"
                                     : " one");
    ploy_squad_def def = {0};
    def.name = name;
    def.size = size;
    def.home = home_of(home, side);
    return ploy_squad_create(squads->all, &def, &s->id) == PLOY_OK;
}

static bool add_squads(arena_squads* squads, uint32_t side)
{
    const arena_match* match = squads->match;
    uint32_t members = (match->agent_count + 1) / 2, half = (members + 1) / 2, rest = members - half;
    if (half > PLOY_SQUAD_MAX) half = PLOY_SQUAD_MAX; // the others go without a squad
    if (rest > PLOY_SQUAD_MAX) rest = PLOY_SQUAD_MAX;
    if (match->rules.points) {
        return add_squad(squads, side, ARENA_DUTY_HOLD, 0, match->points[0].node, half) &&
               add_squad(squads, side, ARENA_DUTY_HOLD, 1, match->points[1].node, half);
    }
    return add_squad(squads, side, ARENA_DUTY_STRIKE, 0, match->flags[1 - side].base, half) &&
           add_squad(squads, side, ARENA_DUTY_GUARD, 0, match->flags[side].base, rest ? rest : 1);
}

static void ended(void* user, ploy_squad_id id, uint32_t task, ploy_squad_task_end end);

static bool make(arena_squads* squads)
{
    arena_match* match = squads->match;
    ploy_squads_def def = {0};
    def.calls = (ploy_squad_callbacks){
        .distance = distance, .where = where, .spot = spot, .check = check, .ended = ended, .user = squads};
    def.arrive_within = match->tactics.gather;
    def.order_key = arena_key_name(ARENA_KEY_ORDER);
    def.place_key = arena_key_name(ARENA_KEY_ORDER_PLACE);
    def.target_key = arena_key_name(ARENA_KEY_ORDER_TARGET);
    squads->all = ploy_world_squads(match->world);
    if (squads->all) ploy_squads_configure(squads->all, &def);
    bool ok = squads->all;
    for (uint32_t side = 0; ok && side < ARENA_SIDES; side++) {
        if (squads->has[side] && (match->rules.points || match->rules.flags)) ok = add_squads(squads, side);
    }
    return ok;
}

static bool make_networks(arena_squads* squads, const ploy_file* const tactics[ARENA_SIDES])
{
    bool whole = true;
    for (uint32_t i = 0; i < ARENA_SIDES; i++) {
        if (!tactics[i]) continue;
        squads->has[i] = true;
        squads->networks[i] = arena_squad_network_create(squads->match, tactics[i]);
        whole = whole && squads->networks[i];
    }
    return whole;
}

arena_squads* arena_squads_create(arena_match* match, const ploy_file* const tactics[ARENA_SIDES])
{
    arena_squads* squads = arena_take(&match->allocator, 1, sizeof *squads);
    if (!squads) return NULL;
    squads->match = match;
    if (make_networks(squads, tactics) && make(squads)) return squads;
    arena_squads_destroy(squads);
    return NULL;
}

void arena_squads_destroy(arena_squads* squads)
{
    if (!squads) return;
    ploy_allocator allocator = squads->match->allocator;
    for (uint32_t i = 0; i < ARENA_SIDES; i++) arena_squad_network_destroy(squads->networks[i]);
    arena_give(&allocator, squads, 1, sizeof *squads);
}

// What a squad knows.

static bool is_spread(const arena_squads* squads, const squad* s)
{
    uint32_t count = ploy_squad_member_count(squads->all, s->id);
    for (uint32_t i = 1; i < count; i++) {
        const arena_agent* a = agent_of(squads, ploy_squad_member(squads->all, s->id, i - 1));
        const arena_agent* b = agent_of(squads, ploy_squad_member(squads->all, s->id, i));
        if (a && b && !arena_is_near(a->at, b->at, squads->match->tactics.spread)) return true;
    }
    return false;
}

static int64_t team_distance(const arena_match* match, uint32_t side, uint32_t point)
{
    int64_t distance = 0;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        const arena_agent* agent = &match->agents[i];
        if (agent->side == side && arena_is_alive(agent)) distance += distance_to(agent, match->points[point].node);
    }
    return distance;
}

// A side without points sends everyone to the point that is nearer to all of them; then each squad takes its own.
static void choose_focus(arena_squads* squads, uint32_t side)
{
    const arena_match* match = squads->match;
    squads->focus[side] = team_distance(match, side, 1) < team_distance(match, side, 0);
}

static bool holds(const arena_match* match, uint32_t side, uint32_t point)
{
    return match->points[point].owner1 == side + 1;
}

/// The member that fights the squad's enemy: it keeps its enemy while a member fights it, else it takes the one that
/// most members fight. NULL: there is no fight.
static const arena_agent* find_fighter(const arena_squads* squads, const squad* s)
{
    const arena_agent* best = NULL;
    uint32_t count = ploy_squad_member_count(squads->all, s->id), best_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const arena_agent* a = agent_of(squads, ploy_squad_member(squads->all, s->id, i));
        uint32_t same = 0;
        if (!a || !a->target.agent1 || !arena_get(a, ARENA_KEY_ENGAGED)) continue;
        for (uint32_t k = 0; k < count; k++) {
            const arena_agent* b = agent_of(squads, ploy_squad_member(squads->all, s->id, k));
            same += b && b->target.agent1 == a->target.agent1 && arena_get(b, ARENA_KEY_ENGAGED);
        }
        if (a->target.agent1 == s->enemy1) same += count;
        if (same > best_count) best = a, best_count = same;
    }
    return best;
}

static void find_enemy(const arena_squads* squads, const squad* s, arena_squad_view* view)
{
    const arena_agent* fighter = find_fighter(squads, s);
    if (!fighter) return;
    view->enemy1 = fighter->target.agent1;
    view->enemy_at = fighter->target.at;
    view->from = fighter->at;
    for (uint32_t i = 0; i < view->members; i++) {
        const arena_agent* member = agent_of(squads, ploy_squad_member(squads->all, s->id, i));
        view->near += member && arena_is_near(member->at, view->enemy_at, squads->match->tactics.support);
    }
}

static arena_squad_view view_of(const arena_squads* squads, const squad* s)
{
    arena_squad_view view = {.side = s->side, .duty = s->duty, .own = s->point, .focus = squads->focus[s->side]};
    view.members = ploy_squad_member_count(squads->all, s->id);
    view.turn = s->turn;
    view.spread = s->spread;
    const arena_agent* first = agent_of(squads, ploy_squad_member(squads->all, s->id, 0));
    if (first) view.from = first->at;
    find_enemy(squads, s, &view);
    return view;
}

// Plans.

/// The step that runs or comes next; step_count: none is left.
static uint32_t step_of(const squad* s, const ploy_squad_task_info* info)
{
    const arena_squad_plan* plan = &s->plan;
    uint32_t step = 0;
    if (!info->number) return info->waiting < plan->step_count ? plan->step_count - info->waiting : 0;
    while (step < plan->step_count && plan->tasks[step] < info->number) step++;
    return step;
}

static void take_plan(arena_squads* squads, squad* s, const arena_squad_plan* plan, const arena_squad_view* view)
{
    s->plan = *plan;
    for (uint32_t i = 0; i < plan->step_count; i++) {
        ploy_squad_task_def task = arena_squad_plan_task(squads->networks[s->side], plan, i, view);
        (void)ploy_squad_queue(squads->all, s->id, &task, &s->plan.tasks[i]);
    }
}

static void count_task(arena_squads* squads, squad* s, const ploy_squad_task_info* info)
{
    if (info->number == 0 || info->number == s->last) return;
    s->last = info->number;
    squads->tasks[s->side][info->kind]++;
}

// A plan is kept while it holds and no better one is possible.
static void review(arena_squads* squads, squad* s)
{
    ploy_squad_task_info info = ploy_squad_task(squads->all, s->id);
    if (ploy_squad_member_count(squads->all, s->id) == 0) return;
    arena_squad_view view = view_of(squads, s);
    s->enemy1 = view.enemy1;
    bool has_task = info.number || info.waiting;
    bool stands = has_task && arena_squad_plan_stands(squads->networks[s->side], &s->plan, step_of(s, &info), &view);
    if (!stands) {
        view.turn = ++s->turn;
        view.spread = s->spread = is_spread(squads, s);
    }
    arena_squad_plan plan;
    bool is_new = arena_squad_plan_find(squads->networks[s->side], &view, stands ? &s->plan : NULL, &plan);
    if (has_task && (is_new || !stands)) (void)ploy_squad_abort(squads->all, s->id, 0);
    if (is_new) take_plan(squads, s, &plan, &view);
}

static void lead(arena_squads* squads, squad* s)
{
    ploy_squad_task_info info = ploy_squad_task(squads->all, s->id);
    count_task(squads, s, &info);
    uint32_t interval = (uint32_t)squads->match->tactics.review;
    if (interval <= 1 || squads->match->step % interval == 0) review(squads, s);
}

/// The next plan begins in the tick in which the last one ended, so that nobody is without an order.
static void ended(void* user, ploy_squad_id id, uint32_t task, ploy_squad_task_end end)
{
    (void)task, (void)end;
    arena_squads* squads = user;
    ploy_squad_task_info info = ploy_squad_task(squads->all, id);
    for (uint32_t i = 0; i < squads->count && !info.number && !info.waiting; i++) {
        if (squads->squads[i].id.index1 == id.index1) review(squads, &squads->squads[i]);
    }
}

static void muster(arena_squads* squads, arena_agent* agent)
{
    if (arena_is_alive(agent))
        (void)ploy_squads_enlist(squads->all, agent->id);
    else
        (void)ploy_squads_leave(squads->all, agent->id);
    agent->squad1 = ploy_squads_of(squads->all, agent->id).index1;
}

void arena_squads_step(arena_squads* squads)
{
    arena_match* match = squads->match;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        if (squads->has[match->agents[i].side]) muster(squads, &match->agents[i]);
    }
    for (uint32_t side = 0; side < ARENA_SIDES && match->rules.points; side++) {
        if (holds(match, side, 0) || holds(match, side, 1) || match->step == 0) choose_focus(squads, side);
    }
    for (uint32_t i = 0; i < squads->count; i++) lead(squads, &squads->squads[i]);
}

size_t arena_squads_command(const arena_squads* squads, const arena_agent* agent, char* text, size_t size)
{
    ploy_order order;
    int length = 0;
    ploy_squad_id id = squads ? ploy_squads_of(squads->all, agent->id) : (ploy_squad_id){0};
    text[0] = '\0';
    if (id.index1) {
        bool has_order = ploy_squads_order(squads->all, agent->id, &order) == PLOY_OK;
        length = snprintf(text, size, "%s:%s", ploy_squad_task_name(ploy_squad_task(squads->all, id).kind),
                          has_order ? ploy_order_name(order.kind) : "-");
    }
    return length < 0 ? 0 : (size_t)length;
}

bool arena_squads_are_together(const arena_squads* squads, const arena_agent* a, const arena_agent* b)
{
    ploy_squad_id one = ploy_squads_of(squads->all, a->id), other = ploy_squads_of(squads->all, b->id);
    return one.index1 && one.index1 == other.index1;
}

uint32_t arena_squads_tasks(const arena_squads* squads, uint32_t side, ploy_squad_task_kind kind)
{
    return squads ? squads->tasks[side][kind] : 0;
}

// Saves.

static const arena_saved_field squad_fields[] = {
    ARENA_SAVED_FIELD(squad, id.index1, uint32_t),
    ARENA_SAVED_FIELD(squad, id.generation, uint32_t),
    ARENA_SAVED_FIELD(squad, turn, uint32_t),
    ARENA_SAVED_FIELD(squad, spread, bool),
    ARENA_SAVED_FIELD(squad, enemy1, uint32_t),
    ARENA_SAVED_FIELD(squad, last, uint32_t),
    ARENA_SAVED_FIELD(squad, plan.step_count, uint32_t),
    ARENA_SAVED_FIELD(squad, plan.rank_count, uint32_t),
    ARENA_SAVED_FIELD(squad, plan.tasks, uint32_t),
    ARENA_SAVED_FIELD(squad, plan.actions, uint32_t),
    ARENA_SAVED_FIELD(squad, plan.args, uint32_t),
    ARENA_SAVED_FIELD(squad, plan.places, uint32_t),
    ARENA_SAVED_FIELD(squad, plan.targets, uint32_t),
    ARENA_SAVED_FIELD(squad, plan.rank, uint32_t),
    {0},
};

static const arena_saved_field own_fields[] = {
    ARENA_SAVED_FIELD(arena_squads, focus, uint32_t),
    ARENA_SAVED_FIELD(arena_squads, tasks, uint32_t),
    {0},
};

void arena_squads_save(const arena_squads* squads, ploy_writer* writer)
{
    ploy_write_u32(writer, squads->count);
    arena_fields_save(own_fields, squads, writer);
    for (uint32_t i = 0; i < squads->count; i++) arena_fields_save(squad_fields, &squads->squads[i], writer);
}

bool arena_squads_load(arena_squads* squads, ploy_reader* reader)
{
    bool ok = ploy_read_u32(reader) == squads->count;
    arena_fields_load(own_fields, squads, reader);
    for (uint32_t i = 0; i < squads->count && ok; i++) {
        arena_fields_load(squad_fields, &squads->squads[i], reader);
        ok = arena_squad_plan_is_valid(squads->networks[squads->squads[i].side], &squads->squads[i].plan) &&
             squads->squads[i].enemy1 <= squads->match->agent_count;
    }
    for (uint32_t i = 0; i < ARENA_SIDES; i++) ok = ok && squads->focus[i] < 2;
    return ok && !reader->failed;
}
