#include "games/arena/ai/squads.h"

#include <stdio.h>
#include <string.h>

#include "games/arena/rules/saved_fields.h"
#include "games/arena/setup/allocation.h"

#define SQUADS 4 ///< two per side
/// The purpose of a squad.
typedef enum duty
{
    DUTY_POINT,  ///< takes a point and holds it
    DUTY_STRIKE, ///< takes the other team's flag
    DUTY_GUARD,  ///< stays at the base, hunts the carrier of its flag
} duty;

/// What is needed now. A change ends the current task.
typedef enum need
{
    NEED_NOTHING,
    NEED_TAKE,
    NEED_KEEP,
    NEED_FOLLOW,
} need;

typedef struct squad
{
    ploy_squad_id id;
    uint32_t side;
    duty duty;
    uint32_t point;
    need need;
    uint32_t whom1; ///< the agent that it follows, plus 1
    uint32_t place;
    uint32_t turn; ///< tasks so far: the kind of attack changes with it
    uint32_t last; ///< number of the task that started last
} squad;

struct arena_squads
{
    arena_match* match;
    ploy_squads* all;
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

static uint32_t beside(const arena_map* map, uint32_t node, int32_t dx, int32_t dy)
{
    arena_vec at = arena_map_middle(map, node);
    arena_vec to = {at.x + dx * ARENA_CELL, at.y + dy * ARENA_CELL};
    if (!arena_map_has(map, to) || !arena_map_can_stand(map, to)) return node;
    uint32_t other = arena_map_node(map, to);
    return arena_map_walks(map, node, other) ? other : node;
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
    return beside(squads->match->map, (uint32_t)place, 3 * offset[0], 3 * offset[1]);
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

static ploy_order_state check(void* user, ploy_agent_id id, const ploy_order* order)
{
    const arena_squads* squads = user;
    const arena_agent* agent = agent_of(squads, id);
    if (!agent) return PLOY_ORDER_FAILED;
    bool is_move = order->kind == PLOY_ORDER_MOVE;
    if (is_move && arena_is_near(agent->at, arena_map_middle(agent->match->map, (uint32_t)order->place),
                                 agent->match->tactics.gather)) {
        return PLOY_ORDER_DONE;
    }
    if (order->kind == PLOY_ORDER_ATTACK && is_taken(squads, agent, order->place)) return PLOY_ORDER_DONE;
    bool is_waited_for = order->kind != PLOY_ORDER_ATTACK;
    return is_waited_for && is_elsewhere(agent) ? PLOY_ORDER_OVERRULED : PLOY_ORDER_OPEN;
}

// Creation.

static bool add_squad(arena_squads* squads, uint32_t side, duty d, uint32_t point, uint32_t home, uint32_t size)
{
    static const char* const names[] = {"point", "strike", "guard"};
    squad* s = &squads->squads[squads->count++];
    *s = (squad){.side = side, .duty = d, .point = point};
    char name[32];
    snprintf(name, sizeof name, "%s%s%s", side ? "blue " : "red ", names[d],
             d != DUTY_POINT ? ""
             : point         ? " two"
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
    uint32_t members = (match->agent_count + 1) / 2, half = (members + 1) / 2;
    if (half > PLOY_SQUAD_MAX) half = PLOY_SQUAD_MAX;
    if (match->rules.points) {
        return add_squad(squads, side, DUTY_POINT, 0, match->points[0].node, half) &&
               add_squad(squads, side, DUTY_POINT, 1, match->points[1].node, half);
    }
    return add_squad(squads, side, DUTY_STRIKE, 0, match->flags[1 - side].base, half) &&
           add_squad(squads, side, DUTY_GUARD, 0, match->flags[side].base, members - half ? members - half : 1);
}

static bool make(arena_squads* squads)
{
    arena_match* match = squads->match;
    ploy_squads_def def = {0};
    def.calls =
        (ploy_squad_callbacks){.distance = distance, .where = where, .spot = spot, .check = check, .user = squads};
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

arena_squads* arena_squads_create(arena_match* match, const bool has_squads[ARENA_SIDES])
{
    arena_squads* squads = arena_take(&match->allocator, 1, sizeof *squads);
    if (!squads) return NULL;
    squads->match = match;
    for (uint32_t i = 0; i < ARENA_SIDES; i++) squads->has[i] = has_squads[i];
    if (make(squads)) return squads;
    arena_squads_destroy(squads);
    return NULL;
}

void arena_squads_destroy(arena_squads* squads)
{
    if (!squads) return;
    ploy_allocator allocator = squads->match->allocator;
    arena_give(&allocator, squads, 1, sizeof *squads);
}

// Tasks.

static int64_t time_of(int32_t steps)
{
    return (int64_t)steps * PLOY_SECOND / ARENA_STEPS_PER_SECOND;
}

static ploy_squad_task_def task_at(const arena_squads* squads, ploy_squad_task_kind kind, uint32_t place)
{
    ploy_squad_task_def def = {0};
    def.kind = kind;
    def.places[0] = place;
    def.place_count = 1;
    def.limit = time_of(squads->match->tactics.task);
    def.patience = time_of(squads->match->tactics.patience);
    return def;
}

static void queue(arena_squads* squads, squad* s, const ploy_squad_task_def* def)
{
    (void)ploy_squad_queue(squads->all, s->id, def, NULL);
}

/// Two places to attack from, on both sides.
static ploy_squad_task_def flank(const arena_squads* squads, uint32_t place)
{
    ploy_squad_task_def def = task_at(squads, PLOY_SQUAD_TASK_FLANK, place);
    for (uint32_t i = 0; i < 8 && def.place_count < 3; i++) {
        uint32_t from = beside(squads->match->map, place, 12 * around[i][0], 12 * around[i][1]);
        if (from != place) def.places[def.place_count++] = from;
    }
    if (def.place_count < 2) def.places[def.place_count++] = place;
    return def;
}

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

static void take(arena_squads* squads, squad* s, uint32_t place)
{
    static const ploy_squad_task_kind before[] = {PLOY_SQUAD_TASK_ATTACK,    PLOY_SQUAD_TASK_GO_TO,
                                                  PLOY_SQUAD_TASK_FLANK,     PLOY_SQUAD_TASK_ADVANCE,
                                                  PLOY_SQUAD_TASK_FORMATION, PLOY_SQUAD_TASK_ATTACK};
    ploy_squad_task_kind kind = before[s->turn % 6];
    if (s->turn % 6 == 5 && is_spread(squads, s)) {
        ploy_squad_task_def meet = task_at(squads, PLOY_SQUAD_TASK_RENDEZVOUS, 0);
        meet.place_count = 0;
        meet.limit = time_of(squads->match->tactics.meeting);
        queue(squads, s, &meet);
    }
    ploy_squad_task_def def = task_at(squads, kind, place);
    if (kind == PLOY_SQUAD_TASK_FLANK) def = flank(squads, place);
    queue(squads, s, &def);
    if (kind == PLOY_SQUAD_TASK_ATTACK || kind == PLOY_SQUAD_TASK_FLANK) return;
    def = task_at(squads, PLOY_SQUAD_TASK_ATTACK, place);
    queue(squads, s, &def);
}

static void keep(arena_squads* squads, squad* s, uint32_t place)
{
    ploy_squad_task_def def = task_at(squads, PLOY_SQUAD_TASK_PATROL, place);
    for (uint32_t i = 0; i < 8 && def.place_count < 4; i++) {
        uint32_t station = beside(squads->match->map, place, squads->match->tactics.station * around[i][0],
                                  squads->match->tactics.station * around[i][1]);
        if (station != place) def.places[def.place_count++] = station;
    }
    def.limit = 0;
    queue(squads, s, &def);
}

static void follow(arena_squads* squads, squad* s)
{
    ploy_squad_task_def def = task_at(squads, PLOY_SQUAD_TASK_FOLLOW, 0);
    def.place_count = 0;
    def.target = s->whom1;
    def.limit = 0;
    def.patience = 0;
    queue(squads, s, &def);
}

// Needs.

typedef struct want
{
    need need;
    uint32_t place;
    uint32_t whom1;
} want;

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

static want want_point(const arena_squads* squads, const squad* s)
{
    const arena_match* match = squads->match;
    bool has_none = !holds(match, s->side, 0) && !holds(match, s->side, 1);
    uint32_t point = has_none ? squads->focus[s->side] : s->point;
    return (want){holds(match, s->side, point) ? NEED_KEEP : NEED_TAKE, match->points[point].node, 0};
}

static want want_of(const arena_squads* squads, const squad* s)
{
    const arena_match* match = squads->match;
    if (s->duty == DUTY_POINT) return want_point(squads, s);
    const arena_flag* flag = &match->flags[s->duty == DUTY_STRIKE ? 1 - s->side : s->side];
    if (flag->state == ARENA_FLAG_CARRIED) return (want){NEED_FOLLOW, 0, flag->carrier + 1};
    bool is_home = s->duty == DUTY_GUARD && flag->state == ARENA_FLAG_HOME;
    return (want){is_home ? NEED_KEEP : NEED_TAKE, arena_map_node(match->map, flag->at), 0};
}

static void give(arena_squads* squads, squad* s, const want* w)
{
    s->need = w->need;
    s->whom1 = w->whom1;
    s->place = w->place;
    if (w->need == NEED_TAKE) take(squads, s, w->place);
    if (w->need == NEED_KEEP) keep(squads, s, w->place);
    if (w->need == NEED_FOLLOW) follow(squads, s);
    s->turn++;
}

static void count_task(arena_squads* squads, squad* s, const ploy_squad_task_info* info)
{
    if (info->number == 0 || info->number == s->last) return;
    s->last = info->number;
    squads->tasks[s->side][info->kind]++;
}

static void lead(arena_squads* squads, squad* s)
{
    ploy_squad_task_info info = ploy_squad_task(squads->all, s->id);
    count_task(squads, s, &info);
    uint32_t interval = (uint32_t)squads->match->tactics.review;
    if (interval > 1 && squads->match->step % interval != 0) return;
    if (ploy_squad_member_count(squads->all, s->id) == 0) return;
    want w = want_of(squads, s);
    bool is_other = w.need != s->need || w.whom1 != s->whom1 || w.place != s->place;
    bool has_task = info.number || info.waiting;
    if (is_other && has_task) (void)ploy_squad_abort(squads->all, s->id, 0);
    if (is_other || !has_task) give(squads, s, &w);
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
    ARENA_SAVED_FIELD(squad, id.index1, uint32_t), ARENA_SAVED_FIELD(squad, id.generation, uint32_t),
    ARENA_SAVED_FIELD(squad, need, uint32_t),      ARENA_SAVED_FIELD(squad, whom1, uint32_t),
    ARENA_SAVED_FIELD(squad, place, uint32_t),     ARENA_SAVED_FIELD(squad, turn, uint32_t),
    ARENA_SAVED_FIELD(squad, last, uint32_t),      {0},
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
        ok = squads->squads[i].need <= NEED_FOLLOW && squads->squads[i].whom1 <= squads->match->agent_count;
    }
    for (uint32_t i = 0; i < ARENA_SIDES; i++) ok = ok && squads->focus[i] < 2;
    return ok && !reader->failed;
}
